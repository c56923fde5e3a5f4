/* draw.h: what a picture is made of. The library describes, a renderer of your own draws: fill a tl_draw_sink and hand
 * it to tl_scene_draw (scene.h) and tl_ruling_draw (ruling.h).
 *
 * Positions are millimetres in table coordinates, Z up. Everything handed to a sink is gone after the call: copy what
 * you keep. The order of calls is always the same, but means nothing: sort as you need. */
#ifndef TRUELINE_DRAW_H
#define TRUELINE_DRAW_H

#include <trueline/base.h>
#include <trueline/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* sRGB with straight alpha, 0 to 1. */
typedef struct tl_colour {
    /* Red, green, blue, and how much it covers: 1 hides what is behind. */
    float r, g, b, a;
} tl_colour;

/* How something is drawn: bits, to be combined. A renderer that doesn't know one may ignore it. */
typedef enum tl_draw_style {
    TL_DRAW_SOLID = 0,
    TL_DRAW_OUTLINED = 1,    /* silhouette drawn around it: selected, or the blocker that is named */
    TL_DRAW_HATCHED = 2,     /* stripes over the colour: hidden part of a body */
    TL_DRAW_TRANSLUCENT = 4, /* area prisms, sleeves, fans: drawn after everything solid, no shadow */
    TL_DRAW_DASHED = 8,      /* lines */
    TL_DRAW_ON_TOP = 16,     /* lines and labels that nothing may hide */
    TL_DRAW_GROUND = 32,     /* the table: receives shadows, casts none, carries the grid */
    TL_DRAW_HATCH_BACK = 64, /* with TL_DRAW_HATCHED: stripes that lean the other way, */
    TL_DRAW_HATCH_LEVEL =
        128,           /* ... level ones, or with both upright ones: patterns that need no colour to be told apart */
    TL_DRAW_HERE = 256 /* labels: beginning at their place, not somewhere beside it: at a scale's ticks */
} tl_draw_style;

/* Triangles with one colour. `key` says which model, piece of terrain or table they belong to (0: none): the same in
 * every call, and what tl_ruling_line names, so that a renderer can pick, outline or leave out one object. */
typedef struct tl_draw_mesh {
    /* Its corners, mm. */
    const tl_vec3 *vertices;
    /* How many corners there are. */
    size_t vertex_count;
    /* Three indices of vertices per triangle, wound as in the mesh file. */
    const uint32_t *triangles;
    /* How many triangles there are. */
    size_t triangle_count;
    /* Only these are drawn, by their number among the triangles; NULL: all. */
    const uint32_t *chosen;
    /* How many are chosen. */
    size_t chosen_count;
    /* Of all triangles. */
    tl_colour colour;
    /* Bits of tl_draw_style. */
    unsigned style;
    /* Whose triangles they are; 0: nobody's. */
    uint32_t key;
} tl_draw_mesh;

/* A polyline: sight lines, tapes, edges of areas. */
typedef struct tl_draw_line {
    /* Its points in order, mm. */
    const tl_vec3 *points;
    /* How many points there are. */
    size_t count;
    /* Of the whole line. */
    tl_colour colour;
    /* How wide it is drawn, pixels. */
    float width_px;
    /* Radius of a translucent tube around it (a sight line's clearance), mm; 0: none. */
    float sleeve_mm;
    /* A dot at the first and the last point. */
    bool end_dots;
    /* Bits of tl_draw_style. */
    unsigned style;
} tl_draw_line;

/* A word or two at a place. */
typedef struct tl_draw_label {
    /* What it names, mm. */
    tl_vec3 at;
    /* The word or two, UTF-8. */
    const char *text;
    /* Of the letters. */
    tl_colour colour;
    /* Of the letters; 1 is the usual size. */
    float size;
    /* Bits of tl_draw_style. */
    unsigned style;
} tl_draw_label;

/* Where drawing goes: `user` is handed to each function. A function that is NULL gets nothing. Begin with
 * TL_DRAW_SINK_INIT. */
typedef struct tl_draw_sink {
    /* sizeof the struct, as TL_DRAW_SINK_INIT sets it. */
    size_t struct_size;
    /* Handed to each function; the library does not look at it. */
    void *user;
    /* Gets triangles. */
    void (*mesh)(void *user, const tl_draw_mesh *mesh);
    /* Gets polylines. */
    void (*line)(void *user, const tl_draw_line *line);
    /* Gets labels. */
    void (*label)(void *user, const tl_draw_label *label);
} tl_draw_sink;
#define TL_DRAW_SINK_INIT TL_INIT(tl_draw_sink)

#ifdef __cplusplus
}
#endif
#endif
