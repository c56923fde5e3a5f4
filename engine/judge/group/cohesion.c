/* cohesion.c: measures how far a unit's models stand apart, and holds it against the rules' length. */
#include "judge/group/cohesion.h"

static tl_status measure(const tl_inquiry *inquiry, tl_unit_cohesion *x, tl_error *error) {
    size_t count = x->unit.count;
    tl_volume *volumes = tl_alloc_array(inquiry->context, count, sizeof(*volumes));
    const tl_shape **bases = tl_alloc_array(inquiry->context, count, sizeof(*bases));
    double tolerance = inquiry->tolerance;
    tl_status status = volumes != NULL && bases != NULL ? TL_OK : tl_fail_memory(error);
    x->has_disc = !x->free;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        volumes[i] = tl_table_measured(inquiry->table, x->unit.first + i);
        bases[i] = volumes[i].shape;
        x->has_disc = x->has_disc && bases[i] != NULL;
        x->uncertainty_mm = tl_max(x->uncertainty_mm, 2 * volumes[i].uncertainty);
        tolerance = inquiry->tolerance + x->uncertainty_mm;
    }
    if (status == TL_OK) {
        status = tl_cohesion_measure_pairs(inquiry->context, volumes, count, tl_inquiry_metric(inquiry), x->limit_mm,
                                           tolerance, &x->pairs, error);
    }
    if (status == TL_OK && x->has_disc) {
        status = tl_cohesion_measure_disc(inquiry->context, bases, count, x->limit_mm, tolerance, &x->disc, error);
    }
    tl_free(inquiry->context, volumes);
    tl_free(inquiry->context, bases);
    return status;
}

/* The unit that a party is, or is of. */
static tl_party unit_of(const tl_inquiry *inquiry, const tl_party *named) {
    tl_party unit = *named;
    while (!unit.whole && unit.first > 0 && tl_table_unit_of(inquiry->table, unit.first - 1) == unit.unit) {
        unit.first--;
    }
    unit.count = unit.unit->member_count;
    unit.name = unit.unit->name;
    return unit;
}

tl_status tl_unit_cohesion_judge(const tl_inquiry *inquiry, const tl_party *named, tl_unit_cohesion *found,
                                 tl_error *error) {
    *found = (tl_unit_cohesion){.unit = unit_of(inquiry, named), .cause = tl_by(TL_CLAUSE_COHESION)};
    found->free = !found->unit.unit->kind->together;
    tl_status status =
        tl_inquiry_length(inquiry, "cohesion", "how near the models of a unit must be", &found->limit_mm, error);
    status = status == TL_OK ? measure(inquiry, found, error) : status;
    if (status == TL_OK) {
        found->by_disc =
            found->has_disc && tl_settings_is_at(&inquiry->settings, TL_SETTING_COHESION, TL_CHOICE_COHESION_DISC);
        double measured = found->by_disc ? found->disc.diameter_mm : found->pairs.worst.range.distance_mm;
        found->decides = (tl_limit){found->by_disc ? found->disc.verdict : found->pairs.verdict, measured,
                                    found->limit_mm, found->limit_mm - measured, found->uncertainty_mm};
        found->verdict = found->free ? TL_VERDICT_YES : found->decides.verdict;
    }
    return status;
}
