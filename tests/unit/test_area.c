/* Area terrain: closed forms, touches, every reading, the worked facts of the rules as plain geometry. */
#include "support/made_area.h"

/* --- Depth in closed form ------------------------------------------------------------------------------------- */

static void a_square_wood_is_crossed_in_closed_form(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(100, 100, 200, 200);
    tl_area area = {&wood, 0, 90};
    area_pass pass[4];
    /* straight through, level */
    assert_int_equal(area_passes(&area, (tl_vec3){0, 150, 20}, (tl_vec3){400, 150, 20}, pass, 4), 1);
    assert_near(pass[0].entry, 0.25, 1e-12);
    assert_near(pass[0].exit, 0.5, 1e-12);
    assert_near(pass[0].length_mm, 100, 1e-9);
    assert_point_near(pass[0].entry_point, ((tl_vec3){100, 150, 20}), 1e-9);
    /* the other way round: the same stretch */
    assert_int_equal(area_passes(&area, (tl_vec3){400, 150, 20}, (tl_vec3){0, 150, 20}, pass, 4), 1);
    assert_near(pass[0].entry, 0.5, 1e-12);
    /* the diagonal through both corners */
    assert_int_equal(area_passes(&area, (tl_vec3){0, 0, 10}, (tl_vec3){300, 300, 10}, pass, 4), 1);
    assert_near(pass[0].length_mm, 100 * sqrt(2), 1e-9);
    /* descending: over the near wall, in by the top, out by the far wall */
    assert_int_equal(area_passes(&area, (tl_vec3){0, 150, 190}, (tl_vec3){200, 150, -10}, pass, 4), 1);
    assert_near(pass[0].entry_point.x, 100, 1e-9);      /* the rim: z is 90 exactly at the wall */
    assert_near(pass[0].length_mm, 90 * sqrt(2), 1e-9); /* leaves by the bottom at x = 190 */
    assert_int_equal(area_passes(&area, (tl_vec3){0, 150, 240}, (tl_vec3){300, 150, -60}, pass, 4), 1);
    assert_near(pass[0].entry_point.z, 90, 1e-9);
    assert_near(pass[0].length_mm, 50 * sqrt(2), 1e-9);
    /* over it, before it, straight down beside and inside it */
    assert_int_equal(area_passes(&area, (tl_vec3){0, 150, 95}, (tl_vec3){400, 150, 91}, pass, 4), 0);
    assert_int_equal(area_passes(&area, (tl_vec3){0, 150, 20}, (tl_vec3){99, 150, 20}, pass, 4), 0);
    assert_int_equal(area_passes(&area, (tl_vec3){50, 150, 200}, (tl_vec3){50, 150, 0}, pass, 4), 0);
    assert_int_equal(area_passes(&area, (tl_vec3){150, 150, 200}, (tl_vec3){150, 150, 0}, pass, 4), 1);
    assert_near(pass[0].length_mm, 90, 1e-9);
    /* infinitely tall: reading B of DB-ARE-09 */
    area.top = INFINITY;
    assert_int_equal(area_passes(&area, (tl_vec3){0, 150, 5000}, (tl_vec3){400, 150, 91}, pass, 4), 1);
    tl_outline_free(&wood);
}

