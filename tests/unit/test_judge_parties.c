/* test_judge_parties.c: parties judged into facts: ranges and arcs of discs against closed forms in the plane, sight
 * past walls and who is in the way against lines drawn by the hundred, cover of units against every way in which what
 * is open may come out (DB-MSR-04, DB-FOF-01, DB-LOS-06, DB-COV-07); every arc and every way of a move has its
 * sentence.
 */
#include "api/handle.h"
#include "judge/cover/unit.h"
#include "judge/measure/arc.h"
#include "judge/sight/sight.h"
#include "judge/verdict.h"
#include "support/made_scene.h"
#include "support/named_rules.h"
#include "tell/tell_arc.h"
#include "tell/tell_margin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLUE = 3, RED = 4, MEN = BLUE + RED, WALLS = 2 };
static const double BASE = 12.5, CORE = 6;

typedef struct wall {
    double low[2], high[2];
} wall;

/* What stands where: blue men, then red ones, and walls that nobody sees over. */
typedef struct layout {
    tl_vec2 men[MEN];
    double facing;
    wall walls[WALLS];
    size_t wall_count;
} layout;

static void load(made_scene *s, const layout *l) {
    char men[2][1024] = {"", ""}, walls[1024] = "";
    for (int i = 0; i < MEN; i++) {
        char *list = men[i >= BLUE];
        size_t used = strlen(list);
        snprintf(list + used, sizeof(men[0]) - used, "%s{'id':'m%d','asset':'man','at':[%.17g,%.17g],'facing':%.17g}",
                 used > 0 ? "," : "", i, l->men[i].x, l->men[i].y, l->facing);
    }
    for (size_t i = 0; i < l->wall_count; i++) {
        const wall *w = &l->walls[i];
        size_t used = strlen(walls);
        snprintf(walls + used, sizeof(walls) - used,
                 "%s{'id':'w%zu','outline':[[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g]],"
                 "'height':400,'solid':true}",
                 used > 0 ? "," : "", i, w->low[0], w->low[1], w->high[0], w->low[1], w->high[0], w->high[1], w->low[0],
                 w->high[1]);
    }
    made_load(
        s,
        "{'trueline':1,'name':'Judged','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},'assets':{"
        "'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},'base':{'shape':'disc',"
        "'diameter':25}}},'terrain':[%s],'units':[{'id':'b','side':'blue','class':'infantry','weapons':["
        "{'id':'front','range':9,'arc':'front'},{'id':'left','range':9,'arc':'left'},{'id':'any','range':9}],"
        "'members':[%s]},{'id':'r','side':'red','class':'infantry','members':[%s]}]}",
        walls, men[0], men[1]);
}

static layout spread(test_random *r) {
    layout l = {.facing = test_random_between(r, 0, 360)};
    for (int i = 0; i < MEN; i++) {
        l.men[i] = (tl_vec2){test_random_between(r, i < BLUE ? 300 : 900, i < BLUE ? 700 : 1500),
                             test_random_between(r, 300, 1100)};
    }
    return l;
}

static void ask(const made_scene *s, double tolerance, tl_inquiry *inquiry, tl_party *blue, tl_party *red) {
    const tl_referee *referee = s->scene->referee;
    assert_int_equal(tl_inquiry_begin(referee, NULL, tolerance, inquiry, NULL), TL_OK);
    assert_int_equal(tl_referee_party(referee, "b", "from", blue, NULL), TL_OK);
    assert_int_equal(tl_referee_party(referee, "r", "to", red, NULL), TL_OK);
}

/* What a margin says that is open within `band`. */
static tl_verdict clearly(double margin, double band) {
    return margin > band ? TL_VERDICT_YES : margin < -band ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
}

static void print_met(const char *what, const int met[3], int least) {
    print_message("%s: %d no, %d open, %d yes\n", what, met[TL_VERDICT_NO], met[TL_VERDICT_MARGINAL],
                  met[TL_VERDICT_YES]);
    assert_true(met[TL_VERDICT_NO] > least && met[TL_VERDICT_MARGINAL] > least && met[TL_VERDICT_YES] > least);
}

