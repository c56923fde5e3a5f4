/* gltf_primitives.c: triangles, vertices, targets and bindings of a primitive of a glTF, also of one that Draco packed.
 */
#include "import/finish.h"
#include "import/gltf.h"
#include "import/gltf_packed.h"

#include <stdio.h>
#include <string.h>

enum { TRIANGLES = 4, STRIP = 5, FAN = 6, MOST_SETS = 16 };

static const json_t *attribute(const tl_gltf_primitive *p, const char *name) {
    return json_object_get(json_object_get(p->json, "attributes"), name);
}

static bool has_view(const tl_gltf *file, const json_t *number) {
    const json_t *accessor = tl_gltf_item(file->accessors, number, NULL);
    return json_object_get(accessor, "bufferView") != NULL || json_object_get(accessor, "sparse") != NULL;
}

/* How Draco packed it; NULL when it did not, or when the accessors have the numbers unpacked as well. */
static const json_t *packing_of(const tl_gltf *file, const tl_gltf_primitive *p) {
    const json_t *packing = tl_gltf_extension(p->json, TL_GLTF_DRACO), *indices = json_object_get(p->json, "indices");
    bool spare = has_view(file, attribute(p, "POSITION")) && (indices == NULL || has_view(file, indices));
    return spare ? NULL : packing;
}

static tl_status mode_of(tl_gltf *file, const tl_gltf_primitive *p, uint64_t *mode) {
    tl_status status = tl_gltf_whole(file, p->json, "mode", TRIANGLES, p->place.text, mode);
    if (status == TL_OK && *mode > FAN) {
        return tl_gltf_fail(file, p->place.text, NULL, "its `mode` %llu is not known", (unsigned long long)*mode);
    }
    return status;
}

/* --- Counts ------------------------------------------------------------------------------------------------------- */

static tl_status check_mode(tl_gltf *file, const tl_gltf_primitive *p, uint64_t mode, size_t corners) {
    if (mode == TRIANGLES && corners % 3 != 0) {
        return tl_gltf_fail(file, p->place.text, NULL, "its %zu corners don't make whole triangles", corners);
    }
    if (mode != TRIANGLES && corners < 3) {
        return tl_gltf_fail(file, p->place.text, NULL, "its strip or fan has %zu corners: 3 are the least", corners);
    }
    if (mode == FAN && packing_of(file, p) != NULL) {
        return tl_gltf_fail(file, p->place.text, NULL, "it is a fan packed by Draco, which can't be");
    }
    return TL_OK;
}

tl_status tl_gltf_measure(tl_gltf *file, tl_gltf_primitive *primitive, bool *drawn) {
    uint64_t mode;
    tl_status status = mode_of(file, primitive, &mode);
    *drawn = status == TL_OK && mode >= TRIANGLES;
    if (status != TL_OK || !*drawn) {
        return status;
    }
    const json_t *position = attribute(primitive, "POSITION"), *indices = json_object_get(primitive->json, "indices");
    const json_t *targets = json_object_get(primitive->json, "targets");
    if (targets != NULL && !json_is_array(targets)) {
        return tl_gltf_fail(file, primitive->place.text, NULL, "its `targets` are no list");
    }
    if (position == NULL) {
        return tl_gltf_fail(file, primitive->place.text, NULL, "it has no `POSITION`: its triangles are nowhere");
    }
    size_t vertices, corners;
    status = tl_gltf_count(file, position, primitive->place.text, &vertices);
    corners = vertices;
    if (status == TL_OK && indices != NULL) {
        status = tl_gltf_count(file, indices, primitive->place.text, &corners);
    }
    if (status == TL_OK && (vertices > TL_IMPORT_MOST_CORNERS || corners > TL_IMPORT_MOST_CORNERS)) {
        return tl_import_fail_too_large(file->path, file->error);
    }
    status = status == TL_OK ? check_mode(file, primitive, mode, corners) : status;
    if (status == TL_OK) {
        primitive->declared_triangles = mode == TRIANGLES ? corners / 3 : corners - 2;
        primitive->declared_vertices = vertices < corners ? vertices : corners;
    }
    return status;
}

