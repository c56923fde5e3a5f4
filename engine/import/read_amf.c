/* read_amf.c: AMF, as text or in a ZIP archive (ISO/ASTM 52915, Additive Manufacturing File Format 1.2). */
#include "base/number.h"
#include "import/amf.h"
#include "import/finish.h"
#include "import/read.h"
#include "import/zip.h"

#include <string.h>
#include <strings.h>

#define EXPORT_BEST "export it again, best as OBJ, STL or GLB"

typedef tl_xml_span amf_span;

typedef struct amf_reader {
    tl_context *context;
    const char *bytes;
    size_t size;
    tl_xml xml;
    tl_amf amf;
    tl_mesh *mesh;
    size_t curved, supports; /* hints at curved surfaces, and volumes for printing: left out */
    tl_error *error;
} amf_reader;

static int shown(amf_span text) {
    return (int)(text.length < 40 ? text.length : 40);
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* An element that AMF doesn't have there: nobody knows what it does to the shape. */
static tl_status fail_element(amf_reader *r, amf_span tag, const char *where) {
    amf_span name = tl_xml_name(tag);
    return tl_import_fail_line(r->error, r->xml.path, r->xml.line, EXPORT_BEST, "AMF knows no `<%.*s>` in %s",
                               shown(name), name.at, where);
}

/* Whether it is one of those that don't matter for a shape. */
static bool is_no_matter(amf_span tag) {
    static const char *const names[] = {"metadata", "color", "texmap", "map"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (tl_xml_is(tag, names[i])) {
            return true;
        }
    }
    return false;
}

/* The number that the element holds. */
static tl_status take_number(amf_reader *r, double *number) {
    size_t line = r->xml.line;
    amf_span text;
    tl_status status = tl_xml_text(&r->xml, &text);
    if (status == TL_OK &&
        (text.length == 0 || tl_number_scan(text.at, text.at + text.length, number) != text.at + text.length)) {
        status = tl_import_fail_line(r->error, r->xml.path, line, EXPORT_BEST,
                                     "it says `%.*s` where there should be a number", shown(text), text.at);
    }
    return status;
}

/* Metadata; one of the type `name` is the name. */
static tl_status take_metadata(amf_reader *r, amf_span tag, amf_span *name) {
    amf_span type = tl_xml_attribute(tag, "type");
    bool is_name = type.length == 4 && strncasecmp(type.at, "name", 4) == 0;
    return is_name ? tl_xml_text(&r->xml, name) : tl_xml_skip(&r->xml);
}

/* The numbers in the element that we are in, by their names, none twice; what doesn't matter is passed over. A bit of
 * `*found` for each. */
static tl_status take_numbers(amf_reader *r, const char *const names[], size_t count, const char *where,
                              double *numbers, unsigned *found) {
    tl_status status = TL_OK;
    *found = 0;
    for (amf_span tag; status == TL_OK && (status = tl_xml_next(&r->xml, &tag)) == TL_OK && tag.length > 0;) {
        size_t k = 0;
        while (k < count && !tl_xml_is(tag, names[k])) {
            k++;
        }
        if (k < count && (*found & 1U << k) != 0) {
            status = tl_import_fail_line(r->error, r->xml.path, r->xml.line, EXPORT_BEST, "%s has `<%s>` twice", where,
                                         names[k]);
        } else if (k < count) {
            *found |= 1U << k;
            status = take_number(r, &numbers[k]);
        } else {
            status = is_no_matter(tag) ? tl_xml_skip(&r->xml) : fail_element(r, tag, where);
        }
    }
    return status;
}

/* The same where none may be missing. */
static tl_status take_three(amf_reader *r, const char *const names[3], const char *where, double numbers[3]) {
    size_t line = r->xml.line;
    unsigned found;
    tl_status status = take_numbers(r, names, 3, where, numbers, &found);
    for (size_t k = 0; status == TL_OK && k < 3; k++) {
        if ((found & 1U << k) == 0) {
            status = tl_import_fail_line(r->error, r->xml.path, line, EXPORT_BEST, "%s has no `<%s>`", where, names[k]);
        }
    }
    return status;
}

/* Asked after each vertex and triangle. */
static tl_status go_on(amf_reader *r, size_t i) {
    bool goes_on =
        (i & 0x3fff) != 0 || tl_progress(r->context, (double)(r->xml.at - r->bytes) / (double)r->size, TL_PARSING);
    return goes_on ? TL_OK : tl_fail_cancelled(r->error, TL_PARSING);
}

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

static tl_status read_vertex(amf_reader *r) {
    static const char *const axes[] = {"x", "y", "z"};
    tl_amf *amf = &r->amf;
    size_t line = r->xml.line, count = 0;
    double at[3];
    tl_status status = TL_OK;
    for (amf_span tag; status == TL_OK && (status = tl_xml_next(&r->xml, &tag)) == TL_OK && tag.length > 0;) {
        if (tl_xml_is(tag, "coordinates")) {
            count++;
            status = take_three(r, axes, "`<coordinates>`", at);
        } else if (tl_xml_is(tag, "normal")) {
            r->curved++;
            status = tl_xml_skip(&r->xml);
        } else {
            status = is_no_matter(tag) ? tl_xml_skip(&r->xml) : fail_element(r, tag, "`<vertex>`");
        }
    }
    if (status == TL_OK && count != 1) {
        status = tl_import_fail_line(r->error, r->xml.path, line, EXPORT_BEST,
                                     count == 0 ? "a vertex has no `<coordinates>`"
                                                : "a vertex has several `<coordinates>`");
    }
    if (status == TL_OK && !tl_reserve(r->context, (void **)&amf->vertices, &amf->vertex_capacity,
                                       amf->vertex_count + 1, sizeof(*amf->vertices))) {
        status = tl_fail_memory(r->error);
    }
    if (status == TL_OK) {
        amf->vertices[amf->vertex_count++] = (tl_vec3){at[0], at[1], at[2]};
    }
    return status == TL_OK ? go_on(r, amf->vertex_count) : status;
}

static tl_status read_vertices(amf_reader *r) {
    tl_status status = TL_OK;
    for (amf_span tag; status == TL_OK && (status = tl_xml_next(&r->xml, &tag)) == TL_OK && tag.length > 0;) {
        if (tl_xml_is(tag, "vertex")) {
            status = read_vertex(r);
        } else if (tl_xml_is(tag, "edge")) {
            r->curved++;
            status = tl_xml_skip(&r->xml);
        } else {
            status = fail_element(r, tag, "`<vertices>`");
        }
    }
    return status;
}

/* `base`: the vertices of its object's other meshes. */
static tl_status read_triangle(amf_reader *r, size_t base, size_t *line_of_highest, size_t *highest) {
    static const char *const corners[] = {"v1", "v2", "v3"};
    tl_amf *amf = &r->amf;
    size_t line = r->xml.line;
    double number[3];
    tl_status status = take_three(r, corners, "`<triangle>`", number);
    if (status == TL_OK && !tl_reserve(r->context, (void **)&amf->triangles, &amf->corner_capacity,
                                       amf->corner_count + 3, sizeof(*amf->triangles))) {
        status = tl_fail_memory(r->error);
    }
    for (size_t k = 0; status == TL_OK && k < 3; k++) {
        if (!(number[k] >= 0 && number[k] < (double)TL_IMPORT_MOST_CORNERS) ||
            number[k] != (double)(uint32_t)number[k]) {
            status = tl_import_fail_line(r->error, r->xml.path, line, EXPORT_BEST,
                                         "a triangle's corner is %.15g, no vertex", number[k]);
        } else {
            amf->triangles[amf->corner_count++] = (uint32_t)(base + (size_t)number[k]);
            if ((size_t)number[k] >= *highest) {
                *highest = (size_t)number[k] + 1;
                *line_of_highest = line;
            }
        }
    }
    return status == TL_OK ? go_on(r, amf->corner_count / 3) : status;
}

static tl_status read_volume(amf_reader *r, amf_span volume, size_t base, size_t *line, size_t *highest) {
    tl_amf *amf = &r->amf;
    amf_span type = tl_xml_attribute(volume, "type");
    tl_amf_volume made = {.first_triangle = amf->corner_count / 3, .support = tl_xml_span_is(type, "support")};
    if (type.length > 0 && !made.support && !tl_xml_span_is(type, "object")) {
        return tl_import_fail_line(r->error, r->xml.path, r->xml.line, EXPORT_BEST,
                                   "AMF knows no volume of type `%.*s`", shown(type), type.at);
    }
    tl_status status = TL_OK;
    for (amf_span tag; status == TL_OK && (status = tl_xml_next(&r->xml, &tag)) == TL_OK && tag.length > 0;) {
        if (tl_xml_is(tag, "triangle")) {
            status = read_triangle(r, base, line, highest);
        } else if (tl_xml_is(tag, "metadata")) {
            status = take_metadata(r, tag, &made.name);
        } else {
            status = is_no_matter(tag) ? tl_xml_skip(&r->xml) : fail_element(r, tag, "`<volume>`");
        }
    }
    made.triangle_count = amf->corner_count / 3 - made.first_triangle;
    r->supports += made.support;
    if (status == TL_OK && !tl_reserve(r->context, (void **)&amf->volumes, &amf->volume_capacity, amf->volume_count + 1,
                                       sizeof(*amf->volumes))) {
        status = tl_fail_memory(r->error);
    }
    if (status == TL_OK) {
        amf->volumes[amf->volume_count++] = made;
    }
    return status;
}

static tl_status read_mesh(amf_reader *r, size_t first_vertex) {
    size_t own = r->amf.vertex_count, highest = 0, line = 0;
    tl_status status = TL_OK;
    for (amf_span tag; status == TL_OK && (status = tl_xml_next(&r->xml, &tag)) == TL_OK && tag.length > 0;) {
        if (tl_xml_is(tag, "vertices")) {
            status = read_vertices(r);
        } else if (tl_xml_is(tag, "volume") || tl_xml_is(tag, "region")) { /* its name in early drafts */
            status = read_volume(r, tag, own - first_vertex, &line, &highest);
        } else {
            status = is_no_matter(tag) ? tl_xml_skip(&r->xml) : fail_element(r, tag, "`<mesh>`");
        }
    }
    if (status == TL_OK && highest > r->amf.vertex_count - own) {
        status =
            tl_import_fail_line(r->error, r->xml.path, line, EXPORT_BEST,
                                "a triangle names the vertex %zu, which is not there (there are %zu, the first is 0)",
                                highest - 1, r->amf.vertex_count - own);
    }
    return status;
}

/* --- Objects and constellations ----------------------------------------------------------------------------------- */

static tl_status add_thing(amf_reader *r, const tl_amf_thing *thing) {
    tl_amf *amf = &r->amf;
    if (!tl_reserve(r->context, (void **)&amf->things, &amf->thing_capacity, amf->thing_count + 1,
                    sizeof(*amf->things))) {
        return tl_fail_memory(r->error);
    }
    amf->things[amf->thing_count++] = *thing;
    return TL_OK;
}

static tl_status read_object(amf_reader *r, amf_span object) {
    tl_amf *amf = &r->amf;
    tl_amf_thing made = {.id = tl_xml_attribute(object, "id"),
                         .first_vertex = amf->vertex_count,
                         .first_volume = amf->volume_count,
                         .line = r->xml.line};
    tl_status status = TL_OK;
    for (amf_span tag; status == TL_OK && (status = tl_xml_next(&r->xml, &tag)) == TL_OK && tag.length > 0;) {
        if (tl_xml_is(tag, "mesh")) {
            status = read_mesh(r, made.first_vertex);
        } else if (tl_xml_is(tag, "metadata")) {
            status = take_metadata(r, tag, &made.name);
        } else {
            status = is_no_matter(tag) ? tl_xml_skip(&r->xml) : fail_element(r, tag, "`<object>`");
        }
    }
    made.vertex_count = amf->vertex_count - made.first_vertex;
    made.volume_count = amf->volume_count - made.first_volume;
    return status == TL_OK ? add_thing(r, &made) : status;
}

static tl_status read_instance(amf_reader *r, amf_span instance) {
    static const char *const names[] = {"deltax", "deltay", "deltaz", "rx", "ry", "rz", "scale"};
    tl_amf *amf = &r->amf;
    tl_amf_instance made = {.id = tl_xml_attribute(instance, "objectid"), .line = r->xml.line};
    double number[7] = {0, 0, 0, 0, 0, 0, 1};
    unsigned found;
    tl_status status = take_numbers(r, names, 7, "`<instance>`", number, &found);
    if (status == TL_OK && !(number[6] > 0)) {
        status = tl_import_fail_line(r->error, r->xml.path, made.line, EXPORT_BEST,
                                     "the `<scale>` of an `<instance>` is not more than 0");
    }
    for (int k = 0; status == TL_OK && k < 7; k++) {
        if (!isfinite(number[k])) {
            status = tl_import_fail_line(r->error, r->xml.path, made.line, EXPORT_BEST,
                                         "an `<instance>` is moved or turned by what is no finite number");
        }
    }
    made.place = tl_amf_turned(number);
    if (status == TL_OK && !tl_reserve(r->context, (void **)&amf->instances, &amf->instance_capacity,
                                       amf->instance_count + 1, sizeof(*amf->instances))) {
        status = tl_fail_memory(r->error);
    }
    if (status == TL_OK) {
        amf->instances[amf->instance_count++] = made;
    }
    return status;
}

static tl_status read_constellation(amf_reader *r, amf_span constellation) {
    tl_amf_thing made = {
        .id = tl_xml_attribute(constellation, "id"), .first_instance = r->amf.instance_count, .line = r->xml.line};
    tl_status status = TL_OK;
    for (amf_span tag; status == TL_OK && (status = tl_xml_next(&r->xml, &tag)) == TL_OK && tag.length > 0;) {
        if (tl_xml_is(tag, "instance")) {
            status = read_instance(r, tag);
        } else if (tl_xml_is(tag, "metadata")) {
            status = take_metadata(r, tag, &made.name);
        } else {
            status = fail_element(r, tag, "`<constellation>`");
        }
    }
    made.instance_count = r->amf.instance_count - made.first_instance;
    return status == TL_OK ? add_thing(r, &made) : status;
}

/* --- The whole ---------------------------------------------------------------------------------------------------- */

/* Without a word it is in millimetres. */
static tl_status take_unit(amf_reader *r, amf_span root) {
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"millimeter", 0.001}, {"inch", 0.0254}, {"feet", 0.3048}, {"meter", 1}, {"micron", 1e-6}};
    amf_span unit = tl_xml_attribute(root, "unit");
    double metres = unit.at == NULL ? 0.001 : 0;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        metres = unit.length == strlen(units[i].name) && strncasecmp(unit.at, units[i].name, unit.length) == 0
                     ? units[i].metres
                     : metres;
    }
    if (metres == 0) {
        return tl_import_fail_line(r->error, r->xml.path, r->xml.line, EXPORT_BEST,
                                   "the AMF's unit `%.*s` is none of millimeter, inch, feet, meter, micron",
                                   shown(unit), unit.at);
    }
    r->mesh->unit = tl_import_unit_of_metres(metres, &r->amf.scale);
    r->mesh->up = TL_AXIS_PZ;
    return TL_OK;
}

