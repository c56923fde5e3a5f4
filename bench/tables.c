/* tables.c: how the tables are laid out: which meshes, how many of each, how deep in the ground. */
#include "scenes.h"

#include "api/handle.h"
#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

/* A file in millimetres with Z up, its longest side `size` (0: as it is), standing on z = 0 in the middle of its plan.
 */
static tl_mesh *load(tl_context *context, const char *folder, const char *name, tl_axis up, double size) {
    char path[1200];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    tl_frame frame = {.unit = TL_MESH_UNIT_MM, .up = up};
    if (tl_import_mesh(context, path, NULL, &mesh, &error) != TL_OK || tl_mesh_weld(mesh, NULL, &error) != TL_OK ||
        tl_mesh_to_millimetres(mesh, &frame, &error) != TL_OK) {
        fprintf(stderr, "bench: %s: %s\n", path, error.message);
        tl_mesh_destroy(mesh);
        return NULL;
    }
    tl_box3 box = tl_mesh_box(mesh);
    tl_vec3 extent = tl_box3_size(box), middle = tl_box3_centre(box);
    double scale = size > 0 ? size / fmax(extent.x, fmax(extent.y, extent.z)) : 1;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = mesh->vertices[i];
        mesh->vertices[i] = (tl_vec3){(p.x - middle.x) * scale, (p.y - middle.y) * scale, (p.z - box.low.z) * scale};
    }
    return mesh;
}

static const char *data_folder(void) {
    const char *folder = getenv("TRUELINE_DATA");
    return folder != NULL ? folder : BENCH_SOURCE_DIR "/../shared/data/real";
}

static tl_mesh *real(tl_context *context, const char *name, tl_axis up, double size) {
    return load(context, data_folder(), name, up, size);
}

/* Only the pieces that see and are seen. */
static tl_mesh *core_of(tl_context *context, tl_mesh *mesh) {
    static const char *const core[] = {"head*", "body*", "hull*", "turret*", NULL};
    const char *const *const patterns[TL_ROLE_COUNT] = {core};
    if (mesh == NULL) {
        return NULL;
    }
    tl_mesh_assign_roles(mesh, patterns);
    tl_mesh *picked = tl_mesh_create(context);
    uint32_t index;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_mesh_add_vertex(picked, mesh->vertices[i], &index);
    }
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        if (mesh->pieces[tl_mesh_piece_of(mesh, i)].role == TL_ROLE_CORE) {
            const uint32_t *t = mesh->triangles + 3 * i;
            tl_mesh_add_triangle(picked, t[0], t[1], t[2]);
        }
    }
    tl_mesh_end_piece(picked, NULL, TL_ROLE_CORE);
    tl_mesh_destroy(mesh);
    if (picked->triangle_count == 0 || tl_mesh_weld(picked, NULL, NULL) != TL_OK) {
        bench_fatal("a sample model without a core", NULL);
    }
    return picked;
}

static void add_model(bench_table *table, const char *name, tl_mesh *mesh) {
    if (mesh != NULL && table->model_count < BENCH_MODELS) {
        table->model_names[table->model_count] = name;
        table->models[table->model_count++] = mesh;
    }
}

void bench_table_add_models(bench_table *table) {
    static const char *const sample[] = {"trooper.obj", "trooper_heavy.obj", "trooper_kneeling.obj", "walker.obj",
                                         "tank.obj"};
    for (size_t i = 0; i < 5; i++) {
        add_model(table, sample[i],
                  core_of(table->context, load(table->context, BENCH_SOURCE_DIR "/models", sample[i], TL_AXIS_PZ, 0)));
    }
    add_model(table, "swat", real(table->context, "quaternius_swat.glb", TL_AXIS_PY, 33));
    add_model(table, "mech", real(table->context, "quaternius_mech_george.glb", TL_AXIS_PY, 75));
    add_model(table, "tank", real(table->context, "quaternius_tank.glb", TL_AXIS_PY, 110));
}

/* --- Laying out --------------------------------------------------------------------------------------------------- */

/* The height of the lowest surface at a place while the table is being laid out. */
static double ground_height(const bench_table *table, double x, double y) {
    if (table->ground_slot < 0) {
        return 0;
    }
    tl_world *world = NULL;
    double height = 0;
    if (tl_world_create(table->context, 1, &world, NULL) == TL_OK) {
        tl_world_set(world, 0, table->slots[table->ground_slot]);
        if (tl_world_heights(world, x, y, NULL, &height, NULL, 1) == 0) {
            height = 0;
        }
        tl_world_destroy(world);
    }
    return height;
}

