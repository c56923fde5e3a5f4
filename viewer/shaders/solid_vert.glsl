layout(location = 0) in vec3 a_position;
layout(location = 1) in vec4 a_normal;
layout(location = 2) in vec4 a_colour;
layout(location = 3) in uint a_key;
uniform mat4 u_clip;
uniform vec3 u_eye, u_forward;
out vec3 v_position;
out float v_depth;
flat out vec3 v_normal;
flat out vec4 v_colour;
flat out uint v_key;
void main() {
    v_position = a_position;
    v_depth = dot(a_position - u_eye, u_forward);
    v_normal = a_normal.xyz;
    v_colour = a_colour;
    v_key = a_key;
    gl_Position = u_clip * vec4(a_position, 1.0);
}
