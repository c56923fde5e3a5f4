/* model_store.c: keeps models by what they are made of, for whoever needs one like it. */
#include "scene/model_store.h"
#include "mesh/names.h"
#include "scan/repair/holes.h"
#include "scan/repair/simplify.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A model, and everything its making depended on as bytes. */
typedef struct kept {
    char *path; /* of its mesh as it was asked for; "" without one */
    char *real; /* the same without links and detours; NULL when there was none */
    unsigned char *key;
    size_t key_size;
    tl_model *model;
    size_t bytes;
    uint64_t used; /* when it was last asked for, for forgetting the oldest first */
} kept;

/* A mesh file as it was read, kept while a table is made: tables use the same wall in many sizes. */
typedef struct read_mesh {
    char *path;
    tl_mesh *mesh;
} read_mesh;

struct tl_model_store {
    tl_context *context;
    kept *items;
    size_t count, capacity;
    read_mesh *read;
    size_t read_count, read_capacity;
    uint64_t clock;
};

tl_model_store *tl_model_store_create(tl_context *context) {
    tl_model_store *store = tl_alloc_array(context, 1, sizeof(*store));
    if (store != NULL) {
        store->context = context;
    }
    return store;
}

static void forget(tl_model_store *store, kept *item) {
    tl_model_destroy(item->model);
    tl_free(store->context, item->path);
    free(item->real);
    tl_free(store->context, item->key);
}

static void forget_read(tl_model_store *store) {
    for (size_t i = 0; i < store->read_count; i++) {
        tl_free(store->context, store->read[i].path);
        tl_mesh_destroy(store->read[i].mesh);
    }
    store->read_count = 0;
}

void tl_model_store_destroy(tl_model_store *store) {
    if (store != NULL) {
        for (size_t i = 0; i < store->count; i++) {
            forget(store, &store->items[i]);
        }
        forget_read(store);
        tl_free(store->context, store->items);
        tl_free(store->context, store->read);
        tl_free(store->context, store);
    }
}

/* False without memory. */
static bool copy_kept(tl_model_store *store, const kept *its) {
    tl_context *context = store->context;
    kept *item = &store->items[store->count];
    *item = *its;
    item->path = tl_duplicate_text(context, its->path);
    item->real = its->real != NULL ? strdup(its->real) : NULL;
    item->key = tl_alloc(context, its->key_size + 1);
    item->model = NULL;
    store->count++;
    if (item->path == NULL || item->key == NULL || (its->real != NULL && item->real == NULL)) {
        return false;
    }
    memcpy(item->key, its->key, its->key_size);
    item->model = tl_model_hold(its->model);
    return true;
}

tl_model_store *tl_model_store_clone(tl_context *context, const tl_model_store *store) {
    tl_model_store *made = tl_model_store_create(context);
    bool good = made != NULL &&
                tl_reserve(context, (void **)&made->items, &made->capacity, store->count + 1, sizeof(*made->items));
    for (size_t i = 0; i < store->count && good; i++) {
        good = copy_kept(made, &store->items[i]);
    }
    if (!good) {
        tl_model_store_destroy(made);
        return NULL;
    }
    made->clock = store->clock;
    return made;
}

void tl_model_store_settle(tl_model_store *store) {
    forget_read(store);
    for (;;) {
        size_t spare = 0, oldest = SIZE_MAX;
        for (size_t i = 0; i < store->count; i++) {
            if (store->items[i].model->holders == 1) {
                spare += store->items[i].bytes;
                oldest = oldest == SIZE_MAX || store->items[i].used < store->items[oldest].used ? i : oldest;
            }
        }
        if (spare <= TL_MODEL_STORE_SPARE) {
            return;
        }
        forget(store, &store->items[oldest]);
        store->items[oldest] = store->items[--store->count];
    }
}

/* --- What a model depends on -------------------------------------------------------------------------------------- */

typedef struct key_text {
    tl_context *context;
    unsigned char *bytes;
    size_t size, capacity;
    bool failed;
} key_text;

static void add_bytes(key_text *key, const void *bytes, size_t size) {
    if (key->failed || !tl_reserve(key->context, (void **)&key->bytes, &key->capacity, key->size + size, 1)) {
        key->failed = true;
    } else if (size > 0) {
        memcpy(key->bytes + key->size, bytes, size);
        key->size += size;
    }
}

static void add_number(key_text *key, double number) {
    number = number == 0 ? 0 : number; /* one zero */
    add_bytes(key, &number, sizeof(number));
}

static void add_point(key_text *key, tl_vec3 p) {
    add_number(key, p.x);
    add_number(key, p.y);
    add_number(key, p.z);
}

static void add_word(key_text *key, const char *word) {
    add_bytes(key, word, strlen(word) + 1);
}

