/* sight_families.c: families of scenes: slits, edges, windows, boxes, heaps and grounds. */
#include "support/sight_layout.h"

#include <stdlib.h>
#include <string.h>

/* --- Truth in plan ------------------------------------------------------------------------------------------------ */

/* A line y = s x + c must stay strictly between low and high at x. */
typedef struct gate {
    double x, low, high;
} gate;

typedef struct plan {
    const gate *gates;
    int count;
    double x[2 * TEST_RINGS], y[2 * TEST_RINGS]; /* the equator */
    double distance;
} plan;

/* How much room the best line of slope s has that meets the equators of both balls and passes all gates; negative: none
 * passes. Both equators are cut by the plane z = 0, so a line of that plane that meets them is a sight line. */
static double room_at(const plan *p, double s) {
    double low = -INFINITY, high = INFINITY;
    for (int i = 0; i < p->count; i++) {
        low = fmax(low, p->gates[i].low - s * p->gates[i].x);
        high = fmin(high, p->gates[i].high - s * p->gates[i].x);
    }
    double lowest = INFINITY, highest = -INFINITY;
    for (int k = 0; k < 2 * TEST_RINGS; k++) {
        double c = p->y[k] - s * p->x[k];
        lowest = fmin(lowest, c);
        highest = fmax(highest, c);
    }
    low = fmax(low, fmax(lowest, lowest - s * p->distance));
    high = fmin(high, fmin(highest, highest - s * p->distance));
    return high - low;
}

/* The best room over all slopes: a grid, refined where the best may lie, for the room changes by less than twice the
 * distance for each unit of slope. Good to about 1e-4. */
static double room(const gate *gates, int count, double distance) {
    enum { COARSE = 400, FINE = 8 };
    plan p = {.gates = gates, .count = count, .distance = distance};
    for (int k = 0; k < 2 * TEST_RINGS; k++) {
        p.x[k] = TEST_RADIUS * cos(TL_PI * k / TEST_RINGS);
        p.y[k] = TEST_RADIUS * sin(TL_PI * k / TEST_RINGS);
    }
    double found[2 * COARSE + 1], step = 0.25 / COARSE, best = -INFINITY;
    for (int i = 0; i <= 2 * COARSE; i++) {
        found[i] = room_at(&p, step * (i - COARSE));
        best = fmax(best, found[i]);
    }
    double close = best - 2 * distance * step;
    for (int i = 0; i <= 2 * COARSE; i++) {
        double centre = step * (i - COARSE), at = found[i], fine = step;
        for (int level = 0; at >= close && level < 5; level++, fine /= 6) {
            double s = centre;
            for (int k = -FINE; k <= FINE; k++) {
                double tried = room_at(&p, s + fine * k / FINE);
                if (tried > at) {
                    at = tried;
                    centre = s + fine * k / FINE;
                }
            }
        }
        best = fmax(best, at);
    }
    return best;
}

/* --- Families ----------------------------------------------------------------------------------------------------- */

static test_truth slit(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double shift = test_random_between(random, -4, 4), angle = test_random_between(random, 0, 6);
    test_add_holed(scene, test_place(random, distance), thickness, shift - width / 2, shift + width / 2, -30, 30,
                   angle);
    test_add_balls(scene, distance);
    scene->least = width / 2;
    return TEST_OPEN;
}

static test_truth gap(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance), angle = test_random_between(random, 0, 6);
    double shift = test_random_between(random, -4, 4);
    test_add_plate(scene, x, thickness, -TEST_WIDE, shift - width / 2, -TEST_WIDE, TEST_WIDE, angle);
    test_add_plate(scene, x, thickness, shift + width / 2, TEST_WIDE, -TEST_WIDE, TEST_WIDE, angle);
    test_add_balls(scene, distance);
    scene->least = width / 2;
    return TEST_OPEN;
}

/* Two parallel edges in depth: plates that overlap by `over` seen along the axis. */
static double overlap_room(double over, double x, double depth, double thickness, double distance) {
    const gate gates[4] = {{x, over / 2, INFINITY},
                           {x + thickness, over / 2, INFINITY},
                           {x + thickness + depth, -INFINITY, -over / 2},
                           {x + 2 * thickness + depth, -INFINITY, -over / 2}};
    return room(gates, 4, distance);
}

