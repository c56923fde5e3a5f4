/* tell_attack.c: an attack in words and fields. */
#include "tell/tell_attack.h"

#include "tell/tell_bar.h"
#include "tell/tell_guesses.h"
#include "tell/tell_holes.h"
#include "tell/tell_pair_sight.h"
#include "tell/tell_unseen.h"
#include "tell/tell_arc.h"

#include <stdio.h>
#include <string.h>

enum { ATTACK_WITNESSES = 40 }; /* lines of one picture */

static const tl_sentence summaries[3] = {[TL_VERDICT_YES] = TL_SAY_ATTACK_YES,
                                         [TL_VERDICT_NO] = TL_SAY_ATTACK_NO,
                                         [TL_VERDICT_MARGINAL] = TL_SAY_ATTACK_MARGINAL};

static const struct test_sentences {
    tl_sentence closed, open;
} tests[] = {[TL_ATTACK_TEST_ARC] = {TL_SAY_FAIL_ARC, TL_SAY_OPEN_ARC},
             [TL_ATTACK_TEST_RANGE] = {TL_SAY_FAIL_RANGE, TL_SAY_OPEN_RANGE},
             [TL_ATTACK_TEST_SIGHT] = {TL_SAY_FAIL_SIGHT, TL_SAY_OPEN_SIGHT},
             [TL_ATTACK_TEST_TARGET] = {TL_SAY_FAIL_VALID, TL_SAY_OPEN_SIGHT}};

static const tl_sentence cover_tails[] = {[TL_ATTACK_COVER_IGNORED] = TL_SAY_COVER_TAIL_IGNORED,
                                          [TL_ATTACK_COVER_ALL] = TL_SAY_COVER_TAIL_YES,
                                          [TL_ATTACK_COVER_NONE] = TL_SAY_COVER_TAIL_NO,
                                          [TL_ATTACK_COVER_SPLIT] = TL_SAY_COVER_TAIL_SPLIT,
                                          [TL_ATTACK_COVER_OPEN] = TL_SAY_COVER_TAIL_OPEN};

/* Cover of a unit, and of a unit of one. */
static const tl_sentence cover_sentences[2][3] = {{[TL_VERDICT_YES] = TL_SAY_COVER_UNIT_YES,
                                                   [TL_VERDICT_NO] = TL_SAY_COVER_UNIT_NO,
                                                   [TL_VERDICT_MARGINAL] = TL_SAY_COVER_UNIT_MARGINAL},
                                                  {[TL_VERDICT_YES] = TL_SAY_COVER_ONE_YES,
                                                   [TL_VERDICT_NO] = TL_SAY_COVER_ONE_NO,
                                                   [TL_VERDICT_MARGINAL] = TL_SAY_COVER_ONE_MARGINAL}};

static const tl_shot *shot_of(const tl_attack *x, size_t weapon, size_t i) {
    return &x->shots[weapon * x->from->count + i];
}

static const tl_placed *attacker_at(const tl_attack *x, size_t i) {
    return &x->inquiry->table->members[x->from->first + i];
}

static const tl_placed *target_at(const tl_attack *x, size_t j) {
    return &x->inquiry->table->members[x->to->first + j];
}

/* --- Lines -------------------------------------------------------------------------------------------------------- */

void tl_tell_attack_failure(const tl_attack *x, size_t weapon, char *buffer, size_t size) {
    const tl_attack_weapon *found = &x->found[weapon];
    const tl_shot *shot = shot_of(x, weapon, found->farthest);
    const tl_words *words = x->inquiry->words;
    bool open = found->verdict == TL_VERDICT_MARGINAL;
    char distance[TL_WORDS_LENGTH_SIZE], reach[TL_WORDS_LENGTH_SIZE], margin[TL_WORDS_LENGTH_SIZE];
    if (found->test == TL_ATTACK_TEST_NONE) {
        buffer[0] = '\0';
        return;
    }
    if (found->test == TL_ATTACK_TEST_BAR) {
        tl_tell_bar_text(x->inquiry, &shot->bar, x->to->unit, buffer, size);
        return;
    }
    bool by_how_much = open && found->test == TL_ATTACK_TEST_RANGE;
    tl_words_length_text(words, by_how_much ? fabs(shot->limit.margin) : shot->limit.distance, distance);
    tl_words_length_text(words, shot->limit.limit, reach);
    tl_words_length_text(words, fabs(shot->limit.margin), margin);
    tl_sentence sentence = open ? tests[found->test].open : tests[found->test].closed;
    if (sentence == TL_SAY_FAIL_RANGE && shot->too_near) {
        sentence = TL_SAY_FAIL_TOO_NEAR;
    }
    tl_say(words, buffer, size, sentence, distance, reach, margin);
}

