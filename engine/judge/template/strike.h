/* strike.h: who is hit by a template that lies on the table: under it, seen, on the level that is struck, and harmed by
 * the mode that is fired (DB-BLA-03 to -08, DB-FLM-03). */
#ifndef TL_RULING_STRIKE_H
#define TL_RULING_STRIKE_H

#include "tell/ask.h"
#include "judge/attack/attack.h"
#include "judge/template/placing.h"

/* One model that may be hit. */
typedef struct tl_victim {
    size_t member;
    bool out;    /* nothing to tell of it; also the one who fires a flame, never under its own */
    bool spared; /* the mode fired doesn't harm its class (DB-BLA-08) */
    tl_bar bar;  /* the fortification that it is fired from keeps it from being hit, or TL_BAR_NONE (DT-FRT-05) */
    tl_template_hold hold;
    tl_verdict under, los;
    tl_verdict struck; /* is it on the level that is hit (DB-BLA-05) */
    tl_verdict hit;
    tl_pair_sight_result sight;
    size_t level; /* that it stands on */
    size_t struck_level;
    bool indoors, maybe_indoors, level_open; /* flames: in a building, or perhaps; whether its level isn't certain */
    bool covered;                            /* `cover` was judged */
    tl_verdict cover;                        /* from the one who fires (DB-COV-10) */
} tl_victim;

typedef struct tl_strike {
    const tl_inquiry *inquiry;
    tl_placing placing;
    tl_victim *victims;      /* every model of the table */
    tl_unit_cover *of_units; /* every unit: its cover, when it was judged */
    bool *unit_covered;
    size_t hits, open; /* figures that are hit, or perhaps: every one of those that share a base (DB-BLA-09) */
    size_t bases;      /* models that are hit */
    bool indoors;      /* flames: somebody under it may be in a building ... */
    size_t level;      /* ... of which this level is struck */
} tl_strike;

/* Takes over a placing (also when it fails). Free with tl_strike_free. */
tl_status tl_strike_begin(tl_strike *strike, const tl_inquiry *inquiry, const tl_placing *placing, tl_error *error);
void tl_strike_free(tl_strike *strike);

/* Judges every model. `brief`: shares of areas are left out. */
tl_status tl_strike_judge(tl_strike *strike, bool brief, tl_error *error);
/* Cover of the units that are under a blast, from the one who fires (DB-COV-10); nothing for flames (DT-SPC-22). */
tl_status tl_strike_judge_cover(tl_strike *strike, tl_error *error);

/* Whether a unit is on the side of the one who fires, or is its own. */
bool tl_strike_is_friend(const tl_strike *strike, const tl_document_unit *unit);

/* The building area that a point of the plan lies in, or NULL; `other`: what that would be where the point may be off
 * by `slack` (mm), the same when all such points agree. */
const tl_table_area *tl_building_at(const tl_inquiry *inquiry, tl_vec2 p, double slack, const tl_table_area **other);

#endif
