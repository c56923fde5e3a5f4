/* evenness.c: the upper envelope of triangles over a footprint: its highest point, and where it is too low. */
#include "scene/evenness.h"

#include <string.h>

/* A cell is cut in four until few triangles lie over it, or it is too small to hold a pit. */
enum { MOST_CORNERS = 160, FEW = 16, CELL_CORNERS = 168, MOST_PIECES = 512 };

/* A triangle, or the part of one that counts, seen from above. */
typedef struct facet {
    tl_vec3 p[4];
    int count;
    tl_vec2 part[8]; /* what of it reaches the level, counter-clockwise in plan */
    int corners;     /* of the part; fewer than 3: nothing */
} facet;

/* A convex polygon that is cut further and further. */
typedef struct evenness_cell {
    tl_vec2 p[CELL_CORNERS];
    int count;
} evenness_cell;

typedef struct evenness_search {
    tl_context *context;
    const tl_surfaces *surfaces;
    facet *facets;
    size_t count, capacity;
    bool failed;           /* no memory */
    bool cut_off;          /* by the caller or the clock */
    double level;          /* what must be reached everywhere */
    evenness_cell *pieces; /* room for twice MOST_PIECES */
    tl_evenness *evenness;
} evenness_search;

/* Units of work: gathering a triangle, looking how high it comes over a piece; a facet beside a cell; one taken off a
 * piece of a cell. */
enum { WORK_GATHER = 5, WORK_HIGH = 30, WORK_BESIDE = 6, WORK_TAKE_OFF = 30 };

static bool go_on(evenness_search *s, uint64_t units) {
    s->cut_off = s->cut_off || !tl_work_on(s->context, units, "looking how even the ground is");
    return !s->cut_off && !s->failed;
}

static bool gather(void *user, uint32_t slot, uint32_t triangle) {
    evenness_search *s = user;
    const tl_bvh *bvh = tl_world_get(s->surfaces->world, slot);
    tl_vec3 c[3];
    if (!go_on(s, WORK_GATHER)) {
        return false;
    }
    tl_bvh_corners(bvh, triangle, c);
    facet f = {.p = {c[0], c[1], c[2]}, .count = 3};
    if (s->surfaces->carpet[slot] != 0) {
        double limit = tl_bvh_box(bvh).low.z + TL_SURFACE_CARPET;
        facet low = {.count = 0};
        for (int i = 0; i < 3; i++) {
            tl_vec3 p = c[i], q = c[(i + 1) % 3];
            if (p.z <= limit) {
                low.p[low.count++] = p;
            }
            if ((p.z < limit && q.z > limit) || (p.z > limit && q.z < limit)) {
                low.p[low.count++] = tl_lerp(p, q, (limit - p.z) / (q.z - p.z));
            }
        }
        f = low;
    }
    if (f.count < 3) {
        return true;
    }
    if (!tl_reserve(s->context, (void **)&s->facets, &s->capacity, s->count + 1, sizeof(*s->facets))) {
        s->failed = true;
        return false;
    }
    s->facets[s->count++] = f;
    return true;
}

/* --- The highest point -------------------------------------------------------------------------------------------- */

/* How far p lies to the left of the line from a to b, times its length. */
static double left_of(tl_vec2 a, tl_vec2 b, tl_vec2 p) {
    return tl_cross2(tl_sub2(b, a), tl_sub2(p, a));
}

static double highest_over(const facet *f, const tl_table_plan_piece *piece, double best) {
    tl_vec3 in[MOST_CORNERS], out[MOST_CORNERS];
    int n = f->count;
    memcpy(in, f->p, (size_t)n * sizeof(*in));
    for (size_t e = 0; e < piece->count && n > 0; e++) {
        tl_vec2 a = piece->corner[e], b = piece->corner[(e + 1) % piece->count];
        int m = 0;
        for (int i = 0; i < n && m + 2 < MOST_CORNERS; i++) {
            tl_vec3 p = in[i], q = in[(i + 1) % n];
            double dp = left_of(a, b, tl_plan(p)), dq = left_of(a, b, tl_plan(q));
            if (dp >= 0) {
                out[m++] = p;
            }
            if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
                out[m++] = tl_lerp(p, q, dp / (dp - dq));
            }
        }
        memcpy(in, out, (size_t)m * sizeof(*in));
        n = m;
    }
    for (int i = 0; i < n; i++) {
        best = tl_max(best, in[i].z);
    }
    return best;
}

/* --- Pits --------------------------------------------------------------------------------------------------------- */

/* The part to the left of the line from a to b, or to its right. */
static evenness_cell cut(const evenness_cell *c, tl_vec2 a, tl_vec2 b, bool left) {
    evenness_cell out = {.count = 0};
    for (int i = 0; i < c->count && out.count + 2 <= CELL_CORNERS; i++) {
        tl_vec2 p = c->p[i], q = c->p[(i + 1) % c->count];
        double dp = left_of(a, b, p), dq = left_of(a, b, q);
        dp = left ? dp : -dp;
        dq = left ? dq : -dq;
        if (dp >= 0) {
            out.p[out.count++] = p;
        }
        if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
            double t = dp / (dp - dq);
            out.p[out.count++] = (tl_vec2){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        }
    }
    return out;
}

