/* What rises where a move would end, by what it is of (judge/move/standing.c): woods, of which the lowest bears alone,
 * pieces of terrain and the table's own mesh, in whatever order; corners that come in between any two directions from
 * the middle; and whose doubt it is beside a base. */
#include "support/judge_table.h"

#include "judge/move/standing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

/* How a1 would stand there, on the table's level. */
static tl_standing stand(judge_table *t, tl_vec2 at, double z, double facing) {
    tl_moving m;
    tl_standing s;
    const tl_vec2 low = {at.x - 600, at.y - 600}, high = {at.x + 600, at.y + 600};
    assert_int_equal(tl_moving_make(&t->inquiry, judge_who(t, "a1"), low, high, &m, &error), TL_OK);
    if (tl_standing_look(&m, (tl_vec3){at.x, at.y, z}, facing, &s, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    tl_moving_free(&m);
    return s;
}

static size_t slot_of(const judge_table *t, const char *id) {
    size_t slot = 0;
    while (slot <= t->table->terrain_count && strcmp(tl_table_slot_name(t->table, slot), id) != 0) {
        slot++;
    }
    return slot;
}

#define CORE "'core':{'shape':'box','min':[-4,-4,3],'max':[4,4,35]}"
#define BASES                                                                                                          \
    "'disc':{" CORE ",'base':{'shape':'disc','diameter':60}},'oval':{" CORE                                            \
    ",'base':{'shape':'oval','size':[60,40]}},'slab':{" CORE                                                           \
    ",'base':{'shape':'rectangle','size':[60,40]}},'bare':{'core':{'shape':'box','min':[-30,-20,0],'max':[30,20,35]}}"

/* Others that are nowhere near: a road, a hill that may be off by a lot, a wood. */
static void add_others(judge_table *t, const char *which) {
    judge_terrain(t, "{'id':'road%s','kind':'road','disc':{'centre':[300,300],'radius':50}}", which);
    judge_terrain(t, "{'id':'far%s','kind':'hill','mesh':'box 100 2700 0 200 2900 50','uncertainty':20}", which);
    judge_terrain(t, "{'id':'grove%s','kind':'wood','mesh':'box 2700 100 0 2900 200 9','uncertainty':15}", which);
}

/* The base comes 2 mm into a piece that is so high, from the left, the right, above or below. */
static void all_kinds(void **state) {
    (void)state;
    const struct {
        const char *kind;
        double height;
        tl_verdict verdict;
    } cases[] = {/* of a wood 10 mm bear at most: less than a step of a stair, more than what lifts a base */
                 {"wood", 4.9, YES}, {"wood", 5.2, OPEN}, {"wood", 9, OPEN},    {"wood", 11, OPEN}, {"wood", 60, OPEN},
                 {"hill", 4.9, YES}, {"hill", 5.2, OPEN}, {"hill", 9, OPEN},    {"hill", 11, OPEN}, {"hill", 12, OPEN},
                 {"hill", 13, NO},   {"hill", 60, NO},    {"ground", 11, OPEN}, {"ground", 13, NO}, {"smoke", 60, YES}};
    static const struct {
        const char *asset;
        double reach[2]; /* along x, along y */
    } bases[] = {{"disc", {30, 30}}, {"oval", {30, 20}}, {"slab", {30, 20}}, {"bare", {30, 20}}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]) * 4; i++) {
        for (int side = 0; side < 4; side++) {
            static const double x0[4] = {1100, 700, 800, 800}, x1[4] = {1300, 900, 1200, 1200};
            static const double y0[4] = {800, 800, 1100, 700}, y1[4] = {1200, 1200, 1300, 900};
            static const double dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
            const size_t base = i % 4;
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, BASES);
            if (side % 2 == 0) {
                add_others(&t, "1");
            }
            judge_terrain(&t, "{'id':'it','kind':'%s','mesh':'box %g %g 0 %g %g %g'}", cases[i / 4].kind, x0[side],
                          y0[side], x1[side], y1[side], cases[i / 4].height);
            if (side / 2 == 0) {
                add_others(&t, "2");
            }
            bool bare = strcmp(bases[base].asset, "bare") == 0;
            judge_model(&t, "a", "red", bare ? "vehicle" : "infantry", bases[base].asset, 1000, 1000, 0, "'move':4");
            judge_ready(&t);
            judge_set(&t, 0.05, NULL);
            double by = 100 - bases[base].reach[side / 2] + 2;
            tl_standing s = stand(&t, (tl_vec2){1000 + by * dx[side], 1000 + by * dy[side]}, 0, 0);
            /* who has no base is looked at by his body alone */
            tl_verdict expected = bare ? YES : cases[i / 4].verdict;
            if (s.verdict != expected) {
                fail_msg("case %zu, %s, side %d: %d", i / 4, bases[base].asset, side, (int)s.verdict);
            }
            if (s.verdict != YES) {
                assert_int_equal(s.kind, TL_HALT_RISES);
                assert_string_equal(tl_table_slot_name(t.table, s.slot), "it");
            }
            judge_end(&t);
        }
    }
}

