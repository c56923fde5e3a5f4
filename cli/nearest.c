/* nearest.c: what may have been meant by a word that is mistyped. */
#include "table.h"

#include <ctype.h>
#include <string.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

size_t cli_distance(const char *a, const char *b) {
    enum { LONGEST = 47 };
    size_t rows[3][LONGEST + 1]; /* of the letters of `a` before the last one, up to that, and up to this one */
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST) {
        return m > n ? m : n;
    }
    for (size_t j = 0; j <= n; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= m; i++) {
        size_t *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= n; j++) {
            int p = tolower((unsigned char)a[i - 1]), q = tolower((unsigned char)b[j - 1]);
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (p != q ? 1U : 0U));
            if (i > 1 && j > 1 && p == tolower((unsigned char)b[j - 2]) && tolower((unsigned char)a[i - 2]) == q) {
                now[j] = least(now[j], before[j - 2] + 1);
            }
        }
    }
    return rows[m % 3][n];
}

size_t cli_too_far(const char *typed) {
    return 1 + strlen(typed) / 2;
}

bool cli_nearer(const char *typed, const char *word, size_t *best) {
    size_t distance = cli_distance(typed, word);
    bool nearer = distance < *best;
    *best = nearer ? distance : *best;
    return nearer;
}

const char *cli_nearest_command(const char *typed) {
    size_t best = cli_too_far(typed);
    const char *nearest = NULL;
    cli_command command;
    for (size_t i = 0; cli_command_at(i, &command); i++) {
        nearest = cli_nearer(typed, command.name, &best) ? command.name : nearest;
    }
    return nearest;
}

/* The option of a command that is nearer than `*best`. */
static void look_among(const cli_command *command, const char *typed, size_t *best, char buffer[32]) {
    cli_option option;
    for (size_t i = 0; cli_option_at(command, i, &option); i++) {
        if (cli_nearer(typed, option.name + 2, best)) {
            snprintf(buffer, 32, "%s", option.name);
        }
    }
}

size_t cli_nearest_option(const cli_command *command, const char *typed, char buffer[32]) {
    const char *letters = typed + strspn(typed, "-"); /* dashes tell nothing */
    size_t best = cli_too_far(letters);
    cli_command one;
    buffer[0] = '\0';
    if (command != NULL) {
        look_among(command, letters, &best, buffer);
        return best;
    }
    for (size_t i = 0; cli_command_at(i, &one); i++) {
        look_among(&one, letters, &best, buffer);
    }
    return best;
}
