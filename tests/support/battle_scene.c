/* battle_scene.c: makes a random battle from a seed, and writes it in whatever variant. */
#include "support/battle_scene.h"

#include "support/inch_twin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

static const made_box tank[] = {
    {{-60, -40, 0}, {60, 40, 32}}, {{-30, -25, 32}, {20, 25, 52}}, {{20, -3, 40}, {110, 3, 46}}};
static const made_box walker[] = {{{-35, -30, 60}, {35, 30, 110}},
                                  {{-10, -28, 0}, {10, -18, 60}},
                                  {{-10, 18, 0}, {10, 28, 60}},
                                  {{35, -4, 80}, {140, 4, 88}}};
static const made_box truck[] = {{{-55, -25, 8}, {55, 25, 45}}, {{-50, -24, 0}, {50, 24, 8}}};
static const made_box plane[] = {{{-60, -12, 130}, {60, 12, 155}},
                                 {{-15, -70, 138}, {15, 70, 146}},
                                 {{-2, -2, 3}, {2, 2, 130}},
                                 {{-30, -30, 0}, {30, 30, 3}}};
static const made_box boat[] = {{{-70, -25, 2}, {70, 25, 25}}, {{-20, -15, 25}, {10, 15, 50}}};
/* a gun and its crew on one base */
static const made_box gun[] = {{{-12, -10, 3}, {8, 10, 24}}, {{8, -2, 14}, {40, 2, 18}}};
/* 160 by 140, a window to each side, a door behind, no roof */
static const made_box house[] = {
    {{-80, -70, 0}, {-76, -15, 90}}, {{-80, 15, 0}, {-76, 70, 90}}, {{-80, -15, 0}, {-76, 15, 14}},
    {{-80, -15, 44}, {-76, 15, 90}}, {{76, -70, 0}, {80, -20, 90}}, {{76, 10, 0}, {80, 70, 90}},
    {{-76, -70, 0}, {76, -66, 90}},  {{-76, 66, 0}, {20, 70, 90}},  {{50, 66, 0}, {76, 70, 90}}};
/* the same with a floor at 45, and a breach in the west wall upstairs */
static const made_box loft[] = {{{-80, -70, 0}, {-76, 70, 55}}, {{-80, -70, 55}, {-76, -20, 90}},
                                {{-80, 20, 55}, {-76, 70, 90}}, {{76, -70, 0}, {80, -20, 90}},
                                {{76, 10, 0}, {80, 70, 90}},    {{-76, -70, 0}, {76, -66, 90}},
                                {{-76, 66, 0}, {76, 70, 90}},   {{-76, -66, 42}, {76, 66, 45}}};
static const made_box block[] = {{{-70, -55, 0}, {70, 55, 70}}};
static const made_box wall[] = {{{-150, -4, 0}, {150, 4, 110}}};
static const made_box low[] = {{{-90, -3, 0}, {90, 3, 22}}};
static const made_box traps[] = {{{-60, -8, 0}, {-40, 8, 18}}, {{-10, -8, 0}, {10, 8, 18}}, {{40, -8, 0}, {60, 8, 18}}};
/* 120 by 100: a slit in front, a door behind, a roof */
static const made_box bunker[] = {
    {{56, -50, 0}, {60, 50, 14}},   {{56, -50, 30}, {60, 50, 45}},   {{56, -50, 14}, {60, -35, 30}},
    {{56, 35, 14}, {60, 50, 30}},   {{-60, -50, 0}, {-56, -12, 45}}, {{-60, 12, 0}, {-56, 50, 45}},
    {{-56, -50, 0}, {56, -46, 45}}, {{-56, 46, 0}, {56, 50, 45}},    {{-60, -50, 45}, {60, 50, 49}}};
static const made_box fort[] = {{{-60, -50, 0}, {-54, 50, 16}},
                                {{54, -50, 0}, {60, 50, 16}},
                                {{-54, -50, 0}, {54, -44, 16}},
                                {{-54, 44, 0}, {54, 50, 16}}};
