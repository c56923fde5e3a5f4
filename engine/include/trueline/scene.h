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

/* How a scene is loaded. What is zero means the default; begin with TL_SCENE_OPTIONS_INIT. */
typedef struct tl_scene_options {
    /* sizeof the struct, as TL_SCENE_OPTIONS_INIT sets it. */
    size_t struct_size;
    /* Path of a program that reads meshes in a process of its own (import.h): damaged files then can't harm the caller.
     * The `trueline` program is one. NULL reads them in this process. The scene keeps a copy of the path, for meshes
     * that edits bring in. */
    const char *import_helper;
    /* A folder where meshes are kept in a form that opens at once the next time; it is made when it isn't there, holds
     * two gigabytes at most, and may be shared and deleted at any time. Answers are the same with it and without. NULL:
     * none. The scene keeps a copy of the path. */
    const char *mesh_cache;
    /* Also warn of what `trueline check` warns of: overlaps, floating models, unmatched parts. */
    bool look_closer;
    /* A mesh that is gone or broken doesn't keep the scene from being loaded, so that it can be mended: terrain of it
     * is left out, plain shapes stand for models, and nothing can be asked (TL_ERROR_SCENE) until tl_scene_missing is
     * empty. Saving keeps what the file says of them. */
    bool go_without;
    /* The scene as this side may know it, from the first byte on: what only concerns hidden models of the others is
     * neither looked at nor told (tl_scene_for_side). NULL: all of it. */
    const char *for_side;
} tl_scene_options;
#define TL_SCENE_OPTIONS_INIT TL_INIT(tl_scene_options)

/* Reads a scene file and its meshes, checks and places everything. `options` and `report` may be NULL. When asked for,
 * `*report` lists every problem found, whether or not loading succeeds, and the caller destroys it (it is NULL when
 * there is no memory even for that). On failure `*scene` stays as it was and `error` holds the first error. The caller
 * destroys `*scene`, before the context.
 * Errors: TL_ERROR_FILE, TL_ERROR_FORMAT (no JSON, a damaged mesh or rule system), TL_ERROR_SCENE (what the scene says
 * can't be), TL_ERROR_LIMIT, TL_ERROR_UNSUPPORTED (a kind of mesh file), TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
TL_API tl_status tl_scene_load(tl_context *context, const char *path, const tl_scene_options *options, tl_scene **scene,
                               tl_report **report, tl_error *error);
/* The same from a text in memory, as tl_scene_text gave it. `path` is the file that saving writes, which need not be
 * there; relative mesh paths start beside it. */
TL_API tl_status tl_scene_read(tl_context *context, const char *text, size_t size, const char *path,
                               const tl_scene_options *options, tl_scene **scene, tl_report **report, tl_error *error);

/* What a new scene begins with. With nothing but TL_SCENE_OUTSET_INIT: a bare table of 1800 by 1200 mm without a name.
 */
typedef struct tl_scene_outset {
    /* sizeof the struct, as TL_SCENE_OUTSET_INIT sets it. */
    size_t struct_size;
    /* What the scene is called; NULL: nothing. */
    const char *name;
    /* Its rule system, as a scene file names it; NULL: the first that is built in. */
    const char *ruleset;
    /* Of the table in millimetres; 0: those of the mesh, else the standard. */
    double width, depth;
    /* A mesh file as the table, relative to the scene's file; NULL: none. Its lowest corner comes to lie in the table's
     * corner, at z = 0. */
    const char *mesh;
    /* Of the mesh, as in a scene file; NULL: what its file says. */
    const char *unit, *up;
    /* What neither says is guessed, as of a table, and written into the scene: tl_scene_word tells what. */
    bool guess;
} tl_scene_outset;
#define TL_SCENE_OUTSET_INIT TL_INIT(tl_scene_outset)
/* A new scene, which `path` is the file of: nothing is written until it is saved. `outset` and `options` may be NULL.
 * Errors: as for tl_scene_load. */
TL_API tl_status tl_scene_create(tl_context *context, const char *path, const tl_scene_outset *outset,
                                 const tl_scene_options *options, tl_scene **scene, tl_error *error);
