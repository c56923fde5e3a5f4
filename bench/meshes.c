/* meshes.c: single meshes and segments past them, for the benchmarks of hierarchies and of single lines. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *data_file(const char *name) {
    static char path[1024];
    const char *folder = getenv("TRUELINE_DATA");
    snprintf(path, sizeof(path), "%s/%s", folder != NULL ? folder : BENCH_SOURCE_DIR "/../shared/data/real", name);
    return path;
}

static void scale_to(bench_mesh *mesh, double size) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        box = tl_box3_add(box, mesh->vertices[i]);
    }
    tl_vec3 extent = tl_box3_size(box);
    double factor = size / fmax(extent.x, fmax(extent.y, extent.z));
    tl_vec3 foot = {tl_box3_centre(box).x, tl_box3_centre(box).y, box.low.z};
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        mesh->vertices[i] = tl_scale(tl_sub(mesh->vertices[i], foot), factor);
    }
}

/* A trusted file: v and f lines, triangles. */
static bool read_obj(bench_mesh *mesh, const char *name) {
    FILE *file = fopen(data_file(name), "r");
    if (file == NULL) {
        return false;
    }
    size_t room_v = 0, room_t = 0;
    char line[512];
    while (fgets(line, sizeof(line), file) != NULL) {
        if (line[0] == 'v' && line[1] == ' ') {
            if (mesh->vertex_count == room_v) {
                room_v = room_v == 0 ? 1024 : 2 * room_v;
                mesh->vertices = bench_need(realloc(mesh->vertices, room_v * sizeof(tl_vec3)));
            }
            char *at = line + 2;
            tl_vec3 *v = &mesh->vertices[mesh->vertex_count++];
            v->x = strtod(at, &at);
            v->y = strtod(at, &at);
            v->z = strtod(at, &at);
        } else if (line[0] == 'f') {
            if (mesh->triangle_count == room_t) {
                room_t = room_t == 0 ? 1024 : 2 * room_t;
                mesh->triangles = bench_need(realloc(mesh->triangles, room_t * 3 * sizeof(uint32_t)));
            }
            uint32_t *t = mesh->triangles + 3 * mesh->triangle_count++;
            char *at = line + 1;
            for (int i = 0; i < 3; i++) {
                t[i] = (uint32_t)strtoul(at, &at, 10) - 1;
                at += strcspn(at, " \n");
            }
        }
    }
    fclose(file);
    return mesh->triangle_count > 0;
}

/* A trusted binary little-endian file: float x y z, then faces of three ints. */
static bool read_ply(bench_mesh *mesh, const char *name) {
    FILE *file = fopen(data_file(name), "rb");
    if (file == NULL) {
        return false;
    }
    char line[256];
    while (fgets(line, sizeof(line), file) != NULL && strcmp(line, "end_header\n") != 0) {
        sscanf(line, "element vertex %zu", &mesh->vertex_count);
        sscanf(line, "element face %zu", &mesh->triangle_count);
    }
    mesh->vertices = bench_need(calloc(mesh->vertex_count, sizeof(tl_vec3)));
    mesh->triangles = bench_need(calloc(mesh->triangle_count, 3 * sizeof(uint32_t)));
    bool good = true;
    for (size_t i = 0; i < mesh->vertex_count && good; i++) {
        float at[3];
        good = fread(at, sizeof(at), 1, file) == 1;
        mesh->vertices[i] = (tl_vec3){(double)at[0], (double)at[1], (double)at[2]};
    }
    for (size_t i = 0; i < mesh->triangle_count && good; i++) {
        good = fgetc(file) == 3 && fread(mesh->triangles + 3 * i, 3 * sizeof(uint32_t), 1, file) == 1;
    }
    fclose(file);
    return good;
}

uint32_t bench_put_vertex(bench_mesh *mesh, tl_vec3 v) {
    mesh->vertices[mesh->vertex_count] = v;
    return (uint32_t)mesh->vertex_count++;
}