/* --- Where its numbers are ---------------------------------------------------------------------------------------- */

/* A primitive on its way: accessors of the file, or Draco's numbers made to look like them. */
typedef struct source {
    tl_gltf *file;
    const tl_gltf_primitive *primitive;
    const json_t *packing; /* Draco's extension, or NULL */
    tl_gltf_draco_mesh *draco;
    unsigned char *bytes; /* of the accessor opened last, when Draco has it */
} source;

static tl_status open_draco(source *s) {
    tl_gltf *file = s->file;
    const char *place = s->primitive->place.text;
    char why[80] = "";
    tl_gltf_view view;
    if (!tl_draco_is_here()) {
        return tl_gltf_fail_packed(file, true, place);
    }
    tl_status status = tl_gltf_view_of(file, json_object_get(s->packing, "bufferView"), place, &view);
    if (status != TL_OK) {
        return status;
    }
    s->draco = tl_draco_decode(view.bytes, view.size, why, sizeof(why));
    if (s->draco == NULL) {
        return tl_gltf_fail(file, place, NULL, "what Draco packed can't be unpacked: %s", why);
    }
    return TL_OK;
}

/* Draco's numbers in the type that the accessor states. */
static tl_status draw_out(source *s, const char *name, tl_gltf_accessor *accessor) {
    const char *place = s->primitive->place.text;
    const json_t *attributes = json_object_get(s->packing, "attributes");
    uint64_t id;
    tl_status status = tl_gltf_whole(s->file, attributes, name, UINT32_MAX, place, &id);
    if (status != TL_OK) {
        return status;
    }
    size_t points = tl_draco_points(s->draco);
    if (accessor->count != points) {
        return tl_gltf_fail(s->file, accessor->place.text, NULL, "Draco unpacks %zu vertices where %zu are promised",
                            points, accessor->count);
    }
    tl_free(s->file->context, s->bytes);
    s->bytes = tl_alloc_array(s->file->context, points, accessor->stride);
    if (s->bytes == NULL) {
        return tl_fail_memory(s->file->error);
    }
    if (id > UINT32_MAX || !tl_draco_attribute(s->draco, (uint32_t)id, accessor->width, accessor->type, s->bytes)) {
        return tl_gltf_fail(s->file, place, NULL, "Draco didn't pack `%.40s` as its accessor says", name);
    }
    accessor->bytes = s->bytes;
    return TL_OK;
}

/* The accessor of an attribute. Draco's is good until the next is opened. */
static tl_status open_attribute(source *s, const char *name, const char *type, tl_gltf_use use,
                                tl_gltf_accessor *accessor) {
    const json_t *number = attribute(s->primitive, name);
    const char *place = s->primitive->place.text;
    bool packed = s->draco != NULL && json_object_get(json_object_get(s->packing, "attributes"), name) != NULL;
    if (!packed) {
        return tl_gltf_accessor_of(s->file, number, type, use, place, accessor);
    }
    tl_status status = tl_gltf_accessor_shape(s->file, number, type, use, place, accessor);
    return status == TL_OK ? draw_out(s, name, accessor) : status;
}

/* --- Triangles ---------------------------------------------------------------------------------------------------- */

/* glTF 2.0, 3.7.2.1: the corners of triangle `i`, as places in the list of indices. */
static void corners_of(uint64_t mode, size_t i, size_t corner[3]) {
    size_t odd = i % 2;
    switch (mode) {
    case STRIP:
        corner[0] = i;
        corner[1] = i + 1 + odd;
        corner[2] = i + 2 - odd;
        break;
    case FAN:
        corner[0] = i + 1;
        corner[1] = i + 2;
        corner[2] = 0;
        break;
    default:
        corner[0] = 3 * i;
        corner[1] = 3 * i + 1;
        corner[2] = 3 * i + 2;
        break;
    }
}

