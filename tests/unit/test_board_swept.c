/* test_board_swept.c: bodies read off models, and the polytopes round all their places, against closed forms of boxes
 * and against all corners that planes have in common. */
#include "board/region/swept.h"
#include "support/made_mesh.h"
#include "support/purse.h"

#include <math.h>
#include <string.h>

static const tl_class_rule by_base = {.name = "by base", .by_base = true}, by_core = {.name = "by core"};

typedef struct fixture {
    test_purse purse;
    tl_context *context;
    tl_model *model;
    tl_board_body body;
} fixture;

static void begin(fixture *f) {
    memset(f, 0, sizeof(*f));
    f->purse.left = -1;
    tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .allocate = test_purse_allocate, .user = &f->purse};
    f->context = tl_context_create(&options);
    assert_non_null(f->context);
}

static void end(fixture *f) {
    tl_model_destroy(f->model);
    tl_context_destroy(f->context);
    assert_int_equal(f->purse.held, 0);
}

static const tl_vec3 box_low = {-7, -3, 4}, box_high = {5, 9, 30};

/* A model whose core is a box, on a disc somewhere below. */
static void make(fixture *f, double facing, double radius, tl_vec2 at, const tl_class_rule *kind) {
    begin(f);
    tl_model_options options = {
        .core = {.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = box_low, .to = box_high}};
    if (radius > 0) {
        options.base =
            (tl_shape){.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = radius, .low = 1, .high = 3};
        options.base.pose.at = (tl_vec3){at.x, at.y, 0};
    }
    assert_int_equal(tl_model_create(f->context, NULL, &options, &f->model, NULL), TL_OK);
    assert_int_equal(tl_board_body_make(f->context, &f->body, f->model, facing, kind), TL_OK);
}

/* ... is a capsule, which every plane cuts. */
static void make_round(fixture *f) {
    begin(f);
    tl_model_options options = {
        .core = {
            .kind = TL_SHAPE_CAPSULE, .pose = tl_pose_identity(), .radius = 6, .from = {0, 0, 9}, .to = {0, 0, 26}}};
    assert_int_equal(tl_model_create(f->context, NULL, &options, &f->model, NULL), TL_OK);
    assert_int_equal(tl_board_body_make(f->context, &f->body, f->model, 0, &by_core), TL_OK);
}

static double radians(double degrees) {
    return degrees * acos(-1) / 180;
}

/* The core's corners, turned. */
static void corners_at(double facing, tl_vec3 out[8]) {
    double c = cos(radians(facing)), s = sin(radians(facing));
    for (int i = 0; i < 8; i++) {
        tl_vec3 p = {(i & 1) != 0 ? box_high.x : box_low.x, (i & 2) != 0 ? box_high.y : box_low.y,
                     (i & 4) != 0 ? box_high.z : box_low.z};
        out[i] = (tl_vec3){c * p.x - s * p.y, s * p.x + c * p.y, p.z};
    }
}

static tl_vec3 direction(int i) {
    double a = radians(45.0 * (i % 8)), lean = i < 8 ? 1 : sqrt(0.5);
    return i >= 16 ? (tl_vec3){0, 0, i == 16 ? 1 : -1} : (tl_vec3){lean * cos(a), lean * sin(a), i < 8 ? 0 : lean};
}

static double support(const tl_vec3 *points, size_t count, tl_vec3 n) {
    double most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, tl_dot(points[i], n));
    }
    return most;
}

static void reaches_of_a_box(void **state) {
    (void)state;
    for (int k = 0; k < 5; k++) {
        const double facing[5] = {0, 90, 30, 200, -77};
        fixture f;
        make(&f, facing[k], 12, (tl_vec2){0, 0}, &by_base);
        const tl_board_body *b = &f.body;
        tl_vec3 corner[8];
        corners_at(facing[k], corner);
        for (int i = 0; i < TL_BOARD_CASE_PLANES; i++) {
            assert_near(b->reach[i], support(corner, 8, direction(i)), 1e-9);
        }
        assert_true(b->core_low == 4 && b->core_high == 30);
        assert_near(b->low, 1, 1e-9); /* the base's underside */
        assert_true(b->high == 30);
        assert_near(b->core_reach, sqrt(49 + 81), 1e-9);
        assert_near(b->footprint, 12, 1e-9);
        assert_true(b->measured_from_base && b->kind == &by_base && !b->placed && b->off == 0);
        assert_near(b->measured, 12, 1e-9);
        assert_near(b->covers, 12, 1e-9);
        /* every corner is farthest in some direction, and nothing else is */
        assert_int_equal(b->point_count, 8);
        for (int i = 0; i < 8; i++) {
            int times = 0;
            for (size_t n = 0; n < 8; n++) {
                times += tl_distance(b->points[n], corner[i]) < 1e-9;
            }
            assert_int_equal(times, 1);
        }
        assert_near(b->inner_low, 4 + 6.5, 1e-12);
        assert_near(b->inner_high, 30 - 6.5, 1e-12);
        end(&f);
    }
}

