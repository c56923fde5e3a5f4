/* report_core.c: the base that was found, the core, the cuts and the direction that a shape suggests. */
#include "scan/report/report_core.h"
#include "scan/advice/suggestion.h"

#include "math/angle.h"
#include "mesh/frame.h"
#include "mesh/names.h"

#include <stdio.h>
#include <string.h>

static double tenth(double x) {
    return floor(x * 10 + 0.5) / 10;
}

/* Where the core's cuts come from: the top of a base that was seen, what sticks out of a body that is alike on both
 * sides. Numbers of cells and of a fit: a tenth of a millimetre is enough, and four digits of a direction. */
static bool cuts_base(const tl_scan_core_suggestion *s) {
    return s->base.shape.kind != TL_SHAPE_NONE && s->base.height_seen;
}

static bool cuts_end(const tl_scan_forward_fit *forward) {
    return forward != NULL && forward->evidence == TL_SCAN_FORWARD_TOLD;
}

static bool any_cut(const tl_scan_report *report) {
    return report->suggestion->count > 0 && (cuts_base(report->suggestion) || cuts_end(report->forward));
}

static void put_plane(tl_json_writer *json, const char *what, tl_vec3 normal, double offset) {
    tl_json_begin_object(json);
    tl_json_open_object(json, what);
    tl_json_open_object(json, "plane");
    tl_json_put_point(json, "normal", normal);
    tl_json_put_double(json, "offset", offset);
    tl_json_end_object(json);
    tl_json_end_object(json);
    tl_json_end_object(json);
}

static double fourth_digit(double x) {
    return floor(x * 10000 + 0.5) / 10000 + 0.0;
}

/* The cuts of a mesh that is turned by `turn_deg` first. */
static void put_cuts(tl_json_writer *json, const tl_scan_report *report, double turn_deg) {
    tl_json_begin_array(json);
    if (cuts_base(report->suggestion)) {
        put_plane(json, "keep", (tl_vec3){0, 0, 1}, ceil(report->suggestion->base_top * 10) / 10);
    }
    if (cuts_end(report->forward)) {
        tl_vec3 out = {0, 0, 0};
        tl_sincos_deg(report->forward->turn_deg + turn_deg, &out.y, &out.x);
        put_plane(json, "drop", (tl_vec3){fourth_digit(out.x), fourth_digit(out.y), 0},
                  tenth(report->forward->from_mm));
    }
    tl_json_end_array(json);
}

/* --- With another forward ------------------------------------------------------------------------------------------
 */

/* A suggestion for a mesh that is turned by quarters of a circle. */
static tl_vec3 turned_point(tl_vec3 p, int quarters) {
    for (int i = 0; i < (quarters % 4 + 4) % 4; i++) {
        p = (tl_vec3){0.0 - p.y, p.x, p.z};
    }
    return p;
}

static tl_scan_core_fit turned_fit(const tl_scan_core_fit *fit, int quarters) {
    tl_scan_core_fit made = *fit;
    made.from = turned_point(fit->from, quarters);
    made.to = turned_point(fit->to, quarters);
    if (fit->kind == TL_SCAN_CORE_BOX) {
        const tl_vec3 a = made.from, b = made.to;
        made.from = (tl_vec3){tl_min(a.x, b.x), tl_min(a.y, b.y), tl_min(a.z, b.z)};
        made.to = (tl_vec3){tl_max(a.x, b.x), tl_max(a.y, b.y), tl_max(a.z, b.z)};
    }
    return made;
}

static tl_found_base turned_base(const tl_found_base *base, int quarters) {
    tl_found_base made = *base;
    if (quarters % 2 != 0) { /* its axes stay within 45 degrees of x and y, and change places */
        made.size = (tl_vec2){base->size.y, base->size.x};
    }
    return made;
}

static bool stands_at_origin(const tl_found_base *base) {
    const tl_vec3 at = base->shape.pose.at;
    return tl_hypot(at.x, at.y) <= 0.1 && fabs(base->shape.low) <= 0.1;
}

