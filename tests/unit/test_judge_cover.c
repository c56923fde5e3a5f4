/* Cover of one model from another, and of units, as the rules say (judge/cover): boxes that hide so much of a box,
 * areas, fortifications, skills; every setting at each of its readings, both sides of every limit. */
#include "support/judge_table.h"

#include "judge/cover/pair_cover.h"
#include "judge/cover/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const tl_verdict YES = TL_VERDICT_YES, NO = TL_VERDICT_NO, OPEN = TL_VERDICT_MARGINAL;

static tl_error error;

static void ok(tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
}

static size_t slot_of(const judge_table *t, const char *terrain) {
    for (size_t i = 0; i < t->table->terrain_count; i++) {
        if (strcmp(t->table->terrain[i].id, terrain) == 0) {
            return t->table->terrain[i].slot;
        }
    }
    fail_msg("there is no terrain %s", terrain);
    return 0;
}

static tl_pair_cover_result cover_of(judge_table *t, const char *a, const char *b) {
    tl_pair_cover_result r;
    ok(tl_pair_cover(&t->inquiry, judge_who(t, a), judge_who(t, b), &r, &error));
    assert_true(r.from == judge_who(t, a) && r.to == judge_who(t, b));
    return r;
}

/* A tank at (500, 1000), and a post 10 x 10, from z = 3 to 40, at (1500, 1000): its bare sides are seen from afar. */
static void set_pair(judge_table *t) {
    judge_begin(t);
    judge_model(t, "a", "red", "vehicle", "tank", 500, 1000, 0, "");
    judge_model(t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
}

/* --- Walls -------------------------------------------------------------------------------------------------------- */

/* A wall right before it: what isn't hidden from the highest point of the attacker isn't hidden at all (DB-COV-01). */
static void walls(void **state) {
    (void)state;
    static const struct {
        double height;
        tl_verdict verdict;
    } cases[] = {{2, NO}, {3, NO}, {6, YES}, {20, YES}, {39, YES}, {60, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        set_pair(&t);
        judge_wall(&t, "wall", (tl_vec2){1480, 900}, (tl_vec2){1484, 1100}, cases[i].height);
        judge_ready(&t);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        if (r.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)r.verdict);
        }
        assert_int_equal(r.cause.clause, TL_CLAUSE_COVER_VIEW);
        assert_true(r.looked && !r.stands_in_area && !r.behind_area && !r.by_skill);
        if (r.verdict == NO) {
            assert_true(r.cover.has_viewpoint);
        } else if (cases[i].height < 40) {
            assert_int_equal(r.cover.named[0], slot_of(&t, "wall"));
            assert_int_equal(r.cover.named_count, 1);
            assert_false(r.unseen);
            /* the wall's top and the best eye, 40 up at the rear or front of the tank, tell what is in view of it */
            double bottom = cases[i].height - (40 - cases[i].height) * 15 / 1000;
            assert_true(r.cover.visible_low <= (40 - bottom) / 37 + 0.03 &&
                        r.cover.visible_high >= (40 - bottom) / 37 - 0.03);
            assert_near(r.cover.hidden_share[0], 1 - (40 - bottom) / 37, 0.05);
        }
        judge_end(&t);
    }
}

/* Contact alone is no cover: what is hidden within the skirt doesn't count (DB-COV-04). */
static void skirts(void **state) {
    (void)state;
    const struct {
        const char *skirt;
        tl_verdict verdict;
    } cases[] = {{"0.6", YES}, {"3", YES}, {"8", NO}};
    for (size_t i = 0; i < 3; i++) {
        judge_table t;
        set_pair(&t);
        /* hides 4 mm of its foot; all of that is within 5 mm of the wall */
        judge_wall(&t, "wall", (tl_vec2){1493, 900}, (tl_vec2){1494.5, 1100}, 7);
        judge_ready(&t);
        judge_set(&t, -1, "contact_skirt_mm", cases[i].skirt, NULL);
        assert_int_equal(cover_of(&t, "a1", "b1").verdict, cases[i].verdict);
        judge_end(&t);
    }
}

