/* Joining triangles: laws that every result keeps, on thousands of small soups where every pair of triangles is looked
 * at in exact arithmetic; solids whose common skin is walked from edge to edge and measured; real meshes. */
#include "support/assert_geom.h"
#include "support/exact_check.h"
#include "support/real_mesh.h"
#include "support/purse.h"

#include "conform/arrange.h"

#include <stdlib.h>
#include <string.h>

/* --- Soups -------------------------------------------------------------------------------------------------------- */

enum { ROOM = 4096 };

typedef struct soup {
    tl_vec3 points[ROOM];
    uint32_t corners[3 * ROOM];
    size_t point_count, triangle_count;
} soup;

static void add_triangle(soup *s, tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    assert_true(s->point_count + 3 <= ROOM && s->triangle_count < ROOM);
    const tl_vec3 p[3] = {a, b, c};
    for (int k = 0; k < 3; k++) {
        s->corners[3 * s->triangle_count + (size_t)k] = (uint32_t)s->point_count;
        s->points[s->point_count++] = p[k];
    }
    s->triangle_count++;
}

/* A parallelogram in nu x nv cells. */
static void add_sheet(soup *s, tl_vec3 at, tl_vec3 u, tl_vec3 v, int nu, int nv) {
    for (int i = 0; i < nu; i++) {
        for (int j = 0; j < nv; j++) {
            tl_vec3 a = tl_madd(tl_madd(at, u, (double)i / nu), v, (double)j / nv);
            tl_vec3 b = tl_madd(tl_madd(at, u, (i + 1.0) / nu), v, (double)j / nv);
            tl_vec3 c = tl_madd(tl_madd(at, u, (i + 1.0) / nu), v, (j + 1.0) / nv);
            tl_vec3 d = tl_madd(tl_madd(at, u, (double)i / nu), v, (j + 1.0) / nv);
            add_triangle(s, a, b, c);
            add_triangle(s, a, c, d);
        }
    }
}

/* Every face in n x n cells, normals outwards. */
static void add_box(soup *s, tl_vec3 low, tl_vec3 high, int n) {
    tl_vec3 d = tl_sub(high, low), x = {d.x, 0, 0}, y = {0, d.y, 0}, z = {0, 0, d.z};
    add_sheet(s, low, y, x, n, n);
    add_sheet(s, low, z, y, n, n);
    add_sheet(s, low, x, z, n, n);
    add_sheet(s, tl_add(low, z), x, y, n, n);
    add_sheet(s, tl_add(low, x), y, z, n, n);
    add_sheet(s, tl_add(low, y), z, x, n, n);
}

static void move(soup *s, const tl_pose *pose) {
    for (size_t i = 0; i < s->point_count; i++) {
        s->points[i] = tl_pose_point(pose, s->points[i]);
    }
}

/* --- Results ------------------------------------------------------------------------------------------------------ */

/* What there is after joining: triangles that stay and pieces. */
typedef struct joined {
    tl_context *context;
    tl_arranged out;
    tl_vec3 *points;
    size_t point_count;
    uint32_t *corners, *parents;
    size_t count;
} joined;

static void join(joined *j, const soup *s, double weld) {
    *j = (joined){.context = tl_context_create(NULL)};
    tl_conform_soup given = {s->points, s->point_count, s->corners, s->triangle_count};
    assert_int_equal(tl_conform_arrange(j->context, &given, &(tl_arrange_options){.weld = weld}, &j->out, NULL), TL_OK);
    j->point_count = s->point_count + j->out.new_point_count;
    j->points = malloc(j->point_count * sizeof(tl_vec3));
    memcpy(j->points, s->points, s->point_count * sizeof(tl_vec3));
    memcpy(j->points + s->point_count, j->out.new_points, j->out.new_point_count * sizeof(tl_vec3));
    size_t most = s->triangle_count + j->out.triangle_count, r = 0;
    j->corners = malloc(3 * most * sizeof(uint32_t));
    j->parents = malloc(most * sizeof(uint32_t));
    for (size_t i = 0; i < s->triangle_count; i++) {
        if (r < j->out.replaced_count && j->out.replaced[r] == i) {
            r++;
            continue;
        }
        for (size_t k = 0; k < 3; k++) {
            j->corners[3 * j->count + k] = j->out.same[s->corners[3 * i + k]];
        }
        j->parents[j->count++] = (uint32_t)i;
    }
    assert_int_equal(r, j->out.replaced_count); /* ascending, in range */
    memcpy(j->corners + 3 * j->count, j->out.corners, 3 * j->out.triangle_count * sizeof(uint32_t));
    memcpy(j->parents + j->count, j->out.parents, j->out.triangle_count * sizeof(uint32_t));
    j->count = most - j->out.replaced_count;
    assert_int_equal(j->count, most - r);
}

