/* package.c: 3MF packages, flattened in double precision into one mesh. */
#include "import/package.h"
#include "import/affine.h"
#include "import/finish.h"
#include "import/lib3mf.h"
#include "import/package_build.h"
#include "import/package_look.h"
#include "io/file.h"
#include "mesh/names.h"

#include <stdio.h>
#include <string.h>

#define EXPORT_AGAIN "export it again, best as OBJ, STL or GLB"

#ifdef TRUELINE_LIB3MF

/* Components may hold components; no program nests them deeper than a few levels. */
#define MOST_LEVELS 64

/* An object on the way from a build item down to a mesh. */
typedef struct package_level {
    lib3mf_object *object;
    tl_import_affine place; /* to the model's frame */
    uint32_t next, count;   /* of its components */
    bool support;           /* only for printing: left out */
    char names[400];
} package_level;

typedef struct package {
    tl_context *context;
    const char *path;
    double scale;          /* of the model's unit where the mesh can't state it */
    package_level *levels; /* MOST_LEVELS */
    int depth;
    bool counting; /* the first pass only counts, so that a hostile file can't grow without end */
    uint64_t visits, vertices, triangles, pieces, supports;
    tl_package_facts facts;
    tl_mesh *mesh;
    lib3mf_vertex *corners; /* scratch */
    lib3mf_triangle *faces; /* scratch */
    size_t corner_capacity, face_capacity;
    tl_error *error;
} package;

static void release(lib3mf_object *object) {
    if (object != NULL) {
        (void)lib3mf_release(object);
    }
}

/* lib3mf's own words for what went wrong with `object`, on one line. */
static tl_status fail_library(package *p, lib3mf_object *object, const char *what) {
    uint32_t code = 0;
    const char *message = NULL;
    char text[200];
    (void)lib3mf_getlasterror(object, &code, &message);
    snprintf(text, sizeof(text), "%s", message != NULL && message[0] != 0 ? message : "the library gives no reason");
    text[strcspn(text, "\r\n")] = 0;
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') {
        text[--length] = 0;
    }
    if (code == LIB3MF_SAME_CORNERS) {
        snprintf(text, sizeof(text), "a triangle names one vertex twice, which the format forbids");
    }
    return tl_fail(p->error, TL_ERROR_FORMAT, p->path, NULL, EXPORT_AGAIN, "%s: %s", what, text);
}

/* --- Objects ------------------------------------------------------------------------------------------------------ */

static void add_name(char names[400], const char *name) {
    size_t used = strlen(names);
    snprintf(names + used, 400 - used, "%s%s", used > 0 && name[0] != 0 ? "\t" : "", name);
    for (char *at = names + used + (used > 0 ? 1 : 0); *at != 0; at++) {
        *at = *at == '\n' || *at == '\t' || *at == '\r' ? ' ' : *at;
    }
}

/* A name longer than 190 bytes is left out: the library gives all or nothing. */
static void take_names(lib3mf_object *object, char names[400]) {
    char name[192] = "", number[192] = "";
    uint32_t needed;
    names[0] = 0;
    if (lib3mf_object_getnameutf8(object, name, sizeof(name), &needed) == 0) {
        add_name(names, name);
    }
    if (lib3mf_object_getpartnumberutf8(object, number, sizeof(number), &needed) == 0 && strcmp(name, number) != 0) {
        add_name(names, number);
    }
}

/* Goes down to an object, which the level owns from now on. */
static tl_status enter(package *p, lib3mf_object *object, const tl_import_affine *place) {
    if (p->depth == MOST_LEVELS || ++p->visits > TL_IMPORT_MOST_PIECES) {
        release(object);
        return p->depth == MOST_LEVELS ? tl_fail(p->error, TL_ERROR_LIMIT, p->path, NULL, EXPORT_AGAIN,
                                                 "its components are nested deeper than %d levels", MOST_LEVELS)
                                       : tl_import_fail_too_large(p->path, p->error);
    }
    package_level *l = &p->levels[p->depth++];
    *l = (package_level){.object = object, .place = *place};
    take_names(object, l->names);
    uint32_t type = 0;
    int has_components = 0;
    if (lib3mf_object_gettype(object, &type) != 0 || lib3mf_object_iscomponentsobject(object, &has_components) != 0) {
        return fail_library(p, object, "an object can't be read");
    }
    if (type == LIB3MF_SUPPORT || type == LIB3MF_SOLID_SUPPORT) {
        l->support = true;
        p->supports++;
    } else if (has_components && lib3mf_componentsobject_getcomponentcount(object, &l->count) != 0) {
        return fail_library(p, object, "an object's components can't be read");
    }
    return TL_OK;
}

