/* analyze.c: `trueline analyze`: maps of a board. */
#include "analyze.h"
#include "geotiff.h"
#include "endings.h"

#include <stdlib.h>
#include <string.h>

/* --- Settings ---------------------------------------------------------------------------------------------------- */

void cli_analyze_settings(const cli_arguments *arguments, const char **set, char tolerance[40]) {
    int count = 0;
    for (; count < 2 * arguments->set_count; count++) {
        set[count] = arguments->set[count];
    }
    if (arguments->question.has_tolerance) {
        snprintf(tolerance, 40, "%.17g", arguments->question.tolerance_mm);
        set[count++] = "tolerance_mm";
        set[count++] = tolerance;
    }
    set[count] = NULL;
}

/* --- The command -------------------------------------------------------------------------------------------------- */

static void make_question(const cli_arguments *arguments, const char **set, char *tolerance, tl_board_question *q) {
    const cli_analysis *a = &arguments->analysis;
    *q = (tl_board_question){.struct_size = sizeof(tl_board_question),
                             .map = a->map,
                             .observer = a->observer,
                             .target = a->target,
                             .facing_deg = arguments->question.facing_deg,
                             .area = a->area.given ? a->area.corners : NULL,
                             .cell_mm = a->cell > 0 ? a->cell : 10,
                             .level = (unsigned)arguments->question.level,
                             .effort = a->effort,
                             .threads = a->threads,
                             .zone = a->zone.count > 0 ? a->zone.corners : NULL,
                             .zone_count = a->zone.count,
                             .to = a->to.count > 0 ? a->to.corners : NULL,
                             .to_count = a->to.count,
                             .keep = a->shares > 0 ? arguments->output : a->resume,
                             .share = a->share,
                             .shares = a->shares,
                             .set = set};
    cli_analyze_settings(arguments, set, tolerance); /* shares carry them along */
    double place[3];
    if (arguments->question.from != NULL && cli_point(arguments->question.from, place) == 2) {
        q->has_place = true;
        q->place[0] = place[0];
        q->place[1] = place[1];
    } else {
        q->from = arguments->question.from;
    }
}

/* A picture under the name of something else would be a trap. */
static bool says_otherwise(const cli_arguments *arguments) {
    static const char *const others[] = {".json", ".csv", ".html", ".htm", ".svg",  ".jpg",
                                         ".jpeg", ".txt", ".pdf",  ".gif", ".webp", ".bmp"};
    bool otherwise = false;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        otherwise = otherwise || (arguments->output != NULL && cli_ends_in(arguments->output, others[i]));
    }
    return otherwise && arguments->analysis.shares == 0;
}

/* What is wrong with the command line as a whole; NULL: nothing. */
static const char *find_fault(const cli_arguments *arguments, bool merge) {
    const cli_analysis *a = &arguments->analysis;
    int width, height;
    if (says_otherwise(arguments)) {
        return "of a map -o writes a picture (.png) or a GeoTIFF (.tif); its numbers come with --json";
    }
    if (merge) {
        return arguments->positional_count < 3                    ? "merge wants a scene and the files of all shares"
               : a->map != NULL || a->shares > 0 || a->effort > 0 ? "the shares say themselves which map they are of"
                                                                  : NULL;
    }
    return arguments->positional_count > 1 ? "one scene at a time"
           : a->map == NULL
               ? "say which map: --map fov, dead, exposure, height, nearest, length, mutual or cover; or --findings "
                 "or --firing"
           : a->shares > 0 && arguments->output == NULL ? "say where the share is to go: -o FILE"
           : a->shares > 0 && a->resume != NULL         ? "a share is resumed from its own file, -o"
                                                        : cli_picture_size(arguments, &width, &height);
}

static bool is_raster(const char *path) {
    return cli_ends_in(path, ".tif") || cli_ends_in(path, ".tiff");
}

/* What would spoil hours of work at their end: files that can't be written. */
static tl_status check_files(const cli_arguments *arguments, const tl_board_question *question, tl_error *error) {
    const char *path = question->shares > 0 ? NULL : arguments->output;
    int width, height;
    cli_picture_size(arguments, &width, &height);
    tl_status status = TL_OK;
    if (path != NULL) {
        status = is_raster(path) ? cli_geotiff_check(error) : cli_pictures_check(error);
    }
    if (status == TL_OK && path != NULL) { /* a picture of a table is rarely half as large as its pixels */
        status = tl_output_check(path, is_raster(path) ? "the GeoTIFF" : "the picture",
                                 is_raster(path) ? 4096 : 0.5 * width * height, error);
    }
    if (status == TL_OK && question->keep != NULL) {
        status = tl_output_check(question->keep, question->shares > 0 ? "the share" : "what is finished", 65536, error);
    }
    return status;
}

/* The picture and the answer. */
static int tell(const tl_scene *scene, const tl_board_map *map, const cli_arguments *arguments, tl_error *error) {
    int width, height;
    cli_picture_size(arguments, &width, &height);
    bool raster = arguments->output != NULL && is_raster(arguments->output);
    tl_status saved = arguments->output == NULL ? TL_OK
                      : raster
                          ? cli_geotiff_save(scene, map, arguments->output, error)
                          : cli_analyze_picture(scene, map, arguments->output, width, height, arguments->spoken, error);
    if (saved != TL_OK) {
        return cli_fail(error);
    }
    if (arguments->json) {
        puts(tl_board_map_json(map));
    } else {
        fputs(tl_board_map_text(map), stdout);
        if (raster) {
            tl_board_summary s = tl_board_map_summary(map);
            printf("%s: %zu x %zu cells.\n", arguments->output, s.columns, s.rows);
        } else if (arguments->output != NULL) {
            printf("%s: %d x %d pixels.\n", arguments->output, width, height);
        }
    }
    return EXIT_ANSWERED;
}

int cli_analyze(tl_context *context, const cli_arguments *arguments) {
    if (arguments->analysis.firing != NULL) {
        return cli_firing(context, arguments);
    }
    if (cli_wants_findings(arguments)) {
        return cli_findings(context, arguments);
    }
    bool merge = strcmp(arguments->positional[0], "merge") == 0;
    const char *fault = find_fault(arguments, merge), *set[2 * MOST_SETTINGS + 3];
    if (fault != NULL) {
        fprintf(stderr, "trueline analyze: %s\n", fault);
        return EXIT_USAGE;
    }
    char tolerance[40];
    tl_board_question question;
    make_question(arguments, set, tolerance, &question);
    tl_scene *scene = NULL;
    tl_error error = {0};
    if (check_files(arguments, &question, &error) != TL_OK) {
        return cli_fail(&error);
    }
    int status = cli_load(context, arguments, arguments->positional[merge ? 1 : 0], &scene);
    if (status != EXIT_ANSWERED) {
        return status;
    }
    tl_board_map *map = NULL;
    tl_status done = merge                 ? tl_scene_analyze_merge(scene, arguments->positional + 2,
                                                                    (size_t)arguments->positional_count - 2, &map, &error)
                     : question.shares > 0 ? tl_scene_analyze_share(scene, &question, &error)
                                           : tl_scene_analyze(scene, &question, &map, &error);
    cli_clear_line();
    if (done != TL_OK) {
        status = cli_fail(&error);
    } else if (map != NULL) {
        status = tell(scene, map, arguments, &error);
    } else {
        printf("%s: share %u of %u.\n", arguments->output, question.share, question.shares);
    }
    tl_board_map_destroy(map);
    tl_scene_destroy(scene);
    return status;
}
