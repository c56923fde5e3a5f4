/* within.c: measures who is within a radius. */
#include "judge/group/within.h"

#include "judge/between/between.h"
#include "judge/measure/thing.h"
#include "judge/verdict.h"
#include "scene/settle.h"

/* --- The middle --------------------------------------------------------------------------------------------------- */

void tl_within_of_point(const tl_inquiry *inquiry, const double *at, int count, tl_within_centre *centre) {
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    *centre = (tl_within_centre){.terrain = SIZE_MAX, .is_point = true, .point = {at[0], at[1], at[2]}};
    if (count == 2) {
        centre->point.z = 0; /* where there is nothing below */
        (void)tl_surface_levels(&surfaces, at[0], at[1], 1, &centre->point.z, 1);
        centre->point_off_mm = tl_surface_off(&surfaces, tl_plan(centre->point), 1, 0, centre->point.z);
    }
    centre->volume = tl_between_volume_of_point(centre->point, &centre->shape);
    centre->volume.uncertainty = centre->point_off_mm;
}

tl_status tl_within_of_terrain(const tl_inquiry *inquiry, size_t terrain, tl_within_centre *centre, tl_error *error) {
    TL_ASSERT(terrain < inquiry->table->terrain_count, "the terrain is the table's");
    *centre = (tl_within_centre){.terrain = terrain};
    return tl_judge_terrain_volume(inquiry, terrain, &centre->volume, &centre->shape, error);
}

void tl_within_of_party(const tl_party *party, tl_within_centre *centre) {
    *centre = (tl_within_centre){.terrain = SIZE_MAX, .party = *party, .unit = party->unit};
}

void tl_within_set_radius(const tl_inquiry *inquiry, const tl_skill *skill, const tl_skill_effect *effect,
                          const double *limit_mm, bool sight, tl_within *x) {
    const tl_document_unit *unit = x->centre.unit;
    const tl_skill_effect *anywhere =
        unit != NULL && limit_mm == NULL ? tl_special_unit_effect(inquiry, unit, TL_EFFECT_ANYWHERE, &x->reach) : NULL;
    bool unlimited = anywhere != NULL && tl_skills_effect_names(anywhere, skill->name);
    x->skill = skill;
    x->reach = unlimited ? x->reach : skill;
    x->radius_mm = unlimited ? INFINITY : limit_mm != NULL ? *limit_mm : tl_special_effect_length(inquiry, effect);
    x->sight = sight || (effect != NULL && effect->sight && !unlimited);
    x->each = effect != NULL && effect->each;
    x->contact = effect != NULL && effect->contact && limit_mm == NULL && !unlimited;
    x->whom = effect != NULL ? effect->whom : TL_WHOM_ANYBODY;
    x->adjacent_action = effect != NULL && effect->units == 1;
    x->exclusive = effect != NULL && limit_mm == NULL && effect->exclusive;
    x->own = effect != NULL && effect->own;
    x->forbids = effect != NULL && effect->forbids;
}

void tl_within_set_idle(const tl_skill *skill, const tl_skill_effect *effect, tl_within *x) {
    x->skill = x->reach = skill;
    x->idle = effect;
    x->radius_mm = INFINITY;
    x->forbids = effect->forbids;
}

/* --- One model ---------------------------------------------------------------------------------------------------- */

/* Whether `from`, a model of the middle, stands behind walls that end what it does: who mans a bunker or strongpoint
 * doesn't reach those outside, with what reaches one unit. */
static tl_status stopped_at_walls(const tl_within *x, size_t from, size_t member, bool *stopped, tl_error *error) {
    size_t own, other;
    tl_status status = tl_inquiry_shelter(x->inquiry, from, &own, error);
    *stopped = false;
    if (status != TL_OK || own == SIZE_MAX || !x->inquiry->referee->shelters[own].kind->blocks) {
        return status;
    }
    status = tl_inquiry_shelter(x->inquiry, member, &other, error);
    *stopped = status == TL_OK && other != own;
    return status;
}