/* "nearest at 36.5 cm (23.5 cm to spare); the target is in cover" */
static void tail_text(const tl_attack *x, size_t weapon, char *buffer, size_t size) {
    const tl_words *words = x->inquiry->words;
    const tl_limit *nearest = &shot_of(x, weapon, x->found[weapon].nearest)->limit;
    char cover[96], near[TL_WORDS_LENGTH_SIZE], spare[TL_WORDS_LENGTH_SIZE];
    tl_say(words, cover, sizeof(cover), cover_tails[x->found[weapon].cover], NULL);
    if (isfinite(nearest->margin) && nearest->margin >= 0) {
        tl_say(words, buffer, size, TL_SAY_RANGE_TAIL, tl_words_length_text(words, nearest->distance, near),
               tl_words_length_text(words, nearest->margin, spare), cover);
    } else {
        snprintf(buffer, size, "%s", cover);
    }
}

static void yes_text(const tl_attack *x, size_t weapon, char *buffer, size_t size) {
    const tl_words *words = x->inquiry->words;
    const tl_attack_weapon *found = &x->found[weapon];
    const char *name = x->weapons[weapon].name;
    bool one = found->carriers == 1;
    char tail[128], fire[TL_WORDS_LENGTH_SIZE], of[TL_WORDS_LENGTH_SIZE], hit[TL_WORDS_LENGTH_SIZE],
        targets[TL_WORDS_LENGTH_SIZE];
    tail_text(x, weapon, tail, sizeof(tail));
    tl_tell_count_text(found->able, fire);
    tl_tell_count_text(found->carriers, of);
    tl_tell_count_text(found->most_targets, hit);
    tl_tell_count_text(x->to->count, targets);
    if (x->to->count == 1) {
        tl_say(words, buffer, size, one ? TL_SAY_WEAPON_YES_ALONE : TL_SAY_WEAPON_YES_AT_ONE, name, one ? tail : fire,
               of, tail);
    } else {
        tl_say(words, buffer, size, one ? TL_SAY_WEAPON_YES_BY_ONE : TL_SAY_WEAPON_YES, name, one ? hit : fire,
               one ? targets : of, one ? tail : hit, targets, tail);
    }
}

static void tell_line(const tl_attack *x, size_t weapon, tl_answer *answer) {
    char line[TL_REASON_TEXT], why[160];
    tl_verdict verdict = x->found[weapon].verdict;
    if (verdict == TL_VERDICT_YES) {
        yes_text(x, weapon, line, sizeof(line));
    } else {
        tl_tell_attack_failure(x, weapon, why, sizeof(why));
        tl_say(x->inquiry->words, line, sizeof(line),
               verdict == TL_VERDICT_NO ? TL_SAY_WEAPON_NO : TL_SAY_WEAPON_MARGINAL, x->weapons[weapon].name, why);
    }
    tl_answer_line(answer, line);
}

void tl_tell_attack_holes(const tl_attack *x, size_t weapon, tl_answer *answer) {
    char text[TL_REASON_TEXT];
    if (x->found[weapon].through != NULL) {
        tl_tell_pair_sight_text(x->inquiry, x->found[weapon].through, text, sizeof(text));
        tl_answer_line(answer, text);
    }
}

/* --- Reasons ------------------------------------------------------------------------------------------------------ */

