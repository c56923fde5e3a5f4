/* test_board_gaps.c: what terrain covers, the gaps between pieces, and the widest base that passes them: against closed
 * forms, distances of boxes one by one, and the best of all chains of gaps. */
#include "board/findings/gaps.h"
#include "support/judge_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TALL 28.0

static tl_board_ways ways_of(judge_table *t, bool along_x, double tall) {
    tl_board_ways ways;
    tl_error error = {0};
    if (tl_board_ways_find(&t->inquiry, along_x, tall, &ways, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return ways;
}

static void begin(judge_table *t, double width, double depth) {
    judge_begin(t);
    t->width = width;
    t->depth = depth;
}

static void box(judge_table *t, const char *id, double x0, double y0, double z0, double x1, double y1, double z1,
                const char *more) {
    judge_terrain(t, "{'id':'%s','kind':'wall','mesh':'box %.17g %.17g %.17g %.17g %.17g %.17g'%s}", id, x0, y0, z0, x1,
                  y1, z1, more);
}

static size_t piece_of(const judge_table *t, const char *id) {
    for (size_t i = 0; i < t->table->terrain_count; i++) {
        if (strcmp(t->table->terrain[i].id, id) == 0) {
            return i;
        }
    }
    fail_msg("there is no %s", id);
    return SIZE_MAX;
}

/* The gap between two pieces, or a piece and an edge of the table; NULL: none is listed. */
static const tl_board_gap *gap_of(const tl_board_ways *w, size_t a, size_t b) {
    for (size_t k = 0; k < w->gap_count; k++) {
        const size_t *p = w->gaps[k].piece;
        if ((p[0] == a && p[1] == b) || (p[0] == b && p[1] == a)) {
            return &w->gaps[k];
        }
    }
    return NULL;
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* Each alone on a table, so that the area is its own. */
static void check_cover(const char *terrain, double covered, double tall_too, double within) {
    judge_table t;
    begin(&t, 600, 400);
    judge_terrain(&t, "%s", terrain);
    judge_ready(&t);
    tl_board_ways w = ways_of(&t, true, TALL);
    assert_near(w.covered, covered, within);
    assert_near(w.covered_tall, tall_too, within);
    tl_board_ways_free(t.context, &w);
    assert_null(w.gaps);
    judge_end(&t);
}

static void what_is_covered_is_known(void **state) {
    (void)state;
    const double near = 0.5; /* outlines are 0.004 mm off at most: here less than half a square millimetre */
    check_cover("{'id':'a','kind':'wall','mesh':'box 100 100 0 160 140 60'}", 2400, 2400, near);
    /* as high as the body, and a hair less; its height counts from its own foot */
    check_cover("{'id':'a','kind':'wall','mesh':'box 100 100 0 160 140 28'}", 2400, 2400, near);
    check_cover("{'id':'a','kind':'wall','mesh':'box 100 100 0 160 140 27.9'}", 2400, 0, near);
    check_cover("{'id':'a','kind':'wall','mesh':'box 0 0 50 60 40 70','at':[100,100,5]}", 2400, 0, near);
    check_cover("{'id':'a','kind':'wall','mesh':'box 0 0 50 60 40 90','at':[100,100,5]}", 2400, 2400, near);
    /* turned */
    check_cover("{'id':'a','kind':'wall','mesh':'box -30 -20 0 30 20 60','at':[300,200],'turn':33}", 2400, 2400, near);
    /* side by side, one over the other, one within another */
    check_cover("{'id':'a','kind':'wall','mesh':'box 100 100 0 160 140 60'},"
                "{'id':'b','kind':'wall','mesh':'box 130 120 0 190 160 20'}",
                2400 + 2400 - 600, 2400, near);
    check_cover("{'id':'a','kind':'wall','mesh':'box 100 100 0 160 140 20'},"
                "{'id':'b','kind':'wall','mesh':'box 110 110 0 120 120 90'},"
                "{'id':'c','kind':'wall','mesh':'box 300 100 0 310 110 90'}",
                2400 + 100, 200, near);
    /* a court that is closed all round counts; one that is open doesn't */
    check_cover("{'id':'a','kind':'wall','mesh':'box 100 100 0 200 110 60, box 100 190 0 200 200 60, "
                "box 100 100 0 110 200 60, box 190 100 0 200 200 60'}",
                10000, 10000, near);
    check_cover("{'id':'a','kind':'wall','mesh':'box 100 100 0 200 110 60, box 100 190 0 200 200 60, "
                "box 100 100 0 110 200 60'}",
                2800, 2800, near);
    /* what hides nobody: woods, smoke, a minefield; outlines alone count, of any shape, whichever way they run */
    check_cover("{'id':'a','kind':'wood','outline':[[100,100],[200,100],[200,200],[150,120],[100,200]],'height':60}",
                10000 - 0.5 * 100 * 80, 0, near);
    check_cover("{'id':'a','kind':'smoke','outline':[[100,100],[100,150],[130,150],[130,100]]}", 1500, 0, near);
    check_cover("{'id':'a','kind':'wood','mesh':'box 100 100 0 160 140 60'}", 2400, 0, near);
    /* a disc is a polygon of 64 corners inside it */
    const double disc = 32 * 50 * 50 * sin(6.283185307179586 / 64);
    check_cover("{'id':'a','kind':'minefield','disc':{'centre':[200,200],'radius':50}}", disc, 0, 0.5);
    /* what is drawn wider than what stands there hides by what stands there */
    check_cover("{'id':'a','kind':'building','outline':[[100,100],[200,100],[200,200],[100,200]],"
                "'mesh':'box 110 110 0 150 150 60'}",
                10000, 1600, near);
    /* solid by its height: both by its outline and as a body */
    check_cover("{'id':'a','kind':'wall','outline':[[100,100],[160,100],[160,140],[100,140]],'height':40}", 2400, 2400,
                near);
}

static void a_bare_table_is_open(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 600, 400);
    judge_ready(&t);
    for (int along_x = 0; along_x < 2; along_x++) {
        tl_board_ways w = ways_of(&t, along_x, TALL);
        double across = along_x ? 600 : 400;
        assert_true(w.passes && w.covered == 0 && w.covered_tall == 0 && w.gap_count == 0);
        assert_true(w.widest == across && w.bounds[0] == across && w.bounds[1] == across);
        assert_true(w.narrowest.width == across && w.narrowest.off == 0);
        assert_int_equal(w.narrowest.piece[0], TL_BOARD_EDGE + (along_x ? 0 : 2));
        assert_int_equal(w.narrowest.piece[1], TL_BOARD_EDGE + (along_x ? 1 : 3));
        assert_string_equal(tl_board_gap_side(t.table, &w.narrowest, 0), "table");
        tl_board_ways_free(t.context, &w);
    }
    judge_end(&t);
}

/* --- Gaps --------------------------------------------------------------------------------------------------------- */

/* One piece: its gaps are those to the edges, from the nearest point straight out; wider ones than 160 aren't listed.
 */
static void gaps_to_the_edges(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 600, 400);
    box(&t, "a", 30, 155, 0, 440.5, 239.5, 60, "");
    judge_ready(&t);
    tl_board_ways w = ways_of(&t, true, TALL);
    assert_int_equal(w.gap_count, 3); /* the one of 160.5 mm at the far edge isn't */
    const double widths[3] = {30, 155, 159.5};
    const size_t edges[3] = {0, 2, 1};
    for (int k = 0; k < 3; k++) {
        const tl_board_gap *g = &w.gaps[k];
        assert_near(g->width, widths[k], 0.01);
        assert_int_equal(g->piece[0], 0);
        assert_int_equal(g->piece[1], TL_BOARD_EDGE + edges[k]);
        assert_near(tl_length2(tl_sub2(g->at[0], g->at[1])), widths[k], 0.01);
        assert_string_equal(tl_board_gap_side(t.table, g, 0), "a");
        assert_string_equal(tl_board_gap_side(t.table, g, 1), "table");
        assert_near(g->off, 0, 0);
    }
    assert_near(w.gaps[0].at[1].x, 0, 0);
    assert_near(w.gaps[1].at[1].y, 0, 0);
    assert_near(w.gaps[2].at[1].x, 600, 0);
    tl_board_ways_free(t.context, &w);
    judge_end(&t);
}

/* As wide as can be listed, and a hair wider. */
static void gaps_end_where_every_base_passes(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        judge_table t;
        begin(&t, 600, 400);
        box(&t, "a", k == 0 ? 160 : 160.02, 180, 0, 240, 220, 60, "");
        judge_ready(&t);
        tl_board_ways w = ways_of(&t, true, TALL);
        assert_int_equal(w.gap_count, k == 0 ? 1 : 0);
        tl_board_ways_free(t.context, &w);
        judge_end(&t);
    }
}

