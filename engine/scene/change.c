/* change.c: the verbs of edits: set, add, copy, move, rename, remove. */
#include "scene/change.h"

#include "scene/changer.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

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

static tl_status check_field(const tl_changer *c, const tl_json_value *field) {
    bool good = field != NULL && (field->kind == TL_JSON_STRING || (field->kind == TL_JSON_ARRAY && field->count > 0));
    for (size_t i = 0; good && field->kind == TL_JSON_ARRAY && i < field->count; i++) {
        const tl_json_value *key = &field->items[i];
        good = key->kind == TL_JSON_STRING || (i > 0 && key->kind == TL_JSON_NUMBER && key->is_integer);
    }
    return good ? TL_OK
                : tl_changer_refuse(c, field, "write \"field\": \"name\", or a list such as [\"outline\", 2]",
                                    "`field` should be a name, or a list of names and places");
}

/* The new value, wrapped into the objects that are missing on the way to it. */
static char *wrapped(const tl_changer *c, const tl_json_value *keys, size_t count, const tl_json_value *value) {
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
static tl_status put(tl_changer *c, tl_thing_kind kind, const tl_json_value *at, const tl_json_value *keys,
                     size_t count, const tl_json_value *value, bool insert) {
    const tl_json_value *old = step(at, &keys[0]);
    bool named = keys[0].kind == TL_JSON_STRING;
    for (size_t i = 1; i < count; i++) {
        if (keys[i].kind != TL_JSON_STRING) {
            return tl_changer_refuse(c, &keys[i], "set the whole list", "there is no such list");
        }
    }
    if (at->kind != (named ? TL_JSON_OBJECT : TL_JSON_ARRAY)) {
        return tl_changer_refuse(c, &keys[0], NULL, named ? "fields are set on objects" : "places are those of a list");
    }
    if (old != NULL && !insert && old->kind == TL_JSON_NUMBER && value->kind == TL_JSON_NUMBER && count == 1 &&
        old->number == value->number) {
        return TL_OK; /* keeps its digits */
    }
    bool at_end = !named && old == NULL && keys[0].integer == (int64_t)at->count;
    if (!named && old == NULL && !at_end) {
        return tl_changer_refuse(c, &keys[0], "count from 0; the length of the list adds a last item",
                                 "the list has no such place");
    }
    tl_splices patches;
    tl_splices_init(&patches, c->context, c->scene);
    char *plain = wrapped(c, keys + 1, count - 1, value);
    char *text = plain != NULL ? tl_changer_lay_out(c, &patches, plain) : NULL;
    tl_free(c->context, plain);
    if (text == NULL) {
        return tl_changer_give_up(&patches, tl_fail_memory(c->error));
    }
    if (old != NULL && insert && !named) {
        tl_splice_insert_item(&patches, old, text);
    } else if (old != NULL) {
        tl_splice_value(&patches, old, text);
    } else if (named) {
        bool top = at->parent == NULL || kind != TL_THING_SCENE;
        tl_splice_insert(&patches, at, top ? tl_thing_before(kind, at, keys[0].text) : NULL, keys[0].text, text);
    } else {
        tl_splice_append(&patches, at, text);
    }
    tl_free(c->context, text);
    return tl_changer_finish(c, &patches);
}

static tl_status remove_item(tl_changer *c, const tl_json_value *item) {
    tl_splices patches;
    tl_splices_init(&patches, c->context, c->scene);
    tl_splice_remove(&patches, item);
    return tl_changer_finish(c, &patches);
}

static tl_status change_set(tl_changer *c) {
    tl_thing thing;
    const tl_json_value *field = tl_changer_part(c, "field"), *value = tl_changer_part(c, "value"),
                        *insert = tl_changer_part(c, "insert");
    tl_status status = tl_changer_find(c, "set", &thing);
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

/* --- remove and rename -------------------------------------------------------------------------------------------- */

typedef void use_fn(tl_splices *patches, const tl_json_value *value, void *user);

/* Every place that names an asset (`asset`), a model that carries (`aboard`) or leads (`leader`). */
static void each_use(const tl_json *scene, const char *field, const char *name, use_fn *visit, tl_splices *patches,
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

/* Every place in the members of a weapon's unit that names it. */
static void each_hand(const tl_json_value *unit, const char *weapon, use_fn *visit, tl_splices *patches, void *user) {
    const tl_json_value *members = unit != NULL ? tl_json_find(unit, "members") : NULL;
    for (size_t m = 0; members != NULL && members->kind == TL_JSON_ARRAY && m < members->count; m++) {
        const tl_json_value *list = tl_json_find(&members->items[m], "weapons");
        for (size_t i = 0; list != NULL && list->kind == TL_JSON_ARRAY && i < list->count; i++) {
            if (tl_thing_word(&list->items[i]) != NULL && strcmp(list->items[i].text, weapon) == 0) {
                visit(patches, &list->items[i], user);
            }
        }
    }
}

static void first_use(tl_splices *patches, const tl_json_value *value, void *user) {
    const tl_json_value **first = user;
    (void)patches;
    *first = *first == NULL ? value : *first;
}

static tl_status change_remove(tl_changer *c) {
    tl_thing thing;
    tl_status status = tl_changer_find(c, "remove", &thing);
    if (status != TL_OK) {
        return status;
    }
    if (thing.kind == TL_THING_SCENE || thing.kind == TL_THING_TABLE) {
        return tl_changer_refuse(c, tl_changer_part(c, "remove"), NULL, "a scene can't be without its table");
    }
    if (thing.kind == TL_THING_ASSET) {
        const tl_json_value *use = NULL;
        each_use(c->scene, "asset", thing.object->key, first_use, NULL, &use);
        const char *user = use != NULL ? tl_thing_word(tl_json_find(use->parent, "id")) : NULL;
        if (use != NULL) {
            return tl_json_fail(c->edits, tl_changer_part(c, "remove"), c->error, TL_ERROR_ARGUMENT,
                                "remove that first", "the asset `%.150s` is used by `%.150s`", thing.object->key,
                                user != NULL ? user : "?");
        }
    }
    if (thing.kind == TL_THING_WEAPON) {
        const tl_json_value *use = NULL;
        const char *weapon = tl_thing_word(tl_json_find(thing.object, "id"));
        each_hand(thing.unit, weapon != NULL ? weapon : "", first_use, NULL, &use);
        const char *user = use != NULL ? tl_thing_word(tl_json_find(use->parent->parent, "id")) : NULL;
        if (use != NULL) {
            return tl_json_fail(c->edits, tl_changer_part(c, "remove"), c->error, TL_ERROR_ARGUMENT,
                                "take it from the `weapons` of its members first",
                                "the weapon `%.150s` is carried by `%.150s`", weapon, user != NULL ? user : "?");
        }
    }
    /* with its last member a unit goes */
    bool last = thing.kind == TL_THING_MEMBER && thing.object->parent->count == 1;
    return remove_item(c, last ? thing.unit : thing.object);
}

static void put_use(tl_splices *patches, const tl_json_value *value, void *user) {
    tl_splice_value(patches, value, user);
}

static tl_status change_rename(tl_changer *c) {
    tl_thing thing;
    const tl_json_value *to = tl_changer_part(c, "to");
    tl_status status = tl_changer_find(c, "rename", &thing);
    if (status != TL_OK) {
        return status;
    }
    if (thing.kind == TL_THING_SCENE || thing.kind == TL_THING_TABLE) {
        return tl_changer_refuse(c, tl_changer_part(c, "rename"), "set its `name`", "it has no id");
    }
    if (tl_thing_word(to) == NULL || to->text[0] == '\0') {
        return tl_changer_refuse(c, to, "write \"to\": \"another-name\"", "the new name should be a text");
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
    tl_splices patches;
    tl_splices_init(&patches, c->context, c->scene);
    char *text = tl_changer_quoted(c, to->text);
    if (text == NULL) {
        return tl_changer_give_up(&patches, tl_fail_memory(c->error));
    }
    if (asset) {
        tl_splice_replace(&patches, thing.object->key_offset, thing.object->key_length, text);
        each_use(c->scene, "asset", old, put_use, &patches, text);
    } else {
        tl_splice_value(&patches, id, text);
        if (thing.kind == TL_THING_WEAPON) {
            each_hand(thing.unit, old, put_use, &patches, text);
        }
        if (thing.kind == TL_THING_UNIT || thing.kind == TL_THING_MEMBER) {
            each_use(c->scene, "aboard", old, put_use, &patches, text);
            each_use(c->scene, "leader", old, put_use, &patches, text);
        }
    }
    tl_free(c->context, text);
    return tl_changer_finish(c, &patches);
}

/* --- Edits -------------------------------------------------------------------------------------------------------- */

typedef struct verb {
    const char *name;
    tl_status (*change)(tl_changer *c);
    const char *fields[4]; /* that go with it */
} verb;

static const verb verbs[] = {
    {"set", change_set, {"field", "value", "insert", NULL}}, {"add", tl_change_add, {"value", "to", "name", NULL}},
    {"copy", tl_change_copy, {"by", NULL, NULL, NULL}},      {"move", tl_change_move, {"by", "turn", "about", NULL}},
    {"rename", change_rename, {"to", NULL, NULL, NULL}},     {"remove", change_remove, {NULL, NULL, NULL, NULL}},
};

static tl_status change_one(tl_changer *c) {
    const verb *which = NULL;
    for (size_t i = 0; i < COUNT(verbs) && c->edit->kind == TL_JSON_OBJECT; i++) {
        which = which == NULL && tl_changer_part(c, verbs[i].name) != NULL ? &verbs[i] : which;
    }
    if (which == NULL) {
        return tl_changer_refuse(c, NULL,
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
    tl_changer c = {.context = context, .made = made, .error = error};
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
