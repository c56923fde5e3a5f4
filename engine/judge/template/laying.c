/* laying.c: where a template lies: a blast on its centre, a flame against the one who fires. */
#include "judge/template/placing_steps.h"

#include "judge/party.h"
#include "judge/template/anchor.h"
#include "judge/template/filling.h"
#include "judge/template/levels.h"

#include <stdio.h>

/* The surface that a place of the question lies on, for something so tall. */
static tl_status find_surface(const tl_inquiry *inquiry, const tl_question *q, double tall, tl_vec3 *at, double *off,
                              tl_error *error) {
    *off = 0;
    *at = (tl_vec3){q->at[0], q->at[1], q->at[2]};
    return q->at_count == 3 ? TL_OK : tl_level_height(inquiry, tl_plan(*at), q->level, tall, &at->z, off, error);
}

/* --- Blast -------------------------------------------------------------------------------------------------------- */

/* Of a unit that is aimed at the model nearest to those who fire; which one must be certain. */
static tl_status find_nearest(const tl_inquiry *inquiry, const tl_placing *p, const tl_party *target, size_t *aimed,
                              tl_error *error) {
    double least = INFINITY, next = INFINITY, off = 0;
    for (size_t j = 0; j < target->count; j++) {
        tl_range_result range;
        size_t from, to;
        tl_party one = *target;
        one.first = target->first + j;
        one.count = 1;
        tl_status status = tl_pair_nearest(inquiry, &p->firers, &one, &range, &from, &to, error);
        if (status != TL_OK) {
            return status;
        }
        off = tl_max(off, range.error_mm + tl_table_measured(inquiry->table, from).uncertainty +
                              tl_table_measured(inquiry->table, to).uncertainty);
        next = tl_min(next, tl_max(range.distance_mm, least));
        *aimed = range.distance_mm < least ? to : *aimed;
        least = tl_min(least, range.distance_mm);
    }
    if (next - least <= inquiry->tolerance + 2 * off) {
        char remedy[200];
        snprintf(remedy, sizeof(remedy), "name it, such as `%s`", inquiry->table->members[*aimed].id);
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "toward", remedy,
                       "which of %s is the nearest can't be told: several are as near", target->name);
    }
    return TL_OK;
}

/* On the middle of who it is thrown at. `*off`: by how much that may be off in plan, mm. */
static tl_status lay_on_target(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, double *off,
                               tl_error *error) {
    tl_party target;
    tl_vec2 middle;
    size_t aimed = 0;
    tl_status status = tl_referee_party(inquiry->referee, q->toward, "toward", &target, error);
    if (status == TL_OK) {
        aimed = target.first;
        if (p->rule->on_nearest && target.count > 1) {
            status = find_nearest(inquiry, p, &target, &aimed, error);
        }
    }
    if (status == TL_OK) {
        status = tl_member_middle(inquiry, aimed, &middle, error);
    }
    if (status == TL_OK) {
        p->at = (tl_vec3){middle.x, middle.y, inquiry->table->members[aimed].body->box.low.z};
        p->aimed = p->rule->on_nearest ? aimed : SIZE_MAX;
        *off = tl_member_middle_off(inquiry, aimed);
        p->at_off = *off + tl_placed_uncertainty(&inquiry->table->members[aimed]);
    }
    return status;
}

tl_status tl_placing_lay_blast(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    double height = tl_settings_number_of(&inquiry->settings, TL_SETTING_BLAST_CENTRE_HEIGHT_MM);
    double diameter = tl_settings_number_or(&inquiry->settings, TL_SETTING_BLAST_DIAMETER_MM,
                                            tl_settings_diameter(&inquiry->settings, p->rule, inquiry->units));
    double off = 0;
    tl_status status = TL_OK;
    if (q->at_count > 0) {
        status = find_surface(inquiry, q, height, &p->at, &p->at_off, error);
    } else if (q->toward != NULL && p->has_firer) {
        status = lay_on_target(inquiry, q, p, &off, error);
    } else {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "give `at` [x, y], or `from` and `toward`",
                         "where the centre of `%s` lies is missing", p->rule->name);
    }
    if (status == TL_OK) {
        p->eye = (tl_vec3){p->at.x, p->at.y, p->at.z + height};
        p->shape = tl_template_disc(tl_plan(p->at), 0.5 * diameter);
        p->shape.error_mm = off;
    }
    if (status == TL_OK && p->rule->fills != NULL) {
        status = tl_filling_lay(inquiry, p, error);
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
        bool meant = tl_placing_weapon_is_meant(p->rule, &weapons[w], q->weapon) &&
                     tl_party_carries(&p->firers, SIZE_MAX, &weapons[w]);
        p->weapon = meant ? &weapons[w] : NULL;
    }
    return status;
}

/* The tip at the edge of the firer's outline or at its weapon's end, the axis running back through its middle. By how
 * much the tip may be `off`, mm, and by how much the template may be turned, radians, about the firer's middle. */
static tl_status lay_against_firer(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, double *off,
                                   double *turn, tl_error *error) {
    tl_party target;
    size_t aimed = 0;
    tl_vec2 middle, goal;
    tl_flame_anchor anchor = {.muzzle = false};
    tl_status status = TL_OK;
    if (q->toward != NULL) {
        status = tl_referee_party(inquiry->referee, q->toward, "toward", &target, error);
        if (status == TL_OK) {
            status = tl_party_differs(&p->firers, &target, error);
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
    *off = tl_member_middle_off(inquiry, p->firer) + (anchor.muzzle
                                                          ? tl_member_muzzle_off(inquiry, p->firer, p->weapon)
                                                          : tl_table_measured(inquiry->table, p->firer).uncertainty);
    if (q->toward != NULL) {
        double both = tl_member_middle_off(inquiry, p->firer) + tl_member_middle_off(inquiry, aimed);
        double apart = tl_length2(tl_sub2(goal, middle));
        *turn = both == 0 ? 0 : apart > both ? 1.5708 * both / apart : 3.1416;
    }
    tl_vec2 tip = tl_add2(middle, tl_scale2(d, reach));
    p->at = (tl_vec3){tip.x, tip.y, inquiry->table->members[p->firer].body->box.low.z};
    return TL_OK;
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

tl_status tl_placing_lay_flame(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    double off = 0, turn = 0, scale = p->rule->in_game_units ? inquiry->game_unit : 1;
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
        status = tl_template_polygon(inquiry->context, p->rule->outline, p->rule->outline_count, scale, p->angle_deg,
                                     tl_plan(p->at), &p->shape, error);
        p->shape.error_mm = p->rule->outline_error * scale;
        p->shape.error_mm += off + (turn > 0 ? turn * farthest(p, inquiry) : 0);
    }
    /* whoever looks from the tip, when nobody is named, looks from as high above the ground as a blast does */
    p->eye = (tl_vec3){p->at.x, p->at.y,
                       p->at.z + tl_settings_number_of(&inquiry->settings, TL_SETTING_BLAST_CENTRE_HEIGHT_MM)};
    return status;
}
