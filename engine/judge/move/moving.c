/* moving.c: models as movers, terrain and models as what is in their way. */
#include "judge/move/moving.h"

#include "body/shape.h"
#include "geom/hull2.h"
#include "geom/polygon2.h"
#include "judge/between/slot_uncertainty.h"
#include "judge/measure/thing.h"
#include "judge/move/moving_row.h"
#include "judge/special.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Overlap no deeper than this is contact. */
#define CONTACT 1e-6
/* Steps of a stair are lower than this, mm; floors are farther apart. */
#define STRIDE 12.0
enum { OVAL_CORNERS = 64 };

/* The height of what a model stands on: its box is of mesh, core and base. */
static double ground_under(const tl_placed *placed) {
    return placed->body->box.low.z;
}

/* --- Outlines of models ------------------------------------------------------------------------------------------- */

/* A ring as figures; one that touches itself as its hull. */
static tl_status add_ring(tl_figures *figures, tl_vec2 *corner, size_t count, tl_error *error) {
    if (tl_polygon2_orientation(corner, count) < 0) {
        for (size_t i = 0, j = count - 1; i < j; i++, j--) {
            tl_vec2 kept = corner[i];
            corner[i] = corner[j];
            corner[j] = kept;
        }
    }
    tl_status status = tl_figures_add_polygon(figures, corner, count, NULL);
    if (status != TL_ERROR_ARGUMENT) {
        return status == TL_OK ? status : tl_fail_memory(error);
    }
    tl_vec2 *hull = tl_alloc_array(figures->context, count + 1, sizeof(*hull));
    size_t corners = hull != NULL ? tl_geom_convex_hull2(corner, count, hull) : 0;
    status = hull == NULL ? tl_fail_memory(error) : tl_figures_add_polygon(figures, hull, corners, error);
    tl_free(figures->context, hull);
    return status;
}

static tl_status add_outline(tl_figures *figures, const tl_outline *outline, tl_error *error) {
    tl_vec2 *corner = tl_alloc_array(figures->context, outline->edge_count, sizeof(*corner));
    if (corner == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = TL_OK;
    for (size_t ring = 0, i = 0; ring < outline->ring_count && status == TL_OK; ring++) {
        size_t count = 0;
        for (; i < outline->ring_ends[ring]; i++) {
            corner[count++] = outline->edges[i].a;
        }
        status = add_ring(figures, corner, count, error);
    }
    tl_free(figures->context, corner);
    return status;
}

/* The projection of a model's triangles of some roles, as it stands with facing 0. */
static tl_status add_projection(tl_figures *figures, const tl_mesh *mesh, const uint8_t *roles, uint8_t wanted,
                                const tl_pose *tilt, tl_error *error) {
    tl_context *context = figures->context;
    tl_vec3 *vertices = tl_alloc_array(context, mesh->vertex_count, sizeof(*vertices));
    uint32_t *triangles = tl_alloc_array(context, 3 * mesh->triangle_count, sizeof(*triangles));
    size_t count = 0;
    tl_status status = vertices != NULL && triangles != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; status == TL_OK && i < mesh->vertex_count; i++) {
        vertices[i] = tl_pose_point(tilt, mesh->vertices[i]);
    }
    for (size_t i = 0; status == TL_OK && i < mesh->triangle_count; i++) {
        if (roles == NULL || (TL_ROLE_BIT(roles[i]) & wanted) != 0) {
            memcpy(triangles + 3 * count++, &mesh->triangles[3 * i], 3 * sizeof(*triangles));
        }
    }
    if (status == TL_OK && count > 0) {
        tl_outline outline;
        tl_error cause = {0};
        status = tl_area_outline_of_mesh(context, vertices, mesh->vertex_count, triangles, count, &outline, &cause);
        if (status == TL_OK) {
            status = add_outline(figures, &outline, error);
        } else if (status == TL_ERROR_ARGUMENT) {
            status = TL_OK; /* seen edge-on: nothing to add */
        } else if (error != NULL) {
            *error = cause;
        }
        tl_outline_free(&outline);
    }
    tl_free(context, vertices);
    tl_free(context, triangles);
    return status;
}

static tl_status add_base(tl_figures *figures, const tl_shape *base, const tl_pose *tilt, tl_error *error) {
    tl_pose pose = tl_pose_compose(tilt, &base->pose);
    tl_vec2 centre = tl_plan(pose.at);
    if (base->kind == TL_SHAPE_DISC) {
        const tl_figure disc = tl_figure_disc(centre, base->radius);
        return tl_figures_add(figures, &disc, error);
    }
    size_t count = base->kind == TL_SHAPE_OVAL ? OVAL_CORNERS : base->outline_count; /* a polygon else */
    tl_vec2 *corner = tl_alloc_array(figures->context, count, sizeof(*corner));
    if (corner == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        tl_vec2 p;
        if (base->kind == TL_SHAPE_OVAL) {
            /* a polygon round the ellipse: it reaches out by 0.12 percent at most */
            double s, c;
            tl_sincos_deg(360.0 * (double)i / OVAL_CORNERS, &s, &c);
            p = (tl_vec2){1.0012 * base->size.x * c, 1.0012 * base->size.y * s};
        } else {
            p = base->outline[i];
        }
        corner[i] = tl_plan(tl_pose_point(&pose, (tl_vec3){p.x, p.y, base->low}));
    }
    tl_status status = add_ring(figures, corner, count, error);
    tl_free(figures->context, corner);
    return status;
}

