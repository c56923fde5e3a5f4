/* report_health.c: what is wrong with a mesh, in words and JSON. */
#include "scan/report/report_health.h"

#include "scan/report/advised.h"
#include "mesh/frame.h"
#include "mesh/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many of each are told one by one. */
enum { HOLES_IN_WORDS = 3, HOLES_IN_JSON = 100, TURNED_IN_WORDS = 3, TURNED_IN_JSON = 100 };

/* --- In millimetres ----------------------------------------------------------------------------------------------- */

/* The frame of a report: as stated, else millimetres and Z up. It was made with the report, so it can be. */
static tl_frame_map map_of(const tl_scan_report *report) {
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

static const char *across_words(const tl_scan_page *page, const tl_frame_map *map, tl_box3 box,
                                char text[TL_SCAN_PAGE_TEXT]) {
    return tl_scan_page_number(page, scale_of(map) * tl_box3_longest(box), text);
}

static const char *place_words(const tl_scan_page *page, const tl_frame_map *map, tl_box3 box,
                               char text[TL_SCAN_PAGE_TEXT]) {
    return tl_scan_page_three(page, middle_of(map, box), ", ", text);
}

/* Adds to a list with semicolons. */
static void add_item(char *list, size_t size, const char *item) {
    size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used > 0 ? "; " : "", item);
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void say_hole(const tl_scan_page *page, const tl_scan_hole *hole, const tl_frame_map *map, char *list,
                     size_t size) {
    char across[TL_SCAN_PAGE_TEXT], place[TL_SCAN_PAGE_TEXT], item[3 * TL_SCAN_PAGE_TEXT];
    tl_say(&page->words, item, sizeof(item), hole->closed ? TL_SAY_HOLE_AT : TL_SAY_HOLE_BROKEN_AT,
           across_words(page, map, hole->box, across), place_words(page, map, hole->box, place));
    if (hole->cropped_edges > 0) {
        size_t used = strlen(item);
        tl_say(&page->words, item + used, sizeof(item) - used, TL_SAY_HOLE_CROPPED,
               tl_scan_page_number(page, scale_of(map) * hole->cropped_length, across));
    }
    add_item(list, size, item);
}

static void say_holes(tl_scan_page *page, const tl_scan_health *health, const tl_frame_map *map) {
    char count[TL_SCAN_PAGE_TEXT], number[TL_SCAN_PAGE_TEXT], list[TL_SCAN_PAGE_LIST] = "";
    size_t rims = 0, told = 0;
    double rim_length = 0;
    for (size_t i = 0; i < health->hole_count; i++) {
        rims += tl_scan_hole_is_crop(&health->holes[i]);
        rim_length += tl_scan_hole_is_crop(&health->holes[i]) ? health->holes[i].perimeter : 0;
    }
    const size_t holes = health->hole_count - rims;
    if (rims > 0) {
        tl_scan_page_line(page, TL_SAY_RIMS, tl_scan_page_grouped(page, rims, count),
                          tl_scan_page_number(page, scale_of(map) * rim_length, number));
    }
    if (holes == 0) {
        return;
    }
    for (size_t i = 0; i < health->hole_count && told < HOLES_IN_WORDS; i++) {
        if (!tl_scan_hole_is_crop(&health->holes[i])) {
            say_hole(page, &health->holes[i], map, list, sizeof(list));
            told++;
        }
    }
    tl_scan_page_line(page, holes == 1 ? TL_SAY_HOLES_ONE : TL_SAY_HOLES_ARE, tl_scan_page_grouped(page, holes, count),
                      list);
}

/* What rounding tore apart, and the repair that closes it. */
static void say_cracks(tl_scan_page *page, const tl_scan_report *report, const tl_frame_map *map) {
    const tl_scan_cracks *cracks = report->cracks;
    const double factor = tl_scan_report_advised(report).factor;
    char edges[TL_SCAN_PAGE_TEXT], width[TL_SCAN_PAGE_TEXT], left[TL_SCAN_PAGE_TEXT], then[TL_SCAN_PAGE_TEXT],
        within[TL_SCAN_PAGE_TEXT];
    char field[TL_SCAN_PAGE_TEXT];
    if (cracks == NULL || cracks->edges == 0) {
        return;
    }
    tl_scan_page_say(page, TL_SAY_CRACKS, tl_scan_page_count(page, cracks->edges, TL_SAY_OPEN_EDGES, edges),
                     tl_scan_page_number(page, scale_of(map) * cracks->width, width));
    tl_scan_page_put(page, "\n  ");
    tl_say(&page->words, then, sizeof(then),
           cracks->solid_after ? TL_SAY_CRACKS_SOLID
           : cracks->left > 0  ? TL_SAY_CRACKS_LEFT
                               : TL_SAY_CRACKS_CLOSED,
           tl_scan_page_count(page, cracks->left, TL_SAY_OPEN_EDGES, left));
    tl_json_format_double(tl_scan_cracks_within(cracks, scale_of(map) * factor), within);
    snprintf(field, sizeof(field), "\"repair\": {\"join\": %.60s}", within);
    tl_json_format_double(tl_scan_cracks_within(cracks, scale_of(map)), within);
    tl_scan_page_line(page, factor != 1 ? TL_SAY_CRACKS_JOIN_SCALED : TL_SAY_CRACKS_JOIN, within, then, field);
}

static void say_parts(tl_scan_page *page, const tl_scan_health *health) {
    char number[TL_SCAN_PAGE_TEXT];
    if (health->part_count > 1) {
        tl_scan_page_say(page, TL_SAY_LOOSE_PARTS, tl_scan_page_grouped(page, health->part_count, number));
        if (health->specks > 0) {
            tl_scan_page_say(page, TL_SAY_LOOSE_SPECKS, tl_scan_page_grouped(page, health->specks, number));
        }
        tl_scan_page_put(page, "\n");
    }
    if (health->far_vertices > 0) {
        tl_scan_page_line(page, TL_SAY_FAR_VERTICES, tl_scan_page_grouped(page, health->far_vertices, number));
    }
}

static void say_turned(tl_scan_page *page, const tl_scan_health *health, const tl_frame_map *map) {
    char count[TL_SCAN_PAGE_TEXT], across[TL_SCAN_PAGE_TEXT], place[TL_SCAN_PAGE_TEXT], item[3 * TL_SCAN_PAGE_TEXT];
    char list[TL_SCAN_PAGE_LIST] = "";
    if (health->turned_count == 0) {
        return;
    }
    for (size_t i = 0; i < health->turned_count && i < TURNED_IN_WORDS; i++) {
        const tl_scan_turned_patch *patch = &health->turned[i];
        tl_say(&page->words, item, sizeof(item), patch->whole ? TL_SAY_TURNED_WHOLE_AT : TL_SAY_TURNED_AT,
               tl_scan_page_count(page, patch->triangles, TL_SAY_TRIANGLES, count),
               across_words(page, map, patch->box, across), place_words(page, map, patch->box, place));
        add_item(list, sizeof(list), item);
    }
    tl_scan_page_line(page, health->turned_count == 1 ? TL_SAY_TURNED_ONE : TL_SAY_TURNED_ARE,
                      tl_scan_page_grouped(page, health->turned_count, count), list);
}

static void say_crossings(tl_scan_page *page, const tl_scan_health *health) {
    char number[TL_SCAN_PAGE_TEXT];
    if (!health->crossings_known || health->crossing_count > 0) {
        tl_scan_page_say(page,
                         !health->crossings_known    ? TL_SAY_CROSSINGS_UNKNOWN
                         : health->crossings_limited ? TL_SAY_CROSSINGS_LEAST
                                                     : TL_SAY_CROSSINGS_ARE,
                         tl_scan_page_grouped(page, health->crossing_count, number));
        tl_scan_page_put(page, "\n");
    }
}

static void say_repaired(tl_scan_page *page, const tl_repair_report *repaired) {
    char list[TL_SCAN_PAGE_LIST] = "";
    tl_scan_page_list(page, list, repaired->joined.vertices, TL_SAY_VERTICES_JOINED);
    tl_scan_page_list(page, list, repaired->specks_dropped, TL_SAY_SPECKS_DROPPED);
    tl_scan_page_list(page, list, repaired->triangles_turned, TL_SAY_TRIANGLES_TURNED);
    tl_scan_page_list(page, list, repaired->holes_closed, TL_SAY_HOLES_CLOSED);
    tl_scan_page_list(page, list, repaired->triangles_added, TL_SAY_TRIANGLES_ADDED);
    tl_scan_page_list(page, list, repaired->holes_left, TL_SAY_HOLES_LEFT);
    tl_scan_page_line(page, TL_SAY_REPAIRED, list[0] != '\0' ? list : tl_phrase(&page->words, TL_SAY_REPAIRED_NOTHING));
}

/* What a scene has to say of a mesh that was moved by no more than a bound: six digits, and no less. */
static void write_uncertainty(double bound, char field[TL_SCAN_PAGE_TEXT]) {
    char digits[32], number[TL_SCAN_PAGE_TEXT];
    snprintf(digits, sizeof(digits), "%.5e", bound);
    if (strtod(digits, NULL) < bound) {
        snprintf(digits, sizeof(digits), "%.5e", bound * (1 + 1e-5));
    }
    tl_json_format_double(strtod(digits, NULL), number);
    snprintf(field, TL_SCAN_PAGE_TEXT, "\"uncertainty\": %.60s", number);
}

/* Joining and simplifying move the surface one after the other: the scene has to say both together, and once. */
static void say_moved(tl_scan_page *page, const tl_scan_report *report) {
    char before[TL_SCAN_PAGE_TEXT], after[TL_SCAN_PAGE_TEXT], bound[TL_SCAN_PAGE_TEXT], field[TL_SCAN_PAGE_TEXT];
    const tl_mesh_joined *joined = report->repaired != NULL ? &report->repaired->joined : NULL;
    const tl_simplified *simplified = report->simplified;
    const double by_joining = joined != NULL ? joined->bound : 0, factor = tl_scan_report_advised(report).factor;
    const tl_sentence uncertain = factor != 1 ? TL_SAY_MOVED_UNCERTAIN_SCALED : TL_SAY_MOVED_UNCERTAIN;
    if (joined != NULL && joined->vertices > 0) {
        tl_scan_page_say(page, TL_SAY_JOINED,
                         tl_scan_page_count(page, joined->vertices, TL_SAY_VERTICES_JOINED, before),
                         tl_scan_page_count(page, joined->edges, TL_SAY_OPEN_EDGES, after),
                         tl_scan_page_number(page, joined->bound, bound));
        if (simplified == NULL) {
            write_uncertainty(factor * joined->bound, field);
            tl_scan_page_say(page, uncertain, field);
        }
        tl_scan_page_put(page, "\n");
    }
    if (simplified != NULL) {
        write_uncertainty(factor * (by_joining + simplified->bound), field);
        tl_scan_page_say(page, TL_SAY_SIMPLIFIED, tl_scan_page_grouped(page, simplified->before, before),
                         tl_scan_page_grouped(page, simplified->after, after),
                         tl_scan_page_number(page, simplified->bound, bound));
        tl_scan_page_line(page, uncertain, field);
    }
}

void tl_scan_health_say(tl_scan_page *page, const tl_scan_report *report) {
    if (report->repaired != NULL) {
        say_repaired(page, report->repaired);
    }
    say_moved(page, report);
    if (report->health != NULL) {
        tl_frame_map map = map_of(report);
        say_holes(page, report->health, &map);
        say_cracks(page, report, &map);
        say_turned(page, report->health, &map);
        say_parts(page, report->health);
        say_crossings(page, report->health);
    }
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_holes(tl_json_writer *json, const tl_scan_health *health, const tl_frame_map *map) {
    tl_json_put_int(json, "hole_count", (int64_t)health->hole_count);
    tl_json_open_array(json, "holes");
    for (size_t i = 0; i < health->hole_count && i < HOLES_IN_JSON; i++) {
        const tl_scan_hole *hole = &health->holes[i];
        tl_json_begin_object(json);
        tl_json_put_int(json, "edges", (int64_t)(hole->closed ? hole->count : hole->count - 1));
        tl_json_put_bool(json, "loop", hole->closed);
        tl_json_put_double(json, "perimeter_mm", scale_of(map) * hole->perimeter);
        tl_json_put_double(json, "across_mm", scale_of(map) * tl_box3_longest(hole->box));
        tl_json_put_point(json, "at_mm", middle_of(map, hole->box));
        if (hole->cropped_edges > 0) {
            tl_json_put_double(json, "cropped_mm", scale_of(map) * hole->cropped_length);
            tl_json_put_bool(json, "cropped_rim", tl_scan_hole_is_crop(hole));
        }
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
}

static void put_turned(tl_json_writer *json, const tl_scan_health *health, const tl_frame_map *map) {
    tl_json_put_int(json, "turned_count", (int64_t)health->turned_count);
    tl_json_put_int(json, "turned_triangles", (int64_t)health->turned_triangles);
    tl_json_open_array(json, "turned");
    for (size_t i = 0; i < health->turned_count && i < TURNED_IN_JSON; i++) {
        const tl_scan_turned_patch *patch = &health->turned[i];
        tl_json_begin_object(json);
        tl_json_put_int(json, "triangles", (int64_t)patch->triangles);
        tl_json_put_bool(json, "whole_part", patch->whole);
        tl_json_put_double(json, "across_mm", scale_of(map) * tl_box3_longest(patch->box));
        tl_json_put_point(json, "at_mm", middle_of(map, patch->box));
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
}

static void put_cracks(tl_json_writer *json, const tl_scan_cracks *cracks, const tl_frame_map *map) {
    tl_json_key(json, "cracks");
    if (cracks == NULL || cracks->edges == 0) {
        tl_json_null(json);
        return;
    }
    tl_json_begin_object(json);
    tl_json_put_int(json, "edges", (int64_t)cracks->edges);
    tl_json_put_double(json, "width_mm", scale_of(map) * cracks->width);
    tl_json_put_double(json, "join_mm", tl_scan_cracks_within(cracks, scale_of(map)));
    tl_json_put_int(json, "open_after", (int64_t)cracks->left);
    tl_json_put_bool(json, "solid_after", cracks->solid_after);
    tl_json_end_object(json);
}

void tl_scan_health_put(tl_json_writer *json, const tl_scan_report *report) {
    const tl_scan_health *health = report->health;
    if (report->repaired != NULL) {
        tl_json_open_object(json, "repaired");
        tl_json_put_int(json, "vertices_joined", (int64_t)report->repaired->joined.vertices);
        tl_json_put_int(json, "edges_joined", (int64_t)report->repaired->joined.edges);
        tl_json_put_double(json, "joined_bound_mm", report->repaired->joined.bound);
        tl_json_put_int(json, "specks_dropped", (int64_t)report->repaired->specks_dropped);
        tl_json_put_int(json, "speck_triangles", (int64_t)report->repaired->speck_triangles);
        tl_json_put_int(json, "triangles_turned", (int64_t)report->repaired->triangles_turned);
        tl_json_put_int(json, "holes_closed", (int64_t)report->repaired->holes_closed);
        tl_json_put_int(json, "triangles_added", (int64_t)report->repaired->triangles_added);
        tl_json_put_int(json, "holes_left", (int64_t)report->repaired->holes_left);
        tl_json_end_object(json);
    }
    if (report->simplified != NULL) {
        tl_json_open_object(json, "simplified");
        tl_json_put_int(json, "triangles_before", (int64_t)report->simplified->before);
        tl_json_put_int(json, "triangles_after", (int64_t)report->simplified->after);
        tl_json_put_double(json, "bound_mm", report->simplified->bound);
        tl_json_end_object(json);
    }
    if (health == NULL) {
        return;
    }
    tl_frame_map map = map_of(report);
    tl_json_open_object(json, "health");
    put_holes(json, health, &map);
    tl_json_put_int(json, "loose_parts", (int64_t)health->part_count);
    tl_json_put_int(json, "specks", (int64_t)health->specks);
    tl_json_put_int(json, "speck_triangles", (int64_t)health->speck_triangles);
    tl_json_put_int(json, "far_vertices", (int64_t)health->far_vertices);
    put_turned(json, health, &map);
    tl_json_put_bool(json, "crossings_known", health->crossings_known);
    tl_json_put_int(json, "crossings", (int64_t)health->crossing_count);
    tl_json_put_bool(json, "crossings_limited", health->crossings_limited);
    put_cracks(json, report->cracks, &map);
    tl_json_end_object(json);
}
