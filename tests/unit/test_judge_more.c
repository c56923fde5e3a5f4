/* Single facts of several judges: of whom the table's own mesh tells that it rises, holes that only a target's corners
 * are seen through, which attacker's reason is told, areas without a limit, whom fortifications shelter, thin bases. */
#include "support/judge_table.h"

#include "judge/between/between.h"
#include "judge/between/shielding.h"
#include "judge/cover/pair_cover.h"
#include "judge/cover/unit.h"
#include "judge/move/journey.h"
#include "judge/move/landing.h"
#include "judge/move/standing.h"
#include "judge/sight/pair_depth.h"

#include <math.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* --- Moves -------------------------------------------------------------------------------------------------------- */

/* A block may be of the table's own mesh, of the first piece of terrain or of the last: a base comes into it or not, by
 * more than either may be off, or by less (DB-MOV-03). */
static void blocks_of_any_slot(void **state) {
    (void)state;
    for (int whose = 0; whose < 3; whose++) {
        for (int k = 0; k < 8; k++) {
            double off = k / 4 ? 2 : 0;
            judge_table t;
            judge_begin(&t);
            if (whose == 0) {
                judge_ground(&t, "'mesh':'box 0 0 -10 3000 3000 0, box 1100 900 0 1200 1100 40','uncertainty':%g", off);
            } else {
                judge_ground(&t, "'mesh':'box 0 0 -10 3000 3000 0'");
            }
            for (int i = 1; i < 3; i++) {
                judge_terrain(&t, "{'id':'h%d','kind':'hill','mesh':'box %d 900 0 %d 1100 40','uncertainty':%g}", i,
                              i == whose ? 1100 : 2000 + 200 * i, i == whose ? 1200 : 2100 + 200 * i,
                              i == whose ? off : 0);
            }
            judge_model(&t, "a", "red", "infantry", "man", 1040, 1000, 0, "'move':8");
            judge_ready(&t);
            judge_set(&t, 0.05, NULL);
            tl_moving m;
            tl_standing found;
            ok(tl_moving_make(&t.inquiry, judge_who(&t, "a1"), (tl_vec2){700, 700}, (tl_vec2){1300, 1300}, &m, &error));
            /* who stands on what may be off may be off as well */
            double band = off + m.own_off, gap = (k & 1 ? 1 : -1) * (k & 2 ? band + 0.5 : fabs(band - 0.5));
            const tl_vec3 at = {1100 - JUDGE_RIM - gap, 1000, 0};
            ok(tl_standing_look(&m, at, 0, &found, &error));
            tl_verdict verdict = fabs(gap) < band ? OPEN : gap < 0 ? NO : YES;
            if (found.verdict != verdict) {
                fail_msg("of %d, off by %g, gap %g: %d", whose, off, gap, (int)found.verdict);
            }
            if (verdict != YES) {
                assert_int_equal(found.kind, TL_HALT_RISES);
                assert_int_equal(found.slot, whose == 0 ? 0 : t.table->terrain[whose - 1].slot);
            }
            tl_moving_free(&m);
            judge_end(&t);
        }
    }
}

