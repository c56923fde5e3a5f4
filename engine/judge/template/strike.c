/* strike.c: judges who is hit by a template that lies on the table. */
#include "judge/template/strike.h"

#include "area/area.h"
#include "body/shape.h"
#include "judge/between/uncertainty.h"
#include "judge/special.h"
#include "judge/template/anchor.h"
#include "judge/template/impact.h"
#include "judge/template/filling.h"
#include "judge/template/levels.h"
#include "judge/verdict.h"
#include "scene/settle.h"
#include "template/spare.h"

#include <string.h>

tl_cause tl_strike_under_cause(const tl_template_rule *rule) {
    return tl_by(rule->flame ? TL_CLAUSE_FLAME_UNDER : TL_CLAUSE_TEMPLATE_UNDER);
}

tl_status tl_strike_begin(tl_strike *strike, const tl_inquiry *inquiry, const tl_placing *placing, tl_error *error) {
    *strike = (tl_strike){.inquiry = inquiry, .placing = *placing, .cause = tl_strike_under_cause(placing->rule)};
    const tl_document *document = inquiry->table->document;
    strike->victims = tl_alloc_array(inquiry->context, inquiry->table->member_count, sizeof(*strike->victims));
    strike->units = tl_alloc_array(inquiry->context, document->unit_count, sizeof(*strike->units));
    if (strike->victims == NULL || strike->units == NULL) {
        tl_strike_free(strike);
        return tl_fail_memory(error);
    }
    for (size_t u = 0; u < document->unit_count; u++) {
        strike->units[u].friends =
            placing->has_firer && !tl_special_are_enemies(&document->units[u], placing->firers.unit);
    }
    return TL_OK;
}

void tl_strike_free(tl_strike *strike) {
    tl_free(strike->inquiry->context, strike->victims);
    tl_free(strike->inquiry->context, strike->units);
    tl_placing_free(&strike->placing);
    strike->victims = NULL;
    strike->units = NULL;
}

/* --- Under it ----------------------------------------------------------------------------------------------------- */

/* Within the blast's radius in space as well (DB-BLA-06, reading B). Half of it is a ball, the other half a limit, so
 * that bodies that reach the centre have a distance, too. */
static tl_status within_sphere(const tl_strike *x, const tl_volume *volume, tl_verdict *verdict, tl_error *error) {
    double half = 0.5 * x->placing.shape.radius;
    const tl_shape ball = {.kind = TL_SHAPE_CAPSULE,
                           .pose = tl_pose_identity(),
                           .from = x->placing.at,
                           .to = x->placing.at,
                           .radius = half};
    tl_volume from = {.shape = &ball, .uncertainty = tl_max(x->placing.shape.error_mm, x->placing.at_off)};
    tl_range_result range;
    tl_limit limit;
    tl_status status = tl_range_between(x->inquiry->context, &from, volume, TL_METRIC_3D, &range, error);
    *verdict = TL_VERDICT_YES;
    if (status == TL_OK && range.distance_mm > 0) {
        status = tl_judge_volumes_within(x->inquiry, &from, volume, &range, half, false, &limit, error);
        *verdict = limit.verdict;
    }
    return status;
}

static double box_distance(const tl_template *shape, const tl_volume *volume) {
    tl_box3 box = volume->shape != NULL ? tl_shape_box(volume->shape) : tl_bvh_box(volume->mesh);
    double x = tl_max(box.low.x - shape->high.x, shape->low.x - box.high.x);
    double y = tl_max(box.low.y - shape->high.y, shape->low.y - box.high.y);
    return tl_hypot(tl_max(x, 0), tl_max(y, 0));
}

