/* report.h: error reports, growing arrays and a clock as the viewer's parts use them; the engine's own are behind its
 * wall. */
#ifndef TLV_REPORT_H
#define TLV_REPORT_H

#include <trueline/base.h>

/* Fills a report, unless it is NULL or already filled, and returns `status`. `file` and `remedy` may be NULL. */
tl_status tlv_fail(tl_error *error, tl_status status, const char *file, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
tl_status tlv_fail_memory(tl_error *error);

/* Makes room for `wanted` items in a growing array; doubles. False, array unchanged, without memory. */
bool tlv_reserve(void **items, size_t *capacity, size_t wanted, size_t size);

/* Seconds of the real clock, which only goes forward: for how long work takes, also where the window's time is made up.
 */
double tlv_seconds(void);

#endif
