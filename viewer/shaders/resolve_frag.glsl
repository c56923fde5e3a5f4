// Averages the samples of a pixel in linear light; sRGB comes out.
uniform sampler2D u_colour;
uniform ivec2 u_corner; // of the view in the picture
layout(location = 0) out vec4 o_colour;
void main() {
    ivec2 at = (ivec2(gl_FragCoord.xy) - u_corner) * u_step;
    vec3 sum = vec3(0.0);
    for (int y = 0; y < u_step; y++) {
        for (int x = 0; x < u_step; x++) {
            // Clamped first: one very bright sample must not outweigh an edge.
            sum += min(texelFetch(u_colour, at + ivec2(x, y), 0).rgb, 1.0);
        }
    }
    o_colour = vec4(to_srgb(sum / float(u_step * u_step)), 1.0);
}
