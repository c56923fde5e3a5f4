/* pair_depth.h: how deep the lines between two models lie in area terrain (DB-ARE-02, DB-ARE-03). */
#ifndef TL_RULING_PAIR_DEPTH_H
#define TL_RULING_PAIR_DEPTH_H

#include "judge/measure/pair.h"

/* Puts into the result's depth the area on the line with the least depth to spare; leaves it as it is when the line
 * passes none. */
void tl_depth_explain(const tl_inquiry *inquiry, const tl_between *between, tl_pair_sight_result *result, tl_vec3 from,
                      tl_vec3 to);

/* Why the areas allow no line: the one that stands in the way, on the line that comes nearest to being allowed of those
 * looked at (the one tried last, and the straight one, p to q). An example: the verdict rests on the proof for all
 * lines. */
void tl_depth_explain_no(const tl_inquiry *inquiry, const tl_between *between, tl_vec3 p, tl_vec3 q,
                         tl_pair_sight_result *result);

/* The field `depth`; nothing where the result has none. */
void tl_depth_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer);

/* Adds where the line that is shown, from p to q, lies inside areas. What is told in words begins at the edge of a
 * base, so of that area the stretch does, too. */
void tl_depth_witness(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_vec3 p, tl_vec3 q,
                      tl_answer *answer);

#endif
