/* guess.c: guesses a mesh's unit by its size, and what is up by its shape. */
#include "scan/advice/guess.h"

#include "mesh/names.h"

/* --- Unit --------------------------------------------------------------------------------------------------------- */

/* Most files that state nothing are in millimetres; then come those that keep to metres, as modelling programs do. */
static double habit(tl_mesh_unit unit) {
    return unit == TL_MESH_UNIT_MM ? 1 : unit == TL_MESH_UNIT_M ? 0.9 : 0.6;
}

static double coordinate(tl_vec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static bool is_whole(double x) {
    return fabs(x - floor(x + 0.5)) < 0.003;
}

/* Whether two sides of half an inch or more are whole quarters of an inch, and not just whole in the file's own unit:
 * what is two by four of something is so in every unit. */
static bool is_round(tl_vec3 size_mm, tl_vec3 own) {
    int round = 0, whole = 0;
    for (int axis = 0; axis < 3; axis++) {
        double quarters = coordinate(size_mm, axis) / 6.35;
        if (quarters > 1.9 && quarters < 500 && is_whole(quarters)) {
            round++;
            whole += is_whole(coordinate(own, axis));
        }
    }
    return round >= 2 && whole < round;
}

/* What has this longest side, and how well that goes with a table. */
static double thing_of(double mm, bool flat, tl_sentence *thing) {
    if (mm < 20) {
        *thing = mm < 15 ? TL_SAY_THING_TINY : TL_SAY_THING_SMALL;
        return mm < 15 ? 0.8 * mm / 20 : 0.85;
    }
    if (mm <= 120) {
        *thing = TL_SAY_THING_FIGURE;
        return 1;
    }
    if (mm <= 600) {
        *thing = TL_SAY_THING_TERRAIN;
        return 0.95;
    }
    if (mm <= 2500) {
        *thing = flat ? TL_SAY_THING_TABLE : TL_SAY_THING_LARGE;
        return flat ? 0.8 : 0.4;
    }
    *thing = TL_SAY_THING_HUGE;
    return 0.4 * 2500 / mm;
}

static tl_scan_unit_candidate judge(tl_vec3 size, tl_mesh_unit unit, tl_axis up) {
    tl_vec3 mm = tl_scale(size, tl_mesh_unit_mm(unit));
    double longest = tl_max(mm.x, tl_max(mm.y, mm.z));
    double shortest = tl_min(mm.x, tl_min(mm.y, mm.z));
    double middle = mm.x + mm.y + mm.z - longest - shortest;
    const bool lies = up == TL_AXIS_UNSTATED || coordinate(mm, (int)(up - TL_AXIS_PX) / 2) == shortest;
    tl_scan_unit_candidate made = {.unit = unit, .longest_mm = longest};
    made.score = habit(unit) * thing_of(longest, lies && shortest <= 0.35 * middle, &made.thing);
    double life = unit == TL_MESH_UNIT_M ? 0.75 : unit == TL_MESH_UNIT_CM ? 0.7 : unit == TL_MESH_UNIT_MM ? 0.5 : 0.6;
    if (longest >= 300 && longest <= 1e5 && life * habit(unit) > made.score) {
        made.score = life * habit(unit);
        made.thing = TL_SAY_THING_LIFE;
        made.life_size = true;
    }
    if (unit == TL_MESH_UNIT_M && longest > 1e5) {
        made.score = tl_max(made.score, 0.2);
        made.thing = TL_SAY_THING_LANDSCAPE;
    }
    made.round = (unit == TL_MESH_UNIT_MM || unit == TL_MESH_UNIT_INCH) && longest <= 2500 && is_round(mm, size);
    made.score *= made.round ? 1.2 : 1;
    return made;
}

void tl_scan_unit_guess_make(tl_box3 box, tl_mesh_unit stated, tl_axis up, tl_scan_unit_guess *guess) {
    static const tl_mesh_unit units[TL_SCAN_UNIT_CANDIDATES] = {TL_MESH_UNIT_MM, TL_MESH_UNIT_M, TL_MESH_UNIT_CM,
                                                                TL_MESH_UNIT_INCH};
    tl_vec3 size = tl_box3_size(box);
    *guess = (tl_scan_unit_guess){.count = 0};
    if (stated != TL_MESH_UNIT_UNSTATED) {
        guess->candidates[guess->count++] = judge(size, stated, up);
        guess->clear = true;
        return;
    }
    for (size_t i = 0; i < TL_SCAN_UNIT_CANDIDATES; i++) {
        tl_scan_unit_candidate one = judge(size, units[i], up);
        size_t place = guess->count++;
        for (; place > 0 && guess->candidates[place - 1].score < one.score; place--) {
            guess->candidates[place] = guess->candidates[place - 1];
        }
        guess->candidates[place] = one;
    }
    guess->clear = guess->candidates[1].score < TL_SCAN_UNIT_OPEN * guess->candidates[0].score;
}

/* --- Up ----------------------------------------------------------------------------------------------------------- */

/* The sides of a box in the order low x, high x, low y, ...; up is away from a side. */
enum { SIDES = 6 };
static const tl_axis up_of[SIDES] = {TL_AXIS_PX, TL_AXIS_NX, TL_AXIS_PY, TL_AXIS_NY, TL_AXIS_PZ, TL_AXIS_NZ};

/* What speaks for a side as the lower one, each 0 to 1. */
typedef struct evidence {
    double flat;   /* area, seen from there, of triangles that lie flat in it, as a share of that side's rectangle */
    double facing; /* how much more area faces away from it than towards it: 0 for what is closed */
    double thin;   /* the mesh is thin along this axis */
    double uneven; /* the mesh is less alike on both ends of this axis than of another */
} evidence;

/* The box without specks. */
static tl_box3 body_box(const tl_scan_health *health) {
    const double speck = TL_SCAN_SPECK_SHARE * tl_box3_longest(tl_mesh_box(health->mesh));
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < health->part_count; i++) {
        if (!(tl_box3_longest(health->parts[i].box) < speck)) {
            box = tl_box3_union(box, health->parts[i].box);
        }
    }
    return box;
}

