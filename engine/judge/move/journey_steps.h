/* journey_steps.h: what the steps of judging a move share. */
#ifndef TL_JUDGE_MOVE_JOURNEY_STEPS_H
#define TL_JUDGE_MOVE_JOURNEY_STEPS_H

#include "judge/move/journey.h"

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

#endif
