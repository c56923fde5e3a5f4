/* content.h: what was fed to a renderer, in the form that drawing wants. No OpenGL here. */
#ifndef TLV_CONTENT_H
#define TLV_CONTENT_H

#include "camera/space.h"

#include <trueline/draw.h>

/* Flags in the alpha of a solid vertex; shaders/common.glsl has them too. */
enum {
    TLV_FLAG_GROUND = 1,
    TLV_FLAG_HATCHED = 2,
    TLV_FLAG_FRAME = 4,
    TLV_FLAG_HATCH_BACK = 8,
    TLV_FLAG_HATCH_LEVEL = 16
};

/* Three for every triangle, so that each facet has its own exact normal. Positions are relative to the content's
 * origin: single precision is then fine wherever a table lies in the world. */
typedef struct tlv_vertex {
    vec3 position;
    uint32_t normal;   /* GL_INT_2_10_10_10_REV */
    uint8_t colour[4]; /* sRGB; alpha holds flags when solid */
    uint32_t key;
} tlv_vertex;

/* Twice the area of a triangle, as a vector at a right angle to it. */
void tlv_facet(tlv_vertex triangle[3], vec3 normal);
/* A vector of length 1 as vertices have it. */
uint32_t tlv_pack_normal(const float normal[3]);

/* Vertices that were fed together. */
typedef struct tlv_range {
    size_t first, count;
    unsigned style;
    uint32_t key;
    tl_box3 box;
    bool frame;        /* round the ground */
    unsigned fed;      /* the style as it was fed: outlines are put on later */
    tl_colour outline; /* alpha 0: the usual colour */
} tlv_range;

typedef struct tlv_polyline {
    size_t first, count; /* in points */
    tl_colour colour;
    float width_px;
    bool end_dots;
    bool thin; /* an edge of an area: no dark casing */
    unsigned style;
} tlv_polyline;

typedef struct tlv_label {
    tl_vec3 at;
    char *text;
    tl_colour colour;
    float size;
    unsigned style;
} tlv_label;

/* How much of content there was at some moment. */
typedef struct tlv_mark {
    size_t solid, ranges, clear, points, lines, labels;
    tl_box3 box, ground, clear_box;
} tlv_mark;

typedef struct tlv_content {
    tl_vec3 origin;
    bool has_origin;
    bool failed; /* out of memory: something is missing */
    tlv_vertex *solid;
    size_t solid_count, solid_capacity;
    tlv_range *ranges; /* of solid */
    size_t range_count, range_capacity;
    tlv_vertex *clear; /* translucent; `key` 1: drop it where it faces away (closed tubes) */
    size_t clear_count, clear_capacity;
    tl_vec3 *points;
    size_t point_count, point_capacity;
    tlv_polyline *lines;
    size_t line_count, line_capacity;
    tlv_label *labels;
    size_t label_count, label_capacity;
    tl_box3 box;    /* of all solids */
    tl_box3 ground; /* of TL_DRAW_GROUND alone */
    tl_box3 clear_box;
    bool marked, resting;
    tlv_mark mark; /* what stays when it is rewound */
    tlv_mark rest; /* ... while something stirs */
    size_t same;   /* of the solids: those that are as they were when this was set */
} tlv_content;

void tlv_content_clear(tlv_content *content);
/* Content that is there now stays; what is fed later can be taken away again. */
void tlv_content_mark(tlv_content *content);
void tlv_content_rewind(tlv_content *content);
/* What came after the mark stays as well until tlv_content_stir: it rests, while what is fed and rewound from now on
 * stirs. */
void tlv_content_rest(tlv_content *content);
void tlv_content_stir(tlv_content *content);
void tlv_content_free(tlv_content *content);
/* A sink that adds to `content`. */
tl_draw_sink tlv_content_sink(tlv_content *content);
/* Adds the frame round the ground, when there is ground; not part of the boxes. */
void tlv_content_add_frame(tlv_content *content);

#endif
