/* limits.h: every number of this module that is neither geometry's own nor a question's, with its unit and its reason.
 *
 * Derived: it follows from how numbers round, from the geometry, or from another number here; a bound rests on it.
 * Tuned: costs only time: no answer depends on it. Tuned: how fine: bounds are narrower or wider, outlines finer or
 * coarser, each told with what it is off. Settled: a definition of what is asked or told. */
#ifndef TL_AREA_LIMITS_H
#define TL_AREA_LIMITS_H

/* --- Outlines ----------------------------------------------------------------------------------------------------- */

/* mm: coordinates of outlines. Settled: what is farther out is a mistake. */
#define TL_OUTLINE_FARTHEST 1e9
/* 1: the cosine of 30 degrees, half the root of 3. Settled: edges that turn by less belong to one side (DB-ARE-04). */
#define TL_OUTLINE_SIDE_COSINE 0.86602540378443864676
/* count: consecutive edges that share a box, for skipping what is far away. Tuned: costs only time. */
#define TL_OUTLINE_RUN 16
/* count: sides of the polygon round a circle that is seen aslant. Derived: it is larger by at most r (1 / cos(pi / n) -
 * 1), 1.5e-5 r: 0.01 mm up to a radius of 660 mm. */
#define TL_OUTLINE_ROUND_SIDES 576
/* count: points of an oval. Derived: TL_OUTLINE_OVAL_ERROR rests on it. */
#define TL_OUTLINE_OVAL_POINTS 256
/* share of the half-diameters: by which distances of ovals may be off. Derived: the polygon of n points and that of the
 * tangents there are apart by at most (1 - cos(pi / n)) / cos(pi / n), 7.6e-5 for TL_OUTLINE_OVAL_POINTS. */
#define TL_OUTLINE_OVAL_ERROR 1e-4
/* ulps of the largest coordinate: by which a distance in plan may be off. Derived: a dozen operations, each off by half
 * a unit, and room for the differences taken before. */
#define TL_OUTLINE_ROUNDING 32

/* mm: how far the polygon that stands for a disc lies inside of it, where another outline is taken from it or it from
 * another. Tuned: how fine an outline is. */
#define TL_OUTLINE_CUT_SAGITTA 0.001
/* count: corners of such a polygon at most, and a quarter of those of two outlines of which one is taken from the
 * other. Tuned: costs only time, which grows with their square; 0.001 mm hold up to a radius of 850 mm. */
#define TL_OUTLINE_CUT_CORNERS 2048
/* count of edges that another one looks at for a unit of work. Tuned: costs only time. */
#define TL_OUTLINE_CUT_LOOKS 2

/* --- Outlines of meshes ------------------------------------------------------------------------------------------- */

/* mm: the finest grid that outlines are put on. Tuned: how fine an outline is: no point moves by more than 0.71 of
 * it. */
#define TL_SNAP_FINEST_STEP 0x1p-10
/* bits: of a coordinate on the grid. Derived: products of three differences fit 128 bits. */
#define TL_SNAP_BITS 23
/* count: crossings of silhouette edges. Settled: with more the mesh is refused, with advice. */
#define TL_SNAP_CROSSINGS 20000000
/* count: edges from where on it pays to look for what lies deep inside. Tuned: costs only time: what lies there is no
 * boundary. */
#define TL_SNAP_MANY 2000
/* count: cells along the coarse grid that this is done on. Tuned: costs only time. */
#define TL_SNAP_COVER_CELLS 1024
/* count of steps: corners that bend less are left out. Tuned: how fine an outline is: 0.002 mm. */
#define TL_SNAP_STRAIGHT 2.0
/* count: corners that are left out in a row. Tuned: costs only time, and how fine an outline is. */
#define TL_SNAP_STRAIGHT_RUN 512
/* count of steps: to either side of a line, where that is made a strip. Derived: as wide as can be told from a line. */
#define TL_SNAP_STRIP 3.0
/* count of steps: left free round the mesh. Derived: more than TL_SNAP_STRIP. */
#define TL_SNAP_MARGIN 4
/* count of steps: triangles seen edge-on that are shorter don't count. Tuned: how fine an outline is: 0.016 mm. */
#define TL_SNAP_SHORT_LINE 16
/* count: cells of the bucket grid for each item. Tuned: costs only time. */
#define TL_SNAP_CELLS 4.0
/* count: ... and besides. Tuned: costs only time. */
#define TL_SNAP_LEAST_CELLS 64
/* count: segments between two tellings of progress. Tuned: costs only time. */
#define TL_SNAP_POLL 4096
/* share of the progress: where crossings are looked for. Tuned: costs only time: how the progress is told. */
#define TL_SNAP_CROSSING_BEGINS 0.2
/* share of the progress: where segments are bent. Tuned: costs only time, as TL_SNAP_CROSSING_BEGINS. */
#define TL_SNAP_BENDING_BEGINS 0.7
/* share of the progress: what bending takes. Tuned: costs only time, as TL_SNAP_CROSSING_BEGINS. */
#define TL_SNAP_BENDING_TAKES 0.2
/* count: pairs of segments in a cell that make a unit of work. Tuned: costs only time: weighs steps against the
 * clock. */
