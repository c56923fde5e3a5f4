/* form.h: reading the members of a rule file's rows: every problem is noted, and reading goes on.
 *
 * What is wrong is answered with the value that stands for nothing (0, false, "", NULL), so that the next member can be
 * looked at. Texts point into the JSON document. */
#ifndef TL_RULESET_FORM_H
#define TL_RULESET_FORM_H

#include "io/json.h"

/* A text in several languages, or one that another file said: where the texts of other languages are found. */
typedef struct tl_said {
    const char *text;            /* the one that is used when there is no better */
    const tl_json_value *spoken; /* {"en": "...", "fr": "..."}; NULL: one text for all */
    const char *owner;           /* the rule system whose file says it */
} tl_said;

/* By the address of `text`, for qsort. */
int tl_form_said_compare(const void *a, const void *b);

/* So many problems of a file are told, and then that there are more. */
#define TL_FORM_MOST_PROBLEMS 100

typedef struct tl_form {
    tl_context *context;
    tl_problems *problems;
    const tl_json *json; /* of the row that is being read */
    const char *owner;   /* the rule system of the file that it stands in */
    bool lenient;        /* version 1: what isn't known is left alone */
    size_t noted;        /* problems */
    bool no_memory;
    tl_said *said; /* of every text */
    size_t said_count, said_capacity;
} tl_form;

/* Notes a problem about a value; `at_key`: about its name. */
void tl_form_problem(tl_form *form, const tl_json_value *value, bool at_key, const char *remedy, const char *format,
                     ...) __attribute__((format(printf, 5, 6)));
/* The same about a word that is none of `names`: the remedy names the nearest, or all when they are few. */
void tl_form_unknown(tl_form *form, const tl_json_value *value, bool at_key, const char *word, const char *const *names,
                     size_t count, const char *format, ...) __attribute__((format(printf, 7, 8)));

/* Whether a row is an object, with members of these names alone ("x-..." passes). */
bool tl_form_object(tl_form *form, const tl_json_value *value, const char *what, const char *const *names,
                    size_t count);
/* A member of this kind, or NULL. */
const tl_json_value *tl_form_member(tl_form *form, const tl_json_value *object, const char *key, tl_json_kind kind,
                                    bool required);
/* A plain text; "" when it isn't there. A required one isn't empty. */
const char *tl_form_word(tl_form *form, const tl_json_value *object, const char *key, bool required);
/* A text for players: a plain one, or one for each language. */
const char *tl_form_text(tl_form *form, const tl_json_value *object, const char *key, bool required);
/* The same of a value itself. */
const char *tl_form_say(tl_form *form, const tl_json_value *value);
/* A number in [low, high]. */
double tl_form_number(tl_form *form, const tl_json_value *object, const char *key, double low, double high,
                      double fallback);
bool tl_form_bool(tl_form *form, const tl_json_value *object, const char *key, bool fallback);
/* One of some words, by index; `fallback` when it isn't there. */
size_t tl_form_choice(tl_form *form, const tl_json_value *object, const char *key, const char *const *words,
                      size_t count, size_t fallback);
/* A list of words, each not empty; NULL when it isn't there. */
const tl_json_value *tl_form_words(tl_form *form, const tl_json_value *object, const char *key);

#endif
