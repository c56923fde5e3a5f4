/* system.h: what a rule system is made of, for the files of this folder. */
#ifndef TL_RULESET_SYSTEM_H
#define TL_RULESET_SYSTEM_H

#include "ruleset/clause.h"
#include "ruleset/deviation.h"
#include "ruleset/form.h"
#include "ruleset/move_rule.h"
#include "ruleset/rows.h"
#include "ruleset/score.h"
#include "ruleset/skill.h"

#include <stdatomic.h>

/* The format of rule files, and how much of them there may be. */
#define TL_RULESET_VERSION    2
#define TL_RULESET_MOST_BYTES ((size_t)4 << 20)
#define TL_RULESET_MOST_ROWS  10000
#define TL_RULESET_DEEPEST    8 /* so many systems may lie below one that extends others */

typedef struct tl_ruleset_length_entry {
    const char *name;
    double mm[2];
    const tl_ruleset_variant *variants; /* the first whose settings stand so counts */
    size_t variant_count;
} tl_ruleset_length_entry;

typedef struct tl_rule_entry {
    const char *id;
    const char *text;
} tl_rule_entry;

/* One file of those that a system is made of. */
typedef struct tl_layer {
    tl_json *json;
    const tl_json_value *root; /* of version 2: what version 1 says is put into its form */
    const char *name;
    bool lenient; /* it was of version 1 */
} tl_layer;

/* A row of a section, and the file that says it. */
typedef struct tl_row {
    const tl_json_value *value; /* its key is its name */
    const tl_layer *layer;
} tl_row;

typedef struct tl_rows {
    tl_row *items;
    size_t count;
    const char **names; /* sorted by bytes */
} tl_rows;

typedef enum tl_section {
    TL_SECTION_SETTINGS, /* a list: rows are named by their member `name` */
    TL_SECTION_RULES,
    TL_SECTION_CITES,
    TL_SECTION_LENGTHS,
    TL_SECTION_CLASSES,
    TL_SECTION_LOCOMOTIONS,
    TL_SECTION_SIZES,
    TL_SECTION_ARCS,
    TL_SECTION_AREAS,
    TL_SECTION_TERRAIN,
    TL_SECTION_TEMPLATES,
    TL_SECTION_SKILLS,
    TL_SECTION_DEVIATIONS,
    TL_SECTION_PENDING,
    TL_SECTION_STANCES,
    TL_SECTION_GRADES,
    TL_SECTION_WEAPONS,
    TL_SECTION_SCORES,
    TL_SECTION_REACHES,
    TL_SECTION_MOVES,
    TL_SECTION_COUNT
} tl_section;

/* Memory that lives as long as the system. */
typedef struct tl_block {
    struct tl_block *next;
    max_align_t data[];
} tl_block;

struct tl_ruleset {
    tl_context *context;
    atomic_size_t holders;                   /* how many will call tl_ruleset_destroy */
    tl_layer layers[TL_RULESET_DEEPEST + 1]; /* the file itself first, then what it extends */
    size_t layer_count;
    tl_json *before; /* the system that version 1 left things to say to; NULL: no layer is of version 1 */
    tl_block *blocks;
    tl_rows rows[TL_SECTION_COUNT];
    const char *name;
    const char *title;
    bool abstract; /* no game of its own: there to be extended */
    tl_setting *settings;
    size_t setting_count;
    tl_area_rule *areas;
    size_t area_count;
    tl_terrain_kind *kinds;
    size_t kind_count;
    tl_ruleset_length_entry *lengths;
    size_t length_count;
    tl_rule_entry *rules;
    size_t rule_count;
    tl_template_rule *templates;
    size_t template_count;
    tl_size_rule *sizes;
    size_t size_count;
    tl_class_rule *classes;
    size_t class_count;
    tl_locomotion_rule *locomotions;
    size_t locomotion_count;
    tl_arc_rule *arcs;
    size_t arc_count;
    tl_rule_entry *pending;
    size_t pending_count;
    const char *cites[TL_CLAUSE_COUNT]; /* rule ids, or NULL */
    tl_skills skills;
    tl_stance_rule *stances;
    size_t stance_count;
    tl_grade_rule *grades;
    size_t grade_count;
    tl_weapon_rule *weapons;
    size_t weapon_count;
    tl_score_rule *scores;
    size_t score_count;
    tl_reach_rule *reaches;
    size_t reach_count;
    tl_deviation_rule *deviations;
    size_t deviation_count;
    tl_move_rule *moves;
    size_t move_count;
    tl_said *said; /* by the address of the text */
    size_t said_count;
};

