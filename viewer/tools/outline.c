/* outline.c: areas, zones and walls are drawn corner by corner, and changed the same way. */
#include "tools/outline.h"

#include "panels/panels.h"

#include "camera/space.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double NEAR_PX = 9, WALL_MM = 10;

/* --- Where -------------------------------------------------------------------------------------------------------- */

static tl_vec2 flat(tl_vec3 p) {
    return (tl_vec2){rint(10 * p.x) / 10, rint(10 * p.y) / 10}; /* as readable as a place of a model */
}

/* The point of the table under a pixel, through all models. */
static bool ground_at(const tlv_app *app, double x, double y, tl_vec2 *point) {
    tlv_view view = tlv_app_view(app);
    tl_vec3 from, along;
    tl_pick pick;
    tlv_view_pixel_ray(&view, x, y, &from, &along);
    if (tl_scene_pick(app->scene, from, along, false, NULL, &pick, NULL) != TL_OK || pick.kind == TL_PICK_NOTHING) {
        return false;
    }
    *point = flat(pick.point);
    return true;
}

/* On what lies there. */
tl_vec3 tlv_outline_lifted(const tlv_app *app, tl_vec2 p) {
    const tl_vec3 from = {p.x, p.y, tl_scene_box(app->scene).high.z + 100};
    tl_pick pick;
    bool hit = tl_scene_pick(app->scene, from, (tl_vec3){0, 0, -1}, false, NULL, &pick, NULL) == TL_OK &&
               pick.kind != TL_PICK_NOTHING;
    return (tl_vec3){p.x, p.y, (hit ? pick.point.z : 0) + 1};
}

static bool is_near(const tlv_app *app, tl_vec2 corner, double x, double y) {
    tlv_view view = tlv_app_view(app);
    tlv_projected p = tlv_view_project(&view, tlv_outline_lifted(app, corner));
    return p.depth > 0 && hypot(p.x - x, p.y - y) < NEAR_PX * app->scale;
}

tl_vec2 tlv_outline_middle(tl_vec2 a, tl_vec2 b) {
    return (tl_vec2){rint(5 * (a.x + b.x)) / 10, rint(5 * (a.y + b.y)) / 10};
}

/* --- The selected outline ----------------------------------------------------------------------------------------- */

/* Its corners in the order of the file, whose numbers edits name; 0: it is none, or has too many to be shown. */
int tlv_outline_read_corners(const tlv_app *app, const char *id, tl_vec2 *corners) {
    char thing[2 * TLV_NAME], field[48];
    tlv_quote(id, thing, sizeof(thing));
    size_t all = id[0] != '\0' ? tl_scene_outline(app->scene, id, NULL, 0) : 0;
    if (all == 0 || all > TLV_CORNERS) {
        return 0;
    }
    for (int i = 0; i < (int)all; i++) {
        snprintf(field, sizeof(field), "[\"outline\",%d,0]", i);
        bool good = tl_scene_number(app->scene, thing, field, &corners[i].x);
        snprintf(field, sizeof(field), "[\"outline\",%d,1]", i);
        if (!good || !tl_scene_number(app->scene, thing, field, &corners[i].y)) {
            return 0;
        }
    }
    return (int)all;
}

/* Corners, then the middles of edges: which one is at a pixel; -1: none. */
static int handle_at(const tlv_app *app, const tl_vec2 *corners, int count, double x, double y) {
    for (int i = 0; i < count; i++) {
        if (is_near(app, corners[i], x, y)) {
            return i;
        }
    }
    for (int i = 0; i < count; i++) {
        if (is_near(app, tlv_outline_middle(corners[i], corners[(i + 1) % count]), x, y)) {
            return count + i;
        }
    }
    return -1;
}

/* The rim of the selected disc. */
static bool is_rim(const tlv_app *app, double x, double y) {
    tl_vec2 centre, point;
    double radius;
    if (!tl_scene_disc(app->scene, app->session.selected, &centre, &radius) || !ground_at(app, x, y, &point)) {
        return false;
    }
    tl_vec2 d = {point.x - centre.x, point.y - centre.y};
    double length = hypot(d.x, d.y);
    tl_vec2 rim = {centre.x + radius * d.x / fmax(length, 1e-9), centre.y + radius * d.y / fmax(length, 1e-9)};
    return is_near(app, rim, x, y);
}

