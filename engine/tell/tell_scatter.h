/* tell_scatter.h: where something comes down by the dice that were thrown, in words, fields and pictures. */
#ifndef TL_TELL_TELL_SCATTER_H
#define TL_TELL_TELL_SCATTER_H

#include "judge/scatter/scatter.h"
#include "tell/answer.h"

/* Everything, cause and verdict included. */
void tl_tell_scatter(const tl_scatter *scatter, tl_answer *answer);

#endif
