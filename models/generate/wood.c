/* Trees, the base plate of a wood, and a whole wood. */
#include "content.h"

#include "random.h"

#include <stdio.h>

static void build_roots(model *m, double radius, uint32_t seed) {
    dice d = {seed};
    for (int i = 0; i < 4; ++i) {
        double angle = radians(90.0 * i + dice_between(&d, -25, 25)), c = cos(angle), s = sin(angle);
        const vec3 root[] = {{0.3 * radius * c, 0.3 * radius * s, 1.6 * radius},
                             {1.1 * radius * c, 1.1 * radius * s, 0.5 * radius},
                             {1.9 * radius * c, 1.9 * radius * s, 0.25 * radius}};
        const double radii[] = {0.55 * radius, 0.45 * radius, 0.22 * radius};
        solid_tube(m, root, radii, COUNT(root), 5, false);
    }
}

static void oak_trunk(model *m, double size, uint32_t seed) {
    const vec3 trunk[] = {{0, 0, 0}, {0.2, 0.3, 4}, {0.9, -0.4, 16}, {-0.3, 0.5, 30}, {0.6, 0.2, 48}};
    const double radii[] = {4.8, 3.7, 3.0, 2.6, 1.8};
    model_push(m, stretch(size, size, size));
    solid_tube(m, trunk, radii, COUNT(trunk), 8, false);
    build_roots(m, 3.6, seed);
    const vec3 limbs[] = {{15, 6, 42}, {-13, 9, 40}, {-4, -15, 44}};
    for (int i = 0; i < COUNT(limbs); ++i) {
        const vec3 limb[] = {{0.4, 0, 22.0 + 2 * i}, mix(v3(0, 0, 30), limbs[i], 0.5), limbs[i]};
        const double thin[] = {1.9, 1.5, 0.9};
        solid_tube(m, limb, thin, 3, 6, false);
    }
    model_pop(m);
}

static void oak_crown(model *m, double size, uint32_t seed) {
    static const double lobes[6][6] = {
        {0, 0, 56, 19, 18, 15},    {15, 7, 46, 14, 13, 11}, {-14, 9, 45, 14, 14, 11},
        {-4, -15, 47, 14, 13, 12}, {9, -9, 60, 11, 11, 10}, {-8, 5, 64, 11, 11, 10},
    };
    model_push(m, stretch(size, size, size));
    for (int i = 0; i < 6; ++i) {
        const double *l = lobes[i];
        solid_blob(m, v3(l[0], l[1], l[2]), v3(l[3], l[4], l[5]), 1, 0.2, seed * 16 + (uint32_t)i);
    }
    model_pop(m);
}

static void poplar_trunk(model *m, double size, uint32_t seed) {
    const vec3 trunk[] = {{0, 0, 0}, {0, 0, 3}, {0.4, 0.2, 16}, {-0.2, 0.2, 40}};
    const double radii[] = {3.4, 2.7, 2.2, 1.6};
    model_push(m, stretch(size, size, size));
    solid_tube(m, trunk, radii, COUNT(trunk), 8, false);
    build_roots(m, 2.6, seed);
    model_pop(m);
}

static void poplar_crown(model *m, double size, uint32_t seed) {
    static const double lobes[5][6] = {
        {0, 0, 32, 10, 10.5, 17}, {1.5, -2.5, 50, 10.5, 9.5, 19}, {-2.5, 2, 66, 9.5, 9.5, 18},
        {1, 1, 84, 7, 7, 18},     {3, 4, 41, 8.5, 8, 15},
    };
    model_push(m, stretch(size, size, size));
    for (int i = 0; i < 5; ++i) {
        const double *l = lobes[i];
        solid_blob(m, v3(l[0], l[1], l[2]), v3(l[3], l[4], l[5]), 1, 0.16, seed * 16 + (uint32_t)i);
    }
    model_pop(m);
}

static void pine_trunk(model *m, double size, uint32_t seed) {
    const vec3 trunk[] = {{0, 0, 0}, {0, 0, 3}, {0.2, 0, 24}, {0, 0, 76}};
    const double radii[] = {3.8, 3.0, 2.4, 1.0};
    model_push(m, stretch(size, size, size));
    solid_tube(m, trunk, radii, COUNT(trunk), 8, false);
    build_roots(m, 2.8, seed);
    model_pop(m);
}

/* Skirts of branches: the rim alternates between tips and notches, the underside is hollowed. */
static void pine_crown(model *m, double size, uint32_t seed) {
    dice d = {seed};
    model_push(m, stretch(size, size, size));
    for (int tier = 0; tier < 5; ++tier) {
        double radius = 23 - 3.7 * tier, z = 16 + 14.5 * tier, height = 27 - 2.2 * tier;
        enum { RIM = 18 };
        vec3 points[3 * RIM];
        for (int i = 0; i < RIM; ++i) {
            double angle = radians(360.0 * i / RIM + 11 * tier), c = cos(angle), s = sin(angle);
            double reach = radius * (i % 2 ? 0.74 : 1.0) * dice_between(&d, 0.9, 1.04);
            double droop = i % 2 ? 2.6 : dice_between(&d, -1.2, 0.6);
            points[i] = v3(0.32 * radius * c, 0.32 * radius * s, z + 4.6);
            points[RIM + i] = v3(reach * c, reach * s, z + droop);
            points[2 * RIM + i] = v3(0.4 * reach * c, 0.4 * reach * s, z + 0.45 * height);
        }
        vec3 tip = v3(0, 0, z + height);
        solid_loft(m, points, 3, RIM, NULL, &tip);
    }
    model_pop(m);
}

