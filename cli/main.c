/* main.c: `trueline`: a table of commands. */
#include "cli.h"

#include <trueline/import.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Beside the questions, which tl_query_at tells. */
static const cli_command commands[] = {
    {"analyze", "SCENE --map NAME",
     "what the board does: a map of what is seen from where, with proofs; -o writes a picture", 1, MOST_POSITIONAL,
     CLI_ASKS | CLI_OUTPUT | CLI_SIZE | CLI_ANALYZE, cli_analyze},
    {"batch", "SCENE [FILE]", "one JSON query a line, one JSON answer a line", 1, 2, CLI_ASKS, cli_batch},
    {"check", "SCENE | RULES.json", "every problem at once: of a scene and its meshes, or of a rule file", 1, 1,
     CLI_JSON, cli_check},
    {"import", "MESH", "what is in a mesh: parts, units, defects; -o writes a clean copy (.obj, .stl)", 1, 1,
     CLI_JSON | CLI_OUTPUT | CLI_MESH, cli_import},
    {"render", "SCENE -o FILE", "a picture (PNG) or a ruling's report (HTML), no display needed", 1, 1,
     CLI_ASKS | CLI_OUTPUT | CLI_PICTURE | CLI_SIZE, cli_render},
    {"view", "[SCENE | MESH]", "a window: look round, ask by clicking, move models; a mesh opens as a table", 0, 1,
     CLI_WINDOW | CLI_SIZE | CLI_SET, cli_view},
    {"rules", "[RULESET]", "rule systems, their settings, defaults and sources; --upgrade: a file in the newest form",
     0, 1, CLI_JSON | CLI_UPGRADE, cli_rules},
    {"schema", "question", "the JSON Schema of what `batch` reads", 1, 1, 0, cli_schema},
};