/* The sections' names in files, in the order of the enum. */
extern const char *const tl_ruleset_section_names[TL_SECTION_COUNT];

/* Zeroed memory that is freed with the system; NULL without memory. */
void *tl_ruleset_memory(tl_ruleset *ruleset, size_t count, size_t size);

/* Puts what a file of version 1 says into the form of version 2: `layer->root` is set anew. What version 1 has no words
 * for comes from the built-in system `before`, by name. */
tl_status tl_ruleset_upgrade(tl_ruleset *ruleset, tl_layer *layer, const tl_json_value *before, tl_form *form,
                             tl_error *error);

/* Reads the rows of all sections. Problems go to the form's. Errors: TL_ERROR_MEMORY. */
tl_status tl_ruleset_read_rows(tl_ruleset *ruleset, tl_form *form, tl_error *error);
/* Reads the settings, of a count of rows; the part of it for the settings. */
tl_status tl_settings_read(tl_ruleset *ruleset, tl_form *form, tl_error *error);
/* The setting of a name, and which of its choices a word is; false: there is no such. */
bool tl_settings_choice_named(const char *name, const char *word, tl_setting_id *setting, size_t *choice);
/* Reads an outline (`outline` or `path`) of a template. */
tl_status tl_ruleset_outline_read(tl_form *form, const tl_json_value *object, tl_template_rule *made, tl_error *error);
/* Reads on what terms a template is laid: what it keeps out of, what it fills, how far ahead it begins, what is rolled.
 */
void tl_ruleset_read_terms(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *value,
                           tl_template_rule *made);
/* Reads stances, grades, weapons and scores, once the other sections are known. */
tl_status tl_ruleset_read_scores(tl_ruleset *ruleset, tl_form *form, tl_error *error);
/* Reads the skills. */
tl_status tl_skills_read(tl_ruleset *ruleset, tl_form *form, tl_error *error);
/* Reads the deviations, when templates are read. */
tl_status tl_deviation_rules_read(tl_ruleset *ruleset, tl_form *form, tl_error *error);
/* The setting that a member names: one that takes `one` or `other`. TL_SETTING_COUNT without such a member, and with a
 * problem noted when there is none of that name. */
tl_setting_id tl_ruleset_read_setting_name(tl_form *form, const tl_json_value *object, const char *key,
                                           tl_setting_takes one, tl_setting_takes other);
/* Reads what shortens moves, once the other sections are known. */
tl_status tl_ruleset_read_moves(tl_ruleset *ruleset, tl_form *form, tl_error *error);
/* A word or a list of words, each the name of a row of a section ("there is no WHAT `name`"), or `besides` (NULL:
 * none); NULL when it isn't there or is none. */
const tl_json_value *tl_ruleset_read_names(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object,
                                           const char *key, tl_section section, const char *what, const char *besides);
/* The member `setting` of conditions: a setting, and which of its choices it must be at; neither is changed where it
 * isn't there. */
void tl_ruleset_read_condition(tl_form *form, const tl_json_value *object, tl_setting_id *setting, size_t *choice);
/* That a name, written at `value`, is that of a row of a section: "there is no WHAT `name`". */
bool tl_ruleset_check_name(tl_form *form, const tl_ruleset *ruleset, tl_section section, const tl_json_value *value,
                           const char *what, const char *name);
/* That a list of words (may be NULL) names rows of a section alone. */
void tl_ruleset_check_names(tl_form *form, const tl_ruleset *ruleset, tl_section section, const tl_json_value *list,
                            const char *what);

/* Makes the form read a row. */
static inline void tl_form_turn_to(tl_form *form, const tl_row *row) {
    form->json = row->layer->json;
    form->owner = row->layer->name;
    form->lenient = row->layer->lenient;
}

#endif
