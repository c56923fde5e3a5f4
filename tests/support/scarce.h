/* scarce.h: memory that runs out when a test wants it to. */
#ifndef TL_TESTS_SCARCE_H
#define TL_TESTS_SCARCE_H

#include "support/made_scene.h"

/* How many more allocations succeed; SIZE_MAX: all. */
extern size_t scarce_left;
/* An allocator for tl_context_options. */
void *scarce_allocate(void *user, void *memory, size_t size);

/* Loads the scene that was made last once more, and asks each question again and again, the n-th allocation failing:
 * the status says so, nothing is handed out, and in the end there is an answer. The first few n come one by one, later
 * ones in steps of n / `step`. */
void scarce_ask_all(const made_scene *made, const tl_question *questions, size_t count, size_t step);

#endif
