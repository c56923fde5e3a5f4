/* ruleset.h: a rule system as data: settings with their readings, kinds of terrain, lengths, rule texts.
 *
 * The systems in `rulesets/` are built into the library; others are JSON files of the same form. Nothing here knows
 * geometry. */
#ifndef TL_RULESET_RULESET_H
#define TL_RULESET_RULESET_H

#include "base/base.h"
#include "math/vec.h"
#include "ruleset/clause.h"
#include "ruleset/skill.h"

/* One setting. A choice has `values`; a number lies in [low, high]; a setting may allow both. */
typedef struct tl_setting {
    const char *name;
    const char *text; /* a sentence for players */
    const char *rule; /* rule id */
    const char **values;
    size_t value_count;
    bool number;
    bool file; /* or the path of a .json file */
    double low, high;
    bool default_is_number;
    double default_number;
    size_t default_choice;
} tl_setting;

typedef struct tl_area_rule {
    const char *name;
    double edge_units;   /* how near its edge one of the two must be, game units */
    double inside_units; /* how far sight reaches inside; negative: no limit */
    const char *edge_rule;
    const char *inside_rule;
} tl_area_rule;

/* What a kind of terrain does to those who move (DB-MOV-05, -07). */
typedef enum tl_terrain_going {
    TL_GOING_SLOW,      /* limits how far whoever enters it may move */
    TL_GOING_FREE,      /* nothing */
    TL_GOING_WALLS,     /* its mesh can't be passed but through openings; inside it is slow */
    TL_GOING_TRAP,      /* can't be entered by vehicles, is slow for the others */
    TL_GOING_IMPASSABLE /* can't be entered */
} tl_terrain_going;

/* What a kind of terrain is and does. */
typedef struct tl_terrain_kind {
    const char *name;
    const tl_area_rule *area; /* NULL: no depth rule */
    bool blocks;              /* its mesh stands in the way of sight */
    bool cover;               /* it gives cover */
    bool raised;              /* an outline with a height is a solid body of that height; else it is flat */
    tl_terrain_going going;   /* "slow" when not given */
    bool marker;              /* distances may be taken from its centre */
    bool shelter;             /* infantry that stands in it is in cover, and its own walls are open to it */
    double shelter_half_deg;  /* they see, and are seen, this far to each side of its facing; 180: all round */
    bool shelter_reach;       /* in close combat they are reached along its outline */
    const tl_json_value *never_hits; /* classes that nothing is fired at from inside it; NULL: none */
    const char *rule;
    const char *text;
} tl_terrain_kind;

/* How large a unit is, and what binds it for that. */
typedef struct tl_size_rule {
    const char *name;
    const char *text; /* a sentence for players */
    const char *rule;
    const tl_json_value *turns_no_farther; /* classes: when such a unit turns to react, it must not end farther away
                                              from whom it reacts to (DB-REA-02); NULL: none */
} tl_size_rule;

/* A template: a disc that is centred on a point, or an outline that is laid against the one who fires. */
typedef struct tl_template_rule {
    const char *name;
    const char *text; /* what players call it */
    const char *rule;
    bool flame;         /* laid against the firer: its tip is at (0, 0) and it points along +X */
    bool placeholder;   /* the rules give no measure: replace it by the true outline */
    double diameter[2]; /* of a disc, mm, in cm and in inches; 0: an outline */
    tl_vec2 *outline;   /* simple, counter-clockwise, in its numbers; curves flattened */
    size_t outline_count;
    double
        outline_error; /* how far the outline may lie from the curves that were drawn, in its numbers; 0: no curves */
    const char *outline_setting; /* the setting that may name a file with the true outline; "": none */
    bool in_game_units;          /* the outline's numbers are game units, else millimetres */
} tl_template_rule;

/* Reads an outline from a JSON file ({"trueline_outline": 1, "outline": [[x, y], ...]}, or "path" with SVG path data,
 * and "measure": "mm" or "game_unit"), its tip at (0, 0), pointing along +X: `made` is the template `of` with that
 * outline, which the caller frees with tl_free. Errors: TL_ERROR_FILE; TL_ERROR_FORMAT with line and column for
 * anything that is no simple closed line of a size for tables; TL_ERROR_LIMIT, TL_ERROR_MEMORY. */
tl_status tl_outline_file_load(tl_context *context, const char *path, const tl_template_rule *of,
                               tl_template_rule *made, tl_error *error);

typedef struct tl_ruleset tl_ruleset;

/* The systems that are built in. NULL behind the last. */
const char *tl_ruleset_builtin_name(size_t index);
/* Makes a built-in system, or reads a file when `name` ends in ".json" (a path). Errors: an unknown name is answered
 * with the nearest; a bad file with line, column and path. */
tl_status tl_ruleset_load(tl_context *context, const char *name, tl_ruleset **ruleset, tl_error *error);
tl_status tl_ruleset_parse(tl_context *context, const char *text, size_t size, const char *file, tl_ruleset **ruleset,
                           tl_error *error);
/* NULL-safe. */
void tl_ruleset_destroy(tl_ruleset *ruleset);

const char *tl_ruleset_name(const tl_ruleset *ruleset);
const char *tl_ruleset_title(const tl_ruleset *ruleset);
size_t tl_ruleset_setting_count(const tl_ruleset *ruleset);
const tl_setting *tl_ruleset_setting(const tl_ruleset *ruleset, size_t index);
size_t tl_ruleset_kind_count(const tl_ruleset *ruleset);
const tl_terrain_kind *tl_ruleset_kind_at(const tl_ruleset *ruleset, size_t index);
/* NULL when the system does not know the kind. */
const tl_terrain_kind *tl_ruleset_kind(const tl_ruleset *ruleset, const char *name);
/* Whether from inside such terrain nothing is fired at a class (its word in scenes). */
bool tl_kind_never_hits(const tl_terrain_kind *kind, const char *class_word);
/* "slow", "free", ...: as rule systems write it. */
const char *tl_going_word(tl_terrain_going going);
/* A length in millimetres of the unit system, 0 cm or 1 inch; 0 for an unknown name. */
double tl_ruleset_length(const tl_ruleset *ruleset, const char *name, int units);
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

/* The path of a file that a setting names, or NULL. */
const char *tl_settings_file(const tl_settings *settings, const char *name);
/* Reading by name. A name the system does not have gives the fallback: rule systems need not carry every setting. */
double tl_settings_number(const tl_settings *settings, const char *name, double fallback);
/* Whether a choice stands at `value`; a name the system does not have: `fallback`. */
bool tl_settings_is(const tl_settings *settings, const char *name, const char *value, bool fallback);

#endif
