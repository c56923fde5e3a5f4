/* Scenes edited: what is written, what is refused, what is undone, and that an edited scene is the scene one would have
 * loaded from its text. */
#include "support/made_scene.h"
#include "support/scarce.h"

#include <trueline/board.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *json(const char *text) {
    char *copy = strdup(text);
    assert_non_null(copy);
    for (char *c = copy; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    return copy;
}

static tl_status try_edit(made_scene *m, const char *edits) {
    char *text = json(edits);
    memset(&m->error, 0, sizeof(m->error));
    tl_status status = tl_scene_edit(m->scene, text, strlen(text), NULL, &m->error);
    free(text);
    return status;
}

static void edit(made_scene *m, const char *edits) {
    if (try_edit(m, edits) != TL_OK) {
        char line[2048];
        tl_report_text(&m->error, line, sizeof(line));
        fail_msg("%s: %s", edits, line);
    }
}

/* A scene whose layout no program would write. */
static const char odd[] =
    "{ 'trueline':1,  'name' : 'Odd',\n"
    "  'ruleset':'dust-battlefield', 'x-note': { 'kept':[ 1.50,2 ] },\n"
    "  'table':{'width':1200.0,'depth':900},\n"
    "  'assets':{ 'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},'x-paint':'grey' } },\n"
    "  'terrain':[ {'id':'wood','kind':'wood','outline':[[200,700],[520, 690.50],[560,880],[210,860]],'height':90},\n"
    "              {'id':'fog','kind':'smoke','disc':{'centre':[700,400],'radius':75}} ],\n"
    "  'units':[\n"
    "    { 'id':'a','side':'red','class':'infantry','weapons':[{'id':'rifle','range':6.0}],\n"
    "      'members':[{'id':'a-1','asset':'man','at':[ 100,200 "
    "]},{'id':'a-2','asset':'man','at':[130,200],'facing':90.0}]},\n"
    "    { "
    "'id':'b','name':'Bears','side':'blue','class':'infantry','members':[{'id':'b-1','asset':'man','at':[800,200]}]}\n"
    "  ]}\n";

/* The scene's text is `odd` with one run of bytes replaced by another. */
static void assert_replaced(made_scene *m, const char *what, const char *by) {
    char *whole = json(odd), *old = json(what), *new = json(by);
    size_t size = strlen(whole) + strlen(new) + 1;
    char *expected = malloc(size), *place = strstr(whole, old);
    assert_non_null(expected);
    assert_non_null(place);
    snprintf(expected, size, "%.*s%s%s", (int)(place - whole), whole, new, place + strlen(old));
    assert_string_equal(tl_scene_text(m->scene, NULL), expected);
    free(expected);
    free(whole);
    free(old);
    free(new);
}

