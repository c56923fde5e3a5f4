/* posture.h: models that don't stand upright: the body of a standing one brought down to a share of its height, or laid
 * down along its facing. */
#ifndef TL_BODY_POSTURE_H
#define TL_BODY_POSTURE_H

#include "body/model.h"

/* How a model holds its body. All 0: as its asset has it. */
typedef struct tl_posture {
    double height; /* so many times as high as it stands, larger than 0, at most 1; 0 or 1 without `lies`: it stands */
    bool lies;     /* its body lies along its facing */
} tl_posture;

/* Whether a posture leaves the body as it stands. */
static inline bool tl_posture_stands(const tl_posture *posture) {
    return !posture->lies && (posture->height == 0 || posture->height == 1);
}

/* A model in a posture, made of one that stands, which it doesn't keep. Its ground is the lowest point of everything:
 * what rests on the surface under it. The base, as a shape and as triangles of that role, stays as it is; of all other
 * points
 * - kneeling: the height over the ground is multiplied by `height`, x and y stay;
 * - lying: the body is tipped forward a quarter turn about its left-right axis, so that what was up points ahead and
 * what was ahead down. It keeps the length that it had as height, and its width; the middle of its core and limbs lies
 *   over the middle of the base (without one: of its core). The core is then scaled vertically so that it reaches from
 *   the ground to `height` times the standing core's highest point over the ground; what is neither core nor base is
 *   scaled by itself to lie within the same heights.
 * A core that was a box, or of one that kneels an upright cylinder, is one still, in closed form; any other is its
 * triangles. Whoever gets the model calls tl_model_destroy. Errors: TL_ERROR_MEMORY; TL_ERROR_ARGUMENT for terrain,
 * which has no core, and for a height outside of (0, 1]. */
tl_status tl_model_in_posture(tl_context *context, const tl_model *standing, const tl_posture *posture,
                              tl_model **model, tl_error *error);

#endif
