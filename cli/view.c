/* view.c: the window in which a scene is looked at, asked about and arranged. */
#include "cli.h"

#ifdef TRUELINE_WINDOW
#include "viewer/viewer.h"

int cli_view(tl_context *context, const cli_arguments *arguments) {
    tlv_viewer_options options = {.import_helper = arguments->program,
                                  .mesh_cache = arguments->mesh_cache,
                                  .set = arguments->set,
                                  .frames = arguments->frames,
                                  .shot = arguments->shot};
    if (arguments->size != NULL && !cli_parse_size(arguments->size, &options.width, &options.height)) {
        fputs("trueline view: --size wants WIDTHxHEIGHT in pixels, 64 to 8192, such as 1280x800\n", stderr);
        return EXIT_USAGE;
    }
    tl_scene *scene = NULL;
    int status = cli_load(context, arguments, arguments->positional[0], &scene);
    if (status == EXIT_ANSWERED) {
        tl_error error = {0};
        if (tlv_view_window(scene, arguments->positional[0], &options, &error) != TL_OK) {
            status = cli_fail(&error);
            status = error.status == TL_ERROR_UNSUPPORTED ? EXIT_NO_ANSWER : status; /* no display */
        }
    }
    tl_scene_destroy(scene);
    return status;
}

#else

int cli_view(tl_context *context, const cli_arguments *arguments) {
    (void)context;
    (void)arguments;
    fputs("trueline view: this program was built without a window; build it with TRUELINE_VIEWER=ON, OpenGL and GLFW\n",
          stderr);
    return EXIT_NO_ANSWER;
}

#endif
