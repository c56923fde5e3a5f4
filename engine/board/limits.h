/* limits.h: every number of this module that is neither geometry's own nor a question's, with its unit and its reason.
 *
 * Derived: it follows from how numbers round, from the geometry, or from another number here; a proof or a claim rests
 * on it. Tuned: costs only time: no answer depends on it but where the clock ends one. Tuned: how fine: what is proved
 * stays proved; bounds are narrower or wider, and less or more is left open, found or listed. Settled: a definition of
 * what is asked or told, as docs/analysis.md has it. */
#ifndef TL_BOARD_LIMITS_H
#define TL_BOARD_LIMITS_H

/* --- Rounding ----------------------------------------------------------------------------------------------------- */

/* mm: above the rounding of clearances and of what slacks are added up from. Derived: a thousand roundings of a table
 * of some metres. */
#define TL_BOARD_ROUNDING 1e-5
/* mm: by which cases are larger than what they hold. Derived: coordinates round by far less. */
#define TL_BOARD_HAIR 1e-6
/* mm: by which boxes round cases are larger than those. Derived: a thousand times TL_BOARD_HAIR. */
#define TL_BOARD_AROUND 1e-3
/* mm: by which boxes of points of bodies that stand anywhere are larger. Derived: far above the rounding of placing. */
#define TL_BOARD_POINT_HAIR 1e-7
/* mm: what a core's hull may leave out. Derived: what is taken of it is smaller by TL_BOARD_INNER_SURE. */
#define TL_BOARD_HULL_SLACK 1e-7
/* mm: bodies are so much larger at least where lines that touch may pass. Derived: far above rounding, so that such a
 * line passes through what is larger. */
#define TL_BOARD_LEAST_GROWN 1e-4
/* share: by which sums of areas may be off. Derived: above the rounding of a tile's few thousand areas. */
#define TL_BOARD_AREA_ROUNDING 1e-12
/* count of cells: a length this near to so many is that many. Derived: above the rounding of a quotient. */
#define TL_BOARD_CELL_ROUNDING 1e-9
/* mm: rectangles are so much larger where heights over them are asked for, and smaller where squares inside are.
 * Derived: above the rounding of a coordinate. */
#define TL_BOARD_OVER_HAIR 1e-9
/* mm: a square that passes the middle of the table by no more is on one side of it. Derived: above the rounding of its
 * corners. */
#define TL_BOARD_MIDDLE_ROUNDING 1e-6
/* mm: strips round lines are so much wider. Derived: above the rounding of a distance. */
#define TL_BOARD_STRIP_HAIR 1e-6
/* mm: measurements at places that aren't the table's own may be off by so much. Derived: above the rounding of
 * placing. */
#define TL_BOARD_FIRING_ROUNDING 1e-6
/* 1: sine below which a path goes straight on. Derived: above the rounding of its corners; only who draws it sees
 * it. */
#define TL_BOARD_STRAIGHT 1e-9
/* 1: the cosine of 45 degrees, half the root of 2. Derived: only directions are made of it. */
#define TL_BOARD_COSINE_45 0.70710678118654757
/* 1: the root of 2, rounded up. Derived: how far a corner of a square moves that moves by 1 both ways. */
#define TL_BOARD_ROOT_2 1.4143
/* 1: the root of 2, less 1. Derived: half a side of the octagon round a circle, over its radius. */
#define TL_BOARD_OCTAGON 0.41421356237309509
/* 1: 1 and the tangent of 60 degrees, rounded up. Derived: what bears may come from beside, on a slope of no more
 * (docs/math/uncertainty.md, What rests on it). */
#define TL_BOARD_GIVE_HEIGHT 2.7321

/* --- Regions: cases ----------------------------------------------------------------------------------------------- */

/* count: sides of a case round the body. Tuned: how fine a map is told: a body's case is wider than its core. */
#define TL_BOARD_CASE_SIDES 8
/* count: planes of a case. Derived: its sides once upright, once leaning in, and top and bottom. */
#define TL_BOARD_CASE_PLANES (2 * TL_BOARD_CASE_SIDES + 2)
/* count: corners of all its faces. Derived: no more than planes to a face. */
#define TL_BOARD_CASE_CORNERS (TL_BOARD_CASE_PLANES * TL_BOARD_CASE_PLANES)
/* count: points of a core that lines are tried from. Derived: one of every direction, TL_BOARD_CASE_PLANES and
 * TL_BOARD_CASE_SIDES, and to spare. */
