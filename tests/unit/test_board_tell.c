/* test_board_tell.c: findings that a test puts together by hand, as JSON, in words of both languages, as figures and as
 * marks: every number that goes in comes out where it belongs. */
#include "board/map/bodies.h"
#include "board/findings/tell.h"
#include "support/board_scene.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    judge_table t;
    board_scene read; /* to read the answer with */
    tl_board_analysis q;
    tl_board_study study;
    tl_board_findings *f;
    tl_error error;
} fixture;

/* A table of 600 x 400 with a wall, 50 high, and `more` pieces; its six squares of 200; nothing found yet. */
static void set_up(fixture *x, const char *more) {
    memset(x, 0, sizeof(*x));
    judge_begin(&x->t);
    x->t.width = 600;
    x->t.depth = 400;
    judge_terrain(&x->t, "{'id':'w','name':'The wall','kind':'wall','mesh':'box 300 0 0 320 180 50'}");
    judge_terrain(&x->t, "{'id':'h','name':'The house','kind':'wall','mesh':'box 100 300 0 200 380 50'}%s", more);
    judge_ready(&x->t);
    x->read.made.context = x->t.context;
    tl_context *c = x->t.context;
    x->q = (tl_board_analysis){.context = c, .referee = x->t.referee, .study = &x->study};
    assert_int_equal(tl_board_stage_make(x->t.referee, NULL, &x->q.stage, &x->error), TL_OK);
    x->q.words = x->q.stage.words;
    assert_int_equal(tl_board_body_named(x->t.table, NULL, "target", 0, &x->q.body, &x->error), TL_OK);
    const tl_board_grid grid = {0, 0, 600, 400, 200, 3, 2};
    assert_int_equal(tl_board_pairs_make(&x->q.stage, &x->q.body, &grid, 0, 1, &x->q.pairs, &x->error), TL_OK);
    const tl_vec2 *const zone[2] = {NULL, NULL};
    const size_t count[2] = {0, 0};
    assert_int_equal(tl_board_zones_make(&x->q.pairs, x->q.stage.terrain.rect, zone, count, &x->q.zones, &x->error),
                     TL_OK);
    x->f = tl_alloc_array(c, 1, sizeof(*x->f));
    x->f->context = c;
}

static void tear_down(fixture *x) {
    tl_board_findings_destroy(x->f);
    tl_board_zones_free(x->t.context, &x->q.zones);
    tl_board_pairs_free(&x->q.pairs);
    tl_board_stage_free(&x->q.stage);
    tl_json_destroy(x->read.made.answer);
    free(x->read.told);
    judge_end(&x->t);
}

static void tell(fixture *x) {
    tl_free(x->t.context, x->f->json);
    tl_free(x->t.context, x->f->text);
    tl_free(x->t.context, x->f->edit);
    tl_free(x->t.context, x->f->best.text);
    x->f->json = x->f->text = x->f->edit = x->f->best.text = NULL;
    assert_int_equal(tl_board_tell(&x->q, x->f, &x->error), TL_OK);
    board_answer(&x->read, x->f->json);
}

static double number(const fixture *x, const char *path) {
    return made_number(&x->read.made, path);
}

static bool has(const fixture *x, const char *path) {
    return made_has(&x->read.made, path);
}

static void line(const fixture *x, const char *text) {
    char whole[600];
    snprintf(whole, sizeof(whole), "%s\n", text);
    const char *at = strstr(x->f->text, whole);
    if (at == NULL || (at > x->f->text && at[-1] != '\n')) {
        fail_msg("`%s` is no line of:\n%s", text, x->f->text);
    }
}

static void no_line(const fixture *x, const char *part) {
    if (strstr(x->f->text, part) != NULL) {
        fail_msg("`%s` is in:\n%s", part, x->f->text);
    }
}

static void speak(fixture *x, const char *tag) {
    x->q.words.language = tl_language_find(tag);
}

static void bounds(const fixture *x, const char *name, tl_board_bounds b) {
    const double want[3] = {b.low, b.high, b.estimate};
    for (int k = 0; k < 3; k++) {
        char path[80];
        snprintf(path, sizeof(path), "%s[%d]", name, k);
        assert_near(number(x, path), want[k], 0);
    }
}

/* Different numbers everywhere. */
static void fill_score(tl_board_score *s, double from) {
    for (int g = 0; g < TL_BOARD_GROUPS; g++) {
        double low = from + 0.05 * g;
        s->share[g] = (tl_board_bounds){low, low + 0.02, low + 0.01};
    }
    s->zones = (tl_board_bounds){from + 0.5, from + 0.54, from + 0.52};
    s->sides = (tl_board_bounds){from + 0.6, from + 0.64, from + 0.62};
}

