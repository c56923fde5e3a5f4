/* What `import` suggests by names and by shape, written into scenes as it stands: parts, bases, cores, cuts, forward.
 */
#include "support/advice.h"

#include "api/handle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    const char *what;
    int told, held;
} tally;

static void count(tally *t, bool held) {
    t->told++;
    t->held += held;
}

#define must_hold(t)                                                                                                   \
    do {                                                                                                               \
        printf("%-52s told %4d, held %4d\n", (t)->what, (t)->told, (t)->held);                                         \
        assert_true((t)->told > 0);                                                                                    \
        assert_int_equal((t)->held, (t)->told);                                                                        \
    } while (0)

static const thing_file plain = {.scale = 1, .unit_mm = 1, .up = 2, .forward = 0, .up_sign = 1};

/* The model of the only member of a scene with one asset; NULL: it is refused. */
static const tl_model *model_with(made_scene *m, const char *mesh, const char *fields, const char *kind) {
    char path[600], text[4000];
    tl_error error = {0};
    snprintf(text, sizeof(text),
             "{'trueline':1,'table':{'width':1000,'depth':1000},'assets':{'a':{'mesh':'%s',%s}},"
             "'units':[{'id':'u','class':'%s','members':[{'id':'m','asset':'a','at':[500,500]}]}]}",
             mesh, fields, kind);
    made_file(m, "asked.json", text);
    snprintf(path, sizeof(path), "%s/asked.json", m->folder);
    tl_scene_destroy(m->scene);
    m->scene = NULL;
    if (tl_scene_load(m->context, path, NULL, &m->scene, NULL, &error) != TL_OK) {
        printf("%s %s\n", error.message, fields);
        return NULL;
    }
    return m->scene->table->models[0];
}

/* --- Names -------------------------------------------------------------------------------------------------------- */

static const char *const words[][4] = {{"hull", "turret", "Kopf", "buste"},
                                       {"leg", "track", "Arm", "roue"},
                                       {"gun", "antenna", "Rohr", "backpack"},
                                       {"base", "socle", "Sockel", "plinth"},
                                       {"rod", "stand", "flystand", "rod"}};

static void parts_by_name_hold(void **state) {
    (void)state;
    static thing t;
    made_scene m;
    test_random r = test_random_start("names", 21);
    tally loads = {"\"parts\" make a model", 0, 0}, roles = {"... with the roles that names tell", 0, 0};
    int silent = 0;
    made_begin(&m, "advice-names");
    for (int i = 0; i < 120; i++) {
        int truth[THING_GROUPS], pieces = 1 + test_random_below(&r, 8), core = 0;
        memset(&t, 0, sizeof(t));
        for (int k = 0; k < pieces; k++) {
            char name[40];
            truth[k] = test_random_below(&r, 7); /* 5 and 6: nothing tells */
            const char *word = truth[k] < 5 ? words[truth[k]][test_random_below(&r, 4)] : k % 2 ? "zorb" : "mesh";
            snprintf(name, sizeof(name), test_random_below(&r, 2) == 0 ? "%s_%02d" : "%s.%d", word, k);
            core += truth[k] == TL_ROLE_CORE;
            thing_group(&t, name);
            thing_box(&t, (tl_vec3){0, 0, 5.0 * k}, (tl_vec3){20, 15, 5.0 * k + 4});
        }
        thing_write(&m, "thing.obj", &t, &plain);
        char *report = advice_ask(&m, "thing.obj", &(tl_mesh_options)TL_MESH_OPTIONS_INIT, "en", false), fields[1000];
        const char *told = strstr(report, "suggestion by the names of its parts, for a scene:\n  ");
        if (told == NULL) {
            silent++;
            bool any = false, left = false;
            for (int k = 0; k < pieces; k++) {
                any = any || truth[k] < 5;
                left = left || truth[k] >= 5 || truth[k] == TL_ROLE_CORE;
            }
            assert_true(!any || !left);
            free(report);
            continue;
        }
        told = strchr(told, '\n') + 3;
        snprintf(fields, sizeof(fields), "%.*s", (int)strcspn(told, "\n"), told);
        free(report);
        const tl_model *model = model_with(&m, "thing.obj", fields, "vehicle");
        count(&loads, model != NULL);
        bool right = model != NULL && model->mesh->piece_count == (size_t)pieces;
        for (int k = 0; right && k < pieces; k++) {
            const tl_piece *piece = &model->mesh->pieces[k];
            bool rest = truth[k] >= 5;
            right = rest ? (core == 0 ? piece->role == TL_ROLE_CORE : !piece->matched) : (int)piece->role == truth[k];
        }
        count(&roles, right);
    }
    made_end(&m);
    printf("%d told nothing\n", silent);
    must_hold(&loads);
    must_hold(&roles);
}

