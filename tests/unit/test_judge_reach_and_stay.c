/* test_judge_reach_and_stay.c: the ground in reach (judge/move/reach.c), asked whole, against single moves and closed
 * forms; who may stay where he is (judge/move/stay.c). */
#include "judge/move/stay.h"
#include "support/judge_facts.h"
#include "support/judge_move_scene.h"
#include "support/judge_told.h"

#include <math.h>
#include <stdio.h>

#define R JUDGE_RIM

/* --- In reach ----------------------------------------------------------------------------------------------------- */

static double ring_area(const judge_table *t, const char *kind) {
    double area = 0;
    for (int r = 0; r < 64; r++) {
        char path[64];
        snprintf(path, sizeof(path), "%s.rings[%d]", kind, r);
        if (!made_has(&t->told, path)) {
            break;
        }
        const tl_json_value *ring = made_value(&t->told, path);
        for (size_t i = 0; i < ring->count; i++) {
            const tl_json_value *p = &ring->items[i], *q = &ring->items[(i + 1) % ring->count];
            area += 0.5 * (p->items[0].number * q->items[1].number - p->items[1].number * q->items[0].number);
        }
    }
    return area;
}

/* A disc in the open; what is behind a wall; half of a wood; what another stands on. Certain ground is in reach, and
 * all of what is in reach is certain or undecided. */
static void reach(void **state) {
    (void)state;
    judge_table t;
    for (int k = 0; k < 4; k++) {
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':2,'march':3");
        if (k == 2) {
            judge_terrain(&t, BLOCK("cliff", ",'height':90"));
        }
        if (k == 3) {
            judge_unit(&t, OTHER("red", "infantry", "man", "1100"));
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'reach','member':'a1'%s}", k == 1 ? ",'march':true" : "");
        double far = k == 1 ? 300 : 200, exact = M_PI * far * far;
        if (k == 2) { /* it comes to 1187.5 */
            double h = 187.5, a = acos(h / far);
            exact -= far * far * a - h * sqrt(far * far - h * h);
        } else if (k == 3) {
            exact -= M_PI * 4 * R * R;
        }
        double certain = number(&t, "certain.area_mm2"), undecided = number(&t, "undecided.area_mm2");
        assert_true(is(&t, "verdict", "yes") && is(&t, "member", "a1"));
        assert_int_equal(made_value(&t.told, "march")->boolean, k == 1);
        assert_near(number(&t, "allowance_mm"), far, 1e-9);
        assert_true(certain <= exact && certain + undecided >= exact);
        assert_true(undecided < 0.12 * exact);
        assert_near(ring_area(&t, "certain"), certain, 1e-3 * certain);
        assert_near(ring_area(&t, "undecided"), undecided, 1e-3 * certain);
        assert_true(number(&t, "farthest_mm") <= far && number(&t, "farthest_mm") > 0.9 * far);
        assert_true(number(&t, "square_mm") > 0);
        judge_end(&t);
    }
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4");
    judge_area(&t, "wood", "wood", (tl_vec2){1001 + R, 100}, (tl_vec2){1900, 1900}, 90);
    judge_ready(&t);
    judge_ask(&t, "{'query':'reach','member':'a1'}");
    assert_near(number(&t, "slowed_mm"), 200, 1e-9);
    /* half a disc of 400 on this side, one of 200 in the wood */
    double exact = 0.5 * M_PI * (400 * 400 + 200 * 200), certain = number(&t, "certain.area_mm2");
    assert_true(certain <= exact + 1000 && certain + number(&t, "undecided.area_mm2") >= exact);
    if (!(certain > 0.85 * exact)) {
        fail_msg("%g of %g", certain, exact);
    }
    judge_refused(&t, "slope_distance", "{'query':'reach','member':'a1','set':{'slope_distance':'surface'}}");
    judge_end(&t);
    judge_begin(&t); /* who flies over terrain isn't slowed by it */
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':4,'skills':['flying-infantry']");
    judge_area(&t, "wood", "wood", (tl_vec2){1001 + R, 100}, (tl_vec2){1900, 1900}, 90);
    judge_ready(&t);
    judge_ask(&t, "{'query':'reach','member':'a1'}");
    exact = M_PI * 400 * 400;
    certain = number(&t, "certain.area_mm2");
    if (!(certain > 0.85 * exact && certain <= exact && certain + number(&t, "undecided.area_mm2") >= exact)) {
        fail_msg("%g of %g", certain, exact);
    }
    judge_end(&t);
}

