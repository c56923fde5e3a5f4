/* Scores (judge/score) of random rules on random tables, against a calculation of its own; and laws between answers:
 * what is told adds up, the best is the largest, rows that exclude one another never both count, turning the table
 * changes nothing, and what is uncertain is told as an interval. */
#include "support/assert_geom.h"
#include "support/judge_table.h"
#include "support/write_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define R JUDGE_RIM

enum { MOST_ROWS = 8, MEN = 5 };

typedef enum about { DISTANCE, FRIEND, ENEMY, STANCE, MOVED, FIRED, LIT, OBSERVERS, NIGHT, SKILL, ABOUTS } about;

/* One condition. */
typedef struct condition {
    about about;
    bool unless;
    double low, high; /* cm, or a count; low inclusive, high exclusive; low < 0, high > 1e5: not given */
    int word;
} condition;

typedef struct row {
    condition conditions[3];
    int count;
    double add;
} row;

typedef struct man {
    double x, y;
    int stance;
    bool moved, fired, lit, skilled;
} man;

/* The first three look, the fourth is looked at, the fifth is its friend. */
typedef struct world {
    row rows[MOST_ROWS];
    int count;
    bool best, night;
    double base;
    man men[MEN];
} world;

static const char *const stances[] = {"up", "down"};

static int whole(test_random *random, int below) {
    return (int)(test_random_bits(random) % (uint64_t)below);
}

static condition make_condition(test_random *random) {
    condition c = {.about = (about)whole(random, ABOUTS), .unless = whole(random, 4) == 0, .word = whole(random, 2)};
    int kind = whole(random, 3);
    double scale = c.about == OBSERVERS ? 1 : 20;
    c.low = kind == 1 ? -1 : scale * (1 + whole(random, 3));
    c.high = kind == 0 ? 1e6 : c.low < 0 ? scale * (1 + whole(random, 6)) : c.low + scale * (1 + whole(random, 3));
    return c;
}

static void make_world(world *w, test_random *random) {
    *w = (world){.count = 1 + whole(random, MOST_ROWS), .best = whole(random, 2) == 0, .night = whole(random, 2) == 0};
    w->base = whole(random, 7) - 3;
    for (int i = 0; i < w->count; i++) {
        row *r = &w->rows[i];
        r->count = 1 + whole(random, 3);
        r->add = whole(random, 9) - 4;
        for (int k = 0; k < r->count; k++) {
            r->conditions[k] = make_condition(random);
        }
    }
    for (int i = 0; i < MEN; i++) {
        w->men[i] = (man){test_random_between(random, 300, 1500),
                          test_random_between(random, 300, 1500),
                          whole(random, 2),
                          whole(random, 2) == 0,
                          whole(random, 2) == 0,
                          whole(random, 2) == 0,
                          whole(random, 3) == 0};
    }
}

/* --- As the engine is told ---------------------------------------------------------------------------------------- */

static size_t put_band(char *out, size_t size, const condition *c) {
    size_t n = (size_t)snprintf(out, size, "{");
    if (c->low >= 0) {
        n += (size_t)snprintf(out + n, size - n, "\"from\":%g", c->low);
    }
    if (c->high < 1e5) {
        n += (size_t)snprintf(out + n, size - n, "%s\"below\":%g", c->low >= 0 ? "," : "", c->high);
    }
    return n + (size_t)snprintf(out + n, size - n, "}");
}

/* A condition of each sort stands in a list once. */
static bool first_of_its_sort(const row *r, int k) {
    for (int i = 0; i < k; i++) {
        if (r->conditions[i].about == r->conditions[k].about && r->conditions[i].unless == r->conditions[k].unless) {
            return false;
        }
    }
    return true;
}

static size_t put_list(char *out, size_t size, const row *r, bool unless) {
    size_t n = (size_t)snprintf(out, size, "{");
    bool first = true;
    char target[400] = "", band[100];
    for (int k = 0; k < r->count; k++) {
        const condition *c = &r->conditions[k];
        if (c->unless != unless || !first_of_its_sort(r, k)) {
            continue;
        }
        put_band(band, sizeof(band), c);
        size_t t = strlen(target);
        const char *glue = t > 0 ? "," : "", *comma = first ? "" : ",";
        const char *truth = c->word ? "true" : "false";
        bool own = c->about == DISTANCE || c->about == OBSERVERS || c->about == NIGHT || c->about == SKILL;
        first = first && !own;
        switch (c->about) {
        case DISTANCE:
            n += (size_t)snprintf(out + n, size - n, "%s\"distance\":%s", comma, band);
            break;
        case OBSERVERS:
            n += (size_t)snprintf(out + n, size - n, "%s\"observers\":%s", comma, band);
            break;
        case NIGHT:
            n += (size_t)snprintf(out + n, size - n, "%s\"night\":%s", comma, truth);
            break;
        case SKILL:
            n += (size_t)snprintf(out + n, size - n, "%s\"from\":{\"skill\":\"sharp\"}", comma);
            break;
        case FRIEND:
            snprintf(target + t, sizeof(target) - t, "%s\"nearest_friend\":%s", glue, band);
            break;
        case ENEMY:
            snprintf(target + t, sizeof(target) - t, "%s\"nearest_enemy\":%s", glue, band);
            break;
        case STANCE:
            snprintf(target + t, sizeof(target) - t, "%s\"stance\":\"%s\"", glue, stances[c->word]);
            break;
        case MOVED:
            snprintf(target + t, sizeof(target) - t, "%s\"moved\":%s", glue, truth);
            break;
        case FIRED:
            snprintf(target + t, sizeof(target) - t, "%s\"fired\":%s", glue, truth);
            break;
        default:
            snprintf(target + t, sizeof(target) - t, "%s\"lit\":%s", glue, truth);
            break;
        }
    }
    if (target[0] != '\0') {
        n += (size_t)snprintf(out + n, size - n, "%s\"target\":{%s}", first ? "" : ",", target);
    }
    return n + (size_t)snprintf(out + n, size - n, "}");
}