static bool set_corner(tlv_app *app, int index, const tl_vec2 *to, bool insert, const char *what, tl_error *error) {
    char thing[2 * TLV_NAME], edit[4 * TLV_NAME], value[64] = "null";
    tlv_quote(app->session.selected, thing, sizeof(thing));
    if (to) {
        snprintf(value, sizeof(value), "[%.1f,%.1f]", to->x, to->y);
    }
    snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":[\"outline\",%d],\"value\":%s%s}", thing, index, value,
             insert ? ",\"insert\":true" : "");
    return tlv_session_edit(&app->session, edit, what, app->session.selected, error) == TL_OK;
}

/* --- Drawing a new one -------------------------------------------------------------------------------------------- */

void tlv_outline_forget(tlv_app *app) {
    app->sketch.count = 0;
    app->sketch.pointing = false;
    app->sketch.chosen = app->sketch.held = -1;
    app->sketch.refused = false;
    app->models_changed = app->chrome_changed = true;
}

/* What it would be with the point added; TLV_CORNERS + 1 of them fit. */
int tlv_outline_with_point(const tlv_sketch *s, tl_vec2 point, tl_vec2 *corners) {
    memcpy(corners, s->corners, (size_t)s->count * sizeof(*corners));
    corners[s->count] = point;
    return s->count + 1;
}

bool tlv_outline_would_cross(const tlv_sketch *s, tl_vec2 point, tl_vec2 *where) {
    tl_vec2 corners[TLV_CORNERS + 1];
    return tlv_sketch_crosses(corners, tlv_outline_with_point(s, point, corners), false, where);
}

/* The outline that it becomes; 0: not yet one, with the name of a text that says why. */
static int finished(const tlv_sketch *s, tl_vec2 *outline, const char **why) {
    int count = s->count;
    *why = "outline.too_few";
    if (s->shape == TLV_SHAPE_WALL) {
        if (count < 2 || 2 * count > 2 * TLV_CORNERS) {
            return 0;
        }
        count = tlv_sketch_strip(s->corners, count, s->thickness_mm, outline);
    } else {
        memcpy(outline, s->corners, (size_t)count * sizeof(*outline));
    }
    if (count < 3) {
        return 0;
    }
    *why = "outline.crosses";
    return tlv_sketch_crosses(outline, count, true, NULL) ? 0 : count;
}

static void add_to_scene(tlv_app *app, const char *place) {
    tlv_sketch *s = &app->sketch;
    const char *kind =
        s->shape == TLV_SHAPE_WALL && tlv_rules_has(app, TL_RULES_KIND, "wall") ? "wall" : app->shelf.ground;
    char name[2 * TLV_NAME], height[96] = "";
    size_t size = strlen(place) + 6 * TLV_NAME;
    char *edit = malloc(size);
    if (s->height_mm > 0) {
        snprintf(height, sizeof(height), ",\"height\":%.6g%s", s->height_mm,
                 s->shape == TLV_SHAPE_WALL ? ",\"solid\":true" : "");
    }
    tlv_quote(kind, name, sizeof(name));
    if (!edit) {
        return;
    }
    snprintf(edit, size, "{\"add\":\"terrain\",\"value\":{\"id\":%s,\"kind\":%s,%s%s}}", name, name, place, height);
    if (tlv_edit(app, edit, "done.drawn", kind)) {
        char made[TLV_NAME];
        snprintf(made, sizeof(made), "%s", tl_scene_made(app->scene, 0));
        tlv_outline_forget(app);
        tlv_select(app, made);
        tlv_log(app, "drawn %s", made);
    }
    free(edit);
}

static void close_outline(tlv_app *app) {
    tl_vec2 outline[2 * TLV_CORNERS];
    const char *why;
    int count = finished(&app->sketch, outline, &why);
    if (count == 0) {
        tlv_note(app, false, why, NULL);
        return;
    }
    enum { CORNER = 48 };
    char *text = malloc((size_t)count * CORNER + 32);
    if (!text) {
        return;
    }
    size_t n = (size_t)snprintf(text, 32, "\"outline\":[");
    for (int i = 0; i < count; i++) {
        n += (size_t)snprintf(text + n, CORNER, "%s[%.1f,%.1f]", i > 0 ? "," : "", outline[i].x, outline[i].y);
    }
    snprintf(text + n, 2, "]");
    add_to_scene(app, text);
    free(text);
}

static void close_disc(tlv_app *app, tl_vec2 rim) {
    const tl_vec2 *centre = &app->sketch.corners[0];
    double radius = rint(hypot(rim.x - centre->x, rim.y - centre->y));
    char text[128];
    if (radius < 1) {
        tlv_note(app, false, "outline.too_small", NULL);
        return;
    }
    snprintf(text, sizeof(text), "\"disc\":{\"centre\":[%.1f,%.1f],\"radius\":%.0f}", centre->x, centre->y, radius);
    add_to_scene(app, text);
}

