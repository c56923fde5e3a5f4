/* report_text.h: the parts of a report, in words and JSON. Internal to engine/survey. */
#ifndef TL_SURVEY_REPORT_TEXT_H
#define TL_SURVEY_REPORT_TEXT_H

#include "survey/page.h"
#include "survey/report.h"

/* A field of three numbers. */
void tl_report_put_point(tl_json_writer *json, const char *key, tl_vec3 p);

/* What is wrong with the mesh, in millimetres; nothing without a health. `map` takes the mesh's frame there. */
void tl_health_say(tl_page *page, const tl_mesh_report *report);
void tl_health_put(tl_json_writer *json, const tl_mesh_report *report);

/* Unit, up and scale: as stated, as taken, and what is more likely. */
void tl_frame_say(tl_page *page, const tl_mesh_report *report);
/* That what was asked for contradicts what the file states, and what it does to the size; false when it doesn't. */
bool tl_unit_contradiction(const tl_words *words, const tl_mesh_source *source, char *text, size_t size);
/* That the mesh lies beside its own origin, and what moves it there; false when it doesn't. */
bool tl_origin_note(const tl_words *words, const tl_mesh_report *report, char *text, size_t size);
void tl_frame_put(tl_json_writer *json, const tl_mesh_report *report);

/* Whether levelling is advised: there is a ground that isn't level, and up is not advised to be another axis. */
bool tl_level_advised(const tl_mesh_report *report);
/* Ground and crop; roles, and what is suggested. */
void tl_shape_say(tl_page *page, const tl_mesh_report *report);
void tl_parts_say(tl_page *page, const tl_mesh_report *report);
void tl_parts_put(tl_json_writer *json, const tl_mesh_report *report);
void tl_suggestion_say(tl_page *page, const tl_mesh_report *report);
void tl_suggestion_put(tl_json_writer *json, const tl_mesh_report *report);

#endif
