/* words.h: what players read: sentences in their language, lengths in their unit.
 *
 * The sentences are data, one file a language in `languages/`. A sentence takes numbered arguments (%1$s, %2$s, ...),
 * all of them texts, so that a translation may reorder them. Nothing here looks at the process's locale. */
#ifndef TL_WORDS_WORDS_H
#define TL_WORDS_WORDS_H

#include "words/language.h"

#include <stdbool.h>
#include <stddef.h>

/* How words are said. */
typedef struct tl_words {
    const tl_language *language;
    int units; /* 0 cm, 1 inch */
} tl_words;

/* The language of a tag, such as "fr", or the "fr" of "fr_CA.UTF-8" and "fr-CA". NULL when there is none. */
const tl_language *tl_language_find(const char *tag);
/* The language that a context asks for; English when it asks for none. */
struct tl_context;
const tl_language *tl_language_of(const struct tl_context *context);

/* Fills a sentence into a buffer (cut between two characters when too small) with up to six texts: say(words, buffer,
 * size, sentence, a, b, ...); one without arguments takes NULL. */
#define tl_say(words, buffer, size, sentence, ...)                                                                     \
    tl_say_with(words, buffer, size, sentence, (const char *const[TL_SAY_TEXTS]){__VA_ARGS__})
enum { TL_SAY_TEXTS = 6 };
void tl_say_with(const tl_words *words, char *buffer, size_t size, tl_sentence sentence,
                 const char *const text[TL_SAY_TEXTS]);

/* The same for any text with such arguments. A sentence that counts has both forms of what depends on the number, and
 * says by which of its texts: "{2:pair|pairs}" in languages/, where each language says which numbers are singular; the
 * build writes that into the braces. */
void tl_say_text(char *buffer, size_t size, const char *sentence, const char *const text[TL_SAY_TEXTS]);
/* Adds a name to a list of them, behind `glue` when it isn't the first; false where there is no room for it: the list
 * then ends in "...". */
bool tl_say_name(char *buffer, size_t size, const char *glue, const char *name);

/* A sentence without arguments, such as a single word. */
const char *tl_phrase(const tl_words *words, tl_sentence sentence);

/* A text of a rule system in this language; `text`, as the rule system has it, when it isn't translated. */
const char *tl_words_term_text(const tl_language *language, const char *ruleset, const char *section, const char *key,
                               const char *text);

/* A text by its name; NULL when there is none. */
const char *tl_words_named_find(const tl_language *language, const char *name);

/* A length for players: "43.2 cm" or "17.05\"" (to 0.05\"); below a centimetre "3.1 mm" or "0.12\"". */
enum { TL_WORDS_LENGTH_SIZE = 32 };
const char *tl_words_length_text(const tl_words *words, double mm, char buffer[TL_WORDS_LENGTH_SIZE]);
/* An area given in square millimetres: "1114 cm²" or "173 in²". */
const char *tl_words_square_text(const tl_words *words, double mm2, char buffer[TL_WORDS_LENGTH_SIZE]);
/* A number with `decimals` digits (0 to 3). */
const char *tl_words_decimal_text(const tl_words *words, double value, int decimals, char buffer[TL_WORDS_LENGTH_SIZE]);

#endif
