/* table.c: the table of commands and their options, beside the questions, which tl_query_at tells. */
#include "table.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(cli_arguments, member)
#define SAMPLE     "terrain/crossroads.scene.json"

/* --- Options that several commands take --------------------------------------------------------------------------- */

#define LANGUAGE                                                                                                       \
    {                                                                                                                  \
        "--lang", .value = "en|fr",                                                                                    \
                  .what = "the language of the answer (else that of the environment, but JSON is English)",            \
                  .wants = "en or fr: answers are told in English (en) and French (fr)", .take = cli_take_language,    \
                  .at = AT(language)                                                                                   \
    }
#define NO_CACHE                                                                                                       \
    {                                                                                                                  \
        "--no-cache", .value = "",                                                                                     \
                      .what = "read every mesh anew, and keep none (also TRUELINE_CACHE=off; else a folder)",          \
                      .take = cli_take_flag, .at = AT(no_cache)                                                        \
    }
#define HELP                                                                                                           \
    { "--help", .brief = "-h", .value = "", .what = "this help" }
#define JSON                                                                                                           \
    { "--json", .value = "", .what = "the whole answer as JSON", .take = cli_take_flag, .at = AT(json) }
#define SETTING                                                                                                        \
    {                                                                                                                  \
        "--set", .value = "NAME=VALUE", .what = "a setting of the rule system (`trueline rules NAME` lists them)",     \
                 .take = cli_take_setting, .at = AT(set), .repeats = true                                              \
    }
#define TOLERANCE                                                                                                      \
    { "--tolerance", .query = "" }
#define FOR_SIDE                                                                                                       \
    {                                                                                                                  \
        "--for", .value = "SIDE",                                                                                      \
                 .what = "as this side may know the table: nothing of the hidden models of the others",                \
                 .wants = "the name of a side", .take = cli_take_name, .at = AT(question.for_side)                     \
    }
#define DATE                                                                                                           \
    { "--date", .value = "TEXT", .what = "a date, told in the report", .take = cli_take_text, .at = AT(date) }
#define SIZE(words)                                                                                                    \
    {                                                                                                                  \
        "--size", .value = "WxH", .what = words, .wants = "WIDTHxHEIGHT in pixels, 64 to 8192, such as 1600x1000",     \
                  .take = cli_take_name, .at = AT(size)                                                                \
    }
#define OUTPUT(kind, words)                                                                                            \
    {                                                                                                                  \
        "--output", .brief = "-o", .value = kind, .what = words, .wants = "the name of a file", .take = cli_take_name, \
                    .at = AT(output)                                                                                   \
    }
#define END                                                                                                            \
    { .name = NULL }

static const cli_option everywhere[] = {LANGUAGE, NO_CACHE, HELP, END};
static const cli_option helped[] = {HELP, END};
static const cli_option answers[] = {FOR_SIDE, JSON, END};
static const cli_option judges[] = {FOR_SIDE, JSON, TOLERANCE, SETTING, END};

static const cli_option of_questions[] = {
    JSON,
    FOR_SIDE,
    SETTING,
    {"--report", .value = "FILE.html", .what = "the ruling for a judge: pictures, words, steps, numbers",
     .wants = "a name that ends in .html: a report is an .html file", .take = cli_take_report, .at = AT(report)},
    DATE,
    END};

/* --- Options of one command --------------------------------------------------------------------------------------- */

#define ZONE_WANTS "X0,Y0,X1,Y1 in millimetres, or three corners or more: X,Y:X,Y:X,Y"
#define BODY_WANTS "infantry, vehicle, or an asset of the scene"

