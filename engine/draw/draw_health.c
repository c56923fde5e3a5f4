/* draw_health.c: holes, edges, crossings and specks. */
#include "draw/draw_health.h"
#include "draw/colours.h"
#include "draw/fit.h"
#include "mesh/crop.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 50000, MOST_LABELS = 5 };

#define GREY tl_rgb(0xC8C8C8, 1)

typedef struct drawing {
    const tl_mesh *mesh;
    const tl_mesh_health *health;
    const tl_draw_sink *sink;
    tl_vec3 *vertices; /* as drawn */
    uint8_t *kinds;    /* of each triangle */
    uint32_t *chosen;  /* scratch */
    double scale;
} drawing;

typedef enum kind { KIND_SOUND, KIND_SPECK, KIND_TURNED, KIND_CROSSING } kind;

static void find_kinds(drawing *d) {
    double speck = TL_SPECK_SHARE * tl_box3_longest(tl_mesh_box(d->mesh));
    for (size_t t = 0; t < d->mesh->triangle_count; t++) {
        d->kinds[t] = tl_box3_longest(d->health->parts[d->health->part_of[t]].box) < speck ? KIND_SPECK : KIND_SOUND;
    }
    for (size_t t = 0; d->health->turned_of != NULL && t < d->mesh->triangle_count; t++) {
        d->kinds[t] = d->health->turned_of[t] != UINT32_MAX ? KIND_TURNED : d->kinds[t];
    }
    for (size_t i = 0; i < d->health->crossing_count; i++) {
        d->kinds[d->health->crossings[i].a] = KIND_CROSSING;
        d->kinds[d->health->crossings[i].b] = KIND_CROSSING;
    }
}

static void draw_kind(drawing *d, kind what, tl_colour colour, unsigned style) {
    size_t count = 0;
    for (size_t t = 0; t < d->mesh->triangle_count; t++) {
        if (d->kinds[t] == what) {
            d->chosen[count++] = (uint32_t)t;
        }
    }
    if (count > 0 && d->sink->mesh != NULL) {
        const tl_draw_mesh mesh = {.vertices = d->vertices,
                                   .vertex_count = d->mesh->vertex_count,
                                   .triangles = d->mesh->triangles,
                                   .triangle_count = d->mesh->triangle_count,
                                   .chosen = d->chosen,
                                   .chosen_count = count,
                                   .colour = colour,
                                   .style = style,
                                   .key = 1 + (uint32_t)what};
        d->sink->mesh(d->sink->user, &mesh);
    }
}

static void draw_edges(const drawing *d, const tl_edge *edges, size_t count, tl_colour colour, unsigned style) {
    for (size_t i = 0; i < count && i < MOST && d->sink->line != NULL; i++) {
        const tl_vec3 ends[2] = {d->vertices[edges[i].a], d->vertices[edges[i].b]};
        const tl_draw_line line = {.points = ends, .count = 2, .colour = colour, .width_px = 2.5F, .style = style};
        d->sink->line(d->sink->user, &line);
    }
}

static void label_hole(const drawing *d, const tl_hole *hole, const tl_vec3 *points, size_t count) {
    char text[64];
    tl_vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        middle = tl_madd(middle, points[i], 1 / (double)count);
    }
    snprintf(text, sizeof(text), "%.4g mm", d->scale * tl_box3_longest(hole->box));
    const tl_draw_label label = {
        .at = middle, .text = text, .colour = TL_COLOUR_VERMILLION, .size = 1, .style = TL_DRAW_ON_TOP};
    if (d->sink->label != NULL) {
        d->sink->label(d->sink->user, &label);
    }
}

/* In runs: what a crop has left is thin, the rest is thick. */
static void draw_rim(const drawing *d, const tl_hole *hole, const tl_vec3 *points, size_t count) {
    const uint32_t *corner = d->health->loops + hole->first;
    for (size_t begin = 0; begin + 1 < count;) {
        bool cropped = tl_health_is_cropped(d->health, corner[begin], corner[(begin + 1) % hole->count]);
        size_t end = begin + 1;
        while (end + 1 < count &&
               tl_health_is_cropped(d->health, corner[end % hole->count], corner[(end + 1) % hole->count]) == cropped) {
            end++;
        }
        const tl_draw_line line = {.points = points + begin,
                                   .count = end - begin + 1,
                                   .colour = cropped ? TL_COLOUR_SKY : TL_COLOUR_VERMILLION,
                                   .width_px = cropped ? 2 : 4,
                                   .style = TL_DRAW_ON_TOP};
        d->sink->line(d->sink->user, &line);
        begin = end;
    }
}

static bool draw_holes(const drawing *d) {
    tl_vec3 *points = NULL;
    size_t capacity = 0;
    size_t drawn = 0, labels = 0;
    bool room = true;
    for (size_t i = 0; i < d->health->hole_count && drawn < MOST && room; i++) {
        const tl_hole *hole = &d->health->holes[i];
        size_t count = hole->count + (hole->closed ? 1 : 0);
        room = tl_reserve(d->mesh->context, (void **)&points, &capacity, count, sizeof(*points));
        for (size_t k = 0; room && k < count; k++) {
            points[k] = d->vertices[d->health->loops[hole->first + k % hole->count]];
        }
        if (room && d->sink->line != NULL) {
            draw_rim(d, hole, points, count);
        }
        if (room && 2 * hole->cropped_length < hole->perimeter && labels++ < MOST_LABELS) {
            label_hole(d, hole, points, count);
        }
        drawn += count;
    }
    tl_free(d->mesh->context, points);
    return room;
}

bool tl_draw_health(const tl_mesh_report *report, const tl_draw_sink *sink) {
    const tl_mesh *mesh = report->mesh;
    tl_draw_fit fit;
    if (!tl_draw_fit_make(report, &fit)) {
        return false;
    }
    drawing d = {.mesh = mesh, .health = report->health, .sink = sink, .scale = fabs(fit.map.factor[0])};
    d.vertices = tl_draw_fit_vertices(&fit, mesh);
    d.kinds = tl_alloc_array(mesh->context, mesh->triangle_count, 1);
    d.chosen = tl_alloc_array(mesh->context, mesh->triangle_count, sizeof(*d.chosen));
    bool room = d.vertices != NULL && d.kinds != NULL && d.chosen != NULL;
    if (room) {
        find_kinds(&d);
        draw_kind(&d, KIND_SOUND, GREY, TL_DRAW_SOLID);
        draw_kind(&d, KIND_SPECK, TL_COLOUR_YELLOW, TL_DRAW_OUTLINED);
        draw_kind(&d, KIND_TURNED, TL_COLOUR_SKY, TL_DRAW_OUTLINED);
        draw_kind(&d, KIND_CROSSING, TL_COLOUR_ORANGE, TL_DRAW_HATCHED);
        draw_edges(&d, d.health->non_manifold, d.health->non_manifold_count, TL_COLOUR_PURPLE, TL_DRAW_ON_TOP);
        draw_edges(&d, d.health->flipped, d.health->flipped_count, TL_COLOUR_BLUE, TL_DRAW_ON_TOP | TL_DRAW_DASHED);
        room = draw_holes(&d);
    }
    tl_free(mesh->context, d.vertices);
    tl_free(mesh->context, d.kinds);
    tl_free(mesh->context, d.chosen);
    return room;
}
