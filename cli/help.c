/* help.c: `trueline --help`, and each command's. */
#include "table.h"

#include <string.h>

enum { WIDTH = 100, INDENT = 24, COMMANDS_INDENT = 16 };

/* Words over several lines; the first begins at column `column`, the others at `indent`. */
static void put_wrapped(FILE *out, const char *text, size_t column, size_t indent) {
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column > indent && column + 1 + length > WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        }
        column += length + (column > indent ? 1 : 0);
        fprintf(out, "%.*s", (int)length, text);
        text += length + strspn(text + length, " ");
        if (*text != '\0' && column + 1 + strcspn(text, " ") <= WIDTH) {
            fputc(' ', out);
        }
    }
    fputc('\n', out);
}

/* "  --cell MM             side of a cell (10)" */
static void put_row(FILE *out, const char *head, const char *text, size_t indent) {
    size_t length = (size_t)fprintf(out, "  %s", head);
    if (length + 1 < indent) {
        fprintf(out, "%*s", (int)(indent - length), "");
    } else {
        fprintf(out, "\n%*s", (int)indent, "");
    }
    put_wrapped(out, text, indent, indent);
}

static void put_exit_statuses(FILE *out) {
    fputs("\nExit status: 0 answered, 2 wrong usage, 3 bad input, 4 could not answer.\n", out);
}

void cli_print_help(FILE *out) {
    cli_command command;
    fprintf(out, "trueline %s: certified measurements and rulings for tabletop wargames\n\n", tl_version());
    fputs("Usage: trueline COMMAND ... [options]\n\nQuestions about a scene:\n", out);
    for (size_t i = 0, asked = 1; cli_command_at(i, &command); i++) {
        if (asked == 1 && command.query == NULL) {
            fputs("\nBoards, files, pictures, rules:\n", out);
            asked = 0;
        }
        fprintf(out, "  %-*s%s\n", COMMANDS_INDENT - 2, command.name, command.what);
    }
    fputs(
        "\n`trueline COMMAND --help` tells a command's options, with two examples; `trueline --version` the version.\n",
        out);
    put_exit_statuses(out);
}

static void put_arguments(const cli_command *command, FILE *out) {
    char word[CLI_USAGE];
    bool titled = false;
    for (size_t i = 0; cli_argument_at(command, i, word); i++) {
        const char *what = cli_argument_what(command, i);
        if (what[0] != '\0') {
            fputs(titled ? "" : "\nArguments:\n", out);
            titled = true;
            put_row(out, word, what, INDENT);
        }
    }
}

void cli_print_command_help(const cli_command *command, FILE *out) {
    cli_option option;
    char line[256];
    fprintf(out, "trueline %s: %s\n\nUsage: trueline %s %s [options]\n", command->name, command->what, command->name,
            command->arguments);
    put_arguments(command, out);
    fputs("\nOptions:\n", out);
    for (size_t i = 0; cli_option_at(command, i, &option); i++) {
        snprintf(line, sizeof(line), "%s%s%s%s%s", option.brief != NULL ? option.brief : "",
                 option.brief != NULL ? ", " : "", option.name, option.value[0] != '\0' ? " " : "", option.value);
        put_row(out, line, option.what, INDENT);
    }
    for (size_t i = 0; i < 2; i++) {
        cli_example(command, i, line, sizeof(line));
        if (i == 0) {
            fputs(strstr(line, "terrain/") != NULL ? "\nExamples, on the sample scene:\n" : "\nExamples:\n", out);
        }
        fprintf(out, "  %s\n", line);
    }
    put_exit_statuses(out);
}

int cli_help(tl_context *context, const cli_arguments *arguments) {
    cli_command command;
    (void)context;
    if (arguments->positional_count == 0) {
        cli_print_help(stdout);
    } else if (cli_command_named(arguments->positional[0], &command)) {
        cli_print_command_help(&command, stdout);
    } else {
        return cli_no_command(arguments->positional[0]);
    }
    return EXIT_ANSWERED;
}
