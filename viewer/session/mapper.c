#include "session/mapper.h"

#include "report.h"
#include "session/copy.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A wish with its own memory. */
typedef struct job {
    unsigned serial; /* 0: none */
    tlv_wish wish;
    char *map, *from, *target, *units, *text;
} job;

struct tlv_mapper {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t work;
    /* under the mutex: */
    job waiting;
    tlv_mapped made;
    bool there, quit;
    unsigned next;
    /* */
    atomic_bool give_up;
    atomic_int thousandths; /* of the way; negative: nobody knows */
    /* the thread's own: */
    tl_context *context;
    tl_scene *scene;
    char *text; /* the scene begins as */
    size_t size;
    char *path, *helper, *cache, *language;
    char **set;
    unsigned threads;
    void (*wake)(void);
};

static bool go_on(void *user, double done, const char *what) {
    tlv_mapper *m = user;
    (void)what;
    int thousandths = done > 0 ? (int)(1000 * (done < 1 ? done : 1)) : -1;
    atomic_store(&m->thousandths, thousandths);
    return !atomic_load(&m->give_up);
}

static void free_job(job *j) {
    free(j->map);
    free(j->from);
    free(j->target);
    free(j->units);
    free(j->text);
    *j = (job){0};
}

static void free_made(tlv_mapped *made) {
    tl_board_map_destroy(made->map);
    tl_firing_destroy(made->firing);
    *made = (tlv_mapped){0};
}

static tl_status load(tlv_mapper *m, tl_error *error) {
    const tl_scene_options options = {.import_helper = m->helper, .mesh_cache = m->cache, .go_without = true};
    tl_status status = tl_scene_read(m->context, m->text, m->size, m->path, &options, &m->scene, NULL, error);
    for (char **pair = m->set; status == TL_OK && pair && pair[0]; pair += 2) {
        status = tl_scene_set(m->scene, pair[0], pair[1], error);
    }
    if (status != TL_OK) {
        tl_scene_destroy(m->scene);
        m->scene = NULL;
    }
    return status;
}

/* Brings the thread's scene to what is shown. */
static tl_status follow(tlv_mapper *m, const job *j, tl_error *error) {
    tl_status status = m->scene ? TL_OK : load(m, error);
    status = status == TL_OK ? tl_scene_restore(m->scene, j->text, j->wish.size, NULL, error) : status;
    return status == TL_OK ? tl_scene_set(m->scene, "units", j->units, error) : status;
}

static tl_status make(tlv_mapper *m, const job *j, double cell, tlv_mapped *made) {
    const tlv_wish *w = &j->wish;
    if (j->map) {
        const tl_board_question question = {.map = j->map,
                                            .from = w->zoned ? NULL : j->from,
                                            .zone = w->zoned ? w->zone : NULL,
                                            .zone_count = w->zoned ? 4 : 0,
                                            .to = w->aimed ? w->to : NULL,
                                            .to_count = w->aimed ? 4 : 0,
                                            .cell_mm = cell,
                                            .threads = m->threads};
        return tl_scene_analyze(m->scene, &question, &made->map, &made->error);
    }
    const tl_firing_question question = {
        .member = j->from, .target = j->target, .march = w->march, .cell_mm = cell, .threads = m->threads};
    return tl_scene_firing(m->scene, &question, &made->firing, &made->error);
}

/* False when it was given up. */
static bool hand_over(tlv_mapper *m, tlv_mapped *made) {
    pthread_mutex_lock(&m->mutex);
    bool given_up = atomic_load(&m->give_up);
    if (given_up) {
        free_made(made);
    } else {
        free_made(&m->made);
        m->made = *made;
        m->there = true;
    }
    pthread_mutex_unlock(&m->mutex);
    if (!given_up && m->wake) {
        m->wake();
    }
    return !given_up;
}

static void answer(tlv_mapper *m, const job *j) {
    tlv_mapped made = {.serial = j->serial};
    bool wanted = true;
    made.status = follow(m, j, &made.error);
    for (int step = 0; wanted && step < TLV_MAP_STEPS && j->wish.cells[step] > 0; step++) {
        made.last = step + 1 == TLV_MAP_STEPS || !(j->wish.cells[step + 1] > 0);
        if (made.status == TL_OK) {
            made.status = make(m, j, j->wish.cells[step], &made);
        }
        made.last = made.last || made.status != TL_OK;
        wanted = hand_over(m, &made) && made.status == TL_OK;
        made = (tlv_mapped){.serial = j->serial};
    }
}

