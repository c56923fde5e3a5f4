/* report.c: tells what is in a mesh, for people and for programs. */
#include "scan/report/report.h"

#include "io/file.h"
#include "mesh/names.h"
#include "scan/report/report_core.h"
#include "scan/report/report_frame.h"
#include "scan/report/report_health.h"
#include "scan/report/report_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void say_surface(tl_scan_page *page, const tl_scan_report *report) {
    const tl_mesh_edges *e = &report->edges;
    char list[TL_SCAN_PAGE_LIST] = "", what[TL_SCAN_PAGE_TEXT], number[TL_SCAN_PAGE_TEXT];
    tl_scan_page_list(page, list, e->components, TL_SAY_SHELLS);
    tl_scan_page_list(page, list, e->open, TL_SAY_OPEN_EDGES);
    tl_scan_page_list(page, list, e->non_manifold, TL_SAY_CROWDED_EDGES);
    tl_scan_page_list(page, list, e->flipped, TL_SAY_FLIPPED_EDGES);
    tl_say(&page->words, what, sizeof(what),
           report->solid ? TL_SAY_SURFACE_CLOSED
           : e->odd > 0  ? TL_SAY_SURFACE_OPEN
                         : TL_SAY_SURFACE_NESTED,
           tl_scan_page_number(page, report->volume_mm3 / 1000, number));
    tl_scan_page_line(page, TL_SAY_IMPORT_SURFACE, list, what);
}

static void say_repairs(tl_scan_page *page, const tl_weld_report *weld) {
    char list[TL_SCAN_PAGE_LIST] = "";
    tl_scan_page_list(page, list, weld->vertices_joined, TL_SAY_VERTICES_JOINED);
    tl_scan_page_list(page, list, weld->slivers_absorbed, TL_SAY_SLIVERS_GONE);
    tl_scan_page_list(page, list, weld->degenerate_dropped, TL_SAY_FLATS_GONE);
    tl_scan_page_list(page, list, weld->duplicates_dropped, TL_SAY_REPEATS_GONE);
    tl_scan_page_list(page, list, weld->vertices_unused, TL_SAY_UNUSEDS_GONE);
    tl_scan_page_line(page, TL_SAY_IMPORT_REPAIRS,
                      list[0] != '\0' ? list : tl_phrase(&page->words, TL_SAY_REPAIRS_NONE));
}

/* Levels with " < " between them, names of a level with ", ". */
static void say_names(tl_scan_page *page, const char *names) {
    if (names[0] == '\0') {
        tl_scan_page_say(page, TL_SAY_PART_UNNAMED, NULL);
    }
    for (; *names != '\0'; names++) {
        if (*names == '\n' || *names == '\t') {
            tl_scan_page_put(page, *names == '\n' ? " < " : ", ");
        } else {
            char name[201];
            size_t length = strcspn(names, "\n\t");
            snprintf(name, sizeof(name), "%.*s", (int)(length < 200 ? length : 200), names);
            tl_scan_page_put(page, name);
            names += length - 1;
        }
    }
}

static void say_part(tl_scan_page *page, const tl_scan_report *report, size_t i) {
    const tl_piece *piece = &report->mesh->pieces[i];
    char count[TL_SCAN_PAGE_TEXT], size[TL_SCAN_PAGE_TEXT];
    tl_scan_page_put(page, "  ");
    say_names(page, piece->names);
    tl_scan_page_say(page, TL_SAY_PART_IS, tl_scan_page_count(page, piece->triangle_count, TL_SAY_TRIANGLES, count),
                     tl_scan_page_three(page, tl_box3_size(report->piece_boxes_mm[i]), " x ", size));
    if (report->roles != NULL) {
        tl_scan_page_put(page, ", ");
        tl_scan_page_put(page,
                         piece->matched ? tl_role_name(piece->role) : tl_phrase(&page->words, TL_SAY_PART_UNMATCHED));
    }
    tl_scan_page_put(page, "\n");
}

static void say_remarks(tl_scan_page *page, const tl_scan_report *report) {
    char text[2 * TL_SCAN_PAGE_TEXT];
    if (tl_scan_unit_contradiction(&page->words, &report->source, text, sizeof(text))) {
        tl_scan_page_line(page, TL_SAY_IMPORT_WARNING, text);
    }
    for (size_t i = 0; i < report->mesh->warning_count; i++) {
        tl_scan_page_line(page, TL_SAY_IMPORT_WARNING, report->mesh->warnings[i]);
    }
    for (size_t i = 0; i < 4 && report->notes[i] != NULL; i++) {
        tl_scan_page_line(page, TL_SAY_IMPORT_NOTE, report->notes[i]);
    }
    if (tl_scan_origin_note(&page->words, report, text, sizeof(text))) {
        tl_scan_page_line(page, TL_SAY_IMPORT_NOTE, text);
    }
}

