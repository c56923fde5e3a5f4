/* package_build.c: what the build of a 3MF declares. */
#include "import/package_build.h"
#include "base/number.h"
#include "import/affine.h"
#include "import/finish.h"
#include "import/xml.h"
#include "import/zip.h"

#include <string.h>
#include <strings.h>

#define EXPORT_AGAIN "export it again, best as OBJ, STL or GLB"
enum { MOST_LEVELS = 64, MOST_PARTS = 1000 };

typedef tl_xml_span build_span;

/* A model part of the package. */
typedef struct part {
    char name[256]; /* without the slash that it may begin with */
    char *text;
} part;

/* What is placed: by a build item, or as a component. */
typedef struct build_placing {
    build_span id, path; /* path: of another part, empty for its own */
    size_t part;
    tl_import_affine place;
} build_placing;

typedef struct build_object {
    size_t part;
    build_span id;
    bool support, placed;
    size_t first_point, point_count, first_component, component_count;
    uint64_t triangles;
} build_object;

typedef struct build_looker {
    tl_context *context;
    const char *path;
    part *parts;
    build_object *objects;
    build_placing *components, *items;
    tl_vec3 *points;
    bool *used; /* by a triangle */
    size_t part_count, part_capacity, object_count, object_capacity, component_count, component_capacity;
    size_t item_count, item_capacity, point_count, point_capacity, used_capacity;
    char root[256]; /* the part that the package begins with */
    tl_package_build *build;
    tl_error *error;
} build_looker;

/* --- Parts -------------------------------------------------------------------------------------------------------- */

static void copy_name(build_span name, char out[256]) {
    size_t skipped = name.length > 0 && name.at[0] == '/';
    name = (build_span){name.at + skipped, name.length - skipped};
    tl_xml_decode(name, out, 256);
}

/* The part that the package's own relations name as its model. */
static tl_status find_root(build_looker *l, const tl_zip *zip, const tl_zip_entry *entry) {
    static const char type[] = "/3dmodel";
    char *text = NULL;
    tl_status status = tl_zip_unpack(l->context, l->path, zip, entry, &text, l->error);
    tl_xml xml;
    if (status == TL_OK) {
        tl_xml_begin(&xml, l->path, text, (size_t)entry->unpacked, l->error);
        for (build_span tag; tl_xml_scan(&xml, &tag);) {
            build_span kind = tl_xml_attribute(tag, "Type");
            if (tl_xml_is(tag, "Relationship") && kind.length > sizeof(type) - 1 &&
                memcmp(kind.at + kind.length - (sizeof(type) - 1), type, sizeof(type) - 1) == 0 && l->root[0] == 0) {
                copy_name(tl_xml_attribute(tag, "Target"), l->root);
            }
        }
    }
    tl_free(l->context, text);
    return status;
}

static double number_of(build_span text, double otherwise) {
    double number;
    return text.length > 0 && tl_number_scan(text.at, text.at + text.length, &number) != NULL ? number : otherwise;
}

/* Twelve numbers: where the axes go, then the origin; rows of a matrix behind the point. */
static tl_import_affine affine_of(build_span text) {
    tl_import_affine place = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    const char *at = text.at, *end = text.at + text.length;
    for (int k = 0; text.length > 0 && k < 12; k++) {
        double number;
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) {
            at++;
        }
        at = tl_number_scan(at, end, &number);
        if (at == NULL) {
            break; /* lib3mf has refused it */
        }
        place.m[k % 3][k / 3] = number;
    }
    return place;
}

/* An attribute of another namespace, whatever its prefix is. */
static build_span foreign_attribute(build_span tag, const char *what) {
    build_span name, value;
    for (size_t at = 0; tl_xml_next_attribute(tag, &at, &name, &value);) {
        const char *colon = memchr(name.at, ':', name.length);
        size_t skipped = colon != NULL ? (size_t)(colon - name.at) + 1 : 0;
        if (skipped > 0 && tl_xml_span_is((build_span){name.at + skipped, name.length - skipped}, what)) {
            return value;
        }
    }
    return (build_span){"", 0};
}

