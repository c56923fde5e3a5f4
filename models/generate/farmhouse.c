/* A two-storey farmhouse, hollow: stone below, timber above, a stair inside, a fireplace on one gable.
 * All walls are one shell, cut from an uneven grid of cells; the roof rests on gables that follow its slope.
 */
#include "content.h"

#include "random.h"

static const double half_x = 103, half_y = 72;
static const double pitch = 0.84, eaves = 107;

static const double cut_x[] = {-103, -100, -78, -54, -36, -33, -13, -8, 16, 21, 46, 70, 100, 103};
static const double cut_y[] = {-72, -69, -50, -26, -15, 0, 15, 26, 50, 69, 72};
static const double cut_z[] = {0, 19.2, 45.2, 48, 51.2, 55.5, 75, 101, 105, 106};

/* An opening in a wall: `u` runs along the wall, along x for front and back, along y for the sides. */
typedef enum wall {
    FRONT,
    BACK,
    RIGHT,
    LEFT,
    INNER,
} wall;

typedef struct opening {
    wall where;
    double u0, u1, z0, z1;
} opening;

static const opening openings[] = {
    {FRONT, -13, 21, 0, 51.2}, {FRONT, -78, -54, 19.2, 45.2}, {FRONT, 46, 70, 19.2, 45.2},   {FRONT, -78, -54, 75, 101},
    {FRONT, -8, 16, 75, 101},  {FRONT, 46, 70, 75, 101},      {BACK, -78, -54, 19.2, 45.2},  {BACK, -8, 16, 19.2, 45.2},
    {BACK, -78, -54, 75, 101}, {BACK, 46, 70, 75, 101},       {LEFT, -50, -26, 19.2, 45.2},  {LEFT, 26, 50, 19.2, 45.2},
    {LEFT, -50, -26, 75, 101}, {LEFT, 26, 50, 75, 101},       {RIGHT, -50, -26, 19.2, 45.2}, {RIGHT, -50, -26, 75, 101},
    {RIGHT, 26, 50, 75, 101},  {INNER, -15, 15, 0, 48},
};

static bool in_opening(wall where, double u, double z) {
    for (int i = 0; i < COUNT(openings); ++i) {
        opening o = openings[i];
        if (o.where == where && u > o.u0 && u < o.u1 && z > o.z0 && z < o.z1) {
            return true;
        }
    }

    return false;
}

static bool is_wall(const cell_grid *g, int i, int j, int k) {
    double x = 0.5 * (g->x[i] + g->x[i + 1]), y = 0.5 * (g->y[j] + g->y[j + 1]), z = 0.5 * (g->z[k] + g->z[k + 1]);
    if (i == 0 || i == g->nx - 2) {
        return !in_opening(i == 0 ? LEFT : RIGHT, y, z);
    }
    if (j == 0 || j == g->ny - 2) {
        return !in_opening(j == 0 ? FRONT : BACK, x, z);
    }

    return x > -36 && x < -33 && z < 55.5 && !in_opening(INNER, y, z);
}

/* The top corners follow the underside of the roof. */
static vec3 follow_roof(const cell_grid *g, vec3 corner, int i, int j, int k) {
    (void)i, (void)j;
    return k < g->nz - 1 ? corner : v3(corner.x, corner.y, eaves + pitch * (half_y - fabs(corner.y)));
}

/* Local x along the wall, local y outwards, local z up. */
static transform wall_frame(wall where) {
    switch (where) {
    case FRONT:
        return (transform){{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, -half_y, 0}};
    case BACK:
        return (transform){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, half_y, 0}};
    case RIGHT:
        return (transform){{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {half_x, 0, 0}};
    default:
        return (transform){{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}, {-half_x, 0, 0}};
    }
}

static void build_quoins(model *m) {
    model_part(m, "quoins");
    for (int corner = 0; corner < 4; ++corner) {
        model_push(m, stretch(corner & 1 ? -1 : 1, corner & 2 ? -1 : 1, 1));
        for (int i = 0; i < 8; ++i) {
            double z = 0.4 + 6.6 * i, size_x = i % 2 ? 6.4 : 11.5, size_y = i % 2 ? 11.5 : 6.4;
            /* An L of stone round the corner, so that nothing reaches into the room. */
            const vec2 outline[] = {
                {half_x - 1.6, half_y - size_y}, {half_x + 1.2, half_y - size_y}, {half_x + 1.2, half_y + 1.2},
                {half_x - size_x, half_y + 1.2}, {half_x - size_x, half_y - 1.6}, {half_x - 1.6, half_y - 1.6},
            };
            solid_plate(m, outline, COUNT(outline), z - (i == 0 ? 0.4 : 0), z + 6.1, 0, 0.5);
        }
        model_pop(m);
    }
}