/* --- Range -------------------------------------------------------------------------------------------------------- */

static void ranges_are_those_of_the_nearest_discs(void **state) {
    (void)state;
    test_random r = test_random_start("ranges judged", 91);
    int met[3] = {0};
    for (int table = 0; table < 40; table++) {
        layout l = spread(&r);
        made_scene s;
        tl_inquiry inquiry;
        tl_party blue, red;
        tl_judge_range_found found;
        made_begin(&s, "judge-range");
        load(&s, &l);
        double tolerance = test_random_between(&r, 0.01, 6), least = INFINITY;
        size_t a = 0, b = 0;
        for (size_t k = 0; k < BLUE * RED; k++) {
            tl_vec2 p = l.men[k / RED], q = l.men[BLUE + k % RED];
            double apart = hypot(p.x - q.x, p.y - q.y) - 2 * BASE;
            a = apart < least ? k / RED : a;
            b = apart < least ? BLUE + k % RED : b;
            least = fmin(least, apart);
        }
        ask(&s, tolerance, &inquiry, &blue, &red);
        assert_int_equal(tl_judge_range(&inquiry, &blue, &red, false, 0, &found, NULL), TL_OK);
        assert_int_equal(found.verdict, TL_VERDICT_YES);
        assert_int_equal(found.cause.clause, TL_CLAUSE_MEASURE_BASE);
        for (int n = 0; n < 10; n++) {
            double limit = least + test_random_between(&r, -12, 12);
            assert_int_equal(tl_judge_range(&inquiry, &blue, &red, true, limit, &found, NULL), TL_OK);
            assert_near(found.range.distance_mm, least, 1e-7);
            assert_int_equal(found.from, a);
            assert_int_equal(found.to, b);
            assert_int_equal(found.verdict, clearly(limit - least, tolerance));
            assert_int_equal(found.cause.clause, TL_CLAUSE_MEASURE_LIMIT);
            met[found.verdict]++;
        }
        tl_inquiry_free(&inquiry);
        made_end(&s);
    }
    print_met("range", met, 20);
}

/* --- Arcs --------------------------------------------------------------------------------------------------------- */

/* How far a disc reaches into a wedge or half plane that opens round an axis: its deepest point's depth, negative
 * outside; `half` degrees, at most 90. No disc lies so near the apex that both rays count. */
static double depth_in_arc(tl_vec2 apex, double axis_deg, double half_deg, tl_vec2 p, double radius) {
    double axis = axis_deg * (M_PI / 180), half = half_deg * (M_PI / 180), depth = INFINITY;
    double x = p.x - apex.x, y = p.y - apex.y;
    double along = x * cos(axis) + y * sin(axis), aside = fabs(y * cos(axis) - x * sin(axis));
    /* beside the nearer ray, or behind where it starts */
    double before = along * cos(half) + aside * sin(half);
    depth = along * sin(half) - aside * cos(half);
    return depth < 0 && before < 0 ? radius - hypot(x, y) : radius + depth;
}

