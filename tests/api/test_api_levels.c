/* Templates over random tables: how many figures are hit, and which level of buildings, held against closed forms:
 * discs and triangles over round bases, floors and roofs at random heights (DB-BLA-05, DB-BLA-09). */
#include "support/made_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 24, TEXT = 16384 };

/* Somebody who stands somewhere: what a test knows of him by itself. */
typedef struct man {
    tl_vec3 at;
    double radius;
    int figures;
    bool friends;
    int level; /* of the building he is in; -1: outside */
} man;

typedef struct crowd {
    man men[MOST];
    int count;
} crowd;

/* One unit a man, so that each has a count of its own; assets by radius and figures. */
static void write_crowd(const crowd *c, const char *weapons, char assets[TEXT], char units[TEXT]) {
    size_t a = 0, u = 0;
    assets[0] = units[0] = '\0';
    for (int i = 0; i < c->count; i++) {
        const man *m = &c->men[i];
        a +=
            (size_t)snprintf(assets + a, TEXT - a,
                             "%s'a%d':{'figures':%d,'base':{'shape':'disc','diameter':%.17g},'core':{'shape':'capsule',"
                             "'from':[0,0,8],'to':[0,0,28],'radius':6}}",
                             i > 0 ? "," : "", i, m->figures, 2 * m->radius);
        u += (size_t)snprintf(units + u, TEXT - u,
                              "%s{'id':'u%d','side':'%s','class':'infantry'%s,'members':[{'id':'m%d','asset':'a%d',"
                              "'at':[%.17g,%.17g,%.17g]}]}",
                              i > 0 ? "," : "", i, m->friends ? "blue" : "red", i == 0 ? weapons : "", i, i, m->at.x,
                              m->at.y, m->at.z);
    }
}

static void load_crowd(made_scene *s, const crowd *c, const char *weapons, const char *settings, const char *terrain) {
    static char assets[TEXT], units[TEXT];
    write_crowd(c, weapons, assets, units);
    made_load(s,
              "{'trueline':1,'name':'Crowd','ruleset':'dust-battlefield','settings':{%s},'table':{'width':2000,"
              "'depth':2000},'assets':{%s},'terrain':[%s],'units':[%s]}",
              settings, assets, terrain, units);
}

/* The path of man `i` in the last answer; false: he isn't told of. */
static bool find(const made_scene *s, int i, char path[64]) {
    char id[16], field[96];
    snprintf(id, sizeof(id), "m%d", i);
    for (int u = 0; u < MOST; u++) {
        snprintf(path, 64, "units[%d].members[0]", u);
        snprintf(field, sizeof(field), "%s.id", path);
        if (!made_has(s, field)) {
            return false;
        }
        if (strcmp(made_word(s, field), id) == 0) {
            return true;
        }
    }
    return false;
}

static const char *word_of(const made_scene *s, int i, const char *field) {
    char path[64], whole[96];
    if (!find(s, i, path)) {
        return "absent";
    }
    snprintf(whole, sizeof(whole), "%s.%s", path, field);
    return made_has(s, whole) ? made_word(s, whole) : "absent";
}

/* --- Figures ------------------------------------------------------------------------------------------------------ */

static crowd random_crowd(test_random *r, int count) {
    crowd c = {.count = count};
    for (int i = 0; i < count; i++) {
        static const double radius[4] = {12.5, 12.5, 20, 30};
        c.men[i] = (man){.at = {test_random_between(r, 700, 1000), test_random_between(r, 700, 1000), 0},
                         .radius = radius[i % 4],
                         .figures = i % 4 == 0 ? 1 : 1 + test_random_below(r, 4),
                         .friends = i % 5 == 4,
                         .level = -1};
    }
    return c;
}

/* Signed distance in plan from a base's rim to a blast's: negative when it lies under it. */
static double outside_disc(const man *m, tl_vec2 centre, double radius) {
    return hypot(m->at.x - centre.x, m->at.y - centre.y) - radius - m->radius;
}

static double blast_score(const crowd *c, tl_vec2 p, double radius, double weight) {
    double score = 0;
    for (int i = 0; i < c->count; i++) {
        double d = outside_disc(&c->men[i], p, radius);
        score += !c->men[i].friends && d < -0.05 ? c->men[i].figures : 0;
        score -= c->men[i].friends && d <= 0.05 ? weight * c->men[i].figures : 0;
    }
    return score;
}

