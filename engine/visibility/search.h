/* search.h: the state of one question, shared by the parts of the search. */
#ifndef TL_VISIBILITY_SEARCH_H
#define TL_VISIBILITY_SEARCH_H

#include "visibility/limits.h"
#include "visibility/certify.h"
#include "visibility/pairs.h"
#include "visibility/patch.h"

typedef struct tl_sight_search {
    tl_context *context;
    const tl_obstacles *obstacles;
    tl_sight_options options; /* defaults filled in */
    tl_sight_body a, b;       /* in canonical order */
    tl_sight_random random;
    tl_cell_scratch scratch;
    tl_sight *sight;                  /* from and to belong to a and b; turned round at the end if need be */
    uint64_t poll_at;                 /* units of work at which to ask again whether to go on */
    bool stopped;                     /* by the caller or by the clock: what is open stays open */
    bool timed_out;                   /* by the clock */
    bool knows_sheet, knows_no_sheet; /* over these parts of the plan the table's mesh is a plain sheet, or none */
    tl_box3 sheet, no_sheet;
    bool underground;           /* some cell was proved dead for lying under the table's mesh */
    double scale;               /* no coordinate of the scene is larger in magnitude */
    uint64_t give_up_at;        /* attempts on a pair are broken off where all work has come to so much */
    bool shells_only;           /* nothing but shells is tried on a pair */
    bool beyond_shells;         /* ... something else has been */
    uint64_t extremal_work;     /* work spent on lines that just pass edges */
    uint64_t narrowing;         /* ... on lines too narrow for a yes */
    bool may_be_narrow;         /* pairs without a line clear enough for a yes may be told as that */
    const tl_sight_pairs *open; /* what is left to prove beside the present pair; NULL: nobody knows */
    bool conformed;             /* the patch holds some triangles only, made to conform */
    uint64_t conform_at;        /* work at which to look again whether they should be */
    bool has_patch;
    tl_patch patch;                      /* what lies between the bodies; gathered when a proof is first tried */
    bool gave_up;                        /* on some pair, at the tolerance or for want of budget */
    double open_clearance;               /* no line through such a pair is clearer than this */
    uint32_t stopped_by[TL_SIGHT_NAMED]; /* slots that stopped the lines tried */
    size_t stopped_count;
    bool only_proofs;                 /* free lines settle nothing (cover asks about whole bodies) */
    bool turned;                      /* a and b are not in the order of the question */
    uint32_t owners[TL_SIGHT_OWNERS]; /* for the recorder: whom the proof of the present pair rests on */
    size_t owner_count;               /* more than TL_SIGHT_OWNERS: too many to tell */
    tl_sight_random checks;           /* for self-checks, apart, so that they don't change the search */
} tl_sight_search;

/* Fills in defaults; a and b in the order given. `sight` is cleared. */
void tl_sight_search_start(tl_sight_search *search, tl_context *context, const tl_obstacles *obstacles, tl_sight_body a,
                           tl_sight_body b, const tl_sight_options *options, tl_sight *sight);
void tl_sight_search_end(tl_sight_search *search);
/* The shaft of a pair of cells, with the slack of the question. */
void tl_sight_shaft(const tl_sight_search *search, const tl_cell *a, const tl_cell *b, tl_shaft *shaft);
/* A cell of all of a body's triangles above a plane ground; NULL without memory, or where the search is stopped. */
tl_cell *tl_sight_body_cell(tl_sight_search *search, const tl_sight_body *body);
/* False when the search should stop, from then on always. Cheap: asks after every fraction of a millisecond's work. */
bool tl_sight_poll(tl_sight_search *search);
/* ... and whether attempts on a pair may go on (give_up_at). */
bool tl_sight_may_try(tl_sight_search *search);
/* What a stopped search returns: TL_ERROR_CANCELLED, or TL_OK when it was the clock, which leaves an answer. */
tl_status tl_sight_stop_status(const tl_sight_search *search);

tl_box3 tl_sight_body_box(const tl_sight_body *body);
/* A random point: a corner half of the time (exact), else inside a triangle (rounded: within 4 ulps of it). */
tl_vec3 tl_sight_body_sample(const tl_sight_body *body, tl_sight_random *random);

/* A line that no mesh blocks has been found, its ends on the bodies or nearly so: puts them there, certifies what comes
 * of it (certify.h), widens it when that is wanted, and keeps it if it is better than what is there. True when it
 * settles the question with yes. */
