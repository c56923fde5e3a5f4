#include "session/asker.h"

#include "report.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NAME = 256 };

/* A request with its own memory. */
typedef struct job {
    unsigned serial;
    char query[NAME], from[NAME], to[NAME], units[16];
    double preview_ms;
    tl_place *places;
    size_t count;
} job;

struct tlv_asker {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t work;
    /* under the mutex: */
    job waiting; /* serial 0: none */
    tlv_answer answer;
    bool answered, running, quit;
    bool refining; /* what runs has been answered by a preview: it gives way to anything */
    unsigned next;
    /* */
    atomic_bool give_up;
    /* the thread's own: */
    tl_context *context;
    tl_scene *scene;
    tl_place *places; /* where the thread's scene has the members */
    size_t count;
    char *path, *helper, *cache, *language;
    char **set;
    void (*wake)(void);
};

static bool go_on(void *user, double done, const char *what) {
    (void)done;
    (void)what;
    return !atomic_load(&((tlv_asker *)user)->give_up);
}

static char *copy_text(const char *text) {
    char *copy = text ? malloc(strlen(text) + 1) : NULL;
    if (copy) {
        memcpy(copy, text, strlen(text) + 1);
    }
    return copy;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static tl_status load(tlv_asker *a, tl_error *error) {
    const tl_scene_options options = {.import_helper = a->helper, .mesh_cache = a->cache};
    tl_status status = tl_scene_load(a->context, a->path, &options, &a->scene, NULL, error);
    for (char **pair = a->set; status == TL_OK && pair && pair[0]; pair += 2) {
        status = tl_scene_set(a->scene, pair[0], pair[1], error);
    }
    a->count = status == TL_OK ? tl_scene_member_count(a->scene) : 0;
    free(a->places);
    a->places = calloc(a->count + 1, sizeof(*a->places));
    for (size_t i = 0; i < a->count && status == TL_OK; i++) {
        status = a->places ? tl_scene_place_of(a->scene, tl_scene_member(a->scene, i), &a->places[i], error)
                           : tlv_fail_memory(error);
    }
    if (status != TL_OK) {
        tl_scene_destroy(a->scene);
        a->scene = NULL;
    }
    return status;
}

/* Brings the thread's scene to where the request has the members. */
static tl_status follow(tlv_asker *a, const job *j, tl_error *error) {
    tl_status status = tl_scene_set(a->scene, "units", j->units, error);
    for (size_t i = 0; i < a->count && i < j->count && status == TL_OK; i++) {
        const tl_place *to = &j->places[i], *at = &a->places[i];
        bool same = to->coordinates == at->coordinates && to->facing == at->facing && to->level == at->level &&
                    memcmp(to->at, at->at, to->coordinates * sizeof(*to->at)) == 0;
        if (!same) {
            status = tl_scene_place(a->scene, tl_scene_member(a->scene, i), to->at, to->coordinates, to->facing,
                                    to->level, error);
            a->places[i] = status == TL_OK ? *to : *at;
        }
    }
    return status;
}

/* True when the answer was a preview, which the thread should better now. */
static bool answer(tlv_asker *a, const job *j, double limit_ms) {
    tlv_answer made = {.serial = j->serial};
    double start = now();
    made.status = a->scene ? TL_OK : load(a, &made.error);
    if (made.status == TL_OK) {
        made.status = follow(a, j, &made.error);
    }
    if (made.status == TL_OK) {
        const tl_question question = {.query = j->query, .from = j->from, .to = j->to, .time_limit_ms = limit_ms};
        made.status = tl_scene_ask(a->scene, &question, &made.ruling, &made.error);
        made.preview = made.status == TL_OK && tl_ruling_cut_short(made.ruling);
    }
    made.seconds = now() - start;
    if (made.status == TL_ERROR_CANCELLED) {
        return false;
    }
    pthread_mutex_lock(&a->mutex);
    a->refining = made.preview && a->waiting.serial == 0 && !a->quit;
    bool refine = a->refining;
    if (a->answered) {
        tl_ruling_destroy(a->answer.ruling);
    }
    a->answer = made;
    a->answered = true;
    pthread_mutex_unlock(&a->mutex);
    if (a->wake) {
        a->wake();
    }
    return refine;
}

static void *run(void *user) {
    tlv_asker *a = user;
    tl_error early = {0};
    load(a, &early); /* what fails is tried and told with the first question */
    pthread_mutex_lock(&a->mutex);
    while (!a->quit) {
        if (a->waiting.serial == 0) {
            pthread_cond_wait(&a->work, &a->mutex);
            continue;
        }
        job j = a->waiting;
        a->waiting = (job){0};
        a->running = true;
        atomic_store(&a->give_up, false);
        pthread_mutex_unlock(&a->mutex);
        if (answer(a, &j, j.preview_ms)) {
            answer(a, &j, 0);
        }
        free(j.places);
        pthread_mutex_lock(&a->mutex);
        a->running = a->refining = false;
    }
    pthread_mutex_unlock(&a->mutex);
    return NULL;
}

static char **copy_set(const char *const *set, bool *failed) {
    size_t count = 0;
    while (set && set[count]) {
        count++;
    }
    char **copy = calloc(count + 1, sizeof(*copy));
    *failed = *failed || !copy;
    for (size_t i = 0; i < count && copy; i++) {
        copy[i] = copy_text(set[i]);
        *failed = *failed || !copy[i];
    }
    return copy;
}

static void release(tlv_asker *a) {
    for (char **text = a->set; text && *text; text++) {
        free(*text);
    }
    if (a->answered) {
        tl_ruling_destroy(a->answer.ruling);
    }
    tl_scene_destroy(a->scene);
    tl_context_destroy(a->context);
    free(a->set);
    free(a->places);
    free(a->waiting.places);
    free(a->path);
    free(a->helper);
    free(a->cache);
    free(a->language);
    free(a);
}

tl_status tlv_asker_create(const char *path, const tlv_asker_options *options, tlv_asker **asker, tl_error *error) {
    *asker = NULL;
    tlv_asker *a = calloc(1, sizeof(*a));
    if (!a) {
        return tlv_fail_memory(error);
    }
    bool failed = false;
    a->next = 1;
    a->path = copy_text(path);
    a->helper = copy_text(options->import_helper);
    a->cache = copy_text(options->mesh_cache);
    a->language = copy_text(options->language);
    a->set = copy_set(options->set, &failed);
    a->wake = options->wake;
    atomic_init(&a->give_up, false);
    const tl_context_options how = {.user = a, .progress = go_on, .language = a->language};
    a->context = tl_context_create(&how);
    if (failed || !a->path || (options->import_helper && !a->helper) || (options->mesh_cache && !a->cache) ||
        (options->language && !a->language) || !a->context) {
        release(a);
        return tlv_fail_memory(error);
    }
    pthread_mutex_init(&a->mutex, NULL);
    pthread_cond_init(&a->work, NULL);
    if (pthread_create(&a->thread, NULL, run, a) != 0) {
        pthread_cond_destroy(&a->work);
        pthread_mutex_destroy(&a->mutex);
        release(a);
        return tlv_fail(error, TL_ERROR_LIMIT, NULL, NULL, "no thread can be started to ask questions with");
    }
    *asker = a;
    return TL_OK;
}

void tlv_asker_destroy(tlv_asker *asker) {
    if (asker) {
        pthread_mutex_lock(&asker->mutex);
        asker->quit = true;
        atomic_store(&asker->give_up, true);
        pthread_cond_signal(&asker->work);
        pthread_mutex_unlock(&asker->mutex);
        pthread_join(asker->thread, NULL);
        pthread_cond_destroy(&asker->work);
        pthread_mutex_destroy(&asker->mutex);
        release(asker);
    }
}

static bool copy_name(char to[NAME], const char *from) {
    size_t length = strlen(from);
    if (length >= NAME) {
        return false;
    }
    memcpy(to, from, length + 1);
    return true;
}

unsigned tlv_asker_ask(tlv_asker *asker, const tlv_request *request) {
    job j = {.count = request->place_count, .preview_ms = request->preview_ms};
    j.places = malloc((j.count + 1) * sizeof(*j.places));
    if (!j.places || !copy_name(j.query, request->query) || !copy_name(j.from, request->from) ||
        !copy_name(j.to, request->to) || strlen(request->units) >= sizeof(j.units)) {
        free(j.places);
        return 0;
    }
    memcpy(j.units, request->units, strlen(request->units) + 1);
    memcpy(j.places, request->places, j.count * sizeof(*j.places));
    pthread_mutex_lock(&asker->mutex);
    j.serial = asker->next++;
    free(asker->waiting.places);
    asker->waiting = j;
    if ((request->hurry || asker->refining) && asker->running) { /* not while it reads the scene */
        atomic_store(&asker->give_up, true);
    }
    pthread_cond_signal(&asker->work);
    pthread_mutex_unlock(&asker->mutex);
    return j.serial;
}

void tlv_asker_drop(tlv_asker *asker) {
    pthread_mutex_lock(&asker->mutex);
    free(asker->waiting.places);
    asker->waiting = (job){0};
    if (asker->running) {
        atomic_store(&asker->give_up, true);
    }
    pthread_mutex_unlock(&asker->mutex);
}

bool tlv_asker_is_ready(tlv_asker *asker) {
    pthread_mutex_lock(&asker->mutex);
    bool ready = asker->answered;
    pthread_mutex_unlock(&asker->mutex);
    return ready;
}

bool tlv_asker_take(tlv_asker *asker, tlv_answer *answer) {
    pthread_mutex_lock(&asker->mutex);
    bool there = asker->answered;
    if (there) {
        *answer = asker->answer;
        asker->answered = false;
    }
    pthread_mutex_unlock(&asker->mutex);
    return there;
}