static void overlap_at(test_case *scene, double over, double x, double depth, double thickness, double distance) {
    /* the edges run along z: the plan is the equator's plane and decides alone */
    test_add_plate(scene, x, thickness, -TEST_WIDE, over / 2, -TEST_WIDE, TEST_WIDE, 0);
    test_add_plate(scene, x + thickness + depth, thickness, -over / 2, TEST_WIDE, -TEST_WIDE, TEST_WIDE, 0);
    test_add_balls(scene, distance);
}

static test_truth overlap(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance), depth = test_random_between(random, 1, 4);
    overlap_at(scene, width, x, depth, thickness, distance);
    double best = overlap_room(width, x, depth, thickness, distance);
    return fabs(best) < 2e-3 ? TEST_UNKNOWN : best > 0 ? TEST_OPEN : TEST_CLOSED;
}

/* At the width from where the answer turns. */
static double overlap_limit(double x, double depth, double thickness, double distance) {
    double low = -1, high = 4;
    for (int i = 0; i < 26; i++) {
        double middle = 0.5 * (low + high);
        if (overlap_room(middle, x, depth, thickness, distance) > 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

static test_truth overlap_closed(test_case *scene, double width, double distance, double thickness,
                                 test_random *random) {
    double x = test_place(random, distance), depth = test_random_between(random, 1, 4);
    overlap_at(scene, overlap_limit(x, depth, thickness, distance) + width, x, depth, thickness, distance);
    return TEST_CLOSED;
}

static test_truth overlap_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance), depth = test_random_between(random, 1, 4);
    overlap_at(scene, overlap_limit(x, depth, thickness, distance) - width, x, depth, thickness, distance);
    return TEST_OPEN;
}

static test_truth keyholes(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double y = test_random_between(random, -3, 3), z = test_random_between(random, -3, 3), h = width / 2;
    int count = 2 + test_random_below(random, 2);
    for (int i = 0; i < count; i++) {
        test_add_holed(scene, (0.25 + 0.2 * i) * distance, thickness, y - h, y + h, z - h, z + h, 0);
    }
    test_add_balls(scene, distance);
    return TEST_OPEN;
}

static test_truth keyholes_closed(test_case *scene, double width, double distance, double thickness,
                                  test_random *random) {
    keyholes(scene, width, distance, thickness, random);
    test_add_plate(scene, 0.8 * distance, thickness, -TEST_WIDE, TEST_WIDE, -TEST_WIDE, TEST_WIDE, 0);
    return TEST_CLOSED;
}

/* Both balls end at z = TEST_RADIUS in one corner each. */
static test_truth edge_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    test_add_plate(scene, test_place(random, distance), 4 * thickness, -TEST_WIDE, TEST_WIDE, -TEST_WIDE,
                   TEST_RADIUS + width, 0);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

static test_truth edge_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    test_add_plate(scene, test_place(random, distance), 4 * thickness, -TEST_WIDE, TEST_WIDE, -TEST_WIDE,
                   TEST_RADIUS - width, 0);
    test_add_balls(scene, distance);
    return TEST_OPEN;
}

