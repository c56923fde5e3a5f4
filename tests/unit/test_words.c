/* What players read: numbers in their units, sentences with numbered arguments. */
#include "words/words.h"
#include "support/assert_geom.h"

#include <trueline/words.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static void length(double mm, int units, const char *expected) {
    char buffer[TL_WORDS_LENGTH_SIZE];
    tl_words words = {tl_language_find("en"), units};
    assert_string_equal(tl_words_length_text(&words, mm, buffer), expected);
}

static void lengths(void **state) {
    (void)state;
    length(432.4, 0, "43.2 cm");
    length(10, 0, "1.0 cm");
    length(9.96, 0, "10.0 mm");
    length(3.14, 0, "3.1 mm");
    length(0.061, 0, "0.06 mm");
    length(0, 0, "0 mm");
    length(0, 1, "0\"");
    length(-123.4, 0, "-12.3 cm");
    length(1e9, 0, "100000000.0 cm");
    length(INFINITY, 0, "endless cm");
    length(101.6, 1, "4.00\"");
    length(433, 1, "17.05\"");
    length(254, 1, "10.00\"");
    length(5, 1, "0.20\"");
    length(0.2, 1, "0.008\"");
}

static void squares(void **state) {
    (void)state;
    char buffer[TL_WORDS_LENGTH_SIZE];
    tl_words words = {tl_language_find("en"), 0};
    assert_string_equal(tl_words_square_text(&words, 111449.9, buffer), "1114 cm²");
    words.units = 1;
    assert_string_equal(tl_words_square_text(&words, 64516, buffer), "100 in²");
}

static void decimals(void **state) {
    (void)state;
    char buffer[TL_WORDS_LENGTH_SIZE];
    const tl_words words = {tl_language_find("en"), 0};
    assert_string_equal(tl_words_decimal_text(&words, 0.5, 0, buffer), "1");
    assert_string_equal(tl_words_decimal_text(&words, 2.345, 2, buffer), "2.35");
    assert_string_equal(tl_words_decimal_text(&words, -0.001, 2, buffer), "0.00");
    assert_string_equal(tl_words_decimal_text(&words, -1.06, 1, buffer), "-1.1");
    assert_string_equal(tl_words_decimal_text(&words, 7, 3, buffer), "7.000");
    assert_string_equal(tl_words_decimal_text(&words, NAN, 1, buffer), "?");
    assert_string_equal(tl_words_decimal_text(&words, -INFINITY, 1, buffer), "?");
}

/* French writes a comma, whatever the process's locale says. */
static void french_numbers(void **state) {
    (void)state;
    char buffer[TL_WORDS_LENGTH_SIZE];
    tl_words words = {tl_language_find("fr"), 0};
    assert_string_equal(tl_words_length_text(&words, 432.4, buffer), "43,2 cm");
    assert_string_equal(tl_words_length_text(&words, INFINITY, buffer), "sans fin cm");
    words.units = 1;
    assert_string_equal(tl_words_length_text(&words, 433, buffer), "17,05\"");
    assert_string_equal(tl_words_decimal_text(&words, 4, 0, buffer), "4");
    assert_string_equal(tl_words_number("fr", 29.34, 1, buffer), "29,3");
    assert_string_equal(tl_words_number("en", 29.34, 1, buffer), "29.3");
}

static void tags(void **state) {
    (void)state;
    assert_string_equal(tl_language_find("fr_CA.UTF-8")->tag, "fr");
    assert_string_equal(tl_language_find("fr-BE")->tag, "fr");
    assert_string_equal(tl_language_find("en")->tag, "en");
    const char *const unknown[] = {"", "f", "fra", "FR", "C", "POSIX", "de_DE", NULL};
    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
        assert_null(tl_language_find(unknown[i]));
    }
}

/* As in "12 % of it". */
static bool is_share(const char *text, const char *sign) {
    return sign > text && sign[-1] == ' ' && sign[1] == ' ';
}

/* Which of the six texts a sentence asks for, as bits. */
static unsigned asks_for(const tl_language *language, int sentence) {
    unsigned bits = 0;
    for (const char *at = language->sentences[sentence]; (at = strchr(at, '%')) != NULL; at++) {
        if (is_share(language->sentences[sentence], at)) {
            continue;
        }
        if (at[1] < '1' || at[1] > '6' || at[2] != '$' || at[3] != 's') {
            fail_msg("%s: %s", language->tag, language->sentences[sentence]);
        }
        bits |= 1U << (at[1] - '1');
    }
    return bits;
}

/* Every sentence of every language: it asks for the same texts as the English one, and no sign is left over. */
static void sentences(void **state) {
    (void)state;
    for (const tl_language *language = tl_languages; language->tag != NULL; language++) {
        const tl_words words = {language, 0};
        for (int i = 0; i < TL_SENTENCE_COUNT; i++) {
            char text[512];
            unsigned all = asks_for(&tl_languages[0], i), here = asks_for(language, i);
            if (all != here) {
                fail_msg("%s: %s", language->tag, language->sentences[i]);
            }
            tl_say(&words, text, sizeof(text), (tl_sentence)i, "<1>", "<2>", "<3>", "<4>", "<5>", "<6>");
            assert_true(text[0] != '\0');
            for (int k = 0; k < TL_SAY_TEXTS; k++) {
                const char mark[] = {'<', (char)('1' + k), '>', '\0'};
                assert_int_equal(strstr(text, mark) != NULL, (here >> k & 1) != 0);
            }
            const char *sign = strchr(text, '%');
            while (sign != NULL && is_share(text, sign)) {
                sign = strchr(sign + 1, '%');
            }
            if (sign != NULL || strstr(text, "$s") != NULL || strchr(text, '\n') != NULL) {
                fail_msg("%s: sentence %d: %s", language->tag, i, text);
            }
        }
    }
}

/* Too small a buffer cuts, between two characters; texts that are missing are empty. */
static void cuts(void **state) {
    (void)state;
    const tl_words words = {tl_language_find("en"), 0};
    char small[8];
    tl_say(&words, small, sizeof(small), TL_SAY_ATTACK_YES, "Ludwig", "Ghosts");
    assert_string_equal(small, "Ludwig ");
    tl_say(&words, small, sizeof(small), TL_SAY_ATTACK_YES, "H\xc3\xa9l\xc3\xa9n\xc3\xa9", "Ghosts");
    assert_string_equal(small, "H\xc3\xa9l\xc3\xa9n");
    tl_say(&words, small, sizeof(small), TL_SAY_IS, NULL);
    assert_string_equal(small, " is");
    char one[1] = {'x'};
    tl_say(&words, one, sizeof(one), TL_SAY_IS, "a");
    assert_int_equal(one[0], '\0');
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lengths),  cmocka_unit_test(squares),
                                       cmocka_unit_test(decimals), cmocka_unit_test(french_numbers),
                                       cmocka_unit_test(tags),     cmocka_unit_test(sentences),
                                       cmocka_unit_test(cuts)};
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
