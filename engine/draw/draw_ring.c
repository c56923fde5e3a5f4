/* draw_ring.c: what lies within a length of models, as a line over the relief of the table. */
#include "body/shape.h"
#include "draw/colours.h"
#include "draw/draw.h"
#include "geom/hull2.h"

#include <string.h>

enum { STEPS = 240, MOST_MODELS = 64, LEVELS = 16 }; /* corners of a ring; models of a unit; storeys */
static const double OVER = 2;                        /* mm above the surface */

/* How far what is measured on a model reaches in plan, in each of the directions, and where. */
typedef struct ring_reach {
    double far[STEPS];
    tl_vec2 at[STEPS];
} ring_reach;

typedef struct ring_rings {
    const tl_referee *referee;
    const tl_draw_sink *sink;
    tl_vec2 towards[STEPS]; /* the directions of a ring's corners */
    ring_reach all[MOST_MODELS];
    size_t count;
    double radius;
    tl_vec3 label; /* where it goes: the corner nearest to the table's near edge */
    bool labelled;
} ring_rings;

static void reach_of_points(const ring_rings *r, const tl_vec2 *points, size_t count, ring_reach *made) {
    for (size_t i = 0; i < STEPS; i++) {
        tl_vec2 d = r->towards[i];
        made->at[i] = points[0];
        for (size_t k = 1; k < count; k++) {
            made->at[i] = tl_dot2(points[k], d) > tl_dot2(made->at[i], d) ? points[k] : made->at[i];
        }
        made->far[i] = tl_dot2(made->at[i], d);
    }
}

static bool reach_of_mesh(const ring_rings *r, const tl_bvh *mesh, ring_reach *made) {
    tl_context *context = r->referee->context;
    size_t count = tl_bvh_vertex_count(mesh);
    tl_vec2 *points = tl_alloc_array(context, count, sizeof(*points));
    tl_vec2 *hull = tl_alloc_array(context, count + 1, sizeof(*hull));
    bool there = points != NULL && hull != NULL && count > 0;
    for (size_t i = 0; i < count && there; i++) {
        points[i] = tl_plan(tl_bvh_vertices(mesh)[i]);
    }
    if (there) {
        reach_of_points(r, hull, tl_geom_convex_hull2(points, count, hull), made);
    }
    tl_free(context, points);
    tl_free(context, hull);
    return there;
}

static bool find_reach(const ring_rings *r, const tl_witness *ring, ring_reach *made) {
    const tl_table *table = r->referee->table;
    if (ring->item >= table->member_count) {
        tl_vec2 point = tl_plan(ring->a);
        reach_of_points(r, &point, 1, made);
        return true;
    }
    tl_volume volume = tl_table_measured(table, ring->item);
    if (volume.mesh != NULL) {
        return reach_of_mesh(r, volume.mesh, made);
    }
    for (size_t i = 0; i < STEPS && volume.shape != NULL; i++) {
        made->at[i] = tl_plan(tl_shape_support(volume.shape, (tl_vec3){r->towards[i].x, r->towards[i].y, 0}));
        made->far[i] = tl_dot2(made->at[i], r->towards[i]);
    }
    return volume.shape != NULL;
}

/* Whether a place lies well within the radius of another model, where no line is wanted. */
static bool is_inside(const ring_rings *r, tl_vec2 p, const ring_reach *other) {
    for (size_t i = 0; i < STEPS; i++) {
        if (tl_dot2(p, r->towards[i]) - other->far[i] > r->radius - 0.5) {
            return false;
        }
    }
    return true;
}

/* A place of the ring on the highest surface there; false off the table. */
static bool lay(const tl_referee *referee, tl_vec2 p, tl_vec3 *at) {
    const tl_document *document = referee->table->document;
    tl_surfaces surfaces = tl_table_surfaces(referee->table);
    double heights[LEVELS];
    size_t count = tl_surface_levels(&surfaces, p.x, p.y, 1, heights, LEVELS);
    *at = (tl_vec3){p.x, p.y, (count > 0 ? heights[count - 1] : 0) + OVER};
    return p.x >= 0 && p.y >= 0 && p.x <= document->width && p.y <= document->depth;
}

static void send_run(const tl_vec3 *points, size_t count, const tl_draw_sink *sink) {
    const tl_draw_line line = {.points = points, .count = count, .colour = TL_COLOUR_YELLOW, .width_px = 2};
    if (count > 1 && sink->line != NULL) {
        sink->line(sink->user, &line);
    }
}

/* One model's part of the outline. */
static void draw_one(ring_rings *r, size_t own) {
    tl_vec3 run[STEPS + 1];
    size_t length = 0;
    for (size_t i = 0; i <= STEPS; i++) {
        tl_vec2 p = tl_add2(r->all[own].at[i % STEPS], tl_scale2(r->towards[i % STEPS], r->radius));
        bool kept = true;
        for (size_t k = 0; k < r->count && kept; k++) {
            kept = k == own || !is_inside(r, p, &r->all[k]);
        }
        if (kept && lay(r->referee, p, &run[length])) {
            if (!r->labelled || run[length].y < r->label.y) {
                r->label = run[length];
                r->labelled = true;
            }
            length++;
        } else {
            send_run(run, length, r->sink);
            length = 0;
        }
    }
    send_run(run, length, r->sink);
}

void tl_draw_rings(const tl_referee *referee, const tl_witness *witnesses, size_t count, const tl_draw_sink *sink) {
    ring_rings *r = tl_alloc(referee->context, sizeof(*r));
    if (r == NULL) {
        return; /* a picture without a ring */
    }
    memset(r, 0, sizeof(*r));
    r->referee = referee;
    r->sink = sink;
    r->radius = witnesses->width;
    for (size_t i = 0; i < STEPS; i++) {
        tl_sincos_deg(360.0 * (double)i / STEPS, &r->towards[i].y, &r->towards[i].x);
    }
    for (size_t i = 0; i < count && r->count < MOST_MODELS; i++) {
        r->count += find_reach(r, &witnesses[i], &r->all[r->count]) ? 1 : 0;
    }
    for (size_t i = 0; i < r->count; i++) {
        draw_one(r, i);
    }
    if (r->labelled && sink->label != NULL) {
        const tl_draw_label label = {.at = r->label, .text = witnesses->label, .colour = TL_COLOUR_YELLOW, .size = 1};
        sink->label(sink->user, &label);
    }
    tl_free(referee->context, r);
}
