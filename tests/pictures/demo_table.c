/* demo_table.c: builds the demo table: houses, trees, a walker, troopers, and a ruling between two. */
#include "pictures/demo_table.h"

#include <math.h>
#include <stdlib.h>

static const tl_colour BLUE = {0.0f, 0.447f, 0.698f, 1};
static const tl_colour ORANGE = {0.902f, 0.624f, 0.0f, 1};
static const tl_colour STONE = {0.66f, 0.65f, 0.63f, 1};
static const tl_colour ROOF = {0.56f, 0.54f, 0.52f, 1};
static const tl_colour LEAF = {0.50f, 0.56f, 0.47f, 1};
static const tl_colour BASE = {0.22f, 0.23f, 0.24f, 1};

static tl_vec3 turned(tl_vec3 p, tl_vec3 about, double turn_deg) {
    double c = cos(turn_deg * 0.017453292519943295), s = sin(turn_deg * 0.017453292519943295);
    double x = p.x - about.x, y = p.y - about.y;
    return (tl_vec3){about.x + c * x - s * y, about.y + s * x + c * y, p.z};
}

void demo_box(const tl_draw_sink *sink, tl_vec3 low, tl_vec3 high, tl_vec3 about, double turn_deg, tl_colour colour,
              unsigned style, uint32_t key) {
    tl_vec3 v[8];
    for (int i = 0; i < 8; i++) {
        v[i] =
            turned((tl_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z}, about, turn_deg);
    }
    static const uint32_t t[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                   2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    tl_draw_mesh mesh = {.vertices = v,
                         .vertex_count = 8,
                         .triangles = t,
                         .triangle_count = 12,
                         .colour = colour,
                         .style = style,
                         .key = key};
    sink->mesh(sink->user, &mesh);
}

void demo_turned(const tl_draw_sink *sink, tl_vec3 at, const double (*profile)[2], int count, int sides,
                 tl_colour colour, unsigned style, uint32_t key) {
    size_t vertices = (size_t)(count * sides) + 2, used = 0;
    tl_vec3 *v = malloc(vertices * sizeof(*v));
    uint32_t *t = malloc(6 * vertices * sizeof(*t));
    if (v && t) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < sides; j++) {
                double a = 6.283185307179586 * j / sides;
                v[i * sides + j] =
                    (tl_vec3){at.x + profile[i][0] * cos(a), at.y + profile[i][0] * sin(a), at.z + profile[i][1]};
            }
        }
        v[vertices - 2] = (tl_vec3){at.x, at.y, at.z + profile[0][1]};
        v[vertices - 1] = (tl_vec3){at.x, at.y, at.z + profile[count - 1][1]};
        for (int j = 0; j < sides; j++) {
            uint32_t k = (uint32_t)((j + 1) % sides), l = (uint32_t)j, top = (uint32_t)((count - 1) * sides);
            for (int i = 0; i + 1 < count; i++) {
                uint32_t a = (uint32_t)(i * sides), b = a + (uint32_t)sides;
                const uint32_t two[6] = {a + l, a + k, b + k, a + l, b + k, b + l};
                for (int m = 0; m < 6; m++) {
                    t[used++] = two[m];
                }
            }
            const uint32_t caps[6] = {(uint32_t)vertices - 2, k, l, (uint32_t)vertices - 1, top + l, top + k};
            for (int m = 0; m < 6; m++) {
                t[used++] = caps[m];
            }
        }
        tl_draw_mesh mesh = {.vertices = v,
                             .vertex_count = vertices,
                             .triangles = t,
                             .triangle_count = used / 3,
                             .colour = colour,
                             .style = style,
                             .key = key};
        sink->mesh(sink->user, &mesh);
    }
    free(v);
    free(t);
}

