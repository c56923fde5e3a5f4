/* model.c: from a mesh and what a scene says about it to a model with roles, core and base; placing it. */
#include "body/model.h"

#include "body/shape.h"
#include "body/tessellate.h"
#include "geom/hull2.h"

#include <string.h>

/* --- Making a model ----------------------------------------------------------------------------------------------- */

static tl_status copy_core_subset(tl_model *model, tl_error *error) {
    const tl_mesh *mesh = model->mesh;
    uint32_t *map = tl_alloc_array(model->context, mesh->vertex_count, sizeof(*map));
    if (map == NULL) {
        return tl_fail_memory(error);
    }
    bool ok = true;
    for (size_t i = 0; i < mesh->triangle_count && ok; i++) {
        if (model->roles[i] != TL_ROLE_CORE) {
            continue;
        }
        uint32_t index[3];
        for (int j = 0; j < 3 && ok; j++) {
            uint32_t v = mesh->triangles[3 * i + (size_t)j];
            if (map[v] == 0) {
                ok = tl_mesh_add_vertex(model->core, mesh->vertices[v], &index[j]);
                map[v] = ok ? index[j] + 1 : 0;
            } else {
                index[j] = map[v] - 1;
            }
        }
        ok = ok && tl_mesh_add_triangle(model->core, index[0], index[1], index[2]);
    }
    ok = ok && tl_mesh_end_piece(model->core, "core", TL_ROLE_CORE);
    tl_free(model->context, map);
    return ok ? TL_OK : tl_fail_memory(error);
}

static tl_status cut_core(tl_model *model, const tl_body_cut *cuts, size_t count, tl_error *error) {
    bool ok = true;
    tl_mesh *const into[TL_ROLE_COUNT] = {[TL_ROLE_CORE] = model->core};
    for (size_t i = 0; i < model->mesh->triangle_count && ok; i++) {
        if (model->roles[i] == TL_ROLE_BASE) {
            continue;
        }
        size_t before = model->core->triangle_count;
        ok = tl_cuts_split(model->mesh, i, TL_ROLE_CORE, cuts, count, into);
        if (ok && model->core->triangle_count == before) {
            tl_vec3 c[3];
            tl_mesh_corners(model->mesh, i, c);
            tl_role role = tl_cuts_role(cuts, count, TL_ROLE_CORE, tl_scale(tl_add(tl_add(c[0], c[1]), c[2]), 1.0 / 3));
            model->roles[i] = (uint8_t)(role == TL_ROLE_CORE ? TL_ROLE_GEAR : role);
        }
    }
    ok = ok && tl_mesh_end_piece(model->core, "core", TL_ROLE_CORE);
    if (!ok) {
        return tl_fail_memory(error);
    }
    return tl_mesh_weld(model->core, NULL, error);
}

/* Roles of a mesh without parts: what lies within the base's height is base. */
static void roles_by_base(tl_model *model, double base_top, tl_role above) {
    for (size_t i = 0; i < model->mesh->triangle_count; i++) {
        tl_vec3 c[3];
        tl_mesh_corners(model->mesh, i, c);
        bool below = c[0].z <= base_top && c[1].z <= base_top && c[2].z <= base_top;
        model->roles[i] = (uint8_t)(below ? TL_ROLE_BASE : above);
    }
}

/* The cosine of half the widest angle, seen from the centre, without a point that the disc touches: 0 to 1. */
static double hold_of(const tl_vec2 *points, size_t count, tl_vec2 centre, double radius) {
    enum { SECTORS = 360 };
    bool touched[SECTORS] = {false};
    for (size_t i = 0; i < count; i++) {
        tl_vec2 d = tl_sub2(points[i], centre);
        if (tl_length2(d) >= radius * (1 - 1e-6)) {
            int sector = (int)floor(tl_atan2_deg(d.y, d.x) + 180);
            touched[sector < 0 ? 0 : sector >= SECTORS ? SECTORS - 1 : sector] = true;
        }
    }
    int widest = 0, gap = 0;
    for (int i = 0; i < 2 * SECTORS; i++) {
        gap = touched[i % SECTORS] ? 0 : gap + 1;
        widest = gap > widest ? gap : widest;
    }
    double sine, cosine;
    tl_sincos_deg(0.5 * (widest + 2 < 180 ? widest + 2 : 180), &sine,
                  &cosine); /* points may be at the sectors' far ends */
    return tl_max(0, cosine);
}

