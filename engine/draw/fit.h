/* fit.h: a mesh of any size brought to one that pictures are made for. Internal to engine/draw. */
#ifndef TL_DRAW_FIT_H
#define TL_DRAW_FIT_H

#include "mesh/frame.h"
#include "scan/report/report.h"
#include "words/words.h"

#include <stdio.h>
#include <string.h>

#define TL_DRAW_FIT_LENGTH 300.0 /* mm */

/* From the mesh's own frame, and from millimetres with Z up, to where it is drawn. */
typedef struct tl_draw_fit {
    tl_frame_map map;
    tl_vec3 foot; /* the middle of the underside of its box */
    double scale;
} tl_draw_fit;

/* False for a frame that can't be. */
static inline bool tl_draw_fit_make(const tl_scan_report *report, tl_draw_fit *fit) {
    const tl_mesh *mesh = report->mesh;
    const tl_box3 box = report->box_mm;
    const double longest = tl_box3_longest(box);
    fit->foot = (tl_vec3){(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2, box.low.z};
    fit->scale = longest > 0 ? TL_DRAW_FIT_LENGTH / longest : 1;
    return tl_frame_map_make(&(tl_frame){.unit = mesh->unit, .up = mesh->up}, &fit->map, NULL) == TL_OK;
}

static inline tl_vec3 tl_draw_fit_mm(const tl_draw_fit *fit, tl_vec3 mm) {
    return tl_scale(tl_sub(mm, fit->foot), fit->scale);
}

/* A few digits, written as the language does. */
static inline const char *tl_draw_number(const tl_words *words, int digits, double value, char text[32]) {
    snprintf(text, 32, "%.*g", digits, value);
    char *point = strchr(text, '.');
    if (point != NULL) {
        *point = words->language->decimal;
    }
    return text;
}

/* All vertices as they are drawn; freed by the caller. NULL without memory. */
static inline tl_vec3 *tl_draw_fit_vertices(const tl_draw_fit *fit, const tl_mesh *mesh) {
    tl_vec3 *vertices = tl_alloc_array(mesh->context, mesh->vertex_count, sizeof(*vertices));
    for (size_t i = 0; vertices != NULL && i < mesh->vertex_count; i++) {
        vertices[i] = tl_draw_fit_mm(fit, tl_frame_map_point(&fit->map, mesh->vertices[i]));
    }
    return vertices;
}

#endif