/* The widest square round the axis that fits, within the step of a tenth. */
static void squares_inside(void **state) {
    (void)state;
    fixture f;
    make(&f, 0, 12, (tl_vec2){0, 0}, &by_base);
    assert_true(f.body.inner <= 3 && f.body.inner > 2.69); /* the near side is at y = -3 */
    end(&f);
    make(&f, 90, 12, (tl_vec2){0, 0}, &by_base);
    assert_true(f.body.inner <= 3 && f.body.inner > 2.69);
    end(&f);
    make(&f, 45, 12, (tl_vec2){0, 0}, &by_base); /* a corner of the square points at that side */
    assert_true(f.body.inner <= 3 / sqrt(2) && f.body.inner > 0.89 * 3 / sqrt(2));
    end(&f);
    /* the axis is outside of the core, or all but: none; in the middle of a thin one just */
    const double from[4] = {1, -0.45, -0.6, -0.6}, to[4] = {9, 0.45, 0.6, 9};
    for (int k = 0; k < 4; k++) {
        begin(&f);
        tl_model_options options = {
            .core = {.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = {from[k], -9, 0}, .to = {to[k], 9, 10}}};
        assert_int_equal(tl_model_create(f.context, NULL, &options, &f.model, NULL), TL_OK);
        assert_int_equal(tl_board_body_make(f.context, &f.body, f.model, 0, &by_core), TL_OK);
        assert_int_equal(f.body.inner > 0, k >= 2);
        assert_true(f.body.inner <= 0.6 && (k < 2 || f.body.inner > 0.53));
        end(&f);
    }
}

/* A base off the axis, as one found under a model may be: its far rim counts, in any direction. */
static void a_base_off_the_axis(void **state) {
    (void)state;
    const tl_vec2 at[4] = {{3, 0}, {3, 4}, {-5, 12}, {0, -8}};
    const double far[4] = {3, 5, 13, 8};
    for (int k = 0; k < 8; k++) {
        fixture f;
        make(&f, k < 4 ? 0 : 33, 12, at[k % 4], &by_base);
        assert_near(f.body.footprint, 12 + far[k % 4], 1e-9);
        assert_near(f.body.measured, 12 + far[k % 4], 1e-9);
        assert_near(f.body.covers, fmax(0, 12 - far[k % 4]), 1e-9);
        end(&f);
    }
}

/* Which volume is measured, and what stands on the ground, with and without a base. */
static void what_is_measured(void **state) {
    (void)state;
    fixture f;
    make(&f, 0, 20, (tl_vec2){0, 0}, &by_core);
    assert_false(f.body.measured_from_base);
    assert_near(f.body.measured, sqrt(130), 1e-9);
    assert_near(f.body.footprint, 20, 1e-9);
    assert_true(f.body.covers == 0);
    assert_near(f.body.low, 1, 1e-9);
    end(&f);
    make(&f, 0, 20, (tl_vec2){0, 0}, NULL);
    assert_false(f.body.measured_from_base);
    end(&f);
    make(&f, 0, 0, (tl_vec2){0, 0}, &by_base);
    assert_false(f.body.measured_from_base);
    assert_near(f.body.measured, sqrt(130), 1e-9);
    assert_near(f.body.footprint, sqrt(130), 1e-9);
    assert_true(f.body.covers == 0 && f.body.low == 4 && f.body.high == 30);
    end(&f);
}

static tl_mesh *two_boxes(tl_context *context) {
    tl_mesh *mesh = tl_mesh_create(context);
    made_add_box(mesh, (tl_vec3){-6, -4, 10}, (tl_vec3){6, 4, 28});
    made_finish(mesh, "body");
    made_add_box(mesh, (tl_vec3){10, -1, 2}, (tl_vec3){25, 1, 40}); /* a lance */
    made_finish(mesh, "lance");
    mesh->pieces[1].role = TL_ROLE_GEAR;
    return mesh;
}

