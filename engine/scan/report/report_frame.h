/* report_frame.h: unit, up and scale in a report. Internal to engine/scan. */
#ifndef TL_SCAN_REPORT_REPORT_FRAME_H
#define TL_SCAN_REPORT_REPORT_FRAME_H

#include "scan/report/findings.h"
#include "scan/report/page.h"

/* Unit, up and scale: as stated, as taken, and what is more likely. */
void tl_scan_frame_say(tl_scan_page *page, const tl_scan_report *report);
/* That what was asked for contradicts what the file states, and what it does to the size; false when it doesn't. */
bool tl_scan_unit_contradiction(const tl_words *words, const tl_scan_source *source, char *text, size_t size);
/* That the mesh lies beside its own origin, and what moves it there; false when it doesn't. */
bool tl_scan_origin_note(const tl_words *words, const tl_scan_report *report, char *text, size_t size);
void tl_scan_frame_put(tl_json_writer *json, const tl_scan_report *report);

#endif
