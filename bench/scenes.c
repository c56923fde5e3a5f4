#include "scenes.h"

#include "api/handle.h"
#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void *need(void *memory) {
    if (memory == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(4);
    }
    return memory;
}

static void fatal(const char *what, const tl_error *error) {
    fprintf(stderr, "bench: %s: %s\n", what, error != NULL ? error->message : "");
    exit(4);
}

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

/* A file in millimetres with Z up, its longest side `size` (0: as it is), standing on z = 0 in the middle of its plan.
 */
static tl_mesh *load(tl_context *context, const char *folder, const char *name, tl_axis up, double size) {
    char path[1200];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    tl_frame frame = {.unit = TL_UNIT_MM, .up = up};
    if (tl_mesh_import(context, path, NULL, &mesh, &error) != TL_OK || tl_mesh_weld(mesh, NULL, &error) != TL_OK ||
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
        fatal("a sample model without a core", NULL);
    }
    return picked;
}

static void add_model(bench_table *table, const char *name, tl_mesh *mesh) {
    if (mesh != NULL && table->model_count < BENCH_MODELS) {
        table->model_names[table->model_count] = name;
        table->models[table->model_count++] = mesh;
    }
}

static void add_models(bench_table *table) {
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

/* --- Tables ------------------------------------------------------------------------------------------------------- */

static double snapped(double x) {
    return round(x * 0x1p20) * 0x1p-20;
}

static void add_slot(bench_table *table, const tl_vec3 *vertices, size_t vertex_count, const uint32_t *triangles,
                     size_t triangle_count, bool solid) {
    if (table->slot_count == table->slot_room) {
        table->slot_room = 2 * table->slot_room + 16;
        table->slots = need(realloc(table->slots, table->slot_room * sizeof(tl_bvh *)));
        table->insides = need(realloc(table->insides, table->slot_room));
    }
    size_t slot = table->slot_count++;
    tl_error error = {0};
    tl_bvh *bvh = NULL;
    if (tl_bvh_build(table->context, vertices, vertex_count, triangles, triangle_count, NULL, &bvh, &error) != TL_OK) {
        fatal(table->name, &error);
    }
    table->slots[slot] = bvh;
    table->insides[slot] = solid ? 1 : 0;
}

/* Turned about z, its origin at a place. */
static void add_mesh(bench_table *table, const tl_mesh *mesh, tl_vec3 at, double turn, bool solid) {
    double c = cos(turn), s = sin(turn);
    tl_vec3 *placed = need(malloc((mesh->vertex_count + 1) * sizeof(*placed)));
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = mesh->vertices[i];
        placed[i] = (tl_vec3){at.x + c * p.x - s * p.y, at.y + s * p.x + c * p.y, at.z + p.z};
        if (table->exact_coordinates) {
            placed[i] = (tl_vec3){snapped(placed[i].x), snapped(placed[i].y), snapped(placed[i].z)};
        }
    }
    add_slot(table, placed, mesh->vertex_count, mesh->triangles, mesh->triangle_count, solid);
    free(placed);
}