/* From the middle to one volume, from the model that reaches it best: the nearest, unless walls stop it and another one
 * does reach. `m` says whose volume it is. */
static tl_status measure_to(const tl_within *x, const tl_volume *volume, tl_within_member *m, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_party *party = &x->centre.party;
    size_t count = party->count > 0 ? party->count : 1;
    tl_verdict verdict = TL_VERDICT_NO;
    for (size_t i = 0; i < count; i++) {
        tl_volume own = party->count > 0 ? tl_table_measured(inquiry->table, party->first + i) : x->centre.volume;
        tl_range_result one;
        tl_limit held;
        bool stopped = false;
        tl_status status = tl_range_between(inquiry->context, &own, volume, tl_inquiry_metric(inquiry), &one, error);
        if (status == TL_OK) {
            status = x->exclusive
                         ? tl_judge_volumes_nearer(inquiry, &own, volume, &one, x->radius_mm, &held, error)
                         : tl_judge_volumes_within(inquiry, &own, volume, &one, x->radius_mm, false, &held, error);
            if (x->contact && inquiry->tolerance > 0) { /* nobody can be put nearer than the tolerance */
                held.verdict = tl_verdict_of_margin(held.margin + 2 * inquiry->tolerance, one.error_mm,
                                                    inquiry->tolerance + held.uncertainty);
            }
        }
        if (status == TL_OK && x->adjacent_action && party->count > 0 && m->member != SIZE_MAX &&
            held.verdict != TL_VERDICT_NO) {
            status = stopped_at_walls(x, party->first + i, m->member, &stopped, error);
        }
        if (status != TL_OK) {
            return status;
        }
        held.verdict = stopped ? TL_VERDICT_NO : held.verdict;
        tl_verdict either = tl_verdict_either(verdict, held.verdict);
        if (i == 0 || (either == held.verdict && (either != verdict || one.distance_mm < m->range.distance_mm))) {
            m->range = one;
            m->limit = held;
            m->from = party->first + i;
            m->walls = stopped;
        }
        verdict = either;
    }
    return TL_OK;
}

/* The line that tells most: a yes before what is open, before a no. After a yes nobody else is asked. */
static void keep_sight(tl_pair_sight_result *kept, const tl_pair_sight_result *sight) {
    if (kept->cause.clause == TL_CLAUSE_NONE ||
        tl_verdict_rank(sight->sight.verdict) > tl_verdict_rank(kept->sight.verdict)) {
        *kept = *sight;
    }
}

/* Whether some model of the middle sees a member; terrain sees nobody, and nobody is asked to. */
static tl_status look_to(const tl_within *x, size_t member, tl_verdict *seen, tl_pair_sight_result *line,
                         tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    tl_pair_sight_result sight;
    *seen = TL_VERDICT_NO;
    if (x->centre.is_point) {
        tl_status status =
            tl_pair_point_sight(inquiry, x->centre.point, x->centre.point_off_mm, member, false, &sight, error);
        *seen = sight.sight.verdict;
        if (status == TL_OK) {
            keep_sight(line, &sight);
        }
        return status;
    }
    for (size_t i = 0; i < x->centre.party.count && *seen != TL_VERDICT_YES; i++) {
        tl_status status = tl_pair_sight(inquiry, x->centre.party.first + i, member, &sight, error);
        if (status != TL_OK) {
            return status;
        }
        *seen = tl_verdict_either(*seen, sight.sight.verdict);
        keep_sight(line, &sight);
    }
    return TL_OK;
}

