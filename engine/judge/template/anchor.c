/* anchor.c: where a model's middle is, how far its outline reaches, where its weapon ends. */
#include "judge/template/anchor.h"

#include "body/shape.h"
#include "judge/measure/arc.h"

tl_status tl_member_middle(const tl_inquiry *inquiry, size_t member, tl_vec2 *middle, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    const tl_body *body = inquiry->table->members[member].body;
    tl_volume measured = tl_table_measured(inquiry->table, member);
    if (measured.shape == &body->base) {
        *middle = tl_plan(tl_shape_centre(&body->base));
        return TL_OK;
    }
    /* of a hull the same middle that its arcs start from */
    static const tl_document_weapon all_round = {.id = "", .name = ""};
    tl_pair_arc_result arc;
    tl_status status = tl_judge_volume_arc(inquiry, member, &all_round, &measured, false, &arc, error);
    *middle = tl_plan(arc.apex);
    return status;
}

double tl_member_middle_off(const tl_inquiry *inquiry, size_t member) {
    const tl_placed *placed = &inquiry->table->members[member];
    bool by_base = tl_table_measured(inquiry->table, member).shape == &placed->body->base;
    /* of the box round a core each side may be off: the root of two in plan */
    return by_base ? placed->body->base_uncertainty : 1.4143 * placed->body->core_uncertainty;
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
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
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
        for (size_t i = 0; i < s->outline_count; i++) { /* of a polygon */
            tl_vec2 p = s->outline[i], q = s->outline[(i + 1) % s->outline_count];
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
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    const tl_settings *s = &inquiry->settings;
    tl_vec2 middle;
    tl_status status = tl_member_middle(inquiry, member, &middle, error);
    bool far = weapon != NULL && ((weapon->range == TL_WEAPON_RANGE_UNITS && weapon->range_max >= 3) ||
                                  (weapon->range == TL_WEAPON_RANGE_MM && weapon->range_max >= 3 * inquiry->game_unit));
    *anchor = (tl_flame_anchor){
        .muzzle = tl_settings_is_at(s, TL_SETTING_FLAME_ANCHOR, TL_CHOICE_FLAME_ANCHOR_MUZZLE) ||
                  (far && !tl_settings_is_at(s, TL_SETTING_FLAME_ANCHOR, TL_CHOICE_FLAME_ANCHOR_EDGE))};
    if (status == TL_OK && anchor->muzzle) {
        anchor->reach = muzzle_reach(inquiry, member, weapon, middle, &anchor->guessed);
        anchor->muzzle = anchor->reach > 0;
    }
    return status;
}

double tl_member_muzzle_off(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon) {
    bool guessed = weapon == NULL || !weapon->has_muzzle;
    return tl_member_middle_off(inquiry, member) + (guessed ? inquiry->table->members[member].body->uncertainty : 0);
}
