/* Every sentence of advice that `import` prints, taken literally on random meshes of known truth: what it promises must
 * come about, and no two sentences of a report may advise what can't both be done. */
#include "support/advice.h"

#include "api/handle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often a piece of advice was told, and how often it gave what it promises. */
typedef struct tally {
    const char *what;
    int told, held;
} tally;

static void count(tally *t, bool held) {
    t->told++;
    t->held += held;
}

static void show(const tally *t) {
    printf("%-52s told %4d, held %4d\n", t->what, t->told, t->held);
}

#define must_hold(t)                                                                                                   \
    do {                                                                                                               \
        show(t);                                                                                                       \
        assert_true((t)->told > 0);                                                                                    \
        assert_int_equal((t)->held, (t)->told);                                                                        \
    } while (0)

/* The box of the only piece of terrain of a scene, as it stands. */
static tl_box3 placed_box(made_scene *m, const char *mesh, const char *fields, const char *pose) {
    made_load(m,
              "{'trueline':1,'table':{'width':1000,'depth':1000},'terrain':[{'id':'t','kind':'wall','mesh':'%s'%s%s}]}",
              mesh, fields, pose);
    return m->scene->table->terrain[0].body->box;
}

static double longest(tl_box3 box) {
    tl_vec3 size = tl_box3_size(box);
    return fmax(size.x, fmax(size.y, size.z));
}

/* --- Unit, up, level, origin -------------------------------------------------------------------------------------- */

static const char *const axis_names[6] = {"+x", "-x", "+y", "-y", "+z", "-z"};

static thing_file random_file(test_random *r, double size) {
    static const double units[] = {1, 1, 1000, 10, 25.4};
    thing_file f = {.scale = test_random_below(r, 3) == 0 ? 56 : 1,
                    .unit_mm = units[test_random_below(r, 5)],
                    .up = test_random_below(r, 2) == 0 ? 2 : test_random_below(r, 3),
                    .up_sign = test_random_below(r, 8) == 0 ? -1 : 1};
    f.forward = (f.up + 1 + test_random_below(r, 2)) % 3;
    if (test_random_below(r, 2) == 0) {
        double far = size * test_random_between(r, 0, 8);
        f.beside = (tl_vec3){test_random_between(r, -far, far), test_random_between(r, -far, far),
                             test_random_between(r, -size, size)};
    }
    if (test_random_below(r, 3) == 0) {
        f.roll = test_random_between(r, -5, 5);
        f.pitch = test_random_between(r, -5, 5);
    }
    return f;
}

/* The scene's fields but `up`, as told. */
static void frame_fields(const advice *a, bool with_up, char fields[200]) {
    char unit[40] = "", scale[40] = "", up[40] = "";
    if (a->unit[0] != '\0') {
        snprintf(unit, sizeof(unit), ",\"unit\":\"%s\"", a->unit);
    }
    if (a->scale > 0) {
        snprintf(scale, sizeof(scale), ",\"scale\":%.10g", a->scale);
    }
    if (with_up && a->up[0] != '\0') {
        snprintf(up, sizeof(up), ",\"up\":\"%s\"", a->up);
    }
    snprintf(fields, 200, "%s%s%s", unit, scale, up);
}

typedef struct frame_tallies {
    tally makes_it, unit, clearly, up, move, stands_beside, level, level_in_scene, together, languages;
} frame_tallies;

/* Two sentences that can't both be followed. */
static void hold_against_itself(const advice *a, const char *report) {
    char with_up[16];
    snprintf(with_up, sizeof(with_up), "--up %s ", a->up);
    bool contradicts = (a->up[0] != '\0' && a->level) || (a->up[0] == '\0' && strstr(a->move, "--up") != NULL) ||
                       (a->up[0] != '\0' && a->move[0] != '\0' && strstr(a->move, with_up) == NULL) ||
                       (a->level && a->move[0] != '\0' && strstr(a->move, "--level ") == NULL) ||
                       (a->level && a->scaled != (a->unit[0] != '\0' || a->scale > 0));
    if (contradicts) {
        fail_msg("contradicts itself: %s", report);
    }
}

