/* report_parts.c: ground, crop and roles, in words and JSON. */
#include "scan/report/report_parts.h"

#include "scan/report/advised.h"

#include "math/angle.h"
#include "mesh/frame.h"
#include "mesh/names.h"
#include "scan/report/report_core.h"
#include "scan/report/report_frame.h"

#include <stdio.h>
#include <string.h>

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_scene_parts(tl_json_writer *json, const tl_scan_parts *parts) {
    tl_json_begin_object(json);
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        if (parts->patterns[role] == NULL) {
            continue;
        }
        tl_json_open_array(json, tl_role_name((tl_role)role));
        for (const char *const *pattern = parts->patterns[role]; *pattern != NULL; pattern++) {
            tl_json_string(json, *pattern);
        }
        tl_json_end_array(json);
    }
    tl_json_end_object(json);
}

static void put_ground(tl_json_writer *json, const tl_scan_report *report) {
    const tl_scan_ground *ground = report->ground;
    tl_json_open_object(json, "ground");
    tl_json_put_bool(json, "found", ground->found);
    tl_json_put_bool(json, "levelled", report->levelled);
    if (ground->area_mm2 > 0) {
        tl_json_put_point(json, "normal", ground->normal);
        tl_json_put_double(json, "offset_mm", ground->offset_mm);
        tl_json_put_double(json, "tilt_deg", ground->tilt_deg);
        tl_json_put_double(json, "residual_mm", ground->residual_mm);
        tl_json_put_double(json, "worst_mm", ground->worst_mm);
        tl_json_put_double(json, "share_fraction", ground->share);
        tl_json_put_double(json, "below_fraction", ground->below);
        tl_json_put_int(json, "triangles", (int64_t)ground->triangles);
        const double tilt[2] = {ground->roll_deg, ground->pitch_deg};
        tl_json_put_numbers(json, "tilt", tilt, 2);
        tl_json_put_double(json, "rise_mm", ground->rise_mm);
    }
    tl_json_end_object(json);
}

static void put_crop(tl_json_writer *json, const tl_scan_report *report) {
    const tl_scan_crop *crop = report->crop;
    tl_json_open_object(json, "crop");
    tl_json_put_place(json, "low_mm", crop->low);
    tl_json_put_place(json, "high_mm", crop->high);
    tl_json_put_bool(json, "whole", crop->whole);
    tl_json_put_int(json, "dropped", (int64_t)report->cropped->dropped);
    tl_json_put_int(json, "cut", (int64_t)report->cropped->cut);
    tl_json_put_int(json, "reach_out", (int64_t)report->cropped->reach_out);
    tl_json_end_object(json);
}

static void put_role(tl_json_writer *json, const char *name, const tl_scan_role_sum *sum) {
    tl_json_open_object(json, name);
    tl_json_put_int(json, "parts", (int64_t)sum->pieces);
    tl_json_put_int(json, "triangles", (int64_t)sum->triangles);
    if (sum->triangles > 0) {
        tl_json_put_double(json, "low_mm", sum->low);
        tl_json_put_double(json, "high_mm", sum->high);
    }
    tl_json_end_object(json);
}

static void put_roles(tl_json_writer *json, const tl_scan_roles_report *roles) {
    tl_json_open_object(json, "roles");
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        put_role(json, tl_role_name((tl_role)role), &roles->roles[role]);
    }
    put_role(json, "unmatched", &roles->unmatched);
    tl_json_end_object(json);
}

