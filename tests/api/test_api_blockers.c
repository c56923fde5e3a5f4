/* What stands in the way, through the public header: the smallest sets of terrain and models without which there would
 * be sight, against scenes whose sets are plain to see. Lines that would open are held against every other mesh. */
#include "support/made_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                                       \
    "'base':{'shape':'disc','diameter':25}},"                                                                          \
    "'tank':{'core':{'shape':'box','min':[-50,-80,0],'max':[50,80,60]}}"
#define MEMBER(id, asset, at)   "{'id':'" id "','asset':'" asset "','at':" at "}"
#define UNIT(id, kind, members) "{'id':'" id "','side':'red','class':'" kind "','members':[" members "]}"
#define SCENE(table, terrain, units)                                                                                   \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500" table "},"           \
    "'assets':{" ASSETS "},'terrain':[" terrain "],'units':[" units "]}"
#define WALL(id)     "{'id':'" id "','mesh':'" id ".obj','at':[0,0,0],'kind':'wall'}"
#define MAN(id, at)  UNIT(id, "infantry", MEMBER(id "1", "man", at))
#define TANK(id, at) UNIT(id, "vehicle", MEMBER(id "1", "tank", at))

/* The mesh of WALL(name): from x to x + 10, from y0 to y1. */
static void wall(made_scene *m, const char *name, double x, double y0, double y1) {
    char file[64];
    snprintf(file, sizeof(file), "%s.obj", name);
    made_boxes(m, file, &(made_box){{x, y0, 0}, {x + 10, y1, 200}}, 1);
}

/* The ids of the n-th set, joined by "+"; "" when there is none. */
static const char *set(const made_scene *m, int n, char buffer[128]) {
    char path[64];
    size_t used = 0;
    buffer[0] = '\0';
    snprintf(path, sizeof(path), "opens_without[%d].ids", n);
    const tl_json_value *ids = made_has(m, path) ? made_value(m, path) : NULL;
    for (size_t i = 0; ids != NULL && i < ids->count; i++) {
        used += (size_t)snprintf(buffer + used, 128 - used, "%s%s", i > 0 ? "+" : "", ids->items[i].text);
    }
    return buffer;
}

/* `sets`: what is expected, such as "farmhouse|hedge+ruin", pieces in the order of their slots (here: of their meshes);
 * all of them, each certain. */
static void expect_sets(const made_scene *m, const char *sets) {
    char found[512] = "", one[128];
    size_t used = 0;
    for (int n = 0; set(m, n, one)[0] != '\0'; n++) {
        char path[64];
        snprintf(path, sizeof(path), "opens_without[%d].certain", n);
        assert_true(made_value(m, path)->boolean);
        used += (size_t)snprintf(found + used, sizeof(found) - used, "%s%s", n > 0 ? "|" : "", one);
    }
    assert_string_equal(found, sets);
    assert_true(made_value(m, "opens_without_all")->boolean);
}

static void los(made_scene *m, const char *more) {
    made_ask(m, "{'query':'los','from':'a','to':'b'%s}", more);
    assert_verdict(m, "no");
}

#define TWO_MEN MAN("a", "[400,400]") "," MAN("b", "[800,400]")

static void one_wall(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-one");
    wall(&m, "north", 600, 0, 1500);
    wall(&m, "far", 700, 600, 1500);
    made_load(&m, SCENE("", WALL("north") "," WALL("far"), TWO_MEN));
    los(&m, "");
    expect_sets(&m, "north");
    assert_non_null(strstr(m.text, "a1 can't see b1: north is in the way.\n"));
    assert_null(strstr(m.text, "without"));
    assert_int_equal(made_value(&m, "blockers")->count, 1);
    /* nothing is said of it where there is sight */
    made_load(&m, SCENE("", WALL("far"), TWO_MEN));
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    assert_false(made_has(&m, "opens_without"));
    made_end(&m);
}