/* What isn't core is no part of what is seen, but stands on the ground, and reaches up. */
static void parts_besides_the_core(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        fixture f;
        begin(&f);
        tl_model_options options = {.has_parts = true};
        if (k == 1) { /* a rectangle: its corners are farthest */
            options.base = (tl_shape){.kind = TL_SHAPE_BOX,
                                      .pose = tl_pose_identity(),
                                      .from = {-8, -6, 0},
                                      .to = {8, 6, 3},
                                      .size = {8, 6},
                                      .low = 0,
                                      .high = 3};
        }
        assert_int_equal(tl_model_create(f.context, two_boxes(f.context), &options, &f.model, NULL), TL_OK);
        f.model->uncertainty = k == 2 ? 0.5 : 0;
        assert_int_equal(tl_board_body_make(f.context, &f.body, f.model, 0, &by_base), TL_OK);
        const tl_board_body *b = &f.body;
        assert_true(b->core_low == 10 && b->core_high == 28 && b->high == 40);
        assert_near(b->low, k == 1 ? 0 : 2, 1e-9);
        assert_near(b->core_reach, sqrt(52), 1e-9);
        assert_near(b->footprint, k == 1 ? 10 : sqrt(626), 1e-9);
        assert_int_equal(b->measured_from_base, k == 1);
        assert_near(b->measured, k == 1 ? 10 : sqrt(52) + (k == 2 ? 0.5 : 0), 1e-9);
        assert_true(b->covers == 0); /* known of discs alone */
        assert_true(b->off == (k == 2 ? 0.5 : 0));
        assert_int_equal(b->inner_count > 0, k != 2); /* none of a core that isn't known well */
        assert_int_equal(tl_board_aim_count(b), b->point_count + b->inner_count);
        for (size_t i = 0; i < b->inner_count; i++) {
            tl_vec3 m = b->inner_boxes[i].middle, h = b->inner_boxes[i].half;
            assert_true(fabs(m.x) + h.x < 6 && fabs(m.y) + h.y < 4 && fabs(m.z - 19) + h.z < 9);
        }
        end(&f);
    }
}

/* With an uncertain body its base is as it is, but what is measured of it isn't; a core that is a shape is certain. */
static void uncertain_bodies(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    tl_model_options options = {.has_parts = true};
    options.base = (tl_shape){.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = 30, .low = 0, .high = 3};
    assert_int_equal(tl_model_create(f.context, two_boxes(f.context), &options, &f.model, NULL), TL_OK);
    f.model->uncertainty = 2;
    assert_int_equal(tl_board_body_make(f.context, &f.body, f.model, 0, &by_base), TL_OK);
    assert_near(f.body.footprint, 30, 1e-9);
    assert_near(f.body.measured, 32, 1e-9);
    assert_near(f.body.covers, 28, 1e-9);
    end(&f);
    begin(&f);
    options =
        (tl_model_options){.core = {.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = box_low, .to = box_high}};
    assert_int_equal(tl_model_create(f.context, two_boxes(f.context), &options, &f.model, NULL), TL_OK);
    f.model->uncertainty = 2;
    assert_int_equal(tl_board_body_make(f.context, &f.body, f.model, 0, &by_base), TL_OK);
    assert_true(f.body.off == 0 && f.body.inner_count > 0);
    end(&f);
}

/* A member where it stands is the body made, moved: in the table's frame. */
static void members_where_they_stand(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        fixture f;
        const double facing = 40 * k;
        const tl_vec3 at = {100, -50, 7};
        make(&f, facing, k == 2 ? 0 : 12, (tl_vec2){3, 4}, &by_base);
        tl_pose pose = tl_pose_turned(at, facing);
        tl_body *body = NULL;
        tl_board_body placed;
        assert_int_equal(tl_body_create(f.context, f.model, &pose, &body, NULL), TL_OK);
        body->core_uncertainty = k == 1 ? 1.5 : 0;
        assert_int_equal(tl_board_body_placed(f.context, &placed, body, &by_base), TL_OK);
        assert_true(placed.placed && placed.kind == &by_base);
        for (int i = 0; i < TL_BOARD_CASE_PLANES; i++) {
            assert_near(placed.reach[i], f.body.reach[i] + tl_dot(direction(i), at), 1e-9);
        }
        assert_near(placed.footprint, f.body.footprint, 1e-9);
        assert_near(placed.core_reach, f.body.core_reach, 1e-9);
        assert_near(placed.inner, f.body.inner, 1e-6);
        assert_near(placed.low, f.body.low + 7, 1e-9);
        assert_near(placed.high, f.body.high + 7, 1e-9);
        assert_near(placed.core_low, 11, 1e-9);
        assert_near(placed.core_high, 37, 1e-9);
        double off = k == 1 ? 1.5 : 0;
        assert_true(placed.off == off && (placed.inner_count > 0) == (k != 1));
        assert_near(placed.measured, f.body.measured + off, 1e-9);
        assert_near(placed.covers, fmax(0, f.body.covers - off), 1e-9);
        assert_int_equal(placed.point_count, 8);
        tl_body_destroy(f.context, body);
        end(&f);
    }
}