/* The share that has to be hidden: half of the front is. */
static void shares(void **state) {
    (void)state;
    const struct {
        const char *share;
        tl_verdict verdict;
    } cases[] = {{"0", YES}, {"0.2", YES}, {"0.55", NO}};
    for (size_t i = 0; i < 3; i++) {
        judge_table t;
        set_pair(&t);
        judge_wall(&t, "wall", (tl_vec2){1480, 900}, (tl_vec2){1484, 1100}, 21.5);
        judge_ready(&t);
        judge_set(&t, -1, "cover_min_fraction", cases[i].share, NULL);
        assert_int_equal(cover_of(&t, "a1", "b1").verdict, cases[i].verdict);
        judge_end(&t);
    }
}

/* A pole half way hides some of it from each single point; views put together see all of it. */
static void vantages(void **state) {
    (void)state;
    for (int together = 0; together < 2; together++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'wide':{'core':{'shape':'box','min':[-5,-4,0],'max':[5,4,40]}}");
        judge_asset(&t, "'plate':{'core':{'shape':'box','min':[-1,-20,1],'max':[1,20,40]}}");
        judge_wall(&t, "pole", (tl_vec2){999, 999}, (tl_vec2){1001, 1001}, 300);
        judge_model(&t, "a", "red", "vehicle", "wide", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "vehicle", "plate", 1500, 1000, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "cover_vantage", together ? "union" : "single", NULL);
        assert_int_equal(cover_of(&t, "a1", "b1").verdict, together ? NO : YES);
        judge_end(&t);
    }
}

/* What the attacker leans on (DB-COV-06), on either side of the limit and at it. */
static void leaning(void **state) {
    (void)state;
    const struct {
        const char *reach;
        double tolerance;
        tl_verdict verdict;
        tl_clause clause;
    } cases[] = {{"counts", 0.05, YES, TL_CLAUSE_COVER_VIEW},
                 {"9.9", 0.05, YES, TL_CLAUSE_COVER_VIEW},
                 {"10", 0.05, OPEN, TL_CLAUSE_COVER_LEANING},
                 {"10.1", 0.05, NO, TL_CLAUSE_COVER_VIEW},
                 {"10", 0, NO, TL_CLAUSE_COVER_VIEW}};
    for (size_t i = 0; i < 5; i++) {
        judge_table t;
        set_pair(&t);
        judge_wall(&t, "wall", (tl_vec2){550 + 10, 100}, (tl_vec2){550 + 14, 2900}, 39.5);
        judge_ready(&t);
        judge_set(&t, cases[i].tolerance, "cover_near_shooter", cases[i].reach, NULL);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        if (r.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)r.verdict);
        }
        assert_int_equal(r.cause.clause, cases[i].clause);
        if (cases[i].verdict == OPEN) {
            assert_int_equal(r.cover.why, TL_WHY_TOLERANCE);
        }
        judge_end(&t);
    }
    /* at the limit, but it changes nothing: another wall gives cover anyway, or the one hides nothing */
    for (int k = 0; k < 2; k++) {
        judge_table t;
        set_pair(&t);
        judge_wall(&t, "wall", (tl_vec2){550 + 10, 100}, (tl_vec2){550 + 14, 2900}, k == 0 ? 39.5 : 1);
        if (k == 0) {
            judge_wall(&t, "other", (tl_vec2){1480, 900}, (tl_vec2){1484, 1100}, 20);
        }
        judge_ready(&t);
        judge_set(&t, -1, "cover_near_shooter", "10", NULL);
        assert_int_equal(cover_of(&t, "a1", "b1").verdict, k == 0 ? YES : NO);
        judge_end(&t);
    }
}

/* --- Vehicles ----------------------------------------------------------------------------------------------------- */

/* A vehicle in between gives no cover (DB-COV-03), but what it hides wholly isn't seen, and that is. */
static void vehicles(void **state) {
    (void)state;
    const struct {
        double height;
        const char *blockers;
        tl_verdict verdict;
        tl_clause clause;
        bool unseen;
    } cases[] = {{20, "terrain_smoke", NO, TL_CLAUSE_COVER_VIEW, false},
                 {60, "terrain_smoke", YES, TL_CLAUSE_COVER_UNSEEN, true},
                 {20, "plus_vehicles", YES, TL_CLAUSE_COVER_VIEW, false},
                 {60, "plus_vehicles", YES, TL_CLAUSE_COVER_VIEW, false}};
    for (size_t i = 0; i < 4; i++) {
        judge_table t;
        set_pair(&t);
        judge_asset(&t, "'van':{'core':{'shape':'box','min':[-10,-200,0],'max':[10,200,%g]}}", cases[i].height);
        judge_model(&t, "van", "red", "vehicle", "van", 1450, 1000, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "cover_blockers", cases[i].blockers, NULL);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        assert_int_equal(r.verdict, cases[i].verdict);
        assert_int_equal(r.cause.clause, cases[i].clause);
        assert_int_equal(r.unseen, cases[i].unseen);
        if (cases[i].unseen) {
            assert_int_equal(r.cover.named_count, 1);
            assert_int_equal(r.cover.named[0], t.table->members[judge_who(&t, "van1")].slot);
        }
        judge_end(&t);
    }
}

