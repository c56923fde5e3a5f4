/* ask.c: from a question to a finished ruling. */
#include "question/ruling.h"

#include "question/question.h"
#include "question/ask.h"
#include "tell/tell_shelter.h"

#include <stdio.h>
#include <string.h>

/* --- Asking ------------------------------------------------------------------------------------------------------- */

#define TL_LEAST_EFFORT 1e-3 /* of a question */
#define TL_MOST_EFFORT  1e3

static tl_status unknown_language(const char *language, tl_error *error) {
    char remedy[160] = "there is";
    size_t used = strlen(remedy);
    for (const tl_language *l = tl_languages; l->tag != NULL && used < sizeof(remedy); l++) {
        used += (size_t)snprintf(remedy + used, sizeof(remedy) - used, "%s \"%s\" (%s)", l == tl_languages ? "" : ",",
                                 l->tag, l->name);
    }
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "lang", remedy, "there are no words in the language `%s`",
                   language);
}

/* Who is carried measures, sees and is covered as its carrier (DT-SPC-18, -19). */
static void note_riders(const tl_inquiry *inquiry, const tl_party *party, tl_answer *answer) {
    char text[TL_REASON_TEXT];
    if (party->rider != NULL) {
        tl_say(inquiry->words, text, sizeof(text), TL_SAY_ABOARD, party->rider->name,
               inquiry->table->members[party->first].name);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_ABOARD_RIDER), TL_VERDICT_YES, text);
        tl_answer_note(answer, text);
    }
}

/* Of walls that are open to a party's models: of the fortification that they man, and of a house without rooms
 * (`interior`). Once for each. */
static tl_status note_open_walls(const tl_inquiry *inquiry, const tl_party *party, tl_answer *answer, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t i = 0; i < tl_open_walls_count(inquiry->referee) && status == TL_OK; i++) {
        tl_open_walls walls = {.any = false};
        status = tl_open_walls_find(inquiry, party, i, &walls, error);
        if (status == TL_OK) {
            tl_tell_open_walls(inquiry, &walls, answer);
        }
    }
    return status;
}

/* Who is named, and what is open or carried, before anything is judged. */
static tl_status find_parties(const tl_question_row *row, tl_asked *asked, tl_answer *answer, tl_error *error) {
    const tl_inquiry *inquiry = asked->inquiry;
    tl_status status = tl_referee_party(inquiry->referee, asked->question->from, "from", &asked->from, error);
    if (status == TL_OK) {
        status = tl_referee_party(inquiry->referee, asked->question->to, "to", &asked->to, error);
    }
    if (status == TL_OK) {
        note_riders(inquiry, &asked->from, answer);
        note_riders(inquiry, &asked->to, answer);
    }
    if (status == TL_OK && row->looks) {
        status = note_open_walls(inquiry, &asked->from, answer, error);
        status = status == TL_OK ? note_open_walls(inquiry, &asked->to, answer, error) : status;
    }
    return status;
}

static tl_status dispatch(const tl_question_row *row, const tl_inquiry *inquiry, const tl_question *question,
                          tl_answer *answer, tl_error *error) {
    tl_asked asked = {.inquiry = inquiry, .question = question};
    tl_status status = row->parties ? find_parties(row, &asked, answer, error) : TL_OK;
    return status == TL_OK ? row->ask(&asked, answer, error) : status;
}

