/* report_frame.c: unit, up and scale, in words and JSON. */
#include "scan/report/report_frame.h"

#include "mesh/frame.h"
#include "mesh/names.h"
#include "scan/report/advised.h"

#include <stdio.h>
#include <string.h>

/* A guess whose score is below this share of the best isn't told to people. */
#define WORTH_TELLING 0.7
/* A mesh farther from its own origin than this, mm, stands where nobody thinks; `check` warns of it, too. */
#define FAR_BESIDE 10.0

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void say_candidate(tl_scan_page *page, const tl_scan_unit_candidate *c) {
    char number[TL_SCAN_PAGE_TEXT];
    tl_scan_page_say(page, TL_SAY_UNIT_BECAUSE, tl_scan_page_number(page, c->longest_mm, number),
                     tl_phrase(&page->words, c->thing));
    if (c->round) {
        tl_scan_page_say(page, TL_SAY_UNIT_ROUND, NULL);
    }
}

/* What a scene would have to say; the way down from the thing itself to a miniature of it goes with it. */
static void say_scene(tl_scan_page *page, const tl_scan_unit_candidate *c, const tl_scan_advised *advised) {
    char number[TL_SCAN_PAGE_TEXT], scale[TL_SCAN_PAGE_TEXT] = "", fields[2 * TL_SCAN_PAGE_TEXT];
    const bool unit = advised->unit != TL_MESH_UNIT_UNSTATED;
    if (!unit && !advised->scaled) {
        return;
    }
    if (advised->scaled) {
        tl_say(&page->words, scale, sizeof(scale), TL_SAY_AT_1_56,
               tl_scan_page_number(page, c->longest_mm * TL_SCAN_ADVISED_SCALE, number));
    }
    snprintf(fields, sizeof(fields), "%s%s%s%s%s", unit ? "\"unit\": \"" : "",
             unit ? tl_mesh_unit_name(advised->unit) : "", unit ? "\"" : "", unit && advised->scaled ? ", " : "",
             scale);
    tl_scan_page_put(page, "\n  ");
    tl_scan_page_say(page, TL_SAY_IN_A_SCENE, fields);
}

/* Without one stated. */
static void say_likely_unit(tl_scan_page *page, const tl_scan_report *report) {
    const tl_scan_unit_guess *guess = &report->unit_guess;
    const tl_scan_advised advised = tl_scan_report_advised(report);
    const tl_scan_unit_candidate *best = &guess->candidates[0];
    char number[TL_SCAN_PAGE_TEXT];
    if (best->unit != TL_MESH_UNIT_MM) {
        tl_scan_page_say(page, TL_SAY_UNIT_LIKELY, tl_mesh_unit_name(best->unit));
    }
    say_candidate(page, best);
    for (size_t i = 1; i < guess->count; i++) {
        const tl_scan_unit_candidate *c = &guess->candidates[i];
        if (c->score >= WORTH_TELLING * best->score || (c->unit == TL_MESH_UNIT_MM && best->unit != TL_MESH_UNIT_MM)) {
            tl_scan_page_say(page, TL_SAY_UNIT_ELSE, tl_mesh_unit_name(c->unit),
                             tl_scan_page_number(page, c->longest_mm, number), tl_phrase(&page->words, c->thing));
        }
    }
    say_scene(page, best, &advised);
    if (!guess->clear && (best->unit != TL_MESH_UNIT_MM || best->life_size)) {
        tl_scan_page_put(page, "\n  ");
        tl_scan_page_say(page, TL_SAY_UNIT_CHOOSE, NULL);
    }
}

bool tl_scan_unit_contradiction(const tl_words *words, const tl_scan_source *source, char *text, size_t size) {
    if (source->stated_unit == TL_MESH_UNIT_UNSTATED || source->unit == source->stated_unit) {
        return false;
    }
    char factor[TL_SCAN_PAGE_TEXT];
    snprintf(factor, sizeof(factor), "%.4g", tl_mesh_unit_mm(source->unit) / tl_mesh_unit_mm(source->stated_unit));
    tl_say(words, text, size, TL_SAY_UNIT_AGAINST, tl_mesh_unit_name(source->stated_unit),
           tl_mesh_unit_name(source->unit), factor);
    return true;
}

