/* fit.h: how one model stands, or would stand, on a table: what it overlaps, whether it floats or hangs over. */
#ifndef TL_SCENE_FIT_H
#define TL_SCENE_FIT_H

#include "scene/table.h"

/* Gaps and overlaps below this are how carefully people place models by hand, in millimetres. */
#define TL_FIT_CARELESS 1.0

typedef enum tl_finding_kind {
    TL_FINDING_OFF_TABLE, /* its place is no place of the table */
    TL_FINDING_MODEL,     /* overlaps the member `other` by `amount` */
    TL_FINDING_TERRAIN,   /* its base overlaps what rises `amount` above it; `other` is the slot's owner */
    TL_FINDING_BODY,      /* its body, which isn't held upright, runs into what rises `amount` above its ground */
    TL_FINDING_NO_LEVEL,  /* no level with headroom; it stands on another, at the height `amount` */
    TL_FINDING_FLOATS,    /* `amount` above what is below */
    TL_FINDING_OVER_EDGE, /* reaches `amount` over the table's edge */
    TL_FINDING_OVERHANG   /* `amount` percent of its rim hang over, which is allowed */
} tl_finding_kind;

typedef struct tl_finding {
    tl_finding_kind kind;
    const tl_placed *other; /* or NULL */
    double amount;
    double off; /* meshes that may be off make it so much more or less, mm; for percent nothing is told */
} tl_finding;

typedef void tl_finding_fn(void *user, const tl_finding *finding);

/* Tells everything about how a member stands, or would stand at `pose` (NULL: as it stands). With `before` set, of the
 * other members only those that come before it are looked at. `rest` (may be NULL) gets how it comes to stand. */
tl_status tl_table_fit(const tl_table *table, size_t member, const tl_document_pose *pose, bool before,
                       tl_finding_fn *tell, void *user, tl_rest *rest, tl_error *error);

#endif
