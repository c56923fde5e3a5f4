// Panels: letters (how much ink) or pictures. Premultiplied.
in vec2 v_place;
in vec4 v_colour;
uniform sampler2D u_texture;
uniform bool u_letters;
layout(location = 0) out vec4 o_colour;
void main() {
    vec4 texel = texture(u_texture, v_place);
    vec4 colour = u_letters ? vec4(v_colour.rgb, v_colour.a * texel.r) : v_colour * vec4(texel.rgb, 1.0);
    o_colour = vec4(colour.rgb * colour.a, colour.a);
}
