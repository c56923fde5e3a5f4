/* test_ruleset_files.c: rule files on disk: what is refused and how it is told, and what files make of one another. */
#include "io/file.h"
#include "ruleset/ruleset.h"
#include "support/scarce.h"
#include "support/write_file.h"
#include "support/named_rules.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BAD  TL_TEST_SOURCE_DIR "/tests/bad/ruleset/"
#define GOOD TL_TEST_SOURCE_DIR "/tests/cases/ruleset-good/"

static tl_context *context;

/* Everything that is said of a file, a line each, with the file's bare name. */
static char *said_of(const char *path, bool *good) {
    tl_ruleset *rules = NULL;
    tl_problems problems;
    tl_problems_init(&problems, context);
    assert_int_equal(tl_ruleset_check(context, path, &rules, &problems, NULL), TL_OK);
    *good = rules != NULL;
    assert_int_equal(rules != NULL, problems.errors == 0);
    char *said = tl_alloc_array(context, problems.count + 1, 1600);
    assert_non_null(said);
    size_t used = 0;
    for (size_t i = 0; i < problems.count; i++) {
        tl_error its = problems.items[i].error;
        snprintf(its.file, sizeof(its.file), "%s", tl_file_path_name(problems.items[i].error.file));
        if (its.remedy[0] == '\0' || its.line <= 0 || its.column <= 0) {
            fail_msg("%s: %s: without a remedy or a place", path, its.message);
        }
        used += (size_t)sprintf(said + used, "%s", problems.items[i].warning ? "warning: " : "");
        used += tl_error_text(&its, said + used, 1500);
        used += (size_t)sprintf(said + used, "\n");
    }
    tl_problems_free(&problems);
    tl_ruleset_destroy(rules);
    return said;
}

static int check_folder(const char *folder, bool want_good) {
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    int count = 0;
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".json") != 0) {
            continue;
        }
        char path[1200], message[1200], *expected = NULL;
        bool good = false;
        snprintf(path, sizeof(path), "%s%s", folder, entry->d_name);
        snprintf(message, sizeof(message), "%s%.*s.message", folder, (int)(length - 5), entry->d_name);
        char *said = said_of(path, &good);
        size_t size = 0;
        if (tl_file_read(context, message, 1 << 20, &expected, &size, NULL) != TL_OK) {
            expected = tl_duplicate_text(context, "");
        }
        if (good != want_good || strcmp(said, expected) != 0) {
            fail_msg("%s: it says\n%s\nexpected is\n%s", path, said, expected);
        }
        tl_free(context, said);
        tl_free(context, expected);
        count++;
    }
    closedir(directory);
    return count;
}

static void messages(void **state) {
    (void)state;
    assert_true(check_folder(BAD, false) >= 17);
    assert_true(check_folder(GOOD, true) >= 4);
}

static tl_ruleset *load(const char *path) {
    tl_ruleset *rules = NULL;
    tl_error error = {0};
    if (tl_ruleset_load(context, path, &rules, &error) != TL_OK) {
        fail_msg("%s:%d: %s: %s", error.file, error.line, error.place, error.message);
    }
    return rules;
}

