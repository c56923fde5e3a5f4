/* field.c: a battlefield out of nothing but numbers: 12 houses with rooms and windows, 40 trees, 16 sunk barricades, on
 * the plane or on rolling ground (the design's own battlefield). */
#include "scenes.h"

#include "support/sight_scenes.h"

#include <stdlib.h>
#include <string.h>

/* A grid of cells between planes of x, y and z. */
typedef struct grid {
    const double *lines[3];
    int counts[3];
    bool (*filled)(const int cell[3]);
} grid;

/* The corners of a cell's face that looks along `axis`, up or down, outward; corners are made when first met. */
static void face_corners(test_mesh *mesh, const grid *g, uint32_t *index, const int cell[3], int face, uint32_t v[4]) {
    int axis = face / 2, up = face % 2, u = (axis + 1) % 3, w = (axis + 2) % 3;
    for (int k = 0; k < 4; k++) {
        int at[3] = {cell[0], cell[1], cell[2]};
        at[axis] += up;
        at[u] += k == 1 || k == 2 ? 1 : 0;
        at[w] += k >= 2 ? 1 : 0;
        size_t place = (size_t)((at[2] * g->counts[1] + at[1]) * g->counts[0] + at[0]);
        if (index[place] == UINT32_MAX) {
            tl_vec3 corner = {g->lines[0][at[0]], g->lines[1][at[1]], g->lines[2][at[2]]};
            index[place] = test_mesh_vertex(mesh, corner);
        }
        v[up != 0 ? k : 3 - k] = index[place];
    }
}

static bool cell_filled(const grid *g, const int cell[3]) {
    for (int axis = 0; axis < 3; axis++) {
        if (cell[axis] < 0 || cell[axis] + 1 >= g->counts[axis]) {
            return false;
        }
    }
    return g->filled(cell);
}

/* The boundary of the filled cells: closed, outward, joined. */
static void add_cells(test_mesh *mesh, const grid *g) {
    size_t corners = (size_t)(g->counts[0] * g->counts[1] * g->counts[2]);
    uint32_t *index = bench_need(malloc(corners * sizeof(*index)));
    memset(index, 0xff, corners * sizeof(*index));
    int c[3];
    for (c[2] = 0; c[2] + 1 < g->counts[2]; c[2]++) {
        for (c[1] = 0; c[1] + 1 < g->counts[1]; c[1]++) {
            for (c[0] = 0; c[0] + 1 < g->counts[0]; c[0]++) {
                for (int face = 0; face < 6 && cell_filled(g, c); face++) {
                    int other[3] = {c[0], c[1], c[2]};
                    other[face / 2] += face % 2 != 0 ? 1 : -1;
                    if (!cell_filled(g, other)) {
                        uint32_t v[4];
                        face_corners(mesh, g, index, c, face, v);
                        test_mesh_triangle(mesh, v[0], v[1], v[2]);
                        test_mesh_triangle(mesh, v[0], v[2], v[3]);
                    }
                }
            }
        }
    }
    free(index);
}

/* Walls of 3 mm, two windows of 16 x 24 a side and floor, floors and a roof. */
static bool house_cell(const int c[3]) {
    bool wall_x = c[0] == 0 || c[0] == 6, wall_y = c[1] == 0 || c[1] == 6;
    bool slab = c[2] == 0 || c[2] == 4 || c[2] == 8;
    bool window = (c[2] == 2 || c[2] == 6) &&
                  ((wall_x && !wall_y && (c[1] == 2 || c[1] == 4)) || (wall_y && !wall_x && (c[0] == 2 || c[0] == 4)));
    return slab || ((wall_x || wall_y) && !window);
}

static void add_house(test_mesh *mesh) {
    static const double xs[] = {-60, -57, -40, -24, 24, 40, 57, 60}, ys[] = {-45, -42, -30, -14, 14, 30, 42, 45};
    static const double zs[] = {-8, 1, 12, 36, 48, 51, 62, 86, 98, 101};
    const grid g = {{xs, ys, zs}, {8, 8, 10}, house_cell};
    add_cells(mesh, &g);
}

/* A rough crown on a trunk. */
static void add_tree(test_mesh *mesh, uint64_t *state) {
    tl_vec3 centre = {0, 0, 50};
    test_mesh_ball(mesh, centre, (tl_vec3){18, 18, 25}, 20);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        mesh->vertices[i] =
            tl_madd(mesh->vertices[i], tl_sub(mesh->vertices[i], centre), 0.12 * bench_random(state, -1, 1));
    }
    test_mesh_box(mesh, (tl_vec3){-3, -3, -10}, (tl_vec3){3, 3, 40});
}

static double rolling_height(void *user, double x, double y) {
    static const double hill[6][4] = {{300, 300, 120, 40}, {900, 250, 150, 55},  {1500, 400, 130, 35},
                                      {500, 900, 160, 60}, {1100, 800, 110, 30}, {1550, 950, 140, 50}};
    double z = 2 * sin(x / 37) * cos(y / 29) + 0.8 * sin(x / 11 + 1) * cos(y / 13) + 0.3 * sin(x / 4.1) * sin(y / 3.7);
    (void)user;
    for (int i = 0; i < 6; i++) {
        double dx = (x - hill[i][0]) / hill[i][2], dy = (y - hill[i][1]) / hill[i][2], d = dx * dx + dy * dy;
        z += d < 1 ? hill[i][3] * (1 - d) * (1 - d) : 0;
    }
    return z;
}

static void put(bench_table *table, test_mesh *mesh, double x, double y, uint64_t *state, bool solid) {
    double turn = bench_random(state, 0, 6), c = cos(turn), s = sin(turn);
    tl_pose pose = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}, {x, y, table->ground_slot >= 0 ? rolling_height(NULL, x, y) : 0}};
    test_mesh_move(mesh, &pose);
    bench_table_add(table, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count, solid);
    test_mesh_free(mesh);
}

void bench_field(bench_table *table, bool rolling, uint64_t *state) {
    if (rolling) {
        enum { CELLS = 690 };
        test_mesh ground = {0};
        test_mesh_field(&ground, 0, table->width, 0, table->depth, CELLS, rolling_height, NULL);
        table->ground_slot = (int)table->slot_count;
        bench_table_add(table, ground.vertices, ground.vertex_count, ground.triangles, ground.triangle_count, false);
        test_mesh_free(&ground);
    }
    for (int i = 0; i < 12; i++) {
        test_mesh mesh = {0};
        add_house(&mesh);
        put(table, &mesh, 200 + 130.0 * i, bench_random(state, 150, 1050), state, true);
    }
    for (int i = 0; i < 40; i++) {
        test_mesh mesh = {0};
        add_tree(&mesh, state);
        double x = bench_random(state, 30, 1770), y = bench_random(state, 30, 1170);
        put(table, &mesh, x, y, state, false);
    }
    for (int i = 0; i < 16; i++) {
        test_mesh mesh = {0};
        test_mesh_box(&mesh, (tl_vec3){-40, -3, -12}, (tl_vec3){40, 3, 22});
        double x = bench_random(state, 60, 1740), y = bench_random(state, 60, 1140);
        put(table, &mesh, x, y, state, true);
    }
}
