/* bench_range_sizes.c: distances of meshes of one size at one distance, FCL beside us: a scan and a vehicle brought to
 * each size (vertices clustered on a grid, or long edges cut), and a rough ball of closed form. */
#include "bench_range.h"

#include "import/import.h"
#include "range/range.h"

#ifdef BENCH_FCL
#include "peers/fcl.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 5, PLACES = 5, MODELS = 3, PAIRS = 18 };
static const size_t sizes[SIZES] = {768, 5000, 20000, 100000, 1000000};

typedef struct sized_model {
    bench_mesh mesh;
    tl_bvh *bvh[2];
    tl_vec3 *placed;
#ifdef BENCH_FCL
    fcl_peer *peer;
#endif
} sized_model;

/* --- Meshes of a given size --------------------------------------------------------------------------------------- */

static bench_mesh make_ball(size_t triangles) {
    bench_mesh m = {.name = "ball"};
    size_t rings = (size_t)sqrt((double)triangles / 4), turns = 2 * rings;
    m.vertices = bench_need(calloc((rings + 1) * turns, sizeof(*m.vertices)));
    m.triangles = bench_need(calloc(2 * rings * turns, 3 * sizeof(*m.triangles)));
    for (size_t i = 0; i <= rings; i++) {
        for (size_t j = 0; j < turns; j++) {
            double u = 3.14159265358979 * (double)i / (double)rings, v = 6.28318530717959 * (double)j / (double)turns;
            double r = 20 + 2 * sin(5 * u) * sin(3 * v) + 0.7 * sin(17 * u) * cos(13 * v);
            m.vertices[m.vertex_count++] = (tl_vec3){r * sin(u) * cos(v), r * sin(u) * sin(v), r * cos(u)};
        }
    }
    for (size_t i = 0; i < rings; i++) {
        for (size_t j = 0; j < turns; j++) {
            uint32_t a = (uint32_t)(i * turns + j), b = (uint32_t)(i * turns + (j + 1) % turns);
            uint32_t c = a + (uint32_t)turns, d = b + (uint32_t)turns;
            const uint32_t corner[2][3] = {{a, c, b}, {b, c, d}};
            for (size_t k = i == 0 ? 1 : 0; k < (i + 1 == rings ? 1 : 2); k++) {
                memcpy(m.triangles + 3 * m.triangle_count++, corner[k], sizeof(corner[k]));
            }
        }
    }
    return m;
}

static bench_mesh copy_mesh(const bench_mesh *m) {
    bench_mesh copy = *m;
    copy.vertices = bench_need(malloc(m->vertex_count * sizeof(*m->vertices)));
    copy.triangles = bench_need(malloc(3 * m->triangle_count * sizeof(*m->triangles)));
    memcpy(copy.vertices, m->vertices, m->vertex_count * sizeof(*m->vertices));
    memcpy(copy.triangles, m->triangles, 3 * m->triangle_count * sizeof(*m->triangles));
    return copy;
}

typedef struct placed_vertex {
    uint64_t cell;
    uint32_t vertex;
} placed_vertex;

static int by_cell(const void *a, const void *b) {
    const placed_vertex *p = a, *q = b;
    if (p->cell != q->cell) {
        return p->cell < q->cell ? -1 : 1;
    }
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

/* One vertex for each cell of a grid of this width; triangles that lose a corner go. */
static bench_mesh cluster(const bench_mesh *m, double width) {
    bench_mesh coarse = copy_mesh(m);
    placed_vertex *order = bench_need(malloc(m->vertex_count * sizeof(*order)));
    uint32_t *to = bench_need(malloc(m->vertex_count * sizeof(*to)));
    for (size_t i = 0; i < m->vertex_count; i++) {
        tl_vec3 v = tl_scale(m->vertices[i], 1 / width);
        uint64_t x = (uint64_t)(v.x + 1e6), y = (uint64_t)(v.y + 1e6), z = (uint64_t)(v.z + 1e6);
        order[i] = (placed_vertex){x << 42 | y << 21 | z, (uint32_t)i};
    }
    qsort(order, m->vertex_count, sizeof(*order), by_cell);
    coarse.vertex_count = 0;
    for (size_t i = 0; i < m->vertex_count; i++) {
        if (i == 0 || order[i].cell != order[i - 1].cell) {
            coarse.vertices[coarse.vertex_count++] = m->vertices[order[i].vertex];
        }
        to[order[i].vertex] = (uint32_t)coarse.vertex_count - 1;
    }
    coarse.triangle_count = 0;
    for (size_t i = 0; i < m->triangle_count; i++) {
        const uint32_t *t = m->triangles + 3 * i;
        uint32_t c[3] = {to[t[0]], to[t[1]], to[t[2]]};
        if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0]) {
            memcpy(coarse.triangles + 3 * coarse.triangle_count++, c, sizeof(c));
        }
    }
    free(order);
    free(to);
    return coarse;
}