static bool add_placing(build_looker *l, build_placing **all, size_t *count, size_t *capacity, size_t number,
                        build_span tag) {
    if (!tl_reserve(l->context, (void **)all, capacity, *count + 1, sizeof(**all))) {
        return false;
    }
    (*all)[(*count)++] = (build_placing){.id = tl_xml_attribute(tag, "objectid"),
                                         .path = foreign_attribute(tag, "path"),
                                         .part = number,
                                         .place = affine_of(tl_xml_attribute(tag, "transform"))};
    return true;
}

static bool add_object(build_looker *l, size_t number, build_span tag) {
    build_span type = tl_xml_attribute(tag, "type");
    if (!tl_reserve(l->context, (void **)&l->objects, &l->object_capacity, l->object_count + 1, sizeof(*l->objects))) {
        return false;
    }
    l->objects[l->object_count++] =
        (build_object){.part = number,
                       .id = tl_xml_attribute(tag, "id"),
                       .support = tl_xml_span_is(type, "support") || tl_xml_span_is(type, "solidsupport"),
                       .first_point = l->point_count,
                       .first_component = l->component_count};
    return true;
}

static bool add_point(build_looker *l, build_span tag) {
    if (!tl_reserve(l->context, (void **)&l->points, &l->point_capacity, l->point_count + 1, sizeof(*l->points)) ||
        !tl_reserve(l->context, (void **)&l->used, &l->used_capacity, l->point_count + 1, sizeof(*l->used))) {
        return false;
    }
    l->used[l->point_count] = false;
    l->points[l->point_count++] =
        (tl_vec3){number_of(tl_xml_attribute(tag, "x"), 0), number_of(tl_xml_attribute(tag, "y"), 0),
                  number_of(tl_xml_attribute(tag, "z"), 0)};
    return true;
}

static void add_triangle(build_looker *l, build_object *o, build_span tag) {
    static const char *const corners[] = {"v1", "v2", "v3"};
    o->triangles++;
    for (int k = 0; k < 3; k++) {
        double corner = number_of(tl_xml_attribute(tag, corners[k]), -1);
        if (corner >= 0 && corner < (double)o->point_count) {
            l->used[o->first_point + (size_t)corner] = true;
        }
    }
}

/* Whether it is an element of the format's own: with the prefix that the model itself has. */
static bool is_core(build_span tag, build_span prefix, const char *what) {
    build_span name = tl_xml_name(tag);
    return name.length == prefix.length + strlen(what) &&
           (prefix.length == 0 || memcmp(name.at, prefix.at, prefix.length) == 0) &&
           memcmp(name.at + prefix.length, what, strlen(what)) == 0;
}

static tl_status read_part(build_looker *l, size_t number, size_t size) {
    tl_xml xml;
    build_span prefix = {"", 0};
    bool room = true;
    tl_xml_begin(&xml, l->path, l->parts[number].text, size, l->error);
    for (build_span tag; room && tl_xml_scan(&xml, &tag);) {
        build_object *o = l->object_count > 0 ? &l->objects[l->object_count - 1] : NULL;
        if (tl_xml_is(tag, "model") && tag.at[0] != '/') {
            prefix = tl_xml_name(tag);
            prefix.length -= strlen("model");
        } else if (is_core(tag, prefix, "object")) {
            room = add_object(l, number, tag);
        } else if (is_core(tag, prefix, "item")) {
            room = add_placing(l, &l->items, &l->item_count, &l->item_capacity, number, tag);
        } else if (o == NULL || o->part != number) {
            continue;
        } else if (is_core(tag, prefix, "vertex")) {
            room = add_point(l, tag);
            o->point_count++;
        } else if (is_core(tag, prefix, "triangle")) {
            add_triangle(l, o, tag);
        } else if (is_core(tag, prefix, "component")) {
            room = add_placing(l, &l->components, &l->component_count, &l->component_capacity, number, tag);
            o->component_count++;
        }
    }
    return room ? TL_OK : tl_fail_memory(l->error);
}