static int count_mistakes(const made_scene *s, const crowd *c, const double *outside, int *judged) {
    int figures = 0, bases = 0, mistakes = 0;
    for (int i = 0; i < c->count; i++) {
        char path[64];
        if (fabs(outside[i]) < 0.2) {
            return 0; /* too close to call: not what is tested */
        }
        figures += outside[i] < 0 ? c->men[i].figures : 0;
        bases += outside[i] < 0;
        if (outside[i] < 0 && find(s, i, path)) {
            path[strlen(path) - strlen(".members[0]")] = '\0';
            char field[96];
            snprintf(field, sizeof(field), "%s.count", path);
            mistakes += (int)made_number(s, field) != c->men[i].figures;
        }
    }
    (*judged)++;
    mistakes += (int)made_number(s, "count") != figures;
    mistakes += !made_has(s, "bases") || (int)made_number(s, "bases") != bases;
    return mistakes > 0 ? 1 : 0;
}

static void blasts_count_figures(void **state) {
    (void)state;
    test_random r = test_random_start("figures under blasts", 181);
    int wrong = 0, judged = 0, trials = test_trials(120);
    made_scene s;
    made_begin(&s, "levels-blast");
    for (int n = 0; n < trials; n++) {
        crowd c = random_crowd(&r, 6 + n % 8);
        bool inch = n % 2 == 1;
        tl_vec2 p = {test_random_between(&r, 750, 950), test_random_between(&r, 750, 950)};
        double outside[MOST];
        load_crowd(&s, &c, "", inch ? "'units':'inch'" : "", "");
        made_ask(&s, "{'query':'template','shape':'blast','at':[%.17g,%.17g]}", p.x, p.y);
        for (int i = 0; i < c.count; i++) {
            outside[i] = outside_disc(&c.men[i], p, inch ? 76.2 : 75);
        }
        wrong += count_mistakes(&s, &c, outside, &judged);
    }
    print_message("%d of %d blasts counted wrongly\n", wrong, judged);
    assert_int_equal(wrong, 0);
    assert_true(judged > trials / 2);
    made_end(&s);
}

/* Signed distance from a point to a triangle, corners counter-clockwise. */
static double outside_triangle(const tl_vec2 t[3], tl_vec2 p) {
    double nearest = INFINITY;
    bool in = true;
    for (int k = 0; k < 3; k++) {
        tl_vec2 a = t[k], b = t[(k + 1) % 3];
        double ex = b.x - a.x, ey = b.y - a.y, u = ((p.x - a.x) * ex + (p.y - a.y) * ey) / (ex * ex + ey * ey);
        u = fmin(1, fmax(0, u));
        nearest = fmin(nearest, hypot(p.x - a.x - u * ex, p.y - a.y - u * ey));
        in = in && ex * (p.y - a.y) - ey * (p.x - a.x) > 0;
    }
    return in ? -nearest : nearest;
}

static void flames_count_figures(void **state) {
    (void)state;
    test_random r = test_random_start("figures under flames", 182);
    int wrong = 0, judged = 0, trials = test_trials(80);
    made_scene s;
    made_begin(&s, "levels-flame");
    made_file(&s, "flame.json", "{'trueline_outline':1,'outline':[[0,0],[190,-60],[190,60]]}");
    for (int n = 0; n < trials; n++) {
        crowd c = random_crowd(&r, 6 + n % 8);
        double angle = test_random_between(&r, 0, 360), outside[MOST], si = sin(angle * acos(-1) / 180),
               co = cos(angle * acos(-1) / 180);
        c.men[0].friends = true;
        c.men[0].at = (tl_vec3){850 - 160 * co, 850 - 160 * si, 0};
        load_crowd(&s, &c, ",'weapons':[{'id':'f','range':1,'arc':'any','template':'flame-1'}]",
                   "'flame_outline_r1':'flame.json'", "");
        made_ask(&s, "{'query':'template','shape':'flame-1','from':'m0','angle':%.17g}", angle);
        tl_vec2 tip = {c.men[0].at.x + c.men[0].radius * co, c.men[0].at.y + c.men[0].radius * si}, t[3] = {tip};
        for (int k = 1; k < 3; k++) {
            double y = k == 1 ? -60 : 60;
            t[k] = (tl_vec2){tip.x + 190 * co - y * si, tip.y + 190 * si + y * co};
        }
        for (int i = 0; i < c.count; i++) {
            outside[i] = i == 0 ? 1 : outside_triangle(t, tl_plan(c.men[i].at)) - c.men[i].radius;
        }
        wrong += count_mistakes(&s, &c, outside, &judged);
    }
    print_message("%d of %d flames counted wrongly\n", wrong, judged);
    assert_int_equal(wrong, 0);
    assert_true(judged > trials / 2);
    made_end(&s);
}

