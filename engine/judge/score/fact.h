/* fact.h: what the conditions of a score are about, measured: a number or a yes or no, and all that it may be where
 * that isn't decided.
 *
 * A fact keeps values, one when it is certain. Near a limit there are several: just below it, on it, just above it; so
 * conditions that rest on the same fact are held against one value after the other and never contradict each other. */
#ifndef TL_JUDGE_SCORE_FACT_H
#define TL_JUDGE_SCORE_FACT_H

#include "judge/referee.h"
#include "template/template.h"

typedef enum tl_fact_kind {
    TL_FACT_DISTANCE,  /* to the nearest who looks, mm */
    TL_FACT_HEIGHT,    /* how much higher the target stands than he, mm */
    TL_FACT_OBSERVERS, /* how many have a line */
    TL_FACT_SIDE,      /* of the target, from which he looks: a place of tl_score_side_word */
    TL_FACT_COVER,     /* the grade of the target's cover from him: a place of `grades`, from 1 on; 0: none */
    TL_FACT_IN_COVER,  /* 1 or 0: whether it is in any */
    TL_FACT_GRADE,     /* the best grade of the areas that the target stands in */
    TL_FACT_INSIDE,    /* 1 or 0: whether it stands in an area of some kinds */
    TL_FACT_LIT,       /* 1 or 0: whether it stands in an area of a kind that lights */
    TL_FACT_CROSSES,   /* 1 or 0: whether the line between their middles crosses one */
    TL_FACT_FRIEND,    /* how far the target's nearest friend is, mm */
    TL_FACT_ENEMY,
    TL_FACT_UNDER, /* how much of the target lies under the template of the question, 0 to 1 */
    TL_FACT_FROM   /* 1 or 0: what one of those who look must be or stand in */
} tl_fact_kind;

typedef struct tl_fact {
    tl_fact_kind kind;
    const tl_json_value *words; /* of TL_FACT_INSIDE and TL_FACT_CROSSES: the kinds; of TL_FACT_FROM: whose word */
    double *values;             /* all that it may be, no two the same to any limit that it is held against */
    size_t count;
    double measured;    /* as it was found; NAN: nothing was measured */
    double margin;      /* of a yes or no: how far it is from being the other, positive when yes; NAN: not known */
    double uncertainty; /* of the meshes that were measured */
    size_t slot;        /* of an area among them; 0: none */
} tl_fact;

/* Limits that facts of one sort are held against, mm. */
typedef struct tl_fact_limits {
    double *at;
    size_t count;
} tl_fact_limits;

/* Who looks at the target. */
typedef struct tl_fact_observer {
    size_t member;
    tl_verdict sees; /* yes where sight isn't asked */
    bool certain;    /* he does look, and isn't only one of several who may */
    bool may_be_nearest;
} tl_fact_observer;

/* What facts are found out about. */
typedef struct tl_fact_scene {
    const tl_inquiry *inquiry;
    size_t target;
    tl_fact_observer *observers;
    size_t count;
    const tl_document_weapon *weapon; /* that distances are for; NULL: none */
    const tl_template *laid;          /* the template of the question; NULL: none lies there */
} tl_fact_scene;

/* The distance to the nearest observer, and which of them that may be. `fact`: filled in; its values are freed by the
 * caller with tl_free, also on failure. Errors: those of measuring, memory. */
tl_status tl_fact_distance(tl_fact_scene *scene, const tl_fact_limits *limits, tl_fact *fact, tl_error *error);
/* How far the nearest friend or enemy of a member is; INFINITY: there is none. */
tl_status tl_fact_nearest(const tl_inquiry *inquiry, size_t member, bool enemies, const tl_fact_limits *limits,
                          tl_fact *fact, tl_error *error);
/* Whether a member's middle lies in an area of some kinds; and the best grade of those that it lies in. */
tl_status tl_fact_inside(const tl_inquiry *inquiry, size_t member, const tl_json_value *kinds, tl_fact *fact,
                         tl_error *error);
/* Whether it lies in an area of a kind that lights. */
tl_status tl_fact_lit(const tl_inquiry *inquiry, size_t member, tl_fact *fact, tl_error *error);
tl_status tl_fact_grade(const tl_inquiry *inquiry, size_t member, tl_fact *fact, tl_error *error);
/* The others, from those who may be the nearest (tl_fact_distance comes first). */
tl_status tl_fact_height(const tl_fact_scene *scene, const tl_fact_limits *limits, tl_fact *fact, tl_error *error);
tl_status tl_fact_observers(const tl_fact_scene *scene, tl_fact *fact, tl_error *error);
tl_status tl_fact_side(const tl_fact_scene *scene, tl_fact *fact, tl_error *error);
tl_status tl_fact_cover(const tl_fact_scene *scene, bool graded, tl_fact *fact, tl_error *error);
tl_status tl_fact_crosses(const tl_fact_scene *scene, const tl_json_value *kinds, tl_fact *fact, tl_error *error);
/* Whether a model's unit, or the weapon that it fires (may be NULL), has one of some skills. */
bool tl_fact_has_skill(const tl_document_unit *unit, const tl_document_weapon *weapon, const tl_json_value *words);
/* Whether a model stands in one of some ways; who isn't said to stand otherwise stands in the system's first. */
bool tl_fact_has_stance(const tl_inquiry *inquiry, size_t member, const tl_json_value *words);
/* Whether an area holds a point of the plan, or what stands there from `low` to `high`, that may be off by so much; how
 * far inside of its edge it is goes to `margin` (may be NULL; negative: outside; NAN: that hangs on its height). Who is
 * on the edge is inside. */
tl_verdict tl_fact_area_holds(const tl_inquiry *inquiry, const tl_referee_area *area, tl_vec2 at, double off,
                              double low, double high, double *margin);
/* Whether the line from p to q enters an area, and so does every one that is moved by no more than `band`. */
tl_verdict tl_fact_line_enters(const tl_area *area, tl_vec3 p, tl_vec3 q, double band);
/* The middle of a model: of its base, or of its hull; as high as the middle of its body. `*off`: how far it may be off,
 * mm. */
tl_vec3 tl_fact_middle_of(const tl_inquiry *inquiry, size_t member, double *off);
/* Whether a light falls on a place on the ground, which may be off by so much, mm. */
tl_verdict tl_fact_place_lit(const tl_inquiry *inquiry, tl_vec3 at, double off);
/* How much of the target lies under the template that is laid. */
tl_status tl_fact_under(const tl_fact_scene *scene, const tl_fact_limits *limits, tl_fact *fact, tl_error *error);
/* A yes or no. */
tl_status tl_fact_of_verdict(const tl_inquiry *inquiry, tl_verdict verdict, tl_fact *fact, tl_error *error);

#endif