static void tell_arc(const tl_attack *x, size_t weapon, tl_answer *answer) {
    const tl_attack_weapon *found = &x->found[weapon];
    const tl_pair_arc_result *arc = &found->arc;
    char text[TL_REASON_TEXT];
    tl_tell_arc_text(x->inquiry, arc, attacker_at(x, found->attacker)->name, target_at(x, found->target)->name,
                     x->weapons[weapon].name, text, sizeof(text));
    tl_reason *reason = tl_answer_reason(answer, tl_pair_arc_cause(arc), arc->verdict, text);
    tl_answer_reason_number(reason, "angle_deg", arc->angle_deg);
    tl_answer_reason_number(reason, "margin_deg", arc->margin_deg);
}

static void tell_range(const tl_attack *x, size_t weapon, tl_answer *answer) {
    const tl_attack_weapon *found = &x->found[weapon];
    const tl_shot *shot = shot_of(x, weapon, found->attacker);
    const tl_limit *limit = &shot->limit;
    const tl_words *words = x->inquiry->words;
    const char *nearest = x->inquiry->table->members[shot->nearest].name;
    char text[TL_REASON_TEXT], distance[TL_WORDS_LENGTH_SIZE], reach[TL_WORDS_LENGTH_SIZE],
        margin[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(words, limit->distance, distance);
    if (isfinite(limit->margin)) {
        tl_words_length_text(words, limit->limit, reach);
        tl_words_length_text(words, fabs(limit->margin), margin);
        tl_say(words, text, sizeof(text),
               limit->margin >= 0 ? TL_SAY_RANGE_REASON
               : shot->too_near   ? TL_SAY_RANGE_REASON_NEAR
                                  : TL_SAY_RANGE_REASON_SHORT,
               distance, reach, margin, nearest);
    } else {
        tl_say(words, text, sizeof(text), TL_SAY_RANGE_REASON_ANY, distance, nearest);
    }
    tl_reason *reason = tl_answer_reason(answer, found->range_cause, shot->range, text);
    tl_answer_reason_number(reason, "distance_mm", limit->distance);
    tl_answer_reason_number(reason, "limit_mm", limit->limit);
    tl_answer_reason_number(reason, "margin_mm", limit->margin);
    if (found->reach != NULL) {
        const char *said = tl_ruleset_said(x->inquiry->referee->ruleset, words->language, "reaches", found->reach->name,
                                           found->reach->text);
        tl_answer_reason(answer, found->range_cause, shot->range, said);
        tl_answer_line(answer, said);
    }
}

static void tell_sight(const tl_attack *x, size_t weapon, tl_answer *answer) {
    const tl_attack_weapon *found = &x->found[weapon];
    const tl_pair_sight_result *sight = tl_attack_sight(x, weapon, found->attacker, found->target);
    char text[TL_REASON_TEXT];
    tl_tell_pair_sight_text(x->inquiry, sight, text, sizeof(text));
    tl_reason *reason = tl_answer_reason(answer, sight->cause, sight->sight.verdict, text);
    if (sight->holes.by_repair && shot_of(x, weapon, found->attacker)->los == TL_VERDICT_NO) {
        tl_answer_line(answer, text);
    }
    if (sight->sight.verdict == TL_VERDICT_YES) {
        tl_answer_reason_number(reason, "clearance_mm", sight->sight.clearance);
    }
}

static void tell_unseen(const tl_attack *x, tl_answer *answer) {
    static const tl_verdict seen[3] = {[TL_VERDICT_YES] = TL_VERDICT_NO,
                                       [TL_VERDICT_NO] = TL_VERDICT_YES,
                                       [TL_VERDICT_MARGINAL] = TL_VERDICT_MARGINAL};
    char text[TL_REASON_TEXT];
    tl_tell_unseen_text(x->inquiry, &x->unseen, x->from->unit->name, x->to->unit->name, text, sizeof(text));
    tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SIGHT_UNSEEN, x->unseen.skill->rule), seen[x->unseen.verdict], text);
}