#define TL_BOARD_CASE_POINTS 32
/* count: corners of a face while it is cut. Derived: 4, one more for each plane that leans its way, and to spare. */
#define TL_BOARD_FACE_CORNERS 24
/* share of the last: squares inside of a core that are tried. Tuned: how fine a map is told: where nobody can stand. */
#define TL_BOARD_INNER_STEP 0.9
/* mm: smaller ones aren't. Tuned: how fine a map is told, as TL_BOARD_INNER_STEP. */
#define TL_BOARD_INNER_LEAST 0.5
/* share: what is taken of the one that fits. Derived: less than 1 by more than hulls round. */
#define TL_BOARD_INNER_SURE 0.999

/* count: boxes inside of a core. Tuned: how fine a map is told. */
#define TL_BOARD_INNER_BOXES 96
/* count: small boxes along a core's longest side. Tuned: how fine a map is told. */
#define TL_BOARD_INNER_ACROSS 30
/* count: directions in which boxes are looked for. Derived: the table in inner_boxes.c. */
#define TL_BOARD_INNER_DIRECTIONS 14
/* count: of them, the first, in which tall ones are. Tuned: how fine a map is told. */
#define TL_BOARD_INNER_TALL 5
/* count: sizes of boxes. Derived: those of TL_BOARD_INNER_SHARES. */
#define TL_BOARD_INNER_SIZES 4
/* share of the largest: sizes of boxes. Tuned: how fine a map is told. */
#define TL_BOARD_INNER_SHARES                                                                                          \
    { 1, 0.75, 0.6, 0.35 }
/* count: lines tried out of a core, where some meet an edge. Tuned: how fine a map is told: where all do nothing is
 * known to be inside. */
#define TL_BOARD_INNER_RAYS 16
/* count: triangles of a core; with more it has no boxes. Tuned: how fine a map is told. */
#define TL_BOARD_INNER_MOST 60000
/* mm: small boxes must be larger, along a side. Tuned: how fine a map is told. */
#define TL_BOARD_INNER_LEAST_SIDE 1e-3
/* mm: that a box keeps off the surface. Derived: far above rounding. */
#define TL_BOARD_INNER_CLEAR 1e-5
/* 1: a first line out of a core, along x. Tuned: costs only time: any that meets no edge tells; this one is square to
 * nothing that is built. */
#define TL_BOARD_RAY_X 0.61
/* 1: ... along y. Tuned: costs only time, as TL_BOARD_RAY_X. */
#define TL_BOARD_RAY_Y 0.37
/* 1: ... along z. Tuned: costs only time, as TL_BOARD_RAY_X. */
#define TL_BOARD_RAY_Z 0.83
/* 1: how the next ones turn, along x. Tuned: costs only time, as TL_BOARD_RAY_X. */
#define TL_BOARD_RAY_X_STEP 0.017
/* 1: ... along y, the other way. Tuned: costs only time, as TL_BOARD_RAY_X. */
#define TL_BOARD_RAY_Y_STEP 0.029
/* 1: ... along z, the other way. Tuned: costs only time, as TL_BOARD_RAY_X. */
#define TL_BOARD_RAY_Z_STEP 0.041

/* --- Regions: the ground ------------------------------------------------------------------------------------------ */

/* mm: surfaces this near are one. Derived: far above rounding, far below what lifts a body. */
#define TL_BOARD_SAME 1e-6
/* mm: so far above a surface it is asked whether that is in a solid. Settled: as in scene/place.c. */
#define TL_BOARD_PROBE 0.05
/* share of the probe: by which the box is higher and lower that is asked about. Derived: above the rounding of a
 * height, below the probe. */
#define TL_BOARD_PROBE_MARGIN 0.2
/* count: levels of a place. Settled: no higher level is looked at; no table has as many. */
#define TL_BOARD_MOST_LEVELS 64
/* count: levels that a layer may have in which surfaces lie above one another. Derived: more than TL_BOARD_MOST_LEVELS,
 * so that above it no level is told from another. */
#define TL_BOARD_LAYER_LEVELS 4096
/* count: places at which the sheets of the table's mesh are counted; one that is over no edge tells. Tuned: how fine a
 * map is told: without one the mesh counts as no sheet. */
#define TL_BOARD_SHEET_TRIES 8
/* share of the width: where the first lies, and how far on the next, along x and y: a grid of corners hardly has edges
 * there. Tuned: how fine a map is told, as TL_BOARD_SHEET_TRIES. */