/* --- Scores ------------------------------------------------------------------------------------------------------- */

static void scores_are_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    fill_score(&x.f->score, 0.1);
    tell(&x);
    assert_string_equal(made_word(&x.read.made, "query"), "findings");
    assert_string_equal(made_word(&x.read.made, "scene"), "Made");
    assert_string_equal(made_word(&x.read.made, "ruleset"), "dust-battlefield");
    assert_string_equal(made_word(&x.read.made, "body"), "infantry");
    assert_near(number(&x, "cell_mm"), 200, 0);
    assert_near(number(&x, "columns"), 3, 0);
    assert_near(number(&x, "rows_count"), 2, 0);
    assert_near(number(&x, "zone_a[2][0]"), 600, 0);
    assert_near(number(&x, "zone_a[2][1]"), 100, 0);
    assert_near(number(&x, "zone_b[0][1]"), 300, 0);
    assert_false(has(&x, "zone_b[4]"));
    static const char *const names[6] = {"view_a", "view_b", "between", "view_left", "view_right", "anywhere"};
    for (int g = 0; g < 6; g++) {
        bounds(&x, names[g], x.f->score.share[g]);
    }
    bounds(&x, "fairness_zones", x.f->score.zones);
    bounds(&x, "fairness_sides", x.f->score.sides);
    static const char *const left_out[] = {"pieces",         "suggestion", "by_distance", "lanes",
                                           "uncertainty_mm", "open_holes", "covered"};
    for (size_t k = 0; k < sizeof(left_out) / sizeof(left_out[0]); k++) {
        assert_false(has(&x, left_out[k]));
    }
    line(&x,
         "Of the table outside of both zones, zone A sees 10.0 to 12.0 percent (11.0 by estimate), zone B 15.0 to 17.0 "
         "percent (16.0).");
    line(&x, "Fairness of the zones: 0.60 to 0.64, 0.62 by estimate; 1 is alike.");
    line(&x, "Left and right half: 0.70 to 0.74, 0.72 by estimate.");
    line(&x, "Of all pairs of places, 35.0 to 37.0 percent see each other (36.0 by estimate).");
    no_line(&x, "Meshes");
    no_line(&x, "Terrain");
    speak(&x, "fr");
    x.study.body = "vehicle";
    tell(&x);
    assert_string_equal(made_word(&x.read.made, "body"), "vehicle");
    line(&x,
         "De la table hors des deux zones, la zone A voit de 10,0 à 12,0 pour cent (11,0 estimés), la zone B de 15,0 à "
         "17,0 pour cent (16,0).");
    line(&x, "De toutes les paires d'emplacements, de 35,0 à 37,0 pour cent se voient (36,0 estimés).");
    tear_down(&x);
}

static void pairs_are_counted(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    assert_int_equal(x.q.pairs.count, 6);
    for (size_t k = 0; k < 15; k++) { /* 1 nowhere, 2 seen, 3 hidden, 4 open, 5 likely */
        static const uint8_t values[15] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4};
        x.q.pairs.pairs[k] = values[(7 * k) % 15];
    }
    for (size_t k = 0; k < 6; k++) {
        x.q.pairs.squares[k].partly = k == 0 || k == 2 || k == 5;
        x.q.pairs.squares[k].area = 1;
    }
    x.q.pairs.squares[2].area = 0; /* nobody stands there at all */
    x.q.pairs.rulings = 77;
    x.q.pairs.proofs = 88;
    tell(&x);
    assert_near(number(&x, "places"), 6, 0);
    assert_near(number(&x, "places_in_doubt"), 2, 0);
    static const char *const names[5] = {"pairs.nowhere", "pairs.seen", "pairs.hidden", "pairs.open",
                                         "pairs.open_with_line"};
    for (int k = 0; k < 5; k++) {
        assert_near(number(&x, names[k]), k + 1, 0);
    }
    assert_near(number(&x, "rulings"), 77, 0);
    assert_near(number(&x, "proofs"), 88, 0);
    tear_down(&x);
}

/* What meshes leave open is told where it matters. */
static void doubts_are_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x, ",{'id':'scan','kind':'wall','mesh':'box 400 0 0 420 90 50','uncertainty':2.5}");
    tell(&x);
    assert_near(number(&x, "uncertainty_mm"), 2.5, 1e-12);
    assert_false(has(&x, "open_holes"));
    line(&x, "Meshes may be off by up to 2.5 mm; what is proved holds whatever that leaves.");
    tear_down(&x);
    set_up(&x, ",{'id':'pipe','kind':'wall','mesh':'tube 350 250 0 580 280 40','at':[0,0,0]}");
    tell(&x);
    assert_false(has(&x, "uncertainty_mm"));
    assert_true(made_value(&x.read.made, "open_holes")->boolean);
    no_line(&x, "Meshes may be off");
    assert_non_null(strstr(x.f->text, "hole"));
    tear_down(&x);
}