static void only_what_is_named_changes(void **state) {
    (void)state;
    static const struct {
        const char *edit, *old, *new;
    } cases[] = {
        {"{'set':'a-2','field':'facing','value':45.5}", "'facing':90.0", "'facing':45.5"},
        {"{'set':'a-2','field':'facing','value':90}", "'facing':90.0", "'facing':90.0"}, /* the same number */
        {"{'set':'a-2','field':'facing','value':null}", ",'facing':90.0", ""},
        {"{'set':'a-2','field':'nothing','value':null}", "90.0", "90.0"},
        {"{'set':'a-1','field':'facing','value':30}", "[ 100,200 ]}", "[ 100,200 ],'facing':30}"},
        {"{'set':'a-1','field':'name','value':'Ann'}", "'a-1','asset'", "'a-1','name':'Ann','asset'"},
        {"{'set':'a','field':'x-note','value':{'deep':{'er':[1,null]}}}", "'facing':90.0}]}",
         "'facing':90.0}],\n      'x-note':{ 'deep': { 'er': [1, null] } }}"},
        {"{'set':'wood','field':['outline',1],'value':[500,600]}", "[520, 690.50]", "[500, 600]"},
        {"{'set':'wood','field':['outline',1,0],'value':521}", "[520, 690.50]", "[521, 690.50]"},
        {"{'set':'wood','field':['outline',1],'value':[300,690],'insert':true}", "[520,", "[300, 690],[520,"},
        {"{'set':'wood','field':['outline',4],'value':[190,800]}", "[210,860]", "[210,860],[190, 800]"},
        {"{'set':'wood','field':['outline',3],'value':null}", ",[210,860]", ""},
        {"{'set':'fog','field':['disc','radius'],'value':60}", "'radius':75", "'radius':60"},
        {"{'set':{'scene':true},'field':['settings','units'],'value':'inch'}", " 'x-note': { 'kept'",
         "\n  'settings':{ 'units': 'inch' }, 'x-note': { 'kept'"},
        {"{'set':{'scene':true},'field':'name','value':'Even'}", "'Odd'", "'Even'"},
        {"{'set':'table','field':'depth','value':950}", "'depth':900", "'depth':950"},
        {"{'set':{'asset':'man'},'field':['base'],'value':{'shape':'disc','diameter':25}}", "'radius':6},'x-paint'",
         "'radius':6},'base':{ 'shape': 'disc', 'diameter': 25 },'x-paint'"},
        {"{'set':{'asset':'man'},'field':['core','radius'],'value':7}", "'radius':6", "'radius':7"},
        {"{'set':{'weapon':'rifle','of':'a'},'field':'arc','value':'front'}", "'range':6.0",
         "'range':6.0,'arc':'front'"},
        {"{'add':'weapon','to':'a','value':{'id':'rifle','range':'C'}}", "'range':6.0}",
         "'range':6.0}, { 'id': 'rifle-1', 'range': 'C' }"},
        {"{'add':'member','to':'b','value':{'asset':'man','at':[850,200]}}", "'at':[800,200]}",
         "'at':[800,200]}, { 'id': 'b-2', 'asset': 'man', 'at': [850, 200] }"},
        {"{'add':'asset','name':'man','value':{'core':{'shape':'box','min':[0,0,0],'max':[5,5,5]}}}",
         "'x-paint':'grey' }",
         "'x-paint':'grey' }, 'man-1':{ 'core': { 'shape': 'box', 'min': [0, 0, 0], 'max': [5, 5, 5] } }"},
        {"{'remove':'fog'}", ",\n              {'id':'fog','kind':'smoke','disc':{'centre':[700,400],'radius':75}}",
         ""},
        {"{'remove':'a-1'}", "{'id':'a-1','asset':'man','at':[ 100,200 ]},", ""},
        {"{'remove':{'weapon':'rifle','of':'a'}}", "[{'id':'rifle','range':6.0}]", "[]"},
        {"{'rename':'a-1','to':'ann'}", "'a-1'", "'ann'"},
        {"{'copy':'a-2','by':[0,50]}", "'facing':90.0}",
         "'facing':90.0},{ 'id': 'a-3', 'asset': 'man', 'at': [130, 250], 'facing': 90.0 }"},
        {"{'move':'b','by':[0.1,0.2]}", "[800,200]", "[800.1,200.2]"},
        {"{'move':'b','turn':90}", "'at':[800,200]", "'at':[800,200],'facing':90"},
        {"{'move':'fog','by':[10,-20]}", "[700,400]", "[710,380]"},
        {"[{'remove':'a-2'},{'set':'a-1','field':'facing','value':5},{'set':'a-1','field':'facing','value':null}]",
         ",{'id':'a-2','asset':'man','at':[130,200],'facing':90.0}", ""},
    };
    made_scene m;
    made_begin(&m, "edit-only");
    made_load(&m, "%s", odd);
    char *begin = strdup(tl_scene_text(m.scene, NULL));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_error error = {0};
        edit(&m, cases[i].edit);
        assert_replaced(&m, cases[i].old, cases[i].new);
        assert_int_equal(tl_scene_restore(m.scene, begin, strlen(begin), NULL, &error), TL_OK);
        assert_string_equal(tl_scene_text(m.scene, NULL), begin);
    }
    free(begin);
    made_end(&m);
}