static void leave(package *p) {
    release(p->levels[--p->depth].object);
}

static tl_import_affine affine_of(const lib3mf_transform *t) {
    tl_import_affine a;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            a.m[i][j] = (double)t->fields[i][j];
        }
    }
    return a;
}

static tl_status enter_component(package *p, package_level *l) {
    lib3mf_object *component = NULL;
    lib3mf_object *object = NULL;
    lib3mf_transform transform;
    tl_import_affine place = l->place;
    int moved = 0;
    bool read = lib3mf_componentsobject_getcomponent(l->object, l->next++, &component) == 0 &&
                lib3mf_component_getobjectresource(component, &object) == 0 &&
                lib3mf_component_hastransform(component, &moved) == 0 &&
                (!moved || lib3mf_component_gettransform(component, &transform) == 0);
    release(component);
    if (!read || object == NULL) {
        release(object);
        return fail_library(p, l->object, "a component can't be read");
    }
    if (moved) {
        tl_import_affine own = affine_of(&transform);
        place = tl_affine_compose(&l->place, &own);
    }
    return enter(p, object, &place);
}

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

/* The object's names, then those of what it is a component of. */
static bool end_piece(package *p) {
    char names[MOST_LEVELS * 401];
    size_t used = 0;
    for (int i = p->depth; i-- > 0;) {
        const char *own = p->levels[i].names;
        if (own[0] != 0) {
            used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", used > 0 ? "\n" : "", own);
        }
    }
    names[used] = 0;
    return tl_mesh_end_piece(p->mesh, names, TL_ROLE_CORE);
}

static tl_status add_mesh(package *p, const package_level *l, uint32_t vertices, uint32_t triangles) {
    if (!tl_reserve(p->context, (void **)&p->corners, &p->corner_capacity, vertices, sizeof(*p->corners)) ||
        !tl_reserve(p->context, (void **)&p->faces, &p->face_capacity, triangles, sizeof(*p->faces))) {
        return tl_fail_memory(p->error);
    }
    uint32_t got;
    if ((vertices > 0 && lib3mf_meshobject_getvertices(l->object, p->corners, vertices, &got) != 0) ||
        (triangles > 0 && lib3mf_meshobject_gettriangleindices(l->object, p->faces, triangles, &got) != 0)) {
        return fail_library(p, l->object, "an object's mesh can't be read");
    }
    tl_mesh *mesh = p->mesh;
    size_t base = mesh->vertex_count;
    for (uint32_t i = 0; i < vertices; i++) {
        const float *c = p->corners[i].position;
        mesh->vertices[mesh->vertex_count++] =
            tl_affine_point(&l->place, (tl_vec3){(double)c[0], (double)c[1], (double)c[2]});
    }
    double wrong;
    size_t vertex = tl_import_check_numbers(mesh, base, &wrong);
    if (vertex < mesh->vertex_count) {
        return tl_fail(p->error, TL_ERROR_FORMAT, p->path, NULL, "repair the mesh in the program it came from",
                       "vertex %zu of `%.190s` is %s", vertex - base + 1, l->names, tl_import_wrong_number(wrong));
    }
    bool mirrored = tl_affine_mirrors(&l->place);
    for (uint32_t i = 0; i < triangles; i++) {
        uint32_t *corner = mesh->triangles + 3 * mesh->triangle_count++;
        for (int k = 0; k < 3; k++) {
            uint32_t index = p->faces[i].corner[mirrored ? 2 - k : k];
            if (index >= vertices) {
                return tl_fail(p->error, TL_ERROR_FORMAT, p->path, NULL, EXPORT_AGAIN,
                               "triangle %u of `%.190s` names a vertex that is not there (there are %u)", i + 1,
                               l->names, vertices);
            }
            corner[k] = (uint32_t)base + index;
        }
    }
    return end_piece(p) ? TL_OK : tl_fail_memory(p->error);
}