#define FRAME                                                                                                          \
    "{\"trueline_ruleset\":2,\"name\":\"made\",\"title\":\"Made\",\"settings\":[{\"name\":\"tolerance_mm\",\"type\":"  \
    "\"number\",\"default\":0.05,\"rule\":\"M-1\",\"text\":\"T.\"}],\"rules\":{\"M-1\":\"One.\"},"                     \
    "\"lengths\":{\"game_unit\":{\"cm\":10,\"inch\":10}},\"classes\":{\"infantry\":{\"measured\":\"base\","            \
    "\"blocks_sight\":false},\"vehicle\":{\"measured\":\"core\"}},\"stances\":{\"up\":{},\"down\":{}},"                \
    "\"skills\":{\"sharp\":{\"rule\":\"M-1\",\"text\":\"Sharp.\"},\"hidden\":{\"rule\":\"M-1\",\"text\":\"Hidden.\","  \
    "\"effects\":[{\"effect\":\"unseen_beyond\",\"units\":30}]}},"                                                     \
    "\"scores\":{\"s\":{\"text\":\"Sum.\",\"rule\":\"M-1\","

/* Writes a rule file of its own; the caller removes it. */
static void write_rules(char *path, size_t size, const char *score) {
    static int number;
    char text[20000];
    snprintf(text, sizeof(text), FRAME "%s}}}", score);
    snprintf(path, size, TL_TEST_BINARY_DIR "/made-score-%ld-%d.json", (long)getpid(), number++);
    test_write_file(path, text, strlen(text));
}

static void rules_of(const world *w, char *score, size_t size) {
    size_t n =
        (size_t)snprintf(score, size, "\"base\":%g,\"combine\":\"%s\",\"rows\":[", w->base, w->best ? "best" : "sum");
    for (int i = 0; i < w->count; i++) {
        bool unless = false;
        for (int k = 0; k < w->rows[i].count; k++) {
            unless = unless || w->rows[i].conditions[k].unless;
        }
        n += (size_t)snprintf(score + n, size - n, "%s{\"add\":%g,\"cite\":\"M-1\",\"when\":", i > 0 ? "," : "",
                              w->rows[i].add);
        n += put_list(score + n, size - n, &w->rows[i], false);
        if (unless) {
            n += (size_t)snprintf(score + n, size - n, ",\"unless\":");
            n += put_list(score + n, size - n, &w->rows[i], true);
        }
        n += (size_t)snprintf(score + n, size - n, "}");
    }
    snprintf(score + n, size - n, "]");
}

static void put_man(judge_table *t, const char *unit, const char *side, const man *first, int count, bool skilled) {
    char members[2000] = "";
    for (int i = 0; i < count; i++) {
        const man *m = &first[i];
        size_t n = strlen(members);
        snprintf(members + n, sizeof(members) - n,
                 "%s{'id':'%s%d','asset':'man','at':[%.17g,%.17g],'stance':'%s','moved':%s,'fired':%s,'lit':%s}",
                 i > 0 ? "," : "", unit, i + 1, m->x, m->y, stances[m->stance], m->moved ? "true" : "false",
                 m->fired ? "true" : "false", m->lit ? "true" : "false");
    }
    judge_unit(t, "{'id':'%s','side':'%s','class':'infantry',%s'members':[%s]}", unit, side,
               skilled ? "'skills':['sharp']," : "", members);
}

static void put_world(judge_table *t, const world *w, const char *path) {
    judge_begin(t);
    t->rules = path;
    t->night = w->night;
    put_man(t, "a", "red", w->men, 3, w->men[0].skilled);
    put_man(t, "b", "blue", &w->men[3], 1, false);
    put_man(t, "c", "blue", &w->men[4], 1, false);
    judge_ready(t);
}