static const made_box steps[] = {
    {{-110, -90, -10}, {110, 90, 8}}, {{-80, -60, -10}, {80, 60, 16}}, {{-50, -35, -10}, {50, 35, 24}}};

static void write_meshes(made_scene *made) {
#define MESH(boxes) made_boxes(made, #boxes ".obj", boxes, sizeof(boxes) / sizeof(boxes[0]))
    MESH(tank);
    MESH(walker);
    MESH(truck);
    MESH(plane);
    MESH(boat);
    MESH(gun);
    MESH(house);
    MESH(loft);
    MESH(block);
    MESH(wall);
    MESH(low);
    MESH(traps);
    MESH(bunker);
    MESH(fort);
    MESH(steps);
#undef MESH
}

/* --- What there is ------------------------------------------------------------------------------------------------ */

static const battle_ground grounds[] = {
    {"building", "house", NULL, 0, 160, 140, true, 1},
    {"building", "loft", NULL, 0, 160, 140, true, 2},
    {"building", "block", ", 'interior': 'abstract'", 0, 140, 110, true, 1},
    {"building", "block", NULL, 0, 140, 110, false, 1},
    {"wood", NULL, NULL, 90, 1.6, 1.2, true, 1},
    {"wood", NULL, NULL, 90, 1.2, 0.5, true, 1},
    {"smoke", NULL, NULL, 50, 0, 0, true, 1},
    {"hill", NULL, NULL, 20, 1.2, 0.9, false, 1},
    {"hill", "steps", NULL, 0, 220, 180, false, 1},
    {"wall", "wall", NULL, 0, 300, 8, false, 1},
    {"wall", NULL, NULL, 60, 1.2, 0.1, false, 1},
    {"obstacle", "low", NULL, 0, 180, 6, false, 1},
    {"hedge", NULL, NULL, 25, 1.4, 0.15, false, 1},
    {"rubble", NULL, NULL, 12, 0.7, 0.5, false, 1},
    {"trap", "traps", NULL, 0, 120, 16, false, 1},
    {"wreck", "tank", NULL, 0, 170, 80, false, 1},
    {"bunker", "bunker", NULL, 0, 120, 100, true, 1},
    {"strongpoint", "fort", NULL, 0, 120, 100, true, 1},
    {"trench", NULL, NULL, 0, 1.2, 0.4, true, 1},
    {"wire", NULL, NULL, 0, 1.2, 0.2, false, 1},
    {"minefield", NULL, NULL, 0, 0.8, 0.8, false, 1},
    {"objective", NULL, NULL, 0, 0, 0, false, 1},
    {"water", NULL, NULL, 0, 1.4, 0.5, false, 1},
    {"deep-water", NULL, NULL, 0, 2.2, 1.6, false, 1},
    {"cliff", NULL, NULL, 60, 0.9, 0.4, false, 1},
    {"swamp", NULL, NULL, 0, 1, 0.8, true, 1},
    {"crops", NULL, NULL, 24, 1.2, 1, true, 1},
    {"road", NULL, NULL, 0, 2.4, 0.4, false, 1},
    {"ground", NULL, NULL, 0, 1, 1, false, 1},
};
enum { GROUNDS = sizeof(grounds) / sizeof(grounds[0]), WALL = 9, DEEP_WATER = 23 };

