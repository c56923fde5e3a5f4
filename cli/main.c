/* main.c: `trueline`: finds the command, reads its words, and runs it. */
#include "table.h"

#include <trueline/import.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* People are answered in the language of their environment; JSON is English unless it is asked for otherwise. */
static const char *chosen_language(const cli_arguments *arguments) {
    if (arguments->language != NULL || arguments->json || strcmp(arguments->command, "batch") == 0) {
        return arguments->language;
    }
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0') {
            return value;
        }
    }
    return NULL;
}

/* Where meshes that were read before are kept: TRUELINE_CACHE names a folder, or is `off`; else the user's cache folder
 * (XDG Base Directory Specification). NULL where there is none. */
static const char *chosen_cache(const cli_arguments *arguments, char path[4096]) {
    const char *chosen = getenv("TRUELINE_CACHE");
    const char *folder = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (arguments->no_cache || (chosen != NULL && strcmp(chosen, "off") == 0)) {
        return NULL;
    }
    int length;
    if (chosen != NULL && chosen[0] != '\0') {
        length = snprintf(path, 4096, "%s", chosen);
    } else if (folder != NULL && folder[0] == '/') {
        length = snprintf(path, 4096, "%s/trueline", folder);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(path, 4096, "%s/.cache/trueline", home);
    } else {
        return NULL;
    }
    return length > 0 && length < 4096 ? path : NULL;
}

/* The exit status, once all that was printed is out. */
static int ended(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("trueline: standard output can't be written\n", stderr);
        return EXIT_NO_ANSWER;
    }
    return status;
}

/* What is asked before any command: help, the version. False: nothing of the kind. */
static bool is_about_itself(int argc, char **argv, int *status) {
    cli_command command;
    *status = EXIT_ANSWERED;
    if (argc < 2) {
        fputs("trueline: a command is missing\n\n", stderr);
        cli_print_help(stderr);
        *status = EXIT_USAGE;
    } else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        if (argc > 2 && cli_command_named(argv[2], &command)) { /* `trueline --help los` */
            cli_print_command_help(&command, stdout);
        } else {
            cli_print_help(stdout);
        }
    } else if (strcmp(argv[1], "--version") == 0) {
        printf("trueline %s\n", tl_version());
    } else {
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--import-child") == 0) {
        return tl_import_child_main(argc, argv);
    }
    int status;
    if (is_about_itself(argc, argv, &status)) {
        return ended(status);
    }
    cli_command command;
    if (!cli_command_named(argv[1], &command)) {
        return cli_no_command(argv[1]);
    }
    static char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
    static cli_arguments arguments = {.question = TL_QUESTION_INIT, .mesh = TL_MESH_OPTIONS_INIT};
    arguments.command = argv[1];
    arguments.program = length > 0 ? program : argv[0];
    int failed = cli_parse(&command, argc, argv, &arguments);
    cli_question_arguments(&arguments);
    if (failed != 0) {
        return failed < 0 ? ended(EXIT_ANSWERED) : failed;
    }
    static char cache[4096];
    arguments.mesh_cache = chosen_cache(&arguments, cache);
    arguments.spoken = chosen_language(&arguments);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is told, and nothing of it is left */
    tl_context_options options = {.struct_size = sizeof(tl_context_options), .language = arguments.spoken};
    if (!command.window) {
        cli_be_patient(strcmp(command.name, "batch") != 0);
        options.progress = cli_go_on;
    }
    tl_context *context = tl_context_create(&options);
    if (context == NULL) {
        fputs("trueline: there is not enough memory\n", stderr);
        return EXIT_NO_ANSWER;
    }
    status = command.run(context, &arguments);
    cli_clear_line();
    tl_context_destroy(context);
    return ended(status);
}