static const cli_option of_analyze[] = {
    {"--map", .value = "NAME", .what = "which map: fov, dead, exposure, height, nearest, length, mutual or cover",
     .wants = "the name of a map, such as fov", .words = "fov|dead|exposure|height|nearest|length|mutual|cover",
     .take = cli_take_name, .at = AT(analysis.map)},
    {"--from", .value = "A|X,Y", .what = "who looks: a unit, a member, or --observer BODY at a place",
     .query = "template"},
    {"--zone", .value = "X0,Y0,X1,Y1",
     .what = "--observer BODY may stand anywhere in there (or X,Y for each corner: X,Y:X,Y:X,Y); of --findings a "
             "deployment zone",
     .wants = ZONE_WANTS, .take = cli_take_zone, .at = AT(analysis.zone)},
    {"--to", .value = "ZONE", .what = "only the cells of this zone are mapped; of --findings the other deployment zone",
     .wants = ZONE_WANTS, .take = cli_take_zone, .at = AT(analysis.to)},
    {"--observer", .value = "BODY",
     .what = "who looks from --from X,Y or --zone: infantry, vehicle, or an asset of the scene", .wants = BODY_WANTS,
     .words = "infantry|vehicle", .take = cli_take_name, .at = AT(analysis.observer)},
    {"--target", .value = "BODY",
     .what = "what is looked at: infantry, vehicle, or an asset of the scene; of --firing a unit or model",
     .wants = BODY_WANTS, .words = "infantry|vehicle", .take = cli_take_name, .at = AT(analysis.target)},
    {"--cell", .value = "MM", .what = "side of a cell (10)",
     .wants = "a length more than 0, such as 10 (mm), 1cm or 0.5in", .take = cli_take_cell, .at = AT(analysis.cell)},
    {"--area", .value = "X0,Y0,X1,Y1", .what = "part of the table", .wants = "X0,Y0,X1,Y1 in millimetres",
     .take = cli_take_area, .at = AT(analysis.area)},
    {"--level", .what = "which floor bodies stand on, 0 the lowest", .query = "template"},
    {"--facing", .what = "the way bodies face", .query = "react"},
    {"--threads", .value = "N", .what = "so many work at once (all cores)", .wants = "a whole number from 1 to 256",
     .take = cli_take_threads, .at = AT(analysis.threads)},
    {"--effort", .value = "N", .what = "N times the usual work for proofs of a map: more cells are settled (1 to 1000)",
     .wants = "a number from 1 to 1000", .take = cli_take_effort, .at = AT(analysis.effort)},
    {"--resume", .value = "FILE", .what = "keeps what is finished in FILE, and goes on from there",
     .wants = "the name of a file", .take = cli_take_name, .at = AT(analysis.resume)},
    {"--shard", .value = "I/N",
     .what = "only this share of the work, into -o FILE; `analyze merge SCENE FILE ...` joins them",
     .wants = "which share of how many, such as 2/4, up to 10000", .take = cli_take_share, .at = AT(analysis.share)},
    {"--findings", .value = "",
     .what = "what the board does as a whole, in words and numbers; of several scenes -o FILE.html, .csv or .json "
             "compares them",
     .take = cli_take_flag, .at = AT(analysis.findings)},
    {"--pieces", .value = "", .what = "findings with what each piece of terrain hides", .take = cli_take_flag,
     .at = AT(analysis.pieces)},
    {"--suggest", .value = "",
     .what = "findings with the one move or turn that makes the board fairest (-o FILE.json: the scene with it; "
             "-o FILE.png: a picture)",
     .take = cli_take_flag, .at = AT(analysis.suggest)},
    {"--firing", .value = "MEMBER",
     .what = "from where within its move MEMBER sees the unit or model --target: areas, range, cover from the other "
             "enemies",
     .wants = "the model that moves", .take = cli_take_name, .at = AT(analysis.firing)},
    {"--march", .what = "of --firing: within its march, not its move", .query = "reach"},
    {"--weapon", .what = "of --firing: where it fires this one", .query = "arc"},
    OUTPUT("FILE", "a picture (.png) or a GeoTIFF (.tif); the other kinds stand above"),
    SIZE("pixels of a picture (1600x1000)"),
    END};

