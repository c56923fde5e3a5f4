/* base.h: statuses, error reports and the context that carries everything the library would otherwise keep globally.
 *
 * The library has no global state. A context holds the allocator, the log, progress and cancellation; objects keep a
 * pointer to the context they were made with, so it must outlive them. One context may be used from several threads
 * when its callbacks may be. */
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

#ifdef __cplusplus
extern "C" {
#endif

/* What a function that can fail returns. The numbers are part of the interface and never change. */
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
    TL_ERROR_INTERNAL = 10    /* a defect of the library: please report it */
} tl_status;

/* One sentence for a status, in English; never NULL. */
TL_API const char *tl_status_text(tl_status status);

/* A word for a status, as `error.code` in answers says it: "not_found", "format", ...; never NULL. */
TL_API const char *tl_status_name(tl_status status);

/* What went wrong, where, and what to do about it. Plain data, owned by the caller; zero-initialise it. Texts that are
 * too long are cut at the end. The first error wins: a function never overwrites a report that is already filled. */
typedef struct tl_error {
    tl_status status;
    char file[512];    /* the file as the caller named it, or "" */
    int line;          /* 1-based, 0 when unknown */
    int column;        /* 1-based, 0 when unknown */
    char place[256];   /* JSON path ("units[2].members[0].at"), triangle number, option; or "" */
    char message[512]; /* what is wrong */
    char remedy[256];  /* what to do; or "" */
} tl_error;

/* The answer to a question about the table. Never an error: what can't be told is TL_VERDICT_MARGINAL, with numbers. */
typedef enum tl_verdict { TL_VERDICT_NO = 0, TL_VERDICT_YES = 1, TL_VERDICT_MARGINAL = 2 } tl_verdict;

/* Why memory is asked for or given back: size 0 frees `memory`; `memory` NULL allocates; otherwise reallocates.
 * Returns NULL when freeing or when there is no memory. */
typedef void *tl_allocate_fn(void *user, void *memory, size_t size);

typedef enum tl_log_level { TL_LOG_DEBUG, TL_LOG_INFO, TL_LOG_WARNING } tl_log_level;
typedef void tl_log_fn(void *user, tl_log_level level, const char *text);

/* Called now and then during long work with the share done, 0 to 1, and a word for it. Return false to cancel: the
 * function then returns TL_ERROR_CANCELLED and leaves its outputs as they were. */
typedef bool tl_progress_fn(void *user, double done, const char *what);

/* Zero-initialised options mean defaults: the C library's allocator, no log, no progress. */
typedef struct tl_context_options {
    void *user;
    tl_allocate_fn *allocate;
    tl_log_fn *log;
    tl_progress_fn *progress;
} tl_context_options;

typedef struct tl_context tl_context;

/* Makes a context; `options` may be NULL. Returns NULL when there is no memory. Destroy it after all its objects. */
TL_API tl_context *tl_context_create(const tl_context_options *options);
/* NULL-safe. */
TL_API void tl_context_destroy(tl_context *context);

/* The library's version, such as "0.1.0". */
TL_API const char *tl_version(void);

#ifdef __cplusplus
}
#endif
#endif
