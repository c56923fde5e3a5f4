/* Joined triangles: half-faces are matched as the angles round an edge say, for every choice of faces that count. */
#include "support/assert_geom.h"
#include "support/sight_scenes.h"
#include "support/purse.h"

#include "conform/joiner.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST = 12 };

static tl_context *context;

static int setup(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int teardown(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

static tl_bvh *hierarchy(test_mesh *mesh) {
    tl_bvh *bvh = NULL;
    assert_int_equal(tl_bvh_build(context, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count,
                                  NULL, &bvh, NULL),
                     TL_OK);
    test_mesh_free(mesh);
    return bvh;
}

static tl_joined *join(const tl_conform_part *parts, size_t count) {
    tl_joined *joined = NULL;
    tl_error error = {0};
    if (tl_conform_join(context, context, parts, count, &joined, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return joined;
}

static bool by_list(const void *user, uint32_t face) {
    return ((const bool *)user)[face];
}

/* --- One edge ----------------------------------------------------------------------------------------------------- */

/* A triangle on the edge from 0 to (0, 0, 1): at what angle about z it stands, and where its normal points. */
typedef struct leaf {
    double angle;
    bool front_grows; /* its front looks towards growing angles */
} leaf;

static uint32_t expected_twin(const leaf *leaves, size_t count, const bool *counted, size_t face, uint32_t side) {
    bool up = (side == 0) == leaves[face].front_grows;
    size_t best = face;
    double least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double turn = up ? leaves[i].angle - leaves[face].angle : leaves[face].angle - leaves[i].angle;
        turn = turn <= 0 ? turn + 2 * 3.14159265358979323846 : turn;
        if (i != face && counted[i] && turn < least) {
            least = turn;
            best = i;
        }
    }
    /* the side that looks back at it */
    return 2 * (uint32_t)best + (leaves[best].front_grows == up ? 1U : 0U);
}

static void matched_by_angle(void **state) {
    (void)state;
    test_random random = test_random_start("matched_by_angle", 1);
    for (int i = 0; i < 3000; i++) {
        tl_pose pose = test_random_pose(&random, 100);
        size_t count = 1 + (size_t)test_random_below(&random, MOST);
        tl_conform_part parts[MOST] = {{0}};
        leaf leaves[MOST];
        bool counted[MOST];
        uint32_t edge_of[MOST];
        for (size_t f = 0; f < count; f++) {
            leaves[f].angle = test_random_between(&random, -3.1, 3.1);
            counted[f] = test_random_below(&random, 3) > 0;
            double reach = test_random_between(&random, 0.5, 3);
            tl_vec3 tip = {reach * cos(leaves[f].angle), reach * sin(leaves[f].angle),
                           test_random_between(&random, -1, 2)};
            tl_vec3 corner[3] = {{0, 0, 0}, {0, 0, 1}, tip}, c[3];
            bool swapped = test_random_below(&random, 2) == 0;
            int turn = test_random_below(&random, 3);
            for (int k = 0; k < 3; k++) {
                int from = swapped ? (k == 0 ? 1 : k == 1 ? 0 : 2) : k;
                c[(k + turn) % 3] = corner[from];
            }
            edge_of[f] = (uint32_t)turn;
            tl_vec3 n = tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]));
            leaves[f].front_grows = tl_dot(n, (tl_vec3){-sin(leaves[f].angle), cos(leaves[f].angle), 0}) > 0;
            test_mesh mesh = {0};
            for (int k = 0; k < 3; k++) {
                test_mesh_vertex(&mesh, c[k]);
            }
            test_mesh_triangle(&mesh, 0, 1, 2);
            test_mesh_move(&mesh, &pose);
            parts[f].bvh = hierarchy(&mesh);
        }
        /* the way round the edge is the same for all faces, but which way it is nobody says */
        tl_joined *joined = join(parts, count);
        for (size_t f = 0; f < count; f++) {
            for (uint32_t side = 0; counted[f] && side < 2; side++) {
                uint32_t edge;
                uint32_t twin = tl_joined_twin(joined, 2 * (uint32_t)f + side, edge_of[f], by_list, counted, &edge);
                assert_int_equal(twin, expected_twin(leaves, count, counted, f, side));
                assert_int_equal(edge, 4 * (twin >> 1) + edge_of[twin >> 1]);
            }
            assert_int_equal(tl_joined_slot(joined, (uint32_t)f), f);
        }
        tl_joined_destroy(joined);
        for (size_t f = 0; f < count; f++) {
            tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)parts[f].bvh);
        }
    }
}

