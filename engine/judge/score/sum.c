/* sum.c: the total of a score: over all that its facts may be, together. */
#include "judge/score/score.h"

#include "judge/verdict.h"

/* So many ways in which what isn't decided may be are gone through; more are joined more coarsely. */
enum { MOST_WAYS = 20000 };

bool tl_fact_passes(const tl_fact_test *test, double value) {
    if (test->bits != 0) {
        return ((test->bits >> (unsigned)value) & 1) != 0;
    }
    return (test->low_open ? value > test->low : value >= test->low) &&
           (test->high_open ? value < test->high : value <= test->high);
}

/* What is being added up. */
typedef struct summing {
    const tl_inquiry *inquiry;
    const tl_score_rule *rule;
    const tl_weapon_rule *table;
    tl_scored *score;
    size_t *at;             /* per fact: which of its values it has */
    size_t *held, *counted; /* per line: in how many ways */
    size_t ways, barred, settled;
    tl_scored_base base;
} summing;

/* Whether a row holds, with every fact at the value that it is said to have. */
static bool holds(const summing *s, const tl_scored_line *line) {
    bool all = true, excluded = line->row->has_unless, unless_asked = false;
    for (size_t i = line->first; i < line->first + line->count; i++) {
        const tl_scored_condition *c = &s->score->conditions[i];
        const tl_fact *fact = c->fact != SIZE_MAX ? &s->score->facts[c->fact] : NULL;
        bool one = fact == NULL ? c->holds == TL_VERDICT_YES : tl_fact_passes(&c->test, fact->values[s->at[c->fact]]);
        unless_asked = unless_asked || c->unless;
        all = all && (c->unless || one);
        excluded = excluded && (!c->unless || one);
    }
    return all && !(excluded && unless_asked);
}

/* The table's value at a distance, read so many bands farther; false: it has none there. */
static bool base_at(const summing *s, double distance, size_t shift, double *base) {
    const tl_weapon_rule *table = s->table;
    size_t band = 0;
    *base = s->rule->base;
    if (!s->rule->by_weapon) {
        return true;
    }
    while (band < table->band_count && distance > table->bands[band] * s->inquiry->game_unit) {
        band++;
    }
    *base = band + shift < table->band_count ? table->values[band + shift] : table->beyond;
    return band + shift < table->band_count || table->has_beyond;
}

static void widen(double *low, double *high, double value, bool first) {
    *low = first ? value : tl_min(*low, value);
    *high = first ? value : tl_max(*high, value);
}

/* Adds up one way in which all may be. */
static void sum_one(summing *s) {
    tl_scored *score = s->score;
    double total, best = 0, sum = 0;
    size_t shift = 0, chosen = SIZE_MAX;
    bool barred = false, settled = false;
    for (size_t i = 0; i < score->line_count; i++) {
        const tl_score_row *row = score->lines[i].row;
        if (!holds(s, &score->lines[i])) {
            continue;
        }
        bool adds = row->does == TL_SCORE_ADDS;
        s->held[i]++;
        s->counted[i] += !adds || !s->rule->best;
        shift += row->does == TL_SCORE_SHIFTS ? (size_t)row->amount : 0;
        barred = barred || row->does == TL_SCORE_BARS;
        settled = settled || row->does == TL_SCORE_SETTLES;
        sum += adds ? row->amount : 0;
        if (adds && (chosen == SIZE_MAX || row->amount > best)) {
            best = row->amount;
            chosen = i;
        }
    }
    if (s->rule->best && chosen != SIZE_MAX) {
        s->counted[chosen]++;
    }
    barred = !base_at(s, score->facts[0].values[s->at[0]], shift, &total) || barred;
    if (!barred) {
        bool first = s->barred == s->ways;
        widen(&s->base.low, &s->base.high, total, first);
        widen(&score->low, &score->high, total + (s->rule->best ? best : sum), first);
    }
    s->barred += barred;
    s->settled += settled && !barred;
    s->ways++;
}

/* The next of all ways; false behind the last. */
static bool go_on(summing *s) {
    for (size_t i = 0; i < s->score->fact_count; i++) {
        if (++s->at[i] < s->score->facts[i].count) {
            return true;
        }
        s->at[i] = 0;
    }
    return false;
}

static tl_verdict of_ways(size_t held, size_t ways) {
    return held == 0 ? TL_VERDICT_NO : held == ways ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
}

