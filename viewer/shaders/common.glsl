#version 330 core
// Shared by all passes. Positions are relative to the content's origin, in mm. The geometry buffer holds, per sample:
// r distance along the viewing direction (float bits, 0: nothing), g normal, b key, a colour and flags.

uniform vec3 u_base[3];
uniform vec3 u_ray[3];
uniform bool u_perspective;
uniform ivec2 u_size;      // samples of the view in the geometry buffer
uniform int u_step;        // samples per pixel in each direction
uniform int u_block;       // pixels per sample in each direction; one of the two is 1
uniform float u_sample_mm; // what a sample covers: at distance 1 in perspective

const uint FLAG_GROUND = 1u;
const uint FLAG_HATCHED = 2u;
const uint FLAG_FRAME = 4u;
const uint FLAG_HATCH_BACK = 8u;
const uint FLAG_HATCH_LEVEL = 16u;

vec3 place(vec2 fraction, float z) {
    return u_base[0] + fraction.x * u_base[1] + fraction.y * u_base[2] +
           z * (u_ray[0] + fraction.x * u_ray[1] + fraction.y * u_ray[2]);
}
// From the sample's place towards the camera.
vec3 towards_camera(vec2 fraction) {
    return -normalize(u_ray[0] + fraction.x * u_ray[1] + fraction.y * u_ray[2]);
}
float sample_mm(float z) {
    return u_perspective ? u_sample_mm * z : u_sample_mm;
}
uint pack_normal(vec3 n) {
    uvec3 q = uvec3(clamp(n * 511.0 + 512.5, 0.0, 1023.0));
    return q.x | (q.y << 10) | (q.z << 20);
}
vec3 unpack_normal(uint q) {
    return normalize((vec3(q & 1023u, (q >> 10) & 1023u, (q >> 20) & 1023u) - 512.0) / 511.0);
}
vec3 to_linear(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
vec3 to_srgb(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
// A sample of a draft, to sRGB at once. `view`: towards the camera, of any length; `lit`: how much of the lamp it sees.
vec3 draft_colour(vec3 colour, vec3 normal, vec3 view, vec3 lamp, float lit) {
    vec3 ambient = mix(vec3(0.20, 0.185, 0.17), vec3(0.33, 0.355, 0.39), 0.5 + 0.5 * normal.z);
    float fill = 0.09 * max(dot(normal, vec3(0.75, -0.55, 0.37)), 0.0) +
                 0.07 * max(dot(normal, vec3(0.1, 0.93, 0.35)), 0.0) +
                 0.10 * dot(normal, view) * inversesqrt(dot(view, view));
    vec3 light = ambient + fill + vec3(0.79, 0.765, 0.73) * (max(dot(normal, lamp), 0.0) * lit);
    // The power 1 / 2.2 of the light without one: within 2 in 100.
    return colour * sqrt(light) * (1.045 - 0.045 * light);
}
