/* test_board_fairer.c: what pieces hide, and the change that makes a board fairer: against the board really edited,
 * pair by pair; hulls and room of pieces, which say what may be moved where. */
#include "board/map/bodies.h"
#include "board/findings/footprint.h"
#include "board/findings/study.h"
#include "support/board_scene.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Hulls and room ----------------------------------------------------------------------------------------------- */

static double area_of(const tl_vec2 *c, size_t count) {
    double sum = 0;
    for (size_t i = 0, j = count - 1; i < count; j = i++) {
        sum += 0.5 * (c[j].x * c[i].y - c[i].x * c[j].y);
    }
    return sum; /* above 0: counter-clockwise */
}

static void hulls_hold_all_of_a_piece(void **state) {
    (void)state;
    static const struct {
        const char *terrain;
        size_t corners;
        double area;
    } cases[] = {
        {"{'id':'a','kind':'wall','mesh':'box 0 0 0 60 40 50','at':[100,100,0],'turn':30}", 4, 2400},
        {"{'id':'a','kind':'wall','mesh':'box 0 0 0 60 40 50, box 60 0 0 80 10 20','at':[100,100,0]}", 5,
         80 * 40 - 0.5 * 20 * 30},
        {"{'id':'a','kind':'wood','outline':[[100,100],[200,100],[200,200],[150,120],[100,200]]}", 4, 10000},
        {"{'id':'a','kind':'minefield','disc':{'centre':[200,150],'radius':50}}", 8,
         8 * 50 * 50 * 0.41421356237309503}, /* the octagon round it */
        {"{'id':'a','kind':'building','outline':[[100,100],[200,100],[200,200],[100,200]],'mesh':'box 150 150 0 250 "
         "160 "
         "50'}",
         6, 10000 + 0.5 * 50 * (100 + 10)}, /* its side at x = 200 and the short one at 250 make a trapezium */
        {"{'id':'a','kind':'wall','outline':[[100,100],[200,100],[200,200],[100,200]],'height':20}", 4, 10000},
    };
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        judge_table t;
        tl_vec2 *hull = NULL;
        size_t count = 0;
        judge_begin(&t);
        judge_terrain(&t, "%s", cases[k].terrain);
        judge_ready(&t);
        assert_int_equal(tl_board_hull_of(t.context, t.table, 0, &hull, &count), TL_OK);
        assert_int_equal(count, cases[k].corners);
        assert_near(area_of(hull, count), cases[k].area, 1e-6);
        tl_free(t.context, hull);
        for (long n = 0; n < 2; n++) {
            t.purse.left = n;
            assert_int_equal(tl_board_hull_of(t.context, t.table, 0, &hull, &count), TL_ERROR_MEMORY);
            t.purse.left = -1;
            assert_null(hull);
        }
        judge_end(&t);
    }
}