/* --- As it is worked out here ------------------------------------------------------------------------------------- */

static double apart(const man *a, const man *b) {
    return fmax(0, hypot(a->x - b->x, a->y - b->y) - 2 * R) / 10;
}

static double value_of(const world *w, const condition *c) {
    const man *target = &w->men[3];
    double nearest = INFINITY;
    switch (c->about) {
    case DISTANCE:
    case ENEMY:
        for (int i = 0; i < 3; i++) {
            nearest = fmin(nearest, apart(&w->men[i], target));
        }
        return nearest;
    case FRIEND:
        return apart(&w->men[4], target);
    case OBSERVERS:
        return 3; /* nothing stands in anybody's way */
    case STANCE:
        return target->stance == c->word;
    case MOVED:
        return target->moved == (c->word == 1);
    case FIRED:
        return target->fired == (c->word == 1);
    case LIT:
        return target->lit == (c->word == 1);
    case NIGHT:
        return w->night == (c->word == 1);
    default:
        return w->men[0].skilled;
    }
}

/* `*close`: it is too near to a limit for this calculation to know better. */
static bool holds(const world *w, const condition *c, bool *close) {
    double value = value_of(w, c);
    if (c->about == DISTANCE || c->about == FRIEND || c->about == ENEMY) {
        *close = *close || fabs(value - c->low) < 0.01 || fabs(value - c->high) < 0.01;
    }
    return c->about == DISTANCE || c->about == FRIEND || c->about == ENEMY || c->about == OBSERVERS
               ? (c->low < 0 || value >= c->low) && (c->high > 1e5 || value < c->high)
               : value != 0;
}

static double total_of(const world *w, bool *close) {
    double sum = 0, best = 0;
    bool any = false;
    for (int i = 0; i < w->count; i++) {
        bool when = true, unless = true, asked = false;
        for (int k = 0; k < w->rows[i].count; k++) {
            const condition *c = &w->rows[i].conditions[k];
            if (!first_of_its_sort(&w->rows[i], k)) {
                continue;
            }
            bool one = holds(w, c, close);
            when = when && (c->unless || one);
            unless = unless && (!c->unless || one);
            asked = asked || c->unless;
        }
        if (when && !(asked && unless)) {
            sum += w->rows[i].add;
            best = !any || w->rows[i].add > best ? w->rows[i].add : best;
            any = true;
        }
    }
    return w->base + (w->best ? best : sum);
}

/* --- Tests -------------------------------------------------------------------------------------------------------- */

/* What the lines that count come to. */
static double told_sum(const judge_table *t, int count) {
    double sum = made_number(&t->told, "scores[0].base[0]");
    char path[400];
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof(path), "scores[0].lines[%d].counts", i);
        bool counts = strcmp(made_word(&t->told, path), "yes") == 0;
        snprintf(path, sizeof(path), "scores[0].lines[%d].add", i);
        sum += counts ? made_number(&t->told, path) : 0;
    }
    return sum;
}

static void random_tables(void **state) {
    (void)state;
    test_random random = test_random_start("random scores", 21);
    int sure = 0, nonzero = 0;
    for (int round = 0; round < 150; round++) {
        world w;
        char score[8000], path[400];
        bool close = false;
        judge_table t;
        make_world(&w, &random);
        rules_of(&w, score, sizeof(score));
        write_rules(path, sizeof(path), score);
        double total = total_of(&w, &close);
        for (int turn = 0; turn < 2; turn++) {
            put_world(&t, &w, path);
            judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
            if (!close) {
                assert_verdict(&t.told, "yes");
                assert_near(made_number(&t.told, "scores[0].total[0]"), total, 1e-9);
                assert_near(made_number(&t.told, "scores[0].total[1]"), total, 1e-9);
                assert_near(told_sum(&t, w.count), total, 1e-9);
            }
            judge_end(&t);
            for (int i = 0; i < MEN; i++) { /* the table turned by a quarter */
                man old = w.men[i];
                w.men[i].x = 3000 - old.y;
                w.men[i].y = old.x;
            }
        }
        sure += !close;
        nonzero += total != w.base;
        unlink(path);
    }
    printf("%d of 150 away from all limits, %d with rows that count\n", sure, nonzero);
    assert_true(sure > 120 && nonzero > 60);
}

static void ask_two(judge_table *t, const char *path, double distance, const char *asset, const char *class) {
    judge_begin(t);
    t->rules = path;
    judge_man(t, "a", 500, 500);
    judge_model(t, "b", "blue", class, asset, 500 + R + (strcmp(class, "vehicle") == 0 ? 50 : R) + distance, 500, 0,
                "");
}

