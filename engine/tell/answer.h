/* answer.h: what every answer has, and how it is written: verdict, rule, reasons, numbers, words, witness geometry. */
#ifndef TL_TELL_ANSWER_H
#define TL_TELL_ANSWER_H

#include "io/json.h"
#include "judge/referee.h"
#include "judge/verdict.h"
#include "words/words.h"
#include "visibility/proof_parts.h"

typedef struct tl_reason_value {
    const char *key; /* lives as long as the program */
    double value;
} tl_reason_value;

enum { TL_REASON_NUMBERS = 6, TL_REASON_TEXT = 384, TL_ANSWER_LINES = 10, TL_ANSWER_UNCERTAIN = 16 };

typedef struct tl_reason {
    tl_cause cause;
    tl_verdict verdict;
    bool moot; /* what would be, were it not for what decides */
    char text[TL_REASON_TEXT];
    tl_reason_value numbers[TL_REASON_NUMBERS];
    size_t number_count;
} tl_reason;

/* A piece of witness geometry, for pictures. */
typedef enum tl_witness_kind {
    TL_WITNESS_SIGHT,   /* a free line; `width` its clearance */
    TL_WITNESS_ATTEMPT, /* a line that is stopped at `b` on its way to `c` */
    TL_WITNESS_MEASURE, /* a tape from a to b */
    TL_WITNESS_FAN,     /* an arc: apex a, facing and half width in degrees */
    TL_WITNESS_BLOCKER, /* the owner of `slot` stands in the way */
    TL_WITNESS_HOLE,    /* hole `item` of the mesh of `slot`'s owner */
    TL_WITNESS_POINT,   /* a point, such as the best viewpoint */
    TL_WITNESS_PATH,    /* a stretch of a way from a to b */
    TL_WITNESS_BEYOND,  /* ... that can't be gone any more */
    TL_WITNESS_REACHED, /* a rectangle of the plan, a to b, that is reached */
    TL_WITNESS_OPEN,    /* ... of which that wasn't decided */
    TL_WITNESS_ZONE,    /* zone `item` of the scenario */
    TL_WITNESS_DEPTH,   /* a to b lies inside area `item` of the referee, near whose edge (`width`) some end must be */
    TL_WITNESS_THROW,   /* the way from a to b of what was thrown: an arrow */
    TL_WITNESS_RING /* what lies within `width` of member `item`, in plan; of point a when there is no such member */
} tl_witness_kind;

typedef struct tl_witness {
    tl_witness_kind kind;
    tl_vec3 a, b, c;
    double width;
    double facing_deg, half_deg;
    size_t slot, item;
    size_t from_slot, to_slot; /* lines: whose they are; 0 when nobody's */
    char label[96];
} tl_witness;

typedef struct tl_answer {
    tl_context *context;
    const char *query;
    tl_verdict verdict;
    tl_cause cause;       /* what decided */
    bool placed;          /* of a template: somebody lays it, and ... */
    tl_verdict placement; /* ... may he lay it there? */
    bool unarmed;         /* ... that is open since nobody of his unit has a weapon with that template */
    char summary[TL_REASON_TEXT];
    tl_reason *reasons;
    size_t reason_count, reason_capacity;
    char *lines; /* further lines of text, each ended by '\n' */
    size_t lines_size, lines_capacity, line_count;
    char *notes; /* lines that stand below them: what the answer rests on */
    size_t notes_size, notes_capacity, note_count;
    tl_witness *witnesses;
    size_t witness_count, witness_capacity;
    tl_vec3 *outline; /* a shape laid on the table, for pictures; one an answer */
    size_t outline_count;
    tl_proof_outline proof;                  /* of a `no`, when it was asked for; else cleared */
    size_t proof_from, proof_to;             /* members */
    tl_json_writer body;                     /* the query's own fields, inside an object that is open */
    uint32_t uncertain[TL_ANSWER_UNCERTAIN]; /* slots whose meshes' uncertainty counts in it */
    size_t uncertain_count;
    tl_status status; /* memory ran out while adding */
} tl_answer;

/* In what words an inquiry is told: in a language (NULL: the context's) and its own unit. `words` must outlive it. */
void tl_tell_in_language_of(tl_inquiry *inquiry, const tl_language *language, tl_words *words);

void tl_answer_begin(tl_answer *answer, tl_context *context, const char *query);
void tl_answer_free(tl_answer *answer);

/* Adds a reason; returns it for numbers, or NULL without memory. */
tl_reason *tl_answer_reason(tl_answer *answer, tl_cause cause, tl_verdict verdict, const char *text);
/* The id that the rule system has for what a finding rests on; "" when it cites none. */
const char *tl_tell_cited(const tl_inquiry *inquiry, tl_cause cause);
void tl_answer_reason_number(tl_reason *reason, const char *key, double value);
/* Adds a line of text (a '\n' is added). Details beyond TL_ANSWER_LINES in all are left to the JSON; notes never are.
 */
void tl_answer_line(tl_answer *answer, const char *text);
/* Another sentence comes first: `text`, one of the reasons'; what came first becomes a line behind it. */
void tl_answer_lead(tl_answer *answer, const char *text);
void tl_answer_note(tl_answer *answer, const char *text);
/* Notes that the uncertainty of a slot's mesh counts in the answer, once for each; nothing when it has none. */
void tl_answer_uncertain(tl_answer *answer, const tl_inquiry *inquiry, size_t slot);
tl_witness *tl_answer_witness(tl_answer *answer, tl_witness_kind kind, tl_vec3 a, tl_vec3 b);
/* Rings that pictures lay over the table: what lies within a radius of some of `count` members from `first` on; count
 * 0: of a point. They are labelled with the radius, behind what reaches so far, such as a weapon; `what` may be NULL.
 */
void tl_answer_rings(tl_answer *answer, const tl_words *words, size_t first, size_t count, tl_vec3 point, double radius,
                     const char *what);
/* The shape that pictures lay on the table at height z: a simple polygon, counter-clockwise, or a disc. */
void tl_answer_outline(tl_answer *answer, const tl_vec2 *corner, size_t count, double z);
void tl_answer_disc(tl_answer *answer, tl_vec2 centre, double radius, double z);

/* The whole answer as JSON text and as words. Both are freed with tl_free. `id` is JSON to echo, or NULL. */
tl_status tl_answer_finish(tl_answer *answer, const tl_inquiry *inquiry, const char *id, char **json, char **text,
                           tl_error *error);

void tl_tell_put_verdict(tl_json_writer *writer, const char *key, tl_verdict verdict);
/* Ids of the owners of slots, each once. */
void tl_tell_put_slots(tl_json_writer *writer, const char *key, const tl_table *table, const uint32_t *slots,
                       size_t count);
/* "the farmhouse and north-wood" with their names for players. */
void tl_tell_slots_text(const tl_words *words, const tl_table *table, const uint32_t *slots, size_t count, char *buffer,
                        size_t size);
/* The name players read for a slot's owner. */
const char *tl_tell_slot_name(const tl_words *words, const tl_table *table, size_t slot);
/* Counts as text. */
const char *tl_tell_count_text(size_t count, char buffer[TL_WORDS_LENGTH_SIZE]);

#endif
