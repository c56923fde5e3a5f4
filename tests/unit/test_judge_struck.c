/* test_judge_struck.c: who is hit by a template that lies (judge/template/strike), asked of the judge itself: which
 * level of which building is struck, for every place of centre and models, against the rule written out (DB-BLA-05,
 * -09); the level that a flame strikes against every level in turn; shares of bases in closed form; what is said of
 * whoever isn't hit; sums, friends and cover. */
#include "judge/template/strike.h"
#include "support/judge_table.h"
#include "support/template_worth.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define R JUDGE_RIM
static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static double between(test_random *r, double low, double high) {
    return test_random_between(r, low, high);
}

static int below(test_random *r, int count) {
    return test_random_below(r, count);
}

static tl_verdict both(tl_verdict a, tl_verdict b) {
    return a == NO || b == NO ? NO : a == OPEN || b == OPEN ? OPEN : YES;
}

static tl_strike strike(const tl_inquiry *inquiry, const tl_question *q) {
    tl_strike x;
    tl_error error = {0};
    if (tl_strike_make(inquiry, q, &x, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return x;
}

static const tl_victim *victim(const judge_table *t, const tl_strike *x, const char *id) {
    return &x->victims[judge_who(t, id)];
}

/* What holds of every strike: verdicts that go together, what is said of each model, and the sums. */
static void check(const judge_table *t, const tl_strike *x) {
    size_t hits = 0, open = 0, bases = 0;
    for (size_t u = 0; u < t->table->document->unit_count; u++) {
        const tl_document_unit *unit = &t->table->document->units[u];
        const tl_struck_unit *its = &x->units[u];
        size_t sums[3] = {0, 0, 0};
        bool told = false;
        for (size_t i = t->table->first_member[u]; i < t->table->first_member[u] + unit->member_count; i++) {
            const tl_victim *v = &x->victims[i];
            size_t figures = tl_table_figures(t->table, i);
            assert_int_equal(v->member, i);
            told = told || !v->out;
            sums[0] += v->hit == YES ? figures : 0;
            sums[1] += v->hit == OPEN ? figures : 0;
            sums[2] += v->hit == YES;
            if (v->out) {
                assert_int_equal(v->hit, NO);
                continue;
            }
            bool harmed = !v->spared && v->bar.kind == TL_BAR_NONE;
            assert_int_equal(v->hit, harmed ? both(v->struck, both(v->under, v->los)) : NO);
            tl_victim_fact fact = v->under == NO || v->hit == YES ? TL_VICTIM_PLAIN
                                  : v->spared                     ? TL_VICTIM_SPARED
                                  : v->bar.kind != TL_BAR_NONE    ? TL_VICTIM_SHELTERED
                                  : v->los == NO                  ? TL_VICTIM_UNSEEN
                                  : v->struck == NO               ? TL_VICTIM_LEVEL
                                  : v->struck == OPEN             ? TL_VICTIM_LEVEL_OPEN
                                  : v->under == OPEN              ? TL_VICTIM_EDGE
                                                                  : TL_VICTIM_SIGHT_OPEN;
            tl_clause under = x->placing.rule->flame ? TL_CLAUSE_FLAME_UNDER : TL_CLAUSE_TEMPLATE_UNDER;
            tl_clause clause = fact == TL_VICTIM_SPARED                                  ? TL_CLAUSE_TEMPLATE_SPARED
                               : fact == TL_VICTIM_LEVEL || fact == TL_VICTIM_LEVEL_OPEN ? TL_CLAUSE_TEMPLATE_LEVEL
                               : fact == TL_VICTIM_UNSEEN && !x->placing.rule->flame     ? TL_CLAUSE_TEMPLATE_SIGHT
                                                                                         : under;
            if (v->fact != fact || (fact != TL_VICTIM_SHELTERED && v->cause.clause != clause)) {
                fail_msg("%s: fact %d, not %d", t->table->members[i].id, (int)v->fact, (int)fact);
            }
        }
        assert_int_equal(its->told, told);
        assert_int_equal(its->hits, sums[0]);
        assert_int_equal(its->open, sums[1]);
        assert_int_equal(its->bases, sums[2]);
        hits += sums[0];
        open += sums[1];
        bases += sums[2];
    }
    assert_int_equal(x->hits, hits);
    assert_int_equal(x->open, open);
    assert_int_equal(x->bases, bases);
    assert_int_equal(x->verdict, hits > 0 ? YES : open > 0 ? OPEN : NO);
}

/* --- Levels ------------------------------------------------------------------------------------------------------- */

enum { HOUSES = 2 };
static const double house_low[HOUSES] = {1000, 1200}, house_high[HOUSES] = {1150, 1350};
static const double floors[3] = {0, 64, 130};

/* Two houses side by side, open below and in front, of three levels each; between them a gap with a block in it. */
static void add_houses(judge_table *t) {
    for (int k = 0; k < HOUSES; k++) {
        double a = house_low[k], b = house_high[k];
        judge_terrain(t,
                      "{'id':'h%d','kind':'building','outline':[[%g,900],[%g,900],[%g,1100],[%g,1100]],'mesh':'box %g "
                      "900 60 %g 1100 64, box %g 900 126 %g 1100 130'}",
                      k, a, b, b, a, a - 1, b + 1, a - 1, b + 1); /* floors as far as whoever is at the border */
    }
    judge_terrain(t, "{'id':'block','kind':'obstacle','mesh':'box 1160 900 0 1190 1100 50','at':[0,0,0]}");
}

/* In which house a place is: -1 outside; -2: at a border, within the tolerance. */
static int house_at(double x) {
    for (int k = 0; k < HOUSES; k++) {
        if (fabs(x - house_low[k]) < 0.05 || fabs(x - house_high[k]) < 0.05) {
            return -2;
        }
        if (x > house_low[k] && x < house_high[k]) {
            return k;
        }
    }
    return -1;
}

/* Of somebody in a house (-1: outside) when the centre is in another. */
static tl_verdict struck_by_blast(const char *reading, int his, size_t level, double foot, int its, size_t struck,
                                  double z) {
    bool near = fabs(foot - z) < 40;
    if (strcmp(reading, "all_seen") == 0) {
        return YES;
    }
    if (its >= 0 && his == its) {
        return level != struck ? NO : near ? YES : OPEN;
    }
    if (its < 0) { /* the ground floor, and whoever is outside */
        return his < 0 || level == 0 ? YES : NO;
    }
    if (his < 0 && strcmp(reading, "level_and_outside") == 0) {
        return YES;
    }
    return struck == 0 && (his < 0 || level == 0) ? (near ? YES : OPEN) : NO;
}

static void blasts_in_houses(void **state) {
    (void)state;
    static const char *const readings[3] = {"struck_level", "level_and_outside", "all_seen"};
    test_random r = test_random_start("blasts_in_houses", 271121);
    int rounds = test_trials(8);
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        double x[10], foot[10];
        size_t level[10];
        judge_begin(&t);
        add_houses(&t);
        for (int k = 0; k < 10; k++) {
            char id[8];
            x[k] = k == 0 ? 1000.02 : k == 1 ? 1175 : between(&r, 970, 1380);
            int house = house_at(x[k]);
            level[k] = house != -1 && x[k] > 1000 ? (size_t)below(&r, 3) : 0;
            foot[k] = x[k] > 1160 && x[k] < 1190 ? 50 : floors[level[k]];
            snprintf(id, sizeof(id), "m%d", k);
            judge_unit(&t,
                       "{'id':'%s','side':'blue','class':'infantry','members':[{'id':'%s1','asset':'man','at':[%.17g,"
                       "%.17g,%.17g]}]}",
                       id, id, x[k], between(&r, 920, 1080), foot[k]);
        }
        judge_ready(&t);
        for (int c = 0; c < 6; c++) {
            const char *reading = readings[c % 3];
            const tl_inquiry *inquiry = judge_set(&t, -1, "blast_levels", reading, "blast_diameter_mm", "500", NULL);
            double cx = c == 0 ? 1150.02 : between(&r, 970, 1380);
            int house = house_at(cx);
            size_t struck = house >= 0 ? (size_t)below(&r, 3) : 0;
            double z = cx > 1160 && cx < 1190 ? 50 : floors[struck];
            const tl_question q = {.shape = "blast", .at_count = 3, .at = {cx, 1000, z}};
            tl_strike s = strike(inquiry, &q);
            check(&t, &s);
            for (size_t k = 0; k < 10; k++) {
                const tl_victim *v = &s.victims[k];
                if (v->out) {
                    continue;
                }
                int his = house_at(x[k]);
                tl_verdict expected = YES;
                bool first = true;
                for (int i = 0; i < 4; i++) { /* what is at a border is in or out of it */
                    int a = his == -2 ? (i & 1 ? -1 : 0) : his, b = house == -2 ? (i & 2 ? -1 : 0) : house;
                    tl_verdict one = struck_by_blast(reading, a, level[k], foot[k], b, struck, z);
                    expected = first || one == expected ? one : OPEN;
                    first = false;
                }
                if (v->struck != expected || v->level != level[k]) {
                    fail_msg("round %d, %s, centre %.17g on %zu, model %.17g on %zu: %d on %zu", round, reading, cx,
                             struck, x[k], level[k], (int)v->struck, v->level);
                }
            }
            tl_strike_free(&s);
        }
        judge_end(&t);
    }
}

/* Where levels are counted differently, the count and the height have to agree. */
static void uneven_houses(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    /* over the left half a floor that the right one hasn't; in a corner of the right half a platform */
    judge_terrain(&t, "{'id':'h','kind':'building','outline':[[1000,900],[1300,900],[1300,1100],[1000,1100]],'mesh':'"
                      "box 1000 900 56 1150 1100 60, box 1000 900 126 1300 1100 130, box 1250 900 0 1300 1100 38'}");
    static const struct {
        const char *id;
        double x, z;
        size_t level;
    } men[] = {{"lg", 1080, 0, 0},   {"lf", 1080, 60, 1}, {"lr", 1080, 130, 2}, {"rg", 1200, 0, 0},
               {"rr", 1200, 130, 1}, {"pg", 1270, 38, 0}, {"pr", 1270, 130, 1}};
    for (size_t k = 0; k < 7; k++) {
        judge_unit(&t,
                   "{'id':'%s','side':'blue','class':'infantry','members':[{'id':'%s1','asset':'man','at':[%g,1000,%g]}"
                   "]}",
                   men[k].id, men[k].id, men[k].x, men[k].z);
    }
    judge_ready(&t);
    const tl_inquiry *inquiry = judge_set(&t, -1, "blast_diameter_mm", "600", NULL);
    static const struct {
        double x, z;
        tl_verdict struck[7];
    } cases[] = {
        /* left: levels 0, 60, 130 there; the roof of the right half is nearest to its third */
        {1100, 0, {1, 0, 0, 1, 0, 2, 0}},
        {1100, 60, {0, 1, 0, 0, 2, 2, 2}},
        {1100, 130, {0, 0, 1, 0, 2, 0, 2}},
        /* right: levels 0 and 130; 60 is nearest to the first */
        {1180, 0, {1, 2, 0, 1, 0, 1, 0}},
        {1180, 130, {0, 2, 2, 0, 1, 0, 1}},
    };
    static const char *const words[3] = {"no", "yes", "open"};
    for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
        const tl_question q = {.shape = "blast", .at_count = 3, .at = {cases[c].x, 1000, cases[c].z}};
        tl_strike s = strike(inquiry, &q);
        check(&t, &s);
        for (size_t k = 0; k < 7; k++) {
            const tl_victim *v = victim(&t, &s, t.table->members[k].id);
            tl_verdict expected = cases[c].struck[k] == 1 ? YES : cases[c].struck[k] == 0 ? NO : OPEN;
            assert_int_equal(v->level, men[k].level);
            if (v->struck != expected) {
                fail_msg("case %zu, %s: %s", c, men[k].id, words[v->struck == YES ? 1 : v->struck == NO ? 0 : 2]);
            }
        }
        tl_strike_free(&s);
    }
    judge_end(&t);
}