/* What a model's outline is made of. */
typedef struct shape_of {
    tl_figures *lower, *upper, *footprint;
    double middle, high; /* heights above what it stands on; the upper part begins at `middle` */
} shape_of;

static bool wants_all_parts(const tl_inquiry *inquiry) {
    return tl_settings_is_at(&inquiry->settings, TL_SETTING_FIT_PARTS, TL_CHOICE_FIT_PARTS_ALL);
}

/* Outlines with facing 0, round the model's origin. */
static tl_status outline_member(const tl_inquiry *inquiry, size_t member, shape_of *out, tl_error *error) {
    const tl_placed *placed = &inquiry->table->members[member];
    const tl_model *model = placed->model;
    const tl_document_pose *pose = &tl_table_member(inquiry->table, member)->pose;
    bool foot = tl_table_unit_of(inquiry->table, member)->kind->by_base;
    tl_pose tilt = tl_pose_turned_tilted((tl_vec3){0, 0, 0}, 0, pose->roll, pose->pitch);
    bool based = model->base.kind != TL_SHAPE_NONE;
    bool by_base = based && (foot || tl_settings_is_at(&inquiry->settings, TL_SETTING_SWEEP, TL_CHOICE_SWEEP_BASE));
    uint8_t legs = TL_ROLE_BIT(TL_ROLE_LIMB), body = TL_ROLES_CORE | legs;
    tl_box3 core = tl_bvh_box(placed->body->core); /* every model has one */
    double ground = ground_under(placed);
    if (wants_all_parts(inquiry)) {
        body = TL_ROLES_ALL & (uint8_t) ~(TL_ROLE_BIT(TL_ROLE_BASE) | TL_ROLE_BIT(TL_ROLE_STAND));
    }
    out->high = tl_max(core.high.z - ground, 1);
    out->middle = core.low.z - ground;
    tl_status status = TL_OK;
    if (based) {
        status = add_base(out->footprint, &model->base, &tilt, error);
        if (status == TL_OK) {
            status = add_base(out->lower, &model->base, &tilt, error);
        }
    } else {
        status = add_projection(out->footprint, model->mesh, model->roles, body, &tilt, error);
    }
    if (status == TL_OK && !by_base) {
        status = add_projection(out->lower, model->mesh, model->roles, based ? legs : body, &tilt, error);
    }
    if (status == TL_OK && !by_base && based) {
        status = wants_all_parts(inquiry) ? add_projection(out->upper, model->mesh, model->roles, body, &tilt, error)
                                          : add_projection(out->upper, model->core, NULL, body, &tilt, error);
    }
    if (out->upper->count == 0) {
        out->middle = out->high;
    }
    return status;
}

static bool is_round(const tl_mover *mover) {
    for (size_t i = 0; i < mover->count; i++) {
        for (size_t k = 0; k < mover->parts[i].count; k++) {
            const tl_figure *f = &mover->parts[i].figures[k];
            if (f->count != 1 || f->corner[0].x != 0 || f->corner[0].y != 0) {
                return false;
            }
        }
    }
    return true;
}

static tl_status make_mover(tl_moving *m, tl_error *error) {
    shape_of shape = {.lower = &m->figures[0], .upper = &m->figures[1], .footprint = &m->figures[2]};
    tl_status status = outline_member(m->inquiry, m->member, &shape, error);
    if (status != TL_OK) {
        return status;
    }
    double step = TL_SURFACE_LIFT;
    double high = tl_max(shape.high, step + 1);
    if (m->figures[1].count > 0) {
        double middle = tl_max(shape.middle, step + 1);
        m->parts[m->mover.count++] = (tl_mover_part){m->figures[0].items, m->figures[0].count, step, middle};
        m->parts[m->mover.count++] = (tl_mover_part){m->figures[1].items, m->figures[1].count,
                                                     tl_max(shape.middle, step), tl_max(high, middle + 1)};
    } else {
        m->parts[m->mover.count++] = (tl_mover_part){m->figures[0].items, m->figures[0].count, step, high};
    }
    m->footprint_part = (tl_mover_part){.figures = m->figures[2].items, .count = m->figures[2].count, .high = high};
    m->mover.parts = m->parts;
    m->mover.round = is_round(&m->mover);
    m->footprint = (tl_mover){.parts = &m->footprint_part, .count = 1};
    m->footprint.round = is_round(&m->footprint);
    m->tall = shape.high;
    return TL_OK;
}

/* --- What is in the way ------------------------------------------------------------------------------------------- */

