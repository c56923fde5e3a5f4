/* html.h: a ruling as one HTML file that a judge can read anywhere: no scripts, no network, pictures inside;
 * well-formed as XML, too. The same ruling gives the same bytes. */
#ifndef TLV_HTML_H
#define TLV_HTML_H

#include "shot.h"

typedef struct tlv_report_options {
    const char *language;   /* of the headings: "en", "fr"; NULL: English. The ruling's words have their own */
    const char *scene_file; /* the name that is told; NULL: none */
    const char *date;       /* told as it is; NULL: none */
} tlv_report_options;

/* Draws the pictures with `renderer` (an offscreen one: it is resized, and its content replaced) and writes the report
 * to `path`, all or nothing. `subject` must have a ruling. Errors: TL_ERROR_FILE, TL_ERROR_MEMORY, those of drawing. */
tl_status tlv_report_save(tlv_renderer *renderer, const tlv_subject *subject, const tlv_report_options *options,
                          const char *path, tl_error *error);

#endif
