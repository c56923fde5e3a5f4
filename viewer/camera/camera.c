/* camera.c: cameras that fit what they are asked to show. */
#include "picture.h"

#include "camera/space.h"

static tl_box3 or_table(tl_box3 box) {
    return tlv_box_is_empty(box) ? (tl_box3){{0, 0, 0}, {1800, 1200, 0}} : box;
}

/* The eye nearest to the boxes from which, looking along `forward`, all their corners are in the picture.
 *
 * With x to the right, z forward (cglm's eye looks along -z) and t the tangent of the half angle, a corner is in the
 * picture if |x - ex| <= t (z - ez). Both sides bound ez: with a = max(x - t z) and b = max(-x - t z), ez <= -(a + b) /
 * 2t, and equality puts the eye at ex = (a - b) / 2. Height gives another bound; the smaller one holds. */
static tlv_camera fit(const tl_box3 *boxes, size_t count, vec3 forward, vec3 up, double fov_deg, double aspect,
                      double margin) {
    mat4 turn;
    glm_look(GLM_VEC3_ZERO, forward, up, turn);
    double half = tan(fov_deg * GLM_PI / 360) * margin;
    const float t[2] = {(float)(half * aspect), (float)half};
    float a[2] = {-FLT_MAX, -FLT_MAX}, b[2] = {-FLT_MAX, -FLT_MAX};
    tl_vec3 centre = tlv_box_middle(boxes[0]);
    for (size_t i = 0; i < 8 * count; i++) {
        vec3 corner;
        tlv_way(centre, tlv_box_corner(boxes[i / 8], (int)(i % 8)), corner);
        glm_mat4_mulv3(turn, corner, 0, corner);
        for (int j = 0; j < 2; j++) {
            a[j] = glm_max(a[j], corner[j] + t[j] * corner[2]);
            b[j] = glm_max(b[j], t[j] * corner[2] - corner[j]);
        }
    }
    vec3 eye = {0.5f * (a[0] - b[0]), 0.5f * (a[1] - b[1]),
                glm_max((a[0] + b[0]) / (2 * t[0]), (a[1] + b[1]) / (2 * t[1]))};
    vec3 target = {eye[0], eye[1], eye[2] - glm_max(eye[2], 1)};
    glm_mat4_transpose(turn);
    glm_mat4_mulv3(turn, eye, 0, eye);
    glm_mat4_mulv3(turn, target, 0, target);
    return (tlv_camera){tlv_along(centre, eye, 1), tlv_along(centre, target, 1), tlv_widened(up), fov_deg, 0};
}

/* Up for one who looks there: the picture's top, or north where one looks straight down or up. */
static void choose_up(vec3 forward, vec3 up) {
    glm_vec3_copy(fabsf(forward[2]) > 0.999f ? GLM_YUP : GLM_ZUP, up);
}

tlv_camera tlv_camera_top(tl_box3 scene, double aspect) {
    tl_box3 box = or_table(scene);
    tl_vec3 centre = tlv_box_middle(box), size = tlv_sub(box.high, box.low);
    double height = 1.07 * fmax(fmax(size.y, size.x / aspect), 1);
    return (tlv_camera){{centre.x, centre.y, box.high.z + 1000}, {centre.x, centre.y, box.low.z}, {0, 1, 0}, 0, height};
}

tlv_camera tlv_camera_table(tl_box3 scene, double aspect) {
    /* Well above eye level: from a chair the far half of a table is a hand's breadth high. As steep as it goes without
     * stepping back from the table: a tall picture is looked into from higher up. */
    tl_box3 box = or_table(scene);
    tl_vec3 centre = tlv_box_middle(box);
    tlv_camera best = {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}, 30, 0};
    float nearest = FLT_MAX;
    for (int deg = 38; deg <= 50; deg += 2) {
        vec3 forward = {0, 1, 0}, way;
        glm_vec3_rotate(forward, glm_rad((float)-deg), GLM_XUP);
        tlv_camera camera = fit(&box, 1, forward, GLM_ZUP, 30, aspect, 0.96);
        tlv_way(camera.eye, centre, way);
        float distance = glm_vec3_dot(way, forward);
        if (distance > 1.02f * nearest) {
            break;
        }
        nearest = glm_min(nearest, distance);
        best = camera;
    }
    return best;
}

/* From a seated player's side of what is shown; of two things, of the line between them. */
static void look_across(const tl_box3 *what, size_t count, vec3 forward) {
    vec3 across = {1, 0.35f, 0};
    if (count > 1) {
        vec3 way;
        tlv_way(tlv_box_middle(what[0]), tlv_box_middle(what[1]), way);
        if (glm_vec2_norm(way) > 1) {
            glm_vec3_copy(way, across);
        }
    }
    vec2 side = {-across[1], across[0]};
    glm_vec2_normalize(side);
    if (side[1] < 0 || (side[1] == 0 && side[0] < 0)) {
        glm_vec2_negate(side);
    }
    glm_vec3_copy((vec3){side[0], side[1], -0.70f}, forward);
    glm_vec3_normalize(forward);
}

tlv_camera tlv_camera_frame_all(const tl_box3 *what, size_t count, tl_vec3 from_direction, double aspect) {
    vec3 forward, up;
    tlv_direction(tlv_scale(from_direction, -1), forward);
    glm_vec3_normalize(forward);
    if (glm_vec3_norm2(forward) == 0) {
        look_across(what, count, forward);
    }
    choose_up(forward, up);
    tl_box3 all = tlv_box_empty();
    for (size_t i = 0; i < count; i++) {
        all = tlv_box_union(all, what[i]);
    }
    all = or_table(all);
    /* A flat or tiny thing is not looked at from nearer than a hand's breadth. */
    double grow = fmax(0, 0.5 * (60 - tlv_box_size(all)) / sqrt(3));
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
    vec3 forward, up;
    tlv_way(eye, target, forward);
    glm_vec3_normalize(forward);
    choose_up(forward, up);
    return (tlv_camera){eye, target, tlv_widened(up), fov_deg > 0 ? fov_deg : 50, 0};
}
