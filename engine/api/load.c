/* load.c: scenes made, and made again, behind the public wall. */
#include "api/door.h"
#include "api/handle.h"

#include "import/import.h"
#include "io/file.h"
#include "judge/group/zone.h"
#include "judge/shaping.h"

#include <string.h>

size_t tl_report_count(const tl_report *report) {
    return report != NULL ? report->problems.count : 0;
}

const tl_error *tl_report_get(const tl_report *report, size_t index, bool *warning) {
    const tl_problem *problem = &report->problems.items[index];
    if (warning != NULL) {
        *warning = problem->warning;
    }
    return &problem->error;
}

void tl_report_destroy(tl_report *report) {
    if (report != NULL) {
        tl_context *context = report->problems.context;
        tl_problems_free(&report->problems);
        tl_free(context, report);
    }
}

void tl_report_text(const tl_error *error, char *buffer, size_t size) {
    tl_error_text(error, buffer, size);
}

/* --- Loading ------------------------------------------------------------------------------------------------------ */

typedef struct loading {
    tl_context *context;
    tl_import_options import;
    const tl_ruleset *ruleset;
    tl_settings settings; /* as far as they shape the table */
} loading;

static tl_status load_mesh(void *user, const char *path, tl_mesh **mesh, tl_error *error) {
    loading *l = user;
    return tl_import_mesh(l->context, path, &l->import, mesh, error);
}

/* How a kind lies on the table. */
static tl_ground_kind ground_kind(void *user, const char *name) {
    const loading *l = user;
    const tl_terrain_kind *kind = tl_ruleset_kind(l->ruleset, name);
    return kind == NULL                   ? TL_GROUND_SOLID
           : kind->lies == TL_LIES_NONE   ? TL_GROUND_NONE
           : kind->lies == TL_LIES_CARPET ? TL_GROUND_CARPET
                                          : TL_GROUND_SOLID;
}

/* What the rule system doesn't know counts as an obstacle. */
static bool kind_is_solid(void *user, const char *name) {
    const loading *l = user;
    const tl_terrain_kind *kind = tl_ruleset_kind(l->ruleset, name);
    return kind == NULL || kind->raised;
}

static tl_posture posture_of(void *user, const tl_stance_rule *stance) {
    const loading *l = user;
    return tl_referee_posture(&l->settings, stance);
}

/* The scene's ruleset: a built-in name, or a file beside the scene. */
static tl_status load_ruleset(tl_context *context, const tl_document *document, tl_ruleset **ruleset,
                              tl_problems *problems, tl_error *error) {
    const char *name = document->ruleset != NULL ? document->ruleset : tl_ruleset_builtin_name(0);
    size_t length = strlen(name);
    tl_error cause = {0};
    tl_status status;
    if (length > 5 && strcmp(name + length - 5, ".json") == 0) {
        char *path = tl_file_path_beside(context, document->file, name);
        if (path == NULL) {
            return tl_fail_memory(error);
        }
        status = tl_ruleset_load(context, path, ruleset, &cause);
        tl_free(context, path);
    } else {
        status = tl_ruleset_load(context, name, ruleset, &cause);
    }
    if (status == TL_ERROR_MEMORY) {
        return tl_fail_memory(error);
    }
    if (status == TL_OK && tl_ruleset_is_abstract(*ruleset)) {
        status = tl_fail(&cause, TL_ERROR_NOT_FOUND, NULL, "ruleset", "name a rule system that extends it",
                         "`%s` is no game of its own: it is there to be extended", name);
        tl_ruleset_destroy(*ruleset);
        *ruleset = NULL;
    }
    if (status != TL_OK) {
        const tl_json_value *value = tl_json_find(tl_json_root(document->json), "ruleset");
        if (cause.file[0] == '\0' || status == TL_ERROR_NOT_FOUND) {
            tl_json_problem(document->json, value, false, problems, false, TL_ERROR_SCENE, cause.remedy, "%s",
                            cause.message);
            cause.status = TL_ERROR_SCENE;
        } else {
            tl_problems_add(problems, false, cause.status, cause.file, cause.line, cause.column, cause.place,
                            cause.remedy, "%s", cause.message);
        }
        if (error != NULL && error->status == TL_OK) {
            *error = problems->count > 0 ? problems->items[problems->count - 1].error : cause;
        }
        return cause.status;
    }
    return TL_OK;
}

/* Whether two documents go by the same rule system. */
static bool same_rules(const tl_document *a, const tl_document *b) {
    bool same = (a->ruleset == NULL) == (b->ruleset == NULL) && strcmp(a->file, b->file) == 0;
    return same && (a->ruleset == NULL || strcmp(a->ruleset, b->ruleset) == 0);
}