/* Two vehicles that all but touch hide all of it: the crack that the proof closed is told of. */
static void cracks(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'tall':{'core':{'shape':'box','min':[-50,-300,0],'max':[50,300,80]}}");
        double gap = k == 0 ? -1 : 2e-7;
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_model(&t, "right", "blue", "vehicle", "tall", 1000, 700 - gap / 2, 0, "");
        judge_model(&t, "left", "blue", "vehicle", "tall", 1000, 1300 + gap / 2, 0, "");
        judge_ready(&t);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        assert_true(r.verdict == YES && r.unseen);
        assert_true(k == 0 ? r.cover.closed_gap == 0 : r.cover.closed_gap > 0.9e-7 && r.cover.closed_gap < 1e-3);
        judge_end(&t);
    }
}

/* --- Areas -------------------------------------------------------------------------------------------------------- */

/* Who stands in an area with some part of his base, or with all of it (DB-COV-05); at its rim it is too close. */
static void standing_in_areas(void **state) {
    (void)state;
    const struct {
        double in; /* how far the base reaches into the area, which begins at x = 1500; it is 25 across */
        const char *overlap, *kind;
        tl_verdict verdict;
        tl_clause clause;
    } cases[] = {
        {30, "any", "wood", YES, TL_CLAUSE_COVER_AREA},       {5, "any", "wood", YES, TL_CLAUSE_COVER_AREA},
        {-5, "any", "wood", NO, TL_CLAUSE_COVER_VIEW},        {30, "whole", "wood", YES, TL_CLAUSE_COVER_AREA},
        {20, "whole", "wood", YES, TL_CLAUSE_COVER_AREA},     {-5, "whole", "wood", NO, TL_CLAUSE_COVER_VIEW},
        {30, "any", "smoke", YES, TL_CLAUSE_COVER_AREA},      {30, "any", "trench", YES, TL_CLAUSE_COVER_SHELTER},
        {5, "any", "trench", YES, TL_CLAUSE_COVER_SHELTER},   {-5, "any", "trench", NO, TL_CLAUSE_COVER_VIEW},
        {5, "whole", "trench", YES, TL_CLAUSE_COVER_SHELTER}, {30, "any", "wire", NO, TL_CLAUSE_COVER_VIEW}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 500, 1000, 0, "");
        judge_area(&t, "far", "wood", (tl_vec2){2500, 100}, (tl_vec2){2600, 1900}, 500);
        judge_area(&t, "area", cases[i].kind, (tl_vec2){1500, 100}, (tl_vec2){2000, 1900},
                   strcmp(cases[i].kind, "trench") == 0 || strcmp(cases[i].kind, "wire") == 0 ? -1 : 500);
        judge_model(&t, "b", "blue", "infantry", "post", 1500 - JUDGE_RIM + cases[i].in, 1000, 0, "");
        judge_ready(&t);
        judge_set(&t, -1, "area_cover_overlap", cases[i].overlap, NULL);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        if (r.verdict != cases[i].verdict || r.cause.clause != cases[i].clause) {
            fail_msg("case %zu: %d, %d", i, (int)r.verdict, (int)r.cause.clause);
        }
        /* who stands astride the edge may be hidden by the area before him all the same */
        bool in = cases[i].clause != TL_CLAUSE_COVER_VIEW && !(cases[i].in == 20);
        assert_int_equal(r.stands_in_area, in);
        if (in) {
            assert_int_equal(r.area_slot, slot_of(&t, "area"));
            assert_true(r.looked);
        }
        judge_end(&t);
    }
}

