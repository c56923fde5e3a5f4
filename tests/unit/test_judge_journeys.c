/* Moves (judge/move) over random flat tables, whoever moves without turning: everything is a rounded box whose sides
 * lie along the axes, so that a judge of its own finds by closed form what is met, what slows, where it must stop. */
#include "support/judge_table.h"

#include "judge/move/journey.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tl_error error;

/* --- The table ---------------------------------------------------------------------------------------------------- */

typedef enum sort { SWAMP, WATER, FORT, ROAD, FRIEND, FOE, FRIEND_TANK, FOE_TANK, ABOVE, WHATS } sort;

/* A box with half sides, grown by a radius. */
typedef struct thing {
    sort what;
    tl_vec2 at, half;
    double radius;
} thing;

enum { THINGS = 5, LEGS = 3, SPANS = 16 };

typedef struct scene {
    thing mover, things[THINGS];
    tl_vec2 corners[LEGS + 1];
    size_t legs;
    bool vehicle, tracked, amphibious, march, inside_part, each, inches;
    double rating, tolerance; /* in game units; mm */
} scene;

/* How far the mover, there, is from touching a thing; negative: so deep does it lie in it. */
static double gap(const scene *s, tl_vec2 at, const thing *t) {
    double x = fabs(at.x - t->at.x) - s->mover.half.x - t->half.x,
           y = fabs(at.y - t->at.y) - s->mover.half.y - t->half.y;
    return hypot(fmax(x, 0), fmax(y, 0)) + fmin(fmax(x, y), 0) - s->mover.radius - t->radius;
}

static double edge_gap(const scene *s, tl_vec2 at) {
    return fmin(fmin(at.x, 3000 - at.x) - s->mover.half.x, fmin(at.y, 3000 - at.y) - s->mover.half.y) - s->mover.radius;
}

static double length_of(const scene *s) {
    double length = 0;
    for (size_t i = 0; i < s->legs; i++) {
        length += tl_length2(tl_sub2(s->corners[i + 1], s->corners[i]));
    }
    return length;
}

static tl_vec2 place_at(const scene *s, double after) {
    for (size_t i = 0; i < s->legs; i++) {
        double leg = tl_length2(tl_sub2(s->corners[i + 1], s->corners[i]));
        if (after <= leg || i + 1 == s->legs) {
            return tl_lerp2(s->corners[i], s->corners[i + 1], fmin(after / leg, 1));
        }
        after -= leg;
    }
    return s->corners[0];
}

static double gap_at(const scene *s, double after, const thing *t) {
    return t != NULL ? gap(s, place_at(s, after), t) : edge_gap(s, place_at(s, after));
}

/* Where along the way the mover is nearer to something than `near`; NULL: to the table's edge. */
static size_t spans_of(const scene *s, const thing *t, double near, double spans[SPANS][2]) {
    double length = length_of(s), before = gap_at(s, 0, t);
    size_t steps = (size_t)(length / 0.5) + 1, count = 0;
    bool in = before < near;
    if (in) {
        spans[0][0] = 0;
    }
    for (size_t i = 1; i <= steps; i++) {
        double at = length * (double)i / (double)steps, now = gap_at(s, at, t);
        if ((now < near) != in) {
            double a = length * (double)(i - 1) / (double)steps, b = at;
            for (int k = 0; k < 40; k++) {
                double middle = 0.5 * (a + b);
                *((gap_at(s, middle, t) < near) == in ? &a : &b) = middle;
            }
            assert_true(count < SPANS);
            spans[count][in] = a;
            count += in;
            in = !in;
        }
    }
    if (in) {
        spans[count++][1] = length;
    }
    return count;
}

/* --- The other judge ---------------------------------------------------------------------------------------------- */

typedef struct crossing {
    double from, to; /* somewhere between */
    bool leaves;
    size_t thing;
} crossing;

typedef struct expected {
    bool doubtful;                     /* something is too near its limit to be told */
    double stop[2], met[2], inside[2]; /* between; INFINITY: never */
    double limit[2];
    bool contact, end, far; /* what ends it, each for itself */
    double contact_at[2], end_at[2];
    crossing crossings[4 * THINGS];
    size_t crossing_count;
} expected;

static bool slows(const scene *s, sort what) {
    return what == SWAMP || (what == FORT && !s->vehicle);
}

static bool stops(const scene *s, sort what) {
    return (what == WATER && !s->amphibious) || (what == FORT && s->vehicle) || what == FOE || what == FOE_TANK ||
           (what == FRIEND_TANK && s->vehicle);
}

