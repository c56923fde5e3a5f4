/* batch.c: one JSON query a line, one JSON answer a line, in order. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int cli_batch(tl_context *context, const cli_arguments *arguments) {
    FILE *in = stdin;
    if (arguments->positional_count > 1) {
        in = fopen(arguments->positional[1], "rb");
        if (in == NULL) {
            fprintf(stderr, "trueline: %s: can't be opened: %s\n", arguments->positional[1], strerror(errno));
            return EXIT_BAD_INPUT;
        }
    }
    tl_scene *scene = NULL;
    int status = cli_load(context, arguments, arguments->positional[0], &scene);
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while (status == EXIT_ANSWERED && (length = getline(&line, &capacity, in)) >= 0) {
        size_t size = (size_t)length;
        while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r')) {
            size--;
        }
        if (strspn(line, " \t\r\n") >= (size_t)length) {
            continue; /* an empty line asks nothing */
        }
        tl_error error = {0};
        tl_ruling *ruling = NULL;
        tl_status asked = tl_scene_ask_json(scene, line, size, &ruling, &error);
        if (ruling != NULL) {
            puts(tl_ruling_json(ruling));
            fflush(stdout); /* the asker may be waiting at the other end of a pipe */
        } else {
            status = cli_fail(&error);
        }
        if (asked == TL_ERROR_MEMORY || asked == TL_ERROR_CANCELLED) {
            status = EXIT_NO_ANSWER;
        }
        tl_ruling_destroy(ruling);
    }
    free(line);
    tl_scene_destroy(scene);
    if (in != stdin) {
        fclose(in);
    }
    return status;
}
