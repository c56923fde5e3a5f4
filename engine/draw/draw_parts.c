/* draw_parts.c: draws the parts of a mesh in the colours of their roles, and the suggested core over them. */
#include "draw/draw_parts.h"
#include "draw/colours.h"
#include "draw/fit.h"
#include "draw/label.h"

#include "body/tessellate.h"
#include "math/angle.h"
#include "mesh/names.h"

#include <stdio.h>

/* A kind for each role, and one for what nothing matched. */
enum { UNMATCHED = TL_ROLE_COUNT, KINDS };

typedef struct parts_drawing {
    const tl_scan_report *report;
    const tl_draw_sink *sink;
    tl_draw_fit fit;
    tl_words words;
    tl_vec3 *vertices; /* as drawn */
    uint32_t *chosen;  /* scratch */
} parts_drawing;

static int kind_of(const parts_drawing *d, const tl_piece *piece) {
    return d->report->roles == NULL ? TL_ROLE_GEAR : piece->matched ? (int)piece->role : UNMATCHED;
}

/* --- Where labels point ------------------------------------------------------------------------------------------- */

/* The neighbours of a cube among cubes, without those behind: pictures of meshes are taken from (-0.5, -1, 0.6). */
enum { DIRECTIONS = 26 };

static tl_vec3 direction(int i) {
    int n = i < DIRECTIONS / 2 ? i : i + 1; /* not the cube itself */
    return tl_normalise((tl_vec3){n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1});
}

/* For each kind the corner that stands out most from all other kinds in some direction: nothing hides that. */
static void find_places(const parts_drawing *d, tl_vec3 places[KINDS]) {
    const tl_mesh *mesh = d->report->mesh;
    double best[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
        best[kind] = -INFINITY;
        places[kind] = (tl_vec3){0, 0, 0};
    }
    for (int i = 0; i < DIRECTIONS; i++) {
        const tl_vec3 out = direction(i);
        double reach[KINDS];
        tl_vec3 corner[KINDS];
        for (int kind = 0; kind < KINDS; kind++) {
            reach[kind] = -INFINITY;
            corner[kind] = (tl_vec3){0, 0, 0};
        }
        for (size_t k = 0; k < mesh->piece_count; k++) {
            const tl_piece *piece = &mesh->pieces[k];
            const int kind = kind_of(d, piece);
            for (size_t t = 0; t < 3 * (size_t)piece->triangle_count; t++) {
                tl_vec3 p = d->vertices[mesh->triangles[3 * (size_t)piece->first_triangle + t]];
                if (tl_dot(out, p) > reach[kind]) {
                    reach[kind] = tl_dot(out, p);
                    corner[kind] = p;
                }
            }
        }
        for (int kind = 0; kind < KINDS && tl_dot(out, (tl_vec3){-0.5, -1, 0.6}) > -0.5; kind++) {
            double others = -INFINITY;
            for (int other = 0; other < KINDS; other++) {
                others = other != kind ? tl_max(others, reach[other]) : others;
            }
            if (reach[kind] - others > best[kind]) {
                best[kind] = reach[kind] - others;
                places[kind] = corner[kind];
            }
        }
    }
}

static void draw_kind(const parts_drawing *d, int kind, tl_colour colour, unsigned style, const char *name,
                      tl_vec3 place) {
    const tl_mesh *mesh = d->report->mesh;
    size_t count = 0;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        const tl_piece *piece = &mesh->pieces[i];
        if (kind_of(d, piece) != kind) {
            continue;
        }
        for (size_t t = 0; t < piece->triangle_count; t++) {
            d->chosen[count++] = (uint32_t)(piece->first_triangle + t);
        }
    }
    if (count == 0) {
        return;
    }
    const tl_draw_mesh drawn = {.vertices = d->vertices,
                                .vertex_count = mesh->vertex_count,
                                .triangles = mesh->triangles,
                                .triangle_count = mesh->triangle_count,
                                .chosen = d->chosen,
                                .chosen_count = count,
                                .colour = colour,
                                .style = style,
                                .key = 1 + (uint32_t)kind};
    if (d->sink->mesh != NULL) {
        d->sink->mesh(d->sink->user, &drawn);
    }
    if (name != NULL) {
        tl_draw_label_at(d->sink, place, name, TL_COLOUR_INK);
    }
}