/* --- The level of a flame ----------------------------------------------------------------------------------------- */

/* Enemies certainly hit less friends perhaps hit. */
static double sum_of(const judge_table *t, const tl_strike *s, const char *side, double weight) {
    double sum = 0;
    for (size_t i = 0; i < t->table->member_count; i++) {
        bool friend = strcmp(tl_table_unit_of(t->table, i)->side, side) == 0;
        double figures = (double)tl_table_figures(t->table, i);
        sum += friend ? s->victims[i].hit != NO ? -weight * figures : 0 : s->victims[i].hit == YES ? figures : 0;
    }
    return sum;
}

#define FIRER                                                                                                          \
    "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':2,'template':'flame-2'}],'members':[{"     \
    "'id':'a1','asset':'tall','at':[1000,1000,0]}]}"

static void flames_in_houses(void **state) {
    (void)state;
    test_random r = test_random_start("flames_in_houses", 271122);
    int rounds = test_trials(12), upstairs = 0;
    for (int round = 0; round < rounds; round++) {
        judge_table t;
        static const double weights[3] = {0.5, 1, 3};
        bool outside = below(&r, 3) == 0, other = below(&r, 3) == 0;
        double weight = weights[below(&r, 3)], x[9];
        size_t level[9];
        judge_begin(&t);
        judge_asset(&t, "'tall':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,300],'radius':8},'base':{'shape':'"
                        "disc','diameter':25}}");
        judge_asset(&t, "'crew':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'"
                        "disc','diameter':25},'figures':2}");
        judge_terrain(&t, "{'id':'h','kind':'building','outline':[[1060,900],[1300,900],[1300,1100],[1060,1100]],'mesh'"
                          ":'box 1060 900 60 1300 1100 64, box 1060 900 126 1300 1100 130'}");
        bool last = below(&r, 2) == 0; /* of all who stand there, or the first */
        if (!last) {
            judge_unit(&t, FIRER);
        }
        for (int k = 0; k < 9; k++) {
            x[k] = k == 0 ? 1060 : between(&r, 1030, 1180);
            level[k] = x[k] >= 1060 ? (size_t)below(&r, 3) : 0;
            judge_unit(&t,
                       "{'id':'m%d','side':'%s','class':'infantry','members':[{'id':'m%d1','asset':'%s','at':[%.17g,"
                       "%.17g,%.17g]}]}",
                       k, below(&r, 3) == 0 ? "red" : "blue", k, below(&r, 4) == 0 ? "crew" : "man", x[k],
                       between(&r, 985, 1015), floors[level[k]]);
        }
        if (last) {
            judge_unit(&t, FIRER);
        }
        const size_t before = last ? 0 : 1;
        judge_ready(&t);
        const tl_inquiry *inquiry =
            judge_set(&t, -1, "blast_levels", outside ? "level_and_outside" : "struck_level", NULL);
        const char *side = other ? "blue" : "red";
        tl_question q = {.shape = "flame-2",
                         .from = "a",
                         .has_angle = true,
                         .side = other ? "blue" : NULL,
                         .has_friends_weight = weight != 1,
                         .friends_weight = weight};
        double most = -INFINITY;
        size_t best = 0;
        for (size_t l = 0; l < 4; l++) { /* of the fourth there is nobody */
            tl_question named = q;
            named.has_level = true;
            named.level = l;
            tl_strike s = strike(inquiry, &named);
            check(&t, &s);
            assert_int_equal(s.level, l);
            bool there = l == 0;
            for (size_t k = 0; k < 9; k++) {
                const tl_victim *v = victim(&t, &s, t.table->members[k + before].id);
                if (v->out) {
                    continue;
                }
                bool at_door = fabs(x[k] - 1060) < 0.05;
                tl_verdict inside = level[k] == l ? YES : NO, out = l == 0 || outside ? YES : NO;
                tl_verdict expected = at_door ? inside == out ? out : OPEN : x[k] > 1060 ? inside : out;
                if (v->struck != expected) {
                    fail_msg("round %d, level %zu: model %zu at %g on %zu", round, l, k, x[k], level[k]);
                }
                there = there || (x[k] >= 1060 && level[k] == l && both(v->under, v->los) != NO);
            }
            /* his own unit is friends also when another side asks */
            double worth = sum_of(&t, &s, side, weight);
            if (there && worth > most) {
                most = worth;
                best = l;
            }
            tl_strike_free(&s);
        }
        tl_strike s = strike(inquiry, &q);
        check(&t, &s);
        if (s.level != best) {
            fail_msg("round %d: level %zu, not %zu, which is worth %g", round, s.level, best, most);
        }
        upstairs += best > 0;
        tl_strike_free(&s);
        /* pointed at somebody it is his level; of whoever is outside the ground */
        for (size_t k = 1; k < 9; k++) {
            char id[8];
            snprintf(id, sizeof(id), "m%zu", k);
            tl_question aimed = q;
            aimed.has_angle = false;
            aimed.toward = id;
            s = strike(inquiry, &aimed);
            check(&t, &s);
            const tl_victim *v = victim(&t, &s, t.table->members[k + before].id);
            assert_int_equal(s.level, !v->out && x[k] > 1060 ? level[k] : 0);
            tl_strike_free(&s);
        }
        judge_end(&t);
    }
    assert_true(upstairs >= rounds / 5);
}

