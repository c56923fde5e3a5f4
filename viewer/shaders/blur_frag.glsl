// Averages the 4 by 4 pattern of the light pass over what lies on the same surface.
uniform sampler2D u_light_map;
layout(location = 0) out vec4 o_light;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 last = u_size / u_step - 1;
    vec4 centre = texelFetch(u_light_map, at, 0);
    vec2 sum = centre.xy * 0.01;
    float weights = 0.01;
    float reach = 3.0 * sample_mm(centre.z) * float(u_step) + 0.004 * centre.z;
    for (int y = -2; y < 2; y++) {
        for (int x = -2; x < 2; x++) {
            vec4 there = texelFetch(u_light_map, clamp(at + ivec2(x, y), ivec2(0), last), 0);
            float w = there.z == 0.0 ? 0.0 : max(0.0, 1.0 - abs(there.z - centre.z) / reach);
            sum += w * there.xy;
            weights += w;
        }
    }
    o_light = vec4(sum / weights, centre.z, 0.0);
}