static void in_series_and_side_by_side(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-two");
    wall(&m, "north", 600, 0, 1500);
    wall(&m, "south", 700, 0, 1500);
    made_load(&m, SCENE("", WALL("north") "," WALL("south"), TWO_MEN));
    los(&m, "");
    expect_sets(&m, "north+south");
    assert_non_null(strstr(m.text, "north and south are in the way, and either alone would do.\n"));
    assert_non_null(strstr(m.text, "without north and south.\n"));

    wall(&m, "left", 600, 0, 401);
    wall(&m, "right", 604, 399, 1500);
    made_load(&m, SCENE("", WALL("left") "," WALL("right"), TWO_MEN));
    los(&m, "");
    expect_sets(&m, "left|right");
    assert_non_null(strstr(m.text, "left and right together are in the way.\n"));
    assert_non_null(strstr(m.text, "without left, or without right.\n"));
    assert_int_equal(made_value(&m, "blockers")->count, 2);

    /* both: one of the two, and whatever stands behind; a model counts like terrain */
    made_load(&m, SCENE("", WALL("left") "," WALL("right") "," WALL("south"), TWO_MEN));
    los(&m, "");
    expect_sets(&m, "left+south|right+south");
    made_load(&m, SCENE("", WALL("left") "," WALL("right"),
                        MAN("a", "[300,400]") "," MAN("b", "[800,400]") "," TANK("t", "[420,400]")));
    los(&m, "");
    expect_sets(&m, "left+t1|right+t1");
    /* asked the other way round the same things are in the way */
    made_ask(&m, "{'query':'los','from':'b','to':'a'}");
    expect_sets(&m, "left+t1|right+t1");
    made_end(&m);
}

/* The line that would open is free of everything that stays. */
static void lines_that_would_open(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-lines");
    wall(&m, "left", 600, 0, 401); /* the one that goes: what the next line remembers must be free of it */
    m.triangle_count = 0;
    wall(&m, "right", 604, 399, 1500);
    made_load(&m, SCENE("", WALL("left") "," WALL("right"), TWO_MEN));
    los(&m, "");
    tl_vec3 p = made_point(&m, "opens_without[0].witness.from"), q = made_point(&m, "opens_without[0].witness.to");
    double clearance = made_number(&m, "opens_without[0].witness.clearance_mm");
    assert_string_equal(made_word(&m, "opens_without[0].from"), "a1");
    assert_string_equal(made_word(&m, "opens_without[0].to"), "b1");
    assert_true(clearance > 0 && clearance <= made_clearance(&m, p, q) + 1e-9);
    assert_true(p.x < 500 && q.x > 700);
    made_end(&m);
}

static void areas_and_walls(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-areas");
    wall(&m, "south", 700, 0, 1500);
#define WOOD(id, x0, x1)                                                                                               \
    "{'id':'" id "','kind':'wood','outline':[[" x0 ",0],[" x1 ",0],[" x1 ",1500],[" x0 ",1500]],'height':90}"
    made_load(&m, SCENE("", WOOD("deep", "450", "650"), TWO_MEN));
    los(&m, "");
    expect_sets(&m, "deep");
    assert_non_null(strstr(m.text, "too deep in deep"));
    made_load(&m, SCENE("", WOOD("deep", "450", "650") "," WALL("south"), TWO_MEN));
    los(&m, "");
    expect_sets(&m, "deep+south");
    /* of two that are too deep the one that leaves least is told: 137.5 to one's far edge, 187.5 to the other's */
    made_load(&m, SCENE("", WOOD("near", "450", "550") "," WOOD("far", "600", "720"), TWO_MEN));
    los(&m, "");
    expect_sets(&m, "near+far");
    assert_string_equal(made_word(&m, "depth.terrain"), "far");
    assert_near(made_number(&m, "depth.margin_mm"), -87.5, 5);
    /* two woods that are shallow enough one by one: together they are not, when depths add up */
    made_load(&m, SCENE("", WOOD("first", "450", "500") "," WOOD("second", "700", "750"), TWO_MEN));
    los(&m, ",'set':{'area_combine':'sum_depth'}");
    expect_sets(&m, "first|second");
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(&m, "yes");
    made_end(&m);
}

