/* test_api_rules.c: the words of a scene's rule system, its settings, and another rule system for a scene: what it
 * doesn't know, and the edit that brings it. Held against what reading the scene's text by that system says. */
#include "support/made_scene.h"

#include <trueline/explain.h>
#include <trueline/rules.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char OTHER[] =
    "{'trueline_ruleset':2,'name':'other','title':{'en':'Other','fr':'Autre'},"
    "'rules':{'OT-1':{'en':'One.','fr':'Un.'}},"
    "'classes':{'foot':{'text':{'en':'on foot','fr':'à pied'},'rule':'OT-1'},'infantry':{'rule':'OT-1'}},"
    "'terrain':{'obstacle':{'rule':'OT-1','text':'Solid.'},'heap':{'rule':'OT-1','text':'A heap.'}},"
    "'arcs':{'any':{'half_deg':180}},"
    "'settings':[{'name':'tolerance_mm','type':'number','default':0.1,'low':0,'high':5,'rule':'OT-1','text':'How "
    "near.'}]}";

static void load(made_scene *made, const char *settings, const char *class, const char *kind, const char *skill) {
    made_load(made,
              "{'trueline':1,'settings':{%s},'table':{'width':600,'depth':600},"
              "'assets':{'a':{'core':{'shape':'cylinder','from':[0,0,0],'to':[0,0,30],'radius':8}}},"
              "'terrain':[{'id':'t1','kind':'%s','disc':{'centre':[300,300],'radius':40}}],"
              "'units':[{'id':'u','class':'%s','skills':[%s],'weapons':[{'id':'w','arc':'front','range':3,"
              "'template':'blast','template_against':['vehicle','infantry']}],"
              "'members':[{'id':'u-1','asset':'a','at':[100,100]}]}]}",
              settings, kind, class, skill);
}

