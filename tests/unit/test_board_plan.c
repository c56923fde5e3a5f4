/* test_board_plan.c: questions about boards made ready or refused: grids, tiles, bodies by their names, who looks, and
 * zones as trees of squares. */
#include "support/board_table.h"

#include "board/map/bodies.h"
#include "board/map/nodes.h"
#include "board/map/plan.h"
#include "board/map/mutual.h"
#include "geom/polygon2.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_vec2 zone[4] = {{1000, 1000}, {1200, 1000}, {1200, 1100}, {1000, 1100}};
static const tl_vec2 area[2] = {{1400, 1500}, {1700, 1300}};
static const tl_board_question from_spot = {.map = "fov", .has_place = true, .place = {900, 100}, .cell_mm = 20};
static const tl_board_question from_zone = {.map = "fov", .zone = zone, .zone_count = 4, .cell_mm = 20};

static void begin(board_table *b) {
    board_begin(b);
    judge_tank(&b->t, "tank", 2000, 2500, 0);
    judge_unit(&b->t, "{'id':'squad','side':'red','class':'infantry','members':["
                      "{'id':'s1','asset':'man','at':[600,600]},{'id':'s2','asset':'post','at':[700,650]}]}");
    judge_asset(&b->t, "'unused':{'mesh':'box -5 -5 0 5 5 30'}");
}

