/* Scenes as they are edited as a whole: at random and undone, saved, made anew, without their meshes, and as memory
 * runs out; an edited scene is the scene one would have loaded from its text. */
#include "support/made_edit.h"
#include "support/made_scene.h"
#include "support/scarce.h"

#include <trueline/board.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RICH                                                                                                           \
    "{'trueline':1,'name':'Rich','ruleset':'dust-battlefield','table':{'width':1200,'depth':900},"                     \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'block':{'mesh':'block.obj','parts':{'core':['box0'],'base':['box1']}},'hut':{'mesh':'house.obj'}},"              \
    "'terrain':[{'id':'house','mesh':'house.obj','at':[300,300,0],'kind':'building'},"                                 \
    "{'id':'wood','mesh':'plate.obj','at':[600,500],'kind':'wood'},"                                                   \
    "{'id':'wall','mesh':'wall.obj','at':[500,200],'kind':'wall'},"                                                    \
    "{'id':'grove','kind':'wood','outline':[[700,100],[900,100],[900,300],[700,300]],'height':60}],"                   \
    "'units':[{'id':'a','side':'r','class':'infantry','weapons':[{'id':'gun','range':6}],'members':["                  \
    "{'id':'a-1','asset':'man','at':[200,200]},{'id':'a-2','asset':'block','at':[240,200]},"                           \
    "{'id':'a-3','asset':'man','at':[350,350],'level':1}]},"                                                           \
    "{'id':'b','side':'s','class':'vehicle','weapons':[{'id':'gun','range':9,'arc':'front'}],'members':["              \
    "{'id':'b-1','asset':'block','at':[800,450],'facing':180}]}]}"

static void load_rich(made_scene *m) {
    made_boxes(m, "block.obj", (made_box[]){{{-5, -5, 4}, {5, 5, 30}}, {{-8, -8, 0}, {8, 8, 3}}}, 2);
    made_boxes(m, "wall.obj", (made_box[]){{{-60, -3, 0}, {60, 3, 25}}}, 1);
    made_boxes(m, "plate.obj", (made_box[]){{{-70, -70, 0}, {70, 70, 2}}, {{-5, -5, 2}, {5, 5, 80}}}, 2);
    made_boxes(m, "house.obj",
               (made_box[]){{{0, 0, 0}, {4, 100, 60}},
                            {{96, 0, 0}, {100, 100, 60}},
                            {{4, 0, 0}, {96, 4, 60}},
                            {{4, 96, 0}, {96, 100, 60}},
                            {{0, 0, 60}, {100, 100, 64}}},
               5);
    made_load(m, RICH);
}

static char *ask(tl_scene *scene, const char *question) {
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    char *line = made_json(question);
    tl_status status = tl_scene_ask_json(scene, line, strlen(line), &ruling, &error);
    assert_true(status == TL_OK || (status == TL_ERROR_NOT_FOUND && ruling != NULL));
    char *answer = strdup(tl_ruling_json(ruling));
    tl_ruling_destroy(ruling);
    free(line);
    return answer;
}

static void assert_same_box(tl_scene *a, tl_scene *b, const char *id) {
    tl_box3 p, q;
    tl_error error = {0};
    tl_status status = tl_scene_box_of(a, id, &p, &error);
    assert_int_equal(tl_scene_box_of(b, id, &q, &error), status);
    if (status == TL_OK) {
        assert_memory_equal(&p, &q, sizeof(p));
    }
}

