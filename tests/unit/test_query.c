/* Questions to a world against brute force over all triangles: exact predicates for hits and parity, long doubles and
 * another method for distances. Every test runs with every kernel this machine has. */
#include "support/assert_geom.h"
#include "support/purse.h"

#include "query/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Geometry ----------------------------------------------------------------------------------------------------- */

typedef struct shape {
    tl_vec3 *vertices;
    uint32_t *triangles;
    uint8_t *roles; /* may be NULL */
    size_t vertex_count, triangle_count;
} shape;

static void *grown(void *items, size_t count, size_t size) {
    /* capacity is the next power of two */
    if ((count & (count - 1)) == 0) {
        items = realloc(items, (count == 0 ? 1 : 2 * count) * size);
        assert_non_null(items);
    }
    return items;
}

static uint32_t add_vertex(shape *s, tl_vec3 v) {
    s->vertices = grown(s->vertices, s->vertex_count, sizeof(tl_vec3));
    s->vertices[s->vertex_count] = v;
    return (uint32_t)s->vertex_count++;
}

static void add_triangle(shape *s, uint32_t a, uint32_t b, uint32_t c) {
    s->triangles = grown(s->triangles, s->triangle_count, 3 * sizeof(uint32_t));
    uint32_t *t = s->triangles + 3 * s->triangle_count++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static void shape_free(shape *s) {
    free(s->vertices);
    free(s->triangles);
    free(s->roles);
}

static void add_box(shape *s, tl_vec3 low, tl_vec3 high) {
    uint32_t v[8];
    for (int i = 0; i < 8; i++) {
        v[i] = add_vertex(s, (tl_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
    }
    static const int faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                     {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    for (int i = 0; i < 12; i++) {
        add_triangle(s, v[faces[i][0]], v[faces[i][1]], v[faces[i][2]]);
    }
}

static void add_soup(shape *s, test_random *random, size_t triangles, double reach, double size) {
    for (size_t t = 0; t < triangles; t++) {
        tl_vec3 middle = {test_random_between(random, -reach, reach), test_random_between(random, -reach, reach),
                          test_random_between(random, -reach, reach)};
        uint32_t v[3];
        for (size_t i = 0; i < 3; i++) {
            v[i] = add_vertex(s, tl_madd(middle, test_random_direction(random), size));
        }
        add_triangle(s, v[0], v[1], v[2]);
    }
}

/* Corners on a small grid of integers: everything is coplanar, collinear or coincident with something. */
static void add_grid_soup(shape *s, test_random *random, size_t triangles, int cells) {
    for (size_t t = 0; t < triangles; t++) {
        uint32_t v[3];
        tl_vec3 at = {test_random_below(random, cells), test_random_below(random, cells),
                      test_random_below(random, cells)};
        for (size_t i = 0; i < 3; i++) {
            v[i] = add_vertex(s, tl_add(at, (tl_vec3){test_random_below(random, 3), test_random_below(random, 3),
                                                      test_random_below(random, 3)}));
        }
        add_triangle(s, v[0], v[1], v[2]);
    }
}

static void move(shape *s, tl_pose pose) {
    for (size_t i = 0; i < s->vertex_count; i++) {
        s->vertices[i] = tl_pose_point(&pose, s->vertices[i]);
    }
}

static bool read_obj(shape *s, const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    char line[512];
    while (fgets(line, sizeof(line), file) != NULL) {
        tl_vec3 v;
        if (sscanf(line, "v %lf %lf %lf", &v.x, &v.y, &v.z) == 3) {
            add_vertex(s, v);
        } else if (line[0] == 'f') {
            uint32_t index[3] = {0, 0, 0};
            int count = 0;
            for (char *word = strtok(line + 1, " \r\n"); word != NULL && count < 3; word = strtok(NULL, " \r\n")) {
                index[count++] = (uint32_t)strtoul(word, NULL, 10) - 1;
            }
            add_triangle(s, index[0], index[1], index[2]);
        }
    }
    fclose(file);
    return s->triangle_count > 0;
}

static bool read_stl(shape *s, const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t head[84], record[50];
    if (file == NULL || fread(head, 1, sizeof(head), file) != sizeof(head)) {
        return false;
    }
    while (fread(record, 1, sizeof(record), file) == sizeof(record)) {
        float at[12];
        memcpy(at, record, sizeof(at));
        uint32_t v[3];
        for (int i = 0; i < 3; i++) {
            const float *c = at + 3 + 3 * i;
            v[i] = add_vertex(s, (tl_vec3){(double)c[0], (double)c[1], (double)c[2]});
        }
        add_triangle(s, v[0], v[1], v[2]);
    }
    fclose(file);
    return s->triangle_count > 0;
}

static tl_bvh *build(tl_context *context, const shape *s) {
    tl_bvh *bvh = NULL;
    assert_int_equal(
        tl_bvh_build(context, s->vertices, s->vertex_count, s->triangles, s->triangle_count, s->roles, &bvh, NULL),
        TL_OK);
    return bvh;
}

/* One shape in slot 0. */
static tl_world *world_of(tl_context *context, const shape *s, tl_bvh **bvh) {
    tl_world *world = NULL;
    assert_int_equal(tl_world_create(context, 1, &world, NULL), TL_OK);
    *bvh = build(context, s);
    tl_world_set(world, 0, *bvh);
    return world;
}

static const tl_kernels *kernels[3];
static int kernel_count;

/* --- Brute force -------------------------------------------------------------------------------------------------- */

static bool counts(const tl_world *world, size_t slot, size_t triangle, const uint8_t *blockers) {
    return blockers == NULL || (TL_ROLE_BIT(tl_bvh_role(world->slots[slot], (uint32_t)triangle)) & blockers[slot]) != 0;
}

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
            tl_crossing crossing = tl_segment_triangle(p, q, c[0], c[1], c[2]);
            if (crossing != TL_CROSSING_NONE && counts(world, slot, t, blockers)) {
                assert_true(count < capacity);
                hits[count++] = (tl_hit){(uint32_t)slot, (uint32_t)t, 0, crossing};
            }
        }
    }
    return count;
}

#define MOST 20000

/* Every question about one segment, each kernel, against brute force. Returns the number of hits. */
static size_t check_segment(tl_world *world, tl_vec3 p, tl_vec3 q, const uint8_t *blockers) {
    static tl_hit expected[MOST], found[MOST];
    size_t count = brute_hits(world, p, q, blockers, expected, MOST);
    tl_hit first = {0}, nearest = {0};
    for (int k = 0; k < kernel_count; k++) {
        world->kernels = kernels[k];
        tl_hit *hits = NULL, hit, near_hit;
        size_t n = 0;
        assert_int_equal(tl_world_all_hits(world, p, q, blockers, &hits, &n, NULL), TL_OK);
        for (size_t i = 0; i < n; i++) {
            assert_true(hits[i].t >= 0 && hits[i].t <= 1);
            assert_true(i == 0 || hits[i - 1].t < hits[i].t ||
                        (hits[i - 1].t == hits[i].t && compare_hits(&hits[i - 1], &hits[i]) < 0));
        }
        assert_int_equal(tl_world_blocked(world, p, q, blockers, NULL), count > 0);
        assert_int_equal(tl_world_blocked(world, p, q, blockers, &hit), count > 0);
        assert_int_equal(tl_world_nearest_hit(world, p, q, blockers, &near_hit), count > 0);
        assert_int_equal(n, count);
        if (n > 0) {
            memcpy(found, hits, n * sizeof(*hits));
            qsort(found, n, sizeof(*found), compare_hits);
            bool member = false;
            for (size_t i = 0; i < n; i++) {
                assert_int_equal(compare_hits(&found[i], &expected[i]), 0);
                assert_int_equal(found[i].crossing, expected[i].crossing);
                member = member || (compare_hits(&found[i], &hit) == 0 && found[i].crossing == hit.crossing &&
                                    found[i].t == hit.t);
            }
            assert_true(member);
            assert_true(near_hit.t == hits[0].t && compare_hits(&near_hit, &hits[0]) == 0 &&
                        near_hit.crossing == hits[0].crossing);
            /* All kernels name the same triangles. */
            if (k > 0) {
                assert_true(compare_hits(&hit, &first) == 0 && compare_hits(&near_hit, &nearest) == 0);
            }
            first = hit;
            nearest = near_hit;
        }
        tl_free(world->context, hits);
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

static tl_vec3 random_point(test_random *random, double reach) {
    return (tl_vec3){test_random_between(random, -reach, reach), test_random_between(random, -reach, reach),
                     test_random_between(random, -reach, reach)};
}

static tl_vec3 grid_point(test_random *random, int low, int high) {
    return (tl_vec3){low + test_random_below(random, high - low + 1), low + test_random_below(random, high - low + 1),
                     low + test_random_below(random, high - low + 1)};
}

static void soups_agree_with_brute_force(void **state) {
    test_random random = test_random_start("soup", 21);
    size_t hits = 0;
    for (int round = 0; round < 12; round++) {
        shape s = {0};
        const size_t sizes[] = {1, 5, 9, 40, 300, 2000};
        add_soup(&s, &random, sizes[round % 6], 20, round < 6 ? 6 : 1.5);
        if (round % 3 == 2) { /* slivers */
            for (size_t t = 0; t < s.triangle_count; t++) {
                s.vertices[3 * t + 1] = tl_lerp(s.vertices[3 * t], s.vertices[3 * t + 2], 0.3);
                s.vertices[3 * t + 1].x += 1e-6;
            }
        }
        if (round % 4 == 3) {
            move(&s, test_random_pose(&random, 1e6));
        }
        tl_bvh *bvh;
        tl_world *world = world_of(*state, &s, &bvh);
        tl_vec3 middle = tl_box3_centre(tl_bvh_box(bvh));
        for (int i = 0; i < 300; i++) {
            tl_vec3 p = tl_add(middle, random_point(&random, 25)), q = tl_add(middle, random_point(&random, 25));
            switch (i % 10) {
            case 0: /* along an axis */
                q = (tl_vec3){p.x, p.y, q.z};
                break;
            case 1:
                q = (tl_vec3){p.x, q.y, p.z};
                break;
            case 2: /* from far away */
                p = tl_add(middle, random_point(&random, 1e5));
                break;
            case 3: /* short */
                q = tl_add(p, random_point(&random, 0.5));
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
        add_grid_soup(&s, &random, round < 4 ? 60 : 800, 6);
        tl_vec3 shift = {0, 0, 0};
        if (round % 2 == 1) { /* far away the integers stay exact, the floats of the tree don't */
            shift = (tl_vec3){1000003, -700001, 12345};
            for (size_t i = 0; i < s.vertex_count; i++) {
                s.vertices[i] = tl_add(s.vertices[i], shift);
            }
        }
        tl_bvh *bvh;
        tl_world *world = world_of(*state, &s, &bvh);
        for (int i = 0; i < 400; i++) {
            tl_vec3 p = grid_point(&random, -2, 9), q = grid_point(&random, -2, 9);
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
        assert_true(m == 0 ? read_obj(&s, test_data_file(names[m])) : read_stl(&s, test_data_file(names[m])));
        tl_bvh *bvh;
        tl_world *world = world_of(*state, &s, &bvh);
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
        *at[i] =
            tl_axis_of(bvh->origin, i) + (1 - share) * (double)node->low[i][lane] + share * (double)node->high[i][lane];
    }
    bool down = tl_axis_of(q, k) < *at[k];
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
    add_soup(&s, &random, 3000, 20, 1.5);
    for (size_t i = 0; i < s.vertex_count; i++) {
        tl_vec3 *v = &s.vertices[i];
        *v = (tl_vec3){nearbyint(v->x * 8) / 8, nearbyint(v->y * 8) / 8, nearbyint(v->z * 8) / 8};
    }
    tl_bvh *bvh;
    tl_world *world = world_of(*state, &s, &bvh);
    for (int k = 0; k < kernel_count; k++) {
        world->kernels = kernels[k];
        for (int i = 0; i < 60000; i++) {
            tl_vec3 p = random_point(&random, 22), q = random_point(&random, 22);
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
        add_soup(&shapes[i], &random, 1 + i % 40, 6, 4);
        shapes[i].roles = malloc(shapes[i].triangle_count);
        for (size_t t = 0; t < shapes[i].triangle_count; t++) {
            shapes[i].roles[t] = (uint8_t)test_random_below(&random, TL_ROLE_COUNT);
        }
        move(&shapes[i], test_random_pose(&random, 30));
        bvhs[i] = build(*state, &shapes[i]);
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
            tl_vec3 p = random_point(&random, 45), q = random_point(&random, 45);
            size_t n = check_segment(world, p, q, i % 3 == 0 ? NULL : mask);
            hits += n;
            open += n == 0;
        }
        /* Move some, take some away, bring some back: the answers follow. */
        for (size_t k = 0; k < SLOTS; k++) {
            if (test_random_below(&random, 3) == 0) {
                move(&shapes[k], test_random_pose(&random, 20));
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
        tl_bvh *fresh = build(*state, &shapes[k]);
        tl_world *one = NULL, *other = NULL;
        tl_world_create(*state, 1, &one, NULL);
        tl_world_create(*state, 1, &other, NULL);
        tl_world_set(one, 0, bvhs[k]);
        tl_world_set(other, 0, fresh);
        for (int i = 0; i < 50; i++) {
            tl_vec3 middle = tl_box3_centre(tl_bvh_box(fresh));
            tl_vec3 p = tl_add(middle, random_point(&random, 8)), q = tl_add(middle, random_point(&random, 8));
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
    tl_hit hit, *hits = &hit;
    size_t count = 7;
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
        assert_int_equal(tl_world_all_hits(world, p, q, NULL, &hits, &count, NULL), TL_OK);
        assert_true(count == 0);
        assert_true(tl_world_clearance(world, p, q, NULL, 5, NULL) == 5);
        assert_int_equal(tl_world_heights(world, 0, 0, NULL, NULL, NULL, 0), 0);
        tl_free(*state, hits);
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
    add_box(&s, (tl_vec3){0, 0, 0}, (tl_vec3){8, 6, 4});
    add_box(&s, (tl_vec3){2, 2, 1}, (tl_vec3){5, 4, 3});
    tl_bvh *bvh;
    tl_world *world = world_of(*state, &s, &bvh);
    for (int k = 0; k < kernel_count; k++) {
        world->kernels = kernels[k];
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
    assert_true(read_stl(&s, test_data_file("cq_building_example.stl")));
    tl_bvh *bvh;
    tl_world *world = world_of(*state, &s, &bvh);
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

/* --- Clearance ---------------------------------------------------------------------------------------------------- */

typedef struct wide {
    long double x, y, z;
} wide;

static wide wide_of(tl_vec3 a) {
    return (wide){(long double)a.x, (long double)a.y, (long double)a.z};
}
static wide wide_sub(wide a, wide b) {
    return (wide){a.x - b.x, a.y - b.y, a.z - b.z};
}
static wide wide_madd(wide a, wide b, long double s) {
    return (wide){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
static long double wide_dot(wide a, wide b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static wide wide_cross(wide a, wide b) {
    return (wide){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double point_edge(wide p, wide a, wide b) {
    wide e = wide_sub(b, a), r = wide_sub(p, a);
    long double ee = wide_dot(e, e), t = ee > 0 ? wide_dot(r, e) / ee : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    wide n = wide_madd(r, e, -t);
    return sqrtl(wide_dot(n, n));
}

/* The distance to a point that truly lies in the triangle, however thin it is: never less than the distance. */
static long double point_triangle(wide p, wide a, wide b, wide c) {
    long double d = fminl(point_edge(p, a, b), fminl(point_edge(p, b, c), point_edge(p, c, a)));
    wide e = wide_sub(b, a), f = wide_sub(c, a), r = wide_sub(p, a);
    wide n = wide_cross(e, f);
    long double nn = wide_dot(n, n);
    if (nn > 0) {
        long double v = wide_dot(wide_cross(r, f), n) / nn, w = wide_dot(wide_cross(e, r), n) / nn;
        if (v >= 0 && w >= 0 && v + w <= 1) {
            wide foot = wide_madd(wide_madd(r, e, -v), f, -w);
            d = fminl(d, sqrtl(wide_dot(foot, foot)));
        }
    }
    return d;
}

/* The distance to the triangle is a convex function along the segment: golden section. */
static long double wide_distance(tl_vec3 p, tl_vec3 q, const tl_vec3 c[3]) {
    wide from = wide_of(p), d = wide_sub(wide_of(q), from), v[3] = {wide_of(c[0]), wide_of(c[1]), wide_of(c[2])};
    const long double golden = 0.618033988749894848204586834365638L;
    long double low = 0, high = 1;
    long double s = high - golden * (high - low), t = low + golden * (high - low);
    long double fs = point_triangle(wide_madd(from, d, s), v[0], v[1], v[2]);
    long double ft = point_triangle(wide_madd(from, d, t), v[0], v[1], v[2]);
    for (int i = 0; i < 90; i++) {
        if (fs <= ft) {
            high = t;
            t = s;
            ft = fs;
            s = high - golden * (high - low);
            fs = point_triangle(wide_madd(from, d, s), v[0], v[1], v[2]);
        } else {
            low = s;
            s = t;
            fs = ft;
            t = low + golden * (high - low);
            ft = point_triangle(wide_madd(from, d, t), v[0], v[1], v[2]);
        }
    }
    return fminl(fminl(fs, ft),
                 fminl(point_triangle(from, v[0], v[1], v[2]), point_triangle(wide_of(q), v[0], v[1], v[2])));
}

static double size_of(tl_vec3 a) {
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

/* Never above the true distance, and no farther below than promised. */
static void check_clearance(double value, tl_vec3 p, tl_vec3 q, const tl_vec3 c[3]) {
    long double expected = wide_distance(p, q, c);
    double size = fmax(fmax(size_of(p), size_of(q)), fmax(size_of(c[0]), fmax(size_of(c[1]), size_of(c[2]))));
    if (tl_segment_triangle(p, q, c[0], c[1], c[2]) != TL_CROSSING_NONE) {
        assert_true(value == 0);
        return;
    }
    /* The reference itself is good to 1e-17 or so of the size. */
    if ((long double)value > expected + 1e-17L * (long double)size ||
        expected - (long double)value > 1e-9L * (1 + (long double)size)) {
        print_error("clearance %.17g, distance %.21Lg, difference %.3Lg, size %g\n", value, expected,
                    (long double)value - expected, size);
        fail();
    }
}

static tl_vec3 on_line(tl_vec3 a, tl_vec3 b, double t) {
    return tl_lerp(a, b, t);
}

static void single_distances_are_certified(void **state) {
    (void)state;
    test_random random = test_random_start("distance", 27);
    int touching = 0;
    for (int i = 0; i < 30000; i++) {
        double reach = i % 7 == 0 ? 1e4 : 10;
        tl_vec3 c[3] = {random_point(&random, reach), random_point(&random, reach), random_point(&random, reach)};
        tl_vec3 p = random_point(&random, reach), q = random_point(&random, reach);
        tl_vec3 n = tl_normalise(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0])));
        tl_vec3 in =
            on_line(on_line(c[0], c[1], test_random_between(&random, 0, 1)), c[2], test_random_between(&random, 0, 1));
        double gap = pow(10, test_random_between(&random, -13, 0));
        switch (i % 12) {
        case 0: /* an end just above the face */
            p = tl_madd(in, n, gap);
            q = tl_add(p, tl_scale(n, 5));
            break;
        case 1: /* level with the face, just above */
            p = tl_madd(in, n, gap);
            q = tl_add(p, tl_sub(c[1], c[0]));
            break;
        case 2: { /* just past an edge */
            tl_vec3 out = tl_normalise(tl_cross(tl_sub(c[1], c[0]), n));
            tl_vec3 at = tl_madd(on_line(c[0], c[1], 0.4), out, gap);
            tl_vec3 across = tl_add(n, tl_scale(tl_sub(c[1], c[0]), test_random_between(&random, -1, 1)));
            p = tl_madd(at, across, 3);
            q = tl_madd(at, across, -2);
            break;
        }
        case 3: { /* parallel to an edge */
            tl_vec3 out = tl_normalise(tl_cross(tl_sub(c[1], c[0]), n));
            p = tl_madd(tl_madd(c[0], out, gap), n, gap);
            q = tl_add(p, tl_sub(c[1], c[0]));
            q = tl_madd(q, test_random_direction(&random), gap * 1e-3);
            break;
        }
        case 4: /* just past a corner */
            p = tl_madd(tl_madd(c[0], tl_sub(c[0], on_line(c[1], c[2], 0.5)), gap), n, 2);
            q = tl_madd(p, n, -4);
            break;
        case 5: /* a sliver */
            c[2] = tl_madd(on_line(c[0], c[1], 0.7), test_random_direction(&random), gap);
            break;
        case 6: /* a segment as triangle */
            c[2] = on_line(c[0], c[1], 0.5);
            break;
        case 7: /* a point as triangle */
            c[1] = c[2] = c[0];
            break;
        case 8: /* a point as segment */
            q = p;
            break;
        case 9: /* a sliver under a near-parallel segment */
            c[2] = tl_madd(on_line(c[0], c[1], 0.3), n, gap);
            p = tl_madd(c[0], test_random_direction(&random), gap);
            q = tl_madd(c[1], test_random_direction(&random), gap);
            break;
        default:
            break;
        }
        double place;
        double value = tl_segment_triangle_clearance(p, q, c, &place);
        touching += value == 0;
        assert_true(place >= 0 && place <= 1);
        check_clearance(value, p, q, c);
    }
    assert_true(touching > 200);
}

/* The clearance of a world of one slot, beside that of every triangle alone. */
static void check_world_clearance(tl_world *world, tl_vec3 p, tl_vec3 q, uint8_t mask, double limit) {
    const tl_bvh *bvh = tl_world_get(world, 0);
    double expected = limit, values[3] = {0, 0, 0};
    tl_hit hits[3];
    for (size_t t = 0; t < tl_bvh_triangle_count(bvh); t++) {
        double place;
        tl_vec3 c[3];
        tl_bvh_corners(bvh, (uint32_t)t, c);
        if (counts(world, 0, t, &mask)) {
            expected = fmin(expected, tl_segment_triangle_clearance(p, q, c, &place));
        }
    }
    for (int k = 0; k < kernel_count; k++) {
        world->kernels = kernels[k];
        tl_hit hit = {9, 9, 9, TL_CROSSING_NONE};
        double value = tl_world_clearance(world, p, q, &mask, limit, &hit);
        /* Triangles equally near may stand for one another: the last places can differ. */
        if (expected == INFINITY) {
            assert_true(value == INFINITY);
        } else {
            assert_near(value, expected, 1e-11 * (1 + size_of(p) + size_of(q)));
        }
        assert_int_equal(value == 0, tl_world_blocked(world, p, q, &mask, NULL));
        if (value < limit) {
            tl_vec3 c[3];
            tl_bvh_corners(bvh, hit.triangle, c);
            assert_int_equal(hit.slot, 0);
            check_clearance(value, p, q, c);
            assert_int_equal(hit.crossing != TL_CROSSING_NONE, value == 0);
        } else {
            assert_true(hit.slot == 9);
        }
        values[k] = value;
        hits[k] = hit;
        assert_true(values[k] == values[0] && hits[k].triangle == hits[0].triangle && hits[k].t == hits[0].t);
    }
}

static void random_roles(shape *s, test_random *random) {
    s->roles = malloc(s->triangle_count);
    for (size_t t = 0; t < s->triangle_count; t++) {
        s->roles[t] = (uint8_t)test_random_below(random, TL_ROLE_COUNT);
    }
}

static void clearances_agree_with_brute_force(void **state) {
    test_random random = test_random_start("clearance", 28);
    for (int round = 0; round < 12; round++) {
        shape s = {0};
        if (round < 8) {
            add_soup(&s, &random, round < 4 ? 30 : 600, 20, 1);
        } else {
            add_grid_soup(&s, &random, 200, 12);
        }
        if (round % 2 == 1) {
            move(&s, test_random_pose(&random, round == 11 ? 1e7 : 1e4));
        }
        random_roles(&s, &random);
        tl_bvh *bvh;
        tl_world *world = world_of(*state, &s, &bvh);
        tl_vec3 middle = tl_box3_centre(tl_bvh_box(bvh));
        for (int i = 0; i < 60; i++) {
            tl_vec3 p = tl_add(middle, random_point(&random, 30));
            tl_vec3 q =
                i % 5 == 0 ? p : tl_madd(p, test_random_direction(&random), test_random_between(&random, 0, 30));
            uint8_t mask = i % 2 == 0 ? TL_ROLES_ALL : (uint8_t)test_random_below(&random, TL_ROLES_ALL + 1);
            double limit = i % 3 == 0 ? INFINITY : i % 3 == 1 ? 0.1 : test_random_between(&random, 0, 20);
            check_world_clearance(world, p, q, mask, limit);
        }
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
        shape_free(&s);
    }
}

/* A tube of triangles with caps round a segment: all its rings are nearly equally far, so bounds settle little. */
static void add_tube(shape *s, tl_vec3 p, tl_vec3 q, double radius, int rings, int sides) {
    tl_vec3 along = tl_normalise(tl_sub(q, p));
    tl_vec3 u = tl_normalise(tl_cross(along, fabs(along.z) < 0.9 ? (tl_vec3){0, 0, 1} : (tl_vec3){1, 0, 0}));
    tl_vec3 v = tl_cross(along, u);
    uint32_t first = (uint32_t)s->vertex_count;
    for (int i = 0; i <= rings; i++) {
        for (int k = 0; k < sides; k++) {
            double angle = 2 * 3.14159265358979 * k / sides;
            tl_vec3 out = tl_add(tl_scale(u, radius * cos(angle)), tl_scale(v, radius * sin(angle)));
            add_vertex(s, tl_add(tl_lerp(p, q, (double)i / rings), out));
        }
    }
    for (int i = 0; i < rings; i++) {
        for (int k = 0; k < sides; k++) {
            uint32_t a = first + (uint32_t)(i * sides + k), b = first + (uint32_t)(i * sides + (k + 1) % sides);
            add_triangle(s, a, b, a + (uint32_t)sides);
            add_triangle(s, b, b + (uint32_t)sides, a + (uint32_t)sides);
        }
    }
}

static void clearances_among_many_equals(void **state) {
    test_random random = test_random_start("equals", 37);
    for (int round = 0; round < 12; round++) {
        tl_vec3 p = random_point(&random, 100), q = tl_madd(p, test_random_direction(&random), 40);
        double radius = test_random_between(&random, 0.5, 12);
        int sides = 3 + 4 * round;
        shape s = {0};
        add_tube(&s, tl_madd(p, tl_sub(p, q), 0.5), tl_madd(q, tl_sub(q, p), 0.5), radius, 40, sides);
        tl_bvh *bvh;
        tl_world *world = world_of(*state, &s, &bvh);
        for (int i = 0; i < 20; i++) {
            double off = i < 4 ? 0 : pow(10, test_random_between(&random, -9, 0));
            tl_vec3 from = tl_madd(p, test_random_direction(&random), off);
            tl_vec3 to = i % 4 == 1 ? from : tl_madd(q, test_random_direction(&random), off);
            check_world_clearance(world, from, to, TL_ROLES_ALL, i % 2 == 0 ? INFINITY : 2 * radius);
            if (off == 0 && i % 4 != 1) {
                /* the sides of the tube are planes this far from its axis */
                assert_near(tl_world_clearance(world, from, to, NULL, INFINITY, NULL),
                            radius * cos(3.14159265358979 / sides), 1e-9 * 1000);
            }
        }
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
        shape_free(&s);
    }
}

/* --- Boxes and heights -------------------------------------------------------------------------------------------- */

static bool mark(void *user, uint32_t slot, uint32_t triangle) {
    uint8_t *seen = user;
    assert_int_equal(slot, 0);
    assert_int_equal(seen[triangle], 0);
    seen[triangle] = 1;
    return true;
}

static bool stop_at_third(void *user, uint32_t slot, uint32_t triangle) {
    (void)slot, (void)triangle;
    return ++*(int *)user < 3;
}

static void boxes_find_what_overlaps(void **state) {
    test_random random = test_random_start("boxes", 29);
    shape s = {0};
    add_grid_soup(&s, &random, 700, 12);
    s.roles = malloc(s.triangle_count);
    for (size_t t = 0; t < s.triangle_count; t++) {
        s.roles[t] = (uint8_t)test_random_below(&random, TL_ROLE_COUNT);
    }
    tl_bvh *bvh;
    tl_world *world = world_of(*state, &s, &bvh);
    uint8_t *seen = malloc(s.triangle_count);
    for (int i = 0; i < 300; i++) {
        tl_vec3 a = grid_point(&random, -3, 15), b = i % 4 == 0 ? a : grid_point(&random, -3, 15);
        if (i % 3 == 0) {
            a = tl_add(a, random_point(&random, 1e-9));
        }
        tl_box3 box = tl_box3_add(tl_box3_add(tl_box3_empty(), a), b);
        if (i % 7 == 0) {
            box.low.z = -INFINITY;
            box.high.z = INFINITY;
        }
        uint8_t mask = i % 2 == 0 ? TL_ROLES_ALL : (uint8_t)test_random_below(&random, TL_ROLES_ALL + 1);
        memset(seen, 0, s.triangle_count);
        tl_world_in_box(world, box, &mask, mark, seen);
        for (size_t t = 0; t < s.triangle_count; t++) {
            tl_vec3 c[3];
            tl_bvh_corners(bvh, (uint32_t)t, c);
            tl_box3 own = tl_box3_add(tl_box3_add(tl_box3_add(tl_box3_empty(), c[0]), c[1]), c[2]);
            assert_int_equal(seen[t], tl_box3_overlap(own, box) && counts(world, 0, t, &mask));
        }
    }
    int calls = 0;
    tl_world_in_box(world, tl_bvh_box(bvh), NULL, stop_at_third, &calls);
    assert_int_equal(calls, 3);
    tl_world_in_box(world, tl_box3_empty(), NULL, stop_at_third, &calls);
    assert_int_equal(calls, 3);
    free(seen);
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    shape_free(&s);
}

static void heights_have_no_gaps(void **state) {
    test_random random = test_random_start("heights", 30);
    /* A bumpy ground over skew integers: every line through it, edges and corners included, meets it once. */
    shape s = {0};
    enum { N = 24 };
    for (int y = 0; y <= N; y++) {
        for (int x = 0; x <= N; x++) {
            bool rim = x == 0 || y == 0 || x == N || y == N;
            tl_vec3 aside = {test_random_between(&random, -0.3, 0.3), test_random_between(&random, -0.3, 0.3), 0};
            tl_vec3 v = {0.1 * x, 0.1 * y, test_random_between(&random, 0, 1)};
            add_vertex(&s, rim ? v : tl_madd(v, aside, 0.1));
        }
    }
    for (uint32_t y = 0; y < N; y++) {
        for (uint32_t x = 0; x < N; x++) {
            uint32_t v = y * (N + 1) + x;
            add_triangle(&s, v, v + 1, v + N + 1);
            add_triangle(&s, v + 1, v + N + 2, v + N + 1);
        }
    }
    tl_bvh *bvh;
    tl_world *world = world_of(*state, &s, &bvh);
    for (int i = 0; i < 3000; i++) {
        tl_vec3 at = {test_random_between(&random, 0, 2.4), test_random_between(&random, 0, 2.4), 0};
        double expected = NAN;
        if (i % 3 == 1) {
            size_t v = (size_t)test_random_below(&random, (int)s.vertex_count);
            at = s.vertices[v];
            expected = at.z;
        } else if (i % 3 == 2) {
            const uint32_t *t = s.triangles + 3 * test_random_below(&random, (int)s.triangle_count);
            double share = test_random_between(&random, 0, 1);
            at = tl_lerp(s.vertices[t[0]], s.vertices[t[1]], share);
            at.x = fmin(fmax(at.x, 0), 0.1 * N);
            at.y = fmin(fmax(at.y, 0), 0.1 * N);
            expected = at.z;
        }
        double z[4] = {NAN, NAN, NAN, NAN};
        bool up[4] = {false, false, false, false};
        assert_int_equal(tl_world_heights(world, at.x, at.y, NULL, z, up, 4), 1);
        assert_true(up[0]);
        if (!isnan(expected)) {
            assert_near(z[0], expected, 1e-9);
        }
    }
    assert_int_equal(tl_world_heights(world, -0.001, 1, NULL, NULL, NULL, 0), 0);
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    shape_free(&s);
}

static void heights_come_sorted_and_once(void **state) {
    shape s = {0};
    /* 150 slabs: more levels than any fixed room inside; every second one doubled a hair higher. */
    for (int i = 0; i < 150; i++) {
        int level = i * 7 % 150;
        add_box(&s, (tl_vec3){0, 0, level}, (tl_vec3){2, 2, level + 0.25});
        if (level % 2 == 0) {
            add_box(&s, (tl_vec3){0, 0, level + 1e-10}, (tl_vec3){2, 2, level + 0.25 + 1e-10});
        }
    }
    tl_bvh *bvh;
    tl_world *world = world_of(*state, &s, &bvh);
    double z[400];
    bool up[400];
    const tl_vec2 places[] = {{0.5, 0.25}, {1, 1}, {0, 0}, {0, 1}, {2, 2}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(tl_world_heights(world, places[i].x, places[i].y, NULL, z, up, 400), 300);
        for (int h = 0; h < 300; h++) {
            assert_near(z[h], h / 2 + (h % 2) * 0.25, 0);
            assert_int_equal(up[h], h % 2);
        }
        z[100] = -7;
        assert_int_equal(tl_world_heights(world, places[i].x, places[i].y, NULL, z, NULL, 100), 300);
        assert_true(z[99] == 49.25 && z[100] == -7);
    }
    uint8_t none = 0;
    assert_int_equal(tl_world_heights(world, 1, 1, &none, z, NULL, 4), 0);
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
    shape_free(&s);
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static void any_allocation_may_fail(void **state) {
    (void)state;
    shape s = {0};
    for (int i = 0; i < 200; i++) {
        add_box(&s, (tl_vec3){0, 0, i}, (tl_vec3){1, 1, i + 0.5});
    }
    test_purse counter = {1, 0};
    tl_context_options options = {.user = &counter, .allocate = test_purse_allocate};
    tl_context *context = tl_context_create(&options);
    bool done = false;
    for (long n = 0; !done; n++) {
        assert_true(n < 60);
        long before = counter.held;
        tl_bvh *bvh = NULL;
        tl_world *world = NULL;
        tl_hit *hits = NULL;
        size_t count = 0;
        tl_error error = {0};
        counter.left = 100;
        assert_int_equal(
            tl_bvh_build(context, s.vertices, s.vertex_count, s.triangles, s.triangle_count, NULL, &bvh, NULL), TL_OK);
        counter.left = n;
        tl_status status = tl_world_create(context, 3, &world, &error);
        if (status == TL_OK) {
            tl_world_set(world, 1, bvh);
            status = tl_world_all_hits(world, (tl_vec3){0.4, 0.3, -1}, (tl_vec3){0.4, 0.3, 300}, NULL, &hits, &count,
                                       &error);
        }
        done = status == TL_OK;
        if (done) {
            assert_int_equal(count, 400);
            assert_true(n > 5);
        } else {
            assert_int_equal(status, TL_ERROR_MEMORY);
            assert_int_equal(error.status, TL_ERROR_MEMORY);
            assert_true(hits == NULL && count == 0);
        }
        tl_free(context, hits);
        tl_world_destroy(world);
        tl_bvh_destroy(bvh);
        assert_int_equal(counter.held, before);
    }
    tl_context_destroy(context);
    shape_free(&s);
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    kernels[kernel_count++] = &tl_kernels_plain;
#if defined(TL_HAS_AVX2_KERNELS)
    if (__builtin_cpu_supports("avx2")) {
        kernels[kernel_count++] = &tl_kernels_avx2;
    }
#endif
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return 0;
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
        cmocka_unit_test(single_distances_are_certified),
        cmocka_unit_test(clearances_agree_with_brute_force),
        cmocka_unit_test(clearances_among_many_equals),
        cmocka_unit_test(boxes_find_what_overlaps),
        cmocka_unit_test(heights_have_no_gaps),
        cmocka_unit_test(heights_come_sorted_and_once),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("query", tests, set_up, tear_down);
}
