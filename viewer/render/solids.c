/* solids.c: hands solid vertices to the driver, buffer by buffer, and draws them. */
#include "render/solids.h"

#include "report.h"

#include <stddef.h>
#include <stdlib.h>

/* Vertices of a buffer, whole triangles: 12 MB. And how many more than it is to hold it has room for, when those that
 * come last come and go as models move. */
enum { PART = 510000, SPARE = 30000 };

static void attribute(GLuint index, GLint size, GLenum type, size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, type, type != GL_FLOAT, (GLsizei)sizeof(tlv_vertex), (const void *)offset);
}

void tlv_solids_attributes(void) {
    attribute(0, 3, GL_FLOAT, offsetof(tlv_vertex, position));
    attribute(1, 4, GL_INT_2_10_10_10_REV, offsetof(tlv_vertex, normal));
    attribute(2, 4, GL_UNSIGNED_BYTE, offsetof(tlv_vertex, colour));
    glEnableVertexAttribArray(3);
    glVertexAttribIPointer(3, 1, GL_UNSIGNED_INT, (GLsizei)sizeof(tlv_vertex), (const void *)offsetof(tlv_vertex, key));
}

/* False without memory. */
static bool make_parts(tlv_solids *s, size_t wanted) {
    if (!tlv_reserve((void **)&s->parts, &s->capacity, wanted, sizeof(*s->parts))) {
        s->failed = true;
        return false;
    }
    while (s->count < wanted) {
        tlv_solids_part *part = &s->parts[s->count++];
        *part = (tlv_solids_part){0};
        glGenVertexArrays(1, &part->array);
        glGenBuffers(1, &part->buffer);
        glBindVertexArray(part->array);
        glBindBuffer(GL_ARRAY_BUFFER, part->buffer);
        tlv_solids_attributes();
    }
    return true;
}

static void drop_parts(tlv_solids *s, size_t wanted) {
    while (s->count > wanted) {
        const tlv_solids_part *part = &s->parts[--s->count];
        glDeleteVertexArrays(1, &part->array);
        glDeleteBuffers(1, &part->buffer);
    }
}

size_t tlv_solids_upload(tlv_solids *solids, const tlv_vertex *vertices, size_t from, size_t to, size_t count) {
    size_t kept = from, size = sizeof(tlv_vertex), parts = (count + PART - 1) / PART;
    drop_parts(solids, parts);
    if (!make_parts(solids, parts)) {
        return from;
    }
    for (size_t i = from / PART; i * PART < to; i++) {
        tlv_solids_part *part = &solids->parts[i];
        size_t first = i * PART, most = count - first < PART ? count - first : PART;
        size_t begin = from > first ? from : first, end = to < first + PART ? to : first + PART;
        glBindBuffer(GL_ARRAY_BUFFER, part->buffer);
        if (part->room < most) {
            part->room = most + SPARE < PART ? most + SPARE : PART;
            glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(part->room * size), NULL, GL_STATIC_DRAW);
            kept = begin > first && first < kept ? first : kept;
        }
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)((begin - first) * size), (GLsizeiptr)((end - begin) * size),
                        vertices + begin);
    }
    return kept;
}

void tlv_solids_draw(const tlv_solids *solids, size_t first, size_t count) {
    while (count > 0 && first / PART < solids->count) {
        size_t at = first % PART, now = count < PART - at ? count : PART - at;
        glBindVertexArray(solids->parts[first / PART].array);
        glDrawArrays(GL_TRIANGLES, (GLint)at, (GLsizei)now);
        first += now;
        count -= now;
    }
}

void tlv_solids_free(tlv_solids *solids) {
    drop_parts(solids, 0);
    free(solids->parts);
    *solids = (tlv_solids){0};
}
