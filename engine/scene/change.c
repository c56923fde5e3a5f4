/* change.c: the verbs of edits: set, add, copy, move, rename, remove. */
#include "scene/change.h"

#include "io/file.h"
#include "math/angle.h"
#include "scene/patch.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Places and angles that a move computes are rounded to this, so that no digits without meaning are written. */
#define ROUNDING 1e6

typedef struct changer {
    tl_context *context;
    tl_json *scene; /* as far as it is changed */
    const tl_json *edits;
    const tl_json_value *edit;
    tl_names *made;
    tl_error *error;
} changer;

static tl_status refuse(const changer *c, const tl_json_value *value, const char *remedy, const char *message) {
    return tl_json_fail(c->edits, value != NULL ? value : c->edit, c->error, TL_ERROR_ARGUMENT, remedy, "%s", message);
}

static const tl_json_value *part(const changer *c, const char *name) {
    return tl_json_find(c->edit, name);
}

/* Makes the patched text the scene. */
static tl_status finish(changer *c, tl_patches *patches) {
    char *text = NULL;
    size_t size = 0;
    tl_json *json = NULL;
    tl_status status = tl_patches_apply(patches, &text, &size, c->error);
    tl_patches_free(patches);
    if (status == TL_OK) {
        status = tl_json_parse(c->context, text, size, tl_json_file(c->scene), &json, c->error);
    }
    tl_free(c->context, text);
    if (status == TL_OK) {
        tl_json_destroy(c->scene);
        c->scene = json;
    }
    return status;
}

static tl_status give_up(tl_patches *patches, tl_status status) {
    tl_patches_free(patches);
    return status;
}

/* A JSON text, NUL-terminated, as scenes are laid out; NULL without memory. */
static char *lay_out(const changer *c, tl_patches *patches, const char *text) {
    tl_json *json = NULL;
    char *laid = NULL;
    if (tl_json_parse(c->context, text, strlen(text), NULL, &json, NULL) == TL_OK) {
        laid = tl_patch_layout(patches, json, tl_json_root(json));
    }
    tl_json_destroy(json);
    return laid;
}

static char *text_of(const changer *c, const tl_json *json, const tl_json_value *value) {
    char *text = tl_alloc(c->context, value->length + 1);
    if (text != NULL) {
        memcpy(text, tl_json_source(json, NULL) + value->offset, value->length);
        text[value->length] = '\0';
    }
    return text;
}

static char *quoted(const changer *c, const char *word) {
    tl_json_writer writer;
    char *text = NULL;
    tl_json_writer_init(&writer, c->context, false);
    tl_json_string(&writer, word);
    return tl_json_writer_finish(&writer, &text, NULL, NULL) == TL_OK ? text : NULL;
}

/* --- set ---------------------------------------------------------------------------------------------------------- */

/* One step of a field: a name of an object, or a place in a list. */
static const tl_json_value *step(const tl_json_value *at, const tl_json_value *key) {
    if (key->kind == TL_JSON_STRING) {
        return tl_json_find(at, key->text);
    }
    bool in = at != NULL && at->kind == TL_JSON_ARRAY && key->kind == TL_JSON_NUMBER && key->is_integer &&
              key->integer >= 0 && (uint64_t)key->integer < at->count;
    return in ? &at->items[key->integer] : NULL;
}

const tl_json_value *tl_change_value(const tl_json_value *object, const tl_json_value *field) {
    if (field == NULL || field->kind != TL_JSON_ARRAY) {
        return field != NULL ? step(object, field) : object;
    }
    for (size_t i = 0; i < field->count; i++) {
        object = step(object, &field->items[i]);
    }
    return object;
}

static tl_status check_field(const changer *c, const tl_json_value *field) {
    bool good = field != NULL && (field->kind == TL_JSON_STRING || (field->kind == TL_JSON_ARRAY && field->count > 0));
    for (size_t i = 0; good && field->kind == TL_JSON_ARRAY && i < field->count; i++) {
        const tl_json_value *key = &field->items[i];
        good = key->kind == TL_JSON_STRING || (i > 0 && key->kind == TL_JSON_NUMBER && key->is_integer);
    }
    return good ? TL_OK
                : refuse(c, field, "write \"field\": \"name\", or a list such as [\"outline\", 2]",
                         "`field` should be a name, or a list of names and places");
}

