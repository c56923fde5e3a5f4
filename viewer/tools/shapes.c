/* shapes.c: triangles against lines, half spaces and strokes. */
#include "tools/shapes.h"

#include "camera/space.h"

enum { MOST_PLANES = 8, MOST_CORNERS = 3 + MOST_PLANES };

/* Where a line meets a triangle, as a multiple of `along`, whose square `square` is and whose direction `straight`. The
 * triangle is taken as large as 1 and the line to begin beside its first corner: then single precision is as fine as
 * the triangle itself is, however small, and wherever the line comes from. It is made larger by a hair, so that between
 * two neighbours nothing slips through. */
static bool meets(const tl_vec3 c[3], tl_vec3 from, tl_vec3 along, double square, vec3 straight, double *at) {
    double beside = tlv_dot(tlv_sub(c[0], from), along) / square;
    vec3 begin, u, v;
    tlv_way(c[0], c[1], u);
    tlv_way(c[0], c[2], v);
    tlv_way(c[0], tlv_madd(from, along, beside), begin);
    float size = sqrtf(glm_max(glm_vec3_norm2(u), glm_vec3_norm2(v))), t;
    if (!(size > 0) || glm_vec3_norm2(begin) > 1.01f * size * size) {
        return false;
    }
    const float hair = 1e-5f;
    vec3 corner[3];
    glm_vec3_add(u, v, corner[0]);
    glm_vec3_scale(corner[0], -hair / size, corner[0]);
    for (int i = 1; i < 3; i++) {
        glm_vec3_copy(corner[0], corner[i]);
        glm_vec3_muladds(i == 1 ? u : v, (1 + 3 * hair) / size, corner[i]);
    }
    glm_vec3_divs(begin, size, begin);
    glm_vec3_muladds(straight, -2, begin);
    if (!glm_ray_triangle(begin, straight, corner[0], corner[1], corner[2], &t)) {
        return false;
    }
    *at = beside + ((double)t - 2) * (double)size / sqrt(square);
    return true;
}

bool tlv_first_hit(const tl_vec3 *corners, size_t triangles, tl_vec3 from, tl_vec3 along, tl_vec3 *point) {
    double first = INFINITY, square = tlv_dot(along, along), at;
    vec3 straight;
    tlv_direction(along, straight);
    glm_vec3_normalize(straight);
    for (size_t i = 0; i < triangles; i++) {
        if (meets(corners + 3 * i, from, along, square, straight, &at) && at > 0 && at < first) {
            first = at;
        }
    }
    *point = isfinite(first) ? tlv_madd(from, along, first) : from;
    return isfinite(first);
}

/* What of a convex polygon lies in a half space. */
static int keep(const tl_vec3 *in, int count, tlv_half_space half, tl_vec3 *out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        tl_vec3 p = in[i], q = in[(i + 1) % count];
        double dp = tlv_dot(half.normal, p) - half.offset, dq = tlv_dot(half.normal, q) - half.offset;
        if (dp >= 0) {
            out[kept++] = p;
        }
        if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
            out[kept++] = tlv_between(p, q, dp / (dp - dq));
        }
    }
    return kept;
}

tl_box3 tlv_box_within(const tl_vec3 *corners, size_t triangles, const tlv_half_space *within, int count) {
    tl_box3 box = tlv_box_empty();
    for (size_t i = 0; i < triangles; i++) {
        tl_vec3 a[MOST_CORNERS] = {corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]}, b[MOST_CORNERS];
        tl_vec3 *now = a, *next = b;
        int left = 3;
        for (int k = 0; k < count && k < MOST_PLANES && left > 0; k++) {
            left = keep(now, left, within[k], next);
            tl_vec3 *other = now;
            now = next;
            next = other;
        }
        for (int k = 0; k < left; k++) {
            box = tlv_box_add(box, now[k]);
        }
    }
    return box;
}

static double area_of(const tl_vec3 *p, int count) {
    vec3 sum = {0, 0, 0}, normal;
    for (int i = 1; i + 1 < count; i++) {
        tlv_normal(p[0], p[i], p[i + 1], normal);
        glm_vec3_add(sum, normal, sum);
    }
    return 0.5 * (double)glm_vec3_norm(sum);
}

double tlv_share_within(const tl_vec3 *corners, size_t triangles, tlv_half_space within) {
    double in = 0, all = 0;
    for (size_t i = 0; i < triangles; i++) {
        tl_vec3 part[MOST_CORNERS];
        int left = keep(corners + 3 * i, 3, within, part);
        in += area_of(part, left);
        all += area_of(corners + 3 * i, 3);
    }
    return all > 0 ? in / all : 0;
}

static double volume_of(tl_box3 b) {
    return (b.high.x - b.low.x) * (b.high.y - b.low.y) * (b.high.z - b.low.z);
}

static double common_volume(tl_box3 a, tl_box3 b) {
    tl_box3 c = {{fmax(a.low.x, b.low.x), fmax(a.low.y, b.low.y), fmax(a.low.z, b.low.z)},
                 {fmin(a.high.x, b.high.x), fmin(a.high.y, b.high.y), fmin(a.high.z, b.high.z)}};
    return tlv_box_is_empty(c) ? 0 : volume_of(c);
}

size_t tlv_stroke_boxes(const tl_vec3 *dabs, size_t count, double radius, tl_box3 *boxes, size_t most) {
    size_t made = 0;
    double holds = 0; /* of the last box: what went into it */
    for (size_t i = 0; i < count && most > 0; i++) {
        const tl_vec3 r = {radius, radius, radius};
        tl_box3 dab = {tlv_sub(dabs[i], r), tlv_add(dabs[i], r)};
        tl_box3 both = made > 0 ? tlv_box_union(boxes[made - 1], dab) : dab;
        double more = made > 0 ? volume_of(dab) - common_volume(boxes[made - 1], dab) : 0;
        if (made > 0 && (volume_of(both) <= 4.0 / 3 * (holds + more) || made == most)) {
            boxes[made - 1] = both;
            holds += more;
        } else {
            boxes[made++] = dab;
            holds = volume_of(dab);
        }
    }
    return made;
}
