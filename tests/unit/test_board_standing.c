/* test_board_standing.c: where in a rectangle a body can stand, and how high, against closed forms of boxes and ramps,
 * and against the levels of single places; when the table's mesh is a plain sheet. */
#include "board/region/ground.h"
#include "support/sight_scenes.h"

#include <math.h>
#include <string.h>

enum { SLOTS = 6 };

typedef struct fixture {
    tl_context *context;
    tl_world *world;
    test_mesh mesh[SLOTS];
    tl_bvh *bvh[SLOTS];
    uint8_t stand[SLOTS], carpet[SLOTS], solid[SLOTS];
    double off[SLOTS];
    tl_table table; /* as much of one as is asked for */
    tl_board_terrain terrain;
} fixture;

/* 12 tall, its core from 6 up and within 1.5 of the axis, on a base of radius 2; inside of the core: a square of half
 * side 1, from 7 to 11. */
static const tl_board_body post = {.high = 12,
                                   .core_low = 6,
                                   .core_high = 12,
                                   .footprint = 2,
                                   .core_reach = 1.5,
                                   .inner = 1,
                                   .inner_low = 7,
                                   .inner_high = 11};
static const tl_board_body needle = {.high = 12, .core_low = 1, .core_high = 12};

static void begin(fixture *f) {
    memset(f, 0, sizeof(*f));
    f->context = tl_context_create(NULL);
    assert_int_equal(tl_world_create(f->context, SLOTS, &f->world, NULL), TL_OK);
    memset(f->stand, TL_ROLES_ALL, SLOTS);
    f->table.slot_count = SLOTS;
    f->terrain = (tl_board_terrain){.table = &f->table,
                                    .surfaces = {f->world, f->stand, f->carpet, f->solid, true, NULL},
                                    .rect = {0, 0, 200, 200}};
}

/* Slot by slot: what was put into `mesh`. */
static void ready(fixture *f) {
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (f->mesh[i].triangle_count > 0) {
            const test_mesh *m = &f->mesh[i];
            assert_int_equal(tl_bvh_build(f->context, m->vertices, m->vertex_count, m->triangles, m->triangle_count,
                                          NULL, &f->bvh[i], NULL),
                             TL_OK);
            tl_world_set(f->world, i, f->bvh[i]);
        }
        test_mesh_free(&f->mesh[i]);
    }
}

static void end(fixture *f) {
    tl_world_destroy(f->world);
    for (int i = 0; i < SLOTS; i++) {
        tl_bvh_destroy(f->bvh[i]);
    }
    tl_context_destroy(f->context);
}

static void box(fixture *f, int slot, double x0, double y0, double z0, double x1, double y1, double z1) {
    test_mesh_box(&f->mesh[slot], (tl_vec3){x0, y0, z0}, (tl_vec3){x1, y1, z1});
}

/* A plate without thickness, whose heights at x0 and x1 are given. */
static void ramp(fixture *f, int slot, double x0, double y0, double x1, double y1, double low, double high) {
    test_mesh *m = &f->mesh[slot];
    uint32_t a = test_mesh_vertex(m, (tl_vec3){x0, y0, low}), b = test_mesh_vertex(m, (tl_vec3){x1, y0, high}),
             c = test_mesh_vertex(m, (tl_vec3){x1, y1, high}), d = test_mesh_vertex(m, (tl_vec3){x0, y1, low});
    test_mesh_triangle(m, a, b, c);
    test_mesh_triangle(m, a, c, d);
}

static tl_board_ground on(const fixture *f, const tl_board_body *body, tl_board_rect r, size_t level) {
    tl_board_ground ground;
    assert_int_equal(tl_board_ground_once(f->context, &f->terrain, body, r, level, &ground), TL_OK);
    return ground;
}

static void assert_ground(const tl_board_ground g, tl_board_standing standing, double low, double high) {
    assert_int_equal(g.standing, standing);
    if (standing != TL_BOARD_NOWHERE) {
        assert_near(g.low, low, 2e-7);
        assert_near(g.high, high, 2e-7);
    }
}

static const tl_board_rect square = {50, 50, 60, 60};

/* --- Closed forms ------------------------------------------------------------------------------------------------- */

static void on_the_bare_plane(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    box(&f, 1, 100, 100, 0, 110, 110, 40);
    ready(&f);
    tl_board_ground g = on(&f, &post, square, 0);
    assert_ground(g, TL_BOARD_EVERYWHERE, 0, 0);
    assert_true(g.plain && !g.over_ground);
    assert_ground(on(&f, &post, square, 1), TL_BOARD_NOWHERE, 0, 0);
    f.terrain.surfaces.table_plane = false; /* nothing at all to stand on */
    assert_ground(on(&f, &post, square, 0), TL_BOARD_NOWHERE, 0, 0);
    end(&f);
}

