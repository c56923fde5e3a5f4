/* best.h: the placements of a template that catch the most enemies and the fewest friends, certified by a search that
 * bounds every placement from above. */
#ifndef TL_RULING_BEST_H
#define TL_RULING_BEST_H

#include "judge/template/strike.h"
#include "template/search.h"

enum { TL_BEST_LISTED = 5 };

/* One placement: certainly legal; enemies count when they are certainly hit, friends when they may be, figure by
 * figure. */
typedef struct tl_best_place {
    size_t firer;     /* SIZE_MAX: nobody was named */
    tl_vec3 at;       /* a blast's centre */
    double angle_deg; /* a flame's axis */
    double score;
    size_t enemies, friends; /* figures */
    double
        margin_mm; /* it could slip this far, at least, before a model under it, or a friend beside it, changes sides */
    uint64_t *hit; /* bits: members counted, owned by the list */
} tl_best_place;

typedef struct tl_best {
    tl_context *context;
    tl_best_place places[TL_BEST_LISTED]; /* the best first; all of one score, all with other members hit */
    size_t count;
    double upper;   /* no legal placement has a higher score */
    bool proved;    /* the score of the first is `upper`, or none is worth laying */
    bool exhausted; /* the work or the time was spent first */
    bool uncertain; /* meshes that may be off are among what it depends on */
    size_t cells;
    uint64_t work;
    size_t enemies_on_table; /* figures */
} tl_best;

/* Searches. `question`: shape, from, weapon, side, friends_weight. Errors: an unknown side, a firer without such a
 * weapon, a flame without a firer, a place that is given although it is asked for. */
tl_status tl_best_find(const tl_inquiry *inquiry, const tl_question *question, tl_best *best, tl_error *error);
void tl_best_free(tl_best *best);

/* --- Shared by best.c, best_blast.c and best_flame.c -------------------------------------------------------------- */

typedef enum tl_prey { TL_PREY_NONE, TL_PREY_ENEMY, TL_PREY_FRIEND } tl_prey;

/* What is known of a member before the search. */
typedef struct tl_prey_of {
    tl_prey role;
    size_t figures; /* that share its base: as many are hit with it (DB-BLA-09) */
    tl_box3 box;    /* of what is measured on it */
    double foot;
    size_t level;
    bool in_building, maybe_in_building;
} tl_prey_of;

typedef struct tl_hunt {
    const tl_inquiry *inquiry; /* a quick one */
    tl_question question;
    const tl_template_rule *rule;
    tl_party firers;
    bool has_firer;
    const tl_document_weapon *weapons;
    size_t weapon_count;
    double friends_weight, radius, height;
    tl_prey_of *prey; /* per member */
    size_t words;     /* of a set of members */
    uint8_t *seen;    /* flames: per firer and member, 1 + verdict; 0: not asked yet */
    tl_best *best;
    uint64_t work;
    double best_score;
    bool uncertain; /* something on the table may be off: bounds hold whatever it is like in truth */
} tl_hunt;

/* Judges a placement and lists it when it is as good as the best. `score`: -INFINITY when it may not lie there. */
tl_status tl_hunt_try(tl_hunt *hunt, const tl_question *placed, double *score, tl_error *error);
tl_status tl_hunt_blast(tl_hunt *hunt, tl_search_result *result, tl_error *error);
tl_status tl_hunt_flame(tl_hunt *hunt, tl_search_result *result, tl_error *error);
uint64_t tl_hunt_work(void *hunt);

/* Limits of one search: cells, and units of sight's work (some eight nanoseconds each). */
enum { TL_HUNT_CELLS = 40000, TL_HUNT_TIES = 400 };
#define TL_HUNT_WORK 400000000u

#endif
