/* words.h: a verdict's sign, and the word under it. */
#ifndef TLV_WORDS_H
#define TLV_WORDS_H

#include "picture.h"

tlv_sign tlv_verdict_sign(tl_verdict verdict);
/* "SEEN", "HIDDEN", "IN COVER", ...; `query` as tl_question has it. */
const char *tlv_verdict_word(const char *query, tl_verdict verdict);

#endif