static void add_shape(key_text *key, const tl_shape *shape) {
    add_number(key, shape->kind);
    add_number(key, shape->radius);
    add_number(key, shape->size.x);
    add_number(key, shape->size.y);
    add_number(key, shape->low);
    add_number(key, shape->high);
    add_point(key, shape->from);
    add_point(key, shape->to);
    add_point(key, shape->pose.x);
    add_point(key, shape->pose.y);
    add_point(key, shape->pose.z);
    add_point(key, shape->pose.at);
    add_number(key, (double)shape->outline_count);
    for (size_t i = 0; i < shape->outline_count; i++) {
        add_number(key, shape->outline[i].x);
        add_number(key, shape->outline[i].y);
    }
}

/* The frame comes first, with what is done to the mesh in it: that is what two models share whose mesh is the same. */
static size_t add_frame(key_text *key, const tl_document_mesh *source) {
    const tl_frame *frame = &source->frame;
    add_number(key, frame->unit);
    add_number(key, frame->up);
    add_number(key, frame->forward);
    add_number(key, frame->scale);
    add_number(key, source->repairs.join);
    add_number(key, source->repairs.drop_specks);
    add_number(key, source->repairs.reorient ? 1 : 0);
    add_number(key, source->repairs.close_holes);
    add_number(key, source->simplify);
    return key->size;
}

static size_t describe(key_text *key, const tl_model_store_request *wish) {
    const tl_document_asset *asset = wish->asset;
    size_t frame = add_frame(key, &asset->mesh);
    add_number(key, (asset->parts.given ? 1 : 0) + (wish->terrain ? 2 : 0) + (wish->needs_base ? 4 : 0) +
                        (asset->has_hull_above ? 8 : 0) + (asset->mesh.openings ? 16 : 0) +
                        (asset->find_base ? 32 : 0));
    add_number(key, asset->mesh.uncertainty);
    add_number(key, asset->mesh.scale_error);
    add_number(key, asset->hull_above);
    for (int role = 0; asset->parts.given && role < TL_ROLE_COUNT; role++) {
        const char *const *patterns = asset->parts.patterns[role];
        for (size_t i = 0; patterns != NULL && patterns[i] != NULL; i++) {
            add_word(key, patterns[i]);
        }
        add_word(key, "");
    }
    add_shape(key, &asset->base);
    add_shape(key, &asset->core);
    for (size_t i = 0; i < asset->cut_count; i++) {
        const tl_body_cut *cut = &asset->cuts[i];
        add_number(key, (cut->keep ? 1 : 0) + (cut->is_plane ? 2 : 0) + 4 * (int)cut->role);
        add_point(key, cut->low);
        add_point(key, cut->high);
        add_point(key, cut->normal);
        add_number(key, cut->offset);
    }
    add_number(key, tl_posture_stands(&wish->posture) ? 0 : wish->posture.height);
    add_number(key, wish->posture.lies ? 1 : 0);
    return frame;
}

/* --- Taking ------------------------------------------------------------------------------------------------------- */

static bool is_file(const kept *item, const char *path, char **real, bool *asked) {
    if (strcmp(item->path, path) == 0) {
        return true;
    }
    if (path[0] == '\0' || item->path[0] == '\0') {
        return false;
    }
    if (!*asked) {
        *asked = true;
        *real = realpath(path, NULL);
    }
    return *real != NULL && item->real != NULL && strcmp(*real, item->real) == 0;
}

/* The mesh of a model that was made of the same file in the same frame, as if it had just been read. */
static tl_mesh *copy_of(const tl_model *model) {
    tl_mesh *mesh = tl_mesh_copy(model->mesh);
    for (size_t i = 0; mesh != NULL && i < mesh->piece_count; i++) {
        mesh->pieces[i].role = TL_ROLE_CORE;
        mesh->pieces[i].matched = false;
    }
    return mesh;
}

/* A copy of a mesh file's content, read at most once for a table. */
static tl_status read_once(tl_model_store *store, const char *path, tl_model_store_loader *load, void *user,
                           tl_mesh **mesh, tl_error *error) {
    for (size_t i = 0; i < store->read_count; i++) {
        if (strcmp(store->read[i].path, path) == 0) {
            *mesh = tl_mesh_copy(store->read[i].mesh);
            return *mesh != NULL ? TL_OK : tl_fail_memory(error);
        }
    }
    tl_mesh *fresh = NULL;
    tl_status status = load(user, path, &fresh, error);
    if (status != TL_OK) {
        return status;
    }
    char *name = tl_duplicate_text(store->context, path);
    *mesh = tl_mesh_copy(fresh);
    if (*mesh == NULL || name == NULL ||
        !tl_reserve(store->context, (void **)&store->read, &store->read_capacity, store->read_count + 1,
                    sizeof(*store->read))) {
        tl_free(store->context, name);
        tl_mesh_destroy(*mesh);
        *mesh = NULL;
        tl_mesh_destroy(fresh);
        return tl_fail_memory(error);
    }
    store->read[store->read_count++] = (read_mesh){name, fresh};
    return TL_OK;
}

