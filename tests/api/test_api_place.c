/* Where models come to stand, settings, what a batch changes, saving, and memory that runs out. */
#include "support/made_scene.h"

#include "io/file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                                       \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'giant':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,60],'radius':6},"                                    \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'low':{'core':{'shape':'box','min':[-10,-10,20],'max':[10,10,30]}}"
#define MEMBER(id, asset, at, more) "{'id':'" id "','asset':'" asset "','at':" at more "}"
#define UNIT(id, members)           "{'id':'" id "','side':'red','class':'infantry','members':[" members "]}"
#define SCENE(terrain, members)                                                                                        \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},'assets':{" ASSETS   \
    "},'terrain':[" terrain                                                                                            \
    "],'units':[" UNIT("u", members) "," UNIT("z", MEMBER("z1", "man", "[1900,1400]", "")) "]}"
#define MESH(id, kind) "{'id':'" id "','mesh':'" id ".obj','at':[0,0,0],'kind':'" kind "'}"

static tl_box3 box_of(made_scene *m, const char *name) {
    tl_box3 box;
    tl_error error = {0};
    assert_int_equal(tl_scene_box_of(m->scene, name, &box, &error), TL_OK);
    return box;
}

static double foot(made_scene *m, const char *name) {
    return box_of(m, name).low.z;
}

static void two_storeys(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "place-house");
    /* walls, a floor whose top is at 50, a flat roof whose top is at 100 */
    const made_box house[6] = {{{500, 500, 0}, {504, 900, 98}},  {{896, 500, 0}, {900, 900, 98}},
                               {{504, 500, 0}, {896, 504, 98}},  {{504, 896, 0}, {896, 900, 98}},
                               {{504, 504, 48}, {896, 896, 50}}, {{500, 500, 98}, {900, 900, 100}}};
    made_boxes(&m, "house.obj", house, 6);
    made_load(&m,
              SCENE(MESH("house", "building"),
                    MEMBER("g", "man", "[700,700]", "") "," MEMBER("f", "man", "[700,700]", ",'level':1") "," MEMBER(
                        "r", "man", "[700,700]",
                        ",'level':2") "," MEMBER("out", "man", "[300,700]",
                                                 "") "," MEMBER("tall", "giant", "[700,800]",
                                                                "") "," MEMBER("three", "man", "[700,700,63.5]",
                                                                               "") "," MEMBER("wall", "man",
                                                                                              "[502,700]", "")));
    assert_near(foot(&m, "g"), 0, 1e-9);
    assert_near(foot(&m, "f"), 50, 1e-9);
    assert_near(foot(&m, "r"), 100, 1e-9);
    assert_near(foot(&m, "out"), 0, 1e-9);
    /* no headroom for 60 under either floor: the roof is the lowest surface for it */
    assert_near(foot(&m, "tall"), 100, 1e-9);
    assert_near(foot(&m, "three"), 63.5, 1e-9);
    /* over a wall there is nothing but the roof */
    assert_near(foot(&m, "wall"), 100, 1e-9);
    made_ask(&m, "{'query':'range','from':'g','to':'z1'}");
    /* the floor between two who stand above each other */
    made_ask(&m, "{'query':'place','member':'z1','at':[700,700],'level':1}");
    assert_near(made_number(&m, "at[2]"), 50, 1e-9);
    made_ask(&m, "{'query':'los','from':'g','to':'z1'}");
    assert_verdict(&m, "no");
    assert_true(made_lists(&m, "blockers", "house"));
    made_end(&m);
}

