/* crates.c: a supply dump of crates, barrels and sacks. */
#include "content.h"

static void build_crate(model *m, double x, double y, double z, double turn_degrees, double sx, double sy, double sz) {
    model_push(m, place(x, y, z, turn_degrees));
    double hx = 0.5 * sx, hy = 0.5 * sy, w = 2.4, lip = 1.5;
    solid_box(m, v3(-hx + lip, -hy + lip, 0.4), v3(hx - lip, hy - lip, sz - lip));
    /* Corner posts, then rails between them a hair narrower, so that no two planks share a face. */
    for (int i = 0; i < 4; ++i) {
        model_push(m, stretch(i & 1 ? -1 : 1, i & 2 ? -1 : 1, 1));
        solid_box(m, v3(hx - w, hy - w, 0), v3(hx, hy, sz));
        model_pop(m);
    }
    for (int i = 0; i < 4; ++i) {
        double sign = i & 1 ? -1 : 1, low = i & 2 ? sz - w - 0.1 : 0.1;
        model_push(m, stretch(1, sign, 1));
        solid_box(m, v3(-hx + 1.2, hy - 1.8, low), v3(hx - 1.2, hy - 0.15, low + w));
        model_pop(m);
        model_push(m, stretch(sign, 1, 1));
        solid_box(m, v3(hx - 1.8, -hy + 1.2, low + 0.02), v3(hx - 0.15, hy - 1.2, low + w - 0.02));
        model_pop(m);
    }
    /* Boards of the lid, sunk a little below its frame. */
    int boards = (int)(sx / 5.2);
    for (int i = 0; i < boards; ++i) {
        double a = -hx + 2.0 + (sx - 4.0) * i / boards, b = -hx + 2.0 + (sx - 4.0) * (i + 1) / boards;
        solid_box(m, v3(a + 0.15, -hy + 1.7, sz - 3.0), v3(b - 0.15, hy - 1.7, sz - (i % 2 ? 0.7 : 0.9)));
    }
    /* A brace across the long faces. */
    for (int side = -1; side <= 1; side += 2) {
        const vec2 brace[] = {{-hx + 1.6, 1.4}, {-hx + 4.4, 1.4}, {hx - 1.6, sz - 1.4}, {hx - 4.4, sz - 1.4}};
        model_push(m, compose(stretch(1, side, 1), compose(move(0, hy, 0), side_view())));
        solid_plate(m, brace, COUNT(brace), 0.4, 2.2, 0, 0);
        model_pop(m);
    }
    model_pop(m);
}

static void build_barrel(model *m, double x, double y) {
    const vec2 barrel[] = {
        {7.2, 0},    {7.6, 0.6},  {7.6, 1.6},  {7.1, 2.0},  {7.3, 8.0},  {7.8, 8.6},
        {7.8, 9.6},  {7.3, 10.2}, {7.3, 16.0}, {7.8, 16.6}, {7.8, 17.6}, {7.2, 18.2},
        {7.1, 24.0}, {7.6, 24.4}, {7.6, 25.6}, {6.9, 25.8}, {6.7, 24.9},
    };
    model_push(m, move(x, y, 0));
    solid_lathe(m, barrel, COUNT(barrel), 14);
    solid_bar(m, v3(3.8, 0, 24.4), v3(3.8, 0, 25.8), 1.2, 1.1, 8);
    model_pop(m);
}

void build_crates(model *m) {
    model_part(m, "crates");
    build_crate(m, -18, 10, 0, 4, 30, 24, 22);
    build_crate(m, 17, 12, 0, -8, 28, 24, 22);
    build_crate(m, -16, 9, 21.8, -10, 26, 20, 18);
    build_crate(m, -26, -20, 0, 14, 24, 18, 15);
    model_part(m, "barrels");
    build_barrel(m, 8, -13);
    build_barrel(m, 25, -15);
    model_part(m, "sacks");
    static const double sacks[6][4] = {{-4, -22, 3.4, 10},  {-5, -31, 3.2, -15}, {4, -31, 3.4, 30},
                                       {-2, -27, 8.4, -20}, {39, 2, 3.4, 80},    {40, 3, 8.2, 60}};
    for (int i = 0; i < COUNT(sacks); ++i) {
        const double *s = sacks[i];
        model_push(m, place(s[0], s[1], 0, s[3]));
        solid_rock(m, v3(0, 0, s[2]), v3(7.4, 5.2, 3.8), 1, 0.1, (uint32_t)i + 70);
        model_pop(m);
    }
}
