/* What is found out about boards: counted by hand on small ones, ruled pair by pair, held against boards from which a
 * piece was really taken. */
#include "support/made_scene.h"
#include "support/sheet.h"

#include <trueline/board.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 600 x 400 mm: places at 50, 150, ... each way. A: the row at 50, B: the row at 350. */
#define SCENE(terrain, units)                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':600,'depth':400},"                      \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}}},'terrain':[" terrain "],'units':[" units "]}"
#define WALL(id, at) "{'id':'" id "','mesh':'wall.obj','at':" at ",'kind':'wall'}"
#define MAN(id, at)                                                                                                    \
    "{'id':'" id "','side':'red','class':'infantry','members':[{'id':'" id "1','asset':'man','at':" at "}]}"

static tl_board_findings *study(made_scene *m, tl_board_study what) {
    tl_board_findings *findings = NULL;
    what.cell_mm = what.cell_mm > 0 ? what.cell_mm : 100;
    if (tl_scene_study(m->scene, &what, &findings, &m->error) != TL_OK) {
        fail_msg("%s", m->error.message);
    }
    tl_json_destroy(m->answer);
    m->answer = NULL;
    const char *json = tl_board_findings_json(findings);
    assert_int_equal(tl_json_parse(m->context, json, strlen(json), NULL, &m->answer, NULL), TL_OK);
    return findings;
}

static void make_wall(made_scene *m, const char *name) {
    const made_box wall = {{-100, -10, 0}, {100, 10, 60}};
    made_begin(m, name);
    made_boxes(m, "wall.obj", &wall, 1);
}

/* Nothing in the way: everything sees everything. */
static void an_empty_board_is_open_and_fair(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "findings-empty");
    made_load(&m, SCENE("", ""));
    tl_board_findings_destroy(
        study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .pieces = true, .suggest = true}));
    assert_near(made_number(&m, "anywhere[0]"), 1, 0);
    assert_near(made_number(&m, "fairness_zones[0]"), 1, 0);
    assert_near(made_number(&m, "fairness_sides[0]"), 1, 0);
    assert_near(made_number(&m, "pairs.seen"), 24 * 23 / 2, 0);
    assert_false(made_has(&m, "suggestion.edit"));
    made_end(&m);
}

/* A wall from edge to edge: closed form. */
static void a_board_cut_in_two_is_counted(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "findings-cut");
    const made_box wall = {{0, 190, 0}, {600, 210, 60}};
    made_boxes(&m, "wall.obj", &wall, 1);
    made_load(&m, SCENE("{'id':'wall','mesh':'wall.obj','at':[0,0,0],'kind':'wall'}", ""));
    tl_board_findings_destroy(study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .pieces = true}));
    /* 12 places on either side: pairs on one side see each other, pairs across don't */
    assert_near(made_number(&m, "pairs.seen"), 2 * (12 * 11 / 2), 0);
    assert_near(made_number(&m, "pairs.hidden"), 12 * 12, 0);
    assert_near(made_number(&m, "between[1]"), 0, 0);
    assert_near(made_number(&m, "view_a[0]"), 0.5, 1e-12); /* of the two rows between, the nearer one */
    assert_near(made_number(&m, "view_a[1]"), 0.5, 1e-12);
    assert_near(made_number(&m, "fairness_zones[0]"), 1, 1e-12);
    assert_near(made_number(&m, "pieces[0].hides[0]"), 144.0 / 276, 1e-12);
    assert_near(made_number(&m, "pieces[0].hides[1]"), 144.0 / 276, 1e-12);
    assert_near(made_number(&m, "pieces[0].hides_from_b[0]"), 0.5, 1e-12);
    made_end(&m);
}

