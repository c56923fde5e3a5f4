/* What `check` says of meshes, taken at its word: numbers are held against the truth, remedies are followed, and the
 * warning must be gone. */
#include "support/advice.h"

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

/* The last warnings of `check`, the message and the remedy of each on a line. */
static char said[16384];

static void check(made_scene *m, const char *scene) {
    char path[600];
    made_file(m, "checked.json", scene);
    snprintf(path, sizeof(path), "%s/checked.json", m->folder);
    const tl_scene_options options = {.struct_size = sizeof(tl_scene_options), .look_closer = true};
    tl_scene *loaded = NULL;
    tl_report *report = NULL;
    tl_error error = {0};
    if (tl_scene_load(m->context, path, &options, &loaded, &report, &error) != TL_OK) {
        fail_msg("%s\n%s", error.message, scene);
    }
    size_t used = 0;
    said[0] = '\0';
    for (size_t i = 0; i < tl_report_count(report); i++) {
        const tl_error *problem = tl_report_get(report, i, NULL);
        used += (size_t)snprintf(said + used, sizeof(said) - used, "%s: %s\n", problem->message, problem->remedy);
    }
    tl_report_destroy(report);
    tl_scene_destroy(loaded);
}

/* What stands behind a text of what was said; 0 numbers when it wasn't. */
static int numbers_behind(const char *text, const char *format, double *a, double *b) {
    const char *at = strstr(said, text);
    return at != NULL ? sscanf(at + strlen(text), format, a, b) : 0;
}

/* The command that the last check told, followed; false: it told none. */
static bool follow_command(const made_scene *m, const char *file) {
    static const char head[] = "`trueline import ";
    const char *at = strstr(said, head);
    char command[300], text[256];
    if (at == NULL || sscanf(at + sizeof(head) - 1, "%*s %299[^`]", command) != 1) {
        return false;
    }
    tl_mesh_options options = TL_MESH_OPTIONS_INIT;
    advice_options(command, &options, text);
    char *report = advice_ask(m, file, &options, "en", false);
    assert_non_null(report);
    free(report);
    return true;
}

/* --- Tables ------------------------------------------------------------------------------------------------------- */

static void bare_tables_are_told(void **state) {
    (void)state;
    static thing t;
    made_scene m;
    test_random r = test_random_start("bare", 31);
    tally share = {"the mesh leaves so much of the table bare", 0, 0}, reach = {"it reaches from, to", 0, 0};
    tally size = {"give the table the size of its mesh", 0, 0}, at = {"move the mesh by the table's `at`", 0, 0};
    made_begin(&m, "advice-bare");
    for (int i = 0; i < 80; i++) {
        const double w = floor(test_random_between(&r, 600, 1800)), d = floor(test_random_between(&r, 600, 1200));
        memset(&t, 0, sizeof(t));
        thing_sheet(&t, w, d, 8, 20, &r);
        thing_file f = {.scale = 1, .unit_mm = 1, .up = 2, .forward = 0, .up_sign = 1};
        f.beside =
            (tl_vec3){floor(test_random_between(&r, -0.2, 0.5) * w), floor(test_random_between(&r, 0, 1) * d), 0};
        thing_write(&m, "thing.obj", &t, &f);
        char scene[400];
        snprintf(scene, sizeof(scene), "{'trueline':1,'table':{'width':%g,'depth':%g,'mesh':'thing.obj'}}", w, d);
        check(&m, scene);
        const double x0 = f.beside.x - w / 2, y0 = f.beside.y - d / 2;
        const double over_x = fmax(0, fmin(w, x0 + w) - fmax(0, x0)), over_y = fmax(0, fmin(d, y0 + d) - fmax(0, y0));
        const double bare = 100 * (1 - over_x * over_y / (w * d));
        double told = 0, low[2] = {0, 0}, high[2] = {0, 0};
        if (numbers_behind("the table's mesh leaves ", "%lf", &told, NULL) == 0) {
            count(&share, bare < 5.1);
            continue;
        }
        count(&share, fabs(told - bare) <= 2.1 && bare > 1);
        bool both = numbers_behind("bare: it reaches from ", "%lf, %lf", &low[0], &low[1]) == 2 &&
                    numbers_behind("to ", "%lf, %lf", &high[0], &high[1]) == 2;
        count(&reach, both && fabs(low[0] - x0) <= 0.51 && fabs(low[1] - y0) <= 0.51 &&
                          fabs(high[0] - x0 - w) <= 0.51 && fabs(high[1] - y0 - d) <= 0.51);
        snprintf(scene, sizeof(scene),
                 "{'trueline':1,'table':{'width':%g,'depth':%g,'mesh':'thing.obj','at':[%g,%g,0]}}", w, d, -low[0],
                 -low[1]);
        check(&m, scene);
        count(&at, strstr(said, "bare") == NULL);
        if (x0 >= -1 && y0 >= -1) {
            continue; /* the size alone doesn't help where it lies beside */
        }
        snprintf(scene, sizeof(scene),
                 "{'trueline':1,'table':{'width':%g,'depth':%g,'mesh':'thing.obj','at':[%g,%g,0]}}", high[0] - low[0],
                 high[1] - low[1], -low[0], -low[1]);
        check(&m, scene);
        count(&size, strstr(said, "bare") == NULL);
    }
    made_end(&m);
    must_hold(&share);
    must_hold(&reach);
    must_hold(&at);
    must_hold(&size);
}