/* The new value, wrapped into the objects that are missing on the way to it. */
static char *wrapped(const changer *c, const tl_json_value *keys, size_t count, const tl_json_value *value) {
    tl_json_writer writer;
    char *text = NULL;
    tl_json_writer_init(&writer, c->context, false);
    for (size_t i = 0; i < count; i++) {
        tl_json_begin_object(&writer);
        tl_json_key(&writer, keys[i].text);
    }
    tl_json_raw(&writer, tl_json_source(c->edits, NULL) + value->offset, value->length);
    for (size_t i = 0; i < count; i++) {
        tl_json_end_object(&writer);
    }
    return tl_json_writer_finish(&writer, &text, NULL, NULL) == TL_OK ? text : NULL;
}

/* Puts a value into what is there: `at` holds, or is to hold, keys[0], and that the others. */
static tl_status put(changer *c, tl_thing_kind kind, const tl_json_value *at, const tl_json_value *keys, size_t count,
                     const tl_json_value *value, bool insert) {
    const tl_json_value *old = step(at, &keys[0]);
    bool named = keys[0].kind == TL_JSON_STRING;
    for (size_t i = 1; i < count; i++) {
        if (keys[i].kind != TL_JSON_STRING) {
            return refuse(c, &keys[i], "set the whole list", "there is no such list");
        }
    }
    if (at->kind != (named ? TL_JSON_OBJECT : TL_JSON_ARRAY)) {
        return refuse(c, &keys[0], NULL, named ? "fields are set on objects" : "places are those of a list");
    }
    if (old != NULL && !insert && old->kind == TL_JSON_NUMBER && value->kind == TL_JSON_NUMBER && count == 1 &&
        old->number == value->number) {
        return TL_OK; /* keeps its digits */
    }
    bool at_end = !named && old == NULL && keys[0].integer == (int64_t)at->count;
    if (!named && old == NULL && !at_end) {
        return refuse(c, &keys[0], "count from 0; the length of the list adds a last item",
                      "the list has no such place");
    }
    tl_patches patches;
    tl_patches_init(&patches, c->context, c->scene);
    char *plain = wrapped(c, keys + 1, count - 1, value);
    char *text = plain != NULL ? lay_out(c, &patches, plain) : NULL;
    tl_free(c->context, plain);
    if (text == NULL) {
        return give_up(&patches, tl_fail_memory(c->error));
    }
    if (old != NULL && insert && !named) {
        tl_patch_insert_item(&patches, old, text);
    } else if (old != NULL) {
        tl_patch_value(&patches, old, text);
    } else if (named) {
        bool top = at->parent == NULL || kind != TL_THING_SCENE;
        tl_patch_insert(&patches, at, top ? tl_thing_before(kind, at, keys[0].text) : NULL, keys[0].text, text);
    } else {
        tl_patch_append(&patches, at, text);
    }
    tl_free(c->context, text);
    return finish(c, &patches);
}

static tl_status remove_item(changer *c, const tl_json_value *item) {
    tl_patches patches;
    tl_patches_init(&patches, c->context, c->scene);
    tl_patch_remove(&patches, item);
    return finish(c, &patches);
}

static tl_status find(const changer *c, const char *verb, tl_thing *thing) {
    tl_status status = tl_thing_find(c->context, c->scene, c->edits, part(c, verb), thing, c->error);
    if (status == TL_OK && (thing->object == NULL || thing->object->kind != TL_JSON_OBJECT)) {
        return refuse(c, part(c, verb), NULL, "the scene has no such object");
    }
    return status;
}

static tl_status change_set(changer *c) {
    tl_thing thing;
    const tl_json_value *field = part(c, "field"), *value = part(c, "value"), *insert = part(c, "insert");
    tl_status status = find(c, "set", &thing);
    status = status == TL_OK ? check_field(c, field) : status;
    if (status != TL_OK) {
        return status;
    }
    bool list = field->kind == TL_JSON_ARRAY;
    const tl_json_value *keys = list ? field->items : field;
    size_t count = list ? field->count : 1, deep = 0;
    if (value == NULL || value->kind == TL_JSON_NULL) {
        const tl_json_value *old = tl_change_value(thing.object, field);
        return old != NULL ? remove_item(c, old) : TL_OK;
    }
    const tl_json_value *at = thing.object;
    while (deep + 1 < count && step(at, &keys[deep]) != NULL) {
        at = step(at, &keys[deep++]);
    }
    return put(c, deep == 0 ? thing.kind : TL_THING_SCENE, at, keys + deep, count - deep, value,
               insert != NULL && insert->kind == TL_JSON_BOOL && insert->boolean);
}

/* --- add and copy ------------------------------------------------------------------------------------------------- */

