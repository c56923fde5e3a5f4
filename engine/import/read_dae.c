/* read_dae.c: COLLADA 1.4 and 1.5: what its scene shows, in double precision. */
#include "base/number.h"
#include "import/dae.h"
#include "import/finish.h"
#include "import/read.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef tl_xml_span dae_span;

/* --- What parts name ---------------------------------------------------------------------------------------------- */

tl_status tl_dae_fail(const tl_dae *dae, uint32_t element, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    return tl_import_fail_line(dae->error, dae->path, dae->tree.elements[element].line, TL_DAE_EXPORT_BEST, "%s", text);
}

static bool is_one_of(const tl_dae *dae, uint32_t element, const char *const kinds[]) {
    for (size_t i = 0; kinds[i] != NULL; i++) {
        if (tl_xml_element_is(&dae->tree, element, kinds[i])) {
            return true;
        }
    }
    return false;
}

static bool is_within(const tl_dae *dae, uint32_t element, uint32_t whole) {
    while (element != 0 && element != whole) {
        element = dae->tree.elements[element].parent;
    }
    return element == whole;
}

/* How many of those with that id lie in `whole`, and the last of them. */
static size_t count_within(const tl_dae *dae, dae_span id, const char *const kinds[], uint32_t whole, uint32_t *found) {
    size_t count = 0;
    for (uint32_t e = tl_xml_with_id(&dae->tree, id, 0); e != 0; e = tl_xml_with_id(&dae->tree, id, e)) {
        if (is_one_of(dae, e, kinds) && is_within(dae, e, whole)) {
            *found = e;
            count++;
        }
    }
    return count;
}

/* "%20" and the like as what they stand for, in `room`; the text itself where there are none, or too many. */
static dae_span decoded(dae_span url, char *room, size_t size) {
    if (url.length >= size || memchr(url.at, '%', url.length) == NULL) {
        return url;
    }
    size_t used = 0;
    for (size_t i = 0; i < url.length; i++) {
        unsigned code;
        char digits[3] = {0};
        memcpy(digits, url.at + i + 1, url.at[i] == '%' && i + 2 < url.length ? 2 : 0);
        bool escaped =
            strlen(digits) == 2 && strspn(digits, "0123456789abcdefABCDEF") == 2 && sscanf(digits, "%2x", &code) == 1;
        room[used++] = escaped ? (char)code : url.at[i];
        i += escaped ? 2 : 0;
    }
    return (dae_span){room, used};
}

tl_status tl_dae_find(const tl_dae *dae, uint32_t from, dae_span id, const char *const kinds[], uint32_t *found) {
    char room[256];
    *found = 0;
    if (count_within(dae, id, kinds, 0, found) == 0) {
        id = decoded(id, room, sizeof(room));
    }
    size_t count = count_within(dae, id, kinds, 0, found);
    for (uint32_t whole = from; count > 1 && whole != 0; whole = dae->tree.elements[whole].parent) {
        uint32_t nearest;
        size_t near = count_within(dae, id, kinds, whole, &nearest);
        if (near > 0) {
            count = near;
            *found = nearest;
            break;
        }
    }
    dae_span name = tl_xml_name(dae->tree.elements[from].tag);
    return count == 1 ? TL_OK
                      : tl_dae_fail(dae, from,
                                    count == 0 ? "`<%.*s>` names the %s `%.*s`, which is not there"
                                               : "`<%.*s>` names the %s `%.*s`, and several have that name",
                                    tl_dae_shown(name), name.at, kinds[0], tl_dae_shown(id), id.at);
}

tl_status tl_dae_follow(const tl_dae *dae, uint32_t from, const char *attribute, const char *const kinds[],
                        uint32_t *found) {
    dae_span url = tl_xml_attribute(dae->tree.elements[from].tag, attribute);
    dae_span name = tl_xml_name(dae->tree.elements[from].tag);
    if (url.length == 0) {
        return tl_dae_fail(dae, from, "`<%.*s>` doesn't say what its `%s` is", tl_dae_shown(name), name.at, attribute);
    }
    if (url.at[0] != '#') {
        return tl_dae_fail(dae, from, "`<%.*s>` names `%.*s`, which is not in the file: other files aren't read",
                           tl_dae_shown(name), name.at, tl_dae_shown(url), url.at);
    }
    return tl_dae_find(dae, from, (dae_span){url.at + 1, url.length - 1}, kinds, found);
}

/* --- <asset> ------------------------------------------------------------------------------------------------------ */

