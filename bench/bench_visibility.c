/* bench_visibility.c: certified rulings on a battlefield, beside Embree answering by sampled rays. */
#include "bench.h"
#include "cover/cover.h"
#include "visibility/visibility.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 96, PAIRS = 300, GRID = 12 };

static void *need(void *memory) {
    if (memory == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(4);
    }
    return memory;
}

/* --- A battlefield ------------------------------------------------------------------------------------------------ */

static uint32_t vertex(bench_mesh *mesh, tl_vec3 v) {
    if ((mesh->vertex_count & (mesh->vertex_count - 1)) == 0) {
        mesh->vertices = need(realloc(mesh->vertices, (2 * mesh->vertex_count + 1) * sizeof(tl_vec3)));
    }
    mesh->vertices[mesh->vertex_count] = v;
    return (uint32_t)mesh->vertex_count++;
}

static void triangle(bench_mesh *mesh, uint32_t a, uint32_t b, uint32_t c) {
    if ((mesh->triangle_count & (mesh->triangle_count - 1)) == 0) {
        mesh->triangles = need(realloc(mesh->triangles, (2 * mesh->triangle_count + 1) * 3 * sizeof(uint32_t)));
    }
    uint32_t *t = mesh->triangles + 3 * mesh->triangle_count++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static void quad(bench_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    triangle(mesh, a, b, c);
    triangle(mesh, a, c, d);
}

/* The boundary of the filled cells of a grid: closed, outward, joined. At most GRID lines an axis. */
static void voxels(bench_mesh *mesh, const double *const lines[3], const int counts[3],
                   bool (*filled)(void *user, const int cell[3]), void *user) {
    uint32_t *index = need(malloc((size_t)(counts[0] * counts[1] * counts[2]) * sizeof(*index)));
    memset(index, 0xff, (size_t)(counts[0] * counts[1] * counts[2]) * sizeof(*index));
    int c[3];
    for (c[2] = 0; c[2] + 1 < counts[2]; c[2]++) {
        for (c[1] = 0; c[1] + 1 < counts[1]; c[1]++) {
            for (c[0] = 0; c[0] + 1 < counts[0]; c[0]++) {
                for (int face = 0; face < 6 && filled(user, c); face++) {
                    int axis = face / 2, up = face % 2, other[3] = {c[0], c[1], c[2]};
                    other[axis] += up != 0 ? 1 : -1;
                    bool inside = other[axis] >= 0 && other[axis] + 1 < counts[axis];
                    if (inside && filled(user, other)) {
                        continue;
                    }
                    uint32_t v[4];
                    for (int k = 0; k < 4; k++) {
                        int at[3] = {c[0], c[1], c[2]}, u = (axis + 1) % 3, w = (axis + 2) % 3;
                        at[axis] += up;
                        at[u] += k == 1 || k == 2 ? 1 : 0;
                        at[w] += k >= 2 ? 1 : 0;
                        size_t place = (size_t)((at[2] * counts[1] + at[1]) * counts[0] + at[0]);
                        if (index[place] == UINT32_MAX) {
                            index[place] = vertex(mesh, (tl_vec3){lines[0][at[0]], lines[1][at[1]], lines[2][at[2]]});
                        }
                        v[k] = index[place];
                    }
                    if (up != 0) {
                        quad(mesh, v[0], v[1], v[2], v[3]);
                    } else {
                        quad(mesh, v[0], v[3], v[2], v[1]);
                    }
                }
            }
        }
    }
    free(index);
}

/* Walls of 3 mm, two windows of 16 x 24 a side and floor, floors and a roof. */
static bool house_cell(void *user, const int c[3]) {
    (void)user;
    bool wall_x = c[0] == 0 || c[0] == 6, wall_y = c[1] == 0 || c[1] == 6;
    bool slab = c[2] == 0 || c[2] == 4 || c[2] == 8;
    bool window = (c[2] == 2 || c[2] == 6) &&
                  ((wall_x && !wall_y && (c[1] == 2 || c[1] == 4)) || (wall_y && !wall_x && (c[0] == 2 || c[0] == 4)));
    return slab || ((wall_x || wall_y) && !window);
}

static void house(bench_mesh *mesh) {
    const double xs[] = {-60, -57, -40, -24, 24, 40, 57, 60}, ys[] = {-45, -42, -30, -14, 14, 30, 42, 45};
    const double zs[] = {-8, 1, 12, 36, 48, 51, 62, 86, 98, 101};
    const double *lines[3] = {xs, ys, zs};
    const int counts[3] = {8, 8, 10};
    voxels(mesh, lines, counts, house_cell, NULL);
}

static void block(bench_mesh *mesh, tl_vec3 low, tl_vec3 high) {
    const double xs[] = {low.x, 0.5 * (low.x + high.x), high.x}, ys[] = {low.y, high.y}, zs[] = {low.z, high.z};
    const double *lines[3] = {xs, ys, zs};
    const int counts[3] = {3, 2, 2};
    voxels(mesh, lines, counts, house_cell, NULL);
}

static void blob(bench_mesh *mesh, tl_vec3 at, tl_vec3 radii, int rings, uint64_t *seed, double rough) {
    int around = 2 * rings;
    uint32_t bottom = vertex(mesh, (tl_vec3){at.x, at.y, at.z - radii.z}), first = bottom + 1;
    for (int i = 1; i < rings; i++) {
        for (int k = 0; k < around; k++) {
            double s, c, cp, sp, f = 1 + rough * bench_random(seed, -1, 1);
            s = sin(TL_PI * i / rings);
            c = -cos(TL_PI * i / rings);
            cp = cos(2 * TL_PI * k / around);
            sp = sin(2 * TL_PI * k / around);
            vertex(mesh, (tl_vec3){at.x + f * radii.x * s * cp, at.y + f * radii.y * s * sp, at.z + f * radii.z * c});
        }
    }
    uint32_t top = vertex(mesh, (tl_vec3){at.x, at.y, at.z + radii.z});
    for (int k = 0; k < around; k++) {
        uint32_t n = (uint32_t)((k + 1) % around), j = (uint32_t)k;
        triangle(mesh, bottom, first + n, first + j);
        for (int i = 1; i + 1 < rings; i++) {
            uint32_t row = first + (uint32_t)((i - 1) * around);
            quad(mesh, row + j, row + n, row + (uint32_t)around + n, row + (uint32_t)around + j);
        }
        uint32_t last = first + (uint32_t)((rings - 2) * around);
        triangle(mesh, last + j, last + n, top);
    }
}

static double ground_at(double x, double y) {
    static const double hill[6][4] = {{300, 300, 120, 40}, {900, 250, 150, 55},  {1500, 400, 130, 35},
                                      {500, 900, 160, 60}, {1100, 800, 110, 30}, {1550, 950, 140, 50}};
    double z = 2 * sin(x / 37) * cos(y / 29) + 0.8 * sin(x / 11 + 1) * cos(y / 13) + 0.3 * sin(x / 4.1) * sin(y / 3.7);
    for (int i = 0; i < 6; i++) {
        double dx = (x - hill[i][0]) / hill[i][2], dy = (y - hill[i][1]) / hill[i][2], d = dx * dx + dy * dy;
        z += d < 1 ? hill[i][3] * (1 - d) * (1 - d) : 0;
    }
    return z;
}

typedef struct field {
    tl_context *context;
    tl_world *world;
    tl_bvh *slots[SLOTS];
    uint8_t blockers[SLOTS], insides[SLOTS];
    size_t count;
    bench_mesh all; /* for the peer */
    bool rolling;   /* ground a mesh, in slot 0 */
    tl_obstacles obstacles;
} field;

static void add(field *f, bench_mesh *mesh, tl_vec3 at, double turn, bool solid) {
    double c = cos(turn), s = sin(turn);
    uint32_t base = (uint32_t)f->all.vertex_count;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = mesh->vertices[i];
        mesh->vertices[i] = (tl_vec3){at.x + c * p.x - s * p.y, at.y + s * p.x + c * p.y, at.z + p.z};
        vertex(&f->all, mesh->vertices[i]);
    }
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t *t = mesh->triangles + 3 * i;
        triangle(&f->all, base + t[0], base + t[1], base + t[2]);
    }
    size_t slot = f->count++;
    if (slot >= SLOTS || tl_bvh_build(f->context, mesh->vertices, mesh->vertex_count, mesh->triangles,
                                      mesh->triangle_count, NULL, &f->slots[slot], NULL) != TL_OK) {
        fprintf(stderr, "bench: can't build the battlefield\n");
        exit(4);
    }
    f->blockers[slot] = TL_ROLES_ALL;
    f->insides[slot] = solid ? 1 : 0;
    tl_world_set(f->world, slot, f->slots[slot]);
    free(mesh->vertices);
    free(mesh->triangles);
}

