/* sight_flaws.c: meshes as they come: doubled, torn, turned inside out, sharing planes and edges, standing in one
 * another. docs/terrain-meshes.md says what happens with each. */
#include "support/sight_layout.h"

#include <stdlib.h>

/* --- Seams -------------------------------------------------------------------------------------------------------- */

/* The corners of all of a mesh as single-precision files hold them, at the place where they will stand. */
static void in_floats(const test_case *scene, test_mesh *mesh) {
    const tl_pose *pose = &scene->sight.pose;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = tl_pose_point(pose, mesh->vertices[i]);
        p = (tl_vec3){(double)(float)p.x, (double)(float)p.y, (double)(float)p.z};
        mesh->vertices[i] = tl_pose_local(pose, p);
    }
}

/* Two halves of a sheet meet along a line that only one of them divides, with corners rounded to floats: cracks as wide
 * as rounding makes them. Every corner is off by at most half a unit in the last place of its coordinates. */
test_truth test_float_junction(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance), zs[9];
    double left[2] = {-TEST_WIDE, 0}, right[2] = {0, TEST_WIDE}, ends[2] = {-TEST_WIDE, TEST_WIDE};
    bool filled[8] = {true, true, true, true, true, true, true, true};
    (void)thickness;
    for (int i = 0; i <= 8; i++) {
        zs[i] = i == 0   ? -TEST_WIDE
                : i == 8 ? TEST_WIDE
                         : -TEST_WIDE + 15 * i + width * test_random_between(random, -1, 1);
    }
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, x, x, left, 2, ends, 2, filled);
    test_mesh_plate(&mesh, x, x, right, 2, zs, 9, filled);
    in_floats(scene, &mesh);
    test_sight_add(&scene->sight, &mesh, false);
    test_add_balls(scene, distance);
    tl_vec3 at = scene->sight.pose.at;
    double size = fmax(fabs(at.x), fmax(fabs(at.y), fabs(at.z))) + 700;
    scene->most = size * 0x1p-24 * 2; /* a crack is as wide as two corners are off, a line in it half as clear */
    return TEST_CLOSED;
}

/* Boxes of one depth that overlap by `width`: all their faces lie in common planes. */
test_truth test_coplanar_closed(test_case *scene, double width, double distance, double thickness,
                                test_random *random) {
    double x = test_place(random, distance), deep = 2 + thickness;
    test_add_box(scene, (tl_vec3){x, -TEST_WIDE, -TEST_WIDE}, (tl_vec3){x + deep, width / 2, TEST_WIDE});
    test_add_box(scene, (tl_vec3){x, -width / 2, -TEST_WIDE}, (tl_vec3){x + deep, TEST_WIDE, TEST_WIDE});
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* Walls that stand face to face, divided differently. */
test_truth test_abutting_closed(test_case *scene, double width, double distance, double thickness,
                                test_random *random) {
    enum { CUTS = 9 };
    double x = test_place(random, distance), ys[2] = {0, TEST_WIDE}, zs[CUTS];
    bool filled[CUTS - 1] = {true, true, true, true, true, true, true, true};
    for (int i = 0; i < CUTS; i++) {
        double z = TEST_WIDE * (2.0 * i / (CUTS - 1) - 1);
        zs[i] = i == 0 || i + 1 == CUTS ? z : z + width * test_random_between(random, -1, 1);
    }
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, x, x + 2 + thickness, ys, 2, zs, CUTS, filled);
    test_sight_add(&scene->sight, &mesh, true);
    test_add_box(scene, (tl_vec3){x, -TEST_WIDE, -TEST_WIDE}, (tl_vec3){x + 2 + thickness, 0, TEST_WIDE});
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* A wall pushed into another at an angle, everywhere by `width` or more. */
test_truth test_askew_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance), angle = test_random_between(random, -0.4, 0.4);
    double c = cos(angle), s = sin(angle), deep = 4 + thickness;
    test_add_box(scene, (tl_vec3){x, -TEST_WIDE, -TEST_WIDE}, (tl_vec3){x + deep, 0, TEST_WIDE});
    test_mesh mesh = {0};
    test_mesh_box(&mesh, (tl_vec3){-deep / 2, -width - deep * fabs(s), -TEST_WIDE - 5},
                  (tl_vec3){deep / 2, TEST_WIDE, TEST_WIDE + 5});
    tl_pose pose = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {x + deep / 2, 0, 0}};
    test_mesh_move(&mesh, &pose);
    test_sight_add(&scene->sight, &mesh, true);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* --- Grazing ------------------------------------------------------------------------------------------------------ */

