/* Cameras moved by hand: what was promised to stay under the pointer stays there. */
#include "support/assert_geom.h"

#include "camera/navigate.h"
#include "camera/vector.h"

#define PI 3.14159265358979323846

static const tl_box3 TABLE = {{0, 0, 0}, {1800, 1200, 180}};
enum { WIDTH = 1280, HEIGHT = 800 };

static tlv_view view_of(const tlv_camera *camera) {
    return tlv_view_make(camera, WIDTH, HEIGHT, (tlv_rect){0, 0, WIDTH, HEIGHT}, TABLE, 0);
}

static test_random numbers;

static double random_in(double low, double high) {
    return test_random_between(&numbers, low, high);
}

/* A camera of either kind and a point that it shows. */
static tlv_camera some_camera(tl_vec3 *point) {
    tlv_pose pose = {.target = {random_in(0, 1800), random_in(0, 1200), random_in(0, 100)},
                     .turn = random_in(-PI, PI),
                     .dip = random_in(0.05, 0.5 * PI),
                     .height_mm = random_in(50, 2000),
                     .fov_deg = random_in(0, 1) < 0.3 ? 0 : random_in(10, 70)};
    tlv_camera camera = tlv_pose_camera(&pose);
    tlv_view view = view_of(&camera);
    tl_vec3 from, along;
    tlv_view_pixel_ray(&view, random_in(0, WIDTH), random_in(0, HEIGHT), &from, &along);
    double depth = random_in(0.3, 1.5) * tlv_length(tlv_sub(camera.target, camera.eye));
    *point = tlv_madd(from, along, depth);
    return camera;
}

static void assert_same_pixel(const tlv_camera *a, const tlv_camera *b, tl_vec3 point) {
    tlv_view va = view_of(a), vb = view_of(b);
    tlv_projected pa = tlv_view_project(&va, point), pb = tlv_view_project(&vb, point);
    assert_near(pa.x, pb.x, 1e-6);
    assert_near(pa.y, pb.y, 1e-6);
}

/* The published cameras come back from their poses: the same eye, the same picture. */
static void poses_are_the_cameras(void **state) {
    (void)state;
    const tlv_camera cameras[] = {tlv_camera_top(TABLE, 1.6), tlv_camera_table(TABLE, 1.6),
                                  tlv_camera_frame(TABLE, (tl_vec3){-1, 0.4, 0.6}, 1.6),
                                  tlv_camera_eye((tl_vec3){10, 20, 30}, (tl_vec3){300, 40, 50}, 50)};
    for (size_t i = 0; i < sizeof(cameras) / sizeof(*cameras); i++) {
        tlv_pose pose = tlv_pose_of(&cameras[i]);
        tlv_camera again = tlv_pose_camera(&pose);
        for (int k = 0; k < 8; k++) {
            assert_same_pixel(&cameras[i], &again, tlv_box_corner(TABLE, k));
        }
        if (cameras[i].fov_deg > 0) {
            assert_near(tlv_length(tlv_sub(again.eye, cameras[i].eye)), 0, 1e-6);
        }
    }
}

static void a_ray_is_where_its_pixel_is(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        tl_vec3 point;
        tlv_camera camera = some_camera(&point);
        tlv_view view = view_of(&camera);
        tlv_projected p = tlv_view_project(&view, point);
        tl_vec3 from, along;
        tlv_view_pixel_ray(&view, p.x, p.y, &from, &along);
        tl_vec3 d = tlv_sub(point, from);
        assert_near(tlv_length(along), 1, 1e-12);
        assert_near(tlv_length(tlv_cross(d, along)), 0, 1e-6 * (1 + tlv_length(d)));
    }
}

