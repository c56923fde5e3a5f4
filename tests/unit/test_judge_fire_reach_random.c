/* How far fire reaches at most (judge/score/reach), by random rows of `reaches` that ask everything a row may ask,
 * against a calculation of its own: the least length of the rows that hold, the rule of that row, and the verdict. */
#include "support/assert_geom.h"
#include "support/judge_table.h"
#include "support/write_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define R JUDGE_RIM

enum { MOST_ROWS = 5, RANGE = 120, ANY = -1 };

/* What is asked of one model; ANY: nothing. */
typedef struct who {
    int kind, skill, stance, moved, fired, lit;
} who;

typedef struct conditions {
    int night, weapon, setting;
    who from, target;
} conditions;

typedef struct row {
    conditions when, unless;
    bool has_unless;
    int up_to; /* cm */
} row;

typedef struct world {
    row rows[MOST_ROWS];
    int count;
    bool night;
    int setting, weapon; /* `weapon`: 2: of no kind */
    who men[2];          /* as they are; `skill`: 0: none, 1: of the unit, 2: of the weapon */
    double apart;        /* cm */
} world;

static const char *const kinds[] = {"foot", "horse"}, *const stances[] = {"up", "down"}, *const guns[] = {"gun", "bow"},
                         *const ways[] = {"as_seen", "as_dark"}, *const truths[] = {"false", "true"};

/* One of two, or, more often, nothing. */
static int some(test_random *random) {
    return test_random_below(random, 4) != 0 ? ANY : test_random_below(random, 2);
}

static who some_who(test_random *random) {
    who w = {some(random), some(random), some(random), some(random), some(random), some(random)};
    w.skill = w.skill == 0 ? ANY : w.skill;
    return w;
}

static conditions some_conditions(test_random *random) {
    return (conditions){some(random), some(random), some(random), some_who(random), some_who(random)};
}

static void make_world(world *w, test_random *random) {
    *w = (world){.count = 1 + test_random_below(random, MOST_ROWS),
                 .night = test_random_below(random, 2) == 1,
                 .setting = test_random_below(random, 2),
                 .weapon = test_random_below(random, 3)};
    for (int i = 0; i < w->count; i++) {
        w->rows[i] = (row){some_conditions(random), some_conditions(random), test_random_below(random, 2) == 1,
                           20 + 10 * i + 50 * test_random_below(random, 2)};
    }
    for (int k = 0; k < 2; k++) {
        w->men[k] = (who){test_random_below(random, 2), test_random_below(random, k == 0 ? 3 : 2),
                          test_random_below(random, 2), test_random_below(random, 2),
                          test_random_below(random, 2), test_random_below(random, 2)};
    }
    w->apart = test_random_between(random, 5, 140);
}

/* --- As the engine is told ---------------------------------------------------------------------------------------- */

static void put(char *out, size_t size, const char *glue, const char *name, const char *value) {
    size_t n = strlen(out);
    snprintf(out + n, size - n, "%s\"%s\":%s", n > 0 ? glue : "", name, value);
}

static void put_word(char *out, size_t size, const char *name, const char *word) {
    char quoted[60];
    snprintf(quoted, sizeof(quoted), "\"%s\"", word);
    put(out, size, ",", name, quoted);
}

static void put_who(char *out, size_t size, const char *name, const who *w) {
    char inner[400] = "", braced[420];
    if (w->kind != ANY) {
        put_word(inner, sizeof(inner), "class", kinds[w->kind]);
    }
    if (w->skill != ANY) {
        put_word(inner, sizeof(inner), "skill", "sharp");
    }
    if (w->stance != ANY) {
        put_word(inner, sizeof(inner), "stance", stances[w->stance]);
    }
    const int marks[] = {w->moved, w->fired, w->lit};
    const char *const names[] = {"moved", "fired", "lit"};
    for (int i = 0; i < 3; i++) {
        if (marks[i] != ANY) {
            put(inner, sizeof(inner), ",", names[i], truths[marks[i]]);
        }
    }
    if (inner[0] != '\0') {
        snprintf(braced, sizeof(braced), "{%s}", inner);
        put(out, size, ",", name, braced);
    }
}