/* Too many ways: facts are let go of, the ones with most values first, whose conditions then may hold or not; the total
 * is what all rows that may count can make of it at least and at most. */
static void sum_coarsely(summing *s) {
    tl_scored *score = s->score;
    double low = s->rule->base, high = s->rule->base;
    const tl_weapon_rule *table = s->rule->by_weapon ? s->table : NULL;
    for (size_t i = 0; table != NULL && i < table->band_count + table->has_beyond; i++) {
        widen(&low, &high, i < table->band_count ? table->values[i] : table->beyond, i == 0);
    }
    s->base.low = low;
    s->base.high = high;
    for (size_t i = 0; i < score->line_count; i++) {
        tl_scored_line *line = &score->lines[i];
        tl_verdict when = TL_VERDICT_YES, unless = TL_VERDICT_NO;
        bool first = true;
        for (size_t k = line->first; k < line->first + line->count; k++) {
            const tl_scored_condition *c = &score->conditions[k];
            when = c->unless ? when : tl_verdict_both(when, c->holds);
            unless = !c->unless ? unless : first ? c->holds : tl_verdict_both(unless, c->holds);
            first = first && !c->unless;
        }
        line->holds = line->counts = tl_verdict_both(when, tl_verdict_not(unless));
        double amount = line->row->does == TL_SCORE_ADDS ? line->row->amount : 0;
        bool sure = line->holds == TL_VERDICT_YES && !s->rule->best, may = line->holds != TL_VERDICT_NO;
        low += sure ? amount : may ? tl_min(0, amount) : 0;
        high += sure ? amount : may ? tl_max(0, amount) : 0;
        score->barred = may && line->row->does == TL_SCORE_BARS ? TL_VERDICT_MARGINAL : score->barred;
        score->settled = may && line->row->does == TL_SCORE_SETTLES ? TL_VERDICT_MARGINAL : score->settled;
    }
    score->low = low;
    score->high = high;
    score->verdict = TL_VERDICT_MARGINAL;
}

static void sum_finely(summing *s) {
    tl_scored *score = s->score;
    do {
        sum_one(s);
    } while (go_on(s));
    for (size_t i = 0; i < score->line_count; i++) {
        score->lines[i].holds = of_ways(s->held[i], s->ways);
        score->lines[i].counts = of_ways(s->counted[i], s->ways);
    }
    score->barred = of_ways(s->barred, s->ways);
    score->settled = of_ways(s->settled, s->ways);
    score->verdict = score->barred == TL_VERDICT_YES    ? TL_VERDICT_NO
                     : score->settled == TL_VERDICT_YES ? TL_VERDICT_YES
                     : score->barred == TL_VERDICT_NO && score->settled == TL_VERDICT_NO && score->low == score->high
                         ? TL_VERDICT_YES
                         : TL_VERDICT_MARGINAL;
}

/* What the weapon's table was read at, and how far from its next limit. */
static void measure_base(summing *s) {
    const tl_fact *distance = &s->score->facts[0];
    s->base.measured = s->rule->by_weapon;
    s->base.distance = distance->measured;
    s->base.margin = INFINITY;
    for (size_t i = 0; s->rule->by_weapon && i < s->table->band_count; i++) {
        double margin = fabs(s->table->bands[i] * s->inquiry->game_unit - distance->measured);
        s->base.margin = tl_min(s->base.margin, margin);
    }
    s->score->base = s->base;
}

tl_status tl_scored_sum(const tl_inquiry *inquiry, const tl_score_rule *rule, const tl_weapon_rule *table,
                        tl_scored *score, tl_error *error) {
    size_t ways = 1, lines = score->line_count;
    summing s = {.inquiry = inquiry, .rule = rule, .table = table, .score = score};
    s.at = tl_alloc_array(inquiry->context, score->fact_count, sizeof(*s.at));
    s.held = tl_alloc_array(inquiry->context, 2 * lines + 1, sizeof(*s.held));
    tl_status status = s.at != NULL && s.held != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < score->fact_count && ways <= MOST_WAYS; i++) {
        ways *= score->facts[i].count;
    }
    if (status == TL_OK) {
        s.counted = s.held + lines;
        score->barred = score->settled = TL_VERDICT_NO;
        if (ways <= MOST_WAYS) {
            sum_finely(&s);
        } else {
            sum_coarsely(&s);
        }
        measure_base(&s);
    }
    tl_free(inquiry->context, s.at);
    tl_free(inquiry->context, s.held);
    return status;
}
