/* tell_watch.h: from where on its way a model is seen, and fired at, in words. */
#ifndef TL_TELL_TELL_WATCH_H
#define TL_TELL_TELL_WATCH_H

#include "judge/sight/watch.h"
#include "tell/answer.h"

/* Fills in the answer. */
void tl_tell_watch(const tl_watch *watch, tl_answer *answer);

#endif
