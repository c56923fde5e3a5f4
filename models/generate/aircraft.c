/* A twin-engined gunship with a bent wing and a double fin, on a clear rod. */
#include "content.h"

static const double flight_height = 121;

/* One wing section at span `y`: leading edge x, chord, height, thickness. */
typedef struct airfoil {
    double y, lead, chord, z, thick;
} airfoil;

static void airfoil_section(vec3 *out, airfoil a) {
    static const vec2 shape[10] = {
        {0, -0.04},  {0.10, -0.34}, {0.38, -0.42}, {0.75, -0.22}, {1.0, -0.10},
        {1.0, 0.08}, {0.72, 0.34},  {0.36, 0.60},  {0.12, 0.46},  {0.015, 0.14},
    };
    for (int i = 0; i < 10; ++i) {
        out[i] = v3(a.lead - shape[i].x * a.chord, a.y, a.z + shape[i].y * a.thick);
    }
}

static void build_foil(model *m, const airfoil *foils, int count) {
    vec3 points[10 * 8];
    for (int i = 0; i < count; ++i) {
        airfoil_section(points + 10 * i, foils[i]);
    }

    solid_loft(m, points, count, 10, NULL, NULL);
}

static void build_nacelle(model *m, double x, double y, double z) {
    model_push(m, compose(move(x, y, z), rotate_y(90)));
    const vec2 body[] = {
        {0, -14}, {3.0, -16}, {4.4, -24}, {5.0, -24},  {6.0, -16}, {7.0, -4},
        {7.3, 8}, {6.9, 15},  {6.2, 17},  {5.4, 16.4}, {4.9, 12},  {0, 12.6},
    };
    solid_lathe(m, body, COUNT(body), 14);
    const vec2 spinner[] = {{2.6, 11.4}, {2.4, 13.6}, {1.3, 16.2}, {0, 17.4}};
    solid_lathe(m, spinner, COUNT(spinner), 10);
    model_pop(m);
    for (int i = 0; i < 4; ++i) {
        solid_box(m, v3(x - 8 + 3 * i, y - 2.4, z + 5.0), v3(x - 6.4 + 3 * i, y + 2.4, z + 7.9));
    }
}

static void build_wing(model *m, double side) {
    model_part(m, side > 0 ? "wing_left" : "wing_right");
    model_push(m, compose(move(0, 0, flight_height), stretch(1, side, 1)));
    const airfoil wing[] = {
        {6, 25, 42, -3.0, 8.6},  {14, 23, 38, -4.6, 8.0}, {32, 19, 31, -8.0, 6.8},
        {50, 13, 25, -4.6, 5.4}, {70, 5.5, 18, 0.4, 3.8}, {75, 1.5, 12, 1.8, 2.6},
    };
    build_foil(m, wing, COUNT(wing));
    build_nacelle(m, 10, 31, -8.6);
    /* Wing tip lamp and pitot. */
    solid_bar(m, v3(4.0, 71, 0.6), v3(14.5, 71, 0.6), 0.6, 0.4, 6);
    /* Flap hinges. */
    for (int i = 0; i < 3; ++i) {
        solid_bevel_box(m, v3(-13.6 + 1.4 * i, 44.0 + 8 * i, -6.4 + 2.0 * i),
                        v3(-6.0 + 1.4 * i, 45.2 + 8 * i, -4.2 + 2.0 * i), 0.3);
    }
    model_pop(m);
}

static void build_hull(model *m) {
    model_part(m, "hull");
    model_push(m, move(0, 0, flight_height));
    const rib fuselage[] = {
        {-62, 1.6, 1.6, 0.6, 4.4, 0.8},   {-56, 3.2, 3.0, -1.6, 6.2, 1.6},  {-34, 6.6, 5.6, -6.4, 8.4, 3.2},
        {-10, 9.4, 8.0, -9.4, 10.2, 4.2}, {14, 10.4, 8.6, -10.6, 9.8, 4.6}, {36, 9.8, 8.2, -10.2, 7.6, 4.4},
        {50, 7.8, 6.6, -8.6, 4.8, 3.6},   {57, 5.2, 4.4, -6.4, 1.8, 2.4},   {60, 2.6, 2.4, -4.2, -0.4, 1.2},
    };
    solid_ribs(m, fuselage, COUNT(fuselage));
    /* Dorsal spine with an air scoop, belly cooler, armour plate rows. */
    const rib spine[] = {{-50, 1.2, 0.8, 3.0, 8.4, 0.3},
                         {-30, 2.6, 1.8, 5.0, 12.6, 0.7},
                         {-4, 4.0, 3.0, 6.0, 16.4, 1.2},
                         {3, 4.2, 3.2, 6.0, 17.0, 1.2}};
    solid_ribs(m, spine, COUNT(spine));
    const rib cooler[] = {
        {-22, 2.6, 3.2, -10.6, -5, 0.8}, {-6, 4.4, 5.0, -13.4, -6, 1.2}, {9, 4.6, 5.2, -13.8, -6, 1.2}};
    solid_ribs(m, cooler, COUNT(cooler));
    for (int side = -1; side <= 1; side += 2) {
        solid_bevel_box(m, v3(7, 1.6 * side - 1.3, -13.0), v3(9.6, 1.6 * side + 1.3, -9.6), 0.3);
        solid_rivets(m, v3(-6, 8.9 * side, 2.6), v3(22, 9.35 * side, 1.2), 6, v3(0, side, 0.06), 0.8);
        for (int i = 0; i < 3; ++i) {
            vec3 stub = v3(-16.0 - 4.6 * i, (7.4 - 0.5 * i) * side, 4.0);
            solid_bar(m, stub, add(stub, v3(-3.2, 2.2 * side, 0.6)), 1.2, 1.2, 8);
        }
    }
    model_pop(m);
}

