/* Fields of fire: exact limits, closed forms, and sampled outlines of volumes of every kind. */
#include "support/assert_geom.h"
#include "support/real_mesh.h"

#include "arc/arc.h"
#include "body/shape.h"

#include <string.h>

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

static tl_arc_result test(const tl_arc_query *query, const tl_volume *target) {
    tl_arc_result result;
    tl_error error = {0};
    if (tl_arc_test(context, query, target, 1, &result, &error) != TL_OK) {
        print_error("%s\n", error.message);
        fail();
    }
    assert_true(result.error_mm < 1e-9);
    return result;
}

static tl_shape disc(double x, double y, double radius) {
    tl_shape s = {.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = radius, .high = 3};
    s.pose.at = (tl_vec3){x, y, 0};
    return s;
}

static tl_shape box(double x0, double y0, double x1, double y1) {
    return (tl_shape){.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = {x0, y0, 0}, .to = {x1, y1, 30}};
}

static tl_verdict inside(tl_arc_query q, const tl_shape *s) {
    tl_volume v = {.shape = s};
    return test(&q, &v).inside;
}

static void the_limit_itself_is_inside(void **state) {
    (void)state;
    tl_arc_query front = {.kind = TL_ARC_FRONT, .left_apex = {17, 31}, .right_apex = {17, 31}};
    /* a corner exactly on the 45 degree ray, and one last bit outside it */
    tl_shape on = box(17 + 100, 31 + 100, 17 + 120, 31 + 160);
    tl_volume v = {.shape = &on};
    /* its corner (137, 131) is inside: the corner that decides is nearest to the ray from inside */
    assert_int_equal(test(&front, &v).inside, TL_VERDICT_YES);
    tl_shape left = box(17 + 80, 31 + 100, 17 + 100, 31 + 160);
    tl_arc_result r = test(&front, &(tl_volume){.shape = &left});
    assert_int_equal(r.inside, TL_VERDICT_YES);
    assert_near(r.angle_deg, 45, 0);
    assert_near(r.margin_deg, 0, 0);
    assert_near(r.margin_mm, 0, 1e-13);
    left.to.x = nextafter(left.to.x, 0);
    assert_int_equal(inside(front, &left), TL_VERDICT_NO);
    /* whole: the same box the other way round */
    front.part = TL_ARC_WHOLE;
    tl_shape whole = box(17 + 100, 31 - 100, 17 + 150, 31 + 100);
    assert_int_equal(inside(front, &whole), TL_VERDICT_YES);
    whole.from.x = nextafter(whole.from.x, 0);
    assert_int_equal(inside(front, &whole), TL_VERDICT_NO);
    front.part = TL_ARC_CENTRE;
    tl_shape base = disc(17 + 250, 31 - 250, 12.5);
    assert_int_equal(inside(front, &base), TL_VERDICT_YES);
    base.pose.at.y = nextafter(base.pose.at.y, -1e9);
    assert_int_equal(inside(front, &base), TL_VERDICT_NO);
    /* a disc that touches a ray along an axis: facing 45, its right ray runs along +X */
    tl_arc_query turned = {.kind = TL_ARC_FRONT, .facing_deg = 45, .left_apex = {17, 31}, .right_apex = {17, 31}};
    tl_shape below = disc(300, 31 - 12.5, 12.5);
    assert_int_equal(inside(turned, &below), TL_VERDICT_YES);
    below.pose.at.y = nextafter(below.pose.at.y, -1e9);
    assert_int_equal(inside(turned, &below), TL_VERDICT_NO);
    turned.part = TL_ARC_WHOLE;
    tl_shape above = disc(300, 31 + 12.5, 12.5);
    assert_int_equal(inside(turned, &above), TL_VERDICT_YES);
    above.pose.at.y = nextafter(above.pose.at.y, -1e9);
    assert_int_equal(inside(turned, &above), TL_VERDICT_NO);
}