/* Rows of the file stand for those below of the same name, null takes one out, and what isn't said comes from below. */
static void files_extend_one_another(void **state) {
    (void)state;
    tl_ruleset *rules = load(GOOD "extending.json"), *below = load("dust-battlefield");
    assert_string_equal(tl_ruleset_name(rules), "extending");
    assert_string_equal(tl_ruleset_title(rules), "House rules");
    assert_string_equal(tl_ruleset_rule_text(rules, "DB-LOS-01"), "Another sentence.");
    assert_string_equal(tl_ruleset_rule_text(rules, "DB-LOS-02"), tl_ruleset_rule_text(below, "DB-LOS-02"));
    assert_string_equal(tl_ruleset_cited(rules, tl_by(TL_CLAUSE_SIGHT_PATCH)), "");
    assert_string_equal(tl_ruleset_cited(rules, tl_by(TL_CLAUSE_COHESION)), "H-1");
    assert_string_equal(tl_ruleset_cited(rules, tl_by(TL_CLAUSE_SIGHT_FREE)), "DB-LOS-01");
    assert_near(tl_ruleset_length(rules, "cohesion", 1), 203.2, 0);
    assert_near(tl_ruleset_length(rules, "reaction_range", 1), 406.4, 0);
    assert_null(tl_ruleset_kind(rules, "wire"));
    assert_non_null(tl_ruleset_kind(rules, "pond"));
    /* a row takes the place of the whole row below, in its place; new ones come last */
    assert_true(tl_ruleset_kind(rules, "wood")->blocks);
    assert_int_equal(tl_ruleset_kind(rules, "wood")->lies, TL_LIES_SOLID);
    assert_int_equal(tl_ruleset_kind_count(rules), tl_ruleset_kind_count(below) + 1);
    assert_string_equal(tl_ruleset_kind_at(rules, 1)->name, "wood");
    assert_string_equal(tl_ruleset_kind_at(rules, tl_ruleset_kind_count(rules) - 1)->name, "moor");
    assert_near(named_arc(rules, "front")->half_deg, 60, 0);
    assert_near(named_arc(rules, "rear")->half_deg, 45, 0);
    assert_int_equal(tl_ruleset_setting_count(rules), tl_ruleset_setting_count(below));
    for (size_t i = 0; i < tl_ruleset_setting_count(rules); i++) {
        const tl_setting *here = tl_ruleset_setting(rules, i), *there = tl_ruleset_setting(below, i);
        assert_int_equal(here->id, there->id);
        assert_int_equal(here->value_count, here->id == TL_SETTING_LOS_TOUCH ? 1 : there->value_count);
    }
    /* what any of the files says counts */
    tl_ruleset *again = load(GOOD "extending.json"), *house = load(GOOD "parts/house.json");
    assert_true(tl_ruleset_hash(again) == tl_ruleset_hash(rules));
    assert_true(tl_ruleset_hash(house) != tl_ruleset_hash(rules));
    assert_true(tl_ruleset_hash(below) != tl_ruleset_hash(house));
    tl_ruleset_destroy(again);
    tl_ruleset_destroy(house);
    tl_ruleset_destroy(rules);
    tl_ruleset_destroy(below);
    rules = load(GOOD "on-version-1.json");
    assert_false(tl_ruleset_class(rules, "robot")->blocks_sight);
    assert_true(tl_ruleset_class(rules, "vehicle")->blocks_sight);
    assert_string_equal(tl_ruleset_cited(rules, tl_by(TL_CLAUSE_SIGHT_FREE)), "DB-LOS-01");
    tl_ruleset_destroy(rules);
}

/* A text is told in the language asked for: as its own file says it, else as the system that said it is translated. */
static void texts_have_languages(void **state) {
    (void)state;
    const tl_language *english = tl_language_find("en"), *french = tl_language_find("fr");
    tl_ruleset *rules = load(GOOD "extending.json"), *below = load("dust-battlefield");
    static const struct {
        const char *id, *english, *french;
    } own[] = {{"DB-LOS-01", "Another sentence.", "Une autre phrase."},
               {"H-1", "A rule of one's own.", "A rule of one's own."}};
    for (size_t i = 0; i < 2; i++) {
        const char *text = tl_ruleset_rule_text(rules, own[i].id);
        assert_string_equal(tl_ruleset_said(rules, english, "rules", own[i].id, text), own[i].english);
        assert_string_equal(tl_ruleset_said(rules, french, "rules", own[i].id, text), own[i].french);
    }
    const char *text = tl_ruleset_rule_text(rules, "DB-LOS-02"), *same = tl_ruleset_rule_text(below, "DB-LOS-02");
    const char *said = tl_ruleset_said(rules, french, "rules", "DB-LOS-02", text);
    assert_string_equal(said, tl_ruleset_said(below, french, "rules", "DB-LOS-02", same));
    assert_string_not_equal(said, text);
    assert_string_equal(tl_ruleset_said(rules, english, "rules", "DB-LOS-02", text), text);
    tl_ruleset_destroy(rules);
    tl_ruleset_destroy(below);
    rules = load(GOOD "everything.json");
    assert_string_equal(tl_ruleset_title(rules), "Everything");
    assert_string_equal(tl_ruleset_said(rules, french, "about", "title", tl_ruleset_title(rules)), "Tout");
    assert_string_equal(tl_ruleset_rule_text(rules, "E-3"), "Trois seul.");
    const tl_size_rule *big = tl_ruleset_size(rules, "big");
    assert_string_equal(tl_ruleset_said(rules, french, "sizes", "big", big->text), "Big.");
    tl_ruleset_destroy(rules);
}

