/* bench_silence.c: how long a caller who watches progress hears nothing, on tables of millions of triangles. */
#include "bench_size.h"
#include "size.h"

#include <trueline/import.h>
#include <trueline/ruling.h>
#include <trueline/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 64, TOLD = 6 };

typedef struct silence {
    double seconds;
    char before[48], after[48];
} silence;

typedef struct listener {
    double last;
    char what[48];
    silence list[MOST]; /* the longest of each pair */
    int count;
    uint64_t calls;
} listener;

static void note(listener *l, double seconds, const char *after) {
    int i = 0;
    while (i < l->count && (strcmp(l->list[i].before, l->what) != 0 || strcmp(l->list[i].after, after) != 0)) {
        i++;
    }
    if (i == MOST) {
        return;
    }
    if (i == l->count) {
        l->count++;
        snprintf(l->list[i].before, sizeof(l->list[i].before), "%s", l->what);
        snprintf(l->list[i].after, sizeof(l->list[i].after), "%s", after);
    }
    l->list[i].seconds = seconds > l->list[i].seconds ? seconds : l->list[i].seconds;
}

static bool hear(void *user, double done, const char *what) {
    listener *l = user;
    char told[48];
    snprintf(told, sizeof(told), "%.30s %.0f %%", what, 10 * (double)(int)(10 * done));
    double now = bench_now();
    note(l, now - l->last, told);
    snprintf(l->what, sizeof(l->what), "%s", told);
    l->last = now;
    l->calls++;
    return true;
}

static int longest(const void *a, const void *b) {
    double x = ((const silence *)a)->seconds, y = ((const silence *)b)->seconds;
    return (x < y) - (x > y);
}

static void tell(const char *what, listener *l, double start, tl_status status) {
    note(l, bench_now() - l->last, "end");
    qsort(l->list, (size_t)l->count, sizeof(l->list[0]), longest);
    printf("| %s | %.1f | %llu | %s |", what, bench_now() - start, (unsigned long long)l->calls,
           status == TL_OK ? "" : "failed");
    for (int i = 0; i < l->count && i < TOLD; i++) {
        printf("%s %.2f: %s to %s", i > 0 ? ";" : "", l->list[i].seconds, l->list[i].before, l->list[i].after);
    }
    printf(" |\n");
    fflush(stdout);
}

static void listen_to(const char *what, const char *mesh, const char *scene, const char *helper, const char *cache) {
    static listener l;
    l = (listener){.what = "begin", .last = bench_now()};
    const tl_context_options how = {.struct_size = sizeof(tl_context_options), .user = &l, .progress = hear};
    tl_context *context = bench_need(tl_context_create(&how));
    tl_error error = {0};
    tl_status status;
    double start = l.last = bench_now();
    if (scene != NULL) {
        tl_scene_options options = {
            .struct_size = sizeof(tl_scene_options), .import_helper = helper, .mesh_cache = cache, .look_closer = true};
        tl_scene *loaded = NULL;
        tl_report *report = NULL;
        status = tl_scene_load(context, scene, &options, &loaded, &report, &error);
        tell(what, &l, start, status);
        tl_scene_destroy(loaded);
        tl_report_destroy(report);
    } else {
        tl_mesh_options options = {.struct_size = sizeof(tl_mesh_options),
                                   .helper = helper,
                                   .mesh_cache = cache,
                                   .reorient = true,
                                   .close_holes_mm = 5,
                                   .drop_specks_mm = 0.5,
                                   .suggest_core = true};
        char *text = NULL;
        status = tl_mesh_describe(context, mesh, &options, false, &text, &error);
        tell(what, &l, start, status);
        tl_text_free(context, text);
    }
    if (status != TL_OK) {
        fprintf(stderr, "bench: %s\n", error.message);
    }
    tl_context_destroy(context);
}

int bench_silence(size_t triangles) {
    char folder[] = "/tmp/trueline-silence-XXXXXX", mesh[600], scene[600], cache[300], program[512];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 16);
    if (length <= 0 || mkdtemp(folder) == NULL) {
        return 2;
    }
    program[length] = 0;
    strcpy(strrchr(program, '/') + 1, "trueline");
    snprintf(scene, sizeof(scene), "%s/scene.json", folder);
    snprintf(cache, sizeof(cache), "%s/cache", folder);
    size_t count;
    bench_mesh *meshes = size_meshes(triangles > 0 ? triangles : 5000000, &count);
    printf("\n### Silence\n\nSeconds, questions of progress, and the longest times without one.\n\n"
           "| what | s | asked | | longest |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        char what[96];
        snprintf(mesh, sizeof(mesh), "%s/%s.ply", folder, meshes[i].name);
        FILE *file = fopen(scene, "w");
        if (file == NULL || size_write(&meshes[i], mesh) == 0) {
            return 2;
        }
        fprintf(file, "{\"trueline\":1,\"table\":{\"width\":1800,\"depth\":1200,\"mesh\":\"%s.ply\"},\"units\":[]}\n",
                meshes[i].name);
        fclose(file);
        for (int again = 0; again < 2; again++) {
            snprintf(what, sizeof(what), "%s, scene, %s", meshes[i].name, again ? "cached" : "first");
            listen_to(what, NULL, scene, program, cache);
        }
        snprintf(what, sizeof(what), "%s, import with repairs", meshes[i].name);
        listen_to(what, mesh, NULL, program, cache);
        unlink(mesh);
    }
    bench_meshes_free(meshes, count);
    char command[400];
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command) == 0 ? 0 : 2;
}
