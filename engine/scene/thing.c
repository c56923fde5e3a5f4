/* thing.c: finding things in a scene's text, whether or not it is a good scene at the moment. */
#include "scene/thing.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *tl_thing_word(const tl_json_value *value) {
    return value != NULL && value->kind == TL_JSON_STRING ? value->text : NULL;
}

/* --- Names -------------------------------------------------------------------------------------------------------- */

void tl_names_free(tl_names *names) {
    for (size_t i = 0; i < names->count; i++) {
        tl_free(names->context, names->items[i]);
    }
    tl_free(names->context, names->items);
    *names = (tl_names){.context = names->context};
}

bool tl_names_add(tl_names *names, const char *name) {
    char *copy = tl_duplicate_text(names->context, name);
    if (copy == NULL ||
        !tl_reserve(names->context, (void **)&names->items, &names->capacity, names->count + 1, sizeof(char *))) {
        tl_free(names->context, copy);
        return false;
    }
    names->items[names->count++] = copy;
    return true;
}

static bool names_hold(const tl_names *names, const char *name) {
    for (size_t i = 0; names != NULL && i < names->count; i++) {
        if (strcmp(names->items[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* --- Finding ------------------------------------------------------------------------------------------------------ */

static size_t count_of(const tl_json_value *list) {
    return list != NULL && list->kind == TL_JSON_ARRAY ? list->count : 0;
}

/* The item of a list with that id. */
static const tl_json_value *item_of(const tl_json_value *list, const char *id) {
    for (size_t i = 0; i < count_of(list); i++) {
        const char *its = tl_thing_word(tl_json_find(&list->items[i], "id"));
        if (its != NULL && strcmp(its, id) == 0) {
            return &list->items[i];
        }
    }
    return NULL;
}

static bool find_id(const tl_json *scene, const char *id, tl_thing *thing) {
    const tl_json_value *root = tl_json_root(scene), *units = tl_json_find(root, "units");
    *thing = (tl_thing){TL_THING_TABLE, tl_json_find(root, "table"), NULL};
    if (strcmp(id, "table") == 0) {
        return true;
    }
    *thing = (tl_thing){TL_THING_TERRAIN, item_of(tl_json_find(root, "terrain"), id), NULL};
    if (thing->object != NULL) {
        return true;
    }
    for (size_t i = 0; i < count_of(units); i++) {
        const tl_json_value *unit = &units->items[i], *member = item_of(tl_json_find(unit, "members"), id);
        const char *its = tl_thing_word(tl_json_find(unit, "id"));
        if (its != NULL && strcmp(its, id) == 0) {
            *thing = (tl_thing){TL_THING_UNIT, unit, unit};
            return true;
        }
        if (member != NULL) {
            *thing = (tl_thing){TL_THING_MEMBER, member, unit};
            return true;
        }
    }
    return false;
}

static bool collect(tl_names *names, const tl_json_value *list) {
    bool good = true;
    for (size_t i = 0; i < count_of(list) && good; i++) {
        const char *id = tl_thing_word(tl_json_find(&list->items[i], "id"));
        good = id == NULL || tl_names_add(names, id);
        good = good && collect(names, tl_json_find(&list->items[i], "members"));
    }
    return good;
}

/* The names that could have been meant: ids, asset names, or the weapons of a unit. */
static bool collect_kind(tl_names *names, const tl_json *scene, tl_thing_kind kind, const tl_json_value *unit) {
    const tl_json_value *root = tl_json_root(scene);
    if (kind == TL_THING_WEAPON) {
        return collect(names, tl_json_find(unit, "weapons"));
    }
    if (kind != TL_THING_ASSET) {
        return collect(names, tl_json_find(root, "terrain")) && collect(names, tl_json_find(root, "units"));
    }
    const tl_json_value *assets = tl_json_find(root, "assets");
    bool good = true;
    for (size_t i = 0; assets != NULL && assets->kind == TL_JSON_OBJECT && i < assets->count && good; i++) {
        good = tl_names_add(names, assets->items[i].key);
    }
    return good;
}

static tl_status not_found(tl_context *context, const tl_json *scene, const tl_json *edits, const tl_json_value *named,
                           tl_thing_kind kind, const tl_json_value *unit, const char *name, tl_error *error) {
    static const char *const what[TL_THING_KINDS] = {
        [TL_THING_ASSET] = "asset", [TL_THING_WEAPON] = "weapon of the unit"};
    tl_names names = {.context = context};
    char remedy[200] = "see the names in the scene";
    if (!collect_kind(&names, scene, kind, unit)) {
        tl_names_free(&names);
        return tl_fail_memory(error);
    }
    const char *nearest = tl_nearest_name(name, (const char *const *)names.items, names.count);
    if (nearest != NULL) {
        snprintf(remedy, sizeof(remedy), "did you mean `%.150s`?", nearest);
    }
    tl_status status = tl_json_fail(edits, named, error, TL_ERROR_NOT_FOUND, remedy, "the scene has no %s `%.200s`",
                                    what[kind] != NULL ? what[kind] : "unit, member or terrain", name);
    tl_names_free(&names);
    return status;
}

tl_status tl_thing_find(tl_context *context, const tl_json *scene, const tl_json *edits, const tl_json_value *named,
                        tl_thing *thing, tl_error *error) {
    static const char how[] = "write an id, \"table\", { \"asset\": NAME }, { \"weapon\": ID, \"of\": UNIT } or { "
                              "\"scene\": true }";
    const tl_json_value *root = tl_json_root(scene);
    const tl_json_value *asset = tl_json_find(named, "asset"), *weapon = tl_json_find(named, "weapon");
    const tl_json_value *of = tl_json_find(named, "of"), *whole = tl_json_find(named, "scene");
    const char *id = tl_thing_word(named);
    if (id != NULL) {
        return find_id(scene, id, thing) ? TL_OK
                                         : not_found(context, scene, edits, named, TL_THING_UNIT, NULL, id, error);
    }
    if (named != NULL && named->kind == TL_JSON_OBJECT && named->count == 1 && whole != NULL &&
        whole->kind == TL_JSON_BOOL && whole->boolean) {
        *thing = (tl_thing){TL_THING_SCENE, root, NULL};
        return TL_OK;
    }
    if (tl_thing_word(asset) != NULL && named->count == 1) {
        *thing = (tl_thing){TL_THING_ASSET, tl_json_find(tl_json_find(root, "assets"), asset->text), NULL};
        return thing->object != NULL
                   ? TL_OK
                   : not_found(context, scene, edits, asset, TL_THING_ASSET, NULL, asset->text, error);
    }
    if (tl_thing_word(weapon) != NULL && tl_thing_word(of) != NULL && named->count == 2) {
        if (!find_id(scene, of->text, thing) || thing->unit == NULL) {
            return not_found(context, scene, edits, of, TL_THING_UNIT, NULL, of->text, error);
        }
        const tl_json_value *unit = thing->unit;
        *thing = (tl_thing){TL_THING_WEAPON, item_of(tl_json_find(unit, "weapons"), weapon->text), unit};
        return thing->object != NULL
                   ? TL_OK
                   : not_found(context, scene, edits, weapon, TL_THING_WEAPON, unit, weapon->text, error);
    }
    return tl_json_fail(edits, named, error, TL_ERROR_ARGUMENT, how, "this names nothing that can be edited");
}

/* --- Free names --------------------------------------------------------------------------------------------------- */

static bool is_taken(const tl_json *scene, tl_thing_kind kind, const tl_json_value *unit, const char *name,
                     const tl_names *taken) {
    tl_thing thing;
    if (kind == TL_THING_ASSET) {
        return tl_json_find(tl_json_find(tl_json_root(scene), "assets"), name) != NULL;
    }
    if (kind == TL_THING_WEAPON) {
        return item_of(tl_json_find(unit, "weapons"), name) != NULL;
    }
    return find_id(scene, name, &thing) || names_hold(taken, name);
}

/* The length of a name without a number at its end and the character before that. */
static size_t stem_of(const char *name, char before) {
    size_t length = strlen(name), at = length;
    while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9') {
        at--;
    }
    return at < length && at > 1 && name[at - 1] == before ? at - 1 : length;
}

char *tl_thing_free_name(tl_context *context, const tl_json *scene, tl_thing_kind kind, const tl_json_value *unit,
                         const char *wanted, const tl_names *taken) {
    size_t size = strlen(wanted) + 32, stem = stem_of(wanted, '-');
    char *name = tl_alloc(context, size);
    if (name != NULL) {
        snprintf(name, size, "%s", wanted);
        for (size_t n = 1; is_taken(scene, kind, unit, name, taken); n++) {
            snprintf(name, size, "%.*s-%zu", (int)stem, wanted, n);
        }
    }
    return name;
}

static bool has_title(const tl_json *scene, tl_thing_kind kind, const char *title) {
    const tl_json_value *root = tl_json_root(scene);
    const tl_json_value *list = tl_json_find(root, kind == TL_THING_TERRAIN ? "terrain" : "units");
    for (size_t i = 0; i < count_of(list); i++) {
        const tl_json_value *members = tl_json_find(&list->items[i], "members");
        const char *its = tl_thing_word(tl_json_find(&list->items[i], "name"));
        if (kind != TL_THING_MEMBER && its != NULL && strcmp(its, title) == 0) {
            return true;
        }
        for (size_t k = 0; kind == TL_THING_MEMBER && k < count_of(members); k++) {
            its = tl_thing_word(tl_json_find(&members->items[k], "name"));
            if (its != NULL && strcmp(its, title) == 0) {
                return true;
            }
        }
    }
    return false;
}

char *tl_thing_free_title(tl_context *context, const tl_json *scene, tl_thing_kind kind, const char *wanted) {
    size_t size = strlen(wanted) + 32, stem = stem_of(wanted, ' ');
    char *title = tl_alloc(context, size);
    if (title != NULL) {
        snprintf(title, size, "%s", wanted);
        for (size_t n = 2; has_title(scene, kind, title); n++) {
            snprintf(title, size, "%.*s %zu", (int)stem, wanted, n);
        }
    }
    return title;
}

/* --- The order of fields ------------------------------------------------------------------------------------------ */

/* The fields of a kind of thing in the order in which this program writes them, NULL behind the last. */
static const char *const *thing_fields(tl_thing_kind kind) {
    static const char *const scene[] = {"$schema", "trueline", "name",    "ruleset", "settings", "as", "night",
                                        "table",   "assets",   "terrain", "units",   "scenario", NULL};
    static const char *const table[] = {"width",       "depth",       "mesh",     "unit",   "up", "forward", "scale",
                                        "uncertainty", "scale_error", "openings", "repair", "at", NULL};
    static const char *const asset[] = {"mesh",     "unit",   "up",    "forward", "scale", "uncertainty", "scale_error",
                                        "openings", "repair", "parts", "base",    "core",  "figures",     NULL};
    static const char *const unit[] = {"id",     "name",       "side",    "class",   "size",
                                       "aboard", "leader",     "skills",  "move",    "move_road",
                                       "march",  "locomotion", "weapons", "members", NULL};
    static const char *const member[] = {"id",      "name",   "asset", "at",    "facing", "level",  "tilt",
                                         "weapons", "stance", "moved", "fired", "lit",    "hidden", NULL};
    static const char *const weapon[] = {"id",     "name",  "kind",  "range",  "arc", "template", "template_against",
                                         "muzzle", "mount", "count", "skills", "as",  NULL};
    static const char *const terrain[] = {
        "id",          "name",        "kind",     "asset",  "mesh",     "unit", "up",   "forward", "scale",
        "uncertainty", "scale_error", "openings", "repair", "parts",    "at",   "turn", "level",   "tilt",
        "outline",     "disc",        "height",   "solid",  "interior", "age",  NULL};
    static const char *const *const lists[TL_THING_KINDS] = {scene, table, asset, unit, member, weapon, terrain};
    return lists[kind];
}

const tl_json_value *tl_thing_before(tl_thing_kind kind, const tl_json_value *object, const char *key) {
    const char *const *fields = thing_fields(kind);
    const tl_json_value *last = NULL, *any = NULL;
    bool before = true;
    for (size_t i = 0; fields[i] != NULL; i++) {
        const tl_json_value *value = tl_json_find(object, fields[i]);
        before = before && strcmp(fields[i], key) != 0;
        if (value != NULL && before && (last == NULL || value->index > last->index)) {
            last = value;
        }
        if (value != NULL && (any == NULL || value->index > any->index)) {
            any = value;
        }
    }
    return before ? NULL : last != NULL ? last : any;
}
