/* event.h: what is done in a window, as plain structs. */
#ifndef TLV_WINDOW_EVENT_H
#define TLV_WINDOW_EVENT_H

#include "picture.h"

typedef struct tlv_window tlv_window;

typedef enum tlv_event_kind {
    TLV_EVENT_KEY, /* pressed, or repeated while held */
    TLV_EVENT_KEY_UP,
    TLV_EVENT_TEXT,   /* a character was written */
    TLV_EVENT_BUTTON, /* pressed */
    TLV_EVENT_BUTTON_UP,
    TLV_EVENT_MOVE, /* the pointer */
    TLV_EVENT_WHEEL,
    TLV_EVENT_SIZE, /* another size, or uncovered: draw again */
    TLV_EVENT_DROP, /* a file was dropped on the window */
    TLV_EVENT_CLOSE
} tlv_event_kind;

/* Keys that are no letter, digit or sign; those are their character, letters as capitals, in the user's layout. */
enum {
    TLV_KEY_NONE = 0,
    TLV_KEY_ESCAPE = 256,
    TLV_KEY_TAB,
    TLV_KEY_HOME,
    TLV_KEY_END,
    TLV_KEY_ENTER,
    TLV_KEY_SPACE,
    TLV_KEY_BACKSPACE,
    TLV_KEY_DELETE,
    TLV_KEY_LEFT,
    TLV_KEY_RIGHT,
    TLV_KEY_UP,
    TLV_KEY_DOWN,
    TLV_KEY_PAGE_UP,
    TLV_KEY_PAGE_DOWN,
    TLV_KEY_SHIFT, /* either one */
    TLV_KEY_CTRL,
    TLV_KEY_ALT,
    TLV_KEY_F1,
    TLV_KEY_F12 = TLV_KEY_F1 + 11,
    TLV_KEYS
};

enum { TLV_LEFT = 0, TLV_RIGHT = 1, TLV_MIDDLE = 2 };

typedef struct tlv_event {
    tlv_event_kind kind;
    int key;    /* TLV_KEY_... or a character */
    bool again; /* a repeated key */
    int button; /* TLV_LEFT, ... */
    bool shift, ctrl, alt;
    double x, y;        /* the pointer in pixels of the framebuffer, from the top left */
    double wheel;       /* notches, away from the hand */
    double time;        /* seconds on tlv_window_time's clock */
    uint32_t character; /* TLV_EVENT_TEXT */
    char *path;         /* TLV_EVENT_DROP: the file; valid until the next event is taken */
} tlv_event;

#endif
