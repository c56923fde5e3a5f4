/* settings.c: the settings of a rule system, and the values chosen for them. */
#include "ruleset/system.h"

#include <stdio.h>
#include <string.h>

/* --- What there is ------------------------------------------------------------------------------------------------ */

/* The choices of each setting, with a NULL behind the last. */
#define CHOICE(constant, word) word,
#define CHOICES(setting, name, takes, number, low, high, ...)                                                          \
    static const char *const choices_of_##setting[] = {__VA_ARGS__ NULL};
TL_SETTINGS(CHOICES, CHOICE)
#undef CHOICES
#undef CHOICE

static const tl_setting_known known[TL_SETTING_COUNT] = {
#define NOTHING(constant, word)
#define ROW(setting, name, takes, number, low, high, ...)                                                              \
    {name, TL_TAKES_##takes, number, low, high, choices_of_##setting, TL_CHOICE_COUNT_##setting},
    TL_SETTINGS(ROW, NOTHING)
#undef ROW
#undef NOTHING
};

tl_setting_id tl_setting_named(const char *name) {
    int id = 0;
    while (id < TL_SETTING_COUNT && strcmp(known[id].name, name) != 0) {
        id++;
    }
    return (tl_setting_id)id;
}

const tl_setting_known *tl_setting_row(tl_setting_id id) {
    return &known[id];
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static void read_default(tl_form *form, const tl_json_value *object, tl_setting *setting) {
    const tl_json_value *standard = tl_json_find(object, "default");
    bool good = false;
    if (standard != NULL && standard->kind == TL_JSON_NUMBER && setting->number) {
        setting->default_is_number = true;
        setting->default_number = standard->number;
        good = standard->number >= setting->low && standard->number <= setting->high;
    } else if (standard != NULL && standard->kind == TL_JSON_STRING) {
        for (size_t i = 0; i < setting->value_count; i++) {
            if (strcmp(setting->values[i], standard->text) == 0) {
                setting->default_choice = i;
                good = true;
            }
        }
    }
    if (!good) {
        tl_form_problem(form, standard != NULL ? standard : object, false, "give one of the setting's own values",
                        "the default of `%s` is none of its values", setting->name);
    }
}

/* The words of a choice: of those that the engine knows for it. */
static tl_status read_values(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object, tl_setting *setting,
                             tl_error *error) {
    const tl_setting_known *row = &known[setting->id];
    const tl_json_value *values = tl_form_words(form, object, "values");
    if (tl_json_find(object, "values") == NULL) {
        tl_form_problem(form, object, false, "add it", "`values` is missing");
    }
    setting->values = tl_ruleset_memory(ruleset, values != NULL ? values->count : 0, sizeof(*setting->values));
    setting->choice_of = tl_ruleset_memory(ruleset, values != NULL ? values->count : 0, sizeof(*setting->choice_of));
    if (setting->values == NULL || setting->choice_of == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; values != NULL && i < values->count; i++) {
        const char *word = values->items[i].kind == TL_JSON_STRING ? values->items[i].text : NULL;
        size_t choice = 0;
        while (word != NULL && choice < row->choice_count && strcmp(row->choices[choice], word) != 0) {
            choice++;
        }
        if (word != NULL && choice == row->choice_count) {
            tl_form_unknown(form, &values->items[i], false, word, row->choices, row->choice_count,
                            "`%s` has no value `%s`", row->name, word);
        } else if (word != NULL) {
            setting->choice_of[setting->value_count] = choice;
            setting->values[setting->value_count++] = word;
        }
    }
    return TL_OK;
}

/* What a setting may be set to, within what the engine makes of it. */
static void read_type(tl_form *form, const tl_json_value *object, tl_setting *setting) {
    static const char *const types[] = {"choice", "number", "choice_or_number", "choice_or_file"};
    const tl_setting_known *row = &known[setting->id];
    const tl_json_value *written = tl_form_member(form, object, "type", TL_JSON_STRING, true);
    size_t type = tl_form_choice(form, object, "type", types, sizeof(types) / sizeof(types[0]), row->takes);
    bool both = row->takes == TL_TAKES_CHOICE_OR_NUMBER;
    bool fits = type == row->takes || (both && type != TL_TAKES_CHOICE_OR_FILE) ||
                (row->takes == TL_TAKES_CHOICE_OR_FILE && type == TL_TAKES_CHOICE);
    if (written != NULL && !fits) {
        char remedy[64];
        snprintf(remedy, sizeof(remedy), "use %s", types[row->takes]);
        tl_form_problem(form, written, false, remedy, "the setting `%s` can't be a %s", row->name, types[type]);
        type = row->takes;
    }
    setting->file = type == TL_TAKES_CHOICE_OR_FILE;
    setting->number = type == TL_TAKES_NUMBER || type == TL_TAKES_CHOICE_OR_NUMBER;
    double low = form->lenient || !setting->number ? -1e9 : row->low;
    double high = form->lenient || !setting->number ? 1e9 : row->high;
    setting->low = tl_form_number(form, object, "low", low, high, low);
    setting->high = tl_form_number(form, object, "high", low, high, high);
    setting->takes_choice = type != TL_TAKES_NUMBER;
}

static tl_status read_setting(tl_ruleset *ruleset, tl_form *form, const tl_json_value *object, tl_setting *setting,
                              tl_error *error) {
    static const char *const names[] = {"name", "type", "default", "values", "low", "high", "rule", "text"};
    *setting = (tl_setting){.id = TL_SETTING_COUNT, .name = "", .text = "", .rule = ""};
    if (!tl_form_object(form, object, "a setting", names, sizeof(names) / sizeof(names[0]))) {
        return TL_OK;
    }
    setting->name = tl_form_word(form, object, "name", true);
    setting->text = tl_form_text(form, object, "text", true);
    setting->rule = tl_form_word(form, object, "rule", true);
    setting->id = tl_setting_named(setting->name);
    if (setting->id == TL_SETTING_COUNT) {
        const char *all[TL_SETTING_COUNT];
        for (int i = 0; i < TL_SETTING_COUNT; i++) {
            all[i] = known[i].name;
        }
        if (setting->name[0] != '\0') {
            tl_form_unknown(form, tl_json_find(object, "name"), false, setting->name, all, TL_SETTING_COUNT,
                            "the engine has no setting `%s`", setting->name);
        }
        return TL_OK;
    }
    read_type(form, object, setting);
    if (setting->takes_choice) {
        tl_status status = read_values(ruleset, form, object, setting, error);
        if (status != TL_OK) {
            return status;
        }
    }
    const tl_json_value *values = tl_json_find(object, "values");
    if (!setting->takes_choice && values != NULL && !form->lenient) {
        tl_form_problem(form, values, true, "remove it, or use choice_or_number", "a number has no `values`");
    }
    read_default(form, object, setting);
    return TL_OK;
}

/* That no setting is there twice. */
static void check_once(const tl_ruleset *ruleset, tl_form *form) {
    bool seen[TL_SETTING_COUNT] = {false};
    for (size_t i = 0; i < ruleset->setting_count; i++) {
        const tl_setting *setting = &ruleset->settings[i];
        const tl_row *row = &ruleset->rows[TL_SECTION_SETTINGS].items[i];
        if (setting->id != TL_SETTING_COUNT && seen[setting->id]) {
            tl_form_turn_to(form, row);
            tl_form_problem(form, tl_json_find(row->value, "name"), false, "remove one of the two",
                            "the setting `%s` is there twice", setting->name);
        } else if (setting->id != TL_SETTING_COUNT) {
            seen[setting->id] = true;
        }
    }
}

tl_status tl_settings_read(tl_ruleset *ruleset, tl_form *form, tl_error *error) {
    const tl_rows *rows = &ruleset->rows[TL_SECTION_SETTINGS];
    ruleset->settings = tl_ruleset_memory(ruleset, rows->count, sizeof(*ruleset->settings));
    tl_status status = ruleset->settings != NULL ? TL_OK : tl_fail_memory(error);
    for (; ruleset->setting_count < rows->count && status == TL_OK; ruleset->setting_count++) {
        const tl_row *row = &rows->items[ruleset->setting_count];
        tl_form_turn_to(form, row);
        status = read_setting(ruleset, form, row->value, &ruleset->settings[ruleset->setting_count], error);
    }
    check_once(ruleset, form);
    return status;
}

/* --- Choosing ----------------------------------------------------------------------------------------------------- */

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
        settings->readings[i].is_number = known[i].choice_count == 0;
        settings->readings[i].number = known[i].number;
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