/* Only the plane is anywhere near: 1 mm beyond what the body reaches, its base or its core, on every side. */
static void what_is_near(void **state) {
    (void)state;
    tl_board_body wide = post;
    wide.core_reach = 7;
    for (int k = 0; k < 16; k++) {
        const tl_board_body *body = k % 2 == 0 ? &post : &wide;
        double gap = (k % 2 == 0 ? 3 : 8) + (k / 2 % 2 == 0 ? 0.01 : -0.01);
        fixture f;
        begin(&f);
        switch (k / 4) {
        case 0:
            box(&f, 2, 60 + gap, 40, 0, 80, 70, 9);
            break;
        case 1:
            box(&f, 2, 20, 40, 0, 50 - gap, 70, 9);
            break;
        case 2:
            box(&f, 2, 40, 60 + gap, 0, 70, 90, 9);
            break;
        default:
            box(&f, 2, 40, 20, 0, 70, 50 - gap, 9);
            break;
        }
        ready(&f);
        tl_board_ground g = on(&f, body, square, 0);
        assert_int_equal(g.plain, k / 2 % 2 == 0);
        assert_ground(g, TL_BOARD_EVERYWHERE, 0, 0);
        tl_board_nearby nearby;
        tl_board_nearby_start(&nearby, f.context, &f.terrain.surfaces);
        assert_int_equal(tl_board_ground_is_bare(&nearby, body, square), g.plain);
        tl_board_nearby_end(&nearby);
        memset(f.stand, 0, SLOTS); /* a wood is no less near; what neither bears nor keeps down isn't there */
        assert_true(on(&f, body, square, 0).plain);
        f.carpet[2] = TL_ROLES_ALL;
        assert_int_equal(on(&f, body, square, 0).plain, g.plain);
        end(&f);
    }
}

/* On a block: of a plain solid one its top alone; without an inside what is beneath counts where there is headroom. */
static void on_a_block(void **state) {
    (void)state;
    for (int solid = 0; solid < 2; solid++) {
        fixture f;
        begin(&f);
        box(&f, 1, 40, 40, 0, 70, 70, 30);
        f.solid[1] = (uint8_t)(solid != 0 ? 1 : 0);
        ready(&f);
        const tl_board_rect place = {55, 55, 55, 55}, beside = {80, 50, 90, 60}, across = {65, 50, 90, 60};
        /* a place: what is over it is there for sure */
        assert_ground(on(&f, &post, place, 0), TL_BOARD_EVERYWHERE, solid != 0 ? 30 : 0, solid != 0 ? 30 : 0);
        assert_ground(on(&f, &post, place, 1), solid != 0 ? TL_BOARD_NOWHERE : TL_BOARD_EVERYWHERE, 30, 30);
        /* a rectangle: that there is a top over all of it isn't known */
        assert_ground(on(&f, &post, square, 0), solid != 0 ? TL_BOARD_PARTLY : TL_BOARD_EVERYWHERE, solid != 0 ? 30 : 0,
                      solid != 0 ? 30 : 0);
        assert_ground(on(&f, &post, square, 1), solid != 0 ? TL_BOARD_NOWHERE : TL_BOARD_PARTLY, 30, 30);
        assert_ground(on(&f, &post, beside, 0), TL_BOARD_EVERYWHERE, 0, 0);
        assert_ground(on(&f, &post, beside, 1), TL_BOARD_NOWHERE, 0, 0);
        tl_board_ground g = on(&f, &post, across, 0);
        assert_int_equal(g.standing, TL_BOARD_PARTLY); /* the side is in the way */
        assert_true(g.low == 0 && g.high >= (solid != 0 ? 30 : 0));
        end(&f);
    }
}

/* Under a roof: one stands there when there is room for all of the body, to a hair. */
static void headroom(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        const double under[4] = {12.001, 11.99, 6.5, 40};
        fixture f;
        begin(&f);
        box(&f, 1, 30, 30, under[k], 80, 80, under[k] + 3);
        ready(&f);
        const tl_board_rect place = {55, 55, 55, 55};
        bool room = k == 0 || k == 3;
        assert_ground(on(&f, &post, square, 0), room ? TL_BOARD_EVERYWHERE : TL_BOARD_PARTLY, 0,
                      room ? 0 : under[k] + 3);
        /* its underside and its top are nearer than what lifts: one layer */
        assert_ground(on(&f, &post, place, 1), room ? TL_BOARD_EVERYWHERE : TL_BOARD_PARTLY, under[k], under[k] + 3);
        end(&f);
    }
}

/* A body may stand at more than one height: where layers lie one above the other and each is told by itself. */
static void level_by_level(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    for (int i = 1; i < 5; i++) {
        ramp(&f, 1, 0, 0, 200, 200, 20 * i, 20 * i);
    }
    ready(&f);
    const tl_board_rect place = {55, 55, 55, 55};
    for (size_t i = 0; i < 6; i++) {
        assert_ground(on(&f, &needle, place, i), i < 5 ? TL_BOARD_EVERYWHERE : TL_BOARD_NOWHERE, 20 * (double)i,
                      20 * (double)i);
    }
    /* over a rectangle none but the plane is sure to be there: level n may be any of the first n */
    assert_ground(on(&f, &needle, square, 0), TL_BOARD_EVERYWHERE, 0, 0);
    for (size_t i = 1; i < 6; i++) {
        assert_ground(on(&f, &needle, square, i), i < 5 ? TL_BOARD_PARTLY : TL_BOARD_NOWHERE, 20 * (double)i, 80);
    }
    end(&f);
}

