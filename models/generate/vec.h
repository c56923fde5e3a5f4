/* Vectors by value, and the affine maps that place one shape inside another. */
#pragma once

#include <math.h>

typedef struct vec2 {
    double x, y;
} vec2;

typedef struct vec3 {
    double x, y, z;
} vec3;

/* Columns of a linear map and the image of the origin. */
typedef struct transform {
    vec3 x, y, z, o;
} transform;

static inline vec3 v3(double x, double y, double z) {
    return (vec3){x, y, z};
}

static inline vec3 add(vec3 a, vec3 b) {
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline vec3 sub(vec3 a, vec3 b) {
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline vec3 scale(vec3 a, double s) {
    return v3(a.x * s, a.y * s, a.z * s);
}

static inline double dot(vec3 a, vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3 cross(vec3 a, vec3 b) {
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double length(vec3 a) {
    return sqrt(dot(a, a));
}

static inline vec3 unit(vec3 a) {
    return scale(a, 1.0 / length(a));
}

static inline vec3 mix(vec3 a, vec3 b, double t) {
    return add(scale(a, 1.0 - t), scale(b, t));
}

static inline double mix1(double a, double b, double t) {
    return a * (1.0 - t) + b * t;
}

static inline double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static inline double radians(double degrees) {
    return degrees * 3.14159265358979323846 / 180.0;
}

static inline vec3 turn(transform t, vec3 v) {
    return add(add(scale(t.x, v.x), scale(t.y, v.y)), scale(t.z, v.z));
}

static inline vec3 apply(transform t, vec3 p) {
    return add(turn(t, p), t.o);
}

/* Applies `inner` first. */
static inline transform compose(transform outer, transform inner) {
    return (transform){turn(outer, inner.x), turn(outer, inner.y), turn(outer, inner.z), apply(outer, inner.o)};
}

static inline transform stretch(double x, double y, double z) {
    return (transform){{x, 0, 0}, {0, y, 0}, {0, 0, z}, {0, 0, 0}};
}

static inline transform move(double x, double y, double z) {
    return (transform){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {x, y, z}};
}

static inline transform rotate_x(double degrees) {
    double c = cos(radians(degrees)), s = sin(radians(degrees));
    return (transform){{1, 0, 0}, {0, c, s}, {0, -s, c}, {0, 0, 0}};
}

static inline transform rotate_y(double degrees) {
    double c = cos(radians(degrees)), s = sin(radians(degrees));
    return (transform){{c, 0, -s}, {0, 1, 0}, {s, 0, c}, {0, 0, 0}};
}

static inline transform rotate_z(double degrees) {
    double c = cos(radians(degrees)), s = sin(radians(degrees));
    return (transform){{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {0, 0, 0}};
}

static inline transform place(double x, double y, double z, double turn_degrees) {
    return compose(move(x, y, z), rotate_z(turn_degrees));
}

/* For outlines drawn as a side view: local x stays x, local y becomes up, local z runs to the right (-y). */
static inline transform side_view(void) {
    return (transform){{1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {0, 0, 0}};
}

/* For outlines drawn as a front view: local x becomes y, local y becomes up, local z runs forward (x). */
static inline transform front_view(void) {
    return (transform){{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 0}};
}
