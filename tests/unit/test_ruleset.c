/* Rule systems as data: what is built in is complete, what is wrong is named. */
#include "ruleset/ruleset.h"
#include "support/assert_geom.h"
#include "support/named_rules.h"

#include <stdio.h>
#include <string.h>

static tl_context *context;

static void builtin_systems_are_complete(void **state) {
    (void)state;
    assert_non_null(tl_ruleset_builtin_name(0));
    for (size_t k = 0; tl_ruleset_builtin_name(k) != NULL; k++) {
        tl_ruleset *rules = NULL;
        tl_error error = {0};
        assert_int_equal(tl_ruleset_load(context, tl_ruleset_builtin_name(k), &rules, &error), TL_OK);
        assert_string_equal(tl_ruleset_name(rules), tl_ruleset_builtin_name(k));
        assert_true(tl_ruleset_title(rules)[0] != '\0');
        assert_true(tl_ruleset_length(rules, "game_unit", 0) > 0);
        assert_true(tl_ruleset_length(rules, "game_unit", 1) > 0);
        tl_settings settings = {0};
        assert_int_equal(tl_settings_create(context, rules, &settings, &error), TL_OK);
        for (size_t i = 0; i < tl_ruleset_setting_count(rules); i++) {
            const tl_setting *setting = tl_ruleset_setting(rules, i);
            char text[128];
            assert_true(setting->text[0] != '\0' && setting->rule[0] != '\0');
            assert_true(setting->number || setting->value_count >= 1);
            /* its default and every value it names can be set */
            tl_settings_text(&settings, i, text, sizeof(text));
            assert_int_equal(tl_settings_set(&settings, setting->name, text, &error), TL_OK);
            assert_true(tl_settings_is_default(&settings, i));
            for (size_t j = 0; j < setting->value_count; j++) {
                assert_int_equal(tl_settings_set(&settings, setting->name, setting->values[j], &error), TL_OK);
                tl_settings_text(&settings, i, text, sizeof(text));
                assert_string_equal(text, setting->values[j]);
                assert_string_equal(tl_settings_row(setting->id)->choices[tl_settings_choice(&settings, setting->id)],
                                    setting->values[j]);
            }
            for (size_t j = 0; j < i; j++) {
                assert_string_not_equal(tl_ruleset_setting(rules, j)->name, setting->name);
            }
        }
        tl_settings_free(context, &settings);
        assert_true(tl_ruleset_kind_count(rules) > 0);
        tl_ruleset_destroy(rules);
    }
}

/* Every clause is cited by some system, with a rule that has a sentence there; those told with the rule of their own
 * row by none. */
static void clauses(void **state) {
    (void)state;
    for (int i = 1; i < TL_CLAUSE_COUNT; i++) {
        bool own = i == TL_CLAUSE_WITHIN_SKILL || i == TL_CLAUSE_SKILL, cited = false;
        for (size_t k = 0; tl_ruleset_builtin_name(k) != NULL; k++) {
            tl_ruleset *rules;
            assert_int_equal(tl_ruleset_load(context, tl_ruleset_builtin_name(k), &rules, NULL), TL_OK);
            const char *id = tl_ruleset_cited(rules, tl_by((tl_clause)i));
            if (id[0] != '\0' && tl_ruleset_rule_text(rules, id) == NULL) {
                fail_msg("%s: %s cites `%s`", tl_ruleset_builtin_name(k), tl_clause_name((tl_clause)i), id);
            }
            cited = cited || id[0] != '\0';
            tl_ruleset_destroy(rules);
        }
        if (own == cited) {
            fail_msg("%s is %s", tl_clause_name((tl_clause)i),
                     cited ? "cited, and told with its own row" : "cited nowhere");
        }
    }
}

