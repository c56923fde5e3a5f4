/* Firing positions: what cells and listed places say must be so at every place in them, as rulings with the model put
 * there say; on tables made at random, and by hand where the answer can be drawn. */
#include "support/made_scene.h"
#include "support/scarce.h"

#include <trueline/board.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAN(id, at) "{'id':'" id "','asset':'man','at':" at "}"
#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':900,'depth':600},"                      \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},'car':{'core':{'shape':'box','min':[-30,-18,0],'max':[30,18,35]}}},"       \
    "'terrain':[%s],'units':["                                                                                         \
    "{'id':'m','side':'red','class':'%s','move':%s,'march':2,'weapons':[{'id':'gun','range':[1,3.2],'arc':'%s'},"      \
    "{'id':'long','range':6,'arc':'any'},{'id':'knife','range':'C'}],"                                                 \
    "'members':[{'id':'m-1','asset':'%s','at':[%g,%g],'facing':%g}]}%s]}"
#define FOES                                                                                                           \
    ",{'id':'t','side':'blue','class':'infantry','members':[%s]},"                                                     \
    "{'id':'f','side':'blue','class':'infantry','members':[%s]},"                                                      \
    "{'id':'v','side':'blue','class':'vehicle','members':[{'id':'v-1','asset':'car','at':[%g,%g],'facing':30}]}"

static tl_firing *look(made_scene *m, tl_firing_question question) {
    tl_firing *firing = NULL;
    question.member = question.member != NULL ? question.member : "m";
    question.target = question.target != NULL ? question.target : "t";
    memset(&m->error, 0, sizeof(m->error));
    if (tl_scene_firing(m->scene, &question, &firing, &m->error) != TL_OK) {
        fail_msg("%s", m->error.message);
    }
    return firing;
}

static const char *ask(made_scene *m, const char *query, const char *from, const char *to, const char *more) {
    made_ask(m, "{'query':'%s','from':'%s','to':'%s'%s}", query, from, to, more);
    return made_word(m, "verdict");
}

static bool is(const char *verdict, tl_verdict v) {
    static const char *const words[3] = {
        [TL_VERDICT_YES] = "yes", [TL_VERDICT_NO] = "no", [TL_VERDICT_MARGINAL] = "marginal"};
    return strcmp(verdict, words[v]) == 0;
}

/* A proved cell against the rulings at one place of it. */
static void check_place(made_scene *m, const tl_firing_cell *c, size_t targets, const char *const *foes, int *settled) {
    char name[32];
    size_t yes = 0, no = 0, covered = 0, bare = 0;
    const char *los = ask(m, "los", "m", "t", "");
    if (c->low == 1) {
        assert_string_not_equal(los, "no");
        settled[0]++;
    } else if (c->high == 0) {
        assert_string_not_equal(los, "yes");
        settled[1]++;
    }
    for (size_t j = 0; j < targets; j++) {
        snprintf(name, sizeof(name), "t-%zu", j + 1);
        los = ask(m, "los", "m", name, "");
        yes += strcmp(los, "yes") == 0;
        no += strcmp(los, "no") == 0;
    }
    assert_true(c->seen + no <= targets && yes <= c->perhaps);
    ask(m, "range", "m", "t", "");
    double range = made_number(m, "distance_mm");
    assert_true(range >= c->range_low && range <= c->range_high);
    const char *attack = ask(m, "attack", "m", "t", ",'weapon':'gun'");
    settled[2] += c->shot == TL_VERDICT_YES;
    settled[3] += c->shot == TL_VERDICT_NO;
    assert_false((c->shot == TL_VERDICT_YES && is(attack, TL_VERDICT_NO)) ||
                 (c->shot == TL_VERDICT_NO && is(attack, TL_VERDICT_YES)));
    size_t count = 0;
    for (; foes[count] != NULL; count++) {
        const char *cover = ask(m, "cover", foes[count], "m", "");
        covered += strcmp(cover, "yes") == 0;
        bare += strcmp(cover, "no") == 0;
    }
    assert_true(c->covered + bare <= count && c->bare + covered <= count);
    settled[4] += (int)c->covered;
    settled[5] += (int)c->bare;
}

