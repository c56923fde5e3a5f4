/* window.c: what all kinds of windows share: a queue of what happened. */
#include "window/kinds.h"

#include <stdlib.h>
#include <string.h>

tlv_window *tlv_window_make(const tlv_window_ways *ways, void *own) {
    tlv_window *window = calloc(1, sizeof(*window));
    if (window) {
        window->ways = ways;
        window->own = own;
    }
    return window;
}

void tlv_window_destroy(tlv_window *window) {
    if (window) {
        for (size_t i = 0; i < TLV_WINDOW_QUEUE; i++) {
            free(window->queue[i].path);
        }
        free(window->lost.path);
        free(window->path);
        window->ways->destroy(window);
        free(window);
    }
}

tlv_event *tlv_window_push(tlv_window *w, tlv_event_kind kind) {
    tlv_event *last = w->count > 0 ? &w->queue[(w->first + w->count - 1) % TLV_WINDOW_QUEUE] : NULL;
    bool replaces = last && kind == last->kind && (kind == TLV_EVENT_MOVE || kind == TLV_EVENT_SIZE);
    tlv_event *event = replaces                      ? last
                       : w->count < TLV_WINDOW_QUEUE ? &w->queue[(w->first + w->count++) % TLV_WINDOW_QUEUE]
                                                     : &w->lost;
    free(event->path);
    *event = (tlv_event){.kind = kind, .x = w->x, .y = w->y, .time = tlv_window_time(w)};
    return event;
}

void tlv_window_put(tlv_window *window, const tlv_event *event) {
    window->x = event->x;
    window->y = event->y;
    tlv_event *put = tlv_window_push(window, event->kind);
    double time = put->time;
    *put = *event;
    put->time = time;
    put->path = event->path ? strdup(event->path) : NULL;
    if (event->kind == TLV_EVENT_BUTTON) {
        window->buttons |= 1u << event->button;
    } else if (event->kind == TLV_EVENT_BUTTON_UP) {
        window->buttons &= ~(1u << event->button);
    }
}

bool tlv_window_next(tlv_window *window, tlv_event *event) {
    if (window->count == 0) {
        return false;
    }
    tlv_event *next = &window->queue[window->first];
    *event = *next;
    free(window->path);
    window->path = next->path;
    next->path = NULL;
    window->first = (window->first + 1) % TLV_WINDOW_QUEUE;
    window->count--;
    return true;
}

bool tlv_window_is_urgent(const tlv_window *window) {
    for (size_t i = 0; i < window->count; i++) {
        const tlv_event *event = &window->queue[(window->first + i) % TLV_WINDOW_QUEUE];
        if (event->kind != TLV_EVENT_MOVE || window->buttons != 0) {
            return true;
        }
    }
    return false;
}

tlv_gl_load *tlv_window_loader(const tlv_window *window) {
    return window->ways->load;
}

void tlv_window_title(tlv_window *window, const char *title) {
    window->ways->title(window, title);
}

void tlv_window_size(const tlv_window *window, int *width, int *height) {
    window->ways->size(window, width, height);
}

double tlv_window_scale(const tlv_window *window) {
    return window->ways->scale(window);
}

void tlv_window_swap(tlv_window *window) {
    window->ways->swap(window);
}

void tlv_window_listen(tlv_window *window, double seconds) {
    window->ways->listen(window, seconds);
}

double tlv_window_time(const tlv_window *window) {
    return window->ways->time(window);
}

const char *tlv_window_clipboard(tlv_window *window) {
    const char *text = window->ways->clipboard(window);
    return text ? text : "";
}

void tlv_window_copy(tlv_window *window, const char *text) {
    window->ways->copy(window, text);
}
