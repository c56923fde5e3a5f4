/* compare.c: one question under several rule systems, side by side. */
#include "cli.h"

#include <string.h>

enum { MOST_SYSTEMS = 64, QUERY = 2048, NAMES = 4096 };

static int misused(const char *problem) {
    fprintf(stderr, "trueline compare: %s\n", problem);
    return EXIT_USAGE;
}

/* The words behind the scene as one text; false: they are too long. */
static bool join_words(const cli_arguments *arguments, char text[QUERY]) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 1; i < arguments->positional_count; i++) {
        used += (size_t)snprintf(text + used, QUERY - used, "%s%s", i > 1 ? " " : "", arguments->positional[i]);
        if (used >= QUERY) {
            return false;
        }
    }
    return true;
}

/* The names of a list with commas between, or of all built-in systems; 0: none, MOST_SYSTEMS + 1: too many. */
static size_t split_names(const char *list, char text[NAMES], const char *names[MOST_SYSTEMS]) {
    size_t count = 0;
    if (list == NULL) {
        while (count < MOST_SYSTEMS && tl_rules_name(count) != NULL) {
            names[count] = tl_rules_name(count);
            count++;
        }
        return count;
    }
    if (strlen(list) >= NAMES) {
        return MOST_SYSTEMS + 1;
    }
    snprintf(text, NAMES, "%s", list);
    for (char *name = strtok(text, ","); name != NULL; name = strtok(NULL, ",")) {
        name += strspn(name, " ");
        for (size_t length = strlen(name); length > 0 && name[length - 1] == ' '; length--) {
            name[length - 1] = '\0';
        }
        if (count == MOST_SYSTEMS) {
            return MOST_SYSTEMS + 1;
        }
        if (name[0] != '\0') {
            names[count++] = name;
        }
    }
    return count;
}

static int print(const cli_arguments *arguments, tl_comparison *comparison) {
    cli_clear_line();
    if (arguments->json) {
        puts(tl_comparison_json(comparison));
    } else {
        fputs(tl_comparison_text(comparison), stdout);
    }
    tl_comparison_destroy(comparison);
    return EXIT_ANSWERED;
}

int cli_compare(tl_context *context, const cli_arguments *arguments) {
    static char query[QUERY], list[NAMES];
    const char *names[MOST_SYSTEMS];
    tl_question question = TL_QUESTION_INIT;
    tl_scene *scene;
    tl_error error = {0};
    size_t count = split_names(arguments->systems, list, names);
    if (count == 0) {
        return misused("--rules wants names of rule systems with commas between");
    }
    if (count > MOST_SYSTEMS) {
        return misused("--rules takes at most 64 rule systems");
    }
    if (!join_words(arguments, query)) {
        return misused("a question has at most 2047 bytes");
    }
    if (!cli_split_query(query, &question)) {
        return misused(
            "behind the scene stands a question such as \"los A B\", \"cohesion UNIT\" or \"attack A B WEAPON\"");
    }
    if (question.has_limit && question.limit_mm < 0) {
        return misused("a game unit is another length in each rule system: give the limit in mm, cm or in");
    }
    question.time_limit_ms = arguments->question.time_limit_ms;
    int status = cli_load(context, arguments, arguments->positional[0], &scene);
    if (status != EXIT_ANSWERED) {
        return status;
    }
    tl_comparison *comparison = NULL;
    tl_status compared = tl_scene_compare(scene, names, count, &question, &comparison, &error);
    status = compared == TL_OK ? print(arguments, comparison) : cli_fail(&error);
    tl_scene_destroy(scene);
    return status;
}