/* World, obstacles, the merged mesh and the exact table, when all slots are there. */
static void finish(bench_table *table) {
    size_t vertices = 0, triangles = 0;
    table->blockers = need(calloc(table->slot_count + 1, 1));
    table->insides = need(realloc(table->insides, table->slot_count + 1));
    table->insides[table->slot_count] = 0;
    if (tl_world_create(table->context, table->slot_count + 1, &table->world, NULL) != TL_OK) {
        fatal(table->name, NULL);
    }
    for (size_t i = 0; i < table->slot_count; i++) {
        tl_world_set(table->world, i, table->slots[i]);
        table->blockers[i] = TL_ROLES_ALL;
        vertices += tl_bvh_vertex_count(table->slots[i]);
        triangles += tl_bvh_triangle_count(table->slots[i]);
        if (!exact_table_add(&table->exact, table->slots[i], table->insides[i] != 0, (int)i == table->ground_slot)) {
            fatal("out of memory", NULL);
        }
    }
    table->exact.plane = table->ground_slot < 0;
    bench_mesh *all = &table->all;
    all->name = table->name;
    all->vertices = need(malloc((vertices + 1) * sizeof(tl_vec3)));
    all->triangles = need(malloc((triangles + 1) * 3 * sizeof(uint32_t)));
    for (size_t i = 0; i < table->slot_count; i++) {
        size_t base = all->vertex_count, count = tl_bvh_triangle_count(table->slots[i]);
        memcpy(all->vertices + base, tl_bvh_vertices(table->slots[i]),
               tl_bvh_vertex_count(table->slots[i]) * sizeof(tl_vec3));
        all->vertex_count += tl_bvh_vertex_count(table->slots[i]);
        for (size_t k = 0; k < 3 * count; k++) {
            all->triangles[3 * all->triangle_count + k] = (uint32_t)base + tl_bvh_triangles(table->slots[i])[k];
        }
        all->triangle_count += count;
    }
    table->obstacles = (tl_obstacles){.world = table->world,
                                      .blockers = table->blockers,
                                      .insides = table->insides,
                                      .ground_slot = table->ground_slot};
}

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
        add_mesh(table, mesh, at, bench_random(state, 0, 6.28), solid);
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
    add_mesh(table, mesh, (tl_vec3){0, 0, 0}, 0, false);
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
            add_slot(table, tl_bvh_vertices(bvh), tl_bvh_vertex_count(bvh), tl_bvh_triangles(bvh),
                     tl_bvh_triangle_count(bvh), list == 1 && placed->inside_blocks);
        }
    }
    tl_scene_destroy(scene);
    return true;
}

static bool town(bench_table *table, uint64_t *state) {
    layout taken = {.count = 0};
    tl_context *c = table->context;
    scatter(table, real(c, "cq_building_example.stl", TL_AXIS_PZ, 0), 26, 0, false, &taken, state);
    scatter(table, real(c, "cq_container_greebled.stl", TL_AXIS_PZ, 0), 6, 0, false, &taken, state);
    scatter(table, real(c, "cq_barrier_detailed.stl", TL_AXIS_PZ, 0), 60, 0, false, &taken, state);
    return true;
}

/* Pieces pushed into one another and into the ground. */
static bool pushed(bench_table *table, uint64_t *state) {
    layout taken = {.count = 0};
    tl_context *c = table->context;
    table->width = 900;
    table->depth = 700;
    scatter(table, real(c, "cq_building_example.stl", TL_AXIS_PZ, 0), 9, 3, true, &taken, state);
    scatter(table, real(c, "cq_barrier_detailed.stl", TL_AXIS_PZ, 0), 50, 2, true, &taken, state);
    scatter(table, real(c, "kaykit_crates_stacked.glb", TL_AXIS_PY, 40), 30, 1, true, &taken, state);
    scatter(table, real(c, "box3d_building.obj", TL_AXIS_PY, 160), 6, 1, true, &taken, state);
    return true;
}

static bool ruins(bench_table *table, uint64_t *state) {
    layout taken = {.count = 0};
    tl_context *c = table->context;
    table->width = 1200;
    table->depth = 900;
    scatter(table, real(c, "collapsed_industrial.dae", TL_AXIS_PY, 260), 8, 0, false, &taken, state);
    scatter(table, real(c, "parking_garage.dae", TL_AXIS_PY, 320), 4, 0, false, &taken, state);
    scatter(table, real(c, "box3d_building.obj", TL_AXIS_PY, 160), 6, 0, false, &taken, state);
    scatter(table, real(c, "cesium_milk_truck.glb", TL_AXIS_PY, 90), 6, 0, false, &taken, state);
    return true;
}

static bool forest(bench_table *table, uint64_t *state) {
    layout taken = {.count = 0};
    table->width = 1200;
    table->depth = 900;
    if (!landscape(table, 60)) {
        return false;
    }
    scatter(table, real(table->context, "oak_tree.dae", TL_AXIS_PY, 120), 160, 1, true, &taken, state);
    return true;
}

static bool scans(bench_table *table, uint64_t *state) {
    layout taken = {.count = 0};
    tl_context *c = table->context;
    table->width = 1200;
    table->depth = 900;
    if (!landscape(table, 90)) {
        return false;
    }
    scatter(table, real(c, "lion_statue_scan.obj", TL_AXIS_PY, 150), 4, 1, false, &taken, state);
    scatter(table, real(c, "stanford_bunny.obj", TL_AXIS_PY, 120), 3, 1, false, &taken, state);
    scatter(table, real(c, "aerial_b9_mesh.off", TL_AXIS_PZ, 300), 4, 1, false, &taken, state);
    scatter(table, real(c, "threedscans_hermes.fbx", TL_AXIS_PY, 140), 5, 1, false, &taken, state);
    scatter(table, real(c, "viva_balloon/scene.gltf", TL_AXIS_PY, 100), 3, 0, false, &taken, state);
    return true;
}

