/* placing.c: laying templates, and the tests of their legality. */
#include "ruling/placing.h"

#include "body/shape.h"
#include "ruling/ask.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LEVELS = 64 };

void tl_placing_free(tl_placing *placing) {
    tl_template_free(&placing->shape);
}

static tl_reason *add_reason(tl_placing *p, const char *rule, tl_verdict verdict, const char *text) {
    tl_reason *reason = &p->reasons[p->reason_count++];
    *reason = (tl_reason){.rule = rule, .verdict = verdict};
    snprintf(reason->text, sizeof(reason->text), "%s", text);
    return reason;
}

static tl_verdict both(tl_verdict a, tl_verdict b) {
    return a == TL_VERDICT_NO || b == TL_VERDICT_NO                 ? TL_VERDICT_NO
           : a == TL_VERDICT_MARGINAL || b == TL_VERDICT_MARGINAL ? TL_VERDICT_MARGINAL
                                                                  : TL_VERDICT_YES;
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

size_t tl_level_at(const tl_inquiry *inquiry, tl_vec2 p, double z, double tall) {
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    double heights[MOST_LEVELS];
    size_t count = tl_surface_levels(&surfaces, p.x, p.y, tall, heights, MOST_LEVELS), level = 0;
    for (size_t i = 0; i < count; i++) {
        level = heights[i] <= z + 0.5 ? i : level;
    }
    return level;
}

static tl_status find_surface(const tl_inquiry *inquiry, const tl_question *q, double tall, tl_vec3 *at,
                              tl_error *error) {
    *at = (tl_vec3){q->at[0], q->at[1], q->at[2]};
    if (q->at_count == 3) {
        return TL_OK;
    }
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    double heights[MOST_LEVELS];
    size_t count = tl_surface_levels(&surfaces, at->x, at->y, tall, heights, MOST_LEVELS);
    if (q->level >= count && q->level > 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "level", "0 is the lowest; or give the height as well",
                       "there is no level %zu at (%g, %g)", q->level, at->x, at->y);
    }
    at->z = count > 0 ? heights[q->level] : 0;
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

/* How far from its middle a model's measured outline reaches in a direction. */
static double reach_of(const tl_inquiry *inquiry, size_t member, tl_vec2 c, tl_vec2 d) {
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

/* --- Words -------------------------------------------------------------------------------------------------------- */

static const char *name_of(const tl_inquiry *inquiry, size_t member) {
    return inquiry->table->members[member].name;
}

static void arc_reason(const tl_inquiry *inquiry, tl_placing *p, size_t member, const tl_document_weapon *weapon,
                       const char *rule, const char *target) {
    char text[TL_REASON_TEXT], kind[32], margin[TL_LENGTH_SIZE];
    const tl_pair_arc_result *arc = &p->arc;
    tl_say(&inquiry->words, kind, sizeof(kind), arc->name, NULL);
    tl_decimal_text(&inquiry->words, fabs(arc->margin_deg), 1, margin);
    strcat(margin, "\xc2\xb0");
    tl_say(&inquiry->words, text, sizeof(text),
           arc->always                      ? TL_SAY_ARC_ALWAYS
           : arc->verdict == TL_VERDICT_YES ? TL_SAY_ARC_YES
           : arc->verdict == TL_VERDICT_NO  ? TL_SAY_ARC_NO
                                            : TL_SAY_ARC_MARGINAL,
           name_of(inquiry, member), target, kind, weapon->name, margin);
    tl_reason *reason = add_reason(p, rule, arc->verdict, text);
    tl_reason_number(reason, "angle_deg", arc->angle_deg);
    tl_reason_number(reason, "margin_deg", arc->margin_deg);
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
        add_reason(p, "DB-RNG-03", TL_VERDICT_NO, text);
        return TL_OK;
    }
    double unit = weapon->range == TL_WEAPON_RANGE_MM ? 1 : inquiry->game_unit;
    tl_shape shape;
    tl_volume centre = tl_volume_of_point(p->at, &shape), from = tl_table_measured(inquiry->table, member);
    tl_range_result range;
    tl_limit limit, least;
    tl_status status =
        tl_range_between(inquiry->context, &from, &centre, tl_inquiry_metric(inquiry), &range, error);
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
        tl_reason *reason = add_reason(p, too_near ? "DB-RNG-02" : "DB-BLA-01", limit.verdict, text);
        tl_reason_number(reason, "distance_mm", limit.distance);
        tl_reason_number(reason, "limit_mm", limit.limit);
        tl_reason_number(reason, "margin_mm", limit.margin);
    }
    return status;
}