/* Levels of a house that may be off by `house`, for a model that may be off by `own`: heights may be otherwise by twice
 * the larger. What another height would change is open: the level of who hovers over a floor by less than that (less
 * half a millimetre), which of two floors he is nearest to, the storey between him and the centre, whether there is
 * room for him below a ceiling. */
static void levels_that_may_be_off(void **state) {
    (void)state;
    static const struct {
        double house, own; /* by how much each may be off */
        double x, foot, tall;
        double z;  /* of the centre, in the house */
        bool open; /* else it is struck */
    } cases[] = {
        {0, 0, 1100, 64, 30, 64, false},
        {1, 0, 1100, 65, 30, 69, true},
        {1, 0, 1100, 66, 30, 69, false},
        {1, 0, 1100, 69, 30, 65, true},
        {1, 0, 1100, 69, 30, 66, false},
        {0, 1, 1100, 65, 30, 69, true},
        {0, 1, 1100, 66, 30, 69, false},
        {1, 3, 1100, 69, 30, 72, true},
        {1, 3, 1100, 70, 30, 72, false},
        {3, 1, 1100, 69, 30, 72, true},
        {3, 1, 1100, 70, 30, 72, false},
        {1, 1, 1100, 66, 30, 69, false},
        {1, 0, 1100, 31, 25, 5, true},
        {1, 0, 1100, 29, 25, 5, false},
        {1, 0, 1100, 69, 58.9, 69, true},
        {1, 0, 1100, 69, 57, 69, false},
        {1, 0, 1100, 0, 57, 0, false},
        /* outside, on a pedestal, a storey above the centre or nearly */
        {1, 0, 1045, 37, 30, 0, false},
        {1, 0, 1045, 38.5, 30, 0, true},
        {0, 1, 1045, 37, 30, 0, false},
        {0, 1, 1045, 38.5, 30, 0, true},
        {0, 0, 1045, 38.5, 30, 0, false},
        {0, 0, 1045, 41, 30, 0, true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int flame = 0; flame < 2; flame++) {
            judge_table t;
            char off[40] = "", uncertainty[40] = "";
            judge_begin(&t);
            if (cases[i].own > 0) {
                snprintf(off, sizeof(off), ",'uncertainty':%g", cases[i].own);
            }
            if (cases[i].house > 0) {
                snprintf(uncertainty, sizeof(uncertainty), ",'uncertainty':%g", cases[i].house);
            }
            judge_asset(&t, "'scan':{'mesh':'box -8 -8 0 8 8 %g'%s}", cases[i].tall, off);
            judge_asset(&t,
                        "'tall':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,300],'radius':8},'base':{'shape"
                        "':'disc','diameter':25}}");
            judge_terrain(&t,
                          "{'id':'h','kind':'building','outline':[[1060,900],[1300,900],[1300,1100],[1060,1100]],'"
                          "mesh':'box 1060 900 60 1300 1100 64, box 1060 900 126 1300 1100 130'%s}",
                          uncertainty);
            judge_unit(&t, FIRER);
            judge_unit(&t,
                       "{'id':'m','side':'blue','class':'vehicle','members':[{'id':'m1','asset':'scan','at':[%g,1000,"
                       "%g]}]}",
                       cases[i].x, cases[i].foot);
            judge_ready(&t);
            const tl_question blast = {.shape = "blast", .at_count = 3, .at = {1110, 1000, cases[i].z}};
            const tl_question jet = {.shape = "flame-2",
                                     .from = "a",
                                     .has_angle = true,
                                     .has_level = true,
                                     .level = cases[i].foot > 63 ? 1 : 0};
            tl_strike s = strike(&t.inquiry, flame ? &jet : &blast);
            check(&t, &s);
            const tl_victim *v = victim(&t, &s, "m1");
            if (!flame && v->struck != (cases[i].open ? OPEN : YES)) {
                fail_msg("case %zu: %d on %zu, struck %zu", i, (int)v->struck, v->level, v->struck_level);
            }
            /* of a flame his own level alone is asked */
            double its = 2 * fmax(cases[i].house, cases[i].own), foot = cases[i].foot;
            bool low = foot > 63.5 && foot - its<63.5, cramped = foot> 63.5 && cases[i].tall + its > 60;
            if (flame && cases[i].x > 1060 && v->struck != (low || cramped ? OPEN : YES)) {
                fail_msg("case %zu, flame: %d on %zu", i, (int)v->struck, v->level);
            }
            tl_strike_free(&s);
            judge_end(&t);
        }
    }
}

