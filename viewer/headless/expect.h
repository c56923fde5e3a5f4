/* expect.h: what a script can expect of the window. */
#ifndef TLV_EXPECT_H
#define TLV_EXPECT_H

#include "app.h"

typedef enum tlv_expectation { TLV_EXPECT_MET, TLV_EXPECT_FAILED, TLV_EXPECT_UNKNOWN } tlv_expectation;

/* Whether `what` is (or, for texts, holds) `wanted`; writes what it is into `is`. */
tlv_expectation tlv_expect(const tlv_app *app, const char *what, const char *wanted, char *is, size_t size);

#endif
