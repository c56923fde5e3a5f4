/* joiner.h: a world's triangles joined when that is first needed, once for many threads. */
#ifndef TL_CONFORM_JOINER_H
#define TL_CONFORM_JOINER_H

#include "conform/join.h"

typedef struct tl_joiner tl_joiner;

/* Keeps a copy of the parts and holds their hierarchies; positions before placing must outlive the joiner, and what
 * stands still must stay. */
tl_status tl_joiner_create(tl_context *context, const tl_conform_part *parts, size_t slot_count, tl_joiner **joiner,
                           tl_error *error);
/* Another holder of a joiner, when it has just these parts, in this order; else NULL. */
tl_joiner *tl_joiner_share(tl_joiner *joiner, const tl_conform_part *parts, size_t slot_count);
/* The last of its holders frees it. NULL-safe. */
void tl_joiner_destroy(tl_joiner *joiner);

/* The joined world, which belongs to the joiner. May be called from many threads: one joins, the others wait, each as
 * long as its own context `asking` wants to go on. When that fails (TL_ERROR_MEMORY; TL_ERROR_CANCELLED, also when the
 * time is up) nothing is kept and the next caller tries again. */
tl_status tl_joiner_get(tl_joiner *joiner, tl_context *asking, const tl_joined **joined, tl_error *error);

#endif
