/* Area terrain: closed forms, touches, every reading, the worked facts of the rules as plain geometry, random lines
 * against an independent long double evaluation, bundles against the lines in them. */
#include "support/assert_geom.h"

#include "area/area.h"

#include <stdlib.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static tl_context *context;

static int make_context(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int drop_context(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

static tl_outline polygon(const tl_vec2 *points, size_t count) {
    tl_outline outline;
    tl_error error = {0};
    if (tl_outline_polygon(context, points, count, &outline, &error) != TL_OK) {
        print_error("%s\n", error.message);
        fail();
    }
    return outline;
}

static tl_outline rectangle(double x0, double y0, double x1, double y1) {
    const tl_vec2 points[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    return polygon(points, 4);
}

static tl_area_rules dust(void) {
    return (tl_area_rules){.edge_limit = 100, .through_limit = 100, .inside_limit = 300};
}

static tl_area_rules smoke(void) {
    return (tl_area_rules){.edge_limit = 100, .through_limit = 100, .inside_limit = INFINITY};
}

static tl_area_sight sight_between(const tl_outline *outline, double bottom, double top, tl_area_place from,
                                   tl_area_place to, tl_area_rules rules) {
    return (tl_area_sight){
        .area = {outline, bottom, top}, .end = {{from, NULL, false}, {to, NULL, false}}, .rules = rules};
}

static tl_verdict verdict_of(const tl_area_sight *sight, tl_vec3 p, tl_vec3 q) {
    tl_area_ruling ruling;
    tl_area_line(sight, p, q, &ruling);
    return ruling.verdict;
}

#define OUT TL_AREA_OUTSIDE
#define IN  TL_AREA_INSIDE
#define ON  TL_AREA_STRADDLES

/* --- Depth in closed form ------------------------------------------------------------------------------------- */

static void a_square_wood_is_crossed_in_closed_form(void **state) {
    (void)state;
    tl_outline wood = rectangle(100, 100, 200, 200);
    tl_area area = {&wood, 0, 90};
    tl_area_pass pass[4];
    /* straight through, level */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){0, 150, 20}, (tl_vec3){400, 150, 20}, pass, 4), 1);
    assert_near(pass[0].entry, 0.25, 1e-12);
    assert_near(pass[0].exit, 0.5, 1e-12);
    assert_near(pass[0].length_mm, 100, 1e-9);
    assert_point_near(pass[0].entry_point, ((tl_vec3){100, 150, 20}), 1e-9);
    assert_int_equal(pass[0].entry_edge, 3);
    assert_int_equal(pass[0].exit_edge, 1);
    /* the other way round: same stretch, edges swapped */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){400, 150, 20}, (tl_vec3){0, 150, 20}, pass, 4), 1);
    assert_near(pass[0].entry, 0.5, 1e-12);
    assert_int_equal(pass[0].entry_edge, 1);
    /* the diagonal through both corners */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){0, 0, 10}, (tl_vec3){300, 300, 10}, pass, 4), 1);
    assert_near(pass[0].length_mm, 100 * sqrt(2), 1e-9);
    /* descending: over the near wall, in by the top, out by the far wall */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){0, 150, 190}, (tl_vec3){200, 150, -10}, pass, 4), 1);
    assert_near(pass[0].entry_point.x, 100, 1e-9);      /* the rim: z is 90 exactly at the wall */
    assert_near(pass[0].length_mm, 90 * sqrt(2), 1e-9); /* leaves by the bottom at x = 190 */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){0, 150, 240}, (tl_vec3){300, 150, -60}, pass, 4), 1);
    assert_near(pass[0].entry_point.z, 90, 1e-9);
    assert_int_equal(pass[0].entry_edge, TL_AREA_NO_EDGE);
    assert_int_equal(pass[0].exit_edge, 1);
    assert_near(pass[0].length_mm, 50 * sqrt(2), 1e-9);
    /* over it, before it, straight down beside and inside it */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){0, 150, 95}, (tl_vec3){400, 150, 91}, pass, 4), 0);
    assert_int_equal(tl_area_passes(&area, (tl_vec3){0, 150, 20}, (tl_vec3){99, 150, 20}, pass, 4), 0);
    assert_int_equal(tl_area_passes(&area, (tl_vec3){50, 150, 200}, (tl_vec3){50, 150, 0}, pass, 4), 0);
    assert_int_equal(tl_area_passes(&area, (tl_vec3){150, 150, 200}, (tl_vec3){150, 150, 0}, pass, 4), 1);
    assert_near(pass[0].length_mm, 90, 1e-9);
    /* infinitely tall: reading B of DB-ARE-09 */
    area.top = INFINITY;
    assert_int_equal(tl_area_passes(&area, (tl_vec3){0, 150, 5000}, (tl_vec3){400, 150, 91}, pass, 4), 1);
    tl_outline_free(&wood);
}

static void a_concave_wood_is_crossed_twice(void **state) {
    (void)state;
    /*  y 100  ###   ###     a U, legs 20 wide, 60 apart */
    /*     50  #########  */
    /*      0  #########  */
    const tl_vec2 points[] = {{0, 0}, {100, 0}, {100, 100}, {80, 100}, {80, 50}, {20, 50}, {20, 100}, {0, 100}};
    tl_outline wood = polygon(points, ARRAY_SIZE(points));
    tl_area area = {&wood, 0, 50};
    tl_area_pass pass[4];
    assert_int_equal(tl_area_passes(&area, (tl_vec3){-100, 75, 5}, (tl_vec3){300, 75, 5}, pass, 4), 2);
    assert_near(pass[0].length_mm, 20, 1e-9);
    assert_near(pass[1].length_mm, 20, 1e-9);
    assert_near(pass[1].entry_point.x, 80, 1e-9);
    /* along the floor of the notch: the legs, and a touch between them */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){-100, 50, 5}, (tl_vec3){300, 50, 5}, pass, 4), 2);
    assert_near(pass[0].length_mm, 20, 1e-9);
    tl_area_sight sight = sight_between(&wood, 0, 50, OUT, OUT, dust());
    tl_area_ruling ruling;
    tl_area_line(&sight, (tl_vec3){-20, 75, 5}, (tl_vec3){300, 75, 5}, &ruling);
    assert_near(ruling.length.low, 40, 1e-9);
    assert_near(ruling.length.high, 40, 1e-9);
    assert_near(ruling.to_far[0].low, 120, 1e-9); /* from first entry to last exit it is one crossing */
    assert_near(ruling.to_far[1].low, 300, 1e-9);
    assert_near(ruling.to_near[0].low, 20, 1e-9);
    assert_near(ruling.to_near[1].low, 200, 1e-9);
    tl_outline_free(&wood);
}

static void a_disc_is_crossed_in_closed_form(void **state) {
    (void)state;
    tl_outline disc = tl_outline_disc((tl_vec2){700, 400}, 75);
    tl_area area = {&disc, 0, 50};
    tl_area_pass pass[2];
    assert_int_equal(tl_area_passes(&area, (tl_vec3){500, 445, 20}, (tl_vec3){900, 445, 20}, pass, 2), 1);
    assert_near(pass[0].length_mm, 120, 1e-9); /* 45, 60, 75 */
    assert_near(pass[0].entry_point.x, 640, 1e-9);
    /* from the centre outwards, sloping */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){700, 400, 0}, (tl_vec3){1000, 400, 400}, pass, 2), 1);
    assert_near(pass[0].length_mm, 62.5, 1e-9); /* leaves by the top at z = 50 */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){700, 400, 20}, (tl_vec3){750, 420, 20}, pass, 2), 1);
    assert_near(pass[0].length_mm, hypot(50, 20), 1e-12);
}

/* --- Touching is not entering --------------------------------------------------------------------------------- */

