/* test_board_firing_places.c: which cells make areas, which cell of each is tried, what is listed and in what order: on
 * cells made at random, against a search of the test's own. Whatever is put where, the editor answers with one of a few
 * tables on which the rulings are known. */
#include "board/firing/firing.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 14, NY = 9, CELLS = NX * NY, TABLES = 6 };
#define CELL 10.0

/* What the rulings on a table say. */
static const struct {
    double target; /* its x; the mover stands at 500 */
    bool foe_hidden, hidden;
    int shots; /* weapons that fire; -1: of one it is too close to call */
} tables[TABLES] = {
    {700, true, false, 2}, {700, false, false, 2},  {950, true, false, 1}, {1500, true, false, 0},
    {700, true, true, 0},  {1125, true, false, -1}, /* 600 mm from base to base: just what the longer one reaches */
};

typedef struct fixture {
    judge_table t[TABLES];
    bool mixed; /* the editor answers with all of them, else with the first alone */
    tl_firing_question q;
    tl_board_editor editor;
    tl_firing_work w;
    tl_firing made;
    const tl_document_unit *foes[1];
    tl_error error;
    size_t asked;
    size_t last; /* the cell asked for last */
    int way_square;
} fixture;

static void make_table(judge_table *t, int k) {
    judge_begin(t);
    judge_model(t, "m", "red", "infantry", "man", 500, 500, 0,
                "'move':2,'weapons':[{'id':'gun','range':3},{'id':'long','range':6}]");
    judge_model(t, "t", "blue", "infantry", "man", tables[k].target, 500, 0, "");
    judge_model(t, "f", "blue", "infantry", "man", 500, 900, 0, "");
    if (tables[k].foe_hidden) {
        judge_wall(t, "fw", (tl_vec2){100, 700}, (tl_vec2){900, 720}, 80);
    }
    if (tables[k].hidden) {
        judge_wall(t, "tw", (tl_vec2){600, 300}, (tl_vec2){620, 690}, 80);
    }
    judge_ready(t);
}

/* The table for a cell. */
static int table_of(const fixture *x, size_t cell) {
    return x->mixed ? (int)(cell * 7 % TABLES) : 0;
}

static const tl_json_value *part(const tl_json *json, const char *path) {
    return made_find(tl_json_root(json), path);
}

/* Reads what is to be put where, and answers. */
static tl_status answer(void *user, const char *edit, const tl_referee **referee, tl_error *error) {
    fixture *x = user;
    tl_json *json = NULL;
    (void)error;
    assert_int_equal(tl_json_parse(x->w.context, edit, strlen(edit), "edit", &json, NULL), TL_OK);
    static const char *const fields[3] = {"at", "level", "facing"};
    for (int k = 0; k < 3; k++) {
        char path[40];
        snprintf(path, sizeof(path), "[%d].set", k);
        assert_string_equal(part(json, path)->text, "m1");
        snprintf(path, sizeof(path), "[%d].field", k);
        assert_string_equal(part(json, path)->text, fields[k]);
    }
    assert_null(part(json, "[3]"));
    double i = (part(json, "[0].value[0]")->number - 100 - 5) / CELL,
           j = (part(json, "[0].value[1]")->number - 200 - 5) / CELL;
    assert_true(i == floor(i) && j == floor(j) && i >= 0 && i < NX && j >= 0 && j < NY); /* the middle of a cell */
    x->last = (size_t)j * NX + (size_t)i;
    const tl_json_value *level = part(json, "[1].value");
    assert_true((level != NULL) == (x->made.candidates[x->last].own_level > 0));
    assert_true(level == NULL || level->number == x->made.candidates[x->last].own_level);
    assert_near(part(json, "[2].value")->number, 33, 0);
    tl_json_destroy(json);
    x->asked++;
    *referee = x->t[table_of(x, x->last)].referee;
    return TL_OK;
}

