/* boards.c: `trueline analyze A.json B.json ...`: many boards in one go, side by side. */
#include "analyze.h"
#include "endings.h"

#ifdef TRUELINE_PICTURES
#include "viewer/boards.h"
#endif

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1200, HEIGHT = 800 };

/* One board: its findings, or what is wrong with it. */
typedef struct board {
    const char *file;
    char name[200];
    char problem[1200]; /* "": none */
    tl_board_findings *findings;
    uint8_t *rgba;
} board;

/* --- CSV ---------------------------------------------------------------------------------------------------------- */

/* RFC 4180: in quotes, quotes doubled. */
static void put_text(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            fputc('"', out);
        }
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_bounds(FILE *out, tl_board_bounds b) {
    fprintf(out, ",%.9g,%.9g,%.9g", b.low, b.high, b.estimate);
}

static void write_csv(FILE *out, const board *boards, size_t count) {
    static const char *const shares[] = {"fairness_zones", "fairness_sides", "view_a",     "view_b",
                                         "between",        "view_left",      "view_right", "anywhere"};
    fputs("file,name,problem", out);
    for (size_t k = 0; k < sizeof(shares) / sizeof(shares[0]); k++) {
        fprintf(out, ",%s_low,%s_high,%s", shares[k], shares[k], shares[k]);
    }
    fputs(",covered,covered_tall,passage_mm,longest_lane_mm,widest_lane_mm,leaks\r\n", out);
    for (size_t i = 0; i < count; i++) {
        const board *b = &boards[i];
        put_text(out, b->file);
        fputc(',', out);
        put_text(out, b->name);
        fputc(',', out);
        put_text(out, b->problem);
        if (b->findings == NULL) {
            fputs(",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,\r\n", out);
            continue;
        }
        tl_board_figures f = tl_board_findings_figures(b->findings);
        const tl_board_bounds all[] = {f.fairness_zones, f.fairness_sides, f.view_a,     f.view_b,
                                       f.between,        f.view_left,      f.view_right, f.anywhere};
        for (size_t k = 0; k < sizeof(all) / sizeof(all[0]); k++) {
            put_bounds(out, all[k]);
        }
        fprintf(out, ",%.9g,%.9g,%.9g,%.9g,%.9g,%zu\r\n", f.covered, f.covered_tall, f.passage_mm, f.longest_lane_mm,
                f.widest_lane_mm, f.leaks);
    }
}

/* --- JSON and words ----------------------------------------------------------------------------------------------- */

/* A text of JSON: quotes, backslashes and controls escaped. */
static void put_json_text(FILE *out, const char *text) {
    fputc('"', out);
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\' || *at < 0x20) {
            fprintf(out, "\\u%04x", *at);
        } else {
            fputc(*at, out);
        }
    }
    fputc('"', out);
}

/* One board a line. */
static void write_json(FILE *out, const board *boards, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fputs("{\"file\":", out);
        put_json_text(out, boards[i].file);
        if (boards[i].findings == NULL) {
            fputs(",\"problem\":", out);
            put_json_text(out, boards[i].problem);
            fputs("}\n", out);
        } else {
            fprintf(out, ",\"findings\":%s}\n", tl_board_findings_json(boards[i].findings));
        }
    }
}

