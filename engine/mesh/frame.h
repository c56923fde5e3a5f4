/* frame.h: a mesh's own frame as a map of points. Internal to engine/mesh. */
#ifndef TL_MESH_FRAME_H
#define TL_MESH_FRAME_H

#include "mesh/mesh.h"

/* (x, y, z) of the result are `factor[i]` times coordinate `from[i]` (0, 1, 2 for x, y, z). */
typedef struct tl_frame_map {
    int from[3];
    double factor[3];
} tl_frame_map;

/* As tl_mesh_to_millimetres takes a frame, with the errors of a bad one. */
tl_status tl_frame_map_make(const tl_frame *frame, tl_frame_map *map, tl_error *error);

static inline tl_vec3 tl_frame_map_point(const tl_frame_map *map, tl_vec3 p) {
    const double c[3] = {p.x, p.y, p.z};
    return (tl_vec3){map->factor[0] * c[map->from[0]], map->factor[1] * c[map->from[1]],
                     map->factor[2] * c[map->from[2]]};
}

#endif
