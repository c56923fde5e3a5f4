/* filling.h: templates that strike all of a room or house, in place of a disc (LW-LOS-02). */
#ifndef TL_JUDGE_TEMPLATE_FILLING_H
#define TL_JUDGE_TEMPLATE_FILLING_H

#include "judge/template/placing_data.h"

/* Finds the piece of terrain that the centre lies in, of the kinds that the rule fills: of several the smallest. Lays
 * its outermost outline round the centre in place of a disc. Error: TL_ERROR_ARGUMENT where it lies in none. */
tl_status tl_filling_lay(const tl_inquiry *inquiry, tl_placing *placing, tl_error *error);
/* Whether who throws stands against a piece of the kinds that the rule says, which holds the centre: a finding. */
tl_status tl_filling_judge_against(const tl_inquiry *inquiry, tl_placing *placing, tl_error *error);
/* Whether a model stands in the piece: its middle does, on a height that it has. `*margin_mm`: to the outline. */
tl_status tl_filling_holds(const tl_inquiry *inquiry, const tl_placing *placing, size_t member, tl_verdict *verdict,
                           double *margin_mm, tl_error *error);

#endif