/* A piece over the edge leaves no gap there. */
static void pieces_may_lie_over_the_edge(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 600, 400);
    box(&t, "a", -20, 100, 0, 580, 420, 60, "");
    judge_ready(&t);
    tl_board_ways w = ways_of(&t, true, TALL);
    assert_int_equal(w.gap_count, 2);
    assert_near(w.gaps[0].width, 20, 0.01);
    assert_int_equal(w.gaps[0].piece[1], TL_BOARD_EDGE + 1);
    assert_near(w.gaps[1].width, 100, 0.01);
    assert_int_equal(w.gaps[1].piece[1], TL_BOARD_EDGE + 2);
    assert_true(w.passes);
    assert_near(w.widest, 20, 0.01);
    tl_board_ways_free(t.context, &w);
    w = ways_of(&t, false, TALL); /* from side to side along X it must get past the low edge */
    assert_near(w.widest, 100, 0.01);
    assert_int_equal(w.narrowest.piece[1], TL_BOARD_EDGE + 2);
    tl_board_ways_free(t.context, &w);
    judge_end(&t);
}

/* Corner to corner, corner to side, side to side: a square stands on its corner beside a wall. */
static void distances_are_those_of_the_nearest_points(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 1200, 1200);
    box(&t, "wall", 500, 500, 0, 520, 700, 60, "");
    judge_terrain(&t, "{'id':'square','kind':'wall','mesh':'box -30 -30 0 30 30 60','at':[620,600],'turn':45}");
    box(&t, "corner", 550, 730, 0, 590, 760, 60, "");
    judge_ready(&t);
    tl_board_ways w = ways_of(&t, true, TALL);
    size_t wall = piece_of(&t, "wall"), square = piece_of(&t, "square"), corner = piece_of(&t, "corner");
    const tl_board_gap *g = gap_of(&w, wall, square);
    assert_non_null(g);
    assert_near(g->width, 100 - 30 * sqrt(2), 0.01);
    int at = g->piece[0] == square ? 0 : 1;
    assert_near(g->at[at].x, 620 - 30 * sqrt(2), 0.01);
    assert_near(g->at[at].y, 600, 0.01);
    assert_near(g->at[1 - at].x, 520, 0.01);
    assert_near(g->at[1 - at].y, 600, 0.01);
    g = gap_of(&w, wall, corner);
    assert_non_null(g);
    assert_near(g->width, hypot(30, 30), 0.01);
    /* the square's upper left side is x - y = 20 - 30 sqrt 2, and (590, 730) is the nearest corner to it */
    g = gap_of(&w, square, corner);
    assert_non_null(g);
    double along = ((590 - 620) + (730 - 600)) / sqrt(2), off = (-(590 - 620) + (730 - 600)) / sqrt(2);
    assert_near(g->width, hypot(along - 30, off - 30), 0.01); /* in the square's own frame */
    tl_board_ways_free(t.context, &w);
    judge_end(&t);
}