/* Where another's hull begins above what it stands on, and its base below it: as its core says, to the last tenth. */
static void heights_of_others(void **state) {
    (void)state;
    static const double lows[] = {0, 0.25, 0.75, 3, 9, 25};
    for (int k = 0; k < 12; k++) {
        double low = lows[k / 2], hill = k % 2 ? 20 : 0;
        judge_table t;
        judge_begin(&t);
        judge_asset(
            &t,
            "'hover':{'base':{'shape':'disc','diameter':20,'height':1},'core':{'shape':'box','min':[-50,-30,%g],"
            "'max':[50,30,60]}}",
            low);
        if (hill > 0) {
            judge_terrain(&t, "{'id':'h','kind':'hill','mesh':'box 1000 900 0 1400 1100 %g'}", hill);
        }
        judge_model(&t, "b", "blue", "vehicle", "hover", 1200, 1000, 0, "");
        judge_model(&t, "a", "red", "infantry", "man", 900, 1000, 0, "'move':8");
        judge_ready(&t);
        tl_moving m;
        ok(tl_moving_make(&t.inquiry, judge_who(&t, "a1"), (tl_vec2){500, 500}, (tl_vec2){1500, 1500}, &m, &error));
        int hulls = 0, bases = 0;
        for (size_t i = 0; i < m.models.count; i++) {
            const tl_obstacle *o = &m.models.items[i];
            bool base = o->figure.count == 1;
            assert_near(o->low, base ? hill : hill + low, 1e-6);
            assert_near(o->high, base ? hill + fmax(low, 6) : hill + 60, 1e-6);
            hulls += !base;
            bases += base;
        }
        assert_true(hulls > 0 && bases == 1);
        tl_moving_free(&m);
        /* as a mover: from as high as a base is lifted, each part at least 1 high */
        ok(tl_moving_make(&t.inquiry, judge_who(&t, "b1"), (tl_vec2){500, 500}, (tl_vec2){1500, 1500}, &m, &error));
        assert_int_equal(m.mover.count, 2);
        assert_near(m.mover.parts[0].low, 5, 1e-9);
        assert_near(m.mover.parts[0].high, fmax(low, 6), 1e-6);
        assert_near(m.mover.parts[1].low, fmax(low, 5), 1e-6);
        assert_near(m.mover.parts[1].high, 60, 1e-6);
        assert_near(m.tall, 60, 1e-6);
        assert_true(!m.mover.round && m.footprint.round);
        assert_near(m.footprint.parts[0].low, 0, 0);
        assert_near(m.footprint.parts[0].high, 60, 1e-6);
        tl_moving_free(&m);
        judge_end(&t);
    }
}

static tl_journey turn_along_y(judge_table *t, double d) {
    tl_path_point path = {{1500, 1500 + d, 0}, 2};
    const tl_question question = {
        .query = "move", .path = &path, .path_count = 1, .has_facing = true, .facing_deg = 90};
    tl_journey j;
    ok(tl_journey_make(&t->inquiry, judge_who(t, "a1"), &question, &j, &error));
    return j;
}

/* What a turn gains beside what may be gained: by more than all that may be off it is certain, by less open. A tank of
 * 100 by 60 turns crosswise and goes d along y: its side is d + 20 far from where it was then, and the corner that goes
 * farthest, from (50, 30) to (-30, 50) or its like, 20 and d + 80. In terrain that slows it may gain less; where ground
 * may be off, and lengths are along it, the length may be as well, twice. */
static void gains_of_turns(void **state) {
    (void)state;
    for (int k = 0; k < 32; k++) {
        bool by_point = k & 1, slowed = k & 8, rough = k & 16;
        double tolerance = k & 2 ? 0.05 : 0, off = k & 4 ? 1.5 : 0, hair = 0.0005;
        const double beside[7] = {-20, -hair, hair, -hair, hair, 20, 0};
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%g}", off);
        if (slowed) {
            judge_area(&t, "wood", "wood", (tl_vec2){1000, 1000}, (tl_vec2){2400, 2400}, -1);
        }
        if (rough) {
            judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box 900 900 0 2500 2500 10','uncertainty':0.1}");
        }
        judge_model(&t, "a", "red", "vehicle", "scan", 1500, 1500, 0, slowed ? "'move':5" : "'move':2");
        judge_ready(&t);
        judge_set(&t, tolerance, "rotation", by_point ? "max_point" : "dilation", "slope_distance",
                  rough ? "surface" : "plan", NULL);
        tl_journey j = turn_along_y(&t, 30);
        double limit = fmin(j.own, j.allowance), band = tolerance + 2 * j.moving.own_off + 2 * j.cost_off;
        assert_true(j.own == (slowed ? 500 : 200) && limit == 200);
        assert_true(rough == (j.cost_off > 0.2) && j.moving.own_off >= off);
        tl_journey_free(&j);
        for (int i = 0; i < (band > 0 ? 6 : 7); i++) { /* the limit itself only where nothing is off */
            double far = limit + (i < 3 ? -band : band) + beside[i];
            double d = by_point ? sqrt(far * far - 400) - 80 : far - 20;
            if (d > limit - band - 1) {
                continue; /* that is too far by itself */
            }
            j = turn_along_y(&t, d);
            tl_verdict verdict = far <= limit - band ? YES : far > limit + band ? NO : OPEN;
            if (j.rotation != verdict) {
                fail_msg("%d: %g far, of %g, may be off by %g: %d", k, far, limit, band, (int)j.rotation);
            }
            assert_near(j.rotation_mm, far, 1e-6);
            tl_journey_free(&j);
        }
        judge_end(&t);
    }
}