/* A ball has more far points than there is room for in no direction: each direction has its own, and no point twice. */
static void points_of_a_round_body(void **state) {
    (void)state;
    fixture f;
    make_round(&f);
    const tl_board_body *b = &f.body;
    assert_true(b->point_count > 8 && b->point_count <= TL_BOARD_CASE_POINTS);
    for (int i = 0; i < TL_BOARD_CASE_PLANES + 8; i++) {
        tl_vec3 n = i < TL_BOARD_CASE_PLANES ? direction(i) : direction(i - TL_BOARD_CASE_PLANES);
        n.z = i < TL_BOARD_CASE_PLANES ? n.z : -1;
        assert_near(support(b->points, b->point_count, n),
                    support(f.model->core->vertices, f.model->core->vertex_count, n), 1e-9);
    }
    for (size_t i = 0; i < b->point_count; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_true(tl_distance(b->points[i], b->points[k]) > 0);
        }
    }
    assert_true(tl_distance(b->points[0], (tl_vec3){0, 0, 3}) < 1e-9); /* the lowest, then the highest, come first */
    assert_true(tl_distance(b->points[1], (tl_vec3){0, 0, 32}) < 1e-9);
    end(&f);
}

/* --- Cases -------------------------------------------------------------------------------------------------------- */

static double offset_of(const tl_board_region *place, int i, double grown) {
    tl_vec3 corner[8];
    tl_box3_corners(place->at, corner);
    return place->body->reach[i] + support(corner, 8, direction(i)) + (i < 16 ? 1e-6 : 0) + grown;
}

static double determinant(tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    return tl_dot(a, tl_cross(b, c));
}

/* A few points anywhere: planes cut off corners as well as edges. */
static void make_loose(fixture *f, test_random *random) {
    begin(f);
    f->body.kind = &by_core;
    int count = 4 + test_random_below(random, 8);
    tl_vec3 p[12];
    for (int i = 0; i < count; i++) {
        p[i] = (tl_vec3){test_random_between(random, -20, 20), test_random_between(random, -20, 20),
                         test_random_between(random, 0, 40)};
    }
    for (int i = 0; i < TL_BOARD_CASE_PLANES; i++) {
        f->body.reach[i] = support(p, (size_t)count, direction(i));
    }
    f->body.core_high = f->body.reach[16];
    f->body.core_low = -f->body.reach[17];
}

/* Every corner of the polytope: where three planes meet, beyond none of the others. */
static size_t all_corners(const double offset[TL_BOARD_CASE_PLANES], tl_vec3 *out) {
    size_t count = 0;
    for (int i = 0; i < TL_BOARD_CASE_PLANES; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++) {
                tl_vec3 a = direction(i), b = direction(j), c = direction(k);
                double d = determinant(a, b, c);
                if (fabs(d) < 1e-6) {
                    continue;
                }
                tl_vec3 p =
                    tl_scale(tl_add(tl_add(tl_scale(tl_cross(b, c), offset[i]), tl_scale(tl_cross(c, a), offset[j])),
                                    tl_scale(tl_cross(a, b), offset[k])),
                             1 / d);
                bool inside = true;
                for (int n = 0; n < TL_BOARD_CASE_PLANES && inside; n++) {
                    inside = tl_dot(direction(n), p) <= offset[n] + 1e-9;
                }
                if (inside) {
                    out[count++] = p;
                }
            }
        }
    }
    return count;
}

static double random_size(test_random *random) {
    return test_random_below(random, 4) == 0 ? 0 : test_random_between(random, 0.5, 40);
}

