/* batch.c: one JSON query a line, one JSON answer a line, in order. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A line that is read, without its end; of one that is longer than a question may be only the beginning is kept. */
typedef struct batch_line {
    char *text;  /* TL_QUESTION_BYTES + 1 bytes */
    size_t size; /* of all of it */
} batch_line;

/* The next line; false behind the last one. */
static bool read_line(FILE *in, batch_line *line) {
    int byte = getc_unlocked(in), last = EOF;
    line->size = 0;
    for (; byte != EOF && byte != '\n'; byte = getc_unlocked(in)) {
        if (line->size < TL_QUESTION_BYTES) {
            line->text[line->size] = (char)byte;
        }
        line->size++;
        last = byte;
    }
    line->size -= last == '\r';
    line->text[line->size < TL_QUESTION_BYTES ? line->size : TL_QUESTION_BYTES] = '\0';
    return byte != EOF || last != EOF;
}

/* An exit status; EXIT_ANSWERED also where the answer is that the line can't be answered. */
static int answer(tl_scene *scene, const batch_line *line) {
    int status = EXIT_ANSWERED;
    tl_error error = {0};
    tl_ruling *ruling = NULL;
    tl_status asked = tl_scene_ask_json(scene, line->text, line->size, &ruling, &error);
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
    return status;
}

int cli_batch(tl_context *context, const cli_arguments *arguments) {
    FILE *in = stdin;
    if (arguments->positional_count > 1 && strcmp(arguments->positional[1], "-") != 0) {
        in = fopen(arguments->positional[1], "rb");
        if (in == NULL) {
            fprintf(stderr, "trueline: %s: can't be opened: %s\n", arguments->positional[1], strerror(errno));
            return EXIT_BAD_INPUT;
        }
    }
    tl_scene *scene = NULL;
    int status = cli_load(context, arguments, arguments->positional[0], &scene);
    batch_line line = {.text = malloc(TL_QUESTION_BYTES + 1)};
    if (status == EXIT_ANSWERED && line.text == NULL) {
        status = cli_fail(&(tl_error){.status = TL_ERROR_MEMORY, .message = "there is not enough memory"});
    }
    while (status == EXIT_ANSWERED && read_line(in, &line)) {
        if (strspn(line.text, " \t\r\n") < line.size) { /* an empty line asks nothing */
            status = answer(scene, &line);
        }
    }
    free(line.text);
    tl_scene_destroy(scene);
    if (in != stdin) {
        fclose(in);
    }
    return status;
}