#define HORSESHOE "'scan':{'mesh':'box -60 -40 0 -40 40 40, box -60 20 0 60 40 40, box 40 -10 0 60 40 40'}"

/* A hull of several parts that is no convex one: what it gains is found as closely as points along all edges show. */
static void gains_of_corners(void **state) {
    (void)state;
    static const double box[3][4] = {{-60, -40, -40, 40}, {-60, 20, 60, 40}, {40, -10, 60, 40}};
    test_random random = test_random_start("more-gains", 5);
    int inner = 0;
    for (int k = 0; k < 24; k++) {
        double angle = test_random_between(&random, 20, 340), go = test_random_between(&random, 5, 60), best = 0;
        double corners = 0;
        tl_vec2 at = {1500 + go * cos(k), 1500 + go * sin(k)};
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, HORSESHOE);
        judge_model(&t, "a", "red", "vehicle", "scan", 1500, 1500, 0, "'move':4");
        judge_ready(&t);
        judge_set(&t, 0.05, "rotation", "dilation", NULL);
        tl_path_point path = {{at.x, at.y, 0}, 2};
        const tl_question question = {
            .query = "move", .path = &path, .path_count = 1, .has_facing = true, .facing_deg = angle};
        tl_journey j;
        ok(tl_journey_make(&t.inquiry, judge_who(&t, "a1"), &question, &j, &error));
        double c = cos(angle * M_PI / 180), s = sin(angle * M_PI / 180);
        for (int i = 0; i < 3; i++) {
            const double *b = box[i];
            for (int n = 0; n < 4 * 400; n++) {
                double u = n % 400 / 400.0;
                double x = n < 800 ? b[0] + u * (b[2] - b[0]) : n < 1200 ? b[0] : b[2];
                double y = n >= 800 ? b[1] + u * (b[3] - b[1]) : n < 400 ? b[1] : b[3], near = INFINITY;
                tl_vec2 p = {at.x - 1500 + c * x - s * y, at.y - 1500 + s * x + c * y};
                for (int m = 0; m < 3; m++) {
                    near = fmin(near, hypot(fmax(fmax(box[m][0] - p.x, p.x - box[m][2]), 0),
                                            fmax(fmax(box[m][1] - p.y, p.y - box[m][3]), 0)));
                }
                best = fmax(best, near);
                corners = fmax(corners, n % 400 == 0 || u > 0.99 ? near : 0);
            }
        }
        assert_true(j.rotation_mm >= best - 0.01 && j.rotation_mm <= best + 0.16); /* as far apart as the points */
        assert_int_equal(j.rotation, YES);
        double far = j.rotation_mm;
        tl_journey_free(&j);
        judge_end(&t);
        if (best < corners + 0.5 || go > far - 1) {
            continue;
        }
        /* the farthest point lies on an edge: that none goes a hair farther isn't proved */
        judge_begin(&t);
        judge_asset(&t, HORSESHOE);
        judge_model(&t, "a", "red", "vehicle", "scan", 1500, 1500, 0, "'move':4");
        judge_ready(&t);
        ((tl_document_unit *)(uintptr_t)(const void *)judge_party(&t, "a").unit)->move = far / 100;
        judge_set(&t, 0, "rotation", "dilation", NULL);
        ok(tl_journey_make(&t.inquiry, judge_who(&t, "a1"), &question, &j, &error));
        assert_near(j.rotation_mm, far, 1e-9);
        assert_int_equal(j.rotation, OPEN);
        inner++;
        tl_journey_free(&j);
        judge_end(&t);
    }
    assert_true(inner > 0);
}

