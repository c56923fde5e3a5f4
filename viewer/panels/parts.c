/* parts.c: the workbench's part of the right panel: what marks make, how they are drawn, what the shape suggests, and
 * the marks with their numbers. */
#include "panels/panels.h"

#include "commands/commands.h"
#include "tools/bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const ROLE_IDS[TLV_ROLES] = {"parts.core", "parts.limb", "parts.gear", "parts.base", "parts.stand"};
static const char *const ROLE_TEXTS[TLV_ROLES] = {"role.core", "role.limb", "role.gear", "role.base", "role.stand"};
static const char *const ROLE_TIPS[TLV_ROLES] = {"role.core.tip", "role.limb.tip", "role.gear.tip", "role.base.tip",
                                                 "role.stand.tip"};
static const char *const SHAPE_IDS[TLV_MARK_SHAPES] = {"parts.box", "parts.plane", "parts.brush"};
static const char *const SHAPE_TEXTS[TLV_MARK_SHAPES] = {"shape.box", "shape.plane", "shape.brush"};

static const char *keys_of(tlv_app *app, const char *id, char keys[40]) {
    return tlv_command_keys(app, tlv_command_at(tlv_command_find(id)), 0, keys);
}

/* A line for each role: its colour, its name, how much of the surface it has. */
static void roles(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "parts.as"));
    for (int i = 0; i < TLV_ROLES; i++) {
        char keys[40], share[48];
        if (tlv_gui_row(gui, ROLE_IDS[i], app->bench->role == i, 26)) {
            tlv_want(app, ROLE_IDS[i]);
        }
        tlv_gui_tip(gui, tlv_say(app, ROLE_TIPS[i]), keys_of(app, ROLE_IDS[i], keys));
        tlv_rect at = tlv_gui_last(gui);
        double px = tlv_gui_px(gui, 1), line = at.y + 5 * px;
        const tlv_rect plate = {at.x + (int)(8 * px), at.y + (int)(6 * px), (int)(14 * px), (int)(14 * px)};
        tlv_gui_draw_plate(gui, plate, 3 * px, tl_part_colour((tl_part)i));
        tlv_gui_draw_text(gui, app->bench->role == i ? TLV_TYPE_BOLD : TLV_TYPE_BODY, at.x + 30 * px, line,
                          tlv_gui_colour(TLV_INK), tlv_say(app, ROLE_TEXTS[i]));
        const char *told = i == TL_PART_CORE ? tlv_parts_told_by(app) : "";
        bool laid = strcmp(told, "capsule") == 0 || strcmp(told, "cylinder") == 0 || strcmp(told, "box") == 0;
        if (laid) { /* it has no share of the mesh's surface */
            snprintf(share, sizeof(share), "%s", tlv_say(app, "parts.laid_over"));
        } else {
            snprintf(share, sizeof(share), "%.0f %%", 100 * app->bench->share[i]);
        }
        double wide = tlv_gui_text_width(gui, TLV_TYPE_BODY, share);
        tlv_gui_draw_text(gui, TLV_TYPE_BODY, at.x + at.width - wide - 8 * px, line, tlv_gui_colour(TLV_INK_SOFT),
                          share);
    }
}

static void shapes(tlv_app *app) {
    tlv_gui *gui = app->gui;
    char keys[40];
    double gap = tlv_gui_px(gui, 6), wide = (tlv_gui_width(gui) - 2 * gap) / 3;
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "parts.with"));
    for (int i = 0; i < TLV_MARK_SHAPES; i++) {
        if (i > 0) {
            tlv_gui_same_line(gui, gap);
        }
        unsigned style = app->bench->shape == (tlv_mark_shape)i ? TLV_BUTTON_LIT : TLV_BUTTON_PLAIN;
        if (tlv_gui_button(gui, SHAPE_IDS[i], tlv_say(app, SHAPE_TEXTS[i]), NULL, wide, style)) {
            tlv_want(app, SHAPE_IDS[i]);
        }
        const tlv_command *command = tlv_command_at(tlv_command_find(SHAPE_IDS[i]));
        tlv_gui_tip(gui, tlv_command_name(app, command), keys_of(app, SHAPE_IDS[i], keys));
    }
    if (app->bench->shape == TLV_MARK_BRUSH) {
        double across = 2 * app->bench->brush_mm;
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "parts.brush_width"));
        tlv_gui_next_width(gui, tlv_gui_width(gui));
        if (tlv_gui_number(gui, "brush", &across, 2, "mm") && isfinite(across) && across > 0) {
            app->bench->brush_mm = 0.5 * across;
        }
    }
}

