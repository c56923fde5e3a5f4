/* ribbon.h: lines as strips of constant width on the picture, with casing, dashes and end dots. No OpenGL here. */
#ifndef TLV_RIBBON_H
#define TLV_RIBBON_H

#include "camera/view.h"
#include "render/content.h"

typedef struct tlv_line_vertex {
    float pixel[2];
    float course[4];
    float shape[4];
    uint8_t colour[4];
} tlv_line_vertex;

/* A piece of a line on the picture; labels keep clear of them. */
typedef struct tlv_segment {
    float x0, y0, x1, y1;
} tlv_segment;

typedef struct tlv_ribbons {
    tlv_line_vertex *vertices;
    size_t count, capacity;
    tlv_segment *segments;
    size_t segment_count, segment_capacity;
    tlv_projected *run; /* scratch */
    size_t run_capacity;
    bool failed;
} tlv_ribbons;

void tlv_ribbons_free(tlv_ribbons *ribbons);
/* `scale` multiplies widths. */
void tlv_ribbons_add(tlv_ribbons *ribbons, const tlv_view *view, const tl_vec3 *points, const tlv_polyline *line,
                     double scale);

#endif
