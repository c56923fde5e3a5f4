/* The best places of templates (judge/template), on random tables: no place that anybody could try is worth more than
 * what the search says is the most, every place listed is worth what it says when it is judged like any other, and on
 * open tables the most is what the arrangement of circles has. */
#include "judge/template/best.h"
#include "support/judge_table.h"
#include "support/template_worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define R JUDGE_RIM

static const double BLAST = 75;

static double between(test_random *r, double low, double high) {
    return test_random_between(r, low, high);
}

static int below(test_random *r, int count) {
    return test_random_below(r, count);
}

/* --- Open tables -------------------------------------------------------------------------------------------------- */

enum { MOST = 12 };

typedef struct open_table {
    tl_vec2 at[MOST];
    bool friend[MOST];
    size_t count;
    double weight, least, most; /* of the range from the firer, or `most` 0: nobody fires */
    tl_vec2 firer;
} open_table;

/* What a centre is worth when enemies have to be nearer by `by`, friends farther (negative: the other way round). */
static double worth_at(const open_table *o, tl_vec2 p, double by) {
    double away = hypot(p.x - o->firer.x, p.y - o->firer.y) - R, score = 0;
    if (o->most > 0 && (away > o->most - by || away < o->least + (o->least > 0 ? by : 0))) {
        return -INFINITY;
    }
    int enemies = 0;
    for (size_t i = 0; i < o->count; i++) {
        double d = hypot(p.x - o->at[i].x, p.y - o->at[i].y) - BLAST - R;
        bool in = o->friend[i] ? d < by : d < -by;
        enemies += in && !o->friend[i];
        score += in ? o->friend[i] ? -o->weight : 1 : 0;
    }
    return enemies > 0 ? score : -INFINITY;
}

/* The most of all centres: near the points where two circles meet, and in every direction on each. */
static double most_worth(const open_table *o, double by) {
    tl_vec2 centre[MOST + 2];
    double radius[MOST + 2], best = -INFINITY;
    size_t count = 0;
    for (; count < o->count; count++) {
        centre[count] = o->at[count];
        radius[count] = BLAST + R + (o->friend[count] ? by : -by);
    }
    for (int k = 0; k < 2 && o->most > 0; k++) {
        centre[count] = o->firer;
        radius[count++] = R + (k == 0 ? o->most - by : o->least + by);
    }
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 720; k++) {
            for (int s = -1; s <= 1; s += 2) {
                double a = k * (M_PI / 360), r = radius[i] + s * 1e-5;
                best = fmax(best, worth_at(o, (tl_vec2){centre[i].x + r * cos(a), centre[i].y + r * sin(a)}, by));
            }
        }
        for (size_t j = 0; j < i; j++) {
            double dx = centre[j].x - centre[i].x, dy = centre[j].y - centre[i].y, d = hypot(dx, dy);
            double x = (d * d + radius[i] * radius[i] - radius[j] * radius[j]) / (2 * d);
            if (!(d > 0) || fabs(x) > radius[i]) {
                continue;
            }
            double y = sqrt(radius[i] * radius[i] - x * x);
            for (int k = 0; k < 64; k++) {
                double side = k % 2 == 0 ? y : -y, a = k / 2 * (M_PI / 16), step = 1e-5;
                tl_vec2 p = {centre[i].x + (x * dx - side * dy) / d, centre[i].y + (x * dy + side * dx) / d};
                best = fmax(best, worth_at(o, (tl_vec2){p.x + step * cos(a), p.y + step * sin(a)}, by));
            }
        }
    }
    return best;
}