static test_truth closed_box(test_case *scene, double width, double distance, double thickness, test_random *random) {
    test_mesh mesh = {0};
    double in = 17;
    test_mesh_box(&mesh, (tl_vec3){-in - width, -in - width, -in - width},
                  (tl_vec3){in + width, in + width, in + width});
    size_t outer = mesh.triangle_count;
    test_mesh_box(&mesh, (tl_vec3){-in, -in, -in}, (tl_vec3){in, in, in});
    for (size_t i = outer; i < mesh.triangle_count; i++) {
        uint32_t t = mesh.triangles[3 * i];
        mesh.triangles[3 * i] = mesh.triangles[3 * i + 1];
        mesh.triangles[3 * i + 1] = t;
    }
    test_sight_add(&scene->sight, &mesh, thickness > 0 && test_random_below(random, 2) == 0);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

static test_truth pinhole(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double h = width / 2, in = 17, out = 18, y = test_random_between(random, -3, 3);
    test_add_holed(scene, in, 0.1 + thickness, y - h, y + h, y - h, y + h, 0);
    test_add_box(scene, (tl_vec3){-out, -out, -out}, (tl_vec3){-in, out, out});
    test_add_box(scene, (tl_vec3){-out, -out, -out}, (tl_vec3){out, -in, out});
    test_add_box(scene, (tl_vec3){-out, in, -out}, (tl_vec3){out, out, out});
    test_add_box(scene, (tl_vec3){-out, -out, -out}, (tl_vec3){out, out, -in});
    test_add_box(scene, (tl_vec3){-out, -out, in}, (tl_vec3){out, out, out});
    test_add_balls(scene, distance);
    return TEST_OPEN;
}

static double window_room(double shift, double x0, double x1, double thickness, double distance) {
    const gate gates[4] = {
        {x0, -4, 4}, {x0 + thickness, -4, 4}, {x1, shift - 4, shift + 4}, {x1 + thickness, shift - 4, shift + 4}};
    return room(gates, 4, distance);
}

static test_truth windows(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x0 = 0.35 * distance, x1 = test_random_between(random, 0.5, 0.7) * distance, low = 0, high = 60;
    for (int i = 0; i < 26; i++) {
        double middle = 0.5 * (low + high);
        if (window_room(middle, x0, x1, thickness, distance) > 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    double shift = 0.5 * (low + high) + width;
    test_add_holed(scene, x0, thickness, -4, 4, -4, 4, 0);
    test_add_holed(scene, x1, thickness, shift - 4, shift + 4, -4, 4, 0);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

static test_truth windows_closed(test_case *scene, double width, double distance, double thickness,
                                 test_random *random) {
    return windows(scene, width, distance, thickness, random);
}

static test_truth windows_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    windows(scene, -width, distance, thickness, random);
    return TEST_OPEN;
}

static test_truth boxes_same(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance), deep = 2 + width + thickness;
    test_add_box(scene, (tl_vec3){x, -TEST_WIDE, -TEST_WIDE}, (tl_vec3){x + deep, 0, TEST_WIDE});
    test_add_box(scene, (tl_vec3){x, 0, -TEST_WIDE}, (tl_vec3){x + deep, TEST_WIDE, TEST_WIDE});
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

static test_truth boxes_shifted(test_case *scene, double width, double distance, double thickness,
                                test_random *random) {
    double x = test_place(random, distance), deep = 5 + thickness;
    test_add_box(scene, (tl_vec3){x, -TEST_WIDE, -TEST_WIDE}, (tl_vec3){x + deep, 0, TEST_WIDE});
    test_add_box(scene, (tl_vec3){x + width, 0, -TEST_WIDE - width},
                 (tl_vec3){x + deep + width, TEST_WIDE, TEST_WIDE - width});
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* One sheet whose halves meet along a line that only one of them divides. */
static test_truth junction(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance);
    (void)thickness;
    test_mesh mesh = {0};
    double zs[9], left[2] = {-TEST_WIDE, 0}, right[2] = {0, TEST_WIDE}, ends[2] = {-TEST_WIDE, TEST_WIDE};
    bool filled[8] = {true, true, true, true, true, true, true, true};
    for (int i = 0; i <= 8; i++) {
        zs[i] = i == 0   ? -TEST_WIDE
                : i == 8 ? TEST_WIDE
                         : -TEST_WIDE + 15 * i + width * test_random_between(random, -1, 1);
    }
    test_mesh_plate(&mesh, x, x, left, 2, ends, 2, filled);
    test_mesh_plate(&mesh, x, x, right, 2, zs, 9, filled);
    test_sight_add(&scene->sight, &mesh, false);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

static test_truth pushed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance);
    test_add_box(scene, (tl_vec3){x, -TEST_WIDE, -TEST_WIDE}, (tl_vec3){x + 5, width, TEST_WIDE});
    test_add_box(scene, (tl_vec3){x - 0.7 * thickness, 0, -TEST_WIDE - 5}, (tl_vec3){x + 4, TEST_WIDE, TEST_WIDE + 5});
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* A grid of sheets with triangles test_turned over and repeated at random: any winding must do. */
static void messy_sheet(test_case *scene, double x, double width, double thickness, test_random *random) {
    test_mesh mesh = {0};
    double ys[10], zs[10];
    bool filled[81];
    for (int i = 0; i < 10; i++) {
        ys[i] =
            i < 5 ? -TEST_WIDE + (TEST_WIDE - width / 2) * i / 4 : width / 2 + (TEST_WIDE - width / 2) * (i - 5) / 4;
        zs[i] = -TEST_WIDE + 2 * TEST_WIDE * i / 9;
    }
    if (!(width > 0)) {
        ys[4] = -3;
        ys[5] = 3;
    }
    for (int i = 0; i < 81; i++) {
        filled[i] = !(width > 0) || i % 9 != 4 || i / 9 < 2 || i / 9 > 6;
    }
    test_mesh_plate(&mesh, x, x + thickness, ys, 10, zs, 10, filled);
    size_t count = mesh.triangle_count;
    for (size_t i = 0; i < count; i++) {
        uint32_t t[3] = {mesh.triangles[3 * i], mesh.triangles[3 * i + 1], mesh.triangles[3 * i + 2]};
        int chance = test_random_below(random, 8);
        if (chance < 2) {
            mesh.triangles[3 * i] = t[1];
            mesh.triangles[3 * i + 1] = t[0];
        }
        if (chance % 4 == 0) {
            test_mesh_triangle(&mesh, t[chance < 4 ? 1 : 0], t[chance < 4 ? 0 : 1], t[2]);
        }
    }
    test_sight_add(&scene->sight, &mesh, false);
}

static test_truth messy_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    messy_sheet(scene, test_place(random, distance), width, thickness, random);
    test_add_balls(scene, distance);
    return TEST_OPEN;
}

static test_truth messy_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    (void)width;
    messy_sheet(scene, test_place(random, distance), 0, thickness, random);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* A body in the middle of a wall: it sees from its free part. */
static test_truth pierced_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_random_between(random, -10, TEST_RADIUS - 1) - thickness;
    test_add_plate(scene, x, thickness, -TEST_WIDE, TEST_WIDE, -TEST_WIDE, TEST_WIDE,
                   test_random_between(random, 0, 1));
    test_add_holed(scene, test_place(random, distance), thickness, -width, width, -width, width, 0);
    test_add_balls(scene, distance);
    return TEST_UNKNOWN;
}

static test_truth pierced_closed(test_case *scene, double width, double distance, double thickness,
                                 test_random *random) {
    pierced_open(scene, width, distance, thickness, random);
    test_add_plate(scene, 0.8 * distance, thickness, -TEST_WIDE, TEST_WIDE, -TEST_WIDE, TEST_WIDE, 0);
    return TEST_CLOSED;
}

static test_truth touching_closed(test_case *scene, double width, double distance, double thickness,
                                  test_random *random) {
    bool far_side = test_random_below(random, 2) != 0;
    test_add_plate(scene, far_side ? distance - TEST_RADIUS - thickness : TEST_RADIUS, thickness, -TEST_WIDE, TEST_WIDE,
                   -TEST_WIDE, TEST_WIDE, 0);
    test_add_holed(scene, test_place(random, distance), thickness, -width, width, -width, width, 0);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

static test_truth soup(test_case *scene, double width, double distance, double thickness, test_random *random) {
    int count = (int)(width * 10);
    (void)thickness;
    test_mesh mesh = {0};
    for (int i = 0; i < count; i++) {
        double x = test_random_between(random, 20, distance - 20), size = test_random_between(random, 8, 45);
        tl_vec3 at = {x, test_random_between(random, -20, 20), test_random_between(random, -20, 20)};
        uint32_t v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = test_mesh_vertex(&mesh, tl_madd(at, test_random_direction(random), size));
        }
        test_mesh_triangle(&mesh, v[0], v[1], v[2]);
    }
    test_sight_add(&scene->sight, &mesh, false);
    test_add_balls(scene, distance);
    return TEST_UNKNOWN;
}

/* Solid boxes any way round, some over the bodies, some over one another, some test_turned inside out. */
static test_truth blocks(test_case *scene, double width, double distance, double thickness, test_random *random) {
    int count = (int)width;
    (void)thickness;
    for (int i = 0; i < count; i++) {
        test_mesh mesh = {0};
        tl_vec3 half = {test_random_between(random, 1, 14), test_random_between(random, 3, 22),
                        test_random_between(random, 3, 22)};
        test_mesh_box(&mesh, tl_scale(half, -1), half);
        if (test_random_below(random, 4) == 0) {
            for (size_t k = 0; k < mesh.triangle_count; k++) {
                uint32_t t = mesh.triangles[3 * k];
                mesh.triangles[3 * k] = mesh.triangles[3 * k + 1];
                mesh.triangles[3 * k + 1] = t;
            }
        }
        tl_pose pose = test_random_pose(random, 14);
        pose.at.x += test_random_between(random, -10, distance + 10);
        test_mesh_move(&mesh, &pose);
        test_sight_add(&scene->sight, &mesh, test_random_below(random, 4) != 0);
    }
    test_add_balls(scene, distance);
    return TEST_UNKNOWN;
}

/* --- On a ground of their own ------------------------------------------------------------------------------------- */

typedef struct hills {
    double x, radius, height, bumps;
    bool ridge;
} hills;

static double hills_at(void *user, double x, double y) {
    const hills *h = user;
    double z = h->bumps * (sin(x / 3.7) * cos(y / 4.3) - 1), dx = (x - h->x) / h->radius;
    double dy = h->ridge ? 0 : y / h->radius, d = dx * dx + dy * dy;
    return d < 1 ? z * d + h->height * (1 - d) * (1 - d) : z;
}

static void add_ground(test_case *scene, hills *h, double distance, int n) {
    test_mesh mesh = {0};
    double reach = 0.5 * distance + 60;
    test_mesh_field(&mesh, 0.5 * distance - reach, 0.5 * distance + reach, -70, 70, n, hills_at, h);
    scene->ground_slot = (int)test_sight_add(&scene->sight, &mesh, false);
}

/* A barricade that ends in a mound; beyond the mound all is open when the bodies are broad enough to see past it. */
static test_truth mound(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double broad = test_random_between(random, 8, 30), x = 0.5 * distance;
    hills h = {.x = x, .radius = width, .height = 45, .bumps = test_random_between(random, 0, 1)};
    add_ground(scene, &h, distance, 2 * (20 + test_random_below(random, 20)));
    test_add_box(scene, (tl_vec3){x - 2 - thickness, -69, -12},
                 (tl_vec3){x + 2, test_random_between(random, -3, 3), 34});
    test_add_bodies(scene, distance, (tl_vec3){7, broad, 15}, 14.7);
    return TEST_UNKNOWN;
}

static test_truth ground_gap(test_case *scene, double width, double distance, double thickness, test_random *random) {
    hills h = {.x = -1000, .radius = 1, .bumps = 1.5};
    double x = test_place(random, distance), y = test_random_between(random, -2, 2);
    add_ground(scene, &h, distance, 60);
    test_add_box(scene, (tl_vec3){x, -69, -12}, (tl_vec3){x + 1 + thickness, y - width / 2, 60});
    test_add_box(scene, (tl_vec3){x, y + width / 2, -12}, (tl_vec3){x + 1 + thickness, 69, 60});
    test_add_bodies(scene, distance, (tl_vec3){7, 7, 15}, 14.7);
    return TEST_OPEN;
}

static test_truth ground_closed(test_case *scene, double width, double distance, double thickness,
                                test_random *random) {
    hills h = {.x = -1000, .radius = 1, .bumps = 1.5};
    double x = test_place(random, distance), y = test_random_between(random, -2, 2);
    add_ground(scene, &h, distance, 60);
    test_add_box(scene, (tl_vec3){x, -69, -12}, (tl_vec3){x + 3 + thickness, y + width / 2, 60});
    test_add_box(scene, (tl_vec3){x - 1, y - width / 2, -13}, (tl_vec3){x + 2 + thickness, 69, 55});
    test_add_bodies(scene, distance, (tl_vec3){7, 7, 15}, 14.7);
    return TEST_CLOSED;
}

/* Both bodies end at z = 30 in a corner; the ridge's highest line of corners lies `over` above that. */
static void ridge_at(test_case *scene, double over, double distance, test_random *random) {
    hills h = {.x = 0.5 * distance,
               .radius = test_random_between(random, 15, 60),
               .height = 30 + over,
               .bumps = test_random_between(random, 0, 1),
               .ridge = true};
    add_ground(scene, &h, distance, 2 * (15 + test_random_below(random, 30)));
    test_add_bodies(scene, distance, (tl_vec3){7, 7, 15}, 15);
}

static test_truth ridge_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    (void)thickness;
    ridge_at(scene, width, distance, random);
    return TEST_CLOSED;
}

