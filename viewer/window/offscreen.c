/* offscreen.c: makes an OpenGL context by EGL, without window and display. */
#include "window/offscreen.h"

#include "report.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <stdlib.h>
#include <string.h>

struct tlv_offscreen {
    EGLDisplay display;
    EGLContext context;
};

static const char REMEDY[] = "install libegl1 and libgl1-mesa-dri";

static EGLDisplay open_display(void) {
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!extensions || !strstr(extensions, "EGL_MESA_platform_surfaceless")) {
        return EGL_NO_DISPLAY;
    }
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    return get_display ? get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) : EGL_NO_DISPLAY;
}

tl_status tlv_offscreen_create(tlv_offscreen **offscreen, tl_error *error) {
    *offscreen = NULL;
    EGLDisplay display = open_display();
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
        return tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, REMEDY, "no OpenGL without a display on this machine");
    }
    const EGLint config_wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = EGL_NO_CONFIG_KHR;
    EGLint configs = 0;
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, config_wanted, &config, 1, &configs) || configs < 1) {
        return tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, REMEDY, "no OpenGL driver to draw with");
    }
    const EGLint context_wanted[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_wanted);
    if (context == EGL_NO_CONTEXT) {
        return tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, REMEDY, "the OpenGL driver is older than 3.3");
    }
    tlv_offscreen *made = calloc(1, sizeof(*made));
    if (!made) {
        eglDestroyContext(display, context);
        return tlv_fail_memory(error);
    }
    *made = (tlv_offscreen){display, context};
    if (!tlv_offscreen_make_current(made)) {
        tlv_offscreen_destroy(made);
        return tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, REMEDY, "OpenGL can't draw without a window here");
    }
    *offscreen = made;
    return TL_OK;
}

/* The display stays initialised: it is one per process, and other renderers may be drawing on it. */
void tlv_offscreen_destroy(tlv_offscreen *offscreen) {
    if (offscreen) {
        if (eglGetCurrentContext() == offscreen->context) {
            eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        }
        eglDestroyContext(offscreen->display, offscreen->context);
        free(offscreen);
    }
}

bool tlv_offscreen_make_current(tlv_offscreen *offscreen) {
    return eglBindAPI(EGL_OPENGL_API) &&
           eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context);
}

tlv_gl_function *tlv_offscreen_function(const char *name) {
    return (tlv_gl_function *)eglGetProcAddress(name);
}