/* What a listed place says, asked for once more with the model put there. */
static void check_listed(made_scene *m, const tl_firing_place *p, const char *const *units) {
    made_ask(m, "{'query':'place','member':'m-1','at':[%.17g,%.17g],'level':%zu}", p->at.x, p->at.y, p->level);
    assert_true(is(ask(m, "los", "m", "t", ""), p->los));
    ask(m, "range", "m", "t", "");
    assert_near(made_number(m, "distance_mm"), p->range_mm, 1e-9);
    assert_true(is(ask(m, "attack", "m", "t", ",'weapon':'gun'"), p->attack));
    size_t covered = 0, uncovered = 0;
    for (size_t u = 0; u < p->foes; u++) {
        const char *cover = ask(m, "cover", units[u], "m", "");
        covered += strcmp(cover, "yes") == 0;
        uncovered += strcmp(cover, "no") == 0;
    }
    assert_int_equal(covered, p->covered);
    assert_int_equal(uncovered, p->uncovered);
}

/* The path that leads to a listed place is a move that is judged as one, to that place and as long as it is told. */
static void check_path(made_scene *m, const tl_firing *f, size_t index) {
    tl_firing_place p = tl_firing_place_at(f, index);
    const char *json = tl_firing_json(f);
    char path[60], corners[2000] = "";
    double x = 0, y = 0;
    tl_json_destroy(m->answer);
    m->answer = NULL;
    assert_int_equal(tl_json_parse(m->context, json, strlen(json), NULL, &m->answer, NULL), TL_OK);
    for (size_t i = 0; i == 0 || made_has(m, path); i++) {
        size_t used = strlen(corners);
        snprintf(path, sizeof(path), "places[%zu].path[%zu][0]", index, i);
        x = made_number(m, path);
        snprintf(path, sizeof(path), "places[%zu].path[%zu][1]", index, i);
        y = made_number(m, path);
        snprintf(corners + used, sizeof(corners) - used, "%s[%.17g,%.17g]", i > 0 ? "," : "", x, y);
        snprintf(path, sizeof(path), "places[%zu].path[%zu][0]", index, i + 1);
    }
    assert_near(x, p.at.x, 1e-9);
    assert_near(y, p.at.y, 1e-9);
    made_ask(m, "{'query':'move','member':'m-1','path':[%s]}", corners);
    assert_string_equal(made_word(m, "verdict"), "yes");
    assert_near(made_number(m, "length_mm"), p.path_mm, 1e-6);
}

static bool in_rings(const tl_firing *f, size_t index, double x, double y) {
    const tl_vec2 *c;
    bool in = false;
    for (size_t r = 0, count; (count = tl_firing_ring(f, index, r, &c)) > 0; r++) {
        for (size_t i = 0, j = count - 1; i < count; j = i++) {
            if ((c[i].y > y) != (c[j].y > y) && x < (c[j].x - c[i].x) * (y - c[i].y) / (c[j].y - c[i].y) + c[i].x) {
                in = !in;
            }
        }
    }
    return in;
}

/* Walls and a hedge anywhere, enemies anywhere; the mover on foot, or a vehicle with a gun that fires ahead. */
static void random_table(made_scene *m, test_random *random, bool car) {
    char terrain[900] = "", targets[300] = "", others[300] = "", foes[900];
    made_box boxes[5];
    for (int i = 0; i < 5; i++) {
        double x = test_random_between(random, 300, 480), y = test_random_between(random, 80, 500);
        double w = test_random_between(random, 6, 90), d = i == 0 ? 220 : test_random_between(random, 6, 90);
        boxes[i] = (made_box){{x, y, 0}, {x + w, y + d, i == 0 ? 60 : test_random_between(random, 12, 50)}};
    }
    made_boxes(m, "walls.obj", boxes, 5);
    snprintf(terrain, sizeof(terrain),
             "{'id':'w','kind':'wall','mesh':'walls.obj','at':[0,0,0]},{'id':'s','kind':'wood','height':60,"
             "'outline':[[%.0f,60],[520,40],[480,140]]}",
             test_random_between(random, 300, 420));
    for (int i = 0; i < 2; i++) {
        size_t used = strlen(targets);
        snprintf(targets + used, sizeof(targets) - used, "%s{'id':'t-%d','asset':'man','at':[%.1f,%.1f]}",
                 i > 0 ? "," : "", i + 1, test_random_between(random, 420, 560), test_random_between(random, 100, 500));
        used = strlen(others);
        snprintf(others + used, sizeof(others) - used, "%s{'id':'f-%d','asset':'man','at':[%.1f,%.1f]}",
                 i > 0 ? "," : "", i + 1, test_random_between(random, 500, 850), test_random_between(random, 40, 550));
    }
    snprintf(foes, sizeof(foes), FOES, targets, others, test_random_between(random, 600, 850),
             test_random_between(random, 60, 540));
    made_load(m, SCENE, terrain, car ? "vehicle" : "infantry", "1.2", car ? "front" : "any", car ? "car" : "man",
              test_random_between(random, 180, 300), test_random_between(random, 150, 450),
              car ? test_random_between(random, -50, 50) : 0, foes);
}

