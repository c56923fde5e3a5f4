/* read_scene.c: the scene below its root: settings, table, terrain, units. */
#include "scene/read.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const root_fields[] = {"trueline", "name",     "ruleset", "settings", "table", "assets", "terrain",
                                          "units",    "scenario", "$schema", "night",    "as",    NULL};
static const char *const table_fields[] = {"width",   "depth",    "mesh",        "unit",        "up",
                                           "forward", "scale",    "uncertainty", "scale_error", "openings",
                                           "repair",  "simplify", "at",          NULL};
static const char *const terrain_fields[] = {
    "id",          "name",        "kind",     "asset",  "mesh",     "unit",     "up",  "forward", "scale",
    "uncertainty", "scale_error", "openings", "repair", "simplify", "parts",    "at",  "turn",    "tilt",
    "level",       "outline",     "height",   "disc",   "solid",    "interior", "age", NULL};
static const char *const disc_fields[] = {"centre", "radius", NULL};
static const char *const unit_fields[] = {"id",      "name",    "side",      "class",  "size",
                                          "weapons", "members", "move",      "march",  "locomotion",
                                          "skills",  "aboard",  "move_road", "leader", NULL};
static const char *const member_fields[] = {"id",      "name",   "asset", "at",    "facing", "level",  "tilt",
                                            "weapons", "stance", "moved", "fired", "lit",    "hidden", NULL};
static const char *const weapon_fields[] = {"id",     "name",  "range", "arc",    "template", "template_against",
                                            "muzzle", "count", "mount", "skills", "kind",     "as",
                                            NULL};
static const char *const range_fields[] = {"mm", NULL};

/* ---- Ids ---- */

tl_document_id *tl_document_slot(const tl_document_state *state, const char *id) {
    if (state->id_slots == 0) {
        return NULL;
    }
    size_t at = (size_t)tl_hash(0, id, strlen(id)) & (state->id_slots - 1);
    while (state->ids[at].id != NULL && strcmp(state->ids[at].id, id) != 0) {
        at = (at + 1) & (state->id_slots - 1);
    }
    return &state->ids[at];
}

static void make_slots(tl_reader *reader, const tl_json_value *terrain, const tl_json_value *units) {
    size_t count = (terrain != NULL ? terrain->count : 0) + (units != NULL ? units->count : 0);
    for (size_t i = 0; units != NULL && i < units->count; i++) {
        const tl_json_value *members = tl_json_find(&units->items[i], "members");
        count += members != NULL ? members->count : 0;
    }
    size_t slots = 8;
    while (slots < 2 * count) {
        slots *= 2;
    }
    reader->state->ids = tl_reader_alloc(reader, slots, sizeof(*reader->state->ids));
    reader->state->id_slots = reader->state->ids != NULL ? slots : 0;
}

/* Reads the `id` of something and remembers it; ids of units, members and terrain are unique together. */
static void read_id(tl_reader *reader, const tl_json_value *object, tl_document_kind kind, size_t index, size_t member,
                    const char **id, const char **name) {
    const tl_json_value *value = tl_reader_required(reader, object, "id", "add \"id\": \"a-name-of-its-own\"");
    *id = "";
    if (tl_reader_word(reader, value, id)) {
        tl_document_id *slot = tl_document_slot(reader->state, *id);
        if (strcmp(*id, "table") == 0) {
            tl_reader_problem(reader, value, false, false, "choose another id",
                              "the id `table` names the ground in answers");
        } else if (slot != NULL && slot->id != NULL) {
            char path[160] = "", where[TL_READER_WHERE] = "";
            if (!tl_reader_full(reader)) {
                tl_json_path(slot->value, path, sizeof(path));
                tl_reader_where(reader, slot->value, where);
            }
            tl_reader_problem(reader, value, false, false,
                              "give each unit, member and piece of terrain an id of its own",
                              "the id `%s` is used already%s (%s)", *id, where, path);
        } else if (slot != NULL) {
            *slot = (tl_document_id){*id, kind, index, member, value};
        }
    }
    *name = *id;
    (void)tl_reader_text(reader, tl_json_find(object, "name"), name);
}