static void house(const tl_draw_sink *sink, tl_vec3 at, double length, double width, double wall, double ridge,
                  double turn, uint32_t key, unsigned style) {
    tl_vec3 low = {at.x - 0.5 * length, at.y - 0.5 * width, at.z};
    double thick = 6;
    /* Four walls with window gaps: piers and lintels. */
    for (int side = 0; side < 2; side++) {
        double y = side ? low.y + width - thick : low.y, x = side ? low.x + length - thick : low.x;
        for (int part = 0; part < 5; part++) {
            double x0 = low.x + length * part / 5, x1 = low.x + length * (part + 1) / 5;
            double y0 = low.y + width * part / 5, y1 = low.y + width * (part + 1) / 5;
            bool gap = part % 2 == 1;
            for (int piece = 0; piece < (gap ? 2 : 1); piece++) {
                double z0 = at.z + (gap && piece ? 0.72 * wall : 0), z1 = at.z + (gap && !piece ? 0.36 * wall : wall);
                demo_box(sink, (tl_vec3){x0, y, z0}, (tl_vec3){x1, y + thick, z1}, at, turn, STONE, style, key);
                demo_box(sink, (tl_vec3){x, y0, z0}, (tl_vec3){x + thick, y1, z1}, at, turn, STONE, style, key);
            }
        }
    }
    double o = 7;
    tl_vec3 v[6] = {{low.x - o, low.y - o, at.z + wall},
                    {low.x + length + o, low.y - o, at.z + wall},
                    {low.x + length + o, low.y + width + o, at.z + wall},
                    {low.x - o, low.y + width + o, at.z + wall},
                    {low.x - o, at.y, at.z + ridge},
                    {low.x + length + o, at.y, at.z + ridge}};
    for (int i = 0; i < 6; i++) {
        v[i] = turned(v[i], at, turn);
    }
    static const uint32_t t[24] = {0, 1, 5, 0, 5, 4, 2, 3, 4, 2, 4, 5, 0, 4, 3, 1, 2, 5, 0, 2, 1, 0, 3, 2};
    tl_draw_mesh roof = {.vertices = v,
                         .vertex_count = 6,
                         .triangles = t,
                         .triangle_count = 8,
                         .colour = ROOF,
                         .style = style,
                         .key = key};
    sink->mesh(sink->user, &roof);
}

static void tree(const tl_draw_sink *sink, tl_vec3 at, double size, uint32_t key) {
    const double trunk[2][2] = {{0.09 * size, 0}, {0.06 * size, 0.45 * size}};
    const double crown[6][2] = {{0.05 * size, 0.25 * size}, {0.36 * size, 0.35 * size}, {0.30 * size, 0.58 * size},
                                {0.22 * size, 0.8 * size},  {0.12 * size, 1.0 * size},  {0.02 * size, 1.15 * size}};
    demo_turned(sink, at, trunk, 2, 8, (tl_colour){0.47f, 0.42f, 0.37f, 1}, 0, key);
    demo_turned(sink, at, crown, 6, 11, LEAF, 0, key);
}

static void walker(const tl_draw_sink *sink, tl_vec3 at, double turn, tl_colour side, unsigned style, uint32_t key) {
    tl_colour shade = {0.55f * side.r + 0.25f, 0.55f * side.g + 0.25f, 0.55f * side.b + 0.25f, 1};
    const double base[3][2] = {{34, 0}, {34, 2}, {31, 4}};
    demo_turned(sink, at, base, 3, 40, BASE, style, key);
    for (int leg = 0; leg < 2; leg++) {
        double y = leg ? 12 : -12;
        demo_box(sink, (tl_vec3){at.x - 12, at.y + y - 6, at.z + 4}, (tl_vec3){at.x + 14, at.y + y + 6, at.z + 9}, at,
                 turn, shade, style, key);
        demo_box(sink, (tl_vec3){at.x - 5, at.y + y - 4, at.z + 9}, (tl_vec3){at.x + 4, at.y + y + 4, at.z + 34}, at,
                 turn, shade, style, key);
    }
    demo_box(sink, (tl_vec3){at.x - 20, at.y - 19, at.z + 32}, (tl_vec3){at.x + 20, at.y + 19, at.z + 58}, at, turn,
             side, style, key);
    demo_box(sink, (tl_vec3){at.x - 10, at.y - 11, at.z + 58}, (tl_vec3){at.x + 12, at.y + 11, at.z + 68}, at, turn,
             side, style, key);
    demo_box(sink, (tl_vec3){at.x + 12, at.y - 2, at.z + 61}, (tl_vec3){at.x + 46, at.y + 2, at.z + 65}, at, turn,
             shade, style, key);
    demo_box(sink, (tl_vec3){at.x - 8, at.y + 19, at.z + 44}, (tl_vec3){at.x + 34, at.y + 26, at.z + 52}, at, turn,
             shade, style, key);
}

