/* Unit systems and lengths as players read them. */
#include "support/assert_geom.h"

#include "math/units.h"

#include <locale.h>
#include <string.h>

static void expect(tl_units units, double mm, double margin, const char *text) {
    char made[64];
    size_t length = tl_units_text(units, mm, margin, made, sizeof(made));
    assert_string_equal(made, text);
    assert_int_equal(length, strlen(text));
}

static void the_two_systems_are_parallel(void **state) {
    (void)state;
    assert_true(tl_units_to_mm(TL_UNITS_CM, 14) == 1400);
    assert_near(tl_units_to_mm(TL_UNITS_INCH, 14), 56 * 25.4, 1e-12);
    assert_true(tl_units_from_mm(TL_UNITS_CM, 250) == 2.5);
    assert_near(tl_units_from_mm(TL_UNITS_INCH, 101.6), 1, 0);
}

static void lengths_read_well(void **state) {
    (void)state;
    expect(TL_UNITS_CM, 314.2, INFINITY, "31.4 cm");
    expect(TL_UNITS_CM, 0, INFINITY, "0.0 cm");
    expect(TL_UNITS_CM, -0.01, INFINITY, "0.0 cm");
    expect(TL_UNITS_CM, -25, INFINITY, "-2.5 cm");
    expect(TL_UNITS_CM, 400.3, 0.3, "40.03 cm");
    expect(TL_UNITS_CM, 400.04, -0.04, "40.004 cm");
    expect(TL_UNITS_CM, 999.96, INFINITY, "100.0 cm");
    expect(TL_UNITS_INCH, 12.35 * 25.4, INFINITY, "12.35\"");
    expect(TL_UNITS_INCH, 12.37 * 25.4, INFINITY, "12.35\"");
    expect(TL_UNITS_INCH, 12.38 * 25.4, INFINITY, "12.40\"");
    expect(TL_UNITS_INCH, 16.02 * 25.4, 0.5, "16.02\"");
    expect(TL_UNITS_CM, 1e300, INFINITY, "far cm");
    char small[4];
    assert_int_equal(tl_units_text(TL_UNITS_CM, 314.2, INFINITY, small, sizeof(small)), 7);
    assert_string_equal(small, "31.");
}

static void no_locale_changes_the_point(void **state) {
    (void)state;
    const char *names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "C.UTF-8"};
    for (size_t i = 0; i < 4; i++) {
        setlocale(LC_ALL, names[i]);
        expect(TL_UNITS_CM, 314.2, INFINITY, "31.4 cm");
    }
    setlocale(LC_ALL, "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_two_systems_are_parallel),
        cmocka_unit_test(lengths_read_well),
        cmocka_unit_test(no_locale_changes_the_point),
    };
    return cmocka_run_group_tests_name("units", tests, NULL, NULL);
}