static void make(board_table *b, const tl_board_question *q, tl_board_plan *plan) {
    tl_error error = {0};
    if (tl_board_plan_make(b->t.referee, q, plan, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void words_of_maps(void **state) {
    (void)state;
    static const char *const words[] = {"fov", "dead", "exposure", "height", "nearest", "length", "mutual", "cover"};
    static const bool in_mm[] = {false, false, false, true, true, true, false, false};
    for (int k = 0; k < TL_BOARD_KINDS; k++) {
        assert_string_equal(tl_board_kind_word((tl_board_kind)k), words[k]);
        assert_int_equal(tl_board_in_mm((tl_board_kind)k), in_mm[k]);
    }
    assert_null(tl_board_kind_word(TL_BOARD_KINDS));
    static const double posts[TL_BOARD_POSTS] = {2, 5, 10, 15, 20, 30, 40, 60, 80, 120};
    assert_memory_equal(posts, tl_board_posts, sizeof(posts));
}

/* --- Grids -------------------------------------------------------------------------------------------------------- */

static void grids(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    board_ready(&b, "post", "post", NULL);
    const struct {
        double cell;
        bool part;
        size_t nx, ny, tile;
    } rows[] = {{1000, false, 3, 3, 1},    {999, false, 4, 4, 1},  {100, false, 30, 30, 1}, {80, false, 38, 38, 2},
                {80.1, false, 38, 38, 1},  {20, true, 15, 10, 8},  {7, true, 43, 29, 16},   {2.5, true, 120, 80, 64},
                {0.5, true, 600, 400, 64}, {1, true, 300, 200, 64}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        tl_board_question q = from_spot;
        q.cell_mm = rows[i].cell;
        q.area = rows[i].part ? area : NULL;
        tl_board_plan plan;
        make(&b, &q, &plan);
        assert_int_equal(plan.grid.nx, rows[i].nx);
        assert_int_equal(plan.grid.ny, rows[i].ny);
        assert_int_equal(plan.tile, rows[i].tile);
        assert_int_equal(plan.tile_nx, (rows[i].nx + rows[i].tile - 1) / rows[i].tile);
        assert_int_equal(plan.tile_ny, (rows[i].ny + rows[i].tile - 1) / rows[i].tile);
        assert_true(plan.grid.x0 == (rows[i].part ? 1400 : 0) && plan.grid.x1 == (rows[i].part ? 1700 : 3000));
        assert_true(plan.grid.y0 == (rows[i].part ? 1300 : 0) && plan.grid.y1 == (rows[i].part ? 1500 : 3000));
        assert_true(plan.grid.cell == rows[i].cell && plan.effort == 1);
        assert_near(plan.most, hypot(3000, 3000), 1e-9);
        /* whoever stands in the grid is in the box, as high as anything on the table may be */
        double reach = plan.target.core_reach;
        assert_true(plan.to.low.x == plan.grid.x0 - reach && plan.to.low.y == plan.grid.y0 - reach);
        assert_true(plan.to.high.x == plan.grid.x1 + reach && plan.to.high.y == plan.grid.y1 + reach);
        assert_true(plan.to.low.z <= 0 && plan.to.high.z >= 40 + 120);
        assert_near(plan.from.low.x, 894, 1e-6);
        assert_near(plan.from.high.y, 106, 1e-6);
        assert_near(plan.from.low.z, 3, 1e-9);
        assert_near(plan.from.high.z, 32, 1e-9);
        tl_board_plan_free(&plan);
    }
    const tl_board_grid grid = {100, 200, 150, 245, 20, 3, 3};
    tl_board_rect r = tl_board_grid_rect(&grid, 1, 0, 1);
    assert_true(r.x0 == 120 && r.x1 == 140 && r.y0 == 200 && r.y1 == 220);
    r = tl_board_grid_rect(&grid, 2, 2, 1); /* cut off where the grid ends */
    assert_true(r.x0 == 140 && r.x1 == 150 && r.y0 == 240 && r.y1 == 245);
    r = tl_board_grid_rect(&grid, 0, 2, 4);
    assert_true(r.x0 == 100 && r.x1 == 150 && r.y0 == 240 && r.y1 == 245);
    const tl_board_grid off = {-20, -20, 150, 245, 20, 3, 3}; /* and where the table does */
    r = tl_board_grid_rect(&off, 0, 0, 2);
    assert_true(r.x0 == 0 && r.x1 == 20 && r.y0 == 0 && r.y1 == 20);
    board_end(&b);
}

static void what_maps_need(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    board_ready(&b, "post", "post", NULL);
    const tl_vec2 to[4] = {{1400, 1300}, {1499, 1300}, {1499, 1401}, {1400, 1401}};
    for (int k = 0; k < TL_BOARD_KINDS; k++) {
        tl_board_question q = from_zone;
        q.map = tl_board_kind_word((tl_board_kind)k);
        q.area = k == TL_BOARD_MUTUAL ? NULL : area;
        q.to = to;
        q.to_count = 4;
        q.level = 0;
        q.effort = 2.5;
        tl_board_plan plan;
        make(&b, &q, &plan);
        assert_int_equal(plan.kind, k);
        assert_true(plan.effort == 2.5);
        assert_int_equal(plan.refine, k == TL_BOARD_FOV || k == TL_BOARD_DEAD || k == TL_BOARD_COVER);
        assert_int_equal(plan.tile, k == TL_BOARD_MUTUAL ? 16 : 8);
        assert_int_equal(plan.nodes.root_count > 0 && plan.nodes.perhaps == 20000 && plan.nodes.surely == 20000, 1);
        /* cells whose middle is in the zone: 5 by 5 */
        size_t inside = 0;
        for (size_t i = 0; i < plan.grid.nx * plan.grid.ny; i++) {
            tl_board_rect r = tl_board_grid_rect(&plan.grid, i % plan.grid.nx, i / plan.grid.nx, 1);
            bool in = r.x0 >= 1400 && r.x1 <= 1500 && r.y0 >= 1300 && r.y1 <= 1400;
            assert_int_equal(plan.inside[i], in);
            inside += in;
        }
        assert_int_equal(inside, 25);
        assert_int_equal(plan.stands != NULL, k == TL_BOARD_MUTUAL);
        assert_true(plan.perhaps == (k == TL_BOARD_MUTUAL ? 10000 : 0) && plan.surely == plan.perhaps);
        for (int p = 0; p < TL_BOARD_POSTS; p++) {
            const tl_board_body *post = &plan.posts[p];
            assert_true(post->core_high == (k == TL_BOARD_HEIGHT ? tl_board_posts[p] : 0) && post->core_low == 0);
            assert_near(post->core_reach, k == TL_BOARD_HEIGHT ? 0.05 * sqrt(2) : 0, 1e-12);
        }
        tl_board_plan_free(&plan);
        assert_null(plan.context);
        tl_board_plan_free(&plan); /* twice does no harm */
    }
    board_end(&b);
}

/* --- Who looks ---------------------------------------------------------------------------------------------------- */

static void who_looks(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    board_ready(&b, "post", "post", NULL);
    tl_board_plan plan;
    tl_board_question q = {.map = "fov", .from = "squad", .cell_mm = 50};
    make(&b, &q, &plan);
    assert_true(plan.member_count == 2 && plan.nodes.count == 2 && plan.nodes.root_count == 2);
    for (size_t i = 0; i < 2; i++) {
        const tl_board_node *node = &plan.nodes.items[plan.nodes.roots[i]];
        assert_int_equal(node->end.region.member, judge_who(&b.t, i == 0 ? "s1" : "s2"));
        assert_true(node->area == 1 && !node->partly && !node->divided);
        assert_true(node->end.places.body == &plan.members[i] && plan.members[i].placed);
        assert_false(plan.rules.own[node->end.region.member]); /* of several each still blocks the others' lines */
    }
    assert_true(plan.nodes.surely == 2 && plan.nodes.perhaps == 2);
    assert_near(plan.from.low.x, 592, 1e-6);
    assert_near(plan.from.high.x, 705, 1e-6);
    tl_board_plan_free(&plan);
    q.from = "s2";
    make(&b, &q, &plan);
    assert_int_equal(plan.nodes.root_count, 1);
    assert_true(plan.rules.own[judge_who(&b.t, "s2")] && !plan.rules.own[judge_who(&b.t, "s1")]);
    tl_board_plan_free(&plan);
    make(&b, &from_spot, &plan);
    assert_int_equal(plan.nodes.root_count, 1);
    const tl_board_node *node = &plan.nodes.items[plan.nodes.roots[0]];
    assert_true(node->area == 1 && node->end.places.body == &plan.observer && node->end.region.member == SIZE_MAX);
    assert_true(node->end.places.at.low.x == 900 && node->end.places.at.high.y == 100);
    tl_board_plan_free(&plan);
    q = (tl_board_question){.map = "length", .cell_mm = 100, .area = area}; /* from anywhere */
    make(&b, &q, &plan);
    assert_near(plan.nodes.perhaps, 9e6, 1e-3);
    tl_board_plan_free(&plan);
    board_end(&b);
}

/* --- Bodies ------------------------------------------------------------------------------------------------------- */

static void bodies_by_name(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    board_ready(&b, "post", "post", NULL);
    const struct {
        const char *name, *kind;
        double low, core_low, high, reach, footprint;
    } rows[] = {{NULL, "infantry", 0, 3, 32, 6, 12.5},
                {"infantry", "infantry", 0, 3, 32, 6, 12.5},
                {"vehicle", "vehicle", 0, 6, 40, 52.478567053607705, 52.478567053607705},
                {"man", "infantry", 0, 3, 30, 8, 12.5},
                {"post", "infantry", 0, 3, 40, 7.0710678118654755, 12.5},
                {"tank", "vehicle", 0, 0, 40, 58.309518948453004, 58.309518948453004}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        tl_board_body body;
        assert_int_equal(tl_board_body_named(b.t.table, rows[i].name, "target", 30, &body, NULL), TL_OK);
        assert_string_equal(body.kind->name, rows[i].kind);
        assert_near(body.low, rows[i].low, 1e-9);
        assert_near(body.core_low, rows[i].core_low, 1e-9);
        assert_near(body.high, rows[i].high, 1e-9);
        assert_near(body.core_reach, rows[i].reach, 0.05); /* round ones have corners */
        /* of a turned rectangle no more is known than the corners of the box round it */
        assert_near(body.footprint, rows[i].footprint, i == 2 ? 18 : 1e-9);
        assert_true(body.footprint >= rows[i].footprint - 1e-9);
        assert_int_equal(body.measured_from_base, i != 2 && i != 5);
        if (i == 2 || i == 5) { /* turned by 30 degrees */
            double c = cos(acos(-1) / 6), half = i == 2 ? 45 : 50, side = i == 2 ? 27 : 30;
            assert_near(body.reach[0], half * c + side / 2, 1e-9);
            assert_near(body.reach[2], half / 2 + side * c, 1e-9);
        }
        tl_board_core core;
        assert_int_equal(tl_board_core_named(b.t.table, rows[i].name, "target", 30, &core, NULL), TL_OK);
        double high = 0, low = 1e9, reach = 0;
        for (size_t k = 0; k < core.vertex_count; k++) {
            high = fmax(high, core.vertices[k].z);
            low = fmin(low, core.vertices[k].z);
            reach = fmax(reach, core.vertices[k].x);
        }
        for (size_t k = 0; k < 3 * core.triangle_count; k++) {
            assert_true(core.triangles[k] < core.vertex_count);
        }
        assert_near(high, rows[i].high, 1e-9);
        assert_near(low, rows[i].core_low, 1e-9);
        assert_near(reach, body.reach[0], 1e-9);
        tl_board_core_free(&core);
    }
    const struct {
        const char *name;
        tl_status status;
        const char *message, *remedy;
    } bad[] = {{"dragon", TL_ERROR_NOT_FOUND, "there is no asset `dragon`", "infantry, vehicle, or the name of one"},
               {"unused", TL_ERROR_ARGUMENT, "no unit has the asset `unused`", "infantry, vehicle, or the asset of a"}};
    for (size_t i = 0; i < 2; i++) {
        tl_board_body body;
        tl_board_core core;
        tl_error error = {0};
        assert_int_equal(tl_board_body_named(b.t.table, bad[i].name, "target", 0, &body, &error), bad[i].status);
        assert_non_null(strstr(error.message, bad[i].message));
        assert_non_null(strstr(error.remedy, bad[i].remedy));
        assert_string_equal(error.place, "target");
        assert_int_equal(tl_board_core_named(b.t.table, bad[i].name, "body", 0, &core, &error), bad[i].status);
        tl_board_core_free(&core);
    }
    assert_string_equal(tl_board_standard_name(b.t.ruleset), "infantry");
    assert_string_equal(tl_board_standard_name(NULL), "");
    board_end(&b);
}

/* --- Refused ------------------------------------------------------------------------------------------------------ */

static void refused(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    judge_terrain(&b.t, "{'id':'block','kind':'wall','mesh':'box 2500 2500 0 2900 2900 60','at':[0,0,0]}");
    board_ready(&b, "post", "post", NULL);
    tl_board_question q = from_spot;
    q.map = "heat";
    board_refused(&b, &q, TL_ERROR_NOT_FOUND, "there is no map `heat`");
    assert_string_equal(b.error.remedy, "use fov, dead, exposure, height, nearest, length, mutual, cover");
    q.map = NULL;
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "the map's name is missing");
    const double cells[4] = {0, 0.49, 1000.5, NAN}, efforts[4] = {0.99, 1000.5, -1, NAN};
    for (int k = 0; k < 4; k++) {
        q = from_spot;
        q.cell_mm = cells[k];
        board_refused(&b, &q, TL_ERROR_ARGUMENT, "the side of a cell can't be");
        q = from_spot;
        q.effort = efforts[k];
        board_refused(&b, &q, TL_ERROR_ARGUMENT, "times the usual work");
    }
    q = from_spot;
    q.cell_mm = 1.4999;
    board_refused(&b, &q, TL_ERROR_LIMIT, "more than four millions");
    const tl_vec2 areas[6][2] = {{{-1, 0}, {10, 10}},  {{0, -1}, {10, 10}},  {{0, 0}, {3001, 10}},
                                 {{0, 0}, {10, 3001}}, {{50, 10}, {50, 20}}, {{10, 70}, {20, 70}}};
    for (int k = 0; k < 6; k++) {
        q = from_spot;
        q.area = areas[k];
        board_refused(&b, &q, TL_ERROR_ARGUMENT, k < 4 ? "reaches over the table" : "has no area");
    }
    q = from_spot;
    q.from = "squad";
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "given twice");
    q.from = NULL;
    q.zone = zone;
    q.zone_count = 4;
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "given twice");
    q = (tl_board_question){.map = "fov", .cell_mm = 50};
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "who looks is missing");
    q.from = "nobody";
    board_refused(&b, &q, TL_ERROR_NOT_FOUND, "nobody");
    const double places[5][2] = {{-1, 10}, {10, -1}, {3001, 10}, {10, 3001}, {NAN, 1}};
    for (int k = 0; k < 5; k++) {
        q = from_spot;
        q.place[0] = places[k][0];
        q.place[1] = places[k][1];
        board_refused(&b, &q, TL_ERROR_ARGUMENT, "is off the table");
    }
    q = from_spot;
    q.level = 1;
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "can't stand at (900, 100) on level 1");
    q = from_zone;
    q.level = 1;
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "can stand nowhere in the zone");
    const char *names[2] = {"dragon", "unused"};
    for (int k = 0; k < 4; k++) {
        q = from_spot;
        *(k < 2 ? &q.target : &q.observer) = names[k % 2];
        board_refused(&b, &q, k % 2 == 0 ? TL_ERROR_NOT_FOUND : TL_ERROR_ARGUMENT, names[k % 2]);
        assert_string_equal(b.error.place, k < 2 ? "target" : "observer");
    }
    q = from_spot;
    q.set = (const char *const[]){"no such setting", "1", NULL};
    tl_board_map *map = NULL;
    assert_int_not_equal(tl_board_ask(b.t.referee, &q, &map, NULL), TL_OK);
    board_end(&b);
}

