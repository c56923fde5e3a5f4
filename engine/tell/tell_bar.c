/* tell_bar.c: what keeps a weapon from being used, in words. */
#include "tell/tell_bar.h"

static const struct bar_words {
    const char *word; /* of answers */
    tl_sentence sentence;
} bars[] = {[TL_BAR_NONE] = {.word = "none"},
            [TL_BAR_PLACE] = {"place", TL_SAY_FAIL_PLACE},
            [TL_BAR_SHELTER] = {"shelter", TL_SAY_FAIL_SHELTER},
            [TL_BAR_CARRIED] = {"carried", TL_SAY_FAIL_CARRIED},
            [TL_BAR_PASSENGER] = {"passenger", TL_SAY_FAIL_PASSENGER},
            [TL_BAR_NO_RULE] = {"no_rule", TL_SAY_FAIL_NO_RULE}};

void tl_tell_bar_text(const tl_inquiry *inquiry, const tl_bar *bar, const tl_document_unit *target, char *buffer,
                      size_t size) {
    const char *place = bar->terrain != SIZE_MAX      ? inquiry->table->terrain[bar->terrain].name
                        : bar->carrier != NULL        ? bar->carrier->name
                        : bar->kind == TL_BAR_NO_RULE ? tl_ruleset_name(inquiry->referee->ruleset)
                                                      : "";
    buffer[0] = '\0';
    if (bar->kind != TL_BAR_NONE) {
        tl_say(inquiry->words, buffer, size, bars[bar->kind].sentence, place, target != NULL ? target->name : "");
    }
}

const char *tl_tell_bar_word(tl_bar_kind kind) {
    return bars[kind].word;
}