/* --- Details ------------------------------------------------------------------------------------------------------ */

/* Gaps of many widths: the largest usual base that passes for sure, the width being true to a hundredth. */
static void the_base_that_passes_is_a_usual_one(void **state) {
    (void)state;
    static const double bases[9] = {25, 32, 40, 50, 60, 80, 100, 120, 150};
    fixture x;
    set_up(&x, "");
    tl_board_findings *f = x.f;
    f->detailed = true;
    f->ways.passes = true;
    f->ways.gaps = tl_alloc_array(x.t.context, 1, sizeof(*f->ways.gaps));
    f->ways.gap_count = 1;
    for (int k = 0; k < 9; k++) {
        for (int above = 0; above < 2; above++) {
            double width = bases[k] + (above ? 0.011 : 0.009);
            double passes = above ? bases[k] : k > 0 ? bases[k - 1] : 0;
            for (int off = 0; off < 2; off++) { /* off by 3, the gap counts as 3 narrower */
                f->ways.gaps[0] = (tl_board_gap){.piece = {0, 1}, .width = width + 3 * off, .off = 3 * off};
                f->ways.bounds[0] = f->ways.bounds[1] = f->ways.widest = width;
                tell(&x);
                assert_near(number(&x, "gaps[0].base_mm"), passes, 0);
                assert_near(number(&x, "passage.base_mm"), passes, 0);
                assert_true(has(&x, "gaps[0].uncertainty_mm") == (off == 1));
                assert_false(has(&x, "passage.bounds_mm"));
            }
        }
    }
    tear_down(&x);
}

static void gaps_are_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    tl_board_findings *f = x.f;
    f->detailed = true;
    f->covered = 0.125;
    f->covered_tall = 0.0625;
    f->ways = (tl_board_ways){.passes = true, .widest = 70, .bounds = {70, 70}};
    f->ways.narrowest = (tl_board_gap){.piece = {0, TL_BOARD_EDGE + 3}, .width = 70, .at = {{310, 180}, {310, 400}}};
    f->ways.gaps = tl_alloc_array(x.t.context, 14, sizeof(*f->ways.gaps));
    f->ways.gap_count = 14;
    for (size_t k = 0; k < 14; k++) {
        f->ways.gaps[k] = (tl_board_gap){.piece = {1, 0}, .width = 120 + (double)k, .at = {{1, 2}, {3, 4}}};
    }
    f->ways.gaps[0] = (tl_board_gap){.piece = {1, 0}, .width = 61, .at = {{200, 300}, {300, 180}}};
    f->ways.gaps[1] = (tl_board_gap){.piece = {1, TL_BOARD_EDGE + 0}, .width = 24, .at = {{100, 350}, {0, 350}}};
    f->ways.gaps[2] = (tl_board_gap){.piece = {0, 1}, .width = 34, .off = 1.5};   /* 32 passes whatever is off */
    f->ways.gaps[3] = (tl_board_gap){.piece = {0, 1}, .width = 26, .off = 1.5};   /* 25 perhaps */
    f->ways.gaps[4] = (tl_board_gap){.piece = {0, 1}, .width = 23, .off = 1.5};   /* not even that */
    f->ways.gaps[5] = (tl_board_gap){.piece = {0, 1}, .width = 24.5, .off = 0.5}; /* 25 and a hundredth would do */
    tell(&x);
    assert_near(number(&x, "covered"), 0.125, 0);
    assert_near(number(&x, "covered_tall"), 0.0625, 0);
    assert_near(number(&x, "passage.widest_mm"), 70, 0);
    assert_near(number(&x, "passage.base_mm"), 60, 0);
    assert_string_equal(made_word(&x.read.made, "passage.narrowest.between[0]"), "w");
    assert_string_equal(made_word(&x.read.made, "passage.narrowest.between[1]"), "table");
    assert_near(number(&x, "passage.narrowest.to[1]"), 400, 0);
    assert_string_equal(made_word(&x.read.made, "gaps[0].between[0]"), "h");
    assert_string_equal(made_word(&x.read.made, "gaps[0].between[1]"), "w");
    assert_near(number(&x, "gaps[0].width_mm"), 61, 0);
    assert_near(number(&x, "gaps[0].from[0]"), 200, 0);
    assert_near(number(&x, "gaps[0].from[1]"), 300, 0);
    assert_near(number(&x, "gaps[0].to[0]"), 300, 0);
    assert_near(number(&x, "gaps[2].uncertainty_mm"), 1.5, 0);
    assert_near(number(&x, "gaps[3].base_mm"), 0, 0);
    assert_true(has(&x, "gaps[13]") && !has(&x, "gaps[14]"));
    line(&x, "Terrain covers 12.5 percent of the table; what is high enough to hide the body, 6.3 percent.");
    line(&x,
         "Round bases up to 7.0 cm get from zone to zone past the terrain; wider ones are stopped between The wall and "
         "the table's edge.");
    line(&x, "Gap between The house and The wall: 6.1 cm; a round base of 6.0 cm passes.");
    line(&x, "Gap between The house and the table's edge: 2.4 cm; not even a round base of 2.5 cm passes.");
    line(
        &x,
        "Gap between The wall and The house: 3.4 cm, give or take 1.5 mm; a round base of 3.2 cm passes all the same.");
    line(&x,
         "Gap between The wall and The house: 2.6 cm, give or take 1.5 mm; whether a round base of 2.5 cm passes is "
         "open.");
    line(&x,
         "Gap between The wall and The house: 2.3 cm, give or take 1.5 mm; not even a round base of 2.5 cm passes.");
    assert_non_null(strstr(x.f->text, "give or take 0.50 mm; not even"));
    line(&x, "Gap between The house and The wall: 13.1 cm; a round base of 12.0 cm passes.");
    no_line(&x, "13.2 cm"); /* twelve are enough for players */
    /* unsure how wide */
    f->ways.bounds[0] = 55;
    f->ways.bounds[1] = 85;
    f->ways.narrowest.piece[1] = 1;
    speak(&x, "fr");
    tell(&x);
    assert_near(number(&x, "passage.bounds_mm[0]"), 55, 0);
    assert_near(number(&x, "passage.bounds_mm[1]"), 85, 0);
    assert_near(number(&x, "passage.base_mm"), 50, 0);
    assert_string_equal(made_word(&x.read.made, "passage.narrowest.between[1]"), "h");
    line(&x,
         "Des socles ronds jusqu'à 5,5 cm vont de zone en zone entre les décors, si inexacts que soient les maillages, "
         "peut-être jusqu'à 8,5 cm ; de plus larges sont arrêtés entre The wall et The house.");
    line(&x, "Passage entre The house et le bord de la table : 2,4 cm ; même un socle rond de 2,5 cm ne passe pas.");
    /* no way at all */
    f->ways.passes = false;
    speak(&x, "en");
    tell(&x);
    assert_near(number(&x, "passage.widest_mm"), 0, 0);
    line(&x, "No base gets from zone to zone past the terrain: it reaches from side to side.");
    tear_down(&x);
}

