/* variant.h: inquiries about the table as it would be; the table itself, which others may be asking about, stays as it
 * is.
 *
 * An inquiry sees one table: the base is the referee's, as it is; in a variant of it one model stands elsewhere (moved)
 * or looks another way (turned), and an inquiry without somebody asks sight as if he weren't there (removed). These go
 * together: a variant is made of any inquiry, also of one without somebody, and its inquiry may be asked without
 * others. Nothing is copied but the list of members, and no file but variant.c writes what an inquiry sees
 * (tl_inquiry.table, tl_inquiry.view); judges read it by tl_inquiry_facing and tl_inquiry_is_without. */
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

/* The same inquiry, where sight is asked as if the owners of some slots weren't there: not 0 in `removed`, which has
 * one for each slot of the table and must outlive the inquiry; NULL: all are there. They take the place of those who
 * were left out before. As nobody stands elsewhere, what the two remember of where members stand is the same. */
tl_inquiry tl_inquiry_without(const tl_inquiry *inquiry, const uint8_t *removed);

#endif