static tl_status read_part(amf_reader *r, amf_span tag) {
    if (tl_xml_is(tag, "object")) {
        return read_object(r, tag);
    }
    if (tl_xml_is(tag, "constellation")) {
        return read_constellation(r, tag);
    }
    bool skipped = is_no_matter(tag) || tl_xml_is(tag, "material") || tl_xml_is(tag, "texture");
    return skipped ? tl_xml_skip(&r->xml) : fail_element(r, tag, "`<amf>`");
}

static tl_status read_text(amf_reader *r, const char *path) {
    tl_xml_begin(&r->xml, path, r->bytes, r->size, r->error);
    amf_span tag;
    tl_status status = tl_xml_next(&r->xml, &tag);
    if (status == TL_OK && !tl_xml_is(tag, "amf")) {
        return tl_fail(r->error, TL_ERROR_FORMAT, path, NULL, "check that the file is what its name says",
                       "it is no AMF: it doesn't begin with `<amf>`");
    }
    status = status == TL_OK ? take_unit(r, tag) : status;
    while (status == TL_OK && (status = tl_xml_next(&r->xml, &tag)) == TL_OK && tag.length > 0) {
        status = read_part(r, tag);
    }
    if (status == TL_OK) {
        status = tl_xml_next(&r->xml, &tag);
        if (status == TL_OK && tag.length > 0) {
            status = fail_element(r, tag, "what follows `<amf>`");
        }
    }
    return status == TL_OK ? tl_amf_place(&r->amf, r->mesh) : status;
}

