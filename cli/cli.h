/* cli.h: what the commands share: arguments as a table, messages, exit statuses (contract, command line). */
#ifndef TL_CLI_CLI_H
#define TL_CLI_CLI_H

#include <trueline/board.h>
#include <trueline/compare.h>
#include <trueline/import.h>
#include <trueline/rules.h>
#include <trueline/ruling.h>
#include <trueline/scene.h>

#include <stdio.h>

enum { EXIT_ANSWERED = 0, EXIT_USAGE = 2, EXIT_BAD_INPUT = 3, EXIT_NO_ANSWER = 4 };

enum { MOST_POSITIONAL = 258, MOST_SETTINGS = 64, MOST_PATH_POINTS = 1000, MOST_REFERENCES = 64 };

enum { MOST_ZONE_CORNERS = 64 };

/* A polygon on the table; no corners: not given. */
typedef struct cli_zone {
    tl_vec2 corners[MOST_ZONE_CORNERS];
    size_t count;
} cli_zone;

/* Part of the table: two corners. */
typedef struct cli_area {
    tl_vec2 corners[2];
    bool given;
} cli_area;

/* Options of `analyze`. */
typedef struct cli_analysis {
    const char *map;
    const char *observer, *target;
    cli_zone zone, to;
    cli_area area;
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
    bool upgrade;
    const char *output;
    const char *query;
    const char *view;
    const char *systems; /* of `compare`, with commas between */
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

int cli_analyze(tl_context *context, const cli_arguments *arguments);
int cli_ask(tl_context *context, const cli_arguments *arguments);
int cli_batch(tl_context *context, const cli_arguments *arguments);
int cli_compare(tl_context *context, const cli_arguments *arguments);
int cli_check(tl_context *context, const cli_arguments *arguments);
int cli_completion(tl_context *context, const cli_arguments *arguments);
int cli_help(tl_context *context, const cli_arguments *arguments);
int cli_import(tl_context *context, const cli_arguments *arguments);
int cli_manual(tl_context *context, const cli_arguments *arguments);
int cli_render(tl_context *context, const cli_arguments *arguments);
int cli_rules(tl_context *context, const cli_arguments *arguments);
int cli_schema(tl_context *context, const cli_arguments *arguments);
int cli_view(tl_context *context, const cli_arguments *arguments);

/* options.c. Sets a field of the question. `more`: the words behind the value, of which a path takes some: `*taken`.
 * False: the value is none such (`*taken` -2: too many points). */
bool cli_question_set(cli_arguments *arguments, const tl_query_field *field, const char *value, char **more, int count,
                      int *taken);
/* Sets those that stand among the arguments, in their order. */
void cli_question_arguments(cli_arguments *arguments);

/* split.c. A question in the words of the command line: "los A B", "attack A B main". Its texts lie in `text`, which is
 * cut into words; a limit in game units is negative. False: it is none. */
bool cli_split_query(char *text, tl_question *question);

/* A decimal number within a billion at the beginning of a text; `*rest` is where it ends. */
bool cli_number(const char *text, double *value, const char **rest);

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
/* Whether a scene wasn't loaded because --for names no side of it: then the command line is wrong, not the scene. */
bool cli_is_no_side(tl_status status, const tl_error *error);
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