static void lanes_and_distances_are_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    tl_board_findings *f = x.f;
    f->detailed = true;
    f->lanes.count = 3;
    f->lanes.longest = 2;
    f->lanes.lanes[0] = (tl_board_lane){{10, 20}, {510, 330}, {1, 2}, 25, 588, false};
    f->lanes.lanes[1] = (tl_board_lane){{30, 50}, {70, 350}, {3, 4}, 50, 303, true};
    f->lanes.lanes[2] = (tl_board_lane){{40, 60}, {80, 260}, {5, 6}, 150, 204, false};
    f->lines.count = 2;
    f->lines.steps[0] = (tl_board_tally){{3, 0}, {1, 0}, {0, 0}, 0};
    f->lines.steps[1] = (tl_board_tally){{1, 0}, {2, 0}, {1, 0}, 1};
    f->score.tally[TL_BOARD_ANYWHERE] = (tl_board_tally){{10, 0}, {6, 0}, {4, 0}, 0};
    tell(&x);
    assert_near(number(&x, "by_distance[0].from_mm"), 0, 0);
    assert_near(number(&x, "by_distance[0].to_mm"), 200, 0);
    assert_near(number(&x, "by_distance[1].from_mm"), 200, 0);
    assert_near(number(&x, "by_distance[1].to_mm"), 400, 0);
    assert_near(number(&x, "by_distance[0].of_all"), 4.0 / 20, 1e-15);
    assert_near(number(&x, "by_distance[1].seen[0]"), 0.25, 1e-15);
    assert_near(number(&x, "by_distance[1].seen[1]"), 0.5, 1e-15);
    assert_near(number(&x, "by_distance[1].seen[2]"), 0.5, 1e-15);
    assert_false(has(&x, "by_distance[2]"));
    line(&x, "0 mm to 20.0 cm apart, 75.0 to 75.0 percent of the places see each other (75.0 by estimate).");
    line(&x, "20.0 cm to 40.0 cm apart, 25.0 to 50.0 percent of the places see each other (50.0 by estimate).");
    assert_near(number(&x, "lanes[0].length_mm"), 588, 0);
    assert_near(number(&x, "lanes[2].width_mm"), 150, 0);
    assert_near(number(&x, "lanes[1].from[1]"), 50, 0);
    assert_near(number(&x, "lanes[1].to[0]"), 70, 0);
    assert_false(has(&x, "lanes[3]"));
    static const char *const why[3] = {"length", "length", "width"};
    for (int k = 0; k < 3; k++) {
        char path[60];
        snprintf(path, sizeof(path), "lanes[%d].listed_for", k);
        assert_string_equal(made_word(&x.read.made, path), why[k]);
        snprintf(path, sizeof(path), "lanes[%d].between_zones", k);
        assert_true((made_value(&x.read.made, path)->boolean) == (k == 1));
    }
    line(&x, "Fire lane 58.8 cm long and 2.5 cm wide, from (1.0 cm, 2.0 cm) to (51.0 cm, 33.0 cm).");
    line(&x, "Fire lane from zone to zone, 30.3 cm long and 5.0 cm wide, from (3.0 cm, 5.0 cm) to (7.0 cm, 35.0 cm).");
    /* nothing at all to be seen: no share is a quotient by nothing */
    f->score.tally[TL_BOARD_ANYWHERE] = (tl_board_tally){.likely = 0};
    f->lines.steps[0] = f->lines.steps[1] = f->score.tally[TL_BOARD_ANYWHERE];
    speak(&x, "fr");
    tell(&x);
    assert_near(number(&x, "by_distance[1].of_all"), 0, 0);
    line(&x, "Couloir de tir de 58,8 cm de long et 2,5 cm de large, de (1,0 cm, 2,0 cm) à (51,0 cm, 33,0 cm).");
    tear_down(&x);
}