/* The one AMF in a ZIP archive, unpacked. */
static tl_status unpack(tl_access *access, char **bytes, size_t *size, tl_error *error) {
    tl_zip zip;
    if (!tl_zip_open(&zip, access->bytes, access->size)) {
        return tl_fail(error, TL_ERROR_FORMAT, access->path, NULL, "export it again, or take another copy",
                       "the packed AMF is cut off: the directory at its end is missing");
    }
    tl_zip_entry entry, own = {0};
    size_t count = 0;
    while (tl_zip_next(&zip, &entry)) {
        if (tl_zip_entry_ends(&entry, ".amf")) {
            own = entry;
            count++;
        }
    }
    if (count != 1) {
        return tl_fail(error, TL_ERROR_FORMAT, access->path, NULL, EXPORT_BEST,
                       count == 0 ? "it is an archive without an AMF in it"
                                  : "it is an archive of %zu AMF files: only one can be read",
                       count);
    }
    *size = (size_t)own.unpacked;
    return tl_zip_unpack(access->context, access->path, &zip, &own, bytes, error);
}

static tl_status tell(const amf_reader *r) {
    bool room = true;
    if (r->curved > 0) {
        room = tl_mesh_warn(
            r->mesh, "normals and edges by which its triangles would be curved were left out: it is read as flat "
                     "triangles");
    }
    if (room && r->supports > 0) {
        room = tl_mesh_warn(r->mesh, "%zu support structure%s for printing %s left out", r->supports,
                            r->supports == 1 ? "" : "s", r->supports == 1 ? "was" : "were");
    }
    return room ? TL_OK : tl_fail_memory(r->error);
}

tl_status tl_import_read_amf(tl_access *access, tl_mesh *mesh, tl_error *error) {
    tl_context *context = access->context;
    amf_reader r = {.context = context, .bytes = access->bytes, .size = access->size, .mesh = mesh, .error = error};
    r.amf = (tl_amf){.context = context, .path = access->path, .error = error};
    tl_status status = TL_OK;
    char *unpacked = NULL;
    if (access->size >= 4 && memcmp(access->bytes, "PK\3\4", 4) == 0) {
        status = unpack(access, &unpacked, &r.size, error);
        r.bytes = unpacked;
    }
    if (status == TL_OK && r.size >= 2 &&
        (memcmp(r.bytes, "\xff\xfe", 2) == 0 || memcmp(r.bytes, "\xfe\xff", 2) == 0)) {
        status = tl_import_fail_utf16(access->path, error);
    }
    status = status == TL_OK ? read_text(&r, access->path) : status;
    status = status == TL_OK ? tell(&r) : status;
    tl_free(context, r.amf.vertices);
    tl_free(context, r.amf.triangles);
    tl_free(context, r.amf.volumes);
    tl_free(context, r.amf.things);
    tl_free(context, r.amf.instances);
    tl_free(context, unpacked);
    return status;
}