static void between_units(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-units");
#define PAIRED(id, x)                                                                                                  \
    UNIT(id, "infantry", MEMBER(id "1", "man", "[" x ",300]") "," MEMBER(id "2", "man", "[" x ",700]"))
    /* a wall for the whole way; behind it one each for the ways on the left and on the right */
    wall(&m, "long", 600, 0, 1500);
    wall(&m, "left", 650, 0, 450);
    wall(&m, "right", 650, 580, 1500);
    made_load(&m,
              SCENE("", WALL("long") "," WALL("left") "," WALL("right"), PAIRED("a", "400") "," PAIRED("b", "800")));
    los(&m, "");
    expect_sets(&m, "long"); /* crosswise, through the middle */
    assert_non_null(strstr(m.text, "a can't see b: long is in the way.\n"));
    assert_true(made_has(&m, "pairs[3].verdict"));
    wall(&m, "left", 650, 0, 501);
    wall(&m, "right", 650, 499, 1500);
    made_load(&m,
              SCENE("", WALL("long") "," WALL("left") "," WALL("right"), PAIRED("a", "400") "," PAIRED("b", "800")));
    los(&m, "");
    expect_sets(&m, "left+long|long+right");
    made_end(&m);
}

static double ridge(double x) {
    return 120 - fabs(x - 600) * 0.6;
}

static void the_ground(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-ground");
    /* a ridge of the table's own mesh */
    enum { N = 20 };
    tl_vec3 triangles[2 * N][3];
    for (int i = 0; i < N; i++) {
        double x0 = 2000.0 * i / N, x1 = 2000.0 * (i + 1) / N;
        tl_vec3 c[4] = {{x0, 0, fmax(0, ridge(x0))},
                        {x1, 0, fmax(0, ridge(x1))},
                        {x1, 1500, fmax(0, ridge(x1))},
                        {x0, 1500, fmax(0, ridge(x0))}};
        memcpy(triangles[2 * i], (tl_vec3[3]){c[0], c[1], c[2]}, sizeof(triangles[0]));
        memcpy(triangles[2 * i + 1], (tl_vec3[3]){c[0], c[2], c[3]}, sizeof(triangles[0]));
    }
    made_triangles(&m, "board.obj", (const tl_vec3(*)[3])triangles, 2 * N);
    wall(&m, "south", 900, 0, 1500);
    made_load(&m, SCENE(",'mesh':'board.obj'", WALL("south"), MAN("a", "[300,400]") "," MAN("b", "[1100,400]")));
    los(&m, "");
    expect_sets(&m, "");
    assert_true(made_lists(&m, "blockers", "table"));
    assert_int_equal(made_value(&m, "blockers")->count, 1);
    assert_non_null(strstr(m.text, "the ground is in the way"));
    made_end(&m);
}

static void inside_a_house(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-inside");
    made_boxes(&m, "house.obj", &(made_box){{700, 300, 0}, {1100, 700, 100}}, 1);
    made_load(&m, SCENE("", "{'id':'house','mesh':'house.obj','at':[0,0,0],'kind':'building','height':5}",
                        MAN("a", "[500,500]") "," MAN("b", "[780,500,10]")));
    los(&m, "");
    assert_string_equal(made_word(&m, "reason"), "inside_solid");
    expect_sets(&m, "house");
    made_end(&m);
}

typedef struct drawn {
    size_t hatched, patterns, names;
    unsigned styles[8];
    char text[512];
} drawn;

static void count_mesh(void *user, const tl_draw_mesh *mesh) {
    drawn *d = user;
    if ((mesh->style & TL_DRAW_HATCHED) != 0) {
        bool again = false;
        for (size_t i = 0; i < d->patterns; i++) {
            again = again || d->styles[i] == mesh->style;
        }
        if (!again && d->patterns < 8) {
            d->styles[d->patterns++] = mesh->style;
        }
        d->hatched++;
    }
}

static void count_label(void *user, const tl_draw_label *label) {
    drawn *d = user;
    d->names++;
    strncat(d->text, label->text, sizeof(d->text) - strlen(d->text) - 2);
    strcat(d->text, ";");
}

static void keep_dashed(void *user, const tl_draw_line *line) {
    if ((line->style & TL_DRAW_DASHED) != 0) {
        ((tl_vec3 *)user)[0] = line->points[0];
        ((tl_vec3 *)user)[1] = line->points[1];
    }
}

/* The blocked line of a picture ends at what it meets first, whoever asks. */
static void stopped_at_the_first(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-stop");
    wall(&m, "north", 600, 0, 1500);
    wall(&m, "south", 700, 0, 1500);
    made_load(&m, SCENE("", WALL("north") "," WALL("south"), TWO_MEN));
    for (int back = 0; back < 2; back++) {
        tl_ruling *ruling;
        tl_question question = {.struct_size = sizeof(tl_question),
                                .query = "los",
                                .from = back != 0 ? "b" : "a",
                                .to = back != 0 ? "a" : "b"};
        assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, NULL), TL_OK);
        tl_vec3 line[2] = {{0, 0, 0}, {0, 0, 0}};
        tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = line, .line = keep_dashed};
        assert_int_equal(tl_ruling_draw(ruling, m.scene, &sink, NULL), TL_OK);
        assert_true(fabs(line[0].x - (back != 0 ? 800 : 400)) < 7);
        assert_near(line[1].x, back != 0 ? 710 : 600, 1e-9);
        tl_ruling_destroy(ruling);
    }
    made_end(&m);
}

