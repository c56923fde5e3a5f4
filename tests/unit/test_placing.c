/* test_placing.c: templates laid and judged, as facts: range, arc, edge and axis against closed forms and brute force
 * (DB-BLA-01, DB-FLM-02), who is hit against discs in the plane (DB-BLA-03, DB-BLA-07); every fact has its sentence. */
#include "api/handle.h"
#include "judge/template/strike.h"
#include "support/made_scene.h"
#include "tell/tell_placing.h"
#include "tell/tell_template.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},'block':{'core':{'shape':'box','min':[-9,-9,0],'max':[9,9,9]}}}"

enum { MEN = 12 };
static const double BASE = 12.5, UNIT = 100, BLAST = 75;

static const char weapons[] = "[{'id':'tube','name':'The tube','range':[1,4],'arc':'front','template':'blast'},"
                              "{'id':'jet','name':'The jet','range':1,'arc':'front','template':'flame-1'},"
                              "{'id':'cannon','name':'The cannon','range':3,'arc':'front','template':'flame-2',"
                              "'muzzle':[31,0,20]}]";

/* One who fires, and men of two sides. */
static void load(made_scene *s, double facing, const tl_vec2 men[MEN]) {
    char other[2][2048] = {"", ""};
    for (int i = 0; i < MEN; i++) {
        size_t used = strlen(other[i % 2]);
        snprintf(other[i % 2] + used, sizeof(other[0]) - used, "%s{'id':'m%d','asset':'man','at':[%.17g,%.17g]}",
                 used > 0 ? "," : "", i, men[i].x, men[i].y);
    }
    made_load(s,
              "{'trueline':1,'name':'Placed','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500}," ASSETS
              ",'terrain':[{'id':'block','name':'The block','asset':'block','at':[1900,1400,0]}],'units':["
              "{'id':'f','name':'Firers','side':'blue','class':'infantry','weapons':%s,'members':[{'id':'f1',"
              "'name':'The firer','asset':'man','at':[1000,750],'facing':%.17g}]},"
              "{'id':'e','name':'Enemies','side':'red','class':'infantry','members':[%s]},"
              "{'id':'o','name':'Others','side':'blue','class':'infantry','members':[%s]}]}",
              weapons, facing, other[0], other[1]);
}

static void spread(test_random *r, tl_vec2 men[MEN]) {
    for (int i = 0; i < MEN; i++) {
        men[i] = (tl_vec2){test_random_between(r, 700, 1300), test_random_between(r, 850, 1200)};
    }
}

static const tl_placing_finding *found(const tl_placing *p, tl_placing_fact fact) {
    for (size_t i = 0; i < p->finding_count; i++) {
        if (p->findings[i].fact == fact) {
            return &p->findings[i];
        }
    }
    return NULL;
}

/* What a length says that must be at most `limit`, within `band` of which it is open. */
static tl_verdict at_most(double length, double limit, double band) {
    return length <= limit - band ? TL_VERDICT_YES : length <= limit + band ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
}

/* --- Legality ----------------------------------------------------------------------------------------------------- */

static const tl_vec2 FIRER = {1000, 750};

