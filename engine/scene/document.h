/* document.h: a scene file as typed data, checked as a whole, and edited without touching what was not edited.
 *
 * A document keeps the text it was read from. Every struct below points into it and is replaced as a whole by an edit:
 * pointers to units, members and so on live until the next edit (ids and names are for longer). Millimetres and
 * degrees, as in the file. What the words mean: docs/schema/scene.schema.json and the scene chapter of the manual.
 *
 * Choices where the file format leaves one:
 * - `tilt` is a number, the degrees by which the nose goes down, or [roll, pitch] in degrees: roll about the model's
 * own x lifts its left side, pitch about its own y lowers its nose. Tilt comes before turn.
 * - `core` as `cuts`: { "cuts": [ CUT, ... ] } ("shape": "cuts" may stand beside it). All of the mesh begins as core
 * and the cuts are made in order: { "drop": SHAPE } makes what lies inside SHAPE gear, { "keep": SHAPE } what lies
 * outside; { "mark": SHAPE, "as": ROLE } gives any role to what lies inside. SHAPE is { "box": { "min": [x,y,z], "max":
 * [x,y,z] } } or { "plane": { "normal": [x,y,z], "offset": d } }, whose inside is normal . p >= offset; in the asset's
 * own frame, millimetres and Z up.
 * - A mesh of terrain without `at` stays where its own coordinates put it. `outline` and `disc` are table coordinates.
 * - The id `table` is the ground's.
 * - A document that is read as one side may know it has a text of its own (side_text.h): edits and saving are of that.
 */
#ifndef TL_SCENE_DOCUMENT_H
#define TL_SCENE_DOCUMENT_H

#include "scene/document_data.h"

/* Reads a scene. `problems` (may be NULL; initialised by the caller) gets everything there is to say, in the order of
 * the file; `error` the first that is not a warning. With any error no document is made. Errors: TL_ERROR_FILE,
 * TL_ERROR_FORMAT (no JSON), TL_ERROR_SCENE, TL_ERROR_LIMIT, TL_ERROR_MEMORY. Read as one side may know it, what is
 * wrong with a text that is no JSON, or too large, isn't told: it may be in what the side must not know. */
tl_status tl_document_load(tl_context *context, const char *path, const tl_document_options *options,
                           tl_document **document, tl_problems *problems, tl_error *error);
/* The same from memory; `file` names the text in messages and is where relative paths start. */
tl_status tl_document_parse(tl_context *context, const char *text, size_t size, const char *file,
                            const tl_document_options *options, tl_document **document, tl_problems *problems,
                            tl_error *error);
/* NULL-safe. */
void tl_document_destroy(tl_document *document);

/* The text as saving writes it; lives until the next edit. */
const char *tl_document_text(const tl_document *document, size_t *size);
/* Writes the text to `path` (NULL: to the document's file), all or nothing. Relative mesh paths start at the file they
 * stand in: when `path` is in another folder than the document's file they are written so that they find the same
 * meshes; nothing else is changed. The document itself stays as it is. */
tl_status tl_document_save(const tl_document *document, const char *path, tl_error *error);

/* Whether a member of a unit carries one of the unit's weapons. */
bool tl_document_carries(const tl_document_unit *unit, const tl_document_member *member,
                         const tl_document_weapon *weapon);

tl_document_found tl_document_find(const tl_document *document, const char *id);
/* Whether a side is one of the scene: that of a unit, of a zone or of who holds an objective. Error:
 * TL_ERROR_NOT_FOUND, at `place`; the remedy names the nearest, or the sides there are. */
tl_status tl_document_side_check(const tl_document *document, const char *side, const char *place, tl_error *error);
/* The id of the scene that is nearest to a misspelt one, or NULL. */
const char *tl_document_nearest_id(const tl_document *document, const char *id);

/* Puts a member somewhere else: `at`, turn and level of the pose. Changes the text where it must, keeps every other
 * byte (numbers that are equal already keep their digits), and reads the result again; when that finds a problem, the
 * document stays as it was and the problem is the error. Everything that pointed into the document is read anew.
 * Whatever else can be changed: scene/change.h. */
tl_status tl_document_place(tl_document *document, const tl_document_member *member, const tl_document_pose *pose,
                            tl_error *error);

#endif
