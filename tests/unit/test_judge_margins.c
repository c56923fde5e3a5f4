/* Margins of sight under rules (judge/sight/pair_margin.c): how far the target, or what is in the way, must be moved
 * before the answer changes. The judge is the same question asked of the table with it moved: a shorter move never
 * changes the answer, the move that is told does. Random tables of every kind of thing that may be in the way. */
#include "support/judge_table.h"

#include "judge/sight/pair_margin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* --- Tables that can be made again with something moved ----------------------------------------------------------- */

typedef struct piece {
    const char *id, *kind;
    tl_vec2 low, high;
    double height; /* negative: none is stated */
    bool house;    /* a mesh of its own, with nobody's rooms */
    int turn;      /* degrees */
} piece;

typedef struct layout {
    piece pieces[4];
    int count;
    bool tanks;    /* the two are tanks, not infantry */
    bool parked;   /* a tank stands between them */
    tl_vec2 at[3]; /* who looks, the target, the tank in between */
    const char *set[2];
} layout;

static void make(judge_table *t, const layout *l) {
    judge_begin(t);
    for (int i = 0; i < l->count; i++) {
        const piece *p = &l->pieces[i];
        if (strcmp(p->kind, "building") == 0 || strcmp(p->kind, "bunker") == 0) {
            tl_vec2 half = {(p->high.x - p->low.x) / 2, (p->high.y - p->low.y) / 2};
            judge_terrain(
                t,
                "{'id':'%s','kind':'%s','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g','at':[%.17g,%.17g,0],'turn':%d%s}",
                p->id, p->kind, -half.x, -half.y, half.x, half.y, p->height, p->low.x + half.x, p->low.y + half.y,
                p->turn, p->house ? ",'interior':'abstract'" : "");
        } else {
            judge_area(t, p->id, p->kind, p->low, p->high, p->height);
        }
    }
    for (int i = 0; i < 2; i++) {
        judge_unit(t,
                   "{'id':'u%d','side':'s%d','class':'%s','members':[{'id':'m%d','asset':'%s','at':[%.17g,%.17g,0]}]}",
                   i, i, l->tanks ? "vehicle" : "infantry", i, l->tanks ? "tank" : "post", l->at[i].x, l->at[i].y);
    }
    if (l->parked) {
        judge_tank(t, "v", l->at[2].x, l->at[2].y, 90);
    }
    judge_ready(t);
    judge_set(t, -1, l->set[0], l->set[1], NULL);
}

static tl_pair_sight_result look(const judge_table *t) {
    tl_pair_sight_result result;
    ok(tl_pair_sight(&t->inquiry, judge_who(t, "m0"), judge_who(t, "m1"), &result, &error));
    return result;
}

static tl_verdict moved(const layout *l, tl_vec2 target, const char *piece_id, tl_vec2 by) {
    layout other = *l;
    other.at[1] = tl_add2(other.at[1], target);
    for (int i = 0; i < other.count; i++) {
        if (strcmp(other.pieces[i].id, piece_id) == 0) {
            other.pieces[i].low = tl_add2(other.pieces[i].low, by);
            other.pieces[i].high = tl_add2(other.pieces[i].high, by);
        }
    }
    if (strcmp(piece_id, "v1") == 0) {
        other.at[2] = tl_add2(other.at[2], by);
    }
    judge_table t;
    make(&t, &other);
    tl_verdict verdict = look(&t).sight.verdict;
    judge_end(&t);
    return verdict;
}

/* --- The law ------------------------------------------------------------------------------------------------------ */

/* Eight ways, counter-clockwise from away. */
static tl_way way_of(const layout *l, tl_vec2 move) {
    tl_vec2 ahead = tl_sub2(l->at[1], l->at[0]);
    double turn = atan2(ahead.x * move.y - ahead.y * move.x, ahead.x * move.x + ahead.y * move.y);
    return (tl_way)(((int)lround(turn / (M_PI / 4)) + 8) % 8);
}

typedef struct tally {
    int measured, found, tight, blockers, blockers_found, ways[8], no;
} tally;

