/* page.h: a report's words, which grow. Internal to engine/scan. */
#ifndef TL_SCAN_REPORT_PAGE_H
#define TL_SCAN_REPORT_PAGE_H

#include "io/json.h"
#include "math/vec.h"
#include "words/words.h"

typedef struct tl_scan_page {
    tl_context *context;
    tl_words words; /* the language of what is said */
    char *text;
    size_t size, capacity;
    bool failed; /* there was no memory */
} tl_scan_page;

tl_scan_page tl_scan_page_begin(tl_context *context);

/* Appends a text as it is. */
void tl_scan_page_put(tl_scan_page *page, const char *text);
/* Appends a sentence with up to six texts: tl_scan_page_say(page, sentence, a, b, ...); one without texts takes NULL.
 * What is longer than a kilobyte is cut. */
#define tl_scan_page_say(page, sentence, ...)                                                                          \
    tl_scan_page_say_with(page, sentence, (const char *const[TL_SAY_TEXTS]){__VA_ARGS__})
void tl_scan_page_say_with(tl_scan_page *page, tl_sentence sentence, const char *const text[TL_SAY_TEXTS]);
/* The same, and ends the line. */
#define tl_scan_page_line(page, sentence, ...)                                                                         \
    tl_scan_page_line_with(page, sentence, (const char *const[TL_SAY_TEXTS]){__VA_ARGS__})
void tl_scan_page_line_with(tl_scan_page *page, tl_sentence sentence, const char *const text[TL_SAY_TEXTS]);

/* Texts for sentences, in their language; buffers of one size for all. */
enum { TL_SCAN_PAGE_TEXT = 160 };

/* Four digits are enough for people. */
const char *tl_scan_page_number(const tl_scan_page *page, double value, char buffer[TL_SCAN_PAGE_TEXT]);
/* With a sign between thousands. */
const char *tl_scan_page_grouped(const tl_scan_page *page, size_t count, char buffer[TL_SCAN_PAGE_TEXT]);
/* "3 parts": one of two sentences, which take the number. */
const char *tl_scan_page_count(const tl_scan_page *page, size_t count, tl_sentence sentence,
                               char buffer[TL_SCAN_PAGE_TEXT]);
/* Three numbers with " x " or ", " between them. */
const char *tl_scan_page_three(const tl_scan_page *page, tl_vec3 v, const char *between,
                               char buffer[TL_SCAN_PAGE_TEXT]);

/* "3 open edges, 1 shell" in a buffer: adds what there is any of. */
enum { TL_SCAN_PAGE_LIST = 1000 };
void tl_scan_page_list(const tl_scan_page *page, char list[TL_SCAN_PAGE_LIST], size_t count, tl_sentence sentence);

/* `  "key": JSON` of a writer, which is freed; the line isn't ended. */
void tl_scan_page_scene(tl_scan_page *page, const char *key, tl_json_writer *json);

#endif
