/* window.c: what all kinds of windows share: a queue of what happened. */
#include "window/window.h"

#include "window/kinds.h"

#include <stdlib.h>
#include <string.h>

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