static double level(const field *f, double x, double y) {
    return f->rolling ? ground_at(x, y) : 0;
}

static void make_field(field *f, bool rolling, int cells) {
    uint64_t seed = BENCH_SEED;
    *f = (field){.context = tl_context_create(NULL), .rolling = rolling};
    if (tl_world_create(f->context, SLOTS, &f->world, NULL) != TL_OK) {
        exit(4);
    }
    if (rolling) {
        bench_mesh ground = {0};
        int nx = cells * 3 / 2, ny = cells;
        for (int j = 0; j <= ny; j++) {
            for (int i = 0; i <= nx; i++) {
                double x = 1800.0 * i / nx, y = 1200.0 * j / ny;
                vertex(&ground, (tl_vec3){x, y, ground_at(x, y)});
            }
        }
        for (int j = 0; j < ny; j++) {
            for (int i = 0; i < nx; i++) {
                uint32_t v = (uint32_t)(j * (nx + 1) + i), u = v + (uint32_t)nx + 1;
                quad(&ground, v, v + 1, u + 1, u);
            }
        }
        add(f, &ground, (tl_vec3){0, 0, 0}, 0, false);
    }
    for (int i = 0; i < 12; i++) {
        bench_mesh mesh = {0};
        house(&mesh);
        double x = 200 + 130.0 * i, y = bench_random(&seed, 150, 1050);
        add(f, &mesh, (tl_vec3){x, y, level(f, x, y)}, bench_random(&seed, 0, 6), true);
    }
    for (int i = 0; i < 40; i++) {
        bench_mesh mesh = {0};
        blob(&mesh, (tl_vec3){0, 0, 50}, (tl_vec3){18, 18, 25}, 20, &seed, 0.12);
        block(&mesh, (tl_vec3){-3, -3, -10}, (tl_vec3){3, 3, 40});
        double x = bench_random(&seed, 30, 1770), y = bench_random(&seed, 30, 1170);
        add(f, &mesh, (tl_vec3){x, y, level(f, x, y)}, bench_random(&seed, 0, 6), false);
    }
    for (int i = 0; i < 16; i++) {
        bench_mesh mesh = {0};
        block(&mesh, (tl_vec3){-40, -3, -12}, (tl_vec3){40, 3, 22});
        double x = bench_random(&seed, 60, 1740), y = bench_random(&seed, 60, 1140);
        add(f, &mesh, (tl_vec3){x, y, level(f, x, y)}, bench_random(&seed, 0, 6), true);
    }
    f->obstacles = (tl_obstacles){
        .world = f->world, .blockers = f->blockers, .insides = f->insides, .ground_slot = rolling ? 0 : -1};
}