/* Range [1, 4] and the arc of 90 degrees of a blast's centre, on an open table, at tolerances that leave some open. */
static void check_blast(const tl_referee *referee, double facing, double away, double turn, double tolerance,
                        int met[2][3]) {
    double angle = (facing + turn) * (M_PI / 180);
    const tl_question q = {
        .shape = "blast", .from = "f", .at_count = 2, .at = {FIRER.x + away * cos(angle), FIRER.y + away * sin(angle)}};
    tl_inquiry inquiry;
    tl_placing p;
    assert_int_equal(tl_inquiry_begin(referee, NULL, tolerance, &inquiry, NULL), TL_OK);
    assert_int_equal(tl_placing_make(&inquiry, &q, &p, NULL), TL_OK);

    double distance = away - BASE;
    tl_verdict far = at_most(distance, 4 * UNIT, tolerance), near = at_most(UNIT, distance, tolerance);
    bool too_near = near != TL_VERDICT_YES && far != TL_VERDICT_NO;
    const tl_placing_finding *range = found(&p, too_near ? TL_PLACING_TOO_NEAR : TL_PLACING_RANGE);
    assert_non_null(range);
    assert_int_equal(range->verdict, too_near ? near : far);
    assert_near(p.range.distance, distance, 1e-7);
    assert_near(p.range.limit, (too_near ? 1 : 4) * UNIT, 0);

    /* how far inside the nearer ray, or outside it: from its line, or where that runs behind, from the apex */
    double to_ray = 45 - fabs(turn), inside = to_ray > -90 ? away * sin(to_ray * (M_PI / 180)) : -away;
    const tl_placing_finding *arc = found(&p, TL_PLACING_CENTRE_ARC);
    assert_non_null(arc);
    assert_near(p.arc.margin_mm, inside, 1e-7);
    assert_int_equal(arc->verdict, at_most(-inside, 0, tolerance));
    assert_string_equal(p.weapon->id, "tube");

    bool never = range->verdict == TL_VERDICT_NO || arc->verdict == TL_VERDICT_NO;
    bool open = range->verdict == TL_VERDICT_MARGINAL || arc->verdict == TL_VERDICT_MARGINAL;
    assert_int_equal(found(&p, TL_PLACING_SIGHT)->verdict, TL_VERDICT_YES);
    assert_int_equal(p.verdict, never ? TL_VERDICT_NO : open ? TL_VERDICT_MARGINAL : TL_VERDICT_YES);
    assert_int_equal(tl_placing_is_illegal(&p), never);
    met[0][range->verdict]++;
    met[1][arc->verdict]++;
    tl_placing_free(&p);
    tl_inquiry_free(&inquiry);
}

static void blasts_are_in_range_and_arc(void **state) {
    (void)state;
    test_random r = test_random_start("blasts placed", 71);
    int met[2][3] = {{0}};
    for (int table = 0; table < 8; table++) {
        made_scene s;
        tl_vec2 men[MEN];
        double facing = test_random_between(&r, 0, 360);
        spread(&r, men);
        made_begin(&s, "placing-blast");
        load(&s, facing, men);
        for (int n = 0; n < 80; n++) {
            double away = test_random_between(&r, 20, 520), turn = test_random_between(&r, -180, 180);
            check_blast(s.scene->referee, facing, away, turn, test_random_between(&r, 0.01, 9), met);
        }
        made_end(&s);
    }
    for (int i = 0; i < 2; i++) {
        print_message("%s: %d no, %d open, %d yes\n", i == 0 ? "range" : "arc", met[i][TL_VERDICT_NO],
                      met[i][TL_VERDICT_MARGINAL], met[i][TL_VERDICT_YES]);
        assert_true(met[i][TL_VERDICT_NO] > 9 && met[i][TL_VERDICT_MARGINAL] > 9 && met[i][TL_VERDICT_YES] > 9);
    }
}

/* How far a point is from a simple polygon; 0 inside. */
static double from_polygon(const tl_vec2 *corner, size_t count, tl_vec2 p) {
    double least = INFINITY;
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        tl_vec2 a = corner[i], b = corner[(i + 1) % count];
        double dx = b.x - a.x, dy = b.y - a.y, t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
        t = fmin(fmax(t, 0), 1);
        least = fmin(least, hypot(a.x + t * dx - p.x, a.y + t * dy - p.y));
        inside = inside != ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / dy * dx);
    }
    return inside ? 0 : least;
}

