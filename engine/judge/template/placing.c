/* placing.c: laying templates, and the tests of their legality. */
#include "judge/template/placing.h"

#include "body/shape.h"
#include "tell/ask.h"
#include "judge/special.h"
#include "judge/template/strike.h"
#include "scene/settle.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LEVELS = 64 };

void tl_placing_free(tl_placing *placing) {
    tl_template_free(&placing->shape);
}

static tl_reason *add_reason(tl_placing *p, tl_cause cause, tl_verdict verdict, const char *text) {
    tl_reason *reason = &p->reasons[p->reason_count++];
    *reason = (tl_reason){.cause = cause, .verdict = verdict};
    snprintf(reason->text, sizeof(reason->text), "%s", text);
    return reason;
}

/* --- Where models and surfaces are -------------------------------------------------------------------------------- */

tl_status tl_member_middle(const tl_inquiry *inquiry, size_t member, tl_vec2 *middle, tl_error *error) {
    const tl_body *body = inquiry->table->members[member].body;
    tl_volume measured = tl_table_measured(inquiry->table, member);
    if (measured.shape == &body->base) {
        *middle = tl_plan(tl_shape_centre(&body->base));
        return TL_OK;
    }
    /* of a hull the same middle that its arcs start from */
    static const tl_document_weapon all_round = {.id = "", .name = "", .arc = TL_WEAPON_ARC_ANY};
    tl_pair_arc_result arc;
    tl_status status = tl_volume_arc(inquiry, member, &all_round, &measured, false, &arc, error);
    *middle = tl_plan(arc.apex);
    return status;
}

double tl_member_middle_off(const tl_inquiry *inquiry, size_t member) {
    const tl_placed *placed = &inquiry->table->members[member];
    bool by_base = tl_table_measured(inquiry->table, member).shape == &placed->body->base;
    /* of the box round a core each side may be off: the root of two in plan */
    return by_base ? placed->body->base_uncertainty : 1.4143 * placed->body->core_uncertainty;
}

/* Whether a surface of a building, the lowest at its place, is a roof over solid walls: an upper level, not a ground
 * floor (DB-BLA-09). A floor lies about as high as the ground round the building; a roof is higher than somebody is
 * tall, or the top of the building. */
static bool is_roof(const tl_inquiry *inquiry, tl_vec2 p, double height) {
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        const tl_body *body = inquiry->table->terrain[area->terrain].body;
        if (strcmp(area->kind->area->name, "building") != 0 || body == NULL ||
            !(tl_outline_holds(&area->outline, p) > 0)) {
            continue;
        }
        double above = height - body->box.low.z;
        if (above > TL_STOREY || (above > TL_PLACE_CARPET && height > body->box.high.z - TL_PLACE_CARPET)) {
            return true;
        }
    }
    return false;
}

/* The surfaces at a place, and the number of the lowest: 1 where there is no room below a roof. */
static size_t levels_at(const tl_inquiry *inquiry, tl_vec2 p, double tall, double heights[MOST_LEVELS],
                        size_t *lowest) {
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    size_t count = tl_surface_levels(&surfaces, p.x, p.y, tall, heights, MOST_LEVELS);
    *lowest = count > 0 && is_roof(inquiry, p, heights[0]) ? 1 : 0;
    return count;
}

size_t tl_level_at(const tl_inquiry *inquiry, tl_vec2 p, double z, double tall) {
    double heights[MOST_LEVELS];
    size_t lowest, count = levels_at(inquiry, p, tall, heights, &lowest), level = 0;
    for (size_t i = 0; i < count; i++) {
        level = heights[i] <= z + 0.5 ? lowest + i : level;
    }
    return level;
}

size_t tl_level_near(const tl_inquiry *inquiry, tl_vec2 p, double z, double tall) {
    double heights[MOST_LEVELS];
    size_t lowest, count = levels_at(inquiry, p, tall, heights, &lowest), level = 0;
    for (size_t i = 1; i < count; i++) {
        level = fabs(heights[i] - z) < fabs(heights[level] - z) ? i : level;
    }
    /* below a roof, inside walls that have no room: nearer to the ground than to it */
    return lowest > 0 && level == 0 && z < heights[0] - 0.5 * TL_STOREY ? 0 : lowest + level;
}

static tl_status find_surface(const tl_inquiry *inquiry, const tl_question *q, double tall, tl_vec3 *at, double *off,
                              tl_error *error) {
    *off = 0;
    *at = (tl_vec3){q->at[0], q->at[1], q->at[2]};
    if (q->at_count == 3) {
        return TL_OK;
    }
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    double heights[MOST_LEVELS];
    size_t lowest, count = levels_at(inquiry, tl_plan(*at), tall, heights, &lowest);
    size_t level = q->level > lowest ? q->level - lowest : 0;
    if (level >= count && level > 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "level", "0 is the lowest; or give the height as well",
                       "there is no level %zu at (%g, %g)", q->level, at->x, at->y);
    }
    at->z = count > 0 ? heights[level] : 0;
    *off = tl_surface_off(&surfaces, tl_plan(*at), tall, level, at->z);
    return TL_OK;
}