static void room_is_apart_from_everything(void **state) {
    (void)state;
    static const struct {
        const char *a, *other;
        bool room;
    } cases[] = {
        {"box 100 100 0 160 140 50", "", true},
        {"box 0 0 0 600 400 50", "", true}, /* all of the table */
        {"box -0.01 100 0 160 140 50", "", false},
        {"box 100 -0.01 0 160 140 50", "", false},
        {"box 500 100 0 600.01 140 50", "", false},
        {"box 100 300 0 160 400.01 50", "", false},
        {"box 100 100 0 160 140 50", "{'id':'b','kind':'wall','mesh':'box 161 100 0 200 140 50'}", true},
        {"box 100 100 0 160 140 50", "{'id':'b','kind':'wall','mesh':'box 160 100 0 200 140 50'}", false}, /* touches */
        {"box 100 100 0 160 140 50", "{'id':'b','kind':'wall','mesh':'box 110 110 60 120 120 90'}", false}, /* on it */
        {"box 100 100 0 160 140 50", "{'id':'b','kind':'wood','outline':[[150,130],[250,130],[250,250]]}", false},
        {"box 100 100 0 160 140 50", "{'id':'b','kind':'wood','outline':[[170,130],[250,130],[250,250]]}", true},
        {"box 100 100 0 160 140 50", "{'id':'b','kind':'minefield','disc':{'centre':[200,120],'radius':39}}", true},
        {"box 100 100 0 160 140 50", "{'id':'b','kind':'minefield','disc':{'centre':[200,120],'radius':41}}", false},
        /* hulls count: within the bay of a U nothing has room */
        {"box 150 150 0 160 160 50",
         "{'id':'b','kind':'wall','mesh':'box 100 100 0 200 110 50, box 100 100 0 110 200 50, box 190 100 0 200 200 "
         "50'}",
         false},
    };
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        for (int first = 0; first < 2; first++) { /* whichever comes first in the list */
            judge_table t;
            bool room;
            judge_begin(&t);
            t.width = 600;
            t.depth = 400;
            if (!first && cases[k].other[0] != '\0') {
                judge_terrain(&t, "%s", cases[k].other);
            }
            judge_terrain(&t, "{'id':'a','kind':'wall','mesh':'%s'}", cases[k].a);
            if (first && cases[k].other[0] != '\0') {
                judge_terrain(&t, "%s", cases[k].other);
            }
            judge_ready(&t);
            size_t at = strcmp(t.table->terrain[0].id, "a") == 0 ? 0 : 1;
            assert_int_equal(tl_board_has_room(t.context, t.table, at, &room), TL_OK);
            assert_true(room == cases[k].room);
            judge_end(&t);
        }
    }
    for (int k = 0; k < 8; k++) { /* a model's box, 25 x 25, beside it or within reach: left, right, below, above */
        static const double places[4][2] = {{87, 120}, {173, 120}, {130, 87}, {130, 153}};
        double in = k < 4 ? 0 : 1;
        judge_table t;
        bool room;
        judge_begin(&t);
        judge_terrain(&t, "{'id':'a','kind':'wall','mesh':'box 100 100 0 160 140 50'}");
        judge_man(&t, "m",
                  places[k % 4][0] + (k % 4 == 0   ? in
                                      : k % 4 == 1 ? -in
                                                   : 0),
                  places[k % 4][1] + (k % 4 == 2   ? in
                                      : k % 4 == 3 ? -in
                                                   : 0));
        judge_ready(&t);
        assert_int_equal(tl_board_has_room(t.context, t.table, 0, &room), TL_OK);
        assert_true(room == (k < 4));
        judge_end(&t);
    }
}

/* --- An inquest --------------------------------------------------------------------------------------------------- */

typedef struct analysis {
    board_scene b;
    tl_board_study study;
    tl_board_editor editor;
    tl_board_analysis q;
    tl_board_findings *f;
} analysis;

static void open_inquest(analysis *x, const char *terrain, const char *units) {
    memset(x, 0, sizeof(*x));
    board_scene_begin(&x->b, 600, 400, "", terrain, units);
    tl_error *error = &x->b.made.error;
    const tl_referee *referee = board_referee(&x->b);
    tl_context *c = x->b.made.context;
    const tl_board_grid grid = {0, 0, 600, 400, 100, 6, 4};
    const tl_vec2 *const zone[2] = {NULL, NULL};
    const size_t count[2] = {0, 0};
    const tl_board_effort effort = {.threads = 1};
    x->study.threads = 1;
    x->editor = board_editor(&x->b);
    x->q = (tl_board_analysis){.context = c, .referee = referee, .study = &x->study, .editor = &x->editor};
    assert_int_equal(tl_board_stage_make(referee, NULL, &x->q.stage, error), TL_OK);
    assert_int_equal(tl_board_body_named(referee->table, NULL, "target", 0, &x->q.body, error), TL_OK);
    assert_int_equal(tl_board_pairs_make(&x->q.stage, &x->q.body, &grid, 0, 1, &x->q.pairs, error), TL_OK);
    assert_int_equal(tl_board_zones_make(&x->q.pairs, x->q.stage.terrain.rect, zone, count, &x->q.zones, error), TL_OK);
    assert_int_equal(tl_board_inventory_make(c, referee->table, &x->q.inventory), TL_OK);
    assert_int_equal(tl_board_pairs_work(&x->q.stage, &effort, &x->q.pairs, error), TL_OK);
    assert_int_equal(tl_board_rows_open(&x->q.rows, &x->q.stage.inquiry, &x->study, NULL, 0, error), TL_OK);
    x->f = tl_alloc_array(c, 1, sizeof(*x->f));
    x->f->context = c;
    x->f->score = tl_board_score_of(&x->q.pairs, &x->q.zones);
}

