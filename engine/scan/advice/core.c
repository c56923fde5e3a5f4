/* core.c: upright shapes round the middle of a body. */
#include "scan/advice/core.h"

#include "scan/health/health.h"

#include <stdlib.h>
#include <string.h>

#define BODY    0.7 /* of the surface lies within the radius */
#define FITTING "fitting a core"

/* What is sorted by. */
typedef struct bit {
    double key, area;
} bit;

/* A small piece of the surface above the base, as its middle and area. */
typedef struct speck {
    tl_vec3 middle;
    double area;
} speck;

typedef struct fitter {
    const tl_mesh *mesh;
    double floor; /* what lies below is base */
    double reach; /* what lies farther from the axis isn't asked */
    speck *specks;
    size_t speck_count;
    bit *bits;    /* as many */
    double area;  /* of all above the base */
    bool stopped; /* whoever watches wants no more */
} fitter;

const char *tl_scan_core_kind_name(tl_scan_core_kind kind) {
    static const char *const names[TL_SCAN_CORE_KINDS] = {"capsule", "cylinder", "box", "hull-above"};
    return names[kind];
}

/* --- The surface in small pieces ---------------------------------------------------------------------------------- */

/* Into how many parts the sides of a triangle are cut, so that none is longer than `step`. */
static size_t cuts_of(const tl_vec3 c[3], double step) {
    double longest = tl_max(tl_distance(c[0], c[1]), tl_max(tl_distance(c[1], c[2]), tl_distance(c[2], c[0])));
    return longest > step ? (size_t)ceil(longest / step) : 1;
}

/* Of the whole mesh, with triangles cut to `step`. */
static double count_specks(const tl_mesh *mesh, double step) {
    double count = 0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        double cuts = (double)cuts_of(c, step);
        count += cuts * cuts;
    }
    return count;
}

static void add_speck(fitter *f, const tl_vec3 c[3], double u, double v, double area) {
    tl_vec3 middle = tl_add(tl_scale(c[0], 1 - u - v), tl_add(tl_scale(c[1], u), tl_scale(c[2], v)));
    if (middle.z > f->floor && area > 0) {
        f->specks[f->speck_count++] = (speck){middle, area};
        f->area += area;
    }
}

/* Cuts a triangle into n times n alike. */
static void add_triangle(fitter *f, const tl_vec3 c[3], size_t n) {
    double area = tl_length(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]))) / 2 / (double)(n * n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; i + k < n; k++) {
            const double third = 1 / (3.0 * (double)n);
            add_speck(f, c, (double)(3 * i + 1) * third, (double)(3 * k + 1) * third, area);
            if (i + k + 1 < n) {
                add_speck(f, c, (double)(3 * i + 2) * third, (double)(3 * k + 2) * third, area);
            }
        }
    }
}

/* Shares of a surface are told by its pieces, so none may be large: a fiftieth of the mesh across, or what three
 * hundred thousand pieces allow. */
static tl_status cut_surface(fitter *f, tl_error *error) {
    enum { MOST_SPECKS = 300000 };
    const tl_mesh *mesh = f->mesh;
    double step = tl_box3_longest(tl_mesh_box(mesh)) / 50;
    if (!(step > 0)) {
        return TL_OK;
    }
    while (count_specks(mesh, step) > (double)MOST_SPECKS + (double)mesh->triangle_count) {
        step *= 1.5;
    }
    const size_t most = (size_t)count_specks(mesh, step);
    f->specks = tl_alloc_array(mesh->context, most, sizeof(*f->specks));
    f->bits = tl_alloc_array(mesh->context, most, sizeof(*f->bits));
    if (f->specks == NULL || f->bits == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t t = 0; t < mesh->triangle_count && !f->stopped; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        f->stopped = !tl_pace(mesh->context, t, mesh->triangle_count, FITTING);
        if (tl_max(c[0].z, tl_max(c[1].z, c[2].z)) > f->floor) { /* no piece of the base's top, by rounding */
            add_triangle(f, c, cuts_of(c, step));
        }
    }
    return TL_OK;
}

