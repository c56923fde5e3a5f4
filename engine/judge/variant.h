/* variant.h: an inquiry about the table as it would be with one model standing or facing otherwise; the table itself,
 * which others may be asking about, stays as it is. */
#ifndef TL_JUDGE_VARIANT_H
#define TL_JUDGE_VARIANT_H

#include "judge/referee.h"

/* It holds pointers into itself: don't copy it. */
typedef struct tl_variant {
    tl_inquiry inquiry; /* to be asked */
    tl_table table;     /* what it is about: the original's, but for its members */
    tl_placed *members;
    size_t member; /* who stands or faces otherwise */
    tl_body *body; /* that member's own; NULL: it was given, or stands as it did */
} tl_variant;

/* Begins a variant in which everybody stands as before, with a context of the caller's. What an inquiry remembers of
 * where members stand isn't remembered in it, unless the caller has it remember anew (tl_inquiry_memo, which goes with
 * the variant). Errors: TL_ERROR_MEMORY. End it in any case. */
tl_status tl_variant_begin(tl_variant *variant, const tl_inquiry *inquiry, tl_context *context, size_t member,
                           tl_error *error);
void tl_variant_end(tl_variant *variant);

/* The member stands so, its hierarchies moved; again and again. Errors: TL_ERROR_ARGUMENT too far away,
 * TL_ERROR_MEMORY. */
tl_status tl_variant_move(tl_variant *variant, const tl_pose *pose, tl_error *error);
/* The member's body is this one, which stays the caller's. */
void tl_variant_give_body(tl_variant *variant, tl_body *body);
/* The member looks that way, degrees. */
void tl_variant_face(tl_variant *variant, double facing_deg);

#endif
