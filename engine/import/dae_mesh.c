/* dae_mesh.c: the geometries of a COLLADA file: points, triangles, polygons, strips and fans (COLLADA 1.4.1, chapter 5,
 * <mesh>). */
#include "import/dae.h"
#include "import/finish.h"

#include <string.h>

typedef tl_xml_span dae_mesh_span;

/* One <triangles>, <polylist>, ... that is being read. */
typedef struct primitive {
    tl_dae *dae;
    uint32_t element;
    uint64_t promised;     /* how many it says */
    size_t stride, offset; /* numbers for each corner; which of them is its point */
    size_t point_count;
    tl_dae_part *part;
    uint32_t *numbers; /* of the <p> that is being read */
    size_t number_count, number_capacity;
} primitive;

/* --- Corners ------------------------------------------------------------------------------------------------------ */

static tl_status read_inputs(primitive *p, uint32_t vertices) {
    static const char *const kinds[] = {"vertices", NULL};
    tl_dae *dae = p->dae;
    size_t points = 0;
    p->stride = 0;
    for (uint32_t input = tl_xml_first(&dae->tree, p->element, "input"); input != 0;
         input = tl_xml_next_like(&dae->tree, input, "input")) {
        uint64_t offset;
        tl_status status = tl_dae_whole(dae, input, "offset", 0, &offset);
        if (status == TL_OK && offset > 1000) {
            status = tl_dae_fail(dae, input, "an input has the offset %llu", (unsigned long long)offset);
        }
        if (status == TL_OK && tl_xml_span_is(tl_xml_attribute(dae->tree.elements[input].tag, "semantic"), "VERTEX")) {
            uint32_t named;
            status = tl_dae_follow(dae, input, "source", kinds, &named);
            if (status == TL_OK && named != vertices) {
                status = tl_dae_fail(dae, input, "its corners are those of another mesh");
            }
            p->offset = (size_t)offset;
            points++;
        }
        if (status != TL_OK) {
            return status;
        }
        p->stride = offset + 1 > p->stride ? (size_t)offset + 1 : p->stride;
    }
    dae_mesh_span name = tl_xml_name(dae->tree.elements[p->element].tag);
    return points == 1 ? TL_OK
                       : tl_dae_fail(dae, p->element, "`<%.*s>` has %zu inputs `VERTEX` where one should be",
                                     tl_dae_shown(name), name.at, points);
}

/* The numbers of one <p>, or of one <h>. */
static tl_status read_numbers(primitive *p, uint32_t element) {
    p->number_count = 0;
    tl_status status = tl_dae_wholes(p->dae, element, false, &p->numbers, &p->number_count, &p->number_capacity);
    if (status == TL_OK && p->number_count % p->stride != 0) {
        status =
            tl_dae_fail(p->dae, element, "there are %zu numbers where each corner has %zu", p->number_count, p->stride);
    }
    return status;
}

static tl_status fail_promise(const primitive *p, uint64_t held) {
    dae_mesh_span name = tl_xml_name(p->dae->tree.elements[p->element].tag);
    return tl_dae_fail(p->dae, p->element, "`<%.*s>` promises %llu of them but holds %llu", tl_dae_shown(name), name.at,
                       (unsigned long long)p->promised, (unsigned long long)held);
}

static tl_status add_corner(primitive *p, uint32_t element, size_t corner) {
    uint32_t point = p->numbers[corner * p->stride + p->offset];
    if (point >= p->point_count) {
        return tl_dae_fail(p->dae, element, "a corner names the point %u, which is not there (there are %zu)", point,
                           p->point_count);
    }
    tl_dae_part *part = p->part;
    if (!tl_reserve(p->dae->context, (void **)&part->corners, &part->corner_capacity, part->corner_count + 1,
                    sizeof(*part->corners))) {
        return tl_fail_memory(p->dae->error);
    }
    part->corners[part->corner_count++] = point;
    return TL_OK;
}

