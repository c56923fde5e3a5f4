/* Sight and cover of pairs and of parties (judge/sight, judge/cover), what single tables don't tell: patches in view
 * from either side against each side asked by itself, many pairs, several viewers of a camouflaged unit, proofs,
 * answers that hold no share; and that memory and time which run out leave no answer half made. */
#include "support/judge_table.h"

#include "judge/between/between.h"
#include "judge/between/open_walls.h"
#include "judge/between/regions.h"
#include "judge/between/shielding.h"
#include "judge/cover/unit.h"
#include "judge/sight/pair_close.h"
#include "judge/sight/sight.h"

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

/* --- Patches ------------------------------------------------------------------------------------------------------ */

/* What one of the two sees of the other, asked by itself. */
static tl_aperture patch_of(const tl_inquiry *inquiry, size_t from, size_t to, double side) {
    tl_between between;
    tl_aperture aperture;
    ok(tl_between_sight(inquiry, from, to, &between, &error));
    const tl_body *a = inquiry->table->members[from].body, *b = inquiry->table->members[to].body;
    tl_sight_options options = {.tolerance = inquiry->tolerance,
                                .effort = inquiry->effort,
                                .seed = tl_hash(tl_hash(0, &a->pose, sizeof(a->pose)), &b->pose, sizeof(b->pose))};
    ok(tl_aperture_between(inquiry->context, &between.obstacles, a->core, b->core, side, &options, &aperture, &error));
    tl_between_free(&between);
    return aperture;
}

static int favour(tl_verdict v) {
    return v == TL_VERDICT_YES ? 2 : v == TL_VERDICT_MARGINAL ? 1 : 0;
}

/* Enough when either sees so much of the other, open when one of them may; the one with the better answer is told, of
 * equal ones the first of the scene, whoever asks. Slits and walls of all heights, with much work and with little. */
static void patches_from_both(void **state) {
    (void)state;
    test_random random = test_random_start("judge_pairs_patches", 101);
    int seen[3][3] = {{0}};
    for (int i = 0; i < test_trials(30); i++) {
        judge_table t;
        judge_begin(&t);
        bool first = test_random_below(&random, 2) == 0, near = test_random_below(&random, 2) == 0;
        for (int k = 0; k < 2; k++) {
            if ((k == 0) == first) {
                judge_model(&t, "a", "red", "infantry", "post", 700, 1000, 0, "");
            } else {
                judge_model(&t, "v", "blue", "vehicle", "tank", 1300, 1000, 0, "");
            }
        }
        double x = near ? 1300 - JUDGE_AHEAD - 3 : 720, side = test_random_between(&random, 4, 24);
        double y = 1000 + test_random_between(&random, -25, 25), wide = test_random_between(&random, 0, 20);
        judge_wall(&t, "low", (tl_vec2){x, 100}, (tl_vec2){x + 1, y}, test_random_between(&random, 20, 60));
        judge_wall(&t, "high", (tl_vec2){x, y + wide}, (tl_vec2){x + 1, 1900}, test_random_between(&random, 20, 60));
        judge_ready(&t);
        char text[32];
        snprintf(text, sizeof(text), "%.17g", side);
        judge_set(&t, -1, "min_visible_patch_mm", text, NULL);
        tl_inquiry hasty = t.inquiry;
        hasty.effort = i % 3 == 0 ? 0 : i % 3 == 1 ? 1e-4 : 1e-6;
        tl_pair_sight_result bare = {.from = 0, .to = 1, .sight = {.verdict = YES, .has_line = true}};
        tl_pair_sight_result there = bare, back = {.from = 1, .to = 0, .sight = bare.sight};
        ok(tl_pair_patch_look(&hasty, &there, &error));
        ok(tl_pair_patch_look(&hasty, &back, &error));
        tl_aperture own[2] = {patch_of(&hasty, 0, 1, side), patch_of(&hasty, 1, 0, side)};
        size_t told = favour(own[1].verdict) > favour(own[0].verdict) ? 1 : 0;
        tl_verdict verdict = own[told].verdict;
        seen[favour(own[0].verdict)][favour(own[1].verdict)]++;
        for (int k = 0; k < 2; k++) {
            const tl_pair_sight_result *r = k == 0 ? &there : &back;
            assert_true(r->patch.looked && r->patch.side_mm == strtod(text, NULL));
            assert_int_equal(r->sight.verdict, verdict);
            assert_int_equal(r->patch.from, told);
            assert_int_equal(r->patch.aperture.verdict, verdict);
            assert_int_equal(r->patch.aperture.why, own[told].why);
            assert_int_equal(r->patch.decides, verdict != YES);
            assert_int_equal(r->sight.has_line, verdict != NO);
            if (verdict != YES) {
                assert_int_equal(r->cause.clause, TL_CLAUSE_SIGHT_PATCH);
                assert_int_equal(r->sight.why, verdict == NO ? TL_WHY_NONE : own[told].why);
                assert_int_equal(r->sight.named_count, own[told].named_count);
                assert_memory_equal(r->sight.named, own[told].named, own[told].named_count * sizeof(uint32_t));
            }
        }
        /* no line at all: nobody looks for a patch */
        tl_pair_sight_result blocked = {.from = 0, .to = 1, .sight = {.verdict = NO}};
        ok(tl_pair_patch_look(&hasty, &blocked, &error));
        assert_true(!blocked.patch.looked && !blocked.patch.decides && blocked.sight.verdict == NO);
        /* where a mesh is uncertain no patch is certain, nor that there is none */
        tl_pair_sight_result doubtful = {.from = 0, .to = 1, .sight = bare.sight, .uncertainty = {.any = true}};
        ok(tl_pair_patch_look(&hasty, &doubtful, &error));
        assert_true(doubtful.sight.verdict == OPEN && doubtful.sight.why == TL_WHY_UNCERTAINTY);
        assert_true(doubtful.patch.decides && doubtful.sight.has_line);
        judge_end(&t);
    }
    print_message("no/open/yes: %d %d %d, %d %d %d, %d %d %d\n", seen[0][0], seen[0][1], seen[0][2], seen[1][0],
                  seen[1][1], seen[1][2], seen[2][0], seen[2][1], seen[2][2]);
}