/* Every pair of places, ruled. */
static void places_see_as_the_ruling_says(void **state) {
    (void)state;
    made_scene m;
    make_wall(&m, "findings-ruled");
    made_load(&m, SCENE(WALL("w", "[210,120]"), MAN("a", "[50,50]") "," MAN("b", "[150,50]")));
    tl_board_findings_destroy(
        study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .body = "man", .threads = 1}));
    double seen = made_number(&m, "pairs.seen"), hidden = made_number(&m, "pairs.hidden");
    double open = made_number(&m, "pairs.open"), with_line = made_number(&m, "pairs.open_with_line");
    double yes = 0, no = 0;
    for (int i = 0; i < 24; i++) {
        for (int j = 0; j < i; j++) {
            const double a[2] = {50 + 100 * (i % 6), 50 + 100 * (i / 6)},
                         b[2] = {50 + 100 * (j % 6), 50 + 100 * (j / 6)};
            assert_int_equal(tl_scene_place(m.scene, "a", a, 2, 0, 0, NULL), TL_OK);
            assert_int_equal(tl_scene_place(m.scene, "b", b, 2, 0, 0, NULL), TL_OK);
            made_ask(&m, "{'query':'los','from':'a','to':'b'}");
            yes += strcmp(made_word(&m, "verdict"), "yes") == 0;
            no += strcmp(made_word(&m, "verdict"), "no") == 0;
        }
    }
    assert_true(yes >= seen && yes <= seen + open + with_line);
    assert_true(no >= hidden && no <= hidden + open + with_line);
    assert_true(no > 20 && open + with_line < 10);
    made_end(&m);
}

/* What a piece is said to hide is what comes into view when it is really taken away. */
static void what_a_piece_hides_comes_into_view_without_it(void **state) {
    (void)state;
    made_scene m;
    make_wall(&m, "findings-pieces");
    made_load(&m, SCENE(WALL("near", "[200,120]") "," WALL("far", "[380,290]"), ""));
    double hides[2][3], fair[2], with[3];
    tl_board_findings_destroy(
        study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .pieces = true, .threads = 3}));
    char first[100];
    snprintf(first, sizeof(first), "%s", made_word(&m, "pieces[0].id"));
    for (int k = 0; k < 3; k++) {
        char path[60];
        snprintf(path, sizeof(path), "anywhere[%d]", k);
        with[k] = made_number(&m, path);
        for (int p = 0; p < 2; p++) {
            snprintf(path, sizeof(path), "pieces[%d].hides[%d]", p, k);
            hides[p][k] = made_number(&m, path);
            snprintf(path, sizeof(path), "pieces[%d].fairness_without[2]", p);
            fair[p] = made_number(&m, path);
        }
    }
    assert_true(hides[0][2] >= hides[1][2]);
    for (int p = 0; p < 2; p++) {
        const char *id = (p == 0) == (strcmp(first, "near") == 0) ? "near" : "far";
        char edit[60];
        size_t size;
        const char *text = tl_scene_text(m.scene, &size);
        char *kept = malloc(size);
        assert_non_null(kept);
        memcpy(kept, text, size);
        snprintf(edit, sizeof(edit), "{\"remove\":\"%s\"}", id);
        assert_int_equal(tl_scene_edit(m.scene, edit, strlen(edit), NULL, NULL), TL_OK);
        tl_board_findings_destroy(study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .threads = 1}));
        assert_near(made_number(&m, "anywhere[2]") - with[2], hides[p][2], 1e-12);
        assert_true(made_number(&m, "anywhere[0]") - with[1] <= hides[p][0] + 1e-12);
        assert_true(made_number(&m, "anywhere[1]") - with[0] >= hides[p][1] - 1e-12);
        assert_near(made_number(&m, "fairness_zones[2]"), fair[p], 1e-12);
        assert_int_equal(tl_scene_restore(m.scene, kept, size, NULL, NULL), TL_OK);
        free(kept);
    }
    made_end(&m);
}