static bool is_clear_wall(wall where, double u, double z, double half_u, double half_z) {
    double reach = where == FRONT || where == BACK ? half_x : half_y;
    if (fabs(u) + half_u > reach - 13) {
        return false;
    }

    for (int i = 0; i < COUNT(openings); ++i) {
        opening o = openings[i];
        if (o.where == where && fabs(u - 0.5 * (o.u0 + o.u1)) < 0.5 * (o.u1 - o.u0) + half_u + 5.2 &&
            fabs(z - 0.5 * (o.z0 + o.z1)) < 0.5 * (o.z1 - o.z0) + half_z + 4.4) {
            return false;
        }
    }

    return true;
}

/* Field stones that stand out of the ground floor's rendering, in courses. */
static void build_stonework(model *m) {
    model_part(m, "stonework");
    dice d = {23};
    for (int where = FRONT; where <= LEFT; ++where) {
        model_push(m, wall_frame((wall)where));
        for (int course = 0; course < 7; ++course) {
            double z = 4.2 + 6.8 * course;
            for (double u = -96 + dice_between(&d, 0, 9); u < 96; u += dice_between(&d, 12, 30)) {
                double half_u = dice_between(&d, 3.4, 6.0), half_z = dice_between(&d, 2.2, 2.9);
                if (!is_clear_wall((wall)where, u, z, half_u, half_z)) {
                    continue;
                }

                const vec2 stone[] = {{u - half_u, z - half_z + 0.4},
                                      {u + half_u - 0.8, z - half_z},
                                      {u + half_u, z + half_z - 0.5},
                                      {u - half_u + 0.9, z + half_z}};
                model_push(m, (transform){{1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, 0}});
                solid_plate(m, stone, COUNT(stone), -0.6, 0.75, 0, 0.45);
                model_pop(m);
            }
        }
        model_pop(m);
    }
}

static void build_frames(model *m, bool door) {
    model_part(m, door ? "door_frame" : "window_frames");
    for (int i = 0; i < COUNT(openings); ++i) {
        opening o = openings[i];
        bool is_door = o.z0 <= 0;
        if (o.where == INNER || is_door != door) {
            continue;
        }

        model_push(m, wall_frame(o.where));
        solid_box(m, v3(o.u0 - 3, -1.4, o.z0), v3(o.u0, 1.1, o.z1));
        solid_box(m, v3(o.u1, -1.4, o.z0), v3(o.u1 + 3, 1.1, o.z1));
        solid_bevel_box(m, v3(o.u0 - 4.5, -1.2, o.z1 - 0.01), v3(o.u1 + 4.5, 1.8, o.z1 + (is_door ? 4.5 : 3.4)), 0.5);
        if (!is_door) {
            solid_bevel_box(m, v3(o.u0 - 4.2, -1.2, o.z0 - 2.6), v3(o.u1 + 4.2, 2.8, o.z0 + 0.01), 0.5);
        }
        model_pop(m);
    }
}

static void build_shutters(model *m) {
    model_part(m, "shutters");
    for (int i = 0; i < COUNT(openings); ++i) {
        opening o = openings[i];
        if ((o.where != FRONT && o.where != BACK) || o.z0 < 50) {
            continue;
        }

        model_push(m, wall_frame(o.where));
        for (int side = 0; side < 2; ++side) {
            double near = side ? o.u1 + 3.2 : o.u0 - 3.2, far = side ? near + 10 : near - 10;
            double low = fmin(near, far), high = fmax(near, far);
            solid_box(m, v3(low, -0.6, o.z0 + 0.4), v3(high, 1.0, o.z1 - 0.4));
            solid_box(m, v3(low + 0.6, 0.4, o.z0 + 3.4), v3(high - 0.6, 1.9, o.z0 + 6.2));
            solid_box(m, v3(low + 0.6, 0.4, o.z1 - 6.2), v3(high - 0.6, 1.9, o.z1 - 3.4));
        }
        model_pop(m);
    }
}

static void build_brace(model *m, double u, double reach) {
    const vec2 brace[] = {{u, 57},
                          {u + (reach > 0 ? 4 : -4), 57},
                          {u + reach, 80},
                          {u + reach, 84},
                          {u + reach - (reach > 0 ? 1 : -1), 84}};
    model_push(m, (transform){{1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, 0}});
    solid_plate(m, brace, COUNT(brace), -0.9, 0.8, 0, 0);
    model_pop(m);
}

