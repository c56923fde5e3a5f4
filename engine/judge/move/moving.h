/* moving.h: a model that moves under the rules: its outline, what it meets, what slows it (DB-MOV). */
#ifndef TL_JUDGE_MOVE_MOVING_H
#define TL_JUDGE_MOVE_MOVING_H

#include "move/contact.h"
#include "judge/referee.h"

/* What an obstacle stands for. */
typedef enum tl_moving_kind {
    TL_MOVING_WALL,       /* DB-MOV-07, -08 */
    TL_MOVING_IMPASSABLE, /* cliffs, deep water */
    TL_MOVING_TRAP,       /* DB-MOV-07: vehicles only */
    TL_MOVING_FOE,        /* DB-MOV-04 */
    TL_MOVING_FRIEND,     /* DB-MOV-04: vehicle and vehicle */
    TL_MOVING_EDGE,       /* of the table */
    TL_MOVING_SHORE       /* of terrain that it may not leave (DT-SPC-15) */
} tl_moving_kind;

/* Terrain that slows, or can't be entered. */
typedef struct tl_moving_region {
    size_t terrain;
    tl_terrain_going going;
    const tl_outline *outline;
    tl_outline own; /* when no area of the table has it */
    double off;     /* the outline is from a mesh that may be off by so much, mm */
} tl_moving_region;

/* What meeting terrain leads to. */
typedef enum tl_moving_meets {
    TL_MOVING_MEETS_TOLD,      /* it is told */
    TL_MOVING_MEETS_FORBIDDEN, /* it isn't gone through so: `row` says why */
    TL_MOVING_MEETS_CROSSED    /* it is crossed, from contact with it */
} tl_moving_meets;

/* Terrain that matters when it is met. */
typedef struct tl_moving_meeting {
    tl_moving_region region;
    size_t first, count; /* of `meeting_edges` */
    const char *rule;
    tl_moving_meets meets;
    bool die; /* ... and a die is due */
} tl_moving_meeting;

typedef struct tl_moving_obstacles {
    tl_context *context;
    tl_obstacle *items;
    size_t count, capacity;
} tl_moving_obstacles;

typedef struct tl_moving {
    const tl_inquiry *inquiry;
    tl_context *context;
    size_t member;
    const tl_document_unit *unit;
    bool foot, flies, rolls; /* rolls for bogging (DB-MOV-06) */
    const tl_skill *over;    /* it flies over terrain (DT-SPC-14), as infantry does: NULL: it doesn't */
    const tl_skill *keeps;   /* that it stays in some terrain; NULL: none does */
    bool ashore;             /* ... and it stands elsewhere */
    double facing_deg;
    tl_vec3 start; /* the member's origin in plan, the surface it stands on */
    double drop;   /* how far its origin stands above that surface */
    double tall;
    tl_figures figures[3]; /* of the parts; of the footprint */
    tl_mover_part parts[2], footprint_part;
    tl_mover mover, footprint;
    tl_moving_region *regions;
    size_t region_count;
    uint8_t *walls, *bearing;    /* per slot */
    uint8_t *stand, *carpet;     /* ... what bears it, but for what it goes through on a die; NULL: nothing of that */
    uint8_t *end_walls;          /* per slot: what it flies over, but may not end in ... */
    tl_moving_obstacles ends;    /* ... and the rims of what it may not enter */
    tl_moving_obstacles stops;   /* what it may not pass */
    tl_moving_obstacles models;  /* what it may not end on (DB-MOV-03) */
    double gap;                  /* mm: so far it keeps off enemies; 0: the system has no such rule */
    tl_moving_obstacles gaps;    /* ... these, model by model */
    tl_moving_obstacles overrun; /* enemies that it runs over, model by model, ... */
    tl_moving_obstacles charged; /* ... and those that a charge may end in contact with */
    tl_moving_obstacles edges;   /* of the regions that slow; `slot` is the terrain's */
    size_t *edge_regions;        /* per one of these: index of its region */
    bool crosses;                /* it may cross terrain that it stands in contact with (`crossed_by`) ... */
    bool *crossed;               /* ... per piece of terrain: it does; NULL: none */
    bool march;
    tl_moving_meeting *meetings; /* terrain that matters when it is met ... */
    size_t meeting_count;
    tl_moving_obstacles meeting_edges; /* ... and its edges */
    double tolerance;
    /* What is uncertain (docs/math/uncertainty.md), mm: the outline of the model, per slot what may stand in its way,
     * the most of all that is near */
    double own_off, *off, most_off;
    double indoors_off; /* the rim of buildings counts as so much farther out; negative: farther in */
} tl_moving;

