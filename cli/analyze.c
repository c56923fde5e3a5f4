/* analyze.c: `trueline analyze`: maps of a board. */
#include "analyze.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- Options ------------------------------------------------------------------------------------------------------ */

static bool read_number(const char **text, double *value) {
    char *end;
    if (strchr("+-.0123456789", **text) == NULL || **text == '\0') {
        return false;
    }
    *value = strtod(*text, &end);
    bool read = end != *text && *value == *value && *value <= 1e9 && *value >= -1e9;
    *text = end;
    return read;
}

/* Numbers with commas between them, as many as there are; a colon or the end stops. */
static size_t read_numbers(const char **text, double *values, size_t most) {
    size_t count = 0;
    while (count < most && read_number(text, &values[count])) {
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

const char *cli_analyze_option(const char *name, const char *value, cli_arguments *arguments, bool *taken) {
    cli_analysis *a = &arguments->analysis;
    *taken = true;
    if (strcmp(name, "--map") == 0) {
        a->map = value;
        return value != NULL ? NULL : " wants the name of a map, such as fov";
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
        bool read = value != NULL && read_number(&value, &count) && *value == '\0' && count >= 1 && count <= 256 &&
                    count == (double)(unsigned)count;
        a->threads = read ? (unsigned)count : 0;
        return read ? NULL : " wants a whole number from 1 to 256";
    }
    *taken = false;
    return NULL;
}

/* --- Progress ----------------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t stopped;

static void stop(int signal_number) {
    (void)signal_number;
    stopped = 1;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What a terminal is told; files and pipes get nothing. */
static struct {
    bool shows;
    bool shown;
    double start, last;
} told;

static void clear_line(void) {
    if (told.shown) {
        fputs("\r\033[K", stderr);
        told.shown = false;
    }
}

bool cli_analyze_progress(void *user, double done, const char *what) {
    (void)user;
    double time = told.shows ? now() : 0;
    if (told.shows && done > 0 && time - told.start > 1 && time - told.last > 0.25) {
        double left = (time - told.start) * (1 - done) / done;
        told.last = time;
        told.shown = true;
        if (left < 90) {
            fprintf(stderr, "\r\033[K%s: %.0f %%, %.0f s left", what, 100 * done, left);
        } else {
            fprintf(stderr, "\r\033[K%s: %.0f %%, %.0f min left", what, 100 * done, left / 60);
        }
        fflush(stderr);
    }
    return stopped == 0;
}

static void watch_signals(void) {
    struct sigaction action = {.sa_handler = stop};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    told.shows = isatty(STDERR_FILENO) != 0;
    told.start = told.last = now();
}

/* --- The command -------------------------------------------------------------------------------------------------- */

static bool make_question(const cli_arguments *arguments, tl_board_question *q) {
    const cli_analysis *a = &arguments->analysis;
    *q = (tl_board_question){.map = a->map,
                             .observer = a->observer,
                             .target = a->target,
                             .facing_deg = arguments->facing,
                             .area = a->has_area ? a->area : NULL,
                             .cell_mm = a->cell > 0 ? a->cell : 10,
                             .level = arguments->level,
                             .threads = a->threads,
                             .zone = a->zone_count > 0 ? a->zone : NULL,
                             .zone_count = a->zone_count};
    double spot[3];
    if (arguments->from != NULL && cli_point(arguments->from, spot) == 2) {
        q->has_spot = true;
        q->spot[0] = spot[0];
        q->spot[1] = spot[1];
    } else {
        q->from = arguments->from;
    }
    return a->map != NULL;
}

int cli_analyze(tl_context *context, const cli_arguments *arguments) {
    tl_board_question question;
    int width = 1600, height = 1000;
    if (!make_question(arguments, &question)) {
        fputs("trueline analyze: say which map: --map fov, dead or exposure\n", stderr);
        return EXIT_USAGE;
    }
    if (arguments->size != NULL && !cli_parse_size(arguments->size, &width, &height)) {
        fputs("trueline analyze: --size wants WIDTHxHEIGHT in pixels, 64 to 8192, such as 1600x1000\n", stderr);
        return EXIT_USAGE;
    }
    watch_signals();
    tl_scene *scene = NULL;
    int status = cli_load(context, arguments, arguments->positional[0], &scene);
    if (status != EXIT_ANSWERED) {
        return status;
    }
    tl_board_map *map = NULL;
    tl_error error = {0};
    told.start = now();
    tl_status done = tl_scene_analyze(scene, &question, &map, &error);
    clear_line();
    if (done == TL_OK && arguments->output != NULL) {
        done = cli_analyze_picture(scene, map, arguments->output, width, height, &error);
    }
    if (done != TL_OK) {
        status = cli_fail(&error);
    } else if (arguments->json) {
        puts(tl_board_map_json(map));
    } else {
        fputs(tl_board_map_text(map), stdout);
        if (arguments->output != NULL) {
            printf("%s: %d x %d pixels.\n", arguments->output, width, height);
        }
    }
    tl_board_map_destroy(map);
    tl_scene_destroy(scene);
    return status;
}