enum { COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static void print_help(FILE *out) {
    fprintf(out, "trueline %s: certified measurements and rulings for tabletop wargames\n\n", tl_version());
    for (size_t i = 0; tl_query_at(i) != NULL; i++) {
        char arguments[40];
        if (!tl_query_at(i)->changes) {
            snprintf(arguments, sizeof(arguments), "SCENE %s", tl_query_at(i)->arguments);
            fprintf(out, "  trueline %-12s %-18s %s\n", tl_query_at(i)->name, arguments, tl_query_at(i)->what);
        }
    }
    for (int i = 0; i < COMMANDS; i++) {
        fprintf(out, "  trueline %-12s %-18s %s\n", commands[i].name, commands[i].arguments, commands[i].what);
    }
    fputs("\nA and B are a unit or a member of the scene.\n"
          "  --json               the whole answer as JSON\n"
          "  --tolerance MM       closer to a limit than this is too close to call (0.05)\n"
          "  --time-limit MS      no longer than this: an answer that is cut short says so\n"
          "  --effort N           N times the usual work (0.001 to 1000): what is not settled may be\n"
          "  --lang en|fr         the language of the answer (else that of the environment, but JSON is English)\n"
          "  --report FILE.html   the ruling for a judge: pictures, words, steps, numbers (render: -o FILE.html);\n"
          "                       --date TEXT: told in it\n"
          "  --set NAME=VALUE     a setting of the rule system (`trueline rules NAME` lists them)\n",
          out);
    cli_question_help(out);
    fputs(
        "  --map NAME           analyze: fov, dead, exposure, height, nearest, length, mutual or cover\n"
        "  --from A|X,Y         analyze: who looks: a unit, a member, or --observer BODY at a place\n"
        "  --zone X0,Y0,X1,Y1   analyze: --observer BODY may stand anywhere in there (or X,Y for each corner: "
        "X,Y:X,Y:X,Y)\n"
        "  --to ZONE            analyze: only the cells of this zone are mapped\n"
        "  --target BODY        analyze: what is looked at: infantry, vehicle, or an asset of the scene\n"
        "  --cell MM            analyze: side of a cell (10); --area X0,Y0,X1,Y1: part of the table; --threads N\n"
        "  --effort N           analyze --map: N times the usual work for proofs: more cells are settled (1 to 1000)\n"
        "  --resume FILE        analyze: keeps what is finished in FILE, and goes on from there\n"
        "  --findings           analyze: what the board does as a whole, in words and numbers; --zone A --to B: the "
        "two\n"
        "                       deployment zones; --pieces: what each piece of terrain hides; --suggest: the one move\n"
        "                       or turn that makes the board fairest (-o FILE.json: the scene with it; -o FILE.png: a "
        "picture);\n"
        "                       of several scenes -o FILE.html, .csv or .json compares them\n"
        "  --firing MEMBER      analyze: from where within its move (--march) MEMBER sees the unit or model --target:\n"
        "                       areas, range, cover from the other enemies; --weapon ID: where it fires that one\n"
        "  --shard I/N          analyze: only this share of the work, into -o FILE; `analyze merge SCENE FILE ...` "
        "joins them\n",
        out);
    fputs("  --picture FILE       import: the mesh and what is wrong with it, as a PNG\n"
          "  --join MM            import: join what lies no farther apart at open edges: cracks of rounding close\n"
          "  --close-holes MM     import: close holes no longer than this; --drop-specks MM: loose parts that are "
          "shorter\n"
          "  --simplify MM        import: fewer triangles, no point moved farther than this (-o writes what is left)\n"
          "  --reorient           import: one winding for each part, fronts outside (-o writes what was repaired)\n"
          "  --reference TEXT     import: a known distance, which gives the scale and how far off it may be:\n"
          "                       \"X,Y,Z X,Y,Z = 152.4 mm\", \"height = 6.00 inch\", \"PART to PART = 40 +- 0.5 mm\"\n"
          "  --unit U, --up AXIS  import: how the file's own coordinates are taken: mm, cm, m, inch, foot; +x to -z\n"
          "  --scale S            import: everything is multiplied by this, as `scale` does in a scene\n"
          "  --level              import: turn the mesh so that its ground plane is z = 0; --turn DEG; --move X,Y[,Z]\n"
          "  --crop \"X,Y X,Y\"     import: cut off what isn't over this rectangle; --crop-table WxD: from 0,0\n"
          "  --crop-whole         import: keep triangles whole that reach into it\n"
          "  --parts PATTERNS     import: \"core=hull*,turret*;gear=gun*\": what each part is taken as\n"
          "  --suggest-core       import: a base and a core for a figure without names, by its shape\n"
          "  --no-cache           read every mesh anew, and keep none (also TRUELINE_CACHE=off; else a folder)\n"
          "  -o FILE              where to write (import, render, analyze)\n"
          "  --query \"los A B\"    render: show this ruling\n"
          "  --view VIEW          render: table, top, or eye:NAME\n"
          "  --size WxH           render, view, analyze: pixels (1600x1000, 1280x800)\n"
          "  --frames N           view: ends after N pictures\n"
          "  --shot FILE          view: what was shown last, as a PNG\n"
          "  --headless SCRIPT    view: does what a file says, without a display; -o FOLDER: for its pictures\n"
          "  --upgrade            rules: a rule file of version 1 in the form of version 2\n"
          "\nExit status: 0 answered, 2 wrong usage, 3 bad input, 4 could not answer.\n",
          out);
}

static int usage(const cli_command *command, const char *problem, const char *what) {
    fprintf(stderr, "trueline %s: %s%s\nUsage: trueline %s %s\n", command->name, problem, what, command->name,
            command->arguments);
    return EXIT_USAGE;
}

bool cli_number(const char *text, double *value, const char **rest) {
    char *end;
    if (text[0] == '\0' || strchr("+-.0123456789", text[0]) == NULL) {
        return false;
    }
    *value = strtod(text, &end);
    *rest = end;
    return end != text && *value == *value && *value <= 1e9 && *value >= -1e9;
}

bool cli_length(const char *text, double *mm) {
    const char *rest;
    double value;
    if (!cli_number(text, &value, &rest) || value < 0) {
        return false;
    }
    if (rest[0] == '\0' || strcmp(rest, "mm") == 0) {
        *mm = value;
    } else if (strcmp(rest, "cm") == 0) {
        *mm = value * 10;
    } else if (strcmp(rest, "in") == 0 || strcmp(rest, "\"") == 0) {
        *mm = value * 25.4;
    } else if (strcmp(rest, "u") == 0) {
        *mm = -value;
    } else {
        return false;
    }
    return true;
}

int cli_point(const char *text, double point[3]) {
    int count = 0;
    for (const char *rest = text; count < 3; rest++) {
        if (!cli_number(rest, &point[count], &rest)) {
            return 0;
        }
        count++;
        if (*rest == '\0') {
            return count >= 2 ? count : 0;
        }
        if (*rest != ',') {
            return 0;
        }
    }
    return 0;
}

static bool add_setting(cli_arguments *arguments, char *text) {
    char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || arguments->set_count >= MOST_SETTINGS) {
        return false;
    }
    *equals = '\0';
    arguments->set[2 * arguments->set_count] = text;
    arguments->set[2 * arguments->set_count + 1] = equals + 1;
    arguments->set_count++;
    return true;
}

