/* Segments through a world against brute force over all triangles: exact predicates for hits and parity. Every test
 * runs with every kernel this machine has. Clearances, boxes and heights: test_query_clearance.c. */
#include "support/purse.h"
#include "support/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_hits(const void *x, const void *y) {
    const tl_hit *a = x, *b = y;
    if (a->slot != b->slot) {
        return a->slot < b->slot ? -1 : 1;
    }
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

static size_t brute_hits(const tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers, tl_hit *hits,
                         size_t capacity) {
    size_t count = 0;
    for (size_t slot = 0; slot < world->slot_count; slot++) {
        const tl_bvh *bvh = world->slots[slot];
        for (size_t t = 0; bvh != NULL && t < bvh->triangle_count; t++) {
            tl_vec3 c[3];
            tl_bvh_corners(bvh, (uint32_t)t, c);
            tl_crossing crossing = tl_math_segment_triangle(p, q, c[0], c[1], c[2]);
            if (crossing != TL_CROSSING_NONE && world_counts(world, slot, t, blockers)) {
                assert_true(count < capacity);
                hits[count++] = (tl_hit){(uint32_t)slot, (uint32_t)t, 0, crossing};
            }
        }
    }
    return count;
}

#define MOST 20000

typedef struct gathered {
    tl_hit *hits;
    size_t count;
} gathered;

static bool meet(void *user, const tl_hit *hit) {
    gathered *m = user;
    assert_true(m->count < MOST);
    m->hits[m->count++] = *hit;
    return true;
}

/* Every question about one segment, each kernel, against brute force. Returns the number of hits. */
static size_t check_segment(tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers) {
    static tl_hit expected[MOST], found[MOST];
    size_t count = brute_hits(world, p, q, blockers, expected, MOST);
    tl_hit first = {0}, nearest = {0};
    for (int k = 0; k < world_kernel_count; k++) {
        world->kernels = world_kernels[k];
        tl_hit hit, near_hit;
        gathered m = {.hits = found};
        assert_true(tl_world_each_hit(world, p, q, blockers, meet, &m));
        size_t n = m.count;
        for (size_t i = 0; i < n; i++) {
            assert_true(found[i].t >= 0 && found[i].t <= 1);
        }
        assert_int_equal(tl_world_blocked(world, p, q, blockers, NULL), count > 0);
        assert_int_equal(tl_world_blocked(world, p, q, blockers, &hit), count > 0);
        assert_int_equal(tl_world_nearest_hit(world, p, q, blockers, &near_hit), count > 0);
        assert_int_equal(n, count);
        if (n > 0) {
            qsort(found, n, sizeof(*found), compare_hits);
            bool member = false;
            size_t least = 0;
            for (size_t i = 0; i < n; i++) {
                least = found[i].t < found[least].t ? i : least;
                assert_int_equal(compare_hits(&found[i], &expected[i]), 0);
                assert_int_equal(found[i].crossing, expected[i].crossing);
                member = member || (compare_hits(&found[i], &hit) == 0 && found[i].crossing == hit.crossing &&
                                    found[i].t == hit.t);
            }
            assert_true(member);
            assert_true(near_hit.t == found[least].t && compare_hits(&near_hit, &found[least]) == 0 &&
                        near_hit.crossing == found[least].crossing);
            /* All kernels name the same triangles. */
            if (k > 0) {
                assert_true(compare_hits(&hit, &first) == 0 && compare_hits(&near_hit, &nearest) == 0);
            }
            first = hit;
            nearest = near_hit;
        }
        for (size_t slot = 0; slot < world->slot_count && blockers == NULL; slot++) {
            bool met = false;
            for (size_t i = 0; i < count; i++) {
                met = met || expected[i].slot == slot;
            }
            assert_int_equal(tl_world_slot_blocked(world, slot, p, q), met);
        }
    }
    return count;
}

/* --- Segments ----------------------------------------------------------------------------------------------------- */

