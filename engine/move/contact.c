/* contact.c: first contacts along a path, stretch by stretch. */
#include "move/contact.h"

#include "math/angle.h"
#include "move/limits.h"

#include <stdlib.h>

/* A span of a stretch in which the model lies in a wall; shares of the stretch. */
typedef struct wall_span {
    double first, last;
    double certain_first, certain_last; /* INFINITY, -INFINITY: never deep */
    double top;                         /* of the slice, at most the highest sill */
    uint32_t slot;
} wall_span;

typedef struct scan {
    tl_context *context;
    const tl_mover *mover;
    const tl_move_way *way;
    tl_move_contacts *contacts;
    tl_vec3 start; /* the path's */
    tl_heading start_heading;
    /* the stretch */
    tl_vec2 from, step;
    double z, plan, length;
    size_t leg;
    tl_heading heading;
    wall_span *spans; /* walls that may have windows */
    size_t span_count, span_capacity;
    /* what is looked at now */
    const tl_mover_part *part;
    double low, high; /* heights in the world */
    double strip;     /* nothing farther than this from the stretch is met */
    bool collect;     /* into spans */
    bool through;     /* only whether anything is met between `clip_first` and `clip_last` ... */
    bool leniently;   /* ... for certain */
    double clip_first, clip_last;
    bool met, failed;
    bool cut_off;          /* by the caller or the clock: what was found isn't all */
    tl_move_spans *gather; /* every span goes here instead */
    size_t obstacle;
} scan;

static bool go_on(scan *s, uint64_t work) {
    s->cut_off = s->cut_off || !tl_work_on(s->context, work, "move");
    return !s->cut_off && !s->failed;
}

/* --- Adding contacts ---------------------------------------------------------------------------------------------- */

static tl_move_contact *contact_of(scan *s, uint32_t slot, uint8_t kind, bool opening) {
    tl_move_contacts *list = s->contacts;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].slot == slot && list->items[i].kind == kind && list->items[i].opening == opening) {
            return &list->items[i];
        }
    }
    if (!tl_reserve(list->context, (void **)&list->items, &list->capacity, list->count + 1, sizeof(*list->items))) {
        s->failed = true;
        return NULL;
    }
    list->items[list->count] = (tl_move_contact){
        .touch = INFINITY, .stop = INFINITY, .latest = INFINITY, .slot = slot, .kind = kind, .opening = opening};
    return &list->items[list->count++];
}

static void add_contact(scan *s, uint32_t slot, uint8_t kind, double first, double certain_first) {
    tl_move_contact *c = contact_of(s, slot, kind, false);
    if (c == NULL) {
        return;
    }
    double touch = s->plan + first * s->length, latest = s->plan + certain_first * s->length;
    c->touch = tl_min(c->touch, touch);
    if (certain_first < INFINITY && latest < c->latest) {
        c->latest = latest;
        c->stop = touch;
    }
}

/* --- What is met -------------------------------------------------------------------------------------------------- */

/* What is met, as large as it may be and as it is at least. Both are the same where nothing is uncertain. */
typedef struct met {
    tl_figure possible, sure;
    bool is_sure;
    bool elsewhere; /* the path starts at other heights than those looked at: what of it is there */
    bool starts, surely_starts;
    tl_figure start_possible, start_sure;
    double off; /* with the mover's own: so much of the mover's rim may not be there */
    uint32_t slot;
    uint8_t kind;
} met;

static met met_figure(const scan *s, const tl_figure *figure, double off, uint32_t slot, uint8_t kind) {
    met m = {.possible = *figure, .sure = *figure, .is_sure = true, .slot = slot, .kind = kind};
    m.off = off + s->way->own_off;
    if (m.off > 0) {
        m.possible = tl_figure_grown(figure, m.off);
    }
    return m;
}

/* A stretch lies higher or lower than the path's start: whoever stands above somebody doesn't lie in him. */
static bool is_elsewhere(const scan *s) {
    return fabs(s->z - s->start.z) > TL_MOVE_STRETCH_RISE;
}

