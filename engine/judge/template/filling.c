/* filling.c: rooms and houses that are struck as a whole. */
#include "judge/template/filling.h"

#include "judge/between/between.h"
#include "judge/group/within.h"
#include "judge/template/anchor.h"
#include "judge/template/placing_steps.h"
#include "judge/verdict.h"
#include "ruleset/score.h"

/* mm: distances in plan are exact to far less. */
#define ROUNDING 1e-9

static const tl_terrain_kind *kind_of(const tl_inquiry *inquiry, size_t terrain) {
    return tl_ruleset_kind(inquiry->referee->ruleset, inquiry->table->document->terrain[terrain].kind);
}

/* The outline of a piece: drawn, or its mesh seen from above. False: it has none. */
static tl_status outline_of(const tl_inquiry *inquiry, size_t terrain, bool *has, tl_outline *outline,
                            tl_error *error) {
    const tl_document_terrain *source = &inquiry->table->document->terrain[terrain];
    *has = source->has_disc || source->outline != NULL || inquiry->table->terrain[terrain].body != NULL;
    *outline = source->has_disc ? tl_outline_disc(source->disc_centre, source->disc_radius) : (tl_outline){0};
    if (source->has_disc || !*has) {
        return TL_OK;
    }
    return source->outline != NULL
               ? tl_outline_polygon(inquiry->context, source->outline, source->outline_count, outline, error)
               : tl_referee_terrain_outline(inquiry->context, inquiry->table, terrain, outline, error);
}

/* From where to where it reaches upwards: its area's heights, or its mesh's. */
static void heights_of(const tl_inquiry *inquiry, size_t terrain, double *low, double *high) {
    const tl_placed *placed = &inquiry->table->terrain[terrain];
    *low = placed->body != NULL ? placed->body->box.low.z : -INFINITY;
    *high = placed->body != NULL ? placed->body->box.high.z : INFINITY;
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        if (inquiry->referee->areas[i].terrain == terrain) {
            tl_area area = tl_inquiry_area(inquiry, &inquiry->referee->areas[i]);
            *low = area.bottom;
            *high = area.top;
        }
    }
}

/* A ring of an outline, and its area. */
typedef struct ring {
    size_t first, end; /* edges; none: a disc, or no ring */
    double area;
} ring;

/* Whether a ring goes round a place: walls without a roof have an inside, too. */
static bool goes_round(const tl_outline *outline, size_t first, size_t end, tl_vec2 p, double *area) {
    bool inside = false;
    double doubled = 0;
    for (size_t i = first; i < end; i++) {
        tl_vec2 a = outline->edges[i].a, b = outline->edges[i].b;
        doubled += tl_cross2(a, b);
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))) {
            inside = !inside;
        }
    }
    *area = 0.5 * fabs(doubled);
    return inside;
}

/* The outermost ring round the centre, which lies on a height that the piece has; false: it doesn't hold it. */
static bool holds_centre(const tl_inquiry *inquiry, const tl_placing *p, size_t terrain, const tl_outline *outline,
                         ring *found) {
    double low, high;
    heights_of(inquiry, terrain, &low, &high);
    *found = (ring){0, 0, 3.15 * outline->radius * outline->radius};
    if (p->at.z < low - ROUNDING || p->at.z >= high) {
        return false;
    }
    if (outline->kind == TL_OUTLINE_DISC) {
        return tl_outline_holds(outline, tl_plan(p->at)) > 0;
    }
    for (size_t r = 0, first = 0; r < outline->ring_count; first = outline->ring_ends[r++]) {
        double area;
        if (goes_round(outline, first, outline->ring_ends[r], tl_plan(p->at), &area) && area > found->area) {
            *found = (ring){first, outline->ring_ends[r], area};
        }
    }
    return found->end > found->first;
}

static tl_status lay_outline(const tl_inquiry *inquiry, tl_placing *p, const tl_outline *outline, const ring *its,
                             tl_error *error) {
    if (outline->kind == TL_OUTLINE_DISC) {
        p->shape = tl_template_disc(outline->centre, outline->radius);
        return TL_OK;
    }
    size_t count = its->end - its->first;
    tl_vec2 *corner = tl_alloc_array(inquiry->context, count, sizeof(*corner));
    tl_status status = corner != NULL ? TL_OK : tl_fail_memory(error);
    double doubled = 0;
    for (size_t i = its->first; i < its->end; i++) {
        doubled += tl_cross2(outline->edges[i].a, outline->edges[i].b);
    }
    for (size_t i = 0; status == TL_OK && i < count; i++) {
        corner[doubled < 0 ? count - 1 - i : i] = outline->edges[its->first + i].a;
    }
    if (status == TL_OK) {
        status = tl_template_polygon(inquiry->context, corner, count, 1, 0, (tl_vec2){0, 0}, &p->shape, error);
    }
    tl_free(inquiry->context, corner);
    return status;
}

