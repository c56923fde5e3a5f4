/* ground.c: peaks among normals and heights, then least squares. */
#include "scan/shaping/ground.h"

#include "math/angle.h"

#include <string.h>

/* Normals are sorted by x and y, upward ones only: cells of about two degrees where they point up. */
enum { CELLS = 60, HEIGHTS = 512, PEAKS = 8, FIRST_ROUNDS = 3, ROUNDS = 14, ENOUGH = 200000 };

#define STEEPEST 0.5      /* least z of a normal: 60 degrees */
#define SAME_WAY 0.965925 /* cosine of 15 degrees: triangles of a plane may be rough */
#define REACH    0.9      /* x and y of normals within 60 degrees keep below sin 60 */
#define LEAST    0.1      /* of the rectangle in plan */
#define OUTLIER  3.2      /* times how far corners lie off: of what is rough by chance one in 700 lies farther */

typedef struct ground_cell {
    double area;
    tl_vec3 sum; /* of normals times area */
} ground_cell;

typedef struct ground_candidate {
    tl_vec3 normal;
    double offset, score;
} ground_candidate;

typedef struct ground_finder {
    const tl_mesh *mesh;
    tl_vec3 origin; /* the box's middle: moments about it keep their digits */
    double reach;   /* half of the box's diagonal */
    double area;    /* of the whole mesh */
    ground_cell *cells;
    double *heights; /* area of a candidate's own normals, then of all: PEAKS times two times HEIGHTS */
    ground_candidate peaks[PEAKS];
    size_t peak_count;
    uint32_t *near; /* triangles that may lie in the plane, once it is chosen */
    size_t near_count;
} ground_finder;

/* Area, and the upward normal; scans wind as they please. */
static double facet(const ground_finder *f, size_t t, tl_vec3 corner[3], tl_vec3 *normal) {
    tl_mesh_corners(f->mesh, t, corner);
    for (int k = 0; k < 3; k++) {
        corner[k] = tl_sub(corner[k], f->origin);
    }
    tl_vec3 n = tl_cross(tl_sub(corner[1], corner[0]), tl_sub(corner[2], corner[0]));
    double length = tl_length(n);
    *normal = tl_scale(n, length > 0 ? (n.z < 0 ? -1 : 1) / length : 0);
    return length / 2;
}

static size_t cell_of(tl_vec3 normal) {
    int i = (int)((normal.x + REACH) / (2 * REACH) * CELLS);
    int k = (int)((normal.y + REACH) / (2 * REACH) * CELLS);
    return (size_t)k * CELLS + (size_t)i;
}

static void sort_normals(ground_finder *f) {
    for (size_t t = 0; t < f->mesh->triangle_count; t++) {
        tl_vec3 corner[3], normal;
        double area = facet(f, t, corner, &normal);
        f->area += area;
        if (area > 0 && normal.z >= STEEPEST) {
            ground_cell *c = &f->cells[cell_of(normal)];
            c->area += area;
            c->sum = tl_madd(c->sum, normal, area);
        }
    }
}

/* The cell and its eight neighbours. */
static ground_cell around(const ground_finder *f, int i, int k) {
    ground_cell sum = {0, {0, 0, 0}};
    for (int b = k - 1; b <= k + 1; b++) {
        for (int a = i - 1; a <= i + 1; a++) {
            if (a >= 0 && b >= 0 && a < CELLS && b < CELLS) {
                const ground_cell *c = &f->cells[b * CELLS + a];
                sum.area += c->area;
                sum.sum = tl_add(sum.sum, c->sum);
            }
        }
    }
    return sum;
}

/* The largest sums over three by three cells; a peak within a few cells of a better one is the same. */
static void find_peaks(ground_finder *f) {
    int at[PEAKS][2];
    for (f->peak_count = 0; f->peak_count < PEAKS; f->peak_count++) {
        ground_cell best = {0, {0, 0, 0}};
        for (int k = 0; k < CELLS; k++) {
            for (int i = 0; i < CELLS; i++) {
                bool near = false;
                for (size_t p = 0; p < f->peak_count && !near; p++) {
                    int across = i - at[p][0], along = k - at[p][1];
                    near = across * across + along * along <= 9;
                }
                ground_cell sum = near ? best : around(f, i, k);
                if (!near && sum.area > best.area) {
                    best = sum;
                    at[f->peak_count][0] = i;
                    at[f->peak_count][1] = k;
                }
            }
        }
        if (!(best.area > 0)) {
            return;
        }
        f->peaks[f->peak_count] = (ground_candidate){.normal = tl_normalise(best.sum)};
    }
}