/* ---- Poses ---- */

static void read_pose(tl_reader *reader, const tl_json_value *object, const char *turn, tl_document_pose *pose) {
    size_t count = 0;
    if (tl_reader_numbers(reader, tl_json_find(object, "at"), 2, 3, pose->at, &count)) {
        pose->at_count = (int)count;
    }
    (void)tl_reader_coordinate(reader, tl_json_find(object, turn), &pose->turn);
    const tl_json_value *level = tl_json_find(object, "level");
    (void)tl_reader_count(reader, level, 0, 1000, &pose->level);
    if (level != NULL && pose->at_count == 3) {
        tl_reader_problem(reader, level, true, true, "remove `level`, or the third number of `at`",
                          "`level` has no effect: `at` has three numbers and nothing is moved");
    }
    const tl_json_value *tilt = tl_json_find(object, "tilt");
    if (tilt != NULL && tilt->kind == TL_JSON_ARRAY) {
        double angles[2];
        if (tilt->count != 2) {
            tl_reader_problem(reader, tilt, false, false, "write the degrees the nose goes down, or [roll, pitch]",
                              "a list of 2 numbers should stand here, not of %zu", tilt->count);
        } else if (tl_reader_numbers(reader, tilt, 2, 2, angles, NULL)) {
            pose->roll = angles[0];
            pose->pitch = angles[1];
        }
    } else if (tilt != NULL && tilt->kind != TL_JSON_NUMBER) {
        tl_reader_problem(reader, tilt, false, false, "write the degrees the nose goes down, or [roll, pitch]",
                          "`tilt` should be a number or a list of two, not %s", tl_json_kind_text(tilt->kind));
    } else {
        (void)tl_reader_coordinate(reader, tilt, &pose->pitch);
    }
}

/* ---- Terrain ---- */

static void read_disc(tl_reader *reader, const tl_json_value *value, tl_document_terrain *terrain) {
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, disc_fields})) {
        return;
    }
    double centre[2];
    bool good = tl_reader_numbers(reader, tl_reader_required(reader, value, "centre", "add \"centre\": [x, y]"), 2, 2,
                                  centre, NULL);
    good = tl_reader_size(reader, tl_reader_required(reader, value, "radius", "add \"radius\": 75"),
                          &terrain->disc_radius) &&
           good;
    if (good) {
        terrain->has_disc = true;
        terrain->disc_centre = (tl_vec2){centre[0], centre[1]};
    }
}

static void read_solid(tl_reader *reader, const tl_json_value *value, tl_document_solid *solid) {
    if (value == NULL) {
        return;
    }
    if (value->kind == TL_JSON_BOOL) {
        *solid = value->boolean ? TL_DOCUMENT_SOLID_YES : TL_DOCUMENT_SOLID_NO;
    } else if (value->kind != TL_JSON_STRING || strcmp(value->text, "auto") != 0) {
        tl_reader_problem(reader, value, false, false, "write \"auto\", true or false",
                          "`solid` should be \"auto\", true or false");
    }
}

/* What goes with a mesh and what with an area alone. */
static void check_terrain_sources(tl_reader *reader, const tl_json_value *value) {
    const tl_json_value *mesh = tl_json_find(value, "mesh");
    const tl_json_value *asset = tl_json_find(value, "asset");
    const tl_json_value *outline = tl_json_find(value, "outline");
    const tl_json_value *disc = tl_json_find(value, "disc");
    const tl_json_value *parts = tl_json_find(value, "parts");
    if (mesh == NULL && asset == NULL && outline == NULL && disc == NULL) {
        tl_reader_problem(reader, value, false, false, "add \"mesh\": \"FILE\", or \"outline\": [[x, y], ...]",
                          "terrain needs a `mesh`, an `asset`, an `outline` or a `disc`");
    }
    if (mesh != NULL && asset != NULL) {
        tl_reader_problem(reader, asset, true, false, "remove one of the two",
                          "terrain has a `mesh` or an `asset`, not both");
    }
    if (outline != NULL && disc != NULL) {
        tl_reader_problem(reader, disc, true, false, "remove one of the two",
                          "an area is an `outline` or a `disc`, not both");
    }
    if (parts != NULL && mesh == NULL) {
        tl_reader_problem(reader, parts, true, false, "add a `mesh`, or remove `parts`",
                          "`parts` names pieces of a mesh, and there is none here");
    }
    if (mesh == NULL && asset == NULL) {
        static const char *const placing[] = {"at", "turn", "tilt", "level"};
        for (size_t i = 0; i < COUNT(placing); i++) {
            const tl_json_value *field = tl_json_find(value, placing[i]);
            if (field != NULL) {
                tl_reader_problem(reader, field, true, true, "remove it; `outline` and `disc` are table coordinates",
                                  "`%s` places a mesh and has no effect here", placing[i]);
            }
        }
    }
}

