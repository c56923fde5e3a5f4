/* attack.h: an attack: what holds for every weapon, attacker and target, and what comes of it for each weapon. */
#ifndef TL_JUDGE_ATTACK_ATTACK_H
#define TL_JUDGE_ATTACK_ATTACK_H

#include "judge/bar.h"
#include "judge/cover/unit.h"
#include "judge/measure/arc.h"
#include "judge/party.h"
#include "judge/measure/range.h"
#include "judge/sight/pair_close.h"
#include "judge/sight/unseen.h"
#include "judge/special.h"

/* What is the same for every weapon: attackers times targets. */
typedef struct tl_duel {
    tl_range_result range;
    tl_pair_sight_result sight;
} tl_duel;

/* One weapon in the hands of one attacker. */
typedef struct tl_shot {
    bool absent;        /* the attacker doesn't carry the weapon: all is no */
    tl_verdict verdict; /* some valid target */
    tl_verdict arc, range, los;
    tl_limit limit; /* what range came out as, for the nearest target in range; none: for the nearest */
    bool too_near;
    const tl_reach_rule *reach; /* what shortens its range for that target; NULL: nothing */
    size_t nearest;    /* the member that `limit` was measured to: of a minimum it may be one that wasn't asked about */
    size_t targets;    /* certainly valid */
    tl_verdict *valid; /* per target */
    size_t observer;   /* a friend that sees for it; SIZE_MAX: none does */
    tl_bar bar;        /* whatever the lines say it isn't fired: TL_BAR_NONE, or why */
} tl_shot;

/* The tests of a shot, in the rules' order; behind them that all three hold for one and the same target. */
typedef enum tl_attack_test {
    TL_ATTACK_TEST_NONE,
    TL_ATTACK_TEST_BAR, /* judge/bar.h */
    TL_ATTACK_TEST_ARC,
    TL_ATTACK_TEST_RANGE,
    TL_ATTACK_TEST_SIGHT,
    TL_ATTACK_TEST_TARGET
} tl_attack_test;

/* In what state of cover the targets are of those who may fire a weapon (DB-COV-08). */
typedef enum tl_attack_cover_state {
    TL_ATTACK_COVER_IGNORED, /* it is of no use against the weapon */
    TL_ATTACK_COVER_ALL,
    TL_ATTACK_COVER_NONE,
    TL_ATTACK_COVER_SPLIT, /* from some attackers */
    TL_ATTACK_COVER_OPEN
} tl_attack_cover_state;

/* One weapon in the hands of all who carry it. Attackers and targets are named from 0. */
typedef struct tl_attack_weapon {
    bool carried;       /* by somebody; else the rest says nothing */
    bool counts;        /* false: a weapon for close combat where those don't count */
    tl_verdict verdict; /* may somebody fire it? No where it doesn't count */
    size_t carriers;
    size_t first; /* the first attacker who carries it */
    /* Of a verdict that isn't yes: the test that the attacker stands at who got farthest, and what that rests on. */
    tl_attack_test test;
    size_t farthest;
    tl_cause cause;
    /* Of a yes: how many may fire; at how many targets the one who may fire at most; who of them is nearest. */
    size_t able, most_targets, nearest;
    tl_attack_cover_state cover;
    /* Whose tests are told, one by one: the first attacker who may fire it, else the first who carries it, on his first
     * valid target, else on the first. */
    size_t attacker, target;
    tl_pair_arc_result arc; /* of these two, when it counts */
    tl_cause range_cause;
    const tl_reach_rule *reach; /* what shortens the range that is told; NULL: nothing */
    bool sight_counts;
    bool ignores_cover;
    const tl_skill *ignores_by;          /* NULL: since it is for close combat */
    const tl_skill *chooses_by;          /* its victims are chosen (TL_EFFECT_CHOOSES); NULL: they aren't */
    const tl_pair_sight_result *through; /* every valid shot goes, or may go, through a hole of a mesh: the first
                                            one's; NULL: some needs none */
} tl_attack_weapon;

/* Attackers of one weapon who roll together: the target is in the same state of cover from all of them (DB-COV-08). */
typedef struct tl_dice_group {
    size_t weapon;
    tl_verdict cover;
    size_t first, count; /* in tl_attack.rolling */
    size_t figures;
} tl_dice_group;

typedef struct tl_attack {
    const tl_inquiry *inquiry;
    const tl_party *from, *to;
    const tl_document_weapon *weapons;
    size_t weapon_count;
    tl_verdict verdict; /* may some weapon of some attacker fire at some target? */
    tl_duel *duels;
    tl_verdict *valid;             /* per weapon, attacker, target */
    tl_shot *shots;                /* per weapon, attacker */
    tl_verdict *covers;            /* per target, of the attacker that is looked from: scratch */
    bool *covered;                 /* per sight, attacker: cover is known */
    tl_unit_cover *unit_covers;    /* per sight (the ordinary one, then that of each weapon), attacker */
    tl_pair_sight_result **sights; /* per weapon whose sight differs: per attacker, target; else NULL */
    tl_unseen unseen;              /* the target unit's camouflage */
    /* Once summed up: */
    tl_cause cause;          /* what decided (tl_attack_decided_by); else that all tests must hold at once */
    tl_attack_weapon *found; /* per weapon */
    tl_dice_group *groups;
    size_t group_count;
    size_t *rolling; /* attackers */
} tl_attack;

/* Readies an attack of some weapons of a party on another; free with tl_attack_end in any case. The parties must stay.
 */
tl_status tl_attack_begin(tl_attack *attack, const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                          const tl_document_weapon *weapons, size_t count, tl_error *error);
void tl_attack_end(tl_attack *attack);
/* Measures everything but cover, and gives the verdict. */
tl_status tl_attack_judge(tl_attack *attack, tl_error *error);
/* Then looks at the target unit's cover, from every attacker (DB-COV-07, -08). */
tl_status tl_attack_judge_cover(tl_attack *attack, tl_error *error);
/* And then finds for each weapon what is to be told, and who rolls together. `also_close`: weapons for close combat
 * count. */
tl_status tl_attack_sum_up(tl_attack *attack, bool also_close, tl_error *error);

/* What decided an attack that is summed up: when no weapon may fire, the test at which the one stands that got farthest
 * of those that count; else, and when there is none, `otherwise`. */
tl_cause tl_attack_decided_by(const tl_attack *attack, tl_verdict verdict, tl_cause otherwise);

/* May somebody fire a weapon? */
tl_verdict tl_attack_weapon_verdict(const tl_attack *attack, size_t weapon);
/* The sight of one attacker to one target that counts for a weapon. */
const tl_pair_sight_result *tl_attack_sight(const tl_attack *attack, size_t weapon, size_t i, size_t j);
/* The weapon's field of fire: that of a rider's weapon may be its carrier's sides. */
tl_status tl_attack_arc(const tl_attack *attack, const tl_document_weapon *weapon, size_t i, size_t j,
                        tl_pair_arc_result *arc, tl_error *error);
/* Cover of the target unit from one attacker as a weapon (index) sees it; NULL: not looked at. */
const tl_unit_cover *tl_attack_unit_cover(const tl_attack *attack, size_t weapon, size_t i);
/* Whether cover is of no use against a weapon: one for close combat (DB-CC-02), or by a skill, `*skill` then. */
bool tl_attack_ignores_cover(const tl_attack *attack, const tl_document_weapon *weapon, const tl_skill **skill);
/* Cover of the target unit from one attacker, as far as the weapon (one of the attack's) cares. */
tl_verdict tl_attack_cover(const tl_attack *attack, const tl_document_weapon *weapon, size_t i);

#endif
