/* Three hedgehogs: girders crossed at right angles, standing on three ends. */
#include "content.h"

static void build_girder(model *m, double reach) {
    static const vec2 section[] = {
        {-3.2, -3.4}, {3.2, -3.4}, {3.2, -2.2}, {0.7, -1.8}, {0.7, 1.8},   {3.2, 2.2},
        {3.2, 3.4},   {-3.2, 3.4}, {-3.2, 2.2}, {-0.7, 1.8}, {-0.7, -1.8}, {-3.2, -2.2},
    };
    solid_plate(m, section, COUNT(section), -reach, reach, 0, 0);
}

static void build_hedgehog(model *m, const char *name, double x, double y, double turn_degrees, double reach) {
    int mark = m->triangle_count;
    model_part(m, name);
    /* A cube's three axes, the cube standing on a corner. */
    model_push(m, compose(place(x, y, 0, turn_degrees), compose(rotate_x(54.7356), rotate_z(45))));
    build_girder(m, reach);
    model_push(m, compose(move(2.6, 0, 0.5), rotate_y(90)));
    build_girder(m, reach);
    model_pop(m);
    model_push(m, compose(move(-0.5, 2.2, -0.3), rotate_x(90)));
    build_girder(m, reach);
    model_pop(m);
    /* Gusset plates at the crossing. */
    solid_bevel_box(m, v3(-5.6, -5.6, -1.2), v3(5.6, 5.6, 1.3), 0.4);
    solid_bevel_box(m, v3(-1.2, -5.7, -5.5), v3(1.3, 5.5, 5.7), 0.4);
    model_pop(m);
    model_settle(m, mark);
}

void build_tank_traps(model *m) {
    build_hedgehog(m, "hedgehog_1", -46, 6, 10, 25);
    build_hedgehog(m, "hedgehog_2", 4, -8, 62, 26);
    build_hedgehog(m, "hedgehog_3", 50, 8, 35, 24);
}
