/* Portals: what holds the lines through one holds all of them, parts lose none, and what is called empty is. */
#include "support/assert_geom.h"
#include "support/sight_scenes.h"

#include "visibility/portal.h"

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

/* Two clouds of points as cells, a plane between them through an edge, and what it is divided into. */
typedef struct layout {
    tl_cell_scratch scratch;
    tl_cell *cell[2];
    tl_shaft shaft;
    tl_vec3 u, v;
    tl_portal_plane plane;
    tl_portal portals[12];
    size_t count;
} layout;

static tl_cell *cloud(layout *l, const tl_pose *pose, double from, double to, test_random *random) {
    enum { MOST = 20 };
    tl_vec3 corners[3 * MOST];
    uint32_t sizes[MOST];
    size_t count = 1 + (size_t)test_random_below(random, MOST);
    double wide = test_random_between(random, 0.1, 40), aside = test_random_between(random, -30, 30);
    for (size_t i = 0; i < 3 * count; i++) {
        tl_vec3 p = {aside + test_random_between(random, -wide, wide), test_random_between(random, -wide, wide),
                     test_random_between(random, from, to)};
        corners[i] = tl_pose_point(pose, p);
        sizes[i / 3] = 3;
    }
    return tl_cell_from_polygons(&l->scratch, corners, sizes, count);
}

/* An edge across the shaft at a depth. */
static void random_edge(const tl_pose *pose, double low, double high, test_random *random, tl_vec3 *u, tl_vec3 *v) {
    double x = test_random_between(random, -20, 20), y = test_random_between(random, -20, 20),
           z = test_random_between(random, low, high), turn = test_random_between(random, 0, 2 * TL_PI);
    tl_vec3 d = {50 * cos(turn), 50 * sin(turn), test_random_between(random, -5, 5)};
    *u = tl_pose_point(pose, (tl_vec3){x - d.x, y - d.y, z - d.z});
    *v = tl_pose_point(pose, (tl_vec3){x + d.x, y + d.y, z + d.z});
}

static tl_vec3 corner_of(const tl_cell *cell, test_random *random) {
    return cell->points[test_random_below(random, (int)cell->point_count)];
}

/* A random convex combination of a few of a cell's points. */
static tl_vec3 in_hull(const tl_cell *cell, test_random *random) {
    tl_vec3 p = corner_of(cell, random);
    for (int i = test_random_below(random, 3); i > 0; i--) {
        p = tl_lerp(p, corner_of(cell, random), test_random_between(random, 0, 1));
    }
    return p;
}

/* False when the plane isn't usable. */
static bool make(layout *l, test_random *random) {
    *l = (layout){.scratch = {.context = context}};
    tl_pose pose = test_random_pose(random, 500);
    l->cell[0] = cloud(l, &pose, -200, -test_random_between(random, 5, 190), random);
    l->cell[1] = cloud(l, &pose, test_random_between(random, 5, 190), 200, random);
    assert_non_null(l->cell[0]);
    assert_non_null(l->cell[1]);
    tl_shaft_make(&l->shaft, l->cell[0], l->cell[1], 1000, false);
    random_edge(&pose, -4, 4, random, &l->u, &l->v);
    bool usable;
    assert_true(tl_portal_start(&l->plane, context, &l->shaft, l->cell[0], l->cell[1], l->u, l->v, &usable));
    l->portals[0] = l->plane.whole;
    l->count = usable ? 1 : 0;
    for (int cut = 0; cut < 10 && usable; cut++) {
        tl_vec3 u, v;
        random_edge(&pose, -100, 100, random, &u, &v);
        int i = test_random_below(random, (int)l->count);
        tl_portal parts[2];
        if (tl_portal_split(&l->plane, &l->portals[i], u, v, in_hull(l->cell[0], random), in_hull(l->cell[1], random),
                            parts)) {
            l->portals[i] = parts[0];
            l->portals[l->count++] = parts[1];
        }
    }
    return usable;
}

static void unmake(layout *l) {
    tl_portal_end(&l->plane);
    tl_cell_release(context, l->cell[0]);
    tl_cell_release(context, l->cell[1]);
    tl_cell_scratch_free(&l->scratch);
}

/* How far a point of the plane lies outside a portal, by its sides; in the frame's own coordinates. */
static double outside(const layout *l, const tl_portal *portal, tl_vec3 x) {
    tl_vec3 r = tl_sub(x, l->plane.frame.origin);
    tl_vec2 at = {tl_dot(r, l->plane.frame.along), tl_dot(r, l->plane.frame.across)};
    double most = -INFINITY;
    for (int i = 0; i < portal->count; i++) {
        tl_vec2 p = portal->corner[i], d = tl_sub2(portal->corner[(i + 1) % portal->count], p);
        double length = tl_length2(d);
        if (length > 1e-9) {
            most = fmax(most, -tl_cross2(d, tl_sub2(at, p)) / length);
        }
    }
    return most;
}

static tl_vec3 crossing(const layout *l, tl_vec3 p, tl_vec3 q) {
    double s = tl_dot(l->plane.frame.normal, tl_sub(p, l->plane.frame.origin)),
           t = tl_dot(l->plane.frame.normal, tl_sub(q, l->plane.frame.origin));
    assert_true(s < 0 && t > 0);
    return tl_lerp(p, q, s / (s - t));
}

