/* report_health.c: what is wrong with a mesh, in words and JSON. */
#include "survey/report_text.h"
#include "mesh/frame.h"
#include "mesh/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many of each are told one by one. */
enum { HOLES_IN_WORDS = 3, HOLES_IN_JSON = 100, TURNED_IN_WORDS = 3, TURNED_IN_JSON = 100 };

/* --- Words that grow ---------------------------------------------------------------------------------------------- */

void tl_say(tl_words *w, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    size_t size = length < 0 ? 0 : (size_t)length < sizeof(line) ? (size_t)length : sizeof(line) - 1;
    if (w->failed || !tl_reserve(w->context, (void **)&w->text, &w->capacity, w->size + size + 1, 1)) {
        w->failed = true;
        return;
    }
    memcpy(w->text + w->size, line, size + 1);
    w->size += size;
}

void tl_say_count(tl_words *w, bool *first, size_t count, const char *one, const char *many) {
    char number[32];
    if (count > 0) {
        tl_say(w, "%s%s %s", *first ? "" : ", ", tl_grouped_text(count, number), count == 1 ? one : many);
        *first = false;
    }
}

/* Both ways through the same locale; the last step knows none. */
const char *tl_short_number(double value, char buffer[TL_JSON_NUMBER_SIZE]) {
    char rounded[32];
    snprintf(rounded, sizeof(rounded), "%.3e", value);
    tl_json_format_double(strtod(rounded, NULL), buffer);
    return buffer;
}

/* --- In millimetres ----------------------------------------------------------------------------------------------- */

/* The frame of a report: as stated, else millimetres and Z up. It was made with the report, so it can be. */
static tl_frame_map map_of(const tl_mesh_report *report) {
    tl_frame_map map;
    (void)tl_frame_map_make(&(tl_frame){.unit = report->mesh->unit, .up = report->mesh->up}, &map, NULL);
    return map;
}

static double scale_of(const tl_frame_map *map) {
    return fabs(map->factor[0]);
}

static tl_vec3 middle_of(const tl_frame_map *map, tl_box3 box) {
    return tl_frame_map_point(map, tl_scale(tl_add(box.low, box.high), 0.5));
}

