/* bench.h: the workbench, where the parts of a model are marked. While it is open the window shows one asset by itself,
 * large and in its own frame; what is marked is an edit of the asset's `core` (docs/scene-format.md). */
#ifndef TLV_BENCH_H
#define TLV_BENCH_H

#include "app.h"
#include "tools/shapes.h"

typedef enum tlv_mark_shape { TLV_MARK_BOX, TLV_MARK_PLANE, TLV_MARK_BRUSH, TLV_MARK_SHAPES } tlv_mark_shape;
enum { TLV_ROLES = 5, TLV_MARKS_SHOWN = 200, TLV_STROKE = 256 };

/* One of the asset's cuts, as its scene has it. */
typedef struct tlv_mark_cut {
    const char *verb; /* "mark", "drop" or "keep" */
    int role;
    bool is_plane;
    tl_box3 box;
    tlv_half_space plane;
} tlv_mark_cut;

struct tlv_bench {
    char asset[TLV_NAME], member[TLV_NAME];
    tlv_camera before;
    /* The mesh as it is now, three corners a triangle. */
    tl_vec3 *corners;
    size_t corner_count, corner_capacity;
    bool short_of_memory;
    tl_box3 box;
    double share[TLV_ROLES]; /* of the surface */
    tl_asset_suggestion suggestion;
    /* What the hand does. */
    int role;
    tlv_mark_shape shape;
    double brush_mm;
    int chosen;              /* the mark whose numbers are shown; -1: none */
    bool drawing;            /* the button is down, */
    double x, y;             /* ... and the pointer is here; it went down at hand.press */
    bool has_box, has_plane; /* what letting go would mark */
    tl_box3 marked;
    tlv_half_space plane;
    tl_vec3 dabs[TLV_STROKE];
    size_t dab_count;
    bool pointing; /* the brush is over the mesh */
    tl_vec3 tip;
};

/* Opens it for the selected model's asset: NULL, or the name of a text that says why not. */
const char *tlv_bench_open(tlv_app *app);
void tlv_bench_close(tlv_app *app); /* also without one */
/* The line's first point on the mesh. */
bool tlv_bench_hit(const tlv_app *app, tl_vec3 from, tl_vec3 along, tl_vec3 *point);
/* The asset as JSON names it. */
const char *tlv_bench_thing(const tlv_bench *bench, char thing[3 * TLV_NAME]);
const char *tlv_parts_word(const tlv_app *app, const char *id, const char *field);
/* Adds marks behind those that there are, as one edit; the first replaces how the core was told. */
bool tlv_bench_mark(tlv_app *app, const tlv_mark_cut *cuts, size_t count);

/* What commands do. `role` counts as tl_part does, `shape` as tlv_mark_shape. */
bool tlv_parts_is_open(const tlv_app *app);
void tlv_parts_set_role(tlv_app *app, int role);
void tlv_parts_set_shape(tlv_app *app, int shape);
void tlv_parts_look(tlv_app *app, int from_front);
void tlv_parts_add(tlv_app *app, int value);   /* a box or plane in the middle, to be changed by its numbers */
void tlv_parts_flip(tlv_app *app, int value);  /* the chosen or last plane marks its other side */
void tlv_parts_drop(tlv_app *app, int value);  /* the chosen or last mark */
void tlv_parts_clear(tlv_app *app, int value); /* all of them: nothing tells the core */
void tlv_parts_suggest(tlv_app *app, int base);

/* Its marks: how many, and one of them; false behind the last. */
int tlv_parts_count(const tlv_app *app);
bool tlv_parts_read(const tlv_app *app, int index, tlv_mark_cut *cut);
/* Writes a mark anew. */
void tlv_parts_write(tlv_app *app, int index, const tlv_mark_cut *cut);
/* How the asset's core is told now: "parts", "cuts", a shape's name, or "" for nothing. */
const char *tlv_parts_told_by(const tlv_app *app);

#endif