/* The axis that points forward, as quarters of a turn from +X of the table; false when it lies between two. */
static bool nearest_quarter(const tl_scan_forward_fit *forward, int *quarters) {
    enum { BESIDE_DEG = 5 };
    *quarters = (int)floor(forward->turn_deg / 90 + 0.5);
    return fabs(forward->turn_deg - 90.0 * *quarters) <= BESIDE_DEG;
}

/* ... as the mesh's own axis. */
static tl_axis own_axis(const tl_scan_report *report, int quarters) {
    tl_frame_map map;
    (void)tl_frame_map_make(&(tl_frame){.unit = report->mesh->unit, .up = report->mesh->up}, &map, NULL);
    const tl_vec3 table = turned_point((tl_vec3){1, 0, 0}, quarters);
    int along = table.x != 0 ? 0 : 1;
    bool negative = (along == 0 ? table.x : table.y) * map.factor[along] < 0;
    return (tl_axis)(TL_AXIS_PX + 2 * map.from[along] + (negative ? 1 : 0));
}

static void put_scene_base(tl_json_writer *json, const tl_found_base *base) {
    if (stands_at_origin(base)) {
        tl_scan_scene_base_put(json, base);
    } else { /* a base that a scene writes stands round the origin */
        tl_json_string(json, "auto");
    }
}

