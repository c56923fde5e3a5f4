/* Scenes edited: what is written, and what is refused. */
#include "support/made_edit.h"
#include "support/made_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    char *whole = made_json(odd), *old = made_json(what), *new = made_json(by);
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
        made_edit(&m, cases[i].edit);
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
    made_edit(&m, "{'copy':'b','by':[0,100]}");
    assert_string_equal(tl_scene_made(m.scene, 0), "b-2");
    assert_string_equal(tl_scene_made(m.scene, 1), "b-2-1");
    assert_null(tl_scene_made(m.scene, 2));
    assert_string_equal(tl_scene_name_of(m.scene, "b-2"), "Bears 2");
    made_edit(&m, "{'copy':'b-2','by':[0,100]}");
    assert_string_equal(tl_scene_made(m.scene, 0), "b-3");
    assert_string_equal(tl_scene_name_of(m.scene, "b-3"), "Bears 3");
    made_edit(
        &m, "[{'add':'terrain','value':{'kind':'hill','disc':{'centre':[50,50],'radius':20}}},"
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
    made_edit(&m, "[{'add':'unit','value':{'id':'tank','class':'vehicle','members':[{'asset':'man','at':[900,600]}]}},"
                  "{'set':'b','field':'aboard','value':'tank-1'}]");
    made_edit(&m, "[{'rename':'tank-1','to':'the tank'},{'rename':{'asset':'man'},'to':'figure'}]");
    assert_string_equal(tl_scene_word(m.scene, "\"b\"", "\"aboard\""), "the tank");
    assert_string_equal(tl_scene_word(m.scene, "\"a-1\"", "\"asset\""), "figure");
    assert_string_equal(tl_scene_asset(m.scene, 0), "figure");
    /* with its last member a unit goes */
    made_edit(&m, "{'remove':'b-3-1'}");
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
    char *a = made_json(thing), *b = made_json(field);
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
    made_edit(&m, "{'move':['a'],'turn':90,'by':[1000,0]}");
    assert_near(number(&m, "'a-1'", "['at',0]"), 1115, 1e-9);
    assert_near(number(&m, "'a-1'", "['at',1]"), 185, 1e-9);
    assert_near(number(&m, "'a-2'", "['at',0]"), 1115, 1e-9);
    assert_near(number(&m, "'a-2'", "['at',1]"), 215, 1e-9);
    assert_near(number(&m, "'a-1'", "'facing'"), 90, 0);
    assert_near(number(&m, "'a-2'", "'facing'"), 180, 0);
    made_edit(&m, "{'move':'a','by':[-700,300]}");
    made_edit(&m, "{'move':['a-1','wood'],'turn':-30,'about':[0,0]}");
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
    made_edit(&m, "{'copy':'fog'}");
    char *copied = strdup(tl_scene_text(m.scene, NULL));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_status status = made_try_edit(&m, cases[i].edit);
        /* an asset that nobody uses is not read yet */
        bool unread = cases[i].status == TL_ERROR_FILE;
        if (unread) {
            assert_int_equal(status, TL_OK);
            status = made_try_edit(&m, "{'add':'member','to':'a','value':{'asset':'x','at':[1,1]}}");
            assert_int_equal(status, TL_ERROR_FILE);
            made_edit(&m, "{'remove':{'asset':'x'}}");
            made_edit(&m, "{'copy':'fog'}");
            made_edit(&m, "{'remove':'fog-2'}");
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

/* A weapon that members say they carry: renamed with it, not removed while somebody has it, never one that isn't there.
 */
static void weapons_in_hands(void **state) {
    (void)state;
    made_scene m;
    tl_error error = {0};
    made_begin(&m, "edit-hands");
    made_load(
        &m, "{'trueline':1,'table':{'width':900,'depth':900},'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],"
            "'to':[0,0,28],'radius':6}}},'units':[{'id':'a','class':'infantry','weapons':[{'id':'rifle'},{'id':'gun'}],"
            "'members':[{'id':'a-1','asset':'man','at':[100,100],'weapons':['gun']},{'id':'a-2','asset':'man','at':"
            "[200,100],'weapons':['rifle','gun']}]},{'id':'b','class':'infantry','weapons':[{'id':'gun'}],'members':"
            "[{'id':'b-1','asset':'man','at':[300,100],'weapons':['gun']}]}]}");
    made_edit(&m, "{'rename':{'weapon':'gun','of':'a'},'to':'cannon'}");
    const char *text = tl_scene_text(m.scene, NULL);
    assert_non_null(strstr(text, "\"at\":[100,100],\"weapons\":[\"cannon\"]"));
    assert_non_null(strstr(text, "[\"rifle\",\"cannon\"]"));
    assert_non_null(strstr(text, "\"at\":[300,100],\"weapons\":[\"gun\"]"));
    static const char carried[] = "{\"remove\":{\"weapon\":\"rifle\",\"of\":\"a\"}}";
    assert_int_equal(tl_scene_edit(m.scene, carried, strlen(carried), NULL, &error), TL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "`rifle` is carried by `a-2`"));
    made_edit(&m, "{'set':'a-2','field':'weapons','value':['cannon']}");
    made_edit(&m, "{'remove':{'weapon':'rifle','of':'a'}}");
    error = (tl_error){0};
    static const char wrong[] = "{\"set\":\"a-2\",\"field\":\"weapons\",\"value\":[\"canon\"]}";
    assert_int_equal(tl_scene_edit(m.scene, wrong, strlen(wrong), NULL, &error), TL_ERROR_SCENE);
    assert_non_null(strstr(error.message, "did you mean `cannon`?"));
    static const char twice[] = "{\"set\":\"a-2\",\"field\":\"weapons\",\"value\":[\"cannon\",\"cannon\"]}";
    error = (tl_error){0};
    assert_int_equal(tl_scene_edit(m.scene, twice, strlen(twice), NULL, &error), TL_ERROR_SCENE);
    assert_non_null(strstr(error.message, "stands here twice"));
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_named_changes), cmocka_unit_test(new_things_get_free_names),
        cmocka_unit_test(groups_keep_their_shape),    cmocka_unit_test(weapons_in_hands),
        cmocka_unit_test(bad_edits_change_nothing),
    };
    return cmocka_run_group_tests_name("editing", tests, NULL, NULL);
}
