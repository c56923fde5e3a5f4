/* sized.h: structs that callers fill in, taken by the size that they begin with.
 *
 * Such a struct begins with `size_t struct_size`, its sizeof where the caller was compiled, so that a library can add
 * fields at its end: who doesn't know them is read as if they were zero, and who fills in fields that this library
 * doesn't know is told. */
#ifndef TL_BASE_SIZED_H
#define TL_BASE_SIZED_H

#include "base/base.h"

/* What the library knows of such a struct. */
typedef struct tl_sized_kind {
    const char *name; /* "tl_question" */
    size_t size;      /* its sizeof */
    size_t least;     /* up to the end of the last field that its first version had: less is no such struct */
} tl_sized_kind;

/* The kind of a struct whose first version ended with the field `last`. */
#define TL_SIZED_KIND(type, last)                                                                                      \
    { #type, sizeof(type), offsetof(type, last) + sizeof(((type *)0)->last) }

/* Copies what a caller filled in (NULL: nothing, all zero) into `taken`, which has `kind->size` bytes; what the caller
 * doesn't know is zero there; its size is ours. Errors: TL_ERROR_ARGUMENT for a size that is none, and for one of a
 * later version of which something is filled in that this one doesn't know; nothing is filled in then. */
tl_status tl_sized_take(const tl_sized_kind *kind, const void *given, void *taken, tl_error *error);
/* The other way: writes what was `made`, of `kind->size` bytes, into a caller's struct, as much of it as the caller
 * knows; what only the caller knows becomes zero. Its size stays. Errors, which write nothing: TL_ERROR_ARGUMENT for a
 * size that is none. */
tl_status tl_sized_give(const tl_sized_kind *kind, const void *made, void *given, tl_error *error);

#endif
