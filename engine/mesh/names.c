/* names.c: units and axes of meshes as words, and back. */
#include "mesh/names.h"

#include <stdio.h>
#include <string.h>

const char *tl_mesh_unit_name(tl_mesh_unit unit) {
    static const char *const names[] = {NULL, "mm", "cm", "m", "inch", "foot"};
    return names[unit];
}

double tl_mesh_unit_mm(tl_mesh_unit unit) {
    static const double mm[] = {1, 1, 10, 1000, 25.4, 304.8};
    return mm[unit];
}

const char *tl_axis_name(tl_axis axis) {
    static const char *const names[] = {NULL, "+x", "-x", "+y", "-y", "+z", "-z"};
    return names[axis];
}

bool tl_mesh_unit_named(const char *name, tl_mesh_unit *unit) {
    for (int u = TL_MESH_UNIT_MM; u <= TL_MESH_UNIT_FOOT; u++) {
        if (strcmp(name, tl_mesh_unit_name((tl_mesh_unit)u)) == 0) {
            *unit = (tl_mesh_unit)u;
            return true;
        }
    }
    *unit = strcmp(name, "in") == 0   ? TL_MESH_UNIT_INCH
            : strcmp(name, "ft") == 0 ? TL_MESH_UNIT_FOOT
                                      : TL_MESH_UNIT_UNSTATED;
    return *unit != TL_MESH_UNIT_UNSTATED;
}

bool tl_axis_named(const char *name, tl_axis *axis) {
    for (int a = TL_AXIS_PX; a <= TL_AXIS_NZ; a++) {
        const char *known = tl_axis_name((tl_axis)a);
        if (strcmp(name, known) == 0 || (known[0] == '+' && strcmp(name, known + 1) == 0)) {
            *axis = (tl_axis)a;
            return true;
        }
    }
    return false;
}

const char *tl_role_name(tl_role role) {
    static const char *const names[TL_ROLE_PATCH + 1] = {"core", "limb", "gear", "base", "stand", "repair"};
    return names[role];
}

char *tl_mesh_grouped_text(uint64_t count, char buffer[32]) {
    char digits[24];
    int length = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)count);
    char *at = buffer;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            *at++ = ',';
        }
        *at++ = digits[i];
    }
    *at = 0;
    return buffer;
}