/* Where pieces stand: as far from one another as their plans ask, or anyhow. */
typedef struct layout {
    tl_vec3 disc[2048]; /* z: radius */
    size_t count;
} layout;

static void scatter(bench_table *table, tl_mesh *mesh, int count, double sink, bool overlaps, layout *taken,
                    uint64_t *state) {
    bool solid = false;
    if (mesh == NULL) {
        return;
    }
    if (tl_mesh_is_solid(mesh, &solid, NULL) != TL_OK) {
        solid = false;
    }
    tl_vec3 size = tl_box3_size(tl_mesh_box(mesh));
    double radius = 0.5 * hypot(size.x, size.y);
    for (int i = 0; i < count; i++) {
        tl_vec3 at = {0, 0, 0};
        bool clear = false;
        for (int attempt = 0; attempt < 200 && !clear; attempt++) {
            at = (tl_vec3){bench_random(state, 0.04, 0.96) * table->width,
                           bench_random(state, 0.04, 0.96) * table->depth, 0};
            clear = true;
            for (size_t k = 0; k < taken->count && clear; k++) {
                clear = overlaps || hypot(at.x - taken->disc[k].x, at.y - taken->disc[k].y) > radius + taken->disc[k].z;
            }
        }
        if (taken->count < 2048) {
            taken->disc[taken->count++] = (tl_vec3){at.x, at.y, radius};
        }
        at.z = ground_height(table, at.x, at.y) - sink;
        bench_table_add_mesh(table, mesh, at, bench_random(state, 0, 6.28), solid);
    }
    tl_mesh_destroy(mesh);
}

/* The landscape as the table's mesh: its lowest point at z = 0, `relief` high. */
static bool landscape(bench_table *table, double relief) {
    tl_mesh *mesh = real(table->context, "srtm_white_mountains.ply", TL_AXIS_PZ, 0);
    if (mesh == NULL) {
        return false;
    }
    tl_box3 box = tl_mesh_box(mesh);
    tl_vec3 size = tl_box3_size(box);
    bool wide = size.x > size.y;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = tl_sub(mesh->vertices[i], box.low);
        double u = wide ? p.x / size.x : p.y / size.y, v = wide ? p.y / size.y : 1 - p.x / size.x;
        mesh->vertices[i] = (tl_vec3){u * table->width, v * table->depth, p.z / size.z * relief};
    }
    table->ground_slot = (int)table->slot_count;
    bench_table_add_mesh(table, mesh, (tl_vec3){0, 0, 0}, 0, false);
    tl_mesh_destroy(mesh);
    return true;
}

static bool crossroads(bench_table *table, uint64_t *state) {
    (void)state;
    tl_scene *scene = NULL;
    tl_error error = {0};
    if (tl_scene_load(table->context, BENCH_SOURCE_DIR "/terrain/crossroads.scene.json", NULL, &scene, NULL, &error) !=
        TL_OK) {
        fprintf(stderr, "bench: %s\n", error.message);
        return false;
    }
    const tl_table *t = scene->table;
    const tl_placed *lists[3] = {&t->ground, t->terrain, t->members};
    const size_t counts[3] = {1, t->terrain_count, t->member_count};
    for (int list = 0; list < 3; list++) {
        for (size_t i = 0; i < counts[list]; i++) {
            const tl_placed *placed = &lists[list][i];
            const tl_bvh *bvh = placed->body != NULL ? placed->body->solid : NULL;
            if (bvh == NULL) {
                continue;
            }
            if (list == 0) {
                table->ground_slot = (int)table->slot_count;
            }
            bench_table_add(table, tl_bvh_vertices(bvh), tl_bvh_vertex_count(bvh), tl_bvh_triangles(bvh),
                            tl_bvh_triangle_count(bvh), list == 1 && placed->inside_blocks);
        }
    }
    tl_scene_destroy(scene);
    return true;
}

/* --- The tables --------------------------------------------------------------------------------------------------- */

static bool flat_field(bench_table *table, uint64_t *state) {
    bench_field(table, false, state);
    return true;
}

static bool rolling_field(bench_table *table, uint64_t *state) {
    bench_field(table, true, state);
    return true;
}

typedef struct piece {
    const char *file;
    tl_axis up;
    double size; /* of the longest side; 0: as it is */
    int count;
    double sink;
} piece;