static void a_concave_wood_is_crossed_twice(void **state) {
    (void)state;
    /*  y 100  ###   ###     a U, legs 20 wide, 60 apart */
    /*     50  #########  */
    /*      0  #########  */
    const tl_vec2 points[] = {{0, 0}, {100, 0}, {100, 100}, {80, 100}, {80, 50}, {20, 50}, {20, 100}, {0, 100}};
    tl_outline wood = area_polygon(points, ARRAY_SIZE(points));
    tl_area area = {&wood, 0, 50};
    area_pass pass[4];
    assert_int_equal(area_passes(&area, (tl_vec3){-100, 75, 5}, (tl_vec3){300, 75, 5}, pass, 4), 2);
    assert_near(pass[0].length_mm, 20, 1e-9);
    assert_near(pass[1].length_mm, 20, 1e-9);
    assert_near(pass[1].entry_point.x, 80, 1e-9);
    /* along the floor of the notch: the legs, and a touch between them */
    assert_int_equal(area_passes(&area, (tl_vec3){-100, 50, 5}, (tl_vec3){300, 50, 5}, pass, 4), 2);
    assert_near(pass[0].length_mm, 20, 1e-9);
    tl_area_sight sight = area_sight_between(&wood, 0, 50, OUT, OUT, area_dust());
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
    area_pass pass[2];
    assert_int_equal(area_passes(&area, (tl_vec3){500, 445, 20}, (tl_vec3){900, 445, 20}, pass, 2), 1);
    assert_near(pass[0].length_mm, 120, 1e-9); /* 45, 60, 75 */
    assert_near(pass[0].entry_point.x, 640, 1e-9);
    /* from the centre outwards, sloping */
    assert_int_equal(area_passes(&area, (tl_vec3){700, 400, 0}, (tl_vec3){1000, 400, 400}, pass, 2), 1);
    assert_near(pass[0].length_mm, 62.5, 1e-9); /* leaves by the top at z = 50 */
    assert_int_equal(area_passes(&area, (tl_vec3){700, 400, 20}, (tl_vec3){750, 420, 20}, pass, 2), 1);
    assert_near(pass[0].length_mm, hypot(50, 20), 1e-12);
}

/* --- Touching is not entering --------------------------------------------------------------------------------- */

static void touching_is_not_entering(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(100, 100, 200, 200);
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
    tl_outline wood = area_polygon(points, ARRAY_SIZE(points));
    tl_area area = {&wood, 0, 10};
    area_pass pass[3];
    assert_int_equal(area_passes(&area, (tl_vec3){0, 0, 5}, (tl_vec3){100, 100, 5}, pass, 3), 1);
    assert_near(pass[0].length_mm, 100 * sqrt(2), 1e-9);
    /* along the inner wall and on: only the part beyond is inside */
    assert_int_equal(area_passes(&area, (tl_vec3){0, 50, 5}, (tl_vec3){100, 50, 5}, pass, 3), 1);
    assert_near(pass[0].length_mm, 50, 1e-9);
    tl_outline_free(&wood);
}

/* --- Readings ------------------------------------------------------------------------------------------------- */

static void one_unit_inside_near_its_edge(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(0, 0, 1000, 1000);
    tl_area_sight sight = area_sight_between(&wood, 0, 90, OUT, IN, area_dust());
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
    assert_int_equal(area_verdict(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){250, 500, 20}), TL_VERDICT_YES);
    tl_area_line(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){350, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_NO);
    assert_int_equal(ruling.clause, TL_AREA_INSIDE_CAP);
    assert_near(ruling.margin.low, -50, 1e-9);
    sight.rules.cap_scope = TL_AREA_CAP_BOTH_INSIDE;
    tl_area_line(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){350, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_int_equal(ruling.end, 0);
    assert_near(ruling.distance.low, 80, 1e-9);
    sight.rules = area_dust();
    sight.rules.near = TL_AREA_INSIDE_ONLY;
    assert_int_equal(area_verdict(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){250, 500, 20}), TL_VERDICT_NO);
    assert_int_equal(area_verdict(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){90, 500, 20}), TL_VERDICT_YES);
    /* area_smoke has no cap */
    sight.rules = area_smoke();
    assert_int_equal(area_verdict(&sight, (tl_vec3){-80, 500, 20}, (tl_vec3){900, 500, 20}), TL_VERDICT_YES);
    tl_outline_free(&wood);
}