static void build_cockpit(model *m) {
    model_part(m, "cockpit");
    model_push(m, move(0, 0, flight_height));
    const rib glass[] = {
        {1, 6.2, 4.0, 6.0, 17.4, 1.8},  {10, 6.8, 4.4, 6.0, 18.4, 2.0}, {22, 6.8, 4.2, 5.4, 17.0, 2.0},
        {33, 6.0, 3.6, 4.6, 11.6, 1.6}, {41, 4.4, 3.0, 3.6, 7.0, 0.9},
    };
    solid_ribs(m, glass, COUNT(glass));
    const double hoops[] = {2.0, 10.0, 21.5};
    for (int i = 0; i < COUNT(hoops); ++i) {
        double top = i == 0 ? 18.0 : i == 1 ? 18.9 : 17.6;
        const rib hoop[] = {{hoops[i] - 0.7, 7.2, 4.9, 5.2, top, 2.1}, {hoops[i] + 0.7, 7.2, 4.9, 5.2, top, 2.1}};
        solid_ribs(m, hoop, 2);
    }
    solid_bevel_box(m, v3(2, -0.7, 16.5), v3(22, 0.7, 19.1), 0.25);
    model_pop(m);
}

static void build_tail(model *m) {
    model_part(m, "tail");
    model_push(m, move(0, 0, flight_height));
    const airfoil plane[] = {
        {-27, -49, 13, 4.6, 2.6},  {-25, -47, 15.5, 4.6, 3.0}, {0, -42, 20, 3.6, 4.2},
        {25, -47, 15.5, 4.6, 3.0}, {27, -49, 13, 4.6, 2.6},
    };
    build_foil(m, plane, COUNT(plane));
    for (int side = -1; side <= 1; side += 2) {
        /* A fin is a foil stood on end. */
        model_push(m, compose(move(0, 24.6 * side, 4.6), rotate_x(90)));
        const airfoil fin[] = {{-10, -53, 10, 0, 2.2},
                               {-7, -48, 15, 0, 2.8},
                               {2, -45, 19, 0, 3.2},
                               {15, -51.5, 13.5, 0, 2.6},
                               {19, -55, 9, 0, 1.8}};
        build_foil(m, fin, COUNT(fin));
        model_pop(m);
    }
    model_pop(m);
}

static void build_gun(model *m) {
    model_part(m, "gun");
    model_push(m, move(0, 0, flight_height));
    /* Chin mount with two barrels. */
    const vec2 mount[] = {{5.2, -8}, {5.4, -12.0}, {4.4, -14.2}, {2.4, -15.2}, {0, -15.4}};
    model_push(m, move(40, 0, 0));
    solid_lathe(m, mount, COUNT(mount), 12);
    model_pop(m);
    for (int side = -1; side <= 1; side += 2) {
        model_push(m, compose(move(40, 2.2 * side, -12.4), rotate_y(90)));
        const vec2 barrel[] = {{1.5, 1}, {1.5, 13}, {1.0, 13.6}, {0.95, 24}, {1.5, 24.5}, {1.5, 28}};
        solid_lathe(m, barrel, COUNT(barrel), 8);
        model_pop(m);
        /* Rocket pods under the outer wing. */
        double y = 50 * side;
        solid_bevel_box(m, v3(-3, y - 1.0, -11.2), v3(5, y + 1.0, -4.6), 0.3);
        model_push(m, compose(move(1, y, -13.0), rotate_y(90)));
        const vec2 pod[] = {{1.6, -13}, {3.4, -9}, {3.7, 11}, {3.1, 12}};
        solid_lathe(m, pod, COUNT(pod), 12);
        for (int i = 0; i < 6; ++i) {
            double angle = radians(60.0 * i);
            vec3 tip = v3(1.9 * cos(angle), 1.9 * sin(angle), 11.0);
            solid_bar(m, tip, add(tip, v3(0, 0, 2.4)), 0.8, 0.35, 6);
        }
        model_pop(m);
    }
    model_pop(m);
}

void build_aircraft(model *m) {
    build_hull(m);
    build_cockpit(m);
    build_wing(m, 1);
    build_wing(m, -1);
    build_tail(m);
    build_gun(m);
    model_part(m, "stand");
    solid_bar(m, v3(0, 0, 2), v3(0, 0, flight_height - 9), 2.2, 1.8, 10);
    model_part(m, "base");
    solid_base(m, 60);
    const vec2 collar[] = {{6, 2.4}, {5.6, 4.4}, {3.4, 6.0}, {3.2, 8.4}};
    solid_lathe(m, collar, COUNT(collar), 16);
}