static void arcs_are_those_of_discs(void **state) {
    (void)state;
    test_random r = test_random_start("arcs judged", 92);
    int met[3] = {0};
    for (int table = 0; table < 60; table++) {
        layout l = spread(&r);
        if (table % 2 ==
            0) { /* somebody near the edge of an arc, and nobody better placed: they are far to its right */
            tl_vec2 way = tl_sub2(l.men[BLUE], l.men[0]);
            l.facing = atan2(way.y, way.x) * (180 / M_PI) + (table % 4 == 0 ? 45 : 0);
            for (int i = 1; i < RED; i++) {
                l.men[BLUE + i] = (tl_vec2){l.men[BLUE].x + 40 * i * sin(l.facing * M_PI / 180),
                                            l.men[BLUE].y - 40 * i * cos(l.facing * M_PI / 180)};
            }
            for (int i = 1; i < BLUE; i++) {
                l.men[i] = (tl_vec2){l.men[0].x - 40 * i, l.men[0].y};
            }
            l.men[BLUE].x += test_random_between(&r, -30, 30);
        }
        made_scene s;
        tl_inquiry inquiry;
        tl_party blue, red;
        tl_judge_arc_found found;
        made_begin(&s, "judge-arc");
        load(&s, &l);
        double tolerance = test_random_between(&r, 0.01, 20);
        ask(&s, tolerance, &inquiry, &blue, &red);
        assert_int_equal(tl_judge_arc(&inquiry, &blue, &red, NULL, &found, NULL), TL_OK);
        assert_int_equal(found.weapon_count, 3);
        assert_false(found.unarmed);
        for (size_t w = 0; w < 3; w++) {
            tl_verdict any = w == 2 ? TL_VERDICT_YES : TL_VERDICT_NO;
            assert_int_equal(found.weapons[w].shot_count, BLUE);
            for (size_t i = 0; i < BLUE && w < 2; i++) {
                const tl_judge_arc_shot *shot = &found.shots[found.weapons[w].first_shot + i];
                double best = -INFINITY;
                for (size_t j = 0; j < RED; j++) {
                    /* beside the line of the hull, which is a core's radius from the middle */
                    double side = (l.facing + 90) * (M_PI / 180);
                    tl_vec2 apex =
                        w == 0 ? l.men[i] : (tl_vec2){l.men[i].x + CORE * cos(side), l.men[i].y + CORE * sin(side)};
                    best = fmax(best, depth_in_arc(apex, l.facing + (w == 0 ? 0 : 90), w == 0 ? 45 : 90,
                                                   l.men[BLUE + j], BASE));
                }
                assert_int_equal(shot->attacker, i);
                assert_int_equal(shot->arc.verdict, clearly(best, tolerance));
                any = tl_verdict_either(any, shot->arc.verdict);
                met[shot->arc.verdict]++;
            }
            assert_int_equal(found.weapons[w].verdict, any);
        }
        assert_int_equal(found.verdict, TL_VERDICT_YES); /* one fires all round */
        tl_judge_arc_found_free(&found);
        assert_int_equal(tl_judge_arc(&inquiry, &blue, &red, "nothing", &found, NULL), TL_ERROR_NOT_FOUND);
        tl_judge_arc_found_free(&found);
        tl_inquiry_free(&inquiry);
        made_end(&s);
    }
    print_met("arc", met, 5);
}

/* --- Sight -------------------------------------------------------------------------------------------------------- */

/* Whether a segment comes nearer to a wall than `gap`; a wall that is grown by it is never too small. */
static bool meets(const wall *w, tl_vec2 p, tl_vec2 q, double gap) {
    double from = 0, to = 1;
    const double a[2] = {p.x, p.y}, d[2] = {q.x - p.x, q.y - p.y};
    for (int k = 0; k < 2; k++) {
        double low = w->low[k] - gap - a[k], high = w->high[k] + gap - a[k];
        if (d[k] == 0) {
            from = low > 0 || high < 0 ? 2 : from;
            continue;
        }
        from = fmax(from, fmin(low / d[k], high / d[k]));
        to = fmin(to, fmax(low / d[k], high / d[k]));
    }
    return from <= to;
}

/* Whether some line that is drawn between two men passes the walls which are there, at least by `gap`; below 0, it may
 * go so far into them. */
static bool sees(const layout *l, unsigned there, size_t a, size_t b, double gap) {
    enum { LINES = 64 };
    tl_vec2 p = l->men[a], q = l->men[b];
    double apart = hypot(q.x - p.x, q.y - p.y);
    for (int n = 0; n < LINES * LINES; n++) {
        double s = CORE * (2.0 * (n / LINES) / (LINES - 1) - 1), t = CORE * (2.0 * (n % LINES) / (LINES - 1) - 1);
        tl_vec2 from = {p.x - s * (q.y - p.y) / apart, p.y + s * (q.x - p.x) / apart};
        tl_vec2 to = {q.x - t * (q.y - p.y) / apart, q.y + t * (q.x - p.x) / apart};
        bool free = true;
        for (size_t w = 0; w < l->wall_count && free; w++) {
            free = (there >> w & 1) == 0 || !meets(&l->walls[w], from, to, gap);
        }
        if (free) {
            return true;
        }
    }
    return false;
}