static bool stands(sort what) {
    return what == FRIEND || what == FOE || what == FRIEND_TANK || what == FOE_TANK;
}

static int by_first(const void *a, const void *b) {
    const double *s = a, *t = b;
    return (*s > *t) - (*s < *t);
}

/* What slows along a way where touching counts from `near` on. */
static void leash(const scene *s, double near, double own, double cap, double *limit, double *met, double *inside) {
    double all[THINGS * SPANS][2];
    size_t count = 0;
    for (size_t i = 0; i < THINGS; i++) {
        count += slows(s, s->things[i].what) ? spans_of(s, &s->things[i], near, &all[count]) : 0;
    }
    qsort(all, count, sizeof(all[0]), by_first);
    *limit = own;
    *met = count > 0 ? all[0][0] : INFINITY;
    *inside = 0;
    double until = 0;
    for (size_t i = 0; i < count; i++) {
        double first = fmax(all[i][0], until), last = fmax(all[i][1], until);
        if (s->inside_part && cap<own && * inside + last - first> cap) {
            *limit = fmin(*limit, first + cap - *inside);
        }
        *inside += last - first;
        until = last;
    }
    if (!s->inside_part && count > 0 && cap < own) {
        *limit = fmin(own, fmax(*met, cap));
    }
}

/* Both ends of a bracket. */
static void bracket(double out[2], double a, double b) {
    out[0] = fmin(a, b);
    out[1] = fmax(a, b);
}

