/* cli.h: what the commands share: arguments as a table, messages, exit statuses (contract, command line). */
#ifndef TL_CLI_CLI_H
#define TL_CLI_CLI_H

#include <trueline/board.h>
#include <trueline/import.h>
#include <trueline/rules.h>
#include <trueline/ruling.h>
#include <trueline/scene.h>

#include <stdio.h>

enum { EXIT_ANSWERED = 0, EXIT_USAGE = 2, EXIT_BAD_INPUT = 3, EXIT_NO_ANSWER = 4 };

enum { MOST_POSITIONAL = 258, MOST_SETTINGS = 64, MOST_PATH_POINTS = 1000, MOST_REFERENCES = 64 };

enum { MOST_ZONE_CORNERS = 64 };

/* Options of `analyze`. */
typedef struct cli_analysis {
    const char *map;
    const char *observer, *target;
    tl_vec2 zone[MOST_ZONE_CORNERS];
    size_t zone_count;
    tl_vec2 to[MOST_ZONE_CORNERS];
    size_t to_count;
    tl_vec2 area[2];
    bool has_area;
    double cell;   /* mm; 0: not given */
    double effort; /* 0: not given */
    unsigned threads;
    const char *resume;
    unsigned share, shares; /* 0: all of it */
    bool findings, pieces, suggest;
    const char *firing; /* who moves; --target is who is to be seen then */
} cli_analysis;

/* Options as given; what was not given is NULL, false or 0. */
typedef struct cli_arguments {
    const char *command;
    const char *positional[MOST_POSITIONAL];
    int positional_count;
    bool json;
    bool quiet;
    bool upgrade;
    const char *output;
    const char *query;
    const char *view;
    const char *size;
    const char *shot;
    const char *script;
    int frames;
    tl_question question; /* fields that options set; a limit in game units is negative */
    tl_path_point path[MOST_PATH_POINTS];
    const char *set[2 * MOST_SETTINGS + 1]; /* name, value, ..., NULL */
    int set_count;
    const char *language; /* of the answer; NULL: not given */
    const char *spoken;   /* the one chosen: that, or the environment's; may be NULL */
    const char *report;
    const char *date;
    bool no_cache;
    const char *picture;
    tl_mesh_options mesh; /* of `import` */
    const char *references[MOST_REFERENCES];
    const char *mesh_cache; /* the folder for meshes that were read before; NULL: none */
    cli_analysis analysis;
    const char *program; /* path of this executable, for the import child */
} cli_arguments;

/* One command: its own function gets arguments that fit `usage`. */
typedef struct cli_command {
    const char *name;
    const char *arguments; /* "SCENE A B" */
    const char *what;      /* one line of help */
    int least, most;       /* positional arguments */
    unsigned options;      /* CLI_* bits */
    int (*run)(tl_context *context, const cli_arguments *arguments);
} cli_command;

enum {
    CLI_ASKS = 1,         /* --json --tolerance --set */
    CLI_OUTPUT = 8,       /* -o */
    CLI_PICTURE = 16,     /* --query --view --date */
    CLI_JSON = 32,        /* --json */
    CLI_SIZE = 64,        /* --size */
    CLI_WINDOW = 128,     /* --frames --shot --headless -o */
    CLI_SET = 256,        /* --set */
    CLI_TIME = 1024,      /* --time-limit --effort --report --date */
    CLI_MESH = 131072,    /* --picture, and what cli_mesh_option knows */
    CLI_ANALYZE = 262144, /* --map --from --zone --to --observer --target --area --cell --level --facing --threads
                             --resume --shard --findings --pieces --suggest */
    CLI_UPGRADE = 524288  /* --upgrade */
};

