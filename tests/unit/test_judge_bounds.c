/* test_judge_bounds.c: what cells of places are bounded by in the search for best places of templates (judge/template):
 * on random tables no place of a cell is worth more than the cell's bound, whatever uncertain meshes are like in truth,
 * and every height that something can lie at stays in it; a cell as small as a point is bounded by what that is worth.
 */
#include "scene/surface.h"
#include "support/template_search.h"
#include "support/template_worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define R JUDGE_RIM

static double between(test_random *r, double low, double high) {
    return test_random_between(r, low, high);
}

static int below(test_random *r, int count) {
    return test_random_below(r, count);
}

/* --- Tables ------------------------------------------------------------------------------------------------------- */

/* What lies in the middle of a table, between (1000, 1000) and (1150, 1160). */
typedef enum piece { BARE, HOUSE, BLOCK, BUNKER, ROCK, WOOD, BANK, PIECES, TOWER } piece;

/* Floors of a tower, so far apart. */
enum { FLOORS = 19, STOREY = 46 };

/* How a table is told, or how it is in truth: uncertain terrain lies elsewhere by so much. */
typedef struct made {
    double by; /* 0: nothing is uncertain */
    bool truth;
    bool near; /* who fires stands close by */
    bool open; /* without walls */
} made;

static void make_piece(judge_table *t, piece kind, const made *how, test_random *r) {
    char off[40] = "";
    double m = how->truth ? how->by : 0;
    tl_vec3 by = {m * between(r, -0.5, 0.5), m * between(r, -0.5, 0.5), m * between(r, -0.5, 0.5)};
    if (how->by > 0 && !how->truth) {
        snprintf(off, sizeof(off), ",'uncertainty':%g", how->by);
    }
    double x = 1000 + by.x, y = 1000 + by.y, z = by.z, high = between(r, 15, 90);
    switch (kind) {
    case HOUSE:
        judge_terrain(t,
                      "{'id':'house','kind':'building','outline':[[1000,1000],[1150,1000],[1150,1160],[1000,1160]],"
                      "'mesh':'box %.17g %.17g %.17g %.17g %.17g %.17g, box %.17g %.17g %.17g %.17g %.17g %.17g'%s}",
                      x, y, z + 60, x + 150, y + 160, z + 64, x, y, z + 126, x + 150, y + 160, z + 130, off);
        return;
    case BLOCK:
        judge_terrain(
            t,
            "{'id':'block','kind':'building','outline':[[1000,1000],[1150,1000],[1150,1160],[1000,1160]],"
            "'interior':'abstract','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g, box %.17g %.17g 0 %.17g %.17g "
            "%.17g, box %.17g %.17g %.17g %.17g %.17g %.17g'%s}",
            x, y, x + 4, y + 160, z + 70, x + 146, y, x + 150, y + 160, z + 70, x, y, z + 70, x + 150, y + 160, z + 74,
            off);
        return;
    case BUNKER:
        judge_terrain(t, "{'id':'fort','kind':'bunker','mesh':'box -60 -50 0 60 50 60','at':[%.17g,%.17g,0]%s}", x + 75,
                      y + 80, off);
        return;
    case ROCK:
        judge_terrain(t, "{'id':'rock','kind':'obstacle','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g'%s}", x, y,
                      x + 120, y + 130, z + high, off);
        return;
    case BANK:
        judge_terrain(t, "{'id':'bank','kind':'obstacle','mesh':'bank %.17g %.17g 0 %.17g %.17g %.17g 40'%s}", x, y,
                      x + 150, y + 160, z + high, off);
        return;
    case WOOD:
        judge_area(t, "copse", below(r, 2) == 0 ? "wood" : "smoke", (tl_vec2){1010, 990}, (tl_vec2){1100, 1090},
                   high + 20);
        return;
    case TOWER: {
        char floors[FLOORS * 80] = "";
        for (int k = 0; k < FLOORS; k++) {
            size_t used = strlen(floors);
            snprintf(floors + used, sizeof(floors) - used, "%sbox 1000 1000 %d 1150 1160 %d", k > 0 ? ", " : "",
                     STOREY * (k + 1) - 2, STOREY * (k + 1));
        }
        judge_terrain(t,
                      "{'id':'tower','kind':'building','outline':[[1000,1000],[1150,1000],[1150,1160],[1000,1160]],"
                      "'mesh':'%s'}",
                      floors);
        return;
    }
    case BARE:
    case PIECES:
        return;
    }
}

