/* tell_react.h: telling whether a unit may react, in words and fields. */
#ifndef TL_TELL_TELL_REACT_H
#define TL_TELL_TELL_REACT_H

#include "judge/attack/react.h"
#include "tell/answer.h"

/* Fills verdict, cause, sentences, reasons, fields, witness and notes of guesses. */
void tl_tell_reaction(const tl_reaction *found, tl_answer *answer);

#endif
