/* number.h: decimal numbers in the text of files, whatever the locale. */
#ifndef TL_BASE_NUMBER_H
#define TL_BASE_NUMBER_H

#include <stdbool.h>

/* Reads the decimal number that begins at `at` and ends before `end`: digits with or without a point (before, among or
 * after them), a sign and an exponent; also `nan`, `inf` and `infinity`. The value is the double nearest to what is
 * written, even of two as near. Returns where the number ends, or NULL when none begins there. What follows is the
 * caller's business: "1,5" gives 1 and the comma's place. */
const char *tl_number_scan(const char *at, const char *end, double *number);

#endif
