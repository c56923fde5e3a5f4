/* labels.c: finds each label a place beside what it names, and draws leaders to the far ones. */
#include "render/labels.h"

#include "camera/space.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

typedef struct box {
    double x, y, width, height;
} box;

/* A label that asks for a place, and the place it has. */
typedef struct wish {
    const tlv_label *label;
    size_t order;
    tlv_projected at;
    int px;
    double width, height; /* of its plate */
    bool placed;
    box place;
} wish;

/* Everything that a place is judged by. */
typedef struct ground {
    wish *wishes;
    size_t wish_count;
    box *objects;
    size_t object_count;
    const tlv_ribbons *ribbons;
    tlv_segment *near; /* of the ribbons, what the one who chooses can reach */
    size_t near_count;
    tlv_rect safe;
    double scale;
} ground;

static int compare_wishes(const void *a, const void *b) {
    const wish *x = a, *y = b;
    bool top_x = x->label->style & TL_DRAW_ON_TOP, top_y = y->label->style & TL_DRAW_ON_TOP;
    if (top_x != top_y) {
        return top_x ? -1 : 1;
    }
    if (x->label->size != y->label->size) {
        return x->label->size > y->label->size ? -1 : 1;
    }
    if (x->at.depth != y->at.depth) {
        return x->at.depth < y->at.depth ? -1 : 1;
    }
    return x->order < y->order ? -1 : 1;
}

static double overlap(box a, box b) {
    double w = fmin(a.x + a.width, b.x + b.width) - fmax(a.x, b.x);
    double h = fmin(a.y + a.height, b.y + b.height) - fmax(a.y, b.y);
    return w > 0 && h > 0 ? w * h : 0;
}

/* How much of the segment lies in the box, pixels (Liang and Barsky). */
static double inside(box b, tlv_segment s) {
    double t0 = 0, t1 = 1, dx = (double)s.x1 - (double)s.x0, dy = (double)s.y1 - (double)s.y0;
    const double p[4] = {-dx, dx, -dy, dy};
    const double q[4] = {(double)s.x0 - b.x, b.x + b.width - (double)s.x0, (double)s.y0 - b.y,
                         b.y + b.height - (double)s.y0};
    for (int i = 0; i < 4; i++) {
        if (p[i] == 0) {
            if (q[i] < 0) {
                return 0;
            }
        } else if (p[i] < 0) {
            t0 = fmax(t0, q[i] / p[i]);
        } else {
            t1 = fmin(t1, q[i] / p[i]);
        }
    }
    return t1 > t0 ? (t1 - t0) * hypot(dx, dy) : 0;
}

/* The thin line from a plate to what it names. */
static tlv_segment leader_of(box b, tlv_projected at) {
    double x = fmax(b.x + 4, fmin(b.x + b.width - 4, at.x)), y = fmax(b.y, fmin(b.y + b.height, at.y));
    return (tlv_segment){(float)x, (float)y, (float)at.x, (float)at.y};
}

static double side_of(tlv_segment s, float x, float y) {
    return (double)glm_vec2_cross((vec2){s.x1 - s.x0, s.y1 - s.y0}, (vec2){x - s.x0, y - s.y0});
}

static bool cross(tlv_segment a, tlv_segment b) {
    return side_of(a, b.x0, b.y0) * side_of(a, b.x1, b.y1) < 0 && side_of(b, a.x0, a.y0) * side_of(b, a.x1, a.y1) < 0;
}

/* What a place costs `own`, in pixels of distance that would be as bad; INFINITY when it can't be taken at all, or
 * costs no less than `best`. */
static double cost(const ground *g, const wish *own, box b, double distance, double best) {
    if (distance >= best || b.x < g->safe.x + 2 || b.y < g->safe.y + 2 ||
        b.x + b.width > g->safe.x + g->safe.width - 2 || b.y + b.height > g->safe.y + g->safe.height - 2) {
        return INFINITY;
    }
    double pad = 3 * g->scale, sum = distance;
    box padded = {b.x - pad, b.y - pad, b.width + 2 * pad, b.height + 2 * pad};
    tlv_segment leader = leader_of(b, own->at);
    for (size_t i = 0; i < g->wish_count; i++) {
        const wish *other = &g->wishes[i];
        if (other == own) {
            continue;
        }
        box point = {other->at.x - 5, other->at.y - 5, 10, 10};
        sum += 0.3 * overlap(b, point);
        if (other->placed) {
            if (overlap(padded, other->place) > 0) {
                return INFINITY;
            }
            tlv_segment theirs = leader_of(other->place, other->at);
            sum += 2 * inside(other->place, leader) + 2 * inside(padded, theirs) + (cross(leader, theirs) ? 60 : 0);
        }
    }
    for (size_t i = 0; i < g->object_count; i++) {
        sum += 0.12 * overlap(b, g->objects[i]);
    }
    for (size_t i = 0; i < g->near_count && sum < best; i++) {
        sum += 2 * inside(padded, g->near[i]);
    }
    return sum < best ? sum : INFINITY;
}

