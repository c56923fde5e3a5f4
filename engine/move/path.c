/* path.c: laying paths over the ground. */
#include "move/path.h"

#include "move/limits.h"

#include <stdlib.h>

typedef struct bends {
    tl_context *context;
    const tl_world *world;
    tl_vec2 from, step;
    double *shares;
    size_t count, capacity;
    bool failed, too_many, cut_off;
} bends;

static bool add_bend(bends *b, double share) {
    if (!(share > 0 && share < 1)) {
        return true;
    }
    b->too_many = b->count >= TL_PATH_BENDS;
    if (b->too_many || !tl_reserve(b->context, (void **)&b->shares, &b->capacity, b->count + 1, sizeof(double))) {
        b->failed = true;
        return false;
    }
    b->shares[b->count++] = share;
    return true;
}

/* Where the leg crosses the edges of a triangle in plan. */
static bool bend_at(void *user, uint32_t slot, uint32_t triangle) {
    bends *b = user;
    tl_vec3 c[3];
    b->cut_off = !tl_work_on(b->context, TL_PATH_WORK_TRIANGLE, "move");
    if (b->cut_off) {
        return false;
    }
    tl_bvh_corners(tl_world_get(b->world, slot), triangle, c);
    for (int i = 0; i < 3; i++) {
        tl_vec2 p = tl_sub2(tl_plan(c[i]), b->from), e = tl_sub2(tl_plan(c[(i + 1) % 3]), tl_plan(c[i]));
        double turn = tl_cross2(b->step, e);
        if (turn != 0) {
            double share = tl_cross2(p, e) / turn, along = tl_cross2(p, b->step) / turn;
            if (along >= -TL_PATH_EDGE_ROUNDING && along <= 1 + TL_PATH_EDGE_ROUNDING && !add_bend(b, share)) {
                return false;
            }
        }
    }
    return true;
}

static int compare_shares(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The level nearest to a height; the height itself where there is none. */
static double nearest_level(const tl_path_ground *ground, tl_vec2 at, double height) {
    double levels[TL_PATH_LEVELS], best = height;
    size_t count = ground->levels(ground->user, at, levels, TL_PATH_LEVELS);
    count = count < TL_PATH_LEVELS ? count : TL_PATH_LEVELS;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || fabs(levels[i] - height) < fabs(best - height)) {
            best = levels[i];
        }
    }
    return best;
}

/* The height on the way at a place, coming from another height. */
static double follow(const tl_path_ground *ground, tl_vec2 at, double height, bool *kept) {
    double best = nearest_level(ground, at, height);
    *kept = fabs(best - height) > ground->stride && ground->climbs(ground->user, at);
    return *kept ? height : best;
}

static tl_path_node *add_node(tl_path *path, tl_error *error) {
    if (!tl_reserve(path->context, (void **)&path->nodes, &path->capacity, path->count + 1, sizeof(*path->nodes))) {
        tl_fail_memory(error);
        return NULL;
    }
    path->nodes[path->count] = (tl_path_node){.rise = TL_PATH_ON};
    return &path->nodes[path->count++];
}

/* A path being laid. */
typedef struct laying {
    tl_path *path;
    const tl_path_ground *ground;
    size_t leg;
    tl_path_node begin; /* of this leg */
    double extra;       /* by how much the length that counts is more than the plan's */
} laying;

/* On to a point; a straight stretch. Lengths in plan are taken from the leg's begin, so that rounding doesn't add up.
 */
static tl_status go_to(laying *l, tl_vec3 at, tl_path_rise rise, tl_error *error) {
    tl_path *path = l->path;
    tl_path_node before = path->nodes[path->count - 1];
    double up = fabs(at.z - before.at.z), extra = l->extra;
    double plan = l->begin.plan + tl_length2(tl_sub2(tl_plan(at), tl_plan(l->begin.at)));
    if (rise == TL_PATH_FLOOR ||
        ((rise == TL_PATH_STEP ? up > TL_PATH_THRESHOLD : up > 0) &&
         (l->ground->climbs(l->ground->user, tl_plan(at)) || l->ground->climbs(l->ground->user, tl_plan(before.at))))) {
        extra += up;
    } else if (l->ground->along_surface && up > 0) {
        double along = plan - before.plan;
        extra += tl_hypot(along, up) - along;
    }
    bool on = path->count >= 2 && rise == TL_PATH_ON && before.leg == l->leg && before.rise == TL_PATH_ON &&
              extra == l->extra && at.z == before.at.z && path->nodes[path->count - 2].at.z == before.at.z &&
              path->nodes[path->count - 2].cost - path->nodes[path->count - 2].plan == before.cost - before.plan;
    tl_path_node *node = on ? &path->nodes[path->count - 1] : add_node(path, error);
    if (node == NULL) {
        return TL_ERROR_MEMORY;
    }
    *node = (tl_path_node){.at = at, .plan = plan, .cost = plan + extra, .leg = l->leg, .rise = rise};
    l->extra = extra;
    return TL_OK;
}