/* Surfaces that can't be told apart by their heights may lie above one another all the same: a layer as thick as the
 * body has more than one level, and so has one of a wood that is thicker than what lifts. */
static void levels_of_one_layer(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    f.terrain.surfaces.table_plane = false;
    ramp(&f, 1, 0, 0, 200, 200, 0, 200);  /* over the square from 50 to 60 ... */
    ramp(&f, 1, 0, 0, 200, 200, 20, 220); /* ... and 20 higher, but 4 higher than there it begins */
    ramp(&f, 1, 0, 0, 200, 200, 14, 214); /* takes the headroom away in between */
    ready(&f);
    const tl_board_rect place = {55, 55, 55, 55};
    assert_ground(on(&f, &needle, place, 0), TL_BOARD_EVERYWHERE, 55, 55);
    assert_near(on(&f, &needle, place, 1).high, 75, 1e-6);
    for (size_t level = 0; level < 2; level++) {
        tl_board_ground g = on(&f, &needle, square, level);
        assert_ground(g, TL_BOARD_PARTLY, 50, 80);
    }
    end(&f);
    for (int k = 0; k < 2; k++) {
        begin(&f);
        f.stand[1] = 0;
        f.carpet[1] = TL_ROLES_ALL;
        ramp(&f, 1, 45, 0, 145, 200, k == 0 ? 4 : 0.5, k == 0 ? 14 : 10.5);
        ready(&f);
        double heights[4];
        size_t count = tl_surface_levels(&f.terrain.surfaces, 59, 55, 12, heights, 4);
        assert_int_equal(count, k == 0 ? 2 : 1);
        tl_board_ground g = on(&f, &needle, square, 1);
        assert_int_equal(g.standing, k == 0 ? TL_BOARD_PARTLY : TL_BOARD_NOWHERE);
        assert_true(k == 1 || (g.low <= heights[1] && g.high >= heights[1]));
        assert_int_equal(on(&f, &needle, square, 0).standing, TL_BOARD_EVERYWHERE);
        end(&f);
    }
}

/* Nothing under the middle, but something under the base: up to 5 mm it lifts, a hair more and it is in the way of
 * nothing but the base. On every side, as far as the base reaches. */
static void what_lifts(void **state) {
    (void)state;
    const struct {
        double gap, high, lifted;
    } rows[] = {{1, 3, 3},      {1.99, 3, 3},      {2.01, 3, 0}, {1, 4.999, 4.999},
                {1, 5.0001, 0}, {0.5, 2e-3, 2e-3}, {1, 5, 5},    {1, 20, 0}};
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        for (int side = 0; side < 4; side++) {
            fixture f;
            begin(&f);
            double gap = rows[k].gap, high = rows[k].high;
            ramp(&f, 3,
                 side == 0   ? 60 + gap
                 : side == 1 ? 30
                             : 40,
                 side == 2   ? 60 + gap
                 : side == 3 ? 30
                             : 40,
                 side == 1 ? 50 - gap : 80, side == 3 ? 50 - gap : 80, high, high);
            ready(&f);
            tl_board_ground g = on(&f, &post, square, 0);
            assert_near(g.low, 0, 0);
            assert_near(g.high, rows[k].lifted, 1e-9);
            assert_ground(on(&f, &needle, square, 0), TL_BOARD_EVERYWHERE, 0, 0); /* has no base */
            /* a wood's plate lifts, too */
            f.stand[3] = 0;
            f.carpet[3] = TL_ROLES_ALL;
            assert_near(on(&f, &post, square, 0).high, rows[k].lifted, 1e-9);
            end(&f);
        }
    }
}

/* A hair beside a triangle its height still counts, but that it is under the place isn't certain: on any of its sides,
 * whichever way it faces. */
static void a_hair_beside_a_triangle(void **state) {
    (void)state;
    const tl_vec3 c[3] = {{40, 40, 20}, {80, 44, 20}, {52, 90, 20}};
    for (int k = 0; k < 12; k++) {
        fixture f;
        begin(&f);
        f.terrain.surfaces.table_plane = false;
        for (int i = 0; i < 3; i++) {
            (void)test_mesh_vertex(&f.mesh[1], c[i]);
        }
        uint32_t first = (uint32_t)k % 3; /* each side is the first, the second and the third once */
        uint32_t t[3] = {first, (first + 1) % 3, (first + 2) % 3};
        test_mesh_triangle(&f.mesh[1], t[0], t[k < 6 ? 1 : 2], t[k < 6 ? 2 : 1]);
        ready(&f);
        for (int side = 0; side < 3; side++) {
            tl_vec3 p = c[side], q = c[(side + 1) % 3], middle = tl_lerp(p, q, 0.5);
            tl_vec2 out = {q.y - p.y, p.x - q.x};
            double by = (k % 2 == 0 ? 5e-10 : -5e-10) / tl_length2(out);
            tl_vec2 at = {middle.x + by * out.x, middle.y + by * out.y};
            assert_ground(on(&f, &needle, (tl_board_rect){at.x, at.y, at.x, at.y}, 0),
                          k % 2 == 0 ? TL_BOARD_PARTLY : TL_BOARD_EVERYWHERE, 20, 20);
        }
        end(&f);
    }
}