/* A corner comes into a disc by 1 mm, in any direction: nothing of it lies farther in than that, and it counts as what
 * it is. Less than the tolerance is contact. */
static void corners(void **state) {
    (void)state;
    const struct {
        const char *kind;
        double height, in;
        tl_verdict verdict;
    } cases[] = {{"hill", 20, 1, NO},     {"hill", 20, 0.55, NO},  {"hill", 20, 0.45, YES}, {"hill", 8, 1, OPEN},
                 {"hill", 8, 0.55, OPEN}, {"hill", 4, 1, YES},     {"hill", 200, 1, NO},    {"wood", 30, 1, OPEN},
                 {"wood", 7, 1, OPEN},    {"wood", 30, 0.45, YES}, {"wood", 4, 1, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int k = 0; k < 4; k++) {
            double a = 33.75 + 3.75 * k, quarter = 90.0 * (double)((i + (size_t)k) % 4), s, c, sq, cq;
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, BASES);
            tl_sincos_deg(a, &s, &c);
            tl_sincos_deg(quarter, &sq, &cq);
            /* the corner at (1000, 1000); the piece goes on from it away from the base, in that quarter */
            double x = cq - sq, y = sq + cq;
            judge_terrain(&t, "{'id':'it','kind':'%s','mesh':'box %g %g 0 %g %g %g'}", cases[i].kind,
                          fmin(1000, 1000 + 300 * x), fmin(1000, 1000 + 300 * y), fmax(1000, 1000 + 300 * x),
                          fmax(1000, 1000 + 300 * y), cases[i].height);
            judge_model(&t, "a", "red", "infantry", "disc", 500, 1000, 0, "'move':9");
            judge_ready(&t);
            judge_set(&t, 0.5, NULL);
            double d = 30 - cases[i].in; /* towards the base: turned by 180 degrees */
            tl_vec2 at = {1000 - d * (c * cq - s * sq), 1000 - d * (c * sq + s * cq)};
            tl_standing found = stand(&t, at, 0, 10.0 * k);
            if (found.verdict != cases[i].verdict) {
                fail_msg("case %zu, direction %g of %g: %d", i, a, quarter, (int)found.verdict);
            }
            judge_end(&t);
        }
    }
}

/* Beside a base, within what it may be off: of whatever kind, in whatever place of the scene; of two the first in the
 * table's order. What may be off more, farther away, changes nothing. */
