/* Meshes that are only good to so much: where limits and lines flip at known numbers, and a law: however the true
 * surface lies within its uncertainty, no yes becomes a no, nor a no a yes. */
#include "base/hash.h"
#include "support/scarce.h"
#include "support/shaken.h"
#include "support/sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ASSETS                                                                                                         \
    "'block':{'core':{'shape':'box','min':[-10,-10,0],'max':[10,10,30]}},"                                             \
    "'hull':{'mesh':'hull.obj','parts':{'core':['box0']}%s}"
#define MAN_ASSET                                                                                                      \
    "'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},'base':{'shape':'disc','diameter':25}}"
#define UNIT(id, asset, at)                                                                                            \
    "{'id':'" id "','class':'vehicle','weapons':[{'id':'main','range':14}],'members':[{'id':'" id "1','asset':'" asset \
    "','at':" at "}]}"
#define SCENE(terrain, units)                                                                                          \
    "{'trueline':1,'name':'Made','table':{'width':2000,'depth':1500},'assets':{" ASSETS "},'terrain':[" terrain        \
    "],'units':[" units "]}"
#define WALL(id, more) "{'id':'" id "','mesh':'" id ".obj','at':[0,0,0],'kind':'wall'" more "}"
#define BLOCKS         UNIT("a", "block", "[400,400]") "," UNIT("b", "block", "[800,400]")

static const made_box hull = {{-10, -10, 0}, {10, 10, 30}};

static void begin(made_scene *m, const char *name) {
    made_begin(m, name);
    made_boxes(m, "hull.obj", &hull, 1);
    m->triangle_count = 0; /* the hull is no obstacle */
}

static void lines_flip_where_they_are_as_clear(void **state) {
    (void)state;
    const struct {
        double height, gap; /* of a wall; of a slit in a high one */
        double uncertainty;
        const char *verdict;
    } cases[] = {
        /* lines run 30 high at most, so they clear a wall of 29 by 1, and a wall of 31 hides by 1 */
        {29, 0, 0.95, "yes"}, {29, 0, 1.05, "marginal"}, {31, 0, 0.95, "no"},       {31, 0, 1.05, "marginal"},
        {31, 0, 0, "no"},     {200, 4, 1.9, "yes"},      {200, 4, 2.1, "marginal"}, {200, 0, 2.1, "no"},
        {200, 0, 40, "no"},   {200, 4, 0, "yes"},
    };
    made_scene m;
    begin(&m, "uncertain-lines");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double half = 0.5 * cases[i].gap, h = cases[i].height;
        const made_box boxes[2] = {{{600, 0, 0}, {610, 400 - half, h}}, {{600, 400 + half, 0}, {610, 1500, h}}};
        const made_box whole = {{600, 0, 0}, {610, 1500, h}};
        m.triangle_count = 0;
        made_boxes(&m, "wall.obj", half > 0 ? boxes : &whole, half > 0 ? 2 : 1);
        char more[64];
        snprintf(more, sizeof(more), ",'uncertainty':%g", cases[i].uncertainty);
        made_load(&m, SCENE("{'id':'wall','mesh':'wall.obj','at':[0,0,0],'kind':'wall'%s}", BLOCKS), "", more);
        made_ask(&m, "{'query':'los','from':'a','to':'b'}");
        if (strcmp(made_word(&m, "verdict"), cases[i].verdict) != 0) {
            fail_msg("%g high, slit %g, uncertain by %g: %s", h, 2 * half, cases[i].uncertainty, m.text);
        }
        assert_int_equal(made_has(&m, "uncertain"), cases[i].uncertainty > 0);
        if (cases[i].uncertainty > 0) {
            assert_string_equal(made_word(&m, "uncertain[0].id"), "wall");
            assert_near(made_number(&m, "uncertain[0].uncertainty_mm"), cases[i].uncertainty, 1e-12);
            assert_non_null(strstr(m.text, "may be off by up to"));
        }
        if (strcmp(cases[i].verdict, "marginal") == 0) {
            assert_string_equal(made_word(&m, "why"), "uncertainty");
            assert_near(made_number(&m, "uncertainty_mm"), cases[i].uncertainty, 1e-12);
        } else if (strcmp(cases[i].verdict, "yes") == 0) {
            assert_true(made_number(&m, "witness.clearance_mm") > cases[i].uncertainty);
            made_check_witness(&m, 30);
        }
    }
    made_end(&m);
}

