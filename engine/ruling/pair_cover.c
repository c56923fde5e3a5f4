/* pair_cover.c: cover of one model from another as the rules say. */
#include "ruling/special.h"

#include <string.h>

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* Work units for how much is in view of who is in cover anyway. */
#define STANDING_BUDGET UINT64_C(2000000)

/* Lines are looked at as if an area that b stands in weren't there: every line ends in it. */
static tl_status leave_areas_of(const tl_inquiry *inquiry, size_t b, tl_between *between, tl_error *error) {
    tl_status status = TL_OK;
    size_t kept = 0;
    for (size_t i = 0; i < between->sight_count && status == TL_OK; i++) {
        tl_area_placement placement;
        status = tl_inquiry_place_in(inquiry, &inquiry->referee->areas[between->area_of[i]], b, &placement, error);
        if (status == TL_OK && placement.place == TL_AREA_OUTSIDE) {
            between->conditions[kept++] = between->conditions[i];
        }
    }
    between->obstacles.condition_count = kept;
    return status;
}

/* Whether the target stands in something that is cover by itself: a fortification or trench (DT-FRT-08), an area
 * (DB-COV-05). `*on_rim`: it touches an area's rim to within rounding. */
static tl_status look_where_it_stands(const tl_inquiry *inquiry, size_t b, tl_pair_cover_result *result, bool *on_rim,
                                      tl_error *error) {
    bool whole = tl_settings_is(&inquiry->settings, "area_cover_overlap", "whole", false);
    size_t shelter = SIZE_MAX;
    tl_status status = TL_OK;
    if (tl_settings_is(&inquiry->settings, "fort_cover", "always", true)) {
        status = tl_inquiry_shelter(inquiry, b, &shelter, error);
    }
    if (status == TL_OK && shelter != SIZE_MAX) {
        result->verdict = TL_VERDICT_YES;
        result->rule = "DT-FRT-08";
        result->stands_in_area = true;
        result->area_slot = inquiry->table->terrain[inquiry->referee->shelters[shelter].terrain].slot;
    }
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK && !result->stands_in_area; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        tl_area_placement placement;
        status = tl_inquiry_place_in(inquiry, area, b, &placement, error);
        bool in = status == TL_OK && (whole ? placement.place == TL_AREA_INSIDE : placement.place != TL_AREA_OUTSIDE);
        *on_rim = *on_rim || (status == TL_OK && area->kind->cover && !placement.certain);
        if (area->kind->cover && in && placement.certain) {
            result->verdict = TL_VERDICT_YES;
            result->rule = "DB-COV-05";
            result->stands_in_area = true;
            result->area_slot = inquiry->table->terrain[area->terrain].slot;
        }
    }
    return status;
}

/* How much of the target is in view past terrain and smoke. With `drop_open` terrain at the limit of what the attacker
 * leans on is left out; `*near_open`: there is such. */
static tl_status look_past_terrain(const tl_inquiry *inquiry, tl_pair_cover_result *result, bool drop_open,
                                   bool *near_open, tl_error *error) {
    size_t a = result->from, b = result->to;
    tl_between between;
    tl_status status = tl_between_cover(inquiry, a, b, drop_open, &between, error);
    if (status != TL_OK) {
        return status;
    }
    *near_open = between.near_open;
    if (result->stands_in_area) {
        status = leave_areas_of(inquiry, b, &between, error);
    }
    tl_cover_options options = {.sight = {.tolerance = inquiry->tolerance > 0 ? inquiry->tolerance : 0.05,
                                          .seed = tl_pair_seed(inquiry, a, b),
                                          .prove = true},
                                .contact_skirt = tl_settings_number(&inquiry->settings, "contact_skirt_mm", 0.6),
                                .min_fraction = tl_settings_number(&inquiry->settings, "cover_min_fraction", 0),
                                .union_of_views = tl_settings_is(&inquiry->settings, "cover_vantage", "union", false)};
    if (status == TL_OK) {
        options.sight.budget = result->stands_in_area ? STANDING_BUDGET : 0;
        status = tl_cover_between(inquiry->context, &between.obstacles, inquiry->table->members[a].body->core,
                                  inquiry->table->members[b].body->core, &options, &result->cover, error);
    }
    result->looked = true;
    tl_between_free(&between);
    return status;
}