static void read_terrain(tl_reader *reader, const tl_json_value *value, size_t index, tl_document_terrain *terrain) {
    static const char *const interiors[] = {"abstract"};
    terrain->json = value;
    terrain->asset = SIZE_MAX;
    terrain->id = terrain->name = "";
    terrain->kind = "obstacle";
    terrain->mesh.frame.scale = 1;
    if (!tl_reader_object(reader, value, &(tl_known_fields){"terrain", terrain_fields})) {
        return;
    }
    read_id(reader, value, TL_DOCUMENT_TERRAIN, index, 0, &terrain->id, &terrain->name);
    (void)tl_reader_word(reader, tl_json_find(value, "kind"), &terrain->kind);
    terrain->asset = tl_reader_asset_name(reader, tl_json_find(value, "asset"));
    tl_reader_mesh(reader, value, &terrain->mesh);
    tl_reader_parts(reader, tl_json_find(value, "parts"), &terrain->parts);
    read_pose(reader, value, "turn", &terrain->pose);
    tl_vec2 *outline = NULL;
    if (tl_reader_outline(reader, tl_json_find(value, "outline"), &outline, &terrain->outline_count)) {
        terrain->outline = outline;
    }
    terrain->has_height = tl_reader_size(reader, tl_json_find(value, "height"), &terrain->height);
    read_disc(reader, tl_json_find(value, "disc"), terrain);
    read_solid(reader, tl_json_find(value, "solid"), &terrain->solid);
    size_t choice = 0;
    terrain->abstract_interior =
        tl_reader_choice(reader, tl_json_find(value, "interior"), interiors, COUNT(interiors), &choice);
    (void)tl_reader_count(reader, tl_json_find(value, "age"), 0, 1000, &terrain->age);
    check_terrain_sources(reader, value);
}

static void read_terrains(tl_reader *reader, const tl_json_value *value) {
    if (!tl_reader_list(reader, value, "terrain")) {
        return;
    }
    tl_document_terrain *terrain = tl_reader_alloc(reader, value->count, sizeof(*terrain));
    for (size_t i = 0; terrain != NULL && i < value->count; i++) {
        read_terrain(reader, &value->items[i], i, &terrain[i]);
    }
    reader->document->terrain = terrain;
    reader->document->terrain_count = terrain != NULL ? value->count : 0;
}

/* ---- Units ---- */

void tl_reader_range(tl_reader *reader, const tl_json_value *value, tl_document_weapon *weapon) {
    static const char how[] = "write a number of game units, [min, max], \"C\" or { \"mm\": 600 }";
    if (value == NULL) {
        return;
    }
    if (value->kind == TL_JSON_NUMBER) {
        if (tl_reader_size(reader, value, &weapon->range_max)) {
            weapon->range = TL_WEAPON_RANGE_UNITS;
        }
    } else if (value->kind == TL_JSON_ARRAY) {
        if (value->count != 2) {
            tl_reader_problem(reader, value, false, false, how, "a list of 2 numbers should stand here, not of %zu",
                              value->count);
            return;
        }
        bool good = tl_reader_number(reader, &value->items[0], 0, TL_DOCUMENT_REACH, &weapon->range_min);
        good = tl_reader_size(reader, &value->items[1], &weapon->range_max) && good;
        if (good && weapon->range_min > weapon->range_max) {
            tl_reader_problem(reader, value, false, false, "write the smaller number first",
                              "the minimum range is larger than the maximum");
        } else if (good) {
            weapon->range = TL_WEAPON_RANGE_UNITS;
        }
    } else if (value->kind == TL_JSON_OBJECT) {
        if (tl_reader_object(reader, value, &(tl_known_fields){NULL, range_fields}) &&
            tl_reader_size(reader, tl_reader_required(reader, value, "mm", how), &weapon->range_max)) {
            weapon->range = TL_WEAPON_RANGE_MM;
        }
    } else if (value->kind == TL_JSON_STRING && strcmp(value->text, "C") == 0) {
        weapon->range = TL_WEAPON_RANGE_CLOSE;
    } else {
        tl_reader_problem(reader, value, false, false, how, "this is no range");
    }
}

