/* board.c: maps, findings and firing positions of boards, behind the public wall. */
#include "api/door.h"
#include "api/handle.h"
#include "board/map/plan.h"
#include "scene/absence.h"

#include "board/checkpoint.h"
#include "board/firing/firing.h"
#include "board/map/map.h"
#include "board/findings/study.h"
#include "draw/draw_board.h"

#include <string.h>

tl_status tl_scene_analyze(const tl_scene *scene, const tl_board_question *question, tl_board_map **map,
                           tl_error *error) {
    if (scene == NULL || question == NULL || map == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, question and map must be given");
    }
    tl_board_question asked;
    tl_status status = tl_board_question_take(question, &asked, error);
    status = status == TL_OK ? tl_table_whole(scene->table, error) : status;
    return status == TL_OK ? tl_board_ask(scene->referee, &asked, map, error) : status;
}

tl_status tl_scene_analyze_share(const tl_scene *scene, const tl_board_question *question, tl_error *error) {
    if (scene == NULL || question == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene and question must be given");
    }
    tl_board_question asked;
    tl_status status = tl_board_question_take(question, &asked, error);
    status = status == TL_OK ? tl_table_whole(scene->table, error) : status;
    return status == TL_OK ? tl_board_ask_share(scene->referee, &asked, error) : status;
}

tl_status tl_scene_analyze_merge(const tl_scene *scene, const char *const *files, size_t count, tl_board_map **map,
                                 tl_error *error) {
    if (scene == NULL || files == NULL || map == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, files and map must be given");
    }
    tl_status status = tl_table_whole(scene->table, error);
    return status == TL_OK ? tl_board_merge(scene->referee, files, count, map, error) : status;
}

tl_board_summary tl_board_map_summary(const tl_board_map *map) {
    return map->summary;
}

const char *tl_board_map_name(const tl_board_map *map) {
    return tl_board_kind_word(map->kind);
}

tl_board_cell tl_board_map_cell(const tl_board_map *map, size_t column, size_t row) {
    return map->cells[row * map->summary.columns + column];
}

bool tl_board_map_height(const tl_board_map *map, size_t column, size_t row, double *height) {
    double z = map->heights[row * map->summary.columns + column];
    if (!(z == z)) {
        return false;
    }
    *height = z;
    return true;
}

tl_colour tl_board_colour(double share) {
    return tl_draw_heat(share);
}

double tl_board_map_scale(const tl_board_map *map) {
    return tl_draw_map_scale(map);
}

size_t tl_board_map_contours(const tl_board_map *map, double values[TL_BOARD_CONTOURS]) {
    return tl_draw_map_levels(map, values);
}

tl_status tl_board_map_draw(const tl_board_map *map, const tl_draw_sink *sink, tl_error *error) {
    tl_draw_sink taken;
    tl_status status = tl_draw_sink_take(sink, &taken, error);
    if (status == TL_OK && map != NULL) {
        tl_draw_map(map, &taken);
    }
    return status;
}

const char *tl_board_map_json(const tl_board_map *map) {
    return map->json;
}

const char *tl_board_map_text(const tl_board_map *map) {
    return map->text;
}

/* --- Findings ----------------------------------------------------------------------------------------------------- */

/* A copy of a scene that is edited while the scene itself is only read. */
typedef struct workshop {
    const tl_scene *scene;
    tl_scene *copy;
    const char *text;
    size_t size;
} workshop;

static tl_status edit_copy(void *user, const char *edit, const tl_referee **referee, tl_error *error) {
    workshop *w = user;
    tl_status status = w->copy == NULL ? tl_scene_clone(w->scene, NULL, &w->copy, error)
                                       : tl_scene_restore(w->copy, w->text, w->size, NULL, error);
    if (status == TL_OK && edit != NULL) {
        status = tl_scene_edit(w->copy, edit, strlen(edit), NULL, error);
    }
    *referee = status == TL_OK ? w->copy->referee : NULL;
    return status;
}

tl_status tl_scene_study(const tl_scene *scene, const tl_board_study *study, tl_board_findings **findings,
                         tl_error *error) {
    if (scene == NULL || study == NULL || findings == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, study and findings must be given");
    }
    workshop w = {.scene = scene};
    w.text = tl_scene_text(scene, &w.size);
    const tl_board_editor editor = {&w, edit_copy};
    tl_board_study taken;
    tl_status status = tl_board_study_take(study, &taken, error);
    status = status == TL_OK ? tl_table_whole(scene->table, error) : status;
    status = status == TL_OK ? tl_board_look_into(scene->referee, &taken, &editor, findings, error) : status;
    tl_scene_destroy(w.copy);
    return status;
}