/* What overlaps, crosses, or lies inside another has no gap, and none to it is listed as one; something between two
 * fills theirs. */
static void gaps_are_free(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 1200, 1200);
    box(&t, "along", 500, 590, 0, 700, 610, 60, "");
    box(&t, "across", 590, 500, 0, 610, 700, 60, ""); /* a cross: no corner of the one is in the other */
    box(&t, "big", 300, 300, 0, 400, 400, 60, "");
    box(&t, "small", 340, 340, 0, 350, 350, 60, ""); /* within */
    box(&t, "left", 800, 300, 0, 820, 400, 60, "");
    box(&t, "middle", 830, 290, 0, 840, 410, 60, "");
    box(&t, "right", 850, 300, 0, 870, 400, 60, "");
    judge_ready(&t);
    tl_board_ways w = ways_of(&t, true, TALL);
    assert_null(gap_of(&w, piece_of(&t, "along"), piece_of(&t, "across")));
    assert_null(gap_of(&w, piece_of(&t, "big"), piece_of(&t, "small")));
    assert_null(gap_of(&w, piece_of(&t, "left"), piece_of(&t, "right")));
    assert_near(gap_of(&w, piece_of(&t, "left"), piece_of(&t, "middle"))->width, 10, 0.01);
    assert_near(gap_of(&w, piece_of(&t, "middle"), piece_of(&t, "right"))->width, 10, 0.01);
    for (size_t k = 0; k < w.gap_count; k++) {
        assert_true(w.gaps[k].width > 1 && (k == 0 || w.gaps[k].width >= w.gaps[k - 1].width));
    }
    tl_board_ways_free(t.context, &w);
    judge_end(&t);
}

