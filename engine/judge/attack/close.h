/* close.h: who reaches whom in close combat (DB-CC-01), and sees him (DB-CC-03). */
#ifndef TL_JUDGE_ATTACK_CLOSE_H
#define TL_JUDGE_ATTACK_CLOSE_H

#include "judge/sight/pair_close.h"

typedef struct tl_close_combat {
    const tl_party *from, *to;
    tl_verdict verdict; /* some attacker reaches some target, and sees him */
    tl_cause cause;
    tl_melee *pairs;       /* per attacker, target */
    tl_verdict *attackers; /* per attacker: can he fight somebody? */
    size_t able;           /* attackers who certainly can */
    size_t best; /* the pair that gets farthest; of equals the one with the most to spare. It is what is told */
    bool seen;   /* sight counts between these two, and was looked for */
    bool hidden; /* no: for want of sight alone */
    const tl_party *inside; /* of the two the one that is inside a transport: nobody fights it there; NULL: none */
    bool aircraft;          /* one is an aircraft, and has no part in close combat (DB-CC-02); the verdict doesn't count
                               it */
} tl_close_combat;

/* The parties must stay. Free with tl_close_combat_free in any case. Errors: memory; what measuring fails with. */
tl_status tl_close_combat_judge(const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                                tl_close_combat *found, tl_error *error);
void tl_close_combat_free(const tl_inquiry *inquiry, tl_close_combat *found);

#endif