/* One of the rule system's words, as its number; where the system has none of that sort, or none is known, any word
 * will do and SIZE_MAX is its number. */
typedef const char *word_at(const tl_ruleset *rules, size_t index);

static const char *class_word(const tl_ruleset *rules, size_t index) {
    return index < tl_ruleset_class_count(rules) ? tl_ruleset_class_at(rules, index)->name : NULL;
}

static const char *locomotion_word(const tl_ruleset *rules, size_t index) {
    return index < tl_ruleset_locomotion_count(rules) ? tl_ruleset_locomotion_at(rules, index)->name : NULL;
}

static const char *arc_word(const tl_ruleset *rules, size_t index) {
    return index < tl_ruleset_arc_count(rules) ? tl_ruleset_arc_at(rules, index)->name : NULL;
}

static const char *weapon_word(const tl_ruleset *rules, size_t index) {
    const tl_weapon_rule *rule = tl_ruleset_weapon_at(rules, index);
    return rule != NULL ? rule->name : NULL;
}

static const char *stance_word(const tl_ruleset *rules, size_t index) {
    const tl_stance_rule *rule = tl_ruleset_stance_at(rules, index);
    return rule != NULL ? rule->name : NULL;
}

static bool read_rule_word(tl_reader *reader, const tl_json_value *value, word_at *at, size_t *number) {
    const char *words[TL_RULESET_MOST_WORDS], *any = NULL;
    const tl_ruleset *rules = reader->document->rules;
    size_t count = 0;
    for (; rules != NULL && count < TL_RULESET_MOST_WORDS && at(rules, count) != NULL; count++) {
        words[count] = at(rules, count);
    }
    *number = SIZE_MAX;
    return count > 0 ? tl_reader_choice(reader, value, words, count, number) : tl_reader_word(reader, value, &any);
}

/* The classes of units that a template harms. */
static void read_against(tl_reader *reader, const tl_json_value *value, tl_document_weapon *weapon) {
    if (value == NULL || !tl_reader_list(reader, value, "classes")) {
        return;
    }
    if (value->count == 0) {
        tl_reader_problem(reader, value, false, false, "leave it out when the template harms everybody",
                          "`template_against` names nobody");
    }
    for (size_t i = 0; i < value->count; i++) {
        size_t choice = 0;
        if (read_rule_word(reader, &value->items[i], class_word, &choice) && choice < TL_RULESET_MOST_WORDS) {
            weapon->template_against |= UINT32_C(1) << choice;
        }
    }
}

/* What the scene leaves open of a weapon whose kind the rule system knows more of. */
static void take_from_kind(const tl_json_value *value, tl_document_weapon *weapon) {
    const tl_weapon_rule *kind = weapon->kind;
    if (kind != NULL && kind->has_range && tl_json_find(value, "range") == NULL) {
        weapon->range = TL_WEAPON_RANGE_UNITS;
        weapon->range_min = kind->range_min;
        weapon->range_max = kind->range_max;
    }
    if (kind != NULL && kind->template_name[0] != '\0' && tl_json_find(value, "template") == NULL) {
        weapon->template_name = kind->template_name;
    }
}

