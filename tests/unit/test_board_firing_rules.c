/* test_board_firing_rules.c: what rules say of firing positions: storeys, who of the other enemies looks back, bunkers,
 * artillery, ranges of every sort and from which model they count. */
#include "board/firing/firing.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct board {
    judge_table t;
    tl_firing *f;
    tl_error error;
    size_t edits;
    double level; /* that the last edit said; -1: none */
} board;

static tl_status same_table(void *user, const char *edit, const tl_referee **referee, tl_error *error) {
    board *o = user;
    tl_json *json = NULL;
    (void)error;
    assert_int_equal(tl_json_parse(o->t.context, edit, strlen(edit), "edit", &json, NULL), TL_OK);
    const tl_json_value *level = made_find(tl_json_root(json), "[1].value");
    o->level = level != NULL ? level->number : -1;
    tl_json_destroy(json);
    o->edits++;
    *referee = o->t.referee;
    return TL_OK;
}

static void begin(board *o) {
    memset(o, 0, sizeof(*o));
    judge_begin(&o->t);
    o->t.width = 900;
    o->t.depth = 600;
}

static void look(board *o, tl_firing_question q) {
    const tl_board_editor editor = {o, same_table};
    tl_firing_destroy(o->f);
    o->f = NULL;
    memset(&o->error, 0, sizeof(o->error));
    q.member = "m";
    q.target = "t";
    q.threads = 1;
    q.cell_mm = q.cell_mm > 0 ? q.cell_mm : 20;
    if (tl_firing_ask(o->t.referee, &q, &editor, &o->f, &o->error) != TL_OK) {
        fail_msg("%s", o->error.message);
    }
}

static void end(board *o) {
    tl_firing_destroy(o->f);
    judge_end(&o->t);
}

static size_t cells(const board *o) {
    return o->f->summary.columns * o->f->summary.rows;
}

/* A cell's middle. */
static tl_vec2 middle(const board *o, size_t k) {
    const tl_firing_summary *s = &o->f->summary;
    return (tl_vec2){s->x0 + s->cell_mm * ((double)(k % s->columns) + 0.5),
                     s->y0 + s->cell_mm * ((double)(k / s->columns) + 0.5)};
}

static double apart(tl_vec2 a, double x, double y) {
    return hypot(a.x - x, a.y - y);
}

/* --- Reach -------------------------------------------------------------------------------------------------------- */

/* Of the squares of the reach that a cell meets: their states, and what is known of the one in its middle. */
static void cells_sum_up_the_reach(void **state) {
    (void)state;
    static const double sides[3] = {20, 7, 33};
    for (int n = 0; n < 3; n++) {
        board o;
        tl_reach_map reach;
        begin(&o);
        judge_model(&o.t, "m", "red", "infantry", "man", 351, 303, 0, "'move':1.3,'weapons':[{'id':'gun','range':9}]");
        judge_model(&o.t, "t", "blue", "infantry", "man", 750, 300, 0, "");
        judge_terrain(&o.t, "{'id':'pond','kind':'deep-water','outline':[[380,250],[420,250],[420,290],[380,290]]}");
        judge_wall(&o.t, "post", (tl_vec2){300, 330}, (tl_vec2){312, 350}, 80);
        judge_ready(&o.t);
        look(&o, (tl_firing_question){.cell_mm = sides[n]});
        assert_int_equal(tl_reach_find(&o.t.inquiry, judge_who(&o.t, "m1"), false, &reach, &o.error), TL_OK);
        const tl_firing_summary *s = &o.f->summary;
        double low[2] = {INFINITY, INFINITY}, high[2] = {0, 0};
        for (size_t k = 0; k < reach.side * reach.side; k++) { /* the grid is round all that is reached */
            double x = reach.corner.x + (double)(k % reach.side) * reach.size;
            double y = reach.corner.y + (double)(k / reach.side) * reach.size;
            if (reach.states[k] != TL_REACH_NO) {
                low[0] = fmin(low[0], x);
                low[1] = fmin(low[1], y);
                high[0] = fmax(high[0], x + reach.size);
                high[1] = fmax(high[1], y + reach.size);
            }
        }
        assert_near(s->x0, sides[n] * floor(low[0] / sides[n]), 1e-9);
        assert_near(s->y0, sides[n] * floor(low[1] / sides[n]), 1e-9);
        assert_near(s->x0 + sides[n] * (double)s->columns, sides[n] * ceil(high[0] / sides[n]), 1e-9);
        assert_near(s->y0 + sides[n] * (double)s->rows, sides[n] * ceil(high[1] / sides[n]), 1e-9);
        int sure = 0, partly = 0;
        for (size_t k = 0; k < cells(&o); k++) {
            const tl_firing_square *place = &o.f->candidates[k];
            tl_vec2 c = middle(&o, k);
            double h = 0.5 * sides[n] - 1e-9;
            bool all = true, reached = false;
            for (size_t q = 0; q < reach.side * reach.side; q++) {
                double x = reach.corner.x + (double)(q % reach.side) * reach.size;
                double y = reach.corner.y + (double)(q / reach.side) * reach.size;
                if (x < c.x + h && x + reach.size > c.x - h && y < c.y + h && y + reach.size > c.y - h) {
                    all = all && reach.states[q] == TL_REACH_CERTAIN;
                }
                if (c.x >= x && c.x < x + reach.size && c.y >= y && c.y < y + reach.size) {
                    reached = reach.states[q] != TL_REACH_NO;
                    double off = apart(c, x + 0.5 * reach.size, y + 0.5 * reach.size);
                    assert_true(!place->cell.standing || place->square == q);
                    assert_true(!place->cell.standing || !place->cell.certain ||
                                fabs(place->cell.path_mm - reach.lengths[q] - off) < 1e-9);
                }
            }
            assert_true(place->cell.standing || !reached || place->level == 0);
            assert_false(place->cell.standing && !reached);
            if (place->cell.standing) {
                assert_true(!place->cell.certain || all); /* the rim of a post is never certain */
                assert_true(place->cell.certain || !all || fmax(fabs(c.x - 306), fabs(c.y - 340)) < 60);
                sure += place->cell.certain;
                partly += !place->cell.certain;
            }
        }
        assert_true(sure > 10 && partly > 5);
        tl_reach_free(&reach);
        end(&o);
    }
}

