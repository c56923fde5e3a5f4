/* placing_steps.c: what the steps share: which weapons are meant, and findings. */
#include "judge/template/placing_steps.h"

#include "judge/verdict.h"

#include <string.h>

bool tl_placing_weapon_is_meant(const tl_template_rule *rule, const tl_document_weapon *weapon, const char *named) {
    return named != NULL || (weapon->template_name != NULL && strcmp(weapon->template_name, rule->name) == 0);
}

tl_placing_finding *tl_placing_find(tl_placing *p, tl_placing_fact fact, tl_cause cause, tl_verdict verdict) {
    tl_placing_finding *finding = &p->findings[p->finding_count++];
    *finding = (tl_placing_finding){.fact = fact, .cause = cause, .verdict = verdict, .member = p->firer};
    return finding;
}

void tl_placing_find_arc(tl_placing *p, tl_placing_fact fact, tl_cause cause) {
    tl_placing_find(p, p->arc.always ? TL_PLACING_ALL_ROUND : fact, cause, p->arc.verdict);
    p->has_arc = !p->arc.always;
}

tl_status tl_placing_find_bar(const tl_inquiry *inquiry, tl_placing *p, tl_error *error) {
    tl_status status = tl_bar_find(inquiry, &p->firers, p->firer, p->weapon, NULL, &p->bar, error);
    if (status == TL_OK && p->bar.kind != TL_BAR_NONE) {
        tl_placing_find(p, TL_PLACING_BARRED, p->bar.cause, TL_VERDICT_NO);
    }
    return status;
}

void tl_placing_conclude(tl_placing *p) {
    p->verdict = TL_VERDICT_YES;
    for (size_t i = 0; i < p->finding_count; i++) {
        p->verdict = tl_verdict_both(p->verdict, p->findings[i].verdict);
    }
}