static void check_margin(test_random *random, const layout *l, const char *what, const tl_margin *margin, tl_way way,
                         tl_verdict now, bool target, tally *sum) {
    const tl_vec2 stay = {0, 0};
    tl_verdict other = now == TL_VERDICT_YES ? TL_VERDICT_NO : TL_VERDICT_YES;
    const char *id = target ? "" : what;
    assert_true(margin->low >= 0 && margin->low <= margin->high);
    if (isfinite(margin->high)) {
        assert_near(tl_length2(margin->move), margin->high, 1e-6 * margin->high);
        tl_verdict then = moved(l, target ? margin->move : stay, id, target ? stay : margin->move);
        if (then != other) {
            for (int i = 0; i < l->count; i++) {
                print_message("%s: (%.17g, %.17g) to (%.17g, %.17g), %g high\n", l->pieces[i].id, l->pieces[i].low.x,
                              l->pieces[i].low.y, l->pieces[i].high.x, l->pieces[i].high.y, l->pieces[i].height);
            }
            print_message("from (%.17g, %.17g) to (%.17g, %.17g), tank (%.17g, %.17g)\n", l->at[0].x, l->at[0].y,
                          l->at[1].x, l->at[1].y, l->at[2].x, l->at[2].y);
            fail_msg("%s moved by (%.17g, %.17g): %d", what, margin->move.x, margin->move.y, (int)then);
        }
        assert_true(margin->high > 0);
        assert_int_equal(way, way_of(l, margin->move));
        sum->ways[way]++;
        if (target) {
            sum->found++;
            sum->tight += margin->low > 0.9 * margin->high;
        } else {
            sum->blockers_found++;
        }
    }
    double turn = test_random_between(random, 0, 2 * M_PI), far = tl_min(margin->low, 600);
    for (int i = 0; i < 5 && far > 0; i++) {
        double r = i == 0 ? 0.99 * far : far * sqrt(test_random_between(random, 0, 0.98));
        turn += 2 * M_PI / 5;
        tl_vec2 by = {r * cos(turn), r * sin(turn)};
        if (i == 0 && isfinite(margin->high)) {
            by = tl_scale2(margin->move, r / margin->high);
        }
        tl_verdict then = moved(l, target ? by : stay, id, target ? stay : by);
        if (then == other) {
            fail_msg("%s moved by (%.17g, %.17g) only, of %.17g: %d", what, by.x, by.y, margin->low, (int)then);
        }
    }
}

/* A wall between the two that ends somewhere near the way, and something else: what it is tells the kind. */
enum { BARE, WOOD_BETWEEN, WOOD_AROUND, GAP, HOUSE, BUNKER, TANKS, SOLID, LONE, CREW, KINDS };

static layout lay(test_random *random, int kind) {
    layout l = {.count = 1, .tanks = kind == TANKS, .parked = kind == TANKS, .set = {NULL, NULL}};
    double aslant = kind == BARE || kind == GAP ? 560 : 100;
    double y = 1000 + test_random_between(random, -aslant, aslant);
    double end = (1000 + y) / 2 + test_random_between(random, -70, 110);
    bool turned = test_random_below(random, 2) == 0;
    l.at[turned] = (tl_vec2){test_random_between(random, 560, 700), 1000};
    l.at[!turned] = (tl_vec2){test_random_between(random, 1300, 1440), y};
    l.at[2] = (tl_vec2){test_random_between(random, 950, 1050), test_random_between(random, 850, 1150)};
    bool up = test_random_below(random, 2) == 0;
    l.pieces[0] = (piece){"wall", "wall", {1000, up ? end : 300}, {1010, up ? 1700 : end}, 90, false, 0};
    piece *more = &l.pieces[1];
    double x = l.at[1].x, r = test_random_between(random, 20, 90);
    switch (kind) {
    case WOOD_BETWEEN:
        *more = (piece){"wood", "wood", {850, 500}, {850 + test_random_between(random, 20, 140), 1500}, 200, false, 0};
        l.count = 2;
        break;
    case WOOD_AROUND:
        *more = (piece){"wood", "wood", {x - r, y - 150}, {x + 120, y + 150}, 200, false, 0};
        l.count = 2;
        break;
    case GAP:
        *more = (piece){"other", "wall", {1020, up ? 300 : end + 12}, {1030, up ? end - 12 : 1700}, 90, false, 0};
        l.count = 2;
        break;
    case HOUSE:
        *more = (piece){"house", "building", {x - 30, l.at[1].y + r}, {x + 60, l.at[1].y + r + 100}, 60, true, 0};
        l.count = 2;
        break;
    case BUNKER:
        *more = (piece){"fort", "bunker", {x - 30, l.at[1].y + r}, {x + 60, l.at[1].y + r + 100}, 60, false, 0};
        l.count = 2;
        break;
    case SOLID: /* what is in the way is an area, too; there is another behind it */
        l.pieces[0].kind = "building";
        *more = (piece){"wood", "wood", {1060, 500}, {1075, 1500}, 200, false, 0};
        l.count = 2;
        break;
    case LONE: /* ... or nothing else */
        l.pieces[0].kind = "building";
        break;
    case CREW: /* who looks is in a bunker, and looks ahead */
        x = l.at[0].x;
        *more = (piece){"fort", "bunker", {x - 60, 940}, {x + 60, 1060}, 60, false, x < l.at[1].x ? 0 : 180};
        more->low.y += l.at[0].y - 1000;
        more->high.y += l.at[0].y - 1000;
        l.count = 2;
        break;
    case TANKS:
        l.count = test_random_below(random, 2);
        break;
    default:
        break;
    }
    return l;
}

