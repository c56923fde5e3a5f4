/* units.c: lengths in the players' unit systems: how long a game unit is, and how one is written. */
#include "math/units.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

double tl_units_game_mm(tl_units units) {
    return units == TL_UNITS_INCH ? 101.6 : 100.0;
}

double tl_units_measure_mm(tl_units units) {
    return units == TL_UNITS_INCH ? 25.4 : 10.0;
}

double tl_units_to_mm(tl_units units, double game_units) {
    return game_units * tl_units_game_mm(units);
}

double tl_units_from_mm(tl_units units, double mm) {
    return mm / tl_units_game_mm(units);
}

/* Decimals without printf's %f, whose point follows the locale: the length in steps of 10^-decimals, as an integer. */
size_t tl_units_text(tl_units units, double mm, double margin_mm, char *text, size_t size) {
    bool inch = units == TL_UNITS_INCH;
    double coarse = inch ? 0.05 * 25.4 : 1.0;
    double margin = fabs(margin_mm);
    int decimals = inch ? 2 : 1;
    int step = inch ? 5 : 1; /* in units of the last decimal */
    if (margin < coarse / 10) {
        decimals = 3;
        step = 1;
    } else if (margin < coarse) {
        decimals = 2;
        step = 1;
    }
    static const int64_t powers[] = {1, 10, 100, 1000};
    double measure = mm / tl_units_measure_mm(units);
    const char *unit = inch ? "\"" : " cm";
    if (!(fabs(measure) < 1e12)) {
        return (size_t)snprintf(text, size, "far%s", unit);
    }
    int64_t steps = (int64_t)round(measure * (double)powers[decimals] / step) * step;
    bool negative = steps < 0;
    uint64_t whole = (uint64_t)(negative ? -steps : steps);
    uint64_t power = (uint64_t)powers[decimals];
    return (size_t)snprintf(text, size, "%s%llu.%0*llu%s", negative ? "-" : "", (unsigned long long)(whole / power),
                            decimals, (unsigned long long)(whole % power), unit);
}