static void cells_and_places_agree_with_rulings(void **state) {
    (void)state;
    static const char *const foes[] = {"f-1", "f-2", "v-1", NULL}, *const units[] = {"f", "v"};
    test_random random = test_random_start("firing", 7301);
    int settled[6] = {0, 0, 0, 0, 0, 0}, listed = 0, inside = 0;
    for (int table = 0; table < 5; table++) {
        made_scene m;
        made_begin(&m, "firing-random");
        random_table(&m, &random, table % 2 == 1);
        tl_firing *f =
            look(&m, (tl_firing_question){
                         .struct_size = sizeof(tl_firing_question), .weapon = "gun", .cell_mm = 36, .places = 2});
        tl_firing_summary s = tl_firing_figures(f);
        for (size_t i = 0; i < s.places && table % 2 == 0; i++) { /* hulls turn on their way, too */
            check_path(&m, f, i);
        }
        for (size_t k = 0; k < s.columns * s.rows; k++) {
            tl_firing_cell c = tl_firing_cell_at(f, k % s.columns, k / s.columns);
            if (!c.standing || !c.certain || k % 2 == 1) { /* rulings take their time */
                continue;
            }
            double x = s.x0 + s.cell_mm * ((double)(k % s.columns) + test_random_between(&random, 0, 1));
            double y = s.y0 + s.cell_mm * ((double)(k / s.columns) + test_random_between(&random, 0, 1));
            made_ask(&m, "{'query':'place','member':'m-1','at':[%.17g,%.17g]}", x, y);
            check_place(&m, &c, s.targets, foes, settled);
            for (size_t i = 0; i < s.places; i++) {
                if (in_rings(f, i, x, y)) { /* whoever stands in a listed area sees the target */
                    inside++;
                    assert_true(c.low == 1 && !is(ask(&m, "los", "m", "t", ""), TL_VERDICT_NO));
                }
            }
        }
        for (size_t i = 0; i < s.places; i++) {
            tl_firing_place p = tl_firing_place_at(f, i);
            tl_firing_cell c = tl_firing_cell_at(f, p.column, p.row);
            assert_true(p.los != TL_VERDICT_NO && p.range_mm >= c.range_low && p.range_mm <= c.range_high);
            assert_true(c.covered < s.foes || p.uncovered == 0);
            check_listed(&m, &p, units);
            listed++;
        }
        tl_firing_destroy(f);
        made_end(&m);
    }
    print_message(
        "cells in view %d, out of view %d, that fire %d, that don't %d; in cover %d, bare %d; places %d, inside %d\n",
        settled[0], settled[1], settled[2], settled[3], settled[4], settled[5], listed, inside);
    assert_true(settled[0] > 10 && settled[1] > 2 && settled[2] > 2 && settled[3] > 2 && settled[4] > 5 &&
                settled[5] > 5 && listed >= 2 && inside > 5);
}

