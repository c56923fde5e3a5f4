/* The corner of a bombed house: two walls in two skins, a scrap of upper floor, rubble. */
#include "content.h"

#include "random.h"

/* Wall height along the wall, by straight pieces. */
typedef struct crest {
    double u, height;
} crest;

typedef struct hole {
    double u0, u1, z0, z1;
} hole;

static double crest_height(const crest *crests, double u) {
    int i = 0;
    while (u > crests[i + 1].u) {
        i += 1;
    }

    return mix1(crests[i].height, crests[i + 1].height, (u - crests[i].u) / (crests[i + 1].u - crests[i].u));
}

/* A wall in elevation: straight below, broken along its courses above. */
static void build_skin(model *m, const crest *crests, int crest_count, const hole *holes, int hole_count, double drop,
                       double z0, double z1, uint32_t seed) {
    vec2 points[256];
    int counts[8] = {0};
    int count = 0;
    dice d = {seed};
    double first = crests[0].u, last = crests[crest_count - 1].u;
    points[count++] = (vec2){first, 0};
    points[count++] = (vec2){last, 0};
    for (double u = last, next; u > first; u = next) {
        next = u - dice_between(&d, 3.6, 8.4);
        next = next < first + 3 ? first : next;
        double height = crest_height(crests, 0.5 * (u + next)) - drop + dice_between(&d, -2.5, 2.5);
        height = fmax(3, height);
        points[count++] = (vec2){u - (u < last ? 0.3 : 0), height + dice_between(&d, -0.9, 0.9)};
        points[count++] = (vec2){next + (next > first ? 0.3 : 0), height + dice_between(&d, -0.9, 0.9)};
    }

    counts[0] = count;
    for (int i = 0; i < hole_count; ++i) {
        hole h = holes[i];
        points[count++] = (vec2){h.u0, h.z0};
        points[count++] = (vec2){h.u1, h.z0};
        points[count++] = (vec2){h.u1, h.z1};
        points[count++] = (vec2){h.u0, h.z1};
        counts[i + 1] = 4;
    }

    solid_slab(m, points, counts, hole_count + 1, z0, z1);
}

static void build_sills(model *m, const hole *holes, int count) {
    for (int i = 0; i < count; ++i) {
        hole h = holes[i];
        if (h.z0 > 0.1) {
            solid_bevel_box(m, v3(h.u0 - 3, h.z0 - 2.6, -1.5), v3(h.u1 + 3, h.z0 + 0.02, 3.0), 0.5);
        }
        solid_bevel_box(m, v3(h.u0 - 3.5, h.z1 - 0.02, -1.0), v3(h.u1 + 3.5, h.z1 + 3.4, 3.0), 0.5);
    }
}

static const crest long_crest[] = {{-75, 118}, {-52, 114}, {-38, 119}, {-12, 110}, {6, 84},
                                   {22, 60},   {44, 54},   {58, 26},   {75, 8}};
static const hole long_holes[] = {{-50, -26, 19, 45}, {-50, -26, 74, 98}, {2, 26, 19, 45}};
static const crest short_crest[] = {{-55, 118}, {-40, 108}, {-18, 92}, {0, 66}, {16, 40}, {26, 24}, {40, 30}, {55, 7}};
static const hole short_holes[] = {{-36, -12, 19, 45}};

/* Elevation coordinates of the two walls; local z runs inwards. */
static const transform long_wall = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, -55, 0}};
static const transform short_wall = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {-75, 0, 0}};

static void build_walls(model *m) {
    model_part(m, "walls");
    model_push(m, long_wall);
    build_skin(m, long_crest, COUNT(long_crest), long_holes, COUNT(long_holes), 0, 0, 3.2, 11);
    model_pop(m);
    model_push(m, short_wall);
    build_skin(m, short_crest, COUNT(short_crest), short_holes, COUNT(short_holes), 1.2, 0.02, 3.24, 12);
    model_pop(m);

    model_part(m, "plaster");
    model_push(m, long_wall);
    build_skin(m, long_crest, COUNT(long_crest), long_holes, COUNT(long_holes), 7, 3.0, 5.2, 13);
    model_pop(m);
    model_push(m, short_wall);
    build_skin(m, short_crest, COUNT(short_crest), short_holes, COUNT(short_holes), 10, 3.02, 5.24, 14);
    model_pop(m);

    model_part(m, "frames");
    model_push(m, long_wall);
    build_sills(m, long_holes, COUNT(long_holes));
    model_pop(m);
    model_push(m, short_wall);
    build_sills(m, short_holes, COUNT(short_holes));
    model_pop(m);
}

