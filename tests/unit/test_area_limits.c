/* Sight near the limit of three game units inside a wood: what is just too deep is proved to be, and what is just near
 * enough is seen (DB-ARE-03, DB-ARE-06, DB-ARE-11). The least depth of all lines between two bodies is found a second
 * time, by descent over their ends, with nothing of the engine's. */
#include "support/made_area.h"

#include "body/tessellate.h"
#include "visibility/visibility.h"

#include <math.h>
#include <stdlib.h>

enum { FOOT, HULL, HILL, KINDS };
static const char *const kind_names[KINDS] = {"infantry", "at a vehicle", "from a hill"};

/* Where an end of lines may be: round the centre, within a radius in plan or half sides, and between heights. */
typedef struct place {
    tl_vec3 centre;
    bool round;
    double half[2], tall; /* radius, twice; half sides; half the height */
    double base;          /* depths start at a base of this radius; 0: at the line's own end */
} place;

/* Lines run from `from`, before the wood, to `to` in it; its edge is x = 0, with a gap from there to x = gap when there
 * is a second one: only what lies beyond or before it counts. */
typedef struct duel {
    place from, to;
    double strip, gap; /* two woods: the first is so deep, the second begins so far behind it; 0: one wood */
    double turn;
    tl_vec2 shift; /* in the scene all is turned and shifted */
} duel;

static tl_vec3 keep_in(const place *p, tl_vec3 x) {
    double dx = x.x - p->centre.x, dy = x.y - p->centre.y, r = hypot(dx, dy);
    if (p->round && r > p->half[0]) {
        x.x = p->centre.x + dx * p->half[0] / r;
        x.y = p->centre.y + dy * p->half[0] / r;
    } else if (!p->round) {
        x.x = p->centre.x + fmax(-p->half[0], fmin(p->half[0], dx));
        x.y = p->centre.y + fmax(-p->half[1], fmin(p->half[1], dy));
    }
    x.z = fmax(p->centre.z - p->tall, fmin(p->centre.z + p->tall, x.z));
    return x;
}

/* How deep the line from p to q lies in the woods, from the first edge to where measuring ends. */
static double depth_of(const duel *d, tl_vec3 p, tl_vec3 q) {
    double whole = tl_distance(p, q), dx = q.x - p.x, dy = q.y - p.y, stop = 1;
    if (d->to.base > 0) {
        double fx = q.x - d->to.centre.x, fy = q.y - d->to.centre.y;
        double a = dx * dx + dy * dy, b = fx * dx + fy * dy, c = fx * fx + fy * fy - d->to.base * d->to.base;
        stop = 1 - (b + sqrt(b * b - a * c)) / a;
    }
    return whole * (stop + p.x / dx - d->gap / dx);
}

/* The least depth: from many pairs of ends, step by step down. */
static double least_depth(const duel *d) {
    double best = INFINITY;
    for (int start = 0; start < 81; start++) {
        tl_vec3 end[2];
        for (int e = 0; e < 2; e++) {
            const place *p = e == 0 ? &d->from : &d->to;
            int k = e == 0 ? start % 9 : start / 9;
            end[e] =
                keep_in(p, (tl_vec3){p->centre.x + (k % 3 - 1) * p->half[0], p->centre.y + (k / 3 - 1) * p->half[1],
                                     p->centre.z + (e == 0 ? -p->tall : p->tall)});
        }
        double now = depth_of(d, end[0], end[1]);
        for (double step = 4; step > 1e-8;) {
            bool better = false;
            for (int k = 0; k < 12; k++) {
                tl_vec3 trial[2] = {end[0], end[1]};
                double *x = k % 3 == 0 ? &trial[k / 6].x : k % 3 == 1 ? &trial[k / 6].y : &trial[k / 6].z;
                *x += k / 3 % 2 == 0 ? step : -step;
                trial[k / 6] = keep_in(k / 6 == 0 ? &d->from : &d->to, trial[k / 6]);
                double there = depth_of(d, trial[0], trial[1]);
                if (there < now - 1e-13) {
                    now = there;
                    end[0] = trial[0];
                    end[1] = trial[1];
                    better = true;
                }
            }
            step = better ? step : 0.5 * step;
        }
        best = fmin(best, now);
    }
    return best;
}

