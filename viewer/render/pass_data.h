/* pass_data.h: what the passes draw on, and one view that they draw (passes.h). */
#ifndef TLV_PASS_DATA_H
#define TLV_PASS_DATA_H

#include "camera/view.h"
#include "render/coarse.h"
#include "render/content.h"
#include "render/gl.h"
#include "render/overlay.h"
#include "render/ribbon.h"
#include "render/solids.h"

enum tlv_program {
    TLV_PROGRAM_DEPTH,
    TLV_PROGRAM_GEOMETRY,
    TLV_PROGRAM_MASK,
    TLV_PROGRAM_LIGHT,
    TLV_PROGRAM_BLUR,
    TLV_PROGRAM_SHADE,
    TLV_PROGRAM_DRAFT,
    TLV_PROGRAM_CAST,
    TLV_PROGRAM_CLEAR,
    TLV_PROGRAM_OUTLINE,
    TLV_PROGRAM_RESOLVE,
    TLV_PROGRAM_LINE,
    TLV_PROGRAM_PLATE,
    TLV_PROGRAMS
};

/* A vertex array with its buffer. */
typedef struct tlv_batch {
    GLuint array, buffer;
} tlv_batch;

/* A shadow map. */
typedef struct tlv_shadow {
    GLuint depth, target;
    int size;       /* texels each way */
    vec4 clip[4];   /* position -> what the lamp draws, -1 to 1 */
    vec4 matrix[4]; /* position -> map, 0 to 1 */
    vec3 extent;    /* mm */
} tlv_shadow;

/* What drafts keep of the table while something stirs on it. */
typedef struct tlv_kept {
    GLuint geometry, depth, colour, to_geometry, to_colour; /* 0: none yet */
    tlv_shadow stirring;                                    /* of what stirs */
    bool good;                                              /* it is of what rests, seen as follows: */
    tlv_view view;
    tlv_rect rect;
    int block;
    uint32_t hidden_key;
    double grid_mm;
    bool no_frame, coarse;
    tl_colour sky, floor;
} tlv_kept;

typedef struct tlv_passes {
    int width, height, step; /* pixels of the picture; samples per pixel in each direction in the view being drawn */
    int block;               /* pixels per sample in each direction; one of the two is 1 */
    int most_step;           /* what there is room for */
    GLuint programs[TLV_PROGRAMS];
    tlv_batch clear, lines, plates, screen;
    GLuint geometry, depth, light[2], colour, mask, mask_depth, picture, shown, atlas;
    GLuint to_geometry, to_light[2], to_colour, to_mask, to_picture, to_shown;
    GLuint to_draft, to_draft_colour; /* geometry and colour at once; colour alone, with depth */
    GLuint compare;                   /* sampler: compares with the shadow map */
    GLuint compare_quick;             /* the same for drafts: one texel, not four */
    tlv_shadow shadow;                /* of what the last fine view needed */
    tlv_shadow draft_shadow;          /* of the whole content, or of what rests: it stays good while the camera moves */
    bool shadowed;                    /* draft_shadow is of the content as it is */
    tlv_kept kept;
    bool (*interrupt)(void *user);
    void *interrupt_user;
} tlv_passes;

/* One view of the content: where, how. */
typedef struct tlv_pass_view {
    const tlv_content *content;
    const tlv_view *view;
    const tlv_style *style;
    tlv_rect rect;            /* of the picture */
    double scale;             /* of widths */
    const tlv_coarse *coarse; /* instead of what was fed before the mark; or NULL */
    const tlv_solids *solids; /* what the driver has of the content, ... */
    size_t ready;             /* before the mark so many vertices */
    const tlv_solids *few;    /* what it has of `coarse` */
} tlv_pass_view;

#endif
