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
    tally makes_it, unit, clearly, up, move, stands_beside, level, level_in_scene, together, languages, choose;
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
    char *other = advice_ask(m, name, &(tl_mesh_options)TL_MESH_OPTIONS_INIT, "fr", false);
    advice_codes(report, english, sizeof(english));
    advice_codes(other, french, sizeof(french));
    count(t, strcmp(english, french) == 0);
    free(other);
}

/* The mesh as all of the advice for scenes together has it: moved, or levelled, or as it is. */
static tl_box3 follow_all(made_scene *m, const advice *a, char fields[200]) {
    char text[256];
    tl_mesh_options options = TL_MESH_OPTIONS_INIT;
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
    tl_mesh_options options = TL_MESH_OPTIONS_INIT;
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
                         {"French advises the same", 0, 0},
                         {"which unit: say it, and ask again", 0, 0}};
    made_begin(&m, "advice-frames");
    for (int i = 0; i < 160; i++) {
        const thing_kind kind = (thing_kind)test_random_below(&r, THING_KINDS);
        thing_make(&t, kind, &r);
        const double true_longest = longest(thing_box_of(&t));
        const thing_file f = random_file(&r, true_longest);
        thing_write(&m, "thing.obj", &t, &f);
        char *report = advice_ask(&m, "thing.obj", &(tl_mesh_options)TL_MESH_OPTIONS_INIT, "en", false);
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
        if (strstr(report, "say which with `--unit`") != NULL) { /* whoever knows */
            static const char *const unit_names[] = {"mm", "cm", "inch", "m"};
            const char *unit = unit_names[f.unit_mm == 10 ? 1 : f.unit_mm == 25.4 ? 2 : f.unit_mm == 1000 ? 3 : 0];
            const tl_mesh_options options = {.struct_size = sizeof(tl_mesh_options),
                                             .unit = unit,
                                             .scale = f.scale > 1 ? 0.01786 : 0,
                                             .up = true_up};
            char *second = advice_ask(&m, "thing.obj", &options, "en", false);
            double size[3];
            assert_int_equal(sscanf(strstr(second, "size: "), "size: %lf x %lf x %lf", &size[0], &size[1], &size[2]),
                             3);
            const bool tilted = f.roll != 0 || f.pitch != 0;
            count(&all.choose, strstr(second, "say which with") == NULL &&
                                   strstr(second, "in a scene: \"unit\"") == NULL &&
                                   (tilted || fabs(fmax(size[0], fmax(size[1], size[2])) / true_longest - 1) < 2e-3));
            free(second);
        }
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
                bool below = strstr(report, "reach below it") != NULL;
                together = together && below == (box.low.z < -1e-3 * longest(box));
                if (!together)
                    printf("box %g..%g of %g\n%s\n", box.low.z, box.high.z, longest(box), report);
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
    must_hold(&all.choose);
    must_hold(&all.makes_it);
    must_hold(&all.move);
    must_hold(&all.stands_beside);
    must_hold(&all.level);
    must_hold(&all.level_in_scene);
    must_hold(&all.together);
    assert_true(20 * all.clearly.held >= 19 * all.clearly.told);
    assert_true(10 * all.up.held >= 9 * all.up.told);
}

/* Landscapes, rough all over: level ones are not said to be tilted, tilted ones are levelled as well as they are rough.
 */
