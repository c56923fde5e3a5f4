/* dae_skin.c: meshes bent by the controllers of a COLLADA file, as they stand (COLLADA 1.4.1, chapter 4, "Skinning",
 * and chapter 5, <skin>, <morph>). */
#include "import/dae.h"
#include "import/finish.h"

#include <string.h>

typedef tl_xml_span dae_skin_span;

static const char *const geometries[] = {"geometry", NULL};

/* --- Morphs ------------------------------------------------------------------------------------------------------- */

static tl_status copy_points(tl_dae *dae, uint32_t geometry, tl_vec3 **points, size_t *count) {
    tl_dae_geometry *g;
    tl_status status = tl_dae_geometry_of(dae, geometry, &g);
    if (status != TL_OK) {
        return status;
    }
    if (g == NULL) {
        return tl_dae_fail(dae, geometry, "a controller bends a curve: only meshes can be read");
    }
    *count = g->point_count;
    *points = tl_alloc_array(dae->context, g->point_count + 1, sizeof(**points));
    if (*points == NULL) {
        return tl_fail_memory(dae->error);
    }
    if (g->point_count > 0) {
        memcpy(*points, g->points, g->point_count * sizeof(**points));
    }
    return TL_OK;
}

static tl_status add_target(tl_dae *dae, uint32_t morph, uint32_t target, double weight, tl_vec3 *points,
                            size_t count) {
    tl_dae_geometry *g;
    tl_status status = tl_dae_geometry_of(dae, target, &g);
    if (status == TL_OK && (g == NULL || g->point_count != count)) {
        status = tl_dae_fail(dae, morph, "a morph's target has %zu points where its mesh has %zu",
                             g != NULL ? g->point_count : 0, count);
    }
    for (size_t i = 0; status == TL_OK && i < count; i++) {
        points[i] = tl_madd(points[i], g->points[i], weight);
    }
    return status;
}

typedef struct targets {
    dae_skin_span *ids;
    double *weights;
    size_t count, weight_count;
} targets;

static tl_status read_targets(tl_dae *dae, uint32_t morph, targets *t) {
    uint32_t element = tl_xml_first(&dae->tree, morph, "targets"), ids = 0, weights = 0;
    bool are_ids;
    if (element == 0) {
        return tl_dae_fail(dae, morph, "a `<morph>` has no `<targets>`");
    }
    tl_status status = tl_dae_input_source(dae, element, "MORPH_TARGET", &ids);
    status = status == TL_OK ? tl_dae_input_source(dae, element, "MORPH_WEIGHT", &weights) : status;
    status = status == TL_OK ? tl_dae_source_names(dae, ids, &t->ids, &t->count, &are_ids) : status;
    status = status == TL_OK ? tl_dae_source(dae, weights, 1, &t->weights, &t->weight_count) : status;
    if (status == TL_OK && t->count != t->weight_count) {
        status = tl_dae_fail(dae, element, "a morph has %zu targets and %zu weights", t->count, t->weight_count);
    }
    return status;
}

/* NORMALIZED: what the weights leave of 1 is the mesh's own; RELATIVE: all of it is. */
static tl_status mix(tl_dae *dae, uint32_t morph, const targets *t, tl_vec3 *points, size_t count) {
    dae_skin_span method = tl_xml_attribute(dae->tree.elements[morph].tag, "method");
    bool relative = tl_xml_span_is(method, "RELATIVE");
    if (method.length > 0 && !relative && !tl_xml_span_is(method, "NORMALIZED")) {
        return tl_dae_fail(dae, morph, "COLLADA knows no morph by the method `%.*s`", tl_dae_shown(method), method.at);
    }
    double sum = 0;
    for (size_t i = 0; i < t->count; i++) {
        sum += t->weights[i];
    }
    for (size_t i = 0; !relative && sum != 0 && i < count; i++) {
        points[i] = tl_scale(points[i], 1 - sum);
    }
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < t->count; i++) {
        uint32_t target;
        status = t->weights[i] != 0 ? tl_dae_find(dae, morph, t->ids[i], geometries, &target) : TL_OK;
        if (status == TL_OK && t->weights[i] != 0) {
            status = add_target(dae, morph, target, t->weights[i], points, count);
        }
    }
    return status;
}

static tl_status morph_points(tl_dae *dae, uint32_t morph, uint32_t *geometry, tl_vec3 **points, size_t *count) {
    targets t = {0};
    tl_status status = tl_dae_follow(dae, morph, "source", geometries, geometry);
    status = status == TL_OK ? copy_points(dae, *geometry, points, count) : status;
    status = status == TL_OK ? read_targets(dae, morph, &t) : status;
    status = status == TL_OK ? mix(dae, morph, &t, *points, *count) : status;
    tl_free(dae->context, t.ids);
    tl_free(dae->context, t.weights);
    return status;
}

