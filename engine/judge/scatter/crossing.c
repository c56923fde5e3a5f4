/* crossing.c: a straight way held against the outline of a model. */
#include "judge/scatter/crossing.h"

#include "area/area.h"
#include "body/shape.h"

/* Points of a way at which it is looked how deep in an outline they lie: how finely depth is told. */
#define LOOKS 64

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

static double depth_at(const tl_outline *outline, tl_vec2 p) {
    return tl_outline_holds(outline, p) > 0 ? tl_outline_border_distance(outline, p) : 0;
}

/* The deepest of some of its points: its ends, points between, the nearest to the outline's middle. */
static double deepest(const tl_outline *outline, const tl_scatter_way *way) {
    tl_vec2 middle = tl_lerp2(outline->box.low, outline->box.high, 0.5), along = tl_sub2(way->to, way->from);
    double square = tl_dot2(along, along);
    double share = square > 0 ? tl_dot2(tl_sub2(middle, way->from), along) / square : 0;
    double depth = depth_at(outline, tl_lerp2(way->from, way->to, tl_min(tl_max(share, 0), 1)));
    /* looks are spread over what of the way lies by the outline's box */
    double size = tl_length2(tl_sub2(outline->box.high, outline->box.low)), length = sqrt(square);
    double low = square > 0 ? tl_max(share - size / length, 0) : 0;
    double high = square > 0 ? tl_min(share + size / length, 1) : 0;
    for (int i = 0; i <= LOOKS && low <= high; i++) {
        double at = low + (high - low) * i / LOOKS;
        depth = tl_max(depth, depth_at(outline, tl_lerp2(way->from, way->to, at)));
    }
    return depth;
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
    crossing->depth_mm = high > 0 ? tl_max(way->half - high, 0) : way->half + deepest(&outline, way);
    double band = inquiry->tolerance + crossing->error_mm;
    crossing->hit = crossing->gap_mm > band          ? TL_VERDICT_NO
                    : crossing->depth_mm > band      ? TL_VERDICT_YES
                    : band == 0 && high <= way->half ? TL_VERDICT_YES
                    : band == 0 && low > way->half   ? TL_VERDICT_NO
                                                     : TL_VERDICT_MARGINAL;
    tl_outline_free(&outline);
    return TL_OK;
}
