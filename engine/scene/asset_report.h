/* asset_report.h: what the meshes of a scene's assets were taken as, for people (words) and programs (JSON). */
#ifndef TL_SCENE_ASSET_REPORT_H
#define TL_SCENE_ASSET_REPORT_H

#include "io/json.h"
#include "scene/table.h"

/* A line for each asset with a mesh that some model uses: what its core is, triangles and heights of the other roles,
 * parts that no pattern matched, and where its base comes from. The caller frees the text with tl_free; it is "" when
 * there is no such asset. */
tl_status tl_asset_report_words(const tl_table *table, char **text, tl_error *error);
/* The same as a JSON list. */
tl_status tl_asset_report_json(const tl_table *table, char **text, tl_error *error);

#endif