static void open_tables(void **state) {
    (void)state;
    test_random r = test_random_start("open_tables", 190331);
    int proved = 0;
    for (int round = 0; round < 24; round++) {
        static const double weights[] = {1, 0, 0.5, 2};
        judge_table t;
        char weapon[120];
        open_table o = {.weight = weights[below(&r, 4)], .firer = {1000, 1000}};
        bool fires = round % 3 != 0, side = fires || below(&r, 2) == 0;
        judge_begin(&t);
        o.most = fires ? 200 + 100 * below(&r, 2) : 0;
        o.least = fires && below(&r, 2) == 0 ? 100 : 0;
        snprintf(weapon, sizeof(weapon), "'weapons':[{'id':'w','range':[%g,%g],'template':'blast'}]", o.least / 100,
                 o.most / 100);
        if (fires) {
            judge_model(&t, "a", "red", "infantry", "man", o.firer.x, o.firer.y, 0, weapon);
            o.at[0] = o.firer;
            o.friend[0] = true;
            o.count = 1;
        }
        int men = 3 + below(&r, 6);
        for (int k = 0; k < men; k++) {
            char id[16];
            bool friend = below(&r, 3) == 0;
            snprintf(id, sizeof(id), "m%d", k);
            o.at[o.count] = (tl_vec2){between(&r, 1020, 1420), between(&r, 880, 1120)};
            judge_model(&t, id, friend ? "red" : "blue", "infantry", "man", o.at[o.count].x, o.at[o.count].y, 0, "");
            o.friend[o.count++] = friend && side;
        }
        judge_model(&t, "last", "red", "infantry", "man", 1500, 1500, 0, ""); /* a side that can be asked for */
        o.at[o.count] = (tl_vec2){1500, 1500};
        o.friend[o.count++] = side;
        judge_ready(&t);
        const tl_question q = {.shape = "blast",
                               .best = true,
                               .from = fires ? "a" : NULL,
                               .side = side && !fires ? "red" : NULL,
                               .has_friends_weight = true,
                               .friends_weight = o.weight};
        tl_best best;
        tl_error error = {0};
        /* so high that it sees over everybody */
        const tl_inquiry *inquiry = judge_set(&t, 0.1, "blast_centre_height_mm", "100", NULL);
        assert_int_equal(tl_best_find(inquiry, &q, &best, &error), TL_OK);
        double low = most_worth(&o, 0.3), high = most_worth(&o, -0.3);
        double found = best.count > 0 ? best.places[0].score : 0;
        if (found > fmax(high, 0) || best.upper < fmax(low, 0) || (best.proved && found < fmax(low, 0))) {
            fail_msg("round %d: %g, at most %g; by hand %g to %g", round, found, best.upper, low, high);
        }
        proved += best.proved;
        template_check_list(inquiry, &q, side ? "red" : NULL, &best);
        for (size_t i = 0; i < best.count; i++) {     /* and how far each could slip */
            double room = INFINITY, least = INFINITY; /* `least`: friends far off as their boxes tell */
            for (size_t m = 0; m < o.count; m++) {
                double x = fabs(best.places[i].at.x - o.at[m].x), y = fabs(best.places[i].at.y - o.at[m].y);
                double d = hypot(x, y) - BLAST - R, boxes = hypot(fmax(x - BLAST - R, 0), fmax(y - BLAST - R, 0));
                if ((d < 0) != o.friend[m]) {
                    room = fmin(room, fabs(d));
                    least = fmin(least, o.friend[m] && boxes > 1 ? boxes : fabs(d));
                }
            }
            assert_true(best.places[i].margin_mm <= room + 1e-6 && best.places[i].margin_mm >= least - 1e-6);
        }
        tl_best_free(&best);
        judge_end(&t);
    }
    assert_true(proved >= 20);
}

/* --- Tables with everything --------------------------------------------------------------------------------------- */

