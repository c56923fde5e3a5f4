/* A two-legged war walker: a cockpit with a cannon on either side, on backward-bending legs. */
#include "content.h"

static void build_toe(model *m, double x, double y, double turn_degrees, double reach) {
    model_push(m, place(x, y, 0, turn_degrees));
    const rib toe[] = {
        {0, 3.6, 3.0, 2.8, 8.2, 0.9},
        {0.45 * reach, 3.9, 3.1, 2.8, 7.2, 1.0},
        {0.8 * reach, 3.4, 2.6, 2.8, 5.6, 0.9},
        {reach, 2.2, 1.7, 2.9, 4.4, 0.6},
    };
    solid_ribs(m, toe, COUNT(toe));
    model_pop(m);
}

/* A bar of armour from `a` to `b` in the leg's plane: an outline with a chamfer, laid on its side. */
static void build_limb(model *m, vec3 a, vec3 b, double wide_a, double wide_b, double thick) {
    vec3 d = sub(b, a);
    double size = length(d), angle = atan2(d.z, d.x) * 180.0 / 3.14159265358979323846;
    const vec2 outline[] = {
        {-0.5 * wide_a, -0.3 * wide_a},
        {0, -0.55 * wide_a},
        {size, -0.5 * wide_b},
        {size + 0.5 * wide_b, -0.25 * wide_b},
        {size + 0.5 * wide_b, 0.25 * wide_b},
        {size, 0.5 * wide_b},
        {0, 0.55 * wide_a},
        {-0.5 * wide_a, 0.3 * wide_a},
    };
    model_push(m, compose(move(a.x, a.y, a.z), compose(rotate_y(-angle), side_view())));
    solid_plate(m, outline, COUNT(outline), -0.5 * thick, 0.5 * thick, 1.0, 1.0);
    model_pop(m);
}

static void build_joint(model *m, vec3 at, double radius, double half_width) {
    const vec2 profile[] = {
        {0.55 * radius, -half_width - 0.8}, {0.62 * radius, -half_width},      {radius - 0.8, -half_width},
        {radius, -half_width + 0.8},        {radius, half_width - 0.8},        {radius - 0.8, half_width},
        {0.62 * radius, half_width},        {0.55 * radius, half_width + 0.8},
    };
    model_push(m, compose(move(at.x, at.y, at.z), rotate_x(90)));
    solid_lathe(m, profile, COUNT(profile), 14);
    model_pop(m);
}

static void build_leg(model *m, double side, double stride) {
    vec3 hip = v3(0, 15.5 * side, 47), knee = v3(9.5 + stride, 18.5 * side, 32);
    vec3 hock = v3(-9.5 + stride, 18.5 * side, 19), ankle = v3(-1.5 + stride, 18.5 * side, 8.2);
    build_joint(m, hip, 7.2, 3.6);
    build_limb(m, v3(hip.x, knee.y, hip.z), knee, 12.5, 9.5, 7.6);
    build_joint(m, knee, 5.0, 5.0);
    build_limb(m, knee, hock, 8.6, 6.2, 6.8);
    build_joint(m, hock, 3.7, 4.2);
    build_limb(m, hock, ankle, 6.4, 6.4, 5.2);
    build_joint(m, ankle, 3.8, 4.4);
    /* Thigh plate, shin piston, hock piston. */
    model_push(m,
               compose(move(0.5 * (hip.x + knee.x), 18.5 * side, 0), side > 0 ? stretch(1, 1, 1) : stretch(1, -1, 1)));
    const vec2 plate[] = {{-5.6, 36.0}, {2.4, 31.2}, {7.4, 35.0}, {6.0, 42.0}, {1.8, 49.4}, {-6.0, 50.6}, {-8.4, 45.0}};
    model_push(m, side_view());
    solid_plate(m, plate, COUNT(plate), -6.0, -3.0, 1.2, 0);
    model_pop(m);
    solid_rivets(m, v3(-5.6, 6.0, 47.4), v3(1.0, 6.0, 47.0), 3, v3(0, 1, 0), 0.7);
    solid_rivets(m, v3(-4.4, 6.0, 38.6), v3(3.6, 6.0, 36.4), 3, v3(0, 1, 0), 0.7);
    model_pop(m);
    solid_bar(m, add(hip, v3(-5.5, 3.2 * side, -3.0)), add(hock, v3(-0.5, 0.6 * side, 3.4)), 1.5, 1.5, 8);
    solid_bar(m, mix(add(hip, v3(-5.5, 3.2 * side, -3.0)), add(hock, v3(-0.5, 0.6 * side, 3.4)), 0.1),
              mix(add(hip, v3(-5.5, 3.2 * side, -3.0)), add(hock, v3(-0.5, 0.6 * side, 3.4)), 0.58), 2.3, 2.3, 8);
    solid_bar(m, add(mix(knee, hock, 0.4), v3(2.0, 0, -2.0)), add(ankle, v3(2.0, 0, 1.0)), 1.1, 1.1, 8);
    /* Foot: a block with two toes forward, one out, one back. */
    model_push(m, move(ankle.x, ankle.y, 0));
    const storey block[] = {
        {2.8, -6, 6.2, 5.6, 6.2, 2.2}, {6.4, -5.4, 5.8, 5.2, 5.8, 2.0}, {10.2, -3.2, 3.4, 4.0, 4.0, 1.4}};
    solid_storeys(m, block, COUNT(block));
    build_toe(m, 3.0, 2.6, 16, 13.5);
    build_toe(m, 3.0, -2.6, -16, 13.5);
    build_toe(m, -3.2, 0, 180, 9.5);
    model_pop(m);
}

