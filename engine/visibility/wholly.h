/* wholly.h: are all lines from one convex set to another blocked, or all free? For maps, which ask by the thousand
 * about sets that hold all places of a body at once.
 *
 * Both answers are proofs about every pair of points; between them lies much that is neither. docs/math/maps.md says
 * what maps make of them. */
#ifndef TL_VISIBILITY_WHOLLY_H
#define TL_VISIBILITY_WHOLLY_H

#include "visibility/limits.h"
#include "visibility/search.h"

typedef enum tl_wholly {
    TL_WHOLLY_BLOCKED, /* proved: no line between live points of the two is free */
    TL_WHOLLY_SEEN,    /* some line is free */
    TL_WHOLLY_OPEN     /* neither was found within the work allowed */
} tl_wholly;

/* Proofs about sets inside two given ones. Faces that one proof looked up are there for the next; what is answered
 * depends on the questions asked since the start, in their order. */
typedef struct tl_wholly_search {
    tl_sight_search search;
    tl_sight sight;
    uint64_t work;   /* units spent, all told */
    uint64_t proofs; /* proofs tried */
    bool brief;      /* the last answer came without more than one shell */
} tl_wholly_search;

/* What is proved blocked must be so however surfaces give way (tl_sight_options). */
typedef struct tl_wholly_slack {
    double by;
    bool ground_gives;
} tl_wholly_slack;

/* `slack` may be NULL. `a` and `b` are corners of convex sets that hold all sets asked about. `obstacles` must outlive
 * the search. End it with tl_wholly_end in any case. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_wholly_start(tl_wholly_search *search, tl_context *context, const tl_obstacles *obstacles,
                          const tl_vec3 *a, size_t a_count, const tl_vec3 *b, size_t b_count,
                          const tl_wholly_slack *slack);
void tl_wholly_end(tl_wholly_search *search);

/* A convex set by the polygons of its surface, corner after corner; NULL without memory. With the plane z = 0 as the
 * ground what lies below is cut away. Release with tl_cell_release. */
tl_cell *tl_wholly_cell(tl_wholly_search *search, const tl_vec3 *corners, const uint32_t *sizes, size_t count);

/* Whether no line from a live point of the one set to a live point of the other is free. The sets are those whose
 * surfaces the cells are; where they touch nothing is claimed. Gives up after `budget` units of work; `brief`: when no
 * shell round what one line meets blocks all lines together, which is how most proofs end that end soon. Errors:
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_wholly_blocked(tl_wholly_search *search, tl_cell *a, tl_cell *b, uint64_t budget, bool brief,
                            tl_wholly *answer);

/* Where a line may start or end while everything about the ground is known: the box, and the ground below it. */
typedef struct tl_wholly_end_box {
    tl_box3 box;
    bool over_ground; /* the table's mesh lies below every point of the box, for sure */
} tl_wholly_end_box;

/* Whether every segment from one box to the other is certainly free: it comes no nearer to any blocker than
 * `clearance`, and both ends are outside of solids and above the ground. Conditions are the caller's. `only_ground`:
 * per slot, role bits of the table's mesh alone; NULL where the ground is the plane. Errors as above. */
tl_status tl_wholly_free(tl_context *context, const tl_obstacles *obstacles, const uint8_t *only_ground, double scale,
                         const tl_wholly_end_box *a, const tl_wholly_end_box *b, double clearance, bool *all_free);

/* The same to a convex set inside the box `b`: its corners, at most TL_WHOLLY_CORNERS of them; 0: the box itself. */
tl_status tl_wholly_free_to(tl_context *context, const tl_obstacles *obstacles, const uint8_t *only_ground,
                            double scale, const tl_wholly_end_box *a, const tl_wholly_end_box *b,
                            const tl_vec3 *corners, size_t count, double clearance, bool *all_free);

/* No coordinate of what blocks, or of the boxes, is larger in magnitude. */
double tl_wholly_scale(const tl_obstacles *obstacles, tl_box3 a, tl_box3 b);

#endif