static void build_beams(model *m) {
    model_part(m, "beams");
    static const double posts_long[] = {-99.5, -46, -25, 33, 99.5};
    static const double posts_side[] = {-68.5, -13, 13, 68.5};
    for (int where = FRONT; where <= LEFT; ++where) {
        bool along = where == FRONT || where == BACK;
        double reach = along ? half_x : half_y;
        model_push(m, wall_frame((wall)where));
        /* The beams of the long walls end the round; those of the sides stop short of them. */
        solid_box(m, v3(-reach - (along ? 1.6 : -0.3), -1.1, 53), v3(reach + (along ? 1.6 : -0.3), 1.6, 57.8));
        if (along) {
            solid_box(m, v3(-reach - 1.2, -1.1, 101.6 + 2.8), v3(reach + 1.2, 1.2, 107.6));
        } else {
            solid_box(m, v3(-reach + 0.3, -1.1, 104.4), v3(reach - 0.3, 1.2, 108.4));
        }
        const double *posts = along ? posts_long : posts_side;
        for (int i = 0; i < (along ? COUNT(posts_long) : COUNT(posts_side)); ++i) {
            double half = 1.9, nudge = along ? 0 : 0.05;
            solid_box(m, v3(posts[i] - half, -1 - nudge, 57), v3(posts[i] + half, 1 - nudge, 105));
        }
        if (along) {
            build_brace(m, -96, 13);
            build_brace(m, 96, -13);
        } else {
            build_brace(m, -11, 8);
            build_brace(m, 11, -8);
            /* Gable: king post and two struts. */
            solid_box(m, v3(-1.8, -1, 107), v3(1.8, 0.9, 160));
            for (int side = -1; side <= 1; side += 2) {
                model_push(m, stretch(side, 1, 1));
                model_push(m, compose(move(22, 0, 107), rotate_y(22)));
                solid_box(m, v3(-1.7, -1.1, -1), v3(1.7, 0.8, 27));
                model_pop(m);
                model_pop(m);
            }
        }
        model_pop(m);
    }
}

static void build_floors(model *m) {
    model_part(m, "floor_0");
    /* The slab runs out through the door. */
    const vec2 ground[] = {
        {-101.4, -70.4}, {-12, -70.4},   {-12, -73},    {20, -73},
        {20, -70.4},     {101.4, -70.4}, {101.4, 70.4}, {-101.4, 70.4},
    };
    solid_plate(m, ground, COUNT(ground), 0, 1.2, 0, 0);
    model_part(m, "floor_1");
    const vec2 outline[] = {
        {-101.6, -70.6}, {101.6, -70.6}, {101.6, 70.6}, {-101.6, 70.6}, {28, 40}, {82, 40}, {82, 68}, {28, 68},
    };
    const int counts[] = {4, 4};
    solid_slab(m, outline, counts, 2, 54, 57);
    /* Joists under the boards. */
    for (int i = 0; i < 6; ++i) {
        double x = -84 + 22.0 * i + (i > 1 ? 6 : 0);
        solid_box(m, v3(x - 1.2, -68.6, 51.4), v3(x + 1.2, x > 24 ? 39 : 68.6, 54.6));
    }
    model_part(m, "door_step");
    solid_bevel_box(m, v3(-17, -81, 0), v3(25, -71, 1.2), 0.4);
}

static void build_stairs(model *m) {
    model_part(m, "stairs");
    vec2 outline[2 * 8 + 6];
    int count = 0;
    outline[count++] = (vec2){88, 0.6};
    for (int i = 0; i < 8; ++i) {
        double z = 1.2 + 6.2 * (i + 1);
        outline[count++] = (vec2){88 - 7.5 * i, z};
        outline[count++] = (vec2){88 - 7.5 * (i + 1), z};
    }
    outline[count++] = (vec2){28, 55.4};
    outline[count++] = (vec2){26.6, 55.4};
    outline[count++] = (vec2){26.6, 45};
    outline[count++] = (vec2){80, 0.6};
    model_push(m, compose(move(0, 67.4, 0), side_view()));
    solid_slab(m, outline, &count, 1, 0, 26.8);
    model_pop(m);
    /* Railing round the opening above. */
    const double post_x[] = {29, 46.5, 64, 82.8};
    for (int i = 0; i < 4; ++i) {
        solid_box(m, v3(post_x[i] - 0.7, 38.0, 56), v3(post_x[i] + 0.7, 39.4, 70));
    }
    solid_box(m, v3(27.4, 37.8, 69.2), v3(84.4, 39.6, 70.8));
    solid_box(m, v3(82.6, 38.9, 69.0), v3(84.2, 70.2, 70.6));
}

static double roof_under(double y) {
    return eaves - 0.7 + pitch * (half_y - fabs(y));
}

#define COURSES 7
#define BAYS    13

