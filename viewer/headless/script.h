/* script.h: the window's hands when there is no display: a list of actions, one a line (docs/viewer.md). They go the
 * way of real events; the clock is the window's own, so that the same script makes the same pictures. */
#ifndef TLV_SCRIPT_H
#define TLV_SCRIPT_H

#include "app.h"

typedef struct tlv_script tlv_script;

/* Reads a script. `folder`, where its pictures go, may be NULL and is borrowed. TL_ERROR_FILE, TL_ERROR_MEMORY. */
tl_status tlv_script_open(const char *path, const char *folder, tlv_script **script, tl_error *error);
/* NULL-safe. */
void tlv_script_destroy(tlv_script *script);
/* Until when, by the window's clock, it waits. */
double tlv_script_until(const tlv_script *script);
/* A line's events are still happening: nobody looks between them. */
bool tlv_script_goes_on(const tlv_script *script);
/* Lets the next thing happen, when the window is ready for it; at the end of the script the window is to be closed.
 * TL_ERROR_FORMAT, with the line, for what can't be done or isn't as expected. */
tl_status tlv_script_step(tlv_script *script, tlv_app *app, tl_error *error);

#endif