/* Gaps of less than a hundredth of a millimetre, and of a little more. */
static void gaps_begin_where_outlines_are_sure(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 600, 400);
    box(&t, "a", 100, 100, 0, 200, 200, 60, "");
    box(&t, "b", 200, 100, 0, 210, 200, 60, "");    /* flush */
    box(&t, "c", 210.05, 100, 0, 300, 200, 60, ""); /* just beside */
    judge_ready(&t);
    tl_board_ways w = ways_of(&t, true, TALL);
    assert_null(gap_of(&w, 0, 1));
    assert_non_null(gap_of(&w, 1, 2));
    assert_near(gap_of(&w, 1, 2)->width, 0.05, 0.01);
    tl_board_ways_free(t.context, &w);
    judge_end(&t);
}

/* The lowest 30 mm count: a bridge by its legs, a bank by its foot, what widens upwards by its width there; a piece
 * that stands high by the lowest 30 mm of its own. */
static void what_stands_low_counts(void **state) {
    (void)state;
    static const struct {
        const char *mesh;
        double reach; /* its greatest x below */
    } pieces[] = {
        {"box 0 0 0 50 100 60", 50},
        {"box 0 0 0 50 100 20, box 0 0 31 90 100 60", 50}, /* its deck is too high */
        {"box 0 0 0 50 100 20, box 0 0 29 90 100 60", 90}, /* its deck isn't */
        {"bank 0 0 0 50 100 60 20", 50},
        {"bank 0 0 0 50 100 60 -20", 60}, /* 20 wider at 60: 10 at 30 */
        {"bank 0 0 0 50 100 90 -30", 60},
        {"bank 0 0 100 50 100 160 -20", 60},
        {"box 0 0 0 50 100 30", 50},
    };
    for (size_t k = 0; k < sizeof(pieces) / sizeof(pieces[0]); k++) {
        for (int turned = 0; turned < 2; turned++) { /* turned the other side is near, but it is as wide */
            judge_table t;
            begin(&t, 1200, 1200);
            judge_terrain(&t, "{'id':'a','kind':'wall','mesh':'%s','at':[500,500,0],'turn':%d}", pieces[k].mesh,
                          turned ? 90 : 0);
            box(&t, "b", turned ? 300 : 620, turned ? 620 : 450, 0, turned ? 600 : 640, turned ? 640 : 700, 60, "");
            judge_ready(&t);
            tl_board_ways w = ways_of(&t, true, TALL);
            const tl_board_gap *g = gap_of(&w, 0, 1);
            assert_non_null(g);
            assert_near(g->width, 120 - pieces[k].reach, 0.01);
            tl_board_ways_free(t.context, &w);
            judge_end(&t);
        }
    }
}

