/* impact.c: judges what the centre of a disc does to who lies under it. */
#include "judge/template/impact.h"

#include "area/area.h"
#include "body/shape.h"
#include "judge/between/between.h"
#include "judge/between/slot_uncertainty.h"
#include "judge/score/fact.h"
#include "judge/verdict.h"

/* How far the outline of a mesh may lie from the mesh, mm (area/outline.h). */
#define OUTLINE_OFF 0.01

static tl_status outline_of(const tl_inquiry *inquiry, const tl_volume *volume, tl_outline *outline, tl_error *error) {
    return volume->shape != NULL
               ? tl_outline_of_shape(inquiry->context, volume->shape, outline, error)
               : tl_area_outline_of_mesh(inquiry->context, tl_bvh_vertices(volume->mesh),
                                         tl_bvh_vertex_count(volume->mesh), tl_bvh_triangles(volume->mesh),
                                         tl_bvh_triangle_count(volume->mesh), outline, error);
}

tl_status tl_impact_on_member(const tl_inquiry *inquiry, const tl_impact *impact, size_t member, tl_verdict *verdict,
                              double *margin, tl_error *error) {
    tl_volume volume = tl_table_measured(inquiry->table, member);
    tl_vec2 at = tl_plan(impact->at);
    tl_outline outline;
    double off = impact->off + volume.uncertainty, band = inquiry->tolerance + off;
    tl_status status = outline_of(inquiry, &volume, &outline, error);
    if (status != TL_OK) {
        return status;
    }
    int side = tl_outline_holds(&outline, at);
    double rim = tl_outline_border_distance(&outline, at);
    *margin = side >= 0 ? rim : -rim;
    *verdict = side >= 0 ? TL_VERDICT_YES : TL_VERDICT_NO; /* on its outline is on it */
    if (volume.mesh != NULL && rim <= OUTLINE_OFF && off == 0) {
        *verdict = tl_between_member_holds(inquiry, member, impact->at) ? TL_VERDICT_YES : TL_VERDICT_NO;
    }
    *verdict = band > 0 && rim <= band ? TL_VERDICT_MARGINAL : *verdict;
    tl_outline_free(&outline);
    return TL_OK;
}

/* Whether an area is one that the model stands in, for cover (setting area_cover_overlap): by how much a round base
 * does is held against the tolerance, of other outlines whether they do at all. */
static tl_status stands_in(const tl_inquiry *inquiry, const tl_referee_area *area, size_t member, tl_verdict *in,
                           tl_error *error) {
    bool whole =
        tl_settings_is_at(&inquiry->settings, TL_SETTING_AREA_COVER_OVERLAP, TL_CHOICE_AREA_COVER_OVERLAP_WHOLE);
    tl_volume volume = tl_table_measured(inquiry->table, member);
    tl_area_placement placement;
    tl_status status = tl_inquiry_place_in(inquiry, area, member, &placement, error);
    if (status != TL_OK) {
        return status;
    }
    double by = inquiry->tolerance + tl_uncertainty_of_area(inquiry, area) + volume.uncertainty;
    bool yes = whole ? placement.place == TL_AREA_INSIDE : placement.place != TL_AREA_OUTSIDE;
    bool near = placement.place == (whole ? TL_AREA_INSIDE : TL_AREA_OUTSIDE) && placement.gap_mm <= by && by > 0;
    *in = !placement.certain || near ? TL_VERDICT_MARGINAL : yes ? TL_VERDICT_YES : TL_VERDICT_NO;
    if (placement.place == TL_AREA_STRADDLES && volume.shape != NULL && volume.shape->kind == TL_SHAPE_DISC) {
        tl_vec2 centre = tl_plan(tl_shape_centre(volume.shape));
        double rim = tl_outline_border_distance(&area->outline, centre);
        double inside = tl_outline_holds(&area->outline, centre) >= 0 ? rim : -rim;
        double deep = volume.shape->radius + (whole ? -inside : inside); /* sticks in, or out, by so much */
        *in = by > 0 && deep <= by ? TL_VERDICT_MARGINAL : *in;
    }
    return TL_OK;
}

/* What one area gives: cover, none, or that isn't decided. */
static tl_status cover_of(const tl_inquiry *inquiry, const tl_impact *impact, const tl_referee_area *area,
                          size_t member, tl_verdict *gives, bool *shared, tl_error *error) {
    bool outside =
        tl_settings_is_at(&inquiry->settings, TL_SETTING_BLAST_COVER_OUTSIDE, TL_CHOICE_BLAST_COVER_OUTSIDE_NONE);
    tl_area prism = tl_inquiry_area(inquiry, area);
    double middle_off, low = impact->at.z - impact->height_off, high = impact->at.z + impact->height_off;
    tl_vec3 middle = tl_fact_middle_of(inquiry, member, &middle_off);
    double band = inquiry->tolerance + tl_max(middle_off, impact->off) + tl_uncertainty_of_area(inquiry, area);
    tl_verdict its, here = tl_fact_area_holds(inquiry, area, tl_plan(impact->at), impact->off, low, high, NULL);
    tl_status status = stands_in(inquiry, area, member, &its, error);
    if (status != TL_OK) {
        return status;
    }
    tl_verdict both = tl_verdict_both(its, here), his = tl_verdict_both(its, tl_verdict_not(here));
    tl_verdict its_own = tl_verdict_both(here, tl_verdict_not(its));
    tl_verdict neither = tl_verdict_both(tl_verdict_not(here), tl_verdict_not(its));
    tl_verdict between = TL_VERDICT_NO;
    if (neither != TL_VERDICT_NO) {
        between = tl_verdict_both(neither, tl_fact_line_enters(&prism, impact->at, middle, band));
    }
    *shared = *shared || both != TL_VERDICT_NO;
    *gives = tl_verdict_either(its_own, between);
    *gives = outside ? *gives : tl_verdict_either(*gives, his);
    if (its == TL_VERDICT_MARGINAL || here == TL_VERDICT_MARGINAL) { /* one of several ways, which may exclude others */
        *gives = *gives == TL_VERDICT_NO ? TL_VERDICT_NO : TL_VERDICT_MARGINAL;
    }
    return TL_OK;
}

tl_status tl_impact_cover(const tl_inquiry *inquiry, const tl_impact *impact, size_t member, uint64_t *grades,
                          bool *shared, tl_error *error) {
    uint64_t sure = 0, perhaps = 0;
    *shared = false;
    *grades = 0;
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        tl_verdict gives;
        if (!area->kind->cover || area->kind->grade == 0) {
            continue;
        }
        tl_status status = cover_of(inquiry, impact, area, member, &gives, shared, error);
        if (status != TL_OK) {
            return status;
        }
        uint64_t bit = UINT64_C(1) << area->kind->grade;
        sure |= gives == TL_VERDICT_YES ? bit : 0;
        perhaps |= gives == TL_VERDICT_MARGINAL ? bit : 0;
    }
    uint64_t best = 1; /* the best that is sure; bit 0: none is */
    for (uint64_t bit = sure; bit != 0; bit &= bit - 1) {
        best = bit & (~bit + 1);
    }
    *grades = best | (perhaps & ~(best | (best - 1)));
    return TL_OK;
}