static place soldier(double x, double y, double z) {
    return (place){.centre = {x, y, z + 18}, .round = true, .half = {6, 6}, .tall = 10, .base = 12.5};
}

/* Two who are `least` deep on their best line. */
static duel make_duel(test_random *r, int kind, bool two_woods, double least) {
    duel d = {.from = soldier(-test_random_between(r, 15, 90), 0, 0), .turn = test_random_between(r, 0, 6.28)};
    d.shift = (tl_vec2){test_random_between(r, 500, 1500), test_random_between(r, 500, 1500)};
    if (two_woods) {
        d.strip = test_random_between(r, 30, 90);
        d.gap = test_random_between(r, 20, 80);
    }
    d.to = soldier(0, test_random_between(r, -90, 90), 0);
    if (kind == HULL) {
        d.to = (place){.centre = {0, d.to.centre.y, 25}, .half = {50, 25}, .tall = 20};
    } else if (kind == HILL) { /* upright boxes: their best lines run from foot to head */
        d.from = (place){.centre = {d.from.centre.x, 0, test_random_between(r, 60, 200)}, .half = {6, 6}, .tall = 14};
        d.to = (place){.centre = {0, d.to.centre.y, 18}, .half = {6, 6}, .tall = 14, .base = 12.5};
    }
    d.to.centre.x = least + d.gap + 12;
    double off = 1;
    for (int k = 0; k < 60 && fabs(off) > 1e-4; k++) {
        off = least - least_depth(&d);
        d.to.centre.x += off;
    }
    assert_true(fabs(off) <= 1e-4);
    return d;
}

/* --- The same for the engine -------------------------------------------------------------------------------------- */

static tl_vec2 in_scene(const duel *d, double x, double y) {
    double s = sin(d->turn), c = cos(d->turn);
    return (tl_vec2){d->shift.x + c * x - s * y, d->shift.y + s * x + c * y};
}

static tl_bvh *body_of(const duel *d, const place *p) {
    tl_shape shape = {
        .kind = p->round ? TL_SHAPE_CAPSULE : TL_SHAPE_BOX, .pose = tl_pose_identity(), .radius = p->half[0]};
    tl_vec2 at = in_scene(d, p->centre.x, p->centre.y);
    shape.pose = tl_pose_turned((tl_vec3){at.x, at.y, p->centre.z}, d->turn * 180 / acos(-1));
    shape.from = (tl_vec3){p->round ? 0 : -p->half[0], p->round ? 0 : -p->half[1], -p->tall};
    shape.to = (tl_vec3){p->round ? 0 : p->half[0], p->round ? 0 : p->half[1], p->tall};
    tl_bvh *bvh;
    tl_mesh *mesh = tl_mesh_create(area_context);
    assert_non_null(mesh);
    assert_int_equal(tl_shape_tessellate(&shape, "core", TL_ROLE_CORE, mesh, NULL), TL_OK);
    assert_int_equal(tl_bvh_build(area_context, mesh->vertices, mesh->vertex_count, mesh->triangles,
                                  mesh->triangle_count, NULL, &bvh, NULL),
                     TL_OK);
    tl_mesh_destroy(mesh);
    return bvh;
}

static tl_outline wood(const duel *d, double x0, double x1) {
    const tl_vec2 corner[4] = {in_scene(d, x0, -600), in_scene(d, x1, -600), in_scene(d, x1, 600),
                               in_scene(d, x0, 600)};
    return area_polygon(corner, 4);
}