static const battle_kind kinds[] = {
    {"squad",
     "infantry",
     "man",
     "foot",
     2,
     4,
     2,
     3,
     13,
     NULL,
     {{"rifle", 0, 4, NULL, NULL, NULL, NULL},
      {"knife", 0, 0, NULL, NULL, NULL, NULL},
      {"grenade", 0, 1, NULL, NULL, NULL, "grenade"}}},
    {"hero",
     "hero",
     "man",
     "foot",
     2,
     4,
     1,
     1,
     13,
     "officer",
     {{"pistol", 0, 3, NULL, NULL, NULL, NULL},
      {"sniper", 0, 8, NULL, NULL, NULL, "sniper"},
      {"sword", 0, 0, NULL, NULL, NULL, NULL}}},
    {"crew",
     "support-weapon",
     "gun",
     "foot",
     1,
     2,
     1,
     2,
     22,
     NULL,
     {{"mortar", 2, 10, "front", "blast", NULL, "artillery"},
      {"carbine", 0, 3, NULL, NULL, NULL, NULL},
      {"spade", 0, 0, NULL, NULL, NULL, NULL}}},
    {"flamers",
     "infantry",
     "man",
     "foot",
     2,
     4,
     1,
     2,
     13,
     NULL,
     {{"burner", 0, 1, NULL, "flame-1", NULL, "flame"},
      {"thrower", 0, 2, NULL, "flame-2", NULL, "flame"},
      {"fists", 0, 0, NULL, NULL, NULL, NULL}}},
    {"tank",
     "vehicle",
     "tank",
     "tracked",
     3,
     6,
     1,
     1,
     73,
     NULL,
     {{"gun", 0, 10, "turret", NULL, NULL, NULL},
      {"bow", 0, 6, "front", NULL, NULL, NULL},
      {"howitzer", 1, 8, "turret", "blast", "infantry", NULL}}},
    {"walker",
     "vehicle",
     "walker",
     "walker",
     3,
     6,
     1,
     1,
     46,
     NULL,
     {{"guns", 0, 6, "front", NULL, NULL, NULL},
      {"left", 0, 4, "left", NULL, NULL, NULL},
      {"claw", 0, 0, NULL, NULL, NULL, NULL}}},
    {"plane",
     "aircraft",
     "plane",
     "flying",
     6,
     12,
     1,
     1,
     90,
     NULL,
     {{"rockets", 0, 8, "front", NULL, NULL, NULL},
      {"tail", 0, 4, "rear", NULL, NULL, NULL},
      {"bombs", 0, 2, NULL, "blast", NULL, NULL}}},
    {"truck",
     "vehicle",
     "truck",
     "wheeled",
     3,
     6,
     1,
     1,
     60,
     "transport",
     {{"mg", 0, 4, "front", NULL, NULL, NULL}, {"bumper", 0, 0, NULL, NULL, NULL, NULL}}},
    {"boat",
     "vehicle",
     "boat",
     "wheeled",
     3,
     6,
     1,
     1,
     75,
     "naval",
     {{"deck", 0, 6, "turret", NULL, NULL, NULL}, {"ram", 0, 0, NULL, NULL, NULL, NULL}}},
    {"jumpers",
     "infantry",
     "man",
     "foot",
     3,
     6,
     2,
     3,
     13,
     "flying-infantry",
     {{"smg", 0, 3, NULL, NULL, NULL, NULL}, {"blade", 0, 0, NULL, NULL, NULL, NULL}}},
    {"riders",
     "infantry",
     "man",
     "foot",
     2,
     4,
     1,
     2,
     13,
     NULL,
     {{"rifle", 0, 4, NULL, NULL, NULL, NULL}, {"knife", 0, 0, NULL, NULL, NULL, NULL}}},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]), TRUCK = 7, BOAT = 8, RIDERS = 10 };

static const char *const skills_on_foot[] = {"camouflage", "observer", "advanced-reactive-fire", "zombie", "medic"};
static const char *const skills_of_vehicles[] = {"dozer-blade", "amphibious", "advanced-reactive-fire", "observer",
                                                 "tank-riders"};

/* --- Making ------------------------------------------------------------------------------------------------------- */

static double reach_of(const battle_piece *piece) {
    const battle_ground *g = piece->ground;
    bool disc = g->length == 0;
    return disc ? 75 : 0.5 * hypot(g->length, g->width) * (g->mesh != NULL ? 1 : piece->size);
}

