/* attack.h: the state of one attack, shared by what measures it and what tells it. */
#ifndef TL_RULING_ATTACK_H
#define TL_RULING_ATTACK_H

#include "tell/ask.h"
#include "judge/bar.h"
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
    size_t nearest;    /* the member that `limit` was measured to: of a minimum it may be one that wasn't asked about */
    size_t targets;    /* certainly valid */
    tl_verdict *valid; /* per target */
    size_t observer;   /* a friend that sees for it; SIZE_MAX: none does */
    tl_bar bar;        /* whatever the lines say it isn't fired: TL_BAR_NONE, or why */
} tl_shot;

typedef struct tl_attack {
    const tl_inquiry *inquiry;
    const tl_party *from, *to;
    const tl_document_weapon *weapons;
    size_t weapon_count;
    tl_duel *duels;
    tl_verdict *valid;             /* per weapon, attacker, target */
    tl_shot *shots;                /* per weapon, attacker */
    tl_verdict *covers;            /* per target, of the attacker that is looked from: scratch */
    bool *covered;                 /* per sight, attacker: cover is known */
    tl_unit_cover *unit_covers;    /* per sight (the ordinary one, then that of each weapon), attacker */
    tl_pair_sight_result **sights; /* per weapon whose sight differs: per attacker, target; else NULL */
    tl_unseen unseen;              /* the target unit's camouflage */
} tl_attack;

/* Readies an attack of some weapons of a party on another; free with tl_attack_end in any case. The parties must stay.
 */
tl_status tl_attack_begin(tl_attack *attack, const tl_inquiry *inquiry, const tl_party *from, const tl_party *to,
                          const tl_document_weapon *weapons, size_t count, tl_error *error);
void tl_attack_end(tl_attack *attack);
/* Measures everything but cover: may some weapon of some attacker fire at some target? */
tl_status tl_attack_judge(tl_attack *attack, tl_verdict *verdict, tl_error *error);
/* Then looks at the target unit's cover, from every attacker (DB-COV-07, -08). */
tl_status tl_attack_judge_cover(tl_attack *attack, tl_error *error);
/* How many attackers carry a weapon, and the shot of the first of them (of the first attacker when none does). */
size_t tl_attack_carriers(const tl_attack *attack, const tl_shot *shots, const tl_shot **first);
/* May somebody fire a weapon? */
tl_verdict tl_attack_weapon_verdict(const tl_attack *attack, size_t weapon);
/* The lines of the first weapon that may fire, for pictures; else of the first. */
void tl_attack_witness(const tl_attack *attack, tl_answer *answer);

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

/* Why no attacker of a weapon may fire, or what is open. */
void tl_attack_failure_text(const tl_attack *attack, const tl_shot *shots, size_t count, bool open, char *buffer,
                            size_t size);
/* Telling: what decided when no weapon may fire (of those that reach farther than close combat, or of all), a line for
 * a weapon, reasons for it, its fields, who rolls together. */
void tl_attack_name_rule(const tl_attack *attack, bool also_close, tl_answer *answer);
void tl_attack_line(const tl_attack *attack, const tl_document_weapon *weapon, const tl_shot *shots, tl_verdict verdict,
                    tl_answer *answer);
tl_status tl_attack_explain(const tl_attack *attack, size_t number, const tl_document_weapon *weapon,
                            const tl_shot *shots, tl_answer *answer, tl_error *error);
void tl_attack_write_weapon(const tl_attack *attack, const tl_document_weapon *weapon, const tl_shot *shots,
                            tl_verdict verdict, tl_json_writer *writer);
/* A line that says that every shot of a weapon which may fire goes, or may go, through a hole of a mesh; nothing when
 * one needs none. */
void tl_attack_tell_holes(const tl_attack *attack, size_t weapon, tl_answer *answer);
void tl_attack_write_dice_groups(const tl_attack *attack, const tl_document_weapon *weapons, size_t count,
                                 tl_json_writer *writer);

#endif