static const char *place_words(tl_vec3 p, char text[128]) {
    char x[TL_JSON_NUMBER_SIZE], y[TL_JSON_NUMBER_SIZE], z[TL_JSON_NUMBER_SIZE];
    snprintf(text, 128, "%s, %s, %s", tl_short_number(p.x, x), tl_short_number(p.y, y), tl_short_number(p.z, z));
    return text;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void say_holes(tl_words *w, const tl_mesh_health *health, const tl_frame_map *map) {
    char count[32], number[TL_JSON_NUMBER_SIZE], place[128];
    size_t rims = 0, told = 0;
    double rim_length = 0;
    for (size_t i = 0; i < health->hole_count; i++) {
        rims += tl_hole_is_crop(&health->holes[i]);
        rim_length += tl_hole_is_crop(&health->holes[i]) ? health->holes[i].perimeter : 0;
    }
    const size_t holes = health->hole_count - rims;
    if (rims > 0) {
        tl_say(w, "cropped rims: %s, %s mm together, no holes\n", tl_grouped_text(rims, count),
               tl_short_number(scale_of(map) * rim_length, number));
    }
    if (holes == 0) {
        return;
    }
    tl_say(w, "holes: %s %s of open edges", tl_grouped_text(holes, count), holes == 1 ? "loop" : "loops");
    for (size_t i = 0; i < health->hole_count && told < HOLES_IN_WORDS; i++) {
        const tl_hole *hole = &health->holes[i];
        if (tl_hole_is_crop(hole)) {
            continue;
        }
        tl_say(w, "%s%s mm across%s at %s", told++ == 0 ? holes == 1 ? ", " : "; the longest: " : "; ",
               tl_short_number(scale_of(map) * tl_box3_longest(hole->box), number),
               hole->closed ? "" : " (not a whole loop)", place_words(middle_of(map, hole->box), place));
        if (hole->cropped_edges > 0) {
            tl_say(w, " (%s mm of its rim are cropped)", tl_short_number(scale_of(map) * hole->cropped_length, number));
        }
    }
    tl_say(w, "\n");
}

static void say_parts(tl_words *w, const tl_mesh_health *health) {
    char number[32];
    if (health->part_count > 1) {
        tl_say(w, "loose parts: %s", tl_grouped_text(health->part_count, number));
        if (health->specks > 0) {
            tl_say(w, ", of them %s %s, smaller than half a percent of the whole",
                   tl_grouped_text(health->specks, number), health->specks == 1 ? "speck" : "specks");
        }
        tl_say(w, "\n");
    }
    if (health->far_vertices > 0) {
        tl_say(w, "far away: %s %s many times the size of the rest away from it\n",
               tl_grouped_text(health->far_vertices, number),
               health->far_vertices == 1 ? "vertex lies" : "vertices lie");
    }
}

static void say_turned(tl_words *w, const tl_mesh_health *health, const tl_frame_map *map) {
    char triangles[32], number[TL_JSON_NUMBER_SIZE], place[128];
    if (health->turned_count == 0) {
        return;
    }
    tl_say(w, "turned over: %s %s", tl_grouped_text(health->turned_count, number),
           health->turned_count == 1 ? "patch" : "patches");
    for (size_t i = 0; i < health->turned_count && i < TURNED_IN_WORDS; i++) {
        const tl_turned_patch *patch = &health->turned[i];
        tl_say(w, "%s%s %s%s, %s mm across at %s",
               i > 0                       ? "; "
               : health->turned_count == 1 ? ", "
                                           : "; the largest: ",
               tl_grouped_text(patch->triangles, triangles), patch->triangles == 1 ? "triangle" : "triangles",
               patch->whole ? " (a whole part, inside out)" : "",
               tl_short_number(scale_of(map) * tl_box3_longest(patch->box), number),
               place_words(middle_of(map, patch->box), place));
    }
    tl_say(w, "; --reorient turns them\n");
}

static void say_crossings(tl_words *w, const tl_mesh_health *health) {
    char number[32];
    if (!health->crossings_known) {
        tl_say(w, "crossings: not looked for, the coordinates are too large\n");
    } else if (health->crossing_count > 0) {
        tl_say(w, "crossings: %s%s %s of triangles pass through one another\n",
               health->crossings_limited ? "at least " : "", tl_grouped_text(health->crossing_count, number),
               health->crossing_count == 1 ? "pair" : "pairs");
    }
}

static void say_repaired(tl_words *w, const tl_repair_report *repaired) {
    bool first = true;
    tl_say(w, "repairs asked for: ");
    tl_say_count(w, &first, repaired->specks_dropped, "speck dropped", "specks dropped");
    tl_say_count(w, &first, repaired->triangles_turned, "triangle turned round", "triangles turned round");
    tl_say_count(w, &first, repaired->holes_closed, "hole closed", "holes closed");
    tl_say_count(w, &first, repaired->triangles_added, "triangle added", "triangles added");
    tl_say_count(w, &first, repaired->holes_left, "hole left open, for its rim crosses itself or doesn't come back",
                 "holes left open, for their rims cross themselves or don't come back");
    tl_say(w, first ? "there was nothing to do\n" : "\n");
}

void tl_health_say(tl_words *w, const tl_mesh_report *report) {
    if (report->repaired != NULL) {
        say_repaired(w, report->repaired);
    }
    if (report->simplified != NULL) {
        char before[32], after[32];
        tl_say(w,
               "simplified: from %s to %s triangles, off by %.3g mm at most: say \"uncertainty\": %.6g in the scene\n",
               tl_grouped_text(report->simplified->before, before), tl_grouped_text(report->simplified->after, after),
               report->simplified->bound, report->simplified->bound);
    }
    if (report->health != NULL) {
        tl_frame_map map = map_of(report);
        say_holes(w, report->health, &map);
        say_turned(w, report->health, &map);
        say_parts(w, report->health);
        say_crossings(w, report->health);
    }
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_place(tl_json_writer *json, const char *key, tl_vec3 p) {
    const double c[3] = {p.x, p.y, p.z};
    tl_json_put_numbers(json, key, c, 3);
}

static void put_holes(tl_json_writer *json, const tl_mesh_health *health, const tl_frame_map *map) {
    tl_json_put_int(json, "hole_count", (int64_t)health->hole_count);
    tl_json_key(json, "holes");
    tl_json_begin_array(json);
    for (size_t i = 0; i < health->hole_count && i < HOLES_IN_JSON; i++) {
        const tl_hole *hole = &health->holes[i];
        tl_json_begin_object(json);
        tl_json_put_int(json, "edges", (int64_t)(hole->closed ? hole->count : hole->count - 1));
        tl_json_put_bool(json, "loop", hole->closed);
        tl_json_put_double(json, "perimeter_mm", scale_of(map) * hole->perimeter);
        tl_json_put_double(json, "across_mm", scale_of(map) * tl_box3_longest(hole->box));
        put_place(json, "at_mm", middle_of(map, hole->box));
        if (hole->cropped_edges > 0) {
            tl_json_put_double(json, "cropped_mm", scale_of(map) * hole->cropped_length);
            tl_json_put_bool(json, "cropped_rim", tl_hole_is_crop(hole));
        }
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
}

static void put_turned(tl_json_writer *json, const tl_mesh_health *health, const tl_frame_map *map) {
    tl_json_put_int(json, "turned_count", (int64_t)health->turned_count);
    tl_json_put_int(json, "turned_triangles", (int64_t)health->turned_triangles);
    tl_json_key(json, "turned");
    tl_json_begin_array(json);
    for (size_t i = 0; i < health->turned_count && i < TURNED_IN_JSON; i++) {
        const tl_turned_patch *patch = &health->turned[i];
        tl_json_begin_object(json);
        tl_json_put_int(json, "triangles", (int64_t)patch->triangles);
        tl_json_put_bool(json, "whole_part", patch->whole);
        tl_json_put_double(json, "across_mm", scale_of(map) * tl_box3_longest(patch->box));
        put_place(json, "at_mm", middle_of(map, patch->box));
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
}

void tl_health_put(tl_json_writer *json, const tl_mesh_report *report) {
    const tl_mesh_health *health = report->health;
    if (report->repaired != NULL) {
        tl_json_key(json, "repaired");
        tl_json_begin_object(json);
        tl_json_put_int(json, "specks_dropped", (int64_t)report->repaired->specks_dropped);
        tl_json_put_int(json, "speck_triangles", (int64_t)report->repaired->speck_triangles);
        tl_json_put_int(json, "triangles_turned", (int64_t)report->repaired->triangles_turned);
        tl_json_put_int(json, "holes_closed", (int64_t)report->repaired->holes_closed);
        tl_json_put_int(json, "triangles_added", (int64_t)report->repaired->triangles_added);
        tl_json_put_int(json, "holes_left", (int64_t)report->repaired->holes_left);
        tl_json_end_object(json);
    }
    if (report->simplified != NULL) {
        tl_json_key(json, "simplified");
        tl_json_begin_object(json);
        tl_json_put_int(json, "triangles_before", (int64_t)report->simplified->before);
        tl_json_put_int(json, "triangles_after", (int64_t)report->simplified->after);
        tl_json_put_double(json, "bound_mm", report->simplified->bound);
        tl_json_end_object(json);
    }
    if (health == NULL) {
        return;
    }
    tl_frame_map map = map_of(report);
    tl_json_key(json, "health");
    tl_json_begin_object(json);
    put_holes(json, health, &map);
    tl_json_put_int(json, "loose_parts", (int64_t)health->part_count);
    tl_json_put_int(json, "specks", (int64_t)health->specks);
    tl_json_put_int(json, "speck_triangles", (int64_t)health->speck_triangles);
    tl_json_put_int(json, "far_vertices", (int64_t)health->far_vertices);
    put_turned(json, health, &map);
    tl_json_put_bool(json, "crossings_known", health->crossings_known);
    tl_json_put_int(json, "crossings", (int64_t)health->crossing_count);
    tl_json_put_bool(json, "crossings_limited", health->crossings_limited);
    tl_json_end_object(json);
}
