/* package_look.c: extensions of 3MF in the model parts of a package (3MF Core Specification 1.3, 2.3.1 and 3.1). */
#include "import/package_look.h"
#include "import/finish.h"
#include "import/xml.h"
#include "import/zip.h"

#include <string.h>

#define EXPORT_BEST "export it as OBJ, STL or GLB, or as a 3MF of triangles alone"

typedef tl_xml_span package_span;

/* Whether the mesh is whole without it. */
typedef enum package_kind {
    READ,    /* or no matter for a shape */
    COUNTED, /* left out, and told */
    REFUSED
} package_kind;

typedef struct extension {
    const char *space; /* where its namespace begins: what follows is a date */
    const char *name;
    package_kind kind;
    const char *counted; /* the element that is counted */
    size_t count;        /* where in tl_package_facts */
} extension;

static const extension extensions[] = {
    {"http://schemas.microsoft.com/3dmanufacturing/core/", "core", READ, NULL, 0},
    {"http://schemas.microsoft.com/3dmanufacturing/material/", "materials", READ, NULL, 0},
    {"http://schemas.microsoft.com/3dmanufacturing/production/", "production", READ, NULL, 0},
    {"http://schemas.microsoft.com/3dmanufacturing/trianglesets/", "triangle sets", READ, NULL, 0},
    {"http://schemas.microsoft.com/3dmanufacturing/beamlattice/", "beam lattice", COUNTED, "beam",
     offsetof(tl_package_facts, beams)},
    {"http://schemas.microsoft.com/3dmanufacturing/slice/", "slices", REFUSED, "slice",
     offsetof(tl_package_facts, slices)},
    {"http://schemas.microsoft.com/3dmanufacturing/volumetric/", "volumetric", REFUSED, NULL, 0},
    {"http://schemas.3mf.io/3dmanufacturing/volumetric/", "volumetric", REFUSED, NULL, 0},
    {"http://schemas.microsoft.com/3dmanufacturing/implicit/", "implicit", REFUSED, NULL, 0},
    {"http://schemas.3mf.io/3dmanufacturing/implicit/", "implicit", REFUSED, "levelset",
     offsetof(tl_package_facts, shapes)},
    {"http://schemas.microsoft.com/3dmanufacturing/booleanoperations/", "boolean operations", REFUSED, "booleanshape",
     offsetof(tl_package_facts, shapes)},
    {"http://schemas.3mf.io/3dmanufacturing/booleanoperations/", "boolean operations", REFUSED, "booleanshape",
     offsetof(tl_package_facts, shapes)},
    {"http://schemas.microsoft.com/3dmanufacturing/displacement/", "displacement", REFUSED, "displacementmesh",
     offsetof(tl_package_facts, shapes)},
    {"http://schemas.3mf.io/3dmanufacturing/displacement/", "displacement", REFUSED, "displacementmesh",
     offsetof(tl_package_facts, shapes)},
    {"http://schemas.microsoft.com/3dmanufacturing/securecontent/", "secure content", REFUSED, NULL, 0},
};

enum { EXTENSIONS = sizeof(extensions) / sizeof(extensions[0]), MOST_PREFIXES = 64 };

typedef struct prefix {
    package_span prefix, space;
} prefix;

typedef struct package_looker {
    tl_xml xml;
    prefix prefixes[MOST_PREFIXES]; /* those that the model declares */
    size_t prefix_count;
    tl_package_facts *facts;
    tl_error *error;
} package_looker;

static const extension *extension_of(package_span space) {
    for (size_t i = 0; i < EXTENSIONS; i++) {
        size_t length = strlen(extensions[i].space);
        if (space.length >= length && memcmp(space.at, extensions[i].space, length) == 0) {
            return &extensions[i];
        }
    }
    return NULL;
}

/* What a prefix, `""` for none, stands for; the last that declared it. */
static package_span space_of(const package_looker *l, package_span own) {
    for (size_t i = l->prefix_count; i-- > 0;) {
        package_span known = l->prefixes[i].prefix;
        if (known.length == own.length && memcmp(known.at, own.at, own.length) == 0) {
            return l->prefixes[i].space;
        }
    }
    return (package_span){"", 0};
}

