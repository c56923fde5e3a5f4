/* limits.h: every number of this module that is neither geometry's own nor a question's, with its unit and its reason.
 *
 * Derived: it follows from how numbers round, from the geometry, or from another number here; a proof or a claim rests
 * on it. Another value needs another argument first.
 * Tuned: costs only time: a line that is found is certified and a proof that succeeds is one, whatever the value. A new
 * value never turns a yes into a no or a no into a yes; it moves where a question is given up as too close to call, how
 * long it takes, and which of the lines that are free is the one told.
 * Tuned: how fine: the verdict stays; a bound, an outline or a name that is told is sharper or blunter.
 * Settled: a definition of what is asked or told, as the documents have it. */
#ifndef TL_VISIBILITY_LIMITS_H
#define TL_VISIBILITY_LIMITS_H

/* --- What a yes and a no mean ------------------------------------------------------------------------------------- */

/* mm: how far the ends of a line may lie from their body's triangles as placed. Derived: points of a triangle are
 * rounded, by less than 1e-12 on tables of some metres; this leaves a thousand times that. */
#define TL_SIGHT_ON_BODY 1e-9
/* mm: the least clearance of a yes. Derived: placing a model rounds its corners by as much, so that a narrower line may
 * owe its freedom to that. */
#define TL_SIGHT_LEAST_CLEARANCE 1e-6
/* mm: clearances beyond this are told as this. Settled: what "nothing near" is called; no table is a kilometre wide. */
#define TL_SIGHT_FAR_AWAY 1e6
/* mm: pairs of cells no larger than this are given up, where a question names no tolerance. Settled: too close to call
 * begins there. */
#define TL_SIGHT_DEFAULT_TOLERANCE 0.05
/* ulps of 1, as a factor of the largest coordinate: the rounding of a nearest point. Derived: a dozen operations, each
 * off by half a unit in the last place, in certify.c. */
#define TL_SIGHT_NEAREST_ROUNDING 8

/* --- Work: what a question may cost ------------------------------------------------------------------------------- */

/* work: a ray through the table. Tuned: costs only time: measured once, on a table of a million
 * triangles, in units of about 8 ns, as is all work of steps; `bench units` finds 10 to 13 ns today. They weigh steps
 * against budgets. */
#define TL_SIGHT_WORK_RAY 60
/* work: the clearance of a line. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_CLEARANCE 400
/* work: lowering the prospects of all lines by one rim. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_PROSPECTS 150
/* work: pushing a line once. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_PUSH 1200
/* work: a step of a crawl. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_STEP 3
/* work: ... of one through a portal. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_THROUGH 9
/* work: taking up a face. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_TAKE 15
/* work: whether a triangle touches a cell. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_CONTACT 40
/* work: a shaft. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_SHAFT 300
/* work: a point of a cell in it. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_POINT 2
/* work: a point of a cell that is cut. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_CUT_POINT 8
/* work: a corner of a polygon on its way into a cell. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_CORNER 4
/* work: a triangle of a column of ground: its edges go through a table, its corners are fetched twice. Tuned: costs
 * only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_GROUND_TRIANGLE 30
/* work: whether two polygons may overlap. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_WORK_OVERLAP 20
/* count: boxes of triangles beside a polygon's that make a unit of work. Tuned: costs only time, as TL_SIGHT_WORK_RAY.
 */
#define TL_SIGHT_BOXES_A_UNIT 4
/* count: points looked at for a line through a portal that make a unit. Tuned: costs only time, as TL_SIGHT_WORK_RAY.
 */
#define TL_SIGHT_PORTAL_POINTS_A_UNIT 8
/* count: points held against planes of a hull that make a unit. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_SWEPT_TESTS_A_UNIT 6
/* work: the surface of a piece of a swept body. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_SWEPT_SURFACE_WORK 5000

/* work: of a question with a proof, some 0.3 s. Tuned: costs only time. */
#define TL_SIGHT_DEFAULT_BUDGET UINT64_C(30000000)
/* work: of one that only looks for a line. Tuned: costs only time. */
#define TL_SIGHT_WITNESS_BUDGET UINT64_C(400000)
/* work: between two looks at the clock and the caller's wish, a quarter of a millisecond. Tuned: costs only time. */
#define TL_SIGHT_POLL_EVERY UINT64_C(20000)
/* count: nodes of a hierarchy between two such looks, a power of 2. Tuned: costs only time. */
#define TL_SIGHT_POLL_NODES 1024
/* count: corners between two such looks, a power of 2. Tuned: costs only time. */
#define TL_SIGHT_CORNERS_AT_ONCE 4096
/* work: at least so much on pairs without a line clear enough for a yes. Tuned: costs only time. */
#define TL_SIGHT_NARROW_WORK UINT64_C(1000000)
/* work: a budget beyond this is none. Derived: below 2^64, from where on a double isn't converted. */
#define TL_SIGHT_MOST_BUDGET 9e18