static void the_best_place_counts_figures(void **state) {
    (void)state;
    test_random r = test_random_start("figures and the best place", 183);
    int wrong = 0, trials = test_trials(8);
    made_scene s;
    made_begin(&s, "levels-best");
    for (int n = 0; n < trials; n++) {
        crowd c = random_crowd(&r, 6 + n % 5);
        double weight = n % 3 == 0 ? 0.5 : 1, dense = 0;
        load_crowd(&s, &c, "", "", "");
        made_ask(&s, "{'query':'template','shape':'blast','best':true,'side':'blue','friends_weight':%.17g}", weight);
        double score = made_number(&s, "best.score");
        tl_vec3 at = made_point(&s, "best.places[0].at");
        for (double x = 600; x <= 1100; x += 3) {
            for (double y = 600; y <= 1100; y += 3) {
                dense = fmax(dense, blast_score(&c, (tl_vec2){x, y}, 75, weight));
            }
        }
        wrong += score < dense - 1e-9 || fabs(score - blast_score(&c, tl_plan(at), 75, weight)) > 1e-9 ||
                 made_number(&s, "best.upper_bound") < dense - 1e-9;
    }
    print_message("%d of %d best places worth another number of figures\n", wrong, trials);
    assert_int_equal(wrong, 0);
    made_end(&s);
}

/* --- Levels ------------------------------------------------------------------------------------------------------- */

/* A house of floors on four posts, and a block without an interior, side by side; men in the street, on every floor and
 * on both roofs. */
typedef struct town {
    double floors[4]; /* heights of upper sides; the last is the roof */
    int floor_count;
    double roof; /* of the block */
    crowd crowd;
} town;

static void add_man(crowd *c, double x, double y, double z, int level, int figures) {
    c->men[c->count++] = (man){.at = {x, y, z}, .radius = 12.5, .figures = figures, .level = level};
}

static town random_town(test_random *r, made_scene *s, char terrain[512]) {
    town t = {.floor_count = 2 + test_random_below(r, 3), .roof = test_random_between(r, 15, 140)};
    made_box boxes[8];
    int count = 0;
    t.floors[0] = test_random_between(r, 1, 9);
    boxes[count++] = (made_box){{800, 800, 0}, {1000, 1000, t.floors[0]}};
    for (int i = 1; i < t.floor_count; i++) {
        t.floors[i] = t.floors[i - 1] + test_random_between(r, 45, 90);
        boxes[count++] = (made_box){{800, 800, t.floors[i] - 2}, {1000, 1000, t.floors[i]}};
    }
    double top = t.floors[t.floor_count - 1] - 2;
    boxes[count++] = (made_box){{800, 800, t.floors[0]}, {802, 802, top}};
    boxes[count++] = (made_box){{998, 998, t.floors[0]}, {1000, 1000, top}};
    made_boxes(s, "house.obj", boxes, (size_t)count);
    const made_box block = {{1040, 800, 0}, {1200, 1000, t.roof}};
    made_boxes(s, "block.obj", &block, 1);
    snprintf(terrain, 512,
             "{'id':'house','kind':'building','mesh':'house.obj'},{'id':'block','kind':'building','mesh':'block.obj'}");
    for (int i = 0; i < t.floor_count; i++) {
        for (int k = 0; k < 2; k++) {
            add_man(&t.crowd, test_random_between(r, 820, 980), test_random_between(r, 820, 980), t.floors[i], i,
                    1 + test_random_below(r, 3));
        }
    }
    for (int k = 0; k < 3; k++) {
        add_man(&t.crowd, test_random_between(r, 1060, 1180), test_random_between(r, 820, 980), t.roof, 1, 1);
        add_man(&t.crowd, test_random_between(r, 780, 1220), test_random_between(r, 720, 780), 0, -1, 1);
    }
    return t;
}

/* Who may be struck at all by a blast on the ground outside: the ground floors and the street. */
static void blasts_outside_strike_the_ground(void **state) {
    (void)state;
    test_random r = test_random_start("levels under blasts", 184);
    int wrong = 0, roofs = 0, trials = test_trials(60);
    made_scene s;
    for (int n = 0; n < trials; n++) {
        char terrain[512];
        made_begin(&s, "levels-town");
        town t = random_town(&r, &s, terrain);
        load_crowd(&s, &t.crowd, "", n % 2 == 1 ? "'units':'inch'" : "", terrain);
        double z = n % 3 == 0 ? test_random_between(&r, 0, 200) : 0; /* in the air it is outside as well */
        made_ask(&s, "{'query':'template','shape':'blast','at':[%.17g,%.17g,%.17g],'set':{'blast_diameter_mm':400}}",
                 test_random_between(&r, 850, 1150), test_random_between(&r, 700, 795), z);
        for (int i = 0; i < t.crowd.count; i++) {
            const char *struck = word_of(&s, i, "struck");
            const char *expected = t.crowd.men[i].level > 0 ? "no" : "yes";
            bool roof = t.crowd.men[i].at.x > 1040 && t.crowd.men[i].at.y > 800;
            roofs += roof && strcmp(struck, "absent") != 0;
            wrong += strcmp(struck, "absent") != 0 && strcmp(struck, expected) != 0;
            wrong += t.crowd.men[i].level > 0 && strcmp(word_of(&s, i, "hit"), "yes") == 0;
        }
        made_end(&s);
    }
    print_message("%d men on the wrong level struck, or the right one not; %d on roofs looked at\n", wrong, roofs);
    assert_int_equal(wrong, 0);
    assert_true(roofs > trials / 2);
}