/* In a fortification always, or only when hidden as any other (DT-FRT-08). */
static void fortifications(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        bool test = k & 1, wall = k & 2;
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 500, 1000, 0, "");
        judge_area(&t, "ditch", "trench", (tl_vec2){1400, 100}, (tl_vec2){2000, 1900}, -1);
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        if (wall) {
            judge_wall(&t, "wall", (tl_vec2){1480, 900}, (tl_vec2){1484, 1100}, 20);
        }
        judge_ready(&t);
        judge_set(&t, -1, "fort_cover", test ? "test" : "always", NULL);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        assert_int_equal(r.verdict, !test || wall ? YES : NO);
        assert_int_equal(r.cause.clause, test ? TL_CLAUSE_COVER_VIEW : TL_CLAUSE_COVER_SHELTER);
        judge_end(&t);
    }
}

/* Touching an area's rim to within rounding: it may stand in it. */
static void on_the_rim(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "vehicle", "tank", 500, 1000, 0, "");
    judge_terrain(&t, "{'id':'wood','kind':'wood','disc':{'centre':[1600.3,1000],'radius':%.17g},'height':500}",
                  100.3 - 12.5);
    judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
    judge_ready(&t);
    tl_pair_cover_result r = cover_of(&t, "a1", "b1");
    assert_true(r.verdict == OPEN || r.verdict == NO);
    if (r.verdict == OPEN) {
        assert_int_equal(r.cause.clause, TL_CLAUSE_COVER_AREA);
        assert_int_equal(r.cover.why, TL_WHY_TOLERANCE);
    }
    judge_end(&t);
    /* an oval base that touches a round rim as nearly as that can be told; in it, or off it, by a tenth */
    for (int k = 0; k < 3; k++) {
        judge_begin(&t);
        judge_model(&t, "a", "red", "vehicle", "tank", 500, 1000, 0, "");
        judge_asset(&t,
                    "'egg':{'core':{'shape':'box','min':[-5,-5,3],'max':[5,5,40]},'base':{'shape':'oval','size':[40,"
                    "25]}}");
        judge_terrain(&t, "{'id':'wood','kind':'wood','disc':{'centre':[1600,1000],'radius':%.17g},'height':500}",
                      80 - (k - 1) * 0.1);
        judge_model(&t, "b", "blue", "infantry", "egg", 1500, 1000, 0, "");
        judge_ready(&t);
        r = cover_of(&t, "a1", "b1");
        assert_int_equal(r.verdict, k == 0 ? YES : k == 1 ? OPEN : NO);
        assert_int_equal(r.cause.clause, k < 2 ? TL_CLAUSE_COVER_AREA : TL_CLAUSE_COVER_VIEW);
        assert_true(k != 1 || r.cover.why == TL_WHY_TOLERANCE);
        judge_end(&t);
    }
    /* nor is it settled before an outline that may be off */
    judge_begin(&t);
    judge_model(&t, "a", "red", "vehicle", "tank", 500, 1000, 0, "");
    judge_terrain(&t, "{'id':'wood','kind':'wood','mesh':'box 1514 100 -100 2000 1900 500','uncertainty':2}");
    judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
    judge_unit(
        &t, "{'id':'in','side':'blue','class':'infantry','members':[{'id':'in1','asset':'post','at':[%.17g,1200,0]}]}",
        1514 + JUDGE_RIM + 1.9);
    judge_unit(
        &t,
        "{'id':'deep','side':'blue','class':'infantry','members':[{'id':'deep1','asset':'post','at':[%.17g,1400,0]}]}",
        1514 + JUDGE_RIM + 2.1);
    judge_ready(&t);
    assert_int_equal(cover_of(&t, "a1", "b1").verdict, OPEN);
    assert_false(cover_of(&t, "a1", "in1").stands_in_area);
    assert_true(cover_of(&t, "a1", "deep1").stands_in_area);
    judge_end(&t);
}

