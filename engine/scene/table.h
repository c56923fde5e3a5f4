/* table.h: a scene made real: meshes loaded, models built and placed, hierarchies ready for questions. */
#ifndef TL_SCENE_TABLE_H
#define TL_SCENE_TABLE_H

#include "scene/placed.h"

/* Takes the document, also when it fails. Every problem goes to `problems` (initialised by the caller), the first into
 * `error`. */
tl_status tl_table_create(tl_context *context, tl_document *document, const tl_table_options *options, tl_table **table,
                          tl_problems *problems, tl_error *error);
/* A table that is the same and by itself: `document` is its own, of the same text, taken also when it fails. Models and
 * hierarchies are shared until either is moved. Errors: TL_ERROR_MEMORY. */
tl_status tl_table_clone(tl_context *context, tl_document *document, const tl_table *table, tl_table **clone,
                         tl_error *error);
/* NULL-safe. Destroys the document as well. */
void tl_table_destroy(tl_table *table);

/* Moves a member in the world and in the document. */
tl_status tl_table_place(tl_table *table, size_t member, const double *at, int at_count, double facing, size_t level,
                         tl_error *error);

/* How a member would come to rest at a pose. */
tl_status tl_table_rest(const tl_table *table, size_t member, const tl_document_pose *pose, tl_rest *rest,
                        tl_error *error);

/* The level on which a member put at (x, y) with its present facing would rest nearest to the height z. */
size_t tl_table_level_at(const tl_table *table, size_t member, tl_vec3 at);

/* What players should know about how things stand: overlaps, overhang, floating models, the table's edge, parts that
 * nothing matched. All are warnings. */
tl_status tl_table_look(const tl_table *table, tl_problems *problems, tl_error *error);

#ifdef TL_VALIDATE
/* NULL, or what doesn't hold of a table (base/validate.h): nobody shares a slot, the world has what stands in it,
 * models count who holds them. */
const char *tl_table_broken(const tl_table *table);
#endif

#endif
