/* explain.h: a ruling taken apart, for programs that show it step by step; and what it was asked about, so that others
 * can check it: the settings, the points, hashes of the scene. The same is in the JSON of the answer (docs/answers.md).
 */
#ifndef TRUELINE_EXPLAIN_H
#define TRUELINE_EXPLAIN_H

#include <trueline/ruling.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A number of a step, named as in the JSON: "margin_mm", 31.4. */
typedef struct tl_step_number {
    /* Its name: "margin_mm". */
    const char *name;
    /* In the unit that the name ends in. */
    double value;
} tl_step_number;

/* A step on the way to the verdict: one of the `reasons` of the JSON. Everything is owned by the ruling. */
typedef struct tl_step {
    /* Id of the rule, such as "DB-LOS-01"; "" where no rule did it. */
    const char *rule;
    /* What that rule says, in the language of the answer; "" when the rule system doesn't tell. */
    const char *rule_text;
    /* The verdict of this step alone. */
    tl_verdict verdict;
    /* It would be so, were it not for what decides: whom a template hits that may not lie there. */
    bool moot;
    /* A sentence for players, in the language of the answer. */
    const char *text;
    /* What was measured. */
    const tl_step_number *numbers;
    /* How many numbers there are. */
    size_t number_count;
} tl_step;

/* How many steps there are, in the order of the rules. An error answer has none. */
TL_API size_t tl_ruling_step_count(const tl_ruling *ruling);
/* A step by number, from 0; false, and `*step` left as it was, past the end. */
TL_API bool tl_ruling_step(const tl_ruling *ruling, size_t index, tl_step *step);
/* The ids of units, members and terrain that a step's text names, in the order of the text, each once: what a picture
 * of the step should show. At most `most` are written to `ids`; returns how many. They live until the scene is edited.
 */
TL_API size_t tl_ruling_step_things(const tl_ruling *ruling, size_t index, const tl_scene *scene, const char **ids,
                                    size_t most);

/* What was asked ("los"), and the id of the rule that decided, "" where none did. Owned by the ruling. */
TL_API const char *tl_ruling_query(const tl_ruling *ruling);
TL_API const char *tl_ruling_rule(const tl_ruling *ruling);
/* The tolerance that was used, in millimetres. */
TL_API double tl_ruling_tolerance(const tl_ruling *ruling);

/* A setting of the rule system as it stood for a ruling or stands in a scene. */
typedef struct tl_setting_info {
    /* As tl_scene_set takes it. */
    const char *name;
    /* A word, a number or the path of a file, as tl_scene_set takes it. */
    const char *value;
    /* What it decides, for players. */
    const char *text;
    /* Id of the rule whose reading it holds. */
    const char *rule;
    /* Whether the value is the rule system's own. */
    bool is_default;
    /* The words that it can be set to. */
    const char *const *values;
    /* How many words there are. */
    size_t value_count;
    /* Whether it can be set to a number, from `low` to `high`. */
    bool number;
    /* The least and the greatest number. */
    double low, high;
} tl_setting_info;

/* The settings that were not at their default when a ruling was made, by number from 0; false past the end. Of these
 * name, value, text and rule are told. Owned by the ruling. */
TL_API bool tl_ruling_setting(const tl_ruling *ruling, size_t index, tl_setting_info *setting);
/* All settings of a scene's rule system, by number from 0; false past the end. The text is in `language`, as a question
 * takes it (NULL: the context's). A number's `value` is written to `buffer`, which must live as long as it is read;
 * everything else is owned by the scene. */
enum { TL_SETTING_VALUE = 256 };
TL_API bool tl_scene_setting(const tl_scene *scene, size_t index, const char *language, char buffer[TL_SETTING_VALUE],
                             tl_setting_info *setting);

/* A template of a scene's rule system; owned by the scene. */
typedef struct tl_template_info {
    /* As a question wants it: "blast". */
    const char *name;
    /* What players call it. */
    const char *text;
    /* Id of its rule. */
    const char *rule;
    /* Laid against the one who fires, and pointing somewhere; else a disc round a point. */
    bool flame;
    /* Diameter of the disc in mm, by the unit that the scene has now; 0: an outline. */
    double diameter_mm;
} tl_template_info;

/* The templates by number from 0; false past the end. The text is in `language`, as tl_scene_setting takes it. */
TL_API bool tl_scene_template(const tl_scene *scene, size_t index, const char *language, tl_template_info *info);

/* What the points of a ruling are. */
typedef enum tl_mark_kind {
    TL_MARK_SIGHT,   /* a free line: `from` to `to`, `clearance_mm` from everything */
    TL_MARK_ATTEMPT, /* a line from `from` towards `aim` that is stopped at `to` */
    TL_MARK_TAPE,    /* a distance: `from` to `to`, `text` its length */
    TL_MARK_ARC,     /* a field of fire: its apex, and in `to` the point of the target that decides */
    TL_MARK_BLOCKER, /* the object `key` stands in the way; met at `from`, where it is known */
    TL_MARK_POINT,   /* a point, such as the best viewpoint */
    TL_MARK_WAY,     /* a stretch of a way, `from` to `to` */
    TL_MARK_BEYOND   /* ... that can't be gone any more */
} tl_mark_kind;

/* A point or a line of a ruling. */
typedef struct tl_mark {
    /* What it is, and so which of the others count. */
    tl_mark_kind kind;
    /* Its points: millimetres, table coordinates. */
    tl_vec3 from, to, aim;
    /* Of TL_MARK_SIGHT: how far everything is from the line, mm. */
    double clearance_mm;
    /* Of TL_MARK_BLOCKER: which object (tl_draw_mesh.key). */
    uint32_t key;
    /* The objects that the ends lie on; 0: nobody's. */
    uint32_t from_key, to_key;
    /* Its label, such as a tape's length; owned by the ruling. */
    const char *text;
} tl_mark;

/* The points of a ruling, by number from 0; false past the end. */
TL_API bool tl_ruling_mark(const tl_ruling *ruling, size_t index, tl_mark *mark);
/* The id of an object by its key (tl_draw_mesh.key): of a member or a piece of terrain, "table" for the ground; NULL
 * when there is no such object. It lives until the scene is edited. */
TL_API const char *tl_scene_id_of_key(const tl_scene *scene, uint32_t key);

/* SHA-256 hashes in hexadecimal digits. `text`: of the bytes that saving to the scene's own file would write: of an
 * unedited scene it is what `sha256sum` says of the file. `shapes`: of every placed triangle as questions see it: for
 * each object in the order of their keys the key, the count of vertices and of triangles (8 bytes each, the lowest byte
 * first), then the vertices (doubles of IEEE 754) and the indices (4 bytes); so it changes with any mesh and any place.
 * Two scenes with both hashes alike give the same answers. */
enum { TL_HASH_SIZE = 65 };
TL_API void tl_scene_hash(const tl_scene *scene, char text[TL_HASH_SIZE], char shapes[TL_HASH_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