static void set_up(fixture *x) {
    memset(x, 0, sizeof(*x));
    for (int k = 0; k < TABLES; k++) {
        make_table(&x->t[k], k);
    }
    judge_table *t = &x->t[0];
    x->q = (tl_firing_question){.member = "m", .target = "t"};
    x->editor = (tl_board_editor){x, answer};
    x->made.context = t->context;
    x->made.candidates = tl_alloc_array(t->context, CELLS, sizeof(*x->made.candidates));
    x->foes[0] = tl_document_find(t->table->document, "f").unit;
    size_t mover = judge_who(t, "m1");
    x->w = (tl_firing_work){.context = t->context,
                            .referee = t->referee,
                            .question = &x->q,
                            .editor = &x->editor,
                            .made = &x->made,
                            .inquiry = t->inquiry,
                            .mover = mover,
                            .unit = tl_table_unit_of(t->table, mover),
                            .facing = 33,
                            .grid = {100, 200, 100 + CELL * NX, 200 + CELL * NY, CELL, NX, NY},
                            .target = judge_party(t, "t"),
                            .weapon_count = 2,
                            .meant = 3,
                            .other_count = 3,
                            .target_count = 1,
                            .foes = x->foes,
                            .foe_count = 1};
    x->w.weapons = x->w.unit->weapons;
    assert_int_equal(tl_reach_find(&t->inquiry, mover, false, &x->w.reach, &x->error), TL_OK);
    size_t middle = x->w.reach.side / 2;
    x->way_square = (int)(middle * x->w.reach.side + middle); /* where it stands */
}

static void drop_list(fixture *x) {
    tl_context *c = x->made.context;
    for (size_t i = 0; i < x->made.listed_count; i++) {
        tl_free(c, x->made.listed[i].covers);
        tl_free(c, x->made.listed[i].rings);
        tl_free(c, x->made.listed[i].corners);
        tl_free(c, x->made.listed[i].way);
    }
    tl_free(c, x->made.listed);
    x->made.listed = NULL;
    x->made.listed_count = x->made.listed_capacity = 0;
    x->asked = 0;
}

static void tear_down(fixture *x) {
    drop_list(x);
    tl_free(x->made.context, x->made.candidates);
    tl_reach_free(&x->w.reach);
    for (int k = 0; k < TABLES; k++) {
        judge_end(&x->t[k]);
    }
}

/* --- A search of the test's own ----------------------------------------------------------------------------------- */

static bool good(const fixture *x, size_t k) {
    const tl_firing_square *s = &x->made.candidates[k];
    return s->cell.standing && s->cell.certain && s->lines && (x->w.meant == 0 || s->fires != 0);
}

static int shelter(const tl_firing_square *s) {
    return s->cell.covered == 2 ? 0 : s->open == 0 ? 1 : 2; /* of two other enemies' models */
}

static bool alike(const tl_firing_square *a, const tl_firing_square *b) {
    return a->fires == b->fires && shelter(a) == shelter(b) && a->level == b->level;
}

static int ones(uint64_t mask) {
    int count = 0;
    for (; mask != 0; mask >>= 1) {
        count += (int)(mask & 1);
    }
    return count;
}

/* Below 0: the first is tried before the second. */
static double order(const fixture *x, size_t a, size_t b) {
    const tl_firing_square *p = &x->made.candidates[a], *q = &x->made.candidates[b];
    const double keys[6] = {shelter(p) - shelter(q),           (double)p->open - (double)q->open,
                            ones(q->fires) - ones(p->fires),   (double)p->fires - (double)q->fires,
                            p->cell.path_mm - q->cell.path_mm, (double)a - (double)b};
    for (int k = 0; k < 5; k++) {
        if (keys[k] != 0) {
            return keys[k];
        }
    }
    return keys[5];
}

typedef struct expected {
    int number[CELLS]; /* of the area; -1: none */
    size_t best[CELLS], sizes[CELLS], areas;
    size_t listed[60], listed_count, tried;
} expected;

/* Numbers spread from cell to cell until nothing changes. */
static void number_areas(const fixture *x, expected *e) {
    for (size_t k = 0; k < CELLS; k++) {
        e->number[k] = good(x, k) ? (int)k : -1;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < CELLS; k++) {
            for (int side = 0; side < 2; side++) {
                size_t n = side == 0 ? k + 1 : k + NX;
                bool there = side == 0 ? k % NX + 1 < NX : n < CELLS;
                if (there && good(x, k) && good(x, n) && alike(&x->made.candidates[k], &x->made.candidates[n]) &&
                    e->number[k] != e->number[n]) {
                    e->number[k] = e->number[n] = e->number[k] < e->number[n] ? e->number[k] : e->number[n];
                    changed = true;
                }
            }
        }
    }
}

