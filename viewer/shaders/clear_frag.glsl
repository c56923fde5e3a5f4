// Translucent things: seen more at their rims, lit a little.
in vec3 v_position;
flat in vec3 v_normal;
flat in vec4 v_colour;
flat in uint v_key; // 1: a tube, of which only the near side is drawn
uniform vec3 u_camera;
uniform bool u_draft; // sRGB comes out
layout(location = 0) out vec4 o_colour;
void main() {
    vec3 view = u_perspective ? normalize(u_camera - v_position) : -u_camera;
    float facing = abs(dot(v_normal, view));
    float light = 0.86 + 0.14 * v_normal.z;
    float rim = v_key == 1u ? mix(1.7, 0.45, smoothstep(0.0, 0.9, facing)) : mix(1.35, 0.9, facing);
    o_colour = vec4((u_draft ? v_colour.rgb : to_linear(v_colour.rgb)) * light, clamp(v_colour.a * rim, 0.0, 1.0));
}