enum { PIECES = 5 };

typedef struct plan {
    const char *name;
    double width, depth;
    double relief; /* how high the landscape is that is the table's mesh; 0: a plane table */
    bool exact;    /* few bits, see scenes.h */
    bool overlaps; /* pieces may stand in one another */
    piece pieces[PIECES];
    bool (*own)(bench_table *table, uint64_t *state); /* made in another way */
} plan;

#define BUILDING  "cq_building_example.stl", TL_AXIS_PZ, 0
#define CONTAINER "cq_container_greebled.stl", TL_AXIS_PZ, 0
#define BARRIER   "cq_barrier_detailed.stl", TL_AXIS_PZ, 0
#define OAK       "oak_tree.dae", TL_AXIS_PY, 120
#define SHELL     "box3d_building.obj", TL_AXIS_PY, 160

static const plan plans[] = {
    {"crossroads", 1800, 1200, .own = crossroads},
    {"town", 1800, 1200, .exact = true, .pieces = {{BUILDING, 26, 0}, {CONTAINER, 6, 0}, {BARRIER, 60, 0}}},
    /* pieces pushed into one another and into the ground */
    {"pushed", 900, 700, .exact = true, .overlaps = true,
     .pieces =
         {{BUILDING, 9, 3}, {BARRIER, 50, 2}, {"kaykit_crates_stacked.glb", TL_AXIS_PY, 40, 30, 1}, {SHELL, 6, 1}}},
    {"ruins", 1200, 900,
     .pieces = {{"collapsed_industrial.dae", TL_AXIS_PY, 260, 8, 0},
                {"parking_garage.dae", TL_AXIS_PY, 320, 4, 0},
                {SHELL, 6, 0},
                {"cesium_milk_truck.glb", TL_AXIS_PY, 90, 6, 0}}},
    {"forest", 1200, 900, .relief = 60, .exact = true, .overlaps = true, .pieces = {{OAK, 160, 1}}},
    {"scans", 1200, 900, .relief = 90,
     .pieces = {{"lion_statue_scan.obj", TL_AXIS_PY, 150, 4, 1},
                {"stanford_bunny.obj", TL_AXIS_PY, 120, 3, 1},
                {"aerial_b9_mesh.off", TL_AXIS_PZ, 300, 4, 1},
                {"threedscans_hermes.fbx", TL_AXIS_PY, 140, 5, 1},
                {"viva_balloon/scene.gltf", TL_AXIS_PY, 100, 3, 0}}},
    /* a million triangles: the landscape, the town on it */
    {"million", 1800, 1200, .relief = 40,
     .pieces = {{BUILDING, 16, 2}, {BARRIER, 50, 2}, {CONTAINER, 2, 2}, {OAK, 30, 2}}},
    {"five", 1800, 1200, .relief = 40,
     .pieces = {{"stanford_dragon.ply", TL_AXIS_PY, 220, 3, 2},
                {BUILDING, 18, 2},
                {"helicopter_14_parts.glb", TL_AXIS_PY, 180, 3, 1},
                {CONTAINER, 12, 2},
                {BARRIER, 40, 2}}},
    {"flat", 1800, 1200, .own = flat_field},
    {"rolling", 1800, 1200, .own = rolling_field},
};

const char *const bench_table_names[] = {"crossroads", "town", "pushed", "ruins",   "forest", "scans",
                                         "million",    "five", "flat",   "rolling", NULL};

bool bench_table_lay_out(bench_table *table, const char *name, uint64_t *state) {
    const plan *chosen = NULL;
    for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
        chosen = strcmp(name, plans[i].name) == 0 ? &plans[i] : chosen;
    }
    if (chosen == NULL) {
        fprintf(stderr, "bench: no table is called %s\n", name);
        return false;
    }
    table->name = chosen->name;
    table->width = chosen->width;
    table->depth = chosen->depth;
    table->exact_coordinates = chosen->exact;
    if (chosen->own != NULL) {
        return chosen->own(table, state);
    }
    if (chosen->relief > 0 && !landscape(table, chosen->relief)) {
        return false;
    }
    layout taken = {.count = 0};
    for (int i = 0; i < PIECES && chosen->pieces[i].file != NULL; i++) {
        const piece *p = &chosen->pieces[i];
        scatter(table, real(table->context, p->file, p->up, p->size), p->count, p->sink, chosen->overlaps, &taken,
                state);
    }
    return true;
}
