/* check.h: what every mesh must hold before it is written. */
#pragma once

#include "model.h"

/* Closed, two-sided, outward, nothing degenerate, nothing hidden inside another shell, nothing afloat.
 * Prints each fault to standard error and returns their number. */
int check_model(const model *m);
