/* What lies to one side of a model, or goes once round it (judge/move/standing.c, landing.c, moving.c): the side of a
 * wall in its two triangles, ground to one side of an aircraft, bases with no breadth, shores that are round. */
#include "support/judge_table.h"

#include "judge/move/landing.h"
#include "judge/move/standing.h"

#include <math.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

/* Somebody who moves within 900 of where he stands. The mover's parts lie in what is made: it stays where it is. */
static void make(judge_table *t, tl_moving *m) {
    size_t who = judge_who(t, "a1");
    tl_vec2 at = tl_plan(t->table->members[who].body->pose.at);
    const tl_vec2 low = {at.x - 900, at.y - 900}, high = {at.x + 900, at.y + 900};
    assert_int_equal(tl_moving_make(&t->inquiry, who, low, high, m, &error), TL_OK);
}

static tl_standing stand(judge_table *t, tl_vec3 at) {
    tl_moving m;
    tl_standing s;
    make(t, &m);
    assert_int_equal(tl_standing_look(&m, at, 0, &s, &error), TL_OK);
    tl_moving_free(&m);
    return s;
}

/* --- Under a base ------------------------------------------------------------------------------------------------- */

#define WIDE                                                                                                           \
    "'wide':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'disc','diameter':"   \
    "80}}"

/* A long wall, square to the direction of 3.75 degrees, a tenth of a millimetre under a wide base: 2 mm of it. Both
 * triangles of its side come in there, each up to half of it or from there on: together they rise 14. */
static void sides_in_parts(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) { /* under it; a hair beside it */
        const double away = 40 - (k == 0 ? 0.1 : -0.01) + 50, turn = 3.75 * M_PI / 180;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, WIDE);
        judge_terrain(&t, "{'id':'x','kind':'hill','mesh':'box -50 -400 0 50 400 14','at':[%.17g,%.17g,0],'turn':3.75}",
                      1000 + away * cos(turn), 1000 + away * sin(turn));
        judge_model(&t, "a", "red", "infantry", "wide", 800, 1000, 0, "'move':4");
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_standing s = stand(&t, (tl_vec3){1000, 1000, 0});
        assert_int_equal(s.verdict, k == 0 ? NO : YES);
        judge_end(&t);
    }
}

/* --- Coming down -------------------------------------------------------------------------------------------------- */

#define PLANES                                                                                                         \
    "'plane':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'disc','diameter':60}},"      \
    "'stick':{'core':{'shape':'box','min':[-40,-20,40],'max':[40,20,60]},'base':{'shape':'rectangle','size':[80,1]}}"

static tl_landing land(judge_table *t, double facing) {
    tl_moving m;
    tl_landing landing;
    tl_heading heading = {cos(facing * M_PI / 180), sin(facing * M_PI / 180)};
    make(t, &m);
    assert_int_equal(tl_landing_look(&m, (tl_vec2){1000, 1000}, heading, &landing, &error), TL_OK);
    tl_moving_free(&m);
    return landing;
}

/* A slab under the rim, to one side, a hair lower than is allowed: where its height may be off it is open. */
static void to_one_side(void **state) {
    (void)state;
    static const double low[4][2] = {{1028, 900}, {872, 900}, {900, 1028}, {900, 872}};
    for (int k = 0; k < 8; k++) {
        const double *corner = low[k / 2];
        double off = k % 2 == 0 ? 0 : 0.5, dx = k / 4 == 0 ? 100 : 200, dy = k / 4 == 0 ? 200 : 100;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, PLANES);
        judge_terrain(&t, "{'id':'g','kind':'ground','mesh':'box %g %g 0 %g %g 9.9','uncertainty':%g}", corner[0],
                      corner[1], corner[0] + dx, corner[1] + dy, off);
        judge_model(&t, "a", "red", "aircraft", "plane", 300, 1500, 0, "'move':8,'locomotion':'flying'");
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "10", "flat_tolerance_deg", "89.9", NULL);
        tl_landing l = land(&t, 0);
        assert_near(l.flat_mm, 9.9, 1e-9);
        assert_int_equal(l.even, off > 0 ? OPEN : YES);
        judge_end(&t);
    }
}

/* A base 80 long and 1 wide on a plate that is tilted: what it lies along says how steep it is, nothing else does. */
static void along_a_stick(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        double pitch = k / 2 == 0 ? 12 : 0, roll = k / 2 == 0 ? 0 : 9, facing = k % 2 * 90;
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, PLANES);
        judge_terrain(&t,
                      "{'id':'g','kind':'ground','mesh':'box -300 -300 -200 300 300 0','at':[1000,1000,150],'tilt':[%g,"
                      "%g]}",
                      roll, pitch);
        judge_model(&t, "a", "red", "aircraft", "stick", 300, 1500, 0, "'move':8,'locomotion':'flying'");
        judge_ready(&t);
        judge_set(&t, 0.05, "flat_tolerance_mm", "200", "flat_tolerance_deg", "10", NULL);
        tl_landing l = land(&t, facing);
        double along = k == 0 ? 12 : k == 3 ? 9 : 0; /* the other way its breadth of 1 mm alone rises */
        assert_near(l.flat_deg, along, 1e-6);
        assert_int_equal(l.even, along > 10 ? NO : YES);
        judge_end(&t);
    }
}

/* --- Shores ------------------------------------------------------------------------------------------------------- */

/* A lake's shore, seen from inside: chords one after the other all round it, whose ends lie on it and whose middles lie
 * off it by no more than they say. */
static void round_shores(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'x','kind':'deep-water','disc':{'centre':[1050,980],'radius':300}}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4,'skills':['naval']");
    judge_ready(&t);
    tl_moving m;
    make(&t, &m);
    assert_false(m.ashore);
    double length = 0, round = 0;
    tl_vec2 last = {1350, 980};
    for (size_t i = 0; i < m.stops.count; i++) {
        const tl_obstacle *o = &m.stops.items[i];
        if (o->kind != TL_MOVING_SHORE) {
            continue;
        }
        tl_vec2 a = o->figure.corner[0], b = o->figure.corner[1], middle = tl_lerp2(a, b, 0.5);
        assert_int_equal(o->figure.count, 2);
        assert_int_equal(o->slot, t.table->terrain[0].slot);
        assert_true(o->low == -INFINITY && o->high == INFINITY);
        assert_near(a.x, last.x, 1e-9);
        assert_near(a.y, last.y, 1e-9);
        assert_near(hypot(b.x - 1050, b.y - 980), 300, 1e-9);
        double rise = 300 - hypot(middle.x - 1050, middle.y - 980);
        assert_true(rise > 0 && rise <= o->off && o->off < 2 * rise && o->off <= m.most_off);
        length += tl_length2(tl_sub2(b, a));
        round += tl_cross2(tl_sub2(a, (tl_vec2){1050, 980}), tl_sub2(b, (tl_vec2){1050, 980}));
        last = b;
    }
    assert_near(last.x, 1350, 1e-9);
    assert_near(last.y, 980, 1e-9);
    assert_near(length, 2 * M_PI * 300, 0.1);
    assert_near(0.5 * round, M_PI * 300 * 300, 60); /* counter-clockwise, once */
    tl_moving_free(&m);
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_in_parts),
        cmocka_unit_test(to_one_side),
        cmocka_unit_test(along_a_stick),
        cmocka_unit_test(round_shores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