/* A vehicle in between gives no cover, but what it hides wholly isn't seen, and that is cover, too (DB-COV-01, -03); an
 * open question of cover is settled when there is no sight at all. */
static tl_status look_for_sight(const tl_inquiry *inquiry, tl_pair_cover_result *result, tl_error *error) {
    tl_pair_sight_result sight;
    tl_status status = tl_pair_sight(inquiry, result->from, result->to, &sight, error);
    if (status == TL_OK && (sight.sight.verdict == TL_VERDICT_NO ||
                            (sight.sight.verdict == TL_VERDICT_MARGINAL && result->verdict == TL_VERDICT_NO))) {
        result->rule = result->verdict == TL_VERDICT_NO ? "DB-COV-03" : "DB-COV-01";
        result->verdict = sight.sight.verdict == TL_VERDICT_NO ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
        result->cover.why = sight.sight.why;
        result->cover.closed_gap = tl_max(result->cover.closed_gap, sight.sight.closed_gap);
        result->cover.named_count = sight.sight.named_count;
        memcpy(result->cover.named, sight.sight.named, sizeof(result->cover.named));
    }
    return status;
}

static tl_status judge_cover(const tl_inquiry *inquiry, tl_pair_cover_result *result, tl_error *error) {
    bool on_rim = false, near_open = false;
    tl_status status = look_where_it_stands(inquiry, result->to, result, &on_rim, error);
    if (status == TL_OK) {
        status = look_past_terrain(inquiry, result, false, &near_open, error);
    }
    if (status != TL_OK || result->stands_in_area) {
        return status; /* the verdict is known; what was looked for is how much is in view */
    }
    result->verdict = result->cover.verdict;
    if (near_open && result->verdict != TL_VERDICT_NO) {
        tl_pair_cover_result without = *result;
        status = look_past_terrain(inquiry, &without, true, &near_open, error);
        if (status == TL_OK && without.cover.verdict != result->verdict) {
            result->verdict = TL_VERDICT_MARGINAL;
            result->rule = "DB-COV-06";
            result->cover.why = TL_WHY_TOLERANCE;
        }
    }
    if (status == TL_OK && result->verdict == TL_VERDICT_NO && on_rim) {
        /* it touches an area's rim to within rounding: standing in it would be cover */
        result->verdict = TL_VERDICT_MARGINAL;
        result->rule = "DB-COV-05";
        result->cover.why = TL_WHY_TOLERANCE;
    }
    return status == TL_OK && result->verdict != TL_VERDICT_YES ? look_for_sight(inquiry, result, error) : status;
}

tl_status tl_pair_cover(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_cover_result *result, tl_error *error) {
    memset(result, 0, sizeof(*result));
    result->from = a;
    result->to = b;
    result->rule = "DB-COV-01";
    tl_status status = judge_cover(inquiry, result, error);
    tl_effect_cover effect = tl_unit_cover_effect(inquiry, tl_table_unit_of(inquiry->table, b), &result->skill);
    if (status == TL_OK && effect != TL_COVER_AS_SEEN) {
        result->as_seen = result->verdict;
        result->by_skill = true;
        result->rule = result->skill->rule;
        result->verdict = effect == TL_COVER_ALWAYS ? TL_VERDICT_YES : TL_VERDICT_NO;
    }
    return status;
}

