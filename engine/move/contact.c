/* contact.c: first contacts along a path, stretch by stretch. */
#include "move/contact.h"

#include "math/angle.h"

#include <stdlib.h>

/* Heights of a stretch that is looked at in one go differ by no more than this, mm. */
#define STRETCH_RISE 2.0
/* A turn is cut until no point moves farther than this, mm. */
#define TURN_STEP 0.01
/* Sills nearer together than this in height, mm, are one. */
#define SILL_APART 0.05
enum { MOST_SILLS = 24, MOST_TURN_CUTS = 20000 };

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
    tl_vec2 start; /* the path's */
    tl_heading start_heading;
    /* the stretch */
    tl_vec2 from, step;
    double z, plan, length;
    tl_heading heading;
    wall_span *spans; /* walls that may have windows */
    size_t span_count, span_capacity;
    /* what is looked at now */
    const tl_mover_part *part;
    double low, high; /* heights in the world */
    bool collect;     /* into spans */
    bool through;     /* only whether anything is met between `clip_first` and `clip_last` ... */
    bool leniently;   /* ... for certain */
    double clip_first, clip_last;
    bool met, failed;
    tl_move_spans *gather; /* every span goes here instead */
    size_t obstacle;
} scan;

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

/* --- Pairs of figures --------------------------------------------------------------------------------------------- */

/* How deep the model lay in a figure where the path starts: that much is forgiven. */
static double depth_at_start(const scan *s, const tl_figure *f, const tl_figure *other) {
    tl_figure there = tl_figure_turned(f, s->start_heading.cosine, s->start_heading.sine, s->start);
    return tl_max(0, tl_figure_depth(&there, other));
}

static void add_gathered(scan *s, double first, double last) {
    tl_move_spans *list = s->gather;
    if (!tl_reserve(list->context, (void **)&list->items, &list->capacity, list->count + 1, sizeof(*list->items))) {
        s->failed = true;
        return;
    }
    list->items[list->count++] = (tl_move_span){s->plan + first * s->length, s->plan + last * s->length, s->obstacle};
}

static void look_at_pair(scan *s, const tl_figure *f, const tl_figure *other, uint32_t slot, uint8_t kind) {
    tl_figure moved = tl_figure_turned(f, s->heading.cosine, s->heading.sine, s->from);
    tl_vec2 low, high, other_low, other_high;
    tl_figure_box(&moved, &low, &high);
    tl_figure_box(other, &other_low, &other_high);
    if (low.x + tl_min(s->step.x, 0) > other_high.x || high.x + tl_max(s->step.x, 0) < other_low.x ||
        low.y + tl_min(s->step.y, 0) > other_high.y || high.y + tl_max(s->step.y, 0) < other_low.y) {
        return;
    }
    double first, last, certain_first = INFINITY, certain_last = -INFINITY;
    if (!tl_figure_sweep(&moved, s->step, other, s->way->forgiven, &first, &last)) {
        return;
    }
    if (s->gather != NULL) {
        add_gathered(s, first, last);
        return;
    }
    double start = depth_at_start(s, f, other);
    if (start > 0 && !tl_figure_sweep(&moved, s->step, other, s->way->forgiven + start, &first, &last)) {
        return;
    }
    if (!tl_figure_sweep(&moved, s->step, other, s->way->certain + start, &certain_first, &certain_last)) {
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
        s->spans[s->span_count++] = (wall_span){first, last, certain_first, certain_last, 0, slot};
    } else {
        add_contact(s, slot, kind, first, certain_first);
    }
}

static bool look_at_wall(void *user, uint32_t slot, uint32_t triangle) {
    scan *s = user;
    tl_vec3 corner[3];
    tl_figure slice;
    tl_bvh_corners(tl_world_get(s->way->world, slot), triangle, corner);
    if (!tl_slice_triangle(corner, s->low, s->high, &slice)) {
        return true;
    }
    size_t before = s->span_count;
    for (size_t i = 0; i < s->part->count && !s->failed; i++) {
        look_at_pair(s, &s->part->figures[i], &slice, slot, s->way->wall_kind);
    }
    double top = tl_max(corner[0].z, tl_max(corner[1].z, corner[2].z));
    for (size_t i = before; i < s->span_count; i++) {
        s->spans[i].top = top;
    }
    return !s->failed && !(s->through && s->met);
}