static void new_things_get_free_names(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "edit-names");
    made_load(&m, "%s", odd);
    edit(&m, "{'copy':'b','by':[0,100]}");
    assert_string_equal(tl_scene_made(m.scene, 0), "b-2");
    assert_string_equal(tl_scene_made(m.scene, 1), "b-2-1");
    assert_null(tl_scene_made(m.scene, 2));
    assert_string_equal(tl_scene_name_of(m.scene, "b-2"), "Bears 2");
    edit(&m, "{'copy':'b-2','by':[0,100]}");
    assert_string_equal(tl_scene_made(m.scene, 0), "b-3");
    assert_string_equal(tl_scene_name_of(m.scene, "b-3"), "Bears 3");
    edit(&m, "[{'add':'terrain','value':{'kind':'hill','disc':{'centre':[50,50],'radius':20}}},"
             "{'add':'terrain','value':{'kind':'hill','disc':{'centre':[90,50],'radius':20}}},"
             "{'add':'unit','value':{'class':'infantry','members':[{'asset':'man','at':[10,10]},{'asset':'man','at':["
             "60,10]}]}},"
             "{'add':'unit','value':{'id':'table','class':'infantry','members':[{'id':'a-1','asset':'man','at':[10,90]}"
             "]}}]");
    static const char *const made[] = {"hill", "hill-1", "unit", "unit-1", "unit-2", "table-1", "a-3", NULL};
    for (size_t i = 0; i < 8; i++) {
        if (made[i] == NULL) {
            assert_null(tl_scene_made(m.scene, i));
        } else {
            assert_string_equal(tl_scene_made(m.scene, i), made[i]);
        }
    }
    /* those aboard follow who carries them, and members their asset */
    edit(&m, "[{'add':'unit','value':{'id':'tank','class':'vehicle','members':[{'asset':'man','at':[900,600]}]}},"
             "{'set':'b','field':'aboard','value':'tank-1'}]");
    edit(&m, "[{'rename':'tank-1','to':'the tank'},{'rename':{'asset':'man'},'to':'figure'}]");
    assert_string_equal(tl_scene_word(m.scene, "\"b\"", "\"aboard\""), "the tank");
    assert_string_equal(tl_scene_word(m.scene, "\"a-1\"", "\"asset\""), "figure");
    assert_string_equal(tl_scene_asset(m.scene, 0), "figure");
    /* with its last member a unit goes */
    edit(&m, "{'remove':'b-3-1'}");
    for (size_t i = 0; tl_scene_unit(m.scene, i) != NULL; i++) {
        assert_string_not_equal(tl_scene_unit(m.scene, i), "b-3");
    }
    assert_string_equal(tl_scene_unit_weapon(m.scene, "a", 0), "rifle");
    assert_null(tl_scene_unit_weapon(m.scene, "a", 1));
    assert_string_equal(tl_scene_unit_member(m.scene, "a", 1), "a-2");
    assert_null(tl_scene_unit_member(m.scene, "nobody", 0));
    made_end(&m);
}

static double number(made_scene *m, const char *thing, const char *field) {
    double value = NAN;
    char *a = json(thing), *b = json(field);
    assert_true(tl_scene_number(m->scene, a, b, &value));
    free(a);
    free(b);
    return value;
}