static const char *const axis_names[] = {"X_UP", "Y_UP", "Z_UP"};
static const tl_axis axes[] = {TL_AXIS_PX, TL_AXIS_PY, TL_AXIS_PZ};

/* A number, with the comma that programs write which speak French or German: it can't divide thousands. */
static bool length_of(dae_span text, double *length) {
    char copy[64];
    if (text.length == 0 || text.length >= sizeof(copy)) {
        return false;
    }
    memcpy(copy, text.at, text.length);
    copy[text.length] = 0;
    char *comma = strchr(copy, ',');
    if (comma != NULL && strchr(copy, '.') == NULL) {
        *comma = '.';
    }
    return tl_number_scan(copy, copy + text.length, length) == copy + text.length;
}

/* What an asset says: its unit in metres (0: nothing), and which axis is up (`TL_AXIS_UNSTATED`: nothing). */
static tl_status read_asset(const tl_dae *dae, uint32_t asset, double *metres, tl_axis *up) {
    uint32_t unit = tl_xml_first(&dae->tree, asset, "unit"), axis = tl_xml_first(&dae->tree, asset, "up_axis");
    dae_span word = {"", 0}, text;
    *metres = 0;
    *up = TL_AXIS_UNSTATED;
    if (axis != 0) {
        tl_xml_words words = tl_xml_words_of(&dae->tree, axis);
        (void)tl_xml_next_word(&words, &word);
        for (size_t i = 0; i < 3; i++) {
            *up = tl_xml_span_is(word, axis_names[i]) ? axes[i] : *up;
        }
        if (*up == TL_AXIS_UNSTATED) {
            return tl_dae_fail(dae, axis, "its up axis is `%.*s`, none of X_UP, Y_UP, Z_UP", tl_dae_shown(word),
                               word.at);
        }
    }
    if (unit == 0) {
        return TL_OK;
    }
    text = tl_xml_attribute(dae->tree.elements[unit].tag, "meter");
    bool read = text.at == NULL || length_of(text, metres);
    *metres = text.at == NULL ? 1 : *metres; /* the default of the format */
    return read && *metres > 0 && isfinite(*metres)
               ? TL_OK
               : tl_dae_fail(dae, unit, "its unit is `%.*s` metres, which is no length", tl_dae_shown(text), text.at);
}

/* The name that people give a unit says nothing by the format; where it is another than the number, one is wrong. */
static bool warn_of_name(const tl_dae *dae, uint32_t asset, double metres) {
    static const struct {
        const char *name;
        double metres;
    } names[] = {{"millimeter", 0.001}, {"millimetre", 0.001}, {"mm", 0.001},    {"centimeter", 0.01},
                 {"centimetre", 0.01},  {"cm", 0.01},          {"inch", 0.0254}, {"inches", 0.0254},
                 {"foot", 0.3048},      {"feet", 0.3048},      {"meter", 1},     {"metre", 1}};
    uint32_t unit = tl_xml_first(&dae->tree, asset, "unit");
    dae_span name = unit != 0 ? tl_xml_attribute(dae->tree.elements[unit].tag, "name") : (dae_span){"", 0};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (name.length == strlen(names[i].name) && strncasecmp(name.at, names[i].name, name.length) == 0 &&
            fabs(names[i].metres - metres) > 1e-3 * names[i].metres) {
            return tl_mesh_warn(dae->mesh, "its unit is called `%.*s` and said to be %.9g m: it is read as %.9g m",
                                (int)name.length, name.at, metres, metres);
        }
    }
    return true;
}

/* The whole file is in the unit of its own asset; a part in another would be at another size. */
static tl_status take_assets(tl_dae *dae, uint32_t root) {
    double metres, other;
    tl_axis up, turned;
    dae->asset = tl_xml_first(&dae->tree, root, "asset");
    tl_status status = dae->asset != 0 ? read_asset(dae, dae->asset, &metres, &up) : TL_OK;
    if (status != TL_OK) {
        return status;
    }
    metres = dae->asset != 0 && metres > 0 ? metres : 1;
    up = dae->asset != 0 && up != TL_AXIS_UNSTATED ? up : TL_AXIS_PY;
    for (uint32_t e = 1; status == TL_OK && e < dae->tree.count; e++) {
        if (e == dae->asset || !tl_xml_element_is(&dae->tree, e, "asset")) {
            continue;
        }
        status = read_asset(dae, e, &other, &turned);
        if (status == TL_OK && ((other != 0 && other != metres) || (turned != TL_AXIS_UNSTATED && turned != up))) {
            status = tl_dae_fail(dae, e, "a part of it has another unit or another up axis than the whole");
        }
    }
    dae->mesh->unit = tl_import_unit_of_metres(metres, &dae->scale);
    dae->mesh->up = up;
    return status == TL_OK && dae->asset != 0 && !warn_of_name(dae, dae->asset, metres) ? tl_fail_memory(dae->error)
                                                                                        : status;
}

