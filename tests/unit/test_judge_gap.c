/* Keeping off enemies (judge/move/gap.c): the least distance on a way against dense looks at it, whole moves worked out
 * by hand on both sides of every limit, and the ground in reach against moves. */
#include "judge/move/gap.h"
#include "support/judge_squares.h"
#include "support/judge_told.h"

#include "math/angle.h"

/* --- The least distance ------------------------------------------------------------------------------------------- */

/* A convex outline, or a disc, round (0, 0). */
static tl_figure random_figure(test_random *random, double most) {
    if (test_random_below(random, 2) == 0) {
        return tl_figure_disc((tl_vec2){0, 0}, test_random_between(random, 3, most));
    }
    tl_figure made = {.count = 3 + (int)test_random_below(random, 4)};
    double at = test_random_between(random, 0, 6), radius = test_random_between(random, 4, most);
    for (int i = 0; i < made.count; i++) {
        made.corner[i] = (tl_vec2){radius * cos(at), radius * sin(at)};
        at += 2 * M_PI / made.count;
    }
    return made;
}

/* The distance of two outlines, from their corners and edges alone. */
static long double apart(const tl_figure *a, const tl_figure *b) {
    long double least = INFINITY;
    for (int side = 0; side < 2; side++) {
        const tl_figure *from = side ? b : a, *to = side ? a : b;
        bool inside_any = false;
        for (int i = 0; i < from->count; i++) {
            tl_vec2 p = from->corner[i];
            bool inside = to->count > 2;
            for (int k = 0; k < to->count; k++) {
                tl_vec2 q = to->corner[k], r = to->corner[(k + 1) % to->count];
                long double ex = (long double)r.x - q.x, ey = (long double)r.y - q.y, dx = (long double)p.x - q.x,
                            dy = (long double)p.y - q.y, l = ex * ex + ey * ey;
                long double t = l > 0 ? fminl(1, fmaxl(0, (dx * ex + dy * ey) / l)) : 0;
                least = fminl(least, hypotl(dx - t * ex, dy - t * ey));
                inside = inside && ex * dy - ey * dx >= 0;
            }
            inside_any = inside_any || inside;
        }
        least = inside_any ? 0 : least;
    }
    /* edges that cross */
    for (int i = 0; i < a->count && a->count > 1; i++) {
        for (int k = 0; k < b->count && b->count > 1; k++) {
            tl_vec2 p = a->corner[i], q = a->corner[(i + 1) % a->count], r = b->corner[k],
                    s = b->corner[(k + 1) % b->count];
            double d1 = tl_cross2(tl_sub2(q, p), tl_sub2(r, p)), d2 = tl_cross2(tl_sub2(q, p), tl_sub2(s, p));
            double d3 = tl_cross2(tl_sub2(s, r), tl_sub2(p, r)), d4 = tl_cross2(tl_sub2(s, r), tl_sub2(q, r));
            least = d1 * d2 < 0 && d3 * d4 < 0 ? 0 : least;
        }
    }
    return fmaxl(0, least - a->radius - b->radius);
}

/* A random way of three nodes, the facings of its legs, and who moves past whom: one outline or several, above one
 * another. */
typedef struct passing {
    tl_figure mine[2][2], his[3];
    tl_mover_part parts[2];
    tl_mover mover;
    tl_obstacle items[3];
    tl_gap_other other;
    tl_path_node nodes[3];
    double facing[4]; /* where it starts, on its legs, at the end */
    bool spatial;
    double limit, tolerance;
} passing;