static void soups_agree_with_brute_force(void **state) {
    test_random random = test_random_start("soup", 21);
    size_t hits = 0;
    for (int round = 0; round < 12; round++) {
        shape s = {0};
        const size_t sizes[] = {1, 5, 9, 40, 300, 2000};
        shape_soup(&s, &random, sizes[round % 6], 20, round < 6 ? 6 : 1.5);
        if (round % 3 == 2) { /* slivers */
            for (size_t t = 0; t < s.triangle_count; t++) {
                s.vertices[3 * t + 1] = tl_lerp(s.vertices[3 * t], s.vertices[3 * t + 2], 0.3);
                s.vertices[3 * t + 1].x += 1e-6;
            }
        }
        if (round % 4 == 3) {
            shape_move(&s, test_random_pose(&random, 1e6));
        }
        tl_bvh *bvh;
        tl_world *world = shape_world(*state, &s, &bvh);
        tl_vec3 middle = tl_box3_centre(tl_bvh_box(bvh));
        for (int i = 0; i < 300; i++) {
            tl_vec3 p = tl_add(middle, shape_random_point(&random, 25)),
                    q = tl_add(middle, shape_random_point(&random, 25));
            switch (i % 10) {
            case 0: /* along an axis */
                q = (tl_vec3){p.x, p.y, q.z};
                break;
            case 1:
                q = (tl_vec3){p.x, q.y, p.z};
                break;
            case 2: /* from far away */
                p = tl_add(middle, shape_random_point(&random, 1e5));
                break;
            case 3: /* short */
                q = tl_add(p, shape_random_point(&random, 0.5));
                break;
            case 4: { /* from a corner to a corner */
                p = s.vertices[(size_t)test_random_below(&random, (int)s.vertex_count)];
                q = s.vertices[(size_t)test_random_below(&random, (int)s.vertex_count)];
                break;
            }
            case 5: { /* through a rounded point of an edge */
                size_t t = (size_t)test_random_below(&random, (int)s.triangle_count);
                tl_vec3 on = tl_lerp(s.vertices[3 * t], s.vertices[3 * t + 1], test_random_between(&random, 0, 1));
                q = tl_madd(p, tl_sub(on, p), 2);
                break;
            }
            case 6: { /* ending on a rounded point of a face */
                size_t t = (size_t)test_random_below(&random, (int)s.triangle_count);
                q = tl_lerp(tl_lerp(s.vertices[3 * t], s.vertices[3 * t + 1], 0.5), s.vertices[3 * t + 2], 0.25);
                break;
            }
            default:
                break;
            }
            hits += check_segment(world, p, q, NULL);
        }
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
        shape_free(&s);
    }
    print_message("%zu hits\n", hits);
    assert_true(hits > 1000);
}

static void grids_agree_with_brute_force(void **state) {
    test_random random = test_random_start("grid", 22);
    size_t hits = 0;
    for (int round = 0; round < 8; round++) {
        shape s = {0};
        shape_grid_soup(&s, &random, round < 4 ? 60 : 800, 6);
        tl_vec3 shift = {0, 0, 0};
        if (round % 2 == 1) { /* far away the integers stay exact, the floats of the tree don't */
            shift = (tl_vec3){1000003, -700001, 12345};
            for (size_t i = 0; i < s.vertex_count; i++) {
                s.vertices[i] = tl_add(s.vertices[i], shift);
            }
        }
        tl_bvh *bvh;
        tl_world *world = shape_world(*state, &s, &bvh);
        for (int i = 0; i < 400; i++) {
            tl_vec3 p = shape_grid_point(&random, -2, 9), q = shape_grid_point(&random, -2, 9);
            switch (i % 5) {
            case 0:
                q = p;
                break;
            case 1:
                q = (tl_vec3){q.x, p.y, p.z};
                break;
            case 2:
                q = (tl_vec3){p.x, q.y, p.z};
                break;
            case 3:
                p = tl_scale(p, 0.5);
                break;
            default:
                break;
            }
            hits += check_segment(world, tl_add(p, shift), tl_add(q, shift), NULL);
        }
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
        shape_free(&s);
    }
    print_message("%zu hits\n", hits);
    assert_true(hits > 10000);
}

