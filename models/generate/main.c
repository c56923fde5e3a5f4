/* main.c: the program that writes the sample meshes.
 *
 * Writes every sample mesh:        generate DIRECTORY
 * Compares them with those there:  generate --check DIRECTORY
 * Lists parts, sizes, triangles:   generate --list
 * DIRECTORY holds the folders models and terrain.
 */
#include "check.h"
#include "content.h"
#include "obj.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    const char *path;
    void (*build)(model *m);
} entry;

static const entry entries[] = {
    {"models/walker.obj", build_walker},
    {"models/tank.obj", build_tank},
    {"models/trooper.obj", build_trooper},
    {"models/trooper_kneeling.obj", build_trooper_kneeling},
    {"models/trooper_heavy.obj", build_trooper_heavy},
    {"models/aircraft.obj", build_aircraft},
    {"terrain/farmhouse.obj", build_farmhouse},
    {"terrain/ruin.obj", build_ruin},
    {"terrain/wood.obj", build_wood},
    {"terrain/wood_base.obj", build_wood_base},
    {"terrain/tree_oak.obj", build_tree_oak},
    {"terrain/tree_poplar.obj", build_tree_poplar},
    {"terrain/tree_pine.obj", build_tree_pine},
    {"terrain/wall_straight.obj", build_wall_straight},
    {"terrain/wall_corner.obj", build_wall_corner},
    {"terrain/hedge.obj", build_hedge},
    {"terrain/hill.obj", build_hill},
    {"terrain/crates.obj", build_crates},
    {"terrain/tank_traps.obj", build_tank_traps},
    {"terrain/wreck.obj", build_wreck},
    {"terrain/board.obj", build_board},
};

static int complain(const char *path, const char *what) {
    fprintf(stderr, "generate: %s: %s\n", path, what);
    return 1;
}

static int save(const char *path, const text *bytes) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return complain(path, "cannot be created");
    }

    bool written = fwrite(bytes->bytes, 1, (size_t)bytes->count, file) == (size_t)bytes->count;
    bool closed = fclose(file) == 0;
    return written && closed ? 0 : complain(path, "cannot be written");
}

static int compare(const char *path, const text *bytes) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return complain(path, "is missing");
    }

    /* One byte more than expected, so that a longer file is noticed. */
    size_t size = (size_t)bytes->count + 1;
    char *found = malloc(size);
    bool equal = found != NULL && fread(found, 1, size, file) == size - 1 && memcmp(found, bytes->bytes, size - 1) == 0;
    free(found);
    fclose(file);
    return equal ? 0 : complain(path, "differs from what the program writes");
}

/* A row of the table in LICENSE.md. */
static void list(const char *path, const model *m) {
    grid_point low, high;
    model_bounds(m, -1, &low, &high);
    printf("| `%s` | %.1f x %.1f x %.1f | %d |", strchr(path, '/') + 1, (double)(high.c[0] - low.c[0]) / GRID_PER_MM,
           (double)(high.c[1] - low.c[1]) / GRID_PER_MM, (double)(high.c[2] - low.c[2]) / GRID_PER_MM,
           m->triangle_count);
    for (int i = 0; i < m->part_count; ++i) {
        printf("%s `%s`", i ? "," : "", m->parts[i].name);
    }
    printf(" |\n");
}

static int process(const entry *e, const char *directory, bool checking) {
    model m;
    model_begin(&m, e->path);
    e->build(&m);
    int faults = check_model(&m);
    if (directory == NULL) {
        list(e->path, &m);
    } else {
        char path[1024];
        text bytes = {0};
        obj_write(&m, &bytes);
        snprintf(path, sizeof path, "%s/%s", directory, e->path);
        faults += checking ? compare(path, &bytes) : save(path, &bytes);
        free(bytes.bytes);
    }

    model_free(&m);
    return faults;
}

int main(int argc, char **argv) {
    bool checking = argc == 3 && strcmp(argv[1], "--check") == 0;
    bool listing = argc == 2 && strcmp(argv[1], "--list") == 0;
    if (!checking && (argc != 2 || (argv[1][0] == '-' && !listing))) {
        fputs("usage: generate DIRECTORY | generate --check DIRECTORY | generate --list\n", stderr);
        return 2;
    }

    int faults = 0;
    for (int i = 0; i < COUNT(entries); ++i) {
        faults += process(entries + i, listing ? NULL : argv[argc - 1], checking);
    }

    return faults == 0 ? 0 : 1;
}
