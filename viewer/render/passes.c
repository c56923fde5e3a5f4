/* passes.c: the passes that make a picture of content, one after the other. */
#include "render/passes.h"

#include "camera/space.h"
#include "render/pass.h"
#include "report.h"
#include "shaders.h"

#include <stdlib.h>
#include <string.h>

/* An outline's colour when the content has no other wish. */
static const tl_colour CREAM = {1.0f, 0.98f, 0.90f, 1};

/* A disc of 16 points (Vogel's spiral) and 16 rotations, each a quarter turn's sixteenth apart in an order that puts
 * unlike ones side by side. */
static void make_disc(float disc[32], float turn[32]) {
    static const int order[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
    for (int i = 0; i < 16; i++) {
        double r = sqrt((i + 0.5) / 16), a = 2.399963229728653 * i, t = 2 * GLM_PI * order[i] / 16;
        disc[2 * i] = (float)(r * cos(a)), disc[2 * i + 1] = (float)(r * sin(a));
        turn[2 * i] = (float)cos(t), turn[2 * i + 1] = (float)sin(t);
    }
}

static void attribute(GLuint index, GLint size, GLenum type, bool normal, size_t stride, size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, type, normal, (GLsizei)stride, (const void *)offset);
}

static tlv_batch make_batch(void) {
    tlv_batch batch;
    glGenVertexArrays(1, &batch.array);
    glGenBuffers(1, &batch.buffer);
    glBindVertexArray(batch.array);
    glBindBuffer(GL_ARRAY_BUFFER, batch.buffer);
    return batch;
}

static void make_batches(tlv_passes *p) {
    p->clear = make_batch();
    tlv_solids_attributes();
    p->lines = make_batch();
    attribute(0, 2, GL_FLOAT, false, sizeof(tlv_line_vertex), offsetof(tlv_line_vertex, pixel));
    attribute(1, 4, GL_FLOAT, false, sizeof(tlv_line_vertex), offsetof(tlv_line_vertex, course));
    attribute(2, 4, GL_FLOAT, false, sizeof(tlv_line_vertex), offsetof(tlv_line_vertex, shape));
    attribute(3, 4, GL_UNSIGNED_BYTE, true, sizeof(tlv_line_vertex), offsetof(tlv_line_vertex, colour));
    p->plates = make_batch();
    attribute(0, 2, GL_FLOAT, false, sizeof(tlv_plate_vertex), offsetof(tlv_plate_vertex, pixel));
    attribute(1, 4, GL_FLOAT, false, sizeof(tlv_plate_vertex), offsetof(tlv_plate_vertex, shape));
    attribute(2, 2, GL_FLOAT, false, sizeof(tlv_plate_vertex), offsetof(tlv_plate_vertex, form));
    attribute(3, 4, GL_UNSIGNED_BYTE, true, sizeof(tlv_plate_vertex), offsetof(tlv_plate_vertex, colour));
    attribute(4, 4, GL_UNSIGNED_BYTE, true, sizeof(tlv_plate_vertex), offsetof(tlv_plate_vertex, border));
    p->screen = make_batch();
}

