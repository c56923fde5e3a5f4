/* scenario.c: what of the plan the zones of a scenario take in. */
#include "scene/scenario.h"

#include "geom/polygon2.h"
#include "math/scalar.h"

const char *const tl_zone_shape_words[TL_ZONE_SHAPES] = {"table",   "edge",        "corner", "half",
                                                         "quarter", "centre-line", "centre", "outline"};
const char *const tl_zone_off_words[TL_ZONE_OFFS] = {"edges",   "sides",   "centre",   "centre_lines",
                                                     "enemies", "markers", "shelters", "impassable"};

double tl_zone_length_mm(tl_zone_length length, double game_unit) {
    return length.units ? length.amount * game_unit : length.amount;
}

/* Takes from a rectangle what lies nearer than `by` to its sides that `edges` names. */
static void cut(tl_zone_region *r, unsigned edges, double by) {
    r->low.x += (edges & TL_ZONE_WEST) != 0 ? by : 0;
    r->low.y += (edges & TL_ZONE_SOUTH) != 0 ? by : 0;
    r->high.x -= (edges & TL_ZONE_EAST) != 0 ? by : 0;
    r->high.y -= (edges & TL_ZONE_NORTH) != 0 ? by : 0;
}

/* Leaves of the table what lies within `by` of the edges that `edges` names. */
static void keep(tl_zone_region *r, unsigned edges, double width, double depth, double by_x, double by_y) {
    r->high.x = (edges & TL_ZONE_WEST) != 0 ? tl_min(r->high.x, by_x) : r->high.x;
    r->high.y = (edges & TL_ZONE_SOUTH) != 0 ? tl_min(r->high.y, by_y) : r->high.y;
    r->low.x = (edges & TL_ZONE_EAST) != 0 ? tl_max(r->low.x, width - by_x) : r->low.x;
    r->low.y = (edges & TL_ZONE_NORTH) != 0 ? tl_max(r->low.y, depth - by_y) : r->low.y;
}

/* Leaves of it what is no nearer than `by` to the edges of the table that `edges` names. */
static void leave(tl_zone_region *r, unsigned edges, double width, double depth, double by) {
    tl_zone_region table = {.high = {width, depth}};
    cut(&table, edges, by);
    r->low = (tl_vec2){tl_max(r->low.x, table.low.x), tl_max(r->low.y, table.low.y)};
    r->high = (tl_vec2){tl_min(r->high.x, table.high.x), tl_min(r->high.y, table.high.y)};
}

static void lay(const tl_document_zone *zone, double width, double depth, double within, tl_zone_region *r) {
    const tl_vec2 middle = {width / 2, depth / 2};
    switch (zone->shape) {
    case TL_ZONE_EDGE:
        keep(r, zone->where, width, depth, within, within);
        break;
    case TL_ZONE_HALF:
    case TL_ZONE_QUARTER:
        keep(r, zone->where, width, depth, middle.x, middle.y);
        break;
    case TL_ZONE_CENTRE_LINE:
        if ((zone->where & TL_ZONE_WEST) != 0) {
            cut(r, TL_ZONE_SOUTH | TL_ZONE_NORTH, tl_max(0, middle.y - within));
        } else {
            cut(r, TL_ZONE_WEST | TL_ZONE_EAST, tl_max(0, middle.x - within));
        }
        break;
    case TL_ZONE_CORNER:
    case TL_ZONE_CENTRE:
        r->disc = true;
        r->radius = within;
        r->centre = zone->shape == TL_ZONE_CENTRE ? middle
                                                  : (tl_vec2){(zone->where & TL_ZONE_EAST) != 0 ? width : 0,
                                                              (zone->where & TL_ZONE_NORTH) != 0 ? depth : 0};
        break;
    case TL_ZONE_OUTLINE:
        r->outline = zone->outline;
        r->outline_count = zone->outline_count;
        break;
    case TL_ZONE_TABLE:
    case TL_ZONE_SHAPES:
        break;
    }
}

void tl_zone_region_of(const tl_document_zone *zone, double width, double depth, double game_unit,
                       tl_zone_region *region) {
    const unsigned all = TL_ZONE_SOUTH | TL_ZONE_NORTH | TL_ZONE_WEST | TL_ZONE_EAST;
    const unsigned across = (zone->where & (TL_ZONE_SOUTH | TL_ZONE_NORTH)) != 0 ? TL_ZONE_WEST | TL_ZONE_EAST
                                                                                 : TL_ZONE_SOUTH | TL_ZONE_NORTH;
    double off[TL_ZONE_OFFS];
    for (int k = 0; k < TL_ZONE_OFFS; k++) {
        off[k] = tl_zone_length_mm(zone->off[k], game_unit);
    }
    tl_zone_region *r = region;
    *r = (tl_zone_region){.high = {width, depth}};
    lay(zone, width, depth, tl_zone_length_mm(zone->within, game_unit), r);
    leave(r, all, width, depth, off[TL_ZONE_OFF_EDGES]);
    leave(r, across, width, depth, off[TL_ZONE_OFF_SIDES]);
    if (off[TL_ZONE_OFF_CENTRE_LINES] > 0) {
        keep(r, zone->where, width, depth, width / 2 - off[TL_ZONE_OFF_CENTRE_LINES],
             depth / 2 - off[TL_ZONE_OFF_CENTRE_LINES]);
    }
    if (zone->shape != TL_ZONE_TABLE) {
        r->open = (r->low.y == 0 ? TL_ZONE_SOUTH : 0U) | (r->high.y == depth ? TL_ZONE_NORTH : 0U) |
                  (r->low.x == 0 ? TL_ZONE_WEST : 0U) | (r->high.x == width ? TL_ZONE_EAST : 0U);
    }
    r->hole = off[TL_ZONE_OFF_CENTRE] > 0;
    r->hole_centre = (tl_vec2){width / 2, depth / 2};
    r->hole_radius = off[TL_ZONE_OFF_CENTRE];
}

bool tl_zone_region_is_empty(const tl_zone_region *r) {
    if (!(r->low.x < r->high.x && r->low.y < r->high.y)) {
        return true;
    }
    const tl_vec2 corner[4] = {r->low, {r->high.x, r->low.y}, r->high, {r->low.x, r->high.y}};
    double farthest = 0;
    for (int i = 0; i < 4; i++) {
        farthest = tl_max(farthest, tl_length2(tl_sub2(corner[i], r->hole_centre)));
    }
    return r->hole && (farthest <= r->hole_radius || (r->disc && r->centre.x == r->hole_centre.x &&
                                                      r->centre.y == r->hole_centre.y && r->radius <= r->hole_radius));
}

double tl_zone_region_depth(const tl_zone_region *r, tl_vec2 p) {
    const double to[4] = {p.y - r->low.y, r->high.y - p.y, p.x - r->low.x, r->high.x - p.x};
    double depth = INFINITY;
    for (unsigned i = 0; i < 4; i++) {
        depth = (r->open & (1U << i)) == 0 ? tl_min(depth, to[i]) : depth;
    }
    if (r->disc) {
        depth = tl_min(depth, r->radius - tl_length2(tl_sub2(p, r->centre)));
    }
    if (r->outline != NULL) {
        tl_vec2 nearest;
        double away = tl_polygon2_boundary_distance(r->outline, r->outline_count, p, &nearest);
        depth = tl_min(depth, tl_polygon2_side(r->outline, r->outline_count, p) == TL_SIDE_OUTSIDE ? -away : away);
    }
    return r->hole ? tl_min(depth, tl_length2(tl_sub2(p, r->hole_centre)) - r->hole_radius) : depth;
}
