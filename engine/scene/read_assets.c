/* read_assets.c: meshes and their frames, parts, bases and cores. */
#include "scene/read.h"

#include "io/file.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const asset_fields[] = {"mesh",        "unit",        "up",       "forward", "scale",
                                           "uncertainty", "scale_error", "openings", "repair",  "simplify",
                                           "parts",       "base",        "core",     "figures", NULL};
static const char *const repair_fields[] = {"join", "close_holes", "drop_specks", "reorient", NULL};
static const char *const parts_fields[] = {"core", "limb", "gear", "base", "stand", NULL};

enum { BASE_DISC, BASE_OVAL, BASE_RECTANGLE, BASE_POLYGON, BASE_COUNT };
static const char *const base_words[BASE_COUNT] = {"disc", "oval", "rectangle", "polygon"};
static const char *const base_fields[BASE_COUNT][5] = {{"shape", "diameter", "height", NULL},
                                                       {"shape", "size", "turn", "height", NULL},
                                                       {"shape", "size", "turn", "height", NULL},
                                                       {"shape", "outline", "height", NULL}};
static const char *const any_base_field[] = {"shape", "diameter", "size", "turn", "outline", "height", NULL};

enum { CORE_CAPSULE, CORE_CYLINDER, CORE_BOX, CORE_HULL_ABOVE, CORE_CUTS, CORE_COUNT };
static const char *const core_words[CORE_COUNT] = {"capsule", "cylinder", "box", "hull-above", "cuts"};
static const char *const core_fields[CORE_COUNT][5] = {{"shape", "from", "to", "radius", NULL},
                                                       {"shape", "from", "to", "radius", NULL},
                                                       {"shape", "min", "max", NULL},
                                                       {"shape", "height", NULL},
                                                       {"shape", "cuts", NULL}};
static const char *const any_core_field[] = {"shape", "from", "to", "radius", "min", "max", "height", "cuts", NULL};

static const char *const cut_fields[] = {"keep", "drop", "mark", "as", NULL};
static const char *const role_words[TL_ROLE_COUNT] = {"core", "limb", "gear", "base", "stand"};
static const char *const cut_shape_fields[] = {"box", "plane", NULL};
static const char *const box_fields[] = {"min", "max", NULL};
static const char *const plane_fields[] = {"normal", "offset", NULL};

static void read_frame(tl_reader *reader, const tl_json_value *object, tl_frame *frame) {
    static const char *const units[] = {"mm", "cm", "m", "inch", "foot", "in", "ft"};
    static const tl_mesh_unit unit_of[] = {TL_MESH_UNIT_MM,   TL_MESH_UNIT_CM,   TL_MESH_UNIT_M,   TL_MESH_UNIT_INCH,
                                           TL_MESH_UNIT_FOOT, TL_MESH_UNIT_INCH, TL_MESH_UNIT_FOOT};
    static const char *const axes[] = {"+x", "-x", "+y", "-y", "+z", "-z", "x", "y", "z"};
    static const tl_axis axis_of[] = {TL_AXIS_PX, TL_AXIS_NX, TL_AXIS_PY, TL_AXIS_NY, TL_AXIS_PZ,
                                      TL_AXIS_NZ, TL_AXIS_PX, TL_AXIS_PY, TL_AXIS_PZ};
    size_t choice = 0;
    if (tl_reader_choice(reader, tl_json_find(object, "unit"), units, COUNT(units), &choice)) {
        frame->unit = unit_of[choice];
    }
    if (tl_reader_choice(reader, tl_json_find(object, "up"), axes, COUNT(axes), &choice)) {
        frame->up = axis_of[choice];
    }
    const tl_json_value *forward = tl_json_find(object, "forward");
    if (tl_reader_choice(reader, forward, axes, COUNT(axes), &choice)) {
        frame->forward = axis_of[choice];
    }
    /* Axes are numbered in pairs: +x, -x, +y, -y, +z, -z. */
    if (frame->up != TL_AXIS_UNSTATED && frame->forward != TL_AXIS_UNSTATED &&
        (frame->up - TL_AXIS_PX) / 2 == (frame->forward - TL_AXIS_PX) / 2) {
        tl_reader_problem(reader, forward, false, false, "name one of the two other axes",
                          "`forward` lies along `up`: a model can't look straight up or down");
    }
    frame->scale = 1;
    const tl_json_value *scale = tl_json_find(object, "scale");
    (void)tl_reader_size(reader, scale, &frame->scale);
}