static void free_field(field *f) {
    tl_world_destroy(f->world);
    for (size_t i = 0; i < f->count; i++) {
        tl_bvh_destroy(f->slots[i]);
    }
    free(f->all.vertices);
    free(f->all.triangles);
    tl_context_destroy(f->context);
}

/* Infantry: feet 0.3 in the ground, at a place where the body touches nothing else. */
static tl_bvh *make_body(field *f, uint64_t *seed, tl_vec3 *at) {
    for (;;) {
        double x = bench_random(seed, 40, 1760), y = bench_random(seed, 40, 1160);
        bench_mesh mesh = {0};
        uint64_t smooth = 1;
        *at = (tl_vec3){x, y, level(f, x, y) - 0.3};
        blob(&mesh, (tl_vec3){x, y, at->z + 15}, (tl_vec3){7, 6, 15}, 14, &smooth, 0);
        tl_bvh *bvh = NULL;
        if (tl_bvh_build(f->context, mesh.vertices, mesh.vertex_count, mesh.triangles, mesh.triangle_count, NULL, &bvh,
                         NULL) != TL_OK) {
            exit(4);
        }
        free(mesh.vertices);
        free(mesh.triangles);
        bool clear = true;
        for (size_t slot = f->rolling ? 1 : 0; slot < f->count && clear; slot++) {
            tl_box3 box = tl_bvh_box(f->slots[slot]);
            clear = !tl_box3_overlap(tl_box3_grow(box, 2), tl_bvh_box(bvh)) || (f->insides[slot] == 0 && false);
        }
        if (clear) {
            return bvh;
        }
        tl_bvh_destroy(bvh);
    }
}

