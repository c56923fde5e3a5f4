/* view.c: makes the matrix of a view; points of the table to pixels, and pixels to rays. */
#include "camera/view.h"

/* The sides of the whole viewport, in what half_x and half_y are in: the safe part goes from -half_x to half_x. */
typedef struct sides {
    float left, right, bottom, top;
} sides;

static sides sides_of(const tlv_view *view) {
    const tlv_rect *safe = &view->safe;
    double x = 2 * view->half_x / safe->width, y = 2 * view->half_y / safe->height; /* of a pixel */
    double middle_x = safe->x + 0.5 * safe->width, middle_y = safe->y + 0.5 * safe->height;
    return (sides){(float)(-middle_x * x), (float)((view->width - middle_x) * x),
                   (float)((middle_y - view->height) * y), (float)(middle_y * y)};
}

/* Looks from the eye, as a rotation. */
static void turn_towards(tlv_view *view, const tlv_camera *camera, mat4 turn) {
    vec3 up, across;
    tlv_way(camera->eye, camera->target, view->forward);
    glm_vec3_normalize(view->forward);
    if (glm_vec3_norm2(view->forward) == 0) {
        glm_vec3_copy((vec3){0, 0, -1}, view->forward);
    }
    tlv_direction(camera->up, up);
    glm_vec3_cross(view->forward, up, across);
    if (!(glm_vec3_norm(across) > 1e-6f * glm_vec3_norm(up))) { /* up is where one looks, but for rounding */
        tlv_across(view->forward, across);
        glm_vec3_cross(across, view->forward, up);
    }
    glm_look(GLM_VEC3_ZERO, view->forward, up, turn);
    for (int i = 0; i < 3; i++) {
        view->right[i] = turn[i][0], view->up[i] = turn[i][1], view->forward[i] = -turn[i][2];
    }
}

/* Fits the depth range; in perspective depth's precision is near / far's. */
static void fit_depth(tlv_view *view, tl_box3 scene, double near_mm) {
    double low = INFINITY, high = -INFINITY;
    if (!tlv_box_is_empty(scene)) {
        for (int i = 0; i < 8; i++) {
            double depth = tlv_view_depth(view, tlv_box_corner(scene, i));
            low = fmin(low, depth);
            high = fmax(high, depth);
        }
    } else {
        low = 1, high = 1000;
    }
    double slack = 1 + 0.01 * (high - low);
    if (view->perspective) {
        view->near_mm = near_mm > 0 ? near_mm : fmax(low - slack, fmax(1.0, 1e-4 * high));
        view->far_mm = fmax(high + slack, view->near_mm * 2);
    } else {
        view->near_mm = near_mm > 0 ? near_mm : low - slack;
        view->far_mm = fmax(high + slack, view->near_mm + 1);
    }
}

tlv_view tlv_view_make(const tlv_camera *camera, int width, int height, tlv_rect safe, tl_box3 scene, double near_mm) {
    tlv_view view = {.eye = camera->eye, .width = width, .height = height, .safe = safe};
    mat4 turn, projection, back;
    turn_towards(&view, camera, turn);
    view.perspective = camera->fov_deg > 0;
    view.half_y = view.perspective ? tan(fmin(camera->fov_deg, 170) * GLM_PI / 360) : 0.5 * camera->height_mm;
    view.half_x = view.half_y * safe.width / safe.height;
    fit_depth(&view, scene, near_mm);
    sides s = sides_of(&view);
    float near = (float)view.near_mm, far = (float)view.far_mm;
    if (view.perspective) {
        glm_frustum(s.left * near, s.right * near, s.bottom * near, s.top * near, near, far, projection);
    } else {
        glm_ortho(s.left, s.right, s.bottom, s.top, near, far, projection);
    }
    glm_mat4_mul(projection, turn, view.clip);
    /* The rotation's inverse is exact, so that only the projection, which is nearly empty, is inverted. */
    glm_mat4_inv(projection, back);
    glm_mat4_transpose(turn);
    glm_mat4_mul(turn, back, view.unclip);
    return view;
}

double tlv_view_depth(const tlv_view *view, tl_vec3 point) {
    vec3 way;
    tlv_way(view->eye, point, way);
    return (double)glm_vec3_dot(way, TLV_READ(view->forward));
}

tlv_projected tlv_view_project(const tlv_view *view, tl_vec3 point) {
    vec4 viewport = {0, 0, (float)view->width, (float)view->height};
    vec3 way, window;
    tlv_way(view->eye, point, way);
    glm_project(way, TLV_READ_MATRIX(view->clip), viewport, window);
    return (tlv_projected){(double)window[0], view->height - (double)window[1],
                           (double)glm_vec3_dot(way, TLV_READ(view->forward))};
}

void tlv_view_pixel_ray(const tlv_view *view, double x, double y, tl_vec3 *from, tl_vec3 *along) {
    vec4 viewport = {0, 0, (float)view->width, (float)view->height};
    vec3 window = {(float)x, (float)(view->height - y), 0}, way; /* on the near plane */
    glm_unprojecti(window, TLV_READ_MATRIX(view->unclip), viewport, way);
    if (view->perspective) {
        glm_vec3_normalize(way);
        *from = view->eye;
        *along = tlv_widened(way);
    } else {
        *from = tlv_along(tlv_along(view->eye, way, 1), view->forward, fmin(view->near_mm, 0) - view->near_mm);
        *along = tlv_widened(view->forward);
    }
}

double tlv_view_pixel_mm(const tlv_view *view, double depth) {
    return 2 * view->half_y / view->safe.height * (view->perspective ? depth : 1);
}

void tlv_view_matrix(const tlv_view *view, tl_vec3 origin, mat4 matrix) {
    vec3 way;
    tlv_way(view->eye, origin, way);
    glm_mat4_copy(TLV_READ_MATRIX(view->clip), matrix);
    glm_translate(matrix, way);
}

void tlv_view_rays(const tlv_view *view, tl_vec3 origin, vec3 base[3], vec3 ray[3]) {
    sides s = sides_of(view);
    vec3 *plane = view->perspective ? ray : base; /* of the two the one that pixels differ in */
    glm_vec3_scale(TLV_READ(view->right), s.left, plane[0]);
    glm_vec3_muladds(TLV_READ(view->up), s.bottom, plane[0]);
    glm_vec3_scale(TLV_READ(view->right), s.right - s.left, plane[1]);
    glm_vec3_scale(TLV_READ(view->up), s.top - s.bottom, plane[2]);
    vec3 *same = view->perspective ? base : ray, eye;
    for (int i = 0; i < 3; i++) {
        glm_vec3_zero(same[i]);
    }
    tlv_way(origin, view->eye, eye);
    glm_vec3_add(base[0], eye, base[0]);
    glm_vec3_add(ray[0], TLV_READ(view->forward), ray[0]);
}