static void landscapes_hold(void **state) {
    (void)state;
    static thing t;
    static tl_vec3 v[THING_VERTICES];
    made_scene m;
    test_random r = test_random_start("landscapes", 6);
    tally level = {"what is level is not to be levelled", 0, 0}, tilted = {"--level of a rough ground", 0, 0};
    made_begin(&m, "advice-landscapes");
    for (int i = 0; i < 80; i++) {
        memset(&t, 0, sizeof(t));
        const double w = test_random_between(&r, 400, 1800), rough = test_random_between(&r, 1, 60);
        thing_sheet(&t, w, 0.8 * w, 24, 0, &r);
        for (size_t k = 0; k < t.vertex_count; k++) {
            t.vertices[k].z = test_random_between(&r, 0, rough);
        }
        thing_file f = {.scale = 1, .unit_mm = 1, .up = 2, .forward = 0, .up_sign = 1};
        f.roll = i % 2 == 0 ? 0 : test_random_between(&r, -8, 8);
        thing_write(&m, "thing.obj", &t, &f);
        char *report = advice_ask(&m, "thing.obj", &(tl_mesh_options)TL_MESH_OPTIONS_INIT, "en", false);
        advice a;
        advice_read(report, &a);
        const char *within = strstr(report, "of the outline within ");
        const double worst = within != NULL ? strtod(within + 22, NULL) : 0;
        free(report);
        if (i % 2 == 0) {
            count(&level, !a.level || a.roll * a.roll + a.pitch * a.pitch < 1e-12);
        } else if (a.level) {
            free(advice_ask(
                &m, "thing.obj",
                &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .level = true, .output = "NEW.obj"}, "en",
                false));
            bool held = thing_read(&m, "NEW.obj", v, THING_VERTICES) == t.vertex_count;
            tl_vec2 slope = {0, 0}; /* of least squares: sides are as good as all of it */
            for (size_t k = 0; held && k < t.vertex_count; k++) {
                slope.x += v[k].z * (t.vertices[k].x > 0 ? 1 : -1);
                slope.y += v[k].z * (t.vertices[k].y > 0 ? 1 : -1);
            }
            const double n = (double)t.vertex_count;
            count(&tilted, held && fabs(slope.x) / n < worst && fabs(slope.y) / n < worst);
        }
    }
    made_end(&m);
    must_hold(&level);
    must_hold(&tilted);
}

/* --- Repairs ------------------------------------------------------------------------------------------------------ */

static double volume_of(const thing *t) {
    double sum = 0;
    for (size_t i = 0; i < t->triangle_count; i++) {
        const uint32_t *c = t->triangles[i];
        sum += tl_dot(t->vertices[c[0]], tl_cross(t->vertices[c[1]], t->vertices[c[2]])) / 6;
    }
    return sum;
}

static double json_number(const char *json, const char *key) {
    const char *at = strstr(json, key);
    assert_non_null(at);
    return strtod(at + strlen(key), NULL);
}

/* Asks again for a file that was written, in JSON. */
static char *look_again(const made_scene *m) {
    char *json = advice_ask(m, "NEW.obj", &(tl_mesh_options)TL_MESH_OPTIONS_INIT, "en", true);
    assert_non_null(json);
    return json;
}

static void flip_some(thing *t, test_random *r) {
    for (size_t i = 0; i < t->triangle_count; i++) {
        if (test_random_below(r, 9) == 0) {
            uint32_t kept = t->triangles[i][1];
            t->triangles[i][1] = t->triangles[i][2];
            t->triangles[i][2] = kept;
        }
    }
}

/* Some triangles go, none of which has a corner in common with another that went. */
static void tear_holes(thing *t, test_random *r) {
    static bool used[THING_VERTICES];
    size_t kept = 0;
    memset(used, 0, sizeof(used));
    for (size_t i = 0; i < t->triangle_count; i++) {
        const uint32_t *c = t->triangles[i];
        bool free = !used[c[0]] && !used[c[1]] && !used[c[2]];
        if (free && test_random_below(r, 12) == 0) {
            used[c[0]] = used[c[1]] = used[c[2]] = true;
        } else {
            t->group[kept] = t->group[i];
            memmove(t->triangles[kept++], c, sizeof(t->triangles[0]));
        }
    }
    t->triangle_count = kept;
}