/* Firers, enemies and friends round a place, walls and boxes, a house with floors, a bunker. */
static void make_battle(judge_table *t, test_random *r, const char *weapons, bool uncertain, double near) {
    judge_asset(t, "'crew':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'disc'"
                   ",'diameter':25},'figures':3}");
    judge_unit(t,
               "{'id':'a','side':'red','class':'infantry','weapons':[%s],'members':[{'id':'a1','asset':'man','at':[1000"
               ",1000,0],'facing':%g},{'id':'a2','asset':'man','at':[%g,%g,0],'facing':%g}]}",
               weapons, between(r, -60, 60), 1000 + between(r, -80, 0), 1000 + between(r, 40, 150),
               between(r, -60, 60));
    judge_model(t, "eyes", "red", "infantry", "man", 1000 + 2 * near, 1300, 0, "'skills':['observer']");
    char uncertainty[40] = "";
    if (uncertain) {
        snprintf(uncertainty, sizeof(uncertainty), ",'uncertainty':%g", between(r, 0.3, 3));
    }
    double x = 1000 + near, y = between(r, 960, 1040);
    int kind = below(r, 4);
    if (kind == 0) {
        judge_terrain(t,
                      "{'id':'house','kind':'building','outline':[[%g,%g],[%g,%g],[%g,%g],[%g,%g]],'mesh':'box %g %g "
                      "60 %g %g 64, box %g %g 126 %g %g 130'%s}",
                      x, y - 80, x + 150, y - 80, x + 150, y + 80, x, y + 80, x, y - 80, x + 150, y + 80, x, y - 80,
                      x + 150, y + 80, uncertainty);
    } else if (kind == 1) {
        judge_terrain(t, "{'id':'rock','kind':'obstacle','mesh':'box %g %g 0 %g %g %g'%s}", x, y - 60, x + 120, y + 60,
                      between(r, 15, 70), uncertainty);
    } else if (kind == 2) {
        judge_terrain(t, "{'id':'fort','kind':'bunker','mesh':'box -50 -40 0 50 40 60','at':[1000,1000,0]%s}",
                      uncertainty);
    }
    for (int k = 0; k < 2; k++) {
        double wx = x + between(r, -60, 200), wy = between(r, 860, 1100);
        char id[8];
        snprintf(id, sizeof(id), "w%d", k);
        judge_wall(t, id, (tl_vec2){wx, wy}, (tl_vec2){wx + 4, wy + between(r, 60, 160)}, between(r, 8, 60));
    }
    for (int k = 0; k < 7; k++) {
        char id[8], member[160];
        double mx = x + between(r, -70, 220), my = between(r, 880, 1120);
        bool inside = kind == 0 && mx > x && mx < x + 150 && fabs(my - y) < 80;
        double z = inside ? 64 * below(r, 2) : 0;
        snprintf(id, sizeof(id), "m%d", k);
        snprintf(member, sizeof(member), "{'id':'%s1','asset':'%s','at':[%.17g,%.17g%s]}", id,
                 k == 6   ? "tank"
                 : k == 5 ? "crew"
                          : "man",
                 mx, my,
                 kind == 1 ? ""
                 : z > 0   ? ",64"
                           : ",0");
        judge_unit(t, "{'id':'%s','side':'%s','class':'%s','members':[%s]}", id, below(r, 4) == 0 ? "red" : "blue",
                   k == 6   ? "vehicle"
                   : k == 4 ? "aircraft"
                            : "infantry",
                   member);
    }
    judge_ready(t);
}

static const char *const levels[] = {"struck_level", "level_and_outside", "all_seen"};

