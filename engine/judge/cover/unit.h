/* unit.h: cover of units from attackers (DB-COV-07). */
#ifndef TL_JUDGE_COVER_UNIT_H
#define TL_JUDGE_COVER_UNIT_H

#include "judge/cover/pair_cover.h"

/* One unit's cover from one attacker (DB-COV-07): at least half of its figures, or of its bases. */
typedef struct tl_unit_cover {
    tl_verdict verdict;
    size_t in_cover; /* certainly */
    size_t undecided;
    size_t of;
} tl_unit_cover;

/* By the verdicts of its members. */
tl_unit_cover tl_judge_unit_cover(const tl_inquiry *inquiry, const tl_party *to, const tl_verdict *members);

/* Cover of a party from one attacking model. */
typedef struct tl_attacker_cover {
    size_t attacker;
    tl_unit_cover unit;
    tl_cause cause;
    tl_pair_cover_result *pairs; /* of every model of the party */
    tl_verdict sees;             /* whether it sees any of them; of a single attacker nobody asks */
} tl_attacker_cover;

/* Cover of a party from another. */
typedef struct tl_judge_cover_found {
    tl_context *context;
    tl_verdict verdict; /* in cover when it is from every attacker that has sight */
    tl_cause cause;     /* of the attacker that decides */
    tl_attacker_cover *attackers;
    size_t attacker_count, target_count;
} tl_judge_cover_found;

/* Free with tl_judge_cover_found_free, also on failure. Errors: the parties overlap; TL_ERROR_MEMORY,
 * TL_ERROR_CANCELLED. */
tl_status tl_judge_cover(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                         tl_judge_cover_found *found, tl_error *error);
void tl_judge_cover_found_free(tl_judge_cover_found *found);

#endif