static void end(joined *j) {
    tl_arranged_free(j->context, &j->out);
    tl_context_destroy(j->context);
    free(j->points);
    free(j->corners);
    free(j->parents);
}

static void corners_of(const joined *j, size_t i, tl_vec3 p[3]) {
    for (size_t k = 0; k < 3; k++) {
        p[k] = j->points[j->corners[3 * i + k]];
    }
}

static double area_of(const tl_vec3 p[3]) {
    return 0.5 * tl_length(tl_cross(tl_sub(p[1], p[0]), tl_sub(p[2], p[0])));
}

/* What holds for every result: order, numbers, gaps. */
static void check_promises(const joined *j, const soup *s, double weld) {
    const tl_arranged *out = &j->out;
    size_t r = 0;
    for (size_t i = 0; i < out->triangle_count; i++) {
        const uint32_t *c = out->corners + 3 * i;
        assert_true(i == 0 || out->parents[i - 1] <= out->parents[i]);
        while (r < out->replaced_count && out->replaced[r] < out->parents[i]) {
            r++;
        }
        assert_true(r < out->replaced_count && out->replaced[r] == out->parents[i]);
        assert_true(c[0] != c[1] && c[1] != c[2] && c[2] != c[0]);
        tl_vec3 whole[3];
        for (size_t k = 0; k < 3; k++) {
            assert_true(c[k] < j->point_count);
            assert_true(c[k] >= s->point_count || out->same[c[k]] == c[k]);
            whole[k] = s->points[s->corners[3 * out->parents[i] + k]];
        }
        for (size_t k = 0; k < 3; k++) {
            tl_vec3 p[3] = {j->points[c[k]], j->points[c[k]], j->points[c[k]]};
            assert_true(sqrtl(test_triangle_distance(p, whole)) <= (long double)out->gaps[i]);
        }
        assert_true(out->gaps[i] <= out->gap);
    }
    assert_true(out->gap <= fmax(weld, 1e-9));
}

static bool shares(const joined *j, size_t t, uint32_t id) {
    const uint32_t *c = j->corners + 3 * t;
    return c[0] == id || c[1] == id || c[2] == id;
}

/* Whether an edge of t that has no point in common with u meets it: exact. */
static bool edge_meets(const joined *j, size_t t, size_t u) {
    tl_vec3 p[3], q[3];
    corners_of(j, t, p);
    corners_of(j, u, q);
    for (size_t k = 0; k < 3; k++) {
        size_t l = (k + 1) % 3;
        if (!shares(j, u, j->corners[3 * t + k]) && !shares(j, u, j->corners[3 * t + l]) &&
            exact_meets(p[k], p[l], q)) {
            return true;
        }
    }
    return false;
}

/* No two pieces of different triangles meet but in common points: looked at one by one. */
static void check_no_crossing(const joined *j) {
    for (size_t t = 0; t < j->count; t++) {
        for (size_t u = t + 1; u < j->count; u++) {
            if (j->parents[t] != j->parents[u]) {
                assert_false(edge_meets(j, t, u) || edge_meets(j, u, t));
            }
        }
    }
}