static void doubts_beside(void **state) {
    (void)state;
    const struct {
        const char *kind;
        double height, off, gap;
        tl_verdict verdict;
    } cases[] = {{"wood", 8, 2, 1.9, OPEN},  {"wood", 8, 2, 2.1, YES},  {"wood", 8, 2, 15, YES},
                 {"wood", 4, 2, 1, YES},     {"hill", 8, 2, 1.9, OPEN}, {"hill", 8, 2, 2.1, YES},
                 {"hill", 60, 3, 2.9, OPEN}, {"hill", 60, 3, 3.1, YES}, {"hill", 4, 3, 1, YES},
                 {"hill", 60, 0, 0.1, YES},  {"hill", 5.05, 2, 1, YES}, {"hill", 5.15, 2, 1, OPEN},
                 {"wood", 60, 3, 2.9, OPEN}, {"smoke", 60, 3, 1, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int order = 0; order < 4; order++) {
            const bool two = order / 2 == 0;
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, BASES);
            if (order % 2 == 0) {
                add_others(&t, "1");
            }
            judge_terrain(&t, "{'id':'b','kind':'%s','mesh':'box 1100 800 0 1300 1200 %g','uncertainty':%g}",
                          cases[i].kind, cases[i].height, cases[i].off);
            if (two) { /* on the other side, as far away */
                judge_terrain(&t, "{'id':'c','kind':'%s','mesh':'box 900 800 0 %.17g 1200 %g','uncertainty':%g}",
                              cases[i].kind, 1040 - 2 * cases[i].gap, cases[i].height, cases[i].off);
                add_others(&t, "2");
            }
            judge_model(&t, "a", "red", "infantry", "disc", 500, 1000, 0, "'move':9");
            judge_ready(&t);
            judge_set(&t, 0.05, NULL);
            tl_standing s = stand(&t, (tl_vec2){1070 - cases[i].gap, 1000}, 0, 0);
            if (s.verdict != cases[i].verdict) {
                fail_msg("case %zu, order %d: %d", i, order, (int)s.verdict);
            }
            if (s.verdict == OPEN) {
                const char *first = two && slot_of(&t, "c") < slot_of(&t, "b") ? "c" : "b";
                assert_int_equal(s.kind, TL_HALT_RISES);
                assert_int_equal(s.cause.clause, TL_CLAUSE_MOVE_END);
                assert_string_equal(tl_table_slot_name(t.table, s.slot), first);
            }
            judge_end(&t);
        }
    }
}

/* The table's own mesh rises as terrain does, and may be off as terrain may: on level ground as much as its points, so
 * that the two together leave open twice that beside a disc. */
static void own_mesh(void **state) {
    (void)state;
    const struct {
        double height, off, gap;
        tl_verdict verdict;
    } cases[] = {{20, 0, -2, NO},    {20, 0, 0.2, YES},  {8, 0, -2, OPEN},  {4, 0, -2, YES},     {60, 0, -2, NO},
                 {20, 1, 0.9, OPEN}, {20, 1, 1.9, OPEN}, {20, 1, 2.1, YES}, {20, 1, -1.9, OPEN}, {20, 1, -2.2, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int k = 0; k < 2; k++) {
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, BASES);
            judge_ground(&t, "'mesh':'box 0 0 -20 3000 3000 0, box 1100 800 -10 1300 1200 %g','uncertainty':%g",
                         cases[i].height, cases[i].off);
            if (k == 1) {
                judge_terrain(&t, "{'id':'far','kind':'hill','mesh':'box 100 2700 -5 200 2900 50'}");
            }
            judge_model(&t, "a", "red", "infantry", "disc", 500, 1000, 0, "'move':9");
            judge_ready(&t);
            judge_set(&t, 0.05, NULL);
            tl_standing s = stand(&t, (tl_vec2){1070 - cases[i].gap, 1000}, 0, 0);
            if (s.verdict != cases[i].verdict) {
                fail_msg("case %zu, %d: %d", i, k, (int)s.verdict);
            }
            if (s.verdict != YES) {
                assert_int_equal(s.kind, TL_HALT_RISES);
                assert_int_equal(s.slot, 0);
            }
            judge_end(&t);
        }
    }
}

/* Sides that share a corner go on in one another, from the lowest to the model's head; others don't, be they of one
 * piece or of two: a kerb of 10 beside a beam that begins above it is no more than a kerb. */