static void dust_battlefield(void **state) {
    (void)state;
    tl_ruleset *rules = NULL;
    tl_error error = {0};
    assert_int_equal(tl_ruleset_load(context, "dust-battlefield", &rules, &error), TL_OK);
    assert_near(tl_ruleset_length(rules, "game_unit", 0), 100, 0);
    assert_near(tl_ruleset_length(rules, "game_unit", 1), 101.6, 0);
    assert_near(tl_ruleset_length(rules, "close_combat_reach", 0), 50, 0);
    assert_near(tl_ruleset_length(rules, "close_combat_reach", 1), 50.8, 0);
    assert_near(tl_ruleset_length(rules, "nothing", 0), 0, 0);
    const tl_terrain_kind *wood = tl_ruleset_kind(rules, "wood"), *smoke = tl_ruleset_kind(rules, "smoke");
    assert_non_null(wood->area);
    assert_false(wood->blocks);
    assert_near(wood->area->inside_units, 3, 0);
    assert_true(smoke->area->inside_units < 0);
    assert_true(tl_ruleset_kind(rules, "building")->blocks);
    assert_null(tl_ruleset_kind(rules, "wall")->area);
    assert_null(tl_ruleset_kind(rules, "walls"));
    /* every rule that answers name has words for players */
    const char *ids[] = {"DB-MSR-01", "DB-MSR-02", "DB-MSR-05", "DB-FOF-01", "DB-RNG-01", "DB-RNG-02",
                         "DB-RNG-03", "DB-RNG-04", "DB-LOS-01", "DB-LOS-02", "DB-ARE-02", "DB-ARE-03",
                         "DB-COV-01", "DB-COV-03", "DB-COV-05", "DB-COV-07"};
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        if (tl_ruleset_rule_text(rules, ids[i]) == NULL) {
            fail_msg("%s has no words", ids[i]);
        }
    }
    assert_null(tl_ruleset_rule_text(rules, "DB-XXX-01"));
    assert_string_equal(tl_ruleset_cited(rules, (tl_cause){TL_CLAUSE_SIGHT_FREE, "X"}), "X");
    assert_string_equal(tl_ruleset_cited(rules, (tl_cause){TL_CLAUSE_NONE, NULL}), "");
    assert_true(tl_ruleset_has_length(rules, "cohesion") && !tl_ruleset_has_length(rules, "nothing"));
    const tl_terrain_kind *trap = tl_ruleset_kind(rules, "trap");
    assert_true(tl_ruleset_kind_traps(rules, trap, "vehicle") && !tl_ruleset_kind_traps(rules, trap, "hero"));
    assert_false(tl_ruleset_kind_traps(rules, wood, "vehicle"));
    assert_null(tl_ruleset_class(rules, "figure"));
    assert_true(named_locomotion(rules, "tracked")->rolls && named_locomotion(rules, "flying")->flies);
    assert_near(named_arc(rules, "rear")->axis_deg, 180, 0);
    tl_ruleset_destroy(rules);
}

static void settings(void **state) {
    (void)state;
    tl_ruleset *rules = NULL;
    tl_settings settings = {0}, copy = {0};
    tl_error error = {0};
    assert_int_equal(tl_ruleset_load(context, "dust-battlefield", &rules, &error), TL_OK);
    assert_int_equal(tl_settings_create(context, rules, &settings, &error), TL_OK);
    assert_near(tl_settings_number_of(&settings, TL_SETTING_TOLERANCE_MM), 0.05, 0);
    /* a choice or a number */
    assert_near(tl_settings_number_or(&settings, TL_SETTING_AREA_HEIGHT, -1), -1, 0);
    assert_int_equal(tl_settings_set(&settings, "area_height", "120.5", &error), TL_OK);
    assert_near(tl_settings_number_or(&settings, TL_SETTING_AREA_HEIGHT, -1), 120.5, 0);
    assert_int_equal(tl_settings_copy(context, &settings, &copy, &error), TL_OK);
    assert_int_equal(tl_settings_set(&settings, "area_height", "infinite", &error), TL_OK);
    assert_near(tl_settings_number_or(&copy, TL_SETTING_AREA_HEIGHT, -1), 120.5, 0);
    const char *refused[] = {"-1", "1e99", "0x10", "12mm", "", "NaN", "inf", " 5", "5 ", "1,5", "Infinite", "[5]"};
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        tl_error cause = {0};
        if (tl_settings_set(&settings, "area_height", refused[i], &cause) != TL_ERROR_ARGUMENT) {
            fail_msg("`%s` is taken for a height", refused[i]);
        }
        assert_string_equal(cause.remedy, "use model or infinite, or a number from 0 to 100000");
        assert_true(tl_settings_is_at(&settings, TL_SETTING_AREA_HEIGHT, TL_CHOICE_AREA_HEIGHT_INFINITE));
    }
    tl_settings_free(context, &settings);
    tl_settings_free(context, &copy);
    tl_ruleset_destroy(rules);
}