/* Pieces fill their parents: the same area, as far as no part lay on another. */
static double check_areas(const joined *j, const soup *s, double tolerance) {
    double *area = calloc(s->triangle_count + 1, sizeof(double)), missing = 0;
    for (size_t i = 0; i < j->count; i++) {
        tl_vec3 p[3];
        corners_of(j, i, p);
        area[j->parents[i]] += area_of(p);
    }
    for (size_t i = 0; i < s->triangle_count; i++) {
        tl_vec3 p[3];
        for (size_t k = 0; k < 3; k++) {
            p[k] = s->points[s->corners[3 * i + k]];
        }
        double whole = area_of(p);
        assert_true(area[i] <= whole + tolerance);
        missing += whole - area[i];
        if (j->out.doubled == 0) {
            assert_near(area[i], whole, tolerance);
        }
    }
    free(area);
    return missing;
}

/* --- Laws on small soups ------------------------------------------------------------------------------------------ */

typedef enum kind { ANYHOW, GRID, FLAT, GRID_BOXES, BOXES, SHEETS, KINDS } kind;

static tl_vec3 any_point(test_random *r) {
    return (tl_vec3){test_random_between(r, 0, 10), test_random_between(r, 0, 10), test_random_between(r, 0, 10)};
}
static tl_vec3 grid_point(test_random *r, int n) {
    return (tl_vec3){test_random_below(r, n), test_random_below(r, n), test_random_below(r, n)};
}

static void fill(soup *s, kind which, int count, test_random *r) {
    s->point_count = s->triangle_count = 0;
    for (int i = 0; i < count; i++) {
        tl_vec3 a = any_point(r), b = any_point(r), c = any_point(r), g = grid_point(r, 4), h = grid_point(r, 3);
        switch (which) {
        case ANYHOW:
            add_triangle(s, a, b, c);
            break;
        case GRID: /* common corners and edges, points on edges, triangles without area */
            add_triangle(s, g, grid_point(r, 4), grid_point(r, 4));
            break;
        case FLAT:
            a.z = b.z = c.z = 0;
            add_triangle(s, a, b, c);
            break;
        case GRID_BOXES:
            add_box(s, g, tl_add(g, tl_add(h, (tl_vec3){1, 1, 1})), 1);
            break;
        case BOXES:
            add_box(s, a, tl_add(a, tl_add(h, (tl_vec3){1, 1, 1})), 1);
            break;
        default: /* tiles of different sizes in common planes */
            add_sheet(s, g, (tl_vec3){2 + h.x, 0, 0}, i % 2 == 0 ? (tl_vec3){0, 3, 0} : (tl_vec3){0, 0, 3},
                      1 + test_random_below(r, 4), 1 + test_random_below(r, 4));
            break;
        }
    }
}

static void small_soups_come_out_clean(void **state) {
    (void)state;
    test_random r = test_random_start("soups", 71);
    soup *s = malloc(sizeof(*s));
    size_t pairs = 0, unresolved = 0, strayed = 0, pieces = 0;
    double gap = 0;
    int runs = 0;
    for (int n = 0; n < test_trials(600); n++) {
        kind which = (kind)(n % KINDS);
        bool solid = which == GRID_BOXES || which == BOXES, turned = n / KINDS % 2 == 1;
        fill(s, which, 2 + test_random_below(&r, solid ? 2 : which == SHEETS ? 3 : 6), &r);
        tl_pose pose = test_random_pose(&r, 500);
        if (turned) {
            move(s, &pose);
        }
        joined j;
        join(&j, s, 0);
        check_promises(&j, s, TL_ARRANGE_WELD);
        check_areas(&j, s, j.out.gap * 200 + 1e-9);
        pairs += j.out.pairs;
        pieces += j.out.triangle_count;
        unresolved += j.out.unresolved;
        strayed += j.out.strayed;
        gap = fmax(gap, j.out.gap);
        runs++;
        if (j.out.unresolved == 0 && j.out.strayed == 0) {
            check_no_crossing(&j);
        }
        end(&j);
    }
    print_message("%d soups, %zu pairs met, %zu pieces, %zu pairs left, %zu strayed, gap %.2g mm\n", runs, pairs,
                  pieces, unresolved, strayed, gap);
    assert_int_equal(unresolved, 0);
    assert_int_equal(strayed, 0);
    assert_true(pairs > (size_t)test_trials(4000) && pieces > (size_t)test_trials(10000));
    free(s);
}