static void *run(void *user) {
    tlv_mapper *m = user;
    pthread_mutex_lock(&m->mutex);
    while (!m->quit) {
        if (m->waiting.serial == 0) {
            pthread_cond_wait(&m->work, &m->mutex);
            continue;
        }
        job j = m->waiting;
        m->waiting = (job){0};
        atomic_store(&m->give_up, false);
        atomic_store(&m->thousandths, -1);
        pthread_mutex_unlock(&m->mutex);
        answer(m, &j);
        free_job(&j);
        pthread_mutex_lock(&m->mutex);
    }
    pthread_mutex_unlock(&m->mutex);
    return NULL;
}

static void release(tlv_mapper *m) {
    free_made(&m->made);
    free_job(&m->waiting);
    tl_scene_destroy(m->scene);
    tl_context_destroy(m->context);
    tlv_free_set(m->set);
    free(m->text);
    free(m->path);
    free(m->helper);
    free(m->cache);
    free(m->language);
    free(m);
}

/* One processor is left to the drawing. */
static unsigned threads(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 2 ? (unsigned)(count < 257 ? count - 1 : 256) : 1;
}

tl_status tlv_mapper_create(const char *path, const char *text, size_t size, const tlv_asker_options *options,
                            tlv_mapper **mapper, tl_error *error) {
    *mapper = NULL;
    tlv_mapper *m = calloc(1, sizeof(*m));
    if (!m) {
        return tlv_fail_memory(error);
    }
    bool failed = false;
    m->next = 1;
    m->path = tlv_copy_text(path, &failed);
    m->text = tlv_copy_bytes(text, size, &failed);
    m->size = size;
    m->helper = tlv_copy_text(options->import_helper, &failed);
    m->cache = tlv_copy_text(options->mesh_cache, &failed);
    m->language = tlv_copy_text(options->language, &failed);
    m->set = tlv_copy_set(options->set, &failed);
    m->wake = options->wake;
    m->threads = threads();
    atomic_init(&m->give_up, false);
    atomic_init(&m->thousandths, -1);
    const tl_context_options how = {.user = m, .progress = go_on, .language = m->language};
    m->context = tl_context_create(&how);
    if (failed || !m->context) {
        release(m);
        return tlv_fail_memory(error);
    }
    pthread_mutex_init(&m->mutex, NULL);
    pthread_cond_init(&m->work, NULL);
    if (pthread_create(&m->thread, NULL, run, m) != 0) {
        pthread_cond_destroy(&m->work);
        pthread_mutex_destroy(&m->mutex);
        release(m);
        return tlv_fail(error, TL_ERROR_LIMIT, NULL, NULL, "no thread can be started to make maps with");
    }
    *mapper = m;
    return TL_OK;
}

void tlv_mapper_destroy(tlv_mapper *mapper) {
    if (mapper) {
        pthread_mutex_lock(&mapper->mutex);
        mapper->quit = true;
        atomic_store(&mapper->give_up, true);
        pthread_cond_signal(&mapper->work);
        pthread_mutex_unlock(&mapper->mutex);
        pthread_join(mapper->thread, NULL);
        pthread_cond_destroy(&mapper->work);
        pthread_mutex_destroy(&mapper->mutex);
        release(mapper);
    }
}

unsigned tlv_mapper_want(tlv_mapper *mapper, const tlv_wish *wish) {
    job j = {.wish = *wish};
    bool failed = false;
    j.map = tlv_copy_text(wish->map, &failed);
    j.from = tlv_copy_text(wish->from, &failed);
    j.target = tlv_copy_text(wish->target, &failed);
    j.units = tlv_copy_text(wish->units, &failed);
    j.text = tlv_copy_bytes(wish->text, wish->size, &failed);
    if (failed) {
        free_job(&j);
        return 0;
    }
    pthread_mutex_lock(&mapper->mutex);
    unsigned serial = j.serial = mapper->next++;
    free_job(&mapper->waiting);
    mapper->waiting = j;
    atomic_store(&mapper->give_up, true);
    free_made(&mapper->made);
    mapper->there = false;
    pthread_cond_signal(&mapper->work);
    pthread_mutex_unlock(&mapper->mutex);
    return serial;
}

void tlv_mapper_drop(tlv_mapper *mapper) {
    pthread_mutex_lock(&mapper->mutex);
    free_job(&mapper->waiting);
    atomic_store(&mapper->give_up, true);
    free_made(&mapper->made);
    mapper->there = false;
    pthread_mutex_unlock(&mapper->mutex);
}

double tlv_mapper_progress(const tlv_mapper *mapper) {
    int thousandths = atomic_load(&mapper->thousandths);
    return thousandths < 0 ? -1 : thousandths / 1000.0;
}

bool tlv_mapper_take(tlv_mapper *mapper, tlv_mapped *mapped) {
    pthread_mutex_lock(&mapper->mutex);
    bool there = mapper->there;
    if (there) {
        *mapped = mapper->made;
        mapper->made = (tlv_mapped){0};
        mapper->there = false;
    }
    pthread_mutex_unlock(&mapper->mutex);
    return there;
}
