/* outline.h: the two halves of the tool that draws outlines: hands (outline.c), and what is seen (outline_show.c). */
#ifndef TLV_OUTLINE_H
#define TLV_OUTLINE_H

#include "tools/tool.h"

/* The corners of a piece's outline in the order of the file, whose numbers edits name; 0: it has none, or too many to
 * be shown. Room for TLV_CORNERS. */
int tlv_outline_read_corners(const tlv_app *app, const char *id, tl_vec2 *corners);
/* A point of the table as it lies, a little above what is there. */
tl_vec3 tlv_outline_lifted(const tlv_app *app, tl_vec2 p);
tl_vec2 tlv_outline_middle(tl_vec2 a, tl_vec2 b);
/* The line that is drawn with one more point; room for TLV_CORNERS + 1. Returns how many. */
int tlv_outline_with_point(const tlv_sketch *s, tl_vec2 point, tl_vec2 *corners);
/* Whether it would then cross itself, and where (may be NULL). */
bool tlv_outline_would_cross(const tlv_sketch *s, tl_vec2 point, tl_vec2 *where);
/* Nothing is drawn any more. */
void tlv_outline_forget(tlv_app *app);

void tlv_outline_draw(const tlv_app *app, const tl_draw_sink *sink);
void tlv_outline_panel(tlv_app *app);

#endif
