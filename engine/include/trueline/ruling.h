/* ruling.h: questions and their answers: a verdict, the rule that decided it, reasons, numbers, witness geometry.
 *
 * The same scene and the same question give the same answer, to the last byte, on every machine and in every thread.
 * What the fields of answers mean is written in docs/answers.md. */
#ifndef TRUELINE_RULING_H
#define TRUELINE_RULING_H

#include <trueline/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A point of a path: 2 coordinates: on the surface that the way leads over; 3: on the surface nearest to that height.
 */
typedef struct tl_path_point {
    /* Its coordinates, mm. */
    double at[3];
    /* How many of them count: 2 or 3. */
    int count;
} tl_path_point;

/* A question. Begin with TL_QUESTION_INIT and fill in what the query uses; nothing is kept after the call. */
typedef struct tl_question {
    /* sizeof the struct, as TL_QUESTION_INIT sets it. */
    size_t struct_size;
    /* What is asked: "range", "los", "cover", "arc", "attack", "react", "close-combat", "within", "cohesion",
     * "template", "scatter", "move", "reach", "sees" or "score": tl_query_at tells them all. */
    const char *query;
    /* All but cohesion (template: may be NULL): id of the unit or member that measures, looks or fires. */
    const char *from;
    /* All but cohesion and template: id of the unit or member that it is about. */
    const char *to;
    /* cohesion: id of the unit. */
    const char *unit;
    /* arc, attack: id of one weapon of `from`; NULL: all of them. template: NULL: those that have it. score: NULL: the
     * only one, where the score is one of weapons. */
    const char *weapon;
    /* template: its name in the rule system. */
    const char *shape;
    /* template: how many coordinates of `at` count: 0: none; 2: it lies on a surface; 3: exactly there. */
    int at_count;
    /* template: where its centre (blast) or tip (flame) lies, mm. */
    double at[3];
    /* template, with 2 coordinates: which surface, 0 the lowest; of a flame: the level of buildings that it strikes,
     * when has_level. */
    size_t level;
    /* template: a flame's level is given; else it is that of who is named in `toward`, or the one worth most. */
    bool has_level;
    /* template: laid on (blast) or pointing at (flame) this unit or member, instead of `at`. */
    const char *toward;
    /* template: whether angle_deg says where a flame points. */
    bool has_angle;
    /* template: the way that the flame points, degrees counter-clockwise from +X. */
    double angle_deg;
    /* template: search for the placements that catch the most enemies and the fewest friends, and lay the first; `at`,
     * `toward` and the angle are left out then. */
    bool best;
    /* template, with `best`: the side it is searched for; NULL: that of `from`, or without one everybody is an enemy.
     */
    const char *side;
    /* template, with `best`: whether friends_weight counts; else it is 1. */
    bool has_friends_weight;
    /* template, with `best`: a friend hit costs as much as so many enemies, 0 to 1000. */
    double friends_weight;
    /* los: also measure how far the target, or what is in the way, must move before it changes. */
    bool margin;
    /* move, reach: id of the model, or of a unit that has just one. */
    const char *member;
    /* move: the points it goes to from where it stands, straight from one to the next. */
    const tl_path_point *path;
    /* move: how many points there are. */
    size_t path_count;
    /* move, reach: in a march, not a move. */
    bool march;
    /* react: the model of `from` turns on the spot first, to facing_deg; move: the model faces that way at the end,
     * else as before. */
    bool has_facing;
    /* react, move: that facing, degrees counter-clockwise from +X. */
    double facing_deg;
    /* within: the radius is this skill's; NULL: limit_mm, or that of a skill of `from`. */
    const char *skill;
    /* sees: "enemies" (NULL), "friends" or "all". */
    const char *whom;
    /* within: to those within there must be sight, too. */
    bool sight;
    /* within: limit_mm is the radius. range: also say whether the distance is at most limit_mm. */
    bool has_limit;
    /* within, range: that length, mm, 0 or more. */
    double limit_mm;
    /* los: a `no` tells its proof in outline: which part of the target is hidden by whom. */
    bool proof;
    /* Whether tolerance_mm counts; else the setting of that name does. */
    bool has_tolerance;
    /* How near a limit is too close to call, mm: 0 or more, at most what the rule system allows; 0: limits are compared
     * exactly. */
    double tolerance_mm;
    /* Wall-clock time that the question may take, ms, to within a few, more than 0; 0: any. An answer that was cut
     * short says so and gives what was found till then, if anything (`cut_short`); it depends on the machine. For
     * previews: rulings to go by are asked without. */
    double time_limit_ms;
    /* Settings for this question alone: name, value, name, value, ..., NULL; or NULL. */
    const char *const *set;
    /* Language of this answer's words: "en", "fr" (tl_language_tag); NULL: the context's. */
    const char *language;
    /* A JSON value, copied into the answer as `id`; NULL: none. */
    const char *id;
    /* So many times the usual work goes into proofs and searches, 0.001 to 1000: what is left open for want of it
     * (tl_ruling_sign) may be settled; 0: once. The answer is the same on every machine. */
    double effort;
    /* score: its name in the rule system; NULL: the only one. */
    const char *score;
    /* scatter: what is thrown or fired, or drifts: its name among the deviations of the rule system. */
    const char *deviation;
    /* scatter: what the dice show, in their order, commas between them: numbers, of several dice their sum; "hit" and
     * "misfire"; of an arrow degrees: "7,4", "hit", "35,6". NULL: `roll`. */
    const char *dice;
    /* scatter: roll the dice, by `seed`; the answer tells them. */
    bool roll;
    /* scatter: whether `seed` is given. */
    bool has_seed;
    /* scatter: whether guess_mm is given. */
    bool has_guess;
    /* scatter: whether `modifier` is given. */
    bool has_modifier;
    /* scatter: a whole number, 0 to 1e9: the same gives the same dice. */
    double seed;
    /* scatter: how far it was guessed to be, from the edge of `from`, mm. */
    double guess_mm;
    /* scatter: a whole number that is added to dice which the rules modify. */
    double modifier;
    /* zone: the id of a zone of the scene's scenario; NULL: those of the side of `from`. */
    const char *zone;
    /* The side that is to be told the answer: it learns nothing of the others' hidden models, in no field, list, number
     * or message (tl_scene_for_side). NULL: all is told. Keys of the ruling's marks and lines are those of that side's
     * scene. */
    const char *for_side;
} tl_question;
#define TL_QUESTION_INIT TL_INIT(tl_question)

