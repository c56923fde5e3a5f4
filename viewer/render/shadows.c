/* shadows.c: the lamp, and what it sees. Its view is a rotation about the content's origin and a box along its axes. */
#include "render/pass.h"

#include "camera/space.h"

/* Looks as the lamp does: over a seated player's left shoulder, so that what faces the player is lit. */
static void look_down(mat4 turn) {
    glm_look(GLM_VEC3_ZERO, (vec3){0.50f, 0.42f, -1.0f}, GLM_YUP, turn);
}

void tlv_lamp_axes(vec3 axes[3]) {
    mat4 turn;
    look_down(turn);
    glm_mat4_pick3t(turn, axes);
}

/* --- What is seen ------------------------------------------------------------------------------------------------- */

enum { MOST_CORNERS = 16 };

/* What of a convex polygon lies on the inner side of a plane. */
static int cut(vec3 *in, int count, vec4 plane, vec3 *out) {
    int kept = 0;
    for (int i = 0; i < count && kept < MOST_CORNERS - 1; i++) {
        float *p = in[i], *q = in[(i + 1) % count];
        float dp = glm_vec3_dot(p, plane) + plane[3], dq = glm_vec3_dot(q, plane) + plane[3];
        if (dp >= 0) {
            glm_vec3_copy(p, out[kept++]);
        }
        if ((dp >= 0) != (dq >= 0)) {
            glm_vec3_lerp(p, q, dp / (dp - dq), out[kept++]);
        }
    }
    return kept;
}

static void take_in(vec3 box[2], vec3 point) {
    glm_vec3_minv(box[0], point, box[0]);
    glm_vec3_maxv(box[1], point, box[1]);
}

static bool holds(tl_box3 b, tl_vec3 p) {
    return p.x >= b.low.x && p.x <= b.high.x && p.y >= b.low.y && p.y <= b.high.y && p.z >= b.low.z && p.z <= b.high.z;
}

/* Of all that the lamp sees, the part that the view sees, along the lamp's axes: the faces of the scene's box, cut by
 * the view's sides; and the camera's own place when it stands inside the box. Not valid when it sees nothing. */
static void seen_box(const tlv_pass_view *v, mat4 turn, vec3 part[2]) {
    static const int faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    const tlv_view *view = v->view;
    vec4 planes[6];
    vec3 eye, way;
    enum { SIDES = 5 }; /* all but the far one */
    glm_frustum_planes(TLV_READ_MATRIX(view->clip), planes);
    tlv_way(v->content->origin, view->eye, eye);
    glm_aabb_invalidate(part);
    for (int f = 0; f < 6; f++) {
        vec3 polygon[2][MOST_CORNERS];
        int count = 4;
        for (int i = 0; i < 4; i++) {
            tlv_way(view->eye, tlv_box_corner(v->content->box, faces[f][i]), polygon[0][i]);
        }
        for (int side = 0; side < SIDES && count > 0; side++) {
            count = cut(polygon[side % 2], count, planes[side], polygon[(side + 1) % 2]);
        }
        for (int i = 0; i < count; i++) {
            glm_vec3_add(polygon[SIDES % 2][i], eye, way);
            glm_mat4_mulv3(turn, way, 0, way);
            take_in(part, way);
        }
    }
    tl_vec3 camera = tlv_along(view->eye, view->forward, view->perspective ? view->near_mm : 0);
    if (holds(v->content->box, camera)) {
        tlv_way(v->content->origin, camera, way);
        glm_mat4_mulv3(turn, way, 0, way);
        take_in(part, way);
    }
}

/* --- What the lamp sees ------------------------------------------------------------------------------------------- */

static void box_along_axes(const tlv_content *content, tl_box3 box, mat4 turn, vec3 out[2]) {
    vec3 local[2];
    tlv_way(content->origin, box.low, local[0]);
    tlv_way(content->origin, box.high, local[1]);
    glm_aabb_transform(local, turn, out);
}