/* Every line passes some portal, and lies in the two sets of each portal that it passes. */
static void portals_hold_all_lines(void **state) {
    (void)state;
    test_random random = test_random_start("portals_hold_all_lines", 21);
    size_t usable = 0, divided = 0, held = 0;
    for (int i = 0; i < 300; i++) {
        layout l;
        usable += make(&l, &random) ? 1U : 0U;
        divided += l.count > 3 ? 1U : 0U;
        tl_shaft half[12][2];
        bool lines[12];
        for (size_t k = 0; k < l.count; k++) {
            lines[k] = tl_portal_halves(&l.plane, &l.portals[k], half[k]);
        }
        for (int line = 0; line < 300 && l.count > 0; line++) {
            tl_vec3 p = in_hull(l.cell[0], &random), q = in_hull(l.cell[1], &random), x = crossing(&l, p, q);
            bool passes = false;
            for (size_t k = 0; k < l.count; k++) {
                double out = outside(&l, &l.portals[k], x);
                passes = passes || out < 1e-9;
                if (out > -1e-9) { /* on its border a line needn't count for it */
                    continue;
                }
                assert_true(lines[k]);
                for (int point = 0; point < 8; point++) {
                    double t = test_random_between(&random, 0, 1);
                    assert_int_equal(tl_shaft_code(&half[k][0], tl_lerp(p, x, t)), 0);
                    assert_int_equal(tl_shaft_code(&half[k][1], tl_lerp(x, q, t)), 0);
                    held++;
                }
            }
            assert_true(passes);
        }
        unmake(&l);
    }
    assert_in_range(usable, 200, 300);
    assert_in_range(divided, 100, 300);
    assert_true(held > 100000);
}

/* The lines found end in the hulls and pass the portal; none is found where many random lines pass only seldom. */
static void lines_found_pass(void **state) {
    (void)state;
    test_random random = test_random_start("lines_found_pass", 22);
    tl_sight_random state_of_search = {7};
    size_t found = 0, empty = 0, none = 0;
    for (int i = 0; i < 300; i++) {
        layout l;
        make(&l, &random);
        for (size_t k = 0; k < l.count; k++) {
            tl_vec3 p, q;
            tl_portal_found result = tl_portal_line(&l.plane, &l.portals[k], &state_of_search, &p, &q);
            found += result == TL_PORTAL_LINE ? 1U : 0U;
            empty += result == TL_PORTAL_EMPTY ? 1U : 0U;
            none += result == TL_PORTAL_NONE ? 1U : 0U;
            if (result == TL_PORTAL_LINE) {
                assert_true(outside(&l, &l.portals[k], crossing(&l, p, q)) < 1e-8);
                assert_false(tl_shaft_hulls_apart(l.cell[0]->points, l.cell[0]->point_count, &p, 1, 1e-8));
                assert_false(tl_shaft_hulls_apart(l.cell[1]->points, l.cell[1]->point_count, &q, 1, 1e-8));
            }
            for (int line = 0; line < 200 && result == TL_PORTAL_EMPTY; line++) {
                tl_vec3 a = in_hull(l.cell[0], &random), b = in_hull(l.cell[1], &random);
                assert_true(outside(&l, &l.portals[k], crossing(&l, a, b)) > 0);
            }
        }
        unmake(&l);
    }
    assert_true(found > 500);
    assert_true(empty > 20);
    assert_true(10 * none < found); /* it seldom gives up */
}

/* What an edge hides is told apart: lines that pass on the blocked side, and those of the part that was cut off behind
 * the edge don't come near the edge itself. */
static void split_keeps_off_the_edge(void **state) {
    (void)state;
    test_random random = test_random_start("split_keeps_off_the_edge", 23);
    size_t tried = 0;
    for (int i = 0; i < 300; i++) {
        layout l;
        tl_portal parts[2];
        bool usable = make(&l, &random);
        tl_vec3 p = in_hull(l.cell[0], &random), q = in_hull(l.cell[1], &random);
        if (usable && tl_portal_split(&l.plane, &l.plane.whole, l.u, l.v, p, q, parts)) {
            tl_vec3 x = crossing(&l, p, q), across = l.plane.frame.across;
            double side = tl_dot(across, tl_sub(x, l.plane.frame.origin));
            /* the edge runs along the plane, through its origin */
            for (int k = 0; k < 2 && fabs(side) > 1e-3; k++) {
                double low = INFINITY, high = -INFINITY;
                for (int c = 0; c < parts[k].count; c++) {
                    low = fmin(low, parts[k].corner[c].y);
                    high = fmax(high, parts[k].corner[c].y);
                }
                bool behind = outside(&l, &parts[k], x) <= 0;
                tl_shaft half[2];
                if (behind && tl_portal_halves(&l.plane, &parts[k], half)) {
                    assert_true(side > 0 ? low > 1e-5 : high < -1e-5);
                    for (int h = 0; h < 2; h++) {
                        assert_true(tl_shaft_code(&half[h], l.u) & tl_shaft_code(&half[h], l.v));
                    }
                    tried++;
                }
            }
        }
        unmake(&l);
    }
    assert_true(tried > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(portals_hold_all_lines), cmocka_unit_test(lines_found_pass),
                                       cmocka_unit_test(split_keeps_off_the_edge)};
    return cmocka_run_group_tests_name("portal", tests, setup, teardown);
}