static void together(void **state) {
    (void)state;
    const struct {
        const char *one, *other;
        double tall;
        tl_verdict verdict;
    } cases[] = {{"box 1069 900 0 1200 1100 10", NULL, 35, OPEN},
                 {"box 1069 900 0 1200 1100 10, box 800 900 30 932 1100 60", NULL, 35, OPEN},
                 {"box 800 900 30 932 1100 60, box 1069 900 0 1200 1100 10", NULL, 35, OPEN},
                 {"box 1069 900 0 1200 1100 10", "box 800 900 30 932 1100 60", 35, OPEN},
                 {"box 800 900 30 932 1100 60", "box 1069 900 0 1200 1100 10", 35, OPEN},
                 {"box 1069 900 0 1200 1100 60, box 800 900 30 932 1100 60", NULL, 35, NO},
                 /* one on the other, as high as the head and higher */
                 {"box 1069 900 0 1200 1100 10, box 1069 900 10 1200 1100 60", NULL, 20, NO},
                 {"box 800 900 10 932 1100 60, box 800 900 0 932 1100 10", NULL, 20, NO},
                 {"box 1069 900 0 1200 1100 10, box 1069.5 910 10 1190 1090 60", NULL, 20, OPEN},
                 /* begins at the head, or above it */
                 {"box 1069 900 34 1200 1100 60", NULL, 35, YES},
                 {"box 1069 900 36 1200 1100 60", NULL, 35, YES},
                 {"box 1069 900 20 1200 1100 60", NULL, 35, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t,
                    "'one':{'core':{'shape':'box','min':[-4,-4,3],'max':[4,4,%g]},'base':{'shape':'disc','diameter':"
                    "140}}",
                    cases[i].tall);
        judge_terrain(&t, "{'id':'it','kind':'hill','mesh':'%s'}", cases[i].one);
        if (cases[i].other != NULL) {
            judge_terrain(&t, "{'id':'other','kind':'hill','mesh':'%s'}", cases[i].other);
        }
        judge_model(&t, "a", "red", "infantry", "one", 500, 1000, 0, "'move':9");
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_standing s = stand(&t, (tl_vec2){1000, 1000}, 0, 0);
        if (s.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)s.verdict);
        }
        judge_end(&t);
    }
}

/* Who is no taller than a step stands under what begins above his head, and not in what begins below it. */
static void low_heads(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'one':{'core':{'shape':'box','min':[-4,-4,3],'max':[4,4,5]},'base':{'shape':'disc','diameter':"
                        "60}}");
        judge_terrain(&t, "{'id':'it','kind':'hill','mesh':'box 1100 600 %g 1400 1400 60','uncertainty':1}",
                      k == 0 ? 6.0 : 4.0);
        judge_model(&t, "a", "red", "infantry", "one", 500, 1000, 0, "'move':9");
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        assert_int_equal(stand(&t, (tl_vec2){1080, 1000}, 0, 0).verdict, k == 0 ? YES : OPEN);
        judge_end(&t);
    }
}

/* A convex polygon as a base, counter-clockwise; how far it reaches along x when it is turned and all its edges lie so
 * much farther out: where two of them next to each other meet. */
static double reach_of(const tl_vec2 *p, int count, double turn, double by) {
    double s, c, most = -INFINITY;
    tl_sincos_deg(turn, &s, &c);
    for (int i = 0; i < count; i++) {
        tl_vec2 d[2], n[2];
        double h[2];
        for (int k = 0; k < 2; k++) {
            tl_vec2 a = p[(i + count - 1 + k) % count], b = p[(i + k) % count];
            d[k] = tl_sub2(b, a);
            n[k] = tl_scale2((tl_vec2){d[k].y, -d[k].x}, 1 / tl_length2(d[k]));
            h[k] = tl_dot2(n[k], a) + by;
        }
        double det = tl_cross2(n[0], n[1]);
        tl_vec2 q = {(h[0] * n[1].y - h[1] * n[0].y) / det, (n[0].x * h[1] - n[1].x * h[0]) / det};
        most = fmax(most, c * q.x - s * q.y);
    }
    return most;
}