/* Under the slope of what widens upwards nothing is free, wherever it lies. */
static void slopes_have_no_holes(void **state) {
    (void)state;
    for (int k = 0; k < 40; k++) {
        judge_table t;
        begin(&t, 1200, 1200);
        judge_terrain(&t, "{'id':'a','kind':'wall','mesh':'bank 500 500 0 600 600 60 -40'}"); /* 20 wider at 30 */
        double along = 485 + 130 * (k / 4 + 0.5) / 10, off = k % 2 == 0 ? 490 : 608;
        bool flat = k % 4 < 2;
        double x = flat ? along : off, y = flat ? off : along;
        box(&t, "b", x, y, 0, x + 1, y + 1, 60, "");
        judge_ready(&t);
        tl_board_ways w = ways_of(&t, true, TALL);
        assert_null(gap_of(&w, 0, 1));
        tl_board_ways_free(t.context, &w);
        judge_end(&t);
    }
}

/* An upright sheet is a line, whatever it carries; what stands on a needle too thin to have an outline counts by all of
 * it; a needle alone stops nobody. */
static void sheets_are_lines(void **state) {
    (void)state;
    static const struct {
        const char *mesh;
        double left; /* to the edge; 0: it is nothing */
    } pieces[] = {
        {"box 100 100 0 100 300 60", 100},
        {"box 100 100 0 100 300 60, box 80 100 50 140 300 60", 100},
        {"box 100 100 0 100.0001 100.0001 40, box 80 100 35 140 300 60", 80},
        {"box 100 100 0 100.0001 100.0001 40", 0},
    };
    for (size_t k = 0; k < sizeof(pieces) / sizeof(pieces[0]); k++) {
        judge_table t;
        begin(&t, 600, 400);
        judge_terrain(&t, "{'id':'a','kind':'wall','mesh':'%s'}", pieces[k].mesh);
        judge_ready(&t);
        tl_board_ways w = ways_of(&t, true, TALL);
        assert_int_equal(w.gap_count, pieces[k].left > 0 ? 3 : 0);
        if (pieces[k].left > 0) {
            assert_near(w.gaps[0].width, pieces[k].left, 0.01);
        }
        tl_board_ways_free(t.context, &w);
        judge_end(&t);
    }
}

/* Woods, smoke and outlines without a body stop nobody; buildings do, and kinds nobody knows. */
static void open_areas_have_no_gaps(void **state) {
    (void)state;
    static const struct {
        const char *kind, *shape;
        bool stops;
    } pieces[] = {
        {"wall", "'mesh':'box 100 100 0 160 140 60'", true},
        {"building", "'mesh':'box 100 100 0 160 140 60'", true},
        {"rubble", "'mesh':'box 100 100 0 160 140 10'", true},
        {"water", "'mesh':'box 100 100 0 160 140 10'", true},
        {"wire", "'mesh':'box 100 100 0 160 140 10'", true}, /* hides nobody, but is there */
        {"wood", "'mesh':'box 100 100 0 160 140 60'", false},
        {"smoke", "'mesh':'box 100 100 0 160 140 60'", false},
        {"wood", "'outline':[[100,100],[160,100],[160,140],[100,140]]", false},
        {"water", "'outline':[[100,100],[160,100],[160,140],[100,140]]", false},
        {"wall", "'outline':[[100,100],[160,100],[160,140],[100,140]],'height':10", true},
    };
    for (size_t k = 0; k < sizeof(pieces) / sizeof(pieces[0]); k++) {
        judge_table t;
        begin(&t, 260, 400);
        judge_terrain(&t, "{'id':'a','kind':'%s',%s}", pieces[k].kind, pieces[k].shape);
        judge_ready(&t);
        tl_board_ways w = ways_of(&t, true, TALL);
        assert_int_equal(w.gap_count, pieces[k].stops ? 3 : 0); /* 100, 100 and 100: the fourth is 260 wide */
        assert_near(w.widest, pieces[k].stops ? 100 : 260, 0.01);
        tl_board_ways_free(t.context, &w);
        judge_end(&t);
    }
}

