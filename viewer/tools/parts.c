/* parts.c: marking the parts of a model: boxes, planes and strokes of a brush, drawn over the mesh on the workbench. */
#include "tools/bench.h"
#include "tools/tool.h"

#include "camera/navigate.h"
#include "camera/space.h"
#include "panels/panels.h"

#include <string.h>

/* A plane whose normal is this near to an axis is meant to be level or upright. */
static const double SNAP = 0.035;

static const char *hint(const tlv_app *app) {
    static const char *const HINTS[] = {"hint.parts.box", "hint.parts.plane", "hint.parts.brush"};
    return app->bench ? HINTS[app->bench->shape] : NULL;
}

static void enter(tlv_app *app) {
    tlv_leave_eyes(app, false);
    const char *why = tlv_bench_open(app);
    if (why) {
        tlv_use_tool(app, TLV_TOOL_SELECT);
        tlv_note(app, false, why, NULL);
        return;
    }
    app->no_panels = false;
    app->content_changed = true;
    tlv_set_camera(app, tlv_camera_frame(app->bench->box, (tl_vec3){0.8, -1, 0.5}, tlv_app_aspect(app)));
}

static void leave(tlv_app *app) {
    if (app->bench) {
        tlv_set_camera(app, app->bench->before);
        tlv_bench_close(app);
        app->content_changed = true;
    }
}

/* --- What is drawn by hand ---------------------------------------------------------------------------------------- */

/* Where a pixel lies at the depth of the mesh's middle. */
static tl_vec3 at_depth(const tlv_view *view, tl_box3 box, double x, double y) {
    tl_vec3 from, along;
    tlv_view_pixel_ray(view, x, y, &from, &along);
    double slope = tlv_dot(along, tlv_widened(view->forward));
    double ahead = tlv_view_depth(view, tlv_box_middle(box)) - tlv_view_depth(view, from);
    return tlv_madd(from, along, ahead / (slope > 0.05 ? slope : 0.05));
}

/* The half space on one side of what two pixels' lines span; its inside is to the left of the way from p to q. */
static tlv_half_space span(const tlv_view *view, double px, double py, double qx, double qy) {
    tl_vec3 from_p, along_p, from_q, along_q;
    tlv_view_pixel_ray(view, px, py, &from_p, &along_p);
    tlv_view_pixel_ray(view, qx, qy, &from_q, &along_q);
    vec3 normal;
    tlv_normal(from_p, tlv_madd(from_p, along_p, 1000), tlv_madd(from_q, along_q, 1000), normal);
    glm_vec3_normalize(normal);
    return (tlv_half_space){tlv_widened(normal), tlv_dot(tlv_widened(normal), from_p)};
}

static tlv_half_space other_side(tlv_half_space h) {
    return (tlv_half_space){tlv_scale(h.normal, -1), -h.offset};
}

/* The tightest box round what lies in the rectangle, through the whole mesh, with a hair's breadth more so that what is
 * flat lies in it and not on it. */
static void mark_box(tlv_app *app) {
    tlv_bench *b = app->bench;
    const tlv_hand *hand = &app->hand;
    tlv_view view = tlv_app_view(app);
    double left = fmin(hand->press_x, b->x), right = fmax(hand->press_x, b->x);
    double top = fmin(hand->press_y, b->y), bottom = fmax(hand->press_y, b->y);
    tl_vec3 inside = at_depth(&view, b->box, 0.5 * (left + right), 0.5 * (top + bottom));
    tlv_half_space within[4] = {span(&view, left, top, right, top), span(&view, right, top, right, bottom),
                                span(&view, right, bottom, left, bottom), span(&view, left, bottom, left, top)};
    for (int i = 0; i < 4; i++) {
        bool faces = tlv_dot(within[i].normal, inside) >= within[i].offset;
        within[i] = faces ? within[i] : other_side(within[i]);
    }
    double hair = 0.001 * tlv_box_size(b->box);
    const tl_vec3 more = {hair, hair, hair};
    b->marked = tlv_box_within(b->corners, b->corner_count / 3, within, 4);
    b->has_box = !tlv_box_is_empty(b->marked);
    b->marked = (tl_box3){tlv_sub(b->marked.low, more), tlv_add(b->marked.high, more)};
}

