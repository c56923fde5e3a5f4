/* analyze.c: `trueline analyze`: maps of a board. */
#include "analyze.h"
#include "geotiff.h"
#include "endings.h"

#include <stdlib.h>
#include <string.h>

/* --- Options ------------------------------------------------------------------------------------------------------ */

/* Numbers with commas between them, as many as there are; a colon or the end stops. */
static size_t read_numbers(const char **text, double *values, size_t most) {
    size_t count = 0;
    while (count < most && cli_number(*text, &values[count], text)) {
        count++;
        if (**text != ',') {
            return count;
        }
        (*text)++;
    }
    return 0;
}

/* "X0,Y0,X1,Y1", or "X,Y:X,Y:X,Y..." */
static bool read_zone(const char *text, tl_vec2 *corners, size_t *count) {
    double v[4];
    const char *at = text;
    size_t n = read_numbers(&at, v, 4);
    if (n == 4 && *at == '\0') {
        corners[0] = (tl_vec2){v[0], v[1]};
        corners[1] = (tl_vec2){v[2], v[1]};
        corners[2] = (tl_vec2){v[2], v[3]};
        corners[3] = (tl_vec2){v[0], v[3]};
        *count = 4;
        return true;
    }
    *count = 0;
    for (at = text; *count < MOST_ZONE_CORNERS; at++) {
        if (read_numbers(&at, v, 2) != 2) {
            return false;
        }
        corners[(*count)++] = (tl_vec2){v[0], v[1]};
        if (*at == '\0') {
            return *count >= 3;
        }
        if (*at != ':') {
            return false;
        }
    }
    return false;
}

/* "2/4" */
static bool read_share(const char *text, unsigned *share, unsigned *shares) {
    char *end;
    unsigned long i = strtoul(text, &end, 10), n = 0;
    bool read = end != text && *end == '/' && text[0] >= '0' && text[0] <= '9' && end[1] >= '0' && end[1] <= '9';
    if (read) {
        n = strtoul(end + 1, &end, 10);
        read = *end == '\0' && i >= 1 && i <= n && n <= 10000;
    }
    *share = read ? (unsigned)i : 0;
    *shares = read ? (unsigned)n : 0;
    return read;
}

/* Options without a value. */
static bool is_switch(const char *name, cli_analysis *a) {
    bool *on = strcmp(name, "--findings") == 0  ? &a->findings
               : strcmp(name, "--pieces") == 0  ? &a->pieces
               : strcmp(name, "--suggest") == 0 ? &a->suggest
                                                : NULL;
    if (on != NULL) {
        *on = true;
    }
    return on != NULL;
}

const char *cli_analyze_option(const char *name, const char *value, cli_arguments *arguments, bool *taken,
                               bool *takes_value) {
    cli_analysis *a = &arguments->analysis;
    *taken = true;
    value = value != NULL && strncmp(value, "--", 2) == 0 ? NULL : value; /* the next option: the value was forgotten */
    if (is_switch(name, a)) {
        *takes_value = false;
        return NULL;
    }
    if (strcmp(name, "--map") == 0) {
        a->map = value;
        return value != NULL ? NULL : " wants the name of a map, such as fov";
    }
    if (strcmp(name, "--firing") == 0) {
        a->firing = value;
        return value != NULL ? NULL : " wants the model that moves";
    }
    if (strcmp(name, "--observer") == 0 || strcmp(name, "--target") == 0) {
        *(name[2] == 'o' ? &a->observer : &a->target) = value;
        return value != NULL ? NULL : " wants infantry, vehicle, or an asset of the scene";
    }
    if (strcmp(name, "--zone") == 0) {
        return value != NULL && read_zone(value, a->zone, &a->zone_count)
                   ? NULL
                   : " wants X0,Y0,X1,Y1 in millimetres, or three corners or more: X,Y:X,Y:X,Y";
    }
    if (strcmp(name, "--to") == 0) {
        return value != NULL && read_zone(value, a->to, &a->to_count)
                   ? NULL
                   : " wants X0,Y0,X1,Y1 in millimetres, or three corners or more: X,Y:X,Y:X,Y";
    }
    if (strcmp(name, "--area") == 0) {
        double v[4];
        a->has_area = value != NULL && read_numbers(&value, v, 4) == 4 && *value == '\0';
        a->area[0] = (tl_vec2){v[0], v[1]};
        a->area[1] = (tl_vec2){v[2], v[3]};
        return a->has_area ? NULL : " wants X0,Y0,X1,Y1 in millimetres";
    }
    if (strcmp(name, "--cell") == 0) {
        bool read = value != NULL && cli_length(value, &a->cell) && a->cell > 0;
        return read ? NULL : " wants a length more than 0, such as 10 (mm), 1cm or 0.5in";
    }
    if (strcmp(name, "--threads") == 0) {
        double count = 0;
        bool read = value != NULL && cli_number(value, &count, &value) && *value == '\0' && count >= 1 &&
                    count <= 256 && count == (double)(unsigned)count;
        a->threads = read ? (unsigned)count : 0;
        return read ? NULL : " wants a whole number from 1 to 256";
    }
    if (strcmp(name, "--effort") == 0) {
        bool read = value != NULL && cli_number(value, &a->effort, &value) && *value == '\0' && a->effort >= 1 &&
                    a->effort <= 1000;
        a->effort = read ? a->effort : 0;
        return read ? NULL : " wants a number from 1 to 1000";
    }
    if (strcmp(name, "--resume") == 0) {
        a->resume = value;
        return value != NULL ? NULL : " wants the name of a file";
    }
    if (strcmp(name, "--shard") == 0) {
        return value != NULL && read_share(value, &a->share, &a->shares)
                   ? NULL
                   : " wants which share of how many, such as 2/4, up to 10000";
    }
    *taken = false;
    return NULL;
}

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
    *q = (tl_board_question){.map = a->map,
                             .observer = a->observer,
                             .target = a->target,
                             .facing_deg = arguments->question.facing_deg,
                             .area = a->has_area ? a->area : NULL,
                             .cell_mm = a->cell > 0 ? a->cell : 10,
                             .level = (unsigned)arguments->question.level,
                             .effort = a->effort,
                             .threads = a->threads,
                             .zone = a->zone_count > 0 ? a->zone : NULL,
                             .zone_count = a->zone_count,
                             .to = a->to_count > 0 ? a->to : NULL,
                             .to_count = a->to_count,
                             .keep = a->shares > 0 ? arguments->output : a->resume,
                             .share = a->share,
                             .shares = a->shares,
                             .set = set};
    cli_analyze_settings(arguments, set, tolerance); /* shares carry them along */
    double spot[3];
    if (arguments->question.from != NULL && cli_point(arguments->question.from, spot) == 2) {
        q->has_spot = true;
        q->spot[0] = spot[0];
        q->spot[1] = spot[1];
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
