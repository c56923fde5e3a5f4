/* words.h: texts for players, in their language: for programs that show more than answers, such as the viewer.
 *
 * The texts are those of languages/, section `texts`, built into the library. A text takes numbered arguments, %1$s to
 * %6$s, all of them texts, so that a translation may reorder them. */
#ifndef TRUELINE_WORDS_H
#define TRUELINE_WORDS_H

#include <trueline/base.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TL_WORDS_TEXTS = 6, TL_WORDS_LENGTH = 32 };

/* A text by its name, such as "do.tool.sight", in a language ("en", "fr", also "fr_CA.UTF-8"; NULL or one that isn't
 * there: English). NULL when there is no text of that name. Not to be freed. */
TL_API const char *tl_words_find(const char *language, const char *name);
/* The names of all texts, by number from 0, sorted; NULL behind the last. Not to be freed. */
TL_API const char *tl_words_name(size_t index);
/* Puts texts into the places of `text` and writes the whole into `buffer`, `size` > 0 bytes, cut between two characters
 * when it doesn't fit. A NULL among the arguments is an empty text; NULL for `arguments`: all are. */
TL_API void tl_words_fill(char *buffer, size_t size, const char *text, const char *const arguments[TL_WORDS_TEXTS]);
/* A length as answers tell it: "43.2 cm", "3.1 mm", in inches "17.05\"", with the language's decimal sign. Returns
 * `buffer`. */
TL_API const char *tl_words_length(const char *language, bool inch, double mm, char buffer[TL_WORDS_LENGTH]);
/* A number with `decimals` digits (0 to 3) behind the language's decimal sign. Returns `buffer`. */
TL_API const char *tl_words_number(const char *language, double value, int decimals, char buffer[TL_WORDS_LENGTH]);

#ifdef __cplusplus
}
#endif
#endif