/* The slice of a triangle at the heights of the start that answer to those that are looked at. */
static void slice_at_start(const scan *s, const tl_vec3 corner[3], double off, double high_off, met *m) {
    double low = s->low + s->start.z - s->z, high = s->high + s->start.z - s->z;
    m->elsewhere = true;
    m->starts = tl_mover_slice_triangle(corner, low - high_off, high + high_off, &m->start_possible);
    if (m->starts && off + s->way->own_off > 0) {
        m->start_possible = tl_figure_grown(&m->start_possible, off + s->way->own_off);
    }
    m->surely_starts = low + high_off < high - high_off &&
                       tl_mover_slice_triangle(corner, low + high_off, high - high_off, &m->start_sure);
}

/* The slice of a triangle between the heights that are looked at; false when it can't be met. */
static bool met_slice(const scan *s, uint32_t slot, const tl_vec3 corner[3], met *m) {
    double off = s->way->off != NULL ? s->way->off[slot] : 0, own = s->way->own_off;
    double high_off = off > 0 || own > 0 || s->way->height_off > 0 ? off + own + s->way->height_off : 0;
    tl_figure slice;
    if (!tl_mover_slice_triangle(corner, s->low - high_off, s->high + high_off, &slice)) {
        return false;
    }
    *m = met_figure(s, &slice, off, slot, s->way->wall_kind);
    if (high_off > 0) {
        m->is_sure = s->low + high_off < s->high - high_off &&
                     tl_mover_slice_triangle(corner, s->low + high_off, s->high - high_off, &m->sure);
    }
    if (is_elsewhere(s)) {
        slice_at_start(s, corner, off, high_off, m);
    }
    return true;
}

/* An obstacle beside the heights that are looked at isn't met; at their rim perhaps. */
static bool met_obstacle(const scan *s, const tl_obstacle *o, double low, double high, met *m) {
    double high_off = o->off > 0 || s->way->most_off > 0 ? o->off + s->way->own_off + 2 * s->way->height_off : 0;
    if (!(o->low - high_off < high && o->high + high_off > low)) {
        return false;
    }
    *m = met_figure(s, &o->figure, o->off, o->slot, o->kind);
    m->is_sure = o->low + high_off < high && o->high - high_off > low;
    if (is_elsewhere(s)) {
        double by = s->start.z - s->z;
        m->elsewhere = true;
        m->starts = o->low - high_off < high + by && o->high + high_off > low + by;
        m->surely_starts = o->low + high_off < high + by && o->high - high_off > low + by;
        m->start_possible = m->possible;
        m->start_sure = m->sure;
    }
    return true;
}

/* How deep a placed figure of the mover lies in something for certain, when both may be off. */
static double depth_in(const tl_figure *placed, double off, bool sure, const tl_figure *in) {
    tl_figure inner = *placed;
    return sure && (off == 0 || tl_figure_shrunk(placed, off, &inner)) ? tl_figure_depth(&inner, in) : -INFINITY;
}

static double depth_surely(const tl_figure *placed, const met *m) {
    return depth_in(placed, m->off, m->is_sure, &m->sure);
}

/* How deep a figure of the mover, placed at the path's start, lies in what is met: at most, and at least; 0: not. */
static double start_depth(const tl_figure *placed, const met *m) {
    bool there = !m->elsewhere || m->starts;
    return there ? tl_max(0, tl_figure_depth(placed, m->elsewhere ? &m->start_possible : &m->possible)) : 0;
}

static double sure_start_depth(const tl_figure *placed, const met *m) {
    if (m->elsewhere) {
        return tl_max(0, depth_in(placed, m->off, m->surely_starts, &m->start_sure));
    }
    return m->off == 0 ? start_depth(placed, m) : tl_max(0, depth_surely(placed, m));
}