static void make_passing(passing *p, test_random *random, bool several, bool turns) {
    int parts = several ? 1 + test_random_below(random, 2) : 1, others = several ? 1 + test_random_below(random, 3) : 1;
    double low = 5; /* the lowest part goes down to the ground, whatever it says */
    *p = (passing){.spatial = test_random_below(random, 2) == 0, .limit = test_random_between(random, 5, 60)};
    for (int i = 0; i < parts; i++) {
        int figures = several ? 1 + test_random_below(random, 2) : 1;
        for (int k = 0; k < figures; k++) {
            p->mine[i][k] = random_figure(random, 40);
        }
        p->parts[i] = (tl_mover_part){p->mine[i], (size_t)figures, low, low + 25};
        low += test_random_between(random, 20, 90);
    }
    p->mover = (tl_mover){p->parts, (size_t)parts, !several && p->mine[0][0].count == 1};
    for (int i = 0; i < others; i++) {
        double up = test_random_below(random, 2) == 0 ? 0 : 60;
        tl_figure one = random_figure(random, 60);
        p->items[i] = (tl_obstacle){.low = up, .high = up + test_random_between(random, 5, 30)};
        p->items[i].figure = tl_figure_turned(
            &one, 1, 0, (tl_vec2){test_random_between(random, 0, 300), test_random_between(random, 0, 300)});
    }
    p->other = (tl_gap_other){p->items, (size_t)others};
    for (int i = 0; i < 3; i++) {
        p->nodes[i] = (tl_path_node){
            .at = {test_random_between(random, 0, 300), test_random_between(random, 0, 300),
                   test_random_between(random, 0, 40)},
            .leg = i > 0 ? (size_t)i - 1 : 0,
        };
        p->nodes[i].plan =
            i > 0 ? p->nodes[i - 1].plan + tl_length2(tl_sub2(tl_plan(p->nodes[i].at), tl_plan(p->nodes[i - 1].at)))
                  : 0;
    }
    double facing = test_random_between(random, -180, 180);
    for (int i = 0; i < 4; i++) {
        p->facing[i] = facing;
        facing = turns && test_random_below(random, 2) == 0 ? test_random_between(random, -180, 180) : facing;
    }
    p->tolerance = turns ? test_random_between(random, 0, p->limit) : 0;
}

static long double apart_at(const passing *p, tl_vec3 at, double facing_deg) {
    long double least = INFINITY;
    double s, c;
    tl_sincos_deg(facing_deg, &s, &c);
    for (size_t i = 0; i < p->mover.count; i++) {
        const tl_mover_part *part = &p->parts[i];
        for (size_t k = 0; k < part->count; k++) {
            tl_figure placed = tl_figure_turned(&part->figures[k], c, s, tl_plan(at));
            for (size_t o = 0; o < p->other.count; o++) {
                const tl_obstacle *item = &p->items[o];
                long double d = apart(&placed, &item->figure);
                long double up = fmaxl(item->low - (at.z + part->high), at.z + (i == 0 ? 0 : part->low) - item->high);
                least = fminl(least, p->spatial ? hypotl(d, fmaxl(0, up)) : d);
            }
        }
    }
    return least;
}

/* The least of many looks, and the first that is below each of two limits. */
typedef struct looked {
    long double least, first, latest;
} looks;

static void look(const passing *p, tl_vec3 at, double facing_deg, double plan, looks *l) {
    long double d = apart_at(p, at, facing_deg);
    l->least = fminl(l->least, d);
    l->first = d < p->limit ? fminl(l->first, plan) : l->first;
    l->latest = d < p->limit - p->tolerance ? fminl(l->latest, plan) : l->latest;
}

/* A place at which it is first so near, against what looks say: none later, and none that is earlier by more than from
 * one look to the next. */
static bool same_place(double told, long double seen, long double step) {
    return !(seen < INFINITY) || (told <= (double)seen + 1e-9 && told >= (double)(seen - 1.01L * step));
}

