/* run_cases.c: runs facts: scenes, questions and what the rules say, kept as data.
 *
 * A file holds `scenes` by name and `cases`; a case names its scene (or holds one), may `place` members and asks one
 * question. `expect` maps paths of the answer to values: a text or number that stands there (numbers within 1e-6, or
 * [number, tolerance]), a list of texts of which one stands there, {"has": text} for arrays, {"count": n}, {"below":
 * x},
 * {"above": x}, null for what must not be there. `verdict` is short for an expectation of that name. Meshes are made
 * from `boxes` of the file. Every los is asked both ways round, unless the case is `one_way`.
 *
 * `controls` and `other_readings` are variations of a case, with `place`, `ask` or `set` of their own, and must be
 * answered otherwise: at least one thing that they expect must not stand in the answer of the case itself.
 *
 * A file with `"both_units": true` is run once more in inches: the scenes 1.016 times as large, and the lengths of
 * answers too. Cases that choose their units, or say `"both_units": false`, are run as they stand. Sanitizers see the
 * same code with other numbers then, so under them a file is run once. */
#include "support/inch_twin.h"
#include "support/made_scene.h"

#include "io/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static tl_context *context;
static char folder[512];
static tl_json *file;
static int failures;

static bool inches; /* the round that is run: everything 1.016 times as large */

static void fail_case(const char *name, const char *path, const char *what, const char *answer) {
    printf("FAILED  %s%s\n        %s: %s\n        %s\n", name, inches ? " (in inches)" : "", path, what, answer);
    failures++;
}

static const char *text_of(const tl_json_value *object, const char *key) {
    const tl_json_value *value = tl_json_find(object, key);
    return value != NULL && value->kind == TL_JSON_STRING ? value->text : "";
}

static void write_value(tl_json_writer *writer, const tl_json_value *value) {
    if (inches) {
        test_inch_twin(writer, file, value);
    } else {
        tl_json_echo(writer, file, value);
    }
}

static char *finished(tl_json_writer *writer) {
    char *text = NULL;
    if (tl_json_writer_finish(writer, &text, NULL, NULL) != TL_OK) {
        exit(4);
    }
    return text;
}

/* A value of the file as text, in the units of the round. */
static char *echo(const tl_json_value *value) {
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    write_value(&writer, value);
    return finished(&writer);
}

static double in_round(double number, bool is_length) {
    return is_length && inches ? test_inch_length(number) : number;
}

static bool is_number(const tl_json_value *value) {
    return value->kind == TL_JSON_NUMBER;
}

static bool stands(const tl_json_value *expected, const tl_json_value *found, bool is_length) {
    if (expected->kind == TL_JSON_NULL) {
        return found == NULL;
    }
    if (found == NULL) {
        return false;
    }
    if (expected->kind == TL_JSON_STRING) {
        return found->kind == TL_JSON_STRING && strcmp(found->text, expected->text) == 0;
    }
    if (expected->kind == TL_JSON_BOOL) {
        return found->kind == TL_JSON_BOOL && found->boolean == expected->boolean;
    }
    if (is_number(expected)) {
        return is_number(found) && fabs(found->number - in_round(expected->number, is_length)) <= 1e-6;
    }
    if (expected->kind == TL_JSON_ARRAY && expected->count == 2 && is_number(&expected->items[0])) {
        return is_number(found) && fabs(found->number - in_round(expected->items[0].number, is_length)) <=
                                       in_round(expected->items[1].number, is_length);
    }
    if (expected->kind == TL_JSON_ARRAY) {
        for (size_t i = 0; i < expected->count; i++) {
            if (stands(&expected->items[i], found, is_length)) {
                return true;
            }
        }
        return false;
    }
    const tl_json_value *has = tl_json_find(expected, "has"), *count = tl_json_find(expected, "count"),
                        *below = tl_json_find(expected, "below"), *above = tl_json_find(expected, "above");
    bool good = has != NULL || count != NULL || below != NULL || above != NULL;
    if (has != NULL) {
        bool any = false;
        for (size_t i = 0; i < found->count; i++) {
            any = any || stands(has, &found->items[i], is_length);
        }
        good = good && any;
    }
    good = good && (count == NULL || (found->kind == TL_JSON_ARRAY && (double)found->count == count->number));
    good = good && (below == NULL || (is_number(found) && found->number < in_round(below->number, is_length)));
    return good && (above == NULL || (is_number(found) && found->number > in_round(above->number, is_length)));
}

