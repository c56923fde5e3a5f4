/* holes.h: polygons with holes cut into triangles. Internal to engine/import. */
#ifndef TL_IMPORT_HOLES_H
#define TL_IMPORT_HOLES_H

#include "base/base.h"
#include "math/vec.h"

/* Cuts what lies between an outline and its holes into triangles of their corners, counter-clockwise. `corner` holds
 * the outline, counter-clockwise, then the holes in either direction, three corners or more each; loop `k` of `loops`
 * begins at `begin[k]`, and the last ends at `begin[loops]`. There is room in `triangles` for begin[loops] + 2 * loops
 * of them. Returns how many were made; 0 where the holes don't lie apart from one another inside the outline, or
 * without memory
 * (`*memory`). Decided exactly: no triangle that is made is turned over, so together they cover just what is between.
 */
size_t tl_faces_cut_with_holes(tl_context *context, const tl_vec2 *corner, const size_t *begin, size_t loops,
                               uint32_t *triangles, bool *memory);

#endif