/* The same scene once more, by itself: both may be asked, edited and destroyed in any order, each in its own thread.
 * Meshes and their hierarchies are shared, and copied where a model is moved, so a clone of a large table takes
 * milliseconds and little memory. It has what tl_scene_set set; its rulings are the same to the byte. `context`:
 * another one with the same allocator, for another thread; NULL: the scene's. The scene's context must outlive the
 * clone. Nobody may edit the scene while it is cloned. Errors: TL_ERROR_ARGUMENT for another allocator,
 * TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_clone(const tl_scene *scene, tl_context *context, tl_scene **clone, tl_error *error);
/* The scene as one side may know it, by itself: made anew of what is left when the members marked `hidden` of all other
 * sides are taken out (docs/scene-format.md). All that it answers, draws and says of names that it doesn't have is, to
 * the byte, what a scene would that never had them; it keeps so through edits, and it has what tl_scene_set set. It is
 * no part of the scene: what changes here does not change there. Its rulings and drawings go together; of another side
 * nothing can be asked of it, and it is not saved over the scene's file. `context` and lifetimes as for
 * tl_scene_clone. Errors: TL_ERROR_NOT_FOUND (there is no such side among those that it may know of; the remedy names
 * the nearest), TL_ERROR_ARGUMENT (another allocator; a view of another side), TL_ERROR_SCENE, TL_ERROR_MEMORY,
 * TL_ERROR_CANCELLED. */
TL_API tl_status tl_scene_for_side(const tl_scene *scene, tl_context *context, const char *side, tl_scene **view,
                                   tl_error *error);
/* The side whose view a scene is, by tl_scene_for_side or tl_scene_options.for_side; NULL: it is nobody's, all is
 * there. Owned by the scene. */
TL_API const char *tl_scene_side(const tl_scene *scene);
/* Rulings of the scene may outlive it. Takes NULL. */
TL_API void tl_scene_destroy(tl_scene *scene);

/* Sets a setting of the rule system for all questions from now on, from text: one of its words, or a number. Saving
 * does not write it; edits leave it, unless they bring another rule system that doesn't know it. One that shapes models
 * (how high who crouches is) makes the table again, as an edit does. Errors, which change nothing: TL_ERROR_NOT_FOUND
 * (no such setting; the remedy names the nearest), TL_ERROR_ARGUMENT (a value it can't have). */
TL_API tl_status tl_scene_set(tl_scene *scene, const char *name, const char *value, tl_error *error);
/* Forgets what tl_scene_set set: the setting is again as the scene's file has it, else at its default. Nothing happens
 * when it wasn't set. Errors: TL_ERROR_NOT_FOUND, when the rule system has no such setting; TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_unset(tl_scene *scene, const char *name, tl_error *error);

/* Moves a member (or the only member of a unit), here and in what saving writes. `at` has `coordinates` numbers, in
 * millimetres: with 2 the model rests on a surface there (docs/placement.md), on the given `level`, 0 being the lowest;
 * with 3 its origin goes exactly there and `level` has no effect. `facing` in degrees. A surface of that level may be
 * missing: the model then stands on the highest one. Errors, which move nothing: TL_ERROR_NOT_FOUND (no such member),
 * TL_ERROR_ARGUMENT (a whole unit, a wrong number of coordinates, no number), TL_ERROR_SCENE (off the table),
 * TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_place(tl_scene *scene, const char *member, const double *at, size_t coordinates,
                                double facing, size_t level, tl_error *error);

/* Where a member is put, as tl_scene_place takes it. Begin with TL_PLACE_INIT, also where the library fills it in. */
typedef struct tl_place {
    /* sizeof the struct, as TL_PLACE_INIT sets it. */
    size_t struct_size;
    /* Its coordinates, mm. */
    double at[3];
    /* How many of them count: 2, it rests on a surface; 3, it stays exactly there. */
    size_t coordinates;
    /* The way it faces, degrees counter-clockwise from +X. */
    double facing;
    /* With 2 coordinates: the surface, from 0, the lowest. */
    size_t level;
} tl_place;
#define TL_PLACE_INIT TL_INIT(tl_place)
/* Where a member was put. `place` has its size set (TL_PLACE_INIT). Errors: TL_ERROR_NOT_FOUND, TL_ERROR_ARGUMENT for a
 * whole unit, or a size that is none. */
TL_API tl_status tl_scene_place_of(const tl_scene *scene, const char *member, tl_place *place, tl_error *error);

/* The level on which a member put at (x, y) rests nearest to the height z: the floor of a house that was pointed at. 0
 * where there is but one. Errors: TL_ERROR_NOT_FOUND, TL_ERROR_ARGUMENT for a whole unit or numbers that aren't finite.
 */