void tl_pair_cover_text(const tl_inquiry *inquiry, const tl_pair_cover_result *result, const char *from, char *buffer,
                        size_t size) {
    const char *to = inquiry->table->members[result->to].name;
    from = from != NULL ? from : inquiry->table->members[result->from].name;
    char list[200], low[TL_LENGTH_SIZE], high[TL_LENGTH_SIZE];
    if (result->by_skill) {
        tl_say(&inquiry->words, buffer, size,
               result->verdict == TL_VERDICT_YES ? TL_SAY_COVER_SKILL_YES : TL_SAY_COVER_SKILL_NO, to, from,
               result->skill->name);
    } else if (result->stands_in_area) {
        tl_say(&inquiry->words, buffer, size, TL_SAY_COVER_AREA, to, from,
               tl_slot_display_name(&inquiry->words, inquiry->table, result->area_slot));
    } else if (result->verdict == TL_VERDICT_YES) {
        tl_slots_text(&inquiry->words, inquiry->table, result->cover.named, result->cover.named_count, list,
                      sizeof(list));
        tl_say(&inquiry->words, buffer, size, TL_SAY_COVER_YES, to, from, list);
    } else if (result->verdict == TL_VERDICT_NO) {
        tl_say(&inquiry->words, buffer, size, TL_SAY_COVER_NO, to, from);
    } else {
        char way[240] = "", note[256] = "";
        tl_decimal_text(&inquiry->words, floor(100 * result->cover.visible_low), 0, low);
        tl_decimal_text(&inquiry->words, ceil(100 * result->cover.visible_high), 0, high);
        strcat(low, " %");
        strcat(high, " %");
        if (result->cover.named_count > 0) {
            tl_slots_text(&inquiry->words, inquiry->table, result->cover.named, result->cover.named_count, list,
                          sizeof(list));
            tl_say(&inquiry->words, way, sizeof(way), result->cover.named_count > 1 ? TL_SAY_ARE : TL_SAY_IS, list);
            tl_say(&inquiry->words, note, sizeof(note), TL_SAY_COVER_IN_WAY, way);
        }
        tl_say(&inquiry->words, buffer, size, TL_SAY_COVER_MARGINAL, to, from, low, high, note);
    }
}

void tl_pair_cover_numbers(const tl_inquiry *inquiry, const tl_pair_cover_result *result, tl_json_writer *writer) {
    const tl_cover *cover = &result->cover;
    if (result->by_skill) {
        tl_json_put_string(writer, "skill", result->skill->name);
        tl_json_put_verdict(writer, "as_seen", result->as_seen);
    }
    if (result->stands_in_area) {
        uint32_t slot = (uint32_t)result->area_slot;
        tl_json_put_slots(writer, "hidden_by", inquiry->table, &slot, 1);
    }
    if (!result->looked) {
        return;
    }
    if (result->verdict == TL_VERDICT_NO && cover->has_viewpoint) {
        tl_json_put_point(writer, "witness_viewpoint", cover->viewpoint);
    } else if (cover->has_viewpoint) {
        tl_json_put_point(writer, "best_viewpoint", cover->viewpoint);
    }
    if (result->verdict != TL_VERDICT_NO && !result->stands_in_area) {
        tl_json_put_slots(writer, "hidden_by", inquiry->table, cover->named, cover->named_count);
    }
    double share[2] = {cover->visible_low, cover->visible_high};
    tl_json_put_numbers(writer, "visible_fraction", share, 2);
    if (result->verdict == TL_VERDICT_MARGINAL) {
        tl_json_put_string(writer, "why", tl_why_word(cover->why));
    }
    if (result->verdict != TL_VERDICT_NO && cover->closed_gap > 1e-6) {
        tl_json_put_double(writer, "closed_gap_mm", cover->closed_gap);
    }
    if (cover->target_in_solid) {
        tl_json_put_bool(writer, "target_in_solid", true);
    }
}

void tl_pair_cover_json(const tl_inquiry *inquiry, const tl_pair_cover_result *result, tl_json_writer *writer) {
    tl_json_put_string(writer, "id", inquiry->table->members[result->to].id);
    tl_json_put_verdict(writer, "verdict", result->verdict);
    tl_json_put_string(writer, "rule", result->rule);
    tl_pair_cover_numbers(inquiry, result, writer);
}
