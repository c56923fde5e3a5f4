// Light, hatching and dark edges, for every sample; linear colour.
uniform usampler2D u_geometry;
uniform sampler2D u_light_map;
uniform vec3 u_lamp;       // direction towards it
uniform vec3 u_sky, u_floor; // background, sRGB
in vec2 v_fraction;
layout(location = 0) out vec4 o_colour;

// The light of the pixels around that lie on this sample's surface.
vec2 light_at(vec2 sample_at, float z) {
    vec2 at = sample_at / float(u_step) - 0.5;
    ivec2 corner = ivec2(floor(at));
    vec2 part = at - vec2(corner);
    ivec2 last = u_size / u_step - 1;
    float reach = 2.5 * sample_mm(z) * float(u_step) + 0.004 * z;
    vec2 sum = vec2(0.0);
    float weights = 0.0;
    for (int i = 0; i < 4; i++) {
        ivec2 offset = ivec2(i & 1, i >> 1);
        vec4 l = texelFetch(u_light_map, clamp(corner + offset, ivec2(0), last), 0);
        vec2 bilinear = mix(1.0 - part, part, vec2(offset));
        float w = (bilinear.x * bilinear.y + 0.001) * (l.z == 0.0 ? 0.0 : 1.0 / (1.0 + abs(l.z - z) * 40.0 / reach));
        sum += w * l.xy;
        weights += w;
    }
    return weights > 0.0 ? sum / weights : vec2(1.0);
}

// Linear across a plane: 1 / z in perspective, z otherwise.
float flatten(uint bits, float far) {
    float z = bits == 0u ? far : uintBitsToFloat(bits);
    return u_perspective ? 1.0 / z : z;
}

// How much darker an edge between objects, at a jump in depth, or at a crease makes this sample.
float edge(ivec2 at, uvec4 g, float z, vec3 n) {
    uvec4 s[4];
    s[0] = texelFetch(u_geometry, clamp(at + ivec2(-1, 0), ivec2(0), u_size - 1), 0);
    s[1] = texelFetch(u_geometry, clamp(at + ivec2(1, 0), ivec2(0), u_size - 1), 0);
    s[2] = texelFetch(u_geometry, clamp(at + ivec2(0, -1), ivec2(0), u_size - 1), 0);
    s[3] = texelFetch(u_geometry, clamp(at + ivec2(0, 1), ivec2(0), u_size - 1), 0);
    float far = z * 4.0 + 1000.0;
    float q = flatten(g.r, far);
    float bend = max(abs(flatten(s[0].r, far) + flatten(s[1].r, far) - 2.0 * q),
                     abs(flatten(s[2].r, far) + flatten(s[3].r, far) - 2.0 * q));
    float jump = u_perspective ? bend * z * z : bend; // mm
    float footprint = sample_mm(z);
    float silhouette = smoothstep(2.0, 6.0, jump / (1.2 + 2.0 * footprint));
    float crease = 0.0;
    for (int i = 0; i < 4; i++) {
        if (s[i].r != 0u && s[i].b == g.b) {
            crease = max(crease, 1.0 - dot(n, unpack_normal(s[i].g)));
        }
        if (s[i].b != g.b && (s[i].r == 0u || uintBitsToFloat(s[i].r) > z - 0.5)) {
            silhouette = max(silhouette, g.b == 0u ? 0.5 : 0.9);
        }
    }
    // Facets smaller than a few pixels would blacken a model: creases fade when seen from afar.
    crease = smoothstep(0.12, 0.5, crease) * clamp(1.2 - 0.9 * footprint, 0.15, 1.0);
    uint flags = g.a >> 24;
    if ((flags & FLAG_GROUND) != 0u) {
        silhouette *= 0.35;
        crease *= 0.4;
    }
    return max(0.62 * silhouette, 0.26 * crease);
}

vec3 lit(ivec2 at, uvec4 g) {
    float z = uintBitsToFloat(g.r);
    vec3 n = unpack_normal(g.g);
    uint flags = g.a >> 24;
    vec3 albedo = to_linear(vec3(g.a & 255u, (g.a >> 8) & 255u, (g.a >> 16) & 255u) / 255.0);
    if ((flags & FLAG_HATCHED) != 0u) {
        // Stripes of the picture, 8 pixels apart, that lighten a dark colour and darken a light one.
        bool back = (flags & FLAG_HATCH_BACK) != 0u, level = (flags & FLAG_HATCH_LEVEL) != 0u;
        float along = level ? (back ? gl_FragCoord.x : gl_FragCoord.y) * 1.414 : gl_FragCoord.x + (back ? -gl_FragCoord.y : gl_FragCoord.y);
        float stripe = fract(along / (8.0 * float(u_step)));
        float grey = dot(albedo, vec3(0.21, 0.72, 0.07));
        vec3 other = grey > 0.22 ? albedo * 0.22 : mix(albedo, vec3(1.0), 0.62);
        albedo = stripe < 0.42 ? other : albedo;
    }
    vec2 light = light_at(gl_FragCoord.xy, z);
    float lamp = max(dot(n, u_lamp), 0.0) * light.y;
    vec3 ambient = mix(vec3(0.20, 0.185, 0.17), vec3(0.33, 0.355, 0.39), 0.5 + 0.5 * n.z) * light.x;
    // Weak lamps without shadows keep the facets of a shaded side apart: one in the east, one in the north, one held by
    // who looks.
    float fill = light.x * (0.09 * max(dot(n, vec3(0.75, -0.55, 0.37)), 0.0) + 0.07 * max(dot(n, vec3(0.1, 0.93, 0.35)), 0.0) +
                            0.10 * max(dot(n, towards_camera(v_fraction)), 0.0));
    vec3 colour = albedo * (ambient + fill + vec3(0.79, 0.765, 0.73) * lamp * mix(0.75, 1.0, light.x));
    return colour * (1.0 - edge(at, g, z, n));
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 g = texelFetch(u_geometry, at, 0);
    // Dithered by less than a step of the final 8 bits, so that the gradient has no bands.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    vec3 colour = to_linear(mix(u_floor, u_sky, smoothstep(0.0, 1.0, v_fraction.y)) + (noise - 0.5) / 255.0);
    for (int once = 0; once < (g.r != 0u ? 1 : 0); once++) {
        colour = lit(at, g);
    }
    o_colour = vec4(colour, 1.0);
}
