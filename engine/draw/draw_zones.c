/* draw_zones.c: the zones of a scenario on the ground: their borders, light stripes, their names. */
#include "draw/colours.h"
#include "draw/draw.h"
#include "draw/label.h"

#include "geom/polygon2.h"
#include "judge/group/objective.h"

#include <stdio.h>

enum { ROUND = 180, RUN = 256, LEVELS = 16 };          /* corners of a circle; points of a line that is sent */
static const double STEP = 12, STRIPES = 60, OVER = 1; /* mm: along lines; between stripes; above the ground */

typedef struct zones_drawing {
    const tl_referee *referee;
    const tl_draw_sink *sink;
    tl_zone_region region;
    tl_colour colour;
    float width;
    unsigned style;
    tl_vec3 run[RUN];
    size_t count;
    tl_vec3 label; /* on the border, nearest to the picture's lower left */
    bool labelled;
} zones_drawing;

static tl_vec3 on_ground(const zones_drawing *z, tl_vec2 p) {
    tl_surfaces surfaces = tl_table_surfaces(z->referee->table);
    double heights[LEVELS];
    size_t count = tl_surface_levels(&surfaces, p.x, p.y, 1, heights, LEVELS);
    return (tl_vec3){p.x, p.y, (count > 0 ? heights[0] : 0) + OVER};
}

static void send_run(zones_drawing *z) {
    if (z->count > 1 && z->sink->line != NULL) {
        const tl_draw_line line = {
            .points = z->run, .count = z->count, .colour = z->colour, .width_px = z->width, .style = z->style};
        z->sink->line(z->sink->user, &line);
    }
    z->count = 0;
}

/* The stretches of a to b of which the region's depth is at least `least` (0 less rounding: its border counts). */
static void draw_stretches(zones_drawing *z, tl_vec2 a, tl_vec2 b, double least) {
    double length = tl_length2(tl_sub2(b, a));
    size_t steps = (size_t)(length / STEP) + 1;
    for (size_t i = 0; i < steps; i++) {
        tl_vec2 p = tl_lerp2(a, b, (double)i / (double)steps), q = tl_lerp2(a, b, (double)(i + 1) / (double)steps);
        if (tl_zone_region_depth(&z->region, tl_lerp2(p, q, 0.5)) < least) {
            send_run(z);
            continue;
        }
        if (z->count == RUN) {
            send_run(z);
        }
        if (z->count == 0) {
            z->run[z->count++] = on_ground(z, p);
        }
        tl_vec3 at = z->run[z->count++] = on_ground(z, q);
        if (!z->labelled || at.x + at.y < z->label.x + z->label.y) {
            z->label = at;
            z->labelled = true;
        }
    }
}

static void draw_circle(zones_drawing *z, tl_vec2 centre, double radius) {
    tl_vec2 before = {centre.x + radius, centre.y};
    for (int i = 1; i <= ROUND; i++) {
        double s, c;
        tl_sincos_deg(360.0 * i / ROUND, &s, &c);
        tl_vec2 next = {centre.x + radius * c, centre.y + radius * s};
        draw_stretches(z, before, next, -2e-4 * radius); /* chords lie inside their arcs */
        before = next;
    }
    send_run(z);
}

static void draw_border(zones_drawing *z) {
    static const double least = -1e-6;
    const tl_zone_region r = z->region;
    const tl_vec2 corner[4] = {r.low, {r.high.x, r.low.y}, r.high, {r.low.x, r.high.y}};
    for (int i = 0; i < 4; i++) {
        draw_stretches(z, corner[i], corner[(i + 1) % 4], least);
    }
    send_run(z);
    for (size_t i = 0; i < r.outline_count; i++) {
        draw_stretches(z, r.outline[i], r.outline[(i + 1) % r.outline_count], least);
    }
    send_run(z);
    if (r.disc) {
        draw_circle(z, r.centre, r.radius);
    }
    if (r.hole) {
        draw_circle(z, r.hole_centre, r.hole_radius);
    }
}

/* Stripes that lean one way or the other, at the same places of the table in all zones. */
static void draw_stripes(zones_drawing *z, bool back) {
    const tl_zone_region *r = &z->region;
    double tall = r->high.y - r->low.y, from = back ? r->low.x + r->low.y : r->low.x - r->high.y,
           to = back ? r->high.x + r->high.y : r->high.x - r->low.y;
    for (double k = ceil(from / STRIPES); k * STRIPES < to; k++) {
        double c = k * STRIPES; /* x - y, or x + y */
        tl_vec2 a = {back ? c - r->low.y : c + r->low.y, r->low.y};
        tl_vec2 b = {back ? a.x - tall : a.x + tall, r->high.y};
        draw_stretches(z, a, b, 0);
        send_run(z);
    }
}

