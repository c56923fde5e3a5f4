/* question.h: a question with memory of its own: the caller's texts and points may be gone when it is asked. */
#ifndef TLV_QUESTION_H
#define TLV_QUESTION_H

#include <trueline/ruling.h>

/* Copies a question with its texts, points and settings into one block, `*memory`, which the caller frees with free().
 * `time_limit_ms` and `id` are left out. False without memory: then nothing is to be freed. */
bool tlv_question_copy(tl_question *to, const tl_question *from, void **memory);

#endif