/* Whether at least half of what is measured lies under it, when that is what the rule asks for. */
static tl_status judge_share(const tl_strike *x, tl_victim *v, tl_volume volume, double tolerance, double enough,
                             tl_error *error) {
    if (!x->placing.rule->half || v->under == TL_VERDICT_NO ||
        (v->hold.coverage == TL_COVERAGE_FULL && volume.uncertainty == 0)) {
        return TL_OK;
    }
    if (v->hold.coverage != TL_COVERAGE_PARTIAL && volume.uncertainty == 0) {
        v->under = TL_VERDICT_NO; /* it touches the rim */
        return TL_OK;
    }
    tl_template_hold hold;
    volume.uncertainty = tolerance; /* the share of whatever is off by so much */
    tl_status status = tl_template_measure(x->inquiry->context, &x->placing.shape, &volume, enough, &hold, error);
    if (status == TL_OK) {
        v->under = hold.fraction - hold.fraction_error >= 0.5  ? TL_VERDICT_YES
                   : hold.fraction + hold.fraction_error < 0.5 ? TL_VERDICT_NO
                                                               : TL_VERDICT_MARGINAL;
    }
    return status;
}

/* Whether all of it lies under it, and whether it is hit on a roll alone, when the rule has one for those that lie only
 * partly under it. The model that a disc was centred on for being the nearest needs none. */
static tl_status judge_whole(const tl_strike *x, tl_victim *v, const tl_volume *volume, double tolerance,
                             tl_error *error) {
    v->whole = v->rolled = TL_VERDICT_NO;
    if (x->placing.rule->partly_roll == 0 || v->under == TL_VERDICT_NO) {
        return TL_OK;
    }
    tl_status status = tl_template_spare(x->inquiry->context, &x->placing.shape, volume, &v->hold, &v->spare_mm, error);
    if (status == TL_OK) {
        v->whole = tl_template_whole(&v->hold, v->spare_mm, tolerance);
        bool first = x->placing.rule->on_nearest && x->placing.aimed == v->member;
        v->rolled = first || v->whole == TL_VERDICT_YES ? TL_VERDICT_NO
                    : v->whole == TL_VERDICT_NO         ? TL_VERDICT_YES
                                                        : TL_VERDICT_MARGINAL;
    }
    return status;
}

static tl_status find_under(tl_strike *x, tl_victim *v, bool brief, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    bool flame = x->placing.rule->flame;
    bool touch =
        flame ? !tl_settings_is_at(&inquiry->settings, TL_SETTING_FLAME_TOUCH, TL_CHOICE_FLAME_TOUCH_NEEDS_OVERLAP)
              : tl_settings_is_at(&inquiry->settings, TL_SETTING_BLAST_TOUCH, TL_CHOICE_BLAST_TOUCH_COUNTS);
    tl_volume volume = tl_table_measured(inquiry->table, v->member);
    double tolerance = inquiry->tolerance + volume.uncertainty;
    double enough = tl_max(1, 2 * tolerance), apart = box_distance(&x->placing.shape, &volume);
    if (brief && apart > tolerance + x->placing.shape.error_mm + 1) {
        v->hold = (tl_template_hold){.exact = true, .gap_mm = apart, .fraction_error = 1}; /* at least */
        return TL_OK;
    }
    tl_status status = brief
                           ? tl_template_touch(inquiry->context, &x->placing.shape, &volume, enough, &v->hold, error)
                           : tl_template_measure(inquiry->context, &x->placing.shape, &volume, enough, &v->hold, error);
    if (status != TL_OK) {
        return status;
    }
    v->under = tl_template_under(&v->hold, tolerance, touch);
    if (x->placing.rule->fills != NULL) {
        double margin;
        return tl_filling_holds(inquiry, &x->placing, v->member, &v->under, &margin, error);
    }
    status = judge_share(x, v, volume, tolerance, enough, error);
    if (status == TL_OK && !brief) {
        status = judge_whole(x, v, &volume, tolerance, error);
    }
    if (status != TL_OK) {
        return status;
    }
    if (!flame && v->under != TL_VERDICT_NO &&
        tl_settings_is_at(&inquiry->settings, TL_SETTING_BLAST_VERTICAL, TL_CHOICE_BLAST_VERTICAL_SPHERE)) {
        tl_verdict reach;
        status = within_sphere(x, &volume, &reach, error);
        v->under = status == TL_OK ? tl_verdict_both(v->under, reach) : v->under;
    }
    return status;
}

/* --- Levels ------------------------------------------------------------------------------------------------------- */

