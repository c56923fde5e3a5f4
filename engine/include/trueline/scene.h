/* scene.h: a table with terrain and models, loaded from a scene file (docs/scene-format.md). */
#ifndef TRUELINE_SCENE_H
#define TRUELINE_SCENE_H

#include <trueline/base.h>
#include <trueline/draw.h>
#include <trueline/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A loaded scene: its file, the meshes, everything placed, the rule system with its settings. Functions that take a
 * `const tl_scene *` may run in many threads at once; those that take a `tl_scene *` change it, and nobody else may use
 * the scene meanwhile. Texts that a scene gives live until it is next changed or destroyed. */
typedef struct tl_scene tl_scene;

/* A list of problems, each a tl_error: errors keep a scene from being used, warnings don't. It never changes. */
typedef struct tl_report tl_report;

/* How many problems there are; 0 for NULL. */
TL_API size_t tl_report_count(const tl_report *report);
/* A problem by number, from 0 to tl_report_count - 1; those of the scene's own text come in the order of the file.
 * `warning` may be NULL. Owned by the report. */
TL_API const tl_error *tl_report_get(const tl_report *report, size_t index, bool *warning);
/* Takes NULL. */
TL_API void tl_report_destroy(tl_report *report);
/* Writes "FILE:LINE:COLUMN: PLACE: message. Remedy." into a buffer of `size` bytes, leaving out what is not known; cut
 * when it doesn't fit (2048 bytes hold any). Good for every tl_error, not only those of a report. */
TL_API void tl_report_text(const tl_error *error, char *buffer, size_t size);

/* Zero-initialised options mean defaults. */
typedef struct tl_scene_options {
    /* Path of a program that reads meshes in a process of its own (import.h): damaged files then can't harm the caller.
     * The `trueline` program is one. NULL reads them in this process. Used during loading only. */
    const char *import_helper;
    /* A folder where meshes are kept in a form that opens at once the next time; it is made when it isn't there, holds
     * two gigabytes at most, and may be shared and deleted at any time. Answers are the same with it and without. NULL:
     * none. Used during loading only. */
    const char *mesh_cache;
    bool look_closer; /* also warn of what `trueline check` warns of: overlaps, floating models, unmatched parts */
} tl_scene_options;

/* Reads a scene file and its meshes, checks and places everything. `options` and `report` may be NULL. When asked for,
 * `*report` lists every problem found, whether or not loading succeeds, and the caller destroys it (it is NULL when
 * there is no memory even for that). On failure `*scene` stays as it was and `error` holds the first error. The caller
 * destroys `*scene`, before the context.
 * Errors: TL_ERROR_FILE, TL_ERROR_FORMAT (no JSON, a damaged mesh or rule system), TL_ERROR_SCENE (what the scene says
 * can't be), TL_ERROR_LIMIT, TL_ERROR_UNSUPPORTED (a kind of mesh file), TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
TL_API tl_status tl_scene_load(tl_context *context, const char *path, const tl_scene_options *options, tl_scene **scene,
                               tl_report **report, tl_error *error);
/* Rulings of the scene may outlive it. Takes NULL. */
TL_API void tl_scene_destroy(tl_scene *scene);

/* Sets a setting of the rule system for all questions from now on, from text: one of its words, or a number. Saving
 * does not write it. Errors, which change nothing: TL_ERROR_NOT_FOUND (no such setting; the remedy names the nearest),
 * TL_ERROR_ARGUMENT (a value it can't have). */
TL_API tl_status tl_scene_set(tl_scene *scene, const char *name, const char *value, tl_error *error);

/* Moves a member (or the only member of a unit), here and in what saving writes. `at` has `coordinates` numbers, in
 * millimetres: with 2 the model rests on a surface there (docs/placement.md), on the given `level`, 0 being the lowest;
 * with 3 its origin goes exactly there and `level` has no effect. `facing` in degrees. A surface of that level may be
 * missing: the model then stands on the highest one. Errors, which move nothing: TL_ERROR_NOT_FOUND (no such member),
 * TL_ERROR_ARGUMENT (a whole unit, a wrong number of coordinates, no number), TL_ERROR_SCENE (off the table). After
 * TL_ERROR_MEMORY the scene is good for nothing but to be destroyed. */
TL_API tl_status tl_scene_place(tl_scene *scene, const char *member, const double *at, size_t coordinates,
                                double facing, size_t level, tl_error *error);

/* Where a member is put, as tl_scene_place takes it. */
typedef struct tl_place {
    double at[3];       /* millimetres */
    size_t coordinates; /* how many of them count: 2, it rests on a surface; 3, it stays exactly there */
    double facing;      /* degrees, counter-clockwise from +X */
    size_t level;       /* with 2 coordinates: the surface, from 0, the lowest */
} tl_place;
/* Where a member was put. Errors: TL_ERROR_NOT_FOUND, TL_ERROR_ARGUMENT for a whole unit. */
TL_API tl_status tl_scene_place_of(const tl_scene *scene, const char *member, tl_place *place, tl_error *error);