tl_status tl_scene_study_share(const tl_scene *scene, const tl_board_study *study, tl_error *error) {
    if (scene == NULL || study == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene and study must be given");
    }
    workshop w = {.scene = scene};
    w.text = tl_scene_text(scene, &w.size);
    const tl_board_editor editor = {&w, edit_copy};
    tl_board_study taken;
    tl_status status = tl_board_study_take(study, &taken, error);
    status = status == TL_OK ? tl_table_whole(scene->table, error) : status;
    status = status == TL_OK ? tl_board_look_into_share(scene->referee, &taken, &editor, error) : status;
    tl_scene_destroy(w.copy);
    return status;
}

bool tl_board_share_is_of_study(const char *path) {
    return path != NULL && tl_checkpoint_is(path, TL_CHECKPOINT_STUDY);
}

tl_status tl_scene_study_merge(const tl_scene *scene, const tl_board_study *study, const char *const *files,
                               size_t count, tl_board_findings **findings, tl_error *error) {
    if (scene == NULL || files == NULL || findings == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, files and findings must be given");
    }
    workshop w = {.scene = scene};
    w.text = tl_scene_text(scene, &w.size);
    const tl_board_editor editor = {&w, edit_copy};
    tl_board_study taken;
    tl_status status = tl_board_study_take(study, &taken, error);
    status = status == TL_OK ? tl_table_whole(scene->table, error) : status;
    if (status == TL_OK) {
        status =
            tl_board_findings_merge(scene->referee, files, count, taken.keep, taken.threads, &editor, findings, error);
    }
    tl_scene_destroy(w.copy);
    return status;
}

const char *tl_board_findings_json(const tl_board_findings *findings) {
    return findings->json;
}

const char *tl_board_findings_text(const tl_board_findings *findings) {
    return findings->text;
}

const char *tl_board_findings_edit(const tl_board_findings *findings) {
    return findings->edit;
}

bool tl_board_findings_suggestion(const tl_board_findings *findings, tl_board_suggestion *suggestion) {
    const tl_board_edit *best = &findings->best;
    if (best->json != NULL) {
        *suggestion = (tl_board_suggestion){findings->pieces[best->piece].id, best->text, findings->score.zones,
                                            best->score.zones};
    }
    return best->json != NULL;
}

tl_board_figures tl_board_findings_figures(const tl_board_findings *findings) {
    return tl_board_figures_of(findings);
}

size_t tl_board_findings_mark_count(const tl_board_findings *findings) {
    return findings->mark_count;
}

tl_board_mark tl_board_findings_mark(const tl_board_findings *findings, size_t index) {
    return findings->marks[index];
}

/* --- Firing positions --------------------------------------------------------------------------------------------- */

tl_status tl_scene_firing(const tl_scene *scene, const tl_firing_question *question, tl_firing **firing,
                          tl_error *error) {
    if (scene == NULL || question == NULL || firing == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, question and firing must be given");
    }
    workshop w = {.scene = scene};
    w.text = tl_scene_text(scene, &w.size);
    const tl_board_editor editor = {&w, edit_copy};
    tl_firing_question asked;
    tl_status status = tl_firing_question_take(question, &asked, error);
    status = status == TL_OK ? tl_firing_ask(scene->referee, &asked, &editor, firing, error) : status;
    tl_scene_destroy(w.copy);
    return status;
}

tl_firing_summary tl_firing_figures(const tl_firing *firing) {
    return firing->summary;
}

tl_firing_cell tl_firing_cell_at(const tl_firing *firing, size_t column, size_t row) {
    return firing->candidates[row * firing->summary.columns + column].cell;
}

bool tl_firing_height(const tl_firing *firing, size_t column, size_t row, double *height) {
    double z = firing->candidates[row * firing->summary.columns + column].height;
    if (!(z == z)) {
        return false;
    }
    *height = z;
    return true;
}

tl_firing_place tl_firing_place_at(const tl_firing *firing, size_t index) {
    return firing->listed[index].place;
}

size_t tl_firing_ring(const tl_firing *firing, size_t index, size_t ring, const tl_vec2 **corners) {
    const tl_firing_listed *l = &firing->listed[index];
    if (ring >= l->ring_count) {
        return 0;
    }
    *corners = l->corners + l->rings[ring].first;
    return l->rings[ring].count;
}

tl_status tl_firing_draw(const tl_firing *firing, const tl_draw_sink *sink, tl_error *error) {
    tl_draw_sink taken;
    tl_status status = tl_draw_sink_take(sink, &taken, error);
    if (status == TL_OK && firing != NULL) {
        tl_draw_firing(firing, &taken);
    }
    return status;
}

const char *tl_firing_json(const tl_firing *firing) {
    return firing->json;
}

const char *tl_firing_text(const tl_firing *firing) {
    return firing->text;
}

const char *tl_firing_caption(const tl_firing *firing) {
    return firing->caption;
}