/* Two boxes with tops at 34, or bottoms at 20, and a wall that ends `short_of` that level, from below or from above:
 * beside it lines only pass in that plane, which turning about z keeps to the last bit. */
static void add_grazing(test_case *scene, double short_of, double width, double distance, double thickness,
                        test_random *random) {
    bool hangs = test_random_below(random, 2) == 0;
    double level = hangs ? 20 : 34, other = hangs ? 34 + width : 20 - width, x = test_place(random, distance);
    test_mesh a = {0}, b = {0};
    double low = hangs ? level : test_random_below(random, 2) == 0 ? 0 : other, high = hangs ? other : level;
    test_mesh_box(&a, (tl_vec3){-8, -8, low}, (tl_vec3){8, 8, high});
    test_mesh_box(&b, (tl_vec3){distance - 8, -8, low + (hangs ? 0 : 1)}, (tl_vec3){distance + 8, 8, high});
    double deep = thickness + (test_random_below(random, 2) == 0 ? 0 : 6);
    test_add_plate(scene, x, deep, -TEST_WIDE, TEST_WIDE, hangs ? level + short_of : -5, hangs ? 90 : level - short_of,
                   0);
    test_sight_bodies(&scene->sight, &a, &b);
}

test_truth test_grazing_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    add_grazing(scene, 0, width, distance, thickness, random);
    scene->most = 0;
    return TEST_CLOSED;
}

/* However little it ends short of it. */
test_truth test_grazing_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    add_grazing(scene, width, 1, distance, thickness, random);
    scene->least = 0.999 * width;
    return TEST_OPEN;
}

/* --- Doubled ------------------------------------------------------------------------------------------------------ */

/* Some triangles twice or three times, either way round; and the whole a second time in a slot of its own. */
static void add_doubled(test_case *scene, double x, double y0, double y1, test_random *random) {
    for (int copy = 0; copy < 2; copy++) {
        double ys[4] = {y0, y0 + 0.3 * (y1 - y0), y0 + 0.7 * (y1 - y0), y1}, zs[3] = {-TEST_WIDE, 2, TEST_WIDE};
        bool filled[6] = {true, true, true, true, true, true};
        test_mesh mesh = {0};
        test_mesh_plate(&mesh, x, x, ys, 4, zs, 3, filled);
        size_t count = mesh.triangle_count;
        for (size_t i = 0; i < count; i++) {
            for (int more = test_random_below(random, 3); more > 0; more--) {
                const uint32_t *t = mesh.triangles + 3 * i;
                uint32_t a = t[0], b = t[1], third = t[2];
                bool turn = test_random_below(random, 2) != 0;
                test_mesh_triangle(&mesh, turn ? b : a, turn ? a : b, third);
            }
        }
        test_sight_add(&scene->sight, &mesh, false);
    }
}

test_truth test_doubled_slit(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance);
    (void)thickness;
    add_doubled(scene, x, -TEST_WIDE, 1 - width / 2, random);
    add_doubled(scene, x, 1 + width / 2, TEST_WIDE, random);
    test_add_balls(scene, distance);
    scene->least = width / 2;
    return TEST_OPEN;
}

test_truth test_doubled_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance);
    (void)width;
    (void)thickness;
    add_doubled(scene, x, -TEST_WIDE, TEST_WIDE, random);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* --- Leaves and foils --------------------------------------------------------------------------------------------- */