/* The suggestion, really made, gives what was said of it; the scene itself is as it was. */
static void a_suggestion_makes_the_board_fairer(void **state) {
    (void)state;
    made_scene m;
    make_wall(&m, "findings-suggest");
    made_load(&m, SCENE(WALL("w", "[300,110]"), ""));
    size_t size, size_after;
    const char *text = tl_scene_text(m.scene, &size);
    tl_board_findings *one =
        study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .suggest = true, .threads = 1});
    assert_ptr_equal(tl_scene_text(m.scene, &size_after), text);
    const char *edit = tl_board_findings_edit(one);
    assert_non_null(edit);
    assert_non_null(strstr(tl_board_findings_text(one), "Fairest of"));
    double before = made_number(&m, "suggestion.before.fairness_zones[2]");
    double after[3] = {made_number(&m, "suggestion.after.fairness_zones[0]"),
                       made_number(&m, "suggestion.after.fairness_zones[1]"),
                       made_number(&m, "suggestion.after.fairness_zones[2]")};
    assert_true(after[2] > before);
    tl_board_suggestion told;
    assert_true(tl_board_findings_suggestion(one, &told));
    assert_string_equal(told.piece, "w");
    assert_non_null(strstr(tl_board_findings_text(one), told.text));
    assert_null(
        strchr(told.text, '-')); /* left or right, away from you or towards you, but nothing less than nothing */
    assert_near(told.before.estimate, before, 0);
    assert_near(told.after.low, after[0], 0);
    assert_near(told.after.high, after[1], 0);
    tl_board_findings *three =
        study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .suggest = true, .threads = 3});
    assert_string_equal(tl_board_findings_json(one), tl_board_findings_json(three));
    assert_int_equal(tl_scene_edit(m.scene, edit, strlen(edit), NULL, NULL), TL_OK);
    tl_board_findings_destroy(study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .threads = 1}));
    assert_near(made_number(&m, "fairness_zones[0]"), after[0], 1e-12);
    assert_near(made_number(&m, "fairness_zones[1]"), after[1], 1e-12);
    assert_near(made_number(&m, "fairness_zones[2]"), after[2], 1e-12);
    tl_board_findings_destroy(one);
    tl_board_findings_destroy(three);
    made_end(&m);
}

/* Two walls with a gap of 47.5 mm between them, else from edge to edge: its width, what passes it, and what is covered
 * are closed forms; the one lane from side to side goes through it. */
static void a_gap_is_measured(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "findings-gap");
    const made_box boxes[2] = {{{0, 190, 0}, {226.25, 210, 60}}, {{273.75, 190, 0}, {600, 210, 60}}};
    made_boxes(&m, "west.obj", &boxes[0], 1);
    made_boxes(&m, "east.obj", &boxes[1], 1);
    made_load(&m, SCENE("{'id':'west','mesh':'west.obj','at':[0,0,0],'kind':'wall'},"
                        "{'id':'east','mesh':'east.obj','at':[0,0,0],'kind':'wall'}",
                        ""));
    tl_board_findings *f = study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .details = true});
    assert_near(made_number(&m, "passage.widest_mm"), 47.5, 0.01);
    assert_near(made_number(&m, "passage.base_mm"), 40, 0);
    assert_near(made_number(&m, "gaps[0].width_mm"), 47.5, 0.01);
    assert_string_equal(made_word(&m, "gaps[0].between[0]"), "west");
    assert_near(made_number(&m, "gaps[0].from[0]"), 226.25, 0.01);
    assert_near(made_number(&m, "covered"), 20 * 552.5 / (600 * 400), 1e-5);
    assert_near(made_number(&m, "covered_tall"), 20 * 552.5 / (600 * 400), 1e-5);
    double share = 0;
    for (int k = 0; k < 4; k++) {
        char path[40];
        snprintf(path, sizeof(path), "by_distance[%d].of_all", k);
        share += made_has(&m, path) ? made_number(&m, path) : 0;
    }
    assert_near(share, 1, 1e-12);
    /* neighbours see each other, but for those that the wall is between */
    assert_true(made_number(&m, "by_distance[0].seen[0]") > 0.4 && made_number(&m, "by_distance[0].seen[1]") < 1);
    bool through = false;
    for (size_t i = 0; i < tl_board_findings_mark_count(f); i++) {
        tl_board_mark mark = tl_board_findings_mark(f, i);
        if (mark.kind == TL_BOARD_MARK_LANE && (mark.from.y < 200) != (mark.to.y < 200)) {
            /* all of the strip is in the gap where it passes the wall */
            double t = (200 - mark.from.y) / (mark.to.y - mark.from.y), x = mark.from.x + t * (mark.to.x - mark.from.x);
            assert_true(x - 0.5 * mark.width > 226 - 10 && x + 0.5 * mark.width < 274 + 10);
            through = true;
        }
    }
    assert_true(through);
    tl_board_findings_destroy(f);
    made_end(&m);
}

