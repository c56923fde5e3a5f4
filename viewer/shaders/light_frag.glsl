// Once per pixel: how open a place is to the sky, and how much of the lamp it sees. Noisy on purpose: one of sixteen
// rotations in a 4 by 4 pattern, which the blur averages away exactly.
uniform usampler2D u_geometry;
uniform sampler2D u_shadow_depth;
uniform sampler2DShadow u_shadow;
uniform mat4 u_light;        // position -> shadow map, 0 to 1
uniform vec3 u_light_axes[3]; // across, across, towards the lamp
uniform vec3 u_light_size;   // mm the shadow map spans in its three directions
uniform float u_shadow_texel; // mm
uniform vec2 u_disc[16];
uniform vec2 u_turn[16];
uniform float u_ao_px;       // wanted radius in pixels
uniform vec2 u_ao_mm;        // least and largest radius in mm
in vec2 v_fraction;
layout(location = 0) out vec4 o_light;

const float SOFTNESS = 0.055; // tangent of half the lamp's size

float shadow(vec3 p, vec3 n, vec2 turn) {
    vec3 local = vec3(dot(n, u_light_axes[0]), dot(n, u_light_axes[1]), dot(n, u_light_axes[2]));
    if (local.z <= 0.02) {
        return 0.0;
    }
    // Off the surface by a texel, and along its plane for the other samples of the disc.
    p += n * (0.6 * u_shadow_texel + 0.05);
    vec3 q = (u_light * vec4(p, 1.0)).xyz;
    vec2 slope = clamp(local.xy / local.z, -6.0, 6.0); // depth per mm across, growing away from the lamp
    vec2 to_map = 1.0 / u_light_size.xy;
    float to_depth = 1.0 / u_light_size.z;
    float nearest = 0.0, count = 0.0;
    float search = 16.0;
    for (int i = 0; i < 8; i++) {
        vec2 d = u_disc[2 * i + 1];
        d = search * vec2(d.x * turn.x - d.y * turn.y, d.x * turn.y + d.y * turn.x);
        float reference = q.z + dot(slope, d) * to_depth;
        float z = texture(u_shadow_depth, q.xy + d * to_map).r;
        if (z < reference - 0.3 * to_depth) {
            nearest += z;
            count += 1.0;
        }
    }
    float radius = max(2.6 * u_shadow_texel, 0.5);
    if (count > 0.0) {
        float gap = (q.z - nearest / count) * u_light_size.z;
        radius = clamp(gap * SOFTNESS, radius, search);
    }
    float lit = 0.0;
    for (int i = 0; i < 16; i++) {
        vec2 d = u_disc[i];
        d = radius * vec2(d.x * turn.x - d.y * turn.y, d.x * turn.y + d.y * turn.x);
        lit += texture(u_shadow, vec3(q.xy + d * to_map, q.z + (dot(slope, d) - 0.02 * radius) * to_depth));
    }
    return lit / 16.0;
}

float openness(ivec2 at, vec3 p, vec3 n, float z, vec2 turn) {
    float px_mm = sample_mm(z) * float(u_step);
    float radius = clamp(u_ao_px * px_mm, u_ao_mm.x, u_ao_mm.y);
    float radius_px = min(radius / px_mm, 140.0);
    radius = radius_px * px_mm;
    float closed = 0.0;
    for (int i = 0; i < 16; i++) {
        vec2 d = u_disc[i];
        d = radius_px * vec2(d.x * turn.x - d.y * turn.y, d.x * turn.y + d.y * turn.x) * length(d);
        ivec2 there = at + ivec2(round(d)) * u_step;
        if (any(lessThan(there, ivec2(0))) || any(greaterThanEqual(there, u_size))) {
            continue;
        }
        uint bits = texelFetch(u_geometry, there, 0).r;
        vec3 v = place((vec2(there) + 0.5) / vec2(u_size), uintBitsToFloat(bits)) - p;
        float vv = dot(v, v);
        float rise = dot(v, n) - 0.02 * radius - 0.3 * px_mm;
        float near = max(0.0, 1.0 - vv / (radius * radius * 1.2));
        closed += bits == 0u ? 0.0 : near * max(0.0, rise) * inversesqrt(vv + 0.01 * radius * radius);
    }
    return clamp(1.0 - 2.5 * closed / 16.0, 0.0, 1.0);
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    ivec2 at = pixel * u_step + u_step / 2;
    uvec4 g = texelFetch(u_geometry, at, 0);
    o_light = vec4(1.0, 1.0, 0.0, 0.0);
    for (int once = 0; once < (g.r != 0u ? 1 : 0); once++) {
        float z = uintBitsToFloat(g.r);
        vec3 n = unpack_normal(g.g);
        vec3 p = place((vec2(at) + 0.5) / vec2(u_size), z);
        vec2 turn = u_turn[(pixel.x & 3) + 4 * (pixel.y & 3)];
        o_light = vec4(openness(at, p, n, z, turn), shadow(p, n, turn), z, 0.0);
    }
}
