/* sight_layout.c: lays bodies, plates, boxes and balls out, and turns the whole at random. */
#include "support/sight_layout.h"

void test_turned(test_mesh *mesh, double angle) {
    double c = cos(angle), s = sin(angle);
    tl_pose pose = {{1, 0, 0}, {0, c, s}, {0, -s, c}, {0, 0, 0}};
    test_mesh_move(mesh, &pose);
}

void test_add_plate(test_case *scene, double near, double thickness, double y0, double y1, double z0, double z1,
                    double angle) {
    double ys[2] = {y0, y1}, zs[2] = {z0, z1};
    bool filled[1] = {true};
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, near, near + thickness, ys, 2, zs, 2, filled);
    test_turned(&mesh, angle);
    test_sight_add(&scene->sight, &mesh, thickness > 0);
}

void test_add_holed(test_case *scene, double near, double thickness, double y0, double y1, double z0, double z1,
                    double angle) {
    double ys[4] = {-TEST_WIDE, y0, y1, TEST_WIDE}, zs[4] = {-TEST_WIDE, z0, z1, TEST_WIDE};
    bool filled[9] = {true, true, true, true, false, true, true, true, true};
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, near, near + thickness, ys, 4, zs, 4, filled);
    test_turned(&mesh, angle);
    test_sight_add(&scene->sight, &mesh, thickness > 0);
}

void test_add_box(test_case *scene, tl_vec3 low, tl_vec3 high) {
    test_mesh mesh = {0};
    test_mesh_box(&mesh, low, high);
    test_sight_add(&scene->sight, &mesh, true);
}

void test_add_bodies(test_case *scene, double distance, tl_vec3 radii, double z) {
    test_mesh a = {0}, b = {0};
    test_mesh_ball(&a, (tl_vec3){0, 0, z}, radii, TEST_RINGS);
    test_mesh_ball(&b, (tl_vec3){distance, 0, z}, radii, TEST_RINGS);
    test_sight_bodies(&scene->sight, &a, &b);
}

void test_add_balls(test_case *scene, double distance) {
    test_add_bodies(scene, distance, (tl_vec3){TEST_RADIUS, TEST_RADIUS, TEST_RADIUS}, 0);
}

double test_place(test_random *random, double distance) {
    return distance * test_random_between(random, 0.3, 0.7);
}
