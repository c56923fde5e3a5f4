/* report_frame.c: unit, up and scale, in words and JSON. */
#include "survey/report_text.h"

#include "mesh/names.h"

#include <stdio.h>
#include <string.h>

/* A guess whose score is below this share of the best isn't told to people. */
#define WORTH_TELLING 0.7

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void say_candidate(tl_words *w, const tl_unit_candidate *c) {
    char number[TL_JSON_NUMBER_SIZE];
    tl_say(w, "%s mm long, %s%s", tl_short_number(c->longest_mm, number), c->thing,
           c->round ? ", its sides whole quarters of an inch" : "");
}

/* What a scene would have to say; the way down from the thing itself to a miniature of it goes with it. */
static void say_scene(tl_words *w, const tl_unit_candidate *c, bool unit) {
    char number[TL_JSON_NUMBER_SIZE];
    if (unit || c->life_size) {
        tl_say(w, "\n  in a scene: ");
    }
    if (unit) {
        tl_say(w, "\"unit\": \"%s\"%s", tl_unit_name(c->unit), c->life_size ? ", " : "");
    }
    if (c->life_size) {
        tl_say(w, "\"scale\": 0.01786, which makes it %s mm, at 1:56",
               tl_short_number(c->longest_mm * TL_MINIATURE_SCALE, number));
    }
}

static void say_unit(tl_words *w, const tl_mesh_report *report) {
    const tl_mesh_source *source = &report->source;
    const tl_unit_guess *guess = &report->unit_guess;
    const tl_unit_candidate *best = &guess->candidates[0];
    char number[TL_JSON_NUMBER_SIZE];
    if (source->unit != source->stated_unit) {
        tl_say(w, "unit: %s, as asked%s%s\n", tl_unit_name(source->unit),
               source->stated_unit != TL_UNIT_UNSTATED ? "; the file states " : "",
               source->stated_unit != TL_UNIT_UNSTATED ? tl_unit_name(source->stated_unit) : "");
        return;
    }
    if (source->stated_unit != TL_UNIT_UNSTATED) {
        tl_say(w, "unit: %s, as the file states", tl_unit_name(source->stated_unit));
        if (best->life_size && report->calibration == NULL) {
            tl_say(w, ": ");
            say_candidate(w, best);
            say_scene(w, best, false);
        }
        tl_say(w, "\n");
        return;
    }
    tl_say(w, "unit: not stated, taken as mm");
    if (report->calibration != NULL) {
        tl_say(w, "\n");
        return;
    }
    tl_say(w, "%s%s: ", best->unit == TL_UNIT_MM ? "" : ", but more likely ",
           best->unit == TL_UNIT_MM ? "" : tl_unit_name(best->unit));
    say_candidate(w, best);
    for (size_t i = 1; i < guess->count; i++) {
        const tl_unit_candidate *c = &guess->candidates[i];
        if (c->score >= WORTH_TELLING * best->score || (c->unit == TL_UNIT_MM && best->unit != TL_UNIT_MM)) {
            tl_say(w, "; as %s %s mm, %s", tl_unit_name(c->unit), tl_short_number(c->longest_mm, number), c->thing);
        }
    }
    say_scene(w, best, best->unit != TL_UNIT_MM);
    tl_say(w, "\n");
}

static void say_up(tl_words *w, const tl_mesh_report *report) {
    const tl_mesh_source *source = &report->source;
    const tl_up_guess *guess = &report->up_guess;
    if (source->up != source->stated_up) {
        tl_say(w, "up: %s, as asked%s%s\n", tl_axis_name(source->up),
               source->stated_up != TL_AXIS_UNSTATED ? "; the file states " : "",
               source->stated_up != TL_AXIS_UNSTATED ? tl_axis_name(source->stated_up) : "");
        return;
    }
    if (source->stated_up != TL_AXIS_UNSTATED) {
        tl_say(w, "up: %s, as the file states\n", tl_axis_name(source->stated_up));
        return;
    }
    tl_say(w, "up: not stated, taken as +z");
    if (report->health != NULL && guess->likely == TL_AXIS_UNSTATED) {
        tl_say(w, "; its shape doesn't tell");
    } else if (report->health != NULL && guess->likely == TL_AXIS_PZ && !guess->by_habit) {
        tl_say(w, ", and %s so: %s", guess->lead >= 0.5 ? "clearly" : "likely", guess->reason);
    } else if (report->health != NULL && guess->likely != TL_AXIS_PZ) {
        tl_say(w, ", but %s %s: %s\n  in a scene: \"up\": \"%s\"",
               guess->lead >= 0.5 ? "clearly rather"
               : guess->by_habit  ? "perhaps"
                                  : "more likely",
               tl_axis_name(guess->likely), guess->reason, tl_axis_name(guess->likely));
    }
    tl_say(w, "\n");
}

