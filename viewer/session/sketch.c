/* sketch.c: lengths, areas, crossings and strips of outlines while they are drawn. */
#include "session/sketch.h"

#include "camera/space.h"

double tlv_sketch_length(const tl_vec2 *corners, int count, bool closed) {
    double sum = 0;
    for (int i = 1; i < count + (closed && count > 2 ? 1 : 0); i++) {
        tl_vec2 d = tlv_sub2(corners[i % count], corners[i - 1]);
        sum += hypot(d.x, d.y);
    }
    return sum;
}

double tlv_sketch_area(const tl_vec2 *corners, int count) {
    double twice = 0;
    for (int i = 2; i < count; i++) {
        twice += tlv_cross2(tlv_sub2(corners[i - 1], corners[0]), tlv_sub2(corners[i], corners[0]));
    }
    return 0.5 * fabs(twice);
}

static int side(tl_vec2 a, tl_vec2 b, tl_vec2 p) {
    double c = tlv_cross2(tlv_sub2(b, a), tlv_sub2(p, a));
    return (c > 0) - (c < 0);
}

static bool between(tl_vec2 a, tl_vec2 b, tl_vec2 p) {
    return fmin(a.x, b.x) <= p.x && p.x <= fmax(a.x, b.x) && fmin(a.y, b.y) <= p.y && p.y <= fmax(a.y, b.y);
}

/* Whether two closed segments have a point in common. */
static bool meet(tl_vec2 a, tl_vec2 b, tl_vec2 c, tl_vec2 d, tl_vec2 *where) {
    int abc = side(a, b, c), abd = side(a, b, d), cda = side(c, d, a), cdb = side(c, d, b);
    if (abc * abd < 0 && cda * cdb < 0) {
        tl_vec2 u = tlv_sub2(b, a);
        double t = tlv_cross2(tlv_sub2(c, a), tlv_sub2(d, c)) / tlv_cross2(u, tlv_sub2(d, c));
        *where = (tl_vec2){a.x + t * u.x, a.y + t * u.y};
        return true;
    }
    const struct {
        bool on;
        tl_vec2 at;
    } ends[] = {{abc == 0 && between(a, b, c), c},
                {abd == 0 && between(a, b, d), d},
                {cda == 0 && between(c, d, a), a},
                {cdb == 0 && between(c, d, b), b}};
    for (int i = 0; i < 4; i++) {
        if (ends[i].on) {
            *where = ends[i].at;
            return true;
        }
    }
    return false;
}

/* Neighbours share a corner; they meet elsewhere only when one lies back upon the other. */
static bool folds_back(tl_vec2 a, tl_vec2 corner, tl_vec2 b) {
    return side(a, corner, b) == 0 && tlv_dot2(tlv_sub2(a, corner), tlv_sub2(b, corner)) > 0;
}

bool tlv_sketch_crosses(const tl_vec2 *corners, int count, bool closed, tl_vec2 *where) {
    int edges = closed && count > 2 ? count : count - 1;
    tl_vec2 at, *found = where ? where : &at;
    for (int i = 0; i < edges; i++) {
        tl_vec2 a = corners[i], b = corners[(i + 1) % count];
        if (a.x == b.x && a.y == b.y) {
            *found = a;
            return true;
        }
        for (int j = i + 1; j < edges; j++) {
            tl_vec2 c = corners[j], d = corners[(j + 1) % count];
            bool next = j == i + 1, last = closed && i == 0 && j == edges - 1;
            if (next && folds_back(a, b, d)) {
                *found = b;
                return true;
            }
            if (last && folds_back(b, a, c)) {
                *found = a;
                return true;
            }
            if (!next && !last && meet(a, b, c, d, found)) {
                return true;
            }
        }
    }
    return false;
}

static tl_vec2 left_of(tl_vec2 a, tl_vec2 b) {
    tl_vec2 d = tlv_sub2(b, a);
    double length = hypot(d.x, d.y);
    return length > 0 ? (tl_vec2){-d.y / length, d.x / length} : (tl_vec2){0, 0};
}

int tlv_sketch_strip(const tl_vec2 *corners, int count, double width, tl_vec2 *outline) {
    if (count < 2) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        tl_vec2 before = left_of(corners[i > 0 ? i - 1 : 0], corners[i > 0 ? i : 1]);
        tl_vec2 after = left_of(corners[i + 1 < count ? i : count - 2], corners[i + 1 < count ? i + 1 : count - 1]);
        tl_vec2 sum = {before.x + after.x, before.y + after.y};
        /* the mitre reaches half the width divided by the cosine of half the turn, at most four times as far */
        double reach = width / fmax(tlv_dot2(sum, sum), 0.25);
        outline[i] = (tl_vec2){corners[i].x + reach * sum.x, corners[i].y + reach * sum.y};
        outline[2 * count - 1 - i] = (tl_vec2){corners[i].x - reach * sum.x, corners[i].y - reach * sum.y};
    }
    return 2 * count;
}