/* The points of what a skin bends: a geometry, or a morph. */
static tl_status bent_points(tl_dae *dae, uint32_t skin, uint32_t *geometry, tl_vec3 **points, size_t *count) {
    static const char *const kinds[] = {"geometry", "controller", NULL};
    uint32_t source;
    tl_status status = tl_dae_follow(dae, skin, "source", kinds, &source);
    if (status != TL_OK) {
        return status;
    }
    if (tl_xml_element_is(&dae->tree, source, "geometry")) {
        *geometry = source;
        return copy_points(dae, source, points, count);
    }
    uint32_t morph = tl_xml_first(&dae->tree, source, "morph");
    return morph != 0 ? morph_points(dae, morph, geometry, points, count)
                      : tl_dae_fail(dae, skin, "a skin bends what another skin has bent");
}

/* --- Joints ------------------------------------------------------------------------------------------------------- */

static bool same_text(dae_skin_span a, dae_skin_span b) {
    return a.length == b.length && a.length > 0 && memcmp(a.at, b.at, a.length) == 0;
}

/* The first place of a node, or the number of places. */
static size_t place_of(const tl_dae *dae, uint32_t node) {
    size_t i = 0;
    while (i < dae->place_count && dae->places[i].node != node) {
        i++;
    }
    return i;
}

/* The place nearest below `root` whose node has that attribute; the number of places for none. */
static size_t find_below(const tl_dae *dae, size_t root, const char *attribute, dae_skin_span name) {
    size_t best = dae->place_count;
    for (size_t i = root; i < dae->place_count && (i == root || dae->places[i].depth > dae->places[root].depth); i++) {
        if ((best == dae->place_count || dae->places[i].depth < dae->places[best].depth) &&
            same_text(tl_xml_attribute(dae->tree.elements[dae->places[i].node].tag, attribute), name)) {
            best = i;
        }
    }
    return best;
}

static tl_status find_in_skeletons(tl_dae *dae, uint32_t instance, dae_skin_span name, size_t *place) {
    static const char *const nodes[] = {"node", NULL};
    const tl_xml_tree *tree = &dae->tree;
    *place = dae->place_count;
    for (uint32_t s = tl_xml_first(tree, instance, "skeleton"); s != 0 && *place == dae->place_count;
         s = tl_xml_next_like(tree, s, "skeleton")) {
        tl_xml_words words = tl_xml_words_of(tree, s);
        dae_skin_span url;
        uint32_t node;
        if (!tl_xml_next_word(&words, &url) || url.at[0] != '#') {
            return tl_dae_fail(dae, s, "a `<skeleton>` names no node of the file");
        }
        tl_status status = tl_dae_find(dae, s, (dae_skin_span){url.at + 1, url.length - 1}, nodes, &node);
        if (status != TL_OK) {
            return status;
        }
        size_t root = place_of(dae, node);
        *place = root < dae->place_count ? find_below(dae, root, "sid", name) : root;
    }
    return TL_OK;
}

/* A joint is a node, by its sid in the skeletons that the instance names; where it is in none of them, by its sid or
 * its id in all of the scene. */
static tl_status find_joint(tl_dae *dae, uint32_t instance, dae_skin_span name, bool is_id, size_t *place) {
    tl_status status = TL_OK;
    *place = dae->place_count;
    if (!is_id) {
        status = find_in_skeletons(dae, instance, name, place);
    }
    if (status == TL_OK && *place == dae->place_count) {
        *place = find_below(dae, 0, "id", name);
    }
    if (status == TL_OK && *place == dae->place_count && !is_id) {
        *place = find_below(dae, 0, "sid", name);
    }
    if (status == TL_OK && *place == dae->place_count) {
        status = tl_dae_fail(dae, instance, "a skin hangs on the joint `%.*s`, which is not in the scene",
                             tl_dae_shown(name), name.at);
    }
    return status;
}

/* --- Skins -------------------------------------------------------------------------------------------------------- */

typedef struct skin {
    tl_dae *dae;
    uint32_t element, instance, names; /* its names: a <source> */
    tl_import_affine shape;            /* from the mesh's frame to that in which it was bound */
    tl_import_affine own;              /* what moves vertices without a joint */
    tl_import_affine *joints;          /* from the mesh's frame to the scene's */
    size_t joint_count;
    double *weights;
    size_t weight_count;
    uint32_t *counts, *pairs;
    size_t count_count, count_capacity, pair_count, pair_capacity;
    uint64_t stride, joint_offset, weight_offset;
} skin;

