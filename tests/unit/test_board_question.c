/* test_board_question.c: questions about boards, and studies, as JSON and back; texts that are no question. */
#include "board/question.h"
#include "support/board_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct fixture {
    test_purse purse;
    tl_context *context;
    tl_error error;
} fixture;

static void set_up(fixture *f) {
    memset(f, 0, sizeof(*f));
    f->purse.left = -1;
    const tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .allocate = test_purse_allocate, .user = &f->purse};
    f->context = tl_context_create(&options);
}

static void tear_down(fixture *f) {
    tl_context_destroy(f->context);
    assert_int_equal(f->purse.held, 0);
}

static void same_text(const char *a, const char *b) {
    assert_true((a == NULL) == (b == NULL));
    if (a != NULL) {
        assert_string_equal(a, b);
    }
}

static void same_points(const tl_vec2 *a, size_t a_count, const tl_vec2 *b, size_t b_count) {
    assert_true((a == NULL) == (b == NULL));
    assert_int_equal(a_count, b_count);
    for (size_t i = 0; i < a_count; i++) {
        assert_true(a[i].x == b[i].x && a[i].y == b[i].y);
    }
}

static void same_set(const char *const *a, const char *const *b) {
    size_t i = 0;
    for (; a != NULL && a[i] != NULL; i++) {
        assert_non_null(b[i]);
        assert_string_equal(a[i], b[i]);
    }
    assert_null(b[i]);
}

static const tl_vec2 corners[5] = {{0.1, 1 / 3.0}, {1e-7, 900}, {123456.789, 2}, {-0.0, 7}, {5, 6}};
static const char *const settings[5] = {"tolerance", "0.25", "l\"os", "\xc3\xa9t\xc3\xa9", NULL};

static void check_question(fixture *f, const tl_board_question *q) {
    char *json = NULL, *again = NULL;
    tl_board_asked asked;
    assert_int_equal(tl_board_question_write(f->context, q, &json, &f->error), TL_OK);
    assert_int_equal(tl_board_question_read(f->context, json, &asked, &f->error), TL_OK);
    const tl_board_question *r = &asked.question;
    same_text(q->map, r->map);
    same_text(q->from, r->from);
    same_text(q->observer, r->observer);
    same_text(q->target, r->target);
    assert_true(q->has_place == r->has_place);
    assert_true(!q->has_place || (q->place[0] == r->place[0] && q->place[1] == r->place[1]));
    same_points(q->zone, q->zone_count, r->zone, r->zone_count);
    same_points(q->to, q->to_count, r->to, r->to_count);
    same_points(q->area, q->area != NULL ? 2 : 0, r->area, r->area != NULL ? 2 : 0);
    assert_true(q->facing_deg == r->facing_deg && q->cell_mm == r->cell_mm && q->effort == r->effort);
    assert_int_equal(q->level, r->level);
    same_set(q->set, r->set);
    /* and once more the same bytes */
    assert_int_equal(tl_board_question_write(f->context, r, &again, &f->error), TL_OK);
    assert_string_equal(json, again);
    tl_free(f->context, json);
    tl_free(f->context, again);
    tl_board_asked_free(f->context, &asked);
    assert_null(asked.json);
}

/* Every combination of what may be left out. */
static void questions_come_back(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    for (int how = 0; how < 128; how++) {
        tl_board_question q = {.map = how & 1 ? "fov" : "mutual", .facing_deg = -33.25, .cell_mm = 12.7};
        q.from = how & 2 ? "unit one" : NULL;
        q.has_place = (how & 4) != 0;
        q.place[0] = 1 / 3.0;
        q.place[1] = 2e-300;
        q.zone = how & 8 ? corners : NULL;
        q.zone_count = how & 8 ? 3 : 0;
        q.to = how & 16 ? corners + 1 : NULL;
        q.to_count = how & 16 ? 4 : 0;
        q.area = how & 32 ? corners + 3 : NULL;
        q.set = how & 64 ? settings : NULL;
        q.observer = how & 8 ? "vehicle" : NULL;
        q.target = how & 16 ? "tank" : NULL;
        q.level = (size_t)how;
        q.effort = how & 1 ? 0 : 7.5;
        check_question(&f, &q);
    }
    tear_down(&f);
}