/* Whether a point lies in the rings of a kind: crossings of a ray. */
static bool in_rings(const judge_table *t, const char *kind, double x, double y) {
    bool in = false;
    for (int r = 0; r < 64; r++) {
        char path[64];
        snprintf(path, sizeof(path), "%s.rings[%d]", kind, r);
        if (!made_has(&t->told, path)) {
            break;
        }
        const tl_json_value *ring = made_value(&t->told, path);
        for (size_t i = 0; i < ring->count; i++) {
            const tl_json_value *p = &ring->items[i], *q = &ring->items[(i + 1) % ring->count];
            double px = p->items[0].number, py = p->items[1].number, qx = q->items[0].number, qy = q->items[1].number;
            in ^= (py > y) != (qy > y) && x < px + (y - py) / (qy - py) * (qx - px);
        }
    }
    return in;
}

/* Behind a cliff whose end is near one goes round that, and the rim must clear it. */
static void reach_round_corners(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':3");
    judge_terrain(
        &t, "{'id':'cliff','kind':'cliff','outline':[[1050,1000],[1060,1000],[1060,1400],[1050,1400]],'height':90}");
    judge_ready(&t);
    judge_ask(&t, "{'query':'reach','member':'a1'}");
    double step = 6, behind = 0, found = 0;
    for (double x = 701; x < 1300; x += step) {
        for (double y = 701; y < 1300; y += step) {
            double away =
                y >= 1000 ? fmax(fmax(1050 - x, x - 1060), 0) : hypot(fmax(fmax(1050 - x, x - 1060), 0), 1000 - y);
            /* who stands behind it has passed below both of its corners; the way over these points is a hair too short
             */
            bool round = x > 1060 && y > 1000 - R;
            double way = round ? hypot(50, R) + 10 + hypot(x - 1060, y - 1000 + R) : hypot(x - 1000, y - 1000);
            bool certain = in_rings(&t, "certain", x, y), open = in_rings(&t, "undecided", x, y);
            if (certain && (away < R - 0.1 || way > 300)) {
                fail_msg("(%g, %g) is not in reach", x, y);
            }
            if (!certain && !open && away > R && way < 297) {
                fail_msg("(%g, %g) is in reach", x, y);
            }
            behind += round && away > R && way < 297;
            found += round && certain;
        }
    }
    assert_true(behind > 300);
    assert_true(found > 0.85 * behind);
    assert_true(number(&t, "undecided.area_mm2") < 0.15 * number(&t, "certain.area_mm2"));
    print_message("%g of %g places behind it are certain; %g of %g mm2\n", found, behind,
                  number(&t, "undecided.area_mm2"), number(&t, "certain.area_mm2"));
    judge_end(&t);
}

/* Among friends, whom one passes but doesn't end on, and on a table's corner, the straight way is the best: whatever is
 * certain is a move that is allowed, and whatever is out of reach is none. */
