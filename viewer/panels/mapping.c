/* mapping.c: what the right panel says of the map, or of the firing positions, that lie over the table. */
#include "panels/panels.h"

#include "session/session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_UNITS = 64, BAR_STEPS = 48 };

/* --- The legend --------------------------------------------------------------------------------------------------- */

static void write_value(const tlv_app *app, const tl_board_map *map, double value, char text[32]) {
    if (tl_board_map_summary(map).in_mm) {
        tlv_say_length(app, value, text);
    } else {
        snprintf(text, 32, "%.0f %%", 100 * value);
    }
}

/* The scale, dark to light, with what its ends are. */
static tlv_rect legend(tlv_app *app, const char *low, const char *high) {
    tlv_gui *gui = app->gui;
    double width = tlv_gui_width(gui), thick = tlv_gui_px(gui, 12);
    tlv_gui_gap(gui, 4);
    tlv_gui_line(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, low, 0);
    tlv_rect place = tlv_gui_last(gui);
    double y = place.y + place.height + tlv_gui_px(gui, 3), step = width / BAR_STEPS;
    tlv_gui_draw_text(gui, TLV_TYPE_SMALL, place.x + width - tlv_gui_text_width(gui, TLV_TYPE_SMALL, high), place.y,
                      tlv_gui_colour(TLV_INK_SOFT), high);
    for (int i = 0; i < BAR_STEPS; i++) {
        float x0 = (float)(place.x + i * step), x1 = (float)(place.x + (i + 1) * step + 1.5);
        const float xy[8] = {x0, (float)y, x1, (float)y, x1, (float)(y + thick), x0, (float)(y + thick)};
        tlv_gui_draw_area(gui, xy, 4, tl_board_colour((i + 0.5) / BAR_STEPS));
    }
    tlv_gui_gap(gui, 20);
    return (tlv_rect){place.x, (int)y, (int)width, (int)thick};
}

/* On the scale, the values that lines of the map stand for: as they are on the map, with the number below. */
static void legend_lines(tlv_app *app, const tl_board_map *map, tlv_rect bar) {
    tlv_gui *gui = app->gui;
    double values[TL_BOARD_CONTOURS], last = -INFINITY, gap = tlv_gui_px(gui, 8);
    size_t count = tl_board_map_contours(map, values);
    const tl_colour ink = {0.07f, 0.08f, 0.10f, 1}, white = {1, 1, 1, 1};
    for (size_t i = 0; i < count; i++) {
        char text[32];
        double x = bar.x + bar.width * values[i] / tl_board_map_scale(map), half = tlv_gui_px(gui, 1);
        for (int core = 0; core < 2; core++) {
            float wide = (float)(core ? 0.8 * half : 2 * half), top = (float)bar.y, end = (float)(bar.y + bar.height);
            const float xy[8] = {(float)x - wide, top, (float)x + wide, top,
                                 (float)x + wide, end, (float)x - wide, end};
            tlv_gui_draw_area(gui, xy, 4, core ? white : ink);
        }
        write_value(app, map, values[i], text);
        double width = tlv_gui_text_width(gui, TLV_TYPE_SMALL, text), left = x - 0.5 * width;
        if (left > last + gap && left + width <= bar.x + bar.width) { /* those that there is room for */
            tlv_gui_draw_text(gui, TLV_TYPE_SMALL, left, bar.y + bar.height + tlv_gui_px(gui, 2),
                              tlv_gui_colour(TLV_INK_SOFT), text);
            last = left + width;
        }
    }
    tlv_gui_gap(gui, 16);
}