/* A disc about the model's middle gains nothing by turning; its hull does. */
static void gains_of_discs(void **state) {
    (void)state;
    for (int by_point = 0; by_point < 2; by_point++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'round':{'base':{'shape':'disc','diameter':120},'core':{'shape':'box','min':[-10,-5,3],"
                        "'max':[10,5,40]}}");
        judge_model(&t, "a", "red", "vehicle", "round", 1500, 1500, 0, "'move':2");
        judge_ready(&t);
        judge_set(&t, 0.05, "rotation", by_point ? "max_point" : "dilation", NULL);
        tl_journey j = turn_along_y(&t, 40);
        assert_true(j.rotation_looked);
        assert_near(j.rotation_mm, by_point ? hypot(5, 55) : 40, 1e-6);
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* An edge all of whose points are as far: none of them is thought to be farther, however much they may be off. */
static void long_edges(void **state) {
    (void)state;
    for (int far = 140; far < 192; far += 2) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':4}");
        judge_model(&t, "a", "red", "vehicle", "scan", 1500, 1500, 0, "'move':2");
        judge_ready(&t);
        judge_set(&t, 0, "rotation", "dilation", NULL);
        tl_journey j = turn_along_y(&t, far - 20);
        assert_near(j.rotation_mm, far, 1e-6);
        assert_int_equal(j.rotation, YES);
        tl_journey_free(&j);
        judge_end(&t);
    }
}

static tl_landing land(judge_table *t, tl_vec2 at, double facing) {
    tl_moving m;
    tl_landing landing;
    tl_heading heading = {cos(facing * M_PI / 180), sin(facing * M_PI / 180)};
    ok(tl_moving_make(&t->inquiry, judge_who(t, "a1"), (tl_vec2){at.x - 500, at.y - 500},
                      (tl_vec2){at.x + 500, at.y + 500}, &m, &error));
    ok(tl_landing_look(&m, at, heading, &landing, &error));
    tl_moving_free(&m);
    return landing;
}

/* Below a thin base the points may lie in a line, or be but one: their slope is that along the line, never a steeper
 * one than the plate's. */
static void thin_bases(void **state) {
    (void)state;
    static const double wide[] = {0.002, 1, 2, 6};
    const double roll = 3, pitch = -2;
    const double slope = acos(cos(roll * M_PI / 180) * cos(pitch * M_PI / 180)) * 180 / M_PI;
    for (int k = 0; k < 8; k++) {
        bool tilted = k >= 4;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t,
                    "'thin':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'rectangle',"
                    "'size':[80,%g]}}",
                    wide[k % 4]);
        judge_terrain(&t,
                      "{'id':'g','kind':'ground','mesh':'box -300 -300 -200 300 300 0','at':[1000,1000,150],'tilt':"
                      "[%g,%g]}",
                      tilted ? roll : 0, tilted ? pitch : 0);
        judge_model(&t, "a", "red", "aircraft", "thin", 1000, 1000, 0, "'move':8,'locomotion':'flying'");
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "20", "flat_tolerance_deg", "5", NULL);
        /* the plate's heights at its corners tell how it rises along x and y */
        tl_surfaces surfaces = tl_table_surfaces(t.table);
        double z[3];
        for (int i = 0; i < 3; i++) {
            double levels[8];
            size_t count =
                tl_surface_levels(&surfaces, 1000 + (i == 1 ? 100 : 0), 1000 + (i == 2 ? 100 : 0), 0, levels, 8);
            z[i] = levels[count - 1];
        }
        for (int turn = 0; turn < 360; turn++) {
            tl_landing l = land(&t, (tl_vec2){1000.3, 1000.7}, turn);
            double a = turn * M_PI / 180, along = ((z[1] - z[0]) * cos(a) + (z[2] - z[0]) * sin(a)) / 100;
            if (l.even != YES || l.flat_deg > (tilted ? slope : 0) + 1e-6) {
                fail_msg("%g wide, turned by %d: %d, tilted by %g", wide[k % 4], turn, (int)l.even, l.flat_deg);
            }
            if (k % 4 == 0) { /* on a spoke of points, or between two */
                assert_near(l.flat_deg, turn % 15 == 0 ? atan(fabs(along)) * 180 / M_PI : 0, 1e-6);
            } else if (k % 4 == 3) {
                assert_near(l.flat_deg, tilted ? slope : 0, 1e-6);
            }
        }
        judge_end(&t);
    }
}

