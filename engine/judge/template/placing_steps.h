/* placing_steps.h: the steps of tl_placing_make: laying a template, then judging whether it may lie there; and
 * what they share. */
#ifndef TL_JUDGE_TEMPLATE_PLACING_STEPS_H
#define TL_JUDGE_TEMPLATE_PLACING_STEPS_H

#include "judge/template/placing_data.h"

/* Puts the template on the table: at, eye, shape, what they may be off by, and of a flame angle, firer and weapon.
 * Errors: those of tl_placing_make. */
tl_status tl_placing_lay_blast(const tl_inquiry *inquiry, const tl_question *question, tl_placing *placing,
                               tl_error *error);
tl_status tl_placing_lay_flame(const tl_inquiry *inquiry, const tl_question *question, tl_placing *placing,
                               tl_error *error);

/* Judges it for whoever of the firers may lay it with whichever weapon; without a firer, only whether it can lie there:
 * findings and verdict. */
tl_status tl_placing_judge_blast(const tl_inquiry *inquiry, const tl_question *question, tl_placing *placing,
                                 tl_error *error);
/* The same of a flame, whose firer is known. */
tl_status tl_placing_judge_flame(const tl_inquiry *inquiry, const tl_question *question, tl_placing *placing,
                                 tl_error *error);

/* Whether a weapon is meant: named, or made for this template. */
bool tl_placing_weapon_is_meant(const tl_template_rule *rule, const tl_document_weapon *weapon, const char *named);
/* Adds a finding and returns it. */
tl_placing_finding *tl_placing_find(tl_placing *placing, tl_placing_fact fact, tl_cause cause, tl_verdict verdict);
/* The same of `arc`. `fact`: TL_PLACING_CENTRE_ARC or TL_PLACING_WHOLE_ARC, unless it is a full circle. */
void tl_placing_find_arc(tl_placing *placing, tl_placing_fact fact, tl_cause cause);
/* Whether the firer's weapon is used at all from where its bearer is; a finding where not. */
tl_status tl_placing_find_bar(const tl_inquiry *inquiry, tl_placing *placing, tl_error *error);
/* The verdict: that of all findings together. */
void tl_placing_conclude(tl_placing *placing);

#endif
