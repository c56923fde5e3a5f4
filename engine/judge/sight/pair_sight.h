/* pair_sight.h: whether one model sees another, or a point, and which rule decides it (DB-LOS). */
#ifndef TL_JUDGE_SIGHT_PAIR_SIGHT_H
#define TL_JUDGE_SIGHT_PAIR_SIGHT_H

#include "judge/sight/pair_sight_data.h"

/* A question's own seed: the same scene and models give the same search. */
uint64_t tl_pair_seed(const tl_inquiry *inquiry, size_t a, size_t b);

/* Sight from a to b. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_pair_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_sight_result *result, tl_error *error);
/* Whether lines between two members are looked for from b to a. Which end is the first is told by where the models
 * stand, not by the order of the scene's lists, so that neither that order nor who asks changes the answer (DB-LOS-07).
 */
bool tl_pair_turned(const tl_inquiry *inquiry, size_t a, size_t b);
/* The same with a recorder of the proof (NULL: none) and a budget (0: the usual). The recorder hears of bodies in one
 * order, whoever asks: its `from` is b when the pair is turned. */
tl_status tl_pair_sight_recorded(const tl_inquiry *inquiry, size_t a, size_t b, const tl_sight_recorder *recorder,
                                 uint64_t budget, tl_pair_sight_result *result, tl_error *error);
/* Looks for the patch that the setting min_visible_patch_mm asks for, and makes the answer that of both. */
tl_status tl_pair_patch_look(const tl_inquiry *inquiry, tl_pair_sight_result *result, tl_error *error);
/* Sight between a template's centre and a member (DB-BLA-01, -04): from the centre, or with `to_centre` to it. A member
 * whose core holds the point itself is seen by it: the line is then a point. The point may be off by `point_off`, mm.
 */
tl_status tl_pair_point_sight(const tl_inquiry *inquiry, tl_vec3 point, double point_off, size_t member, bool to_centre,
                              tl_pair_sight_result *result, tl_error *error);
/* Whether a model sees any of a party: yes as soon as it does one. */
tl_status tl_sees_any(const tl_inquiry *inquiry, size_t member, const tl_party *to, tl_verdict *verdict,
                      tl_error *error);

#endif