static void moves(void **state) {
    (void)state;
    test_random random = test_random_start("judge_margins", 41);
    tally sum = {0};
    for (int i = 0; i < test_trials(4 * KINDS); i++) {
        layout l = lay(&random, i % KINDS);
        judge_table t;
        make(&t, &l);
        t.inquiry.margin = true;
        tl_pair_sight_result now = look(&t);
        tl_pair_margin margin;
        ok(tl_pair_margin_measure(&t.inquiry, &now, &margin, &error));
        assert_int_equal(margin.measured, now.sight.verdict != TL_VERDICT_MARGINAL);
        sum.measured += margin.measured;
        sum.no += now.sight.verdict == TL_VERDICT_NO;
        if (margin.measured) {
            check_margin(&random, &l, "target", &margin.target, margin.target_way, now.sight.verdict, true, &sum);
        }
        if (margin.has_blocker) {
            const char *id = tl_table_slot_owner(t.table, margin.blocker_slot)->id;
            sum.blockers++;
            check_margin(&random, &l, id, &margin.blocker, margin.blocker_way, now.sight.verdict, false, &sum);
        }
        judge_end(&t);
    }
    print_message("%d measured (%d no): %d found, %d tight; blockers %d, %d found; ways", sum.measured, sum.no,
                  sum.found, sum.tight, sum.blockers, sum.blockers_found);
    for (int k = 0; k < 8; k++) {
        print_message(" %d", sum.ways[k]);
    }
    print_message("\n");
    assert_true(20 * sum.found >= 19 * sum.measured && 5 * sum.tight > sum.found &&
                2 * sum.blockers_found > sum.blockers);
    assert_true(sum.no > 0 && sum.no < sum.measured && sum.blockers > 0);
}

/* Eighths of a turn, whatever way they look and however far it is, a hair or a table's width. */
static void ways(void **state) {
    (void)state;
    test_random random = test_random_start("judge_margins_ways", 42);
    for (int i = 0; i < 2000; i++) {
        double turn = test_random_between(&random, 0, 2 * M_PI), other = test_random_between(&random, -M_PI, M_PI);
        double far = pow(10, test_random_between(&random, -3, 3)), by = pow(10, test_random_between(&random, -3, 3));
        double eighths = other / (M_PI / 4), near = fabs(fabs(eighths - floor(eighths)) - 0.5);
        if (near > 1e-6) {
            tl_vec2 ahead = {far * cos(turn), far * sin(turn)}, move = {by * cos(turn + other), by * sin(turn + other)};
            assert_int_equal(tl_pair_margin_way(ahead, move), ((int)lround(eighths) + 8) % 8);
        }
    }
}

/* Whoever is inside a solid isn't told how far to move. */
static void none_inside_solids(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'rock','kind':'obstacle','mesh':'box 400 900 0 600 1100 100'}");
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','members':[{'id':'m0','asset':'post','at':[%d,1000,0]}]}",
                   k == 0 ? 500 : 1500);
        judge_unit(
            &t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'m1','asset':'post','at':[%d,1000,0]}]}",
            k == 0 ? 1500 : 500);
        judge_ready(&t);
        tl_pair_sight_result now = look(&t);
        assert_int_equal(now.sight.verdict, TL_VERDICT_NO);
        assert_true(now.sight.from_inside_solid == (k == 0) && now.sight.to_inside_solid == (k == 1));
        tl_pair_margin margin;
        ok(tl_pair_margin_measure(&t.inquiry, &now, &margin, &error));
        assert_false(margin.measured || margin.uncertain || margin.has_blocker);
        judge_end(&t);
    }
}