static tl_status add_obstacle(tl_moving_obstacles *list, const tl_obstacle *obstacle, tl_error *error) {
    if (!tl_reserve(list->context, (void **)&list->items, &list->capacity, list->count + 1, sizeof(*list->items))) {
        return tl_fail_memory(error);
    }
    list->items[list->count++] = *obstacle;
    return TL_OK;
}

/* Another model, part by part, where it stands. Whom it may not pass it doesn't fly over either. */
static tl_status add_model(tl_moving *m, tl_moving_obstacles *list, size_t other, tl_moving_kind kind,
                           tl_error *error) {
    bool column = m->over != NULL && list == &m->stops;
    const tl_placed *placed = &m->inquiry->table->members[other];
    tl_figures figures[3] = {{.context = m->context}, {.context = m->context}, {.context = m->context}};
    shape_of shape = {.lower = &figures[0], .upper = &figures[1], .footprint = &figures[2]};
    tl_status status = outline_member(m->inquiry, other, &shape, error);
    double s, c, ground = ground_under(placed);
    tl_sincos_deg(tl_table_member(m->inquiry->table, other)->pose.turn, &s, &c);
    for (int part = 0; part < 2; part++) {
        for (size_t i = 0; i < figures[part].count && status == TL_OK; i++) {
            const tl_obstacle made = {
                .figure = tl_figure_turned(&figures[part].items[i], c, s, tl_plan(placed->body->pose.at)),
                .low = column ? -INFINITY : ground + (part == 0 ? 0 : shape.middle),
                .high =
                    column ? INFINITY : ground + (part == 0 ? tl_max(shape.middle, TL_SURFACE_LIFT + 1) : shape.high),
                .slot = (uint32_t)placed->slot,
                .kind = (uint8_t)kind,
                .off = tl_moving_outline_off(m->inquiry, other)};
            m->most_off = tl_max(m->most_off, made.off);
            status = add_obstacle(list, &made, error);
        }
    }
    for (int part = 0; part < 3; part++) {
        tl_figures_free(&figures[part]);
    }
    return status;
}

/* Infantry that flies over terrain stands on the ground before and after (DT-SPC-14). */
static const tl_skill *over_terrain(const tl_inquiry *inquiry, const tl_document_unit *unit) {
    const tl_skill *skill = NULL;
    return unit->kind->climbs && tl_special_unit_effect(inquiry, unit, TL_EFFECT_FLIES_OVER, &skill) != NULL ? skill
                                                                                                             : NULL;
}

static bool flies(const tl_inquiry *inquiry, const tl_document_unit *unit) {
    return unit->kind->flies ||
           (unit->locomotion != NULL && unit->locomotion->flies && over_terrain(inquiry, unit) == NULL);
}

static bool runs_over(const tl_document_unit *unit, const tl_document_unit *other) {
    return tl_score_lists(unit->kind->runs_over, other->kind->name);
}

static tl_status add_models(tl_moving *m, tl_vec2 low, tl_vec2 high, tl_error *error) {
    const tl_table *table = m->inquiry->table;
    double reach = tl_moving_beyond(m, m->own_off);
    tl_status status = TL_OK;
    for (size_t i = 0; i < table->member_count && status == TL_OK; i++) {
        const tl_document_unit *unit = tl_table_unit_of(table, i);
        if (i == m->member ||
            !tl_moving_near(&table->members[i].body->box, low, high, reach + tl_moving_outline_off(m->inquiry, i))) {
            continue;
        }
        bool enemy = tl_special_are_enemies(unit, m->unit);
        bool over = enemy && !m->flies && runs_over(m->unit, unit), charged = enemy && m->unit->kind->charges;
        bool stops = !m->flies && !flies(m->inquiry, unit) && !over &&
                     (enemy || (!m->unit->kind->passes_friends && !unit->kind->passes_friends));
        stops = stops && !tl_moving_is_above(m, i);
        status = add_model(m, over ? &m->overrun : &m->models, i, enemy ? TL_MOVING_FOE : TL_MOVING_FRIEND, error);
        if (status == TL_OK && charged && !m->flies && !flies(m->inquiry, unit)) {
            status = add_model(m, &m->charged, i, TL_MOVING_FOE, error);
        }
        if (status == TL_OK && stops) {
            status = add_model(m, &m->stops, i, enemy ? TL_MOVING_FOE : TL_MOVING_FRIEND, error);
        }
    }
    return status;
}

/* Enemies that it keeps off. */
static tl_status add_gaps(tl_moving *m, tl_vec2 low, tl_vec2 high, tl_error *error) {
    const tl_table *table = m->inquiry->table;
    double most = m->most_off, reach = tl_moving_beyond(m, m->own_off);
    tl_status status = TL_OK;
    m->gap = m->flies ? 0 : tl_settings_length(&m->inquiry->settings, "keeps_off", m->inquiry->units);
    for (size_t i = 0; i < table->member_count && status == TL_OK && m->gap > 0; i++) {
        const tl_document_unit *unit = tl_table_unit_of(table, i);
        if (i != m->member && tl_special_are_enemies(unit, m->unit) && !flies(m->inquiry, unit) &&
            tl_moving_near(&table->members[i].body->box, low, high,
                           reach + m->gap + tl_moving_outline_off(m->inquiry, i))) {
            status = add_model(m, &m->gaps, i, TL_MOVING_FOE, error);
        }
    }
    m->most_off = most; /* which is about what stands in its way */
    return status;
}