static tl_status finish(tl_answer *answer, const tl_inquiry *inquiry, const char *id, tl_ruling **ruling,
                        tl_error *error) {
    static const tl_unsettled none = {.sight = false};
    const tl_unsettled *unsettled = inquiry->unsettled != NULL ? inquiry->unsettled : &none;
    tl_ruling *made = tl_alloc_array(answer->context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = answer->context;
    made->verdict = answer->verdict;
    made->words = *inquiry->words;
    made->sign = tl_badge_sign(answer, unsettled);
    made->badge = tl_badge(answer, made->sign);
    made->work = inquiry->counter.work;
    made->cut_short = inquiry->counter.late; /* an answer that was whole before anything looked isn't cut */
    if (made->cut_short) {
        tl_json_put_bool(&answer->body, "cut_short", true);
        tl_answer_note(answer, tl_phrase(inquiry->words, TL_SAY_CUT_SHORT));
    }
    if (made->sign == TL_SIGN_NOT_SETTLED) {
        tl_json_put_bool(&answer->body, "unsettled", true);
        tl_answer_note(answer, tl_phrase(inquiry->words, TL_SAY_NOT_SETTLED));
    }
    if (inquiry->effort > 0 && inquiry->effort != 1) {
        tl_json_put_double(&answer->body, "effort", inquiry->effort);
    }
    tl_status status = tl_answer_finish(answer, inquiry, id, &made->json, &made->text, error);
    if (status == TL_OK) {
        made->summary = tl_duplicate_text(answer->context, answer->summary);
        status = made->summary != NULL ? TL_OK : tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = tl_explanation_make(answer, inquiry, &made->explanation, error);
    }
    if (status != TL_OK) {
        tl_ruling_destroy(made);
        return status;
    }
    made->witnesses = answer->witnesses;
    made->witness_count = answer->witness_count;
    made->outline = answer->outline;
    made->outline_count = answer->outline_count;
    answer->witnesses = NULL;
    made->proof = answer->proof;
    made->proof_from = answer->proof_from;
    made->proof_to = answer->proof_to;
    answer->outline = NULL;
    answer->proof = (tl_proof_outline){.context = NULL};
    *ruling = made;
    return TL_OK;
}

/* Time was up before anything could be told: the answer says just that. */
static tl_status start_over_late(const tl_inquiry *inquiry, tl_answer *answer, tl_error *error) {
    const char *query = answer->query, *text = tl_phrase(inquiry->words, TL_SAY_TIME_UP);
    tl_answer_free(answer);
    tl_answer_begin(answer, inquiry->referee->context, query);
    answer->verdict = TL_VERDICT_MARGINAL;
    inquiry->unsettled->search = true;
    snprintf(answer->summary, sizeof(answer->summary), "%s", text);
    (void)tl_answer_reason(answer, tl_by(TL_CLAUSE_NONE), TL_VERDICT_MARGINAL, text);
    if (error != NULL) {
        *error = (tl_error){0};
    }
    return TL_OK;
}

tl_status tl_question_ask(const tl_referee *referee, const tl_question *question, tl_ruling **ruling, tl_error *error) {
    const tl_question_row *row = tl_question_row_named(question->query);
    if (row == NULL) {
        return tl_query_unknown(question->query != NULL ? question->query : "", error);
    }
    if (row->query.changes) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "query", "ask it as a line of JSON (tl_scene_ask_json)",
                       "`%s` changes the scene", row->query.name);
    }
    if (question->has_tolerance && !(question->tolerance_mm >= 0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "tolerance_mm", "give millimetres, 0 or more",
                       "the tolerance can't be negative");
    }
    if (question->has_limit && !(question->limit_mm >= 0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "limit_mm", "give millimetres, 0 or more",
                       "the limit can't be negative");
    }
    if (question->effort != 0 && !(question->effort >= TL_LEAST_EFFORT && question->effort <= TL_MOST_EFFORT)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "effort",
                       "give so many times the usual work, from 0.001 to 1000",
                       "nothing can be worked out with such an effort");
    }
    if (!(question->time_limit_ms >= 0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "time_limit_ms", "give milliseconds, more than 0",
                       "the time limit can't be negative");
    }
    const tl_language *language = tl_language_find(question->language);
    if (question->language != NULL && language == NULL) {
        return unknown_language(question->language, error);
    }
    tl_inquiry inquiry;
    tl_words words;
    tl_status status = tl_inquiry_begin(referee, question->set, question->has_tolerance ? question->tolerance_mm : -1,
                                        &inquiry, error);
    if (status != TL_OK) {
        return status;
    }
    tl_tell_in_language_of(&inquiry, language, &words);
    tl_inquiry_limit(&inquiry, question->time_limit_ms);
    inquiry.margin = question->margin;
    tl_unsettled unsettled = {.sight = false};
    inquiry.unsettled = &unsettled;
    inquiry.effort = question->effort;
    tl_answer answer;
    tl_answer_begin(&answer, referee->context, row->query.name);
    status = dispatch(row, &inquiry, question, &answer, error);
    if (status == TL_ERROR_CANCELLED && !inquiry.counter.cancelled && tl_out_of_time(inquiry.context)) {
        status = start_over_late(&inquiry, &answer, error);
    } else if (status == TL_OK && inquiry.counter.cancelled) { /* whatever was broken off, the answer isn't whole */
        status = tl_fail_cancelled(error, "the question");
    }
    if (status == TL_OK) {
        status = finish(&answer, &inquiry, question->id, ruling, error);
    }
    tl_answer_free(&answer);
    tl_inquiry_free(&inquiry);
    return status;
}

