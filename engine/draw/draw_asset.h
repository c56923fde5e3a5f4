/* draw_asset.h: a model by itself, its parts in the colours of their roles. */
#ifndef TL_DRAW_DRAW_ASSET_H
#define TL_DRAW_DRAW_ASSET_H

#include <trueline/draw.h>

#include "body/model.h"

/* The colour of a role: core blue, limb green, gear orange, base dark, stand light blue. */
tl_colour tl_draw_role_colour(tl_role role);

/* In the model's own frame: every role's triangles as a mesh with key 1 + role, split where `cuts` (may be none) split
 * them. A core that is laid over the mesh and the base come translucent. False without memory. */
bool tl_draw_asset(const tl_model *model, const tl_body_cut *cuts, size_t cut_count, const tl_draw_sink *sink);

#endif
