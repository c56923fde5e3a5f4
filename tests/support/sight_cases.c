/* sight_cases.c: one adversarial scene, ready to be asked, and what its answer may not be. */
#include "support/sight_families.h"

#include <stdlib.h>

/* A body as kits have them: triangles turned over, doubled, and, where the truth allows it, missing. Its points stay,
 * or get fewer: what is closed stays closed. */
static void flaw_body(test_sight *sight, tl_bvh **body, bool tear, test_random *random) {
    const uint32_t *triangles = tl_bvh_triangles(*body);
    size_t count = tl_bvh_triangle_count(*body), kept = 0;
    uint32_t *flawed = malloc(6 * (count + 1) * sizeof(*flawed));
    assert_non_null(flawed);
    int all = test_random_below(random, 3); /* 0: every triangle turned over, 1: some, 2: none */
    for (size_t i = 0; i < count; i++) {
        const uint32_t *t = triangles + 3 * i;
        bool over = all == 0 || (all == 1 && test_random_below(random, 4) == 0);
        int copies = tear && test_random_below(random, 3) == 0 && i > 0 ? 0 : test_random_below(random, 8) == 0 ? 2 : 1;
        for (; copies > 0; copies--, kept++) {
            flawed[3 * kept] = t[over ? 1 : 0];
            flawed[3 * kept + 1] = t[over ? 0 : 1];
            flawed[3 * kept + 2] = t[2];
        }
    }
    tl_bvh *built = NULL;
    assert_int_equal(tl_bvh_build(sight->context, tl_bvh_vertices(*body), tl_bvh_vertex_count(*body), flawed, kept,
                                  NULL, &built, NULL),
                     TL_OK);
    free(flawed);
    tl_bvh_destroy(*body);
    *body = built;
}

void test_case_start(test_case *scene, const test_family *family, double width, uint64_t seed) {
    test_random random = {seed};
    test_random_bits(&random);
    *scene = (test_case){.ground_slot = -1, .most = 1e-8};
    double distance = test_random_between(&random, 200, 500);
    const double thick[4] = {0, 0.001, 0.3, 1};
    double thickness = thick[test_random_below(&random, 4)];
    tl_pose pose = test_pose_above_ground(&random, 1000);
    int kind = test_random_below(&random, 8);
    if (family->upright || kind == 0) { /* exactly as laid out, or turned about z */
        double angle = kind < 4 ? 0 : test_random_between(&random, 0, 6), c = cos(angle), s = sin(angle);
        double z = family->upright ? 0 : 1024;
        pose = (tl_pose){{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {kind < 4 ? 256 : pose.at.x, kind < 4 ? 64 : pose.at.y, z}};
    } else if (kind == 1) { /* far from the origin */
        pose.at.x += 1e5;
        pose.at.y -= 3e5;
    }
    test_sight_start(&scene->sight, &pose);
    scene->truth = family->build(scene, width, distance, thickness, &random);
    if (test_random_below(&random, 4) == 0) {
        flaw_body(&scene->sight, &scene->sight.a, scene->truth != TEST_OPEN, &random);
        flaw_body(&scene->sight, &scene->sight.b, scene->truth != TEST_OPEN, &random);
    }
    for (size_t i = 0; i < scene->sight.count; i++) {
        if (!exact_table_add(&scene->exact, scene->sight.slots[i], scene->sight.insides[i] != 0,
                             (int)i == scene->ground_slot)) {
            fail_msg("no memory for a test");
        }
    }
    scene->exact.plane = scene->ground_slot < 0;
}

void test_case_end(test_case *scene) {
    exact_table_free(&scene->exact);
    test_sight_end(&scene->sight);
}

const tl_obstacles *test_case_obstacles(test_case *scene) {
    test_sight_obstacles(&scene->sight);
    scene->sight.obstacles.ground_slot = scene->ground_slot;
    return &scene->sight.obstacles;
}

void test_case_map(test_case *scene, tl_vec3 (*map)(const void *user, tl_vec3 p), const void *user) {
    for (size_t i = 0; i < scene->sight.count + 2; i++) {
        bool body = i >= scene->sight.count;
        tl_bvh *bvh = !body ? scene->sight.slots[i] : i == scene->sight.count ? scene->sight.a : scene->sight.b;
        size_t count = tl_bvh_vertex_count(bvh);
        tl_vec3 *moved = malloc((count + 1) * sizeof(*moved));
        assert_non_null(moved);
        for (size_t v = 0; v < count; v++) {
            moved[v] = map(user, tl_bvh_vertices(bvh)[v]);
        }
        tl_bvh_refit(bvh, moved);
        free(moved);
        if (!body) {
            tl_world_set(scene->sight.world, i, bvh);
        }
    }
}

/* Where a line from p in direction d meets a body; false when it doesn't. A rounded point of its surface. */
static bool body_hit(const tl_bvh *body, tl_vec3 p, tl_vec3 d, tl_vec3 *hit) {
    for (size_t i = 0; i < tl_bvh_triangle_count(body); i++) {
        tl_vec3 c[3];
        tl_bvh_corners(body, (uint32_t)i, c);
        tl_vec3 u = tl_sub(c[1], c[0]), v = tl_sub(c[2], c[0]), n = tl_cross(u, v);
        double det = tl_dot(n, d);
        if (fabs(det) < 1e-12) {
            continue;
        }
        tl_vec3 x = tl_madd(p, d, tl_dot(n, tl_sub(c[0], p)) / det), w = tl_sub(x, c[0]);
        double area = tl_dot(n, n), s = tl_dot(tl_cross(w, v), n) / area, t = tl_dot(tl_cross(u, w), n) / area;
        if (s >= 0 && t >= 0 && s + t <= 1) {
            *hit = x;
            return true;
        }
    }
    return false;
}

static tl_vec3 edge_point(const exact_table *table, test_random *random) {
    const tl_vec3 *c = table->triangles[test_random_below(random, (int)table->count)];
    int k = test_random_below(random, 3);
    tl_vec3 p = tl_lerp(c[k], c[(k + 1) % 3], test_random_between(random, 0, 1));
    double off = test_random_below(random, 2) != 0 ? 1e-3 : 0.05;
    return tl_madd(p, test_random_direction(random), off);
}

size_t test_case_free_lines(const test_case *scene, size_t count, test_random *random, tl_vec3 *p, tl_vec3 *q) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        tl_vec3 from = test_body_point(scene->sight.a, random), to = test_body_point(scene->sight.b, random);
        if (i % 2 != 0 && scene->exact.count > 0) {
            tl_vec3 through = edge_point(&scene->exact, random);
            tl_vec3 direction = i % 4 == 1   ? tl_sub(edge_point(&scene->exact, random), through)
                                : i % 8 == 3 ? tl_sub(through, from)
                                             : tl_sub(through, to);
            if (!body_hit(scene->sight.a, through, direction, &from) ||
                !body_hit(scene->sight.b, through, direction, &to)) {
                continue;
            }
        }
        if (exact_line_free(&scene->exact, from, to)) {
            found++;
            *p = from;
            *q = to;
        }
    }
    return found;
}

