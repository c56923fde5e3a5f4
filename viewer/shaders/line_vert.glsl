layout(location = 0) in vec2 a_pixel;  // from the view's top left corner
layout(location = 1) in vec4 a_course; // across, along, start and end of the run, in pixels
layout(location = 2) in vec4 a_shape;  // half width, depth (1 / z in perspective), kind, dot's own half width
layout(location = 3) in vec4 a_colour;
uniform vec2 u_pixels;                 // of the view
noperspective out vec2 v_course;
noperspective out float v_depth;
noperspective out vec2 v_pixel;
flat out vec4 v_shape;
flat out vec2 v_run;
flat out vec4 v_colour;
void main() {
    v_course = a_course.xy;
    v_run = a_course.zw;
    v_shape = a_shape;
    v_depth = a_shape.y;
    v_colour = a_colour;
    v_pixel = a_pixel;
    gl_Position = vec4(2.0 * a_pixel.x / u_pixels.x - 1.0, 1.0 - 2.0 * a_pixel.y / u_pixels.y, 0.0, 1.0);
}