/* Where the table's own mesh leaves a gap there is nothing: that counts as the height 0, as below who floats there. */
static void gaps_of_the_table(void **state) {
    (void)state;
    static const double tops[] = {0, 4, 12, -12}, at[] = {900, 969.9, 990, 1010, 1050.1};
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'plane':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'disc',"
                        "'diameter':60}}");
        judge_ground(&t, "'mesh':'box 0 0 -20 1000 3000 %g, box 1020 0 -20 3000 3000 %g'", tops[k], tops[k]);
        judge_model(&t, "a", "red", "aircraft", "plane", 500, 1000, 0, "'move':8,'locomotion':'flying'");
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "5", "flat_tolerance_deg", "89", NULL);
        for (int i = 0; i < 5; i++) {
            bool over = i == 2 || i == 3; /* the gap lies at the base's rim, or in its middle */
            tl_landing l = land(&t, (tl_vec2){at[i], 1000}, 0);
            assert_near(l.high, tops[k], 1e-9);
            assert_near(l.flat_mm, over ? fmax(tops[k], 0) : 0, 1e-9);
            assert_int_equal(l.even, over && tops[k] > 5 ? NO : YES);
            assert_int_equal(l.flat_deg > 1e-6, i == 2 && k > 0);
        }
        judge_end(&t);
    }
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* Whose reason is told: of those who see the target the first from whom the answer is the same. Somebody who doesn't
 * see it has no say, whatever it is from there. */
static void whose_reason(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        bool screened = k & 1, swapped = k & 2, area = k & 4; /* the one behind a wall doesn't see it at all */
        judge_table t;
        judge_begin(&t);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'post','at':[%d,1000]},{'id"
                   "':'a2','asset':'post','at':[%d,1000]}]}",
                   swapped ? 1500 : 500, swapped ? 500 : 1500);
        judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
        judge_wall(&t, "wall", (tl_vec2){900, 500}, (tl_vec2){910, 1500}, screened ? 300 : 25);
        if (area) {
            judge_area(&t, "wood", "wood", (tl_vec2){1050, 500}, (tl_vec2){1070, 1500}, 300);
        } else {
            judge_wall(&t, "low", (tl_vec2){1050, 500}, (tl_vec2){1060, 1500}, 25);
        }
        judge_ready(&t);
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_judge_cover_found found;
        ok(tl_judge_cover(&t.inquiry, &from, &to, &found, &error));
        assert_int_equal(found.verdict, YES);
        size_t walled = swapped ? 1 : 0;
        assert_int_equal(found.attackers[walled].sees, screened ? NO : YES);
        assert_int_equal(found.attackers[1 - walled].sees, YES);
        assert_int_equal(found.attackers[walled].cause.clause, TL_CLAUSE_COVER_VIEW);
        assert_int_equal(found.attackers[1 - walled].cause.clause, area ? TL_CLAUSE_COVER_AREA : TL_CLAUSE_COVER_VIEW);
        bool by_wall = !screened && !swapped;
        assert_int_equal(found.cause.clause, by_wall || !area ? TL_CLAUSE_COVER_VIEW : TL_CLAUSE_COVER_AREA);
        tl_judge_cover_found_free(&found);
        judge_end(&t);
    }
}

/* A target of two parts, each seen through a tube of its own: all four ends are told, though nothing of the target is
 * in its middle; those of one tube where the other isn't needed. */
