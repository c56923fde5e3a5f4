/* tables.c: opening, saving and leaving tables. */
#include "app.h"

#include "panels/panels.h"
#include "tools/shelf.h"
#include "tools/tool.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What to go on with when the question about unsaved changes is answered. */
enum { THEN_NOTHING = -1, THEN_QUIT = 0, THEN_OPEN = 1 };

/* Where a table that has no file yet begins: here, so that meshes are named from here. */
static const char NO_FILE[] = "untitled.scene.json";

static bool wait_for_decision(tlv_app *app, int then) {
    if (!app->scene || !tlv_session_is_changed(&app->session)) {
        return false;
    }
    app->after_unsaved = then;
    app->sheet = TLV_SHEET_UNSAVED;
    app->chrome_changed = true;
    tlv_log(app, "unsaved");
    return true;
}

/* The file of a table that a mesh becomes, beside it, and its name; returns what the table calls the mesh. */
static const char *home_of_mesh(const char *path, char home[TLV_PATH], char name[TLV_NAME]) {
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path, *dot = strrchr(file, '.');
    int folder = (int)(file - path), length = (int)(dot && dot != file ? (size_t)(dot - file) : strlen(file));
    snprintf(name, TLV_NAME, "%.*s", length, file);
    snprintf(home, TLV_PATH, "%.*s%.*s.scene.json", folder, path, length, file);
    return file;
}

