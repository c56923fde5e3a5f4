/* How far things must move before sight changes: bounds against scenes whose true margin is known in closed form,
 * turned and shifted at random; and that what is enclosed is enclosed. */
#include "visibility/margin.h"

#include "geom/hull3.h"
#include "math/angle.h"
#include "support/sight_scenes.h"
#include "visibility/swept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Hulls and swept bodies --------------------------------------------------------------------------------------- */

static void hulls_hold_their_points(void **state) {
    (void)state;
    test_random random = test_random_start("hull3", 3);
    tl_context *context = tl_context_create(NULL);
    for (int round = 0; round < 60; round++) {
        enum { MOST = 400 };
        tl_vec3 points[MOST];
        size_t count = 4 + (size_t)test_random_between(&random, 0, MOST - 4);
        for (size_t i = 0; i < count; i++) {
            tl_vec3 p = {test_random_between(&random, -50, 50), test_random_between(&random, -50, 50),
                         test_random_between(&random, -50, 50)};
            /* a cloud, a ball, or a grid with many points in each plane */
            points[i] = round % 3 == 0   ? p
                        : round % 3 == 1 ? tl_scale(tl_normalise(p), 40)
                                         : (tl_vec3){rint(p.x / 25) * 25, rint(p.y / 25) * 25, rint(p.z / 25) * 25};
        }
        tl_hull3 hull;
        uint64_t tested = 0;
        assert_int_equal(tl_hull3_make(context, points, count, 1e-9, &hull, &tested), TL_OK);
        size_t edges = 0;
        for (size_t i = 0; i < hull.count; i++) {
            const uint32_t *t = hull.triangles + 3 * i;
            tl_vec3 n = tl_normalise(tl_cross(tl_sub(points[t[1]], points[t[0]]), tl_sub(points[t[2]], points[t[0]])));
            for (size_t k = 0; k < count; k++) {
                assert_true(tl_dot(n, tl_sub(points[k], points[t[0]])) < 1e-6);
            }
            for (size_t j = 0; j < hull.count; j++) {
                for (int e = 0; e < 9; e++) {
                    edges += hull.triangles[3 * j + (size_t)(e / 3)] == t[(e % 3 + 1) % 3] &&
                             hull.triangles[3 * j + (size_t)((e / 3 + 1) % 3)] == t[e % 3];
                }
            }
        }
        assert_int_equal(edges, 3 * hull.count); /* every directed edge has one reverse */
        assert_true(round % 3 == 2 || hull.count >= 4);
        tl_hull3_free(&hull);
    }
    /* nothing has no hull, nor has what is flat */
    tl_vec3 flat[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.25, 0}};
    tl_hull3 hull;
    uint64_t tested = 0;
    assert_int_equal(tl_hull3_make(context, flat, 5, 1e-9, &hull, &tested), TL_OK);
    assert_int_equal(hull.count, 0);
    tl_hull3_free(&hull);
    tl_context_destroy(context);
}

static tl_bvh *bvh_of(tl_context *context, test_mesh *mesh) {
    tl_bvh *bvh = NULL;
    assert_int_equal(tl_bvh_build(context, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count,
                                  NULL, &bvh, NULL),
                     TL_OK);
    test_mesh_free(mesh);
    return bvh;
}

/* Moved copies lie inside by parity; points a bit farther out than any copy don't. */
static void swept_bodies_enclose(void **state) {
    (void)state;
    test_random random = test_random_start("swept", 5);
    tl_context *context = tl_context_create(NULL);
    for (int round = 0; round < 24; round++) {
        test_mesh mesh = {0};
        tl_vec3 at = {test_random_between(&random, -900, 900), test_random_between(&random, -900, 900), 40};
        if (round % 3 == 0) {
            test_mesh_box(&mesh, at, tl_add(at, (tl_vec3){20, 14, 30}));
        } else {
            test_mesh_ball(&mesh, at, (tl_vec3){12, 9, 17}, 4 + round % 5);
        }
        if (round % 3 == 2) {
            test_mesh_ball(&mesh, tl_add(at, (tl_vec3){60, 0, 0}), (tl_vec3){5, 5, 5}, 4);
        }
        tl_bvh *body = bvh_of(context, &mesh);
        double radius = test_random_between(&random, 0.05, 40);
        size_t pieces = round % 2 == 0 ? 1 : 5;
        tl_swept swept;
        bool sound;
        uint64_t work = 0;
        assert_int_equal(tl_swept_make(context, body, radius, pieces, &swept, &sound, &work, NULL), TL_OK);
        assert_true(sound);
        assert_int_equal(swept.piece_count, round % 3 == 0 ? 1 : pieces); /* a box has too few triangles to be cut */
        tl_box3 box = tl_bvh_box(swept.surface), plain = tl_bvh_box(body);
        assert_true(box.high.x < plain.high.x + 1.02 * radius + 0.05 && box.low.y > plain.low.y - 1.02 * radius - 0.05);
        for (int i = 0; i < 300 && pieces == 1; i++) {
            tl_world *world = NULL;
            assert_int_equal(tl_world_create(context, 1, &world, NULL), TL_OK);
            tl_world_set(world, 0, swept.surface);
            double angle = test_random_between(&random, 0, 6.283185307), d = radius * (i % 2 == 0 ? 1 : 0.5);
            tl_vec3 p = tl_add(test_body_point(body, &random), (tl_vec3){d * cos(angle), d * sin(angle), 0});
            assert_true(tl_world_inside(world, 0, p));
            tl_world_destroy(world);
        }
        tl_swept_free(&swept);
        tl_bvh_destroy(body);
    }
    tl_context_destroy(context);
}

