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
    bool one = strcmp(arguments->command, "cohesion") == 0; /* asks about one unit */
    bool laid = strcmp(arguments->command, "template") == 0;
    bool goes = strcmp(arguments->command, "move") == 0 || strcmp(arguments->command, "reach") == 0;
    tl_question question = {.query = arguments->command,
                            .from = laid          ? arguments->from
                                    : one || goes ? NULL
                                                  : arguments->positional[1],
                            .to = one || laid || goes ? NULL : arguments->positional[2],
                            .member = goes ? arguments->positional[1] : NULL,
                            .path = arguments->path,
                            .path_count = arguments->path_count,
                            .march = arguments->march,
                            .unit = one ? arguments->positional[1] : NULL,
                            .weapon = arguments->weapon,
                            .skill = arguments->skill,
                            .sight = arguments->sight,
                            .has_facing = arguments->has_facing,
                            .facing_deg = arguments->facing,
                            .proof = arguments->proof ||
                                     (arguments->report != NULL && strcmp(arguments->command, "los") == 0),
                            .shape = arguments->shape,
                            .at = {arguments->at[0], arguments->at[1], arguments->at[2]},
                            .at_count = arguments->at_count,
                            .level = arguments->level,
                            .has_level = arguments->has_level,
                            .toward = arguments->toward,
                            .has_angle = arguments->has_angle,
                            .angle_deg = arguments->angle,
                            .best = arguments->best,
                            .side = arguments->side,
                            .has_friends_weight = arguments->has_friends_weight,
                            .friends_weight = arguments->friends_weight,
                            .margin = arguments->margin,
                            .effort = arguments->effort,
                            .time_limit_ms = arguments->time_limit,
                            .has_limit = arguments->has_limit,
                            .limit_mm = arguments->limit};
    if (arguments->has_limit && arguments->limit < 0) {
        /* game units are known only now that the scene is */
        question.limit_mm = -arguments->limit * tl_scene_game_unit(scene);
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
