/* question.h: the questions: one row each, with its fields, who judges and tells it, and the words under its sign.
 *
 * To add a question: its judge in engine/judge, its teller in engine/tell, and a row in questions.c. JSON lines, the
 * command line, help and the schema read the row. */
#ifndef TL_QUESTION_QUESTION_H
#define TL_QUESTION_QUESTION_H

#include "tell/answer.h"

#include <trueline/ruling.h>

/* A question under way: whoever it names is found. */
typedef struct tl_asked {
    const tl_inquiry *inquiry;
    const tl_question *question;
    tl_party from, to; /* of a row with `parties` */
} tl_asked;

typedef struct tl_question_row {
    tl_query query;
    bool parties;    /* `from` and `to` are units or members, who may be aboard something */
    bool looks;      /* ... and look: walls that are open to them are told */
    bool covers;     /* cover that isn't settled leaves it open */
    bool compares;   /* it means the same under every rule system (tl_scene_compare) */
    bool by_weapons; /* ... where the weapons of who asks mean something, too */
    bool alone;      /* ... and nobody and nothing but those whom it names */
    tl_status (*ask)(const tl_asked *asked, tl_answer *answer, tl_error *error);
    tl_sentence yes, no;                                         /* under its sign */
    tl_sentence (*badge)(const tl_answer *answer, tl_sign sign); /* in place of the two; NULL */
} tl_question_row;

/* NULL when there is none of that name. */
const tl_question_row *tl_question_row_named(const char *name);

/* Every field: TL_QUERY_FIELD_X names a row of fields.c. */
typedef enum tl_query_field_id {
    TL_QUERY_FIELD_FROM,
    TL_QUERY_FIELD_TO,
    TL_QUERY_FIELD_UNIT,
    TL_QUERY_FIELD_MEMBER,
    TL_QUERY_FIELD_WEAPON,
    TL_QUERY_FIELD_SHAPE,
    TL_QUERY_FIELD_AT,
    TL_QUERY_FIELD_LEVEL,
    TL_QUERY_FIELD_TOWARD,
    TL_QUERY_FIELD_ANGLE,
    TL_QUERY_FIELD_BEST,
    TL_QUERY_FIELD_SIDE,
    TL_QUERY_FIELD_FRIENDS_WEIGHT,
    TL_QUERY_FIELD_FIRER,
    TL_QUERY_FIELD_LIMIT,
    TL_QUERY_FIELD_SKILL,
    TL_QUERY_FIELD_SIGHT,
    TL_QUERY_FIELD_MARGIN,
    TL_QUERY_FIELD_PROOF,
    TL_QUERY_FIELD_PATH,
    TL_QUERY_FIELD_MARCH,
    TL_QUERY_FIELD_FACING,
    TL_QUERY_FIELD_WHOM,
    TL_QUERY_FIELD_WHAT, /* ... or cover */
    TL_QUERY_FIELD_SCORE,
    TL_QUERY_FIELD_DEVIATION,
    TL_QUERY_FIELD_DICE,
    TL_QUERY_FIELD_ROLL,
    TL_QUERY_FIELD_SEED,
    TL_QUERY_FIELD_GUESS,
    TL_QUERY_FIELD_MODIFIER,
    TL_QUERY_FIELD_ZONE,
    TL_QUERY_FIELDS
} tl_query_field_id;
extern const tl_query_field tl_query_fields[TL_QUERY_FIELDS];

#endif