/* What is just within the limits is taken. */
static void at_the_limits(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    board_ready(&b, "post", "post", NULL);
    const double rim[4][2] = {{0, 0}, {3000, 0}, {0, 3000}, {3000, 3000}};
    tl_board_plan plan;
    for (int k = 0; k < 4; k++) {
        tl_board_question q = from_spot;
        q.place[0] = rim[k][0];
        q.place[1] = rim[k][1];
        q.effort = k % 2 == 0 ? 1 : 1000;
        q.cell_mm = k < 2 ? 1.5 : 1000; /* four millions, and nine */
        q.area = k == 2 ? (const tl_vec2[]){{3000, 3000}, {0, 0}} : NULL;
        make(&b, &q, &plan);
        assert_true(plan.effort == q.effort && plan.grid.nx * plan.grid.ny == (k < 2 ? 4000000 : 9));
        assert_true(plan.nodes.items[plan.nodes.roots[0]].end.places.at.low.x == rim[k][0]);
        assert_true(plan.nodes.items[plan.nodes.roots[0]].end.places.at.high.y == rim[k][1]);
        tl_board_plan_free(&plan);
    }
    board_end(&b);
}

static void zones_refused(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    board_ready(&b, "post", "post", NULL);
    const tl_vec2 bad[7][4] = {{{-1, 0}, {100, 0}, {100, 100}, {0, 100}}, {{0, -1}, {100, 0}, {100, 100}, {0, 100}},
                               {{0, 0}, {3001, 0}, {100, 100}, {0, 100}}, {{0, 0}, {100, 0}, {100, 3001}, {0, 100}},
                               {{0, 0}, {100, 100}, {100, 0}, {0, 100}},  {{0, 0}, {100, 0}, {200, 0}, {300, 0}},
                               {{0, 0}, {100, 0}, {100, 100}, {0, 0}}};
    const tl_board_rect table = {0, 0, 3000, 3000};
    tl_board_question q;
    for (int k = 0; k < 14; k++) {
        const char *words = k / 2 < 4 ? "is off the table" : "no simple polygon";
        q = from_zone;
        *(k % 2 == 0 ? &q.zone : &q.to) = bad[k / 2];
        q.to_count = 4;
        board_refused(&b, &q, TL_ERROR_ARGUMENT, words);
        assert_string_equal(b.error.place, k % 2 == 0 ? "zone" : "to");
        assert_int_equal(tl_board_zone_check(table, bad[k / 2], 4, "zone", NULL), TL_ERROR_ARGUMENT);
    }
    assert_int_equal(tl_board_zone_check(table, zone, 2, "zone", NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_board_zone_check(table, zone, 3, "zone", NULL), TL_OK);
    const tl_vec2 rim[3] = {{0, 0}, {0, 3000}, {3000, 3000}}; /* clockwise, on the rim */
    assert_int_equal(tl_board_zone_check(table, rim, 3, "zone", NULL), TL_OK);
    const tl_vec2 other[4] = {{1190, 1000}, {1300, 1000}, {1300, 1100}, {1190, 1100}},
                  apart[4] = {{1200, 1000}, {1300, 1000}, {1300, 1100}, {1200, 1100}},
                  narrow[4] = {{1301, 1000}, {1304, 1000}, {1304, 1100}, {1301, 1100}};
    q = from_zone;
    q.map = "mutual";
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "needs both of them");
    q.to = apart;
    q.to_count = 4;
    q.area = area;
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "needs both of them");
    q.area = NULL;
    q.zone = NULL;
    q.from = "squad";
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "needs both of them");
    q.from = NULL;
    q.zone = zone;
    q.to = other;
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "the zones share cells, such as the one at (1180, 1000)");
    q.to = narrow; /* holds no cell's middle */
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "the body that is looked at can stand nowhere");
    q.to = apart;
    tl_board_plan plan;
    make(&b, &q, &plan);
    assert_true(plan.perhaps == 10000);
    tl_board_plan_free(&plan);
    q.zone = narrow;
    board_refused(&b, &q, TL_ERROR_ARGUMENT, "it holds no cell's middle that is free");
    const tl_vec2 west[4] = {{0, 0}, {900, 0}, {900, 3000}, {0, 3000}},
                  east[4] = {{2100, 0}, {3000, 0}, {3000, 3000}, {2100, 3000}};
    q.zone = west;
    q.to = east;
    q.cell_mm = 8;
    board_refused(&b, &q, TL_ERROR_LIMIT, "too many cells to hold them all");
    board_end(&b);
}