/* How good the mesh is, and what is to be made better. */
static void read_quality(tl_reader *reader, const tl_json_value *object, tl_document_mesh *mesh) {
    (void)tl_reader_number(reader, tl_json_find(object, "uncertainty"), 0, TL_TABLE_MOST_UNCERTAIN, &mesh->uncertainty);
    (void)tl_reader_number(reader, tl_json_find(object, "scale_error"), 0, 0.5, &mesh->scale_error);
    (void)tl_reader_bool(reader, tl_json_find(object, "openings"), &mesh->openings);
    (void)tl_reader_number(reader, tl_json_find(object, "simplify"), 0, TL_TABLE_MOST_UNCERTAIN, &mesh->simplify);
    const tl_json_value *repair = tl_json_find(object, "repair");
    if (tl_reader_object(reader, repair, &(tl_known_fields){NULL, repair_fields})) {
        (void)tl_reader_number(reader, tl_json_find(repair, "join"), 0, TL_TABLE_MOST_UNCERTAIN, &mesh->repairs.join);
        (void)tl_reader_size(reader, tl_json_find(repair, "close_holes"), &mesh->repairs.close_holes);
        (void)tl_reader_size(reader, tl_json_find(repair, "drop_specks"), &mesh->repairs.drop_specks);
        (void)tl_reader_bool(reader, tl_json_find(repair, "reorient"), &mesh->repairs.reorient);
    }
}

void tl_reader_mesh(tl_reader *reader, const tl_json_value *object, tl_document_mesh *mesh) {
    mesh->json = object;
    read_frame(reader, object, &mesh->frame);
    read_quality(reader, object, mesh);
    if (tl_json_find(object, "mesh") == NULL) {
        static const char *const frame_fields[] = {"unit",        "up",       "forward", "scale",   "uncertainty",
                                                   "scale_error", "openings", "repair",  "simplify"};
        for (size_t i = 0; i < COUNT(frame_fields); i++) {
            const tl_json_value *value = tl_json_find(object, frame_fields[i]);
            if (value != NULL) {
                tl_reader_problem(reader, value, true, false, "move it to where the `mesh` is named, or remove it",
                                  "`%s` says how to read a mesh, and there is none here", frame_fields[i]);
            }
        }
    }
    if (!tl_reader_word(reader, tl_json_find(object, "mesh"), &mesh->name)) {
        return;
    }
    char *path = tl_file_path_beside(reader->document->context, reader->document->file, mesh->name);
    if (path == NULL) {
        reader->no_memory = true;
        return;
    }
    size_t size = strlen(path) + 1;
    char *copy = tl_reader_alloc(reader, size, 1);
    if (copy != NULL) {
        memcpy(copy, path, size);
        mesh->path = copy;
    }
    tl_free(reader->document->context, path);
}

void tl_reader_parts(tl_reader *reader, const tl_json_value *value, tl_document_parts *parts) {
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, parts_fields})) {
        return;
    }
    parts->given = true;
    for (size_t role = 0; role < TL_ROLE_COUNT; role++) {
        (void)tl_reader_words(reader, tl_json_find(value, parts_fields[role]), &parts->patterns[role], NULL);
    }
}

/* Whether a base is to be found in the mesh. */
static bool is_auto_base(tl_reader *reader, const tl_json_value *value, bool has_mesh) {
    if (value == NULL || value->kind != TL_JSON_STRING || strcmp(value->text, "auto") != 0) {
        return false;
    }
    if (!has_mesh) {
        tl_reader_problem(reader, value, false, false, "add a `mesh`, or say what the base is, such as a disc",
                          "`auto` looks for the base in a mesh, and there is none");
    }
    return true;
}