/* Everything stands where a fresh load puts it, and the answers are the same to the byte. */
static void assert_as_loaded(made_scene *m, bool thoroughly) {
    static const char *const questions[] = {"{'query':'range','from':'a','to':'b'}",
                                            "{'query':'los','from':'a','to':'b'}",
                                            "{'query':'arc','from':'b','to':'a'}"};
    char path[512];
    size_t size = 0;
    tl_scene *fresh = NULL;
    tl_error error = {0};
    const char *text = tl_scene_text(m->scene, &size);
    snprintf(path, sizeof(path), "%s/scene.json", m->folder);
    assert_int_equal(tl_scene_read(m->context, text, size, path, NULL, &fresh, NULL, &error), TL_OK);
    assert_int_equal(tl_scene_triangle_count(fresh), tl_scene_triangle_count(m->scene));
    for (size_t i = 0; tl_scene_member(fresh, i) != NULL; i++) {
        assert_same_box(fresh, m->scene, tl_scene_member(fresh, i));
    }
    for (size_t i = 0; tl_scene_terrain(fresh, i) != NULL; i++) {
        assert_same_box(fresh, m->scene, tl_scene_terrain(fresh, i));
    }
    for (size_t i = 0; i < (thoroughly ? 3 : 1); i++) {
        char *one = ask(fresh, questions[i]), *other = ask(m->scene, questions[i]);
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
    tl_scene_destroy(fresh);
}

static uint64_t random_state;

static unsigned any(unsigned below) {
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (unsigned)(random_state >> 33) % below;
}

static const char *any_id(made_scene *m) {
    size_t members = tl_scene_member_count(m->scene), pick = any((unsigned)members + 4);
    const char *id = pick < members  ? tl_scene_member(m->scene, pick)
                     : pick % 2 == 0 ? tl_scene_unit(m->scene, any(2))
                                     : tl_scene_terrain(m->scene, any(4));
    return id != NULL ? id : "a";
}

static void any_edit(made_scene *m, char *edit_text, size_t size) {
    static const char *const kinds[] = {"hill", "wood", "building", "obstacle", "smoke"};
    const char *id = any_id(m);
    switch (any(13)) {
    case 0:
        snprintf(edit_text, size, "{'move':'%s','by':[%d,%d],'turn':%d}", id, (int)any(200) - 100, (int)any(200) - 100,
                 (int)any(24) * 15);
        break;
    case 1:
        snprintf(edit_text, size, "{'copy':'%s','by':[%d,%d]}", id, (int)any(120), (int)any(120));
        break;
    case 2:
        snprintf(edit_text, size, "{'remove':'%s'}", id);
        break;
    case 3:
        snprintf(edit_text, size, "{'set':'%s','field':'name','value':'Nr %u'}", id, any(100));
        break;
    case 4:
        snprintf(edit_text, size, "{'set':'%s','field':'tilt','value':[%d,%d]}", id, (int)any(20), (int)any(20));
        break;
    case 5:
        snprintf(edit_text, size, "{'set':{'asset':'block'},'field':['parts','core'],'value':['box%u']}", any(2));
        break;
    case 6:
        snprintf(edit_text, size, "{'add':'terrain','value':{'mesh':'%s','at':[%u,%u],'kind':'%s','scale':%u.5}}",
                 any(2) == 0 ? "wall.obj" : "plate.obj", 100 + any(1000), 100 + any(700), kinds[any(5)], any(2));
        break;
    case 7:
        snprintf(edit_text, size, "{'set':'grove','field':['outline',%u],'value':[%u,%u]}", any(4), 650 + any(300),
                 50 + any(300));
        break;
    case 8:
        snprintf(edit_text, size, "{'set':{'scene':true},'field':['settings','units'],'value':'%s'}",
                 any(2) == 0 ? "inch" : "cm");
        break;
    case 9:
        snprintf(edit_text, size, "{'set':'%s','field':'kind','value':'%s'}", id, kinds[any(5)]);
        break;
    case 10:
        snprintf(edit_text, size, "{'set':'%s','field':'class','value':'%s'}", any(2) == 0 ? "a" : "b",
                 any(2) == 0 ? "infantry" : "vehicle");
        break;
    case 11:
        snprintf(edit_text, size, "{'set':{'asset':'man'},'field':['base','diameter'],'value':%u}", 20 + any(30));
        break;
    default:
        snprintf(edit_text, size, "{'add':'member','to':'%s','value':{'asset':'%s','at':[%u,%u]}}",
                 any(2) == 0 ? "a" : "b", any(2) == 0 ? "man" : "hut", any(1200), any(900));
    }
}

static void random_edits_and_undo(void **state) {
    (void)state;
    enum { ROUNDS = 2, EDITS = 25 };
    made_scene m;
    made_begin(&m, "edit-random");
    load_rich(&m);
    char *begin = strdup(tl_scene_text(m.scene, NULL));
    for (unsigned round = 0; round < ROUNDS; round++) {
        char *undo[EDITS + 1] = {strdup(tl_scene_text(m.scene, NULL))};
        size_t done = 0, refused = 0;
        random_state = 20261122 + round;
        while (done < EDITS && refused < 200) {
            char text[400], before[64];
            any_edit(&m, text, sizeof(text));
            snprintf(before, sizeof(before), "%.50s", text);
            if (made_try_edit(&m, text) == TL_OK) {
                undo[++done] = strdup(tl_scene_text(m.scene, NULL));
                if (done % 5 == 0) {
                    assert_as_loaded(&m, done == EDITS);
                }
            } else {
                refused++;
                assert_string_equal(tl_scene_text(m.scene, NULL), undo[done]);
            }
        }
        assert_int_equal(done, EDITS);
        /* back, now and then with a look at where one is, and forth to the end in one step */
        for (size_t i = done; i-- > 0;) {
            assert_int_equal(tl_scene_restore(m.scene, undo[i], strlen(undo[i]), NULL, NULL), TL_OK);
            assert_string_equal(tl_scene_text(m.scene, NULL), undo[i]);
            if (i % 8 == 0) {
                assert_as_loaded(&m, i == 0);
            }
        }
        assert_string_equal(tl_scene_text(m.scene, NULL), begin);
        assert_int_equal(tl_scene_restore(m.scene, undo[done], strlen(undo[done]), NULL, NULL), TL_OK);
        assert_as_loaded(&m, false);
        assert_int_equal(tl_scene_restore(m.scene, begin, strlen(begin), NULL, NULL), TL_OK);
        for (size_t i = 0; i <= done; i++) {
            free(undo[i]);
        }
    }
    free(begin);
    made_end(&m);
}

static void saved_is_what_was_edited(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "edit-save");
    load_rich(&m);
    made_edit(&m, "[{'copy':'a','by':[50,50]},{'set':'b','field':'name','value':'B\\u00e4r'},{'remove':'wall'}]");
    char path[512];
    tl_scene *again = NULL;
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    assert_int_equal(tl_scene_save(m.scene, NULL, NULL), TL_OK);
    assert_int_equal(tl_scene_load(m.context, path, NULL, &again, NULL, NULL), TL_OK);
    assert_string_equal(tl_scene_text(again, NULL), tl_scene_text(m.scene, NULL));
    assert_string_equal(tl_scene_name_of(again, "b"), "B\u00e4r");
    tl_scene_destroy(again);
    made_end(&m);
}

