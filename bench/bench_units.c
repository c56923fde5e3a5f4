/* bench_units.c: whether every question counts its work, and ends soon once it is told to: the time that a unit of work
 * takes, and how late a question that is cancelled, or whose time is up, returns; for every kind of question. */
#include "bench.h"
#include "question/ruling.h"
#include "scenes.h"

#include <trueline/board.h>
#include <trueline/trueline.h>

#include <stdio.h>
#include <string.h>

enum { SIDE = 3, SQUAD = 4, ROUNDS = 20, KINDS = 22, MAPS = 3, STOPS = 4, MOST = 4096 };
/* Questions that take less say nothing about the time of a unit, s. */
static const double LONG = 0.005;

typedef struct kind {
    const char *name,
        *fields; /* as JSON; %1$s: who asks, %2$s: about whom, %3$s: a walker, %4$s: an aircraft; %5$s, %6$s: points */
} kind;

#define FROM_TO "\"from\":\"%1$s\",\"to\":\"%2$s\""
static const kind kinds[KINDS] = {
    {"range", "\"query\":\"range\"," FROM_TO},
    {"sight", "\"query\":\"los\"," FROM_TO},
    {"sight, proof", "\"query\":\"los\",\"proof\":true," FROM_TO},
    {"margin", "\"query\":\"los\",\"margin\":true," FROM_TO},
    {"sight of a patch", "\"query\":\"los\",\"set\":{\"min_visible_patch_mm\":5}," FROM_TO},
    {"cover", "\"query\":\"cover\"," FROM_TO},
    {"cover, all views", "\"query\":\"cover\",\"set\":{\"cover_vantage\":\"union\"}," FROM_TO},
    {"arc", "\"query\":\"arc\"," FROM_TO},
    {"attack", "\"query\":\"attack\"," FROM_TO},
    {"react", "\"query\":\"react\"," FROM_TO},
    {"close combat", "\"query\":\"close-combat\"," FROM_TO},
    {"within", "\"query\":\"within\",\"from\":\"%1$s\",\"limit_mm\":500,\"sight\":true"},
    {"cohesion", "\"query\":\"cohesion\",\"unit\":\"%1$s\""},
    {"blast", "\"query\":\"template\",\"shape\":\"blast\",\"from\":\"%3$s\",\"toward\":\"%2$s\""},
    {"flame", "\"query\":\"template\",\"shape\":\"flame-1\",\"from\":\"%1$s\",\"toward\":\"%2$s\""},
    {"best blast", "\"query\":\"template\",\"shape\":\"blast\",\"best\":true,\"from\":\"%3$s\""},
    {"best blast, anyone's", "\"query\":\"template\",\"shape\":\"blast\",\"best\":true,\"side\":\"a\""},
    {"best flame", "\"query\":\"template\",\"shape\":\"flame-1\",\"best\":true,\"from\":\"%1$s\""},
    {"move", "\"query\":\"move\",\"member\":\"%3$s\",\"path\":[%5$s,%6$s]"},
    {"move, flying", "\"query\":\"move\",\"member\":\"%4$s\",\"path\":[%5$s,%6$s]"},
    {"reach", "\"query\":\"reach\",\"member\":\"%3$s\",\"march\":true"},
    {"reach, flying", "\"query\":\"reach\",\"member\":\"%4$s\""},
};

typedef struct listener {
    double at;   /* the thread's time at which it says no */
    double last; /* it was asked last */
    double silence;
    char before[40], after[40]; /* that silence */
    char what[40];
    bool stopped;
} listener;

typedef struct asker {
    const bench_table *table;
    tl_context *context;
    tl_scene *scene;
    listener *listener;
    uint64_t random;
} asker;

typedef struct samples {
    double items[MOST];
    size_t count;
} samples;

static void add(samples *s, double x) {
    if (s->count < MOST) {
        s->items[s->count++] = x;
    }
}

static double at_share(samples *s, double share) {
    bench_sort(s->items, s->count);
    return s->count > 0 ? s->items[(size_t)(share * (double)(s->count - 1))] : 0;
}

static bool hear(void *user, double done, const char *what) {
    listener *l = user;
    double now = bench_thread_time();
    (void)done;
    if (now - l->last > l->silence) {
        l->silence = now - l->last;
        snprintf(l->before, sizeof(l->before), "%s", l->what);
        snprintf(l->after, sizeof(l->after), "%.39s", what);
    }
    snprintf(l->what, sizeof(l->what), "%.39s", what);
    l->last = now;
    l->stopped = l->stopped || now >= l->at;
    return !l->stopped;
}

