/* limits.h: every number of this module that is neither geometry's own nor a question's, with its unit and its reason.
 *
 * Derived: it follows from how numbers round, from the geometry, or from another number here. Tuned: costs only time:
 * no answer depends on it. Tuned: how fine: what is found is told with what it may be off, which grows or shrinks.
 * Settled: a definition of what is asked or told. */
#ifndef TL_MOVE_LIMITS_H
#define TL_MOVE_LIMITS_H

/* --- Paths -------------------------------------------------------------------------------------------------------- */

/* mm: rises of the floor up to this are boards and thresholds. Settled: nobody measures them. */
#define TL_PATH_THRESHOLD 2.0
/* count: bends of the ground under one leg. Settled: with more the path is refused. */
#define TL_PATH_BENDS 200000
/* count: levels of the ground at a place. Tuned: how fine: no table has as many. */
#define TL_PATH_LEVELS 64
/* mm: bends nearer together than this are one. Derived: what rounding leaves between pieces that abut is no gap to fall
 * into: meshes come in floats, which at 8 m are 0.0005 mm apart. */
#define TL_PATH_CLOSE 1e-3
/* mm: heights that differ by less are one surface going on. Derived: above the rounding of a height, far below a
 * step. */
#define TL_PATH_FLUSH 1e-6
/* share of a stretch: how near its ends it is looked which surface goes on. Derived: a power of 2, so that places are
 * hardly rounded; stretches are between bends, so nothing happens so near. */
#define TL_PATH_NEAR 0x1p-10
/* share of an edge: by which a bend may lie beyond its ends. Derived: above the rounding of a crossing; one bend too
 * many changes nothing. */
#define TL_PATH_EDGE_ROUNDING 1e-9
/* mm: higher than everything and lower than everything. Derived: TL_BVH_LIMIT. */
#define TL_PATH_EVERYWHERE 1e12
/* work: a triangle under the way. Tuned: costs only time: weighs steps against the clock. */
#define TL_PATH_WORK_TRIANGLE 9
/* work: a straight stretch. Tuned: costs only time, as TL_PATH_WORK_TRIANGLE. */
#define TL_PATH_WORK_STRETCH 60

/* --- Contacts ----------------------------------------------------------------------------------------------------- */

/* mm: heights of a stretch that is looked at in one go differ by no more. Tuned: how fine contacts are told. */
#define TL_MOVE_STRETCH_RISE 2.0
/* mm: a turn is cut until no point moves farther. Tuned: how fine contacts are told: they are off by so much. */
#define TL_MOVE_TURN_STEP 0.01
/* count: parts of a turn. Tuned: how fine contacts are told. */
#define TL_MOVE_TURN_CUTS 20000
/* mm: sills nearer together than this in height are one. Tuned: how fine contacts are told. */
#define TL_MOVE_SILL_APART 0.05
/* count: sills of a wall. Tuned: how fine contacts are told. */
#define TL_MOVE_SILLS 24
/* mm: how far ahead it is looked whether who starts near something goes away from it. Tuned: how fine contacts are
 * told: distances from what is convex grow on once they grow. */
#define TL_MOVE_GLANCE 0.01
/* mm: a path that leaves its first straight line by more has turned. Derived: above the rounding of a place on it. */
#define TL_MOVE_STRAIGHT 1e-6
/* share of the glance: how much a disc must come away from what it is near. Derived: what new comes near as it moves on
 * is less. */
#define TL_MOVE_DISC_AWAY 0.7
/* share of the glance: how much a polygon must. Derived: as TL_MOVE_DISC_AWAY; its corners come nearer than a rim. */
#define TL_MOVE_POLYGON_AWAY 0.98
/* work: a triangle near the way. Tuned: costs only time: weighs steps against the clock. */
#define TL_MOVE_WORK_TRIANGLE 26
/* work: a pair of figures. Tuned: costs only time, as TL_MOVE_WORK_TRIANGLE. */
#define TL_MOVE_WORK_PAIR 7
/* work: an obstacle. Tuned: costs only time, as TL_MOVE_WORK_TRIANGLE. */
#define TL_MOVE_WORK_OBSTACLE 1
/* work: a stretch. Tuned: costs only time, as TL_MOVE_WORK_TRIANGLE. */
#define TL_MOVE_WORK_STRETCH 200
/* work: a triangle near who stands. Tuned: costs only time, as TL_MOVE_WORK_TRIANGLE. */
#define TL_MOVE_WORK_STANDING 6
/* work: standing itself. Tuned: costs only time, as TL_MOVE_WORK_TRIANGLE. */
#define TL_MOVE_WORK_STAND 28

/* --- Figures ------------------------------------------------------------------------------------------------------ */

/* count: corners of a figure. Settled: outlines of models have no more; rounder ones are discs. */
#define TL_FIGURE_CORNERS 12
/* count: corners of one that is cut from a mesh. Derived: a triangle between two heights has 5 at most, and to
 * spare. */
#define TL_FIGURE_PLAIN 8
/* mm: corners nearer together than this are one. Derived: above the rounding of a corner. */
#define TL_FIGURE_LEAST_EDGE 1e-9
/* mm: polygons narrower than this have no inside that matters. Derived: above the rounding of their corners, far below
 * what is told. */
#define TL_FIGURE_SLIVER 1e-6

#endif