/* --- Fitting ------------------------------------------------------------------------------------------------------ */

static int by_key(const void *a, const void *b) {
    const bit *p = a;
    const bit *q = b;
    return p->key != q->key ? (p->key > q->key) - (p->key < q->key) : (p->area > q->area) - (p->area < q->area);
}

/* The key below which a share of the area lies; sorts the bits. */
static double quantile(bit *bits, size_t count, double share) {
    double area = 0, sum = 0;
    qsort(bits, count, sizeof(*bits), by_key);
    for (size_t i = 0; i < count; i++) {
        area += bits[i].area;
    }
    for (size_t i = 0; i < count; i++) {
        sum += bits[i].area;
        if (sum >= share * area) {
            return bits[i].key;
        }
    }
    return count > 0 ? bits[count - 1].key : 0;
}

typedef double key_fn(tl_vec3 p, tl_vec2 axis);

static double key_x(tl_vec3 p, tl_vec2 axis) {
    return p.x - axis.x;
}

static double key_y(tl_vec3 p, tl_vec2 axis) {
    return p.y - axis.y;
}

static double key_radius(tl_vec3 p, tl_vec2 axis) {
    return tl_hypot(p.x - axis.x, p.y - axis.y);
}

/* What a suggestion is fitted to; nothing once it is stopped. */
static size_t gather(fitter *f, key_fn *key, tl_vec2 axis) {
    size_t count = 0;
    for (size_t i = 0; i < f->speck_count; i++) {
        const speck *s = &f->specks[i];
        f->stopped = f->stopped || !tl_pace(f->mesh->context, i, f->speck_count, FITTING);
        if (f->stopped) {
            return 0;
        }
        if (key_radius(s->middle, axis) <= f->reach) {
            f->bits[count++] = (bit){key(s->middle, axis), s->area};
        }
    }
    return count;
}

/* The highest corner of the body within the radius of the axis. */
static double top_within(const fitter *f, tl_vec2 axis, double radius) {
    double top = f->floor;
    for (size_t t = 0; t < f->mesh->triangle_count; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(f->mesh, t, c);
        for (int k = 0; k < 3; k++) {
            top = key_radius(c[k], axis) <= radius ? tl_max(top, c[k].z) : top;
        }
    }
    return top;
}

static bool holds_point(const tl_scan_core_fit *fit, tl_vec3 p) {
    double along = tl_max(tl_min(p.z, fit->to.z), fit->from.z);
    double across = tl_hypot(p.x - fit->from.x, p.y - fit->from.y);
    switch (fit->kind) {
    case TL_SCAN_CORE_CAPSULE:
        return tl_hypot(across, p.z - along) <= fit->radius;
    case TL_SCAN_CORE_CYLINDER:
        return p.z == along && across <= fit->radius;
    case TL_SCAN_CORE_BOX:
        return p.x >= fit->from.x && p.x <= fit->to.x && p.y >= fit->from.y && p.y <= fit->to.y && p.z == along;
    case TL_SCAN_CORE_HULL_ABOVE:
        break;
    }
    return p.z >= fit->from.z;
}

static void measure(const fitter *f, tl_scan_core_fit *fit) {
    double held = 0;
    for (size_t i = 0; i < f->speck_count; i++) {
        held += holds_point(fit, f->specks[i].middle) ? f->specks[i].area : 0;
    }
    fit->holds = f->area > 0 ? held / f->area : 0;
}

/* To a tenth of a millimetre: more digits would promise more than a fit can hold. */
static double tenth(double x) {
    return floor(x * 10 + 0.5) / 10;
}

