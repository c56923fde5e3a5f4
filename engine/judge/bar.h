/* bar.h: what keeps a weapon from being used whatever the lines say: where its bearer is, and where its target is. */
#ifndef TL_JUDGE_BAR_H
#define TL_JUDGE_BAR_H

#include "judge/referee.h"

typedef enum tl_bar_kind {
    TL_BAR_NONE,
    TL_BAR_PLACE,     /* the weapon isn't fired from inside such terrain (DT-SPC-08, DT-FRT-05) */
    TL_BAR_SHELTER,   /* nothing like the target is hit from inside this fortification (DT-FRT-05) */
    TL_BAR_CARRIED,   /* passengers inside a transport don't use such a weapon (DT-SPC-18) */
    TL_BAR_PASSENGER, /* the target is inside a transport (DT-SPC-18) */
    TL_BAR_NO_RULE    /* a weapon for close combat, for which the rule system has no rule */
} tl_bar_kind;

typedef struct tl_bar {
    tl_bar_kind kind;
    size_t terrain;                  /* index; SIZE_MAX: none is concerned */
    const tl_document_unit *carrier; /* the transport that someone is inside of; NULL: none is concerned */
    tl_cause cause;
} tl_bar;

/* Whether a unit is aboard a model that carries its passengers inside (the effect TL_EFFECT_ENCLOSES). */
bool tl_bar_unit_is_inside(const tl_inquiry *inquiry, const tl_document_unit *unit);

/* Whether a member of a party may use a weapon (NULL: none in particular) at all, and against models of `target` (NULL:
 * a place on the table). */
tl_status tl_bar_find(const tl_inquiry *inquiry, const tl_party *from, size_t member, const tl_document_weapon *weapon,
                      const tl_document_unit *target, tl_bar *bar, tl_error *error);
/* The bar alone that a fortification puts between a member inside it and models of `target`. */
tl_status tl_bar_of_shelter(const tl_inquiry *inquiry, size_t member, const tl_document_unit *target, tl_bar *bar,
                            tl_error *error);

#endif