static test_truth ridge_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    (void)thickness;
    ridge_at(scene, -width, distance, random);
    return TEST_OPEN;
}

/* Things as they come on ground that bends. */
static void heap(test_case *scene, int count, double distance, test_random *random) {
    for (int i = 0; i < count; i++) {
        test_mesh mesh = {0};
        tl_vec3 half = {test_random_between(random, 0.5, 8), test_random_between(random, 4, 40),
                        test_random_between(random, 6, 30)};
        test_mesh_box(&mesh, tl_scale(half, -1), half);
        bool upright = test_random_below(random, 3) != 0;
        tl_pose pose = upright ? tl_pose_identity() : test_random_pose(random, 1);
        pose.at = (tl_vec3){test_random_between(random, 0, distance), test_random_between(random, -25, 25),
                            test_random_between(random, -5, 20)};
        test_mesh_move(&mesh, &pose);
        test_sight_add(&scene->sight, &mesh, test_random_below(random, 4) != 0);
    }
}

static void sunk_bodies(test_case *scene, double distance, test_random *random) {
    double broad = test_random_between(random, 6, 32);
    test_add_bodies(scene, distance, (tl_vec3){7, broad, 15}, test_random_between(random, 0, 15));
}

static test_truth heap_on_hills(test_case *scene, double width, double distance, double thickness,
                                test_random *random) {
    (void)thickness;
    hills h = {.x = test_place(random, distance),
               .radius = test_random_between(random, 10, 60),
               .height = test_random_between(random, 5, 40),
               .bumps = test_random_between(random, 0, 2),
               .ridge = test_random_below(random, 2) != 0};
    add_ground(scene, &h, distance, 2 * (5 + test_random_below(random, 25)));
    heap(scene, (int)width, distance, random);
    sunk_bodies(scene, distance, random);
    return TEST_UNKNOWN;
}