static void close_inquest(analysis *x) {
    tl_board_findings_destroy(x->f);
    tl_board_rows_free(&x->q.rows);
    tl_board_inventory_free(x->q.context, &x->q.inventory);
    tl_board_zones_free(x->q.context, &x->q.zones);
    tl_board_pairs_free(&x->q.pairs);
    tl_board_stage_free(&x->q.stage);
    board_scene_end(&x->b);
}

static const tl_referee *edit(analysis *x, const char *json) {
    const tl_referee *referee = NULL;
    memset(&x->b.made.error, 0, sizeof(x->b.made.error));
    return x->editor.edit(x->editor.user, json, &referee, &x->b.made.error) == TL_OK ? referee : NULL;
}

/* All pairs of an edited board, worked out anew. */
static void fresh_pairs(analysis *x, const tl_referee *referee, bool rough, tl_board_pairs *pairs) {
    tl_board_stage stage;
    tl_error *error = &x->b.made.error;
    const tl_board_effort effort = {.threads = 1, .rough = rough};
    assert_int_equal(tl_board_stage_make(referee, NULL, &stage, error), TL_OK);
    assert_int_equal(tl_board_pairs_make(&stage, &x->q.body, &x->q.pairs.grid, 0, 1, pairs, error), TL_OK);
    assert_int_equal(tl_board_pairs_work(&stage, &effort, pairs, error), TL_OK);
    tl_board_stage_free(&stage);
}

static const char *walls(void) {
    static char text[2000];
    snprintf(text, sizeof(text), "%s,%s,%s", board_wall("long", 60, 130, 360, 150, 60),
             board_wall("on", 235, 235, 267, 268, 60), board_wall("small", 430, 250, 450, 330, 60));
    return text;
}

/* --- Pieces ------------------------------------------------------------------------------------------------------- */

/* What comes into view among the pairs that may change: bounds, as far as places and proofs leave it open. */
static tl_board_bounds hidden_by(const analysis *x, const tl_board_variant *v, tl_board_group group) {
    double low = 0, high = 0, likely = 0, all = 0;
    for (size_t j = 0; j < 24; j++) {
        for (size_t i = 0; i < j; i++) {
            if (!tl_board_pair_in(&x->q.zones, i, j, group)) {
                continue;
            }
            all += 1e8;
            if (!v->wanted[tl_board_pair_index(i, j)]) {
                continue;
            }
            tl_board_tally t[2] = {{.likely = 0}, {.likely = 0}};
            tl_board_pair_count(&x->q.pairs, i, j, &t[0]);
            tl_board_pair_count(&v->pairs, i, j, &t[1]);
            for (int k = 0; k < 2; k++) { /* before counts against, after counts for */
                double sure = t[k].all[0], perhaps = t[k].all[1] + t[k].open[0] + t[k].open[1], sign = k == 0 ? -1 : 1;
                low += k == 0 ? -sure - perhaps : sure;
                high += k == 0 ? -sure : sure + perhaps;
                likely += sign * (t[k].all[0] + t[k].all[1] + t[k].likely);
            }
        }
    }
    return (tl_board_bounds){low / all, high / all, likely / all};
}

