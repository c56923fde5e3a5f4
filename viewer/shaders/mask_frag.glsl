// Which outlined object covers a sample, and whether something else is before it.
in float v_depth;
flat in uint v_key;
uniform usampler2D u_geometry;
layout(location = 0) out uint o_mask;
void main() {
    uvec4 g = texelFetch(u_geometry, ivec2(gl_FragCoord.xy), 0);
    float z = uintBitsToFloat(g.r);
    bool hidden = g.r != 0u && z < v_depth - 0.5 - 0.002 * v_depth;
    uint key = v_key & 0x7fffffffu;
    o_mask = (key == 0u ? 0x7fffffffu : key) | (hidden ? 0x80000000u : 0u);
}