/* --- The scene ---------------------------------------------------------------------------------------------------- */

static void write_unit(FILE *file, int u) {
    static const char *const weapons[SIDE] = {
        "{ \"id\": \"rifle\", \"range\": 6 }, { \"id\": \"flamer\", \"range\": 1, \"template\": \"flame-1\" }",
        "{ \"id\": \"main\", \"range\": 14, \"arc\": \"front\" }, { \"id\": \"mortar\", \"range\": [2, 12], \"arc\": "
        "\"turret\", \"template\": \"blast\" }, { \"id\": \"claw\", \"range\": \"C\" }",
        "{ \"id\": \"gun\", \"range\": 8, \"arc\": \"front\" }"};
    static const char *const classes[SIDE] = {"infantry", "vehicle", "aircraft"};
    int what = u % SIDE, men = what == 0 ? SQUAD : 1;
    char side = u < SIDE ? 'a' : 'b';
    fprintf(file,
            "%s\n{ \"id\": \"%c%d\", \"side\": \"%c\", \"class\": \"%s\", \"move\": 3, \"march\": 6, \"weapons\": "
            "[%s], \"members\": [",
            u > 0 ? "," : "", side, what, side, classes[what], weapons[what]);
    for (int m = 0; m < men; m++) {
        fprintf(file, "%s{ \"id\": \"%c%d-%d\", \"asset\": \"%s\", \"at\": [%d, %d] }", m > 0 ? ", " : "", side, what,
                m + 1, what == 0 ? "trooper" : "walker", 200 + 160 * u, 200 + 60 * m);
    }
    fprintf(file, "] }");
}

static void write_units(FILE *file) {
    for (int u = 0; u < 2 * SIDE; u++) {
        write_unit(file, u);
    }
}

static tl_status ask(asker *a, const char *line, double after, tl_ruling **ruling, double *seconds) {
    tl_error error = {0};
    *a->listener = (listener){.at = after, .last = bench_thread_time(), .what = "begin"};
    double start = a->listener->last;
    a->listener->at = start + after;
    *ruling = NULL;
    tl_status status = tl_scene_ask_json(a->scene, line, strlen(line), ruling, &error);
    *seconds = bench_thread_time() - start;
    (void)hear(a->listener, 1, "end");
    if (status != TL_OK && status != TL_ERROR_CANCELLED && status != TL_ERROR_NOT_FOUND &&
        status != TL_ERROR_ARGUMENT) {
        bench_fatal(line, &error);
    }
    return status;
}

/* Everybody somewhere else; squads together. */
static void place_all(asker *a) {
    for (int u = 0; u < 2 * SIDE; u++) {
        int what = u % SIDE;
        bench_body leader = bench_random_body(a->table, true, &a->random);
        for (int m = 0; m < (what == 0 ? SQUAD : 1); m++) {
            char line[300];
            tl_ruling *ruling;
            double seconds, by = m > 0 ? 60 : 0;
            snprintf(line, sizeof(line),
                     "{\"query\":\"place\",\"member\":\"%c%d-%d\",\"at\":[%.17g,%.17g,%.17g],\"facing\":%.17g}",
                     u < SIDE ? 'a' : 'b', what, m + 1,
                     fmin(fmax(leader.at.x + bench_random(&a->random, -by, by), 1), a->table->width - 1),
                     fmin(fmax(leader.at.y + bench_random(&a->random, -by, by), 1), a->table->depth - 1), leader.at.z,
                     bench_random(&a->random, 0, 360));
            (void)ask(a, line, INFINITY, &ruling, &seconds);
            tl_ruling_destroy(ruling);
        }
        tl_bvh_destroy(leader.bvh);
    }
}

/* --- Questions ---------------------------------------------------------------------------------------------------- */

typedef struct row {
    size_t asked;
    samples unit, cancelled, limited, silence;
    char worst[96]; /* silence */
    double worst_silence;
} row;