/* --- Storeys ------------------------------------------------------------------------------------------------------ */

/* A floor that hovers 60 above the table: whoever stands on it stays there, whoever stands below it too. */
static void ways_stay_on_their_storey(void **state) {
    (void)state;
    for (int up = 0; up < 2; up++) {
        board o;
        begin(&o);
        judge_terrain(&o.t, "{'id':'floor','kind':'obstacle','mesh':'box 200 150 60 500 450 64','at':[0,0,0]}");
        judge_unit(
            &o.t,
            "{'id':'m','side':'red','class':'infantry','move':1,'weapons':[{'id':'gun','range':9}],'members':[{'id':"
            "'m1','asset':'man','at':[350,300],'level':%d}]}",
            up);
        judge_model(&o.t, "t", "blue", "infantry", "man", 700, 300, 0, "");
        judge_ready(&o.t);
        look(&o, (tl_firing_question){.cell_mm = 20});
        int sure = 0;
        for (size_t k = 0; k < cells(&o); k++) {
            const tl_firing_square *s = &o.f->candidates[k];
            if (s->cell.standing && s->cell.certain) {
                assert_int_equal(s->level, up);
                assert_int_equal(s->own_level, up);
                assert_near(s->height, up ? 64 : 0, 0.01);
                assert_true(s->low <= s->height && s->height <= s->high + 0.01 && s->high - s->low < 5);
                sure++;
            }
        }
        assert_true(sure > 40);
        assert_true(o.f->listed_count > 0 && o.level == (up ? 1 : -1));
        assert_int_equal(o.f->listed[0].place.level, up);
        end(&o);
    }
}

/* On a block, and over its edge: nothing is certain there, since what is told holds for one height alone. */
static void cells_over_an_edge_are_not_certain(void **state) {
    (void)state;
    board o;
    begin(&o);
    judge_wall(&o.t, "block", (tl_vec2){250, 210}, (tl_vec2){450, 390}, 40);
    judge_unit(&o.t,
               "{'id':'m','side':'red','class':'infantry','move':2,'weapons':[{'id':'gun','range':9}],'members':[{"
               "'id':'m1','asset':'man','at':[350,300]}]}");
    judge_model(&o.t, "t", "blue", "infantry", "man", 800, 300, 0, "");
    judge_ready(&o.t);
    look(&o, (tl_firing_question){.cell_mm = 20});
    int on = 0, over = 0;
    for (size_t k = 0; k < cells(&o); k++) {
        const tl_firing_square *s = &o.f->candidates[k];
        tl_vec2 c = middle(&o, k);
        double out = fmax(fabs(c.x - 350) - 100, fabs(c.y - 300) - 90); /* beyond the block's sides */
        if (!s->cell.standing) {
            continue;
        }
        if (out < -25) {
            assert_near(s->height, 40, 0.01);
            assert_true(s->low > 39 && s->high < 41);
            on += s->cell.certain;
        } else if (fabs(out) < 10) {
            assert_false(s->cell.certain);
            assert_near(s->cell.path_mm, 0, 0);
            over++;
        }
    }
    assert_true(on > 20 && over > 5);
    end(&o);
}