/* A ground smaller than what stands on it: bodies and walls reach over its edge, and lines pass beside it. */
static test_truth table_edge(test_case *scene, double width, double distance, double thickness, test_random *random) {
    hills h = {.x = test_place(random, distance),
               .radius = test_random_between(random, 10, 60),
               .height = test_random_between(random, 0, 30),
               .bumps = test_random_between(random, 0, 1)};
    test_mesh mesh = {0};
    double x0 = test_random_between(random, -60, 40), x1 = distance + test_random_between(random, -40, 60);
    double y1 = test_random_between(random, 5, 25);
    test_mesh_field(&mesh, x0, x1, -70, y1, 2 * (5 + test_random_below(random, 15)), hills_at, &h);
    scene->ground_slot = (int)test_sight_add(&scene->sight, &mesh, false);
    test_add_box(scene, (tl_vec3){h.x, -69, -12},
                 (tl_vec3){h.x + 1 + thickness, test_random_between(random, 0, 40), 60});
    heap(scene, (int)width, distance, random);
    sunk_bodies(scene, distance, random);
    return TEST_UNKNOWN;
}

/* A ground with holes, as scans have them. */
static test_truth torn_ground(test_case *scene, double width, double distance, double thickness, test_random *random) {
    hills h = {.x = test_place(random, distance),
               .radius = test_random_between(random, 10, 60),
               .height = test_random_between(random, 0, 30),
               .bumps = test_random_between(random, 0, 1)};
    test_mesh mesh = {0};
    double reach = 0.5 * distance + 60;
    test_mesh_field(&mesh, 0.5 * distance - reach, 0.5 * distance + reach, -70, 70, 12 + test_random_below(random, 20),
                    hills_at, &h);
    size_t kept = 0;
    for (size_t i = 0; i < mesh.triangle_count; i++) {
        if (test_random_between(random, 0, 1) > 0.06 * width) {
            memmove(mesh.triangles + 3 * kept++, mesh.triangles + 3 * i, 3 * sizeof(uint32_t));
        }
    }
    mesh.triangle_count = kept;
    scene->ground_slot = (int)test_sight_add(&scene->sight, &mesh, false);
    test_add_box(scene, (tl_vec3){h.x, -69, -12}, (tl_vec3){h.x + 1 + thickness, 69, 60});
    heap(scene, (int)width, distance, random);
    sunk_bodies(scene, distance, random);
    return TEST_UNKNOWN;
}

