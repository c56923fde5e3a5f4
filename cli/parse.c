/* parse.c: the words of a command line, held against the table of commands and options. */
#include "table.h"

#include <stdarg.h>
#include <string.h>

enum { MOST_OPTIONS = 64, NAME = 48 };

/* An option as it stands among the words. */
typedef struct cli_word {
    char name[NAME]; /* without its value */
    char *value;     /* behind `=`, or the next word; NULL: none */
    bool joined;     /* it stands behind `=` */
} cli_word;

/* How far reading is. */
typedef struct cli_reading {
    const cli_command *command;
    cli_arguments *arguments;
    int argc;
    char **argv;
    int at;                         /* the word that is read */
    const char *seen[MOST_OPTIONS]; /* names of options so far */
    int seen_count;
} cli_reading;

/* --- What is wrong ------------------------------------------------------------------------------------------------ */

static int misused(const cli_command *command, const char *format, ...) {
    va_list values;
    fprintf(stderr, "trueline %s: ", command->name);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "\nUsage: trueline %s %s\n", command->name, command->arguments);
    return EXIT_USAGE;
}

/* Another command's option is told, too, when it is nearer than all of this one's. */
static int unknown_option(const cli_command *command, const char *word, const char *name) {
    char own[32], any[32], takers[128];
    size_t near_own = cli_nearest_option(command, name, own), near_any = cli_nearest_option(NULL, name, any);
    if (near_any == 0 || near_any < near_own) {
        cli_option_takers(any, takers, sizeof(takers));
        return misused(command,
                       near_any == 0 ? "unknown option `%s`: `%s` is an option of %s"
                                     : "unknown option `%s`; `%s` is an option of %s",
                       word, any, takers);
    }
    if (own[0] != '\0') {
        return misused(command, "unknown option `%s`. Did you mean `%s`?", word, own);
    }
    return misused(command, "unknown option `%s`; `trueline %s --help` tells them all", word, command->name);
}

int cli_no_command(const char *word) {
    char takers[128];
    if (word[0] == '\0') {
        fputs("trueline: the name of a command is an empty word; `trueline --help` lists them\n", stderr);
    } else if (word[0] != '-') {
        const char *meant = cli_nearest_command(word);
        fprintf(stderr,
                meant != NULL ? "trueline: there is no command `%s`. Did you mean `%s`?\n"
                              : "trueline: there is no command `%s`; `trueline --help` lists them\n",
                word, meant);
    } else if (cli_option_takers(word, takers, sizeof(takers)) > 0) {
        fprintf(stderr, "trueline: `%s` stands behind a command: `trueline COMMAND ... %s`\n", word, word);
    } else {
        const char *letters = word + strspn(word, "-"), *meant = NULL;
        size_t best = cli_too_far(letters);
        meant = cli_nearer(letters, "help", &best) ? "--help" : meant;
        meant = cli_nearer(letters, "version", &best) ? "--version" : meant;
        fprintf(stderr,
                meant != NULL ? "trueline: unknown option `%s`. Did you mean `%s`?\n"
                              : "trueline: unknown option `%s`; a command stands first, and `trueline --help` "
                                "lists them\n",
                word, meant);
    }
    return EXIT_USAGE;
}

/* "SCENE | MESH" and "bash|zsh" with "or" in place of the bar. */
static void put_choice(char *buffer, size_t size, const char *word) {
    size_t used = 0;
    buffer[0] = '\0';
    while (*word != '\0' && used < size) {
        size_t length = strcspn(word, " |");
        used += (size_t)snprintf(buffer + used, size - used, "%.*s", (int)length, word);
        word += length;
        if (*word != '\0' && used < size) {
            used += (size_t)snprintf(buffer + used, size - used, " or ");
            word += strspn(word, " |");
        }
    }
}

