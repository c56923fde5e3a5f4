// A ring round each outlined object, outside it, so that its own colours stay untouched.
uniform usampler2D u_mask;
uniform vec2 u_ring[36]; // offsets in samples: 20 of the dark casing, then 16 of the bright core
uniform vec3 u_casing;   // sRGB
uniform bool u_draft;    // sRGB comes out
layout(location = 0) out vec4 o_colour;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uint own = texelFetch(u_mask, at, 0).r;
    bool casing = false, core = false, visible = false;
    uint colour = 0u;
    for (int i = 0; i < 36; i++) {
        ivec2 there = clamp(at + ivec2(round(u_ring[i])), ivec2(0), u_size - 1);
        uint mask = texelFetch(u_mask, there, 0).r;
        bool on = mask != 0u && own == 0u;
        casing = casing || on;
        core = core || (on && i >= 20);
        visible = visible || (on && (mask & 0x80000000u) == 0u);
        colour = on ? mask : colour;
    }
    vec3 bright = vec3(colour & 255u, (colour >> 8) & 255u, (colour >> 16) & 255u) / 255.0;
    vec3 ring = core ? bright : u_casing;
    o_colour = vec4(u_draft ? ring : to_linear(ring), casing ? (visible ? 1.0 : 0.45) * (core ? 1.0 : 0.85) : 0.0);
}
