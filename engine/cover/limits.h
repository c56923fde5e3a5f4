/* limits.h: every number of this module that is neither geometry's own nor a question's, with its unit and its reason.
 *
 * Derived: it follows from how numbers round, from the geometry, or from another number here; a proof or a claim rests
 * on it. Tuned: costs only time: cover is shown by a view that sees everything or by proofs, whatever the value; it
 * moves where a question is given up as too close to call, and which viewpoint is told. Tuned: how fine: the verdict
 * stays; a bound or a name that is told is sharper or blunter. Settled: a definition of what is asked or told. */
#ifndef TL_COVER_LIMITS_H
#define TL_COVER_LIMITS_H

/* --- What cover means --------------------------------------------------------------------------------------------- */

/* mm: points of the target so near to what blocks don't count, where a question doesn't say. Settled: the rules' own
 * setting, contact_skirt_mm, stands in for it in every ruling. */
#define TL_COVER_DEFAULT_SKIRT 0.6

/* --- Work: what a question may cost ------------------------------------------------------------------------------- */

/* work: of a question, an eighth of a second. Tuned: costs only time. */
#define TL_COVER_DEFAULT_BUDGET UINT64_C(16000000)
/* work: of one free line, where no sample is seen. Tuned: how fine: without one no viewpoint is told. */
#define TL_COVER_LINE_BUDGET UINT64_C(4000000)
/* work: of the picture that is told. Tuned: how fine a share is told. */
#define TL_COVER_PICTURE_EFFORT UINT64_C(2500000)
/* work: of a picture that may settle a share. Tuned: costs only time. */
#define TL_COVER_VIEW_EFFORT UINT64_C(1500000)
/* work: of hiding one part of the target from all of the attacker. Tuned: costs only time. */
#define TL_COVER_PROOF_EFFORT UINT64_C(1500000)
/* work: of looking for a patch in view, half a second. Tuned: costs only time. */
#define TL_COVER_APERTURE_BUDGET UINT64_C(60000000)
/* work: looking at a polygon of the target for a patch. Tuned: costs only time: weighs steps against budgets. */
#define TL_COVER_WORK_POLYGON 1
/* work: clipping a corner to a plane. Tuned: costs only time, as TL_COVER_WORK_POLYGON. */
#define TL_COVER_WORK_CLIP 1
/* work: keeping a fragment. Tuned: costs only time, as TL_COVER_WORK_POLYGON. */
#define TL_COVER_WORK_FRAGMENT 10
/* work: taking a fragment off a piece of the square. Tuned: costs only time, as TL_COVER_WORK_POLYGON. */
#define TL_COVER_WORK_PIECE 24
/* work: a triangle of the target that may be in the skirt. Tuned: costs only time, as TL_COVER_WORK_POLYGON. */
#define TL_COVER_WORK_TRIANGLE 12
/* count: triangles between two looks at the clock, a power of 2. Tuned: costs only time. */
#define TL_COVER_TRIANGLES_AT_ONCE 2048

/* --- The search over the attacker --------------------------------------------------------------------------------- */

/* count: points of the target that hide often. Tuned: costs only time. */
#define TL_COVER_CRITICAL 32
/* count: samples of the target. Derived: as many as a mask has bits. */
#define TL_COVER_SAMPLES 64
/* count: viewpoints that see much. Tuned: costs only time. */
#define TL_COVER_VIEWS 12
/* count: directions in which the target's outermost points are samples. Derived: the table in cover.c. */
#define TL_COVER_DIRECTIONS 5
/* 1: a third's root. Derived: only directions are made of it. */
#define TL_COVER_DIAGONAL 0.57735026918962576
/* count: random samples after those. Tuned: costs only time. */
#define TL_COVER_RANDOM_SAMPLES 26
/* count: random first viewpoints. Tuned: costs only time. */
#define TL_COVER_RANDOM_VIEWS 2
/* share of the tolerance: half a side of the box round a critical point. Derived: more than a half, so that what is in
 * it may be as wide as the tolerance, which is checked. */
#define TL_COVER_CRITICAL_HALF 0.55
/* share of the tolerance: patches of the attacker no larger than this are given up. Tuned: costs only time. */
#define TL_COVER_LEAST_PATCH 0.25
/* count: looks from a patch. Tuned: costs only time. */
#define TL_COVER_PATCH_LOOKS 2
/* count: points of a patch that lines are tried from. Tuned: costs only time. */
#define TL_COVER_PATCH_POINTS 4
/* count: proofs tried of a patch. Tuned: costs only time. */
#define TL_COVER_PATCH_PROOFS 4
/* count: samples that are taken anew. Tuned: costs only time. */
#define TL_COVER_FRESH_LINES 48
/* depth: every so many divisions deeper points are looked for; every twice as many with fresh samples. Tuned: costs
 * only time. */
