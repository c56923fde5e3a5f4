// Geometry and light at once while something moves: one tap of the shadow map, no corners, the same lamps, colours
// straight to sRGB.
in vec3 v_position;
in float v_depth;
flat in vec3 v_normal;
flat in vec4 v_colour;
flat in uint v_key;
uniform float u_grid_mm; // 0: none
uniform vec2 u_grid_from;
uniform vec3 u_camera;   // relative to the origin, or the direction it looks along
uniform sampler2DShadow u_shadow;
uniform mat4 u_light; // position -> shadow map, 0 to 1
uniform float u_shadow_texel;
uniform vec3 u_lamp;
layout(location = 0) out uvec4 o_geometry;
layout(location = 1) out vec4 o_colour;

float grid() {
    vec2 cell = (v_position.xy - u_grid_from) / u_grid_mm;
    vec2 width = max(fwidth(cell), 1e-6);
    vec2 from_line = abs(fract(cell - 0.5) - 0.5);
    // A line is never thinner than a pixel, but fades instead; and a grid too fine to be read is gone.
    vec2 half_width = max(vec2(0.45 / u_grid_mm), 0.55 * width * (float(u_step) / float(u_block)));
    vec2 on = clamp((half_width - from_line) / width + 0.5, 0.0, 1.0);
    on *= clamp(0.12 / (width * (float(u_step) / float(u_block))) - 0.5, 0.0, 1.0) * clamp(0.9 / (u_grid_mm * half_width), 0.35, 1.0);
    return max(on.x, on.y);
}

void main() {
    uint flags = uint(v_colour.a * 255.0 + 0.5);
    vec3 colour = v_colour.rgb, normal = v_normal;
    vec3 view = u_perspective ? u_camera - v_position : -u_camera;
    normal = dot(normal, view) < 0.0 ? -normal : normal;
    if ((flags & FLAG_GROUND) != 0u && u_grid_mm > 0.0) {
        colour *= 1.0 - 0.13 * grid();
    }
    uvec3 c = uvec3(colour * 255.0 + 0.5);
    o_geometry = uvec4(floatBitsToUint(v_depth), pack_normal(normal), v_key,
                       c.r | (c.g << 8) | (c.b << 16) | (flags << 24));
    vec3 p = v_position + normal * (1.2 * u_shadow_texel + 0.05);
    float lit = texture(u_shadow, (u_light * vec4(p, 1.0)).xyz);
    o_colour = vec4(draft_colour(colour, normal, view, u_lamp, lit), 1.0);
}
