/* report.c: fills in error reports, grows arrays and reads a clock for the viewer's parts. */
#include "report.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

tl_status tlv_fail(tl_error *error, tl_status status, const char *file, const char *remedy, const char *format, ...) {
    if (error && error->status == TL_OK) {
        error->status = status;
        snprintf(error->file, sizeof(error->file), "%s", file ? file : "");
        snprintf(error->remedy, sizeof(error->remedy), "%s", remedy ? remedy : "");
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof(error->message), format, arguments);
        va_end(arguments);
    }
    return status;
}

tl_status tlv_fail_memory(tl_error *error) {
    return tlv_fail(error, TL_ERROR_MEMORY, NULL, NULL, "out of memory while drawing");
}

bool tlv_reserve(void **items, size_t *capacity, size_t wanted, size_t size) {
    if (wanted <= *capacity) {
        return true;
    }
    size_t next = *capacity < 16 ? 16 : *capacity;
    while (next < wanted) {
        if (next > SIZE_MAX / 2) {
            return false;
        }
        next *= 2;
    }
    if (next > SIZE_MAX / size) {
        return false;
    }
    void *memory = realloc(*items, next * size);
    if (!memory) {
        return false;
    }
    *items = memory;
    *capacity = next;
    return true;
}

double tlv_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
