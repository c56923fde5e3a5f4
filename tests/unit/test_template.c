/* Templates: who lies under them and how much of it, against closed forms, exact contacts, and sampling that knows
 * nothing of triangles. */
#include "support/assert_geom.h"

#include "body/shape.h"
#include "geom/path2.h"
#include "geom/polygon2.h"
#include "math/angle.h"
#include "ruleset/ruleset.h"
#include "template/template.h"

#include <stdio.h>
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

static tl_shape disc_at(double x, double y, double radius) {
    return (tl_shape){
        .kind = TL_SHAPE_DISC, .pose = tl_pose_turned((tl_vec3){x, y, 0}, 0), .radius = radius, .low = 0, .high = 3};
}

static tl_shape oval_at(double x, double y, double turn, double a, double b) {
    return (tl_shape){
        .kind = TL_SHAPE_OVAL, .pose = tl_pose_turned((tl_vec3){x, y, 0}, turn), .size = {a, b}, .low = 0, .high = 3};
}

static tl_shape box_at(double x, double y, double turn, double a, double b) {
    return (tl_shape){
        .kind = TL_SHAPE_BOX, .pose = tl_pose_turned((tl_vec3){x, y, 0}, turn), .from = {-a, -b, 0}, .to = {a, b, 3}};
}

static tl_template_hold hold_of(const tl_template *t, const tl_volume *volume) {
    tl_template_hold hold;
    tl_error error = {0};
    assert_int_equal(tl_template_measure(context, t, volume, 1, &hold, &error), TL_OK);
    assert_true(hold.gap_mm >= 0 && hold.depth_mm >= 0 && (hold.gap_mm == 0 || hold.depth_mm == 0));
    assert_true(hold.fraction >= 0 && hold.fraction <= 1 && hold.fraction_error >= 0);
    return hold;
}

static tl_template_hold shape_under(const tl_template *t, tl_shape s) {
    tl_volume volume = {.shape = &s};
    return hold_of(t, &volume);
}

static tl_template polygon(const tl_vec2 *outline, size_t count) {
    tl_template t;
    tl_error error = {0};
    assert_int_equal(tl_template_polygon(context, outline, count, 1, 0, (tl_vec2){0, 0}, &t, &error), TL_OK);
    return t;
}

static void discs_under_a_disc(void **state) {
    (void)state;
    tl_template t = tl_template_disc((tl_vec2){700, 400}, 75);
    tl_template_hold hold = shape_under(&t, disc_at(700 + 87.5 + 2, 400, 12.5));
    assert_int_equal(hold.coverage, TL_COVERAGE_NONE);
    assert_near(hold.gap_mm, 2, 1e-9);
    assert_int_equal(tl_template_under(&hold, 0.05, true), TL_VERDICT_NO);
    /* a 3-4-5 contact, exactly */
    hold = shape_under(&t, disc_at(700 + 52.5, 400 + 70, 12.5));
    assert_int_equal(hold.coverage, TL_COVERAGE_CONTACT);
    assert_true(hold.exact);
    assert_int_equal(tl_template_under(&hold, 0.05, false), TL_VERDICT_MARGINAL);
    assert_int_equal(tl_template_under(&hold, 0, false), TL_VERDICT_NO);
    assert_int_equal(tl_template_under(&hold, 0, true), TL_VERDICT_YES);
    hold = shape_under(&t, disc_at(nextafter(752.5, 0), 470, 12.5));
    assert_int_equal(hold.coverage, TL_COVERAGE_PARTIAL);
    assert_int_equal(tl_template_under(&hold, 0, false), TL_VERDICT_YES);
    hold = shape_under(&t, disc_at(nextafter(752.5, 1e9), 470, 12.5));
    assert_int_equal(hold.coverage, TL_COVERAGE_NONE);
    assert_int_equal(tl_template_under(&hold, 0, true), TL_VERDICT_NO);
    /* two equal discs a radius apart: the lens is 2 pi / 3 - sqrt 3 / 2 of r^2 */
    tl_template same = tl_template_disc((tl_vec2){0, 0}, 30);
    hold = shape_under(&same, disc_at(30, 0, 30));
    assert_near(hold.fraction, (2 * TL_PI / 3 - sqrt(0.75)) / TL_PI, 1e-12);
    assert_near(hold.depth_mm, 30, 1e-9);
    /* touching from inside is wholly under */
    hold = shape_under(&t, disc_at(700 + 37.5, 400 + 50, 12.5));
    assert_int_equal(hold.coverage, TL_COVERAGE_FULL);
    assert_near(hold.fraction, 1, 0);
    hold = shape_under(&t, disc_at(700 + 38, 400 + 50, 12.5));
    assert_int_equal(hold.coverage, TL_COVERAGE_PARTIAL);
    assert_true(hold.fraction > 0.99 && hold.fraction < 1);
}