static void sort_heights(ground_finder *f) {
    const double scale = HEIGHTS / (2 * f->reach);
    for (size_t t = 0; t < f->mesh->triangle_count; t++) {
        tl_vec3 corner[3], normal;
        double area = facet(f, t, corner, &normal);
        tl_vec3 middle = tl_scale(tl_add(corner[0], tl_add(corner[1], corner[2])), 1.0 / 3);
        for (size_t p = 0; p < f->peak_count; p++) {
            double height = (tl_dot(f->peaks[p].normal, middle) + f->reach) * scale;
            size_t bin = height <= 0 ? 0 : height >= HEIGHTS ? HEIGHTS - 1 : (size_t)height;
            double *heights = f->heights + 2 * HEIGHTS * p;
            heights[HEIGHTS + bin] += area;
            heights[bin] += tl_dot(normal, f->peaks[p].normal) >= SAME_WAY ? area : 0;
        }
    }
}

/* For each peak the height with the most area in it, less what lies below it: the ground has nothing under it. */
static ground_candidate best_height(const ground_finder *f) {
    ground_candidate best = {.score = -INFINITY};
    for (size_t p = 0; p < f->peak_count; p++) {
        const double *own = f->heights + 2 * HEIGHTS * p;
        const double *all = own + HEIGHTS;
        double below = 0;
        for (int h = 1; h + 1 < HEIGHTS; h++) {
            double score = own[h - 1] + own[h] + own[h + 1] - 2 * below;
            below += all[h - 1];
            if (score > best.score) {
                best = f->peaks[p];
                best.score = score;
                best.offset = (h + 0.5) * 2 * f->reach / HEIGHTS - f->reach;
            }
        }
    }
    return best;
}

/* --- Least squares ------------------------------------------------------------------------------------------------ */

typedef struct ground_moments {
    double area, m[6]; /* xx, yy, zz, xy, xz, yz, about the middle */
    double corner[6];  /* the same of the corners alone */
    tl_vec3 first;
    size_t triangles;
} ground_moments;

static void add_products(double m[6], tl_vec3 p, double w) {
    m[0] += w * p.x * p.x;
    m[1] += w * p.y * p.y;
    m[2] += w * p.z * p.z;
    m[3] += w * p.x * p.y;
    m[4] += w * p.x * p.z;
    m[5] += w * p.y * p.z;
}

/* The exact moments of a triangle: a third of its area in the middle of each edge has the same. */
static void add_triangle(ground_moments *sum, const tl_vec3 corner[3], double area) {
    sum->area += area;
    sum->triangles++;
    for (int k = 0; k < 3; k++) {
        tl_vec3 p = tl_scale(tl_add(corner[k], corner[(k + 1) % 3]), 0.5);
        sum->first = tl_madd(sum->first, p, area / 3);
        add_products(sum->m, p, area / 3);
        add_products(sum->corner, corner[k], area / 3);
    }
}

/* The mean square distance from a plane of what has these moments. */
static double mean_square(const double m[6], const ground_moments *sum, const ground_candidate *plane) {
    const tl_vec3 n = plane->normal;
    double squares = n.x * n.x * m[0] + n.y * n.y * m[1] + n.z * n.z * m[2] +
                     2 * (n.x * n.y * m[3] + n.x * n.z * m[4] + n.y * n.z * m[5]) -
                     2 * plane->offset * tl_dot(n, sum->first) + plane->offset * plane->offset * sum->area;
    return tl_max(0, squares / sum->area);
}

/* One rotation of Jacobi's method: makes a[p][q] zero. */
static void rotate(double a[3][3], double v[3][3], int p, int q) {
    if (a[p][q] == 0) {
        return;
    }
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
        x = v[k][p];
        y = v[k][q];
        v[k][p] = c * x - s * y;
        v[k][q] = s * x + c * y;
    }
}

/* The direction in which the points spread least. */
static tl_vec3 thinnest(const ground_moments *sum) {
    const tl_vec3 c = tl_scale(sum->first, 1 / sum->area);
    const double w = sum->area;
    double a[3][3] = {{sum->m[0] - w * c.x * c.x, sum->m[3] - w * c.x * c.y, sum->m[4] - w * c.x * c.z},
                      {sum->m[3] - w * c.x * c.y, sum->m[1] - w * c.y * c.y, sum->m[5] - w * c.y * c.z},
                      {sum->m[4] - w * c.x * c.z, sum->m[5] - w * c.y * c.z, sum->m[2] - w * c.z * c.z}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < 30; sweep++) {
        rotate(a, v, 0, 1);
        rotate(a, v, 0, 2);
        rotate(a, v, 1, 2);
    }
    int least = 0;
    for (int i = 1; i < 3; i++) {
        least = a[i][i] < a[least][least] ? i : least;
    }
    double up = v[2][least] < 0 ? -1 : 1;
    return tl_normalise((tl_vec3){up * v[0][least], up * v[1][least], up * v[2][least]});
}

