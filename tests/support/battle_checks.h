/* battle_checks.h: laws between answers about one battle, and what looks whether they hold: one question against
 * others, and against plain geometry. */
#ifndef TL_TESTS_BATTLE_CHECKS_H
#define TL_TESTS_BATTLE_CHECKS_H

#include "support/battle_laws.h"

#include <math.h>
#include <string.h>

enum {
    LAW_ATTACK_PARTS,
    LAW_ATTACK_SUMS,
    LAW_ATTACK_ALONE,
    LAW_ATTACK_ARC,
    LAW_ATTACK_RANGE,
    LAW_ATTACK_SIGHT,
    LAW_ATTACK_REFUSED,
    LAW_ATTACK_COVER,
    LAW_DICE_GROUPS,
    LAW_CLOSE_ATTACK,
    LAW_CLOSE_REACH,
    LAW_SIGHT_MUTUAL,
    LAW_HIDDEN_COVERED,
    LAW_HALF_COVERED,
    LAW_RANGE_MUTUAL,
    LAW_RANGE_LIMIT,
    LAW_WITHIN_RANGE,
    LAW_REACT_PARTS,
    LAW_REACT_ATTACK,
    LAW_REACT_TURN,
    LAW_REACT_NO_TURN,
    LAW_REACT_PUT,
    LAW_TEMPLATE_UNDER,
    LAW_TEMPLATE_HIT,
    LAW_TEMPLATE_COUNT,
    LAW_BEST_REPLAYED,
    LAW_BEST_BOUND,
    LAW_PASSENGERS,
    LAW_COHESION_PAIRS,
    LAW_MOVE_STANDS,
    LAW_MOVE_REACHED,
    LAW_MOVE_REFUSED,
    LAW_MOVE_MARCH,
    LAW_MOVE_STOP,
    LAW_REACH_STANDS,
    LAW_REACH_NEAR,
    LAW_MAP_SIGHT,
    LAW_MAP_COVER,
    LAW_FIRING_SHOT,
    LAW_FIRING_PLACE,
    LAW_MARGIN_TURNS,
    LAW_MARGIN_KEEPS,
    LAW_TWIN_QUARTER,
    LAW_TWIN_SHIFT,
    LAW_TWIN_ORDER,
    LAW_TWIN_STRANGER,
    LAW_TWIN_INCHES,
    LAW_TWIN_LONGER,
    LAW_TWIN_MINES,
    LAW_TWIN_CROWD,
    LAW_TWIN_WALL,
    BATTLE_LAWS_HELD
};

extern const battle_law battle_laws[BATTLE_LAWS_HELD];

/* The battle that is looked at. */
extern battle_bout *battle_now;

/* mm */
#define BATTLE_GAME_UNIT 100.0
#define BATTLE_TOLERANCE 0.05

#define BATTLE_ASK(...) battle_ask(battle_now, &battle_now->made, __VA_ARGS__)
#define BATTLE_EACH(item, list)                                                                                        \
    for (const tl_json_value *item = (list) != NULL && (list)->count > 0 ? (list)->items : NULL;                       \
         item != NULL && item < (list)->items + (list)->count; item++)

static inline const battle_unit *battle_unit_of(size_t u) {
    return &battle_now->battle.units[u];
}

static inline const char *battle_word_of(const tl_json_value *value, const char *path) {
    const tl_json_value *found = value != NULL ? made_find(value, path) : NULL;
    return found != NULL && found->kind == TL_JSON_STRING ? found->text : "";
}

static inline double battle_number_of(const tl_json_value *value, const char *path) {
    const tl_json_value *found = value != NULL ? made_find(value, path) : NULL;
    return found != NULL && found->kind == TL_JSON_NUMBER ? found->number : NAN;
}

static inline char battle_both(char a, char b) {
    return a == 'n' || b == 'n' ? 'n' : a == 'y' && b == 'y' ? 'y' : 'm';
}

static inline char battle_either(char a, char b) {
    return a == 'y' || b == 'y' ? 'y' : a == 'n' && b == 'n' ? 'n' : 'm';
}

static inline bool battle_has_skill(const battle_unit *unit, const char *skill) {
    return (unit->skill != NULL && strcmp(unit->skill, skill) == 0) ||
           (unit->kind->skill != NULL && strcmp(unit->kind->skill, skill) == 0);
}

/* Whether a unit sits inside a transport. */
static inline bool battle_is_passenger(const battle_unit *unit) {
    return unit->carrier >= 0 && battle_has_skill(battle_unit_of((size_t)unit->carrier), "transport");
}

static inline bool battle_opposed(char a, char b) {
    return (a == 'y' && b == 'n') || (a == 'n' && b == 'y');
}

/* Whether a weapon that reaches farther than close combat may fire in an attack of a unit. */
bool battle_fires(const tl_json_value *attack, size_t a);

/* Attacks of one unit on another: what they are made of, asked for alone; close combat. */
void battle_check_attack(size_t a, size_t b);
/* Close combat of men against a base, in plain geometry. */
void battle_check_reach_of_men(size_t a, size_t b);
/* Sight, cover and range of two units, both ways. */
void battle_check_pair(size_t a, size_t b);
/* Who sits inside a transport is measured as it. */
void battle_check_passengers(size_t a, size_t b);
/* Reactions, with the turn that goes before. */
void battle_check_react(size_t a, size_t b);
/* Templates laid anywhere, and where they lie best. */
void battle_check_templates(void);
/* Moves of a unit, and the ground that it reaches. */
void battle_check_moves(size_t u);
/* The distances of a unit's models. */
void battle_check_cohesion(size_t u);
/* A map against rulings at places of its cells. */
void battle_check_map(size_t u, const char *name, size_t law);
/* Firing positions against attacks from there. */
void battle_check_firing(size_t a, size_t b);
/* A margin of sight against sight after such moves. */
void battle_check_margin(size_t a, size_t b);

#endif