int cli_analyze(tl_context *context, const cli_arguments *arguments);
int cli_ask(tl_context *context, const cli_arguments *arguments);
int cli_batch(tl_context *context, const cli_arguments *arguments);
int cli_check(tl_context *context, const cli_arguments *arguments);
int cli_import(tl_context *context, const cli_arguments *arguments);
int cli_render(tl_context *context, const cli_arguments *arguments);
int cli_rules(tl_context *context, const cli_arguments *arguments);
int cli_schema(tl_context *context, const cli_arguments *arguments);
int cli_view(tl_context *context, const cli_arguments *arguments);

/* question_options.c. The field of the command's question that an option sets; NULL: none. */
const tl_query_field *cli_question_field(const cli_command *command, const char *option);
/* Sets it. `more`: the words behind the value, of which a path takes some: `*taken`. False: the value is none such
 * (`*taken` -2: too many points). */
bool cli_question_set(cli_arguments *arguments, const tl_query_field *field, const char *value, char **more, int count,
                      int *taken);
/* Sets those that stand among the arguments, in their order. */
void cli_question_arguments(cli_arguments *arguments);
/* A line for each option of questions. */
void cli_question_help(FILE *out);

/* One of the options of `import` that change or measure a mesh, or tell of its parts. False: it is none of them.
 * `*problem` becomes what is wrong with its value, or NULL; `*takes_value` whether it has one. */
bool cli_mesh_option(cli_arguments *arguments, const char *name, const char *value, bool *takes_value,
                     const char **problem);

/* A decimal number within a billion at the beginning of a text; `*rest` is where it ends. */
bool cli_number(const char *text, double *value, const char **rest);
/* Takes an option of `analyze`: `*taken` says whether it is one, `*takes_value` whether it has a value. NULL when its
 * value is right, else what it wants. */
const char *cli_analyze_option(const char *name, const char *value, cli_arguments *arguments, bool *taken,
                               bool *takes_value);

/* Reads "X,Y" or "X,Y,Z"; the number of coordinates, 0 when it is neither. */
int cli_point(const char *text, double point[3]);
/* Millimetres from "600", "600mm", "60cm", "24in" or "24\""; from "6u" the game units, negative. False: neither. */
bool cli_length(const char *text, double *mm);
/* "1600x1000", 64 to 8192 each way. */
bool cli_parse_size(const char *text, int *width, int *height);
/* How large a picture of a table is to be: as --size has it, or 1600 x 1000. NULL, or what --size wants. */
const char *cli_picture_size(const cli_arguments *arguments, int *width, int *height);

/* Prints a report to standard error and gives the exit status that fits it. What this program was built without, or
 * this machine doesn't have (TL_ERROR_UNSUPPORTED that names neither a file nor a place in one), is EXIT_NO_ANSWER. */
int cli_fail(const tl_error *error);

/* abilities.c. Reports that this program was built without something: TL_ERROR_UNSUPPORTED. */
tl_status cli_lacks(tl_error *error, const char *what, const char *remedy);
/* TL_OK where pictures can be drawn; else what cli_lacks says of them. To be asked before the work, not at its end. */
tl_status cli_pictures_check(tl_error *error);

/* Whether a path is that of a report: .html or .htm. */
bool cli_is_report(const char *path);
/* Writes a ruling as a report. */
tl_status cli_save_report(const cli_arguments *arguments, const tl_scene *scene, const tl_question *question,
                          const tl_ruling *ruling, const char *path, tl_error *error);
/* Loads a scene with the settings of the command line; on failure prints every problem and returns an exit status, else
 * EXIT_ANSWERED. */
int cli_load(tl_context *context, const cli_arguments *arguments, const char *path, tl_scene **scene);

/* patience.c. From here on Ctrl-C, or SIGTERM, ends work in order: whatever is under way comes back as cancelled; the
 * second one ends the program. `shows`: on a terminal a line on standard error tells how far long work is. */
void cli_be_patient(bool shows);
/* A context's progress callback. */
bool cli_go_on(void *user, double done, const char *what);
/* Takes that line away, before something is printed. */
void cli_clear_line(void);
bool cli_interrupted(void);

#endif
