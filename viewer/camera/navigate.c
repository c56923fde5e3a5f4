/* navigate.c: turns, shifts and zooms a camera as a hand asks, and glides from one to another. */
#include "camera/navigate.h"

/* While gliding to or from an orthographic camera the field is at least this wide: its distance stays finite. */
#define LEAST_FOV 1.5

static const double LEAST_MM = 8, MOST_MM = 20000;

/* The rotation that takes a camera that looks along +Y, with +Z up, to where it looks: its columns are what is right of
 * it, forward, and up. */
static void turn_of(double turn, double dip, mat4 out) {
    glm_rotate_make(out, (float)turn, GLM_ZUP);
    glm_rotate(out, -(float)dip, GLM_XUP);
}

static double half_tan(double fov_deg) {
    return tan(fov_deg * GLM_PI / 360);
}

tlv_pose tlv_pose_of(const tlv_camera *camera) {
    vec3 forward, up, right;
    tlv_way(camera->eye, camera->target, forward);
    tlv_direction(camera->up, up);
    double distance = (double)glm_vec3_norm(forward);
    glm_vec3_normalize(forward);
    glm_vec3_normalize(up);
    glm_vec3_cross(forward, up, right);
    float flat = glm_vec2_norm(forward);
    /* Where the horizon is level, up and forward have the same turn: the flatter of the two tells it better, and
     * straight down it is up alone. */
    bool by_up = fabsf(right[2]) < 1e-5f && glm_vec2_norm(up) > flat;
    float *level = by_up ? up : forward, sign = by_up && forward[2] > 0 ? -1 : 1;
    tlv_pose pose = {.target = camera->target, .fov_deg = camera->fov_deg, .height_mm = camera->height_mm};
    pose.turn = (double)atan2f(-sign * level[0], sign * level[1]);
    pose.dip = (double)atan2f(-forward[2], flat);
    if (camera->fov_deg > 0) {
        pose.height_mm = 2 * distance * half_tan(camera->fov_deg);
    }
    return pose;
}

tlv_camera tlv_pose_camera(const tlv_pose *pose) {
    mat4 turn;
    turn_of(pose->turn, pose->dip, turn);
    double distance = pose->fov_deg > 0 ? 0.5 * pose->height_mm / half_tan(pose->fov_deg) : pose->height_mm;
    return (tlv_camera){tlv_along(pose->target, turn[1], -distance), pose->target, tlv_widened(turn[2]), pose->fov_deg,
                        pose->fov_deg > 0 ? 0 : pose->height_mm};
}

tlv_camera tlv_camera_orbit(const tlv_camera *camera, tl_vec3 about, double turn, double dip, double least_dip) {
    tlv_pose pose = tlv_pose_of(camera);
    mat4 back, there;
    turn_of(pose.turn, pose.dip, back);
    glm_mat4_transpose(back);
    /* A camera that looks higher already may stay there, but not go on. */
    double low = fmin(least_dip, pose.dip);
    turn_of(pose.turn + turn, fmax(low, fmin(GLM_PI_2, pose.dip + dip)), there);
    vec3 to_eye, forward; /* each turned for itself: where one looks is not less exact for being far from `about` */
    tlv_way(about, camera->eye, to_eye);
    tlv_way(camera->eye, camera->target, forward);
    glm_mat4_mul(there, back, back);
    glm_mat4_mulv3(back, to_eye, 0, to_eye);
    glm_mat4_mulv3(back, forward, 0, forward);
    tl_vec3 eye = tlv_along(about, to_eye, 1);
    return (tlv_camera){eye, tlv_along(eye, forward, 1), tlv_widened(there[2]), camera->fov_deg, camera->height_mm};
}

tlv_camera tlv_camera_pan(const tlv_camera *camera, const tlv_view *view, tl_vec3 grabbed, double x, double y) {
    double depth = tlv_view_depth(view, grabbed);
    tlv_camera moved = *camera;
    if (view->perspective && depth < 1e-3) {
        return moved;
    }
    tl_vec3 from, along;
    vec3 way;
    tlv_view_pixel_ray(view, x, y, &from, &along);
    tlv_direction(along, way);
    double slope = (double)glm_vec3_dot(way, TLV_READ(view->forward));
    tl_vec3 there = tlv_along(from, way, (depth - tlv_view_depth(view, from)) / slope);
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
    moved.eye = tlv_between(towards, camera->eye, factor);
    moved.target = tlv_between(towards, camera->target, factor);
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
    double round = remainder(b.turn - a.turn, 2 * GLM_PI);
    float part = (float)t;
    tlv_pose pose = {.target = tlv_between(a.target, b.target, t),
                     .turn = (double)glm_lerp((float)a.turn, (float)(a.turn + round), part),
                     .dip = (double)glm_lerp((float)a.dip, (float)b.dip, part),
                     .height_mm = exp((double)glm_lerp((float)log(a.height_mm), (float)log(b.height_mm), part)),
                     .fov_deg = flat ? 0 : (double)glm_lerp((float)fov_a, (float)fov_b, part)};
    return tlv_pose_camera(&pose);
}
