/* tell_guesses.h: notes that an answer rests on guesses. */
#ifndef TL_TELL_TELL_GUESSES_H
#define TL_TELL_TELL_GUESSES_H

#include "tell/answer.h"

/* Notes that an answer rests on guesses, once for each asset of `count` members from `first` on: on bases or cores that
 * are `measured`, on cores that are `looked` from or at. */
void tl_tell_note_guesses(const tl_inquiry *inquiry, size_t first, size_t count, bool measured, bool looked,
                          tl_answer *answer);

#endif