/* How far the ray from c in direction d (unit) meets the segment ab, or `best` when that is farther. */
static double leave_edge(tl_vec2 c, tl_vec2 d, tl_vec2 a, tl_vec2 b, double best) {
    tl_vec2 ab = tl_sub2(b, a), ca = tl_sub2(a, c);
    double det = tl_cross2(d, ab);
    if (det == 0) {
        return tl_cross2(ca, d) == 0 ? tl_max(best, tl_max(tl_dot2(ca, d), tl_dot2(tl_sub2(b, c), d))) : best;
    }
    double t = tl_cross2(ca, ab) / det, u = tl_cross2(ca, d) / det;
    return u >= 0 && u <= 1 ? tl_max(best, t) : best;
}

double tl_member_reach(const tl_inquiry *inquiry, size_t member, tl_vec2 c, tl_vec2 d) {
    const tl_body *body = inquiry->table->members[member].body;
    const tl_shape *s = tl_table_measured(inquiry->table, member).shape;
    double best = 0;
    if (s == &body->base && s->kind == TL_SHAPE_DISC) {
        return s->radius;
    }
    if (s == &body->base && s->kind == TL_SHAPE_OVAL) {
        double x = (d.x * s->pose.x.x + d.y * s->pose.x.y) / s->size.x;
        double y = (d.x * s->pose.y.x + d.y * s->pose.y.y) / s->size.y;
        return 1 / sqrt(x * x + y * y);
    }
    if (s == &body->base) {
        const tl_vec2 box[4] = {{s->from.x, s->from.y}, {s->to.x, s->from.y}, {s->to.x, s->to.y}, {s->from.x, s->to.y}};
        const tl_vec2 *corner = s->kind == TL_SHAPE_BOX ? box : s->outline;
        size_t count = s->kind == TL_SHAPE_BOX ? 4 : s->outline_count;
        for (size_t i = 0; i < count; i++) {
            tl_vec2 p = corner[i], q = corner[(i + 1) % count];
            best = leave_edge(c, d, tl_plan(tl_pose_point(&s->pose, (tl_vec3){p.x, p.y, s->low})),
                              tl_plan(tl_pose_point(&s->pose, (tl_vec3){q.x, q.y, s->low})), best);
        }
        return best;
    }
    for (uint32_t i = 0; i < tl_bvh_triangle_count(body->core); i++) {
        tl_vec3 k[3];
        tl_bvh_corners(body->core, i, k);
        for (int j = 0; j < 3; j++) {
            best = leave_edge(c, d, tl_plan(k[j]), tl_plan(k[(j + 1) % 3]), best);
        }
    }
    return best;
}

/* The end of the weapon: as the scene says, else the part of the gear that is farthest from the middle. */
static double muzzle_reach(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon, tl_vec2 middle,
                           bool *guessed) {
    const tl_body *body = inquiry->table->members[member].body;
    *guessed = weapon == NULL || !weapon->has_muzzle;
    if (!*guessed) {
        return tl_length2(tl_sub2(tl_plan(tl_pose_point(&body->pose, weapon->muzzle)), middle));
    }
    double best = 0;
    for (uint32_t i = 0; body->solid != NULL && i < tl_bvh_triangle_count(body->solid); i++) {
        tl_vec3 k[3];
        if (tl_bvh_role(body->solid, i) == TL_ROLE_GEAR) {
            tl_bvh_corners(body->solid, i, k);
            for (int j = 0; j < 3; j++) {
                best = tl_max(best, tl_length2(tl_sub2(tl_plan(k[j]), middle)));
            }
        }
    }
    return best;
}