/* How wide a convex polygon is at its narrowest. */
static double width_of(const evenness_cell *c) {
    double width = INFINITY;
    for (int i = 0; i < c->count; i++) {
        tl_vec2 a = c->p[i], b = c->p[(i + 1) % c->count];
        double length = tl_length2(tl_sub2(b, a)), far = 0;
        if (length < 1e-9) {
            continue; /* a corner twice: no edge, no direction */
        }
        for (int j = 0; j < c->count; j++) {
            far = tl_max(far, left_of(a, b, c->p[j]) / length);
        }
        width = tl_min(width, far);
    }
    return c->count < 3 || isinf(width) ? 0 : width;
}

/* The part of a facet that reaches the level, counter-clockwise in plan; fewer than 3 corners: none. */
static int part_above(const facet *f, double level, tl_vec2 out[8]) {
    int n = 0;
    double area = 0;
    for (int i = 0; i < f->count; i++) {
        tl_vec3 p = f->p[i], q = f->p[(i + 1) % f->count];
        if (p.z >= level) {
            out[n++] = tl_plan(p);
        }
        if ((p.z > level && q.z < level) || (p.z < level && q.z > level)) {
            out[n++] = tl_plan(tl_lerp(p, q, (level - p.z) / (q.z - p.z)));
        }
    }
    for (int i = 1; i + 1 < n; i++) {
        area += left_of(out[0], out[i], out[i + 1]);
    }
    for (int i = 0; area < 0 && i < n / 2; i++) {
        tl_vec2 swap = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = swap;
    }
    return area != 0 ? n : 0;
}

/* Looks at what nothing covers; true when it is a pit. */
static bool is_pit(evenness_search *s, const evenness_cell *c) {
    double heights[64];
    tl_vec2 middle = {0, 0};
    if (width_of(c) < TL_EVENNESS_GAP) {
        return false;
    }
    for (int i = 0; i < c->count; i++) {
        middle = tl_add2(middle, tl_scale2(c->p[i], 1.0 / c->count));
    }
    size_t n = tl_surface_levels(s->surfaces, middle.x, middle.y, 0, heights, 64);
    double z = n > 0 ? heights[n < 64 ? n - 1 : 63] : 0;
    if (z >= s->level) {
        return false; /* rounding at the edge of what reaches the level */
    }
    s->evenness->pit = true;
    s->evenness->at = (tl_vec3){middle.x, middle.y, z};
    return true;
}

/* Takes the facets that reach the level away from a cell, one after the other; true when a pit is left. */
static bool has_pit(evenness_search *s, const evenness_cell *whole, const uint32_t *list, size_t count) {
    size_t n = 1;
    bool found = false;
    evenness_cell *pieces = s->pieces, *next = pieces + MOST_PIECES;
    pieces[0] = *whole;
    for (size_t i = 0; i < count && n > 0 && go_on(s, WORK_TAKE_OFF * (uint64_t)n); i++) {
        int corners = s->facets[list[i]].corners;
        const tl_vec2 *part = s->facets[list[i]].part;
        size_t m = 0;
        for (size_t j = 0; j < n; j++) {
            evenness_cell rest = pieces[j];
            for (int e = 0; e < corners && rest.count >= 3; e++) {
                tl_vec2 a = part[e], b = part[(e + 1) % corners];
                evenness_cell outside = cut(&rest, a, b, false);
                if (m < MOST_PIECES && width_of(&outside) >= TL_EVENNESS_GAP / 16) {
                    next[m++] = outside;
                }
                rest = cut(&rest, a, b, true);
            }
            if (corners < 3 && m < MOST_PIECES) {
                next[m++] = pieces[j];
            }
        }
        evenness_cell *swap = pieces;
        pieces = next;
        next = swap;
        n = m;
    }
    for (size_t j = 0; j < n && !found && go_on(s, WORK_TAKE_OFF); j++) {
        found = is_pit(s, &pieces[j]);
    }
    return found || s->cut_off;
}

static void box_of(const evenness_cell *c, tl_vec2 *low, tl_vec2 *high) {
    *low = (tl_vec2){INFINITY, INFINITY};
    *high = (tl_vec2){-INFINITY, -INFINITY};
    for (int i = 0; i < c->count; i++) {
        *low = (tl_vec2){tl_min(low->x, c->p[i].x), tl_min(low->y, c->p[i].y)};
        *high = (tl_vec2){tl_max(high->x, c->p[i].x), tl_max(high->y, c->p[i].y)};
    }
}

/* Whether all points lie strictly to the right of some edge of a polygon. */
static bool beside(const tl_vec2 *polygon, int corners, const tl_vec2 *points, int count) {
    for (int e = 0; e < corners; e++) {
        tl_vec2 a = polygon[e], b = polygon[e + 1 < corners ? e + 1 : 0];
        bool all = true;
        for (int i = 0; i < count && all; i++) {
            all = left_of(a, b, points[i]) < 0;
        }
        if (all && count > 0) {
            return true;
        }
    }
    return false;
}