/* --- Cells -------------------------------------------------------------------------------------------------------- */

/* count: the last cuts that a cell remembers, each worth two planes of a shaft. Tuned: costs only time. */
#define TL_CELL_CUTS 4
/* 1: of how many times what coordinates may be off a plane through corners may be off, in builds that validate.
 * Derived: it turns by that over their distance, which is as many times longer. */
#define TL_SIGHT_PLANE_OFF 1e3
/* count: corners of a polygon; one with more is divided. Tuned: costs only time (and room). */
#define TL_CELL_CORNERS 12
/* count: directions in which a cell knows its outermost points. Derived: three axes and the four diagonals of a
 * cube. */
#define TL_CELL_OUTER 7
/* share: that a diameter may come out too short by. Derived: a length rounds by less than 4 ulps of 2.2e-16. */
#define TL_SIGHT_DIAMETER_ROUNDING 1e-15
/* count: places of the smallest table of points, a power of 2. Tuned: costs only time. */
#define TL_SIGHT_CELL_TABLE 16
/* mm: added to diameters before their logarithm is taken, so that points have one. Tuned: costs only time: it orders
 * the pairs to look at. */
#define TL_SIGHT_POINT_DIAMETER 1e-6
/* count: numbers that go side by side through a loop. Derived: four doubles fill a register of AVX2; rounding up to it
 * only repeats points. */
#define TL_HEIGHTS_LANES 4

/* --- Shafts ------------------------------------------------------------------------------------------------------- */

/* count: planes round the axis of a shaft. Tuned: costs only time: any planes beside both cells make a shaft. shaft.c
 * has a table of cosines for 12, and the sine 9 places on. */
#define TL_SIGHT_SHAFT_LATERAL 12
/* count: places on in the table of cosines where the sine stands. Derived: three quarters of TL_SIGHT_SHAFT_LATERAL. */
#define TL_SIGHT_SHAFT_SINE 9
/* 1: the cosine of 30 degrees, half the root of 3. Derived: only the directions of planes are made of it. */
#define TL_SIGHT_COSINE_30 0.8660254037844386
/* 1: the cosine of 45 degrees, half the root of 2. Derived: only directions are made of it. */
#define TL_SIGHT_COSINE_45 0.70710678118654752
/* count: planes of a shaft. Derived: 6 of a box, TL_SIGHT_SHAFT_LATERAL, 2 for each of TL_CELL_CUTS cuts of two cells,
 * 2 at the ends, 2 that tighten: 38, rounded up to whole TL_HEIGHTS_LANES. No more than the 64 bits of a code. */
#define TL_SHAFT_PLANES 40
/* mm: how far planes are pushed out, beside TL_SIGHT_INFLATION_SHARE. Derived: above the rounding of points that are
 * near the origin, and still far below what is measured (shaft.h). */
#define TL_SIGHT_INFLATION 2e-8
/* share of the largest coordinate M: the same far out. Derived: planes evaluate to within 1e-15 M, cut corners to an
 * ulp a cut; this is far above both (shaft.h). */
#define TL_SIGHT_INFLATION_SHARE 1e-12
/* mm: triangles nearer to a cell than this touch it. Derived: five times the inflation, so that what a shaft's rounding
 * may add is no contact missed. */
#define TL_SIGHT_TOUCH 1e-7
/* share of the largest coordinate: the same far out. Derived: ten times TL_SIGHT_INFLATION_SHARE. */
#define TL_SIGHT_TOUCH_SHARE 1e-11
/* share of the inflation: cells nudged by so much still lie in the shaft. Derived: below 1, and what is left is above
 * all rounding. */
#define TL_SIGHT_NUDGE_SHARE 0.75
/* mm along the axis: supports nearer than this tell no slope. Tuned: costs only time: a plane's offset is taken over
 * all points, whatever its slope. */