static const cli_option of_import[] = {
    OUTPUT("FILE", "writes a clean copy, in millimetres and Z up (.obj, .stl)"),
    {"--picture", .value = "FILE", .what = "the mesh and what is wrong with it, as a PNG",
     .wants = "the name of a file", .take = cli_take_name, .at = AT(picture)},
    {"--join", .value = "MM", .what = "join what lies no farther apart at open edges: cracks of rounding close",
     .wants = "millimetres, more than 0", .take = cli_take_mm, .at = AT(mesh.join_mm)},
    {"--close-holes", .value = "MM", .what = "close holes no longer than this", .wants = "millimetres, more than 0",
     .take = cli_take_mm, .at = AT(mesh.close_holes_mm)},
    {"--drop-specks", .value = "MM", .what = "drop loose parts that are shorter", .wants = "millimetres, more than 0",
     .take = cli_take_mm, .at = AT(mesh.drop_specks_mm)},
    {"--simplify", .value = "MM", .what = "fewer triangles, no point moved farther than this (-o writes what is left)",
     .wants = "millimetres, more than 0", .take = cli_take_mm, .at = AT(mesh.simplify_mm)},
    {"--reorient", .value = "", .what = "one winding for each part, fronts outside (-o writes what was repaired)",
     .take = cli_take_flag, .at = AT(mesh.reorient)},
    {"--reference", .value = "TEXT",
     .what =
         "a known distance, which gives the scale and how far off it may be: \"X,Y,Z X,Y,Z = 152.4 mm\", \"height = "
         "6.00 inch\", \"PART to PART = 40 +- 0.5 mm\"",
     .wants = "a known distance such as \"height = 60.0 mm\"", .take = cli_take_reference, .at = AT(references),
     .repeats = true},
    {"--unit", .value = "U", .what = "how the file's own coordinates are taken: mm, cm, m, inch, foot",
     .wants = "mm, cm, m, inch or foot", .words = "mm|cm|m|inch|foot", .take = cli_take_text, .at = AT(mesh.unit)},
    {"--up", .value = "AXIS", .what = "which of the file's own axes points up: +x, -x, +y, -y, +z or -z",
     .wants = "+x, -x, +y, -y, +z or -z", .words = "+x|-x|+y|-y|+z|-z", .take = cli_take_text, .at = AT(mesh.up)},
    {"--scale", .value = "S", .what = "everything is multiplied by this, as `scale` does in a scene",
     .wants = "a number, more than 0", .take = cli_take_mm, .at = AT(mesh.scale)},
    {"--level", .value = "", .what = "turn the mesh so that its ground plane is z = 0", .take = cli_take_flag,
     .at = AT(mesh.level)},
    {"--turn", .value = "DEG", .what = "turn it about the origin", .wants = "degrees", .take = cli_take_degrees,
     .at = AT(mesh.turn_deg)},
    {"--move", .value = "X,Y[,Z]", .what = "move it, mm", .wants = "X,Y or X,Y,Z in millimetres",
     .take = cli_take_place, .at = AT(mesh.move_mm)},
    {"--crop", .value = "\"X,Y X,Y\"", .what = "cut off what isn't over this rectangle",
     .wants = "two corners that lie apart in x and in y: \"X,Y X,Y\", in millimetres", .take = cli_take_rectangle,
     .at = AT(mesh.crop_mm)},
    {"--crop-table", .value = "WxD", .what = "cut off what isn't over a table of this size, from 0,0",
     .wants = "the size of the table: 1800x1200, in millimetres", .take = cli_take_table, .at = AT(mesh.crop_mm)},
    {"--crop-whole", .value = "", .what = "keep triangles whole that reach into it", .take = cli_take_flag,
     .at = AT(mesh.crop_whole)},
    {"--parts", .value = "PATTERNS", .what = "\"core=hull*,turret*;gear=gun*\": what each part is taken as",
     .wants = "patterns such as \"core=hull*,turret*;gear=gun*\"", .take = cli_take_text, .at = AT(mesh.parts)},
    {"--suggest-core", .value = "", .what = "a base and a core for a figure without names, by its shape",
     .take = cli_take_flag, .at = AT(mesh.suggest_core)},
    JSON,
    END};

static const cli_option of_render[] = {
    OUTPUT("FILE", "where to write: the picture (.png), or of a --query the report (.html)"),
    {"--query", .value = "\"los A B\"", .what = "show this ruling", .wants = "a question such as \"los A B\"",
     .take = cli_take_text, .at = AT(query)},
    {"--view", .value = "VIEW", .what = "table, top, or eye:NAME", .wants = "table, top, or eye:NAME",
     .words = "table|top|eye:", .take = cli_take_text, .at = AT(view)},
    SIZE("pixels (1600x1000)"),
    DATE,
    END};

