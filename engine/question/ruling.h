/* ruling.h: from a question to a finished ruling. */
#ifndef TL_QUESTION_RULING_H
#define TL_QUESTION_RULING_H

#include <trueline/ruling.h>

#include "tell/answer.h"
#include "tell/explain.h"

struct tl_ruling {
    tl_context *context;
    char *side; /* whose view of the scene was asked, and has the slots; NULL: the scene itself */
    tl_verdict verdict;
    bool cut_short;
    uint64_t work;  /* units that answering took (tl_work_counter) */
    tl_words words; /* what its labels are told in */
    tl_sign sign;
    tl_sentence badge;
    char *json;
    char *text;
    char *summary;
    tl_witness *witnesses;
    size_t witness_count;
    tl_vec3 *outline; /* of the template or disc shown, counter-clockwise; NULL: none */
    size_t outline_count;
    tl_proof_outline proof; /* of a `no`; cleared when there is none */
    size_t proof_from, proof_to;
    tl_explanation explanation; /* all zero: an error answer, or that of a place */
};

/* The sign of an answer, and the word under it. */
tl_sign tl_badge_sign(const tl_answer *answer, const tl_unsettled *unsettled);
tl_sentence tl_badge(const tl_answer *answer, tl_sign sign);
void tl_badge_caption(const tl_words *words, tl_caption caption, const char *a, const char *b, char *buffer,
                      size_t size);

/* Answers a question about a table. */
tl_status tl_question_ask(const tl_referee *referee, const tl_question *question, tl_ruling **ruling, tl_error *error);

/* There is no such question: the nearest is named, or all are. */
tl_status tl_query_unknown(const char *query, tl_error *error);

/* A question read from one line of JSON. Texts point into `json`, which the caller destroys after asking. */
typedef struct tl_question_line {
    tl_question question;
    tl_json *json;
    char *id;            /* JSON text of `id`, or NULL */
    const char *set[65]; /* name, value, ..., NULL */
    char numbers[32][32];
    tl_path_point *path; /* of a `move`; freed with it */
    char *dice;          /* of a `scatter`: its list as a text; freed with it */
    bool place;          /* a `place` line: of `member`, `at`, `facing` and `level` */
} tl_question_line;
/* On failure `out` still holds what was understood (`id`), for the error answer. Free with tl_question_line_free. */
tl_status tl_question_line_read(tl_context *context, const char *line, size_t size, tl_question_line *out,
                                tl_error *error);
void tl_question_line_free(tl_context *context, tl_question_line *question);

/* The batch's answers to a line that failed, and to a `place` line. */
tl_status tl_ruling_of_error(tl_context *context, const char *query, const char *id, const tl_error *cause,
                             tl_ruling **ruling, tl_error *error);
tl_status tl_ruling_of_place(const tl_referee *referee, size_t member, const char *id, tl_ruling **ruling,
                             tl_error *error);

#endif
