/* aim.c: finds who throws, at what, and which way. */
#include "judge/scatter/aim.h"

#include "judge/between/between.h"
#include "judge/party.h"
#include "judge/template/anchor.h"
#include "judge/template/placing.h"

#include <stdio.h>

static tl_status find_thrower(const tl_inquiry *inquiry, const tl_question *q, tl_scatter_aim *aim, tl_error *error) {
    if (q->from == NULL) {
        return TL_OK;
    }
    aim->has_thrower = true;
    tl_status status = tl_referee_party(inquiry->referee, q->from, "from", &aim->throwers, error);
    aim->thrower = aim->throwers.first;
    return status;
}

static double pair_off(const tl_inquiry *inquiry, size_t a, size_t b) {
    return tl_table_measured(inquiry->table, a).uncertainty + tl_table_measured(inquiry->table, b).uncertainty;
}

/* Where it comes down hangs on who throws at whom: no other two of theirs may be as near. */
static tl_status check_nearest(const tl_inquiry *inquiry, const tl_party *target, double distance,
                               const tl_scatter_aim *aim, tl_error *error) {
    for (size_t i = 0; i < aim->throwers.count * target->count; i++) {
        size_t from = aim->throwers.first + i / target->count, to = target->first + i % target->count;
        tl_range_result range;
        if (from == aim->thrower && to == aim->target) {
            continue;
        }
        tl_status status = tl_pair_range(inquiry, from, to, &range, error);
        if (status != TL_OK) {
            return status;
        }
        double off = pair_off(inquiry, from, to) + pair_off(inquiry, aim->thrower, aim->target);
        if (range.distance_mm - distance <= inquiry->tolerance + range.error_mm + off) {
            const tl_table *table = inquiry->table;
            char remedy[200];
            snprintf(remedy, sizeof(remedy), "name them, such as `%s` and `%s`", table->members[aim->thrower].id,
                     table->members[aim->target].id);
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "toward", remedy,
                           "which of %s throws at which of %s can't be told: several are as near", aim->throwers.name,
                           target->name);
        }
    }
    return TL_OK;
}

/* The target: of several models on either side the two nearest throw, and are thrown at. */
static tl_status find_target(const tl_inquiry *inquiry, const tl_question *q, tl_scatter_aim *aim, tl_error *error) {
    tl_party target;
    tl_range_result range;
    tl_status status = tl_referee_party(inquiry->referee, q->toward, "toward", &target, error);
    aim->has_target = status == TL_OK;
    aim->target = status == TL_OK ? target.first : 0;
    if (status == TL_OK && aim->has_thrower) {
        status = tl_party_differs(&aim->throwers, &target, error);
    }
    if (status == TL_OK && aim->has_thrower) {
        status = tl_pair_nearest(inquiry, &aim->throwers, &target, &range, &aim->thrower, &aim->target, error);
        if (status == TL_OK) {
            status = check_nearest(inquiry, &target, range.distance_mm, aim, error);
        }
    } else if (status == TL_OK && target.count > 1) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "toward", "name the model that is aimed at",
                         "%s has several models", target.name);
    }
    return status;
}

static tl_status check_places(const tl_question *q, tl_error *error) {
    for (int i = 0; i < q->at_count; i++) {
        if (!(fabs(q->at[i]) <= TL_DOCUMENT_REACH)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "give millimetres", "`at` is too far away");
        }
    }
    if (q->has_angle && !(fabs(q->angle_deg) <= 1e6)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "angle", "give degrees", "the angle is no direction");
    }
    if (q->at_count > 0 && q->toward != NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "toward", "leave one of the two out",
                       "`at` and `toward` both say where it was aimed");
    }
    if (q->has_guess && !(q->guess_mm >= 0 && q->guess_mm <= TL_DOCUMENT_REACH)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "guess_mm", "give millimetres, 0 or more",
                       "the guessed distance is none");
    }
    return TL_OK;
}

bool tl_scatter_aim_is_exact(const tl_inquiry *inquiry, const tl_deviation_rule *rule) {
    return rule->aim == TL_DEVIATION_AT_REACH &&
           !tl_settings_is_at(&inquiry->settings, TL_SETTING_AIM_REACH, TL_CHOICE_AIM_REACH_UP_TO);
}