#define TL_SIGHT_LEAST_RUN 1e-9
/* 1: slopes beyond this aren't used. Tuned: costs only time, as TL_SIGHT_LEAST_RUN. */
#define TL_SIGHT_STEEPEST 1e6
/* 1: an axis whose cosine with the vertical is less takes its side from the vertical. Tuned: costs only time: any side
 * does; this one is never nearly parallel. */
#define TL_SIGHT_UPRIGHT 0.9
/* share of a segment: slack where it enters and leaves a shaft. Derived: a crossing s / (s - t) has an error of a few
 * 1e-16, for s and -t have the same sign (shaft.c). */
#define TL_SIGHT_PLACE_SLACK 1e-14
/* count: directions tried for one that separates two hulls. Tuned: costs only time: true is proved by a direction,
 * false says that they may meet. */
#define TL_SIGHT_SEPARATIONS 32
/* bits of a face's edges: known and meets, of three edges, for the shaft at hand. Derived: the layout of edge_bits in
 * patch.h. */
#define TL_SIGHT_EDGE_SHAFT_BITS 63
/* bits: where "known" of the root shaft begins. Derived: as TL_SIGHT_EDGE_SHAFT_BITS. */
#define TL_SIGHT_EDGE_ROOT_KNOWN 6
/* bits: where "meets" of the root shaft begins. Derived: as TL_SIGHT_EDGE_SHAFT_BITS. */
#define TL_SIGHT_EDGE_ROOT_MEETS 9
/* count: places of a patch's smallest table, a power of 2. Tuned: costs only time. */
#define TL_SIGHT_PATCH_TABLE 1024

/* --- Proofs of pairs ---------------------------------------------------------------------------------------------- */

/* count: best pairs are looked at first for so many, then the newest. Tuned: costs only time (and room). */
#define TL_SIGHT_BEST_FIRST 300
/* number: scatters every third pair. Derived: 2^32 over the golden ratio, odd; it only spreads. */
#define TL_SIGHT_SCATTER 0x9e3779b1U
/* count: lines of a pair whose crossings are tried. Tuned: costs only time. */
#define TL_SIGHT_TRIES 3
/* count: points mixed for one in a cell's hull. Tuned: costs only time. */
#define TL_SIGHT_HULL_POINTS 4
/* share of the wanted clearance: a pair is too narrow as a whole where its cells are smaller than this. Derived: less
 * than 1 by far more than diameters round. */
#define TL_SIGHT_SURELY_LESS 0.999
/* share of a clearance: cells are moved by so much. Derived: less than 1, so that a line of that clearance stays free
 * when it is moved; how much less costs only time. */
#define TL_SIGHT_MOVED_LESS 0.99
/* share of the tolerance: cuts along an edge that leave less of a cell aren't made. Tuned: costs only time. */
#define TL_SIGHT_LEAST_CUT 0.25
/* share of a cell: cuts stay so far from its sides. Tuned: costs only time. */
#define TL_SIGHT_CUT_MARGIN 0.25
/* 1: sine between an edge and the way to it below which it makes no cut. Tuned: costs only time. */
#define TL_SIGHT_CUT_SINE 1e-3

/* count: crossings of a line that are kept; one with more isn't plain. Tuned: costs only time. */
#define TL_PROBE_CROSSED 200
/* count: edges that failed shells went round. Tuned: costs only time. */
#define TL_FAILURE_EDGES 8
/* 1: what puts a wrap before every mere turn. Derived: above every reach, which is a distance over a width that is at
 * least the inflation, on tables of some metres. */
#define TL_SIGHT_WRAP_FIRST 1e9
/* count: half-faces of a shell looked at for where it turns. Tuned: costs only time. */
#define TL_SIGHT_TURN_SAMPLE 512
/* count: shells of a line. Tuned: costs only time. */
#define TL_SIGHT_MOST_SHELLS 8
/* count: half-faces of a shell of an undivided pair. Tuned: costs only time. */
#define TL_SIGHT_SHELL_LIMIT 12000
/* count: ... of a pair divided TL_SIGHT_DEEP times. Tuned: costs only time. */
#define TL_SIGHT_DEEP_SHELL_LIMIT 6000
/* depth: from where on pairs are deep. Tuned: costs only time. */
#define TL_SIGHT_DEEP 4
/* count: half-faces of a shell through a portal. Tuned: costs only time. */
#define TL_SIGHT_PORTAL_SHELL_LIMIT 3000
/* count: lines between nudged cells tried for a plain one. Tuned: costs only time. */
#define TL_SIGHT_NUDGED_LINES 3