/* --- Scenes with known margins ------------------------------------------------------------------------------------ */

/* An upright box given by its plan. */
typedef struct upright {
    double x0, y0, x1, y1, height;
} upright;

static void add_upright(test_mesh *mesh, const upright *u) {
    test_mesh_box(mesh, (tl_vec3){u->x0, u->y0, 0}, (tl_vec3){u->x1, u->y1, u->height});
}

static double corner_x(const upright *u, int k) {
    return (k & 1) != 0 ? u->x1 : u->x0;
}

static double corner_y(const upright *u, int k) {
    return (k & 2) != 0 ? u->y1 : u->y0;
}

typedef struct edge_scene {
    upright a, b, wall; /* the wall's right end is at x = 0, its faces at y = -t and y = t; it is long and high */
} edge_scene;

/* How far right of the line from a corner of A past the wall's end some corner of B lies: positive, it is seen from
 * there. `n` gets the unit vector to the right. */
static double seen_past(const edge_scene *s, int k, double n[2]) {
    double px = corner_x(&s->a, k), py = corner_y(&s->a, k);
    double cy = px < 0 ? s->wall.y0 : s->wall.y1; /* the end's corner that the line touches */
    double length = hypot(px, cy - py);
    n[0] = (cy - py) / length;
    n[1] = px / length;
    double most = -1e300;
    for (int j = 0; j < 4; j++) {
        most = fmax(most, n[0] * corner_x(&s->b, j) + n[1] * (corner_y(&s->b, j) - cy));
    }
    return most;
}

/* The shortest move that opens (negative: closes) a line, by the geometry of the plan. */
static double true_edge_margin(const edge_scene *s) {
    double n[4][2], past[4], best = -1e300;
    for (int k = 0; k < 4; k++) {
        past[k] = seen_past(s, k, n[k]);
        best = fmax(best, past[k]);
    }
    if (best < 0) {
        return -best; /* straight to the right of the line that is nearest to being passed */
    }
    /* a move that closes all: the shortest over a fine fan of directions */
    double shortest = 1e300;
    for (int i = 0; i < 36000; i++) {
        double ux = cos(i * 0.000174532925199), uy = sin(i * 0.000174532925199), need = 0;
        for (int k = 0; k < 4; k++) {
            double towards = -(n[k][0] * ux + n[k][1] * uy);
            need = fmax(need, past[k] <= 0 ? 0 : towards > 1e-9 ? past[k] / towards : 1e300);
        }
        shortest = fmin(shortest, need);
    }
    return -shortest;
}

static edge_scene random_edge(test_random *random, bool seen) {
    edge_scene s = {.wall = {-3000, -test_random_between(random, 0.5, 8), 0, test_random_between(random, 0.5, 8), 400}};
    for (;;) {
        double ax = test_random_between(random, -150, 60), ay = test_random_between(random, -300, -120);
        double bx = test_random_between(random, -150, 120), by = test_random_between(random, 120, 300);
        s.a = (upright){ax, ay, ax + test_random_between(random, 4, 30), ay + test_random_between(random, 4, 30), 30};
        s.b = (upright){bx, by, bx + test_random_between(random, 4, 30), by + test_random_between(random, 4, 30), 30};
        double margin = true_edge_margin(&s);
        if (fabs(margin) > 1 && fabs(margin) < 60 && (margin < 0) == seen) {
            return s;
        }
    }
}

typedef struct asked {
    test_sight sight;
    tl_sight answer;
    const tl_obstacles *obstacles;
} asked;