/* The smaller part of what the line cuts the mesh into; with Shift the larger. */
static void mark_plane(tlv_app *app) {
    tlv_bench *b = app->bench;
    tlv_view view = tlv_app_view(app);
    tlv_half_space h = span(&view, app->hand.press_x, app->hand.press_y, b->x, b->y);
    tl_vec3 held = at_depth(&view, b->box, 0.5 * (app->hand.press_x + b->x), 0.5 * (app->hand.press_y + b->y));
    const tl_vec3 axes[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int i = 0; i < 6; i++) {
        if (tlv_distance(h.normal, axes[i]) < SNAP) {
            h = (tlv_half_space){axes[i], tlv_dot(axes[i], held)};
        }
    }
    double share = tlv_share_within(b->corners, b->corner_count / 3, h);
    b->plane = (share > 0.5) != app->hand.shift ? other_side(h) : h;
    b->has_plane = share > 0 && share < 1;
}

static void dab(tlv_app *app, double x, double y) {
    tlv_bench *b = app->bench;
    tl_vec3 from, along, p;
    tlv_view view = tlv_app_view(app);
    tlv_view_pixel_ray(&view, x, y, &from, &along);
    b->pointing = tlv_bench_hit(app, from, along, &p);
    if (!b->pointing) {
        return;
    }
    b->tip = p;
    bool apart = b->dab_count == 0 || tlv_distance(p, b->dabs[b->dab_count - 1]) > 0.4 * b->brush_mm;
    if (b->drawing && apart && b->dab_count < TLV_STROKE) {
        b->dabs[b->dab_count++] = p;
    }
}

static void follow(tlv_app *app, double x, double y) {
    tlv_bench *b = app->bench;
    b->x = x;
    b->y = y;
    if (b->shape == TLV_MARK_BOX) {
        mark_box(app);
    } else if (b->shape == TLV_MARK_PLANE) {
        mark_plane(app);
    } else {
        dab(app, x, y);
    }
    app->models_changed = true;
}

/* Ctrl turns the mesh instead; so does a drag that begins beside it with the brush. */
static bool grab(tlv_app *app) {
    tlv_bench *b = app->bench;
    tl_vec3 from, along, p;
    tlv_view view = tlv_app_view(app);
    tlv_view_pixel_ray(&view, app->hand.press_x, app->hand.press_y, &from, &along);
    if (!b || app->hand.ctrl || (b->shape == TLV_MARK_BRUSH && !tlv_bench_hit(app, from, along, &p))) {
        return false;
    }
    b->drawing = true;
    b->has_box = b->has_plane = false;
    b->dab_count = 0;
    follow(app, app->hand.press_x, app->hand.press_y);
    return true;
}

static void drag(tlv_app *app, const tlv_event *event) {
    if (app->bench && app->bench->drawing) {
        follow(app, event->x, event->y);
    }
}

static void stop(tlv_app *app) {
    app->bench->drawing = app->bench->has_box = app->bench->has_plane = false;
    app->bench->dab_count = 0;
    app->models_changed = true;
}

static void drop(tlv_app *app, const tlv_event *event) {
    (void)event;
    enum { MOST_CUTS_SHOWN = 32 };
    tlv_mark_cut cuts[MOST_CUTS_SHOWN];
    tl_box3 boxes[MOST_CUTS_SHOWN];
    size_t count = 0;
    tlv_bench *b = app->bench;
    if (!b || !b->drawing) {
        return;
    }
    const tlv_mark_cut cut = {.verb = "mark", .role = b->role, .is_plane = b->has_plane, .box = b->marked, b->plane};
    if (b->has_box || b->has_plane) {
        cuts[count++] = cut;
    }
    if (b->shape == TLV_MARK_BRUSH) {
        count = tlv_stroke_boxes(b->dabs, b->dab_count, b->brush_mm, boxes, MOST_CUTS_SHOWN);
        for (size_t i = 0; i < count; i++) {
            cuts[i] = cut;
            cuts[i].box = boxes[i];
        }
    }
    stop(app);
    if (count == 0) {
        tlv_note(app, false, "note.parts.nothing", NULL);
    } else {
        tlv_bench_mark(app, cuts, count);
    }
}