static tl_sight look(const duel *d) {
    bool two = d->gap > 0;
    tl_outline woods[2] = {wood(d, d->strip + d->gap, 1500), {.kind = TL_OUTLINE_NONE}}, base[2];
    woods[1] = two ? wood(d, 0, d->strip) : woods[1];
    tl_area_sight sights[2];
    for (int i = 0; i < 2; i++) {
        sights[i] = area_sight_between(&woods[i], -INFINITY, 500, OUT, i == 0 ? IN : OUT, area_dust());
        /* from a hill the way to the edge is longer; two woods together would be too deep for one unit */
        sights[i].rules.edge_limit = sights[i].rules.through_limit = two || d->from.base == 0 ? 2000 : 100;
        for (int e = 0; e < 2; e++) {
            const place *p = e == 0 ? &d->from : &d->to;
            base[e] = tl_outline_disc(in_scene(d, p->centre.x, p->centre.y), p->base > 0 ? p->base : 1);
            sights[i].end[e].footprint = p->base > 0 ? &base[e] : NULL;
            sights[i].end[e].from_footprint = p->base > 0;
        }
    }
    tl_area_sum sum = {sights, 2};
    tl_condition condition = two ? tl_area_sum_condition(&sum, 0) : tl_area_condition(&sights[0], 0);
    tl_world *world;
    uint8_t blockers[1] = {0};
    assert_int_equal(tl_world_create(area_context, 1, &world, NULL), TL_OK);
    tl_obstacles obstacles = {
        .world = world, .blockers = blockers, .ground_slot = -1, .conditions = &condition, .condition_count = 1};
    tl_bvh *a = body_of(d, &d->from), *b = body_of(d, &d->to);
    const tl_sight_options options = {.prove = true, .check_lines = 2};
    tl_sight sight;
    assert_int_equal(tl_visibility_between(area_context, &obstacles, a, b, &options, &sight, NULL), TL_OK);
    tl_bvh_destroy(a);
    tl_bvh_destroy(b);
    tl_world_destroy(world);
    tl_outline_free(&woods[0]);
    tl_outline_free(&woods[1]);
    return sight;
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void try_limits(bool two_woods, uint64_t seed) {
    static const double apart[5] = {0.05, 0.1, 0.5, 1, 5};
    enum { EACH = 6 };
    test_random r = test_random_start(two_woods ? "near the limit of two woods" : "near the limit", seed);
    int wrong = 0, open = 0, all = 0, each = test_trials(EACH);
    for (int kind = 0; kind < (two_woods ? HULL : KINDS); kind++) {
        for (int k = 0; k < 10; k++) {
            double eps = k % 2 == 0 ? apart[k / 2] : -apart[k / 2];
            uint64_t work[EACH];
            int right = 0;
            for (int n = 0; n < each; n++) {
                duel d = make_duel(&r, kind, two_woods, 300 + eps);
                tl_sight sight = look(&d);
                bool no = sight.verdict == TL_VERDICT_NO, yes = sight.verdict == TL_VERDICT_YES;
                wrong += (eps > 0 ? yes : no) || sight.failed_checks > 0;
                right += eps > 0 ? no : yes;
                work[n] = sight.work;
            }
            qsort(work, (size_t)each, sizeof(work[0]), compare);
            print_message("%s, %5.2f mm %s: %d of %d certified, median work %llu\n", kind_names[kind], fabs(eps),
                          eps > 0 ? "too deep" : "to spare", right, each, (unsigned long long)work[each / 2]);
            open += each - right;
            all += each;
        }
    }
    print_message("%d wrong, %d of %d not certified\n", wrong, open, all);
    assert_int_equal(wrong, 0);
    assert_true(open * 25 <= all);
}

static void near_three_units(void **state) {
    (void)state;
    try_limits(false, 195);
}

static void near_three_units_of_two_woods(void **state) {
    (void)state;
    try_limits(true, 196);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(near_three_units),
                                       cmocka_unit_test(near_three_units_of_two_woods)};
    return cmocka_run_group_tests_name("area limits", tests, area_begin, area_end);
}
