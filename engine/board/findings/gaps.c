/* gaps.c: distances between footprints, and the widest way past them.
 *
 * A disc that moves over the plan is stopped exactly where a chain of footprints reaches from one side of its way to
 * the other with no gap in it as wide as the disc: grown by its radius, they form a wall. So the widest disc that
 * passes is that of the chain from side to side whose widest gap is least, and that gap stops all wider ones. */
#include "board/findings/gaps.h"

#include "base/forest.h"
#include "board/limits.h"
#include "geom/geom.h"
#include "geom/polygon2.h"
#include "judge/between/between.h"

#include <stdlib.h>
#include <string.h>

/* --- Footprints --------------------------------------------------------------------------------------------------- */

/* Triangles, gathered. */
typedef struct soup {
    tl_context *context;
    tl_vec3 *points; /* three a triangle */
    size_t count, capacity;
} soup;

static bool add_triangle(soup *s, tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    if (!tl_reserve(s->context, (void **)&s->points, &s->capacity, s->count + 3, sizeof(tl_vec3))) {
        return false;
    }
    s->points[s->count++] = a;
    s->points[s->count++] = b;
    s->points[s->count++] = c;
    return true;
}

/* The part of a triangle up to a height. */
static bool add_below(soup *s, const tl_vec3 corner[3], double top) {
    tl_vec3 kept[4];
    size_t count = 0;
    for (int k = 0; k < 3; k++) {
        tl_vec3 p = corner[k], q = corner[(k + 1) % 3];
        if (p.z <= top) {
            kept[count++] = p;
        }
        if ((p.z <= top) != (q.z <= top)) {
            kept[count++] = tl_lerp(p, q, (top - p.z) / (q.z - p.z));
        }
    }
    bool good = count < 3 || add_triangle(s, kept[0], kept[1], kept[2]);
    return good && (count < 4 || add_triangle(s, kept[0], kept[2], kept[3]));
}

static bool add_mesh(soup *s, const tl_placed *placed, double top) {
    if (placed->body == NULL || placed->model == NULL) {
        return true;
    }
    const tl_mesh *mesh = placed->model->mesh;
    bool good = true;
    for (size_t i = 0; i < mesh->triangle_count && good; i++) {
        tl_vec3 corner[3];
        for (int k = 0; k < 3; k++) {
            corner[k] = tl_pose_point(&placed->body->pose, mesh->vertices[mesh->triangles[3 * i + (size_t)k]]);
        }
        good = add_below(s, corner, top);
    }
    return good;
}

/* An outline of the scene file, or a disc, as triangles. */
static bool add_area(soup *s, const tl_document_terrain *t) {
    bool good = true;
    if (t->outline_count >= 3) {
        uint32_t *triangles = tl_alloc_array(s->context, 3 * t->outline_count, sizeof(uint32_t));
        bool memory = triangles != NULL;
        good = memory;
        if (memory && tl_polygon2_triangulate(s->context, t->outline, t->outline_count, triangles, &memory)) {
            for (size_t i = 0; i + 2 < t->outline_count && good; i++) {
                tl_vec3 c[3];
                for (int k = 0; k < 3; k++) {
                    tl_vec2 p = t->outline[triangles[3 * i + (size_t)k]];
                    c[k] = (tl_vec3){p.x, p.y, 0};
                }
                good = add_triangle(s, c[0], c[1], c[2]);
            }
        }
        tl_free(s->context, triangles);
    }
    if (t->has_disc && good) {
        tl_vec2 middle = t->disc_centre;
        /* a polygon inside it: 64 corners by halving, areas true to a sixth of a percent */
        tl_vec2 dir[TL_BOARD_DISC_CORNERS];
        dir[0] = (tl_vec2){1, 0};
        for (int step = TL_BOARD_DISC_CORNERS / 4, have = 4; have <= TL_BOARD_DISC_CORNERS; step /= 2, have *= 2) {
            for (int k = 0; k < 4 && have == 4; k++) {
                dir[k * step] = (tl_vec2){k == 0 ? 1 : k == 2 ? -1 : 0, k == 1 ? 1 : k == 3 ? -1 : 0};
            }
            for (int k = step; k < TL_BOARD_DISC_CORNERS && have > 4; k += 2 * step) {
                tl_vec2 m = tl_add2(dir[k - step], dir[(k + step) % TL_BOARD_DISC_CORNERS]);
                dir[k] = tl_scale2(m, 1 / tl_length2(m));
            }
        }
        for (int k = 0; k < TL_BOARD_DISC_CORNERS && good; k++) {
            tl_vec2 p = tl_add2(middle, tl_scale2(dir[k], t->disc_radius));
            tl_vec2 q = tl_add2(middle, tl_scale2(dir[(k + 1) % TL_BOARD_DISC_CORNERS], t->disc_radius));
            good = add_triangle(s, (tl_vec3){middle.x, middle.y, 0}, (tl_vec3){p.x, p.y, 0}, (tl_vec3){q.x, q.y, 0});
        }
    }
    return good;
}