/* An area in between gives cover however shallow it is; what is in view through it is told as for sight. */
static void behind_areas(void **state) {
    (void)state;
    const struct {
        double width, height;
        const char *share, *kind;
        tl_verdict verdict;
        bool behind;
    } cases[] = {{20, 500, "0", "wood", YES, true},  {20, 500, "0.5", "wood", YES, true},
                 {20, 2, "0", "wood", NO, false},    {400, 500, "0", "wood", YES, true},
                 {20, 500, "0", "smoke", YES, true}, {20, 22, "0", "wood", YES, true}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        set_pair(&t);
        judge_area(&t, "area", cases[i].kind, (tl_vec2){1450 - cases[i].width, 100}, (tl_vec2){1450, 1900},
                   cases[i].height);
        judge_ready(&t);
        judge_set(&t, -1, "cover_min_fraction", cases[i].share, NULL);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        if (r.verdict != cases[i].verdict || r.behind_area != cases[i].behind) {
            fail_msg("case %zu: %d, %d", i, (int)r.verdict, r.behind_area);
        }
        assert_false(r.stands_in_area);
        assert_int_equal(r.cause.clause, cases[i].behind ? TL_CLAUSE_COVER_AREA : TL_CLAUSE_COVER_VIEW);
        if (cases[i].width < 100 && cases[i].behind && strtod(cases[i].share, NULL) == 0) {
            assert_true(r.cover.has_viewpoint); /* a line passes so little of it: all is in view, and in cover */
            assert_near(r.cover.visible_high, 1, 1e-9);
            assert_true(r.cover.visible_low > 0.9);
        }
        judge_end(&t);
    }
    /* a wall beside the area: both hide, so the clause is that of the view */
    judge_table t;
    set_pair(&t);
    judge_area(&t, "area", "wood", (tl_vec2){1430, 900}, (tl_vec2){1450, 1000}, 500);
    judge_wall(&t, "wall", (tl_vec2){1440, 1000}, (tl_vec2){1450, 1100}, 100);
    judge_ready(&t);
    tl_pair_cover_result r = cover_of(&t, "a1", "b1");
    assert_int_equal(r.verdict, YES);
    assert_true(r.behind_area && r.cover.named_count == 2);
    assert_int_equal(r.cause.clause, TL_CLAUSE_COVER_VIEW);
    judge_end(&t);
}

/* --- Skills, holes, doubt ----------------------------------------------------------------------------------------- */