static void repairs_hold(void **state) {
    (void)state;
    static thing t;
    made_scene m;
    test_random r = test_random_start("repairs", 8);
    tally turned = {"--reorient turns them", 0, 0}, closed = {"--close-holes as wide as told closes them", 0, 0};
    tally specks = {"--drop-specks drops the specks told", 0, 0};
    const thing_file plain = {.scale = 1, .unit_mm = 1, .up = 2, .forward = 0, .up_sign = 1};
    made_begin(&m, "advice-repairs");
    for (int i = 0; i < 80; i++) {
        thing_make(&t, (thing_kind)test_random_below(&r, 2), &r);
        const double volume = volume_of(&t), size = longest(thing_box_of(&t));
        tl_mesh_options options = {.struct_size = sizeof(tl_mesh_options), .output = "NEW.obj"};
        int what = i % 3;
        if (what == 0) {
            flip_some(&t, &r);
        } else if (what == 1) {
            tear_holes(&t, &r);
        } else {
            double at = test_random_between(&r, 1, 1.2) * size, wide = test_random_between(&r, 1e-4, 4e-3) * size;
            thing_box(&t, (tl_vec3){at, at, at}, (tl_vec3){at + wide, at + wide, at + 0.7 * wide});
        }
        thing_write(&m, "thing.obj", &t, &plain);
        char *report = advice_ask(&m, "thing.obj", &(tl_mesh_options)TL_MESH_OPTIONS_INIT, "en", false);
        char *json = advice_ask(&m, "thing.obj", &(tl_mesh_options)TL_MESH_OPTIONS_INIT, "en", true);
        if (strstr(report, "; --reorient turns them") != NULL) {
            options.reorient = true;
            free(advice_ask(&m, "thing.obj", &options, "en", false));
            char *after = look_again(&m);
            count(&turned, json_number(after, "\"turned_count\":") == 0 &&
                               fabs(json_number(after, "\"volume_mm3\":") / volume - 1) < 1e-9);
            free(after);
        } else {
            assert_true(fabs(fabs(json_number(json, "\"volume_mm3\":")) / volume - 1) < 1e-9 || what != 0);
        }
        if (strstr(report, "holes: ") != NULL) {
            options.close_holes_mm = json_number(json, "\"across_mm\":") * (1 + 1e-9);
            free(advice_ask(&m, "thing.obj", &options, "en", false));
            char *after = look_again(&m);
            count(&closed, strstr(after, "\"solid\":true") != NULL &&
                               fabs(json_number(after, "\"volume_mm3\":") / volume - 1) < 1e-9);
            free(after);
        }
        if (what == 2) {
            bool told = strstr(report, "of them 1 speck, smaller than half a percent of the whole") != NULL;
            options.drop_specks_mm = 0.005 * size * 2.3;
            free(advice_ask(&m, "thing.obj", &options, "en", false));
            char *after = look_again(&m);
            count(&specks, told && json_number(after, "\"specks\":") == 0 &&
                               fabs(json_number(after, "\"volume_mm3\":") / volume - 1) < 1e-9);
            free(after);
        }
        free(report);
        free(json);
    }
    made_end(&m);
    must_hold(&turned);
    must_hold(&closed);
    must_hold(&specks);
}

/* Each triangle with corners of its own, which differ from its neighbours' in their last digits. */
static void write_torn(const made_scene *m, const thing *t, const thing_file *f, double torn, test_random *r) {
    char path[600];
    snprintf(path, sizeof(path), "%s/thing.obj", m->folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    for (size_t i = 0; i < t->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            tl_vec3 p = thing_in_file(f, t->vertices[t->triangles[i][k]]);
            bool off = test_random_below(r, 2) == 0;
            fprintf(out, "v %.17g %.17g %.17g\n", p.x + (off ? test_random_between(r, -torn, torn) : 0), p.y, p.z);
        }
        fprintf(out, "f -3 -2 -1\n");
    }
    fclose(out);
}