/* --- Bases and cores ---------------------------------------------------------------------------------------------- */

/* A figure whose surface is fine: boxes cut into little ones would have walls inside, so prisms of many corners. */
static double make_trooper(thing *t, tl_vec2 *base, test_random *r) {
    memset(t, 0, sizeof(*t));
    const double top = test_random_between(r, 2, 3.5), h = test_random_between(r, 30, 45);
    const double wide = test_random_between(r, 10, 20);
    *base = test_random_below(r, 2) == 0 ? (tl_vec2){wide, wide} : (tl_vec2){wide * 1.5, wide};
    thing_prism(t, (tl_vec2){0, 0}, *base, 0, top, 96);
    for (int k = 0; k < 24; k++) { /* a body of slices, thinner and wider */
        double low = top + (h - top) * k / 24, body = wide * (0.3 + 0.15 * sin(0.4 * k));
        thing_prism(t, (tl_vec2){0.1 * wide, 0}, (tl_vec2){body, 0.8 * body}, low, low + (h - top) / 25, 24);
    }
    return top;
}

static bool holds_point(const char *core, tl_vec3 p) {
    double a[3], b[3], radius;
    if (strstr(core, "\"box\"") != NULL) {
        assert_int_equal(sscanf(strstr(core, "\"min\""), "\"min\":[%lf,%lf,%lf],\"max\":[%lf,%lf,%lf]", &a[0], &a[1],
                                &a[2], &b[0], &b[1], &b[2]),
                         6);
        return p.x >= a[0] && p.x <= b[0] && p.y >= a[1] && p.y <= b[1] && p.z >= a[2] && p.z <= b[2];
    }
    if (strstr(core, "hull-above") != NULL) {
        return p.z >= strtod(strstr(core, "\"height\":") + 9, NULL);
    }
    assert_int_equal(sscanf(strstr(core, "\"from\""), "\"from\":[%lf,%lf,%lf],\"to\":[%lf,%lf,%lf],\"radius\":%lf",
                            &a[0], &a[1], &a[2], &b[0], &b[1], &b[2], &radius),
                     7);
    double across = hypot(p.x - a[0], p.y - a[1]), beyond = fmax(0, fmax(a[2] - p.z, p.z - b[2]));
    return strstr(core, "capsule") != NULL ? hypot(across, beyond) <= radius : across <= radius && beyond == 0;
}

/* The share of the surface above the base that a core holds, by points all over it. */
static double share_held(const thing *t, double top, const char *core, test_random *r) {
    double all = 0, held = 0;
    for (size_t i = 0; i < t->triangle_count; i++) {
        const uint32_t *c = t->triangles[i];
        tl_vec3 u = tl_sub(t->vertices[c[1]], t->vertices[c[0]]), v = tl_sub(t->vertices[c[2]], t->vertices[c[0]]);
        double area = tl_length(tl_cross(u, v)) / 2;
        const int samples = 4 + (int)(area / 0.4);
        for (int k = 0; k < samples; k++) {
            double a = test_random_between(r, 0, 1), b = test_random_between(r, 0, 1);
            a = a + b > 1 ? 1 - a : a;
            b = a + b > 1 ? 1 - b : b;
            tl_vec3 p = tl_add(t->vertices[c[0]], tl_add(tl_scale(u, a), tl_scale(v, b)));
            if (p.z > top) {
                all += area / samples;
                held += holds_point(core, p) ? area / samples : 0;
            }
        }
    }
    return 100 * held / all;
}

