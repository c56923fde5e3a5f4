/* glfw.c: a window on a display, by GLFW: events, clock and context. */
#include "window/kinds.h"
#include "window/window.h"

#include "report.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <stdlib.h>
#include <string.h>

static const char REMEDY[] =
    "a display and OpenGL 3.3 are needed; `trueline render` and `trueline view --headless` do without a display";

static tl_status fail_window(tl_error *error) {
    const char *reason = NULL;
    glfwGetError(&reason);
    return tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, REMEDY, "no window can be opened here: %s",
                    reason ? reason : "GLFW says no more");
}

static tlv_event *push(GLFWwindow *handle, tlv_event_kind kind) {
    tlv_event *event = tlv_window_push(glfwGetWindowUserPointer(handle), kind);
    event->shift = glfwGetKey(handle, GLFW_KEY_LEFT_SHIFT) || glfwGetKey(handle, GLFW_KEY_RIGHT_SHIFT);
    event->ctrl = glfwGetKey(handle, GLFW_KEY_LEFT_CONTROL) || glfwGetKey(handle, GLFW_KEY_RIGHT_CONTROL);
    event->alt = glfwGetKey(handle, GLFW_KEY_LEFT_ALT) || glfwGetKey(handle, GLFW_KEY_RIGHT_ALT);
    return event;
}

static const int NAMED_KEYS[][2] = {
    {GLFW_KEY_ESCAPE, TLV_KEY_ESCAPE},       {GLFW_KEY_TAB, TLV_KEY_TAB},
    {GLFW_KEY_HOME, TLV_KEY_HOME},           {GLFW_KEY_END, TLV_KEY_END},
    {GLFW_KEY_ENTER, TLV_KEY_ENTER},         {GLFW_KEY_KP_ENTER, TLV_KEY_ENTER},
    {GLFW_KEY_SPACE, TLV_KEY_SPACE},         {GLFW_KEY_BACKSPACE, TLV_KEY_BACKSPACE},
    {GLFW_KEY_DELETE, TLV_KEY_DELETE},       {GLFW_KEY_LEFT, TLV_KEY_LEFT},
    {GLFW_KEY_RIGHT, TLV_KEY_RIGHT},         {GLFW_KEY_UP, TLV_KEY_UP},
    {GLFW_KEY_DOWN, TLV_KEY_DOWN},           {GLFW_KEY_PAGE_UP, TLV_KEY_PAGE_UP},
    {GLFW_KEY_PAGE_DOWN, TLV_KEY_PAGE_DOWN}, {GLFW_KEY_LEFT_SHIFT, TLV_KEY_SHIFT},
    {GLFW_KEY_RIGHT_SHIFT, TLV_KEY_SHIFT},   {GLFW_KEY_LEFT_CONTROL, TLV_KEY_CTRL},
    {GLFW_KEY_RIGHT_CONTROL, TLV_KEY_CTRL},  {GLFW_KEY_LEFT_ALT, TLV_KEY_ALT},
    {GLFW_KEY_RIGHT_ALT, TLV_KEY_ALT},
};

static int key_of(int key, int scancode) {
    for (size_t i = 0; i < sizeof(NAMED_KEYS) / sizeof(*NAMED_KEYS); i++) {
        if (NAMED_KEYS[i][0] == key) {
            return NAMED_KEYS[i][1];
        }
    }
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) {
        return TLV_KEY_F1 + key - GLFW_KEY_F1;
    }
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) {
        return '0' + key - GLFW_KEY_KP_0;
    }
    /* Digits by their place on the board: on some layouts their own character wants Shift. */
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) {
        return '0' + key - GLFW_KEY_0;
    }
    const char *name = glfwGetKeyName(key, scancode);
    if (name && name[0] != '\0' && name[1] == '\0') {
        return name[0] >= 'a' && name[0] <= 'z' ? name[0] - 'a' + 'A' : name[0];
    }
    return key > 32 && key < 127 ? key : TLV_KEY_NONE;
}

static void on_key(GLFWwindow *handle, int key, int scancode, int action, int mods) {
    tlv_event *event = push(handle, action == GLFW_RELEASE ? TLV_EVENT_KEY_UP : TLV_EVENT_KEY);
    event->key = key_of(key, scancode);
    event->again = action == GLFW_REPEAT;
    event->shift = (mods & GLFW_MOD_SHIFT) != 0;
    event->ctrl = (mods & GLFW_MOD_CONTROL) != 0;
    event->alt = (mods & GLFW_MOD_ALT) != 0;
}

static void on_text(GLFWwindow *handle, unsigned character) {
    push(handle, TLV_EVENT_TEXT)->character = character;
}

static void on_drop(GLFWwindow *handle, int count, const char **paths) {
    for (int i = 0; i < count; i++) {
        push(handle, TLV_EVENT_DROP)->path = strdup(paths[i]);
    }
}

