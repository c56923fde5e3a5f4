/* rule_scenes.c: makes a random small battle, and writes it shuffled, renamed or in inches. */
#include "support/rule_scenes.h"

#include "support/inch_twin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Battles ------------------------------------------------------------------------------------------------------ */

static const made_box tank[] = {
    {{-60, -40, 0}, {60, 40, 32}}, {{-30, -25, 32}, {20, 25, 52}}, {{20, -3, 40}, {110, 3, 46}}};
static const made_box walker[] = {{{-35, -30, 60}, {35, 30, 110}},
                                  {{-10, -28, 0}, {10, -18, 60}},
                                  {{-10, 18, 0}, {10, 28, 60}},
                                  {{35, -4, 80}, {140, 4, 88}}};
/* 160 by 140, a window to each side, a door behind, no roof */
static const made_box house[] = {
    {{-80, -70, 0}, {-76, -15, 90}}, {{-80, 15, 0}, {-76, 70, 90}}, {{-80, -15, 0}, {-76, 15, 14}},
    {{-80, -15, 44}, {-76, 15, 90}}, {{76, -70, 0}, {80, -20, 90}}, {{76, 10, 0}, {80, 70, 90}},
    {{-76, -70, 0}, {76, -66, 90}},  {{-76, 66, 0}, {20, 70, 90}},  {{50, 66, 0}, {76, 70, 90}}};
static const made_box wall[] = {{{-170, -4, 0}, {170, 4, 130}}};
static const made_box low_wall[] = {{{-90, -3, 0}, {90, 3, 22}}};

