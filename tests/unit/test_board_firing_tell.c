/* test_board_firing_tell.c: firing positions that a test puts together by hand, as JSON, and in words of both
 * languages: every number that goes in comes out where it belongs. */
#include "board/firing/firing.h"
#include "support/board_scene.h"
#include "support/judge_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 3, NY = 2 };

typedef struct fixture {
    judge_table t;
    board_scene read; /* to read the answer with */
    tl_firing_question q;
    tl_firing_work w;
    tl_firing made;
    tl_firing_square places[NX * NY];
    tl_firing_listed listed[3];
    tl_firing_loop rings[2];
    tl_vec2 corners[7], way[4];
    uint8_t covers[2];
    const tl_document_unit *foes[2];
    tl_error error;
} fixture;

static void set_up(fixture *x) {
    memset(x, 0, sizeof(*x));
    judge_table *t = &x->t;
    judge_begin(t);
    judge_unit(t,
               "{'id':'m','side':'red','class':'infantry','name':'The squad','weapons':[{'id':'gun','name':'Big gun',"
               "'range':3},{'id':'knife','range':'C'},{'id':'long','name':'Rifle','range':6}],"
               "'members':[{'id':'m1','name':'Anna','asset':'man','at':[100,100]}]}");
    judge_unit(t,
               "{'id':'t','side':'blue','class':'infantry','name':'The foe','members':[{'id':'t1','asset':'man','at':"
               "[900,900]}]}");
    judge_man(t, "f", 1500, 900);
    judge_man(t, "g", 1500, 1900);
    judge_ready(t);
    x->read.made.context = t->context;
    size_t mover = judge_who(t, "m1");
    x->q = (tl_firing_question){.member = "m", .target = "t", .march = true};
    x->foes[0] = tl_document_find(t->table->document, "f").unit;
    x->foes[1] = tl_document_find(t->table->document, "g").unit;
    x->made = (tl_firing){.context = t->context, .candidates = x->places, .listed = x->listed};
    x->made.summary = (tl_firing_summary){.columns = NX,
                                          .rows = NY,
                                          .x0 = 40,
                                          .y0 = 60,
                                          .cell_mm = 20,
                                          .allowance_mm = 123,
                                          .seen_mm2 = 20000,
                                          .open_mm2 = 3000,
                                          .reached_mm2 = 50000,
                                          .targets = 4,
                                          .foes = 7,
                                          .rulings = 81,
                                          .proofs = 92};
    x->w = (tl_firing_work){.context = t->context,
                            .referee = t->referee,
                            .question = &x->q,
                            .made = &x->made,
                            .inquiry = t->inquiry,
                            .mover = mover,
                            .unit = tl_table_unit_of(t->table, mover),
                            .facing = 33,
                            .grid = {40, 60, 100, 100, 20, NX, NY},
                            .target = judge_party(t, "t"),
                            .weapon_count = 3,
                            .meant = 5,
                            .foes = x->foes,
                            .foe_count = 2};
    x->w.weapons = x->w.unit->weapons;
    tl_tell_in_language_of(&x->w.inquiry, NULL, &x->w.words);
    /* one place with everything */
    x->rings[0] = (tl_firing_loop){0, 4};
    x->rings[1] = (tl_firing_loop){4, 3};
    for (int k = 0; k < 7; k++) {
        x->corners[k] = (tl_vec2){k, 10 * k};
    }
    for (int k = 0; k < 4; k++) {
        x->way[k] = (tl_vec2){100 + 10 * k, 200 + 20 * k};
    }
    x->covers[0] = TL_VERDICT_YES;
    x->covers[1] = TL_VERDICT_MARGINAL;
    x->listed[0] = (tl_firing_listed){.fires = 5,
                                      .covers = x->covers,
                                      .rings = x->rings,
                                      .ring_count = 2,
                                      .corners = x->corners,
                                      .corner_count = 7,
                                      .way = x->way,
                                      .way_count = 4};
    x->listed[0].place = (tl_firing_place){.at = {131, 262, 17},
                                           .column = 2,
                                           .row = 1,
                                           .level = 3,
                                           .path_mm = 77,
                                           .range_mm = 210,
                                           .los = TL_VERDICT_YES,
                                           .attack = TL_VERDICT_MARGINAL,
                                           .seen = 2,
                                           .of = 4,
                                           .covered = 1,
                                           .uncovered = 0,
                                           .foes = 2,
                                           .area_mm2 = 4400};
    x->made.listed_count = 1;
}