/* Two questions that differ in one thing are two texts. */
static void whatever_differs_is_told(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    const tl_board_question plain = {.map = "fov", .from = "a", .cell_mm = 10};
    tl_board_question others[12];
    for (int i = 0; i < 12; i++) {
        others[i] = plain;
    }
    others[1].map = "dead";
    others[2].from = "b";
    others[3].has_place = true;
    others[4].zone = corners;
    others[4].zone_count = 3;
    others[5].to = corners;
    others[5].to_count = 3;
    others[6].observer = "vehicle";
    others[7].target = "vehicle";
    others[8].facing_deg = 1;
    others[9].area = corners;
    others[10].level = 1;
    others[11].set = settings;
    char *texts[12];
    for (int i = 0; i < 12; i++) {
        assert_int_equal(tl_board_question_write(f.context, &others[i], &texts[i], &f.error), TL_OK);
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(texts[i], texts[j]);
        }
    }
    for (int i = 0; i < 12; i++) {
        tl_free(f.context, texts[i]);
    }
    tl_board_question bad = plain;
    char *none = NULL;
    bad.cell_mm = NAN;
    assert_int_equal(tl_board_question_write(f.context, &bad, &none, &f.error), TL_ERROR_INTERNAL);
    assert_null(none);
    tear_down(&f);
}

static void studies_come_back(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    for (int how = 0; how < 64; how++) {
        tl_board_study s = {.facing_deg = 45, .cell_mm = 100.5, .threads = 3, .share = 1, .shares = 2, .keep = "x"};
        s.details = how & 1;
        s.pieces = how & 2;
        s.suggest = how & 4;
        s.zone[0] = how & 8 ? corners : NULL;
        s.zone_count[0] = how & 8 ? 3 : 0;
        s.zone[1] = how & 16 ? corners + 1 : NULL;
        s.zone_count[1] = how & 16 ? 4 : 0;
        s.body = how & 32 ? "man" : NULL;
        s.set = how & 32 ? settings : NULL;
        s.level = how & 1 ? 2 : 0;
        char *json = NULL;
        tl_board_asked asked;
        tl_board_study r;
        assert_int_equal(tl_board_study_write(f.context, &s, &json, &f.error), TL_OK);
        assert_int_equal(tl_board_study_read(f.context, json, &asked, &r, &f.error), TL_OK);
        assert_true(r.details == s.details && r.pieces == s.pieces && r.suggest == s.suggest);
        for (int z = 0; z < 2; z++) {
            same_points(s.zone[z], s.zone_count[z], r.zone[z], r.zone_count[z]);
        }
        same_text(s.body, r.body);
        assert_true(r.facing_deg == s.facing_deg && r.cell_mm == s.cell_mm && r.level == s.level);
        same_set(s.set, r.set);
        /* what a study gives doesn't depend on these */
        assert_true(r.threads == 0 && r.share == 0 && r.shares == 0 && r.keep == NULL);
        tl_free(f.context, json);
        tl_board_asked_free(f.context, &asked);
    }
    tear_down(&f);
}