/* How many pairs have a line past the walls that are there; `*near`: for some it can't be told from lines drawn. */
static int count_seeing(const layout *l, unsigned there, bool *near) {
    int count = 0;
    for (size_t k = 0; k < BLUE * RED; k++) {
        bool clear = sees(l, there, k / RED, BLUE + k % RED, 0.5);
        count += clear;
        *near = *near || clear != sees(l, there, k / RED, BLUE + k % RED, -0.5);
    }
    return count;
}

static wall wall_between(test_random *r) {
    double x = test_random_between(r, 720, 860), y = test_random_between(r, 0, 600);
    return (wall){{x, y}, {x + test_random_between(r, 3, 20), y + test_random_between(r, 300, 1100)}};
}

/* The sets that open a line are those of the walls whose absence does, the smallest ones. */
static void check_blocking_sets(const layout *l, const tl_judge_sight_found *found, const tl_inquiry *inquiry,
                                int met[4]) {
    bool near = false, opens[4] = {false};
    for (unsigned gone = 1; gone < 4; gone++) {
        opens[gone] = count_seeing(l, 3 & ~gone, &near) > 0;
    }
    if (near) {
        return;
    }
    bool together = opens[3] && !opens[1] && !opens[2];
    assert_int_equal(found->blocking.count, together ? 1 : (size_t)opens[1] + opens[2]);
    assert_true(found->blocking.complete);
    for (size_t i = 0; i < found->blocking.count; i++) {
        const tl_opening *set = &found->blocking.sets[i];
        unsigned gone = 0;
        for (size_t k = 0; k < set->count; k++) {
            gone |= set->owners[k] == inquiry->table->terrain[0].slot ? 1 : 2;
        }
        assert_int_equal(set->count, together ? 2 : 1);
        assert_true(opens[gone]);
        met[gone]++;
    }
}

static void check_sight(const layout *l, const tl_inquiry *inquiry, const tl_party *blue, const tl_party *red,
                        int met[3], int blocking_asked[4]) {
    tl_judge_sight_found found;
    bool near = false;
    int seeing = count_seeing(l, 3, &near);
    assert_int_equal(tl_judge_sight(inquiry, blue, red, true, &found, NULL), TL_OK);
    assert_int_equal(found.count, BLUE * RED);
    size_t yes = 0, open = 0;
    for (size_t k = 0; k < found.count; k++) {
        const tl_pair_sight_result *pair = &found.pairs[k];
        assert_int_equal(pair->from, k / RED);
        assert_int_equal(pair->to, BLUE + k % RED);
        yes += pair->sight.verdict == TL_VERDICT_YES;
        open += pair->sight.verdict == TL_VERDICT_MARGINAL;
    }
    assert_int_equal(found.yes, yes);
    assert_int_equal(found.open, open);
    assert_int_equal(found.verdict, yes > 0 ? TL_VERDICT_YES : open > 0 ? TL_VERDICT_MARGINAL : TL_VERDICT_NO);
    assert_int_equal(found.told.sight.verdict, found.verdict);
    if (!near) {
        assert_int_equal(found.yes, seeing);
        assert_int_equal(found.open, 0);
    }
    if (found.verdict == TL_VERDICT_NO) {
        assert_true(found.blocking_asked && found.proof.proved);
        check_blocking_sets(l, &found, inquiry, blocking_asked);
    } else if (found.verdict == TL_VERDICT_YES) {
        const tl_sight *line = &found.told.sight;
        assert_int_equal(found.shown.kind, TL_SHOWN_LINE);
        for (size_t w = 0; w < l->wall_count; w++) {
            assert_false(meets(&l->walls[w], tl_plan(line->from), tl_plan(line->to), line->clearance * 0.7 - 1e-6));
        }
        assert_false(found.blocking_asked || found.proof.proved);
    }
    met[found.verdict]++;
    tl_judge_sight_found_free(&found);
}