static tl_status end_polygon(primitive *p, size_t corners, uint32_t flag) {
    tl_dae_part *part = p->part;
    if (corners > TL_IMPORT_MOST_FACE_CORNERS) {
        return tl_dae_fail(p->dae, p->element, "a face has %zu corners; %d are allowed", corners,
                           TL_IMPORT_MOST_FACE_CORNERS);
    }
    if (!tl_reserve(p->dae->context, (void **)&part->sizes, &part->size_capacity, part->size_count + 1,
                    sizeof(*part->sizes))) {
        return tl_fail_memory(p->dae->error);
    }
    part->sizes[part->size_count++] = (uint32_t)corners | flag;
    return TL_OK;
}

/* A run of corners of the numbers that were read, as one polygon. */
static tl_status add_polygon(primitive *p, uint32_t element, size_t first, size_t corners, uint32_t flag) {
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < corners; i++) {
        status = add_corner(p, element, first + i);
    }
    return status == TL_OK ? end_polygon(p, corners, flag) : status;
}

static tl_status add_triangle(primitive *p, uint32_t element, size_t a, size_t b, size_t c) {
    tl_status status = add_corner(p, element, a);
    status = status == TL_OK ? add_corner(p, element, b) : status;
    status = status == TL_OK ? add_corner(p, element, c) : status;
    return status == TL_OK ? end_polygon(p, 3, 0) : status;
}

/* --- Primitives --------------------------------------------------------------------------------------------------- */

static tl_status read_triangles(primitive *p) {
    uint64_t held = 0;
    tl_status status = TL_OK;
    for (uint32_t e = tl_xml_first(&p->dae->tree, p->element, "p"); status == TL_OK && e != 0;
         e = tl_xml_next_like(&p->dae->tree, e, "p")) {
        status = read_numbers(p, e);
        size_t corners = status == TL_OK ? p->number_count / p->stride : 0;
        if (status == TL_OK && corners % 3 != 0) {
            status = tl_dae_fail(p->dae, e, "there are %zu corners of triangles, which is no multiple of 3", corners);
        }
        held += corners / 3;
        for (size_t i = 0; status == TL_OK && i + 2 < corners; i += 3) {
            status = add_triangle(p, e, i, i + 1, i + 2);
        }
    }
    return status == TL_OK && held != p->promised ? fail_promise(p, held) : status;
}

static tl_status read_polylist(primitive *p) {
    uint32_t *sizes = NULL;
    size_t count = 0, capacity = 0;
    uint32_t vcount = tl_xml_first(&p->dae->tree, p->element, "vcount");
    uint32_t e = tl_xml_first(&p->dae->tree, p->element, "p");
    p->number_count = 0;
    tl_status status = vcount != 0 ? tl_dae_wholes(p->dae, vcount, false, &sizes, &count, &capacity) : TL_OK;
    if (status == TL_OK && count != p->promised) {
        status = fail_promise(p, count);
    }
    status = status == TL_OK && e != 0 ? read_numbers(p, e) : status;
    uint64_t corners = 0;
    for (size_t i = 0; status == TL_OK && i < count; i++) {
        corners += sizes[i];
    }
    if (status == TL_OK && corners * p->stride != p->number_count) {
        status = tl_dae_fail(p->dae, p->element, "the faces of `<polylist>` have %llu corners, but %zu are there",
                             (unsigned long long)corners, p->number_count / p->stride);
    }
    size_t first = 0;
    for (size_t i = 0; status == TL_OK && i < count; i++) {
        status = add_polygon(p, e, first, sizes[i], 0);
        first += sizes[i];
    }
    tl_free(p->dae->context, sizes);
    return status;
}

/* A <p> in <polygons>, or the <p> and its <h> in <ph>. */
static tl_status read_polygon(primitive *p, uint32_t e, uint32_t flag) {
    tl_status status = read_numbers(p, e);
    return status == TL_OK ? add_polygon(p, e, 0, p->number_count / p->stride, flag) : status;
}

