/* size_files.c: tables of millions of triangles, and the files that hold them. */
#include "size.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 1800.0
#define DEPTH 1200.0

/* --- Tables ------------------------------------------------------------------------------------------------------- */

static double height_at(double x, double y) {
    double z = 60;
    for (int i = 1; i <= 6; i++) {
        z += 24.0 / i / i * sin(0.0035 * i * x + 1.3 * i) * sin(0.0045 * i * y + 0.7 * i * i);
    }
    return z;
}

/* Ground of about that many triangles, with the noise of a scan on it. */
static void put_ground(bench_mesh *mesh, size_t triangles, uint64_t *seed) {
    size_t rows = (size_t)sqrt((double)triangles / 3), columns = triangles / 2 / rows;
    uint32_t first = (uint32_t)mesh->vertex_count;
    for (size_t j = 0; j <= rows; j++) {
        for (size_t i = 0; i <= columns; i++) {
            double x = WIDTH * (double)i / (double)columns, y = DEPTH * (double)j / (double)rows;
            bench_put_vertex(mesh, (tl_vec3){x, y, height_at(x, y) + bench_random(seed, -0.05, 0.05)});
        }
    }
    for (size_t j = 0; j < rows; j++) {
        for (size_t i = 0; i < columns; i++) {
            uint32_t v = first + (uint32_t)(j * (columns + 1) + i), w = v + (uint32_t)columns + 1;
            bench_put_triangle(mesh, v, v + 1, w);
            bench_put_triangle(mesh, v + 1, w + 1, w);
        }
    }
}

enum { RINGS = 18, SECTORS = 36, STONE = 2 * SECTORS * (RINGS - 1) };

/* A lumpy ball, partly in the ground. */
static void put_stone(bench_mesh *mesh, uint64_t *seed) {
    double x = bench_random(seed, 15, WIDTH - 15), y = bench_random(seed, 15, DEPTH - 15);
    double size = bench_random(seed, 2, 12), lumps = bench_random(seed, 2, 5);
    tl_vec3 at = {x, y, height_at(x, y) + bench_random(seed, -0.4, 0.7) * size};
    uint32_t south = bench_put_vertex(mesh, (tl_vec3){at.x, at.y, at.z - size});
    for (int r = 1; r < RINGS; r++) {
        for (int s = 0; s < SECTORS; s++) {
            double polar = 3.14159265358979 * r / RINGS, turn = 2 * 3.14159265358979 * s / SECTORS;
            double reach = size * (1 + 0.15 * sin(lumps * turn + 3 * polar));
            bench_put_vertex(mesh, (tl_vec3){at.x + reach * sin(polar) * cos(turn),
                                             at.y + reach * sin(polar) * sin(turn), at.z - reach * cos(polar)});
        }
    }
    uint32_t north = bench_put_vertex(mesh, (tl_vec3){at.x, at.y, at.z + size});
    for (uint32_t s = 0; s < SECTORS; s++) {
        uint32_t t = (s + 1) % SECTORS, last = south + 1 + (RINGS - 2) * SECTORS;
        bench_put_triangle(mesh, south, south + 1 + t, south + 1 + s);
        bench_put_triangle(mesh, north, last + s, last + t);
        for (uint32_t r = 0; r + 2 < RINGS; r++) {
            uint32_t low = south + 1 + r * SECTORS, high = low + SECTORS;
            bench_put_triangle(mesh, low + s, low + t, high + s);
            bench_put_triangle(mesh, low + t, high + t, high + s);
        }
    }
}

bench_mesh *size_meshes(size_t triangles, size_t *count) {
    bench_mesh *meshes = bench_need(calloc(2, sizeof(*meshes)));
    for (int i = 0; i < 2; i++) {
        uint64_t seed = BENCH_SEED;
        meshes[i].name = i == 0 ? "relief" : "stones";
        meshes[i].vertices = bench_need(calloc(triangles, sizeof(tl_vec3)));
        meshes[i].triangles = bench_need(calloc(triangles + STONE, 3 * sizeof(uint32_t)));
        put_ground(&meshes[i], i == 0 ? triangles : triangles / 2, &seed);
        while (i == 1 && meshes[i].triangle_count + STONE <= triangles) {
            put_stone(&meshes[i], &seed);
        }
    }
    *count = 2;
    return meshes;
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

/* x86 and ARM are little-endian, as these formats are. */
static void put_floats(FILE *file, tl_vec3 v) {
    const float f[3] = {(float)v.x, (float)v.y, (float)v.z};
    fwrite(f, sizeof(f), 1, file);
}

static void write_stl(const bench_mesh *mesh, FILE *file) {
    char head[80] = "made";
    uint32_t count = (uint32_t)mesh->triangle_count;
    fwrite(head, sizeof(head), 1, file);
    fwrite(&count, sizeof(count), 1, file);
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        put_floats(file, (tl_vec3){0, 0, 1});
        for (int k = 0; k < 3; k++) {
            put_floats(file, mesh->vertices[mesh->triangles[3 * t + (size_t)k]]);
        }
        const uint16_t nothing = 0;
        fwrite(&nothing, sizeof(nothing), 1, file);
    }
}

