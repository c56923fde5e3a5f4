/* Where the table's mesh is told to be a plain sheet: held against vertical lines through all of its triangles. */
#include "support/sight_scenes.h"
#include "visibility/search.h"

#include <string.h>

enum { SIDE = 40 };

typedef struct bumps {
    double amplitude, phase;
} bumps;

static double height(void *user, double x, double y) {
    const bumps *b = user;
    return b->amplitude * sin(0.11 * x + b->phase) * cos(0.07 * y);
}

/* How many triangles of a mesh lie over or under a place, their edges left out. */
static size_t sheets_at(const tl_bvh *bvh, tl_vec2 p) {
    size_t count = 0;
    for (size_t i = 0; i < tl_bvh_triangle_count(bvh); i++) {
        tl_vec3 c[3];
        tl_bvh_corners(bvh, (uint32_t)i, c);
        double side[3];
        for (int e = 0; e < 3; e++) {
            tl_vec3 u = c[e], v = c[(e + 1) % 3];
            side[e] = (v.x - u.x) * (p.y - u.y) - (v.y - u.y) * (p.x - u.x);
        }
        count += (side[0] > 0 && side[1] > 0 && side[2] > 0) || (side[0] < 0 && side[1] < 0 && side[2] < 0) ? 1U : 0U;
    }
    return count;
}

/* A field with a triangle left out, doubled, turned over, or a corner pulled across its neighbours; 0: as it is. */
static void spoil(test_mesh *mesh, int kind, test_random *random) {
    size_t i = (size_t)test_random_below(random, (int)mesh->triangle_count);
    uint32_t *t = mesh->triangles + 3 * i;
    if (kind == 1) {
        memmove(t, t + 3, 3 * (mesh->triangle_count - i - 1) * sizeof(*t));
        mesh->triangle_count--;
    } else if (kind == 2) {
        test_mesh_triangle(mesh, t[0], t[1], t[2]);
    } else if (kind == 3) {
        uint32_t swap = t[0];
        t[0] = t[1];
        t[1] = swap;
    } else if (kind == 4) {
        mesh->vertices[t[0]].x += 17;
        mesh->vertices[t[0]].y -= 13;
    }
}

static void one_sheet_where_told(void **state) {
    (void)state;
    test_random random = test_random_start("one_sheet_where_told", 1603);
    size_t told = 0, plain = 0, asked = 0, known = 0;
    for (int round = 0; round < test_trials(40); round++) {
        int kind = round % 5;
        tl_pose pose = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
        test_sight sight;
        test_sight_start(&sight, &pose);
        bumps b = {test_random_between(&random, 0, 5), test_random_between(&random, 0, 6)};
        test_mesh mesh = {0};
        test_mesh_field(&mesh, 0, 300, 0, 300, SIDE, height, &b);
        spoil(&mesh, kind, &random);
        uint32_t slot = test_sight_add(&sight, &mesh, false);
        tl_obstacles obstacles = *test_sight_obstacles(&sight);
        obstacles.ground_slot = (int)slot;
        tl_sight answer;
        tl_sight_search search;
        tl_sight_body point = {.point = {150, 150, 20}};
        tl_sight_search_start(&search, sight.context, &obstacles, point, point, NULL, &answer);
        for (int i = 0; i < 60; i++) {
            double size = test_random_between(&random, 0.5, i % 4 == 0 ? 100 : 30);
            double x = test_random_between(&random, -10, 300), y = test_random_between(&random, -10, 300);
            tl_box3 box = {{x, y, 0}, {x + size, y + size * test_random_between(&random, 0.3, 1), 30}};
            bool sheet = tl_sight_ground_is_sheet(&search, box);
            asked++;
            bool inside = box.low.x > 0.1 && box.low.y > 0.1 && box.high.x < 299.9 && box.high.y < 299.9;
            plain += kind == 0 && inside ? 1U : 0U;
            known += kind == 0 && inside && sheet ? 1U : 0U;
            for (int k = 0; k < 40 && sheet; k++) {
                tl_vec2 p = {test_random_between(&random, box.low.x, box.high.x),
                             test_random_between(&random, box.low.y, box.high.y)};
                assert_int_equal(sheets_at(sight.slots[slot], p), 1);
            }
            told += sheet ? 1U : 0U;
        }
        tl_sight_search_end(&search);
        test_sight_end(&sight);
    }
    print_message("%zu boxes, %zu told to hold one sheet; of a whole field %zu of %zu\n", asked, told, known, plain);
    assert_true(told > asked / 10);
    assert_true(20 * known >= 19 * plain); /* but for those whose middle lies over an edge */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_sheet_where_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
