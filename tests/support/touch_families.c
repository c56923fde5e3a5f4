/* touch_families.c: makes scenes of bodies that touch solids, and judges them by closed form. */
#include "support/touch_families.h"

#include "support/exact_check.h"

#include <math.h>
#include <stdlib.h>

/* One body round the origin, one at (far, 0, 0); both stand on z = 0 of the layout and are as wide and high. */
struct touch_layout {
    test_case *scene;
    test_random *random;
    double far, wide, high, thick;
    double sink; /* both bodies are lowered by so much */
    bool placed; /* the target has been built */
    test_mesh target;
};

#define BIG 200.0 /* walls that reach this far close every way round them */

/* --- Pieces ------------------------------------------------------------------------------------------------------- */

static double between(touch_layout *l, double low, double high) {
    return test_random_between(l->random, low, high);
}

static int one_of(touch_layout *l, int count) {
    return test_random_below(l->random, count);
}

/* From a femtometre to so many millimetres, evenly by magnitude. */
static double any_depth(touch_layout *l, double least, double most) {
    return pow(10, between(l, log10(least), log10(most)));
}

/* A box whose faces are grids of n x n squares, each face with corners of its own. */
static void grid_box(test_mesh *mesh, tl_vec3 low, tl_vec3 high, uint32_t n) {
    const double a[3] = {low.x, low.y, low.z}, b[3] = {high.x, high.y, high.z};
    for (int side = 0; side < 6; side++) {
        int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        uint32_t first = (uint32_t)mesh->vertex_count;
        for (uint32_t j = 0; j <= n; j++) {
            for (uint32_t i = 0; i <= n; i++) {
                double c[3];
                c[axis] = side % 2 != 0 ? b[axis] : a[axis];
                c[u] = i == n ? b[u] : a[u] + (b[u] - a[u]) * i / n;
                c[v] = j == n ? b[v] : a[v] + (b[v] - a[v]) * j / n;
                test_mesh_vertex(mesh, (tl_vec3){c[0], c[1], c[2]});
            }
        }
        for (uint32_t j = 0; j < n; j++) {
            for (uint32_t i = 0; i < n; i++) {
                uint32_t p = first + j * (n + 1) + i, q = p + n + 1, x = p + 1, y = q;
                test_mesh_triangle(mesh, p, side % 2 != 0 ? x : q + 1, side % 2 != 0 ? q + 1 : x);
                test_mesh_triangle(mesh, p, side % 2 != 0 ? q + 1 : y, side % 2 != 0 ? y : q + 1);
            }
        }
    }
}

static void add_solid(touch_layout *l, tl_vec3 low, tl_vec3 high) {
    static const uint32_t squares[3] = {1, 2, 5};
    test_mesh mesh = {0};
    int k = one_of(l, 4);
    if (k == 3) {
        test_mesh_box(&mesh, low, high);
    } else {
        grid_box(&mesh, low, high, squares[k]);
    }
    test_sight_add(&l->scene->sight, &mesh, true);
}

static void add_body(touch_layout *l, test_mesh *mesh, double x, int kind) {
    tl_vec3 low = {x - l->wide / 2, -l->wide / 2, -l->sink}, high = {x + l->wide / 2, l->wide / 2, l->high - l->sink};
    if (kind == 0) {
        test_mesh_box(mesh, low, high);
    } else if (kind == 1) {
        grid_box(mesh, low, high, 1 + (uint32_t)one_of(l, 4));
    } else {
        test_mesh_ball(mesh, tl_scale(tl_add(low, high), 0.5), tl_scale(tl_sub(high, low), 0.5), kind == 2 ? 4 : 12);
    }
}

/* The front, back and sides of the target. */
static double front(const touch_layout *l) {
    return l->far - l->wide / 2;
}

static double back(const touch_layout *l) {
    return l->far + l->wide / 2;
}

/* --- Touching ----------------------------------------------------------------------------------------------------- */

static test_truth behind_it(touch_layout *l) {
    add_solid(l, (tl_vec3){back(l), -between(l, 1, 60), -between(l, 0, 60)},
              (tl_vec3){back(l) + l->thick, between(l, 1, 60), between(l, 1, 60)});
    return TEST_OPEN;
}