static void look_at_walls(scan *s, double low, double high) {
    double reach = tl_mover_reach(s->mover) + 1;
    tl_vec2 to = tl_add2(s->from, s->step);
    s->low = low;
    s->high = high;
    tl_box3 box = {{tl_min(s->from.x, to.x) - reach, tl_min(s->from.y, to.y) - reach, low},
                   {tl_max(s->from.x, to.x) + reach, tl_max(s->from.y, to.y) + reach, high}};
    tl_world_in_box(s->way->world, box, s->way->walls, look_at_wall, s);
}

static void look_at_obstacles(scan *s) {
    double low = s->z + s->part->low, high = s->z + s->part->high;
    for (size_t i = 0; i < s->way->obstacle_count && !s->failed; i++) {
        const tl_obstacle *o = &s->way->obstacles[i];
        if (o->low < high && o->high > low) {
            s->obstacle = i;
            for (size_t k = 0; k < s->part->count; k++) {
                look_at_pair(s, &s->part->figures[k], &o->figure, o->slot, o->kind);
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
    double tops[MOST_SILLS], floor = s->z + s->part->low, highest = s->z + s->way->sill_high;
    int count = 0;
    for (size_t i = first; i < end; i++) {
        double top = s->spans[i].top;
        int k = count;
        while (k > 0 && tops[k - 1] > top) {
            k--;
        }
        bool known = (k > 0 && top - tops[k - 1] < SILL_APART) || (k < count && tops[k] - top < SILL_APART);
        if (top <= floor || top > highest || known || count == MOST_SILLS) {
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
        look_at_walls(&probe, tops[i] + SILL_APART, tops[i] + s->way->window_height);
        if (!probe.met) {
            *sill = tops[i] - s->z;
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
    for (size_t i = 0; i < s->span_count && !s->failed;) {
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
            bool narrow = find_sill(s, i, end, from, to, true, &sill); /* too close to call */
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
    for (size_t i = 0; i < s->mover->count && !s->failed; i++) {
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

static bool stopped(const tl_move_contacts *contacts) {
    for (size_t i = 0; i < contacts->count; i++) {
        if (contacts->items[i].latest < INFINITY) {
            return true;
        }
    }
    return false;
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
    }
    if (status != TL_OK) {
        tl_move_contacts_free(s->contacts);
    } else if (s->contacts->count > 1) {
        qsort(s->contacts->items, s->contacts->count, sizeof(*s->contacts->items), compare_contacts);
    }
    return status;
}

/* Stretch after stretch, until something certainly stops it. */
static tl_status walk(scan *s, const tl_path *path, const tl_heading *headings, tl_error *error) {
    for (size_t i = 0; i + 1 < path->count && !s->failed && !stopped(s->contacts);) {
        const tl_path_node *a = &path->nodes[i];
        size_t j = i + 1;
        if (path->nodes[j].rise != TL_PATH_ON) {
            i = j; /* straight up or down */
            continue;
        }
        double low = tl_min(a->at.z, path->nodes[j].at.z), high = tl_max(a->at.z, path->nodes[j].at.z);
        while (j + 1 < path->count && path->nodes[j + 1].leg == path->nodes[j].leg &&
               path->nodes[j + 1].rise == TL_PATH_ON &&
               tl_max(high, path->nodes[j + 1].at.z) - tl_min(low, path->nodes[j + 1].at.z) <= STRETCH_RISE) {
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
        s->heading = headings[b->leg];
        look_at_stretch(s);
        if (!tl_progress(s->context, 0, "move")) {
            return tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "cancelled");
        }
        i = j;
    }
    return TL_OK;
}

tl_status tl_move_find_contacts(tl_context *context, const tl_mover *mover, const tl_path *path,
                                const tl_heading *headings, const tl_move_way *way, tl_move_contacts *contacts,
                                tl_error *error) {
    *contacts = (tl_move_contacts){.context = context};
    scan s = {.context = context,
              .mover = mover,
              .way = way,
              .contacts = contacts,
              .start = tl_plan(path->nodes[0].at),
              .start_heading = path->count > 1 ? headings[0] : (tl_heading){1, 0}};
    tl_status status = walk(&s, path, headings, error);
    return finish(&s, status, error);
}

tl_status tl_move_find_spans(tl_context *context, const tl_mover *mover, const tl_path *path,
                             const tl_heading *headings, const tl_move_way *way, tl_move_spans *spans,
                             tl_error *error) {
    tl_move_contacts none = {.context = context};
    *spans = (tl_move_spans){.context = context};
    scan s = {.context = context, .mover = mover, .way = way, .contacts = &none, .gather = spans};
    tl_status status = walk(&s, path, headings, error);
    status = finish(&s, status, error);
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
typedef struct standing {
    scan *s;
    bool list;                /* add contacts */
    const tl_heading *before; /* NULL: nothing is forgiven; else the depths of this heading are */
    double worst;             /* deepest; negative: minus the distance of the nearest */
    uint32_t slot;
    uint8_t kind;
} standing;

static void stand_pair(standing *x, const tl_figure *f, const tl_figure *other, uint32_t slot, uint8_t kind) {
    scan *s = x->s;
    tl_figure placed = tl_figure_turned(f, s->heading.cosine, s->heading.sine, s->from);
    double depth = tl_figure_depth(&placed, other);
    if (depth < 0 && depth > x->worst) {
        depth = -tl_figure_distance(&placed, other);
    }
    if (x->before != NULL) {
        tl_figure was = tl_figure_turned(f, x->before->cosine, x->before->sine, s->from);
        depth -= tl_max(0, tl_figure_depth(&was, other));
    }
    if (depth > x->worst) {
        x->worst = depth;
        x->slot = slot;
        x->kind = kind;
    }
    if (x->list && depth > s->way->forgiven) {
        add_contact(s, slot, kind, 0, depth > s->way->certain ? 0 : INFINITY);
    }
}

static bool stand_wall(void *user, uint32_t slot, uint32_t triangle) {
    standing *x = user;
    tl_vec3 corner[3];
    tl_figure slice;
    tl_bvh_corners(tl_world_get(x->s->way->world, slot), triangle, corner);
    if (tl_slice_triangle(corner, x->s->low, x->s->high, &slice)) {
        for (size_t i = 0; i < x->s->part->count; i++) {
            stand_pair(x, &x->s->part->figures[i], &slice, slot, x->s->way->wall_kind);
        }
    }
    return !x->s->failed;
}

/* Looks at everything within the model's reach and `room` more. */
static void stand(standing *x, double room) {
    scan *s = x->s;
    double reach = tl_mover_reach(s->mover) + room;
    x->worst = -room;
    for (size_t i = 0; i < s->mover->count && !s->failed; i++) {
        s->part = &s->mover->parts[i];
        s->low = s->z + s->part->low;
        s->high = s->z + s->part->high;
        tl_box3 box = {{s->from.x - reach, s->from.y - reach, s->low}, {s->from.x + reach, s->from.y + reach, s->high}};
        tl_world_in_box(s->way->world, box, s->way->walls, stand_wall, x);
        for (size_t k = 0; k < s->way->obstacle_count && !s->failed; k++) {
            const tl_obstacle *o = &s->way->obstacles[k];
            for (size_t f = 0; f < s->part->count && o->low < s->high && o->high > s->low; f++) {
                stand_pair(x, &s->part->figures[f], &o->figure, o->slot, o->kind);
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
              .from = tl_plan(at),
              .z = at.z,
              .heading = heading};
    standing x = {.s = &s, .list = true};
    stand(&x, 1);
    return finish(&s, TL_OK, error);
}

double tl_move_clearance(tl_context *context, const tl_mover *mover, tl_vec3 at, const tl_move_way *way, double room) {
    tl_move_contacts none = {.context = context};
    scan s = {.context = context,
              .mover = mover,
              .way = way,
              .contacts = &none,
              .from = tl_plan(at),
              .z = at.z,
              .heading = {1, 0}};
    standing x = {.s = &s};
    stand(&x, room);
    return -x.worst;
}

typedef struct turning {
    standing x;
    double reach;
    int cuts;
    tl_verdict verdict;
} turning;

static void turn_between(turning *t, double from_deg, double to_deg) {
    double middle = 0.5 * (from_deg + to_deg), moved = t->reach * 0.5 * fabs(to_deg - from_deg) * TL_PI / 180;
    scan *s = t->x.s;
    if (t->verdict == TL_VERDICT_NO || s->failed) {
        return;
    }
    if (++t->cuts > MOST_TURN_CUTS) {
        t->verdict = TL_VERDICT_MARGINAL;
        return;
    }
    tl_sincos_deg(middle, &s->heading.sine, &s->heading.cosine);
    stand(&t->x, moved + 1);
    if (t->x.worst > s->way->certain) {
        t->verdict = TL_VERDICT_NO;
    } else if (t->x.worst + moved > s->way->forgiven && moved > TURN_STEP) {
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
    scan s = {.context = context, .mover = mover, .way = way, .contacts = &none, .from = tl_plan(at), .z = at.z};
    tl_heading before;
    turning t = {.x = {.s = &s, .before = &before}, .reach = tl_mover_reach(mover), .verdict = TL_VERDICT_YES};
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
