/* board.c: maps behind the public wall. */
#include "api/handle.h"

#include "board/map.h"

tl_status tl_scene_analyze(const tl_scene *scene, const tl_board_question *question, tl_board_map **map,
                           tl_error *error) {
    if (scene == NULL || question == NULL || map == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, question and map must be given");
    }
    return tl_board_ask(scene->referee, question, map, error);
}

tl_status tl_scene_analyze_share(const tl_scene *scene, const tl_board_question *question, tl_error *error) {
    if (scene == NULL || question == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene and question must be given");
    }
    return tl_board_ask_share(scene->referee, question, error);
}

tl_status tl_scene_analyze_merge(const tl_scene *scene, const char *const *files, size_t count, tl_board_map **map,
                                 tl_error *error) {
    if (scene == NULL || files == NULL || map == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, files and map must be given");
    }
    return tl_board_merge(scene->referee, files, count, map, error);
}

tl_board_summary tl_board_map_summary(const tl_board_map *map) {
    return map->summary;
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

const char *tl_board_map_json(const tl_board_map *map) {
    return map->json;
}

const char *tl_board_map_text(const tl_board_map *map) {
    return map->text;
}