/* What skills add: an observer, camouflage, cover that is ignored, a victim that is named. */
static void tell_specials(const tl_attack *x, size_t weapon, tl_answer *answer) {
    const tl_attack_weapon *found = &x->found[weapon];
    const tl_shot *shot = shot_of(x, weapon, found->attacker);
    const tl_words *words = x->inquiry->words;
    const char *name = x->weapons[weapon].name;
    char text[TL_REASON_TEXT];
    if (shot->bar.kind != TL_BAR_NONE) {
        tl_tell_bar_text(x->inquiry, &shot->bar, x->to->unit, text, sizeof(text));
        tl_answer_reason(answer, shot->bar.cause, TL_VERDICT_NO, text);
    }
    if (x->unseen.asked) {
        tell_unseen(x, answer);
    }
    if (shot->observer != SIZE_MAX) {
        tl_say(words, text, sizeof(text), TL_SAY_OBSERVED, x->inquiry->table->members[shot->observer].name, name);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_SIGHT_OBSERVER), TL_VERDICT_YES, text);
        tl_answer_line(answer, text);
    }
    if (found->ignores_cover) {
        const tl_skill *skill = found->ignores_by;
        tl_say(words, text, sizeof(text), skill != NULL ? TL_SAY_COVER_IGNORED : TL_SAY_COVER_IN_CLOSE, name,
               skill != NULL ? skill->name : "");
        tl_answer_reason(answer, skill != NULL ? tl_by_row(TL_CLAUSE_SKILL, skill->rule) : tl_by(TL_CLAUSE_CLOSE_COVER),
                         TL_VERDICT_YES, text);
    }
    if (shot->verdict == TL_VERDICT_YES && found->chooses_by != NULL) {
        tl_say(words, text, sizeof(text), TL_SAY_CHOOSES, name);
        tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SKILL, found->chooses_by->rule), TL_VERDICT_YES, text);
    }
}

static void tell_cover(const tl_attack *x, size_t weapon, tl_answer *answer) {
    size_t i = x->found[weapon].attacker;
    const tl_unit_cover *cover = tl_attack_unit_cover(x, weapon, i);
    char text[TL_REASON_TEXT], in_cover[TL_WORDS_LENGTH_SIZE], of[TL_WORDS_LENGTH_SIZE];
    if (cover != NULL) {
        tl_tell_count_text(cover->in_cover, in_cover);
        tl_tell_count_text(cover->verdict == TL_VERDICT_MARGINAL ? cover->in_cover + cover->undecided : cover->of, of);
        tl_say(x->inquiry->words, text, sizeof(text), cover_sentences[cover->of == 1][cover->verdict], x->to->name,
               attacker_at(x, i)->name, in_cover, of);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_COVER_UNIT), cover->verdict, text);
    }
}

void tl_tell_attack_tests(const tl_attack *x, size_t weapon, tl_answer *answer) {
    tell_arc(x, weapon, answer);
    tell_range(x, weapon, answer);
    if (x->found[weapon].sight_counts) {
        tell_sight(x, weapon, answer);
    }
    tell_specials(x, weapon, answer);
    tell_cover(x, weapon, answer);
}

/* --- Fields ------------------------------------------------------------------------------------------------------- */

/* Of targets that are seen through holes alone, and those that only what repairs made hides. */
static void put_holes(const tl_attack *x, size_t weapon, size_t i, tl_json_writer *writer) {
    for (int repairs = 0; repairs < 2; repairs++) {
        bool begun = false;
        for (size_t j = 0; j < x->to->count; j++) {
            const tl_pair_holes *holes = &tl_attack_sight(x, weapon, i, j)->holes;
            if (holes->count == 0 || holes->by_repair != (repairs == 1) ||
                (repairs == 0 && shot_of(x, weapon, i)->valid[j] != TL_VERDICT_YES)) {
                continue;
            }
            if (!begun) {
                tl_json_open_array(writer, repairs == 1 ? "by_repair" : "through_hole");
                begun = true;
            }
            tl_tell_holes_items(x->inquiry, holes, target_at(x, j)->id, writer);
        }
        if (begun) {
            tl_json_end_array(writer);
        }
    }
}

