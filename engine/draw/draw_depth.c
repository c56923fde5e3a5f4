/* draw_depth.c: how deep a line lies in areas, and where their edge bands end. */
#include "draw/colours.h"
#include "draw/draw.h"
#include "draw/label.h"

enum { CELLS = 56, LEVELS = 16 }; /* of the grid in which a band's end is sought; storeys */
static const double OVER = 2;     /* mm above the ground */

static double square_to_edge(tl_vec2 p, const tl_outline_edge *edge) {
    tl_vec2 along = tl_sub2(edge->b, edge->a), from = tl_sub2(p, edge->a);
    double t = tl_max(0, tl_min(1, tl_dot2(from, along) / tl_dot2(along, along)));
    tl_vec2 off = tl_sub2(from, tl_scale2(along, t));
    return tl_dot2(off, off);
}

static double square_to_box(tl_vec2 p, const tl_outline_box *box) {
    double x = tl_max(tl_max(box->low.x - p.x, p.x - box->high.x), 0);
    double y = tl_max(tl_max(box->low.y - p.y, p.y - box->high.y), 0);
    return x * x + y * y;
}

/* How far inside the outline a place lies; below 0: outside. */
static double depth_at(const tl_outline *outline, tl_vec2 p) {
    if (outline->kind == TL_OUTLINE_DISC) {
        return outline->radius - tl_length2(tl_sub2(p, outline->centre));
    }
    double least = INFINITY;
    bool inside = false;
    for (size_t r = 0; r < outline->run_count; r++) {
        const tl_outline_box *box = &outline->runs[r];
        bool beside = p.y < box->low.y || p.y > box->high.y || p.x > box->high.x; /* a ray to the right misses it */
        if (square_to_box(p, box) >= least && beside) {
            continue;
        }
        size_t end = (r + 1) * TL_OUTLINE_RUN;
        end = end < outline->edge_count ? end : outline->edge_count;
        for (size_t i = r * TL_OUTLINE_RUN; i < end; i++) {
            const tl_outline_edge *e = &outline->edges[i];
            least = tl_min(least, square_to_edge(p, e));
            bool crosses = (e->a.y > p.y) != (e->b.y > p.y);
            inside ^= crosses && p.x < e->a.x + (p.y - e->a.y) / (e->b.y - e->a.y) * (e->b.x - e->a.x);
        }
    }
    return (inside ? 1 : -1) * sqrt(least);
}

typedef struct band {
    const tl_referee *referee;
    const tl_draw_sink *sink;
    tl_vec3 label;
    bool drawn;
} band;

static tl_vec3 on_ground(const tl_referee *referee, tl_vec2 p) {
    tl_surfaces surfaces = tl_table_surfaces(referee->table);
    double heights[LEVELS];
    size_t count = tl_surface_levels(&surfaces, p.x, p.y, 1, heights, LEVELS);
    return (tl_vec3){p.x, p.y, (count > 0 ? heights[0] : 0) + OVER};
}

static void send_piece(band *b, tl_vec2 p, tl_vec2 q) {
    const tl_vec3 points[2] = {on_ground(b->referee, p), on_ground(b->referee, q)};
    const tl_draw_line line = {
        .points = points, .count = 2, .colour = TL_COLOUR_YELLOW, .width_px = 1.5f, .style = TL_DRAW_ON_TOP};
    b->sink->line(b->sink->user, &line);
    if (!b->drawn || points[0].y < b->label.y) {
        b->label = points[0];
    }
    b->drawn = true;
}