static void blasts(void **state) {
    (void)state;
    static const char *const weapons[] = {
        "{'id':'w','range':4,'template':'blast'}",
        "{'id':'w','range':[2,3],'arc':'front','template':'blast'}",
        "{'id':'w','range':{'mm':250},'template':'blast','skills':['artillery']}",
        "{'id':'w','template':'blast','template_against':['infantry']}",
        "{'id':'v','range':2,'template':'blast'},{'id':'w','range':3,'arc':'rear','template':'blast'}",
    };
    test_random r = test_random_start("blasts", 190332);
    int proved = 0, found = 0, tried = 0;
    for (int round = 0; round < 10; round++) {
        judge_table t;
        bool fires = round % 4 != 3;
        judge_begin(&t);
        make_battle(&t, &r, weapons[round % 5], round % 5 == 4, between(&r, 120, 300));
        const tl_inquiry *inquiry = judge_set(&t, -1, "blast_levels", levels[below(&r, 3)], "blast_vertical",
                                              below(&r, 4) == 0 ? "sphere" : "column", NULL);
        tl_question q = {.shape = "blast",
                         .best = true,
                         .from = fires ? "a" : NULL,
                         .side = fires ? NULL : "red",
                         .has_friends_weight = true,
                         .friends_weight = below(&r, 3) * 0.5};
        tl_best best;
        tl_error error = {0};
        tl_inquiry less = *inquiry;
        less.effort = 0.02; /* what is left open for want of work is open above */
        assert_int_equal(tl_best_find(&less, &q, &best, &error), TL_OK);
        template_check_list(&less, &q, "red", &best);
        for (int k = 0; k < 80; k++) {
            tl_question there = q;
            size_t enemies, friends;
            there.best = false;
            there.at_count = 2;
            there.at[0] = between(&r, 1000, 1500);
            there.at[1] = between(&r, 850, 1150);
            there.level = (size_t)below(&r, 3);
            double score = template_worth(inquiry, &there, "red", &enemies, &friends);
            tried += score > 0;
            if (score > best.upper + 1e-9) {
                fail_msg("round %d: %g at (%.17g, %.17g), level %zu; at most %g", round, score, there.at[0],
                         there.at[1], there.level, best.upper);
            }
        }
        proved += best.proved;
        found += best.count > 0;
        tl_best_free(&best);
        judge_end(&t);
    }
    assert_true(proved >= 5 && found >= 8 && tried >= 40);
}

static void flames(void **state) {
    (void)state;
    static const char *const weapons[] = {
        "{'id':'w','range':1,'template':'flame-2'}",
        "{'id':'w','range':3,'arc':'front','template':'flame-2','muzzle':[20,0,20]}",
        ("{'id':'v','range':1,'arc':'rear','template':'flame-2'},{'id':'w','range':1,'arc':'front','template':'flame-2'"
         "}"),
        "{'id':'w','range':1,'template':'flame-2','template_against':['infantry']}",
    };
    test_random r = test_random_start("flames", 190333);
    int proved = 0, found = 0, tried = 0;
    for (int round = 0; round < 4; round++) {
        judge_table t;
        judge_begin(&t);
        make_battle(&t, &r, weapons[round % 4], round % 5 == 4, between(&r, 40, 90));
        const tl_inquiry *inquiry = judge_set(&t, -1, "blast_levels", levels[below(&r, 3)], NULL);
        tl_question q = {.shape = "flame-2",
                         .best = true,
                         .from = "a",
                         .has_friends_weight = true,
                         .friends_weight = below(&r, 3) * 0.5};
        if (below(&r, 3) == 0) {
            q.has_level = true;
            q.level = (size_t)below(&r, 2);
        }
        tl_best best;
        tl_error error = {0};
        tl_inquiry less = *inquiry;
        less.effort = 0.3; /* what is left open for want of work is open above */
        assert_int_equal(tl_best_find(&less, &q, &best, &error), TL_OK);
        template_check_list(&less, &q, "red", &best);
        for (int k = 0; k < 24; k++) {
            tl_question there = q;
            size_t enemies, friends;
            there.best = false;
            there.from = k % 2 == 0 ? "a1" : "a2";
            there.has_angle = true;
            there.angle_deg = between(&r, -70, 70);
            double score = template_worth(inquiry, &there, "red", &enemies, &friends);
            tried += score > 0;
            if (score > best.upper + 1e-9) {
                fail_msg("round %d: %g by %s at %.17g; at most %g", round, score, there.from, there.angle_deg,
                         best.upper);
            }
        }
        proved += best.proved;
        found += best.count > 0;
        tl_best_free(&best);
        judge_end(&t);
    }
    assert_true(proved >= 2 && found >= 2 && tried >= 10);
}