/* Sets a word of an object in a text of its own; a new one goes first. */
static void put_word(const changer *c, tl_patches *patches, const tl_json_value *object, const char *key,
                     const char *word) {
    char *text = quoted(c, word);
    const tl_json_value *old = tl_json_find(object, key);
    if (text == NULL) {
        patches->status = TL_ERROR_MEMORY;
    } else if (old != NULL) {
        tl_patch_value(patches, old, text);
    } else if (object->count == 0) {
        tl_patch_insert(patches, object, NULL, key, text);
    } else {
        size_t size = strlen(text) + strlen(key) + 8;
        char *item = tl_alloc(c->context, size);
        if (item != NULL) {
            snprintf(item, size, "\"%s\": %s, ", key, text);
            tl_patch_replace(patches, object->items[0].key_offset, 0, item);
        } else {
            patches->status = TL_ERROR_MEMORY;
        }
        tl_free(c->context, item);
    }
    tl_free(c->context, text);
}

/* Gives a thing an id that is free and, when it is a copy, a name that is. */
static void name_thing(changer *c, tl_patches *patches, tl_thing_kind kind, const tl_json_value *unit,
                       const tl_json_value *object, const char *wanted, bool copy) {
    const char *title = copy && kind != TL_THING_WEAPON ? tl_thing_word(tl_json_find(object, "name")) : NULL;
    char *id = tl_thing_free_name(c->context, c->scene, kind, unit, wanted, c->made);
    char *free_title = title != NULL ? tl_thing_free_title(c->context, c->scene, kind, title) : NULL;
    if (id == NULL || !tl_names_add(c->made, id) || (title != NULL && free_title == NULL)) {
        patches->status = TL_ERROR_MEMORY;
    } else {
        put_word(c, patches, object, "id", id);
        if (free_title != NULL) {
            put_word(c, patches, object, "name", free_title);
        }
    }
    tl_free(c->context, id);
    tl_free(c->context, free_title);
}

/* The id that a thing brings, unless it is a copy's; else the other. */
static const char *own_id(const tl_json_value *object, bool copy, const char *other) {
    const char *id = copy ? NULL : tl_thing_word(tl_json_find(object, "id"));
    return id != NULL && id[0] != '\0' ? id : other;
}

/* The members of a new unit are called after it: `own` is where its id stands among the made ones. */
static void name_members(changer *c, tl_patches *patches, const tl_json_value *unit, size_t own, bool copy) {
    const tl_json_value *members = tl_json_find(unit, "members");
    size_t count = members != NULL && members->kind == TL_JSON_ARRAY ? members->count : 0;
    size_t size = patches->status == TL_OK ? strlen(c->made->items[own]) + 4 : 1;
    char *stem = tl_alloc(c->context, size);
    if (stem == NULL || patches->status != TL_OK) {
        patches->status = TL_ERROR_MEMORY;
        count = 0;
    } else {
        snprintf(stem, size, "%s-1", c->made->items[own]);
    }
    for (size_t i = 0; i < count; i++) {
        const tl_json_value *member = &members->items[i];
        if (member->kind == TL_JSON_OBJECT) {
            name_thing(c, patches, TL_THING_MEMBER, NULL, member, own_id(member, copy, stem), copy);
        }
    }
    tl_free(c->context, stem);
}

static const char *const kind_words[TL_THING_KINDS] = {"scene",  "table",  "asset",  "unit",
                                                       "member", "weapon", "terrain"};
/* Where new things hang on the root. */
static const char *const homes[TL_THING_KINDS] = {[TL_THING_ASSET] = "assets",
                                                  [TL_THING_UNIT] = "units",
                                                  [TL_THING_MEMBER] = "members",
                                                  [TL_THING_WEAPON] = "weapons",
                                                  [TL_THING_TERRAIN] = "terrain"};

/* Hangs a thing, laid out as text, where it belongs; lists and objects that are missing are made. */
static tl_status hang(changer *c, tl_thing_kind kind, const tl_json_value *parent, const char *key, const char *plain) {
    const tl_json_value *home = tl_json_find(parent, homes[kind]);
    tl_patches patches;
    tl_patches_init(&patches, c->context, c->scene);
    if (home != NULL && home->kind != (key != NULL ? TL_JSON_OBJECT : TL_JSON_ARRAY)) {
        return give_up(&patches, refuse(c, NULL, NULL, "the scene has no list for that"));
    }
    size_t size = strlen(plain) + 16 + (key != NULL ? 6 * strlen(key) : 0);
    char *whole = tl_alloc(c->context, size), *name = key != NULL ? quoted(c, key) : NULL;
    char *text = NULL;
    if (whole != NULL && (key == NULL || name != NULL)) {
        if (home != NULL) {
            snprintf(whole, size, "%s", plain);
        } else {
            snprintf(whole, size, key != NULL ? "{%s%s%s}" : "[%s%s%s]", key != NULL ? name : "",
                     key != NULL ? ":" : "", plain);
        }
        text = lay_out(c, &patches, whole);
    }
    tl_free(c->context, whole);
    tl_free(c->context, name);
    if (text == NULL) {
        return give_up(&patches, tl_fail_memory(c->error));
    }
    if (home == NULL) {
        tl_thing_kind of = parent->parent == NULL ? TL_THING_SCENE : TL_THING_UNIT;
        tl_patch_insert(&patches, parent, tl_thing_before(of, parent, homes[kind]), homes[kind], text);
    } else if (key != NULL) {
        tl_patch_insert(&patches, home, NULL, key, text);
    } else {
        tl_patch_append(&patches, home, text);
    }
    tl_free(c->context, text);
    return finish(c, &patches);
}