/* Halves every edge longer than `most`, the longest of a triangle first. */
static bench_mesh divide(const bench_mesh *m, double most) {
    bench_mesh fine = copy_mesh(m);
    size_t room_v = fine.vertex_count, room_t = fine.triangle_count;
    for (size_t i = 0; i < fine.triangle_count;) {
        uint32_t *t = fine.triangles + 3 * i;
        int longest = 0;
        double length[3];
        for (int k = 0; k < 3; k++) {
            length[k] = tl_length(tl_sub(fine.vertices[t[(k + 1) % 3]], fine.vertices[t[k]]));
            longest = length[k] > length[longest] ? k : longest;
        }
        if (length[longest] <= most) {
            i++;
            continue;
        }
        if (fine.vertex_count == room_v) {
            fine.vertices = bench_need(realloc(fine.vertices, (room_v *= 2) * sizeof(*fine.vertices)));
        }
        if (fine.triangle_count == room_t) {
            fine.triangles = bench_need(realloc(fine.triangles, (room_t *= 2) * 3 * sizeof(*fine.triangles)));
            t = fine.triangles + 3 * i;
        }
        uint32_t a = t[longest], b = t[(longest + 1) % 3], c = t[(longest + 2) % 3];
        uint32_t middle = (uint32_t)fine.vertex_count;
        fine.vertices[fine.vertex_count++] = tl_lerp(fine.vertices[a], fine.vertices[b], 0.5);
        const uint32_t halves[2][3] = {{a, middle, c}, {middle, b, c}};
        memcpy(t, halves[0], sizeof(halves[0]));
        memcpy(fine.triangles + 3 * fine.triangle_count++, halves[1], sizeof(halves[1]));
    }
    return fine;
}

/* The mesh brought near to a number of triangles. */
static bench_mesh resize(const bench_mesh *m, size_t triangles) {
    bool finer = triangles > m->triangle_count;
    double low = 1e-3, high = 40; /* mm: of cells, or of edges */
    bench_mesh best = {0};
    for (int i = 0; i < 12; i++) {
        double middle = sqrt(low * high);
        bench_mesh tried = finer ? divide(m, middle) : cluster(m, middle);
        *(tried.triangle_count > triangles ? &low : &high) = middle;
        bool nearer = best.vertices == NULL || fabs((double)tried.triangle_count - (double)triangles) <
                                                   fabs((double)best.triangle_count - (double)triangles);
        bench_mesh *worse = nearer ? &best : &tried;
        free(worse->vertices);
        free(worse->triangles);
        best = nearer ? tried : best;
        if (fabs((double)best.triangle_count / (double)triangles - 1) < 0.02) {
            break;
        }
    }
    return best;
}

/* --- Pairs -------------------------------------------------------------------------------------------------------- */

static bool make_ready(tl_context *context, sized_model *model) {
    const bench_mesh *m = &model->mesh;
    for (int k = 0; k < 2; k++) {
        if (tl_bvh_build(context, m->vertices, m->vertex_count, m->triangles, m->triangle_count, NULL, &model->bvh[k],
                         NULL) != TL_OK) {
            return false;
        }
    }
    model->placed = bench_need(malloc(m->vertex_count * sizeof(*model->placed)));
#ifdef BENCH_FCL
    model->peer = fcl_peer_build((const double *)m->vertices, m->vertex_count, m->triangles, m->triangle_count);
#endif
    return true;
}

static void discard(sized_model *model) {
    free(model->mesh.vertices);
    free(model->mesh.triangles);
    free(model->placed);
    tl_bvh_destroy(model->bvh[0]);
    tl_bvh_destroy(model->bvh[1]);
#ifdef BENCH_FCL
    if (model->peer != NULL) {
        fcl_peer_destroy(model->peer);
    }
#endif
}

static void place(sized_model *model, int k, const tl_pose *at) {
    for (size_t i = 0; i < model->mesh.vertex_count; i++) {
        model->placed[i] = tl_pose_point(at, model->mesh.vertices[i]);
    }
    tl_bvh_refit(model->bvh[k], model->placed);
}

