/* absence.h: meshes that can't be read, on a table that is opened all the same to be mended. */
#ifndef TL_SCENE_ABSENCE_H
#define TL_SCENE_ABSENCE_H

#include "scene/placed.h"

/* Notes that a mesh (of the document: the table's, a piece of terrain's, or the `asset`'s) is gone without. False: it
 * isn't, by the table's options or for want of memory. */
bool tl_absence_note(tl_table *table, const tl_table_options *options, const tl_document_asset *asset,
                     const tl_document_mesh *mesh, const tl_error *cause);
/* What stands for a model without its mesh, to be seen and moved: the core it has a shape for, else a plain cylinder.
 * It borrows from `asset`. */
tl_document_asset tl_absence_stand_in(const tl_document_asset *asset);
/* TL_OK for a table that has everything; else TL_ERROR_SCENE, which names what it is without: nothing can be ruled
 * there.
 */
tl_status tl_table_whole(const tl_table *table, tl_error *error);

#endif