/* --- Statistics --------------------------------------------------------------------------------------------------- */

static int ascending(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

static void print_times(const char *what, double *times, size_t count, double ray) {
    if (count == 0) {
        return;
    }
    qsort(times, count, sizeof(*times), ascending);
    const double share[4] = {0.5, 0.9, 0.99, 1};
    printf("| %s | %zu |", what, count);
    for (int i = 0; i < 4; i++) {
        size_t at = (size_t)(share[i] * (double)(count - 1));
        printf(" %.3f ms (%.0f R) |", 1e3 * times[at], times[at] / ray);
    }
    printf("\n");
}

static tl_vec3 random_point(const tl_bvh *bvh, uint64_t *seed) {
    tl_vec3 c[3];
    tl_bvh_corners(bvh, (uint32_t)bench_random(seed, 0, (double)tl_bvh_triangle_count(bvh)), c);
    double u = bench_random(seed, 0, 1), v = bench_random(seed, 0, 1);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return tl_madd(tl_madd(c[0], tl_sub(c[1], c[0]), u), tl_sub(c[2], c[0]), v);
}

/* Sampled rays of the peer: free ones, each confirmed exactly. */
static size_t sampled_free(field *f, peer *other, const tl_bvh *a, const tl_bvh *b, size_t rays, uint64_t *seed,
                           double *seconds) {
    bench_segment *segments = need(malloc(rays * sizeof(*segments)));
    uint8_t *answers = need(malloc(rays));
    for (size_t i = 0; i < rays; i++) {
        segments[i] = (bench_segment){random_point(a, seed), random_point(b, seed)};
    }
    *seconds += peer_blocked(other, segments, rays, answers);
    size_t count = 0;
    for (size_t i = 0; i < rays; i++) {
        count += answers[i] == 0 && tl_visibility_line_free(&f->obstacles, segments[i].p, segments[i].q) ? 1U : 0U;
    }
    free(segments);
    free(answers);
    return count;
}

static void run_field(const char *name, bool rolling, int cells, int pairs) {
    field f;
    make_field(&f, rolling, cells);
    size_t bytes;
    double seconds;
    peer *other = peer_build(&f.all, 1, &seconds, &bytes);
    printf("\n### %s: %zu triangles, %d pairs\n\n", name, f.all.triangle_count, pairs);
    uint64_t seed = BENCH_SEED + 1;
    double *times[4], ray = 0, sample_time[2] = {0, 0};
    size_t counts[4] = {0}, reasons[4] = {0}, wrong = 0, oracle = 0, missed[2] = {0, 0}, failed = 0, checked = 0;
    double shafts = 0;
    for (int i = 0; i < 4; i++) {
        times[i] = need(malloc((size_t)pairs * sizeof(double)));
    }
    double *cover_times[3];
    size_t cover_counts[3] = {0};
    for (int i = 0; i < 3; i++) {
        cover_times[i] = need(malloc((size_t)pairs * sizeof(double)));
    }
    for (int i = 0; i < pairs; i++) {
        tl_vec3 at_a, at_b;
        tl_bvh *a = make_body(&f, &seed, &at_a), *b = make_body(&f, &seed, &at_b);
        while (tl_distance(at_a, at_b) > 700) {
            tl_bvh_destroy(b);
            b = make_body(&f, &seed, &at_b);
        }
        tl_sight_options options = {.prove = true, .quick = true};
        tl_sight sight;
        double start = bench_thread_time();
        if (tl_visibility_between(f.context, &f.obstacles, a, b, &options, &sight, NULL) != TL_OK) {
            exit(4);
        }
        double spent = bench_thread_time() - start;
        times[sight.verdict][counts[sight.verdict]++] = spent;
        times[3][counts[3]++] = spent;
        reasons[sight.why]++;
        shafts += (double)sight.shafts;
        double peer_seconds = 0;
        size_t free_lines = 0, rays = sight.verdict == TL_VERDICT_NO ? 20000 : 1000;
        free_lines = sampled_free(&f, other, a, b, rays, &seed, &peer_seconds);
        ray += peer_seconds / (double)rays / pairs;
        if (sight.verdict == TL_VERDICT_NO) {
            oracle += rays;
            wrong += free_lines > 0 ? 1U : 0U;
            options.check_lines = 20;
            tl_visibility_between(f.context, &f.obstacles, a, b, &options, &sight, NULL);
            failed += sight.failed_checks;
            checked += sight.checked;
        } else if (sight.verdict == TL_VERDICT_YES) {
            wrong += tl_visibility_line_free(&f.obstacles, sight.from, sight.to) ? 0U : 1U;
            for (int k = 0; k < 2; k++) {
                missed[k] +=
                    sampled_free(&f, other, a, b, k == 0 ? 1024 : 16384, &seed, &sample_time[k]) == 0 ? 1U : 0U;
            }
        }
        if (i < pairs / 3) {
            tl_cover_options cover_options = {.sight = {.prove = true}};
            tl_cover cover;
            start = bench_thread_time();
            if (tl_cover_between(f.context, &f.obstacles, a, b, &cover_options, &cover, NULL) != TL_OK) {
                exit(4);
            }
            cover_times[cover.verdict][cover_counts[cover.verdict]++] = bench_thread_time() - start;
        }
        tl_bvh_destroy(a);
        tl_bvh_destroy(b);
    }
    double all = 0;
    for (int i = 0; i < pairs; i++) {
        all += times[3][i];
    }
    printf("R = %.0f ns. Certified %.2f %%, marginal %zu (tolerance %zu, budget %zu). Wrong %zu, over %zu oracle rays; "
           "self-check %zu lines, %zu bad. %.0f rulings a second, %.1f shafts each.\n\n",
           1e9 * ray, 100.0 * (double)(counts[0] + counts[1]) / pairs, counts[2], reasons[TL_WHY_TOLERANCE],
           reasons[TL_WHY_BUDGET], wrong, oracle, checked, failed, pairs / all, shafts / pairs);
    printf("| verdict | count | median | p90 | p99 | worst |\n|---|---|---|---|---|---|\n");
    print_times("all", times[3], counts[3], ray);
    print_times("visible", times[1], counts[1], ray);
    print_times("blocked", times[0], counts[0], ray);
    print_times("marginal", times[2], counts[2], ray);
    print_times("in cover", cover_times[1], cover_counts[1], ray);
    print_times("not in cover", cover_times[0], cover_counts[0], ray);
    print_times("cover marginal", cover_times[2], cover_counts[2], ray);
    printf("\nEmbree on the %zu visible pairs: 1,024 rays miss %zu (%.3f ms each), 16,384 miss %zu (%.2f ms each).\n",
           counts[1], missed[0], counts[1] > 0 ? 1e3 * sample_time[0] / (double)counts[1] : 0, missed[1],
           counts[1] > 0 ? 1e3 * sample_time[1] / (double)counts[1] : 0);
    fflush(stdout);
    for (int i = 0; i < 4; i++) {
        free(times[i]);
    }
    for (int i = 0; i < 3; i++) {
        free(cover_times[i]);
    }
    peer_destroy(other);
    free_field(&f);
}

int bench_visibility(int pairs) {
    printf("\n## Line of sight and cover, one thread, tolerance 0.05 mm\n");
    pairs = pairs > 0 ? pairs : PAIRS;
    run_field("flat table", false, 0, pairs);
    run_field("rolling table", true, 560, pairs);
    return 0;
}