static tl_status read_shape(skin *s, size_t place) {
    tl_dae *dae = s->dae;
    uint32_t element = tl_xml_first(&dae->tree, s->element, "bind_shape_matrix");
    double n[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    tl_status status = element != 0 ? tl_dae_numbers(dae, element, n, 16) : TL_OK;
    status = status == TL_OK ? tl_dae_affine(dae, element, n, &s->shape) : status;
    s->own = tl_affine_compose(&dae->places[place].world, &s->shape);
    return status;
}

static tl_status read_joint(skin *s, dae_skin_span name, bool is_id, const double inverse[16],
                            tl_import_affine *joint) {
    size_t place;
    tl_import_affine bound;
    tl_status status = find_joint(s->dae, s->instance, name, is_id, &place);
    status = status == TL_OK ? tl_dae_affine(s->dae, s->element, inverse, &bound) : status;
    if (status == TL_OK) {
        bound = tl_affine_compose(&bound, &s->shape);
        *joint = tl_affine_compose(&s->dae->places[place].world, &bound);
    }
    return status;
}

static tl_status read_joints(skin *s) {
    tl_dae *dae = s->dae;
    uint32_t element = tl_xml_first(&dae->tree, s->element, "joints"), inverse = 0;
    dae_skin_span *names = NULL;
    double *matrices = NULL;
    size_t matrix_count = 0;
    bool are_ids = false;
    if (element == 0) {
        return tl_dae_fail(dae, s->element, "a `<skin>` has no `<joints>`");
    }
    tl_status status = tl_dae_input_source(dae, element, "JOINT", &s->names);
    status = status == TL_OK ? tl_dae_input_source(dae, element, "INV_BIND_MATRIX", &inverse) : status;
    status = status == TL_OK ? tl_dae_source_names(dae, s->names, &names, &s->joint_count, &are_ids) : status;
    status = status == TL_OK ? tl_dae_source(dae, inverse, 16, &matrices, &matrix_count) : status;
    if (status == TL_OK && matrix_count != s->joint_count) {
        status = tl_dae_fail(dae, element, "a skin has %zu joints and %zu matrices", s->joint_count, matrix_count);
    }
    s->joints = tl_alloc_array(dae->context, s->joint_count + 1, sizeof(*s->joints));
    if (status == TL_OK && s->joints == NULL) {
        status = tl_fail_memory(dae->error);
    }
    for (size_t i = 0; status == TL_OK && i < s->joint_count; i++) {
        status = read_joint(s, names[i], are_ids, matrices + 16 * i, &s->joints[i]);
    }
    tl_free(dae->context, names);
    tl_free(dae->context, matrices);
    return status;
}

static tl_status read_weight_inputs(skin *s, uint32_t element) {
    tl_dae *dae = s->dae;
    uint32_t joint = tl_dae_input(dae, element, "JOINT"), names = 0, weights = 0;
    tl_status status = tl_dae_input_source(dae, element, "JOINT", &names);
    status = status == TL_OK ? tl_dae_input_source(dae, element, "WEIGHT", &weights) : status;
    if (status == TL_OK && names != s->names) {
        status = tl_dae_fail(dae, joint, "a skin's weights are those of other joints");
    }
    status = status == TL_OK ? tl_dae_source(dae, weights, 1, &s->weights, &s->weight_count) : status;
    uint32_t weight = tl_dae_input(dae, element, "WEIGHT");
    status = status == TL_OK ? tl_dae_whole(dae, joint, "offset", 0, &s->joint_offset) : status;
    status = status == TL_OK ? tl_dae_whole(dae, weight, "offset", 0, &s->weight_offset) : status;
    for (uint32_t e = tl_xml_first(&dae->tree, element, "input"); status == TL_OK && e != 0;
         e = tl_xml_next_like(&dae->tree, e, "input")) {
        uint64_t offset;
        status = tl_dae_whole(dae, e, "offset", 0, &offset);
        s->stride = offset < 1000 && offset + 1 > s->stride ? offset + 1 : s->stride;
    }
    if (status == TL_OK && (s->joint_offset >= s->stride || s->weight_offset >= s->stride)) {
        status = tl_dae_fail(dae, element, "an input has an offset beyond all measure");
    }
    return status;
}

static tl_status read_weights(skin *s, size_t point_count) {
    tl_dae *dae = s->dae;
    uint32_t element = tl_xml_first(&dae->tree, s->element, "vertex_weights");
    if (element == 0) {
        return tl_dae_fail(dae, s->element, "a `<skin>` has no `<vertex_weights>`");
    }
    uint32_t counts = tl_xml_first(&dae->tree, element, "vcount"), pairs = tl_xml_first(&dae->tree, element, "v");
    tl_status status = read_weight_inputs(s, element);
    if (status == TL_OK && counts != 0) {
        status = tl_dae_wholes(dae, counts, false, &s->counts, &s->count_count, &s->count_capacity);
    }
    if (status == TL_OK && pairs != 0) {
        status = tl_dae_wholes(dae, pairs, true, &s->pairs, &s->pair_count, &s->pair_capacity);
    }
    uint64_t needed = 0;
    for (size_t i = 0; status == TL_OK && i < s->count_count; i++) {
        needed += s->counts[i] * s->stride;
    }
    if (status == TL_OK && (s->count_count != point_count || needed != s->pair_count)) {
        status =
            tl_dae_fail(dae, element, "a skin moves %zu points by %zu numbers where its mesh has %zu, which need %llu",
                        s->count_count, s->pair_count, point_count, (unsigned long long)needed);
    }
    return status;
}

/* One point goes where its joints take it, each by its weight. What the weights say beside 1 is made 1; a point that no
 * joint moves goes where the node does. `*mirrors` grows with the weight that turns inside out. */
static tl_status bend_point(const skin *s, const uint32_t *pair, uint32_t count, tl_vec3 *point, double *mirrors) {
    tl_vec3 sum = {0, 0, 0};
    double total = 0;
    for (uint32_t i = 0; i < count; i++, pair += s->stride) {
        uint32_t joint = pair[s->joint_offset], weight = pair[s->weight_offset];
        if ((joint >= s->joint_count && joint != UINT32_MAX) || weight >= s->weight_count ||
            !isfinite(s->weights[weight])) {
            return tl_dae_fail(s->dae, s->element, "a point of a skin names a joint or a weight that is not there");
        }
        const tl_import_affine *moved = joint == UINT32_MAX ? &s->own : &s->joints[joint];
        double w = s->weights[weight];
        if (w > 0) {
            sum = tl_madd(sum, tl_affine_point(moved, *point), w);
            total += w;
            *mirrors += tl_affine_mirrors(moved) ? w : -w;
        }
    }
    if (total > 0) {
        *point = tl_scale(sum, 1 / total);
    } else {
        *point = tl_affine_point(&s->own, *point);
        *mirrors += tl_affine_mirrors(&s->own) ? 1 : -1;
    }
    return TL_OK;
}

static tl_status bend_points(const skin *s, tl_vec3 *points, size_t count, bool *mirrored) {
    const uint32_t *pair = s->pairs;
    double mirrors = 0;
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < count; i++) {
        status = bend_point(s, pair, s->counts[i], &points[i], &mirrors);
        pair += s->counts[i] * s->stride;
    }
    *mirrored = mirrors > 0;
    return status;
}

