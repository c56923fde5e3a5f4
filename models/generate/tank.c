/* A medium tank, and the same tank burnt out. */
#include "content.h"

#define LINKS    28
#define STATIONS (4 * LINKS)

/* The wheels that a track runs round, as discs of the side view. */
typedef struct disc {
    double x, z, radius;
} disc;

static const disc runners[] = {{45, 17, 8.6}, {33, 10.5, 9.6}, {-36, 10.5, 9.6}, {-47, 15.5, 8.2}};

static const double track_middle = 25, track_half = 7.6;

/* Outline of all runners together, found as the farthest point in every direction, then walked at an even pace. */
static void track_loop(vec2 *points, vec2 *normals) {
    vec2 hull[361];
    double walked[361];
    for (int i = 0; i <= 360; ++i) {
        double angle = radians(i == 360 ? 0 : i), c = cos(angle), s = sin(angle);
        double best = -1e9;
        for (int k = 0; k < COUNT(runners); ++k) {
            double reach = runners[k].x * c + runners[k].z * s + runners[k].radius;
            if (reach > best) {
                best = reach;
                hull[i] = (vec2){runners[k].x + runners[k].radius * c, runners[k].z + runners[k].radius * s};
            }
        }
        walked[i] = i == 0 ? 0 : walked[i - 1] + hypot(hull[i].x - hull[i - 1].x, hull[i].y - hull[i - 1].y);
    }

    for (int station = 0, i = 0; station < STATIONS; ++station) {
        /* Each link is a raised tread of two thirds and a gap of one third. */
        static const double shares[4] = {0.0, 0.62, 0.7, 0.92};
        double wanted = walked[360] * (station / 4 + shares[station % 4]) / LINKS;
        while (walked[i + 1] <= wanted) {
            i += 1;
        }

        double t = (wanted - walked[i]) / (walked[i + 1] - walked[i]);
        points[station] = (vec2){mix1(hull[i].x, hull[i + 1].x, t), mix1(hull[i].y, hull[i + 1].y, t)};
        vec3 along = unit(v3(hull[i + 1].x - hull[i].x, hull[i + 1].y - hull[i].y, 0));
        normals[station] = (vec2){along.y, -along.x};
    }
}

static void build_run(model *m) {
    vec2 points[STATIONS], normals[STATIONS];
    vec3 sections[4 * STATIONS];
    track_loop(points, normals);
    for (int i = 0; i < STATIONS; ++i) {
        double raised = i % 4 < 2 ? 0.9 : 0;
        vec3 p = v3(points[i].x, 0, points[i].y), n = v3(normals[i].x, 0, normals[i].y), y = v3(0, track_half, 0);
        vec3 outer = add(p, scale(n, raised)), inner = sub(p, scale(n, 1.5));
        sections[4 * i + 0] = sub(outer, y);
        sections[4 * i + 1] = add(outer, y);
        sections[4 * i + 2] = add(inner, y);
        sections[4 * i + 3] = sub(inner, y);
    }

    solid_ring(m, sections, STATIONS, 4);
}

static void build_axle(model *m, double x, double z) {
    solid_bar(m, v3(x, -9.6, z), v3(x, -4, z), 2.2, 2.2, 6);
}

static void build_wheels(model *m) {
    for (int i = 0; i < 5; ++i) {
        solid_wheel(m, v3(-37 + 17.75 * i, 0.8, 10.1), 8.4, 2 * track_half - 2.4, 14);
        build_axle(m, -37 + 17.75 * i, 10.1);
    }
    solid_wheel(m, v3(45, 0.8, 17), 7.4, 2 * track_half - 2.4, 12);
    solid_wheel(m, v3(-47, 0.8, 15.5), 7.0, 2 * track_half - 2.4, 12);
    build_axle(m, 45, 17);
    build_axle(m, -47, 15.5);
    for (int i = 0; i < 3; ++i) {
        solid_bar(m, v3(-26 + 24 * i, -9.6, 21.2), v3(-26 + 24 * i, 5.6, 21.2), 2.8, 2.8, 8);
    }
}

static void build_track(model *m, double side, bool wrecked) {
    model_part(m, side > 0 ? "track_left" : "track_right");
    model_push(m, compose(move(0, track_middle * side, 0), stretch(1, side, 1)));
    build_wheels(m);
    if (!wrecked) {
        build_run(m);
    }
    model_pop(m);
}

