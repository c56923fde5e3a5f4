/* browse.c: the files of a folder that will do, to be chosen with the mouse or the arrow keys: where no name is known
 * by heart. */
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

/* Whether a name is that of a mesh, by its ending. */
static bool is_mesh_name(const char *path) {
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
    bool scenes = browse->purpose == TLV_FOR_OPENING || browse->purpose == TLV_FOR_SAVING;
    bool meshes = browse->purpose != TLV_FOR_SAVING;
    bool wanted = folder || (meshes && is_mesh_name(name)) || (scenes && is_scene_name(name));
    if (wanted && tlv_reserve((void **)&browse->files, &browse->capacity, browse->count + 1, sizeof(*browse->files))) {
        tlv_file *file = &browse->files[browse->count++];
        *file = (tlv_file){.folder = folder};
        snprintf(file->name, sizeof(file->name), "%s", name);
    }
}

/* False: it stays where it was. */
static bool read_folder(tlv_browse *browse, const char *path) {
    char real[PATH_MAX];
    if (!realpath(path, real) || strlen(real) >= sizeof(browse->folder)) {
        return false;
    }
    DIR *folder = opendir(real);
    if (!folder) {
        return false;
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
    return true;
}

static const char *name_in(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The path of a file in the folder. */
static void join(const tlv_browse *browse, const char *name, char *path, size_t size) {
    const char *folder = strcmp(browse->folder, "/") == 0 ? "" : browse->folder;
    if (strlen(folder) + 1 + strlen(name) < size) {
        snprintf(path, size, "%s/%s", folder, name);
    }
}

/* Looks through another folder; when saving, the name goes along. */
static void go_into(tlv_browse *browse, const char *folder, char *path, size_t size) {
    char name[TLV_PATH];
    snprintf(name, sizeof(name), "%s", name_in(path));
    if (read_folder(browse, folder) && browse->purpose == TLV_FOR_SAVING) {
        join(browse, name, path, size);
    }
}

/* The folder of a path, "." when it has none. */
static void folder_of(const char *path, char folder[TLV_PATH]) {
    snprintf(folder, TLV_PATH, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) {
        slash[slash == folder ? 1 : 0] = '\0';
    } else {
        memcpy(folder, ".", 2);
    }
}

/* What a table is saved as unless another name is said. */
static void name_of_table(const tlv_app *app, char *name, size_t size) {
    const char *now = name_in(app->session.path);
    snprintf(name, size, "%s", now[0] != '\0' ? now : "table.scene.json");
}

void tlv_browse_begin(tlv_app *app, tlv_purpose purpose) {
    tlv_browse *browse = &app->browse;
    char near[TLV_PATH];
    browse->purpose = purpose;
    if (purpose == TLV_FOR_SAVING) {
        folder_of(app->typed_path[0] != '\0' ? app->typed_path : browse->folder, near);
        if (app->typed_path[0] == '\0') {
            name_of_table(app, app->typed_path, sizeof(app->typed_path));
            snprintf(near, sizeof(near), "%s", browse->folder[0] != '\0' ? browse->folder : ".");
        }
        go_into(browse, near, app->typed_path, sizeof(app->typed_path));
        return;
    }
    folder_of(app->scene ? app->session.home : "", near);
    read_folder(browse, browse->folder[0] != '\0' ? browse->folder : near);
}

bool tlv_browse_enter(tlv_app *app, char *path, size_t size) {
    struct stat about;
    size_t length = strlen(path);
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
        return false;
    }
    if (app->browse.purpose != TLV_FOR_SAVING) {
        read_folder(&app->browse, path);
        path[0] = '\0';
    } else if (path[length - 1] != '/' && length + 1 < size) { /* there is no name to save under */
        char folder[TLV_PATH];
        snprintf(folder, sizeof(folder), "%s", path);
        name_of_table(app, path, size);
        go_into(&app->browse, folder, path, size);
    }
    return true;
}

void tlv_browse_end(tlv_app *app) {
    free(app->browse.files);
    app->browse = (tlv_browse){.count = 0};
}

/* --- Showing it --------------------------------------------------------------------------------------------------- */

static bool row(tlv_app *app, const char *id, const char *name, bool folder, bool chosen) {
    tlv_gui *gui = app->gui;
    bool pressed = tlv_gui_row(gui, id, chosen, 24);
    tlv_rect at = tlv_gui_last(gui);
    double icon = tlv_gui_px(gui, 16);
    if (chosen && app->browse.follow) {
        tlv_gui_show_last(gui);
        app->browse.follow = false;
    }
    if (folder) {
        tlv_icon_draw(gui, "open", at.x + tlv_gui_px(gui, 6), at.y + 0.5 * (at.height - icon), icon,
                      tlv_gui_colour(TLV_INK_SOFT));
    }
    tlv_gui_draw_text(gui, TLV_TYPE_BODY, at.x + tlv_gui_px(gui, 30), at.y + tlv_gui_px(gui, 4),
                      tlv_gui_colour(folder ? TLV_INK_SOFT : TLV_INK), name);
    return pressed;
}

static bool is_path_of(const tlv_browse *browse, const tlv_file *file, const char *path) {
    char whole[TLV_PATH + 300];
    join(browse, file->name, whole, sizeof(whole));
    return strcmp(whole, path) == 0;
}

/* The arrow keys go from row to row. */
static void step(tlv_app *app, char *path, size_t size) {
    tlv_browse *browse = &app->browse;
    int by = tlv_gui_pressed(app->gui, TLV_KEY_DOWN) - tlv_gui_pressed(app->gui, TLV_KEY_UP);
    if (by == 0 || browse->count == 0) {
        return;
    }
    size_t at = 0;
    while (at < browse->count && !is_path_of(browse, &browse->files[at], path)) {
        at++;
    }
    size_t last = browse->count - 1;
    size_t to = at > last ? (by > 0 ? 0 : last) : by > 0 ? (at < last ? at + 1 : last) : (at > 0 ? at - 1 : 0);
    join(browse, browse->files[to].name, path, size);
    browse->follow = true;
    tlv_gui_refresh_field(app->gui);
}

bool tlv_browse_list(tlv_app *app, char *path, size_t size) {
    tlv_gui *gui = app->gui;
    tlv_browse *browse = &app->browse;
    char text[TLV_PATH + 64], id[300], into[TLV_PATH + 300] = "";
    bool go = false, saving = browse->purpose == TLV_FOR_SAVING;
    tlv_say_with(app, text, sizeof(text), "open.folder", browse->folder);
    tlv_gui_line(gui, TLV_TYPE_SMALL, TLV_INK_SOFT, text, 0);
    tlv_gui_tip(gui, browse->folder, NULL);
    step(app, path, size);
    tlv_gui_part(gui, "files", fmin(tlv_gui_px(gui, 224), 0.35 * app->height));
    if (strcmp(browse->folder, "/") != 0 && row(app, "files.up", tlv_say(app, "open.up"), true, false)) {
        snprintf(into, sizeof(into), "%s/..", browse->folder);
    }
    for (size_t i = 0; i < browse->count; i++) {
        const tlv_file *file = &browse->files[i];
        snprintf(id, sizeof(id), "files.%s", file->name);
        bool pressed = row(app, id, file->name, file->folder, is_path_of(browse, file, path));
        if (pressed && file->folder) {
            snprintf(into, sizeof(into), "%s/%s", browse->folder, file->name);
        } else if (pressed) {
            join(browse, file->name, path, size);
        }
        go = go || (!file->folder && !saving && tlv_gui_was_double_clicked(gui));
    }
    if (browse->count == 0) {
        tlv_gui_text(gui, TLV_TYPE_BODY, TLV_INK_SOFT, tlv_say(app, "open.nothing"));
    }
    tlv_gui_part_end(gui);
    if (into[0] != '\0') {
        go_into(browse, into, path, size);
    }
    return go && path[0] != '\0';
}