static void fill_leaks(tl_board_findings *f, size_t count) {
    f->leaks.count = count;
    for (size_t k = 0; k < count; k++) {
        double d = (double)k;
        f->leaks.leaks[k] = (tl_board_leak){{d, 1, 2}, {d, 3, 4}, 0.25 + 0.01 * d, {{d, 100}, {d, 200}}};
    }
}

static void leaks_are_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    tl_board_findings *f = x.f;
    f->detailed = true;
    tell(&x);
    assert_near(number(&x, "leaks.pairs"), 0, 0);
    assert_near(number(&x, "leaks.clearance_mm"), 1.5, 0);
    assert_false(has(&x, "leaks.pairs_left") || has(&x, "leaks.listed[0]"));
    no_line(&x, "nearer than");
    fill_leaks(f, 1);
    f->leaks.all = 1;
    tell(&x);
    line(&x, "1 pair of places sees each other only past something nearer than 1.5 mm; the closest leaves 0.25 mm.");
    no_line(&x, "more pair");
    fill_leaks(f, 3);
    f->leaks.all = 47;
    f->leaks.left = 5;
    tell(&x);
    assert_near(number(&x, "leaks.pairs"), 47, 0);
    assert_near(number(&x, "leaks.pairs_left"), 5, 0);
    assert_near(number(&x, "leaks.listed[2].clearance_mm"), 0.27, 1e-12);
    assert_near(number(&x, "leaks.listed[2].from_place[0]"), 2, 0);
    assert_near(number(&x, "leaks.listed[2].from_place[1]"), 100, 0);
    assert_near(number(&x, "leaks.listed[2].to_place[1]"), 200, 0);
    assert_near(number(&x, "leaks.listed[1].from[1]"), 1, 0);
    assert_near(number(&x, "leaks.listed[1].from[2]"), 2, 0);
    assert_near(number(&x, "leaks.listed[1].to[2]"), 4, 0);
    assert_false(has(&x, "leaks.listed[3]"));
    line(&x, "47 pairs of places see each other only past something nearer than 1.5 mm; the closest leaves 0.25 mm.");
    line(&x, "5 more pairs look as if they did, too; only the 4000 closest are looked into.");
    f->leaks.left = 1;
    speak(&x, "fr");
    tell(&x);
    line(&x, "1 autre paire semble dans ce cas ; seules les 4000 plus serrées sont examinées.");
    tear_down(&x);
}

/* --- Pieces and changes ------------------------------------------------------------------------------------------- */

