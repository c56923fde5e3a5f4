/* draw.h: a table and a ruling described for a picture (trueline/draw.h). */
#ifndef TL_DRAW_DRAW_H
#define TL_DRAW_DRAW_H

#include <trueline/scene.h>

#include "ruling/ruling.h"

/* Keys of objects in a picture: slot + 1; the table's own plane has key 1. */
uint32_t tl_draw_key(size_t slot);

void tl_draw_table(const tl_referee *referee, const tl_scene_drawing *drawing, const tl_draw_sink *sink);
void tl_draw_ruling(const tl_ruling *ruling, const tl_referee *referee, const tl_draw_sink *sink);

#endif