static void holes_before_corners(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        bool repaired = k & 1, first = !(k & 2), second = !(k & 4); /* which tubes there are; else there is free air */
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'twin':{'mesh':'box -5 -40 3 5 -30 40, box -5 30 3 5 40 40','base':{'shape':'disc',"
                        "'diameter':100}}");
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "twin", 1500, 1000, 0, "");
        judge_wall(&t, "middle", (tl_vec2){900, 996}, (tl_vec2){910, 1004}, 100);
        static const double low[2] = {955, 1005};
        for (int i = 0; i < 2; i++) {
            if (i == 0 ? first : second) {
                judge_terrain(&t, "{'id':'t%d','kind':'wall','mesh':'tube 850 %g 0 1150 %g 100','at':[0,0,0]%s}", i,
                              low[i], low[i] + 40, repaired ? ",'repair':{'close_holes':200}" : "");
            }
        }
        judge_ready(&t);
        judge_set(&t, -1, "scan_holes", "open", NULL);
        tl_pair_cover_result result;
        ok(tl_pair_cover(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"), &result, &error));
        size_t tubes = (size_t)first + second;
        assert_int_equal(result.verdict, repaired && tubes > 0 ? YES : NO);
        assert_int_equal(result.holes.all, 2 * tubes);
        assert_int_equal(result.holes.count, 2 * tubes);
        assert_int_equal(result.holes.by_repair, repaired && tubes > 0);
        size_t at_first = 0, near = 0;
        for (size_t i = 0; i < result.holes.count; i++) {
            at_first += result.holes.met[i].at.y < 1000;
            near += fabs(result.holes.met[i].at.x - 850) < 1e-6;
        }
        assert_true(at_first == 2 * (size_t)first && near == tubes);
        judge_end(&t);
    }
}

/* Whom a trench or fortification shelters: who may be sheltered, where the setting has it so (DT-FRT-08). */
static void whom_it_shelters(void **state) {
    (void)state;
    static const char *const kinds[] = {"bunker", "strongpoint", "trench"};
    static const char *const classes[] = {"infantry", "hero", "vehicle", "aircraft"};
    for (int k = 0; k < 24; k++) {
        bool always = k < 12;
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'it','kind':'%s','mesh':'box -50 -50 0 50 50 40','at':[1000,1000,0]}", kinds[k % 3]);
        judge_man(&t, "a", 200, 200);
        judge_ready(&t);
        judge_set(&t, -1, "fort_cover", always ? "always" : "test", NULL);
        tl_region_rules rules;
        tl_shield_rules shields;
        ok(tl_region_rules_make(&t.inquiry, NULL, &rules, &error));
        ok(tl_shield_rules_make(&rules, &shields, &error));
        const tl_class_rule *class = tl_ruleset_class(t.ruleset, classes[k / 3 % 4]);
        tl_region here = {.member = SIZE_MAX,
                          .kind = class,
                          .from_base = true,
                          .measured = JUDGE_RIM,
                          .covers = JUDGE_RIM,
                          .low = {998, 998},
                          .high = {1002, 1002},
                          .tall = 30};
        tl_region far = here; /* who looks is of another class */
        far.kind = tl_ruleset_class(t.ruleset, classes[(k / 3 + 2) % 4]);
        far.low = far.high = (tl_vec2){2000, 1000};
        tl_between between;
        ok(tl_shield_between_make(&shields, t.inquiry.context, &far, &here, &between, &error));
        assert_int_equal(between.in_cover, always && class->shelters);
        tl_between_free(&between);
        tl_shield_rules_free(&shields);
        tl_region_rules_free(&rules);
        judge_end(&t);
    }
}

/* --- Areas -------------------------------------------------------------------------------------------------------- */

/* Of a line in an area is told by how much it may be longer; nothing where any length will do: into it, through it or
 * inside it, each by its own number. */
static void limits_of_areas(void **state) {
    (void)state;
    for (int way = 0; way < 3; way++) {
        for (int k = 0; k < 8; k++) {
            int none = k % 4; /* which has no limit */
            judge_table t;
            judge_begin(&t);
            judge_area(&t, "wood", "wood", (tl_vec2){1000, 500}, (tl_vec2){1040, 1500}, 300);
            judge_man(&t, "a", way == 2 ? 1020 : 960, way == 2 ? 960 : 1000);
            judge_man(&t, "b", way == 0 ? 1100 : 1020, 1000);
            judge_ready(&t);
            tl_area_rule *rule = (tl_area_rule *)(uintptr_t)(const void *)tl_ruleset_kind(t.ruleset, "wood")->area;
            double limits[3] = {0.7, 0.9, 2.2};
            if (none < 3) {
                limits[none] = INFINITY;
            }
            rule->through_units = limits[0];
            rule->into_units = limits[1];
            rule->inside_units = none == 2 ? -1 : limits[2];
            judge_set(&t, -1, "area_cap_scope", "both_inside", "area_inside_length",
                      k < 4 ? "unit_distance" : "in_area_length", NULL);
            tl_between between;
            ok(tl_between_sight(&t.inquiry, 0, 1, &between, &error));
            tl_pair_sight_result one = {.has_depth = false};
            tl_vec3 from = {way == 2 ? 1020 : 960, way == 2 ? 968 : 1000, 20}, to = {way == 0 ? 1092 : 1012, 1000, 20};
            tl_pair_depth_explain(&t.inquiry, &between, &one, from, to);
            if (one.has_depth != (none != way)) {
                fail_msg("%d, %d: %d", way, none, one.has_depth);
            }
            if (one.has_depth) {
                assert_int_equal(one.depth.verdict, YES);
                assert_near(one.depth.limit_mm, 100 * limits[way], 1e-9);
                assert_near(one.depth.margin.low, 100 * limits[way] - one.depth.distance.high, 1e-9);
                assert_near(one.depth.margin.high, 100 * limits[way] - one.depth.distance.low, 1e-9);
                assert_true(one.depth.margin.low > 0);
            }
            /* pictures show how near its edge somebody must be */
            if (way == 0) {
                tl_pair_sight_result line = {.has_depth = false};
                line.sight.has_line = true;
                line.sight.from = from;
                line.sight.to = to;
                rule->into_units = none == 3 ? -1 : limits[1];
                tl_pair_sight_shown shown;
                ok(tl_pair_sight_show(&t.inquiry, &line, &shown, &error));
                assert_int_equal(shown.stretch_count, 1);
                assert_near(shown.stretches[0].edge_mm, none == 3 || none == 1 ? 0 : 90, 1e-9);
                tl_pair_sight_shown_free(&shown);
            }
            tl_between_free(&between);
            judge_end(&t);
        }
    }
}