/* A base of any outline beside a wall that is higher than the model: less than the tolerance in it is contact, and as
 * far beside it as the wall may be off is open, both counted from every edge. Which way round the outline is written,
 * and where it lies about the model's middle, changes nothing. */
static void outlines_of_bases(void **state) {
    (void)state;
    test_random random = test_random_start("rises-outlines", 5);
    int met[3] = {0, 0, 0};
    for (int round = 0; round < 240; round++) {
        tl_vec2 p[6];
        char text[512] = "";
        int count = 3 + test_random_below(&random, 4);
        double turn = test_random_between(&random, 0, 360), off = round % 2 == 0 ? 0 : 2;
        tl_vec2 aside = {test_random_between(&random, -8, 8), test_random_between(&random, -8, 8)};
        for (int i = 0; i < count; i++) { /* on a circle: corners no sharper than 40 degrees */
            double angle = 2 * M_PI * (i + test_random_between(&random, -0.2, 0.2)) / count;
            p[i] = (tl_vec2){aside.x + 30 * cos(angle), aside.y + 30 * sin(angle)};
        }
        for (int i = 0; i < count; i++) {
            tl_vec2 q = p[round / 2 % 2 == 0 ? i : count - 1 - i];
            snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s[%.17g,%.17g]", i > 0 ? "," : "", q.x, q.y);
        }
        /* the limit on either side of which it is */
        double by = off == 0 ? -0.5 : 2, slack = round / 4 % 2 == 0 ? 0.02 : -0.02;
        double x = 1100 - reach_of(p, count, turn, by) - slack;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'one':{" CORE ",'base':{'shape':'polygon','outline':[%s]}}", text);
        judge_terrain(&t, "{'id':'it','kind':'hill','mesh':'box 1100 600 0 1400 1400 200','uncertainty':%g}", off);
        judge_model(&t, "a", "red", "infantry", "one", 500, 1000, turn, "'move':9");
        judge_ready(&t);
        judge_set(&t, 0.5, NULL);
        tl_verdict expected = slack > 0 ? YES : off > 0 ? OPEN : NO;
        tl_standing s = stand(&t, (tl_vec2){x, 1000}, 0, turn);
        if (s.verdict != expected) {
            fail_msg("round %d: %d corners, %s by %g, off %g: %d", round, count, slack > 0 ? "beside" : "in",
                     fabs(slack), off, (int)s.verdict);
        }
        met[expected]++;
        judge_end(&t);
    }
    assert_true(met[0] > 20 && met[1] > 20 && met[2] > 20);
}

/* Ovals grow by what is enough at the worst of their rim, (a + b) / (2 sqrt(a b)) as much: at a tip that is seen. And
 * who may be off by more than all of the base is in nothing for certain: what is left of it counts from its middle. */