/* --- The widest way ----------------------------------------------------------------------------------------------- */

enum { MOST = 8 };

/* Boxes as they are made at random: what distances there are, by hand. */
typedef struct layout {
    double low[MOST][2], high[MOST][2], off[MOST];
    size_t count;
    double size[2];
} layout;

static double apart(const layout *l, size_t a, size_t b) {
    double d[2];
    for (int k = 0; k < 2; k++) {
        d[k] = fmax(0, fmax(l->low[a][k] - l->high[b][k], l->low[b][k] - l->high[a][k]));
    }
    return hypot(d[0], d[1]);
}

static void random_layout(layout *l, test_random *random) {
    l->size[0] = 700;
    l->size[1] = 500;
    l->count = 1 + (size_t)test_random_below(random, MOST);
    for (size_t i = 0; i < l->count; i++) {
        for (int k = 0; k < 2; k++) {
            double side = test_random_between(random, 20, k == 0 ? 260 : 160);
            side = test_random_below(random, 12) == 0 ? l->size[k] : side; /* from edge to edge */
            l->low[i][k] = test_random_between(random, 0, l->size[k] - side);
            l->high[i][k] = l->low[i][k] + side;
        }
        l->off[i] = test_random_below(random, 3) == 0 ? test_random_between(random, 1, 6) : 0;
    }
}

/* The least over all chains from side to side of their widest gap, by trying all middles again and again (Floyd). */
static double widest_by_chains(const layout *l, int axis, double times) {
    double d[MOST + 2][MOST + 2];
    size_t n = l->count;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            d[i][j] = fmax(0, apart(l, i, j) + times * (l->off[i] + l->off[j]));
        }
        d[i][n] = d[n][i] = fmax(0, l->low[i][axis] + times * l->off[i]);
        d[i][n + 1] = d[n + 1][i] = fmax(0, l->size[axis] - l->high[i][axis] + times * l->off[i]);
    }
    d[n][n + 1] = d[n + 1][n] = l->size[axis];
    for (size_t m = 0; m < n; m++) {
        for (size_t i = 0; i < n + 2; i++) {
            for (size_t j = 0; j < n + 2; j++) {
                d[i][j] = fmin(d[i][j], fmax(d[i][m], d[m][j]));
            }
        }
    }
    return d[n][n + 1];
}

/* Whether a third box comes near what lies between two. */
static bool alone(const layout *l, size_t a, size_t b) {
    for (size_t i = 0; i < l->count; i++) {
        bool apart_from = false;
        for (int k = 0; k < 2; k++) { /* from the box round both */
            apart_from = apart_from || l->low[i][k] > fmax(l->high[a][k], l->high[b][k]) + 1 ||
                         l->high[i][k] < fmin(l->low[a][k], l->low[b][k]) - 1;
        }
        if (i != a && i != b && !apart_from) {
            return false;
        }
    }
    return true;
}