/* count: solids that one cell may touch. Tuned: costs only time. */
#define TL_SIGHT_CONTACT_SLOTS 8
/* mm: triangles within this of another lie on it. Derived: more than TL_SIGHT_MOST_GAP and the rounding of a
 * distance. */
#define TL_SIGHT_DOUBLE_REACH 1e-8
/* mm: surfaces that conform only farther away aren't trusted to enclose. Derived: as much as TL_SIGHT_ON_BODY, a
 * hundredth of TL_SIGHT_TOUCH. */
#define TL_SIGHT_MOST_GAP 1e-9
/* share of the inflation: how far from the shell a nudged cell must come. Derived: far above all rounding. */
#define TL_SIGHT_NUDGE_OFF 0.1
/* 1: the least cosine between a nudge and what it moves away from. Tuned: costs only time: how far it comes off is
 * measured. */
#define TL_SIGHT_NUDGE_COSINE 0.3
/* count: faces that one nudge moves away from. Tuned: costs only time. */
#define TL_SIGHT_NUDGE_FACES 64
/* count: turns of a nudge towards what it leaves least. Tuned: costs only time. */
#define TL_SIGHT_NUDGE_TURNS 24

/* count: triangles of a column of ground. Tuned: costs only time: where there are more, nothing is said. */
#define TL_SIGHT_COLUMN 1024
/* count: places for its edges, a power of 2. Derived: more than twice 3 * TL_SIGHT_COLUMN, so that looking ends. */
#define TL_SIGHT_EDGE_SLOTS 8192
/* mm: what is over a box by so little counts as over it. Derived: ten times TL_SIGHT_TOUCH. */
#define TL_SIGHT_OVER 1e-6

/* count: portals of a plane. Tuned: costs only time. */
#define TL_SIGHT_PORTALS 12
/* count: lines through a portal tried for a plain one. Tuned: costs only time. */
#define TL_SIGHT_PORTAL_PROBES 3
/* depth: so often pairs are divided first, for who wants to know which part is hidden by whom. Tuned: how fine a proof
 * is told. */
#define TL_SIGHT_APART_DEPTH 10
/* count: corners of the octagon that a plane's portals begin with. Derived: directions 45 degrees apart. */
#define TL_PORTAL_START 8
/* count: corners of a portal; a cut that makes more isn't made. Tuned: costs only time. Each makes a plane of a shaft,
 * so fewer than TL_SHAFT_PLANES. */
#define TL_PORTAL_CORNERS 14
/* share: planes nearer to a cell than so much of what is farthest from them aren't used. Derived: it bounds by how much
 * the rounding of a line's end can move the line beyond the portal (portal.c). */
#define TL_SIGHT_PORTAL_NEAR 1e-3
/* mm: nor those nearer than this. Derived: as TL_SIGHT_PORTAL_NEAR. */
#define TL_SIGHT_PORTAL_LEAST_NEAR 0.01
/* 1: nor those whose normal's square, before it is one, is no more than this. Derived: an edge within 6 degrees of the
 * axis has no plane square to it whose coordinates are any good. */
#define TL_SIGHT_PORTAL_SQUARE 0.01
/* mm: lines that miss a portal by more, seen from both cells, miss it. Derived: fifty times TL_SIGHT_INFLATION, and far
 * above the rounding of coordinates in the plane. */
#define TL_SIGHT_PORTAL_MISS 1e-6
/* mm: edges of a portal no longer than this bound nothing. Derived: their direction drowns in rounding. */
#define TL_SIGHT_PORTAL_EDGE 1e-9
/* mm^2: an edge seen in a plane as no more than this, times its distance, cuts no portal. Tuned: costs only time: any
 * cut of a portal divides it. */
#define TL_SIGHT_PORTAL_SEEN 1e-9
/* mm: an edge nearer than this to the eye's height isn't seen from there. Tuned: costs only time: any cut of a portal
 * divides it. */
#define TL_SIGHT_PORTAL_APART 1e-6
/* mm: a cut is drawn so far towards the blocked side. Tuned: costs only time, as TL_SIGHT_PORTAL_APART. */
#define TL_SIGHT_PORTAL_SHIFT 2e-3
/* mm: where it can be drawn by no more it stays. Tuned: costs only time: the edge's own rounding must not reach the
 * part behind it, or that part stays open. */
