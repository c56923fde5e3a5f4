/* compare.h: one position under several rule systems: what each says to one question, what differs, and by which rule.
 */
#ifndef TRUELINE_COMPARE_H
#define TRUELINE_COMPARE_H

#include <trueline/ruling.h>
#include <trueline/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A question under several rule systems. It lives as long as nobody destroys it, whatever becomes of the scene. */
typedef struct tl_comparison tl_comparison;

/* What became of one rule system's column. The numbers never change. */
typedef enum tl_comparison_outcome {
    TL_COMPARISON_ANSWERED = 0,
    /* It doesn't know something that the answer may rest on: a kind of terrain, a class, a stance, an arc, a kind of
     * weapon, a template. Nothing is guessed: the scene may say (`as`) what that is there. */
    TL_COMPARISON_UNKNOWN = 1,
    /* It has no rule for the question, or what the question names isn't there under it. */
    TL_COMPARISON_FAILED = 2
} tl_comparison_outcome;

/* Asks a question of a scene under each of `count` rule systems, named as a scene's `ruleset` is (a built-in one, or
 * the path of a .json file, from the scene's folder), in their order. Under its own system the scene is asked as it is;
 * for another one it is made anew with that system's words (`as`; models and meshes are shared), and the scene's
 * settings that it knows. Weapons that are no row of that system aren't asked, unless both systems rest on one
 * file. Questions that can be compared: tl_query_compares. The scene isn't changed and may be asked by others
 * meanwhile; the caller calls tl_comparison_destroy. Errors: TL_ERROR_ARGUMENT (no system, one twice, a question that
 * can't be compared), TL_ERROR_NOT_FOUND (no such system, or nobody of that name), TL_ERROR_SCENE (`as` says a word
 * that the other system doesn't have), TL_ERROR_FILE, TL_ERROR_FORMAT, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
TL_API tl_status tl_scene_compare(const tl_scene *scene, const char *const *systems, size_t count,
                                  const tl_question *question, tl_comparison **comparison, tl_error *error);
/* NULL-safe. */
TL_API void tl_comparison_destroy(tl_comparison *comparison);

/* Whether a question means the same under every rule system: false for what is measured in one system's own lengths
 * (moves, zones) or named by it alone (deviations), and for what is no question. */
TL_API bool tl_query_compares(const char *query);

/* The rule system of a column, by number from 0, as it was named; NULL behind the last. */
TL_API const char *tl_comparison_system(const tl_comparison *comparison, size_t index);
/* What players call it. */
TL_API const char *tl_comparison_title(const tl_comparison *comparison, size_t index);
/* What became of it. */
TL_API tl_comparison_outcome tl_comparison_outcome_of(const tl_comparison *comparison, size_t index);
/* Its answer, which lives as long as the comparison; NULL: there is none. */
TL_API const tl_ruling *tl_comparison_ruling(const tl_comparison *comparison, size_t index);
/* The scene that the answer is of, for drawing it; NULL: the one that was asked. Lives as long as the comparison. */
TL_API const tl_scene *tl_comparison_scene(const tl_comparison *comparison, size_t index);
/* What it says in the words of players, a line each: its answer in short and what it goes without, or what it doesn't
 * know, or, of one that failed, what to do about it. Lives as long as the comparison. */
TL_API const char *tl_comparison_told(const tl_comparison *comparison, size_t index);
/* Id of the rule that decides its answer; "": none. */
TL_API const char *tl_comparison_rule(const tl_comparison *comparison, size_t index);
/* Of a column that failed: why. */
TL_API const tl_error *tl_comparison_error(const tl_comparison *comparison, size_t index);
/* Whether two that answer say different verdicts. */
TL_API bool tl_comparison_differs(const tl_comparison *comparison);
/* One line of words, with a line end: whether they differ, and how. */
TL_API const char *tl_comparison_end(const tl_comparison *comparison);
/* One line of JSON, without a line end: docs/answers.md has its fields. Lives as long as the comparison. */
TL_API const char *tl_comparison_json(const tl_comparison *comparison);
/* The same in the words of players, several lines. */
TL_API const char *tl_comparison_text(const tl_comparison *comparison);

#ifdef __cplusplus
}
#endif

#endif