/* --- Skins -------------------------------------------------------------------------------------------------------- */

/* One side of an edge of a triangle. */
typedef struct hinge {
    uint32_t low, high, triangle, k;
    double angle;
} hinge;

static int by_hinge(const void *x, const void *y) {
    const hinge *a = x, *b = y;
    if (a->low != b->low) {
        return a->low < b->low ? -1 : 1;
    }
    if (a->high != b->high) {
        return a->high < b->high ? -1 : 1;
    }
    return a->angle < b->angle ? -1 : a->angle > b->angle;
}

/* The angle of a triangle's third corner round an edge from its lower point to its higher. */
static double angle_round(const joined *j, const hinge *h) {
    tl_vec3 from = j->points[h->low], axis = tl_normalise(tl_sub(j->points[h->high], from));
    tl_vec3 side = fabs(axis.x) < 0.6 ? (tl_vec3){1, 0, 0} : (tl_vec3){0, 1, 0};
    tl_vec3 u = tl_normalise(tl_cross(axis, side)), v = tl_cross(axis, u);
    tl_vec3 r = tl_sub(j->points[j->corners[3 * h->triangle + (h->k + 2) % 3]], from);
    return atan2(tl_dot(r, v), tl_dot(r, u));
}

/* The volume inside the skin that is reached from the outer side of the outermost triangle by crossing edges, always
 * to the next triangle round the edge on this side. Fails unless every edge of it has two triangles' sides. */
static double skin_volume(const joined *j, size_t *faces) {
    size_t uses = 3 * j->count;
    hinge *hinges = malloc(uses * sizeof(*hinges));
    uint32_t *place = malloc(uses * sizeof(*place));
    for (uint32_t i = 0; i < uses; i++) {
        uint32_t t = i / 3, k = i % 3, a = j->corners[3 * t + k], b = j->corners[3 * t + (k + 1) % 3];
        hinges[i] = (hinge){a < b ? a : b, a < b ? b : a, t, k, 0};
        hinges[i].angle = angle_round(j, &hinges[i]);
    }
    qsort(hinges, uses, sizeof(*hinges), by_hinge);
    for (uint32_t i = 0; i < uses; i++) {
        place[3 * hinges[i].triangle + hinges[i].k] = i;
    }
    /* a highest point, the steepest... any triangle there whose upper side is open: the one that faces up most */
    size_t start = 0;
    double best = -INFINITY;
    for (size_t t = 0; t < j->count; t++) {
        tl_vec3 p[3];
        corners_of(j, t, p);
        double top = fmax(p[0].z, fmax(p[1].z, p[2].z));
        tl_vec3 n = tl_normalise(tl_cross(tl_sub(p[1], p[0]), tl_sub(p[2], p[0])));
        if (top > best + 1e-9 || (top > best - 1e-9 && fabs(n.z) > 0)) {
            tl_vec3 q[3];
            corners_of(j, start, q);
            tl_vec3 m = tl_normalise(tl_cross(tl_sub(q[1], q[0]), tl_sub(q[2], q[0])));
            if (top > best + 1e-9 || fabs(n.z) > fabs(m.z)) {
                start = t;
            }
            best = fmax(best, top);
        }
    }
    tl_vec3 p[3];
    corners_of(j, start, p);
    bool up = tl_cross(tl_sub(p[1], p[0]), tl_sub(p[2], p[0])).z > 0;
    bool *seen = calloc(2 * j->count, sizeof(bool));
    uint32_t *stack = malloc(2 * j->count * sizeof(*stack));
    size_t count = 0;
    double volume = 0;
    stack[count++] = (uint32_t)(2 * start + (up ? 0 : 1));
    seen[stack[0]] = true;
    *faces = 0;
    while (count > 0) {
        uint32_t half = stack[--count], t = half / 2, side = half % 2;
        corners_of(j, t, p);
        volume += (side == 0 ? 1 : -1) * tl_dot(p[0], tl_cross(p[1], p[2])) / 6;
        ++*faces;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t i = place[3 * t + k], first = i, last = i;
            while (first > 0 && hinges[first - 1].low == hinges[i].low && hinges[first - 1].high == hinges[i].high) {
                first--;
            }
            while (last + 1 < uses && hinges[last + 1].low == hinges[i].low &&
                   hinges[last + 1].high == hinges[i].high) {
                last++;
            }
            assert_true(last > first); /* no open edge */
            /* the side faces growing angles where the triangle runs along the edge and it is the front */
            bool grows = (j->corners[3 * t + k] == hinges[i].low) == (side == 0);
            uint32_t n = grows ? (i == last ? first : i + 1) : i == first ? last : i - 1;
            bool along = j->corners[3 * hinges[n].triangle + hinges[n].k] == hinges[n].low;
            uint32_t next = 2 * hinges[n].triangle + (along == !grows ? 0 : 1);
            if (!seen[next]) {
                seen[next] = true;
                stack[count++] = next;
            }
        }
    }
    free(hinges);
    free(place);
    free(seen);
    free(stack);
    return volume;
}