/* What was set beside the scene's own settings; what a new rule system doesn't know is left out. */
static tl_status choose_again(const tl_scene *scene, tl_referee *referee, tl_error *error) {
    for (size_t i = 0; i + 1 < scene->chosen.count; i += 2) {
        const char *name = scene->chosen.items[i], *value = scene->chosen.items[i + 1];
        if (tl_settings_set(&referee->settings, name, value, NULL) == TL_ERROR_MEMORY) {
            return tl_fail_memory(error);
        }
    }
    return TL_OK;
}

/* A mesh that was gone without when the scene was loaded may be missing again; one that an edit names may not. */
static bool spare(void *user, const char *path) {
    tl_scene *scene = user;
    for (size_t i = 0; i < scene->spared.count; i++) {
        if (strcmp(scene->spared.items[i], path) == 0) {
            return true;
        }
    }
    return scene->spares && tl_names_add(&scene->spared, path);
}

/* Whoever reads a scene: the rule system is that of the scene it replaces, where both go by the same; else it is
 * loaded. */
typedef struct parsing {
    tl_context *context;
    const tl_scene *scene; /* NULL: none is replaced */
    tl_ruleset *loaded;
    bool no_memory; /* for the rule system */
} parsing;

static const tl_ruleset *find_rules(void *user, const tl_document *document, tl_problems *problems,
                                    const tl_document_field **fields, size_t *field_count) {
    parsing *p = user;
    *fields = NULL;
    *field_count = 0;
    if (p->scene != NULL && same_rules(document, p->scene->table->document)) {
        return p->scene->ruleset;
    }
    p->no_memory = load_ruleset(p->context, document, &p->loaded, problems, NULL) == TL_ERROR_MEMORY;
    return p->loaded;
}

tl_status tl_handle_parse(tl_context *context, const tl_scene *scene, const tl_handle_text *text,
                          tl_document **document, tl_ruleset **loaded, tl_problems *problems, tl_error *error) {
    parsing p = {.context = context, .scene = scene};
    const tl_document_options options = {find_rules, &p, text->side};
    tl_status status = text->text != NULL ? tl_document_parse(context, text->text, text->size, text->path, &options,
                                                              document, problems, error)
                                          : tl_document_load(context, text->path, &options, document, problems, error);
    if (status == TL_OK && p.no_memory) {
        tl_document_destroy(*document);
        *document = NULL;
        status = tl_fail_memory(error);
    }
    if (status != TL_OK) {
        tl_ruleset_destroy(p.loaded);
        p.loaded = NULL;
    }
    *loaded = p.loaded;
    return status;
}

tl_status tl_handle_make(tl_scene *scene, const tl_scene *from, tl_document *document, tl_ruleset *loaded,
                         tl_problems *problems, tl_error *error) {
    tl_context *context = scene->context;
    loading l = {.context = context, .import = {.helper = scene->helper, .cache = scene->cache}};
    bool same = loaded == NULL;
    tl_ruleset *ruleset = same ? scene->ruleset : loaded;
    tl_table *table = NULL;
    tl_referee *referee = NULL;
    l.ruleset = ruleset;
    tl_status status = tl_referee_shaping_settings(context, ruleset, document, scene->chosen.items, scene->chosen.count,
                                                   &l.settings, error);
    if (status != TL_OK) {
        tl_document_destroy(document);
    } else {
        const tl_table_options how = {.load = load_mesh,
                                      .load_user = &l,
                                      .ground_kind = ground_kind,
                                      .kind_is_solid = kind_is_solid,
                                      .posture = posture_of,
                                      .ground_user = &l,
                                      .spare = spare,
                                      .spare_user = scene,
                                      .store = scene->store,
                                      .from = from->table};
        status = tl_table_create(context, document, &how, &table, problems, error);
    }
    if (status == TL_OK) {
        status = tl_referee_create(context, table, ruleset, from->referee, &referee, problems, error);
    }
    if (status == TL_OK) {
        status = choose_again(scene, referee, error);
    }
    tl_settings_free(context, &l.settings); /* before the rules that they are of */
    if (status == TL_OK) {
        tl_handle_views_forget(scene->views);
        tl_referee_destroy(scene->referee);
        tl_table_destroy(scene->table);
        if (!same) {
            tl_ruleset_destroy(scene->ruleset);
        }
        scene->ruleset = ruleset;
        scene->table = table;
        scene->referee = referee;
    } else {
        tl_referee_destroy(referee);
        tl_table_destroy(table);
        if (!same) {
            tl_ruleset_destroy(ruleset);
        }
    }
    tl_model_store_settle(scene->store);
    return status;
}