/* In a building one level is struck: that of the centre when it lies inside the same building, else the ground floor;
 * who stands outside stands on the ground (DB-BLA-05). `near`: the two heights could be one level. */
static tl_verdict struck_in(const tl_inquiry *inquiry, const tl_referee_area *its, const tl_referee_area *here,
                            size_t level, size_t struck, tl_verdict same, bool near) {
    if (its == here && its != NULL) {
        return same;
    }
    if (here == NULL) {
        return its == NULL || level == 0 ? TL_VERDICT_YES : TL_VERDICT_NO;
    }
    if (its == NULL &&
        tl_settings_is_at(&inquiry->settings, TL_SETTING_BLAST_LEVELS, TL_CHOICE_BLAST_LEVELS_LEVEL_AND_OUTSIDE)) {
        return TL_VERDICT_YES;
    }
    return struck != 0 || (its != NULL && level != 0) ? TL_VERDICT_NO : near ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
}

/* Levels are counted where each of the two is, and compared by height where the centre is: a yes needs both to agree.
 */
static tl_verdict same_level(const tl_inquiry *inquiry, tl_vec2 centre, double tall, size_t level, size_t struck,
                             double foot, bool near) {
    bool by_count = level == struck, by_height = tl_level_near(inquiry, centre, foot, tall) == struck;
    return by_count && by_height && near ? TL_VERDICT_YES
           : !by_count && !by_height     ? TL_VERDICT_NO
                                         : TL_VERDICT_MARGINAL;
}

/* Whether another level may be meant, or another storey, when heights are off by as much as they may be. */
static bool levels_open(const tl_strike *x, const tl_victim *v, tl_vec2 middle, double middle_off, double tall,
                        double foot) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_placed *placed = &inquiry->table->members[v->member];
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    tl_vec2 centre = tl_plan(x->placing.at);
    double rim = x->placing.shape.error_mm;
    double by =
        tl_max(tl_surfaces_uncertainty(&surfaces, middle, middle_off), tl_surfaces_uncertainty(&surfaces, centre, rim));
    double own = tl_placed_uncertainty(placed), its = 2 * tl_max(by, own) + x->placing.at_off;
    if (its == 0) {
        return false;
    }
    bool open = fabs(fabs(foot - x->placing.at.z) - TL_STOREY) <= its;
    for (int k = 0; k < 4 && !open; k++) {
        double high = foot + ((k & 1) != 0 ? its : -its), room = tl_max(0, tall + ((k & 2) != 0 ? its : -its));
        double z = x->placing.at.z + ((k & 1) != 0 ? its : -its);
        open = tl_level_at(inquiry, middle, high, room) != v->level ||
               (v->struck_level != 0 && tl_level_at(inquiry, centre, z, room) != v->struck_level) ||
               tl_level_near(inquiry, centre, high, room) != tl_level_near(inquiry, centre, foot, tall);
    }
    return open;
}

/* The same of the level that a model stands on alone: the higher its feet and the shorter it is, the more levels are
 * at or below them, so that two ways tell of all. */
static bool own_level_open(const tl_inquiry *inquiry, const tl_victim *v, tl_vec2 middle, double middle_off,
                           double tall, double foot) {
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    double by = tl_surfaces_uncertainty(&surfaces, middle, middle_off);
    double its = 2 * tl_max(by, tl_placed_uncertainty(&inquiry->table->members[v->member]));
    return its > 0 && (tl_level_at(inquiry, middle, foot + its, tl_max(0, tall - its)) != v->level ||
                       tl_level_at(inquiry, middle, foot - its, tall + its) != v->level);
}

/* What level each model is on, and for a blast whether that is the one struck; a flame's is chosen when all are known.
 */