tl_status tl_member_anchor(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon,
                           tl_flame_anchor *anchor, tl_error *error) {
    const tl_settings *s = &inquiry->settings;
    tl_vec2 middle = {0, 0};
    tl_status status = tl_member_middle(inquiry, member, &middle, error);
    bool far = weapon != NULL && ((weapon->range == TL_WEAPON_RANGE_UNITS && weapon->range_max >= 3) ||
                                  (weapon->range == TL_WEAPON_RANGE_MM && weapon->range_max >= 3 * inquiry->game_unit));
    *anchor = (tl_flame_anchor){.muzzle = tl_settings_is(s, "flame_anchor", "muzzle", false) ||
                                          (far && !tl_settings_is(s, "flame_anchor", "edge", false))};
    if (status == TL_OK && anchor->muzzle) {
        anchor->reach = muzzle_reach(inquiry, member, weapon, middle, &anchor->guessed);
        anchor->muzzle = anchor->reach > 0;
    }
    return status;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static const char *name_of(const tl_inquiry *inquiry, size_t member) {
    return inquiry->table->members[member].name;
}

static void arc_reason(const tl_inquiry *inquiry, tl_placing *p, size_t member, const tl_document_weapon *weapon,
                       tl_cause cause, const char *target) {
    char text[TL_REASON_TEXT], kind[32], margin[TL_LENGTH_SIZE];
    const tl_pair_arc_result *arc = &p->arc;
    tl_say(&inquiry->words, kind, sizeof(kind), tl_arc_name(arc->field), NULL);
    tl_decimal_text(&inquiry->words, fabs(arc->margin_deg), 1, margin);
    strcat(margin, "\xc2\xb0");
    tl_say(&inquiry->words, text, sizeof(text),
           arc->always                      ? TL_SAY_ARC_ALWAYS
           : arc->verdict == TL_VERDICT_YES ? TL_SAY_ARC_YES
           : arc->verdict == TL_VERDICT_NO  ? TL_SAY_ARC_NO
                                            : TL_SAY_ARC_MARGINAL,
           name_of(inquiry, member), target, kind, weapon->name, margin);
    tl_reason *reason = add_reason(p, cause, arc->verdict, text);
    tl_reason_number(reason, "angle_deg", arc->angle_deg);
    tl_reason_number(reason, "margin_deg", arc->margin_deg);
    if (!arc->always) {
        tl_reason_number(reason, "margin_mm", arc->margin_mm);
    }
    p->has_arc = !arc->always;
}

/* --- Blast -------------------------------------------------------------------------------------------------------- */

static tl_status range_reason(const tl_inquiry *inquiry, tl_placing *p, size_t member, const tl_document_weapon *weapon,
                              tl_error *error) {
    if (weapon->range == TL_WEAPON_RANGE_UNSTATED) {
        return TL_OK;
    }
    char text[TL_REASON_TEXT], a[TL_LENGTH_SIZE], b[TL_LENGTH_SIZE];
    if (weapon->range == TL_WEAPON_RANGE_CLOSE) {
        tl_say(&inquiry->words, text, sizeof(text), TL_SAY_PLACE_CLOSE, weapon->name);
        add_reason(p, tl_by(TL_CLAUSE_RANGE_CLOSE), TL_VERDICT_NO, text);
        return TL_OK;
    }
    double unit = weapon->range == TL_WEAPON_RANGE_MM ? 1 : inquiry->game_unit;
    tl_shape shape;
    tl_volume centre = tl_volume_of_point(p->at, &shape), from = tl_table_measured(inquiry->table, member);
    centre.uncertainty = tl_max(p->at_off, p->shape.error_mm);
    tl_range_result range;
    tl_limit limit, least;
    tl_status status = tl_range_between(inquiry->context, &from, &centre, tl_inquiry_metric(inquiry), &range, error);
    if (status == TL_OK) {
        status = tl_volumes_within(inquiry, &from, &centre, &range, weapon->range_max * unit, false, &limit, error);
    }
    bool too_near = false;
    if (status == TL_OK && weapon->range_min > 0) {
        status = tl_volumes_within(inquiry, &from, &centre, &range, weapon->range_min * unit, true, &least, error);
        too_near = status == TL_OK && least.verdict != TL_VERDICT_YES && limit.verdict != TL_VERDICT_NO;
        limit = too_near ? least : limit;
    }
    if (status == TL_OK) {
        tl_length_text(&inquiry->words, limit.distance, a);
        tl_length_text(&inquiry->words, limit.limit, b);
        tl_say(&inquiry->words, text, sizeof(text), too_near ? TL_SAY_PLACE_TOO_NEAR : TL_SAY_PLACE_RANGE, a, b);
        tl_reason *reason =
            add_reason(p, tl_by(too_near ? TL_CLAUSE_RANGE_MINIMUM : TL_CLAUSE_TEMPLATE_AIM), limit.verdict, text);
        tl_reason_number(reason, "distance_mm", limit.distance);
        tl_reason_number(reason, "limit_mm", limit.limit);
        tl_reason_number(reason, "margin_mm", limit.margin);
    }
    return status;
}

/* Sight of the centre: the firer's own, as the weapon sees, or that of a friend who may see for it (DT-SPC-07). */
static tl_status sight_reason(const tl_inquiry *inquiry, tl_placing *p, tl_error *error) {
    char text[TL_REASON_TEXT];
    tl_inquiry own = tl_inquiry_of_weapon(inquiry, p->firers.unit, p->weapon);
    const tl_skill_effect *directed =
        p->weapon != NULL ? tl_weapon_effect(inquiry, p->firers.unit, p->weapon, TL_EFFECT_DIRECTED_BY, NULL) : NULL;
    const tl_sight_end centre = {.is_point = true, .point = p->eye};
    double off = tl_max(p->at_off, p->shape.error_mm);
    tl_pair_sight_result sight;
    tl_observed observed = {.verdict = TL_VERDICT_NO};
    tl_status status = tl_point_sight(&own, p->eye, off, p->firer, true, &sight, error);
    if (status == TL_OK && directed != NULL && sight.sight.verdict != TL_VERDICT_YES) {
        status = tl_look_by_observers(inquiry, p->firers.unit, directed, &centre, off, NULL, &observed, error);
    }
    if (status != TL_OK) {
        return status;
    }
    if (observed.verdict == TL_VERDICT_YES) {
        p->observer = observed.observer;
        tl_say(&inquiry->words, text, sizeof(text), TL_SAY_OBSERVED, name_of(inquiry, observed.observer),
               p->weapon->name);
        add_reason(p, tl_by(TL_CLAUSE_SIGHT_OBSERVER), TL_VERDICT_YES, text);
        return TL_OK;
    }
    bool by_observer = observed.verdict == TL_VERDICT_MARGINAL && sight.sight.verdict == TL_VERDICT_NO;
    const tl_pair_sight_result *told = by_observer ? &observed.sight : &sight;
    tl_pair_sight_text(inquiry, told, text, sizeof(text));
    tl_reason *reason = add_reason(p, tl_by(by_observer ? TL_CLAUSE_SIGHT_OBSERVER : TL_CLAUSE_TEMPLATE_AIM),
                                   told->sight.verdict, text);
    if (told->sight.verdict == TL_VERDICT_YES && !told->within) {
        tl_reason_number(reason, "clearance_mm", told->sight.clearance);
    }
    return TL_OK;
}

/* Whether the weapon is used at all from where its bearer is. */
static tl_status bar_reason(const tl_inquiry *inquiry, tl_placing *p, size_t member, const tl_document_weapon *weapon,
                            tl_error *error) {
    char text[TL_REASON_TEXT];
    tl_status status = tl_bar_find(inquiry, &p->firers, member, weapon, NULL, &p->bar, error);
    if (status == TL_OK && p->bar.kind != TL_BAR_NONE) {
        tl_bar_text(inquiry, &p->bar, p->firers.unit, NULL, text, sizeof(text));
        add_reason(p, p->bar.cause, TL_VERDICT_NO, text);
    }
    return status;
}

/* Where the weapon stands, arc, range and sight of one firer's weapon (NULL: none of its weapons has such a template).
 */
static tl_status judge_firer(const tl_inquiry *inquiry, tl_placing *p, size_t member, const tl_document_weapon *weapon,
                             tl_error *error) {
    char text[TL_REASON_TEXT];
    p->firer = member;
    p->weapon = weapon;
    p->reason_count = 0;
    p->has_arc = false;
    p->observer = SIZE_MAX;
    tl_status status = bar_reason(inquiry, p, member, weapon, error);
    if (status != TL_OK) {
        return status;
    }
    if (weapon == NULL) {
        tl_say(&inquiry->words, text, sizeof(text), TL_SAY_PLACE_NO_WEAPON, p->firers.unit->name, p->rule->name);
        add_reason(p, tl_by_row(TL_CLAUSE_TEMPLATE_AIM, p->rule->rule), TL_VERDICT_MARGINAL, text);
    } else {
        tl_shape shape;
        tl_volume centre = tl_volume_of_point(p->at, &shape);
        centre.uncertainty = p->shape.error_mm;
        status = tl_party_arc(inquiry, &p->firers, member, weapon, &centre, false, &p->arc, error);
        if (status == TL_OK) {
            arc_reason(inquiry, p, member, weapon, tl_by(TL_CLAUSE_TEMPLATE_AIM),
                       tl_phrase(&inquiry->words, TL_SAY_THE_CENTRE));
            status = range_reason(inquiry, p, member, weapon, error);
        }
    }
    if (status == TL_OK) {
        status = sight_reason(inquiry, p, error);
    }
    p->verdict = TL_VERDICT_YES;
    for (size_t i = 0; i < p->reason_count; i++) {
        p->verdict = tl_verdict_both(p->verdict, p->reasons[i].verdict);
    }
    return status;
}

bool tl_weapon_is_meant(const tl_template_rule *rule, const tl_document_weapon *weapon, const char *named) {
    return named != NULL || (weapon->template_name != NULL && strcmp(weapon->template_name, rule->name) == 0);
}

/* The best of all firers and weapons: legal before open before not. */
static tl_status judge_blast(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    static const int order[3] = {[TL_VERDICT_NO] = 0, [TL_VERDICT_MARGINAL] = 1, [TL_VERDICT_YES] = 2};
    const tl_document_weapon *weapons;
    size_t count;
    tl_status status = tl_party_weapons(inquiry, &p->firers, q->weapon, &weapons, &count, error);
    tl_placing best = *p, trial = *p;
    bool any = false, somebody = false; /* has a weapon for it: then it is none of the others */
    for (size_t w = 0; status == TL_OK && w < count; w++) {
        somebody = somebody || (tl_weapon_is_meant(p->rule, &weapons[w], q->weapon) &&
                                tl_party_carries(&p->firers, SIZE_MAX, &weapons[w]));
    }
    for (size_t i = 0; i < p->firers.count && status == TL_OK; i++) {
        bool armed = somebody;
        for (size_t w = 0; w <= count && status == TL_OK; w++) {
            if (w < count ? !tl_weapon_is_meant(p->rule, &weapons[w], q->weapon) ||
                                !tl_party_carries(&p->firers, i, &weapons[w])
                          : armed) {
                continue;
            }
            armed = true;
            status = judge_firer(inquiry, &trial, p->firers.first + i, w < count ? &weapons[w] : NULL, error);
            if (status == TL_OK && (!any || order[trial.verdict] > order[best.verdict])) {
                best = trial;
                any = true;
            }
        }
    }
    *p = best;
    return status;
}

static tl_status lay_blast(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    double height = tl_settings_number(&inquiry->settings, "blast_centre_height_mm", 10);
    double diameter = tl_settings_number(&inquiry->settings, "blast_diameter_mm", p->rule->diameter[inquiry->units]);
    double off = 0; /* of the centre, where it is that of an uncertain model */
    tl_status status = TL_OK;
    if (q->at_count > 0) {
        status = find_surface(inquiry, q, height, &p->at, &p->at_off, error);
    } else if (q->toward != NULL && p->has_firer) {
        tl_party target;
        tl_vec2 middle = {0, 0};
        status = tl_referee_party(inquiry->referee, q->toward, "toward", &target, error);
        if (status == TL_OK) {
            status = tl_member_middle(inquiry, target.first, &middle, error);
        }
        if (status == TL_OK) {
            p->at = (tl_vec3){middle.x, middle.y, inquiry->table->members[target.first].body->box.low.z};
            off = tl_member_middle_off(inquiry, target.first);
            p->at_off = off + tl_placed_uncertainty(&inquiry->table->members[target.first]);
        }
    } else {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "give `at` [x, y], or `from` and `toward`",
                         "where the centre of `%s` lies is missing", p->rule->name);
    }
    if (status != TL_OK) {
        return status;
    }
    p->eye = (tl_vec3){p->at.x, p->at.y, p->at.z + height};
    p->shape = tl_template_disc(tl_plan(p->at), 0.5 * diameter);
    p->shape.error_mm = off;
    if (p->has_firer) {
        status = judge_blast(inquiry, q, p, error);
    }
    /* a centre inside something solid sees nobody, whoever fires */
    const tl_sight_end end[2] = {{.is_point = true, .point = p->eye}, {.is_point = true, .point = p->eye}};
    tl_between between;
    if (status == TL_OK) {
        status = tl_between_ends(inquiry, end, &between, error);
    }
    if (status == TL_OK && !tl_visibility_live(&between.obstacles, p->eye)) {
        add_reason(p, tl_by(TL_CLAUSE_TEMPLATE_SIGHT), TL_VERDICT_NO, tl_phrase(&inquiry->words, TL_SAY_PLACE_SOLID));
        p->verdict = TL_VERDICT_NO;
    }
    if (status == TL_OK) {
        tl_between_free(&between);
    }
    return status;
}