static void lift_hill_and_tilt(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "place-lift");
    made_boxes(&m, "plates.obj",
               (made_box[]){{{110, 0, 0}, {150, 50, 4}}, {{210, 0, 0}, {250, 50, 5}}, {{310, 0, 0}, {350, 50, 6}}}, 3);
    /* a hill with a flat top 40 high and a slope of 1 in 2 on its left side, from x = 720 */
    const tl_vec3 p[8] = {{720, 0, 0},   {800, 0, 40},   {900, 0, 40},   {900, 0, 0},
                          {720, 200, 0}, {800, 200, 40}, {900, 200, 40}, {900, 200, 0}};
    const tl_vec3 hill[][3] = {{p[0], p[3], p[2]}, {p[0], p[2], p[1]}, {p[4], p[6], p[7]}, {p[4], p[5], p[6]},
                               {p[0], p[1], p[5]}, {p[0], p[5], p[4]}, {p[1], p[2], p[6]}, {p[1], p[6], p[5]},
                               {p[2], p[3], p[7]}, {p[2], p[7], p[6]}, {p[3], p[0], p[4]}, {p[3], p[4], p[7]}};
    made_triangles(&m, "hill.obj", hill, 12);
    made_load(
        &m,
        SCENE(MESH("plates", "road") "," MESH("hill", "hill"),
              MEMBER("four", "man", "[100,25]", "") "," MEMBER("five", "man", "[200,25]", "") "," MEMBER(
                  "six", "man", "[300,25]",
                  "") "," MEMBER("on", "man", "[230,25]",
                                 "") "," MEMBER("top", "man", "[850,100]",
                                                "") "," MEMBER("slope", "man", "[760,100]",
                                                               "") "," MEMBER("low", "low", "[500,500]",
                                                                              "") "," MEMBER("lean", "man", "[500,700]",
                                                                                             ",'tilt':[0,90]")));
    /* a plate under the rim of the base lifts it when it is up to 5 high; higher is an overlap */
    assert_near(foot(&m, "four"), 4, 1e-9);
    assert_near(foot(&m, "five"), 5, 1e-9);
    assert_near(foot(&m, "six"), 0, 1e-9);
    assert_near(foot(&m, "on"), 5, 1e-9);
    assert_near(foot(&m, "top"), 40, 1e-9);
    /* on the slope the centre's surface is 20 high; the rim uphill lies 5 higher at most */
    assert_near(foot(&m, "slope"), 25, 1e-6);
    /* the lowest point rests on the surface, wherever the model's origin is */
    assert_near(foot(&m, "low"), 0, 1e-9);
    /* tilted right over: it lies on the rim of its base */
    assert_near(foot(&m, "lean"), 0, 1e-9);
    assert_near(box_of(&m, "lean").high.z, 25, 1e-6);
    made_end(&m);
}

static void guessed_things_are_reported(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "place-check");
    made_boxes(&m, "block.obj", &(made_box){{-12, -16, 0}, {12, 16, 30}}, 1);
    made_file(&m, "scene.json",
              "{'trueline':1,'name':'x','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},"
              "'assets':{'block':{'mesh':'block.obj'}},"
              "'units':[{'id':'a','side':'red','class':'infantry','members':["
              "{'id':'a1','asset':'block','at':[100,100]},{'id':'a2','asset':'block','at':[110,100]},"
              "{'id':'a3','asset':'block','at':[500,500,300]},{'id':'a4','asset':'block','at':[1995,500]}]}]}");
    char path[512];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    tl_report *report = NULL;
    tl_error error = {0};
    tl_scene_options options = {.struct_size = sizeof(tl_scene_options), .look_closer = true};
    assert_int_equal(tl_scene_load(m.context, path, &options, &m.scene, &report, &error), TL_OK);
    const char *wanted[] = {"the whole mesh above the base is taken", "a disc of 40.0 mm", "`a1` and `a2` overlap",
                            "`a3` floats", "`a4` reaches"};
    for (int k = 0; k < 5; k++) {
        bool found = false;
        for (size_t i = 0; i < tl_report_count(report); i++) {
            bool warning = false;
            const tl_error *problem = tl_report_get(report, i, &warning);
            assert_true(warning);
            assert_true(problem->line > 0);
            found = found || strstr(problem->message, wanted[k]) != NULL;
        }
        if (!found) {
            fail_msg("nobody says: %s", wanted[k]);
        }
    }
    tl_report_destroy(report);
    made_end(&m);
}