/* Sums over all triangles: flat within a hundredth of the mesh's size, vector area, and first moments. */
static void add_up(const tl_mesh *mesh, tl_box3 box, double flat[SIDES], tl_vec3 *vector_area, tl_vec3 *moment,
                   double *area) {
    const double slack = 1e-2 * tl_box3_longest(box);
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, t, c);
        tl_vec3 n = tl_scale(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0])), 0.5);
        double size = tl_length(n);
        *vector_area = tl_add(*vector_area, n);
        *moment = tl_madd(*moment, tl_add(c[0], tl_add(c[1], c[2])), size / 3);
        *area += size;
        for (int axis = 0; axis < 3; axis++) {
            double a = coordinate(c[0], axis), b = coordinate(c[1], axis), d = coordinate(c[2], axis);
            double seen = fabs(coordinate(n, axis));
            flat[2 * axis] += tl_max(a, tl_max(b, d)) <= coordinate(box.low, axis) + slack ? seen : 0;
            flat[2 * axis + 1] += tl_min(a, tl_min(b, d)) >= coordinate(box.high, axis) - slack ? seen : 0;
        }
    }
}

static void gather(const tl_scan_health *health, evidence found[SIDES]) {
    tl_box3 box = body_box(health);
    tl_vec3 size = tl_box3_size(box), middle = tl_box3_centre(box);
    tl_vec3 vector_area = {0, 0, 0}, moment = {0, 0, 0};
    double flat[SIDES] = {0}, area = 0, off[3], evenest = INFINITY;
    add_up(health->mesh, box, flat, &vector_area, &moment, &area);
    for (int axis = 0; axis < 3; axis++) {
        double half = coordinate(size, axis) / 2;
        double centre = area > 0 ? coordinate(moment, axis) / area : coordinate(middle, axis);
        off[axis] = half > 0 ? fabs(centre - coordinate(middle, axis)) / half : 0;
        evenest = tl_min(evenest, off[axis]);
    }
    for (int side = 0; side < SIDES; side++) {
        int axis = side / 2;
        double rectangle = coordinate(size, (axis + 1) % 3) * coordinate(size, (axis + 2) % 3);
        double away = (side % 2 == 0 ? 1 : -1) * coordinate(vector_area, axis);
        double next = tl_min(coordinate(size, (axis + 1) % 3), coordinate(size, (axis + 2) % 3));
        found[side].flat = rectangle > 0 ? tl_min(1, flat[side] / rectangle) : 0;
        found[side].facing = rectangle > 0 ? tl_min(1, tl_max(0, away / rectangle)) : 0;
        found[side].thin = coordinate(size, axis) < 0.35 * next ? 1 : 0;
        found[side].uneven = off[axis] > 0.05 && evenest < 0.02 ? 1 : 0;
    }
}

static double points_of(const evidence *e) {
    return e->flat + 0.6 * e->facing + 0.25 * e->thin + 0.1 * e->uneven;
}

static tl_sentence reason_of(const evidence *e) {
    if (0.6 * e->facing > e->flat && 0.6 * e->facing > 0.25 * e->thin) {
        return TL_SAY_UP_OPEN;
    }
    return e->flat >= 0.25 * e->thin ? TL_SAY_UP_STANDS : TL_SAY_UP_THIN;
}

/* Points within this share of the most leave it open. What is flat below is so as well as what is thin besides (1 to
 * 1.25), by more than rounding can turn. */
#define TIE 0.79

void tl_scan_up_guess_make(const tl_scan_health *health, tl_axis stated, tl_scan_up_guess *guess) {
    static const int usual[SIDES] = {4, 2, 0, 5, 3, 1}; /* +z, +y, +x, then upside down */
    evidence found[SIDES];
    double points[SIDES], most = 0, other = 0;
    gather(health, found);
    for (int side = 0; side < SIDES; side++) {
        points[side] = points_of(&found[side]);
        most = tl_max(most, points[side]);
    }
    int best = usual[0];
    for (int i = SIDES - 1; i >= 0; i--) {
        best = points[usual[i]] >= TIE * most ? usual[i] : best;
    }
    for (int side = 0; side < SIDES; side++) {
        other = side != best ? tl_max(other, points[side]) : other;
    }
    *guess = (tl_scan_up_guess){.likely = stated};
    if (stated == TL_AXIS_UNSTATED && most >= 0.3) {
        guess->likely = up_of[best];
        guess->lead = tl_max(0, points[best] - other);
        guess->reasoned = true;
        guess->reason = reason_of(&found[best]);
        guess->by_habit = guess->lead < 0.1;
    }
    for (int side = 0; side < SIDES; side++) {
        guess->flat_underside = up_of[side] == guess->likely ? found[side].flat : guess->flat_underside;
    }
}
