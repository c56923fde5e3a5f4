/* Clones of scenes: they answer to the byte what the scene answers, and neither feels what is done to the other: moved,
 * edited, destroyed, in whatever order and thread. */
#include "support/made_scene.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAN(id, at) "{'id':'" id "','asset':'man','at':" at "}"
#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','settings':{'units':'inch'},"                            \
    "'table':{'width':900,'depth':600,'mesh':'ground.obj','unit':'mm'},"                                               \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},'car':{'mesh':'car.obj','unit':'mm'},"                                     \
    "'house':{'mesh':'house.obj','unit':'mm','uncertainty':0.5}},"                                                     \
    "'terrain':[{'id':'h1','kind':'building','asset':'house','at':[300,300]},"                                         \
    "{'id':'h2','kind':'building','asset':'house','at':[600,250],'turn':30},"                                          \
    "{'id':'w','kind':'wood','outline':[[400,400],[500,400],[500,500],[400,500]]},"                                    \
    "{'id':'r','kind':'wall','outline':[[100,400],[200,400],[200,420],[100,420]],'height':40}],"                       \
    "'units':[{'id':'m','side':'red','class':'infantry','move':1,'march':2,"                                           \
    "'weapons':[{'id':'gun','range':6,'arc':'any'}],'members':[" MAN("m-1", "[150,300]") "," MAN(                      \
        "m-2", "[150,340]") "]},{'id':'t','side':'blue','class':'infantry','members':"                                 \
                            "[" MAN("t-1", "[700,300]") "," MAN("t-2", "[450,450]") "]},{'id':'v','"                   \
                                                                                    "side':'blue','"                   \
                                                                                    "class':'vehicle','"               \
                                                                                    "members':[{'id':'"                \
                                                                                    "v-1','asset':'car'"               \
                                                                                    ",'at':[450,150],'"                \
                                                                                    "facing':30}]}]}"

static const char *const questions[] = {
    "{\"query\": \"los\", \"from\": \"m\", \"to\": \"t\"}",
    "{\"query\": \"cover\", \"from\": \"m\", \"to\": \"v\"}",
    "{\"query\": \"attack\", \"from\": \"m\", \"to\": \"t\"}",
    "{\"query\": \"range\", \"from\": \"v\", \"to\": \"t\"}",
    "{\"query\": \"los\", \"from\": \"v\", \"to\": \"m\", \"margin\": true}",
    "{\"query\": \"reach\", \"member\": \"m-1\"}",
    "{\"query\": \"sees\", \"unit\": \"v\"}",
};
enum { QUESTIONS = sizeof(questions) / sizeof(questions[0]), NAMES = 5 };
static const char *const names[NAMES] = {"m-1", "m-2", "t-1", "t-2", "v-1"};

static void begin(made_scene *m) {
    const made_box ground = {{0, 0, -10}, {900, 600, 0}}, car = {{-30, -18, 0}, {30, 18, 35}};
    const made_box house[] = {{{-50, -40, 0}, {50, 40, 60}}, {{-60, -10, 0}, {-50, 10, 30}}};
    made_begin(m, "clone");
    made_boxes(m, "ground.obj", &ground, 1);
    made_boxes(m, "car.obj", &car, 1);
    made_boxes(m, "house.obj", house, 2);
    made_load(m, SCENE);
}

/* All its answers, one a line; freed by the caller. */
static char *answers(tl_scene *scene) {
    char *all = calloc(1, 1 << 20);
    assert_non_null(all);
    for (int i = 0; i < QUESTIONS; i++) {
        tl_ruling *ruling = NULL;
        tl_error error = {0};
        tl_status status = tl_scene_ask_json(scene, questions[i], strlen(questions[i]), &ruling, &error);
        strcat(strcat(all, status == TL_OK ? tl_ruling_json(ruling) : error.message), "\n");
        tl_ruling_destroy(ruling);
    }
    return all;
}