static void little_is_left(void **state) {
    (void)state;
    const struct {
        const char *base;
        double turn, reach, in, off;
        tl_verdict verdict;
    } cases[] = {/* 50 by 10: 1.3416 times the tolerance, 0.67 mm */
                 {"'oval','size':[100,20]", 0, 50, 0.65, 0, YES},
                 {"'oval','size':[100,20]", 0, 50, 0.69, 0, NO},
                 {"'oval','size':[20,100]", 0, 10, 0.65, 0, YES},
                 {"'oval','size':[20,100]", 0, 10, 0.69, 0, NO},
                 /* 15 in it, and so far from it that nobody doubts on what it stands */
                 {"'oval','size':[100,20]", 0, 50, 15, 6.8, NO},
                 {"'oval','size':[100,20]", 0, 50, 15, 7.1, OPEN},
                 {"'oval','size':[20,100]", 90, 50, 15, 6.8, NO},
                 {"'oval','size':[20,100]", 270, 50, 15, 7.1, OPEN},
                 {"'rectangle','size':[100,20]", 0, 50, 15, 9.3, NO},
                 {"'rectangle','size':[100,20]", 0, 50, 15, 9.7, OPEN},
                 {"'rectangle','size':[20,100]", 90, 50, 15, 9.3, NO},
                 {"'rectangle','size':[20,100]", 270, 50, 15, 9.7, OPEN},
                 {"'polygon','outline':[[-47,-12],[53,-12],[53,8],[-47,8]]", 0, 53, 15, 9.3, NO},
                 {"'polygon','outline':[[-47,-12],[53,-12],[53,8],[-47,8]]", 0, 53, 15, 9.7, OPEN},
                 {"'polygon','outline':[[-47,8],[53,8],[53,-12],[-47,-12]]", 0, 53, 15, 9.3, NO},
                 {"'polygon','outline':[[-47,8],[53,8],[53,-12],[-47,-12]]", 0, 53, 15, 9.7, OPEN},
                 {"'polygon','outline':[[-12,-47],[8,-47],[8,53],[-12,53]]", 270, 53, 15, 9.3, NO},
                 {"'polygon','outline':[[-12,-47],[8,-47],[8,53],[-12,53]]", 270, 53, 15, 9.7, OPEN},
                 /* its own alone: up to its middle */
                 {"'disc','diameter':60", 0, 30, 29.9, 29.3, NO},
                 {"'disc','diameter':60", 0, 30, 29.9, 29.7, OPEN},
                 {"'rectangle','size':[60,40]", 0, 30, 29.9, 19.3, NO},
                 {"'rectangle','size':[60,40]", 0, 30, 29.9, 19.7, OPEN}};
    const size_t count = sizeof(cases) / sizeof(cases[0]), own_alone = 4;
    for (size_t i = 0; i < 2 * count - own_alone; i++) { /* by the hill's doubt, then by its own */
        const bool own = i >= count - own_alone;
        const size_t k = own ? i - (count - own_alone) : i;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'one':{'core':{'shape':'box','min':[-4,-4,3],'max':[4,4,90]},'base':{'shape':%s}}",
                    cases[k].base);
        judge_terrain(&t, "{'id':'it','kind':'hill','mesh':'box 1100 600 0 1400 1400 200','uncertainty':%g}",
                      own ? 0 : cases[k].off);
        judge_model(&t, "a", "red", "infantry", "one", 500, 1000, cases[k].turn, "'move':9");
        judge_ready(&t);
        judge_set(&t, 0.5, NULL);
        t.table->members[judge_who(&t, "a1")].body->base_uncertainty = own ? cases[k].off : 0;
        tl_standing s = stand(&t, (tl_vec2){1100 - cases[k].reach + cases[k].in, 1000}, 0, cases[k].turn);
        if (s.verdict != cases[k].verdict) {
            fail_msg("case %zu, %s: %d", k, own ? "own" : "the hill's", (int)s.verdict);
        }
        judge_end(&t);
    }
}

/* Whether the ground is even, and goes on, all over a disc. */
static bool is(judge_table *t, bool even, tl_vec3 at, double radius) {
    tl_moving m;
    const tl_vec2 low = {at.x - 600, at.y - 600}, high = {at.x + 600, at.y + 600};
    assert_int_equal(tl_moving_make(&t->inquiry, judge_who(t, "a1"), low, high, &m, &error), TL_OK);
    bool found = even ? tl_standing_even(&m, at, radius) : tl_standing_level(&m, at, radius);
    tl_moving_free(&m);
    return found;
}