static tl_status take_mesh(package *p, const package_level *l) {
    int is_mesh = 0;
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    if (lib3mf_object_ismeshobject(l->object, &is_mesh) != 0 ||
        (is_mesh && (lib3mf_meshobject_getvertexcount(l->object, &vertices) != 0 ||
                     lib3mf_meshobject_gettrianglecount(l->object, &triangles) != 0))) {
        return fail_library(p, l->object, "an object can't be read");
    }
    p->vertices += vertices;
    p->triangles += triangles;
    p->pieces += is_mesh != 0;
    if (p->counting) {
        bool many = p->vertices > TL_IMPORT_MOST_CORNERS || p->triangles > TL_IMPORT_MOST_CORNERS ||
                    p->pieces > TL_IMPORT_MOST_PIECES;
        return many ? tl_import_fail_too_large(p->path, p->error) : TL_OK;
    }
    return is_mesh ? add_mesh(p, l, vertices, triangles) : TL_OK;
}

/* --- The whole ---------------------------------------------------------------------------------------------------- */

/* Everything below the object that was just entered, depth first, components in order. */
static tl_status walk(package *p) {
    tl_status status = TL_OK;
    while (status == TL_OK && p->depth > 0) {
        package_level *l = &p->levels[p->depth - 1];
        if (l->next < l->count) {
            status = enter_component(p, l);
            continue;
        }
        if (l->count == 0 && !l->support) {
            status = take_mesh(p, l);
        }
        if (status == TL_OK) {
            leave(p);
        }
    }
    while (p->depth > 0) {
        leave(p);
    }
    return status;
}

static tl_status place_item(package *p, lib3mf_object *item) {
    lib3mf_object *object = NULL;
    lib3mf_transform transform;
    int moved = 0;
    tl_import_affine place = tl_affine_scale(p->scale);
    if (lib3mf_builditem_getobjectresource(item, &object) != 0 || object == NULL ||
        lib3mf_builditem_hasobjecttransform(item, &moved) != 0 ||
        (moved && lib3mf_builditem_getobjecttransform(item, &transform) != 0)) {
        release(object);
        return fail_library(p, item, "a build item can't be read");
    }
    if (moved) {
        tl_import_affine own = affine_of(&transform);
        place = tl_affine_compose(&place, &own);
    }
    tl_status status = enter(p, object, &place);
    return status == TL_OK ? walk(p) : status;
}

static tl_status place_items(package *p, lib3mf_object *model) {
    lib3mf_object *items = NULL;
    if (lib3mf_model_getbuilditems(model, &items) != 0) {
        return fail_library(p, model, "its build can't be read");
    }
    tl_status status = TL_OK;
    int more = 1;
    while (status == TL_OK && lib3mf_builditemiterator_movenext(items, &more) == 0 && more) {
        lib3mf_object *item = NULL;
        if (lib3mf_builditemiterator_getcurrent(items, &item) != 0) {
            status = fail_library(p, items, "a build item can't be read");
        } else {
            status = place_item(p, item);
        }
        release(item);
    }
    while (p->depth > 0) { /* where an object couldn't be entered */
        leave(p);
    }
    release(items);
    return status;
}

/* What else there is in it, which can't be read. */
static tl_status fail_without_triangles(package *p) {
    const tl_package_facts *facts = &p->facts;
    if (facts->beams + facts->slices + facts->shapes == 0) {
        return tl_import_fail_without_triangles(p->path, p->error);
    }
    const char *what = facts->beams > 0 ? "beams of a lattice" : facts->slices > 0 ? "slices" : "shapes by formula";
    return tl_fail(p->error, TL_ERROR_UNSUPPORTED, p->path, NULL, "turn it into triangles in the program it came from",
                   "there are no triangles in the 3MF, only %s, which can't be read", what);
}

