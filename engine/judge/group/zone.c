/* zone.c: whole units, and terrain, in zones of a scenario. */
#include "judge/group/zone.h"

#include "judge/group/within.h"
#include "judge/special.h"
#include "judge/verdict.h"

#include <stdio.h>
#include <string.h>

/* --- Finding a zone ----------------------------------------------------------------------------------------------- */

tl_status tl_unit_zone_named(const tl_inquiry *inquiry, const char *name, const tl_document_zone **zone,
                             tl_error *error) {
    enum { NAMES = 64 };
    const tl_document_scenario *scenario = &inquiry->table->document->scenario;
    const char *names[NAMES];
    size_t count = 0;
    for (size_t i = 0; i < scenario->zone_count; i++) {
        if (strcmp(scenario->zones[i].id, name) == 0) {
            *zone = &scenario->zones[i];
            return TL_OK;
        }
        if (count < NAMES) {
            names[count++] = scenario->zones[i].id;
        }
    }
    if (scenario->zone_count == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "zone", "give the scene a `scenario` with `zones`",
                       "the scene has no zones");
    }
    char remedy[160];
    const char *nearest = tl_nearest_name(name, names, count);
    snprintf(remedy, sizeof(remedy), "did you mean `%s`?", nearest != NULL ? nearest : names[0]);
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "zone", remedy, "the scene has no zone `%s`", name);
}

/* --- Distances to things ------------------------------------------------------------------------------------------ */

/* Whether models of `other` are to be kept away from. */
static bool are_enemies(const tl_unit_zone *x, const tl_document_unit *other) {
    return x->party.count > 0      ? tl_special_are_enemies(x->party.unit, other)
           : x->zone->side[0] != 0 ? strcmp(other->side, x->zone->side) != 0
                                   : true;
}

static bool is_meant(const tl_unit_zone *x, tl_zone_off from, size_t terrain) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_terrain_kind *kind =
        tl_ruleset_kind(inquiry->referee->ruleset, inquiry->table->document->terrain[terrain].kind);
    if (kind == NULL || (x->party.count == 0 && terrain == x->terrain)) {
        return false;
    }
    return from == TL_ZONE_OFF_MARKERS    ? kind->marker
           : from == TL_ZONE_OFF_SHELTERS ? kind->shelter
                                          : kind->going == TL_GOING_IMPASSABLE;
}

/* One pair: kept when it is nearer than what is known, or leaves more open. */
static tl_status hold_pair(const tl_unit_zone *x, const tl_volume *own, const tl_volume *other, double least,
                           size_t member, size_t index, tl_unit_zone_off *off, tl_error *error) {
    tl_range_result range;
    tl_limit limit;
    tl_status status = tl_range_between(x->inquiry->context, own, other, tl_inquiry_metric(x->inquiry), &range, error);
    if (status == TL_OK) {
        status = tl_judge_volumes_within(x->inquiry, own, other, &range, least, true, &limit, error);
    }
    if (status != TL_OK) {
        return status;
    }
    tl_verdict verdict = off->any ? tl_verdict_both(off->limit.verdict, limit.verdict) : limit.verdict;
    if (!off->any || limit.margin < off->limit.margin) {
        off->limit = limit;
        off->range = range;
        off->member = member;
        off->other = index;
    }
    off->limit.verdict = verdict;
    off->any = true;
    return TL_OK;
}

static tl_status hold_all(const tl_unit_zone *x, const tl_volume *own, size_t member, double least,
                          tl_unit_zone_off *off, tl_error *error) {
    const tl_table *table = x->inquiry->table;
    tl_status status = TL_OK;
    if (off->from == TL_ZONE_OFF_ENEMIES) {
        for (size_t i = 0; i < table->member_count && status == TL_OK; i++) {
            if (are_enemies(x, tl_table_unit_of(table, i))) {
                tl_volume other = tl_table_measured(table, i);
                status = hold_pair(x, own, &other, least, member, i, off, error);
            }
        }
        return status;
    }
    for (size_t i = 0; i < table->terrain_count && status == TL_OK; i++) {
        if (is_meant(x, off->from, i)) {
            tl_within_centre centre;
            status = tl_within_of_terrain(x->inquiry, i, &centre, error);
            status = status == TL_OK ? hold_pair(x, own, &centre.volume, least, member, i, off, error) : status;
        }
    }
    return status;
}

