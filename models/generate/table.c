/* The table: a height field that is level at 0 except for sunken roads, a ditch, a ploughed field and craters. */
#include "content.h"

enum { CELLS_X = 90, CELLS_Y = 60, CELL = 20 };

/* 1 on the road, 0 beyond a verge one cell wide. */
static double road_share(double across, double half_width) {
    return clamp((half_width + CELL - fabs(across)) / CELL, 0, 1);
}

static double crater(double x, double y, double cx, double cy, double radius) {
    double r = hypot(x - cx, y - cy) / radius;
    return r < 1 ? -2 * (1 - r * r) : 0;
}

static double ground(double x, double y) {
    double along_x = road_share(y - 600, 40), along_y = road_share(x - 900, 40);
    double z = -1.5 * fmax(along_x, along_y);
    /* A ditch south of the west road. */
    if (x <= 720 && y == 500) {
        z = fmin(z, x < 720 ? -2 : -1);
    }
    /* Furrows every second row of points. */
    if (x >= 1380 && x <= 1720 && y >= 140 && y <= 420 && (int)(y / CELL) % 2 == 1) {
        z = fmin(z, -1.2);
    }

    z = fmin(z, crater(x, y, 620, 150, 48));
    z = fmin(z, crater(x, y, 1180, 470, 44));
    return fmin(z, crater(x, y, 700, 1060, 56));
}

/* Which part a place belongs to: pictures colour them apart. */
enum { GROUND, ROAD, FIELD, GROUNDS };

static int part_at(double x, double y) {
    if (fabs(y - 600) < 50 || fabs(x - 900) < 50) {
        return ROAD;
    }
    return x > 1370 && x < 1730 && y > 130 && y < 430 ? FIELD : GROUND;
}

void build_board(model *m) {
    static const char *const names[GROUNDS] = {"ground", "road", "field"};
    static vec3 points[(CELLS_X + 1) * (CELLS_Y + 1)];
    static int corners[GROUNDS][6 * CELLS_X * CELLS_Y];
    for (int j = 0; j <= CELLS_Y; ++j) {
        for (int i = 0; i <= CELLS_X; ++i) {
            double x = CELL * i, y = CELL * j;
            points[j * (CELLS_X + 1) + i] = v3(x, y, ground(x, y));
        }
    }

    int count[GROUNDS] = {0};
    for (int j = 0; j < CELLS_Y; ++j) {
        for (int i = 0; i < CELLS_X; ++i) {
            int a = j * (CELLS_X + 1) + i, b = a + 1, c = b + CELLS_X + 1, d = a + CELLS_X + 1;
            int kind = part_at(CELL * (i + 0.5), CELL * (j + 0.5));
            /* Split along the flatter diagonal. */
            bool rising = fabs(points[a].z - points[c].z) <= fabs(points[b].z - points[d].z);
            const int split[2][6] = {{a, b, d, b, c, d}, {a, b, c, a, c, d}};
            for (int k = 0; k < 6; ++k) {
                corners[kind][count[kind]++] = split[rising][k];
            }
        }
    }

    for (int kind = 0; kind < GROUNDS; ++kind) {
        model_part(m, names[kind]);
        model_sheet(m, points, corners[kind], count[kind] / 3);
    }
}
