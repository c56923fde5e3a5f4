/* test_board_layers.c: layers against sorting and sweeping; the ground of squares against that of their cells and of
 * single places. */
#include "board/map/ground_pyramid.h"
#include "board/map/nodes.h"
#include "board/region/layers.h"
#include "support/sight_scenes.h"

#include "scene/place.h"

#include <stdlib.h>
#include <string.h>

/* --- Layers ------------------------------------------------------------------------------------------------------- */

enum { SURFACES = 60 };

static int by_low(const void *x, const void *y) {
    const tl_board_layer *a = x, *b = y;
    return a->low < b->low ? -1 : a->low > b->low;
}

/* Sorted, and joined as long as the next begins no more than the lift above what was reached. */
static size_t sweep(tl_board_layer *sorted, size_t count, tl_board_layer *layers) {
    size_t made = 0;
    qsort(sorted, count, sizeof(*sorted), by_low);
    for (size_t i = 0; i < count; i++) {
        tl_board_layer *last = &layers[made > 0 ? made - 1 : 0];
        if (made == 0 || sorted[i].low > last->high + TL_SURFACE_LIFT + 1e-6) {
            layers[made++] = sorted[i];
            continue;
        }
        last->high = sorted[i].high > last->high ? sorted[i].high : last->high;
        last->ceils = sorted[i].ceils < last->ceils ? sorted[i].ceils : last->ceils;
        last->covers |= sorted[i].covers;
        last->carpet |= sorted[i].carpet;
    }
    return made;
}

static bool same_layers(const tl_board_layers *a, const tl_board_layer *b, size_t count) {
    bool same = a->count == count;
    for (size_t i = 0; i < count && same; i++) {
        const tl_board_layer *x = &a->items[i], *y = &b[i];
        same = x->low == y->low && x->high == y->high && x->ceils == y->ceils && x->covers == y->covers &&
               x->carpet == y->carpet;
    }
    return same;
}

/* Heights at whole millimetres, so that some gaps are exactly the lift; they are layers' ends only just. */
static tl_board_layer random_surface(test_random *random) {
    double low = (double)test_random_below(random, 120), tall = (double)test_random_below(random, 4);
    bool ceils = test_random_below(random, 3) > 0;
    return (tl_board_layer){.low = low,
                            .high = low + (test_random_below(random, 8) == 0 ? 5 * tall : tall),
                            .ceils = ceils ? low : INFINITY,
                            .covers = test_random_below(random, 5) == 0,
                            .carpet = !ceils};
}

static void layers_in_any_order(void **state) {
    (void)state;
    test_random random = test_random_start("board-layers", 23);
    tl_context *context = tl_context_create(NULL);
    size_t several = 0, held = 0;
    for (int i = 0; i < 4000; i++) {
        tl_board_layers layers = {.context = context};
        tl_board_layer all[SURFACES], expected[SURFACES];
        size_t count = 1 + (size_t)test_random_below(&random, SURFACES);
        for (size_t k = 0; k < count; k++) {
            all[k] = random_surface(&random);
            bool hold = tl_board_layers_hold(&layers, all[k].low, all[k].high, &all[k]);
            tl_board_layer before[SURFACES];
            size_t before_count = layers.count;
            for (size_t n = 0; n < before_count; n++) {
                before[n] = layers.items[n];
            }
            assert_true(tl_board_layers_add(&layers, &all[k]));
            if (hold) {
                assert_true(same_layers(&layers, before, before_count));
                held++;
            }
        }
        size_t made = sweep(all, count, expected);
        assert_true(same_layers(&layers, expected, made));
        several += made > 2 ? 1U : 0U;
        tl_free(context, layers.items);
    }
    assert_true(several > 500 && held > 500);
    tl_context_destroy(context);
}

/* --- Squares ------------------------------------------------------------------------------------------------------ */

enum { TILE = 8, PIECES = 40 };

/* Plates, level or sloping, some above others. */
static tl_bvh *plates(tl_context *context, test_random *random, uint32_t count) {
    tl_vec3 v[4 * PIECES];
    uint32_t t[6 * PIECES];
    for (uint32_t i = 0; i < count; i++) {
        tl_vec3 at = {test_random_between(random, -10, 110), test_random_between(random, -10, 90),
                      (double)(15 * test_random_below(random, 4))};
        double wide = test_random_between(random, 4, 45), deep = test_random_between(random, 4, 45);
        double slope = test_random_below(random, 3) == 0 ? test_random_between(random, -12, 12) : 0;
        for (uint32_t k = 0; k < 4; k++) {
            v[4 * i + k] =
                tl_add(at, (tl_vec3){(k & 1) != 0 ? wide : 0, (k & 2) != 0 ? deep : 0, (k & 1) != 0 ? slope : 0});
        }
        const uint32_t faces[6] = {0, 1, 2, 1, 3, 2};
        for (uint32_t k = 0; k < 6; k++) {
            t[6 * i + k] = 4 * i + faces[k];
        }
    }
    tl_bvh *bvh = NULL;
    assert_int_equal(tl_bvh_build(context, v, 4 * count, t, 2 * count, NULL, &bvh, NULL), TL_OK);
    return bvh;
}

typedef struct board {
    tl_context *context;
    tl_world *world;
    tl_bvh *bvh;
    uint8_t stand[1], none[1];
    tl_table table; /* as much of one as is asked for */
    tl_board_plan plan;
} board;

static const tl_board_body post = {
    .high = 12, .core_low = 6, .core_high = 12, .footprint = 2, .core_reach = 1.5, .inner = 0};

