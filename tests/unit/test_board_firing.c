/* test_board_firing.c: firing positions cell by cell: in the open reach, sight, range and fields of fire are closed
 * forms; walls hide by plain geometry in plan; other enemies, skills and camouflage count as their rules say. */
#include "board/firing/firing.h"
#include "support/board_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUNS                                                                                                           \
    ",'move':1.5,'march':3,'weapons':[{'id':'gun','name':'Gun','range':[1,3.2]},{'id':'long','name':'Long','range':4}" \
    ","                                                                                                                \
    "{'id':'knife','range':'C'}]"

enum { RIM = 25 }; /* two bases, from their middles */

typedef struct board {
    board_scene b;
    tl_firing *f;
    tl_firing_summary s;
    double unit;
} board;

static const char *units(const char *a, const char *b, const char *c, const char *d) {
    static char text[4000];
    snprintf(text, sizeof(text), "%s,%s%s%s%s%s", a, b, c[0] != '\0' ? "," : "", c, d[0] != '\0' ? "," : "", d);
    return text;
}

static void open_board(board *o, const char *terrain, const char *all) {
    memset(o, 0, sizeof(*o));
    board_scene_begin(&o->b, 900, 600, "", terrain, all);
    o->unit = tl_scene_game_unit(o->b.made.scene);
}

static void look(board *o, tl_firing_question q) {
    q.member = q.member != NULL ? q.member : "m";
    q.target = q.target != NULL ? q.target : "t";
    q.cell_mm = q.cell_mm > 0 ? q.cell_mm : 20;
    q.threads = 1;
    tl_firing_destroy(o->f);
    o->f = board_firing(&o->b, q);
    o->s = tl_firing_figures(o->f);
}

static void close_board(board *o) {
    tl_firing_destroy(o->f);
    board_scene_end(&o->b);
}

/* A cell: its middle, half its diagonal, and its four corners. */
typedef struct area {
    tl_firing_cell c;
    tl_vec2 middle, corner[4];
    double way;
} area;

static area cell_at(const board *o, size_t i, size_t j) {
    area a = {.c = tl_firing_cell_at(o->f, i, j)};
    double x = o->s.x0 + o->s.cell_mm * (double)i, y = o->s.y0 + o->s.cell_mm * (double)j;
    for (int k = 0; k < 4; k++) {
        a.corner[k] = (tl_vec2){x + (k & 1 ? o->s.cell_mm : 0), y + (k & 2 ? o->s.cell_mm : 0)};
    }
    a.middle = (tl_vec2){x + 0.5 * o->s.cell_mm, y + 0.5 * o->s.cell_mm};
    a.way = o->s.cell_mm * sqrt(0.5);
    return a;
}