TL_API tl_status tl_scene_level_at(const tl_scene *scene, const char *member, tl_vec3 at, size_t *level,
                                   tl_error *error);

/* Why a model may not stand somewhere. The numbers never change; more may come. */
typedef enum tl_fit_reason {
    TL_FIT_GOOD = 0,
    TL_FIT_OFF_TABLE = 1,
    TL_FIT_OVERLAPS_MODEL = 2,
    TL_FIT_OVERLAPS_TERRAIN = 3,
    TL_FIT_NO_LEVEL = 4,  /* no such level, or no headroom on it: it would stand on another */
    TL_FIT_FLOATS = 5,    /* above what is below, its place having three numbers */
    TL_FIT_OVER_EDGE = 6, /* its base reaches over the table's edge */
    TL_FIT_OVERHANG = 7   /* part of its base hangs over: allowed, and worth a word */
} tl_fit_reason;

/* How a member stands at a place. */
typedef struct tl_fit {
    /* It may stand there: nothing is found, or an overhang. */
    bool stands;
    /* The gravest reason found, in the order of the numbers. */
    tl_fit_reason reason;
    /* Id of what is overlapped (`table` for the table's mesh), else NULL; valid until an edit. */
    const char *with;
    /* How much: millimetres of overlap, rise, air or reach; percent of an overhang. */
    double amount;
    /* Where its origin comes to rest, mm. */
    tl_vec3 at;
    /* How many levels there are at that place. */
    size_t levels;
    /* It rests on an uncertain surface: on the true one within this of that height, mm; else 0. */
    double off_mm;
    /* Why, for players, in the context's language: "overlaps Ghosts 3"; with nothing found what is uncertain about its
     * height, else "". */
    char words[256];
} tl_fit;

/* How a member stands, or would stand at `place` (NULL: as it stands): what `trueline check` says about it, in one
 * word. Footprints are compared as closely as people place by hand; no ruling depends on it. Errors:
 * TL_ERROR_NOT_FOUND, TL_ERROR_ARGUMENT for a whole unit or numbers that aren't finite, TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_fit(const tl_scene *scene, const char *member, const tl_place *place, tl_fit *fit,
                              tl_error *error);

/* The words of a fit in another language (a tag; NULL: the context's), cut when `size` is too small. Returns `buffer`.
 */
TL_API const char *tl_scene_fit_words(const tl_scene *scene, const tl_fit *fit, const char *language, char *buffer,
                                      size_t size);

/* Whether a member may stay where it stands, as `move` says of the end of a way, whichever way it came. */
typedef struct tl_stays {
    /* Yes: nothing speaks against it; marginal: too close to call. */
    tl_verdict verdict;
    /* Id of the rule that speaks against it: "DB-MOV-07"; "" when none does. Not to be freed. */
    const char *rule;
    /* Why not, for players, in `language`: "stands in tank-traps"; else "". */
    char words[256];
} tl_stays;
/* `language`: a tag, or NULL: the context's. What `trueline check` finds is apart (tl_scene_fit). Errors:
 * TL_ERROR_NOT_FOUND, TL_ERROR_ARGUMENT for a whole unit, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
TL_API tl_status tl_scene_stays(const tl_scene *scene, const char *member, const char *language, tl_stays *stays,
                                tl_error *error);

/* What one points at. */
typedef enum tl_pick_kind {
    TL_PICK_NOTHING = 0,
    TL_PICK_TABLE = 1, /* the ground, or the bare table's plane */
    TL_PICK_TERRAIN = 2,
    TL_PICK_MEMBER = 3
} tl_pick_kind;

/* What a line meets first. */
typedef struct tl_pick {
    /* What it is. */
    tl_pick_kind kind;
    /* Id of the member or terrain, else NULL; valid until the scene is edited. */
    const char *id;
    /* Where the line meets it, mm. */
    tl_vec3 point;
} tl_pick;

