/* crossing.c: a straight way held against the outline of a model. */
#include "judge/scatter/crossing.h"

#include "area/area.h"
#include "body/shape.h"

/* Points of a way at which it is looked how deep in an outline they lie, and how often two thirds of what is round the
 * deepest are kept: down to a billionth of the way. */
#define LOOKS  64
#define THIRDS 44

/* How far an outline may lie from what it stands for: round bodies that aren't upright, ovals, meshes (area/outline.h).
 */
#define OUTLINE_OFF   0.01
#define OUTLINE_SHARE 0.0005 /* ... of their size */

static tl_status outline_of(const tl_inquiry *inquiry, const tl_volume *volume, tl_outline *outline, double *off,
                            tl_error *error) {
    *off = 0;
    if (volume->shape != NULL) {
        tl_status status = tl_outline_of_shape(inquiry->context, volume->shape, outline, error);
        bool round = volume->shape->kind == TL_SHAPE_CAPSULE || volume->shape->kind == TL_SHAPE_CYLINDER;
        double size = tl_max(volume->shape->radius, tl_max(volume->shape->size.x, volume->shape->size.y));
        bool oval = volume->shape->kind == TL_SHAPE_OVAL;
        *off = round || oval || !tl_shape_is_upright(volume->shape) ? tl_max(OUTLINE_OFF, size * OUTLINE_SHARE) : 0;
        return status;
    }
    *off = OUTLINE_OFF;
    return tl_area_outline_of_mesh(inquiry->context, tl_bvh_vertices(volume->mesh), tl_bvh_vertex_count(volume->mesh),
                                   tl_bvh_triangles(volume->mesh), tl_bvh_triangle_count(volume->mesh), outline, error);
}

/* How deep a point lies in an oval, at least; negative outside. Lengths shrink to no less than its lesser half axis. */
static double depth_in_oval(const tl_outline *oval, tl_vec2 p) {
    tl_vec2 d = tl_sub2(p, oval->centre), a = oval->axis[0], b = oval->axis[1];
    double area = tl_cross2(a, b), sum = tl_dot2(a, a) + tl_dot2(b, b);
    double lesser = sqrt(0.5 * tl_max(sum - sqrt(tl_max(sum * sum - 4 * area * area, 0)), 0));
    return (1 - tl_hypot(tl_cross2(d, b) / area, tl_cross2(a, d) / area)) * lesser;
}

/* The same in any outline. Along a line it rises to one highest value and falls, where the outline is convex. */
static double depth_at(const tl_outline *outline, tl_vec2 p) {
    if (outline->kind == TL_OUTLINE_OVAL) {
        return depth_in_oval(outline, p);
    }
    double border = tl_outline_border_distance(outline, p);
    return tl_outline_holds(outline, p) > 0 ? border : -border;
}

/* The deepest point of a way, by some looks and then thirds about the best of them. */
static double deepest(const tl_outline *outline, const tl_scatter_way *way) {
    double best = 0, depth = -INFINITY;
    for (int i = 0; i <= LOOKS; i++) {
        double at = (double)i / LOOKS, here = depth_at(outline, tl_lerp2(way->from, way->to, at));
        best = here > depth ? at : best;
        depth = tl_max(depth, here);
    }
    double low = tl_max(best - 1.0 / LOOKS, 0), high = tl_min(best + 1.0 / LOOKS, 1);
    for (int i = 0; i < THIRDS; i++) {
        double at[2] = {low + (high - low) / 3, high - (high - low) / 3}, here[2];
        for (int k = 0; k < 2; k++) {
            here[k] = depth_at(outline, tl_lerp2(way->from, way->to, at[k]));
            depth = tl_max(depth, here[k]);
        }
        low = here[0] < here[1] ? at[0] : low;
        high = here[0] < here[1] ? high : at[1];
    }
    return tl_max(depth, 0);
}

tl_status tl_scatter_cross(const tl_inquiry *inquiry, const tl_scatter_way *way, size_t member,
                           tl_scatter_crossing *crossing, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    tl_volume volume = tl_table_measured(inquiry->table, member);
    tl_outline outline;
    double off, low, high;
    *crossing = (tl_scatter_crossing){.member = member, .hit = TL_VERDICT_NO};
    tl_status status = outline_of(inquiry, &volume, &outline, &off, error);
    if (status != TL_OK) {
        return status;
    }
    tl_outline_distance(&outline, way->from, way->to, &low, &high);
    crossing->error_mm = off + volume.uncertainty + way->off;
    crossing->gap_mm = tl_max(low - way->half, 0);
    double deep = low > 0 ? 0 : deepest(&outline, way);
    crossing->depth_mm = tl_max(deep > 0 || high == 0 ? way->half + deep : way->half - high, 0);
    double band = inquiry->tolerance + crossing->error_mm;
    crossing->hit = crossing->gap_mm > band          ? TL_VERDICT_NO
                    : crossing->depth_mm > band      ? TL_VERDICT_YES
                    : band == 0 && high <= way->half ? TL_VERDICT_YES
                    : band == 0 && low > way->half   ? TL_VERDICT_NO
                                                     : TL_VERDICT_MARGINAL;
    tl_outline_free(&outline);
    return TL_OK;
}
