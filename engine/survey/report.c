/* report.c: what is in a mesh. */
#include "survey/report.h"
#include "survey/report_text.h"
#include "mesh/frame.h"
#include "mesh/names.h"
#include "io/file.h"
#include "io/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Names and numbers -------------------------------------------------------------------------------------------- */

static const char *size_words(tl_box3 box, char text[128]) {
    char x[TL_JSON_NUMBER_SIZE], y[TL_JSON_NUMBER_SIZE], z[TL_JSON_NUMBER_SIZE];
    tl_vec3 size = tl_box3_size(box);
    snprintf(text, 128, "%s x %s x %s", tl_short_number(size.x, x), tl_short_number(size.y, y),
             tl_short_number(size.z, z));
    return text;
}

/* --- Making ------------------------------------------------------------------------------------------------------- */

static tl_box3 box_of_range(const tl_mesh *mesh, size_t first, size_t count) {
    tl_mesh part = *mesh;
    part.triangles = mesh->triangles + 3 * first;
    part.triangle_count = count;
    return tl_mesh_box(&part);
}

/* Axes go to axes, so corners go to corners. */
static tl_box3 map_box(const tl_frame_map *map, tl_box3 box) {
    return tl_box3_add(tl_box3_add(tl_box3_empty(), tl_frame_map_point(map, box.low)),
                       tl_frame_map_point(map, box.high));
}

tl_status tl_mesh_report_make(const tl_mesh *mesh, const char *file, const tl_mesh_source *source,
                              tl_mesh_report *report, tl_error *error) {
    tl_mesh_report made = {.mesh = mesh, .file = file};
    tl_frame_map map;
    tl_status status = tl_frame_map_make(&(tl_frame){.unit = mesh->unit, .up = mesh->up}, &map, error);
    if (status == TL_OK) {
        status = tl_mesh_count_edges(mesh, &made.edges, error);
    }
    if (status == TL_OK) {
        status = tl_mesh_is_solid(mesh, &made.solid, error);
    }
    if (status != TL_OK) {
        return status;
    }
    made.piece_boxes_mm = tl_alloc_array(mesh->context, mesh->piece_count, sizeof(*made.piece_boxes_mm));
    if (made.piece_boxes_mm == NULL) {
        return tl_fail_memory(error);
    }
    made.box = tl_mesh_box(mesh);
    made.box_mm = map_box(&map, made.box);
    made.volume_mm3 = tl_mesh_volume(mesh) * fabs(map.factor[0] * map.factor[1] * map.factor[2]);
    for (size_t i = 0; i < mesh->piece_count; i++) {
        const tl_piece *piece = &mesh->pieces[i];
        made.piece_boxes_mm[i] = map_box(&map, box_of_range(mesh, piece->first_triangle, piece->triangle_count));
    }
    made.source = source != NULL ? *source
                                 : (tl_mesh_source){.stated_unit = mesh->unit,
                                                    .unit = mesh->unit,
                                                    .stated_up = mesh->up,
                                                    .up = mesh->up,
                                                    .box = made.box};
    tl_unit_guess_make(made.source.box, made.source.stated_unit, &made.unit_guess);
    *report = made;
    return TL_OK;
}

/* A mesh that was turned up as asked, or as its file states, has Z up for certain. Where nothing was said, its axes are
 * still those of the file. */
void tl_mesh_report_set_health(tl_mesh_report *report, const tl_mesh_health *health) {
    report->health = health;
    tl_up_guess_make(health, report->source.up != TL_AXIS_UNSTATED ? report->mesh->up : TL_AXIS_UNSTATED,
                     &report->up_guess);
    if (report->source.up != TL_AXIS_UNSTATED) {
        report->up_guess.likely = report->source.up;
    }
}