static tl_status find_level(tl_strike *x, tl_victim *v, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_body *body = inquiry->table->members[v->member].body;
    double tall = body->box.high.z - body->box.low.z, foot = body->box.low.z;
    tl_vec2 middle, centre = tl_plan(x->placing.at);
    tl_status status = tl_member_middle(inquiry, v->member, &middle, error);
    v->level = tl_level_at(inquiry, middle, foot, tall);
    v->struck_level = 0;
    v->struck = TL_VERDICT_YES;
    if (status != TL_OK ||
        tl_settings_is_at(&inquiry->settings, TL_SETTING_BLAST_LEVELS, TL_CHOICE_BLAST_LEVELS_ALL_SEEN)) {
        return status;
    }
    const tl_referee_area *its[2], *here[2];
    double middle_off = tl_member_middle_off(inquiry, v->member);
    its[0] = tl_level_building_at(inquiry, middle, inquiry->tolerance + middle_off, &its[1]);
    if (x->placing.rule->flame) {
        v->indoors = its[0] != NULL && its[1] != NULL;
        v->maybe_indoors = its[0] != NULL || its[1] != NULL;
        v->level_open = own_level_open(inquiry, v, middle, middle_off, tall, foot);
        return TL_OK;
    }
    here[0] = tl_level_building_at(inquiry, centre, inquiry->tolerance + x->placing.shape.error_mm, &here[1]);
    v->struck_level = here[0] != NULL ? tl_level_at(inquiry, centre, x->placing.at.z, tall) : 0;
    bool near = fabs(foot - x->placing.at.z) < TL_STOREY;
    tl_verdict same = same_level(inquiry, centre, tall, v->level, v->struck_level, foot, near);
    if (levels_open(x, v, middle, middle_off, tall, foot)) {
        v->struck = TL_VERDICT_MARGINAL;
        return TL_OK;
    }
    for (int i = 0; i < 4; i++) {
        const tl_referee_area *b = here[i % 2];
        tl_verdict one = struck_in(inquiry, its[i / 2], b, v->level, b != NULL ? v->struck_level : 0, same, near);
        v->struck = i == 0 || one == v->struck ? one : TL_VERDICT_MARGINAL;
    }
    return TL_OK;
}

/* Whether a flame that strikes a level strikes a model: of buildings that level alone, and with the ground floors
 * whoever is outside (DB-BLA-05, DB-BLA-09). */
static tl_verdict struck_by_flame(const tl_strike *x, const tl_victim *v, size_t level) {
    bool also_outside =
        tl_settings_is_at(&x->inquiry->settings, TL_SETTING_BLAST_LEVELS, TL_CHOICE_BLAST_LEVELS_LEVEL_AND_OUTSIDE);
    tl_verdict outside = level == 0 || also_outside ? TL_VERDICT_YES : TL_VERDICT_NO;
    tl_verdict inside = v->level_open ? TL_VERDICT_MARGINAL : v->level == level ? TL_VERDICT_YES : TL_VERDICT_NO;
    return v->indoors ? inside : !v->maybe_indoors || inside == outside ? outside : TL_VERDICT_MARGINAL;
}

static bool is_cost(const tl_strike *x, const tl_document_unit *unit) {
    return x->placing.side != NULL ? strcmp(unit->side, x->placing.side) == 0 || unit == x->placing.firers.unit
                                   : x->units[unit - x->inquiry->table->document->units].friends;
}

/* What a level is worth: enemies that are certainly hit, less the friends that may be. */
static double worth_of(const tl_strike *x, size_t level) {
    const tl_table *table = x->inquiry->table;
    double worth = 0;
    for (size_t i = 0; i < table->member_count; i++) {
        const tl_victim *v = &x->victims[i];
        tl_verdict hit = tl_verdict_both(v->hit, struck_by_flame(x, v, level));
        double figures = (double)tl_table_figures(table, i);
        if (is_cost(x, tl_table_unit_of(table, i))) {
            worth -= hit != TL_VERDICT_NO ? figures * x->placing.friends_weight : 0;
        } else {
            worth += hit == TL_VERDICT_YES ? figures : 0;
        }
    }
    return worth;
}