/* On a slope: ranges hold as far up and down as the ground of the cell does; in plan as far as the cell alone. */
static void ranges_hold_on_slopes(void **state) {
    (void)state;
    static const char *const plan[3] = {"range_metric", "plan", NULL};
    for (int n = 0; n < 2; n++) {
        board o;
        begin(&o);
        judge_terrain(&o.t, "{'id':'hill','kind':'hill','mesh':'bank 200 150 0 520 470 40 80','at':[0,0,0]}");
        judge_model(&o.t, "m", "red", "infantry", "man", 360, 310, 0, "'move':1.5,'weapons':[{'id':'gun','range':9}]");
        judge_model(&o.t, "t", "blue", "infantry", "man", 780, 300, 0, "");
        judge_ready(&o.t);
        look(&o, (tl_firing_question){.cell_mm = 20, .set = n == 1 ? plan : NULL});
        int slopes = 0;
        for (size_t k = 0; k < cells(&o); k++) {
            const tl_firing_square *s = &o.f->candidates[k];
            if (s->cell.standing) {
                double way = 20 * sqrt(0.5), up = 0.5 * (s->high - s->low);
                double off = n == 1 ? way : hypot(way, up);
                assert_near(0.5 * (s->cell.range_high - s->cell.range_low), off, 1e-3);
                slopes += up > 3;
            }
        }
        assert_true(slopes > 20);
        end(&o);
    }
}

/* --- Who looks back ----------------------------------------------------------------------------------------------- */

/* Two models of one unit in the open, one of another behind a wall: counted by model for sure, by unit where likely. */
static void units_that_look_back_count_once(void **state) {
    (void)state;
    static const struct {
        const char *skill;
        size_t covered, bare, open;
    } cases[] = {{"", 1, 2, 1}, {"'skills':['steel-guard'],", 0, 3, 2}, {"'skills':['dozer-blade'],", 3, 0, 0}};
    for (size_t n = 0; n < 3; n++) {
        board o;
        begin(&o);
        judge_unit(
            &o.t,
            "{'id':'m','side':'red','class':'infantry','move':1,%s'weapons':[{'id':'gun','range':9}],'members':[{"
            "'id':'m1','asset':'man','at':[350,300]}]}",
            cases[n].skill);
        judge_unit(&o.t,
                   "{'id':'two','side':'blue','class':'infantry','members':[{'id':'two1','asset':'man','at':[350,30]"
                   "},{'id':'two2','asset':'man','at':[420,30]}]}");
        judge_model(&o.t, "t", "blue", "infantry", "man", 700, 300, 0, "");
        judge_model(&o.t, "back", "blue", "infantry", "man", 350, 580, 0, "");
        judge_wall(&o.t, "w", (tl_vec2){0, 530}, (tl_vec2){900, 540}, 80);
        judge_ready(&o.t);
        look(&o, (tl_firing_question){.cell_mm = 25});
        assert_int_equal(o.f->summary.foes, 3);
        int count = 0;
        for (size_t k = 0; k < cells(&o); k++) {
            const tl_firing_square *s = &o.f->candidates[k];
            if (s->cell.standing) {
                assert_int_equal(s->cell.covered, cases[n].covered);
                assert_int_equal(s->cell.bare, cases[n].bare);
                assert_int_equal(s->open, cases[n].open);
                count++;
            }
        }
        assert_true(count > 20);
        assert_int_equal(o.f->listed[0].place.foes, 2);
        end(&o);
    }
}