static void add_pieces(fixture *x) {
    static const char *const ids[2] = {"h", "w"}, *const names[2] = {"The house", "The wall"};
    x->f->pieces = tl_alloc_array(x->t.context, 2, sizeof(*x->f->pieces));
    x->f->piece_count = 2;
    for (int k = 0; k < 2; k++) {
        tl_board_piece *p = &x->f->pieces[k];
        double d = 0.1 * k;
        *p = (tl_board_piece){.id = tl_duplicate_text(x->t.context, ids[k]), .name = names[k], .again = 30 + (size_t)k};
        p->hides = (tl_board_bounds){0.011 + d, 0.022 + d, 0.018 + d};
        p->hides_from[0] = (tl_board_bounds){0.031 + d, 0.042 + d, 0.038 + d};
        p->hides_from[1] = (tl_board_bounds){0.051 + d, 0.062 + d, 0.058 + d};
        p->fairness = (tl_board_bounds){0.71 + d, 0.82 + d, 0.78 + d};
    }
}

static void pieces_are_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    add_pieces(&x);
    tell(&x);
    for (int k = 0; k < 2; k++) {
        char path[60];
        const tl_board_piece *p = &x.f->pieces[k];
        snprintf(path, sizeof(path), "pieces[%d].id", k);
        assert_string_equal(made_word(&x.read.made, path), p->id);
        snprintf(path, sizeof(path), "pieces[%d].hides", k);
        bounds(&x, path, p->hides);
        snprintf(path, sizeof(path), "pieces[%d].hides_from_a", k);
        bounds(&x, path, p->hides_from[0]);
        snprintf(path, sizeof(path), "pieces[%d].hides_from_b", k);
        bounds(&x, path, p->hides_from[1]);
        snprintf(path, sizeof(path), "pieces[%d].fairness_without", k);
        bounds(&x, path, p->fairness);
        snprintf(path, sizeof(path), "pieces[%d].pairs_again", k);
        assert_near(number(&x, path), 30 + k, 0);
    }
    line(&x, "The house hides 1.10 to 2.20 percent of all pairs of places (1.80 by estimate); without it the zones' "
             "fairness "
             "would be about 0.78.");
    line(&x, "The wall hides 11.10 to 12.20 percent of all pairs of places (11.80 by estimate); without it the zones' "
             "fairness would be about 0.88.");
    tear_down(&x);
}

static void suggest(fixture *x, double dx, double dy, double turn) {
    x->f->sought = true;
    x->f->tried = 17;
    x->f->proved = 3;
    tl_free(x->t.context, x->f->best.json);
    x->f->best.json = tl_duplicate_text(x->t.context, "{\"move\":[\"w\"]}");
    x->f->best.piece = 1;
    x->f->best.by[0] = dx;
    x->f->best.by[1] = dy;
    x->f->best.turn = turn;
    tell(x);
}

static void changes_are_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    add_pieces(&x);
    fill_score(&x.f->score, 0.1);
    fill_score(&x.f->best.score, 0.3);
    x.f->sought = true;
    x.f->tried = 1;
    tell(&x);
    assert_false(has(&x, "suggestion.edit"));
    assert_near(number(&x, "suggestion.tried"), 1, 0);
    assert_null(x.f->edit);
    line(&x, "Of 1 move or turn of one piece none makes the board fairer.");
    no_line(&x, "Then");
    static const struct {
        double x, y, turn;
        const char *text;
    } cases[] = {
        {100, 0, 0, "Fairest of 17 changes: move The wall by 10.0 cm to the right."},
        {-100, 0, 0, "Fairest of 17 changes: move The wall by 10.0 cm to the left."},
        {0, 200, 0, "Fairest of 17 changes: move The wall by 20.0 cm away from you."},
        {0, -200, 0, "Fairest of 17 changes: move The wall by 20.0 cm towards you."},
        {-100, 200, 0, "Fairest of 17 changes: move The wall by 10.0 cm to the left and 20.0 cm away from you."},
        {0, 0, 90, "Fairest of 17 changes: turn The wall by 90 degrees to the left."},
    };
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        char whole[300];
        suggest(&x, cases[k].x, cases[k].y, cases[k].turn);
        assert_string_equal(x.f->best.text, cases[k].text);
        snprintf(whole, sizeof(whole), "%s Then:", cases[k].text);
        line(&x, whole);
        assert_string_equal(x.f->edit, "{\"move\":[\"w\"]}");
        assert_ptr_not_equal(x.f->edit, x.f->best.json);
        assert_string_equal(made_word(&x.read.made, "suggestion.edit.move[0]"), "w");
        assert_string_equal(made_word(&x.read.made, "suggestion.piece"), "w");
        assert_near(number(&x, "suggestion.proved"), 3, 0);
        bounds(&x, "suggestion.before.fairness_zones", x.f->score.zones);
        bounds(&x, "suggestion.after.fairness_zones", x.f->best.score.zones);
        bounds(&x, "suggestion.after.between", x.f->best.score.share[TL_BOARD_BETWEEN]);
        assert_false(has(&x, "suggestion.after.view_left") || has(&x, "suggestion.after.fairness_sides"));
        line(&x, "Fairness of the zones: 0.80 to 0.84, 0.82 by estimate; 1 is alike."); /* after it */
        assert_null(strstr(strstr(x.f->text, "Then:"), "half"));                        /* of the zones alone */
    }
    speak(&x, "fr");
    suggest(&x, 100, -200, 0);
    assert_string_equal(x.f->best.text,
                        "Le plus équitable de 17 changements : déplacer The wall de 10,0 cm vers la droite "
                        "et de 20,0 cm vers vous.");
    tear_down(&x);
}