static tl_status take_model(package *p, lib3mf_object *model) {
    static const double metres[] = {1e-6, 1e-3, 1e-2, 0.0254, 0.3048, 1};
    uint32_t unit = 1;
    if (lib3mf_model_getunit(model, &unit) != 0 || unit >= sizeof(metres) / sizeof(metres[0])) {
        return fail_library(p, model, "its unit can't be read");
    }
    p->mesh->unit = tl_import_unit_of_metres(metres[unit], &p->scale);
    p->mesh->up = TL_AXIS_PZ;
    p->counting = true;
    tl_status status = place_items(p, model);
    if (status == TL_OK && p->triangles == 0) {
        status = fail_without_triangles(p);
    }
    if (status == TL_OK) {
        status = tl_import_room(p->mesh, p->path, p->vertices, p->triangles, p->pieces, p->error);
    }
    if (status == TL_OK) {
        p->counting = false;
        p->visits = p->supports = 0;
        status = place_items(p, model);
    }
    return status;
}

/* Warnings about colours, materials, textures, metadata and thumbnails: nothing of a shape; and about extensions and
 * names that are not known, which package_look.c tells better: the library finds fault with some that are. */
static bool is_no_matter(uint32_t code) {
    static const uint32_t ranges[][2] = {{0x804c, 0x8052}, {0x805c, 0x805d}, {0x806e, 0x8073}, {0x8075, 0x807c},
                                         {0x8092, 0x8092}, {0x80a6, 0x80a7}, {0x80ae, 0x80ae}, {0x80b2, 0x80b2},
                                         {0x80b6, 0x80bc}, {0x80be, 0x80be}, {0x80c4, 0x80c5}};
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        if (ranges[i][0] <= code && code <= ranges[i][1]) {
            return true;
        }
    }
    return false;
}

/* What lib3mf found wrong and went on with. An unknown unit would be taken for millimetres. */
static tl_status take_warnings(package *p, lib3mf_object *reader) {
    enum { MOST_WARNINGS = 8 };
    uint32_t count = 0;
    (void)lib3mf_reader_getwarningcount(reader, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t code = 0;
        uint32_t needed;
        char text[200] = "";
        (void)lib3mf_reader_getwarningutf8(reader, i, &code, text, sizeof(text), &needed);
        if (code == LIB3MF_UNKNOWN_UNIT) {
            return tl_fail(p->error, TL_ERROR_FORMAT, p->path, NULL, "export it again, or take another copy",
                           "the 3MF's unit is none of micron, millimeter, centimeter, inch, foot, meter");
        }
        text[strcspn(text, ".\r\n")] = 0;
        if (i < MOST_WARNINGS && text[0] != 0 && !is_no_matter(code) &&
            !tl_mesh_warn(p->mesh, "the 3MF is not as it should be: %s", text)) {
            return tl_fail_memory(p->error);
        }
    }
    return TL_OK;
}

static tl_status read_model(package *p, char *bytes, size_t size) {
    lib3mf_object *model = NULL;
    lib3mf_object *reader = NULL;
    tl_status status;
    if (lib3mf_createmodel(&model) != 0 || lib3mf_model_queryreader(model, "3mf", &reader) != 0) {
        status = tl_fail_memory(p->error);
    } else if (lib3mf_reader_readfrombuffer(reader, (uint8_t *)bytes, size) != 0) {
        status = fail_library(p, reader, "the 3MF can't be read");
    } else {
        status = take_warnings(p, reader);
        if (status == TL_OK) {
            status = take_model(p, model);
        }
    }
    release(reader);
    release(model);
    return status;
}

/* Whether what came back is what our own look has found that the build places. */
static tl_status check_build(package *p, const char *bytes, size_t size) {
    tl_package_build build;
    tl_status status = tl_import_look_into_build(p->context, p->path, bytes, size, &build, p->error);
    if (status == TL_OK && build.triangles != p->mesh->triangle_count) {
        char a[32], b[32];
        return tl_fail(p->error, TL_ERROR_FORMAT, p->path, NULL, EXPORT_AGAIN,
                       "the 3MF places %s triangles, but %s come back from lib3mf",
                       tl_mesh_grouped_text(build.triangles, a), tl_mesh_grouped_text(p->mesh->triangle_count, b));
    }
    tl_box3 box = tl_mesh_box(p->mesh);
    tl_vec3 low = tl_scale(build.box.low, p->scale), high = tl_scale(build.box.high, p->scale);
    /* lib3mf keeps single precision. */
    double reach = tl_max(tl_length(low), tl_length(high));
    if (status == TL_OK &&
        (!(tl_length(tl_sub(box.low, low)) <= 1e-5 * reach) || !(tl_length(tl_sub(box.high, high)) <= 1e-5 * reach))) {
        return tl_fail(p->error, TL_ERROR_FORMAT, p->path, NULL, EXPORT_AGAIN,
                       "its build puts the mesh elsewhere than lib3mf does: from %.6g, %.6g, %.6g to %.6g, %.6g, %.6g",
                       low.x, low.y, low.z, high.x, high.y, high.z);
    }
    if (status == TL_OK && build.unplaced > 0 &&
        !tl_mesh_warn(p->mesh, "%llu mesh%s that no build item places %s left out", (unsigned long long)build.unplaced,
                      build.unplaced == 1 ? "" : "es", build.unplaced == 1 ? "was" : "were")) {
        return tl_fail_memory(p->error);
    }
    return status;
}

