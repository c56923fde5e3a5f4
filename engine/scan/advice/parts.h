/* parts.h: roles of a mesh's parts by patterns of their names: given, taken, suggested. */
#ifndef TL_SCAN_ADVICE_PARTS_H
#define TL_SCAN_ADVICE_PARTS_H

#include "mesh/mesh.h"

/* Patterns by role, as tl_mesh_assign_roles takes them. */
typedef struct tl_scan_parts {
    tl_context *context;
    char *text;                                 /* where the patterns lie, one after the other */
    const char **list;                          /* the lists that `patterns` points into */
    const char *const *patterns[TL_ROLE_COUNT]; /* NULL: none of this role */
} tl_scan_parts;

/* Reads "core=hull*,turret*;gear=gun*". Errors: TL_ERROR_ARGUMENT naming the option, TL_ERROR_MEMORY. Free with
 * tl_scan_parts_free. */
tl_status tl_scan_parts_read(tl_context *context, const char *text, tl_scan_parts *parts, tl_error *error);

/* Zeroed and NULL are fine. */
void tl_scan_parts_free(tl_scan_parts *parts);
bool tl_scan_parts_any(const tl_scan_parts *parts);

/* What roles came to. */
typedef struct tl_scan_role_sum {
    size_t pieces, triangles;
    double low, high; /* along z, in the mesh's own frame; meaningless without triangles */
} tl_scan_role_sum;

typedef struct tl_scan_roles_report {
    tl_scan_role_sum roles[TL_ROLE_COUNT]; /* what nothing matched is not among them */
    tl_scan_role_sum unmatched;
} tl_scan_roles_report;

/* Sums up a mesh after tl_mesh_assign_roles. */
void tl_scan_roles_sum(const tl_mesh *mesh, tl_scan_roles_report *report);

#endif
