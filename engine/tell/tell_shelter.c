/* tell_shelter.c: what is said of those who stand in something with walls. */
#include "tell/tell_shelter.h"

static const tl_sentence sentences[] = {[TL_OPEN_WALLS_ABSTRACT] = TL_SAY_OPEN_ABSTRACT,
                                        [TL_OPEN_WALLS_AHEAD] = TL_SAY_OPEN_AHEAD,
                                        [TL_OPEN_WALLS_AROUND] = TL_SAY_OPEN_AROUND};

void tl_tell_open_walls(const tl_inquiry *inquiry, const tl_open_walls *walls, tl_answer *answer) {
    char text[TL_REASON_TEXT];
    if (walls->any) {
        tl_say(inquiry->words, text, sizeof(text), sentences[walls->kind], inquiry->table->members[walls->member].name,
               inquiry->table->terrain[walls->terrain].name);
        tl_answer_reason(answer, walls->cause, TL_VERDICT_YES, text);
        tl_answer_note(answer, text);
    }
}
