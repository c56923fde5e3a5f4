/* made_edit.h: edits of made scenes, written with single quotes. */
#ifndef TL_TESTS_MADE_EDIT_H
#define TL_TESTS_MADE_EDIT_H

#include "support/made_scene.h"

/* A copy with double quotes; freed by the caller. */
char *made_json(const char *text);
/* `m->error` holds what is wrong with it. */
tl_status made_try_edit(made_scene *m, const char *edits);
/* One that must succeed. */
void made_edit(made_scene *m, const char *edits);

#endif