static void batch_changes_what_follows(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "place-batch");
    made_load(&m, SCENE("", MEMBER("a", "man", "[100,100]", ",'facing':30") "," MEMBER("b", "man", "[300,100]", "")));
    made_ask(&m, "{'query':'range','from':'a','to':'z'}");
    double before = made_number(&m, "distance_mm");
    made_ask(&m, "{'id':[1,'x'],'query':'place','member':'a','at':[200.5,300.25]}");
    assert_verdict(&m, "yes");
    assert_int_equal(made_value(&m, "id")->kind, TL_JSON_ARRAY);
    assert_near(made_number(&m, "at[0]"), 200.5, 0);
    assert_near(made_number(&m, "facing_deg"), 30, 0);
    made_ask(&m, "{'query':'range','from':'a','to':'z'}");
    assert_near(made_number(&m, "distance_mm"), hypot(1900 - 200.5, 1400 - 300.25) - 25, 1e-9);
    assert_true(made_number(&m, "distance_mm") < before);
    /* what is refused changes nothing */
    double now = made_number(&m, "distance_mm");
    assert_int_equal(made_ask_refused(&m, "{'query':'place','member':'a','at':[-1,0]}"), TL_ERROR_SCENE);
    assert_int_equal(made_ask_refused(&m, "{'query':'place','member':'a','at':[5]}"), TL_ERROR_FORMAT);
    assert_int_equal(made_ask_refused(&m, "{'query':'place','member':'a','at':['x',5]}"), TL_ERROR_FORMAT);
    assert_int_equal(made_ask_refused(&m, "{'query':'place','member':'u','at':[5,5]}"), TL_ERROR_ARGUMENT);
    assert_int_equal(made_ask_refused(&m, "{'query':'place','member':'a','at':[5,5],'level':-1}"), TL_ERROR_FORMAT);
    assert_int_equal(made_ask_refused(&m, "{'query':'place','member':'a','at':[5,5],'facing':'north'}"),
                     TL_ERROR_FORMAT);
    made_ask(&m, "{'query':'range','from':'a','to':'z'}");
    assert_near(made_number(&m, "distance_mm"), now, 0);
    /* many moves of one piece don't wear it out */
    for (int i = 0; i < 200; i++) {
        made_ask(&m, "{'query':'place','member':'a','at':[%d,300],'facing':%d}", 200 + i, i * 7);
    }
    made_ask(&m, "{'query':'place','member':'a','at':[100,100],'facing':30}");
    made_ask(&m, "{'query':'range','from':'a','to':'z'}");
    assert_near(made_number(&m, "distance_mm"), before, 0);
    made_end(&m);
}

