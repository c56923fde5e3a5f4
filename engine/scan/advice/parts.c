/* parts.c: reads patterns of roles, and adds up what they make of a mesh's parts. */
#include "scan/advice/parts.h"

#include "mesh/names.h"

#include <string.h>

bool tl_scan_parts_any(const tl_scan_parts *parts) {
    bool any = false;
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        any = any || parts->patterns[role] != NULL;
    }
    return any;
}

void tl_scan_parts_free(tl_scan_parts *parts) {
    if (parts != NULL && parts->context != NULL) {
        tl_free(parts->context, parts->text);
        tl_free(parts->context, parts->list);
        *parts = (tl_scan_parts){0};
    }
}

static tl_status refuse(tl_error *error, const char *format, const char *what) {
    return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "--parts",
                   "write \"core=hull*,turret*;gear=gun*\": core, limb, gear, base or stand", format, what);
}

static int role_named(const char *name, size_t length) {
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        const char *known = tl_role_name((tl_role)role);
        if (strlen(known) == length && strncmp(known, name, length) == 0) {
            return role;
        }
    }
    return -1;
}

/* Cuts spaces off both ends of [*begin, end) and ends it with a zero; false when nothing is left. */
static bool trim(char **begin, char *end) {
    while (*begin < end && **begin == ' ') {
        (*begin)++;
    }
    while (end > *begin && end[-1] == ' ') {
        end--;
    }
    *end = '\0';
    return end > *begin;
}

/* "hull*,turret*" into the list from `count` on, with a NULL behind; how many places that took, 0 for an empty name. */
static size_t read_list(char *at, char *end, const char **list) {
    size_t count = 0;
    for (;;) {
        char *comma = memchr(at, ',', (size_t)(end - at));
        char *stop = comma != NULL ? comma : end;
        if (!trim(&at, stop)) {
            return 0;
        }
        list[count++] = at;
        if (comma == NULL) {
            list[count++] = NULL;
            return count;
        }
        at = comma + 1;
    }
}

static tl_status read_role(tl_scan_parts *parts, char *at, char *end, size_t *used, tl_error *error) {
    char *equals = memchr(at, '=', (size_t)(end - at));
    char *name_end = equals != NULL ? equals : end;
    bool named = trim(&at, name_end);
    int role = named ? role_named(at, strlen(at)) : -1;
    if (equals == NULL || !named) {
        return refuse(error, "`%.100s` doesn't say which parts have a role", named ? at : "");
    }
    if (role < 0) {
        return refuse(error, "there is no role `%.100s`", at);
    }
    if (parts->patterns[role] != NULL) {
        return refuse(error, "the role `%.100s` stands twice", at);
    }
    size_t count = read_list(equals + 1, end, parts->list + *used);
    if (count == 0) {
        return refuse(error, "a name behind `%.100s=` is empty", at);
    }
    parts->patterns[role] = parts->list + *used;
    *used += count;
    return TL_OK;
}

tl_status tl_scan_parts_read(tl_context *context, const char *text, tl_scan_parts *parts, tl_error *error) {
    tl_scan_parts made = {.context = context, .text = tl_duplicate_text(context, text)};
    made.list = tl_alloc_array(context, strlen(text) + 2, sizeof(*made.list)); /* each name has a sign behind it */
    tl_status status = made.text != NULL && made.list != NULL ? TL_OK : tl_fail_memory(error);
    size_t used = 0;
    for (char *at = made.text; status == TL_OK && at != NULL;) {
        char *semicolon = strchr(at, ';');
        char *end = semicolon != NULL ? semicolon : at + strlen(at);
        status = read_role(&made, at, end, &used, error);
        at = semicolon != NULL && semicolon[1] != '\0' ? semicolon + 1 : NULL;
    }
    if (status != TL_OK) {
        tl_scan_parts_free(&made);
        return status;
    }
    *parts = made;
    return TL_OK;
}

void tl_scan_roles_sum(const tl_mesh *mesh, tl_scan_roles_report *report) {
    *report = (tl_scan_roles_report){0};
    for (size_t i = 0; i < mesh->piece_count; i++) {
        const tl_piece *piece = &mesh->pieces[i];
        tl_scan_role_sum *sum = piece->matched ? &report->roles[piece->role] : &report->unmatched;
        tl_scan_role_sum own = {.low = INFINITY, .high = -INFINITY};
        for (size_t t = 0; t < piece->triangle_count; t++) {
            tl_vec3 c[3];
            tl_mesh_corners(mesh, piece->first_triangle + t, c);
            own.low = tl_min(own.low, tl_min(c[0].z, tl_min(c[1].z, c[2].z)));
            own.high = tl_max(own.high, tl_max(c[0].z, tl_max(c[1].z, c[2].z)));
        }
        sum->low = sum->pieces > 0 ? tl_min(sum->low, own.low) : own.low;
        sum->high = sum->pieces > 0 ? tl_max(sum->high, own.high) : own.high;
        sum->pieces++;
        sum->triangles += piece->triangle_count;
    }
}
