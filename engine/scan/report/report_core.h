/* report_core.h: the base, core, cuts and direction that a shape suggests, in a report. Internal to engine/scan. */
#ifndef TL_SCAN_REPORT_REPORT_CORE_H
#define TL_SCAN_REPORT_REPORT_CORE_H

#include "scan/report/findings.h"
#include "scan/report/page.h"

/* For a report with a suggestion. */
void tl_scan_suggestion_say(tl_scan_page *page, const tl_scan_report *report);
void tl_scan_suggestion_put(tl_json_writer *json, const tl_scan_report *report);

#endif
