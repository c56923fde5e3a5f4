/* best.h: the placements of a template that catch the most enemies and the fewest friends, certified by a search that
 * bounds every placement from above. */
#ifndef TL_JUDGE_TEMPLATE_BEST_H
#define TL_JUDGE_TEMPLATE_BEST_H

#include "judge/template/strike.h"

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

/* Searches. `question`: shape, from, weapon, side, friends_weight. Free with tl_best_free. Errors: an unknown side, a
 * firer without such a weapon, a flame without a firer, a place that is given although it is asked for. */
tl_status tl_best_find(const tl_inquiry *inquiry, const tl_question *question, tl_best *best, tl_error *error);
void tl_best_free(tl_best *best);

/* The question that lays the first of the places listed (there is one), for tl_strike_make: a flame is laid anew, a
 * blast exactly where it was found. */
tl_question tl_best_first(const tl_inquiry *inquiry, const tl_question *question, const tl_best *best);
/* Is somebody hit by it? Open while the search proved nothing. `first`: what the first of the places hits; NULL when
 * none is worth laying. */
tl_verdict tl_best_verdict(const tl_best *best, const tl_strike *first);

#endif