void build_tree_oak(model *m) {
    model_part(m, "trunk");
    oak_trunk(m, 1.15, 1);
    model_settle(m, 0);
    model_part(m, "crown");
    oak_crown(m, 1.15, 1);
}

void build_tree_poplar(model *m) {
    model_part(m, "trunk");
    poplar_trunk(m, 1.05, 2);
    model_settle(m, 0);
    model_part(m, "crown");
    poplar_crown(m, 1.05, 2);
}

void build_tree_pine(model *m) {
    model_part(m, "trunk");
    pine_trunk(m, 1.0, 3);
    model_settle(m, 0);
    model_part(m, "crown");
    pine_crown(m, 1.0, 3);
}

static void build_plate(model *m) {
    enum { RIM = 36 };
    vec2 outline[RIM];
    for (int i = 0; i < RIM; ++i) {
        double angle = radians(360.0 * i / RIM), c = cos(angle), s = sin(angle);
        double wave = 1 + 0.045 * sin(3 * angle + 0.7) + 0.035 * sin(5 * angle + 2.1) - 0.07;
        double round = pow(pow(fabs(c), 2.6) + pow(fabs(s), 2.6), -1 / 2.6);
        outline[i] = (vec2){158 * wave * round * c, 127 * wave * round * s};
    }
    solid_plate(m, outline, RIM, 0, 2, 0, 1.8);
}

void build_wood_base(model *m) {
    model_part(m, "plate");
    build_plate(m);
}

typedef enum species {
    OAK,
    POPLAR,
    PINE,
} species;

typedef struct standing {
    species kind;
    double x, y, turn, size;
} standing;

static const standing trees[] = {
    {OAK, -88, 52, 20, 1.15},    {PINE, -30, 74, 0, 1.05},   {POPLAR, 34, 68, 40, 1.0}, {OAK, 96, 48, 130, 1.05},
    {PINE, -106, -18, 50, 0.95}, {POPLAR, -34, 8, 0, 1.08},  {OAK, 34, 0, 200, 1.2},    {PINE, 108, -24, 15, 1.1},
    {OAK, -62, -70, 260, 1.0},   {POPLAR, 4, -80, 90, 0.94}, {PINE, 66, -76, 30, 0.9},
};

static void build_undergrowth(model *m) {
    static const vec3 bushes[] = {{-70, 20, 7}, {0, 42, 6},    {72, 84, 6},   {72, 20, 7},
                                  {-6, -36, 6}, {-112, 30, 6}, {100, -62, 7}, {-22, -88, 5}};
    model_part(m, "bushes");
    for (int i = 0; i < COUNT(bushes); ++i) {
        vec3 b = bushes[i];
        solid_rock(m, v3(b.x, b.y, 2 + 0.5 * b.z), v3(1.1 * b.z, 1.2 * b.z, b.z), 1, 0.28, (uint32_t)i + 90);
        solid_rock(m, v3(b.x + 0.8 * b.z, b.y - 0.5 * b.z, 2 + 0.2 * b.z), v3(0.8 * b.z, 0.7 * b.z, 0.6 * b.z), 0, 0.2,
                   (uint32_t)i + 190);
    }

    model_part(m, "stones");
    static const vec3 stones[] = {{-76, -22, 5}, {58, -36, 6}, {6, 92, 5}, {128, 14, 5}, {-40, 44, 4}};
    for (int i = 0; i < COUNT(stones); ++i) {
        vec3 b = stones[i];
        solid_rock(m, v3(b.x, b.y, 2.4), v3(1.3 * b.z, b.z, 0.8 * b.z), 1, 0.2, (uint32_t)i + 60);
    }
}

void build_wood(model *m) {
    static void (*const trunks[])(model *, double, uint32_t) = {oak_trunk, poplar_trunk, pine_trunk};
    static void (*const crowns[])(model *, double, uint32_t) = {oak_crown, poplar_crown, pine_crown};
    build_wood_base(m);
    for (int i = 0; i < COUNT(trees); ++i) {
        standing t = trees[i];
        char name[32];
        int mark = m->triangle_count;
        model_push(m, place(t.x, t.y, 0, t.turn));
        snprintf(name, sizeof name, "tree_%d_trunk", i + 1);
        model_part(m, name);
        trunks[t.kind](m, t.size, (uint32_t)i + 20);
        snprintf(name, sizeof name, "tree_%d_crown", i + 1);
        model_part(m, name);
        crowns[t.kind](m, t.size, (uint32_t)i + 20);
        model_pop(m);
        model_settle(m, mark);
    }
    build_undergrowth(m);
}