static void real_meshes_agree_with_brute_force(void **state) {
    if (test_data_folder() == NULL) {
        skip();
    }
    test_random random = test_random_start("real", 23);
    const char *const names[] = {"stanford_bunny.obj", "cq_building_example.stl"};
    for (int m = 0; m < 2; m++) {
        shape s = {0};
        assert_true(m == 0 ? shape_read_obj(&s, test_data_file(names[m]))
                           : shape_read_stl(&s, test_data_file(names[m])));
        tl_bvh *bvh;
        tl_world *world = shape_world(*state, &s, &bvh);
        /* At most 200 bytes a triangle, when vertices are shared as in the bunny. */
        assert_true(tl_bvh_measure(bvh).bytes - 24 * s.vertex_count <= 188 * s.triangle_count);
        tl_box3 box = tl_bvh_box(bvh);
        double reach = tl_length(tl_box3_size(box));
        size_t hits = 0;
        for (int i = 0; i < 100; i++) {
            tl_vec3 p = tl_madd(tl_box3_centre(box), test_random_direction(&random), reach);
            tl_vec3 q = tl_madd(tl_box3_centre(box), test_random_direction(&random), reach);
            if (i % 4 == 1) { /* through a vertex */
                p = s.vertices[(size_t)test_random_below(&random, (int)s.vertex_count)];
            } else if (i % 4 == 2) { /* along an edge and on */
                const uint32_t *t = s.triangles + 3 * test_random_below(&random, (int)s.triangle_count);
                p = s.vertices[t[0]];
                q = tl_madd(p, tl_sub(s.vertices[t[1]], p), 3);
            }
            hits += check_segment(world, p, q, NULL);
        }
        assert_true(hits > 100);
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
        shape_free(&s);
    }
}

static bool keep_first(void *user, const tl_hit *hit) {
    tl_hit *first = user;
    if (hit->t < first->t || (hit->t == first->t && hit->triangle < first->triangle)) {
        *first = *hit;
    }
    return true;
}

/* Moves p to the point where the widened segment begins exactly in a face of a box and enters it there: the entry is a
 * product of zero, whose sign must not count (as -0 it was once taken for the farthest). */
static void start_at_plane(test_random *random, const tl_bvh *bvh, tl_vec3 *p, tl_vec3 q) {
    const tl_bvh_node *node = &bvh->nodes[test_random_below(random, (int)bvh->node_count)];
    int lane = test_random_below(random, 4), k = test_random_below(random, 3);
    double *at[3] = {&p->x, &p->y, &p->z};
    if (node->child[lane] == TL_BVH_NONE) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        double share = test_random_between(random, 0.1, 0.9);
        *at[i] = tl_kernel_axis_of(bvh->origin, i) + (1 - share) * (double)node->low[i][lane] +
                 share * (double)node->high[i][lane];
    }
    bool down = tl_kernel_axis_of(q, k) < *at[k];
    float face = down ? node->high[k][lane] : node->low[k][lane];
    for (int i = 0; i < 4; i++) {
        tl_ray ray;
        tl_vec3 start = tl_sub(*p, bvh->origin);
        tl_ray_boxes(&ray, start, tl_sub(q, *p), bvh->reach, 0);
        *at[k] += (double)face - (double)ray.near_from[k];
    }
}