/* Arc, range and sight of one firer's weapon (NULL: none of its weapons has such a template). */
static tl_status judge_firer(const tl_inquiry *inquiry, tl_placing *p, size_t member, const tl_document_weapon *weapon,
                             tl_error *error) {
    char text[TL_REASON_TEXT];
    tl_status status = TL_OK;
    p->firer = member;
    p->reason_count = 0;
    p->has_arc = false;
    if (weapon == NULL) {
        tl_say(&inquiry->words, text, sizeof(text), TL_SAY_PLACE_NO_WEAPON, p->firers.unit->name, p->rule->name);
        add_reason(p, p->rule->rule, TL_VERDICT_MARGINAL, text);
    } else {
        tl_shape shape;
        tl_volume centre = tl_volume_of_point(p->at, &shape);
        status = tl_volume_arc(inquiry, member, weapon, &centre, false, &p->arc, error);
        if (status == TL_OK) {
            arc_reason(inquiry, p, member, weapon, "DB-BLA-01", tl_phrase(&inquiry->words, TL_SAY_THE_CENTRE));
            status = range_reason(inquiry, p, member, weapon, error);
        }
    }
    tl_pair_sight_result sight;
    if (status == TL_OK) {
        status = tl_point_sight(inquiry, p->eye, member, true, &sight, error);
    }
    if (status == TL_OK) {
        tl_pair_sight_text(inquiry, &sight, text, sizeof(text));
        tl_reason *reason = add_reason(p, "DB-BLA-01", sight.sight.verdict, text);
        if (sight.sight.verdict == TL_VERDICT_YES && !sight.within) {
            tl_reason_number(reason, "clearance_mm", sight.sight.clearance);
        }
    }
    p->verdict = TL_VERDICT_YES;
    for (size_t i = 0; i < p->reason_count; i++) {
        p->verdict = both(p->verdict, p->reasons[i].verdict);
    }
    return status;
}

/* Whether a weapon is meant: named, or made for this template. */
static bool is_meant(const tl_placing *p, const tl_document_weapon *weapon, const char *named) {
    return named != NULL || (weapon->template_name != NULL && strcmp(weapon->template_name, p->rule->name) == 0);
}