/* What was left out. */
static tl_status tell(package *p) {
    const tl_package_facts *facts = &p->facts;
    bool room = true;
    if (p->supports > 0) {
        room = tl_mesh_warn(p->mesh, "%llu support %s for printing %s left out", (unsigned long long)p->supports,
                            p->supports == 1 ? "structure" : "structures", p->supports == 1 ? "was" : "were");
    }
    if (room && facts->beams > 0) {
        room = tl_mesh_warn(p->mesh,
                            "%llu %s of a lattice %s left out: only triangles are read, so what the lattice would "
                            "block is open; turn it into triangles in the program it came from",
                            (unsigned long long)facts->beams, facts->beams == 1 ? "beam" : "beams",
                            facts->beams == 1 ? "was" : "were");
    }
    if (room && facts->slices > 0) {
        room = tl_mesh_warn(p->mesh, "%llu %s left out: its triangles may be coarser than its slices",
                            (unsigned long long)facts->slices, facts->slices == 1 ? "slice was" : "slices were");
    }
    if (room && facts->shapes > 0) {
        room = tl_mesh_warn(p->mesh,
                            "%llu %s by formula or out of others %s left out: only triangles are read; turn them into "
                            "triangles in the program it came from",
                            (unsigned long long)facts->shapes, facts->shapes == 1 ? "shape made" : "shapes made",
                            facts->shapes == 1 ? "was" : "were");
    }
    if (room && facts->unknown[0] != 0) {
        room = tl_mesh_warn(p->mesh,
                            facts->unknown_attribute
                                ? "the 3MF has an attribute `%s` that the format does not know: it was left out"
                                : "the 3MF has an element `<%s>` that the format does not know: it was left out",
                            facts->unknown);
    }
    return room ? TL_OK : tl_fail_memory(p->error);
}

tl_status tl_import_load_package(tl_context *context, const char *path, char *bytes, size_t size, tl_mesh **mesh,
                                 tl_error *error) {
    package p = {.context = context, .path = path, .error = error};
    p.levels = tl_alloc_array(context, MOST_LEVELS, sizeof(*p.levels));
    p.mesh = tl_mesh_create(context);
    tl_status status = p.levels != NULL && p.mesh != NULL
                           ? tl_import_look_into_package(context, path, bytes, size, &p.facts, error)
                           : tl_fail_memory(error);
    status = status == TL_OK ? read_model(&p, bytes, size) : status;
    status = status == TL_OK ? check_build(&p, bytes, size) : status;
    status = status == TL_OK ? tl_import_finish(p.mesh, path, error) : status;
    status = status == TL_OK ? tell(&p) : status;
    tl_free(context, p.levels);
    tl_free(context, p.corners);
    tl_free(context, p.faces);
    if (status != TL_OK) {
        tl_mesh_destroy(p.mesh);
        return status;
    }
    *mesh = p.mesh;
    return TL_OK;
}

#else

tl_status tl_import_load_package(tl_context *context, const char *path, char *bytes, size_t size, tl_mesh **mesh,
                                 tl_error *error) {
    (void)context;
    (void)bytes;
    (void)size;
    (void)mesh;
    return tl_fail(error, TL_ERROR_UNSUPPORTED, path, NULL,
                   "export it as OBJ, STL or GLB, or build Trueline where lib3mf 1.8 is installed",
                   "this Trueline was built without lib3mf, which reads 3MF");
}

#endif
