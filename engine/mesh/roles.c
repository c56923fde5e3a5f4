/* roles.c: gives the pieces of a mesh their roles by patterns of their names. */
#include "mesh/mesh.h"

#include <string.h>

/* Only ASCII letters have a case here: the answer must not depend on a locale. */
static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The bytes of the UTF-8 character at `at`, which `?` takes as one. */
static size_t character_length(const char *at, const char *end) {
    size_t length = 1;
    while (at + length < end && ((unsigned char)at[length] & 0xC0U) == 0x80U) {
        length++;
    }
    return length;
}

/* Greedy with one way back: when something fails, the last `*` takes one character more. At most pattern times name
 * steps. */
static bool matches(const char *pattern, const char *name, const char *end) {
    const char *star = NULL;
    const char *resume = NULL;
    while (name < end) {
        if (*pattern == '*') {
            star = ++pattern;
            resume = name;
        } else if (*pattern == '?') {
            pattern++;
            name += character_length(name, end);
        } else if (*pattern != 0 && lower(*pattern) == lower(*name)) {
            pattern++;
            name++;
        } else if (star != NULL) {
            resume += character_length(resume, end);
            pattern = star;
            name = resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == 0;
}

bool tl_role_wildcard_match(const char *pattern, const char *name) {
    return matches(pattern, name, name + strlen(name));
}

bool tl_piece_is_repair(const tl_piece *piece) {
    const size_t length = sizeof(TL_CLOSED_HOLE) - 1;
    return piece->names != NULL && strncmp(piece->names, TL_CLOSED_HOLE, length) == 0 &&
           (piece->names[length] == '\0' || piece->names[length] == '\n' || piece->names[length] == '\t');
}

static bool any_matches(const char *const *patterns, const char *name, const char *end) {
    for (; patterns != NULL && *patterns != NULL; patterns++) {
        if (matches(*patterns, name, end)) {
            return true;
        }
    }
    return false;
}

/* The first role that a name of the level [begin, end) matches, or TL_ROLE_COUNT. */
static tl_role role_of_level(const char *begin, const char *end, const char *const *const patterns[TL_ROLE_COUNT]) {
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        for (const char *name = begin; name <= end;) {
            const char *stop = memchr(name, '\t', (size_t)(end - name));
            stop = stop != NULL ? stop : end;
            if (stop > name && any_matches(patterns[role], name, stop)) {
                return (tl_role)role;
            }
            name = stop + 1;
        }
    }
    return TL_ROLE_COUNT;
}

size_t tl_mesh_assign_roles(tl_mesh *mesh, const char *const *const patterns[TL_ROLE_COUNT]) {
    size_t unmatched = 0;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        tl_piece *piece = &mesh->pieces[i];
        tl_role role = TL_ROLE_COUNT;
        for (const char *level = piece->names; role == TL_ROLE_COUNT;) {
            const char *end = strchr(level, '\n');
            role = role_of_level(level, end != NULL ? end : level + strlen(level), patterns);
            if (end == NULL) {
                break;
            }
            level = end + 1;
        }
        for (int any = 0; role == TL_ROLE_COUNT && piece->names[0] == 0 && any < TL_ROLE_COUNT; any++) {
            role = any_matches(patterns[any], piece->names, piece->names) ? (tl_role)any : role;
        }
        piece->matched = role != TL_ROLE_COUNT || tl_piece_is_repair(piece);
        if (role == TL_ROLE_COUNT && piece->matched) {
            role = TL_ROLE_GEAR; /* nobody named it */
        }
        if (!piece->matched) {
            role = TL_ROLE_GEAR;
            unmatched++;
        }
        piece->role = role;
    }
    return unmatched;
}
