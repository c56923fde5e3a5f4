/* tell_attack.h: telling an attack, weapon by weapon; what of that reactions tell, too. */
#ifndef TL_TELL_TELL_ATTACK_H
#define TL_TELL_TELL_ATTACK_H

#include "judge/attack/attack.h"
#include "tell/answer.h"

/* Fills verdict, cause, sentences, reasons, fields, witness and notes of guesses. The attack is summed up. */
void tl_tell_attack(const tl_attack *attack, tl_answer *answer);

/* Of one weapon (index), for an answer whose list `weapons` is open: */
/* Why no attacker may fire it, or what is open, as the end of a sentence. */
void tl_tell_attack_failure(const tl_attack *attack, size_t weapon, char *buffer, size_t size);
/* A line that says that every valid shot goes, or may go, through a hole of a mesh; nothing when one needs none. */
void tl_tell_attack_holes(const tl_attack *attack, size_t weapon, tl_answer *answer);
/* One reason per test, in the rules' order. */
void tl_tell_attack_tests(const tl_attack *attack, size_t weapon, tl_answer *answer);
/* Its fields, as an object. */
void tl_tell_put_attack_weapon(const tl_attack *attack, size_t weapon, tl_json_writer *writer);

/* The lines of the first weapon that may fire, for pictures; else of the first. */
void tl_tell_attack_witness(const tl_attack *attack, tl_answer *answer);

#endif
