/* view.c: the window in which a scene is looked at, asked about and arranged. */
#include "cli.h"

#ifdef TRUELINE_WINDOW
#include "viewer/viewer.h"

int cli_view(tl_context *context, const cli_arguments *arguments) {
    (void)context; /* the window reads scenes itself, beside its drawing */
    tlv_viewer_options options = {.import_helper = arguments->program,
                                  .mesh_cache = arguments->mesh_cache,
                                  .set = arguments->set,
                                  .language = arguments->spoken,
                                  .frames = arguments->frames,
                                  .shot = arguments->shot,
                                  .script = arguments->script,
                                  .folder = arguments->output};
    if (arguments->size != NULL && !cli_parse_size(arguments->size, &options.width, &options.height)) {
        fputs("trueline view: --size wants WIDTHxHEIGHT in pixels, 64 to 8192, such as 1280x800\n", stderr);
        return EXIT_USAGE;
    }
    tl_error error = {0};
    if (tlv_view_run(arguments->positional_count > 0 ? arguments->positional[0] : NULL, &options, &error) == TL_OK) {
        return EXIT_ANSWERED;
    }
    int status = cli_fail(&error);
    return status == EXIT_USAGE ? EXIT_BAD_INPUT : status;
}

#else

int cli_view(tl_context *context, const cli_arguments *arguments) {
    (void)context;
    (void)arguments;
    tl_error error = {0};
    cli_lacks(&error, "a window", "build it with TRUELINE_VIEWER=ON, OpenGL, GLFW and Dear ImGui");
    return cli_fail(&error);
}

#endif
