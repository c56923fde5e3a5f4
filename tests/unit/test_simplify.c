/* Simplified meshes against what they were: distances both ways by trying many points, topology by counting. */
#include "support/assert_geom.h"
#include "support/scarce.h"

#include "geom/geom.h"
#include "import/import.h"
#include "scan/repair/overlay.h"
#include "scan/repair/simplify.h"

#include <stdio.h>
#include <string.h>

static double distance_to(const tl_mesh *mesh, tl_vec3 p) {
    double least = INFINITY;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        tl_vec3 d = tl_sub(tl_geom_nearest_on_triangle(p, c), p);
        least = tl_min(least, tl_dot(d, d));
    }
    return sqrt(least);
}

/* The farthest of some random points and corners of one surface from the other. */
static double sampled(test_random *random, const tl_mesh *from, const tl_mesh *to, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        tl_vec3 c[3];
        tl_mesh_corners(from, (size_t)test_random_below(random, (int)from->triangle_count), c);
        double u = test_random_between(random, 0, 1), v = test_random_between(random, 0, 1 - u);
        most = tl_max(most, distance_to(to, tl_madd(tl_madd(c[0], tl_sub(c[1], c[0]), u), tl_sub(c[2], c[0]), v)));
        most = tl_max(most, distance_to(to, c[0]));
    }
    return most;
}

static long euler(const tl_mesh *mesh) {
    tl_mesh_edges edges;
    assert_int_equal(tl_mesh_count_edges(mesh, &edges, NULL), TL_OK);
    return (long)mesh->vertex_count - (long)edges.edges + (long)mesh->triangle_count;
}

/* Simplifies a copy and holds it against the mesh; returns what is left of the triangles, as a share. `there` are the
 * points tried of the mesh, which was `tight` times less far than the bound at least; `back` those of the simple one.
 */
static double check(const char *name, const tl_mesh *mesh, double most, int samples, int samples_back, double tight) {
    test_random random = test_random_start(name, 3);
    tl_mesh *simple = tl_mesh_copy(mesh);
    tl_simplified done;
    tl_mesh_edges before, after;
    assert_int_equal(tl_scan_simplify(simple, most, &done, NULL), TL_OK);
    assert_int_equal(done.before, mesh->triangle_count);
    assert_int_equal(done.after, simple->triangle_count);
    assert_true(done.bound <= most);
    assert_int_equal(tl_mesh_count_edges(mesh, &before, NULL), TL_OK);
    assert_int_equal(tl_mesh_count_edges(simple, &after, NULL), TL_OK);
    assert_int_equal(after.open, before.open); /* rims keep their edges */
    assert_int_equal(after.non_manifold, before.non_manifold);
    assert_int_equal(after.flipped, before.flipped);
    assert_int_equal(after.components, before.components);
    assert_int_equal(euler(simple), euler(mesh));
    assert_int_equal(simple->piece_count, mesh->piece_count);
    double there = sampled(&random, mesh, simple, samples), back = sampled(&random, simple, mesh, samples_back);
    printf("%s: %zu to %zu triangles, bound %.4f, sampled %.4f and %.4f\n", name, done.before, done.after, done.bound,
           there, back);
    assert_true(there <= done.bound * (1 + 1e-9) + 1e-12 && back <= done.bound * (1 + 1e-9) + 1e-12);
    assert_true(tl_max(there, back) >= tight * done.bound - 1e-9);
    tl_mesh_destroy(simple);
    return (double)done.after / (double)done.before;
}

/* A sheet of n x n squares over a surface z(x, y), in one piece or two. */
static tl_mesh *grid(tl_context *context, int n, double wave, bool halves) {
    tl_mesh *mesh = tl_mesh_create(context);
    uint32_t index;
    for (int i = 0; i <= n; i++) {
        for (int k = 0; k <= n; k++) {
            double x = 0.25 * i, y = 0.25 * k, r = (x - 5) * (x - 5) + (y - 5) * (y - 5);
            assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){x, y, wave / (1 + r)}, &index));
        }
    }
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        for (uint32_t k = 0; k < (uint32_t)n; k++) {
            uint32_t a = i * (uint32_t)(n + 1) + k, b = a + (uint32_t)n + 1;
            assert_true(tl_mesh_add_triangle(mesh, a, b, b + 1) && tl_mesh_add_triangle(mesh, a, b + 1, a + 1));
        }
        if (halves && i + 1 == (uint32_t)n / 2) {
            assert_true(tl_mesh_end_piece(mesh, "left", TL_ROLE_CORE));
        }
    }
    assert_true(tl_mesh_end_piece(mesh, "right", TL_ROLE_CORE));
    return mesh;
}