static bool is_scene(const char *path) {
    size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

static void start_loading(tlv_app *app, const char *path) {
    tl_error error = {0};
    char home[TLV_PATH], name[TLV_NAME];
    const char *mesh = home_of_mesh(path, home, name);
    const tlv_viewer_options *o = app->options;
    const tlv_loader_options how = {.import_helper = o->import_helper,
                                    .mesh_cache = o->mesh_cache,
                                    .set = o->set,
                                    .language = app->language,
                                    .text = app->next_recovers ? app->left.text : NULL,
                                    .size = app->left.size,
                                    .is_new = app->next_is_new,
                                    .mesh = app->next_mesh ? mesh : NULL,
                                    .unit = app->next_mesh && app->next_unit[0] != '\0' ? app->next_unit : NULL,
                                    .name = app->next_mesh ? name : NULL,
                                    .draw = tlv_draw_fixed,
                                    .wake = tlv_window_wake};
    if (app->next_is_new) {
        path = app->next_mesh ? home : NO_FILE;
    }
    tlv_cancel_loading(app);
    app->sheet = TLV_SHEET_NONE;
    if (tlv_loader_start(path, &how, &app->loader, &error) != TL_OK) {
        tlv_show_trouble(app, &error);
    }
    app->chrome_changed = true;
    tlv_log(app, "opening %s", path);
}

void tlv_open(tlv_app *app, const char *path) {
    if (!is_scene(path)) { /* a mesh is opened as a table */
        tlv_new_table(app, path, NULL);
        return;
    }
    app->next_recovers = app->next_is_new = app->next_mesh = false;
    if (path != app->next_path) {
        snprintf(app->next_path, sizeof(app->next_path), "%s", path);
    }
    if (!wait_for_decision(app, THEN_OPEN)) {
        start_loading(app, app->next_path);
    }
}

void tlv_cancel_loading(tlv_app *app) {
    if (app->loader) {
        tlv_loader_cancel(app->loader);
        tlv_loaded loaded = tlv_loader_finish(app->loader);
        tlv_prepared_destroy(loaded.prepared);
        tl_scene_destroy(loaded.scene);
        tl_context_destroy(loaded.context);
        tlv_loader_destroy(app->loader);
        app->loader = NULL;
        app->chrome_changed = true;
        if (!app->scene) {
            app->sheet = TLV_SHEET_WELCOME;
        }
    }
}

void tlv_close_table(tlv_app *app) {
    if (app->scene) {
        tlv_forget_question(app);
        if (tlv_tools[app->tool]->leave) {
            tlv_tools[app->tool]->leave(app);
        }
        tlv_end_mapping(app);
        tlv_systems_end(app);
        tlv_asker_destroy(app->asker);
        tlv_prepared_destroy(app->prepared);
        tlv_session_close(&app->session);
        tl_scene_destroy(app->scene);
        tl_context_destroy(app->context);
        tlv_loader_destroy(app->reader);
    }
    app->asker = NULL;
    app->prepared = NULL;
    app->scene = NULL;
    app->context = NULL;
    app->reader = NULL;
    app->tool = TLV_TOOL_SELECT;
    app->eye_of[0] = '\0';
    app->hand = (tlv_hand){.click_time = -1};
    app->glide_start = -1;
    app->told = false;
    app->systems.current[0] = '\0';
    app->form.open = false;
}

/* Takes over what was read. */
static tl_status begin_table(tlv_app *app, tlv_loaded *loaded, tl_error *error) {
    tlv_close_table(app);
    snprintf(app->path, sizeof(app->path), "%s", tlv_loader_path(app->loader));
    app->scene = loaded->scene;
    app->context = loaded->context;
    app->reader = app->loader;
    app->loader = NULL;
    app->prepared = loaded->prepared;
    app->fixed = 0;
    app->fine_seconds = 0; /* the other table's */
    tl_status status = tlv_session_open(&app->session, app->scene, app->path,
                                        app->next_is_new     ? ""
                                        : app->next_recovers ? app->left.target
                                                             : NULL,
                                        error);
    if (status == TL_OK && app->next_recovers) {
        tlv_history_is_new(&app->session.history);
        tlv_log(app, "recovered %s", app->path);
    }
    app->kept = UINT_MAX; /* not kept yet */
    if (status == TL_OK) {
        const tlv_worker_options how = {.language = app->language, .wake = tlv_window_wake};
        status = tlv_asker_create(app->path, &how, &app->asker, error);
    }
    if (status != TL_OK) {
        tlv_close_table(app);
        return status;
    }
    app->triangles = tl_scene_triangle_count(app->scene);
    snprintf(app->scan, sizeof(app->scan), "%s", app->next_mesh ? app->next_path : "");
    app->missing = 0;
    app->typed_path[0] = '\0';
    app->sheet = app->left.text && !app->next_recovers ? TLV_SHEET_LEFT
                 : tlv_missing_count(app) > 0          ? TLV_SHEET_MISSING
                 : app->next_mesh                      ? TLV_SHEET_SCAN
                                                       : TLV_SHEET_NONE;
    app->first = app->pictured = false;
    if (app->remembers && app->session.path[0] != '\0') {
        tlv_recent_add(app->path);
    }
    tlv_hints_begin(app);
    tlv_window_title(app->window, tl_scene_name(app->scene));
    app->layout = tlv_panels_layout(app); /* panels come with it */
    tlv_set_camera(app, tlv_camera_table(tl_scene_box(app->scene), tlv_app_aspect(app)));
    app->content_changed = app->chrome_changed = true;
    tlv_systems_look(app);
    if (app->next_is_new && !app->next_mesh && app->sheet == TLV_SHEET_NONE) {
        tlv_systems_open(app, true);
    }
    if (app->next_recovers) {
        tlv_keep_now(app); /* in a file of ours, so that the one that was left can go */
    }
    return TL_OK;
}

void tlv_take_loaded(tlv_app *app) {
    if (!app->loader) {
        return;
    }
    app->chrome_changed = true; /* its progress */
    if (!tlv_loader_is_done(app->loader)) {
        return;
    }
    tlv_loaded loaded = tlv_loader_finish(app->loader);
    tl_error error = loaded.error;
    tl_status status = loaded.status == TL_OK ? begin_table(app, &loaded, &error) : loaded.status;
    if (status == TL_OK) {
        tlv_log(app, "opened %s", app->path);
        return;
    }
    tlv_loader_destroy(app->loader);
    app->loader = NULL;
    tlv_show_trouble(app, &error);
}

void tlv_open_left(tlv_app *app) {
    app->next_recovers = true;
    app->next_is_new = app->next_mesh = false;
    snprintf(app->next_path, sizeof(app->next_path), "%s", app->left.home);
    if (!wait_for_decision(app, THEN_OPEN)) {
        start_loading(app, app->next_path);
    }
}

void tlv_new_table(tlv_app *app, const char *mesh, const char *unit) {
    app->next_recovers = false;
    app->next_is_new = true;
    app->next_mesh = mesh != NULL;
    snprintf(app->next_unit, sizeof(app->next_unit), "%s", unit ? unit : "");
    if (mesh != app->next_path) {
        snprintf(app->next_path, sizeof(app->next_path), "%s", mesh ? mesh : "");
    }
    if (!wait_for_decision(app, THEN_OPEN)) {
        start_loading(app, app->next_path);
    }
}

void tlv_take_file(tlv_app *app, const char *path) {
    char asset[TLV_NAME];
    if (app->sheet == TLV_SHEET_MISSING) { /* where one of them is */
        snprintf(app->typed_path, sizeof(app->typed_path), "%s", path);
        app->chrome_changed = true;
    } else if (is_scene(path) || !app->scene) {
        tlv_open(app, path);
    } else if (tlv_add_mesh(app, path, asset)) {
        if (!app->shelf.terrain) {
            tlv_use_tool(app, tlv_tool_find("place"));
        }
        tlv_shelf_take(app, asset, false);
        tlv_note(app, false, "note.on_shelf", asset);
    }
}

void tlv_ask_where(tlv_app *app) {
    snprintf(app->typed_path, sizeof(app->typed_path), "%s", app->session.path[0] ? app->session.path : app->path);
    tlv_browse_begin(app, TLV_FOR_SAVING);
    app->sheet = TLV_SHEET_SAVE_AS;
    app->chrome_changed = true;
}

/* Nothing is lost: the table is still there, and can go elsewhere. */
static void fail_saving(tlv_app *app, const tl_error *error) {
    tlv_show_trouble(app, error);
    app->trouble_saving = true;
}

void tlv_save_as(tlv_app *app, const char *path) {
    tl_error error = {0};
    char name[TLV_PATH];
    snprintf(name, sizeof(name), "%s", path);
    if (tlv_session_save(&app->session, name, &error) == TL_OK) {
        snprintf(app->path, sizeof(app->path), "%s", name);
        app->sheet = TLV_SHEET_NONE;
        tlv_note(app, false, "note.saved", name);
        tlv_log(app, "saved %s", name);
    } else {
        fail_saving(app, &error);
    }
    app->chrome_changed = true;
}

void tlv_save(tlv_app *app) {
    tl_error error = {0};
    if (app->session.path[0] == '\0') { /* nobody has said where */
        tlv_ask_where(app);
        return;
    }
    if (tlv_session_save(&app->session, NULL, &error) == TL_OK) {
        tlv_note(app, false, "note.saved", app->session.path);
        tlv_log(app, "saved %s", app->session.path);
    } else {
        fail_saving(app, &error);
    }
    app->chrome_changed = true;
}

void tlv_save_picture(tlv_app *app) {
    char name[4200];
    tl_error error = {0};
    if (!tlv_session_free_name(&app->session, ".png", name, sizeof(name))) {
        tlv_note(app, false, "note.no_name", NULL);
        return;
    }
    app->note_until = 0;
    if (tlv_shoot(app, name, false, &error) == TL_OK) {
        tlv_note(app, false, "note.saved", name);
        tlv_log(app, "picture %s", name);
    } else {
        tlv_show_trouble(app, &error);
    }
}

void tlv_close_window(tlv_app *app) {
    if (!wait_for_decision(app, THEN_QUIT)) {
        app->quit = true;
    }
}

void tlv_decide_unsaved(tlv_app *app, bool save) {
    int then = app->after_unsaved;
    app->after_unsaved = THEN_NOTHING;
    app->sheet = TLV_SHEET_NONE;
    if (save) {
        tlv_save(app);
        if (tlv_session_is_changed(&app->session)) { /* it could not be saved */
            return;
        }
    }
    if (then == THEN_QUIT) {
        app->quit = true;
    } else if (then == THEN_OPEN) {
        start_loading(app, app->next_path);
    }
}

bool tlv_same_file(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* Beside the program when it is installed, else where it was built. */
bool tlv_sample_path(const tlv_app *app, char *path, size_t size) {
    const char *program = app->options->import_helper;
    const char *slash = program ? strrchr(program, '/') : NULL;
    int length = slash ? (int)(slash - program) : 1;
    static const char *const places[] = {"../share/trueline/terrain", "../../../terrain"};
    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        snprintf(path, size, "%.*s/%s/crossroads.scene.json", length, slash ? program : ".", places[i]);
        if (access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
}