/* The stretches of a line that pictures measure in areas. */
typedef struct measured {
    tl_vec3 ends[4][2];
    size_t count;
    bool dashed;
} measured;

static void keep_measured(void *user, const tl_draw_line *line) {
    measured *m = user;
    m->dashed = m->dashed || (line->style & TL_DRAW_DASHED) != 0;
    if (line->end_dots && line->colour.r > 0.9f && line->colour.g > 0.85f && m->count < 4) {
        m->ends[m->count][0] = line->points[0];
        m->ends[m->count++][1] = line->points[1];
    }
}

static void draw_between(const made_scene *made, const char *from, const char *to, measured *m) {
    tl_ruling *ruling = NULL;
    const tl_question question = {.struct_size = sizeof(tl_question), .query = "los", .from = from, .to = to};
    const tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = m, .line = keep_measured};
    *m = (measured){.count = 0};
    assert_int_equal(tl_scene_ask(made->scene, &question, &ruling, NULL), TL_OK);
    assert_int_equal(tl_ruling_draw(ruling, made->scene, &sink, NULL), TL_OK);
    tl_ruling_destroy(ruling);
}

static bool some_stretch(const measured *m, double low, double high, double told) {
    static const double OBLIQUE = 0.1; /* lines need not run along y = 400 exactly */
    for (size_t i = 0; i < m->count; i++) {
        double x = m->ends[i][0].x, y = m->ends[i][1].x, length = tl_distance(m->ends[i][0], m->ends[i][1]);
        if (fabs(fmin(x, y) - low) < OBLIQUE && fabs(fmax(x, y) - high) < OBLIQUE) {
            return fabs(length - told) < 1e-6;
        }
    }
    return false;
}

/* In a wood from x = 500 to 700, along y = 400: the picture measures what the words tell, from whichever end. */
static void depth_is_drawn_where_it_is_measured(void **state) {
    (void)state;
    static const struct {
        double a, b;      /* where the men stand; their bases reach 12.5 to each side */
        double low, high; /* what is told */
        size_t stretches;
        bool seen;
    } cases[] = {
        {450, 650, 462.5, 500, 2, true},  /* outside, near the edge: up to it, and the rest */
        {540, 900, 552.5, 700, 1, false}, /* inside, too deep */
        {620, 800, 632.5, 700, 1, true},  /* inside, near enough: from its base to the edge */
        {450, 760, 462.5, 700, 1, false}, /* through all of it: to the far edge */
    };
    made_scene made;
    measured m;
    made_begin(&made, "blockers-depth");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[1600];
        snprintf(text, sizeof(text),
                 SCENE("",
                       "{'id':'wood','kind':'wood','height':90,'outline':[[500,100],[700,100],[700,700],[500,700]]}",
                       MAN("a", "[%g,400]") "," MAN("b", "[%g,400]")),
                 cases[i].a, cases[i].b);
        made_load(&made, "%s", text);
        for (int back = 0; back < 2; back++) {
            made_ask(&made, "{'query':'los','from':'%s','to':'%s'}", back ? "b" : "a", back ? "a" : "b");
            assert_verdict(&made, cases[i].seen ? "yes" : "no");
            double told = made_number(&made, "depth.distance_mm");
            draw_between(&made, back ? "b" : "a", back ? "a" : "b", &m);
            assert_true(m.dashed == !cases[i].seen);
            assert_int_equal(m.count, cases[i].stretches);
            assert_true(some_stretch(&m, cases[i].low, cases[i].high, told));
        }
    }
    made_end(&made);
}

static void see_line(void *user, const tl_draw_line *line) {
    (void)user;
    assert_true(line->count >= 2);
}