static double overlap(double a, double b, double c, double d) {
    return fmax(0, fmin(b, d) - fmax(a, c));
}

/* Two boxes, cut differently, in all the ways that pieces of terrain meet: the skin of both together is closed and
 * encloses what the boxes do together. */
static void two_boxes_get_one_skin(void **state) {
    (void)state;
    test_random r = test_random_start("two boxes", 72);
    soup *s = malloc(sizeof(*s));
    const double depths[] = {0, 0.02, 0.05, 0.2, 0.5, 1, 2};
    for (int n = 0; n < test_trials(168); n++) {
        double depth = depths[n % 7];
        tl_vec3 size = {test_random_between(&r, 5, 30), test_random_between(&r, 5, 30), test_random_between(&r, 5, 30)};
        tl_vec3 low = {size.x - depth, 0, 0}, high;
        int way = n / 7 % 4;
        low.y = way == 0 ? 0 : test_random_between(&r, -4, 4); /* way 0: common face, whole */
        low.z = way == 0 || way == 1 ? 0 : test_random_between(&r, -4, 4);
        high = (tl_vec3){low.x + test_random_between(&r, 3, 20),
                         way == 0 ? size.y : low.y + test_random_between(&r, 5, 20),
                         way == 0 ? size.z : low.z + test_random_between(&r, 5, 20)};
        s->point_count = s->triangle_count = 0;
        add_box(s, (tl_vec3){0, 0, 0}, size, 1 + test_random_below(&r, 3));
        add_box(s, low, high, 1 + test_random_below(&r, 4));
        double both =
            size.x * size.y * size.z + (high.x - low.x) * (high.y - low.y) * (high.z - low.z) -
            overlap(0, size.x, low.x, high.x) * overlap(0, size.y, low.y, high.y) * overlap(0, size.z, low.z, high.z);
        tl_pose pose = test_random_pose(&r, 300);
        bool turned = n / 28 % 2 == 1;
        if (turned) {
            move(s, &pose);
        }
        joined j;
        size_t faces;
        join(&j, s, 0);
        assert_int_equal(j.out.unresolved, 0);
        check_promises(&j, s, TL_ARRANGE_WELD);
        assert_near(skin_volume(&j, &faces), both, 1e-7 * (1 + both) + 4000 * j.out.gap);
        if (depth == 0 && way == 0) {
            assert_true(j.out.doubled > 0); /* the common face is there once */
        }
        end(&j);
    }
    free(s);
}