/* Two enemies whom only a spot between them catches both, and there a friend whose base reaches out under the template
 * from all round: he costs one and a half of them. Where half of a base must be under it, and his is too large for it;
 * or where the one who fires must see whom it hits, and sees over a wall the enemies alone, he costs nothing. */
static void who_costs(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        tl_template_rule rules[32] = {{.name = NULL}};
        tl_vec2 none[3] = {{0, 0}, {1, 0}, {0, 1}};
        judge_begin(&t);
        judge_asset(&t, "'crowd':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,10],'radius':8},'base':{'shape'"
                        ":'disc','diameter':240}}");
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0,
                    "'weapons':[{'id':'w','range':9,'template':'blast'}]");
        const double apart = k == 1 ? 74 : 87.3; /* from the spot */
        judge_model(&t, "b", "blue", "infantry", "post", 1507, 1003 - apart, 0, "");
        judge_model(&t, "c", "blue", "infantry", "post", 1507, 1003 + apart, 0, "");
        judge_model(&t, "f", "red", "infantry", "crowd", 1507, 1003, 0, "");
        if (k == 3) {
            judge_wall(&t, "wall", (tl_vec2){1300, 200}, (tl_vec2){1304, 2800}, 20);
        }
        judge_ready(&t);
        const tl_inquiry *inquiry = judge_set(&t, -1, "blast_centre_height_mm", "40", NULL);
        for (size_t i = 0; i < tl_ruleset_template_count(t.ruleset); i++) {
            rules[i] = *tl_ruleset_template_at(t.ruleset, i);
            rules[i].outline = strcmp(rules[i].name, "blast") == 0 ? none : NULL;
            rules[i].half = k == 1;
            rules[i].sees_from = k >= 2 ? TL_SEES_FROM_FIRER : rules[i].sees_from;
        }
        tl_inquiry less = *inquiry;
        less.drawn = rules;
        less.effort = 0.1;
        const tl_question q = {
            .shape = "blast", .best = true, .from = "a", .has_friends_weight = true, .friends_weight = 1.5};
        tl_best best;
        tl_error error = {0};
        assert_int_equal(tl_best_find(&less, &q, &best, &error), TL_OK);
        assert_near(best.places[0].score, k % 2 == 1 ? 2 : 0.5, 0);
        template_check_list(&less, &q, "red", &best);
        tl_best_free(&best);
        judge_end(&t);
    }
}

/* Two at opposite walls of a house, too far apart to be caught from beside either: only who lays the blast on the floor
 * between them catches both, and sees them if walls are none to those inside, as in a house without rooms. */
static void inside_walls(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t,
                      "{'id':'h','kind':'building','outline':[[982,900],[1118,900],[1118,1100],[982,1100]],'mesh':'box "
                      "982 900 0 986 1100 70, box 1114 900 0 1118 1100 70, box 982 900 70 1118 1100 74'%s}",
                      k == 0 ? ",'interior':'abstract'" : "");
        judge_model(&t, "b", "blue", "infantry", "man", 968, 1000, 0, "");
        judge_model(&t, "c", "blue", "infantry", "man", 1132, 1000, 0, "");
        judge_ready(&t);
        tl_inquiry less = *judge_set(&t, -1, "blast_centre_height_mm", "30", NULL);
        less.effort = 0.2;
        const tl_question q = {.shape = "blast", .best = true};
        tl_best best;
        tl_error error = {0};
        assert_int_equal(tl_best_find(&less, &q, &best, &error), TL_OK);
        assert_near(best.places[0].score, k == 0 ? 2 : 1, 0);
        assert_true(k == 1 || best.proved);
        template_check_list(&less, &q, NULL, &best);
        tl_best_free(&best);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_tables),  cmocka_unit_test(blasts), cmocka_unit_test(who_costs),
        cmocka_unit_test(inside_walls), cmocka_unit_test(flames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