/* --- Flame -------------------------------------------------------------------------------------------------------- */

/* Which of the firers: the only one, or of those that carry the weapon the nearest to the target. */
static tl_status choose_firer(const tl_inquiry *inquiry, tl_placing *p, const tl_party *target, size_t *aimed,
                              tl_error *error) {
    double least = INFINITY;
    p->firer = p->firers.first;
    if (target == NULL) {
        return p->firers.count == 1 ? TL_OK
                                    : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "name the member that fires",
                                              "%s has several models", p->firers.name);
    }
    for (size_t i = 0; i < p->firers.count; i++) {
        bool armed = p->weapon == NULL || tl_party_carries(&p->firers, i, p->weapon);
        for (size_t j = 0; armed && j < target->count; j++) {
            tl_range_result range;
            tl_status status = tl_pair_range(inquiry, p->firers.first + i, target->first + j, &range, error);
            if (status != TL_OK) {
                return status;
            }
            if (range.distance_mm < least) {
                least = range.distance_mm;
                p->firer = p->firers.first + i;
                *aimed = target->first + j;
            }
        }
    }
    return TL_OK;
}

/* The weapon that a flame comes from: the one named, or the first that has the template. */
static tl_status choose_weapon(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    const tl_document_weapon *weapons;
    size_t count;
    tl_status status = tl_party_weapons(inquiry, &p->firers, q->weapon, &weapons, &count, error);
    for (size_t w = 0; status == TL_OK && w < count && p->weapon == NULL; w++) {
        bool meant =
            tl_weapon_is_meant(p->rule, &weapons[w], q->weapon) && tl_party_carries(&p->firers, SIZE_MAX, &weapons[w]);
        p->weapon = meant ? &weapons[w] : NULL;
    }
    return status;
}

