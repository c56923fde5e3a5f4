/* text.h: the words of a text file, line by line. Internal to engine/import.
 *
 * Lines end with \n, \r\n or \r. A zero byte is no blank: readers refuse it as they do any other word. */
#ifndef TL_IMPORT_TEXT_H
#define TL_IMPORT_TEXT_H

#include "base/base.h"
#include "base/number.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* A place in the text. */
typedef struct tl_text {
    const char *at, *end;
    size_t line; /* 1-based */
} tl_text;

/* Part of the text. */
typedef struct tl_word {
    const char *at;
    size_t length; /* 0: no word */
} tl_word;

static inline bool tl_text_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool tl_text_is_line_end(char c) {
    return c == '\n' || c == '\r';
}

static inline void tl_text_skip_blanks(tl_text *text) {
    while (text->at < text->end && tl_text_is_blank(*text->at)) {
        text->at++;
    }
}

/* To the begin of the next line. */
static inline void tl_text_next_line(tl_text *text) {
    while (text->at < text->end && !tl_text_is_line_end(*text->at)) {
        text->at++;
    }
    if (text->at < text->end) {
        text->at += *text->at == '\r' && text->at + 1 < text->end && text->at[1] == '\n' ? 2 : 1;
        text->line++;
    }
}

/* The next word on the line. */
static inline tl_word tl_text_word(tl_text *text) {
    tl_text_skip_blanks(text);
    tl_word word = {text->at, 0};
    while (text->at < text->end && !tl_text_is_blank(*text->at) && !tl_text_is_line_end(*text->at)) {
        text->at++;
    }
    word.length = (size_t)(text->at - word.at);
    return word;
}

/* The next word on this line or one of those that follow. */
static inline tl_word tl_text_word_anywhere(tl_text *text) {
    tl_word word = tl_text_word(text);
    while (word.length == 0 && text->at < text->end) {
        tl_text_next_line(text);
        word = tl_text_word(text);
    }
    return word;
}

/* What is left of the line, without blanks at its ends. */
static inline tl_word tl_text_rest(tl_text *text) {
    tl_text_skip_blanks(text);
    tl_word rest = {text->at, 0};
    while (text->at < text->end && !tl_text_is_line_end(*text->at)) {
        text->at++;
        rest.length = tl_text_is_blank(text->at[-1]) ? rest.length : (size_t)(text->at - rest.at);
    }
    return rest;
}

static inline bool tl_word_is(tl_word word, const char *what) {
    return word.length == strlen(what) && memcmp(word.at, what, word.length) == 0;
}

/* In upper or lower case. */
static inline bool tl_word_means(tl_word word, const char *what) {
    return word.length == strlen(what) && strncasecmp(word.at, what, word.length) == 0;
}

/* Whether all of the word is one number. */
static inline bool tl_word_number(tl_word word, double *number) {
    return tl_number_scan(word.at, word.at + word.length, number) == word.at + word.length && word.length > 0;
}

/* Whether the file can be read as text at all: UTF-16 can't; a byte-order mark of UTF-8 is passed over. */
static inline bool tl_text_begin(tl_text *text, const char *bytes, size_t size) {
    *text = (tl_text){bytes, bytes + size, 1};
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        text->at += 3;
    }
    return size < 2 || (memcmp(bytes, "\xff\xfe", 2) != 0 && memcmp(bytes, "\xfe\xff", 2) != 0);
}

/* In a loop over much, in round `i`: false when the work should stop; asked every few thousand rounds. */
static inline bool tl_text_pace(tl_context *context, size_t i, const tl_text *text, const char *bytes) {
    return (i & 0x3fff) != 0 ||
           tl_progress(context, (double)(text->at - bytes) / (double)(text->end - bytes), "reading the mesh");
}

/* The file doesn't end with the end of a line. */
static inline bool tl_text_is_open(const char *bytes, size_t size) {
    return size > 0 && !tl_text_is_line_end(bytes[size - 1]);
}

#endif