/* Of a slope under the base the part within the lift counts; what is steeper than 60 degrees is a side. */
static void slopes_lift(void **state) {
    (void)state;
    const double steep[4] = {0.5, 1.73, 1.735, 4}, lifted[4] = {0.5, 1.73, 0, 0};
    for (int k = 0; k < 4; k++) {
        fixture f;
        begin(&f);
        ramp(&f, 1, 61, 30, 81, 80, 0, 20 * steep[k]); /* from 1 beside the rectangle up; the base comes to 1 mm in */
        ready(&f);
        /* the triangle over the strip from x = 61 to 62: heights 0 to `steep` */
        assert_near(on(&f, &post, square, 0).high, lifted[k], 1e-6);
        end(&f);
    }
    fixture f;
    begin(&f);
    ramp(&f, 1, 61, 30, 81, 80, 4.5, 24.5);
    ready(&f);
    assert_near(on(&f, &post, square, 0).high, 5, 1e-6); /* it goes on above, but only 5 mm lift */
    end(&f);
}

/* Woods bear 10 mm above their lowest point, and keep nobody down. */
static void in_a_wood(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        fixture f;
        begin(&f);
        f.stand[1] = 0;
        f.carpet[1] = TL_ROLES_ALL;
        const double at[3] = {0, 20, 9.9};
        ramp(&f, 1, 0, 0, 40, 200, at[k] - (k == 2 ? 9.9 : 0), at[k] - (k == 2 ? 9.9 : 0)); /* elsewhere: the lowest */
        ramp(&f, 1, 45, 0, 200, 200, at[k], at[k]);                                         /* plate */
        ramp(&f, 1, 0, 0, 200, 200, at[k] + (k == 2 ? 0.2 : 10.1), at[k] + (k == 2 ? 0.2 : 10.1)); /* crowns */
        ready(&f);
        tl_board_ground g = on(&f, &needle, square, 0);
        if (k == 1) { /* above the plane, with headroom */
            assert_ground(g, TL_BOARD_EVERYWHERE, 0, 0);
            assert_ground(on(&f, &needle, square, 1), TL_BOARD_PARTLY, 20, 20);
            assert_ground(on(&f, &needle, square, 2), TL_BOARD_NOWHERE, 0, 0);
        } else { /* the crowns of the last begin 10.1 above the lowest point, too */
            assert_ground(g, TL_BOARD_EVERYWHERE, 0, 0);
            assert_ground(on(&f, &needle, square, 1), k == 0 ? TL_BOARD_NOWHERE : TL_BOARD_PARTLY, 9.9, 9.9);
        }
        end(&f);
    }
    /* a slope is cut off at the limit */
    fixture f;
    begin(&f);
    f.stand[1] = 0;
    f.carpet[1] = TL_ROLES_ALL;
    f.terrain.surfaces.table_plane = false;
    ramp(&f, 1, 30, 0, 130, 200, 0, 50); /* over the square from 10 to 15 */
    ready(&f);
    assert_ground(on(&f, &needle, square, 0), TL_BOARD_PARTLY, 10, 10);
    assert_ground(on(&f, &needle, (tl_board_rect){40, 50, 44, 60}, 0), TL_BOARD_PARTLY, 5, 7);
    assert_ground(on(&f, &needle, (tl_board_rect){51, 50, 60, 60}, 0), TL_BOARD_NOWHERE, 0, 0);
    end(&f);
}

/* What is in the core's way: beside it, at its height, at every place or at some. */
static void room_for_the_core(void **state) {
    (void)state;
    const struct {
        double x, low, high;
        tl_board_standing standing;
    } rows[] = {{61.49, 8, 9, TL_BOARD_PARTLY},        {61.51, 8, 9, TL_BOARD_EVERYWHERE}, /* the core reaches 1.5 */
                {55, 5.9, 5.95, TL_BOARD_PARTLY}, /* lifts nobody, but takes headroom */
                {61, 12.001, 13, TL_BOARD_EVERYWHERE}, {61, 11.999, 13, TL_BOARD_PARTLY},
                {61, 5.5, 5.999, TL_BOARD_EVERYWHERE}, {61, 5.5, 6.001, TL_BOARD_PARTLY}};
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        fixture f;
        begin(&f);
        box(&f, 1, rows[k].x, 30, rows[k].low, 90, 80, rows[k].high);
        ready(&f);
        assert_int_equal(on(&f, &post, square, 0).standing, rows[k].standing);
        end(&f);
    }
}