tl_status tl_moving_keep_off(tl_moving *m, bool *near, tl_error *error) {
    const tl_figure disc = tl_figure_disc(tl_plan(m->start), tl_max(tl_mover_reach(&m->mover), CONTACT));
    bool on_way = !tl_settings_is_at(&m->inquiry->settings, TL_SETTING_ENEMY_GAP, TL_CHOICE_ENEMY_GAP_END);
    double kept = m->gap + m->tolerance;
    tl_status status = TL_OK;
    *near = false;
    for (size_t i = 0; i < m->gaps.count && status == TL_OK; i++) {
        tl_obstacle *gap = &m->gaps.items[i];
        bool within = tl_figure_distance(&disc, &gap->figure) < kept + gap->off + m->own_off + CONTACT;
        *near = *near || (within && (gap->figure.count > 1 || !m->mover.round));
        gap->figure = tl_figure_grown(&gap->figure, kept);
        gap->low -= kept;
        gap->high += kept;
        status = on_way ? add_obstacle(&m->stops, gap, error) : TL_OK;
    }
    m->gaps.count = on_way ? 0 : m->gaps.count;
    return status;
}

static tl_status add_edges_of(tl_moving_obstacles *list, const tl_outline *outline, double off, uint32_t slot,
                              tl_moving_kind kind, tl_error *error) {
    tl_obstacle made = {.low = -INFINITY, .high = INFINITY, .slot = slot, .kind = (uint8_t)kind, .off = off};
    if (outline->kind == TL_OUTLINE_DISC) {
        made.figure = tl_figure_disc(outline->centre, outline->radius);
        return add_obstacle(list, &made, error);
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < outline->edge_count && status == TL_OK; i++) {
        made.figure = (tl_figure){.corner = {outline->edges[i].a, outline->edges[i].b}, .count = 2};
        status = add_obstacle(list, &made, error);
    }
    return status;
}

/* The rim of terrain, seen from inside: of a disc chords, that are off by no more than their rise. */
static tl_status add_shore(tl_moving_obstacles *list, const tl_outline *outline, double off, uint32_t slot,
                           tl_error *error) {
    enum { CHORDS = 256 };
    if (outline->kind != TL_OUTLINE_DISC) {
        return add_edges_of(list, outline, off, slot, TL_MOVING_SHORE, error);
    }
    tl_status status = TL_OK;
    tl_vec2 a = {outline->centre.x + outline->radius, outline->centre.y};
    for (int i = 1; i <= CHORDS && status == TL_OK; i++) {
        double s, c;
        tl_sincos_deg(360.0 * i / CHORDS, &s, &c);
        tl_vec2 b = {outline->centre.x + outline->radius * c, outline->centre.y + outline->radius * s};
        const tl_obstacle made = {.figure = {.corner = {a, b}, .count = 2},
                                  .low = -INFINITY,
                                  .high = INFINITY,
                                  .slot = slot,
                                  .kind = TL_MOVING_SHORE,
                                  .off = off + 1e-4 * outline->radius}; /* 1 - cos(pi / 256) and a little */
        status = add_obstacle(list, &made, error);
        a = b;
    }
    return status;
}

static tl_status add_table_edges(tl_moving *m, tl_error *error) {
    double w = m->inquiry->table->document->width, d = m->inquiry->table->document->depth, far = TL_DOCUMENT_REACH;
    const tl_vec2 corner[8] = {{-far, 0}, {far, 0}, {w, -far}, {w, far}, {far, d}, {-far, d}, {0, far}, {0, -far}};
    tl_status status = TL_OK;
    for (int i = 0; i < 8 && status == TL_OK; i += 2) {
        const tl_obstacle made = {.figure = {.corner = {corner[i], corner[i + 1]}, .count = 2},
                                  .low = -INFINITY,
                                  .high = INFINITY,
                                  .slot = (uint32_t)m->inquiry->table->ground.slot,
                                  .kind = TL_MOVING_EDGE};
        status = add_obstacle(&m->stops, &made, error);
    }
    return status;
}

/* --- Terrain ------------------------------------------------------------------------------------------------------ */

bool tl_moving_has_outline(const tl_moving *m, size_t terrain) {
    const tl_document_terrain *source = &m->inquiry->table->document->terrain[terrain];
    return source->has_disc || source->outline != NULL || m->inquiry->table->terrain[terrain].body != NULL;
}

