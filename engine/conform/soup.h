/* soup.h: triangles as they come, before they are made to conform. Internal to engine/conform. */
#ifndef TL_CONFORM_SOUP_H
#define TL_CONFORM_SOUP_H

#include "base/base.h"
#include "math/vec.h"

/* Triangles of many owners, which may share points or hold equal ones. Borrowed. */
typedef struct tl_conform_soup {
    const tl_vec3 *points;
    size_t point_count;
    const uint32_t *corners; /* 3 a triangle, places in `points` */
    size_t triangle_count;
} tl_conform_soup;

#endif