/* A line that is open for want of work, and patches that are there: the patch decides, for it is more than the line. */
static void patches_settle(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "infantry", "post", 700, 1000, 0, "");
    judge_model(&t, "b", "blue", "infantry", "post", 1300, 1000, 0, "");
    judge_ready(&t);
    judge_set(&t, -1, "min_visible_patch_mm", "4", NULL);
    tl_pair_sight_result r = {.from = 0, .to = 1, .sight = {.verdict = YES, .has_line = true}};
    ok(tl_pair_patch_look(&t.inquiry, &r, &error));
    assert_true(r.sight.verdict == YES && r.patch.looked && !r.patch.decides && r.patch.from == 0);
    judge_set(&t, -1, "min_visible_patch_mm", "0", NULL);
    r = (tl_pair_sight_result){.from = 0, .to = 1, .sight = {.verdict = YES, .has_line = true}};
    ok(tl_pair_patch_look(&t.inquiry, &r, &error));
    assert_true(r.sight.verdict == YES && !r.patch.looked && r.patch.side_mm == 0);
    judge_end(&t);
}

/* --- Many pairs --------------------------------------------------------------------------------------------------- */

static void add_row(judge_table *t, const char *id, const char *side, double x, int count) {
    char members[2048] = "";
    for (int i = 0; i < count; i++) {
        size_t length = strlen(members);
        snprintf(members + length, sizeof(members) - length, "%s{'id':'%s%d','asset':'post','at':[%g,%d]}",
                 i > 0 ? "," : "", id, i, x, 900 + 30 * i);
    }
    judge_unit(t, "{'id':'%s','side':'%s','class':'infantry','members':[%s]}", id, side, members);
}

/* What would have to go is known of the first pairs alone when there are more than are looked at. */
static void many_pairs(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        int other = k & 1 ? 9 : 8;
        bool ridge = k & 2; /* the table itself is in the way: nothing that can go opens a line */
        judge_table t;
        judge_begin(&t);
        add_row(&t, "a", "red", 900, 8);
        add_row(&t, "b", "blue", 1100, other);
        if (ridge) {
            judge_ground(&t, "'mesh':'box 0 0 -20 3000 3000 0, box 990 10 -10 1010 2990 300'");
        } else {
            judge_wall(&t, "wall", (tl_vec2){990, 10}, (tl_vec2){1010, 2990}, 300);
        }
        judge_ready(&t);
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_judge_sight_found found;
        ok(tl_judge_sight(&t.inquiry, &from, &to, false, &found, &error));
        assert_int_equal(found.verdict, NO);
        assert_int_equal(found.count, 8 * other);
        assert_true(found.blocking_asked && found.yes == 0 && found.open == 0);
        bool all = found.count <= TL_BLOCKING_PAIRS;
        assert_int_equal(found.blocking.count, ridge ? 0 : 1);
        assert_int_equal(found.blocking.complete, all);
        assert_int_equal(found.blocking.fixed, ridge && all);
        if (!ridge) {
            assert_int_equal(found.blocking.sets[0].count, 1);
            assert_int_equal(found.blocking.sets[0].owners[0], t.table->terrain[0].slot);
        }
        assert_int_equal(found.told.sight.named_count, 1);
        assert_int_equal(found.told.sight.named[0], ridge ? 0 : t.table->terrain[0].slot);
        for (size_t i = 0; i < found.count; i++) {
            assert_int_equal(found.pairs[i].from, from.first + i / (size_t)other);
            assert_int_equal(found.pairs[i].to, to.first + i % (size_t)other);
        }
        tl_judge_sight_found_free(&found);
        judge_end(&t);
    }
}