static test_truth before_it(touch_layout *l) {
    add_solid(l, (tl_vec3){front(l) - l->thick, -BIG, -BIG}, (tl_vec3){front(l), BIG, BIG});
    return TEST_CLOSED;
}

static test_truth in_a_corner(touch_layout *l) {
    before_it(l);
    add_solid(l, (tl_vec3){front(l), -l->wide / 2 - l->thick, -BIG}, (tl_vec3){l->far + BIG, -l->wide / 2, BIG});
    return TEST_CLOSED;
}

static test_truth behind_a_row(touch_layout *l) {
    int count = 3 + one_of(l, 4);
    for (int i = 0; i < count; i++) {
        add_solid(l, (tl_vec3){front(l) - l->thick - between(l, 0, 2), -100 + 200.0 * i / count, -100},
                  (tl_vec3){front(l), -100 + 200.0 * (i + 1) / count, 100});
    }
    return TEST_CLOSED;
}

static test_truth behind_layers(touch_layout *l) {
    int count = 2 + one_of(l, 4);
    for (int i = 0; i < count; i++) {
        add_solid(l, (tl_vec3){front(l) - between(l, 0.5, 10), -BIG, -100 + (l->high + 200) * i / count},
                  (tl_vec3){front(l), BIG, -100 + (l->high + 200) * (i + 1) / count});
    }
    return TEST_CLOSED;
}

static test_truth edge_on(touch_layout *l) {
    double angle = between(l, 0, 6.28), c = cos(angle), s = sin(angle), nearest = INFINITY;
    tl_pose turned = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {l->far, 0, 0}};
    test_mesh_box(&l->target, (tl_vec3){-l->wide / 2, -l->wide / 2, 0}, (tl_vec3){l->wide / 2, l->wide / 2, l->high});
    test_mesh_move(&l->target, &turned);
    for (size_t i = 0; i < l->target.vertex_count; i++) {
        nearest = fmin(nearest, l->target.vertices[i].x);
    }
    l->placed = true;
    add_solid(l, (tl_vec3){nearest - l->thick, -BIG, -BIG}, (tl_vec3){nearest, BIG, BIG});
    return TEST_CLOSED;
}

static test_truth on_a_podium(touch_layout *l) {
    double x = one_of(l, 2) == 0 ? front(l) : l->far - between(l, l->wide / 2, 35);
    add_solid(l, (tl_vec3){l->far - 40, -BIG, -30}, (tl_vec3){l->far + 40, BIG, 0});
    add_solid(l, (tl_vec3){x - l->thick, -BIG, 0}, (tl_vec3){x, BIG, BIG});
    add_solid(l, (tl_vec3){l->far - 40 - l->thick, -BIG, -BIG}, (tl_vec3){l->far - 40, BIG, 0});
    return TEST_CLOSED;
}

/* --- Sunk --------------------------------------------------------------------------------------------------------- */

static test_truth sunk_behind(touch_layout *l) {
    add_solid(l, (tl_vec3){back(l) - any_depth(l, 1e-15, 0.9 * l->wide), -60, -60},
              (tl_vec3){back(l) + l->thick, 60, 60});
    return TEST_OPEN;
}

static test_truth sunk_before(touch_layout *l) {
    add_solid(l, (tl_vec3){front(l) - l->thick, -BIG, -BIG},
              (tl_vec3){front(l) + any_depth(l, 1e-15, 0.9 * l->wide), BIG, BIG});
    return TEST_CLOSED;
}

static test_truth sunk_in_two(touch_layout *l) {
    double d = any_depth(l, 1e-9, 0.9 * l->wide);
    add_solid(l, (tl_vec3){front(l) - l->thick, -BIG, -BIG}, (tl_vec3){front(l) + between(l, 0, d), BIG, BIG});
    add_solid(l, (tl_vec3){front(l) - 0.8 * l->thick, -190, -190}, (tl_vec3){front(l) + d, 190, 190});
    return TEST_CLOSED;
}