/* --- Under it ----------------------------------------------------------------------------------------------------- */

static double lens(double r, double s, double d) {
    double a = acos((d * d + r * r - s * s) / (2 * d * r)), b = acos((d * d + s * s - r * r) / (2 * d * s));
    return r * r * (a - sin(2 * a) / 2) + s * s * (b - sin(2 * b) / 2);
}

/* Gas takes whoever has half of its base in it (LW-TPL-09); nobody has to see anybody. */
static void half_of_a_base(void **state) {
    (void)state;
    const double radius = 62.5;
    double low = radius - R, high = radius + R; /* where exactly half of it is under */
    for (int i = 0; i < 60; i++) {
        double d = 0.5 * (low + high);
        *(lens(radius, R, d) > 0.5 * M_PI * R * R ? &low : &high) = d;
    }
    /* within the tolerance it is open; within what that is of the area at most, 2 x 0.05 x 2 / R, it may be */
    const struct {
        double away;
        tl_verdict under;
    } cases[] = {{0, YES},           {radius - R, YES},   {radius - R + 1, YES},
                 {low - 0.4, YES},   {low - 0.04, OPEN},  {low, OPEN},
                 {low + 0.04, OPEN}, {low + 0.4, NO},     {radius + R - 1, NO},
                 {radius + R, NO},   {radius + R + 1, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = "lotow-1939";
        judge_man(&t, "m", 1000, 1000);
        judge_wall(&t, "wall", (tl_vec2){1014, 900}, (tl_vec2){1016, 1100}, 200);
        judge_ready(&t);
        const tl_question q = {.shape = "gas-1", .at_count = 3, .at = {1000 + cases[i].away, 1000, 0}};
        tl_strike s = strike(&t.inquiry, &q);
        const tl_victim *v = victim(&t, &s, "m1");
        tl_verdict said = v->out ? NO : v->under;
        if (said != cases[i].under) {
            fail_msg("case %zu: %d", i, (int)said);
        }
        check(&t, &s);
        if (!v->out) {
            assert_true(v->unasked);
            assert_int_equal(v->los, YES);
            assert_int_equal(v->hit, v->under);
        }
        tl_strike_free(&s);
        judge_end(&t);
    }
    /* of a hull of an uncertain mesh half may be under it or not */
    static const double shift[5] = {-12, -0.5, 0, 0.5, 12};
    for (int i = 0; i < 5; i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = "lotow-1939";
        judge_asset(&t, "'scan':{'mesh':'box -30 -30 0 30 30 30','uncertainty':1}");
        judge_model(&t, "v", "blue", "vehicle", "scan", 1000, 1000, 0, "");
        judge_ready(&t);
        /* over the 60 of its side the rim lies 2.5 behind its front on average */
        const tl_question q = {.shape = "gas-1", .at_count = 3, .at = {1000 - 62.5 + 2.5 + shift[i], 1000, 0}};
        tl_strike s = strike(&t.inquiry, &q);
        const tl_victim *v = victim(&t, &s, "v1");
        tl_verdict expected = shift[i] > 2 ? YES : shift[i] < -2 ? NO : OPEN;
        if (v->under != expected) {
            fail_msg("shift %g: %d", shift[i], (int)v->under);
        }
        check(&t, &s);
        tl_strike_free(&s);
        judge_end(&t);
    }
}

/* As far as the radius, in space too, for feet at any height (DB-BLA-06). */
static void within_a_ball(void **state) {
    (void)state;
    test_random r = test_random_start("within_a_ball", 271123);
    for (int round = 0; round < 60; round++) {
        judge_table t;
        judge_begin(&t);
        double d = between(&r, 0, 87), z = between(&r, 0, 90);
        double out = fmax(0, d - R), spare = 75 - hypot(out, z);
        if (round % 3 == 0) { /* very near to the limit */
            double by = between(&r, -0.2, 0.2);
            z = sqrt((75 - by) * (75 - by) - out * out);
            spare = by;
        }
        judge_unit(
            &t,
            "{'id':'m','side':'red','class':'infantry','members':[{'id':'m1','asset':'man','at':[%.17g,1000,%.17g"
            "]}]}",
            1000 + d, z);
        judge_ready(&t);
        const tl_inquiry *inquiry = judge_set(&t, -1, "blast_vertical", "sphere", NULL);
        const tl_question q = {.shape = "blast", .at_count = 3, .at = {1000, 1000, 0}};
        tl_strike s = strike(inquiry, &q);
        const tl_victim *v = victim(&t, &s, "m1");
        tl_verdict under = v->out ? NO : v->under, plan = 87.5 - d > 0.05 ? YES : 87.5 - d < -0.05 ? NO : OPEN;
        tl_verdict ball = spare > 0.05 ? YES : spare < -0.05 ? NO : OPEN;
        if (under != both(plan, ball)) {
            fail_msg("%.17g out, %.17g up, %g to spare: %d", d, z, spare, (int)under);
        }
        check(&t, &s);
        tl_strike_free(&s);
        judge_end(&t);
    }
}

/* --- What is said of each ----------------------------------------------------------------------------------------- */

/* Edges, sight left open by an uncertain wall, classes that aren't harmed, bunkers; a unit is told of whole when one of
 * it is under; a search hears of nobody else, and of the same hits. */
static void facts(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "man", 700, 1000, 0,
                "'weapons':[{'id':'w','template':'blast','template_against':['infantry','aircraft']}]");
    judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1300,1000,0]},"
                   "{'id':'b2','asset':'man','at':[1000,1030,0]}]}");
    judge_model(&t, "edge", "blue", "infantry", "man", 1000, 1000 - 87.5, 0, "");
    judge_model(&t, "tank", "red", "vehicle", "tank", 1000 - 90, 1000, 0, "");
    judge_model(&t, "far", "blue", "infantry", "man", 1600, 1600, 0, "");
    judge_model(&t, "dim", "blue", "infantry", "man", 1070, 1000, 0, "");
    judge_model(&t, "none", "", "infantry", "man", 1000, 1060, 0, "");
    /* from 10 to 30 high: just over 29, which is uncertain by 2 */
    judge_terrain(&t, "{'id':'w','kind':'wall','mesh':'box 1056 980 0 1057 1020 27','at':[0,0,0],'uncertainty':2}");
    judge_ready(&t);
    const tl_question q = {.shape = "blast", .from = "a", .at_count = 3, .at = {1000, 1000, 0}};
    tl_strike s = strike(&t.inquiry, &q);
    check(&t, &s);
    assert_false(victim(&t, &s, "b1")->out);
    assert_int_equal(victim(&t, &s, "b1")->under, NO);
    assert_int_equal(victim(&t, &s, "b1")->fact, TL_VICTIM_PLAIN);
    assert_int_equal(victim(&t, &s, "b2")->hit, YES);
    assert_int_equal(victim(&t, &s, "edge1")->fact, TL_VICTIM_EDGE);
    assert_int_equal(victim(&t, &s, "tank1")->fact, TL_VICTIM_SPARED);
    assert_int_equal(victim(&t, &s, "dim1")->los, OPEN);
    assert_int_equal(victim(&t, &s, "dim1")->fact, TL_VICTIM_SIGHT_OPEN);
    assert_true(victim(&t, &s, "far1")->out && victim(&t, &s, "a1")->out);
    static const bool friends[] = {true, false, false, true, false, false, false};
    for (size_t u = 0; u < 7; u++) {
        assert_int_equal(s.units[u].friends, friends[u]);
    }
    assert_false(s.indoors);
    /* the same, briefly */
    tl_placing placing;
    tl_strike brief;
    tl_error error = {0};
    assert_int_equal(tl_placing_make(&t.inquiry, &q, &placing, &error), TL_OK);
    assert_int_equal(tl_strike_begin(&brief, &t.inquiry, &placing, &error), TL_OK);
    assert_int_equal(tl_strike_judge(&brief, true, &error), TL_OK);
    for (size_t i = 0; i < t.table->member_count; i++) {
        assert_int_equal(brief.victims[i].hit, s.victims[i].hit);
        assert_int_equal(brief.victims[i].out, s.victims[i].out || s.victims[i].under == NO);
    }
    double gap = hypot(300 - 75 - R, 0); /* how far off whoever isn't under it is, at least */
    assert_near(brief.victims[judge_who(&t, "b1")].hold.gap_mm, gap, 1e-9);
    assert_near(brief.victims[judge_who(&t, "far1")].hold.gap_mm, hypot(600 - 75 - R, 600 - 75 - R), 1e-9);
    check(&t, &brief);
    tl_strike_free(&brief);
    tl_strike_free(&s);
    judge_end(&t);
}

