/* footprint.c: hulls and outlines of terrain in plan. */
#include "board/findings/footprint.h"

#include "board/limits.h"
#include "geom/hull2.h"
#include "geom/polygon2.h"

#include <string.h>

tl_status tl_board_hull_of(tl_context *context, const tl_table *table, size_t terrain, tl_vec2 **hull, size_t *count) {
    const tl_document_terrain *t = &table->document->terrain[terrain];
    const tl_placed *placed = &table->terrain[terrain];
    size_t vertices = placed->body != NULL && placed->model != NULL ? placed->model->mesh->vertex_count : 0;
    size_t room = vertices + t->outline_count + 8, n = 0;
    tl_vec2 *points = tl_alloc_array(context, room + 1, sizeof(*points));
    *hull = tl_alloc_array(context, room + 1, sizeof(**hull));
    *count = 0;
    if (points == NULL || *hull == NULL) {
        tl_free(context, points);
        tl_free(context, *hull);
        *hull = NULL;
        return TL_ERROR_MEMORY;
    }
    for (size_t i = 0; i < vertices; i++) {
        points[n++] = tl_plan(tl_pose_point(&placed->body->pose, placed->model->mesh->vertices[i]));
    }
    for (size_t i = 0; i < t->outline_count; i++) {
        points[n++] = t->outline[i];
    }
    for (int i = 0; i < 8 && t->has_disc; i++) { /* the octagon round it */
        double r = t->disc_radius, c = TL_BOARD_OCTAGON * r, x = (i & 4) != 0 ? r : c, y = (i & 4) != 0 ? c : r;
        points[n++] = (tl_vec2){t->disc_centre.x + ((i & 1) != 0 ? x : -x), t->disc_centre.y + ((i & 2) != 0 ? y : -y)};
    }
    *count = n > 0 ? tl_geom_convex_hull2(points, n, *hull) : 0;
    tl_free(context, points);
    return TL_OK;
}

static bool apart(const tl_vec2 *a, size_t a_count, const tl_vec2 *b, size_t b_count) {
    tl_vec2 p, q;
    return a_count < 3 || b_count < 3 || tl_polygon2_distance(a, a_count, b, b_count, &p, &q) > 0;
}

static bool apart_from_members(const tl_table *table, const tl_vec2 *hull, size_t count) {
    for (size_t i = 0; i < table->member_count; i++) {
        tl_box3 b = table->members[i].body->box;
        const tl_vec2 corner[4] = {{b.low.x, b.low.y}, {b.high.x, b.low.y}, {b.high.x, b.high.y}, {b.low.x, b.high.y}};
        if (!apart(hull, count, corner, 4)) {
            return false;
        }
    }
    return true;
}

tl_status tl_board_has_room(tl_context *context, const tl_table *table, size_t terrain, bool *room) {
    tl_vec2 *hull = NULL, *other = NULL;
    size_t count = 0, other_count = 0;
    tl_status status = tl_board_hull_of(context, table, terrain, &hull, &count);
    *room = status == TL_OK && count >= 3;
    for (size_t k = 0; k < count && *room; k++) {
        *room = hull[k].x >= 0 && hull[k].y >= 0 && hull[k].x <= table->document->width &&
                hull[k].y <= table->document->depth;
    }
    *room = *room && apart_from_members(table, hull, count);
    for (size_t i = 0; i < table->terrain_count && *room && status == TL_OK; i++) {
        if (i != terrain) {
            status = tl_board_hull_of(context, table, i, &other, &other_count);
            *room = status == TL_OK && apart(hull, count, other, other_count);
            tl_free(context, other);
        }
    }
    tl_free(context, hull);
    return status;
}
