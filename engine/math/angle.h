/* angle.h: angles in degrees, computed with +, -, *, / and sqrt alone, so that every machine gets the same bits.
 *
 * The C library's sin, cos and atan2 differ in the last bit between processors; a ruling must not. */
#ifndef TL_MATH_ANGLE_H
#define TL_MATH_ANGLE_H

#include "math/vec.h"

/* Sine and cosine of an angle in degrees, any size. Exact at multiples of 90; elsewhere within 1e-15. */
void tl_sincos_deg(double degrees, double *sine, double *cosine);

/* The angle of (x, y) in degrees, in (-180, 180], counter-clockwise from +X; 0 for the zero vector. Within 1e-13; exact
 * at multiples of 45. */
double tl_atan2_deg(double y, double x);

/* The same direction in (-180, 180]. */
double tl_wrap_deg(double degrees);

/* Turned counter-clockwise seen from above by `turn` degrees, then put at `at`. */
tl_pose tl_pose_turned(tl_vec3 at, double turn_deg);

/* Tilted about the model's own axes first (roll about x, then pitch about y: positive lowers the nose), then turned. */
tl_pose tl_pose_turned_tilted(tl_vec3 at, double turn_deg, double roll_deg, double pitch_deg);

#endif