static void add_corner(tlv_app *app, tl_vec2 point) {
    tlv_sketch *s = &app->sketch;
    if (s->shape == TLV_SHAPE_DISC && s->count == 1) {
        close_disc(app, point);
        return;
    }
    if (s->count > 2 && s->shape == TLV_SHAPE_AREA && is_near(app, s->corners[0], app->hand.x, app->hand.y)) {
        close_outline(app);
        return;
    }
    if (s->count >= TLV_CORNERS) {
        tlv_note(app, false, "outline.too_many", NULL);
        return;
    }
    if (tlv_outline_would_cross(s, point, NULL)) {
        tlv_note(app, false, "outline.crosses", NULL);
        return;
    }
    s->corners[s->count++] = point;
    s->pointing = false;
    app->models_changed = app->chrome_changed = true;
}

/* --- Hands -------------------------------------------------------------------------------------------------------- */

static const char *hint(const tlv_app *app) {
    const tlv_sketch *s = &app->sketch;
    bool selected = app->session.selected[0] != '\0';
    return s->count > 0 && s->shape == TLV_SHAPE_DISC ? "hint.outline.rim"
           : s->count > 0                             ? "hint.outline.more"
           : selected                                 ? "hint.outline.selected"
           : s->shape == TLV_SHAPE_DISC               ? "hint.outline.centre"
                                                      : "hint.outline.first";
}

static void enter(tlv_app *app) {
    app->shelf.terrain = true;
    tl_kind kind;
    for (size_t i = 0; strcmp(app->shelf.ground, "obstacle") == 0 && tl_scene_kind(app->scene, i, NULL, &kind); i++) {
        if (kind.depth && (strcmp(kind.name, "wood") == 0 || !tlv_rules_has(app, TL_RULES_KIND, "wood"))) {
            snprintf(app->shelf.ground, sizeof(app->shelf.ground), "%s", kind.name); /* outlines are areas first */
        }
    }
    if (app->sketch.thickness_mm == 0) {
        app->sketch.thickness_mm = WALL_MM;
    }
    if (!tlv_is_terrain(app, app->session.selected)) {
        tlv_select(app, NULL);
    }
    tlv_outline_forget(app);
}

static void leave(tlv_app *app) {
    tlv_session_drop_trial(&app->session);
    tlv_outline_forget(app);
    app->shelf.terrain = false;
}

/* Begins a new one beside what is there; in an area, which is selected instead, with Shift. */
static void click(tlv_app *app) {
    tlv_sketch *s = &app->sketch;
    tl_vec2 point, corners[TLV_CORNERS];
    char id[TLV_NAME];
    double x = app->hand.press_x, y = app->hand.press_y;
    if (!ground_at(app, x, y, &point)) {
        return;
    }
    if (s->count > 0) {
        add_corner(app, point);
        return;
    }
    int count = tlv_outline_read_corners(app, app->session.selected, corners),
        handle = handle_at(app, corners, count, x, y);
    s->chosen = handle < count ? handle : -1;
    if (handle >= count) { /* a new corner */
        tl_vec2 between = tlv_outline_middle(corners[handle - count], corners[(handle - count + 1) % count]);
        if (set_corner(app, handle - count + 1, &between, true, "done.changed", NULL)) {
            s->chosen = handle - count + 1;
            tlv_after_edit(app);
        }
    }
    if (handle < 0 && !app->hand.shift && tlv_terrain_at(app, x, y, id)) {
        tlv_select(app, id);
    } else if (handle < 0) {
        tlv_select(app, NULL);
        add_corner(app, point);
    }
    app->models_changed = app->chrome_changed = true;
}

static bool twice(tlv_app *app) {
    if (app->sketch.count == 0) {
        return false;
    }
    if (app->sketch.shape != TLV_SHAPE_DISC) {
        close_outline(app);
    }
    return true;
}

static bool grab(tlv_app *app) {
    tlv_sketch *s = &app->sketch;
    tl_vec2 corners[TLV_CORNERS];
    char id[TLV_NAME];
    double x = app->hand.press_x, y = app->hand.press_y;
    if (s->count > 0) {
        return false;
    }
    int count = tlv_outline_read_corners(app, app->session.selected, corners),
        handle = handle_at(app, corners, count, x, y);
    s->rim = handle < 0 && is_rim(app, x, y);
    if (handle >= 0 || s->rim) {
        s->held = handle < count ? handle : handle - count + 1;
        s->inserting = handle >= count;
        s->chosen = s->held;
        s->refused = false;
        return tlv_session_begin_trial(&app->session, NULL) == TL_OK;
    }
    if (!tlv_terrain_at(app, x, y, id) || !tlv_session_is_picked(&app->session, id)) {
        return false;
    }
    snprintf(app->hand.member, sizeof(app->hand.member), "%s", id);
    return tlv_drag_grab(app);
}

