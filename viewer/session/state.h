/* state.h: what is remembered from one time to the next, in the user's state folder: $XDG_STATE_HOME/trueline, else
 * ~/.local/state/trueline. Where it can't be written nothing is remembered, and nobody minds. */
#ifndef TLV_STATE_H
#define TLV_STATE_H

#include <stdbool.h>
#include <stddef.h>

enum { TLV_RECENT = 5, TLV_STATE_PATH = 4096 };

/* The folder, which is made when it isn't there; false when it can't be had. */
bool tlv_state_folder(char *folder, size_t size);

/* Tables that were open, the latest first. Returns how many are still there. */
size_t tlv_recent_read(char paths[TLV_RECENT][TLV_STATE_PATH]);
/* Puts a table first. */
void tlv_recent_add(const char *path);
/* Where the small picture of a table is kept; false without a folder. */
bool tlv_recent_picture(const char *table, char *path, size_t size);

/* Things that happen once: whether it did, and that it did. */
bool tlv_state_has(const char *what);
void tlv_state_mark(const char *what);

#endif