bool test_case_refutes(const test_case *scene, const tl_sight *answer, tl_vec3 p, tl_vec3 q) {
    return answer->closed_gap == 0 || exact_line_distance(&scene->exact, p, q, 1) > (long double)answer->closed_gap;
}

const char *test_case_wrong(const test_case *scene, const tl_sight *answer) {
    bool closed_up = scene->least > 0 && scene->least <= answer->closed_gap;
    if (answer->verdict == TL_VERDICT_NO && scene->truth == TEST_OPEN && !closed_up) {
        return "no, but a line is free";
    }
    if (answer->verdict == TL_VERDICT_MARGINAL && answer->max_clearance < scene->least - 1e-8) {
        return "a line is clearer than the bound";
    }
    if (answer->failed_checks > 0) {
        return "a free line in a bundle that was proved blocked";
    }
    if (answer->verdict == TL_VERDICT_YES) {
        if (scene->truth == TEST_CLOSED && answer->clearance > scene->most) {
            return "yes, but all is closed";
        }
        if (!answer->has_line || !(answer->clearance >= 1e-6)) {
            return "yes without a line as clear as a yes takes";
        }
    }
    if (answer->has_line) {
        if (!exact_line_free(&scene->exact, answer->from, answer->to)) {
            return "the witness is not free";
        }
        if (exact_body_distance(scene->sight.a, answer->from) > 1e-9L ||
            exact_body_distance(scene->sight.b, answer->to) > 1e-9L) {
            return "the witness does not join the bodies";
        }
        if (answer->clearance > exact_line_distance(&scene->exact, answer->from, answer->to, 1e9) + 1e-15L) {
            return "the clearance is overstated";
        }
    }
    if (answer->verdict == TL_VERDICT_MARGINAL && answer->has_line && answer->max_clearance < answer->clearance) {
        return "marginal bounds out of order";
    }
    return NULL;
}
