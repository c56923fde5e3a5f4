/* sign.h: a verdict's sign. The word under it is the ruling's own (tl_ruling_badge). */
#ifndef TLV_SIGN_H
#define TLV_SIGN_H

#include "picture.h"

tlv_sign tlv_verdict_sign(tl_verdict verdict);

#endif