static tl_status take_draco_triangles(source *s, tl_gltf_primitive *p, uint64_t mode) {
    p->triangle_count = tl_draco_faces(s->draco);
    p->source_count = tl_draco_points(s->draco);
    if (mode == TRIANGLES && p->triangle_count != p->declared_triangles) {
        return tl_gltf_fail(s->file, p->place.text, NULL, "Draco unpacks %zu triangles where %zu are promised",
                            p->triangle_count, p->declared_triangles);
    }
    if (p->triangle_count > p->declared_triangles) {
        return tl_gltf_fail(s->file, p->place.text, NULL, "Draco unpacks more triangles than are promised");
    }
    p->triangles = tl_alloc_array(s->file->context, p->triangle_count, 3 * sizeof(*p->triangles));
    if (p->triangles == NULL) {
        return tl_fail_memory(s->file->error);
    }
    tl_draco_corners(s->draco, p->triangles);
    return TL_OK;
}

static tl_status take_triangles(source *s, tl_gltf_primitive *p, uint64_t mode) {
    tl_gltf *file = s->file;
    const json_t *number = json_object_get(p->json, "indices");
    tl_gltf_accessor indices;
    tl_status status =
        number == NULL ? TL_OK : tl_gltf_accessor_of(file, number, "SCALAR", TL_GLTF_WHOLE, p->place.text, &indices);
    if (status != TL_OK) {
        return status;
    }
    p->triangle_count = p->declared_triangles;
    p->triangles = tl_alloc_array(file->context, p->triangle_count, 3 * sizeof(*p->triangles));
    if (p->triangles == NULL) {
        return tl_fail_memory(file->error);
    }
    for (size_t i = 0; i < p->triangle_count; i++) {
        if (!tl_pace(file->context, i, p->triangle_count, TL_TAKING)) {
            return tl_fail_cancelled(file->error, TL_TAKING);
        }
        size_t corner[3];
        corners_of(mode, i, corner);
        for (size_t k = 0; k < 3; k++) {
            uint32_t vertex = number == NULL ? (uint32_t)corner[k] : tl_gltf_whole_at(&indices, corner[k], 0);
            if (vertex >= p->source_count) {
                return tl_gltf_fail(file, p->place.text, NULL,
                                    "triangle %zu names vertex %u, which is not there: there are %zu", i + 1,
                                    (unsigned)vertex, p->source_count);
            }
            p->triangles[3 * i + k] = vertex;
        }
    }
    return TL_OK;
}

/* --- Vertices ----------------------------------------------------------------------------------------------------- */

/* Only those that a triangle uses: many primitives may share one list of a million. They are numbered in the order of
 * their first use. */
static tl_status number_vertices(tl_gltf *file, tl_gltf_scratch *scratch, tl_gltf_primitive *p) {
    if (scratch->number_count < p->source_count) {
        uint32_t *grown = tl_resize(file->context, scratch->number_of, p->source_count, sizeof(*grown));
        if (grown == NULL) {
            return tl_fail_memory(file->error);
        }
        memset(grown + scratch->number_count, 0xff, (p->source_count - scratch->number_count) * sizeof(*grown));
        scratch->number_of = grown;
        scratch->number_count = p->source_count;
    }
    size_t most = 3 * p->triangle_count < p->source_count ? 3 * p->triangle_count : p->source_count;
    p->source = tl_alloc_array(file->context, most, sizeof(*p->source));
    if (p->source == NULL) {
        return tl_fail_memory(file->error);
    }
    for (size_t i = 0; i < 3 * p->triangle_count; i++) {
        uint32_t *number = &scratch->number_of[p->triangles[i]];
        if (*number == UINT32_MAX) {
            *number = (uint32_t)p->vertex_count;
            p->source[p->vertex_count++] = p->triangles[i];
        }
        p->triangles[i] = *number;
    }
    for (size_t i = 0; i < p->vertex_count; i++) {
        scratch->number_of[p->source[i]] = UINT32_MAX;
    }
    return TL_OK;
}

/* Draco moves coordinates by up to half a step of its grid. */
#define BOUNDS_SHARE       1e-3
#define DRACO_BOUNDS_SHARE 0.02

