/* base.c: allocates memory through contexts, polls, sorts, and fills in error reports. */
#include "base/base.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *tl_status_text(tl_status status) {
    switch (status) {
    case TL_OK:
        return "all is well";
    case TL_ERROR_ARGUMENT:
        return "the call's arguments don't fit";
    case TL_ERROR_MEMORY:
        return "there is not enough memory";
    case TL_ERROR_FILE:
        return "a file can't be opened, read or written";
    case TL_ERROR_FORMAT:
        return "a file's content is not what its kind promises";
    case TL_ERROR_SCENE:
        return "the scene says something impossible";
    case TL_ERROR_LIMIT:
        return "a limit on size, time or memory was reached";
    case TL_ERROR_CANCELLED:
        return "the work was cancelled";
    case TL_ERROR_UNSUPPORTED:
        return "that is not supported by this build";
    case TL_ERROR_NOT_FOUND:
        return "there is nothing of that name";
    case TL_ERROR_NO_RULE:
        return "the rule system has no rule for that";
    case TL_ERROR_INTERNAL:
        return "an internal defect; please report it";
    }
    return "an unknown status";
}

const char *tl_status_name(tl_status status) {
    switch (status) {
    case TL_OK:
        return "ok";
    case TL_ERROR_ARGUMENT:
        return "argument";
    case TL_ERROR_MEMORY:
        return "memory";
    case TL_ERROR_FILE:
        return "file";
    case TL_ERROR_FORMAT:
        return "format";
    case TL_ERROR_SCENE:
        return "scene";
    case TL_ERROR_LIMIT:
        return "limit";
    case TL_ERROR_CANCELLED:
        return "cancelled";
    case TL_ERROR_UNSUPPORTED:
        return "unsupported";
    case TL_ERROR_NOT_FOUND:
        return "not_found";
    case TL_ERROR_NO_RULE:
        return "no_rule";
    case TL_ERROR_INTERNAL:
        break;
    }
    return "internal";
}

const char *tl_version(void) {
    return TL_VERSION;
}

void *tl_alloc(tl_context *context, size_t size) {
    return context->options.allocate(context->options.user, NULL, size > 0 ? size : 1);
}

void *tl_alloc_array(tl_context *context, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / 2 / size) {
        return NULL;
    }
    void *memory = tl_alloc(context, count * size);
    if (memory != NULL) {
        memset(memory, 0, count * size > 0 ? count * size : 1);
    }
    return memory;
}

void *tl_resize(tl_context *context, void *memory, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / 2 / size) {
        return NULL;
    }
    size_t bytes = count * size;
    return context->options.allocate(context->options.user, memory, bytes > 0 ? bytes : 1);
}

void tl_free(tl_context *context, void *memory) {
    if (memory != NULL) {
        context->options.allocate(context->options.user, memory, 0);
    }
}