static const char *const weapons[] = {
    "{'id':'w','range':4,'template':'blast'}",
    "{'id':'w','template':'blast'}",
    "{'id':'w','range':[2,3],'arc':'front','template':'blast'}",
    "{'id':'w','range':{'mm':250},'template':'blast','skills':['artillery']}",
    "{'id':'w','range':[1.5,3],'arc':'rear','template':'blast'}",
    "{'id':'w','template':'blast','template_against':['infantry']}",
    ("{'id':'v','range':'C','template':'blast'},{'id':'u','range':1,'template':'blast'},{'id':'w','range':3,'arc':"
     "'front','template':'blast'}"),
    "{'id':'u','range':9},{'id':'w','range':2,'template':'blast'}",
};
enum { WEAPONS = sizeof(weapons) / sizeof(weapons[0]) };

/* Firers, and enemies and friends about the piece: in it and beside it, behind walls. */
static void make_table(judge_table *t, piece kind, const made *how, test_random *r, const char *weapon) {
    judge_begin(t);
    judge_asset(t, "'crew':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'disc'"
                   ",'diameter':40},'figures':3}");
    judge_asset(t, "'oval':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'oval',"
                   "'size':[60,24]}}");
    judge_asset(t, "'rect':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':"
                   "'rectangle','size':[50,24]}}");
    static const char *const own[] = {"man", "oval", "rect", "tank"};
    const char *first = own[how->near ? below(r, 4) : 0];
    double x = between(r, how->near ? 930 : 850, 1000), y = between(r, how->near ? 1000 : 900, how->near ? 1100 : 1200);
    judge_unit(
        t,
        "{'id':'a','side':'red','class':'%s','weapons':[%s],'members':[{'id':'a1','asset':'%s','at':[%.17g,%.17g],"
        "'facing':%g},{'id':'a2','asset':'man','at':[%.17g,%.17g],'facing':%g}]}",
        strcmp(first, "tank") == 0 ? "vehicle" : "infantry", weapon, first, x, y, between(r, -90, 90),
        x - between(r, 30, 80), y + between(r, -60, 60), between(r, -90, 90));
    judge_model(t, "eyes", "red", "infantry", "man", 1250, between(r, 900, 1250), 0, "'skills':['observer']");
    make_piece(t, kind, how, r);
    for (int k = 0; k < 3; k++) {
        double wx = between(r, 920, 1200), wy = between(r, 900, 1200);
        char id[8];
        snprintf(id, sizeof(id), "w%d", k);
        double length = between(r, 40, 160), high = between(r, 8, 90), lower = between(r, 0, 0.9) * how->by;
        if (below(r, 2) == 0 && !how->open) { /* in truth it may be lower */
            judge_terrain(t, "{'id':'%s','kind':'wall','mesh':'box %.17g %.17g 0 %.17g %.17g %.17g','uncertainty':%g}",
                          id, wx, wy, wx + 4, wy + length, fmax(high - (how->truth ? lower : 0), 1),
                          how->truth ? 0 : how->by);
        }
    }
    for (int k = 0; k < 7; k++) {
        static const char *const assets[] = {"man", "man", "man", "man", "post", "crew", "tank"};
        char id[8], z[16] = "";
        double mx = between(r, 960, 1190), my = between(r, 960, 1190);
        int floor = below(r, 3);
        bool within = mx > 1001 && mx < 1149 && my > 1001 && my < 1159;
        if (kind == TOWER && within) {
            snprintf(z, sizeof(z), ",%d", STOREY * (k < 3 ? FLOORS - 5 + k : FLOORS - 3 - k));
        }
        if (kind == HOUSE && within) {
            snprintf(z, sizeof(z), ",%d", floor == 0 ? 0 : floor == 1 ? 64 : 130);
        }
        snprintf(id, sizeof(id), "m%d", k);
        judge_unit(t, "{'id':'%s','side':'%s','class':'%s','members':[{'id':'%s1','asset':'%s','at':[%.17g,%.17g%s]}]}",
                   id, below(r, 3) == 0 ? "red" : "blue",
                   k == 6   ? "vehicle"
                   : k == 3 ? "aircraft"
                            : "infantry",
                   id, assets[k], mx, my, z);
    }
    judge_ready(t);
}