static tl_status judge_member(const tl_within *x, const tl_unseen *unseen, tl_within_member *m, tl_error *error) {
    tl_volume volume = tl_table_measured(x->inquiry->table, m->member);
    m->seen = TL_VERDICT_YES;
    tl_status status = measure_to(x, &volume, m, error);
    m->looked = status == TL_OK && x->sight && m->limit.verdict != TL_VERDICT_NO;
    if (m->looked) {
        status = look_to(x, m->member, &m->seen, &m->line, error);
        m->seen = unseen->verdict == TL_VERDICT_NO    ? m->seen
                  : unseen->verdict == TL_VERDICT_YES ? TL_VERDICT_NO
                                                      : tl_verdict_both(m->seen, TL_VERDICT_MARGINAL);
    }
    m->verdict = x->each ? m->limit.verdict : tl_verdict_both(m->limit.verdict, m->seen);
    return status;
}

/* --- Units -------------------------------------------------------------------------------------------------------- */

static bool line_is_told(const tl_within_member *m) {
    return m->line.cause.clause != TL_CLAUSE_NONE && (m->line.holes.count > 0 || m->line.uncertainty.decides);
}

/* Adds a unit's model (from 0) to what is known of the unit. */
static void add_member(const tl_within *x, tl_within_unit *unit, size_t i) {
    const tl_within_member *m = &unit->members[i], *told = &unit->members[unit->told];
    bool farther = m->limit.margin<told->limit.margin, nearer = m->limit.margin> told->limit.margin;
    unit->told = (x->each ? farther : nearer) ? i : unit->told;
    unit->count += m->verdict == TL_VERDICT_YES;
    unit->verdict = i == 0    ? m->verdict
                    : x->each ? tl_verdict_both(unit->verdict, m->verdict)
                              : tl_verdict_either(unit->verdict, m->verdict);
    if (m->looked || !x->sight) {
        unit->los = tl_verdict_either(unit->los, m->seen);
    }
    unit->line = unit->line == SIZE_MAX && line_is_told(m) ? i : unit->line;
}

static tl_status judge_unit(tl_within *x, const tl_party *party, tl_error *error) {
    tl_within_unit *unit = &x->units[x->unit_count++];
    *unit = (tl_within_unit){.party = *party, .terrain = SIZE_MAX, .line = SIZE_MAX, .verdict = TL_VERDICT_NO};
    unit->los = unit->unseen.verdict = TL_VERDICT_NO;
    unit->members = tl_alloc_array(x->inquiry->context, party->count, sizeof(*unit->members));
    tl_status status = unit->members != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK && x->sight && x->centre.unit != NULL) {
        status = tl_judge_unseen(x->inquiry, x->centre.unit, party->unit, &unit->unseen, error);
    }
    for (size_t i = 0; i < party->count && status == TL_OK; i++) {
        unit->members[i] = (tl_within_member){.member = party->first + i};
        status = judge_member(x, &unit->unseen, &unit->members[i], error);
        if (status == TL_OK) {
            add_member(x, unit, i);
        }
    }
    /* where all must be within one must be in sight; where one is enough it is so in sight itself */
    unit->verdict = tl_verdict_both(unit->verdict, unit->los);
    return status;
}

static tl_status judge_terrain(tl_within *x, size_t terrain, tl_error *error) {
    tl_volume volume;
    tl_shape shape;
    tl_within_unit *unit = &x->units[x->unit_count++];
    *unit = (tl_within_unit){.terrain = terrain, .line = SIZE_MAX, .los = TL_VERDICT_YES};
    unit->members = tl_alloc_array(x->inquiry->context, 1, sizeof(*unit->members));
    tl_status status = unit->members != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        unit->members[0] = (tl_within_member){.member = SIZE_MAX, .seen = TL_VERDICT_YES};
        status = tl_judge_terrain_volume(x->inquiry, terrain, &volume, &shape, error);
    }
    if (status == TL_OK) {
        status = measure_to(x, &volume, &unit->members[0], error);
        unit->verdict = unit->members[0].verdict = unit->members[0].limit.verdict;
    }
    return status;
}

