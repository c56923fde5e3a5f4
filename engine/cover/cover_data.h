/* cover_data.h: what a question about cover is asked with, and its answer (cover.h). */
#ifndef TL_COVER_COVER_DATA_H
#define TL_COVER_COVER_DATA_H

#include "visibility/sight.h"

typedef struct tl_cover_options {
    tl_sight_options sight;
    double contact_skirt; /* points of the target this near to a blocker's surface don't count; 0: 0.6 mm */
    double min_fraction;  /* hidden share below which it is no cover (DB-COV-04); 0: any */
    bool union_of_views;  /* reading B of DB-COV-02: every target point seen from some viewpoint */
} tl_cover_options;

typedef struct tl_cover {
    tl_verdict verdict; /* yes: in cover */
    tl_why why;
    bool has_viewpoint; /* no: from here all of the target is free; otherwise the best viewpoint found */
    tl_vec3 viewpoint;  /* on the attacker's triangles */
    double visible_low; /* share of the target's core, by area facing the viewpoint, seen from there: bounds */
    double visible_high;
    tl_vec3 hidden_point; /* a point of the target that the best viewpoint can't see */
    bool has_hidden_point;
    double closed_gap;    /* proofs of what is hidden closed cracks between blockers: lines this clear or less may pass
                             one;    0: none can */
    bool target_in_solid; /* part of the target lies inside something solid */
    uint32_t named[TL_SIGHT_NAMED]; /* slots that hide, those first that hide most from the viewpoint */
    size_t named_count;
    double hidden_share[TL_SIGHT_NAMED]; /* of the target, that each of them is the first to hide from the viewpoint */
    uint64_t work;
} tl_cover;

#endif
