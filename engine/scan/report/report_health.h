/* report_health.h: flaws, cracks and repairs in a report. Internal to engine/scan. */
#ifndef TL_SCAN_REPORT_REPORT_HEALTH_H
#define TL_SCAN_REPORT_REPORT_HEALTH_H

#include "scan/report/findings.h"
#include "scan/report/page.h"

/* What is wrong with the mesh, in millimetres; nothing without a health. */
void tl_scan_health_say(tl_scan_page *page, const tl_scan_report *report);
void tl_scan_health_put(tl_json_writer *json, const tl_scan_report *report);

#endif