/* In the open every cell of the disc sees the target; range and path follow from where the cell is. */
static void an_open_table_in_closed_form(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "firing-open");
    made_load(&m, SCENE, "", "infantry", "1", "any", "man", 300.0, 300.0, 0.0,
              ",{'id':'t','side':'blue','class':'infantry','members':[" MAN("t-1", "[600,300]") "]}");
    tl_firing *f =
        look(&m, (tl_firing_question){.struct_size = sizeof(tl_firing_question), .weapon = "gun", .cell_mm = 10});
    tl_firing_summary s = tl_firing_figures(f);
    size_t certain = 0;
    for (size_t k = 0; k < s.columns * s.rows; k++) {
        tl_firing_cell c = tl_firing_cell_at(f, k % s.columns, k / s.columns);
        double x = s.x0 + 10 * ((double)(k % s.columns) + 0.5), y = s.y0 + 10 * ((double)(k / s.columns) + 0.5);
        double way = hypot(x - 300, y - 300), range = hypot(x - 600, y - 300) - 25;
        assert_true(c.standing || way > 85);
        if (!c.standing) {
            continue;
        }
        assert_true(c.low == 1 && c.seen == 1 && c.covered == 0);
        assert_true(c.range_low <= range && range <= c.range_high && c.range_high - c.range_low < 15);
        assert_true(range < 311 ? c.shot == TL_VERDICT_YES : range > 329 ? c.shot == TL_VERDICT_NO : true);
        if (c.certain) {
            certain++;
            assert_true(way <= 100 && c.path_mm >= way - 1e-9 && c.path_mm < way + 6);
        }
    }
    assert_true((double)certain > 200 && 100.0 * (double)certain < TL_PI * 100 * 100);
    assert_near(s.reached_mm2, 100.0 * (double)certain, 1e-6);
    tl_firing_place p = tl_firing_place_at(f, 0);
    assert_int_equal(s.places, 1); /* one area */
    assert_true(p.los == TL_VERDICT_YES && p.attack == TL_VERDICT_YES && p.foes == 0 && p.path_mm < 10);
    /* the same whatever number of threads */
    tl_firing *one = look(
        &m,
        (tl_firing_question){.struct_size = sizeof(tl_firing_question), .weapon = "gun", .cell_mm = 10, .threads = 1});
    assert_string_equal(tl_firing_json(f), tl_firing_json(one));
    assert_non_null(strstr(tl_firing_text(f), "1. ("));
    assert_non_null(strstr(tl_firing_caption(f), "\n1. "));
    assert_null(strstr(tl_firing_caption(f), "(")); /* the picture shows where */
    tl_firing_destroy(f);
    tl_firing_destroy(one);
    made_end(&m);
}

/* A block 80 mm high whose side runs through a column of cells: what these say holds on it and beside it. */
static void cells_at_a_side_hold_on_both_of_its_sides(void **state) {
    (void)state;
    const made_box block = {{334, 250, 0}, {400, 350, 80}};
    made_scene m;
    made_begin(&m, "firing-side");
    made_boxes(&m, "block.obj", &block, 1);
    made_load(&m, SCENE, "{'id':'block','mesh':'block.obj','kind':'obstacle'}", "infantry", "1", "any", "man", 300.0,
              300.0, 0.0, ",{'id':'t','side':'blue','class':'infantry','members':[" MAN("t-1", "[600,300]") "]}");
    tl_firing *f =
        look(&m, (tl_firing_question){.struct_size = sizeof(tl_firing_question), .weapon = "gun", .cell_mm = 10});
    tl_firing_summary s = tl_firing_figures(f);
    size_t checked = 0;
    for (size_t k = 0; k < s.columns * s.rows; k++) {
        tl_firing_cell c = tl_firing_cell_at(f, k % s.columns, k / s.columns);
        double x = s.x0 + 10 * (double)(k % s.columns), y = s.y0 + 10 * (double)(k / s.columns) + 5;
        if (!c.standing || fabs(x - 330) > 1 || y < 270 || y > 330) {
            continue;
        }
        assert_false(c.certain); /* no move ends in the side (DB-MOV-03); a model can be put there */
        for (int side = 0; side < 2; side++) {
            made_ask(&m, "{'query':'place','member':'m-1','at':[%.17g,%.17g]}", x + (side == 0 ? 1 : 9), y);
            ask(&m, "range", "m", "t", "");
            double range = made_number(&m, "distance_mm");
            assert_true(range >= c.range_low && range <= c.range_high);
            checked++;
        }
    }
    assert_true(checked >= 8);
    for (size_t i = 0; i < s.places; i++) {
        tl_firing_place p = tl_firing_place_at(f, i);
        check_listed(&m, &p, NULL);
    }
    tl_firing_destroy(f);
    made_end(&m);
}

