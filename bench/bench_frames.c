/* bench_frames.c: what the window takes to show one step of something that moves. `trueline view` runs two scripts that
 * differ by a number of steps, and the difference is divided by it: opening, the first picture and the last fall out.
 */
#include "bench_size.h"
#include "size.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FEW = 10, MORE = 60, MANY = 240 };

/* What is done, and from where the pointer goes how far each step. */
typedef struct motion {
    const char *name, *before; /* lines of the script up to the press */
    int x, y, dx, dy;
} motion;

static bool write_script(const char *path, const motion *m, int steps) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fprintf(file, "%spress\n", m->before);
    for (int i = 1; i <= steps; i++) {
        int turn = i % 140, at = turn < 70 ? turn : 140 - turn; /* there and back */
        fprintf(file, "move %d,%d\n", m->x + at * m->dx, m->y + at * m->dy);
    }
    fprintf(file, "release\n");
    return fclose(file) == 0;
}

static size_run run_script(const char *program, const char *scene, const char *folder, const motion *m, int steps) {
    char script[400];
    snprintf(script, sizeof(script), "%s/steps.script", folder);
    const char *const words[] = {program,  "view",     scene, "--headless", script,
                                 "--size", "1280x800", "-o",  folder,       NULL};
    char *arguments[10];
    for (int i = 0; i < 10; i++) {
        arguments[i] = (char *)(uintptr_t)words[i];
    }
    return write_script(script, m, steps) ? size_watch(arguments, (uint64_t)64 << 30) : (size_run){.status = -1};
}

static void measure(const char *table, const char *program, const char *scene, const char *folder,
                    const motion *motions, int count, int steps) {
    for (int i = 0; i < count; i++) {
        run_script(program, scene, folder, &motions[i], 1); /* meshes are cached, shaders compiled */
        size_run few = run_script(program, scene, folder, &motions[i], FEW);
        size_run more = run_script(program, scene, folder, &motions[i], FEW + steps);
        if (few.status != 0 || more.status != 0) {
            printf("| %s | %s | failed: %s | | | |\n", table, motions[i].name, few.status ? few.said : more.said);
            continue;
        }
        printf("| %s | %s | %.0f | %.0f | %.1f | %.0f |\n", table, motions[i].name,
               1000 * (more.computing - few.computing) / steps, 1000 * (more.seconds - few.seconds) / steps,
               few.seconds, (double)more.own / 1048576);
        fflush(stdout);
    }
}

int bench_frames(size_t triangles) {
    char folder[64] = "/tmp/trueline-frames-XXXXXX", program[512], path[200], scene[200];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 16);
    char *name = length > 0 ? strrchr(program, '/') : NULL;
    if (name == NULL || mkdtemp(folder) == NULL) {
        fprintf(stderr, "bench: can't make %s\n", folder);
        return 2;
    }
    strcpy(name + 1, "trueline");
    snprintf(path, sizeof(path), "%s/cache", folder);
    setenv("TRUELINE_CACHE", path, 1);
    mkdir(path, 0700);
    printf("\n### Frames, 1280 x 800\n\nA step of the pointer and the picture after it: computing time of all threads, "
           "and "
           "by the clock; seconds until the window has opened and moved a little; MiB at the highest.\n\n"
           "| table | what moves | computing ms | ms | opening s | MiB |\n|---|---|---|---|---|---|\n");
    const motion crossroads[] = {
        {"the camera", "move 300,650\n", 300, 650, 5, -1},
        {"a walker", "move mastiff-1\n", 520, 470, 3, -2},
        {"a walker that is asked about", "tool sight\nclick mastiff-1\nclick herons-2\nwait-answer\nmove mastiff-1\n",
         520, 470, 3, -2},
        {"a wreck", "click wreck\nmove wreck\n", 400, 465, 1, -1},
    };
    measure("crossroads", program, "terrain/crossroads.scene.json", folder, crossroads, 4, MORE);
    size_t count;
    bench_mesh *meshes = size_meshes(triangles > 0 ? triangles : 5000000, &count);
    const motion relief[] = {
        {"the camera", "move 200,700\n", 200, 700, 3, -1},
        {"a trooper", "move a1\n", 450, 500, 2, -1},
        {"a trooper that is asked about", "tool sight\nclick a1\nclick b3\nwait-answer\nmove a1\n", 450, 500, 2, -1}};
    for (size_t i = 0; i < count; i++) {
        char mesh[64], table[96];
        snprintf(mesh, sizeof(mesh), "%s.ply", meshes[i].name);
        snprintf(path, sizeof(path), "%s/%s", folder, mesh);
        snprintf(scene, sizeof(scene), "%s/scene.json", folder);
        snprintf(table, sizeof(table), "%s, %.2f M", meshes[i].name, (double)meshes[i].triangle_count / 1e6);
        if (size_write(&meshes[i], path) > 0 && size_scene(scene, mesh)) {
            measure(table, program, scene, folder, relief, 3, MANY);
        }
        unlink(path);
    }
    bench_meshes_free(meshes, count);
    snprintf(path, sizeof(path), "%s/cache", folder);
    bench_empty_folder(path);
    rmdir(path);
    bench_empty_folder(folder);
    rmdir(folder);
    return 0;
}
