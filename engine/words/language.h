/* language.h: the tables that the build makes from languages/: what players read, one table a language. */
#ifndef TL_WORDS_LANGUAGE_H
#define TL_WORDS_LANGUAGE_H

#include "words/sentences.h"

#include <stddef.h>

/* A text of a rule system, such as what one of its settings means. */
typedef struct tl_term {
    const char *ruleset;
    const char *section; /* "about", "settings", "kinds", "templates", "rules" */
    const char *key;
    const char *text;
} tl_term;

/* A text that programs find by its name. */
typedef struct tl_named_text {
    const char *name, *text;
} tl_named_text;

typedef struct tl_language {
    const char *tag;  /* "en" */
    const char *name; /* as its speakers call it */
    char decimal;     /* between the whole number and its fraction */
    const char *const *sentences;
    const tl_term *terms;       /* the last one is empty. English has none: the rule systems are written in it */
    const tl_named_text *texts; /* by name, sorted by bytes; every language has the same */
    size_t text_count;
} tl_language;

/* English first; the last one is empty. */
extern const tl_language tl_languages[];

#endif