/* Many more segments than brute force can follow: the nearest hit is the first of all hits. */
static void nearest_is_the_first_of_all(void **state) {
    test_random random = test_random_start("nearest", 31);
    shape s = {0};
    shape_soup(&s, &random, 3000, 20, 1.5);
    for (size_t i = 0; i < s.vertex_count; i++) {
        tl_vec3 *v = &s.vertices[i];
        *v = (tl_vec3){nearbyint(v->x * 8) / 8, nearbyint(v->y * 8) / 8, nearbyint(v->z * 8) / 8};
    }
    tl_bvh *bvh;
    tl_world *world = shape_world(*state, &s, &bvh);
    for (int k = 0; k < world_kernel_count; k++) {
        world->kernels = world_kernels[k];
        for (int i = 0; i < 60000; i++) {
            tl_vec3 p = shape_random_point(&random, 22), q = shape_random_point(&random, 22);
            p = i % 2 == 0 ? p : (tl_vec3){nearbyint(p.x * 8) / 8, nearbyint(p.y * 8) / 8, nearbyint(p.z * 8) / 8};
            if (i % 4 == 3) {
                start_at_plane(&random, bvh, &p, q);
            }
            tl_hit first = {.t = 2}, nearest = {.t = 2};
            tl_world_each_hit(world, p, q, NULL, keep_first, &first);
            assert_int_equal(tl_world_nearest_hit(world, p, q, NULL, &nearest), first.t <= 1);
            assert_int_equal(tl_world_blocked(world, p, q, NULL, NULL), first.t <= 1);
            assert_true(nearest.t == first.t && nearest.triangle == first.triangle);
        }
    }
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    shape_free(&s);
}

/* --- Many slots --------------------------------------------------------------------------------------------------- */

static void slots_roles_and_refits(void **state) {
    test_random random = test_random_start("slots", 24);
    enum { SLOTS = 90 };
    shape shapes[SLOTS] = {{0}};
    tl_bvh *bvhs[SLOTS];
    tl_world *world = NULL;
    uint8_t blockers[SLOTS];
    assert_int_equal(tl_world_create(*state, SLOTS + 2, &world, NULL), TL_OK);
    for (size_t i = 0; i < SLOTS; i++) {
        shape_soup(&shapes[i], &random, 1 + i % 40, 6, 4);
        shapes[i].roles = malloc(shapes[i].triangle_count);
        for (size_t t = 0; t < shapes[i].triangle_count; t++) {
            shapes[i].roles[t] = (uint8_t)test_random_below(&random, TL_ROLE_COUNT);
        }
        shape_move(&shapes[i], test_random_pose(&random, 30));
        bvhs[i] = shape_bvh(*state, &shapes[i]);
        tl_world_set(world, i, bvhs[i]);
    }
    uint8_t mask[SLOTS + 2] = {0};
    size_t hits = 0, open = 0;
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 150; i++) {
            for (size_t k = 0; k < SLOTS; k++) {
                blockers[k] = (uint8_t)test_random_below(&random, TL_ROLES_ALL + 1);
                mask[k] = blockers[k];
            }
            tl_vec3 p = shape_random_point(&random, 45), q = shape_random_point(&random, 45);
            size_t n = check_segment(world, p, q, i % 3 == 0 ? NULL : mask);
            hits += n;
            open += n == 0;
        }
        /* Move some, take some away, bring some back: the answers follow. */
        for (size_t k = 0; k < SLOTS; k++) {
            if (test_random_below(&random, 3) == 0) {
                shape_move(&shapes[k], test_random_pose(&random, 20));
                tl_bvh_refit(bvhs[k], shapes[k].vertices);
                tl_world_set(world, k, bvhs[k]);
            } else if (test_random_below(&random, 4) == 0) {
                tl_world_set(world, k, NULL);
            }
        }
    }
    print_message("%zu hits, %zu open\n", hits, open);
    assert_true(hits > 300 && open > 50);
    /* A refitted tree answers as a new one over the same places. */
    for (size_t k = 0; k < 10; k++) {
        tl_bvh *fresh = shape_bvh(*state, &shapes[k]);
        tl_world *one = NULL, *other = NULL;
        tl_world_create(*state, 1, &one, NULL);
        tl_world_create(*state, 1, &other, NULL);
        tl_world_set(one, 0, bvhs[k]);
        tl_world_set(other, 0, fresh);
        for (int i = 0; i < 50; i++) {
            tl_vec3 middle = tl_box3_centre(tl_bvh_box(fresh));
            tl_vec3 p = tl_add(middle, shape_random_point(&random, 8)),
                    q = tl_add(middle, shape_random_point(&random, 8));
            tl_hit a, b;
            bool met = tl_world_nearest_hit(one, p, q, NULL, &a);
            assert_int_equal(met, tl_world_nearest_hit(other, p, q, NULL, &b));
            assert_true(!met || (a.triangle == b.triangle && a.t == b.t));
            double clear = tl_world_clearance(one, p, q, NULL, 5, NULL);
            assert_near(clear, tl_world_clearance(other, p, q, NULL, 5, NULL), 1e-9);
        }
        tl_world_destroy(one);
        tl_world_destroy(other);
        tl_bvh_destroy(fresh);
    }
    tl_world_destroy(world);
    for (size_t i = 0; i < SLOTS; i++) {
        tl_bvh_destroy(bvhs[i]);
        shape_free(&shapes[i]);
    }
}

