/* shaken.h: scenes with uncertain meshes, asked every question; then with each mesh moved about within what it may be
 * off, asked again. No verdict that was certain may be contradicted, and no number may leave the bounds that were told.
 */
#ifndef TL_TESTS_SHAKEN_H
#define TL_TESTS_SHAKEN_H

#include "support/made_scene.h"

typedef struct shaken_count {
    size_t scenes, shakes, answers;
    size_t claims;       /* yes or no of an uncertain scene, held against a shaken one */
    size_t open;         /* marginal, of uncertain scenes */
    size_t bounds;       /* numbers held against their bounds */
    size_t squares;      /* places of maps of reach */
    size_t contradicted; /* of all these */
} shaken_count;

/* Runs a scene of a seed, and it shaken so many times. What is contradicted is printed; with `stop` the test fails at
 * once. `brief`: without the questions that take long. */
void shaken_run(made_scene *made, uint64_t seed, int shakes, bool brief, bool stop, shaken_count *count);

#endif