/* A board that is its own mirror image is fair also where its depth is no multiple of the cell's. */
static void a_mirrored_board_is_fair(void **state) {
    (void)state;
    const made_box boxes[2] = {{{120, 60, 0}, {320, 80, 60}}, {{120, 350, 0}, {320, 370, 60}}};
    made_scene m;
    made_begin(&m, "findings-mirrored");
    made_boxes(&m, "walls.obj", boxes, 2);
    made_load(&m, "{'trueline':1,'ruleset':'dust-battlefield','table':{'width':600,'depth':430},"
                  "'terrain':[{'id':'walls','mesh':'walls.obj','at':[0,0,0],'kind':'wall'}]}");
    tl_board_findings_destroy(study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .cell_mm = 100}));
    assert_near(made_number(&m, "rows_count"), 5, 0);
    assert_true(made_number(&m, "view_a[1]") < 0.95);
    for (int k = 0; k < 2; k++) {
        char a[16], b[16];
        snprintf(a, sizeof(a), "view_a[%d]", k);
        snprintf(b, sizeof(b), "view_b[%d]", k);
        assert_near(made_number(&m, a), made_number(&m, b), 1e-9);
    }
    assert_near(made_number(&m, "fairness_zones[2]"), 1, 1e-9);
    made_end(&m);
}

/* Walls that are sheets without thickness: an upright one from the west edge, a bent one from the east edge that has a
 * doorstep with an area; what passes between is as wide as between bodies. */
static void sheets_are_walls(void **state) {
    (void)state;
    const tl_vec3 west[2][3] = {{{0, 200, 0}, {226.25, 200, 0}, {226.25, 200, 60}},
                                {{0, 200, 0}, {226.25, 200, 60}, {0, 200, 60}}};
    const tl_vec3 east[5][3] = {{{600, 200, 0}, {300, 200, 0}, {300, 200, 60}},
                                {{600, 200, 0}, {300, 200, 60}, {600, 200, 60}},
                                {{300, 200, 0}, {273.75, 235, 0}, {273.75, 235, 60}},
                                {{300, 200, 0}, {273.75, 235, 60}, {300, 200, 60}},
                                {{400, 200, 1}, {410, 200, 1}, {405, 205, 1}}};
    made_scene m;
    made_begin(&m, "findings-sheets");
    made_triangles(&m, "west.obj", west, 2);
    made_triangles(&m, "east.obj", east, 5);
    made_load(&m, SCENE("{'id':'west','mesh':'west.obj','at':[0,0,0],'kind':'wall'},"
                        "{'id':'east','mesh':'east.obj','at':[0,0,0],'kind':'building'}",
                        MAN("man", "[250,100]") ",{'id':'cart','class':'vehicle','move':3,'locomotion':'wheeled',"
                                                "'members':[{'id':'cart1','asset':'man','at':[100,100]}]}"));
    tl_board_findings_destroy(study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .details = true}));
    double wide = sqrt(47.5 * 47.5 + 35.0 * 35.0); /* from end to end: neither wall's line comes nearer */
    assert_near(made_number(&m, "passage.widest_mm"), wide, 0.01);
    assert_near(made_number(&m, "gaps[0].width_mm"), wide, 0.01);
    /* and whoever goes through one is in terrain there: its base's rim 12.5 mm before */
    made_ask(&m, "{'query':'move','member':'cart1','path':[[100,250]]}");
    assert_true(made_number(&m, "length_mm") > 0);
    made_end(&m);
}