/* A flame laid by hand: how far off its firer's edge, or the end of its weapon, and off its axis it is. */
static void check_flame(const tl_referee *referee, bool muzzle, tl_vec2 tip, double angle_deg, double tolerance,
                        int met[2][3]) {
    const tl_question q = {.shape = muzzle ? "flame-2" : "flame-1",
                           .from = "f",
                           .at_count = 2,
                           .at = {tip.x, tip.y},
                           .has_angle = true,
                           .angle_deg = angle_deg};
    tl_inquiry inquiry;
    tl_placing p;
    assert_int_equal(tl_inquiry_begin(referee, NULL, tolerance, &inquiry, NULL), TL_OK);
    assert_int_equal(tl_placing_make(&inquiry, &q, &p, NULL), TL_OK);

    double dx = tip.x - FIRER.x, dy = tip.y - FIRER.y;
    double gap = muzzle ? fabs(hypot(dx, dy) - 31) : fmax(0, from_polygon(p.shape.corner, p.shape.count, FIRER) - BASE);
    double curve = muzzle ? 0 : p.rule->outline_error * UNIT;
    const tl_placing_finding *touch = found(&p, muzzle ? TL_PLACING_MUZZLE : TL_PLACING_TOUCHES);
    assert_non_null(touch);
    tl_verdict touches = gap <= tolerance           ? TL_VERDICT_YES
                         : gap <= tolerance + curve ? TL_VERDICT_MARGINAL
                                                    : TL_VERDICT_NO;
    assert_int_equal(touch->verdict, touches);
    assert_near(touch->off_mm, touches == TL_VERDICT_YES ? 0 : gap, 1e-6);
    assert_int_equal(p.from_muzzle, muzzle);

    double c = cos(angle_deg * (M_PI / 180)), s = sin(angle_deg * (M_PI / 180));
    double off = c * dx + s * dy >= -tolerance ? fabs(c * dy - s * dx) : hypot(dx, dy);
    const tl_placing_finding *axis = found(&p, off <= tolerance ? TL_PLACING_BACKWARD : TL_PLACING_ASKEW);
    assert_non_null(axis);
    assert_int_equal(axis->verdict, off <= tolerance ? TL_VERDICT_YES : TL_VERDICT_NO);
    assert_near(axis->off_mm, off <= tolerance ? 0 : off, 1e-6);
    assert_int_equal(axis->member, p.firer);
    assert_non_null(found(&p, TL_PLACING_WHOLE_ARC));
    if (touches == TL_VERDICT_NO || axis->verdict == TL_VERDICT_NO) {
        assert_true(tl_placing_is_illegal(&p));
    }
    met[0][touches]++;
    met[1][axis->verdict]++;
    tl_placing_free(&p);
    tl_inquiry_free(&inquiry);
}

static void flames_lie_at_edges_and_along_axes(void **state) {
    (void)state;
    test_random r = test_random_start("flames placed", 72);
    int met[2][3] = {{0}};
    for (int table = 0; table < 4; table++) {
        made_scene s;
        tl_vec2 men[MEN];
        spread(&r, men);
        made_begin(&s, "placing-flame");
        load(&s, test_random_between(&r, 0, 360), men);
        for (int n = 0; n < 80; n++) {
            bool muzzle = n % 2 == 1;
            double angle = test_random_between(&r, 0, 360), tolerance = test_random_between(&r, 0.01, 3);
            double away = (muzzle ? 31 : BASE) + test_random_between(&r, -6, 6);
            double turn = n % 3 == 0 ? 0 : test_random_between(&r, -30, 30);
            turn = n % 7 == 6 ? test_random_between(&r, -180, 180) : turn;
            double at = (angle + turn) * (M_PI / 180);
            tl_vec2 tip = {FIRER.x + away * cos(at), FIRER.y + away * sin(at)};
            check_flame(s.scene->referee, muzzle, tip, angle, tolerance, met);
        }
        made_end(&s);
    }
    for (int i = 0; i < 2; i++) {
        print_message("%s: %d no, %d open, %d yes\n", i == 0 ? "edge" : "axis", met[i][TL_VERDICT_NO],
                      met[i][TL_VERDICT_MARGINAL], met[i][TL_VERDICT_YES]);
        assert_true(met[i][TL_VERDICT_NO] > 9 && met[i][TL_VERDICT_YES] > 9);
    }
}