static void expect(const fixture *x, size_t most, expected *e) {
    memset(e, 0, sizeof(*e));
    number_areas(x, e);
    for (size_t k = 0; k < CELLS; k++) {
        if (e->number[k] == (int)k) { /* the first of its area */
            size_t best = k;
            for (size_t n = 0; n < CELLS; n++) {
                best = e->number[n] == (int)k && order(x, n, best) < 0 ? n : best;
            }
            size_t at = e->areas++;
            for (; at > 0 && order(x, best, e->best[at - 1]) < 0; at--) {
                e->best[at] = e->best[at - 1];
            }
            e->best[at] = best;
        }
    }
    for (size_t i = 0; i < e->areas && e->listed_count < most && e->tried < 2 * most; i++) {
        size_t k = e->best[i];
        bool beside = false;
        for (size_t n = 0; n < e->listed_count; n++) {
            size_t m = e->listed[n];
            const tl_firing_square *p = &x->made.candidates[k], *q = &x->made.candidates[m];
            double dx = (double)(k % NX) - (double)(m % NX), dy = (double)(k / NX) - (double)(m / NX);
            beside = beside || (CELL * hypot(dx, dy) < 30 && p->fires == q->fires && shelter(p) == shelter(q) &&
                                p->open == q->open);
        }
        if (!beside) {
            e->tried++;
            if (!tables[table_of(x, k)].hidden) {
                e->listed[e->listed_count++] = k;
            }
        }
    }
}

static int fire_order(int shots) {
    return shots > 0 ? 0 : shots < 0 ? 1 : 2;
}

/* The order of the list: attack, cover, weapons, way, row, column; sight is yes everywhere. */
static double list_order(const fixture *x, size_t a, size_t b) {
    int p = table_of(x, a), q = table_of(x, b);
    const double keys[6] = {fire_order(tables[p].shots) - fire_order(tables[q].shots),
                            tables[q].foe_hidden - tables[p].foe_hidden,
                            (tables[q].shots > 0 ? tables[q].shots : 0) - (tables[p].shots > 0 ? tables[p].shots : 0),
                            x->made.candidates[a].cell.path_mm - x->made.candidates[b].cell.path_mm,
                            (double)(a / NX) - (double)(b / NX),
                            (double)(a % NX) - (double)(b % NX)};
    for (int k = 0; k < 5; k++) {
        if (keys[k] != 0) {
            return keys[k];
        }
    }
    return keys[5];
}

/* Twice the area within rings: outer ones counter-clockwise, holes clockwise. */
static double within_rings(const tl_firing_listed *l) {
    double sum = 0;
    for (size_t r = 0; r < l->ring_count; r++) {
        const tl_vec2 *c = l->corners + l->rings[r].first;
        for (size_t i = 0, j = l->rings[r].count - 1; i < l->rings[r].count; j = i++) {
            sum += c[j].x * c[i].y - c[i].x * c[j].y;
        }
    }
    return sum;
}

