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

/* What players call a rule system, in a language (as tl_words_find takes it), by its name or by the path of a .json
 * file: into `title`, cut to `size`. Errors: as tl_rules_describe. */
TL_API tl_status tl_rules_title(tl_context *context, const char *name, const char *language, char *title, size_t size,
                                tl_error *error);

/* ---- The words of a scene's rule system ---- */

/* What a rule system has words for. The numbers never change. */
typedef enum tl_rules_sort {
    TL_RULES_SETTING = 0,
    TL_RULES_KIND = 1,       /* of terrain */
    TL_RULES_CLASS = 2,      /* of units */
    TL_RULES_LOCOMOTION = 3, /* how units move */
    TL_RULES_SIZE = 4,       /* of units */
    TL_RULES_SKILL = 5,      /* special rules of units and weapons */
    TL_RULES_ARC = 6,        /* of weapons */
    TL_RULES_WEAPON = 7,     /* kinds of weapons */
    TL_RULES_TEMPLATE = 8,
    TL_RULES_STANCE = 9, /* how models stand, the usual one first */
    TL_RULES_SCORE = 10,
    TL_RULES_DEVIATION = 11
} tl_rules_sort;
enum { TL_RULES_SORTS = 12 };

/* A word of a rule system. */
typedef struct tl_rules_word {
    /* The word, as scenes and questions have it. */
    const char *name;
    /* What players call it, or a sentence about it, in the language asked for; "": the rule system says nothing. */
    const char *text;
    /* Id of its rule; "": none. */
    const char *rule;
} tl_rules_word;

/* The words of one sort that the scene's rule system has, by number from 0; false past the last. `language` as for
 * tl_words_find. The texts live as long as the scene has that rule system. */
TL_API bool tl_scene_rules_word(const tl_scene *scene, tl_rules_sort sort, size_t index, const char *language,
                                tl_rules_word *word);
/* Of a setting, by its number (tl_scene_setting): the value that it has when nobody sets it; a number is written to
 * `buffer`. `*file` (may be NULL): whether it may be the path of a .json file. NULL past the last. */
TL_API const char *tl_scene_setting_initial(const tl_scene *scene, size_t index, char *buffer, size_t size, bool *file);

/* From where something deviates. The numbers never change. */
typedef enum tl_rules_aim {
    TL_RULES_AIM_TARGET = 0, /* a target, or a place in its stead */
    TL_RULES_AIM_GUESS = 1,  /* so far as was guessed, towards a target or a place */
    TL_RULES_AIM_LAID = 2,   /* an outline that is laid against who fires */
    TL_RULES_AIM_LYING = 3   /* a place where it lies */
} tl_rules_aim;
/* From where a deviation of the scene's rule system deviates; false when it has none of that name. */
TL_API bool tl_scene_deviation_aim(const tl_scene *scene, const char *deviation, tl_rules_aim *aim);

/* A throw of dice of a deviation. */
typedef struct tl_rules_throw {
    /* What players call it, in the language asked for. */
    const char *text;
    /* How many dice are thrown together; their numbers are added up. */
    size_t count;
    /* The least and the largest number that they may show together. */
    double low, high;
    /* Whether they may show numbers, "hit", "misfire", or an arrow, given in degrees. */
    bool numbers, hit, misfire, arrow;
} tl_rules_throw;
/* The throws of a deviation that a question gives, in their order, by number from 0, as the settings stand; false past
 * the last. Texts as of tl_scene_rules_word. */
TL_API bool tl_scene_throw(const tl_scene *scene, const char *deviation, size_t index, const char *language,
                           tl_rules_throw *thrown);

/* ---- Another rule system for a scene ---- */

/* What another rule system would mean for a scene, and the edit that gives it to the scene. */
typedef struct tl_rules_change tl_rules_change;
/* Something that a scene says and the other rule system doesn't know. */
typedef struct tl_rules_stranger {
    /* What it is a word for. */
    tl_rules_sort sort;
    /* The word; of a setting its name. */
    const char *word;
    /* Of a setting its value, else "". */
    const char *value;
    /* Id of the first unit, member or piece of terrain that has it, "" for a setting. */
    const char *thing;
    /* How often it is said. */
    size_t count;
    /* The scene can't be read with it: it is left out, or another word takes its place. Else it may stay, and has no
     * effect; a kind of terrain then counts as a solid obstacle. */
    bool refused;
    /* Nor without it: another word has to be chosen. */
    bool needed;
} tl_rules_stranger;

/* Reads the rule system `name`, as a scene's `ruleset` has it, and compares. The scene is not changed; the caller calls
 * tl_rules_change_destroy. Errors: as tl_rules_describe. */
TL_API tl_status tl_rules_change_begin(const tl_scene *scene, const char *name, const char *language,
                                       tl_rules_change **change, tl_error *error);
/* NULL-safe. */
TL_API void tl_rules_change_destroy(tl_rules_change *change);
/* What players call the other rule system. */
TL_API const char *tl_rules_change_title(const tl_rules_change *change);
/* What it doesn't know, each word once, by number from 0; false past the last. Texts live as long as the change. */
TL_API bool tl_rules_change_stranger(const tl_rules_change *change, size_t index, tl_rules_stranger *stranger);
/* Whether the scene says (`as`) what one of them, by its number, is in the other rule system: that word, which may be
 * one that there isn't, or NULL: nothing. Words that both know are among them, too, when the scene says so. What a
 * weapon's own `as` says isn't asked: it always counts. The text lives as long as the scene isn't changed. */
TL_API bool tl_rules_change_there(const tl_rules_change *change, size_t index, const char **word);
/* Its own words, as tl_scene_rules_word has those of a scene's. */
TL_API bool tl_rules_change_word(const tl_rules_change *change, tl_rules_sort sort, size_t index, tl_rules_word *word);
/* The edit (tl_scene_edit) that gives the scene the other rule system: `chosen` has for each stranger the word that
 * takes its place, or NULL: what is refused is left out, what may stay stays. `*text` is freed with tl_text_free. The
 * scene must be as it was when the change was begun. Errors: TL_ERROR_ARGUMENT, when one that is needed has no word;
 * TL_ERROR_MEMORY. */
TL_API tl_status tl_rules_change_edit(const tl_rules_change *change, const char *const *chosen, char **text,
                                      tl_error *error);

#ifdef __cplusplus
}
#endif

#endif