/* --- Units and terrain -------------------------------------------------------------------------------------------- */

/* Adds what was found of a model, or of the terrain, and the distances that it keeps. */
static tl_status judge_one(tl_unit_zone *x, const tl_volume *volume, size_t member, tl_error *error) {
    tl_unit_zone_member *m = &x->members[x->count];
    m->member = member;
    tl_status status = tl_region_place_of(x->inquiry, &x->region, volume, &m->place, error);
    for (size_t k = 0; k < x->off_count && status == TL_OK; k++) {
        double least = tl_zone_length_mm(x->zone->off[x->off[k].from], x->inquiry->game_unit);
        status = hold_all(x, volume, member, least, &x->off[k], error);
    }
    if (status == TL_OK) {
        x->worst = x->count == 0 || m->place.margin_mm < x->members[x->worst].place.margin_mm ? x->count : x->worst;
        x->count++;
        x->whole += m->place.inside == TL_VERDICT_YES;
        x->inside = tl_verdict_both(x->inside, m->place.inside);
        x->touches = tl_verdict_either(x->touches, m->place.touches);
    }
    return status;
}

static tl_status judge_terrain(tl_unit_zone *x, tl_error *error) {
    tl_within_centre centre;
    tl_status status = tl_within_of_terrain(x->inquiry, x->terrain, &centre, error);
    return status == TL_OK ? judge_one(x, &centre.volume, SIZE_MAX, error) : status;
}

tl_status tl_unit_zone_judge(const tl_inquiry *inquiry, const tl_document_zone *zone, const tl_party *party,
                             size_t terrain, tl_unit_zone *x, tl_error *error) {
    const tl_document *document = inquiry->table->document;
    *x = (tl_unit_zone){.inquiry = inquiry,
                        .zone = zone,
                        .terrain = terrain,
                        .inside = TL_VERDICT_YES,
                        .touches = TL_VERDICT_NO,
                        .verdict = TL_VERDICT_NO};
    tl_zone_region_of(zone, document->width, document->depth, inquiry->game_unit, &x->region);
    if (party != NULL) {
        x->party = *party;
    }
    if (tl_zone_region_is_empty(&x->region)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "zone", "make its distances fit the table",
                       "nothing is left of the zone `%s`", zone->id);
    }
    for (int k = TL_ZONE_OFF_THINGS; k < TL_ZONE_OFFS; k++) {
        if (zone->off[k].amount > 0) {
            x->off[x->off_count++] = (tl_unit_zone_off){.from = (tl_zone_off)k, .limit = {.verdict = TL_VERDICT_YES}};
        }
    }
    x->members = tl_alloc_array(inquiry->context, party != NULL ? party->count : 1, sizeof(*x->members));
    tl_status status = x->members != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK && party == NULL) {
        status = judge_terrain(x, error);
    }
    for (size_t i = 0; party != NULL && i < party->count && status == TL_OK; i++) {
        tl_volume volume = tl_table_measured(inquiry->table, party->first + i);
        status = judge_one(x, &volume, party->first + i, error);
    }
    x->verdict = x->inside;
    for (size_t k = 0; k < x->off_count; k++) {
        x->verdict = tl_verdict_both(x->verdict, x->off[k].limit.verdict);
    }
    return status;
}

void tl_unit_zone_free(tl_unit_zone *x) {
    if (x->inquiry != NULL) {
        tl_free(x->inquiry->context, x->members);
    }
    *x = (tl_unit_zone){.inquiry = NULL};
}

