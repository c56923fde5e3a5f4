/* draw_health.c: draws the holes, edges, crossings and specks of a mesh, with their sizes. */
#include "draw/draw_health.h"
#include "draw/colours.h"
#include "draw/fit.h"
#include "draw/label.h"
#include "scan/shaping/crop.h"

#include <stdio.h>
#include <string.h>

enum { MOST_EDGES_DRAWN = 50000, MOST_LABELS = 5, SPECK_LABELS = 3, MANY_RIMS = 60 };

#define GREY tl_rgb(0xC8C8C8, 1)

typedef struct health_drawing {
    const tl_mesh *mesh;
    const tl_scan_health *health;
    const tl_draw_sink *sink;
    tl_vec3 *vertices; /* as drawn */
    uint8_t *kinds;    /* of each triangle */
    uint32_t *chosen;  /* scratch */
    tl_words words;
    double scale;
} health_drawing;

typedef enum health_kind { KIND_SOUND, KIND_SPECK, KIND_TURNED } health_kind;

static void find_kinds(health_drawing *d) {
    double speck = TL_SCAN_SPECK_SHARE * tl_box3_longest(tl_mesh_box(d->mesh));
    for (size_t t = 0; t < d->mesh->triangle_count; t++) {
        d->kinds[t] = tl_box3_longest(d->health->parts[d->health->part_of[t]].box) < speck ? KIND_SPECK : KIND_SOUND;
    }
    for (size_t t = 0; d->health->turned_of != NULL && t < d->mesh->triangle_count; t++) {
        d->kinds[t] = d->health->turned_of[t] != UINT32_MAX ? KIND_TURNED : d->kinds[t];
    }
}

static void draw_kind(health_drawing *d, health_kind what, tl_colour colour, unsigned style) {
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

static void draw_edges(const health_drawing *d, const tl_scan_edge *edges, size_t count, tl_colour colour,
                       unsigned style) {
    for (size_t i = 0; i < count && i < MOST_EDGES_DRAWN && d->sink->line != NULL; i++) {
        const tl_vec3 ends[2] = {d->vertices[edges[i].a], d->vertices[edges[i].b]};
        const tl_draw_line line = {.points = ends, .count = 2, .colour = colour, .width_px = 2.5F, .style = style};
        d->sink->line(d->sink->user, &line);
    }
}

/* Where an edge goes through the plane of a triangle, as far as a picture needs it. */
static bool pierce(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3], tl_vec3 *at) {
    const tl_vec3 normal = tl_cross(tl_sub(corner[1], corner[0]), tl_sub(corner[2], corner[0]));
    const double above = tl_dot(normal, tl_sub(p, corner[0])), below = tl_dot(normal, tl_sub(q, corner[0]));
    if (!((above > 0) != (below > 0)) || above == below) {
        return false;
    }
    *at = tl_lerp(p, q, above / (above - below));
    for (int k = 0; k < 3; k++) {
        const tl_vec3 side = tl_sub(corner[(k + 1) % 3], corner[k]);
        if (tl_dot(normal, tl_cross(side, tl_sub(*at, corner[k]))) < 0) {
            return false;
        }
    }
    return true;
}

/* The line in which two triangles pass through one another. */
static void draw_crossing(const health_drawing *d, const tl_crossed_pair *pair) {
    tl_vec3 corner[2][3], ends[2] = {{0, 0, 0}, {0, 0, 0}}, at;
    size_t count = 0;
    for (int k = 0; k < 3; k++) {
        corner[0][k] = d->vertices[d->mesh->triangles[3 * (size_t)pair->a + (size_t)k]];
        corner[1][k] = d->vertices[d->mesh->triangles[3 * (size_t)pair->b + (size_t)k]];
    }
    for (int i = 0; i < 6; i++) {
        const tl_vec3 *of = corner[i / 3];
        if (pierce(of[i % 3], of[(i + 1) % 3], corner[1 - i / 3], &at)) {
            if (count == 0 || tl_distance(ends[0], at) > tl_distance(ends[0], ends[1])) {
                ends[count == 0 ? 0 : 1] = at;
            }
            ends[1] = count == 0 ? at : ends[1];
            count++;
        }
    }
    if (count > 0) {
        const tl_draw_line line = {.points = ends, .count = 2, .colour = TL_COLOUR_GREEN, .width_px = 3};
        d->sink->line(d->sink->user, &line);
    }
}

