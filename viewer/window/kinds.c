/* kinds.c: what every kind of window begins with, and its queue. */
#include "window/kinds.h"

#include <stdlib.h>

tlv_window *tlv_window_make(const tlv_window_ways *ways, void *own) {
    tlv_window *window = calloc(1, sizeof(*window));
    if (window) {
        window->ways = ways;
        window->own = own;
    }
    return window;
}

tlv_event *tlv_window_push(tlv_window *w, tlv_event_kind kind) {
    tlv_event *last = w->count > 0 ? &w->queue[(w->first + w->count - 1) % TLV_WINDOW_QUEUE] : NULL;
    bool replaces = last && kind == last->kind && (kind == TLV_EVENT_MOVE || kind == TLV_EVENT_SIZE);
    tlv_event *event = replaces                      ? last
                       : w->count < TLV_WINDOW_QUEUE ? &w->queue[(w->first + w->count++) % TLV_WINDOW_QUEUE]
                                                     : &w->lost;
    free(event->path);
    *event = (tlv_event){.kind = kind, .x = w->x, .y = w->y, .time = w->ways->time(w)};
    return event;
}