static void groups_keep_their_shape(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "edit-move");
    made_load(&m, "%s", odd);
    /* a quarter turn about the middle of a-1 (100, 200) and a-2 (130, 200), and a step */
    edit(&m, "{'move':['a'],'turn':90,'by':[1000,0]}");
    assert_near(number(&m, "'a-1'", "['at',0]"), 1115, 1e-9);
    assert_near(number(&m, "'a-1'", "['at',1]"), 185, 1e-9);
    assert_near(number(&m, "'a-2'", "['at',0]"), 1115, 1e-9);
    assert_near(number(&m, "'a-2'", "['at',1]"), 215, 1e-9);
    assert_near(number(&m, "'a-1'", "'facing'"), 90, 0);
    assert_near(number(&m, "'a-2'", "'facing'"), 180, 0);
    edit(&m, "{'move':'a','by':[-700,300]}");
    edit(&m, "{'move':['a-1','wood'],'turn':-30,'about':[0,0]}");
    assert_near(number(&m, "'a-1'", "'facing'"), 60, 0);
    double x = number(&m, "'wood'", "['outline',0,0]"), y = number(&m, "'wood'", "['outline',0,1]");
    assert_near(x, 200 * sqrt(0.75) + 350, 1e-6);
    assert_near(y, 700 * sqrt(0.75) - 100, 1e-6);
    made_end(&m);
}