static expected judge(const scene *s) {
    expected e = {0};
    double slack = 0.1 + 2.5 * s->tolerance, length = length_of(s), unit = s->inches ? 101.6 : 100;
    double own = s->rating * unit, a[SPANS][2], b[SPANS][2];
    double cap = fmin(own, (s->march ? 4 : 2) * unit);
    for (size_t i = 0; i <= THINGS; i++) {
        const thing *t = i < THINGS ? &s->things[i] : NULL;
        size_t count = spans_of(s, t, slack, a), sure = spans_of(s, t, -slack, b);
        if (count != sure) {
            e.doubtful = true;
            return e;
        }
        for (size_t k = 0; k < count; k++) {
            if (t == NULL || stops(s, t->what)) {
                if (!e.contact || a[k][0] < e.contact_at[0]) {
                    bracket(e.contact_at, a[k][0], b[k][0]);
                }
                e.contact = true;
            }
            if (t != NULL && slows(s, t->what)) {
                if (b[k][0] > 0) {
                    e.crossings[e.crossing_count++] = (crossing){a[k][0], b[k][0], false, i};
                }
                if (b[k][1] < length) {
                    e.crossings[e.crossing_count++] = (crossing){b[k][1], a[k][1], true, i};
                }
            }
        }
    }
    /* whom it ends on, and from where on it stood on somebody all the way */
    double from[2] = {length, length};
    for (int k = 0; k < 2; k++) {
        for (bool again = true; again;) {
            again = false;
            for (size_t i = 0; i < THINGS; i++) {
                size_t count = stands(s->things[i].what) ? spans_of(s, &s->things[i], k ? -slack : slack, a) : 0;
                for (size_t m = 0; m < count; m++) {
                    if (a[m][1] >= from[k] - 1e-6 && a[m][0] < from[k]) {
                        from[k] = a[m][0];
                        again = true;
                    }
                }
            }
        }
    }
    e.end = from[0] < length;
    bracket(e.end_at, from[0], from[1]);
    e.doubtful = (from[0] < length) != (from[1] < length) || fabs(from[0] - from[1]) > 40;
    double limit[2], met[2], inside[2];
    leash(s, slack, own, cap, &limit[0], &met[0], &inside[0]);
    leash(s, -slack, own, cap, &limit[1], &met[1], &inside[1]);
    bracket(e.limit, limit[0], limit[1]);
    bracket(e.met, met[0], met[1]);
    bracket(e.inside, inside[0], inside[1]);
    e.far = length > e.limit[1];
    e.doubtful = e.doubtful || (length > e.limit[0] - slack && length < e.limit[1] + slack);
    return e;
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

static scene random_scene(test_random *random) {
    scene s = {.vehicle = test_random_below(random, 2) == 0};
    bool corner = test_random_below(random, 4) == 0;
    s.mover = s.vehicle ? (thing){.half = {JUDGE_AHEAD, JUDGE_BESIDE}} : (thing){.radius = JUDGE_RIM};
    s.corners[0] = corner ? (tl_vec2){test_random_between(random, 60, 300), 2800} : (tl_vec2){1000, 1000};
    s.mover.at = s.corners[0];
    s.legs = 1 + (size_t)test_random_below(random, LEGS);
    for (size_t i = 1; i <= s.legs; i++) {
        double angle = test_random_between(random, 0, 2 * M_PI), leg = test_random_between(random, 20, 250);
        s.corners[i] = (tl_vec2){s.corners[i - 1].x + leg * cos(angle), s.corners[i - 1].y + leg * sin(angle)};
        s.corners[i].x = fmax(s.corners[i].x, 1);
        s.corners[i].y = fmin(s.corners[i].y, 2999);
    }
    s.tracked = s.vehicle && test_random_below(random, 2) == 0;
    s.amphibious = test_random_below(random, 4) == 0;
    s.march = test_random_below(random, 3) == 0;
    s.inside_part = test_random_below(random, 3) == 0;
    s.each = test_random_below(random, 2) == 0;
    s.inches = test_random_below(random, 4) == 0;
    s.rating = test_random_between(random, 1, 7);
    s.tolerance = test_random_below(random, 3) == 0 ? 0 : test_random_below(random, 3) == 0 ? 1 : 0.05;
    for (size_t i = 0; i < THINGS; i++) {
        thing *t = &s.things[i];
        double place = test_random_between(random, 0, length_of(&s));
        tl_vec2 at = place_at(&s, place);
        t->what = (sort)test_random_below(random, WHATS);
        t->at = (tl_vec2){fmax(at.x + test_random_between(random, -80, 80), 1),
                          fmin(at.y + test_random_between(random, -80, 80), 2999)};
        bool disc = t->what < FRIEND && test_random_below(random, 2) == 0;
        t->half =
            disc ? (tl_vec2){0, 0} : (tl_vec2){test_random_between(random, 5, 90), test_random_between(random, 5, 90)};
        t->radius = disc ? test_random_between(random, 5, 90) : 0;
        if (t->what == FRIEND || t->what == FOE) {
            t->half = (tl_vec2){0, 0};
            t->radius = JUDGE_RIM;
        } else if (t->what == FRIEND_TANK || t->what == FOE_TANK) {
            t->half = (tl_vec2){JUDGE_AHEAD, JUDGE_BESIDE};
        } else if (t->what == ABOVE) {
            t->half = (tl_vec2){40, 20};
        }
        bool kept = !slows(&s, t->what) && t->what != ROAD && t->what != ABOVE;
        if (kept && gap(&s, s.corners[0], t) < 5) { /* nobody starts in what stops him */
            t->at = (tl_vec2){2500, 400 + 200 * (double)i};
        }
    }
    return s;
}

static void make(judge_table *t, const scene *s) {
    static const char *const kinds[] = {
        [SWAMP] = "swamp", [WATER] = "deep-water", [FORT] = "strongpoint", [ROAD] = "road"};
    judge_begin(t);
    char more[200], id[8];
    snprintf(more, sizeof(more), "'%s':%.17g%s%s", s->march ? "march" : "move", s->rating,
             s->tracked ? ",'locomotion':'tracked'" : "", s->amphibious ? ",'skills':['amphibious']" : "");
    judge_model(t, "a", "red", s->vehicle ? "vehicle" : "infantry", s->vehicle ? "tank" : "man", s->mover.at.x,
                s->mover.at.y, 0, more);
    for (size_t i = 0; i < THINGS; i++) {
        const thing *o = &s->things[i];
        snprintf(id, sizeof(id), "o%zu", i);
        bool foe = o->what == FOE || o->what == FOE_TANK || o->what == ABOVE;
        if (o->what >= FRIEND && o->what != ABOVE) {
            bool tank = o->what == FRIEND_TANK || o->what == FOE_TANK;
            judge_model(t, id, foe ? "blue" : "red", tank ? "vehicle" : "infantry", tank ? "tank" : "man", o->at.x,
                        o->at.y, 0, "");
        } else if (o->what == ABOVE) {
            judge_unit(t,
                       "{'id':'%s','side':'blue','class':'aircraft','members':[{'id':'%s1','asset':'flyer','at':[%.17g,"
                       "%.17g,200]}]}",
                       id, id, o->at.x, o->at.y);
        } else if (o->radius > 0) {
            judge_terrain(t, "{'id':'%s','kind':'%s','disc':{'centre':[%.17g,%.17g],'radius':%.17g}}", id,
                          kinds[o->what], o->at.x, o->at.y, o->radius);
        } else {
            judge_area(t, id, kinds[o->what], tl_sub2(o->at, o->half), tl_add2(o->at, o->half), -1);
        }
    }
    judge_ready(t);
    judge_set(t, s->tolerance, "units", s->inches ? "inch" : "cm", "terrain_cap",
              s->inside_part ? "inside_part" : "whole_action", "bog_rolls", s->each ? "per_crossing" : "per_action",
              NULL);
}

static void assert_between(const char *name, int round, double value, const double limits[2]) {
    if (!(value >= limits[0] - 0.05 && value <= limits[1] + 0.05)) {
        fail_msg("round %d: %s is %.17g, not between %.17g and %.17g", round, name, value, limits[0], limits[1]);
    }
}

static void check_crossings(int round, const judge_table *t, const scene *s, const expected *e, const tl_journey *j) {
    size_t count = e->met[1] < INFINITY ? e->crossing_count : 0;
    if (j->crossing_count != count) {
        fail_msg("round %d: %zu crossings, not %zu", round, j->crossing_count, count);
    }
    for (size_t i = 0; i < count; i++) {
        const tl_journey_crossing *c = &j->crossings[i];
        bool found = false;
        for (size_t k = 0; k < count && !found; k++) {
            char id[8];
            snprintf(id, sizeof(id), "o%zu", e->crossings[k].thing);
            found = c->leaves == e->crossings[k].leaves && strcmp(t->table->terrain[c->terrain].id, id) == 0 &&
                    c->cost >= e->crossings[k].from - 0.05 && c->cost <= e->crossings[k].to + 0.05;
        }
        if (!found) {
            fail_msg("round %d: crossing %zu after %g", round, i, c->cost);
        }
        tl_vec2 at = place_at(s, c->cost);
        assert_near(c->at.x, at.x, 1e-6);
        assert_near(c->at.y, at.y, 1e-6);
        assert_true(i == 0 || c->cost >= j->crossings[i - 1].cost);
        assert_int_equal(c->rolls, s->tracked && (i == 0 || s->each));
    }
}

/* What is met has the kind that belongs to it. */
static void check_kinds(int round, const judge_table *t, const scene *s, const tl_journey *j) {
    for (size_t i = 0; i < j->halt_count; i++) {
        const tl_halt *halt = &j->halts[i];
        if (halt->kind >= TL_HALT_WALL && halt->kind <= TL_HALT_EDGE) {
            const char *name = tl_table_slot_name(t->table, halt->slot);
            size_t k = name[0] == 'o' ? (size_t)(name[1] - '0') : THINGS;
            static const tl_halt_kind kinds[] = {
                [WATER] = TL_HALT_WALL,         [FORT] = TL_HALT_TRAP,    [FRIEND] = TL_HALT_FRIEND,
                [FRIEND_TANK] = TL_HALT_FRIEND, [FOE_TANK] = TL_HALT_FOE, [FOE] = TL_HALT_FOE};
            if (halt->kind != (k < THINGS ? kinds[s->things[k].what] : TL_HALT_EDGE)) {
                fail_msg("round %d: %s is met as kind %d", round, name, (int)halt->kind);
            }
        }
    }
}

/* What ends it first, of what is certain; halts come in their order. */
static void check_halts(int round, const scene *s, const expected *e, const tl_journey *j) {
    double first[2] = {INFINITY, INFINITY};
    const double *causes[3] = {e->contact ? e->contact_at : NULL, e->end ? e->end_at : NULL, e->far ? e->limit : NULL};
    static const tl_clause clauses[3][4] = {
        {TL_CLAUSE_MOVE_WALLS, TL_CLAUSE_MOVE_MODELS, TL_CLAUSE_MOVE_TABLE, TL_CLAUSE_MOVE_WALLS},
        {TL_CLAUSE_MOVE_END, TL_CLAUSE_MOVE_END, TL_CLAUSE_MOVE_END, TL_CLAUSE_MOVE_END},
        {TL_CLAUSE_MOVE_LENGTH, TL_CLAUSE_MOVE_TERRAIN, TL_CLAUSE_MOVE_LENGTH, TL_CLAUSE_MOVE_LENGTH}};
    bool none = true;
    for (int k = 0; k < 3; k++) {
        if (causes[k] != NULL) {
            none = false;
            first[0] = fmin(first[0], causes[k][0]);
            first[1] = fmin(first[1], causes[k][1]);
        }
    }
    if (j->verdict != (none ? TL_VERDICT_YES : TL_VERDICT_NO)) {
        fail_msg("round %d: verdict %d; contact %d, end %d, far %d", round, (int)j->verdict, e->contact, e->end,
                 e->far);
    }
    assert_int_equal(j->stop == NULL, none);
    assert_int_equal(j->end, e->end ? TL_VERDICT_NO : TL_VERDICT_YES);
    assert_int_equal(j->length_verdict, e->far ? TL_VERDICT_NO : TL_VERDICT_YES);
    if (none) {
        assert_int_equal(j->halt_count, 0);
        return;
    }
    assert_between("the stop", round, j->stop->cost, first);
    assert_near(j->stop->plan, j->stop->cost, 1e-9);
    assert_true(j->stop->latest >= j->stop->plan - 1e-9 && j->stop->latest <= length_of(s) + 1e-6);
    bool known = false;
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 4 && causes[k] != NULL; c++) {
            known = known || (j->stop->cause.clause == clauses[k][c] && j->stop->cost >= causes[k][0] - 0.05 &&
                              j->stop->cost <= causes[k][1] + 0.05);
        }
    }
    if (!known) {
        fail_msg("round %d: clause %d", round, (int)j->stop->cause.clause);
    }
    for (size_t i = 1; i < j->halt_count; i++) {
        assert_true(j->halts[i].cost >= j->halts[i - 1].cost);
    }
    if (e->far && (j->stop->cause.clause == TL_CLAUSE_MOVE_LENGTH || j->stop->cause.clause == TL_CLAUSE_MOVE_TERRAIN)) {
        bool slowed = e->limit[1] < j->own - 1e-6;
        assert_int_equal(j->stop->cause.clause, slowed ? TL_CLAUSE_MOVE_TERRAIN : TL_CLAUSE_MOVE_LENGTH);
        assert_int_equal(j->stop->has_slot, slowed);
        bool before = slowed && !s->inside_part && e->met[0] > j->in_terrain + 0.1;
        if (slowed && !s->inside_part && fabs(e->met[0] - j->in_terrain) > 3) {
            assert_int_equal(j->stop->kind, before ? TL_HALT_BEFORE_TERRAIN : TL_HALT_SLOWED);
        }
    }
}