/* "94.5 mm", "2.73 m", "323 m": as people say it, whatever the size. */
static const char *length_text(const health_drawing *d, double mm, char text[40]) {
    char number[32];
    const bool metres = mm >= 2000;
    const double value = metres ? mm / 1000 : mm;
    snprintf(text, 40, "%s %s",
             tl_draw_number(&d->words, value < 100 ? 3 : 6, value < 100 ? value : floor(value + 0.5), number),
             metres ? "m" : "mm");
    return text;
}

static void label_length(const health_drawing *d, tl_vec3 at, tl_sentence what, double mm, tl_colour colour) {
    char text[96], length[40];
    tl_say(&d->words, text, sizeof(text), what, length_text(d, mm, length));
    tl_draw_label_at(d->sink, at, text, colour);
}

static tl_vec3 middle_of(const health_drawing *d, size_t triangle) {
    const uint32_t *k = d->mesh->triangles + 3 * triangle;
    return tl_scale(tl_add(tl_add(d->vertices[k[0]], d->vertices[k[1]]), d->vertices[k[2]]), 1.0 / 3);
}

static void label_turned(const health_drawing *d) {
    for (size_t i = 0; i < d->health->turned_count && i < MOST_LABELS; i++) {
        const tl_scan_turned_patch *patch = &d->health->turned[i];
        label_length(d, middle_of(d, patch->first), patch->whole ? TL_SAY_LABEL_INSIDE_OUT : TL_SAY_LABEL_TURNED,
                     d->scale * tl_box3_longest(patch->box), TL_COLOUR_SKY);
    }
}

/* The largest few, in the order of their sizes, and how many more there are at the next. */
static void label_specks(const health_drawing *d) {
    const tl_scan_health *health = d->health;
    const double speck = TL_SCAN_SPECK_SHARE * tl_box3_longest(tl_mesh_box(d->mesh));
    size_t part[SPECK_LABELS + 1], count = 0;
    for (size_t i = 0; i < health->part_count; i++) {
        const double size = tl_box3_longest(health->parts[i].box);
        size_t place = count < SPECK_LABELS + 1 ? count : SPECK_LABELS + 1;
        for (; size < speck && place > 0 && tl_box3_longest(health->parts[part[place - 1]].box) < size; place--) {
            if (place < SPECK_LABELS + 1) {
                part[place] = part[place - 1];
            }
        }
        if (size < speck && place < SPECK_LABELS + 1) {
            part[place] = i;
        }
        count += size < speck;
    }
    for (size_t k = 0; k < count && k < SPECK_LABELS + 1; k++) {
        size_t t = 0;
        while (t < d->mesh->triangle_count && health->part_of[t] != part[k]) {
            t++;
        }
        if (t == d->mesh->triangle_count) {
            continue;
        }
        if (k < SPECK_LABELS) {
            label_length(d, middle_of(d, t), TL_SAY_LABEL_SPECK, d->scale * tl_box3_longest(health->parts[part[k]].box),
                         TL_COLOUR_YELLOW);
        } else {
            char text[96], number[32];
            tl_say(&d->words, text, sizeof(text), TL_SAY_LABEL_SPECKS_MORE,
                   tl_draw_number(&d->words, 15, (double)(count - SPECK_LABELS), number));
            tl_draw_label_at(d->sink, middle_of(d, t), text, TL_COLOUR_YELLOW);
        }
    }
}

/* The box of the part that a loop belongs to. */
static tl_box3 part_beside(const health_drawing *d, const tl_scan_hole *hole) {
    const uint32_t corner = d->health->loops[hole->first];
    for (size_t i = 0; i < 3 * d->mesh->triangle_count; i++) {
        if (d->mesh->triangles[i] == corner) {
            return d->health->parts[d->health->part_of[i / 3]].box;
        }
    }
    return hole->box;
}