static void look_at_bounds(source *s, tl_gltf_scratch *scratch, const tl_gltf_accessor *position) {
    bool packed = s->draco != NULL;
    if (scratch->looked[position->index]) {
        return;
    }
    scratch->looked[position->index] = true;
    if (!tl_gltf_keeps_bounds(s->file, position, packed ? DRACO_BOUNDS_SHARE : BOUNDS_SHARE)) {
        scratch->first_out = scratch->out_of_bounds == 0 ? position->place : scratch->first_out;
        scratch->out_of_bounds++;
    }
}

static tl_status take_vertices(source *s, tl_gltf_scratch *scratch, tl_gltf_primitive *p,
                               const tl_gltf_accessor *position) {
    tl_gltf *file = s->file;
    tl_status status = number_vertices(file, scratch, p);
    p->vertices = status == TL_OK ? tl_alloc_array(file->context, p->vertex_count, sizeof(*p->vertices)) : NULL;
    if (p->vertices == NULL) {
        return status == TL_OK ? tl_fail_memory(file->error) : status;
    }
    for (size_t i = 0; i < p->vertex_count; i++) {
        double c[3];
        tl_gltf_element(position, p->source[i], c);
        p->vertices[i] = (tl_vec3){c[0], c[1], c[2]};
    }
    look_at_bounds(s, scratch, position);
    return TL_OK;
}

/* --- Skin --------------------------------------------------------------------------------------------------------- */

static tl_status fail_count(tl_gltf *file, const tl_gltf_accessor *accessor, size_t count) {
    return tl_gltf_fail(file, accessor->place.text, NULL, "it has %zu elements where there are %zu vertices",
                        accessor->count, count);
}

/* One set: four joints and weights to a vertex. */
static tl_status take_set(source *s, tl_gltf_primitive *p, unsigned set) {
    tl_gltf *file = s->file;
    tl_gltf_binding *binding = &p->binding;
    tl_gltf_place joints = tl_gltf_place_of("JOINTS_%u", set), weights = tl_gltf_place_of("WEIGHTS_%u", set);
    tl_gltf_accessor accessor;
    size_t step = (size_t)4 * binding->sets;
    tl_status status = open_attribute(s, joints.text, "VEC4", TL_GLTF_WHOLE, &accessor);
    if (status == TL_OK && accessor.count != p->source_count) {
        status = fail_count(file, &accessor, p->source_count);
    }
    for (size_t i = 0; status == TL_OK && i < p->vertex_count; i++) {
        for (unsigned k = 0; k < 4; k++) {
            binding->joints[step * i + 4 * set + k] = tl_gltf_whole_at(&accessor, p->source[i], k);
        }
    }
    status = status == TL_OK ? open_attribute(s, weights.text, "VEC4", TL_GLTF_NUMBERS, &accessor) : status;
    if (status == TL_OK && accessor.count != p->source_count) {
        status = fail_count(file, &accessor, p->source_count);
    }
    for (size_t i = 0; status == TL_OK && i < p->vertex_count; i++) {
        double *w = binding->weights + step * i + 4 * set;
        tl_gltf_element(&accessor, p->source[i], w);
        if (!(w[0] >= 0 && w[1] >= 0 && w[2] >= 0 && w[3] >= 0)) {
            status = tl_gltf_fail(file, accessor.place.text, NULL, "a weight of vertex %zu is not at least 0",
                                  (size_t)p->source[i] + 1);
        }
    }
    return status;
}

static tl_status take_binding(source *s, tl_gltf_primitive *p) {
    unsigned sets = 0;
    for (bool both = true; both && sets < MOST_SETS; sets += both) {
        bool joints = attribute(p, tl_gltf_place_of("JOINTS_%u", sets).text) != NULL;
        bool weights = attribute(p, tl_gltf_place_of("WEIGHTS_%u", sets).text) != NULL;
        both = joints && weights;
        p->binding.halved = joints != weights;
    }
    if (sets == 0) {
        return TL_OK;
    }
    tl_context *context = s->file->context;
    p->binding.sets = sets;
    p->binding.joints = tl_alloc_array(context, p->vertex_count * sets, 4 * sizeof(*p->binding.joints));
    p->binding.weights = tl_alloc_array(context, p->vertex_count * sets, 4 * sizeof(*p->binding.weights));
    tl_status status = p->binding.joints == NULL || p->binding.weights == NULL ? tl_fail_memory(s->file->error) : TL_OK;
    for (unsigned set = 0; status == TL_OK && set < sets; set++) {
        status = take_set(s, p, set);
    }
    return status;
}