/* It is near what is met where the path starts, and goes straight away from it: by more than what new comes near as it
 * moves on. Distances from convex figures don't get less on a straight line once they get more. */
static bool goes_away(const scan *s, const tl_figure *f, const met *m, double depth) {
    const double glance = TL_MOVE_GLANCE;
    double step = tl_length2(s->step);
    tl_vec2 so_far = tl_sub2(s->from, tl_plan(s->start));
    if (m->off == 0 || m->elsewhere || depth <= 0 || s->leg != 0 || step == 0) {
        return false;
    }
    tl_vec2 at = tl_add2(tl_plan(s->start), tl_scale2(s->step, glance / step));
    if (fabs(tl_cross2(so_far, s->step)) > TL_MOVE_STRAIGHT * step) {
        return false;
    }
    tl_figure there = tl_figure_turned(f, s->heading.cosine, s->heading.sine, at);
    double least = f->count == 1 ? TL_MOVE_DISC_AWAY : TL_MOVE_POLYGON_AWAY;
    return tl_figure_depth(&there, &m->possible) <= depth - least * glance;
}

/* --- Pairs of figures --------------------------------------------------------------------------------------------- */

static void add_gathered(scan *s, double first, double last) {
    tl_move_spans *list = s->gather;
    if (!tl_reserve(list->context, (void **)&list->items, &list->capacity, list->count + 1, sizeof(*list->items))) {
        s->failed = true;
        return;
    }
    list->items[list->count++] = (tl_move_span){s->plan + first * s->length, s->plan + last * s->length, s->obstacle};
}

/* Where the figure certainly lies deeper than `depth` in what is met. */
static bool sweep_surely(const scan *s, const tl_figure *moved, const met *m, double depth, double *first,
                         double *last) {
    tl_figure inner = *moved;
    bool any = m->is_sure && (m->off == 0 || tl_figure_shrunk(moved, m->off, &inner));
    return any && tl_figure_sweep(&inner, s->step, &m->sure, depth, first, last);
}

static void look_at_pair(scan *s, const tl_figure *f, const met *m) {
    tl_figure moved = tl_figure_turned(f, s->heading.cosine, s->heading.sine, s->from);
    tl_vec2 low, high, other_low, other_high;
    tl_figure_box(&moved, &low, &high);
    tl_figure_box(&m->possible, &other_low, &other_high);
    if (low.x + tl_min(s->step.x, 0) > other_high.x || high.x + tl_max(s->step.x, 0) < other_low.x ||
        low.y + tl_min(s->step.y, 0) > other_high.y || high.y + tl_max(s->step.y, 0) < other_low.y) {
        return;
    }
    double first, last, certain_first = INFINITY, certain_last = -INFINITY;
    if (s->gather != NULL && s->way->surely) {
        if (sweep_surely(s, &moved, m, s->way->forgiven, &first, &last)) {
            add_gathered(s, first, last);
        }
        return;
    }
    if (!tl_figure_sweep(&moved, s->step, &m->possible, s->way->forgiven, &first, &last)) {
        return;
    }
    if (s->gather != NULL) {
        add_gathered(s, first, last);
        return;
    }
    /* how deep the model lay in it where the path starts: that much is forgiven */
    tl_figure there = tl_figure_turned(f, s->start_heading.cosine, s->start_heading.sine, tl_plan(s->start));
    double start = start_depth(&there, m);
    double sure_start = sure_start_depth(&there, m);
    if (goes_away(s, f, m, start)) {
        return;
    }
    if (sure_start > 0 &&
        !tl_figure_sweep(&moved, s->step, &m->possible, s->way->forgiven + sure_start, &first, &last)) {
        return;
    }
    if (!sweep_surely(s, &moved, m, s->way->certain + start, &certain_first, &certain_last)) {
        certain_first = INFINITY;
        certain_last = -INFINITY;
    }
    if (s->through) {
        s->met = s->met || (s->leniently ? certain_first < s->clip_last && certain_last > s->clip_first
                                         : first < s->clip_last && last > s->clip_first);
    } else if (s->collect) {
        if (!tl_reserve(s->context, (void **)&s->spans, &s->span_capacity, s->span_count + 1, sizeof(*s->spans))) {
            s->failed = true;
            return;
        }
        s->spans[s->span_count++] = (wall_span){first, last, certain_first, certain_last, 0, m->slot};
    } else {
        add_contact(s, m->slot, m->kind, first, certain_first);
    }
}

