// Plates with round corners, and letters. Premultiplied.
in vec4 v_shape;
in vec2 v_form;
in vec4 v_colour;
in vec4 v_border;
uniform sampler2D u_atlas;
layout(location = 0) out vec4 o_colour;
void main() {
    if (v_form.x < 0.0) {
        float alpha = v_colour.a * texelFetch(u_atlas, ivec2(v_shape.xy), 0).r;
        o_colour = vec4(v_colour.rgb * alpha, alpha);
        return;
    }
    vec2 d = abs(v_shape.xy) - v_shape.zw + v_form.x;
    float outside = length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - v_form.x;
    float whole = clamp(0.5 - outside, 0.0, 1.0);
    float inner = clamp(0.5 - (outside + v_form.y), 0.0, 1.0);
    vec4 colour = v_form.y > 0.0 ? mix(v_border, v_colour, inner) : v_colour;
    float alpha = colour.a * whole;
    o_colour = vec4(colour.rgb * alpha, alpha);
}