static tl_board_region random_spot(test_random *random, const tl_board_body *body) {
    tl_vec3 low = {test_random_between(random, -50, 50), test_random_between(random, -50, 50),
                   test_random_between(random, 0, 30)};
    return (tl_board_region){
        body, {low, tl_add(low, (tl_vec3){random_size(random), random_size(random), random_size(random)})}};
}

/* Each polygon is closed, and every edge of one is that of another, the other way round. */
static void check_surface(const tl_board_swept *made) {
    size_t first = 0;
    double volume = 0;
    tl_vec3 sum = {0, 0, 0};
    for (size_t i = 0; i < made->count; i++) {
        assert_true(made->sizes[i] >= 3);
        const tl_vec3 *c = made->corners + first;
        for (uint32_t k = 1; k + 1 < made->sizes[i]; k++) {
            volume += determinant(c[0], c[k], c[k + 1]) / 6;
            sum = tl_add(sum, tl_cross(tl_sub(c[k], c[0]), tl_sub(c[k + 1], c[0])));
        }
        first += made->sizes[i];
    }
    assert_int_equal(first, made->corner_count);
    assert_true(volume > 0 && tl_length(sum) < 1e-6 * pow(volume, 2.0 / 3));
}

static void cases_are_cut_by_all_planes(void **state) {
    (void)state;
    test_random random = test_random_start("board-swept", 3);
    static tl_vec3 corners[20000];
    size_t cut = 0;
    for (int n = 0; n < 60; n++) {
        fixture f;
        if (n % 3 == 2) {
            make_loose(&f, &random);
        } else if (n % 2 == 0) {
            make(&f, test_random_between(&random, 0, 360), 12, (tl_vec2){0, 0}, &by_base);
        } else {
            make_round(&f);
        }
        tl_board_region place = random_spot(&random, &f.body);
        double grown = n % 3 == 0 ? test_random_between(&random, 0.1, 4) : 0, offset[TL_BOARD_CASE_PLANES];
        for (int i = 0; i < TL_BOARD_CASE_PLANES; i++) {
            offset[i] = offset_of(&place, i, grown);
        }
        tl_board_swept made;
        tl_board_swept_make(&made, &place, grown);
        size_t count = all_corners(offset, corners);
        assert_true(count >= 8 && count < 20000);
        for (int k = 0; k < 60; k++) {
            tl_vec3 way = k < TL_BOARD_CASE_PLANES ? direction(k) : test_random_direction(&random);
            double expected = support(corners, count, way);
            /* where a plane only just takes something off it may be left */
            assert_near(support(made.corners, made.corner_count, way), expected, 3e-6);
        }
        check_surface(&made);
        bool everything = f.body.kind == &by_core && n % 3 != 2;
        assert_true(!everything || made.count == TL_BOARD_CASE_PLANES);
        assert_true(made.box.low.z == f.body.core_low + place.at.low.z - grown);
        assert_true(made.box.high.z == f.body.core_high + place.at.high.z + grown);
        const double sides[4] = {made.box.high.x, made.box.high.y, -made.box.low.x, -made.box.low.y};
        for (int k = 0; k < 4; k++) {
            assert_near(sides[k], offset[2 * k], 1e-9);
        }
        cut += everything ? 1U : 0U;
        end(&f);
    }
    assert_int_equal(cut, 20);
}

/* Wherever the body is, all of its core is in the case, and its top and bottom are those of the case to the last bit.
 */
static void cases_hold_all_places(void **state) {
    (void)state;
    test_random random = test_random_start("board-places", 4);
    fixture f;
    make(&f, 20, 12, (tl_vec2){0, 0}, &by_base);
    for (int n = 0; n < 100; n++) {
        tl_board_region place = random_spot(&random, &f.body);
        tl_board_swept made;
        tl_board_swept_make(&made, &place, 0);
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < made.corner_count; i++) {
            low = fmin(low, made.corners[i].z);
            high = fmax(high, made.corners[i].z);
        }
        assert_true(low == 4 + place.at.low.z && high == 30 + place.at.high.z);
        for (int k = 0; k < 20; k++) {
            tl_vec3 at = {test_random_between(&random, place.at.low.x, place.at.high.x),
                          test_random_between(&random, place.at.low.y, place.at.high.y),
                          test_random_between(&random, place.at.low.z, place.at.high.z)};
            tl_vec3 way = test_random_direction(&random);
            assert_true(tl_dot(at, way) + support(f.body.points, 8, way) <=
                        support(made.corners, made.corner_count, way) + 1e-9);
        }
    }
    end(&f);
}

