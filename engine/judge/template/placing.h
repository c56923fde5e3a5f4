/* placing.h: a template laid on the table: where it lies, and whether it may lie there (DB-BLA-01, DB-FLM-02). */
#ifndef TL_JUDGE_TEMPLATE_PLACING_H
#define TL_JUDGE_TEMPLATE_PLACING_H

#include "judge/template/placing_data.h"

/* Finds the template of a question and lays it; judges its legality. Errors: an unknown shape, a place or firer that is
 * missing or doesn't fit the shape. */
tl_status tl_placing_make(const tl_inquiry *inquiry, const tl_question *question, tl_placing *placing, tl_error *error);
void tl_placing_free(tl_placing *placing);
/* Whether somebody lays it where he may not: who lies under it would be hit. */
bool tl_placing_is_illegal(const tl_placing *placing);

/* The template that a question names; its outline from a file where a setting says so. TL_ERROR_NOT_FOUND (with the
 * nearest name) or, for NULL, TL_ERROR_ARGUMENT. */
tl_status tl_placing_rule(const tl_inquiry *inquiry, const char *shape, const tl_template_rule **rule, tl_error *error);

#endif