/* By how much the disc guessed round an uncertain footprint may be off: points within `by` of those that it touches let
 * its centre c be drawn to c' only while sqrt(r^2 + t^2 + 2 r t hold) <= r + 2 by for t = |c' - c|, since for any
 * direction a touched point lies within half the widest gap of the other way; the radius changes by no more than `by`.
 */
static double guessed_off(const tl_model *model, double by) {
    double r = model->base.radius, h = r * model->base_hold;
    return by > 0 ? sqrt(h * h + 4 * by * (r + by)) - h + by : 0;
}

static tl_status guess_base(tl_model *model, tl_error *error) {
    const tl_mesh *mesh = model->mesh;
    tl_vec2 *plan = tl_alloc_array(model->context, mesh->vertex_count, sizeof(*plan));
    if (plan == NULL) {
        return tl_fail_memory(error);
    }
    double low = INFINITY;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        plan[i] = tl_plan(mesh->vertices[i]);
        low = tl_min(low, mesh->vertices[i].z);
    }
    tl_vec2 centre;
    double radius;
    tl_status status = tl_geom_smallest_circle(model->context, plan, mesh->vertex_count, &centre, &radius);
    model->base_hold = status == TL_OK ? hold_of(plan, mesh->vertex_count, centre, radius) : 0;
    tl_free(model->context, plan);
    if (status != TL_OK) {
        return tl_fail_memory(error);
    }
    model->base =
        (tl_shape){.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = radius, .low = low, .high = low + 3.0};
    model->base.pose.at = (tl_vec3){centre.x, centre.y, 0};
    model->base_guessed = true;
    return TL_OK;
}

/* Copies the base; a rectangle becomes a polygon, so that a base is always a prism over an outline. */
static tl_status copy_base(tl_model *model, const tl_shape *base, tl_error *error) {
    model->base = *base;
    model->base.outline = NULL;
    tl_vec2 rectangle[4] = {
        {base->from.x, base->from.y}, {base->to.x, base->from.y}, {base->to.x, base->to.y}, {base->from.x, base->to.y}};
    const tl_vec2 *outline = base->outline;
    if (base->kind == TL_SHAPE_BOX) {
        model->base.kind = TL_SHAPE_POLYGON;
        model->base.outline_count = 4;
        model->base.low = base->from.z;
        model->base.high = base->to.z;
        outline = rectangle;
    }
    if (model->base.kind == TL_SHAPE_POLYGON) {
        size_t count = model->base.outline_count;
        model->base.outline = tl_alloc_array(model->context, count, sizeof(tl_vec2));
        if (model->base.outline == NULL) {
            model->base.kind = TL_SHAPE_NONE;
            return tl_fail_memory(error);
        }
        memcpy(model->base.outline, outline, count * sizeof(tl_vec2));
    }
    return TL_OK;
}

static tl_status find_base(tl_model *model, tl_error *error) {
    tl_status status = tl_found_base_find(model->mesh, &model->found, error);
    model->base_missed = status == TL_OK && model->found.shape.kind == TL_SHAPE_NONE;
    if (status == TL_OK && !model->base_missed) {
        model->base = model->found.shape;
    }
    return status;
}

static tl_status find_core(tl_model *model, const tl_model_options *options, bool had_mesh, tl_error *error) {
    double base_top = model->base.kind != TL_SHAPE_NONE ? model->base.high : -INFINITY;
    if (options->core.kind != TL_SHAPE_NONE) {
        model->core_shape = options->core;
        model->core_closed = true;
        if (had_mesh) {
            if (!options->has_parts) {
                roles_by_base(model, base_top, TL_ROLE_GEAR);
            }
            return tl_shape_tessellate(&options->core, "core", TL_ROLE_CORE, model->core, error);
        }
        model->core_physical = true;
        return copy_core_subset(model, error);
    }
    if (options->has_hull_above) {
        roles_by_base(model, base_top, TL_ROLE_CORE);
        tl_body_cut cut = {
            .keep = true, .is_plane = true, .role = TL_ROLE_GEAR, .normal = {0, 0, 1}, .offset = options->hull_above};
        return cut_core(model, &cut, 1, error);
    }
    if (options->cut_count > 0) {
        roles_by_base(model, base_top, TL_ROLE_CORE);
        return cut_core(model, options->cuts, options->cut_count, error);
    }
    if (options->has_parts) {
        model->core_physical = true;
        return copy_core_subset(model, error);
    }
    model->core_guessed = true;
    roles_by_base(model, base_top, TL_ROLE_CORE);
    if (base_top > -INFINITY) {
        tl_body_cut cut = {
            .keep = true, .is_plane = true, .role = TL_ROLE_GEAR, .normal = {0, 0, 1}, .offset = base_top};
        return cut_core(model, &cut, 1, error);
    }
    model->core_physical = true;
    return copy_core_subset(model, error);
}