/* Rows that exclude one another: on the limit the one or the other counts, and the total knows it. */
static void exclusive(void **state) {
    (void)state;
    const struct {
        const char *rows;
        double low, high;
    } cases[] = {
        {"{\"when\":{\"distance\":{\"from\":25}},\"add\":5,\"cite\":\"M-1\"},"
         "{\"when\":{\"distance\":{\"below\":25}},\"add\":5,\"cite\":\"M-1\"}",
         5, 5},
        {"{\"when\":{\"distance\":{\"from\":25}},\"add\":1,\"cite\":\"M-1\"},"
         "{\"when\":{\"distance\":{\"below\":25}},\"add\":-1,\"cite\":\"M-1\"}",
         -1, 1},
        {"{\"when\":{\"distance\":{\"from\":25}},\"add\":1,\"cite\":\"M-1\"},"
         "{\"when\":{\"distance\":{\"up_to\":25}},\"add\":1,\"cite\":\"M-1\"}",
         1, 2}, /* on it both */
        {"{\"when\":{\"distance\":{\"beyond\":25}},\"add\":1,\"cite\":\"M-1\"},"
         "{\"when\":{\"distance\":{\"below\":25}},\"add\":1,\"cite\":\"M-1\"}",
         0, 1}, /* on it neither */
        {"{\"unless\":{\"distance\":{\"below\":25}},\"add\":2,\"cite\":\"M-1\"},"
         "{\"when\":{\"distance\":{\"below\":25}},\"add\":2,\"cite\":\"M-1\"}",
         2, 2},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char score[2000], path[400];
        judge_table t;
        snprintf(score, sizeof(score), "\"rows\":[%s]", cases[i].rows);
        write_rules(path, sizeof(path), score);
        ask_two(&t, path, 250, "man", "infantry");
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
        assert_verdict(&t.told, cases[i].low == cases[i].high ? "yes" : "marginal");
        assert_near(made_number(&t.told, "scores[0].total[0]"), cases[i].low, 0);
        assert_near(made_number(&t.told, "scores[0].total[1]"), cases[i].high, 0);
        assert_string_equal(made_word(&t.told, "scores[0].lines[1].counts"), "marginal");
        judge_end(&t);
        unlink(path);
    }
}

/* A mesh that may be off by 2 mm: within that of a limit the row may count, and the total is an interval. */
static void uncertain_models(void **state) {
    (void)state;
    const struct {
        double distance, low, high;
    } cases[] = {{247.9, 0, 0}, {248.1, 0, 1}, {250, 0, 1}, {251.9, 0, 1}, {252.1, 1, 1}};
    char path[400];
    write_rules(path, sizeof(path), "\"rows\":[{\"when\":{\"distance\":{\"beyond\":25}},\"add\":1,\"cite\":\"M-1\"}]");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        ask_two(&t, path, cases[i].distance, "hulk", "vehicle");
        judge_asset(&t, "'hulk':{'mesh':'box -50 -30 0 50 30 40','uncertainty':2}");
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
        assert_verdict(&t.told, cases[i].low == cases[i].high ? "yes" : "marginal");
        assert_near(made_number(&t.told, "scores[0].total[0]"), cases[i].low, 0);
        assert_near(made_number(&t.told, "scores[0].total[1]"), cases[i].high, 0);
        assert_near(made_number(&t.told, "scores[0].lines[0].conditions[0].uncertainty_mm"), 2, 1e-9);
        judge_end(&t);
    }
    unlink(path);
}

/* A zone whose outline comes from a mesh that may be off by 2 mm: so near its edge one may stand in it or not. */
static void uncertain_zones(void **state) {
    (void)state;
    const struct { double inside, low, high; } cases[] = {{2.1, 4, 4}, {1.9, 3, 4}, {-1.9, 3, 4}, {-2.1, 3, 3}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = "skirmish-1991";
        judge_man(&t, "a", 500, 500);
        judge_unit(
            &t, "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[900,500,0]}]}");
        judge_terrain(&t,
                      "{'id':'w','kind':'wreck','mesh':'box -50 -50 0 50 50 40','uncertainty':2,'at':[%.17g,500,0]}",
                      900 + 50 - cases[i].inside);
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'spotting'}");
        assert_near(made_number(&t.told, "scores[0].total[0]"), cases[i].low, 0);
        assert_near(made_number(&t.told, "scores[0].total[1]"), cases[i].high, 0);
        assert_near(made_number(&t.told, "scores[0].lines[1].conditions[1].uncertainty_mm"), 2, 1e-9);
        assert_non_null(strstr(t.told.text, "2.0 mm"));
        judge_end(&t);
    }
}

