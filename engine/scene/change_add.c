/* change_add.c: what is added to a scene, and copied. */
#include "scene/changer.h"

#include "io/file.h"

#include <stdio.h>
#include <string.h>

/* Sets a word of an object in a text of its own; a new one goes first. */
static void put_word(const tl_changer *c, tl_splices *patches, const tl_json_value *object, const char *key,
                     const char *word) {
    char *text = tl_changer_quoted(c, word);
    const tl_json_value *old = tl_json_find(object, key);
    if (text == NULL) {
        patches->status = TL_ERROR_MEMORY;
    } else if (old != NULL) {
        tl_splice_value(patches, old, text);
    } else if (object->count == 0) {
        tl_splice_insert(patches, object, NULL, key, text);
    } else {
        size_t size = strlen(text) + strlen(key) + 8;
        char *item = tl_alloc(c->context, size);
        if (item != NULL) {
            snprintf(item, size, "\"%s\": %s, ", key, text);
            tl_splice_replace(patches, object->items[0].key_offset, 0, item);
        } else {
            patches->status = TL_ERROR_MEMORY;
        }
        tl_free(c->context, item);
    }
    tl_free(c->context, text);
}

/* Gives a thing an id that is free and, when it is a copy, a name that is. */
static void name_thing(tl_changer *c, tl_splices *patches, tl_thing_kind kind, const tl_json_value *unit,
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
static void name_members(tl_changer *c, tl_splices *patches, const tl_json_value *unit, size_t own, bool copy) {
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
static tl_status hang(tl_changer *c, tl_thing_kind kind, const tl_json_value *parent, const char *key,
                      const char *plain) {
    const tl_json_value *home = tl_json_find(parent, homes[kind]);
    tl_splices patches;
    tl_splices_init(&patches, c->context, c->scene);
    if (home != NULL && home->kind != (key != NULL ? TL_JSON_OBJECT : TL_JSON_ARRAY)) {
        return tl_changer_give_up(&patches, tl_changer_refuse(c, NULL, NULL, "the scene has no list for that"));
    }
    size_t size = strlen(plain) + 16 + (key != NULL ? 6 * strlen(key) : 0);
    char *whole = tl_alloc(c->context, size), *name = key != NULL ? tl_changer_quoted(c, key) : NULL;
    char *text = NULL;
    if (whole != NULL && (key == NULL || name != NULL)) {
        if (home != NULL) {
            snprintf(whole, size, "%s", plain);
        } else {
            snprintf(whole, size, key != NULL ? "{%s%s%s}" : "[%s%s%s]", key != NULL ? name : "",
                     key != NULL ? ":" : "", plain);
        }
        text = tl_changer_lay_out(c, &patches, whole);
    }
    tl_free(c->context, whole);
    tl_free(c->context, name);
    if (text == NULL) {
        return tl_changer_give_up(&patches, tl_fail_memory(c->error));
    }
    if (home == NULL) {
        tl_thing_kind of = parent->parent == NULL ? TL_THING_SCENE : TL_THING_UNIT;
        tl_splice_insert(&patches, parent, tl_thing_before(of, parent, homes[kind]), homes[kind], text);
    } else if (key != NULL) {
        tl_splice_insert(&patches, home, NULL, key, text);
    } else {
        tl_splice_append(&patches, home, text);
    }
    tl_free(c->context, text);
    return tl_changer_finish(c, &patches);
}

/* The name that an asset would like to have. */
static tl_status asset_name(const tl_changer *c, const tl_json_value *value, char name[128]) {
    const tl_json_value *wanted = tl_changer_part(c, "name");
    const char *mesh = tl_thing_word(tl_json_find(value, "mesh"));
    if (wanted != NULL && (tl_thing_word(wanted) == NULL || wanted->text[0] == '\0')) {
        return tl_changer_refuse(c, wanted, "write \"name\": \"walker\"", "the name of an asset should be a text");
    }
    const char *from = wanted != NULL ? wanted->text : mesh != NULL ? tl_file_path_name(mesh) : "asset";
    snprintf(name, 128, "%s", from);
    if (wanted == NULL && mesh != NULL) {
        const char *ending = tl_file_path_extension(name);
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
static tl_status add_text(tl_changer *c, tl_thing_kind kind, const tl_json_value *unit, char *text, const double *by,
                          const char *asset) {
    tl_json *json = NULL;
    char *named = NULL, *name = NULL;
    tl_status status = tl_json_parse(c->context, text, strlen(text), NULL, &json, c->error);
    tl_free(c->context, text);
    if (status != TL_OK) {
        return status;
    }
    const tl_json_value *root = tl_json_root(json);
    tl_splices patches;
    tl_splices_init(&patches, c->context, json);
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
        tl_change_motion m = {.by = {by[0], by[1], by[2]}, .cosine = 1};
        if (by[0] != 0 || by[1] != 0 || by[2] != 0) {
            tl_change_motion_apply(&patches, &m, kind, root);
        }
    }
    size_t size = 0;
    status = tl_splices_apply(&patches, &named, &size, c->error);
    tl_splices_free(&patches);
    tl_json_destroy(json);
    if (status == TL_OK) {
        bool in_unit = kind == TL_THING_MEMBER || kind == TL_THING_WEAPON;
        status = hang(c, kind, in_unit ? unit : tl_json_root(c->scene), name, named);
    }
    tl_free(c->context, named);
    tl_free(c->context, name);
    return status;
}

tl_status tl_change_add(tl_changer *c) {
    const tl_json_value *word = tl_changer_part(c, "add"), *value = tl_changer_part(c, "value"),
                        *to = tl_changer_part(c, "to");
    tl_thing_kind kind = TL_THING_ASSET;
    while (kind < TL_THING_KINDS && (tl_thing_word(word) == NULL || strcmp(word->text, kind_words[kind]) != 0)) {
        kind++;
    }
    if (kind == TL_THING_KINDS) {
        return tl_changer_refuse(c, word, "write \"asset\", \"unit\", \"member\", \"weapon\" or \"terrain\"",
                                 "this is nothing that can be added");
    }
    if (value == NULL || value->kind != TL_JSON_OBJECT) {
        return tl_changer_refuse(c, value, "write \"value\": { ... } as in a scene",
                                 "what is added should be an object");
    }
    tl_thing unit = {.kind = kind};
    if (kind == TL_THING_MEMBER || kind == TL_THING_WEAPON) {
        tl_status status = tl_thing_find(c->context, c->scene, c->edits, to, &unit, c->error);
        if (status != TL_OK || unit.kind != TL_THING_UNIT) {
            return status != TL_OK
                       ? status
                       : tl_changer_refuse(c, to, "write \"to\": UNIT", "only units have members and weapons");
        }
    }
    char name[128] = "";
    tl_status status = kind == TL_THING_ASSET ? asset_name(c, value, name) : TL_OK;
    if (status != TL_OK) {
        return status;
    }
    char *text = tl_changer_text_of(c, c->edits, value);
    return text != NULL ? add_text(c, kind, unit.unit, text, NULL, kind == TL_THING_ASSET ? name : NULL)
                        : tl_fail_memory(c->error);
}

tl_status tl_change_copy(tl_changer *c) {
    tl_thing thing;
    double by[3];
    tl_status status = tl_changer_find(c, "copy", &thing);
    status = status == TL_OK ? tl_changer_numbers(c, "by", 3, by) : status;
    if (status != TL_OK) {
        return status;
    }
    if (thing.kind == TL_THING_SCENE || thing.kind == TL_THING_TABLE) {
        return tl_changer_refuse(c, tl_changer_part(c, "copy"), "name a unit, a member, a weapon, terrain or an asset",
                                 "there is but one of it");
    }
    char *text = tl_changer_text_of(c, c->scene, thing.object);
    return text != NULL
               ? add_text(c, thing.kind, thing.unit, text, by, thing.kind == TL_THING_ASSET ? thing.object->key : NULL)
               : tl_fail_memory(c->error);
}
