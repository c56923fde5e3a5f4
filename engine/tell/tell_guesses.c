/* tell_guesses.c: notes that an answer rests on guesses. */
#include "tell/tell_guesses.h"

#include "judge/measure/guess.h"

static void note(const tl_inquiry *inquiry, tl_clause clause, tl_sentence sentence, const char *const words[3],
                 tl_answer *answer) {
    char text[TL_REASON_TEXT];
    tl_say(inquiry->words, text, sizeof(text), sentence, words[0], words[1], words[2]);
    tl_answer_reason(answer, tl_by(clause), TL_VERDICT_YES, text);
    tl_answer_note(answer, text);
}

static void tell_guess(const tl_inquiry *inquiry, const tl_guess *guess, const char *name, tl_answer *answer) {
    if (guess->base_guessed) {
        note(inquiry, TL_CLAUSE_MEASURE_BASE, TL_SAY_GUESSED_BASE, (const char *const[3]){name}, answer);
    }
    if (guess->found != NULL) {
        char size[TL_WORDS_LENGTH_SIZE], off[TL_WORDS_LENGTH_SIZE];
        tl_words_length_text(inquiry->words, tl_max(guess->found->size.x, guess->found->size.y), size);
        tl_words_length_text(inquiry->words, guess->found->residual_mm, off);
        note(inquiry, TL_CLAUSE_MEASURE_BASE, TL_SAY_FOUND_BASE, (const char *const[3]){name, size, off}, answer);
    }
    if (guess->stance != NULL) {
        const tl_stance_rule *stance = guess->stance;
        char text[TL_REASON_TEXT], tall[TL_WORDS_LENGTH_SIZE];
        tl_words_length_text(inquiry->words, guess->tall, tall);
        const char *how = stance->text[0] != '\0' ? tl_ruleset_said(inquiry->referee->ruleset, inquiry->words->language,
                                                                    "stances", stance->name, stance->text)
                                                  : stance->name;
        tl_say(inquiry->words, text, sizeof(text), TL_SAY_BENT_BODY, name, how, tall);
        tl_answer_reason(answer, tl_by_row(TL_CLAUSE_NONE, stance->rule[0] != '\0' ? stance->rule : NULL),
                         TL_VERDICT_YES, text);
        tl_answer_line(answer, text);
    }
    if (guess->core_guessed) {
        note(inquiry, TL_CLAUSE_MEASURE_CORE, TL_SAY_GUESSED_CORE, (const char *const[3]){name}, answer);
    }
}

void tl_tell_note_guesses(const tl_inquiry *inquiry, size_t first, size_t count, bool measured, bool looked,
                          tl_answer *answer) {
    const tl_placed *members = inquiry->table->members + first;
    for (size_t i = 0; i < count; i++) {
        tl_guess guess = tl_guess_of(inquiry, first + i, measured, looked);
        bool again = false;
        for (size_t j = 0; j < i && !again; j++) {
            again = members[j].model == members[i].model;
        }
        if (guess.uncertain) {
            tl_answer_uncertain(answer, inquiry, members[i].slot);
        }
        if (!again) {
            tell_guess(inquiry, &guess, members[i].name, answer);
        }
    }
}
