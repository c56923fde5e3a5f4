/* oracle.h: what the parts of the oracle share: one campaign on one table, its counts, and the lines it sends.
 *
 * Everything that certifies is held against things that are not us: Embree's rays, an exact check of every triangle
 * (tests/support/exact_check), closed forms, and laws that the truth obeys. */
#ifndef TL_BENCH_ORACLE_H
#define TL_BENCH_ORACLE_H

#include "bench_oracle.h"
#include "cover/cover.h"
#include "scenes.h"
#include "support/sight_laws.h"

/* What kind of pair: standing as models may; piercing terrain; near where the answer turns. */
enum { ORACLE_LEGAL, ORACLE_PIERCING, ORACLE_CRITICAL, ORACLE_KINDS };

enum { ORACLE_CHUNK = 2000, ORACLE_WORST = 5, ORACLE_KEPT = 8 };

/* Points of a target nearer than this to a blocker don't count for cover. */
#define ORACLE_SKIRT 0.6

typedef struct oracle_slow {
    double seconds;
    const char *table;
    uint64_t seed;
    long pair;
    int kind;
    tl_verdict verdict;
    uint64_t work, shafts;
} oracle_slow;

typedef struct oracle_counts {
    size_t verdict[ORACLE_KINDS][3], budget;
    size_t rays, exact_lines, witnesses, self_checked;
    size_t symmetry, asked_again, points, removed, added, moved, threads;
    size_t wide[3], narrow_lines, kernel;     /* questions with a clearance; lines measured; clearances compared */
    size_t limited[3], limited_lines;         /* questions with conditions */
    size_t cover[3], viewpoints, unconfirmed; /* cover of a whole target */
    size_t all_views[3], fractions[3], shares;
    size_t missed;             /* marginal although a sampled ray was free */
    size_t power, power_found; /* yes: how often the same rays would have told */
    size_t wrong;
    double seconds;
    oracle_slow worst[ORACLE_WORST];
} oracle_counts;

/* A pair kept for asking it again from many threads. */
typedef struct oracle_kept {
    bench_body a, b;
    tl_sight sight;
    tl_cover cover;
    bool has_cover;
} oracle_kept;

typedef struct campaign {
    const bench_oracle_options *options;
    uint64_t seed;
    bench_table *table, *moved;
    peer *rays;
    tl_world *bodies; /* slot 0: a, slot 1: b */
    tl_pose motion;   /* of the moved table */
    double motion_slack;
    uint64_t random;
    oracle_counts n;
    long pair;
    oracle_kept kept[ORACLE_KEPT];
    size_t kept_count;
    bench_segment segments[ORACLE_CHUNK];
    uint8_t answers[ORACLE_CHUNK];
} campaign;

/* Asks with a proof; never fails. */
tl_sight oracle_ask(campaign *c, const bench_table *table, const tl_bvh *a, const tl_bvh *b, tl_sight_options options);
const char *oracle_word(tl_verdict verdict);
/* Prints a wrong answer with all that repeats it, and saves the scene. */
void oracle_wrong(campaign *c, const char *what, const bench_body *a, const bench_body *b, tl_vec3 p, tl_vec3 q);

/* --- Lines (oracle_lines.c) --------------------------------------------------------------------------------------- */

/* Whether a free line counts against the answer; NULL: any does. */
typedef bool oracle_judge(campaign *c, void *user, tl_vec3 p, tl_vec3 q);

/* Sends `count` lines between the bodies: random ones, past corners that stopped others, beside lines that little
 * stopped. Those that Embree lets pass and the judge counts are decided exactly. True when one is free. */
bool oracle_some_line(campaign *c, const tl_bvh *a, const tl_bvh *b, long count, oracle_judge *judge, void *user,
                      bench_segment *found);
/* The line from p through v, cut where it leaves off on a body (0 or 1 of the pair last sent lines between); false when
 * it misses it. */
bool oracle_onto_body(campaign *c, int body, tl_vec3 p, tl_vec3 v, tl_vec3 *q);
tl_vec3 oracle_jitter(campaign *c, double by);

/* --- Parts -------------------------------------------------------------------------------------------------------- */

/* A line that an answer gives: free, between the cores, no less clear than it says. */
void oracle_check_witness(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b);
/* Asks about line of sight and checks the answer; `laws`: by its laws as well. */
tl_verdict oracle_check_sight(campaign *c, const bench_body *a, const bench_body *b, int kind, bool laws);
/* Symmetry, other ways to ask, one blocker less or more, motion, a wanted clearance (oracle_laws.c). */
void oracle_check_laws(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b);
/* Turns and shifts the whole table; `c->moved` is NULL when it is too large for that. */
void oracle_make_motion(campaign *c);
/* Keeps a pair, and when enough are kept asks them all from several threads in several orders. Takes both bodies. */
void oracle_keep(campaign *c, bench_body *a, bench_body *b);
void oracle_ask_kept(campaign *c);
/* Lines with a wanted clearance, and bounds of clearance (oracle_clearance.c). */
void oracle_check_clearance(campaign *c, const tl_sight *sight, const bench_body *a, const bench_body *b);
/* Depth in areas, length and direction joined to the search (oracle_limits.c). */
void oracle_check_limits(campaign *c, const bench_body *a, const bench_body *b);
/* Cover, in all its readings (oracle_cover.c). */
void oracle_check_cover(campaign *c, const bench_body *a, const bench_body *b, bool readings);

#endif