/* A wall through the middle of a small rectangle is in the way of the core's inside at all of its places. */
static void no_room_anywhere(void **state) {
    (void)state;
    const struct {
        double half, at, low, high;
        bool nowhere;
    } rows[] = {{0.4, 0, 8, 9, true},       {0.4, 0.59, 8, 9, true},       {0.4, 0.61, 8, 9, false},
                {0.4, -0.59, 8, 9, true},   {0.4, -0.61, 8, 9, false},     {0.99, 0, 8, 9, true},
                {1.01, 0, 8, 9, false},     {0.4, 0, 11.001, 11.5, false}, {0.4, 0, 10.999, 11.5, true},
                {0.4, 0, 6.5, 7.001, true}, {0.4, 0, 6.5, 6.999, false}};
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        for (int side = 0; side < 2; side++) {
            fixture f;
            begin(&f);
            /* an upright sheet: nobody stands on it, and it bears nobody */
            test_mesh *m = &f.mesh[1];
            double at = 50 + rows[k].at;
            tl_vec3 c[4] = {
                {at, 20, rows[k].low}, {at, 80, rows[k].low}, {at, 80, rows[k].high}, {at, 20, rows[k].high}};
            for (int i = 0; i < 4; i++) {
                (void)test_mesh_vertex(m, side == 0 ? c[i] : (tl_vec3){c[i].y, c[i].x, c[i].z});
            }
            test_mesh_triangle(m, 0, 1, 2);
            test_mesh_triangle(m, 0, 2, 3);
            ready(&f);
            double h = rows[k].half;
            const tl_board_rect r = {50 - h, 50 - h, 50 + h, 50 + h};
            assert_int_equal(on(&f, &post, r, 0).standing, rows[k].nowhere ? TL_BOARD_NOWHERE : TL_BOARD_PARTLY);
            tl_board_body unsure = post; /* that the core is there isn't certain */
            unsure.off = 0.01;
            assert_int_equal(on(&f, &unsure, r, 0).standing, TL_BOARD_PARTLY);
            /* a long rectangle has places on either side */
            const tl_board_rect strip = {side == 0 ? 40 : 50 - h, side == 0 ? 50 - h : 40, side == 0 ? 60 : 50 + h,
                                         side == 0 ? 50 + h : 60};
            assert_int_equal(on(&f, &post, strip, 0).standing, TL_BOARD_PARTLY);
            tl_board_body hollow = post;
            hollow.inner = 0;
            assert_int_equal(on(&f, &hollow, r, 0).standing, TL_BOARD_PARTLY);
            end(&f);
        }
    }
}

/* A body whose frame doesn't begin at its lowest point stands as high; heights are of that point. */
static void frames_that_begin_elsewhere(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    box(&f, 1, 30, 30, 12.001, 80, 80, 15);
    ready(&f);
    tl_board_body low = post;
    low.low -= 5;
    low.high -= 5;
    low.core_low -= 5;
    low.core_high -= 5;
    low.inner_low -= 5;
    low.inner_high -= 5;
    tl_board_ground g = on(&f, &low, square, 0);
    assert_ground(g, TL_BOARD_EVERYWHERE, 0, 0);
    tl_board_region r = tl_board_region_on(&low, square, &g);
    assert_true(r.body == &low && r.at.low.x == 50 && r.at.low.y == 50 && r.at.high.x == 60 && r.at.high.y == 60);
    assert_true(r.at.low.z == 5 && r.at.high.z == 5); /* its origin is 5 above its lowest point */
    g.high = 3;
    assert_true(tl_board_region_on(&low, square, &g).at.high.z == 8);
    low.core_high += 0.01;
    assert_int_equal(on(&f, &low, square, 0).standing, TL_BOARD_PARTLY);
    end(&f);
}

/* Uncertain surfaces: heights give way, and that one can stand there is never certain. */
static void uncertain_surfaces(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        fixture f;
        begin(&f);
        ramp(&f, 1, 30, 30, 80, 80, 20, 20);
        ramp(&f, 2, 130, 130, 180, 180, 20, 20);
        f.off[1] = k == 0 ? 0.5 : 0;
        f.off[2] = k == 1 ? 2 : 0;
        f.terrain.surfaces.off = k == 3 ? NULL : f.off;
        if (k == 2) {
            f.off[1] = 1;
            f.off[2] = 4;
            f.stand[2] = 0;
            f.carpet[2] = TL_ROLES_ALL;
        }
        ready(&f);
        double off = k == 0 ? 0.5 : k == 2 ? 1 : 0;
        tl_board_ground g = on(&f, &needle, (tl_board_rect){55, 55, 55, 55}, 1);
        assert_ground(g, off > 0 ? TL_BOARD_PARTLY : TL_BOARD_EVERYWHERE, 20 - 2.7321 * off,
                      20 + 2.7321 * off + (off > 0 ? 5 : 0));
        assert_false(g.plain);
        /* the other one */
        off = k == 1 ? 2 : k == 2 ? 4 : 0;
        g = on(&f, &needle, (tl_board_rect){155, 155, 155, 155}, 1);
        assert_ground(g, k == 2 || off > 0 ? TL_BOARD_PARTLY : TL_BOARD_EVERYWHERE, 20 - 2.7321 * off,
                      20 + 2.7321 * off + (off > 0 ? 5 : 0));
        /* what is uncertain reaches as far beside as it may be off: 2 mm, and the mm that is always looked round */
        g = on(&f, &needle, (tl_board_rect){100, 155, 126.9, 160}, 0);
        assert_int_equal(g.standing, k == 2 ? TL_BOARD_PARTLY : TL_BOARD_EVERYWHERE); /* 4 mm */
        g = on(&f, &needle, (tl_board_rect){100, 155, 130 - 3.05, 160}, 0);
        assert_true(k != 1 || g.standing == TL_BOARD_EVERYWHERE);
        g = on(&f, &needle, (tl_board_rect){100, 155, 130 - 2.95, 160}, 0);
        assert_true(k != 1 || (g.standing == TL_BOARD_PARTLY && !g.plain));
        end(&f);
    }
}