tl_status tl_moving_outline(const tl_moving *m, size_t terrain, const tl_outline **outline, tl_outline *own,
                            double *off, tl_error *error) {
    const tl_referee *referee = m->inquiry->referee;
    const tl_document_terrain *source = &m->inquiry->table->document->terrain[terrain];
    bool drawn = source->has_disc || source->outline != NULL;
    *off = drawn ? 0 : tl_placed_uncertainty(&m->inquiry->table->terrain[terrain]);
    for (size_t i = 0; i < referee->area_count; i++) { /* the same, made already: costs only time */
        if (referee->areas[i].terrain == terrain) {
            *outline = &referee->areas[i].outline;
            return TL_OK;
        }
    }
    *outline = own;
    if (source->has_disc) {
        *own = tl_outline_disc(source->disc_centre, source->disc_radius);
        return TL_OK;
    }
    return source->outline != NULL ? tl_outline_polygon(m->context, source->outline, source->outline_count, own, error)
                                   : tl_referee_terrain_outline(m->context, m->inquiry->table, terrain, own, error);
}

static bool terrain_is_near(const tl_moving *m, size_t index, tl_vec2 low, tl_vec2 high) {
    const tl_document_terrain *source = &m->inquiry->table->document->terrain[index];
    const tl_placed *placed = &m->inquiry->table->terrain[index];
    double reach = tl_moving_beyond(m, m->own_off + tl_placed_uncertainty(placed));
    return source->has_disc || source->outline != NULL ||
           (placed->body != NULL && tl_moving_near(&placed->body->box, low, high, reach));
}

/* Whether it stands in contact with a piece of terrain, to within the tolerance. */
static tl_status touches_terrain(const tl_moving *m, size_t terrain, bool *touches, tl_error *error) {
    tl_volume own = tl_table_measured(m->inquiry->table, m->member), its;
    tl_shape shape;
    tl_range_result range;
    tl_status status = tl_judge_terrain_volume(m->inquiry, terrain, &its, &shape, error);
    if (status == TL_OK) {
        status = tl_range_between(m->context, &own, &its, TL_METRIC_PLAN, &range, error);
    }
    *touches = status == TL_OK &&
               range.distance_mm <= m->inquiry->tolerance + range.error_mm + own.uncertainty + its.uncertainty;
    return status;
}

/* On a die: what its class meets so, and what its unit rolls through. */
static bool goes_through(const tl_moving *m, const tl_terrain_kind *kind) {
    const tl_skill_effect *rolls = tl_special_unit_effect(m->inquiry, m->unit, TL_EFFECT_ROLLS_THROUGH, NULL);
    return kind != NULL && ((kind->meets_die && tl_ruleset_kind_meets(kind, m->unit->kind->name)) ||
                            (rolls != NULL && tl_skills_effect_names(rolls, kind->name)));
}

/* What it goes through doesn't bear it. */
static tl_status leave_out(tl_moving *m, size_t slot, tl_error *error) {
    const tl_table *table = m->inquiry->table;
    if (m->stand == NULL) {
        m->stand = tl_alloc_array(m->context, table->slot_count, 1);
        m->carpet = tl_alloc_array(m->context, table->slot_count, 1);
        if (m->stand == NULL || m->carpet == NULL) {
            return tl_fail_memory(error);
        }
        memcpy(m->stand, table->stand, table->slot_count);
        memcpy(m->carpet, table->carpet, table->slot_count);
    }
    m->stand[slot] = m->carpet[slot] = m->bearing[slot] = 0;
    return TL_OK;
}

bool tl_moving_runs_over(const tl_moving *m, size_t slot) {
    for (size_t i = 0; i < m->overrun.count; i++) {
        if (m->overrun.items[i].slot == slot) {
            return true;
        }
    }
    return false;
}

tl_surfaces tl_moving_surfaces(const tl_moving *m) {
    tl_surfaces surfaces = tl_table_surfaces(m->inquiry->table);
    surfaces.stand = m->stand != NULL ? m->stand : surfaces.stand;
    surfaces.carpet = m->stand != NULL ? m->carpet : surfaces.carpet;
    return surfaces;
}