/* What a repair made is known by its role, once the core is cut; the caps of a body's core go with the core. */
static tl_status give_holes_roles(tl_model *model, tl_error *error) {
    const tl_mesh *mesh = model->mesh;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        const tl_piece *piece = &mesh->pieces[i];
        for (size_t t = piece->first_triangle;
             tl_piece_is_repair(piece) && t < (size_t)piece->first_triangle + piece->triangle_count; t++) {
            model->roles[t] = model->roles[t] == TL_ROLE_CORE || model->core == NULL ? TL_ROLE_PATCH : model->roles[t];
        }
    }
    model->cap_roles = tl_alloc_array(model->context, model->caps->mesh->triangle_count, 1);
    if (model->cap_roles == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < model->caps->count; i++) {
        const tl_cap *cap = &model->caps->items[i];
        memset(model->cap_roles + cap->first_triangle, cap->repaired ? TL_ROLE_PATCH : model->roles[cap->beside],
               cap->triangle_count);
    }
    return TL_OK;
}

static tl_status fill_model(tl_model *model, const tl_model_options *options, tl_error *error) {
    tl_context *context = model->context;
    bool had_mesh = model->mesh != NULL;
    tl_status status = copy_base(model, &options->base, error);
    if (status != TL_OK) {
        return status;
    }
    if (!had_mesh) {
        if (options->core.kind == TL_SHAPE_NONE) {
            return tl_fail(error, TL_ERROR_SCENE, NULL, NULL, "give the asset a `mesh`, or a `core` such as a capsule",
                           "the asset has neither a mesh nor a core that stands for itself");
        }
        model->mesh = tl_mesh_create(context);
        if (model->mesh == NULL) {
            return tl_fail_memory(error);
        }
        status = tl_shape_tessellate(&options->core, "core", TL_ROLE_CORE, model->mesh, error);
        if (status == TL_OK) {
            status = tl_shape_tessellate(&model->base, "base", TL_ROLE_BASE, model->mesh, error);
        }
        if (status != TL_OK) {
            return status;
        }
    }
    if (had_mesh && options->find_base && model->base.kind == TL_SHAPE_NONE) {
        status = find_base(model, error);
        if (status != TL_OK) {
            return status;
        }
    }
    tl_mesh *mesh = model->mesh;
    model->roles = tl_alloc_array(context, mesh->triangle_count, 1);
    if (model->roles == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < mesh->piece_count; i++) {
        const tl_piece *piece = &mesh->pieces[i];
        bool told = !had_mesh || options->has_parts;
        memset(model->roles + piece->first_triangle, told ? (int)piece->role : TL_ROLE_CORE, piece->triangle_count);
    }
    tl_mesh_edges surface;
    status = tl_mesh_count_edges(mesh, &surface, error);
    if (status == TL_OK) {
        model->closed = surface.edges > 0 && surface.odd == 0;
        status = tl_mesh_is_solid(mesh, &model->solid, error);
    }
    if (status != TL_OK) {
        return status;
    }
    if (!options->terrain) {
        model->core = tl_mesh_create(context);
        if (model->core == NULL) {
            return tl_fail_memory(error);
        }
        status = find_core(model, options, had_mesh, error);
        if (status != TL_OK) {
            return status;
        }
        if (model->core->triangle_count == 0) {
            return tl_fail(error, TL_ERROR_SCENE, NULL, NULL,
                           "see the names with `trueline import`, and check `parts`, `core` and the base's height",
                           "nothing of the mesh is core: it could neither see nor be seen");
        }
        if (!model->core_closed) {
            tl_mesh_edges edges;
            status = tl_mesh_count_edges(model->core, &edges, error);
            if (status != TL_OK) {
                return status;
            }
            model->core_closed = edges.odd == 0;
        }
        if (options->needs_base && model->base.kind == TL_SHAPE_NONE) {
            status = guess_base(model, error);
            if (status != TL_OK) {
                return status;
            }
        }
    }
    if (model->caps != NULL) {
        status = give_holes_roles(model, error);
        if (status != TL_OK) {
            return status;
        }
    }
    tl_box3 box = tl_mesh_box(mesh);
    model->low = box.low.z;
    model->high = box.high.z;
    if (model->base.kind != TL_SHAPE_NONE) {
        model->low = tl_min(model->low, model->base.low);
        model->high = tl_max(model->high, model->base.high);
    }
    return TL_OK;
}