static void other_bases_under_a_disc(void **state) {
    (void)state;
    tl_template t = tl_template_disc((tl_vec2){0, 0}, 75);
    /* a corner of a rectangle at (45, 60) */
    tl_template_hold hold = shape_under(&t, box_at(75, 80, 0, 30, 20));
    assert_int_equal(hold.coverage, TL_COVERAGE_CONTACT);
    hold = shape_under(&t, box_at(76, 80, 0, 30, 20));
    assert_near(hold.gap_mm, hypot(46, 60) - 75, 1e-12);
    /* half of a rectangle: the disc's rim is all but straight there, seen from far */
    tl_template wide = tl_template_disc((tl_vec2){-1e6, 0}, 1e6);
    hold = shape_under(&wide, box_at(0, 0, 0, 30, 20));
    assert_near(hold.fraction, 0.5, 1e-4);
    /* the rectangle round the whole disc */
    hold = shape_under(&t, box_at(0, 0, 30, 100, 90));
    assert_near(hold.fraction, TL_PI * 75 * 75 / (200 * 180.0), 1e-9);
    hold = shape_under(&t, box_at(0, 0, 30, 45, 60));
    assert_true(hold.fraction > 1 - 1e-9);
    /* an oval's tip just over the rim */
    hold = shape_under(&t, oval_at(134, 0, 180, 60, 30));
    assert_near(hold.depth_mm, 1, 0.01);
    assert_true(hold.error_mm > 0 && hold.error_mm < 0.002);
    hold = shape_under(&t, oval_at(0, 136, 90, 60, 30));
    assert_near(hold.gap_mm, 1, 0.01);
    hold = shape_under(&t, oval_at(0, 135, 90, 60, 30));
    assert_int_equal(tl_template_under(&hold, 0, true), TL_VERDICT_MARGINAL);
}

