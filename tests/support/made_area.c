/* made_area.c: makes areas, their rules and lines through them for tests, at random too. */
#include "support/made_area.h"

tl_context *area_context;

int area_begin(void **state) {
    (void)state;
    area_context = tl_context_create(NULL);
    return area_context == NULL;
}

int area_end(void **state) {
    (void)state;
    tl_context_destroy(area_context);
    return 0;
}

tl_outline area_polygon(const tl_vec2 *points, size_t count) {
    tl_outline outline;
    tl_error error = {0};
    if (tl_outline_polygon(area_context, points, count, &outline, &error) != TL_OK) {
        print_error("%s\n", error.message);
        fail();
    }
    return outline;
}

tl_outline area_rectangle(double x0, double y0, double x1, double y1) {
    const tl_vec2 points[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    return area_polygon(points, 4);
}

tl_area_rules area_dust(void) {
    return (tl_area_rules){.edge_limit = 100, .through_limit = 100, .inside_limit = 300};
}

tl_area_rules area_smoke(void) {
    return (tl_area_rules){.edge_limit = 100, .through_limit = 100, .inside_limit = INFINITY};
}

tl_area_sight area_sight_between(const tl_outline *outline, double bottom, double top, tl_area_place from,
                                 tl_area_place to, tl_area_rules rules) {
    return (tl_area_sight){.area = {outline, bottom, top}, .end = {{.place = from}, {.place = to}}, .rules = rules};
}

tl_verdict area_verdict(const tl_area_sight *sight, tl_vec3 p, tl_vec3 q) {
    tl_area_ruling ruling;
    tl_area_line(sight, p, q, &ruling);
    return ruling.verdict;
}

size_t area_random_polygon(test_random *random, tl_vec2 *points) {
    size_t n = 3 + (size_t)test_random_below(random, 30);
    double turn = test_random_between(random, 0, 6);
    tl_vec2 centre = {test_random_between(random, -200, 200), test_random_between(random, -200, 200)};
    bool grid = test_random_below(random, 3) == 0; /* round numbers meet in corners */
    for (size_t i = 0; i < n; i++) {
        double angle = turn + 2 * TL_PI * ((double)i + test_random_between(random, 0, 0.8)) / (double)n;
        double r = test_random_between(random, 40, 300);
        points[i] = (tl_vec2){centre.x + r * cos(angle), centre.y + r * sin(angle)};
        if (grid) {
            points[i] = (tl_vec2){floor(points[i].x / 20) * 20, floor(points[i].y / 20) * 20};
        }
    }
    return n;
}

tl_vec3 area_random_end(test_random *random, const tl_vec2 *points, size_t n) {
    tl_vec3 p = {test_random_between(random, -600, 600), test_random_between(random, -600, 600),
                 test_random_between(random, -20, 120)};
    switch (test_random_below(random, 4)) {
    case 0:
        p = (tl_vec3){floor(p.x / 20) * 20, floor(p.y / 20) * 20, floor(p.z / 20) * 20};
        break;
    case 1: {
        size_t i = (size_t)test_random_below(random, (int)n); /* exactly at a corner */
        p.x = points[i].x;
        p.y = points[i].y;
        break;
    }
    default:
        break;
    }
    return p;
}

tl_area_rules area_random_rules(test_random *random) {
    return (tl_area_rules){.edge_limit = test_random_between(random, 20, 200),
                           .through_limit = test_random_between(random, 20, 200),
                           .inside_limit =
                               test_random_below(random, 3) ? test_random_between(random, 50, 400) : INFINITY,
                           .distance = TL_AREA_ALONG_LINE,
                           .through = (tl_area_through)test_random_below(random, 3),
                           .near = (tl_area_near)test_random_below(random, 2),
                           .cap_scope = (tl_area_cap_scope)test_random_below(random, 2),
                           .inside_length = (tl_area_inside_length)test_random_below(random, 2),
                           .straddle = (tl_area_straddle)test_random_below(random, 2),
                           .top = (tl_area_top)test_random_below(random, 2)};
}

long double area_naive_leaves(tl_vec2 centre, double radius, tl_vec3 p, tl_vec3 q) {
    long double ax = (long double)p.x - centre.x, ay = (long double)p.y - centre.y;
    long double vx = (long double)q.x - p.x, vy = (long double)q.y - p.y;
    long double a = vx * vx + vy * vy, b = ax * vx + ay * vy, c = ax * ax + ay * ay - (long double)radius * radius;
    long double root = b * b - a * c;
    if (root <= 0 || a == 0) {
        return 0;
    }
    long double u = (-b + sqrtl(root)) / a;
    return u < 0 ? 0 : u > 1 ? 1 : u;
}

size_t area_passes(const tl_area *area, tl_vec3 p, tl_vec3 q, area_pass *passes, size_t most) {
    double stretches[64][2];
    size_t count = tl_area_stretches(area, p, q, stretches, most < 64 ? most : 64);
    for (size_t i = 0; i < count; i++) {
        passes[i] = (area_pass){.entry = stretches[i][0],
                                .exit = stretches[i][1],
                                .length_mm = (stretches[i][1] - stretches[i][0]) * tl_distance(p, q),
                                .entry_point = tl_lerp(p, q, stretches[i][0])};
    }
    return count;
}
