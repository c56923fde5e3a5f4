/* read_scenario.c: the `scenario` of a scene: its zones, its objectives, and whose last action was a march. */
#include "scene/document.h"
#include "scene/read.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const scenario_fields[] = {"deploying", "zones", "objectives", "marched", NULL};
static const char *const zone_fields[] = {"id",    "name",   "side",    "rule", "shape",
                                          "where", "within", "outline", "off",  NULL};
static const char *const off_fields[] = {"edges",    "sides",      "centre", "centre_lines", "enemies", "markers",
                                         "shelters", "impassable", NULL};
static const char *const objective_fields[] = {"id", "held_by", NULL};

enum { MOST_ZONES = 1000 };

/* --- Lengths ------------------------------------------------------------------------------------------------------ */

/* A length above 0 with its unit. */
static bool read_length(tl_reader *reader, const tl_json_value *value, tl_zone_length *length) {
    static const struct {
        const char *name;
        double mm; /* 0: game units */
    } units[] = {{"mm", 1}, {"cm", 10}, {"in", 25.4}, {"u", 0}};
    static const char how[] = "write \"30cm\", \"12in\", \"300mm\" or \"3u\" (game units)";
    double number = 0;
    if (value == NULL) {
        return false;
    }
    const char *end = value->kind == TL_JSON_STRING ? value->text + value->text_length : NULL;
    const char *unit = end != NULL ? tl_number_scan(value->text, end, &number) : NULL;
    if (value->kind == TL_JSON_NUMBER || (unit != NULL && unit == end)) {
        tl_reader_problem(reader, value, false, false, how, "`%s` is a number without a unit", value->key);
        return false;
    }
    for (size_t i = 0; unit != NULL && i < COUNT(units); i++) {
        if (strcmp(unit, units[i].name) == 0) {
            *length = (tl_zone_length){units[i].mm > 0 ? number * units[i].mm : number, units[i].mm == 0};
            if (number > 0 && length->amount <= TL_DOCUMENT_REACH) {
                return true;
            }
            *length = (tl_zone_length){0, false};
            tl_reader_problem(reader, value, false, false, how, "`%s` should be above 0, and no kilometre", value->key);
            return false;
        }
    }
    tl_reader_problem(reader, value, false, false, how, "`%s` is no length", value->key);
    return false;
}

/* --- Zones -------------------------------------------------------------------------------------------------------- */

typedef struct where_word {
    const char *word;
    unsigned where;
} where_word;

static const where_word edges[] = {
    {"south", TL_ZONE_SOUTH}, {"north", TL_ZONE_NORTH}, {"west", TL_ZONE_WEST}, {"east", TL_ZONE_EAST}};
static const where_word corners[] = {{"south-west", TL_ZONE_SOUTH | TL_ZONE_WEST},
                                     {"south-east", TL_ZONE_SOUTH | TL_ZONE_EAST},
                                     {"north-west", TL_ZONE_NORTH | TL_ZONE_WEST},
                                     {"north-east", TL_ZONE_NORTH | TL_ZONE_EAST}};
static const where_word lines[] = {{"west-east", TL_ZONE_WEST | TL_ZONE_EAST},
                                   {"south-north", TL_ZONE_SOUTH | TL_ZONE_NORTH}};

/* What a shape takes: words for `where`, a distance, an outline. */
static const struct {
    const where_word *words;
    size_t word_count;
    bool within, outline, off_sides, off_centre_lines;
} takes[TL_ZONE_SHAPES] = {
    [TL_ZONE_EDGE] = {edges, COUNT(edges), true, false, true, false},
    [TL_ZONE_CORNER] = {corners, COUNT(corners), true, false, false, false},
    [TL_ZONE_HALF] = {edges, COUNT(edges), false, false, true, true},
    [TL_ZONE_QUARTER] = {corners, COUNT(corners), false, false, false, true},
    [TL_ZONE_CENTRE_LINE] = {lines, COUNT(lines), true, false, false, false},
    [TL_ZONE_CENTRE] = {.within = true},
    [TL_ZONE_OUTLINE] = {.outline = true},
};

static void refuse(tl_reader *reader, const tl_json_value *object, const char *key, const char *word) {
    const tl_json_value *value = tl_json_find(object, key);
    if (value != NULL) {
        tl_reader_problem(reader, value, true, false, "remove it, or choose another `shape`",
                          "a zone of the shape `%s` has no `%s`", word, key);
    }
}

static void read_where(tl_reader *reader, const tl_json_value *object, tl_document_zone *zone) {
    const where_word *known = takes[zone->shape].words;
    const size_t count = takes[zone->shape].word_count;
    const char *words[4], *word = tl_zone_shape_words[zone->shape];
    char remedy[96];
    size_t choice = 0;
    if (count == 0) {
        refuse(reader, object, "where", word);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        words[i] = known[i].word;
    }
    snprintf(remedy, sizeof(remedy), "add \"where\": \"%s\"", words[0]);
    if (tl_reader_choice(reader, tl_reader_required(reader, object, "where", remedy), words, count, &choice)) {
        zone->where = known[choice].where;
    }
}

