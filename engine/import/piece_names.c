/* piece_names.c: the names of a piece of a mesh, built level by level. */
#include "import/piece_names.h"

#include <string.h>

static bool add_bytes(tl_piece_names *names, const char *bytes, size_t size) {
    if (!tl_reserve(names->context, (void **)&names->text, &names->capacity, names->size + size + 1, 1)) {
        names->out_of_memory = true;
        return false;
    }
    if (size > 0) { /* a name that was never stated is no address */
        memcpy(names->text + names->size, bytes, size);
    }
    names->size += size;
    names->text[names->size] = 0;
    return true;
}

void tl_piece_names_begin(tl_piece_names *names) {
    names->size = 0;
    names->level = 0;
    names->levels = 1;
    names->rises = false;
    (void)add_bytes(names, "", 0);
}

static bool is_known(const tl_piece_names *names, const char *name, size_t length) {
    for (size_t at = names->level; at < names->size;) {
        const char *stop = memchr(names->text + at, '\t', names->size - at);
        size_t size = stop != NULL ? (size_t)(stop - (names->text + at)) : names->size - at;
        if (size == length && memcmp(names->text + at, name, length) == 0) {
            return true;
        }
        at += size + 1;
    }
    return false;
}

/* Makes room for a name on the current level, which begins with its first one. */
static bool begin_name(tl_piece_names *names) {
    if (names->rises) {
        names->rises = false;
        names->levels++;
        bool room = names->levels <= TL_IMPORT_MOST_NAME_LEVELS && add_bytes(names, "\n", 1);
        names->level = names->size;
        return room;
    }
    return names->levels <= TL_IMPORT_MOST_NAME_LEVELS && (names->size == names->level || add_bytes(names, "\t", 1));
}

void tl_piece_names_add(tl_piece_names *names, const char *name, size_t length) {
    if (names->out_of_memory || length == 0 || (!names->rises && is_known(names, name, length)) || !begin_name(names)) {
        return;
    }
    size_t at = names->size;
    if (!add_bytes(names, name, length)) {
        return;
    }
    for (; at < names->size; at++) {
        char c = names->text[at];
        names->text[at] = c == '\n' || c == '\t' || c == '\r' || c == 0 ? ' ' : c;
    }
}

void tl_piece_names_up(tl_piece_names *names) {
    names->rises = true;
}

void tl_piece_names_free(tl_piece_names *names) {
    tl_free(names->context, names->text);
    *names = (tl_piece_names){0};
}
