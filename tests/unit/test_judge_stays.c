/* Who may stay where he stands (judge/move/stay.c): each thing that speaks against it, for certain or perhaps, with a
 * rating or without; of several what speaks most. */
#include "support/judge_table.h"

#include "judge/move/stay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

typedef struct stay_case {
    const char *terrain, *class, *asset, *more; /* more fields of the unit, behind its rating; or "" */
    const char *at;
    tl_verdict verdict;
    tl_stay_kind kind;
    tl_clause clause;
    const char *by; /* NULL: nothing */
    bool end;       /* only a way's end says so */
} stay_case;

static tl_stay stay_of(judge_table *t, const stay_case *c, int rated) {
    static const char *const ratings[3] = {"'move':2", "'march':2", "'name':'Unrated'"};
    judge_begin(t);
    judge_asset(t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':0.5},'plane':{'core':{'shape':'box','min':["
                   "-40,-20,40],'max':[40,20,60]},'base':{'shape':'disc','diameter':60}}");
    if (c->terrain[0] != '\0') {
        judge_terrain(t, "{'id':'other','kind':'road','disc':{'centre':[300,300],'radius':50}}");
        judge_terrain(t, "%s", c->terrain);
    }
    judge_model(t, "f", "red", "infantry", "man", 2000, 2000, 0, "");
    judge_model(t, "e", "blue", "vehicle", "scan", 2200, 2000, 0, "");
    judge_unit(t, "{'id':'a','side':'red','class':'%s',%s%s,'members':[{'id':'a1','asset':'%s','at':%s}]}", c->class,
               ratings[rated], c->more, c->asset, c->at);
    judge_ready(t);
    tl_stay stay;
    if (tl_stay_judge(&t->inquiry, judge_who(t, "a1"), &stay, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return stay;
}

#define RING(kind, more) "{'id':'x','kind':'" kind "','outline':[[900,900],[1100,900],[1100,1100],[900,1100]]" more "}"
#define MESH(kind, off)  "{'id':'x','kind':'" kind "','mesh':'box 900 900 0 1100 1100 4','uncertainty':" off "}"
#define TWO_FLOORS(off)                                                                                                \
    "{'id':'x','kind':'building','outline':[[900,900],[1300,900],[1300,1100],[900,1100]],'mesh':'box 900 900 60 1300 " \
    "1100 64','uncertainty':" off "}"

static void kinds(void **state) {
    (void)state;
    const stay_case cases[] = {
        {"", "infantry", "man", "", "[1000,1000]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, false},
        /* the rim of what nobody enters, the middle of it; a mesh's rim may be off */
        {RING("deep-water", ""), "infantry", "man", "", "[1000,1000]", NO, TL_STAY_IMPASSABLE, TL_CLAUSE_MOVE_WALLS,
         "x", false},
        {RING("deep-water", ""), "infantry", "man", "", "[1105,1000]", NO, TL_STAY_IMPASSABLE, TL_CLAUSE_MOVE_WALLS,
         "x", false},
        {RING("deep-water", ""), "infantry", "man", "", "[1113,1000]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, false},
        {MESH("cliff", "0.5"), "infantry", "man", "", "[1112.3,1000]", OPEN, TL_STAY_IMPASSABLE, TL_CLAUSE_MOVE_WALLS,
         "x", false},
        {MESH("cliff", "0.5"), "infantry", "man", "", "[1112.8,1000]", OPEN, TL_STAY_IMPASSABLE, TL_CLAUSE_MOVE_WALLS,
         "x", false},
        {MESH("cliff", "0.5"), "infantry", "man", "", "[1113.2,1000]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, false},
        {RING("deep-water", ""), "infantry", "man", ",'skills':['amphibious']", "[1000,1000]", YES, TL_STAY_FREE,
         TL_CLAUSE_NONE, NULL, false},
        /* traps are for vehicles */
        {RING("trap", ""), "vehicle", "tank", "", "[1000,1000]", NO, TL_STAY_TRAP, TL_CLAUSE_MOVE_WALLS, "x", false},
        {RING("trap", ""), "vehicle", "tank", "", "[1140,1000]", NO, TL_STAY_TRAP, TL_CLAUSE_MOVE_WALLS, "x", false},
        {RING("trap", ""), "vehicle", "tank", "", "[1151,1000]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, false},
        {RING("trap", ""), "infantry", "man", "", "[1000,1000]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, false},
        /* boats: in the middle, over the shore, ashore; other waters are in their way like anybody's */
        {RING("deep-water", ""), "infantry", "man", ",'skills':['naval']", "[1000,1000]", YES, TL_STAY_FREE,
         TL_CLAUSE_NONE, NULL, false},
        {RING("deep-water", ""), "infantry", "man", ",'skills':['naval']", "[1095,1000]", NO, TL_STAY_SHORE,
         TL_CLAUSE_MOVE_SHORE, "x", false},
        {RING("deep-water", ""), "infantry", "man", ",'skills':['naval']", "[1300,1000]", NO, TL_STAY_ASHORE,
         TL_CLAUSE_MOVE_SHORE, NULL, true},
        {RING("trap", ""), "vehicle", "tank", ",'skills':['naval']", "[1000,1000]", NO, TL_STAY_TRAP,
         TL_CLAUSE_MOVE_WALLS, "x", false},
        /* walls, windows among them */
        {"{'id':'x','kind':'building','mesh':'box 1005 900 0 1015 1100 90, box 1400 900 0 1410 1100 90'}", "infantry",
         "man", "", "[1000,1000]", NO, TL_STAY_IN, TL_CLAUSE_MOVE_WALLS, "x", false},
        {"{'id':'x','kind':'building','mesh':'box 1005 900 0 1015 1100 5.4, box 1005 900 60 1015 1100 90'}", "infantry",
         "man", "", "[1000,1000,0]", NO, TL_STAY_IN, TL_CLAUSE_MOVE_WALLS, "x", false},
        {"{'id':'x','kind':'building','mesh':'box 1014 900 0 1024 1100 90','uncertainty':2}", "infantry", "man", "",
         "[1000,1000]", OPEN, TL_STAY_IN, TL_CLAUSE_MOVE_WALLS, "x", false},
        /* other models */
        {"", "infantry", "man", "", "[2024,2000]", NO, TL_STAY_OVERLAPS, TL_CLAUSE_MOVE_END, "f1", true},
        {"", "infantry", "man", "", "[2026,2000]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, true},
        {"", "infantry", "man", "", "[2140,2000]", NO, TL_STAY_OVERLAPS, TL_CLAUSE_MOVE_MODELS, "e1", false},
        {"", "infantry", "man", "", "[2137.7,2000]", OPEN, TL_STAY_OVERLAPS, TL_CLAUSE_MOVE_MODELS, "e1", false},
        {"", "infantry", "man", "", "[2136.9,2000]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, false},
        /* the table's edge */
        {"", "infantry", "man", "", "[2990,1000]", NO, TL_STAY_EDGE, TL_CLAUSE_MOVE_TABLE, "table", false},
        {"", "aircraft", "plane", "", "[2980,1000]", NO, TL_STAY_EDGE, TL_CLAUSE_MOVE_TABLE, NULL, true},
        {"", "aircraft", "scan", "", "[2949.7,1000]", OPEN, TL_STAY_EDGE, TL_CLAUSE_MOVE_TABLE, NULL, true},
        {"", "aircraft", "plane", "", "[2960,1000]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, true},
        /* uneven ground, below aircraft; a ledge below others */
        {"{'id':'x','kind':'ground','mesh':'box 1010 900 0 1100 1100 30'}", "aircraft", "plane", "", "[1000,1000,0]",
         NO, TL_STAY_UNEVEN, TL_CLAUSE_MOVE_LANDING, NULL, true},
        {"{'id':'x','kind':'ground','mesh':'box 1010 900 0 1100 1100 25'}", "infantry", "man", "", "[1000,1000,0]", NO,
         TL_STAY_IN, TL_CLAUSE_MOVE_END, "x", true},
        {"{'id':'x','kind':'ground','mesh':'box 1010 900 0 1100 1100 8'}", "infantry", "man", "", "[1000,1000,0]", OPEN,
         TL_STAY_IN, TL_CLAUSE_MOVE_END, "x", true},
        /* floors of buildings bear no vehicles; by twice what heights may be off there is doubt */
        {TWO_FLOORS("0"), "vehicle", "tank", "", "[1100,1000,64]", NO, TL_STAY_FLOOR, TL_CLAUSE_MOVE_FLOORS, NULL,
         false},
        {TWO_FLOORS("0"), "vehicle", "tank", "", "[1100,1000,0]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, false},
        {TWO_FLOORS("0"), "infantry", "man", "", "[1100,1000,64]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, false},
        {TWO_FLOORS("0"), "aircraft", "plane", "", "[1100,1000,64]", YES, TL_STAY_FREE, TL_CLAUSE_NONE, NULL, false},
        {TWO_FLOORS("0.5"), "vehicle", "tank", "", "[1100,1000,64]", NO, TL_STAY_FLOOR, TL_CLAUSE_MOVE_FLOORS, NULL,
         false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int rated = 0; rated < 3; rated++) {
            const stay_case *c = &cases[i];
            judge_table t;
            tl_stay stay = stay_of(&t, c, rated);
            bool asked = rated < 2 || !c->end; /* who has no rating is asked of no way */
            tl_verdict verdict = asked ? c->verdict : YES;
            if (stay.verdict != verdict || stay.kind != (asked ? c->kind : TL_STAY_FREE) ||
                stay.cause.clause != (asked ? c->clause : TL_CLAUSE_NONE) ||
                stay.has_slot != (asked && c->by != NULL)) {
                fail_msg("case %zu, %d: %d, %d by %d, %d", i, rated, (int)stay.verdict, (int)stay.kind,
                         (int)stay.cause.clause, stay.has_slot);
            }
            if (stay.has_slot) {
                assert_string_equal(tl_table_slot_name(t.table, stay.slot), c->by);
            } else {
                assert_int_equal(stay.slot, 0);
            }
            bool row = stay.kind == TL_STAY_SHORE || stay.kind == TL_STAY_ASHORE;
            assert_int_equal(stay.cause.of_row != NULL, row);
            judge_end(&t);
        }
    }
}

/* A floor that is low, in a building: what lifts a model, and by how much it may be off. */
static void low_floors(void **state) {
    (void)state;
    const struct {
        double up, off;
        tl_verdict verdict;
    } cases[] = {{4.9, 0, YES}, {5.1, 0, NO}, {4.4, 0.1, YES}, {4.5, 0.1, OPEN}, {5.5, 0.1, OPEN}, {5.6, 0.1, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        /* the lower floor, which is the table, is open at one place: there the vehicle's middle is on the upper one */
        judge_table t;
        judge_begin(&t);
        judge_terrain(&t,
                      "{'id':'x','kind':'building','outline':[[800,800],[1200,800],[1200,1200],[800,1200]],'mesh':'box "
                      "900 900 %.17g 1100 1100 %.17g','uncertainty':%g}",
                      cases[i].up - 0.5, cases[i].up, cases[i].off);
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'vehicle','members':[{'id':'a1','asset':'tank','at':[1000,1000,"
                   "%.17g]}]}",
                   cases[i].up);
        judge_ready(&t);
        tl_stay stay;
        assert_int_equal(tl_stay_judge(&t.inquiry, 0, &stay, &error), TL_OK);
        if (stay.verdict != cases[i].verdict || (stay.verdict != YES && stay.kind != TL_STAY_FLOOR)) {
            fail_msg("case %zu: %d, %d", i, (int)stay.verdict, (int)stay.kind);
        }
        judge_end(&t);
    }
}

/* Of several things what speaks most is told, of equals the first. */
static void the_most(void **state) {
    (void)state;
    const struct {
        const char *cliff; /* its rim may be off */
        double x;
        tl_verdict verdict;
        const char *by;
    } cases[] = {{"0.5", 1087.3, OPEN, "c"}, {"0", 1087.3, YES, NULL}, {"0", 1092, NO, "c"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int foe = 0; foe < 2; foe++) {
            judge_table t;
            judge_begin(&t);
            judge_terrain(&t, "{'id':'c','kind':'cliff','mesh':'box 1100 900 0 1300 1100 4','uncertainty':%s}",
                          cases[i].cliff);
            judge_model(&t, "a", "red", "infantry", "man", cases[i].x, 1000, 0, "'move':2");
            if (foe) {
                judge_model(&t, "e", "blue", "infantry", "man", cases[i].x - 20, 1000, 0, "");
            }
            judge_ready(&t);
            tl_stay stay;
            assert_int_equal(tl_stay_judge(&t.inquiry, judge_who(&t, "a1"), &stay, &error), TL_OK);
            if (stay.verdict != (foe ? NO : cases[i].verdict)) {
                fail_msg("case %zu, %d: %d, %d", i, foe, (int)stay.verdict, (int)stay.kind);
            }
            if (stay.verdict != YES) {
                const char *by = tl_table_slot_name(t.table, stay.slot);
                assert_true(foe && cases[i].verdict == NO ? by[0] == 'c' || by[0] == 'e'
                                                          : strcmp(by, foe ? "e1" : cases[i].by) == 0);
            }
            judge_end(&t);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(low_floors),
        cmocka_unit_test(the_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
