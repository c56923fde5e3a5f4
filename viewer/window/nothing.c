/* nothing.c: instead of glfw.c where this is built without GLFW: no window on a display. */
#include "window/window.h"

#include "report.h"

tl_status tlv_window_create(int width, int height, const char *title, tlv_window **window, tl_error *error) {
    (void)width;
    (void)height;
    (void)title;
    *window = NULL;
    return tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL,
                    "build it with GLFW 3.3 (libglfw3-dev); `trueline render` and --headless need no window",
                    "this program was built without a window");
}

void tlv_window_wake(void) {
}
