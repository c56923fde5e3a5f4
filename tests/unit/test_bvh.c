/* The hierarchy itself: every triangle in exactly one leaf, boxes that hold what is below them, the same tree every
 * time, refits, odd input, and no leak when memory runs out. */
#include "support/assert_geom.h"
#include "support/purse.h"

#include "bvh/bvh.h"
#include "bvh/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct soup {
    tl_vec3 *vertices;
    uint32_t *triangles;
    size_t vertex_count, triangle_count;
} soup;

static soup soup_random(test_random *random, size_t triangles, double reach, double size) {
    soup s = {malloc(3 * triangles * sizeof(tl_vec3)), malloc(3 * triangles * sizeof(uint32_t)), 3 * triangles,
              triangles};
    for (size_t t = 0; t < triangles; t++) {
        tl_vec3 middle = {test_random_between(random, -reach, reach), test_random_between(random, -reach, reach),
                          test_random_between(random, -reach, reach)};
        for (size_t i = 0; i < 3; i++) {
            s.vertices[3 * t + i] = tl_madd(middle, test_random_direction(random), size);
            s.triangles[3 * t + i] = (uint32_t)(3 * t + i);
        }
    }
    return s;
}

static void soup_free(soup *s) {
    free(s->vertices);
    free(s->triangles);
}

static tl_bvh *build(tl_context *context, const soup *s) {
    tl_bvh *bvh = NULL;
    tl_error error = {0};
    assert_int_equal(
        tl_bvh_build(context, s->vertices, s->vertex_count, s->triangles, s->triangle_count, NULL, &bvh, &error),
        TL_OK);
    return bvh;
}

/* What lies below a child is inside its box: in doubles, relative to the origin, the floats taken as they are. */
static void check_below(const tl_bvh *bvh, uint32_t child, const double low[3], const double high[3], size_t depth,
                        uint8_t *seen) {
    assert_true(depth <= TL_BVH_DEPTH);
    if ((child & TL_BVH_LEAF) != 0) {
        const tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(child)];
        assert_true(TL_BVH_LEAF_BLOCK(child) < bvh->block_count);
        for (uint32_t i = 0; i < TL_BVH_LEAF_COUNT(child); i++) {
            tl_vec3 corner[3];
            assert_int_equal(seen[block->triangle[i]]++, 0);
            tl_bvh_corners(bvh, block->triangle[i], corner);
            tl_vec3 room[3];
            assert_memory_equal(tl_bvh_block_corners(bvh, block, (int)i, room), corner, sizeof(corner));
            for (int v = 0; v < 3; v++) {
                const long double at[3] = {(long double)corner[v].x - (long double)bvh->origin.x,
                                           (long double)corner[v].y - (long double)bvh->origin.y,
                                           (long double)corner[v].z - (long double)bvh->origin.z};
                for (int k = 0; k < 3; k++) {
                    assert_true((long double)low[k] <= at[k] && at[k] <= (long double)high[k]);
                    assert_true(fabsf(block->corner[v][k][i]) <= bvh->reach);
                    assert_true(fabsl((long double)block->corner[v][k][i] - at[k]) <=
                                0x1p-24L * (long double)bvh->reach);
                }
            }
        }
        return;
    }
    assert_true(child < bvh->node_count);
    const tl_bvh_node *node = &bvh->nodes[child];
    for (int lane = 0; lane < TL_BVH_WIDTH; lane++) {
        if (node->child[lane] == TL_BVH_NONE) {
            assert_true(node->low[0][lane] == INFINITY && node->high[0][lane] == -INFINITY);
            continue;
        }
        double l[3], h[3];
        for (int k = 0; k < 3; k++) {
            l[k] = (double)node->low[k][lane];
            h[k] = (double)node->high[k][lane];
            assert_true(low[k] <= l[k] && h[k] <= high[k] && l[k] <= h[k]);
            assert_true(fabs(l[k]) <= (double)bvh->reach && fabs(h[k]) <= (double)bvh->reach);
        }
        assert_true((node->child[lane] & TL_BVH_LEAF) != 0 || node->child[lane] > child);
        check_below(bvh, node->child[lane], l, h, depth + 1, seen);
    }
}

static void check_tree(const tl_bvh *bvh) {
    uint8_t *seen = calloc(bvh->triangle_count + 1, 1);
    const double low[3] = {-INFINITY, -INFINITY, -INFINITY}, high[3] = {INFINITY, INFINITY, INFINITY};
    if (bvh->node_count > 0) {
        assert_true(((uintptr_t)bvh->nodes & 31) == 0 && ((uintptr_t)bvh->blocks & 31) == 0);
        check_below(bvh, 0, low, high, 1, seen);
    }
    for (size_t t = 0; t < bvh->triangle_count; t++) {
        assert_int_equal(seen[t], 1);
    }
    free(seen);
}

