/* mapping.c: maps and firing positions over the table: wished for, taken, shown, marked old when the table changes. */
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *map; /* as the library calls it */
    bool of_zone;    /* of a strip along a long side, else of who was clicked */
    bool far;        /* ... the far one */
    bool both;       /* ... and the other one */
} KINDS[TLV_MAPS] = {
    [TLV_MAP_VIEW] = {.map = "fov"},
    [TLV_MAP_DEAD] = {.map = "dead"},
    [TLV_MAP_COVER] = {.map = "cover"},
    [TLV_MAP_NEAREST] = {.map = "nearest"},
    [TLV_MAP_MUTUAL] = {.map = "mutual", .of_zone = true, .both = true},
    [TLV_MAP_NEAR_ZONE] = {.map = "exposure", .of_zone = true},
    [TLV_MAP_FAR_ZONE] = {.map = "exposure", .of_zone = true, .far = true},
    [TLV_MAP_LENGTH] = {.map = "length", .of_zone = true},
};

bool tlv_map_is_of_zone(tlv_map_kind kind) {
    return KINDS[kind].of_zone;
}

/* --- Wishes ------------------------------------------------------------------------------------------------------- */

static bool begin(tlv_app *app) {
    const tlv_worker_options how = {.language = app->language, .wake = tlv_window_wake};
    tl_error error = {0};
    if (app->mapping.mapper || tlv_mapper_create(&how, &app->mapping.mapper, &error) == TL_OK) {
        return true;
    }
    tlv_note_error(app, &error);
    return false;
}

static void forget_shown(tlv_mapping *m) {
    tl_board_map_destroy(m->map);
    tl_firing_destroy(m->firing);
    m->map = NULL;
    m->firing = NULL;
    m->old = m->done = false;
    m->problem[0] = '\0';
}

/* A wish about the table as it stands. */
static void want(tlv_app *app, tlv_wish wish) {
    tlv_mapping *m = &app->mapping;
    wish.scene = app->scene;
    wish.units = tl_scene_units(app->scene);
    if (begin(app)) {
        m->asked = tlv_mapper_want(m->mapper, &wish);
        m->since = tlv_window_time(app->window);
        m->done = false;
        m->problem[0] = '\0';
        app->models_changed = app->chrome_changed = true;
    }
}

static void strip(const tlv_app *app, bool far, tl_vec2 zone[4]) {
    double width = 0, depth = 0;
    tl_scene_number(app->scene, "\"table\"", "\"width\"", &width);
    tl_scene_number(app->scene, "\"table\"", "\"depth\"", &depth);
    bool along_x = width >= depth;
    double deep = 0.25 * (along_x ? depth : width), from = far ? (along_x ? depth : width) - deep : 0;
    tl_vec2 a = along_x ? (tl_vec2){0, from} : (tl_vec2){from, 0};
    tl_vec2 b = along_x ? (tl_vec2){width, from + deep} : (tl_vec2){from + deep, depth};
    zone[0] = a;
    zone[1] = (tl_vec2){b.x, a.y};
    zone[2] = b;
    zone[3] = (tl_vec2){a.x, b.y};
}

void tlv_ask_map(tlv_app *app) {
    tlv_mapping *m = &app->mapping;
    tlv_wish wish = {.map = KINDS[m->kind].map, .from = app->inquiry.from, .zoned = KINDS[m->kind].of_zone};
    m->fires = false;
    if (!wish.zoned && wish.from[0] == '\0') {
        return;
    }
    if (wish.zoned && m->kind != TLV_MAP_LENGTH) {
        strip(app, KINDS[m->kind].far, wish.zone);
        wish.aimed = KINDS[m->kind].both;
        strip(app, !KINDS[m->kind].far, wish.to);
    } else if (wish.zoned) { /* from anywhere */
        tl_vec2 other[4];
        strip(app, false, wish.zone);
        strip(app, true, other);
        wish.zone[2] = other[2];
        *(wish.zone[1].y == 0 && wish.zone[1].x == other[2].x ? &wish.zone[3].y : &wish.zone[1].x) =
            wish.zone[1].x == other[2].x ? other[2].y : other[2].x;
    }
    const double cells[2][TLV_MAP_STEPS] = {{60, 20, 10}, {150, 60, 30}};
    memcpy(wish.cells, cells[wish.zoned], sizeof(wish.cells));
    want(app, wish);
}

