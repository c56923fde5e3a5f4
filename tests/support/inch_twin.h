/* inch_twin.h: the same scene in the other of the two parallel unit systems (DB-UNI-01): 10 cm are 4 inches there, so
 * every length is 1.016 times as long, and everything that is told in game units stays. */
#ifndef TL_TESTS_INCH_TWIN_H
#define TL_TESTS_INCH_TWIN_H

#include "io/json.h"

/* Times 1.016, rounded once. */
double test_inch_length(double mm);

/* Writes a scene, or a part of one, or a question (`json` holds `value`): the numbers of fields that are lengths become
 * 1.016 times as long, meshes get a `scale`. Tolerances, angles, levels and game units stay, and so do lengths that
 * nobody states, such as the height of a base: state them where they matter. */
void test_inch_twin(tl_json_writer *writer, const tl_json *json, const tl_json_value *value);

/* Whether a path into an answer, such as `weapons[0].members[1].distance_mm` or `witness.from[2]`, leads to a length.
 */
bool test_path_is_length(const char *path);

#endif