/* The box of a mesh as the advice beside takes it: up as advised, level where that is advised; lengths as taken. */
static tl_box3 advised_box(const tl_scan_report *report, const tl_scan_advised *advised) {
    const tl_scan_ground *ground = tl_scan_level_advised(report) ? report->ground : NULL;
    const tl_axis up = advised->up != TL_AXIS_UNSTATED ? advised->up : report->mesh->up;
    tl_pose pose = tl_pose_identity();
    tl_box3 box = tl_box3_empty();
    tl_frame_map map;
    (void)tl_frame_map_make(&(tl_frame){.unit = report->mesh->unit, .up = up}, &map, NULL);
    if (ground != NULL) {
        pose = tl_pose_turned_tilted((tl_vec3){0, 0, ground->rise_mm}, 0, ground->roll_deg, ground->pitch_deg);
    }
    for (size_t i = 0; i < report->mesh->vertex_count; i++) {
        box = tl_box3_add(box, tl_pose_point(&pose, tl_frame_map_point(&map, report->mesh->vertices[i])));
    }
    return box;
}

/* Fine enough for a mesh of any size: a hundred thousandth of its longest side. */
static double rounded_for(double x, tl_box3 box) {
    double step = 1e-2;
    while (step > 1e-5 * tl_box3_longest(box) && step > 1e-12) {
        step /= 10;
    }
    return floor(x / step + 0.5) * step + 0.0;
}

bool tl_scan_origin_note(const tl_words *words, const tl_scan_report *report, char *text, size_t size) {
    const tl_scan_advised advised = tl_scan_report_advised(report);
    const tl_box3 box = advised_box(report, &advised);
    double x = tl_max(0, tl_max(box.low.x, -box.high.x)), y = tl_max(0, tl_max(box.low.y, -box.high.y));
    double beside = sqrt(x * x + y * y) * advised.factor;
    if (beside <= FAR_BESIDE) {
        return false;
    }
    char far[TL_SCAN_PAGE_TEXT], move[TL_SCAN_PAGE_TEXT], up[32] = "";
    snprintf(far, sizeof(far), "%.0f", beside);
    if (advised.up != TL_AXIS_UNSTATED) {
        snprintf(up, sizeof(up), "--up %s ", tl_axis_name(advised.up));
    }
    snprintf(move, sizeof(move), "%s%s--move %.10g,%.10g", up, tl_scan_level_advised(report) ? "--level " : "",
             rounded_for(-0.5 * (box.low.x + box.high.x), box), rounded_for(-0.5 * (box.low.y + box.high.y), box));
    tl_say(words, text, size, advised.factor != 1 ? TL_SAY_ORIGIN_BESIDE_SCALED : TL_SAY_ORIGIN_BESIDE, far, move);
    if (advised.up != TL_AXIS_UNSTATED) {
        size_t used = strlen(text);
        tl_say(words, text + used, size - used, TL_SAY_ORIGIN_WITHOUT_UP, NULL);
    }
    return true;
}

static void say_unit(tl_scan_page *page, const tl_scan_report *report) {
    const tl_scan_source *source = &report->source;
    const tl_scan_unit_candidate *best = &report->unit_guess.candidates[0];
    if (source->unit != source->stated_unit) {
        tl_scan_page_say(page, TL_SAY_UNIT_ASKED, tl_mesh_unit_name(source->unit));
        if (source->stated_unit != TL_MESH_UNIT_UNSTATED) {
            tl_scan_page_say(page, TL_SAY_FILE_STATES, tl_mesh_unit_name(source->stated_unit));
        }
    } else if (source->stated_unit != TL_MESH_UNIT_UNSTATED) {
        tl_scan_page_say(page, TL_SAY_UNIT_STATED, tl_mesh_unit_name(source->stated_unit));
        const tl_scan_advised advised = tl_scan_report_advised(report);
        if (advised.scaled) {
            say_candidate(page, best);
            say_scene(page, best, &advised);
        }
    } else {
        tl_scan_page_say(page, TL_SAY_UNIT_TAKEN, NULL);
        if (report->calibration == NULL && !source->scaled) {
            say_likely_unit(page, report);
        }
    }
    tl_scan_page_put(page, "\n");
}