/* The best of all firers and weapons: legal before open before not. */
static tl_status judge_blast(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    static const int order[3] = {[TL_VERDICT_NO] = 0, [TL_VERDICT_MARGINAL] = 1, [TL_VERDICT_YES] = 2};
    const tl_document_weapon *weapons;
    size_t count;
    tl_status status = tl_party_weapons(inquiry, &p->firers, q->weapon, &weapons, &count, error);
    tl_placing best = *p, trial = *p;
    bool any = false;
    for (size_t i = 0; i < p->firers.count && status == TL_OK; i++) {
        bool armed = false;
        for (size_t w = 0; w <= count && status == TL_OK; w++) {
            if (w < count ? !is_meant(p, &weapons[w], q->weapon) : armed) {
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
    tl_status status = TL_OK;
    if (q->at_count > 0) {
        status = find_surface(inquiry, q, height, &p->at, error);
    } else if (q->toward != NULL && p->has_firer) {
        tl_party target;
        tl_vec2 middle = {0, 0};
        status = tl_referee_party(inquiry->referee, q->toward, "toward", &target, error);
        if (status == TL_OK) {
            status = tl_member_middle(inquiry, target.first, &middle, error);
        }
        if (status == TL_OK) {
            p->at = (tl_vec3){middle.x, middle.y, inquiry->table->members[target.first].body->box.low.z};
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
        add_reason(p, "DB-BLA-04", TL_VERDICT_NO, tl_phrase(&inquiry->words, TL_SAY_PLACE_SOLID));
        p->verdict = TL_VERDICT_NO;
    }
    if (status == TL_OK) {
        tl_between_free(&between);
    }
    return status;
}

/* --- Flame -------------------------------------------------------------------------------------------------------- */

/* Which of the firers: the only one, or the nearest to the target. */
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
        for (size_t j = 0; j < target->count; j++) {
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

/* The tip at the edge of the firer's outline, the axis running back through its middle. */
static tl_status lay_against_firer(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    tl_party target = {0};
    size_t aimed = 0;
    tl_vec2 middle = {0, 0}, goal = {0, 0};
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
    if (status != TL_OK) {
        return status;
    }
    p->angle_deg = q->toward != NULL ? tl_atan2_deg(goal.y - middle.y, goal.x - middle.x) : q->angle_deg;
    tl_vec2 d;
    tl_sincos_deg(p->angle_deg, &d.y, &d.x);
    tl_vec2 tip = tl_add2(middle, tl_scale2(d, reach_of(inquiry, p->firer, middle, d)));
    p->at = (tl_vec3){tip.x, tip.y, inquiry->table->members[p->firer].body->box.low.z};
    return TL_OK;
}

static tl_status judge_flame(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    char text[TL_REASON_TEXT], length[TL_LENGTH_SIZE];
    const char *firer = name_of(inquiry, p->firer);
    /* what was laid by hand touches within the tolerance; what was laid here touches by construction */
    bool laid = q->at_count == 0;
    double slack = tl_max(inquiry->tolerance, laid ? 1e-6 : 1e-9);
    tl_volume volume = tl_table_measured(inquiry->table, p->firer);
    tl_template_hold hold;
    tl_vec2 middle = {0, 0}, d;
    tl_status status = tl_template_measure(inquiry->context, &p->shape, &volume, 1, &hold, error);
    if (status == TL_OK) {
        status = tl_member_middle(inquiry, p->firer, &middle, error);
    }
    if (status != TL_OK) {
        return status;
    }
    bool touches = hold.gap_mm <= slack;
    tl_say(&inquiry->words, text, sizeof(text), touches ? TL_SAY_PLACE_TOUCHES : TL_SAY_PLACE_APART, firer,
           tl_length_text(&inquiry->words, hold.gap_mm, length));
    tl_reason_number(add_reason(p, "DB-FLM-02", touches ? TL_VERDICT_YES : TL_VERDICT_NO, text), "gap_mm",
                     touches ? 0 : hold.gap_mm);
    tl_sincos_deg(p->angle_deg, &d.y, &d.x);
    tl_vec2 back = tl_sub2(tl_plan(p->at), middle);
    double off = fabs(tl_cross2(d, back));
    bool straight = off <= slack && tl_dot2(d, back) >= -slack;
    tl_say(&inquiry->words, text, sizeof(text), straight ? TL_SAY_PLACE_STRAIGHT : TL_SAY_PLACE_ASKEW, firer,
           tl_length_text(&inquiry->words, off, length));
    tl_reason_number(add_reason(p, "DB-FLM-02", straight ? TL_VERDICT_YES : TL_VERDICT_NO, text), "off_mm",
                     straight ? 0 : off);
    /* the whole outline in the arc of some weapon that has it */
    const tl_document_weapon *weapons;
    size_t count, best = 0;
    status = tl_party_weapons(inquiry, &p->firers, q->weapon, &weapons, &count, error);
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
        if (!is_meant(p, &weapons[w], q->weapon)) {
            continue;
        }
        status = tl_volume_arc(inquiry, p->firer, &weapons[w], &whole, true, &arc, error);
        if (status == TL_OK && (!armed || arc.margin_mm > widest.margin_mm)) {
            widest = arc;
            best = w;
            armed = true;
        }
    }
    if (status == TL_OK && armed) {
        p->arc = widest;
        arc_reason(inquiry, p, p->firer, &weapons[best], "DB-FLM-02", tl_phrase(&inquiry->words, TL_SAY_THE_TEMPLATE));
    } else if (status == TL_OK) {
        tl_say(&inquiry->words, text, sizeof(text), TL_SAY_PLACE_NO_WEAPON, p->firers.unit->name, p->rule->name);
        add_reason(p, "DB-FLM-02", TL_VERDICT_MARGINAL, text);
    }
    p->verdict = TL_VERDICT_YES;
    for (size_t i = 0; i < p->reason_count; i++) {
        p->verdict = both(p->verdict, p->reasons[i].verdict);
    }
    return status;
}

static tl_status lay_flame(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    tl_status status = TL_OK;
    if (q->at_count > 0 && q->has_angle) {
        p->angle_deg = q->angle_deg;
        status = find_surface(inquiry, q, 1, &p->at, error);
        if (status == TL_OK && p->has_firer) {
            status = choose_firer(inquiry, p, NULL, &p->firer, error);
        }
    } else if (p->has_firer && (q->toward != NULL || q->has_angle)) {
        status = lay_against_firer(inquiry, q, p, error);
    } else {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "give `from` and `toward`, or `from` and `angle`",
                         "where `%s` comes from, or where it points, is missing", p->rule->name);
    }
    if (status == TL_OK) {
        status = tl_template_polygon(inquiry->context, p->rule->outline, p->rule->outline_count,
                                     p->rule->in_game_units ? inquiry->game_unit : 1, p->angle_deg, tl_plan(p->at),
                                     &p->shape, error);
    }
    p->eye = p->at;
    return status == TL_OK && p->has_firer ? judge_flame(inquiry, q, p, error) : status;
}

/* --- Making ------------------------------------------------------------------------------------------------------- */

static tl_status find_rule(const tl_inquiry *inquiry, const char *shape, const tl_template_rule **rule,
                           tl_error *error) {
    const tl_ruleset *rules = inquiry->referee->ruleset;
    if (shape != NULL) {
        *rule = tl_ruleset_template(rules, shape);
        if (*rule != NULL) {
            return TL_OK;
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
    *p = (tl_placing){.verdict = TL_VERDICT_YES, .firer = SIZE_MAX};
    tl_status status = find_rule(inquiry, q->shape, &p->rule, error);
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
    if (status == TL_OK && q->at_count > 0 && q->toward != NULL) {
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
        add_reason(p, p->rule->flame ? "DB-FLM-02" : "DB-BLA-01", TL_VERDICT_YES, text);
    }
    if (status != TL_OK) {
        tl_placing_free(p);
    }
    return status;
}
