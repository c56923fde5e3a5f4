#include "camera/navigate.h"

#include "camera/vector.h"

#define PI 3.14159265358979323846

/* While gliding to or from an orthographic camera the field is at least this wide: its distance stays finite. */
#define LEAST_FOV 1.5

static const double LEAST_MM = 8, MOST_MM = 20000;

typedef struct axes {
    tl_vec3 right, up, forward;
} axes;

static axes axes_of(double turn, double dip) {
    tl_vec3 level = {-sin(turn), cos(turn), 0};
    tl_vec3 forward = {level.x * cos(dip), level.y * cos(dip), -sin(dip)};
    tl_vec3 up = {level.x * sin(dip), level.y * sin(dip), cos(dip)};
    return (axes){{cos(turn), sin(turn), 0}, up, forward};
}

static double half_tan(double fov_deg) {
    return tan(fov_deg * PI / 360);
}

tlv_pose tlv_pose_of(const tlv_camera *camera) {
    tl_vec3 d = tlv_sub(camera->target, camera->eye);
    tl_vec3 forward = tlv_normalise(d);
    /* Straight down the turn is in the up direction; nearly so, the two agree. */
    tl_vec3 level = hypot(forward.x, forward.y) > 1e-6 ? forward : tlv_scale(camera->up, forward.z < 0 ? 1 : -1);
    tlv_pose pose = {.target = camera->target, .fov_deg = camera->fov_deg, .height_mm = camera->height_mm};
    pose.turn = atan2(-level.x, level.y);
    pose.dip = atan2(-forward.z, hypot(forward.x, forward.y));
    if (camera->fov_deg > 0) {
        pose.height_mm = 2 * tlv_length(d) * half_tan(camera->fov_deg);
    }
    return pose;
}

tlv_camera tlv_pose_camera(const tlv_pose *pose) {
    axes a = axes_of(pose->turn, pose->dip);
    double distance = pose->fov_deg > 0 ? 0.5 * pose->height_mm / half_tan(pose->fov_deg) : pose->height_mm;
    return (tlv_camera){tlv_madd(pose->target, a.forward, -distance), pose->target, a.up, pose->fov_deg,
                        pose->fov_deg > 0 ? 0 : pose->height_mm};
}

void tlv_view_pixel_ray(const tlv_view *view, double x, double y, tl_vec3 *from, tl_vec3 *along) {
    double across = (2 * (x - view->safe.x) / view->safe.width - 1) * view->half_x;
    double upward = (1 - 2 * (y - view->safe.y) / view->safe.height) * view->half_y;
    tl_vec3 offset = tlv_add(tlv_scale(view->right, across), tlv_scale(view->up, upward));
    if (view->perspective) {
        *from = view->eye;
        *along = tlv_normalise(tlv_add(view->forward, offset));
    } else {
        *from = tlv_madd(tlv_add(view->eye, offset), view->forward, fmin(view->near_mm, 0));
        *along = view->forward;
    }
}

tlv_camera tlv_camera_orbit(const tlv_camera *camera, tl_vec3 about, double turn, double dip, double least_dip) {
    tlv_pose pose = tlv_pose_of(camera);
    axes before = axes_of(pose.turn, pose.dip);
    /* A camera that looks higher already may stay there, but not go on. */
    double low = fmin(least_dip, pose.dip);
    axes after = axes_of(pose.turn + turn, fmax(low, fmin(0.5 * PI, pose.dip + dip)));
    const tl_vec3 points[2] = {camera->eye, camera->target};
    tl_vec3 moved[2];
    for (int i = 0; i < 2; i++) {
        tl_vec3 d = tlv_sub(points[i], about);
        moved[i] = tlv_madd(about, after.right, tlv_dot(d, before.right));
        moved[i] = tlv_madd(moved[i], after.up, tlv_dot(d, before.up));
        moved[i] = tlv_madd(moved[i], after.forward, tlv_dot(d, before.forward));
    }
    return (tlv_camera){moved[0], moved[1], after.up, camera->fov_deg, camera->height_mm};
}

tlv_camera tlv_camera_pan(const tlv_camera *camera, const tlv_view *view, tl_vec3 grabbed, double x, double y) {
    double depth = tlv_dot(tlv_sub(grabbed, view->eye), view->forward);
    tlv_camera moved = *camera;
    if (view->perspective && depth < 1e-3) {
        return moved;
    }
    tl_vec3 from, along;
    tlv_view_pixel_ray(view, x, y, &from, &along);
    double ahead = tlv_dot(tlv_sub(from, view->eye), view->forward);
    tl_vec3 there = tlv_madd(from, along, (depth - ahead) / tlv_dot(along, view->forward));
    tl_vec3 shift = tlv_sub(grabbed, there);
    moved.eye = tlv_add(moved.eye, shift);
    moved.target = tlv_add(moved.target, shift);
    return moved;
}

tlv_camera tlv_camera_zoom(const tlv_camera *camera, tl_vec3 towards, double factor) {
    double height = tlv_pose_of(camera).height_mm;
    factor = fmax(factor, fmin(1, LEAST_MM / height));
    factor = fmin(factor, fmax(1, MOST_MM / height));
    tlv_camera moved = *camera;
    moved.eye = tlv_madd(towards, tlv_sub(camera->eye, towards), factor);
    moved.target = tlv_madd(towards, tlv_sub(camera->target, towards), factor);
    moved.height_mm = camera->height_mm * factor;
    return moved;
}

tlv_camera tlv_camera_glide(const tlv_camera *from, const tlv_camera *to, double t) {
    if (t <= 0 || t >= 1) {
        return t <= 0 ? *from : *to;
    }
    tlv_pose a = tlv_pose_of(from), b = tlv_pose_of(to);
    bool flat = a.fov_deg <= 0 && b.fov_deg <= 0;
    double fov_a = fmax(a.fov_deg, LEAST_FOV), fov_b = fmax(b.fov_deg, LEAST_FOV);
    double round = remainder(b.turn - a.turn, 2 * PI);
    tlv_pose pose = {.target = tlv_madd(a.target, tlv_sub(b.target, a.target), t),
                     .turn = a.turn + t * round,
                     .dip = a.dip + t * (b.dip - a.dip),
                     .height_mm = exp((1 - t) * log(a.height_mm) + t * log(b.height_mm)),
                     .fov_deg = flat ? 0 : fov_a + t * (fov_b - fov_a)};
    return tlv_pose_camera(&pose);
}
