/* words.c: the public functions of <trueline/words.h>. */
#include <trueline/words.h>

#include "words/words.h"

static const tl_language *language_of(const char *tag) {
    const tl_language *language = tl_language_find(tag);
    return language != NULL ? language : &tl_languages[0];
}

const char *tl_words_find(const char *language, const char *name) {
    return name != NULL ? tl_words_named_find(language_of(language), name) : NULL;
}

const char *tl_words_name(size_t index) {
    return index < tl_languages[0].text_count ? tl_languages[0].texts[index].name : NULL;
}

void tl_words_fill(char *buffer, size_t size, const char *text, const char *const arguments[TL_WORDS_TEXTS]) {
    static const char *const none[TL_SAY_TEXTS] = {NULL};
    tl_say_text(buffer, size, text != NULL ? text : "", arguments != NULL ? arguments : none);
}

const char *tl_words_length(const char *language, bool inch, double mm, char buffer[TL_WORDS_LENGTH]) {
    const tl_words words = {language_of(language), inch ? 1 : 0};
    return tl_words_length_text(&words, mm, buffer);
}

const char *tl_words_number(const char *language, double value, int decimals, char buffer[TL_WORDS_LENGTH]) {
    const tl_words words = {language_of(language), 0};
    return tl_words_decimal_text(&words, value, decimals, buffer);
}

_Static_assert((int)TL_WORDS_TEXTS == (int)TL_SAY_TEXTS && (int)TL_WORDS_LENGTH == (int)TL_WORDS_LENGTH_SIZE,
               "both headers say the same");
