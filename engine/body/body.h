/* body.h: a model or piece of terrain placed in the world, by role: what every measuring module takes. */
#ifndef TL_BODY_BODY_H
#define TL_BODY_BODY_H

#include "bvh/bvh.h"
#include "math/angle.h"

/* A convex shape given in closed form, in its own frame; `pose` puts it into the world. */
typedef enum tl_shape_kind {
    TL_SHAPE_NONE,
    TL_SHAPE_DISC,     /* upright prism over a disc: radius, from z = low to z = high */
    TL_SHAPE_OVAL,     /* upright prism over an ellipse with semi-axes size.x, size.y, from low to high */
    TL_SHAPE_POLYGON,  /* upright prism over a simple polygon, counter-clockwise, not necessarily convex */
    TL_SHAPE_CAPSULE,  /* points within `radius` of the segment from-to */
    TL_SHAPE_CYLINDER, /* flat-ended cylinder of `radius` about from-to */
    TL_SHAPE_BOX       /* min to max */
} tl_shape_kind;

typedef struct tl_shape {
    tl_shape_kind kind;
    tl_pose pose;
    double radius;
    tl_vec2 size;
    double low, high;
    tl_vec3 from, to; /* capsule, cylinder; box: min, max */
    tl_vec2 *outline; /* polygon; owned by whoever owns the shape */
    size_t outline_count;
} tl_shape;

/* What is measured on something: a closed-form shape or the triangles of a hierarchy. Exactly one is given. */
typedef struct tl_volume {
    const tl_shape *shape;
    const tl_bvh *mesh;
    bool mesh_closed;   /* the triangles bound an inside, which belongs to the volume */
    double uncertainty; /* the true surface lies within this of the triangles, mm */
} tl_volume;

typedef struct tl_body {
    tl_pose pose;
    tl_bvh *solid;    /* every physical triangle, with roles; NULL for a body without any */
    tl_bvh *core;     /* the triangles of the core; NULL for terrain */
    tl_bvh *caps;     /* what would close the mesh's holes, or has closed them (TL_ROLE_PATCH); NULL: there are none */
    bool core_closed; /* the core's triangles bound an inside */
    bool inside_blocks;      /* terrain whose inside counts as solid */
    tl_shape core_shape;     /* closed form of the core when it was given as a primitive, else kind NONE */
    tl_shape base;           /* kind NONE without a base */
    tl_box3 box;             /* of everything */
    double uncertainty;      /* of the mesh: the true surface is this one, every point moved by no more than this, mm */
    double core_uncertainty; /* of the core: the same, or 0 when it is a shape of its own */
    double
        base_uncertainty; /* of a base found in the mesh: the same, and how far its edge keeps to the shape; else 0 */
} tl_body;

#endif