static void bad_edits_change_nothing(void **state) {
    (void)state;
    static const struct {
        const char *edit;
        tl_status status;
        const char *place, *message;
    } cases[] = {
        {"{'set':'a-2'", TL_ERROR_FORMAT, NULL, NULL},
        {"[[]]", TL_ERROR_ARGUMENT, "[0]", "this is no edit"},
        {"7", TL_ERROR_ARGUMENT, "", "this is no edit"},
        {"{'sett':'a-2'}", TL_ERROR_ARGUMENT, "", "this is no edit"},
        {"{'remove':'a-2','by':[1,2]}", TL_ERROR_ARGUMENT, "by", "doesn't go with"},
        {"{'set':'a-9','field':'name','value':'x'}", TL_ERROR_NOT_FOUND, "set",
         "the scene has no unit, member or terrain `a-9`"},
        {"{'set':{'asset':'men'},'field':'scale','value':2}", TL_ERROR_NOT_FOUND, "set.asset", "no asset `men`"},
        {"{'set':{'weapon':'pistol','of':'a'},'field':'arc','value':'front'}", TL_ERROR_NOT_FOUND, "set.weapon",
         "pistol"},
        {"{'set':{'weapon':'rifle','of':'q'},'field':'arc','value':'front'}", TL_ERROR_NOT_FOUND, "set.of", "`q`"},
        {"{'set':{'what':1},'field':'scale','value':2}", TL_ERROR_ARGUMENT, "set", "names nothing"},
        {"{'set':'a','field':3,'value':2}", TL_ERROR_ARGUMENT, "field", "should be a name"},
        {"{'set':'a','field':[],'value':2}", TL_ERROR_ARGUMENT, "field", "should be a name"},
        {"{'set':'wood','field':['outline',9],'value':[1,2]}", TL_ERROR_ARGUMENT, "field[1]", "no such place"},
        {"{'set':'wood','field':['outline',-1],'value':[1,2]}", TL_ERROR_ARGUMENT, "field[1]", "no such place"},
        {"{'set':'wood','field':['outline','x'],'value':[1,2]}", TL_ERROR_ARGUMENT, "field[1]",
         "fields are set on objects"},
        {"{'set':'wood','field':['tilt',1],'value':3}", TL_ERROR_ARGUMENT, "field[1]", "no such list"},
        {"{'set':'a','field':'clas','value':'hero'}", TL_ERROR_SCENE, "units[0].clas", "clas"},
        {"{'set':'a','field':'class','value':'herro'}", TL_ERROR_SCENE, "units[0].class", "herro"},
        {"{'set':'a-1','field':'at','value':[-5,2]}", TL_ERROR_SCENE, "units[0].members[0]", "off the table"},
        {"{'set':'a-1','field':'id','value':'a-2'}", TL_ERROR_SCENE, "units[0].members[1].id", "used already"},
        {"{'set':{'scene':true},'field':'ruleset','value':'dust-buttlefield'}", TL_ERROR_SCENE, "ruleset", NULL},
        {"{'set':{'scene':true},'field':['settings','unitz'],'value':'cm'}", TL_ERROR_SCENE, "settings.unitz", NULL},
        {"{'add':'member','to':'a','value':{'asset':'nobody','at':[1,1]}}", TL_ERROR_SCENE, "units[0].members[2].asset",
         NULL},
        {"{'add':'member','to':'wood','value':{}}", TL_ERROR_ARGUMENT, "to", "only units"},
        {"{'add':'planet','value':{}}", TL_ERROR_ARGUMENT, "add", "nothing that can be added"},
        {"{'add':'unit','value':[]}", TL_ERROR_ARGUMENT, "value", "should be an object"},
        {
            "{'add':'asset','name':'x','value':{'mesh':'gone.stl'}}",
            TL_ERROR_FILE,
            NULL,
            NULL,
        },
        {"{'remove':{'asset':'man'}}", TL_ERROR_ARGUMENT, "remove", "the asset `man` is used by `a-1`"},
        {"{'remove':'table'}", TL_ERROR_ARGUMENT, "remove", NULL},
        {"{'rename':'a','to':'b'}", TL_ERROR_SCENE, "units[1].id", "used already"},
        {"{'copy':'table'}", TL_ERROR_ARGUMENT, "copy", NULL},
        {"{'copy':'a','by':[1]}", TL_ERROR_ARGUMENT, "by", NULL},
        {"{'move':['a','a-1'],'by':[1,1]}", TL_ERROR_ARGUMENT, NULL, "two changes name the same place"},
        {"{'move':['a',{'asset':'man'}],'by':[1,1]}", TL_ERROR_ARGUMENT, "move[1]", "stands nowhere"},
        {"{'move':'a','turn':'left'}", TL_ERROR_ARGUMENT, "turn", "number"},
        {"[{'remove':'a-1'},{'remove':'a-1'}]", TL_ERROR_NOT_FOUND, "[1].remove", NULL},
    };
    made_scene m;
    made_begin(&m, "edit-bad");
    made_load(&m, "%s", odd);
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    char *begin = strdup(tl_scene_text(m.scene, NULL)), *answer = strdup(tl_json_source(m.answer, NULL));
    edit(&m, "{'copy':'fog'}");
    char *copied = strdup(tl_scene_text(m.scene, NULL));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_status status = try_edit(&m, cases[i].edit);
        /* an asset that nobody uses is not read yet */
        bool unread = cases[i].status == TL_ERROR_FILE;
        if (unread) {
            assert_int_equal(status, TL_OK);
            status = try_edit(&m, "{'add':'member','to':'a','value':{'asset':'x','at':[1,1]}}");
            assert_int_equal(status, TL_ERROR_FILE);
            edit(&m, "{'remove':{'asset':'x'}}");
            edit(&m, "{'copy':'fog'}");
            edit(&m, "{'remove':'fog-2'}");
            continue;
        }
        if (status != cases[i].status || (cases[i].place != NULL && strcmp(m.error.place, cases[i].place) != 0) ||
            (cases[i].message != NULL && strstr(m.error.message, cases[i].message) == NULL)) {
            fail_msg("%s: %s at '%s': %s", cases[i].edit, tl_status_text(status), m.error.place, m.error.message);
        }
        assert_string_equal(tl_scene_text(m.scene, NULL), copied);
    }
    assert_int_equal(tl_scene_restore(m.scene, begin, strlen(begin), NULL, NULL), TL_OK);
    assert_int_equal(tl_scene_restore(m.scene, "{}", 2, NULL, NULL), TL_ERROR_SCENE);
    assert_string_equal(tl_scene_text(m.scene, NULL), begin);
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_string_equal(tl_json_source(m.answer, NULL), answer);
    free(begin);
    free(copied);
    free(answer);
    made_end(&m);
}