/* What was read once is not read again: its file may be gone. */
static void meshes_are_read_once(void **state) {
    (void)state;
    made_scene m;
    char path[512];
    made_begin(&m, "edit-once");
    load_rich(&m);
    char *begin = strdup(tl_scene_text(m.scene, NULL));
    static const char *const files[] = {"block.obj", "house.obj", "plate.obj", "wall.obj"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof(path), "%s/%s", m.folder, files[i]);
        assert_int_equal(remove(path), 0);
    }
    made_edit(&m, "{'copy':'house','by':[200,0]}");
    made_edit(&m, "{'set':{'asset':'block'},'field':['parts','core'],'value':['box*']}");
    made_edit(&m, "{'set':{'asset':'block'},'field':'base','value':{'shape':'disc','diameter':30}}");
    made_edit(&m, "{'remove':'wall'}");
    made_edit(&m, "{'move':'wood','by':[30,0]}");
    assert_int_equal(tl_scene_restore(m.scene, begin, strlen(begin), NULL, &m.error), TL_OK);
    assert_int_equal(made_try_edit(&m, "{'set':'wall','field':'scale','value':2}"), TL_ERROR_FILE);
    assert_string_equal(tl_scene_text(m.scene, NULL), begin);
    free(begin);
    made_end(&m);
}

static void chosen_settings_stay(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "edit-set");
    load_rich(&m);
    assert_int_equal(tl_scene_set(m.scene, "units", "inch", NULL), TL_OK);
    made_edit(&m, "{'set':'a','field':'name','value':'A'}");
    assert_string_equal(tl_scene_units(m.scene), "inch");
    assert_int_equal(tl_scene_set(m.scene, "units", "cm", NULL), TL_OK);
    made_edit(&m, "{'set':{'scene':true},'field':['settings','units'],'value':'inch'}");
    assert_string_equal(tl_scene_units(m.scene), "cm");
    assert_non_null(strstr(tl_scene_text(m.scene, NULL), "inch"));
    made_end(&m);
}