char *tl_duplicate_text(tl_context *context, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = tl_alloc(context, size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

bool tl_reserve(tl_context *context, void **items, size_t *capacity, size_t wanted, size_t size) {
    if (wanted <= *capacity) {
        return true;
    }
    size_t grown = *capacity < 8 ? 8 : *capacity * 2;
    if (grown < wanted) {
        grown = wanted;
    }
    void *memory = tl_resize(context, *items, grown, size);
    if (memory == NULL) {
        return false;
    }
    *items = memory;
    *capacity = grown;
    return true;
}

void tl_log(tl_context *context, tl_log_level level, const char *format, ...) {
    if (context->options.log == NULL) {
        return;
    }
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    context->options.log(context->options.user, level, text);
}

bool tl_progress(tl_context *context, double done, const char *what) {
    tl_work_counter *counter = context->counter;
    bool on = (counter == NULL || !counter->cancelled) &&
              (context->options.progress == NULL || context->options.progress(context->options.user, done, what));
    if (!on && counter != NULL) {
        counter->cancelled = true;
    }
    return on;
}

static uint64_t nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

double tl_seconds(void) {
    return 1e-9 * (double)nanoseconds();
}

tl_context tl_context_limited(const tl_context *context, double milliseconds) {
    tl_context limited = *context;
    if (milliseconds > 0) {
        limited.deadline = nanoseconds() + (uint64_t)(1e6 * (milliseconds < 1e12 ? milliseconds : 1e12));
    }
    return limited;
}

bool tl_out_of_time(const tl_context *context) {
    bool late = context->deadline != 0 && nanoseconds() >= context->deadline;
    if (late && context->counter != NULL) {
        context->counter->late = true;
    }
    return late;
}

bool tl_go_on(tl_context *context, const char *what) {
    return !tl_out_of_time(context) && tl_progress(context, 0, what);
}

/* Merges two neighbouring runs of `from` into `to`. */
static void merge_runs(const char *from, char *to, size_t first, size_t middle, size_t end, size_t size,
                       int (*compare)(const void *a, const void *b)) {
    size_t i = first, j = middle;
    for (size_t k = first; k < end; k++) {
        bool left = i < middle && (j >= end || compare(from + i * size, from + j * size) <= 0);
        memcpy(to + k * size, from + (left ? i++ : j++) * size, size);
    }
}

tl_status tl_sort(tl_context *context, void *items, size_t count, size_t size,
                  int (*compare)(const void *a, const void *b), const char *what) {
    enum { RUN = 4096, WORK_SORTED = 10, WORK_MERGED = 1 };
    for (size_t i = 0; i < count; i += RUN) {
        size_t run = count - i < RUN ? count - i : RUN;
        if (!tl_work_on(context, WORK_SORTED * (uint64_t)run, what)) {
            return TL_ERROR_CANCELLED;
        }
        qsort((char *)items + i * size, run, size, compare);
    }
    char *spare = count > RUN ? tl_alloc_array(context, count, size) : NULL, *from = items, *to = spare;
    if (count > RUN && spare == NULL) {
        return TL_ERROR_MEMORY;
    }
    tl_status status = TL_OK;
    for (size_t run = RUN; run < count && status == TL_OK; run *= 2) {
        for (size_t i = 0; i < count; i += 2 * run) {
            size_t middle = i + run < count ? i + run : count, end = i + 2 * run < count ? i + 2 * run : count;
            if (status == TL_OK && !tl_work_on(context, WORK_MERGED * (uint64_t)(end - i), what)) {
                status = TL_ERROR_CANCELLED;
            }
            if (status == TL_OK) {
                merge_runs(from, to, i, middle, end, size, compare);
            } else {
                memcpy(to + i * size, from + i * size, (end - i) * size);
            }
        }
        char *kept = from;
        from = to;
        to = kept;
    }
    if (from != (char *)items) {
        memcpy(items, from, count * size);
    }
    tl_free(context, spare);
    return status;
}

/* Takes away the beginning of a UTF-8 character that was cut at the end of a full buffer. */
static void end_cleanly(char *text, size_t size) {
    size_t length = strlen(text);
    if (length + 1 < size) {
        return;
    }
    size_t start = length;
    while (start > 0 && length - start < 4 && ((unsigned char)text[start - 1] & 0xc0) == 0x80) {
        start--;
    }
    if (start == 0) {
        return;
    }
    unsigned char first = (unsigned char)text[start - 1];
    size_t whole = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    if (length - start + 1 < whole) {
        text[start - 1] = '\0';
    }
}

static void copy_text(char *to, size_t size, const char *from) {
    snprintf(to, size, "%s", from != NULL ? from : "");
    end_cleanly(to, size);
}

tl_status tl_fail(tl_error *error, tl_status status, const char *file, const char *place, const char *remedy,
                  const char *format, ...) {
    if (error != NULL && error->status == TL_OK) {
        error->status = status;
        error->line = 0;
        error->column = 0;
        copy_text(error->file, sizeof(error->file), file);
        copy_text(error->place, sizeof(error->place), place);
        copy_text(error->remedy, sizeof(error->remedy), remedy);
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof(error->message), format, arguments);
        va_end(arguments);
        end_cleanly(error->message, sizeof(error->message));
        tl_tame_text(error->message, "");
        tl_tame_text(error->place, "");
    }
    return status;
}

tl_status tl_fail_cancelled(tl_error *error, const char *what) {
    return tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "%s was cancelled", what);
}

tl_status tl_fail_memory(tl_error *error) {
    return tl_fail(error, TL_ERROR_MEMORY, NULL, NULL, "close other programs, or use a smaller mesh",
                   "there is not enough memory");
}

void tl_problems_init(tl_problems *problems, tl_context *context) {
    memset(problems, 0, sizeof(*problems));
    problems->context = context;
}

void tl_problems_free(tl_problems *problems) {
    if (problems->context != NULL) {
        tl_free(problems->context, problems->items);
    }
    memset(problems, 0, sizeof(*problems));
}

