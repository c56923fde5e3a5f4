/* board_table.c: tables in memory for the tests of boards. */
#include "support/board_table.h"

#include "board/map/bodies.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void must(board_table *b, tl_status status) {
    if (status != TL_OK) {
        fail_msg("%s", b->error.message);
    }
}

static void board_stop(board_table *b) {
    if (b->ready) {
        tl_board_uncovered_end(&b->barer);
        tl_board_looker_end(&b->looker);
    }
    b->ready = false;
}

void board_begin(board_table *b) {
    memset(b, 0, sizeof(*b));
    judge_begin(&b->t);
    judge_model(&b->t, "a", "red", "infantry", "man", 300, 2900, 0, "");
    judge_model(&b->t, "b", "blue", "infantry", "post", 500, 2900, 0, "");
}

void board_ready(board_table *b, const char *from, const char *to, ...) {
    const char *set[33] = {NULL}, *name[2] = {from, to};
    va_list list;
    va_start(list, to);
    for (int i = 0; i < 32 && (set[i] = va_arg(list, const char *)) != NULL; i++) {
    }
    va_end(list);
    judge_ready(&b->t);
    tl_inquiry_free(&b->t.inquiry);
    must(b, tl_inquiry_begin(b->t.referee, set, -1, &b->t.inquiry, &b->error));
    const tl_table *table = b->t.table;
    b->own = calloc(table->member_count, sizeof(bool));
    assert_non_null(b->own);
    must(b, tl_region_rules_make(&b->t.inquiry, b->own, &b->rules, &b->error));
    must(b, tl_shield_rules_make(&b->rules, &b->shields, &b->error));
    must(b, tl_board_terrain_make(b->t.context, table, &b->terrain));
    for (int i = 0; i < 2; i++) {
        must(b, tl_board_body_named(table, name[i], "body", 0, &b->body[i], &b->error));
    }
    const tl_board_body *one = &b->body[0], *two = &b->body[1];
    board_start(b, tl_min(one->core_low - one->low, two->core_low - two->low),
                tl_max(one->core_high - one->low, two->core_high - two->low));
}

void board_start(board_table *b, double low, double high) {
    board_stop(b);
    tl_box3 all = {{0, 0, low}, {3000, 3000, high}};
    tl_board_looker_start(&b->looker, b->t.context, &b->rules, &b->terrain, all, all, 1);
    tl_board_uncovered_start(&b->barer, &b->shields, &b->looker);
    b->ready = true;
}

void board_end(board_table *b) {
    board_stop(b);
    if (b->own != NULL) {
        tl_board_terrain_free(b->t.context, &b->terrain);
        tl_shield_rules_free(&b->shields);
        tl_region_rules_free(&b->rules);
        free(b->own);
    }
    judge_end(&b->t);
}

tl_board_rect board_square(double x, double y, double half) {
    return (tl_board_rect){x - half, y - half, x + half, y + half};
}

tl_board_end board_at(const board_table *b, int which, tl_board_rect rect, double low, double high) {
    const tl_board_ground ground = {.standing = TL_BOARD_EVERYWHERE, .low = low, .high = high, .over_ground = true};
    return tl_board_end_in(&b->body[which], rect, &ground);
}

bool board_stand(const board_table *b, int which, tl_board_rect rect, tl_board_end *end) {
    tl_board_ground ground;
    assert_int_equal(tl_board_ground_once(b->t.context, &b->terrain, &b->body[which], rect, 0, &ground), TL_OK);
    if (ground.standing != TL_BOARD_NOWHERE) {
        *end = tl_board_end_in(&b->body[which], rect, &ground);
    }
    return ground.standing != TL_BOARD_NOWHERE;
}

tl_board_answer board_look_ends(board_table *b, const tl_board_end *from, const tl_board_end *to, bool thorough,
                                bool *likely) {
    tl_board_answer answer;
    bool some;
    must(b, tl_board_look(&b->looker, from, to, thorough, &answer, likely != NULL ? likely : &some, &b->error));
    return answer;
}

tl_board_answer board_look(board_table *b, tl_board_rect from, tl_board_rect to, bool *likely) {
    tl_board_end ends[2] = {board_at(b, 0, from, 0, 0), board_at(b, 1, to, 0, 0)};
    return board_look_ends(b, &ends[0], &ends[1], false, likely);
}

tl_board_answer board_uncovered(board_table *b, tl_board_rect from, tl_board_rect to, bool *likely) {
    tl_board_end ends[2] = {board_at(b, 0, from, 0, 0), board_at(b, 1, to, 0, 0)};
    tl_board_answer answer;
    bool some;
    must(b, tl_board_look_uncovered(&b->barer, &ends[0], &ends[1], false, &answer, likely != NULL ? likely : &some,
                                    &b->error));
    return answer;
}

tl_board_map *board_map(board_table *b, const tl_board_question *question) {
    tl_board_map *map = NULL;
    memset(&b->error, 0, sizeof(b->error));
    must(b, tl_board_ask(b->t.referee, question, &map, &b->error));
    return map;
}

void board_refused(board_table *b, const tl_board_question *question, tl_status status, const char *words) {
    tl_board_map *map = NULL;
    memset(&b->error, 0, sizeof(b->error));
    assert_int_equal(tl_board_ask(b->t.referee, question, &map, &b->error), status);
    assert_null(map);
    if (strstr(b->error.message, words) == NULL) {
        fail_msg("`%s` isn't in: %s", words, b->error.message);
    }
    assert_true(b->error.remedy[0] != '\0');
}
