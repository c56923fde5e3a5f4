/* forward.c: upright mirror planes, and what sticks out along them. */
#include "scan/advice/forward.h"

#include "math/angle.h"
#include "scan/health/health.h"

#define ALIKE   (7.0 / 8) /* of the surface has a counterpart */
#define LEAST   (1.0 / 8) /* of the whole length sticks out */
#define THIN    (1.0 / 3) /* of the whole width */
#define FLAT    (1.0 / 2) /* of the whole height */
#define LOOKING "looking for what is in front"
#define TWICE   2 /* as far as at the other end */

enum { CELLS = 100, MARGIN = 2, SIDE = CELLS + 2 * MARGIN + 1, FINEST = 400, SAMPLES = 20000 };

typedef struct forward_look {
    tl_vec3 low;
    double cell;     /* mm */
    uint8_t *grid;   /* SIDE^3: 1 a neighbour of the surface, 2 the surface */
    tl_vec3 *middle; /* of the cells of the surface */
    size_t count;
} forward_look;

/* An upright plane: points with across . p = offset, along +-forward. */
typedef struct mirror {
    double turn_deg;
    tl_vec2 along, across;
    double offset, share;
} mirror;

static size_t place_of(const forward_look *l, tl_vec3 p) {
    const double c[3] = {(p.x - l->low.x) / l->cell, (p.y - l->low.y) / l->cell, (p.z - l->low.z) / l->cell};
    size_t place = 0;
    for (int i = 2; i >= 0; i--) {
        double k = floor(c[i]) + MARGIN;
        if (!(k >= 1 && k < SIDE - 1)) {
            return SIZE_MAX;
        }
        place = place * SIDE + (size_t)k;
    }
    return place;
}

/* Marks the cells of a triangle's points a cell apart or less. */
static void mark_triangle(const forward_look *l, const tl_vec3 c[3], double above) {
    double longest =
        tl_max(tl_length(tl_sub(c[1], c[0])), tl_max(tl_length(tl_sub(c[2], c[1])), tl_length(tl_sub(c[0], c[2]))));
    int steps = (int)tl_min(FINEST, 1 + floor(1.5 * longest / l->cell));
    for (int i = 0; i <= steps; i++) {
        for (int k = 0; k <= steps - i; k++) {
            double s = (double)i / steps, t = (double)k / steps;
            tl_vec3 p = tl_madd(tl_madd(c[0], tl_sub(c[1], c[0]), s), tl_sub(c[2], c[0]), t);
            size_t place = p.z > above ? place_of(l, p) : SIZE_MAX;
            if (place != SIZE_MAX) {
                l->grid[place] = 2;
            }
        }
    }
}

static void mark_neighbours(const forward_look *l, size_t place) {
    for (int n = 0; n < 27; n++) {
        size_t at = place + (size_t)(n % 3) + SIDE * (size_t)(n / 3 % 3) + (size_t)SIDE * SIDE * (size_t)(n / 9) - 1 -
                    SIDE - (size_t)SIDE * SIDE;
        l->grid[at] = l->grid[at] == 0 ? 1 : l->grid[at];
    }
}

static tl_status list_cells(const tl_mesh *mesh, forward_look *l, tl_error *error) {
    const size_t all = (size_t)SIDE * SIDE * SIDE;
    for (size_t i = 0; i < all; i++) {
        l->count += l->grid[i] == 2;
    }
    l->middle = tl_alloc_array(mesh->context, l->count, sizeof(*l->middle));
    if (l->middle == NULL) {
        return tl_fail_memory(error);
    }
    l->count = 0;
    for (size_t i = 0; i < all; i++) {
        if (l->grid[i] == 2) {
            const tl_vec3 k = {(double)(i % SIDE), (double)(i / SIDE % SIDE), (double)(i / SIDE / SIDE)};
            l->middle[l->count++] =
                (tl_vec3){l->low.x + l->cell * (k.x - MARGIN + 0.5), l->low.y + l->cell * (k.y - MARGIN + 0.5),
                          l->low.z + l->cell * (k.z - MARGIN + 0.5)};
            mark_neighbours(l, i);
        }
    }
    return TL_OK;
}

static mirror mirror_at(double turn_deg) {
    mirror m = {.turn_deg = turn_deg};
    tl_sincos_deg(turn_deg, &m.along.y, &m.along.x);
    m.across = (tl_vec2){-m.along.y, m.along.x};
    return m;
}

static double share_of(const forward_look *l, const mirror *m) {
    size_t step = 1 + l->count / SAMPLES, found = 0, asked = 0;
    for (size_t i = 0; i < l->count; i += step) {
        tl_vec3 p = l->middle[i];
        double off = 2 * (m->across.x * p.x + m->across.y * p.y - m->offset);
        size_t place = place_of(l, (tl_vec3){p.x - off * m->across.x, p.y - off * m->across.y, p.z});
        found += place != SIZE_MAX && l->grid[place] != 0;
        asked++;
    }
    return asked > 0 ? (double)found / (double)asked : 0;
}

