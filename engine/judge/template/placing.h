/* placing.h: a template laid on the table: where it lies, and whether it may lie there (DB-BLA-01, DB-FLM-02). */
#ifndef TL_RULING_PLACING_H
#define TL_RULING_PLACING_H

#include "judge/bar.h"
#include "judge/measure/pair.h"
#include "tell/answer.h"
#include "template/template.h"

#include <trueline/ruling.h>

enum { TL_PLACING_REASONS = 8 };

/* Surfaces that differ by more than this in height are not certainly one level: less than a soldier needs to stand. */
#define TL_STOREY 40.0

typedef struct tl_placing {
    const tl_template_rule *rule;
    tl_template shape; /* freed with tl_placing_free */
    tl_vec3 at;        /* the blast's centre, or the flame's tip, on what it lies on */
    tl_vec3 eye;       /* what the blast's centre sees from */
    double at_off;     /* the height of `at` may be off by so much, mm: it lies on an uncertain surface */
    double angle_deg;  /* the flame's axis */
    bool has_firer;
    tl_party firers;                  /* who was named */
    size_t firer;                     /* the one of them that the placing is judged for */
    const tl_document_weapon *weapon; /* ... and its weapon; NULL: none has this template */
    bool from_muzzle;                 /* a flame laid at the weapon's end, not at the outline (range 3) */
    bool muzzle_guessed;
    tl_verdict verdict; /* legal? without a firer: whether it can lie there at all */
    tl_reason reasons[TL_PLACING_REASONS];
    size_t reason_count;
    size_t observer;        /* a friend that sees the centre for the weapon; SIZE_MAX: none has to, or none does */
    tl_bar bar;             /* the weapon isn't used from where it is: TL_BAR_NONE, or why */
    tl_pair_arc_result arc; /* for the picture, when has_arc */
    bool has_arc;
    /* the one level of buildings that a flame strikes (DB-BLA-09): */
    size_t aimed; /* that of the model it is pointed at; SIZE_MAX: none; ... */
    bool has_level;
    size_t level;          /* ... or one that was named; ... */
    const char *side;      /* ... else the one where it is worth most to this side; NULL: the firer's; ... */
    double friends_weight; /* ... friends costing so much */
} tl_placing;

/* Finds the template of a question and lays it; judges its legality. Errors: an unknown shape, a place or firer that is
 * missing or doesn't fit the shape. */
tl_status tl_placing_make(const tl_inquiry *inquiry, const tl_question *question, tl_placing *placing, tl_error *error);
void tl_placing_free(tl_placing *placing);

/* The middle of a model in plan: of its base (infantry) or of its core. */
tl_status tl_member_middle(const tl_inquiry *inquiry, size_t member, tl_vec2 *middle, tl_error *error);
/* By how much that may be off, mm. */
double tl_member_middle_off(const tl_inquiry *inquiry, size_t member);
/* Which level (0: the lowest; 1 for the roof of a building that has no room below it) of the surfaces at (x, y) with
 * room for something `tall` a height belongs to: the highest that is not above it. */
size_t tl_level_at(const tl_inquiry *inquiry, tl_vec2 p, double z, double tall);
/* ... that is nearest to it. */
size_t tl_level_near(const tl_inquiry *inquiry, tl_vec2 p, double z, double tall);

/* How far from its middle a model's measured outline reaches in a direction (of length 1). */
double tl_member_reach(const tl_inquiry *inquiry, size_t member, tl_vec2 middle, tl_vec2 direction);
/* Where a member lays its flames from: at its outline, or at the end of its weapon (DB-FLM-02); then how far from its
 * middle that is, whichever way the weapon is swung. */
typedef struct tl_flame_anchor {
    bool muzzle, guessed;
    double reach;
} tl_flame_anchor;
tl_status tl_member_anchor(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon,
                           tl_flame_anchor *anchor, tl_error *error);
/* Whether a weapon is meant: named, or made for this template. */
bool tl_weapon_is_meant(const tl_template_rule *rule, const tl_document_weapon *weapon, const char *named);
/* The template that a question names; its outline from a file where a setting says so. */
tl_status tl_placing_rule(const tl_inquiry *inquiry, const char *shape, const tl_template_rule **rule, tl_error *error);

#endif
