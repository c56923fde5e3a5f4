#include "sign.h"

tlv_sign tlv_verdict_sign(tl_verdict verdict) {
    return verdict == TL_VERDICT_YES ? TLV_SIGN_YES : verdict == TL_VERDICT_NO ? TLV_SIGN_NO : TLV_SIGN_MARGINAL;
}