/* Whoever must stop somewhere isn't told that the way is free. */
static void check_stopped(const char *name, const tl_json *answer) {
    const tl_json_value *root = tl_json_root(answer), *reasons = tl_json_find(root, "reasons");
    for (size_t i = 0; reasons != NULL && i < reasons->count && tl_json_find(root, "stop") != NULL; i++) {
        const tl_json_value *reason = &reasons->items[i];
        if (strcmp(text_of(reason, "rule"), "DB-MOV-04") == 0 && strcmp(text_of(reason, "verdict"), "yes") == 0) {
            fail_case(name, "reasons", "the way is called free, and yet it must stop", tl_json_source(answer, NULL));
        }
    }
}

static tl_json *ask(const char *name, tl_scene *scene, const char *line) {
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    tl_json *answer = NULL;
    if (tl_scene_ask_json(scene, line, strlen(line), &ruling, &error) != TL_OK) {
        fail_case(name, line, error.message, error.remedy);
    } else {
        const char *json = tl_ruling_json(ruling);
        if (tl_json_parse(context, json, strlen(json), "answer", &answer, NULL) == TL_OK) {
            check_stopped(name, answer);
        }
        /* two to ten lines a player understands */
        size_t lines = 0;
        for (const char *c = tl_ruling_text(ruling); *c != '\0'; c++) {
            lines += *c == '\n';
        }
        if (strstr(line, "\"place\"") == NULL && (lines < 2 || lines > 10)) {
            fail_case(name, "lines", "not two to ten", tl_ruling_text(ruling));
        }
    }
    tl_ruling_destroy(ruling);
    return answer;
}

/* A question of the file with settings put over its own; `back`: with `from` and `to` exchanged. */
static char *question_text(const tl_json_value *question, const tl_json_value *set, bool back) {
    const tl_json_value *own = tl_json_find(question, "set");
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    tl_json_begin_object(&writer);
    for (size_t i = 0; i < question->count; i++) {
        const tl_json_value *field = &question->items[i];
        bool from = strcmp(field->key, "from") == 0, to = strcmp(field->key, "to") == 0;
        if (field != own) {
            tl_json_key(&writer, back && from ? "to" : back && to ? "from" : field->key);
            write_value(&writer, field);
        }
    }
    tl_json_key(&writer, "set");
    tl_json_begin_object(&writer);
    const tl_json_value *sets[2] = {own, set};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; sets[k] != NULL && i < sets[k]->count; i++) {
            if (k == 1 || tl_json_find(set, sets[k]->items[i].key) == NULL) {
                tl_json_key(&writer, sets[k]->items[i].key);
                write_value(&writer, &sets[k]->items[i]);
            }
        }
    }
    if (inches) {
        tl_json_put_string(&writer, "units", "inch");
    }
    tl_json_end_object(&writer);
    tl_json_end_object(&writer);
    return finished(&writer);
}

static tl_scene *load(const char *name, const tl_json_value *scene_text) {
    char path[600];
    snprintf(path, sizeof(path), "%s/scene.json", folder);
    char *text = echo(scene_text);
    tl_error error = {0};
    tl_scene *scene = NULL;
    tl_status status = tl_file_save(context, path, text, strlen(text), &error);
    tl_free(context, text);
    if (status == TL_OK) {
        status = tl_scene_load(context, path, NULL, &scene, NULL, &error);
    }
    if (status != TL_OK) {
        char report[2048];
        tl_report_text(&error, report, sizeof(report));
        fail_case(name, "scene", report, "");
    }
    return scene;
}