static tl_status read_polygons(primitive *p) {
    uint64_t held = 0;
    tl_status status = TL_OK;
    const tl_xml_tree *tree = &p->dae->tree;
    for (uint32_t e = tree->elements[p->element].first; status == TL_OK && e != 0; e = tree->elements[e].next) {
        if (tl_xml_element_is(tree, e, "p")) {
            status = read_polygon(p, e, 0);
            held++;
        } else if (tl_xml_element_is(tree, e, "ph")) {
            uint32_t outer = tl_xml_first(tree, e, "p");
            status = outer != 0 ? read_polygon(p, outer, 0) : tl_dae_fail(p->dae, e, "a polygon has holes alone");
            for (uint32_t h = tl_xml_first(tree, e, "h"); status == TL_OK && h != 0;
                 h = tl_xml_next_like(tree, h, "h")) {
                status = read_polygon(p, h, TL_DAE_HOLE);
            }
            held++;
        }
    }
    return status == TL_OK && held != p->promised ? fail_promise(p, held) : status;
}

/* Each <p> is a strip or a fan. */
static tl_status read_runs(primitive *p, bool fan) {
    uint64_t held = 0;
    tl_status status = TL_OK;
    for (uint32_t e = tl_xml_first(&p->dae->tree, p->element, "p"); status == TL_OK && e != 0;
         e = tl_xml_next_like(&p->dae->tree, e, "p")) {
        status = read_numbers(p, e);
        size_t corners = status == TL_OK ? p->number_count / p->stride : 0;
        if (status == TL_OK && corners < 3) {
            status = end_polygon(p, 0, 0); /* counted as too short */
        }
        for (size_t i = 2; status == TL_OK && i < corners; i++) {
            status = fan          ? add_triangle(p, e, 0, i - 1, i)
                     : i % 2 == 0 ? add_triangle(p, e, i - 2, i - 1, i)
                                  : add_triangle(p, e, i - 1, i - 2, i);
        }
        held++;
    }
    return status == TL_OK && held != p->promised ? fail_promise(p, held) : status;
}

typedef enum primitive_kind { TRIANGLES, POLYLIST, POLYGONS, STRIPS, FANS, NO_FACES, NO_PRIMITIVE } primitive_kind;

static primitive_kind kind_of(const tl_dae *dae, uint32_t element) {
    static const struct {
        const char *name;
        primitive_kind kind;
    } kinds[] = {{"triangles", TRIANGLES}, {"polylist", POLYLIST}, {"polygons", POLYGONS},   {"tristrips", STRIPS},
                 {"trifans", FANS},        {"lines", NO_FACES},    {"linestrips", NO_FACES}, {"source", NO_FACES},
                 {"vertices", NO_FACES},   {"extra", NO_FACES},    {"asset", NO_FACES}};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (tl_xml_element_is(&dae->tree, element, kinds[i].name)) {
            return kinds[i].kind;
        }
    }
    return NO_PRIMITIVE;
}

static tl_status read_kind(primitive *p, primitive_kind kind) {
    switch (kind) {
    case TRIANGLES:
        return read_triangles(p);
    case POLYLIST:
        return read_polylist(p);
    case POLYGONS:
        return read_polygons(p);
    default:
        return read_runs(p, kind == FANS);
    }
}