static void discs_by_closed_form(void **state) {
    (void)state;
    test_random r = test_random_start("discs in arcs", 41);
    for (int n = 0; n < 4000; n++) {
        double distance = test_random_between(&r, 30, 900), bearing = test_random_between(&r, -180, 180);
        double facing = test_random_between(&r, 0, 360), radius = test_random_between(&r, 5, 29);
        tl_vec2 apex = {test_random_between(&r, -500, 500), test_random_between(&r, -500, 500)};
        double s, c;
        tl_sincos_deg(facing + bearing, &s, &c);
        tl_shape base = disc(apex.x + distance * c, apex.y + distance * s, radius);
        tl_volume v = {.shape = &base};
        double half_seen = asin(radius / distance) * 180 / TL_PI;
        for (int kind = 0; kind < 2; kind++) {
            tl_arc_query q = {.kind = kind == 0 ? TL_ARC_FRONT : TL_ARC_REAR,
                              .facing_deg = facing,
                              .left_apex = apex,
                              .right_apex = apex};
            double off = fabs(kind == 0 ? bearing : tl_wrap_deg(bearing + 180));
            double sign = (kind == 0 ? bearing : tl_wrap_deg(bearing + 180)) > 0 ? 1 : -1;
            tl_arc_result any = test(&q, &v);
            assert_int_equal(any.inside == TL_VERDICT_YES, off - half_seen <= 45);
            double part = fmax(off - half_seen, 0);
            assert_near(any.angle_deg, sign * part, 1e-9);
            if (off - half_seen > 45) {
                assert_near(any.margin_deg, 45 - part, 1e-9);
                double rad = (off - 45) * TL_PI / 180;
                double gap = off - 45 < 90 ? distance * sin(rad) : distance;
                assert_near(any.margin_mm, radius - gap, 1e-8);
            } else if (off + half_seen < 180) {
                assert_near(any.margin_deg, 45 + half_seen - off, 1e-9);
            }
            q.part = TL_ARC_WHOLE;
            tl_arc_result whole = test(&q, &v);
            assert_int_equal(whole.inside == TL_VERDICT_YES, off + half_seen <= 45);
            if (off + half_seen < 135) {
                assert_near(whole.margin_deg, 45 - off - half_seen, 1e-9);
                assert_near(whole.margin_mm, distance * sin((45 - off) * TL_PI / 180) - radius, 1e-9);
            }
            q.part = TL_ARC_CENTRE;
            tl_arc_result centre = test(&q, &v);
            assert_int_equal(centre.inside == TL_VERDICT_YES, off <= 45);
            assert_near(centre.margin_deg, 45 - off, 1e-9);
            assert_near(fabs(centre.angle_deg), off, 1e-9);
        }
    }
}

static void side_arcs_by_both_readings(void **state) {
    (void)state;
    tl_arc_query q = {.kind = TL_ARC_LEFT,
                      .facing_deg = 0,
                      .left_apex = {0, 0},
                      .right_apex = {0, 0},
                      .hull_left = 40,
                      .hull_right = 35};
    tl_shape corridor = disc(300, 20, 12.5); /* straight ahead of the hull: y up to 32.5 */
    assert_int_equal(inside(q, &corridor), TL_VERDICT_NO);
    q.side = TL_ARC_CENTRE_LINE;
    assert_int_equal(inside(q, &corridor), TL_VERDICT_YES);
    q.side = TL_ARC_OUTSIDE_HULL_LINE;
    corridor.pose.at.y = 27.5; /* touches the hull line */
    assert_int_equal(inside(q, &corridor), TL_VERDICT_YES);
    corridor.pose.at.y = nextafter(27.5, 0);
    assert_int_equal(inside(q, &corridor), TL_VERDICT_NO);
    q.kind = TL_ARC_RIGHT;
    tl_shape right = disc(-500, -60, 12.5);
    tl_arc_result r = test(&q, &(tl_volume){.shape = &right});
    assert_int_equal(r.inside, TL_VERDICT_YES);
    assert_near(r.margin_mm, 60 + 12.5 - 35, 1e-12);
    right.pose.at.y = 60;
    r = test(&q, &(tl_volume){.shape = &right});
    assert_int_equal(r.inside, TL_VERDICT_NO);
    assert_near(r.margin_mm, -(60 - 12.5 + 35), 1e-12);
}

static void hull_corners_widen_the_front(void **state) {
    (void)state;
    /* a hull 80 wide with its front at x = 50 */
    tl_arc_query q = {.kind = TL_ARC_FRONT, .left_apex = {50, 40}, .right_apex = {50, -40}};
    tl_shape on = box(100, 90, 110, 95), off = box(100, nextafter(90, 91), 100, 95);
    assert_int_equal(inside(q, &on), TL_VERDICT_YES);
    off.to.x = 100;
    assert_int_equal(inside(q, &off), TL_VERDICT_NO);
    q.left_apex = q.right_apex = (tl_vec2){50, 0};
    assert_int_equal(inside(q, &on), TL_VERDICT_NO);
    /* a turret sees behind */
    q.kind = TL_ARC_ANY;
    tl_shape behind = disc(-400, 3, 12.5);
    tl_arc_result r = test(&q, &(tl_volume){.shape = &behind});
    assert_int_equal(r.inside, TL_VERDICT_YES);
    assert_true(isinf(r.margin_mm) && r.margin_deg == 180);
}

