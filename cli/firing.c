/* firing.c: `trueline analyze SCENE --firing MEMBER --target UNIT`: from where a model sees a target. */
#include "analyze.h"
#include "endings.h"

#include <string.h>

/* What is wrong with the command line as a whole; NULL: nothing. */
static const char *find_fault(const cli_arguments *arguments) {
    const cli_analysis *a = &arguments->analysis;
    int width, height;
    return arguments->positional_count > 1          ? "one scene at a time"
           : a->target == NULL                      ? "say who is to be seen: --target UNIT"
           : a->map != NULL                         ? "a map or firing positions, one at a time"
           : a->findings || a->pieces || a->suggest ? "findings or firing positions, one at a time"
           : arguments->question.from != NULL || a->zone.count > 0 || a->to.count > 0 || a->area.given ||
                   a->observer != NULL
               ? "firing positions are looked for where MEMBER can go: leave --from, --zone, --to, --area and "
                 "--observer out"
           : a->effort > 0                      ? "firing positions have no --effort: maps do"
           : a->shares > 0 || a->resume != NULL ? "firing positions can't be shared or resumed"
                                                : cli_picture_size(arguments, &width, &height);
}

/* The picture and the answer. */
static int tell(const tl_scene *scene, const tl_firing *firing, const cli_arguments *arguments, tl_error *error) {
    int width, height;
    cli_picture_size(arguments, &width, &height);
    if (arguments->output != NULL &&
        cli_firing_picture(scene, firing, arguments->output, width, height, arguments->spoken, error) != TL_OK) {
        return cli_fail(error);
    }
    if (arguments->json) {
        puts(tl_firing_json(firing));
    } else {
        fputs(tl_firing_text(firing), stdout);
        if (arguments->output != NULL) {
            printf("%s: %d x %d pixels.\n", arguments->output, width, height);
        }
    }
    return EXIT_ANSWERED;
}

int cli_firing(tl_context *context, const cli_arguments *arguments) {
    const cli_analysis *a = &arguments->analysis;
    const char *fault = find_fault(arguments), *set[2 * MOST_SETTINGS + 3];
    char tolerance[40];
    if (fault != NULL) {
        fprintf(stderr, "trueline analyze: %s\n", fault);
        return EXIT_USAGE;
    }
    cli_analyze_settings(arguments, set, tolerance);
    const tl_firing_question question = {.struct_size = sizeof(tl_firing_question),
                                         .member = a->firing,
                                         .target = a->target,
                                         .march = arguments->question.march,
                                         .weapon = arguments->question.weapon,
                                         .has_facing = arguments->question.has_facing,
                                         .facing_deg = arguments->question.facing_deg,
                                         .cell_mm = a->cell,
                                         .threads = a->threads,
                                         .set = set};
    tl_scene *scene = NULL;
    tl_error error = {0};
    int width, height;
    cli_picture_size(arguments, &width, &height);
    if (arguments->output != NULL && /* a picture of a table is rarely half as large as its pixels */
        (cli_pictures_check(&error) != TL_OK ||
         tl_output_check(arguments->output, "the picture", 0.5 * width * height, &error) != TL_OK)) {
        return cli_fail(&error);
    }
    int status = cli_load(context, arguments, arguments->positional[0], &scene);
    if (status != EXIT_ANSWERED) {
        return status;
    }
    tl_firing *firing = NULL;
    tl_status done = tl_scene_firing(scene, &question, &firing, &error);
    cli_clear_line();
    status = done == TL_OK ? tell(scene, firing, arguments, &error) : cli_fail(&error);
    tl_firing_destroy(firing);
    tl_scene_destroy(scene);
    return status;
}