static void touching_is_not_entering(void **state) {
    (void)state;
    tl_outline wood = rectangle(100, 100, 200, 200);
    tl_area area = {&wood, 0, 90};
    const tl_vec3 touches[][2] = {
        {{0, 100, 10}, {300, 100, 10}},                                      /* along a wall */
        {{120, 100, 10}, {150, 100, 10}},                                    /* along part of it */
        {{50, 150, 10}, {150, 50, 10}},                                      /* a corner, diagonally */
        {{0, 150, 90}, {300, 150, 90}},                                      /* along the top */
        {{0, 150, 0}, {300, 150, 0}},                                        /* along the bottom */
        {{100, 150, 10}, {0, 150, 10}},                                      /* from a wall outwards */
        {{0, 150, 10}, {100, 150, 10}},                                      /* up to a wall */
        {{100, 100, 10}, {0, 50, 10}},                                       /* from a corner outwards */
        {{150, 150, 90}, {150, 300, 200}},                                   /* from the roof upwards */
        {{0, 150, 0}, {200, 150, 180}},                                      /* over the rim: z = 90 at x = 100 */
        {{200, 150, 180}, {0, 150, 0}},    {{300, 150, 0}, {100, 150, 180}}, /* over the far rim */
        {{0, 0, 0}, {200, 200, 180}},                                        /* over a corner of the rim */
        {{100, 150, 0}, {100, 150, 200}},                                    /* straight up a wall */
        {{100, 100, 0}, {100, 100, 200}},                                    /* straight up a corner */
        {{150, 150, 90}, {150, 150, 200}},                                   /* straight up from the roof */
    };
    for (size_t i = 0; i < ARRAY_SIZE(touches); i++) {
        if (tl_area_enters(&area, touches[i][0], touches[i][1]) != TL_VERDICT_NO) {
            print_error("touch %zu enters\n", i);
            fail();
        }
        assert_int_equal(tl_area_enters(&area, touches[i][1], touches[i][0]), TL_VERDICT_NO);
    }
    const double d = 1e-7;
    const tl_vec3 entries[][2] = {
        {{0, 100 + d, 10}, {300, 100 + d, 10}}, {{50, 150 + d, 10}, {150, 50 + d, 10}},
        {{0, 150, 90 - d}, {300, 150, 90 - d}}, {{100 + d, 150, 10}, {0, 150, 10}},
        {{0, 150, 0}, {200, 150, 180 - d}},     {{100, 150, 10}, {200, 150, 10}}, /* wall to wall */
        {{100, 100, 0}, {200, 200, 90}},        {{100 + d, 150, 0}, {100 + d, 150, 200}},
        {{100, 100, 10}, {200, 150, 10}},       {{0, 50, 10}, {200, 150, 10}}, /* in at a corner */
        {{150, 150, 90}, {160, 150, 80}},
    };
    for (size_t i = 0; i < ARRAY_SIZE(entries); i++) {
        if (tl_area_enters(&area, entries[i][0], entries[i][1]) != TL_VERDICT_YES) {
            print_error("entry %zu does not enter\n", i);
            fail();
        }
    }
    tl_outline_free(&wood);

    tl_outline disc = tl_outline_disc((tl_vec2){700, 400}, 75);
    tl_area cloud = {&disc, 0, 50};
    assert_int_equal(tl_area_enters(&cloud, (tl_vec3){0, 475, 5}, (tl_vec3){900, 475, 5}), TL_VERDICT_NO);
    assert_int_equal(tl_area_enters(&cloud, (tl_vec3){625, 0, 5}, (tl_vec3){625, 900, 5}), TL_VERDICT_NO);
    assert_int_equal(tl_area_enters(&cloud, (tl_vec3){775, 400, 5}, (tl_vec3){900, 400, 5}), TL_VERDICT_NO);
    assert_int_equal(tl_area_enters(&cloud, (tl_vec3){500, 400, 5}, (tl_vec3){625, 400, 5}), TL_VERDICT_NO);
    assert_int_equal(tl_area_enters(&cloud, (tl_vec3){775, 400, 5}, (tl_vec3){775, 500, 5}), TL_VERDICT_NO);
    assert_int_equal(tl_area_enters(&cloud, (tl_vec3){0, 475 - 1e-7, 5}, (tl_vec3){900, 475 - 1e-7, 5}),
                     TL_VERDICT_YES);
    assert_int_equal(tl_area_enters(&cloud, (tl_vec3){775, 400, 5}, (tl_vec3){700, 400, 5}), TL_VERDICT_YES);
    assert_int_equal(tl_area_enters(&cloud, (tl_vec3){0, 475 + 1e-7, 5}, (tl_vec3){900, 475 + 1e-7, 5}), TL_VERDICT_NO);
}

static void a_line_that_touches_a_corner_inside_goes_on(void **state) {
    (void)state;
    /* an L: the line from the lower left to the upper right passes its reflex corner exactly */
    const tl_vec2 points[] = {{0, 0}, {100, 0}, {100, 100}, {50, 100}, {50, 50}, {0, 50}};
    tl_outline wood = polygon(points, ARRAY_SIZE(points));
    tl_area area = {&wood, 0, 10};
    tl_area_pass pass[3];
    assert_int_equal(tl_area_passes(&area, (tl_vec3){0, 0, 5}, (tl_vec3){100, 100, 5}, pass, 3), 1);
    assert_near(pass[0].length_mm, 100 * sqrt(2), 1e-9);
    /* along the inner wall and on: only the part beyond is inside */
    assert_int_equal(tl_area_passes(&area, (tl_vec3){0, 50, 5}, (tl_vec3){100, 50, 5}, pass, 3), 1);
    assert_near(pass[0].length_mm, 50, 1e-9);
    tl_outline_free(&wood);
}

/* --- Readings ------------------------------------------------------------------------------------------------- */

static void one_unit_inside_near_its_edge(void **state) {
    (void)state;
    tl_outline wood = rectangle(0, 0, 1000, 1000);
    tl_area_sight sight = sight_between(&wood, 0, 90, OUT, IN, dust());
    tl_area_ruling ruling;
    tl_area_line(&sight, (tl_vec3){-500, 500, 20}, (tl_vec3){60, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_int_equal(ruling.clause, TL_AREA_NEAR_EDGE);
    assert_int_equal(ruling.end, 1);
    assert_near(ruling.distance.low, 60, 1e-9);
    assert_near(ruling.margin.high, 40, 1e-9);
    assert_near(ruling.limit_mm, 100, 0);
    /* deep inside, the viewer far away */
    tl_area_line(&sight, (tl_vec3){-500, 500, 20}, (tl_vec3){150, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_NO);
    assert_near(ruling.margin.low, -50, 1e-9);
    /* DB-ARE-06: the viewer near the edge sees at any depth (A), up to the cap; only the one inside counts (B) */
    assert_int_equal(verdict_of(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){250, 500, 20}), TL_VERDICT_YES);
    tl_area_line(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){350, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_NO);
    assert_int_equal(ruling.clause, TL_AREA_INSIDE_CAP);
    assert_near(ruling.margin.low, -50, 1e-9);
    sight.rules.cap_scope = TL_AREA_CAP_BOTH_INSIDE;
    tl_area_line(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){350, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_int_equal(ruling.end, 0);
    assert_near(ruling.distance.low, 80, 1e-9);
    sight.rules = dust();
    sight.rules.near = TL_AREA_INSIDE_ONLY;
    assert_int_equal(verdict_of(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){250, 500, 20}), TL_VERDICT_NO);
    assert_int_equal(verdict_of(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){90, 500, 20}), TL_VERDICT_YES);
    /* smoke has no cap */
    sight.rules = smoke();
    assert_int_equal(verdict_of(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){900, 500, 20}), TL_VERDICT_YES);
    tl_outline_free(&wood);
}

