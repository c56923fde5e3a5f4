/* window.h: a window with an OpenGL 3.3 core context, and what is done in it as plain structs. There are two kinds: one
 * on a display, and one without, whose hands are a script's and whose clock runs only when somebody waits. */
#ifndef TLV_WINDOW_H
#define TLV_WINDOW_H

#include "window/event.h"

/* Makes a window and its context current in this thread. One at a time; the main thread only. TL_ERROR_UNSUPPORTED
 * without a display or OpenGL 3.3, or when this was built without GLFW. */
tl_status tlv_window_create(int width, int height, const char *title, tlv_window **window, tl_error *error);
/* A window without a display, of `width` by `height` pixels; `scale` as tlv_window_scale. TL_ERROR_UNSUPPORTED without
 * OpenGL. */
tl_status tlv_window_create_headless(int width, int height, double scale, tlv_window **window, tl_error *error);
/* NULL-safe. */
void tlv_window_destroy(tlv_window *window);
bool tlv_window_is_headless(const tlv_window *window);
/* How OpenGL's functions are found. */
tlv_gl_load *tlv_window_loader(const tlv_window *window);
void tlv_window_title(tlv_window *window, const char *title);
/* Size of the framebuffer in pixels; 0 by 0 while the window is an icon. */
void tlv_window_size(const tlv_window *window, int *width, int *height);
/* How many pixels what is one pixel wide on an ordinary screen takes here, for letters and panels: 1, 1.5, 2. */
double tlv_window_scale(const tlv_window *window);
/* Another size and scale, when there is no display. */
void tlv_window_resize(tlv_window *window, int width, int height, double scale);
/* Shows what was drawn on framebuffer 0. */
void tlv_window_swap(tlv_window *window);

/* Collects what happened; waits for something up to `seconds` (0: not at all, negative: as long as it takes). Without a
 * display nothing ever happens by itself: the clock goes on by that time (0: by a sixtieth of a second) at once. */
void tlv_window_listen(tlv_window *window, double seconds);
/* The next thing that happened; false when there is none. Moves of the pointer in a row come as one. */
bool tlv_window_next(tlv_window *window, tlv_event *event);
/* Lets something happen, as if hands had done it; the time is set here. */
void tlv_window_put(tlv_window *window, const tlv_event *event);
/* Whether there is something that a picture under way should be given up for: all but moves without a button. */
bool tlv_window_is_urgent(const tlv_window *window);
/* Ends a wait of tlv_window_listen; from any thread. */
void tlv_window_wake(void);
/* Seconds since the window was made. */
double tlv_window_time(const tlv_window *window);
/* The clipboard; "" when there is no text on it. Not to be freed, valid until the next call. */
const char *tlv_window_clipboard(tlv_window *window);
void tlv_window_copy(tlv_window *window, const char *text);

#endif