/* Everything of a row arrives. */
static void rows_are_read(void **state) {
    (void)state;
    tl_ruleset *rules = load(GOOD "everything.json");
    const tl_class_rule *figure = tl_ruleset_class(rules, "figure"), *machine = tl_ruleset_class(rules, "machine");
    const tl_class_rule *beast = tl_ruleset_class(rules, "beast");
    assert_true(figure->by_base && !figure->blocks_sight && figure->half_cover && figure->shelters && figure->climbs);
    assert_true(figure->passes_friends && figure->together && !figure->flies && figure->reacts);
    assert_true(figure->close_combat && !figure->carries && figure->fires_from_inside);
    assert_string_equal(figure->text, "A figure.");
    assert_true(machine->flies && !machine->reacts && !machine->close_combat && machine->carries);
    assert_true(!beast->by_base && beast->blocks_sight && !beast->half_cover && !beast->shelters && !beast->climbs);
    assert_true(!beast->passes_friends && !beast->together && !beast->flies && beast->reacts && beast->close_combat);
    assert_true(beast->carries && !beast->fires_from_inside);
    const tl_terrain_kind *ditch = tl_ruleset_kind(rules, "ditch"), *hole = tl_ruleset_kind(rules, "hole");
    assert_true(tl_ruleset_kind_traps(rules, ditch, "machine") && !tl_ruleset_kind_traps(rules, ditch, "beast"));
    assert_false(tl_ruleset_kind_traps(rules, hole, "machine")); /* nobody enters it, which is no trap */
    assert_true(ditch->shelter && ditch->shelter_reach && ditch->shelter_half_deg == 45.5 && ditch->marker);
    assert_true(tl_ruleset_kind_never_hits(ditch, "beast") && !tl_ruleset_kind_never_hits(ditch, "machine"));
    assert_int_equal(tl_ruleset_kind(rules, "wood")->colour, 0xAABB09);
    const tl_area_rule *wood = tl_ruleset_kind(rules, "wood")->area, *mist = tl_ruleset_kind(rules, "gas")->area;
    assert_true(wood->into_units == 1.5 && wood->through_units < 0 && wood->inside_units < 0 && !wood->levels);
    assert_true(isinf(mist->into_units) && mist->through_units == 0 && mist->inside_units == 2 && mist->levels);
    assert_string_equal(wood->edge_rule, "E-1");
    assert_string_equal(wood->inside_rule, "E-2");
    assert_int_equal(mist->drawn_height_id, TL_SETTING_SMOKE_HEIGHT_MM);
    assert_string_equal(mist->drawn_height, "smoke_height_mm");
    const tl_arc_rule *back = named_arc(rules, "back"), *left = named_arc(rules, "left");
    assert_true(back->axis_deg == -180 && back->half_deg == 0.5 && back->side == 0);
    assert_true(left->side == 1 && named_arc(rules, "right")->side == -1);
    assert_near(named_arc(rules, "all")->half_deg, 180, 0);
    assert_true(!ditch->blocks && !ditch->blocks_if_solid && tl_ruleset_kind(rules, "hut")->blocks);
    const tl_template_rule *fan = tl_ruleset_template(rules, "fan"), *disc = tl_ruleset_template(rules, "disc");
    assert_true(fan->flame && fan->placeholder && !fan->in_game_units && fan->outline_count == 3);
    assert_int_equal(fan->outline_id, TL_SETTING_FLAME_OUTLINE_R1);
    assert_true(!disc->flame && disc->outline_id == TL_SETTING_COUNT && disc->diameter[1] == 101.6);
    assert_true(tl_ruleset_template(rules, "path")->in_game_units);
    const tl_skill *many = tl_skills_find(tl_ruleset_skills(rules), "many");
    assert_int_equal(many->effect_count, 16);
    const tl_skill_effect *radius = &many->effects[1], *adjacent = &many->effects[2], *cover = &many->effects[8];
    assert_true(radius->units == 2 && radius->sight && radius->each && radius->whom == TL_WHOM_FRIENDS);
    assert_true(adjacent->units < 0 && !adjacent->sight && !adjacent->each && adjacent->whom == TL_WHOM_ANYBODY);
    assert_string_equal(adjacent->length, "adjacent");
    assert_true(cover->cover == TL_EFFECT_COVER_IGNORED && radius->cover == TL_EFFECT_COVER_AS_SEEN);
    for (int k = 0; k <= TL_EFFECT_ENCLOSES; k++) { /* each kind once, radius twice */
        assert_int_equal(many->effects[k + (k > 1)].kind, k);
    }
    const char *rule, *text;
    assert_true(tl_ruleset_pending(rules, 1, &rule, &text));
    assert_string_equal(rule, "E-4");
    assert_string_equal(text, "what falls");
    assert_false(tl_ruleset_pending(rules, 2, &rule, &text));
    tl_ruleset_destroy(rules);
}

