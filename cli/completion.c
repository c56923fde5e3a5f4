/* completion.c: what completes a word of the command line, and the script for bash. */
#include "table.h"

#include <string.h>

/* --- What completes a word ---------------------------------------------------------------------------------------- */

/* "a|b c" as words. */
static void put_words(cli_offer *offer, const char *words) {
    snprintf(offer->words, sizeof(offer->words), "%s", words);
    for (char *bar = offer->words; *bar != '\0'; bar++) {
        *bar = *bar == '|' ? ' ' : *bar;
    }
}

static void add_word(cli_offer *offer, const char *word) {
    size_t used = strlen(offer->words);
    snprintf(offer->words + used, sizeof(offer->words) - used, "%s%s", used > 0 ? " " : "", word);
}

void cli_offer_of_option(const cli_option *option, cli_offer *offer) {
    const char *value = option->value;
    *offer = (cli_offer){.ending = ""};
    if (option->words != NULL) {
        put_words(offer, option->words);
    } else if (strncmp(value, "FILE", 4) == 0 || strcmp(value, "SCRIPT") == 0) {
        offer->files = true;
    } else if (strcmp(value, "FOLDER") == 0) {
        offer->folders = true;
    } else if (strchr(value, '|') != NULL && strpbrk(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ ") == NULL) {
        put_words(offer, value);
    }
}

void cli_offer_of_argument(const cli_command *command, size_t index, cli_offer *offer) {
    char word[CLI_USAGE], last[CLI_USAGE];
    cli_command one;
    size_t count = 0;
    *offer = (cli_offer){.ending = ""};
    while (cli_argument_at(command, count, last)) {
        count++;
    }
    /* of a command that takes any number the last one goes on */
    size_t at = index < count ? index : count > 0 && command->most > (int)count ? count - 1 : count;
    if (!cli_argument_at(command, at, word)) {
        return;
    }
    bool scene = strncmp(word, "SCENE", 5) == 0, mesh = strstr(word, "MESH") != NULL;
    offer->files = scene || mesh || strcmp(word, "FILE") == 0 || strcmp(word, "RULESET") == 0;
    offer->ending = offer->files && !mesh && strcmp(word, "FILE") != 0 ? ".json" : "";
    for (size_t i = 0; strcmp(word, "RULESET") == 0 && tl_rules_name(i) != NULL; i++) {
        add_word(offer, tl_rules_name(i));
    }
    for (size_t i = 0; strcmp(word, "COMMAND") == 0 && cli_command_at(i, &one); i++) {
        add_word(offer, one.name);
    }
    if (strpbrk(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == NULL) { /* to be written as it is */
        put_words(offer, word);
    }
}

/* --- bash --------------------------------------------------------------------------------------------------------- */

static const char bash_start[] =
    "# bash completion of trueline, made by `trueline completion bash`\n"
    "_trueline_words() {\n"
    "    local word\n"
    "    for word in $1; do\n"
    "        [[ $word == \"$current\"* ]] && COMPREPLY+=(\"$word\")\n"
    "    done\n"
    "}\n"
    "_trueline_files() {\n"
    "    local name\n"
    "    [[ $current == '~/'* ]] && current=$HOME/${current:2}\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    while IFS= read -r name; do\n"
    "        [[ -d $name || $name == *\"$1\" ]] && COMPREPLY+=(\"$name\")\n"
    "    done < <(compgen \"$2\" -- \"$current\")\n"
    "}\n"
    "_trueline() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
    "    local options valued at=0 i\n"
    "    COMPREPLY=()\n"
    "    if ((COMP_CWORD == 1)); then\n";

static const char bash_middle[] = "    # --lang=fr comes as three words\n"
                                  "    if [[ $current == = ]]; then\n"
                                  "        current=\n"
                                  "    elif [[ $before == = ]]; then\n"
                                  "        before=${COMP_WORDS[COMP_CWORD-2]-}\n"
                                  "    fi\n"
                                  "    case $command in\n";

static const char bash_count[] =
    "    *) return ;;\n"
    "    esac\n"
    "    # which argument this is: options and their values aside\n"
    "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "        case ${COMP_WORDS[i]} in\n"
    "        = ) ((i++)) ;;\n"
    "        -?*) [[ \" $valued \" == *\" ${COMP_WORDS[i]} \"* && ${COMP_WORDS[i+1]-} != = ]] && ((i++)) ;;\n"
    "        *) ((at++)) ;;\n"
    "        esac\n"
    "    done\n"
    "    if [[ \" $valued \" == *\" $before \"* ]]; then\n"
    "        case $command:$before in\n";

static const char bash_end[] = "        esac\n"
                               "    fi\n"
                               "}\n"
                               "complete -F _trueline trueline\n";

static void put_bash_offer(const cli_offer *offer, FILE *out) {
    const char *between = "";
    if (offer->words[0] != '\0') {
        fprintf(out, " _trueline_words '%s'", offer->words);
        between = ";";
    }
    if (offer->files || offer->folders) {
        fprintf(out, "%s _trueline_files '%s' %s", between, offer->ending, offer->folders ? "-d" : "-f");
    }
}

static bool is_empty(const cli_offer *offer) {
    return offer->words[0] == '\0' && !offer->files && !offer->folders;
}

/* `    los) options='...' valued='...' ;;` */
static void put_bash_options(const cli_command *command, FILE *out) {
    cli_option option;
    const char *between = "";
    fprintf(out, "    %s) options='", command->name);
    for (size_t i = 0; cli_option_at(command, i, &option); i++) {
        fprintf(out, "%s%s%s%s", between, option.name, option.brief != NULL ? " " : "",
                option.brief != NULL ? option.brief : "");
        between = " ";
    }
    fputs("' valued='", out);
    between = "";
    for (size_t i = 0; cli_option_at(command, i, &option); i++) {
        if (option.value[0] != '\0') {
            fprintf(out, "%s%s%s%s", between, option.name, option.brief != NULL ? " " : "",
                    option.brief != NULL ? option.brief : "");
            between = " ";
        }
    }
    fputs("' ;;\n", out);
}

static void put_bash_values(const cli_command *command, FILE *out) {
    cli_option option;
    cli_offer offer;
    for (size_t i = 0; cli_option_at(command, i, &option); i++) {
        cli_offer_of_option(&option, &offer);
        if (!is_empty(&offer)) {
            fprintf(out, "        %s:%s", command->name, option.name);
            if (option.brief != NULL) {
                fprintf(out, " | %s:%s", command->name, option.brief);
            }
            fputc(')', out);
            put_bash_offer(&offer, out);
            fputs(" ;;\n", out);
        }
    }
}

static void put_bash_arguments(const cli_command *command, FILE *out) {
    cli_offer offer;
    size_t i = 0;
    for (; i < 4 && (int)i < command->most; i++) {
        cli_offer_of_argument(command, i, &offer);
        if (!is_empty(&offer)) {
            fprintf(out, "        %s:%zu)", command->name, i);
            put_bash_offer(&offer, out);
            fputs(" ;;\n", out);
        }
    }
    cli_offer_of_argument(command, i, &offer);
    if ((int)i < command->most && !is_empty(&offer)) {
        fprintf(out, "        %s:*)", command->name);
        put_bash_offer(&offer, out);
        fputs(" ;;\n", out);
    }
}

void cli_print_bash(FILE *out) {
    cli_command command;
    fputs(bash_start, out);
    fputs("        _trueline_words '", out);
    for (size_t i = 0; cli_command_at(i, &command); i++) {
        fprintf(out, "%s ", command.name);
    }
    fputs("--help --version'\n        return\n    fi\n", out);
    fputs(bash_middle, out);
    for (size_t i = 0; cli_command_at(i, &command); i++) {
        put_bash_options(&command, out);
    }
    fputs(bash_count, out);
    for (size_t i = 0; cli_command_at(i, &command); i++) {
        put_bash_values(&command, out);
    }
    fputs("        esac\n    elif [[ $current == -* ]]; then\n        _trueline_words \"$options\"\n    else\n"
          "        case $command:$at in\n",
          out);
    for (size_t i = 0; cli_command_at(i, &command); i++) {
        put_bash_arguments(&command, out);
    }
    fputs(bash_end, out);
}

/* --- The command -------------------------------------------------------------------------------------------------- */

int cli_completion(tl_context *context, const cli_arguments *arguments) {
    static const struct {
        const char *shell;
        void (*print)(FILE *out);
    } shells[] = {{"bash", cli_print_bash}, {"zsh", cli_print_zsh}, {"fish", cli_print_fish}};
    const char *shell = arguments->positional[0], *meant = NULL;
    size_t best = cli_too_far(shell);
    (void)context;
    for (size_t i = 0; i < sizeof(shells) / sizeof(shells[0]); i++) {
        if (strcmp(shells[i].shell, shell) == 0) {
            shells[i].print(stdout);
            return EXIT_ANSWERED;
        }
        meant = cli_nearer(shell, shells[i].shell, &best) ? shells[i].shell : meant;
    }
    fprintf(stderr,
            meant != NULL ? "trueline completion: there is no script for `%s`. Did you mean `%s`?\n"
                          : "trueline completion: there is no script for `%s`; say bash, zsh or fish\n",
            shell, meant);
    return EXIT_USAGE;
}
