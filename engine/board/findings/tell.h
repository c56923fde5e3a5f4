/* tell.h: what the files that tell findings share. */
#ifndef TL_BOARD_FINDINGS_TELL_H
#define TL_BOARD_FINDINGS_TELL_H

#include "board/findings/study.h"

/* A text that grows line by line. */
typedef struct tl_board_lines {
    tl_context *context;
    char *text;
    size_t size, capacity;
    bool failed;
} tl_board_lines;

void tl_board_add_line(tl_board_lines *lines, const char *line);

typedef struct tl_board_spoken {
    char low[TL_WORDS_LENGTH_SIZE], high[TL_WORDS_LENGTH_SIZE], likely[TL_WORDS_LENGTH_SIZE];
} tl_board_spoken;

tl_board_spoken tl_board_say_bounds(const tl_words *words, tl_board_bounds b, double unit, int digits);
/* Lower bound, upper bound, estimate. */
void tl_board_put_bounds(tl_json_writer *w, const char *key, tl_board_bounds b);

/* tell_details.c */
void tl_board_put_details(tl_json_writer *w, const tl_board_analysis *analysis, const tl_board_findings *findings);
void tl_board_say_details(const tl_board_analysis *analysis, const tl_board_findings *findings, tl_board_lines *lines);

#endif
