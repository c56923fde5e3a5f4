/* tell_pair_sight.h: what is said, written and drawn of the sight between two models, or of a point and one. */
#ifndef TL_TELL_TELL_PAIR_SIGHT_H
#define TL_TELL_TELL_PAIR_SIGHT_H

#include "judge/sight/pair_depth.h"
#include "judge/sight/pair_sight.h"
#include "tell/answer.h"

/* The sentence that tells it. */
void tl_tell_pair_sight_text(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size);
/* Of a sight that isn't settled: how clear a free line can be at most. False: it is settled, or nothing is known. */
bool tl_tell_pair_sight_bound(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size);
/* Fields of an object that is open. */
void tl_tell_pair_sight_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer);
/* The picture of it. Only an answer about sight alone tells on it how deep the line lies in an area. */
void tl_tell_pair_sight_draw(const tl_inquiry *inquiry, const tl_pair_sight_result *result,
                             const tl_pair_sight_shown *shown, tl_answer *answer);
/* Finds what is to be shown, and draws it. */
void tl_tell_pair_sight_witness(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_answer *answer);

#endif
