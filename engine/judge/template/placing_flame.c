/* placing_flame.c: whether a flame may lie as it does: at its firer's edge or weapon, along its axis, all of it in the
 * arc (DB-FLM-02). */
#include "judge/template/placing_steps.h"

#include "body/shape.h"
#include "judge/measure/arc.h"
#include "judge/party.h"
#include "judge/special.h"
#include "judge/template/anchor.h"
#include "judge/verdict.h"

/* A flame that is judged. */
typedef struct flame {
    tl_vec2 middle; /* of the firer */
    bool laid;      /* against the firer, by us, not at a place that was given */
    double slack;   /* what was laid by hand touches within the tolerance; what was laid here by construction */
} flame;

/* What is said of a length: yes up to `slack`, open within the outline's own error beyond. */
static tl_verdict within_slack(double off, double slack, double error) {
    return off <= slack ? TL_VERDICT_YES : off <= slack + error ? TL_VERDICT_MARGINAL : TL_VERDICT_NO;
}

/* It touches the firer, or starts at the end of its weapon. */
static tl_status judge_touch(const tl_inquiry *inquiry, const flame *f, tl_placing *p, tl_error *error) {
    tl_flame_anchor anchor;
    tl_status status = tl_member_anchor(inquiry, p->firer, p->weapon, &anchor, error);
    if (status != TL_OK) {
        return status;
    }
    p->from_muzzle = anchor.muzzle;
    p->muzzle_guessed = anchor.muzzle && anchor.guessed;
    double beyond = tl_length2(tl_sub2(tl_plan(p->at), f->middle)) - anchor.reach;
    double ahead = anchor.muzzle ? p->rule->ahead * inquiry->game_unit : 0; /* it may begin so far ahead */
    double gap = beyond > 0 ? tl_max(0, beyond - ahead) : -beyond, error_mm = 0, uncertainty, deep = -gap;
    if (anchor.muzzle) {
        uncertainty = tl_member_muzzle_off(inquiry, p->firer, p->weapon);
    } else {
        tl_volume volume = tl_table_measured(inquiry->table, p->firer);
        tl_template_hold hold;
        status = tl_template_touch(inquiry->context, &p->shape, &volume, 1, &hold, error);
        if (status != TL_OK) {
            return status;
        }
        gap = hold.gap_mm;
        error_mm = hold.error_mm;
        uncertainty = volume.uncertainty;
        deep = hold.gap_mm > 0 ? -hold.gap_mm : hold.depth_mm;
    }
    tl_verdict touches = within_slack(gap, f->slack, error_mm);
    if (uncertainty > 0 && !f->laid) { /* what was laid here touches whatever the model is like in truth */
        touches = deep >= uncertainty - f->slack                 ? TL_VERDICT_YES
                  : deep >= -(uncertainty + f->slack + error_mm) ? TL_VERDICT_MARGINAL
                                                                 : TL_VERDICT_NO;
    }
    if (ahead > 0 && beyond > f->slack) {
        /* a limit of its own: how far ahead it may begin */
        double off = inquiry->tolerance + uncertainty;
        tl_verdict may = off > 0 && !f->laid      ? tl_verdict_of_margin(ahead - beyond, 1e-9, off)
                         : beyond <= ahead + 1e-9 ? TL_VERDICT_YES
                                                  : TL_VERDICT_NO;
        tl_placing_find(p, TL_PLACING_AHEAD, tl_by_row(TL_CLAUSE_FLAME_LAID, p->rule->rule), may)->off_mm = beyond;
        return TL_OK;
    }
    tl_placing_find(p, anchor.muzzle ? TL_PLACING_MUZZLE : TL_PLACING_TOUCHES, tl_by(TL_CLAUSE_FLAME_LAID), touches)
        ->off_mm = touches == TL_VERDICT_YES ? 0 : gap;
    return TL_OK;
}

/* --- The axis ----------------------------------------------------------------------------------------------------- */

/* By how much a flame's axis passes the middle of a member; INFINITY when that lies behind it. */
static tl_status axis_passes(const tl_inquiry *inquiry, const tl_placing *p, tl_vec2 d, size_t member, double *off,
                             tl_error *error) {
    tl_vec2 middle;
    tl_status status = tl_member_middle(inquiry, member, &middle, error);
    tl_vec2 ahead = tl_sub2(middle, tl_plan(p->at));
    *off = tl_dot2(d, ahead) > 0 ? fabs(tl_cross2(d, ahead)) : INFINITY;
    return status;
}

/* Whose middle the axis passes nearest to: of those named, else of whoever is no member of the firer's unit. `*off`:
 * INFINITY when it runs to nobody's; then `*whose` stays. */