/* A hull with its nose down, and bases on a slope: what is seen from above is both faces and what lies between. */
static void tilted_volumes_are_seen_whole(void **state) {
    (void)state;
    const double half = sqrt(0.5), reach = 80 * half; /* of the hull's upper edge in front */
    const tl_vec2 foot[4] = {{-40, -20}, {40, -20}, {40, 20}, {-40, 20}};
    tl_shape hull = {.kind = TL_SHAPE_BOX, .from = {-40, -20, 0}, .to = {40, 20, 40}};
    tl_shape column = {.kind = TL_SHAPE_POLYGON, .outline = (tl_vec2 *)(uintptr_t)foot, .outline_count = 4, .high = 40};
    hull.pose = column.pose = tl_pose_turned_tilted((tl_vec3){300, 300, 0}, 0, 0, 45);
    tl_template t = tl_template_disc((tl_vec2){300 + reach + 70, 300}, 75);
    tl_template_hold holds[2] = {shape_under(&t, hull), shape_under(&t, column)};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(holds[i].coverage, TL_COVERAGE_PARTIAL);
        assert_true(holds[i].depth_mm >= 4.9 && holds[i].depth_mm <= 5.0001);
        assert_int_equal(tl_template_under(&holds[i], 0.05, false), TL_VERDICT_YES);
        /* a disc's segment 5 mm high, wider than the hull for all but its ends, of 120 root of a half by 40 */
        assert_near(holds[i].fraction, holds[0].fraction, holds[i].fraction_error + holds[0].fraction_error);
        assert_true(holds[i].fraction >= 3.9 * 40 / (120 * half * 40) &&
                    holds[i].fraction <= 5.0 * 40 / (120 * half * 40));
    }
    t = tl_template_disc((tl_vec2){300 + reach + 80, 300}, 75);
    assert_near(shape_under(&t, hull).gap_mm, 5, 1e-9);
    assert_near(shape_under(&t, column).gap_mm, 5, 1e-9);
    /* bases: a disc, an oval; the upper face's rim lies 3 sin 30 farther ahead */
    tl_shape bases[2] = {disc_at(0, 0, 12.5), oval_at(0, 0, 0, 12.5, 20)};
    for (int i = 0; i < 2; i++) {
        bases[i].pose = tl_pose_turned_tilted((tl_vec3){0, 0, 0}, 0, 0, 30);
        double ahead = 12.5 * cos(TL_PI / 6) + 1.5;
        t = tl_template_disc((tl_vec2){ahead + 74, 0}, 75);
        tl_template_hold hold = shape_under(&t, bases[i]);
        assert_true(hold.depth_mm >= 0.99 && hold.depth_mm <= 1.001);
        t = tl_template_disc((tl_vec2){ahead + 76, 0}, 75);
        assert_near(shape_under(&t, bases[i]).gap_mm, 1, 1e-3);
    }
    /* on its side, edge-on: a rectangle as high as the base */
    bases[0].pose = tl_pose_turned_tilted((tl_vec3){0, 0, 0}, 0, 0, 90);
    t = tl_template_disc((tl_vec2){1.5, 0}, 12.5);
    assert_near(shape_under(&t, bases[0]).fraction, (12.5 * 12.5 * 2 * asin(0.12) + 3 * 12.5 * cos(asin(0.12))) / 75,
                1e-3);
    /* flat as well: nothing but a line, which a template may cover */
    bases[0].high = 0;
    t = tl_template_disc((tl_vec2){20, 0}, 22);
    assert_int_equal(shape_under(&t, bases[0]).coverage, TL_COVERAGE_PARTIAL);
}

/* The tip of a flame over a large base, or between the points of a long side that are tried. */
static void narrow_tips_go_deep_enough(void **state) {
    (void)state;
    const tl_vec2 tip[3] = {{0, 0}, {100, -10}, {100, 10}};
    tl_template flame = polygon(tip, 3);
    tl_template_hold hold = shape_under(&flame, disc_at(-14, 12.2, 30));
    assert_int_equal(hold.coverage, TL_COVERAGE_PARTIAL);
    assert_true(hold.depth_mm >= 1 && hold.depth_mm <= 2);
    assert_int_equal(tl_template_under(&hold, 0.05, true), TL_VERDICT_YES);
    tl_shape wide = box_at(-87, 3, 0, 100, 100);
    hold = shape_under(&flame, wide);
    assert_int_equal(hold.coverage, TL_COVERAGE_PARTIAL);
    assert_true(hold.depth_mm >= 1 && hold.depth_mm <= 2);
    assert_int_equal(tl_template_under(&hold, 0.05, true), TL_VERDICT_YES);
    tl_template_free(&flame);
}

/* How deep a point lies inside, by plain arithmetic: 0 outside. */
static double depth_of(const tl_template *t, tl_vec2 p) {
    double least = INFINITY;
    bool inside = false;
    for (size_t i = 0; i < t->count; i++) {
        tl_vec2 a = t->corner[i], b = t->corner[(i + 1) % t->count];
        double dx = b.x - a.x, dy = b.y - a.y, f = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
        f = tl_min(tl_max(f, 0), 1);
        least = tl_min(least, hypot(a.x + f * dx - p.x, a.y + f * dy - p.y));
        inside = inside != ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / dy * dx);
    }
    return inside ? least : 0;
}

/* Of random stars: no middle of a triangle or of its sides lies deeper than the point
 * that is kept. */