static const double REACHES[] = {8, 16, 28, 44, 66, 96};
enum { REACH_COUNT = sizeof(REACHES) / sizeof(*REACHES) };

/* The segments that touch a box which holds all places that `own` can have, with their pads. */
static void find_near(ground *g, const wish *own) {
    double far = (REACHES[REACH_COUNT - 1] + 5) * g->scale;
    float x0 = (float)(own->at.x - far - own->width), x1 = (float)(own->at.x + far + own->width);
    float y0 = (float)(own->at.y - far - own->height), y1 = (float)(own->at.y + far + own->height);
    g->near_count = 0;
    for (size_t i = 0; i < g->ribbons->segment_count; i++) {
        tlv_segment s = g->ribbons->segments[i];
        if (glm_max(s.x0, s.x1) >= x0 && glm_min(s.x0, s.x1) <= x1 && glm_max(s.y0, s.y1) >= y0 &&
            glm_min(s.y0, s.y1) <= y1) {
            g->near[g->near_count++] = s;
        }
    }
}

static void choose(ground *g, wish *own) {
    static const double ways[16][2] = {{0, -1},      {0.7, -0.75}, {-0.7, -0.75}, {1, 0},      {-1, 0},   {0.7, 0.75},
                                       {-0.7, 0.75}, {0, 1},       {0.35, -1},    {-0.35, -1}, {1, -0.4}, {-1, -0.4},
                                       {0.35, 1},    {-0.35, 1},   {1, 0.4},      {-1, 0.4}};
    double best = INFINITY;
    if (own->label->style & TL_DRAW_HERE) {
        own->place = (box){floor(own->at.x), floor(own->at.y - 0.5 * own->height), own->width, own->height};
        own->placed = true;
        return;
    }
    own->placed = false;
    find_near(g, own);
    for (int r = 0; r < REACH_COUNT; r++) {
        for (int i = 0; i < 16; i++) {
            double reach = REACHES[r] * g->scale;
            box b = {floor(own->at.x + ways[i][0] * (reach + 0.5 * own->width) - 0.5 * own->width),
                     floor(own->at.y + ways[i][1] * (reach + 0.5 * own->height) - 0.5 * own->height), own->width,
                     own->height};
            double c = cost(g, own, b, reach * hypot(ways[i][0], ways[i][1]) + 0.8 * i, best);
            if (c < best) {
                best = c;
                own->place = b;
                own->placed = true;
            }
        }
    }
}

/* The picture's rectangles of what labels should not cover: outlined objects and models. A range is a piece of an
 * object; terrain and ground are too large to keep clear of. */
static size_t project_objects(const tlv_content *content, const tlv_view *view, box *objects) {
    size_t count = 0;
    for (size_t i = 0; i < content->range_count; i++) {
        const tlv_range *range = &content->ranges[i];
        bool model = range->key != 0 && !(range->style & TL_DRAW_GROUND) && tlv_box_size(range->box) < 150;
        if (!(range->style & TL_DRAW_OUTLINED) && !model) {
            continue;
        }
        double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
        bool good = true;
        for (int k = 0; k < 8; k++) {
            tlv_projected p = tlv_view_project(view, tlv_box_corner(range->box, k));
            good = good && (!view->perspective || p.depth > view->near_mm);
            x0 = fmin(x0, p.x), x1 = fmax(x1, p.x), y0 = fmin(y0, p.y), y1 = fmax(y1, p.y);
        }
        if (good && x1 > 0 && y1 > 0 && x0 < view->width && y0 < view->height) {
            objects[count++] = (box){x0, y0, x1 - x0, y1 - y0};
        }
    }
    return count;
}

/* Nothing when the plate is at what it names anyway. */
static void add_leader(tlv_overlay *overlay, box b, tlv_projected at, tl_colour colour, double scale) {
    tlv_segment s = leader_of(b, at);
    double x = (double)s.x0, y = (double)s.y0, dx = at.x - x, dy = at.y - y, length = hypot(dx, dy), step = 1.0;
    if (length < 5 * scale) {
        return;
    }
    for (double t = 0; t < length; t += step) {
        tlv_overlay_plate(overlay, x + dx * t / length - 0.6 * scale, y + dy * t / length - 0.6 * scale, 1.2 * scale,
                          1.2 * scale, 0.6 * scale, colour, 0, colour);
    }
    tlv_overlay_plate(overlay, at.x - 2 * scale, at.y - 2 * scale, 4 * scale, 4 * scale, 2 * scale, colour, 0, colour);
}

