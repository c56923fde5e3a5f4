/* comparison.h: one question under several rule systems, side by side: what each answers, what it doesn't know, what
 * differs. */
#ifndef TL_QUESTION_COMPARISON_H
#define TL_QUESTION_COMPARISON_H

#include "question/ruling.h"

#include <trueline/compare.h>

/* A word of the scene that a rule system doesn't know. */
typedef struct tl_comparison_word {
    char *sort;  /* names the text "stranger.SORT" that tells it */
    char *word;  /* of a weapon that is none there: its id */
    char *thing; /* id of the first thing that has it, or "" */
    size_t count;
} tl_comparison_word;

typedef struct tl_comparison_words {
    tl_comparison_word *items;
    size_t count, capacity;
} tl_comparison_words;

/* One rule system: either it answers, or it doesn't know all that it takes, or asking failed. */
typedef struct tl_comparison_column {
    char *system;
    char *title;
    tl_ruling *ruling;           /* NULL: none */
    tl_scene *scene;             /* of which it is the ruling; NULL: the scene itself, or there is no ruling */
    tl_error cause;              /* of what failed */
    tl_comparison_words unknown; /* what keeps it from answering */
    tl_comparison_words left;    /* what it goes without, and answers all the same */
    char *told;                  /* what it says, a line each */
    char *rule;                  /* id of the rule that decides; NULL: none */
} tl_comparison_column;

struct tl_comparison {
    tl_context *context;
    tl_words words;
    const char *query; /* of the table of questions */
    tl_comparison_column *columns;
    size_t count;
    bool differs;
    char *json, *text;
    size_t end; /* where the text's last line begins: whether they differ */
};

/* Adds a word, with copies of the texts; false without memory. */
bool tl_comparison_add(tl_context *context, tl_comparison_words *words, const char *sort, const char *word,
                       const char *thing, size_t count);
/* Tells the columns: fills in what differs, JSON and text. `name` is the scene's. Errors: TL_ERROR_MEMORY. */
tl_status tl_comparison_tell(tl_comparison *comparison, const char *name, tl_error *error);

#endif
