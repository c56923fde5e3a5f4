/* Outlines of projected meshes: closed forms, coverage by brute force, and the union that GEOS computes (when it was
 * found), of random triangles and real meshes. */
#include "support/assert_geom.h"
#include "support/purse.h"

#include "area/area.h"
#include "area/snap.h"
#include "import/import.h"
#include "math/predicates.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef TRUELINE_GEOS
#include <geos_c.h>
#endif

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static tl_context *context;

static int make_context(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int drop_context(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

/* Triangles by hand. */
typedef struct soup {
    tl_vec3 *vertices;
    uint32_t *triangles;
    size_t vertex_count, triangle_count;
} soup;

static void soup_triangle(soup *s, tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    s->vertices = realloc(s->vertices, (s->vertex_count + 3) * sizeof(tl_vec3));
    s->triangles = realloc(s->triangles, 3 * (s->triangle_count + 1) * sizeof(uint32_t));
    assert_true(s->vertices != NULL && s->triangles != NULL);
    const tl_vec3 corner[] = {a, b, c};
    for (int k = 0; k < 3; k++) {
        s->triangles[3 * s->triangle_count + (size_t)k] = (uint32_t)s->vertex_count;
        s->vertices[s->vertex_count++] = corner[k];
    }
    s->triangle_count++;
}

static void soup_box(soup *s, tl_vec3 low, tl_vec3 high) {
    tl_vec3 v[8];
    for (int i = 0; i < 8; i++) {
        v[i] = (tl_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
    }
    static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int f = 0; f < 6; f++) {
        soup_triangle(s, v[faces[f][0]], v[faces[f][1]], v[faces[f][2]]);
        soup_triangle(s, v[faces[f][0]], v[faces[f][2]], v[faces[f][3]]);
    }
}

static void soup_free(soup *s) {
    free(s->vertices);
    free(s->triangles);
    *s = (soup){0};
}

static tl_outline outline_of(const soup *s) {
    tl_outline outline;
    tl_error error = {0};
    if (tl_area_outline_of_mesh(context, s->vertices, s->vertex_count, s->triangles, s->triangle_count, &outline,
                                &error) != TL_OK) {
        print_error("%s\n", error.message);
        fail();
    }
    assert_true(tl_outline_is_simple(&outline, NULL));
    return outline;
}

static void boxes_have_their_plan(void **state) {
    (void)state;
    soup s = {0};
    soup_box(&s, (tl_vec3){10, 20, 0}, (tl_vec3){110, 70, 50});
    tl_outline outline = outline_of(&s);
    assert_int_equal(outline.edge_count, 4);
    assert_near(tl_outline_area(&outline), 5000, 0);
    tl_outline_free(&outline);
    /* one on top that overhangs, one crossing, one apart, one floating over the first */
    soup_box(&s, (tl_vec3){100, 40, 50}, (tl_vec3){120, 60, 60});
    soup_box(&s, (tl_vec3){50, 0, 5}, (tl_vec3){60, 100, 15});
    soup_box(&s, (tl_vec3){200, 0, 0}, (tl_vec3){220, 10, 15});
    soup_box(&s, (tl_vec3){20, 30, 90}, (tl_vec3){30, 40, 95});
    outline = outline_of(&s);
    assert_int_equal(outline.ring_count, 2);
    assert_near(tl_outline_area(&outline), 5000 + 200 + 500 + 200, 0);
    assert_int_equal(outline.edge_count, 20);
    tl_outline_free(&outline);
    soup_free(&s);
}

static void holes_are_filled_and_gaps_are_not(void **state) {
    (void)state;
    /* a courtyard of four walls with a shed in it */
    soup s = {0};
    soup_box(&s, (tl_vec3){0, 0, 0}, (tl_vec3){100, 10, 30});
    soup_box(&s, (tl_vec3){0, 90, 0}, (tl_vec3){100, 100, 30});
    soup_box(&s, (tl_vec3){0, 0, 0}, (tl_vec3){10, 100, 30});
    soup_box(&s, (tl_vec3){40, 40, 0}, (tl_vec3){60, 60, 30});
    tl_outline outline = outline_of(&s);
    assert_int_equal(outline.ring_count, 2); /* open to the right: the shed stands free */
    assert_near(tl_outline_area(&outline), 100 * 10 + 100 * 10 + 80 * 10 + 400, 0);
    tl_outline_free(&outline);
    soup_box(&s, (tl_vec3){90, 0, 0}, (tl_vec3){100, 100, 30});
    outline = outline_of(&s);
    assert_int_equal(outline.ring_count, 1);
    assert_near(tl_outline_area(&outline), 10000, 0);
    assert_int_equal(outline.edge_count, 4);
    tl_outline_free(&outline);
    soup_free(&s);
    /* two boxes that meet in a corner are two rings, or one that is pinched there: the area is right */
    soup_box(&s, (tl_vec3){0, 0, 0}, (tl_vec3){10, 10, 30});
    soup_box(&s, (tl_vec3){10, 10, 0}, (tl_vec3){20, 20, 30});
    tl_error error = {0};
    assert_int_equal(
        tl_area_outline_of_mesh(context, s.vertices, s.vertex_count, s.triangles, s.triangle_count, &outline, &error),
        TL_OK);
    assert_int_equal(outline.ring_count, 2);
    assert_near(tl_outline_area(&outline), 200, 0);
    tl_outline_free(&outline);
    soup_free(&s);
}

static void nothing_has_no_outline(void **state) {
    (void)state;
    soup s = {0};
    tl_outline outline;
    tl_error error = {0};
    assert_int_equal(tl_area_outline_of_mesh(context, NULL, 0, NULL, 0, &outline, &error), TL_ERROR_ARGUMENT);
    soup_triangle(&s, (tl_vec3){3, 4, 0}, (tl_vec3){3, 4, 5}, (tl_vec3){3, 4, 10}); /* a point, seen from above */
    error = (tl_error){0};
    assert_int_equal(tl_area_outline_of_mesh(context, s.vertices, 3, s.triangles, 1, &outline, &error),
                     TL_ERROR_ARGUMENT);
    assert_true(error.message[0] != '\0' && error.remedy[0] != '\0');
    s.vertices[0].x = NAN;
    assert_int_equal(tl_area_outline_of_mesh(context, s.vertices, 3, s.triangles, 1, &outline, NULL),
                     TL_ERROR_ARGUMENT);
    soup_free(&s);
}

static void soup_sheet(soup *s, tl_vec2 from, tl_vec2 to) {
    soup_triangle(s, (tl_vec3){from.x, from.y, 0}, (tl_vec3){to.x, to.y, 0}, (tl_vec3){to.x, to.y, 30});
    soup_triangle(s, (tl_vec3){from.x, from.y, 0}, (tl_vec3){to.x, to.y, 30}, (tl_vec3){from.x, from.y, 30});
}

/* Sheets stand in the way: as strips where there is air on both sides, and what they enclose is inside. */
static void upright_sheets_count(void **state) {
    (void)state;
    soup s = {0};
    soup_sheet(&s, (tl_vec2){0, 0}, (tl_vec2){100, 0});
    tl_outline outline = outline_of(&s);
    assert_int_equal(outline.ring_count, 1);
    assert_int_equal(outline.edge_count, 4);
    assert_near(tl_outline_area(&outline), 100 * 6 * 0x1p-10, 1e-9);
    assert_true(tl_outline_holds(&outline, (tl_vec2){50, 0}) > 0);
    assert_true(tl_outline_holds(&outline, (tl_vec2){50, 0.004}) < 0);
    tl_outline_free(&outline);
    /* open to one side, a slanted wing beside it */
    soup_sheet(&s, (tl_vec2){0, 0}, (tl_vec2){0, 80});
    soup_sheet(&s, (tl_vec2){100, 80}, (tl_vec2){100, 0});
    soup_sheet(&s, (tl_vec2){100, 0}, (tl_vec2){130, -40});
    outline = outline_of(&s);
    assert_near(tl_outline_area(&outline), (100 + 80 + 80 + 50) * 6 * 0x1p-10, 0.03);
    assert_true(tl_outline_holds(&outline, (tl_vec2){50, 40}) < 0);
    assert_true(tl_outline_holds(&outline, (tl_vec2){115, -20}) > 0);
    tl_outline_free(&outline);
    /* closed: a court, and the wing still there */
    soup_sheet(&s, (tl_vec2){0, 80}, (tl_vec2){100, 80});
    outline = outline_of(&s);
    assert_near(tl_outline_area(&outline), 8000 + 50 * 6 * 0x1p-10, 0.03);
    assert_true(tl_outline_holds(&outline, (tl_vec2){50, 40}) > 0);
    assert_true(tl_outline_holds(&outline, (tl_vec2){115, -20}) > 0);
    tl_outline_free(&outline);
    soup_free(&s);
}

/* --- Snap rounding --------------------------------------------------------------------------------------------------
 */

static tl_vec2 plan_of(tl_snap_point p) {
    return (tl_vec2){p.x, p.y};
}

/* On a grid so coarse that everything meets everywhere: edges share corners alone, every end is one of them, none
 * strays from what was given, and what was given is followed along its whole length. */
static void snapped_edges_are_planar(void **state) {
    (void)state;
    test_random random = test_random_start("snap rounding", 63);
    for (int k = 0; k < test_trials(400); k++) {
        tl_snap_segment segments[40];
        size_t count = 0;
        int reach = 5 + test_random_below(&random, 60);
        int wanted = 2 + test_random_below(&random, 38);
        for (int i = 0; i < wanted; i++) {
            tl_snap_point a = {test_random_below(&random, reach), test_random_below(&random, reach)};
            tl_snap_point b = {test_random_below(&random, reach), test_random_below(&random, reach)};
            int order = tl_snap_compare(a, b);
            tl_snap_segment s = order < 0 ? (tl_snap_segment){a, b, 0} : (tl_snap_segment){b, a, 0};
            bool known = order == 0;
            for (size_t j = 0; j < count; j++) {
                known = known || (tl_snap_compare(segments[j].a, s.a) == 0 && tl_snap_compare(segments[j].b, s.b) == 0);
            }
            if (!known) {
                segments[count++] = s;
            }
        }
        tl_snap_segment *edges;
        size_t edge_count;
        assert_int_equal(tl_snap_arrange(context, segments, count, 1000000, &edges, &edge_count, NULL), TL_OK);
        for (size_t i = 0; i < edge_count; i++) {
            tl_vec2 a = plan_of(edges[i].a);
            tl_vec2 b = plan_of(edges[i].b);
            assert_true(tl_snap_compare(edges[i].a, edges[i].b) < 0);
            for (size_t j = i + 1; j < edge_count; j++) {
                tl_vec2 c = plan_of(edges[j].a);
                tl_vec2 d = plan_of(edges[j].b);
                if (!tl_math_segments_meet2(a, b, c, d)) {
                    continue;
                }
                bool at_a =
                    tl_snap_compare(edges[i].a, edges[j].a) == 0 || tl_snap_compare(edges[i].a, edges[j].b) == 0;
                bool at_b =
                    tl_snap_compare(edges[i].b, edges[j].a) == 0 || tl_snap_compare(edges[i].b, edges[j].b) == 0;
                assert_true(at_a != at_b);
                tl_vec2 corner = at_a ? a : b;
                tl_vec2 x = at_a ? b : a;
                tl_vec2 y = corner.x == c.x && corner.y == c.y ? d : c;
                assert_true(tl_orient2d(x, corner, y) != 0 || tl_dot2(tl_sub2(x, corner), tl_sub2(y, corner)) < 0);
            }
            bool near = false;
            for (size_t j = 0; j < count; j++) {
                near = near || (tl_outline_plan_distance(a, plan_of(segments[j].a), plan_of(segments[j].b)) < 0.7072 &&
                                tl_outline_plan_distance(b, plan_of(segments[j].a), plan_of(segments[j].b)) < 0.7072);
            }
            assert_true(near);
        }
        for (size_t j = 0; j < count; j++) {
            for (int step = 0; step <= 20; step++) {
                tl_vec2 p = tl_lerp2(plan_of(segments[j].a), plan_of(segments[j].b), step / 20.0);
                double best = INFINITY;
                for (size_t i = 0; i < edge_count; i++) {
                    best = fmin(best, tl_outline_plan_distance(p, plan_of(edges[i].a), plan_of(edges[i].b)));
                }
                assert_true(best < (step % 20 == 0 ? 1e-12 : 0.7072));
            }
        }
        tl_free(context, edges);
    }
    tl_snap_segment *edges;
    size_t edge_count;
    const tl_snap_segment cross[] = {{{0, 0}, {9, 9}, 0}, {{0, 9}, {9, 0}, 0}};
    tl_error error = {0};
    assert_int_equal(tl_snap_arrange(context, cross, 2, 0, &edges, &edge_count, &error), TL_ERROR_LIMIT);
    assert_null(edges);
}

/* --- Random triangles against brute force --------------------------------------------------------------------- */

static double distance_to_triangle(tl_vec2 p, const soup *s, size_t t) {
    tl_vec2 c[3];
    double best = INFINITY;
    int signs = 0;
    for (size_t k = 0; k < 3; k++) {
        c[k] = tl_plan(s->vertices[s->triangles[3 * t + k]]);
    }
    bool edge_on = tl_cross2(tl_sub2(c[1], c[0]), tl_sub2(c[2], c[0])) == 0;
    for (int k = 0; k < 3; k++) {
        tl_vec2 a = c[k];
        tl_vec2 b = c[(k + 1) % 3];
        best = fmin(best, tl_outline_plan_distance(p, a, b));
        signs += tl_cross2(tl_sub2(b, a), tl_sub2(p, a)) > 0 ? 1 : -1;
    }
    return abs(signs) == 3 && !edge_on ? -best : best; /* negative: how deep inside */
}

static void covered_points_are_inside(void **state) {
    (void)state;
    test_random random = test_random_start("projection coverage", 61);
    for (int k = 0; k < test_trials(60); k++) {
        soup s = {0};
        int n = 1 + test_random_below(&random, 150);
        double size = test_random_between(&random, 5, 60);
        bool grid = test_random_below(&random, 3) == 0;
        for (int i = 0; i < n; i++) {
            tl_vec3 c = {test_random_between(&random, 0, 200), test_random_between(&random, 0, 200), 0};
            tl_vec3 v[3];
            for (int j = 0; j < 3; j++) {
                v[j] = tl_madd(c, test_random_direction(&random), size);
                if (grid) {
                    v[j] = (tl_vec3){floor(v[j].x / 10) * 10, floor(v[j].y / 10) * 10, v[j].z};
                }
            }
            soup_triangle(&s, v[0], v[1], v[2]);
        }
        tl_outline outline;
        if (tl_area_outline_of_mesh(context, s.vertices, s.vertex_count, s.triangles, s.triangle_count, &outline,
                                    NULL) != TL_OK) {
            assert_true(grid);
            soup_free(&s);
            continue;
        }
        for (int i = 0; i < 2000; i++) {
            tl_vec2 p = {test_random_between(&random, -60, 260), test_random_between(&random, -60, 260)};
            double best = INFINITY;
            for (size_t t = 0; t < s.triangle_count; t++) {
                best = fmin(best, distance_to_triangle(p, &s, t));
            }
            /* what a triangle covers is inside; what is outside nothing covers */
            if (best < -0.005 && tl_outline_holds(&outline, p) < 0) {
                print_error("case %d: (%.6f, %.6f) is covered, %g deep, but outside\n", k, p.x, p.y, -best);
                fail();
            }
        }
        /* the boundary is the boundary of something: a little inwards covered, a little outwards not */
        for (size_t i = 0; i < outline.edge_count; i++) {
            tl_vec2 m = tl_lerp2(outline.edges[i].a, outline.edges[i].b, test_random_between(&random, 0, 1));
            double best = INFINITY;
            for (size_t t = 0; t < s.triangle_count; t++) {
                best = fmin(best, distance_to_triangle(m, &s, t));
            }
            assert_near(best, 0, 0.005);
        }
        tl_outline_free(&outline);
        soup_free(&s);
    }
}

/* --- GEOS
 * --------------------------------------------------------------------------------------------------------------------
 */

#ifdef TRUELINE_GEOS
static GEOSGeometry *geos_ring(const tl_vec2 *points, size_t count) {
    GEOSCoordSequence *sequence = GEOSCoordSeq_create((unsigned)count + 1, 2);
    for (size_t i = 0; i <= count; i++) {
        GEOSCoordSeq_setX(sequence, (unsigned)i, points[i % count].x);
        GEOSCoordSeq_setY(sequence, (unsigned)i, points[i % count].y);
    }
    return GEOSGeom_createPolygon(GEOSGeom_createLinearRing(sequence), NULL, 0);
}

static GEOSGeometry *geos_union(GEOSGeometry **parts, size_t count) {
    GEOSGeometry *collection = GEOSGeom_createCollection(GEOS_GEOMETRYCOLLECTION, parts, (unsigned)count);
    GEOSGeometry *joined = GEOSUnaryUnion(collection);
    GEOSGeom_destroy(collection);
    return joined;
}

/* Union of the projections, holes filled. */
static GEOSGeometry *geos_projection(const tl_vec3 *vertices, const uint32_t *triangles, size_t count) {
    GEOSGeometry **parts = malloc(count * sizeof(*parts));
    size_t made = 0;
    for (size_t t = 0; t < count; t++) {
        tl_vec2 c[3];
        for (size_t k = 0; k < 3; k++) {
            c[k] = tl_plan(vertices[triangles[3 * t + k]]);
        }
        if (fabs(tl_cross2(tl_sub2(c[1], c[0]), tl_sub2(c[2], c[0]))) > 1e-9) {
            parts[made++] = geos_ring(c, 3);
        }
    }
    GEOSGeometry *joined = geos_union(parts, made);
    free(parts);
    int polygons = GEOSGetNumGeometries(joined);
    GEOSGeometry **filled = malloc((size_t)polygons * sizeof(*filled));
    size_t kept = 0;
    for (int i = 0; i < polygons; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN(joined, i);
        if (GEOSGeomTypeId(part) == GEOS_POLYGON) {
            filled[kept++] = GEOSGeom_createPolygon(GEOSGeom_clone(GEOSGetExteriorRing(part)), NULL, 0);
        }
    }
    GEOSGeometry *outline = geos_union(filled, kept);
    free(filled);
    GEOSGeom_destroy(joined);
    return outline;
}

static GEOSGeometry *geos_outline(const tl_outline *outline) {
    GEOSGeometry **parts = malloc(outline->ring_count * sizeof(*parts));
    tl_vec2 *points = malloc(outline->edge_count * sizeof(*points));
    size_t first = 0;
    for (size_t r = 0; r < outline->ring_count; r++) {
        for (size_t i = first; i < outline->ring_ends[r]; i++) {
            points[i - first] = outline->edges[i].a;
        }
        parts[r] = geos_ring(points, outline->ring_ends[r] - first);
        first = outline->ring_ends[r];
    }
    free(points);
    GEOSGeometry *made = geos_union(parts, outline->ring_count);
    free(parts);
    return made;
}

/* Area of where the two differ must be a strip of the promised width along the boundary. Gaps narrower than the grid
 * may close, so what they shut in is allowed for when `strict` is false. */
static void compare_with_geos(const char *name, const tl_vec3 *vertices, const uint32_t *triangles, size_t count,
                              const tl_outline *outline) {
    GEOSGeometry *expected = geos_projection(vertices, triangles, count);
    GEOSGeometry *made = geos_outline(outline);
    double area, length, difference;
    GEOSArea(expected, &area);
    GEOSLength(expected, &length);
    GEOSGeometry *apart = GEOSSymDifference(expected, made);
    GEOSArea(apart, &difference);
    print_message("%s: %zu triangles, %zu rings, %zu edges, area %.6f, GEOS %.6f, differing %.6f (boundary %.1f)\n",
                  name, count, outline->ring_count, outline->edge_count, tl_outline_area(outline), area, difference,
                  length);
    assert_true(difference <= 0.004 * length);
    assert_near(tl_outline_area(outline), area, 0.004 * length);
    GEOSGeom_destroy(apart);
    GEOSGeom_destroy(made);
    GEOSGeom_destroy(expected);
}

static void geos_quiet(const char *format, ...) {
    (void)format;
}
#else
static void compare_with_geos(const char *name, const tl_vec3 *vertices, const uint32_t *triangles, size_t count,
                              const tl_outline *outline) {
    (void)vertices;
    (void)triangles;
    print_message("%s: %zu triangles, %zu rings, %zu edges, area %.6f (GEOS was not found)\n", name, count,
                  outline->ring_count, outline->edge_count, tl_outline_area(outline));
}
#endif

static void random_triangles_agree_with_geos(void **state) {
    (void)state;
    test_random random = test_random_start("projection and GEOS", 62);
    const struct {
        int count;
        double size, spread;
    } kinds[] = {{20, 40, 100}, {300, 15, 150}, {1500, 6, 150}, {400, 60, 100}, {3000, 14, 150}};
    for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
        soup s = {0};
        for (int i = 0; i < kinds[k].count; i++) {
            tl_vec3 c = {test_random_between(&random, 0, kinds[k].spread),
                         test_random_between(&random, 0, kinds[k].spread), 0};
            soup_triangle(&s, tl_madd(c, test_random_direction(&random), kinds[k].size),
                          tl_madd(c, test_random_direction(&random), kinds[k].size),
                          tl_madd(c, test_random_direction(&random), kinds[k].size));
        }
        tl_outline outline = outline_of(&s);
        compare_with_geos("random", s.vertices, s.triangles, s.triangle_count, &outline);
        tl_outline_free(&outline);
        soup_free(&s);
    }
}

/* Real meshes scaled to 150 mm, in a pose that no edge is aligned with; `check` with GEOS only where it is quick. */
static void real_meshes(void **state) {
    (void)state;
    if (test_data_folder() == NULL) {
        return;
    }
    const struct {
        const char *file;
        bool check;
    } meshes[] = {{"cq_barrier_detailed.stl", true},
                  {"quaternius_tank.glb", true},
                  {"quaternius_mech_george.glb", true},
                  {"box3d_building.obj", true},
                  {"oak_tree.dae", true},
                  {"cq_building_example.stl", true},
                  {"collapsed_industrial.dae", true},
                  {"threedscans_hermes.fbx", false},
                  {"parking_garage.dae", false},
                  {"stanford_bunny.obj", false},
                  {"cq_container_greebled.stl", false}};
    for (size_t i = 0; i < ARRAY_SIZE(meshes); i++) {
        tl_mesh *mesh = NULL;
        tl_error error = {0};
        if (tl_import_mesh(context, test_data_file(meshes[i].file), NULL, &mesh, &error) != TL_OK) {
            print_error("%s: %s\n", meshes[i].file, error.message);
            fail();
        }
        tl_vec3 size = tl_box3_size(tl_mesh_box(mesh));
        double scale = 150 / fmax(size.x, fmax(size.y, size.z));
        tl_pose pose = tl_pose_turned_tilted((tl_vec3){300, 200, 0}, 23, mesh->up == TL_AXIS_PZ ? 0 : 90, 0);
        for (size_t v = 0; v < mesh->vertex_count; v++) {
            mesh->vertices[v] = tl_pose_point(&pose, tl_scale(mesh->vertices[v], scale));
        }
        tl_outline outline;
        clock_t begin = clock();
        if (tl_area_outline_of_mesh(context, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count,
                                    &outline, &error) != TL_OK) {
            print_error("%s: %s\n", meshes[i].file, error.message);
            fail();
        }
        double ms = (double)(clock() - begin) * 1000 / CLOCKS_PER_SEC;
        assert_true(tl_outline_is_simple(&outline, NULL));
        print_message("%s: %.0f ms\n", meshes[i].file, ms);
        if (meshes[i].check) {
            compare_with_geos(meshes[i].file, mesh->vertices, mesh->triangles, mesh->triangle_count, &outline);
        } else {
            print_message("    %zu triangles, %zu rings, %zu edges, area %.3f\n", mesh->triangle_count,
                          outline.ring_count, outline.edge_count, tl_outline_area(&outline));
        }
        tl_outline_free(&outline);
        tl_mesh_destroy(mesh);
    }
}

/* The n-th allocation fails: the right status, nothing leaks (the sanitizer watches), nothing is left half made. */
static void memory_may_run_out(void **state) {
    (void)state;
    soup s = {0};
    soup_box(&s, (tl_vec3){0, 0, 0}, (tl_vec3){100, 100, 30});
    soup_box(&s, (tl_vec3){50, 50, 0}, (tl_vec3){150, 120, 30});
    test_purse purse = {1, 0};
    tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .user = &purse, .allocate = test_purse_allocate};
    tl_context *poor = tl_context_create(&options);
    tl_status status = TL_ERROR_MEMORY;
    size_t n = 0;
    for (; status != TL_OK && n < 200; n++) {
        tl_outline outline;
        tl_error error = {0};
        purse.left = (long)n;
        status =
            tl_area_outline_of_mesh(poor, s.vertices, s.vertex_count, s.triangles, s.triangle_count, &outline, &error);
        assert_true(status == TL_OK || (status == TL_ERROR_MEMORY && outline.kind == TL_OUTLINE_NONE));
        if (status == TL_OK) {
            assert_near(tl_outline_area(&outline), 10000 + 7000 - 2500, 0);
        }
        tl_outline_free(&outline);
    }
    assert_true(status == TL_OK && n > 8);
    tl_context_destroy(poor);
    soup_free(&s);
}

int main(void) {
#ifdef TRUELINE_GEOS
    initGEOS(geos_quiet, geos_quiet);
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_have_their_plan),
        cmocka_unit_test(holes_are_filled_and_gaps_are_not),
        cmocka_unit_test(nothing_has_no_outline),
        cmocka_unit_test(upright_sheets_count),
        cmocka_unit_test(snapped_edges_are_planar),
        cmocka_unit_test(covered_points_are_inside),
        cmocka_unit_test(random_triangles_agree_with_geos),
        cmocka_unit_test(real_meshes),
        cmocka_unit_test(memory_may_run_out),
    };
    int failed = cmocka_run_group_tests_name("area projection", tests, make_context, drop_context);
#ifdef TRUELINE_GEOS
    finishGEOS();
#endif
    return failed;
}