static test_truth sunk_in_a_corner(touch_layout *l) {
    double d = any_depth(l, 1e-15, 1);
    add_solid(l, (tl_vec3){l->far - 60, -BIG, -40}, (tl_vec3){l->far + 60, BIG, d});
    add_solid(l, (tl_vec3){front(l) - l->thick, -BIG, one_of(l, 2) == 0 ? 0 : -20}, (tl_vec3){front(l) + d, BIG, BIG});
    add_solid(l, (tl_vec3){l->far - 60 - l->thick, -BIG, -BIG}, (tl_vec3){l->far - 60, BIG, 0});
    return TEST_CLOSED;
}

/* --- Inside ------------------------------------------------------------------------------------------------------- */

static test_truth inside(touch_layout *l) {
    double d = any_depth(l, 1e-9, 10);
    add_solid(l, (tl_vec3){front(l) - d, -l->wide / 2 - d, -d}, (tl_vec3){back(l) + d, l->wide / 2 + d, l->high + d});
    return d > 1e-6 ? TEST_CLOSED : TEST_UNKNOWN;
}

static test_truth inside_but_for_its_top(touch_layout *l) {
    double d = any_depth(l, 1e-9, 10), out = any_depth(l, 1e-5, 0.5 * l->high);
    add_solid(l, (tl_vec3){front(l) - d, -l->wide / 2 - d, -d}, (tl_vec3){back(l) + d, l->wide / 2 + d, l->high - out});
    return out > 1e-3 ? TEST_OPEN : TEST_UNKNOWN;
}

/* --- Flush -------------------------------------------------------------------------------------------------------- */

static test_truth flush_with_the_top(touch_layout *l) {
    add_solid(l, (tl_vec3){0.5 * l->far, -BIG, -BIG}, (tl_vec3){0.5 * l->far + l->thick, BIG, l->high});
    return TEST_UNKNOWN;
}

static test_truth flush_with_a_side(touch_layout *l) {
    add_solid(l, (tl_vec3){0.5 * l->far, -BIG, -BIG}, (tl_vec3){0.5 * l->far + l->thick, l->wide / 2, BIG});
    return TEST_UNKNOWN;
}

static test_truth higher_by_little(touch_layout *l) {
    double d = any_depth(l, 1e-5, 1);
    add_solid(l, (tl_vec3){0.5 * l->far, -BIG, -BIG}, (tl_vec3){0.5 * l->far + l->thick, BIG, l->high + d});
    return TEST_CLOSED;
}

static test_truth flush_in_the_front(touch_layout *l) {
    add_solid(l, (tl_vec3){front(l), -BIG, -BIG}, (tl_vec3){back(l), -l->wide / 2, BIG});
    add_solid(l, (tl_vec3){front(l), l->wide / 2, -BIG}, (tl_vec3){back(l), BIG, BIG});
    return TEST_OPEN;
}

/* --- Duplicates --------------------------------------------------------------------------------------------------- */

static void add_copy(touch_layout *l, double x) {
    test_mesh copy = {0};
    add_body(l, &l->target, l->far, one_of(l, 4));
    l->placed = true;
    for (size_t i = 0; i < l->target.vertex_count; i++) {
        test_mesh_vertex(&copy, tl_add(l->target.vertices[i], (tl_vec3){x, 0, 0}));
    }
    for (size_t i = 0; i < l->target.triangle_count; i++) {
        const uint32_t *t = l->target.triangles + 3 * i;
        test_mesh_triangle(&copy, t[0], t[1], t[2]);
    }
    test_sight_add(&l->scene->sight, &copy, true);
}

static test_truth copied(touch_layout *l) {
    add_copy(l, 0);
    return TEST_UNKNOWN;
}

/* Away from the other body: the target's front stands out. */
static test_truth copied_behind(touch_layout *l) {
    double d = any_depth(l, 1e-12, 1);
    add_copy(l, d);
    return d > 1e-3 ? TEST_OPEN : TEST_UNKNOWN;
}

static test_truth copied_and_walled(touch_layout *l) {
    add_copy(l, 0);
    return before_it(l);
}

/* --- Coplanar ----------------------------------------------------------------------------------------------------- */