/* Tiles of two sizes along a common line: afterwards every edge but the outline's has two triangles. */
static void tiles_of_two_sizes_share_edges(void **state) {
    (void)state;
    test_random r = test_random_start("tiles", 73);
    soup *s = malloc(sizeof(*s));
    for (int n = 0; n < test_trials(200); n++) {
        s->point_count = s->triangle_count = 0;
        int a = 1 + test_random_below(&r, 7), b = 1 + test_random_below(&r, 7);
        double misfit = n % 3 == 0 ? 0 : n % 3 == 1 ? 1e-13 : 1.3e-4;
        add_sheet(s, (tl_vec3){0, 0, 0}, (tl_vec3){10, 0, 0}, (tl_vec3){0, 4, 0}, a, 2);
        add_sheet(s, (tl_vec3){0, 4 + misfit, 0.5 * misfit}, (tl_vec3){10, 0, 0}, (tl_vec3){0, 3, 0}, b, 1);
        tl_pose pose = test_random_pose(&r, 300);
        move(s, &pose);
        joined j;
        join(&j, s, 0);
        double outline = 0;
        for (size_t i = 0; i < 3 * j.count; i++) {
            uint32_t u = j.corners[i], v = j.corners[i % 3 == 2 ? i - 2 : i + 1], users = 0;
            for (size_t k = 0; k < 3 * j.count; k++) {
                uint32_t x = j.corners[k], y = j.corners[k % 3 == 2 ? k - 2 : k + 1];
                users += (u == x && v == y) || (u == y && v == x);
            }
            assert_true(users == 1 || users == 2);
            outline += users == 1 ? tl_distance(j.points[u], j.points[v]) : 0;
        }
        assert_near(outline, 2 * (10 + 7), 1e-9 + 10 * misfit);
        end(&j);
    }
    free(s);
}

/* --- Thin things stay --------------------------------------------------------------------------------------------- */

static void thin_things_stay(void **state) {
    (void)state;
    soup *s = malloc(sizeof(*s));
    joined j;
    /* two foils 0.02 apart, tiled alike and differently */
    for (int n = 1; n < 4; n++) {
        s->point_count = s->triangle_count = 0;
        add_sheet(s, (tl_vec3){0, 0, 0}, (tl_vec3){9, 1, 0}, (tl_vec3){0, 7, 2}, 3, 3);
        add_sheet(s, (tl_vec3){0, 0, 0.02}, (tl_vec3){9, 1, 0}, (tl_vec3){0, 7, 2}, n, n);
        join(&j, s, 0);
        assert_int_equal(j.out.replaced_count, 0);
        end(&j);
    }
    /* a slit 0.02 wide between two plates that stand on one floor: both floors' cuts run beside it, nothing closes it
     */
    s->point_count = s->triangle_count = 0;
    add_sheet(s, (tl_vec3){-10, -10, 0}, (tl_vec3){20, 0, 0}, (tl_vec3){0, 20, 0}, 1, 1);
    add_box(s, (tl_vec3){-5, -1, 0}, (tl_vec3){-0.01, 1, 6}, 1);
    add_box(s, (tl_vec3){0.01, -1, 0}, (tl_vec3){5, 1, 6}, 2);
    join(&j, s, 0);
    assert_int_equal(j.out.unresolved, 0);
    for (size_t i = 0; i < 3 * j.count; i++) {
        tl_vec3 p = j.points[j.corners[i]], q = j.points[j.corners[i % 3 == 2 ? i - 2 : i + 1]];
        /* only the floor reaches from one plate to the other */
        assert_true(p.x * q.x >= 0 || (p.z == 0 && q.z == 0));
    }
    end(&j);
    free(s);
}

static void a_box_and_its_double(void **state) {
    (void)state;
    soup *s = malloc(sizeof(*s));
    *s = (soup){.point_count = 0};
    add_box(s, (tl_vec3){1, 2, 3}, (tl_vec3){5, 5, 9}, 2);
    size_t once = s->triangle_count;
    add_box(s, (tl_vec3){1, 2, 3}, (tl_vec3){5, 5, 9}, 2);
    joined j;
    join(&j, s, 0);
    assert_int_equal(j.out.replaced_count, once);
    assert_int_equal(j.out.replaced[0], once);
    assert_int_equal(j.out.triangle_count, 0);
    assert_int_equal(j.out.doubled, once);
    end(&j);
    /* its double in other tiles: everything of the second lies on the first */
    s->point_count = 3 * once;
    s->triangle_count = once;
    add_box(s, (tl_vec3){1, 2, 3}, (tl_vec3){5, 5, 9}, 3);
    join(&j, s, 0);
    assert_int_equal(j.out.unresolved, 0);
    size_t faces;
    assert_near(skin_volume(&j, &faces), 4 * 3 * 6, 1e-9);
    assert_int_equal(faces, j.count); /* the skin is all there is */
    assert_near(check_areas(&j, s, 1e-9), 2 * (12 + 18 + 24), 1e-9);
    end(&j);
    free(s);
}

