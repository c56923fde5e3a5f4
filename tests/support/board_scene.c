/* board_scene.c: makes whole scenes in memory for tests of boards, and asks the rooms of the board about them. */
#include "support/board_scene.h"

#include "api/handle.h"
#include "board/findings/study.h"
#include "board/firing/firing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(tl_status status, const tl_error *error) {
    if (status != TL_OK) {
        char report[2048];
        tl_report_text(error, report, sizeof(report));
        fail_msg("%s", report);
    }
}

static void straighten(char *text) {
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
}

void board_scene_begin(board_scene *b, double width, double depth, const char *more, const char *terrain,
                       const char *units) {
    static const char format[] =
        "{'trueline':1,'name':'Made','ruleset':'dust-battlefield',%s'table':{'width':%.17g,'depth':%.17g},'assets':{"
        "'man':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':8},'base':{'shape':'disc',"
        "'diameter':25}},'tank':{'core':{'shape':'box','min':[-50,-30,0],'max':[50,30,40]}}},'terrain':[%s],"
        "'units':[%s]}";
    memset(b, 0, sizeof(*b));
    b->purse.left = -1;
    const tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .allocate = test_purse_allocate, .user = &b->purse};
    b->made.context = tl_context_create(&options);
    assert_non_null(b->made.context);
    size_t room = sizeof(format) + strlen(more) + strlen(terrain) + strlen(units) + 100;
    char *text = malloc(room);
    assert_non_null(text);
    snprintf(text, room, format, more, width, depth, terrain, units);
    straighten(text);
    must(tl_scene_read(b->made.context, text, strlen(text), "board.json", NULL, &b->made.scene, NULL, &b->made.error),
         &b->made.error);
    free(text);
}

void board_scene_end(board_scene *b) {
    tl_json_destroy(b->made.answer);
    tl_scene_destroy(b->copy);
    tl_scene_destroy(b->made.scene);
    tl_context_destroy(b->made.context);
    free(b->told);
    assert_int_equal(b->purse.held, 0);
    memset(b, 0, sizeof(*b));
}

enum { KEPT = 24, LONGEST = 1000 };

static char *next_text(void) {
    static char kept[KEPT][LONGEST];
    static int at;
    return kept[at = (at + 1) % KEPT];
}

const char *board_wall(const char *id, double x0, double y0, double x1, double y1, double height) {
    char *text = next_text();
    snprintf(text, LONGEST,
             "{'id':'%s','kind':'wall','outline':[[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g]],"
             "'height':%.17g}",
             id, x0, y0, x1, y0, x1, y1, x0, y1, height);
    return text;
}

const char *board_man(const char *id, const char *side, double x, double y, const char *more) {
    char *text = next_text();
    int length = snprintf(text, LONGEST,
                          "{'id':'%s','side':'%s','class':'infantry','members':[{'id':'%s1','asset':'man',"
                          "'at':[%.17g,%.17g]}]%s}",
                          id, side, id, x, y, more);
    assert_in_range(length, 1, LONGEST - 1);
    return text;
}

const tl_referee *board_referee(const board_scene *b) {
    return b->made.scene->referee;
}

static tl_status edit_copy(void *user, const char *edit, const tl_referee **referee, tl_error *error) {
    board_scene *b = user;
    size_t size;
    const char *text = tl_scene_text(b->made.scene, &size);
    tl_status status = b->copy == NULL ? tl_scene_clone(b->made.scene, NULL, &b->copy, error)
                                       : tl_scene_restore(b->copy, text, size, NULL, error);
    if (status == TL_OK && edit != NULL) {
        status = tl_scene_edit(b->copy, edit, strlen(edit), NULL, error);
    }
    *referee = status == TL_OK ? b->copy->referee : NULL;
    return status;
}

tl_board_editor board_editor(board_scene *b) {
    return (tl_board_editor){b, edit_copy};
}

void board_answer(board_scene *b, const char *json) {
    tl_json_destroy(b->made.answer);
    b->made.answer = NULL;
    assert_int_equal(tl_json_parse(b->made.context, json, strlen(json), "answer", &b->made.answer, NULL), TL_OK);
}

tl_status board_try_study(board_scene *b, const tl_board_study *study, tl_board_findings **findings, tl_error *error) {
    const tl_board_editor editor = board_editor(b);
    return tl_board_look_into(board_referee(b), study, &editor, findings, error);
}

tl_status board_try_share(board_scene *b, const tl_board_study *study, tl_error *error) {
    const tl_board_editor editor = board_editor(b);
    return tl_board_look_into_share(board_referee(b), study, &editor, error);
}

tl_status board_try_merge(board_scene *b, const char *const *files, size_t count, tl_board_findings **findings,
                          tl_error *error) {
    const tl_board_editor editor = board_editor(b);
    return tl_board_findings_merge(board_referee(b), files, count, NULL, 0, &editor, findings, error);
}

tl_status board_try_firing(board_scene *b, const tl_firing_question *question, tl_firing **firing, tl_error *error) {
    const tl_board_editor editor = board_editor(b);
    return tl_firing_ask(board_referee(b), question, &editor, firing, error);
}

static void keep_text(board_scene *b, const char *text) {
    free(b->told);
    b->told = strdup(text);
    assert_non_null(b->told);
}

tl_board_findings *board_study(board_scene *b, tl_board_study study) {
    tl_board_findings *findings = NULL;
    memset(&b->made.error, 0, sizeof(b->made.error));
    must(board_try_study(b, &study, &findings, &b->made.error), &b->made.error);
    board_answer(b, tl_board_findings_json(findings));
    keep_text(b, tl_board_findings_text(findings));
    return findings;
}

tl_firing *board_firing(board_scene *b, tl_firing_question question) {
    tl_firing *firing = NULL;
    memset(&b->made.error, 0, sizeof(b->made.error));
    must(board_try_firing(b, &question, &firing, &b->made.error), &b->made.error);
    board_answer(b, tl_firing_json(firing));
    keep_text(b, tl_firing_text(firing));
    return firing;
}

double board_number(const board_scene *b, const char *format, ...) {
    char path[200];
    va_list list;
    va_start(list, format);
    vsnprintf(path, sizeof(path), format, list);
    va_end(list);
    return made_number(&b->made, path);
}

size_t board_count(const board_scene *b, const char *path) {
    return made_value(&b->made, path)->count;
}

void board_says(const tl_error *error, tl_status status, const char *words) {
    assert_int_equal(error->status, status);
    if (strstr(error->message, words) == NULL && strstr(error->remedy, words) == NULL) {
        fail_msg("`%s` is in neither: %s; %s", words, error->message, error->remedy);
    }
}
