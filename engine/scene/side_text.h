/* side_text.h: what of a scene's text one side may know. */
#ifndef TL_SCENE_SIDE_TEXT_H
#define TL_SCENE_SIDE_TEXT_H

#include "io/json.h"

/* The text of a scene without the hidden models of all sides but one, on one line and as if they had never been in it:
 * a unit of which no member is left is left out, with who rides in one of its models; so are assets that only models
 * which are left out have, and their units among those that marched. A unit of the side itself stays also when it rides
 * in a model that is left out, and stands then where its members stand. What isn't `hidden` is what says false, or
 * nothing, so that nothing is told of a model that is marked by mistake in other words. The text doesn't depend on how
 * `json` was laid out. `*text` is freed with tl_free. Errors: TL_ERROR_MEMORY. */
tl_status tl_document_side_text(tl_context *context, const tl_json *json, const char *side, char **text, size_t *size,
                                tl_error *error);

#endif
