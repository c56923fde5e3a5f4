/* bench_range.c: distances of real meshes, FCL beside us: times, their ratio, and the largest difference. */
#include "bench_range.h"

#include "import/import.h"
#include "range/range.h"

#ifdef BENCH_FCL
#include "peers/fcl.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAIRS = 1200, MODELS = 8 };

typedef struct range_model {
    bench_mesh mesh;
    tl_bvh *bvh[2]; /* two places for each, so that a model can be measured against itself */
    tl_vec3 *placed;
#ifdef BENCH_FCL
    fcl_peer *peer;
#endif
} range_model;

typedef struct range_pair {
    int a, b;
    tl_pose pose_a, pose_b;
    double ours, peer, ours_ns, place_ns, peer_ns;
} range_pair;

/* The processor's time, so that other work on the machine does not count. */
static double cpu_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

tl_vec3 bench_direction(uint64_t *state) {
    for (;;) {
        tl_vec3 d = {bench_random(state, -1, 1), bench_random(state, -1, 1), bench_random(state, -1, 1)};
        double length = tl_length(d);
        if (length > 0.1 && length <= 1) {
            return tl_scale(d, 1 / length);
        }
    }
}

tl_pose bench_pose(uint64_t *state, double reach) {
    tl_vec3 x = bench_direction(state), z = tl_normalise(tl_cross(x, bench_direction(state)));
    return (tl_pose){
        x,
        tl_cross(z, x),
        z,
        {bench_random(state, -reach, reach), bench_random(state, -reach, reach), bench_random(state, 0, 60)}};
}

bool bench_range_load(tl_context *context, const char *name, double size, bench_mesh *mesh) {
    char path[1024];
    const char *folder = getenv("TRUELINE_DATA");
    snprintf(path, sizeof(path), "%s/%s", folder != NULL ? folder : BENCH_SOURCE_DIR "/../shared/data/real", name);
    tl_error error = {0};
    tl_mesh *m = NULL;
    if (tl_import_mesh(context, path, NULL, &m, &error) != TL_OK || tl_mesh_weld(m, NULL, &error) != TL_OK) {
        fprintf(stderr, "bench: %s: %s\n", path, error.message);
        tl_mesh_destroy(m);
        return false;
    }
    tl_box3 box = tl_mesh_box(m);
    tl_vec3 extent = tl_box3_size(box), middle = tl_box3_centre(box);
    double scale = size / fmax(extent.x, fmax(extent.y, extent.z));
    *mesh = (bench_mesh){.name = name, .vertex_count = m->vertex_count, .triangle_count = m->triangle_count};
    mesh->vertices = bench_need(calloc(m->vertex_count, sizeof(*mesh->vertices)));
    mesh->triangles = bench_need(calloc(m->triangle_count, 3 * sizeof(*mesh->triangles)));
    for (size_t i = 0; i < m->vertex_count; i++) {
        mesh->vertices[i] = tl_scale(tl_sub(m->vertices[i], middle), scale);
    }
    memcpy(mesh->triangles, m->triangles, 3 * m->triangle_count * sizeof(*mesh->triangles));
    tl_mesh_destroy(m);
    return true;
}

static bool load(tl_context *context, const char *name, double size, range_model *model) {
    memset(model, 0, sizeof(*model));
    if (!bench_range_load(context, name, size, &model->mesh)) {
        return false;
    }
    const bench_mesh *m = &model->mesh;
    for (int k = 0; k < 2; k++) {
        if (tl_bvh_build(context, m->vertices, m->vertex_count, m->triangles, m->triangle_count, NULL, &model->bvh[k],
                         NULL) != TL_OK) {
            return false;
        }
    }
    model->placed = calloc(m->vertex_count, sizeof(*model->placed));
#ifdef BENCH_FCL
    model->peer = fcl_peer_build((const double *)m->vertices, m->vertex_count, m->triangles, m->triangle_count);
#endif
    return model->placed != NULL;
}

static void unload(range_model *model) {
    free(model->mesh.vertices);
    free(model->mesh.triangles);
    tl_bvh_destroy(model->bvh[0]);
    tl_bvh_destroy(model->bvh[1]);
    free(model->placed);
#ifdef BENCH_FCL
    if (model->peer != NULL) {
        fcl_peer_destroy(model->peer);
    }
#endif
}

static void place(range_model *model, int k, const tl_pose *at) {
    for (size_t i = 0; i < model->mesh.vertex_count; i++) {
        model->placed[i] = tl_pose_point(at, model->mesh.vertices[i]);
    }
    tl_bvh_refit(model->bvh[k], model->placed);
}

