/* completion_fish.c: the script that completes words of the command line in fish. */
#include "table.h"

#include <string.h>

/* Text within single quotes, where a backslash and an apostrophe are marked. */
static void put(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text != '\0'; text++) {
        fprintf(out, *text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    fputc('\'', out);
}

static const char start[] =
    "# fish completion of trueline, made by `trueline completion fish`\n"
    "function __trueline_is --argument-names command\n"
    "    set -l words (commandline -opc)\n"
    "    test (count $words) -ge 2; and test $words[2] = $command\n"
    "end\n"
    "# whether argument AT of COMMAND is next; the others are options with values\n"
    "function __trueline_at --argument-names command at\n"
    "    __trueline_is $command; or return 1\n"
    "    set -l words (commandline -opc)\n"
    "    set -l here 0\n"
    "    set -l skipped 0\n"
    "    for word in $words\n"
    "        if test $skipped = 1\n"
    "            set skipped 0\n"
    "        else if string match -q -- '-?*' $word\n"
    "            contains -- $word $argv[3..]; and set skipped 1\n"
    "        else\n"
    "            set here (math $here + 1)\n"
    "        end\n"
    "    end\n"
    "    test $here = (math $at + 2); and test $skipped = 0\n"
    "end\n"
    "complete -c trueline -f\n"
    "complete -c trueline -n 'test (count (commandline -opc)) -eq 1' -l help -d 'help for all commands'\n"
    "complete -c trueline -n 'test (count (commandline -opc)) -eq 1' -l version -d 'the version'\n";

static void put_offer(FILE *out, const cli_offer *offer) {
    if (offer->words[0] != '\0' && offer->files) {
        fprintf(out, " -k -a '(printf \"%%s\\n\" %s; __fish_complete_suffix %s)'", offer->words, offer->ending);
    } else if (offer->words[0] != '\0') {
        fprintf(out, " -a '%s'", offer->words);
    } else if (offer->folders) {
        fputs(" -a '(__fish_complete_directories)'", out);
    } else if (offer->files && offer->ending[0] != '\0') {
        fprintf(out, " -k -a '(__fish_complete_suffix %s)'", offer->ending);
    } else if (offer->files) {
        fputs(" -F", out);
    }
}

static void put_option(FILE *out, const cli_command *command, const cli_option *option) {
    cli_offer offer;
    cli_offer_of_option(option, &offer);
    fprintf(out, "complete -c trueline -n '__trueline_is %s' -l %s", command->name, option->name + 2);
    if (option->brief != NULL) {
        fprintf(out, " -s %s", option->brief + 1);
    }
    if (option->value[0] != '\0') {
        fputs(offer.files && offer.ending[0] == '\0' ? " -r" : " -x", out);
        put_offer(out, &offer);
    }
    fputs(" -d ", out);
    put(out, option->what);
    fputc('\n', out);
}

static void put_arguments(FILE *out, const cli_command *command) {
    cli_option option;
    cli_offer offer;
    for (size_t i = 0; (int)i < command->most && i < 8; i++) {
        cli_offer_of_argument(command, i, &offer);
        if (offer.words[0] == '\0' && !offer.files && !offer.folders) {
            continue;
        }
        fprintf(out, "complete -c trueline -n '__trueline_at %s %zu", command->name, i);
        for (size_t k = 0; cli_option_at(command, k, &option); k++) {
            if (option.value[0] != '\0') {
                fprintf(out, " %s%s%s", option.name, option.brief != NULL ? " " : "",
                        option.brief != NULL ? option.brief : "");
            }
        }
        fputc('\'', out);
        put_offer(out, &offer);
        fputc('\n', out);
    }
}

void cli_print_fish(FILE *out) {
    cli_command command;
    cli_option option;
    fputs(start, out);
    for (size_t i = 0; cli_command_at(i, &command); i++) {
        fprintf(out, "complete -c trueline -n 'test (count (commandline -opc)) -eq 1' -a %s -d ", command.name);
        put(out, command.what);
        fputc('\n', out);
        for (size_t k = 0; cli_option_at(&command, k, &option); k++) {
            put_option(out, &command, &option);
        }
        put_arguments(out, &command);
    }
}