/* `part`: what is to be sharp, `all`: what throws shadows or takes them, both along the axes. */
static void frame_shadow(tlv_shadow *s, mat4 turn, vec3 part[2], vec3 all[2], float pad) {
    mat4 clip, half;
    float left = part[0][0] - pad, right = part[1][0] + pad, bottom = part[0][1] - pad, top = part[1][1] + pad;
    float near = -(all[1][2] + 5), far = 55 - all[0][2]; /* distances: the axis points towards the lamp */
    glm_vec3_copy((vec3){right - left, top - bottom, far - near}, s->extent);
    glm_ortho(left, right, bottom, top, near, far, clip);
    glm_mat4_mul(clip, turn, s->clip);
    glm_translate_make(half, (vec3){0.5f, 0.5f, 0.5f}); /* -1..1 for drawing to 0..1 */
    glm_scale_uni(half, 0.5f);
    glm_mat4_mul(half, s->clip, s->matrix);
}

/* False when it was interrupted. */
static bool fill_shadow(const tlv_passes *p, const tlv_shadow *s, const tlv_pass_view *v, tlv_pass_part part) {
    glBindFramebuffer(GL_FRAMEBUFFER, s->target);
    glViewport(0, 0, s->size, s->size);
    glClear(GL_DEPTH_BUFFER_BIT);
    GLuint program = tlv_pass_use(p, TLV_PROGRAM_DEPTH, v);
    tlv_pass_matrix(program, "u_clip", s->clip[0]);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 2.0f);
    bool whole = tlv_pass_solids(p, v, part, TL_DRAW_GROUND, 0, false, !v->style->draft);
    glDisable(GL_POLYGON_OFFSET_FILL);
    return whole;
}

bool tlv_shadow_draw(const tlv_passes *p, tlv_shadow *shadow, const tlv_pass_view *v, bool draft) {
    mat4 turn;
    vec3 all[2], part[2];
    look_down(turn);
    box_along_axes(v->content, v->content->box, turn, all);
    glm_aabb_invalidate(part);
    if (!draft) {
        seen_box(v, turn, part);
    }
    frame_shadow(shadow, turn, glm_aabb_isvalid(part) ? part : all, all, 20);
    return fill_shadow(p, shadow, v, draft && v->content->resting ? TLV_PASS_RESTING : TLV_PASS_ALL);
}

/* What was fed once more of something that rests, such as its hidden part, throws no other shadow than it. */
static bool rests(const tlv_content *content, uint32_t key) {
    for (size_t i = 0; key != 0 && i < content->rest.ranges; i++) {
        if (content->ranges[i].key == key) {
            return true;
        }
    }
    return false;
}

bool tlv_shadow_draw_stirring(const tlv_passes *p, tlv_shadow *shadow, const tlv_pass_view *v, tl_box3 *thrower) {
    const tlv_content *c = v->content;
    *thrower = tlv_box_empty();
    for (size_t i = c->rest.ranges; i < c->range_count; i++) {
        const tlv_range *r = &c->ranges[i];
        if (!(r->style & TL_DRAW_GROUND) && !rests(c, r->key)) {
            *thrower = tlv_box_union(*thrower, r->box);
        }
    }
    if (tlv_box_is_empty(*thrower)) {
        return false;
    }
    mat4 turn;
    vec3 all[2], part[2];
    look_down(turn);
    box_along_axes(c, c->box, turn, all);
    box_along_axes(c, *thrower, turn, part);
    frame_shadow(shadow, turn, part, all, 2);
    fill_shadow(p, shadow, v, TLV_PASS_STIRRING);
    return true;
}

tl_box3 tlv_shadow_reach(tl_box3 box, double level) {
    vec3 axes[3];
    tlv_lamp_axes(axes);
    double down = fmax(0, box.high.z - level) / (double)axes[2][2];
    return tlv_box_union(box, (tl_box3){tlv_along(box.low, axes[2], -down), tlv_along(box.high, axes[2], -down)});
}
