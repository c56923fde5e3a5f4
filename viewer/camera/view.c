#include "camera/view.h"

#include "camera/vector.h"

#define PI 3.14159265358979323846

tlv_view tlv_view_make(const tlv_camera *camera, int width, int height, tlv_rect safe, tl_box3 scene, double near_mm) {
    tlv_view view = {.eye = camera->eye, .width = width, .height = height, .safe = safe};
    view.forward = tlv_normalise(tlv_sub(camera->target, camera->eye));
    if (tlv_length(view.forward) == 0) {
        view.forward = (tl_vec3){0, 0, -1};
    }
    tl_vec3 right = tlv_cross(view.forward, camera->up);
    view.right = tlv_length(right) > 1e-9 ? tlv_normalise(right) : tlv_across(view.forward);
    view.up = tlv_cross(view.right, view.forward);
    view.perspective = camera->fov_deg > 0;
    view.half_y = view.perspective ? tan(fmin(camera->fov_deg, 170) * PI / 360) : 0.5 * camera->height_mm;
    view.half_x = view.half_y * safe.width / safe.height;

    /* Fit the depth range; in perspective depth's precision is near / far's. */
    double low = INFINITY, high = -INFINITY;
    if (!tlv_box_is_empty(scene)) {
        for (int i = 0; i < 8; i++) {
            double depth = tlv_dot(tlv_sub(tlv_box_corner(scene, i), view.eye), view.forward);
            low = fmin(low, depth);
            high = fmax(high, depth);
        }
    } else {
        low = 1, high = 1000;
    }
    double slack = 1 + 0.01 * (high - low);
    if (view.perspective) {
        view.near_mm = near_mm > 0 ? near_mm : fmax(low - slack, fmax(1.0, 1e-4 * high));
        view.far_mm = fmax(high + slack, view.near_mm * 2);
    } else {
        view.near_mm = near_mm > 0 ? near_mm : low - slack;
        view.far_mm = fmax(high + slack, view.near_mm + 1);
    }
    return view;
}

tlv_projected tlv_view_project(const tlv_view *view, tl_vec3 point) {
    tl_vec3 d = tlv_sub(point, view->eye);
    double depth = tlv_dot(d, view->forward);
    double w = view->perspective ? depth : 1;
    double x = tlv_dot(d, view->right) / (w * view->half_x);
    double y = tlv_dot(d, view->up) / (w * view->half_y);
    return (tlv_projected){view->safe.x + 0.5 * (1 + x) * view->safe.width,
                           view->safe.y + 0.5 * (1 - y) * view->safe.height, depth};
}

double tlv_view_pixel_mm(const tlv_view *view, double depth) {
    return 2 * view->half_y / view->safe.height * (view->perspective ? depth : 1);
}

/* The safe part's place in normalised device coordinates of the viewport: scale and centre. */
static void place_safe(const tlv_view *view, double *scale_x, double *centre_x, double *scale_y, double *centre_y) {
    *scale_x = (double)view->safe.width / view->width;
    *scale_y = (double)view->safe.height / view->height;
    *centre_x = (2.0 * view->safe.x + view->safe.width) / view->width - 1;
    *centre_y = 1 - (2.0 * view->safe.y + view->safe.height) / view->height;
}

void tlv_view_matrix(const tlv_view *view, tl_vec3 origin, float matrix[16]) {
    double scale_x, centre_x, scale_y, centre_y;
    place_safe(view, &scale_x, &centre_x, &scale_y, &centre_y);
    tl_vec3 offset = tlv_sub(origin, view->eye);
    const tl_vec3 axes[3] = {view->right, view->up, view->forward};
    double rows[3][4];
    for (int i = 0; i < 3; i++) {
        rows[i][0] = axes[i].x, rows[i][1] = axes[i].y, rows[i][2] = axes[i].z;
        rows[i][3] = tlv_dot(axes[i], offset);
    }
    double n = view->near_mm, f = view->far_mm;
    for (int j = 0; j < 4; j++) {
        double one = j == 3 ? 1 : 0;
        double w = view->perspective ? rows[2][j] : one;
        double z = view->perspective ? (rows[2][j] * (f + n) - 2 * f * n * one) / (f - n)
                                     : (2 * rows[2][j] - (f + n) * one) / (f - n);
        matrix[4 * j + 0] = (float)(scale_x * rows[0][j] / view->half_x + centre_x * w);
        matrix[4 * j + 1] = (float)(scale_y * rows[1][j] / view->half_y + centre_y * w);
        matrix[4 * j + 2] = (float)z;
        matrix[4 * j + 3] = (float)w;
    }
}

void tlv_view_rays(const tlv_view *view, tl_vec3 origin, tl_vec3 base[3], tl_vec3 ray[3]) {
    double scale_x, centre_x, scale_y, centre_y;
    place_safe(view, &scale_x, &centre_x, &scale_y, &centre_y);
    /* Device coordinate -1 + 2 * fraction; minus centre, over scale: the safe part's own coordinate. */
    tl_vec3 dx = tlv_scale(view->right, 2 * view->half_x / scale_x);
    tl_vec3 dy = tlv_scale(view->up, 2 * view->half_y / scale_y);
    tl_vec3 corner = tlv_add(tlv_scale(view->right, view->half_x * (-1 - centre_x) / scale_x),
                             tlv_scale(view->up, view->half_y * (-1 - centre_y) / scale_y));
    tl_vec3 eye = tlv_sub(view->eye, origin), zero = {0, 0, 0};
    base[0] = view->perspective ? eye : tlv_add(eye, corner);
    base[1] = view->perspective ? zero : dx;
    base[2] = view->perspective ? zero : dy;
    ray[0] = view->perspective ? tlv_add(view->forward, corner) : view->forward;
    ray[1] = view->perspective ? dx : zero;
    ray[2] = view->perspective ? dy : zero;
}