/* The name that an asset would like to have. */
static tl_status asset_name(const changer *c, const tl_json_value *value, char name[128]) {
    const tl_json_value *wanted = part(c, "name");
    const char *mesh = tl_thing_word(tl_json_find(value, "mesh"));
    if (wanted != NULL && (tl_thing_word(wanted) == NULL || wanted->text[0] == '\0')) {
        return refuse(c, wanted, "write \"name\": \"walker\"", "the name of an asset should be a text");
    }
    const char *from = wanted != NULL ? wanted->text : mesh != NULL ? tl_path_name(mesh) : "asset";
    snprintf(name, 128, "%s", from);
    if (wanted == NULL && mesh != NULL) {
        const char *ending = tl_path_extension(name);
        if (ending[0] != '\0') {
            name[ending - name - 1] = '\0';
        }
    }
    return TL_OK;
}

/* What a new thing is called when it doesn't say. */
static const char *otherwise(tl_thing_kind kind, const tl_json_value *value, const tl_json_value *unit) {
    const char *word = kind == TL_THING_TERRAIN  ? tl_thing_word(tl_json_find(value, "kind"))
                       : kind == TL_THING_MEMBER ? tl_thing_word(tl_json_find(unit, "id"))
                                                 : NULL;
    return word != NULL && word[0] != '\0' ? word : kind_words[kind];
}

/* Names a thing that stands in a text of its own, shifts it, and hangs it. */
static tl_status add_text(changer *c, tl_thing_kind kind, const tl_json_value *unit, char *text, const double *by,
                          const char *asset);

static tl_status number_of(const changer *c, const tl_json_value *value, double *number) {
    if (value == NULL || value->kind != TL_JSON_NUMBER || fabs(value->number) > 1e9) {
        return refuse(c, value, "write a number", "a number should stand here");
    }
    *number = value->number;
    return TL_OK;
}

/* A list of 2 or 3 numbers, or nothing: the third is 0 then. */
static tl_status numbers_of(const changer *c, const char *name, size_t most, double numbers[3]) {
    const tl_json_value *value = part(c, name);
    numbers[0] = numbers[1] = numbers[2] = 0;
    if (value == NULL) {
        return TL_OK;
    }
    if (value->kind != TL_JSON_ARRAY || value->count < 2 || value->count > most) {
        return refuse(c, value, most == 2 ? "write [x, y]" : "write [x, y] or [x, y, z]",
                      "a list of numbers should stand here");
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < value->count && status == TL_OK; i++) {
        status = number_of(c, &value->items[i], &numbers[i]);
    }
    return status;
}

static tl_status change_add(changer *c) {
    const tl_json_value *word = part(c, "add"), *value = part(c, "value"), *to = part(c, "to");
    tl_thing_kind kind = TL_THING_ASSET;
    while (kind < TL_THING_KINDS && (tl_thing_word(word) == NULL || strcmp(word->text, kind_words[kind]) != 0)) {
        kind++;
    }
    if (kind == TL_THING_KINDS) {
        return refuse(c, word, "write \"asset\", \"unit\", \"member\", \"weapon\" or \"terrain\"",
                      "this is nothing that can be added");
    }
    if (value == NULL || value->kind != TL_JSON_OBJECT) {
        return refuse(c, value, "write \"value\": { ... } as in a scene", "what is added should be an object");
    }
    tl_thing unit = {.kind = kind};
    if (kind == TL_THING_MEMBER || kind == TL_THING_WEAPON) {
        tl_status status = tl_thing_find(c->context, c->scene, c->edits, to, &unit, c->error);
        if (status != TL_OK || unit.kind != TL_THING_UNIT) {
            return status != TL_OK ? status
                                   : refuse(c, to, "write \"to\": UNIT", "only units have members and weapons");
        }
    }
    char name[128] = "";
    tl_status status = kind == TL_THING_ASSET ? asset_name(c, value, name) : TL_OK;
    if (status != TL_OK) {
        return status;
    }
    char *text = text_of(c, c->edits, value);
    return text != NULL ? add_text(c, kind, unit.unit, text, NULL, kind == TL_THING_ASSET ? name : NULL)
                        : tl_fail_memory(c->error);
}

