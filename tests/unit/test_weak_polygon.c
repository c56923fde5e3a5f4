/* Polygons that touch themselves: grown of squares glued along one edge each, so that what they cover is known; faces
 * with round holes; and those that cross themselves, which must be refused. */
#include "support/assert_geom.h"

#include "geom/polygon2.h"
#include "geom/polygon2_weak.h"
#include "math/angle.h"
#include "math/predicates.h"

#include <stdio.h>
#include <string.h>

enum { SIDE = 12, MOST_CELLS = 60, MOST = 4 * MOST_CELLS };

typedef struct grown {
    bool cell[SIDE][SIDE];
    int cells;
    tl_vec2 ring[MOST];
    size_t count;
} grown;

static void insert(grown *g, size_t at, tl_vec2 p) {
    memmove(g->ring + at + 1, g->ring + at, (g->count - at) * sizeof(*g->ring));
    g->ring[at] = p;
    g->count++;
}

/* Glues a free square to an edge of the ring, right of it; false when there is none, or it is outside of the board. */
static bool glue(grown *g, size_t edge) {
    tl_vec2 a = g->ring[edge], b = g->ring[(edge + 1) % g->count], out = {b.y - a.y, a.x - b.x};
    double x = (a.x + b.x + out.x) / 2, y = (a.y + b.y + out.y) / 2;
    int i = (int)floor(x), k = (int)floor(y);
    if (x < 0 || y < 0 || i >= SIDE || k >= SIDE || g->cell[i][k]) {
        return false;
    }
    g->cell[i][k] = true;
    g->cells++;
    insert(g, edge + 1, tl_add2(b, out));
    insert(g, edge + 1, tl_add2(a, out));
    return true;
}

static void grow(grown *g, test_random *random) {
    *g = (grown){.cells = 1, .count = 4};
    static const tl_vec2 square[] = {{5, 5}, {6, 5}, {6, 6}, {5, 6}};
    memcpy(g->ring, square, sizeof(square));
    g->cell[5][5] = true;
    int wanted = 1 + test_random_below(random, MOST_CELLS - 1);
    bool winding = test_random_below(random, 2) == 0; /* grows at its end: corridors that come round */
    for (int tries = 0; g->cells < wanted && tries < 4000; tries++) {
        int span = winding && g->count > 6 ? 6 : (int)g->count;
        (void)glue(g, (g->count - 1 - (size_t)test_random_below(random, span)) % g->count);
    }
}

static bool covers(const tl_vec2 *c, const uint32_t *t, tl_vec2 p) {
    return tl_orient2d(c[t[0]], c[t[1]], p) > 0 && tl_orient2d(c[t[1]], c[t[2]], p) > 0 &&
           tl_orient2d(c[t[2]], c[t[0]], p) > 0;
}

static double area_of(const tl_vec2 *c, const uint32_t *t, size_t count) {
    double area = 0;
    for (size_t i = 0; i + 2 < count; i++) {
        assert_true(tl_orient2d(c[t[3 * i]], c[t[3 * i + 1]], c[t[3 * i + 2]]) >= 0);
        const tl_vec2 face[3] = {c[t[3 * i]], c[t[3 * i + 1]], c[t[3 * i + 2]]};
        area += tl_polygon2_area(face, 3);
    }
    return area;
}

static void glued_squares_are_covered_once(void **state) {
    test_random random = test_random_start("glued", 30);
    size_t weak = 0;
    for (int n = 0; n < 400; n++) {
        grown g;
        grow(&g, &random);
        /* begun anywhere, slanted, some by other than whole numbers */
        tl_vec2 c[MOST];
        size_t first = (size_t)test_random_below(&random, (int)g.count);
        double slant = test_random_below(&random, 5) - 2, size = n % 2 == 0 ? 1 : test_random_between(&random, 0.1, 3);
        for (size_t i = 0; i < g.count; i++) {
            tl_vec2 p = g.ring[(first + i) % g.count];
            c[i] = (tl_vec2){size * (p.x + slant * p.y), size * p.y};
        }
        uint32_t t[3 * MOST];
        bool memory;
        weak += !tl_polygon2_is_simple(c, g.count);
        assert_true(tl_polygon2_triangulate_weak(*state, c, g.count, t, &memory));
        assert_near(area_of(c, t, g.count), g.cells * size * size, 1e-9 * g.cells * size * size);
        for (int i = 0; i < SIDE; i++) {
            for (int k = 0; k < SIDE; k++) {
                double x = i + test_random_between(&random, 0.01, 0.99),
                       y = k + test_random_between(&random, 0.01, 0.99);
                int times = 0;
                for (size_t m = 0; m + 2 < g.count; m++) {
                    times += covers(c, t + 3 * m, (tl_vec2){size * (x + slant * y), size * y});
                }
                assert_int_equal(times, g.cell[i][k]); /* no place so drawn lies on an edge */
            }
        }
    }
    printf("%zu of 400 touch themselves\n", weak);
    assert_true(weak > 200);
}