static void cracks_close(void **state) {
    (void)state;
    static thing t;
    made_scene m;
    test_random r = test_random_start("cracks", 9);
    tally join = {"--join closes cracks, and solid is told", 0, 0}, scene = {"\"repair\": {\"join\"} in a scene", 0, 0};
    tally bound = {"moved by no more than told", 0, 0};
    made_begin(&m, "advice-cracks");
    for (int i = 0; i < 60; i++) {
        thing_make(&t, THING_HOUSE, &r);
        t.triangle_count = 12; /* its body: the rest stands in it */
        t.vertex_count = 8;
        const double own = longest(thing_box_of(&t));
        thing_file f = random_file(&r, own);
        f.beside = (tl_vec3){0, 0, 0};
        write_torn(&m, &t, &f, own * f.scale / f.unit_mm * pow(10, test_random_between(&r, -9, -5.7)), &r);
        char *report = advice_ask(&m, "thing.obj", &(tl_mesh_options)TL_MESH_OPTIONS_INIT, "en", false), text[256],
             fields[200];
        char repair[100] = "";
        advice a;
        advice_read(report, &a);
        hold_against_itself(&a, report);
        assert_non_null(strstr(report, "cracks: "));
        assert_non_null(strstr(report, "then it is closed, and its inside blocks"));
        tl_mesh_options options = TL_MESH_OPTIONS_INIT;
        advice_options(a.join, &options, text);
        char *followed = advice_ask(&m, "thing.obj", &options, "en", false);
        char *after = look_again(&m);
        count(&join, strstr(after, "\"solid\":true") != NULL && strstr(after, "\"cracks\":null") != NULL);
        const char *field = strstr(report, "\"repair\": {\"join\": "), *told = strstr(followed, "\"uncertainty\": ");
        assert_true(field != NULL && told != NULL);
        snprintf(repair, sizeof(repair), ",%.*s", (int)strcspn(field, "\n"), field);
        frame_fields(&a, true, fields);
        strncat(fields, repair, sizeof(fields) - strlen(fields) - 1);
        (void)placed_box(&m, "thing.obj", fields, ",\"at\":[500,500,0]");
        const tl_model *model = m.scene->table->terrain[0].model;
        count(&scene, model->solid && m.scene->table->terrain[0].inside_blocks);
        count(&bound, model->uncertainty > 0 && model->uncertainty <= strtod(told + 15, NULL) * (1 + 1e-9) &&
                          model->uncertainty <= strtod(field + 19, NULL));
        free(followed);
        free(after);
        free(report);
    }
    made_end(&m);
    must_hold(&join);
    must_hold(&scene);
    must_hold(&bound);
}

/* Points of one mesh are as near to the other as told. */
static double farthest_from(const tl_vec3 *v, const thing *t, const char *obj, const made_scene *m, test_random *r) {
    static tl_vec3 other[THING_VERTICES];
    static uint32_t faces[THING_TRIANGLES][3];
    char path[600], line[200];
    size_t n = 0, count_of = 0;
    snprintf(path, sizeof(path), "%s/%s", m->folder, obj);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (fgets(line, sizeof(line), in) != NULL) {
        tl_vec3 *p = &other[n];
        uint32_t *c = faces[count_of];
        n += sscanf(line, "v %lf %lf %lf", &p->x, &p->y, &p->z) == 3;
        count_of += sscanf(line, "f %u %u %u", &c[0], &c[1], &c[2]) == 3;
    }
    fclose(in);
    double farthest = 0;
    for (int i = 0; i < 150; i++) {
        const uint32_t *c = t->triangles[test_random_below(r, (int)t->triangle_count)];
        double a = test_random_between(r, 0, 1), b = test_random_between(r, 0, 1 - a), least = INFINITY;
        tl_vec3 p = tl_add(tl_scale(v[c[0]], 1 - a - b), tl_add(tl_scale(v[c[1]], a), tl_scale(v[c[2]], b)));
        for (size_t k = 0; k < count_of; k++) {
            const tl_vec3 corner[3] = {other[faces[k][0] - 1], other[faces[k][1] - 1], other[faces[k][2] - 1]};
            least = fmin(least, made_segment_distance(p, tl_add(p, (tl_vec3){1e-12, 0, 0}), corner));
        }
        farthest = fmax(farthest, least);
    }
    return farthest;
}

static void simplifying_holds(void **state) {
    (void)state;
    static thing t;
    made_scene m;
    test_random r = test_random_start("simplified", 10);
    tally holds = {"--simplify: \"uncertainty\" told", 0, 0};
    const thing_file plain = {.scale = 1, .unit_mm = 1, .up = 2, .forward = 0, .up_sign = 1};
    made_begin(&m, "advice-simplify");
    for (int i = 0; i < 12; i++) {
        thing_make(&t, THING_TABLE, &r);
        thing_write(&m, "thing.obj", &t, &plain);
        tl_mesh_options options = {
            .struct_size = sizeof(tl_mesh_options), .output = "NEW.obj", .simplify_mm = test_random_between(&r, 1, 20)};
        char *report = advice_ask(&m, "thing.obj", &options, "en", false);
        const char *told = strstr(report, "say \"uncertainty\": ");
        assert_non_null(told);
        double bound = strtod(told + 19, NULL);
        count(&holds, bound <= options.simplify_mm * (1 + 1e-5) &&
                          farthest_from(t.vertices, &t, "NEW.obj", &m, &r) <= bound + 1e-9);
        free(report);
    }
    made_end(&m);
    must_hold(&holds);
}

