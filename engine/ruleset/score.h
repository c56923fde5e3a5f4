/* score.h: scores as data: what is added up, when, under which rule; and the words that their conditions use: stances,
 * grades of cover, weapons with their tables of ranges.
 *
 * A score is a list of rows. Each names conditions from the closed list below, which must all hold, and an amount.
 * There is no other way to compute anything: what a game needs beyond them becomes a condition here. */
#ifndef TL_RULESET_SCORE_H
#define TL_RULESET_SCORE_H

#include "io/json.h"
#include "ruleset/settings.h"

#include <stdint.h>

/* How a model may stand. */
typedef struct tl_stance_rule {
    const char *name;
    const char *text;             /* what players call it; "": its name */
    const char *rule;             /* rule id; "": none */
    double height;                /* its share of the height of a model that stands, larger than 0, at most 1 */
    tl_setting_id height_id;      /* the setting that says it instead; TL_SETTING_COUNT: none */
    bool lies;                    /* its body lies along its facing */
    const tl_json_value *classes; /* those whose models may stand so; NULL: all */
} tl_stance_rule;

/* How good cover is; the least first. */
typedef struct tl_grade_rule {
    const char *name;
    const char *text;
    const char *rule;
} tl_grade_rule;

/* A weapon, by the word of scenes for it, with its table of ranges. */
typedef struct tl_weapon_rule {
    const char *name;
    const char *text;
    const char *rule;
    const double *bands; /* game units, each larger than the one before, inclusive; NULL: it has no table */
    const double *values;
    size_t band_count;
    bool has_beyond; /* beyond the last band there is a value, too; else there is none */
    double beyond;
    bool has_range; /* what scenes don't give one is reached by it: game units */
    double range_min, range_max;
    const char *template_name; /* likewise the template that it lays; "": none */
} tl_weapon_rule;

/* One end of what a number may be. */
typedef struct tl_score_bound {
    bool given;
    bool open;          /* the bound itself doesn't belong */
    double number;      /* game units, a share or a count */
    const char *length; /* one of the system's lengths instead; NULL: the number */
} tl_score_bound;

typedef struct tl_score_band {
    tl_score_bound low, high;
} tl_score_band;

/* Conditions about one model, or, of several that look together, about any of them. */
typedef struct tl_score_who {
    const tl_json_value *classes, *skills, *stances, *inside; /* a word or a list of words; NULL: not asked */
    const tl_json_value *grades;                              /* ... of the area it stands in */
    int moved, fired, lit;                                    /* 1 yes, 0 no, -1 not asked */
    tl_score_band friends, enemies;                           /* how far the nearest is; none: infinitely far */
} tl_score_who;

/* What must hold. */
typedef struct tl_score_when {
    tl_score_who from, target;
    tl_score_band distance;
    tl_score_band range_share;          /* ... in shares of the weapon's longest range */
    tl_score_band height;               /* how much higher the target stands */
    tl_score_band observers;            /* how many have a line */
    tl_score_band under;                /* how much of the target lies under the template of the question, 0 to 1 */
    const tl_json_value *cover;         /* grades of the cover that the target has from who fires */
    const tl_json_value *crosses;       /* kinds of terrain that the line from middle to middle crosses */
    const tl_json_value *sides;         /* of the target, from which it is looked at */
    const tl_json_value *weapons;       /* rows of `weapons` */
    int in_cover, night, below_minimum; /* 1 yes, 0 no, -1 not asked */
    tl_setting_id setting;              /* TL_SETTING_COUNT: not asked */
    size_t choice;
} tl_score_when;

typedef enum tl_score_does {
    TL_SCORE_ADDS,
    TL_SCORE_SHIFTS, /* the weapon's table is read so many bands farther */
    TL_SCORE_BARS,   /* there is no score at all */
    TL_SCORE_SETTLES /* what the score is for succeeds whatever the die shows, unless another row bars it */
} tl_score_does;

typedef struct tl_score_row {
    const char *text; /* what players call it; "": its conditions tell */
    const char *cite; /* rule id */
    tl_score_when when;
    bool has_unless;
    tl_score_when unless; /* it doesn't count when all of this holds */
    tl_score_does does;
    double amount;
} tl_score_row;

typedef struct tl_score_rule {
    const char *name;
    const char *text; /* what the number means to players */
    const char *rule;
    bool sight;     /* there is a score only for what is in sight */
    bool each;      /* each model of who asks has a score of its own; else they look together, from the nearest */
    bool best;      /* of the rows that hold the largest amount counts; else all do */
    bool by_weapon; /* the base is the value of the weapon's table; else `base` */
    double base;
    const tl_score_row *rows;
    size_t row_count;
} tl_score_rule;

/* How far fire reaches at most while some conditions hold, whatever the weapon. Of the conditions only those count that
 * the scene says: night, a setting, the kind of weapon, and of a model its class, skills, stance and marks. */
typedef struct tl_reach_rule {
    const char *name;
    const char *text; /* a sentence for players */
    const char *rule;
    tl_score_when when;
    bool has_unless;
    tl_score_when unless; /* it doesn't hold while all of this does */
    double units;         /* game units, larger than 0 */
} tl_reach_rule;

/* The sides of a model, in the order of tl_score_side_word. */
enum { TL_SCORE_FRONT, TL_SCORE_LEFT, TL_SCORE_REAR, TL_SCORE_RIGHT, TL_SCORE_SIDES };
/* "front", "left", "rear", "right"; NULL behind the last. */
const char *tl_score_side_word(size_t side);
/* What rule files write for ground without a grade. */
#define TL_SCORE_UNGRADED "open"

/* Whether a word, or a list of words (may be NULL), as rule files write it, holds a word. */
bool tl_score_lists(const tl_json_value *words, const char *word);
/* Whether two say the same words. */
bool tl_score_same_words(const tl_json_value *a, const tl_json_value *b);
static inline bool tl_score_band_given(const tl_score_band *band) {
    return band->low.given || band->high.given;
}

#endif
