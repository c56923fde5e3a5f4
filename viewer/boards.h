/* boards.h: boards side by side as one HTML file: a table that can be sorted, and a picture of each; no network.
 * Without scripts it is a plain page. */
#ifndef TLV_BOARDS_H
#define TLV_BOARDS_H

#include "picture.h"

#include <trueline/board.h>

/* One board; what is pointed to is borrowed. */
typedef struct tlv_board_row {
    const char *file, *name;
    const char *problem;               /* why there is nothing to tell; NULL: all is well, and ... */
    const tl_board_findings *findings; /* ... these are the findings, */
    const uint8_t *rgba;               /* their picture, rows from the top, 4 bytes a pixel; NULL: none */
} tlv_board_row;

/* Writes the page to `path`, all or nothing. `language` as in tlv_report_options; pictures are width by height. Errors:
 * TL_ERROR_FILE, TL_ERROR_MEMORY. */
tl_status tlv_boards_save(const tlv_board_row *rows, size_t count, const char *language, int width, int height,
                          const char *path, tl_error *error);

#endif
