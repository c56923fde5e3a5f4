/* Sliding contact, slices and paths: closed forms, and brute force by sampling and bisection. */
#include "support/assert_geom.h"

#include "geom/hull2.h"
#include "geom/polygon2.h"
#include "move/contact.h"

#include <stdlib.h>
#include <string.h>

static tl_context *context;

static int begin(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int end(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

static tl_figure box(double x0, double y0, double x1, double y1) {
    return (tl_figure){.corner = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, .count = 4};
}

/* --- Closed forms ------------------------------------------------------------------------------------------------- */

static void discs_and_walls(void **state) {
    (void)state;
    tl_figure disc = tl_figure_disc((tl_vec2){0, 0}, 12.5), wall = box(100, -50, 110, 50);
    double first, last;
    assert_true(tl_figure_sweep(&disc, (tl_vec2){200, 0}, &wall, 0, &first, &last));
    assert_near(first * 200, 87.5, 1e-10);
    assert_near(last * 200, 122.5, 1e-10);
    /* as far as contact and no farther */
    assert_false(tl_figure_sweep(&disc, (tl_vec2){87.5, 0}, &wall, 0, &first, &last));
    assert_true(tl_figure_sweep(&disc, (tl_vec2){87.6, 0}, &wall, 0, &first, &last));
    assert_false(tl_figure_sweep(&disc, (tl_vec2){87.6, 0}, &wall, 0.2, &first, &last));
    /* along a wall that it touches, and a corner that it grazes */
    tl_figure beside = tl_figure_disc((tl_vec2){0, 62.5}, 12.5);
    assert_false(tl_figure_sweep(&beside, (tl_vec2){300, 0}, &wall, 1e-6, &first, &last));
    tl_figure corner = tl_figure_disc((tl_vec2){0, 62}, 12.5);
    assert_true(tl_figure_sweep(&corner, (tl_vec2){300, 0}, &wall, 1e-6, &first, &last));
    assert_near(first * 300, 100 - sqrt(12.5 * 12.5 - 12 * 12), 1e-4);
    assert_near(last * 300, 110 + sqrt(12.5 * 12.5 - 12 * 12), 1e-4);
    /* two discs: the chord of a circle of both radii */
    tl_figure other = tl_figure_disc((tl_vec2){100, 15}, 7.5);
    assert_true(tl_figure_sweep(&disc, (tl_vec2){200, 0}, &other, 0, &first, &last));
    assert_near(first * 200, 100 - sqrt(400 - 225), 1e-10);
    assert_near(last * 200, 100 + sqrt(400 - 225), 1e-10);
    /* a segment met end on */
    tl_figure edge = {.corner = {{50, 0}, {80, 0}}, .count = 2};
    assert_true(tl_figure_sweep(&disc, (tl_vec2){200, 0}, &edge, 0, &first, &last));
    assert_near(first * 200, 37.5, 1e-10);
    assert_near(last * 200, 92.5, 1e-10);
}

static tl_figure shifted(const tl_figure *figure, tl_vec2 by) {
    return tl_figure_turned(figure, 1, 0, by);
}

/* Upright faces of turned walls, seen from above, are slivers of rounding: they have no inside. A disc passes in line
 * with them half a millimetre from their end, crosses in the middle, and grazes. */
static void discs_pass_the_ends_of_turned_walls(void **state) {
    (void)state;
    for (int i = 0; i < 3600; i++) {
        double turn = i * 1.7453e-3;
        tl_vec2 u = {cos(turn), sin(turn)}, v = {-u.y, u.x}, at = {300 + 0.1 * i, 200};
        tl_vec2 end = tl_add2(at, tl_scale2(v, 8)), far = tl_add2(at, tl_scale2(v, 77));
        const tl_vec3 face[3] = {{end.x, end.y, 80}, {end.x, end.y, 0}, {far.x, far.y, 0}};
        tl_figure slice, disc = tl_figure_disc(tl_sub2(at, tl_scale2(u, 43)), 7.5);
        double first, last;
        assert_true(tl_mover_slice_triangle(face, 20.05, 35, &slice));
        assert_false(tl_figure_sweep(&disc, tl_scale2(u, 80), &slice, 1e-6, &first, &last));
        tl_figure amid = shifted(&disc, tl_scale2(v, 20));
        assert_true(tl_figure_sweep(&amid, tl_scale2(u, 80), &slice, 0, &first, &last));
        assert_near(first * 80, 35.5, 1e-9);
        assert_near(last * 80, 50.5, 1e-9);
        /* standing in line with the face, and going nowhere */
        tl_figure there = tl_figure_disc(at, 7.5), in = tl_figure_disc(end, 7.5);
        assert_near(tl_figure_depth(&there, &slice), -0.5, 1e-9);
        assert_near(tl_figure_depth(&in, &slice), 7.5, 1e-9);
        assert_false(tl_figure_sweep(&there, (tl_vec2){0, 0}, &slice, 0, &first, &last));
        assert_true(tl_figure_sweep(&in, (tl_vec2){0, 0}, &slice, 0, &first, &last));
    }
}

static void boxes_meet(void **state) {
    (void)state;
    tl_figure a = box(-10, -5, 10, 5), b = box(40, -100, 50, 100);
    double first, last;
    assert_true(tl_figure_sweep(&a, (tl_vec2){100, 0}, &b, 0, &first, &last));
    assert_near(first * 100, 30, 1e-12);
    assert_near(last * 100, 60, 1e-12);
    assert_true(tl_figure_sweep(&a, (tl_vec2){100, 0}, &b, 0.5, &first, &last));
    assert_near(first * 100, 30.5, 1e-12);
    assert_near(last * 100, 59.5, 1e-12);
    assert_near(tl_figure_depth(&a, &b), -30, 1e-12);
    tl_figure in = shifted(&a, (tl_vec2){32, 0});
    assert_near(tl_figure_depth(&in, &b), 2, 1e-12);
    tl_figure diagonal = shifted(&a, (tl_vec2){27, 108});
    assert_near(tl_figure_distance(&diagonal, &b), hypot(3, 3), 1e-12);
    tl_figure disc = tl_figure_disc((tl_vec2){36, 0}, 5);
    assert_near(tl_figure_depth(&disc, &b), 1, 1e-12);
    disc.corner[0].x = 44;
    assert_near(tl_figure_depth(&disc, &b), 9, 1e-12);
}

/* --- Brute force -------------------------------------------------------------------------------------------------- */

static tl_figure random_figure(test_random *random) {
    if (test_random_below(random, 3) == 0) {
        return tl_figure_disc((tl_vec2){test_random_between(random, -30, 30), test_random_between(random, -30, 30)},
                              test_random_between(random, 2, 25));
    }
    tl_vec2 points[6], hull[8];
    int count = 3 + test_random_below(random, 4);
    for (int i = 0; i < count; i++) {
        points[i] = (tl_vec2){test_random_between(random, -40, 40), test_random_between(random, -40, 40)};
    }
    tl_figure made = {.count = (int)tl_geom_convex_hull2(points, (size_t)count, hull)};
    memcpy(made.corner, hull, (size_t)made.count * sizeof(*hull));
    return made;
}

/* Whether two figures come nearer than `slack`, by exact point tests and distances that share nothing with the sweep.
 */
static bool overlap(const tl_figure *a, const tl_figure *b, double slack) {
    if (a->count == 1 && b->count == 1) {
        return hypot(a->corner[0].x - b->corner[0].x, a->corner[0].y - b->corner[0].y) < a->radius + b->radius + slack;
    }
    if (a->count > 1 && b->count > 1) {
        tl_vec2 on_a, on_b;
        return tl_polygon2_distance(a->corner, (size_t)a->count, b->corner, (size_t)b->count, &on_a, &on_b) == 0;
    }
    const tl_figure *disc = a->count == 1 ? a : b, *polygon = a->count == 1 ? b : a;
    tl_vec2 nearest;
    return tl_polygon2_side(polygon->corner, (size_t)polygon->count, disc->corner[0]) != TL_SIDE_OUTSIDE ||
           tl_polygon2_boundary_distance(polygon->corner, (size_t)polygon->count, disc->corner[0], &nearest) <
               disc->radius + slack;
}

static void sweeps_agree_with_samples(void **state) {
    (void)state;
    test_random random = test_random_start("move sweep", 7001);
    int meets = 0;
    for (int trial = 0; trial < 400; trial++) {
        tl_figure a = random_figure(&random), b = random_figure(&random);
        double s, c, angle = test_random_between(&random, 0, 2 * TL_PI);
        s = sin(angle);
        c = cos(angle);
        b = tl_figure_turned(&b, c, s,
                             (tl_vec2){test_random_between(&random, 20, 120), test_random_between(&random, -60, 60)});
        tl_vec2 step = {test_random_between(&random, 50, 200), test_random_between(&random, -60, 60)};
        double first = 2, last = -1;
        bool met = tl_figure_sweep(&a, step, &b, 0, &first, &last);
        meets += met;
        for (int i = 0; i <= 60; i++) {
            double t = i / 60.0;
            tl_figure moved = shifted(&a, tl_scale2(step, t));
            if (met && t > first + 1e-5 && t < last - 1e-5) {
                assert_true(overlap(&moved, &b, 1e-6));
            } else if (!met || t < first - 1e-4 || t > last + 1e-4) {
                assert_false(overlap(&moved, &b, -1e-6));
            }
        }
        if (met && first > 0) {
            /* at the first contact they touch: neither deep nor apart */
            tl_figure moved = shifted(&a, tl_scale2(step, first));
            assert_near(tl_figure_depth(&moved, &b), 0, 1e-8);
            /* and deeper contact comes later, as deep as it says */
            double deep, out;
            if (tl_figure_sweep(&a, step, &b, 0.5, &deep, &out)) {
                assert_true(deep >= first && out <= last);
                moved = shifted(&a, tl_scale2(step, deep));
                assert_near(tl_figure_depth(&moved, &b), 0.5, 1e-8);
            }
        }
    }
    assert_in_range(meets, 100, 390); /* both kinds were seen */
}

static void slices_of_triangles(void **state) {
    (void)state;
    const tl_vec3 upright[3] = {{0, 0, 0}, {10, 0, 0}, {0, 0, 20}};
    tl_figure slice;
    assert_true(tl_mover_slice_triangle(upright, 5, 10, &slice));
    tl_vec2 low, high;
    tl_figure_box(&slice, &low, &high);
    assert_near(low.x, 0, 0);
    assert_near(high.x, 7.5, 1e-12);
    assert_near(high.y, 0, 0);
    assert_false(tl_mover_slice_triangle(upright, 21, 30, &slice));
    assert_false(tl_mover_slice_triangle(upright, -5, -1, &slice));
    const tl_vec3 ramp[3] = {{0, 0, 0}, {0, 10, 0}, {30, 0, 30}};
    assert_true(tl_mover_slice_triangle(ramp, 10, 20, &slice));
    assert_int_equal(slice.count, 4);
    assert_true(tl_polygon2_area(slice.corner, 4) > 0);
    tl_figure_box(&slice, &low, &high);
    assert_near(low.x, 10, 1e-12);
    assert_near(high.x, 20, 1e-12);
}

/* --- Paths -------------------------------------------------------------------------------------------------------- */

typedef struct hill {
    double foot, slope, step; /* z rises from x = foot on by `slope`; and jumps by `step` at x = 50 */
    double roof;              /* another level this high, or 0 */
} hill;

static size_t hill_levels(void *user, tl_vec2 at, double *heights, size_t capacity) {
    const hill *h = user;
    heights[0] = (at.x > h->foot ? (at.x - h->foot) * h->slope : 0) + (at.x > 50 ? h->step : 0);
    if (h->roof > 0 && capacity > 1) {
        heights[1] = heights[0] + h->roof;
        return 2;
    }
    return 1;
}

static bool nowhere(void *user, tl_vec2 at) {
    (void)user, (void)at;
    return false;
}

static bool everywhere(void *user, tl_vec2 at) {
    (void)user, (void)at;
    return true;
}

/* A strip of ground triangles whose edges lie at these places. */
static tl_world *ground_world(const double x[4], tl_bvh **bvh) {
    tl_vec3 vertices[8];
    uint32_t triangles[18];
    for (uint32_t i = 0; i < 4; i++) {
        vertices[2 * i] = (tl_vec3){x[i], -300, 0};
        vertices[2 * i + 1] = (tl_vec3){x[i], 300, 0};
    }
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t made[6] = {2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3};
        memcpy(triangles + 6 * i, made, sizeof(made));
    }
    tl_world *world = NULL;
    assert_int_equal(tl_bvh_build(context, vertices, 8, triangles, 6, NULL, bvh, NULL), TL_OK);
    assert_int_equal(tl_world_create(context, 1, &world, NULL), TL_OK);
    tl_world_set(world, 0, *bvh);
    return world;
}

static void paths_follow_the_ground(void **state) {
    (void)state;
    tl_bvh *bvh = NULL;
    tl_world *world = ground_world((double[4]){0, 50, 100, 200}, &bvh);
    const uint8_t all = TL_ROLES_ALL;
    hill h = {.foot = 100, .slope = 0.75, .step = 0};
    tl_path_ground ground = {
        .world = world, .bearing = &all, .levels = hill_levels, .climbs = nowhere, .stride = 12, .user = &h};
    const tl_path_corner corners[2] = {{.at = {180, 0}}, {.at = {180, 90}}};
    tl_path path;
    assert_int_equal(tl_path_lay(context, &ground, (tl_vec3){20, 0, 0}, corners, 2, &path, NULL), TL_OK);
    tl_path_node last = path.nodes[path.count - 1];
    assert_near(last.plan, 250, 1e-12);
    assert_near(last.cost, 250, 1e-12);
    assert_near(last.at.z, 60, 1e-9);
    tl_path_free(&path);
    /* along the surface: 80 + 80 * 1.25 + 90 */
    ground.along_surface = true;
    assert_int_equal(tl_path_lay(context, &ground, (tl_vec3){20, 0, 0}, corners, 2, &path, NULL), TL_OK);
    assert_near(path.nodes[path.count - 1].cost, 270, 1e-9);
    assert_near(path.nodes[path.count - 1].plan, 250, 1e-12);
    tl_path_free(&path);
    /* in a building what is climbed is added: 80 + (80 + 60) + 90; a ceiling is not stepped onto */
    ground.along_surface = false;
    ground.climbs = everywhere;
    h.roof = 100;
    assert_int_equal(tl_path_lay(context, &ground, (tl_vec3){20, 0, 0}, corners, 2, &path, NULL), TL_OK);
    assert_near(path.nodes[path.count - 1].cost, 310, 1e-9);
    tl_path_free(&path);
    /* a step that is too high for a stride indoors keeps the height; outside it is climbed */
    h = (hill){.foot = 1000, .step = 40};
    assert_int_equal(tl_path_lay(context, &ground, (tl_vec3){20, 0, 0}, corners, 1, &path, NULL), TL_OK);
    assert_near(path.nodes[path.count - 1].at.z, 0, 0);
    tl_path_free(&path);
    ground.climbs = nowhere;
    assert_int_equal(tl_path_lay(context, &ground, (tl_vec3){20, 0, 0}, corners, 1, &path, NULL), TL_OK);
    assert_near(path.nodes[path.count - 1].at.z, 40, 0);
    assert_near(path.nodes[path.count - 1].cost, 160, 1e-12);
    tl_path_free(&path);
    /* another floor: straight up, and its height counts everywhere */
    h = (hill){.foot = 1000, .roof = 60};
    const tl_path_corner up[2] = {{.at = {70, 0}}, {.at = {70, 0}, .has_height = true, .height = 55}};
    assert_int_equal(tl_path_lay(context, &ground, (tl_vec3){20, 0, 0}, up, 2, &path, NULL), TL_OK);
    assert_near(path.nodes[path.count - 1].cost, 110, 1e-12);
    assert_near(path.nodes[path.count - 1].at.z, 60, 0);
    assert_int_equal(path.nodes[path.count - 1].rise, TL_PATH_FLOOR);
    tl_path_free(&path);
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
}

/* A deck 40 up over the ground, with a crack across. */
typedef struct deck {
    double from, to;
} deck;

static size_t deck_levels(void *user, tl_vec2 at, double *heights, size_t capacity) {
    const deck *d = user;
    assert_true(capacity >= 2);
    heights[0] = 0;
    heights[1] = 40;
    return at.x > d->from && at.x < d->to ? 1 : 2;
}

/* What rounding leaves open between boards that abut swallows nobody; a gap does. */
static void nobody_falls_into_a_crack_of_rounding(void **state) {
    (void)state;
    const double widths[4] = {1e-7, 2.6e-6, 5e-4, 0.1};
    for (int i = 0; i < 4; i++) {
        deck d = {50 - 0.5 * widths[i], 50 + 0.5 * widths[i]};
        tl_bvh *bvh = NULL;
        tl_world *world = ground_world((double[4]){0, d.from, d.to, 200}, &bvh);
        const uint8_t all = TL_ROLES_ALL;
        tl_path_ground ground = {
            .world = world, .bearing = &all, .levels = deck_levels, .climbs = nowhere, .stride = 12, .user = &d};
        const tl_path_corner corner = {.at = {90, 0}};
        tl_path path;
        assert_int_equal(tl_path_lay(context, &ground, (tl_vec3){20, 0, 40}, &corner, 1, &path, NULL), TL_OK);
        assert_near(path.nodes[path.count - 1].at.z, i < 3 ? 40 : 0, 0);
        assert_near(path.nodes[path.count - 1].cost, 70, 1e-12);
        tl_path_free(&path);
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
    }
}

/* --- Turning ------------------------------------------------------------------------------------------------------ */

/* A beam of 100 x 10 between two walls turns as long as its diagonal fits. */
static void turning_on_the_spot(void **state) {
    (void)state;
    tl_world *world = NULL;
    assert_int_equal(tl_world_create(context, 1, &world, NULL), TL_OK);
    const uint8_t none = 0;
    const tl_figure beam = box(-50, -5, 50, 5);
    const tl_mover_part part = {&beam, 1, 0, 10};
    const tl_mover mover = {&part, 1, false};
    double diagonal = hypot(50, 5);
    for (int k = 0; k < 4; k++) {
        double gap = diagonal + (k % 2 == 0 ? 0.05 : -0.05);
        tl_obstacle walls[2] = {{box(-200, gap, 200, gap + 5), -1, 20, 3, 1, 0},
                                {box(-200, -gap - 5, 200, -gap), -1, 20, 4, 1, 0}};
        tl_move_way way = {
            .world = world, .walls = &none, .obstacles = walls, .obstacle_count = 2, .forgiven = 1e-6, .certain = 0.01};
        tl_verdict verdict;
        tl_move_contact contact;
        assert_int_equal(tl_move_turn(context, &mover, (tl_vec3){0, 0, 0}, 0, k < 2 ? 180 : 179, k == 3, &way, &verdict,
                                      &contact, NULL),
                         TL_OK);
        assert_int_equal(verdict, k % 2 == 0 ? TL_VERDICT_YES : TL_VERDICT_NO);
        /* not so far round that the corners pass the walls */
        assert_int_equal(
            tl_move_turn(context, &mover, (tl_vec3){0, 0, 0}, 0, 60, false, &way, &verdict, &contact, NULL), TL_OK);
        assert_int_equal(verdict, TL_VERDICT_YES);
    }
    tl_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discs_and_walls),
        cmocka_unit_test(discs_pass_the_ends_of_turned_walls),
        cmocka_unit_test(boxes_meet),
        cmocka_unit_test(sweeps_agree_with_samples),
        cmocka_unit_test(slices_of_triangles),
        cmocka_unit_test(paths_follow_the_ground),
        cmocka_unit_test(nobody_falls_into_a_crack_of_rounding),
        cmocka_unit_test(turning_on_the_spot),
    };
    return cmocka_run_group_tests_name("move", tests, begin, end);
}