#define TL_COVER_DEEPER_EVERY 3

/* --- Cones: all of a target from one point ------------------------------------------------------------------------ */

/* mm: by which pyramids are wider than they are, beside TL_COVER_CONE_SLACK_SHARE. Derived: five times the inflation of
 * a shaft, far above what planes through a point round; taken against what the answer claims. */
#define TL_COVER_CONE_SLACK 1e-7
/* share of the largest coordinate: the same far out. Derived: as TL_SIGHT_INFLATION_SHARE. */
#define TL_COVER_CONE_SLACK_SHARE 1e-12
/* 1: rays nearer to a polygon's plane than this cosine don't tell where they meet it. Tuned: costs only time: the point
 * is asked about before anything is claimed of it. */
#define TL_COVER_CONE_GRAZING 1e-12
/* count: planes of a pyramid. Derived: a side for each corner of a polygon and its own plane; or 3 to 6 faces of a box
 * and the 4 to 6 edges of its outline, no more than 10. */
#define TL_PYRAMID_PLANES (TL_CELL_CORNERS + 6)
/* count: corners of half a polygon before it is looked at whether they are too many. Derived: a cut adds one; room. */
#define TL_POLYGON_HALF (TL_CELL_CORNERS + 4)
/* count: polygons of a node that isn't divided. Tuned: costs only time. */
#define TL_COVER_LEAF_POLYGONS 4
/* count: pairs of polygons and triangles that are looked at one by one. Tuned: costs only time. */
#define TL_COVER_LEAF_TESTS 64
/* depth: how often a polygon is halved for a condition. Tuned: costs only time. */
#define TL_COVER_CONE_DEEPEST 24

/* --- The skirt ---------------------------------------------------------------------------------------------------- */

/* count: pieces cut; what is left then is loose: it may count or not. Tuned: costs only time. */
#define TL_COVER_SKIRT_PIECES 6000
/* count: triangles near the target that are listed; with more each polygon asks for its own. Tuned: costs only time. */
#define TL_COVER_SKIRT_NEAR 512
/* mm: by which distances may be off, beside TL_COVER_SKIRT_SLACK_SHARE. Derived: far above the rounding of a distance;
 * what lies within it of the skirt's end is loose. */
#define TL_COVER_SKIRT_SLACK 1e-6
/* share of the largest coordinate: the same far out. Derived: as TL_COVER_SKIRT_SLACK. */
#define TL_COVER_SKIRT_SLACK_SHARE 1e-11
/* mm: cuts that leave less on a side aren't made. Tuned: costs only time. */
#define TL_COVER_SKIRT_CUT 1e-9
/* count of slacks: strips no wider than this along the end of a skirt aren't cut on. Tuned: costs only time: they are
 * loose. */
#define TL_COVER_SKIRT_STRIP 40
/* share of the largest coordinate, and mm: by which a clearance may be rounded down. Derived: tl_world_clearance rounds
 * by less. */
#define TL_COVER_SKIRT_ROUNDING 1e-8

/* --- Pictures: what share is hidden ------------------------------------------------------------------------------- */

/* share: of the picture that is told that may be left open. Tuned: how fine a share is told. */
#define TL_COVER_SPREAD 0.018
/* share: ... of one that may settle a share. Tuned: costs only time. */
#define TL_COVER_FINE_SPREAD 0.002
/* share: of all, for a part to be looked at while enough may stay open. Tuned: how fine a share is told. */
#define TL_COVER_PICTURE_LEAST 4e-3
/* count: names of who hides. Tuned: how fine names are told: those found later than this aren't. */
#define TL_PICTURE_NAMES 16
/* count: pairs of polygons and triangles that are looked at one by one. Tuned: costs only time. */
#define TL_COVER_PICTURE_TESTS 96
/* count: triangles before a polygon from where on it is tried to be hidden as a whole, and halved. Tuned: costs only
 * time. */
#define TL_COVER_PICTURE_MANY 48
/* count: corners of a piece. Tuned: how fine a share is told: what has more stays open. */
#define TL_COVER_PICTURE_CORNERS 20
/* depth: how often a polygon is halved. Tuned: how fine a share is told. */
#define TL_COVER_PICTURE_DEEPEST 12
/* depth: ... for having many triangles before it. Tuned: costs only time. */
#define TL_COVER_PICTURE_HALVINGS 4
/* share of the tolerance: polygons no larger aren't halved. Tuned: how fine a share is told. */
#define TL_COVER_PICTURE_SMALLEST 0.1
/* count: polygons of a node that may be hidden by itself. Tuned: costs only time. */
#define TL_COVER_PICTURE_SMALL 64
/* count: pieces of a polygon. Tuned: how fine a share is told: what is left stays open. */
#define TL_COVER_PICTURE_PIECES 400
/* 1: how far a cross product of u and v may turn, over |u| |v| / |u x v|. Derived: seven times 2^-53; differences round
 * by 2^-53 of themselves, and its products and their difference by as much (picture.c). */
