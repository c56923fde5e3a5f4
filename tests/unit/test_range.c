/* Distances of measuring volumes: real meshes against brute force with independent arithmetic, closed forms for bases,
 * laws, and limits that are met exactly. */
#include "support/assert_geom.h"
#include "support/real_mesh.h"
#include "support/purse.h"

#include "body/shape.h"
#include "geom/geom.h"
#include "range/range.h"
#include "range/walk.h"
#include "geom/polygon2.h"

#include <stdlib.h>
#include <string.h>

static tl_context *context;

static int setup(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int teardown(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

static tl_range_result between(const tl_volume *a, const tl_volume *b, tl_metric metric) {
    tl_range_result ab, ba;
    tl_error error = {0};
    if (tl_range_between(context, a, b, metric, &ab, &error) != TL_OK) {
        print_error("%s\n", error.message);
        fail();
    }
    assert_int_equal(tl_range_between(context, b, a, metric, &ba, &error), TL_OK);
    /* the law of symmetry, to the last bit */
    assert_true(ab.distance_mm == ba.distance_mm && ab.error_mm == ba.error_mm);
    assert_true(tl_same_point(ab.from, ba.to) && tl_same_point(ab.to, ba.from));
    /* the points are as far apart as the answer says, and the bound is small */
    tl_vec3 d = tl_sub(ab.to, ab.from);
    if (metric == TL_METRIC_PLAN) {
        d.z = 0;
    }
    assert_near(tl_length(d), ab.distance_mm, 1e-9);
    assert_true(ab.error_mm < 1e-9);
    return ab;
}

static tl_verdict within(const tl_volume *a, const tl_volume *b, tl_metric metric, double limit) {
    tl_range_decision decision;
    tl_error error = {0};
    assert_int_equal(tl_range_within(context, a, b, metric, limit, &decision, &error), TL_OK);
    assert_true(decision.low_mm <= decision.high_mm);
    return decision.verdict;
}

/* Least distance over all pairs, by enumeration in long double; pairs whose spheres are farther are skipped. */
static double brute_force(const tl_bvh *a, const tl_bvh *b, bool plan) {
    long double least = INFINITY;
    for (uint32_t i = 0; i < tl_bvh_triangle_count(a); i++) {
        tl_vec3 p[3];
        tl_bvh_corners(a, i, p);
        for (int k = 0; k < 3 && plan; k++) {
            p[k].z = 0;
        }
        double rp = fmax(tl_distance(p[0], p[1]), tl_distance(p[0], p[2]));
        for (uint32_t j = 0; j < tl_bvh_triangle_count(b); j++) {
            tl_vec3 q[3];
            tl_bvh_corners(b, j, q);
            for (int k = 0; k < 3 && plan; k++) {
                q[k].z = 0;
            }
            double rq = fmax(tl_distance(q[0], q[1]), tl_distance(q[0], q[2]));
            double apart = tl_distance(p[0], q[0]) - rp - rq;
            if (apart > 0 && (long double)apart * (long double)apart > least) {
                continue;
            }
            long double d2 = test_triangle_distance(p, q);
            least = d2 < least ? d2 : least;
        }
    }
    return (double)sqrtl(least);
}

static const char *const real_names[] = {
    "cq_barrier_detailed.stl", "cq_building_example.stl",   "spider_ascii.stl",          "box3d_building.obj",
    "quaternius_tank.glb",     "kaykit_crates_stacked.glb", "quaternius_mech_george.glb"};
enum { REAL = 7 };

static bool load_all(tl_mesh *mesh[REAL]) {
    for (int i = 0; i < REAL; i++) {
        mesh[i] = test_real_mesh(context, real_names[i], 40 + 15.0 * i);
        if (mesh[i] == NULL) {
            return false;
        }
    }
    return true;
}

static void real_meshes_agree_with_brute_force(void **state) {
    (void)state;
    test_random r = test_random_start("real pairs", 31);
    tl_mesh *mesh[REAL] = {0};
    if (!load_all(mesh)) {
        skip();
        return;
    }
    double worst = 0;
    int met = 0;
    enum { PAIRS = 1200 };
    for (int n = 0; n < PAIRS; n++) {
        const tl_mesh *ma = mesh[test_random_below(&r, REAL)], *mb = mesh[test_random_below(&r, REAL)];
        /* from overlapping over nearly touching to a table's width apart */
        double reach = n % 3 == 0 ? 40 : n % 3 == 1 ? 100 : 700;
        tl_pose pa = test_random_pose(&r, reach), pb = test_random_pose(&r, reach);
        tl_bvh *a = test_sampled_bvh(context, ma, &pa, 40, &r), *b = test_sampled_bvh(context, mb, &pb, 40, &r);
        tl_volume va = {.mesh = a}, vb = {.mesh = b};
        tl_metric metric = n % 2 == 0 ? TL_METRIC_3D : TL_METRIC_PLAN;
        tl_range_result result = between(&va, &vb, metric);
        double expected = brute_force(a, b, metric == TL_METRIC_PLAN);
        worst = fmax(worst, fabs(result.distance_mm - expected));
        met += result.distance_mm == 0;
        assert_near(result.distance_mm, expected, 1e-9);
        if (result.distance_mm > 0) {
            assert_near(result.distance_mm, expected, result.error_mm + 1e-12);
            assert_int_equal(within(&va, &vb, metric, result.distance_mm + 1e-6), TL_VERDICT_YES);
            assert_int_equal(within(&va, &vb, metric, result.distance_mm * (1 - 1e-9)), TL_VERDICT_NO);
            assert_int_equal(within(&va, &vb, metric, 0.5 * result.distance_mm), TL_VERDICT_NO);
        }
        tl_bvh_destroy(a);
        tl_bvh_destroy(b);
    }
    print_message("%d pairs, %d at contact, worst difference %.2g mm\n", PAIRS, met, worst);
    for (int i = 0; i < REAL; i++) {
        tl_mesh_destroy(mesh[i]);
    }
}

/* Triangles without connection: compact ones, needles, points and doubled corners, of very different sizes. */
static tl_bvh *random_soup(test_random *r, tl_vec3 middle, double reach, double size) {
    enum { COUNT = 60 };
    tl_vec3 corner[3 * COUNT];
    uint32_t index[3 * COUNT];
    for (int t = 0; t < COUNT; t++) {
        tl_vec3 at = tl_madd(middle, test_random_direction(r), test_random_between(r, 0, reach));
        double grow = size * pow(10, test_random_between(r, -3, 0));
        int kind = test_random_below(r, 8);
        for (int i = 0; i < 3; i++) {
            tl_vec3 way = kind == 0 && i == 2 ? (tl_vec3){1, 1e-9, 1e-12} : test_random_direction(r);
            corner[3 * t + i] = tl_madd(at, way, grow);
            index[3 * t + i] = (uint32_t)(3 * t + i);
        }
        for (int i = 1; kind == 1 && i < 3; i++) {
            corner[3 * t + i] = corner[3 * t + (t % 2 == 0 ? 0 : 1)];
        }
    }
    tl_bvh *bvh = NULL;
    assert_int_equal(tl_bvh_build(context, corner, 3 * COUNT, index, COUNT, NULL, &bvh, NULL), TL_OK);
    return bvh;
}

/* Squares side by side, so that many pairs of triangles are equally near. */
static tl_bvh *level_grid(tl_vec3 at, double step) {
    enum { SIDE = 6 };
    tl_vec3 vertex[(SIDE + 1) * (SIDE + 1)];
    uint32_t index[6 * SIDE * SIDE], count = 0;
    for (int i = 0; i <= SIDE; i++) {
        for (int j = 0; j <= SIDE; j++) {
            vertex[i * (SIDE + 1) + j] = (tl_vec3){at.x + step * i, at.y + step * j, at.z};
        }
    }
    for (uint32_t i = 0; i < SIDE; i++) {
        for (uint32_t j = 0; j < SIDE; j++) {
            uint32_t v = i * (SIDE + 1) + j, w = v + SIDE + 1;
            const uint32_t both[6] = {v, w, v + 1, v + 1, w, w + 1};
            memcpy(index + count, both, sizeof(both));
            count += 6;
        }
    }
    tl_bvh *bvh = NULL;
    assert_int_equal(tl_bvh_build(context, vertex, (SIDE + 1) * (SIDE + 1), index, count / 3, NULL, &bvh, NULL), TL_OK);
    return bvh;
}

/* Every pair with the walk's own arithmetic: what a walk that drops nothing must find, bit for bit. */
static tl_range_near every_pair(const tl_bvh *a, const tl_bvh *b) {
    tl_range_near best = tl_range_near_start(INFINITY);
    for (uint32_t i = 0; i < tl_bvh_triangle_count(a); i++) {
        for (uint32_t j = 0; j < tl_bvh_triangle_count(b); j++) {
            tl_vec3 p[3], q[3], on_a, on_b;
            tl_bvh_corners(a, i, p);
            tl_bvh_corners(b, j, q);
            double d = sqrt(tl_geom_triangle_nearest_triangle(p, q, &on_a, &on_b));
            if (d < best.distance) {
                best = (tl_range_near){true, d, 0, on_a, on_b, i, j, 0};
            }
        }
    }
    return best;
}

static void same_near(const tl_range_near *x, const tl_range_near *y) {
    assert_true(x->found == y->found && x->distance == y->distance && x->low == y->low);
    assert_true(tl_same_point(x->on_a, y->on_a) && tl_same_point(x->on_b, y->on_b));
    assert_true(x->triangle_a == y->triangle_a && x->triangle_b == y->triangle_b);
}

/* With every kernel; `expected` NULL: only the same in each. */
static tl_range_near walk_all_ways(const tl_bvh *a, const tl_bvh *b, bool plan, const tl_range_near *expected) {
    tl_range_near plain = tl_range_near_start(INFINITY);
    tl_walk_trees(&tl_descent_plain, a, b, plan, &plain);
#if defined(TL_DESCENT_HAS_AVX2)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi")) {
        tl_range_near wide = tl_range_near_start(INFINITY);
        tl_walk_trees(&tl_descent_avx2, a, b, plan, &wide);
        same_near(&plain, &wide);
    }
#endif
    if (expected != NULL) {
        assert_true(plain.found && plain.distance == expected->distance);
        if (plain.distance > 0) { /* at contact any pair may come */
            assert_true(tl_same_point(plain.on_a, expected->on_a) && tl_same_point(plain.on_b, expected->on_b));
            assert_int_equal(plain.triangle_a, expected->triangle_a);
            assert_int_equal(plain.triangle_b, expected->triangle_b);
        }
    }
    return plain;
}

static void walks_drop_nothing(void **state) {
    (void)state;
    test_random r = test_random_start("walks", 33);
    int met = 0;
    for (int n = 0; n < test_trials(600); n++) {
        /* near the origin, at a table's edge, and where floats hold a few digits only */
        double far = n % 4 == 0 ? 0 : n % 4 == 1 ? 2e3 : n % 4 == 2 ? 1e6 : 1e9;
        double size = pow(10, test_random_between(&r, -1, 2)), gap = size * test_random_between(&r, 0, 3);
        tl_vec3 at = tl_scale(test_random_direction(&r), far);
        tl_bvh *a = random_soup(&r, at, size, 0.3 * size);
        tl_bvh *b = random_soup(&r, tl_madd(at, test_random_direction(&r), 2 * size + gap), size, 0.3 * size);
        tl_range_near expected = every_pair(a, b);
        met += walk_all_ways(a, b, false, &expected).distance == 0;
        walk_all_ways(a, b, true, NULL);
        tl_bvh_destroy(a);
        tl_bvh_destroy(b);
    }
    assert_true(met < test_trials(300));
    for (int n = 0; n < 40; n++) {
        double step = test_random_between(&r, 0.5, 3);
        tl_bvh *a = level_grid((tl_vec3){0, 0, 0}, step);
        tl_bvh *b = level_grid(
            (tl_vec3){n % 2 == 0 ? 0 : test_random_between(&r, -9, 9), n % 3 * step, n < 20 ? 5 : 1e-9}, step);
        tl_range_near expected = every_pair(a, b);
        walk_all_ways(a, b, false, &expected);
        tl_bvh_destroy(a);
        tl_bvh_destroy(b);
    }
}

static void kernels_agree_about_bodies(void **state) {
    (void)state;
    test_random r = test_random_start("kernels and bodies", 34);
    for (int n = 0; n < test_trials(400); n++) {
        tl_bvh *a = random_soup(&r, (tl_vec3){0, 0, 0}, 20, 8);
        tl_vec3 ends[2] = {tl_scale(test_random_direction(&r), 60), tl_scale(test_random_direction(&r), 40)};
        tl_convex body = {.corner = ends, .corners = 2, .radius = test_random_between(&r, 0, 9)};
        if (n % 2 == 0) {
            body = (tl_convex){.centre = ends[0], .u = {5, 1, 0}, .v = {-1, 5, 0}, .w = {0, 0, 3}};
        }
        tl_range_near plain = tl_range_near_start(INFINITY), wide = plain;
        tl_walk_convex(&tl_descent_plain, a, &body, n % 4 < 2, &plain);
        tl_walk_convex(tl_descent_choose(), a, &body, n % 4 < 2, &wide);
        same_near(&plain, &wide);
        tl_bvh_destroy(a);
    }
}

static void whole_meshes_near_contact(void **state) {
    (void)state;
    test_random r = test_random_start("near contact", 32);
    tl_mesh *mesh[REAL] = {0};
    if (!load_all(mesh)) {
        skip();
        return;
    }
    for (int n = 0; n < 24; n++) {
        const tl_mesh *ma = mesh[n % REAL], *mb = mesh[(n * 3 + 1) % REAL];
        tl_pose pa = test_random_pose(&r, 10), pb = test_random_pose(&r, 10);
        pb.at = tl_add(pb.at, tl_scale(test_random_direction(&r), 250));
        tl_bvh *a = test_placed_bvh(context, ma, &pa), *b = test_placed_bvh(context, mb, &pb);
        tl_volume va = {.mesh = a}, vb = {.mesh = b};
        tl_range_result far = between(&va, &vb, TL_METRIC_3D);
        assert_true(far.distance_mm > 0);
        /* pushed together along the line of the nearest points: never nearer than the rest of the way, and never more
         */
        const double left[] = {10, 1e-3, 1e-9};
        tl_vec3 way = tl_normalise(tl_sub(far.from, far.to));
        for (size_t k = 0; k < 3; k++) {
            tl_pose moved = pb;
            moved.at = tl_madd(pb.at, way, far.distance_mm - left[k]);
            tl_bvh *c = test_placed_bvh(context, mb, &moved);
            tl_volume vc = {.mesh = c};
            tl_range_result near = between(&va, &vc, TL_METRIC_3D);
            assert_true(near.distance_mm <= left[k] + 1e-9);
            if (left[k] == 10) {
                /* a rigid motion of both changes nothing */
                tl_pose world = test_random_pose(&r, 500);
                tl_pose qa = tl_pose_compose(&world, &pa), qc = tl_pose_compose(&world, &moved);
                tl_bvh *d = test_placed_bvh(context, ma, &qa), *e = test_placed_bvh(context, mb, &qc);
                tl_volume vd = {.mesh = d}, ve = {.mesh = e};
                assert_near(between(&vd, &ve, TL_METRIC_3D).distance_mm, near.distance_mm, 1e-9);
                tl_bvh_destroy(d);
                tl_bvh_destroy(e);
                /* the plan distance is never longer */
                assert_true(between(&va, &vc, TL_METRIC_PLAN).distance_mm <= near.distance_mm + 1e-9);
            }
            tl_bvh_destroy(c);
        }
        tl_bvh_destroy(a);
        tl_bvh_destroy(b);
    }
    for (int i = 0; i < REAL; i++) {
        tl_mesh_destroy(mesh[i]);
    }
}

/* --- Shapes ------------------------------------------------------------------------------------------------------- */

static tl_shape disc(double x, double y, double z, double radius, double height) {
    tl_shape s = {.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = radius, .high = height};
    s.pose.at = (tl_vec3){x, y, z};
    return s;
}

static tl_volume shape_volume(const tl_shape *s) {
    return (tl_volume){.shape = s};
}

static void bases_by_closed_form(void **state) {
    (void)state;
    test_random r = test_random_start("bases", 33);
    for (int n = 0; n < 2000; n++) {
        double x = test_random_between(&r, -300, 300), y = test_random_between(&r, -300, 300);
        double z = n % 2 == 0 ? 0 : test_random_between(&r, -60, 60);
        tl_shape a = disc(0, 0, 0, 12.5, 3), b = disc(x, y, z, 20, 5);
        tl_volume va = shape_volume(&a), vb = shape_volume(&b);
        double plan = fmax(hypot(x, y) - 32.5, 0);
        double gap = fmax(fmax(z - 3, -z - 5), 0);
        assert_near(between(&va, &vb, TL_METRIC_PLAN).distance_mm, plan, 1e-12);
        assert_near(between(&va, &vb, TL_METRIC_3D).distance_mm, hypot(plan, gap), 1e-12);
        /* a box and a disc: closed form in its own frame */
        tl_pose pose = tl_pose_turned((tl_vec3){x, y, z}, test_random_between(&r, 0, 360));
        tl_shape box = {.kind = TL_SHAPE_BOX, .pose = pose, .from = {-30, -10, 0}, .to = {30, 10, 4}};
        tl_volume vbox = shape_volume(&box);
        tl_vec3 local = tl_pose_local(&pose, (tl_vec3){0, 0, 0});
        double dx = fmax(fabs(local.x) - 30, 0), dy = fmax(fabs(local.y) - 10, 0);
        double flat = fmax(hypot(dx, dy) - 12.5, 0);
        gap = fmax(fmax(z - 3, -z - 4), 0);
        assert_near(between(&va, &vbox, TL_METRIC_PLAN).distance_mm, flat, 1e-11);
        assert_near(between(&va, &vbox, TL_METRIC_3D).distance_mm, hypot(flat, gap), 1e-11);
        /* capsules and spheres */
        tl_shape capsule = {.kind = TL_SHAPE_CAPSULE, .pose = pose, .from = {0, 0, 8}, .to = {0, 0, 28}, .radius = 6};
        tl_shape ball = {.kind = TL_SHAPE_CAPSULE, .pose = tl_pose_identity(), .radius = 6};
        tl_volume vc = shape_volume(&capsule), vball = shape_volume(&ball);
        double height = fmax(fmax(z + 8, -z - 28), 0);
        assert_near(between(&vc, &vball, TL_METRIC_3D).distance_mm, fmax(sqrt(x * x + y * y + height * height) - 12, 0),
                    1e-11);
        assert_near(between(&vc, &vball, TL_METRIC_PLAN).distance_mm, fmax(hypot(x, y) - 12, 0), 1e-11);
    }
}

/* The nearest point of an ellipse (semi-axes p, q) to a point outside: bisection on the multiplier, independent of
 * geom. */
static double ellipse_distance(double p, double q, double x, double y) {
    x = fabs(x);
    y = fabs(y);
    if (x * x / (p * p) + y * y / (q * q) <= 1) {
        return 0;
    }
    double low = 0, high = 1e9;
    for (int i = 0; i < 300; i++) {
        double t = 0.5 * (low + high);
        double u = p * x / (p * p + t), v = q * y / (q * q + t);
        if (u * u + v * v > 1) {
            low = t;
        } else {
            high = t;
        }
    }
    double u = p * p * x / (p * p + low), v = q * q * y / (q * q + low);
    return hypot(x - u, y - v);
}

static void ovals_by_bisection(void **state) {
    (void)state;
    test_random r = test_random_start("ovals", 34);
    for (int n = 0; n < 2000; n++) {
        double x = test_random_between(&r, -150, 150), y = test_random_between(&r, -150, 150);
        double turn = test_random_between(&r, 0, 360);
        tl_shape oval = {
            .kind = TL_SHAPE_OVAL, .pose = tl_pose_turned((tl_vec3){x, y, 0}, turn), .size = {52.5, 35}, .high = 4};
        tl_shape base = disc(0, 0, 0, 12.5, 3);
        tl_volume va = shape_volume(&oval), vb = shape_volume(&base);
        tl_vec3 local = tl_pose_local(&oval.pose, (tl_vec3){0, 0, 0});
        double expected = fmax(ellipse_distance(52.5, 35, local.x, local.y) - 12.5, 0);
        assert_near(between(&va, &vb, TL_METRIC_PLAN).distance_mm, expected, 1e-9);
        assert_near(between(&va, &vb, TL_METRIC_3D).distance_mm, expected, 1e-9);
    }
}

static tl_shape random_shape(test_random *r, int kind, tl_vec2 *outline) {
    tl_shape s = {.pose = test_random_pose(r, 45)};
    switch (kind) {
    case 0:
        s.kind = TL_SHAPE_DISC;
        s.radius = test_random_between(r, 5, 40);
        s.high = 3;
        break;
    case 1:
        s.kind = TL_SHAPE_OVAL;
        s.size = (tl_vec2){test_random_between(r, 5, 60), test_random_between(r, 5, 60)};
        s.high = 3;
        break;
    case 2:
        s.kind = TL_SHAPE_CAPSULE;
        s.from = (tl_vec3){0, 0, 8};
        s.to = (tl_vec3){3, 0, 28};
        s.radius = 6;
        break;
    case 3:
        s.kind = TL_SHAPE_CYLINDER;
        s.from = (tl_vec3){0, 2, 8};
        s.to = (tl_vec3){10, 0, 50};
        s.radius = 9;
        break;
    case 4:
        s.kind = TL_SHAPE_BOX;
        s.from = (tl_vec3){-20, -30, 0};
        s.to = (tl_vec3){25, 10, 12};
        break;
    default: {
        const tl_vec2 c[] = {{0, 0}, {60, 0}, {60, 20}, {20, 20}, {20, 40}, {60, 40}, {60, 60}, {0, 60}};
        memcpy(outline, c, sizeof(c));
        s.kind = TL_SHAPE_POLYGON;
        s.outline = outline;
        s.outline_count = 8;
        s.high = 4;
        break;
    }
    }
    return s;
}

/* Whether a point lies in a shape, its border included. */
static bool contains(const tl_shape *s, tl_vec3 world) {
    tl_vec3 p = tl_pose_local(&s->pose, world);
    bool prism = s->kind == TL_SHAPE_DISC || s->kind == TL_SHAPE_OVAL || s->kind == TL_SHAPE_POLYGON;
    if (prism && !(p.z >= s->low && p.z <= s->high)) {
        return false;
    }
    switch (s->kind) {
    case TL_SHAPE_NONE:
        return false;
    case TL_SHAPE_DISC:
        return p.x * p.x + p.y * p.y <= s->radius * s->radius;
    case TL_SHAPE_OVAL: {
        double x = p.x / s->size.x, y = p.y / s->size.y;
        return x * x + y * y <= 1;
    }
    case TL_SHAPE_POLYGON:
        return tl_polygon2_side(s->outline, s->outline_count, (tl_vec2){p.x, p.y}) != TL_SIDE_OUTSIDE;
    case TL_SHAPE_CAPSULE: {
        tl_vec3 d = tl_sub(s->to, s->from), r = tl_sub(p, s->from);
        double dd = tl_dot(d, d);
        double t = dd > 0 ? tl_min(tl_max(tl_dot(r, d) / dd, 0), 1) : 0;
        return tl_length_squared(tl_sub(r, tl_scale(d, t))) <= s->radius * s->radius;
    }
    case TL_SHAPE_CYLINDER: {
        tl_vec3 d = tl_sub(s->to, s->from), r = tl_sub(p, s->from);
        double t = tl_dot(r, d), dd = tl_dot(d, d);
        return t >= 0 && t <= dd && tl_length_squared(tl_cross(r, d)) <= s->radius * s->radius * dd;
    }
    case TL_SHAPE_BOX:
        return p.x >= s->from.x && p.x <= s->to.x && p.y >= s->from.y && p.y <= s->to.y && p.z >= s->from.z &&
               p.z <= s->to.z;
    }
    return false;
}

/* A random point of a shape: rejection in its local box. */
static tl_vec3 random_point_of(test_random *r, const tl_shape *s) {
    for (;;) {
        tl_box3 box = tl_shape_box(s);
        tl_vec3 p = {test_random_between(r, box.low.x, box.high.x), test_random_between(r, box.low.y, box.high.y),
                     test_random_between(r, box.low.z, box.high.z)};
        if (contains(s, p)) {
            return p;
        }
    }
}

/* The shape's point nearest to p by shrinking random steps: independent minimisation, an upper bound. */
static tl_vec3 descend(test_random *r, const tl_shape *s, tl_vec3 start, tl_vec3 p) {
    tl_vec3 best = start;
    double least = tl_distance(best, p), step = 30;
    for (int i = 0; i < 1200; i++) {
        tl_vec3 q = tl_madd(best, test_random_direction(r), step * test_random_between(r, 0, 1));
        double d = tl_distance(q, p);
        if (d < least && contains(s, q)) {
            best = q;
            least = d;
        } else {
            step *= 0.99;
        }
    }
    return best;
}

static void tilted_shapes_by_sampling(void **state) {
    (void)state;
    test_random r = test_random_start("tilted shapes", 35);
    int met = 0;
    for (int n = 0; n < test_trials(360); n++) {
        tl_vec2 oa[8], ob[8];
        tl_shape a = random_shape(&r, n % 6, oa), b = random_shape(&r, n / 6 % 6, ob);
        tl_volume va = shape_volume(&a), vb = shape_volume(&b);
        tl_range_result space = between(&va, &vb, TL_METRIC_3D), plan = between(&va, &vb, TL_METRIC_PLAN);
        assert_true(plan.distance_mm <= space.distance_mm + 1e-9);
        met += space.distance_mm == 0;
        /* the points really belong to the shapes: nudged a hair towards the middle they are inside */
        const tl_shape *s[2] = {&a, &b};
        tl_vec3 at[2] = {space.from, space.to}, at_plan[2] = {plan.from, plan.to};
        for (int i = 0; i < 2; i++) {
            if (s[i]->kind != TL_SHAPE_POLYGON) {
                assert_true(contains(s[i], tl_lerp(at[i], tl_shape_centre(s[i]), 1e-10)));
                assert_true(contains(s[i], tl_lerp(at_plan[i], tl_shape_centre(s[i]), 1e-10)));
            }
        }
        /* no sampled pair is nearer */
        for (int k = 0; k < 40; k++) {
            tl_vec3 p = random_point_of(&r, &a), q = random_point_of(&r, &b);
            assert_true(tl_distance(p, q) >= space.distance_mm - 1e-9);
            assert_true(hypot(p.x - q.x, p.y - q.y) >= plan.distance_mm - 1e-9);
        }
        /* minimising from the found points, turn by turn, gains nothing */
        tl_vec3 p = space.from, q = space.to;
        for (int k = 0; k < 3; k++) {
            p = descend(&r, &a, tl_lerp(p, tl_shape_centre(&a), 1e-10), q);
            q = descend(&r, &b, tl_lerp(q, tl_shape_centre(&b), 1e-10), p);
        }
        assert_true(tl_distance(p, q) >= space.distance_mm - 1e-9);
    }
    print_message("%d of %d touch\n", met, test_trials(360));
    assert_true(met > test_trials(30) && met < test_trials(330));
}

static void shapes_and_real_meshes(void **state) {
    (void)state;
    test_random r = test_random_start("shapes and meshes", 36);
    tl_mesh *mesh = test_real_mesh(context, "cq_barrier_detailed.stl", 75);
    if (mesh == NULL) {
        skip();
        return;
    }
    for (int n = 0; n < test_trials(300); n++) {
        tl_vec2 outline[8];
        tl_shape s = random_shape(&r, n % 6, outline);
        s.pose.at = tl_scale(s.pose.at, 3);
        tl_pose pose = test_random_pose(&r, 100);
        tl_bvh *b = test_placed_bvh(context, mesh, &pose);
        tl_volume va = shape_volume(&s), vb = {.mesh = b, .mesh_closed = true};
        tl_metric metric = n % 2 == 0 ? TL_METRIC_3D : TL_METRIC_PLAN;
        tl_range_result result = between(&va, &vb, metric);
        /* each triangle alone as a volume, without any tree to speak of: none is nearer, and of all of them one is as
         * near */
        double least = INFINITY;
        bool every = n % 25 < 2;
        int looks = every ? (int)mesh->triangle_count : 30;
        for (int k = 0; k < looks; k++) {
            uint32_t t = every ? (uint32_t)k : (uint32_t)test_random_below(&r, (int)mesh->triangle_count);
            tl_vec3 corner[3];
            tl_bvh_corners(b, t, corner);
            const uint32_t one[3] = {0, 1, 2};
            tl_bvh *single = NULL;
            assert_int_equal(tl_bvh_build(context, corner, 3, one, 1, NULL, &single, NULL), TL_OK);
            tl_volume vs = {.mesh = single};
            least = fmin(least, between(&va, &vs, metric).distance_mm);
            tl_bvh_destroy(single);
        }
        assert_true(least >= result.distance_mm - 1e-11);
        if (every && !result.contained) {
            assert_near(least, result.distance_mm, 1e-10);
        }
        tl_bvh_destroy(b);
    }
    tl_mesh_destroy(mesh);
}

static void one_inside_the_other(void **state) {
    (void)state;
    tl_shape box = {.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = {-50, -50, 0}, .to = {50, 50, 60}};
    tl_bvh *shell = NULL;
    assert_int_equal(tl_shape_bvh(context, &box, &shell, NULL), TL_OK);
    tl_shape base = disc(10, 10, 20, 12.5, 3), outside = disc(100, 0, 20, 12.5, 3);
    tl_shape capsule = {
        .kind = TL_SHAPE_CAPSULE, .pose = tl_pose_identity(), .from = {0, 0, 8}, .to = {0, 0, 28}, .radius = 6};
    tl_shape small = {.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = {-5, -5, 10}, .to = {5, 5, 20}};
    tl_volume closed = {.mesh = shell, .mesh_closed = true}, open = {.mesh = shell};
    const tl_shape *inner[] = {&base, &capsule, &small};
    const double walls[] = {20, 2, 10}; /* distances from the shell's faces */
    for (int i = 0; i < 3; i++) {
        tl_volume v = shape_volume(inner[i]);
        tl_range_result held = between(&closed, &v, TL_METRIC_3D);
        assert_true(held.distance_mm == 0 && held.contained);
        assert_near(between(&open, &v, TL_METRIC_3D).distance_mm, i == 0 ? 20 : walls[i], 1e-12);
        assert_true(between(&open, &v, TL_METRIC_PLAN).distance_mm == 0);
        assert_int_equal(within(&closed, &v, TL_METRIC_3D, 0), TL_VERDICT_YES);
    }
    tl_volume v = shape_volume(&outside);
    assert_near(between(&closed, &v, TL_METRIC_3D).distance_mm, 37.5, 1e-12);
    tl_bvh_destroy(shell);
}

static void limits_met_exactly_are_within(void **state) {
    (void)state;
    /* bases 25 mm and 40 mm across, set 400 mm apart edge to edge, along an axis and along a 3-4-5 direction */
    tl_shape a = disc(100, 100, 0, 12.5, 3), b = disc(532.5, 100, 0, 20, 3);
    tl_volume va = shape_volume(&a), vb = shape_volume(&b);
    for (int m = 0; m < 2; m++) {
        tl_metric metric = m == 0 ? TL_METRIC_3D : TL_METRIC_PLAN;
        assert_int_equal(within(&va, &vb, metric, 400), TL_VERDICT_YES);
        assert_int_equal(within(&va, &vb, metric, nextafter(400, 0)), TL_VERDICT_NO);
        b.pose.at = (tl_vec3){100 + 259.5, 100 + 346, 0};
        assert_int_equal(within(&va, &vb, metric, 400), TL_VERDICT_YES);
        assert_int_equal(within(&va, &vb, metric, nextafter(400, 0)), TL_VERDICT_NO);
        b.pose.at = (tl_vec3){532.5, 100, 0};
    }
    /* a hull's flat side exactly 600 mm from a base's edge, a hull and a hull, a corner and a corner */
    tl_shape hull = {.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = {712.5, 0, 0}, .to = {800, 200, 50}};
    tl_bvh *mesh = NULL;
    assert_int_equal(tl_shape_bvh(context, &hull, &mesh, NULL), TL_OK);
    tl_volume vh = {.mesh = mesh, .mesh_closed = true}, vbox = shape_volume(&hull);
    for (int m = 0; m < 2; m++) {
        tl_metric metric = m == 0 ? TL_METRIC_3D : TL_METRIC_PLAN;
        assert_int_equal(within(&va, &vh, metric, 600), TL_VERDICT_YES);
        assert_int_equal(within(&va, &vbox, metric, 600), TL_VERDICT_YES);
        assert_int_equal(within(&va, &vh, metric, nextafter(600, 0)), TL_VERDICT_NO);
    }
    tl_shape other = {.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = {1100, 600, 0}, .to = {1200, 700, 50}};
    tl_volume vo = shape_volume(&other);
    assert_int_equal(within(&vh, &vo, TL_METRIC_3D, 500), TL_VERDICT_YES);
    assert_int_equal(within(&vh, &vo, TL_METRIC_3D, nextafter(500, 0)), TL_VERDICT_NO);
    assert_int_equal(within(&vh, &vo, TL_METRIC_PLAN, 500), TL_VERDICT_YES);
    tl_bvh_destroy(mesh);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    tl_vec2 outline[8];
    test_random r = {5};
    tl_shape corner = random_shape(&r, 5, outline), small = {.kind = TL_SHAPE_BOX, .pose = corner.pose};
    small.from = (tl_vec3){2, 2, 1};
    small.to = (tl_vec3){3, 3, 2}; /* inside, so that shells are looked for too */
    tl_volume va = shape_volume(&corner), vb = shape_volume(&small);
    int failures = 0;
    for (int n = 0; n < 200; n++) {
        test_purse f = {-1, 0};
        tl_context_options options = {
            .struct_size = sizeof(tl_context_options), .user = &f, .allocate = test_purse_allocate};
        tl_context *poor = tl_context_create(&options);
        long held = f.held;
        f.left = n;
        tl_range_result result = {.distance_mm = 7};
        tl_error error = {0};
        tl_status status = tl_range_between(poor, &va, &vb, TL_METRIC_3D, &result, &error);
        assert_int_equal(f.held, held);
        if (status != TL_OK) {
            failures++;
            assert_int_equal(status, TL_ERROR_MEMORY);
            assert_int_equal(error.status, TL_ERROR_MEMORY);
            assert_true(result.distance_mm == 7);
        } else {
            assert_true(result.distance_mm == 0 && result.contained);
        }
        tl_context_destroy(poor);
    }
    assert_true(failures > 10 && failures < 200);
}

static void bad_volumes_are_refused(void **state) {
    (void)state;
    tl_shape good = disc(0, 0, 0, 10, 3), bad = disc(0, 0, 0, -1, 3);
    tl_volume v = shape_volume(&good), empty = {0}, wrong = shape_volume(&bad);
    tl_range_result result = {.distance_mm = 7};
    tl_range_decision decision;
    tl_error error = {0};
    assert_int_equal(tl_range_between(context, &v, &empty, TL_METRIC_3D, &result, &error), TL_ERROR_ARGUMENT);
    assert_string_equal(error.message, "there is nothing to measure to: the volume is empty");
    memset(&error, 0, sizeof(error));
    assert_int_equal(tl_range_between(context, &wrong, &v, TL_METRIC_3D, &result, &error), TL_ERROR_ARGUMENT);
    assert_string_equal(error.message, "the radius must be a positive number");
    assert_int_equal(tl_range_within(context, &v, &v, TL_METRIC_3D, -1, &decision, NULL), TL_ERROR_ARGUMENT);
    assert_true(result.distance_mm == 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_meshes_agree_with_brute_force),
        cmocka_unit_test(walks_drop_nothing),
        cmocka_unit_test(kernels_agree_about_bodies),
        cmocka_unit_test(whole_meshes_near_contact),
        cmocka_unit_test(bases_by_closed_form),
        cmocka_unit_test(ovals_by_bisection),
        cmocka_unit_test(tilted_shapes_by_sampling),
        cmocka_unit_test(shapes_and_real_meshes),
        cmocka_unit_test(one_inside_the_other),
        cmocka_unit_test(limits_met_exactly_are_within),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(bad_volumes_are_refused),
    };
    return cmocka_run_group_tests_name("range", tests, setup, teardown);
}