/* Nothing that has an area gives an empty outline. */
static tl_status outline_of(soup *s, tl_outline *outline, tl_error *error) {
    *outline = (tl_outline){.kind = TL_OUTLINE_NONE};
    if (s->count == 0) {
        return TL_OK;
    }
    uint32_t *triangles = tl_alloc_array(s->context, s->count, sizeof(uint32_t));
    if (triangles == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < s->count; i++) {
        triangles[i] = (uint32_t)i;
    }
    tl_error cause = {0};
    tl_status status =
        tl_area_outline_of_mesh(s->context, s->points, s->count, triangles, s->count / 3, outline, &cause);
    tl_free(s->context, triangles);
    if (status == TL_ERROR_ARGUMENT) {
        *outline = (tl_outline){.kind = TL_OUTLINE_NONE};
        return TL_OK;
    }
    if (status != TL_OK && error != NULL && error->status == TL_OK) {
        *error = cause;
    }
    return status;
}

static bool stops_bases(const tl_inquiry *inquiry, size_t terrain) {
    const tl_table *table = inquiry->table;
    const tl_terrain_kind *kind = tl_ruleset_kind(inquiry->referee->ruleset, table->document->terrain[terrain].kind);
    return table->terrain[terrain].body != NULL && (kind == NULL || kind->area == NULL || kind->blocks);
}

/* The area under everything, and under what hides a body. */
static tl_status measure_cover(const tl_inquiry *inquiry, double tall, tl_board_ways *ways, tl_error *error) {
    const tl_table *table = inquiry->table;
    for (int only_tall = 0; only_tall < 2; only_tall++) {
        soup s = {.context = inquiry->context};
        tl_outline outline;
        bool good = true;
        for (size_t i = 0; i < table->terrain_count && good; i++) {
            const tl_placed *placed = &table->terrain[i];
            bool hides = placed->body != NULL && tl_between_terrain_blocks(inquiry, i, false) &&
                         placed->body->box.high.z - placed->body->box.low.z >= tall;
            if (only_tall == 0 || hides) {
                good = add_mesh(&s, placed, INFINITY) && (only_tall == 1 || add_area(&s, &table->document->terrain[i]));
            }
        }
        tl_status status = good ? outline_of(&s, &outline, error) : tl_fail_memory(error);
        tl_free(s.context, s.points);
        if (status != TL_OK) {
            return status;
        }
        *(only_tall == 0 ? &ways->covered : &ways->covered_tall) = tl_outline_area(&outline);
        tl_outline_free(&outline);
    }
    return TL_OK;
}

/* --- Gaps --------------------------------------------------------------------------------------------------------- */

typedef struct foot {
    size_t terrain;
    tl_outline outline;
    double off; /* its true outline is within this of it, mm */
} foot;

static tl_vec2 nearest_on(tl_vec2 p, tl_vec2 a, tl_vec2 b) {
    tl_vec2 d = tl_sub2(b, a);
    double t = tl_dot2(tl_sub2(p, a), d) / tl_dot2(d, d); /* no edge has length 0 */
    return tl_lerp2(a, b, tl_min(tl_max(t, 0), 1));
}

static void try_points(tl_board_gap *gap, tl_vec2 p, tl_vec2 q) {
    double d = tl_length2(tl_sub2(p, q));
    if (d < gap->width) {
        gap->width = d;
        gap->at[0] = p;
        gap->at[1] = q;
    }
}

static double box_gap(tl_outline_box a, tl_outline_box b) {
    double x = tl_max(0, tl_max(a.low.x - b.high.x, b.low.x - a.high.x));
    double y = tl_max(0, tl_max(a.low.y - b.high.y, b.low.y - a.high.y));
    return tl_hypot(x, y);
}

static bool cross(tl_vec2 a, tl_vec2 b, tl_vec2 c, tl_vec2 d) {
    double p = tl_cross2(tl_sub2(b, a), tl_sub2(c, a)), q = tl_cross2(tl_sub2(b, a), tl_sub2(d, a));
    double r = tl_cross2(tl_sub2(d, c), tl_sub2(a, c)), s = tl_cross2(tl_sub2(d, c), tl_sub2(b, c));
    return ((p > 0) != (q > 0)) && ((r > 0) != (s > 0));
}