/* --- What the shape suggests -------------------------------------------------------------------------------------- */

static void suggestions(tlv_app *app) {
    static const char *const SHAPES[][2] = {{"capsule", "shape.capsule"},
                                            {"cylinder", "shape.cylinder"},
                                            {"box", "shape.box"},
                                            {"hull-above", "shape.hull_above"}};
    tlv_gui *gui = app->gui;
    const tl_asset_suggestion *s = &app->bench->suggestion;
    char text[300], number[32];
    if (s->core[0] == '\0' && s->base[0] == '\0') {
        return;
    }
    tlv_gui_rule(gui);
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "parts.suggested"));
    if (s->core[0] != '\0') {
        const char *shape = "";
        for (size_t i = 0; i < sizeof(SHAPES) / sizeof(*SHAPES); i++) {
            shape = strcmp(SHAPES[i][0], s->shape) == 0 ? tlv_say(app, SHAPES[i][1]) : shape;
        }
        snprintf(number, sizeof(number), "%.0f", 100 * s->holds);
        tlv_say_with(app, text, sizeof(text), "parts.suggested_core", shape, number);
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, text);
        tlv_command_button(app, "parts.suggested_core", true, TLV_BUTTON_PLAIN);
    }
    if (s->base[0] != '\0') {
        char x[32], y[32];
        snprintf(x, sizeof(x), "%.1f", s->base_mm[0]);
        snprintf(y, sizeof(y), "%.1f", s->base_mm[1]);
        tlv_say_with(app, text, sizeof(text),
                     fabs(s->base_mm[0] - s->base_mm[1]) < 0.05 ? "parts.suggested_disc" : "parts.suggested_oval", x,
                     y);
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, text);
        tlv_command_button(app, "parts.suggested_base", true, TLV_BUTTON_PLAIN);
    }
}

/* --- The marks ---------------------------------------------------------------------------------------------------- */

static bool three(tlv_app *app, const char *label, tl_vec3 *v, int decimals) {
    static const char *const AXES[3] = {"x", "y", "z"};
    tlv_gui *gui = app->gui;
    double *c[3] = {&v->x, &v->y, &v->z};
    double gap = tlv_gui_px(gui, 4), wide = (tlv_gui_width(gui) - 2 * gap) / 3;
    bool changed = false;
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, label));
    tlv_gui_push_id(gui, label);
    for (int i = 0; i < 3; i++) {
        double value = *c[i];
        if (i > 0) {
            tlv_gui_same_line(gui, gap);
        }
        tlv_gui_next_width(gui, wide);
        if (tlv_gui_number(gui, AXES[i], &value, decimals, "") && value != *c[i] && isfinite(value)) {
            *c[i] = value;
            changed = true;
        }
    }
    tlv_gui_pop_id(gui);
    return changed;
}

static void order(double *low, double *high) {
    double a = fmin(*low, *high), b = fmax(*low, *high);
    *low = a;
    *high = b;
}