static tl_status add_terrain(tl_moving *m, tl_vec2 low, tl_vec2 high, tl_error *error) {
    const tl_table *table = m->inquiry->table;
    const tl_skill_effect *crosses =
        tl_special_unit_effect(m->inquiry, m->unit, TL_EFFECT_CROSSES, NULL); /* DT-SPC-15 */
    const tl_skill_effect *keeps = tl_special_unit_effect(m->inquiry, m->unit, TL_EFFECT_KEEPS_TO, &m->keeps);
    m->ashore = keeps != NULL;
    m->crossed = tl_alloc_array(m->context, table->terrain_count, sizeof(*m->crossed));
    if (m->crossed == NULL) {
        return tl_fail_memory(error);
    }
    m->regions = tl_alloc_array(m->context, table->terrain_count, sizeof(*m->regions));
    tl_status status = m->regions != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < table->terrain_count && status == TL_OK; i++) {
        const tl_terrain_kind *kind = tl_ruleset_kind(m->inquiry->referee->ruleset, table->document->terrain[i].kind);
        tl_terrain_going going = kind != NULL ? kind->going : TL_GOING_SLOW;
        if (kind != NULL && crosses != NULL && tl_skills_effect_names(crosses, kind->name)) {
            going = TL_GOING_FREE;
        }
        if (going == TL_GOING_TRAP && !tl_ruleset_kind_traps(m->inquiry->referee->ruleset, kind, m->unit->kind->name)) {
            going = TL_GOING_SLOW;
        }
        bool kept = keeps != NULL && kind != NULL && tl_skills_effect_names(keeps, kind->name);
        going = kept ? TL_GOING_IMPASSABLE : going;
        const tl_move_rule *forbids = tl_moving_row_forbids(m->inquiry, m->member, m->march, kind);
        going = forbids != NULL && !m->crosses ? TL_GOING_IMPASSABLE : going;
        if (kind != NULL && m->crosses && forbids == NULL && tl_score_lists(kind->crossed_by, m->unit->kind->name)) {
            status = touches_terrain(m, i, &m->crossed[i], error);
            going = m->crossed[i] ? TL_GOING_FREE : going;
        }
        going = goes_through(m, kind) ? TL_GOING_FREE : going;
        if (status != TL_OK || going == TL_GOING_FREE || !terrain_is_near(m, i, low, high)) {
            continue;
        }
        tl_moving_region *region = &m->regions[m->region_count++];
        *region = (tl_moving_region){.terrain = i, .going = going};
        status = tl_moving_outline(m, i, &region->outline, &region->own, &region->off, error);
        m->most_off = tl_max(m->most_off, region->off);
        if (status == TL_OK && kept) {
            m->ashore = m->ashore && tl_outline_holds(region->outline, tl_plan(m->start)) <= 0;
            m->most_off = tl_max(m->most_off, region->off + 1e-4 * region->outline->radius);
            status = add_shore(&m->stops, region->outline, region->off, (uint32_t)table->terrain[i].slot, error);
        } else if (status == TL_OK && tl_moving_is_closed(region)) {
            status = add_edges_of(m->over != NULL ? &m->ends : &m->stops, region->outline, region->off,
                                  (uint32_t)table->terrain[i].slot,
                                  going == TL_GOING_TRAP ? TL_MOVING_TRAP : TL_MOVING_IMPASSABLE, error);
        } else if (status == TL_OK && m->over == NULL) {
            size_t before = m->edges.count;
            status = add_edges_of(&m->edges, region->outline, region->off, (uint32_t)table->terrain[i].slot, 0, error);
            size_t *grown = status == TL_OK
                                ? tl_resize(m->context, m->edge_regions, m->edges.count + 1, sizeof(*m->edge_regions))
                                : NULL;
            if (status == TL_OK && grown == NULL) {
                status = tl_fail_memory(error);
            }
            m->edge_regions = grown != NULL ? grown : m->edge_regions;
            for (size_t k = before; grown != NULL && k < m->edges.count; k++) {
                m->edge_regions[k] = m->region_count - 1;
            }
        }
        if (status == TL_OK && going == TL_GOING_WALLS) {
            size_t slot = table->terrain[i].slot;
            (m->over != NULL ? m->end_walls : m->walls)[slot] = TL_ROLES_ALL;
            m->off[slot] = tl_uncertainty_of_slot(table, slot);
            m->most_off = tl_max(m->most_off, m->off[slot]);
        }
    }
    return status;
}

static tl_status add_meeting(tl_moving *m, size_t terrain, tl_moving_meets meets, const char *rule, tl_error *error) {
    const tl_terrain_kind *kind =
        tl_ruleset_kind(m->inquiry->referee->ruleset, m->inquiry->table->document->terrain[terrain].kind);
    tl_moving_meeting *made = &m->meetings[m->meeting_count++];
    *made = (tl_moving_meeting){.region = {.terrain = terrain, .going = kind->going}, .rule = rule, .meets = meets};
    tl_moving_region *region = &made->region;
    tl_status status = tl_moving_outline(m, terrain, &region->outline, &region->own, &region->off, error);
    made->first = m->meeting_edges.count;
    if (status == TL_OK) {
        status = add_edges_of(&m->meeting_edges, region->outline, region->off,
                              (uint32_t)m->inquiry->table->terrain[terrain].slot, 0, error);
    }
    made->count = m->meeting_edges.count - made->first;
    return status;
}

/* Terrain that matters when it is met: it is told, forbidden, or crossed. */
/* What is told when it is met; what is gone through on a die doesn't bear who goes. */
static tl_status add_told(tl_moving *m, size_t terrain, const tl_terrain_kind *kind, tl_error *error) {
    const tl_skill *skill = NULL;
    const tl_skill_effect *rolls = tl_special_unit_effect(m->inquiry, m->unit, TL_EFFECT_ROLLS_THROUGH, &skill);
    bool by_skill = rolls != NULL && tl_skills_effect_names(rolls, kind->name), through = goes_through(m, kind);
    const tl_table *table = m->inquiry->table;
    tl_status status = TL_OK;
    if (!through && !tl_ruleset_kind_meets(kind, m->unit->kind->name)) {
        return TL_OK;
    }
    if (through && table->terrain[terrain].body != NULL) {
        status = leave_out(m, table->terrain[terrain].slot, error);
    }
    if (status == TL_OK) {
        status = add_meeting(m, terrain, TL_MOVING_MEETS_TOLD, by_skill ? skill->rule : kind->rule, error);
        m->meetings[m->meeting_count - 1].die = through;
    }
    return status;
}