/* Printing with %1$s needs every argument to be used: the words are put in by hand. */
static void put_in(char *line, size_t size, const char *extra, const char *fields, const char *const words[6]) {
    size_t at = (size_t)snprintf(line, size, "{%s", extra);
    for (const char *c = fields; *c != '\0' && at + 80 < size; c++) {
        if (c[0] == '%' && c[1] >= '1' && c[1] <= '6' && c[2] == '$' && c[3] == 's') {
            at += (size_t)snprintf(line + at, size - at, "%s", words[c[1] - '1']);
            c += 3;
        } else {
            line[at++] = *c;
        }
    }
    snprintf(line + at, size - at, "}");
}

static void ask_kind(asker *a, const kind *k, row *r) {
    static const char *const units[4] = {"a0", "a1", "b0", "b1"};
    char points[2][64], line[600], extra[80];
    const char *words[6] = {units[(size_t)bench_random(&a->random, 0, 2)],
                            units[2 + (size_t)bench_random(&a->random, 0, 2)],
                            "a1",
                            "a2",
                            points[0],
                            points[1]};
    const char *member = strstr(k->fields, "%4$s") != NULL ? "a2-1" : "a1-1";
    bool moves = strstr(k->fields, "\"member\"") != NULL;
    tl_place here = TL_PLACE_INIT;
    if (tl_scene_place_of(a->scene, member, &here, NULL) != TL_OK) {
        bench_fatal("the scene", NULL);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(points[i], sizeof(points[i]), "[%.15g,%.15g]",
                 fmin(fmax(here.at[0] + bench_random(&a->random, -250, 250), 30), a->table->width - 30),
                 fmin(fmax(here.at[1] + bench_random(&a->random, -250, 250), 30), a->table->depth - 30));
    }
    words[2] = moves ? member : words[2];
    words[3] = moves ? member : words[3];
    if (strstr(k->fields, "flame-1") != NULL) {
        words[0] = "a0";
    }
    tl_ruling *ruling;
    double whole, seconds;
    put_in(line, sizeof(line), "", k->fields, words);
    tl_status status = ask(a, line, INFINITY, &ruling, &whole);
    if (status != TL_OK) {
        tl_ruling_destroy(ruling);
        return;
    }
    r->asked++;
    if (whole >= LONG) {
        add(&r->unit, 1e9 * whole / (double)(ruling->work > 0 ? ruling->work : 1));
    }
    add(&r->silence, 1e3 * a->listener->silence);
    if (a->listener->silence > r->worst_silence) {
        r->worst_silence = a->listener->silence;
        snprintf(r->worst, sizeof(r->worst), "%.39s to %.39s", a->listener->before, a->listener->after);
    }
    tl_ruling_destroy(ruling);
    for (int i = 0; i < STOPS; i++) {
        double after = whole * bench_random(&a->random, 0, 1);
        status = ask(a, line, after, &ruling, &seconds);
        if (status == TL_ERROR_CANCELLED) {
            add(&r->cancelled, 1e3 * (seconds - after));
        }
        tl_ruling_destroy(ruling);
        snprintf(extra, sizeof(extra), "\"time_limit_ms\":%.17g,", 1e3 * after);
        char limited[700];
        put_in(limited, sizeof(limited), extra, k->fields, words);
        double start = bench_now();
        status = ask(a, limited, INFINITY, &ruling, &seconds);
        double late = bench_now() - start - after;
        if (late > 0 && status == TL_OK) {
            add(&r->limited, 1e3 * late);
        }
        tl_ruling_destroy(ruling);
    }
}

/* --- Maps --------------------------------------------------------------------------------------------------------- */

