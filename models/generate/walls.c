/* Field walls of rough stone with a coping, and a hedge. */
#include "content.h"

#include "random.h"

#include <stdio.h>

/* A run of wall along x from x0 to x1, about y = 0: a core, through-stones in courses, a coping. */
static void build_stones(model *m, double x0, double x1, uint32_t seed) {
    dice d = {seed};
    model_part(m, "core");
    solid_box(m, v3(x0 + 0.8, -3.6, 0), v3(x1 - 0.8, 3.6, 18));
    model_part(m, "stones");
    for (int course = 0; course < 3; ++course) {
        double z0 = 6.0 * course, x = x0;
        while (x < x1 - 0.1) {
            double next = x + dice_between(&d, 10, 19);
            next = next > x1 - 7 ? x1 : next;
            double front = dice_between(&d, 4.0, 5.0), back = dice_between(&d, 4.0, 5.0),
                   lean = dice_between(&d, -0.25, 0.25);
            solid_bevel_box(m, v3(x + 0.3, -front, z0 + (course ? 0.15 + lean : 0)),
                            v3(next - 0.3, back, z0 + 5.8 + lean), 0.7);
            x = next;
        }
    }

    model_part(m, "coping");
    int slabs = (int)((x1 - x0) / 14.5);
    for (int i = 0; i < slabs; ++i) {
        double a = mix1(x0, x1, (double)i / slabs), b = mix1(x0, x1, (double)(i + 1) / slabs);
        double lift = dice_between(&d, -0.25, 0.35), shift = dice_between(&d, -0.4, 0.4);
        const rib slab[] = {{a + 0.2, 5.6, 4.8, 17.4, 21.3 + lift, 0.7}, {b - 0.2, 5.6, 4.8, 17.4, 21.5 + lift, 0.7}};
        model_push(m, move(0, shift, 0));
        solid_ribs(m, slab, 2);
        model_pop(m);
    }
}

void build_wall_straight(model *m) {
    build_stones(m, -75, 75, 5);
}

/* Two arms of 80 mm along x and y that meet in a pier; the bend's outer faces lie 0 mm from the middle of the box. */
void build_wall_corner(model *m) {
    static const char *const names[2][3] = {{"core_x", "stones_x", "coping_x"}, {"core_y", "stones_y", "coping_y"}};
    for (int arm = 0; arm < 2; ++arm) {
        int first = m->part_count;
        model_push(m, arm == 0 ? move(0, -37, 0) : compose(move(-37, 0, 0), rotate_z(90)));
        build_stones(m, -31, 43, arm == 0 ? 15 : 25);
        model_pop(m);
        for (int i = 0; i < 3; ++i) {
            snprintf(m->parts[first + i].name, sizeof m->parts[first + i].name, "%s", names[arm][i]);
        }
    }

    model_part(m, "pier");
    model_push(m, move(-37, -37, 0));
    dice d = {9};
    for (int i = 0; i < 4; ++i) {
        double grow_x = dice_between(&d, -0.3, 0.3), grow_y = dice_between(&d, -0.3, 0.3), z = 5.8 * i;
        solid_bevel_box(m, v3(-7 - grow_x, -7 - grow_y, z), v3(7 + grow_x, 7 + grow_y, z + 6.1), 0.8);
    }
    const storey cap[] = {{22.8, -8, 8, 8, 8, 0.8}, {24.6, -8, 8, 8, 8, 0.8}, {27, -4.4, 4.4, 4.4, 4.4, 0.6}};
    solid_storeys(m, cap, COUNT(cap));
    model_pop(m);
}

/* A clipped hedge grown wild: one lumpy loft on a flat foot, with shoots that break the outline. */
void build_hedge(model *m) {
    enum { SECTIONS = 20, RIM = 12 };
    static const vec2 shape[RIM] = {
        {-6, 0},     {0, 0},    {6, 0},       {8.6, 5}, {9.4, 13},  {9, 21},
        {6.2, 27.4}, {0, 29.4}, {-6.2, 27.4}, {-9, 21}, {-9.4, 13}, {-8.6, 5},
    };
    vec3 points[SECTIONS * RIM];
    dice d = {17};
    model_part(m, "leaves");
    for (int s = 0; s < SECTIONS; ++s) {
        bool end = s == 0 || s == SECTIONS - 1;
        double x = -72 + 144.0 * s / (SECTIONS - 1);
        for (int i = 0; i < RIM; ++i) {
            bool foot = i < 3;
            double swell = dice_between(&d, 0.82, 1.08) * (end ? 0.72 : 1),
                   drift = foot ? 0 : dice_between(&d, -1.6, 1.6);
            points[s * RIM + i] = v3(x + drift, shape[i].x * (foot ? 1 : swell), shape[i].y * (foot ? 1 : swell));
        }
    }
    vec3 first = v3(-75.5, 0, 9), last = v3(75.5, 0, 9);
    solid_loft(m, points, SECTIONS, RIM, &first, &last);
    for (int i = 0; i < 11; ++i) {
        double x = -64 + 12.8 * i, size = dice_between(&d, 5.2, 8.2);
        solid_blob(m, v3(x, dice_between(&d, -4, 4), 30 - 0.6 * size), v3(1.2 * size, size, size), 1, 0.3,
                   (uint32_t)i + 300);
    }
}