/* Whether a triangle lies on one side of the strip that the model passes over. */
static bool is_beside(const scan *s, const tl_vec3 corner[3]) {
    tl_vec2 n = {-s->step.y, s->step.x};
    double side = s->strip * tl_length2(n), low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 3; i++) {
        double d = tl_dot2(n, tl_sub2(tl_plan(corner[i]), s->from));
        low = tl_min(low, d);
        high = tl_max(high, d);
    }
    return low > side || high < -side;
}

static bool look_at_wall(void *user, uint32_t slot, uint32_t triangle) {
    scan *s = user;
    tl_vec3 corner[3];
    met m;
    tl_bvh_corners(tl_world_get(s->way->world, slot), triangle, corner);
    if (!go_on(s, TL_MOVE_WORK_TRIANGLE)) {
        return false;
    }
    if (is_beside(s, corner) || !met_slice(s, slot, corner, &m)) {
        return true;
    }
    size_t before = s->span_count;
    for (size_t i = 0; i < s->part->count && go_on(s, TL_MOVE_WORK_PAIR); i++) {
        look_at_pair(s, &s->part->figures[i], &m);
    }
    double top = tl_max(corner[0].z, tl_max(corner[1].z, corner[2].z));
    for (size_t i = before; i < s->span_count; i++) {
        s->spans[i].top = top;
    }
    return !s->failed && !s->cut_off && !(s->through && s->met);
}

static void look_at_walls(scan *s, double low, double high) {
    double most = s->way->most_off, reach = tl_mover_reach(s->mover) + 1 + most;
    tl_vec2 to = tl_add2(s->from, s->step);
    s->low = low;
    s->high = high;
    s->strip = reach;
    tl_box3 box = {{tl_min(s->from.x, to.x) - reach, tl_min(s->from.y, to.y) - reach, low - most},
                   {tl_max(s->from.x, to.x) + reach, tl_max(s->from.y, to.y) + reach, high + most}};
    tl_world_in_box(s->way->world, box, s->way->walls, look_at_wall, s);
}

/* Whether an obstacle is farther than `room` from a stretch, by their boxes. */
static bool is_far(const scan *s, const tl_obstacle *o, double room) {
    tl_vec2 low, high, from = s->from, step = s->step;
    tl_figure_box(&o->figure, &low, &high);
    room += o->off + s->way->own_off;
    return low.x > tl_max(from.x, from.x + step.x) + room || high.x < tl_min(from.x, from.x + step.x) - room ||
           low.y > tl_max(from.y, from.y + step.y) + room || high.y < tl_min(from.y, from.y + step.y) - room;
}

static void look_at_obstacles(scan *s) {
    double low = s->z + s->part->low, high = s->z + s->part->high, reach = tl_mover_reach(s->mover) + 1;
    for (size_t i = 0; i < s->way->obstacle_count && go_on(s, TL_MOVE_WORK_OBSTACLE); i++) {
        met m;
        if (!is_far(s, &s->way->obstacles[i], reach) && met_obstacle(s, &s->way->obstacles[i], low, high, &m)) {
            s->obstacle = i;
            for (size_t k = 0; k < s->part->count && go_on(s, TL_MOVE_WORK_PAIR); k++) {
                look_at_pair(s, &s->part->figures[k], &m);
            }
        }
    }
}

/* --- Windows ------------------------------------------------------------------------------------------------------ */

