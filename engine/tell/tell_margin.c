/* tell_margin.c: what is said and written of margins of sight. */
#include "tell/tell_margin.h"

static const tl_sentence ways[] = {[TL_WAY_AWAY] = TL_SAY_WAY_AWAY,     [TL_WAY_AWAY_LEFT] = TL_SAY_WAY_AWAY_LEFT,
                                   [TL_WAY_LEFT] = TL_SAY_WAY_LEFT,     [TL_WAY_NEAR_LEFT] = TL_SAY_WAY_NEAR_LEFT,
                                   [TL_WAY_NEARER] = TL_SAY_WAY_NEARER, [TL_WAY_NEAR_RIGHT] = TL_SAY_WAY_NEAR_RIGHT,
                                   [TL_WAY_RIGHT] = TL_SAY_WAY_RIGHT,   [TL_WAY_AWAY_RIGHT] = TL_SAY_WAY_AWAY_RIGHT};

static void put_bounds(tl_json_writer *writer, const char *key, const tl_margin *margin) {
    tl_json_open_array(writer, key);
    tl_json_double(writer, margin->low);
    if (isfinite(margin->high)) {
        tl_json_double(writer, margin->high);
    } else {
        tl_json_null(writer);
    }
    tl_json_end_array(writer);
}

static void put_direction(tl_json_writer *writer, const tl_margin *margin) {
    double length = tl_length2(margin->move);
    if (isfinite(margin->high) && length > 0) {
        double direction[2] = {margin->move.x / length, margin->move.y / length};
        tl_json_put_numbers(writer, "direction", direction, 2);
    } else {
        tl_json_put_double(writer, "searched_mm", margin->limit);
    }
}

void tl_tell_pair_margin_json(const tl_inquiry *inquiry, const tl_pair_margin *margin, tl_json_writer *writer) {
    if (margin->uncertain) {
        tl_json_put_string(writer, "margin_why", "uncertainty");
    }
    if (!margin->measured) {
        return;
    }
    tl_json_open_object(writer, "margin");
    put_bounds(writer, "target_mm", &margin->target);
    put_direction(writer, &margin->target);
    if (margin->has_blocker) {
        tl_json_open_object(writer, "blocker");
        tl_json_put_string(writer, "id", tl_table_slot_name(inquiry->table, margin->blocker_slot));
        put_bounds(writer, "mm", &margin->blocker);
        put_direction(writer, &margin->blocker);
        tl_json_end_object(writer);
    }
    tl_json_end_object(writer);
}

/* What is said of a margin: with a move that was found, without one, and within what nothing changes in either case. */
typedef struct margin_words {
    tl_sentence found, not_found;
    tl_sentence found_within, not_found_within;
} margin_words;

/* A bound that would be read as nothing isn't told. */
#define TOLD_MM 0.005

static void say_one(const tl_inquiry *inquiry, const tl_margin *margin, tl_way way, const char *name,
                    const margin_words *words, char *buffer, size_t size) {
    char high[TL_WORDS_LENGTH_SIZE], low[TL_WORDS_LENGTH_SIZE], within[96] = "";
    bool found = isfinite(margin->high);
    if (margin->low >= TOLD_MM) {
        tl_say(inquiry->words, within, sizeof(within), found ? words->found_within : words->not_found_within,
               tl_words_length_text(inquiry->words, margin->low, low));
    }
    tl_say(inquiry->words, buffer, size, found ? words->found : words->not_found, name,
           tl_words_length_text(inquiry->words, found ? margin->high : margin->limit, high),
           found ? tl_phrase(inquiry->words, ways[way]) : "", within);
}

static const margin_words to_be_seen = {TL_SAY_MARGIN_SHOWN, TL_SAY_MARGIN_NOT_SHOWN, TL_SAY_MARGIN_NOWHERE,
                                        TL_SAY_MARGIN_NONE};
static const margin_words to_be_hidden = {TL_SAY_MARGIN_HIDDEN, TL_SAY_MARGIN_NOT_HIDDEN, TL_SAY_MARGIN_NOWHERE,
                                          TL_SAY_MARGIN_NONE};
static const margin_words to_open = {TL_SAY_MARGIN_OPENS, TL_SAY_MARGIN_NOT_OPENS, TL_SAY_MARGIN_NONE,
                                     TL_SAY_MARGIN_NONE};
static const margin_words to_close = {TL_SAY_MARGIN_CLOSES, TL_SAY_MARGIN_NOT_CLOSES, TL_SAY_MARGIN_NEVER,
                                      TL_SAY_MARGIN_NONE};

/* Why no margin is told: meshes may be off. */
static void say_uncertain(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, char *buffer, size_t size) {
    char list[200], off[TL_WORDS_LENGTH_SIZE];
    tl_tell_slots_text(inquiry->words, inquiry->table, pair->uncertainty.slots, pair->uncertainty.count, list,
                       sizeof(list));
    tl_say(inquiry->words, buffer, size, TL_SAY_MARGIN_UNCERTAIN,
           tl_words_length_text(inquiry->words, pair->uncertainty.needed, off),
           pair->uncertainty.count > 0 ? list : inquiry->table->members[pair->to].name);
}

void tl_tell_pair_margin_text(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, const tl_pair_margin *margin,
                              char *target, char *blocker, size_t size) {
    bool no = pair->sight.verdict == TL_VERDICT_NO;
    target[0] = blocker[0] = '\0';
    if (margin->uncertain) {
        say_uncertain(inquiry, pair, target, size);
    }
    if (margin->measured) {
        say_one(inquiry, &margin->target, margin->target_way, inquiry->table->members[pair->to].name,
                no ? &to_be_seen : &to_be_hidden, target, size);
    }
    if (margin->has_blocker) {
        say_one(inquiry, &margin->blocker, margin->blocker_way,
                tl_tell_slot_name(inquiry->words, inquiry->table, margin->blocker_slot), no ? &to_open : &to_close,
                blocker, size);
    }
}