/* The level on which a member put at (x, y) rests nearest to the height z: the floor of a house that was pointed at. 0
 * where there is but one. Errors: TL_ERROR_NOT_FOUND, TL_ERROR_ARGUMENT for a whole unit or numbers that aren't finite. */
TL_API tl_status tl_scene_level_at(const tl_scene *scene, const char *member, tl_vec3 at, size_t *level,
                                   tl_error *error);

/* What one points at. */
typedef enum tl_pick_kind {
    TL_PICK_NOTHING = 0,
    TL_PICK_TABLE = 1, /* the ground, or the bare table's plane */
    TL_PICK_TERRAIN = 2,
    TL_PICK_MEMBER = 3
} tl_pick_kind;

typedef struct tl_pick {
    tl_pick_kind kind;
    const char *id; /* of the member or terrain, else NULL; valid until the scene is edited */
    tl_vec3 point;  /* where the line meets it */
} tl_pick;

/* The first thing that the line from `from` in `direction` (any length but 0) meets: exact, on the meshes themselves,
 * as the rulings see them. With `members` false it passes through all models, else through the member `without` (may be
 * NULL): the one whose eyes it starts in. Areas without a body are passed. A line that meets nothing is no error. Errors:
 * TL_ERROR_ARGUMENT for a line that isn't finite or has no direction, TL_ERROR_NOT_FOUND, TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_pick(const tl_scene *scene, tl_vec3 from, tl_vec3 direction, bool members,
                               const char *without, tl_pick *pick, tl_error *error);

/* Writes the scene file to `path`, or with NULL to the file it was loaded from: all or nothing. What was not edited
 * keeps its bytes; in another folder relative mesh paths are rewritten to find the same meshes. Errors: TL_ERROR_FILE,
 * TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_save(tl_scene *scene, const char *path, tl_error *error);

/* The scene's name, "" when it has none. */
TL_API const char *tl_scene_name(const tl_scene *scene);
/* The players' unit, "cm" or "inch": the setting `units`. Not to be freed. */
TL_API const char *tl_scene_units(const tl_scene *scene);
/* The box of the table and everything on it, in millimetres. */
TL_API tl_box3 tl_scene_box(const tl_scene *scene);
/* Triangles of the table, the terrain and all models as they stand, a model used twice counted twice. */
TL_API size_t tl_scene_triangle_count(const tl_scene *scene);
/* How many models all units have together. */
TL_API size_t tl_scene_member_count(const tl_scene *scene);
/* Id of a member, in the order of the file; NULL past the end. */
TL_API const char *tl_scene_member(const tl_scene *scene, size_t index);
/* What players call a unit or a member: its `name`, else its id; `name` itself when the scene has nothing of that id.
 * Valid until the scene is edited. */
TL_API const char *tl_scene_name_of(const tl_scene *scene, const char *name);
/* The unit of a member (or of a unit: itself), or NULL when there is no such member. Valid until the scene is edited. */
TL_API const char *tl_scene_unit_of(const tl_scene *scene, const char *member);
/* The box of a member, of a unit's members together, or of a piece of terrain that has a body, in millimetres. Error:
 * TL_ERROR_NOT_FOUND. */
TL_API tl_status tl_scene_box_of(const tl_scene *scene, const char *name, tl_box3 *box, tl_error *error);
/* A place for a camera with a member's eyes (with a unit's id: its first member's): high in the middle of its core, and
 * the unit vector along which it faces. For pictures only: sight is not decided from this point. Error:
 * TL_ERROR_NOT_FOUND. */
TL_API tl_status tl_scene_eye(const tl_scene *scene, const char *name, tl_vec3 *eye, tl_vec3 *forward, tl_error *error);

/* Zero-initialised: everything on the table, without names. */
typedef struct tl_scene_drawing {
    bool labels;         /* names of units as labels */
    bool cores;          /* limbs and gear a shade lighter, so that cores show */
    const char *without; /* id of a member that is left out: the one whose eyes the picture is seen through; or NULL */
    const char *const *outlined; /* ids of units and members that get an outline, NULL behind the last; or NULL */
} tl_scene_drawing;

/* Describes everything on the table to a sink: ground, terrain in neutral greys, models in their side's colour, areas
 * as translucent prisms. `drawing` may be NULL. */
TL_API void tl_scene_draw(const tl_scene *scene, const tl_scene_drawing *drawing, const tl_draw_sink *sink);

#ifdef __cplusplus
}
#endif
#endif