static void skills(void **state) {
    (void)state;
    const struct {
        const char *skill;
        bool wall;
        tl_verdict verdict;
        bool by_skill;
    } cases[] = {{"scout", true, YES, false},      {"scout", false, NO, false},      {"steel-guard", true, NO, true},
                 {"steel-guard", false, NO, true}, {"dozer-blade", true, YES, true}, {"dozer-blade", false, YES, true},
                 {"grenade", true, YES, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        char more[64];
        snprintf(more, sizeof(more), "'skills':['%s']", cases[i].skill);
        judge_model(&t, "a", "red", "vehicle", "tank", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, more);
        if (cases[i].wall) {
            judge_wall(&t, "wall", (tl_vec2){1480, 900}, (tl_vec2){1484, 1100}, 20);
        }
        judge_ready(&t);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        assert_int_equal(r.verdict, cases[i].verdict);
        assert_int_equal(r.by_skill, cases[i].by_skill);
        if (r.by_skill) {
            assert_int_equal(r.as_seen, cases[i].wall ? YES : NO);
            assert_int_equal(r.cause.clause, TL_CLAUSE_COVER_SKILL);
            assert_string_equal(r.skill->name, cases[i].skill);
            assert_string_equal(r.cause.of_row, r.skill->rule);
        } else {
            assert_int_equal(r.cause.clause, TL_CLAUSE_COVER_VIEW);
        }
        judge_end(&t);
    }
}

/* Through the hole of a scan all of it is seen; told unless it is seen past it, too. */
static void holes(void **state) {
    (void)state;
    const struct {
        const char *setting;
        bool over, repaired;
        tl_verdict verdict;
        bool told;
    } cases[] = {{"open", false, false, NO, true},     {"closed", false, false, YES, false},
                 {"ignored", false, false, NO, false}, {"open", true, false, NO, false},
                 {"open", false, true, YES, true},     {"closed", false, true, YES, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        double height = cases[i].over ? 2 : 100;
        judge_wall(&t, "right", (tl_vec2){1000, 100}, (tl_vec2){1010, 971}, height);
        judge_wall(&t, "left", (tl_vec2){1000, 1029}, (tl_vec2){1010, 2900}, height);
        judge_terrain(&t, "{'id':'scan','kind':'wall','mesh':'tube 850 970 -1 1150 1030 %.17g'%s}", height,
                      cases[i].repaired ? ",'repair':{'close_holes':200}" : "");
        judge_ready(&t);
        judge_set(&t, -1, "scan_holes", cases[i].setting, NULL);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        if (r.verdict != cases[i].verdict || (r.holes.count > 0) != cases[i].told) {
            fail_msg("case %zu: %d, %zu", i, (int)r.verdict, r.holes.count);
        }
        assert_int_equal(r.holes.by_repair, cases[i].told && cases[i].repaired);
        assert_int_equal(tl_pair_cover_rests_on_holes(&r), cases[i].told);
        if (cases[i].told) { /* a skill, or another verdict, rests on none */
            tl_pair_cover_result other = r;
            other.by_skill = true;
            assert_false(tl_pair_cover_rests_on_holes(&other));
            other = r;
            other.holes.count = 1;
            assert_true(tl_pair_cover_rests_on_holes(&other));
            other.verdict = r.verdict == YES ? NO : YES;
            assert_false(tl_pair_cover_rests_on_holes(&other));
        }
        if (cases[i].told) {
            assert_int_equal(r.holes.met[0].slot, slot_of(&t, "scan"));
            if (!cases[i].repaired) {
                assert_int_equal(r.holes.through, YES);
            }
        }
        judge_end(&t);
    }
}

/* Uncertain meshes: hidden for certain only by so much more, seen whole only when they keep so far away. */
static void doubts(void **state) {
    (void)state;
    const struct {
        double height, off, ends;
        tl_verdict verdict;
    } cases[] = {{20, 2, 0, YES}, {20, 18, 0, OPEN}, {2, 0.5, 0, NO},  {2, 10, 0, OPEN},
                 {20, 0, 2, YES}, {2, 0, 0.5, NO},   {2, 0, 10, OPEN}, {-50, 0, 2, NO}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%g}", cases[i].ends);
        judge_model(&t, "a", "red", "vehicle", "scan", 500, 1000, 0, "");
        judge_unit(
            &t,
            "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'post','at':[1500,1000,6]}]}");
        judge_terrain(&t, "{'id':'wall','kind':'wall','mesh':'box 1470 900 -100 1474 1100 %g','uncertainty':%g}",
                      cases[i].height, cases[i].off);
        judge_ready(&t);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        if (r.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)r.verdict);
        }
        assert_int_equal(r.uncertainty.decides, cases[i].verdict == OPEN);
        if (cases[i].verdict == OPEN) {
            assert_int_equal(r.cover.why, TL_WHY_UNCERTAINTY);
        }
        judge_end(&t);
    }
    /* hidden by a wall that is certain, though not by much: stands when what is uncertain is no contact for sure */
    for (int k = 0; k < 4; k++) {
        static const double gap[4] = {12, 19, 26, 50};
        judge_table t;
        set_pair(&t);
        judge_wall(&t, "wall", (tl_vec2){1200, 100}, (tl_vec2){1204, 2900}, 27.6);
        judge_terrain(&t, "{'id':'curb','kind':'wall','mesh':'box %g 900 0 %g 1100 1','at':[0,0,0],'uncertainty':15}",
                      1505 + gap[k], 1509 + gap[k]);
        judge_ready(&t);
        judge_set(&t, -1, "contact_skirt_mm", "8", NULL);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        if (r.verdict != (k < 2 ? OPEN : YES)) {
            fail_msg("gap %g: %d", gap[k], (int)r.verdict);
        }
        judge_end(&t);
    }
    /* shares, and views put together, are of the meshes as they are */
    for (int k = 0; k < 2; k++) {
        judge_table t;
        set_pair(&t);
        judge_terrain(&t, "{'id':'wall','kind':'wall','mesh':'box 1470 900 -100 1474 1100 20','uncertainty':0.5}");
        judge_ready(&t);
        judge_set(&t, -1, k == 0 ? "cover_min_fraction" : "cover_vantage", k == 0 ? "0.2" : "union", NULL);
        assert_int_equal(cover_of(&t, "a1", "b1").verdict, OPEN);
        judge_end(&t);
    }
}

/* --- Units -------------------------------------------------------------------------------------------------------- */