/* What a field of a question is, and so how a program sets it: at `offset` of a tl_question stands ... */
typedef enum tl_field_kind {
    TL_FIELD_TEXT,   /* a const char * */
    TL_FIELD_FLAG,   /* a bool */
    TL_FIELD_NUMBER, /* a double */
    TL_FIELD_LENGTH, /* a double, mm; a command line also takes cm, inches and game units */
    TL_FIELD_WHOLE,  /* a size_t */
    TL_FIELD_POINT,  /* double[3], mm, and at `given` how many of them, 2 or 3 */
    TL_FIELD_PATH,   /* a const tl_path_point *, and at `given` a size_t: how many */
    TL_FIELD_ANY,    /* any JSON: `id` */
    TL_FIELD_TEXTS,  /* an object of texts and numbers: `set` */
    TL_FIELD_DICE    /* a const char *: values between commas; in JSON a list of numbers and words */
} tl_field_kind;

/* A field of a question. */
typedef struct tl_query_field {
    /* Its name in JSON: "limit_mm". */
    const char *name;
    /* Its option on the command line: "--limit"; NULL: it stands among the arguments, or has none. */
    const char *option;
    /* What it takes. */
    tl_field_kind kind;
    /* What an option's value is called in help: "LENGTH"; "" of a flag. */
    const char *value;
    /* What a value must be, behind "wants"; "" where anything will do. */
    const char *wants;
    /* One line for people. */
    const char *what;
    /* Where it lies in a tl_question, bytes. */
    size_t offset;
    /* Where in a tl_question the bool lies that says that it is given (or the count, see the kinds), bytes; 0: none. */
    size_t given;
} tl_query_field;

/* A question that can be asked: a row of the one table that dispatch, JSON lines, command lines, help and the published
 * schema (docs/schema/question.schema.json) read. */