static void write_ply(const bench_mesh *mesh, FILE *file) {
    fprintf(file,
            "ply\nformat binary_little_endian 1.0\nelement vertex %zu\nproperty float x\nproperty float y\nproperty "
            "float z\nelement face %zu\nproperty list uchar int vertex_indices\nend_header\n",
            mesh->vertex_count, mesh->triangle_count);
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        put_floats(file, mesh->vertices[v]);
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        fputc(3, file);
        fwrite(mesh->triangles + 3 * t, sizeof(uint32_t), 3, file);
    }
}

static void write_obj(const bench_mesh *mesh, FILE *file) {
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        const tl_vec3 *p = &mesh->vertices[v];
        fprintf(file, "v %.5f %.5f %.5f\n", p->x, p->y, p->z);
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangles + 3 * t;
        fprintf(file, "f %u %u %u\n", c[0] + 1, c[1] + 1, c[2] + 1);
    }
}

/* Metres and Y up, as glTF is. */
static void write_glb(const bench_mesh *mesh, FILE *file) {
    char json[1024];
    size_t points = 12 * mesh->vertex_count, corners = 12 * mesh->triangle_count;
    int length = snprintf(json, sizeof(json),
                          "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{"
                          "\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]"
                          ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%zu,\"type\":\"VEC3\"},{"
                          "\"bufferView\":1,\"componentType\":5125,\"count\":%zu,\"type\":\"SCALAR\"}],\"bufferViews\":"
                          "[{\"buffer\":0,\"byteLength\":%zu},{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}],"
                          "\"buffers\":[{\"byteLength\":%zu}]}",
                          mesh->vertex_count, 3 * mesh->triangle_count, points, points, corners, points + corners);
    while (length % 4 != 0) {
        json[length++] = ' ';
    }
    const uint32_t head[5] = {0x46546c67, 2, (uint32_t)(28 + (size_t)length + points + corners), (uint32_t)length,
                              0x4e4f534a};
    const uint32_t chunk[2] = {(uint32_t)(points + corners), 0x004e4942};
    fwrite(head, sizeof(head), 1, file);
    fwrite(json, 1, (size_t)length, file);
    fwrite(chunk, sizeof(chunk), 1, file);
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        const tl_vec3 *p = &mesh->vertices[v];
        put_floats(file, (tl_vec3){p->x / 1000, p->z / 1000, -p->y / 1000});
    }
    fwrite(mesh->triangles, 12, mesh->triangle_count, file);
}

uint64_t size_write(const bench_mesh *mesh, const char *path) {
    static const struct {
        const char *ending;
        void (*write)(const bench_mesh *mesh, FILE *file);
    } kinds[] = {{".stl", write_stl}, {".ply", write_ply}, {".obj", write_obj}, {".glb", write_glb}};
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return 0;
    }
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strcmp(path + strlen(path) - 4, kinds[i].ending) == 0) {
            kinds[i].write(mesh, file);
        }
    }
    long size = ftell(file);
    bool good = ferror(file) == 0;
    return fclose(file) == 0 && good && size > 0 ? (uint64_t)size : 0;
}

/* Squads near one another on a slope, and one behind the hills. */
bool size_scene(const char *path, const char *mesh) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fprintf(file,
            "{\"trueline\":1,\"table\":{\"width\":1800,\"depth\":1200,\"mesh\":\"%s\"},\"assets\":{\"man\":{\"core\":{"
            "\"shape\":\"cylinder\",\"from\":[0,0,3],\"to\":[0,0,32],\"radius\":8},\"base\":{\"shape\":\"disc\","
            "\"diameter\":25}}},\"units\":[",
            mesh);
    static const char *const names[3] = {"a", "b", "c"};
    static const int at[3][2] = {{500, 400}, {760, 400}, {1500, 800}};
    for (int unit = 0; unit < 3; unit++) {
        fprintf(file,
                "%s{\"id\":\"%s\",\"side\":\"%s\",\"class\":\"infantry\",\"weapons\":[{\"id\":\"rifle\",\"range\":"
                "4}],\"members\":[",
                unit == 0 ? "" : ",", names[unit], unit == 0 ? "red" : "blue");
        for (int i = 0; i < 5; i++) {
            fprintf(file, "%s{\"id\":\"%s%d\",\"asset\":\"man\",\"at\":[%d,%d]}", i == 0 ? "" : ",", names[unit], i + 1,
                    at[unit][0], at[unit][1] + 45 * i);
        }
        fprintf(file, "]}");
    }
    fprintf(file, "]}\n");
    return fclose(file) == 0;
}
