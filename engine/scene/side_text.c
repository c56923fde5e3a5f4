/* side_text.c: what of a scene's text one side may know: the hidden models of the others taken out. */
#include "scene/side_text.h"

#include "base/hash.h"

#include <string.h>

/* --- Names -------------------------------------------------------------------------------------------------------- */

enum { NOBODY = -1 };

/* Who goes by a name, or has an asset of it: how many stay, how many are left out. */
typedef struct side_name {
    const char *name; /* NULL: the place is free */
    size_t stay, out;
    long first_rider; /* the first unit that is aboard of it; NOBODY */
} side_name;

typedef struct side_names {
    side_name *items; /* open addressing */
    size_t places;    /* a power of two */
} side_names;

static side_name *name_of(const side_names *names, const char *name) {
    size_t at = (size_t)tl_hash(0, name, strlen(name)) & (names->places - 1);
    while (names->items[at].name != NULL && strcmp(names->items[at].name, name) != 0) {
        at = (at + 1) & (names->places - 1);
    }
    if (names->items[at].name == NULL) {
        names->items[at] = (side_name){.name = name, .first_rider = NOBODY};
    }
    return &names->items[at];
}

/* Nobody is left who goes by it. */
static bool is_out(const side_name *name) {
    return name->out > 0 && name->stay == 0;
}

/* --- Who is left out ---------------------------------------------------------------------------------------------- */

typedef struct side_unit {
    const tl_json_value *json, *members; /* `members` NULL: no list of them */
    size_t first;                        /* of its members among all */
    bool own, out, walks;                /* walks: of its own side, what it rides in is left out */
    long next_rider;                     /* aboard of the same; NOBODY */
} side_unit;

typedef struct side_cut {
    tl_context *context;
    const tl_json *json;
    const tl_json_value *root;
    side_unit *units;
    size_t unit_count;
    bool *out; /* of each member, one unit's after the other */
    side_names ids, assets;
    side_name **queue; /* names that nobody has any more, whose riders are still to be looked at */
    size_t queued;
} side_cut;

/* The word at a field; NULL: there is none, or it isn't one. */
static const char *word_at(const tl_json_value *object, const char *field) {
    const tl_json_value *value = tl_json_find(object, field);
    return value != NULL && value->kind == TL_JSON_STRING ? value->text : NULL;
}

/* A list at a field, or NULL. */
static const tl_json_value *list_at(const tl_json_value *object, const char *field) {
    const tl_json_value *value = tl_json_find(object, field);
    return value != NULL && value->kind == TL_JSON_ARRAY ? value : NULL;
}

static size_t member_count(const side_unit *unit) {
    return unit->members != NULL ? unit->members->count : 0;
}

static bool is_hidden(const tl_json_value *member) {
    const tl_json_value *mark = tl_json_find(member, "hidden");
    return mark != NULL && !(mark->kind == TL_JSON_BOOL && !mark->boolean);
}

/* One more that goes by a name and stays. */
static void count_name(const side_names *names, const char *name) {
    if (name != NULL) {
        name_of(names, name)->stay++;
    }
}

/* One of those is left out after all. */
static void lose_name(side_cut *c, const side_names *names, const char *name) {
    if (name != NULL) {
        side_name *its = name_of(names, name);
        its->stay--;
        its->out++;
        if (names == &c->ids && its->stay == 0) {
            c->queue[c->queued++] = its;
        }
    }
}

static void leave_member_out(side_cut *c, const side_unit *unit, size_t index) {
    const tl_json_value *member = &unit->members->items[index];
    if (!c->out[unit->first + index]) {
        c->out[unit->first + index] = true;
        lose_name(c, &c->ids, word_at(member, "id"));
        lose_name(c, &c->assets, word_at(member, "asset"));
    }
}

static void leave_unit_out(side_cut *c, side_unit *unit) {
    for (size_t i = 0; i < member_count(unit); i++) {
        leave_member_out(c, unit, i);
    }
    if (!unit->out) {
        unit->out = true;
        lose_name(c, &c->ids, word_at(unit->json, "id"));
    }
}

