/* history.h: what was done to a text, taken back and done again without limit.
 *
 * Each step keeps the bytes that changed, so that a thousand moves of a large scene cost little. */
#ifndef TLV_HISTORY_H
#define TLV_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tlv_step {
    size_t offset, before_size, after_size;
    char *bytes;   /* those before, then those after */
    char what[48]; /* the name of a text that says what was done, or "" */
    char who[256]; /* the id of what it was done to, or "" */
} tlv_step;

typedef struct tlv_history {
    char *text; /* as it is now; NUL-terminated */
    size_t size;
    tlv_step *steps; /* what undo takes back, then what redo does again */
    size_t count, done, capacity;
    size_t saved; /* `done` when it was saved; SIZE_MAX when that state can't be reached any more */
} tlv_history;

/* Begins with a text, which counts as saved. False without memory, like everything here; nothing has changed then. */
bool tlv_history_begin(tlv_history *history, const char *text, size_t size);
void tlv_history_free(tlv_history *history);
/* The text has become another: a step, and what could be redone is gone. A text that is the same makes no step. */
bool tlv_history_add(tlv_history *history, const char *text, size_t size, const char *what, const char *who);
/* The text before the last step (`back`) or after the next one, to be freed; NULL when there is none, or no memory. */
char *tlv_history_other(const tlv_history *history, bool back, size_t *size);
/* Goes there: takes the text that tlv_history_other gave. Returns the step. */
const tlv_step *tlv_history_go(tlv_history *history, bool back, char *text, size_t size);

/* The last two steps become one: what is done in many small steps is taken back at once. False, nothing changed: there
 * are no two, what lies between them was saved, or there is no memory. */
bool tlv_history_join(tlv_history *history);

bool tlv_history_is_changed(const tlv_history *history);
void tlv_history_was_saved(tlv_history *history);
/* It was never saved as it is. */
void tlv_history_is_new(tlv_history *history);

#endif