/* --- Who is hit --------------------------------------------------------------------------------------------------- */

/* On an open table infantry never stands in the way: a blast hits whoever lies under it. */
static void check_strike(const tl_referee *referee, const tl_vec2 men[MEN], tl_vec2 at, double tolerance, int met[3]) {
    const tl_question q = {.shape = "blast", .from = "f", .at_count = 2, .at = {at.x, at.y}};
    tl_inquiry inquiry;
    tl_strike x;
    size_t hits[2] = {0, 0}, open[2] = {0, 0};
    assert_int_equal(tl_inquiry_begin(referee, NULL, tolerance, &inquiry, NULL), TL_OK);
    assert_int_equal(tl_strike_make(&inquiry, &q, &x, NULL), TL_OK);
    for (size_t i = 0; i < MEN; i++) {
        size_t unit = i % 2, member = 1 + unit * (MEN / 2) + i / 2;
        double d = hypot(men[i].x - at.x, men[i].y - at.y);
        tl_verdict under = at_most(d, BLAST + BASE, tolerance);
        const tl_victim *v = &x.victims[member];
        assert_int_equal(v->under, under);
        assert_int_equal(v->hit, under);
        assert_int_equal(v->fact, under == TL_VERDICT_MARGINAL ? TL_VICTIM_EDGE : TL_VICTIM_PLAIN);
        hits[unit] += under == TL_VERDICT_YES;
        open[unit] += under == TL_VERDICT_MARGINAL;
        met[under]++;
    }
    for (size_t u = 0; u < 2; u++) {
        const tl_struck_unit *unit = &x.units[1 + u];
        assert_int_equal(unit->hits, hits[u]);
        assert_int_equal(unit->bases, hits[u]);
        assert_int_equal(unit->open, open[u]);
        assert_int_equal(unit->told, hits[u] + open[u] > 0);
        assert_int_equal(unit->covered, hits[u] + open[u] > 0);
        assert_int_equal(unit->friends, u == 1);
    }
    assert_int_equal(x.hits, hits[0] + hits[1]);
    assert_int_equal(x.verdict, x.hits > 0              ? TL_VERDICT_YES
                                : open[0] + open[1] > 0 ? TL_VERDICT_MARGINAL
                                                        : TL_VERDICT_NO);
    tl_strike_free(&x);
    tl_inquiry_free(&inquiry);
}

static void blasts_hit_who_lies_under_them(void **state) {
    (void)state;
    test_random r = test_random_start("strikes", 73);
    int met[3] = {0};
    for (int table = 0; table < 4; table++) {
        made_scene s;
        tl_vec2 men[MEN];
        spread(&r, men);
        made_begin(&s, "placing-strike");
        load(&s, 90, men);
        for (int n = 0; n < 20; n++) {
            tl_vec2 at = {test_random_between(&r, 700, 1300), test_random_between(&r, 850, 1200)};
            check_strike(s.scene->referee, men, at, test_random_between(&r, 0.01, 9), met);
        }
        made_end(&s);
    }
    print_message("not under it %d, open %d, hit %d\n", met[TL_VERDICT_NO], met[TL_VERDICT_MARGINAL],
                  met[TL_VERDICT_YES]);
    assert_true(met[TL_VERDICT_MARGINAL] > 9 && met[TL_VERDICT_YES] > 9);
}

/* --- Sentences ---------------------------------------------------------------------------------------------------- */