/* --- Figures and marks -------------------------------------------------------------------------------------------- */

static bool same_bounds(tl_board_bounds a, tl_board_bounds b) {
    return a.low == b.low && a.high == b.high && a.estimate == b.estimate;
}

static void figures_are_those_found(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    fill_score(&x.f->score, 0.1);
    x.f->detailed = true;
    x.f->covered = 0.3;
    x.f->covered_tall = 0.2;
    x.f->ways.passes = true;
    x.f->ways.widest = 66;
    x.f->leaks.all = 9;
    tl_board_figures v = tl_board_figures_of(x.f);
    const tl_board_bounds *s = x.f->score.share;
    assert_true(same_bounds(v.view_a, s[0]) && same_bounds(v.view_b, s[1]) && same_bounds(v.between, s[2]));
    assert_true(same_bounds(v.view_left, s[3]) && same_bounds(v.view_right, s[4]) && same_bounds(v.anywhere, s[5]));
    assert_true(same_bounds(v.fairness_zones, x.f->score.zones) && same_bounds(v.fairness_sides, x.f->score.sides));
    assert_true(v.detailed && v.covered == 0.3 && v.covered_tall == 0.2 && v.passage_mm == 66 && v.leaks == 9);
    assert_true(v.longest_lane_mm == 0 && v.widest_lane_mm == 0);
    x.f->lanes.count = 3;
    x.f->lanes.lanes[0] = (tl_board_lane){.length = 300, .width = 50};
    x.f->lanes.lanes[1] = (tl_board_lane){.length = 500, .width = 25};
    x.f->lanes.lanes[2] = (tl_board_lane){.length = 200, .width = 75};
    x.f->lanes.lanes[3] = (tl_board_lane){.length = 900, .width = 900};
    x.f->ways.passes = false;
    v = tl_board_figures_of(x.f);
    assert_true(v.longest_lane_mm == 500 && v.widest_lane_mm == 75 && v.passage_mm == 0);
    tear_down(&x);
}

static const tl_board_mark *mark_of(const fixture *x, tl_board_mark_kind kind, size_t index) {
    for (size_t k = 0; k < x->f->mark_count; k++) {
        if (x->f->marks[k].kind == kind && index-- == 0) {
            return &x->f->marks[k];
        }
    }
    return NULL;
}

static void mark(fixture *x) {
    tl_free(x->t.context, x->f->marks);
    x->f->mark_count = 0;
    assert_int_equal(tl_board_mark_all(&x->q, x->f, &x->error), TL_OK);
}

/* Lines lie 2 mm above the ground, so that they are seen. */
static void marks_lie_over_the_table(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    tl_board_findings *f = x.f;
    f->ways.narrowest.piece[0] = TL_BOARD_EDGE + 2;
    mark(&x);
    assert_int_equal(f->mark_count, 8);
    for (size_t k = 0; k < 4; k++) {
        const tl_vec2 a[4] = {{0, 0}, {600, 0}, {600, 100}, {0, 100}};
        const tl_board_mark *m = mark_of(&x, TL_BOARD_MARK_ZONE_A, k), *n = mark_of(&x, TL_BOARD_MARK_ZONE_B, k);
        assert_point_near(m->from, ((tl_vec3){a[k].x, a[k].y, 2}), 0);
        assert_point_near(m->to, ((tl_vec3){a[(k + 1) % 4].x, a[(k + 1) % 4].y, 2}), 0);
        assert_point_near(n->from, ((tl_vec3){a[k].x, a[k].y + 300, 2}), 0);
        assert_true(m->width == 0 && n->width == 0);
    }
    f->lanes.count = 1;
    f->lanes.lanes[0] = (tl_board_lane){{10, 20}, {510, 330}, {7, 9}, 25, 588, false};
    f->ways.gaps = tl_alloc_array(x.t.context, 1, sizeof(*f->ways.gaps));
    f->ways.gap_count = 1;
    f->ways.gaps[0] = (tl_board_gap){.piece = {1, 0}, .width = 61, .at = {{200, 299}, {299, 181}}};
    f->ways.narrowest = (tl_board_gap){.piece = {0, TL_BOARD_EDGE + 3}, .width = 70, .at = {{310, 90}, {310, 399}}};
    mark(&x);
    assert_int_equal(f->mark_count, 10); /* the passage's gap only where it was looked for */
    const tl_board_mark *m = mark_of(&x, TL_BOARD_MARK_LANE, 0);
    assert_point_near(m->from, ((tl_vec3){10, 20, 9}), 0);
    assert_point_near(m->to, ((tl_vec3){510, 330, 11}), 0);
    assert_near(m->width, 25, 0);
    m = mark_of(&x, TL_BOARD_MARK_GAP, 0);
    assert_point_near(m->from, ((tl_vec3){200, 299, 2}), 1e-9);
    assert_point_near(m->to, ((tl_vec3){299, 181, 2}), 1e-9);
    assert_near(m->width, 61, 0);
    f->detailed = true;
    mark(&x);
    m = mark_of(&x, TL_BOARD_MARK_PASSAGE, 0);
    assert_point_near(m->from, ((tl_vec3){310, 90, 52}), 1e-9); /* on the wall, on which one can stand */
    assert_point_near(m->to, ((tl_vec3){310, 399, 2}), 1e-9);
    assert_near(m->width, 70, 0);
    f->ways.narrowest.piece[0] = TL_BOARD_EDGE + 2; /* nothing stops it: there is no gap to draw */
    mark(&x);
    assert_null(mark_of(&x, TL_BOARD_MARK_PASSAGE, 0));
    tear_down(&x);
}

