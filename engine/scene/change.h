/* change.h: edits of a scene's text, told as JSON. What they can say: docs/editing.md.
 *
 * What an edit doesn't name keeps its bytes. Edits of a list come after one another, and only the last text has to be a
 * good scene; that is checked by whoever reads it. */
#ifndef TL_SCENE_CHANGE_H
#define TL_SCENE_CHANGE_H

#include "scene/thing.h"

/* More edits than this in one call are refused. */
#define TL_CHANGE_MOST 10000

/* Applies one edit (an object) or several (a list) to a scene's text. On success `*changed` is the new text, freed with
 * tl_free, and `made` has got the ids and names of everything that was added, in order. Errors, with their place in
 * `edits`: TL_ERROR_FORMAT (no JSON), TL_ERROR_ARGUMENT, TL_ERROR_NOT_FOUND, TL_ERROR_LIMIT, TL_ERROR_MEMORY. */
tl_status tl_change_text(tl_context *context, const char *text, size_t size, const char *edits, size_t edits_size,
                         char **changed, size_t *changed_size, tl_names *made, tl_error *error);

/* The value at `field` (a name, or a list of names and places) of a thing; NULL when there is none. */
const tl_json_value *tl_change_value(const tl_json_value *object, const tl_json_value *field);

#endif