/* What the English sentence of each fact says, and no other's of its kind: where the answer isn't yes, where it is. */
static const char *const marks[TL_PLACING_FACTS][2] = {
    [TL_PLACING_NOBODY] = {"Nobody was named", "Nobody was named"},
    [TL_PLACING_NO_WEAPON] = {"Firers has no weapon", "Firers has no weapon"},
    [TL_PLACING_ALL_ROUND] = {"The tube: fire all round", "The tube: fire all round"},
    [TL_PLACING_CENTRE_ARC] = {"The firer: the centre lies o", "The firer: the centre lies in"},
    [TL_PLACING_WHOLE_ARC] = {"The firer: the template lies o", "The firer: the template lies in"},
    [TL_PLACING_CLOSE_RANGE] = {"The tube reaches close combat only", "The tube reaches close combat only"},
    [TL_PLACING_RANGE] = {"to the centre, reaches", "to the centre, reaches"},
    [TL_PLACING_TOO_NEAR] = {"to the centre, no nearer", "to the centre, no nearer"},
    [TL_PLACING_SIGHT] = {"The firer", "The firer sees"},
    [TL_PLACING_OBSERVED] = {"The firer sees for The tube", "The firer sees for The tube"},
    [TL_PLACING_BARRED] = {"The block", "The block"},
    [TL_PLACING_SOLID] = {"inside something solid", "inside something solid"},
    [TL_PLACING_KEPT_OUT] = {"where it may not be laid", "stays 2.3 cm clear of The block"},
    [TL_PLACING_TOUCHES] = {"2.3 cm away from The firer", "touches The firer"},
    [TL_PLACING_MUZZLE] = {"weapon of The firer, and is 2.3 cm off", "starts at the end of the weapon of The firer"},
    [TL_PLACING_BACKWARD] = {"away from the middle of The firer", "away from the middle of The firer"},
    [TL_PLACING_AIMED] = {"runs to the middle of The firer", "runs to the middle of The firer"},
    [TL_PLACING_ASKEW] = {"passes the middle of The firer by 2.3 cm", "passes the middle of The firer by 2.3 cm"},
    [TL_PLACING_AIMLESS] = {"to nobody's middle", "to nobody's middle"},
    [TL_PLACING_AHEAD] = {"ahead of the end of the weapon of The firer: ", "2.3 cm ahead of the end of the weapon"},
    [TL_PLACING_AGAINST] = {"against The block", "The firer stands against"},
    [TL_PLACING_NO_WALL] = {"would have to stand against", "would have to stand against"}};

/* Every fact of a placing, under every verdict, is told by a sentence of its own. */
static void check_told(const tl_inquiry *inquiry, const tl_placing *p, bool english) {
    char told[TL_PLACING_FACTS][3][TL_REASON_TEXT];
    for (int fact = 0; fact < TL_PLACING_FACTS; fact++) {
        for (int verdict = 0; verdict < 3; verdict++) {
            tl_placing one = *p;
            tl_answer answer;
            one.verdict = (tl_verdict)verdict;
            one.findings[0] = (tl_placing_finding){.fact = (tl_placing_fact)fact,
                                                   .cause = tl_by(TL_CLAUSE_TEMPLATE_AIM),
                                                   .verdict = (tl_verdict)verdict,
                                                   .member = 0,
                                                   .off_mm = 23};
            one.finding_count = 1;
            one.sight.sight.verdict = (tl_verdict)verdict;
            one.sight.sight.clearance = 30;
            tl_answer_begin(&answer, inquiry->context, "template");
            tl_tell_placing(inquiry, &one, &answer);
            assert_int_equal(answer.reason_count, 1);
            assert_int_equal(answer.reasons[0].verdict, verdict);
            snprintf(told[fact][verdict], sizeof(told[0][0]), "%s", answer.reasons[0].text);
            tl_answer_free(&answer);
            assert_true(told[fact][verdict][0] != '\0' && strstr(told[fact][verdict], "null") == NULL);
            assert_true(!english || strstr(told[fact][verdict], marks[fact][verdict == TL_VERDICT_YES]) != NULL);
            for (int other = 0; other < fact; other++) {
                assert_string_not_equal(told[other][verdict], told[fact][verdict]);
            }
        }
    }
}