/* Boxes and discs that stop, slow or let pass; friends, foes and aircraft; the table's edge. */
static void ways(void **state) {
    (void)state;
    test_random random = test_random_start("journeys", 1911);
    int told = 0, free = 0, stopped = 0, slowed = 0;
    for (int round = 0; round < 500; round++) {
        scene s = random_scene(&random);
        expected e = judge(&s);
        if (e.doubtful || (s.vehicle && e.contact)) { /* vehicles may turn out of the way */
            continue;
        }
        judge_table t;
        make(&t, &s);
        tl_path_point path[LEGS];
        for (size_t i = 0; i < s.legs; i++) {
            path[i] = (tl_path_point){{s.corners[i + 1].x, s.corners[i + 1].y, 0}, 2};
        }
        const tl_question question = {.query = "move", .path = path, .path_count = s.legs, .march = s.march};
        tl_journey j;
        if (tl_journey_make(&t.inquiry, judge_who(&t, "a1"), &question, &j, &error) != TL_OK) {
            fail_msg("round %d: %s", round, error.message);
        }
        assert_near(j.length, length_of(&s), 1e-9);
        assert_near(j.own, s.rating * (s.inches ? 101.6 : 100), 1e-9);
        if (e.met[0] < INFINITY) {
            assert_true(j.in_terrain_counts);
            assert_between("where terrain is met", round, j.terrain_after, e.met);
            assert_between("what lies inside", round, j.inside, e.inside);
        } else {
            assert_false(j.in_terrain_counts);
        }
        assert_between("the allowance", round, j.allowance, e.limit);
        check_crossings(round, &t, &s, &e, &j);
        check_halts(round, &s, &e, &j);
        check_kinds(round, &t, &s, &j);
        told++;
        free += j.verdict == TL_VERDICT_YES;
        stopped += e.contact;
        slowed += e.far && e.limit[1] < j.own - 1;
        tl_journey_free(&j);
        judge_end(&t);
    }
    print_message("%d told: %d may, %d meet something, %d are slowed\n", told, free, stopped, slowed);
    assert_true(told > 150 && free > 30 && stopped > 20 && slowed > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