static const tl_inquiry *choose(judge_table *t, test_random *r, bool open) {
    static const char *const levels[] = {"struck_level", "level_and_outside", "all_seen"};
    static const char *const heights[] = {"10", "30", "60", "100"};
    static const char *const wide[] = {"150", "150", "101.6"};
    return judge_set(t, below(r, 2) == 0 ? -1 : 0.6, "blast_levels", levels[below(r, 3)], "blast_vertical",
                     below(r, 4) == 0 ? "sphere" : "column", "blast_centre_height_mm",
                     open ? "100" : heights[below(r, 4)], "blast_diameter_mm", wide[below(r, 3)], NULL);
}

/* --- Cells -------------------------------------------------------------------------------------------------------- */

/* A box somewhere on the table, as high as it; of any size. */
static tl_template_search_cell any_cell(const tl_table *table, test_random *r) {
    tl_box3 all = tl_table_box(table);
    tl_vec2 at = {between(r, 900, 1250), between(r, 900, 1250)};
    double half = pow(10, between(r, -2, 2));
    tl_vec2 size = {half * between(r, 0.3, 1), half * between(r, 0.3, 1)};
    return (tl_template_search_cell){.low = {at.x - size.x, at.y - size.y, all.low.z - 1},
                                     .high = {at.x + size.x, at.y + size.y, all.high.z + 1}};
}

/* A place in it: a corner, the middle, or any. */
static tl_vec2 any_place(const tl_template_search_cell *cell, test_random *r) {
    static const double ends[] = {0, 0.5, 1};
    double u = between(r, 0, 1), v = between(r, 0, 1);
    if (below(r, 2) == 0) {
        u = ends[below(r, 3)];
        v = ends[below(r, 3)];
    }
    return (tl_vec2){cell->low[0] + u * (cell->high[0] - cell->low[0]),
                     cell->low[1] + v * (cell->high[1] - cell->low[1])};
}

static size_t surfaces_at(const template_search *s, tl_vec2 p, double heights[64]) {
    tl_surfaces surfaces = tl_table_surfaces(s->quick.table);
    return tl_surface_levels(&surfaces, p.x, p.y, s->search.height, heights, 64);
}

static tl_question question_at(const template_search *s, tl_vec2 p, double z) {
    tl_question q = s->search.question;
    q.at_count = 3;
    q.at[0] = p.x;
    q.at[1] = p.y;
    q.at[2] = z;
    return q;
}

/* --- Bounds hold -------------------------------------------------------------------------------------------------- */

/* Places of a cell of one table that are worth something, on another that says how it is in truth (or the same), are
 * never worth more than the cell is bounded by. */
typedef struct tally {
    int places, best, nothing;
} tally;

