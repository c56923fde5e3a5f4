/* What a score comes to (judge/score/sum.c): random rows, conditions and facts that may have several values, against
 * every way in which all of them may be, one after the other. */
#include "judge/score/score.h"
#include "support/judge_table.h"

#include <math.h>
#include <string.h>

static tl_error error;

enum { FACTS = 4, VALUES = 3, LINES = 6, CONDITIONS = 3, BANDS = 3 };

typedef struct made {
    tl_fact facts[FACTS];
    double values[FACTS][VALUES];
    tl_score_row rows[LINES];
    tl_scored_line lines[LINES];
    tl_scored_condition conditions[LINES * CONDITIONS];
    tl_score_rule rule;
    tl_weapon_rule table;
    double bands[BANDS], table_values[BANDS];
    tl_scored score;
} made;

static const tl_score_does all_does[] = {TL_SCORE_ADDS, TL_SCORE_ADDS,    TL_SCORE_ADDS,   TL_SCORE_ADDS,
                                         TL_SCORE_BARS, TL_SCORE_SETTLES, TL_SCORE_SHIFTS, TL_SCORE_ADDS};

static void make(made *m, test_random *random, double unit) {
    memset(m, 0, sizeof(*m));
    m->score.fact_count = 1 + (size_t)test_random_below(random, FACTS);
    for (size_t i = 0; i < m->score.fact_count; i++) {
        tl_fact *f = &m->facts[i];
        *f = (tl_fact){.values = m->values[i], .count = 1 + (size_t)test_random_below(random, VALUES)};
        for (size_t k = 0; k < f->count; k++) { /* the first is a distance, on limits of the table and beside them */
            m->values[i][k] = i == 0 ? unit * test_random_below(random, 8) : test_random_below(random, 5);
        }
        f->measured = m->values[i][0];
    }
    m->score.line_count = (size_t)test_random_below(random, LINES + 1);
    size_t next = 0;
    for (size_t i = 0; i < m->score.line_count; i++) {
        tl_score_row *row = &m->rows[i];
        row->does = all_does[test_random_below(random, 8)];
        row->amount =
            row->does == TL_SCORE_SHIFTS ? 1 + test_random_below(random, 2) : test_random_below(random, 9) - 4;
        m->lines[i] =
            (tl_scored_line){.row = row, .first = next, .count = (size_t)test_random_below(random, CONDITIONS + 1)};
        for (size_t k = 0; k < m->lines[i].count; k++) {
            tl_scored_condition *c = &m->conditions[next++];
            c->unless = test_random_below(random, 3) == 0;
            row->has_unless = row->has_unless || c->unless;
            c->fact = test_random_below(random, 5) == 0 ? SIZE_MAX
                                                        : (size_t)test_random_below(random, (int)m->score.fact_count);
            c->holds = test_random_below(random, 2) == 0 ? TL_VERDICT_YES : TL_VERDICT_NO; /* of what is certain */
            double scale = c->fact == 0 ? unit : 1;
            c->test = (tl_fact_test){.low = -INFINITY, .high = INFINITY};
            if (c->fact != 0 && test_random_below(random, 3) == 0) {
                c->test.bits = 1 + (uint64_t)test_random_below(random, 31);
            } else {
                c->test.low_open = test_random_below(random, 2) == 0;
                c->test.high_open = test_random_below(random, 2) == 0;
                c->test.low = test_random_below(random, 2) == 0 ? -INFINITY : scale * test_random_below(random, 4);
                c->test.high =
                    test_random_below(random, 2) == 0 ? INFINITY : scale * (1 + test_random_below(random, 4));
            }
        }
    }
    m->score.condition_count = next;
    m->score.facts = m->facts;
    m->score.lines = m->lines;
    m->score.conditions = m->conditions;
    m->table = (tl_weapon_rule){.bands = m->bands, .values = m->table_values};
    m->table.band_count = 1 + (size_t)test_random_below(random, BANDS);
    for (size_t i = 0; i < m->table.band_count; i++) {
        m->bands[i] = (i > 0 ? m->bands[i - 1] : 0) + 1 + test_random_below(random, 3);
        m->table_values[i] = test_random_below(random, 10);
    }
    m->table.has_beyond = test_random_below(random, 2) == 0;
    m->table.beyond = 20;
    m->rule =
        (tl_score_rule){.best = test_random_below(random, 2) == 0, .by_weapon = test_random_below(random, 2) == 0};
    m->rule.base = test_random_below(random, 7) - 3;
}

/* --- As it is worked out here ------------------------------------------------------------------------------------- */

typedef struct sums {
    int ways, barred, settled, held[LINES], counted[LINES];
    double low, high, base_low, base_high;
} sums;

static bool passes(const made *m, const tl_scored_condition *c, const size_t *at) {
    if (c->fact == SIZE_MAX) {
        return c->holds == TL_VERDICT_YES;
    }
    double value = m->values[c->fact][at[c->fact]];
    if (c->test.bits != 0) {
        return (c->test.bits & (UINT64_C(1) << (int)value)) != 0;
    }
    bool low = value > c->test.low || (value == c->test.low && !c->test.low_open);
    return low && (value < c->test.high || (value == c->test.high && !c->test.high_open));
}