static void draw_roles(const parts_drawing *d) {
    const tl_colour colours[KINDS] = {TL_COLOUR_BLUE,      TL_COLOUR_GREEN, TL_COLOUR_ORANGE,
                                      tl_rgb(0x4A4A48, 1), TL_COLOUR_SKY,   TL_COLOUR_YELLOW};
    tl_vec3 places[KINDS];
    find_places(d, places);
    for (int kind = 0; kind < KINDS; kind++) {
        const char *name =
            kind == UNMATCHED ? tl_phrase(&d->words, TL_SAY_PART_UNMATCHED) : tl_role_name((tl_role)kind);
        draw_kind(d, kind, colours[kind], kind == UNMATCHED ? TL_DRAW_HATCHED : TL_DRAW_SOLID, name, places[kind]);
    }
}

/* --- Suggestions -------------------------------------------------------------------------------------------------- */

static void draw_base(const parts_drawing *d, const tl_found_base *base) {
    enum { SIDES = 96 };
    tl_vec3 rim[SIDES + 1];
    char text[96];
    for (int i = 0; i <= SIDES; i++) {
        double s, c;
        tl_sincos_deg(360.0 * (i % SIDES) / SIDES, &s, &c);
        tl_vec3 p = {base->size.x / 2 * c, base->size.y / 2 * s, base->shape.low};
        rim[i] = tl_draw_fit_mm(&d->fit, tl_pose_point(&base->shape.pose, p));
    }
    const tl_draw_line line = {
        .points = rim, .count = SIDES + 1, .colour = TL_COLOUR_VERMILLION, .width_px = 4, .style = TL_DRAW_ON_TOP};
    if (d->sink->line != NULL) {
        d->sink->line(d->sink->user, &line);
    }
    char x[32], y[32];
    tl_say(&d->words, text, sizeof(text),
           base->shape.kind == TL_SHAPE_DISC ? TL_SAY_LABEL_BASE_DISC : TL_SAY_LABEL_BASE_OVAL,
           tl_draw_number(&d->words, 4, base->size.x, x), tl_draw_number(&d->words, 4, base->size.y, y));
    tl_draw_label_at(d->sink, rim[SIDES * 7 / 8], text, TL_COLOUR_INK);
}

static tl_shape shape_of(const tl_scan_core_fit *fit) {
    tl_shape shape = {.pose = tl_pose_identity(), .from = fit->from, .to = fit->to, .radius = fit->radius};
    shape.kind = fit->kind == TL_SCAN_CORE_CAPSULE    ? TL_SHAPE_CAPSULE
                 : fit->kind == TL_SCAN_CORE_CYLINDER ? TL_SHAPE_CYLINDER
                                                      : TL_SHAPE_BOX;
    shape.low = fit->from.z;
    shape.high = fit->to.z;
    return shape;
}

static bool draw_core(const parts_drawing *d, const tl_scan_core_fit *fit) {
    char text[96], holds[32];
    const tl_shape shape = shape_of(fit);
    tl_mesh *body = tl_mesh_create(d->report->mesh->context);
    bool room = body != NULL && tl_shape_tessellate(&shape, "core", TL_ROLE_CORE, body, NULL) == TL_OK;
    for (size_t i = 0; room && i < body->vertex_count; i++) {
        body->vertices[i] = tl_draw_fit_mm(&d->fit, body->vertices[i]);
    }
    if (room && d->sink->mesh != NULL) {
        const tl_draw_mesh drawn = {.vertices = body->vertices,
                                    .vertex_count = body->vertex_count,
                                    .triangles = body->triangles,
                                    .triangle_count = body->triangle_count,
                                    .colour = tl_with_alpha(TL_COLOUR_BLUE, 0.35F),
                                    .style = TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED,
                                    .key = KINDS + 1};
        d->sink->mesh(d->sink->user, &drawn);
    }
    tl_vec3 top = {(fit->from.x + fit->to.x) / 2, (fit->from.y + fit->to.y) / 2, fit->to.z + fit->radius};
    tl_say(&d->words, text, sizeof(text), TL_SAY_LABEL_CORE, tl_scan_core_kind_name(fit->kind),
           tl_draw_number(&d->words, 3, 100 * fit->holds, holds));
    tl_draw_label_at(d->sink, tl_draw_fit_mm(&d->fit, top), text, TL_COLOUR_INK);
    tl_mesh_destroy(body);
    return room;
}