/* A thrown track, lying in a wave beside the hull. */
static void build_thrown_track(model *m) {
    for (int i = 0; i < 22; ++i) {
        double x = -62 + 5.4 * i, y = -31 - 7.5 * sin(0.16 * i) - 0.35 * i;
        double heading = atan2(-7.5 * 0.16 * cos(0.16 * i) - 0.35, 5.4) * 57.3;
        model_push(m, place(x, y, 0, heading));
        solid_bevel_box(m, v3(-2.9, -track_half, i % 2 ? 0 : 0.3), v3(2.9, track_half, i % 2 ? 2.0 : 2.3), 0.5);
        solid_box(m, v3(-0.7, -track_half + 1, 1.2), v3(0.7, track_half - 1, 3.1));
        model_pop(m);
    }
}

static void build_fender(model *m, double side) {
    model_push(m, stretch(1, side, 1));
    model_push(m, compose(move(0, 16, 0), side_view()));
    const vec2 guard[] = {
        {-60, 17.4},  {-57.6, 23.2}, {-53, 26.4}, {49, 27.4},    {54.5, 25.4},  {57.6, 19.6},
        {59.0, 20.0}, {56.0, 26.6},  {50, 29.0},  {-53.4, 28.0}, {-59.2, 24.2}, {-61.4, 17.8},
    };
    solid_plate(m, guard, COUNT(guard), -17.2, 0, 0, 0);
    model_pop(m);
    /* Skirt stubs, tool box, a rolled tarpaulin, a head lamp. */
    solid_bevel_box(m, v3(-50, 25.5, 27), v3(-30, 32.4, 33.4), 0.8);
    solid_box(m, v3(-45, 32.0, 28.6), v3(-43, 33.0, 32.6));
    solid_box(m, v3(-37, 32.0, 28.6), v3(-35, 33.0, 32.6));
    solid_bar(m, v3(-24, 28.6, 29.9), v3(4, 28.6, 29.9), 2.5, 2.5, 8);
    solid_bar(m, v3(-19, 28.6, 29.9), v3(-17.6, 28.6, 29.9), 2.9, 2.9, 8);
    solid_bar(m, v3(-3, 28.6, 29.9), v3(-1.6, 28.6, 29.9), 2.9, 2.9, 8);
    solid_bar(m, v3(40, 27.5, 27), v3(40, 27.5, 31.4), 0.8, 0.8, 6);
    solid_bar(m, v3(38, 27.5, 32.2), v3(42.2, 27.5, 32.2), 1.8, 2.3, 10);
    model_pop(m);
}

static void build_deck(model *m) {
    /* Engine grille, exhaust mufflers, spare links on the glacis, driver's visor and hatch. */
    for (int i = 0; i < 7; ++i) {
        solid_box(m, v3(-50 + 3 * i, -13, 34), v3(-48.2 + 3 * i, 13, 37.4));
    }
    for (int side = -1; side <= 1; side += 2) {
        solid_bar(m, v3(-58.6, 5.0 * side, 28.6), v3(-58.6, 17.4 * side, 28.6), 3.0, 3.0, 10);
        const vec3 pipe[] = {{-58.6, 7.5 * side, 30}, {-58.8, 7.5 * side, 34.6}, {-61.0, 7.5 * side, 37.2}};
        const double radii[] = {1.3, 1.3, 1.4};
        solid_tube(m, pipe, radii, COUNT(pipe), 8, false);
    }
    model_push(m, compose(move(37.5, 0, 32.0), rotate_y(15.5)));
    for (int i = 0; i < 4; ++i) {
        solid_bevel_box(m, v3(-2.4, -19.0 + 5.6 * i, -1.5), v3(6.6, -14.2 + 5.6 * i, 2.2), 0.6);
    }
    solid_bevel_box(m, v3(-7.5, 5.0, -1.5), v3(1.5, 16.0, 3.4), 1.0);
    solid_bevel_box(m, v3(0.5, 7.0, 0.2), v3(2.6, 14.0, 2.2), 0.3);
    model_pop(m);
    for (int side = -1; side <= 1; side += 2) {
        solid_bevel_box(m, v3(50.0, 9.0 * side - 1.4, 12.5), v3(56.5, 9.0 * side + 1.4, 17.5), 0.7);
    }
    solid_rivets(m, v3(53, -12, 22.4), v3(53, 12, 22.4), 7, v3(1, 0, 0), 0.9);
}

