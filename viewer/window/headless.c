/* headless.c: a window without a display: a picture in memory, a clock that runs only when somebody waits. */
#include "window/kinds.h"
#include "window/offscreen.h"
#include "window/window.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

/* A moment in which something moves: one picture of a screen. */
static const double MOMENT = 1.0 / 60;

typedef struct tlv_headless {
    tlv_offscreen *offscreen;
    int width, height;
    double scale, time;
    char *clipboard;
} tlv_headless;

static void destroy(tlv_window *window) {
    tlv_headless *h = window->own;
    tlv_offscreen_destroy(h->offscreen);
    free(h->clipboard);
    free(h);
}

static void title(tlv_window *window, const char *text) {
    (void)window;
    (void)text;
}

static void size(const tlv_window *window, int *width, int *height) {
    const tlv_headless *h = window->own;
    *width = h->width;
    *height = h->height;
}

static double scale(const tlv_window *window) {
    return ((const tlv_headless *)window->own)->scale;
}

static void swap(tlv_window *window) {
    (void)window;
}

static void listen(tlv_window *window, double seconds) {
    if (window->count == 0 && seconds >= 0) {
        ((tlv_headless *)window->own)->time += seconds > 0 ? seconds : MOMENT;
    }
}

static double time_of(const tlv_window *window) {
    return ((const tlv_headless *)window->own)->time;
}

static const char *clipboard(tlv_window *window) {
    return ((tlv_headless *)window->own)->clipboard;
}

static void copy(tlv_window *window, const char *text) {
    tlv_headless *h = window->own;
    free(h->clipboard);
    h->clipboard = strdup(text);
}

static const tlv_window_ways WAYS = {
    .destroy = destroy,
    .load = tlv_offscreen_function,
    .title = title,
    .size = size,
    .scale = scale,
    .swap = swap,
    .listen = listen,
    .time = time_of,
    .clipboard = clipboard,
    .copy = copy,
};

tl_status tlv_window_create_headless(int width, int height, double pixel_scale, tlv_window **window, tl_error *error) {
    *window = NULL;
    tlv_headless *h = calloc(1, sizeof(*h));
    if (!h) {
        return tlv_fail_memory(error);
    }
    tl_status status = tlv_offscreen_create(&h->offscreen, error);
    *h = (tlv_headless){h->offscreen, width, height, pixel_scale > 0 ? pixel_scale : 1, 0, NULL};
    *window = status == TL_OK ? tlv_window_make(&WAYS, h) : NULL;
    if (!*window) {
        tlv_offscreen_destroy(h->offscreen);
        free(h);
        return status == TL_OK ? tlv_fail_memory(error) : status;
    }
    return TL_OK;
}

bool tlv_window_is_headless(const tlv_window *window) {
    return window->ways == &WAYS;
}

void tlv_window_resize(tlv_window *window, int width, int height, double pixel_scale) {
    if (tlv_window_is_headless(window)) {
        tlv_headless *h = window->own;
        h->width = width;
        h->height = height;
        h->scale = pixel_scale;
        tlv_window_push(window, TLV_EVENT_SIZE);
    }
}