#define TL_COVER_TURN 8e-16
/* 1: the rounding of a unit vector, and of a distance over a length. Derived: nine times 2^-53. */
#define TL_COVER_UNIT_ROUNDING 1e-15
/* 1: planes that may turn by more than this aren't told from a strip, nor strips wider than this from anything. Tuned:
 * how fine a share is told: what can't be told goes into its bounds. */
#define TL_COVER_MOST_TURN 1e-9
/* 1: the least sine that areas are divided by. Derived: only keeps 0 off: the area is never more than the piece's. */
#define TL_COVER_LEAST_SINE 1e-15
/* share: by which sums of areas may be off. Derived: far above the rounding of a million areas. */
#define TL_COVER_AREA_ROUNDING 1e-9

/* --- Other readings ----------------------------------------------------------------------------------------------- */

/* share: of all, for a part to be looked at when a share must be hidden. Tuned: costs only time. */
#define TL_COVER_SHARE_LEAST 1e-3
/* share: of all; a piece that no line finds hidden, and that is smaller, isn't divided. Tuned: costs only time. */
#define TL_COVER_SHARE_BRIGHT 0.05
/* share: by which the product of a normal and a way may be off, over their lengths. Derived: above the rounding of
 * three products and their sum, some 2e-15, and of the normal itself. */
#define TL_COVER_FACING_ROUNDING 1e-13
/* count: viewpoints tried for a part that none of the others sees. Tuned: costs only time. */
#define TL_COVER_FRESH_VIEWS 8
/* count: points of a patch that lines are tried from. Tuned: costs only time. */
#define TL_COVER_PATCH_LINES 3
/* depth: parts aren't divided further. Tuned: costs only time. */
#define TL_COVER_HIDE_DEEPEST 24

/* --- Apertures: a square of a target in view ---------------------------------------------------------------------- */

/* mm: squares are cut by so much outside of their sides, fragments overlap by it, and planes of proofs are pushed out
 * by it. Derived: a thousand times what points of polygons round. */
#define TL_COVER_SEAM 1e-6
/* mm: what is nearer to the viewpoint is cut away. Tuned: costs only time: leaving something out only makes less
 * seen. */
#define TL_COVER_APERTURE_NEAR 1e-3
/* 1: sine between an edge and the way to it below which it is seen end on. Tuned: costs only time, as
 * TL_COVER_APERTURE_NEAR. */
#define TL_COVER_EDGE_ON 1e-9
/* count: turns of a square. Tuned: costs only time. */
#define TL_COVER_TURNS 6
/* count: directions round a point, a multiple of 4. Tuned: costs only time. */
#define TL_COVER_OFFSETS 16
/* count: lines tried before a direction is proved. Tuned: costs only time. */
#define TL_COVER_OFFSET_SAMPLES 3
/* count: steps of a patch away from what isn't seen. Tuned: costs only time. */
#define TL_COVER_STEPS 8
/* count: lines tried at first. Tuned: costs only time. */
#define TL_COVER_FIRST_TRIES 60
/* count: pieces that are left of a square. Tuned: costs only time. */
#define TL_COVER_SQUARE_PIECES 400
/* share of the side: how far out points round a middle are tried, just inside of a half. Tuned: costs only time: what
 * is seen is shown by a square, what isn't by a proof. */
#define TL_COVER_RIM 0.499
/* share of the way to a corner: where corners are tried, just inside. Tuned: costs only time, as TL_COVER_RIM. */
#define TL_COVER_CORNER 0.998
/* share: by which a square is larger than asked for. Derived: above the rounding of its corners: it is in view without
 * any doubt. */
#define TL_COVER_SQUARE_ROUNDING 1e-9
/* share: by which ratios of lengths are widened. Derived: above their rounding: distances are more than a side. */
#define TL_COVER_RATIO_ROUNDING 1e-9
/* 1: the least sum of directions away from what isn't seen that is a direction. Tuned: costs only time. */
#define TL_COVER_LEAST_AWAY 0.1
/* 1: how little a size along the lines counts when a pair is cut. Tuned: costs only time. */
#define TL_COVER_ALONG 0.03
/* depth: every so many divisions it is looked near a line although nothing is missing. Tuned: costs only time. */
#define TL_COVER_LOOK_EVERY 5
/* share of the tolerance: pairs no larger than this are given up. Tuned: costs only time. */
#define TL_COVER_LEAST_PAIR 0.2

#endif