/* How much higher the target stands; below the observer it is negative. */
static void heights(void **state) {
    (void)state;
    const struct {
        double a, b, low, high;
    } cases[] = {{0, 49.9, 0, 0}, {0, 50.1, 1, 1}, {0, 50, 0, 1}, {30, 79.9, 0, 0}, {50.1, 0, -1, -1}, {49.9, 0, 0, 0}};
    char path[400];
    write_rules(path, sizeof(path),
                "\"rows\":[{\"when\":{\"height\":{\"from\":5}},\"add\":1,\"cite\":\"M-1\"},"
                "{\"when\":{\"height\":{\"below\":-5}},\"add\":-1,\"cite\":\"M-1\"}]");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = path;
        judge_unit(&t,
                   "{'id':'a','side':'x','class':'infantry','members':[{'id':'a1','asset':'man','at':[500,500,%g]}]}",
                   cases[i].a);
        judge_unit(&t,
                   "{'id':'b','side':'y','class':'infantry','members':[{'id':'b1','asset':'man','at':[900,500,%g]}]}",
                   cases[i].b);
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
        assert_near(made_number(&t.told, "scores[0].total[0]"), cases[i].low, 0);
        assert_near(made_number(&t.told, "scores[0].total[1]"), cases[i].high, 0);
        judge_end(&t);
    }
    unlink(path);
}

/* A row that says never: no score, or perhaps none; the best of several rows is told as the one that counts. */
static void bars_and_bests(void **state) {
    (void)state;
    char path[400];
    const double at[] = {240, 250, 260};
    const char *const verdicts[] = {"no", "marginal", "yes"};
    judge_table t;
    write_rules(
        path, sizeof(path),
        "\"combine\":\"best\",\"base\":1,\"rows\":[{\"when\":{\"distance\":{\"up_to\":25}},\"add\":\"never\","
        "\"cite\":\"M-1\"},{\"add\":2,\"cite\":\"M-1\"},{\"add\":7,\"cite\":\"M-1\"},{\"add\":7,\"cite\":\"M-1\"}]");
    for (int i = 0; i < 3; i++) {
        ask_two(&t, path, at[i], "man", "infantry");
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
        assert_verdict(&t.told, verdicts[i]);
        assert_string_equal(made_word(&t.told, "scores[0].lines[1].counts"), "no");
        assert_string_equal(made_word(&t.told, "scores[0].lines[1].holds"), "yes");
        assert_string_equal(made_word(&t.told, "scores[0].lines[2].counts"), "yes");
        assert_string_equal(made_word(&t.told, "scores[0].lines[3].counts"), "no");
        assert_true(made_has(&t.told, "scores[0].total") == (i > 0));
        if (i > 0) {
            assert_near(made_number(&t.told, "scores[0].total[0]"), 8, 0);
            assert_near(made_number(&t.told, "scores[0].total[1]"), 8, 0);
        }
        judge_end(&t);
    }
    unlink(path);
}

/* Of two who look the nearer counts: what only the other might be is no value of the distance. */
static void nearest_of_two(void **state) {
    (void)state;
    const struct {
        double near, far, low, high;
    } cases[] = {{245, 253, 0, 0}, {248, 253, 0, 1}, {245, 300, 0, 0}, {258, 300, 1, 1}, {255, 256, 0, 1}};
    char path[400];
    write_rules(path, sizeof(path),
                "\"rows\":[{\"when\":{\"distance\":{\"beyond\":25.2}},\"add\":1,\"cite\":\"M-1\"}]");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        t.rules = path;
        judge_unit(&t,
                   "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[%.17g,500]},"
                   "{'id':'a2','asset':'man','at':[%.17g,500]}]}",
                   1000 - 2 * R - cases[i].far, 1000 + 2 * R + cases[i].near);
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 500, 0, "");
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','tolerance_mm':5}");
        assert_near(made_number(&t.told, "scores[0].total[0]"), cases[i].low, 0);
        assert_near(made_number(&t.told, "scores[0].total[1]"), cases[i].high, 0);
        assert_near(made_number(&t.told, "scores[0].lines[0].conditions[0].measured_mm"), cases[i].near, 1e-9);
        judge_end(&t);
    }
    unlink(path);
}

/* What is asked of who looks: how near his friends are; and cover of any grade. */
static void who_looks(void **state) {
    (void)state;
    const struct {
        double friend_at, wall; /* how far the friend is; the wall's height, 0: none */
        double total;
    } cases[] = {{199, 0, 11}, {201, 0, 10}, {201, 20, 100}, {199, 20, 101}};
    char path[400];
    write_rules(path, sizeof(path),
                "\"rows\":[{\"when\":{\"from\":{\"nearest_friend\":{\"below\":20}}},\"add\":1,\"cite\":\"M-1\"},"
                "{\"when\":{\"in_cover\":false},\"add\":10,\"cite\":\"M-1\"},"
                "{\"when\":{\"in_cover\":true},\"add\":100,\"cite\":\"M-1\"}]}},"
                "\"terrain\":{\"wall\":{\"rule\":\"M-1\",\"raised\":true}},\"x-rest\":{\"x\":{\"x\":0");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        ask_two(&t, path, 400, "man", "infantry");
        judge_man(&t, "c", 500, 500 + 2 * R + cases[i].friend_at);
        if (cases[i].wall > 0) {
            judge_wall(&t, "w", (tl_vec2){880, 300}, (tl_vec2){890, 700}, cases[i].wall);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
        assert_verdict(&t.told, "yes");
        assert_near(made_number(&t.told, "scores[0].total[0]"), cases[i].total, 0);
        judge_end(&t);
    }
    unlink(path);
}