static void write_words(const board *boards, size_t count) {
    for (size_t i = 0; i < count; i++) {
        printf("%s%s: %s\n", i > 0 ? "\n" : "", boards[i].file,
               boards[i].findings != NULL ? boards[i].name : boards[i].problem);
        fputs(boards[i].findings != NULL ? tl_board_findings_text(boards[i].findings) : "", stdout);
    }
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

/* Written in memory first, so that a file is there as a whole or not at all. */
static tl_status save_text(const board *boards, size_t count, const char *path, tl_error *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    bool good = out != NULL;
    if (good) {
        (cli_ends_in(path, ".csv") ? write_csv : write_json)(out, boards, count);
        good = ferror(out) == 0;
        good = fclose(out) == 0 && good;
    }
    tl_status status = TL_ERROR_MEMORY;
    if (good) {
        status = tl_output_save(path, "the comparison", text, size, error);
    } else {
        error->status = TL_ERROR_MEMORY;
        snprintf(error->message, sizeof(error->message), "there is not enough memory for the comparison");
    }
    free(text);
    return status;
}

static tl_status save_page(const board *boards, size_t count, const cli_arguments *arguments, tl_error *error) {
#ifdef TRUELINE_PICTURES
    tlv_board_row *rows = calloc(count, sizeof(*rows));
    if (rows == NULL) {
        error->status = TL_ERROR_MEMORY;
        snprintf(error->message, sizeof(error->message), "there is not enough memory");
        return error->status;
    }
    for (size_t i = 0; i < count; i++) {
        const board *b = &boards[i];
        rows[i] = (tlv_board_row){b->file, b->name, b->findings == NULL ? b->problem : NULL, b->findings, b->rgba};
    }
    tl_status status = tlv_boards_save(rows, count, arguments->spoken, WIDTH, HEIGHT, arguments->output, error);
    free(rows);
    return status;
#else
    (void)boards;
    (void)count;
    (void)arguments;
    return cli_pictures_check(error);
#endif
}

/* --- The boards --------------------------------------------------------------------------------------------------- */

static void look_into(tl_context *context, const cli_arguments *arguments, const tl_board_study *study, board *b,
                      bool pictures, tl_status *status) {
    tl_scene *scene = NULL;
    tl_error error = {0};
    snprintf(b->name, sizeof(b->name), "%s", b->file);
    const tl_scene_options options = {.struct_size = sizeof(tl_scene_options),
                                      .import_helper = arguments->program,
                                      .mesh_cache = arguments->mesh_cache,
                                      .for_side = arguments->question.for_side};
    *status = tl_scene_load(context, b->file, &options, &scene, NULL, &error);
    if (*status == TL_OK) {
        snprintf(b->name, sizeof(b->name), "%s", tl_scene_name(scene)[0] != '\0' ? tl_scene_name(scene) : b->file);
        *status = tl_scene_study(scene, study, &b->findings, &error);
    }
#ifdef TRUELINE_PICTURES
    if (*status == TL_OK && pictures) {
        b->rgba = malloc((size_t)4 * WIDTH * HEIGHT);
        *status = b->rgba != NULL
                      ? cli_findings_pixels(scene, b->findings, WIDTH, HEIGHT, arguments->spoken, b->rgba, &error)
                      : TL_ERROR_MEMORY;
    }
#else
    (void)pictures;
#endif
    if (*status != TL_OK) {
        tl_board_findings_destroy(b->findings);
        b->findings = NULL;
        tl_report_text(&error, b->problem, sizeof(b->problem));
    }
    tl_scene_destroy(scene);
}

/* What is wrong is told at the end, on standard error. */
static int tell_problems(const board *boards, size_t count) {
    size_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        bad += boards[i].problem[0] != '\0' ? 1U : 0U;
    }
    for (size_t i = 0; i < count && bad > 0; i++) {
        if (boards[i].problem[0] != '\0') {
            fprintf(stderr, "trueline: %s\n", boards[i].problem);
        }
    }
    if (bad > 0) {
        fprintf(stderr, "trueline: %zu of %zu boards could not be looked into\n", bad, count);
    }
    return bad > 0 ? EXIT_BAD_INPUT : EXIT_ANSWERED;
}

static int tell(const board *boards, size_t count, const cli_arguments *arguments) {
    const char *path = arguments->output;
    tl_error error = {0};
    tl_status status = path == NULL ? TL_OK
                       : cli_ends_in(path, ".csv") || cli_ends_in(path, ".json")
                           ? save_text(boards, count, path, &error)
                           : save_page(boards, count, arguments, &error);
    if (status != TL_OK) {
        return cli_fail(&error);
    }
    if (arguments->json) {
        write_json(stdout, boards, count);
    } else if (path != NULL) {
        printf("%s: %zu boards.\n", path, count);
    } else {
        write_words(boards, count);
    }
    return tell_problems(boards, count);
}

int cli_boards(tl_context *context, const cli_arguments *arguments, const tl_board_study *study) {
    size_t count = (size_t)arguments->positional_count;
    const char *path = arguments->output;
    if (path != NULL && !cli_is_report(path) && !cli_ends_in(path, ".csv") && !cli_ends_in(path, ".json")) {
        fputs("trueline analyze: of many boards -o writes a page (.html), a table (.csv), or .json\n", stderr);
        return EXIT_USAGE;
    }
    tl_error error = {0};
    if (path != NULL && ((cli_is_report(path) && cli_pictures_check(&error) != TL_OK) ||
                         tl_output_check(path, "the comparison", 65536, &error) != TL_OK)) {
        return cli_fail(&error);
    }
    board *boards = calloc(count, sizeof(*boards));
    if (boards == NULL) {
        fputs("trueline: there is not enough memory\n", stderr);
        return EXIT_NO_ANSWER;
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < count && status != TL_ERROR_CANCELLED; i++) {
        boards[i].file = arguments->positional[i];
        look_into(context, arguments, study, &boards[i], path != NULL && cli_is_report(path), &status);
    }
    cli_clear_line();
    int result = EXIT_NO_ANSWER;
    if (status == TL_ERROR_CANCELLED) {
        fputs("trueline: interrupted\n", stderr);
    } else {
        result = tell(boards, count, arguments);
    }
    for (size_t i = 0; i < count; i++) {
        tl_board_findings_destroy(boards[i].findings);
        free(boards[i].rgba);
    }
    free(boards);
    return result;
}
