/* chosen.c: the values chosen for the settings of a rule system. */
#include "ruleset/chosen.h"

#include "ruleset/system.h"

#include <stdio.h>
#include <string.h>

/* What a value comes to in the engine's table. */
static void resolve(tl_settings *settings, size_t index) {
    const tl_setting *setting = &settings->ruleset->settings[index];
    const tl_setting_value *value = &settings->values[index];
    bool choice = !value->is_number && value->file == NULL && setting->value_count > 0;
    settings->readings[setting->id] = (tl_setting_reading){value->is_number, value->number,
                                                           choice ? setting->choice_of[value->choice] : 0, value->file};
}

tl_status tl_settings_create(tl_context *context, const tl_ruleset *ruleset, tl_settings *settings, tl_error *error) {
    settings->ruleset = ruleset;
    settings->values = tl_alloc_array(context, ruleset->setting_count, sizeof(*settings->values));
    settings->readings = tl_alloc_array(context, TL_SETTING_COUNT, sizeof(*settings->readings));
    if (settings->values == NULL || settings->readings == NULL) {
        tl_settings_free(context, settings);
        return tl_fail_memory(error);
    }
    for (int i = 0; i < TL_SETTING_COUNT; i++) {
        const tl_setting_known *row = tl_settings_row((tl_setting_id)i);
        settings->readings[i].is_number = row->choice_count == 0;
        settings->readings[i].number = row->number;
    }
    for (size_t i = 0; i < ruleset->setting_count; i++) {
        const tl_setting *s = &ruleset->settings[i];
        settings->values[i] = (tl_setting_value){s->default_is_number, s->default_number, s->default_choice, NULL};
        resolve(settings, i);
    }
    return TL_OK;
}

tl_status tl_settings_copy(tl_context *context, const tl_settings *from, tl_settings *to, tl_error *error) {
    tl_status status = tl_settings_create(context, from->ruleset, to, error);
    if (status == TL_OK) {
        for (size_t i = 0; i < from->ruleset->setting_count; i++) {
            to->values[i] = from->values[i];
            to->values[i].file = NULL;
            if (from->values[i].file != NULL && status == TL_OK) {
                to->values[i].file = tl_duplicate_text(context, from->values[i].file);
                status = to->values[i].file != NULL ? TL_OK : tl_fail_memory(error);
            }
            resolve(to, i);
        }
        if (status != TL_OK) {
            tl_settings_free(context, to);
        }
    }
    return status;
}

/* The first variant whose settings stand at its words; NULL: none does. */
static const tl_ruleset_variant *find_variant(const tl_settings *settings, const tl_ruleset_variant *variants,
                                              size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool stands = true;
        for (size_t k = 0; k < variants[i].count; k++) {
            stands = stands && tl_settings_is_at(settings, variants[i].settings[k], variants[i].choices[k]);
        }
        if (stands) {
            return &variants[i];
        }
    }
    return NULL;
}

double tl_settings_length(const tl_settings *settings, const char *name, int units) {
    for (size_t i = 0; i < settings->ruleset->length_count; i++) {
        const tl_ruleset_length_entry *entry = &settings->ruleset->lengths[i];
        if (strcmp(entry->name, name) == 0) {
            const tl_ruleset_variant *other = find_variant(settings, entry->variants, entry->variant_count);
            return other != NULL ? other->mm[units != 0] : entry->mm[units != 0];
        }
    }
    return 0;
}

double tl_settings_diameter(const tl_settings *settings, const tl_template_rule *rule, int units) {
    const tl_ruleset_variant *other = find_variant(settings, rule->variants, rule->variant_count);
    return other != NULL ? other->mm[units != 0] : rule->diameter[units != 0];
}

void tl_settings_free(tl_context *context, tl_settings *settings) {
    for (size_t i = 0; settings->values != NULL && i < settings->ruleset->setting_count; i++) {
        tl_free(context, settings->values[i].file);
    }
    tl_free(context, settings->values);
    tl_free(context, settings->readings);
    settings->values = NULL;
    settings->readings = NULL;
}