static void build_hull(model *m) {
    model_part(m, "hull");
    const rib tub[] = {
        {-55, 15.6, 15.6, 15, 25.5, 1.2},
        {-48, 16.6, 16.6, 7, 27, 1.6},
        {40, 16.6, 16.6, 7, 27, 1.6},
        {53, 15.8, 15.8, 18, 25, 1.2},
    };
    solid_ribs(m, tub, COUNT(tub));
    const rib deck[] = {
        {-57, 22, 20.5, 25.5, 33, 1.4},    {-53.5, 24.8, 22.4, 24.8, 36, 2.0}, {-27, 25.2, 22.4, 24.8, 36, 2.0},
        {-24, 25.2, 21.8, 24.8, 37, 2.0},  {23, 25.2, 21.4, 24.8, 37, 2.0},    {53, 22.6, 19.8, 24.4, 28.8, 1.4},
        {55.6, 20, 18.6, 24.6, 26.8, 0.7},
    };
    solid_ribs(m, deck, COUNT(deck));
    build_fender(m, 1);
    build_fender(m, -1);
    build_deck(m);
}

static void build_turret(model *m, bool wrecked) {
    model_part(m, "turret");
    const vec2 ring[] = {{15.6, 35.5}, {15.6, 38.6}, {14.2, 39.6}, {14.2, 41}};
    solid_lathe(m, ring, COUNT(ring), 24);
    const storey cast[] = {
        {38.4, -18, 15, 11.5, 9.5, 4.2},      {39.6, -21.5, 18.4, 14.8, 11.4, 5.2}, {43.2, -23.2, 20, 16.6, 12.2, 5.8},
        {48.4, -20.8, 16.4, 14.6, 10.8, 5.2}, {51.2, -16.6, 11.8, 11.6, 8.6, 4.4},  {51.9, -14.4, 9.4, 10, 7.2, 4.0},
    };
    solid_storeys(m, cast, COUNT(cast));
    /* Bustle with stowage, side plates with rivets. */
    const rib bustle[] = {{-33, 8.4, 7.6, 42, 47.8, 1.4}, {-31, 10.2, 9.4, 41, 49, 1.8}, {-18, 12, 11, 40.6, 50.4, 2}};
    solid_ribs(m, bustle, COUNT(bustle));
    solid_bevel_box(m, v3(-37, -7.0, 42.6), v3(-32, 7.0, 47.0), 1.0);
    /* Commander's cupola: ring of vision blocks and a lid. */
    model_push(m, move(-8.5, 4.2, 0));
    const vec2 cupola[] = {{6.3, 50.0}, {6.3, 53.2}, {5.4, 54.6}, {0, 55.0}};
    solid_lathe(m, cupola, COUNT(cupola), 14);
    for (int i = 0; i < 7; ++i) {
        model_push(m, rotate_z(360.0 * i / 7));
        solid_box(m, v3(5.4, -1.2, 52.4), v3(7.0, 1.2, 53.8));
        model_pop(m);
    }
    model_push(m, compose(move(-3.9, 0, 54.6), rotate_y(wrecked ? -68 : -4)));
    const vec2 lid[] = {{4.4, 0}, {4.4, 0.9}, {3.6, 1.5}};
    model_push(m, move(4.2, 0, 0));
    solid_lathe(m, lid, COUNT(lid), 12);
    model_pop(m);
    solid_bar(m, v3(0.1, -2.4, 0.1), v3(0.1, 2.4, 0.1), 0.8, 0.8, 6);
    model_pop(m);
    model_pop(m);
    /* Loader's hatch, ventilator, smoke dischargers. */
    solid_bevel_box(m, v3(-13, -8.6, 50.8), v3(-4.6, -2.6, 53.0), 0.6);
    const vec2 dome[] = {{2.8, 51}, {2.6, 52.8}, {1.4, 53.7}, {0, 53.9}};
    model_push(m, move(4.6, -2.4, 0));
    solid_lathe(m, dome, COUNT(dome), 10);
    model_pop(m);
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < 3; ++i) {
            vec3 foot = v3(6.5 - 3.0 * i, (12.2 + 0.5 * i) * side, 46.2);
            solid_bar(m, foot, add(foot, v3(3.2, 3.0 * side, 3.0)), 1.05, 1.15, 8);
        }
    }
}

