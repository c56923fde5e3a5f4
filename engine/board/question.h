/* question.h: questions about boards as JSON: what parts of a map carry with them. */
#ifndef TL_BOARD_QUESTION_H
#define TL_BOARD_QUESTION_H

#include "io/json.h"

#include <trueline/board.h>

/* Everything that the map depends on, in a fixed order; freed by the caller with tl_free. Errors: TL_ERROR_MEMORY;
 * TL_ERROR_INTERNAL for numbers that are none, since whoever asks has refused these. */
tl_status tl_board_question_write(tl_context *context, const tl_board_question *question, char **json, tl_error *error);

/* A question that was read; it points into the rest. */
typedef struct tl_board_asked {
    tl_board_question question;
    tl_json *json;
    tl_vec2 *points;
    const char **set;
    tl_vec2 area[2];
} tl_board_asked;

/* Reads what the former has written. Errors: TL_ERROR_FORMAT, TL_ERROR_MEMORY. Free in any case. */
tl_status tl_board_question_read(tl_context *context, const char *json, tl_board_asked *asked, tl_error *error);
/* Studies, in the same form. A study that was read points into the rest. Errors as above. */
tl_status tl_board_study_write(tl_context *context, const tl_board_study *study, char **json, tl_error *error);
tl_status tl_board_study_read(tl_context *context, const char *json, tl_board_asked *asked, tl_board_study *study,
                              tl_error *error);
void tl_board_asked_free(tl_context *context, tl_board_asked *asked);

#endif