static void new_scenes(void **state) {
    (void)state;
    made_scene m;
    char path[512];
    tl_error error = {0};
    tl_box3 box;
    made_begin(&m, "edit-new");
    snprintf(path, sizeof(path), "%s/new.json", m.folder);
    remove(path);
    assert_int_equal(tl_scene_create(m.context, path, NULL, NULL, &m.scene, &error), TL_OK);
    assert_near(tl_scene_box(m.scene).high.x, 1800, 0);
    assert_int_equal(access(path, F_OK), -1);
    made_edit(&m, "[{'add':'asset','name':'man','value':{'core':{'shape':'box','min':[-5,-5,0],'max':[5,5,30]}}},"
                  "{'add':'unit','value':{'id':'u','class':'infantry','members':[{'asset':'man','at':[100,100]}]}}]");
    assert_int_equal(tl_scene_box_of(m.scene, "u-1", &box, NULL), TL_OK);
    assert_near(box.low.z, 0, 0);
    assert_int_equal(tl_scene_save(m.scene, NULL, &error), TL_OK);
    tl_scene_destroy(m.scene);
    m.scene = NULL;
    assert_int_equal(tl_scene_load(m.context, path, NULL, &m.scene, NULL, &error), TL_OK);
    tl_scene_destroy(m.scene);
    m.scene = NULL;
    /* a board whose middle is its origin, 10 thick, and a block on it */
    made_boxes(&m, "board.obj", (made_box[]){{{-300, -200, -10}, {300, 200, 0}}, {{-20, -20, 0}, {20, 20, 45}}}, 2);
    const tl_scene_outset board = {.struct_size = sizeof(tl_scene_outset), .name = "Board", .mesh = "board.obj"};
    assert_int_equal(tl_scene_create(m.context, path, &board, NULL, &m.scene, &error), TL_OK);
    box = tl_scene_box(m.scene);
    assert_near(box.low.x, 0, 0);
    assert_near(box.high.x, 600, 0);
    assert_near(box.high.y, 400, 0);
    assert_near(box.low.z, 0, 0);
    assert_near(box.high.z, 55, 1e-5);
    made_edit(&m, "[{'add':'asset','name':'man','value':{'core':{'shape':'box','min':[-5,-5,0],'max':[5,5,30]}}},"
                  "{'add':'unit','value':{'id':'u','class':'infantry','members':[{'asset':'man','at':[100,100]}]}}]");
    assert_int_equal(tl_scene_box_of(m.scene, "u-1", &box, NULL), TL_OK);
    assert_near(box.low.z, 10, 1e-5);
    tl_scene *none = NULL;
    const tl_scene_outset gone = {.struct_size = sizeof(tl_scene_outset), .mesh = "gone.obj"},
                          endless = {.struct_size = sizeof(tl_scene_outset), .width = INFINITY};
    assert_int_equal(tl_scene_create(m.context, path, &gone, NULL, &none, NULL), TL_ERROR_FILE);
    assert_int_equal(tl_scene_create(m.context, path, &endless, NULL, &none, NULL), TL_ERROR_ARGUMENT);
    assert_null(none);
    made_end(&m);
}

/* A table in metres, as scans are: its unit is guessed and stands in the scene, unless somebody says another. */
static void units_are_guessed(void **state) {
    (void)state;
    made_scene m;
    char path[512];
    tl_error error = {0};
    made_begin(&m, "edit-guess");
    snprintf(path, sizeof(path), "%s/new.json", m.folder);
    made_boxes(&m, "scan.obj", (made_box[]){{{0, 0, 0}, {1.8, 1.2, 0.02}}, {{0.3, 0.3, 0.02}, {0.5, 0.5, 0.2}}}, 2);
    const tl_scene_outset scan = {.struct_size = sizeof(tl_scene_outset), .mesh = "scan.obj", .guess = true},
                          inches = {.struct_size = sizeof(tl_scene_outset),
                                    .mesh = "scan.obj",
                                    .guess = true,
                                    .unit = "foot"};
    assert_int_equal(tl_scene_create(m.context, path, &scan, NULL, &m.scene, &error), TL_OK);
    assert_string_equal(tl_scene_word(m.scene, "\"table\"", "\"unit\""), "m");
    assert_near(tl_scene_box(m.scene).high.x, 1800, 1e-3);
    assert_near(tl_scene_box(m.scene).high.y, 1200, 1e-3);
    tl_scene_destroy(m.scene);
    m.scene = NULL;
    assert_int_equal(tl_scene_create(m.context, path, &inches, NULL, &m.scene, &error), TL_OK);
    assert_string_equal(tl_scene_word(m.scene, "\"table\"", "\"unit\""), "foot");
    made_end(&m);
}