/* How far apart a cell of the table wants a pair; below 0: that far into one another. */
static double wanted_distance(uint64_t *state, int place_index) {
    static const double from[PLACES] = {-6, 0.01, 5, 20, 100}, to[PLACES] = {-0.5, 5, 20, 100, 700};
    return bench_random(state, from[place_index], to[place_index]);
}

static double measure(tl_context *context, const sized_model *a, const sized_model *b, tl_range_result *result) {
    tl_volume va = {.mesh = a->bvh[0]}, vb = {.mesh = b->bvh[1]};
    double start = bench_thread_time();
    tl_range_between(context, &va, &vb, TL_METRIC_3D, result, NULL);
    return bench_thread_time() - start;
}

typedef struct cell {
    double ours, theirs, worst, ratio[PAIRS];
    int met;
} cell;

static cell measure_cell(tl_context *context, sized_model *models, int count, int place_index, uint64_t *state) {
    cell c = {0};
    for (int i = 0; i < PAIRS; i++) {
        sized_model *a = &models[i % count], *b = &models[i / count % count];
        tl_pose pa = bench_pose(state, 100), pb = bench_pose(state, 100);
        pb.at = tl_madd(pa.at, bench_direction(state), 500);
        place(a, 0, &pa);
        place(b, 1, &pb);
        /* moved along its nearest points' line by what is too much, it is as far as wanted */
        tl_range_result result = {0};
        measure(context, a, b, &result);
        tl_vec3 towards = tl_normalise(tl_sub(result.from, result.to));
        pb.at = tl_madd(pb.at, towards, result.distance_mm - wanted_distance(state, place_index));
        place(b, 1, &pb);
        double ours = INFINITY, theirs = INFINITY;
        for (int again = 0; again < 3; again++) {
            ours = fmin(ours, measure(context, a, b, &result));
        }
#ifdef BENCH_FCL
        double pose_a[12], pose_b[12], distance = 0;
        memcpy(pose_a, &pa, sizeof(pose_a));
        memcpy(pose_b, &pb, sizeof(pose_b));
        for (int again = 0; again < 2; again++) {
            double start = bench_thread_time();
            distance = fmax(fcl_peer_distance(a->peer, pose_a, b->peer, pose_b), 0);
            theirs = fmin(theirs, bench_thread_time() - start);
        }
        c.worst = fmax(c.worst, fabs(distance - result.distance_mm));
#endif
        c.ours += ours;
        c.theirs += theirs;
        c.ratio[i] = theirs / ours;
        c.met += result.distance_mm == 0;
    }
    bench_sort(c.ratio, PAIRS);
    return c;
}

void bench_range_sizes(tl_context *context) {
    static const char *const place_name[PLACES] = {"touching", "below 5 mm", "5 to 20 mm", "20 to 100 mm",
                                                   "100 to 700 mm"};
    static const char *const files[2] = {"stanford_dragon.ply", "quaternius_tank.glb"};
    bench_mesh whole[2] = {{0}};
    int found = 0;
    for (int i = 0; i < 2; i++) {
        found += bench_range_load(context, files[i], i == 0 ? 70 : 90, &whole[found]) ? 1 : 0;
    }
    printf(
        "\n## Distance of two meshes by size and distance\n\n%d pairs a row, times and ratio of their sums; the median "
        "and the worst ratio of single pairs.\n\n",
        PAIRS);
    printf("| triangles each | apart | meet | ours us | FCL us | ratio | median | worst | largest difference, mm |\n"
           "|---|---|---|---|---|---|---|---|---|\n");
    uint64_t state = BENCH_SEED;
    for (int s = 0; s < SIZES; s++) {
        sized_model models[MODELS] = {{.mesh = make_ball(sizes[s])}};
        bool ready = make_ready(context, &models[0]);
        for (int i = 0; i < found; i++) {
            models[1 + i].mesh = resize(&whole[i], sizes[s]);
            ready = ready && make_ready(context, &models[1 + i]);
        }
        for (int p = 0; p < PLACES && ready; p++) {
            cell c = measure_cell(context, models, 1 + found, p, &state);
            printf("| %zu | %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.1e |\n", sizes[s], place_name[p], c.met,
                   1e6 * c.ours / PAIRS, 1e6 * c.theirs / PAIRS, c.theirs / c.ours, c.ratio[PAIRS / 2], c.ratio[0],
                   c.worst);
            fflush(stdout);
        }
        for (int i = 0; i <= found; i++) {
            discard(&models[i]);
        }
    }
    for (int i = 0; i < found; i++) {
        free(whole[i].vertices);
        free(whole[i].triangles);
    }
}
