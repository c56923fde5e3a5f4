/* test_proof_parts.c: what the outline of a proof says is so: lines to every polygon are blocked by the owners it names
 * alone (exact arithmetic, every triangle tried), and the polygons are the whole of the target. */
#include "support/exact_check.h"
#include "support/sight_scenes.h"
#include "support/purse.h"
#include "visibility/proof_parts.h"

#include <math.h>
#include <stdlib.h>

#define RADIUS 15.0

static void box(test_sight *sight, double x, double y0, double y1, double z0, double z1) {
    test_mesh mesh = {0};
    test_mesh_box(&mesh, (tl_vec3){x, y0, z0}, (tl_vec3){x + 4, y1, z1});
    test_sight_add(sight, &mesh, true);
}

static tl_verdict ask(tl_context *context, test_sight *sight, tl_proof_log *log) {
    tl_sight_recorder recorder = tl_proof_recorder(log);
    tl_sight_options options = {.prove = true, .recorder = &recorder};
    tl_sight answer;
    log->context = context;
    tl_status status =
        tl_visibility_between(context, test_sight_obstacles(sight), sight->a, sight->b, &options, &answer, NULL);
    return status == TL_OK ? answer.verdict : TL_VERDICT_MARGINAL;
}

static double triangle_area(tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    return 0.5 * tl_length(tl_cross(tl_sub(b, a), tl_sub(c, a)));
}

static double body_area(const tl_bvh *body) {
    double sum = 0;
    for (uint32_t i = 0; i < tl_bvh_triangle_count(body); i++) {
        tl_vec3 c[3];
        tl_bvh_corners(body, i, c);
        sum += triangle_area(c[0], c[1], c[2]);
    }
    return sum;
}

/* A random point inside a polygon, off its rim. */
static tl_vec3 inside(const tl_vec3 *corner, size_t count, test_random *random) {
    double sum = 0;
    tl_vec3 p = {0, 0, 0};
    double weight[64];
    for (size_t i = 0; i < count; i++) {
        weight[i] = test_random_between(random, 0.05, 1);
        sum += weight[i];
    }
    for (size_t i = 0; i < count; i++) {
        p = tl_madd(p, corner[i], weight[i] / sum);
    }
    return p;
}

static void check_outline(const test_sight *sight, const tl_proof_outline *o, bool of_from, test_random *random) {
    const tl_bvh *target = of_from ? sight->a : sight->b, *other = of_from ? sight->b : sight->a;
    double total = 0, fractions = 0;
    size_t polygons = 0;
    assert_true(o->group_count > 0);
    for (size_t g = 0; g < o->group_count; g++) {
        const tl_proof_group *group = &o->groups[g];
        exact_table named = {.plane = true};
        double area = 0;
        assert_true(group->owner_count > 0 && !group->others);
        assert_true(g == 0 || group->fraction <= o->groups[g - 1].fraction * (1 + 1e-12));
        assert_int_equal(group->first_polygon, polygons);
        for (size_t i = 0; i < group->owner_count; i++) {
            assert_true(i == 0 || group->owners[i] > group->owners[i - 1]);
            assert_true(exact_table_add(&named, sight->slots[group->owners[i]], true, false));
        }
        for (size_t i = group->first_polygon; i < group->first_polygon + group->polygon_count; i++) {
            const tl_vec3 *corner = o->points + o->first[i];
            size_t count = o->first[i + 1] - o->first[i];
            for (size_t k = 1; k + 1 < count; k++) {
                area += triangle_area(corner[0], corner[k], corner[k + 1]);
            }
            for (int ray = 0; ray < 4; ray++) {
                tl_vec3 p = inside(corner, count, random), q = test_body_point(other, random);
                assert_true(exact_body_distance(target, p) < 1e-9L);
                assert_false(exact_line_open(&named, q, p, NULL));
            }
        }
        exact_table_free(&named);
        polygons += group->polygon_count;
        total += area;
        fractions += group->fraction;
        assert_near(group->fraction, area / body_area(target), 1e-9);
    }
    assert_int_equal(polygons, o->polygon_count);
    assert_near(total, body_area(target), 1e-9 * total);
    assert_near(fractions, 1, 1e-9);
}

static void one_hides_all(void **state) {
    (void)state;
    test_random random = test_random_start("one_hides_all", 1);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    test_sight sight;
    test_sight_start(&sight, &pose);
    box(&sight, 50, 100, 300, -300, 300);
    box(&sight, 120, -300, 300, -300, 300);
    test_sight_balls(&sight, 260, RADIUS, 6);
    for (int of_from = 0; of_from < 2; of_from++) {
        tl_proof_log log = {.of_from = of_from == 1};
        tl_proof_outline outline;
        assert_int_equal(ask(sight.context, &sight, &log), TL_VERDICT_NO);
        assert_int_equal(tl_proof_outline_make(&log, of_from == 1 ? sight.a : sight.b, true, 1, &outline, NULL), TL_OK);
        assert_int_equal(outline.group_count, 1);
        assert_int_equal(outline.groups[0].owner_count, 1);
        assert_int_equal(outline.groups[0].owners[0], 1);
        /* nothing to tell apart: the triangles as they are */
        assert_int_equal(outline.polygon_count, tl_bvh_triangle_count(sight.b));
        check_outline(&sight, &outline, of_from == 1, &random);
        tl_proof_outline_free(&outline);
        tl_proof_log_free(&log);
    }
    test_sight_end(&sight);
}