bool tl_sight_offer(tl_sight_search *search, tl_vec3 p, tl_vec3 q);

typedef struct tl_sight_line {
    tl_vec3 from, to; /* of a and of b */
    double clearance;
} tl_sight_line;

/* Moves the ends of a free line over both bodies, where that raises its clearance, until it is above `enough`. */
void tl_sight_widen(tl_sight_search *search, double enough, tl_sight_line *line);

/* The corner of a body that lies farthest out in a direction, to within rounding. */
tl_vec3 tl_sight_body_extreme(const tl_sight_body *body, tl_vec3 direction);

/* Cuts off what the line kept runs inside or behind the two bodies: it then goes from where it leaves the one to where
 * it meets the other, which is a part of the same free line. A small loss of clearance by rounding keeps it as it was.
 */
void tl_sight_shorten(tl_sight_search *search);

/* What came of trying one line. */
typedef enum tl_sight_try_result { TL_TRY_SEEN, TL_TRY_BLOCKED, TL_TRY_UNCLEAR } tl_sight_try_result;
tl_sight_try_result tl_sight_try(tl_sight_search *search, tl_vec3 p, tl_vec3 q);

typedef enum tl_sight_pair_state {
    TL_SIGHT_PAIR_BLOCKED, /* proved: no line of the pair is free */
    TL_SIGHT_PAIR_SEEN,    /* a free line has been found */
    TL_SIGHT_PAIR_NARROW,  /* no line of the pair is clear enough for a yes; only when the search `may_be_narrow` */
    TL_SIGHT_PAIR_OPEN     /* none of these; `cut` says where to divide */
} tl_sight_pair_state;

/* Where a pair of cells is best divided. */
typedef struct tl_sight_pair_cut {
    bool first; /* cut the first cell, not the second */
    tl_vec3 normal;
    double offset;
} tl_sight_pair_cut;

/* Lines that are likely to be free: from the outermost corners of one body to those of the other, and random ones. True
 * when one settles the question. */
bool tl_sight_likely_lines(tl_sight_search *search);

/* Looks along a few lines of a pair of cells and, if they are blocked, tries to prove that all are (when the options
 * say so; the patch must be ready). For an open pair `bound` gets a clearance that none of its lines exceeds. */
tl_status tl_sight_prove(tl_sight_search *search, const tl_sight_pair *pair, tl_sight_pair_state *state,
                         tl_sight_pair_cut *cut, double *bound);

/* Readies the triangles between two cells that contain all others of the question, if that isn't done. */
tl_status tl_sight_ready_patch(tl_sight_search *search, const tl_cell *a, const tl_cell *b);

/* Where the search has cost much, makes the triangles that may matter to what is open conform, unless they are too many
 * for that yet: proofs of this pair and later ones then go over them. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_sight_conform(tl_sight_search *search, const tl_sight_pair *pair);

/* The cut across the longest side of the larger cell. */
void tl_sight_plain_cut(const tl_sight_pair *pair, tl_sight_pair_cut *cut);

/* Whether the table's mesh is a plain sheet over the box's plan, so that points are underground exactly below it. */
bool tl_sight_ground_is_sheet(tl_sight_search *search, tl_box3 box);

/* Whether every point of the cell certainly lies inside a solid or underground; the solids are named. */
bool tl_sight_buried(tl_sight_search *search, const tl_cell *cell);

/* Adds a slot to a list of TL_SIGHT_NAMED, if there is room and it isn't there. */
void tl_sight_add_name(uint32_t *named, size_t *count, uint32_t slot);
/* Names somebody whom the proof of the present pair rests on. */
void tl_sight_name(tl_sight_search *search, uint32_t slot);

/* For the recorder, which may be NULL: the proof of the present pair rests on this owner; on all that hold a triangle
 * in the shell that was crawled last; on whatever blocks this line. */
void tl_sight_record_owner(tl_sight_search *search, uint32_t slot);
void tl_sight_record_shell(tl_sight_search *search);
void tl_sight_record_line(tl_sight_search *search, tl_vec3 p, tl_vec3 q);
/* Forgets them; and hands them over, with the pair that is proved now. False without memory. */
void tl_sight_record_begin(tl_sight_search *search);
bool tl_sight_record_pair(tl_sight_search *search, const tl_cell *a, const tl_cell *b, uint32_t depth);

#endif