static void check_bounds(tl_board_bounds a, tl_board_bounds b) {
    assert_near(a.low, b.low, 1e-12);
    assert_near(a.high, b.high, 1e-12);
    assert_near(a.estimate, b.estimate, 1e-12);
}

static void pieces_are_weighed_pair_by_pair(void **state) {
    (void)state;
    analysis x;
    open_inquest(&x, walls(), "");
    assert_int_equal(tl_board_weigh_pieces(&x.q, 0, 1, x.f, &x.b.made.error), TL_OK);
    assert_int_equal(x.f->piece_count, 3);
    int seen = 0;
    for (size_t k = 0; k < 3; k++) {
        const tl_board_piece *p = &x.f->pieces[k];
        char json[60];
        tl_board_variant v;
        const tl_board_effort effort = {.threads = 1};
        snprintf(json, sizeof(json), "{\"remove\":\"%s\"}", p->id);
        assert_int_equal(tl_board_variant_make(edit(&x, json), NULL, &x.q.inventory, &x.q.pairs, &x.q.zones, false,
                                               &effort, &v, &x.b.made.error),
                         TL_OK);
        check_bounds(p->hides, hidden_by(&x, &v, TL_BOARD_ANYWHERE));
        check_bounds(p->hides_from[0], hidden_by(&x, &v, TL_BOARD_VIEW_A));
        check_bounds(p->hides_from[1], hidden_by(&x, &v, TL_BOARD_VIEW_B));
        check_bounds(p->fairness, tl_board_score_of(&v.pairs, &x.q.zones).zones);
        assert_int_equal(p->again, v.again);
        assert_string_equal(p->name, p->id);
        assert_true(p->hides.low <= p->hides.estimate && p->hides.estimate <= p->hides.high);
        assert_true(k == 0 || p->hides.estimate <= x.f->pieces[k - 1].hides.estimate);
        seen |= strcmp(p->id, "long") == 0 ? 1 : strcmp(p->id, "on") == 0 ? 2 : 4;
        tl_board_variant_free(&v);
    }
    assert_int_equal(seen, 7);
    assert_string_equal(x.f->pieces[0].id, "long");
    close_inquest(&x);
}

/* Pieces that hide as much come by their names. */
static void equal_pieces_come_by_name(void **state) {
    (void)state;
    analysis x;
    char terrain[1200];
    snprintf(terrain, sizeof(terrain), "%s,%s,%s", board_wall("c", 2, 2, 6, 6, 9), board_wall("a", 594, 2, 598, 6, 9),
             board_wall("b", 2, 394, 6, 398, 9));
    open_inquest(&x, terrain, "");
    assert_int_equal(tl_board_weigh_pieces(&x.q, 0, 1, x.f, &x.b.made.error), TL_OK);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(x.f->pieces[k].id[0], 'a' + k);
        assert_near(x.f->pieces[k].hides.high, 0, 0);
    }
    close_inquest(&x);
}

/* --- Changes ------------------------------------------------------------------------------------------------------ */

typedef struct change {
    size_t piece;
    double by[2], turn, rough;
    char json[120];
} change;

/* In the order of the words: the fairest by lines; then the piece that hides most, no turn, the least x, the least y.
 */
static int by_fairness(const void *x, const void *y) {
    const change *a = x, *b = y;
    const double u[5] = {-a->rough, (double)a->piece, a->turn, a->by[0], a->by[1]};
    const double v[5] = {-b->rough, (double)b->piece, b->turn, b->by[0], b->by[1]};
    for (int k = 0; k < 5; k++) {
        if (u[k] != v[k]) {
            return u[k] < v[k] ? -1 : 1;
        }
    }
    return 0;
}

