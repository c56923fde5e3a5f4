/* core.h: a core for a figure without names: what its body fits into. */
#ifndef TL_SCAN_ADVICE_CORE_H
#define TL_SCAN_ADVICE_CORE_H

#include "body/found_base.h"
#include "mesh/mesh.h"

typedef enum tl_scan_core_kind {
    TL_SCAN_CORE_CAPSULE,
    TL_SCAN_CORE_CYLINDER,
    TL_SCAN_CORE_BOX,
    TL_SCAN_CORE_HULL_ABOVE
} tl_scan_core_kind;

enum { TL_SCAN_CORE_KINDS = 4 };

/* One way to say what the body is, in millimetres, Z up. */
typedef struct tl_scan_core_fit {
    tl_scan_core_kind kind;
    tl_vec3 from, to; /* capsule, cylinder: ends; box: least and most; hull-above: from.z is the height */
    double radius;
    double holds; /* share of the surface above the base that lies in it */
} tl_scan_core_fit;

typedef struct tl_scan_core_suggestion {
    tl_found_base base;
    double base_top;                           /* where the body begins */
    tl_scan_core_fit fits[TL_SCAN_CORE_KINDS]; /* the suggested one first */
    size_t count;                              /* 0: there is nothing above the base */
} tl_scan_core_suggestion;

/* Fits upright shapes to what stands on the base, or on the lowest point where no base is found. Their axis is the
 * median of the surface in x and in y, so that a gun held out doesn't draw it away; their radius holds seven tenths of
 * the surface; they end where surface that near to the axis ends. A figure at least a third taller than its body is
 * wide gets a capsule, what is lower a box. Suggestions: whoever plays decides. Errors: TL_ERROR_MEMORY,
 * TL_ERROR_CANCELLED. */
tl_status tl_scan_core_suggest(const tl_mesh *mesh, tl_scan_core_suggestion *suggestion, tl_error *error);

/* "capsule", "cylinder", "box", "hull-above". */
const char *tl_scan_core_kind_name(tl_scan_core_kind kind);

#endif
