layout(location = 0) in vec2 a_pixel;
layout(location = 1) in vec2 a_place;
layout(location = 2) in vec4 a_colour;
uniform vec2 u_pixels;
out vec2 v_place;
out vec4 v_colour;
void main() {
    v_place = a_place;
    v_colour = a_colour;
    gl_Position = vec4(2.0 * a_pixel.x / u_pixels.x - 1.0, 1.0 - 2.0 * a_pixel.y / u_pixels.y, 0.0, 1.0);
}
