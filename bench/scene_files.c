/* scene_files.c: tables as scenes, to be loaded through the public header. */
#include "scenes.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void put32(FILE *file, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        fputc((int)(value >> (8 * i) & 255), file);
    }
}

/* Binary STL, one triangle after the other. */
static void save_stl(const char *path, const tl_bvh *bvh) {
    FILE *file = bench_need(fopen(path, "wb"));
    uint32_t count = (uint32_t)tl_bvh_triangle_count(bvh);
    fprintf(file, "%-80s", "");
    put32(file, count);
    for (uint32_t i = 0; i < count; i++) {
        tl_vec3 v[3];
        tl_bvh_corners(bvh, i, v);
        float numbers[12] = {0, 0, 1};
        for (int k = 0; k < 3; k++) {
            numbers[3 + 3 * k] = (float)v[k].x;
            numbers[4 + 3 * k] = (float)v[k].y;
            numbers[5 + 3 * k] = (float)v[k].z;
        }
        for (int k = 0; k < 12; k++) {
            uint32_t bits;
            memcpy(&bits, &numbers[k], sizeof(bits));
            put32(file, bits);
        }
        fputc(0, file);
        fputc(0, file);
    }
    if (fclose(file) != 0) {
        bench_fatal("can't write the table", NULL);
    }
}

/* Two woods, for tables with models. */
static void write_woods(const bench_table *table, bool first, FILE *file) {
    for (int i = 0; i < 2; i++) {
        double x = table->width * (i == 0 ? 0.3 : 0.65), y = table->depth * (i == 0 ? 0.6 : 0.3);
        fprintf(file,
                "%s\n{ \"id\": \"wood-%d\", \"kind\": \"wood\", \"height\": 120, \"outline\": [[%g, %g], [%g, %g], "
                "[%g, %g], [%g, %g]] }",
                first && i == 0 ? "" : ",", i + 1, x, y, x + 220, y - 20, x + 260, y + 190, x + 30, y + 210);
    }
}

void bench_save_scene(const bench_table *table, const char *folder, void (*write_units)(FILE *file), char *path,
                      size_t size) {
    char name[600];
    bool first = true;
    mkdir(folder, 0777);
    snprintf(path, size, "%s/table.scene.json", folder);
    FILE *file = bench_need(fopen(path, "w"));
    fprintf(file, "{ \"trueline\": 1, \"ruleset\": \"dust-battlefield\", \"table\": { \"width\": %g, \"depth\": %g",
            table->width, table->depth);
    if (table->ground_slot >= 0) {
        snprintf(name, sizeof(name), "%s/ground.stl", folder);
        save_stl(name, table->slots[table->ground_slot]);
        fprintf(file, ", \"mesh\": \"ground.stl\"");
    }
    fprintf(
        file,
        " },\n\"assets\": { \"trooper\": { \"mesh\": \"%s/models/trooper.obj\", \"parts\": { \"core\": [\"head*\", "
        "\"body*\"], \"limb\": [\"leg*\", \"arm*\"], \"base\": [\"base*\"] }, \"base\": { \"shape\": \"disc\", "
        "\"diameter\": 25 } },\n\"walker\": { \"mesh\": \"%s/models/walker.obj\", \"parts\": { \"core\": [\"hull*\", "
        "\"turret*\"], \"limb\": [\"leg*\"], \"base\": [\"base*\"] } } },\n\"terrain\": [",
        BENCH_SOURCE_DIR, BENCH_SOURCE_DIR);
    for (size_t i = 0; i < table->slot_count; i++) {
        if ((int)i == table->ground_slot || table->blockers[i] == 0) {
            continue;
        }
        tl_vec3 extent = tl_box3_size(tl_bvh_box(table->slots[i]));
        bool building = write_units != NULL && extent.x > 150 && extent.y > 150 && extent.z > 60;
        snprintf(name, sizeof(name), "%s/slot-%zu.stl", folder, i);
        save_stl(name, table->slots[i]);
        fprintf(file,
                "%s\n{ \"id\": \"piece-%zu\", \"kind\": \"%s\", \"mesh\": \"slot-%zu.stl\", \"at\": [0, 0, 0], "
                "\"solid\": %s }",
                first ? "" : ",", i, building ? "building" : "obstacle", i, table->insides[i] != 0 ? "true" : "false");
        first = false;
    }
    if (write_units != NULL) {
        write_woods(table, first, file);
    }
    fprintf(file, " ],\n\"units\": [");
    if (write_units != NULL) {
        write_units(file);
    }
    fprintf(file, " ] }\n");
    if (fclose(file) != 0) {
        bench_fatal("can't write the scene", NULL);
    }
}
