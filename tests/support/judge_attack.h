/* judge_attack.h: attacks of a table of judge_table.h, judged to the end. */
#ifndef TL_TESTS_JUDGE_ATTACK_H
#define TL_TESTS_JUDGE_ATTACK_H

#include "judge/attack/attack.h"
#include "support/judge_facts.h"

/* An attack of all weapons of a party, judged, with cover, summed up. */
typedef struct asked {
    tl_party from, to;
    tl_attack attack;
} asked;

static inline void attack(judge_table *t, const char *from, const char *to, bool also_close, asked *a) {
    a->from = judge_party(t, from);
    a->to = judge_party(t, to);
    const tl_document_unit *unit = a->from.unit;
    ok(tl_attack_begin(&a->attack, &t->inquiry, &a->from, &a->to, unit->weapons, unit->weapon_count, &error));
    ok(tl_attack_judge(&a->attack, &error));
    ok(tl_attack_judge_cover(&a->attack, &error));
    ok(tl_attack_sum_up(&a->attack, also_close, &error));
}

#endif
