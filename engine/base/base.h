/* base.h: allocation, logging and error reports, as every module uses them. */
#ifndef TL_BASE_BASE_H
#define TL_BASE_BASE_H

#include <trueline/base.h>

#include "base/validate.h"

#include <stdarg.h>

/* What one question has done so far, in units of 10 to 13 ns (docs/math/visibility.md), and how far it may go until it
 * looks again whether it should go on. */
typedef struct tl_work_counter {
    uint64_t work, look_at;
    bool cancelled; /* by the caller, once and for all */
    bool late;      /* something looked at the clock after time was up */
} tl_work_counter;

struct tl_context {
    tl_context_options options;
    char language[16];        /* "en", "fr", ...; "": English */
    uint64_t deadline;        /* of one question's own copy: nanoseconds of the monotonic clock; 0: none */
    tl_work_counter *counter; /* ...: borrowed; NULL: nobody counts */
};

/* Uninitialised, zeroed, resized memory; NULL when there is none. Size 0 gives a pointer that may be freed. */
void *tl_alloc(tl_context *context, size_t size);
/* `count * size` with overflow checked (NULL on overflow), zeroed. */
void *tl_alloc_array(tl_context *context, size_t count, size_t size);
void *tl_resize(tl_context *context, void *memory, size_t count, size_t size);
/* NULL-safe. */
void tl_free(tl_context *context, void *memory);
/* A copy that the caller frees with tl_free; NULL when there is no memory. */
char *tl_duplicate_text(tl_context *context, const char *text);

/* Whether memory is the C library's, which many threads may ask at once; a caller's own allocator may not be. */
bool tl_context_has_default_allocator(const tl_context *context);

/* Makes room for at least `wanted` items in a growing array; doubles. Returns false, array unchanged, without memory.
 * Use: if (!tl_reserve(context, (void **)&items, &capacity, count + 1, sizeof(*items))) ... */
bool tl_reserve(tl_context *context, void **items, size_t *capacity, size_t wanted, size_t size);

void tl_log(tl_context *context, tl_log_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* False when the work should stop. */
bool tl_progress(tl_context *context, double done, const char *what);

/* In a loop over much, in round `i` of `count`: the same, asked every few thousand rounds. */
static inline bool tl_pace(tl_context *context, size_t i, size_t count, const char *what) {
    return (i & 0x3fff) != 0 || tl_progress(context, (double)i / (double)count, what);
}

/* Seconds of a clock that only goes forward. */
double tl_seconds(void);

/* A copy of a context for one question that should not take longer than `milliseconds` from now (0: no limit). Memory
 * may be allocated with the one and freed with the other. */
tl_context tl_context_limited(const tl_context *context, double milliseconds);
/* Whether that time is up; once true, always true. Asked only where an answer can still be given: what can't be cut
 * short looks at tl_progress alone. */
bool tl_out_of_time(const tl_context *context);
/* False when the work should stop for either reason. */
bool tl_go_on(tl_context *context, const char *what);

/* Units of work, a quarter of a millisecond, between two looks at whether to go on. */
#define TL_WORK_BETWEEN_LOOKS UINT64_C(20000)
/* Puts work down to the question that a context is the own copy of. */
static inline void tl_work_add(tl_context *context, uint64_t units) {
    if (context->counter != NULL) {
        context->counter->work += units;
    }
}
/* The same, and looks whether to go on (tl_go_on) when enough has been done since the last look. To be asked in every
 * loop that scenes can make long, with what a round costs; where nobody counts only rounds that are long by themselves
 * look. */
static inline bool tl_work_on(tl_context *context, uint64_t units, const char *what) {
    tl_work_counter *counter = context->counter;
    if (counter == NULL) {
        return units < TL_WORK_BETWEEN_LOOKS || tl_go_on(context, what);
    }
    counter->work += units;
    if (counter->work < counter->look_at) {
        return true;
    }
    counter->look_at = counter->work + TL_WORK_BETWEEN_LOOKS;
    bool on = tl_go_on(context, what);
    counter->look_at = on ? counter->look_at : 0; /* whoever asks next is told the same */
    return on;
}

/* Sorts as qsort does, and keeps the order of equals; puts the work down and looks whether to go on (tl_work_on).
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED: the items are all there, in whatever order. */
tl_status tl_sort(tl_context *context, void *items, size_t count, size_t size,
                  int (*compare)(const void *a, const void *b), const char *what);

/* Fills a report, unless `error` is NULL or already holds one (first error wins), and returns `status`, so that a
 * failing function can `return tl_fail(error, ...)`. `file`, `place` and `remedy` may be NULL. */
tl_status tl_fail(tl_error *error, tl_status status, const char *file, const char *place, const char *remedy,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));
tl_status tl_fail_memory(tl_error *error);
/* TL_ERROR_CANCELLED, in words: "joining equal vertices was cancelled". */
tl_status tl_fail_cancelled(tl_error *error, const char *what);

/* A list of problems, for work that reports everything at once (scene loading, check). */
typedef struct tl_problem {
    bool warning; /* true: worth knowing; false: the file can't be used */
    tl_error error;
} tl_problem;

typedef struct tl_problems {
    tl_context *context;
    tl_problem *items;
    size_t count;
    size_t capacity;
    size_t errors; /* how many are not warnings */
} tl_problems;

void tl_problems_init(tl_problems *problems, tl_context *context);
void tl_problems_free(tl_problems *problems);
/* Appends one; without memory the first problem still counts in `errors`. `line` and `column` 0 when unknown. */
void tl_problems_add(tl_problems *problems, bool warning, tl_status status, const char *file, int line, int column,
                     const char *place, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 9, 10)));

/* Puts a list in the order of the file: by line, then column; equal places keep their order. */
void tl_problems_sort(tl_problems *problems);

/* The report as one line for people: `FILE:LINE:COLUMN: PLACE: message. Remedy.`; what is empty or unknown is left out.
 * Always NUL-terminated; returns the length of the whole text, as snprintf. */
size_t tl_error_text(const tl_error *error, char *buffer, size_t size);

/* 64-bit FNV-1a, chained: pass the last result as `seed`, 0 to begin. For content hashes and seeds, not security. */
uint64_t tl_hash(uint64_t seed, const void *data, size_t size);

/* Edit distance (insert, delete, replace, swap of neighbours; case is ignored), for "did you mean". */
size_t tl_edit_distance(const char *a, const char *b);
/* The nearest of `count` names, or NULL when none is near enough to be what was meant. */
const char *tl_nearest_name(const char *name, const char *const *names, size_t count);

#endif