/* Builds it turned about z and shifted, and asks. */
static void ask(asked *q, test_random *random, const upright *a, const upright *b, const upright *walls, size_t count,
                tl_verdict expected) {
    double turn = test_random_between(random, 0, 360), x = test_random_between(random, -2000, 2000),
           y = test_random_between(random, -2000, 2000);
    tl_pose pose = tl_pose_turned_tilted((tl_vec3){x, y, 0}, turn, 0, 0);
    test_mesh from = {0}, to = {0};
    test_sight_start(&q->sight, &pose);
    for (size_t i = 0; i < count; i++) {
        test_mesh mesh = {0};
        add_upright(&mesh, &walls[i]);
        test_sight_add(&q->sight, &mesh, true);
    }
    add_upright(&from, a);
    add_upright(&to, b);
    test_sight_bodies(&q->sight, &from, &to);
    q->obstacles = test_sight_obstacles(&q->sight);
    tl_sight_options options = {.prove = true};
    assert_int_equal(
        tl_visibility_between(q->sight.context, q->obstacles, q->sight.a, q->sight.b, &options, &q->answer, NULL),
        TL_OK);
    assert_int_equal(q->answer.verdict, expected);
}

static tl_margin measure(asked *q) {
    tl_margin_question question = {.obstacles = q->obstacles, .a = q->sight.a, .b = q->sight.b};
    tl_margin margin;
    assert_int_equal(tl_margin_measure(q->sight.context, &question, &q->answer, &margin, NULL), TL_OK);
    return margin;
}

static void assert_bracket(const tl_margin *margin, double truth, double widest, const char *what) {
    if (!(margin->low <= truth * (1 + 1e-9) + 1e-6) || !(margin->high >= truth * (1 - 1e-9) - 1e-6) ||
        !(margin->high <= widest * margin->low + 0.05)) {
        fail_msg("%s: the true margin is %.9g, found [%.9g, %.9g]", what, truth, margin->low, margin->high);
    }
    assert_near(hypot(margin->move.x, margin->move.y), margin->high, 1e-6);
}

static int rounds(int usual) {
    const char *text = getenv("TRUELINE_MARGIN_ROUNDS");
    return text != NULL ? atoi(text) : usual;
}

static void past_the_end_of_a_wall(void **state) {
    (void)state;
    test_random random = test_random_start("margin-edge", 11);
    for (int i = 0; i < rounds(40); i++) {
        bool seen = i % 2 == 1;
        edge_scene s = random_edge(&random, seen);
        asked q;
        ask(&q, &random, &s.a, &s.b, &s.wall, 1, seen ? TL_VERDICT_YES : TL_VERDICT_NO);
        tl_margin margin = measure(&q);
        assert_bracket(&margin, fabs(true_edge_margin(&s)), 1.04, seen ? "seen past an edge" : "hidden by an edge");
        test_sight_end(&q.sight);
    }
}

/* Over the top of a long wall lower than the viewer: farther off it comes into view. */
static void over_a_wall(void **state) {
    (void)state;
    test_random random = test_random_start("margin-height", 12);
    for (int i = 0; i < rounds(16); i++) {
        double h = test_random_between(&random, 32, 60), t = test_random_between(&random, 0.5, 6);
        double eye = h + test_random_between(&random, 10, 40), top = h - test_random_between(&random, 4, 25);
        double near = -test_random_between(&random, 60, 200);
        upright wall = {-3000, -t, 3000, t, h}, a = {-10, near - 20, 10, near, eye};
        double line = t + (h - top) * (t - near) / (eye - h); /* from here on the top is in view */
        double truth = test_random_between(&random, 1, 30);
        upright b = {-8, line - truth - 12, 8, line - truth, top};
        if (b.y0 < t + 1 || b.y0 + t < 1.2 * truth) {
            continue; /* it would come through the wall sooner */
        }
        asked q;
        ask(&q, &random, &a, &b, &wall, 1, TL_VERDICT_NO);
        tl_margin margin = measure(&q);
        assert_bracket(&margin, truth, 1.04, "behind a low wall");
        test_sight_end(&q.sight);
        /* and from in view to out of view */
        b.y0 += 2 * truth;
        b.y1 += 2 * truth;
        ask(&q, &random, &a, &b, &wall, 1, TL_VERDICT_YES);
        margin = measure(&q);
        assert_bracket(&margin, truth, 1.04, "seen over a low wall");
        test_sight_end(&q.sight);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hulls_hold_their_points),
        cmocka_unit_test(swept_bodies_enclose),
        cmocka_unit_test(past_the_end_of_a_wall),
        cmocka_unit_test(over_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
