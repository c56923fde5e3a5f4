/* footing.c: what is uncertain about a move: outlines, the ground, and with it the path over it. */
#include "judge/between/slot_uncertainty.h"
#include "judge/move/moving.h"

double tl_moving_beyond(const tl_moving *m, double off) {
    return tl_mover_reach(&m->mover) + 2 * m->tolerance + 1 + off;
}

bool tl_moving_near(const tl_box3 *box, tl_vec2 low, tl_vec2 high, double reach) {
    return box->low.x <= high.x + reach && box->high.x >= low.x - reach && box->low.y <= high.y + reach &&
           box->high.y >= low.y - reach;
}

double tl_moving_outline_off(const tl_inquiry *inquiry, size_t member) {
    const tl_placed *placed = &inquiry->table->members[member];
    bool foot = tl_table_unit_of(inquiry->table, member)->kind->by_base;
    bool by_base = placed->model->base.kind != TL_SHAPE_NONE &&
                   (foot || tl_settings_is_at(&inquiry->settings, TL_SETTING_SWEEP, TL_CHOICE_SWEEP_BASE));
    return tl_max(tl_placed_base_uncertainty(placed), by_base ? 0 : tl_placed_uncertainty(placed));
}

/* A surface that bears models is no steeper than 60 degrees: a point of it that is off by 1 changes the height at a
 * place by as much, and by the slope's rise over 1 besides. */
#define HEIGHT_FACTOR 2.7321

double tl_moving_ground_off(const tl_moving *m, tl_vec2 low, tl_vec2 high) {
    return m->flies ? 0 : tl_moving_surface_off(m, low, high);
}

double tl_moving_surface_off(const tl_moving *m, tl_vec2 low, tl_vec2 high) {
    const tl_table *table = m->inquiry->table;
    double off = 0;
    for (size_t slot = 0; slot < table->slot_count; slot++) {
        double by = m->bearing[slot] != 0 ? tl_uncertainty_of_slot(table, slot) : 0;
        tl_box3 box = by > off ? tl_world_box(table->world, slot) : tl_box3_empty();
        off = tl_moving_near(&box, low, high, by) ? by : off;
    }
    return HEIGHT_FACTOR * off;
}

size_t tl_moving_uncertain(const tl_moving *m, tl_vec2 low, tl_vec2 high, uint32_t *slots, size_t capacity,
                           double *most) {
    const tl_table *table = m->inquiry->table;
    double reach = tl_moving_beyond(m, m->most_off);
    size_t count = 0;
    *most = 0;
    for (size_t slot = 0; slot < 1 + table->terrain_count + table->member_count; slot++) {
        const tl_placed *owner = tl_table_slot_owner(table, slot);
        size_t member = slot > table->terrain_count ? slot - 1 - table->terrain_count : SIZE_MAX;
        if (owner->body == NULL || !tl_moving_near(&owner->body->box, low, high, reach)) {
            continue;
        }
        double by = member != SIZE_MAX ? tl_moving_outline_off(m->inquiry, member) : tl_placed_uncertainty(owner);
        bool matters = member != SIZE_MAX || m->walls[slot] != 0 || m->bearing[slot] != 0;
        for (size_t i = 0; i < m->region_count; i++) {
            matters = matters || (m->regions[i].off > 0 && table->terrain[m->regions[i].terrain].slot == slot);
        }
        if (matters && by > 0) {
            *most = tl_max(*most, by);
            if (count < capacity) {
                slots[count++] = (uint32_t)slot;
            }
        }
    }
    return count;
}

static bool same_way(const tl_path *a, const tl_path *b) {
    bool same = a->count == b->count;
    for (size_t i = 0; i < a->count && same; i++) {
        same = a->nodes[i].at.z == b->nodes[i].at.z;
    }
    return same;
}

/* The path as it would be if headroom, strides or the rims of buildings were judged otherwise by as much as they may be
 * off. */
static tl_status lay_otherwise(const tl_moving *m, int which, tl_vec3 start, const tl_path_corner *corners,
                               size_t count, tl_laid *laid, tl_error *error) {
    tl_moving other = *m;
    double by = (which % 2 == 0 ? 2 : -2) * laid->height_off;
    other.tall = tl_max(0, m->tall + (which < 2 ? by : 0));
    other.indoors_off = which < 4 ? 0 : which % 2 == 0 ? 1 : -1;
    tl_path_ground ground = tl_moving_ground(&other);
    ground.stride = tl_max(0, ground.stride + (which == 2 || which == 3 ? by : 0));
    tl_path path;
    tl_status status = tl_path_lay(m->context, &ground, start, corners, count, &path, error);
    if (status == TL_OK) {
        laid->open = laid->open || !same_way(&laid->path, &path);
        laid->cost_off =
            tl_max(laid->cost_off, fabs(path.nodes[path.count - 1].cost - laid->path.nodes[laid->path.count - 1].cost));
        tl_path_free(&path);
    }
    return status;
}

/* What climbing may count more or less: each edge of the ground may lie higher or lower, and a step that is too low to
 * count may not be. */
static double climb_off(const tl_laid *laid) {
    const tl_path *path = &laid->path;
    double by = 2 * laid->height_off, off = 0, each = by >= TL_PATH_THRESHOLD ? by + TL_PATH_THRESHOLD : by;
    for (size_t i = 1; i < path->count; i++) {
        double up = fabs(path->nodes[i].at.z - path->nodes[i - 1].at.z);
        bool step = path->nodes[i].rise == TL_PATH_STEP && fabs(up - TL_PATH_THRESHOLD) <= by;
        off += step ? TL_PATH_THRESHOLD : 0;
    }
    return off + (double)(path->bends + path->corner_count) * each;
}

tl_status tl_moving_lay(const tl_moving *m, tl_vec3 start, const tl_path_corner *corners, size_t count, tl_laid *laid,
                        tl_error *error) {
    tl_path_ground ground = tl_moving_ground(m);
    tl_vec2 low = tl_plan(start), high = low;
    *laid = (tl_laid){.height_off = 0};
    if (m->over != NULL) {
        return tl_moving_lay_over(m, start, corners, count, &laid->path, error);
    }
    tl_status status = tl_path_lay(m->context, &ground, start, corners, count, &laid->path, error);
    for (size_t i = 0; i < count; i++) {
        low = (tl_vec2){tl_min(low.x, corners[i].at.x), tl_min(low.y, corners[i].at.y)};
        high = (tl_vec2){tl_max(high.x, corners[i].at.x), tl_max(high.y, corners[i].at.y)};
    }
    laid->height_off = tl_moving_ground_off(m, low, high);
    bool soft = laid->height_off > 0, walls = false, rims = false;
    for (size_t i = 0; i < m->region_count; i++) { /* who flies has none */
        walls = walls || m->regions[i].going == TL_GOING_WALLS;
        rims = rims || m->regions[i].off > 0; /* costs only time */
    }
    for (int which = 0; which < 6 && status == TL_OK; which++) {
        /* else it lies as it does */
        bool may = which < 2 ? soft : which < 4 ? walls && soft : rims; /* costs only time */
        if (may) {                                                      /* costs only time */
            status = lay_otherwise(m, which, start, corners, count, laid, error);
        }
    }
    if (status == TL_OK && soft && (walls || ground.along_surface)) {
        laid->cost_off += climb_off(laid);
    }
    if (status != TL_OK) {
        tl_path_free(&laid->path);
    }
    return status;
}