static void set_up(board *b, test_random *random, uint32_t pieces, size_t level, bool plane) {
    memset(b, 0, sizeof(*b));
    b->context = tl_context_create(NULL);
    assert_int_equal(tl_world_create(b->context, 1, &b->world, NULL), TL_OK);
    b->bvh = plates(b->context, random, pieces);
    tl_world_set(b->world, 0, b->bvh);
    b->stand[0] = TL_ROLES_ALL;
    b->table.slot_count = 1;
    b->plan = (tl_board_plan){.context = b->context,
                              .grid = {0, 0, 105, 90, 10, 11, 9},
                              .level = level,
                              .tile = TILE,
                              .tile_nx = 2,
                              .tile_ny = 2};
    b->plan.terrain = (tl_board_terrain){
        .table = &b->table, .surfaces = {b->world, b->stand, b->none, b->none, plane, NULL}, .rect = {0, 0, 105, 90}};
}

static void tear_down(board *b) {
    tl_world_destroy(b->world);
    tl_bvh_destroy(b->bvh);
    tl_context_destroy(b->context);
}

/* What the cells of a square say together; the number of cells in which somebody may stand. */
static tl_board_ground of_cells(const board *b, size_t i, size_t j, size_t size) {
    tl_board_ground sum = {.low = INFINITY, .high = -INFINITY, .over_ground = true};
    size_t cells = 0, count[3] = {0, 0, 0};
    for (size_t y = j; y < j + size && y < b->plan.grid.ny; y++) {
        for (size_t x = i; x < i + size && x < b->plan.grid.nx; x++) {
            tl_board_ground one;
            assert_int_equal(tl_board_ground_once(b->context, &b->plan.terrain, &post,
                                                  tl_board_grid_rect(&b->plan.grid, x, y, 1), b->plan.level, &one),
                             TL_OK);
            cells++;
            count[one.standing]++;
            if (one.standing != TL_BOARD_NOWHERE) {
                sum.low = one.low < sum.low ? one.low : sum.low;
                sum.high = one.high > sum.high ? one.high : sum.high;
                sum.over_ground &= one.over_ground;
            }
        }
    }
    sum.standing = count[TL_BOARD_NOWHERE] == cells      ? TL_BOARD_NOWHERE
                   : count[TL_BOARD_EVERYWHERE] == cells ? TL_BOARD_EVERYWHERE
                                                         : TL_BOARD_PARTLY;
    return sum;
}

/* A place of the square: its heights are the square's. */
static void check_place(const board *b, test_random *random, tl_board_rect r, const tl_board_ground *ground,
                        size_t counts[3]) {
    double x = test_random_between(random, r.x0, r.x1), y = test_random_between(random, r.y0, r.y1);
    tl_board_ground one;
    assert_int_equal(
        tl_board_ground_once(b->context, &b->plan.terrain, &post, (tl_board_rect){x, y, x, y}, b->plan.level, &one),
        TL_OK);
    counts[one.standing]++;
    if (one.standing == TL_BOARD_EVERYWHERE) { /* certainly stands there */
        assert_int_not_equal(ground->standing, TL_BOARD_NOWHERE);
        assert_true(one.low >= ground->low - 1e-9 && one.high <= ground->high + 1e-9);
    } else if (one.standing == TL_BOARD_NOWHERE) {
        assert_int_not_equal(ground->standing, TL_BOARD_EVERYWHERE);
    }
}

static void squares_are_their_cells(void **state) {
    (void)state;
    test_random random = test_random_start("board-squares", 29);
    size_t stands[3] = {0, 0, 0}, places[3] = {0, 0, 0}, plain = 0;
    for (int n = 0; n < 24; n++) {
        board b;
        set_up(&b, &random, n % 4 == 0 ? 3 : PIECES, (size_t)(n % 3), n % 2 == 0);
        for (size_t tile = 0; tile < 4; tile++) {
            tl_board_ground_pyramid grounds;
            size_t i0 = tile % 2 * TILE, j0 = tile / 2 * TILE;
            assert_int_equal(tl_board_ground_pyramid_start(&grounds, b.context, &b.plan, i0, j0), TL_OK);
            tl_board_ground_pyramid_of_body(&grounds, &post);
            for (size_t k = 0; k < 30; k++) {
                size_t size = (size_t)1 << test_random_below(&random, 4);
                size_t i = i0 + size * (size_t)test_random_below(&random, (int)(TILE / size)),
                       j = j0 + size * (size_t)test_random_below(&random, (int)(TILE / size));
                if (i >= b.plan.grid.nx || j >= b.plan.grid.ny) {
                    continue;
                }
                const tl_board_ground *ground = tl_board_ground_pyramid_at(&grounds, i, j, size);
                assert_non_null(ground);
                tl_board_ground sum = of_cells(&b, i, j, size);
                assert_int_equal(ground->standing, sum.standing);
                if (sum.standing != TL_BOARD_NOWHERE) {
                    assert_true(ground->low == sum.low && ground->high == sum.high);
                    assert_true(ground->over_ground == sum.over_ground);
                }
                stands[sum.standing]++;
                plain += ground->plain && size > 1 ? 1U : 0U;
                for (int m = 0; m < 4; m++) {
                    check_place(&b, &random, tl_board_grid_rect(&b.plan.grid, i, j, size), ground, places);
                }
            }
            tl_board_ground_pyramid_end(&grounds);
        }
        tear_down(&b);
    }
    assert_true(stands[0] > 20 && stands[1] > 200 && stands[2] > 10);
    assert_true(places[0] > 200 && places[2] > 200);
    assert_true(plain > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_in_any_order),
        cmocka_unit_test(squares_are_their_cells),
    };
    return cmocka_run_group_tests_name("board layers", tests, NULL, NULL);
}
