/* draw_parts.h: what the parts of a mesh are taken as, and the core that is suggested, described for a picture. */
#ifndef TL_DRAW_DRAW_PARTS_H
#define TL_DRAW_DRAW_PARTS_H

#include <trueline/draw.h>

#include "scan/report/report.h"

/* The mesh as tl_draw_health places it. With roles each has a colour, and a label in the middle of it: core blue, limb
 * green, gear orange, base dark, stand light blue; what nothing matched is hatched and yellow. With a suggestion the
 * first core is drawn over it, translucent, and the base as a thick line, both with labels that tell their measures.
 * False without memory. */
bool tl_draw_parts(const tl_scan_report *report, const tl_draw_sink *sink);

#endif