#define TL_BOARD_SHEET_X 0.4711
/* share of the width: the next, along x. Tuned: how fine a map is told, as TL_BOARD_SHEET_X. */
#define TL_BOARD_SHEET_X_STEP 0.0137
/* share of the depth: the first, along y. Tuned: how fine a map is told, as TL_BOARD_SHEET_X. */
#define TL_BOARD_SHEET_Y 0.5303
/* share of the depth: the next, along y, the other way. Tuned: how fine a map is told, as TL_BOARD_SHEET_X. */
#define TL_BOARD_SHEET_Y_STEP 0.0191
/* count: corners of a triangle that a rectangle cuts. Derived: 3, one more for each side, and to spare. */
#define TL_BOARD_CLIP_ROOM 10
/* count: lists of triangles, each a part of the one before. Tuned: costs only time. */
#define TL_BOARD_NEAR_LISTS 6
/* count: triangles that are compared at once. Tuned: costs only time. */
#define TL_BOARD_NEAR_LANES 16
/* count: triangles over one rectangle, 32 bytes each: where there are more, only parts are listed. Tuned: costs only
 * time (and room). */
#define TL_BOARD_NEAR_MOST 1048576
/* count: a list so short isn't filtered. Tuned: costs only time. */
#define TL_BOARD_NEAR_FEW 128
/* share: by which boxes in floats are larger. Derived: a float rounds by 6e-8 of itself. */
#define TL_BOARD_FLOAT_SHARE 1e-6
/* mm: ... and besides. Derived: for what is near 0; what is listed too much only costs time. */
#define TL_BOARD_FLOAT_HAIR 1e-3

/* --- Regions: looking --------------------------------------------------------------------------------------------- */

/* work: of a proof that may be asked again in parts. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_BUDGET 16000
/* work: ... that won't. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_THOROUGH_BUDGET 48000
/* work: ... between two places, which have no parts. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_PLACE_BUDGET 160000
/* work: ... where the last ones have all failed. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_LEAST_BUDGET 6000
/* count: so many times what takes those that succeed, then. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_WORTH 3
/* share: by which what takes those that succeed follows the last. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_WORTH_STEP 0.125
/* share: of its patience that a looker keeps when a proof fails; it doubles when one succeeds. Tuned: how fine a map is
 * told. */
#define TL_BOARD_LOOK_PATIENCE 0.75
/* count: failures in a row after which portals and divisions, which take most of the work and prove few squares more,
 * are left out: these few lie together. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_HOPE 6.0
/* share: of a failure that each attempt without them makes up for: one in eight is tried again. Tuned: how fine a map
 * is told. */
#define TL_BOARD_LOOK_HOPE_BACK 0.125
/* count: places of either body at which lines are tried. Derived: the middle and the corners. */
#define TL_BOARD_LOOK_PLACES 5
/* count: bundles of lines that are tried as a whole. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_BUNDLES 3
/* 1: how much height counts against width for points low on both sides of a body. Tuned: how fine a map is told. */
#define TL_BOARD_LOW_SIDE 0.4
/* count: joins of points that are tried first. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_JOINS 4
/* count: joins of boxes inside. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_ROOM_JOINS 7
/* count: joins from anywhere, when thorough. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_GUESSES 8
/* count: refusals of areas after which no more lines are tried. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_REFUSALS 6
/* count: lines kept of those that are free at the first place. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_KEPT 6
/* count: lines tried at other places where none has been free so far. Tuned: how fine a map is told. */
#define TL_BOARD_LOOK_ELSEWHERE 3
/* count: joins that were free lately. Tuned: how fine a map is told. */
#define TL_BOARD_RECENT 4
/* count: places for what stopped joins last. Tuned: costs only time. */
#define TL_BOARD_STOPS 64

/* count: points of who looks that are tried for cover. Tuned: how fine a map is told. */
#define TL_BOARD_BARE_VIEWS 3
/* count: points of the target that are looked at. Derived: the table in uncovered.c. */
#define TL_BOARD_BARE_PARTS 8
/* count: places of either body. Derived: the middle and the corners. */
#define TL_BOARD_BARE_PLACES 5
/* count: parts that are tried to be proved hidden. Tuned: how fine a map is told. */
#define TL_BOARD_BARE_PROOFS 3
/* work: of such a proof. Tuned: how fine a map is told. */
#define TL_BOARD_BARE_BUDGET 8000
/* work: ... that won't be asked again in parts. Tuned: how fine a map is told. */
#define TL_BOARD_BARE_THOROUGH_BUDGET 24000
/* mm: parts are so wide at least, half across. Tuned: how fine a map is told: any that is at least as wide as the
 * tolerance shows cover. */