static void check_list(fixture *x, size_t most) {
    expected e;
    x->q.places = most;
    for (size_t k = 0; k < CELLS; k++) {
        x->made.candidates[k].area = 0;
    }
    drop_list(x);
    expect(x, most > 0 ? most : 6, &e);
    assert_int_equal(tl_firing_list(&x->w, &x->error), TL_OK);
    assert_int_equal(x->asked, e.tried);
    assert_int_equal(x->made.listed_count, e.listed_count);
    assert_int_equal(x->made.summary.places, e.listed_count);
    for (size_t i = 0; i < e.listed_count; i++) { /* few */
        for (size_t j = i; j > 0 && list_order(x, e.listed[j], e.listed[j - 1]) < 0; j--) {
            size_t kept = e.listed[j];
            e.listed[j] = e.listed[j - 1];
            e.listed[j - 1] = kept;
        }
    }
    for (size_t i = 0; i < e.listed_count; i++) {
        const tl_firing_listed *l = &x->made.listed[i];
        const tl_firing_place *p = &l->place;
        size_t k = e.listed[i], size = 0;
        int t = table_of(x, k);
        assert_int_equal(p->row * NX + p->column, k);
        assert_near(p->path_mm, x->made.candidates[k].cell.path_mm, 0);
        assert_int_equal(p->level, x->made.candidates[k].own_level);
        for (size_t n = 0; n < CELLS; n++) {
            size += e.number[n] == e.number[k] ? 1 : 0;
            assert_true((x->made.candidates[n].area == l->area) == (e.number[n] == e.number[k]));
        }
        assert_near(p->area_mm2, CELL * CELL * (double)size, 1e-9);
        assert_near(0.5 * within_rings(l), p->area_mm2, 1e-6);
        assert_int_equal(p->los, TL_VERDICT_YES);
        static const tl_verdict attacks[3] = {TL_VERDICT_YES, TL_VERDICT_MARGINAL, TL_VERDICT_NO};
        assert_int_equal(p->attack, attacks[fire_order(tables[t].shots)]);
        assert_int_equal(ones(l->fires), tables[t].shots > 0 ? tables[t].shots : 0);
        assert_near(p->range_mm, tables[t].target - 500 - 25, 1e-3);
        assert_true(p->seen == 1 && p->of == 1 && p->foes == 1);
        assert_int_equal(p->covered, tables[t].foe_hidden ? 1 : 0);
        assert_int_equal(p->uncovered, tables[t].foe_hidden ? 0 : 1);
        assert_int_equal(l->covers[0], tables[t].foe_hidden ? TL_VERDICT_YES : TL_VERDICT_NO);
        assert_near(p->at.x, 500, 0.01); /* where it stands on the table that the editor gave */
        assert_near(l->way[l->way_count - 1].x, 105 + CELL * (double)(k % NX), 1e-9);
        assert_near(l->way[l->way_count - 1].y, 205 + CELL * (double)(k / NX), 1e-9);
    }
}

static void random_spots(fixture *x, test_random *random, int kinds) {
    for (size_t k = 0; k < CELLS; k++) {
        tl_firing_square *s = &x->made.candidates[k];
        *s = (tl_firing_square){.cell = {.standing = test_random_below(random, 12) > 0,
                                         .certain = test_random_below(random, 12) > 0,
                                         .low = 1,
                                         .high = 1,
                                         .path_mm = 10 * (double)test_random_below(random, 9),
                                         .covered = (size_t)(test_random_below(random, kinds) > 1 ? 2 : 1)},
                                .lines = test_random_below(random, 12) > 0,
                                .level = (uint8_t)(test_random_below(random, 6) == 0),
                                .square = (size_t)x->way_square,
                                .fires = (uint64_t)test_random_below(random, kinds) % 4,
                                .open = (uint32_t)test_random_below(random, kinds)};
        s->own_level = (uint8_t)(s->level > 0 ? 1 + test_random_below(random, 2) : 0);
    }
}

static void lists_are_those_of_a_plain_search(void **state) {
    (void)state;
    test_random random = test_random_start("firing-places", 7);
    fixture x;
    set_up(&x);
    size_t listed = 0;
    for (int round = 0; round < test_trials(60); round++) {
        random_spots(&x, &random, 1 + round % 4);
        x.mixed = round % 3 > 0;
        static const size_t most[5] = {0, 1, 3, 12, 50};
        check_list(&x, most[round % 5]);
        listed += x.made.listed_count;
        x.w.meant = 3;
    }
    assert_true(listed > 60);
    tear_down(&x);
}

/* Two arms that hang together at their far end alone are one area, whichever way they point and at whichever edge. */
static void arms_hang_together(void **state) {
    (void)state;
    static const size_t arms[4][5] = {{0, 2, NX, NX + 1, NX + 2},
                                      {0, 1, NX + 1, 2 * NX, 2 * NX + 1},
                                      {CELLS - 3, CELLS - 1, CELLS - NX - 3, CELLS - NX - 2, CELLS - NX - 1},
                                      {NX - 2, NX - 1, 2 * NX - 2, 3 * NX - 2, 3 * NX - 1}};
    fixture x;
    set_up(&x);
    for (int k = 0; k < 4; k++) {
        memset(x.made.candidates, 0, CELLS * sizeof(*x.made.candidates));
        for (int n = 0; n < 5; n++) {
            x.made.candidates[arms[k][n]] =
                (tl_firing_square){.cell = {.standing = true, .certain = true, .low = 1, .high = 1},
                                   .lines = true,
                                   .square = (size_t)x.way_square,
                                   .fires = 3};
        }
        check_list(&x, 6);
        assert_int_equal(x.made.listed_count, 1);
        assert_near(x.made.listed[0].place.area_mm2, 500, 1e-9);
    }
    tear_down(&x);
}

