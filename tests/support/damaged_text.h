/* damaged_text.h: copies of a JSON text that something happened to, for harnesses of what reads hostile input. */
#ifndef TESTS_SUPPORT_DAMAGED_TEXT_H
#define TESTS_SUPPORT_DAMAGED_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Hands `copies` copies of a text to `harness`, with bytes changed, pieces cut out, doubled or exchanged: the same ones
 * for the same `*random`, which is moved on. */
void test_damage_text(const char *text, size_t size, int copies, uint64_t *random,
                      int (*harness)(const uint8_t *data, size_t size));

#endif