static tl_status bend_skin(tl_dae *dae, uint32_t instance, uint32_t element, size_t place, uint32_t *geometry,
                           tl_vec3 **points, size_t *count, bool *mirrored) {
    skin s = {.dae = dae, .element = element, .instance = instance};
    tl_status status = bent_points(dae, element, geometry, points, count);
    status = status == TL_OK ? read_shape(&s, place) : status;
    status = status == TL_OK ? read_joints(&s) : status;
    status = status == TL_OK ? read_weights(&s, *count) : status;
    status = status == TL_OK ? bend_points(&s, *points, *count, mirrored) : status;
    tl_free(dae->context, s.joints);
    tl_free(dae->context, s.weights);
    tl_free(dae->context, s.counts);
    tl_free(dae->context, s.pairs);
    return status;
}

tl_status tl_dae_bend(tl_dae *dae, uint32_t instance, uint32_t controller, size_t place, uint32_t *geometry,
                      tl_vec3 **points, size_t *count, bool *mirrored) {
    uint32_t skinned = tl_xml_first(&dae->tree, controller, "skin");
    uint32_t morph = tl_xml_first(&dae->tree, controller, "morph");
    *points = NULL;
    *count = 0;
    if (skinned != 0) {
        return bend_skin(dae, instance, skinned, place, geometry, points, count, mirrored);
    }
    if (morph == 0) {
        return tl_dae_fail(dae, controller, "a `<controller>` is neither a skin nor a morph");
    }
    const tl_import_affine *world = &dae->places[place].world;
    tl_status status = morph_points(dae, morph, geometry, points, count);
    for (size_t i = 0; status == TL_OK && i < *count; i++) {
        (*points)[i] = tl_affine_point(world, (*points)[i]);
    }
    *mirrored = tl_affine_mirrors(world);
    return status;
}