static void read_weapon(tl_reader *reader, const tl_json_value *value, tl_document_weapon *weapon) {
    weapon->json = value;
    weapon->id = weapon->name = "";
    weapon->count = 1;
    if (!tl_reader_object(reader, value, &(tl_known_fields){"weapon", weapon_fields})) {
        return;
    }
    (void)tl_reader_word(reader, tl_reader_required(reader, value, "id", "add \"id\": \"main\""), &weapon->id);
    weapon->name = weapon->id;
    (void)tl_reader_text(reader, tl_json_find(value, "name"), &weapon->name);
    tl_reader_range(reader, tl_json_find(value, "range"), weapon);
    size_t choice = 0;
    if (read_rule_word(reader, tl_json_find(value, "arc"), arc_word, &choice) && choice != SIZE_MAX) {
        weapon->arc = tl_ruleset_arc_at(reader->document->rules, choice);
    }
    if (read_rule_word(reader, tl_json_find(value, "kind"), weapon_word, &choice) && choice != SIZE_MAX) {
        weapon->kind = tl_ruleset_weapon_at(reader->document->rules, choice);
    }
    (void)tl_reader_word(reader, tl_json_find(value, "template"), &weapon->template_name);
    take_from_kind(value, weapon);
    read_against(reader, tl_json_find(value, "template_against"), weapon);
    weapon->has_muzzle = tl_reader_vec3(reader, tl_json_find(value, "muzzle"), &weapon->muzzle);
    (void)tl_reader_count(reader, tl_json_find(value, "count"), 1, 1000, &weapon->count);
    weapon->has_mount = tl_reader_vec3(reader, tl_json_find(value, "mount"), &weapon->mount);
    (void)tl_reader_words(reader, tl_json_find(value, "skills"), &weapon->skills, &weapon->skill_count);
    tl_reader_weapon_as(reader, tl_json_find(value, "as"));
}

static void read_weapons(tl_reader *reader, const tl_json_value *value, tl_document_unit *unit) {
    enum { MOST_WEAPONS = 1000 };
    if (!tl_reader_list(reader, value, "weapons")) {
        return;
    }
    if (value->count > MOST_WEAPONS) {
        tl_reader_problem(reader, value, false, false, "use `count` for weapons that are alike",
                          "a unit has at most %d weapons, not %zu", MOST_WEAPONS, value->count);
        return;
    }
    tl_document_weapon *weapons = tl_reader_alloc(reader, value->count, sizeof(*weapons));
    for (size_t i = 0; weapons != NULL && i < value->count; i++) {
        read_weapon(reader, &value->items[i], &weapons[i]);
        for (size_t k = 0; k < i && weapons[i].id[0] != '\0' && !tl_reader_full(reader); k++) {
            if (strcmp(weapons[k].id, weapons[i].id) == 0) {
                char where[TL_READER_WHERE];
                tl_reader_where(reader, tl_json_find(weapons[k].json, "id"), where);
                tl_reader_problem(reader, tl_json_find(weapons[i].json, "id"), false, false,
                                  "give each weapon of a unit an id of its own, or use `count`",
                                  "the weapon `%s` is there already%s", weapons[i].id, where);
                break;
            }
        }
    }
    unit->weapons = weapons;
    unit->weapon_count = weapons != NULL ? value->count : 0;
}

/* The place of a weapon among those of its unit; SIZE_MAX, and a problem, where it has none of that id. */
static size_t find_weapon(tl_reader *reader, const tl_json_value *value, const char *id, const tl_document_unit *unit) {
    enum { TRIED = 64 };
    const char *names[TRIED];
    size_t known = 0;
    for (size_t i = 0; i < unit->weapon_count; i++) {
        if (strcmp(unit->weapons[i].id, id) == 0) {
            return i;
        }
        if (known < TRIED) {
            names[known++] = unit->weapons[i].id;
        }
    }
    const char *nearest = tl_nearest_name(id, names, known);
    if (nearest != NULL) {
        tl_reader_problem(reader, value, false, false, "name one of the unit's `weapons`",
                          "the unit has no weapon `%s`: did you mean `%s`?", id, nearest);
    } else {
        tl_reader_problem(reader, value, false, false, "add it to the unit's `weapons`", "the unit has no weapon `%s`",
                          id);
    }
    return SIZE_MAX;
}

