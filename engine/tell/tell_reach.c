/* tell_reach.c: the ground that a model reaches with one move or march (DB-MOV-01, -05). */
#include "tell/tell_move.h"

#include <stdio.h>

/* Neighbouring squares whose heights differ by less are drawn as one, mm. */
#define SAME_HEIGHT 0.5
enum { MOST_PATCHES = 6000 };

typedef struct ring_writer {
    tl_json_writer *writer;
} ring_writer;

static bool write_ring(void *user, const tl_vec2 *corners, size_t count) {
    tl_json_writer *writer = ((ring_writer *)user)->writer;
    tl_json_begin_array(writer);
    for (size_t i = 0; i < count; i++) {
        tl_json_begin_array(writer);
        tl_json_double(writer, corners[i].x);
        tl_json_double(writer, corners[i].y);
        tl_json_end_array(writer);
    }
    tl_json_end_array(writer);
    return true;
}

static bool write_area(const tl_reach_map *reach, const char *key, tl_reach_state state, size_t squares,
                       tl_json_writer *writer) {
    ring_writer rings = {writer};
    tl_json_open_object(writer, key);
    tl_json_put_double(writer, "area_mm2", (double)squares * reach->size * reach->size);
    tl_json_open_array(writer, "rings");
    bool good = tl_reach_rings(reach, state, write_ring, &rings);
    tl_json_end_array(writer);
    tl_json_end_object(writer);
    return good;
}

/* Squares side by side as one patch. */
static void draw(const tl_reach_map *reach, tl_answer *answer) {
    for (size_t row = 0; row < reach->side; row++) {
        for (size_t i = 0, j; i < reach->side && answer->witness_count < MOST_PATCHES; i = j) {
            size_t at = row * reach->side + i;
            for (j = i + 1; j < reach->side && reach->states[row * reach->side + j] == reach->states[at] &&
                            fabs(reach->heights[row * reach->side + j] - reach->heights[at]) < SAME_HEIGHT;) {
                j++;
            }
            if (reach->states[at] != TL_REACH_NO) {
                double x = reach->corner.x + (double)i * reach->size, y = reach->corner.y + (double)row * reach->size;
                tl_answer_witness(
                    answer, reach->states[at] == TL_REACH_CERTAIN ? TL_WITNESS_REACHED : TL_WITNESS_OPEN,
                    (tl_vec3){x, y, reach->heights[at]},
                    (tl_vec3){reach->corner.x + (double)j * reach->size, y + reach->size, reach->heights[at]});
            }
        }
    }
}

static void tell(const tl_inquiry *inquiry, const char *name, bool march, const tl_reach_map *reach,
                 tl_answer *answer) {
    char text[TL_REASON_TEXT], own[TL_WORDS_LENGTH_SIZE], slow[TL_WORDS_LENGTH_SIZE], size[TL_WORDS_LENGTH_SIZE],
        share[TL_WORDS_LENGTH_SIZE];
    const tl_words *words = inquiry->words;
    double squares = (double)reach->certain * reach->size * reach->size;
    tl_words_length_text(words, reach->open, own);
    tl_words_square_text(words, squares, share);
    tl_say(words, answer->summary, sizeof(answer->summary), march ? TL_SAY_REACH_MARCH : TL_SAY_REACH_MOVE, name, own,
           share);
    tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_LENGTH), TL_VERDICT_YES, answer->summary);
    tl_answer_reason_number(reason, "allowance_mm", reach->open);
    if (reach->slows) {
        tl_say(words, text, sizeof(text), TL_SAY_REACH_SLOWED, tl_words_length_text(words, reach->in_terrain, slow));
        tl_answer_line(answer, text);
        tl_answer_reason_number(tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_TERRAIN), TL_VERDICT_YES, text),
                                "limit_mm", reach->in_terrain);
    }
    tl_words_square_text(words, (double)reach->undecided * reach->size * reach->size, share);
    tl_say(words, text, sizeof(text), TL_SAY_REACH_OPEN, share, tl_words_length_text(words, reach->size, size));
    tl_answer_line(answer, text);
}

bool tl_tell_reach(const tl_inquiry *inquiry, size_t member, bool march, const tl_reach_map *reach, tl_answer *answer) {
    tl_json_writer *writer = &answer->body;
    answer->verdict = TL_VERDICT_YES;
    answer->cause = tl_by(TL_CLAUSE_MOVE_LENGTH);
    tell(inquiry, inquiry->table->members[member].name, march, reach, answer);
    tl_json_put_string(writer, "member", inquiry->table->members[member].id);
    tl_json_put_bool(writer, "march", march);
    tl_json_put_double(writer, "allowance_mm", reach->open);
    tl_json_put_double(writer, "slowed_mm", reach->in_terrain);
    tl_json_put_double(writer, "farthest_mm", reach->farthest);
    tl_json_put_double(writer, "square_mm", reach->size);
    bool good = write_area(reach, "certain", TL_REACH_CERTAIN, reach->certain, writer) &&
                write_area(reach, "undecided", TL_REACH_UNDECIDED, reach->undecided, writer);
    draw(reach, answer);
    return good;
}