static void check_gap(const layout *l, const tl_board_gap *g) {
    size_t a = g->piece[0], b = g->piece[1];
    assert_true(a < l->count && g->width > 0.01 && g->width <= 160);
    assert_near(tl_length2(tl_sub2(g->at[0], g->at[1])), g->width, 1e-9);
    if (b < TL_BOARD_EDGE) {
        assert_near(g->width, apart(l, a, b), 0.01);
        assert_near(g->off, l->off[a] + l->off[b], 1e-12);
    } else {
        size_t side = b - TL_BOARD_EDGE, axis = side / 2;
        assert_true(side < 4);
        assert_near(g->width, side % 2 == 0 ? l->low[a][axis] : l->size[axis] - l->high[a][axis], 0.01);
        assert_near(g->off, l->off[a], 1e-12);
        assert_near(axis == 0 ? g->at[1].x : g->at[1].y, side % 2 == 0 ? 0 : l->size[axis], 1e-9);
    }
}

static void ways_are_the_best_of_all_chains(void **state) {
    (void)state;
    test_random random = test_random_start("board-gaps", 3);
    const int rounds = test_trials(150);
    int shut = 0, unsure = 0, listed = 0;
    for (int round = 0; round < rounds; round++) {
        layout l;
        judge_table t;
        random_layout(&l, &random);
        begin(&t, l.size[0], l.size[1]);
        for (size_t i = 0; i < l.count; i++) {
            char id[8], more[40] = "";
            snprintf(id, sizeof(id), "p%zu", i);
            if (l.off[i] > 0) {
                snprintf(more, sizeof(more), ",'uncertainty':%.17g", l.off[i]);
            }
            box(&t, id, l.low[i][0], l.low[i][1], 0, l.high[i][0], l.high[i][1], 60, more);
        }
        judge_ready(&t);
        for (int axis = 0; axis < 2; axis++) {
            tl_board_ways w = ways_of(&t, axis == 0, TALL);
            double widest = widest_by_chains(&l, axis, 0);
            assert_near(w.widest, widest, 0.01);
            assert_near(w.bounds[0], widest_by_chains(&l, axis, -1), 0.01);
            assert_near(w.bounds[1], widest_by_chains(&l, axis, 1), 0.01);
            assert_near(w.narrowest.width, w.widest, 1e-12);
            assert_true(w.passes == (widest > 0.01) || fabs(widest - 0.01) < 0.01);
            shut += !w.passes;
            unsure += w.bounds[0] < w.bounds[1];
            listed += (int)w.gap_count;
            for (size_t k = 0; k < w.gap_count; k++) {
                check_gap(&l, &w.gaps[k]);
                assert_true(k == 0 || w.gaps[k].width >= w.gaps[k - 1].width);
            }
            for (size_t i = 0; i < l.count; i++) {
                for (size_t j = 0; j < i; j++) {
                    double width = apart(&l, i, j);
                    if (width > 0.02 && width < 159.9 && alone(&l, i, j)) {
                        assert_non_null(gap_of(&w, i, j));
                    }
                }
            }
            tl_board_ways_free(t.context, &w);
        }
        judge_end(&t);
    }
    assert_true(shut > rounds / 50 && unsure > rounds / 4 && listed > 3 * rounds);
}

/* Of two gaps as wide the first piece's is told. */
static void ties_go_to_the_first(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 600, 400);
    box(&t, "a", 100, 50, 0, 500, 100, 60, "");
    box(&t, "b", 100, 300, 0, 500, 350, 60, "");
    judge_ready(&t);
    tl_board_ways w = ways_of(&t, true, TALL);
    assert_near(w.widest, 100, 0.01);
    assert_int_equal(w.narrowest.piece[0], 0);
    /* 50 to the near edge and to the far one, then 100 four times */
    assert_int_equal(w.gaps[0].piece[0], 0);
    assert_int_equal(w.gaps[1].piece[0], 1);
    assert_int_equal(w.gap_count, 6);
    tl_board_ways_free(t.context, &w);
    judge_end(&t);
}

