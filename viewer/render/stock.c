/* stock.c: fills a stock with a table's content and its coarse version, in whatever thread. */
#include "render/stock.h"

#include <stdlib.h>

tlv_stock *tlv_stock_create(void) {
    tlv_stock *stock = calloc(1, sizeof(*stock));
    if (stock) {
        tlv_content_clear(&stock->content);
    }
    return stock;
}

tl_draw_sink tlv_stock_sink(tlv_stock *stock) {
    return tlv_content_sink(&stock->content);
}

void tlv_stock_mark(tlv_stock *stock) {
    tlv_content_add_frame(&stock->content);
    tlv_content_mark(&stock->content);
    tlv_coarse_make(&stock->coarse, &stock->content);
}

void tlv_stock_destroy(tlv_stock *stock) {
    if (stock) {
        tlv_content_free(&stock->content);
        tlv_coarse_free(&stock->coarse);
        free(stock);
    }
}