static void nothing_tried_lies_deeper(void **state) {
    (void)state;
    test_random r = test_random_start("deepest", 22);
    for (int n = 0; n < 300; n++) {
        enum { MOST = 60 };
        tl_vec2 star[MOST];
        size_t count = 3 + (size_t)test_random_below(&r, MOST - 2);
        double least = test_random_between(&r, 0.02, 1);
        for (size_t i = 0; i < count; i++) {
            double angle = 2 * TL_PI * (double)i / (double)count, reach = 100 * test_random_between(&r, least, 1);
            star[i] = (tl_vec2){reach * cos(angle), reach * sin(angle)};
        }
        tl_template t;
        const tl_vec2 at = {test_random_between(&r, -900, 900), test_random_between(&r, -900, 900)};
        assert_int_equal(tl_template_polygon(context, star, count, 1, test_random_between(&r, 0, 360), at, &t, NULL),
                         TL_OK);
        double deepest = 0;
        for (size_t i = 0; i + 2 < count; i++) {
            tl_vec2 k[3], middle = {0, 0};
            for (int j = 0; j < 3; j++) {
                k[j] = t.corner[t.triangles[3 * i + (size_t)j]];
                middle = tl_add2(middle, tl_scale2(k[j], 1.0 / 3));
            }
            for (int j = 0; j < 3; j++) {
                deepest = tl_max(deepest, depth_of(&t, tl_lerp2(k[j], k[(j + 1) % 3], 0.5)));
            }
            deepest = tl_max(deepest, depth_of(&t, middle));
        }
        assert_true(deepest > 0);
        assert_near(depth_of(&t, t.deepest), deepest, 1e-9);
        tl_template_free(&t);
    }
}

static void polygons_touch_exactly(void **state) {
    (void)state;
    /* an L; its notch is outside */
    const tl_vec2 l[6] = {{0, 0}, {60, 0}, {60, 20}, {20, 20}, {20, 60}, {0, 60}};
    tl_template t = polygon(l, 6);
    const struct {
        double x, y, a, b;
        tl_coverage expected;
    } cases[] = {
        {40, 40, 10, 10, TL_COVERAGE_NONE},                                             /* in the notch */
        {40, 40, 20, 20, TL_COVERAGE_CONTACT},                                          /* filling it */
        {40, 40, 20.5, 20, TL_COVERAGE_PARTIAL}, {40, 30, 10, 10, TL_COVERAGE_CONTACT}, /* standing on its edge */
        {70, 10, 10, 10, TL_COVERAGE_CONTACT},                                          /* side by side */
        {80, -20, 20, 20, TL_COVERAGE_CONTACT},                                         /* corner to corner */
        {30, 10, 10, 5, TL_COVERAGE_FULL},       {30, 10, 30, 10, TL_COVERAGE_FULL},    /* the whole lower bar */
        {30, 30, 30, 30, TL_COVERAGE_PARTIAL},                                          /* the box round it all */
        {30, 30, 40, 40, TL_COVERAGE_PARTIAL},   {20, 20, 5, 5, TL_COVERAGE_PARTIAL},   /* round the inner corner */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_template_hold hold = shape_under(&t, box_at(cases[i].x, cases[i].y, 0, cases[i].a, cases[i].b));
        if (hold.coverage != cases[i].expected) {
            print_error("case %zu: %d\n", i, (int)hold.coverage);
        }
        assert_int_equal(hold.coverage, cases[i].expected);
        assert_true(hold.exact);
    }
    tl_template_hold hold = shape_under(&t, box_at(30, 30, 0, 30, 30));
    assert_near(hold.fraction, 2000.0 / 3600, 1e-12);
    /* the template itself is wholly under itself although no side of it comes in */
    const tl_vec2 square[4] = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
    tl_template q = polygon(square, 4);
    hold = shape_under(&q, box_at(20, 20, 0, 20, 20));
    assert_int_equal(hold.coverage, TL_COVERAGE_FULL);
    assert_true(hold.depth_mm > 5);
    /* discs at an edge and at a corner */
    hold = shape_under(&q, disc_at(50, 20, 10));
    assert_int_equal(hold.coverage, TL_COVERAGE_CONTACT);
    hold = shape_under(&q, disc_at(43, 44, 5));
    assert_int_equal(hold.coverage, TL_COVERAGE_CONTACT);
    hold = shape_under(&q, disc_at(nextafter(43, 0), 44, 5));
    assert_int_equal(hold.coverage, TL_COVERAGE_PARTIAL);
    hold = shape_under(&q, disc_at(20, 20, 20));
    assert_int_equal(hold.coverage, TL_COVERAGE_FULL);
    hold = shape_under(&q, disc_at(20, 20, 20.001));
    assert_int_equal(hold.coverage, TL_COVERAGE_PARTIAL);
    tl_template_free(&t);
    tl_template_free(&q);
}

