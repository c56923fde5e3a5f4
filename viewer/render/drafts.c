/* drafts.c: drafts: pictures that are drawn quickly because they are replaced at once.
 *
 * While something is dragged the rest of the table, which stays where it is, is drawn once and kept: colour, distance
 * and depth. Each draft then begins with a copy of it. What stirs is drawn over it, and throws its shadow on it: what
 * the lamp no longer reaches is lit anew without it, from what the geometry buffer says of every sample. */
#include "render/pass.h"

#include "camera/space.h"

/* The backdrop as bands of plain colour, quicker than a shader. */
static void clear_backdrop(int width, int height, tl_colour sky, tl_colour floor) {
    for (int y = 0; y < height; y += 8) {
        vec4 colour;
        glm_vec4_lerp((vec4){floor.r, floor.g, floor.b, 1}, (vec4){sky.r, sky.g, sky.b, 1},
                      glm_smooth(((float)y + 4) / (float)height), colour);
        glScissor(0, y, width, y + 8 < height ? 8 : height - y);
        glClearBufferfv(GL_COLOR, 1, colour);
    }
}

static void clear_draft(const tlv_passes *p, const tlv_pass_view *v) {
    glBindFramebuffer(GL_FRAMEBUFFER, p->to_draft);
    const GLuint nothing[4] = {0, 0, 0, 0};
    const GLfloat far = 1;
    int width = tlv_pass_samples(p, v->rect.width), height = tlv_pass_samples(p, v->rect.height);
    glEnable(GL_SCISSOR_TEST); /* a draft has far fewer samples than there is room for */
    glScissor(0, 0, width, height);
    glClearBufferuiv(GL_COLOR, 0, nothing);
    glClearBufferfv(GL_DEPTH, 0, &far);
    /* a little more of the colour: the draft's rim is blended with it when it is enlarged */
    clear_backdrop(width + 2, height + 2, tlv_pass_sky(v->style), tlv_pass_floor(v->style));
    glDisable(GL_SCISSOR_TEST);
}

static void set_light(const tlv_passes *p, GLuint program, int unit, const tlv_shadow *shadow) {
    vec3 axes[3];
    tlv_lamp_axes(axes);
    tlv_pass_texture(program, "u_shadow", unit, shadow->depth);
    glBindSampler((GLuint)unit, p->compare_quick);
    tlv_pass_matrix(program, "u_light", shadow->matrix[0]);
    glUniform1f(tlv_pass_at(program, "u_shadow_texel"),
                glm_max(shadow->extent[0], shadow->extent[1]) / (float)shadow->size);
    tlv_pass_vector(program, "u_lamp", axes[2]);
}

static void draw_part(const tlv_passes *p, const tlv_pass_view *v, tlv_pass_part part) {
    glBindFramebuffer(GL_FRAMEBUFFER, p->to_draft);
    GLuint program = tlv_pass_use(p, TLV_PROGRAM_DRAFT, v);
    tlv_pass_geometry_uniforms(program, v);
    set_light(p, program, 0, &p->draft_shadow);
    tlv_pass_solids(p, v, part, 0, v->style->hidden_key, !v->style->no_frame, false);
    glBindSampler(0, 0);
}

/* --- What is kept ------------------------------------------------------------------------------------------------- */