#define TL_SIGHT_PORTAL_LEAST_SHIFT 1e-4
/* count: steps towards a line through a portal. Tuned: costs only time. */
#define TL_SIGHT_PORTAL_STEPS 24
/* count: lengths tried of each step. Tuned: costs only time. */
#define TL_SIGHT_PORTAL_HALVINGS 10
/* 1: the least weight of a corner in a random point. Derived: half the smallest random number above 0, so that weights
 * are never all 0. */
#define TL_SIGHT_LEAST_WEIGHT 0x1p-54

/* work: on extremal lines that a question may begin with. Tuned: costs only time. */
#define TL_SIGHT_EXTREMAL_START 100000
/* count: ... and then one part in so many of its work. Tuned: costs only time. */
#define TL_SIGHT_EXTREMAL_SHARE 4
/* count: lines past each edge. Tuned: costs only time. */
#define TL_SIGHT_EXTREMALS 6
/* count: lines through the portal that is left. Tuned: costs only time. */
#define TL_SIGHT_REST_LINES 12
/* count: how often the way past an edge is halved, less one, at most. Tuned: costs only time. */
#define TL_SIGHT_EXTREMAL_HALVINGS 12
/* 1: lengths of the line so far that a polygon may lie beyond. Tuned: costs only time: beyond it the plane tells
 * nothing of where the line ends. */
#define TL_SIGHT_EXTREMAL_FAR 1e6
/* share: that a ball round a polygon is larger than computed. Tuned: costs only time: a polygon that is missed is only
 * a line that isn't tried. */
#define TL_SIGHT_BALL_ROUNDING 1e-9
/* work: on lines too narrow a question may begin with. Tuned: costs only time. */
#define TL_SIGHT_NARROW_START 200000
/* count: ... and then one part in so many of its work. Tuned: costs only time. */
#define TL_SIGHT_NARROW_SHARE 4
/* count: edges to whose sides cells are moved. Tuned: costs only time. */
#define TL_SIGHT_NARROW_EDGES 3

/* work: after which a question resists; looked at again whenever that has doubled. Tuned: costs only time. */
#define TL_SIGHT_CONFORM_START 100000
/* work: the same where nobody knows what is open: then all of the question's shaft is looked at. Tuned: costs only
 * time. */
#define TL_SIGHT_CONFORM_COVER_START 3000000
/* work: what a triangle may cost that is made to conform. Tuned: costs only time. */
#define TL_SIGHT_CONFORM_EACH 400
/* work: what it does cost. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_CONFORM_MEMBER 260
/* work: what every piece costs. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_CONFORM_PIECE 280
/* work: listing a triangle. Tuned: costs only time, as TL_SIGHT_WORK_RAY. */
#define TL_SIGHT_CONFORM_LISTED 8
/* count: so many times that must be left of the budget: leaves in a heap become many pieces. Tuned: costs only time. */
#define TL_SIGHT_CONFORM_SPARE 12
/* count: open pairs whose shafts are looked at one by one. Tuned: costs only time. */
#define TL_SIGHT_CONFORM_SHAFTS 48
/* mm: shafts are widened by so much, so that what touches their cells is in. Tuned: costs only time: which triangles
 * conform is a choice like any other. */
#define TL_SIGHT_CONFORM_SLACK 0.01

/* --- Lines that are told ------------------------------------------------------------------------------------------ */

/* mm: clearances beyond this are told as this when the answer should be quick. Tuned: how fine: a quick clearance. */
#define TL_SIGHT_FAR_ENOUGH 2.0
/* mm: ends farther from their body than this aren't put there. Tuned: costs only time: every line is certified. */
#define TL_SIGHT_OFF_BODY 1.0
/* count: directions in which likely lines run. Derived: the table in witness.c. */
#define TL_SIGHT_LIKELY_DIRECTIONS 9
/* count: random lines after those. Tuned: costs only time. */
#define TL_SIGHT_LAST_LINES 8
/* count: points of each body that widening joins. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_WIDEN_ENDS 16
/* count: lines between them. Derived: every point of the one with every point of the other. */
#define TL_SIGHT_WIDEN_LINES (TL_SIGHT_WIDEN_ENDS * TL_SIGHT_WIDEN_ENDS)
/* count: rims that are remembered. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_WIDEN_RIMS 64
/* count: lines asked about between points from anywhere. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_WIDEN_ANYWHERE 12
/* count: ... between points near the best line's. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_WIDEN_NEARBY 4
/* count: steps of one push. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_WIDEN_STEPS 36
/* share: that each step is of the last one. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_WIDEN_PACE 0.86
/* count: pushes. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_WIDEN_PUSHES 24
/* share of the body's size: the ball round the best line's end in which others are looked for. Tuned: costs only time,
 * and which line is told. */
