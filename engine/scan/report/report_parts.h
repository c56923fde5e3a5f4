/* report_parts.h: ground, crop and roles in a report. Internal to engine/scan. */
#ifndef TL_SCAN_REPORT_REPORT_PARTS_H
#define TL_SCAN_REPORT_REPORT_PARTS_H

#include "scan/report/findings.h"
#include "scan/report/page.h"

/* Ground and crop. */
void tl_scan_shape_say(tl_scan_page *page, const tl_scan_report *report);
/* Roles, and what is suggested. */
void tl_scan_parts_say(tl_scan_page *page, const tl_scan_report *report);
/* All of them. */
void tl_scan_parts_put(tl_json_writer *json, const tl_scan_report *report);

#endif