/* At least half of the figures, or of the bases, of infantry; all of others (DB-COV-07). */
static void units(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_asset(&t, "'crew':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'disc'"
                    ",'diameter':25},'figures':3}");
    judge_unit(&t, "{'id':'men','side':'red','class':'infantry','members':[{'id':'m1','asset':'man','at':[100,100]},"
                   "{'id':'m2','asset':'man','at':[200,100]},{'id':'m3','asset':'crew','at':[300,100]}]}");
    judge_unit(&t, "{'id':'tanks','side':'red','class':'vehicle','members':[{'id':'v1','asset':'tank','at':[1000,100]},"
                   "{'id':'v2','asset':'tank','at':[1000,300]}]}");
    judge_ready(&t);
    const struct {
        const char *unit, *counted;
        tl_verdict members[3];
        tl_verdict verdict;
        size_t in, of, open;
    } cases[] = {{"men", "figures", {TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_NO}, TL_VERDICT_NO, 2, 5, 0},
                 {"men", "figures", {TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_YES}, TL_VERDICT_YES, 3, 5, 0},
                 {"men", "bases", {TL_VERDICT_YES, TL_VERDICT_YES, TL_VERDICT_NO}, TL_VERDICT_YES, 2, 3, 0},
                 {"men", "bases", {TL_VERDICT_NO, TL_VERDICT_NO, TL_VERDICT_YES}, TL_VERDICT_NO, 1, 3, 0},
                 {"men", "figures", {TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_MARGINAL}, TL_VERDICT_MARGINAL, 1, 5, 3},
                 {"men", "figures", {TL_VERDICT_MARGINAL, TL_VERDICT_MARGINAL, TL_VERDICT_NO}, TL_VERDICT_NO, 0, 5, 2},
                 {"tanks", "figures", {TL_VERDICT_YES, TL_VERDICT_NO}, TL_VERDICT_NO, 1, 2, 0},
                 {"tanks", "figures", {TL_VERDICT_YES, TL_VERDICT_YES}, TL_VERDICT_YES, 2, 2, 0},
                 {"tanks", "figures", {TL_VERDICT_YES, TL_VERDICT_MARGINAL}, TL_VERDICT_MARGINAL, 1, 2, 1}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_set(&t, -1, "half_rule_members", cases[i].counted, NULL);
        tl_party party = judge_party(&t, cases[i].unit);
        tl_unit_cover cover = tl_judge_unit_cover(&t.inquiry, &party, cases[i].members);
        assert_int_equal(cover.verdict, cases[i].verdict);
        assert_true(cover.in_cover == cases[i].in && cover.of == cases[i].of && cover.undecided == cases[i].open);
    }
    judge_end(&t);
}

/* From several attackers: those who see somebody count, and the first from whom the answer is the same decides it. */
static void attackers(void **state) {
    (void)state;
    const struct {
        bool left, right, hidden; /* walls before the target: to one side of it, to the other, all round one attacker */
        tl_verdict verdict;
        tl_clause clause;
    } cases[] = {{false, false, false, NO, TL_CLAUSE_COVER_VIEW},
                 {true, false, false, NO, TL_CLAUSE_COVER_VIEW},
                 {true, true, false, YES, TL_CLAUSE_COVER_VIEW},
                 {false, true, true, YES, TL_CLAUSE_COVER_VIEW}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int many = 0; many < 2; many++) {
            judge_table t;
            judge_begin(&t);
            judge_unit(&t, "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'post','at':[500,"
                           "1000,0]},{'id':'a2','asset':'post','at':[1500,1000,0]}]}");
            judge_unit(&t,
                       "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'post','at':[1000,1000"
                       ",0]}%s]}",
                       many ? ",{'id':'b2','asset':'post','at':[1000,1030,0]}" : "");
            if (cases[i].left) {
                judge_wall(&t, "left", (tl_vec2){980, 900}, (tl_vec2){984, 1200}, 25);
            }
            if (cases[i].right) {
                judge_wall(&t, "right", (tl_vec2){1016, 900}, (tl_vec2){1020, 1200}, 25);
            }
            if (cases[i].hidden) {
                judge_wall(&t, "screen", (tl_vec2){600, 100}, (tl_vec2){610, 2900}, 300);
            }
            judge_ready(&t);
            tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
            tl_judge_cover_found found;
            ok(tl_judge_cover(&t.inquiry, &from, &to, &found, &error));
            assert_int_equal(found.verdict, cases[i].verdict);
            assert_int_equal(found.cause.clause, many ? TL_CLAUSE_COVER_UNIT : cases[i].clause);
            assert_true(found.attacker_count == 2 && found.target_count == (many ? 2U : 1U));
            for (size_t k = 0; k < 2; k++) {
                const tl_attacker_cover *one = &found.attackers[k];
                bool screened = k == 0 && cases[i].hidden;
                assert_int_equal(one->attacker, judge_who(&t, k == 0 ? "a1" : "a2"));
                assert_int_equal(one->sees, screened ? NO : YES);
                bool covered = screened || (k == 0 ? cases[i].left : cases[i].right);
                assert_int_equal(one->unit.verdict, covered ? YES : NO);
                for (size_t j = 0; j < found.target_count; j++) {
                    assert_int_equal(one->pairs[j].verdict, covered ? YES : NO);
                    assert_int_equal(one->pairs[j].to, to.first + j);
                }
            }
            tl_judge_cover_found_free(&found);
            /* nobody is asked whether a single attacker sees */
            from.count = 1;
            ok(tl_judge_cover(&t.inquiry, &from, &to, &found, &error));
            assert_int_equal(found.verdict, cases[i].left || cases[i].hidden ? YES : NO);
            assert_int_equal(found.attackers[0].sees, YES);
            tl_judge_cover_found_free(&found);
            judge_end(&t);
        }
    }
}

