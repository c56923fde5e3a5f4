/* recovery.h: what is not saved yet, kept beside the user's state, so that a program that is killed loses nothing.
 *
 * It lives in a folder of the user's state (XDG Base Directory Specification): $XDG_STATE_HOME/trueline, else
 * ~/.local/state/trueline. Each window keeps one file and holds a lock beside it: a file whose lock is free was left by
 * a program that is gone. Where the folder can't be written nothing is kept, and nothing fails. */
#ifndef TLV_RECOVERY_H
#define TLV_RECOVERY_H

#include <trueline/base.h>

typedef struct tlv_recovery tlv_recovery;

/* Finds the folder, making it when it isn't there. NULL without one, or without memory: everything below takes that. */
tlv_recovery *tlv_recovery_open(void);
/* Leaves no file of its own behind: whoever closes has saved, or doesn't want to. What was taken and not done with is
 * there for the next program. */
void tlv_recovery_close(tlv_recovery *recovery);

/* Keeps a scene's text, the file that its mesh paths start at, and the file it is to be saved as ("" when nobody has
 * said); all or nothing. */
tl_status tlv_recovery_keep(tlv_recovery *recovery, const char *home, const char *target, const char *text, size_t size,
                            tl_error *error);
/* Nothing is unsaved any more. */
void tlv_recovery_drop(tlv_recovery *recovery);

/* What a program that is gone has left. */
typedef struct tlv_left {
    char home[4096], target[4096];
    char *text; /* freed by the taker */
    size_t size;
} tlv_left;
/* The youngest, which no other program takes meanwhile. False when nothing was left. */
bool tlv_recovery_take(tlv_recovery *recovery, tlv_left *left);
/* What was taken is kept by this program now, or not wanted: its file goes. */
void tlv_recovery_done(tlv_recovery *recovery);

#endif