static void along_the_line_or_to_the_side(void **state) {
    (void)state;
    /* 60 mm behind the wall, seen at a slant: 100 mm along the line is 36.87 degrees off; here 45 and 60 */
    tl_outline wood = area_rectangle(0, -5000, 1000, 5000);
    tl_area_sight sight = area_sight_between(&wood, 0, 90, OUT, IN, area_dust());
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
            assert_int_equal(tl_area_sight_prepare(area_context, &sight, NULL), TL_OK);
        }
        tl_area_line(&sight, (tl_vec3){-600, -600, 20}, (tl_vec3){120, 80, 20}, &ruling);
        assert_near(ruling.distance.low, 95, 1e-9);
        assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    }
    tl_area_sight_release(&sight);
    /* through the roof there is no side: the length along the line stands in */
    sight.end[1].footprint = NULL;
    sight.rules.top = TL_AREA_TOP_EDGE;
    tl_area_line(&sight, (tl_vec3){200, 0, 390}, (tl_vec3){500, 0, 40}, &ruling);
    assert_near(ruling.distance.low, hypot(300, 350) / 7, 1e-9);
    tl_outline_free(&wood);
    /* a round wood, as a disc and as a area_polygon, has one side */
    tl_outline disc = tl_outline_disc((tl_vec2){0, 0}, 300);
    tl_vec2 points[64];
    for (int i = 0; i < 64; i++) {
        points[i] = (tl_vec2){300 * cos(i * TL_PI / 32), 300 * sin(i * TL_PI / 32)};
    }
    tl_outline round = area_polygon(points, 64);
    assert_int_equal(round.side_count, 1);
    for (int k = 0; k < 2; k++) {
        sight = area_sight_between(k == 0 ? &disc : &round, 0, 90, OUT, IN, area_dust());
        sight.rules.distance = TL_AREA_PERPENDICULAR;
        tl_area_line(&sight, (tl_vec3){-300, -600, 20}, (tl_vec3){-210, 0, 20}, &ruling);
        assert_near(ruling.distance.low, 90, 0.5);
        base = tl_outline_disc((tl_vec2){-210, 0}, 10);
        sight.end[1].footprint = &base;
        tl_area_line(&sight, (tl_vec3){-300, -600, 20}, (tl_vec3){-210, 0, 20}, &ruling);
        assert_near(ruling.distance.low, 80, 0.5);
    }
    tl_outline_free(&round);
    tl_outline house = area_rectangle(0, 0, 10, 10);
    assert_int_equal(house.side_count, 4);
    tl_outline_free(&house);
}

