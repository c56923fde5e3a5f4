/* asker.c: the thread that answers requests, the latest of each kind, on clones of the scene. */
#include "session/asker.h"

#include "html.h"
#include "report.h"
#include "session/copy.h"
#include "session/question.h"

#include <stdlib.h>
#include <string.h>

/* A request with its own memory. */
typedef struct asker_job {
    unsigned serial; /* 0: none */
    tlv_request_kind kind;
    tl_question question;
    void *memory; /* of the question */
    double preview_ms;
    tl_scene *scene;
    char *file, *date, *systems;
} asker_job;

struct tlv_asker {
    tlv_worker worker;
    char *path;
    /* under the worker's mutex: */
    asker_job waiting[TLV_REQUEST_KINDS];
    tlv_answer answers[TLV_REQUEST_KINDS];
    bool answered[TLV_REQUEST_KINDS], running;
    tlv_request_kind runs;
    bool refining; /* what runs has been answered by a preview: it gives way to anything */
    unsigned next;
};

static void free_job(asker_job *j) {
    tl_scene_destroy(j->scene);
    free(j->memory);
    free(j->file);
    free(j->date);
    free(j->systems);
    *j = (asker_job){0};
}

/* What waits, the question on the table first; under the mutex. */
static asker_job *next_job(tlv_asker *a) {
    for (int i = 0; i < TLV_REQUEST_KINDS; i++) {
        if (a->waiting[i].serial != 0) {
            return &a->waiting[i];
        }
    }
    return NULL;
}

/* The name in a path, for the report. */
static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Draws in a context of the thread's own. */
static tl_status write_file(const tlv_asker *a, const asker_job *j, const tl_ruling *ruling, tl_error *error) {
    const tlv_subject subject = {j->scene, ruling, &j->question};
    const tlv_report_options options = {
        .language = j->question.language, .scene_file = name_of(a->path), .date = j->date};
    size_t length = strlen(j->file);
    tlv_renderer *renderer = NULL;
    tl_status status = tlv_renderer_create_offscreen(1600, 1000, 4, &renderer, error);
    if (status == TL_OK && length > 5 && strcmp(j->file + length - 5, ".html") == 0) {
        status = tlv_report_save(renderer, &subject, &options, j->file, error);
    } else if (status == TL_OK) {
        status = tlv_shot_sheet(renderer, &subject, NULL, error);
        if (status == TL_OK) {
            status = tlv_renderer_save_png(renderer, j->file, error);
        }
    }
    tlv_renderer_destroy(renderer);
    return status;
}

/* Under all rule systems that are named, a line each. */
static tl_status compare(const asker_job *j, tl_comparison **comparison, tl_error *error) {
    enum { MOST_SYSTEMS = 64 };
    char *names[MOST_SYSTEMS];
    size_t count = 0;
    for (char *name = j->systems; name[0] != '\0' && count < MOST_SYSTEMS;) {
        size_t length = strcspn(name, "\n");
        names[count++] = name;
        name += length + (name[length] == '\n' ? 1 : 0);
        names[count - 1][length] = '\0';
    }
    return tl_scene_compare(j->scene, (const char *const *)names, count, &j->question, comparison, error);
}

static void free_answer(tlv_answer *answer) {
    tl_ruling_destroy(answer->ruling);
    tl_comparison_destroy(answer->comparison);
}

/* True when the answer was a preview, which the thread should better now. */
static bool answer(tlv_asker *a, const asker_job *j, double limit_ms) {
    tlv_answer made = {.serial = j->serial, .kind = j->kind};
    double start = tlv_seconds();
    tl_question question = j->question;
    question.time_limit_ms = limit_ms;
    bool compares = j->kind == TLV_REQUEST_COMPARED;
    made.status = compares ? compare(j, &made.comparison, &made.error)
                           : tl_scene_ask(j->scene, &question, &made.ruling, &made.error);
    made.preview = made.ruling && tl_ruling_cut_short(made.ruling);
    if (made.status == TL_OK && j->kind == TLV_REQUEST_REPORT) {
        made.status = write_file(a, j, made.ruling, &made.error);
        if (made.status != TL_OK) {
            tl_ruling_destroy(made.ruling);
            made.ruling = NULL;
        }
    }
    made.seconds = tlv_seconds() - start;
    if (made.status == TL_ERROR_CANCELLED) {
        return false;
    }
    pthread_mutex_lock(&a->worker.mutex);
    a->refining = made.preview && !next_job(a) && !a->worker.quit;
    bool refine = a->refining;
    if (a->answered[j->kind]) {
        free_answer(&a->answers[j->kind]);
    }
    a->answers[j->kind] = made;
    a->answered[j->kind] = true;
    pthread_mutex_unlock(&a->worker.mutex);
    tlv_worker_wake(&a->worker);
    return refine;
}