static void empty_worlds_answer(void **state) {
    tl_world *world = NULL;
    tl_vec3 p = {0, 0, 0}, q = {1, 1, 1};
    gathered none = {0};
    for (size_t slots = 0; slots < 3; slots++) {
        assert_int_equal(tl_world_create(*state, slots, &world, NULL), TL_OK);
        tl_bvh *nothing = NULL;
        assert_int_equal(tl_bvh_build(*state, NULL, 0, NULL, 0, NULL, &nothing, NULL), TL_OK);
        if (slots > 0) {
            tl_world_set(world, 0, nothing);
            assert_ptr_equal(tl_world_get(world, 0), nothing);
            assert_false(tl_world_inside(world, 0, p));
        }
        assert_int_equal(tl_world_slot_count(world), slots);
        assert_false(tl_world_blocked(world, p, q, NULL, NULL));
        assert_false(tl_world_nearest_hit(world, p, q, NULL, NULL));
        assert_true(tl_world_each_hit(world, p, q, NULL, meet, &none));
        assert_true(none.count == 0);
        assert_true(tl_world_clearance(world, p, q, NULL, 5, NULL) == 5);
        assert_int_equal(tl_world_heights(world, 0, 0, NULL, NULL, NULL, 0), 0);
        tl_world_destroy(world);
        tl_bvh_destroy(nothing);
    }
    tl_world_destroy(NULL);
}

/* --- Inside ------------------------------------------------------------------------------------------------------- */

static void inside_of_boxes_is_exact(void **state) {
    test_random random = test_random_start("inside", 25);
    shape s = {0};
    /* A box with a hollow: closed surfaces, parity. */
    shape_box(&s, (tl_vec3){0, 0, 0}, (tl_vec3){8, 6, 4});
    shape_box(&s, (tl_vec3){2, 2, 1}, (tl_vec3){5, 4, 3});
    tl_bvh *bvh;
    tl_world *world = shape_world(*state, &s, &bvh);
    for (int k = 0; k < world_kernel_count; k++) {
        world->kernels = world_kernels[k];
        /* Half steps: every kind of corner, edge and face point, and rays through them. */
        for (int x = -2; x <= 18; x++) {
            for (int y = -2; y <= 14; y++) {
                for (int z = -2; z <= 10; z++) {
                    tl_vec3 p = {0.5 * x, 0.5 * y, 0.5 * z};
                    bool outer = x >= 0 && x <= 16 && y >= 0 && y <= 12 && z >= 0 && z <= 8;
                    bool hollow = x > 4 && x < 10 && y > 4 && y < 8 && z > 2 && z < 6;
                    assert_int_equal(tl_world_inside(world, 0, p), outer && !hollow);
                }
            }
        }
        /* One step of the last place to either side of a face. */
        for (int i = 0; i < 100; i++) {
            tl_vec3 p = {8, test_random_between(&random, 0, 6), test_random_between(&random, 0, 4)};
            assert_true(tl_world_inside(world, 0, p));
            p.x = nextafter(8, 9);
            assert_false(tl_world_inside(world, 0, p));
            p = (tl_vec3){nextafter(5, 4), test_random_between(&random, 2.1, 3.9),
                          test_random_between(&random, 1.1, 2.9)};
            assert_false(tl_world_inside(world, 0, p));
            p.x = nextafter(5, 6);
            assert_true(tl_world_inside(world, 0, p));
        }
    }
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    shape_free(&s);
}