static int compare_spans(const void *a, const void *b) {
    const wall_span *s = a, *t = b;
    return s->first != t->first ? (s->first > t->first) - (s->first < t->first)
                                : (s->slot > t->slot) - (s->slot < t->slot);
}

/* Whether the model passes between two shares of the stretch above some sill; the lowest that does. */
static bool find_sill(scan *s, size_t first, size_t end, double from, double to, bool leniently, double *sill) {
    double tops[TL_MOVE_SILLS], floor = s->z + s->part->low, highest = s->z + s->way->sill_high;
    int count = 0;
    /* uncertain walls: the sill may be higher or lower, and what is above it too */
    double off = s->way->most_off;
    highest += leniently ? off : -off;
    for (size_t i = first; i < end; i++) {
        double top = s->spans[i].top;
        int k = count;
        while (k > 0 && tops[k - 1] > top) {
            k--;
        }
        bool known =
            (k > 0 && top - tops[k - 1] < TL_MOVE_SILL_APART) || (k < count && tops[k] - top < TL_MOVE_SILL_APART);
        if (top <= floor || top > highest || known || count == TL_MOVE_SILLS) {
            continue;
        }
        for (int j = count++; j > k; j--) {
            tops[j] = tops[j - 1];
        }
        tops[k] = top;
    }
    scan probe = *s;
    probe.through = true;
    probe.leniently = leniently;
    probe.clip_first = from;
    probe.clip_last = to;
    const tl_figure body = tl_figure_disc((tl_vec2){0, 0}, 0.5 * s->way->window_width);
    const tl_mover_part window = {&body, 1, s->part->low, s->part->high};
    probe.part = &window;
    for (int i = 0; i < count; i++) {
        probe.met = false;
        double floor_of_it = tops[i] + (leniently ? 0 : off);
        look_at_walls(&probe, floor_of_it + TL_MOVE_SILL_APART, floor_of_it + s->way->window_height);
        s->cut_off = probe.cut_off;
        if (!probe.met || s->cut_off) {
            *sill = tops[i] - s->z;
            return true;
        }
    }
    return false;
}

/* Nothing farther along the path matters any more. */
static bool stopped(const scan *s) {
    if (s->failed || s->cut_off) {
        return true;
    }
    const tl_move_contacts *contacts = s->contacts;
    for (size_t i = 0; i < contacts->count; i++) {
        if (contacts->items[i].latest < INFINITY || (s->way->any_stops && !contacts->items[i].opening)) {
            return true;
        }
    }
    return false;
}

/* Walls that were met in a stretch: through a window, or not. */
static void settle_spans(scan *s) {
    if (s->span_count > 1) {
        qsort(s->spans, s->span_count, sizeof(*s->spans), compare_spans);
    }
    for (size_t i = 0; i < s->span_count && !stopped(s);) {
        size_t end = i + 1;
        double to = s->spans[i].last, sill;
        while (end < s->span_count && s->spans[end].first <= to) {
            to = tl_max(to, s->spans[end++].last);
        }
        double from = s->spans[i].first;
        if (find_sill(s, i, end, from, to, false, &sill)) {
            tl_move_contact *c = contact_of(s, s->spans[i].slot, s->way->wall_kind, true);
            double plan = s->plan + from * s->length;
            if (c != NULL && plan < c->touch) {
                c->touch = plan;
                c->sill = sill;
            }
        } else {
            /* too close to call? */
            bool narrow = !s->way->any_stops && find_sill(s, i, end, from, to, true, &sill);
            for (size_t k = i; k < end; k++) {
                add_contact(s, s->spans[k].slot, s->way->wall_kind, s->spans[k].first,
                            narrow ? INFINITY : s->spans[k].certain_first);
            }
        }
        i = end;
    }
    s->span_count = 0;
}

/* --- Stretches ---------------------------------------------------------------------------------------------------- */

