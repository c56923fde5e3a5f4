/* icons.h: small drawings, as strokes on a field of 24 by 24. */
#ifndef TLV_ICONS_H
#define TLV_ICONS_H

#include "panels/gui.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draws an icon by its name, `size` pixels wide, its top left corner at (x, y). False, and nothing drawn, without it.
 */
bool tlv_icon_draw(tlv_gui *gui, const char *name, double x, double y, double size, tl_colour colour);

#ifdef __cplusplus
}
#endif
#endif
