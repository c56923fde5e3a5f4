/* area_check.c: decides depths in areas once more, from all crossings of a line with every wall. */
#include "support/area_check.h"

enum { CROSSINGS = TEST_PRISM_CORNERS + 2 };

static bool prism_holds(const test_prism *p, tl_vec3 x) {
    bool in = false;
    for (int i = 0; i < p->count; i++) {
        tl_vec2 a = p->corner[i], b = p->corner[(i + 1) % p->count];
        if ((a.y > x.y) != (b.y > x.y) && x.x < a.x + (x.y - a.y) / (b.y - a.y) * (b.x - a.x)) {
            in = !in;
        }
    }
    return in && p->bottom < x.z && x.z < p->top;
}

static int add_place(double *places, int count, double t) {
    if (!(t > 0 && t < 1)) {
        return count;
    }
    int i = count;
    for (; i > 0 && places[i - 1] > t; i--) {
        places[i] = places[i - 1];
    }
    places[i] = t;
    return count + 1;
}

/* Between neighbouring crossings the middle tells. */
int test_prism_stretches(const test_prism *m, tl_vec3 p, tl_vec3 q, test_stretch out[TEST_STRETCHES]) {
    double places[CROSSINGS] = {0};
    int count = 0, found = 0;
    for (int i = 0; i < m->count; i++) {
        tl_vec2 a = m->corner[i], b = m->corner[(i + 1) % m->count];
        double ex = b.x - a.x, ey = b.y - a.y, dx = q.x - p.x, dy = q.y - p.y, det = dx * ey - dy * ex;
        double t = ((a.x - p.x) * ey - (a.y - p.y) * ex) / det, u = ((a.x - p.x) * dy - (a.y - p.y) * dx) / det;
        if (det != 0 && u >= 0 && u <= 1) {
            count = add_place(places, count, t);
        }
    }
    if (p.z != q.z) {
        count = add_place(places, count, (m->top - p.z) / (q.z - p.z));
        count = add_place(places, count, (m->bottom - p.z) / (q.z - p.z));
    }
    for (int i = 0; i <= count; i++) {
        double from = i == 0 ? 0 : places[i - 1], to = i == count ? 1 : places[i];
        if (to - from < 1e-12 || !prism_holds(m, tl_lerp(p, q, 0.5 * (from + to)))) {
            continue;
        }
        if (found > 0 && out[found - 1].to == from) {
            out[found - 1].to = to;
        } else {
            out[found++] = (test_stretch){from, to};
        }
    }
    return found;
}

/* Where the line from p to q is last in a disc in plan; 0 when it never is. */
static double last_in(const tl_outline *disc, tl_vec3 p, tl_vec3 q) {
    double px = p.x - disc->centre.x, py = p.y - disc->centre.y, dx = q.x - p.x, dy = q.y - p.y;
    double a = dx * dx + dy * dy, b = px * dx + py * dy, c = px * px + py * py - disc->radius * disc->radius;
    if (!(a > 0)) {
        return c < 0 ? 1 : 0;
    }
    double root = b * b - a * c;
    return root > 0 ? fmin(1, fmax(0, (sqrt(root) - b) / a)) : 0;
}

/* Where measuring begins: at the rim of the footprint, a disc, or at the line's end. */
static double leaves(const tl_area_end *end, tl_vec3 p, tl_vec3 q) {
    return end->from_footprint && end->footprint != NULL ? last_in(end->footprint, p, q) : 0;
}

/* What the rules hold against their limits, for a line that enters. */
typedef struct depth {
    bool entered, edge_asked, inside_asked;
    double edge, edge_limit, inside, inside_limit, length;
} depth;

/* What an end is to the line: inside, outside, or on the edge whatever the line cuts. `holds`: it ends in the area. */
typedef enum stand { STANDS_OUT, STANDS_IN, STANDS_ON } stand;

static stand stand_of(const tl_area_sight *sight, int end, bool holds) {
    const tl_area_end *e = &sight->end[end];
    if (e->place == TL_AREA_INSIDE) {
        return STANDS_IN;
    }
    if (e->place == TL_AREA_STRADDLES) {
        return sight->rules.straddle == TL_AREA_ANY_OVERLAP ? STANDS_ON : holds ? STANDS_IN : STANDS_OUT;
    }
    return e->over && sight->rules.top == TL_AREA_TOP_OUTLINE && holds ? STANDS_IN : STANDS_OUT;
}

/* DB-ARE-12: no distance to an edge that is cut under the hull of who straddles it. */
static bool is_over(const tl_area_sight *sight, int end, double cut, tl_vec3 p, tl_vec3 q) {
    const tl_area_end *e = &sight->end[end];
    return e->place == TL_AREA_STRADDLES && sight->rules.straddle == TL_AREA_CUT && !e->from_footprint &&
           e->footprint != NULL && cut <= last_in(e->footprint, p, q);
}

