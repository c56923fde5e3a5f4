/* chosen.h: the values chosen for the settings of a rule system, and what they come to. */
#ifndef TL_RULESET_CHOSEN_H
#define TL_RULESET_CHOSEN_H

#include "base/base.h"
#include "ruleset/rows.h"

/* Chosen values, one for each setting of a system, by index. Copy by value with tl_settings_copy. */
typedef struct tl_setting_value {
    bool is_number;
    double number;
    size_t choice;
    char *file; /* owned by the settings; NULL: none */
} tl_setting_value;

typedef struct tl_settings {
    const tl_ruleset *ruleset;
    tl_setting_value *values;
    tl_setting_reading *readings; /* what they come to: one for each setting that the engine knows, by its id */
} tl_settings;

/* All at their defaults. */
tl_status tl_settings_create(tl_context *context, const tl_ruleset *ruleset, tl_settings *settings, tl_error *error);
tl_status tl_settings_copy(tl_context *context, const tl_settings *from, tl_settings *to, tl_error *error);
void tl_settings_free(tl_context *context, tl_settings *settings);
/* Sets from text: a choice's word or a number. Errors name the nearest setting or list the values allowed; `settings`
 * stay as they were. */
tl_status tl_settings_set(tl_settings *settings, const char *name, const char *value, tl_error *error);
bool tl_settings_is_default(const tl_settings *settings, size_t index);
/* The value as a word or number in text. */
void tl_settings_text(const tl_settings *settings, size_t index, char *buffer, size_t size);

/* Which choice it stands at: TL_CHOICE_..., SIZE_MAX for a number or a file. */
static inline size_t tl_settings_choice(const tl_settings *settings, tl_setting_id id) {
    const tl_setting_reading *its = &settings->readings[id];
    return its->is_number || its->file != NULL ? SIZE_MAX : its->choice;
}
/* Whether it stands at a choice: tl_settings_is_at(s, TL_SETTING_LOS_TOUCH, TL_CHOICE_LOS_TOUCH_CLEAR). */
static inline bool tl_settings_is_at(const tl_settings *settings, tl_setting_id id, size_t choice) {
    return tl_settings_choice(settings, id) == choice;
}
/* The number that it stands at; `otherwise` while it stands at a choice. */
static inline double tl_settings_number_or(const tl_settings *settings, tl_setting_id id, double otherwise) {
    return settings->readings[id].is_number ? settings->readings[id].number : otherwise;
}
/* The number of a setting that takes nothing else. */
static inline double tl_settings_number_of(const tl_settings *settings, tl_setting_id id) {
    return settings->readings[id].number;
}
/* The path of the file that it names, or NULL. */
static inline const char *tl_settings_file_of(const tl_settings *settings, tl_setting_id id) {
    return settings->readings[id].file;
}
/* A length in millimetres as the settings have it, of the unit system, 0 cm or 1 inch; 0 for an unknown name. */
double tl_settings_length(const tl_settings *settings, const char *name, int units);
/* How wide a disc is as the settings have it, mm; 0: an outline. */
double tl_settings_diameter(const tl_settings *settings, const tl_template_rule *rule, int units);

#endif