/* Whether a point lies in a shape, in plan, by code of its own. */
static bool plain_holds(const tl_shape *s, double x, double y) {
    double dx = x - s->pose.at.x, dy = y - s->pose.at.y;
    double u = dx * s->pose.x.x + dy * s->pose.x.y, v = dx * s->pose.y.x + dy * s->pose.y.y;
    switch (s->kind) {
    case TL_SHAPE_DISC:
        return dx * dx + dy * dy <= s->radius * s->radius;
    case TL_SHAPE_OVAL:
        return u * u / (s->size.x * s->size.x) + v * v / (s->size.y * s->size.y) <= 1;
    default:
        return fabs(u) <= s->to.x && fabs(v) <= s->to.y;
    }
}

static bool plain_inside(const tl_template *t, double x, double y) {
    if (t->disc) {
        return hypot(x - t->centre.x, y - t->centre.y) <= t->radius;
    }
    bool in = false;
    for (size_t i = 0, j = t->count - 1; i < t->count; j = i++) {
        tl_vec2 a = t->corner[i], b = t->corner[j];
        if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) {
            in = !in;
        }
    }
    return in;
}

static void shares_agree_with_sampling(void **state) {
    (void)state;
    test_random r = test_random_start("template shares", 21);
    tl_ruleset *rules;
    tl_error error = {0};
    assert_int_equal(tl_ruleset_load(context, "dust-battlefield", &rules, &error), TL_OK);
    const tl_template_rule *flame = tl_ruleset_template(rules, "flame-2");
    assert_non_null(flame);
    int partial = 0;
    for (int n = 0; n < test_trials(400); n++) {
        tl_template t;
        if (n % 2 == 0) {
            t = tl_template_disc((tl_vec2){0, 0}, 75);
        } else {
            assert_int_equal(tl_template_polygon(context, flame->outline, flame->outline_count, 100,
                                                 test_random_between(&r, 0, 360), (tl_vec2){0, 0}, &t, &error),
                             TL_OK);
        }
        double x = test_random_between(&r, -100, 100), y = test_random_between(&r, -100, 100);
        double a = test_random_between(&r, 10, 60), b = test_random_between(&r, 10, 60);
        double turn = test_random_between(&r, 0, 360);
        tl_shape s = n % 3 == 0 ? disc_at(x, y, a) : n % 3 == 1 ? box_at(x, y, turn, a, b) : oval_at(x, y, turn, a, b);
        tl_template_hold hold = shape_under(&t, s);
        enum { SIDE = 160 };
        double reach = 1.5 * fmax(a, b);
        int in = 0, both = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            double px = x + reach * (2 * (i % SIDE + 0.5) / SIDE - 1),
                   py = y + reach * (2 * (i / SIDE + 0.5) / SIDE - 1);
            if (plain_holds(&s, px, py)) {
                in++;
                both += plain_inside(&t, px, py);
            }
        }
        double share = (double)both / in;
        assert_near(hold.fraction, share, 0.02 + hold.fraction_error);
        assert_true(hold.fraction_error < 1e-2);
        if (both == in) {
            assert_true(hold.coverage >= TL_COVERAGE_PARTIAL);
        } else if (both > 0) {
            assert_int_equal(hold.coverage, TL_COVERAGE_PARTIAL);
            partial++;
            /* seen to be covered by a grid of this width is covered beyond doubt */
            if (share > 0.05 && share < 0.95) {
                assert_int_equal(tl_template_under(&hold, 0.05, false), TL_VERDICT_YES);
            }
        } else {
            assert_true(hold.coverage != TL_COVERAGE_FULL && hold.fraction < 0.02);
        }
        tl_template_free(&t);
    }
    assert_true(partial > test_trials(100));
    tl_ruleset_destroy(rules);
}

