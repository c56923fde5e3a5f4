/* template_search.c: begins a search for best places of templates, and asks what it bounds cells by. */
#include "support/template_search.h"

#include "judge/party.h"
#include "support/assert_geom.h"

#include <math.h>

void template_search_begin(template_search *s, const judge_table *t, const tl_inquiry *inquiry, const tl_question *q) {
    tl_error error = {0};
    const tl_table *table = t->table;
    s->quick = *inquiry;
    s->quick.quick = true;
    s->best = (tl_best){.context = t->context};
    s->search = (tl_placement_search){.inquiry = &s->quick,
                                      .best = &s->best,
                                      .best_score = -INFINITY,
                                      .friends_weight = q->has_friends_weight ? q->friends_weight : 1,
                                      .words = table->member_count / 64 + 1,
                                      .question = *q};
    s->search.question.best = false;
    s->search.question.friends_weight = s->search.friends_weight;
    assert_int_equal(tl_placing_rule(&s->quick, q->shape, &s->search.rule, &error), TL_OK);
    if (q->from != NULL) {
        s->search.has_firer = true;
        s->search.firers = judge_party(t, q->from);
        assert_int_equal(tl_party_weapons(&s->quick, &s->search.firers, q->weapon, &s->search.weapons,
                                          &s->search.weapon_count, &error),
                         TL_OK);
    }
    for (size_t slot = 0; slot < 1 + table->terrain_count + table->member_count; slot++) {
        const tl_placed *owner = tl_table_slot_owner(table, slot);
        s->search.uncertain =
            s->search.uncertain || tl_placed_uncertainty(owner) > 0 || tl_placed_base_uncertainty(owner) > 0;
    }
    s->search.candidates = tl_alloc_array(t->context, table->member_count, sizeof(*s->search.candidates));
    size_t firers = s->search.has_firer ? s->search.firers.count : 1;
    s->search.seen = tl_alloc_array(t->context, table->member_count * firers, 1);
    assert_non_null(s->search.candidates);
    assert_non_null(s->search.seen);
    tl_placement_measure(&s->search);
    assert_int_equal(tl_placement_find_candidates(&s->search, &error), TL_OK);
}

void template_search_end(template_search *s) {
    tl_context *context = s->best.context;
    tl_best_free(&s->best);
    tl_free(context, s->search.candidates);
    tl_free(context, s->search.seen);
}

double template_search_bound(template_search *s, tl_template_search_cell *cell, int stage) {
    double bound = NAN;
    tl_error error = {0};
    tl_status status = s->search.rule->flame
                           ? tl_placement_flame_bound(&s->search, cell, stage, -INFINITY, &bound, &error)
                           : tl_placement_blast_bound(&s->search, cell, stage, -INFINITY, &bound, &error);
    if (status != TL_OK) {
        fail_msg("%s", error.message);
    }
    cell->stage = stage;
    cell->bound = bound;
    return bound;
}