/* Arguments that must stand and don't. */
static int too_few(const cli_command *command, int given) {
    char words[256] = "", word[CLI_USAGE], choice[2 * CLI_USAGE];
    size_t used = 0;
    for (int i = given; i < command->least && cli_argument_at(command, (size_t)i, word); i++) {
        put_choice(choice, sizeof(choice), word);
        used += (size_t)snprintf(words + used, sizeof(words) - used, "%s%s",
                                 i == given               ? ""
                                 : i + 1 < command->least ? ", "
                                                          : " and ",
                                 choice);
    }
    return misused(command, "%s %s missing", words, command->least - given > 1 ? "are" : "is");
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static int take_argument(cli_reading *r, const char *word) {
    cli_arguments *arguments = r->arguments;
    char name[CLI_USAGE] = "";
    if (arguments->positional_count >= r->command->most) {
        return misused(r->command, "too many arguments: `%s`", word);
    }
    if (word[0] == '\0') {
        cli_argument_at(r->command, (size_t)arguments->positional_count, name);
        return misused(r->command, "an empty word stands for %s", name[0] != '\0' ? name : "an argument");
    }
    arguments->positional[arguments->positional_count++] = word;
    return 0;
}

static cli_word split(const cli_reading *r) {
    char *text = r->argv[r->at], *equals = strncmp(text, "--", 2) == 0 ? strchr(text, '=') : NULL;
    size_t length = equals != NULL ? (size_t)(equals - text) : strlen(text);
    cli_word word = {.joined = equals != NULL, .value = equals != NULL ? equals + 1 : NULL};
    snprintf(word.name, sizeof(word.name), "%.*s", (int)(length < NAME ? length : NAME - 1), text);
    if (equals == NULL && r->at + 1 < r->argc && strncmp(r->argv[r->at + 1], "--", 2) != 0) {
        word.value = r->argv[r->at + 1]; /* what begins with two dashes is the next option: the value was forgotten */
    }
    return word;
}

static bool is_second(cli_reading *r, const cli_option *option) {
    for (int i = 0; i < r->seen_count; i++) {
        if (strcmp(r->seen[i], option->name) == 0) {
            return !option->repeats;
        }
    }
    if (r->seen_count < MOST_OPTIONS) {
        r->seen[r->seen_count++] = option->name;
    }
    return false;
}

/* Sets a question's field; the path of a move goes on in the words behind it. */
static int take_field(cli_reading *r, const cli_option *option, const cli_word *word) {
    int next = r->at + (word->joined ? 1 : 2), taken = 0;
    bool good = cli_question_set(r->arguments, option->field, word->value, r->argv + next,
                                 r->argc > next ? r->argc - next : 0, &taken);
    if (!good && taken == -2) {
        return misused(r->command, "a path has at most 1000 points");
    }
    if (!good) {
        return misused(r->command, "%s wants %s", word->name, option->wants != NULL ? option->wants : option->value);
    }
    r->at += taken;
    return 0;
}

static int take_option(cli_reading *r, const cli_option *option, const cli_word *word) {
    bool flag = option->value[0] == '\0';
    if (flag && word->joined) {
        return misused(r->command, "%s takes no value", word->name);
    }
    if (!flag && word->value == NULL) {
        return misused(r->command, "%s wants %s", word->name, option->wants != NULL ? option->wants : option->value);
    }
    int failed = 0;
    if (option->field != NULL) {
        failed = take_field(r, option, word);
    } else {
        const char *problem = option->take(r->arguments, option->at, word->value);
        if (problem != NULL && problem[0] == '\0') {
            failed =
                misused(r->command, "%s wants %s", word->name, option->wants != NULL ? option->wants : option->value);
        } else if (problem != NULL) {
            failed = misused(r->command, "%s%s", word->name, problem);
        }
    }
    if (failed == 0 && is_second(r, option)) { /* scripts put theirs behind what they were given */
        fprintf(stderr, "trueline %s: %s stands twice: the last one counts\n", r->command->name, word->name);
    }
    r->at += !flag && !word->joined ? 1 : 0;
    return failed;
}

int cli_parse(const cli_command *command, int argc, char **argv, cli_arguments *arguments) {
    cli_reading r = {.command = command, .arguments = arguments, .argc = argc, .argv = argv, .at = 2};
    for (int failed = 0; r.at < argc; r.at++) {
        const char *text = argv[r.at];
        if (text[0] != '-' || text[1] == '\0') { /* `-` is standard input */
            failed = take_argument(&r, text);
        } else {
            cli_option option;
            cli_word word = split(&r);
            if (!cli_option_named(command, word.name, &option)) {
                failed = unknown_option(command, text, word.name);
            } else if (strcmp(option.name, "--help") == 0) {
                cli_print_command_help(command, stdout);
                return -1;
            } else {
                failed = take_option(&r, &option, &word);
            }
        }
        if (failed != 0) {
            return failed;
        }
    }
    return arguments->positional_count < command->least ? too_few(command, arguments->positional_count) : 0;
}
