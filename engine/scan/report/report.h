/* report.h: what is in a mesh, for people (words) and programs (JSON). */
#ifndef TL_SCAN_REPORT_REPORT_H
#define TL_SCAN_REPORT_REPORT_H

#include "scan/report/findings.h"

/* Words, several lines, the last one ended; or JSON on one line, not ended. The caller frees the text with tl_free. */
tl_status tl_scan_report_words(const tl_scan_report *report, char **text, tl_error *error);
tl_status tl_scan_report_json(const tl_scan_report *report, char **text, tl_error *error);

#endif
