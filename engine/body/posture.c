/* posture.c: the body of a standing model brought down, or laid along its facing. */
#include "body/posture.h"

#include "body/shape.h"

#include <string.h>

/* What of a mesh is moved alike. */
typedef enum posture_part { PART_BASE, PART_CORE, PART_OTHER, PARTS } posture_part;

/* Where points go, by part. */
typedef struct posture_map {
    tl_posture posture;
    double ground;     /* the lowest point of everything */
    double ahead;      /* lying: what is added to a height to have its x */
    double tall;       /* ... how high everything may lie over the ground */
    double low[PARTS]; /* ... the least and the largest x of the part, standing */
    double high[PARTS];
} posture_map;

static posture_part part_of(uint8_t role) {
    return role == TL_ROLE_BASE ? PART_BASE : role == TL_ROLE_CORE || role == TL_ROLE_PATCH ? PART_CORE : PART_OTHER;
}

static tl_vec3 moved(const posture_map *map, posture_part part, tl_vec3 p) {
    if (part == PART_BASE) {
        return p;
    }
    if (!map->posture.lies) {
        return (tl_vec3){p.x, p.y, map->ground + map->posture.height * (p.z - map->ground)};
    }
    double thick = map->high[part] - map->low[part]; /* 0: a sheet, which lies at that height */
    double share = thick > 0 ? (map->high[part] - p.x) / thick : 1;
    return (tl_vec3){map->ahead + p.z, p.y, map->ground + map->tall * tl_max(0, tl_min(share, 1))};
}

/* --- What is measured of the standing model ----------------------------------------------------------------------- */

/* Lengthens the spans over the triangles of a mesh; `roles` NULL: all are core. */
static void span(const tl_mesh *mesh, const uint8_t *roles, posture_map *map, double height[2]) {
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const posture_part part = roles == NULL ? PART_CORE : part_of(roles[i]);
        const bool body = part == PART_CORE || (roles != NULL && roles[i] == TL_ROLE_LIMB);
        tl_vec3 corner[3];
        tl_mesh_corners(mesh, i, corner);
        for (int k = 0; k < 3; k++) {
            map->low[part] = tl_min(map->low[part], corner[k].x);
            map->high[part] = tl_max(map->high[part], corner[k].x);
            height[0] = body ? tl_min(height[0], corner[k].z) : height[0];
            height[1] = body ? tl_max(height[1], corner[k].z) : height[1];
        }
    }
}

static posture_map map_of(const tl_model *standing, const tl_posture *posture) {
    posture_map map = {.posture = *posture, .ground = standing->low};
    double height[2] = {INFINITY, -INFINITY};
    for (int part = 0; part < PARTS; part++) {
        map.low[part] = INFINITY;
        map.high[part] = -INFINITY;
    }
    span(standing->core, NULL, &map, height);
    const double top = tl_mesh_box(standing->core).high.z;
    const double middle = 0.5 * (map.low[PART_CORE] + map.high[PART_CORE]);
    span(standing->mesh, standing->roles, &map, height);
    if (standing->caps != NULL) {
        span(standing->caps->mesh, standing->cap_roles, &map, height);
    }
    const double over = standing->base.kind != TL_SHAPE_NONE ? tl_shape_centre(&standing->base).x : middle;
    map.ahead = over - 0.5 * (height[0] + height[1]);
    map.tall = posture->height * (top - map.ground);
    return map;
}

/* --- Meshes, caps and shapes -------------------------------------------------------------------------------------- */

/* A vertex for a part: the one that is there, where no other part has it, else one more, remembered in `again`. */
static bool vertex_of(tl_mesh *mesh, uint32_t vertex, posture_part part, uint8_t *owner, uint32_t *again,
                      uint32_t *index) {
    uint32_t *its = &again[(size_t)vertex * PARTS + part];
    if (owner[vertex] == PARTS || owner[vertex] == part) {
        owner[vertex] = (uint8_t)part;
        *index = vertex;
        return true;
    }
    if (*its == 0) {
        uint32_t made;
        if (!tl_mesh_add_vertex(mesh, mesh->vertices[vertex], &made)) {
            return false;
        }
        *its = made;
    }
    *index = *its;
    return true;
}