#define TL_SIGHT_WIDEN_FIRST_BALL 0.25
/* share of the body's size: the second, smaller ball. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_WIDEN_SECOND_BALL 0.06
/* 1: prospects better by less than this factor aren't asked about. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_WIDEN_WORTH 1.02
/* mm: prospects may come out too small by as much. Derived: they are floats of some metres; what is kept was
 * measured. */
#define TL_SIGHT_PROSPECT_ROUNDING 1e-3
/* mm^2, as a float: keeps squares of lengths off 0. Derived: far below the square of a float's rounding on a table. */
#define TL_SIGHT_LEAST_SQUARE_FLOAT 1e-12F
/* mm^4, as a float: keeps the determinant of parallel lines off 0. Derived: as TL_SIGHT_LEAST_SQUARE_FLOAT. */
#define TL_SIGHT_LEAST_APART_FLOAT 1e-20F
/* mm^2: keeps squares of lengths, and determinants, off 0. Derived: below the square of every length that isn't 0 on a
 * table, and adding it rounds away. */
#define TL_SIGHT_LEAST_SQUARE 1e-100
/* share of a triangle's size: a point nearer to an edge lies on it. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_ON_RIM 1e-6
/* share of a line: contacts are spread at least so far. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_LEAST_SPREAD 0.002
/* 1: the shortest arm that a pinned line is turned by. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_LEAST_ARM 0.1
/* share of the bodies' size: how far an end moves in one push. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_PUSH_MOST 0.1
/* share: a push that promises nothing is tried again at this share of its reach. Tuned: costs only time, and which line
 * is told. */
#define TL_SIGHT_PUSH_SHORTER 0.3
/* share of the clearance: pushes that reach less end. Tuned: costs only time, and which line is told. */
#define TL_SIGHT_PUSH_LEAST 0.1
/* 1: how much farther than it was moved an end is looked for on its body. Derived: above the rounding of a distance. */
#define TL_SIGHT_MEET_REACH 1.001
/* mm: the same for ends that were hardly moved. Derived: above the rounding of a coordinate. */
#define TL_SIGHT_MEET_LEAST 1e-6

/* --- Who is in the way -------------------------------------------------------------------------------------------- */

/* count: names that are told of what is in the way. Settled: more would only fill a sentence. */
#define TL_SIGHT_NAMED 8
/* count: owners of a part of a proof; one that rests on more rests on nobody knows whom. Tuned: how fine blocking sets
 * are told. */
#define TL_SIGHT_OWNERS 48
/* work: looking for a line with one obstacle taken away. Tuned: how fine blocking sets are told: a name may be missing.
 */
#define TL_SIGHT_ALONE_BUDGET UINT64_C(60000)
/* work: on all sets, some 70 ms. Tuned: how fine blocking sets are told: a set may be missing, and then it says so. */
#define TL_SIGHT_BLOCKING_BUDGET UINT64_C(6000000)
/* work: on one of its questions. Tuned: how fine blocking sets are told. */
#define TL_SIGHT_ASKING_BUDGET UINT64_C(3000000)
/* count: sets told. Settled: more would only fill a sentence. */
#define TL_BLOCKING_SETS 4
/* count: pairs of one question about blocking sets. Tuned: how fine blocking sets are told: who asks hands over no
 * more. */
#define TL_BLOCKING_PAIRS 64
/* count: owners that have a number. Tuned: how fine blocking sets are told: with more they aren't told as complete. No
 * more than the 32 bits of a set. */
#define TL_SIGHT_BLOCKING_OWNERS 16
/* count: cores kept. Derived: one of every pair, and TL_SIGHT_BLOCKING_QUESTIONS found later. */
#define TL_SIGHT_BLOCKING_CORES (TL_BLOCKING_PAIRS + TL_SIGHT_BLOCKING_QUESTIONS)
/* count: questions asked. Tuned: how fine blocking sets are told. */
#define TL_SIGHT_BLOCKING_QUESTIONS 64
/* count: sets of one size looked at. Tuned: how fine blocking sets are told. */
#define TL_SIGHT_BLOCKING_LOOKED_AT 20000

