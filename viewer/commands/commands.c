/* commands.c: the table of commands: what each does, its keys, and when it can be done. */
#include "commands/commands.h"

#include "panels/panels.h"
#include "tools/bench.h"
#include "tools/tool.h"

#include <stdio.h>
#include <string.h>

const char *const tlv_part_names[TLV_PARTS] = {"part.tools",  "part.view", "part.edit",  "part.parts",
                                               "part.ruling", "part.file", "part.window"};

/* --- When --------------------------------------------------------------------------------------------------------- */

static bool has_table(const tlv_app *app) {
    return app->scene != NULL;
}

static bool has_selection(const tlv_app *app) {
    return app->scene && app->session.selected[0] != '\0';
}

/* While something is placed or dragged keys are about that, or about nothing: never about what stands behind it. */
static bool is_in_hand(const tlv_app *app) {
    return app->session.trial != NULL;
}

/* What is selected may be changed. */
static bool may_change(const tlv_app *app) {
    return has_selection(app) && !is_in_hand(app);
}

/* ... or else what follows the pointer from the shelf. */
static bool may_change_held(const tlv_app *app) {
    return app->scene && (may_change(app) || tlv_holds_ghost(app));
}

/* ... or what is dragged. */
static bool may_turn(const tlv_app *app) {
    return may_change_held(app) || (has_selection(app) && app->hand.gesture == TLV_GESTURE_TOOL && !app->bench);
}

static bool may_select(const tlv_app *app) {
    return app->scene && !is_in_hand(app);
}

static bool builds(const tlv_app *app) {
    return app->hand.gesture != TLV_GESTURE_TOOL &&
           (!is_in_hand(app) || (tlv_holds_ghost(app) && app->shelf.terrain && !app->shelf.like)) && app->scene &&
           (tlv_is_terrain(app, app->session.selected) || app->shelf.terrain);
}

static bool draws(const tlv_app *app) {
    return app->scene && strcmp(tlv_tools[app->tool]->id, "outline") == 0;
}

static bool can_undo(const tlv_app *app) {
    return app->scene && app->hand.gesture != TLV_GESTURE_TOOL && tlv_session_can_undo(&app->session);
}

static bool can_redo(const tlv_app *app) {
    return app->scene && app->hand.gesture != TLV_GESTURE_TOOL && tlv_session_can_redo(&app->session);
}

static bool is_loading(const tlv_app *app) {
    return app->loader != NULL;
}

/* --- What --------------------------------------------------------------------------------------------------------- */

static void use_tool(tlv_app *app, int tool) {
    tlv_use_tool(app, tool);
}

static void look(tlv_app *app, int from_above) {
    if (from_above) {
        tlv_look_top(app);
    } else {
        tlv_look_home(app);
    }
}

static void look_from_eyes(tlv_app *app, int value) {
    (void)value;
    tlv_look_from(app, app->session.selected);
}

static void frame(tlv_app *app, int value) {
    (void)value;
    tlv_frame(app, app->session.selected);
}

/* The one key for both: while one looks through eyes there are no panels in the way anyway. */
static void panels_or_eyes(tlv_app *app, int value) {
    (void)value;
    const char *other = app->scene ? tlv_other_eyes(app) : "";
    if (other[0] != '\0') {
        tlv_look_from(app, other);
    } else {
        app->no_panels = !app->no_panels;
        app->view_changed = app->chrome_changed = true;
    }
}

static void turn(tlv_app *app, int degrees) {
    tlv_turn(app, degrees);
}

enum { NUDGE_LEFT, NUDGE_RIGHT, NUDGE_NEARER, NUDGE_AWAY };