void tlv_ask_firing(tlv_app *app) {
    tlv_mapping *m = &app->mapping;
    const tlv_wish wish = {
        .from = app->inquiry.from, .target = m->target, .march = app->manner.march, .cells = {15, 0, 0}};
    m->fires = true;
    if (wish.from[0] != '\0' && m->target[0] != '\0') {
        want(app, wish);
    }
}

bool tlv_is_mapping(const tlv_app *app) {
    return app->mapping.asked != 0;
}

bool tlv_map_time_left(const tlv_app *app, char *text, size_t size) {
    static const double FEW_SECONDS = 1, LITTLE = 0.02; /* too early to tell */
    const tlv_mapping *m = &app->mapping;
    char number[16];
    double gone = tlv_window_time(app->window) - m->since;
    double done = m->asked != 0 ? tlv_mapper_progress(m->mapper) : 0;
    text[0] = '\0';
    if (gone < FEW_SECONDS || done < LITTLE) {
        return false;
    }
    double left = gone * (1 - done) / done;
    bool minutes = left > 90;
    snprintf(number, sizeof(number), "%.0f", ceil(minutes ? left / 60 : left));
    tlv_say_with(app, text, size, minutes ? "map.left.minutes" : "map.left.seconds", number);
    return true;
}

bool tlv_stop_mapping(tlv_app *app) {
    tlv_mapping *m = &app->mapping;
    bool busy = m->asked != 0;
    if (m->mapper) {
        tlv_mapper_drop(m->mapper);
    }
    m->asked = 0;
    app->chrome_changed = true;
    return busy;
}

void tlv_forget_map(tlv_app *app) {
    tlv_stop_mapping(app);
    forget_shown(&app->mapping);
    app->mapping.target[0] = '\0';
    app->mapping.fires = false;
    app->models_changed = true;
}

void tlv_end_mapping(tlv_app *app) {
    forget_shown(&app->mapping);
    tlv_mapper_destroy(app->mapping.mapper);
    app->mapping = (tlv_mapping){.kind = app->mapping.kind};
}

void tlv_map_is_old(tlv_app *app, bool hurry) {
    tlv_mapping *m = &app->mapping;
    bool shown = m->map || m->firing;
    if (!shown && m->asked == 0) {
        return;
    }
    tlv_stop_mapping(app);
    m->old = shown;
    app->models_changed = true;
    if (app->inquiry.from[0] == '\0' && (m->fires || !KINDS[m->kind].of_zone)) {
        forget_shown(m); /* whose it was isn't there any more */
    } else if (hurry && m->fires) {
        tlv_ask_firing(app);
    } else if (hurry) {
        tlv_ask_map(app);
    }
}

void tlv_take_map(tlv_app *app) {
    tlv_mapping *m = &app->mapping;
    tlv_mapped made;
    app->chrome_changed = app->chrome_changed || m->asked != 0; /* its progress */
    while (m->mapper && tlv_mapper_take(m->mapper, &made)) {
        app->models_changed = app->chrome_changed = true;
        if (made.serial != m->asked) { /* nobody wants it any more */
            tl_board_map_destroy(made.map);
            tl_firing_destroy(made.firing);
            continue;
        }
        forget_shown(m);
        m->map = made.map;
        m->firing = made.firing;
        m->done = made.last;
        m->since = tlv_window_time(app->window);
        if (made.last) {
            m->asked = 0;
        }
        if (made.status != TL_OK) {
            snprintf(m->problem, sizeof(m->problem), "%s\n%s", made.error.message, made.error.remedy);
            tlv_log(app, "no map: %s", made.error.message);
        } else {
            tlv_log(app, "%s%s", made.map ? "map" : "firing positions", made.last ? "" : ", a coarse one");
        }
    }
}

/* --- What is shown ------------------------------------------------------------------------------------------------ */

