/* question.h: the state of one question about cover, shared by its readings. */
#ifndef TL_COVER_QUESTION_H
#define TL_COVER_QUESTION_H

#include "cover/cover_data.h"
#include "cover/limits.h"
#include "cover/picture.h"

/* A point of the target that hides often. */
typedef struct tl_cover_critical {
    tl_vec3 point;
    tl_cell *cell; /* the target within half the tolerance of it; made when first needed */
} tl_cover_critical;

typedef struct tl_cover_question {
    tl_sight_search search;
    const tl_cover_options *options;
    tl_sight sight; /* work, names */
    tl_skirt parts;
    tl_cover *cover;
    const tl_bvh *attacker;
    tl_cell *attacker_cell;                        /* made when first needed */
    tl_cover_critical critical[TL_COVER_CRITICAL]; /* most useful first */
    size_t critical_count;
    tl_vec3 samples[TL_COVER_SAMPLES]; /* of the target */
    size_t sample_count;
    tl_vec3 axis;                  /* from the attacker to the target, unit */
    tl_vec3 views[TL_COVER_VIEWS]; /* live viewpoints that see much */
    uint64_t seen[TL_COVER_VIEWS]; /* bit i: it sees sample i */
    size_t view_count;
} tl_cover_question;

bool tl_cover_line_free(tl_cover_question *q, tl_vec3 p, tl_vec3 b);
/* Whether the attacker can look from a point of it (tl_sight_may_view). */
bool tl_cover_live(tl_cover_question *q, tl_vec3 p);
tl_status tl_cover_attacker_cell(tl_cover_question *q);
/* Readies proofs between the attacker and all of the target. */
tl_status tl_cover_ready(tl_cover_question *q);

/* Puts a point in front of the others; a full list drops its last. */
void tl_cover_add_critical(tl_cover_question *q, tl_vec3 point);
void tl_cover_to_front(tl_cover_question *q, size_t i);
/* The target round a critical point, no smaller than the tolerance: a sliver thinner than that is no cover. NULL in
 * *cell when there isn't as much of it. */
tl_status tl_cover_critical_cell(tl_cover_question *q, size_t i, const tl_cell **cell);

/* Which samples a viewpoint sees; remembered as one of the best if it sees more than those. */
uint64_t tl_cover_mask(tl_cover_question *q, tl_vec3 p);
/* Of the samples that aren't `seen`, the one farthest from those that are, as seen along the axis; SIZE_MAX: none. */
size_t tl_cover_deepest(const tl_cover_question *q, uint64_t seen);

/* Looks at all of the target from a live point; *clear puts it into cover->viewpoint, a hidden point found becomes
 * critical. */
tl_status tl_cover_look(tl_cover_question *q, tl_vec3 p, bool *clear);

/* Samples, extremal points of the target, and a few good viewpoints: *clear when one of them sees everything. */
tl_status tl_cover_first_looks(tl_cover_question *q, bool *clear);

/* Branch and bound over the attacker: *clear when a viewpoint that sees everything is found (in cover->viewpoint),
 * *hidden when it's proved that there is none. */
tl_status tl_cover_branch(tl_cover_question *q, bool *clear, bool *hidden);

/* A share of min_fraction or more of what faces the viewpoint must be hidden: *sees when a viewpoint sees more than the
 * rest (in cover->viewpoint), *hidden when it's proved that none does. */
tl_status tl_cover_share(tl_cover_question *q, bool *sees, bool *hidden);

/* Every point of the target may be seen from another viewpoint: *all_seen when that is shown, *hidden when some part
 * (or, with a min_fraction, as much of all of the target's area) is proved hidden from all of the attacker. */
tl_status tl_cover_union(tl_cover_question *q, bool *all_seen, bool *hidden);

#endif
