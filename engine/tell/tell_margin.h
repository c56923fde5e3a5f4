/* tell_margin.h: what is said and written of margins of sight. */
#ifndef TL_TELL_TELL_MARGIN_H
#define TL_TELL_TELL_MARGIN_H

#include "judge/sight/pair_margin.h"
#include "tell/answer.h"

/* The field `margin`. */
void tl_tell_pair_margin_json(const tl_inquiry *inquiry, const tl_pair_margin *margin, tl_json_writer *writer);
/* A line about the target, or why no margin is told, and one about the blocker; empty where there is nothing to say. */
void tl_tell_pair_margin_text(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, const tl_pair_margin *margin,
                              char *target, char *blocker, size_t size);

#endif