/* --- Anything ----------------------------------------------------------------------------------------------------- */

/* Soups on few points, so that many faces share edges, lie on each other or have no area. */
static void matched_both_ways(void **state) {
    (void)state;
    test_random random = test_random_start("matched_both_ways", 2);
    size_t matched = 0;
    for (int i = 0; i < 300; i++) {
        tl_conform_part parts[3] = {{0}};
        size_t faces = 0;
        for (int slot = 0; slot < 3; slot++) {
            test_mesh mesh = {0};
            for (int x = 0; x < 8; x++) {
                test_mesh_vertex(&mesh, (tl_vec3){x & 1, x >> 1 & 1, x >> 2});
            }
            for (int f = test_random_below(&random, 12); f >= 0; f--) {
                test_mesh_triangle(&mesh, (uint32_t)test_random_below(&random, 8),
                                   (uint32_t)test_random_below(&random, 8), (uint32_t)test_random_below(&random, 8));
            }
            faces += mesh.triangle_count;
            parts[slot].bvh = hierarchy(&mesh);
        }
        tl_joined *joined = join(parts, 3);
        assert_int_equal(joined->first[3], faces);
        faces = joined->face_count;
        bool *counted = calloc(faces, sizeof(bool));
        assert_non_null(counted);
        for (size_t f = 0; f < faces; f++) {
            counted[f] = test_random_below(&random, 4) > 0;
        }
        for (uint32_t f = 0; f < faces; f++) {
            for (uint32_t h = 0; counted[f] && joined->next[3 * f] != TL_LINK_NONE && h < 6; h++) {
                uint32_t edge, back, half = 2 * f + h / 3;
                uint32_t twin = tl_joined_twin(joined, half, h % 3, by_list, counted, &edge);
                assert_true(counted[twin >> 1] && twin != half && edge >> 2 == twin >> 1);
                assert_int_equal(tl_joined_twin(joined, twin, edge & 3, by_list, counted, &back), half);
                assert_int_equal(back, 4 * f + h % 3);
                matched += twin >> 1 != f;
            }
        }
        free(counted);
        tl_joined_destroy(joined);
        for (int slot = 0; slot < 3; slot++) {
            tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)parts[slot].bvh);
        }
    }
    assert_true(matched > 4000);
}

/* --- What moves --------------------------------------------------------------------------------------------------- */

/* Whether a triangle lies in the square that the two boxes have in common. */
static bool is_common(const tl_conform_part *parts, uint32_t face) {
    tl_vec3 c[3];
    tl_bvh_corners(parts[face / 12].bvh, face % 12, c);
    return c[0].x == 1 && c[1].x == 1 && c[2].x == 1;
}

static void moving_parts_stay_apart(void **state) {
    (void)state;
    for (int moves = 0; moves < 2; moves++) {
        tl_conform_part parts[2] = {{0}};
        tl_vec3 own[2][8];
        for (int i = 0; i < 2; i++) {
            test_mesh mesh = {0};
            test_mesh_box(&mesh, (tl_vec3){i, 0, 0}, (tl_vec3){i + 1, 1, 1});
            assert_int_equal(mesh.vertex_count, 8);
            for (int k = 0; k < 8; k++) {
                own[i][k] = tl_scale(mesh.vertices[k], 3);
            }
            parts[i] = (tl_conform_part){.bvh = hierarchy(&mesh), .own_frame = moves != 0 && i == 1 ? own[i] : NULL};
        }
        tl_joined *joined = join(parts, 2);
        bool counted[24];
        size_t across = 0, outside = 0;
        for (int f = 0; f < 24; f++) {
            counted[f] = true;
        }
        for (uint32_t f = 0; f < 24; f++) {
            for (uint32_t h = 0; joined->next[3 * f] != TL_LINK_NONE && h < 6; h++) {
                uint32_t edge;
                uint32_t twin = tl_joined_twin(joined, 2 * f + h / 3, h % 3, by_list, counted, &edge);
                bool crosses = f / 12 != twin / 2 / 12;
                across += crosses;
                outside += crosses && h < 3 && twin % 2 == 0 && !is_common(parts, f) && !is_common(parts, twin / 2);
            }
        }
        if (moves != 0) {
            assert_int_equal(across, 0);
        }
        /* at the four edges of the common square the outside goes on from box to box */
        assert_int_equal(outside, moves != 0 ? 0 : 4 * 2);
        tl_joined_destroy(joined);
        tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)parts[0].bvh);
        tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)parts[1].bvh);
    }
}