/* The distance of two footprints: 0 where they overlap; else at a corner of one of them. */
static tl_board_gap gap_between(const foot *a, const foot *b) {
    tl_board_gap gap = {.piece = {a->terrain, b->terrain}, .width = INFINITY, .off = a->off + b->off};
    const tl_outline *u = &a->outline, *v = &b->outline;
    for (size_t i = 0; i < u->edge_count; i++) {
        tl_vec2 p = u->edges[i].a, q = u->edges[i].b;
        tl_outline_box edge = {{tl_min(p.x, q.x), tl_min(p.y, q.y)}, {tl_max(p.x, q.x), tl_max(p.y, q.y)}};
        if (box_gap(edge, v->box) >= gap.width) { /* costs only time */
            continue;
        }
        for (size_t r = 0; r < v->run_count; r++) {
            size_t end = (r + 1) * TL_OUTLINE_RUN < v->edge_count ? (r + 1) * TL_OUTLINE_RUN : v->edge_count;
            if (box_gap(edge, v->runs[r]) >= gap.width) { /* costs only time */
                continue;
            }
            for (size_t j = r * TL_OUTLINE_RUN; j < end; j++) {
                tl_vec2 c = v->edges[j].a, d = v->edges[j].b;
                if (cross(p, q, c, d)) {
                    gap.width = 0;
                    gap.at[0] = gap.at[1] = p;
                    return gap;
                }
                try_points(&gap, p, nearest_on(p, c, d));
                try_points(&gap, nearest_on(c, p, q), c);
            }
        }
    }
    if (tl_outline_holds(v, u->edges[0].a) > 0 || tl_outline_holds(u, v->edges[0].a) > 0) {
        gap.width = 0;
    }
    return gap;
}

static tl_board_gap gap_to_edge(const foot *f, int side, double width, double depth) {
    tl_board_gap gap = {.piece = {f->terrain, TL_BOARD_EDGE + (size_t)side}, .width = INFINITY, .off = f->off};
    for (size_t i = 0; i < f->outline.edge_count; i++) {
        tl_vec2 p = f->outline.edges[i].a;
        tl_vec2 q = {side == 0   ? tl_min(0, p.x)
                     : side == 1 ? tl_max(width, p.x)
                                 : p.x,
                     side == 2   ? tl_min(0, p.y)
                     : side == 3 ? tl_max(depth, p.y)
                                 : p.y};
        try_points(&gap, p, q);
    }
    return gap;
}

/* A gap, and how wide it is taken to be: as it is, or whatever meshes may be off. */
typedef struct gaps_link {
    tl_board_gap gap;
    double width;
} gaps_link;

/* The narrowest first; of equals that of the first pieces, of which no two gaps have the same. */
static int by_width(const void *x, const void *y) {
    const gaps_link *a = x, *b = y;
    if (a->width != b->width) {
        return a->width < b->width ? -1 : 1;
    }
    const size_t *p = a->gap.piece, *q = b->gap.piece;
    return p[p[0] == q[0]] < q[p[0] == q[0]] ? -1 : 1;
}

/* --- The widest way -------------------------------------------------------------------------------------------------
 */

/* What stops a way, or lets it pass. */
typedef struct way {
    bool along_x;
    double across; /* from side to side, with nothing between */
    size_t terrain_count;
    uint32_t *parent; /* per piece, and per edge of the table */
} way;

/* Gaps from the narrowest on join what they lie between, until both sides of the way are one: the gap that does it.
 * Gaps are taken to be narrower or wider by so many times what they may be off, and are sorted by that. */
static double widest_on(const way *y, gaps_link *all, size_t count, double times, tl_board_gap *narrowest) {
    uint32_t from = y->along_x ? 0 : 2, to = from + 1, n = (uint32_t)y->terrain_count;
    for (size_t i = 0; i < n + 4; i++) {
        y->parent[i] = (uint32_t)i;
    }
    for (size_t k = 0; k < count; k++) {
        all[k].width = tl_max(0, all[k].gap.width + times * all[k].gap.off);
    }
    qsort(all, count, sizeof(*all), by_width);
    *narrowest = (tl_board_gap){.piece = {TL_BOARD_EDGE + from, TL_BOARD_EDGE + to}, .width = y->across};
    for (size_t k = 0; k < count && all[k].width < y->across; k++) {
        uint32_t node[2];
        for (int s = 0; s < 2; s++) {
            size_t piece = all[k].gap.piece[s];
            node[s] = (uint32_t)(piece >= TL_BOARD_EDGE ? n + (piece - TL_BOARD_EDGE) : piece);
        }
        if (node[1] >= n && node[1] - n != from && node[1] - n != to) {
            continue; /* the edges where it comes from and goes to stop nothing */
        }
        y->parent[tl_root_of(y->parent, node[0])] = tl_root_of(y->parent, node[1]);
        if (tl_root_of(y->parent, n + from) == tl_root_of(y->parent, n + to)) {
            *narrowest = all[k].gap;
            return all[k].width;
        }
    }
    return y->across;
}