/* A million triangles: the landscape, the town on it. */
static bool million(bench_table *table, uint64_t *state) {
    layout taken = {.count = 0};
    tl_context *c = table->context;
    if (!landscape(table, 40)) {
        return false;
    }
    scatter(table, real(c, "cq_building_example.stl", TL_AXIS_PZ, 0), 16, 2, false, &taken, state);
    scatter(table, real(c, "cq_barrier_detailed.stl", TL_AXIS_PZ, 0), 50, 2, false, &taken, state);
    scatter(table, real(c, "cq_container_greebled.stl", TL_AXIS_PZ, 0), 2, 2, false, &taken, state);
    scatter(table, real(c, "oak_tree.dae", TL_AXIS_PY, 120), 30, 2, false, &taken, state);
    return true;
}

static bool five_million(bench_table *table, uint64_t *state) {
    layout taken = {.count = 0};
    tl_context *c = table->context;
    if (!landscape(table, 40)) {
        return false;
    }
    scatter(table, real(c, "stanford_dragon.ply", TL_AXIS_PY, 220), 3, 2, false, &taken, state);
    scatter(table, real(c, "cq_building_example.stl", TL_AXIS_PZ, 0), 18, 2, false, &taken, state);
    scatter(table, real(c, "helicopter_14_parts.glb", TL_AXIS_PY, 180), 3, 1, false, &taken, state);
    scatter(table, real(c, "cq_container_greebled.stl", TL_AXIS_PZ, 0), 12, 2, false, &taken, state);
    scatter(table, real(c, "cq_barrier_detailed.stl", TL_AXIS_PZ, 0), 40, 2, false, &taken, state);
    return true;
}

static const struct {
    const char *name;
    bool (*make)(bench_table *table, uint64_t *state);
    bool exact;
} makers[] = {{"crossroads", crossroads, false}, {"town", town, true},         {"pushed", pushed, true},
              {"ruins", ruins, false},           {"forest", forest, true},     {"scans", scans, false},
              {"million", million, false},       {"five", five_million, false}};

const char *const bench_table_names[] = {"crossroads", "town",    "pushed", "ruins", "forest",
                                         "scans",      "million", "five",   NULL};

bench_table *bench_table_make(const char *name, uint64_t seed) {
    for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++) {
        if (strcmp(name, makers[i].name) != 0) {
            continue;
        }
        bench_table *table = need(calloc(1, sizeof(*table)));
        *table = (bench_table){.name = makers[i].name,
                               .context = tl_context_create(NULL),
                               .ground_slot = -1,
                               .width = 1800,
                               .depth = 1200,
                               .exact_coordinates = makers[i].exact};
        if (!makers[i].make(table, &seed) || table->slot_count == 0) {
            bench_table_free(table);
            return NULL;
        }
        finish(table);
        add_models(table);
        return table;
    }
    fprintf(stderr, "bench: no table is called %s\n", name);
    return NULL;
}

void bench_table_free(bench_table *table) {
    if (table == NULL) {
        return;
    }
    tl_world_destroy(table->world);
    for (size_t i = 0; i < table->slot_count; i++) {
        tl_bvh_destroy(table->slots[i]);
    }
    for (size_t i = 0; i < table->model_count; i++) {
        tl_mesh_destroy(table->models[i]);
    }
    free(table->slots);
    free(table->blockers);
    free(table->insides);
    free(table->all.vertices);
    free(table->all.triangles);
    exact_table_free(&table->exact);
    tl_context_destroy(table->context);
    free(table);
}

tl_vec3 bench_quarter_turn(tl_vec3 p, int quarters, tl_vec3 shift) {
    for (int i = 0; i < quarters; i++) {
        p = (tl_vec3){-p.y, p.x, p.z};
    }
    return tl_add(p, shift);
}