/* The first thing that the line from `from` in `direction` (any length but 0) meets: exact, on the meshes themselves,
 * as the rulings see them. With `members` false it passes through all models; and through the member or piece of
 * terrain `without` (may be NULL): the one whose eyes it starts in, or that is being placed. Areas without a body are
 * passed. A line that meets nothing is no error. Errors: TL_ERROR_ARGUMENT for a line that isn't finite or has no
 * direction, TL_ERROR_NOT_FOUND, TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_pick(const tl_scene *scene, tl_vec3 from, tl_vec3 direction, bool members,
                               const char *without, tl_pick *pick, tl_error *error);

/* ---- Editing ----
 *
 * An edit either succeeds as a whole or leaves the scene as it was. What it doesn't name keeps its bytes in the file,
 * and what it doesn't change is not read, built or searched again. */

/* Applies edits, written as JSON (docs/editing.md): one object, or a list of them that counts as one edit:
 *   { "set": THING, "field": "name", "value": V }   { "add": "member", "to": UNIT, "value": { ... } }
 *   { "copy": THING, "by": [x, y] }                 { "move": [IDS], "by": [x, y], "turn": DEGREES }
 *   { "rename": THING, "to": "name" }               { "remove": THING }
 * Ids that are missing or taken are made free. `report` may be NULL; otherwise it lists every problem (and warnings),
 * and the caller destroys it. Errors, which change nothing: TL_ERROR_FORMAT (no JSON, a damaged mesh),
 * TL_ERROR_ARGUMENT (no edit), TL_ERROR_NOT_FOUND (a thing that isn't there), TL_ERROR_SCENE (what the scene would say
 * can't be), TL_ERROR_FILE, TL_ERROR_LIMIT, TL_ERROR_UNSUPPORTED, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
TL_API tl_status tl_scene_edit(tl_scene *scene, const char *edits, size_t size, tl_report **report, tl_error *error);
/* The ids of units, members, terrain and weapons, and the names of assets, that the last edit that succeeded added, in
 * its order; NULL past the end. Valid until the next edit. */
TL_API const char *tl_scene_made(const tl_scene *scene, size_t index);

/* The scene's text as saving writes it, NUL-terminated; `size` (may be NULL) gets its length. Valid until the scene is
 * changed. Texts kept before edits are all that undoing needs. */
TL_API const char *tl_scene_text(const tl_scene *scene, size_t *size);
/* Makes the scene what a text says, with everything that is loaded used again: undoing, redoing, following another
 * scene of the same file. Errors and report: as for tl_scene_edit. */
TL_API tl_status tl_scene_restore(tl_scene *scene, const char *text, size_t size, tl_report **report, tl_error *error);

/* A value of the scene's file, as JSON, just as it is written there: `size` bytes, without a NUL behind them. `thing`
 * and `field` are JSON as in edits: "\"ghosts-1\"", "{\"asset\":\"walker\"}"; "\"name\"", "[\"core\",\"cuts\",0]", or
 * NULL for the whole thing. NULL when there is none. Valid until the scene is changed. */
TL_API const char *tl_scene_value(const tl_scene *scene, const char *thing, const char *field, size_t *size);
/* The same for a text, decoded; NULL when there is none. */
TL_API const char *tl_scene_word(const tl_scene *scene, const char *thing, const char *field);
/* The same for a number; false when there is none. */
TL_API bool tl_scene_number(const tl_scene *scene, const char *thing, const char *field, double *number);

/* Ids of units, of a unit's members and weapons, of terrain, and the names of assets, each in the order of the file;
 * NULL past the end, or when there is no such unit. Valid until the scene is changed. */
TL_API const char *tl_scene_unit(const tl_scene *scene, size_t index);
TL_API const char *tl_scene_unit_member(const tl_scene *scene, const char *unit, size_t index);
TL_API const char *tl_scene_unit_weapon(const tl_scene *scene, const char *unit, size_t index);
TL_API const char *tl_scene_terrain(const tl_scene *scene, size_t index);
TL_API const char *tl_scene_asset(const tl_scene *scene, size_t index);

/* ---- What is missing ---- */

/* A mesh that a scene loaded with `go_without` goes without. */
typedef struct tl_missing {
    /* Id of the piece of terrain whose mesh it is, else NULL. */
    const char *terrain;
    /* Name of the asset whose mesh it is, else NULL; with neither it is the table's. */
    const char *asset;
    /* The path as the scene writes it. */
    const char *mesh;
    /* Why it is missing. */
    const tl_error *error;
} tl_missing;
/* The meshes that are missing, by number from 0; false past the last. An edit that names another file, or removes what
 * has it, mends that. Texts live until the scene is changed. */