static tl_status change_copy(changer *c) {
    tl_thing thing;
    double by[3];
    tl_status status = find(c, "copy", &thing);
    status = status == TL_OK ? numbers_of(c, "by", 3, by) : status;
    if (status != TL_OK) {
        return status;
    }
    if (thing.kind == TL_THING_SCENE || thing.kind == TL_THING_TABLE) {
        return refuse(c, part(c, "copy"), "name a unit, a member, a weapon, terrain or an asset",
                      "there is but one of it");
    }
    char *text = text_of(c, c->scene, thing.object);
    return text != NULL
               ? add_text(c, thing.kind, thing.unit, text, by, thing.kind == TL_THING_ASSET ? thing.object->key : NULL)
               : tl_fail_memory(c->error);
}

/* --- move --------------------------------------------------------------------------------------------------------- */

typedef struct motion {
    double by[3], turn, sine, cosine;
    tl_vec2 about;
} motion;

static double rounded(double number) {
    double r = floor(number * ROUNDING + 0.5) / ROUNDING;
    return fabs(r - number) > 1e-5 ? number : r; /* far out there is nothing to round */
}

static tl_vec2 moved(const motion *m, tl_vec2 p) {
    tl_vec2 d = {p.x - m->about.x, p.y - m->about.y};
    if (m->turn == 0) {
        return (tl_vec2){rounded(p.x + m->by[0]), rounded(p.y + m->by[1])};
    }
    return (tl_vec2){rounded(m->about.x + m->cosine * d.x - m->sine * d.y + m->by[0]),
                     rounded(m->about.y + m->sine * d.x + m->cosine * d.y + m->by[1])};
}

static bool is_point(const tl_json_value *value) {
    return value != NULL && value->kind == TL_JSON_ARRAY && value->count >= 2 && value->count <= 3 &&
           value->items[0].kind == TL_JSON_NUMBER && value->items[1].kind == TL_JSON_NUMBER &&
           (value->count == 2 || value->items[2].kind == TL_JSON_NUMBER);
}

static void move_point(tl_patches *patches, const motion *m, const tl_json_value *value) {
    if (is_point(value)) {
        tl_vec2 p = moved(m, (tl_vec2){value->items[0].number, value->items[1].number});
        tl_patch_number(patches, &value->items[0], p.x);
        tl_patch_number(patches, &value->items[1], p.y);
        if (value->count == 3) {
            tl_patch_number(patches, &value->items[2], rounded(value->items[2].number + m->by[2]));
        }
    }
}

static void move_object(tl_patches *patches, const motion *m, const tl_json_value *object, bool terrain) {
    const char *key = terrain ? "turn" : "facing";
    const tl_json_value *at = tl_json_find(object, "at"), *turn = tl_json_find(object, key);
    const tl_json_value *outline = terrain ? tl_json_find(object, "outline") : NULL;
    bool has_mesh = !terrain || tl_json_find(object, "mesh") != NULL || tl_json_find(object, "asset") != NULL;
    tl_thing_kind kind = terrain ? TL_THING_TERRAIN : TL_THING_MEMBER;
    move_point(patches, m, at);
    if (has_mesh && at == NULL) { /* it stood where its own coordinates put it */
        char x[TL_JSON_NUMBER_SIZE], y[TL_JSON_NUMBER_SIZE], z[TL_JSON_NUMBER_SIZE], text[4 * TL_JSON_NUMBER_SIZE];
        tl_vec2 p = moved(m, (tl_vec2){0, 0});
        tl_json_format_double(p.x, x);
        tl_json_format_double(p.y, y);
        tl_json_format_double(m->by[2], z);
        snprintf(text, sizeof(text), "[%s, %s, %s]", x, y, z);
        tl_patch_insert(patches, object, tl_thing_before(kind, object, "at"), "at", text);
    }
    if (has_mesh && m->turn != 0) {
        double old = turn != NULL && turn->kind == TL_JSON_NUMBER ? turn->number : 0, now = rounded(old + m->turn);
        char text[TL_JSON_NUMBER_SIZE];
        now -= 360 * floor(now / 360);
        tl_json_format_double(now, text);
        if (turn != NULL) {
            tl_patch_number(patches, turn, now);
        } else if (now != 0) {
            tl_patch_insert(patches, object, tl_thing_before(kind, object, key), key, text);
        }
    }
    for (size_t i = 0; outline != NULL && outline->kind == TL_JSON_ARRAY && i < outline->count; i++) {
        move_point(patches, m, &outline->items[i]);
    }
    if (terrain) {
        move_point(patches, m, tl_json_find(tl_json_find(object, "disc"), "centre"));
    }
}

