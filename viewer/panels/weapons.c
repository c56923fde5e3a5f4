/* weapons.c: a unit's weapons, and the base of its models. */
#include "panels/fields.h"

#include <trueline/explain.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Weapons ------------------------------------------------------------------------------------------------------ */

typedef enum range_kind { RANGE_ALL, RANGE_UNITS, RANGE_CLOSE, RANGE_MM, RANGE_KINDS } range_kind;

static range_kind range_of(const tlv_app *app, const char *thing, double *least, double *most) {
    *least = 0;
    *most = 0;
    if (tl_scene_number(app->scene, thing, "[\"range\",\"mm\"]", most)) {
        return RANGE_MM;
    }
    if (tl_scene_word(app->scene, thing, "\"range\"")) {
        return RANGE_CLOSE;
    }
    if (tl_scene_number(app->scene, thing, "[\"range\",1]", most)) {
        tl_scene_number(app->scene, thing, "[\"range\",0]", least);
        return RANGE_UNITS;
    }
    return tl_scene_number(app->scene, thing, "\"range\"", most) ? RANGE_UNITS : RANGE_ALL;
}

static void set_range(tlv_app *app, const char *thing, range_kind kind, double least, double most) {
    char value[100];
    if (kind == RANGE_CLOSE) {
        snprintf(value, sizeof(value), "\"C\"");
    } else if (kind == RANGE_MM) {
        snprintf(value, sizeof(value), "{\"mm\":%.6g}", most);
    } else if (least > 0) {
        snprintf(value, sizeof(value), "[%.6g,%.6g]", least, most);
    } else {
        snprintf(value, sizeof(value), "%.6g", most);
    }
    tlv_set_value(app, thing, "\"range\"", kind == RANGE_ALL ? NULL : value);
}

static void range_fields(tlv_app *app, const char *thing) {
    static const char *const TEXTS[RANGE_KINDS] = {"range.all", "range.units", "range.close", "range.mm"};
    tlv_gui *gui = app->gui;
    const char *texts[RANGE_KINDS];
    double least, most;
    range_kind is = range_of(app, thing, &least, &most);
    int kind = (int)is;
    for (int i = 0; i < RANGE_KINDS; i++) {
        texts[i] = tlv_say(app, TEXTS[i]);
    }
    if (tlv_choose_field(app, "weapon.range", texts, RANGE_KINDS, &kind) && kind != (int)is) {
        set_range(app, thing, (range_kind)kind, 0, kind == RANGE_MM ? 300 : 12);
        return;
    }
    double a = least, b = most, gap = tlv_gui_px(gui, 6), wide = 0.5 * (tlv_gui_width(gui) - gap);
    bool changed = false;
    if (is == RANGE_UNITS) {
        tlv_gui_next_width(gui, wide);
        changed = tlv_gui_number(gui, "weapon.least", &a, 1, "");
        tlv_gui_tip(gui, tlv_say(app, "weapon.least"), NULL);
        tlv_gui_same_line(gui, gap);
    }
    if (is == RANGE_UNITS || is == RANGE_MM) {
        tlv_gui_next_width(gui, is == RANGE_MM ? tlv_gui_width(gui) : wide);
        changed = tlv_gui_number(gui, "weapon.most", &b, 1, is == RANGE_MM ? "mm" : "") || changed;
        tlv_gui_tip(gui, tlv_say(app, "weapon.most"), NULL);
    }
    if (changed && (a != least || b != most) && isfinite(a) && isfinite(b)) {
        set_range(app, thing, is, a, b);
    }
}

static void template_field(tlv_app *app, const char *thing) {
    enum { MOST_TEMPLATES = 16 };
    const char *texts[MOST_TEMPLATES] = {tlv_say(app, "weapon.no_template")}, *names[MOST_TEMPLATES] = {""};
    const char *is = tl_scene_word(app->scene, thing, "\"template\"");
    tl_template_info shape;
    int count = 1, chosen = 0;
    for (; count < MOST_TEMPLATES && tl_scene_template(app->scene, (size_t)count - 1, app->language, &shape); count++) {
        texts[count] = shape.text;
        names[count] = shape.name;
        chosen = is && strcmp(is, shape.name) == 0 ? count : chosen;
    }
    if (count > 1 && tlv_choose_field(app, "weapon.template", texts, count, &chosen)) {
        tlv_set_word(app, thing, "\"template\"", names[chosen]);
    }
}

/* A list of words as boxes to tick: `texts` and `tips` (may be NULL) beside them. */
typedef struct tick_list {
    const char *id, *field; /* JSON */
    const char *const *words, *const *texts, *const *tips;
    size_t count;
} tick_list;

enum { MOST_TICKS = 64 };

