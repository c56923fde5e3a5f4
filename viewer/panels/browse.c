/* browse.c: the files of a folder that can be opened, to be chosen with the mouse: where no name is known by heart. */
#include "panels/panels.h"

#include "panels/icons.h"
#include "report.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* No folder has more to show. */
enum { MOST_FILES = 5000 };

bool tlv_is_mesh_name(const char *path) {
    static const char *const ENDINGS[] = {".obj",  ".stl", ".ply", ".off", ".3ds", ".dae",  ".fbx",
                                          ".gltf", ".glb", ".3mf", ".amf", ".x3d", ".blend"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof(ENDINGS) / sizeof(*ENDINGS); i++) {
        if (strcasecmp(dot, ENDINGS[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_scene_name(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && strcasecmp(dot, ".json") == 0;
}

/* --- Reading a folder --------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b) {
    const tlv_file *one = a, *other = b;
    return one->folder != other->folder ? (one->folder ? -1 : 1) : strcmp(one->name, other->name);
}

static void take(tlv_browse *browse, const char *name) {
    char path[PATH_MAX + 300];
    struct stat about;
    snprintf(path, sizeof(path), "%s/%s", browse->folder, name);
    if (name[0] == '.' || strlen(name) >= sizeof(browse->files->name) || stat(path, &about) != 0 ||
        browse->count >= MOST_FILES) {
        return;
    }
    bool folder = S_ISDIR(about.st_mode);
    bool wanted = folder || tlv_is_mesh_name(name) || (is_scene_name(name) && !browse->meshes);
    if (wanted && tlv_reserve((void **)&browse->files, &browse->capacity, browse->count + 1, sizeof(*browse->files))) {
        tlv_file *file = &browse->files[browse->count++];
        *file = (tlv_file){.folder = folder};
        snprintf(file->name, sizeof(file->name), "%s", name);
    }
}

static void read_folder(tlv_browse *browse, const char *path) {
    char real[PATH_MAX];
    if (!realpath(path, real) || strlen(real) >= sizeof(browse->folder)) {
        return; /* it stays where it was */
    }
    DIR *folder = opendir(real);
    if (!folder) {
        return;
    }
    memcpy(browse->folder, real, strlen(real) + 1);
    browse->count = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        take(browse, entry->d_name);
    }
    closedir(folder);
    if (browse->count > 0) {
        qsort(browse->files, browse->count, sizeof(*browse->files), by_name);
    }
}

void tlv_browse_begin(tlv_app *app, bool meshes) {
    tlv_browse *browse = &app->browse;
    char near[TLV_PATH];
    snprintf(near, sizeof(near), "%s", app->scene ? app->session.home : ".");
    char *slash = strrchr(near, '/');
    if (slash) {
        slash[slash == near ? 1 : 0] = '\0';
    }
    browse->meshes = meshes;
    read_folder(browse, browse->folder[0] != '\0' ? browse->folder : app->scene && slash ? near : ".");
}

void tlv_browse_end(tlv_app *app) {
    free(app->browse.files);
    app->browse = (tlv_browse){.count = 0};
}

/* --- Showing it --------------------------------------------------------------------------------------------------- */

static bool row(tlv_app *app, const char *id, const char *name, bool folder) {
    tlv_gui *gui = app->gui;
    bool pressed = tlv_gui_row(gui, id, false, 24);
    tlv_rect at = tlv_gui_last(gui);
    double icon = tlv_gui_px(gui, 16);
    if (folder) {
        tlv_icon_draw(gui, "open", at.x + tlv_gui_px(gui, 6), at.y + 0.5 * (at.height - icon), icon,
                      tlv_gui_colour(TLV_INK_SOFT));
    }
    tlv_gui_draw_text(gui, TLV_TYPE_BODY, at.x + tlv_gui_px(gui, 30), at.y + tlv_gui_px(gui, 4),
                      tlv_gui_colour(folder ? TLV_INK_SOFT : TLV_INK), name);
    return pressed;
}

bool tlv_browse_list(tlv_app *app, char *path, size_t size) {
    tlv_gui *gui = app->gui;
    tlv_browse *browse = &app->browse;
    char text[TLV_PATH + 64], id[300], into[TLV_PATH + 300] = "";
    bool go = false;
    tlv_say_with(app, text, sizeof(text), "open.folder", browse->folder);
    tlv_gui_line(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, text, 0);
    tlv_gui_part(gui, "files", fmin(tlv_gui_px(gui, 224), 0.35 * app->height));
    if (strcmp(browse->folder, "/") != 0 && row(app, "files.up", tlv_say(app, "open.up"), true)) {
        snprintf(into, sizeof(into), "%s/..", browse->folder);
    }
    for (size_t i = 0; i < browse->count; i++) {
        const tlv_file *file = &browse->files[i];
        snprintf(id, sizeof(id), "files.%s", file->name);
        bool pressed = row(app, id, file->name, file->folder);
        if (pressed && file->folder) {
            snprintf(into, sizeof(into), "%s/%s", browse->folder, file->name);
        } else if (pressed) {
            snprintf(path, size, "%s/%s", strcmp(browse->folder, "/") == 0 ? "" : browse->folder, file->name);
        }
        go = go || (!file->folder && tlv_gui_was_double_clicked(gui));
    }
    if (browse->count == 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "open.nothing"));
    }
    tlv_gui_part_end(gui);
    if (into[0] != '\0') {
        read_folder(browse, into);
    }
    return go && path[0] != '\0';
}