/* Cards at random, none nearer than `width` to the line from a body's middle to the other's, moved by `aside`. */
static void add_leaves(test_case *scene, int count, double width, double aside, double distance, test_random *random) {
    test_mesh mesh = {0};
    for (int i = 0; i < count;) {
        tl_vec3 at = {test_random_between(random, 25, distance - 25), test_random_between(random, -18, 18),
                      test_random_between(random, -18, 18)};
        tl_vec3 u = tl_scale(test_random_direction(random), test_random_between(random, 3, 9)), corner[4];
        tl_vec3 v = tl_scale(tl_normalise(tl_cross(u, test_random_direction(random))), 6);
        bool clear = false;
        /* on one side of a plane through the line's neighbourhood: all four corners beyond `width` in one direction */
        for (int k = 0; k < 4; k++) {
            corner[k] = tl_madd(tl_madd(at, u, k == 0 || k == 3 ? -0.5 : 0.5), v, k < 2 ? -0.5 : 0.5);
        }
        for (int d = 0; d < 32 && !clear; d++) {
            double angle = TL_PI * d / 16, nearest = INFINITY;
            for (int k = 0; k < 4; k++) {
                nearest = fmin(nearest, (corner[k].y - aside) * cos(angle) + corner[k].z * sin(angle));
            }
            clear = nearest >= width;
        }
        if (clear) {
            uint32_t first = test_mesh_vertex(&mesh, corner[0]);
            for (int k = 1; k < 4; k++) {
                test_mesh_vertex(&mesh, corner[k]);
            }
            test_mesh_triangle(&mesh, first, first + 1, first + 2);
            test_mesh_triangle(&mesh, first, first + 2, first + 3);
            i++;
        }
    }
    test_sight_add(&scene->sight, &mesh, false);
}

test_truth test_leaves_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double aside = test_random_between(random, -6, 6);
    (void)thickness;
    add_leaves(scene, 300, width, aside, distance, random);
    test_add_balls(scene, distance);
    scene->least = width;
    return TEST_OPEN;
}

test_truth test_leaves_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    (void)width;
    add_leaves(scene, 200, 0.5, 0, distance, random);
    test_add_plate(scene, test_place(random, distance), thickness, -TEST_WIDE, TEST_WIDE, -TEST_WIDE, TEST_WIDE,
                   test_random_between(random, 0, 1));
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* Foils one behind the other, each a hundredth thick; their slits in line, or by turns on two sides so far apart that a
 * line through two of them leaves the bodies far behind. */
static void add_foils(test_case *scene, double width, bool in_line, double distance, test_random *random) {
    double x = 0.5 * distance;
    for (int i = 0; i < 5; i++) {
        double y = in_line ? 1 : i % 2 == 0 ? -5 : 5;
        test_add_holed(scene, x + i * width, 0.01 * width, y - width / 2, y + width / 2, -25, 25, 0);
    }
    (void)random;
}

test_truth test_foils_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    (void)thickness;
    add_foils(scene, width, true, distance, random);
    test_add_balls(scene, distance);
    scene->least = width / 2;
    return TEST_OPEN;
}

/* From y = -5 to y = 5 within five times the width of at most 2 mm: the line falls off by more than its length. */
test_truth test_foils_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    (void)thickness;
    add_foils(scene, width, false, distance, random);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* --- Inside out, torn, joined by fins ----------------------------------------------------------------------------- */

static void add_wall(test_case *scene, double x, double deep, double y0, double y1, bool inside_out) {
    test_mesh mesh = {0};
    test_mesh_box(&mesh, (tl_vec3){x, y0, -TEST_WIDE}, (tl_vec3){x + deep, y1, TEST_WIDE});
    for (size_t i = 0; inside_out && i < mesh.triangle_count; i++) {
        uint32_t *t = mesh.triangles + 3 * i, first = t[0];
        t[0] = t[1];
        t[1] = first;
    }
    test_sight_add(&scene->sight, &mesh, true);
}