/* What a deviation needs of the question, and doesn't take. */
static tl_status check_asked(const tl_question *q, const tl_deviation_rule *rule, bool directed, bool exact,
                             tl_error *error) {
    bool guessed = rule->aim == TL_DEVIATION_GUESSED, laid = rule->aim == TL_DEVIATION_LAID;
    bool lying = rule->aim == TL_DEVIATION_LYING;
    if (q->from == NULL && (guessed || laid || rule->aim == TL_DEVIATION_AT_REACH || (directed && !q->has_angle))) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "name the unit or member that throws or fires",
                       "from whom `%s` comes is missing", rule->name);
    }
    if (guessed != q->has_guess) {
        return guessed ? tl_fail(error, TL_ERROR_ARGUMENT, NULL, "guess_mm", "give the distance that was guessed",
                                 "`%s` goes as far as was guessed, and no guess is given", rule->name)
                       : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "guess_mm", "leave it out",
                                 "the distance of `%s` isn't guessed", rule->name);
    }
    if ((guessed || laid) && !q->has_angle && q->toward == NULL && (laid || q->at_count == 0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "toward", "give `toward` or `angle`",
                       "which way `%s` is aimed is missing", rule->name);
    }
    if (lying ? q->at_count == 0
              : !guessed && !laid && !(exact && q->has_angle) && q->at_count == 0 && q->toward == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at",
                       lying   ? "give `at` [x, y]"
                       : exact ? "give `toward`, `at` [x, y] or `angle`"
                               : "give `toward`, or `at` [x, y]",
                       lying ? "where `%s` lies is missing" : "at what `%s` is aimed is missing", rule->name);
    }
    if ((lying && q->toward != NULL) || (laid && q->at_count > 0)) {
        const char *field = lying ? "toward" : "at";
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, field, "leave it out", "`%s` takes no `%s`", rule->name, field);
    }
    return check_places(q, error);
}

/* Where the middles of both are, and which way the aim goes. */
static tl_status find_direction(const tl_inquiry *inquiry, const tl_question *q, const tl_deviation_rule *rule,
                                bool needed, tl_scatter_aim *aim, tl_error *error) {
    tl_status status = TL_OK;
    tl_vec2 goal = {q->at[0], q->at[1]};
    double goal_off = 0;
    if (aim->has_thrower) {
        status = tl_member_middle(inquiry, aim->thrower, &aim->middle, error);
        aim->middle_off = tl_member_middle_off(inquiry, aim->thrower);
    }
    if (status == TL_OK && aim->has_target) {
        const tl_placed *placed = &inquiry->table->members[aim->target];
        status = tl_member_middle(inquiry, aim->target, &goal, error);
        goal_off = tl_member_middle_off(inquiry, aim->target);
        aim->has_height = !q->has_level;
        aim->height = placed->body->box.low.z;
        aim->height_off = tl_placed_uncertainty(placed);
    }
    if (status != TL_OK) {
        return status;
    }
    aim->at = goal;
    aim->at_off = goal_off;
    aim->directed = q->has_angle;
    aim->angle_deg = q->has_angle ? tl_wrap_deg(q->angle_deg) : 0;
    if (q->has_angle || !aim->has_thrower || (!aim->has_target && q->at_count == 0)) {
        return TL_OK;
    }
    double apart = tl_length2(tl_sub2(goal, aim->middle)), both = goal_off + aim->middle_off;
    aim->directed = apart > 0;
    if (!aim->directed && needed) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "angle", "give the direction as `angle`",
                       "%s and what `%s` is aimed at are at one place: that is no direction", aim->throwers.name,
                       rule->name);
    }
    aim->angle_deg = aim->directed ? tl_atan2_deg(goal.y - aim->middle.y, goal.x - aim->middle.x) : 0;
    aim->turn = both == 0 ? 0 : apart > both ? 0.5 * TL_PI * both / apart : TL_PI;
    return TL_OK;
}

/* So far from the edge of who fires, as was guessed, or from its middle. */
static void put_guess(const tl_inquiry *inquiry, double far_mm, bool edge, tl_scatter_aim *aim) {
    tl_vec2 d;
    tl_sincos_deg(aim->angle_deg, &d.y, &d.x);
    aim->at_far = (edge ? tl_member_reach(inquiry, aim->thrower, aim->middle, d) : 0) + far_mm;
    aim->at = tl_add2(aim->middle, tl_scale2(d, aim->at_far));
    aim->at_off = aim->middle_off + tl_table_measured(inquiry->table, aim->thrower).uncertainty;
    aim->has_target = aim->has_height = false;
}

