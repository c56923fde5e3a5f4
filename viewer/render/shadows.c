/* shadows.c: the lamp, and what it sees. */
#include "render/pass.h"

#include "camera/vector.h"

/* Towards the lamp: over a seated player's left shoulder, so that what faces the player is lit. */
static const tl_vec3 LAMP = {-0.50, -0.42, 1.0};

/* The part of the scene's box that the view sees, as points; at most 200. The box's faces are cut by the view's sides;
 * where the camera stands inside the box its own corners are added. */
static size_t seen_points(const tlv_view *view, tl_box3 box, tl_vec3 *points) {
    static const int faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    size_t count = 0;
    double wx = (double)view->width / view->safe.width, wy = (double)view->height / view->safe.height;
    double cx = (2.0 * view->safe.x + view->safe.width - view->width) / view->safe.width;
    double cy = (2.0 * view->safe.y + view->safe.height - view->height) / view->safe.height;
    /* In the safe part's coordinates the viewport reaches from -wx - cx to wx - cx, and likewise up. */
    const double low_x = (-wx - cx) * view->half_x, high_x = (wx - cx) * view->half_x;
    const double low_y = (-wy + cy) * view->half_y, high_y = (wy + cy) * view->half_y;
    for (int f = 0; f < 6; f++) {
        tl_vec3 polygon[2][16];
        int n = 4, now = 0;
        for (int i = 0; i < 4; i++) {
            tl_vec3 d = tlv_sub(tlv_box_corner(box, faces[f][i]), view->eye);
            polygon[0][i] = (tl_vec3){tlv_dot(d, view->right), tlv_dot(d, view->up), tlv_dot(d, view->forward)};
        }
        for (int side = 0; side < 5 && n > 0; side++) {
            int m = 0;
            double distance[16];
            for (int i = 0; i < n; i++) {
                tl_vec3 q = polygon[now][i];
                double w = view->perspective ? q.z : 1;
                distance[i] = side == 0   ? q.z - view->near_mm
                              : side == 1 ? q.x - low_x * w
                              : side == 2 ? high_x * w - q.x
                              : side == 3 ? q.y - low_y * w
                                          : high_y * w - q.y;
            }
            for (int i = 0; i < n && m < 14; i++) {
                int j = (i + 1) % n;
                if (distance[i] >= 0) {
                    polygon[1 - now][m++] = polygon[now][i];
                }
                if ((distance[i] >= 0) != (distance[j] >= 0)) {
                    double t = distance[i] / (distance[i] - distance[j]);
                    polygon[1 - now][m++] = tlv_madd(polygon[now][i], tlv_sub(polygon[now][j], polygon[now][i]), t);
                }
            }
            now = 1 - now;
            n = m;
        }
        for (int i = 0; i < n; i++) {
            tl_vec3 q = polygon[now][i];
            points[count++] =
                tlv_add(tlv_madd(tlv_madd(view->eye, view->right, q.x), view->up, q.y), tlv_scale(view->forward, q.z));
        }
    }
    points[count++] = tlv_madd(view->eye, view->forward, view->perspective ? view->near_mm : 0);
    return count;
}

void tlv_lamp_axes(tl_vec3 axes[3]) {
    axes[2] = tlv_normalise(LAMP);
    axes[0] = tlv_normalise(tlv_cross((tl_vec3){0, 1, 0}, axes[2]));
    axes[1] = tlv_cross(axes[2], axes[0]);
}

static tl_vec3 along_axes(tl_vec3 p, const tl_vec3 axes[3]) {
    return (tl_vec3){tlv_dot(p, axes[0]), tlv_dot(p, axes[1]), tlv_dot(p, axes[2])};
}

static tl_box3 box_along_axes(tl_box3 box, const tl_vec3 axes[3]) {
    tl_box3 turned = tlv_box_empty();
    for (int i = 0; i < 8; i++) {
        turned = tlv_box_add(turned, along_axes(tlv_box_corner(box, i), axes));
    }
    return turned;
}

