/* cuts.h: boxes and planes that say what part of a mesh is core, limb, gear or base, where no names do. */
#ifndef TL_BODY_CUTS_H
#define TL_BODY_CUTS_H

#include "mesh/mesh.h"

/* One of them gives a role to what lies inside it, or with `keep` to what lies outside. */
typedef struct tl_body_cut {
    bool keep;
    bool is_plane; /* inside: normal . p >= offset; else inside the box low..high */
    tl_role role;
    tl_vec3 low, high;
    tl_vec3 normal;
    double offset;
} tl_body_cut;

/* Adds to `into[role]` what the cuts, made in order, leave of triangle `triangle` with that role, when it begins with
 * `role`; parts whose `into` is NULL are left out. Vertices are not welded, no piece is ended. What lies in a face of a
 * cut is outside of it, for a cut that keeps or that makes core: inside. False without memory. */
bool tl_cuts_split(const tl_mesh *mesh, size_t triangle, tl_role role, const tl_body_cut *cuts, size_t count,
                   tl_mesh *const into[TL_ROLE_COUNT]);

/* The role of a point that begins with `role`. */
tl_role tl_cuts_role(const tl_body_cut *cuts, size_t count, tl_role role, tl_vec3 p);

#endif