typedef struct core_tallies {
    tally base, loads, share, cuts, frame, lies;
} core_tallies;

static void take_cores(made_scene *m, const thing *t, const char *report, tl_vec2 base, double top, test_random *r,
                       core_tallies *all) {
    static const char at_base[] = "\n  \"base\": ", at_core[] = "\n  \"core\": ";
    char base_field[200], fields[1400];
    const char *told = strstr(report, at_base);
    assert_non_null(told);
    snprintf(base_field, sizeof(base_field), "%.*s", (int)strcspn(told + 3, "\n"), told + 3);
    double x = 0, y = 0, height = strtod(strstr(base_field, "\"height\":") + 9, NULL);
    if (strstr(base_field, "disc") != NULL) {
        x = y = strtod(strstr(base_field, "\"diameter\":") + 11, NULL);
    } else {
        assert_int_equal(sscanf(strstr(base_field, "\"size\""), "\"size\":[%lf,%lf]", &x, &y), 2);
    }
    count(&all->base, fabs(x - 2 * base.x) < 0.15 && fabs(y - 2 * base.y) < 0.15 && fabs(height - top) <= 0.051);
    for (told = strstr(report, at_core); told != NULL; told = strstr(told + 1, at_core)) {
        const int length = (int)strcspn(told + 3, "\n");
        snprintf(fields, sizeof(fields), "%s,%.*s", base_field, length, told + 3);
        const char *says = strstr(fields, "   holds ");
        double share = says != NULL ? strtod(says + 9, NULL) : 0;
        fields[says != NULL ? (size_t)(says - fields) : strlen(fields)] = '\0';
        const tl_model *model = model_with(m, "thing.obj", fields, "infantry");
        count(&all->loads, model != NULL && !model->core_guessed && !model->base_guessed);
        if (says != NULL) {
            bool held = fabs(share_held(t, top, strstr(fields, "\"core\""), r) - share) < 3;
            count(&all->share, held);
        } else if (model != NULL) {
            count(&all->cuts, tl_mesh_box(model->core).low.z >= top - 1e-6);
        }
    }
}