/* An uncertain body, or uncertain surfaces, need more room. */
static void room_with_doubt(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        for (int near = 0; near < 2; near++) {
            fixture f;
            begin(&f);
            double off = k == 1 ? 0.8 : 0;
            box(&f, 1, 60 + 1.5 + off + (near == 1 ? -0.02 : 0.02), 30, 8, 90, 80, 9);
            ready(&f);
            tl_board_body body = post;
            body.off = off;
            assert_int_equal(on(&f, &body, square, 0).standing, near == 1 ? TL_BOARD_PARTLY : TL_BOARD_EVERYWHERE);
            end(&f);
        }
    }
}

/* --- Single places ------------------------------------------------------------------------------------------------ */

static void random_pieces(fixture *f, test_random *random) {
    for (int slot = 0; slot < 4; slot++) {
        for (int i = 0; i < 4; i++) {
            double x = test_random_between(random, 0, 90), y = test_random_between(random, 0, 90),
                   wide = test_random_between(random, 3, 40), deep = test_random_between(random, 3, 40);
            double z = 6 * test_random_below(random, 6), tall = 1 + 5 * test_random_below(random, 4);
            if (slot == 3) {
                ramp(f, slot, x, y, x + wide, y + deep, z, z + test_random_between(random, -25, 25));
            } else {
                box(f, slot, x, y, z, x + wide, y + deep, z + tall);
            }
        }
    }
    f->solid[0] = 1;
    f->stand[2] = 0;
    f->carpet[2] = TL_ROLES_ALL;
    f->terrain.surfaces.table_plane = test_random_below(random, 2) == 0;
}

/* Whatever level a place of the rectangle has, its height, lift included, is among the rectangle's. */
static void heights_of_single_places(void **state) {
    (void)state;
    test_random random = test_random_start("board-standing", 11);
    size_t stood = 0, not_there = 0, everywhere = 0, single = 0, lifted = 0;
    for (int n = 0; n < 300; n++) {
        fixture f;
        begin(&f);
        random_pieces(&f, &random);
        ready(&f);
        for (int m = 0; m < 12; m++) {
            double side = m % 3 == 0 ? 1 : m % 3 == 1 ? 6 : 30;
            double x = test_random_between(&random, 0, 100), y = test_random_between(&random, 0, 100);
            tl_board_rect r = {x, y, x + test_random_between(&random, 0, side),
                               y + test_random_between(&random, 0, side)};
            size_t level = (size_t)test_random_below(&random, 4);
            const tl_board_body *body = m % 2 == 0 ? &needle : &post;
            tl_board_ground g = on(&f, body, r, level);
            everywhere += g.standing == TL_BOARD_EVERYWHERE;
            for (int k = 0; k < 12; k++) {
                double px = test_random_between(&random, r.x0, r.x1), py = test_random_between(&random, r.y0, r.y1);
                double heights[16];
                size_t count = tl_surface_levels(&f.terrain.surfaces, px, py, 12, heights, 16);
                tl_board_ground at = on(&f, body, (tl_board_rect){px, py, px, py}, level);
                if (level >= count) {
                    assert_int_not_equal(g.standing, TL_BOARD_EVERYWHERE);
                    assert_int_not_equal(at.standing, TL_BOARD_EVERYWHERE);
                    not_there++;
                    continue;
                }
                tl_shape base = {
                    .kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = body->footprint, .high = 1};
                base.pose.at = (tl_vec3){px, py, 0};
                double h = heights[level];
                double up = body->footprint > 0
                                ? tl_surface_under(&f.terrain.surfaces, &base, h, h + TL_SURFACE_LIFT, NULL)
                                : h;
                lifted += up > h ? 1U : 0U;
                stood++;
                if (body == &needle || g.standing != TL_BOARD_NOWHERE) { /* else the core has no room */
                    assert_int_not_equal(g.standing, TL_BOARD_NOWHERE);
                    assert_true(g.low <= h + 1e-9 && g.high >= up - 1e-9);
                }
                if (at.standing ==
                    TL_BOARD_EVERYWHERE) { /* the height itself, but for what is less thick than the lift */
                    assert_true(at.low <= h + 1e-9 && at.high >= up - 1e-9);
                    single += fabs(at.low - h) < 1e-8 && at.high <= h + TL_SURFACE_LIFT;
                }
            }
        }
        end(&f);
    }
    assert_true(stood > 8000 && not_there > 25000 && everywhere > 200 && single > 4000 && lifted > 500);
}