/* Five leaks at most, of which no two have a place in common: whichever end it is, and both numbers of it. */
static void leaks_are_drawn_once_a_place(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    tl_board_findings *f = x.f;
    f->ways.narrowest.piece[0] = TL_BOARD_EDGE;
    fill_leaks(f, 12);
    const tl_vec2 first = f->leaks.leaks[0].places[0], second = f->leaks.leaks[1].places[1];
    f->leaks.leaks[2].places[0] = second;
    f->leaks.leaks[3].places[1] = first;
    f->leaks.leaks[4].places[0] = first;
    f->leaks.leaks[5].places[1] = second;
    f->leaks.leaks[6].places[0] = (tl_vec2){first.x, 777}; /* only beside it, and only above it: others */
    f->leaks.leaks[7].places[1] = (tl_vec2){777, second.y};
    mark(&x);
    static const size_t drawn[5] = {0, 1, 6, 7, 8};
    for (size_t k = 0; k < 5; k++) {
        const tl_board_mark *m = mark_of(&x, TL_BOARD_MARK_LEAK, k);
        const tl_board_leak *l = &f->leaks.leaks[drawn[k]];
        assert_non_null(m);
        assert_point_near(m->from, l->from, 0);
        assert_point_near(m->to, l->to, 0);
        assert_near(m->width, 2 * l->clearance, 1e-15);
    }
    assert_null(mark_of(&x, TL_BOARD_MARK_LEAK, 5));
    tear_down(&x);
}

static void memory_that_runs_out_is_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x, "");
    add_pieces(&x);
    x.f->detailed = true;
    suggest(&x, 100, 0, 0);
    bool done = false;
    for (long n = 0; !done; n++) {
        tl_free(x.t.context, x.f->json);
        tl_free(x.t.context, x.f->text);
        tl_free(x.t.context, x.f->edit);
        tl_free(x.t.context, x.f->best.text);
        x.f->json = x.f->text = x.f->edit = x.f->best.text = NULL;
        memset(&x.error, 0, sizeof(x.error));
        x.t.purse.left = n;
        tl_status status = tl_board_tell(&x.q, x.f, &x.error);
        x.t.purse.left = -1;
        done = status == TL_OK;
        assert_true(done || (status == TL_ERROR_MEMORY && x.error.status == TL_ERROR_MEMORY));
        assert_true(n < 300);
    }
    x.t.purse.left = 0;
    assert_int_equal(tl_board_mark_all(&x.q, x.f, &x.error), TL_ERROR_MEMORY);
    x.t.purse.left = -1;
    tear_down(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_told),
        cmocka_unit_test(pairs_are_counted),
        cmocka_unit_test(doubts_are_told),
        cmocka_unit_test(the_base_that_passes_is_a_usual_one),
        cmocka_unit_test(gaps_are_told),
        cmocka_unit_test(lanes_and_distances_are_told),
        cmocka_unit_test(leaks_are_told),
        cmocka_unit_test(pieces_are_told),
        cmocka_unit_test(changes_are_told),
        cmocka_unit_test(figures_are_those_found),
        cmocka_unit_test(marks_lie_over_the_table),
        cmocka_unit_test(leaks_are_drawn_once_a_place),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
