#include "window/window.h"

#include "report.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <stdlib.h>

enum { QUEUE = 256 };

struct tlv_window {
    GLFWwindow *handle;
    tlv_event queue[QUEUE]; /* a ring; the oldest stay when it is full */
    tlv_event lost; /* where what does not fit goes */
    size_t first, count;
    double x, y; /* the pointer, in pixels of the framebuffer */
    unsigned buttons;
};

static const char REMEDY[] = "a display and OpenGL 3.3 are needed; `trueline render` makes pictures without";

static tl_status fail_window(tl_error *error) {
    const char *reason = NULL;
    glfwGetError(&reason);
    return tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, REMEDY, "no window can be opened here: %s",
                    reason ? reason : "GLFW says no more");
}

static tlv_event *push(tlv_window *w, tlv_event_kind kind) {
    tlv_event *last = w->count > 0 ? &w->queue[(w->first + w->count - 1) % QUEUE] : NULL;
    bool replaces = last && kind == last->kind && (kind == TLV_EVENT_MOVE || kind == TLV_EVENT_SIZE);
    tlv_event *event = replaces ? last : w->count < QUEUE ? &w->queue[(w->first + w->count++) % QUEUE] : &w->lost;
    *event = (tlv_event){.kind = kind, .x = w->x, .y = w->y, .time = glfwGetTime()};
    event->shift = glfwGetKey(w->handle, GLFW_KEY_LEFT_SHIFT) || glfwGetKey(w->handle, GLFW_KEY_RIGHT_SHIFT);
    event->ctrl = glfwGetKey(w->handle, GLFW_KEY_LEFT_CONTROL) || glfwGetKey(w->handle, GLFW_KEY_RIGHT_CONTROL);
    event->alt = glfwGetKey(w->handle, GLFW_KEY_LEFT_ALT) || glfwGetKey(w->handle, GLFW_KEY_RIGHT_ALT);
    return event;
}

static int key_of(int key, int scancode) {
    switch (key) {
    case GLFW_KEY_ESCAPE:
        return TLV_KEY_ESCAPE;
    case GLFW_KEY_TAB:
        return TLV_KEY_TAB;
    case GLFW_KEY_HOME:
        return TLV_KEY_HOME;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
        return TLV_KEY_ENTER;
    case GLFW_KEY_SPACE:
        return TLV_KEY_SPACE;
    case GLFW_KEY_F1:
        return TLV_KEY_F1;
    case GLFW_KEY_LEFT_SHIFT:
    case GLFW_KEY_RIGHT_SHIFT:
        return TLV_KEY_SHIFT;
    default:
        break;
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
    tlv_window *w = glfwGetWindowUserPointer(handle);
    tlv_event *event = push(w, action == GLFW_RELEASE ? TLV_EVENT_KEY_UP : TLV_EVENT_KEY);
    event->key = key_of(key, scancode);
    event->again = action == GLFW_REPEAT;
    event->shift = (mods & GLFW_MOD_SHIFT) != 0;
    event->ctrl = (mods & GLFW_MOD_CONTROL) != 0;
    event->alt = (mods & GLFW_MOD_ALT) != 0;
}

static void on_button(GLFWwindow *handle, int button, int action, int mods) {
    tlv_window *w = glfwGetWindowUserPointer(handle);
    if (button < GLFW_MOUSE_BUTTON_LEFT || button > GLFW_MOUSE_BUTTON_MIDDLE) {
        return;
    }
    tlv_event *event = push(w, action == GLFW_RELEASE ? TLV_EVENT_BUTTON_UP : TLV_EVENT_BUTTON);
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
    push(w, TLV_EVENT_MOVE);
}

static void on_wheel(GLFWwindow *handle, double dx, double dy) {
    (void)dx;
    push(glfwGetWindowUserPointer(handle), TLV_EVENT_WHEEL)->wheel = dy;
}

static void on_size(GLFWwindow *handle, int width, int height) {
    (void)width;
    (void)height;
    push(glfwGetWindowUserPointer(handle), TLV_EVENT_SIZE);
}

static void on_refresh(GLFWwindow *handle) {
    push(glfwGetWindowUserPointer(handle), TLV_EVENT_SIZE);
}

static void on_close(GLFWwindow *handle) {
    glfwSetWindowShouldClose(handle, GLFW_FALSE);
    push(glfwGetWindowUserPointer(handle), TLV_EVENT_CLOSE);
}

tl_status tlv_window_create(int width, int height, const char *title, tlv_window **window, tl_error *error) {
    *window = NULL;
    if (!glfwInit()) {
        return fail_window(error);
    }
    tlv_window *made = calloc(1, sizeof(*made));
    if (!made) {
        glfwTerminate();
        return tlv_fail_memory(error);
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    /* The window is a copy of finished pixels: it needs neither depth nor samples. */
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    made->handle = glfwCreateWindow(width, height, title, NULL, NULL);
    if (!made->handle) {
        tl_status status = fail_window(error);
        free(made);
        glfwTerminate();
        return status;
    }
    glfwMakeContextCurrent(made->handle);
    glfwSwapInterval(1);
    glfwSetWindowUserPointer(made->handle, made);
    glfwSetKeyCallback(made->handle, on_key);
    glfwSetMouseButtonCallback(made->handle, on_button);
    glfwSetCursorPosCallback(made->handle, on_move);
    glfwSetScrollCallback(made->handle, on_wheel);
    glfwSetFramebufferSizeCallback(made->handle, on_size);
    glfwSetWindowRefreshCallback(made->handle, on_refresh);
    glfwSetWindowCloseCallback(made->handle, on_close);
    *window = made;
    return TL_OK;
}

void tlv_window_destroy(tlv_window *window) {
    if (window) {
        glfwDestroyWindow(window->handle);
        glfwTerminate();
        free(window);
    }
}

tlv_gl_function *tlv_window_function(const char *name) {
    return (tlv_gl_function *)glfwGetProcAddress(name);
}

void tlv_window_title(tlv_window *window, const char *title) {
    glfwSetWindowTitle(window->handle, title);
}

void tlv_window_size(const tlv_window *window, int *width, int *height) {
    glfwGetFramebufferSize(window->handle, width, height);
}

void tlv_window_swap(tlv_window *window) {
    glfwSwapBuffers(window->handle);
}

void tlv_window_listen(tlv_window *window, double seconds) {
    if (seconds == 0 || window->count > 0) {
        glfwPollEvents();
    } else if (seconds < 0) {
        glfwWaitEvents();
    } else {
        glfwWaitEventsTimeout(seconds);
    }
}

bool tlv_window_next(tlv_window *window, tlv_event *event) {
    if (window->count == 0) {
        return false;
    }
    *event = window->queue[window->first];
    window->first = (window->first + 1) % QUEUE;
    window->count--;
    return true;
}

bool tlv_window_is_urgent(const tlv_window *window) {
    for (size_t i = 0; i < window->count; i++) {
        const tlv_event *event = &window->queue[(window->first + i) % QUEUE];
        if (event->kind != TLV_EVENT_MOVE || window->buttons != 0) {
            return true;
        }
    }
    return false;
}

void tlv_window_wake(void) {
    glfwPostEmptyEvent();
}

double tlv_window_time(void) {
    return glfwGetTime();
}