static void on_button(GLFWwindow *handle, int button, int action, int mods) {
    tlv_window *w = glfwGetWindowUserPointer(handle);
    if (button < GLFW_MOUSE_BUTTON_LEFT || button > GLFW_MOUSE_BUTTON_MIDDLE) {
        return;
    }
    tlv_event *event = push(handle, action == GLFW_RELEASE ? TLV_EVENT_BUTTON_UP : TLV_EVENT_BUTTON);
    event->button = button; /* GLFW's order is ours */
    event->shift = (mods & GLFW_MOD_SHIFT) != 0;
    event->ctrl = (mods & GLFW_MOD_CONTROL) != 0;
    unsigned bit = 1u << button;
    w->buttons = action == GLFW_RELEASE ? w->buttons & ~bit : w->buttons | bit;
}

/* The pointer is told in the window's units, which on some screens are several pixels. */
static void on_move(GLFWwindow *handle, double x, double y) {
    tlv_window *w = glfwGetWindowUserPointer(handle);
    int width, height, pixels_x, pixels_y;
    glfwGetWindowSize(handle, &width, &height);
    glfwGetFramebufferSize(handle, &pixels_x, &pixels_y);
    w->x = width > 0 ? x * pixels_x / width : x;
    w->y = height > 0 ? y * pixels_y / height : y;
    push(handle, TLV_EVENT_MOVE);
}

static void on_wheel(GLFWwindow *handle, double dx, double dy) {
    (void)dx;
    push(handle, TLV_EVENT_WHEEL)->wheel = dy;
}

static void on_size(GLFWwindow *handle, int width, int height) {
    (void)width;
    (void)height;
    push(handle, TLV_EVENT_SIZE);
}

static void on_refresh(GLFWwindow *handle) {
    push(handle, TLV_EVENT_SIZE);
}

static void on_close(GLFWwindow *handle) {
    glfwSetWindowShouldClose(handle, GLFW_FALSE);
    push(handle, TLV_EVENT_CLOSE);
}

static void destroy(tlv_window *window) {
    glfwDestroyWindow(window->own);
    glfwTerminate();
}

static tlv_gl_function *load(const char *name) {
    return (tlv_gl_function *)glfwGetProcAddress(name);
}

static void set_title(tlv_window *window, const char *title) {
    glfwSetWindowTitle(window->own, title);
}

static void size_of(const tlv_window *window, int *width, int *height) {
    glfwGetFramebufferSize(window->own, width, height);
}

static double scale_of(const tlv_window *window) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window->own, &x, &y);
    return x > 0.5f ? (double)x : 1;
}

static void swap(tlv_window *window) {
    glfwSwapBuffers(window->own);
}

static void listen(tlv_window *window, double seconds) {
    if (seconds == 0 || window->count > 0) {
        glfwPollEvents();
    } else if (seconds < 0) {
        glfwWaitEvents();
    } else {
        glfwWaitEventsTimeout(seconds);
    }
}

static double time_of(const tlv_window *window) {
    (void)window;
    return glfwGetTime();
}

static const char *clipboard(tlv_window *window) {
    return glfwGetClipboardString(window->own);
}

static void copy(tlv_window *window, const char *text) {
    glfwSetClipboardString(window->own, text);
}

static const tlv_window_ways WAYS = {
    .destroy = destroy,
    .load = load,
    .title = set_title,
    .size = size_of,
    .scale = scale_of,
    .swap = swap,
    .listen = listen,
    .time = time_of,
    .clipboard = clipboard,
    .copy = copy,
};

tl_status tlv_window_create(int width, int height, const char *title, tlv_window **window, tl_error *error) {
    *window = NULL;
    if (!glfwInit()) {
        return fail_window(error);
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    /* The window is a copy of finished pixels: it needs neither depth nor samples. */
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    GLFWwindow *handle = glfwCreateWindow(width, height, title, NULL, NULL);
    if (!handle) {
        tl_status status = fail_window(error);
        glfwTerminate();
        return status;
    }
    glfwMakeContextCurrent(handle);
    tlv_window *made = tlv_window_make(&WAYS, handle);
    if (!made) {
        glfwDestroyWindow(handle);
        glfwTerminate();
        return tlv_fail_memory(error);
    }
    glfwSwapInterval(1);
    glfwSetWindowUserPointer(handle, made);
    glfwSetKeyCallback(handle, on_key);
    glfwSetMouseButtonCallback(handle, on_button);
    glfwSetCursorPosCallback(handle, on_move);
    glfwSetScrollCallback(handle, on_wheel);
    glfwSetFramebufferSizeCallback(handle, on_size);
    glfwSetWindowRefreshCallback(handle, on_refresh);
    glfwSetWindowCloseCallback(handle, on_close);
    glfwSetCharCallback(handle, on_text);
    glfwSetDropCallback(handle, on_drop);
    *window = made;
    return TL_OK;
}

void tlv_window_wake(void) {
    glfwPostEmptyEvent();
}