static const cli_option of_view[] = {
    SIZE("pixels (1280x800)"),
    {"--frames", .value = "N", .what = "ends after N pictures", .wants = "how many pictures to draw, 1 or more",
     .take = cli_take_frames, .at = AT(frames)},
    {"--shot", .value = "FILE", .what = "what was shown last, as a PNG", .wants = "the name of a file",
     .take = cli_take_text, .at = AT(shot)},
    {"--headless", .value = "SCRIPT", .what = "does what a file says, without a display", .wants = "the name of a file",
     .take = cli_take_text, .at = AT(script)},
    OUTPUT("FOLDER", "of --headless: for its pictures"),
    SETTING,
    END};

static const cli_option of_rules[] = {{"--upgrade", .value = "",
                                       .what = "a rule file of version 1 in the form of version 2",
                                       .take = cli_take_flag, .at = AT(upgrade)},
                                      JSON,
                                      END};

static const cli_option of_compare[] = {
    {"--rules", .value = "NAME,NAME...",
     .what = "which rule systems: built-in ones, or rule files (.json) from the scene's folder (all built-in ones)",
     .wants = "names of rule systems with commas between", .take = cli_take_name, .at = AT(systems)},
    JSON,
    FOR_SIDE,
    TOLERANCE,
    {"--time-limit", .query = ""},
    END};

static const cli_option of_manual[] = {
    OUTPUT("FOLDER", "writes the page there; without COMMAND all of them, a file each"), HELP, END};

/* --- Commands ----------------------------------------------------------------------------------------------------- */

