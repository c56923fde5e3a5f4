/* edit.c: changes to a document, and saving it. */
#include "scene/document.h"

#include "io/file.h"
#include "scene/splice.h"
#include "scene/read.h"
#include "scene/thing.h"

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
static tl_status replace_text(tl_document *document, const char *text, size_t size, tl_error *error) {
    tl_document_state *state = (tl_document_state *)document;
    tl_document *fresh = NULL;
    const tl_document_options keep = {keep_rules, document, document->side};
    tl_status status = tl_document_parse(document->context, text, size, document->file,
                                         document->rules != NULL ? &keep : &state->options, &fresh, NULL, error);
    if (status != TL_OK) {
        return status;
    }
    tl_document_state old = *state;
    *state = *(tl_document_state *)fresh;
    *(tl_document_state *)fresh = old;
    tl_document_destroy(fresh);
    return TL_OK;
}

static tl_status finish(tl_document *document, tl_splices *patches, tl_error *error) {
    char *text = NULL;
    size_t size = 0;
    tl_status status = tl_splices_apply(patches, &text, &size, error);
    tl_splices_free(patches);
    if (status == TL_OK) {
        status = replace_text(document, text, size, error);
        tl_free(document->context, text);
    }
    return status;
}

static void patch_at(tl_splices *patches, const tl_json_value *object, const double *at, int count) {
    const tl_json_value *value = tl_json_find(object, "at");
    char numbers[3][TL_JSON_NUMBER_SIZE] = {{0}};
    for (int i = 0; i < count; i++) {
        if (tl_json_format_double(at[i], numbers[i]) == 0) {
            patches->status = patches->status == TL_OK ? TL_ERROR_ARGUMENT : patches->status;
            return;
        }
    }
    const tl_json_value *items = value->items;
    for (size_t i = 0; i < value->count && i < (size_t)count; i++) {
        tl_splice_number(patches, &items[i], at[i]);
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
        tl_splice_replace(patches, second_end, 0, text);
    } else if (value->count == 3 && count == 2) {
        tl_splice_replace(patches, second_end, items[2].offset + items[2].length - second_end, "");
    }
}

static void patch_level(tl_splices *patches, const tl_json_value *object, size_t level) {
    const tl_json_value *value = tl_json_find(object, "level");
    if (value != NULL) {
        tl_splice_number(patches, value, (double)level);
    } else if (level != 0) {
        char number[32];
        snprintf(number, sizeof(number), "%zu", level);
        tl_splice_insert(patches, object, tl_json_find(object, "at"), "level", number);
    }
}

static void patch_facing(tl_splices *patches, const tl_json_value *object, double facing) {
    const tl_json_value *value = tl_json_find(object, "facing");
    char text[TL_JSON_NUMBER_SIZE];
    if (value != NULL) {
        tl_splice_number(patches, value, facing);
    } else if (facing != 0 && tl_json_format_double(facing, text) == 0) {
        patches->status = TL_ERROR_ARGUMENT;
    } else if (facing != 0) {
        tl_splice_insert(patches, object, tl_json_find(object, "at"), "facing", text);
    }
}

tl_status tl_document_place(tl_document *document, const tl_document_member *member, const tl_document_pose *pose,
                            tl_error *error) {
    tl_splices patches;
    tl_splices_init(&patches, document->context, document->json);
    patch_at(&patches, member->json, pose->at, pose->at_count);
    patch_facing(&patches, member->json, pose->turn);
    patch_level(&patches, member->json, pose->level);
    return finish(document, &patches, error);
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

/* A path that the scene's file writes, as it is found from another folder. */
static tl_status rebase_path(tl_splices *patches, const tl_json_value *value, const char *name, const char *way,
                             tl_error *error) {
    if (name == NULL || name[0] == '/') {
        return TL_OK;
    }
    tl_context *context = patches->context;
    size_t size = strlen(way) + strlen(name) + 1;
    char *path = tl_alloc(context, size);
    char *text = NULL;
    tl_status status = TL_OK;
    if (path == NULL) {
        return tl_fail_memory(error);
    }
    snprintf(path, size, "%s%s", way, name);
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    tl_json_string(&writer, path);
    status = tl_json_writer_finish(&writer, &text, NULL, error);
    if (status == TL_OK) {
        tl_splice_value(patches, value, text);
    }
    tl_free(context, text);
    tl_free(context, path);
    return status;
}

static tl_status rebase(tl_splices *patches, const tl_document_mesh *mesh, const char *way, tl_error *error) {
    return rebase_path(patches, mesh->name != NULL ? tl_json_find(mesh->json, "mesh") : NULL, mesh->name, way, error);
}

/* The rule file, and files that settings name: texts that end like their paths. */
static tl_status rebase_rules(tl_splices *patches, const tl_document *document, const char *way, tl_error *error) {
    const tl_json_value *ruleset = tl_json_find(tl_json_root(document->json), "ruleset");
    tl_status status = TL_OK;
    for (size_t i = 0; i <= document->setting_count && status == TL_OK; i++) {
        const tl_json_value *value = i < document->setting_count ? document->settings[i].value : ruleset;
        const char *text = tl_thing_word(value);
        size_t length = text != NULL ? strlen(text) : 0;
        if (length > 5 && strcmp(text + length - 5, ".json") == 0) {
            status = rebase_path(patches, value, text, way, error);
        }
    }
    return status;
}

static tl_status save_elsewhere(const tl_document *document, const char *path, const char *way, tl_error *error) {
    tl_splices patches;
    tl_splices_init(&patches, document->context, document->json);
    tl_status status = rebase_rules(&patches, document, way, error);
    status = status == TL_OK ? rebase(&patches, &document->table_mesh, way, error) : status;
    for (size_t i = 0; i < document->asset_count && status == TL_OK; i++) {
        status = rebase(&patches, &document->assets[i].mesh, way, error);
    }
    for (size_t i = 0; i < document->terrain_count && status == TL_OK; i++) {
        status = rebase(&patches, &document->terrain[i].mesh, way, error);
    }
    char *text = NULL;
    size_t size = 0;
    if (status == TL_OK) {
        status = tl_splices_apply(&patches, &text, &size, error);
    }
    if (status == TL_OK) {
        status = tl_file_save(document->context, path, text, size, error);
    }
    tl_free(document->context, text);
    tl_splices_free(&patches);
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