test_truth test_inverted_slit(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance), deep = 1 + thickness;
    bool both = test_random_below(random, 2) != 0;
    add_wall(scene, x, deep, -TEST_WIDE, -2 - width / 2, true);
    add_wall(scene, x, deep, -2 + width / 2, TEST_WIDE, both);
    test_add_balls(scene, distance);
    scene->least = width / 2;
    return TEST_OPEN;
}

/* One wall, or a body inside a box turned inside out, which is inside it none the less. */
test_truth test_inverted_closed(test_case *scene, double width, double distance, double thickness,
                                test_random *random) {
    bool round_body = test_random_below(random, 2) != 0;
    double x = round_body ? -TEST_RADIUS - width : test_place(random, distance);
    add_wall(scene, x, round_body ? 2 * (TEST_RADIUS + width) : 1 + thickness, -TEST_WIDE, TEST_WIDE, true);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* A sheet of n x n cells, some triangles missing: those that `torn` says. */
static void add_torn(test_case *scene, double x, const double *ys, const double *zs, int n,
                     bool (*torn)(const tl_vec3 corner[3], double limit, test_random *random), double limit,
                     test_random *random) {
    bool filled[400];
    for (int i = 0; i < (n - 1) * (n - 1); i++) {
        filled[i] = true;
    }
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, x, x, ys, n, zs, n, filled);
    size_t kept = 0;
    for (size_t i = 0; i < mesh.triangle_count; i++) {
        const uint32_t *t = mesh.triangles + 3 * i;
        tl_vec3 corner[3] = {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
        uint32_t copy[3] = {t[0], t[1], t[2]};
        if (!torn(corner, limit, random)) {
            for (int k = 0; k < 3; k++) {
                mesh.triangles[3 * kept + (size_t)k] = copy[k];
            }
            kept++;
        }
    }
    mesh.triangle_count = kept;
    test_sight_add(&scene->sight, &mesh, false);
}

static double reach_of(tl_vec3 corner) {
    return fmax(fabs(corner.y), fabs(corner.z));
}

/* What lies in the square round the axis that reaches to `limit`. */
static bool torn_inside(const tl_vec3 corner[3], double limit, test_random *random) {
    (void)random;
    return fmax(reach_of(corner[0]), fmax(reach_of(corner[1]), reach_of(corner[2]))) <= limit;
}

/* A third of what lies wholly outside it. */
static bool torn_outside(const tl_vec3 corner[3], double limit, test_random *random) {
    return fmin(reach_of(corner[0]), fmin(reach_of(corner[1]), reach_of(corner[2]))) > limit &&
           test_random_below(random, 3) == 0;
}

/* A scan that is torn where lines pass: a square of `width` is missing. */
test_truth test_torn_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double h = width / 2, at[6] = {-TEST_WIDE, -20, -h, h, 20, TEST_WIDE};
    (void)thickness;
    add_torn(scene, test_place(random, distance), at, at, 6, torn_inside, h, random);
    test_add_balls(scene, distance);
    scene->least = h;
    return TEST_OPEN;
}

