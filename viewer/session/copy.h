/* copy.h: what a thread takes along: bytes and texts of its own. */
#ifndef TLV_COPY_H
#define TLV_COPY_H

#include <stdbool.h>
#include <stddef.h>

/* A text that the caller frees; NULL for NULL. Without memory NULL, and `*failed` is set, which stays as it was
 * otherwise. */
char *tlv_copy_text(const char *text, bool *failed);
/* Names and values of settings up to NULL; NULL is none of them. Freed with tlv_free_set. */
char **tlv_copy_set(const char *const *set, bool *failed);
/* Takes NULL. */
void tlv_free_set(char **set);

#endif