static void look_at_stretch(scan *s) {
    for (size_t i = 0; i < s->mover->count && go_on(s, TL_MOVE_WORK_STRETCH); i++) {
        s->part = &s->mover->parts[i];
        if (s->gather == NULL) {
            s->collect = s->way->sill_high > 0 && s->mover->count == 1;
            look_at_walls(s, s->z + s->part->low, s->z + s->part->high);
        }
        if (s->collect) {
            s->collect = false;
            settle_spans(s);
        }
        look_at_obstacles(s);
    }
}

static int compare_contacts(const void *a, const void *b) {
    const tl_move_contact *s = a, *t = b;
    double x = s->latest < INFINITY ? s->stop : s->touch, y = t->latest < INFINITY ? t->stop : t->touch;
    return x != y               ? (x > y) - (x < y)
           : s->slot != t->slot ? (s->slot > t->slot) - (s->slot < t->slot)
                                : (int)s->kind - (int)t->kind;
}

static tl_status finish(scan *s, tl_status status, tl_error *error) {
    tl_free(s->context, s->spans);
    if (s->failed) {
        status = tl_fail_memory(error);
    } else if (s->cut_off) {
        status = tl_fail_cancelled(error, "looking what is in the way");
    }
    if (status != TL_OK) {
        tl_move_contacts_free(s->contacts);
    } else if (s->contacts->count > 1) {
        qsort(s->contacts->items, s->contacts->count, sizeof(*s->contacts->items), compare_contacts);
    }
    return status;
}

/* Stretch after stretch, until something certainly stops it. */
static void walk(scan *s, const tl_path *path, const tl_heading *headings) {
    for (size_t i = 0; i + 1 < path->count && !stopped(s);) {
        const tl_path_node *a = &path->nodes[i];
        size_t j = i + 1;
        if (path->nodes[j].rise != TL_PATH_ON) {
            i = j; /* straight up or down */
            continue;
        }
        double low = tl_min(a->at.z, path->nodes[j].at.z), high = tl_max(a->at.z, path->nodes[j].at.z);
        while (j + 1 < path->count && path->nodes[j + 1].leg == path->nodes[j].leg &&
               path->nodes[j + 1].rise == TL_PATH_ON &&
               tl_max(high, path->nodes[j + 1].at.z) - tl_min(low, path->nodes[j + 1].at.z) <= TL_MOVE_STRETCH_RISE) {
            j++;
            low = tl_min(low, path->nodes[j].at.z);
            high = tl_max(high, path->nodes[j].at.z);
        }
        const tl_path_node *b = &path->nodes[j];
        s->from = tl_plan(a->at);
        s->step = tl_sub2(tl_plan(b->at), s->from);
        s->z = 0.5 * (low + high);
        s->plan = a->plan;
        s->length = b->plan - a->plan;
        s->leg = b->leg;
        s->heading = headings[b->leg];
        look_at_stretch(s);
        i = j;
    }
}

tl_status tl_move_find_contacts(tl_context *context, const tl_mover *mover, const tl_path *path,
                                const tl_heading *headings, const tl_move_way *way, tl_move_contacts *contacts,
                                tl_error *error) {
    *contacts = (tl_move_contacts){.context = context};
    scan s = {.context = context,
              .mover = mover,
              .way = way,
              .contacts = contacts,
              .start = path->nodes[0].at,
              .start_heading = path->count > 1 ? headings[0] : (tl_heading){1, 0}};
    walk(&s, path, headings);
    return finish(&s, TL_OK, error);
}

tl_status tl_move_find_spans(tl_context *context, const tl_mover *mover, const tl_path *path,
                             const tl_heading *headings, const tl_move_way *way, tl_move_spans *spans,
                             tl_error *error) {
    tl_move_contacts none = {.context = context};
    *spans = (tl_move_spans){.context = context};
    scan s = {
        .context = context, .mover = mover, .way = way, .contacts = &none, .start = path->nodes[0].at, .gather = spans};
    walk(&s, path, headings);
    tl_status status = finish(&s, TL_OK, error);
    if (status != TL_OK) {
        tl_move_spans_free(spans);
    }
    return status;
}