static tl_status find_target(const tl_inquiry *inquiry, const tl_question *q, const tl_placing *p, tl_vec2 d,
                             size_t *whose, double *off, tl_error *error) {
    tl_party target = {.first = 0, .count = inquiry->table->member_count};
    tl_status status =
        q->toward != NULL ? tl_referee_party(inquiry->referee, q->toward, "toward", &target, error) : TL_OK;
    *off = INFINITY;
    for (size_t i = target.first; i < target.first + target.count && status == TL_OK; i++) {
        double one = INFINITY;
        if (tl_table_unit_of(inquiry->table, i) != p->firers.unit) {
            status = axis_passes(inquiry, p, d, i, &one, error);
        }
        *whose = one < *off ? i : *whose;
        *off = tl_min(*off, one);
    }
    return status;
}

/* The axis runs back through the firer's middle, or on to the middle of a target (DB-FLM-02, readings A and B). */
static tl_status judge_axis(const tl_inquiry *inquiry, const tl_question *q, const flame *f, tl_placing *p,
                            tl_error *error) {
    tl_vec2 d;
    tl_sincos_deg(p->angle_deg, &d.y, &d.x);
    tl_vec2 back = tl_sub2(tl_plan(p->at), f->middle);
    double off = tl_dot2(d, back) >= -f->slack ? fabs(tl_cross2(d, back)) : tl_length2(back);
    size_t whose = p->firer;
    bool to_target = tl_settings_is_at(&inquiry->settings, TL_SETTING_FLAME_AXIS, TL_CHOICE_FLAME_AXIS_TARGET_CENTRE);
    tl_status status = to_target ? find_target(inquiry, q, p, d, &whose, &off, error) : TL_OK;
    if (status != TL_OK) {
        return status;
    }
    double off_error = whose == p->firer && f->laid ? 0 : tl_member_middle_off(inquiry, whose);
    tl_verdict axis = off + off_error <= f->slack   ? TL_VERDICT_YES
                      : off - off_error <= f->slack ? TL_VERDICT_MARGINAL
                                                    : TL_VERDICT_NO;
    bool straight = off <= f->slack;
    tl_placing_finding *finding = tl_placing_find(p,
                                                  !(off < INFINITY)       ? TL_PLACING_AIMLESS
                                                  : straight && to_target ? TL_PLACING_AIMED
                                                  : straight              ? TL_PLACING_BACKWARD
                                                                          : TL_PLACING_ASKEW,
                                                  tl_by(TL_CLAUSE_FLAME_LAID), axis);
    finding->member = whose;
    finding->off_mm = straight ? 0 : off;
    return TL_OK;
}

/* --- The arc ------------------------------------------------------------------------------------------------------ */

/* The whole outline in the arc of some weapon that has it; the outline's own error counts against it. */
static tl_status judge_arc(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    const tl_document_weapon *weapons;
    size_t count;
    tl_status status = tl_party_weapons(inquiry, &p->firers, q->weapon, &weapons, &count, error);
    const tl_shape outline = {.kind = TL_SHAPE_POLYGON,
                              .pose = tl_pose_identity(),
                              .low = p->at.z,
                              .high = p->at.z,
                              .outline = p->shape.corner,
                              .outline_count = p->shape.count};
    tl_volume whole = {.shape = &outline};
    tl_pair_arc_result arc;
    bool armed = false;
    for (size_t w = 0; w < count && status == TL_OK; w++) {
        if (!tl_placing_weapon_is_meant(p->rule, &weapons[w], q->weapon) ||
            !tl_party_carries(&p->firers, p->firer - p->firers.first, &weapons[w])) {
            continue;
        }
        status = tl_party_arc(inquiry, &p->firers, p->firer, &weapons[w], &whole, true, &arc, error);
        if (status == TL_OK && (!armed || arc.margin_mm > p->arc.margin_mm)) {
            p->arc = arc;
            p->weapon = &weapons[w];
            armed = true;
        }
    }
    if (status == TL_OK && armed) {
        if (!p->arc.always && p->shape.error_mm > 0 &&
            fabs(p->arc.margin_mm) <= inquiry->tolerance + p->shape.error_mm) {
            p->arc.verdict = TL_VERDICT_MARGINAL;
        }
        tl_placing_find_arc(p, TL_PLACING_WHOLE_ARC, tl_by(TL_CLAUSE_FLAME_LAID));
    } else if (status == TL_OK) {
        tl_placing_find(p, TL_PLACING_NO_WEAPON, tl_by(TL_CLAUSE_FLAME_LAID), TL_VERDICT_MARGINAL);
    }
    return status;
}

tl_status tl_placing_judge_flame(const tl_inquiry *inquiry, const tl_question *q, tl_placing *p, tl_error *error) {
    bool laid = q->at_count == 0;
    flame f = {.laid = laid, .slack = tl_max(inquiry->tolerance, laid ? 1e-6 : 1e-9)};
    tl_status status = tl_member_middle(inquiry, p->firer, &f.middle, error);
    if (status == TL_OK) {
        status = judge_touch(inquiry, &f, p, error);
    }
    if (status == TL_OK) {
        status = judge_axis(inquiry, q, &f, p, error);
    }
    if (status == TL_OK) {
        status = judge_arc(inquiry, q, p, error);
    }
    if (status == TL_OK) {
        status = tl_placing_find_bar(inquiry, p, error);
    }
    tl_placing_conclude(p);
    return status;
}