static bool is_asked_about(const tl_within *x, const tl_document_unit *unit, const tl_party *to) {
    const tl_document_unit *own = x->centre.unit;
    if (unit == own || (to != NULL && to->unit != unit)) {
        return false;
    }
    bool enemies = own != NULL && tl_special_are_enemies(own, unit);
    return to != NULL || x->whom == TL_WHOM_ANYBODY || own == NULL || enemies == (x->whom == TL_WHOM_ENEMIES);
}

/* The models of its own unit beside those in the middle. `to` (may be NULL): of these alone. */
static tl_status judge_own(tl_within *x, const tl_party *to, tl_error *error) {
    const tl_party *middle = &x->centre.party;
    tl_party unit = to != NULL ? *to : tl_party_of_unit(x->inquiry, x->centre.unit), parts[2] = {unit, unit};
    size_t end = unit.first + unit.count, behind = middle->first + middle->count;
    tl_status status = TL_OK;
    parts[0].count = middle->first <= unit.first ? 0 : (middle->first < end ? middle->first : end) - unit.first;
    parts[1].first = behind > unit.first ? behind : unit.first;
    parts[1].count = end > parts[1].first ? end - parts[1].first : 0;
    if (to != NULL) { /* it lies before the middle, or behind it */
        parts[0].count = middle->first >= end ? unit.count : 0;
        parts[1].count = behind <= unit.first ? unit.count : 0;
    }
    for (int i = 0; i < 2 && status == TL_OK; i++) {
        parts[i].whole = false;
        parts[i].name = parts[i].count == 1 ? x->inquiry->table->members[parts[i].first].name : unit.name;
        status = parts[i].count > 0 ? judge_unit(x, &parts[i], error) : TL_OK;
    }
    return status;
}

/* The units asked about, in the order of the document. */
static tl_status judge_units(tl_within *x, const tl_party *to, tl_error *error) {
    const tl_document *document = x->inquiry->table->document;
    const tl_party *own = &x->centre.party;
    tl_status status = TL_OK;
    for (size_t u = 0; u < document->unit_count && status == TL_OK; u++) {
        bool its_own = x->own && &document->units[u] == x->centre.unit && x->whom != TL_WHOM_ENEMIES;
        if (its_own && document->units[u].aboard == NULL && (to == NULL || to->unit == x->centre.unit)) {
            status = judge_own(x, to, error);
        }
        if (!is_asked_about(x, &document->units[u], to)) {
            continue;
        }
        tl_party party = to != NULL ? *to : tl_party_of_unit(x->inquiry, &document->units[u]);
        bool same = own->count > 0 && party.first < own->first + own->count &&
                    own->first < party.first + party.count; /* who is aboard, and its carrier */
        if (!same) {
            status = judge_unit(x, &party, error);
        }
    }
    return status;
}

tl_status tl_within_judge(tl_within *x, const tl_party *to, size_t terrain, tl_error *error) {
    x->cause = x->skill != NULL ? tl_by_row(TL_CLAUSE_WITHIN_SKILL, x->skill->rule) : tl_by(TL_CLAUSE_MEASURE_LIMIT);
    x->verdict = TL_VERDICT_NO;
    x->units = tl_alloc_array(x->inquiry->context, x->inquiry->table->document->unit_count + 2, sizeof(*x->units));
    tl_status status = x->units == NULL      ? tl_fail_memory(error)
                       : x->idle != NULL     ? TL_OK
                       : terrain != SIZE_MAX ? judge_terrain(x, terrain, error)
                                             : judge_units(x, to, error);
    for (size_t i = 0; i < x->unit_count && status == TL_OK; i++) {
        x->verdict = tl_verdict_either(x->verdict, x->units[i].verdict);
    }
    return status;
}

void tl_within_free(tl_within *x) {
    for (size_t i = 0; i < x->unit_count; i++) {
        tl_free(x->inquiry->context, x->units[i].members);
    }
    tl_free(x->inquiry->context, x->units);
    x->units = NULL;
    x->unit_count = 0;
}
