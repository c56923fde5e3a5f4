/* skill.h: special rules as data: what a word in a unit's or weapon's `skills` changes about measuring.
 *
 * A rule system lists its skills, each with effects from the closed set below. Nothing in the engine knows a skill by
 * its name. */
#ifndef TL_RULESET_SKILL_H
#define TL_RULESET_SKILL_H

#include "io/json.h"

typedef enum tl_effect_kind {
    TL_EFFECT_NONE,           /* known, and changes nothing that is measured */
    TL_EFFECT_RADIUS,         /* the unit acts on those within a radius: orders, auras, joining */
    TL_EFFECT_REACTION_RANGE, /* the unit reacts this far */
    TL_EFFECT_SEES_PAST,      /* sight for its attacks isn't stopped by models of the classes in `words` */
    TL_EFFECT_DIRECTED_BY,    /* friends with a skill in `words` may see for its attacks */
    TL_EFFECT_NOT_FROM_AREA, /* no attack from inside area terrain of the kinds in `words`: the weapon's mount counts */
    TL_EFFECT_UNSEEN_BEYOND, /* when in cover, enemies farther than this have no sight to the unit */
    TL_EFFECT_COVER,         /* cover counts `always` or `never` for the unit; a weapon's attack `ignores` it */
    TL_EFFECT_CHOOSES,       /* names the model of the target unit that is hit */
    TL_EFFECT_CROSSES,       /* terrain of the kinds in `words` doesn't hinder its moves */
    TL_EFFECT_RIDER_ARC,     /* weapons of units that the model carries fire to its sides */
    TL_EFFECT_KEEPS_TO,      /* its moves stay in terrain of the kinds in `words` */
    TL_EFFECT_FLIES_OVER,    /* moves of infantry go over any terrain as if it were clear, and end where it may enter */
    TL_EFFECT_ANYWHERE,      /* the unit's skills in `words` act on anybody on the table, seen or not */
    TL_EFFECT_ENCLOSES,      /* units that the model carries are inside: no targets, and not all their weapons fire */
    TL_EFFECT_ROLLS_THROUGH, /* terrain of the kinds in `words` doesn't stop its moves: it is told, and rolls a die */
    TL_EFFECT_TURNS_ROUND,   /* it turns by more than a right angle only where a circle as wide as its hull is long has
                                room in what it keeps to, and with all of its move */
    TL_EFFECT_LIFTS,         /* it takes aboard units with a skill in `words` from straight above them */
    TL_EFFECT_LANDS,         /* it lands whom it carries where its bow touches what is not of the kinds in `words` */
    TL_EFFECT_COUNT
} tl_effect_kind;

/* How cover counts, of TL_EFFECT_COVER. */
typedef enum tl_effect_cover {
    TL_EFFECT_COVER_AS_SEEN,
    TL_EFFECT_COVER_ALWAYS,
    TL_EFFECT_COVER_NEVER,
    TL_EFFECT_COVER_IGNORED
} tl_effect_cover;

/* Whom a radius is about. */
typedef enum tl_effect_whom { TL_WHOM_ANYBODY, TL_WHOM_FRIENDS, TL_WHOM_ENEMIES } tl_effect_whom;

typedef struct tl_skill_effect {
    tl_effect_kind kind;
    double units;                /* radius, range: game units; below 0: `length` */
    const char *length;          /* a length of the rule system instead */
    bool sight;                  /* radius: to one model of the unit there must be sight, too */
    bool each;                   /* radius: every model of the unit must be within it, not just one */
    bool exclusive;              /* radius: who is exactly so far away isn't within it */
    bool own;                    /* radius: the other models of its own unit count, too */
    bool forbids;                /* radius: while somebody is within it the unit doesn't do what the skill says */
    int night;                   /* 1 by night alone, 0 by day alone, -1 whenever */
    const tl_json_value *unless; /* skills: who has one of them hasn't this effect; NULL: none */
    bool contact;                /* radius: they must touch */
    tl_effect_whom whom;
    tl_effect_cover cover;
    const char **words; /* classes, kinds of areas or skills */
    size_t word_count;
} tl_skill_effect;

typedef struct tl_skill {
    const char *name;
    const char *text; /* a sentence for players */
    const char *rule;
    tl_skill_effect *effects;
    size_t effect_count;
} tl_skill;

typedef struct tl_skills {
    tl_context *context;
    tl_skill *items;
    size_t count;
    tl_skill_effect *effects; /* of all */
    const char **words;       /* of all */
} tl_skills;

/* Their texts belong to the rule system. */
void tl_skills_free(tl_skills *skills);

/* NULL when there is none of that name. */
const tl_skill *tl_skills_find(const tl_skills *skills, const char *name);
/* The words of rule files, in the order of the enum. */
extern const char *const tl_effect_words[TL_EFFECT_COUNT];
const char *tl_skills_effect_word(tl_effect_kind kind);
bool tl_skills_effect_names(const tl_skill_effect *effect, const char *word);

#endif