static void add_plate(tlv_overlay *overlay, const wish *w, double alpha, double scale) {
    const tlv_label *label = w->label;
    box b = w->place;
    float a = (float)alpha;
    tl_colour ink = {0.10f, 0.11f, 0.13f, a}, paper = {0.985f, 0.98f, 0.97f, 0.88f * a}, side = label->colour;
    side.a *= a;
    tlv_overlay_plate(overlay, b.x, b.y, b.width, b.height, 4.5 * scale, paper, 1,
                      (tl_colour){0.1f, 0.11f, 0.13f, 0.3f * a});
    double stripe = 0;
    if (label->colour.a > 0) {
        stripe = 7 * scale;
        tlv_overlay_plate(overlay, b.x + 4 * scale, b.y + 0.24 * b.height, 3 * scale, 0.52 * b.height, 1.5 * scale,
                          side, 0, side);
    }
    tlv_overlay_text(overlay, false, w->px, label->text, strlen(label->text), b.x + 6 * scale + stripe,
                     b.y + 0.5 * b.height + 0.36 * w->px, ink);
}

/* The labels whose point is in the view, in the order in which they choose. */
static size_t gather(wish *wishes, tlv_text *text, const tlv_content *content, const tlv_view *view, double scale) {
    size_t count = 0;
    for (size_t i = 0; i < content->label_count; i++) {
        const tlv_label *label = &content->labels[i];
        wish w = {.label = label, .order = i, .at = tlv_view_project(view, label->at)};
        if ((view->perspective && w.at.depth <= view->near_mm) || w.at.x < view->safe.x || w.at.y < view->safe.y ||
            w.at.x > view->safe.x + view->safe.width || w.at.y > view->safe.y + view->safe.height) {
            continue;
        }
        w.px = (int)fmax(8, fmin(200, rint(13.5 * scale * (double)label->size)));
        double width = tlv_text_lay(text, false, w.px, label->text, strlen(label->text), 0, 0, NULL, NULL);
        w.width = ceil(width + 12 * scale + (label->colour.a > 0 ? 7 * scale : 0));
        w.height = ceil(1.65 * w.px);
        wishes[count++] = w;
    }
    qsort(wishes, count, sizeof(*wishes), compare_wishes);
    return count;
}

size_t tlv_labels_place(tlv_overlay *overlay, const tlv_content *content, const tlv_view *view,
                        const tlv_ribbons *ribbons, double scale, tlv_hidden_at *hidden, void *user, bool dark) {
    wish *wishes = malloc((content->label_count + 1) * sizeof(*wishes));
    box *objects = malloc((content->range_count + 1) * sizeof(*objects));
    tlv_segment *near = malloc((ribbons->segment_count + 1) * sizeof(*near));
    size_t done = 0;
    if (!wishes || !objects || !near) {
        overlay->failed = true;
    } else {
        ground g = {.wishes = wishes,
                    .wish_count = gather(wishes, overlay->text, content, view, scale),
                    .objects = objects,
                    .ribbons = ribbons,
                    .near = near,
                    .safe = view->safe,
                    .scale = scale};
        g.object_count = project_objects(content, view, objects);
        /* The first to choose did not know of the others: each may choose again, twice. */
        for (size_t i = 0; i < 3 * g.wish_count; i++) {
            choose(&g, &wishes[i % g.wish_count]);
        }
        double nearest = INFINITY;
        for (size_t i = 0; i < g.wish_count; i++) {
            nearest = fmin(nearest, wishes[i].at.depth);
        }
        for (size_t i = 0; i < 2 * g.wish_count; i++) { /* all leaders, then all plates: no line runs over a text */
            const wish *w = &wishes[i % g.wish_count];
            if (!w->placed) {
                continue;
            }
            double alpha = 1;
            if (!(w->label->style & TL_DRAW_ON_TOP)) {
                double far = view->perspective ? w->at.depth / fmax(nearest, 1) : 1;
                alpha = fmax(0.55, fmin(1, 1.25 - 0.12 * far));
                alpha *= hidden(user, w->at.x, w->at.y, w->at.depth) ? 0.6 : 1;
            }
            if (i < g.wish_count) {
                tl_colour ink = dark ? (tl_colour){0.86f, 0.88f, 0.92f, 1} : (tl_colour){0.10f, 0.11f, 0.13f, 1};
                ink.a = 0.7f * (float)alpha;
                add_leader(overlay, w->place, w->at, ink, scale);
            } else {
                add_plate(overlay, w, alpha, scale);
                done++;
            }
        }
    }
    free(wishes);
    free(objects);
    free(near);
    return done;
}
