/* flush_scenes.c: makes random scenes of bodies that touch or are flush, each with its truth. */
#include "support/flush_scenes.h"

#include <math.h>

/* One scene in the making: bodies round the origin and round (far, 0, 0), w wide and h high; the second's box. */
typedef struct layout {
    test_random random;
    test_sight *sight;
    double far, w, h, t; /* t: how thick blockers are */
    tl_vec3 low, high;
    double drop;             /* both bodies are lowered by so much */
    bool standing, own_body; /* on the plane ground; the second body is made by the family */
    test_mesh body;
    int kind;
} layout;

static double between(layout *l, double low, double high) {
    return test_random_between(&l->random, low, high);
}

static int below(layout *l, int count) {
    return test_random_below(&l->random, count);
}

static double power(layout *l, double low, double high) {
    return pow(10, between(l, low, high));
}

static double component(tl_vec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* A box whose faces are cut into n x m; pieces share no corners, but these lie on one another. */
static void grid_box(test_mesh *mesh, tl_vec3 low, tl_vec3 high, int n, int m) {
    for (int face = 0; face < 6; face++) {
        int axis = face / 2, side = face % 2, first = (axis + 1) % 3, second = (axis + 2) % 3;
        uint32_t base = (uint32_t)mesh->vertex_count;
        int cuts[3] = {n, m, n};
        int ni = cuts[first], nj = cuts[second];
        for (int j = 0; j <= nj; j++) {
            for (int i = 0; i <= ni; i++) {
                double c[3];
                double lf = component(low, first), hf = component(high, first);
                double ls = component(low, second), hs = component(high, second);
                c[axis] = component(side == 0 ? low : high, axis);
                c[first] = i == ni ? hf : lf + (hf - lf) * ((double)i / ni);
                c[second] = j == nj ? hs : ls + (hs - ls) * ((double)j / nj);
                test_mesh_vertex(mesh, (tl_vec3){c[0], c[1], c[2]});
            }
        }
        for (int j = 0; j < nj; j++) {
            for (int i = 0; i < ni; i++) {
                uint32_t v = base + (uint32_t)(j * (ni + 1) + i), up = v + (uint32_t)ni + 1;
                test_mesh_triangle(mesh, v, side == 0 ? up + 1 : v + 1, side == 0 ? v + 1 : up + 1);
                test_mesh_triangle(mesh, v, side == 0 ? up : up + 1, side == 0 ? up + 1 : up);
            }
        }
    }
}

enum { BOX, COARSE, FINE, NEEDLES, KINDS };

static void shape(test_mesh *mesh, tl_vec3 low, tl_vec3 high, int kind) {
    if (kind == BOX) {
        test_mesh_box(mesh, low, high);
    } else if (kind == NEEDLES) {
        grid_box(mesh, low, high, 1, 23);
    } else {
        test_mesh_ball(mesh, tl_scale(tl_add(low, high), 0.5), tl_scale(tl_sub(high, low), 0.5),
                       kind == COARSE ? 4 : 14);
    }
}

/* A solid, now and then a closed sheet: what it hides is the same. */
static void add(layout *l, test_mesh *mesh) {
    test_sight_add(l->sight, mesh, below(l, 5) != 0);
}

static void block(layout *l, double x0, double y0, double z0, double x1, double y1, double z1) {
    test_mesh mesh = {0};
    tl_vec3 low = {x0, y0, z0}, high = {x1, y1, z1};
    int kind = below(l, 4);
    if (kind < 2) {
        test_mesh_box(&mesh, low, high);
    } else {
        grid_box(&mesh, low, high, kind == 2 ? 2 : 1, kind == 2 ? 2 : 7);
    }
    add(l, &mesh);
}

/* A wall across everything, from x0 to x1. */
static void wall(layout *l, double x0, double x1) {
    block(l, x0, -200, -200, x1, 200, 200);
}

/* 0, a few last bits, or 1e-15 to `most` mm, of either sign. */
static double shift(layout *l, double most) {
    int kind = below(l, 8);
    double size = kind == 0 ? 0 : kind == 1 ? 1e-13 * below(l, 4) : power(l, -15 + 8 * (kind > 3), log10(most));
    return below(l, 2) == 0 ? size : -size;
}

static flush_truth by(double open) {
    return open > 1e-6 ? FLUSH_OPEN : open < -1e-6 ? FLUSH_CLOSED : FLUSH_UNKNOWN;
}

static flush_truth touch_behind(layout *l) {
    block(l, l->high.x, -between(l, 1, 60), -between(l, 0, 60), l->high.x + l->t, between(l, 1, 60), between(l, 1, 60));
    return FLUSH_OPEN;
}

static flush_truth touch_front(layout *l) {
    wall(l, l->low.x - l->t, l->low.x);
    return FLUSH_CLOSED;
}

/* A turned box whose edge touches the wall in front of it. */
static flush_truth touch_edge(layout *l) {
    double angle = between(l, 0, 6.28), least = INFINITY;
    tl_pose turn = {{cos(angle), sin(angle), 0}, {-sin(angle), cos(angle), 0}, {0, 0, 1}, {l->far, 0, -l->drop}};
    shape(&l->body, (tl_vec3){-l->w / 2, -l->w / 2, 0}, (tl_vec3){l->w / 2, l->w / 2, l->h},
          below(l, 2) ? BOX : NEEDLES);
    test_mesh_move(&l->body, &turn);
    for (size_t i = 0; i < l->body.vertex_count; i++) {
        least = fmin(least, l->body.vertices[i].x);
    }
    l->own_body = true;
    wall(l, least - l->t, least);
    return FLUSH_CLOSED;
}

static flush_truth sunk_open(layout *l) {
    double depth = fmin(fabs(shift(l, 10)), 0.9 * l->w);
    block(l, l->high.x - depth, -60, -60, l->high.x + l->t, 60, 60);
    return FLUSH_OPEN;
}

static flush_truth sunk_closed(layout *l) {
    double depth = fmin(fabs(shift(l, 10)), 0.9 * l->w);
    wall(l, l->low.x - l->t, l->low.x + depth);
    return FLUSH_CLOSED;
}

static flush_truth sunk_two(layout *l) {
    double depth = fmin(fabs(shift(l, 10)), 0.9 * l->w), part = between(l, 0, depth);
    wall(l, l->low.x - l->t, l->low.x + part);
    block(l, l->low.x - l->t + part / 2, -190, -190, l->low.x + depth, 190, 190);
    return FLUSH_CLOSED;
}

/* On tiles whose tops are flush, sunk into them, a wall between that stands on or in them. */
static flush_truth on_tiles(layout *l) {
    int n = 2 + below(l, 4);
    double sink = below(l, 2) == 0 ? 0 : power(l, -12, 0), deep = 2 + l->t, x = l->far * between(l, 0.3, 0.7);
    bool rough = below(l, 2) == 0;
    for (int i = 0; i < 2 * n; i++) {
        double x0 = -60 + (l->far + 120) * (i / 2) / n, x1 = -60 + (l->far + 120) * (i / 2 + 1) / n;
        block(l, x0, i % 2 == 0 ? -100 : 0, -deep - (rough ? between(l, 0, 3) : 0), x1, i % 2 == 0 ? 0 : 100, 0);
    }
    block(l, x, -400, below(l, 2) == 0 ? 0 : -deep / 2, x + between(l, 0.5, 20), 400, 400);
    block(l, x, -400, -400, x + between(l, 0.5, 20), 400, -0.4 * deep);
    l->drop += sink;
    return FLUSH_CLOSED;
}

static flush_truth inside(layout *l) {
    double depth = below(l, 6) == 0 ? 0 : power(l, -9, 1);
    block(l, l->low.x - depth, l->low.y - depth, l->low.z - depth, l->high.x + depth, l->high.y + depth,
          l->high.z + depth);
    return by(-depth);
}

static flush_truth house(layout *l) {
    test_mesh mesh = {0};
    grid_box(&mesh, (tl_vec3){l->low.x - l->t, l->low.y - between(l, 0, 1), l->low.z - between(l, 0, 1)},
             (tl_vec3){l->high.x + between(l, 0, 5), l->high.y + between(l, 0, 5), l->high.z + between(l, 0, 5)},
             1 + below(l, 4), 1 + below(l, 4));
    test_sight_add(l->sight, &mesh, false);
    return FLUSH_CLOSED;
}

/* A wall half-way that ends beside both bodies' sides, or short of it, or past it. */
static flush_truth flush_side(layout *l) {
    double past = shift(l, 3);
    block(l, l->far / 2, -200, -200, l->far / 2 + l->t, l->w / 2 + past, 200);
    return by(-past);
}

static flush_truth flush_top(layout *l) {
    double past = shift(l, 3);
    block(l, l->far / 2, -200, -200, l->far / 2 + l->t, 200, l->h + past);
    return by(-past);
}

/* In a hole of a wall, faces flush. */
static flush_truth flush_hole(layout *l) {
    block(l, l->low.x, -200, -200, l->high.x, l->low.y, 200);
    block(l, l->low.x, l->high.y, -200, l->high.x, 200, 200);
    return FLUSH_OPEN;
}

static flush_truth slot_post(layout *l) {
    flush_hole(l);
    wall(l, l->low.x - l->t, l->low.x);
    return FLUSH_CLOSED;
}

static flush_truth niche(layout *l) {
    tl_vec3 a = l->low, b = l->high;
    double t = l->t;
    block(l, a.x - t, a.y - t, a.z - t, a.x, b.y + t, b.z + t);
    block(l, b.x, a.y - t, a.z - t, b.x + t, b.y + t, b.z + t);
    block(l, a.x, a.y - t, a.z - t, b.x, a.y, b.z + t);
    block(l, a.x, b.y, a.z - t, b.x, b.y + t, b.z + t);
    block(l, a.x, a.y, a.z - t, b.x, b.y, a.z);
    block(l, a.x, a.y, b.z, b.x, b.y, b.z + t);
    return FLUSH_CLOSED;
}

static flush_truth corner(layout *l) {
    double sink = below(l, 2) == 0 ? 0 : power(l, -9, 0);
    block(l, l->far - 60, -200, -40, l->far + 60, 200, sink);
    block(l, l->low.x - l->t, -200, below(l, 2) == 0 ? 0 : -20, l->low.x + sink, 200, 200);
    block(l, l->far - 60 - l->t, -200, -200, l->far - 60, 200, 0);
    return l->drop > 0 ? FLUSH_UNKNOWN : FLUSH_CLOSED;
}

/* Behind pieces side by side, or layer on layer, that touch it and one another. */
static flush_truth behind_row(layout *l) {
    int n = 3 + below(l, 4);
    bool layers = below(l, 2) == 0;
    for (int i = 0; i < n; i++) {
        double y0 = -150 + 300.0 * i / n, y1 = -150 + 300.0 * (i + 1) / n, x0 = l->low.x - l->t - between(l, 0, 2);
        block(l, x0, layers ? -150 : y0, layers ? y0 : -150, l->low.x, layers ? 150 : y1, layers ? y1 : 150);
    }
    return FLUSH_CLOSED;
}

static flush_truth duplicate(layout *l) {
    test_mesh mesh = {0};
    double past = below(l, 3) == 0 ? 0 : shift(l, 1);
    int way = past == 0 ? 0 : below(l, 3);
    tl_vec3 low = l->low, high = l->high;
    if (way == 1) { /* away from or towards the other */
        low.x += past;
        high.x += past;
    } else if (way == 2) { /* smaller or larger */
        tl_vec3 all = {past, past, past};
        low = tl_add(low, all);
        high = tl_sub(high, all);
    }
    shape(&mesh, low, high, l->kind);
    add(l, &mesh);
    return past > 0 && way != 0                                 ? by(past)
           : way == 2 && (l->kind == BOX || l->kind == NEEDLES) ? by(past)
                                                                : FLUSH_UNKNOWN;
}

/* A solid all round but for the front, which lies in the plane of the body's, or before or behind it. */
static flush_truth coplanar(layout *l) {
    double past = shift(l, 3);
    block(l, l->low.x + past, l->low.y - between(l, 0.1, 50), l->low.z - between(l, 0.1, 50),
          l->high.x + between(l, 4, 30), l->high.y + between(l, 0.1, 50), l->high.z + between(l, 0.1, 50));
    return by(past);
}

static flush_truth pierced_open(layout *l) {
    double d = between(l, 0.1, l->w / 2);
    if (below(l, 2) == 0) {
        wall(l, l->far - d / 2, l->far + d / 2);
        return FLUSH_OPEN;
    }
    double z = between(l, 0.1, l->h * 0.6), top = fmin(z + d, l->h * 0.9);
    block(l, -200, -200, z, l->far + 200, 200, top);
    return FLUSH_OPEN;
}

static flush_truth pierced_closed(layout *l) {
    double d = between(l, 0.1, 0.9 * l->w), back = below(l, 2) == 0 ? l->high.x : l->low.x + d;
    if (below(l, 2) == 0) {
        wall(l, l->low.x - l->t, back);
    } else {
        block(l, l->low.x - l->t, -200, -200, back, 1, 200);
        block(l, l->low.x - l->t, 1, -200, back, 200, 200);
    }
    return FLUSH_CLOSED;
}

static const struct {
    const char *name;
    flush_truth (*make)(layout *l);
} families[] = {
    {"touching: behind", touch_behind},
    {"touching: in front", touch_front},
    {"touching: edge", touch_edge},
    {"touching: row", behind_row},
    {"sunk: open", sunk_open},
    {"sunk: closed", sunk_closed},
    {"sunk: two walls", sunk_two},
    {"sunk: tiles", on_tiles},
    {"inside", inside},
    {"inside: house", house},
    {"flush: side", flush_side},
    {"flush: top", flush_top},
    {"flush: hole", flush_hole},
    {"flush: post", slot_post},
    {"flush: niche", niche},
    {"flush: corner", corner},
    {"duplicate", duplicate},
    {"coplanar", coplanar},
    {"pierced: open", pierced_open},
    {"pierced: closed", pierced_closed},
};

const char *flush_family(int family) {
    return family < (int)(sizeof(families) / sizeof(families[0])) ? families[family].name : NULL;
}

flush_truth flush_scene(test_sight *sight, int family, uint64_t number) {
    layout l = {.random = {.state = UINT64_C(1000003) * (uint64_t)(family + 1) + number * 7919}, .sight = sight};
    test_random_bits(&l.random);
    tl_pose pose = test_pose_above_ground(&l.random, 900);
    int posed = below(&l, 4);
    if (posed > 0) { /* upright; on the plane ground, or above it */
        double a = below(&l, 3) == 0 ? 0 : between(&l, 0, 6.28);
        l.standing = posed == 1;
        pose = (tl_pose){{cos(a), sin(a), 0},
                         {-sin(a), cos(a), 0},
                         {0, 0, 1},
                         {between(&l, -200, 200), between(&l, -200, 200), l.standing ? 0 : 450}};
        l.drop = l.standing && below(&l, 2) == 0 ? fabs(shift(&l, 1)) : 0;
        pose.at.z -= l.drop;
        l.drop = 0;
    }
    test_sight_start(sight, &pose);
    l.far = between(&l, 100, 500);
    l.w = between(&l, 8, 20);
    l.h = between(&l, 20, 40);
    l.t = between(&l, 0.5, 20);
    l.low = (tl_vec3){l.far - l.w / 2, -l.w / 2, 0};
    l.high = (tl_vec3){l.far + l.w / 2, l.w / 2, l.h};
    l.kind = below(&l, KINDS);
    int kind = below(&l, KINDS);
    flush_truth truth = families[family].make(&l);
    tl_vec3 down = {0, 0, -l.drop};
    test_mesh first = {0};
    shape(&first, tl_add((tl_vec3){-l.w / 2, -l.w / 2, 0}, down), tl_add((tl_vec3){l.w / 2, l.w / 2, l.h}, down), kind);
    if (!l.own_body) {
        shape(&l.body, tl_add(l.low, down), tl_add(l.high, down), l.kind);
    }
    test_sight_bodies(sight, &first, &l.body);
    test_sight_obstacles(sight);
    return truth;
}
