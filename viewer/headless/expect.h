/* expect.h: what a script can expect of the window. */
#ifndef TLV_EXPECT_H
#define TLV_EXPECT_H

#include "app.h"

#include <stdio.h>

typedef enum tlv_expectation { TLV_EXPECT_MET, TLV_EXPECT_FAILED, TLV_EXPECT_UNKNOWN } tlv_expectation;

/* Whether `what` is (or, for texts, holds) `wanted`; writes what it is into `is`. */
tlv_expectation tlv_expect(const tlv_app *app, const char *what, const char *wanted, char *is, size_t size);

/* Writes all that the window says now, a line for each thing with its name before it: the sign and the badge over the
 * ruling, its text line by line, labels on the table, the ring of what is held or selected, the note. */
void tlv_tell(const tlv_app *app, FILE *file);

#endif
