/* sign.h: the signs of rulings and their steps. The word beside one is the ruling's own (tl_ruling_badge). */
#ifndef TLV_SIGN_H
#define TLV_SIGN_H

#include "picture.h"

#include <trueline/explain.h>

/* What stands over a ruling. */
tlv_sign tlv_ruling_sign(const tl_ruling *ruling);
/* A length was asked for, and no limit: the answer has no sign and no word of a verdict. */
bool tlv_is_length(const tl_ruling *ruling, const tl_question *question);
/* ... and beside one of its steps. What would be, were it not for what decides, has none: TLV_SIGN_NONE. */
tlv_sign tlv_step_sign(const tl_ruling *ruling, const tl_step *step);

#endif
