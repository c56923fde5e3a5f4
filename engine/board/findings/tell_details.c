/* tell_details.c: sight by distance, cover, gaps, fire lanes and leaks, as JSON and in words. */
#include "board/findings/tell.h"

#include "board/limits.h"

#include <stdio.h>

/* Diameters of usual round bases, mm. */
static const double bases[] = TL_BOARD_BASES;
enum { BASES = sizeof(bases) / sizeof(bases[0]) };

/* The largest of them that a gap lets through for sure; 0: none. */
static double passing(double width) {
    double most = 0;
    for (int k = 0; k < BASES; k++) {
        most = bases[k] <= width - TL_BOARD_GAP_ERROR ? bases[k] : most;
    }
    return most;
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_gap(tl_json_writer *w, const tl_table *table, const tl_board_gap *gap) {
    tl_json_begin_object(w);
    tl_json_key(w, "between");
    tl_json_begin_array(w);
    tl_json_string(w, tl_board_gap_side(table, gap, 0));
    tl_json_string(w, tl_board_gap_side(table, gap, 1));
    tl_json_end_array(w);
    tl_json_put_double(w, "width_mm", gap->width);
    if (gap->off > 0) {
        tl_json_put_double(w, "uncertainty_mm", gap->off);
    }
    tl_json_put_double(w, "base_mm", passing(gap->width - gap->off));
    tl_json_put_place(w, "from", gap->at[0]);
    tl_json_put_place(w, "to", gap->at[1]);
    tl_json_end_object(w);
}

static void put_ways(tl_json_writer *w, const tl_board_analysis *q, const tl_board_findings *f) {
    const tl_board_ways *ways = &f->ways;
    tl_json_put_double(w, "covered", f->covered);
    tl_json_put_double(w, "covered_tall", f->covered_tall);
    tl_json_key(w, "passage");
    tl_json_begin_object(w);
    tl_json_put_double(w, "widest_mm", ways->passes ? ways->widest : 0);
    if (ways->bounds[0] < ways->bounds[1]) {
        tl_json_put_numbers(w, "bounds_mm", ways->bounds, 2);
    }
    tl_json_put_double(w, "base_mm", passing(ways->bounds[0]));
    tl_json_key(w, "narrowest");
    put_gap(w, q->referee->table, &ways->narrowest);
    tl_json_end_object(w);
    tl_json_key(w, "gaps");
    tl_json_begin_array(w);
    for (size_t k = 0; k < ways->gap_count; k++) {
        put_gap(w, q->referee->table, &ways->gaps[k]);
    }
    tl_json_end_array(w);
}

static void put_lanes(tl_json_writer *w, const tl_board_lanes *lanes) {
    tl_json_key(w, "lanes");
    tl_json_begin_array(w);
    for (size_t k = 0; k < lanes->count; k++) {
        const tl_board_lane *l = &lanes->lanes[k];
        tl_json_begin_object(w);
        tl_json_put_double(w, "length_mm", l->length);
        tl_json_put_double(w, "width_mm", l->width);
        tl_json_put_place(w, "from", l->from);
        tl_json_put_place(w, "to", l->to);
        tl_json_put_bool(w, "between_zones", l->zones);
        tl_json_put_string(w, "listed_for", k < lanes->longest ? "length" : "width");
        tl_json_end_object(w);
    }
    tl_json_end_array(w);
}

static void put_leaks(tl_json_writer *w, const tl_board_leaks *leaks) {
    tl_json_key(w, "leaks");
    tl_json_begin_object(w);
    tl_json_put_double(w, "clearance_mm", TL_BOARD_LEAK);
    tl_json_put_int(w, "pairs", (int64_t)leaks->all);
    if (leaks->left > 0) {
        tl_json_put_int(w, "pairs_left", (int64_t)leaks->left);
    }
    tl_json_key(w, "listed");
    tl_json_begin_array(w);
    for (size_t k = 0; k < leaks->count; k++) {
        const tl_board_leak *l = &leaks->leaks[k];
        tl_json_begin_object(w);
        tl_json_put_place(w, "from_place", l->places[0]);
        tl_json_put_place(w, "to_place", l->places[1]);
        tl_json_put_point(w, "from", l->from);
        tl_json_put_point(w, "to", l->to);
        tl_json_put_double(w, "clearance_mm", l->clearance);
        tl_json_end_object(w);
    }
    tl_json_end_array(w);
    tl_json_end_object(w);
}

void tl_board_put_details(tl_json_writer *w, const tl_board_analysis *q, const tl_board_findings *f) {
    tl_json_key(w, "by_distance");
    tl_json_begin_array(w);
    for (size_t k = 0; k < f->lines.count; k++) {
        tl_json_begin_object(w);
        tl_json_put_double(w, "from_mm", TL_BOARD_STEP * (double)k);
        tl_json_put_double(w, "to_mm", TL_BOARD_STEP * (double)(k + 1));
        tl_json_put_double(w, "of_all",
                           tl_board_tally_sum(&f->lines.steps[k]) /
                               tl_max(tl_board_tally_sum(&f->score.tally[TL_BOARD_ANYWHERE]), 1));
        tl_board_put_bounds(w, "seen", tl_board_tally_share(&f->lines.steps[k]));
        tl_json_end_object(w);
    }
    tl_json_end_array(w);
    put_ways(w, q, f);
    put_lanes(w, &f->lanes);
    put_leaks(w, &f->leaks);
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static const char *side_text(const tl_board_analysis *q, const tl_board_gap *gap, int side) {
    const tl_table *table = q->referee->table;
    size_t piece = gap->piece[side];
    return piece >= TL_BOARD_EDGE ? tl_phrase(&q->words, TL_SAY_BOARD_EDGE) : table->terrain[piece].name;
}

/* A gap, and which base passes for sure. */
static void say_gap(const tl_board_analysis *q, const tl_board_gap *gap, tl_board_lines *l) {
    const tl_words *words = &q->words;
    char line[600], width[TL_WORDS_LENGTH_SIZE], off[TL_WORDS_LENGTH_SIZE], through[TL_WORDS_LENGTH_SIZE];
    double base = passing(gap->width - gap->off);
    bool open = base == 0 && passing(gap->width + gap->off) > 0; /* perhaps something passes */
    tl_words_length_text(words, gap->width, width);
    tl_words_length_text(words, gap->off, off);
    tl_words_length_text(words, base > 0 ? base : bases[0], through);
    if (gap->off > 0) {
        tl_say(words, line, sizeof(line),
               base > 0 ? TL_SAY_BOARD_GAP_OFF
               : open   ? TL_SAY_BOARD_GAP_OPEN
                        : TL_SAY_BOARD_GAP_SHUT_OFF,
               side_text(q, gap, 0), side_text(q, gap, 1), width, through, off);
    } else {
        tl_say(words, line, sizeof(line), base > 0 ? TL_SAY_BOARD_GAP : TL_SAY_BOARD_GAP_SHUT, side_text(q, gap, 0),
               side_text(q, gap, 1), width, through);
    }
    tl_board_add_line(l, line);
}

static void say_ways(const tl_board_analysis *q, const tl_board_findings *f, tl_board_lines *l) {
    const tl_board_ways *ways = &f->ways;
    const tl_words *words = &q->words;
    char line[600], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE];
    tl_words_decimal_text(words, 100 * f->covered, 1, a);
    tl_words_decimal_text(words, 100 * f->covered_tall, 1, b);
    tl_say(words, line, sizeof(line), TL_SAY_BOARD_COVER, a, b);
    tl_board_add_line(l, line);
    if (ways->passes) {
        bool sure = ways->bounds[0] == ways->bounds[1];
        tl_words_length_text(words, sure ? ways->widest : ways->bounds[0], a);
        tl_words_length_text(words, ways->bounds[1], b);
        tl_say(words, line, sizeof(line), sure ? TL_SAY_BOARD_PASS : TL_SAY_BOARD_PASS_OFF, a,
               side_text(q, &ways->narrowest, 0), side_text(q, &ways->narrowest, 1), b);
    } else {
        snprintf(line, sizeof(line), "%s", tl_phrase(words, TL_SAY_BOARD_NO_PASS));
    }
    tl_board_add_line(l, line);
    for (size_t k = 0; k < ways->gap_count && k < TL_BOARD_GAPS_SAID; k++) {
        const tl_board_gap *gap = &ways->gaps[k];
        say_gap(q, gap, l);
    }
}

static void say_lanes(const tl_board_analysis *q, const tl_board_lanes *lanes, tl_board_lines *l) {
    for (size_t k = 0; k < lanes->count; k++) {
        const tl_board_lane *lane = &lanes->lanes[k];
        const double numbers[6] = {lane->length, lane->width, lane->from.x, lane->from.y, lane->to.x, lane->to.y};
        char line[600], text[6][TL_WORDS_LENGTH_SIZE];
        for (int i = 0; i < 6; i++) {
            tl_words_length_text(&q->words, numbers[i], text[i]);
        }
        tl_say(&q->words, line, sizeof(line), lane->zones ? TL_SAY_BOARD_LANE_ZONES : TL_SAY_BOARD_LANE, text[0],
               text[1], text[2], text[3], text[4], text[5]);
        tl_board_add_line(l, line);
    }
}

void tl_board_say_details(const tl_board_analysis *q, const tl_board_findings *f, tl_board_lines *l) {
    const tl_words *words = &q->words;
    char line[600], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE];
    for (size_t k = 0; k < f->lines.count; k++) {
        tl_board_spoken s = tl_board_say_bounds(words, tl_board_tally_share(&f->lines.steps[k]), 100, 1);
        tl_say(words, line, sizeof(line), TL_SAY_BOARD_LINES, tl_words_length_text(words, TL_BOARD_STEP * (double)k, a),
               tl_words_length_text(words, TL_BOARD_STEP * (double)(k + 1), b), s.low, s.high, s.likely);
        tl_board_add_line(l, line);
    }
    say_ways(q, f, l);
    say_lanes(q, &f->lanes, l);
    if (f->leaks.all > 0) {
        char pairs[32];
        snprintf(pairs, sizeof(pairs), "%zu", f->leaks.all);
        tl_words_decimal_text(words, f->leaks.leaks[0].clearance, 2, b);
        tl_say(words, line, sizeof(line), TL_SAY_BOARD_LEAKS, pairs, tl_words_decimal_text(words, TL_BOARD_LEAK, 1, a),
               b);
        tl_board_add_line(l, line);
    }
    if (f->leaks.left > 0) {
        char left[32], most[32];
        snprintf(left, sizeof(left), "%zu", f->leaks.left);
        snprintf(most, sizeof(most), "%d", TL_BOARD_MOST_LEAK_PROOFS);
        tl_say(words, line, sizeof(line), TL_SAY_BOARD_LEAKS_LEFT, left, most);
        tl_board_add_line(l, line);
    }
}
