/* fuzz_ruleset.c: any bytes as a rule file. Nothing may crash, leak or hang; what is refused says where; what is read
 * can be asked for everything, stands at its defaults, and upgrades to a text that reads the same.
 *
 * Built with -fsanitize=fuzzer and TL_FUZZER it is a libFuzzer harness. Otherwise it has a main of its own:
 *   fuzz_ruleset FILE ...          runs each file and some hundred damaged copies of it through the harness
 *   fuzz_ruleset --judge FILE ...  prints what the loader says of each file: "FILE good" or its problems */
#include "ruleset/ruleset.h"

#include "io/file.h"
#include "support/damaged_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "fuzz_ruleset: %s\n", what);
        abort();
    }
}

static void ask_settings(tl_context *context, const tl_ruleset *rules) {
    tl_settings settings = {0};
    must(tl_settings_create(context, rules, &settings, NULL) == TL_OK, "no settings");
    for (size_t i = 0; i < tl_ruleset_setting_count(rules); i++) {
        char text[400];
        const tl_setting *its = tl_ruleset_setting(rules, i);
        tl_settings_text(&settings, i, text, sizeof(text));
        must(tl_settings_is_default(&settings, i), "a setting isn't at its default");
        must(tl_settings_set(&settings, its->name, text, NULL) == TL_OK, "a default is refused");
        must(tl_settings_choice(&settings, its->id) != SIZE_MAX || its->default_is_number, "a choice is a number");
    }
    tl_settings_free(context, &settings);
}

static void ask_rows(const tl_ruleset *rules) {
    const tl_language *french = tl_language_find("fr");
    for (size_t i = 0; i < tl_ruleset_kind_count(rules); i++) {
        const tl_terrain_kind *kind = tl_ruleset_kind_at(rules, i);
        must(tl_ruleset_kind(rules, kind->name) == kind, "a kind isn't found by its name");
        must(tl_ruleset_said(rules, french, "kinds", kind->name, kind->text) != NULL, "a text isn't told");
        must(kind->area == NULL || !isnan(kind->area->into_units), "a depth is no number");
        (void)tl_ruleset_kind_traps(rules, kind, "vehicle");
        (void)tl_ruleset_kind_never_hits(kind, "vehicle");
    }
    for (size_t i = 0; i < tl_ruleset_class_count(rules); i++) {
        const tl_class_rule *its = tl_ruleset_class_at(rules, i);
        must(tl_ruleset_class(rules, its->name) == its, "a class isn't found by its name");
    }
    for (size_t i = 0; i < tl_ruleset_arc_count(rules); i++) {
        const tl_arc_rule *arc = tl_ruleset_arc_at(rules, i);
        must(arc->half_deg > 0 && arc->half_deg <= 180, "an arc is out of range");
    }
    for (size_t i = 0; i < tl_ruleset_template_count(rules); i++) {
        const tl_template_rule *its = tl_ruleset_template_at(rules, i);
        must((its->diameter[0] > 0 && its->diameter[1] > 0) || its->outline_count >= 3, "a template has no shape");
    }
    for (int i = 0; i < TL_CLAUSE_COUNT; i++) {
        const char *id = tl_ruleset_cited(rules, tl_by((tl_clause)i));
        must(id[0] == '\0' || tl_ruleset_rule_text(rules, id) != NULL, "a clause cites nothing");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tl_context *context = tl_context_create(NULL);
    tl_ruleset *rules = NULL;
    tl_error error = {0};
    if (context == NULL) {
        return 0;
    }
    tl_status status = tl_ruleset_parse(context, (const char *)data, size, "f.json", &rules, &error);
    must(status == error.status && (status == TL_OK) == (rules != NULL), "a rule file that both failed and did not");
    must(status == TL_OK || error.line > 0 || status == TL_ERROR_LIMIT, "a problem without a line");
    if (rules != NULL) {
        ask_settings(context, rules);
        ask_rows(rules);
    }
    tl_ruleset_destroy(rules);
    tl_context_destroy(context);
    return 0;
}

#ifndef TL_FUZZER
static void judge(tl_context *context, const char *path) {
    tl_ruleset *rules = NULL;
    tl_problems problems;
    tl_problems_init(&problems, context);
    (void)tl_ruleset_check(context, path, &rules, &problems, NULL);
    for (size_t i = 0; i < problems.count; i++) {
        const tl_error *its = &problems.items[i].error;
        bool below = strcmp(its->file, path) != 0; /* in what it extends */
        printf("%s%s:%d:%d: %s%s: %s\n", problems.items[i].warning ? "warning: " : "", path, its->line, its->column,
               below ? "below: " : "", its->place, its->message);
    }
    if (rules != NULL) {
        printf("%s good\n", path);
    }
    tl_ruleset_destroy(rules);
    tl_problems_free(&problems);
}

int main(int count, char **arguments) {
    tl_context *context = tl_context_create(NULL);
    bool judging = count > 1 && strcmp(arguments[1], "--judge") == 0;
    uint64_t random = 1;
    for (int i = judging ? 2 : 1; i < count; i++) {
        if (judging) {
            judge(context, arguments[i]);
            continue;
        }
        char *text = NULL;
        size_t size = 0;
        if (tl_file_read(context, arguments[i], TL_JSON_SIZE_LIMIT, &text, &size, NULL) != TL_OK) {
            fprintf(stderr, "fuzz_ruleset: can't read %s\n", arguments[i]);
            return 1;
        }
        LLVMFuzzerTestOneInput((const uint8_t *)text, size);
        test_damage_text(text, size, 200, &random, LLVMFuzzerTestOneInput);
        tl_free(context, text);
    }
    tl_context_destroy(context);
    return 0;
}
#endif