static void cores_hold(void **state) {
    (void)state;
    static thing t;
    made_scene m;
    test_random r = test_random_start("cores", 23);
    core_tallies all = {
        {"\"base\" has the size of the base", 0, 0},  {"\"base\" and \"core\" make a figure", 0, 0},
        {"... holds so much of the surface", 0, 0},   {"cuts: body is what lies above the base's top", 0, 0},
        {"ask again with ... , as told above", 0, 0}, {"when it is levelled or moved, ask again", 0, 0}};
    made_begin(&m, "advice-cores");
    for (int i = 0; i < 6; i++) {
        tl_vec2 base;
        const double top = make_trooper(&t, &base, &r);
        thing_write(&m, "thing.obj", &t, &plain);
        char *report = advice_ask(&m, "thing.obj",
                                  &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .suggest_core = true},
                                  "en", false),
             text[256];
        take_cores(&m, &t, report, base, top, &r, &all);
        assert_null(strstr(report, "base and core"));
        free(report);
        /* in another frame */
        thing_file f = {.scale = 1, .unit_mm = i % 2 == 0 ? 1000 : 1, .up = 1, .forward = 2, .up_sign = 1};
        thing_write(&m, "thing.obj", &t, &f);
        report =
            advice_ask(&m, "thing.obj",
                       &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .suggest_core = true}, "en", false);
        const char *again = strstr(report, "base and core: ask again with `");
        if (again != NULL) {
            tl_mesh_options options = {.struct_size = sizeof(tl_mesh_options), .suggest_core = true};
            char command[200];
            assert_null(strstr(report, "\n  \"core\": "));
            assert_int_equal(sscanf(again, "base and core: ask again with `%199[^`]", command), 1);
            advice_options(command, &options, text);
            char *second = advice_ask(&m, "thing.obj", &options, "en", false);
            count(&all.frame, strstr(second, "\n  \"core\": ") != NULL && strstr(second, "ask again") == NULL &&
                                  strstr(second, "base: ") != NULL);
            free(second);
        }
        free(report);
        /* beside its origin: as told, then moved and asked again */
        f = plain;
        f.beside = (tl_vec3){test_random_between(&r, 60, 200), test_random_between(&r, 60, 200), 0};
        thing_write(&m, "thing.obj", &t, &f);
        report =
            advice_ask(&m, "thing.obj",
                       &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .suggest_core = true}, "en", false);
        advice a;
        advice_read(report, &a);
        tl_mesh_options options = TL_MESH_OPTIONS_INIT;
        advice_options(a.move, &options, text);
        free(advice_ask(&m, "thing.obj", &options, "en", false));
        char *second =
            advice_ask(&m, "NEW.obj", &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .suggest_core = true},
                       "en", false);
        count(&all.lies, strstr(report, "when it is levelled or moved, ask again") != NULL &&
                             strstr(second, "\n  \"base\": {") != NULL && strstr(second, "ask again") == NULL);
        free(report);
        free(second);
    }
    made_end(&m);
    must_hold(&all.base);
    must_hold(&all.loads);
    must_hold(&all.share);
    must_hold(&all.cuts);
    must_hold(&all.frame);
    must_hold(&all.lies);
}

/* --- Forward ------------------------------------------------------------------------------------------------------ */

static double degrees_between(double a, double b) {
    return fabs(remainder(a - b, 360));
}

/* A hull with a gun, turned. */
static void make_tank(thing *t, double turn, test_random *r) {
    memset(t, 0, sizeof(*t));
    double x = test_random_between(r, 25, 45), y = test_random_between(r, 14, 22), z = test_random_between(r, 12, 20);
    for (int k = 0; k < 16; k++) { /* slices, so that the surface has many corners */
        double low = -x + 2 * x * k / 16;
        thing_box(t, (tl_vec3){low, -y, 0}, (tl_vec3){low + 2 * x / 16, y, z});
    }
    thing_box(t, (tl_vec3){-0.3 * x, -0.5 * y, z}, (tl_vec3){0.3 * x, 0.5 * y, 1.6 * z});
    for (int k = 0; k < 12; k++) {
        double low = 0.3 * x + 1.4 * x * k / 12;
        thing_box(t, (tl_vec3){low, -0.08 * y, 1.2 * z}, (tl_vec3){low + 1.4 * x / 12, 0.08 * y, 1.35 * z});
    }
    const double c = cos(turn * 3.14159265358979 / 180), s = sin(turn * 3.14159265358979 / 180);
    for (size_t i = 0; i < t->vertex_count; i++) {
        tl_vec3 p = t->vertices[i];
        t->vertices[i] = (tl_vec3){c * p.x - s * p.y, s * p.x + c * p.y, p.z};
    }
}

/* Where the muzzle points, seen from the middle of the hull, the origin: nothing else is as far away. */
static double muzzle_deg(const tl_vec3 *v, size_t n) {
    tl_vec2 end = {0, 0};
    double farthest = 0;
    for (size_t i = 0; i < n; i++) {
        farthest = fmax(farthest, hypot(v[i].x, v[i].y));
    }
    for (size_t i = 0; i < n; i++) {
        end = hypot(v[i].x, v[i].y) > 0.95 * farthest ? tl_add2(end, tl_plan(v[i])) : end;
    }
    return atan2(end.y, end.x) * 180 / 3.14159265358979;
}

