/* loader.c: the thread that reads a scene and makes what is drawn of it ready. */
#include "session/loader.h"

#include "report.h"
#include "session/copy.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct tlv_loader {
    pthread_t thread;
    char *path, *helper, *cache, *language;
    char *text, *mesh, *unit, *name; /* or NULL */
    size_t size;
    bool is_new;
    char **set;
    void (*draw)(const tl_scene *scene, const tl_draw_sink *sink);
    void (*wake)(void);
    atomic_bool give_up, done;
    atomic_int thousandths; /* of the way; negative: nobody knows */
    tlv_loaded loaded;
};

static bool go_on(void *user, double done, const char *what) {
    tlv_loader *l = user;
    (void)what;
    int thousandths = done > 0 ? (int)(1000 * (done < 1 ? done : 1)) : -1;
    if (atomic_exchange(&l->thousandths, thousandths) / 10 != thousandths / 10 && l->wake) {
        l->wake();
    }
    return !atomic_load(&l->give_up);
}

static tl_status read_scene(tlv_loader *l, tl_context *reading, tlv_loaded *made) {
    const tl_scene_options options = {.struct_size = sizeof(tl_scene_options),
                                      .import_helper = l->helper,
                                      .mesh_cache = l->cache,
                                      .go_without = true};
    const tl_scene_outset outset = {
        .struct_size = sizeof(tl_scene_outset), .mesh = l->mesh, .unit = l->unit, .name = l->name, .guess = true};
    return l->is_new ? tl_scene_create(reading, l->path, &outset, &options, &made->scene, &made->error)
           : l->text ? tl_scene_read(reading, l->text, l->size, l->path, &options, &made->scene, NULL, &made->error)
                     : tl_scene_load(reading, l->path, &options, &made->scene, NULL, &made->error);
}

static tlv_prepared *draw_prepared(const tlv_loader *l, const tl_scene *scene) {
    tlv_prepared *prepared = l->draw && !atomic_load(&l->give_up) ? tlv_prepared_create() : NULL;
    if (prepared) {
        const tl_draw_sink sink = tlv_prepared_sink(prepared);
        l->draw(scene, &sink);
        tlv_prepared_mark(prepared);
    }
    return prepared;
}

static void *run(void *user) {
    tlv_loader *l = user;
    tlv_loaded *made = &l->loaded;
    const tl_context_options how = {
        .struct_size = sizeof(tl_context_options), .user = l, .progress = go_on, .language = l->language};
    tl_context *reading = tl_context_create(&how);
    made->status = reading ? read_scene(l, reading, made) : tlv_fail_memory(&made->error);
    for (char **pair = l->set; made->status == TL_OK && pair && pair[0]; pair += 2) {
        made->status = tl_scene_set(made->scene, pair[0], pair[1], &made->error);
    }
    if (made->status != TL_OK) {
        tl_scene_destroy(made->scene);
        tl_context_destroy(reading);
        made->scene = NULL;
        reading = NULL;
    } else {
        made->prepared = draw_prepared(l, made->scene);
    }
    made->context = reading;
    atomic_store(&l->done, true);
    if (l->wake) {
        l->wake();
    }
    return NULL;
}

static void release(tlv_loader *l) {
    tlv_free_set(l->set);
    free(l->path);
    free(l->helper);
    free(l->cache);
    free(l->language);
    free(l->text);
    free(l->mesh);
    free(l->unit);
    free(l->name);
    free(l);
}

tl_status tlv_loader_start(const char *path, const tlv_loader_options *options, tlv_loader **loader, tl_error *error) {
    *loader = NULL;
    tlv_loader *l = calloc(1, sizeof(*l));
    if (!l) {
        return tlv_fail_memory(error);
    }
    bool failed = false;
    l->path = tlv_copy_text(path, &failed);
    l->helper = tlv_copy_text(options->import_helper, &failed);
    l->cache = tlv_copy_text(options->mesh_cache, &failed);
    l->language = tlv_copy_text(options->language, &failed);
    l->mesh = tlv_copy_text(options->mesh, &failed);
    l->unit = tlv_copy_text(options->unit, &failed);
    l->name = tlv_copy_text(options->name, &failed);
    l->text = tlv_copy_text(options->text, &failed); /* scenes have no NUL inside */
    l->size = l->text ? options->size : 0;
    l->is_new = options->is_new;
    l->set = tlv_copy_set(options->set, &failed);
    l->draw = options->draw;
    l->wake = options->wake;
    atomic_init(&l->give_up, false);
    atomic_init(&l->done, false);
    atomic_init(&l->thousandths, -1);
    if (failed) {
        release(l);
        return tlv_fail_memory(error);
    }
    if (pthread_create(&l->thread, NULL, run, l) != 0) {
        release(l);
        return tlv_fail(error, TL_ERROR_LIMIT, NULL, NULL, "no thread can be started to read the scene with");
    }
    *loader = l;
    return TL_OK;
}

double tlv_loader_progress(const tlv_loader *loader) {
    int thousandths = atomic_load(&loader->thousandths);
    return thousandths < 0 ? -1 : thousandths / 1000.0;
}

const char *tlv_loader_path(const tlv_loader *loader) {
    return loader->path;
}

bool tlv_loader_is_done(const tlv_loader *loader) {
    return atomic_load(&loader->done);
}

void tlv_loader_cancel(tlv_loader *loader) {
    atomic_store(&loader->give_up, true);
}

tlv_loaded tlv_loader_finish(tlv_loader *loader) {
    pthread_join(loader->thread, NULL);
    atomic_store(&loader->give_up, false); /* the scene goes on to ask */
    loader->wake = NULL;
    return loader->loaded;
}

void tlv_loader_destroy(tlv_loader *loader) {
    if (loader) {
        release(loader);
    }
}