static void read_base(tl_reader *reader, const tl_json_value *value, tl_shape *base) {
    if (value == NULL) {
        return;
    }
    size_t shape = BASE_COUNT;
    const tl_json_value *word =
        value->kind == TL_JSON_OBJECT ? tl_reader_required(reader, value, "shape", "add \"shape\": \"disc\"") : NULL;
    bool known = tl_reader_choice(reader, word, base_words, BASE_COUNT, &shape);
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, known ? base_fields[shape] : any_base_field}) ||
        !known) {
        return;
    }
    tl_shape made = {.pose = tl_pose_identity(), .low = 0, .high = 3};
    bool good = false;
    (void)tl_reader_size(reader, tl_json_find(value, "height"), &made.high);
    if (shape == BASE_DISC) {
        double diameter = 0;
        made.kind = TL_SHAPE_DISC;
        good = tl_reader_size(reader, tl_reader_required(reader, value, "diameter", "add \"diameter\": 25"), &diameter);
        made.radius = diameter / 2;
    } else if (shape == BASE_POLYGON) {
        made.kind = TL_SHAPE_POLYGON;
        good = tl_reader_outline(reader, tl_reader_required(reader, value, "outline", "add \"outline\": [[x, y], ...]"),
                                 &made.outline, &made.outline_count);
    } else {
        tl_vec2 size = {0, 0};
        double turn = 0;
        if (tl_reader_coordinate(reader, tl_json_find(value, "turn"), &turn)) {
            made.pose = tl_pose_turned((tl_vec3){0, 0, 0}, turn);
        }
        good = tl_reader_sizes(reader, tl_reader_required(reader, value, "size", "add \"size\": [60, 35]"), &size);
        made.size = (tl_vec2){size.x / 2, size.y / 2};
        made.kind = shape == BASE_OVAL ? TL_SHAPE_OVAL : TL_SHAPE_BOX;
        if (shape == BASE_RECTANGLE) {
            made.from = (tl_vec3){-made.size.x, -made.size.y, 0};
            made.to = (tl_vec3){made.size.x, made.size.y, made.high};
        }
    }
    if (good) {
        *base = made;
    }
}

/* A box of some size. */
static bool read_box(tl_reader *reader, const tl_json_value *value, tl_vec3 *low, tl_vec3 *high) {
    bool good = tl_reader_vec3(reader, tl_reader_required(reader, value, "min", "add \"min\": [x, y, z]"), low);
    good = tl_reader_vec3(reader, tl_reader_required(reader, value, "max", "add \"max\": [x, y, z]"), high) && good;
    if (good && !(low->x < high->x && low->y < high->y && low->z < high->z)) {
        tl_reader_problem(reader, value, false, false, "make each number of `max` larger than that of `min`",
                          "the box is empty");
        good = false;
    }
    return good;
}

/* What a cut makes of a part: gear, or with `mark` what stands in `as`. */
static bool read_cut_role(tl_reader *reader, const tl_json_value *value, bool marks, tl_role *role) {
    const tl_json_value *as = tl_json_find(value, "as");
    size_t choice = TL_ROLE_GEAR;
    if (!marks && as != NULL) {
        tl_reader_problem(reader, as, true, false, "write `mark` instead of `keep` or `drop`, or leave `as` out",
                          "`as` goes with `mark` only: what is kept or dropped makes gear");
        return false;
    }
    bool good = !marks || tl_reader_choice(reader, tl_reader_required(reader, value, "as", "add \"as\": \"limb\""),
                                           role_words, TL_ROLE_COUNT, &choice);
    *role = (tl_role)choice;
    return good;
}

static bool read_cut(tl_reader *reader, const tl_json_value *value, tl_body_cut *cut) {
    static const char how[] = "write { \"drop\": { \"box\": { \"min\": [x, y, z], \"max\": [x, y, z] } } }, or `keep`, "
                              "or `mark` with `as`, or "
                              "{ \"plane\": { \"normal\": [0, 0, 1], \"offset\": d } }";
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, cut_fields})) {
        return false;
    }
    const tl_json_value *keep = tl_json_find(value, "keep");
    const tl_json_value *drop = tl_json_find(value, "drop");
    const tl_json_value *mark = tl_json_find(value, "mark");
    if ((keep != NULL) + (drop != NULL) + (mark != NULL) != 1) {
        tl_reader_problem(reader, value, false, false, how, "a cut has either `keep`, `drop` or `mark`");
        return false;
    }
    cut->keep = keep != NULL;
    if (!read_cut_role(reader, value, mark != NULL, &cut->role)) {
        return false;
    }
    const tl_json_value *shape = keep != NULL ? keep : drop != NULL ? drop : mark;
    if (!tl_reader_object(reader, shape, &(tl_known_fields){NULL, cut_shape_fields})) {
        return false;
    }
    const tl_json_value *box = tl_json_find(shape, "box");
    const tl_json_value *plane = tl_json_find(shape, "plane");
    if ((box == NULL) == (plane == NULL)) {
        tl_reader_problem(reader, shape, false, false, how, "a cut is made by either a `box` or a `plane`");
        return false;
    }
    if (box != NULL) {
        return tl_reader_object(reader, box, &(tl_known_fields){NULL, box_fields}) &&
               read_box(reader, box, &cut->low, &cut->high);
    }
    cut->is_plane = true;
    if (!tl_reader_object(reader, plane, &(tl_known_fields){NULL, plane_fields})) {
        return false;
    }
    const tl_json_value *normal = tl_reader_required(reader, plane, "normal", "add \"normal\": [0, 0, 1]");
    bool good = tl_reader_vec3(reader, normal, &cut->normal);
    if (good && cut->normal.x == 0 && cut->normal.y == 0 && cut->normal.z == 0) {
        tl_reader_problem(reader, normal, false, false, "write a direction such as [0, 0, 1]",
                          "the normal has no length");
        good = false;
    }
    return tl_reader_number(reader, tl_reader_required(reader, plane, "offset", "add \"offset\": 10"), -1e12, 1e12,
                            &cut->offset) &&
           good;
}

