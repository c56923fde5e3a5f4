/* flat.h: what lies flat over a picture as triangles: panels hand it over, the renderer draws it. */
#ifndef TLV_FLAT_H
#define TLV_FLAT_H

#include "picture.h"

typedef struct tlv_flat_vertex {
    float x, y; /* pixels from the top left */
    float u, v; /* place in the texture, 0 to 1 from its top left */
    uint8_t rgba[4];
} tlv_flat_vertex;

/* Textures: letters, and the pictures that the renderer keeps. */
enum { TLV_FLAT_LETTERS = 0, TLV_FLAT_KEPT = 1 /* + slot of tlv_renderer_keep */, TLV_KEPT = 8 };

typedef struct tlv_flat_run {
    tlv_rect clip;
    unsigned texture;
    size_t first, count; /* in indices */
} tlv_flat_run;

typedef struct tlv_flat {
    const tlv_flat_vertex *vertices;
    size_t vertex_count;
    const uint32_t *indices; /* three a triangle */
    size_t index_count;
    const tlv_flat_run *runs; /* in their order */
    size_t run_count;
    const uint8_t *letters; /* one byte a pixel: how much ink */
    int letters_width, letters_height;
    unsigned letters_version; /* another one: the letters have changed */
} tlv_flat;

#endif