static void sheets(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    const double waves[] = {0, 3, 12};
    for (int i = 0; i < 3; i++) {
        tl_mesh *mesh = grid(context, 40, waves[i], i == 1);
        assert_true(check("sheet", mesh, 1.2, 300, 100, 0.6) < 0.09);
        assert_true(check("sheet, hardly", mesh, 0.05, 300, 100, 0.6) < 0.3);
        double left = check("sheet, not at all", mesh, 1e-9, 10, 10, 0);
        assert_true(i == 0 ? left < 0.06 : left == 1); /* flat ground needs few, and nobody may move so little */
        tl_mesh_destroy(mesh);
    }
    /* the border between two pieces keeps its vertices: x = 5 */
    tl_mesh *mesh = grid(context, 40, 3, true);
    tl_simplified done;
    assert_int_equal(tl_scan_simplify(mesh, 2, &done, NULL), TL_OK);
    size_t on_border = 0;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        on_border += mesh->vertices[v].x == 5;
    }
    assert_int_equal(on_border, 41);
    assert_int_equal(mesh->pieces[0].triangle_count + mesh->pieces[1].triangle_count, mesh->triangle_count);
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

/* --- The overlay, step by step --------------------------------------------------------------------------------------
 */

/* The triangles round a vertex by looking through all of them; false unless they are a disc. */
static bool disc_of(const tl_mesh *mesh, const uint32_t *corners, uint32_t v, tl_scan_disc *d) {
    uint32_t from[TL_SCAN_MOST_ROUND], to[TL_SCAN_MOST_ROUND], triangle[TL_SCAN_MOST_ROUND];
    size_t count = 0;
    for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++) {
        if (corners[c] == v && corners[c - c % 3] != TL_SCAN_OVERLAY_NOTHING) {
            if (count == TL_SCAN_MOST_ROUND) {
                return false;
            }
            triangle[count] = c / 3;
            from[count] = corners[c - c % 3 + (c + 1) % 3];
            to[count++] = corners[c - c % 3 + (c + 2) % 3];
        }
    }
    *d = (tl_scan_disc){.vertex = v, .count = count};
    uint32_t at = count > 0 ? from[0] : 0;
    for (size_t step = 0; step < count; step++) {
        size_t i = 0;
        while (i < count && from[i] != at) {
            i++;
        }
        if (i == count) {
            return false;
        }
        d->ring[step] = at;
        d->triangle[step] = triangle[i];
        at = to[i];
    }
    return count >= 3 && at == from[0];
}

static bool is_edge(const tl_mesh *mesh, const uint32_t *corners, uint32_t a, uint32_t b) {
    for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++) {
        uint32_t x = corners[c], y = corners[c - c % 3 + (c + 1) % 3];
        if (corners[c - c % 3] != TL_SCAN_OVERLAY_NOTHING && ((x == a && y == b) || (x == b && y == a))) {
            return true;
        }
    }
    return false;
}

/* No edge there will be exists already: only the two beside the edge are neighbours of both its ends. */
static bool linked(const tl_mesh *mesh, const uint32_t *corners, const tl_scan_disc *d, size_t to) {
    for (size_t i = 0; i < d->count; i++) {
        size_t away = (i + d->count - to) % d->count;
        if (away > 1 && away + 1 < d->count && is_edge(mesh, corners, d->ring[to], d->ring[i])) {
            return false;
        }
    }
    return d->count > 3; /* that would leave nothing of a tetrahedron */
}

static bool is_corner(const uint32_t *corners, uint32_t t, uint32_t v) {
    const uint32_t *k = corners + 3 * (size_t)t;
    return k[0] == v || k[1] == v || k[2] == v;
}

typedef struct walk {
    uint32_t crossed[4096][2]; /* what is left of the edges crossed when there and back again cancel */
    size_t count;
} walk;