TL_API bool tl_scene_missing(const tl_scene *scene, size_t index, tl_missing *missing);

/* ---- Terrain and areas ---- */

/* A kind of terrain, and what it does by the scene's rule system. */
typedef struct tl_kind {
    /* Its name, as a scene's `kind` has it. */
    const char *name;
    /* A few words for players, in the language asked for. */
    const char *text;
    /* Id of its rule. */
    const char *rule;
    /* What it is to those who move in it: "slow", "free", "walls", "trap" or "impassable". */
    const char *going;
    /* It is an area in which the depth of lines counts. */
    bool depth;
    /* Its mesh stands in the way of sight. */
    bool blocks;
    /* It gives cover; and it is a shelter (docs/rule-files.md): whoever stands in it is in cover, and its walls are
     * open to them. */
    bool cover, shelter;
} tl_kind;

/* The kinds that the scene's rule system knows, by number from 0; false past the last. `language` as for
 * tl_words_find. The texts live as long as the scene has that rule system. */
TL_API bool tl_scene_kind(const tl_scene *scene, size_t index, const char *language, tl_kind *kind);

/* A special rule of the scene's rule system: a word in the `skills` of a unit or a weapon. */
typedef struct tl_skill_info {
    /* The word in `skills`. */
    const char *name;
    /* A sentence for players, in the language asked for. */
    const char *text;
    /* Id of its rule. */
    const char *rule;
} tl_skill_info;

/* The special rules by number from 0, as tl_scene_kind tells the kinds. */
TL_API bool tl_scene_skill(const tl_scene *scene, size_t index, const char *language, tl_skill_info *skill);

/* The corners of a piece of terrain's `outline` in millimetres, as the file has them but counter-clockwise, up to
 * `most` into `corners` (may be NULL with 0). Returns how many there are; 0 for terrain without one. */
TL_API size_t tl_scene_outline(const tl_scene *scene, const char *terrain, tl_vec2 *corners, size_t most);
/* The circle of a piece of terrain that is a `disc`; false when it is none. */
TL_API bool tl_scene_disc(const tl_scene *scene, const char *terrain, tl_vec2 *centre, double *radius);
/* The terrain whose outline or disc has the point (x, y) in it, the smallest when several have: what is pointed at,
 * since areas without a body can't be hit (tl_scene_pick). NULL: none. Valid until the scene is edited. */
TL_API const char *tl_scene_area_at(const tl_scene *scene, double x, double y);

/* Writes the scene file to `path`, or with NULL to the file it was loaded from: all or nothing. What was not edited
 * keeps its bytes; in another folder relative paths are rewritten to find the same meshes, and the same rule file.
 * Errors: TL_ERROR_FILE, TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_save(tl_scene *scene, const char *path, tl_error *error);

/* The scene's name, "" when it has none. */
TL_API const char *tl_scene_name(const tl_scene *scene);
/* The players' unit, "cm" or "inch": the setting `units`. Not to be freed. */
TL_API const char *tl_scene_units(const tl_scene *scene);
/* One game unit in millimetres, as the scene's rule system has it for that unit. */
TL_API double tl_scene_game_unit(const tl_scene *scene);
/* The box of the table and everything on it, in millimetres. */
TL_API tl_box3 tl_scene_box(const tl_scene *scene);
/* Triangles of the table, the terrain and all models as they stand, a model used twice counted twice. */
TL_API size_t tl_scene_triangle_count(const tl_scene *scene);
/* What the meshes of the assets in use were taken as: their core, the triangles and heights of limb, gear, base and
 * stand, parts that no pattern matched, where the base comes from. `*text` is a line for each, in English, or with
 * `json` a list; freed with tl_text_free (ruling.h). Errors: TL_ERROR_ARGUMENT, TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_describe_assets(const tl_scene *scene, bool json, char **text, tl_error *error);
/* How many models all units have together. */
TL_API size_t tl_scene_member_count(const tl_scene *scene);
/* Id of a member, in the order of the file; NULL past the end. */
TL_API const char *tl_scene_member(const tl_scene *scene, size_t index);
/* What players call a unit, a member or a piece of terrain: its `name`, else its id; `name` itself when the scene has
 * nothing of that id. Valid until the scene is edited. */
TL_API const char *tl_scene_name_of(const tl_scene *scene, const char *name);
/* The unit of a member (or of a unit: itself), or NULL when there is no such member. Valid until the scene is edited.
 */
