/* language.h: the tables that the build makes from languages/: what players read, one table a language. */
#ifndef TL_WORDS_LANGUAGE_H
#define TL_WORDS_LANGUAGE_H

#include "words/sentences.h"

/* A text of a rule system, such as what one of its settings means. */
typedef struct tl_term {
    const char *ruleset;
    const char *section; /* "about", "settings", "kinds", "templates", "rules" */
    const char *key;
    const char *text;
} tl_term;

typedef struct tl_language {
    const char *tag;  /* "en" */
    const char *name; /* as its speakers call it */
    char decimal;     /* between the whole number and its fraction */
    const char *const *sentences;
    const tl_term *terms; /* the last one is empty. English has none: the rule systems are written in it */
} tl_language;

/* English first; the last one is empty. */
extern const tl_language tl_languages[];

#endif