static void read_cuts(tl_reader *reader, const tl_json_value *value, tl_document_asset *asset) {
    if (!tl_reader_list(reader, value, "cuts")) {
        return;
    }
    if (value->count == 0) {
        tl_reader_problem(reader, value, false, false, "add a cut, or leave `core` out", "the list of cuts is empty");
        return;
    }
    tl_body_cut *cuts = tl_reader_alloc(reader, value->count, sizeof(*cuts));
    bool good = cuts != NULL;
    for (size_t i = 0; i < value->count && cuts != NULL; i++) {
        good = read_cut(reader, &value->items[i], &cuts[i]) && good;
    }
    if (good) {
        asset->cuts = cuts;
        asset->cut_count = value->count;
    }
}

static bool read_primitive(tl_reader *reader, const tl_json_value *value, size_t shape, tl_shape *core) {
    if (shape == CORE_BOX) {
        core->kind = TL_SHAPE_BOX;
        bool good = read_box(reader, value, &core->from, &core->to);
        core->low = core->from.z;
        core->high = core->to.z;
        return good;
    }
    core->kind = shape == CORE_CAPSULE ? TL_SHAPE_CAPSULE : TL_SHAPE_CYLINDER;
    bool good =
        tl_reader_vec3(reader, tl_reader_required(reader, value, "from", "add \"from\": [x, y, z]"), &core->from);
    const tl_json_value *to = tl_reader_required(reader, value, "to", "add \"to\": [x, y, z]");
    good = tl_reader_vec3(reader, to, &core->to) && good;
    good =
        tl_reader_size(reader, tl_reader_required(reader, value, "radius", "add \"radius\": 6"), &core->radius) && good;
    if (good && shape == CORE_CYLINDER && tl_same_point(core->from, core->to)) {
        tl_reader_problem(reader, to, false, false, "move one of the two",
                          "the cylinder has no length: `from` is `to`");
        good = false;
    }
    return good;
}

static void read_core(tl_reader *reader, const tl_json_value *value, bool has_mesh, tl_document_asset *asset) {
    if (value == NULL) {
        return;
    }
    size_t shape = CORE_COUNT;
    bool known = false;
    if (value->kind == TL_JSON_OBJECT) {
        if (tl_json_find(value, "shape") == NULL && tl_json_find(value, "cuts") != NULL) {
            shape = CORE_CUTS;
            known = true;
        } else {
            known = tl_reader_choice(reader, tl_reader_required(reader, value, "shape", "add \"shape\": \"capsule\""),
                                     core_words, CORE_COUNT, &shape);
        }
    }
    if (!tl_reader_object(reader, value, &(tl_known_fields){NULL, known ? core_fields[shape] : any_core_field}) ||
        !known) {
        return;
    }
    if (shape == CORE_CUTS) {
        read_cuts(reader, tl_reader_required(reader, value, "cuts", "add \"cuts\": [ ... ]"), asset);
    } else if (shape == CORE_HULL_ABOVE) {
        asset->has_hull_above = tl_reader_coordinate(
            reader, tl_reader_required(reader, value, "height", "add \"height\": 10"), &asset->hull_above);
    } else {
        tl_shape made = {.pose = tl_pose_identity()};
        if (read_primitive(reader, value, shape, &made)) {
            asset->core = made;
        }
    }
    if (shape >= CORE_HULL_ABOVE && !has_mesh) {
        tl_reader_problem(reader, value, false, false, "add a `mesh`, or make the core a capsule, cylinder or box",
                          "a core of `%s` is cut from a mesh, and there is none", core_words[shape]);
    }
}