/* Somebody half hidden from a foe is in cover; one whose feet alone are hidden isn't: a wall before him. */
static void low_walls_are_cover_for_those_behind(void **state) {
    (void)state;
    static const double heights[2] = {24, 6};
    for (int n = 0; n < 2; n++) {
        board o;
        begin(&o);
        judge_model(&o.t, "m", "red", "infantry", "man", 350, 300, 0, "'move':0.5,'weapons':[{'id':'gun','range':9}]");
        judge_model(&o.t, "t", "blue", "infantry", "man", 350, 580, 0, "");
        judge_model(&o.t, "f", "blue", "infantry", "man", 350, 20, 0, "");
        judge_wall(&o.t, "low", (tl_vec2){150, 225}, (tl_vec2){550, 235}, heights[n]);
        judge_ready(&o.t);
        look(&o, (tl_firing_question){.cell_mm = 20});
        int count = 0;
        for (size_t k = 0; k < cells(&o); k++) {
            const tl_firing_square *s = &o.f->candidates[k];
            if (s->cell.standing && s->cell.certain) {
                assert_true(n == 0 ? s->cell.covered == 1 && s->cell.bare == 0 && s->open == 0
                                   : s->cell.covered == 0 && s->open == 1);
                count++;
            }
        }
        assert_true(count > 5);
        end(&o);
    }
}

/* --- Weapons ------------------------------------------------------------------------------------------------------ */

/* Out of a bunker nobody hits aircraft: where the model may stand in one a ruling has to tell. */
static void bunkers_bar_aircraft(void **state) {
    (void)state;
    for (int plane = 0; plane < 2; plane++) {
        board o;
        begin(&o);
        judge_model(&o.t, "m", "red", "infantry", "man", 350, 300, 0, "'move':1.5,'weapons':[{'id':'gun','range':9}]");
        judge_terrain(&o.t, "{'id':'fort','kind':'bunker','outline':[[300,360],[420,360],[420,430],[300,430]]}");
        if (plane) {
            judge_unit(&o.t, "{'id':'t','side':'blue','class':'aircraft','members':[{'id':'t1','asset':'flyer','at':"
                             "[600,200,150]}]}");
        } else {
            judge_model(&o.t, "t", "blue", "infantry", "man", 600, 200, 0, "");
        }
        judge_ready(&o.t);
        look(&o, (tl_firing_question){.cell_mm = 20});
        int free = 0, barred = 0;
        for (size_t k = 0; k < cells(&o); k++) {
            const tl_firing_cell *c = &o.f->candidates[k].cell;
            tl_vec2 p = middle(&o, k);
            if (!c->standing || c->low < 1) {
                continue;
            }
            /* how far its nearest place is from the bunker's box, along each axis: the base reaches 12.5 */
            double x = fmax(fmax(300 - p.x, p.x - 420) - 10, 0), y = fmax(fmax(360 - p.y, p.y - 430) - 10, 0);
            bool near = plane && x <= 12.5 && y <= 12.5;
            assert_int_equal(c->shot, near ? TL_VERDICT_MARGINAL : TL_VERDICT_YES);
            free += !near;
            barred += near;
        }
        assert_true(free > 50 && (barred > 10) == (plane == 1));
        end(&o);
    }
}

/* Artillery may fire at what others see, and may not from within some areas: proofs of lines settle neither. */
static void artillery_leaves_it_to_rulings(void **state) {
    (void)state;
    for (int hidden = 0; hidden < 2; hidden++) {
        board o;
        begin(&o);
        judge_model(&o.t, "m", "red", "infantry", "man", 350, 300, 0,
                    "'move':1,'weapons':[{'id':'gun','range':9,'skills':['artillery']}]");
        judge_model(&o.t, "t", "blue", "infantry", "man", 700, 300, 0, "");
        if (hidden) {
            judge_wall(&o.t, "w", (tl_vec2){500, 0}, (tl_vec2){510, 600}, 80);
        }
        judge_ready(&o.t);
        look(&o, (tl_firing_question){.cell_mm = 25});
        for (size_t k = 0; k < cells(&o); k++) {
            const tl_firing_cell *c = &o.f->candidates[k].cell;
            assert_true(!c->standing || (c->shot == TL_VERDICT_MARGINAL && c->low == (hidden ? 0 : 1)));
        }
        end(&o);
    }
}