/* A core of triangles: the same box as a mesh. */
static void meshes_agree_with_shapes(void **state) {
    (void)state;
    test_random r = test_random_start("template meshes", 22);
    const tl_vec2 teardrop[5] = {{0, 0}, {50, -12}, {90, -20}, {95, 15}, {40, 14}};
    for (int n = 0; n < test_trials(200); n++) {
        tl_shape s =
            box_at(test_random_between(&r, -60, 60), test_random_between(&r, -60, 60), test_random_between(&r, 0, 360),
                   test_random_between(&r, 5, 40), test_random_between(&r, 5, 40));
        tl_bvh *mesh;
        tl_error error = {0};
        assert_int_equal(tl_shape_bvh(context, &s, &mesh, &error), TL_OK);
        tl_volume volume = {.mesh = mesh, .mesh_closed = true};
        tl_template t;
        if (n % 2 == 0) {
            t = tl_template_disc((tl_vec2){10, 5}, 40);
        } else {
            t = polygon(teardrop, 5);
        }
        tl_template_hold of_mesh = hold_of(&t, &volume), of_shape = shape_under(&t, s);
        assert_int_equal(of_mesh.coverage, of_shape.coverage);
        assert_near(of_mesh.gap_mm, of_shape.gap_mm, 1e-9);
        assert_near(of_mesh.fraction, of_shape.fraction, 1e-9 + of_mesh.fraction_error);
        tl_template_free(&t);
        tl_bvh_destroy(mesh);
    }
}

static void paths(void **state) {
    (void)state;
    tl_vec2 *p;
    size_t count;
    tl_error error = {0};
    assert_int_equal(tl_path2_flatten(context, "M0 0H10v5,l-10 0z", 0.01, &p, &count, &error), TL_OK);
    assert_int_equal(count, 4);
    assert_near(p[2].x, 10, 0);
    assert_near(p[2].y, 5, 0);
    tl_free(context, p);
    /* a circle of two arcs, and one of four cubics with the usual 0.5523 */
    assert_int_equal(
        tl_path2_flatten(context, "M 30 0 A 30 30 0 1 1 -30 0 A 30,30 0 1 1 30,0 Z", 0.001, &p, &count, &error), TL_OK);
    assert_near(tl_polygon2_area(p, count), TL_PI * 900, 30 * 2 * TL_PI * 0.001);
    for (size_t i = 0; i < count; i++) {
        assert_near(tl_length2(p[i]), 30, 1e-12);
        assert_true(tl_length2(tl_lerp2(p[i], p[(i + 1) % count], 0.5)) > 30 - 0.001);
    }
    tl_free(context, p);
    assert_int_equal(tl_path2_flatten(context, "m1e0 0c0 .5523-.4477 1-1 1s-1-.4477-1-1s.4477-1 1-1s1 .4477 1 1z", 1e-5,
                                      &p, &count, &error),
                     TL_OK);
    assert_near(tl_polygon2_area(p, count), TL_PI, 2e-3);
    tl_free(context, p);
    /* a parabola: y = x (2 - x) / 2 over [0, 2], area 2 / 3 under it */
    assert_int_equal(tl_path2_flatten(context, "M 0 0 Q 1 1 2 0 Z", 1e-6, &p, &count, &error), TL_OK);
    assert_near(fabs(tl_polygon2_area(p, count)), 2.0 / 3, 1e-5);
    tl_free(context, p);
    /* a quarter ellipse, turned, the long way round */
    assert_int_equal(tl_path2_flatten(context, "M 0 20 A 20 10 90 1 1 10 0 L 0 0 Z", 1e-4, &p, &count, &error), TL_OK);
    assert_near(tl_polygon2_area(p, count), 0.75 * TL_PI * 200, 0.02);
    tl_free(context, p);
    static const char *const bad[] = {"",
                                      "M 0 0",
                                      "M 0 0 L 1",
                                      "L 0 0 1 1 2 0",
                                      "M 0 0 L 1 0 X 3",
                                      "M 0 0 1 0 0 1 Z M 3 3",
                                      "M 0 0 A 1 1 0 2 1 3 3 Z",
                                      "M 0 0 1 0 0 1 Z 4",
                                      "M 0 0 1e999 0 0 1",
                                      "M0 0 1 0 0 1 e"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        memset(&error, 0, sizeof(error));
        assert_int_equal(tl_path2_flatten(context, bad[i], 0.01, &p, &count, &error), TL_ERROR_FORMAT);
        assert_non_null(strstr(error.message, "character"));
    }
}