static void drop(fixture *x) {
    tl_free(x->t.context, x->made.json);
    tl_free(x->t.context, x->made.text);
    tl_free(x->t.context, x->made.caption);
    x->made.json = x->made.text = x->made.caption = NULL;
}

static void tear_down(fixture *x) {
    drop(x);
    tl_json_destroy(x->read.made.answer);
    judge_end(&x->t);
}

static void tell(fixture *x, const char *language) {
    drop(x);
    x->w.words.language = tl_language_find(language);
    assert_int_equal(tl_firing_tell(&x->w, &x->error), TL_OK);
    assert_null(strchr(x->made.json, '\n'));
    board_answer(&x->read, x->made.json);
}

static double number(const fixture *x, const char *path) {
    return made_number(&x->read.made, path);
}

static const char *word(const fixture *x, const char *path) {
    return made_word(&x->read.made, path);
}

static bool has(const fixture *x, const char *path) {
    return made_has(&x->read.made, path);
}

static void numbers_are_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x);
    tell(&x, "en");
    assert_string_equal(word(&x, "query"), "firing");
    assert_string_equal(word(&x, "scene"), "Made");
    assert_string_equal(word(&x, "ruleset"), "dust-battlefield");
    assert_string_equal(word(&x, "member"), "m1");
    assert_string_equal(word(&x, "target"), "t");
    assert_true(made_value(&x.read.made, "march")->boolean);
    assert_string_equal(word(&x, "weapons[0]"), "gun");
    assert_string_equal(word(&x, "weapons[1]"), "long");
    assert_false(has(&x, "weapons[2]"));
    static const struct {
        const char *path;
        double value;
    } values[] = {{"facing_deg", 33},
                  {"allowance_mm", 123},
                  {"cell_mm", 20},
                  {"origin[0]", 40},
                  {"origin[1]", 60},
                  {"columns", NX},
                  {"rows_count", NY},
                  {"targets", 4},
                  {"others", 7},
                  {"reached_mm2", 50000},
                  {"seen_mm2", 20000},
                  {"open_mm2", 3000},
                  {"rulings", 81},
                  {"proofs", 92},
                  {"tolerance_mm", 0.05},
                  {"places[0].at[0]", 131},
                  {"places[0].at[2]", 17},
                  {"places[0].column", 2},
                  {"places[0].row", 1},
                  {"places[0].level", 3},
                  {"places[0].path_mm", 77},
                  {"places[0].path[0][0]", 100},
                  {"places[0].path[3][1]", 260},
                  {"places[0].range_mm", 210},
                  {"places[0].seen", 2},
                  {"places[0].of", 4},
                  {"places[0].area_mm2", 4400},
                  {"places[0].rings[0][3][1]", 30},
                  {"places[0].rings[1][0][0]", 4},
                  {"places[0].rings[1][2][1]", 60}};
    for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); k++) {
        assert_near(number(&x, values[k].path), values[k].value, 0);
    }
    assert_false(has(&x, "places[1]") || has(&x, "places[0].path[4]") || has(&x, "places[0].rings[2]") ||
                 has(&x, "places[0].rings[0][4]") || has(&x, "places[0].rings[1][3]"));
    assert_string_equal(word(&x, "places[0].los"), "yes");
    assert_string_equal(word(&x, "places[0].attack"), "marginal");
    assert_string_equal(word(&x, "places[0].fires[0]"), "gun");
    assert_string_equal(word(&x, "places[0].fires[1]"), "long");
    assert_false(has(&x, "places[0].fires[2]"));
    assert_string_equal(word(&x, "places[0].cover[0].from"), "f");
    assert_string_equal(word(&x, "places[0].cover[0].verdict"), "yes");
    assert_string_equal(word(&x, "places[0].cover[1].from"), "g");
    assert_string_equal(word(&x, "places[0].cover[1].verdict"), "marginal");
    assert_false(has(&x, "places[0].cover[2]"));
    x.q.march = false;
    x.w.meant = 0;
    tell(&x, "en");
    assert_false(made_value(&x.read.made, "march")->boolean);
    assert_false(has(&x, "places[0].attack") || has(&x, "places[0].fires") || has(&x, "weapons[0]"));
    tear_down(&x);
}