static void sight_is_that_of_lines_drawn(void **state) {
    (void)state;
    test_random r = test_random_start("sight judged", 93);
    int met[3] = {0}, blocking_asked[4] = {0};
    for (int table = 0; table < 60; table++) {
        layout l = spread(&r);
        made_scene s;
        tl_inquiry inquiry;
        tl_party blue, red;
        l.wall_count = WALLS;
        l.walls[0] = wall_between(&r);
        l.walls[1] = wall_between(&r);
        made_begin(&s, "judge-sight");
        load(&s, &l);
        ask(&s, 0.05, &inquiry, &blue, &red);
        check_sight(&l, &inquiry, &blue, &red, met, blocking_asked);
        tl_inquiry_free(&inquiry);
        made_end(&s);
    }
    print_message("sight: %d no, %d yes; opened by the first wall %d, the second %d, both %d\n", met[TL_VERDICT_NO],
                  met[TL_VERDICT_YES], blocking_asked[1], blocking_asked[2], blocking_asked[3]);
    assert_true(met[TL_VERDICT_NO] > 9 && met[TL_VERDICT_YES] > 9 && blocking_asked[1] > 2 && blocking_asked[2] > 2 &&
                blocking_asked[3] > 2);
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* Of everything that may come out: yes when all of it is, no when none. */
static tl_verdict of_outcomes(int yes, int all) {
    return yes == all ? TL_VERDICT_YES : yes == 0 ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
}

static tl_verdict settle(tl_verdict verdict, unsigned way) {
    return verdict != TL_VERDICT_MARGINAL ? verdict : way != 0 ? TL_VERDICT_YES : TL_VERDICT_NO;
}

static void half_of_a_unit_is_in_cover_however_it_comes_out(void **state) {
    (void)state;
    test_random r = test_random_start("units covered", 94);
    layout l = spread(&r);
    made_scene s;
    tl_inquiry inquiry;
    tl_party blue, red;
    made_begin(&s, "judge-cover-unit");
    load(&s, &l);
    ask(&s, 0.05, &inquiry, &blue, &red);
    for (int n = 0; n < 81; n++) {
        tl_verdict members[RED];
        for (int j = 0, rest = n; j < RED; j++, rest /= 3) {
            members[j] = (tl_verdict)(rest % 3);
        }
        for (size_t count = 1; count <= RED; count++) {
            tl_party some = red;
            int yes = 0;
            some.count = count;
            for (unsigned way = 0; way < 16; way++) {
                size_t covered = 0;
                for (size_t j = 0; j < count; j++) {
                    covered += settle(members[j], way >> j & 1) == TL_VERDICT_YES;
                }
                yes += 2 * covered >= count;
            }
            assert_int_equal(tl_judge_unit_cover(&inquiry, &some, members).verdict, of_outcomes(yes, 16));
        }
    }
    tl_inquiry_free(&inquiry);
    made_end(&s);
}

/* From every attacker that has sight, in whatever way what is open comes out. */
static tl_verdict cover_of(const tl_judge_cover_found *found) {
    int yes = 0, all = 1 << (2 * BLUE);
    for (int way = 0; way < all; way++) {
        bool covered = true;
        for (int i = 0; i < BLUE; i++) {
            const tl_attacker_cover *one = &found->attackers[i];
            bool seen = settle(one->sees, (unsigned)way >> (2 * i) & 1) == TL_VERDICT_YES;
            covered =
                covered && (!seen || settle(one->unit.verdict, (unsigned)way >> (2 * i + 1) & 1) == TL_VERDICT_YES);
        }
        yes += covered;
    }
    return of_outcomes(yes, all);
}

static void cover_counts_from_those_who_see(void **state) {
    (void)state;
    test_random r = test_random_start("cover judged", 95);
    int met[3] = {0}, blind = 0;
    for (int table = 0; table < 40; table++) {
        layout l = spread(&r);
        made_scene s;
        tl_inquiry inquiry;
        tl_party blue, red;
        tl_judge_cover_found found;
        l.wall_count = WALLS;
        l.walls[0] = wall_between(&r);
        l.walls[1] = wall_between(&r);
        made_begin(&s, "judge-cover");
        load(&s, &l);
        ask(&s, 0.05, &inquiry, &blue, &red);
        assert_int_equal(tl_judge_cover(&inquiry, &blue, &red, &found, NULL), TL_OK);
        assert_int_equal(found.attacker_count, BLUE);
        for (size_t i = 0; i < BLUE; i++) {
            const tl_attacker_cover *one = &found.attackers[i];
            bool near = false, any = false;
            assert_int_equal(one->attacker, i);
            for (size_t j = 0; j < RED; j++) {
                bool clear = sees(&l, 3, i, BLUE + j, 0.5);
                any = any || clear;
                near = near || clear != sees(&l, 3, i, BLUE + j, -0.5);
                assert_int_equal(one->pairs[j].to, BLUE + j);
            }
            assert_true(near || one->sees == (any ? TL_VERDICT_YES : TL_VERDICT_NO));
            blind += one->sees == TL_VERDICT_NO;
        }
        assert_int_equal(found.verdict, cover_of(&found));
        met[found.verdict]++;
        tl_judge_cover_found_free(&found);
        tl_inquiry_free(&inquiry);
        made_end(&s);
    }
    print_message("cover: %d no, %d yes; %d attackers see nobody\n", met[TL_VERDICT_NO], met[TL_VERDICT_YES], blind);
    assert_true(met[TL_VERDICT_NO] > 2 && met[TL_VERDICT_YES] > 2 && blind > 9);
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* Every one of several texts is there, and none of them twice. */
static void check_distinct(char texts[][TL_REASON_TEXT], size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_true(texts[i][0] != '\0' && strstr(texts[i], "(null)") == NULL && strchr(texts[i], '$') == NULL);
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(texts[i], texts[j]);
        }
    }
}