static tl_scene *clone_of(const tl_scene *scene, tl_context *context) {
    tl_scene *clone = NULL;
    tl_error error = {0};
    if (tl_scene_clone(scene, context, &clone, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return clone;
}

/* Some change, drawn: a model moved, an edit of terrain or models, undone with the scene's own text. */
static void change(tl_scene *scene, test_random *random) {
    double x = test_random_between(random, 60, 840), y = test_random_between(random, 60, 540);
    const double at[2] = {x, y};
    char edit[256];
    switch (test_random_below(random, 4)) {
    case 0:
    case 1:
        tl_scene_place(scene, names[test_random_below(random, NAMES)], at, 2, test_random_between(random, 0, 360), 0,
                       NULL);
        return;
    case 2:
        snprintf(edit, sizeof(edit), "{\"set\": \"h%d\", \"field\": \"at\", \"value\": [%g, %g]}",
                 1 + test_random_below(random, 2), x, y);
        break;
    default:
        snprintf(edit, sizeof(edit), "{\"set\": \"%s\", \"field\": \"at\", \"value\": [%g, %g]}",
                 names[test_random_below(random, NAMES)], x, y);
        break;
    }
    tl_error error = {0};
    if (tl_scene_edit(scene, edit, strlen(edit), NULL, &error) != TL_OK) {
        fail_msg("%s: %s", edit, error.message);
    }
}

/* A scene that is read anew from a scene's text. */
static char *answers_anew(const tl_scene *scene, const made_scene *m) {
    size_t size;
    const char *text = tl_scene_text(scene, &size);
    char path[300];
    snprintf(path, sizeof(path), "%s/scene.json", m->folder);
    tl_scene *fresh = NULL;
    assert_int_equal(tl_scene_read(m->context, text, size, path, NULL, &fresh, NULL, NULL), TL_OK);
    char *all = answers(fresh);
    tl_scene_destroy(fresh);
    return all;
}

static void clones_are_equal_and_apart(void **state) {
    (void)state;
    test_random random = test_random_start("clone", 20);
    int trials = test_trials(2);
    for (int round = 0; round < trials; round++) {
        made_scene m;
        begin(&m);
        tl_scene *family[4] = {m.scene, NULL, NULL, NULL};
        char *kept[4] = {answers(m.scene), NULL, NULL, NULL};
        for (int step = 0; step < 8; step++) {
            int from = test_random_below(&random, 4), to = test_random_below(&random, 4);
            if (family[from] != NULL && family[to] == NULL) {
                family[to] = clone_of(family[from], NULL);
                kept[to] = answers(family[to]);
                assert_string_equal(kept[to], kept[from]);
            } else if (family[from] != NULL) {
                change(family[from], &random);
                free(kept[from]);
                kept[from] = answers(family[from]);
                char *anew = answers_anew(family[from], &m);
                assert_string_equal(kept[from], anew);
                free(anew);
            }
            for (int k = 0; k < 4; k++) { /* nobody else felt it */
                if (family[k] != NULL && (k == to || step % 3 == 0)) {
                    char *now = answers(family[k]);
                    assert_string_equal(now, kept[k]);
                    free(now);
                }
            }
        }
        m.scene = NULL;
        for (int left = 3; left >= 0; left--) { /* the first in whatever order */
            int k = (left + round) % 4;
            tl_scene_destroy(family[k]);
            for (int other = 0; other < left; other++) {
                int still = (other + round) % 4;
                if (family[still] != NULL) {
                    char *now = answers(family[still]);
                    assert_string_equal(now, kept[still]);
                    free(now);
                }
            }
        }
        for (int k = 0; k < 4; k++) {
            free(kept[k]);
        }
        made_end(&m);
    }
}

typedef struct player {
    tl_context *context;
    tl_scene *scene;
    uint64_t seed;
    char *before, *after;
} player;

static void *play(void *user) {
    player *p = user;
    test_random random = {p->seed};
    p->before = answers(p->scene);
    for (int i = 0; i < 6; i++) {
        change(p->scene, &random);
        free(p->after);
        p->after = answers(p->scene);
    }
    tl_scene_destroy(p->scene);
    return NULL;
}

/* Each in its own thread and context, while the scene itself is asked and edited; the answers are those of one thread.
 */
static void clones_in_threads(void **state) {
    (void)state;
    enum { PLAYERS = 3 };
    made_scene m;
    begin(&m);
    char *before = answers(m.scene);
    player players[PLAYERS] = {0};
    pthread_t threads[PLAYERS];
    for (int i = 0; i < PLAYERS; i++) {
        players[i].context = tl_context_create(NULL);
        players[i].scene = clone_of(m.scene, players[i].context);
        players[i].seed = 7; /* they all do the same */
    }
    for (int i = 0; i < PLAYERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, play, &players[i]), 0);
    }
    test_random random = {7};
    char *after = NULL;
    for (int i = 0; i < 6; i++) {
        change(m.scene, &random);
        free(after);
        after = answers(m.scene);
    }
    for (int i = 0; i < PLAYERS; i++) {
        pthread_join(threads[i], NULL);
        assert_string_equal(players[i].before, before);
        assert_string_equal(players[i].after, after);
        free(players[i].before);
        free(players[i].after);
    }
    free(before);
    free(after);
    made_end(&m);
    for (int i = 0; i < PLAYERS; i++) {
        tl_context_destroy(players[i].context);
    }
}

/* What tl_scene_set set, which isn't in the text, goes with it; another allocator is refused. */
static void settings_and_allocators(void **state) {
    (void)state;
    made_scene m;
    begin(&m);
    assert_int_equal(tl_scene_set(m.scene, "tolerance_mm", "0.5", NULL), TL_OK);
    tl_scene *clone = clone_of(m.scene, NULL);
    char *a = answers(m.scene), *b = answers(clone);
    assert_string_equal(a, b);
    free(b);
    assert_int_equal(tl_scene_set(clone, "tolerance_mm", "0", NULL), TL_OK);
    b = answers(m.scene);
    assert_string_equal(a, b);
    free(a);
    free(b);
    tl_scene_destroy(clone);
    tl_error error = {0};
    assert_int_equal(tl_scene_clone(NULL, NULL, &clone, &error), TL_ERROR_ARGUMENT);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clones_are_equal_and_apart),
        cmocka_unit_test(clones_in_threads),
        cmocka_unit_test(settings_and_allocators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
