/* rules.h: rule systems as data: the built-in ones, and files of one's own (docs/rule-files.md). */
#ifndef TRUELINE_RULES_H
#define TRUELINE_RULES_H

#include <trueline/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rule systems that are built in, by number from 0; NULL behind the last. Not to be freed. */
TL_API const char *tl_rules_name(size_t index);
/* Describes a rule system, by its name or by the path of a .json file: its settings with their values, defaults and
 * rule ids, and (in JSON) the kinds of terrain it knows. `*text` is one line of JSON without a line end, or words of
 * several lines; the caller frees it with tl_text_free. Errors: TL_ERROR_NOT_FOUND, TL_ERROR_FILE, TL_ERROR_FORMAT,
 * TL_ERROR_MEMORY. */
TL_API tl_status tl_rules_describe(tl_context *context, const char *name, bool json, char **text, tl_error *error);

/* Whether a file is a rule file, not a scene: a JSON object with a member `trueline_ruleset`. False, too, when it can't
 * be read. */
TL_API bool tl_rules_is_file(tl_context *context, const char *path);
/* Checks a rule file, by its path: `*report` (may not be NULL) lists every problem of it and of what it extends, as
 * tl_scene_load does for scenes; the caller destroys it. When there are no errors `*notes` tells what the file leaves
 * open: clauses for which no rule is cited, settings and lengths that aren't there and what is done without them, rules
 * that are not judged yet; lines of words, or a JSON list of objects with `about`, `name` and `text`. The caller frees
 * it with tl_text_free. Errors: TL_ERROR_FILE, TL_ERROR_LIMIT, TL_ERROR_FORMAT for the first of the report's errors
 * (*notes is NULL then), TL_ERROR_MEMORY. */
TL_API tl_status tl_rules_check(tl_context *context, const char *path, bool json, tl_report **report, char **notes,
                                tl_error *error);
/* A rule file of version 1, by its path, in the form of version 2: `*text` is JSON with a line for each row, freed by
 * the caller with tl_text_free. One of version 2 comes back as it is, but for spaces. Errors: as tl_rules_describe. */
TL_API tl_status tl_rules_upgrade(tl_context *context, const char *path, char **text, tl_error *error);

#ifdef __cplusplus
}
#endif

#endif