/* At a limit to the last bit there is nothing to spare, and nothing missing; beyond it as much is missing as there is;
 * where nobody is ever seen through, all of it. */
static void spare_depths(void **state) {
    (void)state;
    const double far = 1040 - 960 - JUDGE_RIM; /* from the base's rim to the wood's far one */
    const double limits[4] = {far + 10, far - 0.5 * TL_BETWEEN_AREA_ROUNDING, far - 10, -100};
    for (int k = 0; k < 4; k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wood", "wood", (tl_vec2){1000, 500}, (tl_vec2){1040, 1500}, 300);
        judge_man(&t, "a", 960, 1000);
        judge_man(&t, "b", 1200, 1000);
        judge_ready(&t);
        ((tl_area_rule *)(uintptr_t)(const void *)tl_ruleset_kind(t.ruleset, "wood")->area)->through_units =
            limits[k] / 100;
        judge_set(&t, -1, "area_cap_scope", "both_inside", NULL);
        tl_between between;
        ok(tl_between_sight(&t.inquiry, 0, 1, &between, &error));
        tl_pair_sight_result one = {.has_depth = false};
        tl_pair_depth_explain(&t.inquiry, &between, &one, (tl_vec3){960, 1000, 20}, (tl_vec3){1200, 1000, 20});
        assert_true(one.has_depth);
        assert_int_equal(one.depth.verdict, k < 2 ? YES : NO);
        assert_near(one.depth.limit_mm, fmax(limits[k], 0), 1e-9);
        double spare = k == 1 ? 0 : fmax(limits[k], 0) - far;
        assert_near(one.depth.margin.low, spare, k == 1 ? 0 : 1e-6);
        assert_near(one.depth.margin.high, spare, k == 1 ? 0 : 1e-6);
        tl_between_free(&between);
        judge_end(&t);
    }
}

/* Of the two lines that are tried in vain the one is told that comes nearer to passing; the second where there is one;
 * none that passes. */