/* What is read by name and what is read by number is the same, whatever settings are set to. */
static void settings_by_number(void **state) {
    (void)state;
    bool somewhere[TL_SETTING_COUNT] = {false};
    size_t files = 0;
    for (size_t k = 0; tl_ruleset_builtin_name(k) != NULL; k++) {
        tl_ruleset *rules = NULL;
        tl_settings settings = {0};
        tl_error error = {0};
        assert_int_equal(tl_ruleset_load(context, tl_ruleset_builtin_name(k), &rules, &error), TL_OK);
        assert_int_equal(tl_settings_create(context, rules, &settings, &error), TL_OK);
        for (size_t i = 0; i < tl_ruleset_setting_count(rules); i++) {
            const tl_setting *its = tl_ruleset_setting(rules, i);
            const tl_setting_known *row = tl_settings_row(its->id);
            assert_string_equal(row->name, its->name);
            assert_int_equal(tl_settings_named(its->name), its->id);
            somewhere[its->id] = true;
            for (size_t v = 0; v < its->value_count; v++) {
                assert_int_equal(tl_settings_set(&settings, its->name, its->values[v], &error), TL_OK);
                size_t choice = tl_settings_choice(&settings, its->id);
                assert_true(choice < row->choice_count && strcmp(row->choices[choice], its->values[v]) == 0);
                assert_true(tl_settings_is_at(&settings, its->id, choice));
                assert_false(tl_settings_is_at(&settings, its->id, choice + 1));
                assert_int_equal(tl_settings_is_default(&settings, i),
                                 !its->default_is_number && v == its->default_choice);
                assert_near(tl_settings_number_or(&settings, its->id, -7), -7, 0);
                assert_null(tl_settings_file_of(&settings, its->id));
            }
            for (int end = 0; end < 2 && its->number; end++) {
                char text[40];
                double number = end == 0 ? its->low : its->high;
                snprintf(text, sizeof(text), "%.10g", number);
                assert_int_equal(tl_settings_set(&settings, its->name, text, &error), TL_OK);
                assert_near(tl_settings_number_of(&settings, its->id), number, 0);
                assert_near(tl_settings_number_or(&settings, its->id, -7), number, 0);
                assert_true(tl_settings_choice(&settings, its->id) == SIZE_MAX);
                assert_int_equal(tl_settings_is_default(&settings, i),
                                 its->default_is_number && number == its->default_number);
            }
            files += its->file;
            if (!its->file) {
                assert_int_equal(tl_settings_set(&settings, its->name, "some.json", NULL), TL_ERROR_ARGUMENT);
            } else {
                tl_settings copy = {0};
                assert_int_equal(tl_settings_set(&settings, its->name, "some.json", &error), TL_OK);
                assert_int_equal(tl_settings_copy(context, &settings, &copy, &error), TL_OK);
                assert_int_equal(tl_settings_set(&settings, its->name, "other.json", &error), TL_OK);
                assert_string_equal(tl_settings_file_of(&copy, its->id), "some.json");
                assert_string_equal(tl_settings_file_of(&settings, its->id), "other.json");
                assert_false(tl_settings_is_at(&copy, its->id, 0) || tl_settings_is_default(&copy, i));
                tl_settings_free(context, &copy);
            }
        }
        tl_settings_free(context, &settings);
        tl_ruleset_destroy(rules);
    }
    for (int i = 0; i < TL_SETTING_COUNT; i++) {
        if (!somewhere[i]) {
            fail_msg("no built-in system has the setting `%s`", tl_settings_row((tl_setting_id)i)->name);
        }
    }
    assert_int_equal(tl_settings_named("nothing"), TL_SETTING_COUNT);
    assert_true(files >= 2);
}

/* What a system doesn't carry stands at the engine's own value; what it carries in another order is told apart. */
static void settings_that_are_absent(void **state) {
    (void)state;
    static const char text[] =
        "{\"trueline_ruleset\":2,\"name\":\"n\",\"title\":\"t\",\"settings\":[{\"name\":\"fof_target\",\"text\":\"t\","
        "\"rule\":\"r\",\"type\":\"choice\",\"values\":[\"whole\",\"centre\"],\"default\":\"centre\"}]}";
    tl_ruleset *rules = NULL;
    tl_settings settings = {0};
    tl_error error = {0};
    assert_int_equal(tl_ruleset_parse(context, text, strlen(text), "r.json", &rules, &error), TL_OK);
    assert_int_equal(tl_settings_create(context, rules, &settings, &error), TL_OK);
    assert_true(tl_settings_is_at(&settings, TL_SETTING_FOF_TARGET, TL_CHOICE_FOF_TARGET_CENTRE));
    assert_int_equal(tl_settings_set(&settings, "fof_target", "any_part", &error), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_settings_set(&settings, "fof_target", "whole", NULL), TL_OK);
    assert_true(tl_settings_is_at(&settings, TL_SETTING_FOF_TARGET, TL_CHOICE_FOF_TARGET_WHOLE));
    assert_true(tl_settings_is_at(&settings, TL_SETTING_LOS_TOUCH, TL_CHOICE_LOS_TOUCH_BLOCKED));
    assert_near(tl_settings_number_of(&settings, TL_SETTING_TOLERANCE_MM), 0.05, 0);
    assert_near(tl_settings_number_or(&settings, TL_SETTING_AREA_HEIGHT, -1), -1, 0);
    assert_null(tl_settings_file_of(&settings, TL_SETTING_FLAME_OUTLINE_R1));
    tl_settings_free(context, &settings);
    tl_ruleset_destroy(rules);
}