static void reach_and_moves(void **state) {
    (void)state;
    test_random random = test_random_start("judge_reach", 5);
    for (int round = 0; round < 4; round++) {
        judge_table t;
        judge_begin(&t);
        double x = round == 3 ? 100 : 1000, y = round == 3 ? 60 : 1000;
        bool vehicle = round == 2;
        judge_model(&t, "a", "red", vehicle ? "vehicle" : "infantry", vehicle ? "tank" : "man", x, y, 30, "'move':2");
        for (int k = 0; k < 3; k++) {
            char id[8];
            snprintf(id, sizeof(id), "f%d", k);
            judge_man(&t, id, x + test_random_between(&random, 40, 180), y + test_random_between(&random, 40, 180));
        }
        judge_ready(&t);
        double points[60][2];
        int kinds[60];
        judge_ask(&t, "{'query':'reach','member':'a1'}");
        int certain = 0, out = 0;
        for (int i = 0; i < 60; i++) {
            points[i][0] = x + test_random_between(&random, -220, 220);
            points[i][1] = y + test_random_between(&random, -220, 220);
            kinds[i] = in_rings(&t, "certain", points[i][0], points[i][1])     ? 1
                       : in_rings(&t, "undecided", points[i][0], points[i][1]) ? 2
                                                                               : 0;
            certain += kinds[i] == 1;
            out += kinds[i] == 0;
        }
        assert_true(certain > 10 && out > 5);
        for (int i = 0; i < 60; i++) {
            if (kinds[i] == 2 || points[i][0] < 0 || points[i][1] < 0) {
                continue;
            }
            judge_ask(&t, "{'query':'move','member':'a1','path':[[%.17g,%.17g]]}", points[i][0], points[i][1]);
            if (is(&t, "verdict", "yes") != (kinds[i] == 1)) {
                fail_msg("round %d, (%g, %g): %s\n%s", round, points[i][0], points[i][1],
                         kinds[i] == 1 ? "certain" : "out of reach", t.told.text);
            }
        }
        judge_end(&t);
    }
}

/* --- Staying ------------------------------------------------------------------------------------------------------ */