static size_t times_in(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

/* Labels say what they measure: a ring which weapon reaches so far, a stretch which area it lies in. Of two stretches
 * both are labelled, of six in the same area the longest, and with a length only where the answer tells one: of a
 * line's, not of an attack's. The band along its edge is drawn once. */
static void labels_say_what_they_measure(void **state) {
    (void)state;
    made_scene made;
    made_begin(&made, "blockers-labels");
    made_load(
        &made,
        SCENE("", "{'id':'copse','kind':'wood','height':90,'outline':[[500,100],[900,100],[900,700],[500,700]]}",
              "{'id':'a','side':'blue','class':'infantry','weapons':[{'id':'gun','name':'Long gun','range':9},"
              "{'id':'cannon','name':'Cannon','range':9},{'id':'knife','name':'Knife','range':'C'}],"
              "'members':[" MEMBER("a1", "man", "[450,380]") "," MEMBER("a2", "man", "[450,420]") "]}," UNIT(
                  "b", "infantry",
                  MEMBER("b1", "man", "[530,400]") "," MEMBER("b2", "man", "[540,440]") "," MEMBER(
                      "b3", "man",
                      "[550,360]")) "," MAN("c", "[530,300]") "," UNIT("d", "infantry",
                                                                       MEMBER("d1", "man", "[530,500]") "," MEMBER(
                                                                           "d2", "man", "[540,540]"))));
    static const struct {
        const char *from, *to;
        size_t labels;
    } cases[] = {{"a1", "c", 1}, {"a1", "d", 2}, {"a", "b", 1}};
    for (size_t i = 0; i < 3; i++) {
        drawn d = {.names = 0};
        tl_ruling *ruling = NULL;
        const tl_draw_sink sink = {
            .struct_size = sizeof(tl_draw_sink), .user = &d, .line = see_line, .label = count_label};
        const tl_question question = {
            .struct_size = sizeof(tl_question), .query = "attack", .from = cases[i].from, .to = cases[i].to};
        assert_int_equal(tl_scene_ask(made.scene, &question, &ruling, NULL), TL_OK);
        assert_int_equal(tl_ruling_draw(ruling, made.scene, &sink, NULL), TL_OK);
        tl_ruling_destroy(ruling);
        assert_int_equal(times_in(d.text, " cm in copse;"), 0);
        assert_true(times_in(d.text, "copse;") >= cases[i].labels);
        assert_int_equal(times_in(d.text, "Long gun, Cannon: 90.0 cm;"), 1);
        assert_int_equal(times_in(d.text, "from its edge;"), 1);
    }
    made_end(&made);
}

/* A no tells its proof when it is asked to. */
static void proofs(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-proof");
    wall(&m, "left", 600, 0, 401);
    wall(&m, "right", 640, 396, 1500); /* apart, so that each hides its own part */
    made_load(&m, SCENE("", WALL("left") "," WALL("right"), TWO_MEN));
    los(&m, "");
    assert_false(made_has(&m, "proof"));
    for (int round = 0; round < 4; round++) {
        int back = round % 2;
        if (round == 2) { /* whoever is listed first */
            made_load(&m, SCENE("", WALL("left") "," WALL("right"), MAN("b", "[800,400]") "," MAN("a", "[400,400]")));
        }
        made_ask(&m, "{'query':'los','from':'%s','to':'%s','proof':true}", back != 0 ? "b" : "a",
                 back != 0 ? "a" : "b");
        assert_string_equal(made_word(&m, "proof.target"), back != 0 ? "a1" : "b1");
        const tl_json_value *parts = made_value(&m, "proof.parts");
        double share = 0;
        bool by[2] = {false, false};
        size_t told = 0;
        for (size_t i = 0; i < parts->count; i++) {
            char path[64];
            snprintf(path, sizeof(path), "proof.parts[%zu].share_fraction", i);
            share += made_number(&m, path);
            snprintf(path, sizeof(path), "proof.parts[%zu].hidden_by", i);
            by[0] = by[0] || made_lists(&m, path, "left");
            by[1] = by[1] || made_lists(&m, path, "right");
            snprintf(path, sizeof(path), "proof.parts[%zu].polygons", i);
            told += made_value(&m, path)->count;
            snprintf(path, sizeof(path), "proof.parts[%zu].polygons[0][0]", i);
            double apart = fabs(made_point(&m, path).x - (back != 0 ? 400 : 800));
            assert_true(apart < 6.001); /* on the body */
        }
        assert_near(share, 1, 1e-9);
        assert_true(by[0] && by[1] && told > 0 && told <= 200);
        assert_true(made_number(&m, "proof.polygons_left_out") >= 0 && made_number(&m, "proof.bundles") >= 1);
    }
    /* and draws it */
    tl_ruling *ruling;
    tl_question question = {.struct_size = sizeof(tl_question), .query = "los", .from = "a", .to = "b", .proof = true};
    assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, NULL), TL_OK);
    drawn d = {.hatched = 0};
    tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = &d, .mesh = count_mesh, .label = count_label};
    tl_vec3 eye, low, high;
    assert_true(tl_ruling_proof_view(ruling, m.scene, &eye, &low, &high));
    assert_true(fabs(eye.x - 400) < 6 && low.x > 790 && high.x < 810);
    assert_true(tl_ruling_draw_proof(ruling, m.scene, &sink, NULL));
    assert_true(d.hatched >= 2 && d.patterns == d.hatched && d.names >= 1);
    assert_non_null(strstr(d.text, "left"));
    assert_non_null(strstr(d.text, "right"));
    tl_ruling_destroy(ruling);
    /* where there is sight, or nobody asked, there is nothing to draw */
    question.proof = false;
    assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, NULL), TL_OK);
    assert_false(tl_ruling_draw_proof(ruling, m.scene, &sink, NULL) ||
                 tl_ruling_proof_view(ruling, m.scene, &eye, &low, &high));
    tl_ruling_destroy(ruling);
    made_load(&m, SCENE("", WALL("left"), TWO_MEN));
    made_ask(&m, "{'query':'los','from':'a','to':'b','proof':true}");
    assert_verdict(&m, "yes");
    assert_false(made_has(&m, "proof"));
    made_end(&m);
}