/* By how much the end of the weapon may be off, seen from the middle: found on the gear, it is the mesh's. */
static double muzzle_off(const tl_inquiry *inquiry, const tl_placing *p) {
    const tl_body *body = inquiry->table->members[p->firer].body;
    bool guessed = p->weapon == NULL || !p->weapon->has_muzzle;
    return tl_member_middle_off(inquiry, p->firer) + (guessed ? body->uncertainty : 0);
}

/* The tip at the edge of the firer's outline or at its weapon's end, the axis running back through its middle. By how
 * much the tip may be `off`, mm, and by how much the template may be turned, radians, about the firer's middle. */
static tl_status lay_against_firer(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, double *off,
                                   double *turn, tl_error *error) {
    tl_party target = {0};
    size_t aimed = 0;
    tl_vec2 middle = {0, 0}, goal = {0, 0};
    tl_flame_anchor anchor = {.muzzle = false};
    tl_status status = TL_OK;
    if (q->toward != NULL) {
        status = tl_referee_party(inquiry->referee, q->toward, "toward", &target, error);
        if (status == TL_OK) {
            status = tl_parties_differ(&p->firers, &target, error);
        }
    }
    if (status == TL_OK) {
        status = choose_firer(inquiry, p, q->toward != NULL ? &target : NULL, &aimed, error);
    }
    if (status == TL_OK) {
        status = tl_member_middle(inquiry, p->firer, &middle, error);
    }
    if (status == TL_OK && q->toward != NULL) {
        status = tl_member_middle(inquiry, aimed, &goal, error);
    }
    if (status == TL_OK) {
        status = tl_member_anchor(inquiry, p->firer, p->weapon, &anchor, error);
    }
    if (status != TL_OK) {
        return status;
    }
    p->aimed = q->toward != NULL ? aimed : SIZE_MAX;
    p->angle_deg = q->toward != NULL ? tl_atan2_deg(goal.y - middle.y, goal.x - middle.x) : q->angle_deg;
    tl_vec2 d;
    tl_sincos_deg(p->angle_deg, &d.y, &d.x);
    double reach = anchor.muzzle ? anchor.reach : tl_member_reach(inquiry, p->firer, middle, d);
    /* laid against an uncertain model, the template lies elsewhere by as much; and points elsewhere */
    *off = tl_member_middle_off(inquiry, p->firer) +
           (anchor.muzzle ? muzzle_off(inquiry, p) : tl_table_measured(inquiry->table, p->firer).uncertainty);
    if (q->toward != NULL) {
        double both = tl_member_middle_off(inquiry, p->firer) + tl_member_middle_off(inquiry, aimed);
        double apart = tl_length2(tl_sub2(goal, middle));
        *turn = both == 0 ? 0 : apart > both ? 1.5708 * both / apart : 3.1416;
    }
    tl_vec2 tip = tl_add2(middle, tl_scale2(d, reach));
    p->at = (tl_vec3){tip.x, tip.y, inquiry->table->members[p->firer].body->box.low.z};
    return TL_OK;
}