void tl_problems_add(tl_problems *problems, bool warning, tl_status status, const char *file, int line, int column,
                     const char *place, const char *remedy, const char *format, ...) {
    if (!warning) {
        problems->errors++;
    }
    if (!tl_reserve(problems->context, (void **)&problems->items, &problems->capacity, problems->count + 1,
                    sizeof(*problems->items))) {
        return;
    }
    tl_problem *problem = &problems->items[problems->count++];
    memset(problem, 0, sizeof(*problem));
    problem->warning = warning;
    problem->error.status = status;
    problem->error.line = line;
    problem->error.column = column;
    copy_text(problem->error.file, sizeof(problem->error.file), file);
    copy_text(problem->error.place, sizeof(problem->error.place), place);
    copy_text(problem->error.remedy, sizeof(problem->error.remedy), remedy);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->error.message, sizeof(problem->error.message), format, arguments);
    va_end(arguments);
    end_cleanly(problem->error.message, sizeof(problem->error.message));
}

static bool comes_before(const tl_problem *a, const tl_problem *b) {
    return a->error.line != b->error.line ? a->error.line < b->error.line : a->error.column < b->error.column;
}

/* Insertion sort on positions that come almost in order: a problem is large, but lists are short and nearly sorted. */
void tl_problems_sort(tl_problems *problems) {
    for (size_t i = 1; i < problems->count; i++) {
        size_t to = i;
        while (to > 0 && comes_before(&problems->items[i], &problems->items[to - 1])) {
            to--;
        }
        if (to < i) {
            tl_problem moved = problems->items[i];
            memmove(&problems->items[to + 1], &problems->items[to], (i - to) * sizeof(moved));
            problems->items[to] = moved;
        }
    }
}

/* Ends a sentence unless it ends itself. */
static const char *full_stop(const char *text) {
    size_t length = strlen(text);
    return length > 0 && strchr(".!?", text[length - 1]) != NULL ? "" : ".";
}

size_t tl_error_text(const tl_error *error, char *buffer, size_t size) {
    char position[32] = "";
    if (error->line > 0 && error->column > 0) {
        snprintf(position, sizeof(position), "%d:%d:", error->line, error->column);
    } else if (error->line > 0) {
        snprintf(position, sizeof(position), "%d:", error->line);
    }
    const char *message = error->message[0] != '\0' ? error->message : tl_status_text(error->status);
    const char *remedy = error->remedy;
    char first[2] = "";
    if (remedy[0] >= 'a' && remedy[0] <= 'z') {
        first[0] = (char)(remedy[0] - 'a' + 'A');
        remedy++;
    }
    int length =
        snprintf(buffer, size, "%s%s%s%s%s%s%s%s%s%s%s%s", error->file, error->file[0] != '\0' ? ":" : "", position,
                 error->file[0] != '\0' || position[0] != '\0' ? " " : "", error->place,
                 error->place[0] != '\0' ? ": " : "", message, full_stop(message), error->remedy[0] != '\0' ? " " : "",
                 first, remedy, error->remedy[0] != '\0' ? full_stop(remedy) : "");
    if (size > 0) {
        tl_tame_text(buffer, "");
    }
    return length > 0 ? (size_t)length : 0;
}

uint64_t tl_hash(uint64_t seed, const void *data, size_t size) {
    uint64_t hash = seed ^ UINT64_C(0xcbf29ce484222325);
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

size_t tl_edit_distance(const char *a, const char *b) {
    enum { LONGEST = 63 };
    size_t rows[3][LONGEST + 1];
    size_t m = strlen(a);
    size_t n = strlen(b);
    if (m > LONGEST || n > LONGEST) {
        return m > n ? m : n;
    }
    size_t *before = rows[0];
    size_t *last = rows[1];
    size_t *now = rows[2];
    for (size_t j = 0; j <= n; j++) {
        before[j] = 0;
        last[j] = j;
    }
    for (size_t i = 1; i <= m; i++) {
        now[0] = i;
        for (size_t j = 1; j <= n; j++) {
            int ca = tolower((unsigned char)a[i - 1]);
            int cb = tolower((unsigned char)b[j - 1]);
            size_t best = last[j - 1] + (ca != cb ? 1U : 0U);
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && ca == tolower((unsigned char)b[j - 2]) && cb == tolower((unsigned char)a[i - 2]) &&
                before[j - 2] + 1 < best) {
                best = before[j - 2] + 1;
            }
            now[j] = best;
        }
        size_t *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[n];
}

const char *tl_nearest_name(const char *name, const char *const *names, size_t count) {
    const char *nearest = NULL;
    size_t best = 1 + strlen(name) / 2;
    for (size_t i = 0; i < count; i++) {
        size_t distance = tl_edit_distance(name, names[i]);
        if (distance < best) {
            best = distance;
            nearest = names[i];
        }
    }
    return nearest;
}