/* A file of version 1, upgraded, is the built-in system that it was: here every row of it, but for its sentences. */
static void upgrading(void **state) {
    (void)state;
    char *text = NULL, *again = NULL;
    tl_error error = {0};
    tl_ruleset *rules = NULL;
    assert_int_equal(tl_ruleset_upgraded(context, GOOD "version-1.json", &text, &error), TL_OK);
    assert_int_equal(tl_ruleset_parse(context, text, strlen(text), "u.json", &rules, &error), TL_OK);
    tl_ruleset_destroy(rules);
    static const char path[] = TL_TEST_BINARY_DIR "/upgraded-rules.json";
    test_write_file(path, text, strlen(text));
    assert_int_equal(tl_ruleset_upgraded(context, path, &again, &error), TL_OK);
    remove(path);
    assert_string_equal(text, again); /* what is upgraded stays as it is */
    assert_non_null(strstr(text, "\n  \"trueline_ruleset\": 2,\n"));
    assert_non_null(strstr(text, "\n    \"DB-LOS-01\": \"")); /* a row a line */
    assert_non_null(strstr(text, "\n    \"wood\": { \"into\": 1, "));
    assert_non_null(strstr(text, "\n    { \"name\": \"los_touch\", "));
    tl_free(context, text);
    tl_free(context, again);
}

/* A text of so many rules, of these ids; freed with tl_free. */
static char *many_rules(const char *head, char letter, int count, size_t *size) {
    char *text = tl_alloc(context, 400000);
    *size = (size_t)sprintf(text, "%s\"rules\":{", head);
    for (int i = 0; i < count; i++) {
        *size += (size_t)sprintf(text + *size, "%s\"%c-%d\":\"\"", i > 0 ? "," : "", letter, i);
    }
    *size += (size_t)sprintf(text + *size, "}}");
    return text;
}

static void too_much_is_refused(void **state) {
    (void)state;
    static const char head[] = "{\"trueline_ruleset\":2,\"name\":\"n\",\"title\":\"t\",";
    for (int more = 0; more < 2; more++) {
        size_t used = 0;
        char *text = many_rules(head, 'R', 10000 + more, &used);
        tl_ruleset *rules = NULL;
        tl_error error = {0};
        tl_status status = tl_ruleset_parse(context, text, used, "m.json", &rules, &error);
        assert_int_equal(status, more ? TL_ERROR_FORMAT : TL_OK);
        assert_true(!more || strstr(error.message, "has at most 10000 rows") != NULL);
        tl_ruleset_destroy(rules);
        tl_free(context, text);
    }
    /* what is extended counts, too: as often as its rows are others */
    static const char below[] = TL_TEST_BINARY_DIR "/many-rules.json";
    for (int other = 0; other < 2; other++) {
        size_t used = 0;
        char *text = many_rules(head, 'R', 5001, &used);
        test_write_file(below, text, used);
        tl_free(context, text);
        text = many_rules("{\"trueline_ruleset\":2,\"name\":\"n\",\"extends\":\"many-rules.json\",", other ? 'S' : 'R',
                          5000, &used);
        tl_ruleset *rules = NULL;
        tl_error error = {0};
        tl_status status = tl_ruleset_parse(context, text, used, TL_TEST_BINARY_DIR "/above.json", &rules, &error);
        assert_int_equal(status, other ? TL_ERROR_FORMAT : TL_OK);
        assert_true(!other || strstr(error.message, "with what it extends") != NULL);
        assert_true(other || tl_ruleset_rule_text(rules, "R-5000") != NULL);
        tl_ruleset_destroy(rules);
        tl_free(context, text);
    }
    remove(below);
    size_t size = ((size_t)4 << 20) + 1;
    char *text = tl_alloc(context, size);
    memset(text, ' ', size);
    static const char path[] = TL_TEST_BINARY_DIR "/large-rules.json";
    test_write_file(path, text, size);
    tl_ruleset *rules = NULL;
    tl_error error = {0};
    assert_int_equal(tl_ruleset_load(context, path, &rules, &error), TL_ERROR_LIMIT);
    remove(path);
    tl_free(context, text);
}