static void numbers(tlv_app *app, int index, tlv_mark_cut *cut) {
    tlv_gui *gui = app->gui;
    bool changed = false;
    if (cut->is_plane) {
        double offset = cut->plane.offset;
        changed = three(app, "parts.normal", &cut->plane.normal, 3);
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "parts.offset"));
        tlv_gui_next_width(gui, tlv_gui_width(gui));
        if (tlv_gui_number(gui, "offset", &offset, 2, "mm") && offset != cut->plane.offset && isfinite(offset)) {
            cut->plane.offset = offset;
            changed = true;
        }
    } else {
        changed = three(app, "parts.low", &cut->box.low, 2);
        changed = three(app, "parts.high", &cut->box.high, 2) || changed;
        order(&cut->box.low.x, &cut->box.high.x);
        order(&cut->box.low.y, &cut->box.high.y);
        order(&cut->box.low.z, &cut->box.high.z);
    }
    if (changed) {
        tlv_parts_write(app, index, cut);
    }
    if (cut->is_plane) {
        tlv_command_button(app, "parts.flip", true, TLV_BUTTON_PLAIN);
    }
    tlv_command_button(app, "parts.drop", true, TLV_BUTTON_PLAIN);
}

static void marks(tlv_app *app) {
    tlv_gui *gui = app->gui;
    int count = tlv_parts_count(app);
    const char *by = tlv_parts_told_by(app);
    tlv_mark_cut cut;
    tlv_gui_rule(gui);
    if (count == 0) {
        const char *text = by[0] == '\0'              ? "parts.told_by.nothing"
                           : strcmp(by, "parts") == 0 ? "parts.told_by.names"
                                                      : "parts.told_by.shape";
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, text));
    } else {
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "parts.marks"));
    }
    for (int i = 0; i < count && tlv_parts_read(app, i, &cut); i++) {
        char id[32], text[200];
        snprintf(id, sizeof(id), "mark.%d", i);
        if (tlv_gui_row(gui, id, app->bench->chosen == i, 24)) {
            app->bench->chosen = app->bench->chosen == i ? -1 : i;
            app->models_changed = true;
        }
        tlv_rect at = tlv_gui_last(gui);
        double px = tlv_gui_px(gui, 1);
        const tlv_rect plate = {at.x + (int)(8 * px), at.y + (int)(6 * px), (int)(12 * px), (int)(12 * px)};
        tlv_gui_draw_plate(gui, plate, 3 * px, tl_part_colour((tl_part)cut.role));
        bool keeps = strcmp(cut.verb, "keep") == 0;
        tlv_say_with(app, text, sizeof(text), keeps ? "parts.mark_outside" : "parts.mark",
                     tlv_say(app, cut.is_plane ? "shape.plane" : "shape.box"), tlv_say(app, ROLE_TEXTS[cut.role]));
        tlv_gui_draw_text(gui, TLV_TYPE_BODY, at.x + 28 * px, at.y + 4 * px, tlv_gui_colour(TLV_INK), text);
        if (app->bench->chosen == i) {
            tlv_gui_show_last(gui);
            tlv_gui_push_id(gui, id);
            numbers(app, i, &cut);
            tlv_gui_pop_id(gui);
        }
    }
    tlv_gui_gap(gui, 4);
    if (app->bench->shape != TLV_MARK_BRUSH) {
        tlv_command_button(app, "parts.add", true, TLV_BUTTON_PLAIN);
    }
    if (count > 0) {
        tlv_command_button(app, "parts.clear", true, TLV_BUTTON_PLAIN);
    }
}

void tlv_parts_panel(tlv_app *app) {
    tlv_gui *gui = app->gui;
    char text[2 * TLV_NAME];
    if (!app->bench) {
        return;
    }
    tlv_say_with(app, text, sizeof(text), "parts.title", app->bench->asset);
    tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK, text);
    tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "parts.of_all"));
    tlv_gui_gap(gui, 4);
    roles(app);
    tlv_gui_gap(gui, 4);
    shapes(app);
    tlv_gui_gap(gui, 4);
    tlv_command_button(app, "parts.front", true, TLV_BUTTON_QUIET);
    tlv_gui_same_line(gui, -1);
    tlv_command_button(app, "parts.side", true, TLV_BUTTON_QUIET);
    tlv_command_button(app, "parts.done", true, TLV_BUTTON_MAIN);
    suggestions(app);
    marks(app);
}
