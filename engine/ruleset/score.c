/* score.c: the words of scores, and lists of words as rule files write them. */
#include "ruleset/score.h"

#include <string.h>

const char *tl_score_side_word(size_t side) {
    static const char *const words[TL_SCORE_SIDES] = {"front", "left", "rear", "right"};
    return side < TL_SCORE_SIDES ? words[side] : NULL;
}

bool tl_score_lists(const tl_json_value *words, const char *word) {
    if (words == NULL) {
        return false;
    }
    if (words->kind == TL_JSON_STRING) {
        return strcmp(words->text, word) == 0;
    }
    for (size_t i = 0; i < words->count; i++) {
        if (words->items[i].kind == TL_JSON_STRING && strcmp(words->items[i].text, word) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_all_of(const tl_json_value *a, const tl_json_value *b) {
    if (b->kind == TL_JSON_STRING) {
        return tl_score_lists(a, b->text);
    }
    for (size_t i = 0; i < b->count; i++) {
        if (!tl_score_lists(a, b->items[i].text)) {
            return false;
        }
    }
    return true;
}

bool tl_score_same_words(const tl_json_value *a, const tl_json_value *b) {
    return a == b || (has_all_of(a, b) && has_all_of(b, a));
}