static bool make_programs(tlv_passes *p, tl_error *error) {
    const char *const sources[TLV_PROGRAMS][2] = {
        [TLV_PROGRAM_DEPTH] = {tlv_shader_solid_vert, tlv_shader_depth_frag},
        [TLV_PROGRAM_GEOMETRY] = {tlv_shader_solid_vert, tlv_shader_geometry_frag},
        [TLV_PROGRAM_MASK] = {tlv_shader_solid_vert, tlv_shader_mask_frag},
        [TLV_PROGRAM_LIGHT] = {tlv_shader_screen_vert, tlv_shader_light_frag},
        [TLV_PROGRAM_BLUR] = {tlv_shader_screen_vert, tlv_shader_blur_frag},
        [TLV_PROGRAM_SHADE] = {tlv_shader_screen_vert, tlv_shader_shade_frag},
        [TLV_PROGRAM_DRAFT] = {tlv_shader_solid_vert, tlv_shader_draft_frag},
        [TLV_PROGRAM_CAST] = {tlv_shader_screen_vert, tlv_shader_cast_frag},
        [TLV_PROGRAM_CLEAR] = {tlv_shader_solid_vert, tlv_shader_clear_frag},
        [TLV_PROGRAM_OUTLINE] = {tlv_shader_screen_vert, tlv_shader_outline_frag},
        [TLV_PROGRAM_RESOLVE] = {tlv_shader_screen_vert, tlv_shader_resolve_frag},
        [TLV_PROGRAM_LINE] = {tlv_shader_line_vert, tlv_shader_line_frag},
        [TLV_PROGRAM_PLATE] = {tlv_shader_plate_vert, tlv_shader_plate_frag},
    };
    for (int i = 0; i < TLV_PROGRAMS; i++) {
        p->programs[i] = tlv_gl_program(sources[i][0], sources[i][1], error);
        if (!p->programs[i]) {
            return false;
        }
    }
    return true;
}

static GLuint make_comparison(GLint filter) {
    GLuint sampler;
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, filter);
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, filter);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return sampler;
}

static bool make_shadow(tlv_shadow *shadow, int size) {
    shadow->size = size;
    shadow->depth = tlv_gl_texture(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, size, size);
    shadow->target = tlv_gl_framebuffer(0, shadow->depth);
    return shadow->depth && shadow->target;
}

static bool make_targets(tlv_passes *p) {
    int w = p->width, h = p->height, sw = w * p->step, sh = h * p->step;
    p->geometry = tlv_gl_texture(GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, sw, sh);
    p->depth = tlv_gl_texture(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, sw, sh);
    p->colour = tlv_gl_texture(GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, sw, sh);
    p->mask = tlv_gl_texture(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, sw, sh);
    p->mask_depth = tlv_gl_texture(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, sw, sh);
    /* About a texel a sample, when the lamp's view is as wide as the picture's; drafts have less than a sample a pixel.
     */
    int size = 1024;
    while (size < 4096 && size < (sw > sh ? sw : sh)) {
        size *= 2;
    }
    bool shadows = make_shadow(&p->shadow, size) && make_shadow(&p->draft_shadow, size / 2);
    p->picture = tlv_gl_texture(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, w, h);
    p->shown = tlv_gl_texture(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, w, h);
    p->atlas = tlv_gl_texture(GL_R8, GL_RED, GL_UNSIGNED_BYTE, 16, 16);
    p->to_geometry = tlv_gl_framebuffer(p->geometry, p->depth);
    p->to_colour = tlv_gl_framebuffer(p->colour, p->depth);
    p->to_mask = tlv_gl_framebuffer(p->mask, p->mask_depth);
    p->to_picture = tlv_gl_framebuffer(p->picture, 0);
    p->to_shown = tlv_gl_framebuffer(p->shown, 0);
    p->to_draft = tlv_gl_framebuffer(p->geometry, p->depth);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, p->shown, 0);
    const GLenum both[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glDrawBuffers(2, both);
    p->to_draft_colour = tlv_gl_framebuffer(p->shown, p->depth);
    for (int i = 0; i < 2; i++) {
        p->light[i] = tlv_gl_texture(GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, w, h);
        p->to_light[i] = tlv_gl_framebuffer(p->light[i], 0);
    }
    p->compare = make_comparison(GL_LINEAR);
    p->compare_quick = make_comparison(GL_NEAREST);
    return p->to_geometry && p->to_colour && p->to_mask && shadows && p->to_picture && p->to_shown && p->to_draft &&
           p->to_draft_colour && p->to_light[0] && p->to_light[1] && glGetError() == GL_NO_ERROR;
}