static void build_hull(model *m) {
    model_part(m, "hull");
    /* Pelvis block, hip axle, engine behind, slewing ring on top. */
    const rib pelvis[] = {
        {-13, 8.0, 9.5, 43.5, 54, 2.0},   {-10, 11.0, 12.0, 41.0, 57, 2.6}, {8, 11.0, 12.0, 40.0, 57, 2.6},
        {12, 9.0, 10.5, 41.5, 55.5, 2.4}, {15, 5.5, 7.0, 44.5, 52, 1.8},
    };
    solid_ribs(m, pelvis, COUNT(pelvis));
    solid_bar(m, v3(0, -13.5, 47), v3(0, 13.5, 47), 4.6, 4.6, 12);
    solid_bevel_box(m, v3(-18, -7.2, 45.4), v3(-11, 7.2, 53.6), 1.2);
    for (int i = 0; i < 4; ++i) {
        solid_box(m, v3(-18.8, -5.4 + 2.9 * i, 46.8), v3(-17.6, -3.6 + 2.9 * i, 52.4));
    }
    const vec2 ring[] = {{11.6, 55}, {11.6, 57.6}, {10.4, 58.8}, {10.4, 61}};
    solid_lathe(m, ring, COUNT(ring), 20);
    /* Lamp between the hips. */
    solid_bar(m, v3(12.5, 0, 48), v3(17.4, 0, 48), 2.6, 2.9, 12);
    solid_bar(m, v3(16.6, 0, 48), v3(18.0, 0, 48), 2.2, 1.7, 12);
    solid_rivets(m, v3(-8, 12, 54.2), v3(6, 12, 54.2), 5, v3(0, 1, 0), 0.7);
    solid_rivets(m, v3(-8, -12, 54.2), v3(6, -12, 54.2), 5, v3(0, -1, 0), 0.7);
}

static void build_exhaust(model *m, double y) {
    const vec3 pipe[] = {{-20, y, 68}, {-24.4, y, 70}, {-25.6, y, 76}, {-26.2, y, 88}};
    const double radii[] = {1.9, 1.9, 1.9, 1.9};
    solid_tube(m, pipe, radii, COUNT(pipe), 8, false);
    solid_bar(m, v3(-25.7, y, 77), v3(-26.1, y, 85.5), 2.7, 2.7, 8);
}

static void build_turret(model *m) {
    model_part(m, "turret");
    const rib shell_ribs[] = {
        {-21, 9.5, 8.5, 63, 78, 2.4},      {-18.5, 13.0, 11.5, 61, 83.0, 3.2}, {-4, 16.0, 13.5, 60, 90.0, 3.8},
        {10, 16.0, 13.0, 60, 88.5, 3.8},   {20, 13.0, 10.0, 60.6, 81.0, 3.2},  {27, 8.6, 7.0, 63.0, 73.5, 2.4},
        {29.4, 5.4, 5.0, 65.4, 70.6, 1.6},
    };
    solid_ribs(m, shell_ribs, COUNT(shell_ribs));
    /* Brow over the vision slit, and the slit block itself. */
    model_push(m, compose(move(15.0, 0, 84.4), rotate_y(37)));
    solid_bevel_box(m, v3(-4.5, -10.8, -1.2), v3(2.6, 10.8, 1.6), 0.8);
    for (int i = -1; i <= 1; ++i) {
        solid_bevel_box(m, v3(2.0, 6.4 * i - 2.4, -0.6), v3(5.6, 6.4 * i + 2.4, 0.8), 0.3);
    }
    model_pop(m);
    /* Cheek plates. */
    for (int side = -1; side <= 1; side += 2) {
        model_push(m, stretch(1, side, 1));
        model_push(m, compose(move(0, 15.2, 0), side_view()));
        const vec2 cheek[] = {{-14, 63.5}, {12, 63.0}, {19, 66.5}, {17.5, 74}, {11, 80.5}, {-12, 80.5}, {-16, 74}};
        solid_plate(m, cheek, COUNT(cheek), -1.7, 2.5, 1.0, 0);
        model_pop(m);
        solid_rivets(m, v3(-11.5, 16.8, 78.4), v3(9.6, 16.8, 78.4), 6, v3(0, 1, 0), 0.75);
        solid_rivets(m, v3(-11.5, 16.8, 65.6), v3(11.0, 16.8, 65.2), 6, v3(0, 1, 0), 0.75);
        /* Gun trunnion. */
        solid_bar(m, v3(-1, 12, 71.5), v3(-1, 20.4, 71.5), 5.0, 4.4, 12);
        solid_bar(m, v3(-1, 14, 71.5), v3(-1, 18.2, 71.5), 6.4, 5.8, 12);
        build_exhaust(m, 8.2);
        model_pop(m);
    }
    /* Hatch with hinges and a periscope. */
    model_push(m, compose(move(-7, 3.6, 88.6), rotate_y(-3)));
    const vec2 hatch[] = {{6.4, -1}, {6.4, 1.4}, {5.6, 2.1}, {5.0, 2.1}, {4.4, 2.9}, {0, 3.4}};
    solid_lathe(m, hatch, COUNT(hatch), 12);
    solid_bevel_box(m, v3(-7.4, -2.8, -0.6), v3(-5.0, 2.8, 2.8), 0.5);
    model_pop(m);
    solid_bevel_box(m, v3(2.6, -9.0, 87), v3(6.4, -5.0, 92.6), 0.7);
    solid_bevel_box(m, v3(5.4, -8.4, 90.0), v3(7.2, -5.6, 92.0), 0.3);
    /* Engine deck: grille and stowage. */
    for (int i = 0; i < 4; ++i) {
        model_push(m, compose(move(-12.4 - 2.0 * i, 0, 86.2 - 0.98 * i), rotate_y(-26)));
        solid_box(m, v3(-0.5, -8.5, -1.6), v3(0.5, -1.2, 1.1));
        model_pop(m);
    }
    solid_bevel_box(m, v3(-24.6, -6.0, 63.4), v3(-19.4, 6.0, 70.4), 1.2);
    /* Chin lamp. */
    solid_bar(m, v3(25.0, 0, 68), v3(31.2, 0, 68), 2.1, 2.1, 10);
}

