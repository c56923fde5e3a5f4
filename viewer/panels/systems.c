/* systems.c: the sheet where the rule system is chosen, and what another one doesn't know of the table is told. */
#include "panels/panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 128 };

/* --- The list ----------------------------------------------------------------------------------------------------- */

static void system_rows(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tlv_systems *s = &app->systems;
    int chosen = -1;
    for (int i = 0; i < s->count; i++) {
        const tlv_system *system = &s->list[i];
        char id[TLV_NAME + 16], note[TLV_NAME + 100];
        bool own = strcmp(system->name, tlv_system_of(app)) == 0;
        snprintf(id, sizeof(id), "system.%s", system->name);
        if (tlv_gui_row(gui, id, i == s->chosen, 26)) {
            chosen = i;
        }
        tlv_rect place = tlv_gui_last(gui);
        double top = place.y + tlv_gui_px(gui, 5);
        tlv_gui_draw_text(gui, own ? TLV_TYPE_BOLD : TLV_TYPE_BODY, place.x + tlv_gui_px(gui, 10), top,
                          tlv_gui_colour(system->title[0] != '\0' ? TLV_INK : TLV_INK_BAD),
                          system->title[0] != '\0' ? system->title : system->name);
        snprintf(note, sizeof(note), "%s%s%s", system->title[0] != '\0' ? system->name : tlv_say(app, "systems.broken"),
                 own ? "  \xc2\xb7  " : "", own ? tlv_say(app, "systems.own") : "");
        double wide = tlv_gui_text_width(gui, TLV_TYPE_SMALL, note);
        tlv_gui_draw_text(gui, TLV_TYPE_SMALL, place.x + place.width - wide - tlv_gui_px(gui, 10),
                          top + tlv_gui_px(gui, 2), tlv_gui_colour(TLV_INK_SOFT), note);
    }
    if (chosen >= 0 && chosen != s->chosen) {
        tlv_systems_choose(app, chosen);
    }
}

/* --- What it doesn't know ----------------------------------------------------------------------------------------- */

static const char *const SORTS[TL_RULES_SORTS] = {
    [TL_RULES_SETTING] = "stranger.setting",   [TL_RULES_KIND] = "stranger.kind",
    [TL_RULES_CLASS] = "stranger.class",       [TL_RULES_LOCOMOTION] = "stranger.locomotion",
    [TL_RULES_SIZE] = "stranger.size",         [TL_RULES_SKILL] = "stranger.skill",
    [TL_RULES_ARC] = "stranger.arc",           [TL_RULES_WEAPON] = "stranger.weapon",
    [TL_RULES_TEMPLATE] = "stranger.template", [TL_RULES_STANCE] = "stranger.stance",
    [TL_RULES_SCORE] = "stranger.score",       [TL_RULES_DEVIATION] = "stranger.deviation"};

/* What becomes of it when no other word takes its place. */
static const char *fate_of(const tl_rules_stranger *s) {
    return s->needed                  ? "stranger.choose"
           : s->refused               ? "stranger.goes"
           : s->sort == TL_RULES_KIND ? "stranger.obstacle"
                                      : "stranger.stays";
}

/* "Kind of terrain: wood (Oak wood and 3 others)" */
static void sentence_of(tlv_app *app, const tl_rules_stranger *s, char *text, size_t size) {
    char others[24], who[2 * TLV_NAME], word[2 * TLV_NAME];
    const tl_rules_word own = {s->word, "", ""};
    const char *label = s->sort == TL_RULES_SETTING ? s->word : tlv_rules_label(app, s->sort, &own);
    snprintf(word, sizeof(word), s->value[0] != '\0' ? "%s = %s" : "%s", label, s->value);
    who[0] = '\0';
    if (s->thing[0] != '\0' && s->count > 1) {
        snprintf(others, sizeof(others), "%zu", s->count - 1);
        tlv_say_with(app, who, sizeof(who), "stranger.more", tlv_name_of(app, s->thing), others);
    } else if (s->thing[0] != '\0') {
        snprintf(who, sizeof(who), "%s", tlv_name_of(app, s->thing));
    }
    tlv_say_with(app, text, size, SORTS[s->sort], word);
    if (who[0] != '\0') {
        size_t used = strlen(text);
        snprintf(text + used, size - used, " (%s)", who);
    }
}