static tl_status read_primitive(tl_dae *dae, tl_dae_geometry *g, uint32_t element, uint32_t vertices) {
    primitive_kind kind = kind_of(dae, element);
    dae_mesh_span name = tl_xml_name(dae->tree.elements[element].tag);
    if (kind == NO_FACES) {
        return TL_OK;
    }
    if (kind == NO_PRIMITIVE) {
        return tl_dae_fail(dae, element, "COLLADA knows no `<%.*s>` in `<mesh>`", tl_dae_shown(name), name.at);
    }
    if (!tl_reserve(dae->context, (void **)&g->parts, &g->part_capacity, g->part_count + 1, sizeof(*g->parts))) {
        return tl_fail_memory(dae->error);
    }
    tl_dae_part *part = &g->parts[g->part_count++];
    *part = (tl_dae_part){.material = tl_xml_attribute(dae->tree.elements[element].tag, "material")};
    primitive p = {.dae = dae, .element = element, .point_count = g->point_count, .part = part};
    tl_status status = TL_OK;
    if (tl_xml_attribute(dae->tree.elements[element].tag, "count").at == NULL) {
        status = tl_dae_fail(dae, element, "`<%.*s>` doesn't say how many it holds", tl_dae_shown(name), name.at);
    }
    status = status == TL_OK ? tl_dae_whole(dae, element, "count", 0, &p.promised) : status;
    bool empty = status == TL_OK && p.promised == 0 && tl_xml_first(&dae->tree, element, "p") == 0;
    if (!empty) {
        status = status == TL_OK ? read_inputs(&p, vertices) : status;
        status = status == TL_OK ? read_kind(&p, kind) : status;
    }
    tl_free(dae->context, p.numbers);
    return status;
}

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

static tl_status read_points(tl_dae *dae, tl_dae_geometry *g, uint32_t vertices) {
    uint32_t source;
    double *numbers;
    size_t count;
    tl_status status = tl_dae_input_source(dae, vertices, "POSITION", &source);
    if (status != TL_OK) {
        return status;
    }
    status = tl_dae_source(dae, source, 3, &numbers, &count);
    if (status == TL_OK) {
        g->points = tl_alloc_array(dae->context, count + 1, sizeof(*g->points));
        status = g->points != NULL ? TL_OK : tl_fail_memory(dae->error);
    }
    for (size_t i = 0; status == TL_OK && i < count; i++) {
        g->points[i] = (tl_vec3){numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
        g->point_count = i + 1;
    }
    tl_free(dae->context, numbers);
    return status;
}

static tl_status read_mesh(tl_dae *dae, tl_dae_geometry *g, uint32_t mesh) {
    uint32_t vertices = tl_xml_first(&dae->tree, mesh, "vertices");
    bool any = false;
    for (uint32_t e = dae->tree.elements[mesh].first; e != 0; e = dae->tree.elements[e].next) {
        any = any || kind_of(dae, e) != NO_FACES;
    }
    if (vertices == 0) {
        return any ? tl_dae_fail(dae, mesh, "a mesh has no `<vertices>`") : TL_OK;
    }
    /* Points alone may be a morph's target. */
    tl_status status = read_points(dae, g, vertices);
    for (uint32_t e = dae->tree.elements[mesh].first; status == TL_OK && e != 0; e = dae->tree.elements[e].next) {
        status = read_primitive(dae, g, e, vertices);
    }
    return status;
}

tl_status tl_dae_geometry_of(tl_dae *dae, uint32_t element, tl_dae_geometry **geometry) {
    *geometry = NULL;
    if (dae->geometry_of[element] != 0) {
        *geometry = &dae->geometries[dae->geometry_of[element] - 1];
        return TL_OK;
    }
    uint32_t mesh = tl_xml_first(&dae->tree, element, "mesh");
    mesh = mesh != 0 ? mesh : tl_xml_first(&dae->tree, element, "convex_mesh");
    if (mesh == 0 && tl_xml_first(&dae->tree, element, "spline") != 0) {
        return TL_OK;
    }
    if (mesh == 0 || tl_xml_attribute(dae->tree.elements[mesh].tag, "convex_hull_of").length > 0) {
        return tl_dae_fail(dae, element, "a geometry is no mesh: only meshes can be read");
    }
    if (!tl_reserve(dae->context, (void **)&dae->geometries, &dae->geometry_capacity, dae->geometry_count + 1,
                    sizeof(*dae->geometries))) {
        return tl_fail_memory(dae->error);
    }
    tl_dae_geometry *made = &dae->geometries[dae->geometry_count++];
    *made = (tl_dae_geometry){.element = element};
    dae->geometry_of[element] = (uint32_t)dae->geometry_count;
    *geometry = made;
    return read_mesh(dae, made, mesh);
}