/* Torn only where no line between the bodies passes. */
test_truth test_torn_beside(test_case *scene, double width, double distance, double thickness, test_random *random) {
    enum { CUTS = 17 };
    double ys[CUTS], zs[CUTS];
    (void)thickness;
    for (int i = 0; i < CUTS; i++) {
        double at = TEST_WIDE * (2.0 * i / (CUTS - 1) - 1);
        ys[i] = at + width * test_random_between(random, -1, 1);
        zs[i] = at + width * test_random_between(random, -1, 1);
    }
    add_torn(scene, test_place(random, distance), ys, zs, CUTS, torn_outside, TEST_RADIUS + 12, random);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* A sheet that is a sieve: of cells as wide as `width` up to nearly half are missing. Now and then it stands close to
 * the second body, and the first is small. */
test_truth test_sieve(test_case *scene, double width, double distance, double thickness, test_random *random) {
    enum { MOST = 44 };
    int n = (int)(44 / width) < MOST ? (int)(44 / width) : MOST;
    double at[MOST + 2];
    bool filled[(MOST + 1) * (MOST + 1)];
    double share = test_random_between(random, 0.02, 0.45);
    (void)thickness;
    for (int i = 0; i < n; i++) {
        at[i + 1] = width * (i - 0.5 * (n - 1));
    }
    at[0] = -TEST_WIDE;
    at[n + 1] = TEST_WIDE;
    for (int i = 0; i < (n + 1) * (n + 1); i++) {
        bool rim = i / (n + 1) == 0 || i / (n + 1) == n || i % (n + 1) == 0 || i % (n + 1) == n;
        filled[i] = rim || test_random_between(random, 0, 1) > share;
    }
    bool close = test_random_below(random, 2) != 0;
    double x = close ? distance - test_random_between(random, 17, 40) : test_place(random, distance);
    double small = close ? 0.5 : TEST_RADIUS;
    test_mesh mesh = {0}, a = {0}, b = {0};
    test_mesh_plate(&mesh, x, x, at, n + 2, at, n + 2, filled);
    test_sight_add(&scene->sight, &mesh, false);
    test_mesh_ball(&a, (tl_vec3){0, 0, 0}, (tl_vec3){small, small, small}, close ? 3 : TEST_RINGS);
    test_mesh_ball(&b, (tl_vec3){distance, 0, 0}, (tl_vec3){TEST_RADIUS, TEST_RADIUS, TEST_RADIUS}, TEST_RINGS);
    test_sight_bodies(&scene->sight, &a, &b);
    return TEST_UNKNOWN;
}

/* A sheet with fins on both sides of its inner edges: three and four triangles share them. */
static void add_finned(test_case *scene, double x, double y0, double y1, test_random *random) {
    double ys[3] = {y0, 0.5 * (y0 + y1), y1}, zs[4] = {-TEST_WIDE, -10, 8, TEST_WIDE};
    bool filled[6] = {true, true, true, true, true, true};
    test_mesh mesh = {0};
    test_mesh_plate(&mesh, x, x, ys, 3, zs, 4, filled);
    for (uint32_t row = 0; row < 4; row++) {
        for (int side = -1; side <= 1; side += 2) {
            double z = zs[row] + test_random_between(random, -3, 3),
                   far = x + side * test_random_between(random, 0.5, 6);
            uint32_t v = 3 * row + (test_random_below(random, 2) != 0 ? 1U : 0U);
            uint32_t tip = test_mesh_vertex(
                &mesh, (tl_vec3){far, ys[1] + test_random_between(random, -1, 1) * 0.2 * (y1 - y0), z});
            test_mesh_triangle(&mesh, v, v + 1, tip);
        }
    }
    test_sight_add(&scene->sight, &mesh, false);
}

test_truth test_fins_slit(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance);
    (void)thickness;
    /* fins stay on their own side of the slit: their tips lie within the sheet's span */
    add_finned(scene, x, -TEST_WIDE, -width / 2, random);
    add_finned(scene, x, width / 2, TEST_WIDE, random);
    test_add_balls(scene, distance);
    scene->least = width / 2;
    return TEST_OPEN;
}

test_truth test_fins_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    (void)width;
    (void)thickness;
    add_finned(scene, test_place(random, distance), -TEST_WIDE, TEST_WIDE, random);
    test_add_balls(scene, distance);
    return TEST_CLOSED;
}