/* A list a cell, of those where it can stand. */
static void cells_are_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x);
    static const tl_verdict shots[3] = {TL_VERDICT_YES, TL_VERDICT_NO, TL_VERDICT_MARGINAL};
    static const char *const words[3] = {"yes", "no", "marginal"};
    for (size_t k = 0; k < NX * NY; k++) {
        double d = 0.01 * (double)k;
        x.places[k].cell = (tl_firing_cell){k % 2 == 1, k == 3,  0.1 + d, 0.2 + d,      0.15 + d, k,     k + 10,
                                            100 + d,    200 + d, 300 + d, shots[k / 2], k + 20,   k + 30};
    }
    tell(&x, "en");
    for (size_t n = 0; n < 3; n++) {
        size_t k = 2 * n + 1;
        double d = 0.01 * (double)k;
        const double values[14] = {(double)(k % NX), (double)(k / NX), 0,       0.1 + d, 0.2 + d, 0.15 + d,
                                   (double)k,        (double)k + 10,   100 + d, 200 + d, 300 + d, 0,
                                   (double)k + 20,   (double)k + 30};
        for (int v = 0; v < 14; v++) {
            char path[60];
            snprintf(path, sizeof(path), "cells[%zu][%d]", n, v);
            if (v == 2) {
                assert_true(made_value(&x.read.made, path)->boolean == (k == 3));
            } else if (v == 11) {
                assert_string_equal(word(&x, path), words[n]);
            } else {
                assert_near(number(&x, path), values[v], 1e-12);
            }
        }
    }
    assert_false(has(&x, "cells[3]") || has(&x, "cells[0][14]"));
    tear_down(&x);
}

static void lines(const fixture *x, const char *text, const char *caption) {
    assert_string_equal(x->made.text, text);
    assert_string_equal(x->made.caption, caption);
}

#define SUMMARY                                                                                                          \
    "Anna sees The foe from 200 cm² of the 500 cm² that it reaches for certain, and perhaps from parts of another 30 " \
    "cm².\n"

