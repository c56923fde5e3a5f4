/* flight.h: what of a field of fire isn't a direction: corridors as wide as a hull, altitudes, who flies overhead. */
#ifndef TL_JUDGE_MEASURE_FLIGHT_H
#define TL_JUDGE_MEASURE_FLIGHT_H

#include "judge/measure/arc_data.h"

/* How high a model flies: the lowest point of its core above the lowest of its base; without a base above the table,
 * mm. `*off` (may be NULL): by how much that may be off. */
double tl_flight_altitude(const tl_inquiry *inquiry, size_t member, double *off);

/* Whether a volume lies in a corridor: straight ahead of the middle of a member's hull, as wide as that. `whole`: all
 * of it must, else any part of it is enough. Sets all of `result`. Errors: memory, cancelled. */
tl_status tl_flight_corridor(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon,
                             const tl_volume *target, bool whole, tl_pair_arc_result *result, tl_error *error);

/* Whether more than half of a member's core, seen from above, lies in another's corridor, which is as wide as the hull
 * that the setting corridor_width names. Exactly half isn't enough. */
tl_status tl_flight_share(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                          tl_pair_arc_result *result, tl_error *error);

/* Adds to a field of fire that was judged what the weapon's arc and the target's class ask of altitudes, and of arcs:
 * its verdict and margin become the lesser ones, its aspect what is told. */
tl_status tl_flight_limit(const tl_inquiry *inquiry, size_t a, const tl_document_weapon *weapon, size_t b,
                          tl_pair_arc_result *result, tl_error *error);

/* What distances from a weapon run to: the target's hull where its arc says so (setting air_distance), else what the
 * target is measured from. `weapon` may be NULL. */
tl_volume tl_flight_target(const tl_inquiry *inquiry, const tl_document_weapon *weapon, size_t target);

/* How far a weapon reaches, mm, its arc's bonus included (`farther`); of one without a stated range that alone. */
double tl_flight_reach(const tl_inquiry *inquiry, const tl_document_weapon *weapon);

#endif
