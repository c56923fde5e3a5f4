/* uncertainty.h: what the uncertainty of meshes leaves of an answer about sight or cover (docs/math/uncertainty.md).
 *
 * A yes stands when its line stays free however the true surfaces lie; a no when it is proved for all of them, or
 * without the uncertain meshes. What doesn't stand is marginal. */
#ifndef TL_JUDGE_BETWEEN_UNCERTAINTY_H
#define TL_JUDGE_BETWEEN_UNCERTAINTY_H

#include "cover/cover.h"
#include "judge/between/ends.h"
#include "judge/between/line_asked.h"

typedef struct tl_uncertainty tl_uncertainty;

struct tl_uncertainty {
    bool any;      /* an uncertain mesh may matter */
    bool decides;  /* the answer is marginal because of it */
    double ends;   /* by how much the bodies themselves may be off, mm: the larger of the two */
    double needed; /* ... and with the most uncertain mesh between them: a line clearer than this is free for certain */
    bool ground;   /* the ground's mesh is among them */
    bool areas;    /* outlines taken from uncertain meshes */
    uint32_t slots[TL_SIGHT_NAMED]; /* whose meshes, the most uncertain first */
    size_t count;
    uint8_t *marked; /* per slot of the closed world, and as much room for a mask; freed with tl_uncertainty_free */
    tl_context *context;
};

/* Which uncertain meshes may matter between two bodies in a box; `ends`: of the bodies' own cores. */
tl_status tl_uncertainty_find(const tl_inquiry *inquiry, const tl_between *between, tl_box3 box, double ends,
                              tl_uncertainty *uncertainty, tl_error *error);
void tl_uncertainty_free(tl_uncertainty *uncertainty);

/* Whether a free segment stays free however the true surfaces lie; `least`: with this much clearance left. */
bool tl_uncertainty_line_stands(const tl_inquiry *inquiry, const tl_between *between, const tl_uncertainty *uncertainty,
                                tl_vec3 p, tl_vec3 q, double least);

/* Holds an answer against what is uncertain: another line may take a yes's place, and what doesn't stand becomes
 * marginal. */
tl_status tl_uncertainty_sight(const tl_inquiry *inquiry, const tl_between *between, const tl_between_line_asked *asked,
                               tl_sight *sight, tl_uncertainty *uncertainty, tl_error *error);

/* The same for cover of the member `to` from `from`, which was measured with these options. */
tl_status tl_uncertainty_cover(const tl_inquiry *inquiry, const tl_between *between, size_t from, size_t to,
                               const tl_cover_options *options, tl_cover *cover, tl_uncertainty *uncertainty,
                               tl_error *error);

#endif