/* A copy of a mesh in which no vertex belongs to two parts, each moved as its part; NULL without memory. */
static tl_mesh *moved_mesh(const tl_mesh *source, const uint8_t *roles, const posture_map *map) {
    tl_context *context = source->context;
    tl_mesh *mesh = tl_mesh_copy(source);
    const size_t count = source->vertex_count;
    uint8_t *owner = tl_alloc_array(context, count + 1, 1);
    uint32_t *again = tl_alloc_array(context, count * PARTS + 1, sizeof(*again));
    bool good = mesh != NULL && owner != NULL && again != NULL;
    if (good) {
        memset(owner, PARTS, count);
    }
    for (size_t i = 0; good && i < 3 * source->triangle_count; i++) {
        const posture_part part = roles == NULL ? PART_CORE : part_of(roles[i / 3]);
        uint32_t index = 0;
        good = vertex_of(mesh, source->triangles[i], part, owner, again, &index);
        mesh->triangles[i] = index;
    }
    for (size_t v = 0; good && v < count; v++) {
        for (int part = 0; part < PARTS; part++) {
            const uint32_t copy = again[v * PARTS + (size_t)part];
            if (copy != 0) {
                mesh->vertices[copy] = moved(map, (posture_part)part, source->vertices[v]);
            }
        }
        mesh->vertices[v] = moved(map, owner[v] == PARTS ? PART_OTHER : (posture_part)owner[v], source->vertices[v]);
    }
    tl_free(context, owner);
    tl_free(context, again);
    if (!good) {
        tl_mesh_destroy(mesh);
        return NULL;
    }
    mesh->solid_of = (tl_digest){0, 0}; /* of another geometry */
    return mesh;
}

/* The caps of a mesh, moved; NULL without memory. A rim has the vertex numbers of its own caps, whose first copies
 * stay.
 */
static tl_caps *moved_caps(const tl_model *standing, const posture_map *map) {
    const tl_caps *source = standing->caps;
    tl_context *context = standing->context;
    size_t corners = 0;
    for (size_t i = 0; i < source->count; i++) {
        const size_t end = source->items[i].first_corner + source->items[i].corner_count;
        corners = end > corners ? end : corners;
    }
    tl_caps *caps = tl_alloc_array(context, 1, sizeof(*caps));
    tl_mesh *mesh = caps != NULL ? moved_mesh(source->mesh, standing->cap_roles, map) : NULL;
    if (mesh == NULL) {
        tl_free(context, caps);
        return NULL;
    }
    *caps = (tl_caps){.mesh = mesh,
                      .items = tl_alloc_array(context, source->count + 1, sizeof(*caps->items)),
                      .rims = tl_alloc_array(context, corners + 1, sizeof(*caps->rims)),
                      .count = source->count,
                      .open_count = source->open_count};
    if (caps->items == NULL || caps->rims == NULL) {
        tl_caps_destroy(caps);
        return NULL;
    }
    if (source->count > 0) {
        memcpy(caps->items, source->items, source->count * sizeof(*caps->items));
    }
    if (corners > 0) {
        memcpy(caps->rims, source->rims, corners * sizeof(*caps->rims));
    }
    for (size_t i = 0; i < caps->count; i++) {
        tl_cap *cap = &caps->items[i];
        cap->at = moved(map, PART_CORE, cap->at);
    }
    return caps;
}

