/* edit.c: changes to a document, and saving it. */
#include "scene/document.h"

#include "io/file.h"
#include "scene/patch.h"
#include "scene/read.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An edit doesn't change by which rule system a scene goes. */
static const tl_ruleset *keep_rules(void *user, const tl_document *document, tl_problems *problems,
                                    const tl_document_field **fields, size_t *field_count) {
    (void)document;
    (void)problems;
    *fields = NULL;
    *field_count = 0;
    return ((const tl_document *)user)->rules;
}

/* Reads `text` as the document's new content; on success the document has it, under the same address. */
static tl_status replace_text(tl_document *document, const char *text, size_t size, tl_problems *problems,
                              tl_error *error) {
    tl_document_state *state = (tl_document_state *)document;
    tl_document *fresh = NULL;
    const tl_document_options keep = {keep_rules, document};
    const tl_document_options *options = document->rules != NULL ? &keep : &state->options;
    tl_status status =
        tl_document_parse(document->context, text, size, document->file, options, &fresh, problems, error);
    if (status != TL_OK) {
        return status;
    }
    tl_document_state old = *state;
    *state = *(tl_document_state *)fresh;
    *(tl_document_state *)fresh = old;
    tl_document_destroy(fresh);
    return TL_OK;
}

static tl_status finish(tl_document *document, tl_patches *patches, tl_error *error) {
    char *text = NULL;
    size_t size = 0;
    tl_status status = tl_patches_apply(patches, &text, &size, error);
    tl_patches_free(patches);
    if (status == TL_OK) {
        status = replace_text(document, text, size, NULL, error);
        tl_free(document->context, text);
    }
    return status;
}

