/* What players read: numbers in their units, sentences with numbered arguments. */
#include "ruling/words.h"
#include "support/assert_geom.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void length(double mm, int units, const char *expected) {
    char buffer[TL_LENGTH_SIZE];
    assert_string_equal(tl_length_text(mm, units, buffer), expected);
}

static void lengths(void **state) {
    (void)state;
    length(432.4, 0, "43.2 cm");
    length(10, 0, "1.0 cm");
    length(9.96, 0, "10.0 mm");
    length(3.14, 0, "3.1 mm");
    length(0.061, 0, "0.06 mm");
    length(0, 0, "0.00 mm");
    length(-123.4, 0, "-12.3 cm");
    length(1e9, 0, "100000000.0 cm");
    length(INFINITY, 0, "endless cm");
    length(101.6, 1, "4.00\"");
    length(433, 1, "17.05\"");
    length(254, 1, "10.00\"");
    length(5, 1, "0.20\"");
    length(0.2, 1, "0.008\"");
}

static void decimals(void **state) {
    (void)state;
    char buffer[TL_LENGTH_SIZE];
    assert_string_equal(tl_decimal_text(0.5, 0, buffer), "1");
    assert_string_equal(tl_decimal_text(2.345, 2, buffer), "2.35");
    assert_string_equal(tl_decimal_text(-0.001, 2, buffer), "0.00");
    assert_string_equal(tl_decimal_text(-1.06, 1, buffer), "-1.1");
    assert_string_equal(tl_decimal_text(7, 3, buffer), "7.000");
    assert_string_equal(tl_decimal_text(NAN, 1, buffer), "?");
    assert_string_equal(tl_decimal_text(-INFINITY, 1, buffer), "?");
}

/* Every sentence with marked arguments: none asks for one that is not numbered 1 to 6, and no sign is left over. */
static void sentences(void **state) {
    (void)state;
    for (int i = 0; i < TL_SENTENCE_COUNT; i++) {
        char text[512];
        tl_say(text, sizeof(text), (tl_sentence)i, "<1>", "<2>", "<3>", "<4>", "<5>", "<6>");
        assert_true(text[0] != '\0');
        if (strstr(text, "%1") != NULL || strstr(text, "$s") != NULL || strchr(text, '\n') != NULL) {
            fail_msg("sentence %d: %s", i, text);
        }
    }
    /* too small a buffer cuts; arguments that are missing are empty */
    char small[8];
    tl_say(small, sizeof(small), TL_SAY_ATTACK_YES, "Ludwig", "Ghosts", NULL, NULL, NULL, NULL);
    assert_string_equal(small, "Ludwig ");
    tl_say(small, sizeof(small), TL_SAY_IS, NULL, NULL, NULL, NULL, NULL, NULL);
    assert_string_equal(small, " is");
    char one[1] = {'x'};
    tl_say(one, sizeof(one), TL_SAY_IS, "a", NULL, NULL, NULL, NULL, NULL);
    assert_int_equal(one[0], '\0');
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lengths), cmocka_unit_test(decimals),
                                       cmocka_unit_test(sentences)};
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
