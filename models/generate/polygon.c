/* polygon.c: cuts plane polygons into triangles by their ears, also those with holes, and insets them. */
#include "polygon.h"

#include <stdbool.h>
#include <stdlib.h>

#define MAX_LOOP 1024

static double doubled_area(vec2 a, vec2 b, vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double polygon_area(const vec2 *points, int count) {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        vec2 a = points[i], b = points[(i + 1) % count];
        sum += a.x * b.y - a.y * b.x;
    }

    return 0.5 * sum;
}

static bool same(vec2 a, vec2 b) {
    return a.x == b.x && a.y == b.y;
}

static bool covers(vec2 a, vec2 b, vec2 c, vec2 p) {
    if (same(p, a) || same(p, b) || same(p, c)) {
        return false;
    }

    return doubled_area(a, b, p) >= 0 && doubled_area(b, c, p) >= 0 && doubled_area(c, a, p) >= 0;
}

static bool is_ear(const vec2 *points, const int *loop, int count, int i) {
    vec2 a = points[loop[(i + count - 1) % count]];
    vec2 b = points[loop[i]];
    vec2 c = points[loop[(i + 1) % count]];
    if (doubled_area(a, b, c) <= 1e-7) {
        return false;
    }

    for (int k = 0; k < count; ++k) {
        if (covers(a, b, c, points[loop[k]])) {
            return false;
        }
    }

    return true;
}

/* Clips the ear with the shortest cut first: that keeps slivers away. The loop is counter-clockwise. */
static int clip_ears(const vec2 *points, int *loop, int count, int *corners) {
    int made = 0;
    while (count >= 3) {
        int best = -1;
        double best_cut = 0;
        for (int i = 0; i < count; ++i) {
            vec2 a = points[loop[(i + count - 1) % count]];
            vec2 c = points[loop[(i + 1) % count]];
            double cut = (a.x - c.x) * (a.x - c.x) + (a.y - c.y) * (a.y - c.y);
            if ((best < 0 || cut < best_cut) && is_ear(points, loop, count, i)) {
                best = i;
                best_cut = cut;
            }
        }

        if (best < 0) {
            return made;
        }

        corners[3 * made + 0] = loop[(best + count - 1) % count];
        corners[3 * made + 1] = loop[best];
        corners[3 * made + 2] = loop[(best + 1) % count];
        made += 1;
        for (int i = best; i + 1 < count; ++i) {
            loop[i] = loop[i + 1];
        }
        count -= 1;
    }

    return made;
}

int polygon_triangulate(const vec2 *points, int count, int *corners) {
    return polygon_triangulate_holes(points, &count, 1, corners);
}

static bool segments_cross(vec2 a, vec2 b, vec2 c, vec2 d) {
    if (same(a, c) || same(a, d) || same(b, c) || same(b, d)) {
        return false;
    }

    return doubled_area(a, b, c) * doubled_area(a, b, d) <= 0 && doubled_area(c, d, a) * doubled_area(c, d, b) <= 0;
}

static bool is_bridge_free(const vec2 *points, const int *counts, int loop_count, vec2 a, vec2 b) {
    int first = 0;
    for (int l = 0; l < loop_count; first += counts[l], ++l) {
        for (int i = 0; i < counts[l]; ++i) {
            if (segments_cross(a, b, points[first + i], points[first + (i + 1) % counts[l]])) {
                return false;
            }
        }
    }

    return true;
}

/* Joins a hole to the outline by a bridge walked both ways. */
static int join_hole(const vec2 *points, const int *counts, int loop_count, int first, int hole_count, bool reversed,
                     int *loop, int count) {
    int from = -1, to = -1;
    double best = 0;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < hole_count; ++k) {
            vec2 a = points[loop[i]], b = points[first + k];
            double span = (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
            if ((from < 0 || span < best) && is_bridge_free(points, counts, loop_count, a, b)) {
                from = i;
                to = k;
                best = span;
            }
        }
    }

    if (from < 0 || count + hole_count + 2 > MAX_LOOP) {
        return count;
    }

    for (int i = count - 1; i > from; --i) {
        loop[i + hole_count + 2] = loop[i];
    }
    for (int i = 0; i <= hole_count; ++i) {
        int step = reversed ? hole_count - i : i;
        loop[from + 1 + i] = first + (to + step) % hole_count;
    }
    loop[from + hole_count + 2] = loop[from];
    return count + hole_count + 2;
}

int polygon_triangulate_holes(const vec2 *points, const int *counts, int loop_count, int *corners) {
    int loop[MAX_LOOP];
    if (counts[0] > MAX_LOOP) {
        return 0;
    }

    bool flipped = polygon_area(points, counts[0]) < 0;
    for (int i = 0; i < counts[0]; ++i) {
        loop[i] = flipped ? counts[0] - 1 - i : i;
    }

    int count = counts[0], first = counts[0];
    for (int l = 1; l < loop_count; ++l) {
        /* Holes run clockwise. */
        bool reversed = polygon_area(points + first, counts[l]) > 0;
        count = join_hole(points, counts, loop_count, first, counts[l], reversed, loop, count);
        first += counts[l];
    }

    return clip_ears(points, loop, count, corners);
}

void polygon_inset(const vec2 *points, int count, double distance, vec2 *result) {
    for (int i = 0; i < count; ++i) {
        vec2 a = points[(i + count - 1) % count], b = points[i], c = points[(i + 1) % count];
        vec3 u = unit(v3(b.x - a.x, b.y - a.y, 0));
        vec3 w = unit(v3(c.x - b.x, c.y - b.y, 0));
        /* The corner moves along the sum of the two inward normals, far enough to clear both edges. */
        double nx = -u.y - w.y, ny = u.x + w.x;
        double reach = distance / (1.0 + u.x * w.x + u.y * w.y);
        result[i] = (vec2){b.x + nx * reach, b.y + ny * reach};
    }
}