/* --- Zones as trees ----------------------------------------------------------------------------------------------- */

typedef struct leaves {
    const board_table *b;
    const tl_board_nodes *nodes;
    const tl_board_grid *grid;
    int *times; /* per cell */
    double surely, perhaps;
} leaves;

/* A node is what its parts are together. */
static void walk(leaves *l, uint32_t index) {
    const tl_board_node *node = &l->nodes->items[index];
    tl_box3 at = node->end.places.at;
    assert_true(index > 0);
    if (!node->divided) {
        size_t i = (size_t)floor((at.low.x - l->grid->x0) / l->grid->cell + 0.5),
               j = (size_t)floor((at.low.y - l->grid->y0) / l->grid->cell + 0.5);
        tl_board_rect r = tl_board_grid_rect(l->grid, i, j, 1);
        tl_board_ground ground;
        assert_int_equal(tl_board_ground_once(l->b->t.context, &l->b->terrain, &l->b->body[0], r, 0, &ground), TL_OK);
        assert_int_not_equal(ground.standing, TL_BOARD_NOWHERE);
        assert_int_equal(node->partly, ground.standing != TL_BOARD_EVERYWHERE);
        assert_int_equal(node->end.over_ground, ground.over_ground);
        assert_true(at.low.x == r.x0 && at.low.y == r.y0 && at.high.x == r.x1 && at.high.y == r.y1);
        double low = l->b->body[0].low; /* the origin's heights */
        assert_true(at.low.z == ground.low - low && at.high.z == ground.high - low);
        assert_near(node->area, (r.x1 - r.x0) * (r.y1 - r.y0), 1e-9);
        l->times[j * l->grid->nx + i]++;
        l->perhaps += node->area;
        l->surely += node->partly ? 0 : node->area;
        return;
    }
    tl_box3 box = tl_box3_empty();
    double sum = 0;
    bool partly = false, over = true;
    int parts = 0;
    for (int k = 0; k < 4; k++) {
        if (node->child[k] != 0) {
            const tl_board_node *part = &l->nodes->items[node->child[k]];
            box = tl_box3_union(box, part->end.places.at);
            sum += part->area;
            partly = partly || part->partly;
            over = over && part->end.over_ground;
            parts++;
            walk(l, node->child[k]);
        }
    }
    assert_true(parts > 1); /* a square of one part is that part */
    assert_true(tl_distance(box.low, at.low) < 1e-9 && tl_distance(box.high, at.high) < 1e-9);
    assert_near(node->area, sum, 1e-6);
    assert_true(node->partly == partly && node->end.over_ground == over);
}

