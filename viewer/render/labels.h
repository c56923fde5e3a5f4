/* labels.h: where labels go: beside what they name, never over one another. No OpenGL here. */
#ifndef TLV_LABELS_H
#define TLV_LABELS_H

#include "camera/view.h"
#include "render/content.h"
#include "render/overlay.h"
#include "render/ribbon.h"

/* Tells whether something hides a point of the picture at `depth`. */
typedef bool tlv_hidden_at(void *user, double x, double y, double depth);

/* Places the labels of `content` and adds them to `overlay`. They keep clear of each other always, and of lines, models
 * and outlined objects where they can. A label without a place is left out: those that must be on top choose first,
 * then the larger, then the nearer ones. `dark`: what is behind them is, so that leaders are light. Returns how many
 * were placed. */
size_t tlv_labels_place(tlv_overlay *overlay, const tlv_content *content, const tlv_view *view,
                        const tlv_ribbons *ribbons, double scale, tlv_hidden_at *hidden, void *user, bool dark);

#endif
