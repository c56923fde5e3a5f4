/* explain.h: what a ruling keeps of its steps and settings (trueline/explain.h). */
#ifndef TL_TELL_EXPLAIN_H
#define TL_TELL_EXPLAIN_H

#include <trueline/explain.h>

#include "tell/answer.h"

typedef struct tl_explanation {
    char *texts; /* of everything below */
    tl_step_number *numbers;
    tl_step *steps;
    size_t step_count;
    tl_setting_info *settings;
    size_t setting_count;
    const char *query, *rule;
    double tolerance;
} tl_explanation;

/* Copies an answer's steps, its settings and the words of the rules. Free with tl_explanation_free, also on failure. */
tl_status tl_explanation_make(const tl_answer *answer, const tl_inquiry *inquiry, tl_explanation *made,
                              tl_error *error);
/* Takes one that is all zero. */
void tl_explanation_free(tl_context *context, tl_explanation *explanation);

#endif