static void trees_hold_everything_once(void **state) {
    tl_context *context = *state;
    test_random random = test_random_start("trees", 1);
    const size_t sizes[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 200, 1000, 20000};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        soup s = soup_random(&random, sizes[i], 100, 3);
        tl_bvh *bvh = build(context, &s);
        check_tree(bvh);
        tl_bvh_statistics statistics = tl_bvh_measure(bvh);
        assert_int_equal(statistics.triangles, sizes[i]);
        /* A welded mesh has half as many vertices as triangles: at most 200 bytes a triangle then, beside
         * what the smallest tree takes. */
        assert_true(statistics.bytes - 24 * s.vertex_count <= 188 * statistics.triangles + 1500);
        tl_bvh_destroy(bvh);
        soup_free(&s);
    }
}

static void hard_shapes_make_shallow_trees(void **state) {
    tl_context *context = *state;
    enum { COUNT = 3000 };
    soup s = {malloc(3 * COUNT * sizeof(tl_vec3)), malloc(3 * COUNT * sizeof(uint32_t)), 3 * COUNT, COUNT};
    for (int kind = 0; kind < 4; kind++) {
        for (int t = 0; t < COUNT; t++) {
            for (int i = 0; i < 3; i++) {
                tl_vec3 v = {i, i * i, 1};
                switch (kind) {
                case 0: /* all in one place */
                    break;
                case 1: /* each twice as far as the last, far beyond what bins can part */
                    v = tl_scale(v, ldexp(1, t % 120 - 100));
                    break;
                case 2: /* points */
                    v = (tl_vec3){t % 3, 0, 0};
                    break;
                default: /* nested, all with the same centre */
                    v = tl_scale((tl_vec3){i == 0 ? -1 : 1, i == 1 ? -1 : 1, 0}, t);
                }
                s.vertices[3 * t + i] = v;
                s.triangles[3 * t + i] = (uint32_t)(3 * t + i);
            }
        }
        tl_bvh *bvh = build(context, &s);
        check_tree(bvh);
        assert_true(tl_bvh_measure(bvh).depth <= TL_BVH_DEPTH);
        tl_bvh_destroy(bvh);
    }
    soup_free(&s);
}

static void the_same_input_gives_the_same_bytes(void **state) {
    tl_context *context = *state;
    test_random random = test_random_start("same", 2);
    soup s = soup_random(&random, 5000, 50, 2);
    tl_bvh *a = build(context, &s), *b = build(context, &s);
    assert_int_equal(a->node_count, b->node_count);
    assert_memory_equal(a->nodes, b->nodes, a->node_count * sizeof(tl_bvh_node));
    assert_memory_equal(a->blocks, b->blocks, a->block_count * sizeof(tl_bvh_block));
    /* Fixed numbers: another compiler or machine must build the very same tree. */
    uint64_t shape = 0;
    for (size_t n = 0; n < a->node_count; n++) {
        shape = tl_hash(shape, &a->nodes[n], sizeof(a->nodes[n]));
    }
    print_message("shape of the tree: %016llx\n", (unsigned long long)shape);
    if (getenv("TRUELINE_SEED") == NULL) {
        assert_true(shape == UINT64_C(0x8331859bb9ade3b4));
    }
    tl_bvh_destroy(a);
    tl_bvh_destroy(b);
    soup_free(&s);
}

static void refits_follow_the_vertices(void **state) {
    tl_context *context = *state;
    test_random random = test_random_start("refit", 3);
    soup s = soup_random(&random, 4000, 30, 1);
    tl_bvh *bvh = build(context, &s);
    tl_vec3 *moved = malloc(s.vertex_count * sizeof(*moved));
    for (int round = 0; round < 5; round++) {
        tl_pose pose = test_random_pose(&random, round == 4 ? 1e6 : 1500);
        tl_box3 box = tl_box3_empty();
        for (size_t i = 0; i < s.vertex_count; i++) {
            moved[i] = tl_pose_point(&pose, s.vertices[i]);
            box = tl_box3_add(box, moved[i]);
        }
        tl_bvh_refit(bvh, moved);
        check_tree(bvh);
        assert_true(tl_same_point(tl_bvh_box(bvh).low, box.low) && tl_same_point(tl_bvh_box(bvh).high, box.high));
        assert_memory_equal(tl_bvh_vertices(bvh), moved, s.vertex_count * sizeof(*moved));
    }
    /* Back in place, everything is as it was built. */
    tl_bvh *fresh = build(context, &s);
    tl_bvh_refit(bvh, s.vertices);
    assert_memory_equal(bvh->nodes, fresh->nodes, bvh->node_count * sizeof(tl_bvh_node));
    assert_memory_equal(bvh->blocks, fresh->blocks, bvh->block_count * sizeof(tl_bvh_block));
    tl_bvh_destroy(bvh);
    tl_bvh_destroy(fresh);
    free(moved);
    soup_free(&s);
}

