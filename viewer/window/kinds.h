/* kinds.h: what a kind of window must be able to do, and the queue that all have. For window/ alone. */
#ifndef TLV_WINDOW_KINDS_H
#define TLV_WINDOW_KINDS_H

#include "window/event.h"

typedef struct tlv_window_ways {
    void (*destroy)(tlv_window *window);
    tlv_gl_load *load;
    void (*title)(tlv_window *window, const char *title);
    void (*size)(const tlv_window *window, int *width, int *height);
    double (*scale)(const tlv_window *window);
    void (*swap)(tlv_window *window);
    void (*listen)(tlv_window *window, double seconds);
    double (*time)(const tlv_window *window);
    const char *(*clipboard)(tlv_window *window);
    void (*copy)(tlv_window *window, const char *text);
} tlv_window_ways;

enum { TLV_WINDOW_QUEUE = 256 };

struct tlv_window {
    const tlv_window_ways *ways;
    void *own;                         /* the kind's */
    tlv_event queue[TLV_WINDOW_QUEUE]; /* a ring; the oldest stay when it is full */
    tlv_event lost;                    /* where what does not fit goes */
    size_t first, count;
    double x, y; /* the pointer, in pixels of the framebuffer */
    unsigned buttons;
    char *path; /* of the drop that was taken last */
};

/* A window with an empty queue; NULL without memory. */
tlv_window *tlv_window_make(const tlv_window_ways *ways, void *own);
/* Room for something that happens now at the pointer's place, to be filled in. */
tlv_event *tlv_window_push(tlv_window *window, tlv_event_kind kind);

#endif
