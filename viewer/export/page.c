/* page.c: adds to a text that grows: words as HTML wants them, numbers, pictures in base64. */
#include "export/page.h"

#include "report.h"

#include <stdarg.h>
#include <string.h>

static void add(tlv_page *page, const char *bytes, size_t size) {
    if (page->failed || !tlv_reserve((void **)&page->text, &page->capacity, page->size + size + 1, 1)) {
        page->failed = true;
        return;
    }
    memcpy(page->text + page->size, bytes, size);
    page->size += size;
    page->text[page->size] = '\0';
}

void tlv_page_raw(tlv_page *page, const char *markup) {
    add(page, markup, strlen(markup));
}

/* How many bytes the character at `at` has; 0 when they are no character of UTF-8 (RFC 3629). */
static size_t character(const unsigned char *at) {
    unsigned char c = at[0];
    size_t size = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : (c & 0xf0) == 0xe0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool bad = (c == 0xe0 && at[1] < 0xa0) || (c == 0xed && at[1] >= 0xa0) || (c == 0xf0 && at[1] < 0x90) ||
               (c == 0xf4 && at[1] >= 0x90) || (c == 0xef && at[1] == 0xbf && at[2] >= 0xbe);
    return bad ? 0 : size;
}

static void page_text(tlv_page *page, const char *text) {
    static const char *const escapes[][2] = {
        {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}};
    for (const char *at = text; *at != '\0';) {
        size_t size = character((const unsigned char *)at);
        const char *instead = NULL;
        for (size_t i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++) {
            instead = *at == escapes[i][0][0] ? escapes[i][1] : instead;
        }
        bool control = (unsigned char)*at < 0x20 && *at != '\n' && *at != '\t';
        if (size == 0 || control || *at == 0x7f) {
            instead = "\xef\xbf\xbd";
        }
        add(page, instead ? instead : at, instead ? strlen(instead) : size);
        at += size > 0 ? size : 1;
    }
}

void tlv_page_put(tlv_page *page, const char *markup, ...) {
    va_list texts;
    va_start(texts, markup);
    for (const char *at = markup; *at != '\0';) {
        const char *next = strstr(at, "%s");
        add(page, at, next ? (size_t)(next - at) : strlen(at));
        if (!next) {
            break;
        }
        page_text(page, va_arg(texts, const char *));
        at = next + 2;
    }
    va_end(texts);
}

void tlv_page_base64(tlv_page *page, const uint8_t *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t bits =
            (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0u);
        char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63], left > 1 ? digits[bits >> 6 & 63] : '=',
                        left > 2 ? digits[bits & 63] : '='};
        add(page, four, sizeof(four));
    }
}