typedef struct tl_query {
    /* Its name: "los". */
    const char *name;
    /* Arguments of a command line, behind the scene: "A B", "[A [B]]", "MEMBER". */
    const char *arguments;
    /* One line for people. */
    const char *what;
    /* Its fields beside those that every question takes; those without an option in the order of the arguments; NULL
     * behind the last. */
    const tl_query_field *const *fields;
    /* How many arguments there are behind the scene, at least and at most. */
    size_t least, most;
    /* It changes the scene: only tl_scene_ask_json takes it. */
    bool changes;
    /* Two command lines on the sample table, behind the scene: "mastiff foxes --margin"; of a question that its rules
     * have no answer to on another, which they begin with: "terrain/yard.scene.json --deviation grenade"; NULL when
     * it changes the scene. */
    const char *examples[2];
} tl_query;

/* The questions, by number from 0; NULL behind the last. */
TL_API const tl_query *tl_query_at(size_t index);
/* NULL when there is no question of that name. */
TL_API const tl_query *tl_query_named(const char *name);
/* The fields that every question takes, by number from 0; NULL behind the last. */
TL_API const tl_query_field *tl_query_common_field(size_t index);
/* The JSON Schema (2020-12) of a question in JSON, made from these tables. The caller frees it with tl_text_free.
 * Errors: TL_ERROR_MEMORY. */
TL_API tl_status tl_query_schema(tl_context *context, char **text, tl_error *error);

/* An answer. It never changes, so any number of threads may read one; of the scene it needs nothing but to be drawn. */
typedef struct tl_ruling tl_ruling;

/* Answers a question; the caller destroys `*ruling`, before the context. The verdict is data, also when it is marginal;
 * errors are for questions that can't be asked: TL_ERROR_NOT_FOUND (a query, unit, member, weapon or setting that is
 * not there, a language; the remedy names the nearest), TL_ERROR_NO_RULE (the rule system has no rule for it),
 * TL_ERROR_ARGUMENT (a setting's value, a negative limit, a model asked about itself), TL_ERROR_MEMORY,
 * TL_ERROR_CANCELLED. Several threads may ask about one scene at once, as long as nobody changes it meanwhile. */
TL_API tl_status tl_scene_ask(const tl_scene *scene, const tl_question *question, tl_ruling **ruling, tl_error *error);

/* A question in JSON is no longer than this: a longer one is refused unread, with TL_ERROR_LIMIT. */
enum { TL_QUESTION_BYTES = 1 << 20 };

/* The same from one line of JSON of `size` bytes, as `trueline batch` reads it (docs/command-line.md); a `place` line
 * changes the scene, so no other thread may use it during the call. A line that can't be answered gives its error
 * status (TL_ERROR_FORMAT when it is no JSON or has fields that the query doesn't take, TL_ERROR_LIMIT when `size` is
 * more than TL_QUESTION_BYTES; of `line` nothing is read then) and, unless memory ran out, a
 * `*ruling` whose JSON is the error answer of the batch; otherwise `*ruling` is NULL. The caller destroys it in every
 * case. */
TL_API tl_status tl_scene_ask_json(tl_scene *scene, const char *line, size_t size, tl_ruling **ruling, tl_error *error);
/* Takes NULL. */
TL_API void tl_ruling_destroy(tl_ruling *ruling);

/* The verdict; what yes and no mean depends on the query (docs/answers.md). An error answer counts as marginal. */
TL_API tl_verdict tl_ruling_verdict(const tl_ruling *ruling);
/* What stands over an answer. */
typedef enum tl_sign {
    TL_SIGN_NO = 0,
    TL_SIGN_YES = 1,
    TL_SIGN_TOO_CLOSE = 2,   /* marginal: within the tolerance of a limit, or within what meshes may be off */
    TL_SIGN_NOT_SETTLED = 3, /* marginal: the work or the time for it ran out; more `effort` may settle it */
    TL_SIGN_UNKNOWN = 4      /* marginal: the scene doesn't say what it depends on */
} tl_sign;
/* The sign of an answer. It is that of the verdict, but for a template that somebody lays: that one is a yes only where
 * it may lie, too (`placement`), so that nobody takes who lies under it for hit. */
TL_API tl_sign tl_ruling_sign(const tl_ruling *ruling);
/* The same in a word or two for pictures, in the language of the answer: "SEEN", "IN COVER", "TOO CLOSE", "NOT
 * SETTLED"; owned by the library. */