static void build_gun(model *m, double side) {
    model_push(m, move(0, 25.2 * side, 71.5));
    const rib receiver[] = {
        {-15, 3.6, 3.6, -4.2, 4.2, 1.2},  {-13, 5.0, 5.0, -5.6, 5.8, 1.6},  {8, 5.0, 5.0, -5.6, 5.8, 1.6},
        {11.5, 4.2, 4.2, -4.6, 4.6, 1.6}, {13.5, 3.4, 3.4, -3.4, 3.4, 1.3},
    };
    solid_ribs(m, receiver, COUNT(receiver));
    model_push(m, rotate_y(90));
    const vec2 barrel[] = {
        {3.4, 10.5}, {3.4, 18.5}, {2.7, 19.5}, {2.5, 33},   {2.2, 34},   {2.1, 42},   {3.2, 42.6}, {3.4, 45.0},
        {2.6, 45.4}, {2.6, 46.4}, {3.4, 46.8}, {3.2, 50.4}, {2.6, 50.8}, {1.5, 50.8}, {1.3, 48.6},
    };
    solid_lathe(m, barrel, COUNT(barrel), 12);
    model_pop(m);
    /* Recoil cylinder above, ammunition drum below, breech lock behind. */
    solid_bar(m, v3(4, 0, 5.2), v3(24, 0, 5.0), 1.7, 1.7, 8);
    solid_bar(m, v3(21.5, 0, 5.0), v3(25.6, 0, 5.0), 2.2, 2.0, 8);
    solid_bevel_box(m, v3(21.4, -1.3, 1.5), v3(23.2, 1.3, 5.2), 0.3);
    solid_bar(m, v3(-4.5, 4.4 * side, -6.6), v3(-4.5, -4.4 * side, -6.6), 4.8, 4.8, 12);
    solid_bar(m, v3(-4.5, 5.4 * side, -6.6), v3(-4.5, -2.0 * side, -6.6), 2.4, 2.4, 8);
    solid_bevel_box(m, v3(-18.4, -2.4, -2.6), v3(-14.2, 2.4, 2.6), 0.7);
    solid_rivets(m, v3(-11, 5.0 * side, 3.0), v3(6, 5.0 * side, 3.0), 5, v3(0, side, 0), 0.7);
    model_pop(m);
}

static void build_antenna(model *m) {
    model_part(m, "antenna");
    solid_bar(m, v3(-16.6, -9.4, 79.5), v3(-16.6, -9.4, 85.6), 1.7, 1.3, 8);
    const vec3 whip[] = {{-16.6, -9.4, 84}, {-17.2, -9.6, 100}, {-18.8, -10.0, 116}};
    const double radii[] = {0.75, 0.6, 0.45};
    solid_tube(m, whip, radii, COUNT(whip), 6, true);
}

void build_walker(model *m) {
    build_hull(m);
    build_turret(m);
    model_part(m, "gun_left");
    build_gun(m, 1);
    model_part(m, "gun_right");
    build_gun(m, -1);
    build_antenna(m);
    model_part(m, "leg_left");
    build_leg(m, 1, 3.5);
    model_part(m, "leg_right");
    build_leg(m, -1, -3.5);
    model_part(m, "base");
    solid_base(m, 80);
}
