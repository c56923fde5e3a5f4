// The shadow of what stirs, on a draft: samples that it takes the lamp from are lit anew without the lamp.
uniform usampler2D u_geometry;
uniform vec3 u_camera; // relative to the origin, or the direction it looks along
uniform sampler2DShadow u_shadow; // of what stirs alone
uniform mat4 u_light;             // position -> shadow map, 0 to 1
uniform float u_shadow_texel;
uniform vec3 u_lamp;
layout(location = 0) out vec4 o_colour;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 g = texelFetch(u_geometry, at, 0);
    vec3 normal = unpack_normal(g.g);
    vec3 p = place((vec2(at) + 0.5) / vec2(u_size), uintBitsToFloat(g.r));
    vec3 q = (u_light * vec4(p + normal * (1.2 * u_shadow_texel + 0.05), 1.0)).xyz;
    bool within = all(greaterThanEqual(q, vec3(0.0))) && all(lessThanEqual(q, vec3(1.0)));
    if (g.r == 0u || !within || dot(normal, u_lamp) <= 0.0 || textureLod(u_shadow, q, 0.0) > 0.5) {
        discard;
    }
    vec3 colour = vec3(g.a & 255u, (g.a >> 8) & 255u, (g.a >> 16) & 255u) / 255.0;
    o_colour = vec4(draft_colour(colour, normal, u_perspective ? u_camera - p : -u_camera, u_lamp, 0.0), 1.0);
}