/* Without its meshes a scene can be opened, mended and saved as it was; it rules nothing. */
static void scenes_go_without_meshes(void **state) {
    (void)state;
    static const char format[] =
        "{'trueline':1,'table':{'width':900,'depth':600},'assets':{'man':{'mesh':'gone/man.stl','base':{'shape':'disc',"
        "'diameter':25}},'pawn':{'core':{'shape':'box','min':[-5,-5,0],'max':[5,5,30]}}},'terrain':["
        "{'id':'wall','mesh':'wall.obj','at':[450,300]},{'id':'hut','mesh':'gone.obj','at':[200,200]}],'units':["
        "{'id':'a','class':'infantry','members':[{'id':'a-1','asset':'man','at':[100,100]}]},"
        "{'id':'b','class':'infantry','members':[{'id':'b-1','asset':'pawn','at':[800,500]}]}]}";
    const tl_scene_options lenient = {.struct_size = sizeof(tl_scene_options), .go_without = true};
    const tl_question question = {.struct_size = sizeof(tl_question), .query = "los", .from = "a-1", .to = "b-1"};
    made_scene m;
    tl_missing missing;
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    tl_box3 box;
    char path[512];
    made_begin(&m, "edit-missing");
    made_boxes(&m, "wall.obj", (made_box[]){{{-50, -5, 0}, {50, 5, 60}}}, 1);
    char *text = made_json(format);
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    assert_int_equal(tl_scene_read(m.context, text, strlen(text), path, NULL, &m.scene, NULL, &error), TL_ERROR_FILE);
    assert_int_equal(tl_scene_read(m.context, text, strlen(text), path, &lenient, &m.scene, NULL, &error), TL_OK);
    assert_true(tl_scene_missing(m.scene, 0, &missing));
    assert_string_equal(missing.terrain, "hut");
    assert_string_equal(missing.mesh, "gone.obj");
    assert_int_equal(missing.error->status, TL_ERROR_FILE);
    assert_true(tl_scene_missing(m.scene, 1, &missing));
    assert_string_equal(missing.asset, "man");
    assert_null(missing.terrain);
    assert_false(tl_scene_missing(m.scene, 2, &missing));
    assert_int_equal(tl_scene_box_of(m.scene, "wall", &box, NULL), TL_OK);
    assert_int_equal(tl_scene_box_of(m.scene, "a-1", &box, NULL), TL_OK); /* something stands there */
    assert_int_equal(tl_scene_box_of(m.scene, "hut", &box, NULL), TL_ERROR_NOT_FOUND);
    assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, NULL), TL_ERROR_SCENE);
    assert_null(ruling);
    const tl_board_study study = TL_BOARD_STUDY_INIT;
    tl_board_findings *findings = NULL;
    assert_int_equal(tl_scene_study(m.scene, &study, &findings, NULL), TL_ERROR_SCENE);
    /* edits go on; they may not bring another mesh that isn't there */
    made_edit(&m, "{'set':'a-1','field':'facing','value':90}");
    assert_int_equal(made_try_edit(&m, "{'set':'wall','field':'mesh','value':'nowhere.obj'}"), TL_ERROR_FILE);
    made_edit(&m, "{'set':'a-1','field':'facing','value':null}");
    assert_string_equal(tl_scene_text(m.scene, NULL), text);
    assert_int_equal(tl_scene_save(m.scene, NULL, &error), TL_OK);
    /* located, and done without; taken back, they are missing again */
    made_edit(&m, "{'set':'hut','field':'mesh','value':'wall.obj'}");
    made_edit(&m, "[{'remove':'a'},{'remove':{'asset':'man'}}]");
    assert_false(tl_scene_missing(m.scene, 0, &missing));
    const tl_question range = {.struct_size = sizeof(tl_question), .query = "range", .from = "b-1", .to = "b-1"};
    assert_int_not_equal(tl_scene_ask(m.scene, &range, &ruling, NULL), TL_ERROR_SCENE);
    tl_ruling_destroy(ruling);
    assert_int_equal(tl_scene_restore(m.scene, text, strlen(text), NULL, &error), TL_OK);
    assert_true(tl_scene_missing(m.scene, 1, &missing));
    free(text);
    made_end(&m);
}

