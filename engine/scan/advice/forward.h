/* forward.h: where a mesh without names looks, as far as its shape tells. */
#ifndef TL_SCAN_ADVICE_FORWARD_H
#define TL_SCAN_ADVICE_FORWARD_H

#include "mesh/mesh.h"

typedef enum tl_scan_forward_evidence {
    TL_SCAN_FORWARD_TOLD,      /* both sides are alike, and at one end something sticks out between them */
    TL_SCAN_FORWARD_NOT_ALIKE, /* no upright plane mirrors it */
    TL_SCAN_FORWARD_BLUNT,     /* both sides are alike, and nothing sticks out along their plane */
    TL_SCAN_FORWARD_BOTH_ENDS  /* ... or about as far at both ends */
} tl_scan_forward_evidence;

/* In millimetres, Z up. */
typedef struct tl_scan_forward_fit {
    tl_scan_forward_evidence evidence;
    double mirrored;  /* share of the surface that the best upright plane mirrors onto the surface */
    double within_mm; /* ... to within this */
    double turn_deg;  /* forward, counter-clockwise from +X; without evidence along the plane, either way */
    double out_mm;    /* how far something sticks out there; with TL_SCAN_FORWARD_BOTH_ENDS at the farther one */
    double from_mm;   /* all that lies farther along forward than this is what sticks out */
} tl_scan_forward_fit;

/* Looks at what lies above a height. The surface is put into cells of a hundredth of its longest side; an upright plane
 * counts that mirrors seven eighths of them onto cells or neighbours of cells. Something sticks out when the last
 * eighth or more along the plane is at most a third as wide as the whole and half as high, and when the other end has
 * less than half of that. A gun is such a thing, and so is a tail: the report says what was seen, and people decide. No
 * chance is involved. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_scan_forward_suggest(const tl_mesh *mesh, double above, tl_scan_forward_fit *fit, tl_error *error);

#endif
