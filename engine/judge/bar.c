/* bar.c: what keeps a weapon from being used whatever the lines say. */
#include "judge/bar.h"

#include "judge/between/between.h"
#include "judge/special.h"
#include "judge/verdict.h"

static const tl_document_unit *carrier_of(const tl_inquiry *inquiry, const tl_document_unit *unit) {
    return unit->aboard != NULL ? tl_document_find(inquiry->table->document, unit->aboard).unit : NULL;
}

bool tl_bar_unit_is_inside(const tl_inquiry *inquiry, const tl_document_unit *unit) {
    const tl_document_unit *carrier = carrier_of(inquiry, unit);
    return carrier != NULL && tl_special_unit_effect(inquiry, carrier, TL_EFFECT_ENCLOSES, NULL) != NULL;
}

/* What passengers inside leave where it is: close combat, flames and whole support weapons. */
static bool is_used_outside(const tl_inquiry *inquiry, const tl_document_unit *unit, const tl_document_weapon *weapon) {
    const tl_template_rule *rule = weapon != NULL && weapon->template_name != NULL
                                       ? tl_ruleset_template(inquiry->referee->ruleset, weapon->template_name)
                                       : NULL;
    return !unit->kind->fires_from_inside || (rule != NULL && rule->flame) ||
           (weapon != NULL && weapon->range == TL_WEAPON_RANGE_CLOSE);
}

/* Where a weapon sits on a model: its mount; else the middle of what the model's mesh has as gear, else of its body
 * (DT-SPC-08). */
static tl_vec3 weapon_place(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon) {
    const tl_placed *placed = &inquiry->table->members[member];
    if (weapon->has_mount) {
        return tl_pose_point(&placed->body->pose, weapon->mount);
    }
    const tl_mesh *mesh = placed->model->mesh;
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; mesh != NULL && placed->model->roles != NULL && i < mesh->triangle_count; i++) {
        for (int k = 0; k < 3 && placed->model->roles[i] == TL_ROLE_GEAR; k++) {
            box = tl_box3_add(box, mesh->vertices[mesh->triangles[3 * i + (size_t)k]]);
        }
    }
    return box.low.x <= box.high.x ? tl_pose_point(&placed->body->pose, tl_box3_centre(box))
                                   : tl_box3_centre(tl_bvh_box(placed->body->core));
}

/* Area terrain that the weapon itself is in, or a fortification that its bearer is in, of the kinds that it isn't fired
 * from. */
static tl_status bar_of_place(const tl_inquiry *inquiry, size_t member, const tl_document_unit *unit,
                              const tl_document_weapon *weapon, tl_bar *bar, tl_error *error) {
    const tl_skill_effect *effect = tl_special_weapon_effect(inquiry, unit, weapon, TL_EFFECT_NOT_FROM_AREA, NULL);
    const tl_referee *referee = inquiry->referee;
    size_t shelter = SIZE_MAX;
    if (effect == NULL) {
        return TL_OK;
    }
    tl_vec3 place = weapon_place(inquiry, member, weapon);
    for (size_t i = 0; i < referee->area_count; i++) {
        const tl_referee_area *area = &referee->areas[i];
        tl_area prism = tl_inquiry_area(inquiry, area);
        if (tl_skills_effect_names(effect, area->kind->name) &&
            tl_area_place_of_point(&prism, place) != TL_AREA_OUTSIDE) {
            *bar = (tl_bar){TL_BAR_PLACE, area->terrain, NULL, tl_by(TL_CLAUSE_SHELTER_PLACE)};
            return TL_OK;
        }
    }
    tl_status status = tl_inquiry_shelter(inquiry, member, &shelter, error);
    if (status == TL_OK && shelter != SIZE_MAX &&
        tl_skills_effect_names(effect, referee->shelters[shelter].kind->name)) {
        *bar = (tl_bar){TL_BAR_PLACE, referee->shelters[shelter].terrain, NULL, tl_by(TL_CLAUSE_SHELTER_FIRE)};
    }
    return status;
}

tl_status tl_bar_of_shelter(const tl_inquiry *inquiry, size_t member, const tl_document_unit *target, tl_bar *bar,
                            tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    size_t shelter = SIZE_MAX;
    *bar = (tl_bar){.kind = TL_BAR_NONE, .terrain = SIZE_MAX};
    tl_status status = tl_inquiry_shelter(inquiry, member, &shelter, error);
    if (status == TL_OK && shelter != SIZE_MAX) {
        const tl_referee_area *area = &inquiry->referee->shelters[shelter];
        if (tl_ruleset_kind_never_hits(area->kind, target->kind->name)) {
            *bar = (tl_bar){TL_BAR_SHELTER, area->terrain, NULL, tl_by(TL_CLAUSE_SHELTER_FIRE)};
        }
    }
    return status;
}

tl_status tl_bar_find(const tl_inquiry *inquiry, const tl_party *from, size_t member, const tl_document_weapon *weapon,
                      const tl_document_unit *target, tl_bar *bar, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    *bar = (tl_bar){.kind = TL_BAR_NONE, .terrain = SIZE_MAX};
    if (weapon != NULL && weapon->range == TL_WEAPON_RANGE_CLOSE &&
        !tl_ruleset_has_length(inquiry->referee->ruleset, "close_combat_reach")) {
        bar->kind = TL_BAR_NO_RULE;
        return TL_OK;
    }
    if (target != NULL && tl_bar_unit_is_inside(inquiry, target)) {
        *bar = (tl_bar){TL_BAR_PASSENGER, SIZE_MAX, carrier_of(inquiry, target), tl_by(TL_CLAUSE_ABOARD_INSIDE)};
        return TL_OK;
    }
    if (tl_bar_unit_is_inside(inquiry, from->unit) && is_used_outside(inquiry, from->unit, weapon)) {
        *bar = (tl_bar){TL_BAR_CARRIED, SIZE_MAX, carrier_of(inquiry, from->unit), tl_by(TL_CLAUSE_ABOARD_INSIDE)};
        return TL_OK;
    }
    tl_status status = weapon != NULL ? bar_of_place(inquiry, member, from->unit, weapon, bar, error) : TL_OK;
    return status == TL_OK && bar->kind == TL_BAR_NONE && target != NULL
               ? tl_bar_of_shelter(inquiry, member, target, bar, error)
               : status;
}