static tl_status read_parts(build_looker *l, const char *bytes, size_t size) {
    tl_zip zip;
    tl_status status = TL_OK;
    if (!tl_zip_open(&zip, bytes, size)) {
        return TL_OK; /* the first look has refused it */
    }
    for (tl_zip_entry entry; status == TL_OK && tl_zip_next(&zip, &entry);) {
        if (tl_zip_entry_ends(&entry, "_rels/.rels") && entry.name_length <= 12) {
            status = find_root(l, &zip, &entry);
        } else if (tl_zip_entry_ends(&entry, ".model") && l->part_count < MOST_PARTS) {
            if (!tl_reserve(l->context, (void **)&l->parts, &l->part_capacity, l->part_count + 1, sizeof(*l->parts))) {
                return tl_fail_memory(l->error);
            }
            part *p = &l->parts[l->part_count++];
            *p = (part){0};
            copy_name((build_span){entry.name, entry.name_length}, p->name);
            status = tl_zip_unpack(l->context, l->path, &zip, &entry, &p->text, l->error);
            status = status == TL_OK ? read_part(l, l->part_count - 1, (size_t)entry.unpacked) : status;
        }
    }
    return status;
}

/* --- Placing ------------------------------------------------------------------------------------------------------ */

static tl_status find_object(build_looker *l, const build_placing *p, build_object **found) {
    size_t number = p->part;
    if (p->path.length > 0) {
        char name[256];
        copy_name(p->path, name);
        number = 0;
        while (number < l->part_count && strcasecmp(l->parts[number].name, name) != 0) {
            number++;
        }
    }
    for (size_t i = 0; i < l->object_count; i++) {
        build_object *o = &l->objects[i];
        if (o->part == number && o->id.length == p->id.length && p->id.length > 0 &&
            memcmp(o->id.at, p->id.at, p->id.length) == 0) {
            *found = o;
            return TL_OK;
        }
    }
    return tl_fail(l->error, TL_ERROR_FORMAT, l->path, NULL, EXPORT_AGAIN,
                   "its build names the object `%.*s`, which is not there",
                   (int)(p->id.length < 40 ? p->id.length : 40), p->id.at);
}

static void add_points(build_looker *l, const build_object *o, const tl_import_affine *place) {
    l->build->triangles += o->triangles;
    for (size_t i = 0; i < o->point_count; i++) {
        if (l->used[o->first_point + i]) {
            l->build->box = tl_box3_add(l->build->box, tl_affine_point(place, l->points[o->first_point + i]));
        }
    }
}

/* Everything that a build item places. How much it may be was checked when lib3mf's model was walked. */
static tl_status place_item(build_looker *l, const build_placing *item) {
    struct {
        build_object *object;
        tl_import_affine place;
        size_t next;
    } levels[MOST_LEVELS];
    int depth = 0;
    const build_placing *next = item;
    tl_import_affine place = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    for (;;) {
        build_object *o = NULL;
        tl_status status = find_object(l, next, &o);
        if (status != TL_OK || depth == MOST_LEVELS) {
            return status;
        }
        levels[depth].object = o;
        levels[depth].place = tl_affine_compose(&place, &next->place);
        levels[depth].next = o->support ? o->component_count : 0;
        o->placed = true;
        if (!o->support && o->component_count == 0) {
            add_points(l, o, &levels[depth].place);
        }
        depth++;
        while (depth > 0 && levels[depth - 1].next == levels[depth - 1].object->component_count) {
            depth--;
        }
        if (depth == 0) {
            return TL_OK;
        }
        place = levels[depth - 1].place;
        next = &l->components[levels[depth - 1].object->first_component + levels[depth - 1].next++];
    }
}

tl_status tl_import_look_into_build(tl_context *context, const char *path, const char *bytes, size_t size,
                                    tl_package_build *build, tl_error *error) {
    *build = (tl_package_build){.box = tl_box3_empty()};
    build_looker l = {.context = context, .path = path, .build = build, .error = error};
    tl_status status = read_parts(&l, bytes, size);
    for (size_t i = 0; status == TL_OK && i < l.item_count; i++) {
        if (l.root[0] == 0 || strcasecmp(l.parts[l.items[i].part].name, l.root) == 0) {
            status = place_item(&l, &l.items[i]);
        }
    }
    for (size_t i = 0; i < l.object_count; i++) {
        const build_object *o = &l.objects[i];
        build->unplaced += !o->placed && !o->support && o->triangles > 0 &&
                           (l.root[0] == 0 || strcasecmp(l.parts[o->part].name, l.root) == 0);
    }
    for (size_t i = 0; i < l.part_count; i++) {
        tl_free(context, l.parts[i].text);
    }
    tl_free(context, l.parts);
    tl_free(context, l.objects);
    tl_free(context, l.components);
    tl_free(context, l.items);
    tl_free(context, l.points);
    tl_free(context, l.used);
    return status;
}