static void every_arc_and_way_is_told(void **state) {
    (void)state;
    static const char *const languages[] = {"en", "fr"};
    static const char *const arcs[] = {"front", "rear", "left", "right"};
    test_random r = test_random_start("facts told", 96);
    layout l = spread(&r);
    made_scene s;
    tl_inquiry inquiry;
    tl_party blue, red;
    made_begin(&s, "judge-told");
    load(&s, &l);
    ask(&s, 0.05, &inquiry, &blue, &red);
    for (int n = 0; n < 2; n++) {
        char texts[16][TL_REASON_TEXT], blocker[TL_REASON_TEXT];
        tl_words words;
        tl_tell_in_language_of(&inquiry, tl_language_find(languages[n]), &words);
        for (int i = 0; i < 12; i++) {
            const tl_pair_arc_result arc = {.field = named_arc(inquiry.referee->ruleset, arcs[i / 3]),
                                            .verdict = (tl_verdict)(i % 3),
                                            .margin_deg = 3,
                                            .margin_mm = 9};
            tl_tell_arc_text(&inquiry, &arc, "A", "B", "gun", texts[i], sizeof(texts[i]));
        }
        check_distinct(texts, 12);
        const tl_pair_sight_result pair = {.from = 0, .to = BLUE, .sight = {.verdict = TL_VERDICT_NO}};
        for (int way = TL_WAY_AWAY; way <= TL_WAY_AWAY_RIGHT; way++) {
            const tl_pair_margin margin = {
                .measured = true, .target = {.low = 1, .high = 2, .limit = 9}, .target_way = (tl_way)way};
            tl_tell_pair_margin_text(&inquiry, &pair, &margin, texts[way], blocker, sizeof(blocker));
            assert_string_equal(blocker, "");
        }
        check_distinct(texts, TL_WAY_AWAY_RIGHT + 1);
    }
    tl_inquiry_free(&inquiry);
    made_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ranges_are_those_of_the_nearest_discs),
                                       cmocka_unit_test(arcs_are_those_of_discs),
                                       cmocka_unit_test(sight_is_that_of_lines_drawn),
                                       cmocka_unit_test(half_of_a_unit_is_in_cover_however_it_comes_out),
                                       cmocka_unit_test(cover_counts_from_those_who_see),
                                       cmocka_unit_test(every_arc_and_way_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
