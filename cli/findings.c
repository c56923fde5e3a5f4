/* findings.c: `trueline analyze SCENE --findings`: what a board does as a whole. */
#include "analyze.h"
#include "endings.h"

#include <string.h>
#include <sys/stat.h>

bool cli_wants_findings(const cli_arguments *arguments) {
    const cli_analysis *a = &arguments->analysis;
    bool merge = strcmp(arguments->positional[0], "merge") == 0, many = arguments->positional_count > 1 && !merge;
    if (merge) {
        return arguments->positional_count > 2 && tl_board_share_is_of_study(arguments->positional[2]);
    }
    return a->findings || a->pieces || a->suggest || (many && a->map == NULL);
}

static bool is_picture(const char *path) {
    return cli_ends_in(path, ".png");
}

/* What is wrong with the command line as a whole; NULL: nothing. */
static const char *find_fault(const cli_arguments *arguments) {
    const cli_analysis *a = &arguments->analysis;
    int width, height;
    bool merge = strcmp(arguments->positional[0], "merge") == 0, many = arguments->positional_count > 1 && !merge;
    return a->map != NULL                     ? "a map or findings, one at a time"
           : arguments->question.from != NULL ? "findings have zones, --zone and --to, but no --from"
           : a->effort > 0                    ? "findings have no --effort: maps do"
           : a->area.given                    ? "findings are about the whole table: leave --area out"
           : merge && (a->shares > 0 || a->findings || a->pieces || a->suggest)
               ? "the shares say themselves what they are of"
           : many && (a->shares > 0 || a->resume != NULL) ? "boards are shared and resumed one by one"
           : a->shares > 0 && arguments->output == NULL   ? "say where the share is to go: -o FILE"
           : a->shares > 0 && a->resume != NULL           ? "a share is resumed from its own file, -o"
           : a->observer != NULL ? "findings have one body that looks and is looked at: --target"
           : arguments->output != NULL && !many && !merge && a->shares == 0 && !is_picture(arguments->output) &&
                   !a->suggest
               ? "-o wants a .png for a picture, or with --suggest a scene to write"
               : cli_picture_size(arguments, &width, &height);
}

/* The scene with the suggested change. */
static tl_status save_suggestion(tl_scene *scene, const tl_board_findings *findings, const char *path,
                                 tl_error *error) {
    const char *edit = tl_board_findings_edit(findings);
    tl_status status = tl_scene_edit(scene, edit, strlen(edit), NULL, error);
    return status == TL_OK ? tl_scene_save(scene, path, error) : status;
}

/* The picture, or the scene. */
static tl_status save(tl_scene *scene, const tl_board_findings *findings, const cli_arguments *arguments,
                      tl_error *error) {
    if (is_picture(arguments->output)) {
        int width, height;
        cli_picture_size(arguments, &width, &height);
        return cli_findings_picture(scene, findings, arguments->output, width, height, arguments->spoken, error);
    }
    return tl_board_findings_edit(findings) != NULL ? save_suggestion(scene, findings, arguments->output, error)
                                                    : TL_OK;
}

/* What would spoil the work at its end: files that can't be written. A scene with a change is about as large as without
 * it, a picture of a table rarely half as large as its pixels. */
static tl_status check_files(const cli_arguments *arguments, const char *scene, tl_error *error) {
    const cli_analysis *a = &arguments->analysis;
    tl_status status = TL_OK;
    if (arguments->output != NULL) {
        bool share = a->shares > 0, picture = !share && is_picture(arguments->output);
        struct stat was;
        int width, height;
        cli_picture_size(arguments, &width, &height);
        double least = picture                            ? 0.5 * width * height
                       : !share && stat(scene, &was) == 0 ? (double)was.st_size + 4096
                                                          : 65536;
        status = picture ? cli_pictures_check(error) : TL_OK;
        status = status != TL_OK ? status
                                 : tl_output_check(arguments->output,
                                                   share     ? "the share"
                                                   : picture ? "the picture"
                                                             : "the scene",
                                                   least, error);
    }
    if (status == TL_OK && a->resume != NULL) {
        status = tl_output_check(a->resume, "what is finished", 65536, error);
    }
    return status;
}

int cli_findings(tl_context *context, const cli_arguments *arguments) {
    const cli_analysis *a = &arguments->analysis;
    const char *fault = find_fault(arguments), *set[2 * MOST_SETTINGS + 3];
    char tolerance[40];
    if (fault != NULL) {
        fprintf(stderr, "trueline analyze: %s\n", fault);
        return EXIT_USAGE;
    }
    cli_analyze_settings(arguments, set, tolerance);
    const tl_board_study study = {
        .struct_size = sizeof(tl_board_study),
        .zone = {a->zone.count > 0 ? a->zone.corners : NULL, a->to.count > 0 ? a->to.corners : NULL},
        .zone_count = {a->zone.count, a->to.count},
        .body = a->target,
        .facing_deg = arguments->question.facing_deg,
        .cell_mm = a->cell,
        .level = (unsigned)arguments->question.level,
        .threads = a->threads,
        .details = a->findings || arguments->positional_count > 1,
        .pieces = a->pieces,
        .suggest = a->suggest,
        .keep = a->shares > 0 ? arguments->output : a->resume,
        .share = a->share,
        .shares = a->shares,
        .set = set};
    bool merge = strcmp(arguments->positional[0], "merge") == 0;
    if (arguments->positional_count > 1 && !merge) {
        return cli_boards(context, arguments, &study);
    }
    tl_scene *scene = NULL;
    tl_error error = {0};
    const char *path = arguments->positional[merge ? 1 : 0];
    if (check_files(arguments, path, &error) != TL_OK) {
        return cli_fail(&error);
    }
    int status = cli_load(context, arguments, path, &scene);
    if (status != EXIT_ANSWERED) {
        return status;
    }
    tl_board_findings *findings = NULL;
    tl_status done = merge           ? tl_scene_study_merge(scene, &study, arguments->positional + 2,
                                                            (size_t)arguments->positional_count - 2, &findings, &error)
                     : a->shares > 0 ? tl_scene_study_share(scene, &study, &error)
                                     : tl_scene_study(scene, &study, &findings, &error);
    cli_clear_line();
    if (done == TL_OK && findings != NULL && arguments->output != NULL) {
        done = save(scene, findings, arguments, &error);
    }
    if (done != TL_OK) {
        status = cli_fail(&error);
    } else if (findings == NULL) {
        printf("%s: share %u of %u.\n", arguments->output, a->share, a->shares);
    } else if (arguments->json) {
        puts(tl_board_findings_json(findings));
    } else {
        fputs(tl_board_findings_text(findings), stdout);
        if (arguments->output != NULL) {
            bool written = is_picture(arguments->output) || tl_board_findings_edit(findings) != NULL;
            printf(written ? "%s: written.\n" : "%s: not written, there is nothing to change.\n", arguments->output);
        }
    }
    tl_board_findings_destroy(findings);
    tl_scene_destroy(scene);
    return status;
}