/* One slice of the roof: a chevron whose upper side climbs in courses of tiles. */
static int roof_section(vec3 *out, double x, const double *lifts) {
    int count = 0;
    double run = 82.0 / COURSES, lap = 1.7, thick = 3.2;
    out[count++] = v3(x, -82, roof_under(82));
    out[count++] = v3(x, 0, roof_under(0));
    out[count++] = v3(x, 82, roof_under(82));
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < COURSES; ++i) {
            int course = side == 0 ? i : COURSES - 1 - i;
            double sign = side == 0 ? 1 : -1, lift = lifts[side * COURSES + course];
            double y_low = 82 - run * course, y_high = 82 - run * (course + 1);
            vec3 low = v3(x, sign * (y_low + (course ? 0.5 : 0)), roof_under(y_low) + thick + lap + lift);
            vec3 high =
                v3(x, sign * (y_high + (course == COURSES - 1 ? 0.8 : 0)), roof_under(y_high) + thick + 0.2 * lift);
            out[count++] = side == 0 ? low : high;
            out[count++] = side == 0 ? high : low;
        }
    }

    return count;
}

static void build_roof(model *m) {
    model_part(m, "roof");
    vec3 points[2 * BAYS * (3 + 4 * COURSES)];
    dice d = {41};
    int count = 0, per_section = 0;
    for (int bay = 0; bay < BAYS; ++bay) {
        double lifts[2 * COURSES];
        for (int i = 0; i < 2 * COURSES; ++i) {
            lifts[i] = dice_between(&d, -0.35, 0.75);
        }

        double x0 = -110 + 220.0 * bay / BAYS, x1 = -110 + 220.0 * (bay + 1) / BAYS;
        per_section = roof_section(points + count, x0 + (bay ? 0.35 : 0), lifts);
        count += per_section;
        count += roof_section(points + count, x1 - (bay < BAYS - 1 ? 0.35 : 0), lifts);
    }
    solid_loft(m, points, 2 * BAYS, per_section, NULL, NULL);

    double ridge = roof_under(0) + 2.4;
    for (int i = 0; i < 11; ++i) {
        double x = -111 + 20.2 * i;
        solid_bar(m, v3(x, 0, ridge), v3(x + 21, 0, ridge - 0.9), 3.0, 3.5, 8);
    }
    for (int gable = -1; gable <= 1; gable += 2) {
        for (int side = -1; side <= 1; side += 2) {
            const vec2 board[] = {{83, roof_under(83) - 1.6},
                                  {83, roof_under(83) + 4.6},
                                  {0.2, roof_under(0.2) + 4.6},
                                  {0.2, roof_under(0.2) - 1.6}};
            model_push(m, compose(stretch(gable, side, 1), front_view()));
            solid_plate(m, board, COUNT(board), 108.6, 111.4, 0, 0);
            model_pop(m);
        }
    }
}

static void build_chimney(model *m) {
    model_part(m, "chimney");
    /* Fireplace with a mantel, then the stack through the ridge. */
    solid_box(m, v3(86, -17, 0.6), v3(100.8, -9, 30));
    solid_box(m, v3(86, 9, 0.6), v3(100.8, 17, 30));
    solid_bevel_box(m, v3(84, -18.5, 29), v3(100.9, 18.5, 33), 0.8);
    const storey breast[] = {
        {32, 86.6, 101, 16, 16, 0.3},
        {50, 87.4, 101, 15, 15, 0.3},
        {62, 90.6, 101, 11.5, 11.5, 0.3},
        {186, 90.6, 101, 11.5, 11.5, 0.3},
    };
    solid_storeys(m, breast, COUNT(breast));
    solid_bevel_box(m, v3(88.8, -13.2, 180), v3(102.8, 13.2, 183.4), 0.6);
    solid_bevel_box(m, v3(87.6, -14.4, 185), v3(104.0, 14.4, 189), 0.8);
    for (int i = -1; i <= 1; i += 2) {
        const vec2 pot[] = {{3.4, 188}, {3.0, 191}, {2.8, 197}, {3.4, 197.6}, {3.4, 199}, {2.2, 199}, {2.0, 196.5}};
        model_push(m, move(95.8, 6.2 * i, 0));
        solid_lathe(m, pot, COUNT(pot), 10);
        model_pop(m);
    }
}

void build_farmhouse(model *m) {
    model_part(m, "walls");
    const cell_grid grid = {cut_x, cut_y, cut_z, COUNT(cut_x), COUNT(cut_y), COUNT(cut_z), is_wall, follow_roof, NULL};
    solid_cells(m, &grid);
    build_floors(m);
    build_stairs(m);
    build_roof(m);
    build_chimney(m);
    build_frames(m, true);
    build_frames(m, false);
    build_shutters(m);
    build_beams(m);
    build_quoins(m);
    build_stonework(m);
}
