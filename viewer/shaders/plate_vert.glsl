layout(location = 0) in vec2 a_pixel;
layout(location = 1) in vec4 a_shape;  // plates: place from the centre, half size; glyphs: place in the atlas
layout(location = 2) in vec2 a_form;   // corner radius, or -1: glyph; width of the border
layout(location = 3) in vec4 a_colour;
layout(location = 4) in vec4 a_border;
uniform vec2 u_pixels;
out vec4 v_shape;
out vec2 v_form;
out vec4 v_colour;
out vec4 v_border;
void main() {
    v_shape = a_shape;
    v_form = a_form;
    v_colour = a_colour;
    v_border = a_border;
    gl_Position = vec4(2.0 * a_pixel.x / u_pixels.x - 1.0, 1.0 - 2.0 * a_pixel.y / u_pixels.y, 0.0, 1.0);
}
