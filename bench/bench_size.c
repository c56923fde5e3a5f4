/* bench_size.c: `trueline` itself on tables of millions of triangles: seconds, and memory at its highest. */
#include "bench_size.h"
#include "size.h"
#include "bvh/bvh.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const kinds[] = {"stl", "ply", "obj", "glb"};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

typedef struct place {
    char folder[256], program[512], cache[300];
    uint64_t addresses;
} place;

static const char *in_folder(const place *p, const char *name) {
    static char path[4][600];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof(path[next]), "%s/%s", p->folder, name);
    return path[next];
}

static uint64_t folder_bytes(const char *folder) {
    uint64_t bytes = 0;
    DIR *list = opendir(folder);
    for (struct dirent *one; list != NULL && (one = readdir(list)) != NULL;) {
        struct stat info;
        bytes += fstatat(dirfd(list), one->d_name, &info, 0) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
    }
    if (list != NULL) {
        closedir(list);
    }
    return bytes;
}

static size_run ask(const place *p, const char *const words[], int count) {
    char *arguments[12] = {(char *)(uintptr_t)p->program};
    for (int i = 0; i < count; i++) {
        arguments[i + 1] = (char *)(uintptr_t)words[i];
    }
    return size_watch(arguments, p->addresses);
}

static double mib(uint64_t bytes) {
    return (double)bytes / 1048576;
}

static void print_run(const char *table, const char *what, const size_run *r) {
    printf("| %s | %s | %.2f | %.0f | %.0f | %.0f | %d | %s |\n", table, what, r->seconds, mib(r->own), mib(r->reader),
           mib(r->both), r->status, r->said);
    fflush(stdout);
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

static void read_files(const place *p, const bench_mesh *mesh) {
    for (int k = 0; k < KINDS; k++) {
        char name[64], what[64];
        snprintf(name, sizeof(name), "%s.%s", mesh->name, kinds[k]);
        const char *path = in_folder(p, name);
        uint64_t bytes = size_write(mesh, path);
        if (bytes == 0) {
            fprintf(stderr, "bench: can't write %s\n", path);
            continue;
        }
        bench_empty_folder(p->cache);
        const char *const words[] = {"check", in_folder(p, "file.json")};
        FILE *scene = fopen(words[1], "w");
        if (scene != NULL) {
            fprintf(scene, "{\"trueline\":1,\"table\":{\"width\":1800,\"depth\":1200,\"mesh\":\"%s\"},\"units\":[]}\n",
                    name);
            fclose(scene);
        }
        for (int again = 0; again < 2; again++) {
            size_run r = ask(p, words, 2);
            snprintf(what, sizeof(what), ".%s, %.0f MB, %s", kinds[k], (double)bytes / 1e6, again ? "cached" : "first");
            print_run(mesh->name, what, &r);
        }
        double triangles = (double)mesh->triangle_count;
        printf("| %s | .%s | bytes per triangle: %.1f in the file, %.1f in the cache | | | | | |\n", mesh->name,
               kinds[k], (double)bytes / triangles, (double)folder_bytes(p->cache) / triangles);
        if (strcmp(kinds[k], "ply") != 0) {
            unlink(path);
        }
    }
}

/* --- Questions ---------------------------------------------------------------------------------------------------- */

static void ask_questions(const place *p, const bench_mesh *mesh) {
    char name[64], picture[300];
    snprintf(name, sizeof(name), "%s.ply", mesh->name);
    const char *scene = in_folder(p, "scene.json");
    snprintf(picture, sizeof(picture), "%s/%s.png", p->folder, mesh->name);
    if (!size_scene(scene, name)) {
        return;
    }
    const char *const questions[][6] = {
        {"import", in_folder(p, name)},   {"los", scene, "a1", "b3"},  {"los", scene, "a1", "c3"},
        {"cover", scene, "a1", "b"},      {"attack", scene, "a", "b"}, {"attack", scene, "a", "c"},
        {"render", scene, "-o", picture},
    };
    static const int words[] = {2, 4, 4, 4, 4, 4, 4};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        size_run r = ask(p, questions[i], words[i]);
        print_run(mesh->name, questions[i][0], &r);
    }
}

/* --- The hierarchy ------------------------------------------------------------------------------------------------ */

static void measure_hierarchy(const bench_mesh *mesh) {
    tl_context *context = bench_need(tl_context_create(NULL));
    tl_bvh *bvh = NULL;
    double start = bench_thread_time();
    if (tl_bvh_build(context, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count, NULL, &bvh,
                     NULL) == TL_OK) {
        double ours = bench_thread_time() - start, theirs = 0;
        size_t bytes = 0;
        peer *other = peer_build(mesh, 1, &theirs, &bytes);
        double n = (double)mesh->triangle_count;
        printf("| %s | %.1f | %.1f | %.2f | %.2f | %.2f | %.2f |\n", mesh->name, (double)tl_bvh_measure(bvh).bytes / n,
               (double)bytes / n, (double)tl_bvh_measure(bvh).bytes / (double)bytes, ours, theirs, ours / theirs);
        peer_destroy(other);
    }
    tl_bvh_destroy(bvh);
    tl_context_destroy(context);
}

int bench_size(size_t triangles, const char *folder) {
    place p = {.addresses = (uint64_t)4 << 30};
    snprintf(p.folder, sizeof(p.folder), "%s/trueline-size-XXXXXX", folder != NULL ? folder : "/tmp");
    ssize_t length = readlink("/proc/self/exe", p.program, sizeof(p.program) - 16);
    char *name = length > 0 ? strrchr(p.program, '/') : NULL;
    if (name == NULL || mkdtemp(p.folder) == NULL) {
        fprintf(stderr, "bench: can't make %s\n", p.folder);
        return 2;
    }
    strcpy(name + 1, "trueline");
    snprintf(p.cache, sizeof(p.cache), "%s/cache", p.folder);
    setenv("TRUELINE_CACHE", p.cache, 1);
    mkdir(p.cache, 0700);
    size_t count;
    bench_mesh *meshes = size_meshes(triangles > 0 ? triangles : 5000000, &count);
    printf("\n### Size: %zu and %zu triangles\n\nMiB in RAM at the highest: of `trueline`, of the process it reads "
           "with, of "
           "both at one time. Each may use 4 GiB of addresses.\n\n| table | what | s | own | reader | both | status | "
           "says "
           "|\n|---|---|---|---|---|---|---|---|\n",
           meshes[0].triangle_count, meshes[1].triangle_count);
    for (size_t i = 0; i < count; i++) {
        read_files(&p, &meshes[i]);
        ask_questions(&p, &meshes[i]);
        bench_empty_folder(p.cache);
    }
    printf("\n### The hierarchy\n\n| table | bytes per triangle | Embree | ratio | build s | Embree | ratio "
           "|\n|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        measure_hierarchy(&meshes[i]);
    }
    bench_meshes_free(meshes, count);
    rmdir(p.cache);
    bench_empty_folder(p.folder);
    rmdir(p.folder);
    return 0;
}
