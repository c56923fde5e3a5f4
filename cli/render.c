/* render.c: a picture of the table, and of a ruling when one is asked for. */
#include "cli.h"

#include <string.h>

#ifdef TRUELINE_PICTURES
#include "viewer/shot.h"

static tl_status save_picture(const tlv_subject *subject, const cli_arguments *arguments, int width, int height,
                              tl_error *error) {
    tlv_renderer *renderer = NULL;
    tl_status status = tlv_renderer_create_offscreen(width, height, 4, &renderer, error);
    if (status == TL_OK) {
        status = tlv_shot_sheet(renderer, subject, arguments->view, error);
    }
    if (status == TL_OK) {
        status = tlv_renderer_save_png(renderer, arguments->output, error);
    }
    tlv_renderer_destroy(renderer);
    return status;
}

static int misused(const char *problem) {
    fprintf(stderr, "trueline render: %s\n", problem);
    return EXIT_USAGE;
}

int cli_render(tl_context *context, const cli_arguments *arguments) {
    int width = 1600, height = 1000;
    char query[512] = "";
    tl_question question = TL_QUESTION_INIT;
    if (arguments->output == NULL) {
        return misused("say where to write the picture: -o FILE.png, or the report: -o FILE.html");
    }
    bool report = cli_is_report(arguments->output);
    if (report && (arguments->query == NULL || arguments->view != NULL || arguments->size != NULL)) {
        return misused("a report is of a --query, and has its own pictures: without --view and --size");
    }
    const char *unfit = cli_picture_size(arguments, &width, &height);
    if (unfit != NULL) {
        return misused(unfit);
    }
    snprintf(query, sizeof(query), "%s", arguments->query != NULL ? arguments->query : "");
    if (arguments->query != NULL && !cli_split_query(query, &question)) {
        return misused("--query wants a question such as \"los A B\", \"cohesion UNIT\", \"move A 400,300\" or "
                       "\"attack A B WEAPON\"");
    }
    tl_scene *scene;
    int status = cli_load(context, arguments, arguments->positional[0], &scene);
    if (status != EXIT_ANSWERED) {
        return status;
    }
    tl_error error = {0};
    tl_ruling *ruling = NULL;
    tl_status done = TL_OK;
    if (arguments->query != NULL) {
        question.proof = strcmp(question.query, "los") == 0;
        if (question.has_limit && question.limit_mm < 0) {
            question.limit_mm *= -tl_scene_game_unit(scene);
        }
        if (question.has_guess && question.guess_mm < 0) {
            question.guess_mm *= -tl_scene_game_unit(scene);
        }
        done = tl_scene_ask(scene, &question, &ruling, &error);
    }
    if (done == TL_OK && report) {
        done = cli_save_report(arguments, scene, &question, ruling, arguments->output, &error);
    } else if (done == TL_OK) {
        const tlv_subject subject = {scene, ruling, &question};
        done = save_picture(&subject, arguments, width, height, &error);
    }
    if (done != TL_OK) {
        status = cli_fail(&error);
    } else if (arguments->json) {
        puts(ruling != NULL ? tl_ruling_json(ruling) : "{\"query\":\"render\",\"verdict\":\"yes\"}");
    } else if (report) {
        printf("%s%s\n", tl_ruling_text(ruling), arguments->output);
    } else {
        printf("%s%s: %d x %d pixels.\n", ruling != NULL ? tl_ruling_text(ruling) : "", arguments->output, width,
               height);
    }
    tl_ruling_destroy(ruling);
    tl_scene_destroy(scene);
    return status;
}

#else

int cli_render(tl_context *context, const cli_arguments *arguments) {
    (void)context;
    (void)arguments;
    tl_error error = {0};
    cli_pictures_check(&error);
    return cli_fail(&error);
}

#endif