tl_status tlv_passes_create(tlv_passes *passes, int width, int height, int step, tl_error *error) {
    *passes = (tlv_passes){.width = width, .height = height, .step = step, .most_step = step, .block = 1};
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (width * step > largest || height * step > largest) {
        return tlv_fail(error, TL_ERROR_ARGUMENT, NULL, "ask for a smaller picture or fewer samples",
                        "%d by %d pixels are more than this machine draws", width, height);
    }
    if (!make_programs(passes, error)) {
        return TL_ERROR_UNSUPPORTED;
    }
    make_batches(passes);
    if (!make_targets(passes)) {
        return tlv_fail(error, TL_ERROR_MEMORY, NULL, "ask for a smaller picture or fewer samples",
                        "no memory for a picture of %d by %d pixels", width, height);
    }
    return TL_OK;
}

void tlv_passes_destroy(tlv_passes *p) {
    const GLuint textures[] = {p->geometry,   p->depth,        p->light[0],           p->light[1], p->colour, p->mask,
                               p->mask_depth, p->shadow.depth, p->draft_shadow.depth, p->picture,  p->shown,  p->atlas};
    const GLuint targets[] = {
        p->shadow.target, p->draft_shadow.target, p->to_geometry, p->to_light[0], p->to_light[1],    p->to_colour,
        p->to_mask,       p->to_picture,          p->to_shown,    p->to_draft,    p->to_draft_colour};
    const tlv_batch batches[] = {p->clear, p->lines, p->plates, p->screen};
    glDeleteTextures(sizeof(textures) / sizeof(*textures), textures);
    glDeleteFramebuffers(sizeof(targets) / sizeof(*targets), targets);
    for (size_t i = 0; i < sizeof(batches) / sizeof(*batches); i++) {
        glDeleteVertexArrays(1, &batches[i].array);
        glDeleteBuffers(1, &batches[i].buffer);
    }
    tlv_draft_free(p);
    glDeleteSamplers(1, &p->compare);
    glDeleteSamplers(1, &p->compare_quick);
    for (int i = 0; i < TLV_PROGRAMS; i++) {
        glDeleteProgram(p->programs[i]);
    }
    *p = (tlv_passes){0};
}

/* False when it was interrupted. */
static bool draw_geometry(const tlv_passes *p, const tlv_pass_view *v) {
    glBindFramebuffer(GL_FRAMEBUFFER, p->to_geometry);
    const GLuint nothing[4] = {0, 0, 0, 0};
    glClearBufferuiv(GL_COLOR, 0, nothing);
    glClear(GL_DEPTH_BUFFER_BIT);
    GLuint program = tlv_pass_use(p, TLV_PROGRAM_GEOMETRY, v);
    tlv_pass_geometry_uniforms(program, v);
    return tlv_pass_solids(p, v, TLV_PASS_ALL, 0, v->style->hidden_key, !v->style->no_frame, true);
}

/* Fills the screen, in bands when it may be interrupted: false when it was. */
static bool fill_bands(const tlv_passes *p, int rows) {
    if (!p->interrupt) {
        tlv_pass_fill(p);
        return true;
    }
    enum { BANDS = 6 };
    bool go_on = true;
    glEnable(GL_SCISSOR_TEST);
    for (int i = 0; i < BANDS && go_on; i++) {
        int low = rows * i / BANDS, high = rows * (i + 1) / BANDS;
        glScissor(0, low, p->width * p->step, high - low);
        tlv_pass_fill(p);
        go_on = !tlv_pass_interrupted(p);
    }
    glDisable(GL_SCISSOR_TEST);
    return go_on;
}