static void holding_the_apex_is_inside(void **state) {
    (void)state;
    tl_arc_query q = {.kind = TL_ARC_FRONT, .facing_deg = 33, .left_apex = {5, 5}, .right_apex = {5, 5}};
    tl_shape shapes[3] = {disc(5, 0, 12.5), box(-30, -30, 30, 30), disc(0, 0, 1)};
    shapes[2].kind = TL_SHAPE_CAPSULE;
    shapes[2].from = (tl_vec3){-50, 4, 0};
    shapes[2].to = (tl_vec3){50, 5, 10};
    shapes[2].radius = 6;
    for (int i = 0; i < 3; i++) {
        tl_arc_result r = test(&q, &(tl_volume){.shape = &shapes[i]});
        assert_int_equal(r.inside, TL_VERDICT_YES);
        assert_near(r.margin_deg, 180, 0);
        assert_true(r.margin_mm >= 0);
    }
    /* a target that passes behind on both sides is not in front */
    tl_shape behind = box(-200, -300, -100, 300);
    q.facing_deg = 0;
    tl_arc_result r = test(&q, &(tl_volume){.shape = &behind});
    assert_int_equal(r.inside, TL_VERDICT_NO);
    assert_near(r.margin_mm, -105, 1e-12);
}

/* --- Sampling ----------------------------------------------------------------------------------------------------- */

static tl_vec3 sample_of(test_random *r, const tl_volume *v) {
    if (v->mesh != NULL) {
        tl_vec3 c[3];
        tl_bvh_corners(v->mesh, (uint32_t)test_random_below(r, (int)tl_bvh_triangle_count(v->mesh)), c);
        double s = test_random_between(r, 0, 1), t = test_random_between(r, 0, 1);
        if (test_random_below(r, 2) == 0) {
            t = test_random_below(r, 2); /* the edges more often */
            s = t == 1 ? 0 : s;
        }
        if (s + t > 1) {
            s = 1 - s;
            t = 1 - t;
        }
        return tl_madd(tl_madd(c[0], tl_sub(c[1], c[0]), s), tl_sub(c[2], c[0]), t);
    }
    /* the rim, or a mixture of two rim points */
    tl_vec3 d = test_random_direction(r);
    tl_vec3 p = tl_shape_support(v->shape, d);
    d.z = 0;
    tl_vec3 q = tl_shape_support(v->shape, d);
    return tl_lerp(p, q, test_random_between(r, 0, 1));
}

/* Signed distance of a point from a sector with one apex: positive inside. */
static double sector_depth(const tl_arc_query *q, tl_vec2 p) {
    double angle = (atan2(p.y - q->left_apex.y, p.x - q->left_apex.x)) * 180 / TL_PI - q->facing_deg;
    angle = fabs(remainder(angle, 360));
    double distance = hypot(p.x - q->left_apex.x, p.y - q->left_apex.y);
    if (angle > 45 + 90) {
        return -distance;
    }
    return distance * sin((45 - angle) * TL_PI / 180);
}

