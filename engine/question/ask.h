/* ask.h: what the rows of questions.c call: each judges a question, tells it and so fills an answer. */
#ifndef TL_QUESTION_ASK_H
#define TL_QUESTION_ASK_H

#include "judge/cover/unit.h"
#include "judge/party.h"
#include "tell/tell_arc.h"
#include "tell/tell_cover.h"
#include "tell/tell_guesses.h"
#include "tell/tell_holes.h"
#include "tell/tell_pair_sight.h"
#include "tell/tell_range.h"
#include "tell/tell_unseen.h"

#include <trueline/ruling.h>

tl_status tl_ask_range(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool has_limit,
                       double limit_mm, tl_answer *answer, tl_error *error);
/* The inquiry of a question that names a marker (`at`): only the zone that it bars is fired into. `marker`: filled in,
 * and must stay. Error: TL_ERROR_NO_RULE: the system bars no directions. */
tl_status tl_ask_barred(const tl_inquiry *inquiry, const tl_question *question, tl_vec2 *marker, tl_inquiry *barred,
                        tl_error *error);
tl_status tl_ask_arc(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                     tl_answer *answer, tl_error *error);
/* `proof`: a `no` tells its proof in outline. */
tl_status tl_ask_los(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, bool proof, tl_answer *answer,
                     tl_error *error);
tl_status tl_ask_cover(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, tl_answer *answer,
                       tl_error *error);
tl_status tl_ask_attack(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *weapon,
                        tl_answer *answer, tl_error *error);

/* `question`: where a template lies, for scores of what lies under it. */
tl_status tl_ask_score(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *score,
                       const char *weapon, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_watch(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const tl_question *question,
                       tl_answer *answer, tl_error *error);
tl_status tl_ask_carry(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_close_combat(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, tl_answer *answer,
                              tl_error *error);
tl_status tl_ask_within(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_react(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const tl_question *question,
                       tl_answer *answer, tl_error *error);

tl_status tl_ask_template(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_scatter(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_reach(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_sees(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_nearest(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_move(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_zone(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error);
tl_status tl_ask_cohesion(const tl_inquiry *inquiry, const tl_party *unit, tl_answer *answer, tl_error *error);

#endif