/* Leaves the gaps sorted by what they are as meshes are. */
static void find_way(const way *y, gaps_link *all, size_t count, tl_board_ways *ways) {
    tl_board_gap other;
    ways->bounds[0] = widest_on(y, all, count, -1, &other);
    ways->bounds[1] = widest_on(y, all, count, 1, &other);
    ways->widest = widest_on(y, all, count, 0, &ways->narrowest);
    ways->passes = ways->widest > TL_BOARD_GAP_ERROR;
}

/* Whether some other footprint stands between. */
static bool is_filled(const tl_board_gap *gap, const foot *feet, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const tl_outline *o = &feet[i].outline;
        if (feet[i].terrain == gap->piece[0] || feet[i].terrain == gap->piece[1]) {
            continue;
        }
        double low, high;
        tl_outline_distance(o, gap->at[0], gap->at[1], &low, &high);
        if (low <= 0) {
            return true;
        }
    }
    return false;
}

static tl_status list_gaps(const tl_inquiry *inquiry, const foot *feet, size_t count, bool along_x, tl_board_ways *ways,
                           tl_error *error) {
    tl_context *context = inquiry->context;
    const tl_document *document = inquiry->table->document;
    size_t all_count = 0;
    way y = {along_x, along_x ? document->width : document->depth, inquiry->table->terrain_count, NULL};
    gaps_link *all = tl_alloc_array(context, count * (count + 7) / 2 + 1, sizeof(*all));
    y.parent = tl_alloc_array(context, y.terrain_count + 4, sizeof(*y.parent));
    ways->gaps = tl_alloc_array(context, count * (count + 7) / 2 + 1, sizeof(*ways->gaps));
    tl_status status = all != NULL && y.parent != NULL && ways->gaps != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        for (size_t j = 0; j < i; j++) {
            all[all_count++].gap = gap_between(&feet[j], &feet[i]);
        }
        for (int side = 0; side < 4; side++) {
            all[all_count++].gap = gap_to_edge(&feet[i], side, document->width, document->depth);
        }
        status = tl_progress(context, 0, "measuring gaps") ? TL_OK : tl_fail_cancelled(error, "measuring gaps");
    }
    if (status == TL_OK) {
        find_way(&y, all, all_count, ways);
        for (size_t k = 0; k < all_count && all[k].gap.width <= TL_BOARD_GAP_MOST; k++) {
            if (all[k].gap.width > TL_BOARD_GAP_ERROR && !is_filled(&all[k].gap, feet, count)) {
                ways->gaps[ways->gap_count++] = all[k].gap;
            }
        }
    }
    tl_free(context, all);
    tl_free(context, y.parent);
    return status;
}

tl_status tl_board_ways_find(const tl_inquiry *inquiry, bool along_x, double tall, tl_board_ways *ways,
                             tl_error *error) {
    const tl_table *table = inquiry->table;
    memset(ways, 0, sizeof(*ways));
    foot *feet = tl_alloc_array(inquiry->context, table->terrain_count + 1, sizeof(*feet));
    size_t count = 0;
    tl_status status = feet != NULL ? measure_cover(inquiry, tall, ways, error) : tl_fail_memory(error);
    for (size_t i = 0; i < table->terrain_count && status == TL_OK; i++) {
        const tl_placed *placed = &table->terrain[i];
        if (!stops_bases(inquiry, i)) {
            continue;
        }
        soup s = {.context = inquiry->context};
        foot *f = &feet[count];
        f->terrain = i;
        f->off = tl_placed_uncertainty(placed);
        status = add_mesh(&s, placed, placed->body->box.low.z + TL_BOARD_GROUND_BAND)
                     ? outline_of(&s, &f->outline, error)
                     : tl_fail_memory(error);
        if (status == TL_OK && f->outline.kind == TL_OUTLINE_NONE) { /* no face that lies: all of it, then */
            s.count = 0;
            status = add_mesh(&s, placed, INFINITY) ? outline_of(&s, &f->outline, error) : tl_fail_memory(error);
        }
        tl_free(s.context, s.points);
        count += status == TL_OK && f->outline.kind == TL_OUTLINE_RINGS ? 1U : 0U;
    }
    status = status == TL_OK ? list_gaps(inquiry, feet, count, along_x, ways, error) : status;
    for (size_t i = 0; i < count; i++) {
        tl_outline_free(&feet[i].outline);
    }
    tl_free(inquiry->context, feet);
    return status;
}

void tl_board_ways_free(tl_context *context, tl_board_ways *ways) {
    tl_free(context, ways->gaps);
    memset(ways, 0, sizeof(*ways));
}

const char *tl_board_gap_side(const tl_table *table, const tl_board_gap *gap, int side) {
    size_t piece = gap->piece[side];
    return piece >= TL_BOARD_EDGE ? "table" : table->terrain[piece].id;
}
