/* report_parts.c: ground, crop, roles and suggestions, in words and JSON. */
#include "survey/report_text.h"
#include "survey/suggestion.h"

#include "mesh/names.h"

#include <stdio.h>
#include <string.h>

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_point(tl_json_writer *json, const char *key, tl_vec3 p) {
    const double c[3] = {p.x, p.y, p.z};
    tl_json_put_numbers(json, key, c, 3);
}

static double tenth(double x) {
    return floor(x * 10 + 0.5) / 10;
}

void tl_scene_base_put(tl_json_writer *json, const tl_found_base *base) {
    const double size[2] = {tenth(base->size.x), tenth(base->size.y)};
    tl_json_begin_object(json);
    tl_json_put_string(json, "shape", base->shape.kind == TL_SHAPE_DISC ? "disc" : "oval");
    if (base->shape.kind == TL_SHAPE_DISC) {
        tl_json_put_double(json, "diameter", size[0]);
    } else {
        tl_json_put_numbers(json, "size", size, 2);
    }
    tl_json_put_double(json, "height", tenth(base->shape.high - base->shape.low));
    tl_json_end_object(json);
}

void tl_scene_core_put(tl_json_writer *json, const tl_core_fit *fit) {
    tl_json_begin_object(json);
    tl_json_put_string(json, "shape", tl_core_kind_name(fit->kind));
    switch (fit->kind) {
    case TL_CORE_CAPSULE:
    case TL_CORE_CYLINDER:
        put_point(json, "from", fit->from);
        put_point(json, "to", fit->to);
        tl_json_put_double(json, "radius", fit->radius);
        break;
    case TL_CORE_BOX:
        put_point(json, "min", fit->from);
        put_point(json, "max", fit->to);
        break;
    case TL_CORE_HULL_ABOVE:
        tl_json_put_double(json, "height", fit->from.z);
        break;
    }
    tl_json_end_object(json);
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

static void put_base(tl_json_writer *json, const tl_found_base *base) {
    tl_json_key(json, "base");
    if (base->shape.kind == TL_SHAPE_NONE) {
        tl_json_null(json);
        return;
    }
    const double size[2] = {base->size.x, base->size.y};
    const double middle[2] = {base->shape.pose.at.x, base->shape.pose.at.y};
    tl_json_begin_object(json);
    tl_json_put_string(json, "shape", base->shape.kind == TL_SHAPE_DISC ? "disc" : "oval");
    tl_json_put_numbers(json, "size_mm", size, 2);
    tl_json_put_numbers(json, "at_mm", middle, 2);
    tl_json_put_double(json, "low_mm", base->shape.low);
    tl_json_put_double(json, "high_mm", base->shape.high);
    tl_json_put_bool(json, "height_seen", base->height_seen);
    tl_json_put_double(json, "residual_mm", base->residual_mm);
    tl_json_put_double(json, "common_mm", tl_common_base_size(base->size.x));
    tl_json_end_object(json);
}

static void put_suggestion(tl_json_writer *json, const tl_core_suggestion *s) {
    tl_json_key(json, "suggested_core");
    tl_json_begin_object(json);
    put_base(json, &s->base);
    tl_json_key(json, "cores");
    tl_json_begin_array(json);
    for (size_t i = 0; i < s->count; i++) {
        tl_json_begin_object(json);
        tl_json_key(json, "core");
        tl_scene_core_put(json, &s->fits[i]);
        tl_json_put_double(json, "holds_fraction", s->fits[i].holds);
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
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
        put_suggestion(json, report->suggestion);
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

/* Scene JSON made by the writer, on a line of its own. */
static void say_json(tl_words *w, const char *key, tl_json_writer *json) {
    char *text = NULL;
    if (tl_json_writer_finish(json, &text, NULL, NULL) != TL_OK) {
        w->failed = true;
    } else {
        tl_say(w, "  \"%s\": %s", key, text);
    }
    tl_free(w->context, text);
    tl_json_writer_free(json);
}

static void say_suggested_parts(tl_words *w, const tl_parts *parts) {
    tl_json_writer json;
    tl_say(w, "suggestion by the names of its parts, for a scene:\n");
    tl_json_writer_init(&json, w->context, false);
    put_scene_parts(&json, parts);
    say_json(w, "parts", &json);
    tl_say(w, "\n");
}

static void say_base(tl_words *w, const tl_found_base *base) {
    char a[TL_JSON_NUMBER_SIZE], b[TL_JSON_NUMBER_SIZE], residual[TL_JSON_NUMBER_SIZE], size[128];
    const tl_vec3 at = base->shape.pose.at;
    if (base->shape.kind == TL_SHAPE_NONE) {
        tl_say(w, "base: none found: its bottom is neither a flat disc nor an oval along x and y\n");
        return;
    }
    if (base->shape.kind == TL_SHAPE_DISC) {
        snprintf(size, sizeof(size), "a disc of %s mm", tl_short_number(base->size.x, a));
    } else {
        snprintf(size, sizeof(size), "an oval of %s x %s mm", tl_short_number(base->size.x, a),
                 tl_short_number(base->size.y, b));
    }
    double common = tl_common_base_size(base->size.x);
    double off = tl_hypot(at.x, at.y);
    tl_say(w, "base: %s, outline within %s mm", size, tl_short_number(base->residual_mm, residual));
    tl_say(w, ", %s mm high%s", tl_short_number(base->shape.high - base->shape.low, a),
           base->height_seen ? "" : " (its top can't be told)");
    if (base->shape.kind == TL_SHAPE_DISC && common > 0) {
        tl_say(w, "; %s mm is a common size", tl_short_number(common, a));
    }
    if (off > 0.1 || fabs(base->shape.low) > 0.1) {
        tl_say(w, "; its middle lies at %s, %s and its bottom at %s", tl_short_number(at.x, a),
               tl_short_number(at.y, b), tl_short_number(base->shape.low, residual));
    }
    tl_say(w, "\n");
}

static void say_suggestion(tl_words *w, const tl_core_suggestion *s) {
    char share[TL_JSON_NUMBER_SIZE];
    tl_json_writer json;
    say_base(w, &s->base);
    if (s->base.shape.kind != TL_SHAPE_NONE) {
        const tl_vec3 at = s->base.shape.pose.at;
        if (tl_hypot(at.x, at.y) <= 0.1 && fabs(s->base.shape.low) <= 0.1) {
            tl_json_writer_init(&json, w->context, false);
            tl_scene_base_put(&json, &s->base);
            say_json(w, "base", &json);
            tl_say(w, "\n");
        } else {
            tl_say(w, "  \"base\": \"auto\"\n");
        }
    }
    if (s->count == 0) {
        tl_say(w, "core: there is nothing above the base\n");
        return;
    }
    tl_say(w, "core, as a suggestion; the first fits its shape best:\n");
    for (size_t i = 0; i < s->count; i++) {
        tl_json_writer_init(&json, w->context, false);
        tl_scene_core_put(&json, &s->fits[i]);
        say_json(w, "core", &json);
        tl_say(w, "   holds %s %% of the surface%s\n", tl_short_number(100 * s->fits[i].holds, share),
               s->base.shape.kind != TL_SHAPE_NONE ? " above the base" : "");
    }
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
        say_suggestion(w, report->suggestion);
    }
}