/* What can be moved by itself: a piece of terrain or a vehicle that is in the way, or nearest to the line. Not the
 * ground, nor what isn't solid, nor what opens to those inside, nor where more than each by itself is asked of lines.
 */
static void what_can_be_moved(void **state) {
    (void)state;
    static const struct {
        const char *terrain[2], *set[4];
        bool ridge, tank, crew, blocker;
        tl_verdict verdict;
    } cases[] = {
        {{"'kind':'wall','mesh':'box 1000 900 0 1010 1100 100'"}, {NULL}, 0, 0, 0, true, TL_VERDICT_NO},
        {{"'kind':'wall','mesh':'box 1000 900 0 1010 1100 20'"}, {NULL}, 0, 0, 0, true, TL_VERDICT_YES},
        {{"'kind':'building','mesh':'box 1000 900 0 1010 1100 100'"}, {NULL}, 0, 0, 0, true, TL_VERDICT_NO},
        {{"'kind':'building','interior':'abstract','mesh':'box 1000 900 0 1010 1100 100'"},
         {NULL},
         0,
         0,
         0,
         false,
         TL_VERDICT_NO},
        {{"'kind':'bunker','mesh':'box 1000 900 0 1010 1100 100'"}, {NULL}, 0, 0, 0, false, TL_VERDICT_NO},
        {{"'kind':'strongpoint','mesh':'box 1000 900 0 1010 1100 100'"}, {NULL}, 0, 0, 0, false, TL_VERDICT_NO},
        {{"'kind':'wall','mesh':'box 1000 900 0 1010 1100 100'",
          "'kind':'bunker','mesh':'box 2000 900 0 2010 1100 100'"},
         {NULL},
         0,
         0,
         0,
         true,
         TL_VERDICT_NO},
        {{"'kind':'wood','mesh':'box 800 500 0 1200 1500 100'"}, {NULL}, 0, 0, 0, false, TL_VERDICT_NO},
        {{"'kind':'wood','mesh':'box 1000 900 0 1010 1100 100'"},
         {"wood_models", "solid"},
         0,
         0,
         0,
         true,
         TL_VERDICT_NO},
        {{"'kind':'wall','mesh':'tube 800 930 0 1100 1070 100'"},
         {"scan_holes", "closed"},
         0,
         0,
         0,
         false,
         TL_VERDICT_NO},
        {{"'kind':'wall','mesh':'box 800 930 0 1100 1070 100'"},
         {"scan_holes", "closed"},
         0,
         0,
         0,
         true,
         TL_VERDICT_NO},
        {{"'kind':'wall','mesh':'box 1000 900 0 1010 1100 100'", "'kind':'wood','mesh':'box 2000 900 0 2010 1100 100'"},
         {"area_combine", "sum_depth"},
         0,
         0,
         0,
         true,
         TL_VERDICT_NO},
        {{"'kind':'building','mesh':'box 1000 900 0 1010 1100 100'", "'kind':'wood','mesh':'box 2000 9 0 2010 11 100'"},
         {"area_combine", "sum_depth"},
         0,
         0,
         0,
         false,
         TL_VERDICT_NO},
        {{NULL}, {NULL}, true, 0, 0, false, TL_VERDICT_NO},
        {{NULL}, {NULL}, 0, true, 0, true, TL_VERDICT_NO},
        {{NULL}, {NULL}, 0, 0, 0, false, TL_VERDICT_YES},
        {{"'kind':'wall','mesh':'box 1000 900 0 1010 1100 100'", "'kind':'bunker','mesh':'box 400 900 0 600 1100 100'"},
         {NULL},
         0,
         0,
         true,
         false,
         TL_VERDICT_NO},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        if (cases[i].ridge) {
            judge_ground(&t, "'mesh':'box 0 0 -20 3000 3000 0, box 1000 100 -10 1010 2900 100'");
        }
        for (int k = 0; k < 2 && cases[i].terrain[k] != NULL; k++) {
            judge_terrain(&t, "{'id':'t%d',%s,'at':[0,0,0]}", k, cases[i].terrain[k]);
        }
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','members':[{'id':'m0','asset':'post','at':[500,1000,0]}"
                   "]}");
        judge_unit(&t,
                   "{'id':'b','side':'blue','class':'infantry','members':[{'id':'m1','asset':'post','at':[1500,1000,0"
                   "]}]}");
        if (cases[i].tank) {
            judge_asset(&t, "'tall':{'core':{'shape':'box','min':[-50,-30,0],'max':[50,30,90]}}");
            judge_model(&t, "v", "red", "vehicle", "tall", 1000, 1000, 90, "");
        }
        judge_ready(&t);
        judge_set(&t, -1, cases[i].set[0], cases[i].set[1], NULL);
        t.inquiry.margin = true;
        tl_pair_sight_result now = look(&t);
        if (now.sight.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)now.sight.verdict);
        }
        tl_pair_margin margin;
        ok(tl_pair_margin_measure(&t.inquiry, &now, &margin, &error));
        assert_true(margin.measured && !margin.uncertain);
        if (margin.has_blocker != cases[i].blocker) {
            fail_msg("case %zu: %d", i, margin.has_blocker);
        }
        if (margin.has_blocker) {
            assert_int_equal(margin.blocker_slot, cases[i].tank ? t.table->members[2].slot : t.table->terrain[0].slot);
        }
        judge_end(&t);
    }
}