static void read_shape(tl_reader *reader, const tl_json_value *object, tl_document_zone *zone) {
    size_t choice = 0;
    if (!tl_reader_choice(reader, tl_reader_required(reader, object, "shape", "add \"shape\": \"edge\""),
                          tl_zone_shape_words, TL_ZONE_SHAPES, &choice)) {
        return;
    }
    zone->shape = (tl_zone_shape)choice;
    const char *word = tl_zone_shape_words[choice];
    read_where(reader, object, zone);
    if (takes[choice].within) {
        (void)read_length(reader, tl_reader_required(reader, object, "within", "add \"within\": \"30cm\""),
                          &zone->within);
    } else {
        refuse(reader, object, "within", word);
    }
    tl_vec2 *outline = NULL;
    if (!takes[choice].outline) {
        refuse(reader, object, "outline", word);
    } else if (tl_reader_outline(
                   reader,
                   tl_reader_required(reader, object, "outline", "add \"outline\": [[x, y], [x, y], [x, y], ...]"),
                   &outline, &zone->outline_count)) {
        zone->outline = outline;
    }
}

static void read_off(tl_reader *reader, const tl_json_value *value, tl_document_zone *zone) {
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, off_fields})) {
        return;
    }
    for (int k = 0; k < TL_ZONE_OFFS; k++) {
        const tl_json_value *length = tl_json_find(value, tl_zone_off_words[k]);
        bool good = (k != TL_ZONE_OFF_SIDES || takes[zone->shape].off_sides) &&
                    (k != TL_ZONE_OFF_CENTRE_LINES || takes[zone->shape].off_centre_lines);
        if (good) {
            (void)read_length(reader, length, &zone->off[k]);
        } else if (length != NULL) {
            tl_reader_problem(reader, length, true, false,
                              k == TL_ZONE_OFF_SIDES ? "only zones of the shape `edge` or `half` have sides"
                                                     : "only halves and quarters are bounded by centre lines",
                              "a zone of the shape `%s` isn't kept off `%s`", tl_zone_shape_words[zone->shape],
                              tl_zone_off_words[k]);
        }
    }
}

/* Whether a text is the side of some unit; whoever has no units yet may name any. */
static void check_side(tl_reader *reader, const tl_json_value *value, const char *side) {
    enum { NAMES = 64 };
    const tl_document *document = reader->document;
    const char *names[NAMES];
    size_t count = 0;
    bool known = document->unit_count == 0;
    for (size_t i = 0; i < document->unit_count && !known; i++) {
        known = strcmp(document->units[i].side, side) == 0;
        if (count < NAMES && document->units[i].side[0] != '\0') {
            names[count++] = document->units[i].side;
        }
    }
    if (value != NULL && !known) {
        char remedy[160];
        const char *nearest = tl_nearest_name(side, names, count);
        snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "write a `side` of the scene's units",
                 nearest);
        tl_reader_problem(reader, value, false, true, remedy, "no unit is of the side `%s`", side);
    }
}

static void read_zone(tl_reader *reader, const tl_json_value *value, tl_document_zone *zones, size_t index) {
    tl_document_zone *zone = &zones[index];
    zone->json = value;
    zone->id = zone->side = zone->rule = "";
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, zone_fields})) {
        zone->name = "";
        return;
    }
    const tl_json_value *id = tl_reader_required(reader, value, "id", "add \"id\": \"a-name-of-its-own\"");
    if (tl_reader_word(reader, id, &zone->id)) {
        for (size_t i = 0; i < index; i++) {
            if (strcmp(zones[i].id, zone->id) == 0) {
                char where[TL_READER_WHERE];
                tl_reader_where(reader, tl_json_find(zones[i].json, "id"), where);
                tl_reader_problem(reader, id, false, false, "give each zone an id of its own",
                                  "the zone `%s` is there already%s", zone->id, where);
                break;
            }
        }
    }
    zone->name = zone->id;
    (void)tl_reader_text(reader, tl_json_find(value, "name"), &zone->name);
    (void)tl_reader_word(reader, tl_json_find(value, "side"), &zone->side);
    (void)tl_reader_text(reader, tl_json_find(value, "rule"), &zone->rule);
    check_side(reader, tl_json_find(value, "side"), zone->side);
    read_shape(reader, value, zone);
    read_off(reader, tl_json_find(value, "off"), zone);
}

static void read_zones(tl_reader *reader, const tl_json_value *value, tl_document_scenario *scenario) {
    if (!tl_reader_list(reader, value, "zones")) {
        return;
    }
    if (value->count > MOST_ZONES) {
        tl_reader_problem(reader, value, false, false, "leave some out", "a scenario has at most %d zones, not %zu",
                          MOST_ZONES, value->count);
        return;
    }
    tl_document_zone *zones = tl_reader_alloc(reader, value->count, sizeof(*zones));
    for (size_t i = 0; zones != NULL && i < value->count; i++) {
        read_zone(reader, &value->items[i], zones, i);
    }
    scenario->zones = zones;
    scenario->zone_count = zones != NULL ? value->count : 0;
}

