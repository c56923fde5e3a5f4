/* settings.c: the table of all settings. */
#include "ruleset/settings.h"

#include <string.h>

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

tl_setting_id tl_settings_named(const char *name) {
    int id = 0;
    while (id < TL_SETTING_COUNT && strcmp(known[id].name, name) != 0) {
        id++;
    }
    return (tl_setting_id)id;
}

const tl_setting_known *tl_settings_row(tl_setting_id id) {
    return &known[id];
}
