#include "words.h"

#include <string.h>

tlv_sign tlv_verdict_sign(tl_verdict verdict) {
    return verdict == TL_VERDICT_YES ? TLV_SIGN_YES : verdict == TL_VERDICT_NO ? TLV_SIGN_NO : TLV_SIGN_MARGINAL;
}

const char *tlv_verdict_word(const char *query, tl_verdict verdict) {
    static const struct {
        const char *query, *yes, *no;
    } words[] = {{"los", "SEEN", "HIDDEN"},
                 {"cover", "IN COVER", "NO COVER"},
                 {"attack", "MAY FIRE", "NO ATTACK"},
                 {"arc", "IN ARC", "OUT OF ARC"},
                 {"cohesion", "TOGETHER", "APART"},
                 {"template", "HIT", "NO HIT"},
                 {"move", "MAY MOVE", "NO MOVE"},
                 {"reach", "IN REACH", "NO MOVE"}};
    if (verdict == TL_VERDICT_MARGINAL) {
        return "TOO CLOSE";
    }
    bool yes = verdict == TL_VERDICT_YES;
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
        if (strcmp(words[i].query, query) == 0) {
            return yes ? words[i].yes : words[i].no;
        }
    }
    return yes ? "YES" : "NO";
}