static void build_gun(model *m) {
    model_part(m, "gun");
    const rib mantlet[] = {
        {14.0, 8.6, 8.6, -5.6, 5.4, 2.4},
        {19.6, 8.8, 8.8, -5.8, 5.6, 2.6},
        {22.8, 7.2, 7.2, -4.6, 4.6, 2.2},
        {25.4, 4.2, 4.2, -3.4, 3.4, 1.6},
    };
    solid_ribs(m, mantlet, COUNT(mantlet));
    model_push(m, rotate_y(90));
    const vec2 barrel[] = {
        {3.3, 23.0}, {3.2, 30},   {2.5, 31},   {2.3, 46},   {2.9, 46.6}, {2.9, 50.4}, {2.2, 51},   {2.0, 66},
        {3.1, 66.8}, {3.5, 69.6}, {2.5, 70.2}, {2.5, 71.4}, {3.5, 72},   {3.1, 74.8}, {1.5, 74.8}, {1.3, 72},
    };
    solid_lathe(m, barrel, COUNT(barrel), 12);
    model_pop(m);
    solid_bar(m, v3(21, 5.4, 0.6), v3(28.4, 5.4, 0.6), 0.9, 0.9, 8);
}

static void build_mg(model *m) {
    model_part(m, "mg");
    model_push(m, move(-2.8, 4.2, 0));
    solid_bar(m, v3(-0.2, 0, 53.0), v3(-0.2, 0, 58.2), 0.9, 0.7, 8);
    solid_bevel_box(m, v3(-4.2, -1.2, 57.4), v3(4.0, 1.2, 60.2), 0.45);
    solid_bevel_box(m, v3(-1.6, 0.8, 56.0), v3(2.0, 3.6, 59.4), 0.4);
    solid_bar(m, v3(3.4, 0, 58.9), v3(11.0, 0, 58.9), 0.95, 0.8, 8);
    solid_bar(m, v3(10.4, 0, 58.9), v3(14.0, 0, 58.9), 0.55, 0.55, 6);
    solid_bevel_box(m, v3(-5.8, -0.9, 57.2), v3(-3.8, 0.9, 59.4), 0.3);
    model_pop(m);
}

static void build_antenna(model *m) {
    model_part(m, "antenna");
    solid_bar(m, v3(-20.4, -9.4, 46.5), v3(-20.4, -9.4, 52.4), 1.4, 1.1, 8);
    const vec3 whip[] = {{-20.4, -9.4, 51}, {-21.2, -9.4, 66}, {-23.2, -9.4, 82}};
    const double radii[] = {0.65, 0.5, 0.4};
    solid_tube(m, whip, radii, COUNT(whip), 6, true);
}

void build_tank(model *m) {
    build_hull(m);
    build_turret(m, false);
    model_push(m, compose(move(0, 0, 45), rotate_y(-2)));
    build_gun(m);
    model_pop(m);
    build_mg(m);
    build_track(m, 1, false);
    build_track(m, -1, false);
    build_antenna(m);
}

void build_wreck(model *m) {
    build_hull(m);
    /* The turret has been lifted and dropped askew. */
    model_push(m, compose(move(2.5, -4.0, 0.4), compose(rotate_z(-38), compose(rotate_x(7), rotate_y(4)))));
    build_turret(m, true);
    model_push(m, compose(move(0, 0, 45), rotate_y(11)));
    build_gun(m);
    model_pop(m);
    model_pop(m);
    build_track(m, 1, false);
    build_track(m, -1, true);
    build_thrown_track(m);
    model_part(m, "debris");
    for (int i = 0; i < 5; ++i) {
        solid_rock(m, v3(50.0 - 13.0 * i, -34.0 - 4.0 * (i % 2), 0.6), v3(3.4 - 0.3 * i, 2.6, 2.4), 0, 0.25,
                   (uint32_t)i + 5);
    }
}