void tl_draw_zone(const tl_referee *referee, const tl_document_zone *zone, const tl_draw_sink *sink) {
    const tl_document *document = referee->table->document;
    unsigned number = tl_draw_side_number(referee->table, zone->side);
    tl_colour side = tl_draw_side_colour(referee->table, zone->side);
    tl_colour colour = document->night ? tl_lighter(side, 0.25f) : tl_darker(side, 0.2f);
    zones_drawing z = {.referee = referee, .sink = sink, .colour = colour, .width = 2.5f, .style = TL_DRAW_DASHED};
    int units = tl_settings_is_at(&referee->settings, TL_SETTING_UNITS, TL_CHOICE_UNITS_INCH) ? 1 : 0;
    tl_zone_region_of(zone, document->width, document->depth, tl_referee_game_unit(referee, units), &z.region);
    z.region.open = 0; /* nothing is drawn beside the table */
    if (tl_zone_region_is_empty(&z.region)) {
        return;
    }
    draw_border(&z);
    tl_vec3 label = z.label;
    z.width = 1;
    z.style = 0;
    z.colour = tl_with_alpha(colour, 0.3f);
    draw_stripes(&z, number % 2 == 1);
    if (z.labelled) {
        tl_draw_label_at(sink, label, zone->name, colour);
    }
}

void tl_draw_zones(const tl_referee *referee, const tl_draw_sink *sink) {
    const tl_document_scenario *scenario = &referee->table->document->scenario;
    for (size_t i = 0; i < scenario->zone_count; i++) {
        tl_draw_zone(referee, &scenario->zones[i], sink);
    }
}

/* --- Objectives --------------------------------------------------------------------------------------------------- */

static tl_vec2 middle_of(const tl_placed *marker, const tl_document_terrain *source) {
    tl_vec2 sum = {0, 0};
    if (marker->body != NULL) {
        return tl_plan(tl_box3_centre(marker->body->box));
    }
    for (size_t i = 0; i < source->outline_count; i++) {
        sum = tl_add2(sum, tl_scale2(source->outline[i], 1.0 / (double)source->outline_count));
    }
    return source->has_disc ? source->disc_centre : sum;
}

/* Who holds it, as far as the rules say so: a side; "": nobody, or it is open. */
static const char *holder_of(const tl_referee *referee, const tl_document_objective *objective, double *reach) {
    tl_inquiry inquiry;
    tl_objective found;
    const char *side = objective->held_by;
    if (tl_inquiry_begin(referee, NULL, -1, &inquiry, NULL) != TL_OK) {
        return side;
    }
    if (tl_objective_judge(&inquiry, objective, &found, NULL) == TL_OK) {
        *reach = found.limit_mm;
        side = found.holder != SIZE_MAX && found.verdict == TL_VERDICT_YES ? found.sides[found.holder].side : "";
    }
    tl_inquiry_free(&inquiry);
    return side;
}

/* A ring round the marker in the colour of who holds it, dashed while nobody does, and its name with theirs. */
static void draw_objective(const tl_referee *referee, const tl_document_objective *objective,
                           const tl_draw_sink *sink) {
    static const double RADIUS = 40;
    const tl_document *document = referee->table->document;
    const tl_placed *marker = &referee->table->terrain[objective->terrain];
    tl_vec2 middle = middle_of(marker, &document->terrain[objective->terrain]);
    double reach = 0;
    const char *side = holder_of(referee, objective, &reach);
    tl_colour colour = side[0] != '\0'   ? tl_draw_side_colour(referee->table, side)
                       : document->night ? tl_rgb(0xE8E8E8, 1)
                                         : tl_rgb(0x404040, 1);
    zones_drawing z = {.referee = referee,
                       .sink = sink,
                       .colour = side[0] != '\0' && !document->night ? tl_darker(colour, 0.2f) : colour,
                       .width = 3,
                       .style = side[0] != '\0' ? 0 : TL_DRAW_DASHED,
                       .region = {.high = {document->width, document->depth}}};
    char name[200];
    snprintf(name, sizeof(name), side[0] != '\0' ? "%s: %s" : "%s", marker->name, side);
    draw_circle(&z, middle, reach > 0 ? reach : RADIUS);
    if (z.labelled) {
        tl_draw_label_at(sink, z.label, name, z.colour);
    }
}

void tl_draw_objectives(const tl_referee *referee, const tl_draw_sink *sink) {
    const tl_document_scenario *scenario = &referee->table->document->scenario;
    for (size_t i = 0; i < scenario->objective_count; i++) {
        draw_objective(referee, &scenario->objectives[i], sink);
    }
}
