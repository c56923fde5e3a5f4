/* load.c: loading a scene for a command, and telling what went wrong. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static int status_of(const tl_error *error) {
    switch (error->status) {
    case TL_OK:
        return EXIT_ANSWERED;
    case TL_ERROR_ARGUMENT:
    case TL_ERROR_NOT_FOUND:
    case TL_ERROR_NO_RULE: /* asking what the game doesn't know */
        return EXIT_USAGE;
    case TL_ERROR_FILE:
    case TL_ERROR_FORMAT:
    case TL_ERROR_SCENE:
    case TL_ERROR_LIMIT:
        return EXIT_BAD_INPUT;
    case TL_ERROR_UNSUPPORTED: /* by what was given, or by this program and this machine */
        return error->file[0] != '\0' || error->place[0] != '\0' ? EXIT_BAD_INPUT : EXIT_NO_ANSWER;
    case TL_ERROR_MEMORY:
    case TL_ERROR_CANCELLED:
    case TL_ERROR_INTERNAL:
        break;
    }
    return EXIT_NO_ANSWER;
}

int cli_fail(const tl_error *error) {
    char text[2048];
    cli_clear_line();
    if (cli_interrupted()) {
        static bool told;
        fputs(told ? "" : "trueline: interrupted\n", stderr);
        told = true;
        return EXIT_NO_ANSWER;
    }
    tl_report_text(error, text, sizeof(text));
    fprintf(stderr, "trueline: %s\n", text);
    return status_of(error);
}

bool cli_is_no_side(tl_status status, const tl_error *error) {
    return status == TL_ERROR_NOT_FOUND && strcmp(error->place, "for") == 0;
}

int cli_load(tl_context *context, const cli_arguments *arguments, const char *path, tl_scene **scene) {
    tl_error error = {0};
    tl_report *report = NULL;
    tl_scene_options options = {.struct_size = sizeof(tl_scene_options),
                                .import_helper = arguments->program,
                                .mesh_cache = arguments->mesh_cache,
                                .for_side = arguments->question.for_side};
    *scene = NULL;
    tl_status status = tl_scene_load(context, path, &options, scene, &report, &error);
    if (cli_is_no_side(status, &error)) {
        tl_report_destroy(report);
        return cli_fail(&error);
    }
    if (status != TL_OK && tl_report_count(report) > 0) {
        int worst = EXIT_BAD_INPUT;
        for (size_t i = 0; i < tl_report_count(report); i++) {
            bool warning;
            const tl_error *problem = tl_report_get(report, i, &warning);
            if (!warning) {
                /* a name the scene gets wrong is bad input, not a wrong command line */
                int one = cli_fail(problem);
                worst = one == EXIT_NO_ANSWER ? one : worst;
            }
        }
        tl_report_destroy(report);
        return worst;
    }
    tl_report_destroy(report);
    if (status != TL_OK) {
        int one = cli_fail(&error);
        return one == EXIT_USAGE ? EXIT_BAD_INPUT : one;
    }
    for (int i = 0; i < arguments->set_count && status == TL_OK; i++) {
        status = tl_scene_set(*scene, arguments->set[2 * i], arguments->set[2 * i + 1], &error);
    }
    if (status == TL_OK && arguments->question.has_tolerance) {
        char number[40];
        snprintf(number, sizeof(number), "%.17g", arguments->question.tolerance_mm);
        status = tl_scene_set(*scene, "tolerance_mm", number, &error);
    }
    if (status != TL_OK) {
        tl_scene_destroy(*scene);
        *scene = NULL;
        return cli_fail(&error);
    }
    return EXIT_ANSWERED;
}

bool cli_parse_size(const char *text, int *width, int *height) {
    char *end;
    long w = strtol(text, &end, 10);
    if (end == text || *end != 'x') {
        return false;
    }
    const char *rest = end + 1;
    long h = strtol(rest, &end, 10);
    if (end == rest || *end != '\0' || w < 64 || w > 8192 || h < 64 || h > 8192) {
        return false;
    }
    *width = (int)w;
    *height = (int)h;
    return true;
}

const char *cli_picture_size(const cli_arguments *arguments, int *width, int *height) {
    *width = 1600;
    *height = 1000;
    return arguments->size == NULL || cli_parse_size(arguments->size, width, height)
               ? NULL
               : "--size wants WIDTHxHEIGHT in pixels, 64 to 8192, such as 1600x1000";
}