static bool same_place(tl_vec3 a, tl_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_colour(tl_colour a, tl_colour b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

static bool same_rect(tlv_rect a, tlv_rect b) {
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

static bool same_view(const tlv_view *a, const tlv_view *b) {
    bool same = same_place(a->eye, b->eye) && a->perspective == b->perspective && a->half_y == b->half_y &&
                a->near_mm == b->near_mm && a->far_mm == b->far_mm && a->width == b->width && a->height == b->height &&
                same_rect(a->safe, b->safe);
    for (int i = 0; i < 4 && same; i++) {
        same = glm_vec4_eqv(TLV_READ(a->clip[i]), TLV_READ(b->clip[i]));
    }
    return same;
}

static bool is_kept(const tlv_passes *p, const tlv_pass_view *v) {
    const tlv_kept *k = &p->kept;
    return k->good && same_view(&k->view, v->view) && same_rect(k->rect, v->rect) && k->block == p->block &&
           k->hidden_key == v->style->hidden_key && k->grid_mm == v->style->grid_mm &&
           k->no_frame == v->style->no_frame && k->coarse == (v->coarse != NULL) &&
           same_colour(k->sky, tlv_pass_sky(v->style)) && same_colour(k->floor, tlv_pass_floor(v->style));
}

static void copy(GLuint from, GLuint to, int width, int height, GLbitfield what) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, what, GL_NEAREST);
}

/* From the draft to what is kept of it, or back. */
static void copy_kept(const tlv_passes *p, const tlv_pass_view *v, bool back) {
    const tlv_kept *k = &p->kept;
    int width = tlv_pass_samples(p, v->rect.width), height = tlv_pass_samples(p, v->rect.height);
    int wider = width + 2 < p->width ? width + 2 : p->width, higher = height + 2 < p->height ? height + 2 : p->height;
    copy(back ? k->to_geometry : p->to_geometry, back ? p->to_geometry : k->to_geometry, width, height,
         GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    copy(back ? k->to_colour : p->to_shown, back ? p->to_shown : k->to_colour, wider, higher, GL_COLOR_BUFFER_BIT);
}

static bool make_kept(tlv_passes *p) {
    tlv_kept *k = &p->kept;
    if (!k->to_geometry) {
        k->geometry = tlv_gl_texture(GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, p->width, p->height);
        k->depth = tlv_gl_texture(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, p->width, p->height);
        k->colour = tlv_gl_texture(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, p->width, p->height);
        k->stirring.size = 512;
        k->stirring.depth =
            tlv_gl_texture(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, k->stirring.size, k->stirring.size);
        k->to_geometry = tlv_gl_framebuffer(k->geometry, k->depth);
        k->to_colour = tlv_gl_framebuffer(k->colour, 0);
        k->stirring.target = tlv_gl_framebuffer(0, k->stirring.depth);
        if (!k->to_geometry || !k->to_colour || !k->stirring.target) {
            tlv_draft_free(p);
        }
    }
    return k->to_geometry != 0;
}

void tlv_draft_free(tlv_passes *p) {
    const GLuint textures[] = {p->kept.geometry, p->kept.depth, p->kept.colour, p->kept.stirring.depth};
    const GLuint targets[] = {p->kept.to_geometry, p->kept.to_colour, p->kept.stirring.target};
    glDeleteTextures(sizeof(textures) / sizeof(*textures), textures);
    glDeleteFramebuffers(sizeof(targets) / sizeof(*targets), targets);
    p->kept = (tlv_kept){0};
}

/* What rests, from what is kept of it when that is still good. */
static void draw_resting(tlv_passes *p, const tlv_pass_view *v) {
    if (is_kept(p, v)) {
        copy_kept(p, v, true);
        return;
    }
    clear_draft(p, v);
    draw_part(p, v, TLV_PASS_RESTING);
    copy_kept(p, v, false);
    const tlv_style *s = v->style;
    tlv_kept *k = &p->kept;
    k->good = true;
    k->view = *v->view;
    k->rect = v->rect;
    k->block = p->block;
    k->hidden_key = s->hidden_key;
    k->grid_mm = s->grid_mm;
    k->no_frame = s->no_frame;
    k->coarse = v->coarse != NULL;
    k->sky = tlv_pass_sky(s);
    k->floor = tlv_pass_floor(s);
}

/* --- What stirs --------------------------------------------------------------------------------------------------- */

/* The part of the draft on which a box can be seen, in samples from its lower left corner. */
static void part_of(const tlv_passes *p, const tlv_pass_view *v, tl_box3 box, int part[4]) {
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int i = 0; i < 8; i++) {
        tlv_projected q = tlv_view_project(v->view, tlv_box_corner(box, i));
        bool behind = v->view->perspective && q.depth < v->view->near_mm;
        x0 = fmin(x0, behind ? -INFINITY : q.x), x1 = fmax(x1, behind ? INFINITY : q.x);
        y0 = fmin(y0, behind ? -INFINITY : q.y), y1 = fmax(y1, behind ? INFINITY : q.y);
    }
    x0 = fmax(0, floor(x0 - 2)), x1 = fmin(v->rect.width, ceil(x1 + 2));
    y0 = fmax(0, floor(y0 - 2)), y1 = fmin(v->rect.height, ceil(y1 + 2));
    part[0] = (int)x0 / p->block, part[1] = (v->rect.height - (int)y1) / p->block;
    part[2] = x1 > x0 ? tlv_pass_samples(p, (int)(x1 - x0)) + 1 : 0;
    part[3] = y1 > y0 ? tlv_pass_samples(p, (int)(y1 - y0)) + 1 : 0;
}

static void draw_stirring_shadow(tlv_passes *p, const tlv_pass_view *v) {
    tlv_shadow *shadow = &p->kept.stirring;
    tl_box3 thrower;
    int part[4];
    if (!tlv_shadow_draw_stirring(p, shadow, v, &thrower)) {
        return;
    }
    part_of(p, v, tlv_shadow_reach(thrower, v->content->box.low.z), part);
    glBindFramebuffer(GL_FRAMEBUFFER, p->to_draft_colour);
    glViewport(0, 0, tlv_pass_samples(p, v->rect.width), tlv_pass_samples(p, v->rect.height));
    GLuint program = tlv_pass_use(p, TLV_PROGRAM_CAST, v);
    vec3 eye;
    tlv_way(v->content->origin, v->view->eye, eye);
    tlv_pass_vector(program, "u_camera", v->view->perspective ? eye : v->view->forward);
    tlv_pass_texture(program, "u_geometry", 1, p->geometry);
    set_light(p, program, 0, shadow);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    glScissor(part[0], part[1], part[2], part[3]);
    tlv_pass_fill(p);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_DEPTH_TEST);
    glBindSampler(0, 0);
}

void tlv_draft_draw(tlv_passes *p, const tlv_pass_view *v) {
    if (!v->content->resting || !make_kept(p)) {
        clear_draft(p, v);
        draw_part(p, v, TLV_PASS_ALL);
        return;
    }
    draw_resting(p, v);
    draw_part(p, v, TLV_PASS_STIRRING);
    draw_stirring_shadow(p, v);
}

void tlv_draft_place(const tlv_passes *p, tlv_rect rect) {
    int y = p->height - rect.y - rect.height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, p->to_shown);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, p->to_picture);
    glBlitFramebuffer(0, 0, tlv_pass_samples(p, rect.width), tlv_pass_samples(p, rect.height), rect.x, y,
                      rect.x + rect.width, y + rect.height, GL_COLOR_BUFFER_BIT, p->block > 1 ? GL_LINEAR : GL_NEAREST);
}
