// Which samples outlined objects cover, in which colour the outline is, and whether something else is before them.
in float v_depth;
uniform usampler2D u_geometry;
uniform uint u_outline; // 0xbbggrr
layout(location = 0) out uint o_mask;
void main() {
    uvec4 g = texelFetch(u_geometry, ivec2(gl_FragCoord.xy), 0);
    float z = uintBitsToFloat(g.r);
    bool hidden = g.r != 0u && z < v_depth - 0.5 - 0.002 * v_depth;
    o_mask = u_outline | 0x40000000u | (hidden ? 0x80000000u : 0u);
}