static void told_lines(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'wood','kind':'wood','outline':[[1000,500],[1300,500],[1300,990],[1200,990],[1200,1010],["
                      "1030,1010],[1030,1500],[1000,1500]],'height':300}");
    judge_man(&t, "a", 960, 1000);
    judge_man(&t, "b", 1400, 1000);
    judge_ready(&t);
    tl_between between;
    ok(tl_between_sight(&t.inquiry, 0, 1, &between, &error));
    static const double y[3] = {985, 1000, 1015}; /* through 300, 200 and 30 of it */
    for (int k = 0; k < 18; k++) {
        int first = k % 3, second = k / 3 % 3;
        bool tried = k < 9;
        tl_vec3 line[2][2] = {{{960, y[first], 20}, {1400, y[first], 20}},
                              {{960, y[second], 20}, {1400, y[second], 20}}};
        tl_pair_sight_result found = {.has_depth = false};
        found.sight.has_attempt = tried;
        found.sight.attempt_from = line[1][0];
        found.sight.attempt_to = line[1][1];
        tl_pair_depth_explain_no(&t.inquiry, &between, line[0][0], line[0][1], &found);
        int told = !tried || second == 2 ? first : first == 2 ? second : first > second ? first : second;
        assert_int_equal(found.has_depth, told < 2);
        if (told < 2) {
            assert_near(found.depth_from.y, y[told], 0);
            assert_near(found.depth_to.y, y[told], 0);
            assert_int_equal(found.depth.verdict, NO);
            assert_int_equal(found.depth_terrain, 0);
        }
    }
    tl_between_free(&between);
    judge_end(&t);
}

/* The rule that is told is the kind's own, where it has one, of its inside or of its edge. */
static void rules_of_depths(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){1000, 500}, (tl_vec2){1040, 1500}, 300);
    judge_man(&t, "a", 960, 1000);
    judge_ready(&t);
    tl_area_rule *rule = (tl_area_rule *)(uintptr_t)(const void *)tl_ruleset_kind(t.ruleset, "wood")->area;
    static const tl_area_clause clauses[] = {TL_AREA_AT_EDGE, TL_AREA_NEAR_EDGE, TL_AREA_THROUGH, TL_AREA_INSIDE_CAP,
                                             TL_AREA_INSIDE_DISTANCE};
    for (int k = 0; k < 20; k++) {
        bool inside = k % 5 > 2;
        tl_pair_sight_result found = {.has_depth = true};
        found.depth.clause = clauses[k % 5];
        rule->edge_rule = k / 5 & 1 ? "E" : "";
        rule->inside_rule = k / 5 & 2 ? "I" : "";
        tl_cause cause = tl_pair_depth_cause(&t.inquiry, &found);
        assert_int_equal(cause.clause, inside ? TL_CLAUSE_AREA_INSIDE : TL_CLAUSE_AREA_EDGE);
        const char *own = inside ? rule->inside_rule : rule->edge_rule;
        assert_true(own[0] == 0 ? cause.of_row == NULL : cause.of_row == own);
        /* without a line there is a picture only of what an area forbids, and tells how deep */
        found.by_area = k & 1;
        found.has_depth = k & 2;
        tl_pair_sight_shown shown;
        ok(tl_pair_sight_show(&t.inquiry, &found, &shown, &error));
        assert_int_equal(shown.kind, (k & 3) == 3 ? TL_SHOWN_ATTEMPT : TL_SHOWN_NOTHING);
        tl_pair_sight_shown_free(&shown);
    }
    judge_end(&t);
}

/* What stands in the way as a thing isn't drawn as an area, too, whichever of those named it is. */
static void named_areas(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_area(&t, "wood", "wood", (tl_vec2){900, 100}, (tl_vec2){930, 2900}, 500);
    judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 2900}, 500);
    judge_wall(&t, "other", (tl_vec2){1050, 100}, (tl_vec2){1060, 2900}, 500);
    judge_man(&t, "a", 870, 1000);
    judge_man(&t, "b", 1160, 1000);
    judge_ready(&t);
    tl_pair_sight_result sight;
    ok(tl_pair_sight(&t.inquiry, 0, 1, &sight, &error));
    assert_true(sight.sight.verdict == NO && sight.sight.has_attempt && !sight.by_area);
    for (size_t at = 0; at < 4; at++) { /* the wood's place among three; none */
        for (size_t i = 0; i < 3; i++) {
            sight.sight.named[i] = (uint32_t)t.table->terrain[i == at ? 0 : 1 + i % 2].slot;
        }
        sight.sight.named_count = 3;
        tl_pair_sight_shown shown;
        ok(tl_pair_sight_show(&t.inquiry, &sight, &shown, &error));
        assert_int_equal(shown.stretch_count, at == 3);
        tl_pair_sight_shown_free(&shown);
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_any_slot),   cmocka_unit_test(heights_of_others), cmocka_unit_test(gains_of_turns),
        cmocka_unit_test(long_edges),           cmocka_unit_test(gains_of_corners),  cmocka_unit_test(gains_of_discs),
        cmocka_unit_test(spare_depths),         cmocka_unit_test(told_lines),        cmocka_unit_test(rules_of_depths),
        cmocka_unit_test(thin_bases),           cmocka_unit_test(gaps_of_the_table), cmocka_unit_test(whose_reason),
        cmocka_unit_test(holes_before_corners), cmocka_unit_test(whom_it_shelters),  cmocka_unit_test(limits_of_areas),
        cmocka_unit_test(named_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
