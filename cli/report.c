/* report.c: `--report`: writes a ruling as one HTML file with its pictures. */
#include "cli.h"

#include <string.h>

#ifdef TRUELINE_PICTURES
#include "viewer/html.h"
#endif

static bool ends_in(const char *path, const char *end) {
    size_t length = strlen(path), tail = strlen(end);
    return length > tail && strcmp(path + length - tail, end) == 0;
}

bool cli_is_report(const char *path) {
    return ends_in(path, ".html") || ends_in(path, ".htm");
}

#ifdef TRUELINE_PICTURES

tl_status cli_save_report(const cli_arguments *arguments, const tl_scene *scene, const tl_question *question,
                          const tl_ruling *ruling, const char *path, tl_error *error) {
    const char *file = strrchr(arguments->positional[0], '/');
    const tlv_subject subject = {scene, ruling, question};
    const tlv_report_options options = {.language = arguments->spoken,
                                        .scene_file = file != NULL ? file + 1 : arguments->positional[0],
                                        .date = arguments->date};
    tlv_renderer *renderer = NULL;
    tl_status status = tlv_renderer_create_offscreen(640, 480, 4, &renderer, error);
    if (status == TL_OK) {
        status = tlv_report_save(renderer, &subject, &options, path, error);
    }
    tlv_renderer_destroy(renderer);
    return status;
}

#else

tl_status cli_save_report(const cli_arguments *arguments, const tl_scene *scene, const tl_question *question,
                          const tl_ruling *ruling, const char *path, tl_error *error) {
    (void)arguments;
    (void)scene;
    (void)question;
    (void)ruling;
    (void)path;
    return cli_pictures_check(error);
}

#endif
