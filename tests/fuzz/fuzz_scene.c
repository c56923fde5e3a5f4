/* fuzz_scene.c: any bytes as a scene. Nothing may crash, leak or hang; what is read must be what is written back; what
 * an edit leaves must be a scene again. The same bytes are tried as edits.
 *
 * Built with -fsanitize=fuzzer and TL_FUZZER it is a libFuzzer harness. Otherwise it has a main of its own:
 *   fuzz_scene FILE ...          runs each file and some hundred damaged copies of it through the harness
 *   fuzz_scene --judge FILE ...  prints what the loader says of each file: "FILE good" or its problems */
#include "scene/change.h"
#include "scene/document.h"

#include "io/file.h"
#include "support/damaged_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "fuzz_scene: %s\n", what);
        abort();
    }
}

/* Values lie in order inside their parents and do not overlap. */
static void check_spans(const tl_json_value *value) {
    size_t at = value->offset;
    for (size_t i = 0; i < value->count; i++) {
        const tl_json_value *item = &value->items[i];
        must(item->parent == value && item->index == i, "a child knows another parent");
        must((item->key != NULL ? item->key_offset : item->offset) > at, "values overlap");
        at = item->offset + item->length - 1;
        must(at < value->offset + value->length - 1, "a child reaches over its parent");
        check_spans(item);
    }
}

static const tl_document_member *first_member(const tl_document *document) {
    return &document->units[0].members[0];
}

static void edit(tl_document *document) {
    if (document->unit_count > 0) {
        tl_document_pose pose = first_member(document)->pose;
        const double at[3] = {pose.at[0] + 1, 0.1, -7};
        memcpy(pose.at, at, sizeof(at));
        pose.at_count = 2;
        pose.turn = 33.25;
        must(tl_document_place(document, first_member(document), &pose, NULL) == TL_OK, "a move in the plane failed");
        pose.at_count = 3;
        pose.turn = 0;
        must(tl_document_place(document, first_member(document), &pose, NULL) == TL_OK, "a move in space failed");
        pose = first_member(document)->pose;
        must(pose.at[0] == at[0] && pose.at[1] == 0.1 && pose.at[2] == -7 && pose.turn == 0, "a move did not arrive");
    }
}

/* Any bytes as edits of a scene that has one of everything: refused, or a text that is JSON. */
static void edits(tl_context *context, const char *data, size_t size) {
    static const char scene[] =
        "{\"trueline\":1,\"table\":{\"width\":9,\"depth\":9},\"assets\":{\"pawn\":{\"core\":{}}},\"terrain\":[{\"id\":"
        "\"fuzz\",\"disc\":{\"centre\":[1,2],\"radius\":3}}],\"units\":[{\"id\":\"u\",\"weapons\":[{\"id\":\"w\"}],"
        "\"members\":[{\"id\":\"u-1\",\"asset\":\"pawn\",\"at\":[1,1]}]}]}";
    tl_names made = {.context = context};
    tl_error error = {0};
    tl_json *json = NULL;
    char *text = NULL;
    size_t written = 0;
    tl_status status = tl_change_text(context, scene, sizeof(scene) - 1, data, size, &text, &written, &made, &error);
    must(status == error.status && (status == TL_OK) == (text != NULL), "an edit that both failed and did not");
    must(text == NULL || tl_json_parse(context, text, written, NULL, &json, NULL) == TL_OK, "an edit left no JSON");
    tl_json_destroy(json);
    tl_free(context, text);
    tl_names_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tl_context *context = tl_context_create(NULL);
    tl_json *json = NULL;
    tl_document *document = NULL;
    tl_problems problems;
    tl_error error = {0};
    if (context == NULL) {
        return 0;
    }
    tl_problems_init(&problems, context);
    edits(context, (const char *)data, size);
    tl_status status = tl_json_parse(context, (const char *)data, size, "f", &json, &error);
    must(status == error.status && (status == TL_OK) == (json != NULL), "a parse that both failed and did not");
    if (status == TL_OK) {
        check_spans(tl_json_root(json));
    } else {
        must(error.line > 0 || status == TL_ERROR_LIMIT, "a syntax error without a line");
    }
    error = (tl_error){0};
    status = tl_document_parse(context, (const char *)data, size, "f", NULL, &document, &problems, &error);
    must((status == TL_OK) == (problems.errors == 0) && (status == TL_OK) == (document != NULL),
         "problems don't count");
    if (document != NULL) {
        size_t written = 0;
        const char *text = tl_document_text(document, &written);
        must(written == size && memcmp(text, data, size) == 0, "the text is not what was read");
        edit(document);
    }
    tl_document_destroy(document);
    tl_problems_free(&problems);
    tl_json_destroy(json);
    tl_context_destroy(context);
    return 0;
}

#ifndef TL_FUZZER
static void judge(tl_context *context, const char *path) {
    tl_document *document = NULL;
    tl_problems problems;
    tl_problems_init(&problems, context);
    (void)tl_document_load(context, path, NULL, &document, &problems, NULL);
    for (size_t i = 0; i < problems.count; i++) {
        char line[1600];
        tl_error_text(&problems.items[i].error, line, sizeof(line));
        printf("%s%s\n", problems.items[i].warning ? "warning: " : "", line);
    }
    if (document != NULL) {
        printf("%s good\n", path);
    }
    tl_document_destroy(document);
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
            fprintf(stderr, "fuzz_scene: can't read %s\n", arguments[i]);
            return 1;
        }
        LLVMFuzzerTestOneInput((const uint8_t *)text, size);
        test_damage_text(text, size, 400, &random, LLVMFuzzerTestOneInput);
        tl_free(context, text);
    }
    tl_context_destroy(context);
    return 0;
}
#endif
