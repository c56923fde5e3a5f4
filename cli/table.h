/* table.h: the one table of commands and options. Parsing, help, completion and man pages are made from it; questions
 * and their options come from the engine's table (tl_query_at). */
#ifndef TL_CLI_TABLE_H
#define TL_CLI_TABLE_H

#include "cli.h"

/* Takes an option's value, and puts what it says at `at` of the arguments. NULL: it is right; "": it is not what the
 * option wants; else what is wrong with it, to stand behind the option's name. */
typedef const char *cli_take(cli_arguments *arguments, size_t at, char *value);

/* An option of a command. */
typedef struct cli_option {
    const char *name;            /* "--output" */
    const char *brief;           /* "-o"; NULL: it has no other name */
    const char *value;           /* what its value is called in help; "": it has none */
    const char *what;            /* one line for people */
    const char *wants;           /* what its value must be, behind "wants"; NULL: what `value` says */
    const char *words;           /* values that complete it, with bars between; NULL: what `value` tells */
    cli_take *take;              /* NULL: `field` takes it, or it is --help */
    size_t at;                   /* in cli_arguments: what it sets */
    const char *query;           /* it sets what the option of this name of this question sets; "": of every question.
                                  * What is NULL above is that one's, too */
    bool repeats;                /* it may stand several times */
    const tl_query_field *field; /* of a question's option */
} cli_option;

enum { CLI_LISTS = 4, CLI_USAGE = 64 };

typedef struct cli_command {
    const char *name;
    char arguments[CLI_USAGE]; /* "SCENE A B": those that must stand, then [those that may] and options not to be missed
                                */
    const char *what;          /* one line for people */
    int least, most;           /* arguments */
    const cli_option *lists[CLI_LISTS]; /* each ends with a row without a name */
    const char *examples[2];            /* of a question: behind the sample scene; else whole */
    const tl_query *query;              /* the question that it asks; NULL: none */
    bool window;                        /* it looks after itself: neither Ctrl-C nor progress are the command line's */
    int (*run)(tl_context *context, const cli_arguments *arguments);
} cli_command;

/* Commands, by number from 0: questions first. False behind the last. */
bool cli_command_at(size_t index, cli_command *command);
bool cli_command_named(const char *name, cli_command *command);
/* Options that a command takes, by number from 0: its own first. False behind the last. */
bool cli_option_at(const cli_command *command, size_t index, cli_option *option);
/* By either name. */
bool cli_option_named(const cli_command *command, const char *name, cli_option *option);
/* Which commands take an option: "move, reach and analyze"; of many the first and "others". Returns how many there are.
 */
size_t cli_option_takers(const char *name, char *buffer, size_t size);
/* The word for a command's argument, by number from 0: "SCENE", "SCENE | MESH". False behind the last. */
bool cli_argument_at(const cli_command *command, size_t index, char word[CLI_USAGE]);
/* One line for people on what stands there; "" where the word says it. */
const char *cli_argument_what(const cli_command *command, size_t index);
/* A command's example, 0 or 1, as a whole line. */
void cli_example(const cli_command *command, size_t index, char *buffer, size_t size);

/* What completes an argument or a value. */
typedef struct cli_offer {
    char words[512];    /* these, with spaces between */
    bool files;         /* names of files ... */
    const char *ending; /* ... that end so; "": of any */
    bool folders;       /* names of folders alone */
} cli_offer;
void cli_offer_of_argument(const cli_command *command, size_t index, cli_offer *offer);
void cli_offer_of_option(const cli_option *option, cli_offer *offer);

/* nearest.c. How many letters must be put in, taken out, changed or swapped with their neighbour to make one word of
 * the other; capitals don't count. */
size_t cli_distance(const char *a, const char *b);
/* Whether `word` may have been meant by `typed`, nearer than `*best`, which becomes how near it is. */
bool cli_nearer(const char *typed, const char *word, size_t *best);
/* Where `*best` starts for a word: nothing as far off as that was meant. */
size_t cli_too_far(const char *typed);
/* The command that was meant; NULL: none is near. */
const char *cli_nearest_command(const char *typed);
/* The option that was meant, of a command; of NULL, of any. "" when none is near. Returns how near it is, as
 * cli_distance. */
size_t cli_nearest_option(const cli_command *command, const char *typed, char buffer[32]);

/* parse.c. Reads a command's words into the arguments. 0: go on; -1: its help was printed; else the exit status of what
 * was wrong, which was told. */
int cli_parse(const cli_command *command, int argc, char **argv, cli_arguments *arguments);
/* Words that are no command, such as a wrong one: told, and the exit status. */
int cli_no_command(const char *word);

/* help.c. */
void cli_print_help(FILE *out);
void cli_print_command_help(const cli_command *command, FILE *out);

/* completion.c, completion_zsh.c, completion_fish.c: a script for a shell. */
void cli_print_bash(FILE *out);
void cli_print_zsh(FILE *out);
void cli_print_fish(FILE *out);

/* take.c. */
cli_take cli_take_flag, cli_take_text, cli_take_name, cli_take_language, cli_take_setting, cli_take_report,
    cli_take_frames, cli_take_mm, cli_take_degrees, cli_take_place, cli_take_rectangle, cli_take_table,
    cli_take_reference, cli_take_zone, cli_take_area, cli_take_cell, cli_take_threads, cli_take_effort, cli_take_share;

#endif