bench_table *bench_table_moved(const bench_table *table, int quarters, tl_vec3 shift) {
    bench_table *moved = need(calloc(1, sizeof(*moved)));
    *moved = (bench_table){.name = table->name,
                           .context = tl_context_create(NULL),
                           .ground_slot = table->ground_slot,
                           .width = table->width,
                           .depth = table->depth,
                           .exact_coordinates = table->exact_coordinates};
    for (size_t i = 0; i < table->slot_count; i++) {
        const tl_bvh *bvh = table->slots[i];
        size_t count = tl_bvh_vertex_count(bvh);
        tl_vec3 *placed = need(malloc((count + 1) * sizeof(*placed)));
        for (size_t k = 0; k < count; k++) {
            placed[k] = bench_quarter_turn(tl_bvh_vertices(bvh)[k], quarters, shift);
        }
        add_slot(moved, placed, count, tl_bvh_triangles(bvh), tl_bvh_triangle_count(bvh), table->insides[i] != 0);
        free(placed);
    }
    finish(moved);
    return moved;
}

/* --- Bodies ------------------------------------------------------------------------------------------------------- */

tl_bvh *bench_place(const bench_table *table, size_t model, double turn, tl_vec3 at) {
    const tl_mesh *mesh = table->models[model];
    double c = cos(turn), s = sin(turn);
    tl_vec3 *placed = need(malloc((mesh->vertex_count + 1) * sizeof(*placed)));
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = mesh->vertices[i];
        placed[i] = (tl_vec3){at.x + c * p.x - s * p.y, at.y + s * p.x + c * p.y, at.z + p.z};
        if (table->exact_coordinates) {
            placed[i] = (tl_vec3){snapped(placed[i].x), snapped(placed[i].y), snapped(placed[i].z)};
        }
    }
    tl_bvh *bvh = NULL;
    tl_error error = {0};
    if (tl_bvh_build(table->context, placed, mesh->vertex_count, mesh->triangles, mesh->triangle_count, NULL, &bvh,
                     &error) != TL_OK) {
        fatal("a body", &error);
    }
    free(placed);
    return bvh;
}

bool bench_pierces(const bench_table *table, const tl_bvh *body) {
    double low = tl_bvh_box(body).low.z + 1;
    size_t count = tl_bvh_triangle_count(body), stride = 1 + count / 700;
    for (size_t i = 0; i < count; i += stride) {
        tl_vec3 c[3];
        tl_bvh_corners(body, (uint32_t)i, c);
        for (int k = 0; k < 3; k++) {
            tl_vec3 p = c[k], q = c[(k + 1) % 3];
            if (p.z > low && q.z > low && tl_world_blocked(table->world, p, q, table->blockers, NULL)) {
                return true;
            }
        }
    }
    return false;
}

bench_body bench_random_body(const bench_table *table, bool legal, uint64_t *state) {
    enum { HEIGHTS = 32 };
    for (int attempt = 0;; attempt++) {
        bench_body body = {.turn = bench_random(state, 0, 6.28)};
        /* troopers more often than tanks */
        body.model = (size_t)(bench_random(state, 0, 1) * bench_random(state, 0, 1) * (double)table->model_count);
        double x = bench_random(state, 0.05, 0.95) * table->width, y = bench_random(state, 0.05, 0.95) * table->depth;
        double heights[HEIGHTS];
        bool up[HEIGHTS];
        size_t count = tl_world_heights(table->world, x, y, table->blockers, heights, up, HEIGHTS);
        count = count < HEIGHTS ? count : HEIGHTS;
        double z = table->ground_slot >= 0 && count > 0 ? heights[0] : 0;
        if (bench_random(state, 0, 1) < 0.4 && count > 0) {
            size_t k = (size_t)bench_random(state, 0, (double)count);
            z = up[k] ? heights[k] : z;
        }
        if (bench_random(state, 0, 1) < 0.5) {
            z -= 0.3;
        }
        body.at = (tl_vec3){x, y, z};
        body.bvh = bench_place(table, body.model, body.turn, body.at);
        body.pierces = bench_pierces(table, body.bvh);
        bool outside = table->ground_slot < 0 && tl_bvh_box(body.bvh).high.z < 1;
        if (!outside && (!legal || !body.pierces || attempt > 300)) {
            return body;
        }
        tl_bvh_destroy(body.bvh);
    }
}