static void settings(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "place-settings");
    made_load(&m,
              "{'trueline':1,'name':'x','ruleset':'dust-battlefield','settings':{'units':'inch','tolerance_mm':0.5},"
              "'table':{'width':2000,'depth':1500},'assets':{" ASSETS "},'units':[" UNIT(
                  "a", MEMBER("a1", "man", "[100,100]", "")) "," UNIT("b", MEMBER("b1", "man", "[300,100]", "")) "]}");
    made_ask(&m, "{'query':'range','from':'a','to':'b'}");
    assert_near(made_number(&m, "game_units"), 175 / 101.6, 1e-12);
    assert_near(made_number(&m, "tolerance_mm"), 0.5, 0);
    assert_near(made_number(&m, "settings.tolerance_mm"), 0.5, 0);
    assert_non_null(strstr(m.text, "Settings not at their default"));
    /* a question's own setting holds for it alone */
    made_ask(&m, "{'query':'range','from':'a','to':'b','set':{'units':'cm'}}");
    assert_near(made_number(&m, "game_units"), 1.75, 1e-12);
    assert_false(made_has(&m, "settings.units"));
    made_ask(&m, "{'query':'range','from':'a','to':'b'}");
    assert_near(made_number(&m, "game_units"), 175 / 101.6, 1e-12);
    tl_error error = {0};
    assert_int_equal(tl_scene_set(m.scene, "units", "cm", &error), TL_OK);
    assert_string_equal(tl_scene_units(m.scene), "cm");
    made_ask(&m, "{'query':'range','from':'a','to':'b'}");
    assert_near(made_number(&m, "game_units"), 1.75, 1e-12);
    /* names and values that don't exist */
    assert_int_equal(made_ask_refused(&m, "{'query':'range','from':'a','to':'b','set':{'unit':'cm'}}"),
                     TL_ERROR_NOT_FOUND);
    assert_string_equal(made_word(&m, "error.remedy"), "did you mean `units`?");
    assert_int_equal(made_ask_refused(&m, "{'query':'range','from':'a','to':'b','set':{'units':'feet'}}"),
                     TL_ERROR_ARGUMENT);
    assert_string_equal(made_word(&m, "error.remedy"), "use cm or inch");
    assert_int_equal(made_ask_refused(&m, "{'query':'range','from':'a','to':'b','set':{'tolerance_mm':-1}}"),
                     TL_ERROR_ARGUMENT);
    assert_int_equal(made_ask_refused(&m, "{'query':'range','from':'a','to':'b','set':{'tolerance_mm':[1]}}"),
                     TL_ERROR_FORMAT);
    assert_int_equal(made_ask_refused(&m, "{'query':'rang','from':'a','to':'b'}"), TL_ERROR_NOT_FOUND);
    assert_string_equal(made_word(&m, "error.remedy"), "did you mean `range`?");
    assert_int_equal(made_ask_refused(&m, "{'query':'los','from':'a','to':'b','wepon':'x'}"), TL_ERROR_FORMAT);
    assert_int_equal(made_ask_refused(&m, "[1,2]"), TL_ERROR_FORMAT);
    assert_int_equal(made_ask_refused(&m, "{'query':'los','from':'a',"), TL_ERROR_FORMAT);
    assert_int_equal(made_ask_refused(&m, "{'from':'a','to':'b'}"), TL_ERROR_FORMAT);
    /* the scene's own */
    assert_int_equal(
        made_refused(&m, "{'trueline':1,'name':'x','ruleset':'dust-battlefield','settings':{'area_trough':'chord'},"
                         "'table':{'width':2000,'depth':1500}}"),
        TL_ERROR_SCENE);
    assert_string_equal(m.error.place, "settings.area_trough");
    assert_string_equal(m.error.remedy, "did you mean `area_through`?");
    made_end(&m);
}

static void saving_keeps_what_was_not_edited(void **state) {
    (void)state;
    static const char text[] =
        "\xef\xbb\xbf{ \"trueline\": 1,\r\n\t\"name\": \"S\\u00e4ge\",   \"x-note\": {\"b\":1.50,\"a\":[ ]},\r\n"
        "  \"ruleset\": \"dust-battlefield\",\n\"table\": {\"depth\":1500,\"width\":2e3},\n"
        "  \"assets\":{\"man\":{\"core\":{\"shape\":\"capsule\",\"from\":[0,0,8],\"to\":[0,0,28],\"radius\":6}}},\n"
        "  \"units\": [ {\"id\":\"a\",\"side\":\"r\",\"class\":\"infantry\",\"members\":[\n"
        "    {\"id\":\"a1\", \"at\": [ 100.0 , 1e2 ], \"asset\":\"man\"},  "
        "{\"id\":\"a2\",\"asset\":\"man\",\"at\":[300,100]}]} ]\n}\n\n";
    made_scene m;
    made_begin(&m, "place-save");
    made_bytes(&m, "scene.json", text, sizeof(text) - 1);
    char path[512], copy[512];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    snprintf(copy, sizeof(copy), "%s/copy.json", m.folder);
    tl_error error = {0};
    assert_int_equal(tl_scene_load(m.context, path, NULL, &m.scene, NULL, &error), TL_OK);
    assert_int_equal(tl_scene_save(m.scene, copy, &error), TL_OK);
    char *data = NULL;
    size_t size = 0;
    assert_int_equal(tl_file_read(m.context, copy, 1 << 20, &data, &size, &error), TL_OK);
    assert_int_equal(size, sizeof(text) - 1);
    assert_memory_equal(data, text, size);
    tl_free(m.context, data);
    /* one member moved: everything before and behind it keeps its bytes */
    const double at[2] = {123.5, 200};
    assert_int_equal(tl_scene_place(m.scene, "a1", at, 2, 90, 0, &error), TL_OK);
    assert_int_equal(tl_scene_save(m.scene, copy, &error), TL_OK);
    assert_int_equal(tl_file_read(m.context, copy, 1 << 20, &data, &size, &error), TL_OK);
    const char *changed = strstr(text, "\"at\": [ 100.0"), *rest = strstr(text, "\"asset\":\"man\"},  {");
    assert_memory_equal(data, text, (size_t)(changed - text));
    assert_memory_equal(data + size - strlen(rest), rest, strlen(rest));
    assert_non_null(strstr(data, "123.5"));
    tl_free(m.context, data);
    assert_int_equal(tl_scene_save(m.scene, "/nowhere/at/all.json", &error), TL_ERROR_FILE);
    made_end(&m);
}

