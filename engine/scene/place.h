/* place.h: where a model comes to rest (contract, `at` with two numbers, `level`). */
#ifndef TL_SCENE_PLACE_H
#define TL_SCENE_PLACE_H

#include "body/model.h"
#include "scene/surface.h"

typedef struct tl_rest {
    tl_pose pose;
    double surface; /* height the model's lowest point rests at, lift included */
    double lift;    /* by how much surfaces under the footprint raised it */
    bool found;     /* a surface of that level with headroom; false: the highest surface, or z = 0, was taken */
    size_t levels;  /* how many levels there are at that place */
    double off;     /* on uncertain surfaces: on the true ones it rests within this of that height, mm */
} tl_rest;

/* Rests a model at (x, y), turned and tilted (degrees), on the given level: 0 is the lowest surface under the base's
 * centre with headroom for the model, 1 the next one up. Deterministic. */
tl_status tl_surface_rest_model(tl_context *context, const tl_surfaces *surfaces, const tl_model *model, double x,
                                double y, double turn_deg, double roll_deg, double pitch_deg, size_t level,
                                tl_rest *rest, tl_error *error);

#endif