/* The better one of this direction's planes: through the middle of its width and through its mean, and beside them. */
static void try_direction(const forward_look *l, double turn_deg, int beside, mirror *best) {
    mirror m = mirror_at(turn_deg);
    double low = INFINITY, high = -INFINITY, sum = 0;
    for (size_t i = 0; i < l->count; i++) {
        double at = m.across.x * l->middle[i].x + m.across.y * l->middle[i].y;
        low = tl_min(low, at);
        high = tl_max(high, at);
        sum += at;
    }
    const double through[2] = {(low + high) / 2, sum / (double)l->count};
    for (int which = 0; which < 2; which++) {
        for (int by = -beside; by <= beside; by++) {
            m.offset = through[which] + 0.5 * by * l->cell;
            m.share = share_of(l, &m);
            if (m.share > best->share) {
                *best = m;
            }
        }
    }
}

static mirror find_mirror(const forward_look *l) {
    enum { COARSE = 3, FINE = 2, BESIDE = 3 };
    mirror best = {.share = -1};
    for (int turn = 0; turn < 180; turn += COARSE) {
        try_direction(l, turn, 0, &best);
    }
    const double near = best.turn_deg;
    for (int by = -FINE; by <= FINE; by++) {
        try_direction(l, near + by, BESIDE, &best);
    }
    return best;
}

/* Cells by where they lie along the plane. */
typedef struct slab {
    double left, right, bottom, top;
    bool any;
} slab;

static void add_to(slab *s, double across, double z) {
    *s = s->any
             ? (slab){tl_min(s->left, across), tl_max(s->right, across), tl_min(s->bottom, z), tl_max(s->top, z), true}
             : (slab){across, across, z, z, true};
}

/* How many slabs from `first` on, going by `step`, hold nothing but what is thin. Gaps between them count. */
static int thin_run(const slab *slabs, int count, int first, int step, double width, double height) {
    int run = 0;
    slab all = {.any = false};
    for (int i = first; i >= 0 && i < count; i += step) {
        if (slabs[i].any) {
            add_to(&all, slabs[i].left, slabs[i].bottom);
            add_to(&all, slabs[i].right, slabs[i].top);
            if (all.right - all.left > THIN * width || all.top - all.bottom > FLAT * height) {
                break;
            }
        }
        run++;
    }
    return run;
}

static void find_end(const forward_look *l, const mirror *m, tl_scan_forward_fit *fit) {
    enum { MOST_SLABS = 2 * SIDE };
    slab slabs[MOST_SLABS] = {{0}}, whole = {.any = false};
    double first = INFINITY;
    int count = 0;
    for (size_t i = 0; i < l->count; i++) {
        first = tl_min(first, m->along.x * l->middle[i].x + m->along.y * l->middle[i].y);
    }
    for (size_t i = 0; i < l->count; i++) {
        tl_vec3 p = l->middle[i];
        int at = (int)floor((m->along.x * p.x + m->along.y * p.y - first) / l->cell);
        if (at >= 0 && at < MOST_SLABS) {
            double across = m->across.x * p.x + m->across.y * p.y;
            add_to(&slabs[at], across, p.z);
            add_to(&whole, across, p.z);
            count = at >= count ? at + 1 : count;
        }
    }
    double width = whole.right - whole.left + l->cell, height = whole.top - whole.bottom + l->cell;
    int back = thin_run(slabs, count, 0, 1, width, height),
        front = thin_run(slabs, count, count - 1, -1, width, height);
    bool forward = front >= back;
    int far = forward ? front : back, other = forward ? back : front;
    fit->out_mm = far * l->cell;
    fit->turn_deg = tl_wrap_deg(m->turn_deg + (forward ? 0 : 180));
    double border = first + l->cell * (forward ? count - 0.5 - far : far - 0.5);
    fit->from_mm = forward ? border : -border;
    fit->evidence = far == count || !(far >= LEAST * count) ? TL_SCAN_FORWARD_BLUNT
                    : far >= TWICE * other                  ? TL_SCAN_FORWARD_TOLD
                                                            : TL_SCAN_FORWARD_BOTH_ENDS;
}

tl_status tl_scan_forward_suggest(const tl_mesh *mesh, double above, tl_scan_forward_fit *fit, tl_error *error) {
    tl_box3 box = tl_mesh_box(mesh);
    box.low.z = tl_max(box.low.z, above);
    *fit = (tl_scan_forward_fit){.evidence = TL_SCAN_FORWARD_NOT_ALIKE};
    if (mesh->triangle_count == 0 || !(box.high.z > box.low.z)) {
        return TL_OK;
    }
    forward_look l = {.low = box.low, .cell = tl_box3_longest(box) / CELLS};
    l.grid = tl_alloc_array(mesh->context, (size_t)SIDE * SIDE * SIDE, 1);
    if (l.grid == NULL) {
        return tl_fail_memory(error);
    }
    const double lowest = above + l.cell / 4; /* what lies in that height, such as a base's top, is rounded */
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        if (!tl_pace(mesh->context, t, mesh->triangle_count, LOOKING)) {
            tl_free(mesh->context, l.grid);
            return tl_fail_cancelled(error, LOOKING);
        }
        tl_mesh_corners(mesh, t, c);
        mark_triangle(&l, c, lowest);
    }
    tl_status status = list_cells(mesh, &l, error);
    if (status == TL_OK && l.count > 0) {
        mirror m = find_mirror(&l);
        fit->mirrored = m.share;
        fit->within_mm = 2 * sqrt(3) * l.cell;
        fit->turn_deg = tl_wrap_deg(m.turn_deg);
        if (m.share >= ALIKE) {
            find_end(&l, &m, fit);
        }
    }
    tl_free(mesh->context, l.middle);
    tl_free(mesh->context, l.grid);
    return status;
}