static void say_calibration(tl_words *w, const tl_calibration *c) {
    char number[TL_JSON_NUMBER_SIZE], off[TL_JSON_NUMBER_SIZE], measured[TL_JSON_NUMBER_SIZE],
        residual[TL_JSON_NUMBER_SIZE], scale[TL_JSON_NUMBER_SIZE], share[TL_JSON_NUMBER_SIZE];
    bool unstated = false;
    tl_json_format_double(c->mm_per_unit, scale);
    tl_say(w, "scale: %s mm to a unit by %zu reference%s, off by %s %% at most\n", scale, c->count,
           c->count == 1 ? "" : "s", tl_short_number(100 * c->scale_error, share));
    for (size_t i = 0; i < c->count; i++) {
        const tl_reference *r = &c->references[i];
        tl_say(w, "  %.200s: %s units%s", r->text, tl_short_number(r->distance, number),
               r->picked ? " between the points" : "");
        if (r->distance_high - r->distance_low > 1e-9 * r->distance) {
            tl_say(w, ", within %s%s", tl_short_number((r->distance_high - r->distance_low) / 2, off),
                   r->pick_stated ? "" : "*");
            unstated = unstated || !r->pick_stated;
        }
        tl_say(w, "; measured %s mm within %s%s, now %s mm\n", tl_short_number(r->length_mm, measured),
               tl_short_number(r->off_mm, off), r->off_stated ? "" : "*",
               tl_short_number(r->length_mm + r->residual_mm, residual));
        unstated = unstated || !r->off_stated;
    }
    if (unstated) {
        tl_say(w, "  * half of the last digit, as nothing else was said: write more digits, or `+- 0.5`\n");
    }
    tl_json_format_double(c->scale, scale);
    tl_json_format_double(c->scale_error, share);
    tl_say(w, "  in a scene: \"scale\": %s, \"scale_error\": %s\n", scale, share);
}

void tl_frame_say(tl_words *w, const tl_mesh_report *report) {
    say_unit(w, report);
    say_up(w, report);
    if (report->calibration != NULL) {
        say_calibration(w, report->calibration);
    }
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_candidates(tl_json_writer *json, const tl_unit_guess *guess) {
    tl_json_key(json, "candidates");
    tl_json_begin_array(json);
    for (size_t i = 0; i < guess->count; i++) {
        const tl_unit_candidate *c = &guess->candidates[i];
        tl_json_begin_object(json);
        tl_json_put_string(json, "unit", tl_unit_name(c->unit));
        tl_json_put_double(json, "longest_mm", c->longest_mm);
        tl_json_put_double(json, "score", c->score);
        tl_json_put_string(json, "reason", c->thing);
        tl_json_put_bool(json, "life_size", c->life_size);
        tl_json_put_bool(json, "round_inches", c->round);
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
}

static void put_unit(tl_json_writer *json, const tl_mesh_report *report) {
    const tl_mesh_source *source = &report->source;
    const tl_unit_candidate *best = &report->unit_guess.candidates[0];
    tl_json_key(json, "unit");
    tl_json_begin_object(json);
    tl_json_put_string(json, "stated", tl_unit_name(source->stated_unit));
    tl_json_put_string(json, "taken", source->unit == TL_UNIT_UNSTATED ? "mm" : tl_unit_name(source->unit));
    tl_json_put_string(json, "likely", tl_unit_name(best->unit));
    tl_json_put_string(json, "reason", best->thing);
    put_candidates(json, &report->unit_guess);
    tl_json_end_object(json);
}

static void put_up(tl_json_writer *json, const tl_mesh_report *report) {
    const tl_mesh_source *source = &report->source;
    tl_json_key(json, "up");
    tl_json_begin_object(json);
    tl_json_put_string(json, "stated", tl_axis_name(source->stated_up));
    tl_json_put_string(json, "taken", source->up == TL_AXIS_UNSTATED ? "+z" : tl_axis_name(source->up));
    if (report->health != NULL) {
        tl_json_put_string(json, "likely", tl_axis_name(report->up_guess.likely));
        tl_json_put_double(json, "flat_underside", report->up_guess.flat_underside);
        if (report->up_guess.reason != NULL) {
            tl_json_put_string(json, "reason", report->up_guess.reason);
            tl_json_put_double(json, "lead", report->up_guess.lead);
            tl_json_put_bool(json, "by_habit", report->up_guess.by_habit);
        }
    }
    tl_json_end_object(json);
}

static void put_calibration(tl_json_writer *json, const tl_calibration *c) {
    tl_json_key(json, "calibration");
    tl_json_begin_object(json);
    tl_json_put_double(json, "mm_per_unit", c->mm_per_unit);
    tl_json_put_double(json, "low", c->low);
    tl_json_put_double(json, "high", c->high);
    tl_json_key(json, "references");
    tl_json_begin_array(json);
    for (size_t i = 0; i < c->count; i++) {
        const tl_reference *r = &c->references[i];
        tl_json_begin_object(json);
        tl_json_put_string(json, "reference", r->text);
        tl_json_put_double(json, "distance", r->distance);
        tl_json_put_double(json, "distance_low", r->distance_low);
        tl_json_put_double(json, "distance_high", r->distance_high);
        tl_json_put_double(json, "length_mm", r->length_mm);
        tl_json_put_double(json, "off_mm", r->off_mm);
        tl_json_put_bool(json, "off_stated", r->off_stated);
        tl_json_put_double(json, "residual_mm", r->residual_mm);
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
    tl_json_key(json, "scene");
    tl_json_begin_object(json);
    tl_json_put_double(json, "scale", c->scale);
    tl_json_put_double(json, "scale_error", c->scale_error);
    tl_json_end_object(json);
    tl_json_end_object(json);
}

void tl_frame_put(tl_json_writer *json, const tl_mesh_report *report) {
    put_unit(json, report);
    put_up(json, report);
    if (report->calibration != NULL) {
        put_calibration(json, report->calibration);
    }
}
