/* mapper.c: the thread that makes maps and firing positions, coarse ones first. */
#include "session/mapper.h"

#include "report.h"
#include "session/copy.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A wish with its own memory. */
typedef struct mapper_job {
    unsigned serial; /* 0: none */
    tlv_wish wish;
    char *map, *from, *target;
    tl_scene *scene;
} mapper_job;

struct tlv_mapper {
    tlv_worker worker;
    unsigned threads; /* the thread's own */
    /* under the worker's mutex: */
    mapper_job waiting;
    tlv_mapped made;
    bool there;
    unsigned next;
};

static void free_job(mapper_job *j) {
    free(j->map);
    free(j->from);
    free(j->target);
    tl_scene_destroy(j->scene);
    *j = (mapper_job){0};
}

static void free_made(tlv_mapped *made) {
    tl_board_map_destroy(made->map);
    tl_firing_destroy(made->firing);
    *made = (tlv_mapped){0};
}

static tl_status make(tlv_mapper *m, const mapper_job *j, double cell, tlv_mapped *made) {
    const tlv_wish *w = &j->wish;
    if (j->map) {
        const tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                            .map = j->map,
                                            .from = w->zoned ? NULL : j->from,
                                            .zone = w->zoned ? w->zone : NULL,
                                            .zone_count = w->zoned ? 4 : 0,
                                            .to = w->aimed ? w->to : NULL,
                                            .to_count = w->aimed ? 4 : 0,
                                            .cell_mm = cell,
                                            .threads = m->threads};
        return tl_scene_analyze(j->scene, &question, &made->map, &made->error);
    }
    const tl_firing_question question = {.struct_size = sizeof(tl_firing_question),
                                         .member = j->from,
                                         .target = j->target,
                                         .march = w->march,
                                         .cell_mm = cell,
                                         .threads = m->threads};
    return tl_scene_firing(j->scene, &question, &made->firing, &made->error);
}

/* False when it was given up. */
static bool hand_over(tlv_mapper *m, tlv_mapped *made) {
    pthread_mutex_lock(&m->worker.mutex);
    bool given_up = atomic_load(&m->worker.give_up);
    if (given_up) {
        free_made(made);
    } else {
        free_made(&m->made);
        m->made = *made;
        m->there = true;
    }
    pthread_mutex_unlock(&m->worker.mutex);
    if (!given_up) {
        tlv_worker_wake(&m->worker);
    }
    return !given_up;
}

static void answer(tlv_mapper *m, const mapper_job *j) {
    tlv_mapped made = {.serial = j->serial};
    bool wanted = true;
    for (int step = 0; wanted && step < TLV_MAP_STEPS && j->wish.cells[step] > 0; step++) {
        made.last = step + 1 == TLV_MAP_STEPS || !(j->wish.cells[step + 1] > 0);
        made.status = make(m, j, j->wish.cells[step], &made);
        made.last = made.last || made.status != TL_OK;
        wanted = hand_over(m, &made) && made.status == TL_OK;
        made = (tlv_mapped){.serial = j->serial};
    }
}

static void *run(void *user) {
    tlv_mapper *m = user;
    pthread_mutex_lock(&m->worker.mutex);
    while (!m->worker.quit) {
        if (m->waiting.serial == 0) {
            pthread_cond_wait(&m->worker.work, &m->worker.mutex);
            continue;
        }
        mapper_job j = m->waiting;
        m->waiting = (mapper_job){0};
        atomic_store(&m->worker.give_up, false);
        atomic_store(&m->worker.thousandths, -1);
        pthread_mutex_unlock(&m->worker.mutex);
        answer(m, &j);
        free_job(&j);
        pthread_mutex_lock(&m->worker.mutex);
    }
    pthread_mutex_unlock(&m->worker.mutex);
    return NULL;
}

static void release(tlv_mapper *m) {
    free_made(&m->made);
    free_job(&m->waiting);
    tlv_worker_free(&m->worker);
    free(m);
}

/* One processor is left to the drawing. */
static unsigned threads(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 2 ? (unsigned)(count < 257 ? count - 1 : 256) : 1;
}

tl_status tlv_mapper_create(const tlv_worker_options *options, tlv_mapper **mapper, tl_error *error) {
    *mapper = NULL;
    tlv_mapper *m = calloc(1, sizeof(*m));
    if (!m) {
        return tlv_fail_memory(error);
    }
    m->next = 1;
    m->threads = threads();
    tl_status status = tlv_worker_start(&m->worker, options, run, m, "make maps with", error);
    if (status != TL_OK) {
        release(m);
        return status;
    }
    *mapper = m;
    return TL_OK;
}

void tlv_mapper_destroy(tlv_mapper *mapper) {
    if (mapper) {
        tlv_worker_stop(&mapper->worker);
        release(mapper);
    }
}

unsigned tlv_mapper_want(tlv_mapper *mapper, const tlv_wish *wish) {
    mapper_job j = {.wish = *wish};
    bool failed = false;
    j.map = tlv_copy_text(wish->map, &failed);
    j.from = tlv_copy_text(wish->from, &failed);
    j.target = tlv_copy_text(wish->target, &failed);
    j.scene = failed ? NULL : tlv_worker_clone(&mapper->worker, wish->scene, wish->units);
    if (!j.scene) {
        free_job(&j);
        return 0;
    }
    pthread_mutex_lock(&mapper->worker.mutex);
    unsigned serial = j.serial = mapper->next++;
    free_job(&mapper->waiting);
    mapper->waiting = j;
    atomic_store(&mapper->worker.give_up, true);
    free_made(&mapper->made);
    mapper->there = false;
    pthread_cond_signal(&mapper->worker.work);
    pthread_mutex_unlock(&mapper->worker.mutex);
    return serial;
}

void tlv_mapper_drop(tlv_mapper *mapper) {
    pthread_mutex_lock(&mapper->worker.mutex);
    free_job(&mapper->waiting);
    atomic_store(&mapper->worker.give_up, true);
    free_made(&mapper->made);
    mapper->there = false;
    pthread_mutex_unlock(&mapper->worker.mutex);
}

double tlv_mapper_progress(const tlv_mapper *mapper) {
    int thousandths = atomic_load(&mapper->worker.thousandths);
    return thousandths < 0 ? -1 : thousandths / 1000.0;
}

bool tlv_mapper_take(tlv_mapper *mapper, tlv_mapped *mapped) {
    pthread_mutex_lock(&mapper->worker.mutex);
    bool there = mapper->there;
    if (there) {
        *mapped = mapper->made;
        mapper->made = (tlv_mapped){0};
        mapper->there = false;
    }
    pthread_mutex_unlock(&mapper->worker.mutex);
    return there;
}