static void pass(test_random *random, int k, bool several, bool turns, int *near, int *turned) {
    enum { LOOKS = 500, TURNS = 90 };
    passing p;
    make_passing(&p, random, several, turns);
    const tl_path path = {.nodes = p.nodes, .count = 3};
    tl_gap_least g = tl_gap_measure(&p.mover, &path, p.facing + 1, p.facing[0], p.facing[3], &p.other, p.spatial,
                                    p.limit, p.tolerance);
    looks l = {INFINITY, INFINITY, INFINITY};
    long double step = p.nodes[2].plan / LOOKS, slack = p.spatial ? 3 * step : step;
    for (int i = 0; i <= LOOKS; i++) {
        double cost, plan = p.nodes[2].plan * i / LOOKS;
        look(&p, tl_path_at_plan(&path, plan, &cost), p.facing[plan < p.nodes[1].plan ? 1 : 2], plan, &l);
    }
    for (int node = 0; node < 3; node++) { /* on the spot, the shorter way round */
        double by = tl_wrap_deg(p.facing[node + 1] - p.facing[node]);
        for (int i = 0; i <= TURNS && by != 0; i++) {
            look(&p, p.nodes[node].at, p.facing[node] + by * i / TURNS, p.nodes[node].plan, &l);
        }
        slack = fmaxl(slack, fabs(by) * M_PI / 180 * 60 / TURNS);
    }
    if (g.off > 0.0158 ||
        (g.off > 0) !=
            (turns && (p.facing[0] != p.facing[1] || p.facing[1] != p.facing[2] || p.facing[2] != p.facing[3]) &&
             !p.mover.round)) {
        fail_msg("way %d: two looks at a turn are %.17g apart", k, 2 * g.off);
    }
    if (g.least > (double)l.least + g.off + 1e-9 || g.least < (double)(l.least - slack)) {
        fail_msg("way %d: %.17g, and looks find %.17Lg", k, g.least, l.least);
    }
    assert_near(g.start, (double)apart_at(&p, p.nodes[0].at, p.facing[0]), 1e-9);
    assert_near(g.end, (double)apart_at(&p, p.nodes[2].at, p.facing[3]), 1e-9);
    double cost;
    tl_vec3 there = tl_path_at_plan(&path, g.at, &cost);
    long double again = apart_at(&p, there, p.facing[g.at < p.nodes[1].plan ? 1 : 2]);
    bool in_turn = g.at == p.nodes[0].plan || g.at == p.nodes[1].plan || g.at == p.nodes[2].plan;
    if (!in_turn && fabsl(again - g.least) > 1e-6L) {
        fail_msg("way %d: %.17g is said to be at %.17g, where it is %.17Lg", k, g.least, g.at, again);
    }
    bool sure = g.off == 0 || (fabsl(l.least - p.limit) > 0.1L && fabsl(l.least - p.limit + p.tolerance) > 0.1L);
    if (sure && (!same_place(g.first, l.first, step) || !same_place(g.latest, l.latest, step) || g.latest < g.first ||
                 (g.least >= p.limit && g.first < INFINITY))) {
        fail_msg("way %d is first so near after %.17g and %.17g, looks say %.17Lg and %.17Lg", k, g.first, g.latest,
                 l.first, l.latest);
    }
    *near += l.first < INFINITY;
    *turned += g.off > 0 && l.first < INFINITY;
}

static void least_distance(void **state) {
    (void)state;
    test_random random = test_random_start("least distance", 60606);
    int near = 0, turned = 0;
    for (int k = 0; k < 240; k++) {
        pass(&random, k, k % 3 != 0, k % 4 == 3, &near, &turned);
    }
    print_message("%d come near, %d of them turn\n", near, turned);
    assert_true(near > 100 && turned > 30);
}

/* --- Whole moves -------------------------------------------------------------------------------------------------- */

#define FOE(x, y)                                                                                                      \
    "{'id':'e','side':'blue','class':'infantry','members':[{'id':'e1','asset':'man','at':[" #x "," #y "]}]}"
#define TANK(x, y)                                                                                                     \
    "{'id':'e','side':'blue','class':'vehicle','members':[{'id':'e1','asset':'tank','at':[" #x "," #y "]}]}"