/* Without one stated. */
static void say_likely_up(tl_scan_page *page, const tl_scan_report *report) {
    const tl_scan_up_guess *guess = &report->up_guess;
    const bool clear = guess->lead >= TL_SCAN_UP_CLEAR;
    if (guess->likely == TL_AXIS_UNSTATED) {
        tl_scan_page_say(page, TL_SAY_UP_SILENT, NULL);
    } else if (guess->likely != TL_AXIS_PZ) {
        char field[TL_SCAN_PAGE_TEXT];
        tl_scan_page_say(page,
                         clear             ? TL_SAY_UP_RATHER
                         : guess->by_habit ? TL_SAY_UP_PERHAPS
                                           : TL_SAY_UP_MORE,
                         tl_axis_name(guess->likely), tl_phrase(&page->words, guess->reason));
        if (tl_scan_report_advised(report).up != TL_AXIS_UNSTATED) {
            snprintf(field, sizeof(field), "\"up\": \"%s\"", tl_axis_name(guess->likely));
            tl_scan_page_put(page, "\n  ");
            tl_scan_page_say(page, TL_SAY_IN_A_SCENE, field);
        }
    } else if (!guess->by_habit) {
        tl_scan_page_say(page, clear ? TL_SAY_UP_CLEARLY : TL_SAY_UP_LIKELY, tl_phrase(&page->words, guess->reason));
    }
}

static void say_up(tl_scan_page *page, const tl_scan_report *report) {
    const tl_scan_source *source = &report->source;
    if (source->up != source->stated_up) {
        tl_scan_page_say(page, TL_SAY_UP_ASKED, tl_axis_name(source->up));
        if (source->stated_up != TL_AXIS_UNSTATED) {
            tl_scan_page_say(page, TL_SAY_FILE_STATES, tl_axis_name(source->stated_up));
        }
    } else if (source->stated_up != TL_AXIS_UNSTATED) {
        tl_scan_page_say(page, TL_SAY_UP_STATED, tl_axis_name(source->stated_up));
    } else {
        tl_scan_page_say(page, TL_SAY_UP_TAKEN, NULL);
        if (report->health != NULL) {
            say_likely_up(page, report);
        }
    }
    tl_scan_page_put(page, "\n");
}

/* True when something in it is marked by a star: what nobody said. */
static bool say_reference(tl_scan_page *page, const tl_scan_reference *r) {
    char number[TL_SCAN_PAGE_TEXT], off[TL_SCAN_PAGE_TEXT], starred[TL_SCAN_PAGE_TEXT], residual[TL_SCAN_PAGE_TEXT],
        text[201];
    const bool within = r->distance_high - r->distance_low > 1e-9 * r->distance;
    snprintf(text, sizeof(text), "%s", r->text);
    tl_scan_page_put(page, "  ");
    tl_scan_page_say(page, r->picked ? TL_SAY_REFERENCE_POINTS : TL_SAY_REFERENCE_IS, text,
                     tl_scan_page_number(page, r->distance, number));
    if (within) {
        snprintf(starred, sizeof(starred), "%.40s%s",
                 tl_scan_page_number(page, (r->distance_high - r->distance_low) / 2, off), r->pick_stated ? "" : "*");
        tl_scan_page_say(page, TL_SAY_REFERENCE_WITHIN, starred);
    }
    snprintf(starred, sizeof(starred), "%.40s%s", tl_scan_page_number(page, r->off_mm, off), r->off_stated ? "" : "*");
    tl_scan_page_line(page, TL_SAY_REFERENCE_MEASURED, tl_scan_page_number(page, r->length_mm, number), starred,
                      tl_scan_page_number(page, r->length_mm + r->residual_mm, residual));
    return !r->off_stated || (within && !r->pick_stated);
}

/* Extents along axes go with what is up. */
static bool any_extent(const tl_scan_calibration *c) {
    bool any = false;
    for (size_t i = 0; i < c->count; i++) {
        any = any || c->references[i].upright;
    }
    return any;
}

static void say_calibration(tl_scan_page *page, const tl_scan_report *report) {
    const tl_scan_calibration *c = report->calibration;
    const tl_scan_advised advised = tl_scan_report_advised(report);
    char scale[TL_SCAN_PAGE_TEXT], error[TL_SCAN_PAGE_TEXT], count[TL_SCAN_PAGE_TEXT], fields[3 * TL_SCAN_PAGE_TEXT];
    bool starred = false;
    tl_json_format_double(c->mm_per_unit, scale);
    char *point = strchr(scale, '.');
    if (point != NULL) {
        *point = page->words.language->decimal;
    }
    tl_scan_page_line(page, TL_SAY_SCALE_BY, scale, tl_scan_page_grouped(page, c->count, count),
                      tl_scan_page_number(page, 100 * c->scale_error, error));
    for (size_t i = 0; i < c->count; i++) {
        starred = say_reference(page, &c->references[i]) || starred;
    }
    if (starred) {
        tl_scan_page_put(page, "  ");
        tl_scan_page_line(page, TL_SAY_REFERENCE_STAR, NULL);
    }
    tl_json_format_double(c->scale, scale);
    tl_json_format_double(c->scale_error, error);
    tl_scan_page_put(page, "  ");
    if (advised.up != TL_AXIS_UNSTATED && any_extent(c)) {
        tl_scan_page_say(page, TL_SAY_REFERENCE_UP_FIRST, tl_axis_name(advised.up));
    } else if (report->written) { /* what was written has its scale */
        snprintf(fields, sizeof(fields), "\"scale_error\": %s", error);
        tl_scan_page_say(page, TL_SAY_SCALE_WRITTEN, fields);
    } else {
        snprintf(fields, sizeof(fields), "\"scale\": %s, \"scale_error\": %s", scale, error);
        tl_scan_page_say(page, TL_SAY_IN_A_SCENE, fields);
    }
    tl_scan_page_put(page, "\n");
}