static void count_everybody(side_cut *c) {
    const tl_json_value *terrain = list_at(c->root, "terrain");
    for (size_t i = 0; terrain != NULL && i < terrain->count; i++) {
        count_name(&c->assets, word_at(&terrain->items[i], "asset"));
    }
    for (size_t u = 0; u < c->unit_count; u++) {
        side_unit *unit = &c->units[u];
        const char *aboard = word_at(unit->json, "aboard");
        count_name(&c->ids, word_at(unit->json, "id"));
        for (size_t i = 0; i < member_count(unit); i++) {
            count_name(&c->ids, word_at(&unit->members->items[i], "id"));
            count_name(&c->assets, word_at(&unit->members->items[i], "asset"));
        }
        unit->next_rider = NOBODY;
        if (aboard != NULL) {
            side_name *carrier = name_of(&c->ids, aboard);
            unit->next_rider = carrier->first_rider;
            carrier->first_rider = (long)u;
        }
    }
}

static void leave_hidden_out(side_cut *c) {
    for (size_t u = 0; u < c->unit_count; u++) {
        side_unit *unit = &c->units[u];
        size_t hidden = 0;
        for (size_t i = 0; !unit->own && i < member_count(unit); i++) {
            if (is_hidden(&unit->members->items[i])) {
                leave_member_out(c, unit, i);
                hidden++;
            }
        }
        if (hidden > 0 && hidden == unit->members->count) {
            leave_unit_out(c, unit);
        }
    }
}

/* Whoever rides in what is left out is not seen either. */
static void leave_riders_out(side_cut *c) {
    while (c->queued > 0) {
        const side_name *carrier = c->queue[--c->queued];
        for (long u = carrier->first_rider; u != NOBODY; u = c->units[u].next_rider) {
            c->units[u].walks = c->units[u].own;
            if (!c->units[u].own) {
                leave_unit_out(c, &c->units[u]);
            }
        }
    }
}

/* --- The text ----------------------------------------------------------------------------------------------------- */

static void put(tl_json_writer *w, const side_cut *c, const tl_json_value *value) {
    if (value->key != NULL) {
        tl_json_key(w, value->key);
    }
    tl_json_echo(w, c->json, value);
}

/* Whether a field of a unit names what it rides in, or who leads it, and that is left out. */
static bool names_who_is_out(const side_cut *c, const side_unit *unit, const tl_json_value *value) {
    return (unit->walks && strcmp(value->key, "aboard") == 0) ||
           (strcmp(value->key, "leader") == 0 && value->kind == TL_JSON_STRING &&
            is_out(name_of(&c->ids, value->text)));
}

static void put_unit(tl_json_writer *w, const side_cut *c, const side_unit *unit) {
    if (unit->json->kind != TL_JSON_OBJECT) {
        put(w, c, unit->json);
        return;
    }
    tl_json_begin_object(w);
    for (size_t i = 0; i < unit->json->count; i++) {
        const tl_json_value *value = &unit->json->items[i];
        if (value != unit->members) {
            if (!names_who_is_out(c, unit, value)) {
                put(w, c, value);
            }
            continue;
        }
        tl_json_open_array(w, "members");
        for (size_t k = 0; k < value->count; k++) {
            if (!c->out[unit->first + k]) {
                put(w, c, &value->items[k]);
            }
        }
        tl_json_end_array(w);
    }
    tl_json_end_object(w);
}

static void put_units(tl_json_writer *w, const side_cut *c) {
    tl_json_open_array(w, "units");
    for (size_t u = 0; u < c->unit_count; u++) {
        if (!c->units[u].out) {
            put_unit(w, c, &c->units[u]);
        }
    }
    tl_json_end_array(w);
}

static void put_assets(tl_json_writer *w, const side_cut *c, const tl_json_value *assets) {
    tl_json_open_object(w, "assets");
    for (size_t i = 0; i < assets->count; i++) {
        if (!is_out(name_of(&c->assets, assets->items[i].key))) {
            put(w, c, &assets->items[i]);
        }
    }
    tl_json_end_object(w);
}

