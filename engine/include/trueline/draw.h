/* draw.h: what a picture is made of. The engine describes; a renderer (the viewer's, or yours) implements a sink. */
#ifndef TRUELINE_DRAW_H
#define TRUELINE_DRAW_H

#include <trueline/base.h>
#include <trueline/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* sRGB with straight alpha, 0 to 1. */
typedef struct tl_colour {
    float r, g, b, a;
} tl_colour;

typedef enum tl_draw_style {
    TL_DRAW_SOLID = 0,
    TL_DRAW_OUTLINED = 1,    /* silhouette drawn around it: selected, or the blocker that is named */
    TL_DRAW_HATCHED = 2,     /* stripes over the colour: hidden part of a body */
    TL_DRAW_TRANSLUCENT = 4, /* area prisms, sleeves, fans: drawn after everything solid, no shadow */
    TL_DRAW_DASHED = 8,      /* lines */
    TL_DRAW_ON_TOP = 16,     /* lines and labels that nothing may hide */
    TL_DRAW_GROUND = 32      /* the table: receives shadows, casts none, carries the grid */
} tl_draw_style;

/* Triangles with one colour. `key` says which object they belong to (0: none), the same in every call for it. Arrays are
 * the caller's and may be gone after the call. */
typedef struct tl_draw_mesh {
    const tl_vec3 *vertices;
    size_t vertex_count;
    const uint32_t *triangles; /* 3 per triangle */
    size_t triangle_count;
    const uint32_t *chosen;    /* only these triangles, when not NULL */
    size_t chosen_count;
    tl_colour colour;
    unsigned style; /* tl_draw_style bits */
    uint32_t key;
} tl_draw_mesh;

typedef struct tl_draw_line {
    const tl_vec3 *points; /* a polyline */
    size_t count;
    tl_colour colour;
    float width_px;
    float sleeve_mm; /* radius of a translucent tube around it; 0: none */
    bool end_dots;
    unsigned style;
} tl_draw_line;

typedef struct tl_draw_label {
    tl_vec3 at;
    const char *text; /* UTF-8 */
    tl_colour colour;
    float size; /* 1 is the usual size */
    unsigned style;
} tl_draw_label;

/* Where drawing goes. A NULL function ignores what it would get. */
typedef struct tl_draw_sink {
    void *user;
    void (*mesh)(void *user, const tl_draw_mesh *mesh);
    void (*line)(void *user, const tl_draw_line *line);
    void (*label)(void *user, const tl_draw_label *label);
} tl_draw_sink;

#ifdef __cplusplus
}
#endif
#endif