static void place(const char *name, tl_scene *scene, const tl_json_value *places) {
    for (size_t i = 0; places != NULL && i < places->count; i++) {
        char line[1024];
        char *body = echo(&places->items[i]);
        snprintf(line, sizeof(line), "{\"query\":\"place\",%s", body + 1);
        tl_json_destroy(ask(name, scene, line));
        tl_free(context, body);
    }
}

/* Everything that a case, or a variation of it, expects; how much of it stands in an answer. */
static size_t count_standing(const tl_json_value *one, const tl_json *answer, const char *tell, size_t *of) {
    const tl_json_value *expect = tl_json_find(one, "expect"), *verdict = tl_json_find(one, "verdict");
    size_t standing = 0, count = (verdict != NULL ? 1U : 0U) + (expect != NULL ? expect->count : 0);
    for (size_t i = 0; i < count; i++) {
        const tl_json_value *wanted = verdict != NULL && i == 0 ? verdict : &expect->items[i - (verdict != NULL)];
        if (stands(wanted, made_find(tl_json_root(answer), wanted->key), test_path_is_length(wanted->key))) {
            standing++;
        } else if (tell != NULL) {
            char *what = echo(wanted);
            char message[512];
            snprintf(message, sizeof(message), "should be %s", what);
            fail_case(tell, wanted->key, message, tl_json_source(answer, NULL));
            tl_free(context, what);
        }
    }
    *of = count;
    return standing;
}

/* Seen means seen back: the same question with `from` and `to` exchanged has the same verdict. */
static void ask_back(const char *name, tl_scene *scene, const tl_json_value *question, const tl_json_value *set,
                     const tl_json *answer) {
    char *line = question_text(question, set, true);
    tl_json *back = ask(name, scene, line);
    if (back != NULL && strcmp(text_of(tl_json_root(back), "verdict"), text_of(tl_json_root(answer), "verdict")) != 0) {
        fail_case(name, "verdict", "not the same when asked back", tl_json_source(back, NULL));
    }
    tl_json_destroy(back);
    tl_free(context, line);
}

/* Asks a case, or a variation of it; both may place members. NULL when it can't be answered. */
static tl_json *answer_case(const char *name, const tl_json_value *scene_text, const tl_json_value *one,
                            const tl_json_value *variation) {
    const tl_json_value *question = tl_json_find(variation, "ask"), *set = tl_json_find(variation, "set");
    question = question != NULL ? question : tl_json_find(one, "ask");
    tl_scene *scene = load(name, scene_text);
    if (scene == NULL) {
        return NULL;
    }
    place(name, scene, tl_json_find(one, "place"));
    place(name, scene, tl_json_find(variation, "place"));
    char *line = question_text(question, set, false);
    tl_json *answer = ask(name, scene, line);
    /* camouflage: seen isn't seen back */
    if (answer != NULL && strcmp(text_of(question, "query"), "los") == 0 && tl_json_find(one, "one_way") == NULL) {
        ask_back(name, scene, question, set, answer);
    }
    tl_free(context, line);
    tl_scene_destroy(scene);
    return answer;
}

static void run_variations(const char *name, const tl_json_value *scene_text, const tl_json_value *one,
                           const char *kind, const tl_json *answer) {
    const tl_json_value *list = tl_json_find(one, kind);
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        char title[300];
        size_t of = 0, standing;
        snprintf(title, sizeof(title), "%s, %s[%zu]", name, kind, i);
        tl_json *other = answer_case(title, scene_text, one, &list->items[i]);
        if (other != NULL) {
            count_standing(&list->items[i], other, title, &of);
            standing = count_standing(&list->items[i], answer, NULL, &of);
            if (of == 0 || standing == of || text_of(&list->items[i], "why")[0] == '\0') {
                fail_case(title, "case", "needs `why`, and must expect something that the case itself doesn't answer",
                          "");
            }
        }
        tl_json_destroy(other);
    }
}