/* All alike: one area, with the shortest way; cells that aren't certain, or see nothing, make holes in it. */
static void areas_may_have_holes(void **state) {
    (void)state;
    fixture x;
    set_up(&x);
    for (size_t k = 0; k < CELLS; k++) {
        x.made.candidates[k] =
            (tl_firing_square){.cell = {.standing = true, .certain = true, .low = 1, .high = 1, .covered = 2},
                               .lines = true,
                               .square = (size_t)x.way_square,
                               .fires = 1};
        x.made.candidates[k].cell.path_mm = k == 40 ? 1 : k == 41 ? 1 : 5;
    }
    x.made.candidates[3 * NX + 4].lines = false;
    x.made.candidates[5 * NX + 9].cell.certain = false;
    check_list(&x, 6);
    assert_int_equal(x.made.listed_count, 1);
    assert_int_equal(x.made.listed[0].ring_count, 3);
    assert_int_equal(x.made.listed[0].place.row * NX + x.made.listed[0].place.column, 40);
    /* without weapons that are asked about, none needs to fire */
    for (size_t k = 0; k < CELLS; k++) {
        x.made.candidates[k].fires = 0;
        x.made.candidates[k].area = 0;
    }
    drop_list(&x);
    assert_int_equal(tl_firing_list(&x.w, &x.error), TL_OK);
    assert_int_equal(x.made.listed_count, 0);
    x.w.meant = 0;
    assert_int_equal(tl_firing_list(&x.w, &x.error), TL_OK);
    assert_int_equal(x.made.listed_count, 1);
    assert_int_equal(x.made.listed[0].place.attack, TL_VERDICT_NO);
    tear_down(&x);
}

/* The path to a place bends only where it must: from the model's own square straight there. */
static void ways_have_no_needless_corners(void **state) {
    (void)state;
    fixture x;
    set_up(&x);
    memset(x.made.candidates, 0, CELLS * sizeof(*x.made.candidates));
    x.made.candidates[20] = (tl_firing_square){.cell = {.standing = true, .certain = true, .low = 1},
                                               .lines = true,
                                               .fires = 2,
                                               .square = (size_t)x.way_square};
    const tl_reach_map *r = &x.w.reach;
    size_t most = 0;
    for (size_t k = 0; k < r->side * r->side; k++) {
        tl_vec2 path[64];
        if (r->states[k] != TL_REACH_CERTAIN) {
            continue;
        }
        x.made.candidates[20].square = k;
        x.made.candidates[20].area = 0;
        drop_list(&x);
        assert_int_equal(tl_firing_list(&x.w, &x.error), TL_OK);
        assert_int_equal(x.made.listed_count, 1);
        const tl_firing_listed *l = &x.made.listed[0];
        size_t count = tl_reach_path(r, k, path, 64);
        path[count++] = (tl_vec2){105 + 60, 205 + 10}; /* cell 20: column 6, row 1 */
        assert_true(l->way_count >= 1 && l->way_count <= count);
        assert_near(l->way[l->way_count - 1].x, 165, 1e-9);
        most = l->way_count > most ? l->way_count : most;
        for (size_t i = 1; i + 1 < l->way_count; i++) { /* what is left bends */
            tl_vec2 come = tl_sub2(l->way[i], l->way[i - 1]), go = tl_sub2(l->way[i + 1], l->way[i]);
            assert_true(fabs(tl_cross2(come, go)) > 1e-9 * tl_length2(come) * tl_length2(go) || tl_dot2(come, go) < 0);
        }
        double whole = 0, kept = 0; /* and it is as long as it was */
        for (size_t i = 1; i < count; i++) {
            whole += tl_length2(tl_sub2(path[i], path[i - 1]));
        }
        for (size_t i = 1; i < l->way_count; i++) {
            kept += tl_length2(tl_sub2(l->way[i], l->way[i - 1]));
        }
        assert_near(kept, whole, 1e-6);
        assert_true(l->way[0].x == path[0].x && l->way[0].y == path[0].y);
        k += 4;
    }
    assert_true(most >= 2);
    tear_down(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_those_of_a_plain_search),
        cmocka_unit_test(arms_hang_together),
        cmocka_unit_test(areas_may_have_holes),
        cmocka_unit_test(ways_have_no_needless_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
