/* tell.c: findings as JSON and in words. */
#include "board/findings/tell.h"

#include "board/map/bodies.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- JSON --------------------------------------------------------------------------------------------------------- */

void tl_board_put_bounds(tl_json_writer *w, const char *key, tl_board_bounds b) {
    const double values[3] = {b.low, b.high, b.estimate};
    tl_json_put_numbers(w, key, values, 3);
}

static void put_score(tl_json_writer *w, const tl_board_score *s, bool zones_only) {
    static const char *const names[TL_BOARD_GROUPS] = {"view_a",    "view_b",     "between",
                                                       "view_left", "view_right", "anywhere"};
    for (int g = 0; g < (zones_only ? TL_BOARD_VIEW_LEFT : TL_BOARD_GROUPS); g++) {
        tl_board_put_bounds(w, names[g], s->share[g]);
    }
    tl_board_put_bounds(w, "fairness_zones", s->zones);
    if (!zones_only) {
        tl_board_put_bounds(w, "fairness_sides", s->sides);
    }
}

static void put_pieces(tl_json_writer *w, const tl_board_findings *f) {
    tl_json_key(w, "pieces");
    tl_json_begin_array(w);
    for (size_t i = 0; i < f->piece_count; i++) {
        const tl_board_piece *p = &f->pieces[i];
        tl_json_begin_object(w);
        tl_json_put_string(w, "id", p->id);
        tl_board_put_bounds(w, "hides", p->hides);
        tl_board_put_bounds(w, "hides_from_a", p->hides_from[0]);
        tl_board_put_bounds(w, "hides_from_b", p->hides_from[1]);
        tl_board_put_bounds(w, "fairness_without", p->fairness);
        tl_json_put_int(w, "pairs_again", (int64_t)p->again);
        tl_json_end_object(w);
    }
    tl_json_end_array(w);
}

static void put_suggestion(tl_json_writer *w, const tl_board_findings *f) {
    tl_json_key(w, "suggestion");
    tl_json_begin_object(w);
    tl_json_put_int(w, "tried", (int64_t)f->tried);
    tl_json_put_int(w, "proved", (int64_t)f->proved);
    if (f->best.json != NULL) {
        tl_json_key(w, "edit");
        tl_json_raw(w, f->best.json, strlen(f->best.json));
        tl_json_put_string(w, "piece", f->pieces[f->best.piece].id);
        tl_json_key(w, "before");
        tl_json_begin_object(w);
        put_score(w, &f->score, true);
        tl_json_end_object(w);
        tl_json_key(w, "after");
        tl_json_begin_object(w);
        put_score(w, &f->best.score, true);
        tl_json_end_object(w);
    }
    tl_json_end_object(w);
}

/* How many pairs of places are what. */
static void put_counts(tl_json_writer *w, const tl_board_pairs *p) {
    static const char *const names[] = {[TL_BOARD_PAIR_NOWHERE] = "nowhere",
                                        [TL_BOARD_PAIR_SEEN] = "seen",
                                        [TL_BOARD_PAIR_HIDDEN] = "hidden",
                                        [TL_BOARD_PAIR_OPEN] = "open",
                                        [TL_BOARD_PAIR_LIKELY] = "open_with_line"};
    int64_t counts[5] = {0, 0, 0, 0, 0}, partly = 0;
    for (size_t k = 0; k < p->count * (p->count - 1) / 2; k++) {
        counts[p->pairs[k]]++;
    }
    for (size_t i = 0; i < p->count; i++) {
        partly += p->squares[i].area > 0 && p->squares[i].partly ? 1 : 0;
    }
    tl_json_put_int(w, "places", (int64_t)p->count);
    tl_json_put_int(w, "places_in_doubt", partly);
    tl_json_key(w, "pairs");
    tl_json_begin_object(w);
    for (int k = 0; k < 5; k++) {
        tl_json_put_int(w, names[k], counts[k]);
    }
    tl_json_end_object(w);
}