/* Who is named: those of the sets, each once; the ground when nothing else can go; else whoever was. */
static void names(void **state) {
    (void)state;
    tl_sight sight = {.named = {7, 8}, .named_count = 2};
    tl_blocking_sets blocking = {.count = 0};
    tl_in_the_way_name(&blocking, &sight);
    assert_true(sight.named_count == 2 && sight.named[0] == 7 && sight.named[1] == 8);
    blocking.fixed = true;
    tl_in_the_way_name(&blocking, &sight);
    assert_true(sight.named_count == 1 && sight.named[0] == 0);
    blocking = (tl_blocking_sets){.sets = {{.owners = {5}, .count = 1}, {.owners = {3, 5, 4}, .count = 3}}, .count = 2};
    for (int fixed = 0; fixed < 2; fixed++) {
        sight = (tl_sight){.named = {7, 8}, .named_count = 2};
        blocking.fixed = fixed;
        tl_in_the_way_name(&blocking, &sight);
        assert_int_equal(sight.named_count, 3);
        assert_true(sight.named[0] == 5 && sight.named[1] == 3 && sight.named[2] == 4);
    }
}

/* --- Camouflage --------------------------------------------------------------------------------------------------- */

/* Two viewers, and a camouflaged unit of two or three: unseen when from every one of them enough of it is in cover.
 * Each of its men may have a screen of his own against either viewer. */
static void several_viewers(void **state) {
    (void)state;
    int seen = 0, unseen = 0;
    for (int k = 0; k < 64; k++) {
        for (int count = 2; count < 4; count++) {
            if (count == 2 && (k & 4 || k & 32)) {
                continue;
            }
            judge_table t;
            judge_begin(&t);
            judge_unit(&t, "{'id':'a','side':'red','class':'infantry','members':[{'id':'a0','asset':'post','at':[400,"
                           "1000]},{'id':'a1','asset':'post','at':[1600,1000]}]}");
            char members[512] = "";
            for (int i = 0; i < count; i++) {
                size_t length = strlen(members);
                snprintf(members + length, sizeof(members) - length, "%s{'id':'b%d','asset':'post','at':[1000,%d]}",
                         i > 0 ? "," : "", i, 880 + 120 * i);
                for (int side = 0; side < 2; side++) {
                    if (k >> (3 * side + i) & 1) {
                        char id[8];
                        snprintf(id, sizeof(id), "w%d%d", i, side);
                        double x = side == 0 ? 980 : 1016, y = 880 + 120 * i;
                        judge_wall(&t, id, (tl_vec2){x, y - 30}, (tl_vec2){x + 4, y + 30}, 25);
                    }
                }
            }
            judge_unit(&t, "{'id':'b','side':'blue','class':'infantry','skills':['camouflage'],'members':[%s]}",
                       members);
            judge_ready(&t);
            bool hidden = true;
            for (int side = 0; side < 2; side++) {
                int in = 0;
                for (int i = 0; i < count; i++) {
                    in += k >> (3 * side + i) & 1;
                }
                hidden = hidden && 2 * in >= count; /* DB-COV-07: at least half */
            }
            const tl_document *document = t.table->document;
            tl_unseen found;
            ok(tl_judge_unseen(&t.inquiry, &document->units[0], &document->units[1], &found, &error));
            assert_true(found.asked && found.limit.verdict == NO);
            assert_int_equal(found.cover, hidden ? YES : NO);
            assert_int_equal(found.verdict, hidden ? YES : NO);
            assert_int_equal(tl_unseen_sees(&found), hidden ? NO : YES);
            assert_int_equal(tl_unseen_cause(&found).clause, TL_CLAUSE_SIGHT_UNSEEN);
            ok(tl_judge_unseen(&t.inquiry, &document->units[1], &document->units[0], &found, &error));
            assert_true(!found.asked && found.verdict == NO);
            seen += !hidden;
            unseen += hidden;
            judge_end(&t);
        }
    }
    assert_true(seen > 0 && unseen > 0);
}

static size_t terrain_of(const judge_table *t, const char *id) {
    for (size_t i = 0; i < t->table->terrain_count; i++) {
        if (strcmp(t->table->terrain[i].id, id) == 0) {
            return i;
        }
    }
    fail_msg("there is no terrain %s", id);
    return SIZE_MAX;
}