/* --- Conforming --------------------------------------------------------------------------------------------------- */

static bool any(const void *user, uint32_t face) {
    (void)user;
    (void)face;
    return true;
}

/* Two boxes pushed into each other: their skin is one, which a walk over edges shows; left alone they are two. */
static void conforming_boxes_are_one(void **state) {
    (void)state;
    for (int conforms = 0; conforms < 2; conforms++) {
        tl_conform_part parts[2] = {{0}};
        for (int i = 0; i < 2; i++) {
            test_mesh mesh = {0};
            double d = 0.3 * i;
            test_mesh_box(&mesh, (tl_vec3){d, d, d}, (tl_vec3){1 + d, 1 + d, 1 + d});
            parts[i] = (tl_conform_part){.bvh = hierarchy(&mesh), .conforms = conforms != 0};
        }
        tl_joined *joined = join(parts, 2);
        assert_int_equal(joined->first[2], 24);
        uint32_t start = 0;
        while (joined->next[3 * start] == TL_LINK_NONE) {
            start++;
        }
        assert_true(start < joined->face_count);
        bool *seen = calloc(2 * joined->face_count, sizeof(bool));
        uint32_t *queue = calloc(2 * joined->face_count, sizeof(*queue));
        assert_true(seen != NULL && queue != NULL);
        size_t count = 0, slots[2] = {0, 0};
        queue[count++] = 2 * start;
        seen[2 * start] = true;
        for (size_t at = 0; at < count; at++) {
            slots[tl_joined_slot(joined, queue[at] >> 1)]++;
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t edge;
                uint32_t twin = tl_joined_twin(joined, queue[at], k, any, NULL, &edge);
                if (!seen[twin]) {
                    seen[twin] = true;
                    queue[count++] = twin;
                }
            }
        }
        assert_true(slots[0] > 0 && (slots[1] > 0) == (conforms != 0));
        assert_true((joined->pieces != NULL) == (conforms != 0));
        for (size_t i = joined->first[2]; i < joined->face_count; i++) {
            size_t piece = i - joined->first[2];
            assert_true(joined->gaps[piece] < 1e-9 && tl_joined_replaced(joined, joined->parents[piece]));
        }
        free(seen);
        free(queue);
        tl_joined_destroy(joined);
        tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)parts[0].bvh);
        tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)parts[1].bvh);
    }
}

/* Faces picked from several parts are joined as if they alone were there: as one mesh of them is, apart from their
 * numbers. Matched both ways among those that count; the others are no part of it. */
static void some_are_joined_alone(void **state) {
    (void)state;
    test_random random = test_random_start("some_are_joined_alone", 3);
    size_t pieces = 0;
    for (int i = 0; i < 200; i++) {
        tl_conform_part parts[3] = {{0}};
        test_mesh alone = {0};
        uint32_t picked[64], count = 0, faces = 0;
        for (int slot = 0; slot < 3; slot++) {
            test_mesh mesh = {0};
            for (int f = test_random_below(&random, 8); f >= 0; f--, faces++) {
                uint32_t v[3];
                bool is_picked = test_random_below(&random, 3) > 0;
                for (int k = 0; k < 3; k++) {
                    tl_vec3 p = {test_random_below(&random, 4), test_random_below(&random, 4),
                                 test_random_below(&random, 4)};
                    v[k] = test_mesh_vertex(&mesh, p);
                    if (is_picked) {
                        test_mesh_vertex(&alone, p);
                    }
                }
                test_mesh_triangle(&mesh, v[0], v[1], v[2]);
                if (is_picked) {
                    test_mesh_triangle(&alone, 3 * count, 3 * count + 1, 3 * count + 2);
                    picked[count++] = faces;
                }
            }
            parts[slot].bvh = hierarchy(&mesh);
        }
        tl_conform_part one = {.bvh = hierarchy(&alone), .conforms = true};
        tl_joined *some = NULL, *whole = join(&one, 1);
        assert_int_equal(tl_conform_join_some(context, context, parts, 3, picked, count, &some, NULL), TL_OK);
        assert_int_equal(some->first[3], faces);
        assert_int_equal(some->face_count - faces, whole->face_count - count);
        pieces += some->face_count - faces;
        /* the numbers of the one world in the other */
        uint32_t named[4096];
        assert_true(whole->face_count <= 4096);
        for (uint32_t f = 0; f < whole->face_count; f++) {
            named[f] = f < count ? picked[f] : f - count + faces;
            assert_int_equal(tl_joined_has(some, named[f]), tl_joined_has(whole, f));
            if (f < count) {
                assert_int_equal(tl_joined_replaced(some, named[f]), tl_joined_replaced(whole, f));
            } else {
                assert_int_equal(tl_joined_origin(some, named[f]), named[tl_joined_origin(whole, f)]);
                assert_true(some->gaps[f - count] == whole->gaps[f - count]);
            }
        }
        for (uint32_t f = 0, next = 0; f < faces; f++) {
            bool is_picked = next < count && picked[next] == f;
            next += is_picked;
            assert_true(is_picked || !tl_joined_has(some, f));
        }
        for (uint32_t f = 0; f < whole->face_count; f++) {
            for (uint32_t h = 0; tl_joined_has(whole, f) && h < 6; h++) {
                uint32_t there, here;
                uint32_t expected = tl_joined_twin(whole, 2 * f + h / 3, h % 3, any, NULL, &there);
                uint32_t twin = tl_joined_twin(some, 2 * named[f] + h / 3, h % 3, any, NULL, &here);
                assert_int_equal(twin, 2 * named[expected >> 1] + (expected & 1));
                assert_int_equal(here, 4 * named[there >> 2] + (there & 3));
            }
        }
        tl_joined_destroy(some);
        tl_joined_destroy(whole);
        tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)one.bvh);
        for (int slot = 0; slot < 3; slot++) {
            tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)parts[slot].bvh);
        }
    }
    assert_true(pieces > 1000);
}