static void hold(template_search *s, template_search *truth, test_random *r, const char *what, tally *sum) {
    tl_template_search_cell cell = any_cell(s->quick.table, r);
    bool same = s == truth;
    if (same && below(r, 2) == 0) { /* a part of the height */
        cell.low[2] = between(r, -2, 130);
        cell.high[2] = cell.low[2] + pow(10, between(r, 0, 2));
    }
    tl_template_search_cell small = cell;
    double first = template_search_bound(s, &small, 0);
    tl_template_search_cell again = small;
    double second = first > -INFINITY ? template_search_bound(s, &again, 1) : first;
    assert_true(second <= first);
    sum->nothing += second == -INFINITY;
    for (int k = 0; k < 5; k++) {
        double heights[64];
        tl_vec2 p = any_place(&cell, r);
        size_t count = surfaces_at(truth, p, heights);
        for (size_t i = 0; i < count; i++) {
            if (heights[i] < cell.low[2] || heights[i] > cell.high[2]) {
                continue;
            }
            tl_question q = question_at(truth, p, heights[i]);
            size_t enemies, friends;
            double worth = template_worth(&truth->quick, &q, "red", &enemies, &friends);
            if (worth > 0 && (worth > second + 1e-9 || heights[i] < small.low[2] || heights[i] > small.high[2])) {
                fail_msg("%s: %g at (%.17g, %.17g, %.17g) of %g x %g: %g, then %g, from %.17g to %.17g", what, worth,
                         p.x, p.y, heights[i], cell.high[0] - cell.low[0], cell.high[1] - cell.low[1], first, second,
                         small.low[2], small.high[2]);
            }
            sum->places += worth > 0;
            sum->best += worth > 0 && worth == second;
        }
    }
}

static void bounds_hold(void **state) {
    (void)state;
    test_random r = test_random_start("bounds_hold", 281101);
    tally sum = {0, 0, 0};
    for (int round = 0; round < test_trials(14); round++) {
        judge_table t;
        template_search s;
        const made plain = {.by = 0};
        piece kind = (piece)(round % PIECES);
        bool fires = below(&r, 3) > 0;
        char what[40];
        make_table(&t, kind, &plain, &r, weapons[below(&r, WEAPONS)]);
        const tl_inquiry *inquiry = choose(&t, &r, false);
        const tl_question q = {.shape = "blast",
                               .from = fires ? "a" : NULL,
                               .side = "red",
                               .has_friends_weight = true,
                               .friends_weight = 0.25 * below(&r, 3)};
        template_search_begin(&s, &t, inquiry, &q);
        for (int k = 0; k < 12; k++) {
            snprintf(what, sizeof(what), "round %d, cell %d", round, k);
            hold(&s, &s, &r, what, &sum);
        }
        template_search_end(&s);
        judge_end(&t);
    }
    assert_true(sum.places > 8 && sum.best > 4 && sum.nothing > 2);
}

/* The rule of the template in other words: half of a base has to be under it, or who fires has to see whom it hits. */
static const tl_inquiry *reword(template_drawn *drawn, const tl_inquiry *inquiry, bool half, tl_sees_from from) {
    static const tl_vec2 none[3] = {{0, 0}, {1, 0}, {0, 1}};
    memset(drawn, 0, sizeof(*drawn));
    memcpy(drawn->outline, none, sizeof(none));
    for (size_t i = 0; i < tl_ruleset_template_count(inquiry->referee->ruleset); i++) {
        drawn->rules[i] = *tl_ruleset_template_at(inquiry->referee->ruleset, i);
        drawn->rules[i].outline = drawn->rules[i].flame ? NULL : drawn->outline;
        drawn->rules[i].half = half;
        drawn->rules[i].sees_from = from;
    }
    drawn->inquiry = *inquiry;
    drawn->inquiry.drawn = drawn->rules;
    return &drawn->inquiry;
}

static void bounds_hold_by_other_rules(void **state) {
    (void)state;
    test_random r = test_random_start("bounds_hold_by_other_rules", 281105);
    tally sum = {0, 0, 0};
    for (int round = 0; round < test_trials(10); round++) {
        judge_table t;
        template_search s;
        template_drawn drawn;
        const made plain = {.by = 0};
        make_table(&t, round % 2 == 0 ? BARE : (piece)(round % PIECES), &plain, &r, weapons[round % 2]);
        const tl_inquiry *inquiry = reword(&drawn, choose(&t, &r, false), round % 3 == 0,
                                           round % 3 == 0   ? TL_SEES_FROM_CENTRE
                                           : round % 3 == 1 ? TL_SEES_FROM_FIRER
                                                            : TL_SEES_FROM_NOTHING);
        const tl_question q = {
            .shape = "blast", .from = "a", .side = "red", .has_friends_weight = true, .friends_weight = 0.25};
        template_search_begin(&s, &t, inquiry, &q);
        for (int k = 0; k < 12; k++) {
            hold(&s, &s, &r, "another rule", &sum);
        }
        template_search_end(&s);
        judge_end(&t);
    }
    assert_true(sum.places > 20 && sum.best > 5);
}