/* How far the farthest corner of a triangle lies from a plane. */
static double farthest_of(const ground_finder *f, const ground_candidate *plane, size_t t) {
    tl_vec3 c[3];
    double farthest = 0;
    tl_mesh_corners(f->mesh, t, c);
    for (int k = 0; k < 3; k++) {
        farthest = tl_max(farthest, fabs(tl_dot(plane->normal, tl_sub(c[k], f->origin)) - plane->offset));
    }
    return farthest;
}

/* The moments of the triangles within `near` of the plane that face as it does, every `step`-th of those listed;
 * `worst` is how far they lie off. */
static ground_moments fit(const ground_finder *f, const ground_candidate *plane, double near, size_t step,
                          double *worst) {
    ground_moments sum = {0};
    *worst = 0;
    for (size_t i = 0; i < f->near_count; i += step) {
        double farthest = farthest_of(f, plane, f->near[i]);
        if (farthest <= near) {
            tl_vec3 corner[3], normal;
            double area = facet(f, f->near[i], corner, &normal);
            if (tl_dot(normal, plane->normal) >= SAME_WAY) {
                add_triangle(&sum, corner, area);
                *worst = tl_max(*worst, farthest);
            }
        }
    }
    return sum;
}

/* Lists the triangles that any later step may take in: from now on nothing else is looked at. */
static bool list_near(ground_finder *f, const ground_candidate *plane, double near) {
    for (int pass = 0; pass < 2; pass++) {
        f->near_count = 0;
        for (size_t t = 0; t < f->mesh->triangle_count; t++) {
            if (farthest_of(f, plane, t) <= near) {
                if (pass == 1) {
                    f->near[f->near_count] = (uint32_t)t;
                }
                f->near_count++;
            }
        }
        if (pass == 0) {
            f->near = tl_alloc_array(f->mesh->context, f->near_count, sizeof(*f->near));
            if (f->near == NULL) {
                return false;
            }
        }
    }
    return true;
}

/* Where layers lie close to one another, such as the two sides of a slab: the lowest that holds a third of the area
 * near the plane and is set off from what follows. Returns how far from it triangles are still taken. */
static double choose_layer(const ground_finder *f, ground_candidate *plane, double near) {
    enum { LAYERS = 60 };
    double area[LAYERS] = {0}, all = 0;
    for (size_t k = 0; k < f->near_count; k++) {
        tl_vec3 corner[3], normal;
        double size = facet(f, f->near[k], corner, &normal);
        tl_vec3 middle = tl_scale(tl_add(corner[0], tl_add(corner[1], corner[2])), 1.0 / 3);
        double height = (tl_dot(plane->normal, middle) - plane->offset + near) * LAYERS / (2 * near);
        if (height >= 0 && height < LAYERS && tl_dot(normal, plane->normal) >= SAME_WAY) {
            area[(int)height] += size;
            all += size;
        }
    }
    for (int i = 4; i + 4 < LAYERS; i++) {
        double layer = area[i - 1] + area[i] + area[i + 1];
        double beside = area[i - 4] + area[i - 3] + area[i - 2] + area[i + 2] + area[i + 3] + area[i + 4];
        if (layer >= all / 3 && beside <= 0.02 * layer && area[i] >= area[i - 1] && area[i] >= area[i + 1]) {
            plane->offset += (i + 0.5) * 2 * near / LAYERS - near;
            return 4 * 2 * near / LAYERS;
        }
    }
    return near;
}

/* First more and more comes in, as the normal gets better: that of the histogram is good to a degree. Then layers are
 * told apart, and what lies off goes. */