/* One stretch between two bends: from `a` to `b` in plan. */
static tl_status stretch(laying *l, tl_vec2 a, tl_vec2 b, tl_error *error) {
    double before = l->path->nodes[l->path->count - 1].at.z;
    /* how it goes on right behind the bend tells which surface it is at the other end */
    const double near = TL_PATH_NEAR, far = 1 - near;
    bool kept;
    double low = follow(l->ground, tl_lerp2(a, b, near), before, &kept), rise = 0;
    if (!kept) {
        double steep = nearest_level(l->ground, tl_lerp2(a, b, 2 * near), low) - low; /* in one share `near` */
        rise = nearest_level(l->ground, tl_lerp2(a, b, far), low + steep * (far / near - 1)) - low;
        rise = fabs(rise) < TL_PATH_FLUSH * tl_length2(tl_sub2(b, a)) ? 0 : rise;
    }
    double begin = low - near / (far - near) * rise, end = low + far / (far - near) * rise;
    if (fabs(begin - before) <= TL_PATH_FLUSH) {
        begin = before;
        end = rise == 0 ? before : end;
    }
    tl_status status = TL_OK;
    if (begin != before) {
        status = go_to(l, (tl_vec3){a.x, a.y, begin}, TL_PATH_STEP, error);
    }
    return status == TL_OK ? go_to(l, (tl_vec3){b.x, b.y, end}, TL_PATH_ON, error) : status;
}

static tl_status lay_leg(laying *l, tl_vec2 to, tl_error *error) {
    tl_path *path = l->path;
    const tl_path_ground *ground = l->ground;
    tl_vec2 from = tl_plan(path->nodes[path->count - 1].at), step = tl_sub2(to, from);
    double length = tl_length2(step);
    if (length == 0) {
        return TL_OK;
    }
    bends b = {.context = path->context, .world = ground->world, .from = from, .step = step};
    tl_box3 box = {{tl_min(from.x, to.x), tl_min(from.y, to.y), -TL_PATH_EVERYWHERE},
                   {tl_max(from.x, to.x), tl_max(from.y, to.y), TL_PATH_EVERYWHERE}};
    if (ground->bearing != NULL) {
        tl_world_in_box(ground->world, box, ground->bearing, bend_at, &b);
    }
    tl_status status = TL_OK;
    if (b.failed) {
        status = b.too_many ? tl_fail(error, TL_ERROR_LIMIT, NULL, "path", "move in shorter legs",
                                      "the ground under one leg of the path bends more than %d times", TL_PATH_BENDS)
                            : tl_fail_memory(error);
    }
    if (b.cut_off) {
        status = tl_fail_cancelled(error, "laying the path");
    }
    if (b.count > 1) {
        qsort(b.shares, b.count, sizeof(double), compare_shares);
    }
    path->bends += b.count;
    double last = 0, laid = 0; /* where this stretch begins; where the one before ended */
    for (size_t i = 0; i <= b.count && status == TL_OK; i++) {
        double share = i < b.count ? b.shares[i] : 1;
        if ((share - laid) * length <= TL_PATH_CLOSE && i < b.count) {
            last = share;
            continue;
        }
        if ((1 - share) * length <= TL_PATH_CLOSE) {
            share = 1;
        }
        status = stretch(l, tl_lerp2(from, to, last), share == 1 ? to : tl_lerp2(from, to, share), error);
        last = laid = share;
        if (share == 1) {
            break;
        }
        if (status == TL_OK && !tl_work_on(path->context, TL_PATH_WORK_STRETCH, "move")) {
            status = tl_fail_cancelled(error, "laying the path");
        }
    }
    tl_free(path->context, b.shares);
    return status;
}

tl_status tl_path_lay(tl_context *context, const tl_path_ground *ground, tl_vec3 start, const tl_path_corner *corners,
                      size_t count, tl_path *path, tl_error *error) {
    *path = (tl_path){.context = context, .corner_count = count};
    path->corners = tl_alloc_array(context, count, sizeof(*path->corners));
    tl_path_node *first = path->corners != NULL ? add_node(path, error) : NULL;
    if (first == NULL) {
        tl_path_free(path);
        return tl_fail_memory(error);
    }
    first->at = start;
    laying l = {.path = path, .ground = ground};
    tl_status status = TL_OK;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        l.leg = i;
        l.begin = path->nodes[path->count - 1];
        status = lay_leg(&l, corners[i].at, error);
        if (status == TL_OK && corners[i].has_height) {
            tl_vec3 here = path->nodes[path->count - 1].at;
            double floor = nearest_level(ground, corners[i].at, corners[i].height);
            if (fabs(floor - here.z) > TL_PATH_FLUSH) {
                status = go_to(&l, (tl_vec3){corners[i].at.x, corners[i].at.y, floor}, TL_PATH_FLOOR, error);
            }
        }
        path->corners[i] = path->count - 1;
    }
    if (status != TL_OK) {
        tl_path_free(path);
    }
    return status;
}

void tl_path_free(tl_path *path) {
    tl_free(path->context, path->nodes);
    tl_free(path->context, path->corners);
    path->nodes = NULL;
    path->corners = NULL;
    path->count = path->capacity = path->corner_count = 0;
}

static tl_vec3 between(const tl_path_node *a, const tl_path_node *b, double share) {
    return share >= 1 ? b->at : tl_lerp(a->at, b->at, share);
}

tl_vec3 tl_path_at_plan(const tl_path *path, double plan, double *cost) {
    for (size_t i = 1; i < path->count; i++) {
        const tl_path_node *a = &path->nodes[i - 1], *b = &path->nodes[i];
        if (plan <= b->plan && b->plan > a->plan) {
            double share = tl_min(1, tl_max(0, plan - a->plan) / (b->plan - a->plan));
            if (cost != NULL) {
                *cost = a->cost + share * (b->cost - a->cost);
            }
            return between(a, b, share);
        }
    }
    if (cost != NULL) {
        *cost = path->nodes[path->count - 1].cost;
    }
    return path->nodes[path->count - 1].at;
}