#define TL_SNAP_PAIRS_A_UNIT 6
/* work: a segment put into cells. Tuned: costs only time, as TL_SNAP_PAIRS_A_UNIT. */
#define TL_SNAP_WORK_BUCKET 3
/* work: a segment bent. Tuned: costs only time, as TL_SNAP_PAIRS_A_UNIT. */
#define TL_SNAP_WORK_BEND 8
/* work: a triangle put on the grid. Tuned: costs only time, as TL_SNAP_PAIRS_A_UNIT. */
#define TL_SNAP_WORK_TRIANGLE 2
/* work: one marked on the coarse grid. Tuned: costs only time, as TL_SNAP_PAIRS_A_UNIT. */
#define TL_SNAP_WORK_COVER 4
/* work: an edge put there, into the graph, or walked along. Tuned: costs only time, as TL_SNAP_PAIRS_A_UNIT. */
#define TL_SNAP_WORK_EDGE 3

/* --- Where things stand ------------------------------------------------------------------------------------------- */

/* share of a ring's height: levels at which a point inside is looked for: a half, and parts of the golden section,
 * which are hardly ever a corner's. Tuned: how fine: where all fail the place isn't certain. */
#define TL_AREA_INSIDE_LEVELS                                                                                          \
    { 0.5, 0.38196601125, 0.61803398875, 0.23606797750, 0.76393202250, 0.09016994375 }
/* ulps: by which a distance from a disc may be off. Derived: as TL_OUTLINE_ROUNDING. */
#define TL_AREA_DISC_ROUNDING 32
/* count: points of an oval that may be farthest from a disc's centre. Derived: their distance falls short by less than
 * TL_OUTLINE_OVAL_ERROR allows. */
#define TL_AREA_OVAL_POINTS 512

/* --- Lines and bundles -------------------------------------------------------------------------------------------- */

/* count: spans; where there are more the nearest are joined. Tuned: how fine: what lies between isn't known then. */
#define TL_SPAN_CAPACITY 64
/* count: pieces of a line. Derived: two lists of spans end 4 times as often, and room. */
#define TL_SPAN_PIECE_CAPACITY (4 * TL_SPAN_CAPACITY + 8)
/* share of a line: gaps between spans not worth a sample: joined. Tuned: how fine: they count as crossed. */
#define TL_SPAN_NARROW 1e-12
/* ulps of the largest coordinate: by which a coordinate of a bundle may be off. Derived: a sum of two products is wrong
 * by 2, directions are unit to 2; this leaves room for the differences taken before and after (lines.c). */
#define TL_AREA_LINES_ROUNDING 32
/* count: points of a cell from where on it is bounded by its box along the axes. Tuned: how fine a depth is told. */
#define TL_AREA_LINES_MANY_POINTS 12
/* mm: by which a height on a line may be off. Derived: above the rounding of a mixture of heights of some metres. */
#define TL_AREA_HEIGHT_ROUNDING 1e-9
/* ulps: by which a length may be off that is a sum of pieces. Derived: up to some 300 terms of at most 1 are added. */
#define TL_AREA_LENGTH_ROUNDING 400
/* ulps, for each area: by which depths that add up may be off. Derived: sums of a few rounded lengths. */
#define TL_AREA_SUM_ROUNDING 16
/* count: walls that one point may be on. Tuned: how fine a depth is told: with more it isn't known which. */
#define TL_AREA_WALLS 16
/* share of the radius: arcs that reach farther across aren't bounded by a triangle. Tuned: how fine a depth is told. */
#define TL_AREA_ARC_WIDE 0.9
/* count: corners of a bundle's cells, for lengths between walls. Tuned: how fine a depth is told: with more there is no
 * such bound. */
#define TL_BARRIER_CORNERS 32
/* count: points of a cell whose outline is made; with more its box is. Tuned: how fine a depth is told. */
#define TL_BARRIER_HULL_POINTS 256
/* ulps: by which lengths between walls may be off. Derived: a dozen operations on lengths and shares, each off by half
 * a unit. */
#define TL_BARRIER_ROUNDING 16
/* ulps: by which the terms of second order may be off. Derived: far above their few roundings. */
#define TL_BARRIER_BEND_ROUNDING 64

#endif