static tl_rules_change *begin(made_scene *made, const char *name) {
    tl_rules_change *change = NULL;
    tl_error error = {0};
    if (tl_rules_change_begin(made->scene, name, "fr", &change, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return change;
}

static tl_rules_stranger find(const tl_rules_change *change, const char *word, size_t *index) {
    tl_rules_stranger s;
    for (*index = 0; tl_rules_change_stranger(change, *index, &s); (*index)++) {
        if (strcmp(s.word, word) == 0) {
            return s;
        }
    }
    fail_msg("%s is no stranger", word);
    return s;
}

/* Each unknown word once, with what becomes of it; nothing that is known. */
static void strangers_are_told(void **state) {
    (void)state;
    made_scene made;
    size_t i;
    made_begin(&made, "rules-strangers");
    made_file(&made, "other.json", OTHER);
    load(&made, "'tolerance_mm':9,'los_touch':'clear','units':'cm'", "vehicle", "wood", "'sniper'");
    tl_rules_change *change = begin(&made, "other.json");
    assert_string_equal(tl_rules_change_title(change), "Autre");
    tl_rules_stranger s = find(change, "tolerance_mm", &i); /* known, but not that value */
    assert_int_equal(s.sort, TL_RULES_SETTING);
    assert_string_equal(s.value, "9");
    assert_true(s.refused && !s.needed);
    s = find(change, "los_touch", &i);
    assert_true(s.refused && !s.needed);
    s = find(change, "vehicle", &i); /* of the unit, and whom the template harms: once */
    assert_true(s.refused && s.needed);
    assert_int_equal(s.count, 2);
    assert_string_equal(s.thing, "u");
    s = find(change, "wood", &i);
    assert_true(!s.refused && !s.needed);
    s = find(change, "sniper", &i);
    assert_false(s.refused);
    s = find(change, "front", &i);
    assert_true(s.refused && !s.needed);
    s = find(change, "blast", &i);
    assert_false(s.refused);
    for (i = 0; tl_rules_change_stranger(change, i, &s); i++) {
        assert_string_not_equal(s.word, "infantry");
    }
    assert_int_equal(i, 8); /* with `units` */
    tl_rules_word word;
    assert_true(tl_rules_change_word(change, TL_RULES_CLASS, 0, &word));
    assert_string_equal(word.name, "foot");
    assert_string_equal(word.text, "à pied");
    tl_rules_change_destroy(change);
    made_end(&made);
}

/* The edit makes what was chosen, and nothing else; undone, the text is what it was. */
static void edit_takes_what_was_chosen(void **state) {
    (void)state;
    made_scene made;
    size_t i, size = 0;
    tl_error error = {0};
    char *edit = NULL;
    made_begin(&made, "rules-edit");
    made_file(&made, "other.json", OTHER);
    load(&made, "'los_touch':'clear'", "vehicle", "wood", "'sniper'");
    char *before = strdup(tl_scene_text(made.scene, &size));
    tl_rules_change *change = begin(&made, "other.json");
    const char *chosen[16] = {NULL};
    assert_int_equal(tl_rules_change_edit(change, chosen, &edit, &error), TL_ERROR_ARGUMENT);
    find(change, "vehicle", &i);
    chosen[i] = "foot";
    find(change, "wood", &i);
    chosen[i] = "heap";
    assert_int_equal(tl_rules_change_edit(change, chosen, &edit, NULL), TL_OK);
    if (tl_scene_edit(made.scene, edit, strlen(edit), NULL, &error) != TL_OK) {
        fail_msg("%s: %s", error.place, error.message);
    }
    tl_text_free(made.context, edit);
    tl_rules_change_destroy(change);
    assert_string_equal(tl_scene_word(made.scene, "{\"scene\":true}", "\"ruleset\""), "other.json");
    assert_null(tl_scene_value(made.scene, "{\"scene\":true}", "[\"settings\",\"los_touch\"]", &size));
    assert_string_equal(tl_scene_word(made.scene, "\"u\"", "\"class\""), "foot");
    assert_string_equal(tl_scene_word(made.scene, "\"t1\"", "\"kind\""), "heap");
    assert_string_equal(tl_scene_word(made.scene, "\"u\"", "[\"skills\",0]"), "sniper");
    const char *weapon = "{\"weapon\":\"w\",\"of\":\"u\"}";
    assert_null(tl_scene_word(made.scene, weapon, "\"arc\""));
    assert_string_equal(tl_scene_word(made.scene, weapon, "[\"template_against\",0]"), "foot");
    assert_string_equal(tl_scene_word(made.scene, weapon, "[\"template_against\",1]"), "infantry");
    assert_int_equal(tl_scene_restore(made.scene, before, strlen(before), NULL, &error), TL_OK);
    assert_string_equal(tl_scene_text(made.scene, NULL), before);
    free(before);
    made_end(&made);
}

static size_t below(test_random *random, size_t count) {
    return (size_t)test_random_below(random, (int)count);
}

/* A class that a built-in system has. */
static void first_class(made_scene *made, const char *system, char *word, size_t size) {
    tl_rules_word first;
    made_load(made, "{'trueline':1,'ruleset':'%s','table':{'width':600,'depth':600}}", system);
    assert_true(tl_scene_rules_word(made->scene, TL_RULES_CLASS, 0, NULL, &first));
    snprintf(word, size, "%s", first.name);
}

/* Between any two of the systems: a scene whose words are drawn from one is read by the other after the edit, whatever
 * is chosen; and where nothing is a stranger, the other reads the text as it stands. */
static void any_system_can_be_taken(void **state) {
    (void)state;
    test_random r = test_random_start("any_system_can_be_taken", 1991);
    int taken = 0;
    for (int round = 0; round < 60; round++) {
        made_scene made;
        size_t systems = 0;
        tl_error error = {0};
        made_begin(&made, "rules-any");
        made_file(&made, "other.json", OTHER);
        while (tl_rules_name(systems)) {
            systems++;
        }
        const char *from = tl_rules_name(below(&r, systems));
        size_t to = below(&r, systems + 1);
        char class_word[64];
        first_class(&made, from, class_word, sizeof(class_word));
        made_load(&made,
                  "{'trueline':1,'ruleset':'%s','table':{'width':600,'depth':600},"
                  "'assets':{'a':{'core':{'shape':'cylinder','from':[0,0,0],'to':[0,0,30],'radius':8}}},"
                  "'units':[{'id':'u','class':'%s','weapons':[{'id':'w'}],"
                  "'members':[{'id':'u-1','asset':'a','at':[100,100]}]}]}",
                  from, class_word);
        static const struct {
            tl_rules_sort sort;
            const char *thing, *field;
        } words[] = {{TL_RULES_CLASS, "\"u\"", "\"class\""},
                     {TL_RULES_LOCOMOTION, "\"u\"", "\"locomotion\""},
                     {TL_RULES_SIZE, "\"u\"", "\"size\""},
                     {TL_RULES_ARC, "{\"weapon\":\"w\",\"of\":\"u\"}", "\"arc\""},
                     {TL_RULES_WEAPON, "{\"weapon\":\"w\",\"of\":\"u\"}", "\"kind\""},
                     {TL_RULES_TEMPLATE, "{\"weapon\":\"w\",\"of\":\"u\"}", "\"template\""},
                     {TL_RULES_STANCE, "\"u-1\"", "\"stance\""}};
        for (size_t w = 0; w < sizeof(words) / sizeof(*words); w++) {
            tl_rules_word word;
            size_t count = 0;
            char edit[300];
            while (tl_scene_rules_word(made.scene, words[w].sort, count, NULL, &word)) {
                count++;
            }
            if (count > 0 && tl_scene_rules_word(made.scene, words[w].sort, below(&r, count), NULL, &word)) {
                snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":%s,\"value\":\"%s\"}", words[w].thing,
                         words[w].field, word.name);
                tl_status edited = tl_scene_edit(made.scene, edit, strlen(edit), NULL, &error);
                bool of_others = words[w].sort == TL_RULES_STANCE && edited == TL_ERROR_SCENE; /* no tank lies down */
                assert_true(edited == TL_OK || of_others);
            }
        }
        tl_rules_change *change = begin(&made, to < systems ? tl_rules_name(to) : "other.json");
        const char *chosen[64] = {NULL};
        tl_rules_stranger s;
        size_t strangers = 0;
        for (; tl_rules_change_stranger(change, strangers, &s); strangers++) {
            tl_rules_word word;
            size_t count = 0;
            while (tl_rules_change_word(change, s.sort, count, &word)) {
                count++;
            }
            if (count > 0 && (s.needed || below(&r, 2) == 0)) {
                tl_rules_change_word(change, s.sort, below(&r, count), &word);
                chosen[strangers] = word.name;
            }
        }
        char *edit = NULL;
        assert_int_equal(tl_rules_change_edit(change, chosen, &edit, &error), TL_OK);
        if (tl_scene_edit(made.scene, edit, strlen(edit), NULL, &error) != TL_OK) {
            fail_msg("%s to %zu: %s: %s (%s)", from, to, error.place, error.message, edit);
        }
        taken += strangers > 0;
        tl_text_free(made.context, edit);
        tl_rules_change_destroy(change);
        made_end(&made);
    }
    assert_true(taken > 20);
}

/* A file that can't be read is an error, and the scene stays. */
static void broken_file_changes_nothing(void **state) {
    (void)state;
    made_scene made;
    tl_rules_change *change = NULL;
    tl_error error = {0};
    char title[64];
    made_begin(&made, "rules-broken");
    made_file(&made, "torn.json", "{'trueline_ruleset':2,'name':'torn','lengths':7}");
    load(&made, "", "infantry", "wood", "");
    assert_int_not_equal(tl_rules_change_begin(made.scene, "torn.json", NULL, &change, &error), TL_OK);
    assert_non_null(strstr(error.file, "torn.json"));
    assert_true(error.message[0] != '\0' && error.line == 1);
    assert_null(change);
    assert_int_equal(tl_rules_change_begin(made.scene, "nothing.json", NULL, &change, NULL), TL_ERROR_FILE);
    assert_int_equal(tl_rules_change_begin(made.scene, "nobody", NULL, &change, NULL), TL_ERROR_NOT_FOUND);
    assert_int_equal(tl_rules_change_begin(NULL, "nobody", NULL, &change, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_rules_title(made.context, tl_rules_name(0), "fr", title, sizeof(title), NULL), TL_OK);
    assert_true(title[0] != '\0');
    assert_int_equal(tl_rules_title(made.context, "nobody", "fr", title, sizeof(title), NULL), TL_ERROR_NOT_FOUND);
    made_end(&made);
}

static bool setting(const made_scene *made, const char *name, char *value, char *initial, size_t size) {
    char number[TL_SETTING_VALUE], first[TL_SETTING_VALUE];
    tl_setting_info info;
    for (size_t i = 0; tl_scene_setting(made->scene, i, NULL, number, &info); i++) {
        if (strcmp(info.name, name) == 0) {
            bool file = false;
            snprintf(value, size, "%s", info.value);
            snprintf(initial, size, "%s", tl_scene_setting_initial(made->scene, i, first, sizeof(first), &file));
            assert_int_equal(file, strncmp(name, "flame_outline", 13) == 0);
            assert_int_equal(strcmp(value, initial) == 0, info.is_default);
            return true;
        }
    }
    return false;
}

/* What was set beside the file is forgotten: the file's value counts again, else the default. */
static void unset_gives_way_to_the_file(void **state) {
    (void)state;
    made_scene made;
    char value[64], initial[64];
    made_begin(&made, "rules-unset");
    load(&made, "'tolerance_mm':2", "infantry", "wood", "");
    assert_true(setting(&made, "tolerance_mm", value, initial, sizeof(value)));
    assert_string_equal(value, "2");
    assert_string_equal(initial, "0.05");
    assert_int_equal(tl_scene_set(made.scene, "tolerance_mm", "7", NULL), TL_OK);
    assert_int_equal(tl_scene_set(made.scene, "units", "inch", NULL), TL_OK);
    assert_int_equal(tl_scene_unset(made.scene, "tolerance_mm", NULL), TL_OK);
    setting(&made, "tolerance_mm", value, initial, sizeof(value));
    assert_string_equal(value, "2");
    assert_string_equal(tl_scene_units(made.scene), "inch");
    assert_int_equal(tl_scene_unset(made.scene, "units", NULL), TL_OK);
    assert_string_equal(tl_scene_units(made.scene), "cm");
    assert_int_equal(tl_scene_unset(made.scene, "units", NULL), TL_OK);
    assert_int_equal(tl_scene_unset(made.scene, "nobody", NULL), TL_ERROR_NOT_FOUND);
    /* an edit that says it anew stands from now on */
    const char *edit = "{\"set\":{\"scene\":true},\"field\":[\"settings\",\"tolerance_mm\"],\"value\":3}";
    assert_int_equal(tl_scene_edit(made.scene, edit, strlen(edit), NULL, NULL), TL_OK);
    setting(&made, "tolerance_mm", value, initial, sizeof(value));
    assert_string_equal(value, "3");
    assert_true(setting(&made, "flame_outline_r1", value, initial, sizeof(value)));
    made_end(&made);
}

/* The dice that a question gives are those that it may give: as many of them, and as high. */
static void throws_are_those_of_the_question(void **state) {
    (void)state;
    made_scene made;
    int asked = 0;
    made_begin(&made, "rules-dice");
    for (size_t system = 0; tl_rules_name(system); system++) {
        tl_rules_word word;
        char class_word[64];
        first_class(&made, tl_rules_name(system), class_word, sizeof(class_word));
        made_load(&made,
                  "{'trueline':1,'ruleset':'%s','table':{'width':3000,'depth':3000},"
                  "'assets':{'a':{'core':{'shape':'cylinder','from':[0,0,0],'to':[0,0,30],'radius':8}}},"
                  "'units':[{'id':'u','side':'a','class':'%s','members':[{'id':'u-1','asset':'a','at':[1500,1500]}]},"
                  "{'id':'v','side':'b','class':'%s','members':[{'id':'v-1','asset':'a','at':[1600,1500]}]}]}",
                  tl_rules_name(system), class_word, class_word);
        for (size_t d = 0; tl_scene_rules_word(made.scene, TL_RULES_DEVIATION, d, NULL, &word); d++) {
            tl_rules_aim aim;
            tl_rules_throw thrown;
            char good[200] = "", more[220];
            assert_true(tl_scene_deviation_aim(made.scene, word.name, &aim));
            for (size_t i = 0; tl_scene_throw(made.scene, word.name, i, "fr", &thrown); i++) {
                size_t used = strlen(good);
                assert_true(thrown.text[0] != '\0' && thrown.count >= 1);
                assert_true(thrown.numbers || thrown.arrow);
                snprintf(good + used, sizeof(good) - used, "%s%g", i > 0 ? "," : "", thrown.numbers ? thrown.high : 90);
            }
            snprintf(more, sizeof(more), "%s,1", good);
            for (int extra = 0; extra < 2; extra++) {
                tl_question q = {.struct_size = sizeof(q),
                                 .query = "scatter",
                                 .deviation = word.name,
                                 .dice = extra ? more : good,
                                 .from = "u-1"};
                tl_ruling *ruling = NULL;
                tl_error error = {0};
                q.toward = aim == TL_RULES_AIM_LYING ? NULL : "v-1";
                q.at_count = aim == TL_RULES_AIM_LYING ? 2 : 0;
                q.at[0] = q.at[1] = 1700;
                q.has_guess = aim == TL_RULES_AIM_GUESS;
                q.guess_mm = 200;
                tl_status status = tl_scene_ask(made.scene, &q, &ruling, &error);
                if ((status == TL_OK) == (extra == 1)) {
                    fail_msg("%s %s with %s: %s", tl_rules_name(system), word.name, q.dice, error.message);
                }
                tl_ruling_destroy(ruling);
                asked++;
            }
        }
        assert_false(tl_scene_throw(made.scene, "nobody", 0, NULL, &(tl_rules_throw){0}));
    }
    assert_true(asked > 8);
    made_end(&made);
}

/* Saved into another folder the scene finds its rule file, and the file of a setting, as it finds its meshes. */
static void another_folder_finds_the_rules(void **state) {
    (void)state;
    made_scene made;
    char path[600], folder[500];
    tl_error error = {0};
    tl_scene *moved = NULL;
    made_begin(&made, "rules-moved");
    made_file(&made, "house.json",
              "{'trueline_ruleset':2,'name':'house','extends':'dust-battlefield','title':'House'}");
    made_file(&made, "cone.json", "{'trueline_outline':1,'measure':'mm','outline':[[0,0],[90,-30],[90,30]]}");
    made_load(&made, "{'trueline':1,'ruleset':'house.json','settings':{'flame_outline_r1':'cone.json','units':'cm'},"
                     "'table':{'width':600,'depth':600}}");
    snprintf(folder, sizeof(folder), "%s/deeper", made.folder);
    mkdir(folder, 0777);
    snprintf(path, sizeof(path), "%s/scene.json", folder);
    assert_int_equal(tl_scene_save(made.scene, path, &error), TL_OK);
    if (tl_scene_load(made.context, path, NULL, &moved, NULL, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    assert_string_equal(tl_scene_word(moved, "{\"scene\":true}", "\"ruleset\""), "../house.json");
    assert_string_equal(tl_scene_word(moved, "{\"scene\":true}", "[\"settings\",\"flame_outline_r1\"]"),
                        "../cone.json");
    tl_scene_destroy(moved);
    made_end(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strangers_are_told),
        cmocka_unit_test(edit_takes_what_was_chosen),
        cmocka_unit_test(any_system_can_be_taken),
        cmocka_unit_test(broken_file_changes_nothing),
        cmocka_unit_test(unset_gives_way_to_the_file),
        cmocka_unit_test(throws_are_those_of_the_question),
        cmocka_unit_test(another_folder_finds_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
