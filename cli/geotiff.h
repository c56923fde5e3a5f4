/* geotiff.h: writing the map of a board as a GeoTIFF, for people with map tools. */
#ifndef TL_CLI_GEOTIFF_H
#define TL_CLI_GEOTIFF_H

#include "cli.h"

/* Saves a map as a GeoTIFF of three bands, lower bound, upper bound and estimate (docs/analysis.md). Errors:
 * TL_ERROR_UNSUPPORTED where the program was built without it, TL_ERROR_FILE, TL_ERROR_MEMORY. */
tl_status cli_geotiff_save(const tl_scene *scene, const tl_board_map *map, const char *path, tl_error *error);

/* TL_OK where GeoTIFF can be written; else the error that says why not. */
tl_status cli_geotiff_check(tl_error *error);

#endif