/* --- Once for many threads ---------------------------------------------------------------------------------------- */

static void *get_joined(void *user) {
    const tl_joined *joined = NULL;
    return tl_joiner_get(user, context, &joined, NULL) == TL_OK ? (void *)(uintptr_t)(const void *)joined : NULL;
}

static void joined_once(void **state) {
    (void)state;
    test_mesh mesh = {0};
    test_mesh_ball(&mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 1, 1}, 40);
    tl_conform_part part = {.bvh = hierarchy(&mesh)};
    tl_joiner *joiner = NULL;
    assert_int_equal(tl_joiner_create(context, &part, 1, &joiner, NULL), TL_OK);
    pthread_t threads[8];
    void *got[8];
    for (int i = 0; i < 8; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, get_joined, joiner), 0);
    }
    for (int i = 0; i < 8; i++) {
        assert_int_equal(pthread_join(threads[i], &got[i]), 0);
        assert_non_null(got[i]);
        assert_ptr_equal(got[i], got[0]);
    }
    tl_joiner_destroy(joiner);
    tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)part.bvh);
}

static void memory_runs_out(void **state) {
    (void)state;
    test_mesh mesh = {0};
    test_mesh_box(&mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 1, 1});
    for (uint32_t k = 0; k < 8; k++) { /* faces that share an edge, which must be sorted */
        test_mesh_triangle(&mesh, 0, 1, k % 6 + 2);
    }
    tl_conform_part part = {.bvh = hierarchy(&mesh)};
    tl_status status = TL_ERROR_MEMORY;
    size_t failures = 0;
    for (; status != TL_OK; failures++) {
        test_purse m = {-1, 0};
        tl_context_options options = {
            .struct_size = sizeof(tl_context_options), .allocate = test_purse_allocate, .user = &m};
        tl_context *small = tl_context_create(&options);
        assert_non_null(small);
        m.left = (long)failures;
        tl_joiner *joiner = NULL;
        const tl_joined *joined = NULL;
        status = tl_joiner_create(small, &part, 1, &joiner, NULL);
        if (status == TL_OK) {
            status = tl_joiner_get(joiner, small, &joined, NULL);
        }
        assert_true(status == TL_OK || (status == TL_ERROR_MEMORY && joined == NULL));
        if (status != TL_OK && joiner != NULL) { /* it can be asked again */
            m.left = -1;
            assert_int_equal(tl_joiner_get(joiner, small, &joined, NULL), TL_OK);
        }
        tl_joiner_destroy(joiner);
        tl_context_destroy(small);
    }
    assert_true(failures > 8);
    tl_bvh_destroy((tl_bvh *)(uintptr_t)(const void *)part.bvh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matched_by_angle),        cmocka_unit_test(matched_both_ways),
        cmocka_unit_test(moving_parts_stay_apart), cmocka_unit_test(conforming_boxes_are_one),
        cmocka_unit_test(some_are_joined_alone),   cmocka_unit_test(joined_once),
        cmocka_unit_test(memory_runs_out)};
    return cmocka_run_group_tests_name("links", tests, setup, teardown);
}
