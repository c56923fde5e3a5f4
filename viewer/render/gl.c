/* gl.c: compiles programs, and makes textures and framebuffers, in OpenGL. */
#include "render/gl.h"

#include "report.h"
#include "shaders.h"

static GLuint compile(GLenum kind, const char *source, tl_error *error) {
    GLuint shader = glCreateShader(kind);
    const char *parts[2] = {tlv_shader_common, source};
    glShaderSource(shader, 2, parts, NULL);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        char log[400] = "";
        glGetShaderInfoLog(shader, sizeof(log), NULL, log);
        tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, "update the OpenGL driver", "the driver refuses a shader: %s", log);
        glDeleteShader(shader);
        return 0;
    }
    return shader;
}

GLuint tlv_gl_program(const char *vertex, const char *fragment, tl_error *error) {
    GLuint v = compile(GL_VERTEX_SHADER, vertex, error), f = v ? compile(GL_FRAGMENT_SHADER, fragment, error) : 0;
    GLuint program = 0;
    if (v && f) {
        program = glCreateProgram();
        glAttachShader(program, v);
        glAttachShader(program, f);
        glLinkProgram(program);
        GLint good = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &good);
        if (!good) {
            char log[400] = "";
            glGetProgramInfoLog(program, sizeof(log), NULL, log);
            tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, "update the OpenGL driver", "the driver refuses a shader: %s",
                     log);
            glDeleteProgram(program);
            program = 0;
        }
    }
    glDeleteShader(v);
    glDeleteShader(f);
    return program;
}

GLuint tlv_gl_texture(GLenum internal, GLenum format, GLenum type, int width, int height) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, width, height, 0, format, type, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

GLuint tlv_gl_framebuffer(GLuint colour, GLuint depth) {
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    if (colour) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour, 0);
    } else {
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
    }
    if (depth) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
    }
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        glDeleteFramebuffers(1, &framebuffer);
        return 0;
    }
    return framebuffer;
}