static void nudge(tlv_app *app, int which) {
    static const int way[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    tlv_nudge(app, way[which][0], way[which][1]);
}

static void undo(tlv_app *app, int again) {
    tl_error error = {0};
    const tlv_step *step = again ? tlv_session_redo(&app->session, &error) : tlv_session_undo(&app->session, &error);
    if (!step) {
        tlv_note_error(app, &error);
        return;
    }
    if (tl_scene_unit_of(app->scene, step->who) || tlv_is_terrain(app, step->who)) {
        tlv_session_select(&app->session, step->who);
    }
    if (step->who[0] != '\0') {
        tlv_note(app, false, again ? "note.redone" : "note.undone", tlv_say(app, step->what),
                 tlv_name_of(app, step->who));
    } else {
        tlv_note(app, false, again ? "note.redone_it" : "note.undone_it", tlv_say(app, step->what));
    }
    tlv_log(app, "%s %s", again ? "redo" : "undo", step->who);
    tlv_after_edit(app);
}

static void delete_picked(tlv_app *app, int value) {
    (void)value;
    tlv_delete(app);
}

static void duplicate(tlv_app *app, int value) {
    (void)value;
    tlv_duplicate(app);
}

static void lift(tlv_app *app, int value) {
    (void)value;
    tlv_lift(app);
}

static void tilt(tlv_app *app, int degrees) {
    tlv_tilt(app, degrees, false);
}

static void roll(tlv_app *app, int degrees) {
    tlv_tilt(app, degrees, true);
}

static void rest(tlv_app *app, int value) {
    (void)value;
    tlv_rest(app);
}

static void scale(tlv_app *app, int larger) {
    tlv_scale_picked(app, larger > 0 ? 1.05 : 1 / 1.05);
}

/* What is selected shares an asset with others. */
static bool may_part(const tlv_app *app) {
    char thing[2 * TLV_NAME];
    const char *asset =
        may_change(app) ? tl_scene_word(app->scene, tlv_quote(app->session.selected, thing, sizeof(thing)), "\"asset\"")
                        : NULL;
    return asset && tlv_others_of_asset(app, asset) > 0;
}

static void own_asset(tlv_app *app, int value) {
    (void)value;
    tlv_own_asset(app);
}

static void next_shape(tlv_app *app, int value) {
    (void)value;
    tlv_next_shape(app);
}

static void change_kind(tlv_app *app, int step) {
    tlv_next_kind(app, step);
}

static void select_more(tlv_app *app, int all) {
    if (all) {
        tlv_select_all(app);
    } else {
        tlv_select_units(app);
    }
}

static void change_units(tlv_app *app, int value) {
    (void)value;
    bool inch = tlv_is_inch(app);
    tl_error error = {0};
    if (tl_scene_set(app->scene, "units", inch ? "cm" : "inch", &error) != TL_OK) {
        tlv_note_error(app, &error);
        return;
    }
    tlv_note(app, false, inch ? "note.cm" : "note.inch", NULL);
    app->content_changed = app->chrome_changed = true; /* the grid is in these units */
    tlv_ask(app, true);
}

/* One step back: eyes, question, tool, selection. */
static void back(tlv_app *app, int value) {
    (void)value;
    app->note_until = 0;
    app->chrome_changed = true;
    if (!app->scene) {
        return;
    }
    const tlv_tool *tool = tlv_tools[app->tool];
    if (app->eye_of[0] != '\0') {
        tlv_leave_eyes(app, true);
    } else if (app->form.open) {
        app->form.open = false;
    } else if ((!tool->back || !tool->back(app)) && app->tool != TLV_TOOL_SELECT) {
        tlv_use_tool(app, TLV_TOOL_SELECT);
    }
}

static void show_sheet(tlv_app *app, int sheet) {
    app->sheet = app->sheet == (tlv_sheet)sheet ? TLV_SHEET_NONE : (tlv_sheet)sheet;
    app->search[0] = '\0';
    app->chosen = 0;
    app->chrome_changed = true;
}

static void open_file(tlv_app *app, int purpose) {
    tlv_browse_begin(app, (tlv_purpose)purpose);
    app->typed_path[0] = '\0';
    show_sheet(app, TLV_SHEET_OPEN);
}

static void open_sample(tlv_app *app, int value) {
    (void)value;
    char path[4096];
    if (tlv_sample_path(app, path, sizeof(path))) {
        tlv_open(app, path);
    } else {
        tlv_note(app, false, "note.no_sample", NULL);
    }
}

static void save(tlv_app *app, int value) {
    (void)value;
    tlv_save(app);
}

static void save_as(tlv_app *app, int value) {
    (void)value;
    tlv_ask_where(app);
}

static void new_table(tlv_app *app, int value) {
    (void)value;
    tlv_new_table(app, NULL, NULL);
}

static bool is_missing(const tlv_app *app) {
    return app->scene && tlv_missing_count(app) > 0;
}

static void save_picture(tlv_app *app, int value) {
    (void)value;
    tlv_save_picture(app);
}

static void stop_mapping(tlv_app *app, int value) {
    (void)value;
    tlv_stop_mapping(app);
}

static void cancel_loading(tlv_app *app, int value) {
    (void)value;
    tlv_cancel_loading(app);
}

static void close_window(tlv_app *app, int value) {
    (void)value;
    tlv_close_window(app);
}

static bool is_ruled(const tlv_app *app) {
    return app->scene && tlv_is_ruled(app);
}

static void copy_ruling(tlv_app *app, int value) {
    (void)value;
    tlv_window_copy(app->window, tl_ruling_text(app->inquiry.answer.ruling));
    tlv_note(app, false, "note.copied", NULL);
}

static void save_ruling(tlv_app *app, int report) {
    tlv_save_ruling(app, report ? ".html" : ".png");
}

static void try_settings(tlv_app *app, int value) {
    (void)value;
    app->inquiry.choosing = !app->inquiry.choosing;
    app->no_panels = false;
    app->view_changed = true;
}

static bool may_change_rules(const tlv_app *app) {
    return app->scene && !is_in_hand(app) && !app->bench;
}

static void choose_rules(tlv_app *app, int value) {
    (void)value;
    tlv_systems_open(app, false);
}

static void compare_rules(tlv_app *app, int value) {
    (void)value;
    tlv_compare_rules(app);
}

static void show_settings(tlv_app *app, int value) {
    (void)value;
    app->form.open = !app->form.open;
    app->no_panels = false;
    app->view_changed = true;
}

static void change_night(tlv_app *app, int value) {
    (void)value;
    tlv_change_night(app);
}

static bool may_keep_tried(const tlv_app *app) {
    return app->scene && app->inquiry.try_name[0] != '\0' && !is_in_hand(app);
}

/* What was tried becomes the scene's. */
static void keep_tried(tlv_app *app, int value) {
    (void)value;
    char name[TLV_TRY_WORDS], is[TLV_TRY_WORDS]; /* the edit forgets what is tried */
    memcpy(name, app->inquiry.try_name, sizeof(name));
    memcpy(is, app->inquiry.try_value, sizeof(is));
    tlv_set_setting(app, name, is);
}

static bool may_think_longer(const tlv_app *app) {
    return app->scene && tlv_may_think_longer(app);
}

static void think_longer(tlv_app *app, int value) {
    (void)value;
    tlv_think_longer(app);
}

static void march(tlv_app *app, int value) {
    (void)value;
    app->manner.march = !app->manner.march;
    tlv_note(app, false, app->manner.march ? "note.march" : "note.move", NULL);
    tlv_ask(app, true);
    if (app->mapping.fires) {
        tlv_map_is_old(app, true);
    }
}

static bool uses(const tlv_app *app, const char *tool) {
    return app->scene && strcmp(tlv_tools[app->tool]->id, tool) == 0;
}

static bool may_go(const tlv_app *app) {
    return app->scene && tlv_move_may_go(app);
}

static void go(tlv_app *app, int value) {
    (void)value;
    tlv_move_go(app);
}

static bool moves(const tlv_app *app) {
    return uses(app, "move") && app->inquiry.from[0] != '\0';
}

static void next_target(tlv_app *app, int value) {
    (void)value;
    tlv_firing_next(app);
}

static void best_place(tlv_app *app, int value) {
    (void)value;
    tlv_template_best(app);
}

static void next_template(tlv_app *app, int value) {
    (void)value;
    tlv_template_next(app);
}

static bool maps(const tlv_app *app) {
    return uses(app, "map");
}

static void next_map(tlv_app *app, int value) {
    (void)value;
    tlv_map_kind kind = (tlv_map_kind)((app->mapping.kind + 1) % TLV_MAPS);
    tlv_forget_map(app);
    app->mapping.kind = kind;
    tlv_ask_map(app);
}

/* Words and numbers of the right panel are typed from here on, Tab goes to the next. */
static void type(tlv_app *app, int value) {
    (void)value;
    app->no_panels = false;
    tlv_gui_enter_fields(app->gui);
}

static void leave_parts(tlv_app *app, int value) {
    (void)value;
    tlv_use_tool(app, TLV_TOOL_SELECT);
}

static void speak(tlv_app *app, int number) {
    app->language = tl_language_tag((size_t)number);
    app->chrome_changed = true;
}

/* --- The table ---------------------------------------------------------------------------------------------------- */

#define KEY(k)                                                                                                         \
    {                                                                                                                  \
        {k, false, false}, {                                                                                           \
            0, false, false                                                                                            \
        }                                                                                                              \
    }
#define KEYS(k, l)                                                                                                     \
    {                                                                                                                  \
        {k, false, false}, {                                                                                           \
            l, false, false                                                                                            \
        }                                                                                                              \
    }
#define CTRL(k)                                                                                                        \
    {                                                                                                                  \
        {k, true, false}, {                                                                                            \
            0, false, false                                                                                            \
        }                                                                                                              \
    }
#define SHIFT(k)                                                                                                       \
    {                                                                                                                  \
        {k, false, true}, {                                                                                            \
            0, false, false                                                                                            \
        }                                                                                                              \
    }
#define ANY_KEY(k)                                                                                                     \
    {                                                                                                                  \
        {k, false, TLV_SHIFT_ANY}, {                                                                                   \
            0, false, false                                                                                            \
        }                                                                                                              \
    }
#define NO_KEY                                                                                                         \
    {                                                                                                                  \
        {0, false, false}, {                                                                                           \
            0, false, false                                                                                            \
        }                                                                                                              \
    }

static const tlv_command COMMANDS[] = {
    {"view.edge", TLV_PART_VIEW, "edge", KEYS('1', TLV_KEY_HOME), false, has_table, look, false},
    {"view.top", TLV_PART_VIEW, "top", KEY('2'), false, has_table, look, true},
    {"view.eye", TLV_PART_VIEW, "eye", KEY('3'), false, has_selection, look_from_eyes, 0},
    {"view.frame", TLV_PART_VIEW, NULL, KEY('.'), false, has_table, frame, 0},
    {"view.panels", TLV_PART_VIEW, "panel", KEY(TLV_KEY_TAB), false, has_table, panels_or_eyes, 0},
    {"edit.undo", TLV_PART_EDIT, "undo", CTRL('Z'), true, can_undo, undo, false},
    {"edit.redo", TLV_PART_EDIT, "redo", {{'Y', true, false}, {'Z', true, true}}, true, can_redo, undo, true},
    {"edit.left", TLV_PART_EDIT, NULL, ANY_KEY(TLV_KEY_LEFT), true, may_change, nudge, NUDGE_LEFT},
    {"edit.right", TLV_PART_EDIT, NULL, ANY_KEY(TLV_KEY_RIGHT), true, may_change, nudge, NUDGE_RIGHT},
    {"edit.away", TLV_PART_EDIT, NULL, ANY_KEY(TLV_KEY_UP), true, may_change, nudge, NUDGE_AWAY},
    {"edit.nearer", TLV_PART_EDIT, NULL, ANY_KEY(TLV_KEY_DOWN), true, may_change, nudge, NUDGE_NEARER},
    {"edit.turn_left", TLV_PART_EDIT, "turn", KEY('Q'), true, may_turn, turn, 15},
    {"edit.turn_right", TLV_PART_EDIT, NULL, KEY('E'), true, may_turn, turn, -15},
    {"edit.nudge_left", TLV_PART_EDIT, NULL, {{'Q', false, true}, {0}}, true, may_turn, turn, 5},
    {"edit.nudge_right", TLV_PART_EDIT, NULL, {{'E', false, true}, {0}}, true, may_turn, turn, -5},
    {"edit.lift", TLV_PART_EDIT, NULL, KEY(TLV_KEY_PAGE_UP), true, may_change_held, lift, 0},
    {"edit.tilt_down", TLV_PART_EDIT, NULL, KEY(']'), true, may_change, tilt, 5},
    {"edit.tilt_up", TLV_PART_EDIT, NULL, KEY('['), true, may_change, tilt, -5},
    {"edit.roll_left", TLV_PART_EDIT, NULL, {{']', false, true}, {0}}, true, may_change, roll, 5},
    {"edit.roll_right", TLV_PART_EDIT, NULL, {{'[', false, true}, {0}}, true, may_change, roll, -5},
    {"edit.rest", TLV_PART_EDIT, NULL, KEY(TLV_KEY_PAGE_DOWN), false, may_change, rest, 0},
    {"edit.grow", TLV_PART_EDIT, NULL, {{'+', false, false}, {'=', false, true}}, true, may_change, scale, 1},
    {"edit.shrink", TLV_PART_EDIT, NULL, KEY('-'), true, may_change, scale, -1},
    {"edit.kind", TLV_PART_EDIT, NULL, KEY('J'), true, builds, change_kind, 1},
    {"edit.kind_back", TLV_PART_EDIT, NULL, {{'J', false, true}, {0}}, true, builds, change_kind, -1},
    {"outline.shape", TLV_PART_EDIT, NULL, KEY('X'), false, draws, next_shape, 0},
    {"edit.night", TLV_PART_EDIT, NULL, {{'N', false, true}, {0}}, false, may_change_rules, change_night, 0},
    {"edit.own_asset", TLV_PART_EDIT, NULL, NO_KEY, false, may_part, own_asset, 0},
    {"edit.duplicate", TLV_PART_EDIT, NULL, CTRL('D'), true, may_change, duplicate, 0},
    {"edit.delete", TLV_PART_EDIT, NULL, KEYS(TLV_KEY_DELETE, TLV_KEY_BACKSPACE), false, may_change_held, delete_picked,
     0},
    {"edit.unit", TLV_PART_EDIT, NULL, CTRL('G'), false, may_change, select_more, false},
    {"edit.all", TLV_PART_EDIT, NULL, CTRL('A'), false, may_select, select_more, true},
    {"edit.back", TLV_PART_EDIT, NULL, KEY(TLV_KEY_ESCAPE), false, NULL, back, 0},
    {"parts.core", TLV_PART_PARTS, NULL, SHIFT('1'), false, tlv_parts_is_open, tlv_parts_set_role, TL_PART_CORE},
    {"parts.limb", TLV_PART_PARTS, NULL, SHIFT('2'), false, tlv_parts_is_open, tlv_parts_set_role, TL_PART_LIMB},
    {"parts.gear", TLV_PART_PARTS, NULL, SHIFT('3'), false, tlv_parts_is_open, tlv_parts_set_role, TL_PART_GEAR},
    {"parts.base", TLV_PART_PARTS, NULL, SHIFT('4'), false, tlv_parts_is_open, tlv_parts_set_role, TL_PART_BASE},
    {"parts.stand", TLV_PART_PARTS, NULL, SHIFT('5'), false, tlv_parts_is_open, tlv_parts_set_role, TL_PART_STAND},
    {"parts.box", TLV_PART_PARTS, NULL, SHIFT('B'), false, tlv_parts_is_open, tlv_parts_set_shape, TLV_MARK_BOX},
    {"parts.plane", TLV_PART_PARTS, NULL, SHIFT('P'), false, tlv_parts_is_open, tlv_parts_set_shape, TLV_MARK_PLANE},
    {"parts.brush", TLV_PART_PARTS, NULL, SHIFT('R'), false, tlv_parts_is_open, tlv_parts_set_shape, TLV_MARK_BRUSH},
    {"parts.add", TLV_PART_PARTS, "plus", SHIFT('A'), false, tlv_parts_is_open, tlv_parts_add, 0},
    {"parts.flip", TLV_PART_PARTS, NULL, SHIFT('F'), false, tlv_parts_is_open, tlv_parts_flip, 0},
    {"parts.drop", TLV_PART_PARTS, "trash", NO_KEY, false, tlv_parts_is_open, tlv_parts_drop, 0},
    {"parts.clear", TLV_PART_PARTS, NULL, NO_KEY, false, tlv_parts_is_open, tlv_parts_clear, 0},
    {"parts.suggested_core", TLV_PART_PARTS, NULL, SHIFT('C'), false, tlv_parts_is_open, tlv_parts_suggest, false},
    {"parts.suggested_base", TLV_PART_PARTS, NULL, SHIFT('D'), false, tlv_parts_is_open, tlv_parts_suggest, true},
    {"parts.front", TLV_PART_PARTS, NULL, SHIFT('X'), false, tlv_parts_is_open, tlv_parts_look, true},
    {"parts.side", TLV_PART_PARTS, NULL, SHIFT('Y'), false, tlv_parts_is_open, tlv_parts_look, false},
    {"parts.done", TLV_PART_PARTS, NULL, NO_KEY, false, tlv_parts_is_open, leave_parts, 0},
    {"ruling.copy", TLV_PART_RULING, "copy", {{'C', true, false}, {0}}, false, is_ruled, copy_ruling, 0},
    {"ruling.picture", TLV_PART_RULING, "picture", {{'P', true, true}, {0}}, false, is_ruled, save_ruling, false},
    {"ruling.report", TLV_PART_RULING, "report", {{'R', true, false}, {0}}, false, is_ruled, save_ruling, true},
    {"ruling.try", TLV_PART_RULING, "settings", {{'T', true, false}, {0}}, false, is_ruled, try_settings, 0},
    {"ruling.keep", TLV_PART_RULING, NULL, NO_KEY, false, may_keep_tried, keep_tried, 0},
    {"ruling.longer", TLV_PART_RULING, "clock", KEY('L'), false, may_think_longer, think_longer, 0},
    {"ruling.march", TLV_PART_RULING, NULL, KEY('N'), false, has_table, march, 0},
    {"move.go", TLV_PART_RULING, "move", KEY(TLV_KEY_ENTER), false, may_go, go, 0},
    {"move.target", TLV_PART_RULING, NULL, SHIFT('M'), false, moves, next_target, 0},
    {"template.best", TLV_PART_RULING, "search", SHIFT('G'), false, tlv_template_can, best_place, 0},
    {"template.shape", TLV_PART_RULING, NULL, SHIFT('T'), false, tlv_template_can, next_template, 0},
    {"map.kind", TLV_PART_RULING, NULL, SHIFT('W'), false, maps, next_map, 0},
    {"map.stop", TLV_PART_RULING, "cross", NO_KEY, false, tlv_is_mapping, stop_mapping, 0},
    {"file.open", TLV_PART_FILE, "open", CTRL('O'), false, NULL, open_file, TLV_FOR_OPENING},
    {"file.mesh", TLV_PART_FILE, "terrain", {{'O', true, true}, {0}}, false, NULL, open_file, TLV_FOR_A_TABLE},
    {"file.shelf", TLV_PART_FILE, "open", NO_KEY, false, has_table, open_file, TLV_FOR_THE_SHELF},
    {"file.sample", TLV_PART_FILE, "table", NO_KEY, false, NULL, open_sample, 0},
    {"file.start", TLV_PART_FILE, NULL, NO_KEY, false, NULL, show_sheet, TLV_SHEET_WELCOME},
    {"file.save", TLV_PART_FILE, "save", CTRL('S'), false, has_table, save, 0},
    {"file.save_as", TLV_PART_FILE, NULL, {{'S', true, true}, {0}}, false, has_table, save_as, 0},
    {"file.new", TLV_PART_FILE, "plus", CTRL('N'), false, NULL, new_table, 0},
    {"file.missing", TLV_PART_FILE, "warning", NO_KEY, false, is_missing, show_sheet, TLV_SHEET_MISSING},
    {"rules.system", TLV_PART_FILE, NULL, NO_KEY, false, may_change_rules, choose_rules, 0},
    {"rules.compare", TLV_PART_RULING, NULL, {{'R', true, true}, {0}}, false, tlv_may_compare, compare_rules, 0},
    {"rules.settings", TLV_PART_FILE, "settings", {{'T', true, true}, {0}}, false, has_table, show_settings, 0},
    {"file.picture", TLV_PART_FILE, "picture", CTRL('P'), false, has_table, save_picture, 0},
    {"file.cancel", TLV_PART_FILE, "cross", NO_KEY, false, is_loading, cancel_loading, 0},
    {"file.quit", TLV_PART_FILE, NULL, {{'Q', true, false}, {'W', true, false}}, false, NULL, close_window, 0},
    {"window.units", TLV_PART_WINDOW, NULL, KEY('U'), false, has_table, change_units, 0},
    {"window.fields", TLV_PART_WINDOW, NULL, CTRL('E'), false, has_table, type, 0},
    {"window.palette", TLV_PART_WINDOW, "search", CTRL('K'), false, NULL, show_sheet, TLV_SHEET_PALETTE},
    {"window.help", TLV_PART_WINDOW, "help", KEY(TLV_KEY_F1), false, NULL, show_sheet, TLV_SHEET_HELP},
    {"window.english", TLV_PART_WINDOW, NULL, NO_KEY, false, NULL, speak, 0},
    {"window.french", TLV_PART_WINDOW, NULL, NO_KEY, false, NULL, speak, 1},
};

enum { OTHERS = sizeof(COMMANDS) / sizeof(*COMMANDS), MOST_TOOLS = 32 };

/* The tools come first: a row each, made from their table. */
static int tool_rows(const tlv_command **rows) {
    static tlv_command made[MOST_TOOLS];
    static char ids[MOST_TOOLS][40];
    static int count = 0;
    for (; count < MOST_TOOLS && tlv_tools[count]; count++) {
        const tlv_tool *tool = tlv_tools[count];
        snprintf(ids[count], sizeof(ids[count]), "tool.%s", tool->id);
        made[count] =
            (tlv_command){ids[count], TLV_PART_TOOLS, tool->icon, KEY(tool->letter), false, has_table, use_tool, count};
    }
    *rows = made;
    return count;
}

const tlv_command *tlv_command_at(int number) {
    const tlv_command *rows;
    int tools = tool_rows(&rows);
    return number < 0                ? NULL
           : number < tools          ? &rows[number]
           : number < tools + OTHERS ? &COMMANDS[number - tools]
                                     : NULL;
}

int tlv_command_find(const char *id) {
    for (int i = 0; tlv_command_at(i); i++) {
        if (strcmp(tlv_command_at(i)->id, id) == 0) {
            return i;
        }
    }
    return -1;
}

bool tlv_command_is_enabled(const tlv_app *app, const tlv_command *command) {
    return !command->enabled || command->enabled(app);
}

bool tlv_command_run(tlv_app *app, int number) {
    const tlv_command *command = tlv_command_at(number);
    if (!command || !tlv_command_is_enabled(app, command)) {
        if (command && app->scene && command->part == TLV_PART_EDIT && is_in_hand(app) && has_selection(app)) {
            tlv_note(app, false, "note.in_hand", NULL);
        }
        return false;
    }
    tlv_log(app, "do %s", command->id);
    command->run(app, command->value);
    app->chrome_changed = true;
    return true;
}

const char *tlv_command_name(const tlv_app *app, const tlv_command *command) {
    char name[64];
    snprintf(name, sizeof(name), "do.%s", command->id);
    return tlv_say(app, name);
}

const char *tlv_command_keys(const tlv_app *app, const tlv_command *command, int which, char buffer[40]) {
    static const struct {
        int key;
        const char *name;
    } names[] = {{TLV_KEY_ESCAPE, "key.escape"},  {TLV_KEY_TAB, "key.tab"},
                 {TLV_KEY_HOME, "key.home"},      {TLV_KEY_END, "key.end"},
                 {TLV_KEY_ENTER, "key.enter"},    {TLV_KEY_SPACE, "key.space"},
                 {TLV_KEY_DELETE, "key.delete"},  {TLV_KEY_BACKSPACE, "key.backspace"},
                 {TLV_KEY_PAGE_UP, "key.pageup"}, {TLV_KEY_PAGE_DOWN, "key.pagedown"},
                 {TLV_KEY_LEFT, "key.left"},      {TLV_KEY_RIGHT, "key.right"},
                 {TLV_KEY_UP, "key.up"},          {TLV_KEY_DOWN, "key.down"}};
    const tlv_chord *chord = &command->keys[which];
    char key[16] = "";
    if (chord->key >= TLV_KEY_F1 && chord->key <= TLV_KEY_F12) {
        snprintf(key, sizeof(key), "F%d", chord->key - TLV_KEY_F1 + 1);
    } else if (chord->key > 32 && chord->key < 127) {
        snprintf(key, sizeof(key), "%c", chord->key);
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        if (names[i].key == chord->key) {
            snprintf(key, sizeof(key), "%s", tlv_say(app, names[i].name));
        }
    }
    snprintf(buffer, 40, "%s%s%s%s", chord->ctrl ? tlv_say(app, "key.ctrl") : "", chord->ctrl ? "+" : "",
             chord->shift == true ? tlv_say(app, "key.shift_plus") : "", key);
    return buffer;
}

bool tlv_command_key(tlv_app *app, const tlv_event *event) {
    for (int i = 0; tlv_command_at(i); i++) {
        const tlv_command *command = tlv_command_at(i);
        for (int k = 0; k < 2; k++) {
            const tlv_chord *chord = &command->keys[k];
            if (chord->key != 0 && chord->key == event->key && chord->ctrl == event->ctrl &&
                (chord->shift == TLV_SHIFT_ANY || (!event->alt && chord->shift == (int)event->shift)) &&
                (!event->again || command->repeats)) {
                app->with_shift = event->shift;
                app->with_alt = event->alt;
                bool ran = tlv_command_run(app, i);
                app->with_shift = app->with_alt = false;
                return ran;
            }
        }
    }
    return false;
}