/* Of four pairs through the same crack two are drawn: no place is drawn twice, the closest line is. */
static void leaks_are_drawn_once_a_place(const tl_board_findings *f, tl_vec3 closest) {
    size_t near = 0, drawn = 0;
    for (size_t i = 0; i < tl_board_findings_mark_count(f); i++) {
        tl_board_mark mark = tl_board_findings_mark(f, i);
        if (mark.kind == TL_BOARD_MARK_LEAK) {
            double t = (200 - mark.from.y) / (mark.to.y - mark.from.y);
            assert_near(mark.from.x + t * (mark.to.x - mark.from.x), 250, 1);
            assert_true(drawn > 0 || (mark.from.x == closest.x && mark.from.y == closest.y));
            near += fabs(mark.from.y - 200) < 100 ? 1U : 0U;
            near += fabs(mark.to.y - 200) < 100 ? 1U : 0U;
            drawn++;
        }
    }
    assert_int_equal(drawn, 2);
    assert_int_equal(near, 2); /* one place each side is near the wall, one far */
}

/* A crack of 2 mm, and one that is wide enough. */
static void a_crack_is_a_leak(void **state) {
    (void)state;
    const double cracks[2] = {2, 12};
    for (int k = 0; k < 2; k++) {
        made_scene m;
        made_begin(&m, "findings-crack");
        const double h = 0.5 * cracks[k];
        const made_box boxes[2] = {{{0, 190, 0}, {250 - h, 210, 60}}, {{250 + h, 190, 0}, {600, 210, 60}}};
        made_boxes(&m, "wall.obj", boxes, 2);
        made_load(&m, SCENE("{'id':'wall','mesh':'wall.obj','at':[0,0,0],'kind':'wall'}", ""));
        tl_board_findings *f = study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .details = true});
        if (k == 0) { /* the two places at x = 250 on either side */
            assert_near(made_number(&m, "leaks.pairs"), 4, 0);
            assert_near(made_number(&m, "leaks.listed[0].clearance_mm"), 1, 0.1);
            assert_true(made_number(&m, "leaks.listed[0].clearance_mm") <= 1);
            tl_vec3 p = made_point(&m, "leaks.listed[0].from"), q = made_point(&m, "leaks.listed[0].to");
            assert_true(made_clearance(&m, p, q) >= made_number(&m, "leaks.listed[0].clearance_mm") - 1e-9);
            leaks_are_drawn_once_a_place(f, p);
        } else {
            assert_near(made_number(&m, "leaks.pairs"), 0, 0);
        }
        tl_board_findings_destroy(f);
        made_end(&m);
    }
}

/* Bytes of a file; 0 when it isn't there. */
static long size_of(const char *path) {
    FILE *file = fopen(path, "rb");
    long size = 0;
    if (file != NULL) {
        fseek(file, 0, SEEK_END);
        size = ftell(file);
        fclose(file);
    }
    return size;
}

/* What a study says of how far it is. */
typedef struct told_progress {
    double last, leaks[2]; /* the latest; where leaks begin and end */
    bool back;             /* it went back */
} told_progress;

static bool follow(void *user, double done, const char *what) {
    told_progress *p = user;
    if (strncmp(what, "looking", 7) == 0) { /* the study itself; what it reads and builds has a measure of its own */
        p->back = p->back || done < p->last - 1e-6 || done > 1;
        p->last = done;
    }
    if (strcmp(what, "looking for leaks") == 0) {
        p->leaks[0] = fmin(p->leaks[0], done);
        p->leaks[1] = fmax(p->leaks[1], done);
    }
    return true;
}