static tl_status add_meetings(tl_moving *m, tl_vec2 low, tl_vec2 high, tl_error *error) {
    enum { ROLES = 3 };
    const tl_table *table = m->inquiry->table;
    tl_status status = TL_OK;
    m->meetings = tl_alloc_array(m->context, ROLES * table->terrain_count, sizeof(*m->meetings));
    if (m->meetings == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < table->terrain_count && status == TL_OK && m->over == NULL; i++) {
        const tl_terrain_kind *kind = tl_ruleset_kind(m->inquiry->referee->ruleset, table->document->terrain[i].kind);
        if (kind == NULL || !terrain_is_near(m, i, low, high) || !tl_moving_has_outline(m, i)) {
            continue;
        }
        const tl_move_rule *forbids =
            m->crosses && !m->flies && kind->going != TL_GOING_WALLS && kind->going != TL_GOING_IMPASSABLE
                ? tl_moving_row_forbids(m->inquiry, m->member, m->march, kind)
                : NULL;
        status = add_told(m, i, kind, error);
        if (status == TL_OK && forbids != NULL) {
            status = add_meeting(m, i, TL_MOVING_MEETS_FORBIDDEN, forbids->rule, error);
        }
        if (status == TL_OK && m->crossed[i]) {
            status = add_meeting(m, i, TL_MOVING_MEETS_CROSSED, kind->rule, error);
        }
    }
    return status;
}

/* --- Making ------------------------------------------------------------------------------------------------------- */

tl_status tl_moving_make(const tl_inquiry *inquiry, size_t member, tl_vec2 low, tl_vec2 high, tl_moving *m,
                         tl_error *error) {
    return tl_moving_make_asked(inquiry, member, low, high, (tl_moving_asked){false, false}, m, error);
}

tl_status tl_moving_make_asked(const tl_inquiry *inquiry, size_t member, tl_vec2 low, tl_vec2 high,
                               tl_moving_asked asked, tl_moving *m, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    TL_ASSERT(low.x <= high.x && low.y <= high.y, "the rectangle that is moved in has corners in order");
    const tl_table *table = inquiry->table;
    const tl_placed *placed = &table->members[member];
    *m = (tl_moving){.inquiry = inquiry, .context = inquiry->context, .member = member};
    m->crosses = asked.path;
    m->march = asked.march;
    m->unit = tl_table_unit_of(table, member);
    m->foot = m->unit->kind->climbs;
    m->flies = flies(inquiry, m->unit);
    m->over = over_terrain(inquiry, m->unit);
    m->rolls = !m->flies && m->unit->locomotion != NULL && m->unit->locomotion->rolls;
    m->facing_deg = tl_table_member(table, member)->pose.turn;
    m->start = placed->body->pose.at;
    m->start.z = ground_under(placed);
    m->drop = placed->body->pose.at.z - m->start.z;
    m->tolerance = inquiry->tolerance;
    for (int i = 0; i < 3; i++) {
        m->figures[i].context = m->context;
    }
    m->overrun.context = m->charged.context = m->meeting_edges.context = m->gaps.context = m->stops.context =
        m->models.context = m->edges.context = m->ends.context = m->context;
    m->end_walls = tl_alloc_array(m->context, table->slot_count, 1);
    m->walls = tl_alloc_array(m->context, table->slot_count, 1);
    m->bearing = tl_alloc_array(m->context, table->slot_count, 1);
    m->off = tl_alloc_array(m->context, table->slot_count, sizeof(*m->off));
    m->own_off = tl_moving_outline_off(inquiry, member);
    if (m->walls == NULL || m->bearing == NULL || m->off == NULL || m->end_walls == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < table->slot_count; i++) {
        m->bearing[i] = table->stand[i] | table->carpet[i];
    }
    tl_status status = make_mover(m, error);
    if (status == TL_OK) {
        status = add_models(m, low, high, error);
    }
    if (status == TL_OK) {
        status = add_gaps(m, low, high, error);
    }
    if (status == TL_OK && !m->flies) {
        status = add_terrain(m, low, high, error);
        if (status == TL_OK) {
            status = add_meetings(m, low, high, error);
        }
    }
    double ground = tl_moving_ground_off(m, low, high);
    m->most_off += m->own_off + 2 * ground;
    return status == TL_OK ? add_table_edges(m, error) : status;
}