/* --- Pieces ------------------------------------------------------------------------------------------------------- */

/* What is instanced at a place, and by which element: 0 where no scene does. */
typedef struct instance {
    size_t place;
    uint32_t element, geometry;
    bool mirrored;
} instance;

/* Its name; else its id; else its sid. */
static dae_span name_of(const tl_dae *dae, uint32_t element) {
    static const char *const attributes[] = {"name", "id", "sid"};
    dae_span name = {"", 0};
    for (size_t i = 0; i < 3 && name.length == 0; i++) {
        name = tl_xml_attribute(dae->tree.elements[element].tag, attributes[i]);
    }
    return name;
}

static void add_name(tl_dae *dae, dae_span name) {
    char text[400];
    tl_xml_decode(name, text, sizeof(text));
    tl_piece_names_add(&dae->names, text, strlen(text));
}

/* The material that the instance binds to a symbol; the symbol itself where it binds none. */
static dae_span material_of(const tl_dae *dae, uint32_t element, dae_span symbol) {
    const tl_xml_tree *tree = &dae->tree;
    uint32_t bind = tl_xml_first(tree, element, "bind_material");
    uint32_t common = bind != 0 ? tl_xml_first(tree, bind, "technique_common") : 0;
    for (uint32_t e = common != 0 ? tl_xml_first(tree, common, "instance_material") : 0; e != 0;
         e = tl_xml_next_like(tree, e, "instance_material")) {
        dae_span own = tl_xml_attribute(tree->elements[e].tag, "symbol");
        dae_span target = tl_xml_attribute(tree->elements[e].tag, "target");
        if (own.length == symbol.length && target.length > 1 && memcmp(own.at, symbol.at, own.length) == 0) {
            uint32_t material = tl_xml_with_id(tree, (dae_span){target.at + 1, target.length - 1}, 0);
            return material != 0 && tl_xml_element_is(tree, material, "material") ? name_of(dae, material) : symbol;
        }
    }
    return symbol;
}

static bool take_names(tl_dae *dae, const instance *i, const tl_dae_part *part) {
    tl_piece_names_begin(&dae->names);
    if (i->place != 0) {
        add_name(dae, name_of(dae, dae->places[i->place].node));
    }
    add_name(dae, name_of(dae, i->geometry));
    if (part->material.length > 0) {
        add_name(dae, i->element != 0 ? material_of(dae, i->element, part->material) : part->material);
    }
    for (size_t p = dae->places[i->place].parent; p != 0; p = dae->places[p].parent) {
        tl_piece_names_up(&dae->names);
        add_name(dae, name_of(dae, dae->places[p].node));
    }
    tl_piece_names_up(&dae->names);
    add_name(dae, tl_xml_attribute(dae->tree.elements[dae->places[0].node].tag, "name"));
    return !dae->names.out_of_memory;
}

/* The corners of an outline or a hole, the other way round where the place mirrors. */
static bool add_loop(tl_dae *dae, const uint32_t *corner, size_t count, size_t base, bool mirrored) {
    bool room = true;
    for (size_t i = 0; room && i < count; i++) {
        room = tl_faces_add_corner(&dae->faces, (uint32_t)base + corner[mirrored ? count - 1 - i : i]);
    }
    return room;
}

static tl_status add_part(tl_dae *dae, const instance *i, const tl_dae_part *part, size_t base) {
    const uint32_t *corner = part->corners;
    for (size_t k = 0; k < part->size_count; k++) {
        if (!tl_pace(dae->context, k, part->size_count, TL_TAKING)) {
            return tl_fail_cancelled(dae->error, TL_TAKING);
        }
        bool more = k + 1 < part->size_count && (part->sizes[k + 1] & TL_DAE_HOLE) != 0;
        size_t count = part->sizes[k] & ~TL_DAE_HOLE;
        bool room = add_loop(dae, corner, count, base, i->mirrored);
        room = room && (more ? tl_faces_begin_hole(&dae->faces) : tl_faces_end(&dae->faces));
        if (!room) {
            return tl_fail_memory(dae->error);
        }
        corner += count;
    }
    if (dae->faces.uncut_count > 0) {
        return tl_dae_fail(dae, i->geometry, "a polygon has holes that don't lie in it, apart from one another");
    }
    return take_names(dae, i, part) && tl_mesh_end_piece(dae->mesh, dae->names.text, TL_ROLE_CORE)
               ? TL_OK
               : tl_fail_memory(dae->error);
}