/* Which of its unit's weapons a member carries. */
static void read_hands(tl_reader *reader, const tl_json_value *value, const tl_document_unit *unit,
                       tl_document_member *member) {
    const char *const *words = NULL;
    size_t count = 0;
    if (value == NULL || !tl_reader_words(reader, value, &words, &count)) {
        return;
    }
    size_t *weapons = tl_reader_alloc(reader, count, sizeof(*weapons));
    for (size_t i = 0; weapons != NULL && i < count; i++) {
        size_t found = find_weapon(reader, &value->items[i], words[i], unit), k = 0;
        for (k = 0; found != SIZE_MAX && k < member->weapon_count && weapons[k] != found;) {
            k++;
        }
        if (found != SIZE_MAX && k < member->weapon_count) {
            tl_reader_problem(reader, &value->items[i], false, false, "name it once; `count` says how many it carries",
                              "the weapon `%s` stands here twice", words[i]);
        } else if (found != SIZE_MAX) {
            weapons[member->weapon_count++] = found;
        }
    }
    member->weapons = weapons;
    member->has_weapons = true;
}

static void read_member(tl_reader *reader, const tl_json_value *value, const tl_document_unit *owner, size_t unit,
                        size_t index, tl_document_member *member) {
    member->json = value;
    member->id = member->name = "";
    member->asset = SIZE_MAX;
    member->unit = unit;
    if (!tl_reader_object(reader, value, &(tl_known_fields){"member", member_fields})) {
        return;
    }
    read_id(reader, value, TL_DOCUMENT_MEMBER, unit, index, &member->id, &member->name);
    member->asset =
        tl_reader_asset_name(reader, tl_reader_required(reader, value, "asset",
                                                        "add \"asset\" with the name of one of the scene's `assets`"));
    (void)tl_reader_required(reader, value, "at", "add \"at\": [x, y]");
    read_pose(reader, value, "facing", &member->pose);
    read_hands(reader, tl_json_find(value, "weapons"), owner, member);
    size_t choice = 0;
    if (read_rule_word(reader, tl_json_find(value, "stance"), stance_word, &choice) && choice != SIZE_MAX) {
        member->stance = tl_ruleset_stance_at(reader->document->rules, choice);
    }
    (void)tl_reader_bool(reader, tl_json_find(value, "moved"), &member->moved);
    (void)tl_reader_bool(reader, tl_json_find(value, "fired"), &member->fired);
    (void)tl_reader_bool(reader, tl_json_find(value, "lit"), &member->lit);
    (void)tl_reader_bool(reader, tl_json_find(value, "hidden"), &member->hidden);
}

static void read_members(tl_reader *reader, const tl_json_value *value, size_t index, tl_document_unit *unit) {
    if (!tl_reader_list(reader, value, "members")) {
        return;
    }
    if (value->count == 0) {
        tl_reader_problem(reader, value, false, false, "add a member, or remove the unit", "the unit has no members");
        return;
    }
    tl_document_member *members = tl_reader_alloc(reader, value->count, sizeof(*members));
    for (size_t i = 0; members != NULL && i < value->count; i++) {
        read_member(reader, &value->items[i], unit, index, i, &members[i]);
    }
    if (members != NULL && value->count == 1 && members[0].name == members[0].id && unit->name != unit->id) {
        members[0].name = unit->name; /* a unit's only model is called like the unit */
    }
    unit->members = members;
    unit->member_count = members != NULL ? value->count : 0;
    reader->document->member_count += unit->member_count;
}

