/* test_battles_exhaustive.c: what one question allows no other forbids by the same rule. Random battles with everything
 * that a rule system tells apart are asked every question, and the answers are held against one another, against plain
 * geometry, and against the same battle written otherwise.
 *
 * TRUELINE_ROUNDS makes it that many times as long, TRUELINE_SEED makes other battles, TRUELINE_BATTLE asks one of them
 * alone (its number stands in every message), TRUELINE_TELL tells so many breaks of each law. */
#include "support/battle_laws.h"

#include <trueline/trueline.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATTLES = 5 };

enum {
    ATTACK_PARTS,
    ATTACK_SUMS,
    ATTACK_ALONE,
    ATTACK_ARC,
    ATTACK_RANGE,
    ATTACK_SIGHT,
    ATTACK_REFUSED,
    ATTACK_COVER,
    DICE_GROUPS,
    CLOSE_ATTACK,
    CLOSE_REACH,
    SIGHT_MUTUAL,
    HIDDEN_COVERED,
    HALF_COVERED,
    RANGE_MUTUAL,
    RANGE_LIMIT,
    WITHIN_RANGE,
    REACT_PARTS,
    REACT_ATTACK,
    REACT_TURN,
    REACT_NO_TURN,
    REACT_PUT,
    TEMPLATE_UNDER,
    TEMPLATE_HIT,
    TEMPLATE_COUNT,
    BEST_REPLAYED,
    BEST_BOUND,
    PASSENGERS,
    COHESION_PAIRS,
    MOVE_STANDS,
    MOVE_REACHED,
    MOVE_REFUSED,
    MOVE_MARCH,
    MOVE_STOP,
    REACH_STANDS,
    REACH_NEAR,
    MAP_SIGHT,
    MAP_COVER,
    FIRING_SHOT,
    FIRING_PLACE,
    MARGIN_TURNS,
    MARGIN_KEEPS,
    TWIN_QUARTER,
    TWIN_SHIFT,
    TWIN_ORDER,
    TWIN_STRANGER,
    TWIN_INCHES,
    TWIN_LONGER,
    TWIN_MINES,
    TWIN_CROWD,
    TWIN_WALL,
    LAWS
};

/* Names that stand beside a law are breaks that are known; the list is to become empty. */
static const battle_law laws[LAWS] = {
    [ATTACK_PARTS] = {"attack-parts", "DB-RNG-04", NULL},
    [ATTACK_SUMS] = {"attack-sums", "DB-LOS-06", NULL},
    [ATTACK_ALONE] = {"attack-alone", "DB-RNG-04", NULL},
    [ATTACK_ARC] = {"attack-arc", "DB-FOF-05", NULL},
    [ATTACK_RANGE] = {"attack-range", "DB-RNG-01", NULL},
    [ATTACK_SIGHT] = {"attack-sight", "DB-LOS-06", NULL},
    [ATTACK_REFUSED] = {"attack-refused", "DB-RNG-04", NULL},
    [ATTACK_COVER] = {"attack-cover", "DB-COV-08", NULL},
    [DICE_GROUPS] = {"dice-groups", "DB-COV-08", NULL},
    [CLOSE_ATTACK] = {"close-combat-attack", "DB-CC-03", NULL},
    [CLOSE_REACH] = {"close-combat-reach", "DB-CC-01", NULL},
    [SIGHT_MUTUAL] = {"sight-mutual", "DB-LOS-07", NULL},
    [HIDDEN_COVERED] = {"hidden-is-covered", "DB-COV-01", NULL},
    [HALF_COVERED] = {"half-is-covered", "DB-COV-07", NULL},
    [WITHIN_RANGE] = {"within-range", "DB-MSR-05", NULL},
    [MOVE_MARCH] = {"move-march", "DB-MOV-01", NULL},
    [MOVE_STOP] = {"move-stop", "DB-MOV-01", NULL},
    [RANGE_MUTUAL] = {"range-mutual", "DB-MSR-04", NULL},
    [RANGE_LIMIT] = {"range-limit", "DB-MSR-05", NULL},
    [REACT_PARTS] = {"react-parts", "DB-REA-01", NULL},
    [REACT_ATTACK] = {"react-attack", "DB-REA-04", NULL},
    [REACT_TURN] = {"react-turn", "DB-REA-02", NULL},
    [REACT_NO_TURN] = {"react-no-turn", "DB-REA-02", NULL},
    [REACT_PUT] = {"react-put", "DB-REA-02", NULL},
    [TEMPLATE_UNDER] = {"template-under", "DB-BLA-03", NULL},
    [TEMPLATE_HIT] = {"template-hit", "DB-BLA-04", NULL},
    [TEMPLATE_COUNT] = {"template-count", "DB-BLA-09", NULL},
    [BEST_REPLAYED] = {"best-replayed", "DB-BLA-01", NULL},
    [BEST_BOUND] = {"best-bound", "DB-BLA-07", NULL},
    [PASSENGERS] = {"passengers", "DT-SPC-18", NULL},
    [COHESION_PAIRS] = {"cohesion-pairs", "DB-COH-01", NULL},
    [MOVE_STANDS] = {"move-stands", "DB-MOV-03", NULL},
    [MOVE_REACHED] = {"move-reached", "DB-MOV-01", NULL},
    [MOVE_REFUSED] = {"move-refused", "DB-MOV-03", NULL},
    [REACH_STANDS] = {"reach-stands", "DB-MOV-03", NULL},
    [REACH_NEAR] = {"reach-near", "DB-MOV-01", NULL},
    [MAP_SIGHT] = {"map-sight", "DB-LOS-01", NULL},
    [MAP_COVER] = {"map-cover", "DB-COV-01", NULL},
    [FIRING_SHOT] = {"firing-shot", "DB-RNG-04", NULL},
    [FIRING_PLACE] = {"firing-place", "DB-RNG-04", NULL},
    [MARGIN_TURNS] = {"margin-turns", "DB-LOS-01", NULL},
    [MARGIN_KEEPS] = {"margin-keeps", "DB-LOS-01", NULL},
    [TWIN_QUARTER] = {"twin-quarter", "DB-LOS-01", NULL},
    [TWIN_SHIFT] = {"twin-shift", "DB-LOS-01", NULL},
    [TWIN_ORDER] = {"twin-order", "DB-LOS-06", NULL},
    [TWIN_STRANGER] = {"twin-stranger", "DB-LOS-02", NULL},
    [TWIN_INCHES] = {"twin-inches", "DB-UNI-01", NULL},
    [TWIN_LONGER] = {"twin-longer", "DB-RNG-01", NULL},
    [TWIN_MINES] = {"twin-mines", "DT-FRT-10", NULL},
    [TWIN_CROWD] = {"twin-crowd", "DB-LOS-02", NULL},
    [TWIN_WALL] = {"twin-wall", "DB-LOS-02", NULL},
};

static battle_bout *bout; /* the battle that is looked at */

static const double game_unit = 100, tolerance = 0.05;