#define TL_BOARD_BARE_WIDE 0.1

/* --- Maps --------------------------------------------------------------------------------------------------------- */

/* count: cells of a map. Settled: with more the question is refused. */
#define TL_BOARD_MOST_CELLS 4000000.0
/* mm: the smallest cell. Settled: docs/analysis.md and the message say so. */
#define TL_BOARD_LEAST_CELL 0.5
/* mm: the largest. Settled: as TL_BOARD_LEAST_CELL. */
#define TL_BOARD_MOST_CELL 1000.0
/* count: times the usual work. Settled: the message says so. */
#define TL_BOARD_MOST_EFFORT 1000
/* mm: tiles are about so wide. Tuned: how fine a map is told: proofs of a tile share what was looked up. */
#define TL_BOARD_TILE_MM 160.0
/* mm: ... where each keeps what all who look see of it. Tuned: how fine a map is told, as TL_BOARD_TILE_MM. */
#define TL_BOARD_BACK_MM 320.0
/* count: cells along a tile, a power of 2. Tuned: how fine a map is told, as TL_BOARD_TILE_MM. */
#define TL_BOARD_MOST_TILE 64
/* count: nodes, times tiles: under 1 GB. Settled: with more the question is refused. */
#define TL_BOARD_MOST_NODES 2e7
/* count: cells of a tile, as far as TL_BOARD_MOST_NODES goes. Derived: tiles have 16 cells a side, or more, where cells
 * are small; where they are large there are few. */
#define TL_BOARD_TILE_CELLS 256
/* count: cells along a square of a zone that is divided, a power of 2. Tuned: how fine a map is told. */
#define TL_BOARD_NODE_ROOT 16
/* share: of a quarter of a cell that counts as all of it being open. Derived: less than 1 by more than areas round. */
#define TL_BOARD_ALL_OPEN 0.999
/* seconds: between two writings of what is known. Tuned: costs only time. */
#define TL_BOARD_KEEP_EVERY 10.0
/* share of the progress: what takes no time to speak of. Tuned: costs only time: progress must not stand still. */
#define TL_BOARD_NO_PROGRESS 1e-9
/* bytes: of a checkpoint. Settled: larger ones are refused. */
#define TL_BOARD_CHECKPOINT_BYTES ((size_t)1 << 30)
/* bytes: of the words that it begins with. Derived: room for the longest, and to spare. */
#define TL_BOARD_CHECKPOINT_MAGIC 64
/* bytes: of the digest that it ends with. Derived: two words of 8. */
#define TL_BOARD_CHECKPOINT_DIGEST 16

/* count: posts of a map of heights. Derived: those of TL_BOARD_POST_HEIGHTS. */
#define TL_BOARD_POSTS 10
/* mm: what is asked to be seen over. Settled: docs/analysis.md. */
#define TL_BOARD_POST_HEIGHTS                                                                                          \
    { 2, 5, 10, 15, 20, 30, 40, 60, 80, 120 }
/* mm: half a post's thickness. Settled: thin. */
#define TL_BOARD_POST_HALF 0.05
/* mm: the standard trooper's core, its radius. Settled: docs/analysis.md, for boards without models. */
#define TL_BOARD_TROOPER_RADIUS 6
/* mm: ... where the axis of its core begins. Settled: as TL_BOARD_TROOPER_RADIUS. */
#define TL_BOARD_TROOPER_LOW 9
/* mm: ... and ends. Settled: as TL_BOARD_TROOPER_RADIUS. */
#define TL_BOARD_TROOPER_HIGH 26
/* mm: ... the radius of its base. Settled: as TL_BOARD_TROOPER_RADIUS. */
#define TL_BOARD_TROOPER_BASE 12.5
/* mm: the height of a standard base. Settled: as TL_BOARD_TROOPER_RADIUS. */
#define TL_BOARD_BASE_HIGH 3
/* mm: half a standard tank's length. Settled: as TL_BOARD_TROOPER_RADIUS. */
#define TL_BOARD_TANK_LENGTH 45
/* mm: half its width. Settled: as TL_BOARD_TROOPER_RADIUS. */
#define TL_BOARD_TANK_WIDTH 27
/* mm: where its core begins. Settled: as TL_BOARD_TROOPER_RADIUS. */
#define TL_BOARD_TANK_LOW 6
/* mm: ... and ends. Settled: as TL_BOARD_TROOPER_RADIUS. */
#define TL_BOARD_TANK_HIGH 40

