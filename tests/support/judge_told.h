/* judge_told.h: what the last answer of a table of judge_table.h says, by paths. */
#ifndef TL_TESTS_JUDGE_TOLD_H
#define TL_TESTS_JUDGE_TOLD_H

#include "support/judge_table.h"

#include <stdio.h>
#include <string.h>

/* A number at a path. */
static inline double number(const judge_table *t, const char *path) {
    return made_number(&t->told, path);
}

/* Whether a word is told at a path, and that one. */
static inline bool is(const judge_table *t, const char *path, const char *expected) {
    return made_has(&t->told, path) && strcmp(made_word(&t->told, path), expected) == 0;
}

/* The path of a member's object in the answer, with a field behind it; "" when it isn't told of. */
static inline const char *of(const judge_table *t, const char *id, const char *field) {
    static char path[96];
    for (int u = 0; u < 8; u++) {
        for (int m = 0; m < 8; m++) {
            snprintf(path, sizeof(path), "units[%d].members[%d].id", u, m);
            if (is(t, path, id)) {
                snprintf(path, sizeof(path), "units[%d].members[%d].%s", u, m, field);
                return path;
            }
        }
    }
    path[0] = '\0';
    return path;
}

/* Whether a member is told of. */
static inline bool told(const judge_table *t, const char *id) {
    return of(t, id, "id")[0] != '\0';
}

#endif