/* --- Sheets ------------------------------------------------------------------------------------------------------- */

typedef struct sheet {
    tl_context *context;
    test_mesh mesh;
    tl_document document;
    tl_table table;
    tl_body body;
} sheet;

static void begin_sheet(sheet *s) {
    memset(s, 0, sizeof(*s));
    s->context = tl_context_create(NULL);
    s->document.width = 100;
    s->document.depth = 80;
    s->table.document = &s->document;
    s->table.slot_count = 3;
}

static bool is_sheet(sheet *s) {
    tl_board_terrain terrain;
    tl_bvh *bvh = NULL;
    const test_mesh *m = &s->mesh;
    if (m->triangle_count > 0) {
        assert_int_equal(
            tl_bvh_build(s->context, m->vertices, m->vertex_count, m->triangles, m->triangle_count, NULL, &bvh, NULL),
            TL_OK);
        s->body.solid = bvh;
        s->table.ground.body = &s->body;
    }
    assert_int_equal(tl_board_terrain_make(s->context, &s->table, &terrain), TL_OK);
    assert_true(terrain.table == &s->table && terrain.rect.x0 == 0 && terrain.rect.y0 == 0);
    assert_true(terrain.rect.x1 == 100 && terrain.rect.y1 == 80);
    assert_true(terrain.sheet_over.low.x == 0 && terrain.sheet_over.high.x == 100 && terrain.sheet_over.high.y == 80);
    assert_true(terrain.sheet_over.low.y == 0 && isinf(terrain.sheet_over.low.z) && isinf(terrain.sheet_over.high.z));
    assert_int_equal(terrain.only_ground != NULL, bvh != NULL);
    for (size_t i = 0; bvh != NULL && i < 6; i++) { /* caps of holes have slots, too */
        assert_int_equal(terrain.only_ground[i], i == 0 ? TL_ROLES_ALL : 0);
    }
    bool made = terrain.sheet;
    tl_board_terrain_free(s->context, &terrain);
    assert_null(terrain.only_ground);
    tl_bvh_destroy(bvh);
    test_mesh_free(&s->mesh);
    tl_context_destroy(s->context);
    return made;
}

/* A grid of nx by ny squares over a rectangle; those for which `left_out` is set are missing. */
static void grid(sheet *s, double x0, double y0, double x1, double y1, uint32_t nx, uint32_t ny, uint32_t left_out) {
    uint32_t first = (uint32_t)s->mesh.vertex_count;
    for (uint32_t j = 0; j <= ny; j++) {
        for (uint32_t i = 0; i <= nx; i++) {
            (void)test_mesh_vertex(
                &s->mesh, (tl_vec3){x0 + (x1 - x0) * i / nx, y0 + (y1 - y0) * j / ny, (double)((3 * i + 5 * j) % 7)});
        }
    }
    for (uint32_t j = 0; j < ny; j++) {
        for (uint32_t i = 0; i < nx; i++) {
            uint32_t a = first + j * (nx + 1) + i, b = a + 1, d = a + nx + 1, c = d + 1;
            if (j * nx + i != left_out) {
                test_mesh_triangle(&s->mesh, a, b, c);
                test_mesh_triangle(&s->mesh, a, c, d);
            }
        }
    }
}

static const uint32_t NO_HOLE = UINT32_MAX;

static void plain_sheets(void **state) {
    (void)state;
    sheet s;
    begin_sheet(&s);
    assert_false(is_sheet(&s)); /* no mesh at all */
    begin_sheet(&s);
    grid(&s, 0, 0, 100, 80, 5, 4, NO_HOLE); /* the table's rim is its own */
    assert_true(is_sheet(&s));
    begin_sheet(&s);
    grid(&s, -20, -20, 120, 100, 7, 6, NO_HOLE);
    assert_true(is_sheet(&s));
    begin_sheet(&s);
    grid(&s, -20, -20, 120, 100, 7, 6, 0); /* a hole beside the table, at its corner */
    assert_true(is_sheet(&s));
    /* short of the table on one side after the other */
    const double short_by[4][4] = {{0.01, 0, 100, 80}, {0, 0.01, 100, 80}, {0, 0, 99.99, 80}, {0, 0, 100, 79.99}};
    for (int k = 0; k < 4; k++) {
        begin_sheet(&s);
        grid(&s, short_by[k][0], short_by[k][1], short_by[k][2], short_by[k][3], 5, 4, NO_HOLE);
        assert_false(is_sheet(&s));
    }
    for (uint32_t hole = 0; hole < 20; hole++) { /* a hole anywhere over it, also at its rim */
        begin_sheet(&s);
        grid(&s, 0, 0, 100, 80, 5, 4, hole);
        assert_false(is_sheet(&s));
    }
}