static void many_pieces(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "place-many");
    made_boxes(&m, "crate.obj", (made_box[]){{{-10, -10, 0}, {10, 10, 20}}, {{5, -10, 20}, {10, 10, 24}}}, 2);
    /* more pieces than any table of small size: models still stand on the crates */
    size_t size = 1 << 20, used = 0;
    char *text = malloc(size);
    assert_non_null(text);
    used +=
        (size_t)snprintf(text + used, size - used,
                         "{'trueline':1,'name':'x','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},"
                         "'assets':{" ASSETS "},'terrain':[");
    for (int i = 0; i < 700; i++) {
        used += (size_t)snprintf(text + used, size - used,
                                 "%s{'id':'t%d','mesh':'crate.obj','at':[%d,%d],'kind':'obstacle'}", i > 0 ? "," : "",
                                 i, 50 + 60 * (i % 30), 50 + 60 * (i / 30));
    }
    used += (size_t)snprintf(
        text + used, size - used,
        ",{'id':'wood','kind':'wood','outline':[[0,0],[400,0],[400,400],[0,400]],'height':90}],'units':[");
    for (int i = 0; i < 300; i++) {
        used += (size_t)snprintf(
            text + used, size - used,
            "%s{'id':'u%d','side':'r','class':'infantry','members':[{'id':'m%d','asset':'man','at':[%d,%d]}]}",
            i > 0 ? "," : "", i, i, 50 + 60 * (i % 30), 50 + 60 * (i / 30));
    }
    snprintf(text + used, size - used, "]}");
    made_load(&m, "%s", text);
    free(text);
    assert_near(foot(&m, "m0"), 24, 1e-9);
    assert_near(foot(&m, "m299"), 24, 1e-9);
    made_ask(&m, "{'query':'los','from':'u0','to':'u1'}");
    assert_verdict(&m, "yes");
    made_end(&m);
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

typedef struct poor {
    long left;       /* allocations until it runs out; negative: never */
    long alive;      /* blocks handed out and not given back */
    bool stays_poor; /* once out, always out */
    bool ran_out;
} poor;

static void *poor_allocate(void *user, void *memory, size_t size) {
    poor *p = user;
    if (size == 0) {
        p->alive -= memory != NULL;
        free(memory);
        return NULL;
    }
    if (p->left == 0 || (p->ran_out && p->stays_poor)) {
        p->ran_out = true;
        p->left = p->stays_poor ? 0 : -1;
        return NULL;
    }
    p->left -= p->left > 0;
    void *made = realloc(memory, size);
    p->alive += memory == NULL && made != NULL;
    return made;
}

static const char *const questions[] = {
    "{\"query\":\"range\",\"from\":\"a\",\"to\":\"b\",\"limit_mm\":300,\"id\":[1]}",
    "{\"query\":\"los\",\"from\":\"a\",\"to\":\"b\"}",
    "{\"query\":\"cover\",\"from\":\"a\",\"to\":\"b\"}",
    "{\"query\":\"attack\",\"from\":\"a\",\"to\":\"b\",\"set\":{\"units\":\"inch\"}}",
    "{\"query\":\"place\",\"member\":\"a1\",\"at\":[140,310],\"facing\":15}",
    "{\"query\":\"los\",\"from\":\"nobody\",\"to\":\"b\"}",
};

