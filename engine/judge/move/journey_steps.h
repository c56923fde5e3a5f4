/* journey_steps.h: the steps of judging a move, and what they share. */
#ifndef TL_JUDGE_MOVE_JOURNEY_STEPS_H
#define TL_JUDGE_MOVE_JOURNEY_STEPS_H

#include "judge/move/journey_data.h"

/* A limit is reached by exactly its length; lengths on a table are exact to far less than this. */
#define TL_JOURNEY_ROUNDING 1e-9

/* Adds something that ends the move, or may, to be filled in further; when there are too many, one that nobody reads.
 */
tl_halt *tl_journey_halt(tl_journey *j, tl_cause cause, tl_verdict verdict, tl_halt_kind kind, double plan,
                         double cost);

/* What the path has cost at a length in plan, and the other way round; mm. */
double tl_journey_cost_at(const tl_journey *j, double plan);
double tl_journey_plan_at(const tl_journey *j, double cost);

/* Where terrain slows, how far the model may go, and the halt when that is less than the path. Errors: memory. */
tl_status tl_journey_measure(tl_journey *j, tl_error *error);

/* How it faces on its legs so that turns cost least, as dear (or as cheap) as they may be. Errors: memory. */
tl_status tl_journey_drive(tl_journey *journey, bool dear, double *facings, tl_error *error);
/* What its way uses of its move, once it is known how it turns on it. Errors: memory. */
tl_status tl_journey_spend(tl_journey *journey, tl_error *error);
/* What it may do afterwards. */
void tl_journey_deeds(tl_journey *journey);

/* Sorts and joins spans in which the footprint meets an outline's edge, with what lies between when it is inside; in
 * place, with room for two more. `off`: by how much outline and footprint may be off; `surely`: what is certain.
 * Returns how many there are. */
size_t tl_journey_join(const tl_journey *journey, tl_move_span *spans, size_t count, const tl_outline *outline,
                       double off, bool surely);
/* Terrain that is told when it is met, or not gone through so. Errors: memory. */
tl_status tl_journey_meet(tl_journey *journey, tl_error *error);
/* Terrain that it crosses from contact: which, and where it is behind it. Errors: TL_ERROR_ARGUMENT: the die is missing
 * that says how far it goes there; memory. */
tl_status tl_journey_cross(tl_journey *journey, tl_error *error);
/* Takes out of spans what of the way runs on terrain that clears others; returns how many are left. `made` has room for
 * a span more for each piece of the way. */
size_t tl_journey_clear(const tl_journey *journey, bool surely, const tl_move_span *spans, size_t count,
                        tl_move_span *made);

/* Enemies that it runs over (LW-MOV-11), and where each of them is clear of it. Errors: memory, cancelled. */
tl_status tl_journey_run_over(tl_journey *journey, tl_error *error);
/* Whom it ends in contact with, of who charges (LW-MOV-05). Errors: memory. */
tl_status tl_journey_touch(tl_journey *journey, tl_error *error);
/* Room to turn round (LW-MOV-10): adds halts. */
void tl_journey_turn_round(tl_journey *journey);
/* A flight that the question gives an altitude for: what changing bands costs, before what is used is added up. */
void tl_journey_plan_begin(tl_journey *journey, const tl_question *question);
/* ... and what its way is held against, once that is known (LW-AIR-02, -03, -10). */
void tl_journey_plan_judge(tl_journey *journey);

/* What turning gains, in the reading of the setting `rotation` (DB-MOV-02). */
void tl_journey_rotation(tl_journey *journey);

#endif