/* Whether nothing else is anywhere else, and the piece stands by itself on the table. */
static bool stays_alone(const analysis *x, const tl_referee *referee, const char *id) {
    const tl_table *now = referee->table, *then = x->q.referee->table;
    size_t at = SIZE_MAX;
    bool room = false;
    for (size_t i = 0; i < now->terrain_count; i++) {
        if (strcmp(now->terrain[i].id, id) == 0) {
            at = i;
        } else if (!tl_same_point(now->terrain[i].body->box.low, then->terrain[i].body->box.low) ||
                   !tl_same_point(now->terrain[i].body->box.high, then->terrain[i].body->box.high)) {
            return false;
        }
    }
    for (size_t i = 0; i < now->member_count; i++) {
        if (!tl_same_point(now->members[i].body->box.low, then->members[i].body->box.low)) {
            return false;
        }
    }
    assert_int_equal(tl_board_has_room(x->q.context, now, at, &room), TL_OK);
    return room;
}

static double fairness(analysis *x, const tl_referee *referee, bool rough, tl_board_score *score) {
    tl_board_pairs pairs;
    fresh_pairs(x, referee, rough, &pairs);
    *score = tl_board_score_of(&pairs, &x->q.zones);
    tl_board_pairs_free(&pairs);
    return score->zones.estimate;
}

static bool has_room(const analysis *x, const char *id) {
    bool room = false;
    for (size_t i = 0; i < x->q.referee->table->terrain_count; i++) {
        if (strcmp(x->q.referee->table->terrain[i].id, id) == 0) {
            assert_int_equal(tl_board_has_room(x->q.context, x->q.referee->table, i, &room), TL_OK);
        }
    }
    return room;
}

/* How many pieces that stand by themselves hide more from either zone, or as much and come first in the list. */
static size_t rank(const analysis *x, size_t piece) {
    size_t before = 0;
    double own =
        fmax(fabs(x->f->pieces[piece].hides_from[0].estimate), fabs(x->f->pieces[piece].hides_from[1].estimate));
    for (size_t p = 0; p < x->f->piece_count; p++) {
        const tl_board_bounds *h = x->f->pieces[p].hides_from;
        double weight = fmax(fabs(h[0].estimate), fabs(h[1].estimate));
        before += has_room(x, x->f->pieces[p].id) && (weight > own || (weight == own && p < piece)) ? 1 : 0;
    }
    return before;
}

static size_t all_changes(analysis *x, change *list) {
    size_t count = 0;
    for (size_t p = 0; p < x->f->piece_count; p++) {
        const char *id = x->f->pieces[p].id;
        bool room = has_room(x, id) && rank(x, p) < 8;
        for (int dx = -2; room && dx <= 2; dx++) {
            for (int dy = -2; dy <= 2; dy++) {
                if ((dx == 0 && dy == 0) || (dx != 0 && dy != 0 && abs(dx) != abs(dy))) {
                    continue; /* along one axis, or as far along both */
                }
                change *c = &list[count++];
                *c = (change){.piece = p, .by = {100 * dx, 100 * dy}};
                snprintf(c->json, sizeof(c->json), "{\"move\":[\"%s\"],\"by\":[%d,%d]}", id, 100 * dx, 100 * dy);
            }
        }
        for (int k = 1; room && k <= 3; k++) {
            change *c = &list[count++];
            *c = (change){.piece = p, .turn = 45 * k};
            snprintf(c->json, sizeof(c->json), "{\"move\":[\"%s\"],\"turn\":%d}", id, 45 * k);
        }
    }
    return count;
}

