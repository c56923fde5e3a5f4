/* look.h: what a body somewhere in one rectangle sees of another somewhere in a second one: surely nothing, surely
 * something from every place of every place, or neither is proved. */
#ifndef TL_BOARD_REGION_LOOK_H
#define TL_BOARD_REGION_LOOK_H

#include "board/limits.h"
#include "board/region/ground.h"
#include "board/region/proofs.h"
#include "judge/between/regions.h"

typedef enum tl_board_answer {
    TL_BOARD_NONE, /* proved: wherever the two stand, no line between them is free */
    TL_BOARD_ALL,  /* proved: wherever they stand, some line is */
    TL_BOARD_OPEN  /* neither is proved */
} tl_board_answer;

/* One end: a body and where it may be. */
typedef struct tl_board_end {
    tl_board_region places;
    tl_region region;
    bool over_ground; /* the table's mesh lies below every place */
} tl_board_end;

tl_board_end tl_board_end_in(const tl_board_body *body, tl_board_rect rect, const tl_board_ground *ground);
/* A member where it stands; its body was made with tl_board_body_placed. */
tl_board_end tl_board_end_of(const tl_board_body *body, const tl_table *table, size_t member);

/* Two aims, by number, of the body that looks and the one looked at. */
typedef struct tl_board_join {
    uint8_t from, to;
} tl_board_join;

/* A triangle that stopped a line. */
typedef struct tl_board_stop {
    uint32_t slot, triangle; /* slot UINT32_MAX: none yet */
} tl_board_stop;

/* What looking from one set of ends to another shares. Belongs to one thread. */
typedef struct tl_board_looker {
    tl_context *context;
    const tl_region_rules *rules;
    const tl_board_terrain *terrain;
    tl_obstacles least;     /* what proofs share */
    tl_box3 around[2];      /* all ends */
    tl_board_proofs shared; /* by proofs of the same ends */
    double scale;
    tl_board_join recent[TL_BOARD_RECENT]; /* that were free lately, the latest first */
    size_t recent_count;
    tl_board_stop stops[TL_BOARD_STOPS]; /* what stopped such a join last: most likely it does so again */
    double effort;                       /* so many times the usual budget */
    double patience; /* how much of the usual budget proofs get: less while they fail one after another */
    double worth;    /* what those that succeed take, about */
    double hope;     /* that more than a shell proves something: while it is below 1 nothing more is tried */
    bool dark;       /* the last time no line was found free, at no place */
    uint64_t rulings, proofs, work; /* how much was asked */
} tl_board_looker;

/* All ends looked from and at must lie in these; the cases of both fit into the boxes. `effort`: proofs get so many
 * times the usual work; 1 or more. End it in any case. */
void tl_board_looker_start(tl_board_looker *looker, tl_context *context, const tl_region_rules *rules,
                           const tl_board_terrain *terrain, tl_box3 from, tl_box3 to, double effort);
void tl_board_looker_end(tl_board_looker *looker);

/* `*likely`: a line was found with both in the middle of their places. `thorough`: what is not proved now won't be
 * asked in smaller parts. The answer depends on what this looker was asked before, so whoever wants the same map
 * everywhere starts a new one at fixed places. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_board_look(tl_board_looker *looker, const tl_board_end *from, const tl_board_end *to, bool thorough,
                        tl_board_answer *answer, bool *likely, tl_error *error);

/* Whether some line is found with both in the middle of their places: nothing is proved. Errors as above. */
tl_status tl_board_glimpse(tl_board_looker *looker, const tl_board_end *from, const tl_board_end *to, bool *seen,
                           tl_error *error);

/* By how much the bodies at two ends may be off: the larger of both. */
double tl_board_ends_off(const tl_board_end *from, const tl_board_end *to);
/* With how much slack nothing must be seen, where ends are so much off; 0 when nothing is uncertain. */
double tl_board_slack(const tl_region_rules *rules, double ends);

/* The box of a body's core over all places. */
tl_box3 tl_board_core_box(const tl_board_end *end);

/* Whether a single line is free: of blockers, of the ground, and as conditions have it. */
bool tl_board_line_free(const tl_obstacles *o, tl_vec3 p, tl_vec3 q);

#endif