static void refine(const ground_finder *f, ground_candidate *plane, double near, tl_scan_ground *ground) {
    const double finest = 1e-5 * f->reach;
    const size_t step = f->near_count / ENOUGH + 1;
    size_t last = 0;
    double worst;
    for (int round = 0; round <= ROUNDS; round++) {
        if (round == FIRST_ROUNDS || round == FIRST_ROUNDS + 1) {
            near = choose_layer(f, plane, near);
        }
        /* the last time with all of them */
        ground_moments sum = fit(f, plane, near, round < ROUNDS ? step : 1, &worst);
        if (!(sum.area > 0)) {
            return;
        }
        plane->normal = thinnest(&sum);
        plane->offset = tl_dot(plane->normal, sum.first) / sum.area;
        if (round > FIRST_ROUNDS && round < ROUNDS) {
            double next = tl_max(OUTLIER * sqrt(mean_square(sum.corner, &sum, plane)), finest);
            if (sum.triangles == last && next >= 0.98 * near) {
                round = ROUNDS - 1;
            }
            near = tl_min(near, next);
        }
        last = sum.triangles;
    }
    ground_moments sum = fit(f, plane, near, 1, &worst);
    if (sum.area > 0) {
        ground->area_mm2 = sum.area;
        ground->triangles = sum.triangles;
        ground->residual_mm = tl_min(worst, sqrt(mean_square(sum.m, &sum, plane))); /* sums lose half their digits */
        ground->worst_mm = worst;
    }
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

static double area_below(const ground_finder *f, const ground_candidate *plane, double by) {
    double below = 0;
    for (size_t t = 0; t < f->mesh->triangle_count; t++) {
        tl_vec3 corner[3], normal;
        double area = facet(f, t, corner, &normal);
        double height = tl_dot(plane->normal, tl_add(corner[0], tl_add(corner[1], corner[2]))) / 3 - plane->offset;
        below += height < -by ? area : 0;
    }
    return below;
}

/* To a millionth: a few nanometres over a table, and no digits that mean nothing. */
static double millionth(double x) {
    return floor(x * 1e6 + 0.5) / 1e6 + 0.0;
}

/* ... a thousandth of that for meshes so small that they must be in another unit: metres, mostly. */
static double fine(const ground_finder *f, double mm) {
    return f->reach >= 10 ? millionth(mm) : floor(mm * 1e9 + 0.5) / 1e9 + 0.0;
}

static void describe(const ground_finder *f, const ground_candidate *plane, tl_scan_ground *ground) {
    tl_vec3 size = tl_box3_size(tl_mesh_box(f->mesh)), n = plane->normal;
    ground->residual_mm = fine(f, ground->residual_mm);
    ground->worst_mm = fine(f, ground->worst_mm);
    double rectangle = size.x * size.y;
    ground->normal = n;
    ground->offset_mm = fine(f, plane->offset + tl_dot(n, f->origin));
    ground->tilt_deg = millionth(tl_atan2_deg(tl_hypot(n.x, n.y), n.z));
    ground->share = rectangle > 0 ? ground->area_mm2 / rectangle : 0;
    ground->below = area_below(f, plane, tl_max(ground->worst_mm, 1e-5 * f->reach)) / f->area;
    /* roll takes the normal's y away, pitch then its x */
    ground->roll_deg = millionth(tl_atan2_deg(n.y, n.z));
    ground->pitch_deg = millionth(tl_atan2_deg(-n.x, tl_hypot(n.y, n.z)));
    ground->rise_mm = 0.0 - ground->offset_mm;
    ground->found = ground->share >= LEAST && ground->below <= 0.25;
}

tl_status tl_scan_ground_find(const tl_mesh *mesh, tl_scan_ground *ground, tl_error *error) {
    tl_box3 box = tl_mesh_box(mesh);
    ground_finder f = {.mesh = mesh, .origin = tl_box3_centre(box), .reach = tl_length(tl_box3_size(box)) / 2};
    *ground = (tl_scan_ground){.normal = {0, 0, 1}};
    if (mesh->triangle_count == 0 || !(f.reach > 0)) {
        return TL_OK;
    }
    f.cells = tl_alloc_array(mesh->context, CELLS * CELLS, sizeof(*f.cells));
    f.heights = tl_alloc_array(mesh->context, 2 * PEAKS * HEIGHTS, sizeof(*f.heights));
    tl_status status = f.cells != NULL && f.heights != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        sort_normals(&f);
        find_peaks(&f);
        sort_heights(&f);
        ground_candidate plane = best_height(&f);
        const double near = 4 * f.reach / HEIGHTS;
        if (plane.score > 0 && !list_near(&f, &plane, 8 * near)) {
            status = tl_fail_memory(error);
        } else if (plane.score > 0) {
            refine(&f, &plane, near, ground);
            describe(&f, &plane, ground);
        }
    }
    tl_free(mesh->context, f.cells);
    tl_free(mesh->context, f.heights);
    tl_free(mesh->context, f.near);
    return status;
}

void tl_scan_ground_level(tl_mesh *mesh, const tl_scan_ground *ground) {
    tl_pose pose = tl_pose_turned_tilted((tl_vec3){0, 0, ground->rise_mm}, 0, ground->roll_deg, ground->pitch_deg);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        tl_vec3 p = tl_pose_point(&pose, mesh->vertices[i]);
        mesh->vertices[i] = (tl_vec3){p.x + 0.0, p.y + 0.0, p.z + 0.0};
    }
}
