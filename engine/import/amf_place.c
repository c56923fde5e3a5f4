/* amf_place.c: the objects of an AMF put where its constellations say (ISO/ASTM 52915, Constellations). */
#include "import/amf.h"
#include "import/finish.h"
#include "import/piece_names.h"
#include "math/angle.h"

#include <string.h>

#define EXPORT_AGAIN "export it again, best as OBJ, STL or GLB"

/* Constellations may hold constellations; no program nests them deeper than a few levels. */
#define MOST_LEVELS 64

/* A thing on the way from one that nobody names down to an object. */
typedef struct amf_place_level {
    const tl_amf_thing *thing;
    tl_import_affine place;
    size_t next; /* of its instances */
} amf_place_level;

typedef struct amf_place_placing {
    tl_amf *amf;
    tl_mesh *mesh;
    tl_piece_names names;
    amf_place_level levels[MOST_LEVELS];
    int depth;
    bool counting; /* the first pass only counts, so that a hostile file can't grow without end */
    uint64_t visits, vertices, triangles, pieces;
} amf_place_placing;

tl_import_affine tl_amf_turned(const double n[7]) {
    double c[3], s[3];
    for (int k = 0; k < 3; k++) {
        tl_sincos_deg(n[3 + k], &s[k], &c[k]);
    }
    double f = n[6];
    const tl_import_affine x = {{{f, 0, 0, 0}, {0, f * c[0], -f * s[0], 0}, {0, f * s[0], f * c[0], 0}}};
    const tl_import_affine y = {{{c[1], 0, s[1], 0}, {0, 1, 0, 0}, {-s[1], 0, c[1], 0}}};
    const tl_import_affine z = {{{c[2], -s[2], 0, n[0]}, {s[2], c[2], 0, n[1]}, {0, 0, 1, n[2]}}};
    tl_import_affine yx = tl_affine_compose(&y, &x);
    return tl_affine_compose(&z, &yx);
}

static tl_amf_thing *find(const tl_amf *amf, tl_xml_span id) {
    for (size_t i = 0; i < amf->thing_count; i++) {
        tl_amf_thing *thing = &amf->things[i];
        if (thing->id.length == id.length && memcmp(thing->id.at, id.at, id.length) == 0) {
            return thing;
        }
    }
    return NULL;
}

/* Finds what the instances name. */
static tl_status resolve(tl_amf *amf) {
    for (size_t i = 0; i < amf->instance_count; i++) {
        if (!tl_pace(amf->context, i << 8, amf->instance_count << 8, TL_PARSING)) {
            return tl_fail_cancelled(amf->error, TL_PARSING);
        }
        tl_xml_span id = amf->instances[i].id;
        tl_amf_thing *thing = find(amf, id);
        if (thing == NULL) {
            return tl_import_fail_line(amf->error, amf->path, amf->instances[i].line, EXPORT_AGAIN,
                                       "a constellation names the object `%.*s`, which is not there",
                                       (int)(id.length < 40 ? id.length : 40), id.at);
        }
        thing->placed = true;
        amf->instances[i].thing = thing;
    }
    return TL_OK;
}

static bool take_names(amf_place_placing *p, const tl_amf_volume *volume) {
    char name[200];
    tl_piece_names_begin(&p->names);
    tl_xml_decode(volume->name, name, sizeof(name));
    tl_piece_names_add(&p->names, name, strlen(name));
    for (int i = p->depth; i-- > 0;) {
        tl_piece_names_up(&p->names);
        tl_xml_decode(p->levels[i].thing->name, name, sizeof(name));
        tl_piece_names_add(&p->names, name, strlen(name));
    }
    return !p->names.out_of_memory;
}

static tl_status add_object(amf_place_placing *p, const amf_place_level *l) {
    const tl_amf *amf = p->amf;
    tl_mesh *mesh = p->mesh;
    size_t base = mesh->vertex_count;
    for (size_t i = 0; i < l->thing->vertex_count; i++) {
        mesh->vertices[mesh->vertex_count++] = tl_affine_point(&l->place, amf->vertices[l->thing->first_vertex + i]);
    }
    for (size_t v = 0; v < l->thing->volume_count; v++) {
        const tl_amf_volume *volume = &amf->volumes[l->thing->first_volume + v];
        if (volume->support) {
            continue;
        }
        const uint32_t *corner = amf->triangles + 3 * volume->first_triangle;
        for (size_t i = 0; i < 3 * volume->triangle_count; i++) {
            mesh->triangles[3 * mesh->triangle_count + i] = (uint32_t)base + corner[i];
        }
        mesh->triangle_count += volume->triangle_count;
        if (!take_names(p, volume) || !tl_mesh_end_piece(mesh, p->names.text, TL_ROLE_CORE)) {
            return tl_fail_memory(amf->error);
        }
    }
    return TL_OK;
}