/* A slit with needles across it: triangles of no area, which block as segments and points, and no more. */
test_truth test_needles_slit(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance);
    (void)thickness;
    test_add_plate(scene, x, 0, -TEST_WIDE, -width / 2, -TEST_WIDE, TEST_WIDE, 0);
    test_add_plate(scene, x, 0, width / 2, TEST_WIDE, -TEST_WIDE, TEST_WIDE, 0);
    test_mesh mesh = {0};
    for (int i = -4; i <= 4; i++) {
        uint32_t a = test_mesh_vertex(&mesh, (tl_vec3){x, -1, 5.0 * i}),
                 b = test_mesh_vertex(&mesh, (tl_vec3){x, 1, 5.0 * i});
        test_mesh_triangle(&mesh, a, b, test_random_below(random, 2) != 0 ? a : b);
        test_mesh_triangle(&mesh, a, a, a);
    }
    test_sight_add(&scene->sight, &mesh, false);
    test_add_balls(scene, distance);
    scene->least = fmin(width / 2, 2.4);
    return TEST_OPEN;
}

/* --- Feet in things ----------------------------------------------------------------------------------------------- */

typedef struct flock {
    double height;
    uint64_t state;
} flock;

/* Rough everywhere: never above `height`. */
static double flock_at(void *user, double x, double y) {
    const flock *f = user;
    double n = sin(12.9898 * x + 78.233 * y) * 43758.5453;
    return f->height * (n - floor(n));
}

static void add_flock(test_case *scene, double height, double distance) {
    flock f = {.height = height};
    test_mesh mesh = {0};
    test_mesh_field(&mesh, -40, distance + 40, -40, 40, 60, flock_at, &f);
    scene->ground_slot = (int)test_sight_add(&scene->sight, &mesh, false);
}

/* Bodies sunk into flock by `width`; their upper halves rise far above it. */
test_truth test_flock_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    (void)thickness;
    (void)random;
    add_flock(scene, width, distance);
    test_add_bodies(scene, distance, (tl_vec3){7, 7, 15}, 15 - 0.3 * width);
    scene->least = 10;
    return TEST_OPEN;
}

/* And a wall between them that is sunk as well. */
test_truth test_flock_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = test_place(random, distance);
    add_flock(scene, width, distance);
    test_add_box(scene, (tl_vec3){x, -39, -0.2 * width}, (tl_vec3){x + 1 + thickness, 39, 50});
    test_add_bodies(scene, distance, (tl_vec3){7, 7, 15}, 15 - 0.3 * width);
    return TEST_CLOSED;
}

/* Stones round and under both bodies' feet, some piercing them, none higher than 9 mm. */
static void add_rubble(test_case *scene, double width, double distance, test_random *random) {
    add_flock(scene, 0.1, distance);
    for (int i = 0; i < 16; i++) {
        tl_vec3 half = {test_random_between(random, 0.5, 3), test_random_between(random, 0.5, 3),
                        test_random_between(random, 0.5, 3)};
        test_mesh mesh = {0};
        test_mesh_box(&mesh, tl_scale(half, -1), half);
        tl_pose pose = test_random_pose(random, 1);
        pose.at = (tl_vec3){(i % 2 == 0 ? 0 : distance) + test_random_between(random, -9, 9),
                            test_random_between(random, -9, 9), test_random_between(random, -1, 1) + width};
        test_mesh_move(&mesh, &pose);
        test_sight_add(&scene->sight, &mesh, true);
    }
}

test_truth test_rubble_open(test_case *scene, double width, double distance, double thickness, test_random *random) {
    (void)thickness;
    add_rubble(scene, width, distance, random);
    test_add_bodies(scene, distance, (tl_vec3){7, 7, 15}, 15);
    scene->least = 8;
    return TEST_OPEN;
}

test_truth test_rubble_closed(test_case *scene, double width, double distance, double thickness, test_random *random) {
    double x = 0.5 * distance;
    add_rubble(scene, width, distance, random);
    test_add_box(scene, (tl_vec3){x, -39, -2}, (tl_vec3){x + 1 + thickness, 39, 50});
    test_add_bodies(scene, distance, (tl_vec3){7, 7, 15}, 15);
    return TEST_CLOSED;
}
