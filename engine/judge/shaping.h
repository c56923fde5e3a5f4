/* shaping.h: the settings that shape what stands on a table: they are known before there is a table to rule on. */
#ifndef TL_JUDGE_SHAPING_H
#define TL_JUDGE_SHAPING_H

#include "body/posture.h"
#include "ruleset/ruleset.h"
#include "scene/document.h"

/* What a scene sets a setting to, as tl_settings_set takes it; `number` is room for it. */
const char *tl_referee_setting_text(const tl_document_setting *setting, char number[TL_JSON_NUMBER_SIZE]);

/* The settings of a rule system as far as they shape the table (tl_settings_shapes_table): those of the document, and
 * over them `chosen`: name, value, ..., `count` texts. What can't be set is left as it is, since the referee tells of
 * it. Free with tl_settings_free. Errors: TL_ERROR_MEMORY. */
tl_status tl_referee_shaping_settings(tl_context *context, const tl_ruleset *ruleset, const tl_document *document,
                                      char *const *chosen, size_t count, tl_settings *settings, tl_error *error);
/* How a member with that stance holds its body (SK-STA-02). */
tl_posture tl_referee_posture(const tl_settings *settings, const tl_stance_rule *stance);

#endif