static void label_hole(const health_drawing *d, const tl_scan_hole *hole, const tl_vec3 *points, size_t count) {
    tl_vec3 middle = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        middle = tl_madd(middle, points[i], 1 / (double)count);
    }
    const double across = tl_box3_longest(hole->box);                     /* in the mesh's own frame */
    const bool rim = 2 * across >= tl_box3_longest(part_beside(d, hole)); /* where a sheet ends */
    label_length(d, rim ? points[0] : middle, rim ? TL_SAY_LABEL_RIM : TL_SAY_LABEL_MESH_HOLE, d->scale * across,
                 TL_COLOUR_VERMILLION);
}

/* In runs: what a crop has left is thin, the rest is thick. */
static void draw_rim(const health_drawing *d, const tl_scan_hole *hole, const tl_vec3 *points, size_t count) {
    const uint32_t *corner = d->health->loops + hole->first;
    for (size_t begin = 0; begin + 1 < count;) {
        bool cropped = tl_scan_health_is_cropped(d->health, corner[begin], corner[(begin + 1) % hole->count]);
        size_t end = begin + 1;
        while (end + 1 < count && tl_scan_health_is_cropped(d->health, corner[end % hole->count],
                                                            corner[(end + 1) % hole->count]) == cropped) {
            end++;
        }
        const tl_draw_line line = {.points = points + begin,
                                   .count = end - begin + 1,
                                   .colour = cropped ? TL_COLOUR_SKY : TL_COLOUR_VERMILLION,
                                   .width_px = cropped || d->health->hole_count > MANY_RIMS ? 2 : 4,
                                   .style = TL_DRAW_ON_TOP};
        d->sink->line(d->sink->user, &line);
        begin = end;
    }
}

static bool draw_holes(const health_drawing *d) {
    tl_vec3 *points = NULL;
    size_t capacity = 0;
    size_t drawn = 0, labels = 0;
    bool room = true;
    for (size_t i = 0; i < d->health->hole_count && drawn < MOST_EDGES_DRAWN && room; i++) {
        const tl_scan_hole *hole = &d->health->holes[i];
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

bool tl_draw_health(const tl_scan_report *report, const tl_draw_sink *sink) {
    const tl_mesh *mesh = report->mesh;
    tl_draw_fit fit;
    if (!tl_draw_fit_make(report, &fit)) {
        return false;
    }
    health_drawing d = {.mesh = mesh,
                        .health = report->health,
                        .sink = sink,
                        .words = {.language = tl_language_of(mesh->context)},
                        .scale = fabs(fit.map.factor[0])};
    d.vertices = tl_draw_fit_vertices(&fit, mesh);
    d.kinds = tl_alloc_array(mesh->context, mesh->triangle_count, 1);
    d.chosen = tl_alloc_array(mesh->context, mesh->triangle_count, sizeof(*d.chosen));
    bool room = d.vertices != NULL && d.kinds != NULL && d.chosen != NULL;
    if (room) {
        find_kinds(&d);
        draw_kind(&d, KIND_SOUND, GREY, TL_DRAW_SOLID);
        draw_kind(&d, KIND_SPECK, TL_COLOUR_YELLOW, TL_DRAW_OUTLINED);
        draw_kind(&d, KIND_TURNED, TL_COLOUR_SKY, TL_DRAW_OUTLINED);
        for (size_t i = 0; i < d.health->crossing_count && i < MOST_EDGES_DRAWN && sink->line != NULL; i++) {
            draw_crossing(&d, &d.health->crossings[i]);
        }
        draw_edges(&d, d.health->non_manifold, d.health->non_manifold_count, TL_COLOUR_PURPLE, TL_DRAW_ON_TOP);
        draw_edges(&d, d.health->flipped, d.health->flipped_count, TL_COLOUR_BLUE, TL_DRAW_ON_TOP | TL_DRAW_DASHED);
        label_turned(&d);
        label_specks(&d);
        room = draw_holes(&d);
    }
    tl_free(mesh->context, d.vertices);
    tl_free(mesh->context, d.kinds);
    tl_free(mesh->context, d.chosen);
    return room;
}
