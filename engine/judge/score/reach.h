/* reach.h: how far fire reaches at most, whatever the weapon: by night, at who is lit (`reaches` of a rule file). */
#ifndef TL_JUDGE_SCORE_REACH_H
#define TL_JUDGE_SCORE_REACH_H

#include "judge/referee.h"

/* How far fire reaches, mm; INFINITY: as far as the weapon does. The two are one but where it is too close to call
 * whether a light falls on somebody. */
typedef struct tl_reach_cap {
    double surely;            /* no farther, lit or not */
    double perhaps;           /* so far, lit or not */
    const tl_reach_rule *row; /* the one that `perhaps` is of; NULL: none */
} tl_reach_cap;

/* How far a member reaches another with a weapon (NULL: with any) under the rule system's `reaches`. Errors: those of
 * measuring, memory. */
tl_status tl_reach_of(const tl_inquiry *inquiry, size_t from, size_t to, const tl_document_weapon *weapon,
                      tl_reach_cap *reach, tl_error *error);
/* The same of a place that a disc is aimed at, which may be off by so much, mm: rows that ask what the target is, but
 * for the light that falls on it, say nothing of a place. */
tl_status tl_reach_of_place(const tl_inquiry *inquiry, size_t from, tl_vec3 at, double off,
                            const tl_document_weapon *weapon, tl_reach_cap *reach, tl_error *error);
/* Whether that may depend on where the one who fires stands: some row asks for light on him. */
bool tl_reach_asks_of_firer(const tl_inquiry *inquiry);
/* Whether a light falls on a member: it is marked so, or its middle lies in an area of a kind that `lights`. */
tl_status tl_reach_is_lit(const tl_inquiry *inquiry, size_t member, tl_verdict *lit, tl_error *error);

#endif