/* --- The whole ---------------------------------------------------------------------------------------------------- */

static tl_status decode(source *s, tl_gltf_scratch *scratch, tl_gltf_primitive *p) {
    tl_gltf_accessor position;
    uint64_t mode;
    tl_status status = mode_of(s->file, p, &mode);
    status = status == TL_OK && s->packing != NULL ? open_draco(s) : status;
    status = status == TL_OK ? open_attribute(s, "POSITION", "VEC3", TL_GLTF_NUMBERS, &position) : status;
    p->source_count = status == TL_OK ? position.count : 0;
    if (status == TL_OK) {
        status = s->draco != NULL ? take_draco_triangles(s, p, mode) : take_triangles(s, p, mode);
    }
    if (status == TL_OK && position.count != p->source_count) {
        status = fail_count(s->file, &position, p->source_count);
    }
    status = status == TL_OK ? take_vertices(s, scratch, p, &position) : status;
    return status == TL_OK ? take_binding(s, p) : status;
}

tl_status tl_gltf_decode(tl_gltf *file, tl_gltf_scratch *scratch, tl_gltf_primitive *primitive) {
    if (primitive->ready) {
        return TL_OK;
    }
    if (scratch->looked == NULL) {
        scratch->looked = tl_alloc_array(file->context, json_array_size(file->accessors), sizeof(*scratch->looked));
        if (scratch->looked == NULL) {
            return tl_fail_memory(file->error);
        }
    }
    source s = {.file = file, .primitive = primitive, .packing = packing_of(file, primitive)};
    tl_status status = decode(&s, scratch, primitive);
    tl_draco_destroy(s.draco);
    tl_free(file->context, s.bytes);
    primitive->ready = status == TL_OK;
    return status;
}

tl_status tl_gltf_morph(tl_gltf *file, const tl_gltf_primitive *primitive, const double *weights, size_t count,
                        tl_vec3 *vertices) {
    const json_t *targets = json_object_get(primitive->json, "targets");
    if (count != json_array_size(targets)) {
        return tl_gltf_fail(file, primitive->place.text, NULL, "it has %zu targets where %zu weights are given",
                            json_array_size(targets), count);
    }
    tl_status status = TL_OK;
    for (size_t t = 0; status == TL_OK && t < count; t++) {
        const json_t *number = json_object_get(json_array_get(targets, t), "POSITION");
        if (weights[t] == 0 || number == NULL) {
            continue;
        }
        tl_gltf_accessor steps;
        status = tl_gltf_accessor_of(file, number, "VEC3", TL_GLTF_NUMBERS, primitive->place.text, &steps);
        if (status == TL_OK && steps.count != primitive->source_count) {
            status = fail_count(file, &steps, primitive->source_count);
        }
        for (size_t i = 0; status == TL_OK && i < primitive->vertex_count; i++) {
            double step[3];
            tl_gltf_element(&steps, primitive->source[i], step);
            vertices[i] = tl_madd(vertices[i], (tl_vec3){step[0], step[1], step[2]}, weights[t]);
        }
    }
    return status;
}

void tl_gltf_free_primitive(tl_gltf *file, tl_gltf_primitive *primitive) {
    tl_free(file->context, primitive->vertices);
    tl_free(file->context, primitive->source);
    tl_free(file->context, primitive->triangles);
    tl_free(file->context, primitive->binding.joints);
    tl_free(file->context, primitive->binding.weights);
    primitive->vertices = NULL;
    primitive->source = NULL;
    primitive->triangles = NULL;
    primitive->binding = (tl_gltf_binding){0};
    primitive->vertex_count = primitive->triangle_count = 0;
    primitive->ready = false;
}

void tl_gltf_free_scratch(tl_gltf *file, tl_gltf_scratch *scratch) {
    tl_free(file->context, scratch->number_of);
    tl_free(file->context, scratch->looked);
    *scratch = (tl_gltf_scratch){0};
}