/* Bodies beside or in holes of the ground, reaching below it and below what is sunk into it: lines pass under the
 * board. Neither end is underground there, and nothing is touched. */
static test_truth under_board(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double hole = test_random_between(random, 20, 40), x = test_place(random, distance);
    bool holes = test_random_below(random, 2) != 0;
    test_mesh mesh = {0};
    double xs[6] = {-60, -hole, hole, distance - hole, distance + hole, distance + 60};
    double ys[4] = {-70, -40, 40, 70};
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 6; i++) {
            test_mesh_vertex(&mesh, (tl_vec3){xs[i], ys[j], 0.1 * i});
        }
    }
    for (uint32_t j = 0; j < 3; j++) {
        for (uint32_t i = 0; i < 5; i++) {
            bool open = holes ? j == 1 && (i == 1 || i == 3) : i != 2;
            uint32_t v = 6 * j + i;
            if (!open) {
                test_mesh_triangle(&mesh, v, v + 1, v + 7);
                test_mesh_triangle(&mesh, v, v + 7, v + 6);
            }
        }
    }
    scene->ground_slot = (int)test_sight_add(&scene->sight, &mesh, false);
    double slot = test_random_between(random, -13, -4);
    test_add_box(scene, (tl_vec3){x, -69, slot + width / 2}, (tl_vec3){x + 1 + thickness, 69, 60});
    if (test_random_below(random, 4) != 0) { /* only a slot below the wall is left */
        test_add_box(scene, (tl_vec3){x - 1, -69, -60}, (tl_vec3){x + 2 + thickness, 69, slot - width / 2});
    }
    test_add_bodies(scene, distance, (tl_vec3){7, 12, 15}, 0);
    return TEST_OPEN;
}