static bool draw_light(const tlv_passes *p, const tlv_pass_view *v, vec3 axes[3]) {
    float disc[32], turn[32];
    make_disc(disc, turn);
    glViewport(0, 0, v->rect.width, v->rect.height);
    glBindFramebuffer(GL_FRAMEBUFFER, p->to_light[0]);
    GLuint program = tlv_pass_use(p, TLV_PROGRAM_LIGHT, v);
    tlv_pass_texture(program, "u_geometry", 0, p->geometry);
    tlv_pass_texture(program, "u_shadow_depth", 1, p->shadow.depth);
    tlv_pass_texture(program, "u_shadow", 2, p->shadow.depth);
    glBindSampler(2, p->compare);
    tlv_pass_matrix(program, "u_light", p->shadow.matrix[0]);
    glUniform3fv(tlv_pass_at(program, "u_light_axes"), 3, axes[0]);
    tlv_pass_vector(program, "u_light_size", p->shadow.extent);
    glUniform1f(tlv_pass_at(program, "u_shadow_texel"),
                glm_max(p->shadow.extent[0], p->shadow.extent[1]) / (float)p->shadow.size);
    glUniform2fv(tlv_pass_at(program, "u_disc"), 16, disc);
    glUniform2fv(tlv_pass_at(program, "u_turn"), 16, turn);
    glUniform1f(tlv_pass_at(program, "u_ao_px"), (float)(46 * v->scale));
    glUniform2f(tlv_pass_at(program, "u_ao_mm"), 6, 55);
    bool go_on = fill_bands(p, v->rect.height);
    glBindSampler(2, 0);
    if (!go_on) {
        return false;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, p->to_light[1]);
    program = tlv_pass_use(p, TLV_PROGRAM_BLUR, v);
    tlv_pass_texture(program, "u_light_map", 0, p->light[0]);
    tlv_pass_fill(p);
    return true;
}

static bool draw_shade(const tlv_passes *p, const tlv_pass_view *v, const float lamp[3]) {
    glViewport(0, 0, v->rect.width * p->step, v->rect.height * p->step);
    glBindFramebuffer(GL_FRAMEBUFFER, p->to_colour);
    GLuint program = tlv_pass_use(p, TLV_PROGRAM_SHADE, v);
    tlv_pass_texture(program, "u_geometry", 0, p->geometry);
    tlv_pass_texture(program, "u_light_map", 1, p->light[1]);
    tlv_pass_vector(program, "u_lamp", lamp);
    tlv_pass_colour(program, "u_sky", tlv_pass_sky(v->style));
    tlv_pass_colour(program, "u_floor", tlv_pass_floor(v->style));
    return fill_bands(p, v->rect.height * p->step);
}

typedef struct far_triangle {
    float depth;
    size_t index;
} far_triangle;

static int compare_far(const void *a, const void *b) {
    const far_triangle *x = a, *y = b;
    return x->depth > y->depth ? -1 : x->depth < y->depth ? 1 : x->index < y->index ? -1 : 1;
}

/* What things are drawn on after the solids. */
static void bind_colour(const tlv_passes *p, const tlv_pass_view *v) {
    glBindFramebuffer(GL_FRAMEBUFFER, v->style->draft ? p->to_draft_colour : p->to_colour);
}

/* Sorts the translucent triangles from far to near; tubes keep only what faces the camera, and go with their lines. */
static bool draw_clear(const tlv_passes *p, const tlv_pass_view *v) {
    const tlv_content *c = v->content;
    size_t count = c->clear_count / 3, kept = 0;
    if (count == 0) {
        return true;
    }
    far_triangle *order = malloc(count * sizeof(*order));
    tlv_vertex *sorted = malloc(3 * count * sizeof(*sorted));
    if (order && sorted) {
        vec3 eye, forward;
        tlv_way(c->origin, v->view->eye, eye);
        glm_vec3_copy(TLV_READ(v->view->forward), forward);
        for (size_t i = 0; i < count; i++) {
            tlv_vertex *t = &c->clear[3 * i];
            vec3 normal, way;
            tlv_facet(t, normal);
            glm_vec3_add(t[0].position, t[1].position, way); /* from the eye to the middle */
            glm_vec3_add(way, t[2].position, way);
            glm_vec3_scale(way, 1.0f / 3, way);
            glm_vec3_sub(way, eye, way);
            bool faces = glm_vec3_dot(normal, v->view->perspective ? way : forward) < 0;
            if (t->key != 1 || (faces && !v->style->no_lines)) {
                order[kept++] = (far_triangle){glm_vec3_dot(way, forward), i};
            }
        }
        qsort(order, kept, sizeof(*order), compare_far);
        for (size_t i = 0; i < kept; i++) {
            memcpy(&sorted[3 * i], &c->clear[3 * order[i].index], 3 * sizeof(*sorted));
        }
        bind_colour(p, v);
        GLuint program = tlv_pass_use(p, TLV_PROGRAM_CLEAR, v);
        tlv_pass_solid_uniforms(program, v);
        glUniform1i(tlv_pass_at(program, "u_draft"), v->style->draft);
        glBindBuffer(GL_ARRAY_BUFFER, p->clear.buffer);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(3 * kept * sizeof(*sorted)), sorted, GL_STREAM_DRAW);
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
        glEnable(GL_DEPTH_TEST);
        glDepthMask(GL_FALSE);
        glBindVertexArray(p->clear.array);
        glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(3 * kept));
        glDepthMask(GL_TRUE);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_BLEND);
    }
    bool good = order && sorted;
    free(order);
    free(sorted);
    return good;
}