static void bad_questions(void **state) {
    (void)state;
    static const struct {
        tl_firing_question question;
        tl_status status;
        const char *place;
    } bad[] = {
        {{.struct_size = sizeof(tl_firing_question), .target = "t"}, TL_ERROR_ARGUMENT, "member"},
        {{.struct_size = sizeof(tl_firing_question), .member = "m"}, TL_ERROR_ARGUMENT, "target"},
        {{.struct_size = sizeof(tl_firing_question), .member = "m", .target = "m"}, TL_ERROR_ARGUMENT, "to"},
        {{.struct_size = sizeof(tl_firing_question), .member = "x", .target = "t"}, TL_ERROR_NOT_FOUND, "member"},
        {{.struct_size = sizeof(tl_firing_question), .member = "m", .target = "x"}, TL_ERROR_NOT_FOUND, "to"},
        {{.struct_size = sizeof(tl_firing_question), .member = "m", .target = "t", .cell_mm = 0.1},
         TL_ERROR_ARGUMENT,
         "cell"},
        {{.struct_size = sizeof(tl_firing_question), .member = "m", .target = "t", .cell_mm = NAN},
         TL_ERROR_ARGUMENT,
         "cell"},
        {{.struct_size = sizeof(tl_firing_question), .member = "m", .target = "t", .weapon = "x"},
         TL_ERROR_NOT_FOUND,
         "weapon"},
        {{.struct_size = sizeof(tl_firing_question), .member = "m", .target = "t", .weapon = "knife"},
         TL_ERROR_ARGUMENT,
         "weapon"},
        {{.struct_size = sizeof(tl_firing_question), .member = "m", .target = "t", .places = 51},
         TL_ERROR_LIMIT,
         "places"}};
    made_scene m;
    made_begin(&m, "firing-bad");
    made_load(&m, SCENE, "", "infantry", "0.3", "any", "man", 300.0, 300.0, 0.0,
              ",{'id':'t','side':'blue','class':'infantry','members':[" MAN("t-1", "[600,300]") "]}");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        tl_firing *f = NULL;
        tl_error error = {0};
        assert_int_equal(tl_scene_firing(m.scene, &bad[i].question, &f, &error), bad[i].status);
        assert_null(f);
        assert_string_equal(error.place, bad[i].place);
        assert_true(error.message[0] != '\0' && error.remedy[0] != '\0');
    }
    /* memory that runs out */
    char path[320];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    tl_context_options options = {.struct_size = sizeof(tl_context_options), .allocate = scarce_allocate};
    scarce_left = SIZE_MAX;
    tl_context *poor = tl_context_create(&options);
    tl_scene *scene;
    assert_int_equal(tl_scene_load(poor, path, NULL, &scene, NULL, NULL), TL_OK);
    const tl_firing_question question = {
        .struct_size = sizeof(tl_firing_question), .member = "m", .target = "t", .cell_mm = 20, .places = 1};
    bool done = false;
    for (size_t n = 0; !done; n += 1 + 2 * n) {
        tl_firing *f = NULL;
        tl_error error = {0};
        scarce_left = n;
        tl_status status = tl_scene_firing(scene, &question, &f, &error);
        done = status == TL_OK;
        assert_true(done || (status == TL_ERROR_MEMORY && f == NULL));
        scarce_left = SIZE_MAX;
        tl_firing_destroy(f);
    }
    tl_scene_destroy(scene);
    tl_context_destroy(poor);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_table_in_closed_form),
        cmocka_unit_test(cells_at_a_side_hold_on_both_of_its_sides),
        cmocka_unit_test(cells_and_places_agree_with_rulings),
        cmocka_unit_test(bad_questions),
    };
    return cmocka_run_group_tests_name("api_firing", tests, NULL, NULL);
}
