/* ribbon.c: makes strips of triangles of lines, with smooth corners, dashes and end dots. */
#include "render/ribbon.h"

#include "report.h"

#include <stdlib.h>

/* shaders/line_frag.glsl has these too. */
enum { DASHED = 1, ON_TOP = 2, DOT = 4, THIN = 8 };

typedef struct ribbon_pen {
    tlv_ribbons *ribbons;
    const tlv_view *view;
    double half_width, reach; /* pixels; reach includes casing and soft edge */
    int kind;
    uint8_t colour[4];
} ribbon_pen;

static tlv_line_vertex vertex_of(const ribbon_pen *p, double x, double y, double depth, double across, double along,
                                 double start, double end) {
    double q = p->view->perspective ? 1 / depth : depth;
    tlv_line_vertex v = {{(float)x, (float)y},
                         {(float)across, (float)along, (float)start, (float)end},
                         {(float)p->half_width, (float)q, (float)p->kind, 0},
                         {p->colour[0], p->colour[1], p->colour[2], p->colour[3]}};
    return v;
}

static void add_quad(const ribbon_pen *p, const tlv_line_vertex corner[4]) {
    tlv_ribbons *r = p->ribbons;
    if (!tlv_reserve((void **)&r->vertices, &r->capacity, r->count + 6, sizeof(*r->vertices))) {
        r->failed = true;
        return;
    }
    const int order[6] = {0, 1, 2, 2, 1, 3};
    for (int i = 0; i < 6; i++) {
        r->vertices[r->count++] = corner[order[i]];
    }
}

/* From one point of a line to the next, of length 1, in pixels. */
static void towards(const tlv_projected *from, const tlv_projected *to, vec2 way) {
    way[0] = (float)(to->x - from->x), way[1] = (float)(to->y - from->y);
    glm_vec2_normalize(way);
}

/* The cosine of the turn at a point. */
static float turn_of(const tlv_projected *run, size_t i) {
    vec2 before, after;
    towards(&run[i - 1], &run[i], before);
    towards(&run[i], &run[i + 1], after);
    return glm_vec2_dot(before, after);
}

/* A run without sharp turns: neighbours share their corners (a mitre), so that nothing is blended twice. */
static void emit_smooth(const ribbon_pen *p, const tlv_projected *run, size_t count) {
    double total = 0;
    for (size_t i = 1; i < count; i++) {
        total += hypot(run[i].x - run[i - 1].x, run[i].y - run[i - 1].y);
    }
    double along = 0;
    tlv_line_vertex before[2] = {0};
    for (size_t i = 0; i < count; i++) {
        vec2 across = {0, 0}, way = {0, 0};
        for (size_t side = 0; side < 2; side++) { /* the segments before and after */
            if (i + side > 0 && i + side < count) {
                towards(&run[i + side - 1], &run[i + side], way);
                glm_vec2_add(across, (vec2){-way[1], way[0]}, across);
            }
        }
        bool inner = i > 0 && i + 1 < count;
        if (inner) { /* the mitre: half way between, and longer the sharper the turn */
            glm_vec2_scale(across, 2 / glm_vec2_dot(across, across), across);
        }
        if (i > 0) {
            along += hypot(run[i].x - run[i - 1].x, run[i].y - run[i - 1].y);
        }
        double cap = inner ? 0 : i == 0 ? -p->reach : p->reach;
        tlv_line_vertex here[2];
        for (int k = 0; k < 2; k++) {
            double reach = k ? p->reach : -p->reach;
            here[k] = vertex_of(p, run[i].x + (double)across[0] * reach + (double)way[0] * cap,
                                run[i].y + (double)across[1] * reach + (double)way[1] * cap, run[i].depth, reach,
                                along + cap, 0, total);
        }
        if (i > 0) {
            const tlv_line_vertex corner[4] = {before[0], before[1], here[0], here[1]};
            add_quad(p, corner);
        }
        before[0] = here[0], before[1] = here[1];
    }
}

