/* sight.h: what a question of sight is asked about, with what options, and its answer. */
#ifndef TL_VISIBILITY_SIGHT_H
#define TL_VISIBILITY_SIGHT_H

#include "conform/joiner.h"
#include "query/condition.h"
#include "query/query.h"
#include "visibility/limits.h"

#define TL_SIGHT_NO_GROUND INT32_MAX

/* What stands in the way of sight lines. */
typedef struct tl_obstacles {
    const tl_world *world;
    const uint8_t *blockers; /* per slot: role bits that block (0: transparent) */
    const uint8_t *insides;  /* per slot: not 0 when the closed mesh's inside blocks as well; may be NULL */
    int ground_slot;         /* the slot of the table's mesh, whose lowest sheet is the ground; -1: the plane z = 0;
                                TL_SIGHT_NO_GROUND: there is none */
    const tl_box3 *sheet;    /* over this part of the plan that mesh is known to be a plain sheet (ground.c), all of its
                                pieces blocking; NULL: not known, it is looked at where that matters */
    const tl_condition *conditions; /* every line must satisfy all of them */
    size_t condition_count;
    double single_error; /* how far blockers lie at most from where their files, read in single precision, put them, mm:
                            clearances are told less by that, so that they hold there, too */
    tl_joiner *joiner;   /* of the world, asked when a proof is first tried; NULL: each question joins its world anew */
} tl_obstacles;

typedef enum tl_why {
    TL_WHY_NONE,
    TL_WHY_TOLERANCE,
    TL_WHY_BUDGET,
    TL_WHY_TIME,
    TL_WHY_CANCELLED,
    TL_WHY_UNCERTAINTY /* of meshes; told by who knows it */
} tl_why;

/* The word that answers have for it. */
const char *tl_why_word(tl_why why);
/* A budget of work times an effort (0: once), at least 1. */
uint64_t tl_sight_budget(uint64_t usual, double effort);

/* A part of a proof: no line from one cell to the other is free as long as the owners' triangles and conditions stand,
 * whatever else comes or goes. */
typedef struct tl_proved {
    const struct tl_cell *from, *to; /* as the question was asked; visibility/cell.h */
    const uint32_t *owners;          /* slots, each once; TL_SIGHT_PLANE for the plane ground */
    size_t owner_count;              /* 0: not known */
    uint32_t depth;                  /* how often the bodies were cut to come here */
} tl_proved;

#define TL_SIGHT_PLANE UINT32_MAX

/* Who wants to hear the parts of a proof, in the order in which they are found. They prove nothing before the verdict
 * is no. `proved` returns false to end the search for want of memory. */
typedef struct tl_sight_recorder {
    void *user;
    bool (*proved)(void *user, const tl_proved *part);
    bool
        apart; /* wants small parts that rest on one owner each, rather than large ones that rest on several together */
} tl_sight_recorder;

typedef struct tl_sight_options {
    double tolerance;     /* 0: 0.05 mm */
    double min_clearance; /* the line must stay this far from every blocker (0: merely not touch) */
    uint64_t budget;      /* work units (10 to 13 ns each) before giving up; 0: the default, some
                             0.3 s. Work is counted, not timed: the answer is the same on every machine */
    double effort;        /* the budget, given or not, is so many times as large; 0: as it is */
    uint64_t seed;        /* of the question: the same question has the same answer */
    bool prove;           /* false: look for a witness only, never answer no except for inside_solid */
    bool quick;           /* take the first line found, without widening it to one that is good to look at */
    uint32_t check_lines; /* self-check, for tests: this many random lines of every proved bundle are tried */
    double slack;      /* a no must hold however surfaces and the bodies give way: by so much in all, mm (what is on or
                          below a plane ground stays there). Then cells of one slot are only joined where its mesh is,
                          see `joiner` */
    bool ground_gives; /* with slack: the ground's mesh does, too */
    const tl_sight_recorder *recorder; /* told of every part of the proof; NULL: nobody */
} tl_sight_options;

typedef struct tl_sight {
    tl_verdict verdict;
    tl_why why;             /* for marginal; TL_WHY_TIME also for a yes or no whose numbers the time limit cut short */
    bool from_inside_solid; /* all of `a` lies in a solid, or underground: verdict no */
    bool to_inside_solid;
    bool has_line;        /* yes: the witness; marginal: the best line found, if any */
    tl_vec3 from, to;     /* on a's and b's triangles */
    double clearance;     /* of that line, rounded down */
    double max_clearance; /* marginal: no line is clearer than this (INFINITY when nothing is known) */
    double closed_gap;    /* no: lines this clear or less may pass cracks that the proof closed; 0: none can */
    uint32_t named[TL_SIGHT_NAMED]; /* no: slots whose removal alone opens a line, or if none is found (or the question
                                       is quick) those that block; marginal: slots that stopped attempts */
    size_t named_count;
    tl_vec3 attempt_from, attempt_to; /* a typical blocked line and where it is first stopped, for the picture */
    tl_vec3 attempt_stop;
    bool has_attempt;
    uint64_t work;                   /* units spent */
    uint64_t shafts;                 /* pairs of cells visited */
    uint64_t checked, failed_checks; /* self-check: lines tried, and those that were free although proved blocked */
} tl_sight;

/* The same sight as seen from the other end. */
void tl_sight_turn_round(tl_sight *sight);

#endif
