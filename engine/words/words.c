/* words.c: writes sentences, numbers and lengths as a language has them. */
#include "words/words.h"

#include "base/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const tl_language *tl_language_find(const char *tag) {
    size_t length = tag != NULL ? strcspn(tag, "_-.@") : 0;
    for (const tl_language *l = tl_languages; l->tag != NULL; l++) {
        if (strlen(l->tag) == length && memcmp(l->tag, tag, length) == 0) {
            return l;
        }
    }
    return NULL;
}

const tl_language *tl_language_of(const tl_context *context) {
    const tl_language *language = tl_language_find(context->language);
    return language != NULL ? language : &tl_languages[0];
}

/* How much of a text fits without cutting a character in two. */
static size_t whole_characters(const char *text, size_t room) {
    size_t length = strlen(text);
    if (length <= room) {
        return length;
    }
    while (room > 0 && ((unsigned char)text[room] & 0xC0) == 0x80) {
        room--;
    }
    return room;
}

/* Whether a text counts as singular: `rule` is a number as it stands in the text, such as "1", or "<2": any number that
 * is less. What is no plain number, such as one with thousands set apart, is plural. */
static bool is_singular(const char *text, const char *rule, size_t length) {
    if (text == NULL || rule[0] != '<') {
        return text != NULL && strlen(text) == length && memcmp(text, rule, length) == 0;
    }
    size_t whole = strspn(text, "0123456789"), rest = text[whole] == '.' || text[whole] == ',' ? whole + 1 : whole;
    return whole == 1 && rule[1] > text[0] && text[rest + strspn(text + rest, "0123456789")] == '\0';
}

/* One of two forms, "{4[1]:pair|pairs}": by the fourth text. `*end` is what stands behind it; NULL: this is none. */
static const char *form_of(const char *at, const char *const text[TL_SAY_TEXTS], size_t *length, const char **end) {
    const char *close =
        at[0] == '{' && at[1] >= '1' && at[1] < '1' + TL_SAY_TEXTS && at[2] == '[' ? strstr(at, "]:") : NULL;
    const char *bar = close != NULL ? strchr(close, '|') : NULL, *brace = bar != NULL ? strchr(bar, '}') : NULL;
    if (brace == NULL) {
        return NULL;
    }
    bool one = is_singular(text[at[1] - '1'], at + 3, (size_t)(close - at) - 3);
    const char *form = one ? close + 2 : bar + 1;
    *length = (size_t)((one ? bar : brace) - form);
    *end = brace + 1;
    return form;
}

void tl_say_text(char *buffer, size_t size, const char *sentence, const char *const text[TL_SAY_TEXTS]) {
    const char *next = sentence;
    size_t used = 0;
    bool cut = size == 0;
    while (*next != '\0' && !cut) {
        char plain[128];
        const char *piece = plain, *end = NULL;
        size_t length = 0;
        const char *form = form_of(next, text, &length, &end);
        if (form != NULL) {
            length = length < sizeof(plain) ? length : whole_characters(form, sizeof(plain) - 1);
            memcpy(plain, form, length);
            plain[length] = '\0';
            next = end;
        } else if (next[0] == '%' && next[1] >= '1' && next[1] < '1' + TL_SAY_TEXTS && next[2] == '$' &&
                   next[3] == 's') {
            piece = text[next[1] - '1'] != NULL ? text[next[1] - '1'] : "";
            next += 4;
        } else {
            length = 1 + strcspn(next + 1, "%{");
            length = length < sizeof(plain) ? length : whole_characters(next, sizeof(plain) - 1);
            memcpy(plain, next, length);
            plain[length] = '\0';
            next += length;
        }
        size_t fits = whole_characters(piece, size - 1 - used);
        memcpy(buffer + used, piece, fits);
        used += fits;
        cut = piece[fits] != '\0';
    }
    if (size > 0) {
        buffer[used] = '\0';
    }
}

