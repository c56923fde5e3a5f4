/* test_judge_turning.c: turning on the way and at its end (judge/move/journey.c, journey_turn.c): which way round is
 * free, what is met and touched first, what turning gains; both sides of every limit. */
#include "support/judge_facts.h"
#include "support/judge_moves.h"

#include "judge/move/journey.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void water(judge_table *t, const char *id, double x0, double y0, double x1, double y1) {
    judge_area(t, id, "deep-water", (tl_vec2){x0, y0}, (tl_vec2){x1, y1}, -1);
}

/* --- Turning ------------------------------------------------------------------------------------------------------ */

/* A man beside the corner: turning past him is blocked, the other way round is free; another one blocks that. */
static void both_ways_round(void **state) {
    (void)state;
    const struct {
        bool left, right, grazes; /* the left one by a hundredth, at its farthest corner */
        double facing;
        tl_verdict verdict;
    } cases[] = {{true, false, false, 90, YES},  {false, true, false, 90, YES},  {true, true, false, 90, OPEN},
                 {true, false, false, -90, YES}, {true, true, false, -90, OPEN}, {false, false, false, 180, YES},
                 {true, true, false, 0, YES},    {true, false, true, 90, YES},   {true, true, true, 90, OPEN},
                 {true, false, true, -90, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, "vehicle", "nose", "'move':4");
        judge_asset(&t, "'nose':{'core':{'shape':'box','min':[-20,-30,0],'max':[80,30,40]}}");
        double d = 62 * M_SQRT1_2; /* free of the side with 1.3 to spare, and in the way of the corner by 8.8 */
        double far = (hypot(80, 30) + 12.5 - 0.01) * M_SQRT1_2;
        if (cases[i].left) {
            judge_model(&t, "l", "blue", "infantry", "man", 1000 + (cases[i].grazes ? far : d),
                        1000 + (cases[i].grazes ? far : d), 0, "");
        }
        if (cases[i].right) {
            judge_model(&t, "r", "blue", "infantry", "man", 1000 + d, 1000 - d, 0, "");
        }
        judge_ready(&t);
        tl_journey j;
        go_to(&t, 1000, 1000, cases[i].facing, &j);
        if (j.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)j.verdict);
        }
        if (j.verdict != YES) {
            assert_int_equal(j.stop->kind, TL_HALT_TURN);
            assert_true(j.stop->has_slot);
            assert_true(j.stop->plan == 0 && j.stop->cost == 0);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Water across the way: however it turns it meets that with the disc that fits into it; of the ways of turning the one
 * that gets farthest is told; no turn behind it matters. */
static void across(void **state) {
    (void)state;
    const struct {
        const char *asset;
        double facing, stop, latest;
        tl_turning_way way;
    } cases[] = {{"tank", NAN, 150, 170, TL_TURNING_LAST},   {"tank", 0, 150, 170, TL_TURNING_LAST},
                 {"tank", 90, 170, 170, TL_TURNING_FIRST},   {"tank", 180, 150, 170, TL_TURNING_LAST},
                 {"walker", 90, 170, 170, TL_TURNING_FIRST}, {"walker", NAN, 150, 170, TL_TURNING_LAST},
                 {"tail", NAN, 180, 180, TL_TURNING_LAST},   {"nose", NAN, 180, 180, TL_TURNING_BACKWARD},
                 {"nose", 0, 180, 180, TL_TURNING_BACKWARD}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, "vehicle", cases[i].asset, "'move':9");
        judge_asset(&t, "'walker':{'core':{'shape':'box','min':[-50,-30,20],'max':[50,30,50]},'base':{'shape':'disc',"
                        "'diameter':40}},'tail':{'core':{'shape':'box','min':[-80,-30,0],'max':[20,30,40]}},"
                        "'nose':{'core':{'shape':'box','min':[-20,-30,0],'max':[80,30,40]}}");
        water(&t, "w", 1200, 500, 1300, 1500);
        for (int k = 0; k < 4; k++) { /* nor could it turn there */
            char id[32];
            snprintf(id, sizeof(id), "m%d", k);
            judge_model(&t, id, "blue", "infantry", "man", 1600 + (k & 1 ? 43.8 : -43.8), 1100 + (k & 2 ? 43.8 : -43.8),
                        0, "");
        }
        judge_ready(&t);
        tl_journey j;
        const tl_vec3 path[2] = {{1600, 1000, NAN}, {1600, 1100, NAN}};
        go(&t, path, 2, cases[i].facing, &j);
        assert_int_equal(j.verdict, NO);
        if (j.way != cases[i].way) {
            fail_msg("case %zu: way %d", i, (int)j.way);
        }
        assert_int_equal(j.stop->kind, TL_HALT_WALL);
        assert_near(j.stop->plan, cases[i].stop, 0.03);
        assert_near(j.stop->latest, cases[i].latest, 0.06);
        for (size_t k = 0; k < j.halt_count; k++) {
            assert_true(j.halts[k].kind != TL_HALT_TURN || j.halts[k].plan <= j.stop->plan);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* No room to turn where it ends, or at a corner before: told for that place. */
static void no_room_to_turn(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) { /* at the end of one leg, of two, at the start */
        judge_table t;
        begin(&t, "vehicle", "tank", "'move':9");
        double x = k == 2 ? 1000 : 1200, y = k == 1 ? 1300 : 1000;
        judge_model(&t, "l", "blue", "infantry", "man", x - 62 * M_SQRT1_2, y + 62 * M_SQRT1_2, 0, "");
        judge_model(&t, "r", "blue", "infantry", "man", x - 62 * M_SQRT1_2, y - 62 * M_SQRT1_2, 0, "");
        judge_ready(&t);
        tl_journey j;
        const tl_vec3 path[2] = {{k == 1 ? 1000 : x, y, NAN}, {1200, 1300, NAN}};
        go(&t, path, k == 1 ? 2 : 1, 90, &j);
        assert_int_equal(j.verdict, OPEN); /* not all ways were tried */
        assert_int_equal(j.stop->kind, TL_HALT_TURN);
        double away = k == 0 ? 200 : k == 1 ? 500 : 0;
        if (j.way == TL_TURNING_LAST) {
            assert_near(j.stop->plan, away, 1e-9);
            assert_near(j.stop->cost, away, 1e-9);
        }
        assert_true(k > 0 || j.way == TL_TURNING_LAST);
        assert_int_equal(j.stop->cause.clause, TL_CLAUSE_MOVE_MODELS);
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Of ways of turning one that may be blocked is better than one that is. */
static void a_tight_corridor(void **state) {
    (void)state;
    const struct {
        double half;
        tl_verdict verdict;
    } cases[] = {{30.1, YES}, {29.99, OPEN}, {29, NO}};
    for (size_t i = 0; i < 3; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 90, "'move':9");
        water(&t, "w0", 1150, 700, 1250, 1000 - cases[i].half);
        water(&t, "w1", 1150, 1000 + cases[i].half, 1250, 1300);
        judge_ready(&t);
        tl_journey j;
        go_to(&t, 1400, 1000, NAN, &j);
        assert_int_equal(j.verdict, cases[i].verdict);
        if (i < 2) {
            assert_int_equal(j.way, TL_TURNING_ALONG);
            assert_near(j.facing_deg, 90, 1e-9);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* What turning gains decides along with the way: the worse of both. */
static void turned_and_met(void **state) {
    (void)state;
    const struct {
        double more; /* than the rating, by a point that goes farthest */
        bool open;   /* below a slab that may hang too low */
        tl_verdict rotation, verdict;
    } cases[] = {{-1, false, YES, YES}, {0.01, false, OPEN, OPEN}, {1, false, NO, NO},
                 {-1, true, YES, OPEN}, {0.01, true, OPEN, OPEN},  {1, true, NO, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        begin(&t, "vehicle", "tank", "'move':2");
        double far = 200 + cases[i].more, ahead = sqrt(far * far - 20 * 20) - 80;
        if (cases[i].open) {
            judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box 1070 900 40.2 1100 1100 44','uncertainty':0.5}");
        }
        judge_ready(&t);
        judge_set(&t, 0.05, "rotation", "max_point", NULL);
        tl_journey j;
        go_to(&t, 1000 + ahead, 1000, 90, &j);
        assert_int_equal(j.rotation, cases[i].rotation);
        if (j.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)j.verdict);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Who flies asks for no floors. */
static void in_the_air(void **state) {
    (void)state;
    judge_table t;
    begin(&t, "aircraft", "flyer", "'move':9");
    judge_ready(&t);
    tl_journey j;
    const tl_vec3 path[2] = {{1200, 1000, 90}, {1300, 1000, 10}};
    go(&t, path, 2, NAN, &j);
    assert_int_equal(j.verdict, YES);
    assert_near(j.length, 300, 1e-9);
    assert_int_equal(j.path.count, 3);
    tl_journey_free(&j);
    judge_end(&t);
}

/* Who is round turns anywhere, also beside what he may touch. */
static void round_ones(void **state) {
    (void)state;
    judge_table t;
    begin(&t, "infantry", "man", "'move':4");
    judge_model(&t, "f", "blue", "infantry", "man", 1025.1, 1000, 0, "");
    judge_ready(&t);
    t.table->members[judge_who(&t, "a1")].body->base_uncertainty = 0.25; /* as of a base found in a mesh */
    tl_journey j;
    go_to(&t, 900, 1000, 90, &j);
    assert_int_equal(j.verdict, YES);
    assert_int_equal(j.halt_count, 0);
    tl_journey_free(&j);
    judge_end(&t);
}

/* Points that repeat: who faces the way it goes keeps its facing there. */
static void repeated_points(void **state) {
    (void)state;
    for (int back = 0; back < 2; back++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, back ? 180 : 0, "'move':9");
        water(&t, "w0", 1201, 1110, 1265, 1300);
        water(&t, "w1", 1335, 1110, 1700, 1300);
        water(&t, "w2", 900, 800, 1200, 965);
        water(&t, "w3", 900, 1035, 1200, 1200);
        judge_ready(&t);
        tl_journey j;
        const tl_vec3 path[5] = {
            {1000, 1000, NAN}, {1300, 1000, NAN}, {1300, 1000, NAN}, {1300, 1220, NAN}, {1300, 1220, NAN}};
        go(&t, path, 5, back ? 270 : 90, &j);
        assert_int_equal(j.verdict, YES);
        assert_int_equal(j.way, back ? TL_TURNING_BACKWARD : TL_TURNING_ALONG);
        static const double facings[5] = {0, 0, 0, 90, 90};
        for (int i = 0; i < 5; i++) {
            double turn = j.facings[i] - facings[i] - (back ? 180 : 0);
            assert_near(turn - 360 * floor(turn / 360 + 0.5), 0, 1e-9);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* What is touched first, so lightly that it may not count, and entered later ends it there; two at one place come in
 * the order of their clauses. */
static void touched_first(void **state) {
    (void)state;
    judge_table t;
    begin(&t, "infantry", "man", "'move':9");
    judge_terrain(&t, "{'id':'w','kind':'deep-water','outline':[[1200,900],[1300,900],[1300,1100],[1100,1100],[1100,"
                      "1012.49],[1200,1012.49]]}");
    judge_ready(&t);
    tl_journey j;
    go_to(&t, 1250, 1000, NAN, &j);
    assert_int_equal(j.halt_count, 1);
    assert_near(j.stop->plan, 187.5, 0.01);
    assert_near(j.stop->cost, 187.5, 0.01);
    assert_int_equal(j.stop->verdict, NO);
    tl_journey_free(&j);
    go_to(&t, 1180, 1000, NAN, &j); /* no farther */
    assert_int_equal(j.halt_count, 1);
    assert_int_equal(j.stop->verdict, OPEN);
    assert_near(j.stop->plan, 100, 0.6);
    tl_journey_free(&j);
    judge_end(&t);
    begin(&t, "infantry", "man", "'move':9");
    water(&t, "w", 1200, 900, 1300, 1100);
    judge_model(&t, "f", "blue", "vehicle", "tank", 1250, 1000, 0, "");
    judge_ready(&t);
    go_to(&t, 1190, 1000, NAN, &j);
    assert_true(j.halt_count >= 2);
    assert_int_equal(j.halts[0].cause.clause, TL_CLAUSE_MOVE_MODELS);
    assert_int_equal(j.halts[0].kind, TL_HALT_FOE);
    for (size_t i = 1; i < j.halt_count; i++) {
        const tl_halt *a = &j.halts[i - 1], *b = &j.halts[i];
        assert_true(a->cost < b->cost ||
                    (a->cost == b->cost && (a->cause.clause < b->cause.clause ||
                                            (a->cause.clause == b->cause.clause && a->slot <= b->slot))));
    }
    tl_journey_free(&j);
    judge_end(&t);
}

/* --- What turning gains ------------------------------------------------------------------------------------------- */

typedef struct box {
    tl_vec2 low, high;
} box;

static tl_vec2 turned(tl_vec2 p, double facing, tl_vec2 at) {
    double a = facing * M_PI / 180;
    return (tl_vec2){at.x + p.x * cos(a) - p.y * sin(a), at.y + p.x * sin(a) + p.y * cos(a)};
}

/* Legs beside a hull, a disc below it: the farthest point of the outline after, from all of the outline before, by
 * points on its rim that are 0.02 apart (DB-MOV-02). */
static void farthest_points(void **state) {
    (void)state;
    test_random random = test_random_start("halts", 11);
    static const box hulls[3] = {{{-50, -10}, {50, 10}}, {{-10, -60}, {0, -40}}, {{-10, 40}, {0, 60}}};
    const double disc = 30;
    int gained = 0;
    for (int round = 0; round < 30; round++) {
        double from = test_random_between(&random, -180, 180), to = test_random_between(&random, -180, 180);
        double way = test_random_between(&random, 0, 2 * M_PI), far = test_random_between(&random, 0, 60);
        tl_vec2 start = {1500, 1500}, end = {1500 + far * cos(way), 1500 + far * sin(way)};
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'strider':{'mesh':'box -50 -10 20 50 10 50, box -10 -60 0 0 -40 20, box -10 40 0 0 60 20',"
                        "'parts':{'core':['box0'],'limb':['box1','box2']},'base':{'shape':'disc','diameter':60}}");
        char more[32];
        double allowed = far + 0.2; /* what is farther is looked for closely */
        snprintf(more, sizeof(more), "'move':%.17g", allowed / 100);
        judge_model(&t, "a", "red", "vehicle", "strider", start.x, start.y, from, more);
        judge_ready(&t);
        tl_journey j;
        go_to(&t, end.x, end.y, to, &j);
        double farthest = 0;
        for (int shape = 0; shape < 4; shape++) {
            for (int side = 0; side < (shape < 3 ? 4 : 1); side++) {
                const box *b = &hulls[shape < 3 ? shape : 0];
                const tl_vec2 corner[5] = {{b->low.x, b->low.y},
                                           {b->high.x, b->low.y},
                                           {b->high.x, b->high.y},
                                           {b->low.x, b->high.y},
                                           {b->low.x, b->low.y}};
                for (int k = 0; k <= 6000; k += shape < 3 ? 2 : 1) {
                    tl_vec2 own = shape < 3 ? tl_lerp2(corner[side], corner[side + 1], k / 6000.0)
                                            : (tl_vec2){disc * cos(k * M_PI / 3000), disc * sin(k * M_PI / 3000)};
                    tl_vec2 q = turned(tl_sub2(turned(own, to, end), start), -from, (tl_vec2){0, 0});
                    double d = fmax(hypot(q.x, q.y) - disc, 0);
                    for (int h = 0; h < 3; h++) {
                        d = fmin(d, hypot(fmax(fmax(hulls[h].low.x - q.x, q.x - hulls[h].high.x), 0),
                                          fmax(fmax(hulls[h].low.y - q.y, q.y - hulls[h].high.y), 0)));
                    }
                    farthest = fmax(farthest, d);
                }
            }
        }
        assert_true(j.rotation_looked);
        assert_true(j.rotation_mm < farthest + 0.03);
        if (farthest > allowed + 0.1 && !(j.rotation_mm > farthest - 0.03 && j.rotation == NO)) {
            fail_msg("round %d: %g, not %g of %g", round, j.rotation_mm, farthest, allowed);
        }
        if (farthest < allowed - 0.1 && j.rotation != YES) {
            fail_msg("round %d: %g of %g", round, farthest, allowed);
        }
        gained += farthest > allowed + 0.1;
        tl_journey_free(&j);
        judge_end(&t);
    }
    assert_true(gained > 5 && gained < 30);
}

/* A tank that turns round and comes to lie 200 and a little, or less, ahead of where it lay: to the tolerance, and to
 * what both outlines may be off. */
static void gains_at_limits(void **state) {
    (void)state;
    const struct {
        const char *reading;
        double more, tolerance, off;
        tl_verdict verdict;
    } cases[] = {{"dilation", 0, 0, 0, OPEN},           {"dilation", 1e-5, 0, 0, NO},
                 {"dilation", -1e-5, 0, 0, YES},        {"dilation", 0.0498, 0.05, 0, OPEN},
                 {"dilation", 0.0502, 0.05, 0, NO},     {"dilation", -0.0498, 0.05, 0, OPEN},
                 {"dilation", -0.0502, 0.05, 0, YES},   {"dilation", 1.0498, 0.05, 0.5, OPEN},
                 {"dilation", 1.0502, 0.05, 0.5, NO},   {"dilation", -1.0498, 0.05, 0.5, OPEN},
                 {"dilation", -1.0502, 0.05, 0.5, YES}, {"max_point", 0.0502, 0.05, 0, NO},
                 {"max_point", 0.0498, 0.05, 0, OPEN},  {"max_point", -0.0498, 0.05, 0, OPEN},
                 {"max_point", -0.0502, 0.05, 0, YES},  {"max_point", 1e-7, 0, 0, NO},
                 {"max_point", -1e-7, 0, 0, YES},       {"max_point", 1.0502, 0.05, 0.5, NO},
                 {"max_point", 1.0498, 0.05, 0.5, OPEN}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%g}", cases[i].off);
        judge_model(&t, "a", "red", "vehicle", "scan", 1000, 1000, 0, "'move':2");
        judge_ready(&t);
        judge_set(&t, cases[i].tolerance, "rotation", cases[i].reading, NULL);
        /* by a quarter: what lay at (50, -30) goes to (30, 50), and is farthest ahead: of the rim before, or of where
         * it was */
        bool dilation = strcmp(cases[i].reading, "dilation") == 0;
        double far = 200 + cases[i].more,
               ahead = dilation ? sqrt(far * far - 20 * 20) + 50 - 30 : sqrt(far * far - 20 * 20) - 80;
        tl_journey j;
        go_to(&t, 1000 + ahead, 1000, 90, &j);
        assert_true(j.rotation_looked || ahead > 200);
        if (ahead < 199) {
            assert_near(j.rotation_mm, far, 1e-8);
            if (j.rotation != cases[i].verdict &&
                !(cases[i].more == 0 && dilation && j.rotation == YES)) { /* exactly there: as rounding has it */
                fail_msg("case %zu: %d", i, (int)j.rotation);
            }
            assert_int_equal(j.verdict, j.rotation);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* A base that lies ahead of, or beside, the place that is moved turns about that: its centre, 25 away, goes 100 ahead
 * and a quarter round, along (75, 25); and the point of its rim that goes farthest goes a quarter round it as well. */
static void bases_beside_the_middle(void **state) {
    (void)state;
    static const char *const meshes[] = {"box 20 -5 0 30 5 30", "box -5 20 0 5 30 30", "box -5 -5 0 5 5 30"};
    for (int k = 0; k < 3; k++) {
        judge_table t;
        tl_journey j;
        judge_begin(&t);
        judge_asset(&t, "'off':{'mesh':'%s'}", meshes[k]);
        judge_model(&t, "a", "red", "infantry", "off", 1000, 1000, 0, "'move':9");
        judge_ready(&t);
        judge_set(&t, -1, "rotation", "max_point", NULL);
        go_to(&t, 1100, 1000, 90, &j);
        assert_int_equal(j.rotation_looked, k < 2); /* where it is round nothing turns */
        if (k < 2) {
            assert_near(j.rotation_mm, hypot(75, 25) + sqrt(50) * sqrt(2), 1e-6);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Who faces at the end as at the start, or isn't asked to turn, gains nothing by a turn; who turns by however little
 * may: with `max_point` its farthest corner, which ends beside where it would. */
static void facing_as_before(void **state) {
    (void)state;
    test_random random = test_random_start("facing as before", 71);
    static const double turns[] = {NAN, 0, 360, -360, 1, -1, 0.01, 2, 359, 180};
    for (int round = 0; round < 60; round++) {
        double facing = floor(test_random_between(&random, -179, 180)), turn = turns[round % 10];
        double ahead = test_random_between(&random, 30, 150), way = test_random_between(&random, 0, 6.28);
        tl_journey j;
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, facing, "'move':9");
        judge_ready(&t);
        judge_set(&t, -1, "rotation", "max_point", NULL);
        go_to(&t, 1000 + ahead * cos(way), 1000 + ahead * sin(way), facing + turn, &j);
        bool turned = !isnan(turn) && fmod(turn, 360) != 0;
        assert_int_equal(j.rotation_looked, turned);
        double far = 0, before = facing * M_PI / 180, after = (facing + turn) * M_PI / 180;
        for (int corner = 0; corner < 4 && turned; corner++) {
            double x = corner & 1 ? 50 : -50, y = corner & 2 ? 30 : -30;
            far = fmax(far, hypot(ahead * cos(way) + (cos(after) - cos(before)) * x - (sin(after) - sin(before)) * y,
                                  ahead * sin(way) + (sin(after) - sin(before)) * x + (cos(after) - cos(before)) * y));
        }
        if (turned) {
            assert_near(j.rotation_mm, far, 1e-6);
        }
        tl_journey_free(&j);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_round),  cmocka_unit_test(facing_as_before),
        cmocka_unit_test(no_room_to_turn),  cmocka_unit_test(round_ones),
        cmocka_unit_test(a_tight_corridor), cmocka_unit_test(turned_and_met),
        cmocka_unit_test(in_the_air),       cmocka_unit_test(across),
        cmocka_unit_test(repeated_points),  cmocka_unit_test(farthest_points),
        cmocka_unit_test(gains_at_limits),  cmocka_unit_test(bases_beside_the_middle),
        cmocka_unit_test(touched_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
