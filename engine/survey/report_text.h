/* report_text.h: words that grow. Internal to engine/survey. */
#ifndef TL_SURVEY_REPORT_TEXT_H
#define TL_SURVEY_REPORT_TEXT_H

#include "survey/report.h"

#include "io/json.h"

typedef struct tl_words {
    tl_context *context;
    char *text;
    size_t size, capacity;
    bool failed; /* there was no memory */
} tl_words;

/* Appends; what is longer than a kilobyte is cut. */
void tl_say(tl_words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "3 open edges" and so on, with commas between; `*first` tells whether one was said. */
void tl_say_count(tl_words *words, bool *first, size_t count, const char *one, const char *many);

/* Four digits are enough for people. */
const char *tl_short_number(double value, char buffer[TL_JSON_NUMBER_SIZE]);

/* What is wrong with the mesh, in millimetres; nothing without a health. `map` takes the mesh's frame there. */
void tl_health_say(tl_words *words, const tl_mesh_report *report);
void tl_health_put(tl_json_writer *json, const tl_mesh_report *report);

/* Unit, up and scale: as stated, as taken, and what is more likely. */
void tl_frame_say(tl_words *words, const tl_mesh_report *report);
void tl_frame_put(tl_json_writer *json, const tl_mesh_report *report);

/* `"key": JSON` as a line that isn't ended; frees the writer. */
void tl_say_json(tl_words *words, const char *key, tl_json_writer *json);

/* Ground and crop; roles, and what is suggested. */
void tl_shape_say(tl_words *words, const tl_mesh_report *report);
void tl_parts_say(tl_words *words, const tl_mesh_report *report);
void tl_parts_put(tl_json_writer *json, const tl_mesh_report *report);
void tl_suggestion_say(tl_words *words, const tl_mesh_report *report);
void tl_suggestion_put(tl_json_writer *json, const tl_mesh_report *report);
#endif