/* How a facet's part lies to a cell. Long thin facets cross the boxes of many cells, and only a few of these. */
typedef enum lie { APART, MEETS, COVERS } lie;

static lie lie_of(const facet *f, const evenness_cell *c) {
    bool covers = true;
    if (beside(f->part, f->corners, c->p, c->count) || beside(c->p, c->count, f->part, f->corners)) {
        return APART;
    }
    for (int e = 0; e < f->corners && covers; e++) {
        tl_vec2 a = f->part[e], b = f->part[e + 1 < f->corners ? e + 1 : 0];
        for (int i = 0; i < c->count && covers; i++) {
            covers = left_of(a, b, c->p[i]) >= 0;
        }
    }
    return covers ? COVERS : MEETS;
}

/* Those of a list that meet a cell; false when one of them covers it. */
static bool meeting(const evenness_search *s, const evenness_cell *c, const uint32_t *list, size_t count,
                    uint32_t *some, size_t *n) {
    *n = 0;
    for (size_t i = 0; i < count; i++) {
        lie lies = lie_of(&s->facets[list[i]], c);
        if (lies == COVERS) {
            return false;
        }
        if (lies == MEETS) {
            some[(*n)++] = list[i];
        }
    }
    return true;
}

static bool look_for_pit(evenness_search *s, const evenness_cell *c, const uint32_t *list, size_t count) {
    tl_vec2 low, high;
    box_of(c, &low, &high);
    double size = tl_max(high.x - low.x, high.y - low.y);
    if (width_of(c) < TL_EVENNESS_GAP / 4) {
        return false;
    }
    if (!go_on(s, WORK_BESIDE * (uint64_t)count)) {
        return true;
    }
    if (count <= FEW || size < 2 * TL_EVENNESS_GAP) {
        return has_pit(s, c, list, count);
    }
    uint32_t *some = tl_alloc_array(s->context, count, sizeof(*some));
    if (some == NULL) {
        s->failed = true;
        return true;
    }
    bool across = high.x - low.x >= high.y - low.y, found = false;
    tl_vec2 a = {0.5 * (low.x + high.x), 0.5 * (low.y + high.y)};
    tl_vec2 b = across ? (tl_vec2){a.x, a.y + 1} : (tl_vec2){a.x + 1, a.y};
    for (int side = 0; side < 2 && !found; side++) {
        evenness_cell half = cut(c, a, b, side == 0);
        size_t n;
        found = half.count >= 3 && meeting(s, &half, list, count, some, &n) && look_for_pit(s, &half, some, n);
    }
    tl_free(s->context, some);
    return found;
}

tl_status tl_surface_evenness(tl_context *context, const tl_surfaces *surfaces, const tl_table_plan_piece *pieces,
                              size_t count, double allowed, tl_evenness *evenness, tl_error *error) {
    evenness_search s = {.context = context, .surfaces = surfaces, .evenness = evenness};
    tl_box3 box = tl_box3_empty();
    *evenness = (tl_evenness){.high = surfaces->table_plane ? 0 : -INFINITY};
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < pieces[i].count; j++) {
            tl_vec2 p = pieces[i].corner[j];
            box = tl_box3_add(tl_box3_add(box, (tl_vec3){p.x, p.y, -INFINITY}), (tl_vec3){p.x, p.y, INFINITY});
        }
    }
    tl_world_in_box(surfaces->world, box, surfaces->stand, gather, &s);
    tl_world_in_box(surfaces->world, box, surfaces->carpet, gather, &s);
    uint32_t *list = s.count > 0 && !s.failed ? tl_alloc_array(context, s.count, sizeof(*list)) : NULL;
    s.pieces = tl_alloc(context, 2 * MOST_PIECES * sizeof(*s.pieces));
    s.failed = s.failed || s.pieces == NULL || (s.count > 0 && list == NULL);
    for (size_t i = 0; i < s.count && go_on(&s, WORK_HIGH * (uint64_t)count); i++) {
        for (size_t j = 0; j < count; j++) {
            evenness->high = highest_over(&s.facets[i], &pieces[j], evenness->high);
        }
    }
    s.level = evenness->high - allowed;
    size_t reaching = 0;
    for (size_t i = 0; i < s.count && go_on(&s, WORK_HIGH); i++) {
        s.facets[i].corners = part_above(&s.facets[i], s.level, s.facets[i].part);
        if (s.facets[i].corners >= 3) {
            list[reaching++] = (uint32_t)i;
        }
    }
    bool covered = surfaces->table_plane && s.level <= 0; /* the bare table is everywhere */
    for (size_t j = 0; j < count && !s.failed && !s.cut_off && !covered && !evenness->pit; j++) {
        evenness_cell whole = {.count = (int)pieces[j].count};
        memcpy(whole.p, pieces[j].corner, pieces[j].count * sizeof(*whole.p));
        look_for_pit(&s, &whole, list, reaching);
    }
    tl_free(context, list);
    tl_free(context, s.pieces);
    tl_free(context, s.facets);
    return s.failed    ? tl_fail_memory(error)
           : s.cut_off ? tl_fail_cancelled(error, "looking how even the ground is")
                       : TL_OK;
}