void tl_mesh_report_free(tl_mesh_report *report) {
    if (report != NULL && report->mesh != NULL) {
        tl_free(report->mesh->context, report->piece_boxes_mm);
        *report = (tl_mesh_report){0};
    }
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void say_surface(tl_words *w, const tl_mesh_report *report) {
    char number[TL_JSON_NUMBER_SIZE];
    const tl_mesh_edges *e = &report->edges;
    tl_say(w, "surface: ");
    bool first = true;
    tl_say_count(w, &first, e->components, "shell", "shells");
    tl_say_count(w, &first, e->open, "open edge", "open edges");
    tl_say_count(w, &first, e->non_manifold, "edge of three or more triangles", "edges of three or more triangles");
    tl_say_count(w, &first, e->flipped, "edge where the winding turns over", "edges where the winding turns over");
    if (report->solid) {
        tl_say(w, "; closed, so its inside blocks; %s cm3\n", tl_short_number(report->volume_mm3 / 1000, number));
    } else if (e->odd > 0) {
        tl_say(w, "; not closed, so only its surface blocks\n");
    } else {
        tl_say(w, "; shells lie in one another, so only its surface blocks\n");
    }
}

static void say_repairs(tl_words *w, const tl_weld_report *weld) {
    tl_say(w, "repairs: ");
    bool first = true;
    tl_say_count(w, &first, weld->vertices_joined, "vertex joined", "vertices joined");
    tl_say_count(w, &first, weld->slivers_absorbed, "sliver absorbed", "slivers absorbed");
    tl_say_count(w, &first, weld->degenerate_dropped, "triangle without area dropped",
                 "triangles without area dropped");
    tl_say_count(w, &first, weld->duplicates_dropped, "repeated triangle dropped", "repeated triangles dropped");
    tl_say_count(w, &first, weld->vertices_unused, "unused vertex dropped", "unused vertices dropped");
    tl_say(w, first ? "none were needed\n" : "\n");
}

/* Levels with " < " between them, names of a level with ", ". */
static void say_names(tl_words *w, const char *names) {
    if (names[0] == 0) {
        tl_say(w, "(unnamed)");
    }
    for (; *names != 0; names++) {
        if (*names == '\n') {
            tl_say(w, " < ");
        } else if (*names == '\t') {
            tl_say(w, ", ");
        } else {
            size_t length = strcspn(names, "\n\t");
            tl_say(w, "%.*s", (int)(length < 200 ? length : 200), names);
            names += length - 1;
        }
    }
}

tl_status tl_mesh_report_words(const tl_mesh_report *report, char **text, tl_error *error) {
    const tl_mesh *mesh = report->mesh;
    char a[32], b[32], size[128];
    tl_words w = {.context = mesh->context};
    tl_say(&w, "%s: %s %s, %s %s\n", tl_path_name(report->file), tl_grouped_text(mesh->triangle_count, a),
           mesh->triangle_count == 1 ? "triangle" : "triangles", tl_grouped_text(mesh->vertex_count, b),
           mesh->vertex_count == 1 ? "vertex" : "vertices");
    tl_say(&w, "size: %s mm\n", size_words(report->box_mm, size));
    tl_frame_say(&w, report);
    tl_shape_say(&w, report);
    say_surface(&w, report);
    say_repairs(&w, &mesh->weld);
    tl_health_say(&w, report);
    for (size_t i = 0; i < mesh->warning_count; i++) {
        tl_say(&w, "warning: %s\n", mesh->warnings[i]);
    }
    for (size_t i = 0; i < 4 && report->notes[i] != NULL; i++) {
        tl_say(&w, "note: %s\n", report->notes[i]);
    }
    tl_say(&w, "parts: %s\n", tl_grouped_text(mesh->piece_count, a));
    for (size_t i = 0; i < mesh->piece_count; i++) {
        tl_say(&w, "  ");
        say_names(&w, mesh->pieces[i].names);
        tl_say(&w, ": %s triangles, %s mm", tl_grouped_text(mesh->pieces[i].triangle_count, a),
               size_words(report->piece_boxes_mm[i], size));
        if (report->roles != NULL) {
            tl_say(&w, ", %s", mesh->pieces[i].matched ? tl_role_name(mesh->pieces[i].role) : "matched by nothing");
        }
        tl_say(&w, "\n");
    }
    tl_parts_say(&w, report);
    if (w.failed) {
        tl_free(mesh->context, w.text);
        return tl_fail_memory(error);
    }
    *text = w.text;
    return TL_OK;
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_point(tl_json_writer *json, const char *key, tl_vec3 p) {
    const double c[3] = {p.x, p.y, p.z};
    tl_json_put_numbers(json, key, c, 3);
}

static void put_box(tl_json_writer *json, tl_box3 box) {
    put_point(json, "low_mm", box.low);
    put_point(json, "high_mm", box.high);
    put_point(json, "size_mm", tl_box3_size(box));
}

/* A list of levels, each a list of names. */
static void put_names(tl_json_writer *json, const char *names) {
    tl_json_key(json, "names");
    tl_json_begin_array(json);
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

static void put_surface(tl_json_writer *json, const tl_mesh_report *report) {
    tl_json_put_bool(json, "solid", report->solid);
    tl_json_put_double(json, "volume_mm3", report->volume_mm3);
    tl_json_key(json, "edges");
    tl_json_begin_object(json);
    tl_json_put_int(json, "count", (int64_t)report->edges.edges);
    tl_json_put_int(json, "open", (int64_t)report->edges.open);
    tl_json_put_int(json, "non_manifold", (int64_t)report->edges.non_manifold);
    tl_json_put_int(json, "odd", (int64_t)report->edges.odd);
    tl_json_put_int(json, "flipped", (int64_t)report->edges.flipped);
    tl_json_put_int(json, "shells", (int64_t)report->edges.components);
    tl_json_end_object(json);
    const tl_weld_report *weld = &report->mesh->weld;
    tl_json_key(json, "repairs");
    tl_json_begin_object(json);
    tl_json_put_int(json, "vertices_joined", (int64_t)weld->vertices_joined);
    tl_json_put_int(json, "slivers_absorbed", (int64_t)weld->slivers_absorbed);
    tl_json_put_int(json, "degenerate_dropped", (int64_t)weld->degenerate_dropped);
    tl_json_put_int(json, "duplicates_dropped", (int64_t)weld->duplicates_dropped);
    tl_json_put_int(json, "vertices_unused", (int64_t)weld->vertices_unused);
    tl_json_end_object(json);
}

static void put_pieces(tl_json_writer *json, const tl_mesh_report *report) {
    tl_json_key(json, "parts");
    tl_json_begin_array(json);
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

tl_status tl_mesh_report_json(const tl_mesh_report *report, char **text, tl_error *error) {
    const tl_mesh *mesh = report->mesh;
    tl_json_writer json;
    tl_json_writer_init(&json, mesh->context, false);
    tl_json_begin_object(&json);
    tl_json_put_string(&json, "query", "import");
    tl_json_put_string(&json, "file", report->file);
    tl_json_put_int(&json, "triangles", (int64_t)mesh->triangle_count);
    tl_json_put_int(&json, "vertices", (int64_t)mesh->vertex_count);
    tl_frame_put(&json, report);
    put_box(&json, report->box_mm);
    put_surface(&json, report);
    tl_health_put(&json, report);
    tl_json_key(&json, "warnings");
    tl_json_begin_array(&json);
    for (size_t i = 0; i < mesh->warning_count; i++) {
        tl_json_string(&json, mesh->warnings[i]);
    }
    tl_json_end_array(&json);
    tl_json_key(&json, "notes");
    tl_json_begin_array(&json);
    for (size_t i = 0; i < 4 && report->notes[i] != NULL; i++) {
        tl_json_string(&json, report->notes[i]);
    }
    tl_json_end_array(&json);
    put_pieces(&json, report);
    tl_parts_put(&json, report);
    tl_json_end_object(&json);
    tl_status status = tl_json_writer_finish(&json, text, NULL, error);
    tl_json_writer_free(&json);
    return status;
}