static void along_the_line_or_to_the_side(void **state) {
    (void)state;
    /* 60 mm behind the wall, seen at a slant: 100 mm along the line is 36.87 degrees off; here 45 and 60 */
    tl_outline wood = rectangle(0, -5000, 1000, 5000);
    tl_area_sight sight = sight_between(&wood, 0, 90, OUT, IN, dust());
    tl_area_ruling ruling;
    tl_area_line(&sight, (tl_vec3){-600, -600, 20}, (tl_vec3){80, 80, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_NO);
    assert_near(ruling.distance.low, 80 * sqrt(2), 1e-9);
    sight.rules.distance = TL_AREA_PERPENDICULAR;
    tl_area_line(&sight, (tl_vec3){-600, -600, 20}, (tl_vec3){80, 80, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_near(ruling.distance.low, 80, 1e-9);
    assert_near(ruling.distance.high, 80, 1e-9);
    /* from the base, with distances measured once or each time */
    tl_outline base = tl_outline_disc((tl_vec2){120, 80}, 25);
    sight.end[1].footprint = &base;
    for (int prepared = 0; prepared < 2; prepared++) {
        if (prepared) {
            assert_int_equal(tl_area_sight_prepare(context, &sight, NULL), TL_OK);
        }
        tl_area_line(&sight, (tl_vec3){-600, -600, 20}, (tl_vec3){120, 80, 20}, &ruling);
        assert_near(ruling.distance.low, 95, 1e-9);
        assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    }
    tl_area_sight_release(&sight);
    /* through the roof there is no side: the length along the line stands in */
    sight.end[1].footprint = NULL;
    tl_area_line(&sight, (tl_vec3){200, 0, 390}, (tl_vec3){500, 0, 40}, &ruling);
    assert_near(ruling.distance.low, hypot(300, 350) / 7, 1e-9);
    tl_outline_free(&wood);
    /* a round wood, as a disc and as a polygon, has one side */
    tl_outline disc = tl_outline_disc((tl_vec2){0, 0}, 300);
    tl_vec2 points[64];
    for (int i = 0; i < 64; i++) {
        points[i] = (tl_vec2){300 * cos(i * TL_PI / 32), 300 * sin(i * TL_PI / 32)};
    }
    tl_outline round = polygon(points, 64);
    assert_int_equal(round.side_count, 1);
    for (int k = 0; k < 2; k++) {
        sight = sight_between(k == 0 ? &disc : &round, 0, 90, OUT, IN, dust());
        sight.rules.distance = TL_AREA_PERPENDICULAR;
        tl_area_line(&sight, (tl_vec3){-300, -600, 20}, (tl_vec3){-210, 0, 20}, &ruling);
        assert_near(ruling.distance.low, 90, 0.5);
        base = tl_outline_disc((tl_vec2){-210, 0}, 10);
        sight.end[1].footprint = &base;
        tl_area_line(&sight, (tl_vec3){-300, -600, 20}, (tl_vec3){-210, 0, 20}, &ruling);
        assert_near(ruling.distance.low, 80, 0.5);
    }
    tl_outline_free(&round);
    tl_outline house = rectangle(0, 0, 10, 10);
    assert_int_equal(house.side_count, 4);
    tl_outline_free(&house);
}

static void through_the_whole_area(void **state) {
    (void)state;
    tl_outline wood = rectangle(0, 0, 80, 1000); /* a tree line 80 thick */
    tl_area_sight sight = sight_between(&wood, 0, 90, OUT, OUT, dust());
    tl_area_ruling ruling;
    /* target 10 behind the line: 90 from the edge on the far side of it, the viewer's */
    tl_area_line(&sight, (tl_vec3){-400, 500, 20}, (tl_vec3){90, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_int_equal(ruling.clause, TL_AREA_THROUGH);
    assert_int_equal(ruling.end, 1);
    assert_near(ruling.distance.high, 90, 1e-9);
    /* both far from it: no; by the chord reading yes */
    const tl_vec3 far_p = {-400, 500, 20};
    const tl_vec3 far_q = {500, 500, 20};
    assert_int_equal(verdict_of(&sight, far_p, far_q), TL_VERDICT_NO);
    sight.rules.through = TL_AREA_CHORD;
    tl_area_line(&sight, far_p, far_q, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_near(ruling.distance.high, 80, 1e-9);
    tl_outline_free(&wood);
    /* a wood 250 thick, the target just behind it: only nearness to any edge shows it, and the cap allows it */
    tl_outline deep = rectangle(0, 0, 250, 1000);
    sight = sight_between(&deep, 0, 90, OUT, OUT, dust());
    const tl_vec3 q = {270, 500, 20};
    assert_int_equal(verdict_of(&sight, far_p, q), TL_VERDICT_NO);
    sight.rules.through = TL_AREA_CHORD;
    assert_int_equal(verdict_of(&sight, far_p, q), TL_VERDICT_NO);
    sight.rules.through = TL_AREA_ANY_EDGE;
    tl_area_line(&sight, far_p, q, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_int_equal(ruling.clause, TL_AREA_INSIDE_CAP); /* 250 of 300: less to spare than 20 of 100 */
    assert_near(ruling.distance.high, 250, 1e-9);
    assert_int_equal(verdict_of(&sight, far_p, (tl_vec3){400, 500, 20}), TL_VERDICT_NO);
    sight.rules.inside_limit = 200;
    assert_int_equal(verdict_of(&sight, far_p, q), TL_VERDICT_NO);
    sight.rules.inside_limit = INFINITY;
    tl_area_line(&sight, far_p, q, &ruling);
    assert_int_equal(ruling.clause, TL_AREA_THROUGH);
    assert_near(ruling.distance.high, 20, 1e-9);
    tl_outline_free(&deep);
}

static void both_inside(void **state) {
    (void)state;
    const tl_vec2 points[] = {{0, 0},     {1000, 0},  {1000, 1000}, {600, 1000},
                              {600, 500}, {400, 500}, {400, 1000},  {0, 1000}};
    tl_outline wood = polygon(points, ARRAY_SIZE(points));
    tl_area_sight sight = sight_between(&wood, 0, 90, IN, IN, dust());
    tl_area_ruling ruling;
    /* across the notch: 320 apart, 120 of it inside; parts outside count (DB-ARE-07) */
    const tl_vec3 p = {340, 700, 20};
    const tl_vec3 q = {660, 700, 20};
    sight.unit_distance = 320;
    tl_area_line(&sight, p, q, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_NO);
    assert_int_equal(ruling.clause, TL_AREA_INSIDE_DISTANCE);
    assert_near(ruling.margin.low, -20, 0);
    sight.rules.inside_length = TL_AREA_IN_AREA_LENGTH;
    tl_area_line(&sight, p, q, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_near(ruling.distance.high, 120, 1e-9);
    /* exactly at the limit is within: nothing is rounded */
    sight.rules.inside_length = TL_AREA_UNIT_DISTANCE;
    sight.unit_distance = 300;
    tl_area_line(&sight, p, q, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_true(ruling.margin.low == 0 && ruling.margin.high == 0);
    /* smoke: no such limit; and a line over the trees is none of the wood's business */
    sight.rules = smoke();
    sight.unit_distance = 900;
    assert_int_equal(verdict_of(&sight, p, q), TL_VERDICT_YES);
    sight.rules = dust();
    tl_area_line(&sight, (tl_vec3){100, 100, 95}, (tl_vec3){900, 100, 95}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_int_equal(ruling.clause, TL_AREA_NOT_ENTERED);
    tl_outline_free(&wood);
}

static void straddling_is_distance_zero(void **state) {
    (void)state;
    tl_outline wood = rectangle(0, 0, 1000, 1000);
    tl_area_sight sight = sight_between(&wood, 0, 90, ON, IN, dust());
    tl_area_ruling ruling;
    tl_area_line(&sight, (tl_vec3){-5, 500, 20}, (tl_vec3){280, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    sight.rules.near = TL_AREA_INSIDE_ONLY;
    assert_int_equal(verdict_of(&sight, (tl_vec3){-5, 500, 20}, (tl_vec3){280, 500, 20}), TL_VERDICT_YES);
    tl_area_line(&sight, (tl_vec3){-5, 500, 20}, (tl_vec3){320, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_NO);
    assert_int_equal(ruling.clause, TL_AREA_INSIDE_CAP);
    sight.rules = smoke();
    tl_area_line(&sight, (tl_vec3){-5, 500, 20}, (tl_vec3){320, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_int_equal(ruling.clause, TL_AREA_AT_EDGE);
    assert_int_equal(ruling.end, 0);
    tl_outline_free(&wood);
}

static void distances_start_at_the_base(void **state) {
    (void)state;
    tl_outline wood = rectangle(0, 0, 1000, 1000);
    tl_area_sight sight = sight_between(&wood, 0, 90, OUT, IN, dust());
    /* the core's centre is 120 deep, its base edge 107.5, 100 and 95 */
    const struct {
        double radius;
        tl_verdict verdict;
    } bases[] = {{12.5, TL_VERDICT_NO}, {19.9, TL_VERDICT_NO}, {20.1, TL_VERDICT_YES}, {25, TL_VERDICT_YES}};
    tl_area_ruling ruling;
    for (size_t i = 0; i < ARRAY_SIZE(bases); i++) {
        double r = bases[i].radius;
        tl_outline disc = tl_outline_disc((tl_vec2){120, 500}, r);
        tl_outline oval = tl_outline_oval((tl_vec2){120, 500}, (tl_vec2){0, 40}, (tl_vec2){-r, 0});
        tl_outline square = rectangle(120 - r, 470, 120 + r, 530);
        const tl_outline *footprints[] = {&disc, &oval, &square};
        for (int k = 0; k < 3; k++) {
            sight.end[1].footprint = footprints[k];
            sight.end[1].from_footprint = true;
            tl_area_line(&sight, (tl_vec3){-500, 500, 20}, (tl_vec3){120, 500, 20}, &ruling);
            assert_int_equal(ruling.verdict, bases[i].verdict);
            assert_near(ruling.distance.low, 120 - r, 1e-9);
            assert_near(ruling.length.high, 120 - r, 1e-9);
            /* a leaning core: starts where the line leaves the base, or at the line's end when it never meets it */
            tl_area_line(&sight, (tl_vec3){-500, 500, 20}, (tl_vec3){120 + r + 5, 500, 20}, &ruling);
            assert_near(ruling.distance.low, 120 - r, 1e-9);
            tl_area_line(&sight, (tl_vec3){-500, 500, 20}, (tl_vec3){120 - r - 5, 500, 20}, &ruling);
            assert_near(ruling.distance.low, 120 - r - 5, 1e-9);
            sight.end[1].from_footprint = false;
            tl_area_line(&sight, (tl_vec3){-500, 500, 20}, (tl_vec3){120, 500, 20}, &ruling);
            assert_near(ruling.distance.low, 120, 1e-9);
        }
        tl_outline_free(&square);
    }
    tl_outline_free(&wood);
}

static void depths_of_several_areas_add_up(void **state) {
    (void)state;
    /* the target 80 inside a wood, smoke 60 deep just before the viewer: each alone is fine, together not */
    tl_outline wood = rectangle(0, 0, 1000, 1000);
    tl_outline cloud = rectangle(-380, 0, -320, 1000);
    tl_area_sight sights[2] = {sight_between(&wood, 0, 90, OUT, IN, dust()),
                               sight_between(&cloud, 0, 90, OUT, OUT, smoke())};
    tl_area_sum sum = {sights, 2};
    const tl_vec3 p = {-400, 500, 20};
    const tl_vec3 q = {80, 500, 20};
    assert_int_equal(verdict_of(&sights[0], p, q), TL_VERDICT_YES);
    assert_int_equal(verdict_of(&sights[1], p, q), TL_VERDICT_YES); /* 80 to its far edge */
    tl_area_ruling ruling;
    tl_area_sum_line(&sum, p, q, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_NO);
    assert_near(ruling.distance.low, 160, 1e-9);
    tl_area_sum_line(&sum, p, (tl_vec3){15, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_near(ruling.margin.low, 5, 1e-9);
    /* one area failing blocks; none entered is free */
    tl_area_sum_line(&sum, p, (tl_vec3){120, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_NO);
    tl_area_sum_line(&sum, (tl_vec3){-300, 0, 20}, (tl_vec3){-300, 900, 20}, &ruling);
    assert_int_equal(ruling.clause, TL_AREA_NOT_ENTERED);
    tl_condition condition = tl_area_sum_condition(&sum, 7);
    assert_int_equal(condition.slot, 7);
    assert_false(condition.line(condition.user, p, q));
    const tl_vec3 cell[] = {{80, 495, 18}, {80, 505, 18}, {82, 500, 25}};
    assert_int_equal(condition.bundle(condition.user, &p, 1, cell, 3), TL_BUNDLE_NONE);
    tl_outline_free(&wood);
    tl_outline_free(&cloud);
}

static void a_clear_line_stays_out(void **state) {
    (void)state;
    tl_outline wood = rectangle(0, 0, 100, 100);
    tl_area area = {&wood, 0, 50};
    tl_condition clear = tl_area_clear_condition(&area, 3);
    assert_true(clear.line(clear.user, (tl_vec3){-100, 100, 10}, (tl_vec3){300, 100, 10})); /* a graze is no crossing */
    assert_false(clear.line(clear.user, (tl_vec3){-100, 99, 10}, (tl_vec3){300, 99, 10}));
    const tl_vec3 a[] = {{-200, 20, 5}, {-200, 60, 5}, {-190, 40, 30}};
    const tl_vec3 behind[] = {{300, 30, 5}, {300, 60, 20}};
    const tl_vec3 beside[] = {{-100, 300, 5}, {-100, 320, 20}};
    const tl_vec3 partly[] = {{300, 30, 5}, {300, 600, 20}};
    assert_int_equal(clear.bundle(clear.user, a, 3, behind, 2), TL_BUNDLE_NONE);
    assert_int_equal(clear.bundle(clear.user, a, 3, beside, 2), TL_BUNDLE_ALL);
    assert_int_equal(clear.bundle(clear.user, a, 3, partly, 2), TL_BUNDLE_SPLIT);
    tl_outline_free(&wood);
}

/* --- The worked examples of the rules, as plain geometry (centimetres: 1 U = 100 mm) -------------------------- */

static void db_ex_11_luther_sees_both(void **state) {
    (void)state;
    tl_outline wood = rectangle(600, 0, 1000, 400);        /* Red Thunder stand in it */
    tl_outline tree_line = rectangle(600, 600, 670, 1000); /* Steel Death stand behind it */
    const tl_vec3 luther = {0, 500, 60};
    tl_outline base = tl_outline_disc((tl_vec2){700, 200}, 12.5);
    tl_area_sight red_thunder = sight_between(&wood, 0, 90, OUT, IN, dust());
    red_thunder.end[1] = (tl_area_end){tl_area_place_of(&red_thunder.area, &base, 0, 30).place, &base, true};
    assert_int_equal(red_thunder.end[1].place, IN);
    assert_int_equal(verdict_of(&red_thunder, luther, (tl_vec3){697, 203, 25}), TL_VERDICT_YES);
    tl_area_sight steel_death = sight_between(&tree_line, 0, 90, OUT, OUT, dust());
    tl_area_ruling ruling;
    tl_area_line(&steel_death, luther, (tl_vec3){690, 760, 25}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES); /* less than 100 from the viewer's edge of the tree line */
    assert_int_equal(ruling.end, 1);
    tl_outline_free(&wood);
    tl_outline_free(&tree_line);
}

static void db_ex_12_ludwig_sees_neither(void **state) {
    (void)state;
    tl_outline wood = rectangle(600, 0, 1000, 400);
    tl_outline tree_line = rectangle(600, 600, 670, 1000);
    const tl_vec3 ludwig = {0, 500, 60};
    tl_area_sight melor = sight_between(&wood, 0, 90, OUT, IN, dust());
    assert_int_equal(verdict_of(&melor, ludwig, (tl_vec3){740, 250, 50}), TL_VERDICT_NO);
    tl_area_sight nadya = sight_between(&tree_line, 0, 90, OUT, OUT, dust());
    assert_int_equal(verdict_of(&nadya, ludwig, (tl_vec3){760, 800, 50}), TL_VERDICT_NO);
    nadya.rules.through = TL_AREA_CHORD; /* would show it, against the example */
    assert_int_equal(verdict_of(&nadya, ludwig, (tl_vec3){760, 800, 50}), TL_VERDICT_YES);
    tl_outline_free(&wood);
    tl_outline_free(&tree_line);
}

static void db_ex_13_14_15_the_building(void **state) {
    (void)state;
    tl_outline building = rectangle(500, 0, 900, 300);
    const tl_vec3 steel_death = {200, 150, 25}; /* 300 from the wall */
    const tl_vec3 steel_fist = {420, 150, 25};  /* 80 from it */
    const tl_vec3 flak_boys = {590, 150, 25};   /* 90 behind it */
    const tl_vec3 ghosts = {780, 150, 25};      /* at the back */
    tl_area_sight sight = sight_between(&building, 0, 150, OUT, IN, dust());
    assert_int_equal(verdict_of(&sight, steel_death, flak_boys), TL_VERDICT_YES); /* DB-EX-13 */
    assert_int_equal(verdict_of(&sight, steel_death, ghosts), TL_VERDICT_NO);     /* DB-EX-14 */
    assert_int_equal(verdict_of(&sight, steel_fist, flak_boys), TL_VERDICT_YES);  /* DB-EX-15 */
    assert_int_equal(verdict_of(&sight, steel_fist, ghosts), TL_VERDICT_YES);
    sight.rules.near = TL_AREA_INSIDE_ONLY; /* contradicts the example */
    assert_int_equal(verdict_of(&sight, steel_fist, ghosts), TL_VERDICT_NO);
    tl_outline_free(&building);
}

/* --- Where a footprint stands --------------------------------------------------------------------------------- */

static void places(void **state) {
    (void)state;
    tl_outline wood = rectangle(0, 0, 200, 200);
    tl_area area = {&wood, 10, 90};
    const struct {
        double x, y, low, high;
        tl_area_place place;
        double gap;
    } discs[] = {
        {100, 100, 10, 40, IN, 75},
        {25, 100, 10, 40, IN, 0} /* touches from inside */,
        {24.9, 100, 10, 40, ON, 0},
        {-25, 100, 10, 40, OUT, 0} /* touches from outside */,
        {-24.9, 100, 10, 40, ON, 0},
        {-30, 100, 10, 40, OUT, 5},
        {0, 0, 10, 40, ON, 0},
        {-15, -20, 10, 40, OUT, 0} /* touches the corner: 15, 20, 25 */,
        {-15, -19.9, 10, 40, ON, 0},
        {100, 100, 90, 120, OUT, INFINITY} /* on the roof */,
        {100, 100, 89, 120, IN, 75},
        {100, 100, 0, 10, OUT, INFINITY} /* below it */,
        {100, 100, 10, 10, IN, 75} /* a flat base on its ground */,
    };
    for (size_t i = 0; i < ARRAY_SIZE(discs); i++) {
        tl_outline base = tl_outline_disc((tl_vec2){discs[i].x, discs[i].y}, 25);
        tl_area_placement placement = tl_area_place_of(&area, &base, discs[i].low, discs[i].high);
        if (placement.place != discs[i].place || !placement.certain) {
            print_error("disc %zu: place %d, certain %d\n", i, (int)placement.place, placement.certain);
            fail();
        }
        if (isfinite(discs[i].gap)) {
            assert_near(placement.gap_mm, discs[i].gap, 1e-9);
        }
    }
    /* squares that share a wall, a corner, the whole outline; one that holds the wood */
    const struct {
        double x0, y0, x1, y1;
        tl_area_place place;
    } squares[] = {{-50, 50, 0, 100, OUT},   {-50, -50, 0, 0, OUT},  {0, 50, 50, 100, IN},
                   {0, 0, 200, 200, IN},     {-50, 50, 1, 100, ON},  {200, 0, 300, 200, OUT},
                   {-10, -10, 210, 210, ON}, {-50, -50, 250, 1, ON}, {0, 0, 200, 201, ON}};
    for (size_t i = 0; i < ARRAY_SIZE(squares); i++) {
        tl_outline base = rectangle(squares[i].x0, squares[i].y0, squares[i].x1, squares[i].y1);
        tl_area_placement placement = tl_area_place_of(&area, &base, 10, 40);
        if (placement.place != squares[i].place || !placement.certain) {
            print_error("square %zu: place %d, certain %d\n", i, (int)placement.place, placement.certain);
            fail();
        }
        /* the same as two triangles */
        tl_vec3 v[4] = {{squares[i].x0, squares[i].y0, 10},
                        {squares[i].x1, squares[i].y0, 10},
                        {squares[i].x1, squares[i].y1, 40},
                        {squares[i].x0, squares[i].y1, 40}};
        const uint32_t t[] = {0, 1, 2, 0, 2, 3, 1, 1, 2};
        assert_int_equal(tl_area_place_of_triangles(&area, v, t, 3, 10, 40).place, squares[i].place);
        tl_outline_free(&base);
    }
    tl_outline oval = tl_outline_oval((tl_vec2){-30, 100}, (tl_vec2){31, 0}, (tl_vec2){0, 10});
    assert_int_equal(tl_area_place_of(&area, &oval, 10, 40).place, ON);
    oval = tl_outline_oval((tl_vec2){-30, 100}, (tl_vec2){0, 31}, (tl_vec2){-10, 0});
    assert_int_equal(tl_area_place_of(&area, &oval, 10, 40).place, OUT);
    oval = tl_outline_oval((tl_vec2){32, 100}, (tl_vec2){31, 0}, (tl_vec2){0, 10});
    assert_int_equal(tl_area_place_of(&area, &oval, 10, 40).place, IN);
    tl_outline_free(&wood);

    tl_outline cloud = tl_outline_disc((tl_vec2){0, 0}, 75);
    tl_area smoke_area = {&cloud, 0, 50};
    const struct {
        double x;
        tl_area_place place;
    } rounds[] = {{0, IN}, {50, IN}, {50.1, ON}, {99.9, ON}, {100, OUT}, {140, OUT}};
    for (size_t i = 0; i < ARRAY_SIZE(rounds); i++) {
        tl_outline base = tl_outline_disc((tl_vec2){rounds[i].x, 0}, 25);
        assert_int_equal(tl_area_place_of(&smoke_area, &base, 0, 30).place, rounds[i].place);
    }
    tl_outline box = rectangle(60, -10, 80, 10);
    assert_int_equal(tl_area_place_of(&smoke_area, &box, 0, 30).place, ON);
    tl_outline_free(&box);
    box = rectangle(45, -45, 60, 45); /* its far corners are at exactly 75 */
    assert_int_equal(tl_area_place_of(&smoke_area, &box, 0, 30).place, IN);
    tl_outline_free(&box);
    assert_int_equal(tl_area_place_of_point(&smoke_area, (tl_vec3){74, 0, 10}), IN);
    assert_int_equal(tl_area_place_of_point(&smoke_area, (tl_vec3){75, 0, 10}), OUT);
    assert_int_equal(tl_area_place_of_point(&smoke_area, (tl_vec3){0, 0, 50}), OUT);
}

static void outlines_of_shapes(void **state) {
    (void)state;
    tl_outline outline;
    tl_vec2 corners[] = {{-10, -5}, {10, -5}, {10, 5}, {-10, 5}};
    tl_pose pose = tl_pose_turned((tl_vec3){100, 50, 7}, 90);
    const struct {
        tl_shape shape;
        double area, tolerance;
    } shapes[] = {
        {{.kind = TL_SHAPE_DISC, .pose = pose, .radius = 10, .high = 3}, TL_PI * 100, 1e-9},
        {{.kind = TL_SHAPE_OVAL, .pose = pose, .size = {20, 10}, .high = 3}, TL_PI * 200, 1e-9},
        {{.kind = TL_SHAPE_POLYGON, .pose = pose, .outline = corners, .outline_count = 4, .high = 3}, 200, 1e-9},
        {{.kind = TL_SHAPE_BOX, .pose = pose, .from = {0, 0, 0}, .to = {4, 5, 6}}, 20, 1e-9},
        {{.kind = TL_SHAPE_CAPSULE, .pose = pose, .from = {0, 0, 0}, .to = {0, 0, 20}, .radius = 6}, TL_PI * 36, 0.01},
        {{.kind = TL_SHAPE_CAPSULE, .pose = pose, .from = {0, 0, 0}, .to = {30, 0, 20}, .radius = 6},
         TL_PI * 36 + 360,
         0.01},
        {{.kind = TL_SHAPE_CYLINDER, .pose = pose, .from = {0, 0, 0}, .to = {30, 0, 0}, .radius = 6}, 360, 0.01},
        {{.kind = TL_SHAPE_CYLINDER, .pose = pose, .from = {0, 0, 0}, .to = {0, 0, 9}, .radius = 6}, TL_PI * 36, 0.01},
        {{.kind = TL_SHAPE_CYLINDER, .pose = pose, .from = {0, 0, 0}, .to = {30, 0, 40}, .radius = 6},
         TL_PI * 36 * 0.8 + 360,
         0.01},
    };
    for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
        tl_error error = {0};
        assert_int_equal(tl_outline_of_shape(context, &shapes[i].shape, &outline, &error), TL_OK);
        assert_near(tl_outline_area(&outline), shapes[i].area, shapes[i].tolerance);
        tl_outline_free(&outline);
    }
    /* tilted by 60 degrees a disc looks half as wide */
    tl_shape tilted = {
        .kind = TL_SHAPE_DISC, .pose = tl_pose_turned_tilted((tl_vec3){0, 0, 0}, 0, 60, 0), .radius = 10};
    assert_int_equal(tl_outline_of_shape(context, &tilted, &outline, NULL), TL_OK);
    assert_int_equal(outline.kind, TL_OUTLINE_OVAL);
    assert_near(tl_outline_area(&outline), TL_PI * 50, 1e-9);
}

static void bad_outlines_are_refused(void **state) {
    (void)state;
    const tl_vec2 two[] = {{0, 0}, {1, 0}};
    const tl_vec2 flat[] = {{0, 0}, {1, 1}, {2, 2}, {0, 0}};
    const tl_vec2 twice[] = {{0, 0}, {0, 0}, {1, 1}};
    const tl_vec2 nan[] = {{0, 0}, {1, 0}, {0, NAN}};
    const tl_vec2 far[] = {{0, 0}, {2e9, 0}, {0, 1}};
    const struct {
        const tl_vec2 *points;
        size_t count;
    } bad[] = {{two, 2}, {flat, 4}, {twice, 3}, {nan, 3}, {far, 3}, {two, 0}};
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        tl_outline outline;
        tl_error error = {0};
        assert_int_equal(tl_outline_polygon(context, bad[i].points, bad[i].count, &outline, &error), TL_ERROR_ARGUMENT);
        assert_true(error.message[0] != '\0' && error.remedy[0] != '\0');
        assert_int_equal(outline.kind, TL_OUTLINE_NONE);
    }
    const tl_vec2 bow[] = {{0, 0}, {10, 10}, {10, 0}, {0, 10}};
    tl_outline outline = polygon(bow, 4);
    size_t edges[2];
    assert_false(tl_outline_is_simple(&outline, edges));
    assert_true(edges[0] == 0 && edges[1] == 2);
    tl_outline_free(&outline);
    const tl_vec2 spike[] = {{0, 0}, {10, 0}, {20, 0}, {12, 0}, {5, 8}};
    outline = polygon(spike, 5);
    assert_false(tl_outline_is_simple(&outline, NULL));
    tl_outline_free(&outline);
    outline = rectangle(0, 0, 1, 1);
    assert_true(tl_outline_is_simple(&outline, NULL));
    tl_outline_free(&outline);
}

/* --- Random lines against an independent evaluation in long double -------------------------------------------- */

/* Random simple polygons, mostly concave: corners at growing angles round a centre. */
static size_t random_polygon(test_random *random, tl_vec2 *points) {
    size_t n = 3 + (size_t)test_random_below(random, 30);
    double turn = test_random_between(random, 0, 6);
    tl_vec2 centre = {test_random_between(random, -200, 200), test_random_between(random, -200, 200)};
    bool grid = test_random_below(random, 3) == 0; /* round numbers meet in corners */
    for (size_t i = 0; i < n; i++) {
        double angle = turn + 2 * TL_PI * ((double)i + test_random_between(random, 0, 0.8)) / (double)n;
        double r = test_random_between(random, 40, 300);
        points[i] = (tl_vec2){centre.x + r * cos(angle), centre.y + r * sin(angle)};
        if (grid) {
            points[i] = (tl_vec2){floor(points[i].x / 20) * 20, floor(points[i].y / 20) * 20};
        }
    }
    return n;
}

static bool naive_inside(const tl_vec2 *points, size_t n, long double x, long double y) {
    bool inside = false;
    for (size_t i = 0, j = n - 1; i < n; j = i++) {
        if (tl_plan_distance((tl_vec2){(double)x, (double)y}, points[i], points[j]) < 1e-10) {
            return false; /* runs along the boundary */
        }
        if ((points[i].y > y) != (points[j].y > y) && x < ((long double)points[j].x - points[i].x) * (y - points[i].y) /
                                                                  ((long double)points[j].y - points[i].y) +
                                                              points[i].x) {
            inside = !inside;
        }
    }
    return inside;
}

static int compare_long(const void *a, const void *b) {
    long double x = *(const long double *)a;
    long double y = *(const long double *)b;
    return x < y ? -1 : x > y;
}

typedef struct naive {
    long double length, first, last; /* inside; parameters of entry and exit */
    bool enters;
} naive;

static naive naive_line(const tl_vec2 *points, size_t n, double bottom, double top, tl_vec3 p, tl_vec3 q,
                        long double from, long double to) {
    long double events[128];
    size_t count = 0;
    events[count++] = 0;
    events[count++] = 1;
    events[count++] = from;
    events[count++] = to;
    long double vx = (long double)q.x - p.x;
    long double vy = (long double)q.y - p.y;
    long double vz = (long double)q.z - p.z;
    for (size_t i = 0; i < n; i++) {
        tl_vec2 a = points[i];
        tl_vec2 b = points[(i + 1) % n];
        long double dx = (long double)b.x - a.x;
        long double dy = (long double)b.y - a.y;
        long double det = vx * dy - vy * dx;
        if (det != 0) {
            long double u = (((long double)a.x - p.x) * dy - ((long double)a.y - p.y) * dx) / det;
            if (u > 0 && u < 1) {
                events[count++] = u;
            }
        }
    }
    for (int k = 0; k < 2 && vz != 0; k++) {
        long double u = ((k == 0 ? bottom : top) - (long double)p.z) / vz;
        if (u > 0 && u < 1) {
            events[count++] = u;
        }
    }
    qsort(events, count, sizeof(events[0]), compare_long);
    naive result = {0};
    long double size = sqrtl(vx * vx + vy * vy + vz * vz);
    for (size_t i = 0; i + 1 < count; i++) {
        long double u = (events[i] + events[i + 1]) / 2;
        if (events[i + 1] - events[i] < 1e-13L || u < 0 || u > 1) {
            continue;
        }
        long double z = p.z + u * vz;
        if (z > bottom && z < top && naive_inside(points, n, p.x + u * vx, p.y + u * vy)) {
            if (!result.enters) {
                result.first = events[i];
            }
            result.enters = true;
            result.last = events[i + 1];
            if (u >= from && u <= to) {
                result.length += (events[i + 1] - events[i]) * size;
            }
        }
    }
    return result;
}

static tl_vec3 random_end(test_random *random, const tl_vec2 *points, size_t n) {
    tl_vec3 p = {test_random_between(random, -600, 600), test_random_between(random, -600, 600),
                 test_random_between(random, -20, 120)};
    switch (test_random_below(random, 4)) {
    case 0:
        p = (tl_vec3){floor(p.x / 20) * 20, floor(p.y / 20) * 20, floor(p.z / 20) * 20};
        break;
    case 1: {
        size_t i = (size_t)test_random_below(random, (int)n); /* exactly at a corner */
        p.x = points[i].x;
        p.y = points[i].y;
        break;
    }
    default:
        break;
    }
    return p;
}

static void random_lines_agree_with_long_double(void **state) {
    (void)state;
    test_random random = test_random_start("area lines", 41);
    size_t entered = 0;
    size_t grazes = 0;
    for (int k = 0; k < 200; k++) {
        tl_vec2 points[40];
        size_t n = random_polygon(&random, points);
        tl_outline outline;
        if (tl_outline_polygon(context, points, n, &outline, NULL) != TL_OK) {
            continue;
        }
        /* rounded to the grid a polygon may touch or cross itself: then a graze of two walls in one point is doubtful
         */
        bool simple = tl_outline_is_simple(&outline, NULL);
        tl_area area = {&outline, 0, 80};
        for (int i = 0; i < 200; i++) {
            tl_vec3 p = random_end(&random, points, n);
            tl_vec3 q = random_end(&random, points, n);
            naive expected = naive_line(points, n, 0, 80, p, q, 0, 1);
            tl_area_sight sight = sight_between(&outline, 0, 80, OUT, OUT, dust());
            tl_area_ruling ruling;
            tl_area_line(&sight, p, q, &ruling);
            bool certain = ruling.clause != TL_AREA_NOT_ENTERED;
            if (expected.length > 1e-6L) {
                entered++;
                assert_true(certain);
                assert_true((long double)ruling.length.low <= expected.length + 1e-12L);
                assert_true((long double)ruling.length.high >= expected.length - 1e-12L);
                assert_near(ruling.length.low, (double)expected.length, 1e-6);
                assert_near(ruling.length.high, (double)expected.length, 1e-6);
                double size = tl_distance(p, q);
                double last = (double)expected.last * size;
                double first = (double)expected.first * size;
                assert_true(ruling.to_far[0].low <= last + 1e-6 && ruling.to_far[0].high >= last - 1e-6);
                assert_true(ruling.to_near[0].low <= first + 1e-6 && ruling.to_near[0].high >= first - 1e-6);
                if (simple) {
                    assert_near(ruling.to_far[0].low, last, 1e-6);
                    assert_near(ruling.to_far[0].high, last, 1e-6);
                    assert_near(ruling.to_far[1].high, size - first, 1e-6);
                    assert_near(ruling.to_near[0].high, first, 1e-6);
                    assert_near(ruling.to_near[1].low, size - last, 1e-6);
                }
                tl_area_pass passes[64];
                size_t count = tl_area_passes(&area, p, q, passes, 64);
                double sum = 0;
                for (size_t j = 0; j < count; j++) {
                    sum += passes[j].length_mm;
                }
                assert_near(sum, (double)expected.length, 1e-6);
            } else {
                assert_true(ruling.length.high <= 1e-6);
                grazes += certain && simple;
            }
            /* symmetry, to the last bit */
            tl_area_ruling back;
            tl_area_line(&sight, q, p, &back);
            assert_true(back.verdict == ruling.verdict && back.clause == ruling.clause);
            assert_true(back.margin.low == ruling.margin.low && back.margin.high == ruling.margin.high);
            assert_true(back.length.low == ruling.length.low && back.to_far[0].low == ruling.to_far[1].low &&
                        back.to_near[1].high == ruling.to_near[0].high);
            assert_true(tl_area_enters(&area, p, q) == tl_area_enters(&area, q, p));
        }
        tl_outline_free(&outline);
    }
    print_message("%zu lines entered, %zu doubtful grazes\n", entered, grazes);
    assert_true(entered > 10000 && grazes == 0);
}

/* --- Random rulings against an independent reading of the rules ----------------------------------------------- */

static tl_area_rules random_rules(test_random *random) {
    return (tl_area_rules){.edge_limit = test_random_between(random, 20, 200),
                           .through_limit = test_random_between(random, 20, 200),
                           .inside_limit =
                               test_random_below(random, 3) ? test_random_between(random, 50, 400) : INFINITY,
                           .distance = TL_AREA_ALONG_LINE,
                           .through = (tl_area_through)test_random_below(random, 3),
                           .near = (tl_area_near)test_random_below(random, 2),
                           .cap_scope = (tl_area_cap_scope)test_random_below(random, 2),
                           .inside_length = (tl_area_inside_length)test_random_below(random, 2)};
}

/* Where a segment from p leaves a disc about `centre`; 0 when it never meets it. */
static long double naive_leaves(tl_vec2 centre, double radius, tl_vec3 p, tl_vec3 q) {
    long double ax = (long double)p.x - centre.x, ay = (long double)p.y - centre.y;
    long double vx = (long double)q.x - p.x, vy = (long double)q.y - p.y;
    long double a = vx * vx + vy * vy, b = ax * vx + ay * vy, c = ax * ax + ay * ay - (long double)radius * radius;
    long double root = b * b - a * c;
    if (root <= 0 || a == 0) {
        return 0;
    }
    long double u = (-b + sqrtl(root)) / a;
    return u < 0 ? 0 : u > 1 ? 1 : u;
}

static void random_rulings_agree_with_a_second_reading(void **state) {
    (void)state;
    test_random random = test_random_start("area rulings", 42);
    size_t counts[2] = {0, 0};
    for (int k = 0; k < 12000; k++) {
        tl_vec2 points[40];
        size_t n = random_polygon(&random, points);
        tl_outline outline;
        if (tl_outline_polygon(context, points, n, &outline, NULL) != TL_OK) {
            continue;
        }
        tl_area_rules rules = random_rules(&random);
        tl_area_sight sight = {
            .area = {&outline, 0, 80}, .rules = rules, .unit_distance = test_random_between(&random, 0, 400)};
        tl_outline base[2];
        tl_vec3 at[2];
        for (int e = 0; e < 2; e++) {
            at[e] = random_end(&random, points, n);
            at[e].z = fabs(at[e].z);
            base[e] = tl_outline_disc((tl_vec2){at[e].x + test_random_between(&random, -10, 10), at[e].y}, 20);
            sight.end[e] = (tl_area_end){tl_area_place_of(&sight.area, &base[e], 0, 30).place, &base[e],
                                         test_random_below(&random, 4) > 0};
        }
        long double from = sight.end[0].from_footprint ? naive_leaves(base[0].centre, 20, at[0], at[1]) : 0;
        long double to = sight.end[1].from_footprint ? 1 - naive_leaves(base[1].centre, 20, at[1], at[0]) : 1;
        naive line = naive_line(points, n, 0, 80, at[0], at[1], from, to);
        tl_area_place a = sight.end[0].place;
        tl_area_place b = sight.end[1].place;
        double size = tl_distance(at[0], at[1]);
        double margin = INFINITY;
        if (line.enters) {
            double a_last = fmax(0, (double)(line.last - from)) * size;
            double a_first = fmax(0, (double)(line.first - from)) * size;
            double b_last = fmax(0, (double)(to - line.last)) * size;
            double b_first = fmax(0, (double)(to - line.first)) * size;
            if (a == IN && b == IN) {
                margin = rules.inside_limit -
                         (rules.inside_length == TL_AREA_UNIT_DISTANCE ? sight.unit_distance : (double)line.length);
            } else {
                double distance = 0;
                double limit = rules.edge_limit;
                if (a != ON && b != ON) {
                    if (a == IN) {
                        distance = rules.near == TL_AREA_EITHER ? fmin(a_last, b_last) : a_last;
                    } else if (b == IN) {
                        distance = rules.near == TL_AREA_EITHER ? fmin(b_first, a_first) : b_first;
                    } else {
                        limit = rules.through_limit;
                        distance = rules.through == TL_AREA_CHORD      ? (double)line.length
                                   : rules.through == TL_AREA_FAR_EDGE ? fmin(a_last, b_first)
                                                                       : fmin(a_first, b_last);
                    }
                }
                margin = limit - distance;
                if (rules.cap_scope == TL_AREA_CAP_LENGTH) {
                    margin = fmin(margin, rules.inside_limit - (double)line.length);
                }
            }
        }
        tl_area_ruling ruling;
        tl_area_line(&sight, at[0], at[1], &ruling);
        if (line.enters && line.length < 1e-6L && from < to) {
            tl_outline_free(&outline);
            continue; /* a graze */
        }
        if (fabs(margin) > 1e-6) {
            if (ruling.verdict != (margin > 0 ? TL_VERDICT_YES : TL_VERDICT_NO)) {
                print_error("case %d: verdict %d, margin %g to %g, expected %g\n", k, (int)ruling.verdict,
                            ruling.margin.low, ruling.margin.high, margin);
                fail();
            }
            counts[margin > 0]++;
            if (isfinite(margin)) {
                assert_near(ruling.margin.low, margin, 1e-6);
                assert_near(ruling.margin.high, margin, 1e-6);
            }
        }
        tl_outline_free(&outline);
    }
    print_message("%zu forbidden, %zu allowed\n", counts[0], counts[1]);
    assert_true(counts[0] > 1000 && counts[1] > 1000);
}

/* --- Bundles -------------------------------------------------------------------------------------------------- */

static size_t random_cell(test_random *random, tl_vec3 centre, double size, tl_vec3 *points) {
    size_t n = 1 + (size_t)test_random_below(random, test_random_below(random, 2) ? 4 : 20);
    for (size_t i = 0; i < n; i++) {
        points[i] = (tl_vec3){centre.x + test_random_between(random, -size, size),
                              centre.y + test_random_between(random, -size, size),
                              centre.z + test_random_between(random, -size, size)};
    }
    return n;
}

static tl_vec3 random_mix(test_random *random, const tl_vec3 *points, size_t n) {
    if (test_random_below(random, 3) == 0) {
        return points[test_random_below(random, (int)n)];
    }
    double total = 0;
    tl_vec3 sum = {0, 0, 0};
    for (size_t i = 0; i < n; i++) {
        double w = test_random_between(random, 0, 1);
        w = w * w * w;
        total += w;
        sum = tl_madd(sum, points[i], w);
    }
    return tl_scale(sum, 1 / total);
}

typedef struct arena {
    tl_outline outline, other, base[2];
    tl_vec2 points[40];
    size_t n;
    tl_area_sight sights[2];
    tl_vec3 at[2];
} arena;

/* A random area (polygon or disc), ends with random bases, readings and limits. False: try again. */
static bool make_arena(test_random *random, arena *s) {
    memset(s, 0, sizeof(*s));
    s->n = random_polygon(random, s->points);
    if (test_random_below(random, 4) == 0) {
        s->outline = tl_outline_disc(s->points[0], test_random_between(random, 50, 200));
    } else if (tl_outline_polygon(context, s->points, s->n, &s->outline, NULL) != TL_OK) {
        return false;
    }
    s->other = tl_outline_disc(s->points[1], 90);
    double top = test_random_below(random, 5) == 0 ? INFINITY : 80;
    for (int k = 0; k < 2; k++) {
        s->sights[k] = (tl_area_sight){.area = {k == 0 ? &s->outline : &s->other, 0, top},
                                       .rules = random_rules(random),
                                       .unit_distance = test_random_between(random, 0, 400)};
        s->sights[k].rules.distance = (tl_area_distance)test_random_below(random, 2);
    }
    for (int e = 0; e < 2; e++) {
        s->at[e] = random_end(random, s->points, s->n);
        s->at[e].z = fabs(s->at[e].z);
        tl_vec2 centre = {s->at[e].x + test_random_between(random, -10, 10), s->at[e].y};
        s->base[e] = test_random_below(random, 2) ? tl_outline_disc(centre, 20)
                                                  : tl_outline_oval(centre, (tl_vec2){25, 10}, (tl_vec2){-4, 15});
        bool none = test_random_below(random, 4) == 0;
        for (int k = 0; k < 2; k++) {
            s->sights[k].end[e] = (tl_area_end){tl_area_place_of(&s->sights[k].area, &s->base[e], 0, 30).place,
                                                none ? NULL : &s->base[e], test_random_below(random, 4) > 0};
        }
    }
    return true;
}

static void bundles_hold_for_the_lines_in_them(void **state) {
    (void)state;
    test_random random = test_random_start("area bundles", 43);
    size_t counts[3][3] = {{0}};
    size_t lines_tried = 0;
    for (int k = 0; k < 3000; k++) {
        arena s;
        if (!make_arena(&random, &s)) {
            continue;
        }
        if (k % 2 == 0) {
            assert_int_equal(tl_area_sight_prepare(context, &s.sights[0], NULL), TL_OK);
        }
        tl_area_ruling middle;
        tl_area_line(&s.sights[0], s.at[0], s.at[1], &middle);
        if (k % 3 != 0 && middle.distance.high > 1) {
            /* limits close to what the lines measure: every bound counts */
            tl_area_rules *rules = &s.sights[0].rules;
            rules->edge_limit = rules->through_limit = middle.distance.high * test_random_between(&random, 0.97, 1.03);
            rules->inside_limit = middle.length.high * test_random_between(&random, 0.97, 1.2);
        }
        const double sizes[] = {0.01, 1, 8, 40};
        double size = sizes[test_random_below(&random, 4)];
        tl_vec3 a[20], b[20];
        size_t na = random_cell(&random, s.at[0], size, a);
        size_t nb = random_cell(&random, s.at[1], size, b);
        tl_area_sum sum = {s.sights, 2};
        const tl_condition conditions[3] = {tl_area_condition(&s.sights[0], 0), tl_area_sum_condition(&sum, 0),
                                            tl_area_clear_condition(&s.sights[0].area, 0)};
        tl_bundle answers[3];
        for (int c = 0; c < 3; c++) {
            answers[c] = conditions[c].bundle(conditions[c].user, a, na, b, nb);
            counts[c][answers[c]]++;
        }
        tl_area_ruling whole;
        tl_area_bundle(&s.sights[0], a, na, b, nb, &whole);
        for (int i = 0; i < 40; i++) {
            tl_vec3 p = random_mix(&random, a, na);
            tl_vec3 q = random_mix(&random, b, nb);
            tl_area_ruling one;
            lines_tried++;
            tl_area_line(&s.sights[0], p, q, &one);
            if (one.clause != TL_AREA_NOT_ENTERED) {
                /* the mixture is rounded: allow for it */
                double slack = 1e-9;
                bool same = one.length.low >= whole.length.low - slack && one.length.high <= whole.length.high + slack;
                for (int e = 0; e < 2; e++) {
                    same = same && one.to_far[e].low >= whole.to_far[e].low - slack &&
                           one.to_far[e].high <= whole.to_far[e].high + slack &&
                           one.to_near[e].low >= whole.to_near[e].low - slack &&
                           one.to_near[e].high <= whole.to_near[e].high + slack;
                }
                if (!same && one.verdict != TL_VERDICT_MARGINAL && one.length.low > 1e-6) {
                    print_error("case %d, line %d: a line's numbers leave its bundle's ranges\n", k, i);
                    fail();
                }
            }
            for (int c = 0; c < 3; c++) {
                tl_verdict verdict = one.verdict;
                if (c == 1) {
                    tl_area_sum_line(&sum, p, q, &one);
                    verdict = one.verdict;
                } else if (c == 2) {
                    tl_verdict enters = tl_area_enters(&s.sights[0].area, p, q);
                    verdict = enters == TL_VERDICT_YES  ? TL_VERDICT_NO
                              : enters == TL_VERDICT_NO ? TL_VERDICT_YES
                                                        : enters;
                }
                if ((answers[c] == TL_BUNDLE_ALL && verdict == TL_VERDICT_NO) ||
                    (answers[c] == TL_BUNDLE_NONE && verdict == TL_VERDICT_YES)) {
                    print_error("case %d, condition %d: bundle says %d, a line in it %d\n", k, c, (int)answers[c],
                                (int)verdict);
                    fail();
                }
            }
        }
        tl_area_sight_release(&s.sights[0]);
        tl_outline_free(&s.outline);
    }
    for (int c = 0; c < 3; c++) {
        print_message("condition %d: none %zu, all %zu, split %zu\n", c, counts[c][TL_BUNDLE_NONE],
                      counts[c][TL_BUNDLE_ALL], counts[c][TL_BUNDLE_SPLIT]);
        assert_true(counts[c][TL_BUNDLE_NONE] > 100 && counts[c][TL_BUNDLE_ALL] > 100);
    }
    print_message("%zu lines\n", lines_tried);
}

/* As cells shrink towards a line that is strictly allowed or forbidden, the answer must come. */
static void shrinking_bundles_are_decided(void **state) {
    (void)state;
    test_random random = test_random_start("area convergence", 44);
    size_t decided = 0;
    size_t left = 0;
    for (int k = 0; k < 4000; k++) {
        arena s;
        if (!make_arena(&random, &s)) {
            continue;
        }
        tl_vec3 p = tl_madd(s.at[0], test_random_direction(&random), 5);
        tl_vec3 q = tl_madd(s.at[1], test_random_direction(&random), 5);
        tl_area_ruling line;
        tl_area_line(&s.sights[0], p, q, &line);
        bool clear = line.verdict == TL_VERDICT_NO || line.clause == TL_AREA_NOT_ENTERED ||
                     (line.verdict == TL_VERDICT_YES && line.margin.low > 0.01);
        if (clear && (line.verdict != TL_VERDICT_NO || line.margin.high < -0.01)) {
            tl_condition condition = tl_area_condition(&s.sights[0], 0);
            tl_bundle answer = TL_BUNDLE_SPLIT;
            for (double size = 8; size > 1e-7 && answer == TL_BUNDLE_SPLIT; size /= 8) {
                tl_vec3 a[20], b[20];
                size_t na = random_cell(&random, p, size, a);
                size_t nb = random_cell(&random, q, size, b);
                a[0] = p;
                b[0] = q;
                answer = condition.bundle(condition.user, a, na, b, nb);
            }
            if (answer == TL_BUNDLE_SPLIT) {
                left++;
            } else {
                assert_int_equal(answer, line.verdict == TL_VERDICT_YES ? TL_BUNDLE_ALL : TL_BUNDLE_NONE);
                decided++;
            }
        }
        tl_outline_free(&s.outline);
    }
    print_message("%zu decided, %zu left\n", decided, left);
    assert_true(decided > 3000 && left == 0);
}

/* Both inside: what a bundle says of the length from footprint to footprint holds for its lines, worked out in long
 * double, and isn't far below the shortest of them. */
static void lengths_between_footprints_are_bounded(void **state) {
    (void)state;
    test_random random = test_random_start("area lengths", 45);
    tl_outline wood = rectangle(-500, -500, 1000, 1000);
    size_t close = 0;
    enum { ROUNDS = 1000, LINES = 60 };
    for (int k = 0; k < ROUNDS; k++) {
        const double sizes[] = {0.01, 1, 8, 25};
        double size = sizes[test_random_below(&random, 4)];
        tl_area_sight sight = sight_between(&wood, 0, 200, IN, IN, dust());
        sight.rules.inside_length = TL_AREA_IN_AREA_LENGTH;
        tl_outline base[2];
        tl_vec3 cell[2][20];
        size_t count[2];
        for (int e = 0; e < 2; e++) {
            tl_vec3 at = {test_random_between(&random, e == 0 ? -300 : 100, e == 0 ? -100 : 300),
                          test_random_between(&random, -300, 300), test_random_between(&random, 50, 100)};
            /* now and then a cell beside its base */
            double off = test_random_below(&random, 4) == 0 ? 40 : 5;
            base[e] = tl_outline_disc((tl_vec2){at.x + test_random_between(&random, -off, off), at.y}, 20);
            sight.end[e] = (tl_area_end){IN, &base[e], true};
            count[e] = random_cell(&random, at, size, cell[e]);
        }
        sight.rules.inside_limit = tl_length2(tl_sub2(base[1].centre, base[0].centre)) - 40;
        tl_area_ruling whole;
        tl_area_bundle(&sight, cell[0], count[0], cell[1], count[1], &whole);
        double shortest = INFINITY;
        for (int i = 0; i < LINES; i++) {
            tl_vec3 p = random_mix(&random, cell[0], count[0]), q = random_mix(&random, cell[1], count[1]);
            long double from = naive_leaves(base[0].centre, 20, p, q), to = 1 - naive_leaves(base[1].centre, 20, q, p);
            double length = (double)((to - from) * (long double)tl_distance(p, q));
            shortest = tl_min(shortest, length);
            if (length < whole.length.low - 1e-9 || length > whole.length.high + 1e-9) {
                print_error("case %d: %.12g isn't in [%.12g, %.12g]\n", k, length, whole.length.low, whole.length.high);
                fail();
            }
        }
        close += shortest - whole.length.low < 0.01 * shortest;
    }
    print_message("%zu of %d bounds within a hundredth\n", close, ROUNDS);
    assert_true(close > ROUNDS / 2);
    tl_outline_free(&wood);
}

/* A slanting bundle of fixed shape must be decided at a fair size, not only in the limit. */
static void bundles_of_real_size_are_decided(void **state) {
    (void)state;
    tl_outline wood = rectangle(0, 0, 400, 400);
    tl_area_sight sight = sight_between(&wood, 0, 90, OUT, IN, dust());
    const tl_vec3 a[] = {{-500, 180, 20}, {-500, 200, 20}, {-490, 190, 50}};
    const tl_vec3 near[] = {{60, 180, 10}, {60, 200, 10}, {70, 190, 40}};
    const tl_vec3 deep[] = {{160, 180, 10}, {160, 200, 10}, {170, 190, 40}};
    const tl_vec3 mid[] = {{90, 180, 10}, {90, 200, 10}, {110, 190, 40}};
    tl_condition condition = tl_area_condition(&sight, 0);
    assert_int_equal(condition.bundle(condition.user, a, 3, near, 3), TL_BUNDLE_ALL);
    assert_int_equal(condition.bundle(condition.user, a, 3, deep, 3), TL_BUNDLE_NONE);
    assert_int_equal(condition.bundle(condition.user, a, 3, mid, 3), TL_BUNDLE_SPLIT);
    /* head on, a hair beyond the limit: no line of the whole bundle is shorter than its distance from the wall */
    const tl_vec3 hair[] = {{100.001, 180, 10}, {100.001, 200, 10}, {110, 190, 40}, {100.001, 190, 30}};
    assert_int_equal(condition.bundle(condition.user, a, 3, hair, 4), TL_BUNDLE_NONE);
    tl_outline base = tl_outline_disc((tl_vec2){125.001, 190}, 25);
    tl_outline oval = tl_outline_oval((tl_vec2){125.001, 190}, (tl_vec2){0, 10}, (tl_vec2){25, 0});
    const tl_outline *footprints[] = {&base, &oval};
    for (int k = 0; k < 2; k++) {
        const tl_vec3 core[] = {{119, 185, 10}, {131, 185, 10}, {125, 195, 40}};
        sight.end[1] = (tl_area_end){IN, footprints[k], true};
        assert_int_equal(condition.bundle(condition.user, a, 3, core, 3), TL_BUNDLE_NONE);
        sight.rules.edge_limit = 100.002;
        assert_int_equal(condition.bundle(condition.user, a, 3, core, 3), TL_BUNDLE_SPLIT);
        sight.rules.edge_limit = 100;
    }
    sight.end[1] = (tl_area_end){OUT, NULL, false};
    sight.rules.through = TL_AREA_CHORD;
    sight.rules.through_limit = 399.999;
    const tl_vec3 across[] = {{500, 180, 10}, {500, 200, 10}, {510, 190, 40}};
    assert_int_equal(condition.bundle(condition.user, a, 3, across, 3), TL_BUNDLE_NONE);
    sight.rules = dust();
    const tl_vec3 behind[] = {{460, 180, 10}, {460, 200, 10}, {470, 190, 40}};
    const tl_vec3 beside[] = {{-400, 600, 10}, {-400, 700, 10}, {-300, 590, 40}};
    assert_int_equal(condition.bundle(condition.user, a, 3, behind, 3), TL_BUNDLE_NONE);
    assert_int_equal(condition.bundle(condition.user, a, 3, beside, 3), TL_BUNDLE_ALL);
    /* both inside: no line is shorter than the way from footprint to footprint, 300.001 mm */
    tl_outline bases[] = {tl_outline_disc((tl_vec2){40, 190}, 12.5), tl_outline_disc((tl_vec2){365.001, 190}, 12.5)};
    sight = sight_between(&wood, 0, 90, IN, IN, dust());
    sight.rules.inside_length = TL_AREA_IN_AREA_LENGTH;
    const tl_vec3 cores[2][3] = {{{34, 185, 10}, {46, 185, 10}, {40, 196, 40}},
                                 {{359, 185, 10}, {371, 185, 10}, {365, 196, 40}}};
    for (int k = 0; k < 2; k++) {
        sight.end[k] = (tl_area_end){IN, &bases[k], true};
    }
    assert_int_equal(condition.bundle(condition.user, cores[0], 3, cores[1], 3), TL_BUNDLE_NONE);
    sight.rules.inside_limit = 300.002;
    assert_int_equal(condition.bundle(condition.user, cores[0], 3, cores[1], 3), TL_BUNDLE_SPLIT);
    tl_outline_free(&wood);
}

/* The stretches that pictures show, where they can be told by hand: straight through, over the top, into a bay. */
static void stretches_are_where_the_line_is_inside(void **state) {
    (void)state;
    double inside[4][2];
    tl_outline square = rectangle(0, 0, 100, 100);
    const tl_area wood = {&square, 0, 40};
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){-50, 50, 10}, (tl_vec3){150, 50, 10}, inside, 4), 1);
    assert_near(inside[0][0], 0.25, 1e-9);
    assert_near(inside[0][1], 0.75, 1e-9);
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){150, 50, 10}, (tl_vec3){50, 50, 10}, inside, 4), 1);
    assert_near(inside[0][0], 0.5, 1e-9);
    assert_near(inside[0][1], 1, 1e-9);
    /* from above down into it: below its top from a quarter of the way on */
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){10, 50, 50}, (tl_vec3){90, 50, 10}, inside, 4), 1);
    assert_near(inside[0][0], 0.25, 1e-9);
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){-50, 50, 45}, (tl_vec3){150, 50, 45}, inside, 4), 0);
    assert_int_equal(tl_area_stretches(&wood, (tl_vec3){-50, -1, 10}, (tl_vec3){150, -1, 10}, inside, 4), 0);
    const tl_vec2 bay[] = {{0, 0}, {100, 0}, {100, 100}, {60, 100}, {60, 20}, {40, 20}, {40, 100}, {0, 100}};
    tl_outline concave = polygon(bay, ARRAY_SIZE(bay));
    const tl_area two = {&concave, 0, 40};
    assert_int_equal(tl_area_stretches(&two, (tl_vec3){0, 50, 10}, (tl_vec3){100, 50, 10}, inside, 4), 2);
    assert_near(inside[0][1], 0.4, 1e-9);
    assert_near(inside[1][0], 0.6, 1e-9);
    assert_int_equal(tl_area_stretches(&two, (tl_vec3){0, 50, 10}, (tl_vec3){100, 50, 10}, inside, 1), 1);
    tl_outline_free(&square);
    tl_outline_free(&concave);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_wood_is_crossed_in_closed_form),
        cmocka_unit_test(a_concave_wood_is_crossed_twice),
        cmocka_unit_test(a_disc_is_crossed_in_closed_form),
        cmocka_unit_test(touching_is_not_entering),
        cmocka_unit_test(a_line_that_touches_a_corner_inside_goes_on),
        cmocka_unit_test(one_unit_inside_near_its_edge),
        cmocka_unit_test(along_the_line_or_to_the_side),
        cmocka_unit_test(through_the_whole_area),
        cmocka_unit_test(both_inside),
        cmocka_unit_test(straddling_is_distance_zero),
        cmocka_unit_test(distances_start_at_the_base),
        cmocka_unit_test(depths_of_several_areas_add_up),
        cmocka_unit_test(a_clear_line_stays_out),
        cmocka_unit_test(db_ex_11_luther_sees_both),
        cmocka_unit_test(db_ex_12_ludwig_sees_neither),
        cmocka_unit_test(db_ex_13_14_15_the_building),
        cmocka_unit_test(places),
        cmocka_unit_test(outlines_of_shapes),
        cmocka_unit_test(bad_outlines_are_refused),
        cmocka_unit_test(random_lines_agree_with_long_double),
        cmocka_unit_test(random_rulings_agree_with_a_second_reading),
        cmocka_unit_test(bundles_hold_for_the_lines_in_them),
        cmocka_unit_test(shrinking_bundles_are_decided),
        cmocka_unit_test(lengths_between_footprints_are_bounded),
        cmocka_unit_test(bundles_of_real_size_are_decided),
        cmocka_unit_test(stretches_are_where_the_line_is_inside),
    };
    return cmocka_run_group_tests_name("area", tests, make_context, drop_context);
}