static void put_conditions(char *out, size_t size, const conditions *c) {
    char inner[1200] = "", setting[100];
    if (c->night != ANY) {
        put(inner, sizeof(inner), ",", "night", truths[c->night]);
    }
    if (c->weapon != ANY) {
        put_word(inner, sizeof(inner), "weapon", guns[c->weapon]);
    }
    if (c->setting != ANY) {
        snprintf(setting, sizeof(setting), "{\"name\":\"flare_fire\",\"value\":\"%s\"}", ways[c->setting]);
        put(inner, sizeof(inner), ",", "setting", setting);
    }
    put_who(inner, sizeof(inner), "from", &c->from);
    put_who(inner, sizeof(inner), "target", &c->target);
    snprintf(out, size, "{%s}", inner);
}

static bool asks_nothing(const conditions *c) {
    char text[1400];
    put_conditions(text, sizeof(text), c);
    return strcmp(text, "{}") == 0;
}

#define TEXT "\"rule\":\"M-0\",\"text\":\"T.\""
#define FRAME                                                                                                          \
    "{\"trueline_ruleset\":2,\"name\":\"made\",\"title\":\"Made\",\"settings\":[{\"name\":\"tolerance_mm\",\"type\":"  \
    "\"number\",\"default\":0.05," TEXT "},{\"name\":\"flare_fire\",\"type\":\"choice\",\"default\":\"as_seen\","      \
    "\"values\":[\"as_seen\",\"as_dark\"]," TEXT "}],\"rules\":{\"M-0\":\"Any.\",\"M-1\":\"One.\",\"M-2\":\"Two.\","   \
    "\"M-3\":\"Three.\",\"M-4\":\"Four.\",\"M-5\":\"Five.\"},\"cites\":{\"range.weapon\":\"M-0\"},"                    \
    "\"lengths\":{\"game_unit\":{\"cm\":10,\"inch\":10}},"                                                             \
    "\"classes\":{\"foot\":{\"measured\":\"base\"},\"horse\":{\"measured\":\"base\"}},"                                \
    "\"stances\":{\"up\":{},\"down\":{}},\"weapons\":{\"gun\":{" TEXT "},\"bow\":{" TEXT "}},"                         \
    "\"skills\":{\"sharp\":{" TEXT "}},\"reaches\":{"

static void write_rules(char *path, size_t size, const world *w) {
    static int number;
    char text[20000];
    size_t n = (size_t)snprintf(text, sizeof(text), FRAME);
    for (int i = 0; i < w->count; i++) {
        char when[1400], unless[1400];
        put_conditions(when, sizeof(when), &w->rows[i].when);
        put_conditions(unless, sizeof(unless), &w->rows[i].unless);
        n += (size_t)snprintf(text + n, sizeof(text) - n,
                              "%s\"r%d\":{\"when\":%s%s%s,\"up_to\":%d,\"rule\":\"M-%d\","
                              "\"text\":\"T.\"}",
                              i > 0 ? "," : "", i, when, w->rows[i].has_unless ? ",\"unless\":" : "",
                              w->rows[i].has_unless ? unless : "", w->rows[i].up_to, i + 1);
    }
    snprintf(text + n, sizeof(text) - n, "}}");
    snprintf(path, size, TL_TEST_BINARY_DIR "/made-reaches-%ld-%d.json", (long)getpid(), number++);
    test_write_file(path, text, strlen(text));
}