/* The level that a flame strikes: the one named, that of the model it is pointed at, else the one worth most. */
static size_t choose_level(const tl_strike *x) {
    if (x->placing.has_level) {
        return x->placing.level;
    }
    if (x->placing.aimed != SIZE_MAX) {
        const tl_victim *v = &x->victims[x->placing.aimed];
        return v->maybe_indoors ? v->level : 0;
    }
    size_t best = 0;
    double most = worth_of(x, 0);
    for (size_t i = 0; i < x->inquiry->table->member_count; i++) {
        const tl_victim *v = &x->victims[i];
        if (v->maybe_indoors && v->level > 0 && v->hit != TL_VERDICT_NO) {
            double worth = worth_of(x, v->level);
            if (worth > most || (worth == most && v->level < best)) {
                most = worth;
                best = v->level;
            }
        }
    }
    return best;
}

static void strike_one_level(tl_strike *x) {
    x->level = choose_level(x);
    for (size_t i = 0; i < x->inquiry->table->member_count; i++) {
        tl_victim *v = &x->victims[i];
        x->indoors = x->indoors || v->maybe_indoors;
        v->struck = struck_by_flame(x, v, x->level);
        v->struck_level = x->level;
        v->hit = tl_verdict_both(v->hit, v->struck);
    }
}

/* --- Judging ------------------------------------------------------------------------------------------------------ */

static bool is_spared(const tl_strike *x, size_t member) {
    const tl_document_weapon *weapon = x->placing.weapon;
    return weapon != NULL && weapon->template_against != 0 &&
           (weapon->template_against &
            tl_inquiry_class_bit(x->inquiry, tl_table_unit_of(x->inquiry->table, member)->kind)) == 0;
}

/* What the centre of a disc does to it: whether it is centred on it, and whether areas give it cover. */
static tl_status judge_impact(const tl_strike *x, tl_victim *v, bool brief, tl_error *error) {
    const tl_template_rule *rule = x->placing.rule;
    const tl_impact impact = {.at = x->placing.at, .off = x->placing.shape.error_mm, .height_off = x->placing.at_off};
    const tl_document_unit *unit = tl_table_unit_of(x->inquiry->table, v->member);
    tl_status status = TL_OK;
    v->direct = TL_VERDICT_YES;
    v->direct_asked = tl_score_lists(rule->direct_hit, unit->kind->name) && v->under != TL_VERDICT_NO;
    if (v->direct_asked) {
        status = tl_impact_on_member(x->inquiry, &impact, v->member, &v->direct, &v->direct_mm, error);
    }
    if (status == TL_OK && rule->zone_cover && !brief && v->under != TL_VERDICT_NO) {
        status = tl_impact_cover(x->inquiry, &impact, v->member, &v->grades, &v->shared, error);
    }
    return status;
}

static tl_status judge_victim(tl_strike *x, tl_victim *v, bool brief, tl_error *error) {
    tl_status status = find_level(x, v, error);
    status = status == TL_OK ? judge_impact(x, v, brief, error) : status;
    bool from_firer = x->placing.rule->sees_from == TL_SEES_FROM_FIRER && x->placing.has_firer;
    v->unasked = x->placing.rule->sees_from == TL_SEES_FROM_NOTHING;
    if (status == TL_OK && v->unasked) {
        v->sight.sight.verdict = TL_VERDICT_YES;
    } else if (status == TL_OK && from_firer) {
        status = tl_pair_sight(x->inquiry, x->placing.firer, v->member, &v->sight, error);
    } else if (status == TL_OK) {
        /* a blast's centre; a flame that nobody is named for looks from its tip */
        status = tl_pair_point_sight(x->inquiry, x->placing.eye, tl_max(x->placing.at_off, x->placing.shape.error_mm),
                                     v->member, false, &v->sight, error);
    }
    v->los = v->sight.sight.verdict;
    v->spared = is_spared(x, v->member);
    if (status == TL_OK && x->placing.has_firer) {
        const tl_document_unit *unit = tl_table_unit_of(x->inquiry->table, v->member);
        status = tl_bar_of_shelter(x->inquiry, x->placing.firer, unit, &v->bar, error);
    }
    bool harmed = !v->spared && v->bar.kind == TL_BAR_NONE;
    tl_verdict there = tl_verdict_both(v->under, v->direct);
    v->hit = harmed ? tl_verdict_both(v->struck, tl_verdict_both(there, v->los)) : TL_VERDICT_NO;
    return status;
}