/* Units move with all their members. */
static void move_thing(tl_patches *patches, const motion *m, tl_thing_kind kind, const tl_json_value *object) {
    const tl_json_value *members = kind == TL_THING_UNIT ? tl_json_find(object, "members") : NULL;
    if (kind == TL_THING_MEMBER || kind == TL_THING_TERRAIN) {
        move_object(patches, m, object, kind == TL_THING_TERRAIN);
    }
    for (size_t i = 0; members != NULL && members->kind == TL_JSON_ARRAY && i < members->count; i++) {
        if (members->items[i].kind == TL_JSON_OBJECT) {
            move_object(patches, m, &members->items[i], false);
        }
    }
}

/* Sums up where things stand, for their middle. */
static void add_middle(const tl_json_value *value, tl_vec2 *sum, double *count) {
    if (is_point(value)) {
        *sum = tl_add2(*sum, (tl_vec2){value->items[0].number, value->items[1].number});
        *count += 1;
    }
}

static void add_middles(tl_thing_kind kind, const tl_json_value *object, tl_vec2 *sum, double *count) {
    const tl_json_value *members = kind == TL_THING_UNIT ? tl_json_find(object, "members") : NULL;
    const tl_json_value *outline = tl_json_find(object, "outline"), *at = tl_json_find(object, "at");
    add_middle(at, sum, count);
    for (size_t i = 0; members != NULL && members->kind == TL_JSON_ARRAY && i < members->count; i++) {
        add_middle(tl_json_find(&members->items[i], "at"), sum, count);
    }
    if (kind == TL_THING_TERRAIN && at == NULL) {
        add_middle(tl_json_find(tl_json_find(object, "disc"), "centre"), sum, count);
        for (size_t i = 0; outline != NULL && outline->kind == TL_JSON_ARRAY && i < outline->count; i++) {
            add_middle(&outline->items[i], sum, count);
        }
    }
}

static tl_status read_motion(const changer *c, motion *m) {
    const tl_json_value *turn = part(c, "turn");
    double about[3];
    *m = (motion){.turn = 0};
    tl_status status = numbers_of(c, "by", 3, m->by);
    status = status == TL_OK ? numbers_of(c, "about", 2, about) : status;
    status = status == TL_OK && turn != NULL ? number_of(c, turn, &m->turn) : status;
    if (status == TL_OK) {
        m->about = (tl_vec2){about[0], about[1]};
        tl_sincos_deg(m->turn, &m->sine, &m->cosine);
    }
    return status;
}

static tl_status change_move(changer *c) {
    const tl_json_value *named = part(c, "move");
    size_t count = named->kind == TL_JSON_ARRAY ? named->count : 1;
    tl_vec2 sum = {0, 0};
    double points = 0;
    motion m;
    tl_status status = read_motion(c, &m);
    for (int pass = part(c, "about") != NULL || m.turn == 0 ? 1 : 0; pass < 2 && status == TL_OK; pass++) {
        tl_patches patches;
        tl_patches_init(&patches, c->context, c->scene);
        for (size_t i = 0; i < count && status == TL_OK; i++) {
            const tl_json_value *name = named->kind == TL_JSON_ARRAY ? &named->items[i] : named;
            tl_thing thing;
            status = tl_thing_find(c->context, c->scene, c->edits, name, &thing, c->error);
            if (status == TL_OK && thing.kind != TL_THING_UNIT && thing.kind != TL_THING_MEMBER &&
                thing.kind != TL_THING_TERRAIN) {
                status = refuse(c, name, "name units, members or terrain", "this stands nowhere");
            }
            if (status == TL_OK && pass == 0) {
                add_middles(thing.kind, thing.object, &sum, &points);
            } else if (status == TL_OK) {
                move_thing(&patches, &m, thing.kind, thing.object);
            }
        }
        if (status == TL_OK && pass == 0) {
            m.about = points > 0 ? tl_scale2(sum, 1 / points) : sum;
        }
        status = status == TL_OK && pass == 1 ? finish(c, &patches) : give_up(&patches, status);
    }
    return status;
}