/* Terraces: upright faces belong to the ground. */
static double terrace_at(void *user, double x, double y) {
    const hills *h = user;
    double z = hills_at(user, x, y);
    return h->bumps + 6 * floor(z / 6);
}

static test_truth terraces(test_case *scene, double width, double distance, double thickness, test_random *random) {
    hills h = {.x = test_place(random, distance), .radius = 50, .height = test_random_between(random, 10, 40)};
    test_mesh mesh = {0};
    enum { STEPS = 40 };
    double x0 = -60, step = (distance + 120) / STEPS;
    (void)thickness;
    for (int i = 0; i < STEPS; i++) { /* treads, and risers between them */
        double x = x0 + step * i, next = x0 + step * (i + 1), z = terrace_at(&h, x + step / 2, 0),
               before = terrace_at(&h, x - step / 2, 0);
        uint32_t v[4];
        for (int riser = 0; riser < (i > 0 && z != before ? 2 : 1); riser++) {
            double xs[4] = {x, x, next, next}, zs[4] = {z, z, z, z};
            if (riser == 1) {
                xs[2] = xs[3] = x;
                zs[0] = zs[1] = before;
            }
            for (int k = 0; k < 4; k++) {
                v[k] = test_mesh_vertex(&mesh, (tl_vec3){xs[k], k == 1 || k == 2 ? -70 : 70, zs[k]});
            }
            test_mesh_triangle(&mesh, v[0], v[1], v[2]);
            test_mesh_triangle(&mesh, v[0], v[2], v[3]);
        }
    }
    scene->ground_slot = (int)test_sight_add(&scene->sight, &mesh, false);
    heap(scene, (int)width, distance, random);
    sunk_bodies(scene, distance, random);
    return TEST_UNKNOWN;
}

#define ALL_WIDTHS                                                                                                     \
    { 0.02, 0.05, 0.06, 0.1, 0.2, 0.5, 1, 2 }

