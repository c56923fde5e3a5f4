/* pass.c: what every pass needs: programs in use, uniforms, and pictures that are filled. */
#include "render/pass.h"

#include "camera/space.h"

GLint tlv_pass_at(GLuint program, const char *name) {
    return glGetUniformLocation(program, name);
}

void tlv_pass_vector(GLuint program, const char *name, const float v[3]) {
    glUniform3fv(tlv_pass_at(program, name), 1, v);
}

void tlv_pass_matrix(GLuint program, const char *name, const float *columns) {
    glUniformMatrix4fv(tlv_pass_at(program, name), 1, GL_FALSE, columns);
}

void tlv_pass_colour(GLuint program, const char *name, tl_colour c) {
    glUniform3f(tlv_pass_at(program, name), c.r, c.g, c.b);
}

void tlv_pass_texture(GLuint program, const char *name, int unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glUniform1i(tlv_pass_at(program, name), unit);
}

int tlv_pass_samples(const tlv_passes *p, int pixels) {
    return (pixels * p->step + p->block - 1) / p->block;
}

GLuint tlv_pass_use(const tlv_passes *p, enum tlv_program which, const tlv_pass_view *v) {
    GLuint program = p->programs[which];
    glUseProgram(program);
    vec3 base[3], ray[3];
    tlv_view_rays(v->view, v->content->origin, base, ray);
    glUniform3fv(tlv_pass_at(program, "u_base"), 3, base[0]);
    glUniform3fv(tlv_pass_at(program, "u_ray"), 3, ray[0]);
    glUniform1i(tlv_pass_at(program, "u_perspective"), v->view->perspective);
    glUniform2i(tlv_pass_at(program, "u_size"), tlv_pass_samples(p, v->rect.width),
                tlv_pass_samples(p, v->rect.height));
    glUniform1i(tlv_pass_at(program, "u_step"), p->step);
    glUniform1i(tlv_pass_at(program, "u_block"), p->block);
    glUniform1f(tlv_pass_at(program, "u_sample_mm"), (float)(tlv_view_pixel_mm(v->view, 1) * p->block / p->step));
    return program;
}

void tlv_pass_fill(const tlv_passes *p) {
    glBindVertexArray(p->screen.array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void tlv_pass_solid_uniforms(GLuint program, const tlv_pass_view *v) {
    mat4 clip;
    vec3 eye;
    tlv_view_matrix(v->view, v->content->origin, clip);
    tlv_pass_matrix(program, "u_clip", clip[0]);
    tlv_way(v->content->origin, v->view->eye, eye);
    tlv_pass_vector(program, "u_eye", eye);
    tlv_pass_vector(program, "u_forward", v->view->forward);
    tlv_pass_vector(program, "u_camera", v->view->perspective ? eye : v->view->forward);
}

void tlv_pass_geometry_uniforms(GLuint program, const tlv_pass_view *v) {
    tlv_pass_solid_uniforms(program, v);
    glUniform1f(tlv_pass_at(program, "u_grid_mm"), (float)v->style->grid_mm);
    tl_vec3 o = v->content->origin;
    glUniform2f(tlv_pass_at(program, "u_grid_from"), (float)-o.x, (float)-o.y);
}

bool tlv_pass_interrupted(const tlv_passes *p) {
    if (p->interrupt) {
        glFinish();
    }
    return p->interrupt && p->interrupt(p->interrupt_user);
}

/* So many vertices go in one call: between two calls a picture can be given up. */
enum { MOST_VERTICES = 450000 };

/* Draws those of `count` ranges that have none of `without`, but not `hidden_key`, with or without the ground's frame;
 * neighbours go in one call. False when it was interrupted. */
static bool draw_ranges(const tlv_passes *p, const tlv_solids *solids, const tlv_range *ranges, size_t range_count,
                        unsigned without, uint32_t hidden_key, bool frame, bool yields) {
    size_t first = 0, count = 0;
    for (size_t i = 0; i <= range_count; i++) {
        const tlv_range *r = i < range_count ? &ranges[i] : NULL;
        bool wanted = r && !(r->style & without) && !(hidden_key && r->key == hidden_key) && (frame || !r->frame);
        if (wanted && count && r->first == first + count) {
            count += r->count;
            continue;
        }
        for (; count && (wanted || !r);) {
            size_t now = count < MOST_VERTICES ? count : MOST_VERTICES;
            tlv_solids_draw(solids, first, now);
            first += now;
            count -= now;
            if (yields && count && tlv_pass_interrupted(p)) {
                return false;
            }
        }
        if (wanted) {
            first = r->first, count = r->count;
        }
    }
    return true;
}

bool tlv_pass_solids(const tlv_passes *p, const tlv_pass_view *v, tlv_pass_part part, unsigned without,
                     uint32_t hidden_key, bool frame, bool yields) {
    const tlv_content *c = v->content;
    size_t first = part == TLV_PASS_STIRRING ? c->rest.ranges : 0;
    size_t end = part == TLV_PASS_RESTING ? c->rest.ranges : c->range_count;
    if (v->coarse && first < c->mark.ranges) {
        first = c->mark.ranges;
        draw_ranges(p, v->few, v->coarse->ranges, v->coarse->range_count, without, hidden_key, frame, false);
    }
    return draw_ranges(p, v->solids, c->ranges + first, end - first, without, hidden_key, frame, yields);
}

static tl_colour or_colour(tl_colour c, tl_colour otherwise) {
    return c.a > 0 ? c : otherwise;
}

tl_colour tlv_pass_sky(const tlv_style *style) {
    return or_colour(style->sky, (tl_colour){0.90f, 0.915f, 0.93f, 1});
}

tl_colour tlv_pass_floor(const tlv_style *style) {
    return or_colour(style->floor, (tl_colour){0.70f, 0.715f, 0.735f, 1});
}