static void check_suggestion(const char *terrain, const char *units, bool expected) {
    analysis x;
    change list[200];
    tl_board_score score;
    open_inquest(&x, terrain, units);
    assert_int_equal(tl_board_weigh_pieces(&x.q, 0, 0.5, x.f, &x.b.made.error), TL_OK);
    double now = fairness(&x, x.q.referee, true, &score), best = x.f->score.zones.estimate;
    size_t count = all_changes(&x, list), good = 0, proved = 0;
    for (size_t k = 0; k < count; k++) {
        const tl_referee *referee = edit(&x, list[k].json);
        if (referee != NULL && stays_alone(&x, referee, x.f->pieces[list[k].piece].id)) {
            list[k].rough = fairness(&x, referee, true, &score);
            list[good++] = list[k];
        }
    }
    qsort(list, good, sizeof(list[0]), by_fairness);
    const change *fairest = NULL;
    tl_board_score then = {.sides = {0, 0, 0}};
    for (size_t k = 0; k < good && k < 3 && list[k].rough > now; k++) {
        proved++;
        if (fairness(&x, edit(&x, list[k].json), false, &score) > best) {
            best = score.zones.estimate;
            fairest = &list[k];
            then = score;
        }
    }
    assert_int_equal(tl_board_seek_fairer(&x.q, 0.5, 1, x.f, &x.b.made.error), TL_OK);
    assert_true(x.f->sought);
    assert_int_equal(x.f->tried, good);
    assert_int_equal(x.f->proved, proved);
    assert_true((fairest != NULL) == expected && (x.f->best.json != NULL) == expected);
    if (fairest != NULL) {
        assert_string_equal(x.f->best.json, fairest->json);
        assert_int_equal(x.f->best.piece, fairest->piece);
        assert_true(x.f->best.by[0] == fairest->by[0] && x.f->best.by[1] == fairest->by[1]);
        assert_true(x.f->best.turn == fairest->turn && x.f->best.rough == fairest->rough);
        check_bounds(x.f->best.score.zones, then.zones);
        check_bounds(x.f->best.score.share[TL_BOARD_VIEW_A], then.share[TL_BOARD_VIEW_A]);
        check_bounds(x.f->best.score.share[TL_BOARD_BETWEEN], then.share[TL_BOARD_BETWEEN]);
    }
    close_inquest(&x);
}

static void the_fairest_change_is_found(void **state) {
    (void)state;
    check_suggestion(board_wall("w", 200, 110, 400, 130, 60), "", true);
    char two[800];
    snprintf(two, sizeof(two), "%s,%s", board_wall("a", 60, 130, 260, 150, 60),
             board_wall("b", 430, 220, 450, 330, 60));
    check_suggestion(two, board_man("m", "red", 350, 250, ""), true);
    /* one that lies on another is left where it is, and so is what it lies on */
    snprintf(two, sizeof(two), "%s,%s", board_wall("a", 60, 130, 360, 150, 60),
             board_wall("b", 100, 110, 120, 170, 60));
    check_suggestion(two, "", false);
    check_suggestion("", "", false);
    /* as fair as can be */
    check_suggestion(board_wall("w", 200, 190, 400, 210, 60), "", false);
}

/* Eight pieces are tried, those that hide most. */
static void those_that_hide_most_are_tried(void **state) {
    (void)state;
    char terrain[3000];
    size_t used = 0;
    for (int k = 0; k < 10; k++) {
        char id[8];
        double x = 20 + 110 * (k % 5), y = k < 5 ? 120 : 260, wide = 10 + 8 * ((k * 3) % 10);
        snprintf(id, sizeof(id), "p%d", k);
        used += (size_t)snprintf(terrain + used, sizeof(terrain) - used, "%s%s", k > 0 ? "," : "",
                                 board_wall(id, x, y, x + wide, y + 12, k == 4 ? 5 : 60));
    }
    check_suggestion(terrain, "", true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hulls_hold_all_of_a_piece),       cmocka_unit_test(room_is_apart_from_everything),
        cmocka_unit_test(pieces_are_weighed_pair_by_pair), cmocka_unit_test(equal_pieces_come_by_name),
        cmocka_unit_test(the_fairest_change_is_found),     cmocka_unit_test(those_that_hide_most_are_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