void tlv_draw_map(const tlv_app *app, const tl_draw_sink *sink) {
    const tlv_mapping *m = &app->mapping;
    if (m->map) {
        tl_board_map_draw(m->map, sink, NULL);
    } else if (m->firing) {
        tl_firing_draw(m->firing, sink, NULL);
    }
}

/* The cell of a grid under the pointer. */
static bool under_pointer(const tlv_app *app, double x0, double y0, double cell, size_t columns, size_t rows, size_t *i,
                          size_t *j) {
    const tl_vec3 p = app->hand.under.point;
    double x = (p.x - x0) / cell, y = (p.y - y0) / cell;
    if (!app->hand.over || app->hand.under.kind == TL_PICK_NOTHING ||
        !(x >= 0 && y >= 0 && x < (double)columns && y < (double)rows)) {
        return false;
    }
    *i = (size_t)x;
    *j = (size_t)y;
    return true;
}

static const char *value(const tlv_app *app, bool in_mm, double v, char buffer[32]) {
    if (in_mm) {
        return tlv_say_length(app, v, buffer);
    }
    snprintf(buffer, 32, "%.0f %%", 100 * v);
    return buffer;
}

static void say_bounds(const tlv_app *app, const char *one, const char *two, bool in_mm, double low, double high,
                       char *text, size_t size) {
    char a[32], b[32];
    value(app, in_mm, low, a);
    value(app, in_mm, high, b);
    tlv_say_with(app, text, size, strcmp(a, b) == 0 ? one : two, a, b);
}

static void say_firing_cell(const tlv_app *app, const tl_firing_cell *c, size_t targets, size_t foes, char *text,
                            size_t size) {
    char seen[64], range[64], low[32], high[32], covered[24], of[24];
    tlv_say_length(app, c->range_low, low);
    tlv_say_length(app, c->range_high, high);
    snprintf(seen, sizeof(seen), c->seen == c->perhaps ? "%zu / %zu" : "%zu-%zu / %zu", c->seen,
             c->seen == c->perhaps ? targets : c->perhaps, targets);
    snprintf(range, sizeof(range), "%.30s - %.30s", low, high);
    snprintf(covered, sizeof(covered), "%zu", c->covered);
    snprintf(of, sizeof(of), "%zu", foes);
    tlv_say_with(app, text, size, c->certain ? "firing.here" : "firing.here.open", seen, range, covered, of);
}

bool tlv_map_here(const tlv_app *app, char *text, size_t size) {
    const tlv_mapping *m = &app->mapping;
    size_t i, j;
    text[0] = '\0';
    if (m->map) {
        tl_board_summary s = tl_board_map_summary(m->map);
        if (under_pointer(app, s.x0, s.y0, s.cell_mm, s.columns, s.rows, &i, &j)) {
            tl_board_cell c = tl_board_map_cell(m->map, i, j);
            if (c.standing) {
                say_bounds(app, "map.here", "map.here.open", s.in_mm, c.low, c.high, text, size);
            } else {
                snprintf(text, size, "%s", tlv_say(app, "map.nowhere"));
            }
        }
    } else if (m->firing) {
        tl_firing_summary s = tl_firing_figures(m->firing);
        if (under_pointer(app, s.x0, s.y0, s.cell_mm, s.columns, s.rows, &i, &j)) {
            tl_firing_cell c = tl_firing_cell_at(m->firing, i, j);
            if (c.standing) {
                say_firing_cell(app, &c, s.targets, s.foes, text, size);
            } else {
                snprintf(text, size, "%s", tlv_say(app, "firing.nowhere"));
            }
        }
    }
    return text[0] != '\0';
}

void tlv_map_summary(const tlv_app *app, char *text, size_t size) {
    const tlv_mapping *m = &app->mapping;
    text[0] = '\0';
    if (m->map) {
        tl_board_summary s = tl_board_map_summary(m->map);
        say_bounds(app, "map.mean", "map.mean.open", s.in_mm, s.low, s.high, text, size);
    } else if (m->firing) {
        tl_firing_summary s = tl_firing_figures(m->firing);
        char seen[40], reached[40];
        tlv_say_with(app, text, size, "firing.summary", tlv_say_area(app, s.seen_mm2, seen),
                     tlv_say_area(app, s.reached_mm2, reached));
    }
}