static void zones_as_trees(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    judge_terrain(&b.t, "{'id':'block','kind':'wall','mesh':'box 300 300 0 380 340 60','at':[0,0,0]}");
    judge_terrain(&b.t, "{'id':'step','kind':'wall','mesh':'box 500 310 0 560 390 20','at':[0,0,0]}");
    board_ready(&b, "post", "post", NULL);
    b.body[0].low = -4;
    const tl_board_grid grids[3] = {
        {0, 0, 790, 790, 20, 40, 40}, {200, 260, 640, 500, 12, 37, 20}, {280, 280, 400, 400, 120, 1, 1}};
    const tl_vec2 corners[5] = {{210, 270}, {630, 290}, {600, 480}, {400, 360}, {230, 490}};
    for (int n = 0; n < 3; n++) {
        tl_board_nodes nodes = {0};
        const tl_board_grid *grid = &grids[n];
        b.terrain.sheet = n == 1; /* everybody is above the table's mesh, then */
        assert_int_equal(tl_board_nodes_of_zone(b.t.context, &b.terrain, &b.body[0], grid, corners, 5, 0, &nodes, NULL),
                         TL_OK);
        static int times[1600];
        memset(times, 0, sizeof(times));
        leaves l = {&b, &nodes, grid, times, 0, 0};
        for (size_t i = 0; i < nodes.root_count; i++) {
            walk(&l, nodes.roots[i]);
        }
        assert_near(nodes.perhaps, l.perhaps, 1e-6);
        assert_near(nodes.surely, l.surely, 1e-6);
        assert_true(n == 2 || (l.surely < l.perhaps && l.surely > 10000));
        assert_int_equal(nodes.root_count <= (grid->nx + 15) / 16 * ((grid->ny + 15) / 16), 1);
        for (size_t k = 0; k < grid->nx * grid->ny; k++) {
            tl_board_rect r = tl_board_grid_rect(grid, k % grid->nx, k / grid->nx, 1);
            bool in =
                tl_polygon2_side(corners, 5, (tl_vec2){0.5 * (r.x0 + r.x1), 0.5 * (r.y0 + r.y1)}) != TL_SIDE_OUTSIDE;
            tl_board_ground ground;
            assert_int_equal(tl_board_ground_once(b.t.context, &b.terrain, &b.body[0], r, 0, &ground), TL_OK);
            assert_int_equal(times[k], in && ground.standing != TL_BOARD_NOWHERE);
        }
        tl_board_nodes_free(b.t.context, &nodes);
    }
    board_end(&b);
}