TL_API const char *tl_ruling_badge(const tl_ruling *ruling);

/* What a small picture beside the ruling shows. */
typedef enum tl_caption {
    TL_CAPTION_SEES, /* what `a` sees */
    TL_CAPTION_HIDES /* what hides `a` from `b` */
} tl_caption;
/* Writes that in the language of the answer; cut between two characters when `size` is too small. */
TL_API void tl_ruling_caption(const tl_ruling *ruling, tl_caption caption, const char *a, const char *b, char *buffer,
                              size_t size);
/* Whether the question's time limit passed before its answer was complete: asked again without one, what is marginal
 * may be decided, and numbers may differ. Such answers should not be kept. */
TL_API bool tl_ruling_cut_short(const tl_ruling *ruling);
/* The whole answer as one line of JSON, without a line end; owned by the ruling. */
TL_API const char *tl_ruling_json(const tl_ruling *ruling);
/* The answer in a few lines for players, in the language of the context and in their unit, each ended by '\n'; owned by
 * the ruling. */
TL_API const char *tl_ruling_text(const tl_ruling *ruling);
/* The first of these lines, the one that decides, without the line end; owned by the ruling. */
TL_API const char *tl_ruling_summary(const tl_ruling *ruling);

/* Describes to a sink what can be seen of a question before it is complete or answered; nothing of it is a ruling. Of
 * `arc` with `from` alone: the field of fire of each weapon, as far as it reaches. Of `template` with a flame: where it
 * would lie. Of other questions: nothing. Errors: those of the question, when it names what isn't there. */
TL_API tl_status tl_scene_draw_preview(const tl_scene *scene, const tl_question *question, const tl_draw_sink *sink,
                                       tl_error *error);

/* Describes the witness to a sink: lines, tapes, arcs, points, what stands in the way outlined, labels. Draw the scene
 * first. `scene` is the one that was asked; models that were moved since are shown where they are now. Error:
 * TL_ERROR_ARGUMENT for a sink that isn't one. */
TL_API tl_status tl_ruling_draw(const tl_ruling *ruling, const tl_scene *scene, const tl_draw_sink *sink,
                                tl_error *error);
/* The first line of the ruling: a free sight line, a tape, or a blocked line from end to end, in millimetres. Its ends
 * are good places for a camera; `*from_key` and `*to_key` are the keys (tl_draw_mesh.key) of the two models, so that
 * the one whose eyes these are can be left out; 0 when the line is nobody's. False when there is no line: nothing is
 * written then. */
TL_API bool tl_ruling_line(const tl_ruling *ruling, tl_vec3 *from, tl_vec3 *to, uint32_t *from_key, uint32_t *to_key);

/* Describes what the one who looks would see of the target, were it not for what is in the way, for a question that
 * asked for the proof and was answered no: ground and terrain, what is in the way as a ghost, the target as a ghost
 * round its body, and this body in parts, each hatched and named after whom it is hidden by. Feed it to a renderer that
 * is empty. False, and nothing described, when there is no such proof, and when the sink isn't one: then `error` says
 * so (TL_ERROR_ARGUMENT). */
TL_API bool tl_ruling_draw_proof(const tl_ruling *ruling, const tl_scene *scene, const tl_draw_sink *sink,
                                 tl_error *error);
/* Where to look from, and the box of what is to be seen there; false as above. */
TL_API bool tl_ruling_proof_view(const tl_ruling *ruling, const tl_scene *scene, tl_vec3 *eye, tl_vec3 *low,
                                 tl_vec3 *high);

/* The box of the template, disc or ground that a ruling lays on the table; false, and both left as they were, when
 * there is none. */
TL_API bool tl_ruling_shape_box(const tl_ruling *ruling, tl_vec3 *low, tl_vec3 *high);

/* The languages that answers can be told in, by number from 0: "en", "fr"; NULL behind the last. Not to be freed. */
TL_API const char *tl_language_tag(size_t index);

/* Frees a text that the caller owns, with the context that it was made with. Takes a NULL text. */
TL_API void tl_text_free(tl_context *context, char *text);

#ifdef __cplusplus
}
#endif
#endif
