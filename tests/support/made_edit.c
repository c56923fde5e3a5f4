/* made_edit.c: tries edits on made scenes: the test fails when one fails that should not. */
#include "support/made_edit.h"

#include <stdlib.h>
#include <string.h>

char *made_json(const char *text) {
    char *copy = strdup(text);
    assert_non_null(copy);
    for (char *c = copy; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    return copy;
}

tl_status made_try_edit(made_scene *m, const char *edits) {
    char *text = made_json(edits);
    memset(&m->error, 0, sizeof(m->error));
    tl_status status = tl_scene_edit(m->scene, text, strlen(text), NULL, &m->error);
    free(text);
    return status;
}

void made_edit(made_scene *m, const char *edits) {
    if (made_try_edit(m, edits) != TL_OK) {
        char line[2048];
        tl_report_text(&m->error, line, sizeof(line));
        fail_msg("%s: %s", edits, line);
    }
}