/* Two close the way side by side: the far sides of the target are hidden by one each. */
static void two_side_by_side(void **state) {
    (void)state;
    test_random random = test_random_start("two_side_by_side", 2);
    for (int i = 0; i < 4; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        box(&sight, 200, -300, 1, -300, 300);
        box(&sight, 206, -1, 300, -300, 300);
        test_sight_balls(&sight, 260, RADIUS, 6);
        tl_proof_log log = {.of_from = false};
        tl_proof_outline outline;
        assert_int_equal(ask(sight.context, &sight, &log), TL_VERDICT_NO);
        assert_int_equal(tl_proof_outline_make(&log, sight.b, true, 1, &outline, NULL), TL_OK);
        check_outline(&sight, &outline, false, &random);
        bool left = false, right = false;
        for (size_t g = 0; g < outline.group_count; g++) {
            left = left || (outline.groups[g].owner_count == 1 && outline.groups[g].owners[0] == 0);
            right = right || (outline.groups[g].owner_count == 1 && outline.groups[g].owners[0] == 1);
        }
        assert_true(left && right);
        tl_proof_outline_free(&outline);
        tl_proof_log_free(&log);
        test_sight_end(&sight);
    }
}

static void random_scenes(void **state) {
    (void)state;
    test_random random = test_random_start("random_scenes", 3);
    size_t closed = 0, several = 0;
    for (int i = 0; i < 16; i++) {
        tl_pose pose = test_pose_above_ground(&random, 1000);
        test_sight sight;
        test_sight_start(&sight, &pose);
        for (int k = 0; k < 8; k++) {
            double x = test_random_between(&random, 60, 160), y = test_random_between(&random, -40, 15);
            box(&sight, x, y, y + test_random_between(&random, 10, 30), -200, 200);
        }
        test_sight_balls(&sight, 200, RADIUS, 4);
        tl_proof_log log = {.of_from = (i & 1) != 0};
        if (ask(sight.context, &sight, &log) == TL_VERDICT_NO) {
            tl_proof_outline outline;
            assert_int_equal(tl_proof_outline_make(&log, log.of_from ? sight.a : sight.b, true, 0.5, &outline, NULL),
                             TL_OK);
            check_outline(&sight, &outline, log.of_from, &random);
            assert_int_equal(outline.parts, log.leaf_count);
            closed++;
            several += outline.group_count > 1;
            tl_proof_outline_free(&outline);
        }
        tl_proof_log_free(&log);
        test_sight_end(&sight);
    }
    print_message("%zu closed, %zu hidden by several\n", closed, several);
    assert_true(closed >= 8 && several >= 5);
}

static void memory_runs_out(void **state) {
    (void)state;
    test_random random = test_random_start("memory_runs_out", 4);
    tl_pose pose = test_pose_above_ground(&random, 1000);
    test_sight sight;
    test_sight_start(&sight, &pose);
    box(&sight, 200, -300, 1, -300, 300);
    box(&sight, 206, -1, 300, -300, 300);
    test_sight_balls(&sight, 260, RADIUS, 3);
    bool finished = false;
    size_t failures = 0;
    for (long allowed = 1; !finished && allowed < 3000; allowed += allowed < 200 ? 3 : 17) {
        test_purse m = {allowed + 1, 0};
        tl_context_options chosen = {
            .struct_size = sizeof(tl_context_options), .user = &m, .allocate = test_purse_allocate};
        tl_context *context = tl_context_create(&chosen);
        tl_proof_log log = {.of_from = false};
        tl_proof_outline outline = {.context = NULL};
        if (ask(context, &sight, &log) == TL_VERDICT_NO) {
            tl_status status = tl_proof_outline_make(&log, sight.b, true, 1, &outline, NULL);
            assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
            finished = status == TL_OK;
            failures += status != TL_OK;
        }
        tl_proof_outline_free(&outline);
        tl_proof_log_free(&log);
        m.left = 1;
        tl_context_destroy(context);
        assert_int_equal(m.held, 0);
    }
    assert_true(finished && failures > 0);
    test_sight_end(&sight);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_hides_all),
        cmocka_unit_test(two_side_by_side),
        cmocka_unit_test(random_scenes),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("proof_parts", tests, NULL, NULL);
}