tl_vec3 bench_body_point(const tl_bvh *body, uint64_t *state) {
    tl_vec3 c[3];
    tl_bvh_corners(body, (uint32_t)bench_random(state, 0, (double)tl_bvh_triangle_count(body)), c);
    double u = bench_random(state, 0, 1), v = bench_random(state, 0, 1), kind = bench_random(state, 0, 1);
    if (kind < 0.15) {
        return c[(int)(3 * u) % 3];
    }
    if (kind < 0.3) {
        v = 0;
    }
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return tl_madd(tl_madd(c[0], tl_sub(c[1], c[0]), u), tl_sub(c[2], c[0]), v);
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

static bool save_obj(const char *folder, const char *name, const tl_bvh *bvh) {
    char path[600];
    snprintf(path, sizeof(path), "%s/%s.obj", folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fprintf(file, "o body\n");
    for (size_t i = 0; i < tl_bvh_vertex_count(bvh); i++) {
        tl_vec3 p = tl_bvh_vertices(bvh)[i];
        fprintf(file, "v %.17g %.17g %.17g\n", p.x, p.y, p.z);
    }
    const uint32_t *t = tl_bvh_triangles(bvh);
    for (size_t i = 0; i < tl_bvh_triangle_count(bvh); i++) {
        fprintf(file, "f %u %u %u\n", t[3 * i] + 1, t[3 * i + 1] + 1, t[3 * i + 2] + 1);
    }
    return fclose(file) == 0;
}

const char *bench_save_pair(const bench_table *table, const tl_bvh *a, const tl_bvh *b, const char *label) {
    static char folder[256];
    char path[600];
    snprintf(folder, sizeof(folder), "wrong-%s-%s", table->name, label);
    mkdir(folder, 0777);
    snprintf(path, sizeof(path), "%s/pair.scene.json", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL || !save_obj(folder, "a", a) || !save_obj(folder, "b", b)) {
        return NULL;
    }
    /* the meshes stand where they stand: the origin of each goes to the table's corner */
    fprintf(file, "{\n  \"trueline\": 1,\n  \"name\": \"%s\",\n  \"ruleset\": \"dust-battlefield\",\n", folder);
    fprintf(file, "  \"table\": { \"width\": %g, \"depth\": %g", table->width, table->depth);
    if (table->ground_slot >= 0 && save_obj(folder, "ground", table->slots[table->ground_slot])) {
        fprintf(file, ", \"mesh\": \"ground.obj\"");
    }
    fprintf(file, " },\n  \"assets\": { \"a\": { \"mesh\": \"a.obj\", \"parts\": { \"core\": [\"*\"] } }, \"b\": { "
                  "\"mesh\": \"b.obj\", \"parts\": { \"core\": [\"*\"] } } },\n  \"terrain\": [");
    tl_box3 near = tl_box3_grow(tl_box3_union(tl_bvh_box(a), tl_bvh_box(b)), 1);
    const char *comma = "";
    for (size_t i = 0; i < table->slot_count; i++) {
        char name[32];
        snprintf(name, sizeof(name), "slot-%zu", i);
        if ((int)i == table->ground_slot || table->blockers[i] == 0 ||
            !tl_box3_overlap(near, tl_bvh_box(table->slots[i])) || !save_obj(folder, name, table->slots[i])) {
            continue;
        }
        fprintf(file,
                "%s\n    { \"id\": \"%s\", \"kind\": \"building\", \"mesh\": \"%s.obj\", \"at\": [0, 0, 0], "
                "\"solid\": %s }",
                comma, name, name, table->insides[i] != 0 ? "true" : "false");
        comma = ",";
    }
    fprintf(file, "\n  ],\n  \"units\": [");
    for (int i = 0; i < 2; i++) {
        fprintf(file,
                "%s\n    { \"id\": \"unit-%c\", \"side\": \"%c\", \"class\": \"vehicle\", \"members\": [{ \"id\": "
                "\"%c\", \"asset\": \"%c\", \"at\": [0, 0, 0] }] }",
                i == 0 ? "" : ",", 'a' + i, 'a' + i, 'a' + i, 'a' + i);
    }
    fprintf(file, "\n  ]\n}\n");
    return fclose(file) == 0 ? folder : NULL;
}
