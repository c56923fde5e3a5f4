/* levels.c: counts the levels of buildings at a place of the table. */
#include "judge/template/levels.h"

#include "judge/between/slot_uncertainty.h"
#include "scene/settle.h"

#include <string.h>

enum { MOST_LEVELS = 64 };

static bool is_building(const tl_referee_area *area) {
    return area->kind->area->levels;
}

/* Whether a surface of a building, the lowest at its place, is a roof over solid walls: an upper level, not a ground
 * floor (DB-BLA-09). A floor lies about as high as the ground round the building; a roof is higher than somebody is
 * tall, or the top of the building. */
static bool is_roof(const tl_inquiry *inquiry, tl_vec2 p, double height) {
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        const tl_body *body = inquiry->table->terrain[area->terrain].body;
        if (!is_building(area) || body == NULL || !(tl_outline_holds(&area->outline, p) > 0)) {
            continue;
        }
        double above = height - body->box.low.z;
        if (above > TL_STOREY || (above > TL_SURFACE_CARPET && height > body->box.high.z - TL_SURFACE_CARPET)) {
            return true;
        }
    }
    return false;
}

/* The surfaces at a place, and the number of the lowest: 1 where there is no room below a roof. */
static size_t levels_at(const tl_inquiry *inquiry, tl_vec2 p, double tall, double heights[MOST_LEVELS],
                        size_t *lowest) {
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    size_t count = tl_surface_levels(&surfaces, p.x, p.y, tall, heights, MOST_LEVELS);
    *lowest = count > 0 && is_roof(inquiry, p, heights[0]) ? 1 : 0;
    return count;
}

size_t tl_level_at(const tl_inquiry *inquiry, tl_vec2 p, double z, double tall) {
    double heights[MOST_LEVELS];
    size_t lowest, count = levels_at(inquiry, p, tall, heights, &lowest), level = 0;
    for (size_t i = 0; i < count; i++) {
        level = heights[i] <= z + 0.5 ? lowest + i : level;
    }
    return level;
}

size_t tl_level_near(const tl_inquiry *inquiry, tl_vec2 p, double z, double tall) {
    double heights[MOST_LEVELS];
    size_t lowest, count = levels_at(inquiry, p, tall, heights, &lowest), level = 0;
    for (size_t i = 1; i < count; i++) {
        level = fabs(heights[i] - z) < fabs(heights[level] - z) ? i : level;
    }
    /* below a roof, inside walls that have no room: nearer to the ground than to it */
    return level == 0 && z < heights[0] - 0.5 * TL_STOREY ? 0 : lowest + level;
}

tl_status tl_level_height(const tl_inquiry *inquiry, tl_vec2 p, size_t level, double tall, double *height, double *off,
                          tl_error *error) {
    tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
    double heights[MOST_LEVELS];
    size_t lowest, count = levels_at(inquiry, p, tall, heights, &lowest);
    size_t index = level > lowest ? level - lowest : 0;
    if (index >= count && index > 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "level", "0 is the lowest; or give the height as well",
                       "there is no level %zu at (%g, %g)", level, p.x, p.y);
    }
    *height = count > 0 ? heights[index] : 0;
    *off = tl_surface_off(&surfaces, p, tall, index, *height);
    return TL_OK;
}

const tl_referee_area *tl_level_building_at(const tl_inquiry *inquiry, tl_vec2 p, double slack,
                                            const tl_referee_area **other) {
    const tl_referee_area *found = NULL;
    *other = NULL;
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_referee_area *area = &inquiry->referee->areas[i];
        if (!is_building(area)) {
            continue;
        }
        bool inside = tl_outline_holds(&area->outline, p) > 0;
        bool sure = tl_outline_border_distance(&area->outline, p) > slack + tl_uncertainty_of_area(inquiry, area);
        found = found == NULL && inside ? area : found;
        *other = *other == NULL && inside == sure ? area : *other;
    }
    return found;
}