void rule_battle_make(rule_battle *battle, test_random *random) {
    memset(battle, 0, sizeof(*battle));
    for (size_t u = 0; u < RULE_UNITS; u++) {
        rule_unit *unit = &battle->units[u];
        unit->kind = u < 3 ? 0 : u < 4 ? 1 : 2;
        unit->count = unit->kind == 0 ? RULE_MEMBERS : 1;
        unit->facing = test_random_between(random, 0, 360);
        double x = test_random_between(random, 150, 850), y = test_random_between(random, 150, 650);
        for (size_t m = 0; m < unit->count; m++) {
            unit->at[m][0] = x + test_random_between(random, -70, 70);
            unit->at[m][1] = y + test_random_between(random, -70, 70);
        }
    }
    static const int always[6] = {0, 1, 2, 3, 4, 4};
    battle->terrain_count = 6 + (size_t)test_random_below(random, RULE_TERRAIN - 5);
    for (size_t t = 0; t < battle->terrain_count; t++) {
        battle->terrain[t].kind = t < 6 ? always[t] : 4 + test_random_below(random, 2);
        battle->terrain[t].at[0] = test_random_between(random, 200, 800);
        battle->terrain[t].at[1] = test_random_between(random, 150, 650);
        battle->terrain[t].turn = test_random_between(random, 0, 360);
        battle->terrain[t].size = test_random_between(random, 80, 200);
    }
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

const char *rule_id(size_t unit, int member, bool renamed) {
    static char buffers[4][16];
    static unsigned next;
    char *id = buffers[next++ % 4], plain[16];
    snprintf(plain, sizeof(plain), "i%02zu%d", unit, member + 1);
    if (renamed) {
        rule_rename(plain, id);
    } else {
        snprintf(id, sizeof(buffers[0]), "%s", plain);
    }
    return id;
}

void rule_rename(const char *id, char other[16]) {
    size_t i = 0;
    for (; id[i] != '\0' && i < 15; i++) {
        other[i] = id[i] == 'i' ? 'r' : id[i] == 'r' ? 'i' : (char)('0' + '9' - id[i]);
    }
    other[i] = '\0';
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

typedef struct writer {
    char *text;
    size_t size, used;
    const rule_writing *how;
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

static double mm(const writer *w, double length) {
    return w->how->inches ? test_inch_length(length) : length;
}

static void write_assets(writer *w) {
    double scale = mm(w, 1);
    put(w,
        "'assets': {'man': {'core': {'shape': 'capsule', 'from': [0, 0, %.17g], 'to': [0, 0, %.17g], 'radius': %.17g},"
        " 'base': {'shape': 'disc', 'diameter': %.17g, 'height': %.17g}},",
        mm(w, 8), mm(w, 28), mm(w, 6), mm(w, 25), mm(w, 3));
    put(w, "'tank': {'mesh': 'tank.obj', 'scale': %.17g, 'parts': {'core': ['box0', 'box1'], 'gear': ['box2']}},",
        scale);
    put(w,
        "'walker': {'mesh': 'walker.obj', 'scale': %.17g, 'parts': {'core': ['box0'], 'limb': ['box1', 'box2'],"
        " 'gear': ['box3']}}},",
        scale);
}

static void write_terrain(writer *w, const rule_battle *battle) {
    size_t order[RULE_TERRAIN];
    shuffle(order, battle->terrain_count, w->how->order);
    put(w, "'terrain': [");
    for (size_t k = 0; k < battle->terrain_count; k++) {
        size_t t = order[k];
        double x = battle->terrain[t].at[0], y = battle->terrain[t].at[1], s = battle->terrain[t].size;
        double angle = battle->terrain[t].turn * TL_PI / 180, c = cos(angle) * s, d = sin(angle) * s;
        put(w, "%s{'id': '%s', ", k > 0 ? ", " : "", rule_id(50 + t, 0, w->how->renamed));
        /* a rectangle, or an L: corners in the frame that is turned */
        static const double rectangle[4][2] = {{-1, -0.8}, {1, -0.8}, {1, 0.8}, {-1, 0.8}};
        static const double bent[6][2] = {{-1, -1}, {1, -1}, {1, -0.3}, {-0.3, -0.3}, {-0.3, 1}, {-1, 1}};
        static const char *const meshes[] = {"house", "wall", "low"}, *const kinds[] = {"building", "wall", "obstacle"};
        int kind = battle->terrain[t].kind;
        if (kind < 2) {
            put(w, "'kind': 'wood', 'height': %.17g, 'outline': [", mm(w, 90));
            for (int i = 0; i < (kind == 0 ? 4 : 6); i++) {
                const double *p = kind == 0 ? rectangle[i] : bent[i];
                put(w, "%s[%.17g, %.17g]", i > 0 ? ", " : "", mm(w, x + c * p[0] - d * p[1]),
                    mm(w, y + d * p[0] + c * p[1]));
            }
            put(w, "]}");
        } else if (kind == 2) {
            put(w, "'kind': 'smoke', 'height': %.17g, 'disc': {'centre': [%.17g, %.17g], 'radius': %.17g}}", mm(w, 50),
                mm(w, x), mm(w, y), mm(w, 75));
        } else {
            put(w, "'kind': '%s', 'mesh': '%s.obj', 'scale': %.17g, 'at': [%.17g, %.17g, 0], 'turn': %.17g}",
                kinds[kind - 3], meshes[kind - 3], mm(w, 1), mm(w, x), mm(w, y), battle->terrain[t].turn);
        }
    }
    put(w, "],");
}

static void write_units(writer *w, const rule_battle *battle) {
    static const char *const classes[] = {"infantry", "vehicle", "vehicle"}, *const assets[] = {"man", "tank",
                                                                                                "walker"};
    static const char infantry_weapons[] =
        "{'id': 'rifle', 'range': 4}, {'id': 'mortar', 'range': [2, 8]}, {'id': 'knife', 'range': 'C'}";
    static const char tank_weapons[] =
        "{'id': 'gun', 'range': 10, 'arc': 'turret'}, {'id': 'bow', 'range': 6, 'arc': 'front'}";
    static const char walker_weapons[] = "{'id': 'guns', 'range': 6, 'arc': 'front'}, "
                                         "{'id': 'left', 'range': 4, 'arc': 'left'}, "
                                         "{'id': 'rear', 'range': 6, 'arc': 'rear'}";
    static const char *const weapons[] = {infantry_weapons, tank_weapons, walker_weapons};
    size_t order[RULE_UNITS];
    shuffle(order, RULE_UNITS, w->how->terrain ? 0 : w->how->order);
    put(w, "'units': [");
    for (size_t k = 0; k < RULE_UNITS; k++) {
        size_t u = order[k], members[RULE_MEMBERS];
        const rule_unit *unit = &battle->units[u];
        put(w, "%s{'id': '%s', 'side': '%s', 'class': '%s', 'weapons': [%s], 'members': [", k > 0 ? ", " : "",
            rule_id(u, -1, w->how->renamed), u % 2 == 0 ? "x" : "y", classes[unit->kind], weapons[unit->kind]);
        shuffle(members, unit->count, w->how->order != 0 && !w->how->terrain ? w->how->order + u : 0);
        for (size_t i = 0; i < unit->count; i++) {
            size_t m = members[i];
            put(w, "%s{'id': '%s', 'asset': '%s', 'at': [%.17g, %.17g, 0], 'facing': %.17g}", i > 0 ? ", " : "",
                rule_id(u, (int)m, w->how->renamed), assets[unit->kind], mm(w, unit->at[m][0]), mm(w, unit->at[m][1]),
                unit->facing);
        }
        put(w, "]}");
    }
    put(w, "]");
}

void rule_battle_load(made_scene *made, const rule_battle *battle, const rule_writing *writing) {
    static char text[32768];
    writer w = {.text = text, .size = sizeof(text), .how = writing};
#define MESH(name, boxes) made_boxes(made, name, boxes, sizeof(boxes) / sizeof(boxes[0]))
    MESH("tank.obj", tank);
    MESH("walker.obj", walker);
    MESH("house.obj", house);
    MESH("wall.obj", wall);
    MESH("low.obj", low_wall);
#undef MESH
    put(&w, "{'trueline': 1, 'ruleset': 'dust-battlefield', %s'table': {'width': %.17g, 'depth': %.17g},",
        writing->inches ? "'settings': {'units': 'inch'}, " : "", mm(&w, 1000), mm(&w, 800));
    write_assets(&w);
    write_terrain(&w, battle);
    write_units(&w, battle);
    put(&w, "}");
    made_load(made, "%s", text);
}

/* --- Comparing ---------------------------------------------------------------------------------------------------- */

static bool differs(char where[256], const tl_json_value *one, const char *how) {
    tl_json_path(one, where, 200);
    size_t used = strlen(where);
    snprintf(where + used, 256 - used, ": %s", how);
    return false;
}

static bool is_one_of(const char *key, const char *const *keys) {
    for (; *keys != NULL; keys++) {
        if (strcmp(key, *keys) == 0) {
            return true;
        }
    }
    return false;
}

/* Words for people, what names the scene, and what a field was found by. */
static bool is_left_out(const tl_json_value *field, const rule_difference *may) {
    static const char *const keys[] = {"text", "summary",      "reasons",  "settings", "scene",
                                       "id",   "tolerance_mm", "error_mm", NULL};
    static const char *const ordered[] = {"from", "to", "pair", "target", "angle_deg", "hidden_by", "depth", NULL};
    static const char *const found[] = {"witness",
                                        "depth",
                                        "hidden_by",
                                        "close",
                                        "from",
                                        "to",
                                        "why",
                                        "rule",
                                        "blockers",
                                        "opens_without_all",
                                        "opens_without",
                                        "clearance_mm",
                                        "max_clearance_mm",
                                        NULL};
    bool is_point = field->kind == TL_JSON_ARRAY && field->count > 1 && field->items[0].kind == TL_JSON_NUMBER;
    /* between units the fields of one pair are told once more, of equals of any; and whoever then sees whom */
    bool told = is_one_of(field->key, found) && strncmp(field->key, "opens", 5) != 0 &&
                tl_json_find(field->parent, "pairs") != NULL;
    bool example =
        may->order && (told || (strcmp(field->key, "witness") == 0 && tl_json_find(field->parent, "ids") != NULL));
    return example || is_one_of(field->key, keys) || (may->search && (is_point || is_one_of(field->key, found))) ||
           (may->order && (is_point || is_one_of(field->key, ordered)));
}

static bool same_word(const char *one, const char *other, bool renamed) {
    char wanted[16];
    bool is_id = strlen(one) == 4 && one[0] == 'i' && one[1] >= '0' && one[1] <= '9';
    rule_rename(is_id && renamed ? one : "", wanted);
    return strcmp(is_id && renamed ? wanted : one, other) == 0;
}

static bool same_field(const tl_json_value *one, const tl_json_value *other, const char *key, bool renamed) {
    const tl_json_value *x = tl_json_find(one, key), *y = tl_json_find(other, key);
    if (x == NULL || y == NULL || x->kind != TL_JSON_STRING || y->kind != TL_JSON_STRING) {
        return (x != NULL && x->kind == TL_JSON_STRING) == (y != NULL && y->kind == TL_JSON_STRING);
    }
    return same_word(x->text, y->text, renamed);
}

/* The item of a list that stands for the same thing. */
static const tl_json_value *counterpart(const tl_json_value *list, size_t index, const tl_json_value *one,
                                        bool renamed) {
    const tl_json_value *ids = tl_json_find(one, "ids");
    bool keyed = tl_json_find(one, "id") != NULL || tl_json_find(one, "from") != NULL;
    if (one->kind == TL_JSON_STRING) {
        for (size_t i = 0; i < list->count; i++) {
            if (list->items[i].kind == TL_JSON_STRING && same_word(one->text, list->items[i].text, renamed)) {
                return &list->items[i];
            }
        }
        return NULL;
    }
    for (size_t i = 0; ids != NULL && i < list->count; i++) {
        const tl_json_value *other = tl_json_find(&list->items[i], "ids");
        size_t same = 0;
        for (size_t k = 0; other != NULL && other->count == ids->count && k < ids->count; k++) {
            same += counterpart(other, k, &ids->items[k], renamed) != NULL ? 1U : 0U;
        }
        if (other != NULL && same == other->count) {
            return &list->items[i];
        }
    }
    for (size_t i = 0; keyed && ids == NULL && i < list->count; i++) {
        const tl_json_value *other = &list->items[i];
        if (same_field(one, other, "id", renamed) && same_field(one, other, "from", renamed) &&
            same_field(one, other, "to", renamed)) {
            return other;
        }
    }
    return keyed || index >= list->count ? NULL : &list->items[index];
}

/* Points and what ends in _mm. */
static bool is_length(const tl_json_value *value) {
    while (value->key == NULL && value->parent != NULL) {
        value = value->parent;
    }
    size_t length = value->key != NULL ? strlen(value->key) : 0;
    return (length > 3 && strcmp(value->key + length - 3, "_mm") == 0) ||
           (value->kind == TL_JSON_ARRAY && strcmp(value->key, "visible_fraction") != 0);
}

/* What is in the way is told as far as it was found out within the work for it: only all of it is one and the same. */
static bool is_partial(const tl_json_value *field, const tl_json_value *one, const tl_json_value *other,
                       const rule_difference *may) {
    const tl_json_value *all[2] = {tl_json_find(one, "opens_without_all"), tl_json_find(other, "opens_without_all")};
    bool whole = all[0] != NULL && all[1] != NULL && all[0]->boolean && all[1]->boolean;
    /* bounds of a search that came to no end */
    static const char *const open[] = {"clearance_mm", "max_clearance_mm", "why", "witness", NULL};
    bool ended = tl_json_find(one, "why") == NULL;
    return may->order && ((!whole && (strncmp(field->key, "opens", 5) == 0 || strcmp(field->key, "blockers") == 0)) ||
                          (!ended && is_one_of(field->key, open)));
}

bool rule_same(const tl_json_value *one, const tl_json_value *other, const rule_difference *may, char where[256]) {
    if (other == NULL || one->kind != other->kind) {
        return differs(where, one, "is not in the other");
    }
    if (one->kind == TL_JSON_NUMBER) {
        bool length = is_length(one);
        double wanted = one->number * (length ? may->scale : 1), off = fabs(other->number - wanted);
        char how[96];
        snprintf(how, sizeof(how), "%.17g, the other %.17g", wanted, other->number);
        return off <= 1e-9 * (1 + fabs(wanted)) + (length ? 1e-6 : 0) || differs(where, one, how);
    }
    if (one->kind == TL_JSON_STRING) {
        char how[96];
        snprintf(how, sizeof(how), "%.40s, the other %.40s", one->text, other->text);
        return same_word(one->text, other->text, may->renamed) || differs(where, one, how);
    }
    if (one->kind == TL_JSON_BOOL) {
        return one->boolean == other->boolean || differs(where, one, "is not so in the other");
    }
    if (one->kind == TL_JSON_NULL) {
        return true;
    }
    if (one->count != other->count && one->kind == TL_JSON_ARRAY) {
        return differs(where, one, "has not as many items");
    }
    for (size_t i = 0; i < one->count; i++) {
        const tl_json_value *item = &one->items[i];
        if (one->kind == TL_JSON_OBJECT && (is_left_out(item, may) || is_partial(item, one, other, may))) {
            continue;
        }
        const tl_json_value *found =
            one->kind == TL_JSON_OBJECT ? tl_json_find(other, item->key) : counterpart(other, i, item, may->renamed);
        if (!rule_same(item, found, may, where)) {
            return false;
        }
    }
    return true;
}