/* --- Walls that are open to those inside -------------------------------------------------------------------------- */

/* Of a party of three, the first who is inside; vehicles man nothing; walls there must be, and a house without rooms.
 */
static void open_walls(void **state) {
    (void)state;
    static const struct {
        const char *kind, *more;
        bool mesh, shelter, walls, open; /* `open`: its walls may be open to somebody */
        tl_open_walls_kind how;
    } kinds[] = {{"bunker", "", true, true, true, true, TL_OPEN_WALLS_AHEAD},
                 {"bunker", "", false, true, true, false, TL_OPEN_WALLS_AHEAD},
                 {"strongpoint", "", true, true, true, true, TL_OPEN_WALLS_AROUND},
                 {"trench", "", true, true, false, false, TL_OPEN_WALLS_ABSTRACT},
                 {"building", ",'interior':'abstract'", true, false, true, true, TL_OPEN_WALLS_ABSTRACT},
                 {"building", "", true, false, true, false, TL_OPEN_WALLS_ABSTRACT},
                 {"wood", "", true, false, false, false, TL_OPEN_WALLS_ABSTRACT}};
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
        for (int tank = 0; tank < 2; tank++) {
            for (int inside = -1; inside < 3; inside++) {
                judge_table t;
                judge_begin(&t);
                judge_area(&t, "other", "trench", (tl_vec2){2000, 100}, (tl_vec2){2100, 200}, -1);
                judge_area(&t, "wood", "wood", (tl_vec2){2300, 100}, (tl_vec2){2400, 200}, -1);
                char shape[128];
                snprintf(shape, sizeof(shape), "%s",
                         kinds[k].mesh ? "'mesh':'box -80 -60 0 80 60 60','at':[1000,1000,0]"
                                       : "'outline':[[920,940],[1080,940],[1080,1060],[920,1060]]");
                judge_terrain(&t, "{'id':'it','kind':'%s',%s%s}", kinds[k].kind, shape, kinds[k].more);
                char members[512] = "";
                for (int i = 0; i < 3; i++) { /* from the one who is inside on all are */
                    size_t length = strlen(members);
                    bool in = inside >= 0 && i >= inside;
                    snprintf(members + length, sizeof(members) - length, "%s{'id':'m%d','asset':'%s','at':[%d,%d,0]}",
                             i > 0 ? "," : "", i, tank ? "tank" : "man", in ? 1000 : 1500, 970 + 30 * i);
                }
                judge_man(&t, "first", 1000, 1000); /* inside, of another party */
                judge_unit(&t, "{'id':'u','side':'red','class':'%s','members':[%s]}", tank ? "vehicle" : "infantry",
                           members);
                judge_ready(&t);
                tl_party party = judge_party(&t, "u");
                size_t told = 0, count = tl_open_walls_count(t.referee);
                assert_int_equal(count, t.referee->shelter_count + t.referee->area_count);
                for (size_t i = 0; i < count; i++) {
                    tl_open_walls found;
                    ok(tl_open_walls_find(&t.inquiry, &party, i, &found, &error));
                    if (found.terrain != terrain_of(&t, "it")) {
                        assert_false(found.any);
                        continue;
                    }
                    told++;
                    assert_int_equal(found.any, inside >= 0 && kinds[k].open && !(kinds[k].shelter && tank));
                    assert_int_equal(found.kind, kinds[k].how);
                    assert_int_equal(found.cause.clause, TL_CLAUSE_SHELTER_VIEW);
                    assert_int_equal(found.cause.of_row != NULL, !(kinds[k].shelter && kinds[k].walls));
                    if (found.any) {
                        assert_int_equal(found.member, judge_who(&t, "m0") + (size_t)inside);
                    }
                }
                assert_int_equal(told, 1);
                judge_end(&t);
            }
        }
    }
}

/* --- Settled and open --------------------------------------------------------------------------------------------- */

/* The answer about cover of several attackers, whose sight or cover may be open: no when one sees it bare, open when
 * one may, else yes. Uncertain walls open either. */
