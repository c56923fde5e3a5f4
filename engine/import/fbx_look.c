/* fbx_look.c: what an FBX file declares: unit, axes, how many triangles its scene places, and where. */
#include "import/affine.h"
#include "import/fbx.h"
#include "import/finish.h"
#include "math/angle.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT_BEST "export it again, best as OBJ, STL or GLB"
#define MOST_LEVELS 256
#define SCALE_ROOM  1e-4 /* by how much scales that are meant to be equal differ in what programs write */

/* Something with an id that connections name; and a connection. */
typedef struct fbx_look_object {
    int64_t id;
    uint32_t node;
} fbx_look_object;

typedef struct fbx_look_link {
    int64_t child, parent;
} fbx_look_link;

/* A mesh by itself. */
typedef struct shape {
    uint64_t triangles;
    tl_vec3 *points; /* those that corners name, as often as they do */
    size_t point_count;
} shape;

typedef struct fbx_look_looker {
    tl_context *context;
    tl_fbx_tree tree;
    fbx_look_object *objects; /* by id */
    fbx_look_link *links;     /* between objects, by child */
    size_t object_count, object_capacity, link_count, link_capacity;
    uint32_t model_template; /* a Properties70 */
    int64_t *skinned;        /* geometries that a skin bends, in rising order */
    size_t skinned_count;
    const char *unlike; /* what of it Assimp would read otherwise; NULL: nothing that we know of */
    tl_fbx_facts *facts;
    tl_error *error;
} fbx_look_looker;

static tl_status fail(const fbx_look_looker *l, tl_status status, const char *what) {
    return tl_fail(l->error, status, l->tree.path, NULL, EXPORT_BEST, "%s", what);
}

