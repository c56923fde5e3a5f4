/* badge.c: the word under a verdict's sign in pictures, and what small pictures are called. */
#include "ruling/ruling.h"

#include <string.h>

tl_sentence tl_badge(const char *query, tl_verdict verdict) {
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
                  {"template", TL_SAY_BADGE_HIT, TL_SAY_BADGE_NO_HIT},
                  {"move", TL_SAY_BADGE_MAY_MOVE, TL_SAY_BADGE_NO_MOVE},
                  {"reach", TL_SAY_BADGE_IN_REACH, TL_SAY_BADGE_NO_MOVE}};
    if (verdict == TL_VERDICT_MARGINAL) {
        return TL_SAY_BADGE_TOO_CLOSE;
    }
    bool yes = verdict == TL_VERDICT_YES;
    for (size_t i = 0; i < sizeof(badges) / sizeof(*badges); i++) {
        if (strcmp(badges[i].query, query) == 0) {
            return yes ? badges[i].yes : badges[i].no;
        }
    }
    return yes ? TL_SAY_BADGE_YES : TL_SAY_BADGE_NO;
}

void tl_caption_text(const tl_words *words, tl_caption caption, const char *a, const char *b, char *buffer,
                     size_t size) {
    tl_say(words, buffer, size, caption == TL_CAPTION_SEES ? TL_SAY_CAPTION_SEES : TL_SAY_CAPTION_HIDES, a, b);
}