static bool is_language(const char *tag) {
    bool found = false;
    for (size_t i = 0; tl_language_tag(i) != NULL; i++) {
        found = found || strcmp(tl_language_tag(i), tag) == 0;
    }
    return found;
}

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

static bool is_analyze_option(const char *name, const char *value, cli_arguments *arguments, const char **wanted,
                              bool *takes_value) {
    bool taken = false;
    *wanted = cli_analyze_option(name, value, arguments, &taken, takes_value);
    return taken;
}

static int parse(const cli_command *command, int argc, char **argv, cli_arguments *arguments) {
    for (int i = 2; i < argc; i++) {
        char *word = argv[i];
        char *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
        char *value = equals != NULL ? equals + 1 : i + 1 < argc ? argv[i + 1] : NULL;
        char name[32];
        size_t length = equals != NULL ? (size_t)(equals - word) : strlen(word);
        snprintf(name, sizeof(name), "%.*s", (int)(length < 31 ? length : 31), word);
        const char *rest = "";
        const char *problem = NULL;
        unsigned asks = command->options;
        bool takes_value = true;
        const char *wanted = NULL;
        char wants[96];
        if (word[0] != '-' || word[1] == '\0') {
            if (arguments->positional_count >= command->most) {
                return usage(command, "too many arguments: ", word);
            }
            arguments->positional[arguments->positional_count++] = word;
            continue;
        }
        if (strcmp(name, "--json") == 0 && (asks & (CLI_ASKS | CLI_JSON)) != 0) {
            arguments->json = true;
            takes_value = false;
        } else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
            print_help(stdout);
            return -1;
        } else if (strcmp(name, "--lang") == 0 && value != NULL) {
            if (!is_language(value)) {
                return usage(command, "answers are told in English (en) and French (fr), not in ", value);
            }
            arguments->language = value;
        } else if (strcmp(name, "--picture") == 0 && (asks & CLI_MESH) != 0 && value != NULL) {
            arguments->picture = value;
        } else if ((asks & CLI_MESH) != 0 && cli_mesh_option(arguments, name, value, &takes_value, &problem)) {
            if (problem != NULL || (!takes_value && equals != NULL)) {
                return usage(command, name, problem != NULL ? problem : " takes no value");
            }
        } else if ((asks & CLI_ANALYZE) != 0 && is_analyze_option(name, value, arguments, &wanted, &takes_value)) {
            if (wanted != NULL || (!takes_value && equals != NULL)) {
                return usage(command, name, wanted != NULL ? wanted : " takes no value");
            }
        } else if (cli_question_field(command, name) != NULL) {
            const tl_query_field *field = cli_question_field(command, name);
            int next = i + (equals == NULL ? 2 : 1), taken = 0;
            takes_value = field->kind != TL_FIELD_FLAG;
            if (!takes_value && equals != NULL) {
                return usage(command, name, " takes no value");
            }
            if (!cli_question_set(arguments, field, value, argv + next, argc > next ? argc - next : 0, &taken)) {
                snprintf(wants, sizeof(wants), "%s wants %s", name,
                         field->wants[0] != '\0' ? field->wants : field->value);
                return usage(command, taken == -2 ? "a path has at most 1000 points" : wants, "");
            }
            i += taken;
        } else if (strcmp(name, "--no-cache") == 0 && equals == NULL) {
            arguments->no_cache = true;
            takes_value = false;
        } else if (strcmp(name, "--report") == 0 && (asks & CLI_TIME) != 0 && value != NULL) {
            if (!cli_is_report(value)) {
                return usage(command, "a report is an .html file, not ", value);
            }
            arguments->report = value;
        } else if (strcmp(name, "--date") == 0 && (asks & (CLI_TIME | CLI_PICTURE)) != 0 && value != NULL) {
            arguments->date = value;
        } else if (strcmp(name, "--upgrade") == 0 && (asks & CLI_UPGRADE) != 0) {
            arguments->upgrade = true;
            takes_value = false;
        } else if (strcmp(name, "--set") == 0 && (asks & (CLI_ASKS | CLI_SET)) != 0) {
            if (value == NULL || !add_setting(arguments, value)) {
                return usage(command, "--set wants NAME=VALUE", "");
            }
        } else if ((strcmp(name, "-o") == 0 || strcmp(name, "--output") == 0) &&
                   (asks & (CLI_OUTPUT | CLI_WINDOW)) != 0) {
            if (value == NULL || value[0] == '\0') {
                return usage(command, "-o wants the name of a file", "");
            }
            arguments->output = value;
        } else if (strcmp(name, "--query") == 0 && (asks & CLI_PICTURE) != 0 && value != NULL) {
            arguments->query = value;
        } else if (strcmp(name, "--view") == 0 && (asks & CLI_PICTURE) != 0 && value != NULL) {
            arguments->view = value;
        } else if (strcmp(name, "--size") == 0 && (asks & CLI_SIZE) != 0 && value != NULL) {
            arguments->size = value;
        } else if (strcmp(name, "--shot") == 0 && (asks & CLI_WINDOW) != 0 && value != NULL) {
            arguments->shot = value;
        } else if (strcmp(name, "--headless") == 0 && (asks & CLI_WINDOW) != 0 && value != NULL) {
            arguments->script = value;
        } else if (strcmp(name, "--frames") == 0 && (asks & CLI_WINDOW) != 0) {
            double frames = 0;
            if (value == NULL || !cli_number(value, &frames, &rest) || rest[0] != '\0' || frames < 1 || frames > 1e6) {
                return usage(command, "--frames wants how many pictures to draw, 1 or more", "");
            }
            arguments->frames = (int)frames;
        } else {
            return usage(command,
                         value == NULL && length > 2 ? "unknown option, or its value is missing: " : "unknown option ",
                         word);
        }
        i += takes_value && equals == NULL ? 1 : 0;
    }
    if (arguments->positional_count < command->least) {
        return usage(command, "something is missing", "");
    }
    return 0;
}