const test_family test_families[] = {
    {"slit", slit, ALL_WIDTHS, false},
    {"gap", gap, ALL_WIDTHS, false},
    {"crack", gap, {1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}, false},
    {"overlap", overlap, ALL_WIDTHS, false},
    {"overlap, closed by", overlap_closed, ALL_WIDTHS, false},
    {"overlap, open by", overlap_open, ALL_WIDTHS, false},
    {"keyholes", keyholes, ALL_WIDTHS, false},
    {"keyholes, closed", keyholes_closed, ALL_WIDTHS, false},
    {"edge, closed by", edge_closed, ALL_WIDTHS, false},
    {"edge, open by", edge_open, ALL_WIDTHS, false},
    {"closed box", closed_box, ALL_WIDTHS, false},
    {"pinhole", pinhole, ALL_WIDTHS, false},
    {"windows, closed by", windows_closed, ALL_WIDTHS, false},
    {"windows, open by", windows_open, ALL_WIDTHS, false},
    {"boxes side by side", boxes_same, {0.5, 2}, false},
    {"boxes shifted", boxes_shifted, {0.1, 1}, false},
    {"T-junctions", junction, {0.5, 2}, false},
    {"boxes pushed in", pushed, ALL_WIDTHS, false},
    {"messy sheet, slit", messy_open, ALL_WIDTHS, false},
    {"messy sheet, closed", messy_closed, {1}, false},
    {"body through wall", pierced_open, {0.2, 2}, false},
    {"body through wall, closed", pierced_closed, {0.2, 2}, false},
    {"wall touches body", touching_closed, {0.2, 2}, false},
    {"soup", soup, {1, 2, 4, 6, 10, 20}, false},
    {"blocks", blocks, {2, 4, 8, 16}, false},
    {"barricade into mound", mound, {6, 10, 14, 20, 30}, true},
    {"gap over ground", ground_gap, ALL_WIDTHS, true},
    {"walls into ground", ground_closed, ALL_WIDTHS, true},
    {"ridge, closed by", ridge_closed, ALL_WIDTHS, true},
    {"ridge, open by", ridge_open, ALL_WIDTHS, true},
    {"heap on hills", heap_on_hills, {1, 3, 6, 12}, true},
    {"table edge", table_edge, {1, 3, 6}, true},
    {"torn ground", torn_ground, {1, 2, 4}, true},
    {"under the board", under_board, {0.1, 0.3, 1, 4}, true},
    {"terraces", terraces, {1, 3, 6}, true},
    {"grazing, closed", test_grazing_closed, {0.5, 2}, true},
    {"grazing, open by", test_grazing_open, {1e-12, 1e-9, 1e-6, 1e-5, 1e-3, 0.05, 1}, true},
    {"T-junctions in floats", test_float_junction, {0.5, 2}, false},
    {"common planes", test_coplanar_closed, {0.06, 0.5, 2, 10}, false},
    {"walls face to face", test_abutting_closed, {0.5, 2}, false},
    {"wall pushed in askew", test_askew_closed, {0.02, 0.06, 0.2, 0.5, 1, 2}, false},
    {"doubled, slit", test_doubled_slit, {0.06, 0.1, 0.5, 2}, false},
    {"doubled, closed", test_doubled_closed, {1}, false},
    {"leaves, open by", test_leaves_open, {0.06, 0.2, 0.5, 1, 2}, false},
    {"leaves, closed", test_leaves_closed, {1}, false},
    {"foils, slit", test_foils_open, {0.06, 0.1, 0.5, 2}, false},
    {"foils, closed", test_foils_closed, {0.02, 0.06, 0.5, 2}, false},
    {"inside out, slit", test_inverted_slit, {0.06, 0.1, 0.5, 2}, false},
    {"inside out, closed", test_inverted_closed, {0.02, 0.5}, false},
    {"torn, open by", test_torn_open, {0.06, 0.1, 0.5, 2}, false},
    {"torn beside", test_torn_beside, {0.5, 2}, false},
    {"sieve", test_sieve, {1, 2, 4}, false},
    {"fins, slit", test_fins_slit, {0.06, 0.1, 0.5, 2}, false},
    {"fins, closed", test_fins_closed, {1}, false},
    {"needles, slit", test_needles_slit, {0.06, 0.1, 0.5, 2}, false},
    {"sunk in flock", test_flock_open, {0.1, 0.5, 2}, true},
    {"sunk in flock, closed", test_flock_closed, {0.1, 0.5, 2}, true},
    {"on rubble", test_rubble_open, {0.5, 2}, true},
    {"on rubble, closed", test_rubble_closed, {0.5, 2}, true},
};
const size_t test_family_count = sizeof(test_families) / sizeof(test_families[0]);