static bool holds(const tlv_app *app, const char *thing, const char *field, const char *word) {
    char place[64];
    const char *is;
    for (int i = 0; i < MOST_TICKS; i++) {
        snprintf(place, sizeof(place), "[%s,%d]", field, i);
        is = tl_scene_word(app->scene, thing, place);
        if (!is || strcmp(is, word) == 0) {
            return is != NULL;
        }
    }
    return false;
}

static void ticks(tlv_app *app, const char *thing, const tick_list *list) {
    tlv_gui *gui = app->gui;
    bool is[MOST_TICKS], changed = false;
    char value[MOST_TICKS * 40] = "[", id[96];
    size_t n = 1;
    for (size_t i = 0; i < list->count && i < MOST_TICKS; i++) {
        is[i] = holds(app, thing, list->field, list->words[i]);
        snprintf(id, sizeof(id), "%s.%s", list->id, list->words[i]);
        changed = tlv_gui_check(gui, id, list->texts[i], &is[i]) || changed;
        if (list->tips) {
            tlv_gui_tip(gui, list->tips[i], NULL);
        }
    }
    for (size_t i = 0; changed && i < list->count && i < MOST_TICKS && n < sizeof(value); i++) {
        if (is[i]) {
            n += (size_t)snprintf(value + n, sizeof(value) - n, "%s\"%s\"", n > 1 ? "," : "", list->words[i]);
        }
    }
    if (changed && n + 2 < sizeof(value)) {
        snprintf(value + n, sizeof(value) - n, "]");
        tlv_set_value(app, thing, list->field, n > 1 ? value : NULL);
    }
}

/* The special rules that the rule system knows, those that are set in the title of the fold. */
void tlv_skills_part(tlv_app *app, const char *thing) {
    const char *words[MOST_TICKS], *tips[MOST_TICKS];
    char title[300];
    tl_skill_info skill;
    size_t count = 0, n = (size_t)snprintf(title, sizeof(title), "%s", tlv_say(app, "field.skills"));
    for (; count < MOST_TICKS && tl_scene_skill(app->scene, count, app->language, &skill); count++) {
        words[count] = skill.name;
        tips[count] = skill.text;
        if (n < sizeof(title) && holds(app, thing, "\"skills\"", skill.name)) {
            bool first = strchr(title, ':') == NULL;
            n += (size_t)snprintf(title + n, sizeof(title) - n, "%s%s", first ? ": " : ", ", skill.name);
        }
    }
    const tick_list list = {"skill", "\"skills\"", words, words, tips, count};
    if (count > 0 && tlv_gui_fold(app->gui, "skills", title, false)) {
        ticks(app, thing, &list);
    }
}

/* Whom a template harms; nobody ticked: everybody. */
static void against_field(tlv_app *app, const char *thing) {
    tlv_word_list words = {.count = 0};
    tlv_list_words(app, TL_RULES_CLASS, NULL, &words);
    const tick_list list = {"against", "\"template_against\"", words.names, words.texts, NULL, (size_t)words.count};
    if (words.count > 0) {
        tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "weapon.against"));
        ticks(app, thing, &list);
    }
}

/* True when it was taken off. */
static bool weapon_part(tlv_app *app, const char *unit, const char *weapon) {
    char thing[5 * TLV_NAME], name[2 * TLV_NAME], edit[6 * TLV_NAME];
    tlv_gui *gui = app->gui;
    unsigned changes = app->session.changes;
    snprintf(thing, sizeof(thing), "{\"weapon\":%s,\"of\":%s}", tlv_quote(weapon, name, sizeof(name)), unit);
    tlv_word_field(app, "field.name", thing, "\"name\"");
    range_fields(app, thing);
    tlv_rules_field(app, "weapon.kind", thing, "\"kind\"", TL_RULES_WEAPON, "weapon.no_kind");
    tlv_rules_field(app, "weapon.arc", thing, "\"arc\"", TL_RULES_ARC, "arc.unsaid");
    template_field(app, thing);
    if (tl_scene_word(app->scene, thing, "\"template\"")) {
        against_field(app, thing);
    }
    tlv_number_field(app, "weapon.count", thing, "\"count\"", "", 1, true);
    tlv_point_field(app, "weapon.mount", thing, "\"mount\"");
    tlv_point_field(app, "weapon.muzzle", thing, "\"muzzle\"");
    tlv_skills_part(app, thing);
    if (tlv_gui_button(gui, "weapon.remove", tlv_say(app, "weapon.remove"), "trash", 0, TLV_BUTTON_QUIET)) {
        snprintf(edit, sizeof(edit), "{\"remove\":%s}", thing);
        tlv_edit(app, edit, "done.deleted", app->session.selected);
    }
    return app->session.changes != changes; /* ids live until then */
}