static void put_limit(const tl_limit *limit, tl_json_writer *writer) {
    tl_json_put_double(writer, "distance_mm", limit->distance);
    if (isfinite(limit->margin)) {
        tl_json_put_double(writer, "limit_mm", limit->limit);
        if (limit->uncertainty > 0) {
            tl_json_put_double(writer, "uncertainty_mm", limit->uncertainty);
        }
        tl_json_put_double(writer, "margin_mm", limit->margin);
    }
}

static void put_shot(const tl_attack *x, size_t weapon, size_t i, tl_json_writer *writer) {
    const tl_shot *shot = shot_of(x, weapon, i);
    const tl_table *table = x->inquiry->table;
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", attacker_at(x, i)->id);
    tl_tell_put_verdict(writer, "verdict", shot->verdict);
    tl_tell_put_verdict(writer, "arc", shot->arc);
    tl_tell_put_verdict(writer, "range", shot->range);
    tl_tell_put_verdict(writer, "los", shot->los);
    tl_json_put_string(writer, "nearest", table->members[shot->nearest].id);
    put_limit(&shot->limit, writer);
    tl_json_open_array(writer, "targets");
    for (size_t j = 0; j < x->to->count; j++) {
        if (shot->valid[j] == TL_VERDICT_YES) {
            tl_json_string(writer, target_at(x, j)->id);
        }
    }
    tl_json_end_array(writer);
    put_holes(x, weapon, i, writer);
    tl_tell_put_verdict(writer, "cover", tl_attack_cover(x, &x->weapons[weapon], i));
    if (shot->observer != SIZE_MAX) {
        tl_json_put_string(writer, "observer", table->members[shot->observer].id);
    }
    if (shot->bar.kind != TL_BAR_NONE) {
        tl_json_put_string(writer, "barred", tl_tell_bar_word(shot->bar.kind));
    }
    if (shot->bar.terrain != SIZE_MAX) {
        tl_json_put_string(writer, "forbidden_in", table->terrain[shot->bar.terrain].id);
    }
    tl_json_end_object(writer);
}

void tl_tell_put_attack_weapon(const tl_attack *x, size_t weapon, tl_json_writer *writer) {
    const tl_attack_weapon *found = &x->found[weapon];
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "id", x->weapons[weapon].id);
    tl_tell_put_verdict(writer, "verdict", found->verdict);
    if (found->chooses_by != NULL) {
        tl_json_put_bool(writer, "chooses", true);
    }
    if (found->ignores_cover) {
        tl_json_put_bool(writer, "ignores_cover", true);
    }
    tl_json_open_array(writer, "members");
    for (size_t i = 0; i < x->from->count; i++) {
        if (!shot_of(x, weapon, i)->absent) {
            put_shot(x, weapon, i, writer);
        }
    }
    tl_json_end_array(writer);
    tl_json_end_object(writer);
}