TL_API const char *tl_scene_unit_of(const tl_scene *scene, const char *member);
/* The box of a member, of a unit's members together, or of a piece of terrain, in millimetres; that of an area without
 * a body is flat, z = 0. Error: TL_ERROR_NOT_FOUND. */
TL_API tl_status tl_scene_box_of(const tl_scene *scene, const char *name, tl_box3 *box, tl_error *error);
/* A place for a camera with a member's eyes (with a unit's id: its first member's): high in the middle of its core, and
 * the unit vector along which it faces. For pictures only: sight is not decided from this point. Error:
 * TL_ERROR_NOT_FOUND. */
TL_API tl_status tl_scene_eye(const tl_scene *scene, const char *name, tl_vec3 *eye, tl_vec3 *forward, tl_error *error);

/* What of a scene is drawn. With nothing but TL_SCENE_DRAWING_INIT: everything on the table, without names. */
typedef struct tl_scene_drawing {
    /* sizeof the struct, as TL_SCENE_DRAWING_INIT sets it. */
    size_t struct_size;
    /* Names of units are drawn as labels. */
    bool labels;
    /* Limbs and gear are a shade lighter, so that cores show. */
    bool cores;
    /* Id of a member that is left out: the one whose eyes the picture is seen through; or NULL. */
    const char *without;
    /* Ids of units, members and terrain that get an outline, NULL behind the last; or NULL. */
    const char *const *outlined;
    /* Neither ground, terrain nor areas, but their outlines: what stays where it is while models move is left out. */
    bool no_terrain;
    /* Neither models nor their names. */
    bool no_members;
    /* Ids of members and terrain that are left out, NULL behind the last; or NULL. */
    const char *const *except;
    /* Ids of members and terrain that alone are drawn, without the ground, but with all names; NULL behind the last; or
     * NULL. */
    const char *const *only;
    /* All zones of the scenario, and its objectives with the side that holds each, lie on the ground. */
    bool zones;
} tl_scene_drawing;
#define TL_SCENE_DRAWING_INIT TL_INIT(tl_scene_drawing)

/* Describes everything on the table to a sink: ground, terrain in neutral greys, models in their side's colour, areas
 * as translucent prisms. `drawing` may be NULL. Error: TL_ERROR_ARGUMENT for a drawing or a sink that isn't one. */
TL_API tl_status tl_scene_draw(const tl_scene *scene, const tl_scene_drawing *drawing, const tl_draw_sink *sink,
                               tl_error *error);

/* ---- One asset by itself ---- */

/* What a part of a model is to the rules (docs/scene-format.md, `parts`). The numbers never change. */
typedef enum tl_part {
    TL_PART_CORE = 0,
    TL_PART_LIMB = 1,
    TL_PART_GEAR = 2,
    TL_PART_BASE = 3,
    TL_PART_STAND = 4
} tl_part;

/* The colour in which pictures show a part; colour-blind people can tell them apart. */
TL_API tl_colour tl_part_colour(tl_part part);

/* Describes an asset in its own frame (millimetres, Z up), as `core`, `parts` and `base` in its scene speak of it: the
 * triangles of each part as a solid mesh in its colour, with key 1 + part, split where cuts split them; a core laid
 * over the mesh, and the base, as translucent meshes. Errors: TL_ERROR_NOT_FOUND (no model on the table is of this
 * asset), TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_asset_draw(const tl_scene *scene, const char *asset, const tl_draw_sink *sink,
                                     tl_error *error);

/* What an asset's shape suggests (`trueline import --suggest-core`); whoever plays decides. */
typedef struct tl_asset_suggestion {
    /* JSON, as the field `core` takes it; "": there is nothing to suggest. */
    char core[256];
    /* The core's `shape`. */
    char shape[16];
    /* The share of the surface above the base that lies in it. */
    double holds;
    /* JSON, as the field `base` takes it; "": no base was found in the mesh. */
    char base[128];
    /* The base's diameters, mm; of an oval along its own axes, which may be turned. */
    double base_mm[2];
} tl_asset_suggestion;

/* Fits a core and looks for a base. Errors: as for tl_scene_asset_draw. */
TL_API tl_status tl_scene_asset_suggest(const tl_scene *scene, const char *asset, tl_asset_suggestion *suggestion,
                                        tl_error *error);

#ifdef __cplusplus
}
#endif
#endif
