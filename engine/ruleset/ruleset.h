/* ruleset.h: a rule system as data: settings with their readings, classes, kinds of terrain, lengths, rule texts.
 *
 * The systems in `rulesets/` are built into the library; others are JSON files of the same form. Nothing here knows
 * geometry. */
#ifndef TL_RULESET_RULESET_H
#define TL_RULESET_RULESET_H

#include "base/base.h"
#include "math/vec.h"
#include "ruleset/clause.h"
#include "ruleset/settings.h"
#include "ruleset/skill.h"
#include "words/words.h"

typedef struct tl_ruleset tl_ruleset;

/* One setting. A choice has `values`; a number lies in [low, high]; a setting may allow both. */
typedef struct tl_setting {
    tl_setting_id id;
    const char *name;
    const char *text; /* a sentence for players */
    const char *rule; /* rule id */
    const char **values;
    size_t *choice_of; /* per value: its number in the engine's table */
    size_t value_count;
    bool takes_choice;
    bool number;
    bool file; /* or the path of a .json file */
    double low, high;
    bool default_is_number;
    double default_number;
    size_t default_choice;
} tl_setting;

/* How areas of a name are seen into, through and inside. Lengths are game units; INFINITY: any length will do. */
typedef struct tl_area_rule {
    const char *name;
    double into_units;    /* how near its edge one of the two must be when one stands inside; negative: never seen */
    double through_units; /* ... when none does; negative: never seen through */
    double inside_units;  /* how far sight reaches when both stand inside; negative: no limit */
    bool levels;          /* a building: its levels are struck one at a time */
    const char *drawn_height;      /* the setting that tells how high it is where no mesh does; NULL: endless */
    tl_setting_id drawn_height_id; /* the same; TL_SETTING_COUNT: none */
    const char *edge_rule;         /* rule ids; "": none */
    const char *inside_rule;
} tl_area_rule;

/* What a kind of terrain does to those who move (DB-MOV-05, -07). */
typedef enum tl_terrain_going {
    TL_GOING_SLOW,      /* limits how far whoever enters it may move */
    TL_GOING_FREE,      /* nothing */
    TL_GOING_WALLS,     /* its mesh can't be passed but through openings; inside it is slow */
    TL_GOING_TRAP,      /* can't be entered by some classes (tl_kind_traps), is slow for the others */
    TL_GOING_IMPASSABLE /* can't be entered */
} tl_terrain_going;

/* How a kind of terrain is put on the ground. */
typedef enum tl_terrain_lies {
    TL_LIES_SOLID,  /* a body that others may stand on */
    TL_LIES_CARPET, /* only its plate bears: woods */
    TL_LIES_RELIEF, /* it is part of the ground: outlines of other terrain are laid on it */
    TL_LIES_NONE    /* it bears nothing: smoke */
} tl_terrain_lies;

#define TL_NO_COLOUR 0xFFFFFFFFu

/* What a kind of terrain is and does. */
typedef struct tl_terrain_kind {
    const char *name;
    const tl_area_rule *area;      /* NULL: no depth rule */
    bool blocks;                   /* its mesh stands in the way of sight */
    bool blocks_if_solid;          /* ... while the setting wood_models is solid; `blocks` is false then */
    bool cover;                    /* it gives cover */
    bool raised;                   /* an outline with a height is a solid body of that height; else it is flat */
    tl_terrain_going going;        /* "slow" when not given */
    const tl_json_value *trap_for; /* classes that TL_GOING_TRAP stops; NULL: those that don't climb */
    tl_terrain_lies lies;
    unsigned colour;                 /* 0xRRGGBB, of pictures; TL_NO_COLOUR when not given */
    bool marker;                     /* distances may be taken from its centre */
    bool shelter;                    /* infantry that stands in it is in cover, and its own walls are open to it */
    double shelter_half_deg;         /* they see, and are seen, this far to each side of its facing; 180: all round */
    bool shelter_reach;              /* in close combat they are reached along its outline */
    const tl_json_value *never_hits; /* classes that nothing is fired at from inside it; NULL: none */
    const char *rule;
    const char *text;
} tl_terrain_kind;