static void where_models_fit(void **state) {
    (void)state;
    static const struct {
        tl_place place;
        tl_fit_reason reason;
        const char *with, *words;
        double amount;
    } cases[] = {
        {{.struct_size = sizeof(tl_place), .at = {200, 300}, .coordinates = 2, .facing = 0, .level = 0},
         TL_FIT_GOOD,
         NULL,
         "",
         0},
        {{.struct_size = sizeof(tl_place), .at = {-1, 300}, .coordinates = 2, .facing = 0, .level = 0},
         TL_FIT_OFF_TABLE,
         NULL,
         "off the table",
         0},
        {{.struct_size = sizeof(tl_place), .at = {220, 200}, .coordinates = 2, .facing = 0, .level = 0},
         TL_FIT_OVERLAPS_MODEL,
         "a-2",
         "overlaps Ann",
         3.81}, /* 12.5 + 8 * sqrt(2) - 20 */
        {{.struct_size = sizeof(tl_place), .at = {510, 210}, .coordinates = 2, .facing = 0, .level = 0},
         TL_FIT_OVERLAPS_TERRAIN,
         "wall",
         "overlaps wall, which rises 2.5 cm above its base",
         25},
        {{.struct_size = sizeof(tl_place), .at = {200, 300}, .coordinates = 2, .facing = 0, .level = 3},
         TL_FIT_NO_LEVEL,
         NULL,
         "no room to stand on that level",
         0},
        {{.struct_size = sizeof(tl_place), .at = {200, 300, 40}, .coordinates = 3, .facing = 0, .level = 0},
         TL_FIT_FLOATS,
         NULL,
         "floats 4.0 cm above what is below",
         40},
        {{.struct_size = sizeof(tl_place), .at = {200, 8}, .coordinates = 2, .facing = 0, .level = 0},
         TL_FIT_OVER_EDGE,
         NULL,
         "reaches 4.5 mm over the table's edge",
         4.5},
        {{.struct_size = sizeof(tl_place), .at = {350, 350}, .coordinates = 2, .facing = 0, .level = 1},
         TL_FIT_OVERLAPS_MODEL,
         "a-3",
         "overlaps a-3",
         25},
        {{.struct_size = sizeof(tl_place), .at = {395, 330}, .coordinates = 2, .facing = 0, .level = 1},
         TL_FIT_OVERHANG,
         NULL,
         "35 percent of its base hangs over",
         35},
    };
    made_scene m;
    tl_fit fit;
    made_begin(&m, "edit-fit");
    load_rich(&m);
    made_edit(&m, "{'set':'a-2','field':'name','value':'Ann'}");
    char *begin = strdup(tl_scene_text(m.scene, NULL));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_error error = {0};
        assert_int_equal(tl_scene_fit(m.scene, "a-1", &cases[i].place, &fit, &error), TL_OK);
        if (fit.reason != cases[i].reason || (cases[i].words != NULL && strcmp(fit.words, cases[i].words) != 0)) {
            fail_msg("case %zu: reason %d, \"%s\", %g", i, (int)fit.reason, fit.words, fit.amount);
        }
        assert_int_equal(fit.stands, fit.reason == TL_FIT_GOOD || fit.reason == TL_FIT_OVERHANG);
        assert_near(fit.amount, cases[i].amount, cases[i].reason == TL_FIT_OVERHANG ? 5 : 0.1);
        if (cases[i].with == NULL) {
            assert_null(fit.with);
        } else {
            assert_string_equal(fit.with, cases[i].with);
        }
    }
    assert_string_equal(tl_scene_text(m.scene, NULL), begin);
    /* where it says that it comes to rest is where it does */
    assert_int_equal(
        tl_scene_fit(
            m.scene, "a-1",
            &(tl_place){.struct_size = sizeof(tl_place), .at = {330, 330}, .coordinates = 2, .facing = 15, .level = 1},
            &fit, NULL),
        TL_OK);
    assert_int_equal(tl_scene_place(m.scene, "a-1", (double[]){330, 330}, 2, 15, 1, NULL), TL_OK);
    tl_fit now;
    assert_int_equal(tl_scene_fit(m.scene, "a-1", NULL, &now, NULL), TL_OK);
    assert_memory_equal(&fit.at, &now.at, sizeof(now.at));
    assert_near(now.at.z, 64, 1e-5);
    assert_int_equal(now.reason, fit.reason);
    assert_int_equal(tl_scene_fit(m.scene, "a", NULL, &now, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_fit(m.scene, "c", NULL, &now, NULL), TL_ERROR_NOT_FOUND);
    assert_int_equal(
        tl_scene_fit(
            m.scene, "a-1",
            &(tl_place){.struct_size = sizeof(tl_place), .at = {NAN, 0}, .coordinates = 2, .facing = 0, .level = 0},
            &now, NULL),
        TL_ERROR_ARGUMENT);
    free(begin);
    made_end(&m);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    static const char *const edits[] = {
        ("[{\"copy\":\"a\",\"by\":[30,40]},{\"set\":\"b\",\"field\":\"name\",\"value\":\"Bears\"},"
         "{\"remove\":\"wall\"}]"),
        "{\"set\":{\"asset\":\"block\"},\"field\":[\"parts\",\"core\"],\"value\":[\"box*\"]}",
        "[{\"move\":[\"b\",\"grove\",\"wood\"],\"turn\":10},{\"rename\":{\"asset\":\"man\"},\"to\":\"figure\"}]"};
    made_scene m;
    char path[512];
    made_begin(&m, "edit-memory");
    load_rich(&m);
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    const tl_context_options options = {.struct_size = sizeof(tl_context_options), .allocate = scarce_allocate};
    scarce_left = SIZE_MAX;
    tl_context *poor = tl_context_create(&options);
    tl_scene *scene = NULL;
    assert_int_equal(tl_scene_load(poor, path, NULL, &scene, NULL, NULL), TL_OK);
    char *begin = strdup(tl_scene_text(scene, NULL));
    for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
        tl_status status = TL_ERROR_MEMORY;
        for (size_t n = 0; status != TL_OK; n += 1 + n / 25) {
            tl_error error = {0};
            scarce_left = n;
            status = tl_scene_edit(scene, edits[i], strlen(edits[i]), NULL, &error);
            scarce_left = SIZE_MAX;
            if (status != TL_OK) {
                assert_int_equal(status, TL_ERROR_MEMORY);
                assert_string_equal(tl_scene_text(scene, NULL), begin);
            }
        }
        status = TL_ERROR_MEMORY;
        char *edited = strdup(tl_scene_text(scene, NULL));
        for (size_t n = 0; status != TL_OK; n += 1 + n / 25) {
            scarce_left = n;
            status = tl_scene_restore(scene, begin, strlen(begin), NULL, NULL);
            scarce_left = SIZE_MAX;
            assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
            assert_string_equal(tl_scene_text(scene, NULL), status == TL_OK ? begin : edited);
        }
        free(edited);
    }
    char *answer = ask(scene, "{'query':'los','from':'a','to':'b'}"),
         *own = ask(m.scene, "{'query':'los','from':'a','to':'b'}");
    assert_string_equal(answer, own);
    free(answer);
    free(own);
    free(begin);
    tl_scene_destroy(scene);
    tl_context_destroy(poor);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_edits_and_undo),
        cmocka_unit_test(saved_is_what_was_edited),
        cmocka_unit_test(meshes_are_read_once),
        cmocka_unit_test(chosen_settings_stay),
        cmocka_unit_test(new_scenes),
        cmocka_unit_test(units_are_guessed),
        cmocka_unit_test(scenes_go_without_meshes),
        cmocka_unit_test(where_models_fit),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests_name("edited scenes", tests, NULL, NULL);
}