/* A copy of bytes; NULL without memory, and for none. */
static void *copied(tl_context *context, const void *bytes, size_t size) {
    void *copy = size > 0 ? tl_alloc(context, size) : NULL;
    if (copy != NULL) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

/* The core as a shape, moved; kind NONE where no shape has that form. */
static tl_shape moved_shape(const tl_shape *standing, const posture_map *map) {
    tl_shape shape = *standing;
    const tl_pose *pose = &standing->pose;
    const bool level = pose->x.x == 1 && pose->y.y == 1 && pose->z.z == 1;
    tl_vec3 from = tl_add(standing->from, pose->at), to = tl_add(standing->to, pose->at);
    const bool upright = from.x == to.x && from.y == to.y;
    if (!level ||
        (standing->kind != TL_SHAPE_BOX && (standing->kind != TL_SHAPE_CYLINDER || map->posture.lies || !upright))) {
        return (tl_shape){.kind = TL_SHAPE_NONE};
    }
    from = moved(map, PART_CORE, from);
    to = moved(map, PART_CORE, to);
    shape.pose = tl_pose_identity();
    shape.from = shape.kind == TL_SHAPE_BOX ? (tl_vec3){tl_min(from.x, to.x), from.y, tl_min(from.z, to.z)} : from;
    shape.to = shape.kind == TL_SHAPE_BOX ? (tl_vec3){tl_max(from.x, to.x), to.y, tl_max(from.z, to.z)} : to;
    return shape;
}

/* A bound on how far the true surface, in the posture that is made of it, may lie from the triangles: what is
 * multiplied is off as many times, and so is what it is multiplied by, which is measured on the same surface. */
static double moved_uncertainty(const tl_model *standing, const posture_map *map) {
    const double off = standing->uncertainty;
    double most = 1;
    for (int part = PART_CORE; map->posture.lies && off > 0 && part < PARTS; part++) {
        const double thick = map->high[part] - map->low[part] - 2 * off;
        most = map->high[part] < map->low[part] ? most : tl_max(most, map->tall / tl_max(thick, off));
    }
    return map->posture.lies ? 4 * most * off : off;
}

static tl_status fill(tl_model *model, const tl_model *standing, const posture_map *map, tl_error *error) {
    tl_context *context = model->context;
    const size_t outline = standing->base.outline != NULL ? standing->base.outline_count : 0;
    model->mesh = moved_mesh(standing->mesh, standing->roles, map);
    model->core = moved_mesh(standing->core, NULL, map);
    model->roles = copied(context, standing->roles, standing->mesh->triangle_count);
    model->base.outline = copied(context, standing->base.outline, outline * sizeof(tl_vec2));
    if (standing->caps != NULL) {
        model->caps = moved_caps(standing, map);
        model->cap_roles = copied(context, standing->cap_roles, standing->caps->mesh->triangle_count);
    }
    bool missing = model->mesh == NULL || model->core == NULL ||
                   (model->roles == NULL && standing->mesh->triangle_count > 0) ||
                   (outline > 0 && model->base.outline == NULL) ||
                   (standing->caps != NULL &&
                    (model->caps == NULL || (model->cap_roles == NULL && standing->caps->mesh->triangle_count > 0)));
    if (missing) {
        return tl_fail_memory(error);
    }
    model->uncertainty = moved_uncertainty(standing, map);
    model->core_shape = moved_shape(&standing->core_shape, map);
    const tl_box3 box = tl_box3_union(tl_mesh_box(model->mesh), tl_mesh_box(model->core));
    model->low = box.low.z;
    model->high = box.high.z;
    if (model->base.kind != TL_SHAPE_NONE) {
        model->low = tl_min(model->low, model->base.low);
        model->high = tl_max(model->high, model->base.high);
    }
    return TL_OK;
}

tl_status tl_model_in_posture(tl_context *context, const tl_model *standing, const tl_posture *posture,
                              tl_model **model, tl_error *error) {
    if (standing->core == NULL || !(posture->height > 0 && posture->height <= 1)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "give a height larger than 0, at most 1",
                       standing->core == NULL ? "terrain has no posture" : "no model stands %g times as high as it is",
                       posture->height);
    }
    tl_model *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    *made = *standing; /* what it says of its mesh holds; what it owns is made anew */
    made->context = context;
    made->mesh = made->core = NULL;
    made->roles = made->cap_roles = NULL;
    made->caps = NULL;
    made->base.outline = NULL;
    made->posed = true;
    atomic_init(&made->holders, 1);
    const posture_map map = map_of(standing, posture);
    tl_status status = fill(made, standing, &map, error);
    if (status != TL_OK) {
        tl_model_destroy(made);
        return status;
    }
    *model = made;
    return TL_OK;
}
