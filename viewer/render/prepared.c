/* prepared.c: makes a table's content and its coarse version, in whatever thread. */
#include "render/prepared.h"

#include <stdlib.h>

tlv_prepared *tlv_prepared_create(void) {
    tlv_prepared *prepared = calloc(1, sizeof(*prepared));
    if (prepared) {
        tlv_content_clear(&prepared->content);
    }
    return prepared;
}

tl_draw_sink tlv_prepared_sink(tlv_prepared *prepared) {
    return tlv_content_sink(&prepared->content);
}

void tlv_prepared_mark(tlv_prepared *prepared) {
    tlv_content_add_frame(&prepared->content);
    tlv_content_mark(&prepared->content);
    tlv_coarse_make(&prepared->coarse, &prepared->content);
}

void tlv_prepared_destroy(tlv_prepared *prepared) {
    if (prepared) {
        tlv_content_free(&prepared->content);
        tlv_coarse_free(&prepared->coarse);
        free(prepared);
    }
}