/* What of a move a caller judges by itself, going along its path. Otherwise nobody crosses terrain from contact, and
 * what isn't gone through is entered by nobody. */
typedef struct tl_moving_asked {
    bool path;  /* it has a path: tl_moving_meeting tells what is met on it */
    bool march; /* ... and is a march */
} tl_moving_asked;

/* Makes everything ready for a member that moves within a box of the plan. Free with tl_moving_free, also when it
 * fails. */
tl_status tl_moving_make(const tl_inquiry *inquiry, size_t member, tl_vec2 low, tl_vec2 high, tl_moving *moving,
                         tl_error *error);
tl_status tl_moving_make_asked(const tl_inquiry *inquiry, size_t member, tl_vec2 low, tl_vec2 high,
                               tl_moving_asked asked, tl_moving *moving, tl_error *error);
void tl_moving_free(tl_moving *moving);

/* The way for tl_move_find_contacts: walls and what may not be passed. */
tl_move_way tl_moving_way(const tl_moving *moving);
/* Whether the owner of a slot is an enemy near its way that it runs over. */
bool tl_moving_runs_over(const tl_moving *moving, size_t slot);
/* The surfaces that it stands on: those of the table, but for what it goes through on a die. */
tl_surfaces tl_moving_surfaces(const tl_moving *moving);
/* Units of work that asking on which heights one can stand at a place takes. */
uint64_t tl_moving_levels_work(const tl_moving *moving);
/* The ground that it follows. */
tl_path_ground tl_moving_ground(const tl_moving *moving);
/* Farther than this from the box round its path nothing is met, when outlines may be off by so much. */
double tl_moving_beyond(const tl_moving *moving, double off);
/* Whether a box is within `reach` of a box of the plan. */
bool tl_moving_near(const tl_box3 *box, tl_vec2 low, tl_vec2 high, double reach);
/* By how much the outline with which a member stands in the way may be off, mm. */
double tl_moving_outline_off(const tl_inquiry *inquiry, size_t member);
/* How much the heights of the ground in a box of the plan may be off, mm. */
double tl_moving_ground_off(const tl_moving *moving, tl_vec2 low, tl_vec2 high);
/* ... that an aircraft comes down on. */
double tl_moving_surface_off(const tl_moving *moving, tl_vec2 low, tl_vec2 high);
/* Slots whose meshes' uncertainty may matter to a move within a box of the plan, at most `capacity`; `most`: how much
 * the most uncertain of them may be off, mm. */
size_t tl_moving_uncertain(const tl_moving *moving, tl_vec2 low, tl_vec2 high, uint32_t *slots, size_t capacity,
                           double *most);
/* A path from a place over corners (tl_path_lay), and what is certain of it. */
typedef struct tl_laid {
    tl_path path;
    double height_off; /* its heights may be off by so much, mm */
    double cost_off;   /* ... and its length */
    bool open;         /* on which surface it goes on depends on that */
} tl_laid;
/* Straight over everything to where it comes down, for who flies over terrain; and whether a model stands below a roof
 * or a floor, above which it passes. */
tl_status tl_moving_lay_over(const tl_moving *moving, tl_vec3 start, const tl_path_corner *corners, size_t count,
                             tl_path *path, tl_error *error);
bool tl_moving_is_above(const tl_moving *moving, size_t other);
tl_status tl_moving_lay(const tl_moving *moving, tl_vec3 start, const tl_path_corner *corners, size_t count,
                        tl_laid *laid, tl_error *error);
/* Whether a piece of terrain covers any of the plan; then its outline: drawn, or seen from above, with by how much it
 * may be off, mm. `own` holds it where nothing else does (tl_outline_free). */
bool tl_moving_has_outline(const tl_moving *moving, size_t terrain);
tl_status tl_moving_outline(const tl_moving *moving, size_t terrain, const tl_outline **outline, tl_outline *own,
                            double *off, tl_error *error);
/* For who moves as a disc, whatever way it faces: makes `gaps` as large as what has to be kept off, and, when that
 * holds on the whole way, something that it may not pass. `near`: it stands so near to somebody that this isn't the
 * same as what a move is held against. Errors: memory. */
tl_status tl_moving_keep_off(tl_moving *moving, bool *near, tl_error *error);
/* Whether nobody enters terrain, or not this one. */
bool tl_moving_is_closed(const tl_moving_region *region);
/* Whether a place lies inside a building. */
bool tl_moving_indoors(const tl_moving *moving, tl_vec2 at);
/* How far it may move, mm, by its own rating and, below it or not, in terrain (DB-MOV-01, -05). Errors: no rating. */
tl_status tl_moving_allowance(const tl_moving *moving, bool march, double *own, double *in_terrain, tl_error *error);

#endif