/* --- Findings ----------------------------------------------------------------------------------------------------- */

/* count: squares of a study. Settled: with more the question is refused. */
#define TL_BOARD_MOST_SQUARES 4000
/* count: squares along the longer side where a study names none. Settled: docs/analysis.md. */
#define TL_BOARD_STUDY_ACROSS 18
/* mm: the largest square, and degrees: the largest facing. Settled: what is larger is a mistake. */
#define TL_BOARD_LARGEST 1e6
/* share of the table: the depth of a zone that isn't named. Settled: docs/analysis.md. */
#define TL_BOARD_ZONE_DEPTH 0.25
/* mm: pairs of places by their distance: bin k from k to k + 1 steps. Settled: docs/analysis.md. */
#define TL_BOARD_STEP 200.0
/* count: such steps; what is farther is in the last. Derived: 12.8 m: no table is longer. */
#define TL_BOARD_MOST_STEPS 64
/* mm: terrain's boxes are larger by this. Derived: outlines of meshes may be larger by no more. */
#define TL_BOARD_OUTLINE_ROOM 0.01

/* seconds of a processor: what stages of a study take on usual tables, for each pair. Tuned: costs only time: how the
 * progress is told. */
#define TL_BOARD_STAGE_EACH                                                                                            \
    { 1.25e-4, 0, 5.3e-4, 2.5e-4, 1.3e-4 }
/* seconds of a processor: ... beside that. Tuned: costs only time, as TL_BOARD_STAGE_EACH. */
#define TL_BOARD_STAGE_BESIDES                                                                                         \
    { 0, 0.2, 0, 0, 3 }
/* seconds of a processor: ... for a proof of a leak. Tuned: costs only time, as TL_BOARD_STAGE_EACH. */
#define TL_BOARD_STAGE_LEAK 0.03

/* count: lanes listed. Settled: docs/analysis.md. */
#define TL_BOARD_MOST_LANES 8
/* count: strips that are tried. Tuned: how fine: fewer may be found. */
#define TL_BOARD_LANES_ASKED 3000
/* count: parts of it that each of two lists of the longest may take. Tuned: how fine: fewer may be found. */
#define TL_BOARD_LANES_LONGEST_PART 3
/* count: ... that each width may take. Tuned: how fine: fewer may be found. */
#define TL_BOARD_LANES_WIDTH_PART 10
/* count: of the longest. Settled: docs/analysis.md. */
#define TL_BOARD_LANES_LONGEST 5
/* count: of these, wherever they are; the rest from zone to zone. Settled: docs/analysis.md. */
#define TL_BOARD_LANES_PER_KIND 3
/* mm: how wide strips are. Settled: docs/analysis.md. */
#define TL_BOARD_LANE_WIDTHS                                                                                           \
    { 25, 50, 75, 100, 150, 200, 300 }
/* share of the longest lane: what is shorter is no lane, however wide. Settled: what is told as one. */
#define TL_BOARD_LANES_LEAST 0.4
/* count of cells: lanes both of whose ends are nearer to one listed aren't. Settled: what is told as another one. */
#define TL_BOARD_LANES_APART 2.5

/* mm: lines through less than so much room on either side are leaks. Settled: docs/analysis.md. */
#define TL_BOARD_LEAK 1.5
/* count: leaks listed. Settled: more hide one another. */
#define TL_BOARD_MOST_LEAKS 40
/* count: ... tried to prove. Tuned: how fine: how many are left is told. */
#define TL_BOARD_MOST_LEAK_PROOFS 4000
/* work: of a line, some two milliseconds. Tuned: how fine: fewer leaks may be found. */
#define TL_BOARD_LEAK_BUDGET 250000
/* work: of a proof, some twenty milliseconds. Tuned: how fine: fewer leaks may be proved. */
#define TL_BOARD_LEAK_PROOF_BUDGET 5000000
/* share of the progress: where proofs begin. Tuned: costs only time: how the progress is told. */
#define TL_BOARD_LEAK_PROOFS_BEGIN 0.1

