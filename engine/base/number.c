/* number.c: decimal numbers in the text of files. */
#include "base/number.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(const char *at, const char *end) {
    return at < end && *at >= '0' && *at <= '9';
}

/* A number as it is written: digits * 10^power, exactly unless `many`. */
typedef struct decimal {
    uint64_t digits;
    int power;
    bool many; /* more digits than fit */
} decimal;

static void add_digit(decimal *d, char digit, bool behind_point) {
    if (d->digits < UINT64_C(1000000000000000000)) {
        d->digits = 10 * d->digits + (uint64_t)(digit - '0');
        d->power -= behind_point ? 1 : 0;
    } else {
        d->many = d->many || digit != '0';
        d->power += behind_point ? 0 : 1;
    }
}

/* The end of the number's digits and exponent, or NULL. */
static const char *scan_decimal(const char *at, const char *end, decimal *d) {
    const char *first = at;
    for (; is_digit(at, end); at++) {
        add_digit(d, *at, false);
    }
    bool any = at > first;
    if (at < end && *at == '.') {
        const char *point = at++;
        for (; is_digit(at, end); at++) {
            add_digit(d, *at, true);
        }
        any = any || at > point + 1;
    }
    if (!any) {
        return NULL;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        const char *digit = at + 1;
        bool down = digit < end && *digit == '-';
        digit += digit < end && (*digit == '-' || *digit == '+');
        if (is_digit(digit, end)) {
            int exponent = 0;
            for (; is_digit(digit, end); digit++) {
                exponent = exponent < 100000 ? 10 * exponent + (*digit - '0') : exponent;
            }
            d->power += down ? -exponent : exponent;
            at = digit;
        }
    }
    return at;
}

/* Numbers that no double holds exactly in both their parts: the C library rounds them, which knows the decimal point of
 * the locale alone. More than 800 digits decide nothing that a digit at their end doesn't. */
static double round_slowly(const char *at, const char *end) {
    enum { MOST_DIGITS = 800 };
    char text[MOST_DIGITS + 64];
    size_t size = 0, digits = 0, last = 0;
    int lost = 0;
    bool behind_point = false, cut = false;
    const char *point = localeconv()->decimal_point;
    for (; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.') {
            behind_point = true;
            size_t length = strlen(point);
            memcpy(text + size, point, length < 8 ? length : 1);
            size += length < 8 ? length : 1;
        } else if (digits == 0 && *at == '0' && !behind_point) {
            continue; /* leading zeros */
        } else if (digits < MOST_DIGITS) {
            last = size;
            text[size++] = *at;
            digits++;
        } else {
            cut = cut || *at != '0';
            lost += behind_point ? 0 : 1;
        }
    }
    if (digits == 0) {
        text[size++] = '0';
    }
    if (cut) {
        text[last] = text[last] == '0' || text[last] == '5' ? (char)(text[last] + 1) : text[last];
    }
    long exponent = lost;
    if (at < end) {
        bool down = at[1] == '-';
        long written = 0;
        for (at += 1 + (at[1] == '-' || at[1] == '+'); at < end; at++) {
            written = written < 100000 ? 10 * written + (*at - '0') : written;
        }
        exponent += down ? -written : written;
    }
    text[size++] = 'e';
    if (exponent < 0) {
        text[size++] = '-';
        exponent = -exponent;
    }
    char reversed[24];
    size_t count = 0;
    do {
        reversed[count++] = (char)('0' + exponent % 10);
        exponent /= 10;
    } while (exponent > 0);
    while (count > 0) {
        text[size++] = reversed[--count];
    }
    text[size] = 0;
    int saved = errno; /* strtod says ERANGE for subnormals and beyond the largest */
    double number = strtod(text, NULL);
    errno = saved;
    return number;
}

static bool begins_with(const char *at, const char *end, const char *word) {
    for (; *word != 0; word++, at++) {
        if (at == end || (*at | 0x20) != *word) {
            return false;
        }
    }
    return true;
}

const char *tl_number_scan(const char *at, const char *end, double *number) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    bool negative = at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+');
    double size;
    decimal d = {0, 0, false};
    const char *stop = scan_decimal(at, end, &d);
    if (stop == NULL) {
        size_t word = begins_with(at, end, "infinity") ? 8 : begins_with(at, end, "inf") ? 3 : 0;
        size = word > 0 ? (double)INFINITY : (double)NAN;
        word = word == 0 && begins_with(at, end, "nan") ? 3 : word;
        if (word == 0) {
            return NULL;
        }
        stop = at + word;
    } else if (d.digits <= UINT64_C(1) << 53 && !d.many && d.power >= -22 && d.power <= 22) {
        /* Both parts are exact, so one operation rounds once (Clinger, "How to Read Floating Point Numbers
         * Accurately"). */
        size = d.power < 0 ? (double)d.digits / powers[-d.power] : (double)d.digits * powers[d.power];
    } else {
        size = d.digits == 0 ? 0 : round_slowly(at, stop);
    }
    *number = negative ? -size : size;
    return stop;
}
