/* thread_pool.h: many pieces of work shared by threads, watched by the thread that called. */
#ifndef TL_BASE_THREAD_POOL_H
#define TL_BASE_THREAD_POOL_H

#include "base/base.h"

typedef struct tl_thread_pool {
    tl_context *context;
    unsigned threads;   /* 0: as many as there are processors */
    size_t count;       /* pieces of work, taken in order */
    const char *what;   /* for progress: what is going on ... */
    double first, last; /* ... and which part of the caller's whole this is; both 0: all of it */
    bool shrinks;       /* each piece is less work than the one before, evenly down to none */
    void *user;
    /* One piece, in any thread, with a context of that thread. Its result must depend on the piece alone. */
    tl_status (*work)(void *user, tl_context *context, size_t piece, tl_error *error);
    /* Now and then while the others work, by the thread that called; NULL: nothing. */
    tl_status (*meanwhile)(void *user, tl_context *context, tl_error *error);
} tl_thread_pool;

/* Errors: what a piece fails with; TL_ERROR_CANCELLED; TL_ERROR_MEMORY. */
tl_status tl_thread_pool_run(const tl_thread_pool *pool, tl_error *error);

#endif
