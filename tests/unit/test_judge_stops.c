/* Where and by what a move is stopped (judge/move/journey.c): one of each thing that stops, met head on, with its kind,
 * clause and owner and the place in closed form; and what is grazed before it is run into. */
#include "support/judge_table.h"

#include "judge/move/journey.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tl_error error;

static void go(judge_table *t, const tl_vec2 *to, size_t count, tl_journey *j) {
    tl_path_point path[4];
    for (size_t i = 0; i < count; i++) {
        path[i] = (tl_path_point){{to[i].x, to[i].y, 0}, 2};
    }
    const tl_question question = {.query = "move", .path = path, .path_count = count};
    if (tl_journey_make(&t->inquiry, judge_who(t, "a1"), &question, j, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
}

#define AREA(kind) "{'id':'x','kind':'" kind "','outline':[[1200,500],[1400,500],[1400,1500],[1200,1500]],'height':60}"
#define SEA        "{'id':'x','kind':'deep-water','outline':[[800,500],[1200,500],[1200,1500],[800,1500]]}"
#define OTHER(side, class, asset)                                                                                      \
    "{'id':'x','side':'" side "','class':'" class "','members':[{'id':'x1','asset':'" asset "','at':[1200,1000]}]}"

/* Along x from (1000, 1000), or from near the table's edge, into it. */
static void one_of_each(void **state) {
    (void)state;
    const struct {
        const char *terrain, *other, *class, *asset, *more;
        double from, way; /* up to where it touches */
        tl_halt_kind kind;
        tl_clause clause;
        const char *whose;
        bool row; /* of a table of skills */
    } cases[] = {
        {"{'id':'x','kind':'building','mesh':'box 1200 500 0 1210 1500 90'}", NULL, "infantry", "man", "", 1000, 187.5,
         TL_HALT_WALL, TL_CLAUSE_MOVE_WALLS, "x", false},
        {AREA("deep-water"), NULL, "infantry", "man", "", 1000, 187.5, TL_HALT_WALL, TL_CLAUSE_MOVE_WALLS, "x", false},
        {AREA("trap"), NULL, "vehicle", "tank", "", 1000, 150, TL_HALT_TRAP, TL_CLAUSE_MOVE_WALLS, "x", false},
        {NULL, OTHER("blue", "infantry", "man"), "infantry", "man", "", 1000, 175, TL_HALT_FOE, TL_CLAUSE_MOVE_MODELS,
         "x1", false},
        {NULL, OTHER("blue", "vehicle", "tank"), "infantry", "man", "", 1000, 137.5, TL_HALT_FOE, TL_CLAUSE_MOVE_MODELS,
         "x1", false},
        {NULL, OTHER("red", "vehicle", "tank"), "vehicle", "tank", "", 1000, 100, TL_HALT_FRIEND, TL_CLAUSE_MOVE_MODELS,
         "x1", false},
        {NULL, NULL, "infantry", "man", "", 2800, 187.5, TL_HALT_EDGE, TL_CLAUSE_MOVE_TABLE, "table", false},
        {SEA, NULL, "infantry", "man", ",'skills':['naval']", 1000, 187.5, TL_HALT_SHORE, TL_CLAUSE_MOVE_SHORE, "x",
         true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        char more[64];
        judge_begin(&t);
        if (cases[i].terrain != NULL) {
            judge_terrain(&t, "%s", cases[i].terrain);
        }
        snprintf(more, sizeof(more), "'move':9%s", cases[i].more);
        judge_model(&t, "a", "red", cases[i].class, cases[i].asset, cases[i].from, 1000, 0, more);
        if (cases[i].other != NULL) {
            judge_unit(&t, "%s", cases[i].other);
        }
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        const tl_vec2 there = {cases[i].from + 700, 1000};
        tl_journey j;
        go(&t, &there, 1, &j);
        if (j.stop == NULL || j.stop->kind != cases[i].kind || j.stop->cause.clause != cases[i].clause) {
            fail_msg("case %zu: %d", i, j.stop == NULL ? -1 : (int)j.stop->kind);
        }
        assert_int_equal(j.verdict, TL_VERDICT_NO);
        assert_int_equal(j.stop->verdict, TL_VERDICT_NO);
        assert_near(j.stop->plan, cases[i].way, 1e-4);
        assert_near(j.stop->cost, cases[i].way, 1e-4);
        /* too late where it is deeper than half the tolerance; however a hull turns a disc of 30 in it goes along */
        double less = strcmp(cases[i].asset, "tank") == 0 ? JUDGE_AHEAD - JUDGE_BESIDE : 0;
        assert_near(j.stop->latest, cases[i].way + less + 0.025, 1e-3);
        assert_true(j.stop->has_slot);
        assert_string_equal(tl_table_slot_name(t.table, j.stop->slot), cases[i].whose);
        assert_int_equal(j.stop->cause.of_row != NULL, cases[i].row);
        tl_journey_free(&j);
        const tl_vec2 before = {cases[i].from + cases[i].way - 0.01, 1000};
        go(&t, &before, 1, &j);
        assert_int_equal(j.halt_count, 0);
        assert_int_equal(j.verdict, TL_VERDICT_YES);
        tl_journey_free(&j);
        judge_end(&t);
    }
}

/* Past a pond, 0.3 mm into it, which may be hand's unsteadiness, and round it into its other side: there it stops. */
static void grazed_before(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'x','kind':'deep-water','disc':{'centre':[1200,1112.2],'radius':100}}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':9");
    judge_ready(&t);
    judge_set(&t, 1, NULL);
    const tl_vec2 round[] = {{1400, 1000}, {1400, 1112.2}, {1200, 1112.2}};
    tl_journey j;
    go(&t, round, 1, &j);
    assert_int_equal(j.verdict, TL_VERDICT_MARGINAL);
    assert_int_equal(j.stop->kind, TL_HALT_WALL);
    assert_near(j.stop->plan, 200 - sqrt(112.5 * 112.5 - 112.2 * 112.2), 0.01);
    assert_true(isinf(j.stop->latest));
    tl_journey_free(&j);
    go(&t, round, 3, &j);
    assert_int_equal(j.verdict, TL_VERDICT_NO);
    assert_near(j.stop->plan, 400 + 112.2 + 200 - 112.5, 0.01);
    assert_near(j.stop->latest, 400 + 112.2 + 200 - 112.5 + 0.5, 0.01);
    tl_journey_free(&j);
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_each),
        cmocka_unit_test(grazed_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