/* Everything that may be asked of who looks, each alone and two at once: of several who look any one must be it, and
 * the same one both. Row i counts 2^i. */
static void each_of_who_looks(void **state) {
    (void)state;
    enum { LOOKING = 2, ASKED = 11 };
    static const char *const asked[ASKED] = {
        "\"class\":\"vehicle\"",
        "\"skill\":\"sharp\"",
        "\"stance\":\"down\"",
        "\"moved\":true",
        "\"fired\":false",
        "\"lit\":true",
        "\"in\":\"zone\"",
        "\"nearest_friend\":{\"from\":30}",
        "\"nearest_enemy\":{\"up_to\":40}",
        "\"stance\":\"up\",\"moved\":false",
        "\"in\":\"zone\",\"fired\":true",
    };
    test_random random = test_random_start("what is asked of who looks", 23);
    char score[4000], path[400];
    size_t n = (size_t)snprintf(score, sizeof(score), "\"rows\":[");
    for (int i = 0; i < ASKED; i++) {
        n += (size_t)snprintf(score + n, sizeof(score) - n, "%s{\"when\":{\"from\":{%s}},\"add\":%d,\"cite\":\"M-1\"}",
                              i > 0 ? "," : "", asked[i], 1 << i);
    }
    snprintf(score + n, sizeof(score) - n,
             "]}},\"areas\":{\"a\":{}},\"terrain\":{\"zone\":{\"area\":\"a\",\"blocks\":false,\"cover\":false,"
             "\"rule\":\"M-1\"}},\"x-rest\":{\"x\":{\"x\":0");
    write_rules(path, sizeof(path), score);
    int met[ASKED] = {0};
    for (int round = 0; round < 120; round++) {
        judge_table t;
        man men[LOOKING + 1];
        bool in[LOOKING], vehicle = whole(&random, 3) == 0;
        int total = 0;
        for (int i = 0; i <= LOOKING; i++) {
            men[i] = (man){test_random_between(&random, 300, 900),
                           test_random_between(&random, 300, 1000),
                           whole(&random, 2),
                           whole(&random, 2) == 0,
                           whole(&random, 2) == 0,
                           whole(&random, 2) == 0,
                           whole(&random, 2) == 0};
        }
        double edge = test_random_between(&random, 300, 900), friends = apart(&men[0], &men[1]);
        bool close = fabs(friends - 30) < 0.1, held[ASKED] = {false};
        for (int i = 0; i < LOOKING; i++) {
            const man *m = &men[i];
            double enemy = apart(m, &men[LOOKING]);
            in[i] = m->x > edge;
            close = close || fabs(enemy - 40) < 0.1 || fabs(m->x - edge) < 1;
            const bool one[ASKED] = {
                vehicle,          men[0].skilled, m->stance == 1, m->moved,    !m->fired,
                m->lit,           in[i],          friends >= 30,  enemy <= 40, m->stance == 0 && !m->moved,
                in[i] && m->fired};
            for (int k = 0; k < ASKED; k++) {
                held[k] = held[k] || one[k];
            }
        }
        judge_begin(&t);
        t.rules = path;
        judge_area(&t, "z", "zone", (tl_vec2){edge, 100}, (tl_vec2){2000, 1200}, 1000);
        char members[800] = "";
        for (int i = 0; i < LOOKING; i++) {
            size_t used = strlen(members);
            snprintf(members + used, sizeof(members) - used,
                     "%s{'id':'a%d','asset':'man','at':[%.17g,%.17g],'stance':'%s','moved':%s,'fired':%s,'lit':%s}",
                     i > 0 ? "," : "", i + 1, men[i].x, men[i].y, stances[men[i].stance],
                     men[i].moved ? "true" : "false", men[i].fired ? "true" : "false", men[i].lit ? "true" : "false");
        }
        judge_unit(&t, "{'id':'a','side':'red','class':'%s',%s'members':[%s]}", vehicle ? "vehicle" : "infantry",
                   men[0].skilled ? "'skills':['sharp']," : "", members);
        put_man(&t, "b", "blue", &men[LOOKING], 1, false);
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
        for (int k = 0; k < ASKED; k++) {
            total += held[k] ? 1 << k : 0;
            met[k] += held[k] && !close;
        }
        if (!close && !vehicle &&
            (made_number(&t.told, "scores[0].total[0]") != total ||
             made_number(&t.told, "scores[0].total[1]") != total)) {
            fail_msg("round %d: %g to %g, not %d", round, made_number(&t.told, "scores[0].total[0]"),
                     made_number(&t.told, "scores[0].total[1]"), total);
        }
        if (vehicle) { /* who are measured by their bodies: their distances are others */
            int sure = total & ~(1 << 7 | 1 << 8);
            assert_true(close || ((int)made_number(&t.told, "scores[0].total[0]") & ~(1 << 7 | 1 << 8)) == sure);
        }
        judge_end(&t);
    }
    for (int k = 0; k < ASKED; k++) {
        assert_true(met[k] > 5 && met[k] < 115);
    }
    unlink(path);
}