static void make_terrain(battle_plan *battle, test_random *random) {
    size_t wanted = 4 + (size_t)test_random_below(random, BATTLE_TERRAIN - 3);
    for (size_t tried = 0; battle->terrain_count < wanted && tried < 200; tried++) {
        battle_piece piece = {.ground = &grounds[test_random_below(random, GROUNDS)]};
        piece.at[0] = test_random_between(random, 150, BATTLE_WIDTH - 150);
        piece.at[1] = test_random_between(random, 150, BATTLE_DEPTH - 150);
        piece.turn = test_random_between(random, 0, 360);
        piece.size = test_random_between(random, 120, 220);
        bool apart = true;
        for (size_t t = 0; t < battle->terrain_count; t++) {
            const battle_piece *other = &battle->terrain[t];
            apart = apart && hypot(piece.at[0] - other->at[0], piece.at[1] - other->at[1]) >
                                 0.8 * (reach_of(&piece) + reach_of(other));
        }
        if (apart || test_random_below(random, 12) == 0) {
            battle->terrain[battle->terrain_count++] = piece;
        }
    }
}

static bool is_free(const battle_plan *battle, size_t units, const battle_unit *unit, size_t members,
                    const double at[2]) {
    for (size_t u = 0; u <= units; u++) {
        const battle_unit *other = u < units ? &battle->units[u] : unit;
        for (size_t m = 0; m < (u < units ? other->count : members); m++) {
            double gap = hypot(at[0] - other->at[m][0], at[1] - other->at[m][1]);
            if (gap < unit->kind->radius + other->kind->radius && other->carrier < 0) {
                return false;
            }
        }
    }
    return at[0] > unit->kind->radius && at[0] < BATTLE_WIDTH - unit->kind->radius && at[1] > unit->kind->radius &&
           at[1] < BATTLE_DEPTH - unit->kind->radius;
}

/* Where a unit begins: anywhere, in a piece of terrain, or beside another unit. */
static void choose_middle(const battle_plan *battle, size_t u, battle_unit *unit, test_random *random,
                          double middle[2]) {
    size_t t = (size_t)test_random_below(random, (int)battle->terrain_count);
    const battle_piece *piece = &battle->terrain[t];
    middle[0] = test_random_between(random, 100, BATTLE_WIDTH - 100);
    middle[1] = test_random_between(random, 100, BATTLE_DEPTH - 100);
    int way = test_random_below(random, 4);
    if (way == 0 && piece->ground->inside && battle_is_foot(unit)) {
        middle[0] = piece->at[0];
        middle[1] = piece->at[1];
        unit->level = test_random_below(random, piece->ground->floors);
    } else if (way == 1 && u > 0) {
        const battle_unit *other = &battle->units[test_random_below(random, (int)u)];
        double turn = test_random_between(random, 0, 2 * TL_PI);
        double apart = other->kind->radius + unit->kind->radius + test_random_between(random, 2, 60);
        middle[0] = other->at[0][0] + apart * cos(turn);
        middle[1] = other->at[0][1] + apart * sin(turn);
    }
    for (size_t k = 0; unit->kind == &kinds[BOAT] && k < battle->terrain_count; k++) {
        if (battle->terrain[k].ground == &grounds[DEEP_WATER]) {
            middle[0] = battle->terrain[k].at[0];
            middle[1] = battle->terrain[k].at[1];
        }
    }
}

/* Whether every model found room. */
static bool place_unit(battle_plan *battle, size_t u, battle_unit *unit, test_random *random) {
    double middle[2];
    choose_middle(battle, u, unit, random, middle);
    double spread = unit->kind->radius > 30 ? 60 : 45;
    for (size_t m = 0, tried = 0; m < unit->count; tried++) {
        if (tried > 60) {
            return false;
        }
        double far = tried == 0 ? 0 : spread, at[2] = {middle[0] + test_random_between(random, -far, far),
                                                       middle[1] + test_random_between(random, -far, far)};
        if (is_free(battle, u, unit, m, at)) {
            memcpy(unit->at[m], at, sizeof(at));
            unit->facing[m++] = test_random_between(random, 0, 360);
        }
    }
    return true;
}

static void board_passengers(battle_plan *battle, size_t carrier, test_random *random) {
    battle_unit *unit = &battle->units[battle->unit_count];
    const battle_unit *truck_unit = &battle->units[carrier];
    *unit = (battle_unit){.kind = &kinds[RIDERS], .side = truck_unit->side, .carrier = (int)carrier};
    unit->count = 1 + (size_t)test_random_below(random, 2);
    for (size_t m = 0; m < unit->count; m++) {
        unit->at[m][0] = truck_unit->at[0][0] + (m == 0 ? -10 : 16);
        unit->at[m][1] = truck_unit->at[0][1];
    }
    battle->unit_count++;
}