/* What a reason about a length says: yes up to `slack`, open within the outline's own error beyond. */
static tl_verdict within_slack(double off, double slack, double error) {
    return off <= slack ? TL_VERDICT_YES : off <= slack + error ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
}

/* It touches the firer, or starts at the end of its weapon. */
static tl_status touch_reason(const tl_inquiry *inquiry, tl_placing *p, tl_vec2 middle, bool laid, double slack,
                              tl_error *error) {
    char text[TL_REASON_TEXT], length[TL_LENGTH_SIZE];
    const char *firer = name_of(inquiry, p->firer);
    tl_flame_anchor anchor;
    tl_status status = tl_member_anchor(inquiry, p->firer, p->weapon, &anchor, error);
    if (status != TL_OK) {
        return status;
    }
    p->from_muzzle = anchor.muzzle;
    p->muzzle_guessed = anchor.muzzle && anchor.guessed;
    double gap = fabs(tl_length2(tl_sub2(tl_plan(p->at), middle)) - anchor.reach), error_mm = 0, doubt = 0, deep = 0;
    if (!anchor.muzzle) {
        tl_volume volume = tl_table_measured(inquiry->table, p->firer);
        tl_template_hold hold;
        status = tl_template_touch(inquiry->context, &p->shape, &volume, 1, &hold, error);
        gap = hold.gap_mm;
        error_mm = hold.error_mm;
        doubt = volume.uncertainty;
        deep = hold.gap_mm > 0 ? -hold.gap_mm : hold.depth_mm;
    } else {
        doubt = muzzle_off(inquiry, p);
        deep = -gap;
    }
    tl_verdict touches = within_slack(gap, slack, error_mm);
    if (doubt > 0 && !laid) { /* what was laid here touches whatever the model is like in truth */
        touches = deep >= doubt - slack                 ? TL_VERDICT_YES
                  : deep >= -(doubt + slack + error_mm) ? TL_VERDICT_MARGINAL
                                                        : TL_VERDICT_NO;
    }
    tl_length_text(&inquiry->words, gap, length);
    tl_say(&inquiry->words, text, sizeof(text),
           anchor.muzzle               ? touches == TL_VERDICT_YES ? TL_SAY_PLACE_MUZZLE : TL_SAY_PLACE_OFF_MUZZLE
           : touches == TL_VERDICT_YES ? TL_SAY_PLACE_TOUCHES
                                       : TL_SAY_PLACE_APART,
           firer, length);
    tl_reason_number(add_reason(p, tl_by(TL_CLAUSE_FLAME_LAID), touches, text), "gap_mm",
                     touches == TL_VERDICT_YES ? 0 : gap);
    return status;
}

/* By how much a flame's axis passes the middle of a member; INFINITY when that lies behind it. */
static tl_status axis_passes(const tl_inquiry *inquiry, const tl_placing *p, tl_vec2 d, size_t member, double *off,
                             tl_error *error) {
    tl_vec2 middle = {0, 0};
    tl_status status = tl_member_middle(inquiry, member, &middle, error);
    tl_vec2 ahead = tl_sub2(middle, tl_plan(p->at));
    *off = tl_dot2(d, ahead) > 0 ? fabs(tl_cross2(d, ahead)) : INFINITY;
    return status;
}

/* The axis runs back through the firer's middle, or on to the middle of a target: of those named, else of whoever is no
 * member of the firer's unit (DB-FLM-02, readings A and B). */