/* Against who fires, as the outline is laid by itself. */
static tl_status put_outline(const tl_inquiry *inquiry, const tl_question *q, const tl_template_rule *shape,
                             tl_scatter_aim *aim, tl_error *error) {
    tl_question laid = {.struct_size = sizeof(laid), .query = q->query, .from = q->from, .shape = shape->name};
    tl_placing placing;
    laid.toward = q->toward;
    laid.has_angle = q->has_angle && q->toward == NULL;
    laid.angle_deg = q->angle_deg;
    tl_status status = tl_placing_make(inquiry, &laid, &placing, error);
    if (status == TL_OK) {
        double scale = placing.rule->in_game_units ? inquiry->game_unit : 1;
        aim->thrower = placing.firer;
        aim->at = tl_plan(placing.at);
        aim->at_off = tl_max(placing.shape.error_mm - placing.rule->outline_error * scale, 0);
        aim->angle_deg = placing.angle_deg;
        aim->directed = true;
        aim->has_target = false;
        aim->has_height = !q->has_level;
        aim->height = placing.at.z;
        aim->height_off = tl_placed_uncertainty(&inquiry->table->members[placing.firer]);
        tl_placing_free(&placing);
    }
    return status;
}

/* Whether any of the dice, or the aim itself, goes by the direction of the throw. */
static bool is_directed(const tl_inquiry *inquiry, const tl_deviation_rule *rule) {
    bool table = rule->frame == TL_DEVIATION_BY_TABLE ||
                 (rule->frame == TL_DEVIATION_BY_DRIFT &&
                  tl_settings_is_at(&inquiry->settings, TL_SETTING_DRIFT_FRAME, TL_CHOICE_DRIFT_FRAME_TABLE));
    return !table || rule->aim == TL_DEVIATION_GUESSED || tl_scatter_aim_is_exact(inquiry, rule);
}

tl_status tl_scatter_aim_find(const tl_inquiry *inquiry, const tl_question *q, const tl_deviation_rule *rule,
                              const tl_template_rule *shape, tl_scatter_aim *aim, tl_error *error) {
    bool directed = is_directed(inquiry, rule), exact = tl_scatter_aim_is_exact(inquiry, rule);
    *aim = (tl_scatter_aim){.has_level = q->has_level, .level = q->level};
    tl_status status = check_asked(q, rule, directed, exact, error);
    if (status == TL_OK) {
        status = find_thrower(inquiry, q, aim, error);
    }
    if (status == TL_OK && q->toward != NULL) {
        status = find_target(inquiry, q, aim, error);
    } else if (status == TL_OK && aim->has_thrower && aim->throwers.count > 1) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "name the member that throws or fires",
                         "%s has several models", aim->throwers.name);
    }
    if (status == TL_OK) {
        status = find_direction(inquiry, q, rule, directed, aim, error);
    }
    if (status == TL_OK && rule->aim == TL_DEVIATION_GUESSED) {
        put_guess(inquiry, q->guess_mm, true, aim);
    } else if (status == TL_OK && exact) {
        double length;
        status = tl_inquiry_length(inquiry, rule->reach, "throws", &length, error);
        bool edge = tl_settings_is_at(&inquiry->settings, TL_SETTING_DEVIATION_ORIGIN, TL_CHOICE_DEVIATION_ORIGIN_EDGE);
        put_guess(inquiry, length, edge, aim);
    } else if (status == TL_OK && rule->aim == TL_DEVIATION_LAID) {
        status = put_outline(inquiry, q, shape, aim, error);
    }
    return status;
}

tl_status tl_scatter_aim_reaches(const tl_inquiry *inquiry, const tl_scatter_aim *aim, double length, tl_limit *limit,
                                 tl_error *error) {
    tl_range_result range;
    if (aim->has_target) {
        tl_status status = tl_pair_range(inquiry, aim->thrower, aim->target, &range, error);
        return status == TL_OK ? tl_pair_within(inquiry, aim->thrower, aim->target, &range, length, false, limit, error)
                               : status;
    }
    tl_shape shape;
    tl_volume from = tl_table_measured(inquiry->table, aim->thrower);
    tl_volume place = tl_between_volume_of_point(
        (tl_vec3){aim->at.x, aim->at.y, inquiry->table->members[aim->thrower].body->box.low.z}, &shape);
    place.uncertainty = aim->at_off;
    tl_status status = tl_range_between(inquiry->context, &from, &place, TL_METRIC_PLAN, &range, error);
    return status == TL_OK ? tl_judge_volumes_within(inquiry, &from, &place, &range, length, false, limit, error)
                           : status;
}