tl_status tl_model_create(tl_context *context, tl_mesh *mesh, const tl_model_options *options, tl_model **model,
                          tl_error *error) {
    tl_model *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        tl_mesh_destroy(mesh);
        tl_caps_destroy(options->caps);
        return tl_fail_memory(error);
    }
    made->context = context;
    atomic_init(&made->holders, 1);
    made->mesh = mesh;
    made->caps = options->caps;
    tl_status status = fill_model(made, options, error);
    if (status != TL_OK) {
        tl_model_destroy(made);
        return status;
    }
    *model = made;
    return TL_OK;
}

tl_model *tl_model_hold(tl_model *model) {
    TL_ASSERT(model == NULL || atomic_load(&model->holders) > 0, "a model that is shared is held by somebody");
    if (model != NULL) {
        atomic_fetch_add(&model->holders, 1);
    }
    return model;
}

void tl_model_destroy(tl_model *model) {
    TL_ASSERT(model == NULL || atomic_load(&model->holders) > 0, "who lets go of a model holds it");
    if (model != NULL && atomic_fetch_sub(&model->holders, 1) == 1) {
        tl_mesh_destroy(model->mesh);
        tl_mesh_destroy(model->core);
        tl_caps_destroy(model->caps);
        tl_free(model->context, model->cap_roles);
        tl_free(model->context, model->roles);
        tl_free(model->context, model->base.outline);
        tl_free(model->context, model);
    }
}

/* --- Placing ------------------------------------------------------------------------------------------------------ */

static bool within(tl_vec3 v, double limit) {
    return fabs(v.x) <= limit && fabs(v.y) <= limit && fabs(v.z) <= limit;
}

/* Whether vertices keep to what hierarchies take wherever the model is turned, its own being within an eighth of it. */
bool tl_body_takes(const tl_pose *pose) {
    return within(pose->at, TL_BVH_LIMIT / 4);
}

/* The hierarchy is built in the model's own frame and then moved, so that it is the same tree wherever the model was
 * put first: a model that was moved here answers as one that was placed here. */
static tl_status build_placed(tl_context *context, const tl_mesh *mesh, const uint8_t *roles, const tl_pose *pose,
                              tl_bvh **bvh, tl_error *error) {
    tl_box3 box = tl_mesh_box(mesh);
    bool small = tl_box3_is_empty(box) || (within(box.low, TL_BVH_LIMIT / 8) && within(box.high, TL_BVH_LIMIT / 8));
    if (!small || !tl_body_takes(pose)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL,
                       "the model is larger than %g mm or stands farther than %g mm from the origin", TL_BVH_LIMIT / 8,
                       TL_BVH_LIMIT / 4);
    }
    tl_status status = tl_bvh_build(context, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count,
                                    roles, bvh, error);
    if (status == TL_OK) {
        tl_bvh_place(*bvh, mesh->vertices, pose);
    }
    return status;
}

/* Terrain stays where it is: its hierarchy is built there, which suits its boxes, and keeps what makes large ones fast.
 */
static tl_status build_in_place(tl_context *context, const tl_mesh *mesh, const uint8_t *roles, const tl_pose *pose,
                                tl_bvh **bvh, tl_error *error) {
    tl_vec3 *placed = tl_alloc_array(context, mesh->vertex_count, sizeof(*placed));
    if (placed == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        placed[i] = tl_bvh_placed_vertex(pose, mesh->vertices[i]);
    }
    tl_status status =
        tl_bvh_build(context, placed, mesh->vertex_count, mesh->triangles, mesh->triangle_count, roles, bvh, error);
    tl_free(context, placed);
    return status;
}