tl_status tl_scan_report_words(const tl_scan_report *report, char **text, tl_error *error) {
    const tl_mesh *mesh = report->mesh;
    char a[TL_SCAN_PAGE_TEXT], b[TL_SCAN_PAGE_TEXT];
    tl_scan_page page = tl_scan_page_begin(mesh->context);
    tl_scan_page_line(&page, TL_SAY_IMPORT_HEAD, tl_file_path_name(report->file),
                      tl_scan_page_count(&page, mesh->triangle_count, TL_SAY_TRIANGLES, a),
                      tl_scan_page_count(&page, mesh->vertex_count, TL_SAY_VERTICES, b));
    tl_scan_page_line(&page, TL_SAY_IMPORT_SIZE, tl_scan_page_three(&page, tl_box3_size(report->box_mm), " x ", a));
    tl_scan_frame_say(&page, report);
    tl_scan_shape_say(&page, report);
    say_surface(&page, report);
    say_repairs(&page, &mesh->weld);
    tl_scan_health_say(&page, report);
    say_remarks(&page, report);
    tl_scan_page_line(&page, TL_SAY_IMPORT_PARTS, tl_scan_page_grouped(&page, mesh->piece_count, a));
    for (size_t i = 0; i < mesh->piece_count; i++) {
        say_part(&page, report, i);
    }
    tl_scan_parts_say(&page, report);
    if (page.failed) {
        tl_free(mesh->context, page.text);
        return tl_fail_memory(error);
    }
    *text = page.text;
    return TL_OK;
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_box(tl_json_writer *json, tl_box3 box) {
    tl_json_put_point(json, "low_mm", box.low);
    tl_json_put_point(json, "high_mm", box.high);
    tl_json_put_point(json, "size_mm", tl_box3_size(box));
}

/* A list of levels, each a list of names. */
static void put_names(tl_json_writer *json, const char *names) {
    tl_json_open_array(json, "names");
    for (bool more = true; more;) {
        size_t level = strcspn(names, "\n");
        tl_json_begin_array(json);
        for (const char *at = names; at < names + level;) {
            size_t length = strcspn(at, "\n\t");
            tl_json_string_n(json, at, length);
            at += length + 1;
        }
        tl_json_end_array(json);
        more = names[level] == '\n';
        names += level + 1;
    }
    tl_json_end_array(json);
}

static void put_surface(tl_json_writer *json, const tl_scan_report *report) {
    tl_json_put_bool(json, "solid", report->solid);
    tl_json_put_double(json, "volume_mm3", report->volume_mm3);
    tl_json_open_object(json, "edges");
    tl_json_put_int(json, "count", (int64_t)report->edges.edges);
    tl_json_put_int(json, "open", (int64_t)report->edges.open);
    tl_json_put_int(json, "non_manifold", (int64_t)report->edges.non_manifold);
    tl_json_put_int(json, "odd", (int64_t)report->edges.odd);
    tl_json_put_int(json, "flipped", (int64_t)report->edges.flipped);
    tl_json_put_int(json, "shells", (int64_t)report->edges.components);
    tl_json_end_object(json);
    const tl_weld_report *weld = &report->mesh->weld;
    tl_json_open_object(json, "repairs");
    tl_json_put_int(json, "vertices_joined", (int64_t)weld->vertices_joined);
    tl_json_put_int(json, "slivers_absorbed", (int64_t)weld->slivers_absorbed);
    tl_json_put_int(json, "degenerate_dropped", (int64_t)weld->degenerate_dropped);
    tl_json_put_int(json, "duplicates_dropped", (int64_t)weld->duplicates_dropped);
    tl_json_put_int(json, "vertices_unused", (int64_t)weld->vertices_unused);
    tl_json_end_object(json);
}

static void put_pieces(tl_json_writer *json, const tl_scan_report *report) {
    tl_json_open_array(json, "parts");
    for (size_t i = 0; i < report->mesh->piece_count; i++) {
        tl_json_begin_object(json);
        put_names(json, report->mesh->pieces[i].names);
        tl_json_put_int(json, "triangles", report->mesh->pieces[i].triangle_count);
        put_box(json, report->piece_boxes_mm[i]);
        if (report->roles != NULL) {
            tl_json_put_string(json, "role", tl_role_name(report->mesh->pieces[i].role));
            tl_json_put_bool(json, "matched", report->mesh->pieces[i].matched);
        }
        tl_json_end_object(json);
    }
    tl_json_end_array(json);
}

tl_status tl_scan_report_json(const tl_scan_report *report, char **text, tl_error *error) {
    const tl_mesh *mesh = report->mesh;
    tl_json_writer json;
    tl_json_writer_init(&json, mesh->context, false);
    tl_json_begin_object(&json);
    tl_json_put_string(&json, "query", "import");
    tl_json_put_string(&json, "file", report->file);
    tl_json_put_int(&json, "triangles", (int64_t)mesh->triangle_count);
    tl_json_put_int(&json, "vertices", (int64_t)mesh->vertex_count);
    tl_scan_frame_put(&json, report);
    put_box(&json, report->box_mm);
    put_surface(&json, report);
    tl_scan_health_put(&json, report);
    tl_json_open_array(&json, "warnings");
    const tl_words words = {.language = tl_language_of(json.context)};
    char remark[2 * TL_SCAN_PAGE_TEXT];
    if (tl_scan_unit_contradiction(&words, &report->source, remark, sizeof(remark))) {
        tl_json_string(&json, remark);
    }
    for (size_t i = 0; i < mesh->warning_count; i++) {
        tl_json_string(&json, mesh->warnings[i]);
    }
    tl_json_end_array(&json);
    tl_json_open_array(&json, "notes");
    for (size_t i = 0; i < 4 && report->notes[i] != NULL; i++) {
        tl_json_string(&json, report->notes[i]);
    }
    if (tl_scan_origin_note(&words, report, remark, sizeof(remark))) {
        tl_json_string(&json, remark);
    }
    tl_json_end_array(&json);
    put_pieces(&json, report);
    tl_scan_parts_put(&json, report);
    tl_json_end_object(&json);
    tl_status status = tl_json_writer_finish(&json, text, NULL, error);
    tl_json_writer_free(&json);
    return status;
}