/* Of all that the lamp sees, the part that the view sees. */
static tl_box3 seen_box(const tlv_pass_view *v, const tl_vec3 axes[3]) {
    tl_box3 scene = v->content->box, part = tlv_box_empty();
    tl_vec3 seen[200];
    size_t count = seen_points(v->view, scene, seen);
    for (size_t i = 0; i < count; i++) {
        tl_vec3 c = seen[i];
        bool inside = c.x >= scene.low.x && c.x <= scene.high.x && c.y >= scene.low.y && c.y <= scene.high.y &&
                      c.z >= scene.low.z && c.z <= scene.high.z;
        if (i + 1 < count || inside) { /* the camera's own place counts only inside the box */
            part = tlv_box_add(part, along_axes(c, axes));
        }
    }
    return part;
}

/* `part`: what is to be sharp, `all`: what throws shadows or takes them, both along the axes. */
static void frame_shadow(tlv_shadow *s, const tl_vec3 axes[3], tl_vec3 origin, tl_box3 part, tl_box3 all, double pad) {
    double low[3] = {part.low.x - pad, part.low.y - pad, all.high.z + 5};
    double size[3] = {part.high.x - part.low.x + 2 * pad, part.high.y - part.low.y + 2 * pad,
                      all.high.z - all.low.z + 60};
    s->extent = (tl_vec3){size[0], size[1], size[2]};
    for (int i = 0; i < 3; i++) { /* rows; depth grows away from the lamp */
        double sign = i == 2 ? -1 : 1;
        double from = tlv_dot(axes[i], origin) - low[i];
        s->matrix[i] = (float)(sign * axes[i].x / size[i]);
        s->matrix[4 + i] = (float)(sign * axes[i].y / size[i]);
        s->matrix[8 + i] = (float)(sign * axes[i].z / size[i]);
        s->matrix[12 + i] = (float)(sign * from / size[i]);
    }
    s->matrix[3] = s->matrix[7] = s->matrix[11] = 0;
    s->matrix[15] = 1;
}

/* False when it was interrupted. */
static bool fill_shadow(const tlv_passes *p, const tlv_shadow *s, const tlv_pass_view *v, tlv_pass_part part) {
    /* 0..1 to -1..1 for drawing. */
    float clip[16];
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            float one = j == 3 ? 1.0f : 0.0f;
            clip[4 * j + i] = i < 3 ? 2 * s->matrix[4 * j + i] - one : one;
        }
    }
    glBindFramebuffer(GL_FRAMEBUFFER, s->target);
    glViewport(0, 0, s->size, s->size);
    glClear(GL_DEPTH_BUFFER_BIT);
    GLuint program = tlv_pass_use(p, TLV_PROGRAM_DEPTH, v);
    glUniformMatrix4fv(tlv_pass_at(program, "u_clip"), 1, GL_FALSE, clip);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 2.0f);
    bool whole = tlv_pass_solids(p, v, part, TL_DRAW_GROUND, 0, false, !v->style->draft);
    glDisable(GL_POLYGON_OFFSET_FILL);
    return whole;
}

bool tlv_shadow_draw(const tlv_passes *p, tlv_shadow *shadow, const tlv_pass_view *v, bool draft) {
    tl_vec3 axes[3];
    tlv_lamp_axes(axes);
    tl_box3 all = box_along_axes(v->content->box, axes), part = draft ? all : seen_box(v, axes);
    frame_shadow(shadow, axes, v->content->origin, tlv_box_is_empty(part) ? all : part, all, 20);
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
    tl_vec3 axes[3];
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
    tlv_lamp_axes(axes);
    frame_shadow(shadow, axes, c->origin, box_along_axes(*thrower, axes), box_along_axes(c->box, axes), 2);
    fill_shadow(p, shadow, v, TLV_PASS_STIRRING);
    return true;
}

tl_box3 tlv_shadow_reach(tl_box3 box, double level) {
    tl_vec3 lamp = tlv_normalise(LAMP);
    double down = fmax(0, box.high.z - level) / lamp.z;
    tl_vec3 moved = tlv_scale(lamp, -down);
    return tlv_box_union(box, (tl_box3){tlv_add(box.low, moved), tlv_add(box.high, moved)});
}