/* Whom the one who fires sees, where that is the rule (SK-RNG-02): the centre sees for nobody. */
static void seen_by_the_firer(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    t.rules = "skirmish-1991";
    judge_model(&t, "a", "red", "infantry", "man", 700, 1000, 0, "");
    judge_model(&t, "b", "blue", "infantry", "man", 1000, 1050, 0, "");
    judge_model(&t, "c", "blue", "infantry", "man", 1050, 1000, 0, "");
    judge_wall(&t, "front", (tl_vec2){1030, 985}, (tl_vec2){1032, 1015}, 100); /* hides c from both */
    judge_wall(&t, "side", (tl_vec2){960, 1020}, (tl_vec2){1060, 1022}, 100);  /* hides b from the centre alone */
    judge_ready(&t);
    const tl_question q = {.shape = "burst", .from = "a", .at_count = 3, .at = {1000, 1000, 0}};
    tl_strike s = strike(&t.inquiry, &q);
    assert_int_equal(victim(&t, &s, "b1")->los, YES);
    assert_int_equal(victim(&t, &s, "c1")->los, NO);
    assert_false(victim(&t, &s, "b1")->unasked);
    check(&t, &s);
    tl_strike_free(&s);
    judge_refused(&t, "the one who fires sees", "{'query':'template','shape':'burst','at':[1000,1000,0]}");
    judge_refused(&t, "the one who fires sees", "{'query':'template','shape':'burst','best':true,'side':'red'}");
    const tl_question thrown = {.shape = "grenade", .at_count = 3, .at = {1000, 1000, 0}};
    s = strike(&t.inquiry, &thrown);
    assert_int_equal(victim(&t, &s, "b1")->los, YES);
    assert_int_equal(victim(&t, &s, "c1")->los, YES);
    assert_true(victim(&t, &s, "b1")->unasked);
    check(&t, &s);
    tl_strike_free(&s);
    judge_end(&t);
    /* a flame that nobody lays looks from its tip */
    judge_begin(&t);
    judge_model(&t, "b", "blue", "infantry", "man", 1060, 1000, 0, "");
    judge_wall(&t, "wall", (tl_vec2){1030, 900}, (tl_vec2){1032, 1100}, 100);
    judge_ready(&t);
    for (int k = 0; k < 2; k++) {
        const tl_question free = {
            .shape = "flame-1", .at_count = 3, .at = {k ? 1034 : 1000, 1000, 0}, .has_angle = true};
        s = strike(&t.inquiry, &free);
        assert_int_equal(victim(&t, &s, "b1")->los, k ? YES : NO);
        check(&t, &s);
        tl_strike_free(&s);
    }
    judge_end(&t);
}