static tl_status count_object(amf_place_placing *p, const tl_amf_thing *thing) {
    p->vertices += thing->vertex_count;
    p->pieces += thing->volume_count;
    for (size_t v = 0; v < thing->volume_count; v++) {
        const tl_amf_volume *volume = &p->amf->volumes[thing->first_volume + v];
        p->triangles += volume->support ? 0 : volume->triangle_count;
    }
    bool many = p->vertices > TL_IMPORT_MOST_CORNERS || p->triangles > TL_IMPORT_MOST_CORNERS ||
                p->pieces > TL_IMPORT_MOST_PIECES;
    return many ? tl_import_fail_too_large(p->amf->path, p->amf->error) : TL_OK;
}

static tl_status enter(amf_place_placing *p, tl_amf_thing *thing, const tl_import_affine *place) {
    if (p->depth == MOST_LEVELS) {
        return tl_import_fail_line(p->amf->error, p->amf->path, thing->line, EXPORT_AGAIN,
                                   "constellations are nested deeper than %d levels, or hold themselves", MOST_LEVELS);
    }
    if (++p->visits > TL_IMPORT_MOST_PIECES) {
        return tl_import_fail_too_large(p->amf->path, p->amf->error);
    }
    thing->reached = true;
    p->levels[p->depth++] = (amf_place_level){thing, *place, 0};
    if (thing->instance_count > 0) {
        return TL_OK;
    }
    return p->counting ? count_object(p, thing) : add_object(p, &p->levels[p->depth - 1]);
}

/* Depth first, instances in order. */
static tl_status place_thing(amf_place_placing *p, tl_amf_thing *thing) {
    tl_import_affine unit = tl_affine_scale(p->amf->scale);
    tl_status status = enter(p, thing, &unit);
    while (status == TL_OK && p->depth > 0) {
        amf_place_level *l = &p->levels[p->depth - 1];
        if (l->next == l->thing->instance_count) {
            p->depth--;
            continue;
        }
        const tl_amf_instance *instance = &p->amf->instances[l->thing->first_instance + l->next++];
        tl_import_affine place = tl_affine_compose(&l->place, &instance->place);
        status = enter(p, instance->thing, &place);
    }
    return status;
}

static tl_status place_all(amf_place_placing *p) {
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < p->amf->thing_count; i++) {
        if (!p->amf->things[i].placed) {
            status = place_thing(p, &p->amf->things[i]);
        }
    }
    for (size_t i = 0; status == TL_OK && i < p->amf->thing_count; i++) {
        const tl_amf_thing *thing = &p->amf->things[i];
        if (!thing->reached) {
            status = tl_import_fail_line(p->amf->error, p->amf->path, thing->line, EXPORT_AGAIN,
                                         "the constellation `%.*s` holds itself",
                                         (int)(thing->id.length < 40 ? thing->id.length : 40), thing->id.at);
        }
    }
    return status;
}

tl_status tl_amf_place(tl_amf *amf, tl_mesh *mesh) {
    amf_place_placing *p = tl_alloc(amf->context, sizeof(*p));
    if (p == NULL) {
        return tl_fail_memory(amf->error);
    }
    *p = (amf_place_placing){.amf = amf, .mesh = mesh, .names = {.context = amf->context}, .counting = true};
    tl_status status = resolve(amf);
    status = status == TL_OK ? place_all(p) : status;
    if (status == TL_OK) {
        status = tl_import_room(mesh, amf->path, p->vertices, p->triangles, p->pieces, amf->error);
    }
    if (status == TL_OK) {
        p->counting = false;
        p->visits = 0;
        status = place_all(p);
    }
    tl_piece_names_free(&p->names);
    tl_free(amf->context, p);
    return status;
}