static void the_point_stays(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        tl_vec3 point;
        tlv_camera camera = some_camera(&point);
        tlv_camera turned = tlv_camera_orbit(&camera, point, random_in(-2, 2), random_in(-2, 2), 0.03);
        assert_same_pixel(&camera, &turned, point);
        tlv_pose pose = tlv_pose_of(&turned);
        assert_true(pose.dip >= 0.03 - 1e-9 && pose.dip <= 0.5 * PI + 1e-9);
        /* level: the picture's right is horizontal */
        assert_near(view_of(&turned).right.z, 0, 1e-9);
        tlv_camera nearer = tlv_camera_zoom(&camera, point, random_in(0.3, 3));
        assert_same_pixel(&camera, &nearer, point);
    }
}

/* A sideways drag by 2 pi comes back. */
static void once_round(void **state) {
    (void)state;
    tl_vec3 point;
    tlv_camera camera = some_camera(&point), turned = camera;
    for (int i = 0; i < 12; i++) {
        turned = tlv_camera_orbit(&turned, point, PI / 6, 0, 0.03);
    }
    assert_near(tlv_length(tlv_sub(turned.eye, camera.eye)), 0, 1e-6);
    assert_near(tlv_length(tlv_sub(turned.target, camera.target)), 0, 1e-6);
}

static void what_is_grabbed_follows(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        tl_vec3 point;
        tlv_camera camera = some_camera(&point);
        tlv_view view = view_of(&camera);
        double x = random_in(0, WIDTH), y = random_in(0, HEIGHT);
        tlv_camera moved = tlv_camera_pan(&camera, &view, point, x, y);
        tlv_view there = view_of(&moved);
        tlv_projected p = tlv_view_project(&there, point);
        assert_near(p.x, x, 1e-6);
        assert_near(p.y, y, 1e-6);
        assert_near(tlv_length(tlv_sub(there.forward, view.forward)), 0, 1e-9);
    }
}

static void zoom_ends_somewhere(void **state) {
    (void)state;
    tlv_camera in = tlv_camera_table(TABLE, 1.6), out = in;
    for (int i = 0; i < 500; i++) {
        in = tlv_camera_zoom(&in, (tl_vec3){900, 600, 0}, 0.8);
        out = tlv_camera_zoom(&out, (tl_vec3){900, 600, 0}, 1.25);
    }
    assert_near(tlv_pose_of(&in).height_mm, 8, 1e-6);
    assert_near(tlv_pose_of(&out).height_mm, 20000, 1e-3);
}

/* A glide is continuous, also where a camera becomes orthographic, and takes the short way round. */
static void glides_are_smooth(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        tl_vec3 point;
        tlv_camera a = some_camera(&point), b = some_camera(&point);
        tlv_camera start = tlv_camera_glide(&a, &b, 0), end = tlv_camera_glide(&a, &b, 1);
        assert_same_pixel(&a, &start, a.target);
        assert_same_pixel(&b, &end, b.target);
        double turned = 0;
        enum { STEPS = 400 };
        tlv_pose before = tlv_pose_of(&a);
        for (int k = 1; k <= STEPS; k++) {
            tlv_camera now = tlv_camera_glide(&a, &b, (double)k / STEPS);
            tlv_pose pose = tlv_pose_of(&now);
            turned += fabs(remainder(pose.turn - before.turn, 2 * PI));
            assert_true(fabs(log(pose.height_mm / before.height_mm)) < 0.02);
            assert_true(fabs(pose.dip - before.dip) < 0.01);
            assert_true(tlv_length(tlv_sub(pose.target, before.target)) < 10);
            before = pose;
        }
        assert_true(turned <= PI + 1e-6);
    }
}

int main(void) {
    numbers = test_random_start("camera", 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_the_cameras), cmocka_unit_test(a_ray_is_where_its_pixel_is),
        cmocka_unit_test(the_point_stays),       cmocka_unit_test(once_round),
        cmocka_unit_test(what_is_grabbed_follows), cmocka_unit_test(zoom_ends_somewhere),
        cmocka_unit_test(glides_are_smooth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