void tl_scan_parts_put(tl_json_writer *json, const tl_scan_report *report) {
    if (report->ground != NULL) {
        put_ground(json, report);
    }
    if (report->crop != NULL) {
        put_crop(json, report);
    }
    if (report->roles != NULL) {
        put_roles(json, report->roles);
    } else if (report->suggested_parts != NULL && tl_scan_parts_any(report->suggested_parts)) {
        tl_json_key(json, "suggested_parts");
        put_scene_parts(json, report->suggested_parts);
    }
    if (report->suggestion != NULL) {
        tl_scan_suggestion_put(json, report);
    }
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* How a piece of terrain or a model is levelled in a scene, in the frame that is advised beside it. */
static void say_level(tl_scan_page *page, const tl_scan_report *report) {
    char roll[TL_JSON_NUMBER_SIZE], pitch[TL_JSON_NUMBER_SIZE], rise[TL_JSON_NUMBER_SIZE],
        fields[4 * TL_SCAN_PAGE_TEXT];
    const tl_scan_ground *ground = report->ground;
    const tl_scan_advised advised = tl_scan_report_advised(report);
    tl_json_format_double(ground->roll_deg, roll);
    tl_json_format_double(ground->pitch_deg, pitch);
    tl_json_format_double(floor(ground->rise_mm * advised.factor * 1e6 + 0.5) / 1e6 + 0.0, rise);
    snprintf(fields, sizeof(fields), "\"tilt\": [%s, %s], \"at\": [X, Y, %s]", roll, pitch, rise);
    tl_scan_page_put(page, "  ");
    tl_scan_page_line(page, advised.factor != 1 ? TL_SAY_GROUND_LEVEL_SCALED : TL_SAY_GROUND_LEVEL, fields);
}

static void say_ground(tl_scan_page *page, const tl_scan_report *report) {
    const tl_scan_ground *ground = report->ground;
    char tilt[TL_SCAN_PAGE_TEXT], height[TL_SCAN_PAGE_TEXT], residual[TL_SCAN_PAGE_TEXT], share[TL_SCAN_PAGE_TEXT];
    if (!ground->found) {
        tl_scan_page_line(page, TL_SAY_GROUND_NONE, NULL);
        return;
    }
    tl_scan_page_say(page, TL_SAY_GROUND_IS, tl_scan_page_number(page, ground->offset_mm, height),
                     tl_scan_page_number(page, ground->tilt_deg, tilt),
                     tl_scan_page_number(page, tl_min(100, 100 * ground->share), share),
                     tl_scan_page_number(page, ground->worst_mm, residual));
    const double below = tl_scan_reaches_below(report);
    if (below > 0) {
        tl_scan_page_say(page, TL_SAY_GROUND_BELOW, tl_scan_page_number(page, below, height));
    }
    if (report->levelled) {
        tl_scan_page_say(page, TL_SAY_GROUND_LEVELLED, NULL);
    }
    tl_scan_page_put(page, "\n");
    const tl_axis up = tl_scan_report_advised(report).up;
    if (!report->levelled && up != TL_AXIS_UNSTATED) {
        tl_scan_page_put(page, "  ");
        tl_scan_page_line(page, TL_SAY_GROUND_UP_FIRST, tl_axis_name(up));
    } else if (tl_scan_level_advised(report)) {
        say_level(page, report);
    }
}

/* As `--crop` takes it. */
static const char *corner_words(tl_vec2 corner, char text[TL_SCAN_PAGE_TEXT]) {
    char x[TL_JSON_NUMBER_SIZE], y[TL_JSON_NUMBER_SIZE];
    tl_json_format_double(corner.x, x);
    tl_json_format_double(corner.y, y);
    snprintf(text, TL_SCAN_PAGE_TEXT, "%s, %s", x, y);
    return text;
}

static void say_crop(tl_scan_page *page, const tl_scan_report *report) {
    char low[TL_SCAN_PAGE_TEXT], high[TL_SCAN_PAGE_TEXT], dropped[TL_SCAN_PAGE_TEXT], cut[TL_SCAN_PAGE_TEXT];
    const tl_scan_crop *crop = report->crop;
    tl_scan_page_line(page, crop->whole ? TL_SAY_CROPPED_WHOLE : TL_SAY_CROPPED_CUT, corner_words(crop->low, low),
                      corner_words(crop->high, high), tl_scan_page_grouped(page, report->cropped->dropped, dropped),
                      tl_scan_page_grouped(page, crop->whole ? report->cropped->reach_out : report->cropped->cut, cut));
}

static void say_sum(tl_scan_page *page, const char *name, const tl_scan_role_sum *sum) {
    char parts[TL_SCAN_PAGE_TEXT], triangles[TL_SCAN_PAGE_TEXT], low[TL_SCAN_PAGE_TEXT], high[TL_SCAN_PAGE_TEXT];
    tl_scan_page_put(page, "  ");
    tl_scan_page_say(page, TL_SAY_ROLE_IS, name, tl_scan_page_count(page, sum->pieces, TL_SAY_SOME_PARTS, parts),
                     tl_scan_page_count(page, sum->triangles, TL_SAY_TRIANGLES, triangles),
                     tl_scan_page_number(page, sum->low, low), tl_scan_page_number(page, sum->high, high));
}

static void say_roles(tl_scan_page *page, const tl_scan_roles_report *roles) {
    tl_scan_page_line(page, TL_SAY_IMPORT_ROLES, NULL);
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        if (roles->roles[role].pieces > 0) {
            say_sum(page, tl_role_name((tl_role)role), &roles->roles[role]);
            tl_scan_page_put(page, "\n");
        }
    }
    if (roles->unmatched.pieces > 0) {
        say_sum(page, tl_phrase(&page->words, TL_SAY_PART_UNMATCHED), &roles->unmatched);
        tl_scan_page_line(page, TL_SAY_ROLE_AS_GEAR, NULL);
    }
    if (roles->roles[TL_ROLE_CORE].pieces == 0) {
        tl_scan_page_put(page, "  ");
        tl_scan_page_line(page, TL_SAY_ROLE_NO_CORE, NULL);
    }
}

static void say_suggested_parts(tl_scan_page *page, const tl_scan_parts *parts) {
    tl_json_writer json;
    tl_scan_page_line(page, TL_SAY_PARTS_SUGGESTED, NULL);
    tl_json_writer_init(&json, page->context, false);
    put_scene_parts(&json, parts);
    tl_scan_page_scene(page, "parts", &json);
    tl_scan_page_put(page, "\n");
}

void tl_scan_shape_say(tl_scan_page *page, const tl_scan_report *report) {
    if (report->ground != NULL) {
        say_ground(page, report);
    }
    if (report->crop != NULL) {
        say_crop(page, report);
    }
}

void tl_scan_parts_say(tl_scan_page *page, const tl_scan_report *report) {
    if (report->roles != NULL) {
        say_roles(page, report->roles);
    } else if (report->suggested_parts != NULL && tl_scan_parts_any(report->suggested_parts)) {
        say_suggested_parts(page, report->suggested_parts);
    }
    const tl_scan_advised advised = tl_scan_report_advised(report);
    if (report->suggestion != NULL && (advised.factor != 1 || advised.up != TL_AXIS_UNSTATED)) {
        char options[TL_SCAN_ADVISED_OPTIONS];
        tl_scan_advised_options(&advised, options);
        tl_scan_page_line(page, TL_SAY_CORE_FRAME_FIRST, options + 1);
    } else if (report->suggestion != NULL) {
        char note[2 * TL_SCAN_PAGE_TEXT];
        tl_scan_suggestion_say(page, report);
        if (tl_scan_level_advised(report) || tl_scan_origin_note(&page->words, report, note, sizeof(note))) {
            tl_scan_page_line(page, TL_SAY_CORE_AS_IT_LIES, NULL);
        }
    }
}
