/* terrain.c: the fields of a piece of terrain, kinds to choose from, and all the terrain there is. */
#include "panels/fields.h"

#include <trueline/words.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_KINDS = 64 };

/* --- Kinds -------------------------------------------------------------------------------------------------------- */

const char *tlv_kind_name(const tlv_app *app, const char *kind) {
    char name[TLV_NAME + 8];
    snprintf(name, sizeof(name), "kind.%s", kind);
    const char *text = tl_words_find(app->language, name);
    return text ? text : kind;
}

/* What a kind does, in a line: "Blocks sight · cover · slow". */
static void kind_facts(tlv_app *app, const tl_kind *kind) {
    char going[40], line[256];
    const char *parts[5];
    size_t count = 0, used = 0;
    snprintf(going, sizeof(going), "going.%s", kind->going);
    parts[count++] = tlv_say(app, kind->depth ? "kind.is_area" : kind->blocks ? "kind.blocks" : "kind.open");
    if (kind->cover) {
        parts[count++] = tlv_say(app, "kind.cover");
    }
    if (kind->shelter) {
        parts[count++] = tlv_say(app, "kind.shelter");
    }
    parts[count++] = tlv_say(app, going);
    for (size_t i = 0; i < count && used < sizeof(line); i++) {
        used += (size_t)snprintf(line + used, sizeof(line) - used, "%s%s", i > 0 ? " · " : "", parts[i]);
    }
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, line);
    tlv_gui_tip(app->gui, kind->text, kind->rule);
}

bool tlv_kind_choice(tlv_app *app, const char *label, char kind[TLV_NAME]) {
    const char *words[MOST_KINDS], *names[MOST_KINDS];
    tl_kind each, chosen = {.name = NULL};
    int count = 0, number = -1;
    if (kind[0] == '\0') {
        snprintf(kind, TLV_NAME, "%s", "obstacle"); /* what a scene means that says nothing */
    }
    while (count < MOST_KINDS - 1 && tl_scene_kind(app->scene, (size_t)count, app->language, &each)) {
        if (strcmp(each.name, kind) == 0) {
            number = count;
            chosen = each;
        }
        names[count] = each.name;
        words[count++] = tlv_kind_name(app, each.name);
    }
    if (number < 0) { /* one that the rules don't know */
        names[count] = words[count] = kind;
        number = count++;
    }
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, label));
    tlv_gui_next_width(app->gui, tlv_gui_width(app->gui));
    bool changed = tlv_gui_choose(app->gui, "kind", words, count, &number);
    if (chosen.name) {
        kind_facts(app, &chosen);
    } else {
        tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_OPEN, tlv_say(app, "kind.unknown"));
    }
    if (changed) {
        snprintf(kind, TLV_NAME, "%s", names[number]);
    }
    return changed;
}

/* --- Fields ------------------------------------------------------------------------------------------------------- */

static void size_line(tlv_app *app, const char *id) {
    tl_box3 box;
    char width[32], depth[32], height[32], text[160];
    if (tl_scene_box_of(app->scene, id, &box, NULL) != TL_OK) {
        return;
    }
    bool flat = tlv_is_area(app, id);
    tlv_say_with(app, text, sizeof(text), flat ? "terrain.size.flat" : "terrain.size",
                 tlv_say_length(app, box.high.x - box.low.x, width), tlv_say_length(app, box.high.y - box.low.y, depth),
                 tlv_say_length(app, box.high.z - box.low.z, height));
    tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK_SOFT, text);
}

/* One of three words of a field that may be missing. */
static void solid_field(tlv_app *app, const char *thing) {
    static const char *const VALUES[] = {"null", "true", "false"};
    const char *words[] = {tlv_say(app, "solid.auto"), tlv_say(app, "solid.yes"), tlv_say(app, "solid.no")};
    size_t size = 0;
    const char *is = tl_scene_value(app->scene, thing, "\"solid\"", &size);
    int number = is && size == 4 && strncmp(is, "true", 4) == 0 ? 1 : is && strncmp(is, "false", size) == 0 ? 2 : 0;
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "field.solid"));
    tlv_gui_next_width(app->gui, tlv_gui_width(app->gui));
    if (tlv_gui_choose(app->gui, "field.solid", words, 3, &number)) {
        tlv_set_value(app, thing, "\"solid\"", VALUES[number]);
    }
    tlv_gui_tip(app->gui, tlv_say(app, "field.solid.tip"), NULL);
}

static bool is_true(const tlv_app *app, const char *thing, const char *field) {
    size_t size = 0;
    const char *is = tl_scene_value(app->scene, thing, field, &size);
    return is && size == 4 && strncmp(is, "true", 4) == 0;
}

/* Of a mesh of its own; else its asset has them. */
static void openings_field(tlv_app *app, const char *thing) {
    bool meant = is_true(app, thing, "\"openings\"");
    if (tlv_gui_check(app->gui, "field.openings", tlv_say(app, "field.openings"), &meant)) {
        tlv_set_value(app, thing, "\"openings\"", meant ? "true" : "null");
    }
    tlv_gui_tip(app->gui, tlv_say(app, "field.openings.tip"), NULL);
}

static void rooms_field(tlv_app *app, const char *thing) {
    bool abstract = tl_scene_word(app->scene, thing, "\"interior\"") != NULL;
    if (tlv_gui_check(app->gui, "field.abstract", tlv_say(app, "field.abstract"), &abstract)) {
        tlv_set_word(app, thing, "\"interior\"", abstract ? "abstract" : "");
    }
    tlv_gui_tip(app->gui, tlv_say(app, "field.abstract.tip"), NULL);
}