/* A command, or a question as one: made in `asking`. */
static const cli_command *find_command(const char *name, cli_command *asking) {
    static char arguments[64];
    const tl_query *query = tl_query_named(name);
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    if (query == NULL || query->changes) {
        return NULL;
    }
    snprintf(arguments, sizeof(arguments), "SCENE %s", query->arguments);
    *asking = (cli_command){query->name,          arguments,           query->what, (int)query->least + 1,
                            (int)query->most + 1, CLI_ASKS | CLI_TIME, cli_ask};
    return asking;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--import-child") == 0) {
        return tl_import_child_main(argc, argv);
    }
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(argc < 2 ? stderr : stdout);
        return argc < 2 ? EXIT_USAGE : EXIT_ANSWERED;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("trueline %s\n", tl_version());
        return EXIT_ANSWERED;
    }
    static cli_command asking;
    const cli_command *command = find_command(argv[1], &asking);
    if (command == NULL) {
        fprintf(stderr, "trueline: there is no command `%s`; `trueline --help` lists them\n", argv[1]);
        return EXIT_USAGE;
    }
    static char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
    static cli_arguments arguments;
    arguments.command = argv[1];
    arguments.program = length > 0 ? program : argv[0];
    int failed = parse(command, argc, argv, &arguments);
    cli_question_arguments(&arguments);
    if (failed != 0) {
        return failed < 0 ? EXIT_ANSWERED : failed;
    }
    static char cache[4096];
    arguments.mesh_cache = chosen_cache(&arguments, cache);
    arguments.spoken = chosen_language(&arguments);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is told, and nothing of it is left */
    tl_context_options options = {.language = arguments.spoken};
    if ((command->options & CLI_WINDOW) == 0) { /* a window looks after itself */
        cli_be_patient(strcmp(command->name, "batch") != 0);
        options.progress = cli_go_on;
    }
    tl_context *context = tl_context_create(&options);
    if (context == NULL) {
        fputs("trueline: there is not enough memory\n", stderr);
        return EXIT_NO_ANSWER;
    }
    int status = command->run(context, &arguments);
    cli_clear_line();
    tl_context_destroy(context);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("trueline: standard output can't be written\n", stderr);
        return EXIT_NO_ANSWER;
    }
    return status;
}
