/* scatter.h: where something comes down that is thrown, fired or drifts, by dice that are given: each throw of dice and
 * what it means, the place, who lies under the template there, and whom a ball hits that goes on. */
#ifndef TL_JUDGE_SCATTER_SCATTER_H
#define TL_JUDGE_SCATTER_SCATTER_H

#include "judge/scatter/aim.h"
#include "judge/scatter/crossing.h"
#include "judge/scatter/dice.h"
#include "judge/template/strike.h"

/* What a throw of dice meant. */
typedef enum tl_scatter_fact {
    TL_SCATTER_REACH,    /* one throws `mm` at most */
    TL_SCATTER_SECTOR,   /* it goes to the side that `sector` says */
    TL_SCATTER_STAYS,    /* it comes down where it was aimed */
    TL_SCATTER_ARROW,    /* it goes in the direction `angle_deg` */
    TL_SCATTER_DISTANCE, /* it goes `mm` */
    TL_SCATTER_BOUNCE,   /* it goes on for `mm` */
    TL_SCATTER_FAILS,    /* nothing comes down */
    TL_SCATTER_STOPS,    /* a misfire: it goes no farther */
    TL_SCATTER_UNUSED,   /* nothing was left for it to decide */
    TL_SCATTER_FACTS
} tl_scatter_fact;

typedef struct tl_scatter_step {
    tl_scatter_fact fact;
    tl_cause cause;
    const tl_deviation_die *die;
    tl_scatter_value value;
    double total; /* of a number: with the question's modifier */
    const tl_deviation_sector *sector;
    double mm;
    double angle_deg; /* on the table */
} tl_scatter_step;

typedef struct tl_scatter {
    const tl_inquiry *inquiry;
    const tl_deviation_rule *rule;
    const tl_template_rule *shape; /* what comes down; NULL: a point */
    tl_scatter_dice dice;
    double modifier;
    tl_scatter_aim aim;
    tl_scatter_step steps[TL_DEVIATION_MOST_DICE];
    size_t step_count;
    bool has_reach; /* `reach` was held against something */
    tl_limit reach;
    bool fails;       /* nothing comes down: all below is empty */
    tl_vec2 origin;   /* from where it deviated */
    double angle_deg; /* the way from there to the place, on the table */
    double moved_mm;  /* ... how long it is */
    tl_vec3 at;       /* where it comes down, on the surface there */
    double off;       /* by how much that may be off in plan, mm */
    tl_verdict on_table;
    double table_margin; /* mm inside the table's edge; negative: outside */
    bool struck;         /* `strike`: who lies under the template */
    tl_strike strike;
    bool bounces;
    tl_scatter_way way;
    tl_scatter_crossing *crossings; /* of all models that it may meet */
    size_t crossing_count;
    size_t hits, open, bases; /* of those: figures that it hits, or perhaps; models that it hits */
    tl_verdict verdict;       /* is anybody hit? */
} tl_scatter;

/* Judges a question. Free with tl_scatter_free. Errors: TL_ERROR_NO_RULE: the rule system has no deviations;
 * TL_ERROR_NOT_FOUND for names; TL_ERROR_ARGUMENT for dice and aims; those of templates. */
tl_status tl_scatter_make(const tl_inquiry *inquiry, const tl_question *question, tl_scatter *scatter, tl_error *error);
void tl_scatter_free(tl_scatter *scatter);

/* What the throw rests on as a whole. */
tl_cause tl_scatter_cause(const tl_scatter *scatter);

#endif