static void read_unit(tl_reader *reader, const tl_json_value *value, size_t index, tl_document_unit *unit) {
    static const tl_class_rule plain = {.name = "",
                                        .text = "",
                                        .rule = "",
                                        .blocks_sight = true,
                                        .reacts = true,
                                        .close_combat = true,
                                        .carries = true,
                                        .objectives = true,
                                        .fires_from_inside = true}; /* where no rule system says more */
    unit->json = value;
    unit->id = unit->name = unit->side = "";
    if (!tl_reader_object(reader, value, &(tl_known_fields){"unit", unit_fields})) {
        return;
    }
    read_id(reader, value, TL_DOCUMENT_UNIT, index, 0, &unit->id, &unit->name);
    (void)tl_reader_text(reader, tl_json_find(value, "side"), &unit->side);
    size_t choice = 0;
    const char *some = reader->document->rules != NULL ? class_word(reader->document->rules, 0) : NULL;
    char remedy[128];
    snprintf(remedy, sizeof(remedy), some != NULL ? "add \"class\": \"%s\"" : "add \"class\" and a word of your own",
             some);
    unit->kind = &plain;
    if (read_rule_word(reader, tl_reader_required(reader, value, "class", remedy), class_word, &choice) &&
        choice != SIZE_MAX) {
        unit->kind = tl_ruleset_class_at(reader->document->rules, choice);
    }
    (void)tl_reader_word(reader, tl_json_find(value, "size"), &unit->size);
    unit->has_move = tl_reader_number(reader, tl_json_find(value, "move"), 0, TL_DOCUMENT_REACH, &unit->move);
    unit->has_move_road =
        tl_reader_number(reader, tl_json_find(value, "move_road"), 0, TL_DOCUMENT_REACH, &unit->move_road);
    unit->has_march = tl_reader_number(reader, tl_json_find(value, "march"), 0, TL_DOCUMENT_REACH, &unit->march);
    if (read_rule_word(reader, tl_json_find(value, "locomotion"), locomotion_word, &choice) && choice != SIZE_MAX) {
        unit->locomotion = tl_ruleset_locomotion_at(reader->document->rules, choice);
    }
    (void)tl_reader_words(reader, tl_json_find(value, "skills"), &unit->skills, &unit->skill_count);
    (void)tl_reader_word(reader, tl_json_find(value, "aboard"), &unit->aboard);
    (void)tl_reader_word(reader, tl_json_find(value, "leader"), &unit->leader);
    read_weapons(reader, tl_json_find(value, "weapons"), unit);
    read_members(reader, tl_reader_required(reader, value, "members", "add \"members\": [ ... ]"), index, unit);
}

static void read_units(tl_reader *reader, const tl_json_value *value) {
    if (!tl_reader_list(reader, value, "units")) {
        return;
    }
    tl_document_unit *units = tl_reader_alloc(reader, value->count, sizeof(*units));
    for (size_t i = 0; units != NULL && i < value->count; i++) {
        read_unit(reader, &value->items[i], i, &units[i]);
    }
    reader->document->units = units;
    reader->document->unit_count = units != NULL ? value->count : 0;
}

/* ---- The root ---- */

static void read_settings(tl_reader *reader, const tl_json_value *value) {
    if (value == NULL) {
        return;
    }
    if (value->kind != TL_JSON_OBJECT) {
        tl_reader_problem(reader, value, false, false, "write { \"name\": value, ... }",
                          "`settings` should be an object, not %s", tl_json_kind_text(value->kind));
        return;
    }
    tl_document_setting *settings = tl_reader_alloc(reader, value->count, sizeof(*settings));
    size_t count = 0;
    for (size_t i = 0; settings != NULL && i < value->count; i++) {
        const tl_json_value *item = &value->items[i];
        if (strncmp(item->key, "x-", 2) == 0) {
            continue;
        }
        if (item->kind != TL_JSON_STRING && item->kind != TL_JSON_NUMBER && item->kind != TL_JSON_BOOL) {
            tl_reader_problem(reader, item, false, false, "see `trueline rules` for the settings and their values",
                              "the setting `%s` should be a text, a number, true or false, not %s", item->key,
                              tl_json_kind_text(item->kind));
        }
        settings[count++] = (tl_document_setting){item->key, item};
    }
    reader->document->settings = settings;
    reader->document->setting_count = count;
}

