/* clearance.c: the distance of one segment and one triangle, for those who walk no hierarchy. */
#include "query/gap.h"

double tl_segment_triangle_clearance(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3], double *place) {
    return segment_triangle_gap(p, q, corner, place);
}