/* mm: what gaps are true to. Derived: outlines are true to 0.004 each. */
#define TL_BOARD_GAP_ERROR 0.01
/* mm: wider ones aren't listed. Settled: they pass every usual base. */
#define TL_BOARD_GAP_MOST 160.0
/* mm: above a piece's foot: what is higher doesn't stop a base. Settled: docs/analysis.md. */
#define TL_BOARD_GROUND_BAND 30.0
/* count: corners of a disc's footprint, a power of 2. Tuned: how fine: areas are true to a sixth of a percent. */
#define TL_BOARD_DISC_CORNERS 64
/* mm: diameters of usual round bases. Settled: who sells them. */
#define TL_BOARD_BASES                                                                                                 \
    { 25, 32, 40, 50, 60, 80, 100, 120, 150 }
/* count: gaps told in words. Settled: more are in the numbers. */
#define TL_BOARD_GAPS_SAID 12
/* mm: over the ground, so that drawn lines are seen. Settled: how it looks. */
#define TL_BOARD_DRAWN_ABOVE 2.0
/* count: leaks drawn. Settled: more hide the table, and each other. */
#define TL_BOARD_DRAWN_LEAKS 5

/* count: pieces that are moved to make a board fairer. Tuned: how fine: a better move may be missed. */
#define TL_BOARD_FAIRER_PIECES 8
/* count: directions. Derived: the table in fairer.c. */
#define TL_BOARD_FAIRER_DIRECTIONS 8
/* count: lengths of moves. Derived: those of TL_BOARD_FAIRER_MOVES. */
#define TL_BOARD_FAIRER_STEPS 2
/* mm: along each axis that a piece moves along. Settled: docs/analysis.md. */
#define TL_BOARD_FAIRER_MOVES                                                                                          \
    { 100, 200 }
/* count: turns. Derived: those of TL_BOARD_FAIRER_ANGLES. */
#define TL_BOARD_FAIRER_TURNS 3
/* degrees: by which a piece is turned. Settled: docs/analysis.md. */
#define TL_BOARD_FAIRER_ANGLES                                                                                         \
    { 45, 90, 135 }
/* count: edits of a piece. Derived: each direction with each length, and the turns. */
#define TL_BOARD_FAIRER_PER_PIECE (TL_BOARD_FAIRER_DIRECTIONS * TL_BOARD_FAIRER_STEPS + TL_BOARD_FAIRER_TURNS)
/* count: of all edits. Derived: of every piece. */
#define TL_BOARD_FAIRER_MOST (TL_BOARD_FAIRER_PIECES * TL_BOARD_FAIRER_PER_PIECE)
/* count: the best by lines alone that are proved. Tuned: how fine: a better move may be missed. */
#define TL_BOARD_FAIRER_PROVED 3

/* --- Firing positions --------------------------------------------------------------------------------------------- */

/* mm: a cell where none is named. Settled: docs/analysis.md. */
#define TL_BOARD_FIRING_CELL 10
/* mm: the largest. Settled: the message says so. */
#define TL_BOARD_FIRING_MOST_CELL 1000
/* count: cells. Settled: with more the question is refused. */
#define TL_BOARD_FIRING_MOST_CELLS 250000.0
/* mm: tiles are about so wide. Tuned: how fine: less may be proved. */
#define TL_BOARD_FIRING_TILE_MM 320.0
/* count: cells between two looks at the clock, a power of 2. Tuned: costs only time. */
#define TL_BOARD_FIRING_POLL 64
/* count: levels that are looked at. Tuned: how fine: what is higher isn't found. */
#define TL_FIRING_LEVELS 8
/* count: weapons. Derived: the bits of a mask. */
#define TL_FIRING_WEAPONS 64
/* count: places listed where none is named. Settled: docs/analysis.md. */
#define TL_BOARD_FIRING_LISTED 6
/* count: ... at most. Settled: docs/analysis.md. */
#define TL_BOARD_FIRING_MOST_LISTED 50
/* mm: places nearer than this to one that is as good aren't listed. Settled: docs/analysis.md. */
#define TL_BOARD_FIRING_APART 30.0
/* bytes: of what is said of a place. Derived: room for its parts; what doesn't fit is left out. */
#define TL_BOARD_FIRING_TEXT 400
/* share of the progress: when all is mapped. Tuned: costs only time: how the progress is told. */
#define TL_BOARD_FIRING_MAPPED 0.7
/* share of the progress: when all is measured. Tuned: costs only time, as TL_BOARD_FIRING_MAPPED. */
#define TL_BOARD_FIRING_MEASURED 0.8
/* share of the progress: what rulings take. Derived: the rest. */
#define TL_BOARD_FIRING_RULED 0.2

#endif