static void *run(void *user) {
    tlv_asker *a = user;
    pthread_mutex_lock(&a->worker.mutex);
    while (!a->worker.quit) {
        asker_job *next = next_job(a);
        if (!next) {
            pthread_cond_wait(&a->worker.work, &a->worker.mutex);
            continue;
        }
        asker_job j = *next;
        *next = (asker_job){0};
        a->running = true;
        a->runs = j.kind;
        atomic_store(&a->worker.give_up, false);
        pthread_mutex_unlock(&a->worker.mutex);
        if (answer(a, &j, j.preview_ms)) {
            answer(a, &j, 0);
        }
        free_job(&j);
        pthread_mutex_lock(&a->worker.mutex);
        a->running = a->refining = false;
    }
    pthread_mutex_unlock(&a->worker.mutex);
    return NULL;
}

static void release(tlv_asker *a) {
    for (int i = 0; i < TLV_REQUEST_KINDS; i++) {
        if (a->answered[i]) {
            free_answer(&a->answers[i]);
        }
        free_job(&a->waiting[i]);
    }
    tlv_worker_free(&a->worker);
    free(a->path);
    free(a);
}

tl_status tlv_asker_create(const char *path, const tlv_worker_options *options, tlv_asker **asker, tl_error *error) {
    *asker = NULL;
    tlv_asker *a = calloc(1, sizeof(*a));
    bool failed = !a;
    if (a) {
        a->path = tlv_copy_text(path, &failed);
    }
    if (failed) {
        free(a);
        return tlv_fail_memory(error);
    }
    a->next = 1;
    tl_status status = tlv_worker_start(&a->worker, options, run, a, "ask questions with", error);
    if (status != TL_OK) {
        release(a);
        return status;
    }
    *asker = a;
    return TL_OK;
}

void tlv_asker_destroy(tlv_asker *asker) {
    if (asker) {
        tlv_worker_stop(&asker->worker);
        release(asker);
    }
}

/* Under the mutex: what runs ends soon, without an answer. Reports are finished. */
static void give_up(tlv_asker *a) {
    if (a->running && a->runs != TLV_REQUEST_REPORT) {
        atomic_store(&a->worker.give_up, true);
    }
}

unsigned tlv_asker_ask(tlv_asker *asker, const tlv_request *request) {
    asker_job j = {.kind = request->kind, .preview_ms = request->preview_ms};
    bool failed = !tlv_question_copy(&j.question, request->question, &j.memory);
    j.scene = failed ? NULL : tlv_worker_clone(&asker->worker, request->scene, request->units);
    j.file = tlv_copy_text(request->file, &failed);
    j.date = tlv_copy_text(request->date, &failed);
    j.systems = tlv_copy_text(request->systems, &failed);
    if (failed || !j.scene) {
        free_job(&j);
        return 0;
    }
    pthread_mutex_lock(&asker->worker.mutex);
    unsigned serial = j.serial = asker->next++;
    free_job(&asker->waiting[j.kind]);
    asker->waiting[j.kind] = j;
    bool hurry = request->hurry || asker->runs == TLV_REQUEST_MARGIN;
    if (request->kind == TLV_REQUEST_RULING) { /* a margin is of the question before */
        free_job(&asker->waiting[TLV_REQUEST_MARGIN]);
    }
    bool now = request->kind == TLV_REQUEST_RULING ||
               (request->kind == TLV_REQUEST_COMPARED && asker->runs == TLV_REQUEST_MARGIN);
    if (((hurry && now) || asker->refining) && asker->running) {
        give_up(asker);
    }
    pthread_cond_signal(&asker->worker.work);
    pthread_mutex_unlock(&asker->worker.mutex);
    return serial;
}

void tlv_asker_drop(tlv_asker *asker) {
    pthread_mutex_lock(&asker->worker.mutex);
    free_job(&asker->waiting[TLV_REQUEST_RULING]);
    free_job(&asker->waiting[TLV_REQUEST_TRIED]);
    free_job(&asker->waiting[TLV_REQUEST_MARGIN]);
    free_job(&asker->waiting[TLV_REQUEST_COMPARED]);
    if (asker->running) {
        give_up(asker);
    }
    pthread_mutex_unlock(&asker->worker.mutex);
}

bool tlv_asker_is_ready(tlv_asker *asker) {
    bool ready = false;
    pthread_mutex_lock(&asker->worker.mutex);
    for (int i = 0; i < TLV_REQUEST_KINDS; i++) {
        ready = ready || asker->answered[i];
    }
    pthread_mutex_unlock(&asker->worker.mutex);
    return ready;
}

bool tlv_asker_take(tlv_asker *asker, tlv_answer *answer) {
    bool there = false;
    pthread_mutex_lock(&asker->worker.mutex);
    for (int i = 0; i < TLV_REQUEST_KINDS && !there; i++) {
        there = asker->answered[i];
        if (there) {
            *answer = asker->answers[i];
            asker->answered[i] = false;
        }
    }
    pthread_mutex_unlock(&asker->worker.mutex);
    return there;
}
