/* test_board_ground.c: what lies near, against all triangles one by one; heights over squares, against where a
 * triangle's edges and the square's sides and corners meet. */
#include "board/region/ground.h"
#include "support/sight_scenes.h"

#include <stdlib.h>
#include <string.h>

enum { TRIANGLES = 3000, SOLE = 1 };

typedef struct fixture {
    tl_context *context;
    tl_world *world;
    tl_bvh *bvh[2]; /* what bears; woods */
    uint8_t stand[2], carpet[2], none[2];
    tl_table table; /* as much of one as is asked for */
    tl_board_terrain terrain;
} fixture;

static tl_bvh *soup(tl_context *context, test_random *random, size_t count) {
    tl_vec3 v[3 * TRIANGLES];
    uint32_t t[3 * TRIANGLES];
    for (size_t i = 0; i < count; i++) {
        double reach = i % 5 == 0 ? 60 : 4;
        tl_vec3 at = {test_random_between(random, 0, 200), test_random_between(random, 0, 200),
                      test_random_between(random, 0, 40)};
        for (size_t k = 0; k < 3; k++) {
            v[3 * i + k] =
                tl_add(at, (tl_vec3){test_random_between(random, -reach, reach),
                                     test_random_between(random, -reach, reach), test_random_between(random, -3, 3)});
            t[3 * i + k] = (uint32_t)(3 * i + k);
        }
    }
    tl_bvh *bvh = NULL;
    assert_int_equal(tl_bvh_build(context, v, 3 * count, t, count, NULL, &bvh, NULL), TL_OK);
    return bvh;
}

static void set_up(fixture *f, test_random *random, size_t bearing, size_t woods) {
    memset(f, 0, sizeof(*f));
    f->context = tl_context_create(NULL);
    assert_int_equal(tl_world_create(f->context, 2, &f->world, NULL), TL_OK);
    f->bvh[0] = soup(f->context, random, bearing);
    tl_world_set(f->world, 0, f->bvh[0]);
    if (woods > 0) {
        f->bvh[1] = soup(f->context, random, woods);
        tl_world_set(f->world, 1, f->bvh[1]);
    }
    f->stand[0] = f->carpet[1] = TL_ROLES_ALL;
    f->table.slot_count = 2;
    f->terrain = (tl_board_terrain){.table = &f->table,
                                    .surfaces = {f->world, f->stand, f->carpet, f->none, false, NULL},
                                    .rect = {-100, -100, 300, 300}};
}

static void tear_down(fixture *f) {
    tl_world_destroy(f->world);
    tl_bvh_destroy(f->bvh[0]);
    tl_bvh_destroy(f->bvh[1]);
    tl_context_destroy(f->context);
}

/* --- Nearby ------------------------------------------------------------------------------------------------------- */

typedef struct visits {
    uint32_t slot;
    const tl_bvh *bvh;
    int times[TRIANGLES];
} visits;

static bool count_visit(void *user, uint32_t slot, uint32_t triangle, double low, double high) {
    visits *v = user;
    assert_int_equal(slot, v->slot);
    tl_vec3 c[3];
    tl_bvh_corners(v->bvh, triangle, c);
    for (int k = 0; k < 3; k++) {
        assert_true(c[k].z >= low && c[k].z <= high);
    }
    v->times[triangle]++;
    return true;
}

static bool overlaps(const tl_bvh *bvh, uint32_t triangle, tl_box3 box) {
    tl_vec3 c[3];
    tl_bvh_corners(bvh, triangle, c);
    tl_box3 own = tl_box3_add(tl_box3_add((tl_box3){c[0], c[0]}, c[1]), c[2]);
    return tl_box3_overlap(own, box);
}

static void check_box(const fixture *f, const tl_board_nearby *nearby, tl_box3 box, bool carpets) {
    const tl_bvh *bvh = f->bvh[carpets ? 1 : 0];
    visits v = {.slot = carpets ? 1 : 0, .bvh = bvh};
    tl_board_nearby_visit(nearby, box, carpets, count_visit, &v);
    for (uint32_t i = 0; i < tl_bvh_triangle_count(bvh); i++) {
        assert_true(v.times[i] <= 1);
        if (overlaps(bvh, i, box)) {
            assert_int_equal(v.times[i], 1);
        } else if (!overlaps(bvh, i, tl_box3_grow(box, 0.1))) { /* the world's boxes are rounded, too */
            assert_int_equal(v.times[i], 0);
        }
    }
}

/* Two thirds of it, about. */
static tl_board_rect part_of(tl_board_rect r, test_random *random) {
    double wide = 0.35 * (r.x1 - r.x0), deep = 0.35 * (r.y1 - r.y0);
    return (tl_board_rect){r.x0 + test_random_between(random, 0, wide), r.y0 + test_random_between(random, 0, deep),
                           r.x1 - test_random_between(random, 0, wide), r.y1 - test_random_between(random, 0, deep)};
}