static void through_the_whole_area(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(0, 0, 80, 1000); /* a tree line 80 thick */
    tl_area_sight sight = area_sight_between(&wood, 0, 90, OUT, OUT, area_dust());
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
    assert_int_equal(area_verdict(&sight, far_p, far_q), TL_VERDICT_NO);
    sight.rules.through = TL_AREA_CHORD;
    tl_area_line(&sight, far_p, far_q, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_near(ruling.distance.high, 80, 1e-9);
    tl_outline_free(&wood);
    /* a wood 250 thick, the target just behind it: only nearness to any edge shows it, and the cap allows it */
    tl_outline deep = area_rectangle(0, 0, 250, 1000);
    sight = area_sight_between(&deep, 0, 90, OUT, OUT, area_dust());
    const tl_vec3 q = {270, 500, 20};
    assert_int_equal(area_verdict(&sight, far_p, q), TL_VERDICT_NO);
    sight.rules.through = TL_AREA_CHORD;
    assert_int_equal(area_verdict(&sight, far_p, q), TL_VERDICT_NO);
    sight.rules.through = TL_AREA_ANY_EDGE;
    tl_area_line(&sight, far_p, q, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_int_equal(ruling.clause, TL_AREA_INSIDE_CAP); /* 250 of 300: less to spare than 20 of 100 */
    assert_near(ruling.distance.high, 250, 1e-9);
    assert_int_equal(area_verdict(&sight, far_p, (tl_vec3){400, 500, 20}), TL_VERDICT_NO);
    sight.rules.inside_limit = 200;
    assert_int_equal(area_verdict(&sight, far_p, q), TL_VERDICT_NO);
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
    tl_outline wood = area_polygon(points, ARRAY_SIZE(points));
    tl_area_sight sight = area_sight_between(&wood, 0, 90, IN, IN, area_dust());
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
    /* area_smoke: no such limit; and a line over the trees is none of the wood's business, unless it is one of somebody
     * who stands in it, when the top is no edge */
    sight.rules = area_smoke();
    sight.unit_distance = 900;
    assert_int_equal(area_verdict(&sight, p, q), TL_VERDICT_YES);
    sight.rules = area_dust();
    for (int above = 0; above < 3; above++) {
        const tl_vec3 from = {100, 100, 95}, to = {900, 100, 95};
        sight.rules.top = above == 0 ? TL_AREA_TOP_EDGE : TL_AREA_TOP_OUTLINE;
        for (int k = 0; k < 2 && above == 2; k++) {
            sight.end[k].place = OUT;
            sight.end[k].over = true;
        }
        tl_area_line(&sight, from, to, &ruling);
        assert_int_equal(ruling.verdict, above == 1 ? TL_VERDICT_NO : TL_VERDICT_YES);
        assert_int_equal(ruling.clause, above == 1 ? TL_AREA_INSIDE_DISTANCE : TL_AREA_NOT_ENTERED);
    }
    tl_outline_free(&wood);
}

/* DB-ARE-12: astride the edge that the line cuts, or the one at its back. */
static void straddlers_are_at_the_edge_that_is_cut(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(0, 0, 250, 1000);
    tl_area_sight sight = area_sight_between(&wood, 0, 90, OUT, ON, area_dust());
    tl_outline base = tl_outline_disc((tl_vec2){250, 500}, 20);
    sight.end[1].footprint = &base;
    const tl_vec3 far = {-300, 500, 20}, behind = {400, 500, 20};
    for (int foot = 0; foot < 2; foot++) {
        sight.end[1].from_footprint = foot == 1;
        for (int x = 240; x <= 260; x += 4) { /* hidden alike by the wood before it, wherever the line ends */
            assert_int_equal(area_verdict(&sight, far, (tl_vec3){x, 500, 20}), TL_VERDICT_NO);
        }
        /* from behind the edge is cut under it */
        assert_int_equal(area_verdict(&sight, behind, (tl_vec3){240, 500, 20}), TL_VERDICT_YES);
        tl_area_ruling ruling;
        tl_area_line(&sight, behind, (tl_vec3){240, 500, 20}, &ruling);
        assert_int_equal(ruling.clause, TL_AREA_NEAR_EDGE);
        assert_near(ruling.distance.high, 0, 0);
        sight.rules.straddle = TL_AREA_ANY_OVERLAP;
        assert_int_equal(area_verdict(&sight, far, (tl_vec3){240, 500, 20}), TL_VERDICT_YES);
        sight.rules.straddle = TL_AREA_CUT;
    }
    tl_outline_free(&wood);
}

/* DB-ARE-09: what comes in over the trees is measured in plan, from the outline that it passes over. */
static void the_canopy_is_no_edge(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(0, 0, 1000, 1000);
    tl_area_sight sight = area_sight_between(&wood, 0, 90, OUT, IN, area_dust());
    tl_area_ruling ruling;
    static const struct {
        double x;
        tl_verdict outline, edge;
    } men[] = {{80, TL_VERDICT_YES, TL_VERDICT_YES},
               {99, TL_VERDICT_YES, TL_VERDICT_YES},
               {101, TL_VERDICT_NO, TL_VERDICT_YES}};
    for (size_t i = 0; i < ARRAY_SIZE(men); i++) {
        const tl_vec3 from = {-200, 500, 400}, to = {men[i].x, 500, 20};
        sight.rules.top = TL_AREA_TOP_OUTLINE;
        tl_area_line(&sight, from, to, &ruling);
        assert_int_equal(ruling.verdict, men[i].outline);
        assert_true(ruling.in_plan);
        assert_near(ruling.distance.high, men[i].x, 1e-9);
        sight.rules.top = TL_AREA_TOP_EDGE;
        assert_int_equal(area_verdict(&sight, from, to), men[i].edge);
    }
    /* over the trees from one side to the other: free; down behind them: through the wood */
    sight.rules.top = TL_AREA_TOP_OUTLINE;
    sight.end[1].place = OUT;
    assert_int_equal(area_verdict(&sight, (tl_vec3){-200, 500, 120}, (tl_vec3){1200, 500, 95}), TL_VERDICT_YES);
    assert_int_equal(area_verdict(&sight, (tl_vec3){-200, 500, 120}, (tl_vec3){1200, 500, 20}), TL_VERDICT_NO);
    tl_outline_free(&wood);
}

static void straddling_is_distance_zero(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(0, 0, 1000, 1000);
    tl_area_sight sight = area_sight_between(&wood, 0, 90, ON, IN, area_dust());
    tl_area_ruling ruling;
    sight.rules.straddle = TL_AREA_ANY_OVERLAP;
    tl_area_line(&sight, (tl_vec3){-5, 500, 20}, (tl_vec3){280, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    sight.rules.near = TL_AREA_INSIDE_ONLY;
    assert_int_equal(area_verdict(&sight, (tl_vec3){-5, 500, 20}, (tl_vec3){280, 500, 20}), TL_VERDICT_YES);
    tl_area_line(&sight, (tl_vec3){-5, 500, 20}, (tl_vec3){320, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_NO);
    assert_int_equal(ruling.clause, TL_AREA_INSIDE_CAP);
    sight.rules = area_smoke();
    sight.rules.straddle = TL_AREA_ANY_OVERLAP;
    tl_area_line(&sight, (tl_vec3){-5, 500, 20}, (tl_vec3){320, 500, 20}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES);
    assert_int_equal(ruling.clause, TL_AREA_AT_EDGE);
    assert_int_equal(ruling.end, 0);
    tl_outline_free(&wood);
}

static void distances_start_at_the_base(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(0, 0, 1000, 1000);
    tl_area_sight sight = area_sight_between(&wood, 0, 90, OUT, IN, area_dust());
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
        tl_outline square = area_rectangle(120 - r, 470, 120 + r, 530);
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
    /* the target 80 inside a wood, area_smoke 60 deep just before the viewer: each alone is fine, together not */
    tl_outline wood = area_rectangle(0, 0, 1000, 1000);
    tl_outline cloud = area_rectangle(-380, 0, -320, 1000);
    tl_area_sight sights[2] = {area_sight_between(&wood, 0, 90, OUT, IN, area_dust()),
                               area_sight_between(&cloud, 0, 90, OUT, OUT, area_smoke())};
    tl_area_sum sum = {sights, 2};
    const tl_vec3 p = {-400, 500, 20};
    const tl_vec3 q = {80, 500, 20};
    assert_int_equal(area_verdict(&sights[0], p, q), TL_VERDICT_YES);
    assert_int_equal(area_verdict(&sights[1], p, q), TL_VERDICT_YES); /* 80 to its far edge */
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
    tl_outline wood = area_rectangle(0, 0, 100, 100);
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
    tl_outline wood = area_rectangle(600, 0, 1000, 400);        /* Red Thunder stand in it */
    tl_outline tree_line = area_rectangle(600, 600, 670, 1000); /* Steel Death stand behind it */
    const tl_vec3 luther = {0, 500, 60};
    tl_outline base = tl_outline_disc((tl_vec2){700, 200}, 12.5);
    tl_area_sight red_thunder = area_sight_between(&wood, 0, 90, OUT, IN, area_dust());
    red_thunder.end[1] = (tl_area_end){tl_area_place_of(&red_thunder.area, &base, 0, 30).place, &base, true, false};
    assert_int_equal(red_thunder.end[1].place, IN);
    assert_int_equal(area_verdict(&red_thunder, luther, (tl_vec3){697, 203, 25}), TL_VERDICT_YES);
    tl_area_sight steel_death = area_sight_between(&tree_line, 0, 90, OUT, OUT, area_dust());
    tl_area_ruling ruling;
    tl_area_line(&steel_death, luther, (tl_vec3){690, 760, 25}, &ruling);
    assert_int_equal(ruling.verdict, TL_VERDICT_YES); /* less than 100 from the viewer's edge of the tree line */
    assert_int_equal(ruling.end, 1);
    tl_outline_free(&wood);
    tl_outline_free(&tree_line);
}

static void db_ex_12_ludwig_sees_neither(void **state) {
    (void)state;
    tl_outline wood = area_rectangle(600, 0, 1000, 400);
    tl_outline tree_line = area_rectangle(600, 600, 670, 1000);
    const tl_vec3 ludwig = {0, 500, 60};
    tl_area_sight melor = area_sight_between(&wood, 0, 90, OUT, IN, area_dust());
    assert_int_equal(area_verdict(&melor, ludwig, (tl_vec3){740, 250, 50}), TL_VERDICT_NO);
    tl_area_sight nadya = area_sight_between(&tree_line, 0, 90, OUT, OUT, area_dust());
    assert_int_equal(area_verdict(&nadya, ludwig, (tl_vec3){760, 800, 50}), TL_VERDICT_NO);
    nadya.rules.through = TL_AREA_CHORD; /* would show it, against the example */
    assert_int_equal(area_verdict(&nadya, ludwig, (tl_vec3){760, 800, 50}), TL_VERDICT_YES);
    tl_outline_free(&wood);
    tl_outline_free(&tree_line);
}

static void db_ex_13_14_15_the_building(void **state) {
    (void)state;
    tl_outline building = area_rectangle(500, 0, 900, 300);
    const tl_vec3 steel_death = {200, 150, 25}; /* 300 from the wall */
    const tl_vec3 steel_fist = {420, 150, 25};  /* 80 from it */
    const tl_vec3 flak_boys = {590, 150, 25};   /* 90 behind it */
    const tl_vec3 ghosts = {780, 150, 25};      /* at the back */
    tl_area_sight sight = area_sight_between(&building, 0, 150, OUT, IN, area_dust());
    assert_int_equal(area_verdict(&sight, steel_death, flak_boys), TL_VERDICT_YES); /* DB-EX-13 */
    assert_int_equal(area_verdict(&sight, steel_death, ghosts), TL_VERDICT_NO);     /* DB-EX-14 */
    assert_int_equal(area_verdict(&sight, steel_fist, flak_boys), TL_VERDICT_YES);  /* DB-EX-15 */
    assert_int_equal(area_verdict(&sight, steel_fist, ghosts), TL_VERDICT_YES);
    sight.rules.near = TL_AREA_INSIDE_ONLY; /* contradicts the example */
    assert_int_equal(area_verdict(&sight, steel_fist, ghosts), TL_VERDICT_NO);
    tl_outline_free(&building);
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
        cmocka_unit_test(straddlers_are_at_the_edge_that_is_cut),
        cmocka_unit_test(the_canopy_is_no_edge),
        cmocka_unit_test(distances_start_at_the_base),
        cmocka_unit_test(depths_of_several_areas_add_up),
        cmocka_unit_test(a_clear_line_stays_out),
        cmocka_unit_test(db_ex_11_luther_sees_both),
        cmocka_unit_test(db_ex_12_ludwig_sees_neither),
        cmocka_unit_test(db_ex_13_14_15_the_building),
    };
    return cmocka_run_group_tests_name("area", tests, area_begin, area_end);
}
