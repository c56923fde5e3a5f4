/* analyze.h: what the files of `trueline analyze` share: parts of the command that analyzes boards. */
#ifndef TL_CLI_ANALYZE_H
#define TL_CLI_ANALYZE_H

#include "cli.h"

/* Draws a map over the table and saves it as a PNG. Errors: TL_ERROR_UNSUPPORTED without a viewer's library. */
tl_status cli_analyze_picture(const tl_scene *scene, const tl_board_map *map, const char *path, int width, int height,
                              const char *language, tl_error *error);

/* The command line's settings and tolerance as a question takes them; `set` has room for all of them and a NULL. */
void cli_analyze_settings(const cli_arguments *arguments, const char **set, char tolerance[40]);

/* findings.c: whether the command line asks for findings; what they are. */
bool cli_wants_findings(const cli_arguments *arguments);
int cli_findings(tl_context *context, const cli_arguments *arguments);

/* firing.c: `trueline analyze SCENE --firing MEMBER --target UNIT`. */
int cli_firing(tl_context *context, const cli_arguments *arguments);
/* firing_picture.c: firing positions over the table as a PNG. Errors: as the others. */
tl_status cli_firing_picture(const tl_scene *scene, const tl_firing *firing, const char *path, int width, int height,
                             const char *language, tl_error *error);

/* boards.c: many boards in one go, compared. */
int cli_boards(tl_context *context, const cli_arguments *arguments, const tl_board_study *study);

/* findings_picture.c: draws findings over the table, and what is suggested, and saves them as a PNG; the same as
 * pixels, width * height * 4 bytes. The scene is what it was afterwards. Errors: TL_ERROR_UNSUPPORTED without a
 * viewer's library, which has no pixels. */
tl_status cli_findings_picture(tl_scene *scene, const tl_board_findings *findings, const char *path, int width,
                               int height, const char *language, tl_error *error);
tl_status cli_findings_pixels(tl_scene *scene, const tl_board_findings *findings, int width, int height,
                              const char *language, uint8_t *rgba, tl_error *error);

#endif