static void run_case(const tl_json_value *root, const tl_json_value *one) {
    const char *name = text_of(one, "name");
    const tl_json_value *scene_text = tl_json_find(one, "scene"), *question = tl_json_find(one, "ask");
    if (scene_text != NULL && scene_text->kind == TL_JSON_STRING) {
        scene_text = tl_json_find(tl_json_find(root, "scenes"), scene_text->text);
    }
    if (scene_text == NULL || question == NULL || tl_json_find(one, "expect") == NULL ||
        text_of(one, "why")[0] == '\0' || name[0] == '\0') {
        fail_case(name, "case", "needs name, scene, ask, expect and why", "");
        return;
    }
    tl_json *answer = answer_case(name, scene_text, one, NULL);
    if (answer != NULL) {
        size_t of;
        count_standing(one, answer, name, &of);
        run_variations(name, scene_text, one, "controls", answer);
        run_variations(name, scene_text, one, "other_readings", answer);
    }
    tl_json_destroy(answer);
}

/* Whether the case is run in inches, too. */
static bool has_twin(const tl_json_value *root, const tl_json_value *one) {
    const tl_json_value *both = tl_json_find(one, "both_units");
    both = both != NULL ? both : tl_json_find(root, "both_units");
    return !TEST_SANITIZED && both != NULL && both->kind == TL_JSON_BOOL && both->boolean &&
           made_find(one, "ask.set.units") == NULL;
}

static void write_boxes(const tl_json_value *meshes) {
    for (size_t i = 0; meshes != NULL && i < meshes->count; i++) {
        made_scene made = {.context = context};
        made_box boxes[64];
        const tl_json_value *list = &meshes->items[i];
        snprintf(made.folder, sizeof(made.folder), "%.200s", folder);
        for (size_t k = 0; k < list->count && k < 64; k++) {
            for (size_t axis = 0; axis < 3; axis++) {
                boxes[k].low[axis] = list->items[k].items[0].items[axis].number;
                boxes[k].high[axis] = list->items[k].items[1].items[axis].number;
            }
        }
        made_boxes(&made, list->key, boxes, list->count);
        free(made.triangles);
    }
}

int main(int argc, char **argv) {
    if (argc < 2) {
        printf("usage: run-cases FILE [NAME]\n");
        return 2;
    }
    context = tl_context_create(NULL);
    const char *slash = strrchr(argv[1], '/'), *parent = slash; /* FOLDER/FILE: others have files of the same name */
    while (parent != NULL && parent > argv[1] && parent[-1] != '/') {
        parent--;
    }
    int folder_length = slash != NULL ? (int)(slash - parent) : 0;
    snprintf(folder, sizeof(folder), "%s/made", TL_TEST_BINARY_DIR);
    mkdir(folder, 0777);
    snprintf(folder, sizeof(folder), "%s/made/cases-%.*s-%.100s", TL_TEST_BINARY_DIR, folder_length,
             parent != NULL ? parent : "", slash != NULL ? slash + 1 : argv[1]);
    mkdir(folder, 0777);
    char *text = NULL;
    size_t size = 0, count = 0, twins = 0;
    tl_error error = {0};
    if (tl_file_read(context, argv[1], 1 << 24, &text, &size, &error) != TL_OK ||
        tl_json_parse(context, text, size, argv[1], &file, &error) != TL_OK) {
        char report[2048];
        tl_report_text(&error, report, sizeof(report));
        printf("%s\n", report);
        return 3;
    }
    tl_free(context, text);
    const tl_json_value *root = tl_json_root(file), *cases = tl_json_find(root, "cases");
    write_boxes(tl_json_find(root, "boxes"));
    for (size_t i = 0; cases != NULL && i < cases->count; i++) {
        if (argc < 3 || strcmp(text_of(&cases->items[i], "name"), argv[2]) == 0) {
            for (int round = 0; round < (has_twin(root, &cases->items[i]) ? 2 : 1); round++) {
                inches = round == 1;
                run_case(root, &cases->items[i]);
                twins += round == 1;
            }
            count++;
        }
    }
    printf("%s: %zu cases, %zu of them in both units, %d failures\n", slash != NULL ? slash + 1 : argv[1], count, twins,
           failures);
    tl_json_destroy(file);
    tl_context_destroy(context);
    return count > 0 && failures == 0 ? 0 : 1;
}