static const cli_command commands[] = {
    {.name = "analyze",
     .arguments = "SCENE --map NAME",
     .what = "what the board does: a map of what is seen from where, with proofs; -o writes a picture",
     .least = 1,
     .most = MOST_POSITIONAL,
     .lists = {of_analyze, judges, everywhere},
     .examples = {"trueline analyze " SAMPLE " --map fov --from mastiff --target infantry --cell 5cm -o fov.png",
                  "trueline analyze " SAMPLE " --firing jackals-1 --target anvil --cell 4cm"},
     .run = cli_analyze},
    {.name = "batch",
     .arguments = "SCENE [FILE]",
     .what = "one JSON query a line, one JSON answer a line",
     .least = 1,
     .most = 2,
     .lists = {judges, everywhere},
     .examples = {"echo '{\"query\": \"los\", \"from\": \"mastiff\", \"to\": \"foxes\"}' | trueline batch " SAMPLE,
                  "echo '{\"query\": \"sees\", \"from\": \"anvil\"}' | trueline batch " SAMPLE " - --set units=inch"},
     .run = cli_batch},
    {.name = "check",
     .arguments = "SCENE | RULES.json",
     .what = "every problem at once: of a scene and its meshes, or of a rule file",
     .least = 1,
     .most = 1,
     .lists = {answers, everywhere},
     .examples = {"trueline check " SAMPLE, "trueline check rulesets/skirmish-1991.json --json"},
     .run = cli_check},
    {.name = "compare",
     .arguments = "SCENE QUESTION",
     .what = "one question under several rule systems, side by side: what differs, and by which rule",
     .least = 2,
     .most = MOST_POSITIONAL,
     .lists = {of_compare, everywhere},
     .examples = {"trueline compare " SAMPLE " \"los mastiff anvil\" --rules dust-battlefield,lotow-1939",
                  "trueline compare " SAMPLE " \"cover foxes boar\" --json"},
     .run = cli_compare},
    {.name = "import",
     .arguments = "MESH",
     .what = "what is in a mesh: parts, units, defects; -o writes a clean copy (.obj, .stl)",
     .least = 1,
     .most = 1,
     .lists = {of_import, everywhere},
     .examples = {"trueline import models/walker.obj --parts \"core=hull*,turret*;gear=gun*\"",
                  "trueline import terrain/farmhouse.obj --simplify 0.1 -o farmhouse.stl"},
     .run = cli_import},
    {.name = "render",
     .arguments = "SCENE -o FILE",
     .what = "a picture (PNG) or a ruling's report (HTML), no display needed",
     .least = 1,
     .most = 1,
     .lists = {of_render, judges, everywhere},
     .examples = {"trueline render " SAMPLE " --view top -o table.png",
                  "trueline render " SAMPLE " --query \"attack mastiff foxes\" -o attack.png"},
     .run = cli_render},
    {.name = "view",
     .arguments = "[SCENE | MESH]",
     .what = "a window: look round, ask by clicking, move models; a mesh opens as a table",
     .least = 0,
     .most = 1,
     .lists = {of_view, everywhere},
     .examples = {"trueline view " SAMPLE, "trueline view terrain/board.obj --size 1600x1000"},
     .window = true,
     .run = cli_view},
    {.name = "rules",
     .arguments = "[RULESET]",
     .what = "rule systems, their settings, defaults and sources; --upgrade: a file in the newest form",
     .least = 0,
     .most = 1,
     .lists = {of_rules, everywhere},
     .examples = {"trueline rules", "trueline rules dust-battlefield"},
     .run = cli_rules},
    {.name = "schema",
     .arguments = "question",
     .what = "the JSON Schema of what `batch` reads",
     .least = 1,
     .most = 1,
     .lists = {everywhere},
     .examples = {"trueline schema question", "trueline schema question >question.schema.json"},
     .run = cli_schema},
    {.name = "help",
     .arguments = "[COMMAND]",
     .what = "what a command does, its options, two examples; without one: all commands",
     .least = 0,
     .most = 1,
     .lists = {helped},
     .examples = {"trueline help", "trueline help los"},
     .run = cli_help},
    {.name = "completion",
     .arguments = "bash|zsh|fish",
     .what = "a script that lets the Tab key of a shell complete commands, options, values and files",
     .least = 1,
     .most = 1,
     .lists = {helped},
     .examples = {"trueline completion bash >trueline.bash", "trueline completion fish >trueline.fish"},
     .run = cli_completion},
    {.name = "man",
     .arguments = "[COMMAND]",
     .what = "the manual page of a command, or of the program: `trueline man los | man -l -`",
     .least = 0,
     .most = 1,
     .lists = {of_manual},
     .examples = {"trueline man los >trueline-los.1", "trueline man -o pages"},
     .run = cli_manual},
};

/* A question as a command. */
static cli_command asking(const tl_query *query) {
    cli_command command = {.name = query->name,
                           .what = query->what,
                           .least = (int)query->least + 1,
                           .most = (int)query->most + 1,
                           .lists = {of_questions, everywhere},
                           .examples = {query->examples[0], query->examples[1]},
                           .query = query,
                           .run = cli_ask};
    snprintf(command.arguments, sizeof(command.arguments), "SCENE %s", query->arguments);
    return command;
}

bool cli_command_at(size_t index, cli_command *command) {
    size_t questions = 0;
    for (size_t i = 0; tl_query_at(i) != NULL; i++) {
        if (!tl_query_at(i)->changes && questions++ == index) {
            *command = asking(tl_query_at(i));
            return true;
        }
    }
    if (index - questions < sizeof(commands) / sizeof(commands[0])) {
        *command = commands[index - questions];
        return true;
    }
    return false;
}

bool cli_command_named(const char *name, cli_command *command) {
    for (size_t i = 0; cli_command_at(i, command); i++) {
        if (strcmp(command->name, name) == 0) {
            return true;
        }
    }
    return false;
}

void cli_example(const cli_command *command, size_t index, char *buffer, size_t size) {
    if (command->query != NULL && command->examples[index] != NULL) {
        bool own = strncmp(command->examples[index], "terrain/", strlen("terrain/")) == 0; /* it names another scene */
        snprintf(buffer, size, "trueline %s %s%s", command->name, own ? "" : SAMPLE " ", command->examples[index]);
    } else {
        snprintf(buffer, size, "%s", command->examples[index] != NULL ? command->examples[index] : "");
    }
}
