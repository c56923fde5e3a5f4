/* run_cases.c: runs facts: scenes, questions and what the rules say, kept as data.
 *
 * A file holds `scenes` by name and `cases`; a case names its scene (or holds one), may `place` members and asks one
 * question. `expect` maps paths of the answer to values: a text or number that stands there (numbers within 1e-6, or
 * [number, tolerance]), a list of texts of which one stands there, {"has": text} for arrays, {"count": n}, {"below":
 * x},
 * {"above": x}, null for what must not be there. Meshes are made from `boxes` of the file. Every los is asked both ways
 * round, unless the case is `one_way`. */
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

static void fail_case(const char *name, const char *path, const char *what, const char *answer) {
    printf("FAILED  %s\n        %s: %s\n        %s\n", name, path, what, answer);
    failures++;
}

static const char *text_of(const tl_json_value *object, const char *key) {
    const tl_json_value *value = tl_json_find(object, key);
    return value != NULL && value->kind == TL_JSON_STRING ? value->text : "";
}

static char *echo(const tl_json_value *value) {
    tl_json_writer writer;
    char *text = NULL;
    tl_json_writer_init(&writer, context, false);
    tl_json_echo(&writer, file, value);
    if (tl_json_writer_finish(&writer, &text, NULL, NULL) != TL_OK) {
        exit(4);
    }
    return text;
}

static bool stands(const tl_json_value *expected, const tl_json_value *found) {
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
    if (expected->kind == TL_JSON_NUMBER) {
        return found->kind == TL_JSON_NUMBER && fabs(found->number - expected->number) <= 1e-6;
    }
    if (expected->kind == TL_JSON_ARRAY && expected->count == 2 && expected->items[0].kind == TL_JSON_NUMBER) {
        return found->kind == TL_JSON_NUMBER &&
               fabs(found->number - expected->items[0].number) <= expected->items[1].number;
    }
    if (expected->kind == TL_JSON_ARRAY) {
        for (size_t i = 0; i < expected->count; i++) {
            if (stands(&expected->items[i], found)) {
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
            any = any || stands(has, &found->items[i]);
        }
        good = good && any;
    }
    good = good && (count == NULL || (found->kind == TL_JSON_ARRAY && (double)found->count == count->number));
    good = good && (below == NULL || (found->kind == TL_JSON_NUMBER && found->number < below->number));
    return good && (above == NULL || (found->kind == TL_JSON_NUMBER && found->number > above->number));
}

static tl_json *ask(const char *name, tl_scene *scene, const char *line) {
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    tl_json *answer = NULL;
    if (tl_scene_ask_json(scene, line, strlen(line), &ruling, &error) != TL_OK) {
        fail_case(name, line, error.message, error.remedy);
    } else {
        const char *json = tl_ruling_json(ruling);
        tl_json_parse(context, json, strlen(json), "answer", &answer, NULL);
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

/* Seen means seen back: the same question with `from` and `to` exchanged has the same verdict. */
static void ask_back(const char *name, tl_scene *scene, const tl_json_value *question, const tl_json *answer) {
    tl_json_writer writer;
    char *line = NULL;
    tl_json_writer_init(&writer, context, false);
    tl_json_begin_object(&writer);
    for (size_t i = 0; i < question->count; i++) {
        const char *key = question->items[i].key;
        tl_json_key(&writer, strcmp(key, "from") == 0 ? "to" : strcmp(key, "to") == 0 ? "from" : key);
        tl_json_echo(&writer, file, &question->items[i]);
    }
    tl_json_end_object(&writer);
    if (tl_json_writer_finish(&writer, &line, NULL, NULL) != TL_OK) {
        exit(4);
    }
    tl_json *back = ask(name, scene, line);
    if (back != NULL && strcmp(text_of(tl_json_root(back), "verdict"), text_of(tl_json_root(answer), "verdict")) != 0) {
        fail_case(name, "verdict", "not the same when asked back", tl_json_source(back, NULL));
    }
    tl_json_destroy(back);
    tl_free(context, line);
}

static void run_case(const tl_json_value *root, const tl_json_value *one) {
    const char *name = text_of(one, "name");
    const tl_json_value *scene_text = tl_json_find(one, "scene"), *expect = tl_json_find(one, "expect");
    if (scene_text != NULL && scene_text->kind == TL_JSON_STRING) {
        scene_text = tl_json_find(tl_json_find(root, "scenes"), scene_text->text);
    }
    const tl_json_value *question = tl_json_find(one, "ask");
    if (scene_text == NULL || question == NULL || expect == NULL || text_of(one, "why")[0] == '\0' || name[0] == '\0') {
        fail_case(name, "case", "needs name, scene, ask, expect and why", "");
        return;
    }
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
        return;
    }
    const tl_json_value *places = tl_json_find(one, "place");
    for (size_t i = 0; places != NULL && i < places->count; i++) {
        char line[1024];
        char *body = echo(&places->items[i]);
        snprintf(line, sizeof(line), "{\"query\":\"place\",%s", body + 1);
        tl_json_destroy(ask(name, scene, line));
        tl_free(context, body);
    }
    char *line = echo(question);
    tl_json *answer = ask(name, scene, line);
    for (size_t i = 0; answer != NULL && i < expect->count; i++) {
        const tl_json_value *wanted = &expect->items[i];
        if (!stands(wanted, made_find(tl_json_root(answer), wanted->key))) {
            char *what = echo(wanted);
            char message[512];
            snprintf(message, sizeof(message), "should be %s", what);
            fail_case(name, wanted->key, message, tl_json_source(answer, NULL));
            tl_free(context, what);
        }
    }
    const tl_json_value *one_way = tl_json_find(one, "one_way"); /* camouflage: seen isn't seen back */
    if (answer != NULL && strcmp(text_of(question, "query"), "los") == 0 && one_way == NULL) {
        ask_back(name, scene, question, answer);
    }
    tl_json_destroy(answer);
    tl_free(context, line);
    tl_scene_destroy(scene);
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
    const char *slash = strrchr(argv[1], '/');
    snprintf(folder, sizeof(folder), "%s/made", TL_TEST_BINARY_DIR);
    mkdir(folder, 0777);
    snprintf(folder, sizeof(folder), "%s/made/cases-%.100s", TL_TEST_BINARY_DIR, slash != NULL ? slash + 1 : argv[1]);
    mkdir(folder, 0777);
    char *text = NULL;
    size_t size = 0, count = 0;
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
            run_case(root, &cases->items[i]);
            count++;
        }
    }
    printf("%s: %zu cases, %d failures\n", slash != NULL ? slash + 1 : argv[1], count, failures);
    tl_json_destroy(file);
    tl_context_destroy(context);
    return count > 0 && failures == 0 ? 0 : 1;
}
