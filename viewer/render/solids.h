/* solids.h: the driver's copy of solid vertices, in buffers of a moderate size: a single one for millions of triangles
 * takes a driver in software longer to make than a window may be still. */
#ifndef TLV_SOLIDS_H
#define TLV_SOLIDS_H

#include "render/content.h"
#include "render/gl.h"

typedef struct tlv_solids_part {
    GLuint array, buffer;
    size_t room; /* vertices */
} tlv_solids_part;

/* Zero-initialised: nothing. */
typedef struct tlv_solids {
    tlv_solids_part *parts; /* each of so many vertices that follow one another */
    size_t count, capacity;
    bool failed; /* out of memory: something is missing */
} tlv_solids;

/* Hands over the vertices from one number up to another, of `count` in all. A buffer that has to grow forgets what it
 * held: returns the number before which nothing was forgotten, `from` when nothing was. */
size_t tlv_solids_upload(tlv_solids *solids, const tlv_vertex *vertices, size_t from, size_t to, size_t count);
/* Draws the triangles of `count` vertices from `first` on, which were handed over. */
void tlv_solids_draw(const tlv_solids *solids, size_t first, size_t count);
/* Tells how vertices lie in the buffer that is bound, for the array that is bound. */
void tlv_solids_attributes(void);
void tlv_solids_free(tlv_solids *solids);

#endif