static tl_status axis_reason(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_vec2 middle, bool laid,
                             double slack, tl_error *error) {
    char text[TL_REASON_TEXT], length[TL_LENGTH_SIZE];
    tl_vec2 d;
    tl_sincos_deg(p->angle_deg, &d.y, &d.x);
    tl_vec2 back = tl_sub2(tl_plan(p->at), middle);
    double off = tl_dot2(d, back) >= -slack ? fabs(tl_cross2(d, back)) : tl_length2(back);
    size_t whose = p->firer;
    bool to_target = tl_settings_is(&inquiry->settings, "flame_axis", "target_centre", false);
    tl_status status = TL_OK;
    if (to_target) {
        tl_party target = {.first = 0, .count = inquiry->table->member_count};
        status = q->toward != NULL ? tl_referee_party(inquiry->referee, q->toward, "toward", &target, error) : TL_OK;
        off = INFINITY;
        for (size_t i = target.first; i < target.first + target.count && status == TL_OK; i++) {
            double one = INFINITY;
            if (tl_table_unit_of(inquiry->table, i) != p->firers.unit) {
                status = axis_passes(inquiry, p, d, i, &one, error);
            }
            whose = one < off ? i : whose;
            off = tl_min(off, one);
        }
    }
    if (status != TL_OK) {
        return status;
    }
    double off_error = whose == p->firer && laid ? 0 : tl_member_middle_off(inquiry, whose);
    tl_verdict axis = off + off_error <= slack   ? TL_VERDICT_YES
                      : off - off_error <= slack ? TL_VERDICT_MARGINAL
                                                 : TL_VERDICT_NO;
    bool straight = off <= slack, nobody = !(off < INFINITY);
    tl_say(&inquiry->words, text, sizeof(text),
           nobody                  ? TL_SAY_PLACE_NO_TARGET
           : straight && to_target ? TL_SAY_PLACE_AIMED
           : straight              ? TL_SAY_PLACE_STRAIGHT
                                   : TL_SAY_PLACE_ASKEW,
           name_of(inquiry, whose), nobody ? "" : tl_length_text(&inquiry->words, off, length));
    tl_reason *reason = add_reason(p, tl_by(TL_CLAUSE_FLAME_LAID), axis, text);
    if (!nobody) {
        tl_reason_number(reason, "off_mm", straight ? 0 : off);
    }
    return TL_OK;
}

/* The whole outline in the arc of some weapon that has it; the outline's own error counts against it. */
static tl_status whole_arc_reason(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    char text[TL_REASON_TEXT];
    const tl_document_weapon *weapons;
    size_t count, best = 0;
    tl_status status = tl_party_weapons(inquiry, &p->firers, q->weapon, &weapons, &count, error);
    tl_pair_arc_result arc, widest = {.margin_mm = -INFINITY};
    const tl_shape outline = {.kind = TL_SHAPE_POLYGON,
                              .pose = tl_pose_identity(),
                              .low = p->at.z,
                              .high = p->at.z,
                              .outline = p->shape.corner,
                              .outline_count = p->shape.count};
    tl_volume whole = {.shape = &outline};
    bool armed = false;
    for (size_t w = 0; w < count && status == TL_OK; w++) {
        if (!tl_weapon_is_meant(p->rule, &weapons[w], q->weapon) ||
            !tl_party_carries(&p->firers, p->firer - p->firers.first, &weapons[w])) {
            continue;
        }
        status = tl_party_arc(inquiry, &p->firers, p->firer, &weapons[w], &whole, true, &arc, error);
        if (status == TL_OK && (!armed || arc.margin_mm > widest.margin_mm)) {
            widest = arc;
            best = w;
            armed = true;
        }
    }
    if (status == TL_OK && armed) {
        p->arc = widest;
        if (!widest.always && p->shape.error_mm > 0 &&
            fabs(widest.margin_mm) <= inquiry->tolerance + p->shape.error_mm) {
            p->arc.verdict = TL_VERDICT_MARGINAL;
        }
        p->weapon = &weapons[best];
        arc_reason(inquiry, p, p->firer, &weapons[best], tl_by(TL_CLAUSE_FLAME_LAID),
                   tl_phrase(&inquiry->words, TL_SAY_THE_TEMPLATE));
    } else if (status == TL_OK) {
        tl_say(&inquiry->words, text, sizeof(text), TL_SAY_PLACE_NO_WEAPON, p->firers.unit->name, p->rule->name);
        add_reason(p, tl_by(TL_CLAUSE_FLAME_LAID), TL_VERDICT_MARGINAL, text);
    }
    return status;
}

static tl_status judge_flame(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    /* what was laid by hand touches within the tolerance; what was laid here touches by construction */
    bool laid = q->at_count == 0;
    double slack = tl_max(inquiry->tolerance, laid ? 1e-6 : 1e-9);
    tl_vec2 middle = {0, 0};
    tl_status status = tl_member_middle(inquiry, p->firer, &middle, error);
    if (status == TL_OK) {
        status = touch_reason(inquiry, p, middle, laid, slack, error);
    }
    if (status == TL_OK) {
        status = axis_reason(inquiry, q, p, middle, laid, slack, error);
    }
    if (status == TL_OK) {
        status = whole_arc_reason(inquiry, q, p, error);
    }
    if (status == TL_OK) {
        status = bar_reason(inquiry, p, p->firer, p->weapon, error);
    }
    p->verdict = TL_VERDICT_YES;
    for (size_t i = 0; i < p->reason_count; i++) {
        p->verdict = tl_verdict_both(p->verdict, p->reasons[i].verdict);
    }
    return status;
}

/* How far the template reaches from the middle of who lays it. */
static double farthest(const tl_placing *p, const tl_inquiry *inquiry) {
    tl_vec2 at = tl_plan(tl_box3_centre(inquiry->table->members[p->firer].body->box));
    double far = 0;
    for (size_t i = 0; i < p->shape.count; i++) {
        far = tl_max(far, tl_length2(tl_sub2(p->shape.corner[i], at)));
    }
    tl_box3 box = inquiry->table->members[p->firer].body->box;
    return far + tl_distance(box.low, box.high); /* the middle is somewhere in that */
}

