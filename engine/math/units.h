/* units.h: the players' unit systems (DB-UNI-01). Two parallel scales, not conversions of one another. */
#ifndef TL_MATH_UNITS_H
#define TL_MATH_UNITS_H

#include <stddef.h>

typedef enum tl_units {
    TL_UNITS_CM,  /* a game unit is 10 cm = 100 mm */
    TL_UNITS_INCH /* a game unit is 4 in = 101.6 mm */
} tl_units;

/* Millimetres of one game unit, of one unit of measure (10 mm, 25.4 mm). */
double tl_units_game_mm(tl_units units);
double tl_units_measure_mm(tl_units units);

double tl_units_to_mm(tl_units units, double game_units);
double tl_units_from_mm(tl_units units, double mm);

/* A length as players say it: `31.4 cm`, `12.35"`. Centimetres to 0.1, inches to 0.05, rounded to the nearest (halves
 * away from zero). With `margin_mm`, the distance to the limit that the length is compared with (INFINITY: none), one
 * digit more is given where the coarse figure would hide on which side of it the length lies: cm to 0.01 for margins
 * below 1 mm, inches to 0.01 below 1.27 mm; to 0.001 below a tenth of that. Never `-0.0`. The point is a point in every
 * locale. Writes at most `size` bytes with the end; returns the text's length without being cut. */
size_t tl_units_text(tl_units units, double mm, double margin_mm, char *text, size_t size);

#endif