static void put_dice_groups(const tl_attack *x, tl_json_writer *writer) {
    tl_json_open_array(writer, "dice_groups");
    for (size_t k = 0; k < x->group_count; k++) {
        const tl_dice_group *group = &x->groups[k];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "weapon", x->weapons[group->weapon].id);
        tl_tell_put_verdict(writer, "cover", group->cover);
        tl_json_open_array(writer, "members");
        for (size_t i = 0; i < group->count; i++) {
            tl_json_string(writer, attacker_at(x, x->rolling[group->first + i])->id);
        }
        tl_json_end_array(writer);
        tl_json_put_int(writer, "figures", (int64_t)group->figures);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

void tl_tell_attack_witness(const tl_attack *x, tl_answer *answer) {
    size_t picture = 0; /* the weapon shown */
    while (picture + 1 < x->weapon_count && tl_attack_weapon_verdict(x, picture) != TL_VERDICT_YES) {
        picture++;
    }
    picture = x->weapon_count > 0 && tl_attack_weapon_verdict(x, picture) == TL_VERDICT_YES ? picture : 0;
    for (size_t i = 0; i < x->from->count && x->weapon_count > 0; i++) {
        for (size_t j = 0; j < x->to->count; j++) {
            bool valid = shot_of(x, picture, i)->valid[j] == TL_VERDICT_YES;
            if ((valid || (answer->verdict != TL_VERDICT_YES && i == 0)) && answer->witness_count < ATTACK_WITNESSES) {
                tl_tell_pair_sight_witness(x->inquiry, tl_attack_sight(x, picture, i, j), answer);
            }
        }
    }
}

/* How far a weapon reaches, as its first carrier's range came out. */
static double reach_of(const tl_attack *x, size_t weapon) {
    return shot_of(x, weapon, x->found[weapon].first)->limit.limit;
}

/* The weapons that reach so far, each name once. */
static void name_weapons(const tl_attack *x, double range, char *text, size_t size) {
    char comma[16];
    size_t used = 0;
    tl_say(x->inquiry->words, comma, sizeof(comma), TL_SAY_COMMA, NULL);
    text[0] = '\0';
    for (size_t w = 0; w < x->weapon_count; w++) {
        const char *name = x->weapons[w].name;
        if (x->found[w].carriers > 0 && reach_of(x, w) == range && strstr(text, name) == NULL && used < size) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? comma : "", name);
        }
    }
}

/* How far the weapons reach: each length once. */
static void add_rings(const tl_attack *x, tl_answer *answer) {
    for (size_t w = 0; w < x->weapon_count; w++) {
        double range = reach_of(x, w);
        bool again = x->found[w].carriers == 0 || !isfinite(range);
        for (size_t i = 0; i < answer->witness_count; i++) {
            const tl_witness *other = &answer->witnesses[i];
            again = again || (other->kind == TL_WITNESS_RING && other->width == range);
        }
        if (!again) {
            char names[80];
            name_weapons(x, range, names, sizeof(names));
            tl_answer_rings(answer, x->inquiry->words, x->from->first, x->from->count, (tl_vec3){0, 0, 0}, range,
                            names);
        }
    }
}

/* --- The attack --------------------------------------------------------------------------------------------------- */

/* None of the attackers carries a weapon. */
static void tell_unarmed(const tl_attack *x, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    tl_say(x->inquiry->words, line, sizeof(line), TL_SAY_ARC_NONE, x->from->name);
    tl_answer_line(answer, line);
    tl_answer_reason(answer, tl_by(TL_CLAUSE_ARC_FIELD), TL_VERDICT_NO, line);
}

void tl_tell_attack(const tl_attack *x, tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    bool armed = false;
    answer->verdict = x->verdict;
    answer->cause = x->cause;
    tl_say(x->inquiry->words, answer->summary, sizeof(answer->summary), summaries[x->verdict], x->from->name,
           x->to->name);
    tl_json_put_string(writer, "from", x->from->whole ? x->from->unit->id : attacker_at(x, 0)->id);
    tl_json_put_string(writer, "to", x->to->whole ? x->to->unit->id : target_at(x, 0)->id);
    tl_json_open_array(writer, "weapons");
    for (size_t w = 0; w < x->weapon_count; w++) {
        if (x->found[w].carried) {
            tl_tell_put_attack_weapon(x, w, writer);
            tl_tell_attack_holes(x, w, answer);
            tell_line(x, w, answer);
            tl_tell_attack_tests(x, w, answer);
            armed = true;
        }
    }
    tl_json_end_array(writer);
    put_dice_groups(x, writer);
    if (armed) {
        tl_tell_attack_witness(x, answer);
        add_rings(x, answer);
    }
    tl_tell_note_guesses(x->inquiry, x->from->first, x->from->count, true, true, answer);
    tl_tell_note_guesses(x->inquiry, x->to->first, x->to->count, true, true, answer);
    if (!armed) {
        tell_unarmed(x, answer);
    }
}