/* --- Aims --------------------------------------------------------------------------------------------------------- */

static void assert_box(tl_box3 box, tl_vec3 low, tl_vec3 high, double within) {
    assert_true(tl_distance(box.low, low) <= within && tl_distance(box.high, high) <= within);
}

/* A point is wherever its body is; an inner box as large as the box of places always holds one and the same point. */
static void aims_over_all_places(void **state) {
    (void)state;
    tl_board_body body = {.point_count = 1, .inner_count = 2};
    body.points[0] = (tl_vec3){1, 2, 3};
    body.inner_boxes[0] = (tl_board_inner_box){{10, 20, 30}, {2, 3, 4}};
    body.inner_boxes[1] = (tl_board_inner_box){{10, 20, 30}, {5, 5, 5}};
    const tl_board_region place = {&body, {{100, 200, 5}, {110, 204, 6}}};
    for (int placed = 0; placed < 2; placed++) {
        body.placed = placed == 1;
        double hair = placed == 1 ? 0 : 1e-7;
        tl_box3 point = tl_board_point_box(&place, 0), same = tl_board_aim_box(&place, 0);
        assert_box(point, (tl_vec3){101 - hair, 202 - hair, 8 - hair}, (tl_vec3){111 + hair, 206 + hair, 9 + hair},
                   1e-12);
        assert_box(same, point.low, point.high, 0);
        /* x: 10 wide less 2 x 2; y and z: the middle alone */
        double out = hair + 1e-7;
        assert_box(tl_board_aim_box(&place, 1), (tl_vec3){112 - out, 222 - hair, 35.5 - hair},
                   (tl_vec3){118 + out, 222 + hair, 35.5 + hair}, 1e-12);
        out = hair + 1e-7; /* 10 wide less 2 x 5: a hair is left */
        assert_box(tl_board_aim_box(&place, 2), (tl_vec3){115 - out, 222 - hair, 35.5 - hair},
                   (tl_vec3){115 + out, 222 + hair, 35.5 + hair}, 1e-12);
    }
    tl_board_region turned = {&body, {{0, 0, 0}, {1, 11, 20}}};
    body.placed = true;
    assert_box(tl_board_aim_box(&turned, 1), (tl_vec3){10.5, 23 - 1e-7, 34 - 1e-7},
               (tl_vec3){10.5, 28 + 1e-7, 46 + 1e-7}, 1e-12);
}

/* Wherever memory ends, it is said, and nothing is left over. */
static void without_memory(void **state) {
    (void)state;
    fixture f;
    make(&f, 0, 12, (tl_vec2){0, 0}, &by_base);
    long held = f.purse.held;
    tl_pose pose = tl_pose_identity();
    tl_body *placed = NULL;
    int failed = 0;
    assert_int_equal(tl_body_create(f.context, f.model, &pose, &placed, NULL), TL_OK);
    long with_body = f.purse.held;
    for (int k = 0; k < 2; k++) {
        for (long left = 0; left < 1000; left++) {
            f.purse.left = left;
            tl_status status = k == 0 ? tl_board_body_make(f.context, &f.body, f.model, 0, &by_base)
                                      : tl_board_body_placed(f.context, &f.body, placed, &by_base);
            f.purse.left = -1;
            assert_int_equal(f.purse.held, with_body);
            if (status == TL_OK) {
                break;
            }
            assert_int_equal(status, TL_ERROR_MEMORY);
            failed++;
        }
    }
    assert_true(failed > 8);
    tl_body_destroy(f.context, placed);
    assert_int_equal(f.purse.held, held);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches_of_a_box),
        cmocka_unit_test(squares_inside),
        cmocka_unit_test(a_base_off_the_axis),
        cmocka_unit_test(what_is_measured),
        cmocka_unit_test(parts_besides_the_core),
        cmocka_unit_test(uncertain_bodies),
        cmocka_unit_test(members_where_they_stand),
        cmocka_unit_test(points_of_a_round_body),
        cmocka_unit_test(cases_are_cut_by_all_planes),
        cmocka_unit_test(cases_hold_all_places),
        cmocka_unit_test(aims_over_all_places),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests_name("board swept", tests, NULL, NULL);
}
