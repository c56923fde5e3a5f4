/* purse.c: an allocator that counts what is held, and fails when its purse is empty. */
#include "support/purse.h"

#include <stdlib.h>

void *test_purse_allocate(void *user, void *memory, size_t size) {
    test_purse *purse = user;
    if (size == 0) {
        purse->held -= memory != NULL;
        free(memory);
        return NULL;
    }
    if (purse->left == 0) {
        return NULL;
    }
    purse->left -= purse->left > 0;
    void *made = realloc(memory, size);
    purse->held += memory == NULL && made != NULL;
    return made;
}