/* Sheets of up to 60 degrees are slopes, whatever part of them is looked at, and go on to where they end. */
static void sheets(void **state) {
    (void)state;
    static const double degrees[] = {0, 15, 30, 45, 55, 59.5, 60.5, 70};
    for (size_t i = 0; i < sizeof(degrees) / sizeof(degrees[0]); i++) {
        for (int up = -1; up <= 1; up += 2) {
            double by = up * 100 * tan(degrees[i] * M_PI / 180);
            judge_table t;
            judge_begin(&t);
            judge_terrain(&t, "{'id':'x','kind':'ground','mesh':'tile 900 900 %.17g 1100 1100 %.17g'}", 500 - by,
                          500 + by);
            judge_model(&t, "a", "red", "infantry", "man", 700, 700, 0, "'move':9");
            judge_ready(&t);
            judge_set(&t, 0.05, NULL);
            static const double radii[] = {3, 20, 60, 99};
            for (int k = 0; k < 4; k++) {
                if (is(&t, false, (tl_vec3){1000, 1000, 500}, radii[k]) != (degrees[i] < 60) ||
                    is(&t, true, (tl_vec3){1000, 1000, 500}, radii[k]) != (degrees[i] < 60)) {
                    fail_msg("%g degrees, %d, %g", degrees[i], up, radii[k]);
                }
            }
            for (int k = 0; k < 4; k++) { /* towards each of its four ends */
                double x = k == 0 ? 60 : k == 1 ? -60 : 0, y = k == 2 ? 60 : k == 3 ? -60 : 0;
                const tl_vec3 at = {1000 + x, 1000 + y, 500 + x / 100 * by};
                assert_true(!is(&t, false, at, 41));
                assert_int_equal(is(&t, false, at, 39), degrees[i] < 60);
            }
            judge_end(&t);
        }
    }
}

/* A ledge on a side of a disc, up or down: what lifts a base is none, more is; of woods no more than what bears. */
static void ledges_beside(void **state) {
    (void)state;
    const struct {
        const char *kind;
        double height;
        bool level;
    } cases[] = {{"ground", 4.9, true}, {"ground", 5.1, false}, {"ground", 29, false}, {"hill", 200, false},
                 {"wood", 4.9, true},   {"wood", 5.1, false},   {"wood", 40, false},   {"smoke", 40, true}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int side = 0; side < 4; side++) {
            static const double x0[4] = {1020, 500, 800, 800}, x1[4] = {1500, 980, 1200, 1200};
            static const double y0[4] = {800, 800, 1020, 500}, y1[4] = {1200, 1200, 1500, 980};
            static const double dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
            judge_table t;
            judge_begin(&t);
            judge_terrain(&t, "{'id':'x','kind':'%s','mesh':'box %g %g 0 %g %g %g'}", cases[i].kind, x0[side], y0[side],
                          x1[side], y1[side], cases[i].height);
            judge_model(&t, "a", "red", "infantry", "man", 700, 700, 0, "'move':9");
            judge_ready(&t);
            judge_set(&t, 0.05, NULL);
            const tl_vec3 below = {1000, 1000, 0};
            if (is(&t, false, below, 21) != cases[i].level || is(&t, true, below, 21) != cases[i].level) {
                fail_msg("case %zu, side %d: below it", i, side);
            }
            assert_true(is(&t, false, below, 19) && is(&t, true, below, 19));
            if (strcmp(cases[i].kind, "wood") != 0 && strcmp(cases[i].kind, "smoke") != 0) {
                const tl_vec3 above = {1000 + 40 * dx[side], 1000 + 40 * dy[side], cases[i].height};
                assert_int_equal(is(&t, false, above, 21), cases[i].level);
                assert_true(is(&t, false, above, 19));
                assert_true(is(&t, true, above, 21)); /* nothing rises from there */
            }
            judge_end(&t);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds),     cmocka_unit_test(corners),        cmocka_unit_test(doubts_beside),
        cmocka_unit_test(own_mesh),      cmocka_unit_test(little_is_left), cmocka_unit_test(outlines_of_bases),
        cmocka_unit_test(together),      cmocka_unit_test(low_heads),      cmocka_unit_test(sheets),
        cmocka_unit_test(ledges_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
