/* placement_search.h: the search for the best placements of a template by branch and bound, of blasts and of flames.
 *
 * Candidates are the models that a placement may hit. Cells of placements are bounded from above by the candidates that
 * some placement of the cell could hit; placements that are tried are judged like any other, and the best are listed.
 */
#ifndef TL_JUDGE_TEMPLATE_PLACEMENT_SEARCH_H
#define TL_JUDGE_TEMPLATE_PLACEMENT_SEARCH_H

#include "judge/template/best_place.h"
#include "judge/template/strike.h"
#include "template/search.h"

typedef enum tl_candidate_role { TL_CANDIDATE_NONE, TL_CANDIDATE_ENEMY, TL_CANDIDATE_FRIEND } tl_candidate_role;

/* What is known of a member before the search. */
typedef struct tl_candidate {
    tl_candidate_role role;
    size_t figures; /* that share its base: as many are hit with it (DB-BLA-09) */
    tl_box3 box;    /* of what is measured on it */
    double foot;
    size_t level;
    bool in_building, maybe_in_building;
    bool near; /* blasts: some place of the cell in hand could hit it */
} tl_candidate;

typedef struct tl_placement_search {
    const tl_inquiry *inquiry; /* a quick one */
    tl_question question;
    const tl_template_rule *rule;
    tl_party firers;
    bool has_firer;
    const tl_document_weapon *weapons;
    size_t weapon_count;
    double friends_weight;
    double radius, height;    /* of a blast, and of the eye above its centre */
    double length;            /* of a flame, from its tip to its farthest point */
    tl_candidate *candidates; /* per member */
    size_t words;             /* of a set of members */
    uint8_t *seen;            /* flames: per firer and member, 1 + verdict; 0: not asked yet */
    tl_best *best;
    uint64_t work;
    double best_score;
    bool uncertain; /* something on the table may be off: bounds hold whatever it is like in truth */
} tl_placement_search;

/* How large the template is: radius and height of a blast, length of a flame. */
void tl_placement_measure(tl_placement_search *search);
/* Who may be hit: fills search->candidates, and counts the enemies. */
tl_status tl_placement_find_candidates(tl_placement_search *search, tl_error *error);
/* Judges a placement and lists it when it is as good as the best. `score`: -INFINITY when it may not lie there. */
tl_status tl_placement_try(tl_placement_search *search, const tl_question *placed, double *score, tl_error *error);
/* Puts the list in order: fewer friends first, then more room to slip, then by place. */
void tl_placement_sort(tl_best *best);
/* Whether a firer (0 to their count; SIZE_MAX: any) may lay the template with a weapon (index): it is meant, and
 * carried. */
bool tl_placement_armed(const tl_placement_search *search, size_t firer, size_t weapon);
/* The branch and bound of blasts and of flames: fills search->best. */
tl_status tl_placement_search_blast(tl_placement_search *search, tl_template_search_result *result, tl_error *error);
tl_status tl_placement_search_flame(tl_placement_search *search, tl_template_search_result *result, tl_error *error);
/* What they bound a cell by (tl_template_search_problem; `user`: a measured tl_placement_search with its candidates):
 * of a blast the box that its centre lies in, shrunk in stage 0 to the heights of surfaces in it; of a flame the
 * directions (degrees) that it may point in, by family: the firer, 0 to their count. */
tl_status tl_placement_blast_bound(void *user, tl_template_search_cell *cell, int stage, double best, double *value,
                                   tl_error *error);
tl_status tl_placement_flame_bound(void *user, tl_template_search_cell *cell, int stage, double best, double *value,
                                   tl_error *error);
/* Between which distances from a firer's middle its outline is left, for all directions of an interval (degrees, less
 * than 180 wide): the narrower the interval, the nearer to what tl_member_reach says. */
void tl_placement_flame_tip_distances(const tl_inquiry *inquiry, size_t firer, tl_vec2 middle, double from_deg,
                                      double to_deg, double *low, double *high);

/* Limits of one search: cells, and units of sight's work (10 to 13 ns each). */
enum { TL_PLACEMENT_CELLS = 40000, TL_PLACEMENT_TIES = 400 };
#define TL_PLACEMENT_WORK 400000000u

#endif