enum { TL_RULESET_MOST_WORDS = 32 }; /* classes, ways to move and arcs that a system may have, of each */

/* What models of a class do, by the word of scenes for it. */
typedef struct tl_class_rule {
    const char *name;
    const char *text;       /* a sentence for players; "": none */
    const char *rule;       /* rule id; "": none */
    bool by_base;           /* distances are taken from its base, else from body, hull and turret */
    bool blocks_sight;      /* its models stand in the way of sight */
    bool half_cover;        /* a unit is in cover when half of its models are, else when all are */
    bool shelters;          /* it mans bunkers and trenches */
    bool climbs;            /* it changes floors and goes through windows */
    bool passes_friends;    /* friends don't stop it; two that both don't pass stop each other */
    bool together;          /* its units must keep together */
    bool flies;             /* it moves over everything and lands */
    bool reacts;            /* it reacts to those who act */
    bool close_combat;      /* it fights in close combat */
    bool carries;           /* it may carry units */
    bool fires_from_inside; /* as a passenger inside it may use weapons */
} tl_class_rule;

/* How units move. */
typedef struct tl_locomotion_rule {
    const char *name;
    bool rolls; /* dice are rolled at edges of terrain */
    bool flies;
} tl_locomotion_rule;

/* Where a weapon points. */
typedef struct tl_arc_rule {
    const char *name;
    const char *text; /* what players call it; "": as the engine does */
    double axis_deg;  /* of a sector: its middle, from the facing, counter-clockwise */
    double half_deg;  /* ... and how far it goes to each side, at most 90; 180: all round */
    int side;         /* +1 all beyond the left side, -1 beyond the right side (setting side_arc); 0: a sector */
} tl_arc_rule;

/* How large a unit is, and what binds it for that. */
typedef struct tl_size_rule {
    const char *name;
    const char *text; /* a sentence for players */
    const char *rule;
    const tl_json_value *turns_no_farther; /* classes: when such a unit turns to react, it must not end farther away
                                              from whom it reacts to (DB-REA-02); NULL: none */
} tl_size_rule;

/* A template: a disc that is centred on a point, or an outline that is laid against the one who fires. */
/* From where whoever lies under a template must be seen to be hit. */
typedef enum tl_sees_from {
    TL_SEES_FROM_CENTRE, /* of a disc; of a flame that nobody is named for its tip */
    TL_SEES_FROM_FIRER,
    TL_SEES_FROM_NOTHING /* who lies under it is hit, seen or not */
} tl_sees_from;

typedef struct tl_template_rule {
    const char *name;
    const char *text; /* what players call it */
    const char *rule;
    bool flame;             /* laid against the firer: its tip is at (0, 0) and it points along +X */
    tl_sees_from sees_from; /* a disc's centre and a flame's firer, when not given */
    bool half;              /* at least half of a base must lie under it, else any of it is enough */
    bool placeholder;       /* the rules give no measure: replace it by the true outline */
    double diameter[2];     /* of a disc, mm, in cm and in inches; 0: an outline */
    tl_vec2 *outline;       /* simple, counter-clockwise, in its numbers; curves flattened */
    size_t outline_count;
    double
        outline_error; /* how far the outline may lie from the curves that were drawn, in its numbers; 0: no curves */
    const char *outline_setting; /* the setting that may name a file with the true outline; "": none */
    tl_setting_id outline_id;    /* the same; TL_SETTING_COUNT: none */
    bool in_game_units;          /* the outline's numbers are game units, else millimetres */
} tl_template_rule;

/* Reads an outline from a JSON file ({"trueline_outline": 1, "outline": [[x, y], ...]}, or "path" with SVG path data,
 * and "measure": "mm" or "game_unit"), its tip at (0, 0), pointing along +X: `made` is the template `of` with that
 * outline, which the caller frees with tl_free. Errors: TL_ERROR_FILE; TL_ERROR_FORMAT with line and column for
 * anything that is no simple closed line of a size for tables; TL_ERROR_LIMIT, TL_ERROR_MEMORY. */
tl_status tl_outline_file_load(tl_context *context, const char *path, const tl_template_rule *of,
                               tl_template_rule *made, tl_error *error);