static void forward_holds(void **state) {
    (void)state;
    static thing t;
    static tl_vec3 v[THING_VERTICES];
    made_scene m;
    test_random r = test_random_start("forward", 25);
    tally turn = {"--turn turns it to +x", 0, 0}, scene = {"\"forward\" with all that turns with it", 0, 0};
    tally is = {"forward: where the gun points", 0, 0}, short_of = {"cuts: body is short of what sticks out", 0, 0};
    made_begin(&m, "advice-forward");
    for (int i = 0; i < 20; i++) {
        const double truth = i % 2 == 0 ? 90 * test_random_below(&r, 4) + test_random_between(&r, -3, 3)
                                        : test_random_between(&r, -180, 180);
        make_tank(&t, truth, &r);
        thing_write(&m, "thing.obj", &t, &plain);
        char *report = advice_ask(&m, "thing.obj",
                                  &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .suggest_core = true},
                                  "en", false),
             text[256];
        char command[100] = "", fields[1200] = "", axis[4] = "";
        const char *told = strstr(report, "forward: "), *turns = strstr(report, "`--turn ");
        const char *all = strstr(report, "in a scene, with all that turns with it: ");
        if (told == NULL || strncmp(told + 9, "not", 3) == 0) {
            free(report);
            continue;
        }
        const char *cut = strstr(report, "\n  \"core\": {\"cuts\"");
        if (cut != NULL) { /* of the mesh as it lies: the gun is none of it, the hull is */
            char core[600];
            snprintf(core, sizeof(core), "%.*s", (int)strcspn(cut + 3, "\n"), cut + 3);
            const tl_model *model = model_with(&m, "thing.obj", core, "vehicle");
            double gun = 0, body = 0;
            for (size_t k = 0; model != NULL && k < model->mesh->vertex_count; k++) {
                gun = fmax(gun, hypot(model->mesh->vertices[k].x, model->mesh->vertices[k].y));
            }
            for (size_t k = 0; model != NULL && k < model->core->vertex_count; k++) {
                body = fmax(body, hypot(model->core->vertices[k].x, model->core->vertices[k].y));
            }
            count(&short_of, body < 0.9 * gun && body > 0.5 * gun);
        }
        if (turns != NULL) {
            tl_mesh_options options = TL_MESH_OPTIONS_INIT;
            assert_int_equal(sscanf(turns, "`%99[^`]", command), 1);
            advice_options(command, &options, text);
            free(advice_ask(&m, "thing.obj", &options, "en", false));
            size_t n = thing_read(&m, "NEW.obj", v, THING_VERTICES);
            count(&turn, degrees_between(muzzle_deg(v, n), 0) < 5);
        } else if (all != NULL) {
            snprintf(fields, sizeof(fields), "%.*s", (int)strcspn(strchr(all, '"'), "\n"), strchr(all, '"'));
            assert_int_equal(sscanf(fields, "\"forward\":\"%3[^\"]", axis), 1);
            const tl_model *model = model_with(&m, "thing.obj", fields, "vehicle");
            count(&scene, model != NULL &&
                              degrees_between(muzzle_deg(model->mesh->vertices, model->mesh->vertex_count), 0) < 6);
        } else {
            count(&is, strncmp(told + 9, "+x", 2) == 0 && degrees_between(truth, 0) < 6);
        }
        free(report);
    }
    made_end(&m);
    must_hold(&turn);
    must_hold(&scene);
    must_hold(&is);
    must_hold(&short_of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_by_name_hold),
        cmocka_unit_test(cores_hold),
        cmocka_unit_test(forward_holds),
    };
    return cmocka_run_group_tests_name("advice on shape", tests, NULL, NULL);
}