static void place_shapes(tl_body *body, const tl_model *model, const tl_pose *pose) {
    body->pose = *pose;
    body->uncertainty = model->uncertainty;
    body->core_uncertainty = model->core_shape.kind == TL_SHAPE_NONE ? model->uncertainty : 0;
    body->base_uncertainty = model->found.shape.kind != TL_SHAPE_NONE ? model->uncertainty + model->found.residual_mm
                             : model->base_guessed                    ? guessed_off(model, model->uncertainty)
                                                                      : 0;
    body->core_shape = model->core_shape;
    body->core_shape.pose = tl_pose_compose(pose, &model->core_shape.pose);
    body->base = model->base; /* the outline stays the model's */
    body->base.pose = tl_pose_compose(pose, &model->base.pose);
    body->box = tl_bvh_box(body->solid);
    if (body->core != NULL) {
        body->box = tl_box3_union(body->box, tl_bvh_box(body->core));
    }
    if (body->base.kind != TL_SHAPE_NONE) { /* it may be wider, and lower, than the mesh */
        body->box = tl_box3_union(body->box, tl_shape_box(&body->base));
    }
}

tl_status tl_body_create(tl_context *context, const tl_model *model, const tl_pose *pose, tl_body **body,
                         tl_error *error) {
    tl_body *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    bool moves = model->core != NULL;
    tl_status status =
        (moves ? build_placed : build_in_place)(context, model->mesh, model->roles, pose, &made->solid, error);
    if (status == TL_OK && model->caps != NULL) {
        status = (moves ? build_placed : build_in_place)(context, model->caps->mesh, model->cap_roles, pose,
                                                         &made->caps, error);
    }
    if (status == TL_OK && model->core != NULL) {
        status = build_placed(context, model->core, NULL, pose, &made->core, error);
    }
    if (status != TL_OK) {
        tl_body_destroy(context, made);
        return status;
    }
    made->core_closed = model->core_closed;
    place_shapes(made, model, pose);
    *body = made;
    return TL_OK;
}

void tl_body_destroy(tl_context *context, tl_body *body) {
    if (body != NULL) {
        tl_bvh_destroy(body->solid);
        tl_bvh_destroy(body->core);
        tl_bvh_destroy(body->caps);
        tl_free(context, body);
    }
}

tl_status tl_body_share(tl_context *context, const tl_body *body, tl_body **shared, tl_error *error) {
    tl_body *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    *made = *body;
    tl_bvh_hold(made->solid);
    tl_bvh_hold(made->core);
    tl_bvh_hold(made->caps);
    *shared = made;
    return TL_OK;
}

/* Makes sure that its hierarchies are its own, by copies of them where they are shared. Errors: TL_ERROR_MEMORY; the
 * body is then left alone. */
static tl_status body_make_own(tl_context *context, tl_body *body, tl_error *error) {
    tl_bvh **parts[] = {&body->solid, &body->core, &body->caps};
    tl_bvh *copies[] = {NULL, NULL, NULL};
    for (int i = 0; i < 3; i++) {
        if (tl_bvh_is_shared(*parts[i]) && tl_bvh_copy(context, *parts[i], &copies[i], error) != TL_OK) {
            tl_bvh_destroy(copies[0]);
            tl_bvh_destroy(copies[1]);
            return TL_ERROR_MEMORY;
        }
    }
    for (int i = 0; i < 3; i++) {
        if (copies[i] != NULL) {
            tl_bvh_destroy(*parts[i]);
            *parts[i] = copies[i];
        }
    }
    return TL_OK;
}

tl_status tl_body_move(tl_context *context, tl_body *body, const tl_model *model, const tl_pose *pose,
                       tl_error *error) {
    if (!tl_body_takes(pose)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL,
                       "the model would stand farther than %g mm from the origin", TL_BVH_LIMIT / 4);
    }
    tl_status status = body_make_own(context, body, error);
    if (status != TL_OK) {
        return status;
    }
    tl_bvh_place(body->solid, model->mesh->vertices, pose);
    if (model->core != NULL) {
        tl_bvh_place(body->core, model->core->vertices, pose);
    }
    if (body->caps != NULL) {
        tl_bvh_place(body->caps, model->caps->mesh->vertices, pose);
    }
    place_shapes(body, model, pose);
    return TL_OK;
}

tl_volume tl_body_base_volume(const tl_body *body) {
    return (tl_volume){.shape = &body->base, .uncertainty = body->base_uncertainty};
}

tl_volume tl_body_core_volume(const tl_body *body) {
    if (body->core_shape.kind != TL_SHAPE_NONE) {
        return (tl_volume){.shape = &body->core_shape};
    }
    return (tl_volume){.mesh = body->core, .mesh_closed = body->core_closed, .uncertainty = body->core_uncertainty};
}