static tl_status not_found(const tl_document *document, const char *id, tl_error *error) {
    const char *nearest = tl_document_nearest_id(document, id);
    char remedy[200];
    snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%.150s`?" : "%s",
             nearest != NULL ? nearest : "see the ids in the scene");
    return tl_fail(error, TL_ERROR_NOT_FOUND, document->file, NULL, remedy, "the scene has nothing called `%s`", id);
}

/* The last of some fields that the object has, to put a new one after; NULL when it has none. */
static const tl_json_value *last_of(const tl_json_value *object, const char *const *names) {
    const tl_json_value *last = NULL;
    for (; *names != NULL; names++) {
        const tl_json_value *value = tl_json_find(object, *names);
        if (value != NULL && (last == NULL || value->index > last->index)) {
            last = value;
        }
    }
    return last;
}

static void patch_at(tl_patches *patches, const tl_json_value *object, const tl_json_value *after, const double *at,
                     int count) {
    const tl_json_value *value = tl_json_find(object, "at");
    char numbers[3][TL_JSON_NUMBER_SIZE] = {{0}};
    for (int i = 0; i < count; i++) {
        if (tl_json_format_double(at[i], numbers[i]) == 0) {
            patches->status = patches->status == TL_OK ? TL_ERROR_ARGUMENT : patches->status;
            return;
        }
    }
    if (value == NULL) {
        char text[4 * TL_JSON_NUMBER_SIZE];
        snprintf(text, sizeof(text), count == 3 ? "[%s, %s, %s]" : "[%s, %s]", numbers[0], numbers[1], numbers[2]);
        tl_patch_insert(patches, object, after, "at", text);
        return;
    }
    const tl_json_value *items = value->items;
    for (size_t i = 0; i < value->count && i < (size_t)count; i++) {
        tl_patch_number(patches, &items[i], at[i]);
    }
    size_t second_end = items[1].offset + items[1].length;
    if (value->count == 2 && count == 3) {
        /* The third number comes after what stands between the first two. */
        char text[4 * TL_JSON_NUMBER_SIZE];
        size_t first_end = items[0].offset + items[0].length;
        size_t between = items[1].offset - first_end;
        if (between > sizeof(text) - TL_JSON_NUMBER_SIZE) {
            snprintf(text, sizeof(text), ", %s", numbers[2]);
        } else {
            snprintf(text, sizeof(text), "%.*s%s", (int)between, tl_json_source(patches->json, NULL) + first_end,
                     numbers[2]);
        }
        tl_patch_replace(patches, second_end, 0, text);
    } else if (value->count == 3 && count == 2) {
        tl_patch_replace(patches, second_end, items[2].offset + items[2].length - second_end, "");
    }
}

static void patch_level(tl_patches *patches, const tl_json_value *object, const tl_json_value *after,
                        const tl_document_move *move) {
    const tl_json_value *level = tl_json_find(object, "level");
    if (move->set_level && level != NULL) {
        tl_patch_number(patches, level, (double)move->level);
    } else if (move->set_level && move->level != 0) {
        char number[32];
        const tl_json_value *at = tl_json_find(object, "at");
        snprintf(number, sizeof(number), "%zu", move->level);
        tl_patch_insert(patches, object, at != NULL ? at : after, "level", number);
    }
}

static tl_status patch_pose(const tl_document *document, tl_patches *patches, const tl_document_move *move,
                            tl_error *error) {
    static const char *const before_at[] = {"id", "name", "kind", "asset", "mesh", NULL};
    tl_document_found found = tl_document_find(document, move->id);
    if (found.kind == TL_DOCUMENT_NOTHING) {
        return not_found(document, move->id, error);
    }
    if (found.kind == TL_DOCUMENT_UNIT || (move->at_count != 0 && move->at_count != 2 && move->at_count != 3)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, document->file, NULL, "name a member or a piece of terrain",
                       found.kind == TL_DOCUMENT_UNIT ? "`%s` is a unit: its members have places"
                                                      : "a place for `%s` has two or three numbers",
                       move->id);
    }
    const tl_json_value *object = found.member != NULL ? found.member->json : found.terrain->json;
    const tl_json_value *after = last_of(object, before_at);
    if (move->at_count > 0) {
        patch_at(patches, object, after, move->at, move->at_count);
    }
    const char *key = found.member != NULL ? "facing" : "turn";
    const tl_json_value *turn = tl_json_find(object, key);
    if (move->set_turn && turn != NULL) {
        tl_patch_number(patches, turn, move->turn);
    } else if (move->set_turn && move->turn != 0) {
        char text[TL_JSON_NUMBER_SIZE];
        const tl_json_value *at = tl_json_find(object, "at");
        if (tl_json_format_double(move->turn, text) == 0) {
            patches->status = TL_ERROR_ARGUMENT;
        } else {
            tl_patch_insert(patches, object, at != NULL ? at : after, key, text);
        }
    }
    patch_level(patches, object, after, move);
    return TL_OK;
}

tl_status tl_document_set_poses(tl_document *document, const tl_document_move *moves, size_t count, tl_error *error) {
    tl_patches patches;
    tl_patches_init(&patches, document->context, document->json);
    for (size_t i = 0; i < count; i++) {
        tl_status status = patch_pose(document, &patches, &moves[i], error);
        if (status != TL_OK) {
            tl_patches_free(&patches);
            return status;
        }
    }
    return finish(document, &patches, error);
}

tl_status tl_document_set_member_pose(tl_document *document, const char *id, const double *at, int at_count,
                                      double facing, tl_error *error) {
    tl_document_move move = {.id = id, .at_count = at_count, .turn = facing, .set_turn = true};
    for (int i = 0; i < at_count && i < 3; i++) {
        move.at[i] = at[i];
    }
    return tl_document_set_poses(document, &move, 1, error);
}

/* A JSON text of the caller's in the layout of scenes. */
static tl_status lay_out(tl_patches *patches, const char *value, char **text, tl_error *error) {
    tl_json *json = NULL;
    tl_status status = tl_json_parse(patches->context, value, strlen(value), NULL, &json, error);
    if (status != TL_OK) {
        return status;
    }
    *text = tl_patch_layout(patches, json, tl_json_root(json));
    tl_json_destroy(json);
    return *text != NULL ? TL_OK : tl_fail_memory(error);
}

/* Sets a member of `object`, in the layout of scenes. */
static tl_status set_member(tl_document *document, const tl_json_value *object, const tl_json_value *after,
                            const char *key, const char *value, tl_error *error) {
    tl_patches patches;
    tl_patches_init(&patches, document->context, document->json);
    char *text = NULL;
    tl_status status = lay_out(&patches, value, &text, error);
    if (status != TL_OK) {
        tl_patches_free(&patches);
        return status;
    }
    const tl_json_value *old = tl_json_find(object, key);
    if (old != NULL) {
        tl_patch_value(&patches, old, text);
    } else {
        tl_patch_insert(&patches, object, after, key, text);
    }
    tl_free(document->context, text);
    return finish(document, &patches, error);
}

static tl_status remove_item(tl_document *document, const tl_json_value *item, tl_error *error) {
    tl_patches patches;
    tl_patches_init(&patches, document->context, document->json);
    tl_patch_remove(&patches, item);
    return finish(document, &patches, error);
}

tl_status tl_document_set_field(tl_document *document, const tl_json_value *object, const char *key, const char *value,
                                const char *after, tl_error *error) {
    if (object->kind != TL_JSON_OBJECT) {
        return tl_fail(error, TL_ERROR_ARGUMENT, document->file, NULL, NULL, "fields are set on objects");
    }
    if (value == NULL) {
        const tl_json_value *old = tl_json_find(object, key);
        return old != NULL ? remove_item(document, old, error) : TL_OK;
    }
    return set_member(document, object, after != NULL ? tl_json_find(object, after) : NULL, key, value, error);
}

/* Wraps `value` as the only member of a new object or the only item of a new list. */
static char *wrap(tl_context *context, const char *key, const char *value) {
    tl_json_writer writer;
    char *text = NULL;
    tl_json_writer_init(&writer, context, false);
    if (key != NULL) {
        tl_json_begin_object(&writer);
        tl_json_key(&writer, key);
    } else {
        tl_json_begin_array(&writer);
    }
    tl_json_raw(&writer, value, strlen(value));
    if (key != NULL) {
        tl_json_end_object(&writer);
    } else {
        tl_json_end_array(&writer);
    }
    return tl_json_writer_finish(&writer, &text, NULL, NULL) == TL_OK ? text : NULL;
}

/* Sets a member of an object that hangs on the root, or adds an item to a list there; makes what is missing. */
static tl_status set_below_root(tl_document *document, const char *container, const char *const *before,
                                const char *key, const char *value, tl_error *error) {
    const tl_json_value *root = tl_json_root(document->json);
    const tl_json_value *there = tl_json_find(root, container);
    if (there == NULL) {
        char *whole = wrap(document->context, key, value);
        if (whole == NULL) {
            return tl_fail_memory(error);
        }
        tl_status status = set_member(document, root, last_of(root, before), container, whole, error);
        tl_free(document->context, whole);
        return status;
    }
    if (key != NULL) {
        return set_member(document, there, NULL, key, value, error);
    }
    tl_patches patches;
    tl_patches_init(&patches, document->context, document->json);
    char *text = NULL;
    tl_status status = lay_out(&patches, value, &text, error);
    if (status != TL_OK) {
        tl_patches_free(&patches);
        return status;
    }
    tl_patch_append(&patches, there, text);
    tl_free(document->context, text);
    return finish(document, &patches, error);
}

static const char *const before_settings[] = {"trueline", "name", "ruleset", NULL};
static const char *const before_assets[] = {"trueline", "name", "ruleset", "settings", "table", NULL};
static const char *const before_terrain[] = {"trueline", "name", "ruleset", "settings", "table", "assets", NULL};
static const char *const before_units[] = {"trueline", "name",   "ruleset", "settings",
                                           "table",    "assets", "terrain", NULL};

tl_status tl_document_set_setting(tl_document *document, const char *name, const char *value, tl_error *error) {
    if (value == NULL) {
        const tl_json_value *old = tl_json_find(tl_json_find(tl_json_root(document->json), "settings"), name);
        return old != NULL ? remove_item(document, old, error) : TL_OK;
    }
    return set_below_root(document, "settings", before_settings, name, value, error);
}

tl_status tl_document_set_asset(tl_document *document, const char *name, const char *value, tl_error *error) {
    return set_below_root(document, "assets", before_assets, name, value, error);
}

tl_status tl_document_add_terrain(tl_document *document, const char *value, tl_error *error) {
    return set_below_root(document, "terrain", before_terrain, NULL, value, error);
}

tl_status tl_document_add_unit(tl_document *document, const char *value, tl_error *error) {
    return set_below_root(document, "units", before_units, NULL, value, error);
}

tl_status tl_document_add_member(tl_document *document, const char *unit, const char *value, tl_error *error) {
    tl_document_found found = tl_document_find(document, unit);
    if (found.kind != TL_DOCUMENT_UNIT) {
        return not_found(document, unit, error);
    }
    tl_patches patches;
    tl_patches_init(&patches, document->context, document->json);
    char *text = NULL;
    tl_status status = lay_out(&patches, value, &text, error);
    if (status != TL_OK) {
        tl_patches_free(&patches);
        return status;
    }
    tl_patch_append(&patches, tl_json_find(found.unit->json, "members"), text);
    tl_free(document->context, text);
    return finish(document, &patches, error);
}

tl_status tl_document_remove(tl_document *document, const char *id, tl_error *error) {
    tl_document_found found = tl_document_find(document, id);
    switch (found.kind) {
    case TL_DOCUMENT_NOTHING:
        break;
    case TL_DOCUMENT_UNIT:
        return remove_item(document, found.unit->json, error);
    case TL_DOCUMENT_MEMBER:
        return remove_item(document, found.unit->member_count > 1 ? found.member->json : found.unit->json, error);
    case TL_DOCUMENT_TERRAIN:
        return remove_item(document, found.terrain->json, error);
    }
    return not_found(document, id, error);
}

tl_status tl_document_set_text(tl_document *document, const char *text, size_t size, tl_problems *problems,
                               tl_error *error) {
    return replace_text(document, text, size, problems, error);
}

/* ---- Saving ---- */

/* The real path of the folder a file is in; false when there is none. */
static bool real_folder(const char *file, char folder[PATH_MAX]) {
    char path[PATH_MAX];
    const char *slash = strrchr(file, '/');
    size_t length = slash == NULL ? 1 : slash == file ? 1 : (size_t)(slash - file);
    if (length >= sizeof(path)) {
        return false;
    }
    memcpy(path, slash == NULL ? "." : file, length);
    path[length] = '\0';
    return realpath(path, folder) != NULL;
}

/* How one gets from a folder to another, with a slash at the end: "../../boards/"; "" when they are one. False when it
 * does not fit. Both are real paths. */
static bool way_between(const char *from, const char *to, char *way, size_t size) {
    size_t common = 0; /* after the slash that ends the last common name */
    size_t i = 0;
    while (from[i] != '\0' && from[i] == to[i]) {
        i++;
        if (from[i - 1] == '/') {
            common = i;
        }
    }
    bool from_ends = from[i] == '\0' || from[i] == '/';
    bool to_ends = to[i] == '\0' || to[i] == '/';
    if (from_ends && to_ends) {
        common = i + (from[i] == '/' || to[i] == '/' ? 1U : 0U);
    }
    size_t length = 0;
    way[0] = '\0';
    const char *left = common <= strlen(from) ? from + common : "";
    for (const char *c = left; *c != '\0'; c++) {
        if (c == left || c[-1] == '/') {
            length += (size_t)snprintf(way + length, size - length, "../");
            if (length >= size) {
                return false;
            }
        }
    }
    const char *rest = common <= strlen(to) ? to + common : "";
    int more = snprintf(way + length, size - length, "%s%s", rest, rest[0] != '\0' ? "/" : "");
    return more >= 0 && length + (size_t)more < size;
}

static tl_status rebase(tl_patches *patches, const tl_document_mesh *mesh, const char *way, tl_error *error) {
    if (mesh->name == NULL || mesh->name[0] == '/') {
        return TL_OK;
    }
    tl_context *context = patches->context;
    size_t size = strlen(way) + strlen(mesh->name) + 1;
    char *path = tl_alloc(context, size);
    char *text = NULL;
    tl_status status = TL_OK;
    if (path == NULL) {
        return tl_fail_memory(error);
    }
    snprintf(path, size, "%s%s", way, mesh->name);
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    tl_json_string(&writer, path);
    status = tl_json_writer_finish(&writer, &text, NULL, error);
    if (status == TL_OK) {
        tl_patch_value(patches, tl_json_find(mesh->json, "mesh"), text);
    }
    tl_free(context, text);
    tl_free(context, path);
    return status;
}

static tl_status save_elsewhere(const tl_document *document, const char *path, const char *way, tl_error *error) {
    tl_patches patches;
    tl_patches_init(&patches, document->context, document->json);
    tl_status status = rebase(&patches, &document->table_mesh, way, error);
    for (size_t i = 0; i < document->asset_count && status == TL_OK; i++) {
        status = rebase(&patches, &document->assets[i].mesh, way, error);
    }
    for (size_t i = 0; i < document->terrain_count && status == TL_OK; i++) {
        status = rebase(&patches, &document->terrain[i].mesh, way, error);
    }
    char *text = NULL;
    size_t size = 0;
    if (status == TL_OK) {
        status = tl_patches_apply(&patches, &text, &size, error);
    }
    if (status == TL_OK) {
        status = tl_file_save(document->context, path, text, size, error);
    }
    tl_free(document->context, text);
    tl_patches_free(&patches);
    return status;
}

tl_status tl_document_save(const tl_document *document, const char *path, tl_error *error) {
    const char *target = path != NULL ? path : document->file;
    if (target[0] == '\0') {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "choose a file", "the scene has no file yet");
    }
    char from[PATH_MAX];
    char to[PATH_MAX];
    char way[2 * PATH_MAX];
    if (document->file[0] != '\0' && real_folder(target, from) && real_folder(document->file, to) &&
        strcmp(from, to) != 0 && way_between(from, to, way, sizeof(way))) {
        return save_elsewhere(document, target, way, error);
    }
    size_t size = 0;
    const char *text = tl_document_text(document, &size);
    return tl_file_save(document->context, target, text, size, error);
}