/* The systems that are built in. NULL behind the last. */
const char *tl_ruleset_builtin_name(size_t index);
/* Makes a built-in system, or reads a file when `name` ends in ".json" (a path). Errors: an unknown name is answered
 * with the nearest; a bad file with line, column and path: the first problem of it. */
tl_status tl_ruleset_load(tl_context *context, const char *name, tl_ruleset **ruleset, tl_error *error);
/* The same from memory; `file` names it in messages, and what it extends lies beside it. */
tl_status tl_ruleset_parse(tl_context *context, const char *text, size_t size, const char *file, tl_ruleset **ruleset,
                           tl_error *error);
/* Reads a rule file, by its path, and notes every problem of it, in the order of the file. With errors among them
 * *ruleset is NULL, and TL_OK is returned all the same. Errors: TL_ERROR_MEMORY. */
tl_status tl_ruleset_check(tl_context *context, const char *path, tl_ruleset **ruleset, tl_problems *problems,
                           tl_error *error);
/* A rule file, by its path, as JSON of version 2 with a row a line, freed by the caller with tl_free. */
tl_status tl_ruleset_upgraded(tl_context *context, const char *path, char **text, tl_error *error);
/* One more holder, who will call tl_ruleset_destroy, too; the same is returned, NULL for NULL. */
tl_ruleset *tl_ruleset_hold(tl_ruleset *ruleset);
/* Lets go of it; the last of its holders frees it, whatever thread that is in. NULL-safe. */
void tl_ruleset_destroy(tl_ruleset *ruleset);

const char *tl_ruleset_name(const tl_ruleset *ruleset);
const char *tl_ruleset_title(const tl_ruleset *ruleset);
/* Of all that its files say, byte by byte: for what is kept and must not outlive a change of the rules. */
uint64_t tl_ruleset_hash(const tl_ruleset *ruleset);
size_t tl_ruleset_setting_count(const tl_ruleset *ruleset);
const tl_setting *tl_ruleset_setting(const tl_ruleset *ruleset, size_t index);
size_t tl_ruleset_kind_count(const tl_ruleset *ruleset);
const tl_terrain_kind *tl_ruleset_kind_at(const tl_ruleset *ruleset, size_t index);
/* NULL when the system does not know the kind. */
const tl_terrain_kind *tl_ruleset_kind(const tl_ruleset *ruleset, const char *name);
/* Whether from inside such terrain nothing is fired at a class (its word in scenes). */
bool tl_kind_never_hits(const tl_terrain_kind *kind, const char *class_word);
/* Whether such terrain, when it is a trap, stops a class (its word in scenes). */
bool tl_kind_traps(const tl_ruleset *ruleset, const tl_terrain_kind *kind, const char *class_word);
/* "slow", "free", ...: as rule systems write it. */
const char *tl_going_word(tl_terrain_going going);
/* A length in millimetres of the unit system, 0 cm or 1 inch; 0 for an unknown name. */
double tl_ruleset_length(const tl_ruleset *ruleset, const char *name, int units);
/* Whether the system has a length of that name. */
bool tl_ruleset_has_length(const tl_ruleset *ruleset, const char *name);
/* Classes, ways to move and arcs; NULL when the system has none of that name. */
size_t tl_ruleset_class_count(const tl_ruleset *ruleset);
const tl_class_rule *tl_ruleset_class_at(const tl_ruleset *ruleset, size_t index);
const tl_class_rule *tl_ruleset_class(const tl_ruleset *ruleset, const char *name);
size_t tl_ruleset_locomotion_count(const tl_ruleset *ruleset);
const tl_locomotion_rule *tl_ruleset_locomotion_at(const tl_ruleset *ruleset, size_t index);
size_t tl_ruleset_arc_count(const tl_ruleset *ruleset);
const tl_arc_rule *tl_ruleset_arc_at(const tl_ruleset *ruleset, size_t index);
size_t tl_ruleset_template_count(const tl_ruleset *ruleset);
const tl_template_rule *tl_ruleset_template_at(const tl_ruleset *ruleset, size_t index);
/* NULL when the system has none of that name. */
const tl_template_rule *tl_ruleset_template(const tl_ruleset *ruleset, const char *name);
/* The sizes of units, the smallest first; there may be none. */
size_t tl_ruleset_size_count(const tl_ruleset *ruleset);
const tl_size_rule *tl_ruleset_size_at(const tl_ruleset *ruleset, size_t index);
/* NULL when the system has none of that name; the smallest for NULL. */
const tl_size_rule *tl_ruleset_size(const tl_ruleset *ruleset, const char *name);
/* Whether a unit of a size (may be NULL) and of a class, by its word, is bound by `turns_no_farther`. */
bool tl_size_turns_no_farther(const tl_size_rule *size, const char *class_word);
/* The special rules. */
const tl_skills *tl_ruleset_skills(const tl_ruleset *ruleset);
/* The rule's sentence, or NULL. */
const char *tl_ruleset_rule_text(const tl_ruleset *ruleset, const char *id);
/* A text of the system in a language: as the file that says it does, or as `languages/` does for a built-in one (by
 * section and key); `text` itself, where neither has it. */