/* Ranges in game units, in millimetres, none stated, and none but close combat. */
static void ranges_of_every_sort(void **state) {
    (void)state;
    static const struct {
        const char *range;
        double least, most; /* mm; most 0: it is not fired */
    } cases[] = {{"'range':3", 0, 300},
                 {"'range':[2,3.5]", 200, 350},
                 {"'range':'C'", 0, 0},
                 {"'range':{'mm':260}", 0, 260},
                 {"'name':'any'", 0, 1e9}};
    for (size_t n = 0; n < sizeof(cases) / sizeof(cases[0]); n++) {
        board o;
        char more[200];
        begin(&o);
        snprintf(more, sizeof(more), "'move':1,'weapons':[{'id':'gun',%s}]", cases[n].range);
        judge_model(&o.t, "m", "red", "infantry", "man", 350, 300, 0, more);
        judge_model(&o.t, "t", "blue", "infantry", "man", 620, 300, 0, "");
        tl_error error;
        if (judge_try(&o.t, &error) != TL_OK) {
            fail_msg("%s: %s", cases[n].range, error.message);
        }
        judge_set(&o.t, -1, NULL);
        look(&o, (tl_firing_question){.cell_mm = 20});
        for (size_t k = 0; k < cells(&o); k++) {
            const tl_firing_cell *c = &o.f->candidates[k].cell;
            if (!c->standing) {
                continue;
            }
            double d = apart(middle(&o, k), 620, 300) - 25, way = 20 * sqrt(0.5), slack = 0.0501;
            bool far = d - way > cases[n].most + slack, in = d + way <= cases[n].most - slack;
            bool close = cases[n].least > 0 && d + way <= cases[n].least - slack;
            bool off = cases[n].least <= 0 || d - way > cases[n].least + slack;
            tl_verdict expected = far || close || cases[n].most == 0 ? TL_VERDICT_NO
                                  : in && off                        ? TL_VERDICT_YES
                                                                     : TL_VERDICT_MARGINAL;
            assert_int_equal(c->shot, expected);
        }
        end(&o);
    }
}

/* Two models of the target, the nearer one in a closed box: the least range counts from the nearest, or from each. */
static void least_ranges_count_from_the_nearest(void **state) {
    (void)state;
    static const char *const set[3][3] = {
        {NULL}, {"min_range", "per_miniature", NULL}, {"valid_target", "independent", NULL}};
    for (int n = 0; n < 3; n++) {
        board o;
        begin(&o);
        judge_model(&o.t, "m", "red", "infantry", "man", 350, 300, 0,
                    "'move':1.5,'weapons':[{'id':'gun','range':[1.5,3]}]");
        judge_unit(&o.t,
                   "{'id':'t','side':'blue','class':'infantry','members':[{'id':'t1','asset':'man','at':[560,300]},{"
                   "'id':'t2','asset':'man','at':[560,450]}]}");
        judge_wall(&o.t, "a", (tl_vec2){520, 260}, (tl_vec2){526, 340}, 80);
        judge_wall(&o.t, "b", (tl_vec2){594, 260}, (tl_vec2){600, 340}, 80);
        judge_wall(&o.t, "c", (tl_vec2){526, 260}, (tl_vec2){594, 266}, 80);
        judge_wall(&o.t, "d", (tl_vec2){526, 334}, (tl_vec2){594, 340}, 80);
        judge_ready(&o.t);
        look(&o, (tl_firing_question){.cell_mm = 20, .set = n > 0 ? set[n] : NULL});
        int yes = 0, no = 0;
        for (size_t k = 0; k < cells(&o); k++) {
            const tl_firing_cell *c = &o.f->candidates[k].cell;
            if (!c->standing || c->low < 1) {
                continue;
            }
            double way = 20 * sqrt(0.5) + 0.0501,
                   d[2] = {apart(middle(&o, k), 560, 300) - 25, apart(middle(&o, k), 560, 450) - 25};
            double near = fmin(d[0], d[1]);
            int range[2];
            for (int j = 0; j < 2; j++) { /* 1: in range at every place, -1 at none */
                double least = n == 1 ? d[j] : near;
                range[j] = d[j] - way > 300 || least + way <= 150 ? -1 : d[j] + way <= 300 && least - way > 150 ? 1 : 0;
            }
            int shot = n == 2 && range[0] > range[1] ? range[0] : range[1]; /* at the one that is seen; or apart */
            assert_int_equal(c->shot, shot > 0 ? TL_VERDICT_YES : shot < 0 ? TL_VERDICT_NO : TL_VERDICT_MARGINAL);
            yes += shot > 0;
            no += shot < 0;
        }
        assert_true(yes > 5 && no > 5);
        end(&o);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_sum_up_the_reach),
        cmocka_unit_test(ways_stay_on_their_storey),
        cmocka_unit_test(cells_over_an_edge_are_not_certain),
        cmocka_unit_test(ranges_hold_on_slopes),
        cmocka_unit_test(units_that_look_back_count_once),
        cmocka_unit_test(low_walls_are_cover_for_those_behind),
        cmocka_unit_test(bunkers_bar_aircraft),
        cmocka_unit_test(artillery_leaves_it_to_rulings),
        cmocka_unit_test(ranges_of_every_sort),
        cmocka_unit_test(least_ranges_count_from_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