/* A click with the brush is a dab. */
static void click(tlv_app *app) {
    tlv_bench *b = app->bench;
    if (b && b->shape == TLV_MARK_BRUSH) {
        b->drawing = true;
        b->dab_count = 0;
        dab(app, app->hand.press_x, app->hand.press_y);
        drop(app, NULL);
    }
}

static void hover(tlv_app *app, const tlv_event *event) {
    if (app->bench && app->bench->shape == TLV_MARK_BRUSH) {
        dab(app, event->x, event->y);
        app->models_changed = true;
    }
}

static void left(tlv_app *app) {
    if (app->bench && app->bench->pointing) {
        app->bench->pointing = false;
        app->models_changed = true;
    }
}

static void resize_brush(tlv_app *app, double by) {
    tlv_bench *b = app->bench;
    double size = tlv_box_size(b->box);
    b->brush_mm = fmax(0.002 * size, fmin(0.3 * size, b->brush_mm * by));
    app->models_changed = app->chrome_changed = true;
}

/* Keys that would do something to a model that isn't seen do nothing here, or something like it. */
static bool key(tlv_app *app, const tlv_event *event) {
    bool plain = !event->ctrl && !event->shift && !event->alt;
    if (!app->bench) {
        return false;
    }
    if (plain && (event->key == TLV_KEY_DELETE || event->key == TLV_KEY_BACKSPACE)) {
        tlv_parts_drop(app, 0);
        return true;
    }
    if (plain && (event->key == '[' || event->key == ']')) {
        resize_brush(app, event->key == '[' ? 1 / 1.2 : 1.2);
        return true;
    }
    return (!event->ctrl && (event->key == 'Q' || event->key == 'E' || event->key == TLV_KEY_PAGE_UP)) ||
           (event->ctrl && (event->key == 'D' || event->key == 'A' || event->key == 'G')) ||
           (plain && event->key == '3');
}

static bool wheel(tlv_app *app, const tlv_event *event) {
    if (!app->bench || !event->shift || app->bench->shape != TLV_MARK_BRUSH) {
        return false;
    }
    resize_brush(app, event->wheel > 0 ? 1.15 : 1 / 1.15);
    return true;
}

static bool back(tlv_app *app) {
    if (app->bench && app->bench->drawing) {
        stop(app);
        return true;
    }
    return false;
}

/* --- What is shown of it ------------------------------------------------------------------------------------------ */

static void line(const tl_draw_sink *sink, const tl_vec3 *points, size_t count, tl_colour colour, float width,
                 unsigned style) {
    const tl_draw_line made = {
        .points = points, .count = count, .colour = colour, .width_px = width, .style = TL_DRAW_ON_TOP | style};
    sink->line(sink->user, &made);
}

static void draw_box(const tl_draw_sink *sink, tl_box3 box, tl_colour colour, float width) {
    static const int WAY[] = {0, 1, 3, 2, 0, 4, 5, 7, 6, 4};
    static const int POSTS[3][2] = {{1, 5}, {3, 7}, {2, 6}};
    tl_vec3 points[10];
    for (int i = 0; i < 10; i++) {
        points[i] = tlv_box_corner(box, WAY[i]);
    }
    line(sink, points, 10, colour, width, 0);
    for (int i = 0; i < 3; i++) {
        const tl_vec3 post[2] = {tlv_box_corner(box, POSTS[i][0]), tlv_box_corner(box, POSTS[i][1])};
        line(sink, post, 2, colour, width, 0);
    }
}