/* --- References --------------------------------------------------------------------------------------------------- */

static void references_hold(void **state) {
    (void)state;
    static thing t;
    made_scene m;
    test_random r = test_random_start("references", 12);
    tally scene = {"\"scale\", \"scale_error\" by references", 0, 0}, first = {"width, depth, height go with up", 0, 0};
    tally written = {"... of the file that was written", 0, 0}, star = {"write more digits, or `+- 0.5`", 0, 0};
    made_begin(&m, "advice-references");
    for (int i = 0; i < 100; i++) {
        thing_make(&t, (thing_kind)test_random_below(&r, 2), &r);
        thing_file f = random_file(&r, 1);
        f.beside = (tl_vec3){0, 0, 0};
        f.roll = f.pitch = 0;
        thing_write(&m, "thing.obj", &t, &f);
        const tl_box3 truth = thing_box_of(&t);
        char reference[64], *references[1] = {reference}, *report;
        snprintf(reference, sizeof(reference), "height = %.1f mm", truth.high.z);
        tl_mesh_options options = {.struct_size = sizeof(tl_mesh_options),
                                   .references = (const char *const *)references,
                                   .reference_count = 1};
        report = advice_ask(&m, "thing.obj", &options, "en", false);
        if (report == NULL) {
            continue; /* no height along what is taken as up */
        }
        const char *up_first = strstr(report, "width, depth and height go with +z up: with `--up ");
        char up[4] = "";
        if (up_first != NULL) {
            assert_int_equal(sscanf(up_first, "width, depth and height go with +z up: with `--up %3[^`]", up), 1);
            free(report);
            options.up = up;
            report = advice_ask(&m, "thing.obj", &options, "en", false);
        }
        const bool up_is_true = strcmp(up[0] != '\0' ? up : "+z", axis_names[2 * f.up + (f.up_sign < 0)]) == 0;
        const double scale = f.unit_mm / f.scale;
        assert_non_null(strstr(report, "as nothing else was said: write more digits, or `+- 0.5`"));
        char exact[64], *exacts[1] = {exact};
        snprintf(exact, sizeof(exact), "height = %.1f +- 0.5 mm", truth.high.z);
        tl_mesh_options surer = options;
        surer.references = (const char *const *)exacts;
        char *second = advice_ask(&m, "thing.obj", &surer, "en", false);
        count(&star, strstr(second, "as nothing else was said") == NULL);
        free(second);
        const char *told = strstr(report, "in a scene: \"scale\": ");
        double s = 0, e = 0;
        if (up_first != NULL) {
            count(&first, told != NULL && up_is_true);
        }
        if (up_is_true && told != NULL) {
            assert_int_equal(sscanf(told, "in a scene: \"scale\": %lf, \"scale_error\": %lf", &s, &e), 2);
            count(&scene, fabs(s / scale - 1) <= e * (1 + 1e-6));
            options.output = "NEW.obj";
            free(report);
            report = advice_ask(&m, "thing.obj", &options, "en", false);
            told = strstr(report, "in a scene, for the file that was written: ");
            assert_non_null(told);
            char *after = look_again(&m), text[64];
            const char *size = strstr(after, "\"size_mm\":[");
            tl_vec3 got;
            (void)text;
            assert_int_equal(sscanf(size, "\"size_mm\":[%lf,%lf,%lf]", &got.x, &got.y, &got.z), 3);
            assert_int_equal(sscanf(told, "in a scene, for the file that was written: \"scale_error\": %lf", &e), 1);
            count(&written, fabs(got.z / truth.high.z - 1) <= e * (1 + 1e-6));
            free(after);
        }
        free(report);
    }
    made_end(&m);
    must_hold(&scene);
    must_hold(&written);
    must_hold(&star);
    must_hold(&first);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_hold),  cmocka_unit_test(landscapes_hold),   cmocka_unit_test(repairs_hold),
        cmocka_unit_test(cracks_close), cmocka_unit_test(simplifying_holds), cmocka_unit_test(references_hold),
    };
    return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}
