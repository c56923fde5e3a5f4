/* context.c: makes contexts from the options that a caller fills in. */
#include "base/base.h"
#include "base/sized.h"

#include <stdlib.h>
#include <string.h>

static void *default_allocate(void *user, void *memory, size_t size) {
    (void)user;
    if (size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, size);
}

static const tl_sized_kind OPTIONS = TL_SIZED_KIND(tl_context_options, language);

tl_status tl_context_options_check(const tl_context_options *options, tl_error *error) {
    tl_context_options chosen;
    return tl_sized_take(&OPTIONS, options, &chosen, error);
}

tl_context *tl_context_create(const tl_context_options *options) {
    tl_context_options chosen;
    if (tl_sized_take(&OPTIONS, options, &chosen, NULL) != TL_OK) {
        return NULL;
    }
    if (chosen.allocate == NULL) {
        chosen.allocate = default_allocate;
    }
    tl_context *context = chosen.allocate(chosen.user, NULL, sizeof(*context));
    if (context != NULL) {
        *context = (tl_context){.options = chosen};
        context->options.language = NULL; /* the caller's; what is kept is a copy */
        if (chosen.language != NULL && strlen(chosen.language) < sizeof(context->language)) {
            memcpy(context->language, chosen.language, strlen(chosen.language) + 1);
        }
    }
    return context;
}

void tl_context_destroy(tl_context *context) {
    if (context != NULL) {
        tl_context_options options = context->options;
        options.allocate(options.user, context, 0);
    }
}

bool tl_context_has_default_allocator(const tl_context *context) {
    return context->options.allocate == default_allocate;
}