/* --- What `check` reports ----------------------------------------------------------------------------------------- */

/* So much holding models against zones may cost, in corners of outlines times themselves: some seconds. */
#define CHECK_MOST 1e9

/* Whether a model stands in some zone of its side, and how far it is out of the nearest of these. */
static tl_status look_at_member(const tl_inquiry *inquiry, size_t member, double *cost, tl_problems *problems,
                                tl_error *error) {
    const tl_table *table = inquiry->table;
    const tl_document *document = table->document;
    const char *side = tl_table_unit_of(table, member)->side;
    const tl_volume volume = tl_table_measured(table, member);
    const tl_document_zone *nearest = NULL;
    tl_region_place best = {.margin_mm = -INFINITY};
    for (size_t i = 0; i < document->scenario.zone_count; i++) {
        const tl_document_zone *zone = &document->scenario.zones[i];
        tl_zone_region region;
        tl_region_place place;
        tl_zone_region_of(zone, document->width, document->depth, inquiry->game_unit, &region);
        if (side[0] == '\0' || strcmp(zone->side, side) != 0 || tl_zone_region_is_empty(&region)) {
            continue;
        }
        *cost += 100 + (double)zone->outline_count * (double)zone->outline_count;
        tl_status status = tl_region_place_of(inquiry, &region, &volume, &place, error);
        if (status != TL_OK) {
            return status;
        }
        if (place.inside == TL_VERDICT_YES) {
            return TL_OK;
        }
        if (nearest == NULL || place.margin_mm > best.margin_mm) {
            nearest = zone;
            best = place;
        }
    }
    if (nearest != NULL) {
        tl_json_problem(document->json, tl_table_member(table, member)->json, false, problems, true, TL_ERROR_SCENE,
                        "move it inside, or leave `deploying` out when the game has begun",
                        best.inside == TL_VERDICT_NO
                            ? "`%s` reaches %.1f mm over the border of the zone `%s`"
                            : "`%s` is within %.2f mm of the border of the zone `%s`: too close to call",
                        table->members[member].id, fabs(best.margin_mm), nearest->id);
    }
    return TL_OK;
}

/* A zone of which nothing is left. */
static void look_at_zones(const tl_inquiry *inquiry, tl_problems *problems) {
    const tl_document *document = inquiry->table->document;
    for (size_t i = 0; i < document->scenario.zone_count; i++) {
        const tl_document_zone *zone = &document->scenario.zones[i];
        tl_zone_region region;
        tl_zone_region_of(zone, document->width, document->depth, inquiry->game_unit, &region);
        if (tl_zone_region_is_empty(&region)) {
            tl_json_problem(document->json, zone->json, false, problems, true, TL_ERROR_SCENE,
                            "make its distances fit the table", "nothing is left of the zone `%s`", zone->id);
        }
    }
}

tl_status tl_unit_zone_check(const tl_referee *referee, tl_problems *problems, tl_error *error) {
    const tl_table *table = referee->table;
    tl_inquiry inquiry;
    if (table->document->scenario.json == NULL) {
        return TL_OK;
    }
    tl_status status = tl_inquiry_begin(referee, NULL, -1, &inquiry, error);
    if (status != TL_OK) {
        return status;
    }
    look_at_zones(&inquiry, problems);
    double cost = 0;
    size_t count = table->document->scenario.deploying ? table->member_count : 0;
    for (size_t i = 0; i < count && status == TL_OK && cost < CHECK_MOST; i++) {
        status =
            tl_table_unit_of(table, i)->aboard == NULL ? look_at_member(&inquiry, i, &cost, problems, error) : TL_OK;
    }
    if (status == TL_OK && cost >= CHECK_MOST) {
        tl_json_problem(table->document->json, table->document->scenario.json, true, problems, true, TL_ERROR_SCENE,
                        "give the zones' outlines fewer points", "not all models were held against the zones");
    }
    tl_inquiry_free(&inquiry);
    return status;
}
