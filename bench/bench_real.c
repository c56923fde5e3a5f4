/* bench_real.c: every mesh of TRUELINE_DATA: how long reading takes, first and from the cache, what it weighs, and what
 * is wrong with it. */
#include "bench_size.h"
#include "size.h"
#include "bvh/bvh.h"
#include "bvh/crossings.h"
#include "import/import.h"
#include "io/file.h"
#include "scan/health/health.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct reading {
    tl_mesh *mesh;
    double first, cached; /* seconds */
    tl_error error;
} reading;

static tl_status read_twice(tl_context *context, const char *path, const char *program, const char *cache, reading *r) {
    const tl_import_options options = {.helper = program, .cache = cache};
    for (int again = 0; again < 2; again++) {
        tl_mesh_destroy(r->mesh);
        r->mesh = NULL;
        double start = bench_now();
        tl_status status = tl_import_mesh(context, path, &options, &r->mesh, &r->error);
        *(again ? &r->cached : &r->first) = bench_now() - start;
        if (status != TL_OK) {
            return status;
        }
    }
    return TL_OK;
}

static void say(char *text, size_t size, size_t count, const char *what) {
    size_t used = strlen(text);
    if (count > 0) {
        snprintf(text + used, size - used, "%s%zu %s", used > 0 ? ", " : "", count, what);
    }
}

static size_t count_crossings(const tl_mesh *mesh, const tl_bvh *bvh) {
    tl_crossed_pair *pairs = NULL;
    size_t count = 0;
    bool limited;
    if (bvh != NULL && tl_bvh_crossings(bvh, 100000, &pairs, &count, &limited, NULL) == TL_OK) {
        tl_free(mesh->context, pairs);
    }
    return count;
}

static void print_row(const char *name, uint64_t size, const reading *r) {
    const tl_mesh *mesh = r->mesh;
    double n = (double)mesh->triangle_count;
    tl_bvh *bvh = NULL;
    (void)tl_bvh_build(mesh->context, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count, NULL,
                       &bvh, NULL);
    tl_scan_health health;
    char defects[300] = "", repairs[300] = "";
    if (tl_scan_health_make(mesh, &health, NULL) == TL_OK) {
        say(defects, sizeof(defects), health.hole_count, "holes");
        say(defects, sizeof(defects), health.non_manifold_count, "edges of 3+");
        say(defects, sizeof(defects), health.flipped_count, "edges turned over");
        say(defects, sizeof(defects), count_crossings(mesh, bvh), "crossings");
        say(defects, sizeof(defects), health.specks, "specks");
        say(defects, sizeof(defects), health.far_vertices, "far vertices");
        tl_scan_health_free(&health);
    }
    say(repairs, sizeof(repairs), mesh->weld.vertices_joined, "joined");
    say(repairs, sizeof(repairs), mesh->weld.slivers_absorbed, "slivers absorbed");
    say(repairs, sizeof(repairs), mesh->weld.degenerate_dropped, "flat dropped");
    say(repairs, sizeof(repairs), mesh->weld.duplicates_dropped, "repeated dropped");
    size_t own = mesh->vertex_count * sizeof(tl_vec3) + mesh->triangle_count * 12;
    printf("| %s | %zu | %.0f | %.0f | %.1f | %.1f | %.1f | %s | %s |\n", name, mesh->triangle_count, 1e3 * r->first,
           1e3 * r->cached, (double)size / n, (double)own / n,
           (double)(bvh != NULL ? tl_bvh_measure(bvh).bytes : 0) / n, defects[0] != 0 ? defects : "none",
           repairs[0] != 0 ? repairs : "none");
    fflush(stdout);
    tl_bvh_destroy(bvh);
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

int bench_real(void) {
    const char *folder = getenv("TRUELINE_DATA");
    struct dirent **names;
    int count = folder != NULL ? scandir(folder, &names, NULL, by_name) : -1;
    char program[512], cache[] = "/tmp/trueline-real-XXXXXX", path[1024];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 16);
    if (count < 0 || length <= 0 || mkdtemp(cache) == NULL) {
        fprintf(stderr, "bench: TRUELINE_DATA names no folder of meshes\n");
        return 2;
    }
    program[length] = 0;
    strcpy(strrchr(program, '/') + 1, "trueline");
    tl_context *context = bench_need(tl_context_create(NULL));
    printf(
        "\n### Real meshes\n\nMilliseconds of the first reading and of the second, which comes from the cache; bytes "
        "per triangle of the file, the mesh in memory, and its hierarchy.\n\n| mesh | triangles | first | cached | "
        "file | mesh | hierarchy | wrong with it | repaired |\n|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < count; i++) {
        const char *name = strcmp(names[i]->d_name, "viva_balloon") == 0 ? "viva_balloon/scene.gltf" : names[i]->d_name;
        const char *kind = tl_file_path_extension(name);
        uint64_t size;
        snprintf(path, sizeof(path), "%s/%s", folder, name);
        if (kind[0] != 0 && strcmp(kind, "md") != 0 && tl_file_look(path, NULL, &size, NULL) == TL_OK) {
            reading r = {0};
            if (read_twice(context, path, program, cache, &r) == TL_OK) {
                print_row(name, size, &r);
            } else {
                printf("| %s | %s | | | | | | | |\n", name, r.error.message);
            }
            tl_mesh_destroy(r.mesh);
        }
        free(names[i]);
    }
    free(names);
    tl_context_destroy(context);
    bench_empty_folder(cache);
    rmdir(cache);
    return 0;
}