/* What keeps a model from staying where it stands, with a rating or without. */
static void staying(void **state) {
    (void)state;
    const struct {
        scene scene;
        tl_verdict verdict;
        tl_stay_kind kind;
        tl_clause clause;
    } cases[] = {
        {{0}, TL_VERDICT_YES, TL_STAY_FREE, TL_CLAUSE_NONE},
        {{.others = OTHER("red", "infantry", "man", "1020")}, TL_VERDICT_NO, TL_STAY_OVERLAPS, TL_CLAUSE_MOVE_END},
        {{.others = OTHER("blue", "infantry", "man", "1020")}, TL_VERDICT_NO, TL_STAY_OVERLAPS, TL_CLAUSE_MOVE_MODELS},
        {{.others = OTHER("red", "infantry", "man", "1026")}, TL_VERDICT_YES, TL_STAY_FREE, TL_CLAUSE_NONE},
        {{.terrain = "{'id':'x','kind':'deep-water','disc':{'centre':[1000,1000],'radius':100}}"},
         TL_VERDICT_NO,
         TL_STAY_IMPASSABLE,
         TL_CLAUSE_MOVE_WALLS},
        {{.terrain = "{'id':'x','kind':'deep-water','disc':{'centre':[1000,1110],'radius':100}}"},
         TL_VERDICT_NO,
         TL_STAY_IMPASSABLE,
         TL_CLAUSE_MOVE_WALLS},
        {{.terrain = "{'id':'x','kind':'deep-water','disc':{'centre':[1000,1113],'radius':100}}"},
         TL_VERDICT_YES,
         TL_STAY_FREE,
         TL_CLAUSE_NONE},
        {{.terrain = "{'id':'x','kind':'deep-water','outline':[[500,500],[1500,500],[1500,1500],[500,1500]]}"},
         TL_VERDICT_NO,
         TL_STAY_IMPASSABLE,
         TL_CLAUSE_MOVE_WALLS},
        {{.class = "vehicle",
          .asset = "tank",
          .terrain = "{'id':'x','kind':'trap','disc':{'centre':[1000,1000],'radius':300}}"},
         TL_VERDICT_NO,
         TL_STAY_TRAP,
         TL_CLAUSE_MOVE_WALLS},
        {{.terrain = "{'id':'x','kind':'trap','disc':{'centre':[1000,1000],'radius':300}}"},
         TL_VERDICT_YES,
         TL_STAY_FREE,
         TL_CLAUSE_NONE},
        {{.terrain = HOUSE("box 1005 900 0 1015 1100 90, box 1400 900 0 1410 1100 90")},
         TL_VERDICT_NO,
         TL_STAY_IN,
         TL_CLAUSE_MOVE_WALLS},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int rated = 0; rated < 3; rated++) {
            scene s = cases[i].scene;
            s.more = rated == 0 ? "'move':2" : rated == 1 ? "'march':2" : "'name':'Unrated'";
            judge_table t;
            set_scene(&t, &s);
            tl_stay stay;
            assert_int_equal(tl_stay_judge(&t.inquiry, judge_who(&t, "a1"), &stay, &error), TL_OK);
            bool end = cases[i].clause == TL_CLAUSE_MOVE_END; /* of a way: who has no rating is asked of none */
            tl_verdict verdict = end && rated == 2 ? TL_VERDICT_YES : cases[i].verdict;
            if (stay.verdict != verdict ||
                (verdict != TL_VERDICT_YES && (stay.kind != cases[i].kind || stay.cause.clause != cases[i].clause))) {
                fail_msg("case %zu, %d: %d, %d, %d", i, rated, (int)stay.verdict, (int)stay.kind,
                         (int)stay.cause.clause);
            }
            assert_int_equal(stay.has_slot, verdict == TL_VERDICT_NO);
            if (stay.has_slot) {
                const char *owner = tl_table_slot_name(t.table, stay.slot);
                assert_string_equal(owner, s.others != NULL ? "o1" : cases[i].kind == TL_STAY_IN ? "house" : "x");
            }
            judge_end(&t);
        }
    }
    /* vehicles stand on the ground, on hills, but on no floor or roof (DB-MOV-09); infantry does */
    const struct {
        const char *class, *asset;
        double x, z;
        tl_verdict verdict;
    } heights[] = {{"vehicle", "tank", 500, 0, TL_VERDICT_YES},   {"vehicle", "tank", 1500, 40, TL_VERDICT_YES},
                   {"vehicle", "tank", 1100, 130, TL_VERDICT_NO}, {"infantry", "man", 1100, 130, TL_VERDICT_YES},
                   {"infantry", "man", 1100, 64, TL_VERDICT_YES}, {"vehicle", "tank", 1100, 0, TL_VERDICT_YES}};
    for (size_t i = 0; i < sizeof(heights) / sizeof(heights[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t, TWO_FLOORS);
        judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 1400 900 0 1600 1100 40'}");
        judge_unit(&t, "{'id':'a','side':'red','class':'%s','members':[{'id':'a1','asset':'%s','at':[%g,1000,%g]}]}",
                   heights[i].class, heights[i].asset, heights[i].x, heights[i].z);
        judge_ready(&t);
        tl_stay stay;
        assert_int_equal(tl_stay_judge(&t.inquiry, 0, &stay, &error), TL_OK);
        if (stay.verdict != heights[i].verdict ||
            (stay.verdict == TL_VERDICT_NO && (stay.kind != TL_STAY_FLOOR || stay.has_slot))) {
            fail_msg("height %zu: %d, %d", i, (int)stay.verdict, (int)stay.kind);
        }
        judge_end(&t);
    }
    const struct {
        double x;
        tl_verdict verdict;
    } rims[] = {{12, TL_VERDICT_NO}, {13, TL_VERDICT_YES}, {2988, TL_VERDICT_NO}};
    for (size_t i = 0; i < 3; i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "man", rims[i].x, 1000, 0, "'move':2");
        judge_ready(&t);
        tl_stay stay;
        assert_int_equal(tl_stay_judge(&t.inquiry, 0, &stay, &error), TL_OK);
        assert_int_equal(stay.verdict, rims[i].verdict);
        if (rims[i].verdict == TL_VERDICT_NO) {
            assert_int_equal(stay.kind, TL_STAY_EDGE);
            assert_int_equal(stay.cause.clause, TL_CLAUSE_MOVE_TABLE);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach),
        cmocka_unit_test(reach_and_moves),
        cmocka_unit_test(reach_round_corners),
        cmocka_unit_test(staying),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
