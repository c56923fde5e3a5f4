// In place of light and shade while something moves: one tap of the shadow map, no corners, the same lamps.
uniform usampler2D u_geometry;
uniform sampler2DShadow u_shadow;
uniform mat4 u_light; // position -> shadow map, 0 to 1
uniform float u_shadow_texel;
uniform vec3 u_lamp;
uniform vec3 u_sky, u_floor;
in vec2 v_fraction;
layout(location = 0) out vec4 o_colour;

// Within half a step of 8 bits of to_linear, without powers.
vec3 quick_linear(vec3 c) {
    return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 g = texelFetch(u_geometry, at, 0);
    vec3 colour = quick_linear(mix(u_floor, u_sky, smoothstep(0.0, 1.0, v_fraction.y)));
    for (int once = 0; once < (g.r != 0u ? 1 : 0); once++) {
        float z = uintBitsToFloat(g.r);
        vec3 n = unpack_normal(g.g);
        vec3 p = place((vec2(at) + 0.5) / vec2(u_size), z) + n * (1.2 * u_shadow_texel + 0.05);
        vec3 albedo = quick_linear(vec3(g.a & 255u, (g.a >> 8) & 255u, (g.a >> 16) & 255u) / 255.0);
        float facing = dot(n, u_lamp);
        float lamp = facing > 0.0 ? facing * texture(u_shadow, (u_light * vec4(p, 1.0)).xyz) : 0.0;
        vec3 ambient = mix(vec3(0.20, 0.185, 0.17), vec3(0.33, 0.355, 0.39), 0.5 + 0.5 * n.z);
        float fill = 0.09 * max(dot(n, vec3(0.75, -0.55, 0.37)), 0.0) + 0.07 * max(dot(n, vec3(0.1, 0.93, 0.35)), 0.0) +
                     0.10 * max(dot(n, towards_camera(v_fraction)), 0.0);
        // Silhouettes only, to the right and above: half the work.
        uvec2 right = texelFetch(u_geometry, min(at + ivec2(1, 0), u_size - 1), 0).rb;
        uvec2 above = texelFetch(u_geometry, min(at + ivec2(0, 1), u_size - 1), 0).rb;
        float edge = right.y != g.b || above.y != g.b ? 0.5 : 0.0;
        colour = albedo * (ambient + fill + vec3(0.79, 0.765, 0.73) * lamp) * (1.0 - edge);
    }
    o_colour = vec4(colour, 1.0);
}
