/* purse.h: an allocator whose memory runs out when a test wants it to, and that counts what is held. */
#ifndef TL_TESTS_PURSE_H
#define TL_TESTS_PURSE_H

#include <stddef.h>

typedef struct test_purse {
    long left; /* how many more allocations succeed; negative: all */
    long held; /* blocks that were handed out and not given back */
} test_purse;

/* An allocator for tl_context_options, with a test_purse as its user. */
void *test_purse_allocate(void *user, void *memory, size_t size);

#endif
