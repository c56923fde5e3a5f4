/* scenes.c: tables ready to be asked about, bodies on them, and saving what went wrong. */
#include "scenes.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void bench_fatal(const char *what, const tl_error *error) {
    fprintf(stderr, "bench: %s: %s\n", what, error != NULL ? error->message : "");
    exit(4);
}

static double snapped(double x) {
    return round(x * 0x1p20) * 0x1p-20;
}

void bench_table_add(bench_table *table, const tl_vec3 *vertices, size_t vertex_count, const uint32_t *triangles,
                     size_t triangle_count, bool solid) {
    if (table->slot_count == table->slot_room) {
        table->slot_room = 2 * table->slot_room + 16;
        table->slots = bench_need(realloc(table->slots, table->slot_room * sizeof(tl_bvh *)));
        table->insides = bench_need(realloc(table->insides, table->slot_room));
    }
    size_t slot = table->slot_count++;
    tl_error error = {0};
    tl_bvh *bvh = NULL;
    if (tl_bvh_build(table->context, vertices, vertex_count, triangles, triangle_count, NULL, &bvh, &error) != TL_OK) {
        bench_fatal(table->name, &error);
    }
    table->slots[slot] = bvh;
    table->insides[slot] = solid ? 1 : 0;
}

/* A mesh's vertices turned about z, its origin at a place; to be freed. */
static tl_vec3 *placed_vertices(const bench_table *table, const tl_mesh *mesh, double turn, tl_vec3 at) {
    double c = cos(turn), s = sin(turn);
    tl_vec3 *placed = bench_need(malloc((mesh->vertex_count + 1) * sizeof(*placed)));
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = mesh->vertices[i];
        placed[i] = (tl_vec3){at.x + c * p.x - s * p.y, at.y + s * p.x + c * p.y, at.z + p.z};
        if (table->exact_coordinates) {
            placed[i] = (tl_vec3){snapped(placed[i].x), snapped(placed[i].y), snapped(placed[i].z)};
        }
    }
    return placed;
}

void bench_table_add_mesh(bench_table *table, const tl_mesh *mesh, tl_vec3 at, double turn, bool solid) {
    tl_vec3 *placed = placed_vertices(table, mesh, turn, at);
    bench_table_add(table, placed, mesh->vertex_count, mesh->triangles, mesh->triangle_count, solid);
    free(placed);
}

void bench_mesh_append(bench_mesh *all, const tl_bvh *bvh) {
    uint32_t base = (uint32_t)all->vertex_count;
    size_t count = tl_bvh_triangle_count(bvh);
    memcpy(all->vertices + base, tl_bvh_vertices(bvh), tl_bvh_vertex_count(bvh) * sizeof(tl_vec3));
    all->vertex_count += tl_bvh_vertex_count(bvh);
    for (size_t k = 0; k < 3 * count; k++) {
        all->triangles[3 * all->triangle_count + k] = base + tl_bvh_triangles(bvh)[k];
    }
    all->triangle_count += count;
}

static void join(bench_table *table) {
    tl_conform_part *parts = bench_need(calloc(table->slot_count + 1, sizeof(*parts)));
    tl_error error = {0};
    for (size_t i = 0; i < table->slot_count; i++) {
        parts[i].bvh = table->slots[i];
    }
    const tl_joined *joined;
    if (tl_joiner_create(table->context, parts, table->slot_count + 1, &table->joiner, &error) != TL_OK ||
        tl_joiner_get(table->joiner, table->context, &joined, &error) != TL_OK) {
        bench_fatal(table->name, &error);
    }
    free(parts);
}

/* World, obstacles, the merged mesh and the exact table, when all slots are there. */
static void finish(bench_table *table) {
    size_t vertices = 0, triangles = 0;
    table->blockers = bench_need(calloc(table->slot_count + 1, 1));
    table->insides = bench_need(realloc(table->insides, table->slot_count + 1));
    table->insides[table->slot_count] = 0;
    if (tl_world_create(table->context, table->slot_count + 1, &table->world, NULL) != TL_OK) {
        bench_fatal(table->name, NULL);
    }
    for (size_t i = 0; i < table->slot_count; i++) {
        tl_world_set(table->world, i, table->slots[i]);
        table->blockers[i] = TL_ROLES_ALL;
        vertices += tl_bvh_vertex_count(table->slots[i]);
        triangles += tl_bvh_triangle_count(table->slots[i]);
        if (!exact_table_add(&table->exact, table->slots[i], table->insides[i] != 0, (int)i == table->ground_slot)) {
            bench_fatal("out of memory", NULL);
        }
    }
    table->exact.plane = table->ground_slot < 0;
    bench_mesh *all = &table->all;
    all->name = table->name;
    all->vertices = bench_need(malloc((vertices + 1) * sizeof(tl_vec3)));
    all->triangles = bench_need(malloc((triangles + 1) * 3 * sizeof(uint32_t)));
    for (size_t i = 0; i < table->slot_count; i++) {
        bench_mesh_append(all, table->slots[i]);
    }
    join(table);
    table->obstacles = (tl_obstacles){.world = table->world,
                                      .blockers = table->blockers,
                                      .insides = table->insides,
                                      .ground_slot = table->ground_slot,
                                      .joiner = table->joiner};
}

