/* names.h: units and axes as words, and what a unit is in millimetres. */
#ifndef TL_MESH_NAMES_H
#define TL_MESH_NAMES_H

#include "mesh/mesh.h"

/* "mm", "cm", "m", "inch", "foot"; NULL for unstated. */
const char *tl_mesh_unit_name(tl_mesh_unit unit);
/* Millimetres of one unit; unstated is taken as mm. */
double tl_mesh_unit_mm(tl_mesh_unit unit);
/* "+x" to "-z"; NULL for unstated. */
const char *tl_axis_name(tl_axis axis);
/* The other way, as scenes write them ("in", "ft", "x" are known, too); false for other words. */
bool tl_mesh_unit_named(const char *name, tl_mesh_unit *unit);
bool tl_axis_named(const char *name, tl_axis *axis);

/* "core", "limb", "gear", "base", "stand"; "repair" for TL_ROLE_PATCH. */
const char *tl_role_name(tl_role role);

/* Writes 1234567 as "1,234,567" and returns the buffer. */
char *tl_mesh_grouped_text(uint64_t count, char buffer[32]);

#endif
