/* analyze.h: what the files of `analyze` share. */
#ifndef TL_CLI_ANALYZE_H
#define TL_CLI_ANALYZE_H

#include "cli.h"

/* Writes a map over the table seen from above. */
tl_status cli_analyze_picture(const tl_scene *scene, const tl_board_map *map, const char *path, int width, int height,
                              tl_error *error);

#endif