void tl_ruling_destroy(tl_ruling *ruling) {
    if (ruling != NULL) {
        tl_free(ruling->context, ruling->side);
        tl_free(ruling->context, ruling->json);
        tl_free(ruling->context, ruling->text);
        tl_free(ruling->context, ruling->summary);
        tl_free(ruling->context, ruling->witnesses);
        tl_free(ruling->context, ruling->outline);
        tl_proof_outline_free(&ruling->proof);
        tl_explanation_free(ruling->context, &ruling->explanation);
        tl_free(ruling->context, ruling);
    }
}

/* --- Answers of a batch ---------------------------------------------------------------------------------------------
 */

/* A ruling that is nothing but JSON and a sentence. */
static tl_status plain_ruling(tl_context *context, tl_json_writer *writer, tl_verdict verdict, const char *summary,
                              tl_ruling **ruling, tl_error *error) {
    tl_ruling *made = tl_alloc_array(context, 1, sizeof(*made));
    tl_status status = made != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        made->context = context;
        made->verdict = verdict;
        made->words.language = tl_language_of(context);
        const tl_answer plain = {.query = ""};
        made->sign = verdict == TL_VERDICT_YES  ? TL_SIGN_YES
                     : verdict == TL_VERDICT_NO ? TL_SIGN_NO
                                                : TL_SIGN_TOO_CLOSE;
        made->badge = tl_badge(&plain, made->sign);
        status = tl_json_writer_finish(writer, &made->json, NULL, error);
    }
    if (status == TL_OK) {
        size_t size = strlen(summary) + 2;
        made->summary = tl_duplicate_text(context, summary);
        made->text = tl_alloc(context, size);
        if (made->summary == NULL || made->text == NULL) {
            status = tl_fail_memory(error);
        } else {
            snprintf(made->text, size, "%s\n", summary);
        }
    }
    if (status != TL_OK) {
        tl_ruling_destroy(made);
        return status;
    }
    *ruling = made;
    return TL_OK;
}

tl_status tl_ruling_of_error(tl_context *context, const char *query, const char *id, const tl_error *cause,
                             tl_ruling **ruling, tl_error *error) {
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    tl_json_begin_object(&writer);
    if (id != NULL) {
        tl_json_key(&writer, "id");
        tl_json_raw(&writer, id, strlen(id));
    }
    if (query != NULL) {
        tl_json_put_string(&writer, "query", query);
    }
    tl_json_open_object(&writer, "error");
    tl_json_put_string(&writer, "code", tl_status_name(cause->status));
    tl_json_put_string(&writer, "file", cause->file);
    tl_json_put_string(&writer, "place", cause->place);
    if (cause->column > 0) {
        tl_json_put_int(&writer, "column", cause->column);
    }
    tl_json_put_string(&writer, "message", cause->message);
    tl_json_put_string(&writer, "remedy", cause->remedy);
    tl_json_end_object(&writer);
    tl_json_end_object(&writer);
    tl_status status = plain_ruling(context, &writer, TL_VERDICT_MARGINAL, cause->message, ruling, error);
    tl_json_writer_free(&writer);
    return status;
}

tl_status tl_ruling_of_place(const tl_referee *referee, size_t member, const char *id, tl_ruling **ruling,
                             tl_error *error) {
    const tl_placed *placed = &referee->table->members[member];
    tl_inquiry inquiry;
    tl_words words;
    tl_status status = tl_inquiry_begin(referee, NULL, -1, &inquiry, error);
    if (status != TL_OK) {
        return status;
    }
    tl_answer answer;
    char x[TL_WORDS_LENGTH_SIZE], y[TL_WORDS_LENGTH_SIZE], z[TL_WORDS_LENGTH_SIZE];
    tl_tell_in_language_of(&inquiry, NULL, &words);
    tl_answer_begin(&answer, referee->context, "place");
    answer.verdict = TL_VERDICT_YES;
    tl_vec3 at = placed->body->pose.at;
    tl_say(inquiry.words, answer.summary, sizeof(answer.summary), TL_SAY_MOVED, placed->name,
           tl_words_decimal_text(inquiry.words, at.x, 1, x), tl_words_decimal_text(inquiry.words, at.y, 1, y),
           tl_words_decimal_text(inquiry.words, at.z, 1, z));
    tl_json_put_string(&answer.body, "member", placed->id);
    tl_json_put_point(&answer.body, "at", at);
    tl_json_put_double(&answer.body, "facing_deg", tl_table_member(referee->table, member)->pose.turn);
    tl_json_put_bool(&answer.body, "on_surface", placed->rest.found);
    status = finish(&answer, &inquiry, id, ruling, error);
    tl_answer_free(&answer);
    tl_inquiry_free(&inquiry);
    return status;
}
