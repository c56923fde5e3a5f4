/* margin.h: how far something must be moved over the table before an answer about sight changes: certified bounds.
 *
 * Moves are horizontal, heights stay. `low`: no move that is shorter changes the answer. `high`: a move that does was
 * found, certified like any answer; it need not be the shortest. docs/math/visibility.md has the arguments. */
#ifndef TL_VISIBILITY_MARGIN_H
#define TL_VISIBILITY_MARGIN_H

#include "visibility/sight.h"

/* What is moved: the body b, or (`moves_obstacle`) something among the obstacles. */
typedef struct tl_margin_question {
    const tl_obstacles *obstacles;
    const tl_bvh *a, *b;
    tl_sight_options sight; /* tolerance, least clearance, seed */
    bool moves_obstacle;
    /* An obstacle: that slot. `alone`: the same obstacles without any but it, not even the ground's mesh; NULL: nothing
     * is known of moves that keep the answer no. */
    const tl_obstacles *alone;
    /* When the conditions depend on where b stands: conditions that don't, and that allow only lines which are allowed
     * wherever it stands. Lines after a move are looked for under these, and hidden is what is so without any. */
    bool conditions_move;
    const tl_condition *sure;
    size_t sure_count;
    /* What stands in the way after a move, with the conditions that hold then; NULL: the same as now, as said above. */
    tl_status (*obstacles_at)(void *user, tl_vec2 move, const tl_bvh *b, const tl_obstacles **obstacles,
                              tl_error *error);
    /* Moves up to this length keep what stands in the way as it is (it may depend on where a body stands); 0: any. */
    double reach;
    void *user;
    double limit;    /* how far to look, mm; 0: 600 */
    uint64_t budget; /* work units in all; 0: some seconds */
} tl_margin_question;

typedef struct tl_margin {
    double low, high; /* mm; high INFINITY: none found up to `limit` */
    double limit;
    tl_vec2 move; /* the move found */
    uint64_t work;
} tl_margin;

/* The margin of an answer yes or no, which `sight` is. `margin->low` may be 0: nothing is known. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED; when time is up the bounds found till then stay. */
tl_status tl_margin_measure(tl_context *context, const tl_margin_question *question, const tl_sight *sight,
                            tl_margin *margin, tl_error *error);

/* Whether b stays certainly hidden from a, however it is moved by at most `radius`; with `both`, a being moved as well,
 * in any other way. Conditions don't count. `pieces`: into how many parts the bodies are cut, whose hulls stand for
 * them. */
tl_status tl_margin_hidden(tl_context *context, const tl_obstacles *obstacles, const tl_bvh *a, const tl_bvh *b,
                           double radius, bool both, size_t pieces, const tl_sight_options *options, bool *hidden,
                           uint64_t *work, tl_error *error);

#endif
