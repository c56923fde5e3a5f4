/* tell_template.h: who is hit by a template, in words, fields and pictures. */
#ifndef TL_TELL_TELL_TEMPLATE_H
#define TL_TELL_TELL_TEMPLATE_H

#include "judge/template/strike.h"
#include "tell/answer.h"

/* Everything, cause and verdict included. */
void tl_tell_strike(const tl_strike *strike, tl_answer *answer);

/* The parts of that: reasons, lines and notes; the fields; what pictures draw. */
void tl_tell_strike_words(const tl_strike *strike, tl_answer *answer);
/* Of the words those about who lies under it alone: reasons, lines and notes. */
void tl_tell_strike_units(const tl_strike *strike, tl_answer *answer);
void tl_tell_strike_json(const tl_strike *strike, tl_json_writer *writer);
void tl_tell_strike_witness(const tl_strike *strike, tl_answer *answer);

/* What players call a template, in their language. */
const char *tl_tell_template_text(const tl_inquiry *inquiry, const tl_template_rule *rule);

#endif