tl_report *tl_handle_begin(tl_context *context, tl_report **report) {
    tl_report *own = tl_alloc_array(context, 1, sizeof(*own));
    if (own != NULL) {
        tl_problems_init(&own->problems, context);
    }
    if (report != NULL) {
        *report = own;
    }
    return own;
}

void tl_handle_end(tl_report *own, tl_report **report, tl_status status, const tl_error *cause, tl_error *error) {
    if (status != TL_OK && own != NULL && own->problems.errors == 0) {
        /* what failed outside the scene's own text is a problem of the scene, too */
        tl_problems_add(&own->problems, false, status, cause->file, cause->line, cause->column, cause->place,
                        cause->remedy, "%s", cause->message[0] != '\0' ? cause->message : tl_status_text(status));
    }
    if (status != TL_OK && error != NULL && error->status == TL_OK) {
        *error = *cause;
    }
    if (report == NULL) {
        tl_report_destroy(own);
    }
}

void tl_handle_unplace(tl_problems *problems, size_t first, const char *file, tl_error *error) {
    if (error != NULL && strcmp(error->file, file) == 0) {
        error->line = error->column = 0;
    }
    for (size_t i = first; problems != NULL && i < problems->count; i++) {
        if (strcmp(problems->items[i].error.file, file) == 0) {
            problems->items[i].error.line = problems->items[i].error.column = 0;
        }
    }
}

/* An empty handle that knows how to read meshes; NULL without memory. */
static tl_scene *new_handle(tl_context *context, const tl_scene_options *options) {
    tl_scene *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return NULL;
    }
    bool good = true;
    made->context = made->chosen.context = made->made.context = made->spared.context = context;
    made->spares = options->go_without;
    made->store = tl_model_store_create(context);
    made->views = tl_handle_views_create(context);
    if (options->for_side != NULL) {
        made->side = tl_duplicate_text(context, options->for_side);
        good = made->side != NULL;
    }
    if (options->import_helper != NULL) {
        made->helper = tl_duplicate_text(context, options->import_helper);
        good = good && made->helper != NULL;
    }
    if (options->mesh_cache != NULL) {
        made->cache = tl_duplicate_text(context, options->mesh_cache);
        good = good && made->cache != NULL;
    }
    if (!good || made->store == NULL || made->views == NULL) {
        tl_scene_destroy(made);
        return NULL;
    }
    return made;
}

/* Takes the document, which is NULL when `status` says that there is none. */
static tl_status open_scene(tl_context *context, tl_document *document, tl_ruleset *rules, tl_status status,
                            const tl_scene_options *options, tl_scene **scene, tl_problems *problems, tl_error *error) {
    tl_scene *made = status == TL_OK ? new_handle(context, options) : NULL;
    if (status == TL_OK && made == NULL) {
        tl_document_destroy(document);
        tl_ruleset_destroy(rules);
        return tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = tl_handle_make(made, made, document, rules, problems, error);
        made->spares = false;
    }
    if (status == TL_OK && options->look_closer) {
        status = tl_table_look(made->table, problems, error);
        status = status == TL_OK ? tl_unit_zone_check(made->referee, problems, error) : status;
    }
    if (status == TL_OK) {
        *scene = made;
    } else {
        tl_scene_destroy(made);
    }
    return status;
}

/* Reads and opens a scene, its text (NULL: the file at `path`), and reports what there is to say of it. */
static tl_status open_text(tl_context *context, const char *text, size_t size, const char *path,
                           const tl_scene_options *options, tl_scene **scene, tl_report **report, tl_error *error) {
    tl_error cause = {0};
    tl_document *document = NULL;
    tl_ruleset *rules = NULL;
    tl_scene_options taken;
    tl_report *own = tl_handle_begin(context, report);
    tl_status status = own != NULL ? tl_scene_options_take(options, &taken, &cause) : tl_fail_memory(&cause);
    if (status == TL_OK) {
        const tl_handle_text all = {text, size, path, taken.for_side};
        status = tl_handle_parse(context, NULL, &all, &document, &rules, &own->problems, &cause);
    }
    if (status == TL_OK && taken.for_side != NULL) {
        status = tl_document_side_check(document, taken.for_side, "for", &cause);
        if (status != TL_OK) {
            tl_document_destroy(document);
            tl_ruleset_destroy(rules);
        }
    }
    status = open_scene(context, document, rules, status, &taken, scene, own != NULL ? &own->problems : NULL, &cause);
    if (own != NULL && taken.for_side != NULL) {
        tl_handle_unplace(&own->problems, 0, path, &cause);
    }
    tl_handle_end(own, report, status, &cause, error);
    return status;
}