static void open_attackers(void **state) {
    (void)state;
    int found_of[3] = {0};
    for (int k = 0; k < 36; k += 5) { /* each against itself or another */
        /* before each attacker: nothing, a low wall at the target, one of which it can't be told, a tall screen, one
         * that may be lower than they are */
        int what[2] = {k / 6, k % 6};
        judge_table t;
        judge_begin(&t);
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','members':[{'id':'a0','asset':'post','at':[500,1000]}"
                       ",{'id':'a1','asset':'post','at':[1500,1000]}]}");
        judge_model(&t, "b", "blue", "infantry", "post", 1000, 1000, 0, "");
        for (int i = 0; i < 2; i++) {
            static const double height[6] = {0, 25, 6, 300, 41, 39}, off[6] = {0, 0, 5, 0, 6, 8};
            double x = what[i] < 3 ? (i == 0 ? 975 : 1021) : (i == 0 ? 700 : 1300);
            if (what[i] > 0) {
                judge_terrain(&t, "{'id':'w%d','kind':'wall','mesh':'box %g 100 -50 %g 1900 %g','uncertainty':%g}", i,
                              x, x + 4, height[what[i]], off[what[i]]);
            }
        }
        judge_ready(&t);
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        tl_judge_cover_found found;
        ok(tl_judge_cover(&t.inquiry, &from, &to, &found, &error));
        bool bare = false, open = false, any = false;
        size_t decides = SIZE_MAX;
        for (size_t i = 0; i < 2; i++) {
            tl_verdict sees, cover = found.attackers[i].unit.verdict;
            ok(tl_sees_any(&t.inquiry, i, &to, &sees, &error));
            assert_int_equal(found.attackers[i].sees, sees);
            tl_pair_sight_result sight;
            ok(tl_pair_sight(&t.inquiry, i, judge_who(&t, "b1"), &sight, &error));
            assert_int_equal(sees, sight.sight.verdict);
            any = any || sees != NO;
            bare = bare || (sees == YES && cover == NO);
            open = open || (sees != NO && cover != YES);
            decides = decides == SIZE_MAX && sees != NO && cover == found.verdict ? i : decides;
        }
        assert_int_equal(found.verdict, bare ? NO : any && open ? OPEN : YES);
        assert_int_equal(found.cause.clause, found.attackers[decides == SIZE_MAX ? 0 : decides].cause.clause);
        found_of[favour(found.verdict)]++;
        tl_judge_cover_found_free(&found);
        judge_end(&t);
    }
    assert_true(found_of[0] > 0 && found_of[1] > 0 && found_of[2] > 0);
}

/* The share in view: between what was found of it; with a mesh that may be off nothing is known but a whole one. */
static void shares_in_doubt(void **state) {
    (void)state;
    static const struct {
        tl_verdict verdict;
        double low, high;
        bool any;
        double share[2];
    } cases[] = {{TL_VERDICT_NO, 1, 1, false, {1, 1}},
                 {TL_VERDICT_NO, 1, 1, true, {1, 1}},
                 {TL_VERDICT_NO, 0.75, 1, true, {0, 1}},
                 {TL_VERDICT_NO, 0.75, 1, false, {0.75, 1}},
                 {TL_VERDICT_YES, 0.25, 0.5, false, {0.25, 0.5}},
                 {TL_VERDICT_YES, 0.25, 0.5, true, {0, 1}},
                 {TL_VERDICT_YES, 1, 1, true, {0, 1}},
                 {TL_VERDICT_MARGINAL, 1, 1, true, {0, 1}}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_pair_cover_result r = {
            .cover = {.verdict = cases[i].verdict, .visible_low = cases[i].low, .visible_high = cases[i].high},
            .uncertainty = {.any = cases[i].any}};
        double share[2];
        tl_pair_cover_share(&r, share);
        assert_true(share[0] == cases[i].share[0] && share[1] == cases[i].share[1]);
    }
    static const tl_verdict all[3] = {TL_VERDICT_NO, TL_VERDICT_MARGINAL, TL_VERDICT_YES};
    for (int i = 0; i < 3; i++) { /* an area on a line that isn't refused lets it through */
        tl_pair_sight_result r = {.sight = {.verdict = all[i]}};
        assert_int_equal(tl_pair_depth_verdict(&r), all[i] == NO ? NO : YES);
    }
}