static const char *const victim_marks[TL_VICTIM_FACTS] = {[TL_VICTIM_SPARED] = "The tube does no harm to its class",
                                                          [TL_VICTIM_SHELTERED] = "fired from inside The block",
                                                          [TL_VICTIM_LEVEL] = "stands on level 2, and level 1",
                                                          [TL_VICTIM_LEVEL_OPEN] = "the level that is struck (1)",
                                                          [TL_VICTIM_UNSEEN] = "lies under it but is not hit",
                                                          [TL_VICTIM_EDGE] = "under the edge",
                                                          [TL_VICTIM_SIGHT_OPEN] = "whether it is seen",
                                                          [TL_VICTIM_HOLES] = "sees",
                                                          [TL_VICTIM_PARTLY] = "lies partly under it",
                                                          [TL_VICTIM_PARTLY_OPEN] = "whether all of it lies",
                                                          [TL_VICTIM_NOT_DIRECT] = "it must be struck itself",
                                                          [TL_VICTIM_DIRECT_OPEN] = "is struck itself was not"};

/* The same of those under a template. */
static void check_victims_told(tl_strike *x, bool english) {
    char told[TL_VICTIM_FACTS][TL_REASON_TEXT];
    tl_victim *v = &x->victims[1];
    v->level = 2;
    v->struck_level = 1;
    for (int fact = TL_VICTIM_PLAIN + 1; fact < TL_VICTIM_FACTS; fact++) {
        tl_answer answer;
        v->fact = (tl_victim_fact)fact;
        v->cause = tl_by(TL_CLAUSE_TEMPLATE_LEVEL);
        v->hit = TL_VERDICT_MARGINAL;
        v->sight.sight.verdict = fact == TL_VICTIM_UNSEEN ? TL_VERDICT_NO : TL_VERDICT_YES;
        tl_answer_begin(&answer, x->inquiry->context, "template");
        tl_tell_strike_words(x, &answer);
        const tl_reason *reason = NULL;
        for (size_t i = 0; i < answer.reason_count; i++) {
            reason = answer.reasons[i].cause.clause == TL_CLAUSE_TEMPLATE_LEVEL ? &answer.reasons[i] : reason;
        }
        assert_non_null(reason);
        snprintf(told[fact], sizeof(told[0]), "%s", reason->text);
        tl_answer_free(&answer);
        assert_true(strstr(told[fact], x->inquiry->table->members[1].name) != NULL);
        assert_true(strstr(told[fact], "null") == NULL);
        assert_true(!english || strstr(told[fact], victim_marks[fact]) != NULL);
        for (int other = TL_VICTIM_PLAIN + 1; other < fact; other++) {
            assert_string_not_equal(told[other], told[fact]);
        }
    }
}

static void every_fact_is_told(void **state) {
    (void)state;
    test_random r = test_random_start("facts told", 74);
    tl_vec2 men[MEN];
    made_scene s;
    spread(&r, men);
    made_begin(&s, "placing-told");
    load(&s, 90, men);
    const tl_question q = {.shape = "blast", .from = "f", .at_count = 2, .at = {men[0].x, men[0].y}};
    static const char *const languages[] = {"en", "fr"};
    for (int i = 0; i < 2; i++) {
        tl_inquiry inquiry;
        tl_words words;
        tl_strike x;
        assert_int_equal(tl_inquiry_begin(s.scene->referee, NULL, 1, &inquiry, NULL), TL_OK);
        tl_tell_in_language_of(&inquiry, tl_language_find(languages[i]), &words);
        assert_int_equal(tl_strike_make(&inquiry, &q, &x, NULL), TL_OK);
        x.placing.observer = 0;
        x.placing.bar = (tl_bar){.kind = TL_BAR_PLACE, .terrain = 0};
        check_told(&inquiry, &x.placing, i == 0);
        x.victims[1].bar = x.placing.bar;
        check_victims_told(&x, i == 0);
        tl_strike_free(&x);
        tl_inquiry_free(&inquiry);
    }
    made_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blasts_are_in_range_and_arc), cmocka_unit_test(flames_lie_at_edges_and_along_axes),
        cmocka_unit_test(blasts_hit_who_lies_under_them), cmocka_unit_test(every_fact_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