/* Wherever memory ends, it is told, and nothing is left behind. */
static void memory_ends(void **state) {
    (void)state;
    static const char *const paths[] = {GOOD "everything.json", GOOD "extending.json", GOOD "unknown-1.json",
                                        BAD "rows.json"};
    for (size_t k = 0; k < sizeof(paths) / sizeof(paths[0]); k++) {
        tl_status status = TL_ERROR_MEMORY;
        for (long n = 1; status == TL_ERROR_MEMORY; n += 1 + n / 12) {
            scarce_left = (size_t)n;
            tl_context *poor = tl_context_create(
                &(tl_context_options){.struct_size = sizeof(tl_context_options), .allocate = scarce_allocate});
            tl_ruleset *rules = NULL;
            tl_error error = {0};
            status = poor != NULL ? tl_ruleset_load(poor, paths[k], &rules, &error) : TL_ERROR_MEMORY;
            assert_true(poor == NULL || error.status == status);
            assert_int_equal(status == TL_OK, rules != NULL);
            scarce_left = SIZE_MAX;
            tl_ruleset_destroy(rules);
            tl_context_destroy(poor);
        }
        assert_int_equal(status, k < 3 ? TL_OK : TL_ERROR_FORMAT);
    }
}

static int start(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context != NULL ? 0 : 1;
}

/* A link beside the file may lead to a file in the same folder, and nowhere else. */
static void links_stay_inside(void **state) {
    (void)state;
    char folder[] = "rules-XXXXXX", inner[64], path[96], link[96];
    assert_non_null(mkdtemp(folder));
    snprintf(inner, sizeof(inner), "%s/in", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    static const char *const base =
        "{\"trueline_ruleset\": 2, \"name\": \"b\", \"title\": \"b\", \"rules\": {\"X\": \"x\"}}";
    static const char *const own =
        "{\"trueline_ruleset\": 2, \"name\": \"r\", \"title\": \"r\", \"extends\": \"link.json\"}";
    static const char *const targets[] = {"../out.json", "near.json"};
    const struct {
        const char *name, *text;
    } files[] = {{"out.json", base}, {"in/near.json", base}, {"in/r.json", own}};
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, files[i].name);
        assert_int_equal(tl_file_save(context, path, files[i].text, strlen(files[i].text), NULL), TL_OK);
    }
    snprintf(link, sizeof(link), "%s/link.json", inner);
    for (int i = 0; i < 2; i++) {
        bool good = false;
        assert_int_equal(symlink(targets[i], link), 0);
        char *said = said_of(path, &good); /* in/r.json */
        assert_int_equal(good, i == 1);
        assert_true((strstr(said, "`link.json` is a link that leaves the folder") != NULL) == (i == 0));
        tl_free(context, said);
        unlink(link);
    }
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, files[i].name);
        unlink(path);
    }
    rmdir(inner);
    rmdir(folder);
}

static int stop(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages),
        cmocka_unit_test(files_extend_one_another),
        cmocka_unit_test(texts_have_languages),
        cmocka_unit_test(rows_are_read),
        cmocka_unit_test(upgrading),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(links_stay_inside),
        cmocka_unit_test(memory_ends),
    };
    return cmocka_run_group_tests_name("ruleset files", tests, start, stop);
}