/* Where outlined objects can be on the picture, in samples from the bottom; false when there are none. */
static bool outlined_part(const tlv_passes *p, const tlv_pass_view *v, int part[4]) {
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (size_t i = 0; i < v->content->range_count; i++) {
        const tlv_range *r = &v->content->ranges[i];
        if (!(r->style & TL_DRAW_OUTLINED) || (v->style->hidden_key && r->key == v->style->hidden_key)) {
            continue;
        }
        for (int k = 0; k < 8; k++) {
            tlv_projected q = tlv_view_project(v->view, tlv_box_corner(r->box, k));
            bool behind = v->view->perspective && q.depth < v->view->near_mm;
            x0 = behind ? 0 : fmin(x0, q.x), x1 = behind ? v->rect.width : fmax(x1, q.x);
            y0 = behind ? 0 : fmin(y0, q.y), y1 = behind ? v->rect.height : fmax(y1, q.y);
            if (behind) {
                x0 = y0 = -INFINITY, x1 = y1 = INFINITY;
            }
        }
    }
    double pad = 6 * v->scale;
    x0 = fmax(0, floor(x0 - pad)), y0 = fmax(0, floor(y0 - pad));
    x1 = fmin(v->rect.width, ceil(x1 + pad)), y1 = fmin(v->rect.height, ceil(y1 + pad));
    if (!(x1 > x0 && y1 > y0)) {
        return false;
    }
    part[0] = (int)x0 * p->step / p->block, part[1] = (v->rect.height - (int)y1) * p->step / p->block;
    part[2] = tlv_pass_samples(p, (int)x1 - (int)x0), part[3] = tlv_pass_samples(p, (int)y1 - (int)y0);
    return true;
}

static GLuint pack_colour(tl_colour c) {
    const float v[3] = {c.r, c.g, c.b};
    GLuint packed = 0;
    for (int i = 0; i < 3; i++) {
        packed |= (GLuint)lrintf(glm_clamp_zo(v[i]) * 255) << (8 * i);
    }
    return packed;
}

