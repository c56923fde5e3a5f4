/* camera.c: cameras that fit what they are asked to show. */
#include "picture.h"

#include "camera/vector.h"

#define PI 3.14159265358979323846

static tl_box3 or_table(tl_box3 box) {
    return tlv_box_is_empty(box) ? (tl_box3){{0, 0, 0}, {1800, 1200, 0}} : box;
}

static tl_vec3 middle(tl_box3 box) {
    return tlv_scale(tlv_add(box.low, box.high), 0.5);
}

/* The eye nearest to the boxes from which, looking along `forward`, all their corners are in the picture.
 *
 * With x to the right, z forward and t the tangent of the half angle, a corner is in the picture if
 * |x - ex| <= t (z - ez). Both sides bound ez: with a = max(x - t z) and b = max(-x - t z), ez <= -(a + b) / 2t, and
 * equality puts the eye at ex = (a - b) / 2. Height gives another bound; the smaller one holds. */
static tlv_camera fit(const tl_box3 *boxes, size_t count, tl_vec3 forward, tl_vec3 up, double fov_deg, double aspect,
                      double margin) {
    tl_vec3 right = tlv_normalise(tlv_cross(forward, up));
    tl_vec3 top = tlv_cross(right, forward);
    double t[2] = {tan(fov_deg * PI / 360) * aspect * margin, tan(fov_deg * PI / 360) * margin};
    double a[2] = {-INFINITY, -INFINITY}, b[2] = {-INFINITY, -INFINITY};
    tl_vec3 centre = middle(boxes[0]);
    for (size_t i = 0; i < 8 * count; i++) {
        tl_vec3 corner = tlv_sub(tlv_box_corner(boxes[i / 8], (int)(i % 8)), centre);
        double z = tlv_dot(corner, forward);
        double x[2] = {tlv_dot(corner, right), tlv_dot(corner, top)};
        for (int j = 0; j < 2; j++) {
            a[j] = fmax(a[j], x[j] - t[j] * z);
            b[j] = fmax(b[j], -x[j] - t[j] * z);
        }
    }
    double z = fmin(-(a[0] + b[0]) / (2 * t[0]), -(a[1] + b[1]) / (2 * t[1]));
    tl_vec3 eye = tlv_madd(centre, right, 0.5 * (a[0] - b[0]));
    eye = tlv_madd(eye, top, 0.5 * (a[1] - b[1]));
    eye = tlv_madd(eye, forward, z);
    return (tlv_camera){eye, tlv_madd(eye, forward, fmax(-z, 1)), up, fov_deg, 0};
}

tlv_camera tlv_camera_top(tl_box3 scene, double aspect) {
    tl_box3 box = or_table(scene);
    tl_vec3 centre = middle(box), size = tlv_sub(box.high, box.low);
    double height = 1.07 * fmax(fmax(size.y, size.x / aspect), 1);
    return (tlv_camera){{centre.x, centre.y, box.high.z + 1000}, {centre.x, centre.y, box.low.z}, {0, 1, 0}, 0, height};
}

tlv_camera tlv_camera_table(tl_box3 scene, double aspect) {
    /* Well above eye level: from a chair the far half of a table is a hand's breadth high. As steep as it goes without
     * stepping back from the table: a tall picture is looked into from higher up. */
    tl_box3 box = or_table(scene);
    tl_vec3 centre = middle(box);
    tlv_camera best = {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}, 30, 0};
    double nearest = INFINITY;
    for (int deg = 38; deg <= 50; deg += 2) {
        double a = deg * PI / 180;
        tl_vec3 forward = {0, cos(a), -sin(a)};
        tlv_camera camera = fit(&box, 1, forward, (tl_vec3){0, 0, 1}, 30, aspect, 0.96);
        double distance = tlv_dot(tlv_sub(centre, camera.eye), forward);
        if (distance > 1.02 * nearest) {
            break;
        }
        nearest = fmin(nearest, distance);
        best = camera;
    }
    return best;
}

tlv_camera tlv_camera_frame_all(const tl_box3 *what, size_t count, tl_vec3 from_direction, double aspect) {
    tl_vec3 forward = tlv_normalise(tlv_scale(from_direction, -1));
    if (tlv_length(forward) == 0) {
        tl_vec3 across = {1, 0.35, 0};
        if (count > 1) {
            tl_vec3 d = tlv_sub(middle(what[1]), middle(what[0]));
            across = hypot(d.x, d.y) > 1 ? d : across;
        }
        tl_vec3 side = tlv_normalise((tl_vec3){-across.y, across.x, 0});
        side = side.y < 0 || (side.y == 0 && side.x < 0) ? tlv_scale(side, -1) : side;
        forward = tlv_normalise((tl_vec3){side.x, side.y, -0.70});
    }
    tl_vec3 up = fabs(forward.z) > 0.999 ? (tl_vec3){0, 1, 0} : (tl_vec3){0, 0, 1};
    tl_box3 all = tlv_box_empty();
    for (size_t i = 0; i < count; i++) {
        all = tlv_box_union(all, what[i]);
    }
    all = or_table(all);
    /* A flat or tiny thing is not looked at from nearer than a hand's breadth. */
    double grow = fmax(0, 0.5 * (60 - tlv_length(tlv_sub(all.high, all.low))) / sqrt(3));
    all.low = tlv_sub(all.low, (tl_vec3){grow, grow, grow});
    all.high = tlv_add(all.high, (tl_vec3){grow, grow, grow});
    bool apart = count > 1 && grow == 0;
    for (size_t i = 0; i < count; i++) {
        apart = apart && !tlv_box_is_empty(what[i]);
    }
    return apart ? fit(what, count, forward, up, 28, aspect, 0.84) : fit(&all, 1, forward, up, 28, aspect, 0.84);
}

tlv_camera tlv_camera_frame(tl_box3 what, tl_vec3 from_direction, double aspect) {
    return tlv_camera_frame_all(&what, 1, from_direction, aspect);
}

tlv_camera tlv_camera_eye(tl_vec3 eye, tl_vec3 target, double fov_deg) {
    tl_vec3 forward = tlv_normalise(tlv_sub(target, eye));
    tl_vec3 up = fabs(forward.z) > 0.999 ? (tl_vec3){0, 1, 0} : (tl_vec3){0, 0, 1};
    return (tlv_camera){eye, target, up, fov_deg > 0 ? fov_deg : 50, 0};
}