static void cross(walk *w, uint32_t a, uint32_t b) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    if (w->count > 0 && w->crossed[w->count - 1][0] == low && w->crossed[w->count - 1][1] == high) {
        w->count--;
    } else {
        assert_true(w->count < 4096);
        w->crossed[w->count][0] = low;
        w->crossed[w->count++][1] = high;
    }
}

/* Follows one old edge from a to b or back; checks that the pieces hang together, and how far points between are
 * moved. `at` is the triangle that one is in, TL_SCAN_OVERLAY_NOTHING at first. */
static void follow(const tl_scan_overlay *o, uint32_t a, uint32_t b, double bound, walk *w) {
    const tl_mesh *mesh = o->mesh;
    uint32_t first = TL_SCAN_OVERLAY_NOTHING, count = 0;
    bool turned = false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (uint32_t p = o->crossing[t]; p != TL_SCAN_OVERLAY_NOTHING; p = o->pieces[p].beside) {
            const tl_scan_overlay_piece *piece = &o->pieces[p];
            bool there = piece->ends[0] == a && piece->ends[1] == b, back = piece->ends[0] == b && piece->ends[1] == a;
            count += there || back;
            if ((there || back) && piece->from == TL_SCAN_OVERLAY_NOTHING) {
                assert_int_equal(first, TL_SCAN_OVERLAY_NOTHING);
                first = p;
                turned = back;
            }
            assert_int_equal(piece->triangle, t);
        }
    }
    if (first == TL_SCAN_OVERLAY_NOTHING) { /* still an edge of today */
        assert_int_equal(count, 0);
        assert_true(o->home[a] == TL_SCAN_OVERLAY_NOTHING && o->home[b] == TL_SCAN_OVERLAY_NOTHING &&
                    is_edge(mesh, o->corners, a, b));
        return;
    }
    uint32_t crossed[512][2];
    size_t crossings = 0;
    tl_vec3 from = mesh->vertices[o->pieces[first].ends[0]], until = mesh->vertices[o->pieces[first].ends[1]];
    double t = 0;
    for (uint32_t p = first; p != TL_SCAN_OVERLAY_NOTHING; p = o->pieces[p].next, count--) {
        const tl_scan_overlay_piece *piece = &o->pieces[p];
        if (p == first) {
            uint32_t v = piece->ends[0];
            assert_true(o->home[v] == piece->triangle ||
                        (o->home[v] == TL_SCAN_OVERLAY_NOTHING && is_corner(o->corners, piece->triangle, v)));
        } else {
            assert_true(is_corner(o->corners, piece->triangle, piece->from) &&
                        is_corner(o->corners, piece->triangle, piece->to));
            assert_true(piece->t >= t && piece->t <= 1 && piece->s >= 0 && piece->s <= 1);
            t = piece->t;
            assert_true(crossings < 512);
            crossed[crossings][0] = piece->from;
            crossed[crossings++][1] = piece->to;
            assert_true(tl_distance(tl_lerp(from, until, t), tl_lerp(mesh->vertices[piece->from],
                                                                     mesh->vertices[piece->to], piece->s)) <= bound);
        }
        if (piece->next != TL_SCAN_OVERLAY_NOTHING) {
            const tl_scan_overlay_piece *next = &o->pieces[piece->next];
            assert_true(is_corner(o->corners, piece->triangle, next->from) &&
                        is_corner(o->corners, piece->triangle, next->to));
        } else {
            uint32_t v = piece->ends[1];
            assert_true(o->home[v] == piece->triangle ||
                        (o->home[v] == TL_SCAN_OVERLAY_NOTHING && is_corner(o->corners, piece->triangle, v)));
        }
    }
    assert_int_equal(count, 0);
    for (size_t i = 0; i < crossings; i++) {
        size_t k = turned ? crossings - 1 - i : i;
        cross(w, crossed[k][0], crossed[k][1]);
    }
}

/* Any steps at all, also such as fold the mesh: the border of each old triangle must go round in the mesh of today so
 * that what it crosses cancels, but for turning round one of its own corners. */