void tl_moving_free(tl_moving *m) {
    for (int i = 0; i < 3; i++) {
        tl_figures_free(&m->figures[i]);
    }
    for (size_t i = 0; i < m->region_count; i++) {
        tl_outline_free(&m->regions[i].own);
    }
    tl_free(m->context, m->regions);
    tl_free(m->context, m->walls);
    tl_free(m->context, m->bearing);
    tl_free(m->context, m->off);
    tl_free(m->context, m->end_walls);
    tl_free(m->context, m->stand);
    tl_free(m->context, m->carpet);
    tl_free(m->context, m->overrun.items);
    tl_free(m->context, m->charged.items);
    tl_free(m->context, m->ends.items);
    tl_free(m->context, m->stops.items);
    tl_free(m->context, m->models.items);
    tl_free(m->context, m->gaps.items);
    for (size_t i = 0; i < m->meeting_count; i++) {
        tl_outline_free(&m->meetings[i].region.own);
    }
    tl_free(m->context, m->meetings);
    tl_free(m->context, m->crossed);
    tl_free(m->context, m->meeting_edges.items);
    tl_free(m->context, m->edges.items);
    tl_free(m->context, m->edge_regions);
}

tl_move_way tl_moving_way(const tl_moving *m) {
    const tl_settings *settings = &m->inquiry->settings;
    return (tl_move_way){.world = m->inquiry->table->world,
                         .walls = m->walls,
                         .wall_kind = TL_MOVING_WALL,
                         .obstacles = m->stops.items,
                         .obstacle_count = m->stops.count,
                         .forgiven = CONTACT,
                         .certain = tl_max(0.5 * m->tolerance, CONTACT),
                         .sill_high = m->foot ? tl_settings_number_of(settings, TL_SETTING_WINDOW_SILL_MM) : 0,
                         .window_height = tl_settings_number_of(settings, TL_SETTING_WINDOW_HEIGHT_MM),
                         .window_width = tl_settings_number_of(settings, TL_SETTING_WINDOW_WIDTH_MM),
                         .off = m->off,
                         .own_off = m->own_off,
                         .most_off = m->most_off};
}

bool tl_moving_is_closed(const tl_moving_region *region) {
    return region->going == TL_GOING_IMPASSABLE || region->going == TL_GOING_TRAP;
}

bool tl_moving_indoors(const tl_moving *m, tl_vec2 at) {
    for (size_t i = 0; i < m->region_count; i++) {
        const tl_moving_region *region = &m->regions[i];
        if (region->going != TL_GOING_WALLS) {
            continue;
        }
        bool holds = tl_outline_holds(region->outline, at) >= 0;
        if (m->indoors_off != 0 && region->off > 0) {
            double low, high;
            tl_outline_distance(region->outline, at, at, &low, &high);
            holds = m->indoors_off > 0 ? holds || low <= region->off
                                       : holds && tl_outline_border_distance(region->outline, at) > region->off;
        }
        if (holds) {
            return true;
        }
    }
    return false;
}

uint64_t tl_moving_levels_work(const tl_moving *m) {
    return 30 + 2 * (uint64_t)m->inquiry->table->slot_count; /* costs only time */
}

static size_t levels_at(void *user, tl_vec2 at, double *heights, size_t capacity) {
    const tl_moving *m = user;
    tl_surfaces surfaces = tl_moving_surfaces(m);
    if (m->flies || m->over != NULL) {
        return 0; /* keeps its height */
    }
    tl_work_add(m->context, tl_moving_levels_work(m));
    return tl_surface_levels(&surfaces, at.x, at.y, m->tall, heights, capacity);
}

static bool climbs_at(void *user, tl_vec2 at) {
    return tl_moving_indoors(user, at);
}

tl_path_ground tl_moving_ground(const tl_moving *m) {
    return (tl_path_ground){.world = m->inquiry->table->world,
                            .bearing = m->flies || m->over != NULL ? NULL : m->bearing,
                            .levels = levels_at,
                            .climbs = climbs_at,
                            .stride = STRIDE,
                            .user = (void *)(uintptr_t)m,
                            .along_surface = tl_settings_is_at(&m->inquiry->settings, TL_SETTING_SLOPE_DISTANCE,
                                                               TL_CHOICE_SLOPE_DISTANCE_SURFACE)};
}

tl_status tl_moving_allowance(const tl_moving *m, bool march, double *own, double *in_terrain, tl_error *error) {
    bool has = march ? m->unit->has_march : m->unit->has_move;
    if (!has) {
        char remedy[128];
        snprintf(remedy, sizeof(remedy), "give the unit `%s` in the scene, in game units", march ? "march" : "move");
        return tl_fail(error, TL_ERROR_ARGUMENT, m->inquiry->table->document->file, m->unit->id, remedy,
                       "%s has no %s rating", m->unit->name, march ? "march" : "move");
    }
    *own = (march ? m->unit->march : m->unit->move) * m->inquiry->game_unit;
    double cap = tl_settings_length(&m->inquiry->settings, march ? "terrain_march" : "terrain_move", m->inquiry->units);
    *in_terrain = cap > 0 ? tl_min(cap, *own) : *own;
    return TL_OK;
}