static void working(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tlv_mapping *m = &app->mapping;
    if (m->asked != 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, tlv_say(app, m->map && !m->old ? "map.finer" : "map.working"));
        tlv_gui_progress(gui, tlv_mapper_progress(m->mapper), tlv_gui_width(gui), tlv_gui_px(gui, 6));
        char left[64];
        tlv_map_time_left(app, left, sizeof(left));
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, left[0] != '\0' ? left : " "); /* nothing below it jumps */
        tlv_gui_gap(gui, 4);
    }
    if (m->old) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_OPEN, tlv_say(app, "map.old"));
    }
    if (m->problem[0] != '\0') {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_BAD, m->problem);
    }
}

static void figures(tlv_app *app) {
    char text[400];
    tlv_map_summary(app, text, sizeof(text));
    if (text[0] != '\0') {
        tlv_gui_text(app->gui, TLV_TYPE_BOLD, TLV_INK, text);
    }
    if (tlv_map_here(app, text, sizeof(text))) {
        tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK_SOFT, text);
    } else if (app->mapping.map || app->mapping.firing) {
        tlv_gui_text(app->gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "map.point"));
    }
}

/* --- Maps --------------------------------------------------------------------------------------------------------- */

static void map_legend(tlv_app *app) {
    const tl_board_map *map = app->mapping.map;
    char low[32], high[32];
    write_value(app, map, 0, low);
    write_value(app, map, tl_board_map_scale(map), high);
    legend_lines(app, map, legend(app, low, high));
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "map.striped"));
}

void tlv_map_panel(tlv_app *app) {
    static const char *const names[TLV_MAPS] = {"map.kind.view",    "map.kind.dead",   "map.kind.cover",
                                                "map.kind.nearest", "map.kind.mutual", "map.kind.near",
                                                "map.kind.far",     "map.kind.length"};
    tlv_gui *gui = app->gui;
    tlv_mapping *m = &app->mapping;
    const char *words[TLV_MAPS];
    char text[300];
    int kind = (int)m->kind;
    for (int i = 0; i < TLV_MAPS; i++) {
        words[i] = tlv_say(app, names[i]);
    }
    tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK, tlv_say(app, "do.tool.map"));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_choose(gui, "map.kind", words, TLV_MAPS, &kind)) {
        tlv_forget_map(app);
        m->kind = (tlv_map_kind)kind;
        tlv_ask_map(app);
    }
    tlv_gui_tip(gui, tlv_say(app, "map.kind.tip"), NULL);
    if (!tlv_map_is_of_zone(m->kind)) {
        bool chosen = app->inquiry.from[0] != '\0';
        tlv_say_with(app, text, sizeof(text), chosen ? "map.from" : "hint.map", tlv_name_of(app, app->inquiry.from));
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK, text);
    }
    working(app);
    figures(app);
    if (m->map) {
        map_legend(app);
    }
}

/* --- Firing positions --------------------------------------------------------------------------------------------- */

static const char *side_of(const tlv_app *app, const char *unit) {
    char thing[2 * TLV_NAME];
    const char *side = tl_scene_word(app->scene, tlv_quote(unit, thing, sizeof(thing)), "\"side\"");
    return side ? side : "";
}

/* Units of other sides than the mover's; number 0: nobody. */
static int enemies(const tlv_app *app, const char *units[MOST_UNITS], const char *words[MOST_UNITS]) {
    const char *own = tl_scene_unit_of(app->scene, app->inquiry.from), *unit;
    char side[TLV_NAME];
    int count = 1;
    snprintf(side, sizeof(side), "%s", own ? side_of(app, own) : "");
    units[0] = "";
    words[0] = tlv_say(app, "firing.nobody");
    for (size_t i = 0; (unit = tl_scene_unit(app->scene, i)) != NULL && count < MOST_UNITS; i++) {
        const char *theirs = side_of(app, unit);
        if ((!own || strcmp(unit, own) != 0) && (side[0] == '\0' || strcmp(theirs, side) != 0)) {
            units[count] = unit;
            words[count++] = tlv_name_of(app, unit);
        }
    }
    return count;
}

