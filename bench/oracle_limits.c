/* oracle_limits.c: conditions that join the search: depth in areas, a length, a direction. Every one is decided a
 * second time here, by plain code: crossings with every wall, sorted. */
#include "area/area.h"
#include "oracle.h"
#include "support/area_check.h"

#include <stdlib.h>

enum { AREAS = 2 };

/* Lines at most so long, and, seen from the first body's place, to the right side of two upright planes. */
typedef struct reach {
    double longest;
    tl_vec2 apex, left, right; /* normals: allowed where both products are not negative */
} reach;

typedef struct limits {
    test_prism prisms[AREAS];
    tl_outline outlines[AREAS];
    tl_area_sight sights[AREAS];
    int area_count;
    bool clear[AREAS];               /* no line may enter at all */
    tl_outline footprints[AREAS][2]; /* discs */
    tl_area_sum sum;
    bool sums; /* depths add up */
    bool has_reach;
    reach reach;
    tl_condition conditions[AREAS + 1];
    size_t condition_count;
} limits;

/* --- A second opinion --------------------------------------------------------------------------------------------- */

static double side(tl_vec2 n, tl_vec2 apex, tl_vec3 x) {
    return n.x * (x.x - apex.x) + n.y * (x.y - apex.y);
}

static double reach_to_spare(const reach *r, tl_vec3 p, tl_vec3 q) {
    return fmin(r->longest - tl_distance(p, q), fmin(side(r->left, r->apex, q), side(r->right, r->apex, q)));
}

/* How far a line is from breaking any condition, in mm; negative: it breaks one. */
static double to_spare(const limits *l, tl_vec3 p, tl_vec3 q) {
    double spare = l->has_reach ? reach_to_spare(&l->reach, p, q) : INFINITY;
    for (int i = 0; i < l->area_count; i++) {
        test_stretch in[TEST_STRETCHES];
        double here = l->clear[i] ? (test_prism_stretches(&l->prisms[i], p, q, in) > 0 ? -1 : INFINITY)
                                  : test_depth_to_spare(&l->sights[i], &l->prisms[i], p, q);
        spare = fmin(spare, here);
    }
    return l->sums ? fmin(spare, test_depths_to_spare(l->sights, l->prisms, l->area_count, p, q)) : spare;
}

/* --- The condition of length and direction ------------------------------------------------------------------------ */

static bool reach_line(const void *user, tl_vec3 p, tl_vec3 q) {
    return reach_to_spare(user, p, q) >= 0;
}

/* Lengths are greatest between corners, and at least the gap of the two sets along the line of their middles. */
static tl_condition_bundle reach_bundle(const void *user, const tl_vec3 *a, size_t a_count, const tl_vec3 *b,
                                        size_t b_count) {
    const reach *r = user;
    double longest = 0, far_a = -INFINITY, near_b = INFINITY, least[2] = {INFINITY, INFINITY},
           most[2] = {-INFINITY, -INFINITY};
    tl_vec3 axis = tl_normalise(tl_sub(b[0], a[0]));
    for (size_t i = 0; i < a_count; i++) {
        far_a = fmax(far_a, tl_dot(axis, a[i]));
    }
    for (size_t k = 0; k < b_count; k++) {
        near_b = fmin(near_b, tl_dot(axis, b[k]));
        const double sides[2] = {side(r->left, r->apex, b[k]), side(r->right, r->apex, b[k])};
        for (int s = 0; s < 2; s++) {
            least[s] = fmin(least[s], sides[s]);
            most[s] = fmax(most[s], sides[s]);
        }
        for (size_t i = 0; i < a_count; i++) {
            longest = fmax(longest, tl_distance(a[i], b[k]));
        }
    }
    if (near_b - far_a > r->longest + 1e-9 || most[0] < -1e-9 || most[1] < -1e-9) {
        return TL_BUNDLE_NONE;
    }
    return longest < r->longest - 1e-9 && least[0] > 1e-9 && least[1] > 1e-9 ? TL_BUNDLE_ALL : TL_BUNDLE_SPLIT;
}

/* --- Random limits ------------------------------------------------------------------------------------------------ */

static test_prism random_prism(campaign *c, const bench_body *a, const bench_body *b) {
    double where = bench_random(&c->random, -0.1, 1.1), radius = bench_random(&c->random, 15, 130);
    tl_vec3 at = tl_lerp(a->at, b->at, where);
    test_prism m = {.count = 3 + (int)bench_random(&c->random, 0, TEST_PRISM_CORNERS - 2), .bottom = at.z - 60};
    m.top = at.z + bench_random(&c->random, 5, 120);
    double turn = bench_random(&c->random, 0, 6);
    for (int i = 0; i < m.count; i++) {
        double angle = turn + 2 * TL_PI * i / m.count, r = radius * bench_random(&c->random, 0.3, 1);
        m.corner[i] = (tl_vec2){at.x + r * cos(angle), at.y + r * sin(angle)};
    }
    return m;
}