/* The line `limit` inside the outline, cell by cell of a grid ("marching squares"). */
static void draw_band(band *b, const tl_outline *outline, double limit) {
    double row[2][CELLS + 1];
    tl_vec2 low = outline->box.low, step = tl_scale2(tl_sub2(outline->box.high, low), 1.0 / CELLS);
    for (size_t y = 0; y <= CELLS; y++) {
        double *now = row[y & 1], *before = row[(y & 1) ^ 1];
        for (size_t x = 0; x <= CELLS; x++) {
            now[x] = depth_at(outline, (tl_vec2){low.x + step.x * (double)x, low.y + step.y * (double)y}) - limit;
        }
        for (size_t x = 0; x < CELLS && y > 0; x++) {
            const double value[4] = {before[x], before[x + 1], now[x + 1], now[x]};
            const double left = low.x + step.x * (double)x, below = low.y + step.y * (double)(y - 1);
            const tl_vec2 corner[4] = {
                {left, below}, {left + step.x, below}, {left + step.x, below + step.y}, {left, below + step.y}};
            tl_vec2 met[4];
            size_t count = 0;
            for (size_t k = 0; k < 4; k++) {
                size_t next = (k + 1) % 4;
                if ((value[k] > 0) != (value[next] > 0)) {
                    double t = value[k] / (value[k] - value[next]);
                    met[count++] = tl_add2(corner[k], tl_scale2(tl_sub2(corner[next], corner[k]), t));
                }
            }
            for (size_t k = 0; k + 1 < count; k += 2) {
                send_piece(b, met[k], met[k + 1]);
            }
        }
    }
}

/* The band along the area's edge in which one of the two must stand, when the rules have one. */
static void draw_band_of(const tl_ruling *ruling, const tl_referee *referee, const tl_witness *stretch,
                         const tl_draw_sink *sink) {
    double width = stretch->width;
    if (stretch->item >= referee->area_count || !(width > 0) || !isfinite(width) || sink->line == NULL) {
        return; /* no limit, or the scene was edited since */
    }
    band b = {referee, sink, {0, 0, 0}, false};
    draw_band(&b, &referee->areas[stretch->item].outline, width);
    if (b.drawn && sink->label != NULL) {
        char length[TL_WORDS_LENGTH_SIZE], text[96];
        tl_words_length_text(&ruling->words, width, length);
        tl_say(&ruling->words, text, sizeof(text), TL_SAY_AREA_BAND, length);
        const tl_draw_label label = {.at = b.label, .text = text, .colour = TL_COLOUR_YELLOW, .size = 1};
        sink->label(sink->user, &label);
    }
}

static void draw_stretch(const tl_witness *stretch, bool labelled, const tl_draw_sink *sink) {
    const tl_vec3 ends[2] = {stretch->a, stretch->b};
    const tl_draw_line line = {.points = ends,
                               .count = 2,
                               .colour = TL_COLOUR_YELLOW,
                               .width_px = 4,
                               .end_dots = true,
                               .style = TL_DRAW_ON_TOP};
    if (sink->line != NULL) {
        sink->line(sink->user, &line);
    }
    if (labelled) {
        tl_draw_label_at(sink, tl_lerp(ends[0], ends[1], 0.5), stretch->label, TL_COLOUR_YELLOW);
    }
}

void tl_draw_depths(const tl_ruling *ruling, const tl_referee *referee, const tl_draw_sink *sink) {
    enum { FEW = 3 }; /* of more only the longest in each area is labelled */
    const tl_witness *all = ruling->witnesses;
    size_t count = 0;
    for (size_t i = 0; i < ruling->witness_count; i++) {
        count += all[i].kind == TL_WITNESS_DEPTH ? 1U : 0U;
    }
    for (size_t i = 0; i < ruling->witness_count && count > 0; i++) {
        if (all[i].kind != TL_WITNESS_DEPTH) {
            continue;
        }
        bool first = true, longest = true;
        double length = tl_distance(all[i].a, all[i].b);
        for (size_t k = 0; k < ruling->witness_count; k++) {
            if (all[k].kind == TL_WITNESS_DEPTH && all[k].item == all[i].item && k != i) {
                double other = tl_distance(all[k].a, all[k].b);
                longest = longest && (other < length || (other == length && k > i));
                first = first && k > i;
            }
        }
        draw_stretch(&all[i], count <= FEW || longest, sink);
        if (first) {
            draw_band_of(ruling, referee, &all[i], sink);
        }
    }
}