void tl_scan_frame_say(tl_scan_page *page, const tl_scan_report *report) {
    say_unit(page, report);
    say_up(page, report);
    if (report->calibration != NULL) {
        say_calibration(page, report);
    }
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_candidates(tl_json_writer *json, const tl_scan_unit_guess *guess, const tl_words *words) {
    tl_json_open_array(json, "candidates");
    for (size_t i = 0; i < guess->count; i++) {
        const tl_scan_unit_candidate *c = &guess->candidates[i];
        tl_json_begin_object(json);
        tl_json_put_string(json, "unit", tl_mesh_unit_name(c->unit));
        tl_json_put_double(json, "longest_mm", c->longest_mm);
        tl_json_put_double(json, "score", c->score);
        tl_json_put_string(json, "reason", tl_phrase(words, c->thing));
        tl_json_put_bool(json, "life_size", c->life_size);
        tl_json_put_bool(json, "round_inches", c->round);
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
}

static void put_unit(tl_json_writer *json, const tl_scan_report *report) {
    const tl_scan_source *source = &report->source;
    const tl_scan_unit_candidate *best = &report->unit_guess.candidates[0];
    const tl_words words = {.language = tl_language_of(json->context)};
    tl_json_open_object(json, "unit");
    tl_json_put_string(json, "stated", tl_mesh_unit_name(source->stated_unit));
    tl_json_put_string(json, "taken", source->unit == TL_MESH_UNIT_UNSTATED ? "mm" : tl_mesh_unit_name(source->unit));
    tl_json_put_string(json, "likely", tl_mesh_unit_name(best->unit));
    tl_json_put_string(json, "reason", tl_phrase(&words, best->thing));
    tl_json_put_bool(json, "clear", report->unit_guess.clear);
    put_candidates(json, &report->unit_guess, &words);
    tl_json_end_object(json);
}

static void put_up(tl_json_writer *json, const tl_scan_report *report) {
    const tl_scan_source *source = &report->source;
    const tl_words words = {.language = tl_language_of(json->context)};
    tl_json_open_object(json, "up");
    tl_json_put_string(json, "stated", tl_axis_name(source->stated_up));
    tl_json_put_string(json, "taken", source->up == TL_AXIS_UNSTATED ? "+z" : tl_axis_name(source->up));
    if (report->health != NULL) {
        tl_json_put_string(json, "likely", tl_axis_name(report->up_guess.likely));
        tl_json_put_double(json, "flat_underside", report->up_guess.flat_underside);
        if (report->up_guess.reasoned) {
            tl_json_put_string(json, "reason", tl_phrase(&words, report->up_guess.reason));
            tl_json_put_double(json, "lead", report->up_guess.lead);
            tl_json_put_bool(json, "by_habit", report->up_guess.by_habit);
        }
    }
    tl_json_end_object(json);
}

static void put_calibration(tl_json_writer *json, const tl_scan_calibration *c) {
    tl_json_open_object(json, "calibration");
    tl_json_put_double(json, "mm_per_unit", c->mm_per_unit);
    tl_json_put_double(json, "low", c->low);
    tl_json_put_double(json, "high", c->high);
    tl_json_open_array(json, "references");
    for (size_t i = 0; i < c->count; i++) {
        const tl_scan_reference *r = &c->references[i];
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
    tl_json_open_object(json, "scene");
    tl_json_put_double(json, "scale", c->scale);
    tl_json_put_double(json, "scale_error", c->scale_error);
    tl_json_end_object(json);
    tl_json_end_object(json);
}

void tl_scan_frame_put(tl_json_writer *json, const tl_scan_report *report) {
    put_unit(json, report);
    put_up(json, report);
    if (report->calibration != NULL) {
        put_calibration(json, report->calibration);
    }
}
