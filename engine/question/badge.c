/* badge.c: a ruling's sign and the word beside it, and what small pictures are called. */
#include "question/ruling.h"

#include "question/question.h"

tl_sign tl_badge_sign(const tl_answer *answer, const tl_unsettled *unsettled) {
    bool template = answer->placed;
    tl_verdict verdict = template ? tl_verdict_both(answer->verdict, answer->placement) : answer->verdict;
    const tl_question_row *row = tl_question_row_named(answer->query);
    bool open = unsettled->search || unsettled->sight || (row != NULL && row->covers && unsettled->cover);
    return verdict == TL_VERDICT_NO    ? TL_SIGN_NO
           : verdict == TL_VERDICT_YES ? TL_SIGN_YES
           : answer->unarmed           ? TL_SIGN_UNKNOWN
           : open                      ? TL_SIGN_NOT_SETTLED
                                       : TL_SIGN_TOO_CLOSE;
}

tl_sentence tl_badge(const tl_answer *answer, tl_sign sign) {
    const tl_question_row *row = tl_question_row_named(answer->query);
    bool yes = sign == TL_SIGN_YES;
    if (!yes && sign != TL_SIGN_NO) {
        return sign == TL_SIGN_NOT_SETTLED ? TL_SAY_BADGE_NOT_SETTLED
               : sign == TL_SIGN_UNKNOWN   ? TL_SAY_BADGE_NO_WEAPON
                                           : TL_SAY_BADGE_TOO_CLOSE;
    }
    if (row != NULL && row->badge != NULL) {
        return row->badge(answer, sign);
    }
    return row != NULL ? (yes ? row->yes : row->no) : yes ? TL_SAY_BADGE_YES : TL_SAY_BADGE_NO;
}

void tl_badge_caption(const tl_words *words, tl_caption caption, const char *a, const char *b, char *buffer,
                      size_t size) {
    tl_say(words, buffer, size, caption == TL_CAPTION_SEES ? TL_SAY_CAPTION_SEES : TL_SAY_CAPTION_HIDES, a, b);
}