static void inside_of_a_scan_agrees_with_other_rays(void **state) {
    if (test_data_folder() == NULL) {
        skip();
    }
    test_random random = test_random_start("inside scan", 26);
    shape s = {0};
    assert_true(shape_read_stl(&s, test_data_file("cq_building_example.stl")));
    tl_bvh *bvh;
    tl_world *world = shape_world(*state, &s, &bvh);
    tl_box3 box = tl_bvh_box(bvh);
    static tl_hit hits[MOST];
    int inside = 0, asked = 0;
    for (int i = 0; i < 150; i++) {
        tl_vec3 p = {test_random_between(&random, box.low.x, box.high.x),
                     test_random_between(&random, box.low.y, box.high.y),
                     test_random_between(&random, box.low.z, box.high.z)};
        tl_vec3 q = tl_madd(p, test_random_direction(&random), 10 * tl_length(tl_box3_size(box)));
        size_t count = brute_hits(world, p, q, NULL, hits, MOST);
        bool touched = false;
        for (size_t h = 0; h < count; h++) {
            touched = touched || hits[h].crossing == TL_CROSSING_TOUCH;
        }
        if (touched) {
            continue;
        }
        asked++;
        inside += tl_world_inside(world, 0, p);
        assert_int_equal(tl_world_inside(world, 0, p), count % 2 == 1);
    }
    print_message("%d of %d inside\n", inside, asked);
    assert_true(inside > 0 && inside < asked);
    for (int i = 0; i < 50; i++) { /* vertices lie on the surface */
        assert_true(tl_world_inside(world, 0, s.vertices[(size_t)test_random_below(&random, (int)s.vertex_count)]));
    }
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    shape_free(&s);
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static void any_allocation_may_fail(void **state) {
    (void)state;
    shape s = {0};
    for (int i = 0; i < 200; i++) {
        shape_box(&s, (tl_vec3){0, 0, i}, (tl_vec3){1, 1, i + 0.5});
    }
    test_purse counter = {1, 0};
    tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .user = &counter, .allocate = test_purse_allocate};
    tl_context *context = tl_context_create(&options);
    bool done = false;
    for (long n = 0; !done; n++) {
        assert_true(n < 60);
        long before = counter.held;
        tl_bvh *bvh = NULL;
        tl_world *world = NULL;
        tl_error error = {0};
        counter.left = 100;
        assert_int_equal(
            tl_bvh_build(context, s.vertices, s.vertex_count, s.triangles, s.triangle_count, NULL, &bvh, NULL), TL_OK);
        counter.left = n;
        tl_status status = tl_world_create(context, 3, &world, &error);
        if (status == TL_OK) {
            tl_world_set(world, 1, bvh);
        }
        done = status == TL_OK;
        if (!done) {
            assert_int_equal(status, TL_ERROR_MEMORY);
            assert_int_equal(error.status, TL_ERROR_MEMORY);
            assert_null(world);
        }
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
        assert_int_equal(counter.held, before);
    }
    tl_context_destroy(context);
    shape_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soups_agree_with_brute_force),
        cmocka_unit_test(grids_agree_with_brute_force),
        cmocka_unit_test(real_meshes_agree_with_brute_force),
        cmocka_unit_test(nearest_is_the_first_of_all),
        cmocka_unit_test(slots_roles_and_refits),
        cmocka_unit_test(empty_worlds_answer),
        cmocka_unit_test(inside_of_boxes_is_exact),
        cmocka_unit_test(inside_of_a_scan_agrees_with_other_rays),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("query", tests, world_begin, world_end);
}