/* --- Origins and feet --------------------------------------------------------------------------------------------- */

/* A scene with the mesh as terrain, figure or vehicle; `frame` ends with a comma or is empty. */
static void scene_with(char scene[1200], int use, const char *mesh, const char *frame) {
    if (use == 0) {
        snprintf(scene, 1200,
                 "{'trueline':1,'table':{'width':1000,'depth':1000},'terrain':[{'id':'t','kind':'wall',%s'mesh':'%s',"
                 "'at':[500,500]}]}",
                 frame, mesh);
    } else {
        snprintf(scene, 1200,
                 "{'trueline':1,'table':{'width':1000,'depth':1000},'assets':{'a':{%s'mesh':'%s','base':{'shape':"
                 "'disc','diameter':30}}},'units':[{'id':'u','class':'%s','members':[{'id':'m','asset':'a','at':[500,"
                 "500]}]}]}",
                 frame, mesh, use == 1 ? "infantry" : "vehicle");
    }
}

static void origins_and_feet_are_told(void **state) {
    (void)state;
    static thing t;
    made_scene m;
    test_random r = test_random_start("origins", 33);
    tally far = {"it lies so far beside its own origin", 0, 0}, near = {"nothing beside is not told", 0, 0};
    tally moved = {"`trueline import ... --move` mends it", 0, 0}, below = {"it reaches so far below its base", 0, 0};
    tally lifted = {"... and is lifted", 0, 0}, forward = {"move it in the program it came from", 0, 0};
    made_begin(&m, "advice-origins");
    for (int i = 0; i < 150; i++) {
        static const char *const units[] = {"mm", "cm", "m", "inch"};
        static const double mm[] = {1, 10, 1000, 25.4};
        const int use = i % 3, unit = test_random_below(&r, 4), up = test_random_below(&r, 3);
        thing_make(&t, use == 0 ? THING_HOUSE : THING_FIGURE, &r);
        const tl_box3 box = thing_box_of(&t);
        const bool sinks = use != 0 && test_random_below(&r, 2) == 0, turned = test_random_below(&r, 6) == 0;
        thing_file f = {.scale = 56, .unit_mm = mm[unit], .up = up, .forward = (up + 1) % 3, .up_sign = 1};
        double away = test_random_below(&r, 3) == 0 ? 0 : 300;
        f.beside = (tl_vec3){test_random_between(&r, -away, away), test_random_between(&r, -away, away),
                             sinks ? -test_random_between(&r, 0.2, 0.8) * box.high.z : 0};
        f.forward = up == 2 ? 0 : up == 1 ? 2 : 1; /* as a scene takes it where it says nothing */
        thing_write(&m, "thing.obj", &t, &f);
        char scene[1200], frame[200];
        snprintf(frame, sizeof(frame), "'unit':'%s','up':'+%c','scale':%.17g,%s", units[unit], 'x' + up, 1 / 56.0,
                 turned ? (up == 2   ? "'forward':'+x',"
                           : up == 1 ? "'forward':'+z',"
                                     : "'forward':'+y',")
                        : "");
        scene_with(scene, use, "thing.obj", frame);
        check(&m, scene);
        const double x = fmax(0, fmax(box.low.x + f.beside.x, -box.high.x - f.beside.x));
        const double y = fmax(0, fmax(box.low.y + f.beside.y, -box.high.y - f.beside.y));
        double told = 0;
        bool beside = numbers_behind("` lies ", "%lf", &told, NULL) == 1;
        if (beside) {
            count(&far, fabs(told - hypot(x, y)) <= 0.51 && hypot(x, y) > 10);
        } else {
            count(&near, hypot(x, y) <= 10.01);
        }
        double depth = 0, share = 0;
        bool sunk = numbers_behind("` reaches ", "%lf mm below its base: %lf", &depth, &share) == 2;
        if (sunk) {
            count(&below,
                  fabs(depth + f.beside.z) <= 0.06 && fabs(share - 100 * (3 - f.beside.z) / box.high.z) <= 0.51);
        } else {
            count(&near, !sinks || -f.beside.z <= 1.01);
        }
        if (turned && (beside || sunk)) {
            count(&forward, strstr(said, "move it to its origin in the program it came from") != NULL);
        } else if (beside || sunk) {
            /* the one told first; what is left is told then */
            assert_true(follow_command(&m, "thing.obj"));
            scene_with(scene, use, "NEW.obj", "");
            check(&m, scene);
            count(beside ? &moved : &lifted,
                  beside ? strstr(said, "beside its own origin") == NULL : strstr(said, "below its base") == NULL);
        }
    }
    made_end(&m);
    must_hold(&far);
    must_hold(&near);
    must_hold(&moved);
    must_hold(&below);
    must_hold(&lifted);
    must_hold(&forward);
}