#define ASK(...) battle_ask(bout, &bout->made, __VA_ARGS__)
#define EACH(item, list)                                                                                               \
    for (const tl_json_value *item = (list) != NULL && (list)->count > 0 ? (list)->items : NULL;                       \
         item != NULL && item < (list)->items + (list)->count; item++)

static const battle_unit *unit_of(size_t u) {
    return &bout->battle.units[u];
}

static const char *word_of(const tl_json_value *value, const char *path) {
    const tl_json_value *found = value != NULL ? made_find(value, path) : NULL;
    return found != NULL && found->kind == TL_JSON_STRING ? found->text : "";
}

static double number_of(const tl_json_value *value, const char *path) {
    const tl_json_value *found = value != NULL ? made_find(value, path) : NULL;
    return found != NULL && found->kind == TL_JSON_NUMBER ? found->number : NAN;
}

static char both(char a, char b) {
    return a == 'n' || b == 'n' ? 'n' : a == 'y' && b == 'y' ? 'y' : 'm';
}

static char either(char a, char b) {
    return a == 'y' || b == 'y' ? 'y' : a == 'n' && b == 'n' ? 'n' : 'm';
}

static bool has_skill(const battle_unit *unit, const char *skill) {
    return (unit->skill != NULL && strcmp(unit->skill, skill) == 0) ||
           (unit->kind->skill != NULL && strcmp(unit->kind->skill, skill) == 0);
}

/* Whether a unit sits inside a transport. */
static bool is_passenger(const battle_unit *unit) {
    return unit->carrier >= 0 && has_skill(unit_of((size_t)unit->carrier), "transport");
}

static bool opposed(char a, char b) {
    return (a == 'y' && b == 'n') || (a == 'n' && b == 'y');
}

/* --- Attacks ------------------------------------------------------------------------------------------------------ */

/* One model's shot: what it is made of, each asked for alone. */
static void check_shot(size_t a, size_t b, const battle_weapon *weapon, const tl_json_value *shot) {
    const battle_unit *to = unit_of(b);
    const char *id = word_of(shot, "id");
    char verdict = battle_verdict(shot, "verdict");
    const tl_json_value *targets = tl_json_find(shot, "targets");
    char parts = both(both(battle_verdict(shot, "arc"), battle_verdict(shot, "range")), battle_verdict(shot, "los"));
    battle_hold(bout, ATTACK_PARTS, verdict != 'y' || (parts == 'y' && targets->count > 0), "%s %s on u%zu", id,
                weapon->id, b);
    for (size_t m = 0; m < to->count && unit_of(a)->carrier < 0 && to->carrier < 0; m++) {
        const char *target = battle_id(b, (int)m);
        bool hit = battle_lists(targets, target);
        const tl_json_value *alone =
            ASK("{'query': 'attack', 'from': '%s', 'to': '%s', 'weapon': '%s'}", id, target, weapon->id);
        char one = battle_verdict(alone, "verdict");
        battle_hold(bout, ATTACK_ALONE, hit ? one != 'n' : one != 'y', "%s %s on %s: %c, listed: %d", id, weapon->id,
                    target, one, hit);
        const tl_json_value *range = ASK("{'query': 'range', 'from': '%s', 'to': '%s'}", id, target);
        double distance = number_of(range, "distance_mm"), most = weapon->most * game_unit;
        if (hit && weapon->most > 0) {
            battle_hold(bout, ATTACK_RANGE, distance <= most + 1e-6, "%s %s on %s at %.6f mm", id, weapon->id, target,
                        distance);
        }
        const tl_json_value *sight = ASK("{'query': 'los', 'from': '%s', 'to': '%s'}", id, target);
        char los = battle_verdict(sight, "verdict");
        bool special = weapon->skill != NULL && strcmp(weapon->skill, "artillery") == 0;
        if (hit && !special) {
            battle_hold(bout, ATTACK_SIGHT, los != 'n', "%s %s on %s: no sight", id, weapon->id, target);
        }
        const tl_json_value *arcs =
            ASK("{'query': 'arc', 'from': '%s', 'to': '%s', 'weapon': '%s'}", id, target, weapon->id);
        char arc = battle_verdict(arcs, "verdict");
        if (hit) {
            battle_hold(bout, ATTACK_ARC, arc != 'n', "%s %s on %s: out of its arc", id, weapon->id, target);
        } else if (los == 'y' && arc == 'y' && verdict == 'n' && weapon->most > 0 && !special) {
            const tl_json_value *near = ASK("{'query': 'range', 'from': '%s', 'to': 'u%zu'}", id, b);
            bool far =
                distance > most - tolerance || number_of(near, "distance_mm") < weapon->least * game_unit + tolerance;
            battle_hold(bout, ATTACK_REFUSED, far, "%s %s on %s: seen, in its arc, %.6f mm", id, weapon->id, target,
                        distance);
        }
    }
}

/* The cover of the target as each attacker who may fire has it, and who rolls together. */
static void check_cover(size_t a, size_t b, const tl_json_value *attack, const tl_json_value *cover) {
    EACH(weapon, tl_json_find(attack, "weapons")) {
        const char *name = word_of(weapon, "id");
        EACH(shot, tl_json_find(weapon, "members")) {
            const tl_json_value *own = battle_item(cover, "attackers", "id", word_of(shot, "id"));
            char told = battle_verdict(shot, "cover"), asked = own != NULL ? battle_verdict(own, "verdict") : 0;
            asked = asked == 0 ? battle_verdict(cover, "verdict") : asked;
            if (told == 0) {
                continue;
            }
            const battle_weapon *w = battle_weapon_of(unit_of(a), name);
            bool ignores = tl_json_find(weapon, "ignores_cover") != NULL || tl_json_find(shot, "ignores_cover") != NULL;
            bool special = w != NULL && w->skill != NULL && strcmp(w->skill, "artillery") == 0;
            battle_hold(bout, ATTACK_COVER, ignores ? told == 'n' : special || !opposed(told, asked),
                        "%s of %s on u%zu: %c, asked alone %c", name, word_of(shot, "id"), b, told, asked);
            size_t groups = 0;
            EACH(group, tl_json_find(attack, "dice_groups")) {
                groups += strcmp(word_of(group, "weapon"), name) == 0 && battle_verdict(group, "cover") == told &&
                          battle_lists(tl_json_find(group, "members"), word_of(shot, "id"));
            }
            battle_hold(bout, DICE_GROUPS, battle_verdict(shot, "verdict") != 'y' || groups == 1, "%s of %s", name,
                        word_of(shot, "id"));
        }
    }
}

