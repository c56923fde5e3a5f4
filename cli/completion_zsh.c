/* completion_zsh.c: the script for zsh: a specification for _arguments of each command. */
#include "table.h"

#include <string.h>

/* Text within a specification within single quotes: brackets, colons and backslashes are marked, and an apostrophe ends
 * the quotes for its own length. */
static void put(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", out);
        } else {
            fprintf(out, strchr("[]:\\", *text) != NULL ? "\\%c" : "%c", *text);
        }
    }
}

/* ":NAME:what to offer" */
static void put_offer(FILE *out, const char *name, const cli_offer *offer) {
    const char *ending = offer->ending;
    fputc(':', out);
    put(out, name);
    fputc(':', out);
    if (offer->words[0] != '\0' && offer->files) {
        fprintf(out, "{ compadd -- %s; _files -g \"*%s\" }", offer->words, ending);
    } else if (offer->words[0] != '\0') {
        fprintf(out, "(%s)", offer->words);
    } else if (offer->folders) {
        fputs("_files -/", out);
    } else if (offer->files) {
        fprintf(out, ending[0] != '\0' ? "_files -g \"*%s\"" : "_files", ending);
    } else {
        fputc(' ', out);
    }
}

/* One name of an option. `other`: its other name, which isn't offered beside it. */
static void put_option(FILE *out, const cli_option *option, const char *name, const char *other) {
    cli_offer offer;
    bool valued = option->value[0] != '\0';
    cli_offer_of_option(option, &offer);
    fputs("      '", out);
    if (option->repeats) {
        fputc('*', out);
    } else if (other != NULL) {
        fprintf(out, "(%s %s)", name, other);
    }
    fprintf(out, "%s%s[", name, valued && name[1] == '-' ? "=" : "");
    put(out, option->what);
    fputc(']', out);
    if (valued) {
        put_offer(out, option->value, &offer);
    }
    fputs("' \\\n", out);
}

static void put_arguments(const cli_command *command, FILE *out) {
    cli_offer offer;
    char word[CLI_USAGE];
    size_t count = 0;
    for (; cli_argument_at(command, count, word); count++) {
        fprintf(out, "      '%zu", count + 1);
        cli_offer_of_argument(command, count, &offer);
        if ((int)count >= command->least) {
            fputc(':', out);
        }
        put_offer(out, word, &offer);
        fputs("' \\\n", out);
    }
    if (count > 0 && (int)count < command->most) {
        cli_offer_of_argument(command, count, &offer);
        fputs("      '*", out);
        cli_argument_at(command, count - 1, word);
        put_offer(out, word, &offer);
        fputs("' \\\n", out);
    }
}

void cli_print_zsh(FILE *out) {
    cli_command command;
    cli_option option;
    fputs("#compdef trueline\n# zsh completion of trueline, made by `trueline completion zsh`\n"
          "_trueline() {\n  local -a commands\n  commands=(\n",
          out);
    for (size_t i = 0; cli_command_at(i, &command); i++) {
        fprintf(out, "    '%s:", command.name);
        put(out, command.what);
        fputs("'\n", out);
    }
    fputs("  )\n  if (( CURRENT == 2 )); then\n    if [[ $words[2] == -* ]]; then\n"
          "      compadd -- --help --version\n    else\n      _describe -t commands command commands\n    fi\n"
          "    return\n  fi\n  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n",
          out);
    for (size_t i = 0; cli_command_at(i, &command); i++) {
        fprintf(out, "  (%s)\n    _arguments \\\n", command.name);
        for (size_t k = 0; cli_option_at(&command, k, &option); k++) {
            if (option.brief != NULL) {
                put_option(out, &option, option.brief, option.name);
            }
            put_option(out, &option, option.name, option.brief);
        }
        put_arguments(&command, out);
        fputs("      ;;\n", out);
    }
    fputs("  esac\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n  _trueline \"$@\"\nelse\n"
          "  compdef _trueline trueline\nfi\n",
          out);
}