/* count: groups of a proof's outline. Tuned: how fine a proof is told. */
#define TL_PROOF_GROUPS 16
/* count: owners of one. Tuned: how fine a proof is told. */
#define TL_PROOF_OWNERS 16
/* count: pairs of a proof that are kept; with more there is no outline. Tuned: how fine a proof is told. */
#define TL_SIGHT_PROOF_LEAVES 8192
/* count: owners with a number. Derived: 32 bits of a mask, less one for all others. */
#define TL_SIGHT_PROOF_NUMBERED 31
/* count: polygons of an outline from where on none is cut. Tuned: how fine a proof is told. */
#define TL_SIGHT_PROOF_POLYGONS 12000
/* count: how often a triangle is cut. Tuned: how fine a proof is told. */
#define TL_SIGHT_PROOF_CUTS 12
/* share: by which polygons are drawn in so as not to overlap their neighbours. Tuned: how fine a proof is told. */
#define TL_SIGHT_PROOF_SHRUNK 1e-4
/* mm: polygons nearer than this may overlap. Derived: far above all rounding; taking too many owners is no error. */
#define TL_SIGHT_PROOF_TOUCHING 1e-6
/* number: where the hash of a polygon begins. Tuned: costs only time: equal hashes are compared. */
#define TL_SIGHT_PROOF_SEED 17
/* bits: by which that hash is folded. Tuned: costs only time, as TL_SIGHT_PROOF_SEED. */
#define TL_SIGHT_PROOF_FOLD 29
/* count: places of its smallest table, a power of 2. Tuned: costs only time. */
#define TL_SIGHT_PROOF_TABLE 16

/* --- Margins: how far something must move ------------------------------------------------------------------------- */

/* mm: moves looked at where a question names no limit. Settled: a move of two feet changes everything. */
#define TL_SIGHT_MARGIN_LIMIT 600.0
/* work: of a margin. Tuned: how fine a margin is told. */
#define TL_SIGHT_MARGIN_BUDGET UINT64_C(50000000)
/* work: of a first look for a line after a move. Tuned: how fine a margin is told. */
#define TL_SIGHT_MARGIN_QUICK_BUDGET UINT64_C(60000)
/* work: of a good one, or a proof. Tuned: how fine a margin is told. */
#define TL_SIGHT_MARGIN_GOOD_BUDGET UINT64_C(1500000)
/* work: of a proof for a body on the move. Tuned: how fine a margin is told. */
#define TL_SIGHT_MARGIN_HIDDEN_BUDGET UINT64_C(6000000)
/* mm: the first ring of moves; each is twice as wide as the last. Tuned: how fine a margin is told. */
#define TL_SIGHT_FIRST_RING 0.5
/* share of the tolerance: how clear the line must be that a move opens. Tuned: how fine a margin is told: whoever makes
 * the move and asks anew must find it. */
#define TL_SIGHT_SURE_CLEARANCE 0.2
/* mm: beyond the move that just closes the last line. Tuned: how fine a margin is told, as TL_SIGHT_SURE_CLEARANCE. */
#define TL_SIGHT_SURE_MOVE 0.02
/* count: directions of moves in a ring. Tuned: how fine a margin is told. */
#define TL_SIGHT_MOVE_DIRECTIONS 16
/* count: turns of the best move, each half as far. Tuned: how fine a margin is told. */
#define TL_SIGHT_MOVE_TURNINGS 5
/* count: halvings between two rings. Tuned: how fine a margin is told. */
#define TL_SIGHT_RING_HALVINGS 5
/* count: halvings along a turned move. Tuned: how fine a margin is told. */
#define TL_SIGHT_TURN_HALVINGS 4
/* count: halvings at the end, with proofs. Tuned: how fine a margin is told. */
#define TL_SIGHT_LAST_HALVINGS 7
/* share: a turned move must be shorter by so much. Tuned: how fine a margin is told. */
#define TL_SIGHT_SHORTER_MOVE 0.998
/* share of a move: how much shorter ones are tried. Tuned: how fine a margin is told. */
#define TL_SIGHT_MOVE_LOW 0.9
/* mm: moves shorter than this aren't shortened. Tuned: how fine a margin is told. */
#define TL_SIGHT_LEAST_MOVE 1e-3
/* share: that lengths of moves may be off by. Derived: above the rounding of a sine, a product and a root. */
#define TL_SIGHT_MOVE_ROUNDING 1e-12
/* mm: the box over which a ground must be a sheet is wider by this. Derived: above TL_SIGHT_OVER, by which sheets are
 * looked at wider, and above what a swept body is grown by. */