/* One run with a failure at the n-th allocation; returns whether it was reached. */
static bool run_poor(const char *path, long nth, bool stays_poor, long *total) {
    poor p = {.left = nth, .stays_poor = stays_poor};
    tl_context *context = tl_context_create(
        &(tl_context_options){.struct_size = sizeof(tl_context_options), .user = &p, .allocate = poor_allocate});
    tl_scene *scene = NULL;
    tl_report *report = NULL;
    tl_error error = {0};
    if (context != NULL) {
        tl_scene_options options = {.struct_size = sizeof(tl_scene_options), .look_closer = true};
        tl_status status = tl_scene_load(context, path, &options, &scene, &report, &error);
        if (status != TL_OK && !(status == TL_ERROR_MEMORY && p.ran_out && scene == NULL)) {
            fail_msg("allocation %ld: loading answers %s: %s: %s", nth, tl_status_text(status), error.file,
                     error.message);
        }
        for (size_t i = 0; scene != NULL && i < sizeof(questions) / sizeof(questions[0]); i++) {
            tl_ruling *ruling = NULL;
            bool before = p.ran_out;
            tl_error cause = {0};
            status = tl_scene_ask_json(scene, questions[i], strlen(questions[i]), &ruling, &cause);
            bool named = status == TL_ERROR_NOT_FOUND && i == 5;
            if (!(status == TL_OK || named || (status == TL_ERROR_MEMORY && p.ran_out))) {
                fail_msg("allocation %ld: question %zu answers %s: %s", nth, i, tl_status_text(status), cause.message);
            }
            if (status == TL_OK && before && !stays_poor) {
                assert_non_null(ruling); /* it had run out earlier, and goes on as if nothing had been */
            }
            tl_ruling_destroy(ruling);
        }
        tl_report_destroy(report);
        tl_scene_destroy(scene);
        tl_context_destroy(context);
    }
    if (p.alive != 0) {
        fail_msg("%ld blocks are lost when allocation %ld fails", p.alive, nth);
    }
    if (total != NULL) {
        *total = LONG_MAX - p.left;
    }
    return p.ran_out;
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "place-memory");
    made_boxes(&m, "wall.obj", (made_box[]){{{200, 280, 0}, {205, 330, 20}}, {{200, 340, 0}, {205, 390, 20}}}, 2);
    made_boxes(&m, "block.obj", (made_box[]){{{-5, -5, 4}, {5, 5, 30}}, {{-8, -8, 0}, {8, 8, 3}}}, 2);
    made_file(&m, "scene.json",
              "{'trueline':1,'name':'x','ruleset':'dust-battlefield','table':{'width':600,'depth':600},"
              "'assets':{'block':{'mesh':'block.obj','parts':{'core':['box0'],'base':['box1']}},"
              "'cube':{'core':{'shape':'box','min':[-10,-10,0],'max':[10,10,30]}}},"
              "'terrain':[{'id':'wall','mesh':'wall.obj','at':[0,0,0],'kind':'wall'},"
              "{'id':'wood','kind':'wood','outline':[[250,250],[400,250],[400,400],[250,400]],'height':90}],"
              "'units':[{'id':'a','side':'r','class':'infantry','weapons':[{'id':'gun','range':6,'arc':'front'}],"
              "'members':[{'id':'a1','asset':'block','at':[100,300]}]},"
              "{'id':'b','side':'s','class':'vehicle','members':[{'id':'b1','asset':'cube','at':[300,300]}]}]}");
    char path[512];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    long total = 0;
    assert_false(run_poor(path, LONG_MAX, false, &total));
    /* every early one, then about a hundred spread over the rest */
    long step = total / 60 > 1 ? total / 60 : 1;
    for (long nth = 0; nth < total; nth += nth < 120 ? 1 : step) {
        assert_true(run_poor(path, nth, nth % 2 == 1, NULL));
    }
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_storeys),
        cmocka_unit_test(lift_hill_and_tilt),
        cmocka_unit_test(guessed_things_are_reported),
        cmocka_unit_test(batch_changes_what_follows),
        cmocka_unit_test(settings),
        cmocka_unit_test(saving_keeps_what_was_not_edited),
        cmocka_unit_test(many_pieces),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests_name("placing, settings, saving, memory", tests, NULL, NULL);
}