/* --- Flaws of the file -------------------------------------------------------------------------------------------- */

static void flaws_are_told_once(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "advice-flaws");
    made_file(&m, "cut.obj", "v 0 0 0\nv 1000 0 0\nv 1000 1000 0\nv 0 1000 0\nv 5 5 50\nf 1 2 3 4\nf 1 2\nf 1 2 5");
    check(&m, "{'trueline':1,'table':{'width':1000,'depth':1000,'mesh':'cut.obj'},"
              "'assets':{'a':{'mesh':'cut.obj','scale':0.05,'core':{'shape':'capsule','from':[0,0,5],'to':[0,0,20],"
              "'radius':5},'base':{'shape':'disc','diameter':25}}},"
              "'terrain':[{'id':'p','kind':'wall','mesh':'cut.obj','scale':0.1},{'id':'q','kind':'wall','mesh':"
              "'cut.obj','scale':0.1,'at':[300,300]}],"
              "'units':[{'id':'u','class':'vehicle','members':[{'id':'m','asset':'a','at':[500,500]}]}]}");
    int times = 0;
    for (const char *at = strstr(said, "`cut.obj`: "); at != NULL; at = strstr(at + 1, "`cut.obj`: ")) {
        times++;
    }
    assert_int_equal(times % 3, 0); /* of the table, the asset, and the two pieces that are alike */
    assert_true(times >= 6);        /* its end, and the face of two corners */
    assert_non_null(strstr(said, "`cut.obj`: the file ends in the middle of a line"));
    assert_non_null(strstr(said, "look at it with `trueline import`"));
    made_end(&m);
}

/* A box of triangles whose corners differ in their last digits. */
static void write_torn_box(const made_scene *m, test_random *r) {
    static thing t;
    char path[600];
    memset(&t, 0, sizeof(t));
    thing_box(&t, (tl_vec3){-60, -10, 0}, (tl_vec3){60, 10, 50});
    snprintf(path, sizeof(path), "%s/torn.obj", m->folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    for (size_t i = 0; i < t.triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            tl_vec3 p = t.vertices[t.triangles[i][k]];
            fprintf(out, "v %.17g %.17g %.17g\n", p.x + test_random_between(r, -1e-5, 1e-5), p.y,
                    p.z + test_random_between(r, 0, 1e-5));
        }
        fprintf(out, "f -3 -2 -1\n");
    }
    fclose(out);
}