static void put_scenario(tl_json_writer *w, const side_cut *c, const tl_json_value *scenario) {
    const tl_json_value *marched = list_at(scenario, "marched");
    tl_json_open_object(w, "scenario");
    for (size_t i = 0; i < scenario->count; i++) {
        const tl_json_value *value = &scenario->items[i];
        if (value != marched) {
            put(w, c, value);
            continue;
        }
        tl_json_open_array(w, "marched");
        for (size_t k = 0; k < value->count; k++) {
            bool word = value->items[k].kind == TL_JSON_STRING;
            if (!word || !is_out(name_of(&c->ids, value->items[k].text))) {
                put(w, c, &value->items[k]);
            }
        }
        tl_json_end_array(w);
    }
    tl_json_end_object(w);
}

static void put_root(tl_json_writer *w, const side_cut *c) {
    tl_json_begin_object(w);
    for (size_t i = 0; i < c->root->count; i++) {
        const tl_json_value *value = &c->root->items[i];
        if (strcmp(value->key, "units") == 0 && value->kind == TL_JSON_ARRAY) {
            put_units(w, c);
        } else if (strcmp(value->key, "assets") == 0 && value->kind == TL_JSON_OBJECT) {
            put_assets(w, c, value);
        } else if (strcmp(value->key, "scenario") == 0 && value->kind == TL_JSON_OBJECT) {
            put_scenario(w, c, value);
        } else {
            put(w, c, value);
        }
    }
    tl_json_end_object(w);
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* How many names there can be in each table: what is looked up is put in. */
static bool reserve(side_cut *c, size_t members) {
    const tl_json_value *assets = tl_json_find(c->root, "assets"), *terrain = list_at(c->root, "terrain");
    const tl_json_value *marched = list_at(tl_json_find(c->root, "scenario"), "marched");
    size_t names = 3 * c->unit_count + members + (marched != NULL ? marched->count : 0);
    size_t kinds = members + (assets != NULL ? assets->count : 0) + (terrain != NULL ? terrain->count : 0);
    c->ids.places = tl_hash_table_size(names);
    c->assets.places = tl_hash_table_size(kinds);
    c->out = tl_alloc_array(c->context, members + 1, sizeof(*c->out));
    c->ids.items = tl_alloc_array(c->context, c->ids.places, sizeof(*c->ids.items));
    c->assets.items = tl_alloc_array(c->context, c->assets.places, sizeof(*c->assets.items));
    c->queue = tl_alloc_array(c->context, c->unit_count + members + 1, sizeof(*c->queue));
    return c->out != NULL && c->ids.items != NULL && c->assets.items != NULL && c->queue != NULL;
}

static bool find_units(side_cut *c, const char *side) {
    const tl_json_value *units = list_at(c->root, "units");
    size_t members = 0;
    c->unit_count = units != NULL ? units->count : 0;
    c->units = tl_alloc_array(c->context, c->unit_count + 1, sizeof(*c->units));
    for (size_t u = 0; c->units != NULL && u < c->unit_count; u++) {
        side_unit *unit = &c->units[u];
        const char *its = word_at(&units->items[u], "side");
        *unit = (side_unit){.json = &units->items[u], .first = members};
        unit->members = list_at(unit->json, "members");
        unit->own = its != NULL && strcmp(its, side) == 0;
        members += member_count(unit);
    }
    return c->units != NULL && reserve(c, members);
}

tl_status tl_document_side_text(tl_context *context, const tl_json *json, const char *side, char **text, size_t *size,
                                tl_error *error) {
    side_cut c = {.context = context, .json = json, .root = tl_json_root(json)};
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    tl_status status = find_units(&c, side) ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        count_everybody(&c);
        leave_hidden_out(&c);
        leave_riders_out(&c);
        if (c.root->kind == TL_JSON_OBJECT) {
            put_root(&writer, &c);
        } else {
            put(&writer, &c, c.root);
        }
        status = tl_json_writer_finish(&writer, text, size, error);
    }
    tl_json_writer_free(&writer);
    tl_free(context, c.units);
    tl_free(context, c.out);
    tl_free(context, c.ids.items);
    tl_free(context, c.assets.items);
    tl_free(context, c.queue);
    return status;
}
