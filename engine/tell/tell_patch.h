/* tell_patch.h: what is said and written of a patch that must be in view (setting min_visible_patch_mm). */
#ifndef TL_TELL_TELL_PATCH_H
#define TL_TELL_TELL_PATCH_H

#include "judge/sight/pair_sight.h"
#include "tell/answer.h"

/* The sentence that tells it when it decides. */
void tl_tell_pair_patch_text(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size);
/* The field `patch`; nothing where none was looked for. */
void tl_tell_pair_patch_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer);

#endif