static void stranger_row(tlv_app *app, size_t index, const tl_rules_stranger *s) {
    tlv_gui *gui = app->gui;
    const char *words[MOST_WORDS + 1] = {tlv_say(app, fate_of(s))};
    char text[6 * TLV_NAME], id[2 * TLV_NAME];
    int count = 1;
    tl_rules_word word;
    bool choice = s->sort != TL_RULES_SETTING && s->sort != TL_RULES_SKILL;
    sentence_of(app, s, text, sizeof(text));
    tlv_gui_text(gui, TLV_TYPE_BODY, s->needed && app->systems.answers[index] == 0 ? TLV_INK_BAD : TLV_INK, text);
    for (;
         choice && count <= MOST_WORDS && tl_rules_change_word(app->systems.change, s->sort, (size_t)count - 1, &word);
         count++) {
        words[count] = tlv_rules_label(app, s->sort, &word);
    }
    if (count > 1) {
        snprintf(id, sizeof(id), "%s.%s", SORTS[s->sort], s->word);
        tlv_gui_next_width(gui, fmin(tlv_gui_width(gui), tlv_gui_px(gui, 380)));
        tlv_gui_choose(gui, id, words, count, &app->systems.answers[index]);
    } else {
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, words[0]);
    }
    tlv_gui_gap(gui, 4);
}

static void strangers(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tlv_systems *s = &app->systems;
    tl_rules_stranger stranger;
    char text[600];
    size_t count = 0;
    while (tl_rules_change_stranger(s->change, count, &stranger)) {
        count++;
    }
    tlv_gui_rule(gui);
    if (count == 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "systems.all_known"));
        return;
    }
    tlv_gui_text(gui, TLV_TYPE_BOLD, TLV_INK,
                 tlv_say_with(app, text, sizeof(text), "systems.strangers", tl_rules_change_title(s->change)));
    tlv_gui_part(gui, "strangers", fmin(tlv_gui_px(gui, 54) * (double)count, 0.36 * app->height));
    for (int urgent = 2; urgent >= 0; urgent--) { /* what must be chosen, what goes, what stays */
        for (size_t i = 0; i < count && i < TLV_STRANGERS; i++) {
            tl_rules_change_stranger(s->change, i, &stranger);
            if ((stranger.needed ? 2 : stranger.refused ? 1 : 0) == urgent) {
                stranger_row(app, i, &stranger);
            }
        }
    }
    tlv_gui_part_end(gui);
    if (!tlv_systems_may_take(app)) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_BAD, tlv_say(app, "systems.wants"));
    }
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "systems.undo"));
}

/* --- The sheet ---------------------------------------------------------------------------------------------------- */

static void what_of_it(tlv_app *app) {
    const tlv_systems *s = &app->systems;
    char text[1700];
    if (s->problem.status != TL_OK) {
        tl_report_text(&s->problem, text, sizeof(text));
        tlv_gui_rule(app->gui);
        tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK_BAD, tlv_say(app, "systems.cant"));
        tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_BAD, text);
    } else if (s->change) {
        strangers(app);
    }
}

void tlv_systems_sheet(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tlv_systems *s = &app->systems;
    bool open = app->sheet == TLV_SHEET_RULES && app->scene;
    if (!tlv_gui_sheet(gui, "systems", tlv_say(app, "systems.title"), 600, false, &open)) {
        return;
    }
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, s->fresh ? "systems.fresh" : "systems.what"));
    tlv_gui_gap(gui, 2);
    system_rows(app);
    what_of_it(app);
    tlv_gui_gap(gui, 6);
    bool may = tlv_systems_may_take(app), settled = !s->change && s->problem.status == TL_OK;
    tlv_gui_disable(gui, !may && !settled);
    bool take = tlv_gui_button(gui, "take", tlv_say(app, settled ? "systems.keep" : "systems.take"), NULL, 0,
                               TLV_BUTTON_MAIN) ||
                ((may || settled) && tlv_gui_pressed(gui, TLV_KEY_ENTER));
    tlv_gui_enable(gui);
    if (!settled) {
        tlv_gui_same_line(gui, -1);
        open = !tlv_gui_button(gui, "back", tlv_say(app, "sheet.back"), NULL, 0, TLV_BUTTON_PLAIN) && open;
    }
    tlv_gui_sheet_end(gui);
    if (take && may) {
        tlv_systems_take(app);
    } else if (take || !open) {
        app->sheet = TLV_SHEET_NONE;
        tlv_systems_end(app);
    }
}