static tl_status read(fixture *f, const char *text, tl_board_asked *asked) {
    char json[400];
    snprintf(json, sizeof(json), "%s", text);
    for (char *c = json; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    memset(&f->error, 0, sizeof(f->error));
    return tl_board_question_read(f->context, json, asked, &f->error);
}

/* Parts of files that somebody has changed by hand. */
static void what_is_no_question_is_refused(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    static const char *const bad[] = {
        "{",
        "{'map':'fov'}", /* no settings, not even none */
        "{'map':'fov','set':{}}",
        "{'map':'fov','set':['a',1]}",
        "{'map':'fov','set':[1,'a']}",
        "{'map':'fov','set':[],'spot':5}",
        "{'map':'fov','set':[],'spot':[1]}",
        "{'map':'fov','set':[],'spot':[1,2,3]}",
        "{'map':'fov','set':[],'spot':['a',2]}",
        "{'map':'fov','set':[],'spot':[1,'b']}",
        "{'map':'fov','set':[],'zone':7}",
        "{'map':'fov','set':[],'zone':[[1,2],[3,'c']]}",
        "{'map':'fov','set':[],'zone':[[1,2],[3]]}",
        "{'map':'fov','set':[],'zone':['a',[1,2]]}",
        "{'map':'fov','set':[],'to':{}}",
        "{'map':'fov','set':[],'to':[[1,2],3]}",
        "{'map':'fov','set':[],'area':[[1,2]]}",
        "{'map':'fov','set':[],'area':[[1,2],[3,4],[5,6]]}",
        "{'map':'fov','set':[],'area':[[1,2],'x']}",
        "{'map':'fov','set':[],'area':7}",
    };
    tl_board_asked asked;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (read(&f, bad[i], &asked) != TL_ERROR_FORMAT) {
            fail_msg("%s is taken", bad[i]);
        }
        if (i > 0) {
            board_says(&f.error, TL_ERROR_FORMAT, "can't be read");
        }
        tl_board_asked_free(f.context, &asked);
    }
    /* what is left out, or is something else than a text or a number, counts as nothing */
    assert_int_equal(read(&f, "{'map':7,'from':[],'cell_mm':'10','level':-3,'set':['a','b'],'effort':2}", &asked),
                     TL_OK);
    assert_null(asked.question.map);
    assert_null(asked.question.from);
    assert_near(asked.question.cell_mm, 0, 0);
    assert_near(asked.question.effort, 2, 0);
    assert_int_equal(asked.question.level, 0);
    assert_string_equal(asked.question.set[1], "b");
    tl_board_asked_free(f.context, &asked);
    /* both zones have room of their own */
    assert_int_equal(read(&f, "{'set':[],'zone':[[1,2],[3,4]],'to':[[5,6],[7,8],[9,10]]}", &asked), TL_OK);
    assert_int_equal(asked.question.zone_count, 2);
    assert_int_equal(asked.question.to_count, 3);
    assert_near(asked.question.zone[1].y, 4, 0);
    assert_near(asked.question.to[0].x, 5, 0);
    assert_near(asked.question.to[2].y, 10, 0);
    assert_false(asked.question.has_place);
    tl_board_asked_free(f.context, &asked);
    /* a map's question is no study's with its parts */
    tl_board_study study = {.details = true};
    assert_int_equal(tl_board_study_read(f.context, "{\"set\":[],\"level\":3}", &asked, &study, &f.error), TL_OK);
    assert_false(study.details);
    assert_int_equal(study.level, 0);
    tl_board_asked_free(f.context, &asked);
    study.details = true;
    assert_int_equal(tl_board_study_read(f.context, "{\"map\":5", &asked, &study, &f.error), TL_ERROR_FORMAT);
    assert_false(study.details);
    tl_board_asked_free(f.context, &asked);
    tear_down(&f);
}

static void memory_that_runs_out_is_told(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    const tl_board_question q = {
        .map = "fov", .zone = corners, .zone_count = 3, .to = corners, .to_count = 4, .set = settings};
    bool done = false;
    for (long n = 0; !done; n++) {
        char *json = NULL;
        tl_board_asked asked = {.json = NULL};
        long held = f.purse.held;
        f.purse.left = n;
        tl_status status = tl_board_question_write(f.context, &q, &json, &f.error);
        bool wrote = status == TL_OK;
        status = wrote ? tl_board_question_read(f.context, json, &asked, &f.error) : status;
        f.purse.left = -1;
        done = status == TL_OK;
        assert_true(done || status == TL_ERROR_MEMORY);
        tl_free(f.context, json);
        tl_board_asked_free(f.context, &asked);
        assert_int_equal(f.purse.held, held);
        assert_true(n < 200);
    }
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions_come_back),
        cmocka_unit_test(whatever_differs_is_told),
        cmocka_unit_test(studies_come_back),
        cmocka_unit_test(what_is_no_question_is_refused),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
