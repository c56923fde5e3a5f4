/* check.c: every problem of a scene, or of a rule file, at once. */
#include "cli.h"

#include <string.h>

static void print_json_text(const char *text) {
    putchar('"');
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            printf("\\%c", *c);
        } else if (*c < 0x20) {
            printf("\\u%04x", *c);
        } else {
            putchar(*c);
        }
    }
    putchar('"');
}

static void print_json_problem(const tl_error *problem, bool warning) {
    printf("{\"severity\":\"%s\",\"code\":\"%s\",\"file\":", warning ? "warning" : "error",
           tl_status_name(problem->status));
    print_json_text(problem->file);
    printf(",\"line\":%d,\"column\":%d,\"place\":", problem->line, problem->column);
    print_json_text(problem->place);
    fputs(",\"message\":", stdout);
    print_json_text(problem->message);
    fputs(",\"remedy\":", stdout);
    print_json_text(problem->remedy);
    putchar('}');
}

static void count_problems(const tl_report *report, size_t *errors, size_t *warnings) {
    for (size_t i = 0; i < tl_report_count(report); i++) {
        bool warning;
        tl_report_get(report, i, &warning);
        *(warning ? warnings : errors) += 1;
    }
}

/* The answer as JSON; `list` is a JSON list, told as `key`; NULL: empty. */
static void print_json(const tl_report *report, size_t errors, size_t warnings, const char *key, const char *list) {
    printf("{\"query\":\"check\",\"verdict\":\"%s\",\"rule\":\"\",\"reasons\":[],\"errors\":%zu,\"warnings\":%zu,"
           "\"problems\":[",
           errors > 0 ? "no" : "yes", errors, warnings);
    for (size_t i = 0; i < tl_report_count(report); i++) {
        bool warning;
        const tl_error *problem = tl_report_get(report, i, &warning);
        if (i > 0) {
            putchar(',');
        }
        print_json_problem(problem, warning);
    }
    printf("],\"%s\":", key);
    fputs(list != NULL ? list : "[]", stdout);
    fputs("}\n", stdout);
}

/* The problems in words, and that the file can't be used when it can't. */
static void print_lines(const tl_report *report, const char *file, size_t errors, size_t warnings) {
    for (size_t i = 0; i < tl_report_count(report); i++) {
        bool warning;
        char text[2048];
        tl_report_text(tl_report_get(report, i, &warning), text, sizeof(text));
        printf("%s %s\n", warning ? "warning:" : "error:  ", text);
    }
    if (errors > 0) {
        printf("%s can't be used: %zu error%s, %zu warning%s.\n", file, errors, errors == 1 ? "" : "s", warnings,
               warnings == 1 ? "" : "s");
    }
}

static int check_rules(tl_context *context, const cli_arguments *arguments) {
    tl_error error = {0};
    tl_report *report = NULL;
    char *notes = NULL;
    tl_status status = tl_rules_check(context, arguments->positional[0], arguments->json, &report, &notes, &error);
    size_t errors = 0, warnings = 0;
    count_problems(report, &errors, &warnings);
    if (status == TL_ERROR_MEMORY || report == NULL) {
        tl_report_destroy(report);
        return cli_fail(&error);
    }
    if (arguments->json) {
        print_json(report, errors, warnings, "notes", notes);
    } else {
        print_lines(report, arguments->positional[0], errors, warnings);
        fputs(notes != NULL ? notes : "", stdout);
        if (errors == 0) {
            printf("%s is a rule system that can be used: %zu warning%s.\n", arguments->positional[0], warnings,
                   warnings == 1 ? "" : "s");
        }
    }
    tl_text_free(context, notes);
    tl_report_destroy(report);
    return errors > 0 ? EXIT_BAD_INPUT : EXIT_ANSWERED;
}

int cli_check(tl_context *context, const cli_arguments *arguments) {
    if (tl_rules_is_file(context, arguments->positional[0])) {
        if (arguments->question.for_side != NULL) {
            fputs("trueline check: --for is of a scene: a rule file has no sides\n", stderr);
            return EXIT_USAGE;
        }
        return check_rules(context, arguments);
    }
    tl_error error = {0};
    tl_report *report = NULL;
    tl_scene *scene = NULL;
    tl_scene_options options = {.struct_size = sizeof(tl_scene_options),
                                .import_helper = arguments->program,
                                .mesh_cache = arguments->mesh_cache,
                                .look_closer = true,
                                .for_side = arguments->question.for_side};
    tl_status status = tl_scene_load(context, arguments->positional[0], &options, &scene, &report, &error);
    cli_clear_line();
    if (cli_interrupted() || cli_is_no_side(status, &error)) {
        tl_report_destroy(report);
        tl_scene_destroy(scene);
        return cli_fail(&error);
    }
    size_t errors = 0, warnings = 0;
    count_problems(report, &errors, &warnings);
    if (status != TL_OK && errors == 0) {
        /* nothing in the scene itself: out of memory, cancelled */
        int failed = cli_fail(&error);
        tl_report_destroy(report);
        return failed == EXIT_USAGE ? EXIT_BAD_INPUT : failed;
    }
    char *assets = NULL;
    if (errors == 0 && tl_scene_describe_assets(scene, arguments->json, &assets, &error) != TL_OK) {
        tl_report_destroy(report);
        tl_scene_destroy(scene);
        return cli_fail(&error);
    }
    if (arguments->json) {
        print_json(report, errors, warnings, "assets", assets);
    } else {
        print_lines(report, arguments->positional[0], errors, warnings);
        if (errors == 0) {
            size_t models = tl_scene_member_count(scene), triangles = tl_scene_triangle_count(scene);
            printf("%s is fine: %zu model%s, %zu triangle%s, %zu warning%s.\n", arguments->positional[0], models,
                   models == 1 ? "" : "s", triangles, triangles == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
            fputs(assets, stdout);
        }
    }
    tl_text_free(context, assets);
    tl_report_destroy(report);
    tl_scene_destroy(scene);
    return errors > 0 ? EXIT_BAD_INPUT : EXIT_ANSWERED;
}
