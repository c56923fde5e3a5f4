/* unit.c: cover of units from attackers. */
#include "judge/cover/unit.h"

#include "judge/party.h"
#include "judge/sight/pair_sight.h"

tl_unit_cover tl_judge_unit_cover(const tl_inquiry *inquiry, const tl_party *to, const tl_verdict *members) {
    tl_unit_cover cover = {.of = 0};
    bool figures =
        tl_settings_is_at(&inquiry->settings, TL_SETTING_HALF_RULE_MEMBERS, TL_CHOICE_HALF_RULE_MEMBERS_FIGURES);
    for (size_t i = 0; i < to->count; i++) {
        size_t weight = figures ? tl_table_figures(inquiry->table, to->first + i) : 1;
        cover.of += weight;
        cover.in_cover += members[i] == TL_VERDICT_YES ? weight : 0;
        cover.undecided += members[i] == TL_VERDICT_MARGINAL ? weight : 0;
    }
    /* half of the unit for infantry; vehicles are single models, where half is the model itself */
    size_t needed = to->unit->kind->half_cover ? (cover.of + 1) / 2 : cover.of;
    cover.verdict = cover.in_cover >= needed                     ? TL_VERDICT_YES
                    : cover.in_cover + cover.undecided >= needed ? TL_VERDICT_MARGINAL
                                                                 : TL_VERDICT_NO;
    return cover;
}

static tl_status judge_attacker(const tl_inquiry *inquiry, const tl_party *to, tl_attacker_cover *result,
                                tl_error *error) {
    result->pairs = tl_alloc_array(inquiry->context, to->count, sizeof(*result->pairs));
    tl_verdict *verdicts = tl_alloc_array(inquiry->context, to->count, sizeof(*verdicts));
    tl_status status = result->pairs != NULL && verdicts != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t j = 0; j < to->count && status == TL_OK; j++) {
        status = tl_pair_cover(inquiry, result->attacker, to->first + j, &result->pairs[j], error);
        if (status == TL_OK) {
            verdicts[j] = result->pairs[j].verdict;
        }
    }
    if (status == TL_OK) {
        result->unit = tl_judge_unit_cover(inquiry, to, verdicts);
        result->cause = to->count > 1 ? tl_by(TL_CLAUSE_COVER_UNIT) : result->pairs[0].cause;
    }
    tl_free(inquiry->context, verdicts);
    return status;
}

/* From several attackers: in cover when it is from every one that has sight. */
static tl_verdict judge_attackers(const tl_attacker_cover *attackers, size_t count) {
    bool any = false, open = false;
    for (size_t i = 0; i < count; i++) {
        if (attackers[i].sees == TL_VERDICT_NO) {
            continue;
        }
        any = true;
        if (attackers[i].unit.verdict == TL_VERDICT_NO && attackers[i].sees == TL_VERDICT_YES) {
            return TL_VERDICT_NO;
        }
        open = open || attackers[i].unit.verdict != TL_VERDICT_YES;
    }
    return any && open ? TL_VERDICT_MARGINAL : TL_VERDICT_YES;
}

/* Which of several attackers decides: of those that have sight the first from whom the answer is the same. */
static size_t deciding_attacker(const tl_attacker_cover *attackers, size_t count, tl_verdict verdict) {
    size_t decides = 0;
    for (size_t i = count; i-- > 0;) {
        decides = attackers[i].sees != TL_VERDICT_NO && attackers[i].unit.verdict == verdict ? i : decides;
    }
    return decides;
}

tl_status tl_judge_cover(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                         tl_judge_cover_found *found, tl_error *error) {
    TL_ASSERT(from->count > 0 && to->count > 0, "both parties have models");
    *found = (tl_judge_cover_found){.context = inquiry->context, .target_count = to->count};
    tl_status status = tl_party_differs(from, to, error);
    if (status != TL_OK) {
        return status;
    }
    found->attackers = tl_alloc_array(inquiry->context, from->count, sizeof(*found->attackers));
    if (found->attackers == NULL) {
        return tl_fail_memory(error);
    }
    found->attacker_count = from->count;
    for (size_t i = 0; i < from->count && status == TL_OK; i++) {
        tl_attacker_cover *one = &found->attackers[i];
        *one = (tl_attacker_cover){.attacker = from->first + i, .sees = TL_VERDICT_YES};
        status = judge_attacker(inquiry, to, one, error);
        if (status == TL_OK && from->count > 1) {
            status = tl_sees_any(inquiry, one->attacker, to, &one->sees, error);
        }
    }
    if (status == TL_OK) {
        found->verdict = judge_attackers(found->attackers, from->count);
        found->cause = found->attackers[deciding_attacker(found->attackers, from->count, found->verdict)].cause;
    }
    return status;
}

void tl_judge_cover_found_free(tl_judge_cover_found *found) {
    for (size_t i = 0; i < found->attacker_count; i++) {
        tl_free(found->context, found->attackers[i].pairs);
    }
    tl_free(found->context, found->attackers);
    *found = (tl_judge_cover_found){.context = found->context};
}
