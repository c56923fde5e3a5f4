/* ruling.h: questions and their answers: a verdict, the rule that decided it, reasons, numbers, witness geometry. */
#ifndef TRUELINE_RULING_H
#define TRUELINE_RULING_H

#include <trueline/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A question in the contract's words. Zero-initialise it; what a query doesn't use stays NULL. */
typedef struct tl_question {
    const char *query;  /* "range", "los", "cover", "arc", "attack", "cohesion" */
    const char *from;   /* a unit or a member */
    const char *to;
    const char *unit;   /* cohesion */
    const char *weapon; /* arc, attack: one weapon's id, NULL for all */
    bool has_limit;     /* range: whether within this many millimetres */
    double limit_mm;
    bool has_tolerance; /* else the setting tolerance_mm */
    double tolerance_mm;
    const char *const *set; /* settings for this question: name, value, name, value, ..., NULL; or NULL */
    const char *id;     /* a JSON text echoed as `id`, or NULL */
} tl_question;

typedef struct tl_ruling tl_ruling;

/* Answers a question. The verdict is data, also when it is `marginal`; errors are for questions that can't be asked
 * (an unknown name, a weapon the unit doesn't have). The caller destroys `*ruling`. */
TL_API tl_status tl_scene_ask(const tl_scene *scene, const tl_question *question, tl_ruling **ruling, tl_error *error);

/* The same from one line of JSON as `trueline batch` reads it; `place` lines change the scene. A line that can't be
 * answered gives its error status and, when there is memory, a ruling whose JSON is the batch's error answer. */
TL_API tl_status tl_scene_ask_json(tl_scene *scene, const char *line, size_t size, tl_ruling **ruling,
                                   tl_error *error);
/* NULL-safe. */
TL_API void tl_ruling_destroy(tl_ruling *ruling);

TL_API tl_verdict tl_ruling_verdict(const tl_ruling *ruling);
/* The answer as one line of JSON; owned by the ruling. */
TL_API const char *tl_ruling_json(const tl_ruling *ruling);
/* The answer in two to ten lines for players, each ended by '\n'; owned by the ruling. */
TL_API const char *tl_ruling_text(const tl_ruling *ruling);
/* One sentence: the deciding one. */
TL_API const char *tl_ruling_summary(const tl_ruling *ruling);

/* Draws the witness: lines, points, what stands in the way outlined, labels. */
TL_API void tl_ruling_draw(const tl_ruling *ruling, const tl_scene *scene, const tl_draw_sink *sink);
/* The first line of the ruling, when it has one: its ends are eyes to look from. `from_key` and `to_key` are the keys
 * (tl_draw_mesh.key) of the two models, to leave the one out whose eyes these are; 0 when the line is nobody's. */
TL_API bool tl_ruling_line(const tl_ruling *ruling, tl_vec3 *from, tl_vec3 *to, uint32_t *from_key, uint32_t *to_key);

/* Rule systems: their names (NULL behind the last), and one of them described as JSON or in words; the caller frees the
 * text with tl_text_free. */
TL_API const char *tl_rules_name(size_t index);
TL_API tl_status tl_rules_describe(tl_context *context, const char *name, bool json, char **text, tl_error *error);
TL_API void tl_text_free(tl_context *context, char *text);

#ifdef __cplusplus
}
#endif
#endif