static void put_man(judge_table *t, const world *w, int k) {
    const who *m = &w->men[k];
    char weapon[200] = "", kind[40] = "";
    if (w->weapon < 2) {
        snprintf(kind, sizeof(kind), ",'kind':'%s'", guns[w->weapon]);
    }
    if (k == 0) {
        snprintf(weapon, sizeof(weapon), "'weapons':[{'id':'w','range':%d%s%s}],", RANGE, kind,
                 m->skill == 2 ? ",'skills':['sharp']" : "");
    }
    judge_unit(t,
               "{'id':'%c','side':'%s','class':'%s',%s%s'members':[{'id':'%c1','asset':'man','at':[%.17g,500],"
               "'stance':'%s','moved':%s,'fired':%s,'lit':%s}]}",
               'a' + k, k == 0 ? "red" : "blue", kinds[m->kind], weapon, m->skill == 1 ? "'skills':['sharp']," : "",
               'a' + k, k == 0 ? 500 : 500 + 2 * R + 10 * w->apart, stances[m->stance], truths[m->moved],
               truths[m->fired], truths[m->lit]);
}

/* --- As it is worked out here ------------------------------------------------------------------------------------- */

static bool fits(int asked, int is) {
    return asked == ANY || asked == is;
}

static bool who_fits(const who *asked, const who *is) {
    return fits(asked->kind, is->kind) && (asked->skill == ANY || is->skill != 0) && fits(asked->stance, is->stance) &&
           fits(asked->moved, is->moved) && fits(asked->fired, is->fired) && fits(asked->lit, is->lit);
}

static bool hold(const world *w, const conditions *c) {
    return fits(c->night, w->night) && fits(c->weapon, w->weapon) && fits(c->setting, w->setting) &&
           who_fits(&c->from, &w->men[0]) && who_fits(&c->target, &w->men[1]);
}

/* The row that decides, or -1: none holds. */
static int least_row(const world *w) {
    int least = -1;
    for (int i = 0; i < w->count; i++) {
        const row *r = &w->rows[i];
        if (hold(w, &r->when) && !(r->has_unless && hold(w, &r->unless)) &&
            (least < 0 || r->up_to < w->rows[least].up_to)) {
            least = i;
        }
    }
    return least;
}

/* --- Tests -------------------------------------------------------------------------------------------------------- */

static void random_rows(void **state) {
    (void)state;
    test_random random = test_random_start("random reaches", 31);
    int capped = 0, kept_out = 0;
    for (int round = 0; round < 400; round++) {
        world w;
        char path[400], rule[16];
        judge_table t;
        make_world(&w, &random);
        for (int i = 0; i < w.count; i++) {
            w.rows[i].has_unless = w.rows[i].has_unless && !asks_nothing(&w.rows[i].unless);
            while (asks_nothing(&w.rows[i].when)) {
                w.rows[i].when = some_conditions(&random);
            }
        }
        const int least = least_row(&w);
        const bool by_row = least >= 0 && w.rows[least].up_to < RANGE;
        const double limit = by_row ? w.rows[least].up_to : RANGE;
        write_rules(path, sizeof(path), &w);
        judge_begin(&t);
        t.rules = path;
        t.night = w.night;
        judge_setting(&t, "'flare_fire':'%s'", ways[w.setting]);
        put_man(&t, &w, 0);
        put_man(&t, &w, 1);
        judge_ready(&t);
        judge_ask(&t, "{'query':'attack','from':'a','to':'b'}");
        const bool out = w.apart > limit;
        if (fabs(made_number(&t.told, "weapons[0].members[0].limit_mm") - 10 * limit) > 1e-6 ||
            strcmp(made_word(&t.told, "verdict"), out ? "no" : "yes") != 0) {
            fail_msg("round %d: row %d, limit %g cm, not %g mm", round, least, limit,
                     made_number(&t.told, "weapons[0].members[0].limit_mm"));
        }
        if (out) {
            snprintf(rule, sizeof(rule), "M-%d", by_row ? least + 1 : 0);
            assert_string_equal(made_word(&t.told, "rule"), rule);
        }
        capped += by_row;
        kept_out += by_row && out;
        judge_end(&t);
        unlink(path);
    }
    printf("%d of 400 have a row that holds, %d are beyond it\n", capped, kept_out);
    assert_true(capped > 100 && kept_out > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