void tlv_firing_next(tlv_app *app) {
    tlv_mapping *m = &app->mapping;
    const char *units[MOST_UNITS], *words[MOST_UNITS];
    char target[TLV_NAME];
    int count = enemies(app, units, words), number = 0;
    for (int i = 1; i < count; i++) {
        number = strcmp(units[i], m->target) == 0 ? i : number;
    }
    snprintf(target, sizeof(target), "%s", units[(number + 1) % count]);
    tlv_forget_map(app);
    memcpy(m->target, target, sizeof(target));
    tlv_ask_firing(app);
}

/* A row for each place; a click makes the way lead there. */
static void places(tlv_app *app) {
    tlv_gui *gui = app->gui;
    const tl_firing *f = app->mapping.firing;
    size_t count = tl_firing_figures(f).places;
    for (size_t i = 0; i < count; i++) {
        tl_firing_place p = tl_firing_place_at(f, i);
        char number[24], path[32], range[32], seen[24], of[24], covered[24], foes[24], id[32], text[300];
        snprintf(id, sizeof(id), "firing.%zu", i + 1);
        snprintf(number, sizeof(number), "%zu", i + 1);
        snprintf(seen, sizeof(seen), "%zu", p.seen);
        snprintf(of, sizeof(of), "%zu", p.of);
        snprintf(covered, sizeof(covered), "%zu", p.covered);
        snprintf(foes, sizeof(foes), "%zu", p.foes);
        tlv_say_with(app, text, sizeof(text), "firing.place", number, tlv_say_length(app, p.path_mm, path),
                     tlv_say_length(app, p.range_mm, range));
        if (tlv_gui_row(gui, id, false, 38)) {
            tlv_inquiry *q = &app->inquiry;
            q->stations[0] = (tlv_station){.at = p.at};
            q->station_count = 1;
            q->pointing = false;
            tlv_ask(app, true);
            app->models_changed = true;
        }
        tlv_gui_tip(gui, tlv_say(app, "firing.place.tip"), NULL);
        tlv_rect place = tlv_gui_last(gui);
        tlv_gui_draw_text(gui, TLV_TYPE_BOLD, place.x + tlv_gui_px(gui, 8), place.y + tlv_gui_px(gui, 2),
                          tlv_gui_colour(TLV_INK), text);
        tlv_say_with(app, text, sizeof(text), p.foes > 0 ? "firing.tells" : "firing.tells.alone", seen, of, covered,
                     foes);
        tlv_gui_draw_text(gui, TLV_TYPE_SMALL, place.x + tlv_gui_px(gui, 8), place.y + tlv_gui_px(gui, 20),
                          tlv_gui_colour(TLV_INK_SOFT), text);
    }
    if (count == 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "firing.none"));
    }
}

void tlv_firing_panel(tlv_app *app) {
    tlv_gui *gui = app->gui;
    tlv_mapping *m = &app->mapping;
    const char *units[MOST_UNITS], *words[MOST_UNITS];
    int count = enemies(app, units, words), number = 0;
    for (int i = 1; i < count; i++) {
        number = strcmp(units[i], m->target) == 0 ? i : number;
    }
    if (app->inquiry.asked != 0) {
        tlv_gui_rule(gui); /* the ruling stands over it */
    }
    tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "firing.against"));
    tlv_gui_next_width(gui, tlv_gui_width(gui));
    if (tlv_gui_choose(gui, "firing.target", words, count, &number)) {
        tlv_forget_map(app);
        snprintf(m->target, sizeof(m->target), "%s", units[number]);
        tlv_ask_firing(app);
    }
    tlv_gui_tip(gui, tlv_say(app, "firing.tip"), NULL);
    working(app);
    figures(app);
    if (m->firing) {
        places(app);
        legend(app, tlv_say(app, "firing.unseen"), tlv_say(app, "firing.covered"));
        tlv_gui_text(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, tlv_say(app, "map.firing.legend"));
    }
    tlv_gui_rule(gui);
}
