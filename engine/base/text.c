/* text.c: text that comes from files, made fit to be shown. */
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Bytes of the character at `text`, or 0 when it is no UTF-8 (RFC 3629: no surrogates, nothing overlong). */
static size_t character_size(const unsigned char *text) {
    size_t size = text[0] < 0x80   ? 1
                  : text[0] < 0xc2 ? 0
                  : text[0] < 0xe0 ? 2
                  : text[0] < 0xf0 ? 3
                  : text[0] < 0xf5 ? 4
                                   : 0;
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool wrong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
                 (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f);
    return wrong ? 0 : size;
}

/* Controls of terminals (also those of two bytes), ends of lines, and what turns the direction of writing. */
static bool is_steering(const unsigned char *c, size_t size) {
    switch (size) {
    case 1:
        return c[0] < 0x20 || c[0] == 0x7f;
    case 2:
        return c[0] == 0xc2 && c[1] < 0xa0;
    case 3: /* U+2028 to 202e, U+2066 to 2069 */
        return c[0] == 0xe2 &&
               ((c[1] == 0x80 && c[2] >= 0xa8 && c[2] <= 0xae) || (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9));
    default:
        return size == 0;
    }
}

void tl_tame_text(char *text, const char *but) {
    for (unsigned char *at = (unsigned char *)text; *at != 0;) {
        size_t size = character_size(at);
        bool steering = is_steering(at, size) && strchr(but, *at) == NULL;
        size = size > 0 ? size : 1;
        if (steering) {
            memset(at, '?', size);
        }
        at += size;
    }
}