/* Judges the models of a unit, all of which there is something to tell of when one lies under the template. */
static tl_status judge_unit(tl_strike *x, const tl_document_unit *unit, size_t first, bool brief, tl_error *error) {
    bool touched = false, inside = tl_bar_unit_is_inside(x->inquiry, unit);
    size_t count = unit->member_count;
    tl_status status = TL_OK;
    for (size_t i = first; i < first + count && status == TL_OK; i++) {
        tl_victim *v = &x->victims[i];
        v->member = i;
        v->out = inside || (x->placing.rule->flame && x->placing.has_firer && i == x->placing.firer);
        v->under = TL_VERDICT_NO;
        if (!v->out) {
            status = find_under(x, v, brief, error);
            touched = touched || v->under != TL_VERDICT_NO;
        }
    }
    for (size_t i = first; i < first + count && status == TL_OK; i++) {
        tl_victim *v = &x->victims[i];
        if (!touched || v->out || (brief && v->under == TL_VERDICT_NO)) {
            v->out = true;
            v->hit = TL_VERDICT_NO;
            continue;
        }
        status = judge_victim(x, v, brief, error);
    }
    return status;
}

/* What there is to say of a model that lies under the template, and what that rests on. */
static void find_fact(const tl_strike *x, tl_victim *v) {
    tl_cause sight = x->placing.rule->flame ? x->cause : tl_by(TL_CLAUSE_TEMPLATE_SIGHT);
    v->fact = TL_VICTIM_PLAIN;
    v->cause = x->cause;
    if (v->under == TL_VERDICT_NO) {
        return;
    }
    if (v->hit == TL_VERDICT_YES && v->sight.holes.count > 0) {
        v->fact = TL_VICTIM_HOLES;
        v->cause = v->sight.cause;
    } else if (v->hit == TL_VERDICT_YES) {
        v->fact = v->rolled == TL_VERDICT_YES        ? TL_VICTIM_PARTLY
                  : v->rolled == TL_VERDICT_MARGINAL ? TL_VICTIM_PARTLY_OPEN
                                                     : TL_VICTIM_PLAIN;
    } else if (v->spared) {
        v->fact = TL_VICTIM_SPARED;
        v->cause = tl_by(TL_CLAUSE_TEMPLATE_SPARED);
    } else if (v->bar.kind != TL_BAR_NONE) {
        v->fact = TL_VICTIM_SHELTERED;
        v->cause = v->bar.cause;
    } else if (v->direct == TL_VERDICT_NO || (v->direct != TL_VERDICT_YES && v->los != TL_VERDICT_NO)) {
        v->fact = v->direct == TL_VERDICT_NO ? TL_VICTIM_NOT_DIRECT : TL_VICTIM_DIRECT_OPEN;
        v->cause = tl_by(TL_CLAUSE_TEMPLATE_DIRECT);
    } else if (v->struck != TL_VERDICT_YES && v->los != TL_VERDICT_NO) {
        v->fact = v->struck == TL_VERDICT_NO ? TL_VICTIM_LEVEL : TL_VICTIM_LEVEL_OPEN;
        v->cause = tl_by(TL_CLAUSE_TEMPLATE_LEVEL);
    } else if (v->los == TL_VERDICT_NO) {
        v->fact = TL_VICTIM_UNSEEN;
        v->cause = sight;
    } else {
        v->fact = v->under == TL_VERDICT_MARGINAL ? TL_VICTIM_EDGE : TL_VICTIM_SIGHT_OPEN;
    }
}

static void count_unit(tl_strike *x, tl_struck_unit *unit, size_t first, size_t count) {
    for (size_t i = first; i < first + count; i++) {
        tl_victim *v = &x->victims[i];
        size_t figures = tl_table_figures(x->inquiry->table, i);
        find_fact(x, v);
        unit->told = unit->told || !v->out;
        unit->bases += v->hit == TL_VERDICT_YES;
        unit->hits += v->hit == TL_VERDICT_YES ? figures : 0;
        unit->open += v->hit == TL_VERDICT_MARGINAL ? figures : 0;
        unit->rolls += v->hit == TL_VERDICT_YES && v->rolled != TL_VERDICT_NO ? figures : 0;
    }
    x->bases += unit->bases;
    x->hits += unit->hits;
    x->open += unit->open;
    x->rolls += unit->rolls;
}