static tl_status add_text(changer *c, tl_thing_kind kind, const tl_json_value *unit, char *text, const double *by,
                          const char *asset) {
    tl_json *json = NULL;
    char *named = NULL, *name = NULL;
    tl_status status = tl_json_parse(c->context, text, strlen(text), NULL, &json, c->error);
    tl_free(c->context, text);
    if (status != TL_OK) {
        return status;
    }
    const tl_json_value *root = tl_json_root(json);
    tl_patches patches;
    tl_patches_init(&patches, c->context, json);
    if (asset != NULL) {
        name = tl_thing_free_name(c->context, c->scene, kind, NULL, asset, NULL);
        patches.status = name != NULL && tl_names_add(c->made, name) ? TL_OK : TL_ERROR_MEMORY;
    } else {
        size_t own = c->made->count;
        name_thing(c, &patches, kind, unit, root, own_id(root, false, otherwise(kind, root, unit)), by != NULL);
        if (kind == TL_THING_UNIT) {
            name_members(c, &patches, root, own, by != NULL);
        }
    }
    if (by != NULL) {
        motion m = {.by = {by[0], by[1], by[2]}, .cosine = 1};
        if (by[0] != 0 || by[1] != 0 || by[2] != 0) {
            move_thing(&patches, &m, kind, root);
        }
    }
    size_t size = 0;
    status = tl_patches_apply(&patches, &named, &size, c->error);
    tl_patches_free(&patches);
    tl_json_destroy(json);
    if (status == TL_OK) {
        bool in_unit = kind == TL_THING_MEMBER || kind == TL_THING_WEAPON;
        status = hang(c, kind, in_unit ? unit : tl_json_root(c->scene), name, named);
    }
    tl_free(c->context, named);
    tl_free(c->context, name);
    return status;
}

/* --- remove and rename -------------------------------------------------------------------------------------------- */

typedef void use_fn(tl_patches *patches, const tl_json_value *value, void *user);

/* Every place that names an asset (`asset`) or a model that carries (`aboard`). */
static void each_use(const tl_json *scene, const char *field, const char *name, use_fn *visit, tl_patches *patches,
                     void *user) {
    const char *const lists[] = {"terrain", "units"};
    for (size_t k = 0; k < COUNT(lists); k++) {
        const tl_json_value *list = tl_json_find(tl_json_root(scene), lists[k]);
        for (size_t i = 0; list != NULL && list->kind == TL_JSON_ARRAY && i < list->count; i++) {
            const tl_json_value *members = tl_json_find(&list->items[i], "members");
            const tl_json_value *value = tl_json_find(&list->items[i], field);
            if (tl_thing_word(value) != NULL && strcmp(value->text, name) == 0) {
                visit(patches, value, user);
            }
            for (size_t m = 0; members != NULL && members->kind == TL_JSON_ARRAY && m < members->count; m++) {
                value = tl_json_find(&members->items[m], field);
                if (tl_thing_word(value) != NULL && strcmp(value->text, name) == 0) {
                    visit(patches, value, user);
                }
            }
        }
    }
}

static void first_use(tl_patches *patches, const tl_json_value *value, void *user) {
    const tl_json_value **first = user;
    (void)patches;
    *first = *first == NULL ? value : *first;
}

static tl_status change_remove(changer *c) {
    tl_thing thing;
    tl_status status = find(c, "remove", &thing);
    if (status != TL_OK) {
        return status;
    }
    if (thing.kind == TL_THING_SCENE || thing.kind == TL_THING_TABLE) {
        return refuse(c, part(c, "remove"), NULL, "a scene can't be without its table");
    }
    if (thing.kind == TL_THING_ASSET) {
        const tl_json_value *use = NULL;
        each_use(c->scene, "asset", thing.object->key, first_use, NULL, &use);
        const char *user = use != NULL ? tl_thing_word(tl_json_find(use->parent, "id")) : NULL;
        if (use != NULL) {
            return tl_json_fail(c->edits, part(c, "remove"), c->error, TL_ERROR_ARGUMENT, "remove that first",
                                "the asset `%.150s` is used by `%.150s`", thing.object->key, user != NULL ? user : "?");
        }
    }
    /* with its last member a unit goes */
    bool last = thing.kind == TL_THING_MEMBER && thing.object->parent->count == 1;
    return remove_item(c, last ? thing.unit : thing.object);
}

static void put_use(tl_patches *patches, const tl_json_value *value, void *user) {
    tl_patch_value(patches, value, user);
}