static size_t find_setting(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->setting_count; i++) {
        if (strcmp(ruleset->settings[i].name, name) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* "a, b or c; or a number from 0 to 100" */
static void allowed_text(const tl_setting *setting, char *buffer, size_t size) {
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < setting->value_count && used < size; i++) {
        const char *before = i == 0 ? "use " : i + 1 == setting->value_count ? " or " : ", ";
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", before, setting->values[i]);
    }
    if (setting->number && used < size) {
        char low[TL_JSON_NUMBER_SIZE], high[TL_JSON_NUMBER_SIZE];
        tl_json_format_double(setting->low, low);
        tl_json_format_double(setting->high, high);
        snprintf(buffer + used, size - used, "%sa number from %s to %s", used > 0 ? ", or " : "use ", low, high);
    }
    if (setting->file && used < size) {
        snprintf(buffer + used, size - used, ", or the path of a .json file");
    }
}

/* A JSON number and nothing else; independent of the locale. TL_ERROR_MEMORY, or `*good`. */
static tl_status parse_number(tl_context *context, const char *text, bool *good, double *number) {
    tl_json *json = NULL;
    char wrapped[80];
    *good = false;
    size_t length = strlen(text);
    if (length > 60 || length == 0 || strchr("-0123456789", text[0]) == NULL ||
        strchr("0123456789", text[length - 1]) == NULL) {
        return TL_OK;
    }
    snprintf(wrapped, sizeof(wrapped), "[%s]", text);
    tl_status status = tl_json_parse(context, wrapped, strlen(wrapped), NULL, &json, NULL);
    if (status == TL_OK) {
        const tl_json_value *root = tl_json_root(json);
        *good = root->count == 1 && root->items[0].kind == TL_JSON_NUMBER;
        *number = *good ? root->items[0].number : 0;
    }
    tl_json_destroy(json);
    return status == TL_ERROR_MEMORY ? status : TL_OK;
}

static void replace_value(tl_settings *settings, size_t index, tl_setting_value value) {
    tl_free(settings->ruleset->context, settings->values[index].file);
    settings->values[index] = value;
    resolve(settings, index);
}

tl_status tl_settings_set(tl_settings *settings, const char *name, const char *value, tl_error *error) {
    const tl_ruleset *ruleset = settings->ruleset;
    size_t index = find_setting(ruleset, name);
    if (index == SIZE_MAX) {
        const char *names[256];
        size_t count = 0;
        for (size_t i = 0; i < ruleset->setting_count && count < 256; i++) {
            names[count++] = ruleset->settings[i].name;
        }
        const char *nearest = tl_nearest_name(name, names, count);
        char remedy[200];
        snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "`trueline rules %s` lists them",
                 nearest != NULL ? nearest : ruleset->name);
        return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, name, remedy, "%s has no setting `%s`", ruleset->title, name);
    }
    const tl_setting *setting = &ruleset->settings[index];
    for (size_t i = 0; i < setting->value_count; i++) {
        if (strcmp(setting->values[i], value) == 0) {
            replace_value(settings, index, (tl_setting_value){false, 0, i, NULL});
            return TL_OK;
        }
    }
    size_t length = strlen(value);
    if (setting->file && length > 5 && strcmp(value + length - 5, ".json") == 0) {
        char *file = tl_duplicate_text(ruleset->context, value);
        if (file == NULL) {
            return tl_fail_memory(error);
        }
        replace_value(settings, index, (tl_setting_value){false, 0, 0, file});
        return TL_OK;
    }
    double number;
    bool is_number = false;
    if (setting->number && parse_number(ruleset->context, value, &is_number, &number) != TL_OK) {
        return tl_fail_memory(error);
    }
    if (is_number && number >= setting->low && number <= setting->high) {
        replace_value(settings, index, (tl_setting_value){true, number, 0, NULL});
        return TL_OK;
    }
    char remedy[256];
    allowed_text(setting, remedy, sizeof(remedy));
    return tl_fail(error, TL_ERROR_ARGUMENT, NULL, name, remedy, "`%s` can't be `%s`", name, value);
}

bool tl_settings_is_default(const tl_settings *settings, size_t index) {
    const tl_setting *s = &settings->ruleset->settings[index];
    const tl_setting_value *v = &settings->values[index];
    if (v->is_number != s->default_is_number || v->file != NULL) {
        return false;
    }
    return v->is_number ? v->number == s->default_number : v->choice == s->default_choice;
}

void tl_settings_text(const tl_settings *settings, size_t index, char *buffer, size_t size) {
    const tl_setting_value *v = &settings->values[index];
    if (v->file != NULL) {
        snprintf(buffer, size, "%s", v->file);
    } else if (v->is_number) {
        char number[TL_JSON_NUMBER_SIZE];
        tl_json_format_double(v->number, number);
        snprintf(buffer, size, "%s", number);
    } else {
        snprintf(buffer, size, "%s", settings->ruleset->settings[index].values[v->choice]);
    }
}