static tl_status lay_flame(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    double off = 0, turn = 0;
    tl_status status = p->has_firer ? choose_weapon(inquiry, q, p, error) : TL_OK;
    if (status != TL_OK) {
        return status;
    }
    if (q->at_count > 0 && q->has_angle) {
        p->angle_deg = q->angle_deg;
        status = find_surface(inquiry, q, 1, &p->at, &p->at_off, error);
        if (status == TL_OK && p->has_firer) {
            status = choose_firer(inquiry, p, NULL, &p->firer, error);
        }
    } else if (p->has_firer && (q->toward != NULL || q->has_angle)) {
        status = lay_against_firer(inquiry, q, p, &off, &turn, error);
    } else {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "give `from` and `toward`, or `from` and `angle`",
                         "where `%s` comes from, or where it points, is missing", p->rule->name);
    }
    if (status == TL_OK) {
        status = tl_template_polygon(inquiry->context, p->rule->outline, p->rule->outline_count,
                                     p->rule->in_game_units ? inquiry->game_unit : 1, p->angle_deg, tl_plan(p->at),
                                     &p->shape, error);
        p->shape.error_mm = p->rule->outline_error * (p->rule->in_game_units ? inquiry->game_unit : 1);
        p->shape.error_mm += off + (turn > 0 ? turn * farthest(p, inquiry) : 0);
    }
    p->eye = p->at;
    return status == TL_OK && p->has_firer ? judge_flame(inquiry, q, p, error) : status;
}

/* --- Making ------------------------------------------------------------------------------------------------------- */

tl_status tl_placing_rule(const tl_inquiry *inquiry, const char *shape, const tl_template_rule **rule,
                          tl_error *error) {
    const tl_ruleset *rules = inquiry->referee->ruleset;
    if (shape != NULL) {
        for (size_t i = 0; i < tl_ruleset_template_count(rules); i++) {
            *rule = tl_ruleset_template_at(rules, i);
            if (strcmp((*rule)->name, shape) == 0) {
                *rule = inquiry->drawn != NULL && inquiry->drawn[i].outline != NULL ? &inquiry->drawn[i] : *rule;
                return TL_OK;
            }
        }
    }
    const char *names[32] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < tl_ruleset_template_count(rules) && count < 32; i++) {
        names[count++] = tl_ruleset_template_at(rules, i)->name;
    }
    const char *nearest = shape != NULL ? tl_nearest_name(shape, names, count) : NULL;
    char remedy[200];
    snprintf(remedy, sizeof(remedy),
             nearest != NULL ? "did you mean `%s`?"
             : count > 0     ? "name a template such as `%s`"
                             : "this rule system has none",
             nearest != NULL ? nearest : names[0]);
    return shape != NULL ? tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "shape", remedy, "%s has no template `%s`",
                                   tl_ruleset_title(rules), shape)
                         : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "shape", remedy, "`shape` is missing");
}

tl_status tl_placing_make(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    *p = (tl_placing){.verdict = TL_VERDICT_YES,
                      .firer = SIZE_MAX,
                      .observer = SIZE_MAX,
                      .bar = {.terrain = SIZE_MAX},
                      .aimed = SIZE_MAX,
                      .has_level = q->has_level,
                      .level = q->level,
                      .side = q->side,
                      .friends_weight = q->has_friends_weight ? q->friends_weight : 1};
    tl_status status = tl_placing_rule(inquiry, q->shape, &p->rule, error);
    if (status == TL_OK && q->from != NULL) {
        p->has_firer = true;
        status = tl_referee_party(inquiry->referee, q->from, "from", &p->firers, error);
    }
    for (int i = 0; i < q->at_count && status == TL_OK; i++) {
        if (!(fabs(q->at[i]) <= TL_DOCUMENT_REACH)) {
            status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "give millimetres", "`at` is too far away");
        }
    }
    if (status == TL_OK && q->has_angle && !(fabs(q->angle_deg) <= 1e6)) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "angle", "give degrees", "the angle is no direction");
    }
    bool aimed = status == TL_OK && p->rule->flame && q->has_angle &&
                 tl_settings_is(&inquiry->settings, "flame_axis", "target_centre", false);
    if (status == TL_OK && q->at_count > 0 && q->toward != NULL && !aimed) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "toward", "leave one of the two out",
                         "`at` and `toward` both say where the template lies");
    }
    if (status == TL_OK && !p->rule->flame && q->has_angle) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "angle", "leave it out", "`%s` is round: it has no direction",
                         p->rule->name);
    }
    if (status == TL_OK) {
        status = p->rule->flame ? lay_flame(inquiry, q, p, error) : lay_blast(inquiry, q, p, error);
    }
    if (status == TL_OK && !p->has_firer) {
        char text[TL_REASON_TEXT];
        tl_say(&inquiry->words, text, sizeof(text), TL_SAY_PLACE_NOBODY, NULL);
        add_reason(p, tl_by(p->rule->flame ? TL_CLAUSE_FLAME_LAID : TL_CLAUSE_TEMPLATE_AIM), TL_VERDICT_YES, text);
    }
    if (status != TL_OK) {
        tl_placing_free(p);
    }
    return status;
}
