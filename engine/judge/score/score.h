/* score.h: a score of the rule system for who is looked at: what counts, what doesn't, and the total. */
#ifndef TL_JUDGE_SCORE_SCORE_H
#define TL_JUDGE_SCORE_SCORE_H

#include "judge/score/fact.h"
#include "judge/sight/pair_sight.h"
#include "judge/sight/unseen.h"
#include "judge/template/placing_data.h"

/* What a fact is held against: within low and high, or one of the bits. */
typedef struct tl_fact_test {
    double low, high; /* -INFINITY, INFINITY: open */
    bool low_open, high_open;
    uint64_t bits; /* by value; 0: the limits count */
} tl_fact_test;

/* One condition of a row, as it was found. */
typedef struct tl_scored_condition {
    const char *word;  /* as rule files write it; lives as long as the program */
    const char *whose; /* "from", "target"; "": of both */
    bool unless;
    tl_verdict holds;
    size_t fact; /* SIZE_MAX: what the scene says, which is certain */
    tl_fact_test test;
    bool has_margin;
    double measured, limit, margin; /* `limit` NAN: it has none; `margin` positive: it holds with that to spare */
    double uncertainty;
} tl_scored_condition;

/* One row: whether its conditions hold, and whether it counts in the total. */
typedef struct tl_scored_line {
    const tl_score_row *row;
    tl_verdict holds, counts;
    size_t first, count; /* conditions */
} tl_scored_line;

/* The value that is begun with. */
typedef struct tl_scored_base {
    double low, high;
    bool measured;           /* by the weapon's table, from this: */
    double distance, margin; /* ... to the nearest limit of the table */
    size_t shift_low, shift_high;
} tl_scored_base;

/* One score: of one target, from one model or from several together. */
typedef struct tl_scored {
    size_t from; /* the one who looks; of several the nearest */
    size_t to;
    bool looked;
    tl_verdict sees;
    tl_pair_sight_result line; /* ... the one that tells most */
    tl_unseen unseen;
    tl_verdict verdict; /* yes: there is one, and it is certain; no: there is none; else marginal */
    tl_verdict barred;  /* rows, or the weapon's table, say that there is none */
    tl_verdict settled; /* a row says that it succeeds whatever the die shows: then the total is of no use */
    double low, high;   /* the total, where there is one */
    tl_scored_base base;
    tl_scored_line *lines;
    size_t line_count;
    tl_scored_condition *conditions;
    size_t condition_count;
    tl_fact *facts;
    size_t fact_count;
} tl_scored;

/* A question after a score. */
typedef struct tl_judge_score_found {
    tl_context *context;
    const tl_score_rule *rule;
    tl_party from, to;
    const tl_document_weapon *weapon; /* NULL: none is needed */
    tl_verdict verdict;               /* marginal when some score is; else yes when there is one; else no */
    tl_cause cause;
    tl_scored *scores;
    size_t count;
    tl_placing placing; /* of the template that is laid ... */
    bool laid;          /* ... when one is */
} tl_judge_score_found;

/* Works out a score (its name; NULL: the only one) of every model of a party, as another sees it. `weapon`: the id of
 * one of its weapons; NULL: the only one, where one is needed. `question` (may be NULL): the template that it lays by
 * `shape`, `at` and `angle`, for conditions on what lies under it. Free with tl_judge_score_found_free, also on
 * failure. Errors: TL_ERROR_NO_RULE where the system has no scores, TL_ERROR_NOT_FOUND for a name that it doesn't have;
 * TL_ERROR_ARGUMENT where no weapon, or no score, is named and there are several; those of measuring. */
tl_status tl_judge_score(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to, const char *score,
                         const char *weapon, const tl_question *question, tl_judge_score_found *found, tl_error *error);
void tl_judge_score_found_free(tl_judge_score_found *found);

/* Whether a value passes a test. */
bool tl_fact_passes(const tl_fact_test *test, double value);
/* The total of a score whose lines and conditions are made: what holds, what counts, base, low and high. Errors:
 * memory. */
tl_status tl_scored_sum(const tl_inquiry *inquiry, const tl_score_rule *rule, const tl_weapon_rule *table,
                        tl_scored *score, tl_error *error);
/* Makes a score's lines, their conditions and the facts that they rest on, for who looks. */
tl_status tl_scored_conditions(tl_fact_scene *scene, const tl_score_rule *rule, const tl_document_weapon *weapon,
                               tl_scored *score, tl_error *error);

#endif
