/* rules.c: `trueline rules`: lists rule systems, or tells what one of them says and can be set to. */
#include "cli.h"

#include <string.h>

/* A file in the newest form, to standard output. */
static int upgrade(tl_context *context, const char *path) {
    tl_error error = {0};
    char *text = NULL;
    if (tl_rules_upgrade(context, path, &text, &error) != TL_OK) {
        return cli_fail(&error);
    }
    puts(text);
    tl_text_free(context, text);
    return EXIT_ANSWERED;
}

int cli_rules(tl_context *context, const cli_arguments *arguments) {
    if (arguments->upgrade) {
        if (arguments->positional_count == 0) {
            fputs("trueline rules: --upgrade wants a rule file\nUsage: trueline rules --upgrade FILE.json\n", stderr);
            return EXIT_USAGE;
        }
        return upgrade(context, arguments->positional[0]);
    }
    if (arguments->positional_count == 0 && !arguments->json) {
        for (size_t i = 0; tl_rules_name(i) != NULL; i++) {
            puts(tl_rules_name(i));
        }
        return EXIT_ANSWERED;
    }
    if (arguments->json && arguments->positional_count == 0) {
        fputs("[", stdout);
    }
    for (size_t i = 0; arguments->positional_count > 0 ? i == 0 : tl_rules_name(i) != NULL; i++) {
        const char *name = arguments->positional_count > 0 ? arguments->positional[0] : tl_rules_name(i);
        tl_error error = {0};
        char *text = NULL;
        if (tl_rules_describe(context, name, arguments->json, &text, &error) != TL_OK) {
            return cli_fail(&error);
        }
        fputs(i > 0 ? "," : "", stdout);
        fputs(text, stdout);
        tl_text_free(context, text);
    }
    fputs(arguments->json ? arguments->positional_count == 0 ? "]\n" : "\n" : "", stdout);
    return EXIT_ANSWERED;
}

int cli_schema(tl_context *context, const cli_arguments *arguments) {
    tl_error error = {0};
    char *text = NULL;
    if (strcmp(arguments->positional[0], "question") != 0) {
        fprintf(stderr, "trueline schema: there is no schema of `%s`; say `question`\n", arguments->positional[0]);
        return EXIT_USAGE;
    }
    if (tl_query_schema(context, &text, &error) != TL_OK) {
        return cli_fail(&error);
    }
    puts(text);
    tl_text_free(context, text);
    return EXIT_ANSWERED;
}