/* Two as near as each other, one with a wall before the target: from which of them it counts isn't decided. Rows about
 * the same areas rest on one fact, however they write it. */
static void one_or_the_other(void **state) {
    (void)state;
    char path[400];
    judge_table t;
    write_rules(path, sizeof(path),
                "\"rows\":[{\"when\":{\"in_cover\":true},\"add\":100,\"cite\":\"M-1\"},"
                "{\"when\":{\"target\":{\"in\":\"zone\"}},\"add\":1,\"cite\":\"M-1\"},"
                "{\"unless\":{\"target\":{\"in\":[\"zone\",\"zone\"]}},\"add\":1,\"cite\":\"M-1\"}]}},"
                "\"areas\":{\"a\":{}},\"terrain\":{\"wall\":{\"rule\":\"M-1\",\"raised\":true},"
                "\"zone\":{\"area\":\"a\",\"blocks\":false,\"cover\":false,\"rule\":\"M-1\"},"
                "\"other\":{\"area\":\"a\",\"blocks\":false,\"cover\":false,\"rule\":\"M-1\"}},"
                "\"x-rest\":{\"x\":{\"x\":0");
    for (int walls = 0; walls < 3; walls++) {
        judge_begin(&t);
        t.rules = path;
        judge_unit(&t, "{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[600,500]},"
                       "{'id':'a2','asset':'man','at':[1400,500]}]}");
        judge_model(&t, "b", "blue", "infantry", "man", 1000, 500, 0, "");
        judge_area(&t, "z", "zone", (tl_vec2){1000, 300}, (tl_vec2){1100, 700}, 60); /* its middle is on the edge */
        if (walls > 0) {
            judge_wall(&t, "w", (tl_vec2){960, 300}, (tl_vec2){970, 700}, 20);
        }
        if (walls > 1) {
            judge_wall(&t, "v", (tl_vec2){1030, 300}, (tl_vec2){1040, 700}, 20);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
        assert_near(made_number(&t.told, "scores[0].total[0]"), walls == 2 ? 101 : 1, 0);
        assert_near(made_number(&t.told, "scores[0].total[1]"), walls > 0 ? 101 : 1, 0);
        assert_string_equal(made_word(&t.told, "scores[0].lines[1].holds"), "marginal");
        judge_ask(&t, "{'query':'score','from':'a1','to':'b'}");
        assert_near(made_number(&t.told, "scores[0].total[0]"), walls > 0 ? 101 : 1, 0);
        judge_end(&t);
    }
    unlink(path);
}

/* Each its own score: of those who carry the weapon, from where each stands; who is hidden has none, unless it asks for
 * no sight, and then counts those who have a line all the same. */
static void each_its_own(void **state) {
    (void)state;
    char path[400];
    judge_table t;
    write_rules(
        path, sizeof(path),
        "\"observers\":\"each\",\"rows\":[{\"when\":{\"range_share\":{\"up_to\":0.5}},\"add\":1,\"cite\":\"M-1\"},"
        "{\"when\":{\"from\":{\"nearest_enemy\":{\"from\":50}}},\"add\":10,\"cite\":\"M-1\"}]},"
        "\"free\":{\"text\":\"Free.\",\"rule\":\"M-1\",\"needs_sight\":false,\"rows\":["
        "{\"when\":{\"observers\":{\"up_to\":0}},\"add\":7,\"cite\":\"M-1\"}]}},"
        "\"terrain\":{\"wall\":{\"rule\":\"M-1\",\"raised\":true}},\"x-rest\":{\"x\":{\"x\":0");
    for (int hidden = 0; hidden < 3; hidden++) { /* by a skill behind a low wall, by a high wall */
        judge_begin(&t);
        t.rules = path;
        judge_unit(
            &t, "{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','range':100},{'id':'c','range':'C'}],"
                "'members':[{'id':'a1','asset':'man','at':[500,500],'weapons':['w','c']},"
                "{'id':'a2','asset':'man','at':[500,560],'weapons':['c']},"
                "{'id':'a3','asset':'man','at':[300,500],'weapons':['w']}]}");
        judge_model(&t, "b", "blue", "infantry", "man", 500 + 2 * R + 480, 500, 0,
                    hidden == 1 ? "'skills':['hidden']" : "");
        if (hidden > 0) {
            judge_wall(&t, "v", (tl_vec2){960, 300}, (tl_vec2){970, 700}, hidden == 1 ? 20 : 60);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'s','weapon':'w'}");
        assert_verdict(&t.told, hidden > 0 ? "no" : "yes");
        assert_int_equal(made_value(&t.told, "scores")->count, 2);
        assert_string_equal(made_word(&t.told, "scores[0].from"), "a1");
        assert_string_equal(made_word(&t.told, "scores[1].from"), "a3");
        if (hidden == 0) {
            assert_near(made_number(&t.told, "scores[0].total[0]"), 1, 0);
            assert_near(made_number(&t.told, "scores[1].total[0]"), 10, 0);
            judge_ask(&t, "{'query':'score','from':'a2','to':'b','score':'s','weapon':'c'}");
            assert_near(made_number(&t.told, "scores[0].total[0]"), 0, 0); /* close combat has no range */
        }
        judge_ask(&t, "{'query':'score','from':'a','to':'b','score':'free'}");
        assert_verdict(&t.told, "yes");
        assert_near(made_number(&t.told, "scores[0].total[0]"), hidden > 0 ? 7 : 0, 0);
        judge_end(&t);
    }
    unlink(path);
}

/* More that isn't decided than is gone through together: the total is still no narrower than what may be, and what is
 * certain counts. */
static void many_doubts(void **state) {
    (void)state;
    enum { KINDS = 16 };
    char score[6000], path[400];
    size_t n = (size_t)snprintf(score, sizeof(score), "\"base\":2,\"rows\":[{\"add\":10,\"cite\":\"M-1\"}");
    for (int i = 0; i < KINDS; i++) {
        n += (size_t)snprintf(
            score + n, sizeof(score) - n, ",{\"%s\":{\"target\":{\"in\":\"k%d\"}%s},\"add\":%d,\"cite\":\"M-1\"}",
            i % 4 == 1 || i % 4 == 2 ? "unless" : "when", i, i % 4 == 2 ? ",\"night\":true" : "", i % 4 == 0 ? -1 : 1);
    }
    n += (size_t)snprintf(score + n, sizeof(score) - n,
                          "]}},\"areas\":{\"a\":{}},\"terrain\":{\"x\":{\"rule\":\"M-1\"}");
    for (int i = 0; i < KINDS; i++) {
        n += (size_t)snprintf(score + n, sizeof(score) - n,
                              ",\"k%d\":{\"area\":\"a\",\"blocks\":false,\"rule\":\"M-1\"}", i);
    }
    snprintf(score + n, sizeof(score) - n, "},\"x-rest\":{\"x\":{\"x\":0");
    write_rules(path, sizeof(path), score);
    for (int doubtful = 13; doubtful <= KINDS; doubtful += 3) { /* 2^13 ways are gone through, 2^16 aren't */
        judge_table t;
        ask_two(&t, path, 400, "man", "infantry");
        for (int i = 0; i < KINDS; i++) {
            char id[16], kind[16];
            double x = 500 + 2 * R + 400 + (i < doubtful ? 0 : 50);
            snprintf(id, sizeof(id), "area%d", i);
            snprintf(kind, sizeof(kind), "k%d", i);
            judge_area(&t, id, kind, (tl_vec2){x, 300}, (tl_vec2){x + 100, 700}, 60);
        }
        judge_ready(&t);
        judge_ask(&t, "{'query':'score','from':'a','to':'b'}");
        double low = 12, high = 12;
        for (int i = 0; i < KINDS; i++) {
            bool by_day = i % 4 == 2; /* nothing keeps it from counting */
            bool sure = by_day || (i >= doubtful && i % 4 == 1), may = !by_day && i < doubtful;
            low += sure - (may && i % 4 == 0);
            high += sure + (may && i % 4 != 0);
        }
        assert_verdict(&t.told, "marginal");
        assert_near(made_number(&t.told, "scores[0].total[0]"), low, 0);
        assert_near(made_number(&t.told, "scores[0].total[1]"), high, 0);
        assert_string_equal(made_word(&t.told, "scores[0].lines[0].counts"), "yes");
        assert_string_equal(made_word(&t.told, "scores[0].lines[1].counts"), "marginal");
        assert_string_equal(made_word(&t.told, "scores[0].lines[2].counts"), "marginal");
        assert_string_equal(made_word(&t.told, "scores[0].lines[3].counts"), "yes");
        judge_end(&t);
    }
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_tables),    cmocka_unit_test(exclusive),      cmocka_unit_test(uncertain_models),
        cmocka_unit_test(uncertain_zones),  cmocka_unit_test(heights),        cmocka_unit_test(bars_and_bests),
        cmocka_unit_test(many_doubts),      cmocka_unit_test(nearest_of_two), cmocka_unit_test(who_looks),
        cmocka_unit_test(one_or_the_other), cmocka_unit_test(each_its_own),   cmocka_unit_test(each_of_who_looks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