void tlv_weapons_part(tlv_app *app, const char *unit) {
    tlv_gui *gui = app->gui;
    char id[TLV_NAME], title[2 * TLV_NAME], plain[TLV_NAME], edit[4 * TLV_NAME];
    const char *weapon;
    snprintf(plain, sizeof(plain), "%s", tl_scene_unit_of(app->scene, app->session.selected));
    tlv_gui_gap(gui, 4);
    tlv_gui_text(gui, TLV_TYPE_BOLD, TLV_INK, tlv_say(app, "weapon.title"));
    for (size_t i = 0; (weapon = tl_scene_unit_weapon(app->scene, plain, i)) != NULL; i++) {
        char thing[5 * TLV_NAME], name[2 * TLV_NAME];
        snprintf(id, sizeof(id), "%s", weapon);
        snprintf(thing, sizeof(thing), "{\"weapon\":%s,\"of\":%s}", tlv_quote(id, name, sizeof(name)), unit);
        const char *said = tl_scene_word(app->scene, thing, "\"name\"");
        snprintf(title, sizeof(title), "%s", said ? said : id);
        tlv_gui_push_id(gui, id);
        bool changed = tlv_gui_fold(gui, "weapon", title, false) && weapon_part(app, unit, id);
        tlv_gui_pop_id(gui);
        if (changed) {
            break;
        }
    }
    if (tlv_gui_button(gui, "weapon.add", tlv_say(app, "weapon.add"), "plus", 0, TLV_BUTTON_PLAIN)) {
        snprintf(edit, sizeof(edit), "{\"add\":\"weapon\",\"to\":%s,\"value\":{\"range\":12%s}}", unit,
                 tlv_rules_has(app, TL_RULES_ARC, "front") ? ",\"arc\":\"front\"" : "");
        tlv_edit(app, edit, "done.added", app->session.selected);
    }
}

/* --- The base ----------------------------------------------------------------------------------------------------- */

enum { BASE_NONE, BASE_AUTO, BASE_DISC, BASE_OVAL, BASE_RECTANGLE, BASE_POLYGON };

static int base_of(const tlv_app *app, const char *asset) {
    static const char *const WORDS[] = {"disc", "oval", "rectangle", "polygon"};
    const char *shape = tl_scene_word(app->scene, asset, "[\"base\",\"shape\"]");
    for (int i = 0; shape && i < 4; i++) {
        if (strcmp(shape, WORDS[i]) == 0) {
            return BASE_DISC + i;
        }
    }
    return tl_scene_word(app->scene, asset, "\"base\"") ? BASE_AUTO : BASE_NONE;
}

/* Another kind of base begins as wide as the model stands. */
static void set_base(tlv_app *app, const char *asset, const char *member, int kind) {
    tl_box3 box;
    char value[160];
    double x = 25, y = 25;
    if (tl_scene_box_of(app->scene, member, &box, NULL) == TL_OK) {
        x = rint(fmax(1, box.high.x - box.low.x));
        y = rint(fmax(1, box.high.y - box.low.y));
    }
    if (kind == BASE_DISC) {
        snprintf(value, sizeof(value), "{\"shape\":\"disc\",\"diameter\":%.6g}", fmax(x, y));
    } else {
        snprintf(value, sizeof(value), "{\"shape\":\"%s\",\"size\":[%.6g,%.6g]}",
                 kind == BASE_OVAL ? "oval" : "rectangle", x, y);
    }
    tlv_set_value(app, asset, "\"base\"", kind == BASE_NONE ? NULL : kind == BASE_AUTO ? "\"auto\"" : value);
}

void tlv_base_part(tlv_app *app, const char *asset, const char *member) {
    static const char *const TEXTS[] = {"base.none", "base.auto",      "base.disc",
                                        "base.oval", "base.rectangle", "base.polygon"};
    const char *texts[BASE_POLYGON + 1];
    size_t size;
    int is = base_of(app, asset), kind = is;
    bool mesh = tl_scene_value(app->scene, asset, "\"mesh\"", &size) != NULL;
    for (int i = 0; i <= BASE_POLYGON; i++) {
        texts[i] = tlv_say(app, TEXTS[i]);
    }
    int count = is == BASE_POLYGON ? BASE_POLYGON + 1 : BASE_POLYGON; /* an outline isn't drawn here */
    if (tlv_choose_field(app, "field.base_shape", texts, count, &kind) && kind != is && (mesh || kind != BASE_AUTO)) {
        set_base(app, asset, member, kind);
        return;
    }
    if (is == BASE_DISC) {
        tlv_number_field(app, "field.base", asset, "[\"base\",\"diameter\"]", "mm", 25, false);
    } else if (is == BASE_OVAL || is == BASE_RECTANGLE) {
        tlv_number_field(app, "field.base_x", asset, "[\"base\",\"size\",0]", "mm", 25, false);
        tlv_number_field(app, "field.base_y", asset, "[\"base\",\"size\",1]", "mm", 25, false);
    }
}
