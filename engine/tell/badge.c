/* badge.c: a ruling's sign and the word beside it, and what small pictures are called. */
#include "question/ruling.h"

#include <string.h>

tl_sign tl_sign_of(const tl_answer *answer, const tl_unsettled *unsettled) {
    bool template = answer->placed;
    tl_verdict verdict = template ? tl_verdict_both(answer->verdict, answer->placement) : answer->verdict;
    bool cover = strcmp(answer->query, "cover") == 0;
    bool open = unsettled->search || unsettled->sight || (cover && unsettled->cover);
    return verdict == TL_VERDICT_NO    ? TL_SIGN_NO
           : verdict == TL_VERDICT_YES ? TL_SIGN_YES
           : answer->unarmed           ? TL_SIGN_UNKNOWN
           : open                      ? TL_SIGN_NOT_SETTLED
                                       : TL_SIGN_TOO_CLOSE;
}

/* Of a template that may not lie where it lies, or perhaps not; or that nobody lays. */
static tl_sentence badge_of_template(const tl_answer *answer, tl_sign sign) {
    bool lies = !answer->placed && sign == TL_SIGN_YES;
    return lies                                                   ? TL_SAY_BADGE_UNDER
           : answer->placed && answer->placement == TL_VERDICT_NO ? TL_SAY_BADGE_NOT_ALLOWED
           : sign == TL_SIGN_YES                                  ? TL_SAY_BADGE_HIT
                                                                  : TL_SAY_BADGE_NO_HIT;
}

tl_sentence tl_badge(const tl_answer *answer, tl_sign sign) {
    static const struct {
        const char *query;
        tl_sentence yes, no;
    } badges[] = {{"los", TL_SAY_BADGE_SEEN, TL_SAY_BADGE_HIDDEN},
                  {"cover", TL_SAY_BADGE_IN_COVER, TL_SAY_BADGE_NO_COVER},
                  {"attack", TL_SAY_BADGE_MAY_FIRE, TL_SAY_BADGE_NO_ATTACK},
                  {"react", TL_SAY_BADGE_MAY_REACT, TL_SAY_BADGE_NO_REACTION},
                  {"close-combat", TL_SAY_BADGE_IN_REACH, TL_SAY_BADGE_OUT_OF_REACH},
                  {"within", TL_SAY_BADGE_WITHIN, TL_SAY_BADGE_NOT_WITHIN},
                  {"arc", TL_SAY_BADGE_IN_ARC, TL_SAY_BADGE_OUT_OF_ARC},
                  {"cohesion", TL_SAY_BADGE_TOGETHER, TL_SAY_BADGE_APART},
                  {"move", TL_SAY_BADGE_MAY_MOVE, TL_SAY_BADGE_NO_MOVE},
                  {"reach", TL_SAY_BADGE_MAY_MOVE, TL_SAY_BADGE_NO_MOVE}};
    bool yes = sign == TL_SIGN_YES;
    if (!yes && sign != TL_SIGN_NO) {
        return sign == TL_SIGN_NOT_SETTLED ? TL_SAY_BADGE_NOT_SETTLED
               : sign == TL_SIGN_UNKNOWN   ? TL_SAY_BADGE_NO_WEAPON
                                           : TL_SAY_BADGE_TOO_CLOSE;
    }
    if (strcmp(answer->query, "template") == 0) {
        return badge_of_template(answer, sign);
    }
    for (size_t i = 0; i < sizeof(badges) / sizeof(*badges); i++) {
        if (strcmp(badges[i].query, answer->query) == 0) {
            return yes ? badges[i].yes : badges[i].no;
        }
    }
    return yes ? TL_SAY_BADGE_YES : TL_SAY_BADGE_NO;
}

void tl_caption_text(const tl_words *words, tl_caption caption, const char *a, const char *b, char *buffer,
                     size_t size) {
    tl_say(words, buffer, size, caption == TL_CAPTION_SEES ? TL_SAY_CAPTION_SEES : TL_SAY_CAPTION_HIDES, a, b);
}
