/* ask.c: one question, one answer: `range`, `los`, `attack` and the others. */
#include "cli.h"

#include <string.h>

int cli_ask(tl_context *context, const cli_arguments *arguments) {
    tl_scene *scene;
    tl_error error = {0};
    if (arguments->report != NULL && cli_pictures_check(&error) != TL_OK) {
        return cli_fail(&error);
    }
    int status = cli_load(context, arguments, arguments->positional[0], &scene);
    if (status != EXIT_ANSWERED) {
        return status;
    }
    tl_question question = arguments->question;
    question.query = arguments->command;
    question.has_tolerance = false; /* it is the scene's */
    question.proof = question.proof || (arguments->report != NULL && strcmp(arguments->command, "los") == 0);
    if (question.has_limit && question.limit_mm < 0) {
        /* game units are known only now that the scene is */
        question.limit_mm = -question.limit_mm * tl_scene_game_unit(scene);
    }
    if (question.has_guess && question.guess_mm < 0) {
        question.guess_mm = -question.guess_mm * tl_scene_game_unit(scene);
    }
    tl_ruling *ruling = NULL;
    tl_status asked = tl_scene_ask(scene, &question, &ruling, &error);
    cli_clear_line();
    if (asked != TL_OK) {
        status = cli_fail(&error);
    } else if (arguments->report != NULL &&
               cli_save_report(arguments, scene, &question, ruling, arguments->report, &error) != TL_OK) {
        status = cli_fail(&error);
    } else if (arguments->json) {
        puts(tl_ruling_json(ruling));
    } else {
        fputs(tl_ruling_text(ruling), stdout);
    }
    tl_ruling_destroy(ruling);
    tl_scene_destroy(scene);
    return status;
}