/* Cover of units that are hit, or perhaps, from the one who fires (DB-COV-10): as for any shot; none from itself, none
 * where nobody fires, from flames, or against weapons that ignore it. */
static void covered(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        judge_table t;
        judge_begin(&t);
        judge_unit(
            &t,
            "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','template':'blast'%s},{'id':'f','range"
            "':1,'template':'flame-1'}],'members':[{'id':'a1','asset':'man','at':[950,1000,0]},{'id':'a2','asset'"
            ":'man','at':[1000,1040,0]}]}",
            k == 3   ? ",'skills':['artillery']"
            : k == 5 ? ",'skills':['grenade']"
                     : "");
        judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[1060,1000,"
                       "0]},{'id':'b2','asset':'man','at':[1020,960,0]}]}");
        judge_model(&t, "edge", "blue", "infantry", "man", 1000, 1000 - 87.5, 0, "");
        judge_model(&t, "far", "blue", "infantry", "man", 1400, 1400, 0, "");
        judge_wall(&t, "low", (tl_vec2){1044, 980}, (tl_vec2){1046, 1020}, 9);
        judge_ready(&t);
        const tl_question q = {.shape = k == 2 ? "flame-1" : "blast",
                               .from = k == 1 ? NULL : "a1",
                               .at_count = k == 2 ? 0 : 3,
                               .at = {1000, 1000, 0},
                               .has_angle = k == 2};
        tl_strike s = strike(&t.inquiry, &q);
        check(&t, &s);
        bool asked = k != 1 && k != 2 && k != 5;
        for (size_t u = 0; u < 4; u++) {
            assert_int_equal(s.units[u].covered, asked && (s.units[u].hits > 0 || s.units[u].open > 0));
            for (size_t i = t.table->first_member[u]; s.units[u].covered && i < t.table->member_count; i++) {
                if (tl_table_unit_of(t.table, i) != &t.table->document->units[u]) {
                    break;
                }
                const tl_victim *v = &s.victims[i];
                assert_int_equal(v->covered, i != s.placing.firer);
                if (v->covered) {
                    tl_pair_cover_result cover;
                    tl_error error;
                    assert_int_equal(tl_pair_cover(&t.inquiry, s.placing.firer, i, &cover, &error), TL_OK);
                    assert_int_equal(v->cover, cover.verdict);
                }
            }
        }
        if (asked) {
            assert_int_equal(s.units[2].open, 1);
            assert_true(s.units[0].covered && s.units[1].covered && s.units[2].covered);
            assert_int_equal(s.units[0].cover.of, 2);
            assert_int_equal(s.units[0].cover.in_cover, 0);
            assert_int_equal(victim(&t, &s, "b2")->cover, NO);
            assert_int_equal(victim(&t, &s, "b1")->cover, YES);
            assert_int_equal(s.units[1].cover.in_cover, 1);
            assert_int_equal(s.units[1].cover.verdict, YES); /* half of it is enough */
        }
        tl_strike_free(&s);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blasts_in_houses),
        cmocka_unit_test(uneven_houses),
        cmocka_unit_test(flames_in_houses),
        cmocka_unit_test(levels_that_may_be_off),
        cmocka_unit_test(half_of_a_base),
        cmocka_unit_test(within_a_ball),
        cmocka_unit_test(facts),
        cmocka_unit_test(seen_by_the_firer),
        cmocka_unit_test(covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