void battle_make(battle_plan *battle, test_random *random) {
    memset(battle, 0, sizeof(*battle));
    make_terrain(battle, random);
    while (battle->unit_count < BATTLE_UNITS) {
        battle_unit unit = {.carrier = -1, .side = battle->unit_count % 2 == 0 ? 'x' : 'y'};
        /* half of them squads and their like */
        unit.kind = &kinds[test_random_below(random, 2) == 0 ? test_random_below(random, 4)
                                                             : test_random_below(random, KINDS - 1)];
        unit.count =
            unit.kind->least + (size_t)test_random_below(random, (int)(unit.kind->most - unit.kind->least + 1));
        const char *const *skills = battle_is_foot(&unit) ? skills_on_foot : skills_of_vehicles;
        unit.skill = test_random_below(random, 3) == 0 ? skills[test_random_below(random, 5)] : NULL;
        if (!place_unit(battle, battle->unit_count, &unit, random)) {
            continue;
        }
        battle->units[battle->unit_count++] = unit;
        bool carries = unit.kind == &kinds[TRUCK] || (unit.skill != NULL && strcmp(unit.skill, "tank-riders") == 0);
        if (carries && battle->unit_count < BATTLE_UNITS) {
            board_passengers(battle, battle->unit_count - 1, random);
        }
    }
}

bool battle_is_foot(const battle_unit *unit) {
    return strcmp(unit->kind->class, "vehicle") != 0 && strcmp(unit->kind->class, "aircraft") != 0;
}

const battle_weapon *battle_weapon_of(const battle_unit *unit, const char *id) {
    for (size_t w = 0; w < BATTLE_WEAPONS && unit->kind->weapons[w].id != NULL; w++) {
        if (strcmp(unit->kind->weapons[w].id, id) == 0) {
            return &unit->kind->weapons[w];
        }
    }
    return NULL;
}