static tl_status change_rename(changer *c) {
    tl_thing thing;
    const tl_json_value *to = part(c, "to");
    tl_status status = find(c, "rename", &thing);
    if (status != TL_OK) {
        return status;
    }
    if (thing.kind == TL_THING_SCENE || thing.kind == TL_THING_TABLE) {
        return refuse(c, part(c, "rename"), "set its `name`", "it has no id");
    }
    if (tl_thing_word(to) == NULL || to->text[0] == '\0') {
        return refuse(c, to, "write \"to\": \"another-name\"", "the new name should be a text");
    }
    const tl_json_value *id = tl_json_find(thing.object, "id");
    bool asset = thing.kind == TL_THING_ASSET;
    const char *old = asset ? thing.object->key : tl_thing_word(id);
    if (strcmp(old, to->text) == 0) {
        return TL_OK;
    }
    if (asset && tl_json_find(thing.object->parent, to->text) != NULL) {
        return tl_json_fail(c->edits, to, c->error, TL_ERROR_ARGUMENT, "choose another name",
                            "there is an asset `%.200s` already", to->text);
    }
    tl_patches patches;
    tl_patches_init(&patches, c->context, c->scene);
    char *text = quoted(c, to->text);
    if (text == NULL) {
        return give_up(&patches, tl_fail_memory(c->error));
    }
    if (asset) {
        tl_patch_replace(&patches, thing.object->key_offset, thing.object->key_length, text);
        each_use(c->scene, "asset", old, put_use, &patches, text);
    } else {
        tl_patch_value(&patches, id, text);
        if (thing.kind == TL_THING_UNIT || thing.kind == TL_THING_MEMBER) {
            each_use(c->scene, "aboard", old, put_use, &patches, text);
        }
    }
    tl_free(c->context, text);
    return finish(c, &patches);
}

/* --- Edits -------------------------------------------------------------------------------------------------------- */

typedef struct verb {
    const char *name;
    tl_status (*change)(changer *c);
    const char *fields[4]; /* that go with it */
} verb;

static const verb verbs[] = {
    {"set", change_set, {"field", "value", "insert", NULL}}, {"add", change_add, {"value", "to", "name", NULL}},
    {"copy", change_copy, {"by", NULL, NULL, NULL}},         {"move", change_move, {"by", "turn", "about", NULL}},
    {"rename", change_rename, {"to", NULL, NULL, NULL}},     {"remove", change_remove, {NULL, NULL, NULL, NULL}},
};

static tl_status change_one(changer *c) {
    const verb *which = NULL;
    for (size_t i = 0; i < COUNT(verbs) && c->edit->kind == TL_JSON_OBJECT; i++) {
        which = which == NULL && part(c, verbs[i].name) != NULL ? &verbs[i] : which;
    }
    if (which == NULL) {
        return refuse(c, NULL,
                      "write { \"set\": ... }, { \"add\": ... }, { \"copy\": ... }, { \"move\": ... }, { "
                      "\"rename\": ... } or { \"remove\": ... }",
                      "this is no edit");
    }
    for (size_t i = 0; i < c->edit->count; i++) {
        const char *key = c->edit->items[i].key;
        bool known = strcmp(key, which->name) == 0;
        for (size_t k = 0; which->fields[k] != NULL && !known; k++) {
            known = strcmp(key, which->fields[k]) == 0;
        }
        if (!known) {
            return tl_json_fail(c->edits, &c->edit->items[i], c->error, TL_ERROR_ARGUMENT, "leave it out",
                                "`%.100s` doesn't go with `%s`", key, which->name);
        }
    }
    return which->change(c);
}

tl_status tl_change_text(tl_context *context, const char *text, size_t size, const char *edits, size_t edits_size,
                         char **changed, size_t *changed_size, tl_names *made, tl_error *error) {
    changer c = {.context = context, .made = made, .error = error};
    tl_json *list = NULL;
    tl_status status = tl_json_parse(context, edits, edits_size, NULL, &list, error);
    status = status == TL_OK ? tl_json_parse(context, text, size, NULL, &c.scene, error) : status;
    if (status == TL_OK) {
        const tl_json_value *root = tl_json_root(list);
        bool many = root->kind == TL_JSON_ARRAY;
        c.edits = list;
        c.edit = root;
        if (many && root->count > TL_CHANGE_MOST) {
            status = tl_json_fail(list, root, error, TL_ERROR_LIMIT, "make several calls of them",
                                  "%zu edits are too many for one call", root->count);
        }
        for (size_t i = 0; i < (many ? root->count : 1) && status == TL_OK; i++) {
            c.edit = many ? &root->items[i] : root;
            status = change_one(&c);
        }
    }
    if (status == TL_OK) {
        const char *source = tl_json_source(c.scene, changed_size);
        *changed = tl_alloc(context, *changed_size + 1);
        if (*changed != NULL) {
            memcpy(*changed, source, *changed_size + 1);
        } else {
            status = tl_fail_memory(error);
        }
    }
    tl_json_destroy(c.scene);
    tl_json_destroy(list);
    return status;
}