static void check_attack(size_t a, size_t b) {
    const tl_json_value *attack = ASK("{'query': 'attack', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *arc = ASK("{'query': 'arc', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *cover = ASK("{'query': 'cover', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *close = ASK("{'query': 'close-combat', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    char all = 'n';
    EACH(weapon, tl_json_find(attack, "weapons")) {
        const battle_weapon *w = battle_weapon_of(unit_of(a), word_of(weapon, "id"));
        const tl_json_value *own = battle_item(arc, "weapons", "id", w->id);
        char sum = 'n';
        EACH(shot, tl_json_find(weapon, "members")) {
            const tl_json_value *lies = battle_item(own, "members", "id", word_of(shot, "id"));
            battle_hold(bout, ATTACK_ARC, !opposed(battle_verdict(shot, "arc"), battle_verdict(lies, "verdict")),
                        "%s of %s on u%zu", w->id, word_of(shot, "id"), b);
            check_shot(a, b, w, shot);
            sum = either(sum, battle_verdict(shot, "verdict"));
            const tl_json_value *grip = battle_item(close, "members", "id", word_of(shot, "id"));
            if (w->most == 0 && unit_of(a)->carrier < 0 && unit_of(b)->carrier < 0) {
                char reach = battle_verdict(grip, "verdict"), may = battle_verdict(shot, "verdict");
                battle_hold(bout, CLOSE_ATTACK, !opposed(reach, may), "%s of %s on u%zu: attack %c, close-combat %c",
                            w->id, word_of(shot, "id"), b, may, reach);
            }
        }
        battle_hold(bout, ATTACK_SUMS, sum == battle_verdict(weapon, "verdict"), "%s on u%zu", w->id, b);
        all = either(all, sum);
    }
    battle_hold(bout, ATTACK_SUMS, all == battle_verdict(attack, "verdict"), "u%zu on u%zu", a, b);
    check_cover(a, b, attack, cover);
}

/* Close combat by plain geometry: discs of men on one floor. */
static void check_reach_of_men(size_t a, size_t b) {
    const battle_unit *from = unit_of(a), *to = unit_of(b);
    bool men = strcmp(from->kind->asset, "man") == 0 && strcmp(to->kind->asset, "man") == 0;
    if (!men || from->carrier >= 0 || to->carrier >= 0) {
        return;
    }
    const tl_json_value *close = ASK("{'query': 'close-combat', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    double best = INFINITY;
    for (size_t i = 0; i < from->count; i++) {
        for (size_t j = 0; j < to->count; j++) {
            best = fmin(best, hypot(from->at[i][0] - to->at[j][0], from->at[i][1] - to->at[j][1]) - 25);
        }
    }
    battle_hold(bout, CLOSE_REACH, best < 50 || battle_verdict(close, "verdict") != 'y', "u%zu, u%zu are %.3f mm apart",
                a, b, best);
}

/* --- Sight, cover, range between two units ------------------------------------------------------------------------ */

/* At least half of the figures of infantry are in cover, or it isn't; from one who looks. */
static void check_half(size_t a, size_t b) {
    const tl_json_value *cover = ASK("{'query': 'cover', 'from': '%s', 'to': 'u%zu'}", battle_id(a, 0), b);
    double sure = 0, open = 0, all = 0, each = strcmp(unit_of(b)->kind->asset, "gun") == 0 ? 3 : 1;
    EACH(member, tl_json_find(cover, "members")) {
        char verdict = battle_verdict(member, "verdict");
        sure += verdict == 'y' ? each : 0;
        open += verdict == 'm' ? each : 0;
        all += each;
    }
    if (cover != NULL && all > 0 && tl_json_find(cover, "skill") == NULL) {
        char wanted = 2 * sure >= all ? 'y' : 2 * (sure + open) < all ? 'n' : 'm';
        battle_hold(bout, HALF_COVERED, battle_verdict(cover, "verdict") == wanted && number_of(cover, "of") == all,
                    "%s looks at u%zu: %g and perhaps %g of %g in cover, told %c", battle_id(a, 0), b, sure, open, all,
                    battle_verdict(cover, "verdict"));
    }
}

static void check_pair(size_t a, size_t b) {
    const tl_json_value *there = ASK("{'query': 'los', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *back = ASK("{'query': 'los', 'from': 'u%zu', 'to': 'u%zu'}", b, a);
    bool camouflaged = tl_json_find(there, "unseen") != NULL || tl_json_find(back, "unseen") != NULL;
    battle_hold(bout, SIGHT_MUTUAL, camouflaged || battle_verdict(there, "verdict") == battle_verdict(back, "verdict"),
                "u%zu, u%zu", a, b);
    const tl_json_value *near = ASK("{'query': 'range', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *far = ASK("{'query': 'range', 'from': 'u%zu', 'to': 'u%zu'}", b, a);
    double distance = number_of(near, "distance_mm");
    battle_hold(bout, RANGE_MUTUAL, fabs(distance - number_of(far, "distance_mm")) < 1e-6, "u%zu, u%zu", a, b);
    for (int k = 0; k < 2; k++) {
        double limit = k == 0 ? distance + 1 : fmax(distance - 1, 0);
        const tl_json_value *within =
            ASK("{'query': 'range', 'from': 'u%zu', 'to': 'u%zu', 'limit_mm': %.17g}", a, b, limit);
        battle_hold(bout, RANGE_LIMIT,
                    battle_verdict(within, "verdict") == (distance < limit ? 'y' : 'n') || distance == 0,
                    "u%zu, u%zu: %.6f of %.6f mm", a, b, distance, limit);
    }
    const tl_json_value *cover = ASK("{'query': 'cover', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    bool as_seen = !has_skill(unit_of(b), "zombie");
    check_half(a, b);
    double radius = floor(test_random_between(&bout->random, 50, 500));
    const tl_json_value *around =
        ASK("{'query': 'within', 'from': 'u%zu', 'to': 'u%zu', 'limit_mm': %g}", a, b, radius);
    battle_hold(bout, WITHIN_RANGE,
                fabs(distance - radius) < 2 * tolerance || around == NULL ||
                    battle_verdict(around, "verdict") == (distance < radius ? 'y' : 'n'),
                "u%zu, u%zu: %.6f mm, within %g: %c", a, b, distance, radius, battle_verdict(around, "verdict"));
    if (battle_verdict(there, "verdict") == 'n' && !camouflaged && as_seen) {
        battle_hold(bout, HIDDEN_COVERED, battle_verdict(cover, "verdict") != 'n', "u%zu sees nothing of u%zu", a, b);
    }
}

static void check_passengers(size_t a, size_t b) {
    if (!is_passenger(unit_of(b)) || unit_of(a)->side == unit_of(b)->side) {
        return;
    }
    const tl_json_value *attack = ASK("{'query': 'attack', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    battle_hold(bout, PASSENGERS, battle_verdict(attack, "verdict") != 'y', "u%zu attacks u%zu inside u%d", a, b,
                unit_of(b)->carrier);
    const tl_json_value *close = ASK("{'query': 'close-combat', 'from': 'u%zu', 'to': 'u%zu'}", b, a);
    battle_hold(bout, PASSENGERS, battle_verdict(close, "verdict") != 'y', "u%zu fights u%zu from inside u%d", b, a,
                unit_of(b)->carrier);
}

/* --- Reactions ---------------------------------------------------------------------------------------------------- */

static bool fires(const tl_json_value *attack, size_t a) {
    EACH(weapon, tl_json_find(attack, "weapons")) {
        const battle_weapon *w = battle_weapon_of(unit_of(a), word_of(weapon, "id"));
        if (w->most > 0 && battle_verdict(weapon, "verdict") == 'y') {
            return true;
        }
    }
    return false;
}

/* A reaction after a turn is the reaction of the model put there turned. */
static void check_turn(size_t a, size_t b, double facing, const tl_place *place, bool proposed) {
    const char *id = battle_id(a, 0);
    char where[256] = "";
    const tl_json_value *turned = ASK("{'query': 'react', 'from': '%s', 'to': 'u%zu', 'facing': %.17g}", id, b, facing);
    battle_hold(bout, proposed ? REACT_TURN : REACT_NO_TURN,
                battle_verdict(turned, "verdict") == 'y' ? proposed && battle_verdict(turned, "turn") == 'y'
                                                         : !proposed,
                "%s turned to %g, reacting to u%zu: %c", id, facing, b, battle_verdict(turned, "verdict"));
    tl_scene *scene = bout->made.scene;
    assert_int_equal(tl_scene_place(scene, id, place->at, place->coordinates, facing, place->level, NULL), TL_OK);
    const tl_json_value *attack = ASK("{'query': 'attack', 'from': '%s', 'to': 'u%zu'}", id, b);
    assert_int_equal(tl_scene_place(scene, id, place->at, place->coordinates, place->facing, place->level, NULL),
                     TL_OK);
    battle_hold(bout, REACT_TURN, !proposed || fires(attack, a), "%s, put there turned to %g, can't fire at u%zu", id,
                facing, b);
    EACH(weapon, tl_json_find(turned, "weapons")) {
        const battle_weapon *w = battle_weapon_of(unit_of(a), word_of(weapon, "id"));
        battle_hold(bout, REACT_PUT,
                    w->most == 0 || battle_agrees(weapon, battle_item(attack, "weapons", "id", w->id), false, where),
                    "%s turned to %g, u%zu: %s", id, facing, b, where);
    }
}

static void check_react(size_t a, size_t b) {
    const battle_unit *from = unit_of(a);
    const tl_json_value *react = ASK("{'query': 'react', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *attack = ASK("{'query': 'attack', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *range = ASK("{'query': 'range', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    char verdict = battle_verdict(react, "verdict");
    bool aircraft = strcmp(from->kind->class, "aircraft") == 0, advanced = has_skill(from, "advanced-reactive-fire");
    double limit = (advanced ? 6 : 4) * game_unit;
    if (verdict == 'y') {
        battle_hold(bout, REACT_PARTS, number_of(range, "distance_mm") <= limit && !aircraft && fires(attack, a),
                    "u%zu to u%zu", a, b);
    } else if (verdict == 'n' && !aircraft && from->side != unit_of(b)->side) {
        battle_hold(bout, REACT_PARTS, number_of(range, "distance_mm") > limit - tolerance || !fires(attack, a),
                    "u%zu to u%zu is refused", a, b);
    }
    EACH(weapon, tl_json_find(react, "weapons")) {
        const battle_weapon *w = battle_weapon_of(from, word_of(weapon, "id"));
        const tl_json_value *same = battle_item(attack, "weapons", "id", w->id);
        char where[256];
        if (w->most > 0) {
            battle_hold(bout, REACT_ATTACK, battle_agrees(weapon, same, false, where), "u%zu to u%zu, %s: %s", a, b,
                        w->id, where);
        }
    }
    tl_place place = TL_PLACE_INIT;
    double advice = number_of(react, "turn_to_deg");
    if (from->count != 1 || from->carrier >= 0 || verdict != 'n' || from->side == unit_of(b)->side) {
        return;
    }
    assert_int_equal(tl_scene_place_of(bout->made.scene, battle_id(a, 0), &place, NULL), TL_OK);
    for (int k = 0; isnan(advice) && k < 6; k++) {
        check_turn(a, b, test_random_between(&bout->random, 0, 360), &place, false);
    }
    if (!isnan(advice)) {
        check_turn(a, b, advice, &place, true);
    }
}

/* --- Templates ---------------------------------------------------------------------------------------------------- */

/* What a template's answer says of itself: hits are what is under, seen and on the level struck; discs of men are under
 * a blast as plain geometry says; nobody inside a transport is. */
static void check_template(const tl_json_value *answer, const double *at) {
    double total = 0;
    EACH(unit, tl_json_find(answer, "units")) {
        double count = 0;
        EACH(member, tl_json_find(unit, "members")) {
            char hit = battle_verdict(member, "hit"), under = battle_verdict(member, "under");
            char level = battle_verdict(member, "struck"), spared = tl_json_find(member, "spared") != NULL ? 'n' : 'y';
            char made = both(both(under, battle_verdict(member, "los")), both(level != 0 ? level : 'y', spared));
            battle_hold(bout, TEMPLATE_HIT, hit != 'y' || made == 'y', "%s is hit", word_of(member, "id"));
            const char *id = word_of(member, "id");
            size_t u = id[0] == 'u' ? (size_t)(id[1] - '0') : SIZE_MAX;
            count += hit == 'y' ? (u != SIZE_MAX && strcmp(unit_of(u)->kind->asset, "gun") == 0 ? 3 : 1) : 0;
            battle_hold(bout, PASSENGERS, u == SIZE_MAX || !is_passenger(unit_of(u)) || under != 'y',
                        "%s inside a transport is under the template", id);
            if (at != NULL && u != SIZE_MAX && strcmp(unit_of(u)->kind->asset, "man") == 0) {
                const double *own = unit_of(u)->at[id[3] - '0'];
                double gap = hypot(at[0] - own[0], at[1] - own[1]) - 87.5;
                battle_hold(bout, TEMPLATE_UNDER, under == (gap < 0 ? 'y' : 'n') || fabs(gap) < 2 * tolerance,
                            "%s: %.4f mm from the rim, %c", id, gap, under);
            }
        }
        battle_hold(bout, TEMPLATE_COUNT, number_of(unit, "count") == count, "%s: %g figures, told %g",
                    word_of(unit, "unit"), count, number_of(unit, "count"));
        total += number_of(unit, "count");
    }
    battle_hold(bout, TEMPLATE_COUNT, number_of(answer, "count") == total, "%g in all, told %g", total,
                number_of(answer, "count"));
}

/* Men that certainly stand under a blast must be named. */
static void check_nobody_missed(const tl_json_value *answer, const double at[2]) {
    for (size_t u = 0; u < bout->battle.unit_count; u++) {
        const battle_unit *unit = unit_of(u);
        for (size_t m = 0; strcmp(unit->kind->asset, "man") == 0 && unit->carrier < 0 && m < unit->count; m++) {
            bool under = hypot(at[0] - unit->at[m][0], at[1] - unit->at[m][1]) < 87.4;
            char id[48], group[24];
            snprintf(id, sizeof(id), "u%zum%zu", u, m);
            snprintf(group, sizeof(group), "u%zu", u);
            const tl_json_value *told = battle_item(answer, "units", "unit", group);
            const tl_json_value *own = told != NULL ? battle_item(told, "members", "id", id) : NULL;
            if (under) {
                battle_hold(bout, TEMPLATE_UNDER, own != NULL && battle_verdict(own, "under") == 'y', "%s is left out",
                            id);
            }
        }
    }
}

static double side_score(const tl_json_value *answer, char side, bool sure) {
    double score = 0;
    EACH(unit, tl_json_find(answer, "units")) {
        bool friend = word_of(unit, "side")[0] == side;
        double count = number_of(unit, "count"), open = number_of(unit, "undecided");
        score += friend ? -(count + open) : count + (sure ? 0 : open);
    }
    return score;
}

/* Places near enemies, asked one by one, are worth no more than the search says that any can be. */
static void try_places(size_t a, const battle_weapon *weapon, bool flame, double bound, char proved) {
    const battle_unit *from = unit_of(a);
    for (int k = 0; k < 10; k++) {
        const battle_unit *near = unit_of((size_t)test_random_below(&bout->random, (int)bout->battle.unit_count));
        double at[2] = {near->at[0][0] + test_random_between(&bout->random, -80, 80),
                        near->at[0][1] + test_random_between(&bout->random, -80, 80)};
        if (at[0] < 0 || at[0] > BATTLE_WIDTH || at[1] < 0 || at[1] > BATTLE_DEPTH) {
            continue;
        }
        int m = test_random_below(&bout->random, (int)from->count);
        double angle = atan2(at[1] - from->at[m][1], at[0] - from->at[m][0]) * 180 / TL_PI;
        const tl_json_value *laid =
            flame ? ASK("{'query': 'template', 'shape': '%s', 'from': '%s', 'angle': %.17g, 'weapon': '%s'}",
                        weapon->template, battle_id(a, m), angle, weapon->id)
                  : ASK("{'query': 'template', 'shape': '%s', 'from': '%s', 'at': [%.17g, %.17g], 'weapon': '%s'}",
                        weapon->template, battle_id(a, m), at[0], at[1], weapon->id);
        if (laid == NULL) {
            continue;
        }
        check_template(laid, flame ? NULL : at);
        if (battle_verdict(laid, "placement.verdict") == 'y') {
            double score = side_score(laid, from->side, true);
            battle_hold(bout, BEST_BOUND, score <= bound + 1e-9,
                        "%s of u%zu: %g at (%.17g, %.17g), best says %c, at most %g", weapon->id, a, score, at[0],
                        at[1], proved, bound);
        }
    }
}

static void check_best(size_t a, const battle_weapon *weapon) {
    bool flame = strncmp(weapon->template, "flame", 5) == 0;
    const tl_json_value *best =
        ASK("{'query': 'template', 'shape': '%s', 'from': 'u%zu', 'weapon': '%s', 'best': true}", weapon->template, a,
            weapon->id);
    if (best == NULL) {
        return;
    }
    char verdict = battle_verdict(best, "verdict");
    double bound = number_of(best, "best.upper_bound");
    bound = isnan(bound) ? fmax(0, number_of(best, "best.score")) : bound;
    bound = isnan(bound) ? 0 : bound;
    EACH(place, made_find(best, "best.places")) {
        const char *from = word_of(place, "from");
        const tl_json_value *at = tl_json_find(place, "at");
        const tl_json_value *laid =
            flame
                ? ASK("{'query': 'template', 'shape': '%s', 'from': '%s', 'at': [%.17g, %.17g, %.17g], 'angle': %.17g, "
                      "'weapon': '%s'}",
                      weapon->template, from, at->items[0].number, at->items[1].number, at->items[2].number,
                      number_of(place, "angle_deg"), weapon->id)
                : ASK("{'query': 'template', 'shape': '%s', 'from': '%s', 'at': [%.17g, %.17g, %.17g], 'weapon': '%s'}",
                      weapon->template, from, at->items[0].number, at->items[1].number, at->items[2].number,
                      weapon->id);
        double score = side_score(laid, unit_of(a)->side, true);
        battle_hold(bout, BEST_REPLAYED,
                    battle_verdict(laid, "placement.verdict") == 'y' && score == number_of(place, "score"),
                    "%s of %s: told %g, laid there %g, placement %c", weapon->id, from, number_of(place, "score"),
                    score, battle_verdict(laid, "placement.verdict"));
        check_template(laid, NULL);
    }
    try_places(a, weapon, flame, bound, verdict);
}

static void check_templates(void) {
    for (int k = 0; k < 4; k++) {
        const battle_unit *near = unit_of((size_t)test_random_below(&bout->random, (int)bout->battle.unit_count));
        double at[2] = {near->at[0][0] + test_random_between(&bout->random, -90, 90),
                        near->at[0][1] + test_random_between(&bout->random, -90, 90)};
        if (at[0] < 0 || at[0] > BATTLE_WIDTH || at[1] < 0 || at[1] > BATTLE_DEPTH) {
            continue;
        }
        const tl_json_value *laid = ASK("{'query': 'template', 'shape': 'blast', 'at': [%.17g, %.17g]}", at[0], at[1]);
        check_template(laid, at);
        check_nobody_missed(laid, at);
    }
    for (size_t a = 0; a < bout->battle.unit_count; a++) {
        const battle_unit *unit = unit_of(a);
        for (size_t w = 0; w < BATTLE_WEAPONS && unit->carrier < 0 && unit->kind->weapons[w].id != NULL; w++) {
            if (unit->kind->weapons[w].template != NULL) {
                check_best(a, &unit->kind->weapons[w]);
            }
        }
    }
}

/* --- Moves -------------------------------------------------------------------------------------------------------- */

/* Whether a point lies within rings as the answer of `reach` tells them, by crossings of a ray; 0 out, 1 in. */
static bool in_rings(const tl_json_value *ground, double x, double y) {
    bool in = false;
    EACH(ring, tl_json_find(ground, "rings")) {
        for (size_t i = 0, k = ring->count - 1; i < ring->count; k = i++) {
            const tl_json_value *p = ring->items[i].items, *q = ring->items[k].items;
            if ((p[1].number > y) != (q[1].number > y) &&
                x < (q[0].number - p[0].number) * (y - p[1].number) / (q[1].number - p[1].number) + p[0].number) {
                in = !in;
            }
        }
    }
    return in;
}

static bool overlaps_model(const char *id, const tl_place *place, char with[32]) {
    tl_fit fit;
    assert_int_equal(tl_scene_fit(bout->made.scene, id, place, &fit, NULL), TL_OK);
    snprintf(with, 32, "%s by %.3f", fit.with != NULL ? fit.with : "", fit.amount);
    return fit.reason == TL_FIT_OVERLAPS_MODEL;
}

/* Where a move must stop for its length, it may stop: short of there it isn't refused by the same rule. */
static void check_stop(const char *id, const double from[2], const char *march, const tl_json_value *move) {
    const char *rule = word_of(move, "stop.rule");
    double x = number_of(move, "stop.at[0]"), y = number_of(move, "stop.at[1]");
    bool ends = strcmp(rule, "DB-MOV-03") == 0 || strcmp(rule, "DB-MOV-11") == 0; /* not the way, but its end */
    if (battle_verdict(move, "verdict") != 'n' || ends || isnan(x) || hypot(x - from[0], y - from[1]) < 1) {
        return;
    }
    const tl_json_value *shorter = ASK("{'query': 'move', 'member': '%s', 'march': %s, 'path': [[%.17g, %.17g]]}", id,
                                       march, from[0] + 0.99 * (x - from[0]), from[1] + 0.99 * (y - from[1]));
    battle_hold(bout, MOVE_STOP,
                battle_verdict(shorter, "verdict") != 'n' || strcmp(word_of(shorter, "stop.rule"), rule) != 0,
                "%s must stop at (%.17g, %.17g) by %s, but short of there too", id, x, y, rule);
}

static void check_moves(size_t u) {
    const battle_unit *unit = unit_of(u);
    if (unit->carrier >= 0) {
        return;
    }
    int m = test_random_below(&bout->random, (int)unit->count);
    const char *id = battle_id(u, m);
    const char *march = test_random_below(&bout->random, 2) == 0 ? "true" : "false";
    const tl_json_value *reach = ASK("{'query': 'reach', 'member': '%s', 'march': %s}", id, march);
    double allowance = number_of(reach, "allowance_mm");
    if (reach == NULL) {
        return;
    }
    for (int k = 0; k < 8; k++) {
        double far = test_random_between(&bout->random, 0, 1.05 * allowance);
        double turn = test_random_between(&bout->random, 0, 2 * TL_PI);
        double x = unit->at[m][0] + far * cos(turn), y = unit->at[m][1] + far * sin(turn);
        if (x < 0 || x > BATTLE_WIDTH || y < 0 || y > BATTLE_DEPTH) {
            continue;
        }
        bool certain = in_rings(tl_json_find(reach, "certain"), x, y);
        bool maybe = certain || in_rings(tl_json_find(reach, "undecided"), x, y);
        const tl_json_value *move =
            ASK("{'query': 'move', 'member': '%s', 'march': %s, 'path': [[%.17g, %.17g]]}", id, march, x, y);
        char verdict = battle_verdict(move, "verdict"), end = battle_verdict(move, "end"), with[32];
        check_stop(id, unit->at[m], march, move);
        if (verdict == 'y' && march[0] == 'f') {
            const tl_json_value *longer =
                ASK("{'query': 'move', 'member': '%s', 'march': true, 'path': [[%.17g, %.17g]]}", id, x, y);
            battle_hold(bout, MOVE_MARCH, battle_verdict(longer, "verdict") != 'n', "%s to (%.17g, %.17g)", id, x, y);
        }
        tl_place place = {
            .struct_size = sizeof(tl_place), .at = {x, y, 0}, .coordinates = 2, .facing = unit->facing[m]};
        const tl_json_value *path = tl_json_find(move, "path");
        const tl_json_value *last = path != NULL && path->count > 0 ? &path->items[path->count - 1] : NULL;
        if (last != NULL && last->count == 3) {
            place.at[2] = last->items[2].number;
            place.coordinates = 3;
            place.facing = isnan(number_of(move, "facing_deg")) ? place.facing : number_of(move, "facing_deg");
        }
        if (verdict == 'y') {
            bool overlap = overlaps_model(id, &place, with);
            battle_hold(bout, MOVE_STANDS, !overlap, "%s to (%.17g, %.17g) overlaps %s", id, x, y, with);
            battle_hold(bout, MOVE_REACHED, maybe, "%s may go to (%.17g, %.17g), march %s; reach leaves it out", id, x,
                        y, march);
        }
        if (certain) {
            battle_hold(bout, REACH_NEAR, far <= allowance + 1e-6, "%s to (%.17g, %.17g)", id, x, y);
            battle_hold(bout, MOVE_REFUSED, end != 'n',
                        "%s to (%.17g, %.17g), march %s: reach says yes, move that it can't end there", id, x, y,
                        march);
            bool overlap = overlaps_model(id, &place, with);
            battle_hold(bout, REACH_STANDS, !overlap, "%s at (%.17g, %.17g) overlaps %s", id, x, y, with);
        }
    }
}

static void check_cohesion(size_t u) {
    const battle_unit *unit = unit_of(u);
    if (unit->count < 2 || unit->carrier >= 0) {
        return;
    }
    const tl_json_value *answer = ASK("{'query': 'cohesion', 'unit': 'u%zu'}", u);
    double worst = 0;
    for (size_t i = 0; i < unit->count; i++) {
        for (size_t k = 0; k < i; k++) {
            const tl_json_value *range =
                ASK("{'query': 'range', 'from': '%s', 'to': '%s'}", battle_id(u, (int)i), battle_id(u, (int)k));
            worst = fmax(worst, number_of(range, "distance_mm"));
        }
    }
    battle_hold(
        bout, COHESION_PAIRS,
        fabs(worst - number_of(answer, "worst_mm")) < 1e-6 &&
            (fabs(worst - 150) < tolerance || battle_verdict(answer, "pairwise.verdict") == (worst <= 150 ? 'y' : 'n')),
        "u%zu: %.6f, told %.6f", u, worst, number_of(answer, "worst_mm"));
}

/* --- Maps --------------------------------------------------------------------------------------------------------- */

static void check_map(size_t u, const char *name, size_t law) {
    tl_vec2 low = {test_random_between(&bout->random, 60, BATTLE_WIDTH - 300),
                   test_random_between(&bout->random, 60, BATTLE_DEPTH - 300)};
    const tl_vec2 area[2] = {low, {low.x + 200, low.y + 200}};
    const char *id = battle_id(u, 0);
    const tl_board_question question = {.struct_size = sizeof(tl_board_question),
                                        .map = name,
                                        .from = id,
                                        .target = "man",
                                        .area = area,
                                        .cell_mm = 40,
                                        .threads = 1};
    tl_board_map *map = NULL;
    if (tl_scene_analyze(bout->made.scene, &question, &map, NULL) != TL_OK) {
        return;
    }
    tl_board_summary s = tl_board_map_summary(map);
    tl_place home = TL_PLACE_INIT;
    assert_int_equal(tl_scene_place_of(bout->made.scene, "probe", &home, NULL), TL_OK);
    for (size_t k = 0; k < s.columns * s.rows; k++) {
        tl_board_cell cell = tl_board_map_cell(map, k % s.columns, k / s.columns);
        /* the last cells may reach over the area that is mapped */
        bool settled = cell.standing && (cell.high == 0 || cell.low == 1) && k % s.columns < 5 && k / s.columns < 5;
        double at[2] = {s.x0 + s.cell_mm * ((double)(k % s.columns) + test_random_between(&bout->random, 0, 1)),
                        s.y0 + s.cell_mm * ((double)(k / s.columns) + test_random_between(&bout->random, 0, 1))};
        tl_fit fit;
        const tl_place place = {.struct_size = sizeof(tl_place), .at = {at[0], at[1]}, .coordinates = 2};
        assert_int_equal(tl_scene_fit(bout->made.scene, "probe", &place, &fit, NULL), TL_OK);
        if (!settled || fit.reason == TL_FIT_NO_LEVEL || test_random_below(&bout->random, 2) == 0) {
            continue;
        }
        assert_int_equal(tl_scene_place(bout->made.scene, "probe", at, 2, 0, 0, NULL), TL_OK);
        const tl_json_value *asked =
            ASK("{'query': '%s', 'from': '%s', 'to': 'probe'}", law == MAP_SIGHT ? "los" : "cover", id);
        char verdict = battle_verdict(asked, "verdict");
        battle_hold(bout, law, verdict != (cell.high == 0 ? 'y' : 'n'),
                    "%s, probe at (%.17g, %.17g): cell %zu of the area at (%.17g, %.17g) %g..%g, asked %c", id, at[0],
                    at[1], k, low.x, low.y, cell.low, cell.high, verdict);
    }
    assert_int_equal(tl_scene_place(bout->made.scene, "probe", home.at, 2, 0, 0, NULL), TL_OK);
    tl_board_map_destroy(map);
}

/* A firing position must be one when the model stands there. */
static void check_firing(size_t a, size_t b) {
    char id[24], target[24];
    snprintf(id, sizeof(id), "%s", battle_id(a, 0));
    snprintf(target, sizeof(target), "u%zu", b);
    const tl_firing_question question = {.struct_size = sizeof(tl_firing_question),
                                         .member = id,
                                         .target = target,
                                         .cell_mm = 60,
                                         .places = 3,
                                         .threads = 1};
    tl_firing *firing = NULL;
    tl_place home = TL_PLACE_INIT;
    if (unit_of(a)->carrier >= 0 || unit_of(b)->carrier >= 0 ||
        tl_scene_firing(bout->made.scene, &question, &firing, NULL) != TL_OK) {
        return;
    }
    assert_int_equal(tl_scene_place_of(bout->made.scene, id, &home, NULL), TL_OK);
    tl_firing_summary s = tl_firing_figures(firing);
    for (size_t k = 0; k < s.places; k++) {
        tl_firing_place place = tl_firing_place_at(firing, k);
        const double at[3] = {place.at.x, place.at.y, place.at.z};
        assert_int_equal(tl_scene_place(bout->made.scene, id, at, 3, home.facing, 0, NULL), TL_OK);
        const tl_json_value *attack = ASK("{'query': 'attack', 'from': '%s', 'to': '%s'}", id, target);
        const tl_json_value *los = ASK("{'query': 'los', 'from': '%s', 'to': '%s'}", id, target);
        char told = place.attack == TL_VERDICT_YES ? 'y' : place.attack == TL_VERDICT_NO ? 'n' : 'm';
        bool may = fires(attack, a);
        battle_hold(bout, FIRING_PLACE,
                    (told != 'y' || may) && (told != 'n' || !may) &&
                        (place.los != TL_VERDICT_YES || battle_verdict(los, "verdict") != 'n') &&
                        (place.los != TL_VERDICT_NO || battle_verdict(los, "verdict") != 'y'),
                    "%s at (%.17g, %.17g) on %s: told %c", id, at[0], at[1], target, told);
    }
    for (size_t k = 0; k < s.columns * s.rows; k++) {
        tl_firing_cell cell = tl_firing_cell_at(firing, k % s.columns, k / s.columns);
        if (!cell.standing || cell.shot == TL_VERDICT_MARGINAL || test_random_below(&bout->random, 6) != 0) {
            continue;
        }
        const double at[2] = {s.x0 + s.cell_mm * ((double)(k % s.columns) + 0.5),
                              s.y0 + s.cell_mm * ((double)(k / s.columns) + 0.5)};
        if (tl_scene_place(bout->made.scene, id, at, 2, home.facing, 0, NULL) != TL_OK) {
            continue;
        }
        const tl_json_value *attack = ASK("{'query': 'attack', 'from': '%s', 'to': '%s'}", id, target);
        bool may = fires(attack, a);
        battle_hold(bout, FIRING_SHOT, cell.shot == TL_VERDICT_YES ? battle_verdict(attack, "verdict") != 'n' : !may,
                    "%s at (%.17g, %.17g) on %s: shot %d", id, at[0], at[1], target, cell.shot);
    }
    assert_int_equal(tl_scene_place(bout->made.scene, id, home.at, home.coordinates, home.facing, home.level, NULL),
                     TL_OK);
    tl_firing_destroy(firing);
}

/* The verdict after a model was moved over the table by so much, heights kept; it is put back. 0: it can't stand there.
 */
static char sight_after(const char *from, const char *to, double x, double y) {
    tl_place home = TL_PLACE_INIT;
    tl_fit fit;
    char verdict = 0;
    assert_int_equal(tl_scene_place_of(bout->made.scene, to, &home, NULL), TL_OK);
    assert_int_equal(tl_scene_fit(bout->made.scene, to, NULL, &fit, NULL), TL_OK);
    const double at[3] = {fit.at.x + x, fit.at.y + y, fit.at.z};
    if (tl_scene_place(bout->made.scene, to, at, 3, home.facing, 0, NULL) == TL_OK) {
        verdict = battle_verdict(ASK("{'query': 'los', 'from': '%s', 'to': '%s'}", from, to), "verdict");
        assert_int_equal(tl_scene_place(bout->made.scene, to, home.at, home.coordinates, home.facing, home.level, NULL),
                         TL_OK);
    }
    return verdict;
}

/* The move that a margin tells of turns the answer round, and no shorter one than its lower end does. */
static void check_margin(size_t a, size_t b) {
    char from[24], to[24];
    snprintf(from, sizeof(from), "%s", battle_id(a, 0));
    snprintf(to, sizeof(to), "%s", battle_id(b, 0));
    const tl_json_value *los = ASK("{'query': 'los', 'from': '%s', 'to': '%s', 'margin': true}", from, to);
    char before = battle_verdict(los, "verdict"), after;
    double low = number_of(los, "margin.target_mm[0]"), by = number_of(los, "margin.target_mm[1]");
    if (unit_of(a)->carrier >= 0 || unit_of(b)->carrier >= 0 || before == 'm' || tl_json_find(los, "unseen") != NULL) {
        return;
    }
    if (!isnan(by)) {
        after = sight_after(from, to, by * number_of(los, "margin.direction[0]"),
                            by * number_of(los, "margin.direction[1]"));
        battle_hold(bout, MARGIN_TURNS, after == (before == 'y' ? 'n' : 'y') || after == 0,
                    "%s, %s: %c, moved %.6f: %c", from, to, before, by, after);
    }
    for (int k = 0; k < 3 && low > 0; k++) {
        double turn = test_random_between(&bout->random, 0, 2 * TL_PI);
        after = sight_after(from, to, 0.999 * low * cos(turn), 0.999 * low * sin(turn));
        battle_hold(bout, MARGIN_KEEPS, !opposed(before, after), "%s, %s: %c, moved %.6f to %.6f: %c", from, to, before,
                    0.999 * low, turn, after);
    }
}

/* --- The same battle, written otherwise --------------------------------------------------------------------------- */

/* What kinds of questions a writing is held to. */
static int question_count(const battle_writing *how) {
    bool wider = how->stranger || how->shift[0] > 0; /* another table, with more room to go */
    return how->wall != 0 ? 1 : how->crowd != 0 || how->longer > 0 ? 7 : wider ? 9 : 10;
}

/* A random question, in the words of a writing. */
static const tl_json_value *ask_twin(made_scene *made, const battle_writing *how, int questions, uint64_t seed) {
    static const char *const plain[] = {"los", "attack", "cover", "react", "close-combat", "arc", "range"};
    test_random random = {seed};
    size_t units = bout->battle.unit_count, a = (size_t)test_random_below(&random, (int)units);
    size_t b = (a + 1 + (size_t)test_random_below(&random, (int)units - 1)) % units;
    const battle_unit *near = unit_of(b);
    double x = near->at[0][0] + test_random_between(&random, -90, 90),
           y = near->at[0][1] + test_random_between(&random, -90, 90), at[2];
    int what = test_random_below(&random, questions);
    battle_point(how, fmin(fmax(x, 1), BATTLE_WIDTH - 1), fmin(fmax(y, 1), BATTLE_DEPTH - 1), at);
    if (what < 7) {
        return battle_ask(bout, made, "{'query': '%s', 'from': 'u%zu', 'to': 'u%zu'}", plain[what], a, b);
    }
    if (what == 7) {
        return battle_ask(bout, made, "{'query': 'template', 'shape': 'blast', 'at': [%.17g, %.17g]}", at[0], at[1]);
    }
    if (what == 9) {
        return battle_ask(bout, made, "{'query': 'move', 'member': '%s', 'path': [[%.17g, %.17g]], 'march': true}",
                          battle_id(a, 0), at[0], at[1]);
    }
    return battle_ask(bout, made, "{'query': 'cohesion', 'unit': 'u%zu'}", a);
}

static void check_twin(size_t law, battle_writing how) {
    made_scene other;
    char folder[64];
    snprintf(folder, sizeof(folder), "battle-%s", laws[law].name);
    made_begin(&other, folder);
    battle_load(&other, &bout->battle, &how);
    for (int k = 0; k < 5; k++) {
        uint64_t seed = test_random_bits(&bout->random);
        char question[512], where[256] = "";
        const tl_json_value *one = ask_twin(&bout->made, &(battle_writing){0}, question_count(&how), seed);
        snprintf(question, sizeof(question), "%s", bout->last);
        const tl_json_value *two = ask_twin(&other, &how, question_count(&how), seed);
        bool asked = one != NULL && two != NULL, grows = how.longer > 0 || how.wall != 0;
        /* what stands in the way takes sight, and what longer ranges give is a shot */
        bool agree = !asked          ? one == two
                     : how.wall != 0 ? battle_agrees(two, one, grows, where)
                                     : battle_agrees(one, two, grows, where);
        battle_hold(bout, law, agree, "%s: %s", question, where);
    }
    made_end(&other);
}

static void check_twins(void) {
    check_twin(TWIN_QUARTER, (battle_writing){.quarter = true});
    check_twin(TWIN_SHIFT, (battle_writing){.shift = {300, 170}});
    check_twin(TWIN_ORDER, (battle_writing){.order = test_random_bits(&bout->random) | 1});
    check_twin(TWIN_STRANGER, (battle_writing){.stranger = true});
    check_twin(TWIN_INCHES, (battle_writing){.inches = true});
    check_twin(TWIN_LONGER, (battle_writing){.longer = 2});
    check_twin(TWIN_MINES, (battle_writing){.mines = true});
    check_twin(TWIN_CROWD, (battle_writing){.crowd = test_random_bits(&bout->random) | 1});
    check_twin(TWIN_WALL, (battle_writing){.wall = test_random_bits(&bout->random) | 1});
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* Two units, none of which carries the other: these are measured as one. */
static void choose_two(size_t *a, size_t *b) {
    int units = (int)bout->battle.unit_count;
    do {
        *a = (size_t)test_random_below(&bout->random, units);
        *b = (*a + 1 + (size_t)test_random_below(&bout->random, units - 1)) % (size_t)units;
    } while (unit_of(*a)->carrier == (int)*b || unit_of(*b)->carrier == (int)*a);
}

static void fight(battle_bout *one) {
    bout = one;
    size_t a, b;
    for (int k = 0; k < 4; k++) {
        choose_two(&a, &b);
        check_attack(a, b);
        choose_two(&a, &b);
        check_pair(a, b);
        choose_two(&a, &b);
        check_react(a, b);
    }
    for (a = 0; a < bout->battle.unit_count; a++) {
        check_cohesion(a);
        for (b = 0; b < bout->battle.unit_count; b++) {
            if (a != b) {
                check_passengers(a, b);
                check_reach_of_men(a, b);
            }
        }
    }
    check_templates();
    for (int k = 0; k < 2; k++) {
        check_moves((size_t)test_random_below(&bout->random, (int)bout->battle.unit_count));
    }
    choose_two(&a, &b);
    check_map(a, "fov", MAP_SIGHT);
    check_map(b, "cover", MAP_COVER);
    choose_two(&a, &b);
    check_firing(a, b);
    check_margin(a, b);
    check_twins();
}

static int setting(const char *name, int otherwise) {
    const char *chosen = getenv(name);
    return chosen != NULL && atoi(chosen) > 0 ? atoi(chosen) : otherwise;
}

static void no_question_allows_what_another_forbids(void **state) {
    (void)state;
    test_random random = test_random_start("no_question_allows_what_another_forbids", 1109);
    static battle_ledger ledger;
    static battle_bout one;
    int only = setting("TRUELINE_BATTLE", 0), count = BATTLES * setting("TRUELINE_ROUNDS", 1);
    ledger = (battle_ledger){.laws = laws, .law_count = LAWS, .tell = (size_t)setting("TRUELINE_TELL", 3)};
    for (int i = 1; i <= (only > count ? only : count); i++) {
        uint64_t seed = test_random_bits(&random);
        if (only > 0 && i != only) {
            continue;
        }
        one = (battle_bout){.ledger = &ledger, .number = (size_t)i, .random = {seed}};
        battle_make(&one.battle, &one.random);
        made_begin(&one.made, "battle");
        battle_load(&one.made, &one.battle, &(battle_writing){0});
        fight(&one);
        battle_bout_end(&one);
    }
    assert_int_equal(battle_ledger_tell(&ledger), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_question_allows_what_another_forbids)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
