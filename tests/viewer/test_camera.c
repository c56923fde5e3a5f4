/* Cameras moved by hand: what was promised to stay under the pointer stays there. */
#include "support/assert_geom.h"

#include "camera/navigate.h"

#define PI 3.14159265358979323846

/* What single precision leaves: pixels, mm on a table of two metres, and radians. */
static const double PIXEL = 5e-3, MM = 3e-3, RAD = 1e-6;

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
    double depth = random_in(0.3, 1.5) * tl_length(tl_sub(camera.target, camera.eye));
    *point = tl_madd(from, along, depth);
    return camera;
}

static void assert_same_pixel(const tlv_camera *a, const tlv_camera *b, tl_vec3 point) {
    tlv_view va = view_of(a), vb = view_of(b);
    tlv_projected pa = tlv_view_project(&va, point), pb = tlv_view_project(&vb, point);
    if (pb.depth > vb.near_mm) { /* beside or behind the camera pixels say little */
        assert_near(pa.x, pb.x, PIXEL + 2e-6 * fabs(pb.x));
        assert_near(pa.y, pb.y, PIXEL + 2e-6 * fabs(pb.y));
    }
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
            assert_near(tl_length(tl_sub(again.eye, cameras[i].eye)), 0, MM);
        }
    }
}

/* Nearly straight down, where what is level of the viewing direction is next to nothing, a camera keeps its turn. */
static void nothing_turns_when_looking_down(void **state) {
    (void)state;
    for (int i = 0; i < 300; i++) {
        tlv_pose pose = {.target = {900, 600, 0},
                         .turn = random_in(-PI, PI),
                         .dip = 0.5 * PI - pow(10, random_in(-9, -1)),
                         .height_mm = 1000,
                         .fov_deg = i % 2 ? 30 : 0};
        tlv_camera camera = tlv_pose_camera(&pose);
        tlv_pose found = tlv_pose_of(&camera);
        assert_near(remainder(found.turn - pose.turn, 2 * PI), 0, RAD);
        tlv_camera turned = tlv_camera_orbit(&camera, pose.target, 0, 0, 0.03);
        assert_same_pixel(&camera, &turned, (tl_vec3){1300, 500, 20});
    }
}

/* A camera's pixel of a point worked out by hand in double precision, wherever the table lies in the world and
 * whichever part of the viewport the camera is made for. */
static void pixels_are_as_worked_out(void **state) {
    (void)state;
    for (int i = 0; i < 4000; i++) {
        tl_vec3 point;
        tlv_camera camera = some_camera(&point);
        const double places[3] = {0, 1e5, 1e8};
        const tl_vec3 away = {places[i % 3], -places[i % 3], 0.25 * places[i % 3]};
        camera.eye = tl_add(camera.eye, away), camera.target = tl_add(camera.target, away);
        point = tl_add(point, away);
        tlv_rect part = {40 + i % 200, 30 + i % 70, 700, 500};
        tlv_view view =
            tlv_view_make(&camera, WIDTH, HEIGHT, part, (tl_box3){away, tl_add(away, (tl_vec3){1800, 1200, 180})}, 0);
        tl_vec3 forward = tl_normalise(tl_sub(camera.target, camera.eye));
        tl_vec3 right = tl_normalise(tl_cross(forward, camera.up)), up = tl_cross(right, forward);
        tl_vec3 d = tl_sub(point, camera.eye);
        double depth = tl_dot(d, forward),
               half = camera.fov_deg > 0 ? depth * tan(camera.fov_deg * PI / 360) : 0.5 * camera.height_mm;
        double per_mm = 0.5 * part.height / half;
        tlv_projected p = tlv_view_project(&view, point);
        assert_near(p.depth, depth, MM + RAD * fabs(depth));
        assert_near(p.x, part.x + 0.5 * part.width + tl_dot(d, right) * per_mm, PIXEL);
        assert_near(p.y, part.y + 0.5 * part.height - tl_dot(d, up) * per_mm, PIXEL);
        tl_vec3 from, along;
        tlv_view_pixel_ray(&view, p.x, p.y, &from, &along);
        assert_near(tl_length(tl_cross(tl_sub(point, from), along)), 0, MM);
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
        tl_vec3 d = tl_sub(point, from);
        assert_near(tl_length(along), 1, RAD);
        assert_near(tl_length(tl_cross(d, along)), 0, MM);
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
        assert_true(pose.dip >= 0.03 - RAD && pose.dip <= 0.5 * PI + RAD);
        /* level: the picture's right is horizontal */
        assert_near((double)view_of(&turned).right[2], 0, RAD);
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
    assert_near(tl_length(tl_sub(turned.eye, camera.eye)), 0, 12 * MM);
    assert_near(tl_length(tl_sub(turned.target, camera.target)), 0, 12 * MM);
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
        assert_near(p.x, x, PIXEL);
        assert_near(p.y, y, PIXEL);
        assert_near(tl_distance(tlv_widened(there.forward), tlv_widened(view.forward)), 0, RAD);
    }
}

static void zoom_ends_somewhere(void **state) {
    (void)state;
    tlv_camera in = tlv_camera_table(TABLE, 1.6), out = in;
    for (int i = 0; i < 500; i++) {
        in = tlv_camera_zoom(&in, (tl_vec3){900, 600, 0}, 0.8);
        out = tlv_camera_zoom(&out, (tl_vec3){900, 600, 0}, 1.25);
    }
    assert_near(tlv_pose_of(&in).height_mm, 8, 8 * RAD);
    assert_near(tlv_pose_of(&out).height_mm, 20000, 20000 * RAD);
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
            assert_true(tl_length(tl_sub(pose.target, before.target)) < 10);
            before = pose;
        }
        assert_true(turned <= PI + 1e-6);
    }
}

int main(void) {
    numbers = test_random_start("camera", 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_the_cameras),    cmocka_unit_test(nothing_turns_when_looking_down),
        cmocka_unit_test(pixels_are_as_worked_out), cmocka_unit_test(a_ray_is_where_its_pixel_is),
        cmocka_unit_test(the_point_stays),          cmocka_unit_test(once_round),
        cmocka_unit_test(what_is_grabbed_follows),  cmocka_unit_test(zoom_ends_somewhere),
        cmocka_unit_test(glides_are_smooth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
