/* page.c: the growing text of a report: words and lists are added to it. */
#include "scan/report/page.h"

#include "mesh/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tl_page tl_page_begin(tl_context *context) {
    return (tl_page){.context = context, .words = {.language = tl_language_of(context)}};
}

void tl_page_put(tl_page *page, const char *text) {
    const size_t size = strlen(text);
    if (page->failed || !tl_reserve(page->context, (void **)&page->text, &page->capacity, page->size + size + 1, 1)) {
        page->failed = true;
        return;
    }
    memcpy(page->text + page->size, text, size + 1);
    page->size += size;
}

void tl_page_say_with(tl_page *page, tl_sentence sentence, const char *const text[TL_SAY_TEXTS]) {
    char line[1024];
    tl_say_with(&page->words, line, sizeof(line), sentence, text);
    tl_page_put(page, line);
}

void tl_page_line_with(tl_page *page, tl_sentence sentence, const char *const text[TL_SAY_TEXTS]) {
    tl_page_say_with(page, sentence, text);
    tl_page_put(page, "\n");
}

const char *tl_page_number(const tl_page *page, double value, char buffer[TL_PAGE_TEXT]) {
    char rounded[32];
    /* both ways through the same locale; the last step knows none */
    snprintf(rounded, sizeof(rounded), "%.3e", value);
    tl_json_format_double(strtod(rounded, NULL), buffer);
    char *point = strchr(buffer, '.');
    if (point != NULL) {
        *point = page->words.language->decimal;
    }
    return buffer;
}

/* Where numbers have a comma, thousands have a blank that doesn't break. */
const char *tl_page_grouped(const tl_page *page, size_t count, char buffer[TL_PAGE_TEXT]) {
    char digits[32];
    const char *sign = page->words.language->decimal == ',' ? "\xC2\xA0" : ",";
    size_t used = 0;
    tl_grouped_text(count, digits);
    for (const char *at = digits; *at != '\0'; at++) {
        used +=
            (size_t)snprintf(buffer + used, TL_PAGE_TEXT - used, *at == ',' ? "%s" : "%.1s", *at == ',' ? sign : at);
    }
    return buffer;
}

const char *tl_page_count(const tl_page *page, size_t count, tl_sentence sentence, char buffer[TL_PAGE_TEXT]) {
    char number[TL_PAGE_TEXT];
    tl_say(&page->words, buffer, TL_PAGE_TEXT, sentence, tl_page_grouped(page, count, number));
    return buffer;
}

const char *tl_page_three(const tl_page *page, tl_vec3 v, const char *between, char buffer[TL_PAGE_TEXT]) {
    char x[TL_PAGE_TEXT], y[TL_PAGE_TEXT], z[TL_PAGE_TEXT];
    snprintf(buffer, TL_PAGE_TEXT, "%.32s%s%.32s%s%.32s", tl_page_number(page, v.x, x), between,
             tl_page_number(page, v.y, y), between, tl_page_number(page, v.z, z));
    return buffer;
}

void tl_page_list(const tl_page *page, char list[TL_PAGE_LIST], size_t count, tl_sentence sentence) {
    char text[TL_PAGE_TEXT];
    if (count > 0) {
        size_t used = strlen(list);
        snprintf(list + used, TL_PAGE_LIST - used, "%s%s", used > 0 ? ", " : "",
                 tl_page_count(page, count, sentence, text));
    }
}

void tl_page_scene(tl_page *page, const char *key, tl_json_writer *json) {
    char *text = NULL;
    if (tl_json_writer_finish(json, &text, NULL, NULL) != TL_OK) {
        page->failed = true;
    } else {
        tl_page_put(page, "  \"");
        tl_page_put(page, key);
        tl_page_put(page, "\": ");
        tl_page_put(page, text);
    }
    tl_free(page->context, text);
    tl_json_writer_free(json);
}
