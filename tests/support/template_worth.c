/* template_worth.c: works out what a laid template is worth, by judging it whole. */
#include "support/template_worth.h"

#include <math.h>
#include <string.h>

double template_worth(const tl_inquiry *inquiry, const tl_question *q, const char *side, size_t *enemies,
                      size_t *friends) {
    tl_strike strike;
    tl_error error = {0};
    *enemies = *friends = 0;
    if (tl_strike_make(inquiry, q, &strike, &error) != TL_OK) {
        return -INFINITY; /* there is no such level there */
    }
    bool legal = strike.placing.verdict == TL_VERDICT_YES;
    for (size_t i = 0; i < inquiry->table->member_count; i++) {
        bool friend = side != NULL && strcmp(tl_table_unit_of(inquiry->table, i)->side, side) == 0;
        size_t figures = tl_table_figures(inquiry->table, i);
        *enemies += !friend && strike.victims[i].hit == TL_VERDICT_YES ? figures : 0;
        *friends += friend && strike.victims[i].hit != TL_VERDICT_NO ? figures : 0;
    }
    tl_strike_free(&strike);
    return legal ? (double)*enemies - q->friends_weight * (double)*friends : -INFINITY;
}

void template_check_list(const tl_inquiry *inquiry, const tl_question *q, const char *side, const tl_best *best) {
    tl_inquiry quick = *inquiry;
    quick.quick = true;
    for (size_t i = 0; i < best->count; i++) {
        const tl_best_place *place = &best->places[i];
        size_t enemies, friends;
        const tl_best one = {.rule = best->rule, .places = {*place}, .count = 1};
        tl_question there = tl_best_first(inquiry, q, &one);
        there.friends_weight = q->has_friends_weight ? q->friends_weight : 1;
        assert_near(template_worth(&quick, &there, side, &enemies, &friends), place->score, 1e-9);
        assert_int_equal(enemies, place->enemies);
        assert_int_equal(friends, place->friends);
        assert_near(place->score, best->places[0].score, 0);
        assert_true(place->score <= best->upper && place->margin_mm >= 0);
        for (size_t j = 0; j < i; j++) {
            const tl_best_place *other = &best->places[j];
            bool same = true;
            for (size_t m = 0; m < inquiry->table->member_count; m++) {
                same = same && ((place->hit[m / 64] ^ other->hit[m / 64]) >> (m % 64) & 1) == 0;
            }
            assert_false(same);
            assert_true(other->friends < place->friends ||
                        (other->friends == place->friends && other->margin_mm >= place->margin_mm));
        }
    }
}

const tl_inquiry *template_draw(template_drawn *drawn, const tl_inquiry *inquiry, double error) {
    static const tl_vec2 outline[6] = {{0, 0}, {0.5, -0.09}, {1, -0.13}, {1.15, 0.02}, {0.8, 0.16}, {0.4, 0.06}};
    const tl_ruleset *rules = inquiry->referee->ruleset;
    memset(drawn, 0, sizeof(*drawn));
    memcpy(drawn->outline, outline, sizeof(outline));
    assert_true(tl_ruleset_template_count(rules) <= TEMPLATE_DRAWN);
    for (size_t i = 0; i < tl_ruleset_template_count(rules); i++) {
        drawn->rules[i] = *tl_ruleset_template_at(rules, i);
        drawn->rules[i].outline = drawn->rules[i].flame ? drawn->outline : NULL;
        drawn->rules[i].outline_count = 6;
        drawn->rules[i].outline_error = error;
    }
    drawn->inquiry = *inquiry;
    drawn->inquiry.drawn = drawn->rules;
    return &drawn->inquiry;
}
