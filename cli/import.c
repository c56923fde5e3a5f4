/* import.c: what is in a mesh file, in words, JSON and a picture. */
#include "cli.h"

#include <trueline/words.h>

#include <string.h>

#ifdef TRUELINE_PICTURES
#include "viewer/picture.h"

static tl_status draw(const cli_arguments *arguments, tlv_renderer *renderer, tl_error *error) {
    const char *slash = strrchr(arguments->positional[0], '/');
    const bool parts = arguments->mesh.parts != NULL, core = arguments->mesh.suggest_core;
    const tlv_style style = {
        .title = slash != NULL ? slash + 1 : arguments->positional[0],
        .captions = {tl_words_find(arguments->spoken, parts                   ? "caption.import.roles"
                                                      : core                  ? "caption.import.core"
                                                      : arguments->mesh.crops ? "caption.import.crop"
                                                                              : "caption.import.health")},
        .no_frame = true};
    tlv_camera camera =
        tlv_camera_frame(tlv_renderer_box(renderer), (tl_vec3){-0.5, -1, 0.6}, tlv_renderer_aspect(renderer, &style));
    tl_status status = tlv_renderer_draw(renderer, &camera, &style, error);
    return status == TL_OK ? tlv_renderer_save_png(renderer, arguments->picture, error) : status;
}

/* The mesh is read, and the picture drawn of what the library hands to the renderer on the way. */
static tl_status describe(tl_context *context, const cli_arguments *arguments, tl_mesh_options *options, char **text,
                          tl_error *error) {
    if (arguments->picture == NULL) {
        return tl_mesh_describe(context, arguments->positional[0], options, arguments->json, text, error);
    }
    tlv_renderer *renderer = NULL;
    tl_status status = tlv_renderer_create_offscreen(1600, 1000, 4, &renderer, error);
    if (status != TL_OK) {
        return status;
    }
    tlv_renderer_begin(renderer);
    tl_draw_sink sink = tlv_renderer_sink(renderer);
    options->sink = &sink;
    status = tl_mesh_describe(context, arguments->positional[0], options, arguments->json, text, error);
    if (status == TL_OK) {
        status = draw(arguments, renderer, error);
        if (status != TL_OK) {
            tl_text_free(context, *text);
            *text = NULL;
        }
    }
    tlv_renderer_destroy(renderer);
    return status;
}

#else

static tl_status describe(tl_context *context, const cli_arguments *arguments, tl_mesh_options *options, char **text,
                          tl_error *error) {
    return tl_mesh_describe(context, arguments->positional[0], options, arguments->json, text, error);
}

#endif

int cli_import(tl_context *context, const cli_arguments *arguments) {
    tl_error error = {0};
    if (arguments->picture != NULL && cli_pictures_check(&error) != TL_OK) {
        return cli_fail(&error);
    }
    char *text = NULL;
    tl_mesh_options options = arguments->mesh;
    options.helper = arguments->program;
    options.mesh_cache = arguments->mesh_cache;
    options.output = arguments->output;
    options.references = arguments->references;
    if (describe(context, arguments, &options, &text, &error) != TL_OK) {
        int status = cli_fail(&error);
        bool of_option = strncmp(error.place, "--", 2) == 0;
        return status == EXIT_USAGE && arguments->output == NULL && !of_option ? EXIT_BAD_INPUT : status;
    }
    cli_clear_line();
    fputs(text, stdout);
    if (arguments->json) {
        putchar('\n');
    }
    tl_text_free(context, text);
    return EXIT_ANSWERED;
}