static void draw_outline(const tlv_passes *p, const tlv_pass_view *v) {
    int part[4];
    if (!outlined_part(p, v, part)) {
        return;
    }
    /* Rings look a little beyond the part that is drawn. */
    int beyond = 2 + (int)ceil(8 * v->scale * p->step / p->block);
    glBindFramebuffer(GL_FRAMEBUFFER, p->to_mask);
    const GLuint nothing[4] = {0, 0, 0, 0};
    glEnable(GL_SCISSOR_TEST);
    glScissor(part[0] > beyond ? part[0] - beyond : 0, part[1] > beyond ? part[1] - beyond : 0, part[2] + 2 * beyond,
              part[3] + 2 * beyond);
    glClearBufferuiv(GL_COLOR, 0, nothing);
    glClear(GL_DEPTH_BUFFER_BIT);
    glScissor(part[0], part[1], part[2], part[3]);
    GLuint program = tlv_pass_use(p, TLV_PROGRAM_MASK, v);
    tlv_pass_solid_uniforms(program, v);
    tlv_pass_texture(program, "u_geometry", 0, p->geometry);
    glEnable(GL_DEPTH_TEST);
    for (size_t i = 0; i < v->content->range_count; i++) {
        const tlv_range *r = &v->content->ranges[i];
        bool there = r->first + r->count <= v->ready || r->first >= v->content->mark.solid;
        if (there && (r->style & TL_DRAW_OUTLINED) && !(v->style->hidden_key && r->key == v->style->hidden_key)) {
            glUniform1ui(tlv_pass_at(program, "u_outline"), pack_colour(r->outline.a > 0 ? r->outline : CREAM));
            tlv_solids_draw(v->solids, r->first, r->count);
        }
    }
    glDisable(GL_DEPTH_TEST);
    float ring[72];
    double fine = v->scale * p->step / p->block, core = 2.3 * fine, casing = core + 1.2 * fine;
    for (int i = 0; i < 36; i++) {
        double r = i < 20 ? casing : i < 28 ? core : 0.5 * core, n = i < 20 ? 20 : 8, k = i < 20 ? i : i - 20;
        ring[2 * i] = (float)(r * cos(2 * GLM_PI * (k + (i >= 28 ? 0.5 : 0)) / n));
        ring[2 * i + 1] = (float)(r * sin(2 * GLM_PI * (k + (i >= 28 ? 0.5 : 0)) / n));
    }
    bind_colour(p, v);
    program = tlv_pass_use(p, TLV_PROGRAM_OUTLINE, v);
    glUniform1i(tlv_pass_at(program, "u_draft"), v->style->draft);
    tlv_pass_texture(program, "u_mask", 0, p->mask);
    glUniform2fv(tlv_pass_at(program, "u_ring"), 36, ring);
    tlv_pass_colour(program, "u_casing", (tl_colour){0.07f, 0.08f, 0.10f, 1});
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    tlv_pass_fill(p);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
}

/* The view's rectangle of the picture, as OpenGL counts it. */
static void picture_viewport(const tlv_passes *p, tlv_rect rect) {
    glBindFramebuffer(GL_FRAMEBUFFER, p->to_picture);
    glViewport(rect.x, p->height - rect.y - rect.height, rect.width, rect.height);
}

static void resolve(const tlv_passes *p, const tlv_pass_view *v) {
    picture_viewport(p, v->rect);
    GLuint program = tlv_pass_use(p, TLV_PROGRAM_RESOLVE, v);
    tlv_pass_texture(program, "u_colour", 0, p->colour);
    glUniform2i(tlv_pass_at(program, "u_corner"), v->rect.x, p->height - v->rect.y - v->rect.height);
    tlv_pass_fill(p);
}

tl_status tlv_passes_solid(tlv_passes *passes, const tlv_pass_view *view) {
    bool draft = view->style->draft;
    vec3 axes[3];
    tlv_lamp_axes(axes);
    passes->step = draft ? 1 : passes->most_step;
    passes->block = draft && view->style->draft_blocks ? 2 : 1;
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL); /* what is drawn twice shows as it was drawn last */
    bool go_on = true;
    if (!draft || !passes->shadowed) {
        go_on = tlv_shadow_draw(passes, draft ? &passes->draft_shadow : &passes->shadow, view, draft);
        passes->shadowed = passes->shadowed || draft;
    }
    if (go_on && !draft && view->style->drafts_follow && !passes->shadowed) {
        passes->shadowed = go_on = tlv_shadow_draw(passes, &passes->draft_shadow, view, true);
    }
    glViewport(0, 0, tlv_pass_samples(passes, view->rect.width), tlv_pass_samples(passes, view->rect.height));
    if (!go_on) {
        return TL_ERROR_CANCELLED;
    }
    if (draft) {
        tlv_draft_draw(passes, view);
        glDisable(GL_DEPTH_TEST);
    } else {
        go_on = draw_geometry(passes, view);
        glDisable(GL_DEPTH_TEST);
        go_on = go_on && !tlv_pass_interrupted(passes) && draw_light(passes, view, axes) &&
                !tlv_pass_interrupted(passes) && draw_shade(passes, view, axes[2]);
    }
    if (!go_on) {
        return TL_ERROR_CANCELLED;
    }
    bool good = draw_clear(passes, view);
    draw_outline(passes, view);
    if (!draft && tlv_pass_interrupted(passes)) {
        return TL_ERROR_CANCELLED;
    }
    if (draft) {
        tlv_draft_place(passes, view->rect);
    } else {
        resolve(passes, view);
    }
    return good ? TL_OK : TL_ERROR_MEMORY;
}