/* Behind a wall's end, one of the two or both in woods that they see out of: it is as far as without woods, or with one
 * beside the way: the line from (505, 1005) past the wall's far corner, or that from the one's far corner to the
 * other's near one. */
static void moves_in_woods(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        judge_table t;
        judge_begin(&t);
        judge_area(&t, "wall", "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, 1100}, 300);
        if (k & 1) {
            judge_area(&t, "target", "wood", (tl_vec2){1450, 500}, (tl_vec2){2000, 1500}, 500);
        }
        if (k & 2) {
            judge_area(&t, "looker", "wood", (tl_vec2){200, 500}, (tl_vec2){550, 1500}, 500);
        }
        if (k & 4) {
            judge_area(&t, "beside", "wood", (tl_vec2){1450, 2000}, (tl_vec2){2000, 2500}, 500);
        }
        judge_unit(
            &t, "{'id':'a','side':'red','class':'infantry','members':[{'id':'m0','asset':'post','at':[500,1000,0]}]}");
        judge_unit(
            &t,
            "{'id':'b','side':'blue','class':'infantry','members':[{'id':'m1','asset':'post','at':[1500,1000,0]}]}");
        judge_ready(&t);
        t.inquiry.margin = true;
        tl_pair_sight_result now = look(&t);
        assert_int_equal(now.sight.verdict, TL_VERDICT_NO);
        tl_pair_margin margin;
        ok(tl_pair_margin_measure(&t.inquiry, &now, &margin, &error));
        double exact = 1000 * 95 / hypot(505, 95);
        assert_true(margin.measured && margin.target.low <= exact && exact <= margin.target.high);
        if (!(margin.target.high - margin.target.low < 0.05 * exact)) {
            fail_msg("%d: %g to %g, %g", k, margin.target.low, margin.target.high, exact);
        }
        judge_end(&t);
    }
}

static bool no_more(void *user, double done, const char *what) {
    (void)user;
    (void)done;
    (void)what;
    return false;
}

/* Without time the answer stands without its margin; who stops the question has no answer. */
static void stopped_or_late(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_wall(&t, "w", (tl_vec2){1000, 900}, (tl_vec2){1010, 1004}, 80);
        judge_ready(&t);
        t.inquiry.margin = true;
        tl_pair_sight_result now;
        ok(tl_pair_sight(&t.inquiry, judge_who(&t, "a1"), judge_who(&t, "b1"), &now, &error));
        assert_int_equal(now.sight.verdict, TL_VERDICT_YES);
        tl_context *kept = t.inquiry.context, asked = *kept;
        asked.options.progress = k == 1 ? no_more : asked.options.progress;
        asked.deadline = k == 2 ? 1 : asked.deadline;
        t.inquiry.context = &asked;
        tl_pair_margin margin;
        tl_status status = tl_pair_margin_measure(&t.inquiry, &now, &margin, &error);
        t.inquiry.context = kept;
        assert_int_equal(status, k == 1 ? TL_ERROR_CANCELLED : TL_OK);
        if (k != 1) {
            assert_true(margin.measured == (k == 0));
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(moves),
                                       cmocka_unit_test(ways),
                                       cmocka_unit_test(none_inside_solids),
                                       cmocka_unit_test(what_can_be_moved),
                                       cmocka_unit_test(moves_in_woods),
                                       cmocka_unit_test(stopped_or_late)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
