/* shapes.h: which boxes and planes say what a hand has marked on a mesh. Pure functions; triangles are three corners
 * each. */
#ifndef TLV_SHAPES_H
#define TLV_SHAPES_H

#include <trueline/math.h>

#include <stdbool.h>
#include <stddef.h>

/* The points p with normal . p >= offset. */
typedef struct tlv_half_space {
    tl_vec3 normal;
    double offset;
} tlv_half_space;

/* Where the line from `from` along `along` meets the triangles first; false when it meets none. */
bool tlv_first_hit(const tl_vec3 *corners, size_t triangles, tl_vec3 from, tl_vec3 along, tl_vec3 *point);

/* The box round what of the triangles lies in all of the half spaces (at most 8); an empty one when nothing does. */
tl_box3 tlv_box_within(const tl_vec3 *corners, size_t triangles, const tlv_half_space *within, int count);

/* How much of the triangles' area lies in a half space, 0 to 1. */
double tlv_share_within(const tl_vec3 *corners, size_t triangles, tlv_half_space within);

/* Boxes that hold the cubes of half side `radius` round each dab of a stroke, in its order, and little besides: dabs go
 * into one box as long as it is no more than a third larger than what went into it. Returns how many; the last one
 * grows when there is no room for more. */
size_t tlv_stroke_boxes(const tl_vec3 *dabs, size_t count, double radius, tl_box3 *boxes, size_t most);

#endif