/* Of open pairs the one is told that more work may settle, whichever comes first; of equal ones the first. */
static void open_pairs_told(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        int first = k & 1;
        bool alike = k == 2;
        judge_table t;
        judge_begin(&t);
        const char *const at[2] = {alike ? "1500,700" : "500,1000", "1500,1300"};
        judge_unit(&t,
                   "{'id':'u','side':'red','class':'infantry','members':[{'id':'u0','asset':'post','at':[%s]},{'id':"
                   "'u1','asset':'post','at':[%s]}]}",
                   at[first], at[!first]);
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        for (int i = 0; i < 12; i++) { /* along x, fences that leave no line, though each has gaps */
            for (int n = 0; n < 5; n++) {
                char id[16];
                snprintf(id, sizeof(id), "f%d_%d", i, n);
                double y = 960 + 16 * n + 2 * (i % 8), x = 700 + 40 * i;
                judge_wall(&t, id, (tl_vec2){x, y}, (tl_vec2){x + 2, y + 14.5}, 100);
            }
        }
        for (int n = 0; n < 4; n++) { /* along y, slits between walls that may be off by as much as they are wide */
            int y = n < 2 ? 1150 : 840;
            judge_terrain(&t, "{'id':'s%d','kind':'wall','mesh':'box %g %d -50 %g %d 300','uncertainty':9}", n,
                          n % 2 == 0 ? 1300.0 : 1504.5, y, n % 2 == 0 ? 1495.5 : 1700.0, y + 10);
        }
        judge_ready(&t);
        tl_inquiry hasty = t.inquiry;
        hasty.effort = 1e-7;
        tl_party from = judge_party(&t, "u"), to = judge_party(&t, "b");
        tl_judge_sight_found found;
        ok(tl_judge_sight(&hasty, &from, &to, false, &found, &error));
        assert_int_equal(found.verdict, OPEN);
        assert_int_equal(found.open, 2);
        const tl_sight *time = &found.pairs[first].sight, *off = &found.pairs[!first].sight;
        assert_true(alike ? time->why == TL_WHY_UNCERTAINTY : tl_inquiry_is_unsettled(time->verdict, time->why));
        assert_int_equal(off->why, TL_WHY_UNCERTAINTY);
        assert_int_equal(found.told.from, from.first + (size_t)first);
        tl_judge_sight_found_free(&found);
        judge_end(&t);
    }
}

/* Cover that is open because the work for it was spent is noted: not for questions by the thousand. */
static void unsettled_cover(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "a", "red", "vehicle", "tank", 500, 1000, 0, "");
    judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
    for (int n = 0; n < 12; n++) { /* slats that hide it in pieces */
        char id[8];
        snprintf(id, sizeof(id), "s%d", n);
        double x = 700 + 40 * n, y = 985 + 7 * (n % 5);
        judge_wall(&t, id, (tl_vec2){x, y}, (tl_vec2){x + 2, y + 4}, 30 + n);
    }
    judge_ready(&t);
    int open = 0;
    for (int k = 0; k < 3; k++) {
        tl_unsettled noted = {false, false, false};
        tl_inquiry hasty = t.inquiry;
        hasty.unsettled = &noted;
        hasty.effort = k == 0 ? 0 : 1e-7;
        hasty.quick = k == 2;
        tl_pair_cover_result r;
        ok(tl_pair_cover(&hasty, 0, 1, &r, &error));
        bool left = tl_inquiry_is_unsettled(r.verdict, r.cover.why);
        assert_int_equal(noted.cover, left && k < 2);
        assert_false(noted.search);
        open += left && k == 1;
    }
    assert_true(open > 0);
    judge_end(&t);
}

/* --- Proofs ------------------------------------------------------------------------------------------------------- */

/* A no is proved again, whoever asks, and told who hides which part; a yes has no proof. */
static void proofs(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_wall(&t, "wall", (tl_vec2){1000, 900}, (tl_vec2){1010, 1100}, k == 0 ? 100 : 20);
        judge_ready(&t);
        for (size_t a = 0; a < 2; a++) {
            tl_pair_sight_result sight;
            tl_pair_proof proof;
            ok(tl_pair_sight(&t.inquiry, a, 1 - a, &sight, &error));
            ok(tl_pair_prove(&t.inquiry, &sight, &proof, &error));
            assert_int_equal(proof.proved, k == 0);
            assert_int_equal(proof.outlined, k == 0);
            assert_int_equal(proof.bundles > 0, k == 0);
            tl_pair_proof_free(&proof);
            tl_party from = judge_party(&t, a == 0 ? "a" : "b"), to = judge_party(&t, a == 0 ? "b" : "a");
            for (int asked = 0; asked < 2; asked++) {
                tl_judge_sight_found found;
                ok(tl_judge_sight(&t.inquiry, &from, &to, asked, &found, &error));
                assert_int_equal(found.proof.proved, asked && k == 0);
                assert_int_equal(found.blocking_asked, k == 0);
                tl_judge_sight_found_free(&found);
            }
        }
        judge_end(&t);
    }
}

/* --- Close combat ------------------------------------------------------------------------------------------------- */

/* In close combat one sees as always, or as if the walls of bunkers stood for those inside, too: through a door. Two
 * bunkers with doors in their backs that look the same way, a strongpoint, and men in and about them. */
