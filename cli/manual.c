/* manual.c: `trueline man`: pages in roff, in the words of man(7), made from the table. */
#include "table.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* When what pages say beside the table was changed last. */
#define MANUAL_DATE "2026-11-27"

/* A letter as roff takes it: a dash is one that is to be typed, quotes are as they are. */
static void put_letter(FILE *out, char letter) {
    static const struct {
        char letter;
        const char *roff;
    } marked[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"}, {'`', "\\(ga"},
                  {'"', "\\(dq"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    for (size_t i = 0; i < sizeof(marked) / sizeof(marked[0]); i++) {
        if (marked[i].letter == letter) {
            fputs(marked[i].roff, out);
            return;
        }
    }
    fputc(letter, out);
}

static void put(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        put_letter(out, *text);
    }
}

/* A text in lines of which none is long, and none begins as a request does. `going_on`: what stands at the end of a
 * line that the next one belongs to as it is written. */
static void put_lines(FILE *out, const char *text, const char *going_on) {
    enum { LONGEST = 60 }; /* marked letters take more room */
    size_t column = 0;
    for (const char *word = text; *word != '\0';) {
        size_t length = strcspn(word, " "), gap = strspn(word + length, " ");
        if (column == 0 && *word == '.') {
            fputs("\\&", out);
        }
        for (size_t i = 0; i < length; i++) {
            put_letter(out, word[i]);
        }
        column += length + 1;
        word += length + gap;
        if (*word == '\0' || column + strcspn(word, " ") > LONGEST) {
            fputs(*word != '\0' ? going_on : "", out);
            fputc('\n', out);
            column = 0;
        } else {
            fputc(' ', out);
        }
    }
}

static void put_line(FILE *out, const char *text) {
    put_lines(out, text, "");
}

/* What a term means: a paragraph with the term in bold and, behind it, a word in italics. */
static void put_term(FILE *out, const char *term, const char *brief, const char *value, const char *what) {
    fputs(".TP\n", out);
    if (brief != NULL) {
        fputs("\\fB", out);
        put(out, brief);
        fputs("\\fR, ", out);
    }
    fputs("\\fB", out);
    put(out, term);
    fputs("\\fR", out);
    if (value[0] != '\0') {
        fputs(" \\fI", out);
        put(out, value);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    put_line(out, what[0] != '\0' ? what : "See above.");
}

static void put_head(FILE *out, const char *title, const char *name, const char *what) {
    fputs(".TH ", out);
    put(out, title);
    fprintf(out, " 1 " MANUAL_DATE " \"trueline %s\" \"Trueline\"\n.SH NAME\n", tl_version());
    put(out, name);
    fputs(" \\-\n", out);
    put_line(out, what);
}

static void put_statuses(FILE *out) {
    static const char *const statuses[][2] = {
        {"0", "answered, whatever the verdict; a batch with bad lines too"},
        {"2", "wrong usage: an unknown command, option, name, setting or value; a question for which the rule system "
              "has no rule"},
        {"3", "bad input: a scene, mesh or rule system that can't be read or used; a file that can't be written; "
              "`check` found errors"},
        {"4", "could not answer: out of memory, cancelled, standard output that can't be written; a picture, a window "
              "or a kind of file that this program was built without or this machine lacks"}};
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
        put_term(out, statuses[i][0], NULL, "", statuses[i][1]);
    }
}

static void put_options(const cli_command *command, FILE *out) {
    cli_option option;
    fputs(".SH OPTIONS\nA value follows its option, or stands behind \\(oq=\\(cq.\n", out);
    for (size_t i = 0; cli_option_at(command, i, &option); i++) {
        put_term(out, option.name, option.brief, option.value, option.what);
    }
}

static void put_command(const cli_command *command, FILE *out) {
    char title[CLI_USAGE], name[CLI_USAGE], word[CLI_USAGE], line[256];
    snprintf(name, sizeof(name), "trueline-%s", command->name);
    for (size_t i = 0; i <= strlen(name); i++) {
        title[i] = name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 'a' + 'A') : name[i];
    }
    put_head(out, title, name, command->what);
    fputs(".SH SYNOPSIS\n\\fBtrueline ", out);
    put(out, command->name);
    fputs("\\fR ", out);
    put(out, command->arguments);
    fputs(" [options]\n", out);
    for (size_t i = 0, told = 0; cli_argument_at(command, i, word); i++) {
        const char *what = cli_argument_what(command, i);
        if (what[0] != '\0') {
            fputs(told++ == 0 ? ".SH ARGUMENTS\n" : "", out);
            put_term(out, word, NULL, "", what);
        }
    }
    put_options(command, out);
    fputs(".SH EXAMPLES\nOn the sample scene, in the folder where \\fIterrain\\fR and \\fImodels\\fR lie:\n", out);
    for (size_t i = 0; i < 2; i++) {
        cli_example(command, i, line, sizeof(line));
        fputs(".PP\n.nf\n", out);
        put_lines(out, line, " \\"); /* what follows a backslash at the end of a line goes on in it */
        fputs(".fi\n", out);
    }
    put_statuses(out);
    fputs(".SH SEE ALSO\n.BR trueline (1)\n", out);
}

/* manual.c: the page of a command in roff; NULL: of the program. */
static void print_manual(const cli_command *command, FILE *out) {
    cli_command one;
    if (command != NULL) {
        put_command(command, out);
        return;
    }
    put_head(out, "TRUELINE", "trueline", "certified measurements and rulings for tabletop wargames");
    fputs(".SH SYNOPSIS\n\\fBtrueline\\fR COMMAND ... [options]\n.PP\n\\fBtrueline\\fR \\fB\\-\\-help\\fR\n.PP\n"
          "\\fBtrueline\\fR \\fB\\-\\-version\\fR\n.SH DESCRIPTION\n"
          "A measurement engine and referee: it reads a scene with its meshes and a\nrule system, and answers what "
          "players ask.\nStandard output carries the answer, standard error messages.\n.SH COMMANDS\n",
          out);
    for (size_t i = 0; cli_command_at(i, &one); i++) {
        put_term(out, one.name, NULL, one.arguments, one.what);
    }
    fputs(".SH ENVIRONMENT\n", out);
    put_term(out, "TRUELINE_CACHE", NULL, "", "off, or the folder where meshes are kept that were read before");
    put_term(out, "XDG_CACHE_HOME", NULL, "",
             "else they are kept in the folder trueline there, or in ~/.cache/trueline");
    put_term(out, "LC_ALL, LC_MESSAGES, LANG", NULL, "", "the language of answers to people, when --lang is not given");
    put_statuses(out);
    fputs(".SH SEE ALSO\n", out);
    for (size_t i = 0; cli_command_at(i, &one); i++) {
        cli_command next;
        fputs(".BR trueline\\-", out);
        put(out, one.name);
        fprintf(out, " (1)%s\n", cli_command_at(i + 1, &next) ? "," : "");
    }
}

/* --- The command -------------------------------------------------------------------------------------------------- */

/* A page as a file of a folder; false, told, when it can't be written. */
static bool write_page(const char *folder, const cli_command *command) {
    char path[4096];
    int length = snprintf(path, sizeof(path), "%s/trueline%s%s.1", folder, command != NULL ? "-" : "",
                          command != NULL ? command->name : "");
    FILE *out = length > 0 && length < (int)sizeof(path) ? fopen(path, "w") : NULL;
    bool good = out != NULL;
    if (good) {
        print_manual(command, out);
        good = ferror(out) == 0;
        good = fclose(out) == 0 && good;
    }
    if (!good) {
        fprintf(stderr, "trueline: %s/trueline%s%s.1: can't be written: %s\n", folder, command != NULL ? "-" : "",
                command != NULL ? command->name : "", strerror(errno));
    }
    return good;
}

int cli_manual(tl_context *context, const cli_arguments *arguments) {
    cli_command command;
    const char *name = arguments->positional_count > 0 ? arguments->positional[0] : NULL;
    (void)context;
    if (name != NULL && !cli_command_named(name, &command)) {
        return cli_no_command(name);
    }
    if (arguments->output == NULL) {
        print_manual(name != NULL ? &command : NULL, stdout);
        return EXIT_ANSWERED;
    }
    if (mkdir(arguments->output, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "trueline: %s: can't be made: %s\n", arguments->output, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    bool good = name != NULL ? write_page(arguments->output, &command) : write_page(arguments->output, NULL);
    for (size_t i = 0; good && name == NULL && cli_command_at(i, &command); i++) {
        good = write_page(arguments->output, &command);
    }
    return good ? EXIT_ANSWERED : EXIT_BAD_INPUT;
}
