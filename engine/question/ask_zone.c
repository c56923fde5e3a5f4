/* ask_zone.c: the question where in the zones of the scenario somebody stands, or who holds one of its objectives. */
#include "question/ask.h"

#include "tell/tell_zone.h"

#include <string.h>

static const tl_document_objective *objective_of(const tl_document *document, size_t terrain) {
    for (size_t i = 0; i < document->scenario.objective_count; i++) {
        if (document->scenario.objectives[i].terrain == terrain) {
            return &document->scenario.objectives[i];
        }
    }
    return NULL;
}

/* The one that is told: the verdict that says most, then the greatest margin. */
static size_t best_of(const tl_unit_zone *zones, size_t count) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
        const tl_unit_zone *a = &zones[i], *b = &zones[best];
        int by = tl_verdict_rank(a->verdict) - tl_verdict_rank(b->verdict);
        by = by == 0 ? tl_verdict_rank(a->inside) - tl_verdict_rank(b->inside) : by;
        double more = a->members[a->worst].place.margin_mm - b->members[b->worst].place.margin_mm;
        best = by > 0 || (by == 0 && more > 0) ? i : best;
    }
    return best;
}

/* Asks some zones of the document, those that `meant` says. */
static tl_status ask_zones(const tl_inquiry *inquiry, const tl_document_zone *const *meant, size_t count,
                           const tl_party *party, size_t terrain, const char *from, tl_answer *answer,
                           tl_error *error) {
    tl_unit_zone *zones = tl_alloc_array(inquiry->context, count, sizeof(*zones));
    tl_status status = zones != NULL ? TL_OK : tl_fail_memory(error);
    size_t asked = 0;
    while (status == TL_OK && asked < count) {
        status = tl_unit_zone_judge(inquiry, meant[asked], party, terrain, &zones[asked], error);
        asked++;
    }
    if (status == TL_OK) {
        tl_tell_zones(zones, count, best_of(zones, count), from, answer);
    }
    for (size_t i = 0; i < asked; i++) {
        tl_unit_zone_free(&zones[i]);
    }
    tl_free(inquiry->context, zones);
    return status;
}

/* The zones of a party's side. */
static tl_status ask_own(const tl_inquiry *inquiry, const tl_party *party, const char *from, tl_answer *answer,
                         tl_error *error) {
    const tl_document_scenario *scenario = &inquiry->table->document->scenario;
    const char *side = party->unit->side;
    const tl_document_zone **meant =
        tl_alloc_array(inquiry->context, scenario->zone_count + 1, sizeof(const tl_document_zone *));
    if (meant == NULL) {
        return tl_fail_memory(error);
    }
    size_t count = 0;
    for (size_t i = 0; i < scenario->zone_count; i++) {
        if (side[0] != '\0' && strcmp(scenario->zones[i].side, side) == 0) {
            meant[count++] = &scenario->zones[i];
        }
    }
    tl_status status =
        scenario->zone_count == 0 ? tl_fail(error, TL_ERROR_ARGUMENT, NULL, "zone",
                                            "give the scene a `scenario` with `zones`", "the scene has no zones")
        : count == 0 ? tl_fail(error, TL_ERROR_ARGUMENT, NULL, "zone", "name a zone, or give one this `side`",
                               "no zone is for the side of %s", party->name)
                     : ask_zones(inquiry, meant, count, party, SIZE_MAX, from, answer, error);
    tl_free(inquiry->context, meant);
    return status;
}

static tl_status ask_terrain(const tl_inquiry *inquiry, const tl_question *question, size_t terrain, tl_answer *answer,
                             tl_error *error) {
    const tl_document *document = inquiry->table->document;
    const tl_document_objective *objective = objective_of(document, terrain);
    const tl_document_zone *zone;
    if (question->zone != NULL) {
        tl_status status = tl_unit_zone_named(inquiry, question->zone, &zone, error);
        return status == TL_OK ? ask_zones(inquiry, &zone, 1, NULL, terrain, question->from, answer, error) : status;
    }
    if (objective == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "zone",
                       "name a zone as well, or add it to the `objectives` of the scene's `scenario`",
                       "`%s` is no objective of the scene", document->terrain[terrain].id);
    }
    tl_objective found;
    tl_status status = tl_objective_judge(inquiry, objective, &found, error);
    if (status == TL_OK) {
        tl_tell_objective(&found, answer);
    }
    return status;
}

tl_status tl_ask_zone(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    const tl_document *document = inquiry->table->document;
    const tl_document_zone *zone;
    tl_party party;
    if (question->from == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "name a unit, a model or a piece of terrain",
                       "who stands in the zone is missing");
    }
    tl_document_found found = tl_document_find(document, question->from);
    if (found.kind == TL_DOCUMENT_TERRAIN) {
        return ask_terrain(inquiry, question, (size_t)(found.terrain - document->terrain), answer, error);
    }
    tl_status status = tl_referee_party(inquiry->referee, question->from, "from", &party, error);
    if (status == TL_OK && question->zone == NULL) {
        return ask_own(inquiry, &party, question->from, answer, error);
    }
    if (status == TL_OK) {
        status = tl_unit_zone_named(inquiry, question->zone, &zone, error);
    }
    return status == TL_OK ? ask_zones(inquiry, &zone, 1, &party, SIZE_MAX, question->from, answer, error) : status;
}