#define TL_SIGHT_BODY_ROOM 1e-3
/* share: bounds nearer to one another are near enough. Tuned: how fine a margin is told. */
#define TL_SIGHT_HIDDEN_FINE 0.01
/* mm: nor is it looked below this. Tuned: how fine a margin is told. */
#define TL_SIGHT_HIDDEN_LEAST 0.01
/* share of the move: where no larger one is hidden, the body is looked at in pieces. Tuned: how fine a margin is
 * told. */
#define TL_SIGHT_HIDDEN_PIECES 0.02
/* count: good lines that are kept. Tuned: how fine a margin is told. */
#define TL_SIGHT_MARGIN_LINES 48
/* count: squares of moves. Tuned: how fine a margin is told. */
#define TL_SIGHT_MARGIN_CELLS 6000
/* count: pieces that a body is looked at in. Tuned: how fine a margin is told. */
#define TL_SIGHT_MARGIN_PIECES 8
/* share: lower bounds so near the upper one are near enough. Tuned: how fine a margin is told. */
#define TL_SIGHT_SEEN_FINE 0.985
/* mm: squares smaller than this, half across, aren't divided. Tuned: how fine a margin is told. */
#define TL_SIGHT_SEEN_LEAST 1e-3

/* count: pieces of a swept body. Tuned: how fine a margin is told: who asks for more gets as many. */
#define TL_SWEPT_PIECES 16
/* count: sides of the polygon round the disc of moves. Tuned: how fine a margin is told: the polygon is 0.9 percent
 * wider than the disc. */
#define TL_SIGHT_SWEPT_SIDES 24
/* mm: what a hull may leave out. Derived: a tenth of TL_SIGHT_SWEPT_INSIDE; what comes of it is checked. */
#define TL_SIGHT_SWEPT_HULL_SLACK 1e-7
/* mm: by which a hull's planes are pushed out at least. Derived: four times TL_SIGHT_SWEPT_INSIDE; what comes of it is
 * checked. */
#define TL_SIGHT_SWEPT_OUTSIDE 4e-6
/* mm: what everything must be found inside by. Derived: plane distances round by far less (swept.c). */
#define TL_SIGHT_SWEPT_INSIDE 1e-6
/* mm: no triangle's height may be less. Derived: its normal is then wrong by less than 1e-16 times its length over its
 * height: with bodies of some 100 mm a plane is out by a tenth of TL_SIGHT_SWEPT_INSIDE. */
#define TL_SIGHT_SWEPT_THINNEST 1e-5
/* mm: added above and below, so that what is flat has an inside. Tuned: how fine a margin is told. */
#define TL_SIGHT_SWEPT_THICKNESS 1e-3
/* share: the polygon round the disc is wider by this. Derived: above the rounding of its corners. */
#define TL_SIGHT_SWEPT_ROUNDING 1e-9
/* mm: a centre nearer to a side than this isn't grown about. Tuned: costs only time: what comes of it is checked. */
#define TL_SIGHT_SWEPT_DEPTH 1e-4
/* share: nor does a hull grow by more. Tuned: costs only time, as TL_SIGHT_SWEPT_DEPTH. */
#define TL_SIGHT_SWEPT_GROWTH 0.01

/* --- Whole bundles of lines --------------------------------------------------------------------------------------- */

/* count: points of a set without polygons. Derived: who asks hands over no more, or the set would be cut short: room
 * for 8 and to spare. */
#define TL_SIGHT_WHOLLY_POINTS 512
/* depth: pairs aren't divided further. Tuned: costs only time. */
#define TL_SIGHT_WHOLLY_DEEPEST 24
/* count: lines tried before a proof, which costs a thousand times one. Tuned: costs only time. */
#define TL_SIGHT_WHOLLY_LINES 16
/* count: corners of a set that lines end in. Tuned: costs only time: who asks claims nothing of a set with more. */
#define TL_WHOLLY_CORNERS 96
/* mm: sets nearer than this touch, and nothing is claimed. Derived: ten times TL_SIGHT_TOUCH. */
#define TL_SIGHT_WHOLLY_APART 1e-6

#endif