/* Proofs of leaks are kept with the rows, 49 bytes each; they have their share of a progress that never goes back. */
static void proofs_of_leaks_are_kept(void **state) {
    (void)state;
    const made_box boxes[2] = {{{0, 190, 0}, {249, 210, 60}}, {{251, 190, 0}, {600, 210, 60}}};
    told_progress told = {.leaks = {1, 0}};
    const tl_context_options options = {.struct_size = sizeof(tl_context_options), .user = &told, .progress = follow};
    char with[300], without[300];
    made_scene m;
    made_begin(&m, "findings-kept");
    tl_context_destroy(m.context);
    m.context = tl_context_create(&options);
    made_boxes(&m, "wall.obj", boxes, 2);
    snprintf(with, sizeof(with), "%s/with.kept", m.folder);
    snprintf(without, sizeof(without), "%s/without.kept", m.folder);
    remove(with);
    remove(without);
    made_load(&m, SCENE("{'id':'wall','mesh':'wall.obj','at':[0,0,0],'kind':'wall'}", ""));
    tl_board_findings_destroy(study(
        &m, (tl_board_study){.struct_size = sizeof(tl_board_study), .keep = without, .pieces = true, .suggest = true}));
    told.last = 0;
    const tl_board_study all = {
        .struct_size = sizeof(tl_board_study), .details = true, .pieces = true, .suggest = true, .keep = with};
    tl_board_findings *first = study(&m, all);
    assert_near(made_number(&m, "leaks.pairs"), 4, 0);
    assert_false(made_has(&m, "leaks.pairs_left"));
    assert_true(size_of(with) >= size_of(without) + 4 * 49);
    assert_false(told.back);
    assert_true(told.leaks[1] - told.leaks[0] > 0.01);
    told.last = 0;
    tl_board_findings *again = study(&m, all);
    assert_string_equal(tl_board_findings_json(first), tl_board_findings_json(again));
    tl_board_findings_destroy(first);
    tl_board_findings_destroy(again);
    made_end(&m);
}

/* Walls that may each be off by 4 mm leave 39.5 to 55.5 mm of a gap of 47.5. A crack of 2 mm between walls that may be
 * off by 0.4 is 2.8 mm wide at most, no line keeps 1.5 mm; off by 0.6 it may be 3.2 mm wide. */
static void what_uncertain_walls_leave_is_told(void **state) {
    (void)state;
    static const struct { double between, off, leaks; } cases[] = {{47.5, 4, 0}, {2, 0.4, 4}, {2, 0.6, 0}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        made_scene m;
        const double h = 0.5 * cases[k].between;
        const made_box boxes[2] = {{{0, 190, 0}, {250 - h, 210, 60}}, {{250 + h, 190, 0}, {600, 210, 60}}};
        made_begin(&m, "findings-unsure");
        made_boxes(&m, "west.obj", &boxes[0], 1);
        made_boxes(&m, "east.obj", &boxes[1], 1);
        made_load(&m,
                  SCENE("{'id':'west','mesh':'west.obj','uncertainty':%g,'at':[0,0,0],'kind':'wall'},"
                        "{'id':'east','mesh':'east.obj','uncertainty':%g,'at':[0,0,0],'kind':'wall'}",
                        ""),
                  cases[k].off, cases[k].off);
        tl_board_findings *f = study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .details = true});
        assert_near(made_number(&m, "uncertainty_mm"), cases[k].off, 1e-12);
        assert_non_null(strstr(tl_board_findings_text(f), "may be off by up to"));
        assert_near(made_number(&m, "leaks.pairs"), cases[k].leaks, 0);
        if (k == 0) {
            assert_near(made_number(&m, "gaps[0].width_mm"), 47.5, 0.01);
            assert_near(made_number(&m, "gaps[0].uncertainty_mm"), 8, 1e-12);
            assert_near(made_number(&m, "gaps[0].base_mm"), 32, 0);
            assert_near(made_number(&m, "passage.bounds_mm[0]"), 39.5, 0.01);
            assert_near(made_number(&m, "passage.bounds_mm[1]"), 55.5, 0.01);
            assert_near(made_number(&m, "passage.base_mm"), 32, 0);
            assert_non_null(strstr(tl_board_findings_text(f), "give or take 8"));
        }
        tl_board_findings_destroy(f);
        made_end(&m);
    }
}

