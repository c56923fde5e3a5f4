/* label.h: labels of the usual kind: of full size, over everything. Internal to engine/draw. */
#ifndef TL_DRAW_LABEL_H
#define TL_DRAW_LABEL_H

#include <trueline/draw.h>

#include <stddef.h>

/* An empty text is none. */
static inline void tl_draw_label_at(const tl_draw_sink *sink, tl_vec3 at, const char *text, tl_colour colour) {
    if (sink->label != NULL && text[0] != '\0') {
        const tl_draw_label label = {.at = at, .text = text, .colour = colour, .size = 1, .style = TL_DRAW_ON_TOP};
        sink->label(sink->user, &label);
    }
}

#endif
