/* best_place.h: the best placements of a template, as they are kept while they are searched for, and told. */
#ifndef TL_JUDGE_TEMPLATE_BEST_PLACE_H
#define TL_JUDGE_TEMPLATE_BEST_PLACE_H

#include "judge/referee.h"

enum { TL_BEST_LISTED = 5 };

/* One placement: certainly legal; enemies count when they are certainly hit, friends when they may be, figure by
 * figure. */
typedef struct tl_best_place {
    size_t firer;     /* SIZE_MAX: nobody was named */
    tl_vec3 at;       /* a blast's centre */
    double angle_deg; /* a flame's axis */
    double score;
    size_t enemies, friends; /* figures */
    double
        margin_mm; /* it could slip this far, at least, before a model under it, or a friend beside it, changes sides */
    uint64_t *hit; /* bits: members counted, owned by the list */
} tl_best_place;

typedef struct tl_best {
    tl_context *context;
    const tl_template_rule *rule;
    tl_cause cause;                       /* what says who lies under the template */
    tl_best_place places[TL_BEST_LISTED]; /* the best first; all of one score, all with other members hit */
    size_t count;
    double upper;   /* no legal placement has a higher score */
    bool proved;    /* the score of the first is `upper`, or none is worth laying */
    bool exhausted; /* the work or the time was spent first */
    bool uncertain; /* meshes that may be off are among what it depends on */
    size_t cells;
    uint64_t work;
    size_t enemies_on_table; /* figures */
} tl_best;

void tl_best_free(tl_best *best);

#endif
