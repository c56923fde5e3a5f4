/* ruleset.h: a rule system as data: settings, classes, kinds of terrain, lengths, rule texts: loaded, and asked.
 *
 * The systems in `rulesets/` are built into the library; others are JSON files of the same form. Nothing here knows
 * geometry. */
#ifndef TL_RULESET_RULESET_H
#define TL_RULESET_RULESET_H

#include "ruleset/chosen.h"
#include "ruleset/clause.h"
#include "ruleset/deviation.h"
#include "ruleset/move_rule.h"
#include "ruleset/rows.h"
#include "ruleset/score.h"
#include "ruleset/skill.h"
#include "words/words.h"

/* Reads an outline from a JSON file ({"trueline_outline": 1, "outline": [[x, y], ...]}, or "path" with SVG path data,
 * and "measure": "mm" or "game_unit"), its tip at (0, 0), pointing along +X: `made` is the template `of` with that
 * outline, which the caller frees with tl_free. Errors: TL_ERROR_FILE; TL_ERROR_FORMAT with line and column for
 * anything that is no simple closed line of a size for tables; TL_ERROR_LIMIT, TL_ERROR_MEMORY. */
tl_status tl_ruleset_outline_load(tl_context *context, const char *path, const tl_template_rule *of,
                                  tl_template_rule *made, tl_error *error);

/* The games that are built in; systems that are only there to be extended aren't among them. NULL behind the last. */
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

/* Whether it is no game of its own, but there to be extended (`abstract`). */
bool tl_ruleset_is_abstract(const tl_ruleset *ruleset);
/* Whether two rest on one file: they are the same, one extends the other, or both extend a third. */
bool tl_ruleset_is_kin(const tl_ruleset *a, const tl_ruleset *b);
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
bool tl_ruleset_kind_never_hits(const tl_terrain_kind *kind, const char *class_word);
/* Whether such terrain, when it is a trap, stops a class (its word in scenes). */
bool tl_ruleset_kind_traps(const tl_ruleset *ruleset, const tl_terrain_kind *kind, const char *class_word);
/* "slow", "free", ...: as rule systems write it. */
const char *tl_ruleset_going_word(tl_terrain_going going);
/* A length in millimetres of the unit system, 0 cm or 1 inch, whatever settings stand at (tl_settings_length); 0 for an
 * unknown name. */
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
bool tl_ruleset_size_turns_no_farther(const tl_size_rule *size, const char *class_word);
/* How models may stand, grades of cover (the least first), weapons with tables of ranges, scores; NULL behind the last,
 * or when the system has none of that name. */
const tl_stance_rule *tl_ruleset_stance_at(const tl_ruleset *ruleset, size_t index);
const tl_grade_rule *tl_ruleset_grade_at(const tl_ruleset *ruleset, size_t index);
size_t tl_ruleset_grade_count(const tl_ruleset *ruleset);
const tl_weapon_rule *tl_ruleset_weapon_at(const tl_ruleset *ruleset, size_t index);
const tl_score_rule *tl_ruleset_score_at(const tl_ruleset *ruleset, size_t index);
const tl_score_rule *tl_ruleset_score(const tl_ruleset *ruleset, const char *name);
/* How far fire reaches; NULL behind the last. */
const tl_reach_rule *tl_ruleset_reach_at(const tl_ruleset *ruleset, size_t index);
/* The special rules. */
const tl_skills *tl_ruleset_skills(const tl_ruleset *ruleset);
/* What shortens moves, and what may be done after a part of one; NULL behind the last. */
const tl_move_rule *tl_ruleset_move_at(const tl_ruleset *ruleset, size_t index);
/* Whether who crosses the edge of such terrain is told, of a class by its word in scenes. */
bool tl_ruleset_kind_meets(const tl_terrain_kind *kind, const char *class_word);
/* The deviations. */
size_t tl_ruleset_deviation_count(const tl_ruleset *ruleset);
const tl_deviation_rule *tl_ruleset_deviation_at(const tl_ruleset *ruleset, size_t index);
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

#endif