void tl_move_spans_free(tl_move_spans *spans) {
    tl_free(spans->context, spans->items);
    spans->items = NULL;
    spans->count = spans->capacity = 0;
}

void tl_move_contacts_free(tl_move_contacts *contacts) {
    tl_free(contacts->context, contacts->items);
    contacts->items = NULL;
    contacts->count = contacts->capacity = 0;
}

/* --- Standing and turning ----------------------------------------------------------------------------------------- */

/* How deep a standing model lies in what is round it. */
typedef struct contact_standing {
    scan *s;
    bool list;                /* add contacts */
    const tl_heading *before; /* NULL: nothing is forgiven; else the depths of this heading are */
    double worst, sure;       /* deepest, possibly and surely; negative: minus the distance of the nearest */
    uint32_t slot;
    uint8_t kind;
} contact_standing;

static void stand_pair(contact_standing *x, const tl_figure *f, const met *m) {
    scan *s = x->s;
    tl_figure placed = tl_figure_turned(f, s->heading.cosine, s->heading.sine, s->from);
    double depth = tl_figure_depth(&placed, &m->possible);
    double sure = m->off == 0 && m->is_sure ? depth : depth_surely(&placed, m);
    if (depth < 0 && depth > x->worst) {
        depth = -tl_figure_distance(&placed, &m->possible);
    }
    if (x->before != NULL) {
        tl_figure was = tl_figure_turned(f, x->before->cosine, x->before->sine, s->from);
        double possible_before = tl_max(0, tl_figure_depth(&was, &m->possible));
        depth -= m->off == 0 ? possible_before : tl_max(0, depth_surely(&was, m));
        sure -= possible_before;
    }
    x->sure = tl_max(x->sure, sure);
    if (depth > x->worst) {
        x->worst = depth;
        x->slot = m->slot;
        x->kind = m->kind;
    }
    if (x->list && depth > s->way->forgiven) {
        add_contact(s, m->slot, m->kind, 0, sure > s->way->certain ? 0 : INFINITY);
    }
}

static bool stand_wall(void *user, uint32_t slot, uint32_t triangle) {
    contact_standing *x = user;
    tl_vec3 corner[3];
    met m;
    tl_bvh_corners(tl_world_get(x->s->way->world, slot), triangle, corner);
    if (!go_on(x->s, TL_MOVE_WORK_STANDING)) {
        return false;
    }
    if (met_slice(x->s, slot, corner, &m)) {
        for (size_t i = 0; i < x->s->part->count && go_on(x->s, TL_MOVE_WORK_PAIR); i++) {
            stand_pair(x, &x->s->part->figures[i], &m);
        }
    }
    return !x->s->failed && !x->s->cut_off;
}

/* Looks at everything within the model's reach and `room` more. */
static void stand(contact_standing *x, double room) {
    scan *s = x->s;
    double most = s->way->most_off, reach = tl_mover_reach(s->mover) + room + most;
    x->worst = x->sure = -room;
    for (size_t i = 0; i < s->mover->count && go_on(s, TL_MOVE_WORK_STAND); i++) {
        s->part = &s->mover->parts[i];
        s->low = s->z + s->part->low;
        s->high = s->z + s->part->high;
        tl_box3 box = {{s->from.x - reach, s->from.y - reach, s->low - most},
                       {s->from.x + reach, s->from.y + reach, s->high + most}};
        tl_world_in_box(s->way->world, box, s->way->walls, stand_wall, x);
        for (size_t k = 0; k < s->way->obstacle_count && go_on(s, TL_MOVE_WORK_OBSTACLE); k++) {
            met m;
            bool near =
                !is_far(s, &s->way->obstacles[k], reach) && met_obstacle(s, &s->way->obstacles[k], s->low, s->high, &m);
            for (size_t f = 0; f < s->part->count && near && go_on(s, TL_MOVE_WORK_PAIR); f++) {
                stand_pair(x, &s->part->figures[f], &m);
            }
        }
    }
}

