/* sees.c: judges one against all: whom it sees, who sees it, who is in range. */
#include "judge/group/sees.h"

#include "judge/cover/unit.h"
#include "judge/special.h"
#include "judge/verdict.h"

#include <string.h>

static bool is_meant(const tl_sees *x, const tl_document_unit *unit) {
    bool enemy = tl_special_are_enemies(x->from.unit, unit);
    return unit != x->from.unit && (x->whom == TL_SEES_ALL || enemy == (x->whom == TL_SEES_ENEMIES));
}

/* A yes before what is open before a no; of lines the clearer one. */
static bool tells_more(const tl_pair_sight_result *a, const tl_pair_sight_result *b) {
    int now = tl_verdict_rank(a->sight.verdict), before = tl_verdict_rank(b->sight.verdict);
    return now > before ||
           (now == before && a->sight.verdict == TL_VERDICT_YES && a->sight.clearance > b->sight.clearance);
}

static tl_verdict unless_hidden(tl_verdict sight, tl_verdict hidden) {
    return hidden == TL_VERDICT_YES  ? TL_VERDICT_NO
           : hidden == TL_VERDICT_NO ? sight
                                     : tl_verdict_both(sight, TL_VERDICT_MARGINAL);
}

/* The nearest two, the line that tells most, and whether there is any. */
static tl_verdict look(const tl_sees *x, const tl_attack *attack, tl_seen *seen) {
    tl_verdict sight = TL_VERDICT_NO;
    seen->range.distance_mm = INFINITY;
    for (size_t k = 0; k < x->from.count * seen->party.count; k++) {
        const tl_duel *d = &attack->duels[k];
        sight = tl_verdict_either(sight, d->sight.sight.verdict);
        if (k == 0 || tells_more(&d->sight, &seen->line)) {
            seen->line = d->sight;
        }
        if (d->range.distance_mm < seen->range.distance_mm) {
            seen->range = d->range;
            seen->from = x->from.first + k / seen->party.count;
            seen->to = seen->party.first + k % seen->party.count;
        }
    }
    return sight;
}

/* Cover from those who see them, as the question `cover` has it. */
static tl_status look_at_cover(const tl_sees *x, tl_seen *seen, tl_error *error) {
    tl_judge_cover_found found;
    tl_status status = tl_judge_cover(x->inquiry, &x->from, &seen->party, &found, error);
    seen->looked_at_cover = status == TL_OK;
    seen->cover = found.verdict;
    tl_judge_cover_found_free(&found);
    return status;
}

static tl_status judge_one(tl_sees *x, tl_seen *seen, tl_error *error) {
    const tl_document_unit *own = x->from.unit;
    tl_attack attack;
    tl_unseen back;
    tl_status status =
        tl_attack_begin(&attack, x->inquiry, &x->from, &seen->party, own->weapons, own->weapon_count, error);
    if (status == TL_OK) {
        status = tl_attack_judge(&attack, error);
    }
    if (status == TL_OK) {
        status = tl_judge_unseen(x->inquiry, seen->unit, own, &back, error);
    }
    if (status == TL_OK) {
        tl_verdict sight = look(x, &attack, seen);
        seen->sees = unless_hidden(sight, attack.unseen.verdict);
        bool hides = sight != TL_VERDICT_NO && attack.unseen.asked && attack.unseen.verdict != TL_VERDICT_NO;
        seen->cause = hides ? tl_unseen_cause(&attack.unseen) : seen->line.cause;
        seen->seen_by = unless_hidden(sight, back.verdict);
        for (size_t w = 0; w < own->weapon_count; w++) {
            seen->may_fire[w] = tl_attack_weapon_verdict(&attack, w);
            seen->in_range[w] = TL_VERDICT_NO;
            for (size_t i = 0; i < x->from.count; i++) {
                const tl_shot *shot = &attack.shots[w * x->from.count + i];
                seen->in_range[w] =
                    shot->absent ? seen->in_range[w] : tl_verdict_either(seen->in_range[w], shot->range);
            }
        }
        status = seen->sees != TL_VERDICT_NO ? look_at_cover(x, seen, error) : TL_OK;
    }
    tl_attack_end(&attack);
    return status;
}

tl_status tl_sees_judge(const tl_inquiry *inquiry, const tl_party *from, tl_sees_whom whom, tl_sees *x,
                        tl_error *error) {
    const tl_document *document = inquiry->table->document;
    size_t weapons = from->unit->weapon_count, units = document->unit_count;
    *x = (tl_sees){.inquiry = inquiry, .from = *from, .whom = whom, .verdict = TL_VERDICT_NO};
    x->others = tl_alloc_array(inquiry->context, units, sizeof(*x->others));
    x->verdicts = tl_alloc_array(inquiry->context, 2 * weapons * units + 1, sizeof(*x->verdicts));
    tl_status status = x->others != NULL && x->verdicts != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t u = 0; u < units && status == TL_OK; u++) {
        const tl_document_unit *unit = &document->units[u];
        tl_party party = tl_party_of_unit(inquiry, unit);
        bool same = party.first < from->first + from->count && from->first < party.first + party.count;
        if (!is_meant(x, unit) || same) { /* who is aboard is where its carrier is */
            continue;
        }
        tl_seen *seen = &x->others[x->count];
        *seen = (tl_seen){.unit = unit, .party = party, .is_friend = !tl_special_are_enemies(from->unit, unit)};
        seen->in_range = x->verdicts + 2 * weapons * x->count;
        seen->may_fire = seen->in_range + weapons;
        x->count++;
        status = judge_one(x, seen, error);
        x->seen += seen->sees == TL_VERDICT_YES;
        x->open += seen->sees == TL_VERDICT_MARGINAL;
        x->verdict = tl_verdict_either(x->verdict, seen->sees);
    }
    return status;
}

void tl_sees_free(tl_sees *x) {
    tl_free(x->inquiry->context, x->others);
    tl_free(x->inquiry->context, x->verdicts);
}