/* --- Objects and connections -------------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b) {
    const fbx_look_object *x = a, *y = b;
    return x->id != y->id ? (x->id < y->id ? -1 : 1) : x->node < y->node ? -1 : x->node > y->node;
}

static int by_child(const void *a, const void *b) {
    const fbx_look_link *x = a, *y = b;
    return x->child != y->child ? (x->child < y->child ? -1 : 1) : x->parent < y->parent ? -1 : x->parent > y->parent;
}

static tl_status take_objects(fbx_look_looker *l) {
    const tl_fbx_tree *tree = &l->tree;
    uint32_t all = tl_fbx_first(tree, 0, "Objects"), connections = tl_fbx_first(tree, 0, "Connections");
    for (uint32_t n = all != 0 ? tree->nodes[all].first : 0; n != 0; n = tree->nodes[n].next) {
        double id;
        if (!tl_fbx_number(tree, n, 0, &id) || !(fabs(id) < 9e18)) {
            continue;
        }
        if (!tl_reserve(l->context, (void **)&l->objects, &l->object_capacity, l->object_count + 1,
                        sizeof(*l->objects))) {
            return tl_fail_memory(l->error);
        }
        l->objects[l->object_count++] = (fbx_look_object){(int64_t)id, n};
    }
    for (uint32_t n = connections != 0 ? tree->nodes[connections].first : 0; n != 0; n = tree->nodes[n].next) {
        double child, parent;
        if (!tl_fbx_says(tl_fbx_text(tree, n, 0), "OO") || !tl_fbx_number(tree, n, 1, &child) ||
            !tl_fbx_number(tree, n, 2, &parent) || !(fabs(child) < 9e18) || !(fabs(parent) < 9e18)) {
            continue;
        }
        if (!tl_reserve(l->context, (void **)&l->links, &l->link_capacity, l->link_count + 1, sizeof(*l->links))) {
            return tl_fail_memory(l->error);
        }
        l->links[l->link_count++] = (fbx_look_link){(int64_t)child, (int64_t)parent};
    }
    if (l->object_count > 0) {
        qsort(l->objects, l->object_count, sizeof(*l->objects), by_id);
    }
    if (l->link_count > 0) {
        qsort(l->links, l->link_count, sizeof(*l->links), by_child);
    }
    return TL_OK;
}

/* The node with that id; 0: none. */
static uint32_t object_of(const fbx_look_looker *l, int64_t id) {
    size_t low = 0, high = l->object_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->objects[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < l->object_count && l->objects[low].id == id ? l->objects[low].node : 0;
}

/* The first of the child's connections. */
static size_t first_link(const fbx_look_looker *l, int64_t child) {
    size_t low = 0, high = l->link_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->links[middle].child < child) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* --- Properties --------------------------------------------------------------------------------------------------- */

/* The numbers of a property in a Properties70; false when it isn't there. */
static bool property_in(const fbx_look_looker *l, uint32_t properties, const char *name, double *numbers,
                        size_t count) {
    for (uint32_t p = properties != 0 ? tl_fbx_first(&l->tree, properties, "P") : 0; p != 0;
         p = tl_fbx_next_like(&l->tree, p, "P")) {
        if (tl_fbx_says(tl_fbx_text(&l->tree, p, 0), name)) {
            bool read = true;
            for (size_t i = 0; i < count; i++) {
                read = read && tl_fbx_number(&l->tree, p, 4 + i, &numbers[i]);
            }
            return read;
        }
    }
    return false;
}

/* Of a model: its own, or those that all have. */
static void property(const fbx_look_looker *l, uint32_t model, const char *name, double *numbers, size_t count) {
    if (!property_in(l, tl_fbx_first(&l->tree, model, "Properties70"), name, numbers, count)) {
        (void)property_in(l, l->model_template, name, numbers, count);
    }
}

static void find_template(fbx_look_looker *l) {
    const tl_fbx_tree *tree = &l->tree;
    uint32_t definitions = tl_fbx_first(tree, 0, "Definitions");
    for (uint32_t t = definitions != 0 ? tl_fbx_first(tree, definitions, "ObjectType") : 0; t != 0;
         t = tl_fbx_next_like(tree, t, "ObjectType")) {
        uint32_t made = tl_fbx_first(tree, t, "PropertyTemplate");
        if (tl_fbx_says(tl_fbx_text(tree, t, 0), "Model") && made != 0) {
            l->model_template = tl_fbx_first(tree, made, "Properties70");
        }
    }
}

/* --- Unit and axes ------------------------------------------------------------------------------------------------ */

static tl_status take_settings(fbx_look_looker *l) {
    tl_fbx_facts *facts = l->facts;
    uint32_t settings = tl_fbx_first(&l->tree, 0, "GlobalSettings");
    uint32_t properties = settings != 0 ? tl_fbx_first(&l->tree, settings, "Properties70") : 0;
    double unit = 1, up[2] = {1, 1}, front[2] = {2, 1}, side[2] = {0, 1};
    (void)property_in(l, properties, "UnitScaleFactor", &unit, 1);
    (void)property_in(l, properties, "UpAxis", &up[0], 1);
    (void)property_in(l, properties, "UpAxisSign", &up[1], 1);
    (void)property_in(l, properties, "FrontAxis", &front[0], 1);
    (void)property_in(l, properties, "FrontAxisSign", &front[1], 1);
    (void)property_in(l, properties, "CoordAxis", &side[0], 1);
    (void)property_in(l, properties, "CoordAxisSign", &side[1], 1);
    if (!(unit > 0) || !isfinite(unit)) {
        return tl_fail(l->error, TL_ERROR_FORMAT, l->tree.path, NULL, EXPORT_BEST,
                       "its unit is %.9g cm, which is no length", unit);
    }
    facts->unit_in_cm = unit;
    bool known = up[0] == 0 || up[0] == 1 || up[0] == 2;
    facts->up = known ? (tl_axis)(TL_AXIS_PX + 2 * (int)up[0] + (up[1] < 0 ? 1 : 0)) : TL_AXIS_PY;
    if (known && (front[0] == 0 || front[0] == 1 || front[0] == 2) && side[0] + up[0] + front[0] == 3) {
        bool cyclic = (int)(side[0] + 1) % 3 == (int)up[0];
        facts->left_handed = (cyclic ? 1 : -1) * up[1] * front[1] * side[1] < 0;
    }
    return TL_OK;
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

static tl_import_affine moved_by(const double n[3], double sign) {
    return (tl_import_affine){{{1, 0, 0, sign * n[0]}, {0, 1, 0, sign * n[1]}, {0, 0, 1, sign * n[2]}}};
}

static tl_import_affine scaled_by(const double n[3]) {
    return (tl_import_affine){{{n[0], 0, 0, 0}, {0, n[1], 0, 0}, {0, 0, n[2], 0}}};
}

/* About the three axes, the first of the order first. */
static tl_import_affine turned_by(const double degrees[3], int order) {
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    tl_import_affine all = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    for (int k = 0; k < 3; k++) {
        int axis = orders[order][k], a = (axis + 1) % 3, b = (axis + 2) % 3;
        tl_import_affine own = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
        double s, c;
        tl_sincos_deg(degrees[axis], &s, &c);
        own.m[a][a] = own.m[b][b] = c;
        own.m[a][b] = -s;
        own.m[b][a] = s;
        all = tl_affine_compose(&own, &all);
    }
    return all;
}

static void then(tl_import_affine *all, tl_import_affine next) {
    *all = tl_affine_compose(all, &next);
}

static tl_import_affine turned_back(tl_import_affine t) {
    tl_import_affine back = {{{0}}};
    for (int i = 0; i < 9; i++) {
        back.m[i / 3][i % 3] = t.m[i % 3][i / 3];
    }
    return back;
}

/* What a model does to what is in it: moved, turned about its pivot, scaled about another. */
static tl_import_affine own_place(const fbx_look_looker *l, uint32_t model) {
    double move[3] = {0}, turn[3] = {0}, scale[3] = {1, 1, 1}, before[3] = {0}, after[3] = {0}, order = 0;
    double turn_offset[3] = {0}, turn_pivot[3] = {0}, scale_offset[3] = {0}, scale_pivot[3] = {0};
    property(l, model, "Lcl Translation", move, 3);
    property(l, model, "Lcl Rotation", turn, 3);
    property(l, model, "Lcl Scaling", scale, 3);
    property(l, model, "PreRotation", before, 3);
    property(l, model, "PostRotation", after, 3);
    property(l, model, "RotationOffset", turn_offset, 3);
    property(l, model, "RotationPivot", turn_pivot, 3);
    property(l, model, "ScalingOffset", scale_offset, 3);
    property(l, model, "ScalingPivot", scale_pivot, 3);
    property(l, model, "RotationOrder", &order, 1);
    tl_import_affine all = moved_by(move, 1);
    then(&all, moved_by(turn_offset, 1));
    then(&all, moved_by(turn_pivot, 1));
    then(&all, turned_by(before, 0));
    then(&all, turned_by(turn, order >= 0 && order <= 5 ? (int)order : 0));
    then(&all, turned_back(turned_by(after, 0)));
    then(&all, moved_by(turn_pivot, -1));
    then(&all, moved_by(scale_offset, 1));
    then(&all, moved_by(scale_pivot, 1));
    then(&all, scaled_by(scale));
    then(&all, moved_by(scale_pivot, -1));
    return all;
}

/* Of the mesh in its model alone. */
static tl_import_affine geometric_place(const fbx_look_looker *l, uint32_t model) {
    double move[3] = {0}, turn[3] = {0}, scale[3] = {1, 1, 1};
    property(l, model, "GeometricTranslation", move, 3);
    property(l, model, "GeometricRotation", turn, 3);
    property(l, model, "GeometricScaling", scale, 3);
    tl_import_affine all = moved_by(move, 1);
    then(&all, turned_by(turn, 0));
    then(&all, scaled_by(scale));
    return all;
}

/* The model that a model is in; 0: the scene itself; -1: none. */
static int64_t parent_of(const fbx_look_looker *l, int64_t id) {
    for (size_t i = first_link(l, id); i < l->link_count && l->links[i].child == id; i++) {
        uint32_t node = object_of(l, l->links[i].parent);
        if (l->links[i].parent == 0 || (node != 0 && tl_fbx_is(&l->tree, node, "Model"))) {
            return l->links[i].parent;
        }
    }
    return -1;
}

static bool is_like(const tl_import_affine *a, const tl_import_affine *b) {
    for (int i = 0; i < 12; i++) {
        if (fabs(a->m[i / 4][i % 4] - b->m[i / 4][i % 4]) > 1e-9) {
            return false;
        }
    }
    return true;
}

/* Turns beside the model's own, and the order of its own, count only where it says so, by the format; by Assimp always.
 */
static void look_at_turns(fbx_look_looker *l, uint32_t model) {
    double active = 0, turn[3] = {0}, before[3] = {0}, after[3] = {0}, order = 0;
    property(l, model, "RotationActive", &active, 1);
    property(l, model, "Lcl Rotation", turn, 3);
    property(l, model, "PreRotation", before, 3);
    property(l, model, "PostRotation", after, 3);
    property(l, model, "RotationOrder", &order, 1);
    bool more = before[0] != 0 || before[1] != 0 || before[2] != 0 || after[0] != 0 || after[1] != 0 || after[2] != 0;
    bool ordered = order != 0 && (turn[0] != 0) + (turn[1] != 0) + (turn[2] != 0) > 1;
    if (active == 0 && (more || ordered)) {
        l->unlike =
            "it turns a model by more than its own rotation, and doesn't say that this counts (`RotationActive`)";
    }
}

/* Where a model is in the scene. False when it is not in it. */
static bool place_of(fbx_look_looker *l, int64_t id, tl_import_affine *place) {
    *place = geometric_place(l, object_of(l, id));
    for (int level = 0; level < MOST_LEVELS; level++) {
        uint32_t model = object_of(l, id);
        double inherits = 1;
        tl_import_affine own = own_place(l, model);
        *place = tl_affine_compose(&own, place);
        look_at_turns(l, model);
        property(l, model, "InheritType", &inherits, 1);
        id = parent_of(l, id);
        if (id <= 0) {
            return id == 0;
        }
        double scale[3] = {1, 1, 1};
        property(l, object_of(l, id), "Lcl Scaling", scale, 3);
        double most = tl_max(scale[0], tl_max(scale[1], scale[2])),
               least = tl_min(scale[0], tl_min(scale[1], scale[2]));
        bool same = most - least <= SCALE_ROOM * fabs(most);
        if ((inherits == 0 && !same) || (inherits == 2 && !(same && fabs(most - 1) <= SCALE_ROOM))) {
            l->facts->boxed = false; /* scaled by other rules than ours */
            l->unlike = "a model takes its parent's scale by a rule (`InheritType`) that isn't the common one";
        }
    }
    return false;
}

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

static tl_status read_corners(fbx_look_looker *l, const double *points, size_t point_count, const double *corners,
                              size_t count, shape *s) {
    size_t run = 0;
    s->points = tl_alloc_array(l->context, count + 1, sizeof(*s->points));
    if (s->points == NULL) {
        return tl_fail_memory(l->error);
    }
    for (size_t i = 0; i < count; i++) {
        double corner = corners[i] < 0 ? -1 - corners[i] : corners[i];
        if (!(corner >= 0 && corner < (double)point_count) || corner != floor(corner)) {
            return tl_fail(l->error, TL_ERROR_FORMAT, l->tree.path, NULL, EXPORT_BEST,
                           "a face names the point %.15g, which is not there (there are %zu)", corner, point_count);
        }
        const double *p = points + 3 * (size_t)corner;
        s->points[s->point_count++] = (tl_vec3){p[0], p[1], p[2]};
        run++;
        if (corners[i] < 0) {
            s->triangles += run > 2 ? run - 2 : 0;
            s->point_count -= run > 2 ? 0 : run;
            run = 0;
        }
    }
    return run == 0 ? TL_OK : fail(l, TL_ERROR_FORMAT, "the last face of a mesh has no end");
}

static tl_status read_shape(fbx_look_looker *l, uint32_t geometry, shape *s) {
    double *points = NULL, *corners = NULL;
    size_t number_count = 0, corner_count = 0;
    uint32_t vertices = tl_fbx_first(&l->tree, geometry, "Vertices");
    uint32_t polygons = tl_fbx_first(&l->tree, geometry, "PolygonVertexIndex");
    *s = (shape){0};
    if (vertices == 0 || polygons == 0) {
        return TL_OK;
    }
    tl_status status = tl_fbx_array(&l->tree, vertices, &points, &number_count);
    status = status == TL_OK ? tl_fbx_array(&l->tree, polygons, &corners, &corner_count) : status;
    if (status == TL_OK && number_count % 3 != 0) {
        status = fail(l, TL_ERROR_FORMAT, "the coordinates of a mesh are no multiple of 3");
    }
    status = status == TL_OK ? read_corners(l, points, number_count / 3, corners, corner_count, s) : status;
    tl_free(l->context, points);
    tl_free(l->context, corners);
    return status;
}

static void add_place(fbx_look_looker *l, const shape *s, const tl_import_affine *place) {
    l->facts->triangles += s->triangles;
    for (size_t i = 0; l->facts->boxed && i < s->point_count; i++) {
        l->facts->box = tl_box3_add(l->facts->box, tl_affine_point(place, s->points[i]));
    }
}

static bool is_skinned(const fbx_look_looker *l, int64_t geometry) {
    for (size_t i = 0; i < l->skinned_count; i++) {
        if (l->skinned[i] == geometry) {
            return true;
        }
    }
    return false;
}

/* Assimp leaves out how a mesh lies in its model when a skin bends it. */
static void look_at_skin(fbx_look_looker *l, int64_t geometry, uint32_t model) {
    tl_import_affine own = geometric_place(l, model), identity = tl_affine_scale(1);
    if (is_skinned(l, geometry) && !is_like(&own, &identity)) {
        l->unlike =
            "a skin bends a mesh that is moved, turned or scaled in its model (`GeometricTranslation` and so on)";
    }
}

static tl_status look_into_geometry(fbx_look_looker *l, int64_t id, uint32_t node) {
    shape s = {0};
    tl_status status = TL_OK;
    bool read = false;
    for (size_t i = first_link(l, id); status == TL_OK && i < l->link_count && l->links[i].child == id; i++) {
        uint32_t model = object_of(l, l->links[i].parent);
        tl_import_affine place;
        if (model == 0 || !tl_fbx_is(&l->tree, model, "Model") || !place_of(l, l->links[i].parent, &place)) {
            continue;
        }
        if (!tl_fbx_says(tl_fbx_text(&l->tree, node, 2), "Mesh")) {
            l->facts->curved++;
            continue;
        }
        look_at_skin(l, id, model);
        if (tl_fbx_first(&l->tree, node, "Shape") != 0) {
            l->unlike = "its morphs are written as before FBX 7.2";
        }
        status = read ? TL_OK : read_shape(l, node, &s);
        read = true;
        if (status == TL_OK) {
            add_place(l, &s, &place);
        }
    }
    tl_free(l->context, s.points);
    return status;
}

/* A channel of shapes that is on, of a mesh or not. */
static bool is_on(const fbx_look_looker *l, uint32_t channel) {
    double percent = 0;
    uint32_t own = tl_fbx_first(&l->tree, channel, "DeformPercent");
    if (own != 0) {
        (void)tl_fbx_number(&l->tree, own, 0, &percent);
    }
    (void)property_in(l, tl_fbx_first(&l->tree, channel, "Properties70"), "DeformPercent", &percent, 1);
    return percent != 0;
}

/* Which geometries skins bend, and how; skins bend by what all models do, so that all are looked at. */
static tl_status look_into_skins(fbx_look_looker *l) {
    for (size_t i = 0; i < l->link_count; i++) {
        uint32_t node = object_of(l, l->links[i].child);
        if (node == 0 || !tl_fbx_is(&l->tree, node, "Deformer") ||
            !tl_fbx_says(tl_fbx_text(&l->tree, node, 2), "Skin")) {
            continue;
        }
        if (l->skinned == NULL) {
            l->skinned = tl_alloc_array(l->context, l->link_count, sizeof(*l->skinned));
            if (l->skinned == NULL) {
                return tl_fail_memory(l->error);
            }
        }
        l->skinned[l->skinned_count++] = l->links[i].parent;
        uint32_t type = tl_fbx_first(&l->tree, node, "SkinningType");
        if (type != 0 && (tl_fbx_says(tl_fbx_text(&l->tree, type, 0), "DualQuaternion") ||
                          tl_fbx_says(tl_fbx_text(&l->tree, type, 0), "Blend"))) {
            l->unlike = "a skin bends its mesh by dual quaternions";
        }
    }
    for (size_t i = 0; l->skinned_count > 0 && i < l->object_count; i++) {
        tl_import_affine place;
        if (tl_fbx_is(&l->tree, l->objects[i].node, "Model")) {
            (void)place_of(l, l->objects[i].id, &place);
        }
    }
    return TL_OK;
}

static tl_status look_into_objects(fbx_look_looker *l) {
    tl_status status = look_into_skins(l);
    for (size_t i = 0; status == TL_OK && i < l->object_count; i++) {
        uint32_t node = l->objects[i].node;
        if (tl_fbx_is(&l->tree, node, "Deformer")) {
            tl_fbx_value kind = tl_fbx_text(&l->tree, node, 2);
            l->facts->boxed = l->facts->boxed && !tl_fbx_says(kind, "Skin");
            l->facts->morphs += tl_fbx_says(kind, "BlendShapeChannel") && is_on(l, node);
        }
    }
    for (size_t i = 0; status == TL_OK && i < l->object_count; i++) {
        if (tl_fbx_is(&l->tree, l->objects[i].node, "Geometry")) {
            status = look_into_geometry(l, l->objects[i].id, l->objects[i].node);
        }
    }
    return status;
}

tl_status tl_import_look_into_fbx(tl_context *context, const char *path, const char *bytes, size_t size,
                                  tl_fbx_facts *facts, tl_error *error) {
    *facts = (tl_fbx_facts){.boxed = true, .box = tl_box3_empty()};
    fbx_look_looker l = {.context = context, .facts = facts, .error = error};
    tl_status status = tl_fbx_tree_read(&l.tree, context, path, bytes, size, error);
    status = status == TL_OK ? take_settings(&l) : status;
    status = status == TL_OK ? take_objects(&l) : status;
    if (status == TL_OK) {
        find_template(&l);
        status = look_into_objects(&l);
    }
    if (status == TL_OK && l.tree.long_numbers > 0) {
        l.unlike = "it has numbers of more digits than can be read";
    }
    if (status == TL_OK && l.unlike != NULL) {
        status = tl_fail(error, TL_ERROR_UNSUPPORTED, path, NULL, EXPORT_BEST, "%s, which is not read", l.unlike);
    }
    tl_free(context, l.skinned);
    tl_free(context, l.objects);
    tl_free(context, l.links);
    tl_fbx_tree_free(&l.tree);
    return status;
}
