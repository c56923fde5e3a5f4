// Lines and their end dots with a dark casing. What the geometry hides is drawn as faint dots, so that a line can be
// followed behind a house without looking as if it went through.
noperspective in vec2 v_course;
noperspective in float v_depth;
noperspective in vec2 v_pixel;
flat in vec4 v_shape;
flat in vec2 v_run;
flat in vec4 v_colour;
uniform usampler2D u_geometry;
uniform float u_scale;
layout(location = 0) out vec4 o_colour;

const int DASHED = 1, ON_TOP = 2, DOT = 4, THIN = 8;

// The share of the pixel's samples that lie before `z`.
float hidden_at(vec2 pixel, float z, float slack) {
    ivec2 corner = ivec2(floor(vec2(pixel.x, float(u_size.y * u_block / u_step) - pixel.y))) * u_step / u_block;
    float sum = 0.0;
    for (int y = 0; y < u_step; y++) {
        for (int x = 0; x < u_step; x++) {
            uint bits = texelFetch(u_geometry, clamp(corner + ivec2(x, y), ivec2(0), u_size - 1), 0).r;
            sum += bits != 0u && uintBitsToFloat(bits) < z - slack ? 1.0 : 0.0;
        }
    }
    return sum / float(u_step * u_step);
}

void main() {
    int kind = int(v_shape.z + 0.5);
    float half_width = v_shape.x;
    float z = u_perspective ? 1.0 / v_depth : v_depth;
    float casing = (kind & THIN) != 0 ? 0.0 : 1.3 * u_scale;
    float from_core, hidden = 0.0;
    float slack = 1.0 + 0.0015 * abs(z) + 1.5 * sample_mm(abs(z)) * float(u_step);
    if ((kind & DOT) != 0) {
        from_core = length(v_course) - half_width;
        slack += 3.0;
    } else {
        float along = v_course.y;
        float past = max(max(v_run.x - along, along - v_run.y), 0.0);
        if ((kind & DASHED) != 0) {
            float period = 15.0 * u_scale, dash = 8.5 * u_scale;
            float phase = mod(along - v_run.x, period);
            past = max(past, phase < dash ? 0.0 : min(phase - dash, period - phase));
        }
        from_core = length(vec2(past, v_course.x)) - half_width;
    }
    if ((kind & ON_TOP) == 0) {
        hidden = hidden_at(v_pixel, z, slack);
    }
    float core = clamp(0.5 - from_core, 0.0, 1.0);
    float whole = clamp(0.5 - (from_core - casing), 0.0, 1.0);
    vec3 colour = mix(vec3(0.07, 0.08, 0.10), v_colour.rgb, core);
    float seen_alpha = v_colour.a * mix(0.72 * whole, 1.0, core);
    if (casing == 0.0) {
        colour = v_colour.rgb;
        seen_alpha = v_colour.a * core;
    }
    float dots = (kind & DOT) != 0 ? 1.0 : smoothstep(0.30, 0.42, abs(fract(v_course.y / (6.0 * u_scale)) - 0.5));
    float faint_alpha = v_colour.a * core * 0.45 * dots;
    vec4 seen = vec4(colour * seen_alpha, seen_alpha);
    vec4 faint = vec4(v_colour.rgb * faint_alpha, faint_alpha);
    o_colour = mix(seen, faint, hidden); // premultiplied
}