static double clearance_of(const made_scene *m, size_t first, size_t count, tl_vec3 p, tl_vec3 q) {
    double least = INFINITY;
    for (size_t i = first; i < first + count; i++) {
        least = fmin(least, made_segment_distance(p, q, m->triangles[i]));
    }
    return least;
}

/* What the line passes is what it comes nearest to, and that near. */
static void seen_past_something(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "blockers-past");
    const double gaps[] = {0.5, 3, 9};
    for (int i = 0; i < 3; i++) {
        m.triangle_count = 0;
        wall(&m, "left", 600, 0, 401);
        size_t half = m.triangle_count;
        wall(&m, "right", 640, 401 + gaps[i], 1500);
        made_load(&m, SCENE("", WALL("left") "," WALL("right"), TWO_MEN));
        made_ask(&m, "{'query':'los','from':'a','to':'b'}");
        assert_verdict(&m, "yes");
        tl_vec3 p = made_point(&m, "witness.from"), q = made_point(&m, "witness.to");
        double clearance = made_number(&m, "witness.clearance_mm");
        double left = clearance_of(&m, 0, half, p, q), right = clearance_of(&m, half, half, p, q);
        const char *nearest = made_word(&m, "witness.nearest");
        assert_near(strcmp(nearest, "left") == 0 ? left : right, fmin(left, right), 1e-5);
        assert_near(fmin(left, right), clearance, 1e-5);
        char past[64];
        snprintf(past, sizeof(past), "a1 sees b1 past %s, clear by ", nearest);
        assert_non_null(strstr(m.text, past));
    }
    /* nothing in the way: the ground is nearest, and far enough not to be mentioned */
    made_load(&m, SCENE("", "", TWO_MEN));
    made_ask(&m, "{'query':'los','from':'a','to':'b'}");
    assert_string_equal(made_word(&m, "witness.nearest"), "table");
    assert_null(strstr(m.text, "past"));
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_wall),
        cmocka_unit_test(in_series_and_side_by_side),
        cmocka_unit_test(areas_and_walls),
        cmocka_unit_test(lines_that_would_open),
        cmocka_unit_test(between_units),
        cmocka_unit_test(the_ground),
        cmocka_unit_test(inside_a_house),
        cmocka_unit_test(depth_is_drawn_where_it_is_measured),
        cmocka_unit_test(labels_say_what_they_measure),
        cmocka_unit_test(proofs),
        cmocka_unit_test(stopped_at_the_first),
        cmocka_unit_test(seen_past_something),
    };
    return cmocka_run_group_tests_name("blockers", tests, NULL, NULL);
}
