/* draw_health.h: a mesh and what is wrong with it, described for a picture. */
#ifndef TL_DRAW_DRAW_HEALTH_H
#define TL_DRAW_DRAW_HEALTH_H

#include <trueline/draw.h>

#include "scan/report/report.h"

/* The mesh in grey, Z up as its file states, 300 mm long on its longest side whatever its size, and standing on the
 * ground: lines and labels have sizes of their own, and labels tell true millimetres. The report must have a health.
 * Rims of holes are thick lines in vermillion, the five longest with their size; edges of three triangles or more
 * purple; triangles that are turned over sky blue, their edges blue and dashed, the five largest patches with their
 * size; where triangles pass through one another green lines; specks yellow and outlined. Of each, fifty thousand at
 * most. False without memory. */
bool tl_draw_health(const tl_scan_report *report, const tl_draw_sink *sink);

#endif