/* `*single_error`: of the mesh as the file has it, in mm. */
static tl_status to_millimetres(tl_mesh *mesh, const tl_document_mesh *source, double *single_error, tl_error *error) {
    tl_frame frame = source->frame;
    if (frame.unit == TL_MESH_UNIT_UNSTATED) {
        frame.unit = mesh->unit;
    }
    if (frame.up == TL_AXIS_UNSTATED) {
        frame.up = mesh->up;
    }
    *single_error = tl_mesh_single_error(mesh) * tl_mesh_unit_mm(frame.unit) * (frame.scale > 0 ? frame.scale : 1);
    tl_status status = tl_mesh_to_millimetres(mesh, &frame, error);
    if (status != TL_OK) {
        /* the frame is the scene's to mend */
        error->file[0] = '\0';
        return status;
    }
    /* what is sane in its file may be absurd at this scale */
    tl_vec3 size = tl_box3_size(tl_mesh_box(mesh));
    double longest = tl_max(size.x, tl_max(size.y, size.z));
    if (longest > 1e5 || longest < 1.0) {
        return tl_fail(error, TL_ERROR_SCENE, source->path, NULL,
                       "set the asset's `unit` or `scale`; `trueline import` tells what the file says",
                       "at this scale the mesh is %.3g mm long, which is no size for a table", longest);
    }
    return TL_OK;
}

/* What was done to a mesh that was read. */
typedef struct tl_improved {
    double single_error;      /* of its file, mm */
    tl_mesh_unit stated_unit; /* by its file */
    tl_repair_report repaired;
    tl_simplified simplified;
} tl_improved;

/* How far the true surface may be from a mesh in its own frame: what the scene says, and what a wrong scale makes of
 * the vertex that is farthest from the origin. Rounded up. */
static double uncertainty_of(const tl_document_mesh *source, const tl_mesh *mesh) {
    double farthest = 0;
    for (size_t i = 0; mesh != NULL && source->scale_error > 0 && i < mesh->vertex_count; i++) {
        farthest = tl_max(farthest, tl_length(mesh->vertices[i]));
    }
    return source->uncertainty + source->scale_error * farthest * (1 + 1e-12);
}

static tl_status make_model(tl_model_store *store, const tl_model_store_request *wish, tl_mesh *mesh,
                            const tl_improved *improved, tl_model **model, tl_error *error) {
    const tl_document_asset *asset = wish->asset;
    double uncertainty = uncertainty_of(&asset->mesh, mesh);
    size_t unmatched = 0;
    if (mesh != NULL && asset->parts.given) {
        unmatched = tl_mesh_assign_roles(mesh, asset->parts.patterns);
    }
    tl_model_options options = {.has_parts = asset->parts.given,
                                .core = asset->core,
                                .has_hull_above = asset->has_hull_above,
                                .hull_above = asset->hull_above,
                                .cuts = asset->cuts,
                                .cut_count = asset->cut_count,
                                .base = asset->base,
                                .find_base = asset->find_base && !wish->terrain,
                                .needs_base = wish->needs_base,
                                .terrain = wish->terrain};
    tl_status status = mesh != NULL ? tl_scan_caps_make(mesh, asset->mesh.openings, &options.caps, error) : TL_OK;
    if (status != TL_OK) {
        tl_mesh_destroy(mesh);
        return status;
    }
    status = tl_model_create(store->context, mesh, &options, model, error);
    if (status == TL_OK) {
        (*model)->unmatched = unmatched;
        (*model)->repaired = improved->repaired;
        (*model)->simplified = improved->simplified;
        (*model)->single_error = improved->single_error;
        (*model)->stated_unit = improved->stated_unit;
        (*model)->uncertainty = uncertainty + improved->repaired.joined.bound + improved->simplified.bound;
    }
    return status;
}

static size_t bytes_of(const tl_mesh *mesh) {
    return mesh == NULL ? 0 : mesh->vertex_count * sizeof(tl_vec3) + mesh->triangle_count * (3 * sizeof(uint32_t) + 1);
}