void bench_put_triangle(bench_mesh *mesh, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *t = mesh->triangles + 3 * mesh->triangle_count++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

/* A battlefield without files: rolling ground, boxes of houses with walls, scattered posts. */
static double ground_at(double x, double y) {
    double z = 0;
    for (int i = 1; i <= 5; i++) {
        double u = 0.004 * i * x + 1.7 * i, v = 0.005 * i * y + 0.9 * i * i;
        z += 22 / i / i * sin(u) * sin(v);
    }
    return z;
}

static void put_box(bench_mesh *mesh, tl_vec3 at, tl_vec3 half, double turn, int parts) {
    /* Each side is divided, as scanned or modelled terrain is. */
    static const int side_axes[6][3] = {{0, 1, 2}, {0, 1, 2}, {1, 2, 0}, {1, 2, 0}, {2, 0, 1}, {2, 0, 1}};
    const double h[3] = {half.x, half.y, half.z};
    double c = cos(turn), s = sin(turn);
    for (int side = 0; side < 6; side++) {
        uint32_t first = (uint32_t)mesh->vertex_count;
        double sign = side % 2 == 0 ? 1 : -1;
        for (int j = 0; j <= parts; j++) {
            for (int i = 0; i <= parts; i++) {
                double p[3];
                p[side_axes[side][0]] = h[side_axes[side][0]] * (2.0 * i / parts - 1) * sign;
                p[side_axes[side][1]] = h[side_axes[side][1]] * (2.0 * j / parts - 1);
                p[side_axes[side][2]] = h[side_axes[side][2]] * sign;
                bench_put_vertex(mesh, (tl_vec3){at.x + c * p[0] - s * p[1], at.y + s * p[0] + c * p[1], at.z + p[2]});
            }
        }
        for (int j = 0; j < parts; j++) {
            for (int i = 0; i < parts; i++) {
                uint32_t v = first + (uint32_t)(j * (parts + 1) + i), w = v + (uint32_t)parts + 1;
                bench_put_triangle(mesh, v, v + 1, w);
                bench_put_triangle(mesh, v + 1, w + 1, w);
            }
        }
    }
}

static void make_table(bench_mesh *mesh) {
    enum { X = 600, Y = 400, HOUSES = 40, POSTS = 300 };
    size_t vertices = (X + 1) * (Y + 1) + (size_t)HOUSES * 6 * 6 * 289 + (size_t)POSTS * 6 * 9;
    size_t triangles = 2 * X * Y + (size_t)HOUSES * 6 * 6 * 512 + (size_t)POSTS * 6 * 8;
    mesh->vertices = bench_need(calloc(vertices, sizeof(tl_vec3)));
    mesh->triangles = bench_need(calloc(triangles, 3 * sizeof(uint32_t)));
    for (int y = 0; y <= Y; y++) {
        for (int x = 0; x <= X; x++) {
            bench_put_vertex(mesh, (tl_vec3){3.0 * x, 3.0 * y, ground_at(3.0 * x, 3.0 * y)});
        }
    }
    for (uint32_t y = 0; y < Y; y++) {
        for (uint32_t x = 0; x < X; x++) {
            uint32_t v = y * (X + 1) + x;
            bench_put_triangle(mesh, v, v + 1, v + X + 1);
            bench_put_triangle(mesh, v + 1, v + X + 2, v + X + 1);
        }
    }
    uint64_t seed = BENCH_SEED;
    for (int i = 0; i < HOUSES; i++) {
        double x = bench_random(&seed, 60, 1740), y = bench_random(&seed, 60, 1140), turn = bench_random(&seed, 0, 6);
        double z = ground_at(x, y) + 20, c = cos(turn), s = sin(turn);
        for (int wall = 0; wall < 4; wall++) { /* with gaps at two corners */
            double a = wall < 2 ? (wall == 0 ? 40 : -40) : 0, b = wall >= 2 ? (wall == 2 ? 30 : -30) : 0;
            tl_vec3 half = wall < 2 ? (tl_vec3){1.5, 24, 30} : (tl_vec3){34, 1.5, 30};
            put_box(mesh, (tl_vec3){x + c * a - s * b, y + s * a + c * b, z}, half, turn, 16);
        }
        put_box(mesh, (tl_vec3){x, y, z + 31}, (tl_vec3){44, 34, 1}, turn, 16);
        put_box(mesh, (tl_vec3){x, y, z}, (tl_vec3){39, 29, 1}, turn, 16);
    }
    for (int i = 0; i < POSTS; i++) {
        double x = bench_random(&seed, 10, 1790), y = bench_random(&seed, 10, 1190);
        put_box(mesh, (tl_vec3){x, y, ground_at(x, y) + 18}, (tl_vec3){1, 4, 20}, bench_random(&seed, 0, 6), 2);
    }
}

bench_mesh *bench_meshes(size_t *count) {
    bench_mesh *meshes = bench_need(calloc(3, sizeof(*meshes)));
    *count = 0;
    bench_mesh bunny = {.name = "bunny"}, dragon = {.name = "dragon"}, table = {.name = "table"};
    if (read_obj(&bunny, "stanford_bunny.obj")) {
        scale_to(&bunny, 60);
        meshes[(*count)++] = bunny;
    } else {
        fprintf(stderr, "bench: without %s (set TRUELINE_DATA)\n", data_file("stanford_bunny.obj"));
    }
    if (read_ply(&dragon, "stanford_dragon.ply")) {
        scale_to(&dragon, 150);
        meshes[(*count)++] = dragon;
    } else {
        fprintf(stderr, "bench: without %s (set TRUELINE_DATA)\n", data_file("stanford_dragon.ply"));
    }
    make_table(&table);
    meshes[(*count)++] = table;
    return meshes;
}

void bench_meshes_free(bench_mesh *meshes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(meshes[i].vertices);
        free(meshes[i].triangles);
    }
    free(meshes);
}

bench_segment *bench_segments(const bench_mesh *mesh, size_t count, uint64_t seed) {
    bench_segment *segments = bench_need(calloc(count, sizeof(*segments)));
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        box = tl_box3_add(box, mesh->vertices[i]);
    }
    bool table = strcmp(mesh->name, "table") == 0;
    for (size_t i = 0; i < count; i++) {
        tl_vec3 ends[2];
        for (int e = 0; e < 2; e++) {
            tl_vec3 v = {bench_random(&seed, box.low.x, box.high.x), bench_random(&seed, box.low.y, box.high.y),
                         bench_random(&seed, box.low.z, box.high.z)};
            if (table) { /* from model to model */
                v.z = ground_at(v.x, v.y) + bench_random(&seed, 2, 50);
            } else { /* round the model, the longer way through its neighbourhood */
                v = tl_madd(tl_box3_centre(box), tl_sub(v, tl_box3_centre(box)), 1.5);
            }
            ends[e] = v;
        }
        segments[i] = (bench_segment){ends[0], ends[1]};
    }
    return segments;
}
