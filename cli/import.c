/* import.c: what is in a mesh file. */
#include "cli.h"

#include <trueline/import.h>

int cli_import(tl_context *context, const cli_arguments *arguments) {
    tl_error error = {0};
    char *text = NULL;
    const tl_mesh_options options = {
        .helper = arguments->program, .mesh_cache = arguments->mesh_cache, .output = arguments->output};
    if (tl_mesh_describe(context, arguments->positional[0], &options, arguments->json, &text, &error) != TL_OK) {
        int status = cli_fail(&error);
        return status == EXIT_USAGE && arguments->output == NULL ? EXIT_BAD_INPUT : status;
    }
    fputs(text, stdout);
    if (arguments->json) {
        putchar('\n');
    }
    tl_text_free(context, text);
    return EXIT_ANSWERED;
}