static void trooper(const tl_draw_sink *sink, tl_vec3 at, tl_colour side, unsigned style, uint32_t key) {
    const double base[3][2] = {{12.5, 0}, {12.5, 1.5}, {11.2, 3}};
    const double body[7][2] = {{3.5, 3}, {4.2, 12}, {4.6, 15}, {6, 22}, {5.6, 25.5}, {2, 26.4}, {2, 27}};
    const double head[5][2] = {{1.6, 27}, {3.0, 28.3}, {3.4, 30.2}, {2.6, 32.2}, {0.6, 33.2}};
    demo_turned(sink, at, base, 3, 28, BASE, style, key);
    demo_turned(sink, at, body, 7, 14, side, style, key);
    demo_turned(sink, at, head, 5, 14, side, style, key);
}

void demo_table(const tl_draw_sink *sink, uint32_t outlined) {
    static const tl_vec3 corners[4] = {{0, 0, 0}, {1800, 0, 0}, {1800, 1200, 0}, {0, 1200, 0}};
    static const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
    tl_draw_mesh ground = {.vertices = corners,
                           .vertex_count = 4,
                           .triangles = two,
                           .triangle_count = 2,
                           .colour = {0.80f, 0.785f, 0.755f, 1},
                           .style = TL_DRAW_GROUND,
                           .key = DEMO_GROUND};
    sink->mesh(sink->user, &ground);
    unsigned outline = outlined == DEMO_HOUSE ? TL_DRAW_OUTLINED : 0;
    house(sink, (tl_vec3){900, 620, 0}, 260, 170, 74, 128, 24, DEMO_HOUSE, outline);
    house(sink, (tl_vec3){420, 330, 0}, 170, 120, 60, 104, -12, DEMO_BARN,
          outlined == DEMO_BARN ? TL_DRAW_OUTLINED : 0);
    house(sink, (tl_vec3){1430, 900, 0}, 200, 130, 110, 160, 90, 12, 0);
    for (int i = 0; i < 7; i++) {
        demo_box(sink, (tl_vec3){1080 + 62.0 * i, 330, 0}, (tl_vec3){1138 + 62.0 * i, 340, i == 3 ? 12 : 26},
                 (tl_vec3){1300, 330, 0}, 14, STONE, 0, 13);
    }
    const double hill[5][2] = {{190, 0}, {176, 14}, {150, 24}, {96, 34}, {40, 38}};
    demo_turned(sink, (tl_vec3){330, 900, 0}, hill, 5, 22, (tl_colour){0.74f, 0.725f, 0.69f, 1}, 0, 14);
    static const double trees[11][3] = {{1500, 480, 95}, {1560, 530, 110}, {1610, 460, 84},  {1590, 600, 100},
                                        {1650, 560, 92}, {1520, 590, 78},  {1670, 640, 104}, {280, 860, 90},
                                        {370, 940, 104}, {300, 950, 76},   {1700, 500, 80}};
    for (int i = 0; i < 11; i++) {
        double lift = trees[i][0] < 500 ? 34 : 0;
        tree(sink, (tl_vec3){trees[i][0], trees[i][1], lift}, trees[i][2], DEMO_WOOD);
    }
    walker(sink, (tl_vec3){600, 480, 0}, 20, BLUE, outlined == DEMO_WALKER ? TL_DRAW_OUTLINED : 0, DEMO_WALKER);
    walker(sink, (tl_vec3){1270, 640, 0}, 190, ORANGE, outlined == DEMO_TANK ? TL_DRAW_OUTLINED : 0, DEMO_TANK);
    static const double men[10][2] = {{660, 380},  {690, 352},  {640, 345},  {668, 318},  {705, 390},
                                      {1150, 880}, {1185, 905}, {1120, 912}, {1160, 938}, {1205, 868}};
    for (int i = 0; i < 10; i++) {
        trooper(sink, (tl_vec3){men[i][0], men[i][1], 0}, i < 5 ? BLUE : ORANGE, 0, (uint32_t)(DEMO_TROOPER + i));
    }
}