static void what_is_certain_stands(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "uncertain-beside");
    const made_box low = {{500, 0, 0}, {510, 1500, 20}}, high = {{700, 0, 0}, {710, 1500, 100}};
    made_boxes(&m, "low.obj", &low, 1);
    made_boxes(&m, "high.obj", &high, 1);
    /* hidden by what is certain, whatever the other is like */
    made_load(&m, SCENE(WALL("low", ",'uncertainty':50") "," WALL("high", ""), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    made_ask(&m, "{'query':'cover','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    made_load(&m, SCENE(WALL("low", ",'uncertainty':50") "," WALL("high", ",'uncertainty':50"), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    /* it ends 100 high: by more than that it may be off */
    made_load(&m, SCENE(WALL("high", ",'uncertainty':80"), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "marginal");
    made_ask(&m, "{'query':'cover','from':'a','to':'b'}");
    assert_verdict(&m, "marginal");
    assert_string_equal(made_word(&m, "why"), "uncertainty");
    /* seen whole, past nothing that may be in the way */
    const made_box aside = {{600, 600, 0}, {610, 700, 100}};
    made_boxes(&m, "aside.obj", &aside, 1);
    made_load(&m, SCENE(WALL("aside", ",'uncertainty':5"), BLOCKS), "");
    made_ask(&m, "{'query':'cover','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    made_ask(&m, "{'query':'attack','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    made_end(&m);
}

static void limits_are_as_wide_as_the_meshes_are_uncertain(void **state) {
    (void)state;
    const struct {
        const char *asset;
        double limit;
        const char *verdict;
        double uncertainty;
    } cases[] = {
        /* the hulls are 380 apart, each uncertain by 0.4 */
        {"", 380.06, "yes", 0},
        {"", 379.94, "no", 0},
        {",'uncertainty':0.4", 380.86, "yes", 0.8},
        {",'uncertainty':0.4", 380.84, "marginal", 0.8},
        {",'uncertainty':0.4", 379.16, "marginal", 0.8},
        {",'uncertainty':0.4", 379.14, "no", 0.8},
    };
    made_scene m;
    begin(&m, "uncertain-limits");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        made_load(&m, SCENE("", UNIT("a", "hull", "[400,400]") "," UNIT("b", "hull", "[800,400]")), cases[i].asset);
        made_ask(&m, "{'query':'range','from':'a','to':'b','limit_mm':%.17g}", cases[i].limit);
        if (strcmp(made_word(&m, "verdict"), cases[i].verdict) != 0) {
            fail_msg("limit %g: %s", cases[i].limit, m.text);
        }
        assert_int_equal(made_has(&m, "uncertainty_mm"), cases[i].uncertainty > 0);
        if (cases[i].uncertainty > 0) {
            assert_near(made_number(&m, "uncertainty_mm"), cases[i].uncertainty, 1e-12);
            assert_string_equal(made_word(&m, "uncertain[0].id"), "a1");
            assert_string_equal(made_word(&m, "uncertain[1].id"), "b1");
        }
    }
    /* a wrong scale: so much at the vertex farthest from the origin */
    made_load(&m, SCENE("", UNIT("a", "hull", "[400,400]") "," UNIT("b", "block", "[800,400]")), ",'scale_error':0.01");
    made_ask(&m, "{'query':'range','from':'a','to':'b','limit_mm':380.2}");
    assert_verdict(&m, "marginal");
    assert_near(made_number(&m, "uncertainty_mm"), 0.01 * sqrt(10 * 10 + 10 * 10 + 30 * 30), 1e-9);
    made_ask(&m, "{'query':'range','from':'a','to':'b','limit_mm':380.4}");
    assert_verdict(&m, "yes");
    made_end(&m);
}

/* A copy of triangles whose corners are moved by at most `by`, corners in one place together; what is on the table
 * stays on it. */
static void shake(test_random *random, tl_vec3 (*triangles)[3], size_t count, double by) {
    enum { MOST = 3 * SHEET_MOST };
    static tl_vec3 from[MOST], to[MOST];
    size_t known = 0;
    for (size_t i = 0; i < 3 * count; i++) {
        tl_vec3 *v = &triangles[i / 3][i % 3];
        size_t k = 0;
        while (k < known && !tl_same_point(from[k], *v)) {
            k++;
        }
        if (k == known) {
            double length = by * (test_random_below(random, 3) > 0 ? 1 : test_random_between(random, 0, 1));
            from[known] = *v;
            to[known] = tl_madd(*v, test_random_direction(random), length);
            to[known].z = v->z <= 0 ? tl_min(to[known].z, 0) : to[known].z;
            known++;
        }
        *v = to[k];
    }
}

static void no_true_surface_contradicts(void **state) {
    (void)state;
    enum { SCENES = 24, SHAKES = 10 };
    test_random random = test_random_start("no_true_surface_contradicts", 11);
    static tl_vec3 made[SHEET_MOST][3], moved[SHEET_MOST][3];
    size_t told[3] = {0};
    made_scene m;
    begin(&m, "uncertain-law");
    for (int n = 0; n < SCENES; n++) {
        double u = test_random_between(&random, 0.2, 2.5);
        const sheet_rect rect = {n % 3 == 0 ? 0 : test_random_between(&random, 380, 412), 1500, 0,
                                 test_random_between(&random, 26, 36)};
        sheet_rect hole = {.y0 = rect.y0 + test_random_between(&random, 2, 30),
                           .z0 = test_random_between(&random, 3, 12)};
        hole.y1 = hole.y0 + test_random_between(&random, 1, 8);
        hole.z1 = hole.z0 + test_random_between(&random, 1, 8);
        size_t count = sheet_make(600, rect, &hole, (size_t)n % 2, made);
        char more[48], at[2][32];
        snprintf(more, sizeof(more), ",'uncertainty':%.6f", u);
        snprintf(at[0], sizeof(at[0]), "[400,%.2f]", test_random_between(&random, 385, 420));
        snprintf(at[1], sizeof(at[1]), "[800,%.2f]", test_random_between(&random, 385, 420));
        made_triangles(&m, "wall.obj", (const tl_vec3(*)[3])made, count);
        char verdicts[2][16];
        for (int k = -1; k < SHAKES; k++) {
            if (k >= 0) {
                memcpy(moved, made, count * sizeof(*made));
                shake(&random, moved, count, u - 1e-3);
                made_triangles(&m, "wall.obj", (const tl_vec3(*)[3])moved, count);
            }
            made_load(&m,
                      "{'trueline':1,'table':{'width':2000,'depth':1500},'assets':{" ASSETS "},'terrain':[{'id':'wall',"
                      "'mesh':'wall.obj','at':[0,0,0],'kind':'wall'%s}],'units':["
                      "{'id':'a','class':'vehicle','members':[{'id':'a1','asset':'block','at':%s}]},"
                      "{'id':'b','class':'vehicle','members':[{'id':'b1','asset':'block','at':%s}]}]}",
                      "", k < 0 ? more : "", at[0], at[1]);
            for (int q = 0; q < 2; q++) {
                made_ask(&m, "{'query':'%s','from':'a','to':'b'}", q == 0 ? "los" : "cover");
                const char *verdict = made_word(&m, "verdict");
                if (k < 0) {
                    snprintf(verdicts[q], sizeof(verdicts[q]), "%s", verdict);
                    told[strcmp(verdict, "yes") == 0 ? 0 : strcmp(verdict, "no") == 0 ? 1 : 2]++;
                } else if (strcmp(verdicts[q], "marginal") != 0 && strcmp(verdict, "marginal") != 0) {
                    if (strcmp(verdicts[q], verdict) != 0) {
                        fail_msg("scene %d, shake %d, uncertain by %g: %s, then %s: %s", n, k, u, verdicts[q], verdict,
                                 m.text);
                    }
                }
            }
        }
    }
    printf("%zu yes, %zu no, %zu marginal\n", told[0], told[1], told[2]);
    assert_true(told[0] >= 5 && told[1] >= 5 && told[2] >= 5);
    made_end(&m);
}

/* Uncertain bodies: a line must be clear of everything by as much. */
static void uncertain_bodies(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "uncertain-bodies");
    const double heights[] = {28, 29.5, 30.5, 32};
    const char *verdicts[] = {"yes", "marginal", "marginal", "no"};
    for (int i = 0; i < 4; i++) {
        const made_box wall = {{600, 0, 0}, {610, 1500, heights[i]}};
        made_boxes(&m, "wall.obj", &wall, 1);
        made_load(&m, SCENE(WALL("wall", ""), UNIT("a", "hull", "[400,400]") "," UNIT("b", "block", "[800,400]")),
                  ",'uncertainty':1");
        made_ask(&m, "{'query':'los','from':'a','to':'b'}");
        if (strcmp(made_word(&m, "verdict"), verdicts[i]) != 0) {
            fail_msg("a wall %g high: %s", heights[i], m.text);
        }
        assert_string_equal(made_word(&m, "uncertain[0].id"), "a1");
    }
    made_end(&m);
}

static void repairs_and_openings_in_the_scene(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "uncertain-repairs");
    static tl_vec3 triangles[SHEET_MOST][3];
    const sheet_rect hole = {394, 406, 10, 20};
    size_t count = sheet_make(600, (sheet_rect){0, 1500, 0, 200}, &hole, 1, triangles);
    made_triangles(&m, "wall.obj", (const tl_vec3(*)[3])triangles, count);
    made_load(&m, SCENE(WALL("wall", ",'repair':{'close_holes':12.5}"), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    assert_string_equal(made_word(&m, "by_repair[0].id"), "wall");
    assert_near(made_number(&m, "by_repair[0].size_mm"), 12, 1e-9);
    made_load(&m, SCENE(WALL("wall", ",'repair':{'close_holes':11.5}"), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    assert_true(made_has(&m, "through_hole"));
    made_load(&m, SCENE(WALL("wall", ",'openings':true"), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    assert_false(made_has(&m, "through_hole"));
    /* whose hole is closed, but who may be off: the repair is told, and the no stands */
    made_load(&m, SCENE(WALL("wall", ",'repair':{'close_holes':12.5},'uncertainty':0.5"), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    assert_true(made_has(&m, "by_repair") && made_has(&m, "uncertain"));
    made_refused(&m, SCENE(WALL("wall", ",'uncertanty':1"), BLOCKS), "");
    assert_non_null(strstr(m.error.message, "uncertainty"));
    made_refused(&m, SCENE(WALL("wall", ",'repair':{'close_hole':1}"), BLOCKS), "");
    assert_non_null(strstr(m.error.message, "close_holes"));
    made_refused(&m, SCENE(WALL("wall", ",'uncertainty':-1"), BLOCKS), "");
    made_end(&m);
}

/* A corner of the fine wall: it is rough. */
static tl_vec3 rough(double y, double z) {
    uint64_t bits = tl_hash(tl_hash(0, &y, sizeof(y)), &z, sizeof(z));
    return (tl_vec3){600 + (double)(bits % 1000) / 1000, y, z};
}

/* A fine wall that hides by ten millimetres, simplified: the bound is its uncertainty. */
static void simplified_meshes(void **state) {
    (void)state;
    enum { CELLS = 40, MOST = 2 * CELLS * CELLS };
    static tl_vec3 triangles[MOST][3];
    made_scene m;
    begin(&m, "uncertain-simplified");
    for (int i = 0; i < CELLS * CELLS; i++) {
        double y = 380 + i % CELLS, z = i / CELLS;
        const tl_vec3 c[4] = {rough(y, z), rough(y + 1, z), rough(y + 1, z + 1), rough(y, z + 1)};
        for (int t = 0; t < 2; t++) {
            triangles[2 * i + t][0] = c[0];
            triangles[2 * i + t][1] = c[t + 1];
            triangles[2 * i + t][2] = c[t + 2];
        }
    }
    made_triangles(&m, "wall.obj", (const tl_vec3(*)[3])triangles, MOST);
    made_load(&m, SCENE(WALL("wall", ",'simplify':3,'uncertainty':0.25"), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    double bound = made_number(&m, "uncertain[0].uncertainty_mm") - 0.25;
    assert_true(bound > 0.25 && bound <= 3); /* it is a millimetre deep */
    made_load(&m, SCENE(WALL("wall", ",'simplify':0.001"), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "no");
    assert_false(made_has(&m, "uncertain")); /* nothing could be drawn together */
    made_end(&m);
}

/* A disc of 25 between two walls: it passes when the gap is wider by all that both may be off, and can't when it is
 * narrower by as much. Walls lower than 5 mm don't stop it; that is held against what the wall may be off and the
 * height of the ground, which is 2.7321 times as much on slopes. Higher ones up to a sill are climbed. */
static void moves_between_uncertain_walls(void **state) {
    (void)state;
    const struct {
        double gap, height, uncertainty;
        const char *verdict;
    } cases[] = {
        {26.1, 60, 0.5, "yes"}, {25.9, 60, 0.5, "marginal"}, {24.1, 60, 0.5, "marginal"},
        {23.9, 60, 0.5, "no"},  {25.1, 60, 0, "yes"},        {24.9, 60, 0, "no"},
        {10, 3.1, 0.5, "yes"},  {10, 3.2, 0.5, "marginal"},  {10, 6.8, 0.5, "yes"},

    };
    made_scene m;
    begin(&m, "uncertain-moves");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double half = 0.5 * cases[i].gap;
        const made_box walls[2] = {{{600, 200, 0}, {604, 500 - half, cases[i].height}},
                                   {{600, 500 + half, 0}, {604, 800, cases[i].height}}};
        made_boxes(&m, "gap.obj", walls, 2);
        made_load(&m,
                  "{'trueline':1,'table':{'width':2000,'depth':1500},'assets':{" MAN_ASSET
                  "},'terrain':[{'id':'gap','kind':'building','mesh':'gap.obj','at':[0,0,0],'uncertainty':%g,"
                  "'outline':[[600,200],[604,200],[604,800],[600,800]]}],'units':[{'id':'a','class':'infantry',"
                  "'move':2,'march':4,'members':[{'id':'a1','asset':'man','at':[550,500]}]}]}",
                  cases[i].uncertainty);
        made_ask(&m, "{'query':'move','member':'a1','path':[[700,500]]}");
        if (strcmp(made_word(&m, "verdict"), cases[i].verdict) != 0) {
            fail_msg("a gap of %g, %g high, uncertain by %g: %s", cases[i].gap, cases[i].height, cases[i].uncertainty,
                     m.text);
        }
        assert_int_equal(made_has(&m, "uncertainty_mm"), cases[i].uncertainty > 0);
        if (cases[i].uncertainty > 0 && strcmp(cases[i].verdict, "marginal") == 0) {
            assert_string_equal(made_word(&m, "uncertain[0].id"), "gap");
            assert_non_null(strstr(m.text, "may be off by up to 0.5"));
        }
    }
    /* it stands at the wall, and goes away from it */
    const made_box wall = {{600, 200, 0}, {604, 800, 60}};
    made_boxes(&m, "wall.obj", &wall, 1);
    made_load(&m,
              "{'trueline':1,'table':{'width':2000,'depth':1500},'assets':{" MAN_ASSET
              "},'terrain':[{'id':'wall','kind':'building','mesh':'wall.obj','at':[0,0,0],'uncertainty':%g,"
              "'outline':[[600,200],[604,200],[604,800],[600,800]]}],'units':[{'id':'a','class':'infantry',"
              "'move':2,'march':4,'members':[{'id':'a1','asset':'man','at':[587.5,500]}]}]}",
              0.5);
    made_ask(&m, "{'query':'move','member':'a1','path':[[500,500]]}");
    assert_verdict(&m, "yes");
    made_ask(&m, "{'query':'move','member':'a1','path':[[587.5,600]]}");
    assert_verdict(&m, "marginal");
    made_end(&m);
}

/* A figure whose base is part of its mesh: a prism over a polygon round a circle of 12.5. */
static void figure(made_scene *m, int corners) {
    static char text[20000];
    size_t used = 0;
    for (int i = 0; i < 2 * corners; i++) {
        double a = 6.283185307179586 * (i / 2) / corners;
        used += (size_t)snprintf(text + used, sizeof(text) - used, "v %.9f %.9f %d\n", 12.5 * cos(a), 12.5 * sin(a),
                                 i % 2 == 0 ? 0 : 3);
    }
    used += (size_t)snprintf(text + used, sizeof(text) - used,
                             "v -4 -4 3\nv 4 -4 3\nv 4 4 3\nv -4 4 3\nv 0 0 30\ng base\n");
    for (int i = 0; i < corners; i++) {
        int a = 2 * i + 1, b = 2 * ((i + 1) % corners) + 1;
        used += (size_t)snprintf(text + used, sizeof(text) - used, "f %d %d %d\nf %d %d %d\n", a, b, b + 1, a, b + 1,
                                 a + 1);
        if (i > 0 && i + 1 < corners) {
            used += (size_t)snprintf(text + used, sizeof(text) - used, "f 1 %d %d\nf 2 %d %d\n", b, a, a + 1, b + 1);
        }
    }
    int at = 2 * corners + 1;
    used += (size_t)snprintf(text + used, sizeof(text) - used,
                             "g body\nf %d %d %d\nf %d %d %d\nf %d %d %d\nf %d %d %d\nf %d %d %d\nf %d %d %d\n", at,
                             at + 1, at + 4, at + 1, at + 2, at + 4, at + 2, at + 3, at + 4, at + 3, at, at + 4, at,
                             at + 2, at + 1, at, at + 3, at + 2);
    made_file(m, "figure.obj", text);
}

/* A base that was found, or guessed, is as good as its mesh, and as it fits; one that is given is what it is. */
static void bases_of_uncertain_meshes(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "uncertain-bases");
    for (int kind = 0; kind < 3; kind++) { /* given, found, guessed */
        const char *base = kind == 0 ? ",'base':{'shape':'disc','diameter':25}" : kind == 1 ? ",'base':'auto'" : "";
        figure(&m, kind == 2 ? 8 : 64);
        for (int far = 0; far < 2; far++) {
            made_load(&m,
                      "{'trueline':1,'table':{'width':2000,'depth':1500},'assets':{'man':{'mesh':'figure.obj',"
                      "'uncertainty':0.3%s}},'units':[{'id':'a','class':'infantry','members':[{'id':'a1','asset':'man',"
                      "'at':[400,400]}]},{'id':'b','class':'infantry','members':[{'id':'b1','asset':'man',"
                      "'at':[800,400]}]}]}",
                      base);
            made_ask(&m, "{'query':'range','from':'a','to':'b','limit_mm':%g}", far == 0 ? 375.5 : 378.0);
            /* of the disc found, the rim keeps within how far corners of 64 stand out from it */
            double off = made_has(&m, "uncertainty_mm") ? made_number(&m, "uncertainty_mm") : 0;
            double least = kind == 0 ? 0 : kind == 1 ? 2 * 0.3 : 2 * 3 * 0.3;
            double most = kind == 0 ? 0 : kind == 1 ? 2 * (0.3 + 0.02) : 2 * 3.4 * 0.3;
            if (off < least || off > most) {
                fail_msg("base %d: %g", kind, off);
            }
            assert_verdict(&m, far == 1 || kind == 0 ? "yes" : "marginal");
            assert_int_equal(made_has(&m, "uncertain"), kind > 0);
            if (kind > 0 && far == 0) {
                assert_non_null(strstr(m.text, "The surfaces measured may be off"));
                assert_non_null(strstr(m.text, "The mesh of a1 may be off"));
            }
        }
    }
    made_end(&m);
}

/* Standing on an uncertain hill: what is measured and seen from there is as uncertain in height. */
static void models_on_uncertain_ground(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "uncertain-ground");
    const made_box hill = {{300, 300, 0}, {500, 500, 20}};
    made_boxes(&m, "hill.obj", &hill, 1);
    for (int exact = 0; exact < 2; exact++) {
        made_load(&m,
                  "{'trueline':1,'table':{'width':2000,'depth':1500},'assets':{" ASSETS "},'terrain':[{'id':'hill',"
                  "'mesh':'hill.obj','at':[0,0,0],'kind':'hill','uncertainty':0.4}],'units':[" UNIT(
                      "a", "block", "[400,400%s]") "," UNIT("b", "block", "[800,400]") "]}",
                  "", exact == 1 ? ",20" : "");
        made_ask(&m, "{'query':'range','from':'a','to':'b'}");
        assert_int_equal(made_has(&m, "uncertainty_mm"), exact == 0);
        if (exact == 0) {
            assert_near(made_number(&m, "uncertainty_mm"), 1.05 * 0.4, 1e-9);
            assert_string_equal(made_word(&m, "uncertain[0].id"), "a1");
        }
    }
    made_end(&m);
}

/* What isn't known of uncertain meshes isn't told, or told to be open. */
static void what_is_not_told(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "uncertain-untold");
    const made_box wall = {{600, 0, 0}, {610, 1500, 15}};
    made_boxes(&m, "wall.obj", &wall, 1);
    made_load(&m, SCENE(WALL("wall", ",'uncertainty':0.5"), BLOCKS), "");
    made_ask(&m, "{'query':'los','from':'a','to':'b','margin':true}");
    assert_verdict(&m, "yes");
    assert_false(made_has(&m, "margin"));
    assert_string_equal(made_word(&m, "margin_why"), "uncertainty");
    assert_non_null(strstr(m.text, "isn't told"));
    made_ask(&m, "{'query':'los','from':'a','to':'b','set':{'min_visible_patch_mm':5}}");
    assert_verdict(&m, "marginal");
    assert_non_null(strstr(m.text, "Too uncertain to call whether"));
    made_ask(&m, "{'query':'cover','from':'a','to':'b'}");
    assert_true(made_number(&m, "visible_fraction[0]") == 0 && made_number(&m, "visible_fraction[1]") == 1);
    double low = made_number(&m, "mesh_visible_fraction[0]"), high = made_number(&m, "mesh_visible_fraction[1]");
    assert_true(low > 0.3 && low <= high && high < 1);
    made_end(&m);
}

static void print_count(const shaken_count *c) {
    printf("%zu scenes, %zu shaken, %zu answers: %zu certain verdicts, %zu numbers and %zu places of reach held, "
           "%zu contradicted; %zu verdicts open\n",
           c->scenes, c->shakes, c->answers, c->claims, c->bounds, c->squares, c->contradicted, c->open);
}

/* Every question, on scenes of which everything may be uncertain. By hand: test_api_uncertainty SECONDS [SEED]. */
static void no_shaken_scene_contradicts(void **state) {
    (void)state;
    made_scene m;
    shaken_count count = {0};
    made_begin(&m, "uncertain-shaken");
    static const uint64_t seeds[] = {2, 11}; /* quick ones */
    for (int i = 0; i < 2; i++) {
        shaken_run(&m, seeds[i], 3, true, true, &count);
    }
    print_count(&count);
    assert_true(count.claims > 100 && count.bounds > 30);
    made_end(&m);
}

static double long_campaign;
static unsigned long long campaign_seed = 1;

static void campaign(void **state) {
    (void)state;
    made_scene m;
    shaken_count count = {0};
    time_t begin_at = time(NULL);
    char folder[64];
    snprintf(folder, sizeof(folder), "uncertain-campaign-%llu", campaign_seed);
    made_begin(&m, folder);
    for (uint64_t seed = campaign_seed; difftime(time(NULL), begin_at) < long_campaign; seed++) {
        shaken_run(&m, seed, 4, seed % 4 != 0, false, &count);
        if (seed % 16 == 0) {
            print_count(&count);
            fflush(stdout);
        }
    }
    print_count(&count);
    assert_int_equal(count.contradicted, 0);
    made_end(&m);
}

static void memory_runs_out(void **state) {
    (void)state;
    made_scene m;
    begin(&m, "uncertain-scarce");
    const made_box wall = {{600, 0, 0}, {610, 1500, 31}};
    made_boxes(&m, "wall.obj", &wall, 1);
    made_load(&m, SCENE(WALL("wall", ",'uncertainty':0.5"), BLOCKS), "");
    const tl_question questions[] = {{.struct_size = sizeof(tl_question), .query = "los", .from = "a", .to = "b"},
                                     {.struct_size = sizeof(tl_question), .query = "cover", .from = "a", .to = "b"}};
    scarce_ask_all(&m, questions, 2, 8);
    made_end(&m);
}

int main(int count, char **arguments) {
    if (count > 1) {
        const struct CMUnitTest long_one[] = {cmocka_unit_test(campaign)};
        long_campaign = strtod(arguments[1], NULL);
        campaign_seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
        return cmocka_run_group_tests(long_one, NULL, NULL);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_flip_where_they_are_as_clear),
        cmocka_unit_test(what_is_certain_stands),
        cmocka_unit_test(limits_are_as_wide_as_the_meshes_are_uncertain),
        cmocka_unit_test(no_true_surface_contradicts),
        cmocka_unit_test(uncertain_bodies),
        cmocka_unit_test(repairs_and_openings_in_the_scene),
        cmocka_unit_test(simplified_meshes),
        cmocka_unit_test(moves_between_uncertain_walls),
        cmocka_unit_test(bases_of_uncertain_meshes),
        cmocka_unit_test(models_on_uncertain_ground),
        cmocka_unit_test(what_is_not_told),
        cmocka_unit_test(no_shaken_scene_contradicts),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