/* --- An edited scene is the one that would be loaded -----------------------------------------------------------------
 */

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
    char *line = json(question);
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
            if (try_edit(&m, text) == TL_OK) {
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
    edit(&m, "[{'copy':'a','by':[50,50]},{'set':'b','field':'name','value':'B\\u00e4r'},{'remove':'wall'}]");
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
    edit(&m, "{'copy':'house','by':[200,0]}");
    edit(&m, "{'set':{'asset':'block'},'field':['parts','core'],'value':['box*']}");
    edit(&m, "{'set':{'asset':'block'},'field':'base','value':{'shape':'disc','diameter':30}}");
    edit(&m, "{'remove':'wall'}");
    edit(&m, "{'move':'wood','by':[30,0]}");
    assert_int_equal(tl_scene_restore(m.scene, begin, strlen(begin), NULL, &m.error), TL_OK);
    assert_int_equal(try_edit(&m, "{'set':'wall','field':'scale','value':2}"), TL_ERROR_FILE);
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
    edit(&m, "{'set':'a','field':'name','value':'A'}");
    assert_string_equal(tl_scene_units(m.scene), "inch");
    assert_int_equal(tl_scene_set(m.scene, "units", "cm", NULL), TL_OK);
    edit(&m, "{'set':{'scene':true},'field':['settings','units'],'value':'inch'}");
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
    edit(&m, "[{'add':'asset','name':'man','value':{'core':{'shape':'box','min':[-5,-5,0],'max':[5,5,30]}}},"
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
    const tl_scene_outset board = {.name = "Board", .mesh = "board.obj"};
    assert_int_equal(tl_scene_create(m.context, path, &board, NULL, &m.scene, &error), TL_OK);
    box = tl_scene_box(m.scene);
    assert_near(box.low.x, 0, 0);
    assert_near(box.high.x, 600, 0);
    assert_near(box.high.y, 400, 0);
    assert_near(box.low.z, 0, 0);
    assert_near(box.high.z, 55, 1e-5);
    edit(&m, "[{'add':'asset','name':'man','value':{'core':{'shape':'box','min':[-5,-5,0],'max':[5,5,30]}}},"
             "{'add':'unit','value':{'id':'u','class':'infantry','members':[{'asset':'man','at':[100,100]}]}}]");
    assert_int_equal(tl_scene_box_of(m.scene, "u-1", &box, NULL), TL_OK);
    assert_near(box.low.z, 10, 1e-5);
    tl_scene *none = NULL;
    const tl_scene_outset gone = {.mesh = "gone.obj"}, endless = {.width = INFINITY};
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
    const tl_scene_outset scan = {.mesh = "scan.obj", .guess = true},
                          inches = {.mesh = "scan.obj", .guess = true, .unit = "foot"};
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
    const tl_scene_options lenient = {.go_without = true};
    const tl_question question = {.query = "los", .from = "a-1", .to = "b-1"};
    made_scene m;
    tl_missing missing;
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    tl_box3 box;
    char path[512];
    made_begin(&m, "edit-missing");
    made_boxes(&m, "wall.obj", (made_box[]){{{-50, -5, 0}, {50, 5, 60}}}, 1);
    char *text = json(format);
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
    const tl_board_study study = {0};
    tl_board_findings *findings = NULL;
    assert_int_equal(tl_scene_study(m.scene, &study, &findings, NULL), TL_ERROR_SCENE);
    /* edits go on; they may not bring another mesh that isn't there */
    edit(&m, "{'set':'a-1','field':'facing','value':90}");
    assert_int_equal(try_edit(&m, "{'set':'wall','field':'mesh','value':'nowhere.obj'}"), TL_ERROR_FILE);
    edit(&m, "{'set':'a-1','field':'facing','value':null}");
    assert_string_equal(tl_scene_text(m.scene, NULL), text);
    assert_int_equal(tl_scene_save(m.scene, NULL, &error), TL_OK);
    /* located, and done without; taken back, they are missing again */
    edit(&m, "{'set':'hut','field':'mesh','value':'wall.obj'}");
    edit(&m, "[{'remove':'a'},{'remove':{'asset':'man'}}]");
    assert_false(tl_scene_missing(m.scene, 0, &missing));
    const tl_question range = {.query = "range", .from = "b-1", .to = "b-1"};
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
        {{{200, 300}, 2, 0, 0}, TL_FIT_GOOD, NULL, "", 0},
        {{{-1, 300}, 2, 0, 0}, TL_FIT_OFF_TABLE, NULL, "off the table", 0},
        {{{220, 200}, 2, 0, 0}, TL_FIT_OVERLAPS_MODEL, "a-2", "overlaps Ann", 3.81}, /* 12.5 + 8 * sqrt(2) - 20 */
        {{{510, 210}, 2, 0, 0},
         TL_FIT_OVERLAPS_TERRAIN,
         "wall",
         "overlaps wall, which rises 2.5 cm above its base",
         25},
        {{{200, 300}, 2, 0, 3}, TL_FIT_NO_LEVEL, NULL, "no room to stand on that level", 0},
        {{{200, 300, 40}, 3, 0, 0}, TL_FIT_FLOATS, NULL, "floats 4.0 cm above what is below", 40},
        {{{200, 8}, 2, 0, 0}, TL_FIT_OVER_EDGE, NULL, "reaches 4.5 mm over the table's edge", 4.5},
        {{{350, 350}, 2, 0, 1}, TL_FIT_OVERLAPS_MODEL, "a-3", "overlaps a-3", 25},
        {{{395, 330}, 2, 0, 1}, TL_FIT_OVERHANG, NULL, "35 percent of its base hangs over", 35},
    };
    made_scene m;
    tl_fit fit;
    made_begin(&m, "edit-fit");
    load_rich(&m);
    edit(&m, "{'set':'a-2','field':'name','value':'Ann'}");
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
    assert_int_equal(tl_scene_fit(m.scene, "a-1", &(tl_place){{330, 330}, 2, 15, 1}, &fit, NULL), TL_OK);
    assert_int_equal(tl_scene_place(m.scene, "a-1", (double[]){330, 330}, 2, 15, 1, NULL), TL_OK);
    tl_fit now;
    assert_int_equal(tl_scene_fit(m.scene, "a-1", NULL, &now, NULL), TL_OK);
    assert_memory_equal(&fit.at, &now.at, sizeof(now.at));
    assert_near(now.at.z, 64, 1e-5);
    assert_int_equal(now.reason, fit.reason);
    assert_int_equal(tl_scene_fit(m.scene, "a", NULL, &now, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_fit(m.scene, "c", NULL, &now, NULL), TL_ERROR_NOT_FOUND);
    assert_int_equal(tl_scene_fit(m.scene, "a-1", &(tl_place){{NAN, 0}, 2, 0, 0}, &now, NULL), TL_ERROR_ARGUMENT);
    free(begin);
    made_end(&m);
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    static const char *const edits[] = {
        "[{\"copy\":\"a\",\"by\":[30,40]},{\"set\":\"b\",\"field\":\"name\",\"value\":\"Bears\"},{\"remove\":\"wall\"}"
        "]",
        "{\"set\":{\"asset\":\"block\"},\"field\":[\"parts\",\"core\"],\"value\":[\"box*\"]}",
        "[{\"move\":[\"b\",\"grove\",\"wood\"],\"turn\":10},{\"rename\":{\"asset\":\"man\"},\"to\":\"figure\"}]"};
    made_scene m;
    char path[512];
    made_begin(&m, "edit-memory");
    load_rich(&m);
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    const tl_context_options options = {.allocate = scarce_allocate};
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
        cmocka_unit_test(only_what_is_named_changes),
        cmocka_unit_test(new_things_get_free_names),
        cmocka_unit_test(groups_keep_their_shape),
        cmocka_unit_test(bad_edits_change_nothing),
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
    return cmocka_run_group_tests_name("editing", tests, NULL, NULL);
}