/* Ever smaller rectangles, and now and then one that lies elsewhere, beside the first one, too. */
static void lists_hold_what_is_near(void **state) {
    (void)state;
    test_random random = test_random_start("board-nearby", 5);
    fixture f;
    set_up(&f, &random, TRIANGLES, TRIANGLES / 2);
    tl_board_nearby nearby;
    tl_board_nearby_start(&nearby, f.context, &f.terrain.surfaces);
    const tl_board_rect all = {-50, -50, 250, 250};
    for (int i = 0; i < 60; i++) {
        tl_board_rect r = i % 2 == 0 ? all : part_of(all, &random);
        for (int depth = 0; depth < 9; depth++) {
            tl_board_nearby_expect(&nearby, r);
            for (int k = 0; k < 2; k++) {
                tl_board_rect p = k == 0 ? part_of(r, &random) : part_of(all, &random);
                double low = k == 0 ? -INFINITY : test_random_between(&random, -5, 40);
                tl_box3 box = {{p.x0, p.y0, low}, {p.x1, p.y1, k == 0 ? INFINITY : low + 6}};
                check_box(&f, &nearby, box, (depth & 1) != 0);
            }
            tl_board_rect elsewhere = part_of(part_of(all, &random), &random);
            r = part_of(test_random_below(&random, 3) > 0 ? r : part_of(elsewhere, &random), &random);
        }
    }
    tl_board_nearby_end(&nearby);
    tear_down(&f);
}

/* --- Heights ------------------------------------------------------------------------------------------------------ */

typedef struct range {
    double low, high;
} range;

static void widen(range *r, double z) {
    r->low = tl_min(r->low, z);
    r->high = tl_max(r->high, z);
}

static bool in_rect(tl_board_rect r, double x, double y) {
    return x >= r.x0 && x <= r.x1 && y >= r.y0 && y <= r.y1;
}

/* Corners of the triangle over the rectangle, edges over its sides, and the plane over its corners. */
static range heights_of(const tl_vec3 c[3], tl_board_rect r) {
    range found = {INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        tl_vec3 p = c[k], q = c[(k + 1) % 3];
        if (in_rect(r, p.x, p.y)) {
            widen(&found, p.z);
        }
        const double side[4] = {r.x0, r.x1, r.y0, r.y1};
        for (int s = 0; s < 4; s++) {
            double from = s < 2 ? p.x : p.y, to = s < 2 ? q.x : q.y;
            if (from == to || (from < side[s]) == (to < side[s])) {
                continue;
            }
            tl_vec3 at = tl_lerp(p, q, (side[s] - from) / (to - from));
            double along = s < 2 ? at.y : at.x;
            if (along >= (s < 2 ? r.y0 : r.x0) && along <= (s < 2 ? r.y1 : r.x1)) {
                widen(&found, at.z);
            }
        }
    }
    tl_vec3 n = tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]));
    for (int i = 0; i < 4; i++) {
        tl_vec2 p = {(i & 1) != 0 ? r.x1 : r.x0, (i & 2) != 0 ? r.y1 : r.y0};
        int left = 0;
        for (int k = 0; k < 3; k++) {
            left += tl_orient2d(tl_plan(c[k]), tl_plan(c[(k + 1) % 3]), p);
        }
        if (left == 3 || left == -3) {
            widen(&found, c[0].z - (n.x * (p.x - c[0].x) + n.y * (p.y - c[0].y)) / n.z);
        }
    }
    return found;
}

/* One triangle and a body that is a needle: nothing lifts it and nothing is in its way. */
static void heights_over_squares(void **state) {
    (void)state;
    test_random random = test_random_start("board-heights", 17);
    const tl_board_body needle = {.high = 10, .core_low = 1, .core_high = 10};
    size_t met = 0, corners = 0;
    for (int i = 0; i < 400; i++) {
        fixture f;
        set_up(&f, &random, SOLE, 0);
        tl_vec3 c[3];
        tl_bvh_corners(f.bvh[0], 0, c);
        for (int k = 0; k < 10; k++) {
            double side = k % 2 == 0 ? 4 : 40;
            double x = c[0].x + test_random_between(&random, -side, side),
                   y = c[0].y + test_random_between(&random, -side, side);
            tl_board_rect r = {x, y, x + test_random_between(&random, 0.1, side),
                               y + test_random_between(&random, 0.1, side)};
            range true_range = heights_of(c, r);
            tl_board_ground ground;
            assert_int_equal(tl_board_ground_once(f.context, &f.terrain, &needle, r, 0, &ground), TL_OK);
            if (true_range.low > true_range.high) {
                assert_int_equal(ground.standing, TL_BOARD_NOWHERE);
                continue;
            }
            assert_int_not_equal(ground.standing, TL_BOARD_NOWHERE);
            /* a hair beside the rectangle counts as well: as much higher or lower as a steep triangle is there */
            assert_true(ground.low <= true_range.low + 1e-9 && ground.low >= true_range.low - 1e-5);
            assert_true(ground.high >= true_range.high - 1e-9 && ground.high <= true_range.high + 1e-5);
            met++;
            corners += r.x1 - r.x0 < side && heights_of(c, (tl_board_rect){r.x0, r.y0, r.x0, r.y0}).low < INFINITY;
        }
        tear_down(&f);
    }
    assert_true(met > 1000 && corners > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_hold_what_is_near),
        cmocka_unit_test(heights_over_squares),
    };
    return cmocka_run_group_tests_name("board ground", tests, NULL, NULL);
}