/* A blast on a roof without rooms below strikes that level, and nobody in the street. */
static void blasts_on_roofs_strike_the_roof(void **state) {
    (void)state;
    test_random r = test_random_start("blasts on roofs", 185);
    int wrong = 0, trials = test_trials(40);
    made_scene s;
    for (int n = 0; n < trials; n++) {
        char terrain[512];
        made_begin(&s, "levels-roof");
        town t = random_town(&r, &s, terrain);
        load_crowd(&s, &t.crowd, "", "", terrain);
        made_ask(&s, "{'query':'template','shape':'blast','at':[%.17g,%.17g],'set':{'blast_diameter_mm':400}}",
                 test_random_between(&r, 1060, 1180), test_random_between(&r, 820, 980));
        for (int i = 0; i < t.crowd.count; i++) {
            bool roof = t.crowd.men[i].at.x > 1040 && t.crowd.men[i].at.y > 800;
            const char *struck = word_of(&s, i, "struck");
            wrong += roof ? strcmp(struck, "yes") != 0 : strcmp(struck, "no") != 0 && strcmp(struck, "absent") != 0;
        }
        made_end(&s);
    }
    print_message("%d men wrongly struck from roofs, or wrongly not\n", wrong);
    assert_int_equal(wrong, 0);
}

/* A flame strikes one level: of all that are under it and seen, those of the level named, aimed at, or worth most. */
static void flames_strike_one_level(void **state) {
    (void)state;
    test_random r = test_random_start("levels under flames", 186);
    int wrong = 0, several = 0, trials = test_trials(60);
    made_scene s;
    for (int n = 0; n < trials; n++) {
        char terrain[512];
        made_begin(&s, "levels-flames");
        town t = random_town(&r, &s, terrain);
        crowd c = {.count = 0};
        /* in front of the house, whose side is open; on a stand, so that floors above are seen, too */
        add_man(&c, test_random_between(&r, 850, 950), 760, n % 2 == 0 ? 0 : 90, -1, 1);
        c.men[0].friends = true;
        for (int i = 0; i < t.crowd.count && c.count < MOST; i++) {
            c.men[c.count++] = t.crowd.men[i];
        }
        load_crowd(&s, &c, ",'weapons':[{'id':'f','range':2,'arc':'any','template':'flame-2'}]", "", terrain);
        int aim = 1 + test_random_below(&r, 2 * t.floor_count), named = test_random_below(&r, t.floor_count);
        char more[64] = "";
        int mode = n % 3;
        if (mode == 0) {
            snprintf(more, sizeof(more), ",'toward':'m%d'", aim);
        } else {
            snprintf(more, sizeof(more), mode == 1 ? ",'angle':90,'level':%d" : ",'angle':90", named);
        }
        made_ask(&s, "{'query':'template','shape':'flame-2','from':'m0'%s}", more);
        double worth[5] = {0};
        int levels = 0;
        for (int i = 1; i < c.count; i++) {
            bool seen = strcmp(word_of(&s, i, "under"), "yes") == 0 && strcmp(word_of(&s, i, "los"), "yes") == 0;
            int level = c.men[i].level < 0 ? 0 : c.men[i].level;
            levels += seen && worth[level] == 0;
            worth[level] += seen ? c.men[i].figures : 0;
        }
        several += levels > 1;
        double expected = 0;
        for (int level = 0; level < 5; level++) {
            expected = fmax(expected, worth[level]);
        }
        expected = mode == 0 ? worth[c.men[aim].level] : mode == 1 ? worth[named] : expected;
        wrong += fabs(made_number(&s, "count") - expected) > 0;
        made_end(&s);
    }
    print_message("%d of %d flames struck other than one level; %d had several under them\n", wrong, trials, several);
    assert_int_equal(wrong, 0);
    assert_true(several > trials / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(blasts_count_figures),
                                       cmocka_unit_test(flames_count_figures),
                                       cmocka_unit_test(the_best_place_counts_figures),
                                       cmocka_unit_test(blasts_outside_strike_the_ground),
                                       cmocka_unit_test(blasts_on_roofs_strike_the_roof),
                                       cmocka_unit_test(flames_strike_one_level)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