/* A vehicle gives no cover but where it hides him wholly (DB-COV-01, -03); when it may be lower or higher than it is,
 * by 2, that is open while its top, from 38 to 42, may or may not hide posts that are 40 high. */
static void vehicles_in_doubt(void **state) {
    (void)state;
    static const struct {
        double height, off;
        tl_verdict verdict;
    } cases[] = {{39, 0, NO}, {41, 0, YES}, {37, 2, NO}, {39, 2, OPEN}, {41, 2, OPEN}, {45, 2, YES}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_asset(&t, "'scan':{'mesh':'box -20 -300 0 20 300 %g','uncertainty':%g}", cases[i].height, cases[i].off);
        judge_model(&t, "v", "red", "vehicle", "scan", 1000, 1000, 0, "");
        judge_ready(&t);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        if (r.verdict != cases[i].verdict) {
            fail_msg("case %zu: %d", i, (int)r.verdict);
        }
        assert_int_equal(r.unseen, cases[i].verdict == YES);
        assert_int_equal(r.cause.clause, cases[i].verdict == YES ? TL_CLAUSE_COVER_UNSEEN : r.cause.clause);
        judge_end(&t);
    }
}

/* Behind a hedge of wood a line may pass through, he is in cover, and all of him is in view; when a wall stands behind
 * the hedge nothing of him is. */
static void viewpoints_past_areas(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        judge_table t;
        bool wood = k & 1, wall = k & 2;
        set_pair(&t);
        if (wood) {
            judge_area(&t, "hedge", "wood", (tl_vec2){1400, 900}, (tl_vec2){1420, 1100}, 100);
        }
        if (wall) {
            judge_wall(&t, "wall", (tl_vec2){1450, 800}, (tl_vec2){1460, 1200}, 200);
        }
        judge_ready(&t);
        tl_pair_cover_result r = cover_of(&t, "a1", "b1");
        assert_int_equal(r.verdict, wood || wall ? YES : NO);
        assert_int_equal(r.behind_area, wood);
        assert_near(r.cover.visible_high, wall ? 0 : 1, 1e-9);
        assert_true(wall || r.cover.has_viewpoint);
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls),
        cmocka_unit_test(skirts),
        cmocka_unit_test(shares),
        cmocka_unit_test(vantages),
        cmocka_unit_test(leaning),
        cmocka_unit_test(vehicles),
        cmocka_unit_test(cracks),
        cmocka_unit_test(standing_in_areas),
        cmocka_unit_test(fortifications),
        cmocka_unit_test(on_the_rim),
        cmocka_unit_test(behind_areas),
        cmocka_unit_test(skills),
        cmocka_unit_test(holes),
        cmocka_unit_test(doubts),
        cmocka_unit_test(units),
        cmocka_unit_test(attackers),
        cmocka_unit_test(viewpoints_past_areas),
        cmocka_unit_test(vehicles_in_doubt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
