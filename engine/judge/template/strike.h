/* strike.h: who is hit by a template that lies on the table: under it, seen, on the level that is struck, and harmed by
 * the mode that is fired (DB-BLA-03 to -08, DB-FLM-03). */
#ifndef TL_JUDGE_TEMPLATE_STRIKE_H
#define TL_JUDGE_TEMPLATE_STRIKE_H

#include "judge/cover/unit.h"
#include "judge/template/placing.h"

/* What there is to say of a model under the template: the first of what keeps it from being hit, or leaves that open;
 * or what a hit rests on. */
typedef enum tl_victim_fact {
    TL_VICTIM_PLAIN,       /* nothing: it is hit, or not under the template */
    TL_VICTIM_SPARED,      /* the mode fired doesn't harm its class (DB-BLA-08) */
    TL_VICTIM_SHELTERED,   /* `bar`: the fortification that it is fired from keeps it from being hit (DT-FRT-05) */
    TL_VICTIM_LEVEL,       /* it stands on another level than the one struck */
    TL_VICTIM_LEVEL_OPEN,  /* ... or perhaps */
    TL_VICTIM_UNSEEN,      /* `sight` */
    TL_VICTIM_EDGE,        /* `hold`: whether it is under the template is too close to call */
    TL_VICTIM_SIGHT_OPEN,  /* whether it is seen was not decided */
    TL_VICTIM_HOLES,       /* it is hit, and `sight` goes through holes of meshes */
    TL_VICTIM_PARTLY,      /* it lies only partly under the template, and is hit on a die */
    TL_VICTIM_PARTLY_OPEN, /* ... or perhaps: `spare_mm` */
    TL_VICTIM_NOT_DIRECT,  /* the disc isn't centred on it, as its class asks: `direct_mm` */
    TL_VICTIM_DIRECT_OPEN, /* ... or perhaps */
    TL_VICTIM_FACTS
} tl_victim_fact;

/* One model that may be hit. */
typedef struct tl_victim {
    size_t member;
    bool out;     /* nothing to tell of it; also the one who fires a flame, never under its own */
    bool unasked; /* nobody must see it (sees_from) */
    bool spared;  /* the mode fired doesn't harm its class (DB-BLA-08) */
    tl_bar bar;   /* the fortification that it is fired from keeps it from being hit, or TL_BAR_NONE (DT-FRT-05) */
    tl_template_hold hold;
    tl_verdict under;
    double spare_mm;   /* of templates with a roll: by how much all of it lies under it; negative: sticks out */
    tl_verdict whole;  /* ... whether all of it does */
    tl_verdict rolled; /* ... whether it is hit on that roll alone */
    bool direct_asked; /* a disc harms its class only when it is centred on it */
    tl_verdict direct; /* ... whether it is; yes when nobody asks */
    double direct_mm;  /* ... how far inside of its outline the centre lies; negative: outside */
    uint64_t grades;   /* of templates with `zone_cover`: how good its cover is (tl_impact_cover); 0: not judged */
    bool shared;       /* ... some area may hold it and the centre */
    tl_verdict los;    /* yes when nobody asks */
    tl_verdict struck; /* is it on the level that is hit (DB-BLA-05) */
    tl_verdict hit;
    tl_victim_fact fact;
    tl_cause cause; /* of the fact */
    tl_pair_sight_result sight;
    size_t level; /* that it stands on */
    size_t struck_level;
    bool indoors, maybe_indoors, level_open; /* flames: in a building, or perhaps; whether its level isn't certain */
    bool covered;                            /* `cover` was judged */
    tl_verdict cover;                        /* from the one who fires (DB-COV-10) */
} tl_victim;

/* One unit of the table. */
typedef struct tl_struck_unit {
    bool told;         /* some of its models are not `out` */
    bool friends;      /* of the one who fires, or his own */
    size_t bases;      /* models that are hit */
    size_t hits, open; /* figures that are hit, or perhaps */
    size_t rolls;      /* of `hits`, those that are hit on a roll, or perhaps so */
    bool covered;      /* `cover` was judged */
    tl_unit_cover cover;
} tl_struck_unit;

typedef struct tl_strike {
    const tl_inquiry *inquiry;
    tl_placing placing;
    tl_victim *victims;    /* every model of the table */
    tl_struck_unit *units; /* every unit */
    tl_verdict verdict;    /* is anybody hit? */
    tl_cause cause;        /* what says who lies under the template */
    size_t hits, open;     /* figures that are hit, or perhaps: every one of those that share a base (DB-BLA-09) */
    size_t bases;          /* models that are hit */
    size_t rolls;          /* of `hits`, those that are hit on a roll, or perhaps so */
    bool indoors;          /* flames: somebody under it may be in a building ... */
    size_t level;          /* ... of which this level is struck */
} tl_strike;

/* Lays the template of a question and judges who is hit; of units that are, their cover. Free with tl_strike_free.
 * Errors: those of tl_placing_make. */
tl_status tl_strike_make(const tl_inquiry *inquiry, const tl_question *question, tl_strike *strike, tl_error *error);
void tl_strike_free(tl_strike *strike);

/* The steps of that, for searches. Takes over a placing (also when it fails). */
tl_status tl_strike_begin(tl_strike *strike, const tl_inquiry *inquiry, const tl_placing *placing, tl_error *error);
/* Judges every model. `brief`: shares of areas are left out, and whoever isn't under the template. */
tl_status tl_strike_judge(tl_strike *strike, bool brief, tl_error *error);
/* Cover of the units that are under a blast, from the one who fires (DB-COV-10); nothing for flames (DT-SPC-22). */
tl_status tl_strike_judge_cover(tl_strike *strike, tl_error *error);

/* What says who lies under such a template. */
tl_cause tl_strike_under_cause(const tl_template_rule *rule);

#endif