static void draw_flat(const tlv_batch *batch, const void *vertices, size_t count, size_t size) {
    if (count) {
        glBindBuffer(GL_ARRAY_BUFFER, batch->buffer);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * size), vertices, GL_STREAM_DRAW);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glBindVertexArray(batch->array);
        glDrawArrays(GL_TRIANGLES, 0, (GLsizei)count);
        glDisable(GL_BLEND);
    }
}

void tlv_passes_lines(tlv_passes *passes, const tlv_pass_view *view, const tlv_ribbons *ribbons) {
    picture_viewport(passes, view->rect);
    GLuint program = tlv_pass_use(passes, TLV_PROGRAM_LINE, view);
    tlv_pass_texture(program, "u_geometry", 0, passes->geometry);
    glUniform2f(tlv_pass_at(program, "u_pixels"), (float)view->rect.width, (float)view->rect.height);
    glUniform1f(tlv_pass_at(program, "u_scale"), (float)view->scale);
    draw_flat(&passes->lines, ribbons->vertices, ribbons->count, sizeof(*ribbons->vertices));
}

void tlv_passes_plates(tlv_passes *passes, tlv_rect rect, const tlv_overlay *overlay, bool shown) {
    picture_viewport(passes, rect);
    if (shown) {
        glBindFramebuffer(GL_FRAMEBUFFER, passes->to_shown);
    }
    int size;
    bool changed;
    const uint8_t *atlas = tlv_text_atlas(overlay->text, &size, &changed);
    if (changed) {
        glBindTexture(GL_TEXTURE_2D, passes->atlas);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, size, size, 0, GL_RED, GL_UNSIGNED_BYTE, atlas);
    }
    GLuint program = passes->programs[TLV_PROGRAM_PLATE];
    glUseProgram(program);
    tlv_pass_texture(program, "u_atlas", 0, passes->atlas);
    glUniform2f(tlv_pass_at(program, "u_pixels"), (float)rect.width, (float)rect.height);
    draw_flat(&passes->plates, overlay->vertices, overlay->count, sizeof(*overlay->vertices));
}

void tlv_passes_show(tlv_passes *passes) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, passes->to_picture);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, passes->to_shown);
    glBlitFramebuffer(0, 0, passes->width, passes->height, 0, 0, passes->width, passes->height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

double tlv_passes_depth_at(tlv_passes *passes, const tlv_view *view, double x, double y) {
    int px = (int)floor(x), py = (int)floor(y);
    if (px < 0 || py < 0 || px >= view->width || py >= view->height) {
        return INFINITY;
    }
    GLuint sample[4];
    glBindFramebuffer(GL_FRAMEBUFFER, passes->to_geometry);
    glReadPixels(px * passes->step / passes->block, (view->height - 1 - py) * passes->step / passes->block, 1, 1,
                 GL_RGBA_INTEGER, GL_UNSIGNED_INT, sample);
    float depth;
    memcpy(&depth, &sample[0], sizeof(depth));
    return sample[0] ? (double)depth : INFINITY;
}