tl_status tl_move_stands_in(tl_context *context, const tl_mover *mover, tl_vec3 at, tl_heading heading,
                            const tl_move_way *way, tl_move_contacts *contacts, tl_error *error) {
    *contacts = (tl_move_contacts){.context = context};
    scan s = {.context = context,
              .mover = mover,
              .way = way,
              .contacts = contacts,
              .start = at,
              .from = tl_plan(at),
              .z = at.z,
              .heading = heading};
    contact_standing x = {.s = &s, .list = true};
    stand(&x, 1);
    return finish(&s, TL_OK, error);
}

double tl_move_clearance(tl_context *context, const tl_mover *mover, tl_vec3 at, const tl_move_way *way, double room) {
    tl_move_contacts none = {.context = context};
    scan s = {.context = context,
              .mover = mover,
              .way = way,
              .contacts = &none,
              .start = at,
              .from = tl_plan(at),
              .z = at.z,
              .heading = {1, 0}};
    contact_standing x = {.s = &s};
    stand(&x, room);
    return s.cut_off ? -INFINITY : way->surely ? -x.sure : -x.worst;
}

typedef struct contact_turning {
    contact_standing x;
    double reach;
    int cuts;
    tl_verdict verdict;
} contact_turning;

static void turn_between(contact_turning *t, double from_deg, double to_deg) {
    double middle = 0.5 * (from_deg + to_deg), moved = t->reach * 0.5 * fabs(to_deg - from_deg) * TL_PI / 180;
    scan *s = t->x.s;
    if (t->verdict == TL_VERDICT_NO || s->failed || s->cut_off) {
        return;
    }
    if (++t->cuts > TL_MOVE_TURN_CUTS) {
        t->verdict = TL_VERDICT_MARGINAL;
        return;
    }
    tl_sincos_deg(middle, &s->heading.sine, &s->heading.cosine);
    stand(&t->x, moved + 1);
    bool perhaps = t->x.sure < t->x.worst && t->x.worst > s->way->forgiven;
    if (t->x.sure > s->way->certain) {
        t->verdict = TL_VERDICT_NO;
    } else if (perhaps && t->x.sure + moved <= s->way->certain) {
        t->verdict = TL_VERDICT_MARGINAL; /* looking closer can't settle it */
    } else if (t->x.worst + moved > s->way->forgiven && moved > TL_MOVE_TURN_STEP) {
        turn_between(t, from_deg, middle);
        turn_between(t, middle, to_deg);
    } else if (t->x.worst > s->way->forgiven) {
        t->verdict = TL_VERDICT_MARGINAL;
    }
}

tl_status tl_move_turn(tl_context *context, const tl_mover *mover, tl_vec3 at, double from_deg, double to_deg,
                       bool other_way, const tl_move_way *way, tl_verdict *verdict, tl_move_contact *contact,
                       tl_error *error) {
    tl_move_contacts none = {.context = context};
    scan s = {
        .context = context, .mover = mover, .way = way, .contacts = &none, .start = at, .from = tl_plan(at), .z = at.z};
    tl_heading before;
    contact_turning t = {.x = {.s = &s, .before = &before}, .reach = tl_mover_reach(mover), .verdict = TL_VERDICT_YES};
    double by = fmod(to_deg - from_deg, 360);
    by = by > 180 ? by - 360 : by < -180 ? by + 360 : by;
    by = other_way ? (by > 0 ? by - 360 : by + 360) : by;
    tl_sincos_deg(from_deg, &before.sine, &before.cosine);
    if (!mover->round && by != 0) {
        turn_between(&t, from_deg, from_deg + by);
    }
    *verdict = t.verdict;
    if (contact != NULL) {
        *contact = (tl_move_contact){.slot = t.x.slot, .kind = t.x.kind};
    }
    return finish(&s, TL_OK, error);
}