static void check_languages(const made_scene *m, const char *name, const char *report, tally *t) {
    char english[4096], french[4096];
    char *other = advice_ask(m, name, &(tl_mesh_options){0}, "fr", false);
    advice_codes(report, english, sizeof(english));
    advice_codes(other, french, sizeof(french));
    count(t, strcmp(english, french) == 0);
    free(other);
}

/* The mesh as all of the advice for scenes together has it: moved, or levelled, or as it is. */
static tl_box3 follow_all(made_scene *m, const advice *a, char fields[200]) {
    char text[256];
    tl_mesh_options options = {0};
    if (a->move[0] == '\0' && !a->level) {
        frame_fields(a, true, fields);
        return placed_box(m, "thing.obj", fields, ",\"at\":[500,500,0]");
    }
    if (a->move[0] != '\0') {
        advice_options(a->move, &options, text);
    } else {
        options.level = true;
        options.output = "NEW.obj";
    }
    free(advice_ask(m, "thing.obj", &options, "en", false));
    frame_fields(a, strstr(a->move, "--up") == NULL, fields);
    return placed_box(m, "NEW.obj", fields, ",\"at\":[500,500,0]");
}

/* The vertices that are on the ground in truth lie in z = 0, and the rest above. */
static bool ground_is_level(const made_scene *m, const thing *t, double slack) {
    static tl_vec3 v[THING_VERTICES];
    size_t n = thing_read(m, "NEW.obj", v, THING_VERTICES);
    bool level = n == t->vertex_count;
    for (size_t i = 0; i < n && level; i++) {
        level = t->vertices[i].z == 0 ? fabs(v[i].z) <= slack : v[i].z > -slack;
    }
    return level;
}

static void check_level(made_scene *m, const advice *a, const thing *t, double own_longest, bool up_is_true,
                        frame_tallies *all) {
    char fields[200], pose[160], text[64] = "--level -o NEW.obj", kept[256];
    tl_mesh_options options = {0};
    advice_options(text, &options, kept);
    free(advice_ask(m, "thing.obj", &options, "en", false));
    if (up_is_true) {
        count(&all->level, ground_is_level(m, t, 1e-6 * own_longest));
    }
    frame_fields(a, true, fields);
    const tl_box3 by_option = placed_box(m, "NEW.obj", fields, ",\"at\":[300,400,0]");
    snprintf(pose, sizeof(pose), ",\"tilt\":[%.10g,%.10g],\"at\":[300,400,%.10g]", a->roll, a->pitch, a->at);
    const tl_box3 by_scene = placed_box(m, "thing.obj", fields, pose);
    count(&all->level_in_scene, tl_length(tl_sub(by_option.low, by_scene.low)) < 1e-5 * longest(by_option) &&
                                    tl_length(tl_sub(by_option.high, by_scene.high)) < 1e-5 * longest(by_option));
}