const char *tl_ruleset_said(const tl_ruleset *ruleset, const tl_language *language, const char *section,
                            const char *key, const char *text);
/* The id of the rule that a finding is told with: its row's, or what the system cites for its clause; "": none. */
const char *tl_ruleset_cited(const tl_ruleset *ruleset, tl_cause cause);
/* What the engine can't judge yet of a rule (`pending`): false behind the last. */
bool tl_ruleset_pending(const tl_ruleset *ruleset, size_t index, const char **rule, const char **text);

/* Chosen values, one for each setting of a system, by index. Copy by value with tl_settings_copy. */
typedef struct tl_setting_value {
    bool is_number;
    double number;
    size_t choice;
    char *file; /* owned by the settings; NULL: none */
} tl_setting_value;

typedef struct tl_settings {
    const tl_ruleset *ruleset;
    tl_setting_value *values;
    tl_setting_reading *readings; /* what they come to: one for each setting that the engine knows, by its id */
} tl_settings;

/* All at their defaults. */
tl_status tl_settings_create(tl_context *context, const tl_ruleset *ruleset, tl_settings *settings, tl_error *error);
tl_status tl_settings_copy(tl_context *context, const tl_settings *from, tl_settings *to, tl_error *error);
void tl_settings_free(tl_context *context, tl_settings *settings);
/* Sets from text: a choice's word or a number. Errors name the nearest setting or list the values allowed; `settings`
 * stay as they were. */
tl_status tl_settings_set(tl_settings *settings, const char *name, const char *value, tl_error *error);
bool tl_settings_is_default(const tl_settings *settings, size_t index);
/* The value as a word or number in text. */
void tl_settings_text(const tl_settings *settings, size_t index, char *buffer, size_t size);

/* Which choice it stands at: TL_CHOICE_..., SIZE_MAX for a number or a file. */
static inline size_t tl_settings_choice(const tl_settings *settings, tl_setting_id id) {
    const tl_setting_reading *its = &settings->readings[id];
    return its->is_number || its->file != NULL ? SIZE_MAX : its->choice;
}
/* Whether it stands at a choice: tl_settings_is_at(s, TL_SETTING_LOS_TOUCH, TL_CHOICE_LOS_TOUCH_CLEAR). */
static inline bool tl_settings_is_at(const tl_settings *settings, tl_setting_id id, size_t choice) {
    return tl_settings_choice(settings, id) == choice;
}
/* The number that it stands at; `otherwise` while it stands at a choice. */
static inline double tl_settings_number_or(const tl_settings *settings, tl_setting_id id, double otherwise) {
    return settings->readings[id].is_number ? settings->readings[id].number : otherwise;
}
/* The number of a setting that takes nothing else. */
static inline double tl_settings_number_of(const tl_settings *settings, tl_setting_id id) {
    return settings->readings[id].number;
}
/* The path of the file that it names, or NULL. */
static inline const char *tl_settings_file_of(const tl_settings *settings, tl_setting_id id) {
    return settings->readings[id].file;
}

#endif