static void any_steps_keep_the_map_whole(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    for (int seed = 1; seed <= 6; seed++) {
        test_random random = test_random_start("overlay", (uint64_t)seed);
        tl_mesh *mesh = grid(context, 9, 2, false);
        uint32_t *corners = tl_alloc_array(context, 3 * mesh->triangle_count, sizeof(*corners));
        tl_scan_overlay o;
        memcpy(corners, mesh->triangles, 3 * mesh->triangle_count * sizeof(*corners));
        assert_true(tl_scan_overlay_start(&o, mesh, corners));
        int made = 0;
        for (int i = 0; i < 2000 && made < 60; i++) {
            tl_scan_disc d;
            uint32_t v = (uint32_t)test_random_below(&random, (int)mesh->vertex_count);
            if (!disc_of(mesh, corners, v, &d)) {
                continue;
            }
            size_t to = (size_t)test_random_below(&random, (int)d.count);
            if (linked(mesh, corners, &d, to)) {
                assert_true(tl_scan_overlay_gather(&o, &d));
                assert_true(tl_scan_overlay_try(&o, &d, to, INFINITY) < INFINITY);
                assert_true(tl_scan_overlay_apply(&o, &d, to));
                assert_true(o.home[v] != TL_SCAN_OVERLAY_NOTHING);
                made++;
            }
        }
        assert_true(made >= 40);
        const double bound = tl_scan_overlay_bound(&o);
        assert_true(bound > 0);
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            walk w = {.count = 0};
            const uint32_t *k = mesh->triangles + 3 * t;
            for (int i = 0; i < 3; i++) {
                follow(&o, k[i], k[(i + 1) % 3], bound, &w);
            }
            while (w.count > 1 && w.crossed[0][0] == w.crossed[w.count - 1][0] &&
                   w.crossed[0][1] == w.crossed[w.count - 1][1]) { /* it is a ring */
                memmove(w.crossed, w.crossed + 1, (w.count - 2) * sizeof(w.crossed[0]));
                w.count -= 2;
            }
            for (size_t i = 0; i < w.count; i++) {
                bool own = false;
                for (int c = 0; c < 3; c++) {
                    own = own || (o.home[k[c]] == TL_SCAN_OVERLAY_NOTHING &&
                                  (w.crossed[i][0] == k[c] || w.crossed[i][1] == k[c]));
                }
                assert_true(own);
            }
        }
        tl_scan_overlay_free(&o);
        tl_free(context, corners);
        tl_mesh_destroy(mesh);
    }
    tl_context_destroy(context);
}

static void scans(void **state) {
    (void)state;
    const struct {
        const char *file;
        double scale, most;
    } files[] = {{"stanford_bunny.obj", 1000, 1.5}, {"lion_statue_scan.obj", 40, 1}};
    if (test_data_folder() == NULL) {
        skip();
    }
    for (int i = 0; i < 2; i++) {
        tl_context *context = tl_context_create(NULL);
        tl_mesh *mesh = NULL;
        tl_error error = {0};
        assert_int_equal(tl_import_mesh(context, test_data_file(files[i].file), NULL, &mesh, &error), TL_OK);
        for (size_t v = 0; v < mesh->vertex_count; v++) {
            mesh->vertices[v] = tl_scale(mesh->vertices[v], files[i].scale);
        }
        assert_true(check(files[i].file, mesh, files[i].most, 200, 10, 0.6) < 0.02);
        tl_mesh_destroy(mesh);
        tl_context_destroy(context);
    }
}

static void memory_runs_out(void **state) {
    (void)state;
    const tl_context_options options = {.struct_size = sizeof(tl_context_options), .allocate = scarce_allocate};
    scarce_left = SIZE_MAX;
    tl_context *context = tl_context_create(&options);
    tl_mesh *mesh = grid(context, 10, 1, false);
    tl_simplified done;
    size_t n = 0;
    for (tl_status status = TL_ERROR_MEMORY; status != TL_OK; n++) {
        scarce_left = n;
        status = tl_scan_simplify(mesh, 1, &done, NULL);
        scarce_left = SIZE_MAX;
        assert_true(status == TL_OK || (status == TL_ERROR_MEMORY && mesh->triangle_count == 200));
    }
    assert_true(n > 5 && mesh->triangle_count < 200);
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sheets),
        cmocka_unit_test(any_steps_keep_the_map_whole),
        cmocka_unit_test(scans),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