static void cracks_are_told_and_joined(void **state) {
    (void)state;
    made_scene m;
    test_random r = test_random_start("torn", 35);
    tally joined = {"\"repair\": { \"join\" }: then it is closed", 0, 0};
    made_begin(&m, "advice-torn");
    for (int i = 0; i < 30; i++) {
        static const char scene[] = "{'trueline':1,'table':{'width':1000,'depth':1000},'terrain':[{'id':'t','kind':"
                                    "'wall','mesh':'torn.obj','solid':true,%s'at':[500,500,0]}]}";
        char text[600], field[120], repair[160];
        write_torn_box(&m, &r);
        snprintf(text, sizeof(text), scene, "");
        check(&m, text);
        const char *told = strstr(said, "say `\"repair\"");
        assert_non_null(told);
        assert_non_null(strstr(said, "`torn.obj` has cracks: 36 open edges lie within "));
        assert_non_null(strstr(said, "then it is closed, and its inside blocks"));
        assert_non_null(strstr(said, "its mesh is open: only its surface blocks"));
        assert_int_equal(sscanf(told, "say `%119[^`]", field), 1);
        snprintf(repair, sizeof(repair), "%s,", field);
        snprintf(text, sizeof(text), scene, repair);
        check(&m, text);
        count(&joined, strstr(said, "cracks") == NULL && strstr(said, "its mesh is open") == NULL &&
                           strstr(said, "joined ") != NULL);
    }
    made_end(&m);
    must_hold(&joined);
}

/* --- The rest ----------------------------------------------------------------------------------------------------- */

#define TABLE "'trueline':1,'table':{'width':1000,'depth':1000}"
#define PAWN  "'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'disc','diameter':25}"
#define STANDS(what, member)                                                                                           \
    "{" TABLE ",'assets':{'a':{" what "}},'units':[{'id':'u','class':'infantry','members':[" member "]}]}"
#define ONE "{'id':'m','asset':'a','at':[500,500]}"

/* A scene, what is said of it, and the scene of whoever follows. */
static const struct {
    const char *remedy, *before, *after;
} cases[] = {
    {"move one of them apart",
     STANDS(PAWN, "{'id':'m','asset':'a','at':[500,500]},{'id':'n','asset':'a','at':[510,500]}"),
     STANDS(PAWN, "{'id':'m','asset':'a','at':[500,500]},{'id':'n','asset':'a','at':[530,500]}")},
    {"move it aside",
     "{" TABLE ",'assets':{'a':{" PAWN "}},'terrain':[{'id':'t','kind':'wall','mesh':'low.obj','at':[500,500,0]}],"
     "'units':[{'id':'u','class':'infantry','members':[{'id':'m','asset':'a','at':[550,500,0]}]}]}",
     "{" TABLE ",'assets':{'a':{" PAWN "}},'terrain':[{'id':'t','kind':'wall','mesh':'low.obj','at':[500,500,0]}],"
     "'units':[{'id':'u','class':'infantry','members':[{'id':'m','asset':'a','at':[580,500,0]}]}]}"},
    {"move it back, or turn it: a body that lies is as long as it is high when it stands",
     "{" TABLE ",'ruleset':'skirmish-1991','assets':{'a':{" PAWN "}},"
     "'terrain':[{'id':'t','kind':'wall','mesh':'low.obj','at':[500,500,0]}],'units':[{'id':'u','class':'infantry',"
     "'members':[{'id':'m','asset':'a','at':[573,500,0],'stance':'prone'}]}]}",
     "{" TABLE ",'ruleset':'skirmish-1991','assets':{'a':{" PAWN "}},"
     "'terrain':[{'id':'t','kind':'wall','mesh':'low.obj','at':[500,500,0]}],'units':[{'id':'u','class':'infantry',"
     "'members':[{'id':'m','asset':'a','at':[573,500,0],'stance':'prone','facing':90}]}]}"},
    {"choose another `level`, or give `at` three numbers",
     STANDS(PAWN, "{'id':'m','asset':'a','at':[500,500],'level':2}"),
     STANDS(PAWN, "{'id':'m','asset':'a','at':[500,500,0]}")},
    {"give `at` two numbers to let it rest on the surface", STANDS(PAWN, "{'id':'m','asset':'a','at':[500,500,30]}"),
     STANDS(PAWN, ONE)},
    {"move it inward", STANDS(PAWN, "{'id':'m','asset':'a','at':[5,500]}"), STANDS(PAWN, ONE)},
    {"name it in `parts`",
     STANDS("'mesh':'box.obj','parts':{'core':['box0']},'base':{'shape':'disc','diameter':25}", ONE),
     STANDS("'mesh':'box.obj','parts':{'core':['box0'],'gear':['box1']},'base':{'shape':'disc','diameter':25}", ONE)},
    {"give the asset `parts` or a `core`", STANDS("'mesh':'box.obj','base':{'shape':'disc','diameter':25}", ONE),
     STANDS("'mesh':'box.obj','parts':{'core':['*']},'base':{'shape':'disc','diameter':25}", ONE)},
    {"give the asset a `base`", STANDS("'mesh':'box.obj','parts':{'core':['*']}", ONE),
     STANDS("'mesh':'box.obj','parts':{'core':['*']},'base':{'shape':'disc','diameter':25}", ONE)},
    {"say what the base is: { \"shape\": \"disc\", \"diameter\": 25 }",
     STANDS("'mesh':'box.obj','parts':{'core':['*']},'base':'auto'", ONE),
     STANDS("'mesh':'box.obj','parts':{'core':['*']},'base':{ 'shape': 'disc', 'diameter': 25 }", ONE)},
    {"give it a `height`",
     "{" TABLE ",'terrain':[{'id':'t','kind':'wall','solid':true,'outline':[[100,100],[200,100],[200,200]]}]}",
     "{" TABLE
     ",'terrain':[{'id':'t','kind':'wall','solid':true,'height':30,'outline':[[100,100],[200,100],[200,200]]}]}"},
    {"give it a `height`, or `\"solid\": false` when it is meant to be flat",
     "{" TABLE ",'terrain':[{'id':'t','kind':'wall','outline':[[100,100],[200,100],[200,200]]}]}",
     "{" TABLE ",'terrain':[{'id':'t','kind':'wall','solid': false,'outline':[[100,100],[200,100],[200,200]]}]}"},
    {"close the mesh's holes, or leave `solid` out",
     "{" TABLE ",'terrain':[{'id':'t','kind':'wall','mesh':'open.obj','solid':true,'at':[500,500]}]}",
     "{" TABLE ",'terrain':[{'id':'t','kind':'wall','mesh':'open.obj','solid':true,'repair':{'close_holes':130},'at':"
     "[500,500]}]}"},
    {"take the underside out of the mesh, or give `at` three numbers",
     "{'trueline':1,'table':{'width':100,'depth':100,'mesh':'slab.obj'},'assets':{'a':{" PAWN "}},'units':[{'id':'u',"
     "'class':'infantry','members':[{'id':'m','asset':'a','at':[50,50]}]}]}",
     "{'trueline':1,'table':{'width':100,'depth':100,'mesh':'slab.obj'},'assets':{'a':{" PAWN "}},'units':[{'id':'u',"
     "'class':'infantry','members':[{'id':'m','asset':'a','at':[50,50,60]}]}]}"},
};

