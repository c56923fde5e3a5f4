/* tell_arc.h: what is said, written and drawn of fields of fire. */
#ifndef TL_TELL_TELL_ARC_H
#define TL_TELL_TELL_ARC_H

#include "judge/measure/arc.h"
#include "tell/answer.h"

/* What an arc is called. */
const char *tl_tell_arc_name(const tl_inquiry *inquiry, const tl_arc_rule *field);
/* The sentence that tells whether a target is in the arc of a weapon of `from`. */
void tl_tell_arc_text(const tl_inquiry *inquiry, const tl_pair_arc_result *arc, const char *from, const char *to,
                      const char *weapon, char *buffer, size_t size);

/* Fills the answer to `arc`. */
void tl_tell_arc(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const tl_judge_arc_found *found,
                 tl_answer *answer);

#endif