static tl_status write_json(const tl_board_analysis *q, tl_board_findings *f, tl_error *error) {
    const tl_board_pairs *p = &q->pairs;
    tl_json_writer w;
    tl_json_writer_init(&w, q->context, false);
    tl_json_begin_object(&w);
    tl_json_put_string(&w, "query", "findings");
    tl_json_put_string(&w, "scene", q->referee->table->document->name);
    tl_json_put_string(&w, "ruleset", tl_ruleset_name(q->referee->ruleset));
    tl_json_put_string(&w, "body",
                       q->study->body != NULL ? q->study->body : tl_board_standard_name(q->referee->ruleset));
    tl_json_put_double(&w, "cell_mm", p->grid.cell);
    tl_json_put_int(&w, "columns", (int64_t)p->grid.nx);
    tl_json_put_int(&w, "rows_count", (int64_t)p->grid.ny);
    tl_json_put_int(&w, "level", (int64_t)p->level);
    tl_json_put_places(&w, "zone_a", q->zones.corners[0], q->zones.count[0]);
    tl_json_put_places(&w, "zone_b", q->zones.corners[1], q->zones.count[1]);
    put_score(&w, &f->score, false);
    put_counts(&w, p);
    tl_json_put_int(&w, "rulings", (int64_t)p->rulings);
    tl_json_put_int(&w, "proofs", (int64_t)p->proofs);
    if (q->stage.rules.give > 0) {
        tl_json_put_double(&w, "uncertainty_mm", q->stage.rules.give);
    }
    if (tl_region_open_holes(&q->stage.rules)) {
        tl_json_put_bool(&w, "open_holes", true);
    }
    if (f->detailed) {
        tl_board_put_details(&w, q, f);
    }
    if (f->pieces != NULL) {
        put_pieces(&w, f);
    }
    if (f->sought) {
        put_suggestion(&w, f);
    }
    tl_json_end_object(&w);
    tl_status status = tl_json_writer_finish(&w, &f->json, NULL, error);
    tl_json_writer_free(&w);
    return status;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

void tl_board_add_line(tl_board_lines *l, const char *line) {
    size_t length = strlen(line);
    if (l->failed || !tl_reserve(l->context, (void **)&l->text, &l->capacity, l->size + length + 2, 1)) {
        l->failed = true;
        return;
    }
    memcpy(l->text + l->size, line, length);
    l->size += length;
    l->text[l->size++] = '\n';
    l->text[l->size] = '\0';
}

tl_board_spoken tl_board_say_bounds(const tl_words *words, tl_board_bounds b, double unit, int digits) {
    tl_board_spoken s;
    tl_words_decimal_text(words, unit * b.low, digits, s.low);
    tl_words_decimal_text(words, unit * b.high, digits, s.high);
    tl_words_decimal_text(words, unit * b.estimate, digits, s.likely);
    return s;
}

static void say_score(const tl_words *words, const tl_board_score *s, bool zones_only, tl_board_lines *l) {
    char line[600];
    tl_board_spoken a = tl_board_say_bounds(words, s->share[TL_BOARD_VIEW_A], 100, 1),
                    b = tl_board_say_bounds(words, s->share[TL_BOARD_VIEW_B], 100, 1);
    tl_say(words, line, sizeof(line), TL_SAY_BOARD_VIEW, a.low, a.high, a.likely, b.low, b.high, b.likely);
    tl_board_add_line(l, line);
    tl_board_spoken zones = tl_board_say_bounds(words, s->zones, 1, 2),
                    sides = tl_board_say_bounds(words, s->sides, 1, 2);
    tl_say(words, line, sizeof(line), TL_SAY_BOARD_FAIR, zones.low, zones.high, zones.likely);
    tl_board_add_line(l, line);
    if (!zones_only) {
        tl_board_spoken any = tl_board_say_bounds(words, s->share[TL_BOARD_ANYWHERE], 100, 1);
        tl_say(words, line, sizeof(line), TL_SAY_BOARD_SIDES, sides.low, sides.high, sides.likely);
        tl_board_add_line(l, line);
        tl_say(words, line, sizeof(line), TL_SAY_BOARD_OPEN, any.low, any.high, any.likely);
        tl_board_add_line(l, line);
    }
}

static void say_pieces(const tl_words *words, const tl_board_findings *f, tl_board_lines *l) {
    char line[600];
    for (size_t i = 0; i < f->piece_count; i++) {
        const tl_board_piece *p = &f->pieces[i];
        tl_board_spoken hides = tl_board_say_bounds(words, p->hides, 100, 2),
                        fair = tl_board_say_bounds(words, p->fairness, 1, 2);
        tl_say(words, line, sizeof(line), TL_SAY_BOARD_PIECE, p->name, hides.low, hides.high, hides.likely,
               fair.likely);
        tl_board_add_line(l, line);
    }
}

/* How far and which way, as one sees it who sits at the near edge. */
static void say_way(const tl_words *words, const double by[2], char *way, size_t size) {
    static const tl_sentence ways[2][2] = {{TL_SAY_BOARD_LEFT, TL_SAY_BOARD_RIGHT},
                                           {TL_SAY_BOARD_TOWARDS, TL_SAY_BOARD_AWAY}};
    char part[2][120] = {"", ""}, length[TL_WORDS_LENGTH_SIZE];
    int count = 0;
    for (int k = 0; k < 2; k++) {
        if (by[k] != 0) {
            tl_say(words, part[count++], sizeof(part[0]), ways[k][by[k] > 0],
                   tl_words_length_text(words, fabs(by[k]), length));
        }
    }
    if (count == 2) {
        tl_say(words, way, size, TL_SAY_BOARD_BOTH, part[0], part[1]);
    } else {
        snprintf(way, size, "%s", part[0]);
    }
}

static void say_suggestion(const tl_words *words, tl_board_findings *f, tl_board_lines *l) {
    char line[600], sentence[500], tried[32];
    snprintf(tried, sizeof(tried), "%zu", f->tried);
    if (f->best.json == NULL) {
        tl_say(words, line, sizeof(line), TL_SAY_BOARD_NO_BETTER, tried);
        tl_board_add_line(l, line);
        return;
    }
    char way[300], turn[TL_WORDS_LENGTH_SIZE];
    const char *name = f->pieces[f->best.piece].name;
    if (f->best.turn != 0) {
        tl_words_decimal_text(words, f->best.turn, 0, turn);
        tl_say(words, sentence, sizeof(sentence), TL_SAY_BOARD_TURN, name, turn, tried);
    } else {
        say_way(words, f->best.by, way, sizeof(way));
        tl_say(words, sentence, sizeof(sentence), TL_SAY_BOARD_MOVE, name, way, tried);
    }
    tl_say(words, line, sizeof(line), TL_SAY_BOARD_THEN, sentence);
    tl_board_add_line(l, line);
    f->best.text = tl_duplicate_text(f->context, sentence);
    l->failed = l->failed || f->best.text == NULL;
    say_score(words, &f->best.score, true, l);
}

/* What meshes leave open. */
static void say_uncertainties(const tl_board_analysis *q, tl_board_lines *l) {
    char line[600], off[TL_WORDS_LENGTH_SIZE];
    if (q->stage.rules.give > 0) {
        tl_say(&q->words, line, sizeof(line), TL_SAY_BOARD_UNCERTAIN,
               tl_words_length_text(&q->words, q->stage.rules.give, off));
        tl_board_add_line(l, line);
    }
    if (tl_region_open_holes(&q->stage.rules)) {
        tl_board_add_line(l, tl_phrase(&q->words, TL_SAY_MAP_HOLES));
    }
}

tl_status tl_board_tell(const tl_board_analysis *q, tl_board_findings *f, tl_error *error) {
    tl_board_lines l = {.context = q->context};
    say_score(&q->words, &f->score, false, &l);
    if (f->detailed) {
        tl_board_say_details(q, f, &l);
    }
    say_uncertainties(q, &l);
    say_pieces(&q->words, f, &l);
    if (f->sought) {
        say_suggestion(&q->words, f, &l);
    }
    f->text = l.text;
    if (f->best.json != NULL) {
        f->edit = tl_duplicate_text(q->context, f->best.json);
        l.failed = l.failed || f->edit == NULL;
    }
    return l.failed ? tl_fail_memory(error) : write_json(q, f, error);
}