/* --- Plain cases ------------------------------------------------------------------------------------------------ */

static void equal_points_and_doubles(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    /* a square twice, of points of its own each time, once turned over; a triangle without three corners; a lone one */
    const tl_vec3 points[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, -0.0}, {0, 0, 0}, {4, 0, 0},
                              {4, 4, 0}, {0, 4, 0}, {9, 9, 9}, {9, 9, 10},   {9, 8, 9}};
    const uint32_t corners[] = {0, 1, 2, 0, 2, 3, 6, 5, 4, 7, 6, 4, 8, 8, 9, 8, 9, 10};
    tl_conform_soup given = {points, 11, corners, 6};
    tl_arranged out;
    assert_int_equal(tl_conform_arrange(context, &given, NULL, &out, NULL), TL_OK);
    assert_int_equal(out.replaced_count, 3);
    assert_int_equal(out.replaced[0], 2);
    assert_int_equal(out.replaced[1], 3);
    assert_int_equal(out.replaced[2], 4);
    assert_int_equal(out.triangle_count, 0);
    assert_int_equal(out.doubled, 2);
    for (uint32_t i = 0; i < 11; i++) {
        assert_int_equal(out.same[i], i < 8 ? i % 4 : i);
    }
    tl_arranged_free(context, &out);
    tl_arranged_free(context, &out);
    tl_context_destroy(context);
}

static void bad_soups_are_refused(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    tl_vec3 points[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, NAN}};
    const uint32_t corners[] = {0, 1, 2, 0, 1, 3};
    tl_arranged out;
    tl_error error = {0};
    assert_int_equal(tl_conform_arrange(context, &(tl_conform_soup){points, 3, corners, 1}, NULL, &out, &error),
                     TL_ERROR_ARGUMENT);
    assert_string_equal(error.message, "point 2 isn't a place");
    points[2].z = 1;
    error = (tl_error){0};
    assert_int_equal(tl_conform_arrange(context, &(tl_conform_soup){points, 3, corners, 2}, NULL, &out, &error),
                     TL_ERROR_ARGUMENT);
    assert_string_equal(error.message, "triangle 1 has a corner 3, which is no point");
    assert_int_equal(tl_conform_arrange(context, &(tl_conform_soup){points, 3, corners, 1}, NULL, &out, NULL), TL_OK);
    assert_int_equal(out.replaced_count, 0);
    tl_arranged_free(context, &out);
    assert_int_equal(tl_conform_arrange(context, &(tl_conform_soup){NULL, 0, NULL, 0}, NULL, &out, NULL), TL_OK);
    tl_arranged_free(context, &out);
    tl_context_destroy(context);
}

/* --- Real meshes -------------------------------------------------------------------------------------------------- */