/* Where a plane cuts a box: its corners round its normal. */
static size_t cut_of(tl_box3 box, tlv_half_space h, tl_vec3 out[8]) {
    static const int EDGES[12][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                     {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
    float angle[8];
    vec3 normal, u, v;
    tlv_direction(h.normal, normal);
    tlv_across(normal, u);
    glm_vec3_cross(normal, u, v);
    tl_vec3 sum = {0, 0, 0};
    size_t count = 0;
    for (int i = 0; i < 12 && count < 6; i++) {
        tl_vec3 p = tlv_box_corner(box, EDGES[i][0]), q = tlv_box_corner(box, EDGES[i][1]);
        double dp = tlv_dot(h.normal, p) - h.offset, dq = tlv_dot(h.normal, q) - h.offset;
        if ((dp < 0) != (dq < 0)) {
            out[count++] = tlv_between(p, q, dp / (dp - dq));
            sum = tlv_add(sum, out[count - 1]);
        }
    }
    tl_vec3 middle = tlv_scale(sum, count > 0 ? 1.0 / (double)count : 0);
    for (size_t i = 0; i < count; i++) {
        tl_vec3 p = out[i];
        vec3 d;
        tlv_way(middle, p, d);
        float a = atan2f(glm_vec3_dot(d, v), glm_vec3_dot(d, u));
        size_t k = i;
        for (; k > 0 && angle[k - 1] > a; k--) {
            angle[k] = angle[k - 1];
            out[k] = out[k - 1];
        }
        angle[k] = a;
        out[k] = p;
    }
    return count;
}

/* The plane as a translucent pane, with an arrow to the side that it marks. */
static void draw_plane(const tlv_bench *b, const tl_draw_sink *sink, tlv_half_space h, tl_colour colour) {
    static const uint32_t FAN[12] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5};
    double length = tlv_distance((tl_vec3){0, 0, 0}, h.normal), size = tlv_box_size(b->box);
    const tl_vec3 more = {0.03 * size, 0.03 * size, 0.03 * size};
    tl_vec3 rim[9], sum = {0, 0, 0};
    if (!(length > 0)) {
        return;
    }
    h = (tlv_half_space){tlv_scale(h.normal, 1 / length), h.offset / length};
    size_t count = cut_of((tl_box3){tlv_sub(b->box.low, more), tlv_add(b->box.high, more)}, h, rim);
    if (count < 3) {
        return;
    }
    tl_colour clear = colour;
    clear.a = 0.25F;
    const tl_draw_mesh pane = {.vertices = rim,
                               .vertex_count = count,
                               .triangles = FAN,
                               .triangle_count = count - 2,
                               .colour = clear,
                               .style = TL_DRAW_TRANSLUCENT};
    sink->mesh(sink->user, &pane);
    for (size_t i = 0; i < count; i++) {
        sum = tlv_add(sum, rim[i]);
    }
    rim[count] = rim[0];
    line(sink, rim, count + 1, colour, 2, 0);
    tl_vec3 foot = tlv_scale(sum, 1.0 / (double)count), tip = tlv_madd(foot, h.normal, 0.1 * size);
    tl_vec3 neck = tlv_madd(foot, h.normal, 0.07 * size);
    vec3 normal, wing;
    tlv_direction(h.normal, normal);
    tlv_across(normal, wing);
    const tl_vec3 arrow[5] = {foot, tip, tlv_along(neck, wing, 0.025 * size), tlv_along(neck, wing, -0.025 * size),
                              tip};
    line(sink, arrow, 5, colour, 3, 0);
}

/* The brush as it lies on the mesh. */
static void draw_brush(const tlv_app *app, const tl_draw_sink *sink, tl_colour colour) {
    enum { SIDES = 32 };
    const tlv_bench *b = app->bench;
    tlv_view view = tlv_app_view(app);
    tl_vec3 rim[SIDES + 1];
    for (int i = 0; i <= SIDES; i++) {
        rim[i] = tlv_on_circle(b->tip, view.right, view.up, b->brush_mm, 2 * GLM_PI * (i % SIDES) / SIDES);
    }
    line(sink, rim, SIDES + 1, colour, 3, 0);
}

static void draw_hand(const tlv_app *app, const tl_draw_sink *sink, tl_colour colour) {
    const tlv_bench *b = app->bench;
    const tlv_hand *hand = &app->hand;
    tlv_view view = tlv_app_view(app);
    const tl_vec3 corners[5] = {at_depth(&view, b->box, hand->press_x, hand->press_y),
                                at_depth(&view, b->box, b->x, hand->press_y), at_depth(&view, b->box, b->x, b->y),
                                at_depth(&view, b->box, hand->press_x, b->y),
                                at_depth(&view, b->box, hand->press_x, hand->press_y)};
    const tl_vec3 cut[2] = {corners[0], corners[2]};
    if (b->shape == TLV_MARK_BOX) {
        line(sink, corners, 5, colour, 1.5F, TL_DRAW_DASHED);
    } else if (b->shape == TLV_MARK_PLANE) {
        line(sink, cut, 2, colour, 2.5F, TL_DRAW_DASHED);
    }
    if (b->has_box) {
        draw_box(sink, b->marked, colour, 3);
    }
    if (b->has_plane) {
        draw_plane(b, sink, b->plane, colour);
    }
    tl_box3 boxes[TLV_STROKE];
    size_t count = tlv_stroke_boxes(b->dabs, b->dab_count, b->brush_mm, boxes, 32);
    for (size_t i = 0; i < count; i++) {
        draw_box(sink, boxes[i], colour, 2);
    }
}

/* Where its front is, on the ground before it. */
static void draw_front(const tlv_app *app, const tl_draw_sink *sink) {
    const tl_box3 box = app->bench->box;
    const tl_colour ink = {0.35F, 0.37F, 0.40F, 1};
    double size = tlv_box_size(box), wing = 0.03 * size;
    tl_vec3 foot = {box.high.x + 0.04 * size, 0.5 * (box.low.y + box.high.y), box.low.z};
    tl_vec3 tip = foot;
    tip.x += 0.16 * size;
    const tl_vec3 arrow[5] = {foot, tip, {tip.x - wing, tip.y + wing, tip.z}, {tip.x - wing, tip.y - wing, tip.z}, tip};
    const tl_draw_line made = {.points = arrow, .count = 5, .colour = ink, .width_px = 2};
    sink->line(sink->user, &made);
    const tl_draw_label label = {.at = tip, .text = tlv_say(app, "parts.forward"), .colour = ink, .size = 1};
    sink->label(sink->user, &label);
}

static void draw(const tlv_app *app, const tl_draw_sink *sink) {
    const tlv_bench *b = app->bench;
    if (!b) {
        return;
    }
    tl_colour now = tl_part_colour((tl_part)b->role);
    tlv_mark_cut cut;
    draw_front(app, sink);
    if (b->chosen >= 0 && tlv_parts_read(app, b->chosen, &cut)) {
        tl_colour its = tl_part_colour((tl_part)cut.role);
        if (cut.is_plane) {
            draw_plane(b, sink, cut.plane, its);
        } else {
            draw_box(sink, cut.box, its, 2);
        }
    }
    if (b->drawing) {
        draw_hand(app, sink, now);
    }
    if (b->shape == TLV_MARK_BRUSH && b->pointing) {
        draw_brush(app, sink, now);
    }
}

extern const tlv_tool tlv_parts_tool;
const tlv_tool tlv_parts_tool = {
    .id = "parts",
    .icon = "mesh",
    .letter = 'K',
    .quiet = true,
    .hint = hint,
    .enter = enter,
    .leave = leave,
    .click = click,
    .grab = grab,
    .drag = drag,
    .drop = drop,
    .hover = hover,
    .left = left,
    .key = key,
    .wheel = wheel,
    .back = back,
    .draw = draw,
    .panel = tlv_parts_panel,
    .alone = true,
};