static void emit_run(const ribbon_pen *p, const tlv_projected *run, size_t count) {
    size_t from = 0;
    for (size_t i = 1; i + 1 < count; i++) {
        if (turn_of(run, i) < 0.3f) {
            emit_smooth(p, run + from, i - from + 1);
            from = i;
        }
    }
    if (count - from >= 2) {
        emit_smooth(p, run + from, count - from);
    }
    tlv_ribbons *r = p->ribbons;
    if (p->kind & THIN) {
        return;
    }
    if (!tlv_reserve((void **)&r->segments, &r->segment_capacity, r->segment_count + count, sizeof(*r->segments))) {
        r->failed = true;
        return;
    }
    for (size_t i = 1; i < count; i++) {
        r->segments[r->segment_count++] =
            (tlv_segment){(float)run[i - 1].x, (float)run[i - 1].y, (float)run[i].x, (float)run[i].y};
    }
}

static void emit_dot(ribbon_pen p, tl_vec3 at, double scale) {
    tlv_projected c = tlv_view_project(p.view, at);
    if (p.view->perspective && c.depth < p.view->near_mm) {
        return;
    }
    p.half_width = fmax(3.6 * scale, 1.55 * p.half_width + 1.4 * scale);
    p.kind = (p.kind & ON_TOP) | DOT;
    double reach = p.half_width + 2.5 * scale;
    tlv_line_vertex corner[4];
    for (int i = 0; i < 4; i++) {
        double dx = i & 1 ? reach : -reach, dy = i & 2 ? reach : -reach;
        corner[i] = vertex_of(&p, c.x + dx, c.y + dy, c.depth, dx, dy, 0, 0);
    }
    add_quad(&p, corner);
}

void tlv_ribbons_free(tlv_ribbons *ribbons) {
    free(ribbons->vertices);
    free(ribbons->segments);
    free(ribbons->run);
    *ribbons = (tlv_ribbons){0};
}

void tlv_ribbons_add(tlv_ribbons *ribbons, const tlv_view *view, const tl_vec3 *points, const tlv_polyline *line,
                     double scale) {
    ribbon_pen p = {.ribbons = ribbons, .view = view, .half_width = 0.5 * (double)line->width_px * scale};
    p.reach = p.half_width + (line->thin ? 1 : 1.3 * scale + 1);
    p.kind = (line->style & TL_DRAW_DASHED ? DASHED : 0) | (line->style & TL_DRAW_ON_TOP ? ON_TOP : 0) |
             (line->thin ? THIN : 0);
    const float c[4] = {line->colour.r, line->colour.g, line->colour.b, line->colour.a};
    for (int i = 0; i < 4; i++) {
        p.colour[i] = (uint8_t)lrintf(glm_clamp_zo(c[i]) * 255);
    }
    if (!tlv_reserve((void **)&ribbons->run, &ribbons->run_capacity, line->count + 1, sizeof(*ribbons->run))) {
        ribbons->failed = true;
        return;
    }
    double near = view->perspective ? view->near_mm : -INFINITY;
    size_t count = 0;
    for (size_t i = 0; i < line->count; i++) {
        tl_vec3 a = points[line->first + i];
        double depth = tlv_view_depth(view, a);
        if (i > 0) {
            tl_vec3 b = points[line->first + i - 1];
            double last = tlv_view_depth(view, b);
            if ((depth < near) != (last < near)) { /* the line goes through the near plane */
                tl_vec3 cut = tlv_between(b, a, (near - last) / (depth - last));
                ribbons->run[count] = tlv_view_project(view, cut);
                ribbons->run[count++].depth = near;
            }
        }
        if (depth >= near) {
            tlv_projected here = tlv_view_project(view, a);
            if (count == 0 || hypot(here.x - ribbons->run[count - 1].x, here.y - ribbons->run[count - 1].y) > 0.3) {
                ribbons->run[count++] = here;
            }
        }
        if (depth < near || i + 1 == line->count) {
            if (count >= 2) {
                emit_run(&p, ribbons->run, count);
            }
            count = 0;
        }
    }
    if (line->end_dots) {
        emit_dot(p, points[line->first], scale);
        emit_dot(p, points[line->first + line->count - 1], scale);
    }
}