const char *battle_id(size_t unit, int member) {
    static char buffers[8][16];
    static unsigned next;
    char *id = buffers[next++ % 8];
    if (member < 0) {
        snprintf(id, sizeof(buffers[0]), "u%zu", unit);
    } else {
        snprintf(id, sizeof(buffers[0]), "u%zum%d", unit, member);
    }
    return id;
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

typedef struct writer {
    char *text;
    size_t size, used;
    const battle_writing *how;
} writer;

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(writer *w, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(w->text + w->used, w->size - w->used, format, list);
    va_end(list);
    assert_true(length >= 0 && (size_t)length < w->size - w->used);
    w->used += (size_t)length;
}

/* In millimetres of the centimetre system: all is made inches at once at the end. */
static void turned_point(const battle_writing *writing, double x, double y, double out[2]) {
    out[0] = (writing->quarter ? BATTLE_DEPTH - y : x) + writing->shift[0];
    out[1] = (writing->quarter ? x : y) + writing->shift[1];
}

void battle_point(const battle_writing *writing, double x, double y, double out[2]) {
    turned_point(writing, x, y, out);
    for (int k = 0; k < 2 && writing->inches; k++) {
        out[k] = test_inch_length(out[k]);
    }
}

static void put_point(writer *w, double x, double y) {
    double at[2];
    turned_point(w->how, x, y, at);
    put(w, "[%.17g, %.17g]", at[0], at[1]);
}

static void shuffle(size_t *order, size_t count, uint64_t seed) {
    test_random random = {seed};
    for (size_t i = 0; i < count; i++) {
        order[i] = i;
    }
    for (size_t i = count; seed != 0 && i > 1; i--) {
        size_t k = (size_t)test_random_below(&random, (int)i), kept = order[i - 1];
        order[i - 1] = order[k];
        order[k] = kept;
    }
}

static void write_assets(writer *w) {
    put(w, "'assets': {'man': {'core': {'shape': 'capsule', 'from': [0, 0, 8], 'to': [0, 0, 28], 'radius': 6},"
           " 'base': {'shape': 'disc', 'diameter': 25, 'height': 3}},"
           "'gun': {'mesh': 'gun.obj', 'figures': 3, 'parts': {'core': ['box0'], 'gear': ['box1']},"
           " 'base': {'shape': 'disc', 'diameter': 40, 'height': 3}},"
           "'tank': {'mesh': 'tank.obj', 'parts': {'core': ['box0', 'box1'], 'gear': ['box2']}},"
           "'walker': {'mesh': 'walker.obj', 'parts': {'core': ['box0'], 'limb': ['box1', 'box2'], 'gear': ['box3']}},"
           "'truck': {'mesh': 'truck.obj', 'parts': {'core': ['box0'], 'limb': ['box1']}},"
           "'plane': {'mesh': 'plane.obj', 'parts': {'core': ['box0', 'box1'], 'stand': ['box2'], 'base': ['box3']}},"
           "'boat': {'mesh': 'boat.obj', 'parts': {'core': ['box0', 'box1']}}},");
}

static void write_outline(writer *w, const battle_piece *piece) {
    double angle = piece->turn * TL_PI / 180, c = cos(angle), s = sin(angle);
    double a = 0.5 * piece->ground->length * piece->size, b = 0.5 * piece->ground->width * piece->size;
    /* a rectangle, or for one in four an L */
    static const double rectangle[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const double bent[6][2] = {{-1, -1}, {1, -1}, {1, 0}, {-0.2, 0}, {-0.2, 1}, {-1, 1}};
    bool is_bent = fmod(piece->size, 4) < 1;
    put(w, ", 'outline': [");
    for (int i = 0; i < (is_bent ? 6 : 4); i++) {
        const double *p = is_bent ? bent[i] : rectangle[i];
        put(w, "%s", i > 0 ? ", " : "");
        put_point(w, piece->at[0] + c * a * p[0] - s * b * p[1], piece->at[1] + s * a * p[0] + c * b * p[1]);
    }
    put(w, "]");
}

/* A place for one more wall on which nobody would come to stand. */
static bool find_room(const battle_plan *battle, uint64_t seed, battle_piece *screen) {
    test_random random = {seed};
    for (int tried = 0; tried < 40; tried++) {
        double angle, least = INFINITY;
        screen->at[0] = test_random_between(&random, 200, BATTLE_WIDTH - 200);
        screen->at[1] = test_random_between(&random, 200, BATTLE_DEPTH - 200);
        screen->turn = test_random_between(&random, 0, 180);
        angle = screen->turn * TL_PI / 180;
        for (size_t u = 0; u < battle->unit_count; u++) {
            for (size_t m = 0; m < battle->units[u].count; m++) {
                double x = battle->units[u].at[m][0] - screen->at[0], y = battle->units[u].at[m][1] - screen->at[1];
                double along = fmax(0, fabs(x * cos(angle) + y * sin(angle)) - 150),
                       off = y * cos(angle) - x * sin(angle);
                least = fmin(least, hypot(along, off) - battle->units[u].kind->radius);
            }
        }
        if (least > 10) {
            return true;
        }
    }
    return false;
}

static void write_terrain(writer *w, const battle_plan *battle) {
    size_t order[BATTLE_TERRAIN];
    shuffle(order, battle->terrain_count, w->how->order);
    put(w, "'terrain': [");
    for (size_t k = 0; k < battle->terrain_count; k++) {
        const battle_piece *piece = &battle->terrain[order[k]];
        const battle_ground *g = piece->ground;
        double at[2];
        turned_point(w->how, piece->at[0], piece->at[1], at);
        put(w, "%s{'id': 't%zu', 'kind': '%s'", k > 0 ? ", " : "", order[k], g->kind);
        if (g->mesh != NULL) {
            put(w, ", 'mesh': '%s.obj', 'at': [%.17g, %.17g, 0], 'turn': %.17g", g->mesh, at[0], at[1],
                piece->turn + (w->how->quarter ? 90 : 0));
        } else if (g->length == 0) {
            put(w, ", 'disc': {'centre': [%.17g, %.17g], 'radius': %s}", at[0], at[1], g->height > 0 ? "75" : "40");
        } else {
            write_outline(w, piece);
        }
        if (g->height > 0) {
            put(w, ", 'height': %.17g", g->height);
        }
        put(w, "%s}", g->more != NULL ? g->more : "");
    }
    const char *comma = battle->terrain_count > 0 ? ", " : "";
    if (w->how->mines) {
        put(w,
            "%s{'id': 'mines', 'kind': 'minefield', 'outline': [[1, 1], [%d, 1], [%d, %d], [1, %d]]}, "
            "{'id': 'marker', 'kind': 'objective', 'disc': {'centre': [500, 400], 'radius': 40}}",
            comma, BATTLE_WIDTH - 1, BATTLE_WIDTH - 1, BATTLE_DEPTH - 1, BATTLE_DEPTH - 1);
    }
    battle_piece screen = {.ground = &grounds[WALL]};
    if (w->how->wall != 0 && find_room(battle, w->how->wall, &screen)) {
        put(w, "%s{'id': 'screen', 'kind': 'wall', 'mesh': 'wall.obj', 'at': [%.17g, %.17g, 0], 'turn': %.17g}", comma,
            screen.at[0], screen.at[1], screen.turn);
    }
    put(w, "],");
}

static void write_weapons(writer *w, const battle_kind *kind) {
    put(w, "'weapons': [");
    for (size_t k = 0; k < BATTLE_WEAPONS && kind->weapons[k].id != NULL; k++) {
        const battle_weapon *weapon = &kind->weapons[k];
        put(w, "%s{'id': '%s', 'range': ", k > 0 ? ", " : "", weapon->id);
        if (weapon->most == 0) {
            put(w, "'C'");
        } else if (weapon->least > 0) {
            put(w, "[%.17g, %.17g]", weapon->least, weapon->most + w->how->longer);
        } else {
            put(w, "%.17g", weapon->most + w->how->longer);
        }
        const char *const names[] = {"arc", "template"}, *const words[] = {weapon->arc, weapon->template};
        for (int i = 0; i < 2; i++) {
            if (words[i] != NULL) {
                put(w, ", '%s': '%s'", names[i], words[i]);
            }
        }
        const char *const lists[] = {"template_against", "skills"}, *const items[] = {weapon->against, weapon->skill};
        for (int i = 0; i < 2; i++) {
            if (items[i] != NULL) {
                put(w, ", '%s': ['%s']", lists[i], items[i]);
            }
        }
        put(w, "}");
    }
    put(w, "]");
}

static void write_member(writer *w, const battle_plan *battle, size_t u, size_t m) {
    const battle_unit *unit = &battle->units[u];
    double at[2], facing = unit->facing[m] + (w->how->quarter ? 90 : 0);
    turned_point(w->how, unit->at[m][0], unit->at[m][1], at);
    put(w, "{'id': '%s', 'asset': '%s', 'at': [%.17g, %.17g%s], 'facing': %.17g, 'level': %d}", battle_id(u, (int)m),
        unit->kind->asset, at[0], at[1], unit->carrier >= 0 ? ", 45" : "", facing, unit->level);
}

static void write_units(writer *w, const battle_plan *battle) {
    size_t order[BATTLE_UNITS];
    double corner[2], far[2] = {0, 0};
    shuffle(order, battle->unit_count, w->how->order);
    put(w, "'units': [");
    for (size_t k = 0; k < battle->unit_count; k++) {
        size_t u = order[k], members[BATTLE_MEMBERS];
        const battle_unit *unit = &battle->units[u];
        put(w, "{'id': 'u%zu', 'side': '%c', 'class': '%s', 'move': %.17g, 'march': %.17g, 'locomotion': '%s', ", u,
            unit->side, unit->kind->class, unit->kind->move, unit->kind->march, unit->kind->locomotion);
        if (unit->kind->skill != NULL || unit->skill != NULL) {
            bool both = unit->kind->skill != NULL && unit->skill != NULL;
            put(w, "'skills': ['%s'%s%s%s], ", unit->kind->skill != NULL ? unit->kind->skill : unit->skill,
                both ? ", '" : "", both ? unit->skill : "", both ? "'" : "");
        }
        if (unit->carrier >= 0) {
            put(w, "'aboard': '%s', ", battle_id((size_t)unit->carrier, 0));
        }
        write_weapons(w, unit->kind);
        put(w, ", 'members': [");
        shuffle(members, unit->count, w->how->order != 0 ? w->how->order + u : 0);
        for (size_t i = 0; i < unit->count; i++) {
            put(w, "%s", i > 0 ? ", " : "");
            write_member(w, battle, u, members[i]);
        }
        put(w, "]}, ");
    }
    turned_point(w->how, 20, 20, corner);
    put(w,
        "{'id': 'probes', 'side': 'z', 'class': 'infantry', 'members': [{'id': 'probe', 'asset': 'man', 'at': "
        "[%.17g, %.17g]}]}",
        corner[0], corner[1]);
    test_random random = {w->how->crowd};
    for (int i = 0; i < 12 && w->how->crowd != 0; i++) {
        put(w, "%s{'id': 'c%dm0', 'asset': 'man', 'at': [%.17g, %.17g]}%s",
            i == 0 ? ", {'id': 'crowd', 'side': 'w', 'class': 'infantry', 'members': [" : ", ", i,
            test_random_between(&random, 30, BATTLE_WIDTH - 30), test_random_between(&random, 30, BATTLE_DEPTH - 30),
            i == 11 ? "]}" : "");
    }
    if (w->how->stranger) {
        turned_point(w->how, BATTLE_WIDTH + 2500, BATTLE_DEPTH - 300, far);
        put(w,
            ", {'id': 'strangers', 'side': 'w', 'class': 'vehicle', 'members': [{'id': 'stranger', 'asset': 'tank', "
            "'at': [%.17g, %.17g]}]}",
            far[0], far[1]);
    }
    put(w, "]");
}

static void load_in_inches(made_scene *made, const char *text) {
    tl_json *json = NULL;
    tl_json_writer out;
    assert_int_equal(tl_json_parse(made->context, text, strlen(text), "scene", &json, NULL), TL_OK);
    char *twin = NULL;
    size_t size;
    tl_json_writer_init(&out, made->context, false);
    test_inch_twin(&out, json, tl_json_root(json));
    assert_int_equal(tl_json_writer_finish(&out, &twin, &size, NULL), TL_OK);
    made_load(made, "%s", twin);
    tl_free(made->context, twin);
    tl_json_destroy(json);
}

void battle_load(made_scene *made, const battle_plan *battle, const battle_writing *writing) {
    static char text[65536];
    writer w = {.text = text, .size = sizeof(text), .how = writing};
    double strip = writing->stranger ? 3000 : 0, wide = BATTLE_WIDTH + strip;
    write_meshes(made);
    put(&w,
        "{'trueline': 1, 'ruleset': 'dust-battlefield', 'settings': {'units': '%s', 'blast_centre_height_mm': 10, "
        "'contact_skirt_mm': 0.6, 'smoke_height_mm': 50, 'window_sill_mm': 30, 'window_height_mm': 15, "
        "'window_width_mm': 15, 'flat_tolerance_mm': 10}, 'table': {'width': %.17g, 'depth': %.17g},",
        writing->inches ? "inch" : "cm", (writing->quarter ? BATTLE_DEPTH : wide) + writing->shift[0],
        (writing->quarter ? wide : BATTLE_DEPTH) + writing->shift[1]);
    write_assets(&w);
    write_terrain(&w, battle);
    write_units(&w, battle);
    put(&w, "}");
    for (size_t i = 0; i < w.used && writing->inches; i++) {
        text[i] = text[i] == '\'' ? '"' : text[i];
    }
    if (writing->inches) {
        load_in_inches(made, text);
    } else {
        made_load(made, "%s", text);
    }
}