static void through_doors(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    for (int k = 0; k < 3; k++) { /* the third looks out all round */
        judge_terrain(
            &t,
            "{'id':'f%d','kind':'%s','outline':[[%d,450],[%d,450],[%d,550],[%d,550]],'mesh':'box -50 -50 0 50 "
            "-40 60, box -50 40 0 50 50 60, box 40 -40 0 50 40 60, box -50 -40 0 -40 -20 60, box -50 20 0 -40 "
            "40 60','at':[%d,500,0]}",
            k, k < 2 ? "bunker" : "strongpoint", 450 + 200 * k, 550 + 200 * k, 550 + 200 * k, 450 + 200 * k,
            500 + 200 * k);
    }
    static const double at[9][2] = {{480, 500}, {520, 520}, {425, 500}, {600, 500}, {680, 500},
                                    {760, 505}, {880, 500}, {500, 620}, {980, 500}};
    for (int k = 0; k < 9; k++) {
        judge_unit(&t, "{'id':'u%d','side':'s%d','class':'%s','members':[{'id':'m%d','asset':'man','at':[%g,%g,0]}]}",
                   k, k, k == 5 ? "vehicle" : "infantry", k, at[k][0], at[k][1]);
    }
    judge_ready(&t);
    int doors = 0, walls = 0;
    for (size_t a = 0; a < 9; a++) {
        for (size_t b = 0; b < 9; b++) {
            if (a == b) {
                continue;
            }
            tl_inquiry shut = t.inquiry;
            shut.walls_stand = true;
            tl_pair_sight_result open, stand, close;
            ok(tl_pair_sight(&t.inquiry, a, b, &open, &error));
            ok(tl_pair_sight(&shut, a, b, &stand, &error));
            close = open;
            ok(tl_pair_close_sight(&t.inquiry, a, b, &close, &error));
            bool better = favour(stand.sight.verdict) > favour(open.sight.verdict);
            assert_int_equal(close.sight.verdict, (better ? stand : open).sight.verdict);
            assert_int_equal(close.cause.clause, (better ? stand : open).cause.clause);
            assert_true(!better || close.sight.has_line == stand.sight.has_line);
            doors += better;
            walls += favour(stand.sight.verdict) < favour(open.sight.verdict);
        }
    }
    assert_true(doors > 0 && walls > 0);
    judge_end(&t);
}

/* --- Memory and time ---------------------------------------------------------------------------------------------- */

/* A table with some of everything: woods, a house without rooms, a bunker, a scan with holes, one that was mended, a
 * wall that may be off, a camouflaged unit. `blocked`: nobody sees anybody. */
static void set_everything(judge_table *t, bool blocked) {
    judge_begin(t);
    judge_unit(t, "{'id':'a','side':'red','class':'infantry','members':[{'id':'a0','asset':'post','at':[500,1000,0]},"
                  "{'id':'a1','asset':'post','at':[500,1060,0]}]}");
    judge_unit(t, "{'id':'b','side':'blue','class':'infantry','skills':['camouflage'],'members':[{'id':'b0','asset':"
                  "'post','at':[1300,1000,0]},{'id':'b1','asset':'post','at':[1300,1060,0]}]}");
    judge_area(t, "wood", "wood", (tl_vec2){640, 800}, (tl_vec2){660, 1300}, 500);
    judge_area(t, "edge", "wood", (tl_vec2){1400, 800}, (tl_vec2){1500, 1300}, 500);
    judge_terrain(t, "{'id':'house','kind':'building','interior':'abstract','mesh':'box -60 -40 0 60 40 60',"
                     "'at':[1300,1030,0]}");
    judge_terrain(t, "{'id':'fort','kind':'bunker','mesh':'box -60 -80 0 60 80 60','at':[500,1030,0]}");
    judge_terrain(t, "{'id':'tube','kind':'wall','mesh':'tube 850 980 0 1000 1080 %d','at':[0,0,0]}",
                  blocked ? 100 : 20);
    judge_terrain(t, "{'id':'mended','kind':'wall','mesh':'tube 1050 980 0 1100 1080 20','at':[0,0,0],"
                     "'repair':{'close_holes':200}}");
    judge_terrain(t, "{'id':'off','kind':'wall','mesh':'box 1150 900 0 1160 1100 %d','at':[0,0,0],'uncertainty':1}",
                  blocked ? 200 : 10);
    judge_ready(t);
    t->inquiry.margin = true;
}

enum { ASK_SIGHT, ASK_COVER, ASK_REGIONS, ASK_MELEE, ASKS };