tl_status tl_scene_load(tl_context *context, const char *path, const tl_scene_options *options, tl_scene **scene,
                        tl_report **report, tl_error *error) {
    if (context == NULL || path == NULL || scene == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "context, path and scene must be given");
    }
    return open_text(context, NULL, 0, path, options, scene, report, error);
}

tl_status tl_scene_read(tl_context *context, const char *text, size_t size, const char *path,
                        const tl_scene_options *options, tl_scene **scene, tl_report **report, tl_error *error) {
    if (context == NULL || text == NULL || path == NULL || scene == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "context, text, path and scene must be given");
    }
    return open_text(context, text, size, path, options, scene, report, error);
}

/* --- Clones ------------------------------------------------------------------------------------------------------- */

tl_scene *tl_handle_clone(tl_context *context, const tl_scene *scene) {
    tl_scene *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return NULL;
    }
    made->context = made->chosen.context = made->made.context = made->spared.context = context;
    made->ruleset = tl_ruleset_hold(scene->ruleset);
    made->store = tl_model_store_clone(context, scene->store);
    made->views = tl_handle_views_create(context);
    made->side = scene->side != NULL ? tl_duplicate_text(context, scene->side) : NULL;
    made->helper = scene->helper != NULL ? tl_duplicate_text(context, scene->helper) : NULL;
    made->cache = scene->cache != NULL ? tl_duplicate_text(context, scene->cache) : NULL;
    bool good = made->store != NULL && made->views != NULL && (made->helper != NULL) == (scene->helper != NULL) &&
                (made->cache != NULL) == (scene->cache != NULL) && (made->side != NULL) == (scene->side != NULL);
    for (size_t i = 0; i < scene->chosen.count && good; i++) {
        good = tl_names_add(&made->chosen, scene->chosen.items[i]);
    }
    for (size_t i = 0; i < scene->spared.count && good; i++) {
        good = tl_names_add(&made->spared, scene->spared.items[i]);
    }
    if (!good) {
        tl_scene_destroy(made);
        return NULL;
    }
    return made;
}

tl_status tl_handle_shares(const tl_context *a, const tl_context *b, tl_error *error) {
    bool same = a->options.allocate == b->options.allocate &&
                (tl_context_has_default_allocator(a) || a->options.user == b->options.user);
    return same ? TL_OK
                : tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give one with the allocator of the scene's context",
                          "what a scene and its clone share has one allocator");
}

static tl_status clone_table(tl_scene *made, const tl_scene *scene, tl_error *error) {
    tl_context *context = made->context;
    size_t size;
    const char *text = tl_document_text(scene->table->document, &size);
    tl_document *document = NULL;
    tl_ruleset *loaded = NULL;
    tl_problems problems;
    tl_problems_init(&problems, context);
    const tl_handle_text all = {text, size, scene->table->document->file, scene->side};
    tl_status status = tl_handle_parse(context, scene, &all, &document, &loaded, &problems, error);
    if (status == TL_OK) {
        status = tl_table_clone(context, document, scene->table, &made->table, error);
    }
    if (status == TL_OK) {
        status =
            tl_referee_create(context, made->table, made->ruleset, scene->referee, &made->referee, &problems, error);
    }
    if (status == TL_OK) {
        status = choose_again(made, made->referee, error);
    }
    tl_problems_free(&problems);
    return status;
}

tl_status tl_scene_clone(const tl_scene *scene, tl_context *context, tl_scene **clone, tl_error *error) {
    if (scene == NULL || clone == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene and clone must be given");
    }
    context = context != NULL ? context : scene->context;
    tl_status status = tl_handle_shares(context, scene->context, error);
    if (status != TL_OK) {
        return status;
    }
    tl_scene *made = tl_handle_clone(context, scene);
    status = made != NULL ? clone_table(made, scene, error) : tl_fail_memory(error);
    if (status != TL_OK) {
        tl_scene_destroy(made);
        return status;
    }
    *clone = made;
    return TL_OK;
}

void tl_scene_destroy(tl_scene *scene) {
    if (scene != NULL) {
        tl_handle_views_destroy(scene->views);
        tl_referee_destroy(scene->referee);
        tl_table_destroy(scene->table);
        tl_ruleset_destroy(scene->ruleset);
        tl_model_store_destroy(scene->store);
        tl_names_free(&scene->chosen);
        tl_names_free(&scene->made);
        tl_names_free(&scene->spared);
        tl_free(scene->context, scene->side);
        tl_free(scene->context, scene->helper);
        tl_free(scene->context, scene->cache);
        tl_free(scene->context, scene);
    }
}