/* A grenade hits whoever lies under it, seen or not: two in cells of their own, so high that no centre sees into both,
 * are caught at once from a spot of half a millimetre, and that is found (skirmish-1991). */
static void unseen_by_the_centre(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    t.rules = "skirmish-1991";
    for (int k = 0; k < 2; k++) {
        static const char *const ids[2][5] = {{"b", "w0", "w1", "w2", "w3"}, {"c", "v0", "v1", "v2", "v3"}};
        double x = 1000 + 224.6 * k, y = 1000;
        judge_model(&t, ids[k][0], "blue", "infantry", "man", x, y, 0, "");
        judge_wall(&t, ids[k][1], (tl_vec2){x - 20, y - 20}, (tl_vec2){x - 16, y + 20}, 300);
        judge_wall(&t, ids[k][2], (tl_vec2){x + 16, y - 20}, (tl_vec2){x + 20, y + 20}, 300);
        judge_wall(&t, ids[k][3], (tl_vec2){x - 20, y - 20}, (tl_vec2){x + 20, y - 16}, 300);
        judge_wall(&t, ids[k][4], (tl_vec2){x - 20, y + 16}, (tl_vec2){x + 20, y + 20}, 300);
    }
    judge_model(&t, "d", "blue", "infantry", "man", 1597, 1131, 0, ""); /* so that the spot isn't in the very middle */
    judge_ready(&t);
    const tl_question q = {.shape = "grenade", .best = true};
    tl_best best;
    tl_error error = {0};
    if (tl_best_find(&t.inquiry, &q, &best, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    assert_true(best.proved && best.count > 0);
    assert_near(best.places[0].score, 2, 0);
    template_check_list(&t.inquiry, &q, NULL, &best);
    tl_best_free(&best);
    judge_end(&t);
}

/* Uncertain terrain, which in truth lies a little elsewhere: places there are no better than cells say. */
static void bounds_hold_in_truth(void **state) {
    (void)state;
    test_random r = test_random_start("bounds_hold_in_truth", 281102);
    tally sum = {0, 0, 0};
    for (int round = 0; round < test_trials(10); round++) {
        static const piece kinds[] = {HOUSE, BLOCK, BUNKER, ROCK, BANK};
        judge_table t[2];
        template_search s[2];
        double by = between(&r, 1, round % 2 == 0 ? 12 : 30);
        piece kind = kinds[round % 5];
        const char *weapon = weapons[below(&r, WEAPONS)];
        bool fires = below(&r, 3) > 0;
        double weight = 0.25 * below(&r, 3);
        test_random settings = r;
        for (int k = 0; k < 2; k++) {
            const made how = {.by = by, .truth = k == 1};
            r = settings;
            make_table(&t[k], kind, &how, &r, weapon);
            const tl_inquiry *inquiry = choose(&t[k], &r, false);
            const tl_question q = {.shape = "blast",
                                   .from = fires ? "a" : NULL,
                                   .side = "red",
                                   .has_friends_weight = true,
                                   .friends_weight = weight};
            template_search_begin(&s[k], &t[k], inquiry, &q);
        }
        for (int k = 0; k < 12; k++) {
            char what[40];
            snprintf(what, sizeof(what), "round %d, cell %d", round, k);
            hold(&s[0], &s[1], &r, what, &sum);
        }
        for (int k = 0; k < 2; k++) {
            template_search_end(&s[k]);
            judge_end(&t[k]);
        }
    }
    assert_true(sum.places > 8 && sum.best > 4 && sum.nothing > 2);
}

/* --- Bounds are close --------------------------------------------------------------------------------------------- */

/* What a strike says of a place: its worth, and before anybody is asked what he sees how many enemies lie under it on
 * the level that is struck. */
typedef struct told {
    bool open, legal;
    double enemies, friends, under;
} told;

static told strike_at(const template_search *s, tl_vec2 p, double z) {
    tl_question there = question_at(s, p, z);
    tl_strike x;
    tl_error error;
    assert_int_equal(tl_strike_make(&s->quick, &there, &x, &error), TL_OK);
    told w = {.open = x.placing.verdict == TL_VERDICT_MARGINAL, .legal = x.placing.verdict == TL_VERDICT_YES};
    for (size_t m = 0; m < s->quick.table->member_count; m++) {
        const tl_victim *v = &x.victims[m];
        const tl_candidate *c = &s->search.candidates[m];
        double figures = (double)c->figures;
        bool enemy = c->role == TL_CANDIDATE_ENEMY, near = !v->out && v->under != TL_VERDICT_NO;
        w.open = w.open || v->hit == TL_VERDICT_MARGINAL ||
                 (near && (v->under == TL_VERDICT_MARGINAL || v->struck == TL_VERDICT_MARGINAL));
        w.enemies += enemy && v->hit == TL_VERDICT_YES ? figures : 0;
        w.friends += c->role == TL_CANDIDATE_FRIEND && v->hit == TL_VERDICT_YES ? figures : 0;
        w.under += enemy && near && v->struck == TL_VERDICT_YES ? figures : 0;
    }
    tl_strike_free(&x);
    return w;
}

static double or_nothing(double bound) {
    return fmax(bound, 0);
}

/* What is known of a search that is compared: `sphere`: the rule asks for more than a bound does; `sure`: nothing
 * stands in the way of anybody's sight, and friends are counted whom every place of a cell hits. */
typedef struct closeness {
    bool sphere, open, sure;
    int exact, over, illegal, shut;
} closeness;

static void compare(template_search *s, tl_vec2 p, double z, closeness *sum) {
    told w = strike_at(s, p, z);
    if (w.open) {
        return;
    }
    tl_template_search_cell cell = {.low = {p.x - 0.01, p.y - 0.01, z - 0.01},
                                    .high = {p.x + 0.01, p.y + 0.01, z + 0.01}};
    double first = template_search_bound(s, &cell, 0);
    if (w.legal && !sum->sphere && first != (w.under > 0 ? w.under : -INFINITY)) {
        fail_msg("%g at (%.17g, %.17g, %.17g), not %g", first, p.x, p.y, z, w.under);
    }
    double second = first > -INFINITY ? template_search_bound(s, &cell, 1) : first;
    double worth = or_nothing(w.enemies - s->search.friends_weight * w.friends);
    if (w.legal) {
        sum->exact += or_nothing(second) == worth;
        sum->over += or_nothing(second) > worth;
        assert_true(or_nothing(second) >= worth);
        if (sum->open && !sum->sphere) { /* on an open table */
            assert_near(or_nothing(second), sum->sure ? worth : w.enemies, 1e-9);
        }
    } else {
        sum->illegal++;
        sum->shut += second == -INFINITY;
    }
}

/* A cell as small as a point has the bound that a strike there tells: exactly, as long as nobody is asked what he sees;
 * mostly, when he is. */
static void bounds_are_close(void **state) {
    (void)state;
    test_random r = test_random_start("bounds_are_close", 281103);
    closeness sum = {.exact = 0};
    for (int round = 0; round < test_trials(24); round++) {
        judge_table t;
        template_search s;
        piece kind = (piece)(round % PIECES);
        const made plain = {.open = kind == BARE};
        bool fires = below(&r, 3) > 0;
        const char *weapon = weapons[below(&r, WEAPONS)];
        make_table(&t, kind, &plain, &r, weapon);
        const tl_inquiry *inquiry = choose(&t, &r, plain.open);
        const tl_question q = {.shape = "blast",
                               .from = fires ? "a" : NULL,
                               .side = "red",
                               .has_friends_weight = true,
                               .friends_weight = 0.25 * below(&r, 3)};
        template_search_begin(&s, &t, inquiry, &q);
        sum.sphere = tl_settings_is_at(&inquiry->settings, TL_SETTING_BLAST_VERTICAL, TL_CHOICE_BLAST_VERTICAL_SPHERE);
        sum.open = plain.open;
        sum.sure = !fires || strstr(weapon, "against") == NULL;
        for (int k = 0; k < 24; k++) {
            double heights[64];
            tl_vec2 p = {between(&r, 900, 1250), between(&r, 900, 1250)};
            size_t count = surfaces_at(&s, p, heights);
            for (size_t i = 0; i < count; i++) {
                compare(&s, p, heights[i], &sum);
            }
        }
        template_search_end(&s);
        judge_end(&t);
    }
    if (sum.exact < 4 * sum.over || sum.shut < 7 * (sum.illegal - sum.shut)) {
        fail_msg("%d as told, %d more; %d of %d illegal", sum.exact, sum.over, sum.shut, sum.illegal);
    }
}

/* --- Flames ------------------------------------------------------------------------------------------------------- */

static const char *const flames[] = {
    "{'id':'w','range':1,'template':'flame-2'}",
    "{'id':'w','range':3,'arc':'front','template':'flame-2','muzzle':[20,5,20]}",
    "{'id':'v','range':1,'arc':'rear','template':'flame-2'},{'id':'w','range':1,'arc':'front','template':'flame-2'}",
    "{'id':'u','range':9},{'id':'w','range':1,'arc':'front','template':'flame-2','template_against':['infantry']}",
};

/* What a flame is worth that a firer points at an angle; open when something about it is. */
static double flame_at(const template_search *s, size_t firer, double angle, bool *open) {
    tl_question q = s->search.question;
    tl_strike x;
    tl_error error;
    q.from = s->quick.table->members[firer].id;
    q.has_angle = true;
    q.angle_deg = angle;
    assert_int_equal(tl_strike_make(&s->quick, &q, &x, &error), TL_OK);
    double worth = 0;
    *open = x.placing.verdict == TL_VERDICT_MARGINAL;
    for (size_t m = 0; m < s->quick.table->member_count; m++) {
        const tl_victim *v = &x.victims[m];
        const tl_candidate *c = &s->search.candidates[m];
        double figures = (double)c->figures;
        bool near = !v->out && v->under != TL_VERDICT_NO && c->role != TL_CANDIDATE_NONE;
        *open = *open || v->hit == TL_VERDICT_MARGINAL ||
                (near && (v->under == TL_VERDICT_MARGINAL || v->struck == TL_VERDICT_MARGINAL ||
                          v->los == TL_VERDICT_MARGINAL));
        worth += c->role == TL_CANDIDATE_ENEMY && v->hit == TL_VERDICT_YES ? figures : 0;
        worth -= c->role == TL_CANDIDATE_FRIEND && v->hit != TL_VERDICT_NO ? s->search.friends_weight * figures : 0;
    }
    worth = x.placing.verdict == TL_VERDICT_YES ? worth : -INFINITY;
    tl_strike_free(&x);
    return worth;
}

static void flame_cell(template_search *s, template_search *truth, double wide, bool exact, test_random *r,
                       tally *sum) {
    double from = between(r, -100, 100);
    tl_template_search_cell cell = {.low = {from}, .high = {from + wide}, .family = (uint32_t)below(r, 2)};
    size_t firer = s->search.firers.first + cell.family;
    double bound = template_search_bound(s, &cell, 0);
    assert_near(or_nothing(template_search_bound(s, &cell, 1)), or_nothing(bound), 0);
    sum->nothing += bound == -INFINITY;
    for (int k = 0; k < 4; k++) {
        bool open;
        double angle = from + wide * (k < 2 ? k : between(r, 0, 1)), worth = flame_at(truth, firer, angle, &open);
        if (worth > 0 && worth > bound + 1e-9) {
            fail_msg("%g at %.17g, of %.17g to %.17g: %g", worth, angle, from, from + wide, bound);
        }
        sum->places += worth > 0;
        sum->best += worth > 0 && worth == bound;
        if (s == truth && wide < 0.001 && !open && k == 3 && exact && or_nothing(worth) != or_nothing(bound)) {
            fail_msg("%g at %.17g, bounded by %g", worth, angle, bound);
        }
    }
}

/* No flame is worth more than a cell of angles is bounded by; a cell of no width has the worth of its flame. */
static void bounds_of_flames(void **state) {
    (void)state;
    test_random r = test_random_start("bounds_of_flames", 281104);
    tally sum = {0, 0, 0};
    for (int round = 0; round < test_trials(16); round++) {
        static const piece kinds[] = {BARE, HOUSE, BLOCK, TOWER, WOOD, TOWER, BANK};
        judge_table t[2];
        template_search s[2];
        template_drawn drawn[2];
        double by = round % 4 == 3 ? between(&r, 0.5, 4) : 0, weight = 0.25 * below(&r, 3);
        bool named = below(&r, 3) == 0;
        piece kind = kinds[round % 7];
        size_t level = (size_t)(kind == TOWER ? FLOORS - 7 + below(&r, 7) : below(&r, 3));
        test_random settings = r;
        for (int k = 0; k < 2; k++) {
            const made how = {.by = by, .truth = k == 1, .near = true};
            r = settings;
            make_table(&t[k], kind, &how, &r, flames[round % 4]);
            const tl_inquiry *inquiry = template_draw(&drawn[k], choose(&t[k], &r, false), round % 3 == 2 ? 0.01 : 0);
            const tl_question q = {.shape = "flame-2",
                                   .from = "a",
                                   .has_level = named,
                                   .level = level,
                                   .has_friends_weight = true,
                                   .friends_weight = weight};
            template_search_begin(&s[k], &t[k], inquiry, &q);
        }
        for (int k = 0; k < 24; k++) {
            flame_cell(&s[0], by > 0 ? &s[1] : &s[0], k % 3 == 0 ? 1e-5 : pow(10, between(&r, -3, 1.5)),
                       kind != TOWER || (named && level < 15), &r, &sum);
        }
        for (int k = 0; k < 2; k++) {
            template_search_end(&s[k]);
            judge_end(&t[k]);
        }
    }
    assert_true(sum.places > 8 && sum.best > 4 && sum.nothing > 2);
}

/* Whoever of a unit carries what lays a flame may hit who is before him, also in a unit that isn't the table's first.
 */
static void who_carries_it(void **state) {
    (void)state;
    enum { FIRERS = 4 };
    for (int armed = 0; armed < FIRERS; armed++) {
        judge_table t;
        template_search s;
        char members[800] = "";
        judge_begin(&t);
        judge_model(&t, "z", "red", "infantry", "man", 2500, 2500, 0, "");
        judge_model(&t, "y", "blue", "infantry", "man", 2500, 2700, 0, "");
        for (int i = 0; i < FIRERS; i++) {
            size_t used = strlen(members);
            snprintf(members + used, sizeof(members) - used,
                     "%s{'id':'a%d','asset':'man','at':[1000,%d],'weapons':['%s']}", i > 0 ? "," : "", i + 1,
                     1000 + 300 * i, i == armed ? "w" : "u");
        }
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':1,'template':'flame-2'},"
                   "{'id':'u','range':9}],'members':[%s]}",
                   members);
        for (int i = 0; i < FIRERS; i++) { /* one before each */
            char id[2] = {(char)('e' + i), 0};
            judge_model(&t, id, "blue", "infantry", "man", 1090, 1000 + 300 * i, 0, "");
        }
        judge_ready(&t);
        const tl_question q = {.shape = "flame-2", .from = "a"};
        template_search_begin(&s, &t, judge_set(&t, -1, NULL), &q);
        tl_template_search_cell cell = {.low = {-1}, .high = {1}, .family = (uint32_t)armed}; /* others have none */
        assert_near(template_search_bound(&s, &cell, 0), 1, 0);
        template_search_end(&s);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold),          cmocka_unit_test(bounds_hold_by_other_rules),
        cmocka_unit_test(bounds_hold_in_truth), cmocka_unit_test(unseen_by_the_centre),
        cmocka_unit_test(bounds_are_close),     cmocka_unit_test(bounds_of_flames),
        cmocka_unit_test(who_carries_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