static test_truth in_a_niche(touch_layout *l) {
    double x0 = front(l), x1 = back(l), y = l->wide / 2, t = l->thick, h = l->high;
    add_solid(l, (tl_vec3){x0 - t, -y - t, -t}, (tl_vec3){x0, y + t, h + t});
    add_solid(l, (tl_vec3){x1, -y - t, -t}, (tl_vec3){x1 + t, y + t, h + t});
    add_solid(l, (tl_vec3){x0, -y - t, -t}, (tl_vec3){x1, -y, h + t});
    add_solid(l, (tl_vec3){x0, y, -t}, (tl_vec3){x1, y + t, h + t});
    add_solid(l, (tl_vec3){x0, -y, -t}, (tl_vec3){x1, y, 0});
    add_solid(l, (tl_vec3){x0, -y, h}, (tl_vec3){x1, y, h + t});
    return TEST_CLOSED;
}

static test_truth in_a_slot(touch_layout *l) {
    flush_in_the_front(l);
    return before_it(l);
}

static test_truth on_tiles(touch_layout *l) {
    int count = 2 + one_of(l, 4);
    bool rough = one_of(l, 2) == 0;
    for (int i = 0; i < 2 * count; i++) {
        double from = -60 + (l->far + 120) * (i / 2) / count, to = -60 + (l->far + 120) * (i / 2 + 1) / count;
        add_solid(l, (tl_vec3){from, i % 2 == 0 ? -100 : 0, -l->thick - (rough ? between(l, 0, 3) : 0)},
                  (tl_vec3){to, i % 2 == 0 ? 0 : 100, 0});
    }
    double x = l->far * between(l, 0.3, 0.7);
    add_solid(l, (tl_vec3){x, -400, one_of(l, 2) == 0 ? 0 : -l->thick / 2},
              (tl_vec3){x + between(l, 0.5, 20), 400, 400});
    add_solid(l, (tl_vec3){x, -400, -400}, (tl_vec3){x + between(l, 0.5, 20), 400, -0.4 * l->thick});
    return TEST_CLOSED;
}

/* --- Pierced ------------------------------------------------------------------------------------------------------ */

static test_truth pierced(touch_layout *l) {
    double d = between(l, 0.1, 0.5 * l->wide);
    add_solid(l, (tl_vec3){l->far - d / 2, -BIG, -BIG}, (tl_vec3){l->far + d / 2, BIG, BIG});
    return TEST_OPEN;
}

static test_truth pierced_by_a_slab(touch_layout *l) {
    double d = between(l, 0.1, 0.5 * l->wide), z = between(l, 1, l->high - 1 - d);
    add_solid(l, (tl_vec3){-BIG, -BIG, z}, (tl_vec3){l->far + BIG, BIG, z + d});
    return TEST_OPEN;
}

static test_truth pierced_in_front(touch_layout *l) {
    add_solid(l, (tl_vec3){front(l) - l->thick, -BIG, -BIG},
              (tl_vec3){back(l) - (one_of(l, 2) == 0 ? 0 : between(l, 0.1, 0.9 * l->wide)), BIG, BIG});
    return TEST_CLOSED;
}

static test_truth pierced_at_a_seam(touch_layout *l) {
    double d = between(l, 0.1, 0.9 * l->wide);
    add_solid(l, (tl_vec3){front(l) - l->thick, -BIG, -BIG}, (tl_vec3){front(l) + d, 1, BIG});
    add_solid(l, (tl_vec3){front(l) - l->thick, 1, -BIG}, (tl_vec3){front(l) + d, BIG, BIG});
    return TEST_CLOSED;
}

const touch_family touch_families[] = {
    {"touching", "a solid behind it", behind_it},
    {"touching", "a wall before it", before_it},
    {"touching", "in a corner", in_a_corner},
    {"touching", "behind a row of walls", behind_a_row},
    {"touching", "behind layers", behind_layers},
    {"touching", "an edge at a wall", edge_on},
    {"touching", "on a podium", on_a_podium},
    {"sunk", "into what is behind", sunk_behind},
    {"sunk", "into a wall before it", sunk_before},
    {"sunk", "into two walls", sunk_in_two},
    {"sunk", "into floor and wall", sunk_in_a_corner},
    {"inside", "wholly", inside},
    {"inside", "but for its top", inside_but_for_its_top},
    {"flush", "with a wall's top", flush_with_the_top},
    {"flush", "with a wall's side", flush_with_a_side},
    {"flush", "below a wall's top", higher_by_little},
    {"flush", "in the front of a wall", flush_in_the_front},
    {"duplicate", "a copy", copied},
    {"duplicate", "a copy behind", copied_behind},
    {"duplicate", "a copy and a wall", copied_and_walled},
    {"coplanar", "in a niche", in_a_niche},
    {"coplanar", "in a slot", in_a_slot},
    {"coplanar", "on tiles", on_tiles},
    {"pierced", "by a wall", pierced},
    {"pierced", "by a slab", pierced_by_a_slab},
    {"pierced", "but for its back", pierced_in_front},
    {"pierced", "at a seam", pierced_at_a_seam},
};
const size_t touch_family_count = sizeof(touch_families) / sizeof(touch_families[0]);