static void measure_pair(tl_context *context, range_model *models, range_pair *pair) {
    range_model *a = &models[pair->a], *b = &models[pair->b];
    double start = cpu_now();
    place(a, 0, &pair->pose_a);
    place(b, 1, &pair->pose_b);
    pair->place_ns = 1e9 * (cpu_now() - start);
    tl_volume va = {.mesh = a->bvh[0]}, vb = {.mesh = b->bvh[1]};
    tl_range_result result = {0};
    pair->ours_ns = INFINITY;
    for (int again = 0; again < 3; again++) {
        start = cpu_now();
        tl_range_between(context, &va, &vb, TL_METRIC_3D, &result, NULL);
        pair->ours_ns = fmin(pair->ours_ns, 1e9 * (cpu_now() - start));
    }
    pair->ours = result.distance_mm;
#ifdef BENCH_FCL
    double pose_a[12], pose_b[12];
    memcpy(pose_a, &pair->pose_a, sizeof(pose_a));
    memcpy(pose_b, &pair->pose_b, sizeof(pose_b));
    pair->peer_ns = INFINITY;
    for (int again = 0; again < 2; again++) {
        start = cpu_now();
        pair->peer = fmax(fcl_peer_distance(a->peer, pose_a, b->peer, pose_b), 0);
        pair->peer_ns = fmin(pair->peer_ns, 1e9 * (cpu_now() - start));
    }
#endif
}

static void print_row(const char *name, const range_pair *pairs, bool (*counts)(const range_pair *)) {
    double ours = 0, theirs = 0, placing = 0, worst = 0;
    int n = 0, met = 0;
    for (int i = 0; i < PAIRS; i++) {
        if (!counts(&pairs[i])) {
            continue;
        }
        n++;
        ours += pairs[i].ours_ns;
        theirs += pairs[i].peer_ns;
        placing += pairs[i].place_ns;
        met += pairs[i].ours == 0;
        worst = fmax(worst, fabs(pairs[i].ours - pairs[i].peer));
    }
    if (n == 0) {
        return;
    }
#ifdef BENCH_FCL
    printf("| %s | %d | %d | %.1f | %.1f | %.1f | %.1f | %.1e |\n", name, n, met, placing / n / 1000, ours / n / 1000,
           theirs / n / 1000, theirs / ours, worst);
#else
    (void)worst;
    (void)theirs;
    printf("| %s | %d | %d | %.1f | %.1f | - | - | - |\n", name, n, met, placing / n / 1000, ours / n / 1000);
#endif
}

static bool all(const range_pair *p) {
    return p->a >= 0;
}
static bool meeting(const range_pair *p) {
    return p->ours == 0;
}
static bool close_by(const range_pair *p) {
    return p->ours > 0 && p->ours < 20;
}
static bool apart(const range_pair *p) {
    return p->ours >= 20 && p->ours < 200;
}
static bool far_apart(const range_pair *p) {
    return p->ours >= 200;
}

int bench_range(void) {
    static const char *const names[MODELS] = {
        "kaykit_crates_stacked.glb", "spider_ascii.stl",           "cq_barrier_detailed.stl", "box3d_building.obj",
        "quaternius_tank.glb",       "quaternius_mech_george.glb", "cq_building_example.stl", "threedscans_hermes.fbx"};
    static const double sizes[MODELS] = {30, 40, 75, 150, 90, 70, 180, 45};
    tl_context *context = tl_context_create(NULL);
    range_model models[MODELS];
    int count = 0;
    for (int i = 0; i < MODELS; i++) {
        count += load(context, names[i], sizes[i], &models[count]) ? 1 : 0;
    }
    range_pair *pairs = calloc(PAIRS, sizeof(*pairs));
    if (count == 0 || pairs == NULL) {
        fprintf(stderr, "bench: range needs real meshes (set TRUELINE_DATA)\n");
        free(pairs);
        tl_context_destroy(context);
        return 1;
    }
    uint64_t state = BENCH_SEED;
    for (int i = 0; i < PAIRS; i++) {
        double reach = i % 3 == 0 ? 60 : i % 3 == 1 ? 150 : 900;
        pairs[i].a = (int)bench_random(&state, 0, count);
        pairs[i].b = (int)bench_random(&state, 0, count);
        pairs[i].pose_a = bench_pose(&state, reach);
        pairs[i].pose_b = bench_pose(&state, reach);
        measure_pair(context, models, &pairs[i]);
    }
    printf("\n## Distance of two meshes\n\n");
    for (int i = 0; i < count; i++) {
        printf("%s%s (%zu)", i == 0 ? "Models: " : ", ", models[i].mesh.name, models[i].mesh.triangle_count);
    }
    printf(". Microseconds a pair; placing both models (refit) is the column of its own, FCL takes transforms.\n\n");
    printf("| pairs | number | meet | placing | ours | FCL OBBRSS | ratio | largest difference, mm |\n");
    printf("|---|---|---|---|---|---|---|---|\n");
    print_row("all", pairs, all);
    print_row("meeting", pairs, meeting);
    print_row("below 20 mm", pairs, close_by);
    print_row("20 to 200 mm", pairs, apart);
    print_row("beyond 200 mm", pairs, far_apart);
    for (int i = 0; i < count; i++) {
        unload(&models[i]);
    }
    free(pairs);
    bench_range_sizes(context);
    tl_context_destroy(context);
    return 0;
}