static void real_buildings_in_real_ground(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    tl_mesh *ground = test_real_mesh(context, "landform_crater.glb", 400);
    tl_mesh *house = test_real_mesh(context, "box3d_building.obj", 160);
    if (ground == NULL || house == NULL) {
        tl_mesh_destroy(ground);
        tl_mesh_destroy(house);
        tl_context_destroy(context);
        skip();
    }
    size_t points = ground->vertex_count + house->vertex_count, count = ground->triangle_count + house->triangle_count;
    tl_vec3 *at = malloc(points * sizeof(*at));
    uint32_t *corners = malloc(3 * count * sizeof(*corners));
    memcpy(at, ground->vertices, ground->vertex_count * sizeof(*at));
    memcpy(corners, ground->triangles, 3 * ground->triangle_count * sizeof(*corners));
    tl_box3 box = tl_mesh_box(ground);
    for (size_t i = 0; i < house->vertex_count; i++) {
        tl_vec3 p = house->vertices[i];
        at[ground->vertex_count + i] =
            (tl_vec3){0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y, p.z + 0.4 * (box.high.z + box.low.z)};
    }
    for (size_t i = 0; i < 3 * house->triangle_count; i++) {
        corners[3 * ground->triangle_count + i] = house->triangles[i] + (uint32_t)ground->vertex_count;
    }
    tl_conform_soup given = {at, points, corners, count};
    tl_arranged out, again;
    assert_int_equal(tl_conform_arrange(context, &given, NULL, &out, NULL), TL_OK);
    print_message("%zu triangles, %zu cut into %zu, %zu pairs met, %zu left, %zu strayed, gap %.2g mm\n", count,
                  out.replaced_count, out.triangle_count, out.pairs, out.unresolved, out.strayed, out.gap);
    assert_true(out.replaced_count > 0 && out.gap <= TL_ARRANGE_WELD);
    assert_true(out.unresolved * 1000 <= out.pairs);
    /* the same bytes again */
    assert_int_equal(tl_conform_arrange(context, &given, NULL, &again, NULL), TL_OK);
    assert_int_equal(again.triangle_count, out.triangle_count);
    assert_int_equal(again.new_point_count, out.new_point_count);
    assert_memory_equal(again.corners, out.corners, 3 * out.triangle_count * sizeof(uint32_t));
    assert_memory_equal(again.new_points, out.new_points, out.new_point_count * sizeof(tl_vec3));
    tl_arranged_free(context, &out);
    tl_arranged_free(context, &again);
    free(at);
    free(corners);
    tl_mesh_destroy(ground);
    tl_mesh_destroy(house);
    tl_context_destroy(context);
}

/* --- Running out -------------------------------------------------------------------------------------------------- */

static bool stop(void *user, double done, const char *what) {
    (void)user;
    (void)done;
    (void)what;
    return false;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    soup *s = malloc(sizeof(*s));
    *s = (soup){.point_count = 0};
    add_box(s, (tl_vec3){0, 0, 0}, (tl_vec3){4, 4, 4}, 2);
    add_box(s, (tl_vec3){2, 1, 1}, (tl_vec3){6, 5, 5.5}, 1);
    add_sheet(s, (tl_vec3){-1, -1, 4}, (tl_vec3){12, 0, 0}, (tl_vec3){0, 12, 0}, 2, 2);
    tl_conform_soup given = {s->points, s->point_count, s->corners, s->triangle_count};
    test_purse purse = {-1, 0};
    tl_context *context = tl_context_create(&(tl_context_options){
        .struct_size = sizeof(tl_context_options), .user = &purse, .allocate = test_purse_allocate});
    long mine = purse.held;
    for (size_t n = 0;; n++) {
        tl_arranged out;
        tl_error error = {0};
        purse.left = (long)n;
        tl_status status = tl_conform_arrange(context, &given, NULL, &out, &error);
        purse.left = -1;
        if (status == TL_OK) {
            assert_true(n > 40 && out.triangle_count > 40);
            tl_arranged_free(context, &out);
            assert_int_equal(purse.held, mine);
            break;
        }
        assert_int_equal(status, TL_ERROR_MEMORY);
        assert_int_equal(error.status, TL_ERROR_MEMORY);
        assert_null(out.corners);
        assert_int_equal(purse.held, mine);
    }
    tl_context_destroy(context);
    context = tl_context_create(&(tl_context_options){
        .struct_size = sizeof(tl_context_options), .user = &purse, .allocate = test_purse_allocate, .progress = stop});
    tl_arranged out;
    tl_error error = {0};
    mine = purse.held;
    assert_int_equal(tl_conform_arrange(context, &given, NULL, &out, &error), TL_ERROR_CANCELLED);
    assert_int_equal(purse.held, mine);
    tl_context_destroy(context);
    free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_points_and_doubles),       cmocka_unit_test(bad_soups_are_refused),
        cmocka_unit_test(small_soups_come_out_clean),     cmocka_unit_test(two_boxes_get_one_skin),
        cmocka_unit_test(tiles_of_two_sizes_share_edges), cmocka_unit_test(thin_things_stay),
        cmocka_unit_test(a_box_and_its_double),           cmocka_unit_test(real_buildings_in_real_ground),
        cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