static double apart(tl_vec2 a, tl_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static double farthest(const area *a, tl_vec2 p) {
    double most = 0;
    for (int k = 0; k < 4; k++) {
        most = fmax(most, apart(a->corner[k], p));
    }
    return most;
}

static double nearest(const area *a, tl_vec2 p) {
    double x = fmin(fmax(p.x, a->corner[0].x), a->corner[3].x), y = fmin(fmax(p.y, a->corner[0].y), a->corner[3].y);
    return apart((tl_vec2){x, y}, p);
}

/* A limit for all of a cell whose middle is `d` away: within it, beyond it, or neither. */
static int limit(double d, double off, double most, double tolerance) {
    return d + off <= most - tolerance ? 1 : fmax(0, d - off) > most + tolerance ? -1 : 0;
}

/* --- The open ----------------------------------------------------------------------------------------------------- */

static void check_open(const board *o, tl_vec2 from, tl_vec2 to, bool gun, bool far) {
    double reached = 0, unit = o->unit;
    int shots[3] = {0};
    for (size_t j = 0; j < o->s.rows; j++) {
        for (size_t i = 0; i < o->s.columns; i++) {
            area a = cell_at(o, i, j);
            const tl_firing_cell *c = &a.c;
            if (apart(a.middle, from) <= o->s.allowance_mm - 10) {
                assert_true(c->standing);
            }
            if (!c->standing) {
                continue;
            }
            assert_true(nearest(&a, from) <= o->s.allowance_mm + 10);
            assert_true(!c->certain || farthest(&a, from) <= o->s.allowance_mm + 1e-6);
            assert_true(c->certain || farthest(&a, from) > o->s.allowance_mm - 15);
            assert_true(c->low == 1 && c->high == 1 && c->estimate == 1 && c->seen == 1 && c->perhaps == 1);
            assert_true(c->covered == 0 && c->bare == 0);
            double d = apart(a.middle, to) - RIM, straight = apart(a.middle, from);
            assert_near(c->range_low, fmax(0, d - a.way), 1e-3);
            assert_near(c->range_high, d + a.way, 1e-3);
            assert_true(c->certain ? c->path_mm >= straight - 1e-9 && c->path_mm <= straight + 15 : c->path_mm == 0);
            int most = limit(d, a.way, 3.2 * unit, 0.0501), least = limit(d, a.way, unit, 0.0501);
            int all = limit(d, a.way, 4 * unit, 0.0501);
            int one = gun ? (most < 0 || least > 0 ? -1 : most > 0 && least < 0 ? 1 : 0) : -1;
            int shot = far && all > one ? all : one;
            assert_int_equal(c->shot, shot > 0 ? TL_VERDICT_YES : shot < 0 ? TL_VERDICT_NO : TL_VERDICT_MARGINAL);
            shots[shot + 1]++;
            reached += c->certain ? o->s.cell_mm * o->s.cell_mm : 0;
        }
    }
    assert_near(o->s.reached_mm2, reached, 1e-6);
    assert_near(o->s.seen_mm2, reached, 1e-6);
    assert_near(o->s.open_mm2, 0, 0);
    double disc = 3.14159265 * o->s.allowance_mm * o->s.allowance_mm;
    assert_true(reached < disc && reached > 0.7 * disc);
    assert_true(shots[2] > 3 && shots[1] > 3 && (shots[0] > 3 || far));
}

static void in_the_open_everything_is_known(void **state) {
    (void)state;
    board o;
    const tl_vec2 from = {350, 300}, to = {650, 330};
    open_board(&o, "", units(board_man("m", "red", 350, 300, GUNS), board_man("t", "blue", 650, 330, ""), "", ""));
    look(&o, (tl_firing_question){.weapon = "gun"});
    assert_near(o.s.allowance_mm, 1.5 * o.unit, 1e-9);
    assert_int_equal(o.s.targets, 1);
    assert_int_equal(o.s.foes, 0);
    check_open(&o, from, to, true, false);
    look(&o, (tl_firing_question){.weapon = NULL});
    check_open(&o, from, to, true, true);
    assert_int_equal(board_count(&o.b, "weapons"), 2); /* the knife isn't fired */
    assert_string_equal(made_word(&o.b.made, "weapons[1]"), "long");
    look(&o, (tl_firing_question){.weapon = "long", .march = true, .cell_mm = 30});
    assert_near(o.s.allowance_mm, 3 * o.unit, 1e-9);
    tl_firing_cell start = tl_firing_cell_at(o.f, (size_t)((350 - o.s.x0) / 30), (size_t)((300 - o.s.y0) / 30));
    assert_true(start.certain && start.shot == TL_VERDICT_YES);
    /* the grid's cells lie at whole multiples of their side; 10 mm when nothing is said */
    assert_near(fmod(o.s.x0, 30), 0, 1e-9);
    tl_firing_question q = {.member = "m1", .target = "t1", .threads = 1};
    tl_firing *f = board_firing(&o.b, q);
    assert_near(tl_firing_figures(f).cell_mm, 10, 0);
    tl_firing_destroy(f);
    close_board(&o);
}

/* Near the edge: no cell lies off the table. */
static void the_table_has_an_end(void **state) {
    (void)state;
    board o;
    open_board(&o, "", units(board_man("m", "red", 60, 550, GUNS), board_man("t", "blue", 300, 500, ""), "", ""));
    look(&o, (tl_firing_question){.cell_mm = 70});
    assert_near(o.s.x0, 0, 0);
    assert_true(o.s.y0 >= 350 && fmod(o.s.y0, 70) == 0);
    assert_near(o.s.y0 + 70 * (double)o.s.rows, 630, 1e-9); /* the last row is cut off at 600 */
    for (size_t i = 0; i < o.s.columns; i++) {
        tl_firing_cell c = tl_firing_cell_at(o.f, i, o.s.rows - 1);
        if (c.standing) { /* its middle is at 580, between 560 and 600 */
            double d = apart((tl_vec2){35 + 70 * (double)i, 580}, (tl_vec2){300, 500}) - RIM, way = 0.5 * hypot(70, 40);
            assert_near(c.range_high, d + way, 1e-3);
        }
    }
    close_board(&o);
}

/* --- Walls -------------------------------------------------------------------------------------------------------- */

static const double wall[4] = {440, 260, 460, 420}; /* x0, y0, x1, y1 */

/* Whether a segment meets the wall, in plan. */
static bool blocked(tl_vec2 p, tl_vec2 q) {
    double t0 = 0, t1 = 1;
    const double from[2] = {p.x, p.y}, way[2] = {q.x - p.x, q.y - p.y}, low[2] = {wall[0], wall[1]},
                 high[2] = {wall[2], wall[3]};
    for (int k = 0; k < 2; k++) {
        if (fabs(way[k]) < 1e-12) {
            if (from[k] < low[k] || from[k] > high[k]) {
                return false;
            }
            continue;
        }
        double a = (low[k] - from[k]) / way[k], b = (high[k] - from[k]) / way[k];
        t0 = fmax(t0, fmin(a, b));
        t1 = fmin(t1, fmax(a, b));
    }
    return t0 < t1;
}

/* Whether bodies that are so wide see each other: from any point of the one to any point of the other. */
static bool sees(tl_vec2 a, tl_vec2 b, double radius) {
    for (int i = 0; i < 24; i++) {
        for (int j = 0; j < 24; j++) {
            const tl_vec2 p = {a.x + radius * cos(i * 0.2617994), a.y + radius * sin(i * 0.2617994)};
            const tl_vec2 q = {b.x + radius * cos(j * 0.2617994), b.y + radius * sin(j * 0.2617994)};
            if (!blocked(p, q)) {
                return true;
            }
        }
    }
    return false;
}

static void walls_hide_what_lies_behind(void **state) {
    (void)state;
    board o;
    const tl_vec2 to = {650, 330};
    open_board(&o, board_wall("w", wall[0], wall[1], wall[2], wall[3], 80),
               units(board_man("m", "red", 350, 300, GUNS), board_man("t", "blue", to.x, to.y, ""), "", ""));
    look(&o, (tl_firing_question){.weapon = "long"});
    int seen = 0, hidden = 0, open = 0;
    double sums[3] = {0};
    for (size_t j = 0; j < o.s.rows; j++) {
        for (size_t i = 0; i < o.s.columns; i++) {
            area a = cell_at(&o, i, j);
            if (!a.c.standing) {
                continue;
            }
            for (int k = 0; k < 5; k++) {
                tl_vec2 at = k == 4 ? a.middle : a.corner[k];
                assert_false(a.c.low == 1 && !sees(at, to, 8.05)); /* rounder than round, and what is sampled */
                assert_false(a.c.high == 0 && sees(at, to, 7.95));
            }
            double square = a.c.certain ? o.s.cell_mm * o.s.cell_mm : 0;
            sums[0] += square;
            sums[1] += a.c.low == 1 ? square : 0;
            sums[2] += a.c.low < 1 && a.c.high > 0 ? square : 0;
            assert_true(a.c.low <= a.c.estimate && a.c.estimate <= a.c.high);
            assert_int_equal(a.c.seen, a.c.low == 1 ? 1 : 0);
            assert_int_equal(a.c.perhaps, a.c.high > 0 ? 1 : 0);
            assert_true(a.c.high > 0 || a.c.shot == TL_VERDICT_NO);
            seen += a.c.low == 1;
            hidden += a.c.high == 0;
            open += a.c.low < 1 && a.c.high > 0;
        }
    }
    assert_near(o.s.reached_mm2, sums[0], 1e-6);
    assert_near(o.s.seen_mm2, sums[1], 1e-6);
    assert_near(o.s.open_mm2, sums[2], 1e-6);
    assert_true(seen > 30 && hidden > 20 && open < hidden + seen);
    assert_true(o.s.rulings > 0 && o.s.proofs > 0);
    close_board(&o);
}

/* Of two models one stands in a closed box: the other is the one that is seen, and measured to is the nearer one. */
static void each_model_of_the_target_counts(void **state) {
    (void)state;
    board o;
    char terrain[1200];
    snprintf(terrain, sizeof(terrain), "%s,%s,%s,%s", board_wall("a", 530, 250, 540, 350, 80),
             board_wall("b", 630, 250, 640, 350, 80), board_wall("c", 530, 250, 640, 260, 80),
             board_wall("d", 530, 340, 640, 350, 80));
    open_board(&o, terrain,
               units(board_man("m", "red", 350, 300, GUNS),
                     "{'id':'t','side':'blue','class':'infantry','members':[{'id':'t1','asset':'man','at':[585,300]},"
                     "{'id':'t2','asset':'man','at':[585,420]}]}",
                     "", ""));
    look(&o, (tl_firing_question){.weapon = "gun"});
    assert_int_equal(o.s.targets, 2);
    int both = 0;
    for (size_t k = 0; k < o.s.rows * o.s.columns; k++) {
        area a = cell_at(&o, k % o.s.columns, k / o.s.columns);
        if (a.c.standing) {
            assert_true(a.c.seen <= 1 && a.c.perhaps <= 1 && a.c.high <= 1);
            double d = fmin(apart(a.middle, (tl_vec2){585, 300}), apart(a.middle, (tl_vec2){585, 420})) - RIM;
            assert_near(a.c.range_low, fmax(0, d - a.way), 1e-3);
            assert_near(a.c.range_high, d + a.way, 1e-3);
            /* what is fired at is the one that is seen, and the least range that of the nearest */
            double far = apart(a.middle, (tl_vec2){585, 420}) - RIM;
            int most = limit(far, a.way, 3.2 * o.unit, 0.0501), least = limit(d, a.way, o.unit, 0.0501);
            bool yes = a.c.low == 1 && most > 0 && least < 0;
            assert_true((a.c.shot == TL_VERDICT_YES) == yes);
            both += yes;
        }
    }
    assert_true(both > 20);
    /* settings: per model; a model that is in range and one that is seen are enough */
    const char *const set[3] = {"valid_target", "independent", NULL};
    look(&o, (tl_firing_question){.weapon = "gun", .set = set});
    int more = 0;
    for (size_t k = 0; k < o.s.rows * o.s.columns; k++) {
        area a = cell_at(&o, k % o.s.columns, k / o.s.columns);
        more += a.c.standing && a.c.shot == TL_VERDICT_YES;
    }
    assert_true(more >= both);
    close_board(&o);
}

/* --- Fields of fire ----------------------------------------------------------------------------------------------- */

#define TANK(x, y, facing, more)                                                                                       \
    "{'id':'m','side':'red','class':'vehicle','move':1.5,'members':[{'id':'m1','asset':'tank','at':[" x "," y          \
    "],'facing':" facing "}],'weapons':[{'id':'gun','range':9,'arc':'front'}" more "]}"

/* How deep a round target of radius 12.5 lies inside a field of 45 degrees to either side, from an apex. */
static double depth(tl_vec2 apex, double facing, tl_vec2 to) {
    double least = INFINITY;
    for (int side = -1; side <= 1; side += 2) {
        double along = (facing + side * 45.0) * 0.017453292519943295;
        /* to the left of the right boundary, to the right of the left one */
        double off = cos(along) * (to.y - apex.y) - sin(along) * (to.x - apex.x);
        least = fmin(least, -side * off);
    }
    return least + 12.5;
}

static void fields_of_fire_move_with_the_model(void **state) {
    (void)state;
    static const double facings[4] = {0, 30, -75, 180};
    board o;
    const tl_vec2 to = {450, 420};
    open_board(&o, "", units(TANK("300", "300", "30", ""), board_man("t", "blue", to.x, to.y, ""), "", ""));
    int counts[3] = {0};
    for (int k = 0; k < 4; k++) {
        look(&o, (tl_firing_question){.has_facing = k != 1, .facing_deg = facings[k]});
        assert_near(board_number(&o.b, "facing_deg"), facings[k], 0); /* else as it stands: 30 */
        for (size_t n = 0; n < o.s.rows * o.s.columns; n++) {
            area a = cell_at(&o, n % o.s.columns, n / o.s.columns);
            if (!a.c.standing || a.c.low < 1 || nearest(&a, to) < 80) { /* close by its boundary is another one */
                continue;
            }
            double in = depth(a.middle, facings[k], to), off = a.way + 0.06;
            if (fabs(fabs(in) - off) < 0.01) {
                continue;
            }
            tl_verdict expected = in > off ? TL_VERDICT_YES : in < -off ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
            assert_int_equal(a.c.shot, expected);
            counts[expected]++;
        }
    }
    assert_true(counts[0] > 50 && counts[1] > 50 && counts[2] > 10);
    close_board(&o);
}

/* --- Others ------------------------------------------------------------------------------------------------------- */

/* A foe in the open sees the mover bare, one behind a long wall is hidden from it; friends and the target don't count.
 */
static void other_enemies_look_back(void **state) {
    (void)state;
    static const struct {
        const char *skill;
        size_t covered, bare;
    } cases[] = {{"", 1, 1}, {",'skills':['steel-guard']", 0, 2}, {",'skills':['dozer-blade']", 2, 0}};
    for (size_t k = 0; k < 3; k++) {
        board o;
        char all[3000], mover[600];
        snprintf(mover, sizeof(mover), "%s%s", GUNS, cases[k].skill);
        snprintf(all, sizeof(all), "%s,%s,%s,%s,%s", board_man("f", "blue", 350, 590, ""),
                 board_man("m", "red", 350, 300, mover), board_man("t", "blue", 650, 330, ""),
                 board_man("friend", "red", 800, 500, ""), board_man("open", "green", 350, 20, ""));
        open_board(&o, board_wall("w", 0, 540, 900, 560, 80), all);
        look(&o, (tl_firing_question){.weapon = "gun"});
        assert_int_equal(o.s.foes, 2);
        assert_int_equal(o.s.targets, 1);
        for (size_t n = 0; n < o.s.rows * o.s.columns; n++) {
            tl_firing_cell c = tl_firing_cell_at(o.f, n % o.s.columns, n / o.s.columns);
            assert_true(!c.standing || (c.covered == cases[k].covered && c.bare == cases[k].bare));
        }
        assert_true(o.s.places > 0);
        tl_firing_place p = tl_firing_place_at(o.f, 0);
        assert_int_equal(p.foes, 2);
        assert_int_equal(p.covered, cases[k].covered);
        assert_int_equal(p.uncovered, cases[k].bare);
        assert_string_equal(made_word(&o.b.made, "places[0].cover[0].from"), "f");
        assert_string_equal(made_word(&o.b.made, "places[0].cover[1].from"), "open");
        assert_string_equal(made_word(&o.b.made, "places[0].cover[0].verdict"), cases[k].bare == 2 ? "no" : "yes");
        assert_false(made_has(&o.b.made, "places[0].cover[2]"));
        close_board(&o);
    }
}

/* Camouflage: lines alone prove nothing, and whether it may be shot at is for a ruling to say. In cover from all that
 * is near and farther than three units nothing is listed. */
static void camouflage_leaves_it_to_rulings(void **state) {
    (void)state;
    for (int hidden = 0; hidden < 2; hidden++) {
        board o;
        char terrain[600] = "";
        if (hidden) { /* a low wall before it: in cover, and seen over it */
            snprintf(terrain, sizeof(terrain), "%s", board_wall("w", 620, 200, 624, 460, 20));
        }
        open_board(&o, terrain,
                   units(board_man("m", "red", 150, 300, GUNS),
                         board_man("t", "blue", 650, 330, ",'skills':['camouflage']"), "", ""));
        look(&o, (tl_firing_question){.march = false});
        int lines = 0;
        for (size_t n = 0; n < o.s.rows * o.s.columns; n++) {
            tl_firing_cell c = tl_firing_cell_at(o.f, n % o.s.columns, n / o.s.columns);
            if (c.standing) {
                assert_true(c.low == 0 && c.seen == 0 && c.shot != TL_VERDICT_YES);
                lines += c.high > 0;
            }
        }
        assert_true(lines > 20);
        assert_near(o.s.seen_mm2, 0, 0);
        assert_true(hidden ? o.s.places == 0 : o.s.places > 0);
        if (hidden) {
            assert_non_null(strstr(o.b.told, "No place is listed"));
        } else {
            assert_int_equal(tl_firing_place_at(o.f, 0).los, TL_VERDICT_YES);
        }
        close_board(&o);
    }
}

/* --- Questions ---------------------------------------------------------------------------------------------------- */

static void refuse(board *o, tl_firing_question q, tl_status status, const char *place, const char *words) {
    tl_firing *f = NULL;
    memset(&o->b.made.error, 0, sizeof(o->b.made.error));
    assert_int_equal(board_try_firing(&o->b, &q, &f, &o->b.made.error), status);
    assert_null(f);
    board_says(&o->b.made.error, status, words);
    assert_string_equal(o->b.made.error.place, place);
}

static void questions_that_make_no_sense_are_refused(void **state) {
    (void)state;
    board o;
    open_board(
        &o, "",
        units(board_man("m", "red", 350, 300, GUNS), board_man("t", "blue", 650, 330, ""),
              "{'id':'tilted','side':'red','class':'infantry','move':1,'members':[{'id':'tilted1','asset':'man','at':"
              "[100,100],'tilt':5}]}",
              "{'id':'fast','side':'red','class':'infantry','move':6,'members':[{'id':'fast1','asset':'man','at':"
              "[450,300]}]}"));
    refuse(&o, (tl_firing_question){.target = "t"}, TL_ERROR_ARGUMENT, "member", "who moves is missing");
    refuse(&o, (tl_firing_question){.member = "m"}, TL_ERROR_ARGUMENT, "target", "target is missing");
    tl_firing_question q = {.member = "m", .target = "t"};
    static const double cells[4] = {0.5, 1001, -1, NAN};
    for (int k = 0; k < 4; k++) {
        q.cell_mm = cells[k];
        refuse(&o, q, TL_ERROR_ARGUMENT, "cell", "side of a cell");
    }
    q.cell_mm = 0;
    q.has_facing = true;
    static const double facings[3] = {NAN, 2e6, -2e6};
    for (int k = 0; k < 3; k++) {
        q.facing_deg = facings[k];
        refuse(&o, q, TL_ERROR_ARGUMENT, "facing", "no facing");
    }
    q = (tl_firing_question){.member = "m", .target = "t", .places = 51};
    refuse(&o, q, TL_ERROR_LIMIT, "places", "51 places are too many");
    q = (tl_firing_question){.member = "m", .target = "t", .weapon = "knife"};
    refuse(&o, q, TL_ERROR_ARGUMENT, "weapon", "close combat");
    q = (tl_firing_question){.member = "tilted", .target = "t"};
    refuse(&o, q, TL_ERROR_UNSUPPORTED, "member", "tilted");
    q = (tl_firing_question){.member = "fast", .target = "t", .cell_mm = 1};
    refuse(&o, q, TL_ERROR_LIMIT, "cell", "too many");
    q = (tl_firing_question){.member = "m", .target = "m", .cell_mm = 20};
    tl_firing *f = NULL;
    assert_int_not_equal(board_try_firing(&o.b, &q, &f, NULL), TL_OK);
    q = (tl_firing_question){.member = "m", .target = "t", .weapon = "none", .cell_mm = 20};
    assert_int_not_equal(board_try_firing(&o.b, &q, &f, NULL), TL_OK);
    q = (tl_firing_question){.member = "nobody", .target = "t", .cell_mm = 20};
    assert_int_equal(board_try_firing(&o.b, &q, &f, NULL), TL_ERROR_NOT_FOUND);
    /* a board of 40 mm cells with 50 places is none of these; nor is one without weapons */
    look(&o, (tl_firing_question){.places = 50, .cell_mm = 50});
    look(&o, (tl_firing_question){.member = "fast", .cell_mm = 60});
    assert_int_equal(board_count(&o.b, "weapons"), 0);
    assert_false(made_has(&o.b.made, "places[0].attack"));
    close_board(&o);
}

static void who_may_not_move_reaches_nothing(void **state) {
    (void)state;
    board o;
    open_board(&o, "",
               units(board_man("m", "red", 350, 300, ",'move':0"), board_man("t", "blue", 650, 330, ""), "", ""));
    refuse(&o, (tl_firing_question){.member = "m", .target = "t"}, TL_ERROR_ARGUMENT, "member", "reaches no ground");
    close_board(&o);
}

static long steps_left;

static bool step(void *user, double share, const char *what) {
    (void)user;
    (void)what;
    assert_true(share >= 0 && share <= 1);
    return steps_left-- != 0;
}

static void it_can_be_stopped(void **state) {
    (void)state;
    board o;
    open_board(&o, "", units(board_man("m", "red", 350, 300, GUNS), board_man("t", "blue", 650, 330, ""), "", ""));
    o.b.made.context->options.progress = step;
    tl_status status = TL_ERROR_CANCELLED;
    for (long n = 0; status != TL_OK; n++) {
        const tl_firing_question q = {.member = "m", .target = "t", .cell_mm = 40, .threads = 1};
        tl_firing *f = NULL;
        tl_error error = {0};
        steps_left = n;
        status = board_try_firing(&o.b, &q, &f, &error);
        assert_true(status == TL_OK || status == TL_ERROR_CANCELLED);
        assert_true((status == TL_OK) == (f != NULL));
        tl_firing_destroy(f);
        assert_true(n < 500);
    }
    close_board(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_open_everything_is_known),
        cmocka_unit_test(the_table_has_an_end),
        cmocka_unit_test(walls_hide_what_lies_behind),
        cmocka_unit_test(each_model_of_the_target_counts),
        cmocka_unit_test(fields_of_fire_move_with_the_model),
        cmocka_unit_test(other_enemies_look_back),
        cmocka_unit_test(camouflage_leaves_it_to_rulings),
        cmocka_unit_test(questions_that_make_no_sense_are_refused),
        cmocka_unit_test(who_may_not_move_reaches_nothing),
        cmocka_unit_test(it_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