static tl_area_rules random_rules(campaign *c) {
    tl_area_rules rules = {.edge_limit = bench_random(&c->random, 10, 150),
                           .through_limit = bench_random(&c->random, 10, 150),
                           .inside_limit = INFINITY,
                           .distance = TL_AREA_ALONG_LINE,
                           .through = (tl_area_through)(int)bench_random(&c->random, 0, 3),
                           .near = (tl_area_near)(int)bench_random(&c->random, 0, 2),
                           .cap_scope = (tl_area_cap_scope)(int)bench_random(&c->random, 0, 2),
                           .inside_length = (tl_area_inside_length)(int)bench_random(&c->random, 0, 2)};
    if (bench_random(&c->random, 0, 1) < 0.6) {
        rules.inside_limit = bench_random(&c->random, 30, 250);
    }
    return rules;
}

static void add_area(campaign *c, limits *l, const bench_body *a, const bench_body *b) {
    int i = l->area_count;
    const bench_body *bodies[2] = {a, b};
    l->prisms[i] = random_prism(c, a, b);
    const test_prism *m = &l->prisms[i];
    if (tl_outline_polygon(c->table->context, m->corner, (size_t)m->count, &l->outlines[i], NULL) != TL_OK) {
        return; /* corners that fall together: no area this time */
    }
    l->sights[i] = (tl_area_sight){.area = {&l->outlines[i], m->bottom, m->top},
                                   .unit_distance = tl_distance(a->at, b->at),
                                   .rules = random_rules(c)};
    for (int end = 0; end < 2; end++) {
        l->footprints[i][end] = tl_outline_disc((tl_vec2){bodies[end]->at.x, bodies[end]->at.y}, 12);
        tl_box3 box = tl_bvh_box(bodies[end]->bvh);
        tl_area_placement placement =
            tl_area_place_of(&l->sights[i].area, &l->footprints[i][end], box.low.z, box.high.z);
        l->sights[i].end[end] = (tl_area_end){.place = placement.place,
                                              .footprint = &l->footprints[i][end],
                                              .from_footprint = bench_random(&c->random, 0, 1) < 0.5,
                                              .over = placement.over};
    }
    l->clear[i] = bench_random(&c->random, 0, 1) < 0.2;
    l->conditions[l->condition_count++] =
        l->clear[i] ? tl_area_clear_condition(&l->sights[i].area, (uint32_t)c->table->slot_count)
                    : tl_area_condition(&l->sights[i], (uint32_t)c->table->slot_count);
    l->area_count++;
}

static void add_reach(campaign *c, limits *l, const bench_body *a, const bench_body *b) {
    double apart = tl_distance(a->at, b->at), aim = atan2(b->at.y - a->at.y, b->at.x - a->at.x);
    double turn = bench_random(&c->random, -0.06, 0.06), half = bench_random(&c->random, 0.01, 0.4);
    l->has_reach = true;
    l->reach = (reach){.longest = fmax(5, apart + bench_random(&c->random, -25, 25)),
                       .apex = {a->at.x, a->at.y},
                       .left = {-sin(aim + turn - half), cos(aim + turn - half)},
                       .right = {sin(aim + turn + half), -cos(aim + turn + half)}};
    l->conditions[l->condition_count++] = (tl_condition){
        .user = &l->reach, .line = reach_line, .bundle = reach_bundle, .slot = (uint32_t)c->table->slot_count};
}

/* --- The check ---------------------------------------------------------------------------------------------------- */

/* Lines that keep to everything with something to spare count. */
static bool keeps_to(campaign *c, void *user, tl_vec3 p, tl_vec3 q) {
    c->n.limited_lines++;
    return to_spare(user, p, q) > 1e-6;
}

void oracle_check_limits(campaign *c, const bench_body *a, const bench_body *b) {
    bench_table *t = c->table;
    limits l = {.area_count = 0};
    for (int i = 0; i < AREAS; i++) {
        if (bench_random(&c->random, 0, 1) < 0.7) {
            add_area(c, &l, a, b);
        }
    }
    bool plain = l.area_count == AREAS && !l.clear[0] && !l.clear[1];
    if (plain && bench_random(&c->random, 0, 1) < 0.6) {
        l.sums = true;
        l.sum = (tl_area_sum){l.sights, AREAS};
        l.conditions[0] = tl_area_sum_condition(&l.sum, (uint32_t)t->slot_count);
        l.condition_count = 1;
    }
    if (l.condition_count == 0 || bench_random(&c->random, 0, 1) < 0.4) {
        add_reach(c, &l, a, b);
    }
    t->obstacles.conditions = l.conditions;
    t->obstacles.condition_count = l.condition_count;
    tl_sight sight = oracle_ask(c, t, a->bvh, b->bvh, (tl_sight_options){0});
    t->obstacles.conditions = NULL;
    t->obstacles.condition_count = 0;
    c->n.limited[sight.verdict]++;
    bench_segment line;
    if (sight.has_line) {
        oracle_check_witness(c, &sight, a, b);
        if (to_spare(&l, sight.from, sight.to) < -1e-6) {
            oracle_wrong(c, "the line breaks a condition", a, b, sight.from, sight.to);
        }
    }
    if (sight.verdict == TL_VERDICT_NO &&
        oracle_some_line(c, a->bvh, b->bvh, c->options->rays / 4 + 1, keeps_to, &l, &line)) {
        oracle_wrong(c, "no, but this line is free and keeps to all conditions", a, b, line.p, line.q);
    }
    for (int i = 0; i < AREAS; i++) {
        tl_outline_free(&l.outlines[i]);
    }
}