static void places_are_said(void **state) {
    (void)state;
    fixture x;
    set_up(&x);
    tell(&x, "en");
    lines(&x,
          SUMMARY
          "1. (13.1 cm, 26.2 cm): 7.7 cm past (10.0 cm, 20.0 cm), (11.0 cm, 22.0 cm) to go, then 21.0 cm away; sees "
          "2 of 4, fires Big gun + Rifle, in cover from 1 of 2 other enemy units, the same holds of 44 cm² round "
          "it.\n",
          SUMMARY "1. 7.7 cm to go, then 21.0 cm away; sees 2 of 4, fires Big gun + Rifle, in cover from 1 of 2 other "
                  "enemy units.\n");
    tell(&x, "fr");
    lines(
        &x,
        "Anna voit The foe depuis 200 cm² des 500 cm² atteints à coup sûr, et peut-être depuis une partie de 30 cm² de "
        "plus.\n1. (13,1 cm, 26,2 cm) : 7,7 cm en passant par (10,0 cm, 20,0 cm), (11,0 cm, 22,0 cm) à parcourir, puis "
        "21,0 cm de distance ; en voit 2 sur 4, tire avec Big gun + Rifle, à couvert de 1 sur 2 autres unités "
        "ennemies, "
        "il en va de même sur 44 cm² alentour.\n",
        "Anna voit The foe depuis 200 cm² des 500 cm² atteints à coup sûr, et peut-être depuis une partie de 30 cm² de "
        "plus.\n1. 7,7 cm à parcourir, puis 21,0 cm de distance ; en voit 2 sur 4, tire avec Big gun + Rifle, à "
        "couvert "
        "de 1 sur 2 autres unités ennemies.\n");
    /* straight there; from all in cover; one weapon */
    x.listed[0].way_count = 2;
    x.listed[0].place.covered = 2;
    x.listed[0].fires = 4;
    tell(&x, "en");
    lines(&x,
          SUMMARY "1. (13.1 cm, 26.2 cm): 7.7 cm to go, then 21.0 cm away; sees 2 of 4, fires Rifle, in cover from all "
                  "others, the same holds of 44 cm² round it.\n",
          SUMMARY "1. 7.7 cm to go, then 21.0 cm away; sees 2 of 4, fires Rifle, in cover from all others.\n");
    /* nobody else there; nothing fires, for certain and perhaps; no weapon asked about */
    x.listed[0].place.foes = x.listed[0].place.covered = 0;
    x.listed[0].fires = 0;
    tell(&x, "en");
    lines(&x,
          SUMMARY
          "1. (13.1 cm, 26.2 cm): 7.7 cm to go, then 21.0 cm away; sees 2 of 4, whether it may fire is too close to "
          "call, the same holds of 44 cm² round it.\n",
          SUMMARY "1. 7.7 cm to go, then 21.0 cm away; sees 2 of 4, whether it may fire is too close to call.\n");
    x.listed[0].place.attack = TL_VERDICT_NO;
    tell(&x, "en");
    lines(&x,
          SUMMARY
          "1. (13.1 cm, 26.2 cm): 7.7 cm to go, then 21.0 cm away; sees 2 of 4, may not fire, the same holds of 44 "
          "cm² round it.\n",
          SUMMARY "1. 7.7 cm to go, then 21.0 cm away; sees 2 of 4, may not fire.\n");
    x.w.meant = 0;
    x.listed[0].way_count = 3; /* one bend */
    x.listed[1] = x.listed[0];
    x.listed[1].way_count = 1;
    x.made.listed_count = 2;
    tell(&x, "en");
    lines(
        &x,
        SUMMARY "1. (13.1 cm, 26.2 cm): 7.7 cm past (10.0 cm, 20.0 cm) to go, then 21.0 cm away; sees 2 of 4, the same "
                "holds of 44 cm² round it.\n2. (13.1 cm, 26.2 cm): 7.7 cm to go, then 21.0 cm away; sees 2 of 4, the "
                "same holds of 44 cm² round it.\n",
        SUMMARY "1. 7.7 cm to go, then 21.0 cm away; sees 2 of 4.\n2. 7.7 cm to go, then 21.0 cm away; sees 2 of 4.\n");
    x.made.listed_count = 0;
    tell(&x, "en");
    lines(&x, SUMMARY "No place is listed: from none is everything certain that it takes.\n",
          SUMMARY "No place is listed: from none is everything certain that it takes.\n");
    tear_down(&x);
}

/* More names and bends than a line has room for are cut off, and nothing else happens. */
static void long_lists_are_cut_off(void **state) {
    (void)state;
    fixture x;
    set_up(&x);
    tl_vec2 way[60];
    for (int k = 0; k < 60; k++) {
        way[k] = (tl_vec2){1000 + k, 2000 + k};
    }
    x.listed[0].way = way;
    x.listed[0].way_count = 60;
    tell(&x, "en");
    assert_non_null(strstr(x.made.text, "past (100.0 cm, 200.0 cm), (100.1 cm, 200.1 cm)"));
    assert_non_null(strstr(x.made.text, "sees 2 of 4"));
    tear_down(&x);
}

static void memory_that_runs_out_is_told(void **state) {
    (void)state;
    fixture x;
    set_up(&x);
    bool done = false;
    for (long n = 0; !done; n++) {
        drop(&x);
        memset(&x.error, 0, sizeof(x.error));
        x.t.purse.left = n;
        tl_status status = tl_firing_tell(&x.w, &x.error);
        x.t.purse.left = -1;
        done = status == TL_OK;
        assert_true(done || (status == TL_ERROR_MEMORY && x.error.status == TL_ERROR_MEMORY));
        assert_true(n < 100);
    }
    tear_down(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_told),
        cmocka_unit_test(cells_are_told),
        cmocka_unit_test(places_are_said),
        cmocka_unit_test(long_lists_are_cut_off),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
