/* report_parts.c: ground, crop and roles, in words and JSON. */
#include "survey/report_text.h"

#include "mesh/names.h"

#include <stdio.h>
#include <string.h>

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_point(tl_json_writer *json, const char *key, tl_vec3 p) {
    const double c[3] = {p.x, p.y, p.z};
    tl_json_put_numbers(json, key, c, 3);
}

static void put_scene_parts(tl_json_writer *json, const tl_parts *parts) {
    tl_json_begin_object(json);
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        if (parts->patterns[role] == NULL) {
            continue;
        }
        tl_json_key(json, tl_role_name((tl_role)role));
        tl_json_begin_array(json);
        for (const char *const *pattern = parts->patterns[role]; *pattern != NULL; pattern++) {
            tl_json_string(json, *pattern);
        }
        tl_json_end_array(json);
    }
    tl_json_end_object(json);
}

static void put_ground(tl_json_writer *json, const tl_mesh_report *report) {
    const tl_ground *ground = report->ground;
    tl_json_key(json, "ground");
    tl_json_begin_object(json);
    tl_json_put_bool(json, "found", ground->found);
    tl_json_put_bool(json, "levelled", report->levelled);
    if (ground->area_mm2 > 0) {
        put_point(json, "normal", ground->normal);
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

static void put_crop(tl_json_writer *json, const tl_mesh_report *report) {
    const tl_crop *crop = report->crop;
    const double low[2] = {crop->low.x, crop->low.y}, high[2] = {crop->high.x, crop->high.y};
    tl_json_key(json, "crop");
    tl_json_begin_object(json);
    tl_json_put_numbers(json, "low_mm", low, 2);
    tl_json_put_numbers(json, "high_mm", high, 2);
    tl_json_put_bool(json, "whole", crop->whole);
    tl_json_put_int(json, "dropped", (int64_t)report->cropped->dropped);
    tl_json_put_int(json, "cut", (int64_t)report->cropped->cut);
    tl_json_put_int(json, "reach_out", (int64_t)report->cropped->reach_out);
    tl_json_end_object(json);
}

static void put_role(tl_json_writer *json, const char *name, const tl_role_sum *sum) {
    tl_json_key(json, name);
    tl_json_begin_object(json);
    tl_json_put_int(json, "parts", (int64_t)sum->pieces);
    tl_json_put_int(json, "triangles", (int64_t)sum->triangles);
    if (sum->triangles > 0) {
        tl_json_put_double(json, "low_mm", sum->low);
        tl_json_put_double(json, "high_mm", sum->high);
    }
    tl_json_end_object(json);
}

static void put_roles(tl_json_writer *json, const tl_roles_report *roles) {
    tl_json_key(json, "roles");
    tl_json_begin_object(json);
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        put_role(json, tl_role_name((tl_role)role), &roles->roles[role]);
    }
    put_role(json, "unmatched", &roles->unmatched);
    tl_json_end_object(json);
}

void tl_parts_put(tl_json_writer *json, const tl_mesh_report *report) {
    if (report->ground != NULL) {
        put_ground(json, report);
    }
    if (report->crop != NULL) {
        put_crop(json, report);
    }
    if (report->roles != NULL) {
        put_roles(json, report->roles);
    } else if (report->suggested_parts != NULL && tl_parts_any(report->suggested_parts)) {
        tl_json_key(json, "suggested_parts");
        put_scene_parts(json, report->suggested_parts);
    }
    if (report->suggestion != NULL) {
        tl_suggestion_put(json, report);
    }
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void say_ground(tl_words *w, const tl_mesh_report *report) {
    const tl_ground *ground = report->ground;
    char tilt[TL_JSON_NUMBER_SIZE], height[TL_JSON_NUMBER_SIZE], residual[TL_JSON_NUMBER_SIZE],
        share[TL_JSON_NUMBER_SIZE], roll[TL_JSON_NUMBER_SIZE], pitch[TL_JSON_NUMBER_SIZE];
    if (!ground->found) {
        tl_say(w, "ground: none found: no plane with nothing below holds a tenth of the outline\n");
        return;
    }
    tl_say(w, "ground: a plane at %s mm, tilted by %s degrees; it holds %s %% of the outline within %s mm%s\n",
           tl_short_number(ground->offset_mm, height), tl_short_number(ground->tilt_deg, tilt),
           tl_short_number(tl_min(100, 100 * ground->share), share), tl_short_number(ground->worst_mm, residual),
           report->levelled ? "; levelled to z = 0" : "");
    if (!report->levelled && (ground->tilt_deg > 0.02 || fabs(ground->offset_mm) > 0.02)) {
        tl_json_format_double(ground->roll_deg, roll);
        tl_json_format_double(ground->pitch_deg, pitch);
        tl_json_format_double(ground->rise_mm, height);
        tl_say(w, "  --level sets it right; or in a scene: \"tilt\": [%s, %s], \"at\": [X, Y, %s]\n", roll, pitch,
               height);
    }
}

static void say_crop(tl_words *w, const tl_mesh_report *report) {
    char number[32], corners[4][TL_JSON_NUMBER_SIZE];
    const tl_crop *crop = report->crop;
    tl_json_format_double(crop->low.x, corners[0]);
    tl_json_format_double(crop->low.y, corners[1]);
    tl_json_format_double(crop->high.x, corners[2]);
    tl_json_format_double(crop->high.y, corners[3]);
    tl_say(w, "cropped: to %s, %s and %s, %s; %s triangles dropped", corners[0], corners[1], corners[2], corners[3],
           tl_grouped_text(report->cropped->dropped, number));
    if (crop->whole) {
        tl_say(w, ", %s kept whole that reach over the border\n", tl_grouped_text(report->cropped->reach_out, number));
    } else {
        tl_say(w, ", %s cut\n", tl_grouped_text(report->cropped->cut, number));
    }
}

static void say_sum(tl_words *w, const char *name, const tl_role_sum *sum, const char *remark) {
    char a[32], b[32], low[TL_JSON_NUMBER_SIZE], high[TL_JSON_NUMBER_SIZE];
    if (sum->pieces > 0) {
        tl_say(w, "  %s: %s part%s, %s triangles, from %s to %s mm high%s\n", name, tl_grouped_text(sum->pieces, a),
               sum->pieces == 1 ? "" : "s", tl_grouped_text(sum->triangles, b), tl_short_number(sum->low, low),
               tl_short_number(sum->high, high), remark);
    }
}

static void say_roles(tl_words *w, const tl_roles_report *roles) {
    tl_say(w, "roles:\n");
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        say_sum(w, tl_role_name((tl_role)role), &roles->roles[role], "");
    }
    say_sum(w, "matched by nothing", &roles->unmatched, ", taken as gear");
    if (roles->roles[TL_ROLE_CORE].pieces == 0) {
        tl_say(w, "  nothing is core: such a model could neither see nor be seen\n");
    }
}

static void say_suggested_parts(tl_words *w, const tl_parts *parts) {
    tl_json_writer json;
    tl_say(w, "suggestion by the names of its parts, for a scene:\n");
    tl_json_writer_init(&json, w->context, false);
    put_scene_parts(&json, parts);
    tl_say_json(w, "parts", &json);
    tl_say(w, "\n");
}

void tl_shape_say(tl_words *w, const tl_mesh_report *report) {
    if (report->ground != NULL) {
        say_ground(w, report);
    }
    if (report->crop != NULL) {
        say_crop(w, report);
    }
}

void tl_parts_say(tl_words *w, const tl_mesh_report *report) {
    if (report->roles != NULL) {
        say_roles(w, report->roles);
    } else if (report->suggested_parts != NULL && tl_parts_any(report->suggested_parts)) {
        say_suggested_parts(w, report->suggested_parts);
    }
    if (report->suggestion != NULL) {
        tl_suggestion_say(w, report);
    }
}
