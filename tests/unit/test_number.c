/* Decimal numbers of files against the C library's, bit for bit. */
#include "support/assert_geom.h"

#include "base/number.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t bits_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof(bits));
    return bits;
}

/* The text is one number, the C library's. */
static void check(const char *text) {
    double number = -1;
    const char *end = text + strlen(text);
    if (tl_number_scan(text, end, &number) != end || bits_of(number) != bits_of(strtod(text, NULL))) {
        fail_msg("`%.60s` gives %a instead of %a", text, number, strtod(text, NULL));
    }
}

static double any_double(test_random *random) {
    uint64_t bits = test_random_bits(random);
    double number;
    memcpy(&number, &bits, sizeof(number));
    return isfinite(number) ? number : 0;
}

static void numbers_are_the_nearest_doubles(void **state) {
    (void)state;
    test_random random = {.state = 20260101};
    char text[2000];
    for (int i = 0; i < 200000; i++) {
        switch (i % 4) {
        case 0: /* as meshes have them */
            snprintf(text, sizeof(text), "%.*f", (int)test_random_below(&random, 12),
                     test_random_between(&random, -2000, 2000));
            break;
        case 1: /* all digits */
            snprintf(text, sizeof(text), "%.*e", (int)test_random_below(&random, 25), any_double(&random));
            break;
        case 2: /* exact, at times with hundreds of digits */
            snprintf(text, sizeof(text), "%.*g", 1 + (int)test_random_below(&random, 800), any_double(&random));
            break;
        default: /* a whole number and a power */
            snprintf(text, sizeof(text), "%lluE%d",
                     (unsigned long long)(test_random_bits(&random) >> test_random_below(&random, 64)),
                     (int)test_random_below(&random, 80) - 40);
        }
        check(text);
    }
}

/* Half-way between two doubles, and a trace above and below: the last digit of many decides. */
static void ties_are_decided_by_the_last_digit(void **state) {
    (void)state;
    test_random random = {.state = 7};
    for (int i = 0; i < 2000; i++) {
        uint64_t whole = (test_random_bits(&random) >> 11) | (UINT64_C(1) << 52);
        int power = (int)test_random_below(&random, 700) - 600;
        /* whole + 1/2 has one bit more than a double: exact as a long double where that is wider */
        long double half = ((long double)whole + 0.5L) * powl(2, power);
        char text[1400];
        snprintf(text, sizeof(text), "%.*Le", 1000, half);
        char *exponent = strchr(text, 'e');
        char tail[16];
        snprintf(tail, sizeof(tail), "%s", exponent);
        check(text);
        snprintf(exponent, sizeof(text) - (size_t)(exponent - text), "%s1%s", i % 2 == 0 ? "" : "000000000", tail);
        check(text);
    }
}

static void spellings(void **state) {
    (void)state;
    static const char *const numbers[] = {".5",
                                          "5.",
                                          "-.5e1",
                                          "+7",
                                          "0",
                                          "-0",
                                          "00012.500",
                                          "1e400",
                                          "1e-400",
                                          "4.9e-324",
                                          "2.4703282292062327e-324",
                                          "1.7976931348623159e308",
                                          "1E+2",
                                          "0e99999",
                                          "9007199254740993",
                                          "0.000000000000000000000000000001",
                                          "123456789012345678901234567890"};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        check(numbers[i]);
    }
    static const struct {
        const char *text;
        int length; /* -1: no number */
    } others[] = {{"", -1},     {"-", -1},   {".", -1},   {"e5", -1},      {"x", -1},   {"1,5", 1},   {"1e", 1},
                  {"1e+", 1},   {"1.5f", 3}, {"1..5", 2}, {"--1", -1},     {"0x10", 1}, {"1_000", 1}, {"+.e1", -1},
                  {"infin", 3}, {"NaN", 3},  {"-inf", 4}, {"Infinity", 8}, {"nanny", 3}};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        double number;
        const char *text = others[i].text, *end = tl_number_scan(text, text + strlen(text), &number);
        assert_int_equal(end == NULL ? -1 : end - text, others[i].length);
    }
    double number;
    static const char text[] = "12345";
    assert_ptr_equal(tl_number_scan(text, text + 2, &number), text + 2); /* the end counts, not a zero byte */
    assert_true(number == 12);
}

/* Where people write 1,5 files still say 1.5. */
static void the_locale_is_no_matter(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8"};
    double plain, there;
    static const char text[] = "0.1000000000000000055511151231257827";
    assert_non_null(tl_number_scan(text, text + strlen(text), &plain));
    bool found = false;
    for (size_t i = 0; !found && i < sizeof(names) / sizeof(names[0]); i++) {
        found = setlocale(LC_NUMERIC, names[i]) != NULL;
    }
    if (!found) {
        print_message("*** SKIPPED in part: no locale with a decimal comma is installed ***\n");
    }
    assert_non_null(tl_number_scan(text, text + strlen(text), &there));
    (void)setlocale(LC_NUMERIC, "C");
    assert_true(bits_of(there) == bits_of(plain) && plain == 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_the_nearest_doubles),
        cmocka_unit_test(ties_are_decided_by_the_last_digit),
        cmocka_unit_test(spellings),
        cmocka_unit_test(the_locale_is_no_matter),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
