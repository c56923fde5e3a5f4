/* mending.c: meshes that a table goes without, found again or done without. */
#include "app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

size_t tlv_missing_count(const tlv_app *app) {
    tl_missing missing;
    size_t count = 0;
    while (app->scene && tl_scene_missing(app->scene, count, &missing)) {
        count++;
    }
    return count;
}

/* What has the mesh, as JSON. */
static void write_thing(const tl_missing *missing, char *thing, size_t size) {
    char name[2 * TLV_NAME];
    if (missing->asset) {
        snprintf(thing, size, "{\"asset\":%s}", tlv_quote(missing->asset, name, sizeof(name)));
    } else {
        tlv_quote(missing->terrain ? missing->terrain : "table", thing, size);
    }
}

static bool write_mesh(const tlv_app *app, const tl_missing *missing, const char *file, char *edit, size_t size) {
    char thing[3 * TLV_NAME], path[TLV_PATH], quoted[2 * TLV_PATH];
    if (!tlv_session_mesh_path(&app->session, file, path, sizeof(path))) {
        return false;
    }
    write_thing(missing, thing, sizeof(thing));
    return snprintf(edit, size, "{\"set\":%s,\"field\":\"mesh\",\"value\":%s}", thing,
                    tlv_quote(path, quoted, sizeof(quoted))) < (int)size;
}

/* The others are often where the first was found. */
static void locate_others(tlv_app *app, const char *file) {
    const char *slash = strrchr(file, '/');
    int folder = slash ? (int)(slash - file) + 1 : 0;
    char beside[TLV_PATH], edit[3 * TLV_PATH];
    tl_missing missing;
    for (size_t i = 0; tl_scene_missing(app->scene, i, &missing);) {
        const char *name = strrchr(missing.mesh, '/');
        int wrote = snprintf(beside, sizeof(beside), "%.*s%s", folder, file, name ? name + 1 : missing.mesh);
        bool good = wrote > 0 && (size_t)wrote < sizeof(beside) && access(beside, R_OK) == 0 &&
                    write_mesh(app, &missing, beside, edit, sizeof(edit)) &&
                    tlv_session_edit(&app->session, edit, "done.located", NULL, NULL) == TL_OK;
        i = good ? 0 : i + 1; /* the list is another one now */
    }
}

void tlv_locate(tlv_app *app, size_t number, const char *file) {
    char edit[3 * TLV_PATH], where[TLV_PATH], who[TLV_NAME]; /* ids live until the scene is edited */
    tl_missing missing;
    snprintf(where, sizeof(where), "%s", file);
    if (!tl_scene_missing(app->scene, number, &missing)) {
        return;
    }
    if (!write_mesh(app, &missing, where, edit, sizeof(edit))) {
        tl_error gone = {.status = TL_ERROR_FILE};
        snprintf(gone.file, sizeof(gone.file), "%.500s", where);
        snprintf(gone.message, sizeof(gone.message), "%s", tlv_say(app, "trouble.no_file"));
        tlv_show_trouble(app, &gone);
        return;
    }
    snprintf(who, sizeof(who), "%s", missing.terrain ? missing.terrain : "");
    if (tlv_edit(app, edit, "done.located", who)) {
        locate_others(app, where);
        app->typed_path[0] = '\0';
        app->missing = 0;
        app->sheet = tlv_missing_count(app) > 0 ? TLV_SHEET_MISSING : TLV_SHEET_NONE;
        app->fixed = 0; /* a file that was mended where it is has the name that it had */
        tlv_after_edit(app);
    }
}

/* Everything that an asset is used for, then the asset; as a list of edits. Freed by the caller; NULL without memory.
 */
static char *write_removal(const tlv_app *app, const char *asset) {
    const size_t step = 3 * TLV_NAME;
    size_t members = tl_scene_member_count(app->scene), terrain = 0, used = 1;
    char quoted[2 * TLV_NAME];
    while (tl_scene_terrain(app->scene, terrain)) {
        terrain++;
    }
    size_t capacity = (members + terrain + 2) * step;
    char *edits = malloc(capacity);
    if (!edits) {
        return NULL;
    }
    edits[0] = '[';
    for (size_t i = 0; i < members + terrain; i++) {
        const char *id = i < members ? tl_scene_member(app->scene, i) : tl_scene_terrain(app->scene, i - members);
        const char *its = tl_scene_word(app->scene, tlv_quote(id, quoted, sizeof(quoted)), "\"asset\"");
        if (its && strcmp(its, asset) == 0) {
            used += (size_t)snprintf(edits + used, step, "{\"remove\":%s},", quoted);
        }
    }
    snprintf(edits + used, step, "{\"remove\":{\"asset\":%s}}]", tlv_quote(asset, quoted, sizeof(quoted)));
    return edits;
}

void tlv_do_without(tlv_app *app, size_t number) {
    static const char TABLE[] = "[{\"set\":\"table\",\"field\":\"mesh\"},{\"set\":\"table\",\"field\":\"at\"},"
                                "{\"set\":\"table\",\"field\":\"unit\"},{\"set\":\"table\",\"field\":\"up\"},"
                                "{\"set\":\"table\",\"field\":\"forward\"},{\"set\":\"table\",\"field\":\"scale\"}]";
    char quoted[2 * TLV_NAME], edit[3 * TLV_NAME];
    tl_missing missing;
    if (!tl_scene_missing(app->scene, number, &missing)) {
        return;
    }
    if (missing.asset) {
        char *edits = write_removal(app, missing.asset);
        if (edits) {
            tlv_edit(app, edits, "done.deleted", NULL);
        }
        free(edits);
    } else if (missing.terrain) {
        snprintf(edit, sizeof(edit), "{\"remove\":%s}", tlv_quote(missing.terrain, quoted, sizeof(quoted)));
        tlv_edit(app, edit, "done.deleted", NULL);
    } else {
        tlv_edit(app, TABLE, "done.deleted", NULL);
    }
    app->missing = 0;
    if (app->sheet == TLV_SHEET_MISSING && tlv_missing_count(app) == 0) {
        app->sheet = TLV_SHEET_NONE;
    }
}
