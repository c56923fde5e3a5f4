/* sign.c: which sign stands over a ruling, and beside each of its steps. */
#include "sign.h"

#include <string.h>

tlv_sign tlv_ruling_sign(const tl_ruling *ruling) {
    switch (tl_ruling_sign(ruling)) {
    case TL_SIGN_YES:
        return TLV_SIGN_YES;
    case TL_SIGN_NO:
        return TLV_SIGN_NO;
    case TL_SIGN_NOT_SETTLED:
        return TLV_SIGN_OPEN;
    case TL_SIGN_UNKNOWN:
        return TLV_SIGN_UNKNOWN;
    case TL_SIGN_TOO_CLOSE:
        break;
    }
    return TLV_SIGN_MARGINAL;
}

bool tlv_is_length(const tl_ruling *ruling, const tl_question *question) {
    return strcmp(tl_ruling_query(ruling), "range") == 0 && !question->has_limit;
}

tlv_sign tlv_step_sign(const tl_ruling *ruling, const tl_step *step) {
    tlv_sign over = tlv_ruling_sign(ruling);
    if (step->moot) {
        return TLV_SIGN_NONE;
    }
    if (step->verdict == TL_VERDICT_MARGINAL) {
        return over == TLV_SIGN_OPEN || over == TLV_SIGN_UNKNOWN ? over : TLV_SIGN_MARGINAL;
    }
    return step->verdict == TL_VERDICT_NO ? TLV_SIGN_NO : TLV_SIGN_YES;
}