/* Equal gaps in the order of their pieces, the edges last. */
static void equal_gaps_have_an_order(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 420, 280); /* 3 x 2 boxes, each 100 x 100, 30 apart and 30 off the edges */
    for (int k = 5; k >= 0; k--) {
        char id[8];
        snprintf(id, sizeof(id), "p%d", k);
        box(&t, id, 30 + 130 * (k % 3), 25 + 130 * (k / 3), 0, 130 + 130 * (k % 3), 125 + 130 * (k / 3), 60, "");
    }
    judge_ready(&t);
    tl_board_ways w = ways_of(&t, true, TALL);
    size_t equal = 0;
    for (size_t k = 1; k < w.gap_count; k++) {
        const tl_board_gap *a = &w.gaps[k - 1], *b = &w.gaps[k];
        if (a->width == b->width) {
            assert_true(a->piece[0] < b->piece[0] || (a->piece[0] == b->piece[0] && a->piece[1] < b->piece[1]));
            equal++;
        }
    }
    assert_true(equal >= 10);
    /* the narrowest are those of 25 at the near and the far edge: the third, fourth ... of each row */
    assert_near(w.gaps[0].width, 25, 0.01);
    assert_near(w.gaps[5].width, 25, 0.01);
    assert_near(w.gaps[6].width, 30, 0.01);
    tl_board_ways_free(t.context, &w);
    judge_end(&t);
}

static long steps_left;

static bool step(void *user, double share, const char *what) {
    (void)user;
    (void)share;
    (void)what;
    return steps_left-- != 0;
}

/* Stopped at any time, it says so; with nobody to tell, too. */
static void it_can_be_stopped(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 600, 400);
    box(&t, "a", 100, 50, 0, 500, 100, 60, "");
    box(&t, "c", 100, 300, 0, 500, 350, 60, "");
    judge_ready(&t);
    t.context->options.progress = step;
    for (int told = 0; told < 2; told++) {
        bool done = false;
        for (long n = 0; !done; n++) {
            tl_board_ways w;
            tl_error error = {0};
            steps_left = n;
            tl_status status = tl_board_ways_find(&t.inquiry, true, TALL, &w, told ? &error : NULL);
            done = status == TL_OK;
            assert_true((done && n >= 2) || status == TL_ERROR_CANCELLED);
            assert_int_equal(error.status, told ? status : TL_OK);
            tl_board_ways_free(t.context, &w);
        }
    }
    judge_end(&t);
}

static void memory_that_runs_out_is_told(void **state) {
    (void)state;
    judge_table t;
    begin(&t, 600, 400);
    box(&t, "a", 100, 50, 0, 500, 100, 60, "");
    judge_area(&t, "b", "wood", (tl_vec2){100, 200}, (tl_vec2){200, 300}, -1);
    box(&t, "c", 100, 300, 0, 500, 350, 60, "");
    judge_ready(&t);
    bool done = false;
    for (long n = 0; !done; n++) {
        tl_board_ways w;
        tl_error error = {0};
        long held = t.purse.held;
        t.purse.left = n;
        tl_status status = tl_board_ways_find(&t.inquiry, true, TALL, &w, &error);
        t.purse.left = -1;
        done = status == TL_OK;
        assert_true(done || (status == TL_ERROR_MEMORY && error.status == TL_ERROR_MEMORY));
        tl_board_ways_free(t.context, &w);
        assert_int_equal(t.purse.held, held);
    }
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_covered_is_known),
        cmocka_unit_test(a_bare_table_is_open),
        cmocka_unit_test(gaps_to_the_edges),
        cmocka_unit_test(gaps_end_where_every_base_passes),
        cmocka_unit_test(pieces_may_lie_over_the_edge),
        cmocka_unit_test(distances_are_those_of_the_nearest_points),
        cmocka_unit_test(gaps_are_free),
        cmocka_unit_test(gaps_begin_where_outlines_are_sure),
        cmocka_unit_test(what_stands_low_counts),
        cmocka_unit_test(slopes_have_no_holes),
        cmocka_unit_test(sheets_are_lines),
        cmocka_unit_test(open_areas_have_no_gaps),
        cmocka_unit_test(ways_are_the_best_of_all_chains),
        cmocka_unit_test(ties_go_to_the_first),
        cmocka_unit_test(equal_gaps_have_an_order),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
