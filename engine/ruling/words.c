/* words.c: sentences and lengths. */
#include "ruling/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const english[TL_SENTENCE_COUNT] = {
#define TL_SENTENCE_TEXT(name, text) text,
    TL_SENTENCES(TL_SENTENCE_TEXT)
#undef TL_SENTENCE_TEXT
};

void tl_say(char *buffer, size_t size, tl_sentence sentence, const char *a, const char *b, const char *c, const char *d,
            const char *e, const char *f) {
    const char *arguments[6] = {a, b, c, d, e, f};
    const char *text = english[sentence];
    size_t used = 0;
    while (*text != '\0' && used + 1 < size) {
        if (text[0] == '%' && text[1] >= '1' && text[1] <= '6' && text[2] == '$' && text[3] == 's') {
            const char *argument = arguments[text[1] - '1'];
            size_t length = argument != NULL ? strlen(argument) : 0;
            length = length < size - 1 - used ? length : size - 1 - used;
            if (length > 0) {
                memcpy(buffer + used, argument, length);
            }
            used += length;
            text += 4;
        } else {
            buffer[used++] = *text++;
        }
    }
    if (size > 0) {
        buffer[used] = '\0';
    }
}

const char *tl_phrase(tl_sentence sentence) {
    return english[sentence];
}

const char *tl_decimal_text(double value, int decimals, char buffer[TL_LENGTH_SIZE]) {
    static const double powers[] = {1, 10, 100, 1000};
    if (!(fabs(value) < 1e12)) {
        snprintf(buffer, TL_LENGTH_SIZE, "%s", value > 0 ? "endless" : "?");
        return buffer;
    }
    long long scaled = llround(fabs(value) * powers[decimals]);
    long long whole = scaled / (long long)powers[decimals], rest = scaled % (long long)powers[decimals];
    const char *sign = value < 0 && scaled > 0 ? "-" : "";
    if (decimals == 0) {
        snprintf(buffer, TL_LENGTH_SIZE, "%s%lld", sign, whole);
    } else {
        snprintf(buffer, TL_LENGTH_SIZE, "%s%lld.%0*lld", sign, whole, decimals, rest);
    }
    return buffer;
}

const char *tl_length_text(double mm, int units, char buffer[TL_LENGTH_SIZE]) {
    char number[TL_LENGTH_SIZE];
    double size = fabs(mm);
    if (units == 1) {
        double inches = mm / 25.4;
        if (size >= 10) {
            inches = rint(inches * 20) / 20;
        }
        tl_decimal_text(inches, size >= 10 || size >= 0.5 ? 2 : 3, number);
        snprintf(buffer, TL_LENGTH_SIZE, "%.20s\"", number);
    } else if (size >= 10) {
        snprintf(buffer, TL_LENGTH_SIZE, "%.20s cm", tl_decimal_text(mm / 10, 1, number));
    } else {
        snprintf(buffer, TL_LENGTH_SIZE, "%.20s mm", tl_decimal_text(mm, size >= 1 ? 1 : 2, number));
    }
    return buffer;
}