/* Pitch and roll, written as the list of both. */
static void tilt_fields(tlv_app *app, const char *thing) {
    static const char *const LABELS[] = {"field.roll", "field.pitch"};
    double tilt[2] = {0, 0};
    char value[80];
    if (!tl_scene_number(app->scene, thing, "\"tilt\"", &tilt[1])) {
        tl_scene_number(app->scene, thing, "[\"tilt\",0]", &tilt[0]);
        tl_scene_number(app->scene, thing, "[\"tilt\",1]", &tilt[1]);
    }
    tlv_label_pair(app, "tilt", LABELS[1], LABELS[0]);
    for (int i = 1; i >= 0; i--) {
        double was = tilt[i];
        tlv_gui_next_width(app->gui, tlv_gui_width(app->gui));
        if (tlv_gui_number(app->gui, LABELS[i], &tilt[i], 1, "°") && tilt[i] != was && isfinite(tilt[i])) {
            snprintf(value, sizeof(value), "[%.6g,%.6g]", tilt[0], tilt[1]);
            tlv_set_value(app, thing, "\"tilt\"", tilt[0] == 0 && tilt[1] == 0 ? "null" : value);
        }
        if (i == 1) {
            tlv_gui_cell(app->gui);
        }
    }
    tlv_gui_table_end(app->gui);
}

/* Of the mesh itself, or of the asset: then all pieces of it grow together, unless this one gets its own. */
static void scale_field(tlv_app *app, const char *id, const char *own) {
    char thing[3 * TLV_NAME], name[TLV_NAME];
    if (!tlv_scaled_thing(app, id, thing, sizeof(thing))) {
        return;
    }
    tlv_number_field(app, "field.scale", thing, "\"scale\"", "×", 1, true);
    const char *asset = tl_scene_word(app->scene, own, "\"asset\"");
    if (strcmp(thing, own) != 0 && asset) {
        snprintf(name, sizeof(name), "%s", asset);
        tlv_shared_part(app, name);
    }
}

static void mesh_fields(tlv_app *app, const char *id, const char *thing) {
    size_t size;
    tlv_label_pair(app, "turn", "field.turn", "field.area_height");
    tlv_number_input(app, "field.turn", thing, "\"turn\"", "°", 0, true);
    tlv_gui_cell(app->gui);
    tlv_number_input(app, "field.area_height", thing, "\"height\"", "mm", 0, true);
    tlv_gui_table_end(app->gui);
    tilt_fields(app, thing);
    scale_field(app, id, thing);
    solid_field(app, thing);
    if (tl_scene_value(app->scene, thing, "\"mesh\"", &size)) {
        openings_field(app, thing);
    }
    const char *kind = tl_scene_word(app->scene, thing, "\"kind\"");
    if (kind && strcmp(kind, "building") == 0) {
        rooms_field(app, thing);
    }
}

static void area_fields(tlv_app *app, const char *id, const char *thing) {
    tl_vec2 centre;
    double radius;
    tlv_number_field(app, "field.height.area", thing, "\"height\"", "mm", 0, true);
    if (tl_scene_disc(app->scene, id, &centre, &radius)) {
        tlv_number_field(app, "field.radius", thing, "[\"disc\",\"radius\"]", "mm", radius, false);
    }
}

void tlv_terrain_fields(tlv_app *app, const char *thing) {
    char id[TLV_NAME], kind[TLV_NAME];
    const char *is = tl_scene_word(app->scene, thing, "\"kind\"");
    snprintf(id, sizeof(id), "%s", app->session.selected);
    snprintf(kind, sizeof(kind), "%s", is ? is : "");
    size_line(app, id);
    tlv_word_field(app, "field.name", thing, "\"name\"");
    if (tlv_kind_choice(app, "field.kind", kind)) {
        tlv_set_word(app, thing, "\"kind\"", kind);
    }
    if (tlv_is_area(app, id)) {
        area_fields(app, id, thing);
    } else {
        mesh_fields(app, id, thing);
    }
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

void tlv_terrain_list(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const char *id, *chosen = NULL;
    tlv_gui_text(gui, TLV_TYPE_BOLD, TLV_INK, tlv_say(app, "terrain.there"));
    for (size_t i = 0; (id = tl_scene_terrain(app->scene, i)) != NULL; i++) {
        char thing[2 * TLV_NAME];
        const char *kind = tl_scene_word(app->scene, tlv_quote(id, thing, sizeof(thing)), "\"kind\"");
        if (tlv_gui_row(gui, id, tlv_session_is_picked(&app->session, id), 24)) {
            chosen = id;
        }
        if (tlv_gui_was_double_clicked(gui)) {
            tlv_frame(app, id);
        }
        tlv_rect place = tlv_gui_last(gui);
        const char *what = tlv_kind_name(app, kind ? kind : "obstacle");
        tlv_gui_draw_text(gui, TLV_TYPE_BODY, place.x + tlv_gui_px(gui, 10), place.y + tlv_gui_px(gui, 4),
                          tlv_gui_colour(TLV_INK), tlv_name_of(app, id));
        tlv_gui_draw_text(gui, TLV_TYPE_SMALL,
                          place.x + place.width - tlv_gui_px(gui, 10) - tlv_gui_text_width(gui, TLV_TYPE_SMALL, what),
                          place.y + tlv_gui_px(gui, 6), tlv_gui_colour(TLV_INK_SOFT), what);
    }
    if (chosen) {
        tlv_select(app, chosen);
    }
}