/* Counts what a table's context holds. */
static void *counted(void *user, void *memory, size_t size) {
    bench_memory *count = user;
    atomic_fetch_sub(&count->now, memory != NULL ? malloc_usable_size(memory) : 0);
    void *fresh = size > 0 ? realloc(memory, size) : NULL;
    if (size == 0) {
        free(memory);
    }
    void *held = fresh != NULL ? fresh : size > 0 ? memory : NULL;
    size_t now = held != NULL ? malloc_usable_size(held) : 0;
    now += atomic_fetch_add(&count->now, now);
    size_t peak = atomic_load(&count->peak);
    while (now > peak && !atomic_compare_exchange_weak(&count->peak, &peak, now)) {
    }
    return fresh;
}

static tl_context *counting_context(bench_memory *memory) {
    const tl_context_options options = {.struct_size = sizeof(tl_context_options), .user = memory, .allocate = counted};
    return bench_need(tl_context_create(&options));
}

bench_table *bench_table_make(const char *name, uint64_t seed) {
    bench_table *table = bench_need(calloc(1, sizeof(*table)));
    *table = (bench_table){.ground_slot = -1};
    table->context = counting_context(&table->memory);
    if (!bench_table_lay_out(table, name, &seed) || table->slot_count == 0) {
        bench_table_free(table);
        return NULL;
    }
    finish(table);
    bench_table_add_models(table);
    return table;
}

void bench_table_free(bench_table *table) {
    if (table == NULL) {
        return;
    }
    tl_world_destroy(table->world);
    tl_joiner_destroy(table->joiner);
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

static tl_vec3 *moved_vertices(const tl_bvh *bvh, const tl_pose *motion) {
    size_t count = tl_bvh_vertex_count(bvh);
    tl_vec3 *placed = bench_need(malloc((count + 1) * sizeof(*placed)));
    for (size_t i = 0; i < count; i++) {
        placed[i] = tl_pose_point(motion, tl_bvh_vertices(bvh)[i]);
    }
    return placed;
}

tl_bvh *bench_bvh_moved(tl_context *context, const tl_bvh *bvh, const tl_pose *motion) {
    tl_vec3 *placed = moved_vertices(bvh, motion);
    tl_bvh *moved = NULL;
    tl_error error = {0};
    if (tl_bvh_build(context, placed, tl_bvh_vertex_count(bvh), tl_bvh_triangles(bvh), tl_bvh_triangle_count(bvh), NULL,
                     &moved, &error) != TL_OK) {
        bench_fatal("a body", &error);
    }
    free(placed);
    return moved;
}

bench_table *bench_table_moved(const bench_table *table, const tl_pose *motion) {
    bench_table *moved = bench_need(calloc(1, sizeof(*moved)));
    *moved = (bench_table){.name = table->name,
                           .ground_slot = table->ground_slot,
                           .width = table->width,
                           .depth = table->depth,
                           .exact_coordinates = table->exact_coordinates};
    moved->context = counting_context(&moved->memory);
    for (size_t i = 0; i < table->slot_count; i++) {
        const tl_bvh *bvh = table->slots[i];
        tl_vec3 *placed = moved_vertices(bvh, motion);
        bench_table_add(moved, placed, tl_bvh_vertex_count(bvh), tl_bvh_triangles(bvh), tl_bvh_triangle_count(bvh),
                        table->insides[i] != 0);
        free(placed);
    }
    finish(moved);
    return moved;
}

/* --- Bodies ------------------------------------------------------------------------------------------------------- */

tl_bvh *bench_place(const bench_table *table, size_t model, double turn, tl_vec3 at) {
    const tl_mesh *mesh = table->models[model];
    tl_vec3 *placed = placed_vertices(table, mesh, turn, at);
    tl_bvh *bvh = NULL;
    tl_error error = {0};
    if (tl_bvh_build(table->context, placed, mesh->vertex_count, mesh->triangles, mesh->triangle_count, NULL, &bvh,
                     &error) != TL_OK) {
        bench_fatal("a body", &error);
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

void bench_random_pair(const bench_table *table, double reach, bool legal, uint64_t *state, bench_body *a,
                       bench_body *b) {
    *a = bench_random_body(table, legal, state);
    *b = bench_random_body(table, legal, state);
    for (int i = 0; i < 20 && tl_distance(a->at, b->at) > reach; i++) {
        tl_bvh_destroy(b->bvh);
        *b = bench_random_body(table, legal, state);
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
                "%s\n    { \"id\": \"%s\", \"kind\": \"obstacle\", \"mesh\": \"%s.obj\", \"at\": [0, 0, 0], "
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
