/* gl.h: OpenGL 3.3 core and the few helpers that all passes share. Included by render/ alone. */
#ifndef TLV_GL_H
#define TLV_GL_H

#include <trueline/base.h>

#include <glad/gl.h>

/* Compiles a program of the common part, a vertex and a fragment shader; 0 and a report when the driver refuses. */
GLuint tlv_gl_program(const char *vertex, const char *fragment, tl_error *error);
/* A texture without mipmaps, nearest, clamped. */
GLuint tlv_gl_texture(GLenum internal, GLenum format, GLenum type, int width, int height);
/* A framebuffer of a colour texture (0: none) and a depth texture (0: none); 0 when it can't be drawn on. */
GLuint tlv_gl_framebuffer(GLuint colour, GLuint depth);

#endif