tl_status tl_filling_lay(const tl_inquiry *inquiry, tl_placing *p, tl_error *error) {
    double least = INFINITY;
    tl_status status = TL_OK;
    p->filled = SIZE_MAX;
    for (size_t i = 0; i < inquiry->table->terrain_count && status == TL_OK; i++) {
        const tl_terrain_kind *kind = kind_of(inquiry, i);
        tl_outline outline = {0};
        ring its;
        bool has = false;
        if (kind == NULL || !tl_score_lists(p->rule->fills, kind->name)) {
            continue;
        }
        status = outline_of(inquiry, i, &has, &outline, error);
        if (status == TL_OK && has && holds_centre(inquiry, p, i, &outline, &its) && its.area < least) {
            least = its.area;
            p->filled = i;
        }
        tl_outline_free(&outline);
    }
    if (status == TL_OK && p->filled == SIZE_MAX) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "give a place inside, or another `shape`",
                       "`%s` strikes all of what it bursts in, and there is no such thing", p->rule->name);
    }
    if (status == TL_OK) {
        tl_outline outline = {0};
        ring its = {0};
        bool has;
        status = outline_of(inquiry, p->filled, &has, &outline, error);
        if (status == TL_OK) {
            (void)holds_centre(inquiry, p, p->filled, &outline, &its);
            status = lay_outline(inquiry, p, &outline, &its, error);
        }
        p->shape.error_mm = tl_placed_uncertainty(&inquiry->table->terrain[p->filled]);
        tl_outline_free(&outline);
    }
    return status;
}

/* How far who throws is from the nearest such piece that holds the centre. */
static tl_status find_wall(const tl_inquiry *inquiry, tl_placing *p, double *gap, double *off, size_t *whose,
                           tl_error *error) {
    tl_volume own = tl_table_measured(inquiry->table, p->firer);
    tl_status status = TL_OK;
    *gap = INFINITY;
    *whose = SIZE_MAX;
    for (size_t i = 0; i < inquiry->table->terrain_count && status == TL_OK; i++) {
        const tl_terrain_kind *kind = kind_of(inquiry, i);
        tl_outline outline = {0};
        tl_within_centre centre;
        tl_range_result range = {.distance_mm = INFINITY};
        ring its;
        bool has = false;
        if (kind == NULL || !tl_score_lists(p->rule->against, kind->name)) {
            continue;
        }
        status = outline_of(inquiry, i, &has, &outline, error);
        bool here = status == TL_OK && has && holds_centre(inquiry, p, i, &outline, &its);
        if (here) {
            status = tl_within_of_terrain(inquiry, i, &centre, error);
            status = status == TL_OK
                         ? tl_range_between(inquiry->context, &own, &centre.volume, TL_METRIC_PLAN, &range, error)
                         : status;
        }
        if (status == TL_OK && here && range.distance_mm < *gap) {
            *gap = range.distance_mm;
            *off = range.error_mm + own.uncertainty + centre.volume.uncertainty;
            *whose = i;
        }
        tl_outline_free(&outline);
    }
    return status;
}

tl_status tl_filling_judge_against(const tl_inquiry *inquiry, tl_placing *p, tl_error *error) {
    double gap, off = 0;
    size_t whose;
    tl_status status = find_wall(inquiry, p, &gap, &off, &whose, error);
    if (status != TL_OK) {
        return status;
    }
    double tolerance = inquiry->tolerance; /* nobody can be put nearer than that */
    tl_verdict verdict = whose == SIZE_MAX ? TL_VERDICT_NO
                         : tolerance > 0   ? tl_verdict_of_margin(2 * tolerance - gap, 0, tolerance + off)
                         : gap <= off      ? (off > ROUNDING ? TL_VERDICT_MARGINAL : TL_VERDICT_YES)
                                           : TL_VERDICT_NO;
    tl_placing_finding *found = tl_placing_find(p, whose == SIZE_MAX ? TL_PLACING_NO_WALL : TL_PLACING_AGAINST,
                                                tl_by_row(TL_CLAUSE_TEMPLATE_FILLS, p->rule->rule), verdict);
    found->off_mm = whose == SIZE_MAX ? 0 : gap;
    found->terrain = whose == SIZE_MAX ? p->filled : whose;
    p->verdict = tl_verdict_both(p->verdict, verdict);
    return TL_OK;
}

/* Between two heights, of which the lower one belongs. */
static tl_verdict at_height(double foot, double low, double high, double off) {
    double margin = tl_min(foot - low, high - foot);
    bool sure = off > 0 ? margin > -0.5 * off || isinf(margin) : margin >= 0;
    return foot < low - off || foot >= high + off    ? TL_VERDICT_NO
           : sure && (off == 0 || foot < high - off) ? TL_VERDICT_YES
                                                     : TL_VERDICT_MARGINAL;
}

tl_status tl_filling_holds(const tl_inquiry *inquiry, const tl_placing *p, size_t member, tl_verdict *verdict,
                           double *margin_mm, tl_error *error) {
    tl_vec2 middle;
    tl_outline outline = {0};
    double low, high;
    tl_status status = tl_member_middle(inquiry, member, &middle, error);
    if (status == TL_OK && p->shape.disc) {
        outline = tl_outline_disc(p->shape.centre, p->shape.radius);
    } else if (status == TL_OK) {
        status = tl_outline_polygon(inquiry->context, p->shape.corner, p->shape.count, &outline, error);
    }
    if (status == TL_OK) {
        double band = inquiry->tolerance + p->shape.error_mm + tl_member_middle_off(inquiry, member);
        double rim = tl_outline_border_distance(&outline, middle);
        int side = tl_outline_holds(&outline, middle);
        *margin_mm = side >= 0 ? rim : -rim;
        tl_verdict inside = rim <= band && band > 0 ? TL_VERDICT_MARGINAL : side >= 0 ? TL_VERDICT_YES : TL_VERDICT_NO;
        heights_of(inquiry, p->filled, &low, &high);
        /* a floor's own thickness is no other room */
        double foot = inquiry->table->members[member].body->box.low.z + 1;
        *verdict = tl_verdict_both(inside,
                                   at_height(foot, low, high, tl_placed_uncertainty(&inquiry->table->members[member])));
    }
    tl_outline_free(&outline);
    return status;
}