tl_status tl_strike_judge(tl_strike *x, bool brief, tl_error *error) {
    const tl_table *table = x->inquiry->table;
    tl_status status = TL_OK;
    for (size_t u = 0; u < table->document->unit_count && status == TL_OK; u++) {
        status = judge_unit(x, &table->document->units[u], table->first_member[u], brief, error);
    }
    if (status != TL_OK) {
        return status;
    }
    if (x->placing.rule->flame &&
        !tl_settings_is_at(&x->inquiry->settings, TL_SETTING_BLAST_LEVELS, TL_CHOICE_BLAST_LEVELS_ALL_SEEN)) {
        strike_one_level(x);
    }
    for (size_t u = 0; u < table->document->unit_count; u++) {
        count_unit(x, &x->units[u], table->first_member[u], table->document->units[u].member_count);
    }
    x->verdict = x->hits > 0 ? TL_VERDICT_YES : x->open > 0 ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
    return TL_OK;
}

/* --- Cover -------------------------------------------------------------------------------------------------------- */

/* Cover of a unit from the one who fires, as its weapon's sight has it. */
static tl_status judge_cover_of(tl_strike *x, const tl_inquiry *inquiry, size_t u, tl_error *error) {
    const tl_document_unit *unit = &x->inquiry->table->document->units[u];
    size_t first = x->inquiry->table->first_member[u];
    tl_status status = TL_OK;
    tl_verdict *verdicts = tl_alloc_array(x->inquiry->context, unit->member_count, sizeof(*verdicts));
    if (verdicts == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = first; i < first + unit->member_count && status == TL_OK; i++) {
        tl_pair_cover_result cover;
        verdicts[i - first] = TL_VERDICT_NO; /* from itself nobody has any */
        if (i != x->placing.firer) {
            status = tl_pair_cover(inquiry, x->placing.firer, i, &cover, error);
            x->victims[i].covered = true;
            x->victims[i].cover = verdicts[i - first] = cover.verdict;
        }
    }
    tl_party whole = tl_party_of_unit(x->inquiry, unit);
    x->units[u].covered = true;
    x->units[u].cover = tl_judge_unit_cover(x->inquiry, &whole, verdicts);
    tl_free(x->inquiry->context, verdicts);
    return status;
}

tl_status tl_strike_judge_cover(tl_strike *x, tl_error *error) {
    const tl_table *table = x->inquiry->table;
    tl_status status = TL_OK;
    const tl_placing *p = &x->placing;
    tl_inquiry inquiry = tl_inquiry_of_weapon(x->inquiry, p->has_firer ? p->firers.unit : NULL, p->weapon);
    if (p->rule->flame || p->rule->zone_cover || !p->has_firer ||
        (p->weapon != NULL && tl_special_weapon_ignores_cover(x->inquiry, p->firers.unit, p->weapon, NULL))) {
        return TL_OK;
    }
    for (size_t u = 0; u < table->document->unit_count && status == TL_OK; u++) {
        if (x->units[u].hits > 0 || x->units[u].open > 0) {
            status = judge_cover_of(x, &inquiry, u, error);
        }
    }
    return status;
}

tl_status tl_strike_make(const tl_inquiry *inquiry, const tl_question *question, tl_strike *strike, tl_error *error) {
    tl_placing placing;
    tl_status status = tl_placing_make(inquiry, question, &placing, error);
    if (status == TL_OK) {
        status = tl_strike_begin(strike, inquiry, &placing, error);
    }
    if (status != TL_OK) {
        return status;
    }
    status = tl_strike_judge(strike, false, error);
    if (status == TL_OK) {
        status = tl_strike_judge_cover(strike, error);
    }
    if (status != TL_OK) {
        tl_strike_free(strike);
    }
    return status;
}