static void outlines_of_rulesets(void **state) {
    (void)state;
    tl_ruleset *rules;
    tl_error error = {0};
    assert_int_equal(tl_ruleset_load(context, "dust-battlefield", &rules, &error), TL_OK);
    for (int k = 1; k <= 2; k++) {
        const tl_template_rule *t = tl_ruleset_template(rules, k == 1 ? "flame-1" : "flame-2");
        double far = 0;
        for (size_t i = 0; i < t->outline_count; i++) {
            far = fmax(far, t->outline[i].x);
            assert_true(t->outline[i].x >= 0);
        }
        assert_near(far, k, 1e-3); /* one and two game units long, the tip at the origin */
        assert_true(t->flame && t->placeholder && t->in_game_units);
        assert_true(tl_polygon2_area(t->outline, t->outline_count) > 0);
    }
    assert_near(tl_ruleset_template(rules, "blast")->diameter[1], 152.4, 0);
    assert_null(tl_ruleset_template(rules, "flame-3"));
    tl_ruleset_destroy(rules);
    static const char head[] = "{\"trueline_ruleset\":1,\"name\":\"t\",\"title\":\"T\",\"settings\":[],\"areas\":[],"
                               "\"kinds\":[],\"lengths\":[],\"rules\":[],\"templates\":[{\"name\":\"a\",\"text\":\"a\","
                               "\"rule\":\"R\",%s}]}";
    static const struct {
        const char *part, *message;
    } cases[] = {{"\"outline\":[[0,0],[0,10],[10,10]]", NULL},
                 {"\"path\":\"M 0 0 L 1 0 Q\"", "number is missing"},
                 {"\"outline\":[[0,0],[10,10],[10,0],[0,10]]", "crosses or touches itself"},
                 {"\"outline\":[[0,0],[10,10]]", "crosses or touches itself"},
                 {"\"outline\":[[0,0],[10,10],7]", "two numbers"},
                 {"\"flame\":true", "needs an `outline` or a `path`"},
                 {"\"cm\":-5", "must be positive"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[512];
        snprintf(text, sizeof(text), head, cases[i].part);
        memset(&error, 0, sizeof(error));
        tl_status status = tl_ruleset_parse(context, text, strlen(text), "t.json", &rules, &error);
        if (cases[i].message == NULL) {
            assert_int_equal(status, TL_OK);
            /* clockwise in the file, counter-clockwise here */
            assert_true(tl_polygon2_area(tl_ruleset_template_at(rules, 0)->outline, 3) > 0);
            tl_ruleset_destroy(rules);
        } else {
            assert_int_equal(status, TL_ERROR_FORMAT);
            assert_non_null(strstr(error.message, cases[i].message));
            assert_true(error.line == 1 && error.column > 100);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discs_under_a_disc),
        cmocka_unit_test(other_bases_under_a_disc),
        cmocka_unit_test(tilted_volumes_are_seen_whole),
        cmocka_unit_test(narrow_tips_go_deep_enough),
        cmocka_unit_test(nothing_tried_lies_deeper),
        cmocka_unit_test(polygons_touch_exactly),
        cmocka_unit_test(shares_agree_with_sampling),
        cmocka_unit_test(meshes_agree_with_shapes),
        cmocka_unit_test(paths),
        cmocka_unit_test(outlines_of_rulesets),
    };
    return cmocka_run_group_tests_name("template", tests, setup, teardown);
}
