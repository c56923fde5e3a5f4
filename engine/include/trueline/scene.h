/* scene.h: a table with terrain and models, loaded from a scene file. */
#ifndef TRUELINE_SCENE_H
#define TRUELINE_SCENE_H

#include <trueline/base.h>
#include <trueline/draw.h>
#include <trueline/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A loaded scene: its file, the meshes, everything placed, the rule system. Read-only questions may come from many
 * threads at once; placing may not. */
typedef struct tl_scene tl_scene;

/* A list of problems, each an error report; warnings don't keep a scene from being used. */
typedef struct tl_report tl_report;

TL_API size_t tl_report_count(const tl_report *report);
/* The index-th problem, in the order of the file; `warning` may be NULL. Owned by the report. */
TL_API const tl_error *tl_report_get(const tl_report *report, size_t index, bool *warning);
/* NULL-safe. */
TL_API void tl_report_destroy(tl_report *report);
/* "FILE:LINE:COLUMN: PLACE: message. Remedy." in a buffer; cut when it is too small. */
TL_API void tl_report_text(const tl_error *error, char *buffer, size_t size);

/* Zero-initialised options mean defaults. */
typedef struct tl_scene_options {
    /* A program that imports meshes in a process of its own (the `trueline` program is one): damaged files then can't
     * harm the caller. NULL imports in-process. */
    const char *import_helper;
    bool look_closer; /* also report what check reports: overlaps, floating models, unmatched parts */
} tl_scene_options;

/* Loads, validates and places everything. `options` and `report` may be NULL; when asked for, `*report` lists every
 * problem found, whether or not loading succeeds, and the caller destroys it. On failure `*scene` stays as it was and
 * `error` holds the first problem. */
TL_API tl_status tl_scene_load(tl_context *context, const char *path, const tl_scene_options *options,
                               tl_scene **scene, tl_report **report, tl_error *error);
/* NULL-safe. */
TL_API void tl_scene_destroy(tl_scene *scene);

/* Sets a rule system's setting for all questions from now on, from text. */
TL_API tl_status tl_scene_set(tl_scene *scene, const char *name, const char *value, tl_error *error);

/* Moves a member: `at` has 2 coordinates (it rests on a surface) or 3 (it stays exactly there); `facing` in degrees. */
TL_API tl_status tl_scene_place(tl_scene *scene, const char *member, const double *at, size_t coordinates,
                                double facing, size_t level, tl_error *error);

/* Writes the scene file: what was not edited keeps its bytes. Atomic. */
TL_API tl_status tl_scene_save(tl_scene *scene, const char *path, tl_error *error);

TL_API const char *tl_scene_name(const tl_scene *scene);
/* "cm" or "inch". */
TL_API const char *tl_scene_units(const tl_scene *scene);
/* The table and everything on it. */
TL_API tl_box3 tl_scene_box(const tl_scene *scene);
TL_API size_t tl_scene_triangle_count(const tl_scene *scene);
TL_API size_t tl_scene_member_count(const tl_scene *scene);
/* Id of a member, in the order of the file; NULL past the end. */
TL_API const char *tl_scene_member(const tl_scene *scene, size_t index);
/* What players call a unit or a member: its `name`, else its id; `name` itself when the scene has nothing of that id.
 * Valid until the scene is edited. */
TL_API const char *tl_scene_name_of(const tl_scene *scene, const char *name);
/* The box of a member or, for a unit's name, of all its members. */
TL_API tl_status tl_scene_box_of(const tl_scene *scene, const char *name, tl_box3 *box, tl_error *error);
/* Where a member looks from: the middle of the upper part of its core, and the direction it faces. */
TL_API tl_status tl_scene_eye(const tl_scene *scene, const char *name, tl_vec3 *eye, tl_vec3 *forward,
                              tl_error *error);

/* Draws everything on the table: ground, terrain in neutral greys, models in their side's colour (limbs and gear a
 * shade lighter when `cores` is set), areas as translucent prisms, names as labels when `labels` is set. `without` (may
 * be NULL) names a member that is left out: the one whose eyes the picture is seen through. */
typedef struct tl_scene_drawing {
    bool labels;
    bool cores;
    const char *without;
} tl_scene_drawing;
TL_API void tl_scene_draw(const tl_scene *scene, const tl_scene_drawing *drawing, const tl_draw_sink *sink);

#ifdef __cplusplus
}
#endif
#endif