static void vertices_that_nothing_uses_do_not_count(void **state) {
    tl_context *context = *state;
    tl_vec3 v[5] = {{1e6, 0, 0}, {1, 2, 3}, {4, 2, 3}, {1, 7, 3}, {0, 0, -1e6}};
    const uint32_t triangle[3] = {1, 2, 3};
    tl_bvh *bvh = NULL;
    assert_int_equal(tl_bvh_build(context, v, 5, triangle, 1, NULL, &bvh, NULL), TL_OK);
    for (int moved = 0; moved < 2; moved++) {
        tl_box3 box = tl_bvh_box(bvh);
        assert_true(tl_same_point(box.low, (tl_vec3){1 + moved, 2, 3}) &&
                    tl_same_point(box.high, (tl_vec3){4 + moved, 7, 3}));
        for (int i = 0; i < 5; i++) {
            v[i].x += 1;
        }
        tl_bvh_refit(bvh, v);
    }
    tl_bvh_destroy(bvh);
}

static void empty_trees_and_bad_input(void **state) {
    tl_context *context = *state;
    tl_bvh *bvh = NULL;
    tl_error error = {0};
    assert_int_equal(tl_bvh_build(context, NULL, 0, NULL, 0, NULL, &bvh, &error), TL_OK);
    assert_true(tl_box3_is_empty(tl_bvh_box(bvh)) && tl_bvh_triangle_count(bvh) == 0);
    tl_bvh_refit(bvh, NULL);
    tl_bvh_destroy(bvh);
    tl_bvh_destroy(NULL);

    tl_vec3 v[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const uint32_t good[3] = {0, 1, 2}, bad[3] = {0, 1, 3};
    const uint8_t stand = TL_ROLE_STAND, unknown = TL_ROLE_PATCH + 1;
    bvh = NULL;
    assert_int_equal(tl_bvh_build(context, v, 3, bad, 1, NULL, &bvh, &error), TL_ERROR_ARGUMENT);
    assert_string_equal(error.message, "triangle 0 uses vertex 3 of 3");
    assert_int_equal(tl_bvh_build(context, v, 3, good, 1, &unknown, &bvh, NULL), TL_ERROR_ARGUMENT);
    v[1].y = NAN;
    assert_int_equal(tl_bvh_build(context, v, 3, good, 1, NULL, &bvh, NULL), TL_ERROR_ARGUMENT);
    v[1].y = 1e13;
    assert_int_equal(tl_bvh_build(context, v, 3, good, 1, NULL, &bvh, NULL), TL_ERROR_ARGUMENT);
    assert_null(bvh);
    v[1].y = 0;
    assert_int_equal(tl_bvh_build(context, v, 3, good, 1, &stand, &bvh, NULL), TL_OK);
    assert_int_equal(tl_bvh_role(bvh, 0), TL_ROLE_STAND);
    tl_bvh_destroy(bvh);
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static void building_survives_any_lack_of_memory(void **state) {
    (void)state;
    test_random random = test_random_start("memory", 4);
    soup s = soup_random(&random, 2000, 30, 1);
    uint8_t *roles = calloc(s.triangle_count, 1);
    test_purse counter = {1, 0};
    tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .user = &counter, .allocate = test_purse_allocate};
    tl_context *context = tl_context_create(&options);
    bool done = false;
    for (long n = 0; !done; n++) {
        assert_true(n < 100);
        tl_bvh *bvh = NULL;
        tl_error error = {0};
        counter.left = n;
        long before = counter.held;
        tl_status status =
            tl_bvh_build(context, s.vertices, s.vertex_count, s.triangles, s.triangle_count, roles, &bvh, &error);
        done = status == TL_OK;
        if (!done) {
            assert_int_equal(status, TL_ERROR_MEMORY);
            assert_int_equal(error.status, TL_ERROR_MEMORY);
            assert_null(bvh);
        } else {
            assert_true(n > 5);
            check_tree(bvh);
            tl_bvh_destroy(bvh);
        }
        assert_int_equal(counter.held, before);
    }
    tl_context_destroy(context);
    assert_int_equal(counter.held, 0);
    free(roles);
    soup_free(&s);
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
        cmocka_unit_test(trees_hold_everything_once),
        cmocka_unit_test(hard_shapes_make_shallow_trees),
        cmocka_unit_test(the_same_input_gives_the_same_bytes),
        cmocka_unit_test(refits_follow_the_vertices),
        cmocka_unit_test(vertices_that_nothing_uses_do_not_count),
        cmocka_unit_test(empty_trees_and_bad_input),
        cmocka_unit_test(building_survives_any_lack_of_memory),
    };
    return cmocka_run_group_tests_name("bvh", tests, set_up, tear_down);
}