static tl_status ask_any(judge_table *t, int which) {
    tl_inquiry inquiry = t->inquiry;
    inquiry.placed = NULL; /* what is remembered would be held */
    tl_party a = {.unit = &t->table->document->units[0], .first = 0, .count = 2, .whole = true};
    tl_party b = {.unit = &t->table->document->units[1], .first = 2, .count = 2, .whole = true};
    tl_status status = TL_OK;
    error = (tl_error){0};
    if (which == ASK_SIGHT) {
        tl_judge_sight_found found;
        status = tl_judge_sight(&inquiry, &a, &b, true, &found, &error);
        assert_true(status != TL_OK || found.count == 4);
        tl_judge_sight_found_free(&found);
    } else if (which == ASK_COVER) {
        tl_judge_cover_found found;
        status = tl_judge_cover(&inquiry, &a, &b, &found, &error);
        assert_true(status != TL_OK || found.attacker_count == 2);
        tl_judge_cover_found_free(&found);
        tl_judge_cover_found_free(&found); /* what was freed may be freed */
        assert_true(found.attacker_count == 0 && found.attackers == NULL);
    } else if (which == ASK_MELEE) {
        tl_melee melee;
        status = tl_pair_melee(&inquiry, 0, 1, &melee, &error);
    } else {
        tl_region_rules rules;
        tl_shield_rules shields = {.sight = NULL};
        tl_between between = {.context = NULL}, shield = {.context = NULL};
        tl_region here = {.member = SIZE_MAX,
                          .kind = tl_ruleset_class(t->ruleset, "infantry"),
                          .from_base = true,
                          .measured = JUDGE_RIM,
                          .covers = JUDGE_RIM,
                          .low = {520, 1000},
                          .high = {560, 1040},
                          .tall = 30};
        tl_region there = here;
        there.low.x = 1280, there.high.x = 1400;
        status = tl_region_rules_make(&inquiry, NULL, &rules, &error);
        if (status == TL_OK) {
            status = tl_shield_rules_make(&rules, &shields, &error);
        }
        if (status == TL_OK) {
            status = tl_region_between_make(&rules, inquiry.context, &here, &there, &between, &error);
        }
        if (status == TL_OK) {
            status = tl_shield_between_make(&shields, inquiry.context, &here, &there, &shield, &error);
        }
        tl_between_free(&between);
        tl_between_free(&shield);
        tl_shield_rules_free(&shields);
        tl_region_rules_free(&rules);
    }
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    for (int blocked = 0; blocked < 2; blocked++) {
        judge_table t;
        set_everything(&t, blocked);
        for (int which = 0; which < ASKS; which++) {
            int refused = 0;
            tl_status status = ask_any(&t, which); /* what is joined once is kept for the table */
            assert_int_equal(status, TL_OK);
            status = TL_ERROR_MEMORY;
            for (long left = 0; status != TL_OK; left += 1 + left / 24) {
                long held = t.purse.held;
                t.purse.left = left;
                status = ask_any(&t, which);
                t.purse.left = -1;
                assert_int_equal(t.purse.held, held);
                assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
                assert_int_equal(error.status, status);
                refused += status != TL_OK;
                assert_true(refused < 3000);
            }
            assert_true(refused > 1);
        }
        judge_end(&t);
    }
}

/* Whenever time runs out, there is an answer: one that was found stays, what wasn't is left out. */
static void time_runs_out(void **state) {
    (void)state;
    for (int blocked = 0; blocked < 2; blocked++) {
        judge_table t;
        judge_begin(&t);
        judge_model(&t, "a", "red", "infantry", "post", 500, 1000, 0, "");
        judge_model(&t, "b", "blue", "infantry", "post", 1500, 1000, 0, "");
        judge_wall(&t, "wall", (tl_vec2){1000, 100}, (tl_vec2){1010, blocked ? 1100 : 960}, 300);
        judge_ready(&t);
        tl_party from = judge_party(&t, "a"), to = judge_party(&t, "b");
        for (int k = 0; k < 40; k++) {
            tl_inquiry limited = t.inquiry;
            limited.margin = true;
            tl_inquiry_limit(&limited, 0.01 * pow(1.2, k));
            tl_judge_sight_found found;
            error = (tl_error){0};
            ok(tl_judge_sight(&limited, &from, &to, true, &found, &error));
            assert_int_equal(error.status, TL_OK);
            assert_true(found.verdict == OPEN || found.verdict == (blocked ? NO : YES));
            assert_true(!found.margin.measured || found.verdict != OPEN);
            assert_true(!found.proof.proved || found.verdict == NO);
            tl_judge_sight_found_free(&found);
        }
        judge_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patches_from_both), cmocka_unit_test(patches_settle),  cmocka_unit_test(many_pairs),
        cmocka_unit_test(open_walls),        cmocka_unit_test(names),           cmocka_unit_test(several_viewers),
        cmocka_unit_test(open_attackers),    cmocka_unit_test(shares_in_doubt), cmocka_unit_test(unsettled_cover),
        cmocka_unit_test(open_pairs_told),   cmocka_unit_test(proofs),          cmocka_unit_test(through_doors),
        cmocka_unit_test(memory_runs_out),   cmocka_unit_test(time_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