/* Bases of 25 that pass at a distance of theirs, with what lies between: 2.5 cm (SK-MOV-02). */
static void whole_moves(void **state) {
    (void)state;
    static const struct {
        const char *other, *path, *ask, *verdict, *rule;
        double distance, after; /* as near as it comes; where it stops, NAN: not looked at */
        const char *engages;
    } cases[] = {
        {FOE(1070, 1051), "[1140,1000]", "", "yes", "SK-MOV-01", 26, NAN, "no"},
        {FOE(1070, 1049), "[1140,1000]", "", "no", "SK-MOV-02", 24, 60.051, "no"},
        {FOE(1070, 1050), "[1140,1000]", "", "marginal", "SK-MOV-02", 25, 70, "no"},
        {FOE(1070, 1050), "[1140,1000]", ",'tolerance_mm':0", "yes", "SK-MOV-01", 25, NAN, "no"},
        {FOE(1070, 1049), "[1140,1000]", ",'set':{'enemy_gap':'end'}", "yes", "SK-MOV-01", 60.4458893, NAN, "no"},
        {FOE(1149, 1000), "[1100,1000]", ",'set':{'enemy_gap':'end'}", "no", "SK-MOV-02", 24, 100, "no"},
        {FOE(1151, 1000), "[1100,1000]", "", "yes", "SK-MOV-01", 26, NAN, "no"},
        {FOE(1149, 1000), "[1100,1000]", "", "no", "SK-MOV-02", 24, 99, "no"},
        /* who ends in contact engages; who ends beside doesn't */
        {FOE(1125, 1000), "[1100,1000]", "", "yes", "SK-MOV-01", 0, NAN, "yes"},
        {FOE(1125, 1000), "[1099.96,1000]", "", "yes", "SK-MOV-01", 0.04, NAN, "yes"},
        {FOE(1125, 1000), "[1099.9,1000]", "", "marginal", "SK-MOV-02", 0.1, NAN, "marginal"},
        {FOE(1125, 1000), "[1099,1000]", "", "no", "SK-MOV-02", 1, 75, "no"},
        {FOE(1125, 1000), "[1100,1000]", ",'tolerance_mm':0", "yes", "SK-MOV-01", 0, NAN, "yes"},
        {FOE(1125, 1000), "[1099.99,1000]", ",'tolerance_mm':0", "no", "SK-MOV-02", 0.01, 75, "no"},
        /* who stands nearer may go away, and stay as near */
        {FOE(1030, 1000), "[940,1000]", "", "yes", "SK-MOV-01", 5, NAN, "no"},
        {FOE(1030, 1000), "[1000,1000]", "", "yes", "SK-MOV-01", 5, NAN, "no"},
        {FOE(1030, 1000), "[1000,1100]", "", "yes", "SK-MOV-01", 5, NAN, "no"},
        {FOE(1030, 1000), "[1002,1000]", "", "no", "SK-MOV-02", 3, 0, "no"},
        {FOE(1030, 1000), "[1005,1000]", "", "yes", "SK-MOV-01", 0, NAN, "yes"},
        {FOE(1030, 1000), "[1003,1040]", "", "no", "SK-MOV-02", NAN, NAN, "no"},
        /* a hull: its side, and its corner at (1020, 1056) by 45 degrees */
        {TANK(1070, 1068), "[1140,1000]", "", "yes", "SK-MOV-01", 25.5, NAN, "no"},
        {TANK(1070, 1067), "[1140,1000]", "", "no", "SK-MOV-02", 24.5, NAN, "no"},
        {TANK(1120, 1086), "[1043.4315,1029.4315]", "", "yes", "SK-MOV-01", 25.07358, NAN, "no"},
        {TANK(1120, 1086), "[1043.7,1029.7]", "", "no", "SK-MOV-02", 24.6938167, NAN, "no"},
        /* friends never hinder */
        {"{'id':'e','side':'red','class':'infantry','members':[{'id':'e1','asset':'man','at':[1070,1000]}]}",
         "[1140,1000]", "", "yes", "SK-MOV-01", NAN, NAN, NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = "skirmish-1991";
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':15");
        judge_unit(&t, "%s", cases[i].other);
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[%s]%s}", cases[i].path, cases[i].ask);
        bool named = cases[i].engages == NULL || is(&t, "enemies[0].engages", cases[i].engages);
        if (!is(&t, "verdict", cases[i].verdict) || !is(&t, "rule", cases[i].rule) || !named) {
            fail_msg("case %zu: %s by %s\n%s", i, made_word(&t.told, "verdict"), made_word(&t.told, "rule"),
                     t.told.text);
        }
        if (!isnan(cases[i].distance) && fabs(number(&t, "enemies[0].distance_mm") - cases[i].distance) > 1e-4) {
            fail_msg("case %zu: %.9g away\n%s", i, number(&t, "enemies[0].distance_mm"), t.told.text);
        }
        if (!isnan(cases[i].after) && fabs(number(&t, "stop.after_mm") - cases[i].after) > 0.06) {
            fail_msg("case %zu: stops after %.9g\n%s", i, number(&t, "stop.after_mm"), t.told.text);
        }
        judge_end(&t);
    }
}

/* A hull turns on the spot, and one of its corners past an enemy: where two looks at the turn leave it open whether it
 * comes too near, so does the answer, and where another way of turning may do. */