static void frames_hold(void **state) {
    (void)state;
    static thing t;
    made_scene m;
    test_random r = test_random_start("frames", 5);
    frame_tallies all = {{"... \"scale\", which makes it so long", 0, 0},
                         {"(guess) unit and scale are the true ones", 0, 0},
                         {"(guess) up is clearly so", 0, 0},
                         {"(guess) up in a scene is the true one", 0, 0},
                         {"--move puts the middle there", 0, 0},
                         {"it lies so far beside its own origin", 0, 0},
                         {"--level puts the ground to z = 0", 0, 0},
                         {"tilt and at do as --level", 0, 0},
                         {"all advice together", 0, 0},
                         {"French advises the same", 0, 0}};
    made_begin(&m, "advice-frames");
    for (int i = 0; i < 300; i++) {
        const thing_kind kind = (thing_kind)test_random_below(&r, THING_KINDS);
        thing_make(&t, kind, &r);
        const double true_longest = longest(thing_box_of(&t));
        const thing_file f = random_file(&r, true_longest);
        thing_write(&m, "thing.obj", &t, &f);
        char *report = advice_ask(&m, "thing.obj", &(tl_mesh_options){0}, "en", false);
        const char *true_up = axis_names[2 * f.up + (f.up_sign < 0)];
        advice a;
        assert_non_null(report);
        advice_read(report, &a);
        hold_against_itself(&a, report);
        check_languages(&m, "thing.obj", report, &all.languages);
        const bool up_is_true = strcmp(a.up[0] != '\0' ? a.up : "+z", true_up) == 0;
        if (a.up[0] != '\0') {
            count(&all.up, up_is_true);
        }
        if (strstr(report, "clearly") != NULL) {
            count(&all.clearly, up_is_true);
        }
        const double factor = (a.unit[0] == 'm' && a.unit[1] == '\0' ? 1000
                               : a.unit[0] == 'c'                    ? 10
                               : a.unit[0] == 'i'                    ? 25.4
                                                                     : 1) *
                              (a.scale > 0 ? a.scale : 1);
        const double own_longest = true_longest * f.scale / f.unit_mm, told_longest = own_longest * factor;
        if (told_longest >= 1 && told_longest <= 1e5) { /* else a scene refuses it, and says why */
            char fields[200];
            const tl_box3 box = follow_all(&m, &a, fields);
            const char *makes = strstr(report, "which makes it ");
            double told = 0;
            if (makes != NULL) {
                (void)sscanf(makes, "which makes it %lf", &told);
                /* the longest side in the file: what is levelled may be a little longer */
                const tl_box3 plain = placed_box(&m, "thing.obj", fields, ",\"at\":[500,500,0]");
                count(&all.makes_it, fabs(longest(plain) - told) <= 1e-3 * told);
            }
            if (f.roll == 0 && f.pitch == 0 && (a.unit[0] != '\0' || a.scale > 0)) {
                count(&all.unit, fabs(longest(box) / true_longest - 1) < 0.02);
            }
            const bool middle = fabs(0.5 * (box.low.x + box.high.x) - 500) <= 2e-5 * longest(box) + 1e-6 &&
                                fabs(0.5 * (box.low.y + box.high.y) - 500) <= 2e-5 * longest(box) + 1e-6;
            const tl_box3 before = placed_box(&m, "thing.obj", fields, ",\"at\":[0,0,0]");
            double x = fmax(0, fmax(before.low.x, -before.high.x)), y = fmax(0, fmax(before.low.y, -before.high.y));
            if (a.move[0] != '\0') {
                count(&all.move, middle);
                if (!a.level && strstr(a.move, "--up") == NULL) {
                    const char *lies = strstr(report, "it lies ");
                    double far = 0;
                    (void)sscanf(lies, "it lies %lf", &far);
                    count(&all.stands_beside, fabs(far - sqrt(x * x + y * y)) <= 0.51);
                }
            } else if (!a.level && a.up[0] == '\0') {
                count(&all.stands_beside, sqrt(x * x + y * y) <= 10.01);
            }
            bool together = a.move[0] == '\0' || middle;
            if (a.level) {
                together = together && fabs(box.low.z) < 1e-4 * longest(box);
            }
            count(&all.together, together);
            if (a.level) {
                check_level(&m, &a, &t, own_longest, up_is_true, &all);
            }
        }
        free(report);
    }
    made_end(&m);
    show(&all.unit);
    show(&all.clearly);
    show(&all.up);
    must_hold(&all.languages);
    must_hold(&all.makes_it);
    must_hold(&all.move);
    must_hold(&all.stands_beside);
    must_hold(&all.level);
    must_hold(&all.level_in_scene);
    must_hold(&all.together);
    assert_true(20 * all.clearly.held >= 19 * all.clearly.told);
    assert_true(10 * all.up.held >= 9 * all.up.told);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_hold),
    };
    return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}
