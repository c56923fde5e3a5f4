/* dae_place.c: where the nodes of a COLLADA scene put what they hold (COLLADA 1.4.1, chapter 5, <node>, <matrix>,
 * <rotate>, ...). */
#include "import/dae.h"
#include "import/finish.h"
#include "math/angle.h"

#include <string.h>

/* Programs nest bones of tails a few dozen deep. */
enum { MOST_LEVELS = 1024 };

/* --- Transformations ---------------------------------------------------------------------------------------------- */

static const tl_import_affine same_place = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

tl_status tl_dae_affine(const tl_dae *dae, uint32_t element, const double n[16], tl_import_affine *affine) {
    static const double last[4] = {0, 0, 0, 1};
    for (int k = 0; k < 4; k++) {
        if (!(fabs(n[12 + k] - last[k]) <= 1e-6)) {
            return tl_dae_fail(dae, element, "the last row of a matrix isn't 0 0 0 1");
        }
    }
    for (int k = 0; k < 12; k++) {
        affine->m[k / 4][k % 4] = n[k];
    }
    return TL_OK;
}

static tl_status read_matrix(const tl_dae *dae, uint32_t element, tl_import_affine *own) {
    double n[16];
    tl_status status = tl_dae_numbers(dae, element, n, 16);
    return status == TL_OK ? tl_dae_affine(dae, element, n, own) : status;
}

static tl_status read_translate(const tl_dae *dae, uint32_t element, tl_import_affine *own) {
    double n[3];
    tl_status status = tl_dae_numbers(dae, element, n, 3);
    for (int k = 0; status == TL_OK && k < 3; k++) {
        own->m[k][3] = n[k];
    }
    return status;
}

static tl_status read_scale(const tl_dae *dae, uint32_t element, tl_import_affine *own) {
    double n[3];
    tl_status status = tl_dae_numbers(dae, element, n, 3);
    for (int k = 0; status == TL_OK && k < 3; k++) {
        own->m[k][k] = n[k];
    }
    return status;
}

/* About an axis of any length, right-handed, in degrees (Rodrigues). */
static tl_status read_rotate(const tl_dae *dae, uint32_t element, tl_import_affine *own) {
    double n[4], s, c;
    tl_status status = tl_dae_numbers(dae, element, n, 4);
    double length = tl_length((tl_vec3){n[0], n[1], n[2]});
    if (status != TL_OK || n[3] == 0) {
        return status;
    }
    if (!(length > 0) || !isfinite(length) || !isfinite(n[3])) {
        return tl_dae_fail(dae, element, "a `<rotate>` has no axis or no angle");
    }
    const double axis[3] = {n[0] / length, n[1] / length, n[2] / length};
    tl_sincos_deg(n[3], &s, &c);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double crossed = i == j ? 0 : (j + 1) % 3 == i ? axis[(i + 1) % 3] : -axis[(j + 1) % 3];
            own->m[i][j] = (i == j ? c : 0) + (1 - c) * axis[i] * axis[j] + s * crossed;
        }
    }
    return TL_OK;
}

/* At a point, with -Z towards another and Y upwards. */
static tl_status read_look_at(const tl_dae *dae, uint32_t element, tl_import_affine *own) {
    double n[9];
    tl_status status = tl_dae_numbers(dae, element, n, 9);
    if (status != TL_OK) {
        return status;
    }
    tl_vec3 eye = {n[0], n[1], n[2]}, back = tl_sub(eye, (tl_vec3){n[3], n[4], n[5]});
    tl_vec3 right = tl_cross((tl_vec3){n[6], n[7], n[8]}, back);
    double length = tl_length(back), width = tl_length(right);
    if (!(length > 0) || !(width > 0) || !isfinite(length) || !isfinite(width)) {
        return tl_dae_fail(dae, element, "a `<lookat>` looks nowhere, or along what is up");
    }
    back = tl_scale(back, 1 / length);
    right = tl_scale(right, 1 / width);
    tl_vec3 up = tl_cross(back, right);
    *own = (tl_import_affine){
        {{right.x, up.x, back.x, eye.x}, {right.y, up.y, back.y, eye.y}, {right.z, up.z, back.z, eye.z}}};
    return TL_OK;
}

/* What lies along the first axis is shifted along the second, until the angle is between the two (RenderMan's Skew). */
static tl_status read_skew(const tl_dae *dae, uint32_t element, tl_import_affine *own) {
    double n[7], s, c;
    tl_status status = tl_dae_numbers(dae, element, n, 7);
    if (status != TL_OK) {
        return status;
    }
    tl_vec3 along = {n[1], n[2], n[3]}, shifted = {n[4], n[5], n[6]};
    double a = tl_length(along), b = tl_length(shifted);
    tl_sincos_deg(n[0], &s, &c);
    if (!(a > 0) || !(b > 0) || !(fabs(tl_dot(along, shifted)) <= 1e-6 * a * b) || !(c > 1e-6)) {
        return tl_dae_fail(dae, element, "a `<skew>` has axes that aren't square to one another, or no angle below 90");
    }
    const double from[3] = {along.x / a, along.y / a, along.z / a};
    const double to[3] = {shifted.x / b, shifted.y / b, shifted.z / b};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            own->m[i][j] = (i == j ? 1 : 0) + s / c * to[i] * from[j];
        }
    }
    return TL_OK;
}

