/* page.c: the growing text of a report: words and lists are added to it. */
#include "scan/report/page.h"

#include "mesh/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tl_scan_page tl_scan_page_begin(tl_context *context) {
    return (tl_scan_page){.context = context, .words = {.language = tl_language_of(context)}};
}

void tl_scan_page_put(tl_scan_page *page, const char *text) {
    const size_t size = strlen(text);
    if (page->failed || !tl_reserve(page->context, (void **)&page->text, &page->capacity, page->size + size + 1, 1)) {
        page->failed = true;
        return;
    }
    memcpy(page->text + page->size, text, size + 1);
    page->size += size;
}

void tl_scan_page_say_with(tl_scan_page *page, tl_sentence sentence, const char *const text[TL_SAY_TEXTS]) {
    char line[1024];
    tl_say_with(&page->words, line, sizeof(line), sentence, text);
    tl_scan_page_put(page, line);
}

void tl_scan_page_line_with(tl_scan_page *page, tl_sentence sentence, const char *const text[TL_SAY_TEXTS]) {
    tl_scan_page_say_with(page, sentence, text);
    tl_scan_page_put(page, "\n");
}

const char *tl_scan_page_number(const tl_scan_page *page, double value, char buffer[TL_SCAN_PAGE_TEXT]) {
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
const char *tl_scan_page_grouped(const tl_scan_page *page, size_t count, char buffer[TL_SCAN_PAGE_TEXT]) {
    char digits[32];
    const char *sign = page->words.language->decimal == ',' ? "\xC2\xA0" : ",";
    size_t used = 0;
    tl_mesh_grouped_text(count, digits);
    for (const char *at = digits; *at != '\0'; at++) {
        used += (size_t)snprintf(buffer + used, TL_SCAN_PAGE_TEXT - used, *at == ',' ? "%s" : "%.1s",
                                 *at == ',' ? sign : at);
    }
    return buffer;
}

const char *tl_scan_page_count(const tl_scan_page *page, size_t count, tl_sentence sentence,
                               char buffer[TL_SCAN_PAGE_TEXT]) {
    char number[TL_SCAN_PAGE_TEXT];
    tl_say(&page->words, buffer, TL_SCAN_PAGE_TEXT, sentence, tl_scan_page_grouped(page, count, number));
    return buffer;
}

const char *tl_scan_page_three(const tl_scan_page *page, tl_vec3 v, const char *between,
                               char buffer[TL_SCAN_PAGE_TEXT]) {
    char x[TL_SCAN_PAGE_TEXT], y[TL_SCAN_PAGE_TEXT], z[TL_SCAN_PAGE_TEXT];
    snprintf(buffer, TL_SCAN_PAGE_TEXT, "%.32s%s%.32s%s%.32s", tl_scan_page_number(page, v.x, x), between,
             tl_scan_page_number(page, v.y, y), between, tl_scan_page_number(page, v.z, z));
    return buffer;
}

void tl_scan_page_list(const tl_scan_page *page, char list[TL_SCAN_PAGE_LIST], size_t count, tl_sentence sentence) {
    char text[TL_SCAN_PAGE_TEXT];
    if (count > 0) {
        size_t used = strlen(list);
        snprintf(list + used, TL_SCAN_PAGE_LIST - used, "%s%s", used > 0 ? ", " : "",
                 tl_scan_page_count(page, count, sentence, text));
    }
}

void tl_scan_page_scene(tl_scan_page *page, const char *key, tl_json_writer *json) {
    char *text = NULL;
    if (tl_json_writer_finish(json, &text, NULL, NULL) != TL_OK) {
        page->failed = true;
    } else {
        tl_scan_page_put(page, "  \"");
        tl_scan_page_put(page, key);
        tl_scan_page_put(page, "\": ");
        tl_scan_page_put(page, text);
    }
    tl_free(page->context, text);
    tl_json_writer_free(json);
}