bool tl_say_name(char *buffer, size_t size, const char *glue, const char *name) {
    static const char rest[] = ", ...";
    size_t used = strlen(buffer);
    const char *const text[TL_SAY_TEXTS] = {used > 0 ? glue : "", name};
    bool fits = used + strlen(text[0]) + strlen(name) + sizeof(rest) <= size;
    if (fits || used == 0) { /* of the first at least the beginning */
        tl_say_text(buffer + used, size - used, "%1$s%2$s", text);
    } else {
        snprintf(buffer + used, size - used, "%s", rest);
    }
    return fits;
}

void tl_say_with(const tl_words *words, char *buffer, size_t size, tl_sentence sentence,
                 const char *const text[TL_SAY_TEXTS]) {
    tl_say_text(buffer, size, words->language->sentences[sentence], text);
}

const char *tl_words_named_find(const tl_language *language, const char *name) {
    size_t low = 0, high = language->text_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(language->texts[middle].name, name);
        if (order == 0) {
            return language->texts[middle].text;
        }
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return NULL;
}

const char *tl_phrase(const tl_words *words, tl_sentence sentence) {
    return words->language->sentences[sentence];
}

const char *tl_words_term_text(const tl_language *language, const char *ruleset, const char *section, const char *key,
                               const char *text) {
    for (const tl_term *term = language->terms; term->ruleset != NULL; term++) {
        if (strcmp(term->ruleset, ruleset) == 0 && strcmp(term->section, section) == 0 && strcmp(term->key, key) == 0) {
            return term->text;
        }
    }
    return text;
}

const char *tl_words_decimal_text(const tl_words *words, double value, int decimals,
                                  char buffer[TL_WORDS_LENGTH_SIZE]) {
    static const double powers[] = {1, 10, 100, 1000};
    if (!(fabs(value) < 1e12)) {
        snprintf(buffer, TL_WORDS_LENGTH_SIZE, "%s", value > 0 ? tl_phrase(words, TL_SAY_ENDLESS) : "?");
        return buffer;
    }
    long long scaled = llround(fabs(value) * powers[decimals]);
    long long whole = scaled / (long long)powers[decimals], rest = scaled % (long long)powers[decimals];
    const char *sign = value < 0 && scaled > 0 ? "-" : "";
    if (decimals == 0) {
        snprintf(buffer, TL_WORDS_LENGTH_SIZE, "%s%lld", sign, whole);
    } else {
        snprintf(buffer, TL_WORDS_LENGTH_SIZE, "%s%lld%c%0*lld", sign, whole, words->language->decimal, decimals, rest);
    }
    return buffer;
}

const char *tl_words_length_text(const tl_words *words, double mm, char buffer[TL_WORDS_LENGTH_SIZE]) {
    char number[TL_WORDS_LENGTH_SIZE];
    double size = fabs(mm);
    if (size == 0) {
        snprintf(buffer, TL_WORDS_LENGTH_SIZE, "%s", words->units == 1 ? "0\"" : "0 mm");
    } else if (words->units == 1) {
        double inches = mm / 25.4;
        if (size >= 10) {
            inches = rint(inches * 20) / 20;
        }
        tl_words_decimal_text(words, inches, size >= 10 || size >= 0.5 ? 2 : 3, number);
        snprintf(buffer, TL_WORDS_LENGTH_SIZE, "%.20s\"", number);
    } else if (size >= 10) {
        snprintf(buffer, TL_WORDS_LENGTH_SIZE, "%.20s cm", tl_words_decimal_text(words, mm / 10, 1, number));
    } else {
        snprintf(buffer, TL_WORDS_LENGTH_SIZE, "%.20s mm", tl_words_decimal_text(words, mm, size >= 1 ? 1 : 2, number));
    }
    return buffer;
}

const char *tl_words_square_text(const tl_words *words, double mm2, char buffer[TL_WORDS_LENGTH_SIZE]) {
    char number[TL_WORDS_LENGTH_SIZE];
    bool inches = words->units == 1;
    tl_words_decimal_text(words, mm2 / (inches ? 25.4 * 25.4 : 100), 0, number);
    snprintf(buffer, TL_WORDS_LENGTH_SIZE, inches ? "%.20s in²" : "%.20s cm²", number);
    return buffer;
}