/* Its faces, over points in the scene's frame. */
static tl_status add_faces(tl_dae *dae, const instance *i, const tl_dae_geometry *g, const tl_vec3 *points) {
    tl_mesh *mesh = dae->mesh;
    size_t base = mesh->vertex_count;
    uint64_t corners = 0;
    for (size_t k = 0; k < g->part_count; k++) {
        corners += g->parts[k].corner_count + g->parts[k].size_count; /* a hole takes two triangles more */
    }
    tl_status status = tl_import_room(mesh, dae->path, (uint64_t)base + g->point_count, mesh->triangle_count + corners,
                                      mesh->piece_count + g->part_count, dae->error);
    for (size_t k = 0; status == TL_OK && k < g->point_count; k++) {
        mesh->vertices[mesh->vertex_count++] = points[k];
    }
    for (size_t k = 0; status == TL_OK && k < g->part_count; k++) {
        status = add_part(dae, i, &g->parts[k], base);
    }
    return status;
}

static tl_status add_geometry(tl_dae *dae, const instance *i) {
    tl_dae_geometry *g;
    tl_status status = tl_dae_geometry_of(dae, i->geometry, &g);
    if (status != TL_OK || g == NULL) {
        dae->splines += g == NULL;
        return status;
    }
    const tl_import_affine *world = &dae->places[i->place].world;
    tl_vec3 *points = tl_alloc_array(dae->context, g->point_count + 1, sizeof(*points));
    if (points == NULL) {
        return tl_fail_memory(dae->error);
    }
    for (size_t k = 0; k < g->point_count; k++) {
        points[k] = tl_affine_point(world, g->points[k]);
    }
    status = add_faces(dae, i, g, points);
    tl_free(dae->context, points);
    return status;
}

static tl_status add_bent(tl_dae *dae, instance *i, uint32_t controller) {
    tl_vec3 *points;
    size_t count;
    tl_dae_geometry *g;
    tl_status status = tl_dae_bend(dae, i->element, controller, i->place, &i->geometry, &points, &count, &i->mirrored);
    status = status == TL_OK ? tl_dae_geometry_of(dae, i->geometry, &g) : status;
    status = status == TL_OK ? add_faces(dae, i, g, points) : status;
    tl_free(dae->context, points);
    return status;
}

/* --- The scene ---------------------------------------------------------------------------------------------------- */

static tl_status add_place(tl_dae *dae, size_t place) {
    static const char *const geometry[] = {"geometry", NULL}, *const controller[] = {"controller", NULL};
    const tl_xml_tree *tree = &dae->tree;
    tl_status status = TL_OK;
    for (uint32_t e = tree->elements[dae->places[place].node].first; status == TL_OK && e != 0;
         e = tree->elements[e].next) {
        instance i = {.place = place, .element = e, .mirrored = tl_affine_mirrors(&dae->places[place].world)};
        uint32_t bent;
        if (tl_xml_element_is(tree, e, "instance_geometry")) {
            status = tl_dae_follow(dae, e, "url", geometry, &i.geometry);
            status = status == TL_OK ? add_geometry(dae, &i) : status;
        } else if (tl_xml_element_is(tree, e, "instance_controller")) {
            status = tl_dae_follow(dae, e, "url", controller, &bent);
            status = status == TL_OK ? add_bent(dae, &i, bent) : status;
        }
    }
    return status;
}

/* A library of meshes that nothing places: each as it is. */
static tl_status add_library(tl_dae *dae) {
    tl_status status = TL_OK;
    for (uint32_t e = 1; status == TL_OK && e < dae->tree.count; e++) {
        if (tl_xml_element_is(&dae->tree, e, "geometry")) {
            const instance i = {.geometry = e};
            status = add_geometry(dae, &i);
        }
    }
    if (status == TL_OK && dae->mesh->triangle_count > 0 &&
        !tl_mesh_warn(dae->mesh, "no scene places its meshes: each was read where it stands by itself")) {
        status = tl_fail_memory(dae->error);
    }
    return status;
}