static void drag_rim(tlv_app *app, tl_vec2 point) {
    char thing[2 * TLV_NAME], edit[4 * TLV_NAME];
    tl_vec2 centre;
    double radius;
    if (tl_scene_disc(app->scene, app->session.selected, &centre, &radius)) {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":[\"disc\",\"radius\"],\"value\":%.0f}",
                 tlv_quote(app->session.selected, thing, sizeof(thing)),
                 fmax(1, hypot(point.x - centre.x, point.y - centre.y)));
        tlv_session_edit(&app->session, edit, "", NULL, NULL);
        tlv_after_edit(app);
    }
}

/* A corner goes where the outline stays simple; elsewhere it is shown why not. */
static void drag(tlv_app *app, const tlv_event *event) {
    tlv_sketch *s = &app->sketch;
    tl_vec2 point;
    if (s->held < 0 && !s->rim) {
        tlv_drag_drag(app, event);
        return;
    }
    if (!ground_at(app, event->x, event->y, &point)) {
        return;
    }
    if (s->rim) {
        drag_rim(app, point);
        return;
    }
    s->refused = !set_corner(app, s->held, &point, s->inserting, "", NULL);
    s->inserting = s->inserting && s->refused;
    s->pointer = point;
    if (s->refused) {
        app->models_changed = true;
    } else {
        tlv_after_edit(app);
    }
}

static void drop(tlv_app *app, const tlv_event *event) {
    tlv_sketch *s = &app->sketch;
    tl_error error = {0};
    if (s->held < 0 && !s->rim) {
        tlv_drag_drop(app, event);
        return;
    }
    if (s->refused) { /* it goes back to where it was */
        tlv_session_drop_trial(&app->session);
        tlv_note(app, false, "outline.crosses", NULL);
    }
    if (tlv_session_end_trial(&app->session, "done.changed", app->session.selected, &error) != TL_OK) {
        tlv_note_error(app, &error);
    }
    s->held = -1;
    s->rim = s->refused = false;
    tlv_after_edit(app);
}

static void hover(tlv_app *app, const tlv_event *event) {
    tlv_sketch *s = &app->sketch;
    if (s->count > 0) {
        s->pointing = ground_at(app, event->x, event->y, &s->pointer);
        app->models_changed = true;
    }
}

static void left(tlv_app *app) {
    app->models_changed = app->models_changed || app->sketch.pointing;
    app->sketch.pointing = false;
}

static bool remove_corner(tlv_app *app) {
    tlv_sketch *s = &app->sketch;
    tl_vec2 corners[TLV_CORNERS];
    int count = tlv_outline_read_corners(app, app->session.selected, corners);
    if (s->chosen < 0 || s->chosen >= count) {
        return false;
    }
    if (count <= 3) {
        tlv_note(app, false, "outline.too_few", NULL);
    } else if (!set_corner(app, s->chosen, NULL, false, "done.changed", NULL)) {
        tlv_note(app, false, "outline.crosses", NULL);
    } else {
        s->chosen = -1;
        tlv_after_edit(app);
    }
    return true;
}

static bool key(tlv_app *app, const tlv_event *event) {
    tlv_sketch *s = &app->sketch;
    if (event->ctrl) {
        return false;
    }
    if (event->key == TLV_KEY_ENTER && s->count > 0) {
        close_outline(app);
        return true;
    }
    if (event->key == TLV_KEY_BACKSPACE && s->count > 0) {
        s->count--;
        app->models_changed = app->chrome_changed = true;
        return true;
    }
    return (event->key == TLV_KEY_DELETE || event->key == TLV_KEY_BACKSPACE) && remove_corner(app);
}

static bool back(tlv_app *app) {
    tlv_sketch *s = &app->sketch;
    bool something = s->count > 0 || s->chosen >= 0;
    tlv_outline_forget(app);
    if (!something && app->session.selected[0] != '\0') {
        tlv_select(app, NULL);
        something = true;
    }
    return something;
}

extern const tlv_tool tlv_outline_tool;
const tlv_tool tlv_outline_tool = {
    .id = "outline",
    .icon = "outline",
    .letter = 'O',
    .hint = hint,
    .enter = enter,
    .leave = leave,
    .click = click,
    .twice = twice,
    .grab = grab,
    .drag = drag,
    .drop = drop,
    .hover = hover,
    .left = left,
    .key = key,
    .back = back,
    .draw = tlv_outline_draw,
    .panel = tlv_outline_panel,
};
