/* shaping.c: the settings that shape what stands on a table. */
#include "judge/shaping.h"

const char *tl_referee_setting_text(const tl_document_setting *setting, char number[TL_JSON_NUMBER_SIZE]) {
    const tl_json_value *value = setting->value;
    if (value->kind == TL_JSON_NUMBER) {
        tl_json_format_double(value->number, number);
        return number;
    }
    return value->kind == TL_JSON_BOOL     ? (value->boolean ? "true" : "false")
           : value->kind == TL_JSON_STRING ? value->text
                                           : "";
}

static tl_status set_shaping(tl_settings *settings, const char *name, const char *value, tl_error *error) {
    const tl_setting_id id = tl_settings_named(name);
    if (id == TL_SETTING_COUNT || !tl_settings_shapes_table(id)) {
        return TL_OK;
    }
    return tl_settings_set(settings, name, value, NULL) == TL_ERROR_MEMORY ? tl_fail_memory(error) : TL_OK;
}

tl_status tl_referee_shaping_settings(tl_context *context, const tl_ruleset *ruleset, const tl_document *document,
                                      char *const *chosen, size_t count, tl_settings *settings, tl_error *error) {
    tl_status status = tl_settings_create(context, ruleset, settings, error);
    if (status != TL_OK) {
        return status;
    }
    for (size_t i = 0; status == TL_OK && i < document->setting_count; i++) {
        char number[TL_JSON_NUMBER_SIZE];
        const tl_document_setting *setting = &document->settings[i];
        status = set_shaping(settings, setting->name, tl_referee_setting_text(setting, number), error);
    }
    for (size_t i = 0; status == TL_OK && i + 1 < count; i += 2) {
        status = set_shaping(settings, chosen[i], chosen[i + 1], error);
    }
    if (status != TL_OK) {
        tl_settings_free(context, settings);
    }
    return status;
}

tl_posture tl_referee_posture(const tl_settings *settings, const tl_stance_rule *stance) {
    const bool set = stance->height_id != TL_SETTING_COUNT;
    return (tl_posture){.height = set ? tl_settings_number_of(settings, stance->height_id) : stance->height,
                        .lies = stance->lies};
}