static depth depth_of(const tl_area_sight *sight, const test_prism *m, tl_vec3 p, tl_vec3 q) {
    test_stretch in[TEST_STRETCHES], real[TEST_STRETCHES];
    bool column = sight->rules.top == TL_AREA_TOP_OUTLINE;
    test_prism measured = *m;
    if (column) {
        measured.bottom = -INFINITY;
        measured.top = INFINITY;
    }
    int count = test_prism_stretches(&measured, p, q, in);
    depth d = {.entered = count > 0};
    if (count == 0) {
        return d;
    }
    double entry = in[0].from, leave = in[count - 1].to;
    const stand a = stand_of(sight, 0, entry <= 0), b = stand_of(sight, 1, leave >= 1);
    bool plan = false;
    if (column) {
        bool stands = (sight->end[0].place != TL_AREA_OUTSIDE && a == STANDS_IN) ||
                      (sight->end[1].place != TL_AREA_OUTSIDE && b == STANDS_IN);
        d.entered = stands || test_prism_stretches(m, p, q, real) > 0;
        double z[2] = {p.z + entry * (q.z - p.z), p.z + leave * (q.z - p.z)};
        plan = (a != STANDS_IN && (z[0] > m->top || z[0] < m->bottom)) ||
               (b != STANDS_IN && (z[1] > m->top || z[1] < m->bottom));
    }
    double whole = plan ? hypot(q.x - p.x, q.y - p.y) : tl_distance(p, q);
    double start = leaves(&sight->end[0], p, q), stop = 1 - leaves(&sight->end[1], q, p);
    for (int i = 0; i < count; i++) {
        d.length += whole * fmax(0, fmin(in[i].to, stop) - fmax(in[i].from, start));
    }
    double far_a = whole * fmax(0, leave - start), far_b = whole * fmax(0, stop - entry);
    double near_a = whole * fmax(0, entry - start), near_b = whole * fmax(0, stop - leave);
    far_a = is_over(sight, 0, leave, p, q) ? 0 : far_a;
    near_a = is_over(sight, 0, entry, p, q) ? 0 : near_a;
    far_b = is_over(sight, 1, 1 - entry, q, p) ? 0 : far_b;
    near_b = is_over(sight, 1, 1 - leave, q, p) ? 0 : near_b;
    const tl_area_rules *rules = &sight->rules;
    bool a_in = a == STANDS_IN, b_in = b == STANDS_IN, both = a_in && b_in;
    d.inside_asked = both || (rules->cap_scope == TL_AREA_CAP_LENGTH && isfinite(rules->inside_limit));
    d.inside_limit = rules->inside_limit;
    d.inside = both && rules->inside_length == TL_AREA_UNIT_DISTANCE ? sight->unit_distance : d.length;
    d.edge_asked = !both;
    d.edge_limit = rules->edge_limit;
    if (a == STANDS_ON || b == STANDS_ON) {
        d.edge = 0;
    } else if (a_in || b_in) {
        d.edge = a_in ? far_a : far_b;
        d.edge = rules->near == TL_AREA_INSIDE_ONLY ? d.edge : fmin(d.edge, a_in ? near_b : near_a);
    } else {
        d.edge_limit = rules->through_limit;
        d.edge = rules->through == TL_AREA_CHORD      ? d.length
                 : rules->through == TL_AREA_FAR_EDGE ? fmin(far_a, far_b)
                                                      : fmin(near_a, near_b);
    }
    return d;
}

double test_depth_to_spare(const tl_area_sight *sight, const test_prism *prism, tl_vec3 p, tl_vec3 q) {
    depth d = depth_of(sight, prism, p, q);
    double spare = d.entered && d.edge_asked ? d.edge_limit - d.edge : INFINITY;
    return d.entered && d.inside_asked ? fmin(spare, d.inside_limit - d.inside) : spare;
}

double test_depths_to_spare(const tl_area_sight *sights, const test_prism *prisms, int count, tl_vec3 p, tl_vec3 q) {
    double spare = INFINITY, edge = 0, edge_limit = INFINITY, inside = 0, inside_limit = INFINITY;
    for (int i = 0; i < count; i++) {
        depth d = depth_of(&sights[i], &prisms[i], p, q);
        spare = fmin(spare, test_depth_to_spare(&sights[i], &prisms[i], p, q));
        if (d.entered && d.edge_asked && isfinite(d.edge_limit)) {
            edge += d.edge;
            edge_limit = fmin(edge_limit, d.edge_limit);
        }
        if (d.entered && d.inside_asked && isfinite(d.inside_limit)) {
            inside += d.length;
            inside_limit = fmin(inside_limit, d.inside_limit);
        }
    }
    return fmin(spare, fmin(edge_limit - edge, inside_limit - inside));
}