static void turning_past(void **state) {
    (void)state;
    static const struct {
        double spare; /* how much farther off than the limit the corner passes, mm */
        double facing;
        const char *verdict;
    } cases[] = {{0.05, 62, "yes"},  {0.003, 62, "marginal"}, {-0.05, 62, "marginal"}, {0.003, -62, "marginal"},
                 {0.05, -62, "yes"}, {-0.05, 20, "yes"},      {-0.05, -20, "yes"},     {-9, 62, "marginal"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = "skirmish-1991";
        judge_model(&t, "a", "red", "vehicle", "tank", 1000, 1000, 0, "'move':15");
        judge_model(&t, "e", "blue", "infantry", "man", 1000 + hypot(50, 30) + 12.5 + 25 + cases[i].spare, 1000, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'move','member':'a1','path':[[1000,1000]],'facing':%g,'tolerance_mm':0}",
                  cases[i].facing);
        if (!is(&t, "verdict", cases[i].verdict)) {
            fail_msg("case %zu: %s\n%s", i, made_word(&t.told, "verdict"), t.told.text);
        }
        judge_end(&t);
    }
}

/* --- Ground in reach ---------------------------------------------------------------------------------------------- */

/* Random enemies, men and hulls: a move leads to all that is certain, and ends nowhere so near to an enemy. */
static void grounds(void **state) {
    (void)state;
    test_random random = test_random_start("grounds", 3141);
    size_t looked = 0, kept = 0;
    for (int k = 0; k < 16; k++) {
        judge_table t;
        judge_begin(&t);
        t.rules = "skirmish-1991";
        judge_setting(&t, "'enemy_gap':'%s'", k % 3 == 0 ? "end" : "path");
        tl_vec2 foes[3];
        judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'move':15");
        for (int i = 0; i < 3; i++) {
            char id[] = {(char)('e' + i), 0};
            double angle = test_random_between(&random, 0, 6.28),
                   far = test_random_between(&random, k % 4 == 0 ? 30 : 110, 170);
            foes[i] = (tl_vec2){1000 + far * cos(angle), 1000 + far * sin(angle)};
            judge_model(&t, id, "blue",
                        i == 0   ? "infantry"
                        : i == 1 ? "vehicle"
                                 : "infantry",
                        i == 1 && k % 4 != 0 ? "tank" : "man", foes[i].x, foes[i].y,
                        test_random_between(&random, 0, 360), "'move':15");
        }
        judge_ready(&t);
        judge_set(&t, 0.05, NULL);
        tl_reach_map map = find(&t, false);
        for (size_t i = 0; i < map.side * map.side; i += 1201) {
            tl_vec2 corners[200], at = middle_of(&map, i);
            double length, height;
            tl_verdict end;
            if (map.states[i] == TL_REACH_NO && move(&t, &at, 1, false, &length, &height, &end) == TL_VERDICT_YES) {
                fail_msg("ground %d: (%.17g, %.17g) is out of reach", k, at.x, at.y);
            }
            for (int c = 0; c < 5 && map.states[i] == TL_REACH_CERTAIN; c++) {
                size_t count = tl_reach_path(&map, i, corners, 198);
                double by = c == 0 ? 0 : 0.499 * map.size;
                count += c > 0;
                corners[count - 1] = (tl_vec2){at.x + (c & 1 ? by : -by), at.y + (c & 2 ? by : -by)};
                if (move(&t, corners, count, false, &length, &height, &end) != TL_VERDICT_YES) {
                    fail_msg("ground %d: (%.17g, %.17g) is certain", k, corners[count - 1].x, corners[count - 1].y);
                }
                looked += c == 0;
            }
            double d = tl_length2(tl_sub2(at, foes[0])) - 25;
            kept += d < 25 && d > -25 && map.states[i] != TL_REACH_CERTAIN;
            assert_false(d < 24.9 && map.states[i] == TL_REACH_CERTAIN);
        }
        tl_reach_free(&map);
        judge_end(&t);
    }
    print_message("%zu squares, %zu kept off\n", looked, kept);
    assert_true(looked > 200 && kept > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(least_distance),
        cmocka_unit_test(whole_moves),
        cmocka_unit_test(turning_past),
        cmocka_unit_test(grounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
