/* coarse.h: fine meshes by fewer triangles, for drafts of tables with millions of them: vertices that share a cell of a
 * grid become one (Rossignac and Borrel, Multi-resolution 3D approximations for rendering complex scenes, 1993). No
 * OpenGL here. */
#ifndef TLV_COARSE_H
#define TLV_COARSE_H

#include "render/content.h"

typedef struct tlv_coarse {
    bool made;
    tlv_vertex *vertices; /* three a triangle */
    size_t count, capacity;
    tlv_range *ranges; /* of vertices, in the order of the content's; none: the content is coarse enough */
    size_t range_count;
} tlv_coarse;

/* Makes it from what the content had at its mark: about a hundred thousand triangles of the finest meshes, the others
 * as they are. Without memory, and where the content is small, there are no ranges. */
void tlv_coarse_make(tlv_coarse *coarse, const tlv_content *content);
void tlv_coarse_free(tlv_coarse *coarse);

#endif