void touch_case_start(test_case *scene, const touch_family *family, uint64_t seed) {
    test_random random = {seed};
    test_random_bits(&random);
    *scene = (test_case){.ground_slot = -1, .most = 1e-8};
    tl_pose pose = test_pose_above_ground(&random, 700);
    if (test_random_below(&random, 3) == 0) {
        double angle = test_random_below(&random, 2) == 0 ? 0 : test_random_between(&random, 0, 6);
        double c = cos(angle), s = sin(angle);
        pose = (tl_pose){{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {pose.at.x, pose.at.y, 1024}};
    }
    test_sight_start(&scene->sight, &pose);
    touch_layout l = {.scene = scene, .random = &random};
    l.far = test_random_between(&random, 120, 500);
    l.wide = test_random_between(&random, 8, 20);
    l.high = test_random_between(&random, 20, 40);
    l.thick = test_random_between(&random, 0.5, 20);
    test_mesh viewer = {0};
    scene->truth = family->build(&l);
    add_body(&l, &viewer, 0, test_random_below(&random, 4));
    if (!l.placed) {
        add_body(&l, &l.target, l.far, test_random_below(&random, 4));
    }
    test_sight_bodies(&scene->sight, &viewer, &l.target);
    for (size_t i = 0; i < scene->sight.count; i++) {
        if (!exact_table_add(&scene->exact, scene->sight.slots[i], scene->sight.insides[i] != 0, false)) {
            fail_msg("no memory for a test");
        }
    }
    scene->exact.plane = true;
}

/* --- The judge ---------------------------------------------------------------------------------------------------- */

/* 113 bits: products of doubles are exact, and what is left of rounding is some 1e-30 of the coordinates. */
__extension__ typedef __float128 wide;

typedef struct wide3 {
    wide x, y, z;
} wide3;

static wide3 wide_sub(tl_vec3 a, tl_vec3 b) {
    return (wide3){(wide)a.x - b.x, (wide)a.y - b.y, (wide)a.z - b.z};
}

static wide wide_dot(wide3 a, wide3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static wide3 wide_at(wide3 w, wide3 d, wide s) {
    return (wide3){w.x + s * d.x, w.y + s * d.y, w.z + s * d.z};
}

static wide wide_clamp(wide t) {
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* Squared distance of the segments p + s d and a + t e. */
static wide segments_apart(tl_vec3 p, tl_vec3 q, tl_vec3 a, tl_vec3 b) {
    wide3 d = wide_sub(q, p), e = wide_sub(b, a), w = wide_sub(p, a);
    wide dd = wide_dot(d, d), ee = wide_dot(e, e), de = wide_dot(d, e), dw = wide_dot(d, w), ew = wide_dot(e, w);
    wide apart = dd * ee - de * de, best = -1;
    wide tries[5] = {apart > 0 ? (de * ew - ee * dw) / apart : 0, 0, 1, dd > 0 ? -dw / dd : 0,
                     dd > 0 ? (de - dw) / dd : 0};
    for (int i = 0; i < 5; i++) {
        wide s = wide_clamp(tries[i]), t = ee > 0 ? wide_clamp((ew + s * de) / ee) : 0;
        s = dd > 0 ? wide_clamp((t * de - dw) / dd) : 0;
        wide3 r = wide_at(wide_at(w, d, s), e, -t);
        wide square = wide_dot(r, r);
        best = best < 0 || square < best ? square : best;
    }
    return best;
}

/* Squared distance of a point and a triangle's inside, or -1 where its foot lies outside. */
static wide face_apart(tl_vec3 p, const tl_vec3 c[3]) {
    wide3 b = wide_sub(c[1], c[0]), e = wide_sub(c[2], c[0]), r = wide_sub(p, c[0]);
    wide bb = wide_dot(b, b), ee = wide_dot(e, e), be = wide_dot(b, e), br = wide_dot(b, r), er = wide_dot(e, r);
    wide det = bb * ee - be * be, u = ee * br - be * er, v = bb * er - be * br;
    if (!(det > 0) || u < 0 || v < 0 || u + v > det) {
        return -1;
    }
    wide3 off = wide_at(wide_at(r, b, -u / det), e, -v / det);
    return wide_dot(off, off);
}

/* Squared distance of a segment and a triangle that don't meet. */
static wide triangle_apart(tl_vec3 p, tl_vec3 q, const tl_vec3 c[3]) {
    wide best = segments_apart(p, q, c[0], c[1]);
    for (int k = 1; k < 3; k++) {
        wide d = segments_apart(p, q, c[k], c[(k + 1) % 3]);
        best = d < best ? d : best;
    }
    const tl_vec3 ends[2] = {p, q};
    for (int k = 0; k < 2; k++) {
        wide d = face_apart(ends[k], c);
        best = d >= 0 && d < best ? d : best;
    }
    return best;
}

static bool near_body(const tl_bvh *body, tl_vec3 p, double reach) {
    for (size_t i = 0; i < tl_bvh_triangle_count(body); i++) {
        tl_vec3 c[3];
        tl_bvh_corners(body, (uint32_t)i, c);
        if (triangle_apart(p, p, c) <= (wide)reach * reach) {
            return true;
        }
    }
    return false;
}

/* Whether everything that blocks stays off a line by so much. */
static bool clear_by(const test_case *scene, tl_vec3 p, tl_vec3 q, double clearance) {
    if (p.z < clearance || q.z < clearance) {
        return false;
    }
    tl_box3 box = tl_box3_grow(tl_box3_add(tl_box3_add(tl_box3_empty(), p), q), 2 * clearance);
    for (size_t i = 0; i < scene->exact.count; i++) {
        const tl_vec3 *c = scene->exact.triangles[i];
        tl_box3 own = tl_box3_add(tl_box3_add(tl_box3_add(tl_box3_empty(), c[0]), c[1]), c[2]);
        if (tl_box3_overlap(box, own) && triangle_apart(p, q, c) < (wide)clearance * clearance) {
            return false;
        }
    }
    return true;
}

static const char *wrong_yes(const test_case *scene, const tl_sight *answer) {
    if (!answer->has_line || !(answer->clearance >= 1e-6)) {
        return "a yes without a line as clear as a yes takes";
    }
    if (!near_body(scene->sight.a, answer->from, 1e-9) || !near_body(scene->sight.b, answer->to, 1e-9)) {
        return "the line doesn't join the bodies";
    }
    if (!exact_line_free(&scene->exact, answer->from, answer->to)) {
        return "the line isn't free";
    }
    return clear_by(scene, answer->from, answer->to, answer->clearance) ? NULL : "the clearance is overstated";
}

const char *touch_case_wrong(const test_case *scene, const tl_sight *answer, size_t lines, test_random *random) {
    if (answer->verdict == TL_VERDICT_YES) {
        return scene->truth == TEST_CLOSED ? "yes, but all is closed" : wrong_yes(scene, answer);
    }
    if (answer->verdict == TL_VERDICT_MARGINAL) {
        return answer->has_line && answer->max_clearance < answer->clearance ? "bounds out of order" : NULL;
    }
    if (scene->truth == TEST_OPEN) {
        return "no, but a line is free";
    }
    double least = answer->closed_gap > 1e-6 ? answer->closed_gap : 1e-6;
    for (size_t i = 0; i < lines && scene->truth != TEST_CLOSED; i++) {
        tl_vec3 p = test_body_point(scene->sight.a, random), q = test_body_point(scene->sight.b, random);
        if (exact_line_free(&scene->exact, p, q) && clear_by(scene, p, q, least)) {
            return "no, but a sampled line is free";
        }
    }
    return NULL;
}
