/* offscreen.h: an OpenGL 3.3 core context without window and display. */
#ifndef TLV_OFFSCREEN_H
#define TLV_OFFSCREEN_H

#include "picture.h"

typedef struct tlv_offscreen tlv_offscreen;

/* Makes a context and makes it current in this thread. TL_ERROR_UNSUPPORTED without EGL or a driver. */
tl_status tlv_offscreen_create(tlv_offscreen **offscreen, tl_error *error);
/* NULL-safe. */
void tlv_offscreen_destroy(tlv_offscreen *offscreen);
bool tlv_offscreen_make_current(tlv_offscreen *offscreen);

/* The address of an OpenGL function, as a loader wants it. */
tlv_gl_function *tlv_offscreen_function(const char *name);

#endif
