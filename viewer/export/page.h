/* page.h: a text that grows, and what may stand in HTML. */
#ifndef TLV_PAGE_H
#define TLV_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tlv_page {
    char *text; /* ends with a zero byte; freed with free() */
    size_t size, capacity;
    bool failed; /* out of memory: something is missing */
} tlv_page;

/* Markup as it is. */
void tlv_page_raw(tlv_page *page, const char *markup);
/* Markup with `%s` for texts that are escaped: whatever they hold, they stay text, also within quoted attributes. There
 * are no other directives; texts are UTF-8, what isn't becomes U+FFFD, as do control characters. */
void tlv_page_put(tlv_page *page, const char *markup, ...);
/* Bytes in base64 (RFC 4648). */
void tlv_page_base64(tlv_page *page, const uint8_t *bytes, size_t size);

#endif