static void ask_map(asker *a, int which, row *r) {
    double x = bench_random(&a->random, 150, a->table->width - 150),
           y = bench_random(&a->random, 150, a->table->depth - 150);
    const tl_vec2 square[4] = {{x - 100, y - 100}, {x + 100, y - 100}, {x + 100, y + 100}, {x - 100, y + 100}};
    const tl_vec2 other[4] = {{30, 30}, {230, 30}, {230, 230}, {30, 230}};
    const tl_vec2 area[2] = {{x - 120, y - 120}, {x + 120, y + 120}};
    tl_board_question questions[MAPS] = {
        {.map = "fov", .has_place = true, .place = {x, y}, .area = area, .cell_mm = 20},
        {.map = "exposure", .zone = other, .zone_count = 4, .area = area, .cell_mm = 40},
        {.map = "mutual", .zone = square, .zone_count = 4, .to = other, .to_count = 4, .cell_mm = 40}};
    tl_board_question q = questions[which];
    q.threads = 1;
    double whole = 0;
    for (int i = 0; i <= STOPS; i++) {
        tl_board_map *map = NULL;
        tl_error error = {0};
        double start = bench_now(), after = i > 0 ? whole * bench_random(&a->random, 0, 1) : INFINITY;
        double begun = bench_thread_time();
        *a->listener = (listener){.at = begun + after, .last = begun, .what = "begin"};
        tl_status status = tl_scene_analyze(a->scene, &q, &map, &error);
        double seconds = bench_now() - start;
        tl_board_map_destroy(map);
        if (status == TL_ERROR_CANCELLED) {
            add(&r->cancelled, 1e3 * (bench_thread_time() - begun - after));
        } else if (i == 0) {
            r->asked++;
            whole = seconds;
        }
    }
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

static void tell(const char *name, row *r) {
    printf("| %s | %zu | %zu | %.1f | %.1f | %.1f | %.1f (%s) | %zu | %.1f | %.1f | %zu | %.1f | %.1f |\n", name,
           r->asked, r->unit.count, at_share(&r->unit, 0), at_share(&r->unit, 0.5), at_share(&r->unit, 1),
           1e3 * r->worst_silence, r->worst, r->cancelled.count, at_share(&r->cancelled, 0.99),
           at_share(&r->cancelled, 1), r->limited.count, at_share(&r->limited, 0.99), at_share(&r->limited, 1));
    fflush(stdout);
}

int bench_units(int rounds, const char *only, const char *kind_only) {
    static listener heard;
    static row rows[KINDS + MAPS];
    static const char *const maps[MAPS] = {"map: fov", "map: exposure", "map: mutual"};
    char path[600];
    asker a = {.random = BENCH_SEED, .listener = &heard};
    bench_table *table = bench_table_make(only != NULL ? only : "crossroads", BENCH_SEED);
    if (table == NULL) {
        return 2;
    }
    a.table = table;
    bench_save_scene(table, "bench-units", write_units, path, sizeof(path));
    const tl_context_options how = {.struct_size = sizeof(tl_context_options), .user = &heard, .progress = hear};
    heard.at = INFINITY;
    a.context = bench_need(tl_context_create(&how));
    tl_error error = {0};
    if (tl_scene_load(a.context, path, NULL, &a.scene, NULL, &error) != TL_OK) {
        bench_fatal("the scene", &error);
    }
    memset(rows, 0, sizeof(rows));
    for (int round = 0; round < (rounds > 0 ? rounds : ROUNDS); round++) {
        place_all(&a);
        for (int k = 0; k < KINDS; k++) {
            if (kind_only == NULL || strncmp(kind_only, kinds[k].name, strlen(kind_only)) == 0) {
                ask_kind(&a, &kinds[k], &rows[k]);
            }
        }
        for (int k = 0; k < MAPS; k++) {
            if (kind_only == NULL || strncmp(kind_only, maps[k], strlen(kind_only)) == 0) {
                ask_map(&a, k, &rows[KINDS + k]);
            }
        }
    }
    printf(
        "\n### Work, and stopping, on %s: %zu triangles\n\nNanoseconds for a unit of work in questions over %.0f ms; "
        "milliseconds of the longest time without being asked whether to go on; and of how late a question returned "
        "that was cancelled (computing time) or whose time was up (by the clock).\n\n| question | asked | long | "
        "least ns | median | most | longest silence | cancelled | p99 ms | most | limited | p99 ms | most |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
        table->name, table->all.triangle_count, 1e3 * LONG);
    static samples all;
    for (int k = 0; k < KINDS + MAPS; k++) {
        if (rows[k].asked > 0) {
            tell(k < KINDS ? kinds[k].name : maps[k - KINDS], &rows[k]);
        }
        for (size_t i = 0; i < rows[k].unit.count; i++) {
            add(&all, rows[k].unit.items[i]);
        }
    }
    double median = at_share(&all, 0.5);
    size_t outside = 0;
    for (size_t i = 0; i < all.count; i++) {
        outside += all.items[i] < 0.5 * median || all.items[i] > 2 * median;
    }
    printf(
        "\nOver all %zu long questions: median %.1f ns a unit, %.1f to %.1f; outside half to twice the median: %zu.\n",
        all.count, median, at_share(&all, 0), at_share(&all, 1), outside);
    tl_scene_destroy(a.scene);
    tl_context_destroy(a.context);
    bench_table_free(table);
    return 0;
}
