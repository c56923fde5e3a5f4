/* prism.h: terrain that is only an outline and a height: walls, hills and the like stand as upright solid bodies, from
 * below the table up to the height above the highest ground under them. */
#ifndef TL_SCENE_PRISM_H
#define TL_SCENE_PRISM_H

#include "scene/placed.h"

/* Whether a piece of terrain is ground that others stand on, as its kind says. Heights of outlines are counted from it.
 */
bool tl_table_terrain_is_ground(const tl_document *document, const tl_document_terrain *terrain);

/* Whether a piece stands as such a body: it has an outline or a disc, and a height, and neither mesh nor asset; and it
 * is said to be `solid`, or nothing is said and its kind is (`kind_is_solid`). */
bool tl_prism_stands(const tl_document_terrain *source, bool kind_is_solid);

/* The outline or disc of a piece as a shape in the plane, in table coordinates; its outline is the document's. NONE
 * without one. */
tl_shape tl_table_terrain_footprint(const tl_document_terrain *source);

/* The highest ground under a footprint, mm: the table and what tl_table_terrain_is_ground of the terrain that stands so
 * far (the world must be arranged). `ground` false: the table alone. `off` (may be NULL): how uncertain that ground is.
 * Errors: memory. */
tl_status tl_table_ground_under(const tl_table *table, const tl_shape *footprint, bool ground, double *height,
                                double *off, tl_error *error);

/* The body of a piece that stands so, as an asset in table coordinates: a shape from below the table's lowest ground up
 * to `ground` + its height. It borrows from the document. */
tl_document_asset tl_prism_asset(const tl_table *table, const tl_document_terrain *source, double ground);

#endif