/* The median of all; then, a few times over, of what lies near it, so that what is held out counts no more. */
static tl_vec2 find_axis(fitter *f) {
    tl_vec2 axis = {0, 0};
    f->reach = INFINITY;
    for (int round = 0; round < 4; round++) {
        double x = quantile(f->bits, gather(f, key_x, axis), 0.5);
        double y = quantile(f->bits, gather(f, key_y, axis), 0.5);
        f->reach = INFINITY;
        axis = (tl_vec2){axis.x + x, axis.y + y};
        f->reach = 1.3 * quantile(f->bits, gather(f, key_radius, axis), BODY);
    }
    f->reach = INFINITY;
    return (tl_vec2){tenth(axis.x), tenth(axis.y)};
}

static void fit_all(fitter *f, tl_scan_core_suggestion *s) {
    tl_vec2 axis = find_axis(f);
    double radius = tl_max(0.5, tenth(quantile(f->bits, gather(f, key_radius, axis), BODY)));
    double low = ceil(f->floor * 10) / 10, top = tenth(top_within(f, axis, radius));
    top = tl_max(top, low + 0.1);
    /* the middle nine tenths each way */
    size_t count = gather(f, key_x, axis);
    tl_vec2 least, most;
    least.x = tenth(axis.x + quantile(f->bits, count, 0.05));
    most.x = tl_max(least.x + 0.1, tenth(axis.x + quantile(f->bits, count, 0.95)));
    count = gather(f, key_y, axis);
    least.y = tenth(axis.y + quantile(f->bits, count, 0.05));
    most.y = tl_max(least.y + 0.1, tenth(axis.y + quantile(f->bits, count, 0.95)));
    double round = tl_min(radius, tenth((top - low) / 2));
    const tl_scan_core_fit capsule = {.kind = TL_SCAN_CORE_CAPSULE,
                                      .from = {axis.x, axis.y, tenth(low + round)},
                                      .to = {axis.x, axis.y, tenth(tl_max(low + round, top - round))},
                                      .radius = round};
    const tl_scan_core_fit cylinder = {
        .kind = TL_SCAN_CORE_CYLINDER, .from = {axis.x, axis.y, low}, .to = {axis.x, axis.y, top}, .radius = radius};
    const tl_scan_core_fit box = {
        .kind = TL_SCAN_CORE_BOX, .from = {least.x, least.y, low}, .to = {most.x, most.y, top}};
    const tl_scan_core_fit above = {.kind = TL_SCAN_CORE_HULL_ABOVE, .from = {0, 0, low}};
    bool tall = top - low >= 2 * radius * 4 / 3;
    s->fits[0] = tall ? capsule : box;
    s->fits[1] = cylinder;
    s->fits[2] = tall ? box : capsule;
    s->fits[3] = above;
    s->count = s->base.shape.kind != TL_SHAPE_NONE ? TL_SCAN_CORE_KINDS : TL_SCAN_CORE_KINDS - 1; /* above what? */
    for (size_t i = 0; i < s->count; i++) {
        measure(f, &s->fits[i]);
    }
}

tl_status tl_scan_core_suggest(const tl_mesh *mesh, tl_scan_core_suggestion *suggestion, tl_error *error) {
    tl_scan_core_suggestion made = {.count = 0};
    tl_status status = tl_found_base_find(mesh, &made.base, error);
    if (status != TL_OK) {
        return status;
    }
    fitter f = {.mesh = mesh};
    made.base_top = made.base.shape.kind != TL_SHAPE_NONE ? made.base.shape.high : tl_mesh_box(mesh).low.z;
    f.floor = made.base_top;
    status = cut_surface(&f, error);
    if (status == TL_OK && f.area > 0 && !f.stopped) {
        fit_all(&f, &made);
    }
    tl_free(mesh->context, f.specks);
    tl_free(mesh->context, f.bits);
    if (status != TL_OK) {
        return status;
    }
    if (f.stopped) {
        return tl_fail_cancelled(error, FITTING);
    }
    *suggestion = made;
    return TL_OK;
}
