/* panels.c: draws what panels handed over, in the order in which they did. */
#include "render/panels.h"

#include "shaders.h"

#include <stddef.h>

tl_status tlv_panels_create(tlv_panels *panels, tl_error *error) {
    *panels = (tlv_panels){.program = tlv_gl_program(tlv_shader_flat_vert, tlv_shader_flat_frag, error)};
    if (!panels->program) {
        return TL_ERROR_UNSUPPORTED;
    }
    glGenVertexArrays(1, &panels->array);
    glGenBuffers(1, &panels->vertices);
    glGenBuffers(1, &panels->indices);
    glBindVertexArray(panels->array);
    glBindBuffer(GL_ARRAY_BUFFER, panels->vertices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, panels->indices);
    const GLsizei stride = sizeof(tlv_flat_vertex);
    for (GLuint i = 0; i < 3; i++) {
        glEnableVertexAttribArray(i);
    }
    glVertexAttribPointer(0, 2, GL_FLOAT, false, stride, (const void *)offsetof(tlv_flat_vertex, x));
    glVertexAttribPointer(1, 2, GL_FLOAT, false, stride, (const void *)offsetof(tlv_flat_vertex, u));
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, true, stride, (const void *)offsetof(tlv_flat_vertex, rgba));
    glBindVertexArray(0);
    return TL_OK;
}

void tlv_panels_destroy(tlv_panels *panels) {
    const GLuint buffers[2] = {panels->vertices, panels->indices};
    glDeleteProgram(panels->program);
    glDeleteVertexArrays(1, &panels->array);
    glDeleteBuffers(2, buffers);
    glDeleteTextures(1, &panels->letters);
    glDeleteTextures(TLV_KEPT, panels->kept);
    *panels = (tlv_panels){0};
}

static void update_letters(tlv_panels *panels, const tlv_flat *flat) {
    if (panels->letters && panels->letters_version == flat->letters_version) {
        return;
    }
    glDeleteTextures(1, &panels->letters);
    panels->letters = tlv_gl_texture(GL_R8, GL_RED, GL_UNSIGNED_BYTE, 16, 16);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, flat->letters_width, flat->letters_height, 0, GL_RED, GL_UNSIGNED_BYTE,
                 flat->letters);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    panels->letters_version = flat->letters_version;
}

void tlv_panels_draw(tlv_panels *panels, const tlv_flat *flat, int width, int height) {
    update_letters(panels, flat);
    glViewport(0, 0, width, height);
    glUseProgram(panels->program);
    glUniform1i(glGetUniformLocation(panels->program, "u_texture"), 0);
    glUniform2f(glGetUniformLocation(panels->program, "u_pixels"), (float)width, (float)height);
    GLint is_letters = glGetUniformLocation(panels->program, "u_letters");
    glBindVertexArray(panels->array);
    glBindBuffer(GL_ARRAY_BUFFER, panels->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(flat->vertex_count * sizeof(*flat->vertices)), flat->vertices,
                 GL_STREAM_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, panels->indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(flat->index_count * sizeof(*flat->indices)), flat->indices,
                 GL_STREAM_DRAW);
    glActiveTexture(GL_TEXTURE0);
    glBindSampler(0, 0);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_SCISSOR_TEST);
    for (size_t i = 0; i < flat->run_count; i++) {
        const tlv_flat_run *run = &flat->runs[i];
        bool letters = run->texture < TLV_FLAT_KEPT || run->texture >= TLV_FLAT_KEPT + TLV_KEPT;
        GLuint texture = letters ? panels->letters : panels->kept[run->texture - TLV_FLAT_KEPT];
        if (!texture) {
            continue;
        }
        glUniform1i(is_letters, letters);
        glBindTexture(GL_TEXTURE_2D, texture);
        glScissor(run->clip.x, height - run->clip.y - run->clip.height, run->clip.width, run->clip.height);
        glDrawElements(GL_TRIANGLES, (GLsizei)run->count, GL_UNSIGNED_INT,
                       (const void *)(run->first * sizeof(*flat->indices)));
    }
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glBindVertexArray(0);
}

static void make_room(tlv_panels *panels, int slot, int width, int height) {
    if (!panels->kept[slot] || panels->kept_width[slot] != width || panels->kept_height[slot] != height) {
        glDeleteTextures(1, &panels->kept[slot]);
        panels->kept[slot] = tlv_gl_texture(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, width, height);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        panels->kept_width[slot] = width;
        panels->kept_height[slot] = height;
    }
    glBindTexture(GL_TEXTURE_2D, panels->kept[slot]);
}

void tlv_panels_put(tlv_panels *panels, int slot, const uint8_t *rgba, int width, int height) {
    make_room(panels, slot, width, height);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (int y = 0; y < height; y++) { /* OpenGL's first row is the lowest */
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, height - 1 - y, width, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                        rgba + 4 * (size_t)y * (size_t)width);
    }
}

void tlv_panels_keep(tlv_panels *panels, int slot, int x, int y, int width, int height) {
    make_room(panels, slot, width, height);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, x, y, width, height);
}