/* The <visual_scene> that is to be shown; 0: there is none. */
static tl_status find_scene(tl_dae *dae, uint32_t root, uint32_t *scene) {
    static const char *const kinds[] = {"visual_scene", NULL};
    uint32_t shown = tl_xml_first(&dae->tree, root, "scene"), first = 0;
    size_t scenes = 0;
    for (uint32_t e = 1; e < dae->tree.count; e++) {
        if (tl_xml_element_is(&dae->tree, e, "visual_scene")) {
            first = first == 0 ? e : first;
            scenes++;
        }
    }
    uint32_t named = shown != 0 ? tl_xml_first(&dae->tree, shown, "instance_visual_scene") : 0;
    *scene = first;
    tl_status status = named != 0 ? tl_dae_follow(dae, named, "url", kinds, scene) : TL_OK;
    if (status == TL_OK && scenes > 1 &&
        !tl_mesh_warn(dae->mesh,
                      named != 0 ? "it holds %zu scenes: only the one that it says is to be shown was read"
                                 : "it holds %zu scenes and says of none that it is to be shown: the first was read",
                      scenes)) {
        status = tl_fail_memory(dae->error);
    }
    return status;
}

static tl_status read_scene(tl_dae *dae, uint32_t root) {
    uint32_t scene;
    tl_status status = find_scene(dae, root, &scene);
    status = status == TL_OK ? tl_dae_place_nodes(dae, scene) : status;
    if (status == TL_OK && scene == 0) {
        return add_library(dae);
    }
    for (size_t i = 1; status == TL_OK && i < dae->place_count; i++) {
        status = add_place(dae, i);
    }
    return status;
}

static tl_status check_root(tl_dae *dae, uint32_t root) {
    if (!tl_xml_element_is(&dae->tree, root, "COLLADA")) {
        return tl_fail(dae->error, TL_ERROR_FORMAT, dae->path, NULL, "check that the file is what its name says",
                       "it is no COLLADA: it doesn't begin with `<COLLADA>`");
    }
    dae_span version = tl_xml_attribute(dae->tree.elements[root].tag, "version");
    if (version.length < 3 || (memcmp(version.at, "1.4", 3) != 0 && memcmp(version.at, "1.5", 3) != 0)) {
        return tl_fail(dae->error, TL_ERROR_UNSUPPORTED, dae->path, NULL, TL_DAE_EXPORT_BEST,
                       "COLLADA of version `%.*s` is not read: only 1.4 and 1.5 are", tl_dae_shown(version),
                       version.at != NULL ? version.at : "");
    }
    return TL_OK;
}

static tl_status tell(const tl_dae *dae) {
    bool room = tl_faces_tell(&dae->faces);
    if (room && dae->splines > 0) {
        room = tl_mesh_warn(dae->mesh, "%llu curve%s left out: only meshes are read", (unsigned long long)dae->splines,
                            dae->splines == 1 ? " was" : "s were");
    }
    return room ? TL_OK : tl_fail_memory(dae->error);
}

static void free_all(tl_dae *dae) {
    for (size_t i = 0; i < dae->geometry_count; i++) {
        tl_dae_geometry *g = &dae->geometries[i];
        for (size_t k = 0; k < g->part_count; k++) {
            tl_free(dae->context, g->parts[k].corners);
            tl_free(dae->context, g->parts[k].sizes);
        }
        tl_free(dae->context, g->parts);
        tl_free(dae->context, g->points);
    }
    tl_free(dae->context, dae->geometries);
    tl_free(dae->context, dae->geometry_of);
    tl_free(dae->context, dae->places);
    tl_faces_free(&dae->faces);
    tl_piece_names_free(&dae->names);
    tl_xml_tree_free(&dae->tree);
}

tl_status tl_import_read_dae(tl_access *access, tl_mesh *mesh, tl_error *error) {
    tl_dae dae = {.context = access->context,
                  .path = access->path,
                  .mesh = mesh,
                  .faces = {.mesh = mesh},
                  .names = {.context = access->context},
                  .error = error};
    tl_status status = tl_xml_tree_read(&dae.tree, access->context, access->path, access->bytes, access->size, error);
    if (status == TL_OK) {
        dae.geometry_of = tl_alloc_array(access->context, dae.tree.count, sizeof(*dae.geometry_of));
        status = dae.geometry_of != NULL ? TL_OK : tl_fail_memory(error);
    }
    uint32_t root = status == TL_OK ? dae.tree.elements[0].first : 0;
    status = status == TL_OK ? check_root(&dae, root) : status;
    status = status == TL_OK ? take_assets(&dae, root) : status;
    status = status == TL_OK ? read_scene(&dae, root) : status;
    status = status == TL_OK ? tell(&dae) : status;
    free_all(&dae);
    return status;
}