#define HEAD "{\"trueline_ruleset\":1,\"name\":\"n\",\"title\":\"t\","
#define TAIL "\"areas\":[],\"kinds\":[],\"lengths\":[],\"rules\":[]}"

static void bad_systems_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *message, *place;
    } bad[] = {
        {"{}", "this is no ruleset that can be read", ""},
        {"{\"trueline_ruleset\":3}", "this is no ruleset that can be read", "trueline_ruleset"},
        {"{\"trueline_ruleset\":2}", "`name` is missing", ""},
        {"[", "", ""},
        {HEAD "\"settings\":{}," TAIL, "`settings` must be a list", "settings"},
        {HEAD TAIL, "`settings` is missing", ""},
        {HEAD "\"settings\":[{\"name\":\"side_arc\"}]," TAIL, "`text` is missing", "settings[0]"},
        {HEAD "\"settings\":[5]," TAIL, "", "settings[0]"},
        {HEAD "\"settings\":[{\"name\":\"side_arc\",\"text\":\"t\",\"rule\":\"r\",\"type\":\"choice\",\"values\":["
              "\"centre_line\"],\"default\":\"outside_hull_line\"}]," TAIL,
         "the default of `side_arc` is none of its values", "settings[0].default"},
        {HEAD "\"settings\":[{\"name\":\"cover_min_fraction\",\"text\":\"t\",\"rule\":\"r\",\"type\":\"number\","
              "\"low\":0,\"high\":1,\"default\":2}]," TAIL,
         "the default of `cover_min_fraction` is none of its values", "settings[0].default"},
        {HEAD
         "\"settings\":[],\"areas\":[],\"kinds\":[{\"name\":\"k\",\"rule\":\"r\",\"area\":\"none\"}],\"lengths\":[],"
         "\"rules\":[]}",
         "there is no area rule `none`", "kinds[0].area"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        tl_ruleset *rules = NULL;
        tl_error error = {0};
        tl_status status = tl_ruleset_parse(context, bad[i].text, strlen(bad[i].text), "r.json", &rules, &error);
        if (status != TL_ERROR_FORMAT || strstr(error.message, bad[i].message) == NULL ||
            strcmp(error.place, bad[i].place) != 0) {
            fail_msg("%s: %s at `%s`", bad[i].text, error.message, error.place);
        }
        assert_null(rules);
        assert_string_equal(error.file, "r.json");
    }
    tl_ruleset *rules = NULL;
    tl_error error = {0};
    assert_int_equal(tl_ruleset_load(context, "dust-battlefeild", &rules, &error), TL_ERROR_NOT_FOUND);
    assert_non_null(strstr(error.remedy, "`dust-battlefield`"));
    memset(&error, 0, sizeof(error));
    assert_int_equal(tl_ruleset_load(context, "nowhere.json", &rules, &error), TL_ERROR_FILE);
}