/* An outline with several holes, each joined to it by a bridge, as modellers write them. */
static void faces_with_holes_are_cut_out(void **state) {
    test_random random = test_random_start("holes", 31);
    for (int n = 0; n < 300; n++) {
        tl_vec2 c[400];
        size_t count = 0;
        int holes = 1 + test_random_below(&random, 4), corners = 4 + test_random_below(&random, 20);
        double truth = 0;
        /* the outline is a comb of holes along x: each hangs on the corner of the outline below it */
        for (int h = 0; h < holes; h++) {
            tl_vec2 foot = {10 * h, 0}, rim[40];
            c[count++] = foot;
            double radius = test_random_between(&random, 0.5, 4), turn = test_random_between(&random, 0, 360);
            for (int i = 0; i < corners; i++) {
                double s, k;
                tl_sincos_deg(turn - 360.0 * i / corners, &s, &k);
                rim[i] = (tl_vec2){foot.x + radius * k, 10 + radius * s};
            }
            int lowest = 0;
            for (int i = 1; i < corners; i++) {
                lowest = rim[i].y < rim[lowest].y ? i : lowest;
            }
            for (int i = 0; i <= corners; i++) {
                c[count++] = rim[(lowest + i) % corners];
            }
            c[count++] = foot;
            truth += tl_polygon2_area(rim, (size_t)corners); /* clockwise: less than 0 */
        }
        const tl_vec2 box[] = {{10 * holes, -1}, {10 * holes, 20}, {-10, 20}, {-10, -1}};
        memcpy(c + count, box, sizeof(box));
        count += 4;
        truth += 21.0 * (10 * holes + 10);
        /* below the feet: the outline runs from box to box along the feet */
        tl_vec2 feet[8];
        size_t f = 0;
        for (int h = 0; h < holes; h++) {
            feet[f++] = (tl_vec2){10 * h, 0};
        }
        feet[f++] = box[0];
        feet[f++] = box[3];
        truth -= fabs(tl_polygon2_area(feet, f));
        size_t first = (size_t)test_random_below(&random, (int)count);
        tl_vec2 turned[400];
        for (size_t i = 0; i < count; i++) {
            turned[i] = c[(first + i) % count];
        }
        uint32_t t[3 * 400];
        bool memory;
        assert_true(tl_polygon2_triangulate_weak(*state, turned, count, t, &memory));
        assert_near(area_of(turned, t, count), truth, 1e-9 * truth);
    }
}

static void what_crosses_itself_is_refused(void **state) {
    static const tl_vec2 bow[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    static const tl_vec2 eight[] = {{0, 0}, {2, 2}, {4, 4}, {4, 0}, {2, 2}, {0, 4}};
    static const tl_vec2 twice[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {4, 0}, {4, 4}, {0, 4}};
    static const tl_vec2 star[] = {{0, 10}, {-6, -8}, {9.5, 3}, {-9.5, 3}, {6, -8}};
    static const tl_vec2 clockwise[] = {{0, 0}, {0, 4}, {4, 4}, {4, 0}};
    static const tl_vec2 over[] = {{0, 0}, {4, 0}, {4, 3}, {1, 3}, {1, 1}, {3, 1}, {3, 4}, {0, 4}};
    const struct {
        const tl_vec2 *corner;
        size_t count;
    } cases[] = {{bow, 4}, {eight, 6}, {twice, 8}, {star, 5}, {clockwise, 4}, {over, 8}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t t[3 * 8];
        bool memory;
        assert_false(tl_polygon2_triangulate_weak(*state, cases[i].corner, cases[i].count, t, &memory));
        assert_false(memory);
    }
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glued_squares_are_covered_once),
        cmocka_unit_test(faces_with_holes_are_cut_out),
        cmocka_unit_test(what_crosses_itself_is_refused),
    };
    return cmocka_run_group_tests_name("polygons that touch themselves", tests, set_up, tear_down);
}