/* Two sheets, one over the other or in part; a fold; three triangles at an edge; what faces down or stands upright. */
static void no_sheets(void **state) {
    (void)state;
    sheet s;
    begin_sheet(&s);
    grid(&s, 0, 0, 100, 80, 5, 4, NO_HOLE);
    grid(&s, -1, -1, 101, 81, 3, 3, NO_HOLE);
    assert_false(is_sheet(&s));
    begin_sheet(&s);
    grid(&s, 0, 0, 100, 80, 5, 4, NO_HOLE);
    grid(&s, 200, 200, 300, 300, 3, 3, NO_HOLE); /* a second one elsewhere does no harm */
    assert_true(is_sheet(&s));
    begin_sheet(&s);
    grid(&s, 0, 0, 100, 80, 5, 4, NO_HOLE);
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){-30, -30, 40});
    test_mesh_triangle(&s.mesh, 0, 1, (uint32_t)s.mesh.vertex_count - 1); /* faces down, beside the table */
    assert_false(is_sheet(&s));
    begin_sheet(&s);
    grid(&s, 0, 0, 100, 80, 5, 4, NO_HOLE);
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){10, 0, 40});
    test_mesh_triangle(&s.mesh, 0, 1, (uint32_t)s.mesh.vertex_count - 1); /* stands upright on the rim */
    assert_false(is_sheet(&s));
    /* a whole sheet and, over one half of the table, two triangles on the same side of their edge */
    begin_sheet(&s);
    grid(&s, 0, 0, 100, 80, 5, 4, NO_HOLE);
    uint32_t n = (uint32_t)s.mesh.vertex_count;
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){110, -1, 50});
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){110, 90, 50});
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){-1, 90, 50});
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){120, 95, 60});
    test_mesh_triangle(&s.mesh, n, n + 1, n + 2);
    test_mesh_triangle(&s.mesh, n, n + 3, n + 2);
    assert_false(is_sheet(&s));
    /* a whole sheet and, over the other half, a third triangle at an edge */
    begin_sheet(&s);
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){-1, -1, 0});
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){150, -1, 0});
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){-1, 120, 0});
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){150, 120, 0});
    (void)test_mesh_vertex(&s.mesh, (tl_vec3){160, 130, 9});
    test_mesh_triangle(&s.mesh, 0, 1, 2);
    test_mesh_triangle(&s.mesh, 1, 3, 2);
    test_mesh_triangle(&s.mesh, 1, 4, 2);
    assert_false(is_sheet(&s));
}

/* Over a sheet one stands everywhere, above all of the table's mesh; without being one it is a surface like others. */
static void standing_on_a_sheet(void **state) {
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        fixture f;
        begin(&f);
        f.terrain.surfaces.table_plane = false;
        f.terrain.sheet = whole == 1;
        ramp(&f, 0, -10, -10, 210, 210, 0, 22);
        ramp(&f, 1, 100, 40, 140, 80, 60, 60);
        ready(&f);
        tl_board_ground g = on(&f, &needle, square, 0);
        assert_ground(g, whole == 1 ? TL_BOARD_EVERYWHERE : TL_BOARD_PARTLY, 6, 7);
        assert_true(g.over_ground == (whole == 1) && !g.plain);
        g = on(&f, &needle, (tl_board_rect){110, 50, 120, 60}, 1); /* on a plate above it */
        assert_ground(g, TL_BOARD_PARTLY, 60, 60);
        assert_true(g.over_ground == (whole == 1));
        /* in between: the highest place of the sheet, thick as a body, and what may bear above */
        g = on(&f, &needle, (tl_board_rect){10, 50, 190, 60}, 0);
        assert_ground(g, TL_BOARD_PARTLY, 2, whole == 1 ? 60 : 60);
        end(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_bare_plane),
        cmocka_unit_test(what_is_near),
        cmocka_unit_test(on_a_block),
        cmocka_unit_test(headroom),
        cmocka_unit_test(level_by_level),
        cmocka_unit_test(levels_of_one_layer),
        cmocka_unit_test(what_lifts),
        cmocka_unit_test(a_hair_beside_a_triangle),
        cmocka_unit_test(slopes_lift),
        cmocka_unit_test(in_a_wood),
        cmocka_unit_test(room_for_the_core),
        cmocka_unit_test(no_room_anywhere),
        cmocka_unit_test(frames_that_begin_elsewhere),
        cmocka_unit_test(uncertain_surfaces),
        cmocka_unit_test(room_with_doubt),
        cmocka_unit_test(heights_of_single_places),
        cmocka_unit_test(plain_sheets),
        cmocka_unit_test(no_sheets),
        cmocka_unit_test(standing_on_a_sheet),
    };
    return cmocka_run_group_tests_name("board standing", tests, NULL, NULL);
}