static void build_quoins(model *m) {
    model_part(m, "quoins");
    for (int i = 0; i < 16; ++i) {
        double x = i % 2 ? 10.5 : 6, y = i % 2 ? 6 : 10.5, z = 0.3 + 6.7 * i;
        const vec2 outline[] = {{-76.1, -56.1}, {-76.1 + x, -56.1}, {-76.1 + x, -53.5},
                                {-73.5, -53.5}, {-73.5, -56.1 + y}, {-76.1, -56.1 + y}};
        solid_plate(m, outline, COUNT(outline), i == 0 ? 0 : z, z + 6.2, 0, 0.5);
    }
}

static void build_floor(model *m) {
    model_part(m, "floor_1");
    /* Boards of uneven length on joists. */
    dice d = {21};
    for (int i = 0; i < 8; ++i) {
        double y = -52.2 + 6.2 * i, reach = 62 - 5.6 * i + dice_between(&d, -6, 6);
        solid_box(m, v3(-72.5, y, 54), v3(-72.5 + reach, y + 6.0, 56.4 + 0.2 * (i % 2)));
    }
    for (int i = 0; i < 3; ++i) {
        double x = -60 + 16.0 * i;
        model_push(m, move(x, 0, 0));
        solid_box(m, v3(-1.6, -53, 50.6), v3(1.6, 2 - 13.0 * i, 54.8));
        model_pop(m);
    }
    /* A joist that came down. */
    const vec3 fallen[] = {{-38, -51, 52}, {6, 8, 2}};
    vec3 points[8];
    for (int i = 0; i < 2; ++i) {
        vec3 p = fallen[i];
        points[4 * i + 0] = add(p, v3(-1.4, 1.0, -1.6));
        points[4 * i + 1] = add(p, v3(1.4, -1.0, -1.6));
        points[4 * i + 2] = add(p, v3(1.4, -1.0, 1.6));
        points[4 * i + 3] = add(p, v3(-1.4, 1.0, 1.6));
    }
    solid_loft(m, points, 2, 4, NULL, NULL);
}

static void build_rubble(model *m) {
    model_part(m, "rubble");
    static const vec3 heaps[] = {{58, -46, 9},   {66, -60, 7}, {-66, 40, 10}, {-82, 46, 7},
                                 {-58, -38, 11}, {28, -42, 8}, {-64, 6, 7}};
    for (int i = 0; i < COUNT(heaps); ++i) {
        vec3 h = heaps[i];
        solid_rock(m, v3(h.x, h.y, -0.5), v3(1.9 * h.z, 1.5 * h.z, 0.7 * h.z), 1, 0.3, (uint32_t)i + 31);
    }

    /* Stones tumbled over the heaps, then stones that rolled away. */
    dice d = {81};
    for (int i = 0; i < 56; ++i) {
        vec3 h = heaps[i % COUNT(heaps)];
        bool rolled = i >= 35;
        double angle = radians(dice_between(&d, 0, 360)),
               away = rolled ? dice_between(&d, 2.0, 2.7) : dice_between(&d, 0.1, 1.5);
        double s = dice_between(&d, 1.5, rolled ? 2.6 : 3.4), turn_z = dice_between(&d, 0, 180);
        double turn_x = dice_between(&d, -28, 28), turn_y = dice_between(&d, -28, 28);
        int mark = m->triangle_count;
        model_push(m, compose(place(h.x + away * h.z * cos(angle), h.y + 0.75 * away * h.z * sin(angle), 0, turn_z),
                              compose(rotate_x(turn_x), rotate_y(turn_y))));
        solid_bevel_box(m, v3(-1.5 * s, -s, -0.6 * s), v3(1.5 * s, s, 0.6 * s), 0.2 * s);
        model_pop(m);
        model_settle(m, mark);
        /* Stones on a heap lie on its dome, half sunk. */
        double dome = 0.7 * h.z * sqrt(fmax(0, 1 - away * away / 3.2));
        model_raise(m, mark, rolled ? 0 : 0.56 * dome);
    }
}

void build_ruin(model *m) {
    build_walls(m);
    build_quoins(m);
    build_floor(m);
    build_rubble(m);
}