/* Notes what the tag declares. Beyond the room the last is overwritten: no program has so many. */
static void note_prefixes(package_looker *l, package_span tag) {
    package_span name, value;
    for (size_t at = 0; tl_xml_next_attribute(tag, &at, &name, &value);) {
        bool plain = tl_xml_span_is(name, "xmlns");
        if (!plain && (name.length <= 6 || memcmp(name.at, "xmlns:", 6) != 0)) {
            continue;
        }
        l->prefix_count -= l->prefix_count == MOST_PREFIXES;
        l->prefixes[l->prefix_count++] =
            (prefix){plain ? (package_span){name.at, 0} : (package_span){name.at + 6, name.length - 6}, value};
    }
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The prefixes that the model says one must understand. */
static tl_status check_required(package_looker *l, package_span required) {
    for (size_t i = 0; i < required.length;) {
        package_span word = {required.at + i, 0};
        while (i < required.length && !is_blank(required.at[i])) {
            i++;
            word.length++;
        }
        i++;
        if (word.length == 0) {
            continue;
        }
        package_span space = space_of(l, word);
        const extension *known = extension_of(space);
        if (known != NULL && known->kind != REFUSED) {
            continue;
        }
        package_span told = space.length > 0 ? space : word;
        return tl_fail(l->error, TL_ERROR_UNSUPPORTED, l->xml.path, NULL, EXPORT_BEST,
                       known != NULL ? "the 3MF can't be had without its extension `%.*s`, which can't be read"
                                     : "the 3MF can't be had without the extension `%.*s`, which is not known",
                       known != NULL ? (int)strlen(known->name) : (int)(told.length < 120 ? told.length : 120),
                       known != NULL ? known->name : told.at);
    }
    return TL_OK;
}

static bool is_one_of(package_span name, const char *const names[], size_t most) {
    for (size_t i = 0; i < most; i++) {
        if (tl_xml_span_is(name, names[i])) {
            return true;
        }
    }
    return false;
}

static void note_unknown(package_looker *l, package_span name, bool attribute) {
    if (l->facts->unknown[0] == 0) {
        tl_xml_decode(name, l->facts->unknown, sizeof(l->facts->unknown));
        l->facts->unknown_attribute = attribute;
    }
}

/* What the format doesn't know where it stands may be a slip that takes something away. `printable` many programs
 * write; it says nothing of a shape. */
static void check_core(package_looker *l, package_span tag, package_span name) {
    static const char *const elements[] = {
        "vertex", "triangle", "vertices", "triangles", "mesh",     "object", "component",     "components",
        "item",   "build",    "model",    "resources", "metadata", "base",   "metadatagroup", "basematerials"};
    static const char *const attributes[] = {"objectid", "transform",    "partnumber", "printable", "id",
                                             "type",     "pid",          "pindex",     "name",      "thumbnail",
                                             "unit",     "slicestackid", "xmlns",      "path",      "thumbnailid"};
    static const char *const placed[] = {"object", "component", "item"};
    if (!is_one_of(name, elements, sizeof(elements) / sizeof(elements[0]))) {
        note_unknown(l, name, false);
    } else if (is_one_of(name, placed, 3)) {
        package_span own, value;
        for (size_t at = 0; tl_xml_next_attribute(tag, &at, &own, &value);) {
            if (memchr(own.at, ':', own.length) == NULL &&
                !is_one_of(own, attributes, sizeof(attributes) / sizeof(attributes[0]))) {
                note_unknown(l, own, true);
            }
        }
    }
}

static void take_element(package_looker *l, package_span tag) {
    package_span name = tl_xml_name(tag);
    const char *colon = memchr(name.at, ':', name.length);
    size_t length = colon != NULL ? (size_t)(colon - name.at) : 0;
    const extension *known = extension_of(space_of(l, (package_span){name.at, length}));
    if (known == &extensions[0]) {
        size_t skipped = colon != NULL ? length + 1 : 0;
        check_core(l, tag, (package_span){name.at + skipped, name.length - skipped});
    }
    if (known != NULL && known->counted != NULL && tl_xml_is(tag, known->counted)) {
        (*(uint64_t *)((char *)l->facts + known->count))++;
    }
}

static tl_status look_into_model(package_looker *l) {
    tl_status status = TL_OK;
    for (package_span tag; status == TL_OK && tl_xml_scan(&l->xml, &tag);) {
        if (tag.length == 0 || tag.at[0] == '/') {
            continue;
        }
        if (memchr(tag.at, ':', tag.length) != NULL) { /* as in every namespace */
            note_prefixes(l, tag);
        }
        if (tl_xml_is(tag, "model")) {
            status = check_required(l, tl_xml_attribute(tag, "requiredextensions"));
        } else {
            take_element(l, tag);
        }
    }
    return status;
}

tl_status tl_import_look_into_package(tl_context *context, const char *path, const char *bytes, size_t size,
                                      tl_package_facts *facts, tl_error *error) {
    *facts = (tl_package_facts){0};
    tl_zip zip;
    tl_status status = TL_OK;
    if (!tl_zip_open(&zip, bytes, size)) {
        return TL_OK; /* the first look has refused it */
    }
    package_looker *l = tl_alloc(context, sizeof(*l));
    if (l == NULL) {
        return tl_fail_memory(error);
    }
    for (tl_zip_entry entry; status == TL_OK && tl_zip_next(&zip, &entry);) {
        char *text = NULL;
        if (!tl_zip_entry_ends(&entry, ".model")) {
            continue;
        }
        status = tl_zip_unpack(context, path, &zip, &entry, &text, error);
        if (status == TL_OK) {
            *l = (package_looker){.facts = facts, .error = error};
            tl_xml_begin(&l->xml, path, text, (size_t)entry.unpacked, error);
            status = look_into_model(l);
        }
        tl_free(context, text);
    }
    tl_free(context, l);
    return status;
}