static void read_table(tl_reader *reader, const tl_json_value *value) {
    tl_document *document = reader->document;
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, table_fields})) {
        return;
    }
    (void)tl_reader_size(reader, tl_reader_required(reader, value, "width", "add \"width\": 1800"), &document->width);
    (void)tl_reader_size(reader, tl_reader_required(reader, value, "depth", "add \"depth\": 1200"), &document->depth);
    tl_reader_mesh(reader, value, &document->table_mesh);
    const tl_json_value *at = tl_json_find(value, "at");
    (void)tl_reader_vec3(reader, at, &document->table_at);
    if (at != NULL && tl_json_find(value, "mesh") == NULL) {
        tl_reader_problem(reader, at, true, false, "add a `mesh`, or remove `at`",
                          "`at` places the table's mesh, and there is none");
    }
}

/* Whether this is a scene of a version that can be read; what is not would only give misleading messages. */
static bool check_version(tl_reader *reader, const tl_json_value *root) {
    if (root->kind != TL_JSON_OBJECT) {
        tl_reader_problem(reader, root, false, false, "a scene begins with { \"trueline\": 1, ... }",
                          "this is not a scene, but %s", tl_json_kind_text(root->kind));
        return false;
    }
    const tl_json_value *version = tl_json_find(root, "trueline");
    if (version == NULL && tl_json_find(root, "trueline_ruleset") != NULL) {
        tl_reader_problem(reader, root, false, false, "name a scene here, and the ruleset in its `ruleset`",
                          "this is a ruleset, not a scene");
        return false;
    }
    if (version == NULL) {
        bool like_a_scene = tl_json_find(root, "table") != NULL || tl_json_find(root, "units") != NULL ||
                            tl_json_find(root, "terrain") != NULL;
        tl_reader_problem(reader, root, false, false, "add \"trueline\": 1 as its first field",
                          like_a_scene ? "the field `trueline`, the version of the format, is missing"
                                       : "this is not a scene: it has no field `trueline`");
        return like_a_scene;
    }
    if (version->kind == TL_JSON_NUMBER && version->number > TL_DOCUMENT_VERSION &&
        version->number == floor(version->number)) {
        tl_reader_problem(reader, version, false, false, "update the program",
                          "the scene is written in version %.0f of the format; this program reads version %d",
                          version->number, TL_DOCUMENT_VERSION);
        return false;
    }
    if (version->kind != TL_JSON_NUMBER || version->number != TL_DOCUMENT_VERSION) {
        tl_reader_problem(reader, version, false, false, "write \"trueline\": 1",
                          "this is no version of the scene format");
    }
    return true;
}

void tl_reader_scene(tl_reader *reader) {
    tl_document *document = reader->document;
    const tl_json_value *root = tl_json_root(reader->json);
    document->name = "";
    document->table_mesh.frame.scale = 1;
    if (!check_version(reader, root)) {
        return;
    }
    (void)tl_reader_object(reader, root, &(tl_known_fields){NULL, root_fields});
    (void)tl_reader_text(reader, tl_json_find(root, "name"), &document->name);
    (void)tl_reader_word(reader, tl_json_find(root, "ruleset"), &document->ruleset);
    (void)tl_reader_bool(reader, tl_json_find(root, "night"), &document->night);
    read_settings(reader, tl_json_find(root, "settings"));
    const tl_document_options *options = &reader->state->options;
    if (options->rules != NULL && !reader->no_memory) {
        document->rules =
            options->rules(options->user, document, reader->problems, &reader->fields, &reader->field_count);
    }
    read_table(reader,
               tl_reader_required(reader, root, "table", "add \"table\": { \"width\": 1800, \"depth\": 1200 }"));
    tl_reader_assets(reader, tl_json_find(root, "assets"));
    const tl_json_value *terrain = tl_json_find(root, "terrain");
    const tl_json_value *units = tl_json_find(root, "units");
    make_slots(reader, terrain, units);
    /* In the order of the file, so that of two equal ids the second is the one that is reported. */
    if (terrain != NULL && units != NULL && units->offset < terrain->offset) {
        read_units(reader, units);
        read_terrains(reader, terrain);
    } else {
        read_terrains(reader, terrain);
        read_units(reader, units);
    }
    tl_reader_scenario(reader, tl_json_find(root, "scenario"));
    tl_reader_as(reader, tl_json_find(root, "as"));
}