/* What version 1 had no words for is said by the built-in system, by name. */
static void version_1_is_upgraded(void **state) {
    (void)state;
    static const char text[] = HEAD
        "\"settings\":[],\"rules\":[{\"id\":\"X-1\",\"text\":\"One.\"}],\"lengths\":[{\"name\":\"game_unit\",\"cm\":90,"
        "\"inch\":91}],\"areas\":[{\"name\":\"building\",\"edge_units\":2,\"edge_rule\":\"X-1\"},{\"name\":\"fog\","
        "\"edge_rule\":\"X-1\",\"inside_units\":4}],\"kinds\":[{\"name\":\"wood\",\"area\":\"fog\",\"blocks\":false,"
        "\"rule\":\"X-1\"},{\"name\":\"moor\",\"area\":\"fog\",\"blocks\":false,\"rule\":\"X-1\"},{\"name\":\"hill\","
        "\"rule\":\"X-1\"},{\"name\":\"smoke\",\"rule\":\"X-1\"},{\"name\":\"bog\",\"blocks\":false,\"rule\":\"X-1\"},{"
        "\"name\":\"hill\",\"rule\":\"X-2\"}]}";
    tl_ruleset *rules = NULL;
    tl_error error = {0};
    assert_int_equal(tl_ruleset_parse(context, text, strlen(text), "r.json", &rules, &error), TL_OK);
    assert_string_equal(tl_ruleset_cited(rules, (tl_cause){TL_CLAUSE_SIGHT_FREE, NULL}), "DB-LOS-01");
    assert_string_equal(tl_ruleset_rule_text(rules, "X-1"), "One.");
    assert_non_null(tl_ruleset_rule_text(rules, "DB-LOS-01"));
    assert_true(tl_ruleset_class(rules, "infantry")->by_base);
    assert_true(named_arc(rules, "right")->side < 0);
    assert_near(tl_ruleset_length(rules, "game_unit", 1), 91, 0);
    const tl_terrain_kind *wood = tl_ruleset_kind(rules, "wood"), *moor = tl_ruleset_kind(rules, "moor");
    assert_true(wood->blocks_if_solid && !wood->blocks && wood->lies == TL_LIES_CARPET && wood->colour == 0x8E9A82);
    assert_true(!moor->blocks_if_solid && moor->lies == TL_LIES_CARPET && moor->colour == TL_RULESET_NO_COLOUR);
    assert_int_equal(tl_ruleset_kind(rules, "hill")->lies, TL_LIES_RELIEF);
    assert_int_equal(tl_ruleset_kind(rules, "smoke")->lies, TL_LIES_SOLID); /* here it blocks */
    assert_int_equal(tl_ruleset_kind(rules, "bog")->lies, TL_LIES_SOLID);   /* no area */
    assert_string_equal(tl_ruleset_kind(rules, "hill")->rule, "X-1");       /* the first of two */
    assert_near(moor->area->into_units, 1, 0);
    assert_near(moor->area->inside_units, 4, 0);
    assert_true(!moor->area->levels && moor->area->drawn_height == NULL);
    tl_ruleset_destroy(rules);
}

/* Smoke of version 1 bears nothing, as ever; a setting may offer less than it could. */
static void less_than_there_is(void **state) {
    (void)state;
    static const char text[] = HEAD
        "\"settings\":[{\"name\":\"flame_outline_r1\",\"text\":\"t\",\"rule\":\"r\",\"type\":\"choice\",\"values\":["
        "\"placeholder\"],\"default\":\"placeholder\"}],\"rules\":[],\"lengths\":[],\"areas\":[{\"name\":\"smoke\","
        "\"edge_rule\":\"X-1\"}],\"kinds\":[{\"name\":\"smoke\",\"area\":\"smoke\",\"blocks\":false,\"rule\":\"X-1\"}]"
        "}";
    tl_ruleset *rules = NULL;
    tl_settings settings = {0};
    tl_error error = {0};
    assert_int_equal(tl_ruleset_parse(context, text, strlen(text), "r.json", &rules, &error), TL_OK);
    assert_int_equal(tl_ruleset_kind(rules, "smoke")->lies, TL_LIES_NONE);
    assert_int_equal(tl_ruleset_kind(rules, "smoke")->area->drawn_height_id, TL_SETTING_SMOKE_HEIGHT_MM);
    assert_int_equal(tl_settings_create(context, rules, &settings, &error), TL_OK);
    assert_int_equal(tl_settings_set(&settings, "flame_outline_r1", "some.json", NULL), TL_ERROR_ARGUMENT);
    tl_settings_free(context, &settings);
    tl_ruleset_destroy(rules);
}

static int start(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context != NULL ? 0 : 1;
}

static int stop(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clauses),
        cmocka_unit_test(builtin_systems_are_complete),
        cmocka_unit_test(dust_battlefield),
        cmocka_unit_test(settings),
        cmocka_unit_test(settings_by_number),
        cmocka_unit_test(settings_that_are_absent),
        cmocka_unit_test(bad_systems_are_refused),
        cmocka_unit_test(version_1_is_upgraded),
        cmocka_unit_test(less_than_there_is),
    };
    return cmocka_run_group_tests_name("ruleset", tests, start, stop);
}
