/* sketch.h: outlines while they are drawn: how long, how large, do they cross themselves, and the strip along a line.
 * No ruling depends on it: what is drawn goes into the scene by tl_scene_edit, which decides exactly. */
#ifndef TLV_SKETCH_H
#define TLV_SKETCH_H

#include <trueline/math.h>

#include <stdbool.h>

enum { TLV_CORNERS = 512 };

/* Of the line through the corners, in millimetres; `closed`: and back to the first. */
double tlv_sketch_length(const tl_vec2 *corners, int count, bool closed);
/* What it encloses, in square millimetres; for corners either way round. */
double tlv_sketch_area(const tl_vec2 *corners, int count);
/* Whether the line, `closed` or not, crosses or touches itself, or has a corner twice; `where` (may be NULL) gets a
 * point where it does. */
bool tlv_sketch_crosses(const tl_vec2 *corners, int count, bool closed, tl_vec2 *where);
/* The outline of a wall `width` thick along the line, mitred, up to 2 * count corners into `outline`; 0 for a line of
 * fewer than two corners. A corner sharper than 30 degrees is cut off at its mitre's limit. */
int tlv_sketch_strip(const tl_vec2 *corners, int count, double width, tl_vec2 *outline);

#endif
