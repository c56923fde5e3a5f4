/* pair_margin.h: how far the target, or what is in the way, must be moved before the answer about a pair changes. */
#ifndef TL_RULING_PAIR_MARGIN_H
#define TL_RULING_PAIR_MARGIN_H

#include "judge/measure/pair.h"
#include "visibility/margin.h"

typedef struct tl_pair_margin {
    bool uncertain; /* it isn't told, since meshes may be off */
    bool measured;  /* not for marginal answers, nor where more than a line is asked for */
    tl_margin target;
    bool has_blocker; /* there is one thing that can be moved: what is in the way, or what is nearest to the line */
    size_t blocker_slot;
    tl_margin blocker;
} tl_pair_margin;

tl_status tl_pair_margin_measure(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, tl_pair_margin *margin,
                                 tl_error *error);
/* The field `margin`. */
void tl_pair_margin_json(const tl_inquiry *inquiry, const tl_pair_margin *margin, tl_json_writer *writer);
/* A line about the target and one about the blocker (empty without one). */
void tl_pair_margin_text(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, const tl_pair_margin *margin,
                         char *target, char *blocker, size_t size);

#endif