/* --- Objectives, and who marched ---------------------------------------------------------------------------------- */

/* What an id of the scene names; a problem where it isn't of this kind. */
static tl_document_found find(tl_reader *reader, const tl_json_value *value, const char *id, tl_document_kind kind) {
    tl_document_found found = tl_document_find(reader->document, id);
    if (found.kind == kind) {
        return found;
    }
    const char *what = kind == TL_DOCUMENT_UNIT ? "unit" : "piece of terrain";
    const char *ones = kind == TL_DOCUMENT_UNIT ? "name one of the scene's units" : "name a piece of its `terrain`";
    if (found.kind != TL_DOCUMENT_NOTHING) {
        tl_reader_problem(reader, value, false, false, ones, "`%s` is no %s", id, what);
        return (tl_document_found){.kind = TL_DOCUMENT_NOTHING};
    }
    char remedy[160];
    const char *nearest = tl_document_nearest_id(reader->document, id);
    snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "%s", nearest != NULL ? nearest : ones);
    tl_reader_problem(reader, value, false, false, remedy, "there is no %s `%s`", what, id);
    return (tl_document_found){.kind = TL_DOCUMENT_NOTHING};
}

static void read_objective(tl_reader *reader, const tl_json_value *value, tl_document_objective *objectives,
                           size_t index) {
    tl_document_objective *objective = &objectives[index];
    const tl_document *document = reader->document;
    const char *id = NULL;
    *objective = (tl_document_objective){SIZE_MAX, "", value};
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, objective_fields})) {
        return;
    }
    const tl_json_value *word =
        tl_reader_required(reader, value, "id", "add \"id\" with the id of a marker among the scene's `terrain`");
    if (tl_reader_word(reader, word, &id)) {
        tl_document_found found = find(reader, word, id, TL_DOCUMENT_TERRAIN);
        const tl_terrain_kind *kind = found.terrain != NULL && document->rules != NULL
                                          ? tl_ruleset_kind(document->rules, found.terrain->kind)
                                          : NULL;
        objective->terrain = found.terrain != NULL ? (size_t)(found.terrain - document->terrain) : SIZE_MAX;
        if (found.terrain != NULL && document->rules != NULL && (kind == NULL || !kind->marker)) {
            tl_reader_problem(reader, word, false, false,
                              "name terrain whose kind is a marker; `trueline rules NAME --json` says which are",
                              "`%s` is a %s, which is no marker", id, found.terrain->kind);
        }
        for (size_t i = 0; i < index && objective->terrain != SIZE_MAX; i++) {
            if (objectives[i].terrain == objective->terrain) {
                tl_reader_problem(reader, word, false, false, "remove one of the two",
                                  "the objective `%s` stands here twice", id);
                break;
            }
        }
    }
    (void)tl_reader_word(reader, tl_json_find(value, "held_by"), &objective->held_by);
    check_side(reader, tl_json_find(value, "held_by"), objective->held_by);
}

static void read_objectives(tl_reader *reader, const tl_json_value *value, tl_document_scenario *scenario) {
    if (!tl_reader_list(reader, value, "objectives")) {
        return;
    }
    if (value->count > MOST_ZONES) {
        tl_reader_problem(reader, value, false, false, "leave some out",
                          "a scenario has at most %d objectives, not %zu", MOST_ZONES, value->count);
        return;
    }
    tl_document_objective *objectives = tl_reader_alloc(reader, value->count, sizeof(*objectives));
    for (size_t i = 0; objectives != NULL && i < value->count; i++) {
        read_objective(reader, &value->items[i], objectives, i);
    }
    scenario->objectives = objectives;
    scenario->objective_count = objectives != NULL ? value->count : 0;
}

static void read_marched(tl_reader *reader, const tl_json_value *value, tl_document_scenario *scenario) {
    const char *const *words = NULL;
    size_t count = 0;
    if (value == NULL || !tl_reader_words(reader, value, &words, &count)) {
        return;
    }
    size_t *marched = tl_reader_alloc(reader, count, sizeof(*marched));
    for (size_t i = 0; marched != NULL && i < count; i++) {
        tl_document_found found = find(reader, &value->items[i], words[i], TL_DOCUMENT_UNIT);
        if (found.unit != NULL) {
            marched[scenario->marched_count++] = (size_t)(found.unit - reader->document->units);
        }
    }
    scenario->marched = marched;
}

void tl_reader_scenario(tl_reader *reader, const tl_json_value *value) {
    tl_document_scenario *scenario = &reader->document->scenario;
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, scenario_fields})) {
        return;
    }
    scenario->json = value;
    (void)tl_reader_bool(reader, tl_json_find(value, "deploying"), &scenario->deploying);
    read_zones(reader, tl_json_find(value, "zones"), scenario);
    read_objectives(reader, tl_json_find(value, "objectives"), scenario);
    read_marched(reader, tl_json_find(value, "marched"), scenario);
}