static void remedies_mend(void **state) {
    (void)state;
    made_scene m;
    tally mended = {"remedies of scenes", 0, 0};
    made_begin(&m, "advice-remedies");
    made_boxes(&m, "box.obj", (const made_box[]){{{-60, -10, 0}, {60, 10, 40}}, {{-20, -5, 40}, {20, 5, 60}}}, 2);
    made_boxes(&m, "low.obj", &(made_box){{-60, -10, 0}, {60, 10, 20}}, 1);
    made_boxes(&m, "slab.obj", &(made_box){{0, 0, 0}, {100, 100, 60}}, 1);
    made_file(&m, "open.obj",
              "v -50 -50 0\nv 50 -50 0\nv 50 50 0\nv -50 50 0\nv -50 -50 40\nv 50 -50 40\nv 50 50 40\n"
              "v -50 50 40\nf 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char message[400] = "";
        check(&m, cases[i].before);
        const char *at = strstr(said, cases[i].remedy);
        if (at == NULL) {
            printf("not told: %s\n%s", cases[i].remedy, said);
        } else {
            while (at > said && at[-1] != '\n') {
                at--;
            }
            snprintf(message, sizeof(message), "%.40s", at);
        }
        check(&m, cases[i].after);
        bool gone = message[0] != '\0' && strstr(said, cases[i].remedy) == NULL;
        if (!gone) {
            printf("still told: %s\n%s", cases[i].remedy, said);
        }
        count(&mended, gone);
    }
    made_end(&m);
    must_hold(&mended);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bare_tables_are_told), cmocka_unit_test(origins_and_feet_are_told),
        cmocka_unit_test(flaws_are_told_once),  cmocka_unit_test(cracks_are_told_and_joined),
        cmocka_unit_test(remedies_mend),
    };
    return cmocka_run_group_tests_name("advice of check", tests, NULL, NULL);
}