/* Zones of maps lie in a grid of the table's own, however the map lies. */
static void zones_lie_in_cells_of_the_table(void **state) {
    (void)state;
    board_table b;
    begin(&b);
    board_ready(&b, "post", "post", NULL);
    const tl_vec2 odd[4] = {{1007, 1003}, {1094, 1003}, {1094, 1057}, {1007, 1057}},
                  rim[4] = {{2965, 2935}, {3000, 2935}, {3000, 3000}, {2965, 3000}};
    tl_board_question q = from_zone;
    q.area = area;
    q.zone = odd;
    tl_board_plan plan;
    make(&b, &q, &plan); /* middles at 1010, 1030, ..., 1090 by 1010, 1030, 1050 */
    assert_true(plan.nodes.perhaps == 100 * 60);
    assert_true(plan.from.low.x < 1000 && plan.from.low.x > 990 && plan.from.high.x > 1100 && plan.from.high.x < 1110);
    assert_true(plan.from.low.y < 1000 && plan.from.low.y > 990 && plan.from.high.y > 1060 && plan.from.high.y < 1070);
    tl_board_plan_free(&plan);
    q.cell_mm = 70; /* the last cells are cut off: 2940 to 3000 */
    q.zone = rim;
    make(&b, &q, &plan);
    assert_true(plan.nodes.perhaps == 3600);
    tl_board_plan_free(&plan);
    board_end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_maps),  cmocka_unit_test(grids),
        cmocka_unit_test(what_maps_need), cmocka_unit_test(who_looks),
        cmocka_unit_test(bodies_by_name), cmocka_unit_test(refused),
        cmocka_unit_test(at_the_limits),  cmocka_unit_test(zones_refused),
        cmocka_unit_test(zones_as_trees), cmocka_unit_test(zones_lie_in_cells_of_the_table),
    };
    return cmocka_run_group_tests_name("board plan", tests, NULL, NULL);
}