/* All of an asset that changes with its forward. */
static void put_scene(tl_json_writer *json, const tl_scan_report *report, int quarters) {
    const tl_scan_core_suggestion *s = report->suggestion;
    tl_json_put_string(json, "forward", tl_axis_name(own_axis(report, quarters)));
    if (s->base.shape.kind != TL_SHAPE_NONE) {
        const tl_found_base base = turned_base(&s->base, -quarters);
        tl_json_key(json, "base");
        put_scene_base(json, &base);
    }
    tl_json_key(json, "core");
    if (any_cut(report)) {
        tl_json_begin_object(json);
        tl_json_key(json, "cuts");
        put_cuts(json, report, -90.0 * quarters);
        tl_json_end_object(json);
    } else {
        const tl_scan_core_fit fit = turned_fit(&s->fits[0], -quarters);
        tl_scan_scene_core_put(json, &fit);
    }
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_base(tl_json_writer *json, const tl_found_base *base) {
    tl_json_key(json, "base");
    if (base->shape.kind == TL_SHAPE_NONE) {
        tl_json_null(json);
        return;
    }
    tl_json_begin_object(json);
    tl_json_put_string(json, "shape", base->shape.kind == TL_SHAPE_DISC ? "disc" : "oval");
    tl_json_put_place(json, "size_mm", base->size);
    tl_json_put_double(json, "turn_deg", base->turn_deg);
    tl_json_put_place(json, "at_mm", tl_plan(base->shape.pose.at));
    tl_json_put_double(json, "low_mm", base->shape.low);
    tl_json_put_double(json, "high_mm", base->shape.high);
    tl_json_put_bool(json, "height_seen", base->height_seen);
    tl_json_put_double(json, "residual_mm", base->residual_mm);
    tl_json_put_double(json, "common_mm", tl_found_base_common_size(base->size.x));
    tl_json_end_object(json);
}

static void put_forward(tl_json_writer *json, const tl_scan_report *report) {
    static const char *const evidence[] = {"sticks-out", "not-alike", "blunt", "both-ends"};
    const tl_scan_forward_fit *forward = report->forward;
    const bool told = forward->evidence == TL_SCAN_FORWARD_TOLD;
    int quarters;
    tl_json_open_object(json, "forward");
    tl_json_put_bool(json, "told", told);
    tl_json_put_string(json, "evidence", evidence[forward->evidence]);
    tl_json_put_double(json, "mirrored_fraction", forward->mirrored);
    tl_json_put_double(json, "within_mm", forward->within_mm);
    tl_json_put_double(json, "turn_deg", forward->turn_deg);
    if (forward->evidence != TL_SCAN_FORWARD_NOT_ALIKE) {
        tl_json_put_double(json, "out_mm", forward->out_mm);
    }
    if (told && nearest_quarter(forward, &quarters)) {
        tl_json_open_object(json, "scene");
        put_scene(json, report, quarters);
        tl_json_end_object(json);
    }
    tl_json_end_object(json);
}

void tl_scan_suggestion_put(tl_json_writer *json, const tl_scan_report *report) {
    const tl_scan_core_suggestion *s = report->suggestion;
    tl_json_open_object(json, "suggested_core");
    put_base(json, &s->base);
    tl_json_open_array(json, "cores");
    for (size_t i = 0; i < s->count; i++) {
        tl_json_begin_object(json);
        tl_json_key(json, "core");
        tl_scan_scene_core_put(json, &s->fits[i]);
        tl_json_put_double(json, "holds_fraction", s->fits[i].holds);
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
    if (any_cut(report)) {
        tl_json_key(json, "cuts");
        put_cuts(json, report, 0);
    }
    if (report->forward != NULL && s->count > 0) {
        put_forward(json, report);
    }
    tl_json_end_object(json);
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static const char *base_words(const tl_scan_page *page, const tl_found_base *base, char text[TL_SCAN_PAGE_TEXT]) {
    char x[TL_SCAN_PAGE_TEXT], y[TL_SCAN_PAGE_TEXT], turn[TL_SCAN_PAGE_TEXT];
    tl_say(&page->words, text, TL_SCAN_PAGE_TEXT,
           base->shape.kind == TL_SHAPE_DISC ? TL_SAY_BASE_DISC
           : base->turn_deg != 0             ? TL_SAY_BASE_OVAL_TURNED
                                             : TL_SAY_BASE_OVAL,
           tl_scan_page_number(page, base->size.x, x), tl_scan_page_number(page, base->size.y, y),
           tl_scan_page_number(page, base->turn_deg, turn));
    return text;
}

static void say_base(tl_scan_page *page, const tl_found_base *base) {
    char a[TL_SCAN_PAGE_TEXT], b[TL_SCAN_PAGE_TEXT], c[TL_SCAN_PAGE_TEXT];
    tl_json_writer json;
    if (base->shape.kind == TL_SHAPE_NONE) {
        tl_scan_page_line(page, TL_SAY_BASE_NONE, NULL);
        return;
    }
    const tl_vec3 at = base->shape.pose.at;
    const double common = tl_found_base_common_size(base->size.x);
    tl_scan_page_say(page, TL_SAY_BASE_IS, base_words(page, base, a), tl_scan_page_number(page, base->residual_mm, b),
                     tl_scan_page_number(page, base->shape.high - base->shape.low, c));
    if (!base->height_seen) {
        tl_scan_page_say(page, TL_SAY_BASE_TOP_OPEN, NULL);
    }
    if (base->shape.kind == TL_SHAPE_DISC && common > 0) {
        tl_scan_page_say(page, TL_SAY_BASE_COMMON, tl_scan_page_number(page, common, a));
    }
    if (!stands_at_origin(base)) {
        tl_scan_page_say(page, TL_SAY_BASE_PLACE, tl_scan_page_number(page, at.x, a),
                         tl_scan_page_number(page, at.y, b), tl_scan_page_number(page, base->shape.low, c));
    }
    tl_scan_page_put(page, "\n");
    tl_json_writer_init(&json, page->context, false);
    put_scene_base(&json, base);
    tl_scan_page_scene(page, "base", &json);
    tl_scan_page_put(page, "\n");
}

static void say_cores(tl_scan_page *page, const tl_scan_core_suggestion *s) {
    char share[TL_SCAN_PAGE_TEXT];
    tl_json_writer json;
    tl_scan_page_line(page, TL_SAY_CORE_SUGGESTED, NULL);
    for (size_t i = 0; i < s->count; i++) {
        tl_json_writer_init(&json, page->context, false);
        tl_scan_scene_core_put(&json, &s->fits[i]);
        tl_scan_page_scene(page, "core", &json);
        tl_scan_page_put(page, "   ");
        tl_scan_page_line(page, s->base.shape.kind != TL_SHAPE_NONE ? TL_SAY_CORE_HOLDS_ABOVE : TL_SAY_CORE_HOLDS,
                          tl_scan_page_number(page, 100 * s->fits[i].holds, share));
    }
}

static void say_cuts(tl_scan_page *page, const tl_scan_report *report) {
    bool base = cuts_base(report->suggestion), end = cuts_end(report->forward);
    tl_json_writer json;
    tl_scan_page_line(page, base && end ? TL_SAY_CUTS_BOTH : base ? TL_SAY_CUTS_BASE : TL_SAY_CUTS_END, NULL);
    tl_json_writer_init(&json, page->context, false);
    tl_json_begin_object(&json);
    tl_json_key(&json, "cuts");
    put_cuts(&json, report, 0);
    tl_json_end_object(&json);
    tl_scan_page_scene(page, "core", &json);
    tl_scan_page_put(page, "\n");
}

static void say_forward_told(tl_scan_page *page, const tl_scan_report *report, const char *share, const char *within) {
    const tl_scan_forward_fit *forward = report->forward;
    char out[TL_SCAN_PAGE_TEXT], turn[TL_SCAN_PAGE_TEXT], degrees[TL_SCAN_PAGE_TEXT];
    int quarters;
    bool axis = nearest_quarter(forward, &quarters);
    tl_say(&page->words, degrees, sizeof(degrees), TL_SAY_FORWARD_DEGREES,
           tl_scan_page_number(page, forward->turn_deg, turn));
    tl_scan_page_line(page, TL_SAY_FORWARD_IS, axis ? tl_axis_name(own_axis(report, quarters)) : degrees, share, within,
                      tl_scan_page_number(page, forward->out_mm, out));
    if (!axis) {
        tl_json_format_double(0.0 - forward->turn_deg, turn);
        tl_scan_page_put(page, "  ");
        tl_scan_page_line(page, TL_SAY_FORWARD_TURN, turn);
    } else if (quarters != 0) {
        char *text = NULL, fields[TL_SCAN_PAGE_LIST];
        size_t size = 0;
        tl_json_writer json;
        tl_json_writer_init(&json, page->context, false);
        tl_json_begin_object(&json);
        put_scene(&json, report, quarters);
        tl_json_end_object(&json);
        if (tl_json_writer_finish(&json, &text, &size, NULL) != TL_OK) {
            page->failed = true;
        } else { /* without the braces */
            snprintf(fields, sizeof(fields), "%.*s", (int)size - 2, text + 1);
            tl_scan_page_put(page, "  ");
            tl_scan_page_line(page, TL_SAY_FORWARD_SCENE, fields);
        }
        tl_free(page->context, text);
        tl_json_writer_free(&json);
    }
}

static void say_forward(tl_scan_page *page, const tl_scan_report *report) {
    const tl_scan_forward_fit *forward = report->forward;
    char share[TL_SCAN_PAGE_TEXT], within[TL_SCAN_PAGE_TEXT];
    tl_scan_page_number(page, floor(1000 * forward->mirrored) / 10, share);
    tl_scan_page_number(page, forward->within_mm, within);
    switch (forward->evidence) {
    case TL_SCAN_FORWARD_TOLD:
        say_forward_told(page, report, share, within);
        return;
    case TL_SCAN_FORWARD_NOT_ALIKE:
        tl_scan_page_say(page, TL_SAY_FORWARD_NOT_ALIKE, share, within);
        break;
    case TL_SCAN_FORWARD_BLUNT:
        tl_scan_page_say(page, TL_SAY_FORWARD_BLUNT, within);
        break;
    case TL_SCAN_FORWARD_BOTH_ENDS:
        tl_scan_page_say(page, TL_SAY_FORWARD_BOTH_ENDS, within);
        break;
    }
    tl_scan_page_put(page, "\n");
}

void tl_scan_suggestion_say(tl_scan_page *page, const tl_scan_report *report) {
    const tl_scan_core_suggestion *s = report->suggestion;
    say_base(page, &s->base);
    if (s->count == 0) {
        tl_scan_page_line(page, TL_SAY_CORE_NOTHING, NULL);
        return;
    }
    say_cores(page, s);
    if (any_cut(report)) {
        say_cuts(page, report);
    }
    if (report->forward != NULL) {
        say_forward(page, report);
    }
}