void demo_ruling(const tl_draw_sink *sink) {
    const tl_colour seen = {0.33f, 0.85f, 0.72f, 1}, blocked = {0.95f, 0.45f, 0.20f, 1};
    const tl_vec3 clear[2] = {{690, 352, 30}, {1270 - 12, 640 - 10, 52}};
    tl_draw_line line = {
        .points = clear, .count = 2, .colour = seen, .width_px = 2.5f, .sleeve_mm = 6, .end_dots = true};
    sink->line(sink->user, &line);
    const tl_vec3 best[2] = {{620, 487, 60}, {1160, 925, 24}};
    tl_draw_line dashed = {
        .points = best, .count = 2, .colour = blocked, .width_px = 2.5f, .end_dots = true, .style = TL_DRAW_DASHED};
    sink->line(sink->user, &dashed);
    tl_vec3 ring[97];
    for (int i = 0; i < 97; i++) {
        double a = 6.283185307179586 * i / 96;
        ring[i] = (tl_vec3){600 + 300 * cos(a), 480 + 300 * sin(a), 1};
    }
    tl_draw_line range = {.points = ring, .count = 97, .colour = {0.0f, 0.447f, 0.698f, 1}, .width_px = 1.6f};
    sink->line(sink->user, &range);
    const double smoke[2][2] = {{75, 0.5}, {75, 50}};
    demo_turned(sink, (tl_vec3){1000, 330, 0}, smoke, 2, 48, (tl_colour){0.45f, 0.50f, 0.58f, 0.28f},
                TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED, 50);
    demo_box(sink, (tl_vec3){1440, 400, 0.5}, (tl_vec3){1760, 700, 90}, (tl_vec3){1600, 550, 0}, 0,
             (tl_colour){0.30f, 0.50f, 0.34f, 0.16f}, TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED, 51);
    /* The lower half of the orange walker's hull is hidden. */
    tl_vec3 at = {1270, 640, 0};
    demo_box(sink, (tl_vec3){at.x - 20.2, at.y - 19.2, 31.8}, (tl_vec3){at.x + 20.2, at.y + 19.2, 46}, at, 190, ORANGE,
             TL_DRAW_HATCHED, DEMO_TANK);
    const tl_draw_label labels[] = {
        {{600, 480, 70}, "Ludwig", {0.0f, 0.447f, 0.698f, 1}, 1, 0},
        {{1270, 640, 70}, "Blackhawk", {0.902f, 0.624f, 0.0f, 1}, 1, 0},
        {{690, 352, 34}, "Ghosts 2", {0.0f, 0.447f, 0.698f, 1}, 1, 0},
        {{660, 380, 34}, "Ghosts 1", {0.0f, 0.447f, 0.698f, 1}, 1, 0},
        {{1160, 938, 34}, "Bot Hunters 4", {0.902f, 0.624f, 0.0f, 1}, 1, 0},
        {{900, 620, 128}, "farmhouse", {0, 0, 0, 0}, 1, 0},
        {{974, 496, 41}, "674 mm, clear by 6.0 mm", {0.33f, 0.85f, 0.72f, 1}, 1.05f, TL_DRAW_ON_TOP},
        {{1000, 330, 50}, "smoke", {0, 0, 0, 0}, 1, 0},
        {{1600, 550, 100}, "north wood", {0, 0, 0, 0}, 1, 0},
    };
    for (size_t i = 0; i < sizeof(labels) / sizeof(*labels); i++) {
        sink->label(sink->user, &labels[i]);
    }
}