/* What the node does to what it holds: its transformations in their order, the first of them outermost. */
static tl_status read_transformations(const tl_dae *dae, uint32_t node, tl_import_affine *place) {
    static const struct {
        const char *name;
        tl_status (*read)(const tl_dae *dae, uint32_t element, tl_import_affine *own);
    } kinds[] = {{"matrix", read_matrix}, {"translate", read_translate}, {"rotate", read_rotate},
                 {"scale", read_scale},   {"lookat", read_look_at},      {"skew", read_skew}};
    tl_status status = TL_OK;
    for (uint32_t e = dae->tree.elements[node].first; status == TL_OK && e != 0; e = dae->tree.elements[e].next) {
        for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
            if (tl_xml_element_is(&dae->tree, e, kinds[k].name)) {
                tl_import_affine own = same_place;
                status = kinds[k].read(dae, e, &own);
                *place = tl_affine_compose(place, &own);
                break;
            }
        }
    }
    return status;
}

/* --- Nodes -------------------------------------------------------------------------------------------------------- */

typedef struct dae_place_pending {
    uint32_t node, parent;
} dae_place_pending;

typedef struct dae_place_placing {
    tl_dae *dae;
    dae_place_pending *stack;
    size_t count, capacity;
} dae_place_placing;

/* The nodes that the one at `place` holds, the first of them on top. */
static tl_status push_children(dae_place_placing *p, uint32_t place) {
    static const char *const kinds[] = {"node", NULL};
    tl_dae *dae = p->dae;
    const tl_xml_tree *tree = &dae->tree;
    size_t bottom = p->count;
    for (uint32_t e = tree->elements[dae->places[place].node].first; e != 0; e = tree->elements[e].next) {
        uint32_t node = e;
        if (tl_xml_element_is(tree, e, "instance_node")) {
            tl_status status = tl_dae_follow(dae, e, "url", kinds, &node);
            if (status != TL_OK) {
                return status;
            }
        } else if (!tl_xml_element_is(tree, e, "node")) {
            continue;
        }
        if (!tl_reserve(dae->context, (void **)&p->stack, &p->capacity, p->count + 1, sizeof(*p->stack))) {
            return tl_fail_memory(dae->error);
        }
        p->stack[p->count++] = (dae_place_pending){node, place};
    }
    for (size_t i = bottom, k = p->count; i + 1 < k; i++) {
        dae_place_pending other = p->stack[--k];
        p->stack[k] = p->stack[i];
        p->stack[i] = other;
    }
    return TL_OK;
}

static tl_status add_place(tl_dae *dae, uint32_t node, uint32_t parent, uint32_t depth, const tl_import_affine *world) {
    if (depth > MOST_LEVELS) {
        return tl_dae_fail(dae, node, "nodes are nested deeper than %d levels, or hold themselves", MOST_LEVELS);
    }
    if (dae->place_count > TL_IMPORT_MOST_PIECES) {
        return tl_import_fail_too_large(dae->path, dae->error);
    }
    if (!tl_reserve(dae->context, (void **)&dae->places, &dae->place_capacity, dae->place_count + 1,
                    sizeof(*dae->places))) {
        return tl_fail_memory(dae->error);
    }
    dae->places[dae->place_count++] = (tl_dae_place){node, parent, depth, *world};
    return TL_OK;
}

static tl_status place_next(dae_place_placing *p) {
    tl_dae *dae = p->dae;
    dae_place_pending next = p->stack[--p->count];
    tl_import_affine world = dae->places[next.parent].world;
    uint32_t number = (uint32_t)dae->place_count;
    if (!tl_pace(dae->context, number, TL_IMPORT_MOST_PIECES, TL_PARSING)) {
        return tl_fail_cancelled(dae->error, TL_PARSING);
    }
    tl_status status = read_transformations(dae, next.node, &world);
    status =
        status == TL_OK ? add_place(dae, next.node, next.parent, dae->places[next.parent].depth + 1, &world) : status;
    return status == TL_OK ? push_children(p, number) : status;
}

tl_status tl_dae_place_nodes(tl_dae *dae, uint32_t scene) {
    dae_place_placing p = {.dae = dae};
    tl_import_affine unit = tl_affine_scale(dae->scale);
    tl_status status = add_place(dae, scene, 0, 0, &unit);
    if (status == TL_OK && scene != 0) {
        status = push_children(&p, 0);
    }
    while (status == TL_OK && p.count > 0) {
        status = place_next(&p);
    }
    tl_free(dae->context, p.stack);
    return status;
}