/* An arrow past what sticks out, over the ground. */
static void draw_forward(const parts_drawing *d, const tl_scan_core_suggestion *s, const tl_scan_forward_fit *forward) {
    const tl_box3 box = d->report->box_mm;
    const tl_vec3 middle = tl_box3_centre(box);
    const double end = forward->from_mm + forward->out_mm + 0.12 * tl_box3_longest(box);
    const double head = 0.03 * tl_box3_longest(box);
    tl_vec3 u = {0, 0, 0};
    tl_sincos_deg(forward->turn_deg, &u.y, &u.x);
    const tl_vec3 v = {-u.y, u.x, 0};
    const double across = v.x * middle.x + v.y * middle.y;
    const tl_vec3 foot = {across * v.x, across * v.y, s->base_top};
    const tl_vec3 tip = tl_madd(foot, u, end), neck = tl_madd(foot, u, end - 2 * head);
    const tl_vec3 arrow[] = {tl_madd(foot, u, forward->from_mm), tip, tl_madd(neck, v, head), tip,
                             tl_madd(neck, v, -head)};
    tl_vec3 drawn[5];
    for (int i = 0; i < 5; i++) {
        drawn[i] = tl_draw_fit_mm(&d->fit, arrow[i]);
    }
    const tl_draw_line line = {
        .points = drawn, .count = 5, .colour = TL_COLOUR_VERMILLION, .width_px = 4, .style = TL_DRAW_ON_TOP};
    if (d->sink->line != NULL) {
        d->sink->line(d->sink->user, &line);
    }
    tl_draw_label_at(d->sink, drawn[1], tl_phrase(&d->words, TL_SAY_LABEL_FORWARD), TL_COLOUR_INK);
}

bool tl_draw_parts(const tl_scan_report *report, const tl_draw_sink *sink) {
    parts_drawing d = {.report = report, .sink = sink, .words = {.language = tl_language_of(report->mesh->context)}};
    if (!tl_draw_fit_make(report, &d.fit)) {
        return false;
    }
    d.vertices = tl_draw_fit_vertices(&d.fit, report->mesh);
    d.chosen = tl_alloc_array(report->mesh->context, report->mesh->triangle_count, sizeof(*d.chosen));
    bool room = d.vertices != NULL && d.chosen != NULL;
    if (room && report->roles != NULL) {
        draw_roles(&d);
    } else if (room) {
        draw_kind(&d, TL_ROLE_GEAR, tl_rgb(0xC8C8C8, 1), TL_DRAW_SOLID, NULL, (tl_vec3){0, 0, 0});
    }
    const tl_scan_core_suggestion *s = room ? report->suggestion : NULL;
    if (s != NULL && s->base.shape.kind != TL_SHAPE_NONE) {
        draw_base(&d, &s->base);
    }
    if (s != NULL && s->count > 0) {
        room = draw_core(&d, &s->fits[0]);
        if (report->forward != NULL && report->forward->evidence == TL_SCAN_FORWARD_TOLD) {
            draw_forward(&d, s, report->forward);
        }
    }
    tl_free(report->mesh->context, d.vertices);
    tl_free(report->mesh->context, d.chosen);
    return room;
}