/* Keeps a model beside whoever asked for it; takes the key. */
static tl_status keep(tl_model_store *store, const char *path, char *real, key_text *key, tl_model *model,
                      tl_error *error) {
    char *name = tl_duplicate_text(store->context, path);
    if (name == NULL || !tl_reserve(store->context, (void **)&store->items, &store->capacity, store->count + 1,
                                    sizeof(*store->items))) {
        tl_free(store->context, name);
        return tl_fail_memory(error);
    }
    tl_model_hold(model);
    store->items[store->count++] = (kept){.path = name,
                                          .real = real,
                                          .key = key->bytes,
                                          .key_size = key->size,
                                          .model = model,
                                          .bytes = bytes_of(model->mesh) + bytes_of(model->core),
                                          .used = ++store->clock};
    key->bytes = NULL;
    return TL_OK;
}

/* A model that doesn't stand, made of the one that does, and kept; takes the key. */
static tl_status take_posed(tl_model_store *store, const tl_model_store_request *wish, key_text *key, const char *path,
                            tl_model_store_loader *load, void *user, tl_model **model, bool *of_mesh, tl_error *error) {
    const tl_model_store_request upright = {
        .asset = wish->asset, .terrain = wish->terrain, .needs_base = wish->needs_base};
    tl_model *standing = NULL;
    tl_status status = tl_model_store_take(store, &upright, load, user, &standing, of_mesh, error);
    if (status == TL_OK) {
        status = tl_model_in_posture(store->context, standing, &wish->posture, model, error);
    }
    tl_model_destroy(standing);
    if (status == TL_OK) {
        char *real = path[0] != '\0' ? realpath(path, NULL) : NULL;
        status = keep(store, path, real, key, *model, error);
        if (status != TL_OK) {
            free(real);
            tl_model_destroy(*model);
            *model = NULL;
        }
    }
    return status;
}

static tl_status take(tl_model_store *store, const tl_model_store_request *wish, key_text *key, size_t frame,
                      char **real, tl_model_store_loader *load, void *user, tl_model **model, bool *of_mesh,
                      tl_error *error) {
    const tl_document_mesh *source = &wish->asset->mesh;
    const char *path = source->name != NULL ? source->path : "";
    const kept *like = NULL;
    bool asked = false;
    for (size_t i = 0; i < store->count; i++) {
        kept *item = &store->items[i];
        bool same_frame = item->key_size >= frame && memcmp(item->key, key->bytes, frame) == 0;
        if (!same_frame || !is_file(item, path, real, &asked)) {
            continue;
        }
        if (item->key_size == key->size && memcmp(item->key, key->bytes, key->size) == 0) {
            item->used = ++store->clock;
            *model = tl_model_hold(item->model);
            return TL_OK;
        }
        like = item->model->posed ? like : item;
    }
    if (!tl_posture_stands(&wish->posture)) {
        return take_posed(store, wish, key, path, load, user, model, of_mesh, error);
    }
    tl_mesh *mesh = NULL;
    tl_improved improved = {0};
    tl_status status = TL_OK;
    if (source->name != NULL && like != NULL) {
        mesh = copy_of(like->model);
        improved.repaired = like->model->repaired;
        improved.simplified = like->model->simplified;
        improved.stated_unit = like->model->stated_unit;
        status = mesh != NULL ? TL_OK : tl_fail_memory(error);
    } else if (source->name != NULL) {
        *of_mesh = true;
        status = read_once(store, path, load, user, &mesh, error);
        improved.stated_unit = status == TL_OK ? mesh->unit : TL_MESH_UNIT_UNSTATED;
        status = status == TL_OK ? to_millimetres(mesh, source, &improved.single_error, error) : status;
        status = status == TL_OK ? tl_scan_repair(mesh, &source->repairs, &improved.repaired, error) : status;
        status = status == TL_OK ? tl_scan_simplify(mesh, source->simplify, &improved.simplified, error) : status;
        *of_mesh = status != TL_OK;
    }
    if (status != TL_OK) {
        tl_mesh_destroy(mesh);
        return status;
    }
    status = make_model(store, wish, mesh, &improved, model, error);
    if (status == TL_OK) {
        if (!asked && path[0] != '\0') {
            *real = realpath(path, NULL);
        }
        status = keep(store, path, *real, key, *model, error);
        if (status == TL_OK) {
            *real = NULL;
        } else {
            tl_model_destroy(*model);
            *model = NULL;
        }
    }
    return status;
}

tl_status tl_model_store_take(tl_model_store *store, const tl_model_store_request *wish, tl_model_store_loader *load,
                              void *user, tl_model **model, bool *of_mesh, tl_error *error) {
    key_text key = {.context = store->context};
    char *real = NULL;
    *of_mesh = false;
    *model = NULL;
    size_t frame = describe(&key, wish);
    tl_status status =
        key.failed ? tl_fail_memory(error) : take(store, wish, &key, frame, &real, load, user, model, of_mesh, error);
    free(real);
    tl_free(store->context, key.bytes);
    return status;
}
