/* base.h: statuses, error reports, verdicts, and the context that carries what other libraries keep globally.
 *
 * A context holds the allocator, the log, progress and cancellation. Objects keep a pointer to the context they were
 * made with, so it must outlive them. A context itself never changes: one may be used from several threads at once when
 * its callbacks may be, and the default ones may. */
#ifndef TRUELINE_BASE_H
#define TRUELINE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define TL_API
#elif defined(TL_BUILDING)
#define TL_API __attribute__((visibility("default")))
#else
#define TL_API
#endif

/* What a struct that callers fill in begins as (trueline.h): its size set, all else zero. TYPE_INIT stands beside each
 * of them: `tl_question question = TL_QUESTION_INIT;`. */
#ifdef __cplusplus
#define TL_INIT(type)                                                                                                  \
    ([] {                                                                                                              \
        type made = type();                                                                                            \
        made.struct_size = sizeof(type);                                                                               \
        return made;                                                                                                   \
    }())
#else
#define TL_INIT(type)                                                                                                  \
    { .struct_size = sizeof(type) }
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a function that can fail returns. The numbers are part of the interface and never change; more may come. */
typedef enum tl_status {
    TL_OK = 0,
    TL_ERROR_ARGUMENT = 1,    /* the caller passed something the function does not take */
    TL_ERROR_MEMORY = 2,      /* the allocator returned NULL */
    TL_ERROR_FILE = 3,        /* a file can't be opened, read or written */
    TL_ERROR_FORMAT = 4,      /* a file's content is not what its kind promises */
    TL_ERROR_SCENE = 5,       /* a scene is well formed, but says something impossible */
    TL_ERROR_LIMIT = 6,       /* a limit on size, time or memory was reached */
    TL_ERROR_CANCELLED = 7,   /* the cancel callback asked to stop */
    TL_ERROR_UNSUPPORTED = 8, /* built without it, or a kind of file nobody here can read */
    TL_ERROR_NOT_FOUND = 9,   /* a name that the scene or ruleset does not have */
    TL_ERROR_INTERNAL = 10,   /* a defect of the library: please report it */
    TL_ERROR_NO_RULE = 11     /* the rule system has no rule for what was asked */
} tl_status;

/* A few words for a status, in English, for when there is no tl_error to show; never NULL, not to be freed. */
TL_API const char *tl_status_text(tl_status status);

/* A word for a status, as `error.code` says it in answers: "not_found", "format", ...; never NULL, not to be freed. */
TL_API const char *tl_status_name(tl_status status);

/* What went wrong, where, and what to do about it. Plain data, owned by the caller, that never changes its layout. Zero
 * it before each call that may fill it (`tl_error error = {0};`): the first error wins, so a report whose status is not
 * TL_OK is never overwritten. Texts are UTF-8, end with a zero byte, and are cut between two characters when they are
 * too long. tl_report_text (scene.h) makes one line of it. */
typedef struct tl_error {
    /* What kind of failure it was; TL_OK: nothing is reported. */
    tl_status status;
    /* The file as the caller named it, or "". */
    char file[512];
    /* Line in that file, from 1; 0 when unknown. */
    int line;
    /* Column in that line, from 1; 0 when unknown. */
    int column;
    /* JSON path ("units[2].members[0].at"), triangle number, option; or "". */
    char place[256];
    /* What is wrong. */
    char message[512];
    /* What to do about it, or "". */
    char remedy[256];
} tl_error;

/* The answer to a question about the table. It is data, never an error: YES and NO are certain; MARGINAL is an answer
 * too, "too close to call", and the ruling says by how much. */
typedef enum tl_verdict { TL_VERDICT_NO = 0, TL_VERDICT_YES = 1, TL_VERDICT_MARGINAL = 2 } tl_verdict;

/* The allocator, one function like realloc: with `size` 0 it frees `memory`; with `memory` NULL it allocates; otherwise
 * it resizes, keeping the content. What it returns is aligned for any type; NULL when freeing, and when there is no
 * memory (`memory` is then still there). The library returns TL_ERROR_MEMORY in that case, and everything it had
 * allocated on the way has been given back. Mesh files that are read without an import helper are the exception: the
 * importing library behind them has its own memory. */
typedef void *tl_allocate_fn(void *user, void *memory, size_t size);

/* How much a log line matters. */
typedef enum tl_log_level { TL_LOG_DEBUG, TL_LOG_INFO, TL_LOG_WARNING } tl_log_level;
/* Gets remarks that are neither answers nor errors: one line of UTF-8 without a line end, gone after the call. */
typedef void tl_log_fn(void *user, tl_log_level level, const char *text);

/* Called now and then during long work (reading meshes and building what measures on them, health and repairs, outlines
 * of areas, searches for sight and cover) with a word for the piece of work at hand, in English, and the share of it
 * that is done, 0 to 1: it grows until the piece ends, and is 0 where nobody can know it. Loading goes through several
 * pieces, and through the same ones again for the next mesh. Return false to cancel: the function then returns
 * TL_ERROR_CANCELLED, leaves its outputs as they were and nothing half written behind. Called in the thread that called
 * the library; it must not use the objects that this thread is at work on. */
typedef bool tl_progress_fn(void *user, double done, const char *what);

/* What a context is made with. What is zero means the default: the C library's allocator, no log, no progress. All is
 * copied. */
typedef struct tl_context_options {
    /* sizeof the struct, as TL_CONTEXT_OPTIONS_INIT sets it. */
    size_t struct_size;
    /* Handed to each callback; the library does not look at it. */
    void *user;
    /* Where all memory comes from; NULL: the C library's realloc and free. */
    tl_allocate_fn *allocate;
    /* Gets remarks; NULL: nobody does. */
    tl_log_fn *log;
    /* Hears how far long work is, and may cancel it; NULL: nobody does. */
    tl_progress_fn *progress;
    /* Language of what players read in answers: "en", "fr" (tl_language_tag); NULL, or one that is not there: English.
     * Errors, logs and progress are in English. */
    const char *language;
} tl_context_options;
#define TL_CONTEXT_OPTIONS_INIT TL_INIT(tl_context_options)

typedef struct tl_context tl_context;

/* Makes a context; `options` may be NULL. Returns NULL when there is no memory, and for options that
 * tl_context_options_check finds fault with. */
TL_API tl_context *tl_context_create(const tl_context_options *options);
/* Whether tl_context_create takes these options (NULL: it does). Error: TL_ERROR_ARGUMENT, for a struct_size that is
 * none, or a struct that a later version filled in. */
TL_API tl_status tl_context_options_check(const tl_context_options *options, tl_error *error);
/* After all objects made with it. Takes NULL. */
TL_API void tl_context_destroy(tl_context *context);

/* Files that a program is to write, such as pictures and reports. `what` names them in messages: "the picture". Errors:
 * TL_ERROR_FILE, with the reason and a remedy. */

/* Whether a file can be put at `path`, as far as can be told before: a folder that is there and may be written to,
 * nothing but a file in its place, and room for `least` bytes. */
TL_API tl_status tl_output_check(const char *path, const char *what, double least, tl_error *error);
/* Puts bytes at `path`, all or nothing: they are written beside it, forced to disk and moved there; what was there
 * stays until then, and its permissions after. A symbolic link's target is replaced. What is no file, such as a device
 * or a pipe, is refused and stays what it is. */
TL_API tl_status tl_output_save(const char *path, const char *what, const void *bytes, size_t size, tl_error *error);

/* The library's version, such as "0.1.0"; not to be freed. */
TL_API const char *tl_version(void);

#ifdef __cplusplus
}
#endif
#endif