static void sampled_outlines_agree(void **state) {
    (void)state;
    test_random r = test_random_start("sampled outlines", 42);
    tl_mesh *mesh = test_real_mesh(context, "box3d_building.obj", 180);
    int yes = 0, no = 0;
    for (int n = 0; n < 600; n++) {
        tl_pose pose =
            n % 2 == 0 ? tl_pose_turned((tl_vec3){0, 0, 0}, test_random_between(&r, 0, 360)) : test_random_pose(&r, 0);
        pose.at = (tl_vec3){test_random_between(&r, -300, 300), test_random_between(&r, -300, 300), 0};
        tl_vec2 outline[] = {{-30, -30}, {30, -30}, {30, -10}, {-10, -10}, {-10, 10}, {30, 10}, {30, 30}, {-30, 30}};
        tl_shape s = {.pose = pose, .radius = test_random_between(&r, 5, 60), .low = 0, .high = 5};
        s.size = (tl_vec2){test_random_between(&r, 5, 90), test_random_between(&r, 5, 90)};
        s.from = (tl_vec3){-40, -20, 0};
        s.to = (tl_vec3){30, 35, 20};
        s.outline = outline;
        s.outline_count = 8;
        static const tl_shape_kind kinds[] = {TL_SHAPE_DISC,     TL_SHAPE_OVAL, TL_SHAPE_POLYGON, TL_SHAPE_CAPSULE,
                                              TL_SHAPE_CYLINDER, TL_SHAPE_BOX,  TL_SHAPE_NONE};
        s.kind = kinds[n % 7];
        tl_bvh *bvh = NULL;
        tl_volume v = {.shape = &s};
        if (s.kind == TL_SHAPE_NONE) {
            if (mesh == NULL) {
                continue;
            }
            bvh = test_placed_bvh(context, mesh, &pose);
            v = (tl_volume){.mesh = bvh};
        }
        tl_volume sampled = v;
        if (s.kind == TL_SHAPE_POLYGON || s.kind == TL_SHAPE_BOX) {
            assert_int_equal(tl_shape_bvh(context, &s, &bvh, NULL), TL_OK);
            sampled = (tl_volume){.mesh = bvh};
        }
        tl_arc_query q = {.kind = TL_ARC_FRONT, .facing_deg = test_random_between(&r, -180, 180)};
        q.left_apex = q.right_apex = (tl_vec2){test_random_between(&r, -50, 50), test_random_between(&r, -50, 50)};
        tl_arc_result any = test(&q, &v);
        q.part = TL_ARC_WHOLE;
        tl_arc_result whole = test(&q, &v);
        double most = -INFINITY, least = INFINITY;
        for (int k = 0; k < 4000; k++) {
            tl_vec3 p = sample_of(&r, &sampled);
            double d = sector_depth(&q, tl_plan(p));
            most = fmax(most, d);
            least = fmin(least, d);
        }
        /* samples never beat the answer, and come close to it */
        assert_true(most <= any.margin_mm + 1e-9 || any.margin_deg == 180);
        if (!(any.margin_mm - most < 6 || any.margin_deg == 180)) {
            print_error("kind %d, case %d: %g, sampled %g\n", (int)s.kind, n, any.margin_mm, most);
            fail();
        }
        assert_true(any.inside == (any.margin_mm > 0 || any.margin_deg == 180 ? TL_VERDICT_YES : TL_VERDICT_NO));
        /* whole: distances to the nearer wall's line, so only inside do both mean the same */
        assert_int_equal(whole.inside == TL_VERDICT_YES, whole.margin_mm > 0);
        if (whole.inside == TL_VERDICT_YES) {
            assert_true(least >= whole.margin_mm - 1e-9);
        } else {
            assert_true(least < 6);
        }
        assert_near(sector_depth(&q, tl_plan(any.point)), any.margin_mm, any.margin_deg == 180 ? INFINITY : 1e-7);
        /* turning by a little less than the margin keeps the answer, by a little more to one side flips it */
        if (any.margin_deg < 170 && any.margin_deg > -130) {
            q.part = TL_ARC_ANY_PART;
            double facing = q.facing_deg;
            int flips = 0;
            for (int side = -1; side <= 1; side += 2) {
                q.facing_deg = facing + side * (fabs(any.margin_deg) - 1e-6);
                bool kept = test(&q, &v).inside == any.inside;
                q.facing_deg = facing + side * (fabs(any.margin_deg) + 1e-6);
                flips += test(&q, &v).inside != any.inside;
                assert_true(kept);
            }
            assert_true(flips >= 1);
        }
        yes += any.inside == TL_VERDICT_YES;
        no += any.inside == TL_VERDICT_NO;
        tl_bvh_destroy(bvh);
    }
    print_message("%d inside, %d outside\n", yes, no);
    assert_true(yes > 100 && no > 100);
    tl_mesh_destroy(mesh);
}

static void wrong_questions_are_refused(void **state) {
    (void)state;
    tl_shape s = disc(0, 0, 5);
    tl_volume v = {.shape = &s}, empty = {0};
    tl_arc_result r;
    tl_arc_query q = {.kind = TL_ARC_FRONT, .half_width_deg = 91};
    assert_int_equal(tl_arc_test(context, &q, &v, 1, &r, NULL), TL_ERROR_ARGUMENT);
    q.half_width_deg = 45;
    assert_int_equal(tl_arc_test(context, &q, &v, 0, &r, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_arc_test(context, &q, &empty, 1, &r, NULL), TL_ERROR_ARGUMENT);
    q.facing_deg = NAN;
    assert_int_equal(tl_arc_test(context, &q, &v, 1, &r, NULL), TL_ERROR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_itself_is_inside),  cmocka_unit_test(discs_by_closed_form),
        cmocka_unit_test(side_arcs_by_both_readings),  cmocka_unit_test(hull_corners_widen_the_front),
        cmocka_unit_test(holding_the_apex_is_inside),  cmocka_unit_test(sampled_outlines_agree),
        cmocka_unit_test(wrong_questions_are_refused),
    };
    return cmocka_run_group_tests_name("arc", tests, setup, teardown);
}