static void one_way(const made *m, const size_t *at, double unit, sums *s) {
    double sum = 0, best = -INFINITY, base = m->rule.base;
    bool barred = false, settled = false, hold[LINES] = {false};
    size_t shift = 0, chosen = LINES;
    for (size_t i = 0; i < m->score.line_count; i++) {
        const tl_scored_line *line = &m->lines[i];
        bool when = true, unless = true, asked = false;
        for (size_t k = line->first; k < line->first + line->count; k++) {
            const tl_scored_condition *c = &m->conditions[k];
            bool one = passes(m, c, at);
            if (c->unless) {
                asked = true;
                unless = unless && one;
            } else {
                when = when && one;
            }
        }
        hold[i] = when && !(asked && unless);
        s->held[i] += hold[i];
        const tl_score_row *row = line->row;
        barred = barred || (hold[i] && row->does == TL_SCORE_BARS);
        settled = settled || (hold[i] && row->does == TL_SCORE_SETTLES);
        shift += hold[i] && row->does == TL_SCORE_SHIFTS ? (size_t)row->amount : 0;
        if (hold[i] && row->does == TL_SCORE_ADDS) {
            sum += row->amount;
            chosen = row->amount > best ? i : chosen;
            best = fmax(best, row->amount);
        }
    }
    for (size_t i = 0; i < m->score.line_count; i++) {
        s->counted[i] += hold[i] && (!m->rule.best || m->lines[i].row->does != TL_SCORE_ADDS || i == chosen);
    }
    if (m->rule.by_weapon) {
        size_t band = shift;
        for (size_t i = 0; i < m->table.band_count; i++) {
            band += m->values[0][at[0]] > m->bands[i] * unit;
        }
        barred = barred || (band >= m->table.band_count && !m->table.has_beyond);
        base = band < m->table.band_count ? m->table_values[band] : m->table.beyond;
    }
    s->ways++;
    s->barred += barred;
    s->settled += settled && !barred;
    if (!barred) {
        double total = base + (!m->rule.best ? sum : chosen < LINES ? best : 0);
        s->low = fmin(s->low, total);
        s->high = fmax(s->high, total);
        s->base_low = fmin(s->base_low, base);
        s->base_high = fmax(s->base_high, base);
    }
}

static sums all_ways(const made *m, double unit) {
    sums s = {.low = INFINITY, .high = -INFINITY, .base_low = INFINITY, .base_high = -INFINITY};
    for (size_t way = 0; way < VALUES * VALUES * VALUES * VALUES; way++) {
        size_t at[FACTS], rest = way;
        bool any = true;
        for (size_t i = 0; i < FACTS; i++) {
            at[i] = rest % VALUES;
            rest /= VALUES;
            any = any && at[i] < (i < m->score.fact_count ? m->facts[i].count : 1);
        }
        if (any) {
            one_way(m, at, unit, &s);
        }
    }
    return s;
}

static tl_verdict of(int count, int ways) {
    return count == 0 ? TL_VERDICT_NO : count == ways ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
}

/* --- Tests -------------------------------------------------------------------------------------------------------- */

static void random_sums(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    t.rules = "skirmish-1991";
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    judge_set(&t, 0.05, NULL);
    test_random random = test_random_start("random sums", 808);
    const double unit = t.inquiry.game_unit;
    int met[3] = {0, 0, 0}, barred = 0, settled = 0;
    for (int round = 0; round < 20000; round++) {
        made m;
        make(&m, &random, unit);
        assert_int_equal(tl_scored_sum(&t.inquiry, &m.rule, &m.table, &m.score, &error), TL_OK);
        const sums s = all_ways(&m, unit);
        assert_int_equal(m.score.barred, of(s.barred, s.ways));
        assert_int_equal(m.score.settled, of(s.settled, s.ways));
        for (size_t i = 0; i < m.score.line_count; i++) {
            if (m.lines[i].holds != of(s.held[i], s.ways) || m.lines[i].counts != of(s.counted[i], s.ways)) {
                fail_msg("round %d: line %zu holds %d times and counts %d times of %d", round, i, s.held[i],
                         s.counted[i], s.ways);
            }
        }
        if (s.barred < s.ways && (m.score.low != s.low || m.score.high != s.high || m.score.base.low != s.base_low ||
                                  m.score.base.high != s.base_high)) {
            fail_msg("round %d: %g to %g, not %g to %g", round, m.score.low, m.score.high, s.low, s.high);
        }
        tl_verdict verdict = s.barred == s.ways                                 ? TL_VERDICT_NO
                             : s.settled == s.ways                              ? TL_VERDICT_YES
                             : s.barred > 0 || s.settled > 0 || s.low != s.high ? TL_VERDICT_MARGINAL
                                                                                : TL_VERDICT_YES;
        assert_int_equal(m.score.verdict, verdict);
        double margin = INFINITY;
        for (size_t i = 0; i < m.table.band_count && m.rule.by_weapon; i++) {
            margin = fmin(margin, fabs(m.bands[i] * unit - m.values[0][0]));
        }
        assert_true(m.score.base.measured == m.rule.by_weapon && m.score.base.margin == margin);
        assert_near(m.score.base.distance, m.values[0][0], 0);
        met[verdict]++;
        barred += s.barred > 0;
        settled += s.settled > 0;
    }
    print_message("%d, %d, %d; %d barred, %d settled\n", met[0], met[1], met[2], barred, settled);
    assert_true(met[0] > 2000 && met[1] > 2000 && met[2] > 2000 && barred > 1000 && settled > 1000);
    judge_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_sums)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