static void read_asset(tl_reader *reader, const tl_json_value *value, tl_document_asset *asset) {
    asset->name = value->key;
    asset->json = value;
    asset->mesh.frame.scale = 1;
    asset->figures = 1;
    if (value->key[0] == '\0') {
        tl_reader_problem(reader, value, true, false, "name the asset", "the name of an asset is empty");
    }
    if (!tl_reader_object(reader, value, &(tl_known_fields){"asset", asset_fields})) {
        return;
    }
    const tl_json_value *mesh = tl_json_find(value, "mesh");
    const tl_json_value *core = tl_json_find(value, "core");
    const tl_json_value *parts = tl_json_find(value, "parts");
    tl_reader_mesh(reader, value, &asset->mesh);
    tl_reader_parts(reader, parts, &asset->parts);
    const tl_json_value *base = tl_json_find(value, "base");
    asset->find_base = is_auto_base(reader, base, mesh != NULL);
    if (!asset->find_base) {
        read_base(reader, base, &asset->base);
    }
    read_core(reader, core, mesh != NULL, asset);
    (void)tl_reader_count(reader, tl_json_find(value, "figures"), 1, 1000, &asset->figures);
    if (mesh == NULL && core == NULL) {
        tl_reader_problem(reader, value, false, false,
                          "add \"mesh\": \"FILE\", or a core such as { \"shape\": \"capsule\", ... }",
                          "an asset needs a `mesh`, a `core`, or both");
    }
    if (parts != NULL && mesh == NULL) {
        tl_reader_problem(reader, parts, true, false, "add a `mesh`, or remove `parts`",
                          "`parts` names pieces of a mesh, and there is none");
    }
    if (core != NULL && tl_json_find(parts, "core") != NULL) {
        tl_reader_problem(reader, core, true, false, "remove `core`, or the `core` of `parts`",
                          "the core is given twice: here and in `parts`");
    }
}

/* The place of a name among the assets in order: that of the first that is not before it. */
static size_t place_of(const tl_reader *reader, const char *name) {
    size_t low = 0;
    size_t high = reader->document->asset_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(reader->document->assets[reader->asset_order[middle]].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(const tl_document_asset *const *)a)->name, (*(const tl_document_asset *const *)b)->name);
}

/* Names are unique: JSON objects with a name twice are refused before. */
static void sort_assets(tl_reader *reader) {
    tl_context *context = reader->document->context;
    size_t count = reader->document->asset_count;
    const tl_document_asset **sorted = tl_alloc_array(context, count, sizeof(*sorted));
    reader->asset_order = tl_reader_alloc(reader, count, sizeof(*reader->asset_order));
    if (sorted == NULL || reader->asset_order == NULL) {
        reader->no_memory = true;
        reader->document->asset_count = 0;
        tl_free(context, sorted);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = &reader->document->assets[i];
    }
    if (count > 1) {
        qsort(sorted, count, sizeof(*sorted), by_name);
    }
    for (size_t i = 0; i < count; i++) {
        reader->asset_order[i] = (size_t)(sorted[i] - reader->document->assets);
    }
    tl_free(context, sorted);
}

size_t tl_reader_asset_name(tl_reader *reader, const tl_json_value *value) {
    const char *name = NULL;
    if (!tl_reader_word(reader, value, &name)) {
        return SIZE_MAX;
    }
    const tl_document *document = reader->document;
    size_t place = place_of(reader, name);
    if (place < document->asset_count && strcmp(document->assets[reader->asset_order[place]].name, name) == 0) {
        return reader->asset_order[place];
    }
    enum { TRIED = 1000 }; /* nobody has more assets, unless to keep us busy */
    const char *nearest = NULL;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < document->asset_count && i < TRIED && !tl_reader_full(reader); i++) {
        const char *one = tl_nearest_name(name, &document->assets[i].name, 1);
        size_t distance = one != NULL ? tl_edit_distance(name, one) : SIZE_MAX;
        if (distance < best) {
            best = distance;
            nearest = one;
        }
    }
    if (nearest != NULL) {
        tl_reader_problem(reader, value, false, false, "name one of the scene's `assets`",
                          "there is no asset `%s`: did you mean `%s`?", name, nearest);
    } else {
        tl_reader_problem(reader, value, false, false, "add it to `assets`", "there is no asset `%s`", name);
    }
    return SIZE_MAX;
}

void tl_reader_assets(tl_reader *reader, const tl_json_value *value) {
    if (value == NULL) {
        return;
    }
    if (value->kind != TL_JSON_OBJECT) {
        static const char *const none[] = {NULL};
        (void)tl_reader_object(reader, value, &(tl_known_fields){NULL, none});
        return;
    }
    tl_document_asset *assets = tl_reader_alloc(reader, value->count, sizeof(*assets));
    if (assets == NULL) {
        return;
    }
    size_t count = 0;
    for (size_t i = 0; i < value->count; i++) {
        if (strncmp(value->items[i].key, "x-", 2) != 0) {
            read_asset(reader, &value->items[i], &assets[count++]);
        }
    }
    reader->document->assets = assets;
    reader->document->asset_count = count;
    sort_assets(reader);
}