/* A sheet with a hole: what is seen through it counts, and that is said. */
static void holes_are_told(void **state) {
    (void)state;
    static tl_vec3 triangles[SHEET_MOST][3];
    const sheet_rect whole = {100, 300, 0, 60}, hole = {194, 206, 10, 20};
    made_scene m;
    made_begin(&m, "findings-hole");
    size_t count = sheet_make(300, whole, &hole, 1, triangles);
    made_triangles(&m, "sheet.obj", (const tl_vec3(*)[3])triangles, count);
    made_load(&m, SCENE("{'id':'sheet','mesh':'sheet.obj','at':[0,0,0],'kind':'wall'}", ""));
    tl_board_findings *f = study(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .threads = 1});
    assert_true(made_has(&m, "open_holes"));
    assert_non_null(strstr(tl_board_findings_text(f), "have holes"));
    tl_board_findings_destroy(f);
    made_end(&m);
}

static void expect_error(made_scene *m, tl_board_study what, tl_status status, const char *words) {
    tl_board_findings *findings = NULL;
    tl_error error = {0};
    assert_int_equal(tl_scene_study(m->scene, &what, &findings, &error), status);
    assert_null(findings);
    assert_non_null(strstr(error.message, words));
    assert_true(error.remedy[0] != '\0');
}

static void bad_studies_are_refused(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "findings-bad");
    made_load(&m, SCENE("", ""));
    const tl_vec2 off[4] = {{0, 0}, {700, 0}, {700, 100}, {0, 100}}, all[4] = {{0, 0}, {600, 0}, {600, 400}, {0, 400}};
    const tl_vec2 thin[4] = {{0, 0}, {600, 0}, {600, 20}, {0, 20}};
    expect_error(
        &m, (tl_board_study){.struct_size = sizeof(tl_board_study), .zone = {off}, .zone_count = {4}, .cell_mm = 100},
        TL_ERROR_ARGUMENT, "off the table");
    expect_error(
        &m, (tl_board_study){.struct_size = sizeof(tl_board_study), .zone = {all}, .zone_count = {4}, .cell_mm = 100},
        TL_ERROR_ARGUMENT, "in both zones");
    expect_error(
        &m, (tl_board_study){.struct_size = sizeof(tl_board_study), .zone = {thin}, .zone_count = {4}, .cell_mm = 100},
        TL_ERROR_ARGUMENT, "holds no cell's middle");
    expect_error(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .cell_mm = 2}, TL_ERROR_LIMIT,
                 "against one another");
    tl_board_findings *none = NULL;
    m.error = (tl_error){0};
    assert_int_equal(tl_scene_study(m.scene, &(tl_board_study){.struct_size = sizeof(tl_board_study), .cell_mm = 7},
                                    &none, &m.error),
                     TL_ERROR_LIMIT);
    assert_string_equal(m.error.remedy, "take cells of 8 mm at least"); /* 75 x 50; of 7 mm 86 x 58 are too many */
    expect_error(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .cell_mm = NAN}, TL_ERROR_ARGUMENT,
                 "can't be");
    expect_error(&m, (tl_board_study){.struct_size = sizeof(tl_board_study), .body = "dragon", .cell_mm = 100},
                 TL_ERROR_NOT_FOUND, "dragon");
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_board_is_open_and_fair),
        cmocka_unit_test(a_board_cut_in_two_is_counted),
        cmocka_unit_test(places_see_as_the_ruling_says),
        cmocka_unit_test(what_a_piece_hides_comes_into_view_without_it),
        cmocka_unit_test(a_suggestion_makes_the_board_fairer),
        cmocka_unit_test(a_gap_is_measured),
        cmocka_unit_test(sheets_are_walls),
        cmocka_unit_test(a_mirrored_board_is_fair),
        cmocka_unit_test(a_crack_is_a_leak),
        cmocka_unit_test(proofs_of_leaks_are_kept),
        cmocka_unit_test(what_uncertain_walls_leave_is_told),
        cmocka_unit_test(holes_are_told),
        cmocka_unit_test(bad_studies_are_refused),
    };
    return cmocka_run_group_tests_name("findings", tests, NULL, NULL);
}
