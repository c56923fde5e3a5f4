/* read_settings.c: reading the settings that a rule system has. */
#include "ruleset/system.h"

#include <stdio.h>
#include <string.h>

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
    const tl_setting_known *row = tl_settings_row(setting->id);
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
    const tl_setting_known *row = tl_settings_row(setting->id);
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
    setting->id = tl_settings_named(setting->name);
    if (setting->id == TL_SETTING_COUNT) {
        const char *all[TL_SETTING_COUNT];
        for (int i = 0; i < TL_SETTING_COUNT; i++) {
            all[i] = tl_settings_row((tl_setting_id)i)->name;
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

bool tl_settings_choice_named(const char *name, const char *word, tl_setting_id *setting, size_t *choice) {
    tl_setting_id id = tl_settings_named(name);
    const tl_setting_known *known = id != TL_SETTING_COUNT ? tl_settings_row(id) : NULL;
    for (size_t i = 0; known != NULL && i < known->choice_count; i++) {
        if (strcmp(known->choices[i], word) == 0) {
            *setting = id;
            *choice = i;
            return true;
        }
    }
    return false;
}
